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
put_counters(const fr_spread *spread, fr_result *result)
{
	result->expanded = result->expanded_last = spread->expanded;
	result->visited = result->visited_last = spread->expanded;
	result->opened = spread->opened;
	result->reopened = spread->reopened;
	result->open_peak = spread->peak;
}

/* The cost of the path that was found; FR_COST_RANGE if it is too long to be told. */
static fr_status
cost_of(const fr_spread *spread, fr_cell goal, uint64_t *cost)
{
	double length = fr_spread_length(spread, spread->last, goal);

	*cost = fr_length_bits(length);
	return length < (double) FR_MOST_LENGTH ? FR_OK : FR_COST_RANGE;
}

/* A path that is too long is not found, and has a cost. */
static void
find_path(const fr_run *run)
{
	fr_cell goal = fr_grid_cell(run->grid, run->goal);
	fr_result *result = run->result;
	fr_spread spread;

	fr_spread_begin(&spread, run->grid, run->workspace, run->start, run->poll);
	if (!fr_spread_aim(&spread, goal))
		fr_spread_run(&spread);
	run->workspace->head[0] = spread.last;
	result->iterations = 1;
	put_counters(&spread, result);
	result->found =
		spread.length != FR_NO_LENGTH && cost_of(&spread, goal, &result->cost) == FR_OK;
}

/* The last subgoal is where find_path has put it. */
static fr_route
found_route(const fr_run *run, const fr_arena *arena)
{
	fr_spread spread;

	fr_spread_begin(&spread, run->grid, run->workspace, run->start, run->poll);
	return fr_spread_route(&spread, run->workspace->head[0],
						   fr_grid_cell(run->grid, run->goal), arena);
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
 * reaches; FR_UNREACHED where there is no path. FR_COST_RANGE if one is too long.
 */
fr_status
fr_anyangle_costs(const fr_query *query, const uint32_t *goals, size_t count,
				  fr_workspace *workspace, const fr_poll *poll, uint64_t *costs)
{
	const fr_grid *grid = query->grid;
	fr_status status = FR_OK;
	fr_spread spread;

	fr_workspace_begin(workspace, fr_sights_count(grid), poll);
	fr_spread_begin(&spread, grid, workspace, query->start, poll);
	if (!fr_grid_blocked(grid, query->start))
		fr_spread_run(&spread);
	for (size_t i = 0; i < count && status == FR_OK; i++)
	{
		fr_cell goal = fr_grid_cell(grid, goals[i]);

		fr_poll_now(poll);
		costs[i] = FR_UNREACHED;
		if (!fr_grid_connected(grid, query->start, goals[i]))
			continue;
		fr_spread_reach(&spread, goal);
		if (spread.length != FR_NO_LENGTH)
			status = cost_of(&spread, goal, &costs[i]);
	}
	return status;
}

/* Is there a path from the query's start to its goal, however long? */
bool
fr_anyangle_reaches(const fr_query *query, fr_workspace *workspace, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	fr_spread spread;

	if (fr_grid_blocked(grid, query->start))
		return false;
	fr_workspace_begin(workspace, fr_sights_count(grid), poll);
	fr_spread_begin(&spread, grid, workspace, query->start, poll);
	if (!fr_spread_aim(&spread, fr_grid_cell(grid, query->goal)))
		fr_spread_run(&spread);
	return spread.length != FR_NO_LENGTH;
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
	return fr_spread_route(&spread, spread.last, at, query->arena);
}
