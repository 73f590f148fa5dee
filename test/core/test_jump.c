/*
 * test_jump.c - jump point search: its bits, its scope, and its answers
 *
 *     test_jump [WORLDS [SEED]]
 *
 * test_search has it run on small maps under any model; here maps are as wide
 * as several words of bits, or just not, and obstacles of all sizes.
 */
#include "core/grid/jumps.h"
#include "tap.h"
#include "world.h"

#define MAX_SIDE 200
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define GOALS 40
#define MAX_REPORTS 5

typedef struct rules
{
	const char *text;
	bool eight;
	bool root2;
	int64_t straight;
	int64_t diagonal;
} rules;

/* Those that jump, from the cheapest diagonal there may be to the most expensive. */
static const rules models[] = {
	{"octile", true, true, 1, 0},
	{"octile(straight=2, diagonal=3)", true, false, 2, 3},
	{"octile(diagonal=1)", true, false, 1, 1},
	{"octile(straight=100, diagonal=199)", true, false, 100, 199},
	{"tile", false, false, 1, 0},
};

#define MODELS (sizeof models / sizeof *models)

static fr_method jump;

/* A world of these codes, '@' blocked and all others not; the codes are its own. */
static void
build(world *w, const rules *r, int width, int height, uint8_t *codes)
{
	*w = (world){.width = width, .height = height, .codes = codes};
	w->rules = (oracle_model){.eight = r->eight,
							  .root2 = r->root2,
							  .corners = 2,
							  .straight = {r->straight, 1},
							  .diagonal = {r->diagonal, 1}};
	for (int code = 0; code < 256; code++)
		w->rules.weight[code] = (oracle_fraction){strchr(".SG", code) && code, 1};
	strcpy(w->text, r->text);
	world_build(w);
}

/* ---- one answer --------------------------------------------------------- */

/* Is the answer the oracle's, to the bit? */
static bool
right_answer(const world *w, fr_workspace *workspace, uint32_t start, uint32_t goal,
			 oracle_cost wanted, fr_result *r)
{
	fr_poll poll = no_poll();

	if (search_pair(w->grid, &jump, start, goal, workspace, &poll, r) || !r->complete ||
		!r->optimal || r->found != (wanted.a >= 0))
		return false;
	return !r->found ||
		   (r->cost == world_units(w, wanted) && r->reopened == 0 &&
			r->visited == r->expanded + 1 && world_right_path(w, start, goal, r, wanted));
}

/* ---- made by hand -------------------------------------------------------- */

typedef struct example
{
	const char *what;
	int width;
	const char *cells; /* from S to G */
	int64_t octile;	   /* visits under octile ... */
	int64_t tile;	   /* ... and under tile */
} example;

static const example examples[] = {
	{"open ground", 5,
	 "S...."
	 "....."
	 "....G",
	 2, 2},
	{"a goal beside the start", 3, "SG.", 2, 2},
	{"a goal diagonal from the start", 2,
	 "S."
	 ".G",
	 2, 2},
	{"a goal inside a run", 7, "..S..G.", 2, 2},
	{"the same, backward", 7, "..G..S.", 2, 2},
	{"a goal at the end of a spine", 4,
	 "...G"
	 "...."
	 "...."
	 "S...",
	 2, 2},
	{"an obstacle of one cell", 5,
	 "....."
	 "S.@.G"
	 ".....",
	 3, 3},
	{"a corner at the edge of the map", 4,
	 "S@G."
	 "....",
	 4, 3},
	{"a run that passes an opening", 6,
	 "@@.@@@"
	 "S....G",
	 3, 2},
	{"a start that is a jump point", 5,
	 ".@..."
	 "..S.."
	 "@@.@G"
	 "@....",
	 3, 2},
	{"a corridor", 5,
	 "S@..."
	 ".@.@."
	 "...@G",
	 6, 4},
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
		int64_t visits;
		bool right = run_example(e, &models[0], 1, &octile) &&
					 run_example(e, &models[MODELS - 1], 1, &tile);

		ok(right && octile == e->octile && tile == e->tile, "%s: %lld and %lld visits",
		   e->what, (long long) octile, (long long) tile);
		for (size_t m = 0; m < MODELS; m++)
			for (int times = 2; times * e->width <= MAX_SIDE && times < 24; times += 7)
				right &= run_example(e, &models[m], times, &visits);
		ok(right, "%s: and enlarged, under all models", e->what);
	}
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

typedef struct outline
{
	int width;
	const char *cells;
	uint32_t sides;
	uint32_t corners;
} outline;

static void
test_outlines(void)
{
	static const outline outlines[] = {
		{3,
		 "..."
		 "..."
		 "...",
		 0, 0},
		{3,
		 "..."
		 ".@."
		 "...",
		 4, 4},
		{4,
		 "...."
		 ".@@."
		 ".@@."
		 "....",
		 8, 4},
		{3,
		 ".@."
		 "..."
		 "...",
		 3, 2},
		{3,
		 "@.."
		 "..."
		 "...",
		 2, 1},
		{3,
		 "@.@"
		 "..."
		 "@.@",
		 8, 4},
		{3,
		 "@.."
		 ".@."
		 "..@",
		 8, 2},
		{3,
		 "@@@"
		 "@@@"
		 "@@@",
		 0, 0},
	};

	for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++)
	{
		const outline *o = &outlines[i];
		size_t cells = strlen(o->cells);
		world w;

		build(&w, &models[0], o->width, (int) cells / o->width,
			  exact_copy(o->cells, cells));
		ok(w.grid->sides == o->sides && w.grid->blunt == o->corners,
		   "%s has %u sides and %u corners", o->cells, w.grid->sides, w.grid->blunt);
		world_free(&w);
	}
}

/* ---- random maps ----------------------------------------------------------- */

static bool
is_blocked(const world *w, int x, int y)
{
	return !oracle_passable(&w->oracle, x, y);
}

/* Where a run stops, cell by cell: how many steps from (x, y). */
static int
naive_stop(const world *w, int x, int y, int dx, int dy)
{
	int steps = 0;

	for (;;)
	{
		bool left = is_blocked(w, x + dy, y + dx);
		bool right = is_blocked(w, x - dy, y - dx);

		x += dx;
		y += dy;
		steps++;
		if (is_blocked(w, x, y) || (left && !is_blocked(w, x + dy, y + dx)) ||
			(right && !is_blocked(w, x - dy, y - dx)))
			return steps;
	}
}

/* Does a run from there stop before it is blocked? */
static bool
naive_leads(const world *w, int x, int y, int d)
{
	int steps = naive_stop(w, x, y, fr_dx[d], fr_dy[d]);

	return !is_blocked(w, x + steps * fr_dx[d], y + steps * fr_dy[d]);
}

/* May a step be made from there, by the rule that needs both cells beside a diagonal? */
static bool
naive_step(const world *w, int x, int y, int d)
{
	return !is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
		   !is_blocked(w, x + fr_dx[d], y) && !is_blocked(w, x, y + fr_dy[d]);
}

/* A spine stops where one of its branches leads somewhere, or where it ends. */
static int
naive_spine(const world *w, int x, int y, int d)
{
	int turn = fr_is_diagonal(d) ? 1 : 2;
	int steps = 0;

	do
	{
		x += fr_dx[d];
		y += fr_dy[d];
		steps++;
	} while (naive_step(w, x, y, d) &&
			 !naive_leads(w, x, y, (d + turn) % FR_DIRECTIONS) &&
			 !naive_leads(w, x, y, (d + FR_DIRECTIONS - turn) % FR_DIRECTIONS));
	return steps;
}

static bool
is_spine(const fr_grid *grid, int d)
{
	return grid->octile ? fr_is_diagonal(d) : d == FR_E || d == FR_W;
}

/* How far a branch goes from there. */
static int
branch_steps(const fr_jumps *jumps, fr_cell at, int d)
{
	const fr_branch_word *line = fr_branch_line(jumps, at, d);
	int32_t along = d == FR_N || d == FR_S ? at.y : at.x;

	return d == FR_S || d == FR_E ? fr_branch_end_forward(line, along) - along
								  : along - fr_branch_end_backward(line, along);
}

static bool
right_branch(const world *w, fr_cell at, int d)
{
	const fr_jumps *jumps = w->grid->jumps;
	int32_t along = d == FR_N || d == FR_S ? at.y : at.x;

	return branch_steps(jumps, at, d) == naive_stop(w, at.x, at.y, fr_dx[d], fr_dy[d]) &&
		   fr_branch_leads(fr_branch_line(jumps, at, d), along) ==
			   naive_leads(w, at.x, at.y, d);
}

/* The planes at a passable cell. */
static bool
right_planes(const world *w, int x, int y)
{
	const fr_grid *grid = w->grid;
	fr_cell at = {x, y};
	bool right = true;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		fr_spine spine;

		if (!fr_is_diagonal(d) && (grid->octile || !is_spine(grid, d)))
			right &= right_branch(w, at, d);
		if (!is_spine(grid, d))
			continue;
		right &= fr_spine_goes_on(grid, at, d) == naive_step(w, x, y, d);
		if (!naive_step(w, x, y, d))
			continue;
		spine = fr_spine_of(grid->jumps, at, d);
		right &= fr_spine_steps(&spine, at, d) == naive_spine(w, x, y, d);
	}
	return right;
}

/* The cells where some branch may stop are numbered by rows. */
static bool
right_points(const world *w)
{
	const fr_jumps *jumps = w->grid->jumps;
	uint32_t count = 0;
	bool right = true;

	for (int y = 0; y < w->height; y++)
		for (int x = 0; x < w->width; x++)
		{
			bool point = false;

			for (int d = 1; d < FR_DIRECTIONS; d += 2)
				point |= is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
						 !is_blocked(w, x, y) && !is_blocked(w, x + fr_dx[d], y) &&
						 !is_blocked(w, x, y + fr_dy[d]);
			right &= fr_point_number(jumps, (fr_cell){x, y}) ==
					 (point ? count++ : jumps->point_count);
		}
	return right && count == jumps->point_count;
}

static bool
right_outline(const world *w)
{
	uint32_t sides = 0;
	uint32_t corners = 0;

	for (int y = 0; y < w->height; y++)
		for (int x = 0; x < w->width; x++)
			for (int d = 0; d < FR_DIRECTIONS && is_blocked(w, x, y); d += 2)
			{
				int next = (d + 2) % FR_DIRECTIONS;

				sides += !is_blocked(w, x + fr_dx[d], y + fr_dy[d]);
				corners += !is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
						   !is_blocked(w, x + fr_dx[d + 1], y + fr_dy[d + 1]) &&
						   !is_blocked(w, x + fr_dx[next], y + fr_dy[next]);
			}
	return w->grid->sides == sides && w->grid->blunt == corners;
}

/* Around a multiple of a word's bits, or small. */
static int
random_side(chance *c)
{
	int side = (int) chance_below(c, 4) * 64 - 3 + (int) chance_below(c, 7);

	return side > 0 && side <= MAX_SIDE ? side : 1 + (int) chance_below(c, 20);
}

/* Ways of 1 to 3 cells: there searches follow only children. */
static uint8_t *
maze_codes(chance *c, int width, int height)
{
	uint8_t *codes = new_block((size_t) (width * height));
	fr_poll poll = no_poll();

	fr_generate_maze(
		(fr_canvas){codes, (uint32_t) width, (uint32_t) height, chance_below(c, 1000)},
		1 + chance_below(c, 3), chance_below(c, 3) * 0.05, &poll);
	return codes;
}

/* Rectangles up to a size, all in all of a part of the map. */
static uint8_t *
rectangle_codes(chance *c, int width, int height)
{
	uint32_t size = 1 + chance_below(c, 2) * chance_below(c, 12);
	int blocked = width * height * (int) chance_below(c, 50) / 100;
	uint8_t *codes = new_block((size_t) (width * height));

	memset(codes, '.', (size_t) (width * height));
	while (blocked > 0)
	{
		int x = (int) chance_below(c, (uint32_t) width);
		int y = (int) chance_below(c, (uint32_t) height);
		int right = x + 1 + (int) chance_below(c, size);
		int below = y + 1 + (int) chance_below(c, size);

		for (int v = y; v < below && v < height; v++)
			for (int u = x; u < right && u < width; u++, blocked--)
				codes[v * width + u] = '@';
	}
	return codes;
}

typedef struct tally
{
	long answers;
	long wrong;
	long surveyed;
	long wrong_planes;
	long wrong_points;
	long wrong_outlines;
} tally;

static void
run_world(uint64_t seed, fr_workspace *workspace, tally *t)
{
	static oracle_cost costs[MAX_CELLS];
	chance c = {seed};
	int width = random_side(&c);
	int height = random_side(&c);
	uint8_t *codes = chance_below(&c, 5) == 0 ? maze_codes(&c, width, height)
											  : rectangle_codes(&c, width, height);
	fr_result r;
	uint32_t start;
	world w;

	build(&w, &models[chance_below(&c, MODELS)], width, height, codes);
	t->wrong_outlines += !right_outline(&w);
	t->wrong_points += !right_points(&w);
	start = chance_below(&c, w.grid->cells);
	oracle_dijkstra(&w.oracle, world_point(&w, start), costs);
	for (int i = 0; i < GOALS; i++)
	{
		uint32_t goal = chance_below(&c, w.grid->cells);
		oracle_point at = world_point(&w, goal);

		t->answers++;
		if (!right_answer(&w, workspace, start, goal, costs[goal], &r) &&
			t->wrong++ < MAX_REPORTS)
			printf("# WRONG: from %u to %u, seed %llu\n", start, goal,
				   (unsigned long long) seed);
		if (is_blocked(&w, at.x, at.y))
			continue;
		t->surveyed++;
		t->wrong_planes += !right_planes(&w, at.x, at.y);
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
	ok(t.wrong_planes == 0, "planes say what branches and spines come to: %ld cells",
	   t.surveyed);
	ok(t.wrong_points == 0, "jump points are numbered");
	ok(t.wrong_outlines == 0, "sides and corners are as many as counted one by one");
	ok(t.wrong == 0, "costs and paths are the oracle's: %ld of %ld", t.answers - t.wrong,
	   t.answers);
	free(workspace);
}

int
main(int argc, char **argv)
{
	jump = method_of("jump");
	test_examples();
	test_reports();
	test_scope();
	test_outlines();
	test_worlds(argc > 1 ? atol(argv[1]) : 5000,
				argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
	return tap_done();
}
