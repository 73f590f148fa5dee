/*
 * anyangle.h - shortest paths in straight lines of any direction
 *
 *     visibility_graph.h  subgoals, lines of sight, edges that searches find and keep
 *     visibility_scan.c   field of view: the subgoals or cells that a cell sees
 *     visibility_search.h A* and Dijkstra's algorithm over the graph (visibility_loops.h)
 *     visibility_links.h  links between lines, and the bound that they allow
 *     line_length.h       exact lengths: sums of square roots
 *
 * Costs are the bits of doubles (fr_length_bits), ordered as the doubles are. Each cost
 * is the double nearest to the exact length. FR_COST_RANGE: a length is FR_MOST_LENGTH or
 * more. The grid has a visibility graph, and the workspace fits the method `visibility`.
 * Routes are in the query's arena, and are valid for the last search of the workspace.
 */
#ifndef FRINGE_ANYANGLE_H
#define FRINGE_ANYANGLE_H

#include <string.h>

#include "core/grid/grid.h"
#include "core/grid/route.h"
#include "core/search/method.h"

/* The costs from the query's start to all goals; FR_UNREACHED where there is no path. */
fr_status fr_anyangle_costs(const fr_query *query, const uint32_t *goals, size_t count,
							fr_sweep_workspace sweep, const fr_poll *poll,
							uint64_t *costs);

/* Is there a path from the query's start to its goal, however long? */
bool fr_anyangle_reaches(const fr_query *query, fr_sweep_workspace sweep,
						 const fr_poll *poll);

/* The route to a reachable cell, after fr_anyangle_costs. */
fr_route fr_anyangle_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
						   const fr_poll *poll);

/* Which cells lie within a budget of the nearest of some starts, and at which cost? */
typedef struct fr_reaching
{
	const fr_query *query; /* its start is ignored; working memory is from its arena */
	const uint32_t *starts;
	size_t count;
	double budget; /* in the unit of the model */

	/* Results by cell. */
	uint64_t *costs;  /* FR_UNREACHED: more than the budget */
	uint32_t *owners; /* the first of the nearest starts, counted from 1; or NULL */
} fr_reaching;

/* Fills in the results. FR_COST_RANGE if a path within the budget is too long. */
fr_status fr_anyangle_reach(const fr_reaching *reaching, fr_sweep_workspace sweep,
							const fr_poll *poll);

/* The cost of a length.  Bits of doubles that are not negative are ordered as the doubles are. */
static inline uint64_t
fr_length_bits(double length)
{
	uint64_t bits;

	memcpy(&bits, &length, sizeof bits);
	return bits;
}

#endif /* FRINGE_ANYANGLE_H */
