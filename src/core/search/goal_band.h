/*
 * goal_band.h - the distances to the goal of all cells on paths of at most some cost (internal)
 *
 * A* runs over cells from the goal to the start, and then on, as if turns cost nothing. Take a
 * cell's distance to the goal, and its obstacle-free distance to the start. If they add up to more
 * than the bound, the cell is on no such path.
 *
 *     if (fr_band_find(&band, &run))    finds the distance of the start
 *         fr_band_widen(&band, most)    finds the distances of all cells on paths of at most
 *                                       `most`
 *
 * Both write to the nodes of cells. A cell's distance is the g of its node.
 */
#ifndef FRINGE_GOAL_BAND_H
#define FRINGE_GOAL_BAND_H

#include "core/search/bucket_queue.h"
#include "core/search/radix_heap.h"
#include "core/search/search.h"

typedef struct fr_band
{
	fr_node *nodes;
	uint64_t unseen; /* see fr_key_unseen */
	uint32_t goal;
	uint32_t start;
	uint64_t most;		  /* no larger f is of use */
	const uint8_t *moves; /* back: from a cell to those from which a step leads to it */
	fr_moves_table canonical;
	uint32_t offset[FR_DIRECTIONS];
	uint64_t
		key_step[FR_DIRECTIONS]; /* from a bare key to its child's, without weights */
	bool by_stacks;				 /* the open list is `stacks`, not `radix` */
	fr_stacks stacks;
	fr_radix radix;
	fr_metric metric;
	int shape;	 /* of cells */
	fr_cell aim; /* the start */
	const fr_grid *grid;
	const fr_poll *poll;
	uint64_t steps; /* taken, for polls */
} fr_band;

/* Finds the distance from start to goal of the run; false: it exceeds the limit on costs. */
bool fr_band_find(fr_band *band, const fr_run *run);
void fr_band_widen(fr_band *band, uint64_t most);

#endif /* FRINGE_GOAL_BAND_H */
