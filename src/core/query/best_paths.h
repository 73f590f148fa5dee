/*
 * best_paths.h - all best paths between two cells: their cells, their number, one at random
 *
 * Questions are fr_query values. They ignore landmarks, trace and, except fr_least_cost, the
 * method. Paths are sequences of steps and links. A step and a link between the same cells
 * count as two ways, several links between them as one.
 *
 * Errors: FR_COST_RANGE; and FR_ENDLESS where best paths go round in cells that cost nothing, so
 * that there are infinitely many.
 */
#ifndef FRINGE_BEST_PATHS_H
#define FRINGE_BEST_PATHS_H

#include "core/search/workspace.h"

/* The rules of grids that these questions support: the cost of a path is the sum of its edges. */
#define FR_BEST_PATHS_RULES (FR_STEP_RULES | FR_LINK_RULES | FR_RULE(WRAP))

/* The least cost from the query's start to its goal; false in *found: there is no path. */
fr_status fr_least_cost(const fr_query *query, fr_sweep_workspace sweep,
						const fr_poll *poll, bool *found, uint64_t *cost);

/* ---- costs through cells ------------------------------------------------------------ */

/*
 * What paths through each cell cost at least, up to a bound: two sweeps, from the start and
 * to the goal. The second one stays in the workspace until the next search.
 */
typedef struct fr_through
{
	const fr_grid *grid;
	uint64_t bound;
	/* by cell: the key of the sweep from the start, without its generation */
	uint64_t *from_start;
	/* by link that reached a cell, as fr_dijkstra_arc_node numbers them: the arc */
	const uint32_t *arcs;
	fr_workspace *to_goal;
} fr_through;

/* The bound is at least the cost of a best path. The memory is in the query's arena. */
fr_status fr_sweep_through(const fr_query *query, uint64_t bound,
						   fr_sweep_workspace sweep, const fr_poll *poll,
						   fr_through *through);

/* The cost of the best path through a cell; FR_UNREACHED above the bound. */
static inline uint64_t
fr_cost_through(const fr_through *through, uint32_t n)
{
	uint64_t cost = fr_key_g(through->from_start[n]);

	if (cost == FR_UNREACHED)
		return FR_UNREACHED;
	cost += fr_distance(through->to_goal, n);
	return cost <= through->bound ? cost : FR_UNREACHED;
}

/* ---- all best paths ------------------------------------------------------------------ */

/* A whole number of any size: digits in groups of FR_GROUP_DIGITS, the lowest group first. */
#define FR_GROUP_DIGITS 18

typedef struct fr_count
{
	size_t groups; /* 0 for the number 0; otherwise the highest group is not 0 */
	const uint64_t *group;
} fr_count;

/* How many best paths there are; 0: none. The memory is in the query's arena. */
fr_status fr_count_best_paths(const fr_query *query, fr_sweep_workspace sweep,
							  const fr_poll *poll, fr_count *count);

/*
 * One of the best paths, each with the same probability. Up to 2^64 paths that is exact. If
 * there are more, counts are rounded to 64 bits, which changes a probability by less than its
 * 2^50th part.
 */
fr_status fr_random_best_path(const fr_query *query, uint64_t seed,
							  fr_sweep_workspace sweep, const fr_poll *poll, bool *found,
							  fr_route *route);

#endif /* FRINGE_BEST_PATHS_H */
