/*
 * test_path_cost.c - costs of paths on a grid, compared with the oracle
 *
 *     test_path_cost [CASES [SEED]]
 */
#include "tap.h"
#include "world.h"

#define MAX_MOVES 40

/* A path as packed bytes and as cells. */
typedef struct walk
{
	fr_cell start;
	size_t count;
	uint8_t moves[MAX_MOVES];
	oracle_point cells[MAX_MOVES + 1];
} walk;

/* The number of cases and of failures. */
typedef struct tally
{
	long legal;
	long illegal;
	long wrong;
} tally;

/* Usually a legal move if there is one, otherwise any. */
static int
random_move(const world *w, chance *c, fr_cell at)
{
	int direction = (int) chance_below(c, FR_DIRECTIONS);
	unsigned legal;

	if (!fr_grid_has(w->grid, at) || chance_below(c, 60) == 0)
		return direction;
	legal = w->grid->moves[fr_grid_index(w->grid, at)];
	while (legal && !(legal >> direction & 1))
		direction = (direction + 1) % FR_DIRECTIONS;
	return direction;
}

/* The start may be blocked, or one cell outside the map. */
static walk
random_walk(const world *w, chance *c)
{
	walk path = {.count = chance_below(c, MAX_MOVES + 1)};
	fr_cell at = {(int32_t) chance_below(c, (uint32_t) w->width + 2) - 1,
				  (int32_t) chance_below(c, (uint32_t) w->height + 2) - 1};

	path.start = at;
	for (size_t i = 0; i < path.count; i++)
	{
		path.cells[i] = (oracle_point){at.x, at.y};
		path.moves[i] = (uint8_t) random_move(w, c, at);
		at.x += fr_dx[path.moves[i]];
		at.y += fr_dy[path.moves[i]];
	}
	path.cells[path.count] = (oracle_point){at.x, at.y};
	return path;
}

static bool
price_moves(const fr_grid *grid, fr_cell start, const uint8_t *moves, size_t count,
			uint64_t *cost)
{
	fr_poll poll = no_poll();
	uint32_t *runs = new_block(count * sizeof *runs);
	fr_route route = route_of_moves(start, moves, (int64_t) count, runs);
	size_t size = fr_path_packed_size(&route, &poll);
	uint8_t *packed = new_block(size);
	bool legal;

	fr_path_pack(&route, packed, &poll);
	free(runs);
	legal = fr_path_price(grid, packed, size, cost, &poll);
	free(packed);
	return legal;
}

static void
check_walk(const world *w, chance *c, tally *t)
{
	walk path = random_walk(w, c);
	oracle_cost wanted;
	uint64_t cost;
	bool legal = oracle_path(&w->oracle, path.cells, path.count + 1, &wanted);
	uint64_t units = legal ? world_units(w, wanted) : 0;

	t->legal += legal;
	t->illegal += !legal;
	if (price_moves(w->grid, path.start, path.moves, path.count, &cost) != legal ||
		(legal && cost != (units > w->costs.limit ? FR_NO_COST : units)))
	{
		t->wrong++;
		world_print(w);
	}
}

static void
test_walks(long cases, uint64_t seed)
{
	tally t = {0};
	world w;

	for (long i = 0; i < cases; i++)
	{
		chance c = {seed + (uint64_t) i};

		world_make(&w, seed + (uint64_t) i, 20);
		for (int j = 0; w.status == FR_OK && j < 20; j++)
			check_walk(&w, &c, &t);
		world_free(&w);
	}
	ok(t.wrong == 0 && t.legal > cases && t.illegal > cases,
	   "random walks: %ld legal, %ld not, %ld wrong", t.legal, t.illegal, t.wrong);
}

/* ---- the limit of exact arithmetic -------------------------------------- */

/* Back and forth between a cell of weight 3 * 10^14 and one of weight 1. */
static void
test_range(void)
{
	const uint64_t dear = UINT64_C(300000000000000);
	const char *text = "tile(.=0.000000001,T=300000)";
	uint8_t moves[20];
	fr_poll poll = no_poll();
	fr_cell start = {0, 0};
	fr_error error;
	uint64_t cost;
	world w;

	for (size_t i = 0; i < sizeof moves; i++)
		moves[i] = i % 2 ? FR_W : FR_E;
	w.map = make_map((const uint8_t *) ".T", 2, 1, &w.packed);
	ok(fr_model_parse(text, strlen(text), &w.model, &error) == FR_OK &&
		   fr_costs_resolve(&w.model, &w.map, &w.costs, &error) == FR_OK,
	   "%s fits a map of two cells", text);
	w.grid = malloc_grid(&w.map, &w.model, &w.costs, &poll);
	ok(price_moves(w.grid, start, moves, 13, &cost) && cost == 7 * dear + 6,
	   "the last cost within reach");
	ok(price_moves(w.grid, start, moves, 14, &cost) && cost == FR_NO_COST,
	   "a step more is legal and has no cost");
	ok(price_moves(w.grid, start, moves, 20, &cost) && cost == FR_NO_COST,
	   "and so it stays");
	moves[19] = FR_S;
	ok(!price_moves(w.grid, start, moves, 20, &cost), "unless it leaves the map");
	free_grid(w.grid);
	free(w.packed);
}

/* ---- long runs --------------------------------------------------------------- */

static void
test_long_runs(void)
{
	const char *text = "(0,0) E65534 W65534 E65534 W65534";
	uint8_t *codes = new_block(FR_MAX_SIDE);
	uint8_t *path = new_block(fr_path_parse_size(strlen(text)));
	uint64_t polls = 0;
	fr_poll poll = {count_poll, &polls};
	fr_error error;
	size_t size;
	uint64_t cost;
	fr_grid *grid;

	memset(codes, '.', FR_MAX_SIDE);
	grid = make_grid("tile", codes, FR_MAX_SIDE, 1);
	ok(fr_path_parse(text, strlen(text), path, &size, &poll, &error) == FR_OK &&
		   fr_path_price(grid, path, size, &cost, &poll) && cost == 4 * 65534,
	   "four times along the widest map");
	ok(polls >= 4 * 65534 / FR_POLL_STEPS, "which polls: %llu times",
	   (unsigned long long) polls);
	free_grid(grid);
	free(path);
	free(codes);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 5000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_multiplied = true;
	world_edged = 25;
	world_layered = world_blocked = world_sided = 25;
	test_walks(cases, seed);
	test_range();
	test_long_runs();
	return tap_done();
}
