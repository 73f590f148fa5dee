/*
 * grid_query.h - questions about a grid, answered by searches
 *
 * api.h declares the questions: fr_search for one path, fr_costs_to and its like for many
 * cells, fr_closest_to. This header adds methods, and questions of less use outside. The
 * folder stands above the searches by steps (core/search) and by straight lines
 * (core/anyangle), and chooses between them:
 *
 *     method.c    the text of methods; the search that `auto` becomes on a grid
 *     dispatch.c  fr_search: the rows of all searches, and one run of a row
 *     distance.c  one cell to many, by Dijkstra's algorithm or by single searches; Voronoi
 *     closest.c   the reachable cell nearest to a goal
 *     turns.c     of all best paths one with the fewest turns
 *     obstruction.c  the fewest closed cells and links between two cells
 *
 * Shapes: cells are indexes y * width + x on the query's grid, and costs are in the unit of
 * the grid. Memory: routes are in the query's arena, and everything else in the workspace,
 * which has to fit (fr_search_nodes, fr_dijkstra_nodes). Distances and owners stay in the
 * workspace until its next search. Errors: a fr_status, as each function says. All long
 * loops poll.
 */
#ifndef FRINGE_GRID_QUERY_H
#define FRINGE_GRID_QUERY_H

#include "core/grid/grid.h"
#include "core/grid/route.h"
#include "core/search/method.h"

/* ---- methods ----------------------------------------------------------------------- */

/* Parses NAME or NAME(key=value, ...). *method is valid only if the result is FR_OK. */
fr_status fr_method_parse(const char *text, size_t length, fr_method *method,
						  fr_error *error);

/* The method `auto`, for functions without a method argument. */
fr_method fr_method_auto(void);

/* Can the method run on the grid? FR_METHOD_FIT, FR_LINKS_FIT. */
fr_status fr_method_fits(const fr_method *method, const fr_grid *grid);

/* The method that runs on a grid: `auto`, and `jump` where it cannot run, become others. */
fr_method fr_method_resolve(const fr_method *method, const fr_grid *grid);

/* Which parts of a grid does a resolved method read? These parts are made on demand. */
bool fr_method_needs_moves(const fr_method *method);
bool fr_method_needs_jumps(const fr_method *method);
bool fr_method_needs_visibility(const fr_method *method);

/* ---- sizes ------------------------------------------------------------------------- */

/* The most bytes that a search takes: its workspace, and nodes of nodes=malloc. */
size_t fr_search_size(uint32_t nodes, const fr_method *method);

/* ---- reachability ------------------------------------------------------------------ */

/* Is there a path from the query's start to its goal, at any cost? */
bool fr_is_reachable(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);

/* ---- Voronoi partition ------------------------------------------------------------- */

/*
 * The owner of a cell is the nearest start, the first one in the array of those that are
 * equally near. Owners follow from the distances of fr_reach_from, and are valid until
 * the next search.
 */
void fr_voronoi_partition(const fr_query *query, const uint32_t *starts, size_t count,
						  fr_workspace *workspace, const fr_poll *poll);

/* The owner of a cell, from 1; 0 if no start reaches it. */
uint32_t fr_voronoi_owner(const fr_workspace *workspace, uint32_t cell);

/* ---- fewest turns ------------------------------------------------------------------ */

/* FR_COST_RANGE. The route is set if *found. */
fr_status fr_fewest_turns(const fr_query *query, fr_workspace *workspace,
						  const fr_poll *poll, bool *found, fr_route *route);

/* ---- obstructions ------------------------------------------------------------------ */

/* A step or a link that the model forbids. */
typedef struct fr_obstruction
{
	uint32_t from; /* the cell itself if it is the start */
	uint32_t to;
	uint32_t link; /* 1 + its number among the map's links; 0: a step */
} fr_obstruction;

/*
 * A question about a map under a model. The grid is of another model, in which more codes
 * are passable, or none has directions.
 */
typedef struct fr_obstructed
{
	const fr_grid *grid;
	const fr_model *model;
	const uint64_t *blocked; /* under the model: a bit per cell */
	const uint8_t
		*moves; /* legal under the model, if the grid has no directions; else NULL */
	uint32_t start;
	uint32_t goal;
} fr_obstructed;

/*
 * Finds the way on the grid with the fewest obstructions, and of these with the fewest
 * steps; lists its obstructions from the start on. False if there is no way.
 */
bool fr_fewest_obstructions(const fr_obstructed *asked, const fr_arena *arena,
							const fr_poll *poll, fr_obstruction **list, size_t *count);

/* ---- shared by the files of this folder -------------------------------------------- */

/* Finds all cells with a path from the start; fr_distance then has the fewest steps there. */
void fr_flood(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);

/* Why did a complete search not find its goal? FR_OK: there is no path; else FR_COST_RANGE. */
fr_status fr_why_unreached(const fr_query *query, fr_workspace *workspace,
						   const fr_poll *poll);

/* Are single searches to all goals faster than Dijkstra's algorithm up to the farthest? */
bool fr_searches_pay(const fr_query *query, fr_cells goals, const fr_poll *poll);

/*
 * Adds the path from the query's goal back to its start, by the parents that a search left
 * in the nodes. ahead: as moves from the goal, else as moves towards it.
 */
struct fr_route_builder;
void fr_add_parents(struct fr_route_builder *builder, const fr_query *query,
					const fr_workspace *nodes, bool ahead, const fr_poll *poll);

#endif /* FRINGE_GRID_QUERY_H */
