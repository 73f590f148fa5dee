/*
 * border_check.c - are these the sections of the borders form?
 *
 * index_bytes.c lists what queries may trust. Routes find out whether costs are right.
 */
#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/index_links.h"

typedef struct checker
{
	const fr_index *index;
	const fr_poll *poll;
	uint64_t unread;  /* bytes that runs may still have */
	uint64_t borders; /* cells so far */
} checker;

/* The cells of the block that are inside the map and free, by the rows. */
static uint64_t
free_cells(const fr_index *index, uint32_t block)
{
	uint64_t cells = 0;

	for (uint32_t local = 0; local < FR_BLOCK_CELLS; local++)
	{
		fr_cell at = fr_block_cell(index->blocks_across, block, local);

		if (fr_index_is_free(index, at.x, at.y))
			cells |= UINT64_C(1) << local;
	}
	return cells;
}

/* Is there a offsets, of some entries by border cells of the block? */
static bool
has_offset_list(const fr_index *index, const fr_block_labels *s, uint32_t group,
				uint32_t borders)
{
	size_t size = fr_section_size(index, FR_SECTION_RELIEFS);
	size_t at = fr_block_labels_offsets_begin(s, group);
	fr_offset_list p;

	if (at >= size)
		return false;
	p = fr_block_labels_offsets(index, s, group);
	if (p.count == 0 || p.count > borders ||
		at + fr_offset_list_size(p.count, p.wide) > size)
		return false;
	for (uint32_t i = 0; i < p.count; i++)
		if (p.border[i] >= borders || (p.wide && fr_get32(p.offset, i) >= FR_INDEX_TOP))
			return false;
	return true;
}

/* Hubs ascend and have places, bases are distances. */
static bool
has_groups(const checker *c, const fr_block_labels *s, uint32_t borders)
{
	const fr_index *index = c->index;
	uint32_t least = 0; /* that the next hub may be */

	for (uint32_t k = 0; k < s->groups; k++)
	{
		uint32_t hub = fr_block_labels_hub(s, k);

		fr_poll_at(c->poll, k + 1);
		if (hub < least || hub >= index->hubs || fr_get32(s->base, k) >= index->top ||
			!has_offset_list(index, s, k, borders))
			return false;
		least = hub + 1;
	}
	return true;
}

/*
 * Checks a side that begins `at` bytes after the start of its record; returns where it ends,
 * 0 if it is invalid.
 */
static size_t
check_labels(const checker *c, const uint8_t *record, size_t at, size_t room,
			 int backward)
{
	uint32_t groups = fr_get32(record + FR_RECORD_GROUPS, (size_t) backward);
	uint32_t borders = fr_bits_count(fr_get64(record + FR_RECORD_BORDERS, 0));
	size_t end = at + fr_block_labels_lay_out(groups, c->index->many).end;
	fr_block_labels labels;

	if (end > room)
		return 0;
	labels = fr_block_labels_at(record + at, groups, c->index->many);
	return has_groups(c, &labels, borders) ? end : 0;
}

static bool
has_table(const checker *c, const uint8_t *record, int backward)
{
	size_t size = fr_section_size(c->index, FR_SECTION_TABLES);
	size_t at = (size_t) fr_get32(record + FR_RECORD_TABLE, (size_t) backward) * 4;
	size_t rows = fr_bits_count(fr_get64(record + FR_RECORD_CELLS, 0));
	size_t costs = rows * fr_bits_count(fr_get64(record + FR_RECORD_BORDERS, 0));

	return at + costs * (fr_get16(record + FR_RECORD_FLAGS, 0) & FR_WIDE_TABLE ? 4 : 2) <=
		   size;
}

static bool
has_valid_head(const checker *c, uint32_t block, const uint8_t *record)
{
	uint64_t cells = fr_get64(record + FR_RECORD_CELLS, 0);
	uint64_t borders = fr_get64(record + FR_RECORD_BORDERS, 0);

	return cells == free_cells(c->index, block) && (borders & ~cells) == 0 &&
		   fr_get32(record + FR_RECORD_FLAGS, 0) <= FR_WIDE_TABLE &&
		   has_table(c, record, 0) && has_table(c, record, c->index->directed);
}

static bool
check_record(checker *c, uint32_t block)
{
	size_t room = fr_section_size(c->index, FR_SECTION_BLOCKS);
	size_t at = (size_t) fr_get32(c->index->section[FR_SECTION_DIRECTORY], block) * 4;
	const uint8_t *record = c->index->section[FR_SECTION_BLOCKS] + at;
	size_t end;

	if (at + FR_RECORD_LABELS > room || !has_valid_head(c, block, record))
		return false;
	end = check_labels(c, record, FR_RECORD_LABELS, room - at, 0);
	if (end > 0 && c->index->directed)
		end = check_labels(c, record, end, room - at, 1);
	if (end == 0 || end > c->unread)
		return false;
	c->unread -= end;
	c->borders += fr_bits_count(fr_get64(record + FR_RECORD_BORDERS, 0));
	return true;
}

/* No step's cost may be 0, or near where sums of costs do not fit. */
static bool
has_weights(const fr_index *index, const fr_poll *poll)
{
	size_t count = fr_section_size(index, FR_SECTION_WEIGHTS) / 4;
	size_t size = fr_section_size(index, FR_SECTION_TERRAIN);
	const uint8_t *terrain = index->section[FR_SECTION_TERRAIN];

	if (size > 0 &&
		!fr_has_section(index, FR_SECTION_TERRAIN, (size_t) index->width * index->height))
		return false;
	for (size_t i = 0; i < count; i++)
		if (fr_get32(index->section[FR_SECTION_WEIGHTS], i) > FR_INDEX_TOP)
			return false;
	for (size_t i = 0; i < size; i++)
	{
		fr_poll_at(poll, i);
		if (terrain[i] >= count)
			return false;
	}
	return true;
}

/* Any units serve; border cells are counted later. */
bool
fr_borders_has_header(const uint8_t *header)
{
	return fr_get32(header + FR_AT_HUBS, 0) <= fr_get32(header + FR_AT_BORDERS, 0);
}

const char *
fr_borders_check(const fr_index *index, const fr_poll *poll)
{
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);
	checker c = {.index = index,
				 .poll = poll,
				 .unread = fr_section_size(index, FR_SECTION_BLOCKS) + blocks * 64};

	if (index->hubs > blocks * FR_BLOCK_CELLS || !has_weights(index, poll) ||
		(index->shifted && !index->average) || !fr_index_has_hops(index, poll))
		return "borders";
	for (uint32_t block = 0; block < blocks; block++)
	{
		fr_poll_at(poll, block);
		if (!check_record(&c, block))
			return "borders";
	}
	return fr_get32(index->bytes + FR_AT_BORDERS, 0) == c.borders ? NULL : "borders";
}

static uint64_t
entries_of(const fr_index *index, const fr_block_labels *s)
{
	uint64_t entries = 0;

	for (uint32_t k = 0; k < s->groups; k++)
		entries += fr_block_labels_offsets(index, s, k).count;
	return entries;
}

/* Entries of all blocks, each as often as groups have it. */
uint64_t
fr_borders_entries(const fr_index *index)
{
	uint32_t blocks = index->blocks_across * fr_blocks_across(index->height);
	uint64_t entries = 0;

	for (uint32_t block = 0; block < blocks; block++)
		for (int backward = 0; backward <= index->directed; backward++)
		{
			fr_block_labels s =
				fr_block_labels_of(index, fr_index_run_of(index, block), backward);

			entries += entries_of(index, &s);
		}
	return entries;
}
