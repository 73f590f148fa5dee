/*
 * pack.c - the sections of an index but for its blocks: boards, vertices, routes
 */
#include "core/index/pack.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/bits.h"

uint8_t *
fr_pack_section(const fr_index_parts *parts, int number, size_t size)
{
	uint8_t *bytes = fr_take(parts->arena, size);

	memset(bytes, 0, size);
	parts->section[number] = (fr_index_section){bytes, size};
	return bytes;
}

/* ---- boards --------------------------------------------------------------- */

static void
set_bit(uint8_t *board, size_t words, uint32_t line, uint32_t bit)
{
	board[line * words * 8 + bit / 8] |= (uint8_t) (1 << bit % 8);
}

static size_t
words_of(uint32_t bits)
{
	return ((size_t) bits + 63) / 64;
}

static void
put_squares(const fr_index_parts *parts)
{
	const fr_grid *grid = parts->grid;
	size_t row = words_of(grid->width);
	size_t column = words_of(grid->height);
	uint8_t *rows = fr_pack_section(parts, FR_SECTION_ROWS, grid->height * row * 8);
	uint8_t *columns =
		fr_pack_section(parts, FR_SECTION_COLUMNS, grid->width * column * 8);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(parts->poll);
		for (uint32_t x = 0; x < grid->width; x++)
			if (!fr_bits_has(fr_bits_line(&grid->rows, y), (int32_t) x))
			{
				set_bit(rows, row, y, x);
				set_bit(columns, column, x, y);
			}
	}
}

static void
put_diagonals(const fr_index_parts *parts)
{
	const fr_subgoals *s = parts->subgoals;
	uint32_t lines = s->width > s->height ? s->width : s->height;
	size_t words = words_of(s->width);
	uint8_t *falling = fr_pack_section(parts, FR_SECTION_FALLING, lines * words * 8);
	uint8_t *rising = fr_pack_section(parts, FR_SECTION_RISING, lines * words * 8);

	for (uint32_t y = 0; y < s->height; y++)
	{
		fr_poll_now(parts->poll);
		for (uint32_t x = 0; x < s->width; x++)
		{
			unsigned moves = s->moves[fr_padded(s, x, y)];

			if (moves >> FR_SE & 1)
				set_bit(falling, words, (x + lines - y) % lines, x);
			if (moves >> FR_NE & 1)
				set_bit(rising, words, (x + y) % lines, x);
		}
	}
}

void
fr_pack_boards(const fr_index_parts *parts)
{
	put_squares(parts);
	put_diagonals(parts);
}

/* ---- vertices and routes --------------------------------------------------- */

void
fr_pack_vertices(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *at = fr_pack_section(parts, FR_SECTION_VERTICES, (size_t) labels->count * 4);

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		uint32_t subgoal = labels->order[rank];
		fr_cell cell = fr_padded_cell(parts->subgoals, parts->subgoals->cell[subgoal]);

		fr_poll_at(parts->poll, rank);
		fr_put16(at, 2 * rank, (uint16_t) cell.x);
		fr_put16(at, 2 * rank + 1, (uint16_t) cell.y);
	}
}

static void
put_steps(const fr_labels *labels, const fr_label *label, uint8_t *hubs)
{
	uint8_t *next = hubs + 2 * label->count;

	for (uint32_t i = 0; i < label->count; i++)
	{
		fr_put16(hubs, i, (uint16_t) label->hubs[i].rank);
		fr_put16(next, i, (uint16_t) labels->rank[label->next[i]]);
	}
}

void
fr_pack_routes(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *heads =
		fr_pack_section(parts, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	uint8_t *steps = fr_pack_section(parts, FR_SECTION_STEPS, labels->entries * 4);
	uint32_t used = 0;

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		const fr_label *label = &labels->of[labels->order[rank]];

		fr_poll_at(parts->poll, rank);
		fr_put32(heads, rank, used);
		put_steps(labels, label, steps + (size_t) used * 4);
		used += label->count;
	}
	fr_put32(heads, labels->count, used);
}
