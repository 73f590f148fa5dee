/*
 * planes.c - the planes of straight lines (fr_planes), kept beside an opened index
 */
#include "core/index/lines/lines.h"

#include "core/base/error.h"

static void
copy_rows(const fr_index *index, fr_bits *rows, const fr_arena *arena,
		  const fr_poll *poll)
{
	const uint8_t *from = index->section[FR_SECTION_ROWS];
	uint64_t *to = fr_bits_lay_out(rows, index->height, index->width, arena);

	for (uint32_t y = 0; y < index->height; y++, to += rows->words)
	{
		fr_poll_at(poll, y);
		for (uint32_t i = 0; i < index->row_words; i++)
			to[i] = ~(fr_get64(from, (size_t) y * index->row_words + i) &
					  fr_bits_within(index->width, i));
	}
}

void
fr_line_planes_open(fr_index *index, const fr_arena *arena, const fr_poll *poll)
{
	fr_grid grid = {.width = index->width, .height = index->height};

	copy_rows(index, &grid.rows, arena, poll);
	fr_planes_make(&grid, &index->planes, arena, poll);
}
