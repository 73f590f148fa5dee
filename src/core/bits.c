/*
 * bits.c - a map's blocked cells as bits, by rows and by columns
 */
#include "bits.h"

#include <string.h>

#include "error.h"

/* Room for the last bit, which is never a cell's. */
static size_t
words_of(uint32_t length)
{
	return length / 64 + 1;
}

/* All lines, one more on either side, a word before the first and one behind the last. */
static size_t
words_in_all(uint32_t lines, uint32_t length)
{
	return ((size_t) lines + 2) * words_of(length) + 2;
}

/* Bytes of the bits by rows and by columns. */
size_t
fr_bits_size(uint32_t width, uint32_t height)
{
	return (words_in_all(height, width) + words_in_all(width, height)) * sizeof(uint64_t);
}

/* Lines with all bits set; returns where they can be written, the first one. */
static uint64_t *
lay_out(fr_bits *bits, uint64_t *block, uint32_t lines, uint32_t length)
{
	memset(block, 0xff, words_in_all(lines, length) * sizeof(uint64_t));
	bits->words = (ptrdiff_t) words_of(length);
	bits->lines = block + 1 + bits->words;
	return block + 1 + bits->words;
}

static void
fill_row(const fr_grid *grid, uint32_t y, uint64_t *row)
{
	const uint32_t *component = grid->component + (size_t) y * grid->width;

	for (uint32_t first = 0; first < grid->width; first += 64)
	{
		uint32_t count = grid->width - first < 64 ? grid->width - first : 64;
		uint64_t passable = 0;

		for (uint32_t i = 0; i < count; i++)
			passable |= (uint64_t) (component[first + i] != 0) << i;
		row[first / 64] = ~passable;
	}
}

/* Bit i of word k becomes bit k of word i: quarters swap, then theirs, and so on. */
static void
transpose(uint64_t square[64])
{
	uint64_t mask = UINT64_C(0xffffffff);

	for (int side = 32; side > 0; side /= 2, mask ^= mask << side)
		for (int i = 0; i < 64; i = ((i | side) + 1) & ~side)
		{
			uint64_t swap = (square[i] >> side ^ square[i | side]) & mask;

			square[i] ^= swap << side;
			square[i | side] ^= swap;
		}
}

/* Transposes word `column` of the 64 rows from `first`, or of those that there are. */
static void
turn_square(const fr_grid *grid, uint32_t column, uint32_t first, uint64_t *columns)
{
	uint64_t square[64];

	memset(square, 0xff, sizeof square);
	for (uint32_t i = 0; i < 64 && first + i < grid->height; i++)
		square[i] = grid->rows.lines[(first + i) * grid->rows.words + column];
	transpose(square);
	for (uint32_t i = 0; i < 64 && column * 64 + i < grid->width; i++)
		columns[(column * 64 + i) * grid->columns.words + first / 64] = square[i];
}

/* ---- corners ----------------------------------------------------------- */

static uint32_t
count_bits(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) +
		   (bits >> 2 & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t) (bits * UINT64_C(0x0101010101010101) >> 56);
}

/* What lies beside a word's cells, all ones where it is free. */
typedef struct strip
{
	uint64_t west;
	uint64_t cells;
	uint64_t east;
} strip;

static strip
strip_of(const uint64_t *word)
{
	return (strip){~(word[0] << 1 | word[-1] >> 63), ~word[0],
				   ~(word[0] >> 1 | word[1] << 63)};
}

/* Adds the sides and corners of a word's blocked cells, all of which are the map's. */
static void
count_word(fr_grid *grid, const uint64_t *word, uint64_t blocked)
{
	strip north = strip_of(word - grid->rows.words);
	strip own = strip_of(word);
	strip south = strip_of(word + grid->rows.words);
	uint64_t n = blocked & north.cells;
	uint64_t s = blocked & south.cells;

	grid->sides += count_bits(n) + count_bits(s) + count_bits(blocked & own.west) +
				   count_bits(blocked & own.east);
	grid->corners +=
		count_bits(n & own.west & north.west) + count_bits(n & own.east & north.east) +
		count_bits(s & own.west & south.west) + count_bits(s & own.east & south.east);
}

static void
count_row(fr_grid *grid, uint32_t y)
{
	const uint64_t *row = grid->rows.lines + y * grid->rows.words;

	for (uint32_t i = 0; i * 64 < grid->width; i++)
	{
		uint32_t rest = grid->width - i * 64;
		uint64_t cells = rest < 64 ? (UINT64_C(1) << rest) - 1 : ~UINT64_C(0);

		if (row[i] & cells)
			count_word(grid, row + i, row[i] & cells);
	}
}

/* ------------------------------------------------------------------------ */

/* Fills in what the grid has of bits, in a block of fr_bits_size bytes. */
void
fr_bits_build(fr_grid *grid, uint64_t *block, const fr_poll *poll)
{
	uint64_t *rows = lay_out(&grid->rows, block, grid->height, grid->width);
	uint64_t *columns =
		lay_out(&grid->columns, block + words_in_all(grid->height, grid->width),
				grid->width, grid->height);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		fill_row(grid, y, rows + y * grid->rows.words);
	}
	for (uint32_t y = 0; y < grid->height; y += 64)
	{
		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x += 64)
			turn_square(grid, x / 64, y, columns);
		for (uint32_t i = y; i < y + 64 && i < grid->height; i++)
			count_row(grid, i);
	}
}
