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
 *     line_of_sight.c  sight, and the best cell near a target: line_of_sight.h
 *     sight.c     sight over heights, between hexagons and past sides: sight.h
 *     horizon.c   which cells of a view heights hide: horizon.h
 *     tour.c      the order of stops of least cost: tour.h
 *     best_paths.c  the cells of all best paths, their number, one at random: best_paths.h
 *     alternatives.c  routes that pass obstacles on other sides: alternatives.h
 *     chokepoints.c  cells and gates whose closing splits a region: chokepoints.h
 *     diagnosis.c why there is no path, and the fewest closed cells that one would open
 *
 * Shapes: cells are indexes y * width + x on the query's grid, and costs are in the unit of
 * the grid. Memory: routes are in the query's arena, and everything else in the workspace,
 * which has to fit (fr_search_nodes, fr_sweep_nodes). Distances and owners stay in the
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

/* The name of a search, and the rules of grids that it supports. */
const char *fr_search_name(fr_search_kind search);
fr_rules fr_search_rules(fr_search_kind search);

/* Can the method run on the grid? FR_METHOD_FIT. The second form tells no reason. */
fr_status fr_method_check(const fr_method *method, const fr_grid *grid, fr_error *error);
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

/*
 * Is there a path from the query's start to its goal, at any cost? Mostly components tell.
 * `sweep` is used only where they do not.
 */
bool fr_reachability_needs_sweep(const fr_query *query);
bool fr_is_reachable(const fr_query *query, fr_sweep_workspace sweep,
					 const fr_poll *poll);

/* ---- Voronoi partition ------------------------------------------------------------- */

/*
 * The owner of a cell is the nearest start, the first one in the array of those that are
 * equally near. Under movement points, starts that were not equally near may be so after
 * both wait for the next turn. Then the one that was ahead owns the cell, because its route
 * leads through cells that it owns. Owners follow from the distances of fr_reach_from, and
 * are valid until the next search.
 */
void fr_voronoi_partition(const fr_query *query, const uint32_t *starts, size_t count,
						  fr_sweep_workspace sweep, const fr_poll *poll);

/* The owner of a cell, from 1; 0 if no start reaches it. */
uint32_t fr_voronoi_owner(const fr_workspace *workspace, uint32_t cell);

/* ---- fewest turns ------------------------------------------------------------------ */

#define FR_FEWEST_TURNS_RULES (FR_STEP_RULES | FR_RULE(WRAP))

/* Of all best paths one with the fewest turns, if *found. FR_COST_RANGE. */
fr_status fr_fewest_turns(const fr_query *query, fr_sweep_workspace sweep,
						  const fr_poll *poll, bool *found, fr_route *route);

/* ---- diagnosis --------------------------------------------------------------------- */

/* Why there is no path. If there are several reasons, the first one of these counts. */
typedef enum fr_reason
{
	FR_PATH, /* there is a path */
	FR_START_BLOCKED,
	FR_GOAL_BLOCKED,
	FR_START_WITHOUT_WEIGHT,
	FR_GOAL_WITHOUT_WEIGHT,
	FR_START_IN_LAYER, /* blocked by the layer `blocked` */
	FR_GOAL_IN_LAYER,
	FR_START_TOO_NARROW,
	FR_GOAL_TOO_NARROW,
	FR_APART,
	/* rules without which there is a path: closed sides, limits of heights, directions */
	FR_SIDES_CLOSED,
	FR_TOO_STEEP,
	FR_ONE_WAY,
	FR_SIDES_AND_STEEP,
	FR_SIDES_AND_ONE_WAY,
	FR_STEEP_AND_ONE_WAY,
	FR_ALL_RULES,
	FR_COST_OUT_OF_RANGE, /* there is a path, but its cost is too large */
	FR_REASONS
} fr_reason;

/* Their words. */
extern const char *const fr_reason_text[FR_REASONS];

/* A cell that a path would have to open, or the cell where a closed link begins. */
typedef struct fr_obstacle
{
	fr_cell cell;
	uint8_t code; /* 0: a link without a code, or a layer is in the way */
} fr_obstacle;

/*
 * A map, the model of the query's grid, and a function that returns the grid of the map, without
 * the layer of this name if it has one, under another model. That function may drop the grids that it returned
 * before, and the query's.
 */
typedef struct fr_diagnosed
{
	const fr_map *map;
	const fr_model *model; /* not of straight lines */
	const fr_grid *(*grid)(void *context, const fr_model *model, const char *without);
	void *context;
	bool reason_only; /* fr_find_obstacles searches for nothing else */
} fr_diagnosed;

typedef struct fr_diagnosis
{
	fr_reason reason;
	fr_status status;	/* of fr_closest_to */
	fr_closest closest; /* if that is FR_OK */
	fr_obstacle
		*obstacles; /* of the path with the fewest, from the start on; in the arena */
	size_t count;	/* 0: there is a path, or nothing opens one */
} fr_diagnosis;

/*
 * Sets the reason, the status and the closest cell. FR_APART and FR_ONE_WAY are not final:
 * fr_find_obstacles finds out which rules are in the way.
 */
void fr_find_reason(const fr_query *query, const fr_diagnosed *asked,
					fr_sweep_workspace sweep, const fr_poll *poll, fr_diagnosis *found);

/*
 * Sets the final reason, and lists the obstacles. If rules are the reason, it is the first of the
 * smallest sets of them without which there is a path, in the order of fr_reason.
 *
 * The obstacles are closed cells and links. If these open no path, or closed sides are part of
 * the reason, they are the cells and links that break the rules of the reason. Walls (fr_is_wall)
 * are obstacles only if nothing else opens a path. No other path has fewer, except for larger
 * agents and for one-way cells that allow a diagonal step without the straight steps beside it
 * (diagnosis.c).
 */
void fr_find_obstacles(const fr_query *query, const fr_diagnosed *asked,
					   const fr_poll *poll, fr_diagnosis *found);

/* Why did a complete search not find its goal? FR_OK: there is no path; else FR_COST_RANGE. */
fr_status fr_why_unreached(const fr_query *query, fr_sweep_workspace sweep,
						   const fr_poll *poll);

/* ---- shared by the files of this folder -------------------------------------------- */

/* Finds all cells with a path from the start; fr_distance then has the fewest steps there. */
void fr_flood(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll);

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
