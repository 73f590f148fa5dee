/*
 * size.c - agents that cover a square of cells
 *
 * An agent of size N at (x, y) covers the cells (x, y) to (x + N - 1, y + N - 1). Its
 * position is blocked if one of them is blocked or outside the map, and has the weight
 * of the heaviest. Both are a maximum over a square: first along rows, then along
 * columns. A maximum over 2k cells is that of two maxima over k cells, k apart, so the
 * widths double.
 */
#include "core/grid/size.h"

#include <string.h>

#include "core/base/error.h"

/* How far apart the next two maxima are, where each covers `width` of `size` cells. */
static uint32_t
next_shift(uint32_t width, uint32_t size)
{
	return size - width < width ? size - width : width;
}

/* ---- blocked cells ------------------------------------------------------- */

/* Blocks each cell with a blocked one `shift` (1 to 63) after it; outside is blocked. */
static void
block_along_row(uint64_t *row, ptrdiff_t words, uint32_t shift)
{
	for (ptrdiff_t i = 0; i < words; i++)
	{
		uint64_t next = i + 1 < words ? row[i + 1] : ~UINT64_C(0);

		row[i] |= row[i] >> shift | next << (64 - shift);
	}
}

/* Blocks each cell with a blocked one `shift` rows below it. */
static void
block_along_columns(const fr_grid *grid, uint64_t *rows, uint32_t shift,
					const fr_poll *poll)
{
	ptrdiff_t words = grid->rows.words;

	for (uint32_t y = 0; y < grid->height; y++, rows += words)
	{
		bool inside = grid->height - y > shift;

		fr_poll_now(poll);
		for (ptrdiff_t i = 0; i < words; i++)
			rows[i] |= inside ? rows[i + words * (ptrdiff_t) shift] : ~UINT64_C(0);
	}
}

/* Blocks the positions of an agent in the rows of a grid's blocked cells. */
void
fr_size_block(const fr_grid *grid, uint64_t *rows, uint32_t size, const fr_poll *poll)
{
	uint32_t shift;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t width = 1; width < size; width += shift)
		{
			shift = next_shift(width, size);
			block_along_row(rows + y * grid->rows.words, grid->rows.words, shift);
		}
	}
	for (uint32_t width = 1; width < size; width += shift)
	{
		shift = next_shift(width, size);
		block_along_columns(grid, rows, shift, poll);
	}
}

/* ---- weights --------------------------------------------------------------- */

/* The positions of weights by increasing weight, and the inverse. */
typedef struct ranking
{
	uint8_t position[FR_CODES];
	uint8_t rank[FR_CODES];
} ranking;

static ranking
rank_weights(const fr_costs *costs)
{
	ranking r;

	for (int i = 0; i < FR_CODES; i++)
	{
		int at = i;

		for (; at > 0 && costs->weight[r.position[at - 1]] > costs->weight[i]; at--)
			r.position[at] = r.position[at - 1];
		r.position[at] = (uint8_t) i;
	}
	for (int i = 0; i < FR_CODES; i++)
		r.rank[r.position[i]] = (uint8_t) i;
	return r;
}

static void
translate(uint8_t *terrain, uint32_t cells, const uint8_t *table, const fr_poll *poll)
{
	for (uint32_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		terrain[i] = table[terrain[i]];
	}
}

/* Sets of directions: a position allows those that all cells allow it covers. */
static void
meet(uint8_t *sets, uint32_t count, uint32_t shift, const fr_poll *poll)
{
	for (uint32_t i = 0; shift < count && i < count - shift; i++)
	{
		fr_poll_at(poll, i);
		sets[i] &= sets[i + shift];
	}
}

/* Turns the directions that cells allow into those that an agent's positions allow. */
void
fr_size_meet(const fr_grid *grid, uint8_t *sets, uint32_t size, const fr_poll *poll)
{
	uint32_t shift;

	for (uint32_t width = 1; width < size; width += shift)
	{
		shift = next_shift(width, size);
		meet(sets, grid->cells, shift, poll);
		meet(sets, grid->cells, shift * grid->width, poll);
	}
}

#define BLOCK 64 /* bytes at a time, for compilers to use vectors */

static void
raise_block(uint8_t *to, const uint8_t *from)
{
	uint8_t a[BLOCK];
	uint8_t b[BLOCK];

	memcpy(a, to, BLOCK);
	memcpy(b, from, BLOCK);
	for (int i = 0; i < BLOCK; i++)
		a[i] = a[i] > b[i] ? a[i] : b[i];
	memcpy(to, a, BLOCK);
}

/*
 * Raises each byte to the one `shift` after it. Where that is in the next row, or does
 * not exist, the position is blocked, so the result does not matter.
 */
static void
raise(uint8_t *bytes, uint32_t count, uint32_t shift, const fr_poll *poll)
{
	uint32_t i = 0;

	if (shift >= count)
		return;
	for (count -= shift; i + BLOCK <= count; i += BLOCK)
	{
		fr_poll_at(poll, i);
		raise_block(bytes + i, bytes + i + shift);
	}
	for (; i < count; i++)
		bytes[i] = bytes[i] > bytes[i + shift] ? bytes[i] : bytes[i + shift];
}

/* Turns the terrain of a grid's cells into that of an agent's positions. */
void
fr_size_weigh(const fr_grid *grid, uint8_t *terrain, uint32_t size, const fr_poll *poll)
{
	ranking r = rank_weights(&grid->costs);
	uint32_t shift;

	translate(terrain, grid->cells, r.rank, poll);
	for (uint32_t width = 1; width < size; width += shift)
	{
		shift = next_shift(width, size);
		raise(terrain, grid->cells, shift, poll);
		raise(terrain, grid->cells, shift * grid->width, poll);
	}
	translate(terrain, grid->cells, r.position, poll);
}
