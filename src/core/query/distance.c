/*
 * distance.c - costs from one cell, or some, to many
 */
#include "core/anyangle/anyangle.h"
#include "core/base/base.h"
#include "core/grid/edges.h"
#include "core/grid/route.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"
#include "core/search/heuristic.h"
#include "core/search/search.h"
#include "core/search/turn_search.h"

/* ---- one search -------------------------------------------------------------------- */

static void
begin_dijkstra(fr_dijkstra *s, const fr_query *query, uint64_t cap,
			   fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_dijkstra_prepare(s, query->grid, 1, cap, sweep, poll);
	fr_dijkstra_begin(s);
}

/* ---- reachability ------------------------------------------------------------------ */

/*
 * Begins a flood of all cells that a start leads to on a one-way grid. Steps and links
 * cost 1, so that no cost is out of range. The flood ends early if all awaited cells are
 * reached.
 */
static void
begin_flood(fr_dijkstra *s, const fr_grid *grid, fr_sweep_workspace sweep,
			const fr_poll *poll)
{
	fr_dijkstra_prepare(s, grid, 1, grid->costs.limit, sweep, poll);
	s->grid.terrain = NULL;
	s->grid.costs.turn_max = s->grid.costs.points = 0;
	s->grid.prices = NULL;
	s->flood = true;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		s->grid.costs.step[d] = 1;
	fr_dijkstra_begin(s);
}

/*
 * Finds all cells with a path from the start, and the fewest steps and links there, which
 * fr_distance returns.
 */
void
fr_flood(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_dijkstra s;

	begin_flood(&s, query->grid, sweep, poll);
	fr_dijkstra_run(&s, &query->start, 1, false);
}

/*
 * Do components leave open whether there is a path from the query's start to its goal? They
 * do on a one-way grid, if the two cells are in one weak component, but in two strong ones.
 */
bool
fr_reachability_needs_sweep(const fr_query *query)
{
	const fr_oneway *oneway = query->grid->oneway;

	return fr_grid_is_oneway(query->grid) &&
		   fr_grid_connected(query->grid, query->start, query->goal) &&
		   !(oneway && oneway->component[query->start] == oneway->component[query->goal]);
}

/*
 * Is there a path from the query's start to its goal, at any cost? `sweep` is used only if
 * fr_reachability_needs_sweep.
 */
bool
fr_is_reachable(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_dijkstra s;

	if (!fr_reachability_needs_sweep(query))
		return fr_grid_connected(query->grid, query->start, query->goal);
	if (query->grid->costs.lengths)
		return fr_anyangle_reaches(query, sweep, poll);
	begin_flood(&s, query->grid, sweep, poll);
	fr_dijkstra_await(&s, query->goal);
	fr_dijkstra_run(&s, &query->start, 1, false);
	return s.awaited == 0;
}

/*
 * Why did a complete search not find its goal? FR_OK if there is no path, else
 * FR_COST_RANGE.
 */
fr_status
fr_why_unreached(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll)
{
	if (fr_grid_is_oneway(query->grid) &&
		fr_costs_fit(&query->grid->costs, query->grid->cells))
		return FR_OK;
	return fr_is_reachable(query, sweep, poll) ? FR_COST_RANGE : FR_OK;
}

/*
 * Why are costs of goals FR_UNREACHED after a search without a bound? *flooded: a flood took
 * the place of the search in the workspace.
 */
static fr_status
why_some_unreached(const fr_query *query, fr_cells goals, const uint64_t *costs,
				   fr_sweep_workspace sweep, const fr_poll *poll, bool *flooded)
{
	*flooded = false;
	if (!fr_grid_is_oneway(query->grid))
		return FR_COST_RANGE;
	if (fr_costs_fit(&query->grid->costs, query->grid->cells))
		return FR_OK;
	*flooded = true;
	fr_flood(query, sweep, poll);
	for (size_t i = 0; i < goals.count; i++)
	{
		fr_poll_at(poll, i);
		if (costs[i] == FR_UNREACHED &&
			fr_distance(sweep.workspace, goals.at[i]) != FR_UNREACHED)
			return FR_COST_RANGE;
	}
	return FR_OK;
}

/* ---- the nearest of many ----------------------------------------------------------- */

/*
 * Searches up to the cap until k goals that components join to the start are settled.
 * Returns whether they all are, and in *settled the distance up to which costs are final.
 */
static bool
settle_nearest(const fr_query *query, fr_cells goals, size_t k, uint64_t cap,
			   fr_sweep_workspace sweep, const fr_poll *poll, uint64_t *settled)
{
	fr_dijkstra s;

	begin_dijkstra(&s, query, cap, sweep, poll);
	for (size_t i = 0; i < goals.count; i++)
	{
		fr_poll_at(poll, i);
		if (fr_grid_connected(query->grid, query->start, goals.at[i]))
			fr_dijkstra_await(&s, goals.at[i]);
	}
	if (s.awaited > k)
		s.awaited = (uint32_t) k;
	*settled = 0;
	if (s.awaited > 0)
		*settled = fr_dijkstra_run(&s, &query->start, 1, false);
	return s.awaited == 0;
}

/*
 * The costs of the k (1 or more) nearest reachable goals and of all goals as near as
 * the last of these; FR_UNREACHED for the rest, except that with a direction of arrival farther
 * ones may have their costs, too. Duplicate goals count once.
 * FR_COST_RANGE if such a goal costs more than exact arithmetic allows. With a bound in
 * query->within, which is in units, goals that cost more may count as out of reach.
 * After FR_OK, fr_distance_route has the routes to the goals with costs.
 */
fr_status
fr_nearest(const fr_query *query, fr_cells goals, size_t k, fr_sweep_workspace sweep,
		   const fr_poll *poll, uint64_t *costs)
{
	const fr_grid *grid = query->grid;
	uint64_t limit = grid->costs.limit;
	uint64_t cap = query->within && query->within < limit ? query->within : limit;
	uint64_t settled;
	fr_status status;
	bool flooded;
	bool all;

	if (grid->costs.lengths)
		return fr_anyangle_costs(query, goals.at, goals.count, sweep, poll, costs);
	all = settle_nearest(query, goals, k, cap, sweep, poll, &settled);
	for (size_t i = 0; i < goals.count; i++)
	{
		fr_poll_at(poll, i);
		costs[i] = fr_distance(sweep.workspace, goals.at[i]);
		if (costs[i] > settled)
			costs[i] = FR_UNREACHED;
	}
	if (all || cap < limit)
		return FR_OK;
	status = why_some_unreached(query, goals, costs, sweep, poll, &flooded);
	if (flooded && status == FR_OK) /* the flood left its own distances and parents */
		settle_nearest(query, goals, k, cap, sweep, poll, &settled);
	return status;
}

/* ---- a search for each goal -------------------------------------------------------- */

/*
 * A model of times to goals d straight steps away, measured on game maps (bench/sweep).
 * The unit is the time of Dijkstra's algorithm divided by d^2. Dijkstra's algorithm takes
 * DIJKSTRA_TIMES as long as an A* search, at any distance. The time of jump point search
 * grows with d and has a constant part.
 */
#define DIJKSTRA_TIMES 2.5
#define DIJKSTRA_TIMES_WEIGHTED 5.0
#define JUMP_STEP 1.3
#define JUMP_START 25.0
#define DIJKSTRA_CELLS 10 /* cells of the map per d^2, to bound its time */

static double
search_time(const fr_query *query, double d)
{
	if (query->method->search == FR_JUMP)
		return JUMP_STEP * (d + JUMP_START);
	return d * d / (fr_steps_of(query->grid) ? DIJKSTRA_TIMES_WEIGHTED : DIJKSTRA_TIMES);
}

static double
dijkstra_time(const fr_query *query, double d)
{
	double most = (double) query->grid->cells / DIJKSTRA_CELLS;

	return query->method->search == FR_JUMP && d * d > most ? most : d * d;
}

/*
 * Are single searches to all goals faster than Dijkstra's algorithm up to the farthest
 * one?
 */
bool
fr_searches_pay(const fr_query *query, fr_cells goals, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	fr_cell start = fr_grid_cell(grid, query->start);
	fr_heuristic h;
	double searches = 0;
	double farthest = 0;

	fr_heuristic_init(&h, grid, NULL, query->method, query->start, query->start);
	fr_heuristic_by_least(&h, grid);
	for (size_t i = 0; i < goals.count; i++)
	{
		double d;

		fr_poll_at(poll, i);
		fr_heuristic_aim(&h, grid, goals.at[i]);
		d = (double) fr_h_distance(&h, grid->costs.shape, start.x, start.y) /
			(double) grid->costs.near.straight;
		if (!fr_grid_connected(grid, query->start, goals.at[i]))
			continue;
		searches += search_time(query, d);
		farthest = d > farthest ? d : farthest;
	}
	return searches < dijkstra_time(query, farthest);
}

static fr_status
search_each(const fr_query *query, fr_cells goals, fr_sweep_workspace sweep,
			const fr_poll *poll, uint64_t *costs)
{
	fr_query single = {.grid = query->grid,
					   .method = query->method,
					   .start = query->start,
					   .uncounted = true};

	for (size_t i = 0; i < goals.count; i++)
	{
		fr_result result;
		fr_status status;

		fr_poll_at(poll, i);
		single.goal = goals.at[i];
		status = fr_search(&single, sweep.workspace, poll, &result);
		if (status)
			return status;
		costs[i] = result.found ? result.cost : FR_UNREACHED;
	}
	return FR_OK;
}

/*
 * The cost to each goal, by Dijkstra's algorithm or by single searches, by estimated
 * time. Goals may repeat. FR_COST_RANGE if a cost exceeds exact arithmetic.
 */
fr_status
fr_costs_to(const fr_query *query, fr_cells goals, fr_sweep_workspace sweep,
			const fr_poll *poll, uint64_t *costs)
{
	if (!query->grid->costs.lengths && query->method->search != FR_DIJKSTRA &&
		fr_searches_pay(query, goals, poll))
		return search_each(query, goals, sweep, poll, costs);
	return fr_nearest(query, goals, goals.count, sweep, poll, costs);
}

/* ---- a budget ---------------------------------------------------------------------- */

/*
 * FR_COST_RANGE if a search up to the limit on costs left out a cell to which an edge leads from
 * one that it reached.
 */
static fr_status
check_range(const fr_grid *grid, bool backward, const fr_workspace *workspace,
			const fr_poll *poll)
{
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_edges e;

		fr_poll_at(poll, n);
		if (fr_distance(workspace, n) != FR_UNREACHED)
			continue;
		e = backward ? fr_edges_from(grid, n) : fr_edges_into(grid, n);
		while (fr_edges_next(&e, poll))
			if (fr_distance(workspace, e.to) != FR_UNREACHED)
				return FR_COST_RANGE;
	}
	return FR_OK;
}

/* What the i-th start costs beforehand. */
static uint64_t
advance_of(const fr_query *query, size_t i)
{
	return query->advance ? query->advance[i] : 0;
}

/*
 * Searches from several cells (backward: towards them) up to the bound, which is at most
 * the limit on costs. fr_distance then returns the costs up to it, and starts have the
 * flag FR_KEY_SOURCE. FR_COST_RANGE if the bound is the limit and a reachable cell costs
 * more.
 */
fr_status
fr_reach_from(const fr_query *query, fr_cells starts, uint64_t bound, bool backward,
			  fr_sweep_workspace sweep, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	fr_dijkstra s;

	begin_dijkstra(&s, query, bound, sweep, poll);
	s.advance = query->advance;
	s.ties = query->owners;
	fr_dijkstra_run(&s, starts.at, starts.count, backward);
	for (size_t i = 0; i < starts.count; i++)
	{
		fr_poll_at(poll, i);
		if (fr_distance(sweep.workspace, starts.at[i]) == advance_of(query, i))
			sweep.workspace->nodes[starts.at[i]].key |= FR_KEY_SOURCE;
	}
	return bound == grid->costs.limit ? check_range(grid, backward, sweep.workspace, poll)
									  : FR_OK;
}

/* Searches from the query's start up to a bound. */
fr_status
fr_reach(const fr_query *query, uint64_t bound, fr_sweep_workspace sweep,
		 const fr_poll *poll)
{
	return fr_reach_from(query, (fr_cells){&query->start, 1}, bound, false, sweep, poll);
}

/* The route from the query's start to a cell that the last search reached. */
fr_route
fr_distance_route(const fr_query *query, uint32_t goal, fr_workspace *workspace,
				  const fr_poll *poll)
{
	fr_route_builder builder = {.arena = query->arena};
	fr_query reached = *query;

	if (query->grid->costs.lengths)
		return fr_anyangle_route(query, goal, workspace, poll);
	reached.goal = goal;
	if (fr_has_turns(query->grid))
		fr_turn_route(&builder, query->grid, workspace, goal, poll);
	else
		fr_add_parents(&builder, &reached, workspace, false, poll);
	return fr_route_finish(&builder, fr_grid_cell(query->grid, query->start), true);
}

/* ---- which of several starts is nearest to each cell ------------------------------- */

/*
 * The cells get a Voronoi partition. A cell belongs to the first of the starts that a
 * best path leads from. So one start after the other takes all nodes that its best paths
 * reach and that no earlier start took. A node is a cell, or a state of it where turns have prices
 * (turn_search.h): then the cell is taken with the first state of its cost. After a
 * search the links of all nodes are unused: `next` stores the owner, and `prev` is a stack.
 */

#define NO_OWNER 0

typedef struct voronoi_partition
{
	const fr_grid *grid;
	const fr_workspace *workspace;
	const fr_poll *poll;
	fr_node *nodes;
	uint32_t states; /* per cell; 0: turns have no prices */
	fr_node *stack;
	uint32_t waiting;
	uint32_t owner;
} voronoi_partition;

/* The owner of a cell, from 1; 0 if no start reaches it. */
uint32_t
fr_voronoi_owner(const fr_workspace *workspace, uint32_t cell)
{
	return workspace->nodes[cell].next;
}

/* Gives a node to the owner, if this is its distance and no earlier start has it. */
static bool
take_node(voronoi_partition *m, uint32_t node, uint64_t distance)
{
	if (m->nodes[node].next != NO_OWNER || distance >= FR_UNREACHED ||
		fr_distance(m->workspace, node) != distance)
		return false;
	m->nodes[node].next = m->owner;
	return true;
}

/* Is this distance of no use to any state of a cell? A sweep has the argument. */
static bool
is_dominated(const voronoi_partition *m, uint32_t n, uint64_t distance)
{
	return distance > fr_turn_window(&m->grid->costs, fr_distance(m->workspace, n));
}

/* Takes cell n, which a step in direction d reaches. */
static void
take_cell(voronoi_partition *m, uint32_t n, int d, uint64_t distance)
{
	uint64_t last = m->states > 0 ? fr_arrival_cost(&m->grid->costs, d) : 0;
	uint32_t node = n;

	if (m->states > 0)
		node = m->grid->cells + n * m->states + fr_turn_slot(m->grid, (uint32_t) d);
	if (is_dominated(m, n, distance) || !take_node(m, node, distance))
		return;
	m->stack[m->waiting++].prev = node;
	if (m->states > 0)
		take_node(m, n, fr_after_cost(&m->grid->costs, distance, last));
}

/* Takes what the edges of a cell, reached in direction d, lead to on best paths. */
static void
take_onward(voronoi_partition *m, uint32_t n, int d, uint64_t distance)
{
	fr_edges e = fr_edges_after(m->grid, n, d);

	while (fr_edges_next(&e, m->poll))
		take_cell(m, e.to, e.direction, fr_edge_after(&e, distance));
}

/* Without links and headings, a start has no state of its own where turns have prices. */
static void
take_start(voronoi_partition *m, uint32_t n, uint64_t distance)
{
	if (m->states > 0 && fr_has_headings(&m->grid->costs))
	{
		take_cell(m, n, FR_AT_START, distance);
		return;
	}
	if (m->states == 0 || m->grid->links)
	{
		take_cell(m, n, FR_DIRECTIONS, distance);
		return;
	}
	if (fr_distance(m->workspace, n) == FR_UNREACHED || is_dominated(m, n, distance))
		return;
	take_node(m, n, distance);
	take_onward(m, n, FR_DIRECTIONS, distance);
}

/* Goes on from the last node on the stack. */
static void
take_next(voronoi_partition *m)
{
	uint32_t node = m->stack[--m->waiting].prev;
	uint32_t n = node;
	uint32_t d = FR_DIRECTIONS;

	if (m->states > 0)
	{
		n = (node - m->grid->cells) / m->states;
		d = fr_turn_direction(m->grid, (node - m->grid->cells) % m->states);
	}
	take_onward(m, n, (int) d, fr_distance(m->workspace, node));
}

/*
 * Finds the owners of all cells that fr_reach_from, of a query with `owners`, reached from these
 * starts.
 */
void
fr_voronoi_partition(const fr_query *query, const uint32_t *starts, size_t count,
					 fr_sweep_workspace sweep, const fr_poll *poll)
{
	const fr_grid *grid = query->grid;
	fr_node *nodes = sweep.workspace->nodes;
	voronoi_partition m = {.grid = grid,
						   .workspace = sweep.workspace,
						   .poll = poll,
						   .nodes = nodes,
						   .states = fr_has_turns(grid) ? fr_turn_states(grid) : 0,
						   .stack = nodes + (fr_has_turns(grid) ? grid->cells : 0)};

	for (uint32_t node = 0; node < grid->cells * (1 + m.states); node++)
	{
		fr_poll_at(poll, node);
		nodes[node].next = NO_OWNER;
	}
	for (size_t i = 0; i < count; i++)
	{
		m.owner = (uint32_t) i + 1;
		take_start(&m, starts[i], advance_of(query, i));
		for (uint64_t steps = i; m.waiting > 0; steps++)
		{
			fr_poll_at(poll, steps);
			take_next(&m);
		}
	}
}
