/*
 * test_idastar.c - iterative deepening A*: costs, counters, cuts and repair
 *
 *     test_idastar [CASES [SEED]]
 *
 * Costs are held to the oracle's; counters to a recursion written down as the
 * papers have it, for every setting.
 */
#include "checks.h"
#include "core/search/heuristic.h"

#define MAX_SIDE 24
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define PAIRS 2
#define CANARY 64

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
	{.name = "no dead ends: at most delta more than the least cost"},
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

/* ---- a search, in a workspace of just its size -------------------------- */

typedef struct seen_trace
{
	int64_t visited;
	int64_t expanded;
	int iteration;
	uint64_t limit[64]; /* by iteration: the largest f within the limit */
} seen_trace;

/* In every iteration something has the limit as its f, at least under delta=0. */
static void
note_visit(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		   bool expanded)
{
	seen_trace *t = context;

	(void) cell;
	(void) g;
	t->visited++;
	t->expanded += expanded;
	t->iteration = iteration;
	if (expanded && iteration < 64 && f > t->limit[iteration])
		t->limit[iteration] = f;
}

typedef struct answer
{
	fr_result result;
	fr_status status;
	bool room; /* the workspace was kept to */
	uint8_t moves[MAX_CELLS];
} answer;

/* Unwritten memory is noise here, and what is behind it is watched. */
static void
ask(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
	seen_trace *seen, answer *a)
{
	size_t size = fr_workspace_size(grid->cells, method);
	uint8_t *block = new_block(size + CANARY);
	fr_poll poll = no_poll();
	fr_trace trace = {note_visit, seen};
	fr_query query = {.grid = grid, .method = method, .start = start, .goal = goal};
	fr_workspace *workspace;

	memset(block, 0xa5, size + CANARY);
	workspace = fr_workspace_init(block, size, grid->cells);
	query.trace = seen ? &trace : NULL;
	a->status = search_with(query, workspace, &poll, &a->result);
	if (a->result.found && a->result.length <= grid->cells)
		list_moves(&a->result.route, a->moves);
	a->room = true;
	for (int i = 0; i < CANARY; i++)
		a->room &= block[size + (size_t) i] == 0xa5;
	free(block);
}

/* ---- the recursion of the papers ---------------------------------------- */

typedef struct naive
{
	const fr_grid *grid;
	fr_heuristic heuristic;
	uint32_t start;
	uint32_t goal;
	int memory;
	int deadends;
	bool any_g;
	bool left;
	uint64_t limit;
	int64_t max_expanded;
	int64_t depth;
	int64_t seen_in[MAX_CELLS]; /* iteration; 0: never */
	uint64_t g[MAX_CELLS];
	uint64_t f[MAX_CELLS]; /* 0: not known */
	bool expanded[MAX_CELLS];
	fr_result result;
} naive;

static bool
naive_seen(naive *n, uint32_t cell, uint64_t g)
{
	if (n->seen_in[cell] == 0)
		n->f[cell] = 0;
	else if (g < n->g[cell])
	{
		if (!n->any_g || n->f[cell] != UINT64_MAX)
			n->f[cell] = 0;
	}
	else if (g > n->g[cell] || n->seen_in[cell] == n->result.iterations)
		return true;
	n->g[cell] = g;
	n->seen_in[cell] = n->result.iterations;
	return false;
}

static uint64_t
naive_h(const naive *n, uint32_t cell)
{
	fr_cell at = fr_grid_cell(n->grid, cell);

	return fr_h(&n->heuristic, false, cell, at.x, at.y);
}

static bool
naive_stops(const naive *n)
{
	return n->result.found || n->result.expanded >= n->max_expanded;
}

static uint64_t naive_ida(naive *n, uint32_t cell, uint64_t g, int from);

/* One move; what it backs up.  The moves before it backed up `before`. */
static uint64_t
naive_move(naive *n, uint32_t cell, uint64_t g, int d, uint64_t before)
{
	uint32_t to = cell + (uint32_t) n->grid->offset[d];
	uint64_t left = g;
	uint64_t f;

	n->result.tried++;
	n->result.tried_last++;
	g += fr_step_cost(n->grid, cell, d);
	if (n->memory == FR_NO_MEMORY)
		return n->depth < n->grid->cells ? naive_ida(n, to, g, d) : UINT64_MAX;
	if (naive_seen(n, to, n->left ? left : g))
		return UINT64_MAX;
	if (n->memory != FR_FULL)
		return naive_ida(n, to, g, d);
	if (n->f[to] == UINT64_MAX && n->deadends != FR_OFF)
		return UINT64_MAX;
	if (n->f[to] != UINT64_MAX && n->f[to] > n->limit &&
		(n->deadends == FR_ON || n->deadends == FR_OFF))
		return n->f[to];
	f = naive_ida(n, to, g, d);
	n->f[to] = n->deadends == FR_INFINITE && before < f ? before : f;
	return f;
}

static uint64_t
naive_expand(naive *n, uint32_t cell, uint64_t g, int from)
{
	uint64_t least = UINT64_MAX;

	n->result.expanded++;
	n->result.expanded_last++;
	n->result.reopened += n->expanded[cell];
	n->expanded[cell] = true;
	for (unsigned moves = n->grid->moves[cell]; moves;)
	{
		int d = n->grid->tables->first[moves];
		bool back = cell != n->start && d == fr_opposite(from);
		uint64_t f;

		moves ^= 1u << d;
		if (back || naive_stops(n))
			continue;
		f = naive_move(n, cell, g, d, least);
		least = f < least ? f : least;
	}
	return least;
}

static uint64_t
naive_ida(naive *n, uint32_t cell, uint64_t g, int from)
{
	uint64_t f = g + naive_h(n, cell);

	n->result.visited++;
	n->result.visited_last++;
	if (++n->depth > n->result.open_peak)
		n->result.open_peak = n->depth;
	if (f <= n->limit && cell == n->goal)
	{
		n->result.found = true;
		n->result.cost = g;
	}
	else if (f <= n->limit)
		f = naive_expand(n, cell, g, from);
	n->depth--;
	return f;
}

static void
naive_run(naive *n, uint64_t delta)
{
	uint64_t most = n->grid->costs.limit;

	n->limit = naive_h(n, n->start);
	while (n->limit <= most && !naive_stops(n))
	{
		uint64_t f;

		n->result.iterations++;
		n->result.visited_last = n->result.expanded_last = n->result.tried_last = 0;
		naive_seen(n, n->start, 0);
		f = naive_ida(n, n->start, 0, 0);
		n->limit = f > most ? f : f + delta < most ? f + delta : most;
	}
}

static fr_result
naive_search(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal)
{
	static naive n;
	uint64_t delta = fr_cost_units(&grid->costs, method->option[FR_DELTA]);
	int64_t max = (int64_t) method->option[FR_MAX_EXPANDED].digits;

	memset(&n, 0, sizeof n);
	n.grid = grid;
	n.heuristic = make_heuristic(grid, NULL, method, start, goal);
	n.start = start;
	n.goal = goal;
	n.memory = fr_method_word(method, FR_MEMORY);
	n.deadends = fr_method_word(method, FR_DEADENDS);
	n.left = fr_method_word(method, FR_SEEN) == FR_LEFT;
	n.any_g = n.memory == FR_FULL && n.deadends != FR_OFF && (delta > 0 || n.left);
	n.max_expanded = max ? max : INT64_MAX;
	naive_run(&n, delta);
	if (naive_stops(&n) || (!n.any_g && !n.left) ||
		fr_method_word(method, FR_REPAIR) == FR_OFF)
		return n.result;
	memset(n.seen_in, 0, sizeof n.seen_in);
	n.deadends = FR_OFF;
	n.any_g = n.left = false;
	naive_run(&n, delta);
	return n.result;
}

/* Without memory and with a delta the path may have had a detour, cut since. */
static bool
counts_like(const fr_result *a, const fr_result *b)
{
	return a->found == b->found && a->cost <= b->cost && a->iterations == b->iterations &&
		   a->visited == b->visited && a->visited_last == b->visited_last &&
		   a->expanded == b->expanded && a->expanded_last == b->expanded_last &&
		   a->reopened == b->reopened && a->open_peak == b->open_peak &&
		   a->tried == b->tried && a->tried_last == b->tried_last;
}

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

	*limit = q->least;
	method.option[FR_REPAIR] = (fr_decimal){FR_OFF, 0};
	ask(q->w->grid, &method, q->start, q->goal, NULL, &a);
	if (!a.result.found)
		expect(LOST, a.result.complete && !a.result.optimal, q->w, q->name);
	method.option[FR_REPAIR] = (fr_decimal){FR_ON, 0};
	ask(q->w->grid, &method, q->start, q->goal, NULL, &a);
	wanted = naive_search(q->w->grid, &method, q->start, q->goal);
	expect(REPAIRED, a.result.found && a.result.cost == q->least && !a.result.optimal,
		   q->w, q->name);
	expect(COUNTERS, counts_like(&a.result, &wanted), q->w, q->name);
	*limit = usual;
}

static void
check_cost(const question *q, const fr_result *r)
{
	setting *s = q->setting;
	bool left = fr_method_word(&q->method, FR_SEEN) == FR_LEFT;
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
		w.rules.weight[code] = (oracle_fraction){code == '.', 1};
	sprintf(w.text, "octile(straight=2, diagonal=3, corners=%s)",
			corners[w.rules.corners]);
	world_build(&w);
	run_pair(&w, &c);
	world_free(&w);
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

/* ---- the papers' figures ------------------------------------------------ */

typedef struct figure
{
	const char *model;
	uint32_t side;
	const char *cells;
	uint32_t start;
	uint32_t goal;
} figure;

static fr_grid *
grid_of(const figure *f)
{
	return make_grid(f->model, (const uint8_t *) f->cells, f->side, f->side);
}

static fr_result
ask_figure(const figure *f, fr_grid *grid, const char *name, seen_trace *seen)
{
	static answer a;
	fr_method method = method_of(name);

	ask(grid, &method, f->start, f->goal, seen, &a);
	return a.result;
}

/*
 * 2005, Figure 3, on a grid found by a search for it: after a limit of 10 the
 * least f is 12, by an inferior path to a cell that another path had reached.
 */
static void
test_transposition(void)
{
	static const figure f = {"octile(straight=3, diagonal=4, G=4)", 3, "....G..GG", 6, 4};
	fr_grid *grid = grid_of(&f);
	seen_trace none = {0};
	seen_trace g = {0};
	seen_trace full = {0};
	fr_result r = ask_figure(&f, grid, "idastar(memory=none)", &none);

	ok(none.limit[3] == 10 && none.limit[4] == 12 && none.limit[5] == 14,
	   "2005, Figure 3: without a cache the limit after 10 is 12");
	ok(ask_figure(&f, grid, "idastar(memory=g)", &g).cost == r.cost && g.limit[3] == 10 &&
		   g.limit[4] == 14,
	   "2005, Figure 3: with g cached the limit after 10 is 14");
	ok(ask_figure(&f, grid, "idastar", &full).cost == r.cost && full.limit[3] == 10 &&
		   full.limit[4] == 14,
	   "2005, Figure 3: with g and f cached the limit after 10 is 14");
	free_grid(grid);
}

/*
 * 2006, Figure 1, on a grid found by a search for it: the best path is cut in a
 * cell that a worse path had made a dead end, and a more expensive path is left.
 */
static void
test_dead_end(void)
{
	static const figure f = {"octile(straight=2, diagonal=3)", 4, "...@..@.........", 7,
							 2};
	fr_grid *grid = grid_of(&f);
	fr_result r;

	ok(ask_figure(&f, grid, "idastar", NULL).cost == 12,
	   "2006, Figure 1: delta=0 is exact");
	ok(ask_figure(&f, grid, "idastar(delta=5, deadends=off)", NULL).cost == 12,
	   "2006, Figure 1: without the cut the best path is found");
	r = ask_figure(&f, grid, "idastar(delta=5)", NULL);
	ok(r.found && r.cost == 18 && !r.optimal, "2006, Figure 1: the cut loses it");
	free_grid(grid);
}

/*
 * The cut alone leaves some path (idastar.c proves it): none is left where the
 * limit on costs forbids that one too.
 */
static void
test_repair(void)
{
	static const figure f = {"octile(straight=2, diagonal=3, corners=one)", 5,
							 "@..........@@@.@.........", 10, 17};
	fr_grid *grid = grid_of(&f);
	fr_result off;
	fr_result on;

	grid->costs.limit = 15;
	ok(ask_figure(&f, grid, "idastar", NULL).cost == 15, "repair: the least cost is 15");
	off = ask_figure(&f, grid, "idastar(delta=6, repair=off)", NULL);
	ok(!off.found && off.complete && !off.optimal && off.cost == 0,
	   "2006, section IV.E: the cut loses all paths");
	on = ask_figure(&f, grid, "idastar(delta=6)", NULL);
	ok(on.found && on.complete && !on.optimal && on.cost == 15 &&
		   on.iterations > off.iterations && on.expanded > off.expanded,
	   "2006, section V.D: the repair finds one, and counters go on");
	grid->costs.limit = 14;
	on = ask_figure(&f, grid, "idastar(delta=6)", NULL);
	ok(!on.found && on.complete && on.optimal,
	   "a goal beyond the limit on costs is not taken for a lost one");
	free_grid(grid);
}

/* ---- by hand ------------------------------------------------------------ */

typedef struct example
{
	const char *name;
	figure f;
	const char *method;
	fr_result wanted;
} example;

#define COUNTERS(cost_, iterations_, visited_, last_v, expanded_, last_e, again, peak,   \
				 tried_, last_t)                                                         \
	{                                                                                    \
		.found = true, .cost = (cost_), .iterations = (iterations_),                     \
		.visited = (visited_), .visited_last = (last_v), .expanded = (expanded_),        \
		.expanded_last = (last_e), .reopened = (again), .open_peak = (peak),             \
		.tried = (tried_), .tried_last = (last_t)                                        \
	}

static const example examples[] = {
	/* 0 to 8: south, south, east, a look north, and east */
	{"an open square",
	 {"tile", 3, ".........", 0, 8},
	 "idastar",
	 COUNTERS(4, 1, 6, 6, 4, 4, 0, 5, 5, 5)},
	/* limit 2: 0 and the leaf 3, f 4; limit 4: 0, 3, 4, 5, 2 */
	{"round a corner",
	 {"tile", 3, ".@....@@@", 0, 2},
	 "idastar",
	 COUNTERS(4, 2, 7, 5, 5, 4, 1, 5, 5, 4)},
	{"round a corner, no memory",
	 {"tile", 3, ".@....@@@", 0, 2},
	 "idastar(memory=none)",
	 COUNTERS(4, 2, 7, 5, 5, 4, 1, 5, 5, 4)},
	/* a look south first */
	{"one step",
	 {"tile", 2, "....", 0, 1},
	 "idastar",
	 COUNTERS(1, 1, 3, 3, 1, 1, 0, 2, 2, 2)},
};

static void
test_examples(void)
{
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
	{
		const example *e = &examples[i];
		fr_grid *grid = grid_of(&e->f);
		fr_result r = ask_figure(&e->f, grid, e->method, NULL);

		if (!ok(counts_like(&r, &e->wanted), "%s: counters", e->name))
		{
			print_counters("wanted", &e->wanted);
			print_counters("got", &r);
		}
		free_grid(grid);
	}
}

/* ---- searches that are left half-way ------------------------------------ */

static bool
search_and_leave(const fr_query *query, fr_workspace *workspace, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_result r;

	if (setjmp(l.out))
		return true;
	fr_search(query, workspace, &poll, &r);
	return false;
}

/* More searches than a workspace has generations, in the same one. */
static void
test_leaving(void)
{
	static uint8_t codes[40 * 40 + 1];
	static const figure f = {"octile(obstacle=2)", 40, (const char *) codes, 0, 1599};
	fr_method method = method_of("idastar(memory=g)");
	fr_workspace *workspace = new_workspace(40 * 40, &method);
	fr_poll poll = no_poll();
	chance c = {1};
	fr_result first;
	fr_result again;
	fr_query query = {.method = &method, .start = f.start, .goal = f.goal};
	fr_grid *grid;
	bool equal = true;
	int left = 0;

	for (int i = 0; i < 40 * 40; i++)
		codes[i] = chance_below(&c, 3) == 0 ? '@' : '.';
	query.grid = grid = grid_of(&f);
	fr_search(&query, workspace, &poll, &first);
	for (int i = 0; equal && i < 300; i++)
	{
		left += search_and_leave(&query, workspace, 1 + i % 4);
		fr_search(&query, workspace, &poll, &again);
		equal = same_counters(&first, &again);
	}
	ok(equal && first.found && left > 100, "searches left half-way do no harm");
	free_grid(grid);
	free(workspace);
}

/* ------------------------------------------------------------------------ */

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 15000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	test_examples();
	test_transposition();
	test_dead_end();
	test_repair();
	for (long i = 0; i < cases; i++)
	{
		run_case(seed + (uint64_t) i);
		run_obstacles(seed + (uint64_t) i);
	}
	report_checks(CHECKS, 1);
	report_settings();
	test_leaving();
	return tap_done();
}
