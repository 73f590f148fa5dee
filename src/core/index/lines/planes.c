/*
 * planes.c - the planes of straight lines (fr_planes), kept beside an opened index
 *
 * They are words of the machine's own, one plane behind the other, from the first place in
 * the block that is aligned for them.
 */
#include "core/index/lines/lines.h"

#include "core/base/error.h"

#define WORD sizeof(uint64_t)

/* As fr_bits_lay_out takes it. */
static size_t
plane_size(uint32_t lines, uint32_t length)
{
	return (((size_t) lines + 2) * (length / 64 + 1) + 2) * WORD;
}

size_t
fr_line_planes_size(const fr_index *index)
{
	return 2 * plane_size(index->height, index->width) +
		   2 * plane_size(index->width, index->height) + WORD;
}

static const uint8_t *
aligned(const uint8_t *boards)
{
	return boards + (WORD - (uintptr_t) boards % WORD) % WORD;
}

/* An arena that has the block alone. */
static void *
take_next(void *context, size_t size)
{
	uint8_t **next = context;
	uint8_t *block = *next;

	*next += size;
	return block;
}

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
fr_line_planes_derive(fr_index *index, uint8_t *boards, const fr_poll *poll)
{
	uint8_t *next = boards + (aligned(boards) - boards);
	fr_arena arena = {.allocate = take_next, .context = &next};
	fr_grid grid = {.width = index->width, .height = index->height};
	fr_planes planes;

	copy_rows(index, &grid.rows, &arena, poll);
	fr_planes_make(&grid, &planes, &arena, poll);
}

static fr_bits
plane_at(const uint8_t **next, uint32_t lines, uint32_t length)
{
	ptrdiff_t words = length / 64 + 1;
	const uint64_t *plane = (const void *) *next;

	*next += plane_size(lines, length);
	return (fr_bits){plane + 1 + words, words};
}

/* In the order in which they were made. */
void
fr_line_planes_attach(fr_index *index, const uint8_t *boards)
{
	const uint8_t *next = aligned(boards);
	uint32_t width = index->width;
	uint32_t height = index->height;

	index->planes.rows = plane_at(&next, height, width);
	index->planes.squares = plane_at(&next, height, width);
	index->planes.tall_squares = plane_at(&next, width, height);
	index->planes.columns = plane_at(&next, width, height);
}
