/*
 * boards.c - the bit boards of an opened index, out of its rows
 *
 * The rows are stored; the three others take as much memory each, and less than a
 * millisecond on a map of 512 x 512 cells.
 */
#include "core/index/board.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/bits.h"

/* Words of a line, and lines of diagonals. */
void
fr_boards_size(fr_index *index)
{
	index->row_words = (index->width + 63) / 64;
	index->column_words = (index->height + 63) / 64;
	index->diagonals = index->width > index->height ? index->width : index->height;
}

typedef struct boards
{
	const fr_index *index;
	uint8_t *columns;
	uint8_t *falling;
	uint8_t *rising;
} boards;

static void
set_bit(uint8_t *board, uint32_t words, uint32_t line, uint32_t bit)
{
	board[(size_t) line * words * 8 + bit / 8] |= (uint8_t) (1 << bit % 8);
}

/* Of a row outside the map, or a word or bits outside a row, no cell is free. */
static uint64_t
word_of(const fr_index *index, int64_t y, int64_t i)
{
	if (y < 0 || y >= index->height || i < 0 || i >= index->row_words)
		return 0;
	return fr_get64(index->section[FR_SECTION_ROWS],
					(size_t) y * index->row_words + (size_t) i) &
		   fr_bits_within(index->width, (uint32_t) i);
}

/* Of the cells to the east of those of a word. */
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

static void
put_columns(const boards *b, uint64_t cells, uint32_t x, uint32_t y)
{
	for (; cells; cells &= cells - 1)
		set_bit(b->columns, b->index->column_words, x + (uint32_t) __builtin_ctzll(cells),
				y);
}

/* The line of column 0 of a row, and those of the columns after it. */
static void
put_diagonals(const boards *b, uint8_t *board, uint64_t cells, uint32_t x, uint32_t line)
{
	uint32_t lines = b->index->diagonals;

	for (; cells; cells &= cells - 1)
	{
		uint32_t at = x + (uint32_t) __builtin_ctzll(cells);
		uint32_t sum = line + at;

		set_bit(board, b->index->row_words, sum < lines ? sum : sum - lines, at);
	}
}

static uint8_t *
take_board(const fr_arena *arena, uint32_t lines, uint32_t words)
{
	size_t size = (size_t) lines * words * 8;

	return memset(fr_take(arena, size), 0, size);
}

/* Columns and diagonals, in the arena. */
void
fr_boards_derive(fr_index *index, const fr_arena *arena)
{
	boards b = {index, take_board(arena, index->width, index->column_words),
				take_board(arena, index->diagonals, index->row_words),
				take_board(arena, index->diagonals, index->row_words)};

	for (uint32_t y = 0; y < index->height; y++)
		for (uint32_t i = 0; i < index->row_words; i++)
		{
			put_columns(&b, word_of(index, y, i), 64 * i, y);
			put_diagonals(&b, b.falling, legal_east(index, y, (int64_t) y + 1, i), 64 * i,
						  y > 0 ? index->diagonals - y : 0);
			put_diagonals(&b, b.rising, legal_east(index, y, (int64_t) y - 1, i), 64 * i,
						  y);
		}
	index->columns = b.columns;
	index->falling = b.falling;
	index->rising = b.rising;
}

/* An index that has nothing but boards, of rows as they are stored. */
fr_index
fr_boards_of(const uint8_t *rows, uint32_t width, uint32_t height, int corners,
			 const fr_arena *arena)
{
	fr_index index = {.width = width, .height = height, .corners = corners};

	index.section[FR_SECTION_ROWS] = rows;
	fr_boards_size(&index);
	fr_boards_derive(&index, arena);
	return index;
}
