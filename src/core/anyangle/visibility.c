/*
 * visibility.c - the search under anyangle, from one cell to another or to many
 */
#include "core/anyangle/anyangle.h"

#include "core/anyangle/spread.h"
#include "core/search/search.h"

static size_t
extra_bytes(const fr_method *method)
{
	(void) method;
	return FR_SPREAD_BYTES;
}

static void
find_path(const fr_run *run)
{
	fr_spread spread;

	fr_spread_begin(&spread, run->grid, run->workspace, run->start, run->poll);
	spread.goal = fr_grid_cell(run->grid, run->goal);
	spread.aims = true;
	run->result->found = true;
	run->result->iterations = 1;
	run->workspace->head[0] = FR_FROM_START;
	if (!fr_sees(&spread.sights->planes, spread.start, spread.goal))
	{
		fr_spread_run(&spread);
		run->result->found = spread.length != FR_NO_LENGTH;
		run->workspace->head[0] = spread.last;
	}
	run->result->expanded = run->result->expanded_last = spread.expanded;
	run->result->visited = run->result->visited_last = spread.expanded;
	run->result->opened = spread.opened;
	run->result->reopened = spread.reopened;
	run->result->open_peak = spread.peak;
	if (run->result->found)
		run->result->cost =
			fr_length_bits(fr_spread_length(&spread, spread.last, spread.goal));
}

static fr_route
route_by(const fr_spread *spread, uint32_t last, fr_cell goal, const fr_arena *arena)
{
	size_t count = fr_spread_corners(spread, last, goal, NULL);
	fr_cell *corners = fr_take(arena, count * sizeof *corners);
	fr_route route = {.start = spread->start, .count = count, .corners = corners};
	fr_cell at = spread->start;

	fr_spread_corners(spread, last, goal, corners);
	for (size_t i = 0; i < count; at = corners[i++])
		route.moves += (int64_t) fr_leg_between(at, corners[i]).moves;
	return route;
}

/* The last subgoal is where find_path has put it. */
static fr_route
found_route(const fr_run *run, const fr_arena *arena)
{
	fr_spread spread;

	fr_spread_begin(&spread, run->grid, run->workspace, run->start, run->poll);
	return route_by(&spread, run->workspace->head[0], fr_grid_cell(run->grid, run->goal),
					arena);
}

const fr_search_row fr_search_visibility = {
	.name = "visibility",
	.nodes = fr_sights_count,
	.extra = extra_bytes,
	.reads = FR_READS_SIGHTS,
	.run = find_path,
	.lines = found_route,
};

/* ---- many cells ------------------------------------------------------------ */

/*
 * The costs from the query's start to all goals, after a search of all subgoals that it
 * reaches; FR_UNREACHED where there is no path.
 */
void
fr_anyangle_costs(const fr_query *query, const uint32_t *goals, size_t count,
				  fr_workspace *workspace, const fr_poll *poll, uint64_t *costs)
{
	const fr_grid *grid = query->grid;
	fr_spread spread;

	fr_workspace_begin(workspace, fr_sights_count(grid), poll);
	fr_spread_begin(&spread, grid, workspace, query->start, poll);
	if (!fr_grid_blocked(grid, query->start))
		fr_spread_run(&spread);
	for (size_t i = 0; i < count; i++)
	{
		fr_cell goal = fr_grid_cell(grid, goals[i]);

		fr_poll_now(poll);
		costs[i] = FR_UNREACHED;
		if (!fr_grid_connected(grid, query->start, goals[i]))
			continue;
		fr_spread_reach(&spread, goal);
		costs[i] = fr_length_bits(fr_spread_length(&spread, spread.last, goal));
	}
}

/* The route to a reachable cell, after such a search. */
fr_route
fr_anyangle_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
				  const fr_poll *poll)
{
	fr_cell at = fr_grid_cell(query->grid, goal);
	fr_spread spread;

	fr_spread_begin(&spread, query->grid, workspace, query->start, poll);
	if (goal == query->start)
		return (fr_route){.start = at};
	fr_spread_reach(&spread, at);
	return route_by(&spread, spread.last, at, query->arena);
}
