/*
 * test_landmark_maps.c - landmarks on maps that are made for them: the direction of a
 * search, the same landmarks everywhere, interrupts, time
 */
#include <time.h>

#include "landmark_checks.h"
#include "tap.h"

#define LARGE 512

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
	plan =
		fr_landmarks_plan(g->grid, 3, FR_PLACE_FARTHEST, method->option[FR_SEED].digits,
						  fr_sweep_workspace_on(g->grid, g->workspace), &poll);
	fr_landmarks_build(block, g->grid, &plan, fr_method_uses_all_landmarks(method),
					   fr_sweep_workspace_on(g->grid, g->workspace), &poll);
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
	fr_landmarks_plan(g.grid, 10, FR_PLACE_FARTHEST, 0,
					  fr_sweep_workspace_on(g.grid, g.workspace), &poll);
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
main(void)
{
	test_small();
	test_ends();
	test_mazes();
	test_cut_off();
	test_fixed();
	test_escape();
	test_time();
	return tap_done();
}
