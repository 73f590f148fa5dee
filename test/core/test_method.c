/*
 * test_method.c - the text of a search method, in and out
 */
#include "texts.h"

static fr_status
put_method(const char *text, size_t length, char *canonical, fr_error *error)
{
	fr_method method;
	fr_status status = fr_method_parse(text, length, &method, error);

	if (status == FR_OK)
		canonical[fr_method_write(&method, canonical)] = 0;
	return status;
}

static const char *const same[][2] = {
	{"auto", "auto"},
	{" auto ( ) ", "auto"},
	{"fringe", "fringe"},
	{"fringe(list=linked)", "fringe"},
	{"fringe(step=0.50, list=array)", "fringe(list=array, step=0.5)"},
	{"fringe(list=array, buckets=1, pick=newest)", "fringe(list=array)"},
	{"fringe(step=0, buckets=1000)", "fringe(buckets=1000)"},
	{"fringe(pick=min_g)", "fringe(pick=min_g)"},
	{"astar", "astar"},
	{"astar()", "astar"},
	{"astar(moves=canonical, components=use)", "astar"},
	{"fringe(components=ignore, moves=all)", "fringe(moves=all, components=ignore)"},
	{"idastar(deadends=infinite)", "idastar(deadends=infinite)"},
	{"idastar(deadends=own, seen=left)", "idastar(seen=left, deadends=own)"},
	{"idastar(seen=entered)", "idastar"},
	{"astar( open = stacks )", "astar"},
	{"astar(tie=high_g, landmarks=10, from=either)", "astar"},
	{"astar(lookup=array, clear=lazily)", "astar"},
	{"astar(clear=eagerly, lookup=scan)", "astar(lookup=scan, clear=eagerly)"},
	{"fringe(uneven=1)", "fringe"},
	{"idastar(uneven=64, delta=2, deadends=safe)",
	 "idastar(deadends=safe, delta=2, uneven=64)"},
	{"astar(tie=none, open=heap)", "astar(open=heap, tie=none)"},
	{"astar(from=start, heuristic=alt)", "astar(heuristic=alt, from=start)"},
	{"fringe(heuristic=altbest, from=either)", "fringe(heuristic=altbest)"},
	{"jump( max_expanded = 07 )", "jump(max_expanded=7)"},
	{"jump(max_expanded=1000000000000)", "jump(max_expanded=1000000000000)"},
	{"astar(heuristic=alt, seed=2147483647)", "astar(heuristic=alt, seed=2147483647)"},
};

static void
test_accepted(void)
{
	for (size_t i = 0; i < sizeof same / sizeof *same; i++)
		ok(is_rewritten(put_method, same[i][0], same[i][1]), "\"%s\" is %s", same[i][0],
		   same[i][1]);
}

static const bad bads[] = {
	{"", FR_SYNTAX, "a name", ""},
	{"dijkstra", FR_UNKNOWN_NAME, "method", "dijkstra"},
	{"AStar", FR_UNKNOWN_NAME, "method", "AStar"},
	{"octile", FR_UNKNOWN_NAME, "method", "octile"},
	{"astar(open=stacks", FR_SYNTAX, "\",\" or \")\"", ""},
	{"astar(open)", FR_SYNTAX, "\"=\"", ")"},
	{"astar(open=)", FR_SYNTAX, "a value", ")"},
	{"astar open", FR_SYNTAX, "the end", "open"},
	{"astar(list=linked)", FR_UNKNOWN_KEY, "astar", "list"},
	{"fringe(open=stacks)", FR_UNKNOWN_KEY, "fringe", "open"},
	{"auto(open=stacks)", FR_UNKNOWN_KEY, "auto", "open"},
	{"jump(from=start)", FR_UNKNOWN_KEY, "jump", "from"},
	{"idastar(moves=all)", FR_UNKNOWN_KEY, "idastar", "moves"},
	{"astar('o'=stacks)", FR_UNKNOWN_KEY, "astar", "'o'"},
	{"astar(open=stacks,open=stacks)", FR_DUPLICATE_KEY, NULL, "open"},
	{"astar(open=queue)", FR_BAD_VALUE, "open", "queue"},
	{"fringe(list=stack)", FR_BAD_VALUE, "list", "stack"},
	{"fringe(buckets=0)", FR_BAD_NUMBER, "buckets", "0"},
	{"fringe(buckets=1001)", FR_BAD_NUMBER, "buckets", "1001"},
	{"fringe(buckets=1.5)", FR_BAD_NUMBER, "buckets", "1.5"},
	{"fringe(pick=max_f)", FR_BAD_VALUE, "pick", "max_f"},
	{"jump(max_expanded=1000000000001)", FR_BAD_NUMBER, "max_expanded", "1000000000001"},
	{"jump(max_expanded=99999999999999999999)", FR_BAD_NUMBER, "max_expanded",
	 "99999999999999999999"},
	{"fringe(buckets=)", FR_SYNTAX, "a value", ")"},
	{"fringe(step=-1)", FR_BAD_NUMBER, "step", "-1"},
	{"astar(step=1)", FR_UNKNOWN_KEY, "astar", "step"},
	{"fringe(list=array, buckets=2)", FR_CONFLICT, "list=array and buckets", ""},
	{"fringe(pick=min_f, list=array)", FR_CONFLICT, "list=array and pick", ""},
	{"fringe(buckets=2, pick=min_g)", FR_CONFLICT, "buckets and pick", ""},
	{"astar(open=tree, tie=none)", FR_CONFLICT, "tie=none", ""},
	{"astar(tie=none, open=list)", FR_CONFLICT, "tie=none", ""},
	{"astar(open=heap, nodes=malloc)", FR_CONFLICT, "nodes=malloc", ""},
	{"astar(lookup=scan, nodes=malloc)", FR_CONFLICT, "nodes=malloc and lookup=scan", ""},
	{"fringe(list=array, uneven=2)", FR_CONFLICT, "list=array and uneven", ""},
	{"fringe(buckets=2, uneven=2)", FR_CONFLICT, "buckets and uneven", ""},
	{"idastar(seen=left, deadends=safe, delta=1)", FR_CONFLICT,
	 "seen=left and deadends=safe", ""},
	{"fringe(uneven=65)", FR_BAD_NUMBER, "uneven", "65"},
	{"astar(uneven=2)", FR_UNKNOWN_KEY, "astar", "uneven"},
	{"jump(clear=eagerly)", FR_UNKNOWN_KEY, "jump", "clear"},
	/* options without effect: each that depends on another one */
	{"astar(tie=low_g)", FR_CONFLICT, "tie", ""},
	{"astar(tie=lifo, nodes=malloc)", FR_CONFLICT, "tie", ""},
	{"astar(open=stacks, tie=none)", FR_CONFLICT, "tie", ""},
	{"idastar(memory=none, seen=left)", FR_CONFLICT, "seen", ""},
	{"idastar(memory=none, clear=eagerly)", FR_CONFLICT, "clear", ""},
	{"idastar(deadends=safe)", FR_CONFLICT, "deadends=safe", ""},
	{"idastar(deadends=safe, delta=2, memory=g)", FR_CONFLICT, "deadends=safe", ""},
	{"fringe(uneven=2, heuristic=zero)", FR_CONFLICT, "uneven", ""},
	{"astar(best=2)", FR_CONFLICT, "best", ""},
	{"jump(heuristic=alt, best=3)", FR_CONFLICT, "best", ""},
	{"fringe(landmarks=3)", FR_CONFLICT, "landmarks", ""},
	{"idastar(heuristic=zero, place=farthest)", FR_CONFLICT, "place", ""},
	{"jump(seed=5)", FR_CONFLICT, "seed", ""},
	{"fringe(from=start)", FR_CONFLICT, "from", ""},
};

static void
test_refused(void)
{
	for (size_t i = 0; i < sizeof bads / sizeof *bads; i++)
		check_bad(put_method, &bads[i]);
}

/* The words that would do are with the error. */
static void
test_choices(void)
{
	static const struct
	{
		const char *text;
		const char *choices[FR_CHOICES];
	} cases[] = {
		{"dijkstra",
		 {"auto", "fringe", "astar", "idastar", "jump", "sweep", "visibility", "turns"}},
		{"jump(step=1)",
		 {"heuristic", "best", "landmarks", "place", "seed", "max_expanded"}},
		{"auto(step=1)", {NULL}},
		{"astar(list=array)",
		 {"open", "tie", "nodes", "lookup", "heuristic", "best", "landmarks", "place",
		  "seed", "from", "moves", "components", "clear", "max_expanded"}},
		{"astar(open=queue)", {"stacks", "heap", "tree", "list"}},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
	{
		fr_method method;
		fr_error error;
		bool same =
			fr_method_parse(cases[i].text, strlen(cases[i].text), &method, &error);

		for (int k = 0; same && k < FR_CHOICES; k++)
			same =
				!error.choices[k] == !cases[i].choices[k] &&
				(!error.choices[k] || strcmp(error.choices[k], cases[i].choices[k]) == 0);
		ok(same, "choices: \"%s\"", cases[i].text);
	}
}

/* Is this what the method runs on the grid? */
static bool
resolves(const char *text, const fr_grid *grid, const char *wanted)
{
	char canonical[FR_METHOD_TEXT_MAX];
	fr_method method;
	fr_error error;
	size_t length;

	if (fr_method_parse(text, strlen(text), &method, &error))
		return false;
	method = fr_method_resolve(&method, grid);
	length = fr_method_write(&method, canonical);
	return length == strlen(wanted) && memcmp(canonical, wanted, length) == 0;
}

/* What `auto` with landmarks, which sessions build, runs on the grid. */
static fr_search_kind
auto_with_landmarks(const fr_grid *grid)
{
	fr_method method = fr_method_auto();

	method.option[FR_HEURISTIC].digits = FR_HEURISTIC_ALTBEST;
	return fr_method_resolve(&method, grid).search;
}

/* Where `jump` goes by patterns. */
static void
test_resolve_patterns(void)
{
	fr_grid uneven = {
		.costs = {.step_max = 3, .h.straight = 2, .jumps = FR_OCTILE_PATTERNS},
		.octile = true,
		.shape.passable = 1000,
		.shape.obstacle_edges = 100};
	fr_grid bends = uneven;

	bends.costs.uniform = true;
	bends.shape.convex_corners = 17;
	bends.shape.concave_corners = 2;
	bends.shape.passable = 1001;
	ok(resolves("auto", &bends, "jump"), "by patterns, ways may be as narrow");
	bends.shape.passable = 1000;
	ok(resolves("auto", &bends, "astar"), "and not narrower");
	bends.shape.concave_corners = 3;
	ok(resolves("auto", &bends, "jump"), "unless obstacles are more hollow");
	uneven.shape.passable = 1 + 4 * (uneven.shape.rough_cells = 10);
	ok(resolves("auto", &uneven, "jump"),
	   "auto jumps over weights if few cells are rough");
	uneven.shape.convex_corners = 7;
	ok(resolves("auto", &uneven, "jump"), "also with some corners of obstacles");
	uneven.shape.convex_corners = 8;
	ok(resolves("auto", &uneven, "astar"), "and not with more");
	uneven.shape.convex_corners = 0;
	uneven.shape.passable--;
	ok(resolves("auto", &uneven, "astar"), "and not if more are");
	uneven.costs.step_max = 1414214;
	uneven.costs.h.straight = 1000000;
	ok(resolves("auto", &uneven, "jump"), "but if a stack has several values of f");
	uneven.octile = false;
	ok(resolves("auto", &uneven, "astar"), "and they are fewer under tile");
}

/* Of cells of one weight, with so many sides of obstacles and their corners. */
static fr_grid
plain_grid(bool octile, uint32_t passable, uint32_t sides, uint32_t blunt,
		   uint32_t hollow)
{
	return (fr_grid){.costs = {.step_max = 3,
							   .h.straight = 2,
							   .jumps = FR_OCTILE_JUMPS,
							   .uniform = true},
					 .octile = octile,
					 .shape.passable = passable,
					 .shape.obstacle_edges = sides,
					 .shape.convex_corners = blunt,
					 .shape.concave_corners = hollow};
}

/* The text of the method that `auto` becomes on such a grid. */
static bool
jumps_on(fr_grid grid)
{
	return resolves("auto", &grid, "jump");
}

static bool
jumps_with_landmarks(fr_grid grid)
{
	return auto_with_landmarks(&grid) == FR_JUMP;
}

static void
test_resolve(void)
{
	fr_grid even = plain_grid(true, 1000, 100, 10, 0);
	fr_grid spread;
	fr_grid empty = plain_grid(true, 1, 0, 0, 0);
	fr_grid rough = plain_grid(true, 1000, 100, 20, 0);

	even.costs.jumps = FR_NO_JUMPS;
	spread = even;
	spread.costs.step_max = 300000;
	ok(resolves("auto", &even, "astar"), "auto is A* on stacks");
	ok(resolves("auto", &spread, "astar(open=heap)"),
	   "auto is A* on a heap where costs are far apart");
	ok(resolves("jump", &rough, "jump") && resolves("jump", &empty, "jump"),
	   "jump jumps wherever it can");
	ok(resolves("jump(max_expanded=5)", &even, "astar(max_expanded=5)"),
	   "jump is A* where it cannot");
	ok(resolves("jump", &spread, "astar(open=heap)"), "and that on a heap, as auto is");
	ok(resolves("fringe", &rough, "fringe"), "fringe is fringe");
	ok(resolves("auto", &empty, "jump"), "auto jumps where there are no obstacles");
}

/* Obstacles that stand apart: four over the mean length of an outline. */
static void
test_resolve_apart(void)
{
	fr_grid fine = plain_grid(true, 1000, 100, 19, 0);

	ok(jumps_on(plain_grid(true, 1000, 100, 17, 0)), "auto jumps past large obstacles");
	ok(!jumps_on(plain_grid(true, 1000, 100, 18, 0)), "and not past small ones");
	ok(jumps_on(plain_grid(true, 1000, 100, 67, 50)), "however many bends they have");
	ok(!jumps_on(plain_grid(true, 1000, 100, 68, 50)), "and these alone do not count");
	ok(jumps_on(plain_grid(true, 22223, 100, 100, 0)), "unless they are few");
	ok(!jumps_on(plain_grid(true, 22222, 100, 100, 0)), "and not if there are more");
	fine.costs.step_max = 1414214;
	ok(jumps_on(fine), "if a stack has several values of f, they may be smaller");
	fine.shape.convex_corners = 23;
	ok(!jumps_on(fine), "but not much");
	ok(!jumps_on(plain_grid(true, 2000, 100, 19, 0)) &&
		   jumps_with_landmarks(plain_grid(true, 2000, 100, 19, 0)),
	   "with landmarks they may be smaller, too");
	ok(jumps_on(plain_grid(false, 1000, 100, 14, 0)) &&
		   !jumps_on(plain_grid(false, 1000, 100, 15, 0)),
	   "under tile they have to be larger");
}

/* Narrow ways, of 2 sides a cell where they are one cell wide. */
static void
test_resolve_narrow(void)
{
	ok(jumps_on(plain_grid(true, 100, 200, 40, 40)), "auto jumps along ways of one cell");
	ok(jumps_on(plain_grid(true, 100, 249, 40, 40)), "and into dead ends");
	ok(!jumps_on(plain_grid(true, 100, 250, 40, 40)), "and not in single cells");
	ok(!jumps_with_landmarks(plain_grid(true, 100, 120, 40, 40)) &&
		   jumps_with_landmarks(plain_grid(true, 100, 119, 40, 40)),
	   "with landmarks ways have to be wider");
	ok(!jumps_with_landmarks(plain_grid(false, 100, 105, 40, 40)) &&
		   jumps_with_landmarks(plain_grid(false, 100, 104, 40, 40)),
	   "and wider under tile");
	ok(!jumps_with_landmarks(plain_grid(true, 100, 100, 40, 33)) &&
		   jumps_with_landmarks(plain_grid(true, 100, 100, 40, 34)),
	   "or obstacles more hollow");
}

int
main(void)
{
	test_accepted();
	test_refused();
	test_choices();
	test_resolve();
	test_resolve_apart();
	test_resolve_narrow();
	test_resolve_patterns();
	return tap_done();
}
