/*
 * samples.h - which vertex lies on the most shortest paths not yet covered (internal)
 *
 * Shortest-path trees from random roots are samples of all paths.  A vertex counts
 * for what hangs below it in all of them; the one that counts most is the next hub,
 * and all paths through it are covered from then on: its subtrees are cut off.
 */
#ifndef FRINGE_SAMPLES_H
#define FRINGE_SAMPLES_H

#include "core/core.h"

/* A node of a tree; trees lie in preorder, one after another. */
typedef struct fr_sample
{
	uint32_t vertex;
	uint32_t parent; /* its position; its own: a root */
	uint32_t size;	 /* of its subtree, as it lies there */
	uint32_t live;	 /* of that, how many are not cut off; 0: this one is */
	uint32_t next;	 /* of the same vertex */
} fr_sample;

typedef struct fr_samples
{
	uint32_t count;	 /* of vertices */
	uint32_t target; /* nodes that are wanted live */
	uint32_t live;
	uint32_t used;
	uint32_t room;
	fr_sample *nodes;
	uint32_t *newest; /* by vertex, its node that came last */
	uint64_t *weight; /* by vertex, the sum over its nodes of what is live below */
	bool *taken;	  /* by vertex, whether it is a hub */
	uint32_t *best;	  /* by group of vertices, the one that counts most */
	bool *stale;	  /* by group, whether that has to be found again */
	uint32_t *size;	  /* of the tree that is added, by vertex: of its subtree, */
	uint32_t *place;  /* its position, */
	uint32_t *free;	  /* and that of its next child */
	uint32_t *moved;  /* by old position, the new one */
} fr_samples;

void fr_samples_init(fr_samples *s, uint32_t vertices, uint32_t target,
					 const fr_arena *arena);
void fr_samples_add(fr_samples *s, const uint32_t *order, const uint32_t *parent,
					uint32_t count);
uint32_t fr_samples_take(fr_samples *s);
void fr_samples_release(fr_samples *s, const fr_arena *arena);

#endif /* FRINGE_SAMPLES_H */
