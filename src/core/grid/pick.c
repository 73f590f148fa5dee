/*
 * pick.c - random passable cells, without a list of them
 *
 * The passable cells have ranks in the order of their indexes. The rows' counts and the
 * bits of a row give the cell of a rank.
 */
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/grid/components.h"

/* Sets before[y] to the passable cells above row y; before[height] counts all. */
void
fr_rank_rows(const fr_grid *grid, uint32_t *before, const fr_poll *poll)
{
	uint32_t words = fr_row_words(grid);

	before[0] = 0;
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *line = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		before[y + 1] = before[y];
		for (uint32_t i = 0; i < words; i++)
			before[y + 1] += fr_bits_count(~line[i]);
	}
}

/* The row that contains a rank. */
static uint32_t
row_of(const fr_grid *grid, const uint32_t *before, uint32_t rank)
{
	uint32_t low = 0;
	uint32_t high = grid->height;

	while (high - low > 1)
	{
		uint32_t middle = (low + high) / 2;

		if (before[middle] <= rank)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* The index of the passable cell of this rank. */
static uint32_t
cell_of_rank(const fr_grid *grid, const uint32_t *before, uint32_t rank)
{
	uint32_t y = row_of(grid, before, rank);
	const uint64_t *line = fr_bits_line(&grid->rows, y);
	uint32_t left = rank - before[y];
	uint32_t i = 0;
	uint64_t cells;

	while (left >= fr_bits_count(~line[i]))
		left -= fr_bits_count(~line[i++]);
	for (cells = ~line[i]; left > 0; left--)
		cells &= cells - 1;
	return y * grid->width + i * 64 + (uint32_t) __builtin_ctzll(cells);
}

/*
 * The passable cell at position `i` of a random order of all of them, one order for
 * each seed. `before` is by fr_rank_rows; i is less than before[height].
 */
uint32_t
fr_random_cell(const fr_grid *grid, const uint32_t *before, uint32_t i, uint64_t seed)
{
	return cell_of_rank(grid, before, fr_random_order(i, before[grid->height], seed));
}
