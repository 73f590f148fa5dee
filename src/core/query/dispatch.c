/*
 * dispatch.c - answer one query, by a search if necessary
 *
 * Only this file knows which searches there are: the rows of FR_SEARCHES.
 */
#include "core/grid/route.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"
#include "core/search/search.h"
#include "core/search/turn_search.h"
#include <string.h>

const fr_search_row *
fr_search_row_of(fr_search_kind kind)
{
#define ROW(NAME, name) &fr_search_##name,
	static const fr_search_row *const table[] = {FR_SEARCHES(ROW)};

	return table[kind];
}

/* The row of a search on a grid. A grid for a cold question has a search of its own. */
const fr_search_row *
fr_search_row_on(const fr_grid *grid, fr_search_kind kind)
{
	return grid->components.before ? fr_search_row_of(kind) : &fr_search_online;
}

const fr_search_row fr_search_auto = {.name = "auto", .rules = FR_EVERY_RULE};

/* ---- workspaces -------------------------------------------------------------------- */

/* The number of nodes that a resolved method has on a grid. */
uint32_t
fr_search_nodes(const fr_grid *grid, const fr_method *method)
{
	const fr_search_row *row = fr_search_row_on(grid, method->search);

	return row->nodes ? row->nodes(grid) : grid->cells;
}

/* Does the method remember cells? Otherwise it keeps no nodes, and writes the route itself. */
static bool
remembers(const fr_method *method)
{
	return fr_method_value(method, FR_MEMORY) != FR_MEMORY_NONE;
}

/* The nodes that a method keeps in the workspace. */
static uint32_t
kept_nodes(uint32_t nodes, const fr_method *method)
{
	return remembers(method) ? nodes : 0;
}

/* The nodes that have to be unseen before a search runs. */
static uint32_t
unseen_nodes(const fr_query *query, const fr_search_row *row, uint32_t nodes)
{
	return row->unseen ? row->unseen(query->grid) : kept_nodes(nodes, query->method);
}

/* Bytes per node that a method needs in addition to the node. */
static size_t
extra_bytes(const fr_method *method)
{
	const fr_search_row *row = fr_search_row_of(method->search);

	return row->extra ? row->extra(method) : 0;
}

/* The size in bytes of a workspace for a method with up to `nodes` nodes. */
size_t
fr_workspace_size(uint32_t nodes, const fr_method *method)
{
	return sizeof(fr_workspace) +
		   kept_nodes(nodes, method) * (sizeof(fr_node) + extra_bytes(method));
}

/* The most bytes that a search uses: its workspace and its allocations. */
size_t
fr_search_size(uint32_t nodes, const fr_method *method)
{
	const fr_search_row *row = fr_search_row_of(method->search);

	return fr_workspace_size(nodes, method) +
		   (row->allocated ? row->allocated(method, nodes) : 0);
}

/* Does the workspace suffice for this method with `nodes` nodes? */
bool
fr_workspace_fits(const fr_workspace *workspace, uint32_t nodes, const fr_method *method)
{
	uint32_t kept = kept_nodes(nodes, method);

	return workspace->capacity >= kept &&
		   workspace->extra_size >= kept * extra_bytes(method);
}

/* ---- workspaces of sweeps ----------------------------------------------------------- */

/* The search whose nodes a sweep writes: Dijkstra's algorithm, also over states; or the one by straight lines. */
static fr_search_kind
sweep_search(const fr_grid *grid)
{
	return grid->costs.lengths ? FR_VISIBILITY : FR_DIJKSTRA;
}

/* The number of nodes that a sweep has on a grid. */
uint32_t
fr_sweep_nodes(const fr_grid *grid)
{
	return fr_search_row_of(sweep_search(grid))->nodes(grid);
}

/* A method whose searches keep nodes: this one, or any other in place of memory=none. */
static fr_method
remembering(const fr_method *method)
{
	return remembers(method) ? *method : fr_method_auto();
}

/*
 * The size in bytes of a workspace for sweeps, and searches by a method, of up to `nodes`
 * nodes. A sweep by straight lines needs what the method `visibility` does.
 */
size_t
fr_sweep_workspace_size(uint32_t nodes, const fr_method *method)
{
	fr_method kept = remembering(method);

	return fr_workspace_size(nodes, &kept);
}

bool
fr_sweep_workspace_fits(const fr_workspace *workspace, uint32_t nodes,
						const fr_method *method)
{
	fr_method kept = remembering(method);

	return fr_workspace_fits(workspace, nodes, &kept);
}

/* The workspace as a workspace of sweeps on this grid. NULL inside: it is too small. */
fr_sweep_workspace
fr_sweep_workspace_on(const fr_grid *grid, fr_workspace *workspace)
{
	fr_method method = {.search = sweep_search(grid)};

	return (fr_sweep_workspace){
		fr_workspace_fits(workspace, fr_sweep_nodes(grid), &method) ? workspace : NULL};
}

/* ---- one query --------------------------------------------------------------------- */

/*
 * The answer if the start is the goal: any search would visit only this cell, if it is
 * not blocked.
 */
static void
answer_at_once(const fr_query *query, fr_result *result)
{
	if (fr_grid_blocked(query->grid, query->start))
		return;
	result->found = true;
	result->length = query->wants_route;
	if (query->wants_route)
		result->route.start = fr_grid_cell(query->grid, query->start);
	if (!query->uncounted)
		result->iterations = result->open_peak = result->opened = result->visited =
			result->visited_last = 1;
	if (query->trace)
		query->trace->visit(query->trace->context, 1, query->start, 0, 0, false);
}

/*
 * Is the goal in sight, so that a path is known without a search? Adds it to the builder, if
 * a route is wanted.
 */
static bool
is_in_sight(const fr_query *query, const fr_search_row *row, fr_route_builder *builder)
{
	const fr_grid *grid = query->grid;

	return row->sees != NULL &&
		   fr_obstacle_free_distance(grid, query->start, query->goal) <=
			   grid->costs.limit &&
		   row->sees(grid, fr_grid_cell(grid, query->start),
					 fr_grid_cell(grid, query->goal),
					 query->wants_route ? builder : NULL);
}

/* The path that is_in_sight found. */
static void
take_route_in_sight(const fr_query *query, fr_route_builder *builder, fr_result *result)
{
	if (!query->wants_route)
		return;
	result->route =
		fr_route_finish(builder, fr_grid_cell(query->grid, query->start), false);
	result->length = result->route.moves + 1;
}

/* The answer if the goal is in sight. A search would expand the start, and count more. */
static void
answer_by_sight(const fr_query *query, fr_route_builder *builder, fr_result *result)
{
	result->found = true;
	result->cost = fr_obstacle_free_distance(query->grid, query->start, query->goal);
	result->expanded = 1;
	take_route_in_sight(query, builder, result);
}

/* Exchanges start and goal. `turned` becomes a copy of a one-way grid with the moves reversed. */
static void
reverse(fr_run *run, fr_grid *turned)
{
	uint32_t start = run->start;

	run->start = run->goal;
	run->goal = start;
	fr_heuristic_aim(&run->heuristic, run->grid, run->goal);
	if (run->grid->oneway)
	{
		*turned = *run->grid;
		turned->moves = run->grid->oneway->back;
		run->grid = turned;
	}
}

/* Fills the tables by direction, for searches that read moves. */
static void
tabulate_steps(fr_run *run)
{
	const fr_grid *grid = run->grid;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		run->bit[d] = (uint8_t) (1u << d);
		run->offset[d] = (uint32_t) grid->offset[d];
		run->key_step[d] =
			(grid->costs.step[d] << FR_KEY_G_SHIFT) + (grid->terrain ? 0 : (uint64_t) d);
	}
}

/* Sets up the run; reverses start and goal if that is allowed and promises less work. */
static void
prepare_run(fr_run *run, const fr_query *query, const fr_search_row *row, fr_grid *turned,
			fr_workspace *workspace, const fr_poll *poll, fr_result *result)
{
	bool allocates = fr_method_value(query->method, FR_NODES) == FR_NODES_MALLOC ||
					 !remembers(query->method);
	bool all = fr_method_value(query->method, FR_MOVES) == FR_MOVES_ALL;
	bool from_either = fr_method_value(query->method, FR_FROM) == FR_FROM_EITHER;
	uint64_t limit = query->method->option[FR_MAX_EXPANDED].digits;

	run->grid = query->grid;
	run->workspace = workspace;
	run->method = query->method;
	run->start = query->start;
	run->goal = query->goal;
	/* a cell that ends a turn, or a step that over=block forbids, is on one way but not on another */
	all |= (query->grid->costs.rules & (FR_RULE(STOPS) | FR_RULE(OVER))) != 0;
	run->successors = all ? fr_moves_all : query->grid->tables->canonical;
	run->even = all ? NULL : query->grid->even;
	run->counted = !query->uncounted;
	run->arena = allocates ? query->arena : NULL;
	run->max_expanded = limit > 0 ? (int64_t) limit : INT64_MAX;
	run->poll = poll;
	run->trace = query->trace;
	run->result = result;
	if (row->reads == FR_READS_MOVES)
		tabulate_steps(run);
	fr_heuristic_init(&run->heuristic, query->grid, query->landmarks, query->method,
					  query->start, query->goal);
	if (from_either && row->from_goal && run->grid->costs.points == 0 &&
		fr_heuristic_prefers_reverse(&run->heuristic, run->start, run->goal))
		reverse(run, turned);
}

/* The cell where the link begins by which Dijkstra's algorithm reached a cell. */
static uint32_t
begin_of_link(const fr_grid *grid, const fr_workspace *nodes, uint32_t n)
{
	uint32_t i = nodes->nodes[fr_dijkstra_arc_node(grid, &grid->links->back, n)].next;

	return grid->links->ahead.at[i].from;
}

/*
 * Adds the path from a cell back to the start; ahead: as moves from the cell, else as moves
 * towards it.
 */
void
fr_add_parents(fr_route_builder *builder, const fr_query *query,
			   const fr_workspace *nodes, bool ahead, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	uint32_t n = query->goal;

	for (uint64_t steps = 1; n != query->start; steps++)
	{
		uint64_t key = nodes->nodes[n].key;
		bool linked = grid->links && key & FR_KEY_LINKED;
		int d = linked ? FR_DIRECTIONS : (int) (key & FR_KEY_PARENT);
		uint32_t from =
			linked ? begin_of_link(grid, nodes, n) : fr_grid_step_back(grid, n, d);

		fr_poll_at(poll, steps);
		if (ahead)
			fr_route_append_edge(builder, grid, n, linked ? d : fr_opposite(d), from);
		else
			fr_route_prepend_edge(builder, grid, from, d, n);
		n = from;
	}
}

/* The route from start to goal; a reversed search found it from the goal. */
static fr_route
route_of(const fr_run *run, const fr_query *query)
{
	const fr_search_row *row = fr_search_row_of(query->method->search);
	fr_route_builder builder = {.arena = query->arena};
	bool reversed = run->start != query->start;
	fr_route route;

	if (row->lines)
		return row->lines(run, query->arena);
	if (row->route)
		row->route(run, &builder);
	else
		fr_add_parents(
			&builder,
			&(fr_query){.grid = run->grid, .start = run->start, .goal = run->goal},
			run->workspace, reversed, run->poll);
	route = fr_route_finish(&builder, fr_grid_cell(query->grid, query->start), !reversed);
	/* a cycle that costs nothing may have turned at a lower price */
	if (row->route && run->grid->costs.free && !fr_has_turns(run->grid))
		fr_route_cut_cycles(&route, query->arena, run->poll);
	return route;
}

/* Is it known without a search that there is no path? A method may ignore components. */
static bool
is_known_unreachable(const fr_query *query)
{
	const fr_grid *grid = query->grid;

	if (grid->components.before == NULL)
		return fr_grid_blocked(grid, query->start) || fr_grid_blocked(grid, query->goal);
	return !fr_grid_connected(grid, query->start, query->goal) &&
		   (fr_method_value(query->method, FR_COMPONENTS) == FR_COMPONENTS_USE ||
			fr_grid_component(grid, query->start) == 0);
}

/*
 * Is there a path to a goal that a complete search of a cold question did not find? If paths
 * may cost too much, a search where a step costs 1 tells.
 */
static bool
reaches_goal(const fr_query *query, fr_workspace *workspace, const fr_poll *poll)
{
	fr_grid counting = *query->grid;
	fr_costs *costs = &counting.costs;
	fr_query count = *query;
	fr_result result;

	if (fr_costs_fit(costs, counting.cells))
		return false;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs->step[d] = 1;
	costs->step_max = 1;
	costs->h = (fr_norm){1, 1, 1, 1};
	count.grid = &counting;
	return fr_search(&count, workspace, poll, &result) == FR_OK && result.found;
}

/*
 * A workspace for a sweep after a search, if the answer needs one: the search's own, or one
 * in the query's arena if the search keeps too few nodes.
 */
static fr_sweep_workspace
sweep_workspace_after(const fr_query *query, fr_workspace *workspace)
{
	fr_sweep_workspace sweep = fr_sweep_workspace_on(query->grid, workspace);
	uint32_t nodes = fr_sweep_nodes(query->grid);
	fr_method method = {.search = FR_DIJKSTRA};
	size_t size = fr_workspace_size(nodes, &method);

	if (sweep.workspace || !fr_reachability_needs_sweep(query))
		return sweep;
	return fr_sweep_workspace_on(
		query->grid, fr_workspace_init(fr_arena_alloc(query->arena, size), size, nodes));
}

/* Why did a complete search not find its goal? Straight lines: a result with a cost has a path. */
static fr_status
why_unreached(const fr_query *query, const fr_result *result, fr_workspace *workspace,
			  const fr_poll *poll)
{
	if (query->grid->costs.lengths)
		return result->cost > 0 ? FR_COST_RANGE : FR_OK;
	if (query->grid->components.before == NULL)
		return reaches_goal(query, workspace, poll) ? FR_COST_RANGE : FR_OK;
	return fr_why_unreached(query, sweep_workspace_after(query, workspace), poll);
}

/*
 * Finds the best path from start to goal. The workspace must fit the grid and method.
 * The only failure is FR_COST_RANGE: the path costs more than exact arithmetic allows.
 * If the goal is reachable, a search without a path was ended by
 * max_expanded (complete is false), by pruning that may lose paths (optimal is false),
 * or by the limit on costs.
 */
fr_status
fr_search(const fr_query *query, fr_workspace *workspace, const fr_poll *poll,
		  fr_result *result)
{
	const fr_search_row *row = fr_search_row_on(query->grid, query->method->search);
	fr_route_builder sight = {.arena = query->arena};
	bool uncounted = query->uncounted && query->trace == NULL;
	bool in_sight = false;
	uint32_t nodes;
	fr_grid turned;
	fr_run run;

	fr_clear(result, sizeof *result);
	result->complete = result->optimal = true;
	/* with headings, the way to turn may be a path that leads back */
	if (query->start == query->goal && !fr_has_headings(&query->grid->costs))
	{
		answer_at_once(query, result);
		return FR_OK;
	}
	if (uncounted || query->wants_route)
		in_sight = is_in_sight(query, row, &sight);
	if (in_sight && uncounted)
		answer_by_sight(query, &sight, result);
	if (result->found || is_known_unreachable(query))
		return FR_OK;
	prepare_run(&run, query, row, &turned, workspace, poll, result);
	nodes = fr_search_nodes(query->grid, query->method);
	if (fr_method_value(query->method, FR_CLEAR) == FR_CLEAR_EAGERLY)
		fr_workspace_forget(workspace);
	fr_workspace_begin(workspace, unseen_nodes(query, row, nodes), poll);
	result->memory = fr_workspace_size(nodes, query->method);
	row->run(&run);
	/* Discard internal counts, except expansions, which tell `auto` how long it took. */
	if (query->uncounted)
		result->iterations = result->visited = result->visited_last =
			result->expanded_last = result->reopened = result->open_peak =
				result->opened = 0;
	if (result->found && !result->complete)
		result->cost = fr_run_path_cost(&run);
	if (result->found && in_sight)
		take_route_in_sight(query, &sight, result);
	else if (result->found && query->wants_route)
	{
		if (remembers(query->method))
			result->route = route_of(&run, query);
		result->length = result->route.moves + 1;
	}
	return result->found || !result->complete || !result->optimal
			   ? FR_OK
			   : why_unreached(query, result, workspace, poll);
}
