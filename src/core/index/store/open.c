/*
 * open.c - a view of the bytes of an index, and what is in them
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/subgoals/block.h"
#include "core/index/subgoals/board.h"
#include "core/index/borders/borders.h"
#include "core/index/subgoals/vectors.h"

/* ---- opening ------------------------------------------------------------------ */

static fr_costs
costs_of(const uint8_t *bytes)
{
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	fr_costs costs = {.root2 = flags & FR_FLAG_ROOT2,
					  .uniform = true,
					  .numerator = fr_get_double(bytes + FR_AT_NUMERATOR),
					  .denominator = fr_get_double(bytes + FR_AT_DENOMINATOR),
					  .limit = FR_UNREACHED - 1};

	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs.step[d] =
			fr_get64(bytes + (fr_is_diagonal(d) ? FR_AT_DIAGONAL : FR_AT_STRAIGHT), 0);
	return costs;
}

static void
open_sections(fr_index *index)
{
	for (int i = 0; i < FR_SECTION_COUNT; i++)
		index->section[i] =
			index->bytes + fr_get32(index->bytes + FR_AT_SECTIONS, (size_t) i);
	index->model = (const char *) index->section[FR_SECTION_MODEL];
	index->model_length = fr_get32(index->bytes + FR_AT_MODEL, 0);
	fr_boards_size(index);
	index->blocks_across = fr_blocks_across(index->width);
}

/* The view, without its boards. */
fr_index
fr_index_view(const uint8_t *bytes, size_t size)
{
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	fr_index index = {.bytes = bytes,
					  .size = size,
					  .form = (fr_index_form) fr_get32(bytes + FR_AT_FORM, 0),
					  .width = fr_get32(bytes + FR_AT_WIDTH, 0),
					  .height = fr_get32(bytes + FR_AT_HEIGHT, 0),
					  .routes = flags & FR_FLAG_ROUTES,
					  .digest = bytes + FR_AT_DIGEST,
					  .subgoals = fr_get32(bytes + FR_AT_SUBGOALS, 0),
					  .borders = fr_get32(bytes + FR_AT_BORDERS, 0),
					  .costs = costs_of(bytes),
					  .top = fr_get32(bytes + FR_AT_TOP, 0),
					  .straight = fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0),
					  .diagonal = fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0),
					  .wide = flags & FR_FLAG_WIDE,
					  .tile = flags & FR_FLAG_TILE,
					  .average = flags & FR_FLAG_AVERAGE,
					  .shifted = flags & FR_FLAG_SHIFTED,
					  .pairs = flags & FR_FLAG_PAIRS};
	fr_index_rule rule = {.straight = index.costs.step[FR_N],
						  .diagonal = index.costs.step[FR_NE]};

	index.corners = (int) (flags >> FR_FLAG_CORNERS & 3);
	index.vectors = fr_vectors_usable();
	index.inverse = fr_index_inverse(&rule, fr_index_units_of(&index));
	open_sections(&index);
	index.directed = !index.average && fr_section_size(&index, FR_SECTION_TERRAIN) > 0;
	return index;
}

fr_index
fr_index_open(const uint8_t *bytes, size_t size, const fr_arena *arena,
			  const fr_poll *poll)
{
	size_t boards = fr_index_boards_size(bytes, size);
	uint8_t *block = boards > 0 ? fr_take(arena, boards) : NULL;

	fr_index_write_boards(bytes, size, block, poll);
	return fr_index_attach(bytes, size, block);
}

/* ---- boards that are kept beside the bytes -------------------------------------- */

static bool
has_boards(const fr_index *index)
{
	return index->form != FR_INDEX_BORDERS;
}

size_t
fr_index_boards_size(const uint8_t *bytes, size_t size)
{
	fr_index index = fr_index_view(bytes, size);

	return has_boards(&index) ? fr_boards_bytes(&index) : 0;
}

void
fr_index_write_boards(const uint8_t *bytes, size_t size, uint8_t *boards,
					  const fr_poll *poll)
{
	fr_index index = fr_index_view(bytes, size);

	if (has_boards(&index))
		fr_boards_derive(&index, boards, poll);
}

fr_index
fr_index_attach(const uint8_t *bytes, size_t size, const uint8_t *boards)
{
	fr_index index = fr_index_view(bytes, size);

	if (has_boards(&index))
		fr_boards_place(&index, boards);
	return index;
}

void
fr_index_peek(const uint8_t *bytes, uint32_t *width, uint32_t *height,
			  uint8_t digest[FR_INDEX_DIGEST])
{
	*width = fr_get32(bytes + FR_AT_WIDTH, 0);
	*height = fr_get32(bytes + FR_AT_HEIGHT, 0);
	memcpy(digest, bytes + FR_AT_DIGEST, FR_INDEX_DIGEST);
}

/* ---- what is in it --------------------------------------------------------------- */

/* Entries of all blocks; blocks without items share a run that has none. */
static uint64_t
block_entries(const fr_index *index)
{
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);
	uint64_t entries = 0;

	for (size_t i = 0; i < blocks; i++)
	{
		size_t at = fr_get32(index->section[FR_SECTION_DIRECTORY], i);

		entries += fr_get16(index->section[FR_SECTION_BLOCKS] + at * 4, 2);
	}
	return entries;
}

static uint64_t
count_entries(const fr_index *index)
{
	if (index->form == FR_INDEX_BORDERS)
		return fr_borders_entries(index);
	return block_entries(index);
}

fr_index_info
fr_index_describe(const fr_index *index)
{
#define SECTION_NAME(NAME, name) #name,
	static const char *const names[] = {FR_INDEX_SECTION_LIST(SECTION_NAME)};
	fr_index_info info = {.form = index->form,
						  .subgoals = index->subgoals,
						  .entries = count_entries(index)};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (fr_section_size(index, i) > 0)
			info.part[info.parts++] =
				(fr_index_part){names[i], fr_section_size(index, i)};
	return info;
}
