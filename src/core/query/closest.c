/*
 * closest.c - the reachable cell nearest to a goal
 *
 * Near means a small obstacle-free distance, for the least weight above 0. If the goal is
 * out of reach, rows are scanned for cells of the start's component, from the goal's row
 * outwards and from the goal's column in both directions. The scan needs no path. So one
 * search or a few remain, to the cells at the least distance.
 */
#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"
#include "core/search/search.h"

/* The cells of the start's component that are nearest so far. */
typedef struct hunt
{
	const fr_grid *grid;
	const fr_arena *arena;
	fr_heuristic h;
	uint32_t component;
	const fr_workspace *flooded; /* from the start, if the grid is one-way; else NULL */
	uint64_t distance;			 /* of these cells from the goal */
	uint32_t *cells;
	size_t count;
	size_t room;
} hunt;

/* ---- the cells nearest to the goal ------------------------------------------------- */

static void
add_cell(hunt *h, uint32_t cell, uint64_t distance)
{
	if (distance < h->distance)
		h->count = 0;
	h->distance = distance;
	if (h->count == h->room)
		h->cells = fr_grow(h->arena, h->cells, sizeof *h->cells, h->count, h->count + 1,
						   &h->room);
	h->cells[h->count++] = cell;
}

/* Does the start lead to this cell? */
static bool
is_led_to(const hunt *h, uint32_t cell)
{
	if (h->flooded)
		return fr_distance(h->flooded, cell) != FR_UNREACHED;
	return fr_grid_component(h->grid, cell) == h->component;
}

/* The first cell from x on that is blocked, or free, or what is beyond the row's end. */
static int32_t
find_cell(const hunt *h, const uint64_t *row, int32_t x, int step, bool blocked)
{
	uint64_t flip = blocked ? 0 : ~UINT64_C(0);
	int32_t last = (int32_t) (h->grid->width - 1) / 64;
	int32_t i = x >> 6;
	int skip = step > 0 ? x & 63 : 63 - (x & 63);
	uint64_t bits = row[i] ^ flip;

	bits = step > 0 ? bits >> skip << skip : bits << skip >> skip;
	while (bits == 0)
	{
		i += step;
		if (i < 0 || i > last)
			return step > 0 ? (int32_t) h->grid->width : -1;
		bits = row[i] ^ flip;
	}
	return i * 64 + (step > 0 ? __builtin_ctzll(bits) : 63 - __builtin_clzll(bits));
}

/* Along a row from x on: steps are 1 or -1. Unreached cells are skipped by words. */
static void
hunt_along(hunt *h, int32_t x, int32_t y, int step)
{
	const uint64_t *row = fr_bits_line(&h->grid->rows, (uint32_t) y);

	while (x >= 0 && x < (int32_t) h->grid->width)
	{
		uint64_t distance = fr_h_distance(&h->h, x, y);
		uint32_t cell = fr_grid_index(h->grid, (fr_cell){x, y});

		if (distance > h->distance)
			return;
		if (is_led_to(h, cell))
		{
			add_cell(h, cell, distance);
			x += step;
		}
		else if (fr_bits_has(row, x))
			x = find_cell(h, row, x, step, false);
		else
			x = h->flooded ? x + step : find_cell(h, row, x, step, true);
	}
}

/* Is every cell of row y, and so of those beyond it, too far from the goal? */
static bool
hunt_row(hunt *h, int64_t y)
{
	fr_cell goal = h->h.goal;

	if (y < 0 || y >= h->grid->height ||
		fr_h_distance(&h->h, goal.x, (int32_t) y) > h->distance)
		return true;
	hunt_along(h, goal.x, (int32_t) y, 1);
	hunt_along(h, goal.x - 1, (int32_t) y, -1);
	return false;
}

static void
hunt_from_goal(hunt *h, const fr_poll *poll)
{
	int64_t y = h->h.goal.y;
	bool north = false;
	bool south = hunt_row(h, y);

	for (int64_t i = 1; !north || !south; i++)
	{
		fr_poll_now(poll);
		north = north || hunt_row(h, y - i);
		south = south || hunt_row(h, y + i);
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

/* One search, unless even the obstacle-free distance shows that the cell is no better. */
static fr_status
search_cell(const fr_query *query, hunt *h, uint32_t cell, fr_sweep_workspace sweep,
			const fr_poll *poll, fr_closest *closest)
{
	fr_query single = *query;
	fr_cell start = fr_grid_cell(query->grid, query->start);
	fr_result result;
	fr_status status;

	fr_heuristic_aim(&h->h, query->grid, cell);
	if (!query->grid->costs.free &&
		!is_better(closest, cell, fr_h_distance(&h->h, start.x, start.y)))
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

/* A cell out of range costs more than any other, so it counts only if there is no other. */
static fr_status
search_cells(const fr_query *query, hunt *h, fr_sweep_workspace sweep,
			 const fr_poll *poll, fr_closest *closest)
{
	fr_status status = FR_OK;

	for (size_t i = 0; i < h->count; i++)
	{
		fr_status next = search_cell(query, h, h->cells[i], sweep, poll, closest);

		if (next)
			status = next;
	}
	return closest->found ? FR_OK : status;
}

/* Dijkstra's algorithm, which ends at the first of many cells. */
static fr_status
dijkstra_to_cells(const fr_query *query, const hunt *h, fr_sweep_workspace sweep,
				  const fr_poll *poll, fr_closest *closest)
{
	uint64_t *costs = fr_arena_alloc(query->arena, h->count * sizeof *costs);
	fr_status status =
		fr_nearest(query, (fr_cells){h->cells, h->count}, 1, sweep, poll, costs);

	if (status)
		return status;
	for (size_t i = 0; i < h->count; i++)
		if (costs[i] != FR_UNREACHED && is_better(closest, h->cells[i], costs[i]))
		{
			closest->found = true;
			closest->cell = h->cells[i];
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
closest_oneway(const fr_query *query, hunt *h, fr_sweep_workspace sweep,
			   const fr_poll *poll, fr_closest *closest)
{
	fr_status status = search_cell(query, h, query->goal, sweep, poll, closest);

	if (status || closest->found)
		return status;
	fr_flood(query, sweep, poll);
	h->flooded = sweep.workspace;
	fr_heuristic_aim(&h->h, query->grid, query->goal);
	hunt_from_goal(h, poll);
	closest->remaining = h->distance;
	return dijkstra_to_cells(query, h, sweep, poll, closest);
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
	hunt h = {.grid = grid,
			  .arena = query->arena,
			  .component = fr_grid_component(grid, query->start),
			  .distance = UINT64_MAX};

	*closest = (fr_closest){.found = false};
	if (grid->costs.lengths)
		return FR_NO_STEPS;
	fr_heuristic_init(&h.h, grid, NULL, query->method, query->start, query->goal);
	fr_heuristic_by_least(&h.h, grid);
	if (h.component == 0)
		return FR_OK;
	if (fr_grid_is_oneway(grid) || grid->links)
		return closest_oneway(query, &h, sweep, poll, closest);
	hunt_from_goal(&h, poll);
	closest->remaining = h.distance;
	if (h.count > 1 && !fr_searches_pay(query, (fr_cells){h.cells, h.count}, poll))
		return dijkstra_to_cells(query, &h, sweep, poll, closest);
	return search_cells(query, &h, sweep, poll, closest);
}
