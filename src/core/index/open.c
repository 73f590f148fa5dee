/*
 * open.c - the bytes of an index: are they one, and what is in them
 *
 * What fr_index_check accepts, queries may trust: every run of a block and every
 * label ends inside its section, every hub has a vertex and a place in the table,
 * every vertex is a cell of the map.  It does not ask whether distances are right:
 * the checksum tells what was changed by chance.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/block.h"
#include "core/index/board.h"
#include "core/index/view.h"

/* ---- opening ------------------------------------------------------------------ */

static double
get_double(const uint8_t *from)
{
	uint64_t bits = fr_get64(from, 0);
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static fr_costs
costs_of(const uint8_t *bytes)
{
	uint32_t flags = fr_get32(bytes + FR_AT_FLAGS, 0);
	fr_costs costs = {.root2 = flags & FR_FLAG_ROOT2,
					  .uniform = true,
					  .numerator = get_double(bytes + FR_AT_NUMERATOR),
					  .denominator = get_double(bytes + FR_AT_DENOMINATOR),
					  .limit = FR_UNREACHED - 1};

	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs.step[d] =
			fr_get64(bytes + (fr_is_diagonal(d) ? FR_AT_DIAGONAL : FR_AT_STRAIGHT), 0);
	return costs;
}

static uint32_t
words_across(uint32_t cells)
{
	return (cells + 63) / 64;
}

static void
open_sections(fr_index *index)
{
	for (int i = 0; i < FR_SECTION_COUNT; i++)
		index->section[i] =
			index->bytes + fr_get32(index->bytes + FR_AT_SECTIONS, (size_t) i);
	index->model = (const char *) index->section[FR_SECTION_MODEL];
	index->model_length = fr_get32(index->bytes + FR_AT_MODEL, 0);
	index->row_words = words_across(index->width);
	index->column_words = words_across(index->height);
	index->diagonals = index->width > index->height ? index->width : index->height;
	index->blocks_across = fr_blocks_across(index->width);
}

/* The view, without its boards. */
static fr_index
open_bytes(const uint8_t *bytes, size_t size)
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
					  .costs = costs_of(bytes),
					  .top = fr_get32(bytes + FR_AT_TOP, 0),
					  .straight = fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0),
					  .diagonal = fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0),
					  .wide = flags & FR_FLAG_WIDE,
					  .tile = flags & FR_FLAG_TILE};
	fr_index_rule rule = {.straight = index.costs.step[FR_N],
						  .diagonal = index.costs.step[FR_NE]};

	index.corners = (int) (flags >> FR_FLAG_CORNERS);
	index.inverse = fr_index_inverse(&rule, fr_index_units_of(&index));
	open_sections(&index);
	return index;
}

fr_index
fr_index_open(const uint8_t *bytes, size_t size, const fr_arena *arena)
{
	fr_index index = open_bytes(bytes, size);

	fr_boards_derive(&index, arena);
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

static size_t
section_begin(const uint8_t *bytes, size_t size, int i)
{
	return i < FR_SECTION_COUNT ? fr_get32(bytes + FR_AT_SECTIONS, (size_t) i) : size;
}

static size_t
section_size(const fr_index *index, int i)
{
	return section_begin(index->bytes, index->size, i + 1) -
		   section_begin(index->bytes, index->size, i);
}

/* Entries of all blocks; blocks without items share a run that has none. */
static uint64_t
count_entries(const fr_index *index)
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

fr_index_info
fr_index_describe(const fr_index *index)
{
#define SECTION_NAME(NAME, name) #name,
	static const char *const names[] = {FR_INDEX_SECTION_LIST(SECTION_NAME)};
	fr_index_info info = {.form = index->form,
						  .subgoals = index->subgoals,
						  .entries = count_entries(index)};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (section_size(index, i) > 0)
			info.part[info.parts++] = (fr_index_part){names[i], section_size(index, i)};
	return info;
}

/* ---- checking ----------------------------------------------------------------------- */

typedef struct checker
{
	fr_index index;
	const fr_poll *poll;
	size_t unread; /* bytes of blocks that runs may still have */
} checker;

static fr_status
corrupt(fr_error *error, const char *what)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

static bool
is_positive(double value)
{
	return value > 0 && value < 1e300;
}

/* The fields that the header alone can tell to be wrong. */
static bool
has_sound_header(const uint8_t *bytes)
{
	uint32_t width = fr_get32(bytes + FR_AT_WIDTH, 0);
	uint32_t height = fr_get32(bytes + FR_AT_HEIGHT, 0);
	uint64_t straight = fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0);
	uint64_t diagonal = fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0);
	uint32_t top = fr_get32(bytes + FR_AT_TOP, 0);

	return fr_get32(bytes + FR_AT_ZERO, 0) == 0 && width > 0 && height > 0 &&
		   width <= INT16_MAX && height <= INT16_MAX &&
		   fr_get32(bytes + FR_AT_FORM, 0) == FR_INDEX_BLOCKS &&
		   fr_get32(bytes + FR_AT_FLAGS, 0) <= FR_FLAGS &&
		   fr_get32(bytes + FR_AT_FLAGS, 0) >> FR_FLAG_CORNERS <= 2 && straight > 0 &&
		   diagonal >= straight && diagonal <= 2 * straight && top > 0 &&
		   top <= FR_INDEX_TOP && fr_get64(bytes + FR_AT_STRAIGHT, 0) > 0 &&
		   fr_get32(bytes + FR_AT_SUBGOALS, 0) <= UINT16_MAX &&
		   fr_get32(bytes + FR_AT_MODEL, 0) <= FR_MODEL_TEXT_MAX &&
		   is_positive(get_double(bytes + FR_AT_NUMERATOR)) &&
		   is_positive(get_double(bytes + FR_AT_DENOMINATOR));
}

/* Do sections follow one another, each aligned, to the end? */
static bool
has_sections(const uint8_t *bytes, size_t size)
{
	size_t end = FR_INDEX_HEADER;

	for (int i = 0; i <= FR_SECTION_COUNT; i++)
	{
		size_t begin = section_begin(bytes, size, i);

		if (begin < end || begin > size || begin % 8 != 0 || (i == 0 && begin != end))
			return false;
		end = begin;
	}
	return true;
}

/* Has each section the size that the header's counts give it? */
static bool
has_sizes(const fr_index *index)
{
	size_t n = index->subgoals;
	size_t row = (size_t) index->row_words * 8;
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);
	size_t sizes[FR_SECTION_COUNT] = {
		[FR_SECTION_MODEL] = index->model_length,
		[FR_SECTION_ROWS] = index->height * row,
		[FR_SECTION_DIRECTORY] = blocks * 4,
		[FR_SECTION_BLOCKS] = section_size(index, FR_SECTION_BLOCKS),
		[FR_SECTION_VERTICES] = n * 4,
		[FR_SECTION_HEADS] = index->routes ? (n + 1) * 4 : 0,
		[FR_SECTION_STEPS] = section_size(index, FR_SECTION_STEPS),
	};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (section_size(index, i) != fr_index_aligned(sizes[i]))
			return false;
	return true;
}

/* Is every one of so many 16-bit numbers less than the limit? */
static bool
are_below(const uint8_t *numbers, size_t count, uint32_t limit)
{
	uint16_t most = 0;

	for (size_t i = 0; i < count; i++)
	{
		uint16_t number = fr_get16(numbers, i);

		most = number > most ? number : most;
	}
	return count == 0 || most < limit;
}

static bool
has_narrow_items(const fr_block *b)
{
	uint32_t most = 0;

	for (uint32_t i = 0; i < b->entries; i++)
	{
		uint32_t item = fr_get32(b->word, i) & 0xff;

		most = item > most ? item : most;
	}
	return b->entries == 0 || most < b->items;
}

static bool
has_wide_items(const fr_block *b)
{
	uint32_t item = 0;
	uint32_t word = 0;

	for (uint32_t i = 0; i < b->entries; i++)
	{
		item = b->item[i] > item ? b->item[i] : item;
		word = fr_get32(b->word, i) > word ? fr_get32(b->word, i) : word;
	}
	return b->entries == 0 || (item < b->items && word <= FR_INDEX_TOP);
}

/* Are the numbers of a block in range? */
static bool
is_sound(const fr_index *index, const fr_block *b)
{
	return b->once <= b->entries && are_below(b->x, b->items, index->width) &&
		   are_below(b->y, b->items, index->height) &&
		   are_below(b->hub, b->items + b->entries, index->subgoals) &&
		   (index->wide ? has_wide_items(b) : has_narrow_items(b));
}

/* The run that begins at so many bytes of the blocks; no byte may be in two that have items. */
static bool
check_block(checker *c, size_t at)
{
	const fr_index *index = &c->index;
	size_t size = section_size(index, FR_SECTION_BLOCKS) - FR_BLOCK_SLACK;
	size_t length;
	fr_block b;

	if (at + FR_BLOCK_HEAD > size)
		return false;
	b = fr_block_open(index->section[FR_SECTION_BLOCKS] + at);
	length = fr_block_lay_out(b.items, b.entries, index->wide).end;
	if (b.items > FR_BLOCK_ITEMS || at + length > size || length > c->unread)
		return false;
	c->unread -= length;
	return is_sound(index, &b);
}

static bool
check_blocks(checker *c)
{
	const fr_index *index = &c->index;
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);

	if (section_size(index, FR_SECTION_BLOCKS) < FR_BLOCK_SLACK)
		return false;
	c->unread = section_size(index, FR_SECTION_BLOCKS) + blocks * FR_BLOCK_HEAD;
	for (size_t i = 0; i < blocks; i++)
	{
		fr_poll_at(c->poll, i);
		if (!check_block(c,
						 (size_t) fr_get32(index->section[FR_SECTION_DIRECTORY], i) * 4))
			return false;
	}
	return true;
}

static bool
has_vertices(const fr_index *index)
{
	const uint8_t *at = index->section[FR_SECTION_VERTICES];

	for (uint32_t i = 0; i < index->subgoals; i++)
		if (fr_get16(at, 2 * i) >= index->width ||
			fr_get16(at, 2 * i + 1) >= index->height)
			return false;
	return true;
}

/* Heads ascend to the end of the steps; hubs and next hubs are vertices. */
static bool
has_routes(const fr_index *index)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];
	size_t room = section_size(index, FR_SECTION_STEPS) / 4;
	uint32_t last = 0;

	for (uint32_t i = 0; index->routes && i <= index->subgoals; i++)
	{
		uint32_t head = fr_get32(heads, i);

		if (head < last || head > room)
			return false;
		last = head;
	}
	return are_below(index->section[FR_SECTION_STEPS], 2 * (size_t) last,
					 index->subgoals);
}

/* FR_OK, FR_PACKED_VERSION or FR_PACKED_CORRUPT. */
fr_status
fr_index_check(const uint8_t *bytes, size_t size, const fr_poll *poll, fr_error *error)
{
	checker c = {.poll = poll};

	if (size < FR_INDEX_HEADER)
		return corrupt(error, "header");
	if (fr_get32(bytes, 0) != FR_INDEX_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = fr_get32(bytes, 0),
					   .wanted = FR_INDEX_VERSION);
	if (fr_get64(bytes + FR_AT_CHECKSUM, 0) !=
		fr_index_checksum(bytes + FR_AT_WIDTH, size - FR_AT_WIDTH))
		return corrupt(error, "checksum");
	if (!has_sound_header(bytes) || !has_sections(bytes, size))
		return corrupt(error, "header");
	c.index = open_bytes(bytes, size);
	if (!has_sizes(&c.index))
		return corrupt(error, "size");
	if (!check_blocks(&c))
		return corrupt(error, "blocks");
	if (!has_vertices(&c.index) || !has_routes(&c.index))
		return corrupt(error, "routes");
	return FR_OK;
}
