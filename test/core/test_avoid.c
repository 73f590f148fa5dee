/*
 * test_avoid.c - cells that one search avoids, against the oracle on a map that has them blocked
 *
 *     test_avoid [WORLDS [SEED]]
 *
 * The model of a random world is written and read, as a stored one is, and blocks a code
 * of its choice; some cells get that code. The oracle's rules are those of the text that
 * the model was first read from, with that code blocked: nothing may have got lost.
 */
#include "checks.h"

#define MAX_SIDE 24
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define STARTS 12

enum
{
	REREAD,
	SPREAD,
	COSTS,
	VALUES,
	FOUND,
	OPEN,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "a model that blocks one code more reads back, and has the costs"},
	{.name = "no cost is too far apart from others that was not before"},
	{.name = "costs are those of the oracle where cells are blocked"},
	{.name = "and so are their values, to the bit"},
	{.name = "a search by auto finds a path of that cost"},
	{.name = "of these, costs by models that blocked nothing"},
};

/* ---- the world whose cells are avoided ---------------------------------------- */

/* What is stored of a model. */
static fr_model
stored_model(const world *w)
{
	char text[FR_MODEL_TEXT_MAX];
	fr_model model;
	fr_error error;

	if (fr_model_parse(text, fr_model_write(&w->model, text), &model, &error))
	{
		fprintf(stderr, "not a model: %s\n", text);
		exit(2);
	}
	return model;
}

static bool
blocks_any(const fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
		if (fr_weight_blocks(model->weight[i]))
			return true;
	return false;
}

/* Up to half of the cells get the code. */
static void
block_cells(world *w, uint8_t code, chance *c)
{
	uint32_t percent = 1 + chance_below(c, 50);

	for (int i = 0; i < w->width * w->height; i++)
		if (chance_below(c, 100) < percent)
			w->codes[i] = code;
}

static bool
avoid_some(const world *w, world *avoided, chance *c)
{
	fr_model model = stored_model(w);
	uint8_t code = fr_model_block(&model, &w->map);

	*avoided = *w;
	avoided->codes = exact_copy(w->codes, (size_t) (w->width * w->height));
	block_cells(avoided, code, c);
	avoided->rules.weight[code] = oracle_blocked;
	avoided->text[fr_model_write(&model, avoided->text)] = 0;
	world_build(avoided);
	return expect(SPREAD, avoided->status != FR_COST_SPREAD, w, NULL) &&
		   expect(REREAD, avoided->status == FR_OK, w, NULL);
}

/* ---- one start ------------------------------------------------------------------ */

static bool
in_range(const world *w, uint64_t cost)
{
	return cost == FR_UNREACHED || cost <= w->costs.limit;
}

/* A path to one goal: its cost, and that it is legal, by the oracle. */
static void
check_found(const world *w, fr_workspace *workspace, uint32_t start, uint32_t goal,
			oracle_cost wanted)
{
	fr_method any = fr_method_auto();
	fr_method method = fr_method_resolve(&any, w->grid);
	fr_poll poll = no_poll();
	fr_result result = {0};
	fr_status status =
		search_pair(w->grid, &method, start, goal, workspace, &poll, &result);

	if (status == FR_COST_RANGE)
		return;
	expect(FOUND,
		   wanted.a < 0 ? !result.found
						: result.found && result.cost == world_units(w, wanted) &&
							  world_right_path(w, start, goal, &result, wanted),
		   w, NULL);
}

static void
check_start(const world *w, fr_workspace *workspace, bool open, chance *c)
{
	static oracle_cost costs[MAX_CELLS];
	uint32_t start = chance_below(c, w->grid->cells);
	uint32_t goal = chance_below(c, w->grid->cells);
	fr_method method = method_of("astar(open=heap)");
	fr_method resolved = fr_method_resolve(&method, w->grid);
	fr_query query = {.grid = w->grid, .method = &resolved, .start = start};
	fr_poll poll = no_poll();

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	fr_reach(&query, w->costs.limit, fr_sweep_workspace_on(query.grid, workspace), &poll);
	for (uint32_t i = 0; i < w->grid->cells; i++)
	{
		uint64_t cost = fr_distance(workspace, i);
		uint64_t wanted = costs[i].a < 0 ? FR_UNREACHED : world_units(w, costs[i]);
		bool right = !in_range(w, wanted) || cost == wanted;

		expect(COSTS, right, w, NULL);
		checks[OPEN].held += right && open;
		/* beyond 2^53 the oracle rounds its numbers before it divides them */
		if (cost != FR_UNREACHED && w->oracle.number < INT64_C(1) << 53 &&
			w->oracle.denominator < INT64_C(1) << 53)
			expect(VALUES,
				   fr_cost_value(&w->costs, cost) == oracle_value(&w->oracle, costs[i]),
				   w, NULL);
	}
	check_found(w, workspace, start, goal, costs[goal]);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	bool open = !blocks_any(&w->model);
	world avoided;

	if (avoid_some(w, &avoided, c))
		for (int i = 0; i < STARTS; i++)
			check_start(&avoided, workspace, open, c);
	world_free(&avoided);
}

/* Where the map has all codes and the model blocks none, there is none to block. */
static void
test_all_codes(void)
{
	const char *text = "octile(obstacle=2)";
	uint8_t codes[FR_CODES];
	uint8_t *packed;
	fr_model model;
	fr_error error;
	fr_map map;

	for (int i = 0; i < FR_CODES; i++)
		codes[i] = (uint8_t) (FR_FIRST_CODE + i);
	fr_model_parse(text, strlen(text), &model, &error);
	map = make_map(codes, FR_CODES, 1, &packed);
	ok(fr_model_block(&model, &map) == 0, "no code is left to block");
	free(packed);
	map = make_map(codes, FR_CODES - 1, 1, &packed);
	ok(fr_model_block(&model, &map) == FR_LAST_CODE, "the last one is");
	free(packed);
}

int
main(int argc, char **argv)
{
	long worlds = argc > 1 ? atol(argv[1]) : 3000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	fr_method largest = method_of("astar(open=heap)");
	fr_workspace *workspace = new_workspace(MAX_CELLS, &largest);

	test_all_codes();
	for (long i = 0; i < worlds; i++)
		check_random(seed + (uint64_t) i, MAX_SIDE, check_world, workspace);
	report_checks(CHECKS, worlds / 2);
	free(workspace);
	malloc_arena_clear(&taken);
	return tap_done();
}
