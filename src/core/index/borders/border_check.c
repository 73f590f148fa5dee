/*
 * border_check.c - checks the sections of an index in the borders form
 *
 * index_bytes.c lists the bounds that queries rely on.  Nothing here checks whether distances
 * are right: a route whose distances contradict each other reports corruption.
 */
#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/index_links.h"

typedef struct checker
{
	const fr_index *index;
	const fr_poll *poll;
	uint64_t unread;  /* bytes that the remaining records may take together */
	uint64_t borders; /* border cells so far */
} checker;

/* The free cells of the block, according to the section of rows. */
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

/* Is the offset list of a group inside its section, and are its border cells the block's? */
static bool
has_offset_list(const fr_index *index, const fr_block_labels *labels, uint32_t group,
				uint32_t borders)
{
	size_t size = fr_section_size(index, FR_SECTION_OFFSETS);
	size_t at = fr_block_labels_offsets_begin(labels, group);
	fr_offset_list list;

	if (at >= size)
		return false;
	list = fr_block_labels_offsets(index, labels, group);
	if (list.count == 0 || list.count > borders ||
		at + fr_offset_list_size(list.count, list.wide) > size)
		return false;
	for (uint32_t i = 0; i < list.count; i++)
		if (list.border[i] >= borders ||
			(list.wide && fr_get32(list.offset, i) >= FR_INDEX_TOP))
			return false;
	return true;
}

/*
 * Checks the labels of one direction, which begin `at` bytes after the start of the record.
 * Returns where they end, or 0 if they are invalid.
 */
static size_t
check_labels(const checker *c, const uint8_t *record, size_t at, size_t limit,
			 int backward)
{
	const fr_index *index = c->index;
	uint32_t groups = fr_get32(record + FR_RECORD_GROUPS, (size_t) backward);
	uint32_t borders = fr_bits_count(fr_get64(record + FR_RECORD_BORDERS, 0));
	size_t end = at + fr_block_labels_size(groups, index->borders.many);
	uint32_t next_hub = 0; /* hubs ascend */
	fr_block_labels labels;

	if (end > limit)
		return 0;
	labels = fr_block_labels_at(record + at, groups, index->borders.many);
	for (uint32_t k = 0; k < groups; k++)
	{
		uint32_t hub = fr_block_labels_hub(&labels, k);

		fr_poll_at(c->poll, k + 1);
		if (hub < next_hub || hub >= index->hubs ||
			fr_get32(labels.base, k) >= index->top ||
			!has_offset_list(index, &labels, k, borders))
			return 0;
		next_hub = hub + 1;
	}
	return end;
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
check_record(checker *c, uint32_t block)
{
	size_t size = fr_section_size(c->index, FR_SECTION_BLOCKS);
	size_t at = (size_t) fr_get32(c->index->section[FR_SECTION_DIRECTORY], block) * 4;
	const uint8_t *record = c->index->section[FR_SECTION_BLOCKS] + at;
	uint64_t borders;
	size_t end;

	if (at + FR_RECORD_LABELS > size)
		return false;
	borders = fr_get64(record + FR_RECORD_BORDERS, 0);
	if (fr_get64(record + FR_RECORD_CELLS, 0) != free_cells(c->index, block) ||
		(borders & ~fr_get64(record + FR_RECORD_CELLS, 0)) != 0 ||
		fr_get32(record + FR_RECORD_FLAGS, 0) > FR_WIDE_TABLE ||
		!has_table(c, record, 0) || !has_table(c, record, c->index->borders.directed))
		return false;
	end = check_labels(c, record, FR_RECORD_LABELS, size - at, 0);
	if (end > 0 && c->index->borders.directed)
		end = check_labels(c, record, end, size - at, 1);
	if (end == 0 || end > c->unread)
		return false;
	c->unread -= end;
	c->borders += fr_bits_count(borders);
	return true;
}

/* Each cell has a weight, and costs of steps are small enough to add up. */
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

/* Is there a number for each cell, and are costs of steps small enough to add up? */
static bool
has_extension(const fr_index *index, const fr_poll *poll)
{
	size_t cells = (size_t) index->width * index->height;
	const fr_border_prices *prices = &index->borders.prices;

	if ((prices->enter && !fr_has_section(index, FR_SECTION_PRICES, cells * 4)) ||
		(prices->height &&
		 !fr_has_section(index, FR_SECTION_HEIGHTS, cells * (prices->tall ? 4 : 2))) ||
		(index->borders.moves && !fr_has_section(index, FR_SECTION_MOVES, cells)) ||
		prices->rise > FR_INDEX_TOP || prices->drop > FR_INDEX_TOP)
		return false;
	for (size_t i = 0; prices->enter && i < cells; i++)
	{
		fr_poll_at(poll, i);
		if (fr_get32(prices->enter, i) > FR_INDEX_TOP)
			return false;
	}
	return true;
}

/*
 * Is the number of hubs possible? Only border cells are hubs. fr_borders_check compares the
 * number of border cells with the records.
 */
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
		!has_extension(index, poll) ||
		(index->borders.shifted && index->borders.doubled) ||
		(index->borders.doubled && !index->borders.layered) ||
		(index->borders.shifted && (index->borders.weigh != FR_WEIGH_AVERAGE ||
									fr_weigh_is_symmetric(index->borders.steps))) ||
		!fr_index_has_arcs(index, poll))
		return "borders";
	for (uint32_t block = 0; block < blocks; block++)
	{
		fr_poll_at(poll, block);
		if (!check_record(&c, block))
			return "borders";
	}
	return fr_get32(index->bytes + FR_AT_BORDERS, 0) == c.borders ? NULL : "borders";
}

/* The entries of all offset lists; shared lists count once per group. */
uint64_t
fr_borders_entries(const fr_index *index)
{
	uint32_t blocks = index->blocks_across * fr_blocks_across(index->height);
	uint64_t entries = 0;

	for (uint32_t block = 0; block < blocks; block++)
		for (int backward = 0; backward <= index->borders.directed; backward++)
		{
			fr_block_labels labels =
				fr_block_labels_of(index, fr_index_record_of(index, block), backward);

			for (uint32_t k = 0; k < labels.groups; k++)
				entries += fr_block_labels_offsets(index, &labels, k).count;
		}
	return entries;
}
