/*
 * corners.c - counts sides and corners of obstacles, by which `auto` chooses a search
 */
#include "core/base/error.h"
#include "core/grid/bits.h"

/* Adds the corners of a word's passable cells that three blocked ones surround. */
static void
count_hollow(fr_grid *grid, const uint64_t *word)
{
	fr_strip north = fr_strip_of(word - grid->rows.words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + grid->rows.words);
	uint64_t n = own.cells & ~north.cells;
	uint64_t s = own.cells & ~south.cells;

	grid->hollow += fr_bits_count(n & ~own.west & ~north.west) +
					fr_bits_count(n & ~own.east & ~north.east) +
					fr_bits_count(s & ~own.west & ~south.west) +
					fr_bits_count(s & ~own.east & ~south.east);
}

/* Adds the sides and corners of a word's blocked cells, all of which are the map's. */
static void
count_word(fr_grid *grid, const uint64_t *word, uint64_t blocked)
{
	fr_strip north = fr_strip_of(word - grid->rows.words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + grid->rows.words);
	uint64_t n = blocked & north.cells;
	uint64_t s = blocked & south.cells;

	if ((n | s | (blocked & (own.west | own.east))) == 0)
		return;
	grid->sides += fr_bits_count(n) + fr_bits_count(s) +
				   fr_bits_count(blocked & own.west) + fr_bits_count(blocked & own.east);
	grid->blunt += fr_bits_count(n & own.west & north.west) +
				   fr_bits_count(n & own.east & north.east) +
				   fr_bits_count(s & own.west & south.west) +
				   fr_bits_count(s & own.east & south.east);
}

/* How many sides and corners the blocked cells of a grid with rows of bits have. */
void
fr_grid_count_corners(fr_grid *grid, const fr_poll *poll)
{
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < grid->width; i++)
		{
			grid->passable += fr_bits_count(~row[i]);
			count_hollow(grid, row + i);
			count_word(grid, row + i, row[i] & fr_bits_within(grid->width, i));
		}
	}
}
