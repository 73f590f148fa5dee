/*
 * expect.c - what an index will take, by counts that a grid has
 *
 * Borders: by the free cells on the first rows and columns of blocks, which are the hubs
 * but for a few that are walled in; half of the border cells are hubs.  Subgoals: by corners
 * of obstacles.  Over 471 builds of borders on real and generated maps, uniform and weighted,
 * bytes were 0.3 to 3.3 times as many as expected, 19 in 20 of them 0.5 to 2.6 times; memory
 * 0.3 to 2.5 times, less on small maps, and once 7.5 times; time mostly half as long.
 */
#include "core/grid/bits.h"
#include "core/index/rule.h"

#define FIRST_COLUMNS UINT64_C(0x0101010101010101) /* of the blocks in a word of a row */
#define FIRST_ROW 8

static uint64_t
columns_of_word(const fr_grid *grid, uint32_t word)
{
	uint32_t columns = grid->width - word * 64;

	return columns < 64 ? (UINT64_C(1) << columns) - 1 : UINT64_MAX;
}

/* Free cells on the first rows and columns of blocks: the hubs of borders, or some more. */
static uint64_t
count_hubs(const fr_grid *grid)
{
	uint64_t hubs = 0;

	for (uint32_t y = 0; y < grid->height; y++)
		for (uint32_t word = 0; word * 64 < grid->width; word++)
		{
			uint64_t free = ~fr_bits_line(&grid->rows, y)[word];

			free &= columns_of_word(grid, word);
			hubs += fr_bits_count(y % FIRST_ROW == 0 ? free : free & FIRST_COLUMNS);
		}
	return hubs;
}

/* There and back cost different amounts: two labels, in two runs. */
static fr_index_expectation
expect_borders(const fr_grid *grid)
{
	double hubs = (double) count_hubs(grid);
	double sides = fr_index_is_directed(grid) ? 2 : 1;

	return (fr_index_expectation){.form = FR_INDEX_BORDERS,
								  .bytes = hubs * 260 * sides,
								  .memory = 1e6 + hubs * 600 * sides,
								  .seconds = hubs * 75e-6 * sides};
}

static fr_index_expectation
expect_subgoals(const fr_grid *grid)
{
	double corners = grid->blunt;
	double cells = grid->cells;

	return (fr_index_expectation){.form = FR_INDEX_BLOCKS,
								  .bytes = cells * 0.5 + corners * 500,
								  .memory = cells * 50 + corners * 1500,
								  .seconds = cells * 0.05e-6 + corners * 100e-6};
}

fr_index_expectation
fr_index_expect(const fr_grid *grid, const fr_index_form *form)
{
	if (!fr_index_has_subgoals(grid) || (form != NULL && *form == FR_INDEX_BORDERS))
		return expect_borders(grid);
	return expect_subgoals(grid);
}
