/*
 * test_idastar_figures.c - IDA* on the figures of both papers, on examples made by
 * hand, and left half-way
 */
#include "idastar.h"
#include "tap.h"

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

int
main(void)
{
	test_examples();
	test_transposition();
	test_dead_end();
	test_repair();
	test_leaving();
	return tap_done();
}
