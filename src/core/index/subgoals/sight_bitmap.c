/*
 * sight_bitmap.c - the bit boards of an opened index, out of its rows
 *
 * The rows are stored; the three others take as much memory each, and a tenth of a
 * millisecond on a map of 512 x 512 cells, for they are made in squares of 64 x 64.
 */
#include "core/index/subgoals/sight_bitmap.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/bits.h"

/* Words of a line, and lines of diagonals. */
static void
size_boards(fr_index *index)
{
	index->row_words = (index->width + 63) / 64;
	index->column_words = (index->height + 63) / 64;
	index->diagonals = 64 * index->column_words;
	index->turns =
		(index->width + index->diagonals - 1) / index->diagonals * index->diagonals;
}

/* The free cells of a word; none outside the map or its row. */
static uint64_t
word_of(const fr_index *index, int64_t y, int64_t i)
{
	if (y < 0 || y >= index->height || i < 0 || i >= index->row_words)
		return 0;
	return fr_get64(index->section[FR_SECTION_ROWS],
					(size_t) y * index->row_words + (size_t) i) &
		   fr_bits_within(index->width, (uint32_t) i);
}

/* The free cells, moved one cell west: bit i tells of cell i + 1. */
static uint64_t
east_of(const fr_index *index, int64_t y, int64_t i)
{
	return word_of(index, y, i) >> 1 | word_of(index, y, i + 1) << 63;
}

/* From which cells of a word is the step to the east and to row `to` legal? */
static uint64_t
legal_east(const fr_index *index, uint32_t y, int64_t to, uint32_t i)
{
	uint64_t east = east_of(index, y, i);
	uint64_t beside = word_of(index, to, i);
	uint64_t ends = word_of(index, y, i) & east_of(index, to, i);

	if (index->corners == 0)
		return ends;
	return ends & (index->corners == 2 ? east & beside : east | beside);
}

/* ---- squares of 64 x 64 bits -------------------------------------------------- */

#define SIDE 64

/* A source of a board: the bits of a word of a row. */
typedef uint64_t (*row_bits)(const fr_index *index, uint32_t y, uint32_t i);

static uint64_t
free_cells(const fr_index *index, uint32_t y, uint32_t i)
{
	return word_of(index, y, i);
}

static uint64_t
falling_steps(const fr_index *index, uint32_t y, uint32_t i)
{
	return legal_east(index, y, (int64_t) y + 1, i);
}

static uint64_t
rising_steps(const fr_index *index, uint32_t y, uint32_t i)
{
	return legal_east(index, y, (int64_t) y - 1, i);
}

/* The bits of 64 columns, those of the i-th words of rows, in 64 rows from y on. */
static void
read_columns(const fr_index *index, row_bits bits, uint32_t y, uint32_t i,
			 uint64_t columns[SIDE])
{
	for (uint32_t k = 0; k < SIDE; k++)
		columns[k] = y + k < index->height ? bits(index, y + k, i) : 0;
	fr_bits_transpose_square(columns);
}

/* ---- boards --------------------------------------------------------------------- */

static void
put_columns(const fr_index *index, uint8_t *board, uint32_t i, const fr_poll *poll)
{
	uint64_t columns[SIDE];

	for (uint32_t y = 0; y < index->height; y += SIDE)
	{
		fr_poll_now(poll);
		read_columns(index, free_cells, y, i, columns);
		for (uint32_t k = 0; k < SIDE && SIDE * i + k < index->width; k++)
			fr_put64(board, (size_t) (SIDE * i + k) * index->column_words + y / SIDE,
					 columns[k]);
	}
}

/*
 * The i-th words of the lines of diagonals.  In line x + y, or y - x, the bit of column
 * x is that of row line - x, or line + x: of 64 lines these are in two squares, one
 * below the other, and in each column a step further up or down.
 */
static void
put_diagonals(const fr_index *index, uint8_t *board, row_bits bits, bool falling,
			  uint32_t i, const fr_poll *poll)
{
	uint32_t lines = index->diagonals;
	uint32_t first = falling ? SIDE * i : index->turns - SIDE * (i + 1);
	uint64_t above[SIDE];
	uint64_t below[SIDE];
	uint64_t square[SIDE];

	read_columns(index, bits, first % lines, i, above);
	for (uint32_t line = 0; line < lines; line += SIDE)
	{
		fr_poll_now(poll);
		read_columns(index, bits, (first + line + SIDE) % lines, i, below);
		for (uint32_t k = 0; k < SIDE; k++)
		{
			uint32_t up = falling ? k : SIDE - k;

			square[k] = up == 0		 ? above[k]
						: up == SIDE ? below[k]
									 : above[k] >> up | below[k] << (SIDE - up);
		}
		fr_bits_transpose_square(square);
		for (uint32_t k = 0; k < SIDE; k++)
			fr_put64(board, (size_t) (line + k) * index->row_words + i, square[k]);
		memcpy(above, below, sizeof above);
	}
}

static size_t
board_bytes(uint32_t lines, uint32_t words)
{
	return (size_t) lines * words * 8;
}

/* The boards of columns, and of falling and rising diagonals, one behind the other. */
void
fr_boards_derive(fr_index *index, const fr_arena *arena, const fr_poll *poll)
{
	size_t columns;
	size_t diagonals;
	uint8_t *block;

	size_boards(index);
	columns = board_bytes(index->width, index->column_words);
	diagonals = board_bytes(index->diagonals, index->row_words);
	block = fr_arena_alloc(arena, columns + 2 * diagonals);
	index->columns = block;
	index->falling = block + columns;
	index->rising = block + columns + diagonals;
	for (uint32_t i = 0; i < index->row_words; i++)
	{
		put_columns(index, block, i, poll);
		put_diagonals(index, block + columns, falling_steps, true, i, poll);
		put_diagonals(index, block + columns + diagonals, rising_steps, false, i, poll);
	}
}

/* An index that has nothing but boards, of rows as they are stored. */
fr_index
fr_boards_of(const uint8_t *rows, uint32_t width, uint32_t height, int corners,
			 const fr_arena *arena, const fr_poll *poll)
{
	fr_index index = {.width = width, .height = height, .corners = corners};

	index.section[FR_SECTION_ROWS] = rows;
	fr_boards_derive(&index, arena, poll);
	return index;
}
