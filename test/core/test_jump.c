/*
 * test_jump.c - jump point search: its scope and its answers
 *
 *     test_jump [WORLDS [SEED]]
 *
 * test_search has it run on small maps under any model; here maps are as wide
 * as several words of bits, or just not, and obstacles of all sizes.
 */
#include "jump_maps.h"
#include "tap.h"

#define MAX_REPORTS 5

static fr_method jump;

/* ---- one answer --------------------------------------------------------- */

/* Is the cost the same where nothing but the cost is asked for? */
static bool
right_cost_alone(const world *w, fr_workspace *workspace, uint32_t start, uint32_t goal,
				 const fr_result *full)
{
	fr_query asked = {.grid = w->grid,
					  .method = &jump,
					  .start = start,
					  .goal = goal,
					  .uncounted = true};
	fr_poll poll = no_poll();
	fr_result r;

	return fr_search(&asked, workspace, &poll, &r) == FR_OK && r.complete && r.optimal &&
		   r.found == full->found && r.cost == full->cost;
}

/* Is the route the same where counters are not asked for? */
static bool
right_route_alone(const world *w, fr_workspace *workspace, uint32_t start, uint32_t goal,
				  const fr_result *full)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_query asked = {.grid = w->grid,
					  .method = &jump,
					  .start = start,
					  .goal = goal,
					  .uncounted = true,
					  .wants_route = true,
					  .arena = &memory.core};
	fr_poll poll = no_poll();
	fr_result r;
	bool same =
		fr_search(&asked, workspace, &poll, &r) == FR_OK && r.found &&
		r.cost == full->cost && r.length == full->length &&
		r.route.count == full->route.count &&
		memcmp(r.route.runs, full->route.runs, r.route.count * sizeof *r.route.runs) == 0;

	malloc_arena_clear(&memory);
	return same;
}

/* Is the answer the oracle's, to the bit? */
static bool
right_answer(const world *w, fr_workspace *workspace, uint32_t start, uint32_t goal,
			 oracle_cost wanted, fr_result *r)
{
	fr_poll poll = no_poll();

	if (search_pair(w->grid, &jump, start, goal, workspace, &poll, r) || !r->complete ||
		!r->optimal || r->found != (wanted.a >= 0) ||
		!right_cost_alone(w, workspace, start, goal, r))
		return false;
	return !r->found ||
		   (r->cost == world_units(w, wanted) && r->reopened == 0 &&
			r->visited == r->expanded + 1 &&
			world_right_path(w, start, goal, r, wanted) &&
			(start == goal || right_route_alone(w, workspace, start, goal, r)));
}

/* ---- made by hand -------------------------------------------------------- */

typedef struct example
{
	const char *what;
	int width;
	const char *cells; /* from S to G */
	int64_t octile;	   /* visits under octile, */
	int64_t tile;	   /* tile, */
	int64_t hex;	   /* and hex */
} example;

static const example examples[] = {
	{"open ground", 5,
	 "S...."
	 "....."
	 "....G",
	 2, 2, 2},
	{"a goal beside the start", 3, "SG.", 2, 2, 2},
	{"a goal diagonal from the start", 2,
	 "S."
	 ".G",
	 2, 2, 2},
	{"a goal inside a run", 7, "..S..G.", 2, 2, 2},
	{"the same, backward", 7, "..G..S.", 2, 2, 2},
	{"a goal at the end of a diagonal ray", 4,
	 "...G"
	 "...."
	 "...."
	 "S...",
	 2, 2, 2},
	{"an obstacle of one cell", 5,
	 "....."
	 "S.@.G"
	 ".....",
	 3, 3, 3},
	{"a corner at the edge of the map", 4,
	 "S@G."
	 "....",
	 4, 3, 3},
	{"a run that passes an opening", 6,
	 "@@.@@@"
	 "S....G",
	 3, 2, 2},
	{"a start that is a jump point", 5,
	 ".@..."
	 "..S.."
	 "@@.@G"
	 "@....",
	 3, 2, 2},
	{"a corridor", 5,
	 "S@..."
	 ".@.@."
	 "...@G",
	 6, 4, 5},
};

static uint32_t
find(const example *e, char code, int times)
{
	int at = (int) (strchr(e->cells, code) - e->cells);

	return (uint32_t) ((at / e->width * times * e->width + at % e->width) * times);
}

/* Each cell becomes a square of so many. */
static uint8_t *
enlarge(const example *e, int height, int times)
{
	uint8_t *codes = new_block((size_t) (e->width * height * times * times));

	for (int y = 0; y < height * times; y++)
		for (int x = 0; x < e->width * times; x++)
			codes[y * e->width * times + x] =
				(uint8_t) e->cells[y / times * e->width + x / times];
	return codes;
}

static bool
run_example(const example *e, const rules *model, int times, int64_t *visits)
{
	static oracle_cost costs[MAX_CELLS];
	int height = (int) strlen(e->cells) / e->width;
	uint32_t start = find(e, 'S', times);
	uint32_t goal = find(e, 'G', times);
	fr_workspace *workspace = new_workspace(MAX_CELLS, &jump);
	fr_result r;
	world w;
	bool right;

	build(&w, model, e->width * times, height * times, enlarge(e, height, times));
	oracle_dijkstra(&w.oracle, world_point(&w, start), costs);
	right = right_answer(&w, workspace, start, goal, costs[goal], &r);
	*visits = r.visited;
	free(workspace);
	world_free(&w);
	return right;
}

static void
test_examples(void)
{
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
	{
		const example *e = &examples[i];
		int64_t octile = 0;
		int64_t tile = 0;
		int64_t hex = 0;
		int64_t visits;
		bool right = run_example(e, OCTILE, 1, &octile) &&
					 run_example(e, TILE, 1, &tile) && run_example(e, HEX, 1, &hex);

		ok(right && octile == e->octile && tile == e->tile && hex == e->hex,
		   "%s: %lld, %lld and %lld visits", e->what, (long long) octile,
		   (long long) tile, (long long) hex);
		for (size_t m = 0; m < MODELS; m++)
			for (int times = 2; times * e->width <= MAX_SIDE && times < 24; times += 7)
				right &= run_example(e, &models[m], times, &visits);
		ok(right, "%s: and enlarged, under all models", e->what);
	}
}

/* ---- a goal in sight ------------------------------------------------------- */

/*
 * All eight rays from the middle pass obstacles. The search follows first the one that leads
 * to the goal, so it opens nothing but the goal.
 */
static void
test_first_ray(void)
{
	static const char cells[] = "........."
								"..@...@.."
								".@.....@."
								"........."
								"....S...."
								"........."
								".@.....@."
								"..@...@.."
								".........";
	fr_poll poll = no_poll();
	fr_workspace *workspace = new_workspace(sizeof cells - 1, &jump);
	world w;

	build(&w, &models[0], 9, 9, exact_copy(cells, sizeof cells - 1));
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t goal = 40 + (uint32_t) w.grid->offset[d];
		fr_result r;

		search_pair(w.grid, &jump, 40, goal, workspace, &poll, &r);
		ok(r.found && r.expanded == 1 && r.opened == 2, "a goal to the %s: %lld opened",
		   fr_direction_name[d], (long long) r.opened);
	}
	free(workspace);
	world_free(&w);
}

/* ---- what a search tells while it runs ------------------------------------- */

typedef struct watcher
{
	int64_t visits;
	int64_t expansions;
	int64_t rises; /* of f, from one expansion to the next */
	uint64_t g;
	uint64_t f;
	bool falling;
} watcher;

static void
watch(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f, bool expanded)
{
	watcher *seen = context;

	(void) iteration, (void) cell;
	seen->visits++;
	seen->expansions += expanded;
	seen->rises += expanded && seen->expansions > 1 && f > seen->f;
	seen->falling |= f < seen->f || g > f;
	seen->g = g;
	seen->f = f;
}

/* Around a wall: traced, and with a limit that it meets or just not. */
static void
test_reports(void)
{
	static const char cells[] = "......"
								".@@@@."
								"S@..@G"
								".@@@@."
								"......";
	watcher seen = {0};
	fr_trace trace = {watch, &seen};
	fr_poll poll = no_poll();
	fr_workspace *workspace = new_workspace(sizeof cells - 1, &jump);
	fr_query query = {.method = &jump, .start = 12, .goal = 17, .trace = &trace};
	fr_method limited = jump;
	fr_result full;
	fr_result r;
	world w;

	build(&w, &models[0], 6, 5, exact_copy(cells, sizeof cells - 1));
	query.grid = w.grid;
	fr_search(&query, workspace, &poll, &full);
	ok(full.found && seen.visits == full.visited && seen.expansions == full.expanded &&
		   !seen.falling && seen.g == full.cost && seen.f == full.cost,
	   "a trace has each visit, in the order of f");
	ok(full.iterations > 1 && seen.rises + 1 == full.iterations, "%lld iterations",
	   (long long) full.iterations);
	limited.option[FR_MAX_EXPANDED].digits = (uint64_t) full.expanded;
	search_pair(w.grid, &limited, 12, 17, workspace, &poll, &r);
	ok(r.found && r.cost == full.cost, "a limit on expansions that is not met");
	limited.option[FR_MAX_EXPANDED].digits--;
	search_pair(w.grid, &limited, 12, 17, workspace, &poll, &r);
	ok(!r.found && !r.complete && r.expanded == full.expanded - 1, "and one that is");
	free(workspace);
	world_free(&w);
}

/* ---- what it can be asked for ---------------------------------------------- */

static int
turn_under(const char *text, const char *cells)
{
	uint32_t length = (uint32_t) strlen(cells);
	uint8_t *packed;
	fr_map map = make_map((const uint8_t *) cells, length, 1, &packed);
	fr_model model;
	fr_costs costs;
	fr_error error;
	bool refused = fr_model_parse(text, strlen(text), &model, &error) ||
				   fr_costs_resolve(&model, &map, &costs, &error);

	free(packed);
	return refused ? -1 : costs.jumps;
}

static void
test_scope(void)
{
	ok(turn_under("octile", ".@") == 1 && turn_under("octile(diagonal=1)", ".@") == 1 &&
		   turn_under("octile(straight=2, diagonal=3.999)", ".@") == 1,
	   "octile jumps from diagonals to straight steps");
	ok(turn_under("tile", ".@") == 2 && turn_under("tile(straight=7, S=1)", ".S") == 2,
	   "tile jumps from horizontal to vertical steps");
	ok(turn_under("hex", ".@") == FR_HEX_JUMPS &&
		   turn_under("hex(straight=7, S=1)", ".S") == FR_HEX_JUMPS &&
		   turn_under("hex(S=2)", ".S") == FR_HEX_PATTERNS &&
		   turn_under("hex(.=N)", ".@") == FR_HEX_PATTERNS,
	   "hex jumps in six directions, by patterns if cells weigh differently or are one-way");
	ok(turn_under("octile(diagonal=0.999)", ".@") == FR_NO_JUMPS &&
		   turn_under("octile(diagonal=0.999, S=2)", ".S") == FR_NO_JUMPS,
	   "a diagonal step costs one straight step at least");
	ok(turn_under("octile(diagonal=2)", ".@") == FR_OCTILE_PATTERNS &&
		   turn_under("octile(diagonal=2.001)", ".@") == FR_TILE_PATTERNS,
	   "it jumps by patterns if that costs two straight steps or more");
	ok(turn_under("octile(corners=one)", ".@") == FR_OCTILE_PATTERNS &&
		   turn_under("octile(corners=any)", ".@") == FR_OCTILE_PATTERNS,
	   "and if it does not need both cells beside it");
	ok(turn_under("octile(S=2)", ".S") == FR_OCTILE_PATTERNS &&
		   turn_under("octile(S=2)", ".@") == FR_OCTILE_JUMPS &&
		   turn_under("tile(weigh=average, @=3)", ".@") == FR_TILE_PATTERNS,
	   "and if cells on the map at hand weigh differently");
}

/* ---- random maps ----------------------------------------------------------- */

typedef struct tally
{
	long answers;
	long wrong;
} tally;

static void
run_world(uint64_t seed, fr_workspace *workspace, tally *t)
{
	static oracle_cost costs[MAX_CELLS];
	chance c = {seed};
	fr_result r;
	uint32_t start;
	world w;

	build_random(&w, &c);
	start = chance_below(&c, w.grid->cells);
	oracle_dijkstra(&w.oracle, world_point(&w, start), costs);
	for (int i = 0; i < GOALS; i++)
	{
		uint32_t goal = chance_below(&c, w.grid->cells);

		t->answers++;
		if (!right_answer(&w, workspace, start, goal, costs[goal], &r) &&
			t->wrong++ < MAX_REPORTS)
			printf("# WRONG: from %u to %u, seed %llu\n", start, goal,
				   (unsigned long long) seed);
	}
	world_free(&w);
}

static void
test_worlds(long worlds, uint64_t seed)
{
	fr_workspace *workspace = new_workspace(MAX_CELLS, &jump);
	tally t = {0};

	for (long i = 0; i < worlds; i++)
		run_world(seed + (uint64_t) i, workspace, &t);
	ok(t.wrong == 0 && t.answers > 0, "costs and paths are the oracle's: %ld of %ld",
	   t.answers - t.wrong, t.answers);
	free(workspace);
}

int
main(int argc, char **argv)
{
	jump = method_of("jump");
	test_examples();
	test_first_ray();
	test_reports();
	test_scope();
	test_worlds(argc > 1 ? atol(argv[1]) : 800,
				argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	return tap_done();
}
