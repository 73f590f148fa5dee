/*
 * test_distance.c - costs to many cells against the oracle, on random maps and models
 *
 *     test_distance [CASES [SEED]]
 *
 * A failing case is printed with its seed; `test_distance 1 SEED` repeats it alone.
 */
#include "checks.h"

#define CASES 10000
#define MAX_SIDE 40
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define MAX_GOALS 12
#define STARTS 3

enum
{
	COSTS,
	SWEPT,
	NEAREST,
	WITHIN,
	TREE,
	REACH,
	RANGE,
	BOUND,
	CLOSE,
	CONNECTED,
	COMPONENTS,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs to goals are the oracle's"},
	{.name = "costs by one sweep are the oracle's"},
	{.name = "the k nearest goals, and no farther ones, have the oracle's costs"},
	{.name = "goals within a cost have the oracle's costs, farther ones that or none"},
	{.name = "the ways to nearest goals are legal and cost what they should"},
	{.name = "the cells within a bound, and no others, have the oracle's costs"},
	{.name = "costs out of range are said to be"},
	{.name = "a bound leaves out no cost whose value is within the budget"},
	{.name = "a bound is close to the budget"},
	{.name = "cells are connected where the oracle finds a path"},
	{.name = "components are counted whole, in the order of their first cells"},
};

static fr_method method;

/* ---- one start --------------------------------------------------------- */

/* A start and the oracle's costs from it to all cells. */
typedef struct question
{
	const world *w;
	fr_workspace *workspace;
	fr_poll poll;
	fr_query query;
	uint64_t truth[MAX_CELLS]; /* in units; FR_UNREACHED: no path */
	uint32_t goals[MAX_GOALS];
	size_t count;
	uint64_t costs[MAX_GOALS];
} question;

static bool
in_range(const question *q, uint64_t cost)
{
	return cost == FR_UNREACHED || cost <= q->w->costs.limit;
}

static bool
goals_in_range(const question *q)
{
	for (size_t i = 0; i < q->count; i++)
		if (!in_range(q, q->truth[q->goals[i]]))
			return false;
	return true;
}

/* Compares the costs of all goals; those above `most` must be FR_UNREACHED. */
static bool
costs_hold(const question *q, uint64_t most)
{
	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];

		if (q->costs[i] != (truth <= most ? truth : FR_UNREACHED))
			return false;
	}
	return true;
}

static void
check_costs(question *q)
{
	fr_status status = fr_costs_to(&q->query, (fr_cells){q->goals, q->count},
								   fr_sweep_workspace_on(q->query.grid, q->workspace),
								   &q->poll, q->costs);

	if (!goals_in_range(q))
		expect(RANGE, status == FR_COST_RANGE, q->w, NULL);
	else
		expect(COSTS, status == FR_OK && costs_hold(q, FR_UNREACHED), q->w, NULL);
	status = fr_nearest(&q->query, (fr_cells){q->goals, q->count}, MAX_GOALS,
						fr_sweep_workspace_on(q->query.grid, q->workspace), &q->poll,
						q->costs);
	if (!goals_in_range(q))
		expect(RANGE, status == FR_COST_RANGE, q->w, NULL);
	else
		expect(SWEPT, status == FR_OK && costs_hold(q, FR_UNREACHED), q->w, NULL);
}

/* Bounded by the cost of a goal, which is within. */
static void
check_within(question *q)
{
	uint64_t bound = q->count ? q->truth[q->goals[q->count / 2]] : FR_UNREACHED;
	bool holds = true;

	if (bound == 0 || !in_range(q, bound) || bound == FR_UNREACHED)
		return;
	q->query.within = bound;
	fr_nearest(&q->query, (fr_cells){q->goals, q->count}, MAX_GOALS,
			   fr_sweep_workspace_on(q->query.grid, q->workspace), &q->poll, q->costs);
	q->query.within = 0;
	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];

		holds &= q->costs[i] == truth || (truth > bound && q->costs[i] == FR_UNREACHED);
	}
	expect(WITHIN, holds, q->w, NULL);
}

/* The number of distinct goals that cost less than this. */
static size_t
nearer_goals(const question *q, uint64_t cost)
{
	size_t nearer = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];
		bool first = true;

		for (size_t k = 0; k < i; k++)
			first &= q->goals[k] != q->goals[i];
		nearer += first && truth != FR_UNREACHED && truth < cost;
	}
	return nearer;
}

/* The distance of the k-th nearest goal (from 1), or of the last reachable one. */
static uint64_t
kth_distance(const question *q, size_t k)
{
	uint64_t most = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t cost = q->truth[q->goals[i]];

		if (cost != FR_UNREACHED && cost > most && nearer_goals(q, cost) < k)
			most = cost;
	}
	return most;
}

/* Is the route to a goal legal for the oracle, and does it have this cost? */
static bool
way_holds(const question *q, uint32_t goal, uint64_t cost)
{
	static uint8_t moves[MAX_CELLS];
	const world *w = q->w;
	uint32_t start = q->query.start;
	fr_query query = q->query;
	fr_route route;
	oracle_cost sum;

	malloc_arena_clear(&taken);
	query.arena = &taken.core;
	route = fr_distance_route(&query, goal, q->workspace, &q->poll);
	if (route.moves >= w->grid->cells)
		return false;
	list_moves(&route, moves);
	return world_path(w, start, goal, moves, route.moves + 1, &sum) &&
		   world_units(w, sum) == cost;
}

static void
check_nearest(question *q, size_t k)
{
	uint64_t most = kth_distance(q, k);
	fr_status status = fr_nearest(&q->query, (fr_cells){q->goals, q->count}, k,
								  fr_sweep_workspace_on(q->query.grid, q->workspace),
								  &q->poll, q->costs);

	if (!in_range(q, most))
	{
		expect(RANGE, status == FR_COST_RANGE, q->w, NULL);
		return;
	}
	if (!expect(NEAREST, status == FR_OK && costs_hold(q, most), q->w, NULL))
		return;
	for (size_t i = 0; i < q->count; i++)
		if (q->costs[i] != FR_UNREACHED)
			expect(TREE, way_holds(q, q->goals[i], q->costs[i]), q->w, NULL);
}

/* All costs within the budget's bound are known; with an infinite budget, all. */
static void
check_reach(question *q, double budget)
{
	const world *w = q->w;
	uint64_t bound = fr_cost_bound(&w->costs, budget);
	fr_status status = fr_reach(
		&q->query, bound, fr_sweep_workspace_on(q->query.grid, q->workspace), &q->poll);
	bool ranges = true;
	bool equal = true;

	for (uint32_t i = 0; i < w->grid->cells; i++)
		ranges &= in_range(q, q->truth[i]);
	if (bound == w->costs.limit && !ranges)
	{
		expect(RANGE, status == FR_COST_RANGE, w, NULL);
		return;
	}
	for (uint32_t i = 0; i < w->grid->cells; i++)
		equal &= fr_distance(q->workspace, i) ==
				 (q->truth[i] <= bound ? q->truth[i] : FR_UNREACHED);
	expect(REACH, status == FR_OK && equal, w, NULL);
}

/* The budget is a cell's own cost: the cell is within, and few others beyond. */
static void
check_budget(question *q, uint32_t cell)
{
	const world *w = q->w;
	uint64_t cost = q->truth[cell];
	double budget;
	uint64_t bound;

	if (cost > w->costs.limit)
		return;
	budget = fr_cost_value(&w->costs, cost);
	bound = fr_cost_bound(&w->costs, budget);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		if (q->truth[i] <= w->costs.limit &&
			fr_cost_value(&w->costs, q->truth[i]) <= budget)
			expect(BOUND, q->truth[i] <= bound, w, NULL);
	expect(CLOSE, bound >= cost && bound - cost <= (cost >> 47) + 2, w, NULL);
	check_reach(q, budget);
}

/* Random goals, including the start, blocked cells and duplicates. */
static void
choose_goals(question *q, chance *c)
{
	q->count = chance_below(c, MAX_GOALS + 1);
	for (size_t i = 0; i < q->count; i++)
		q->goals[i] = i > 0 && chance_below(c, 8) == 0
						  ? q->goals[i - 1]
						  : chance_below(c, q->w->grid->cells);
	if (q->count > 0 && chance_below(c, 8) == 0)
		q->goals[0] = q->query.start;
}

static void
run_start(const world *w, fr_workspace *workspace, uint32_t start, chance *c)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);

	q.w = w;
	q.workspace = workspace;
	q.poll = no_poll();
	q.query = (fr_query){.grid = w->grid, .method = &resolved, .start = start};
	world_costs(q.w, q.query.start, q.truth);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		expect(CONNECTED,
			   world_reaches(w, start, i) == (q.truth[i] != FR_UNREACHED) &&
				   (fr_grid_connected(w->grid, start, i) || q.truth[i] == FR_UNREACHED),
			   w, NULL);
	choose_goals(&q, c);
	check_costs(&q);
	check_within(&q);
	for (size_t k = 1; k <= q.count + 1; k++)
		check_nearest(&q, k);
	check_budget(&q, chance_below(c, w->grid->cells));
	check_reach(&q, 0);
	check_reach(&q, 1e300);
}

/* ---- one world --------------------------------------------------------- */

#define FEW_CELLS 40 /* of one-way worlds, where each pair of cells is asked for */

/* Cells of a component reach each other. Those of one-way grids have their own order. */
static void
check_components(const world *w, const fr_poll *poll)
{
	static fr_component list[MAX_CELLS];
	uint32_t count = fr_component_count(w->grid);
	uint32_t all = 0;
	bool right = true;

	if (w->grid->oneway && w->grid->cells > FEW_CELLS)
		return;
	fr_component_list(w->grid, NULL, list, poll);
	for (uint32_t k = 0; k < count; k++)
	{
		uint32_t cells = 0;
		uint32_t first = UINT32_MAX;

		for (uint32_t i = w->grid->cells; i-- > 0;)
			if (world_reaches(w, list[k].first, i) && world_reaches(w, i, list[k].first))
			{
				cells++;
				first = i;
			}
		right &= cells == list[k].cells && first == list[k].first;
		right &= k == 0 || w->grid->oneway || list[k - 1].first < first;
		all += cells;
	}
	for (uint32_t i = 0; i < w->grid->cells; i++)
		all -= fr_grid_component(w->grid, i) > 0;
	right &= all == 0;
	expect(COMPONENTS, right, w, NULL);
}

static void
run_case(uint64_t seed, fr_workspace *workspace)
{
	chance c = {~seed};
	fr_poll poll = no_poll();
	world w;

	world_make(&w, seed, MAX_SIDE);
	if (w.status == FR_OK)
	{
		check_components(&w, &poll);
		for (int i = 0; i < STARTS; i++)
			run_start(&w, workspace, chance_below(&c, w.grid->cells), &c);
	}
	world_free(&w);
}

/* ---- paths beyond exact arithmetic -------------------------------------- */

/* From the first cell to others: found up to the limit, an error beyond it. */
static void
run_snake(int which, fr_workspace *workspace)
{
	chance c = {1};
	long ranges = checks[RANGE].held;
	world w;

	world_snake(&w, which);
	if (ok(w.status == FR_OK, "%s fits the map", w.text))
		for (int i = 0; i < 100; i++)
			run_start(&w, workspace, 0, &c);
	ok(checks[RANGE].held > ranges + 100, "%s: some paths outgrow exact arithmetic",
	   w.text);
	world_free(&w);
}

static void
test_range(fr_workspace *workspace)
{
	for (int i = 0; i < SNAKES; i++)
		run_snake(i, workspace);
}

/* ---- interrupted sweeps ------------------------------------------------- */

/* Was a sweep over the whole grid interrupted at this poll? */
static bool
sweep_and_leave(const fr_query *query, fr_workspace *workspace, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};

	if (setjmp(l.out))
		return true;
	fr_reach(query, query->grid->costs.limit,
			 fr_sweep_workspace_on(query->grid, workspace), &poll);
	return false;
}

/* After an interrupt, costs in the same workspace are still right. */
static void
test_leaving(const char *text)
{
	enum
	{
		SIDE = 150
	};
	static uint8_t codes[SIDE * SIDE];
	fr_workspace *workspace;
	fr_method resolved;
	uint32_t goals[] = {0, SIDE - 1, SIDE * SIDE - 1};
	uint64_t costs[2][3];
	fr_poll poll = no_poll();
	fr_grid *grid;
	fr_query query;
	bool equal = true;
	int polls = 0;

	memset(codes, '.', sizeof codes);
	codes[SIDE] = '@';
	grid = make_grid(text, codes, SIDE, SIDE);
	resolved = fr_method_resolve(&method, grid);
	workspace = new_workspace(SIDE * SIDE, &resolved);
	query = (fr_query){.grid = grid, .method = &resolved, .start = SIDE / 2};
	fr_costs_to(&query, (fr_cells){goals, 3},
				fr_sweep_workspace_on(query.grid, workspace), &poll, costs[0]);
	for (; sweep_and_leave(&query, workspace, polls); polls++)
		equal &=
			!fr_costs_to(&query, (fr_cells){goals, 3},
						 fr_sweep_workspace_on(query.grid, workspace), &poll, costs[1]) &&
			memcmp(costs[0], costs[1], sizeof costs[0]) == 0;
	ok(equal && polls > SIDE * SIDE / FR_POLL_STEPS, "%s: left at each of %d polls", text,
	   polls);
	free(workspace);
	free_grid(grid);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_workspace *workspace;

	world_layered = world_blocked = world_sided = 25;
	method = method_of("jump"); /* A* if jump is not possible */
	/* a node per cell and per link's end; jump takes most memory per node */
	workspace = new_workspace(2 * MAX_CELLS, &method);
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i, workspace);
	test_range(workspace);
	report_checks(CHECKS, cases >= CASES);
	test_leaving("octile");
	test_leaving("tile(@=7)");
	free(workspace);
	return tap_done();
}
