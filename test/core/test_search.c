/*
 * test_search.c - every method against the oracle, on random maps and models
 *
 *     test_search [CASES [SEED]]
 *
 * Random cases, and paths beyond exact arithmetic unless there are fewer cases than usual. A failing
 * case is printed with its seed; `test_search 1 SEED` repeats it alone.
 */
#include "checks.h"
#include "methods.h"

#define CASES 1500
#define MAX_SIDE 40
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define TINY_CELLS 64
#define PAIRS 3

/* The checks, with the number of times each held or failed. */
enum
{
	MODEL_READ,
	SPREAD,
	MOVES,
	STEP_COSTS,
	COMPONENTS,
	CONSISTENT,
	BRUTE_FORCE,
	COST,
	RANGE,
	VALUE,
	PATH_LEGAL,
	PATH_COST,
	STEP_SUM,
	COUNTERS,
	FLAGS,
	UNCOUNTED,
	ALONE,
	CAPPED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "the model's text is read"},
	{.name = "costs are refused where they are too far apart, and only there"},
	{.name = "legal moves are the oracle's"},
	{.name = "step costs are the oracle's"},
	{.name = "components are what the oracle reaches"},
	{.name = "the heuristic is consistent, and 0 at the goal"},
	{.name = "Bellman and Ford agree with Dijkstra"},
	{.name = "costs are the oracle's"},
	{.name = "costs out of range are said to be"},
	{.name = "cost values are the oracle's, to the bit"},
	{.name = "paths are legal, from start to goal"},
	{.name = "paths cost what the search says"},
	{.name = "step costs sum to the cost"},
	{.name = "counters are sane"},
	{.name = "complete, optimal and memory are right"},
	{.name = "without counters the answer and the path are the same"},
	{.name = "where only the cost is asked for it is the same"},
	{.name = "searches that max_expanded ends have the cost of their path"},
};

/* ---- the grid ---------------------------------------------------------- */

static void
check_moves(const world *w, uint32_t i)
{
	oracle_cost cost;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		bool legal =
			oracle_step(&w->oracle, world_point(w, i), fr_dx[d], fr_dy[d], &cost);

		if (expect(MOVES, legal == (w->grid->moves[i] >> d & 1), w,
				   fr_direction_name[d]) &&
			legal)
			expect(STEP_COSTS, fr_step_cost(w->grid, i, d) == world_units(w, cost), w,
				   fr_direction_name[d]);
	}
}

/* h(u) <= c(u, v) + h(v) for every step from u to v. */
static void
check_consistency(const world *w, uint32_t goal)
{
	const fr_grid *grid = w->grid;
	fr_heuristic heuristic = make_heuristic(grid, NULL, &parsed[0], goal, goal);
	fr_cell at = fr_grid_cell(grid, goal);
	bool consistent = fr_h_distance(&heuristic, heuristic.shape, at.x, at.y) == 0;

	for (uint32_t i = 0; i < grid->cells; i++)
		for (unsigned moves = grid->moves[i]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);

			at = fr_grid_cell(grid, i);
			consistent &= fr_h_distance(&heuristic, heuristic.shape, at.x, at.y) <=
						  fr_step_cost(grid, i, d) +
							  fr_h_distance(&heuristic, heuristic.shape, at.x + fr_dx[d],
											at.y + fr_dy[d]);
		}
	expect(CONSISTENT, consistent, w, "an edge");
}

/* ---- one search -------------------------------------------------------- */

typedef struct query
{
	const world *w;
	fr_workspace *workspace;
	uint32_t start;
	uint32_t goal;
	oracle_cost cost; /* a < 0: no path */
	int64_t reached;  /* cells that a search without a path has to expand */
	char name[128];
} query;

static bool
sane(const fr_result *r, bool exact_order, uint32_t cells)
{
	if (r->length == 1 || !r->found)
		return r->visited == r->length && r->iterations == r->length &&
			   r->visited_last == r->visited && r->open_peak == r->length &&
			   r->reopened == 0 && r->expanded == 0;
	return r->iterations >= 1 && r->visited > r->expanded && r->expanded >= 1 &&
		   r->visited_last <= r->visited && r->expanded_last <= r->expanded &&
		   r->reopened < r->expanded && r->open_peak >= 1 && r->open_peak <= cells &&
		   r->visited_last > r->expanded_last &&
		   (!exact_order || (r->visited == r->expanded + 1 && r->reopened == 0));
}

/* Follows the moves by the oracle's rules and by the library's. */
static void
check_path(const query *q, const fr_result *r)
{
	static uint8_t moves[MAX_CELLS];
	const fr_grid *grid = q->w->grid;
	uint32_t at = q->start;
	uint64_t sum = 0;
	oracle_cost cost;
	bool legal;

	list_moves(&r->route, moves);
	for (int64_t i = 1; i < r->length; i++)
	{
		int d = moves[i - 1];

		sum += fr_step_cost(grid, at, d);
		at += (uint32_t) grid->offset[d];
	}
	legal = world_path(q->w, q->start, q->goal, moves, r->length, &cost);
	expect(PATH_LEGAL, legal && at == q->goal, q->w, q->name);
	expect(PATH_COST, legal && oracle_compare(cost, q->cost) == 0, q->w, q->name);
	expect(STEP_SUM, sum == r->cost, q->w, q->name);
}

static void
check_found(const query *q, const fr_method *method, const fr_result *r)
{
	const world *w = q->w;
	bool jumps = method->search == FR_JUMP;
	bool best_first = method->search == FR_ASTAR || jumps;
	bool exact_order =
		jumps ? !fr_jumps_by_pattern(w->costs.jumps)
			  : best_first && (fr_method_value(method, FR_OPEN) != FR_OPEN_STACKS ||
							   2 * w->costs.step_max + 2 <= 1024);
	double value = fr_cost_value(&w->costs, r->cost);

	if (w->oracle.number < INT64_C(1) << 53 && w->oracle.denominator < INT64_C(1) << 53)
		expect(VALUE, value == oracle_value(&w->oracle, q->cost), w, q->name);
	expect(COUNTERS,
		   sane(r, exact_order, w->grid->cells) &&
			   (!best_first || r->visited == r->expanded + 1) &&
			   (jumps || r->length <= r->expanded + 1),
		   w, q->name);
	if (r->length >= 1 && r->length <= w->grid->cells)
		check_path(q, r);
	else
		expect(PATH_LEGAL, false, w, q->name);
}

/* There is no path: does the search know, or has it looked? */
static void
check_none(const query *q, const fr_method *method, const fr_result *r)
{
	const world *w = q->w;
	bool right = r->length == 0;

	if (w->grid->oneway && fr_grid_connected(w->grid, q->start, q->goal))
		right &= r->expanded > 0;
	else if (fr_method_value(method, FR_COMPONENTS) == FR_COMPONENTS_IGNORE)
		right &= r->expanded >= q->reached;
	else
		right &= sane(r, false, 0);
	expect(COUNTERS, right, w, q->name);
}

/* Runs after the search with counters, whose route is still valid. */
static void
check_uncounted(const query *q, fr_query asked, const fr_result *counted)
{
	static uint8_t path[MAX_CELLS];
	static uint8_t again[MAX_CELLS];
	fr_result wanted = {
		.found = counted->found, .cost = counted->cost, .length = counted->length};
	fr_poll poll = no_poll();
	fr_result r;
	bool in_sight; /* it was answered without a search */
	bool same;

	asked.uncounted = true;
	list_moves(&counted->route, path);
	same = search_with(asked, q->workspace, &poll, &r) == FR_OK;
	in_sight = asked.method->search == FR_JUMP && r.memory == 0 && r.expanded == 1;
	/* kept, since it tells how long a search by auto took */
	wanted.expanded =
		is_of_auto(asked.method) && !in_sight ? counted->expanded : r.expanded;
	same = same && same_counters(&r, &wanted) &&
		   (in_sight || r.memory == counted->memory) && r.complete == counted->complete &&
		   r.optimal == counted->optimal;
	if (same && r.found)
	{
		list_moves(&r.route, again);
		same = memcmp(path, again, (size_t) counted->length - 1) == 0;
	}
	expect(UNCOUNTED, same, q->w, q->name);
}

/* A cost alone may be known without a search. */
static void
check_cost_alone(const query *q, fr_query asked, const fr_result *full)
{
	fr_poll poll = no_poll();
	fr_result r;

	asked.uncounted = true;
	expect(ALONE,
		   fr_search(&asked, q->workspace, &poll, &r) == FR_OK &&
			   r.found == full->found && r.cost == full->cost && r.complete &&
			   r.optimal && r.length == 0,
		   q->w, q->name);
}

/* The same query with max_expanded, which ends it early. */
static void
check_capped(const query *q, fr_query asked, const fr_result *whole, uint64_t random)
{
	fr_method capped = *asked.method;
	fr_poll poll = no_poll();
	fr_result r;

	asked.method = &capped;
	capped.option[FR_MAX_EXPANDED].digits = 1 + random % (uint64_t) whole->expanded;
	if (search_with(asked, q->workspace, &poll, &r) || !r.found)
		return;
	expect(CAPPED,
		   r.cost == cost_of_steps(q->w->grid, q->start, &r.route) &&
			   r.cost >= whole->cost && (!r.optimal || r.cost == whole->cost),
		   q->w, q->name);
}

static void
run_query(query *q, size_t m)
{
	const world *w = q->w;
	uint64_t units = q->cost.a < 0 ? 0 : world_units(w, q->cost);
	fr_method method = fr_method_resolve(&parsed[m], w->grid);
	fr_query asked = {.grid = w->grid,
					  .landmarks = landmarks[m],
					  .method = &method,
					  .start = q->start,
					  .goal = q->goal};
	fr_poll poll = no_poll();
	fr_result r;
	fr_status status;

	sprintf(q->name, "%s from %u to %u", methods[m], q->start, q->goal);
	status = search_with(asked, q->workspace, &poll, &r);
	if (q->cost.a >= 0 && units > w->costs.limit)
	{
		expect(RANGE, status == FR_COST_RANGE, w, q->name);
		return;
	}
	if (!expect(COST, status == FR_OK && r.found == (q->cost.a >= 0) && r.cost == units,
				w, q->name))
		return;
	expect(FLAGS,
		   r.complete && r.optimal && r.memory <= fr_search_size(w->grid->cells, &method),
		   w, q->name);
	if (r.found)
		check_found(q, &method, &r);
	else
		check_none(q, &method, &r);
	check_uncounted(q, asked, &r);
	check_cost_alone(q, asked, &r);
	if (r.expanded > 0)
		check_capped(q, asked, &r, q->w->seed + q->start + q->goal);
}

/* ---- one case ---------------------------------------------------------- */

static void
check_oracle(const world *w, uint32_t start, const oracle_cost *costs)
{
	oracle_cost brute[TINY_CELLS];
	bool equal = true;

	oracle_bellman_ford(&w->oracle, world_point(w, start), brute);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		equal &= oracle_compare(brute[i], costs[i]) == 0;
	expect(BRUTE_FORCE, equal, w, "");
}

/* Cells reached at no more than half the limit on costs: no heuristic excludes them. */
static int64_t
count_reached(const world *w, const oracle_cost *costs)
{
	int64_t reached = 0;

	for (uint32_t i = 0; i < w->grid->cells; i++)
		reached += costs[i].a >= 0 && world_units(w, costs[i]) <= w->costs.limit / 2;
	return reached;
}

/* By quadratic scans, which one pair in four shows. */
static bool
scans(size_t m)
{
	return parsed[m].search == FR_ASTAR &&
		   fr_method_value(&parsed[m], FR_LOOKUP) == FR_LOOKUP_SCAN;
}

/* Random start and goal, sometimes the same cell. */
static void
run_pair(const world *w, fr_workspace *workspace, chance *c)
{
	static oracle_cost costs[MAX_CELLS];
	query q = {.w = w, .workspace = workspace};

	q.start = chance_below(c, w->grid->cells);
	q.goal = chance_below(c, 30) ? chance_below(c, w->grid->cells) : q.start;
	oracle_dijkstra(&w->oracle, world_point(w, q.start), costs);
	q.cost = costs[q.goal];
	q.reached = count_reached(w, costs);
	if (w->grid->cells <= TINY_CELLS)
		check_oracle(w, q.start, costs);
	for (uint32_t i = 0; i < w->grid->cells; i++)
	{
		bool reached = costs[i].a >= 0;

		expect(COMPONENTS,
			   reached == world_reaches(w, q.start, i) &&
				   reached <= fr_grid_connected(w->grid, q.start, i),
			   w, "");
	}
	check_consistency(w, q.goal);
	for (size_t m = 0; m < METHODS; m++)
		if ((q.start + q.goal) % 4 == 0 || !scans(m))
			run_query(&q, m);
}

static void
run_case(uint64_t seed, fr_workspace *workspace)
{
	chance c = {~seed};
	world w;

	world_make(&w, seed, MAX_SIDE);
	expect(MODEL_READ,
		   w.status == FR_OK || w.status == FR_COST_SPREAD || w.status == FR_LAYER_FINE,
		   &w, "");
	expect(SPREAD,
		   w.status == FR_LAYER_FINE ||
			   world_too_wide(&w) == (w.status == FR_COST_SPREAD),
		   &w, "");
	if (w.status == FR_OK)
	{
		for (uint32_t i = 0; i < w.grid->cells; i++)
			check_moves(&w, i);
		place_landmarks(w.grid);
		for (int i = 0; i < PAIRS; i++)
			run_pair(&w, workspace, &c);
		free_landmarks();
	}
	world_free(&w);
}

/* ---- paths beyond exact arithmetic -------------------------------------- */

/* From the first cell to every fifth one: found up to the limit, an error beyond it. */
static void
run_snake(int which, fr_workspace *workspace)
{
	static oracle_cost costs[MAX_CELLS];
	world w;
	query q = {.w = &w, .workspace = workspace};
	long ranges = checks[RANGE].held;

	world_snake(&w, which);
	expect(SPREAD, w.status == FR_OK, &w, w.text);
	oracle_dijkstra(&w.oracle, (oracle_point){0, 0}, costs);
	place_landmarks(w.grid);
	for (q.goal = 0; w.grid && q.goal < MAX_CELLS; q.goal += 5)
	{
		q.cost = costs[q.goal];
		for (size_t m = 0; m < METHODS; m++)
			run_query(&q, m);
	}
	free_landmarks();
	ok(checks[RANGE].held > ranges, "%s: some paths outgrow exact arithmetic", w.text);
	world_free(&w);
}

static void
test_range(fr_workspace *workspace)
{
	for (int i = 0; i < SNAKES; i++)
		run_snake(i, workspace);
}

/* ------------------------------------------------------------------------ */

static void
parse_methods(void)
{
	fr_error error;

	for (size_t m = 0; m < METHODS; m++)
		ok(fr_method_parse(methods[m], strlen(methods[m]), &parsed[m], &error) == FR_OK,
		   "%s is a method", methods[m]);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_workspace *workspace;

	world_multiplied = true;
	world_edged = 25;
	world_layered = world_blocked = world_sided = 25;
	parse_methods();
	workspace = new_workspace(MAX_CELLS, &parsed[largest_method(MAX_CELLS)]);
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i, workspace);
	if (cases >= CASES)
		test_range(workspace);
	report_checks(CHECKS, cases >= CASES);
	free(workspace);
	return tap_done();
}
