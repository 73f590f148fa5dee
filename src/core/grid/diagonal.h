/*
 * diagonal.h - the rule of corners: the side cells that a diagonal step needs (internal)
 *
 * `corners` is how many of the two cells beside a diagonal step have to be passable.
 */
#ifndef FRINGE_DIAGONAL_H
#define FRINGE_DIAGONAL_H

#include <stdbool.h>
#include <stdint.h>

/* Is a diagonal step allowed between side cells a and b, of which these are passable? */
static inline bool
fr_diagonal_passes(int corners, bool a, bool b)
{
	return a + b >= corners;
}

/* Which of 64 diagonal steps are allowed, a bit each. */
static inline uint64_t
fr_diagonals_pass(int corners, uint64_t a, uint64_t b)
{
	return corners == 0 ? ~UINT64_C(0) : corners == 1 ? a | b : a & b;
}

#endif /* FRINGE_DIAGONAL_H */
