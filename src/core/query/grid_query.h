/*
 * grid_query.h - questions about a grid, answered by searches
 */
#ifndef FRINGE_GRID_QUERY_H
#define FRINGE_GRID_QUERY_H

#include "core/grid/grid.h"
#include "core/grid/route.h"
#include "core/search/method.h"

size_t fr_search_size(uint32_t nodes, const fr_method *method);
uint32_t fr_online_nodes(const fr_grid *grid, const fr_poll *poll);

/* ---- methods ----------------------------------------------------------------------- */

fr_status fr_method_parse(const char *text, size_t length, fr_method *method,
						  fr_error *error);
bool fr_method_needs_moves(const fr_method *method);
bool fr_method_needs_jumps(const fr_method *method);
bool fr_method_needs_visibility(const fr_method *method);
fr_method fr_method_auto(void);

fr_status fr_method_fits(const fr_method *method, const fr_grid *grid);
fr_method fr_method_resolve(const fr_method *method, const fr_grid *grid);

/* The heuristic without landmarks at the start: a lower bound of the cost. */
uint64_t fr_obstacle_free_distance(const fr_grid *grid, uint32_t start, uint32_t goal);

bool fr_is_reachable(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);

/* ---- whose cells: territory.c ------------------------------------------------------ */

/*
 * The owner of a cell is the nearest start, the first one in the array of those that are
 * equally near. Owners follow from the distances of fr_reach_from, and are valid until
 * the next search.
 */
void fr_voronoi_partition(const fr_query *query, const uint32_t *starts, size_t count,
						  fr_workspace *workspace, const fr_poll *poll);
uint32_t fr_voronoi_owner(const fr_workspace *workspace, uint32_t cell);

/* ---- fewest turns: turns.c --------------------------------------------------------- */

fr_status fr_fewest_turns(const fr_query *query, fr_workspace *workspace,
						  const fr_poll *poll, bool *found, fr_route *route);

/* ---- reachability: distance.c ------------------------------------------------------ */

void fr_flood(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);
fr_status fr_why_unreached(const fr_query *query, fr_workspace *workspace,
						   const fr_poll *poll);
bool fr_searches_pay(const fr_query *query, fr_cells goals, const fr_poll *poll);

/* Of a path that a search left in the nodes: search.c. */
struct fr_route_builder;
void fr_add_parents(struct fr_route_builder *builder, const fr_query *query,
					const fr_workspace *nodes, bool ahead, const fr_poll *poll);

#endif /* FRINGE_GRID_QUERY_H */
