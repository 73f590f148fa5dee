/*
 * search.h - what all searches share (internal)
 */
#ifndef FRINGE_SEARCH_H
#define FRINGE_SEARCH_H

#include "error.h"
#include "heuristic.h"
#include "workspace.h"

/* One search as it runs. */
typedef struct fr_run
{
	const fr_grid *grid;
	fr_workspace *workspace;
	fr_heuristic heuristic;
	uint32_t start;
	uint32_t goal;
	const fr_poll *poll;
	fr_result *result;
} fr_run;

fr_status fr_run_astar(const fr_run *run);
fr_status fr_run_fringe(const fr_run *run);

/* The cost of a step that leads to cell `to`, in direction d, from cell `from`. */
FR_INLINE uint64_t
fr_move_cost(const fr_grid *grid, bool weighted, uint32_t from, uint32_t to, int d)
{
	const fr_costs *costs = &grid->costs;

	if (!weighted)
		return costs->step[d];
	return costs->step[d] * (costs->weight[grid->terrain[to]] +
							 (costs->average ? costs->weight[grid->terrain[from]] : 0));
}

/* The moves worth trying from a node: all but the one back to its parent. */
FR_INLINE unsigned
fr_moves_onward(const fr_run *run, uint32_t n, uint64_t key)
{
	unsigned moves = run->grid->moves[n];

	if (n != run->start)
		moves &= ~(1u << fr_opposite((int) (key & FR_KEY_PARENT)));
	return moves;
}

#endif /* FRINGE_SEARCH_H */
