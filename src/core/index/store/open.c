/*
 * open.c - a view of the bytes of an index
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/form.h"

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
		costs.step[d] = fr_is_diagonal(d) ? fr_get64(bytes + FR_AT_DIAGONAL, 0)
										  : fr_get64(bytes + FR_AT_STRAIGHT, 0) *
												fr_get32(bytes + FR_AT_PARTS, 0);
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
	index->row_words = (index->width + 63) / 64;
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
					  .hubs = fr_get32(bytes + FR_AT_HUBS, 0),
					  .costs = costs_of(bytes),
					  .top = fr_get32(bytes + FR_AT_TOP, 0),
					  .part = fr_get64(bytes + FR_AT_STRAIGHT, 0),
					  .straight = fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0),
					  .diagonal = fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0),
					  .wide = flags & FR_FLAG_WIDE,
					  .many = flags & FR_FLAG_MANY,
					  .tile = flags & FR_FLAG_TILE,
					  .average = flags & FR_FLAG_AVERAGE,
					  .shifted = flags & FR_FLAG_SHIFTED,
					  .pairs = flags & FR_FLAG_PAIRS};
	fr_index_rule rule = {.straight = index.part, .diagonal = index.costs.step[FR_NE]};

	index.whole = (uint64_t) index.straight * fr_get32(bytes + FR_AT_PARTS, 0);
	if (index.whole > index.top)
		index.whole = index.top; /* no best path has such a step, whatever cells weigh */
	index.corners = (int) (flags >> FR_FLAG_CORNERS & 3);
	index.row = fr_index_row_of(index.form);
	index.inverse = fr_index_inverse(&rule, fr_index_units_of(&index));
	open_sections(&index);
	index.weighted = fr_section_size(&index, FR_SECTION_TERRAIN) > 0;
	index.linked = fr_section_size(&index, FR_SECTION_LINKS) > 0;
	index.directed = (index.weighted && !index.average) || flags & FR_FLAG_ONEWAY;
	return index;
}

fr_index
fr_index_open(fr_index_checked checked, const fr_arena *arena, const fr_poll *poll)
{
	fr_index index = fr_index_view((const void *) checked.bytes, checked.size);

	if (index.row->open)
		index.row->open(&index, arena, poll);
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
