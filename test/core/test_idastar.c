/*
 * test_idastar.c - iterative deepening A*: costs, counters, cuts and repair
 *
 *     test_idastar [CASES [SEED]]
 *
 * Costs are held to the oracle's; counters to a recursion written down as the
 * papers have it, for every setting.
 */
#include "checks.h"
#include "idastar_recursion.h"

#define CASES 2500
#define PAIRS 2

enum
{
	COST,
	BOUND,
	CHEAPEST,
	REPAIRED,
	LOST,
	STOPPED,
	FLAGS,
	PATH,
	COUNTERS,
	TRACE,
	ROOM,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "delta=0: costs are the oracle's"},
	{.name = "no dead ends, or safe ones: at most delta more than the least cost"},
	{.name = "no cost is below the least"},
	{.name = "a search with repair finds a path where there is one"},
	{.name = "without repair a lost path is found=false, optimal=false"},
	{.name = "max_expanded ends a search, after so many expansions"},
	{.name = "complete and optimal are right"},
	{.name = "paths are legal and cost what the search says"},
	{.name = "counters are those of the recursion"},
	{.name = "the trace has every visit"},
	{.name = "nothing is written behind the workspace"},
};

/* ---- random worlds ------------------------------------------------------ */

/* What a setting promises, beside never to be below the least cost. */
typedef enum promise
{
	EXACT,
	WITHIN, /* delta of the least cost */
	ANY,	/* a path, if it costs what it may */
	PERHAPS /* or none */
} promise;

typedef struct setting
{
	const char *options;
	promise promise;
	bool delta;
	bool small; /* plain IDA* is for tiny maps */
	long runs;
	long excess; /* than delta allows */
	long lost;
} setting;

static setting settings[] = {
	{"memory=full", EXACT, false, false, 0, 0, 0},
	{"memory=full, deadends=off", EXACT, false, false, 0, 0, 0},
	{"memory=full, deadends=infinite", EXACT, false, false, 0, 0, 0},
	{"memory=full, deadends=own", EXACT, false, false, 0, 0, 0},
	{"heuristic=zero", EXACT, false, false, 0, 0, 0},
	{"memory=g", EXACT, false, false, 0, 0, 0},
	{"memory=g, deadends=off", EXACT, false, false, 0, 0, 0},
	{"memory=none, max_expanded=3000", EXACT, false, true, 0, 0, 0},
	{"memory=none, deadends=off, max_expanded=3000", EXACT, false, true, 0, 0, 0},
	{"max_expanded=20", EXACT, false, false, 0, 0, 0},
	{"uneven=4", EXACT, false, false, 0, 0, 0},
	{"uneven=3, deadends=infinite", EXACT, false, false, 0, 0, 0},
	{"uneven=2, memory=none, max_expanded=3000", EXACT, false, true, 0, 0, 0},
	{"deadends=safe", WITHIN, true, false, 0, 0, 0},
	{"deadends=safe, uneven=4", WITHIN, true, false, 0, 0, 0},
	{"deadends=off", WITHIN, true, false, 0, 0, 0},
	{"memory=g", WITHIN, true, false, 0, 0, 0},
	{"memory=none, max_expanded=3000", WITHIN, true, true, 0, 0, 0},
	{"deadends=on", ANY, true, false, 0, 0, 0},
	{"deadends=on, repair=off", PERHAPS, true, false, 0, 0, 0},
	{"deadends=infinite", ANY, true, false, 0, 0, 0},
	{"deadends=infinite, repair=off", PERHAPS, true, false, 0, 0, 0},
	{"deadends=own", ANY, true, false, 0, 0, 0},
	{"deadends=own, repair=off", PERHAPS, true, false, 0, 0, 0},
	{"seen=left", ANY, false, false, 0, 0, 0},
	{"seen=left, repair=off", PERHAPS, false, false, 0, 0, 0},
	{"seen=left, deadends=infinite", ANY, true, false, 0, 0, 0},
	{"seen=left, deadends=infinite, repair=off", PERHAPS, true, false, 0, 0, 0},
	{"seen=left, memory=g", ANY, true, false, 0, 0, 0},
	{"seen=left, memory=g, repair=off", PERHAPS, true, false, 0, 0, 0},
	{"deadends=on, max_expanded=30", ANY, true, false, 0, 0, 0},
};

#define SETTINGS (sizeof settings / sizeof *settings)

typedef struct question
{
	const world *w;
	uint32_t start;
	uint32_t goal;
	uint64_t least; /* UINT64_MAX: beyond the limit on costs */
	setting *setting;
	fr_method method;
	uint64_t delta;
	char name[128];
} question;

static bool
path_holds(const question *q, const answer *a)
{
	oracle_cost cost;

	return world_path(q->w, q->start, q->goal, a->moves, a->result.length, &cost) &&
		   world_units(q->w, cost) == a->result.cost;
}

/*
 * All paths are lost where those that the cut leaves exceed the limit on costs:
 * that limit is moved down to the least cost.
 */
static void
check_repair(const question *q)
{
	static answer a;
	uint64_t *limit = &q->w->grid->costs.limit;
	uint64_t usual = *limit;
	fr_method method = q->method;
	fr_result wanted;
	uint64_t delta;

	*limit = q->least;
	delta =
		fr_cost_units(&q->w->grid->costs, method.option[FR_DELTA]); /* 0 if all is free */
	method.option[FR_REPAIR] = (fr_decimal){FR_REPAIR_OFF, 0};
	ask(q->w->grid, &method, q->start, q->goal, NULL, &a);
	if (!a.result.found)
		expect(LOST, a.result.complete && !a.result.optimal, q->w, q->name);
	method.option[FR_REPAIR] = (fr_decimal){FR_REPAIR_ON, 0};
	ask(q->w->grid, &method, q->start, q->goal, NULL, &a);
	wanted = naive_search(q->w->grid, &method, q->start, q->goal);
	expect(REPAIRED,
		   a.result.found && a.result.cost == q->least &&
			   (!a.result.optimal || delta == 0),
		   q->w, q->name);
	expect(COUNTERS, counts_like(&a.result, &wanted), q->w, q->name);
	*limit = usual;
}

static void
check_cost(const question *q, const fr_result *r)
{
	setting *s = q->setting;
	bool left = fr_method_value(&q->method, FR_SEEN) == FR_SEEN_LEFT;
	bool exact = q->delta == 0 && !left;

	expect(CHEAPEST, r->cost >= q->least, q->w, q->name);
	if (exact)
		expect(COST, r->cost == q->least, q->w, q->name);
	else if (s->promise == WITHIN)
		expect(BOUND, r->cost <= q->least + q->delta, q->w, q->name);
	s->excess += r->cost > q->least + q->delta;
	/* a search with seen=left may be exact after its repair */
	expect(FLAGS,
		   r->complete &&
			   (r->optimal == exact || (left && q->delta == 0 && r->cost == q->least)),
		   q->w, q->name);
}

/* No path, or none within the limit on costs, or none was found. */
static void
check_not_found(const question *q, const answer *a)
{
	const fr_result *r = &a->result;
	int64_t max = (int64_t) q->method.option[FR_MAX_EXPANDED].digits;

	if (!r->complete)
	{
		expect(STOPPED, max > 0 && r->expanded == max && !r->optimal, q->w, q->name);
		return;
	}
	if (q->least == UINT64_MAX)
	{
		expect(FLAGS, r->optimal || q->setting->promise == PERHAPS, q->w, q->name);
		return;
	}
	q->setting->lost++;
	expect(REPAIRED, q->setting->promise == PERHAPS, q->w, q->name);
	expect(LOST, !r->optimal, q->w, q->name);
}

static void
check_counters(const question *q, const answer *a, const seen_trace *seen)
{
	fr_result wanted = naive_search(q->w->grid, &q->method, q->start, q->goal);

	if (!expect(COUNTERS, counts_like(&a->result, &wanted), q->w, q->name))
	{
		print_counters("wanted", &wanted);
		print_counters("got", &a->result);
	}
	expect(TRACE,
		   seen->visited == wanted.visited && seen->expanded == wanted.expanded &&
			   seen->iteration == wanted.iterations,
		   q->w, q->name);
}

/* Traced and untraced loops are not the same code: both are asked. */
static void
run_setting(question *q)
{
	static answer a;
	static answer b;
	seen_trace seen = {0};

	q->setting->runs++;
	ask(q->w->grid, &q->method, q->start, q->goal, NULL, &a);
	ask(q->w->grid, &q->method, q->start, q->goal, &seen, &b);
	expect(ROOM, a.room && b.room, q->w, q->name);
	check_counters(q, &a, &seen);
	expect(COUNTERS, same_counters(&a.result, &b.result), q->w, q->name);
	if (!a.result.found)
	{
		check_not_found(q, &a);
		return;
	}
	expect(PATH,
		   a.result.length >= 2 && a.result.length <= a.result.open_peak &&
			   path_holds(q, &a),
		   q->w, q->name);
	check_cost(q, &a.result);
	if (q->setting->promise == PERHAPS && q->delta > 0)
		check_repair(q);
}

/* A delta from a fraction of a step to more than the map is wide. */
static void
name_method(question *q, chance *c)
{
	static const char *const deltas[] = {"0.3", "1", "2", "5.5", "10", "40", "900"};
	const char *delta = deltas[chance_below(c, 7)];

	if (q->setting->delta)
		sprintf(q->name, "idastar(%s, delta=%s)", q->setting->options, delta);
	else
		sprintf(q->name, "idastar(%s)", q->setting->options);
	q->method = method_of(q->name);
	q->delta = fr_cost_units(&q->w->costs, q->method.option[FR_DELTA]);
	sprintf(q->name + strlen(q->name), " from %u to %u", q->start, q->goal);
}

static void
run_pair(const world *w, chance *c)
{
	static oracle_cost costs[MAX_CELLS];
	question q = {.w = w};

	q.start = chance_below(c, w->grid->cells);
	q.goal = chance_below(c, w->grid->cells);
	oracle_dijkstra(&w->oracle, world_point(w, q.start), costs);
	if (q.start == q.goal || costs[q.goal].a < 0)
		return;
	q.least = world_units(w, costs[q.goal]);
	if (q.least > w->costs.limit)
		q.least = UINT64_MAX;
	for (size_t i = 0; i < SETTINGS; i++)
	{
		q.setting = &settings[i];
		name_method(&q, c);
		if (!settings[i].small || w->grid->cells <= 30)
			run_setting(&q);
	}
}

static void
run_case(uint64_t seed)
{
	chance c = {~seed};
	world w;

	world_make(&w, seed, chance_below(&c, 2) ? 10 : MAX_SIDE);
	for (int i = 0; w.status == FR_OK && i < PAIRS; i++)
		run_pair(&w, &c);
	world_free(&w);
}

/* Obstacles and the costs of the 2006 paper: the cut does its worst there. */
static void
run_obstacles(uint64_t seed)
{
	static const char *const corners[] = {"any", "one", "both"};
	chance c = {seed};
	uint32_t density = 10 + chance_below(&c, 40);
	world w = {.seed = seed};

	w.width = 3 + (int) chance_below(&c, MAX_SIDE - 2);
	w.height = 3 + (int) chance_below(&c, MAX_SIDE - 2);
	w.codes = new_block((size_t) (w.width * w.height));
	for (int i = 0; i < w.width * w.height; i++)
		w.codes[i] = chance_below(&c, 100) < density ? '@' : '.';
	w.rules = (oracle_model){.eight = true, .straight = {2, 1}, .diagonal = {3, 1}};
	w.rules.corners = (int) chance_below(&c, 3);
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	sprintf(w.text, "octile(straight=2, diagonal=3, corners=%s)",
			corners[w.rules.corners]);
	world_build(&w);
	run_pair(&w, &c);
	world_free(&w);
}

/* Without memory a search takes a frame for each cell of its path, and a bit per cell to count. */
static void
test_linear_space(void)
{
	static uint8_t codes[500 * 100];
	fr_method method = method_of("idastar(memory=none)");
	size_t before = fr_workspace_size(UINT32_MAX, &method);
	fr_grid *grid;
	fr_result r;

	memset(codes, '.', sizeof codes);
	grid = make_grid("tile", codes, 500, 1);
	r = search_alone(grid, "idastar(memory=none)", fr_grid_index(grid, (fr_cell){0, 0}),
					 fr_grid_index(grid, (fr_cell){499, 0}));
	ok(r.found && r.length == 500 && r.open_peak == 500 && r.route.moves == 499,
	   "memory=none: a path of 500 cells, for which the stack grows");
	ok(r.memory == before + 500 * 32 && r.memory <= fr_search_size(grid->cells, &method),
	   "memory=none: %zu bytes, with a frame per cell of the path", (size_t) r.memory);
	free_grid(grid);
	grid = make_grid("tile", codes, 500, 100);
	r = search_alone(grid, "idastar(memory=none)", fr_grid_index(grid, (fr_cell){7, 50}),
					 fr_grid_index(grid, (fr_cell){17, 50}));
	ok(r.found && r.length == 11 && r.memory < before + 3000,
	   "memory=none: %zu bytes on a map of 50,000 cells, for a path of 11",
	   (size_t) r.memory);
	free_grid(grid);
}

static void
report_settings(void)
{
	for (size_t i = 0; i < SETTINGS; i++)
		printf(
			"# idastar(%s%s): %ld searches, %ld more expensive than delta allows, %ld lost\n",
			settings[i].options, settings[i].delta ? ", delta=D" : "", settings[i].runs,
			settings[i].excess, settings[i].lost);
}

/* ------------------------------------------------------------------------ */

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_layered = world_blocked = world_sided = 25;
	for (long i = 0; i < cases; i++)
	{
		run_case(seed + (uint64_t) i);
		run_obstacles(seed + (uint64_t) i);
	}
	report_checks(CHECKS, cases >= CASES);
	report_settings();
	test_linear_space();
	return tap_done();
}
