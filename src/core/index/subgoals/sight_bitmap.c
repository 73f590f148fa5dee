/*
 * sight_bitmap.c - the bitmaps of ways, built from the rows of an index
 *
 * Only the rows are stored. Each of the three other bitmaps takes as much memory. They are
 * built in squares of 64 x 64 bits, by transposing bit matrices: a tenth of a millisecond on
 * a map of 512 x 512 cells.
 */
#include "core/index/subgoals/sight_bitmap.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/bits.h"

/* ---- words of the rows ---------------------------------------------------------- */

/* The free cells of a word; none outside the map or its row. */
static uint64_t
word_of(const fr_sight_bitmap *s, int64_t y, int64_t i)
{
	if (y < 0 || y >= s->height || i < 0 || i >= s->row_words)
		return 0;
	return fr_get64(s->rows, (size_t) y * s->row_words + (size_t) i) &
		   fr_bits_within(s->width, (uint32_t) i);
}

/* The free cells, shifted: bit i is cell i + 1. */
static uint64_t
east_of(const fr_sight_bitmap *s, int64_t y, int64_t i)
{
	return word_of(s, y, i) >> 1 | word_of(s, y, i + 1) << 63;
}

/* The cells of a word whose step to the east and to row `to` is legal. */
static uint64_t
legal_east(const fr_sight_bitmap *s, uint32_t y, int64_t to, uint32_t i)
{
	uint64_t east = east_of(s, y, i);
	uint64_t beside = word_of(s, to, i);
	uint64_t ends = word_of(s, y, i) & east_of(s, to, i);

	if (s->corners == 0)
		return ends;
	return ends & (s->corners == 2 ? east & beside : east | beside);
}

/* The bits of a word of a row, of one of the bitmaps. */
typedef uint64_t (*row_bits)(const fr_sight_bitmap *s, uint32_t y, uint32_t i);

static uint64_t
free_cells(const fr_sight_bitmap *s, uint32_t y, uint32_t i)
{
	return word_of(s, y, i);
}

static uint64_t
falling_steps(const fr_sight_bitmap *s, uint32_t y, uint32_t i)
{
	return legal_east(s, y, (int64_t) y + 1, i);
}

static uint64_t
rising_steps(const fr_sight_bitmap *s, uint32_t y, uint32_t i)
{
	return legal_east(s, y, (int64_t) y - 1, i);
}

/* ---- squares of 64 x 64 bits ---------------------------------------------------- */

#define SIDE 64

/* Transposes the i-th words of 64 rows from y on: 64 columns. */
static void
read_columns(const fr_sight_bitmap *s, row_bits bits, uint32_t y, uint32_t i,
			 uint64_t columns[SIDE])
{
	for (uint32_t k = 0; k < SIDE; k++)
		columns[k] = y + k < s->height ? bits(s, y + k, i) : 0;
	fr_bits_transpose_square(columns);
}

static void
put_columns(const fr_sight_bitmap *s, uint8_t *bitmap, uint32_t i, const fr_poll *poll)
{
	uint64_t columns[SIDE];

	for (uint32_t y = 0; y < s->height; y += SIDE)
	{
		fr_poll_now(poll);
		read_columns(s, free_cells, y, i, columns);
		for (uint32_t k = 0; k < SIDE && SIDE * i + k < s->width; k++)
			fr_put64(bitmap, (size_t) (SIDE * i + k) * s->column_words + y / SIDE,
					 columns[k]);
	}
}

/*
 * The i-th words of the lines of diagonals.  The bit of column x is in row line - x of a
 * rising line, and in row line + x of a falling one.  So the bits of 64 lines are in two
 * squares, one below the other.  From column to column they move a row up or down.
 */
static void
put_diagonals(const fr_sight_bitmap *s, uint8_t *bitmap, row_bits bits, bool falling,
			  uint32_t i, const fr_poll *poll)
{
	uint32_t lines = s->diagonals;
	uint32_t first = falling ? SIDE * i : s->turns - SIDE * (i + 1);
	uint64_t above[SIDE];
	uint64_t below[SIDE];
	uint64_t square[SIDE];

	read_columns(s, bits, first % lines, i, above);
	for (uint32_t line = 0; line < lines; line += SIDE)
	{
		fr_poll_now(poll);
		read_columns(s, bits, (first + line + SIDE) % lines, i, below);
		for (uint32_t k = 0; k < SIDE; k++)
		{
			uint32_t up = falling ? k : SIDE - k;

			square[k] = up == 0		 ? above[k]
						: up == SIDE ? below[k]
									 : above[k] >> up | below[k] << (SIDE - up);
		}
		fr_bits_transpose_square(square);
		for (uint32_t k = 0; k < SIDE; k++)
			fr_put64(bitmap, (size_t) (line + k) * s->row_words + i, square[k]);
		memcpy(above, below, sizeof above);
	}
}

fr_sight_bitmap
fr_sight_bitmap_build(const uint8_t *rows, uint32_t width, uint32_t height, int corners,
					  const fr_arena *arena, const fr_poll *poll)
{
	fr_sight_bitmap s = {.width = width,
						 .height = height,
						 .corners = corners,
						 .row_words = (width + 63) / 64,
						 .column_words = (height + 63) / 64,
						 .rows = rows};
	size_t columns = (size_t) width * s.column_words * 8;
	size_t diagonals;
	uint8_t *block;

	s.diagonals = 64 * s.column_words;
	s.turns = (width + s.diagonals - 1) / s.diagonals * s.diagonals;
	diagonals = (size_t) s.diagonals * s.row_words * 8;
	block = fr_arena_alloc(arena, columns + 2 * diagonals);
	for (uint32_t i = 0; i < s.row_words; i++)
	{
		put_columns(&s, block, i, poll);
		put_diagonals(&s, block + columns, falling_steps, true, i, poll);
		put_diagonals(&s, block + columns + diagonals, rising_steps, false, i, poll);
	}
	s.columns = block;
	s.falling = block + columns;
	s.rising = block + columns + diagonals;
	return s;
}
