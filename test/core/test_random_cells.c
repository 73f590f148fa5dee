/*
 * test_random_cells.c - random cells of a grid: each passable cell once, at any position
 *
 *     test_random_cells [CASES [SEED]]
 */
#include "tap.h"
#include "world.h"

/* Every passable cell occurs once in the random order, and no other. */
static bool
is_order(const world *w, const uint32_t *before, uint64_t seed)
{
	const fr_grid *grid = w->grid;
	uint8_t *seen = new_block(grid->cells);
	bool right = true;

	memset(seen, 0, grid->cells);
	for (uint32_t i = 0; i < before[grid->height]; i++)
	{
		uint32_t cell = fr_random_cell(grid, before, i, seed);

		right &= cell < grid->cells && seen[cell]++ == 0;
	}
	for (uint32_t cell = 0; cell < grid->cells; cell++)
	{
		oracle_point p = world_point(w, cell);

		right &= seen[cell] == oracle_passable(&w->oracle, p.x, p.y);
	}
	free(seen);
	return right;
}

static void
test_orders(long cases, uint64_t seed)
{
	fr_poll poll = no_poll();
	long right = 0;
	long built = 0;
	world w;

	for (long i = 0; i < cases; i++)
	{
		uint32_t *before;

		world_make(&w, seed + (uint64_t) i, 80);
		if (w.status == FR_OK)
		{
			before = new_block((w.grid->height + 1) * sizeof *before);
			fr_rank_rows(w.grid, before, &poll);
			right += is_order(&w, before, seed + (uint64_t) i);
			built++;
			free(before);
		}
		world_free(&w);
	}
	ok(right == built && built > cases / 2, "%ld of %ld orders have each cell once",
	   right, built);
}

/* How far counts are from equal ones, as the sum of squares over the expected count. */
static double
chi_square(const int *counts, int n, double expected)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += (counts[i] - expected) * (counts[i] - expected) / expected;
	return sum;
}

/* Over many seeds each position has each cell equally often. */
static void
test_uniform(void)
{
	static const uint8_t codes[] = ".@...@.....@@..";
	fr_poll poll = no_poll();
	fr_grid *grid = make_grid("octile", codes, 5, 3);
	uint32_t before[4];

	fr_rank_rows(grid, before, &poll);
	for (uint32_t position = 0; position < 11; position += 5)
	{
		int counts[15] = {0};
		double sum;

		for (uint64_t seed = 0; seed < 11000; seed++)
			counts[fr_random_cell(grid, before, position, seed)]++;
		sum = chi_square(counts, 15, 1000) - 4 * 1000; /* the blocked ones never come */
		ok(sum < 29.6, "position %u: chi-square %.1f, with 10 degrees of freedom",
		   position, sum);
	}
	free_grid(grid);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 300;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_layered = world_blocked = world_sided = 25;
	test_orders(cases, seed);
	test_uniform();
	return tap_done();
}
