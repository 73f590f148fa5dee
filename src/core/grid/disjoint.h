/*
 * disjoint.h - disjoint sets of numbers: union-find with path halving (internal)
 *
 * A root is its own parent, and the least number of its set.
 */
#ifndef FRINGE_DISJOINT_H
#define FRINGE_DISJOINT_H

#include <stdint.h>

static inline uint32_t
fr_disjoint_root(uint32_t *parent, uint32_t n)
{
	while (parent[n] != n)
		n = parent[n] = parent[parent[n]];
	return n;
}

static inline void
fr_disjoint_join(uint32_t *parent, uint32_t a, uint32_t b)
{
	a = fr_disjoint_root(parent, a);
	b = fr_disjoint_root(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}

#endif /* FRINGE_DISJOINT_H */
