/*
 * test_landmarks.c - landmark distances and the heuristic from them
 *
 *     test_landmarks [CASES [SEED]]
 *
 * A failing case is printed with its seed; `test_landmarks 1 SEED` repeats it alone.
 */
#include <time.h>

#include "checks.h"
#include "core/search/heuristic.h"

#define MAX_SIDE 24
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define LARGE 512

enum
{
	CHOSEN,
	COUNT,
	FARTHEST,
	FIRST,
	REACH,
	BELOW,
	CLOSE,
	EXACT,
	SAME,
	GOAL,
	CONSISTENT,
	ADMISSIBLE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "landmarks are different cells of one component"},
	{.name = "there are as many as asked for, where the component has room"},
	{.name = "farthest: each next landmark is the first cell farthest from all before"},
	{.name = "farthest: the first is the cell farthest from where random has its first"},
	{.name = "cells have the largest entry exactly where they are out of reach"},
	{.name = "no entry is more than the oracle's distance"},
	{.name = "entries lose at most 1.5 percent"},
	{.name = "entries in units of 1 are the oracle's distances"},
	{.name = "the same seed makes the same landmarks and tables"},
	{.name = "the heuristic is 0 at the goal"},
	{.name = "the heuristic is consistent on every edge"},
	{.name = "the heuristic is at most the oracle's distance"},
};

/* ---- building ---------------------------------------------------------- */

/* A block filled with values that no table should contain. */
static fr_workspace *
dirty_workspace(uint32_t cells)
{
	fr_method method = method_of("astar");
	size_t size = fr_workspace_size(cells, &method);
	void *block = new_block(size);

	memset(block, 0x5a, size);
	return fr_workspace_init(block, size, cells);
}

/* A generated map under a model, without an oracle. */
typedef struct ground
{
	fr_grid *grid;
	fr_workspace *workspace;
} ground;

static ground
make_ground(const uint8_t *codes, uint32_t width, uint32_t height, const char *text)
{
	return (ground){.grid = make_grid(text, codes, width, height),
					.workspace = dirty_workspace(width * height)};
}

static void
free_ground(ground *g)
{
	free_grid(g->grid);
	free(g->workspace);
}

/* ---- the heuristic ----------------------------------------------------- */

static uint64_t
h_at(const fr_grid *grid, const fr_heuristic *heuristic, uint32_t n)
{
	fr_cell at = fr_grid_cell(grid, n);

	return fr_h(heuristic, heuristic->count > 0, n, at.x, at.y);
}

/* h(n) <= cost(n, m) + h(m) for every step from n to m. */
static bool
is_consistent(const fr_grid *grid, const fr_heuristic *heuristic)
{
	for (uint32_t n = 0; n < grid->cells; n++)
		for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);
			uint32_t m = n + (uint32_t) grid->offset[d];

			if (h_at(grid, heuristic, n) >
				fr_step_cost(grid, n, d) + h_at(grid, heuristic, m))
				return false;
		}
	return true;
}

static void
check_goal(const world *w, const fr_landmarks *landmarks, const fr_method *method,
		   uint32_t start, uint32_t goal)
{
	fr_heuristic heuristic = make_heuristic(w->grid, landmarks, method, start, goal);

	expect(GOAL, h_at(w->grid, &heuristic, goal) == 0, w, NULL);
	expect(CONSISTENT, is_consistent(w->grid, &heuristic), w, NULL);
}

/* The heuristic from a start to every goal, against one run of Dijkstra. */
static void
check_start(const world *w, const fr_landmarks *landmarks, const fr_method *method,
			uint32_t start)
{
	oracle_cost costs[MAX_CELLS];

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t goal = 0; goal < w->grid->cells; goal++)
	{
		fr_heuristic heuristic = make_heuristic(w->grid, landmarks, method, start, goal);

		if (costs[goal].a >= 0)
			expect(ADMISSIBLE,
				   h_at(w->grid, &heuristic, start) <= world_units(w, costs[goal]), w,
				   NULL);
	}
}

/* ---- the tables -------------------------------------------------------- */

static uint32_t
largest(const fr_landmarks *landmarks)
{
	return landmarks->wide ? UINT32_MAX : UINT16_MAX;
}

static void
check_entry(const world *w, const fr_landmarks *landmarks, uint32_t entry,
			oracle_cost cost)
{
	uint64_t bound = entry * landmarks->unit;
	uint64_t units = world_units(w, cost);

	expect(REACH, (cost.a < 0) == (entry == largest(landmarks)), w, NULL);
	if (cost.a < 0)
		return;
	expect(BELOW, bound <= units, w, NULL);
	if (entry == largest(landmarks) - 1)
		return;
	if (landmarks->unit == 1)
		expect(EXACT, bound == units, w, NULL);
	else
		expect(CLOSE, (double) bound >= 0.985 * (double) units, w, NULL);
}

/*
 * Compares the tables from each landmark to all cells, and from one cell to all
 * landmarks.
 */
static void
check_entries(const world *w, const fr_landmarks *landmarks, uint32_t n)
{
	oracle_cost costs[MAX_CELLS];
	oracle plain = world_without_ways(w);

	for (int i = 0; i < landmarks->count; i++)
	{
		oracle_dijkstra(&plain, world_point(w, landmarks->cell[i]), costs);
		for (uint32_t m = 0; m < w->grid->cells; m++)
			check_entry(w, landmarks, fr_landmark_entry(landmarks, landmarks->from, m, i),
						costs[m]);
	}
	oracle_dijkstra(&plain, world_point(w, n), costs);
	for (int i = 0; i < landmarks->count && fr_grid_component(w->grid, n); i++)
		check_entry(w, landmarks, fr_landmark_entry(landmarks, landmarks->to, n, i),
					costs[landmarks->cell[i]]);
}

static void
check_same(const world *w, const fr_landmarks *landmarks, const fr_method *method)
{
	fr_poll poll = no_poll();
	fr_workspace *workspace = dirty_workspace(w->grid->cells + 3);
	fr_landmarks *again = build_landmarks(w->grid, method, workspace, &poll);
	size_t header = sizeof(fr_landmarks);

	expect(SAME,
		   again->count == landmarks->count && again->unit == landmarks->unit &&
			   again->wide == landmarks->wide &&
			   memcmp(again->cell, landmarks->cell, sizeof again->cell) == 0 &&
			   memcmp(again + 1, landmarks + 1,
					  fr_landmarks_size(w->grid, landmarks) - header) == 0,
		   w, NULL);
	free(again);
	free(workspace);
}

/* The number of worlds of each kind. */
static struct
{
	int all;
	int asymmetric;
	int wide;
	int rounded;
	int apart;	   /* in more than one component */
	int elsewhere; /* landmarks outside the first one's component */
} kinds;

/* ---- the choice of landmarks ------------------------------------------- */

static void
check_chosen(const world *w, const fr_landmarks *landmarks, int asked)
{
	const fr_grid *grid = w->grid;
	bool anywhere = landmarks->placement == FR_ANYWHERE;
	uint32_t first =
		landmarks->count > 0 ? fr_grid_component(grid, landmarks->cell[0]) : 0;
	int room = 0;
	bool right = landmarks->count == 0 || first > 0;

	for (int i = 0; i < landmarks->count; i++)
	{
		uint32_t component = fr_grid_component(grid, landmarks->cell[i]);

		right &= component == first || (anywhere && component > 0);
		kinds.elsewhere += component != first;
		for (int k = 0; k < i; k++)
			right &= landmarks->cell[k] != landmarks->cell[i];
	}
	expect(CHOSEN, right, w, NULL);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t component = fr_grid_component(grid, n);

		room += component > 0 && (component == first || first == 0 || anywhere);
	}
	expect(COUNT, landmarks->count == (asked < room ? asked : room), w, NULL);
}

/* Are the cells connected where directions are ignored? Both are passable, or not. */
static bool
same_component(const fr_grid *grid, uint32_t a, uint32_t b)
{
	return fr_grid_component(grid, a) == fr_grid_component(grid, b);
}

/* The first cell that is farthest from the nearest of the landmarks before i. */
static uint32_t
farthest_from(const fr_grid *grid, const fr_landmarks *landmarks, int i)
{
	uint32_t farthest = 0;
	uint32_t most = 0;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint32_t least = UINT32_MAX;

		for (int k = 0; k < i; k++)
		{
			uint32_t entry = fr_landmark_entry(landmarks, landmarks->to, n, k);

			least = entry < least ? entry : least;
		}
		if (least > most && same_component(grid, n, landmarks->cell[0]))
		{
			most = least;
			farthest = n;
		}
	}
	return farthest;
}

static void
check_farthest(const world *w, const fr_landmarks *landmarks, fr_method method,
			   fr_workspace *workspace)
{
	oracle_cost costs[MAX_CELLS];
	oracle plain = world_without_ways(w);
	fr_poll poll = no_poll();
	fr_landmarks *other;
	uint64_t most = 0;

	for (int i = 1; i < landmarks->count; i++)
		expect(FARTHEST, landmarks->cell[i] == farthest_from(w->grid, landmarks, i), w,
			   NULL);
	method.option[FR_PLACE].digits = FR_RANDOM;
	other = build_landmarks(w->grid, &method, workspace, &poll);
	oracle_dijkstra(&plain, world_point(w, other->cell[0]), costs);
	for (uint32_t n = 0; n < w->grid->cells; n++)
		if (costs[n].a >= 0 && world_units(w, costs[n]) > most)
			most = world_units(w, costs[n]);
	if (landmarks->symmetric && landmarks->count > 0)
		expect(FIRST, world_units(w, costs[landmarks->cell[0]]) == most, w, NULL);
	free(other);
}

/* ---- random worlds ----------------------------------------------------- */

static fr_method
random_method(chance *c)
{
	static const char *const uses[] = {"alt", "altbest", "altbest,best=2",
									   "altbest,best=3"};
	static const char *const places[] = {"random", "farthest", "anywhere"};
	char text[FR_METHOD_TEXT_MAX];
	uint32_t use = chance_below(c, 4);
	uint32_t place = chance_below(c, 3);
	uint32_t count = 1 + chance_below(c, 7);
	uint32_t seed = chance_below(c, 1000);

	sprintf(text, "astar(heuristic=%s,landmarks=%u,place=%s,seed=%u)", uses[use], count,
			places[place], seed);
	return method_of(text);
}

static void
count_kind(const world *w, const fr_landmarks *landmarks)
{
	bool apart = false;

	for (uint32_t n = 0; n < w->grid->cells && landmarks->count > 0; n++)
		apart |= fr_grid_component(w->grid, n) > 0 &&
				 !same_component(w->grid, n, landmarks->cell[0]);
	kinds.all++;
	kinds.asymmetric += !landmarks->symmetric;
	kinds.wide += landmarks->wide;
	kinds.rounded += landmarks->unit > 1;
	kinds.apart += apart;
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_method method = random_method(c);
	fr_landmarks *landmarks = build_landmarks(w->grid, &method, workspace, &poll);
	uint32_t cells = w->grid->cells;

	count_kind(w, landmarks);
	check_chosen(w, landmarks, (int) method.option[FR_LANDMARKS].digits);
	check_same(w, landmarks, &method);
	check_entries(w, landmarks, chance_below(c, cells));
	if (fr_method_word(&method, FR_PLACE) == FR_FARTHEST && landmarks->count > 0)
		check_farthest(w, landmarks, method, workspace);
	for (int k = 0; k < 4; k++)
	{
		uint32_t start = chance_below(c, cells);

		check_goal(w, landmarks, &method, start, chance_below(c, cells));
	}
	for (int k = 0; k < 2; k++)
		check_start(w, landmarks, &method, chance_below(c, cells));
	free(landmarks);
}

static void
test_worlds(uint64_t cases, uint64_t seed)
{
	fr_workspace *workspace = dirty_workspace(MAX_CELLS);

	for (uint64_t i = 0; i < cases; i++)
	{
		chance c = {seed + i + 1000000};
		world w;

		world_make(&w, seed + i, MAX_SIDE);
		if (w.grid)
			check_world(&w, &c, workspace);
		world_free(&w);
	}
	for (const check *k = checks; k < checks + CHECKS; k++)
		ok(k->broken == 0 && (k->held > 0 || cases == 1), "%s (%ld times)", k->name,
		   k->held);
	printf("# %d worlds: %d asymmetric, %d with wide entries, %d rounded, %d apart\n",
		   kinds.all, kinds.asymmetric, kinds.wide, kinds.rounded, kinds.apart);
	ok(cases == 1 ||
		   (kinds.asymmetric > 0 && kinds.wide > 0 && kinds.rounded > 0 &&
			kinds.rounded < kinds.all && kinds.apart > 0 && kinds.elsewhere > 0),
	   "worlds of all kinds were among them");
	free(workspace);
}

/* ---- made maps --------------------------------------------------------- */

/* The largest fraction of a step that is lost, in percent. */
static double
percent_lost(const fr_grid *grid, const fr_landmarks *landmarks)
{
	double most = 0;

	for (int d = FR_N; d <= FR_NE; d++)
	{
		uint64_t step = grid->costs.step[d];
		double lost = (double) (step % landmarks->unit) / (double) step;

		most = lost > most ? lost : most;
	}
	return 100 * most;
}

static bool
is_consistent_for(const fr_grid *grid, const fr_landmarks *landmarks,
				  const fr_method *method, int goals)
{
	chance c = {99};
	bool right = true;

	for (int k = 0; k < goals; k++)
	{
		uint32_t start = chance_below(&c, grid->cells);
		uint32_t goal = chance_below(&c, grid->cells);
		fr_heuristic heuristic = make_heuristic(grid, landmarks, method, start, goal);

		right &= is_consistent(grid, &heuristic) && h_at(grid, &heuristic, goal) == 0;
	}
	return right;
}

static void
test_mazes(void)
{
	static const char *const models[] = {"octile", "tile",
										 "octile(straight=2,diagonal=3)"};
	uint8_t *codes = new_block(300 * 300);
	fr_method method = method_of("astar(heuristic=alt,landmarks=5,place=farthest)");
	fr_poll poll = no_poll();

	fr_generate_maze((fr_canvas){codes, 300, 300, 3}, 1, 0, &poll);
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
	{
		ground g = make_ground(codes, 300, 300, models[i]);
		fr_landmarks *landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);

		ok(is_consistent_for(g.grid, landmarks, &method, 10),
		   "a long maze under %s: consistent", models[i]);
		printf("# unit %llu, %s entries, %.2f %% lost\n",
			   (unsigned long long) landmarks->unit, landmarks->wide ? "wide" : "narrow",
			   percent_lost(g.grid, landmarks));
		free(landmarks);
		free_ground(&g);
	}
	free(codes);
}

/* Distances that exceed 32 bits: the unit is 1, and large ones are clipped. */
static void
test_cut_off(void)
{
	uint8_t codes[40 * 40];
	fr_method method = method_of("astar(heuristic=alt,landmarks=6)");
	fr_poll poll = no_poll();
	chance c = {4};
	ground g;
	fr_landmarks *landmarks;
	int at_cap = 0;

	for (int i = 0; i < 40 * 40; i++)
		codes[i] = chance_below(&c, 3) ? 'W' : '.';
	g = make_ground(codes, 40, 40, "tile(W=999999999,weigh=enter)");
	landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);
	for (uint32_t n = 0; n < g.grid->cells; n++)
		at_cap += fr_landmark_entry(landmarks, landmarks->to, n, 0) == UINT32_MAX - 1;
	ok(landmarks->wide && landmarks->unit == 1 && at_cap > 0,
	   "costs far apart: %d of 1600 entries are cut off", at_cap);
	ok(is_consistent_for(g.grid, landmarks, &method, 50), "and it is consistent");
	free(landmarks);
	free_ground(&g);
}

/* ---- the direction of a search ------------------------------------------ */

static void
note_first(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		   bool expanded)
{
	uint32_t *first = context;

	if (iteration == 1 && expanded && g == 0 && f >= g)
		*first = cell;
}

/* The end from which a method searches, on a corridor with a landmark at one end. */
static void
check_end(const ground *g, const char *text, uint32_t start, uint32_t goal, bool turns)
{
	fr_method method = method_of(text);
	fr_poll poll = no_poll();
	fr_landmarks *landmarks = build_landmarks(g->grid, &method, g->workspace, &poll);
	fr_workspace *workspace = new_workspace(g->grid->cells, &method);
	uint32_t first = UINT32_MAX;
	fr_trace trace = {note_first, &first};
	bool beyond = landmarks->cell[0] != 0; /* the landmark, of the larger cell */
	fr_query query = {.grid = g->grid,
					  .landmarks = landmarks,
					  .method = &method,
					  .start = beyond ? start : goal,
					  .goal = beyond ? goal : start,
					  .trace = &trace};
	fr_result r;
	uint8_t moves[16];

	search_with(query, workspace, &poll, &r);
	list_moves(&r.route, moves);
	ok(r.found && r.length == 5 && moves[0] == (query.start < query.goal ? FR_E : FR_W) &&
		   memcmp(moves, moves + 1, 3) == 0 &&
		   first == (turns ? query.goal : query.start),
	   "%s, a landmark %s: from the %s", text,
	   start < goal ? "beyond the goal" : "behind the start", turns ? "goal" : "start");
	free(workspace);
	free(landmarks);
}

static void
test_ends(void)
{
	ground g = make_ground((const uint8_t *) "..........", 10, 1, "octile");
	ground enter =
		make_ground((const uint8_t *) ".....W....", 10, 1, "octile(W=3, weigh=enter)");

	check_end(&g, "astar(heuristic=altbest, landmarks=1, place=farthest)", 3, 7, false);
	check_end(&g, "astar(heuristic=altbest, landmarks=1, place=farthest)", 7, 3, true);
	check_end(&g, "fringe(heuristic=alt, landmarks=1, place=farthest)", 7, 3, true);
	check_end(&g, "fringe(list=array, heuristic=alt, landmarks=1, place=farthest)", 7, 3,
			  true);
	check_end(&g, "astar(heuristic=alt, landmarks=1, place=farthest, from=start)", 7, 3,
			  false);
	check_end(&g, "idastar(heuristic=alt, landmarks=1, place=farthest)", 7, 3, false);
	check_end(&enter, "astar(heuristic=alt, landmarks=1, place=farthest)", 7, 3, false);
	free_ground(&g);
	free_ground(&enter);
}

static void
test_small(void)
{
	fr_method method = method_of("astar(heuristic=alt,landmarks=64,place=farthest)");
	fr_poll poll = no_poll();
	ground g = make_ground((const uint8_t *) "@@@@", 2, 2, "octile");
	fr_landmarks *landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);

	ok(landmarks->count == 0, "no cell to stand on, no landmark");
	free(landmarks);
	free_ground(&g);
	g = make_ground((const uint8_t *) "@.@@@@@@", 4, 2, "octile");
	landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);
	ok(landmarks->count == 1 && landmarks->cell[0] == 1, "the one cell is the landmark");
	free(landmarks);
	free_ground(&g);
	g = make_ground((const uint8_t *) "...@....", 4, 2, "octile");
	landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);
	ok(landmarks->count == 7, "landmarks on all of 7 cells");
	free(landmarks);
	free_ground(&g);
}

/* ---- the same everywhere ----------------------------------------------- */

static const struct
{
	const char *method;
	const char *model;
	uint32_t cell[4];
} fixed[] = {
	{"astar(heuristic=alt,landmarks=4,seed=1)", "octile", {4532, 3104, 7623, 4775}},
	{"astar(heuristic=alt,landmarks=4,seed=1,place=farthest)",
	 "octile",
	 {1299, 7601, 19, 6767}},
	{"astar(heuristic=alt,landmarks=4,seed=1,place=farthest)",
	 "tile",
	 {1299, 7601, 325, 7873}},
};

static void
test_fixed(void)
{
	uint8_t codes[100 * 80];
	uint8_t scratch[100 * 80];
	fr_poll poll = no_poll();

	fr_generate_caves((fr_canvas){codes, 100, 80, 42}, scratch, 0.43, &poll);
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
	{
		fr_method method = method_of(fixed[i].method);
		ground g = make_ground(codes, 100, 80, fixed[i].model);
		fr_landmarks *landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);
		const uint32_t *cell = landmarks->cell;

		if (!ok(memcmp(cell, fixed[i].cell, sizeof fixed[i].cell) == 0,
				"%s on a cave under %s: the landmarks are what they were",
				fixed[i].method, fixed[i].model))
			printf("# %u, %u, %u, %u\n", cell[0], cell[1], cell[2], cell[3]);
		free(landmarks);
		free_ground(&g);
	}
}

/* ---- interrupts --------------------------------------------------------- */

static bool
leaves_after(const ground *g, const fr_method *method, void *block, int polls)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};
	fr_landmarks plan;

	if (setjmp(l.out))
		return true;
	plan = fr_landmarks_plan(g->grid, 3, FR_FARTHEST, method->option[FR_SEED].digits,
							 g->workspace, &poll);
	fr_landmarks_build(block, g->grid, &plan, g->workspace, &poll);
	return false;
}

static void
test_escape(void)
{
	uint8_t codes[100 * 100];
	uint8_t scratch[100 * 100];
	fr_method method = method_of("astar(heuristic=alt,landmarks=3,place=farthest)");
	fr_poll poll = no_poll();
	ground g;
	fr_landmarks *whole;
	void *block;
	int polls = 0;
	size_t size;

	fr_generate_caves((fr_canvas){codes, 100, 100, 6}, scratch, 0.4, &poll);
	g = make_ground(codes, 100, 100, "octile");
	whole = build_landmarks(g.grid, &method, g.workspace, &poll);
	size = fr_landmarks_size(g.grid, whole);
	block = new_block(size);
	while (leaves_after(&g, &method, block, polls))
		polls++;
	ok(polls >= 60, "left at each of %d polls", polls);
	ok(memcmp((fr_landmarks *) block + 1, whole + 1, size - sizeof *whole) == 0,
	   "and the next tables are as they should be");
	free(block);
	free(whole);
	free_ground(&g);
}

/* ---- time -------------------------------------------------------------- */

static double
milliseconds(clock_t from)
{
	return 1e3 * (double) (clock() - from) / CLOCKS_PER_SEC;
}

static void
time_model(const uint8_t *codes, const char *model)
{
	fr_method method = method_of("astar(heuristic=alt,landmarks=10,place=farthest)");
	fr_poll poll = no_poll();
	ground g = make_ground(codes, LARGE, LARGE, model);
	fr_landmarks *landmarks;
	clock_t from;
	double plan;
	double all;

	free(build_landmarks(g.grid, &method, g.workspace, &poll));
	from = clock();
	fr_landmarks_plan(g.grid, 10, FR_FARTHEST, 0, g.workspace, &poll);
	plan = milliseconds(from);
	from = clock();
	landmarks = build_landmarks(g.grid, &method, g.workspace, &poll);
	all = milliseconds(from) - plan;
	printf("# %s: %.1f ms a landmark, %.1f to plan; unit %llu, %s%s, %.2f %% lost\n",
		   model, all / 10, plan, (unsigned long long) landmarks->unit,
		   landmarks->wide ? "wide" : "narrow", landmarks->symmetric ? "" : " both ways",
		   percent_lost(g.grid, landmarks));
	ok(is_consistent_for(g.grid, landmarks, &method, 1),
	   "a cave of 512 x 512 under %s: consistent", model);
	free(landmarks);
	free_ground(&g);
}

static void
test_time(void)
{
	static const char *const models[] = {"octile",
										 "octile(straight=2,diagonal=3)",
										 "tile",
										 "octile(W=3,weigh=average)",
										 "octile(W=3,weigh=enter)",
										 "octile(W=99999,straight=2,diagonal=3)"};
	uint8_t *codes = new_block(LARGE * LARGE);
	uint8_t *scratch = new_block(LARGE * LARGE);
	fr_poll poll = no_poll();
	chance c = {8};

	fr_generate_caves((fr_canvas){codes, LARGE, LARGE, 7}, scratch, 0.4, &poll);
	for (size_t i = 0; i < sizeof models / sizeof *models; i++)
	{
		for (int n = 0; strchr(models[i], 'W') && n < LARGE * LARGE; n++)
			if (codes[n] == '.' && chance_below(&c, 20) == 0)
				codes[n] = 'W';
		time_model(codes, models[i]);
	}
	free(codes);
	free(scratch);
}

int
main(int argc, char **argv)
{
	uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 1500;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	test_worlds(cases, seed);
	if (cases == 1)
		return tap_done();
	test_small();
	test_ends();
	test_mazes();
	test_cut_off();
	test_fixed();
	test_escape();
	test_time();
	return tap_done();
}
