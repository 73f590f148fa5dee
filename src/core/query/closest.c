/*
 * closest.c - the reachable cell nearest to a goal
 *
 * Near means a small obstacle-free distance, for the least weight above 0. If the goal is
 * out of reach, rows are scanned for cells of the start's component, from the goal's row
 * outwards and from the goal's column in both directions. The scan needs no path. So one
 * search or a few remain, to the cells at the least distance.
 */
#include <stdlib.h>

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"
#include "core/search/search.h"

/* The cells of the start's component that are nearest so far. */
typedef struct nearest_cells
{
	const fr_grid *grid;
	const fr_arena *arena;
	fr_heuristic h;
	fr_cell goal;
	bool zigzag; /* do paths on open ground? Then the heuristic is only a bound */
	uint32_t component;
	const fr_workspace *flooded; /* from the start, if the grid is one-way; else NULL */
	uint64_t distance;			 /* of these cells from the goal */
	uint32_t *cells;
	size_t count;
	size_t room;
} nearest_cells;

/* ---- the cells nearest to the goal ------------------------------------------------- */

/* How far a cell is from the goal without obstacles. */
static uint64_t
distance_of(const nearest_cells *near, int32_t x, int32_t y)
{
	if (!near->zigzag)
		return fr_h_distance(&near->h, near->h.shape, x, y);
	return fr_open_units(&near->grid->costs, near->grid->octile,
						 (int64_t) x - near->goal.x, (int64_t) y - near->goal.y);
}

static void
add_nearest(nearest_cells *near, uint32_t cell, uint64_t distance)
{
	if (distance < near->distance)
		near->count = 0;
	near->distance = distance;
	if (near->count == near->room)
		near->cells = fr_grow(near->arena, near->cells, sizeof *near->cells, near->count,
							  near->count + 1, &near->room);
	near->cells[near->count++] = cell;
}

/* Is there a path from the start to the cell? */
static bool
is_reachable(const nearest_cells *near, uint32_t cell)
{
	if (near->flooded)
		return fr_distance(near->flooded, cell) != FR_UNREACHED;
	return fr_grid_component(near->grid, cell) == near->component;
}

/* The first cell from x on that is blocked, or free; -1 or the width if there is none. */
static int32_t
find_cell(const nearest_cells *near, const uint64_t *row, int32_t x, int step,
		  bool blocked)
{
	uint64_t flip = blocked ? 0 : ~UINT64_C(0);
	int32_t last = (int32_t) (near->grid->width - 1) / 64;
	int32_t i = x >> 6;
	int skip = step > 0 ? x & 63 : 63 - (x & 63);
	uint64_t bits = row[i] ^ flip;

	bits = step > 0 ? bits >> skip << skip : bits << skip >> skip;
	while (bits == 0)
	{
		i += step;
		if (i < 0 || i > last)
			return step > 0 ? (int32_t) near->grid->width : -1;
		bits = row[i] ^ flip;
	}
	return i * 64 + (step > 0 ? __builtin_ctzll(bits) : 63 - __builtin_clzll(bits));
}

/* Lists the nearest cells of a row from x on, by steps of 1 or -1. Skips other cells by words. */
static void
list_along(nearest_cells *near, int32_t x, int32_t y, int step)
{
	const uint64_t *row = fr_bits_line(&near->grid->rows, (uint32_t) y);

	while (x >= 0 && x < (int32_t) near->grid->width)
	{
		uint64_t distance = distance_of(near, x, y);
		uint32_t cell = fr_grid_index(near->grid, (fr_cell){x, y});

		if (distance > near->distance)
			return;
		if (is_reachable(near, cell))
		{
			add_nearest(near, cell, distance);
			x += step;
		}
		else if (fr_bits_has(row, x))
			x = find_cell(near, row, x, step, false);
		else
			x = near->flooded ? x + step : find_cell(near, row, x, step, true);
	}
}

/* Lists the nearest cells of a row. True: the row, and so all rows beyond, are too far away. */
static bool
list_in_row(nearest_cells *near, int64_t y)
{
	int32_t x = near->goal.x;

	if (y < 0 || y >= near->grid->height ||
		distance_of(near, x, (int32_t) y) > near->distance)
		return true;
	list_along(near, x, (int32_t) y, 1);
	list_along(near, x - 1, (int32_t) y, -1);
	return false;
}

/*
 * Tries all cells: where edges are joined the nearest cells may be across an edge, and where paths
 * zigzag a cell farther along a row may be nearer.
 */
static void
list_around(nearest_cells *near, const fr_poll *poll)
{
	for (uint32_t n = 0; n < near->grid->cells; n++)
	{
		fr_cell at = fr_grid_cell(near->grid, n);
		uint64_t distance = distance_of(near, at.x, at.y);

		fr_poll_at(poll, n);
		if (distance <= near->distance && is_reachable(near, n))
			add_nearest(near, n, distance);
	}
}

static void
list_nearest(nearest_cells *near, const fr_poll *poll)
{
	int64_t y = near->goal.y;
	bool north = false;
	bool south;

	if (near->grid->costs.wraps || near->zigzag)
	{
		list_around(near, poll);
		return;
	}
	south = list_in_row(near, y);
	for (int64_t i = 1; !north || !south; i++)
	{
		fr_poll_now(poll);
		north = north || list_in_row(near, y - i);
		south = south || list_in_row(near, y + i);
	}
}

/* ---- which of them costs least ----------------------------------------------------- */

/* Is a cell at this cost better than the one found so far? */
static bool
is_better(const fr_closest *closest, uint32_t cell, uint64_t cost)
{
	return !closest->found || cost < closest->cost ||
		   (cost == closest->cost && cell < closest->cell);
}

/* Searches for a cell, unless even its obstacle-free distance shows that it is no better. */
static fr_status
search_cell(const fr_query *query, nearest_cells *near, uint32_t cell,
			fr_sweep_workspace sweep, const fr_poll *poll, fr_closest *closest)
{
	fr_query single = *query;
	fr_cell start = fr_grid_cell(query->grid, query->start);
	fr_result result;
	fr_status status;

	fr_heuristic_aim(&near->h, query->grid, cell);
	if (!query->grid->costs.free &&
		!is_better(closest, cell,
				   fr_h_distance(&near->h, near->h.shape, start.x, start.y)))
		return FR_OK;
	single.goal = cell;
	single.uncounted = single.wants_route = true;
	status = fr_search(&single, sweep.workspace, poll, &result);
	if (status == FR_OK && result.found && is_better(closest, cell, result.cost))
	{
		closest->found = true;
		closest->cell = cell;
		closest->cost = result.cost;
		closest->route = result.route;
	}
	return status;
}

/* Searches for all of the cells. A cell out of range costs more than any other. */
static fr_status
search_cells(const fr_query *query, nearest_cells *near, fr_sweep_workspace sweep,
			 const fr_poll *poll, fr_closest *closest)
{
	fr_status status = FR_OK;

	for (size_t i = 0; i < near->count; i++)
	{
		fr_status next = search_cell(query, near, near->cells[i], sweep, poll, closest);

		if (next)
			status = next;
	}
	return closest->found ? FR_OK : status;
}

/* Dijkstra's algorithm, which ends at the first of many cells. */
static fr_status
dijkstra_to_cells(const fr_query *query, const nearest_cells *near,
				  fr_sweep_workspace sweep, const fr_poll *poll, fr_closest *closest)
{
	uint64_t *costs = fr_arena_alloc(query->arena, near->count * sizeof *costs);
	fr_status status =
		fr_nearest(query, (fr_cells){near->cells, near->count}, 1, sweep, poll, costs);

	if (status)
		return status;
	for (size_t i = 0; i < near->count; i++)
		if (costs[i] != FR_UNREACHED && is_better(closest, near->cells[i], costs[i]))
		{
			closest->found = true;
			closest->cell = near->cells[i];
			closest->cost = costs[i];
		}
	closest->route = fr_distance_route(query, closest->cell, sweep.workspace, poll);
	return FR_OK;
}

/*
 * Components do not tell which cells the start leads to on a grid that is one-way or has
 * links. A flood does, unless a search finds that the goal is one of them.
 */
static fr_status
closest_oneway(const fr_query *query, nearest_cells *near, fr_sweep_workspace sweep,
			   const fr_poll *poll, fr_closest *closest)
{
	fr_status status = search_cell(query, near, query->goal, sweep, poll, closest);

	if (status || closest->found)
		return status;
	fr_flood(query, sweep, poll);
	near->flooded = sweep.workspace;
	fr_heuristic_aim(&near->h, query->grid, query->goal);
	list_nearest(near, poll);
	closest->remaining = near->distance;
	return dijkstra_to_cells(query, near, sweep, poll, closest);
}

/*
 * Finds the reachable cell nearest to the query's goal: by obstacle-free distance from
 * the goal, then by cost from the start, then by index. The query's arena gives memory
 * for the route. FR_COST_RANGE if the path there costs more than exact arithmetic allows.
 */
fr_status
fr_closest_to(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll,
			  fr_closest *closest)
{
	const fr_grid *grid = query->grid;
	nearest_cells near = {.grid = grid,
						  .arena = query->arena,
						  .goal = fr_grid_cell(grid, query->goal),
						  .zigzag = fr_costs_zigzag(&grid->costs, grid->octile),
						  .component = fr_grid_component(grid, query->start),
						  .distance = UINT64_MAX};

	*closest = (fr_closest){.found = false};
	fr_heuristic_init(&near.h, grid, NULL, query->method, query->start, query->goal);
	fr_heuristic_by_least(&near.h, grid);
	if (near.component == 0)
		return FR_OK;
	if (fr_grid_is_oneway(grid) || grid->links)
		return closest_oneway(query, &near, sweep, poll, closest);
	list_nearest(&near, poll);
	closest->remaining = near.distance;
	if (near.count > 1 &&
		!fr_searches_pay(query, (fr_cells){near.cells, near.count}, poll))
		return dijkstra_to_cells(query, &near, sweep, poll, closest);
	return search_cells(query, &near, sweep, poll, closest);
}
