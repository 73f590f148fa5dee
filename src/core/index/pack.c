/*
 * pack.c - the sections of an index but for its blocks: rows, vertices, routes
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

void
fr_pack_rows(const fr_index_parts *parts)
{
	const fr_grid *grid = parts->grid;
	size_t words = ((size_t) grid->width + 63) / 64;
	uint8_t *rows = fr_pack_section(parts, FR_SECTION_ROWS, grid->height * words * 8);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *line = fr_bits_line(&grid->rows, y);

		fr_poll_at(parts->poll, y);
		for (uint32_t i = 0; i < words; i++)
			fr_put64(rows, y * words + i, ~line[i] & fr_bits_within(grid->width, i));
	}
}

/* So many more bytes, all 0. */
uint8_t *
fr_growing_add(fr_growing *g, size_t size)
{
	uint8_t *old = g->bytes;

	if (g->size + size > g->room)
	{
		g->room = 2 * (g->size + size);
		g->bytes = fr_take(g->arena, g->room);
		if (old)
			memcpy(g->bytes, old, g->size);
	}
	memset(g->bytes + g->size, 0, size);
	g->size += size;
	return g->bytes + g->size - size;
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
