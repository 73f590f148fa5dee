/*
 * check.c - are these the bytes of an index?
 *
 * What fr_index_check accepts, queries may trust: every run of a block and every
 * label ends inside its section, every hub has a vertex and a place in the table,
 * every vertex is a cell of the map, every edge up leads to a smaller number.  It does
 * not ask whether distances are right: the checksum tells what was changed by chance.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/subgoals/block.h"
#include "core/index/borders/borders.h"
#include "core/index/store/view.h"

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

static bool
is_of_borders(const uint8_t *bytes)
{
	return fr_get32(bytes + FR_AT_FORM, 0) == FR_INDEX_BORDERS;
}

/* Subgoals serve a range of costs, borders all. */
static bool
has_sound_units(const uint8_t *bytes)
{
	uint64_t straight = fr_get32(bytes + FR_AT_LABEL_STRAIGHT, 0);
	uint64_t diagonal = fr_get32(bytes + FR_AT_LABEL_DIAGONAL, 0);

	if (straight == 0 || diagonal == 0)
		return false;
	if (is_of_borders(bytes))
		return straight <= FR_INDEX_TOP && diagonal <= FR_INDEX_TOP;
	return diagonal >= straight && diagonal <= 2 * straight;
}

/* Subgoals are hubs, which have 16 bits. */
static bool
has_sound_counts(const uint8_t *bytes)
{
	uint32_t borders = fr_get32(bytes + FR_AT_BORDERS, 0);
	uint32_t subgoals = fr_get32(bytes + FR_AT_SUBGOALS, 0);

	if (is_of_borders(bytes))
		return subgoals <= INT32_MAX;
	return borders == 0 && subgoals <= UINT16_MAX;
}

/* The fields that the header alone can tell to be wrong. */
static bool
has_sound_header(const uint8_t *bytes)
{
	uint32_t width = fr_get32(bytes + FR_AT_WIDTH, 0);
	uint32_t height = fr_get32(bytes + FR_AT_HEIGHT, 0);
	uint32_t most = is_of_borders(bytes) ? FR_MAX_SIDE : INT16_MAX;
	uint32_t top = fr_get32(bytes + FR_AT_TOP, 0);

	return fr_get32(bytes + FR_AT_ZERO, 0) == 0 && width > 0 && height > 0 &&
		   width <= most && height <= most &&
		   fr_get32(bytes + FR_AT_FORM, 0) < FR_INDEX_FORMS &&
		   fr_get32(bytes + FR_AT_FLAGS, 0) <= FR_FLAGS &&
		   (fr_get32(bytes + FR_AT_FLAGS, 0) >> FR_FLAG_CORNERS & 3) <= 2 &&
		   has_sound_units(bytes) && top > 0 && top <= FR_INDEX_TOP &&
		   fr_get64(bytes + FR_AT_STRAIGHT, 0) > 0 && has_sound_counts(bytes) &&
		   fr_get32(bytes + FR_AT_MODEL, 0) <= FR_MODEL_TEXT_MAX &&
		   is_positive(fr_get_double(bytes + FR_AT_NUMERATOR)) &&
		   is_positive(fr_get_double(bytes + FR_AT_DENOMINATOR));
}

/* Do sections follow one another, each aligned, to the end? */
static bool
has_sections(const uint8_t *bytes, size_t size)
{
	size_t end = FR_INDEX_HEADER;

	for (int i = 0; i <= FR_SECTION_COUNT; i++)
	{
		size_t begin = fr_section_begin(bytes, size, i);

		if (begin < end || begin > size || begin % 8 != 0 || (i == 0 && begin != end))
			return false;
		end = begin;
	}
	return true;
}

static size_t
bytes_if(bool present, size_t bytes)
{
	return present ? bytes : 0;
}

/* Has each section the size that the header's counts give it?  These may be larger. */
static bool
has_sizes(const fr_index *index)
{
	bool borders = index->form == FR_INDEX_BORDERS;
	size_t n = index->subgoals;
	size_t row = (size_t) index->row_words * 8;
	size_t sizes[FR_SECTION_COUNT] = {
		[FR_SECTION_MODEL] = index->model_length,
		[FR_SECTION_ROWS] = index->height * row,
		[FR_SECTION_DIRECTORY] =
			(size_t) index->blocks_across * fr_blocks_across(index->height) * 4,
		[FR_SECTION_BLOCKS] = FR_BLOCK_SLACK,
		[FR_SECTION_VERTICES] = bytes_if(!borders, n * 4),
		[FR_SECTION_HEADS] = bytes_if(index->routes && !borders, (n + 1) * 4),
	};

	for (int i = 0; i < FR_SECTION_COUNT; i++)
		if (fr_section_size(index, i) < fr_index_aligned(sizes[i]))
			return false;
	return true;
}

/*
 * The largest of some numbers: plain loops of sixteen lanes, so that compilers make
 * vectors of them, and one for the rest.
 */
#define LANES 16

#define DEFINE_LARGEST(NAME, TYPE, READ)                                                 \
	static uint32_t NAME(const uint8_t *numbers, size_t count)                           \
	{                                                                                    \
		TYPE most[LANES] = {0};                                                          \
		size_t i = 0;                                                                    \
                                                                                         \
		for (; i + LANES <= count; i += LANES)                                           \
			for (size_t k = 0; k < LANES; k++)                                           \
			{                                                                            \
				TYPE number = (TYPE) READ(numbers, i + k);                               \
                                                                                         \
				most[k] = number > most[k] ? number : most[k];                           \
			}                                                                            \
		for (; i < count; i++)                                                           \
			most[0] = READ(numbers, i) > most[0] ? (TYPE) READ(numbers, i) : most[0];    \
		for (size_t k = 1; k < LANES; k++)                                               \
			most[0] = most[k] > most[0] ? most[k] : most[0];                             \
		return most[0];                                                                  \
	}

static inline uint8_t
get8(const uint8_t *from, size_t i)
{
	return from[i];
}

/* The item of a narrow word or of a link. */
static inline uint32_t
get_item(const uint8_t *from, size_t i)
{
	return fr_get32(from, i) & 0xff;
}

DEFINE_LARGEST(largest8, uint8_t, get8)
DEFINE_LARGEST(largest16, uint16_t, fr_get16)
DEFINE_LARGEST(largest32, uint32_t, fr_get32)
DEFINE_LARGEST(largest_item, uint32_t, get_item)

/* Are all of these 16-bit numbers below the limit? */
static bool
are_below(const uint8_t *numbers, size_t count, uint32_t limit)
{
	return count == 0 || largest16(numbers, count) < limit;
}

/* Are all items of narrow words, or of links, the block's? */
static bool
has_narrow_items(const uint8_t *words, uint32_t count, uint32_t items)
{
	return count == 0 || largest_item(words, count) < items;
}

static bool
are_items(const uint8_t *numbers, uint32_t count, uint32_t items)
{
	return count == 0 || largest8(numbers, count) < items;
}

static bool
are_distances(const uint8_t *words, uint32_t count)
{
	return largest32(words, count) <= FR_INDEX_TOP;
}

static bool
has_sound_words(const fr_index *index, const fr_block *b)
{
	if (index->wide)
		return are_items(b->item, b->count.words, b->count.items) &&
			   are_distances(b->word, b->count.words);
	return has_narrow_items(b->word, b->count.words, b->count.items);
}

/* Do rounds get no longer, and have all the words? */
static bool
has_sound_rounds(const fr_block *b)
{
	uint32_t last = FR_BLOCK_WORDS;
	uint32_t words = 0;

	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		if (count > last)
			return false;
		last = count;
		words += count;
	}
	return words == b->count.words && b->count.several <= FR_BLOCK_SEVERAL;
}

/* Are the numbers of a block in range? */
static bool
is_sound(const fr_index *index, const fr_block *b)
{
	uint32_t items = b->count.items;

	return b->count.alone <= items && has_sound_rounds(b) &&
		   are_below(b->x, items, index->width) &&
		   are_below(b->y, items, index->height) &&
		   are_below(b->hub, b->count.hubs + b->count.alone, index->subgoals) &&
		   has_sound_words(index, b) &&
		   has_narrow_items(b->link, b->count.links, items) &&
		   are_items(b->to, b->count.links, items);
}

/* The bytes of the run, by its counts; 0: it has too many items. */
static size_t
run_length(const fr_index *index, const fr_block *b)
{
	if (b->count.items > FR_BLOCK_ITEMS)
		return 0;
	return fr_block_lay_out(b->count, index->wide).end;
}

/* Checks the run at this offset of the blocks; runs with items may not overlap. */
static bool
check_block(checker *c, size_t at)
{
	const fr_index *index = &c->index;
	const uint8_t *run = index->section[FR_SECTION_BLOCKS] + at;
	size_t size = fr_section_size(index, FR_SECTION_BLOCKS) - FR_BLOCK_SLACK;
	size_t length;
	fr_block b;

	if (at + FR_BLOCK_HEAD > size)
		return false;
	b = fr_block_open(run);
	length = run_length(index, &b);
	if (length == 0 || at + length > size || length > c->unread)
		return false;
	c->unread -= length;
	return is_sound(index, &b);
}

static bool
check_blocks(checker *c)
{
	const fr_index *index = &c->index;
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);

	c->unread = fr_section_size(index, FR_SECTION_BLOCKS) + blocks * FR_BLOCK_HEAD;
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

/* Do count + 1 heads ascend, and end within the room? */
static bool
are_heads(const uint8_t *heads, size_t count, size_t room)
{
	uint32_t last = 0;

	for (size_t i = 0; i <= count; i++)
	{
		uint32_t head = fr_get32(heads, i);

		if (head < last || head > room)
			return false;
		last = head;
	}
	return true;
}

/* How many entries a section has room for. */
static size_t
room_of(const fr_index *index, int section, size_t bytes)
{
	return fr_section_size(index, section) / bytes;
}

/* In the block form: where the steps of each hub are.  Routes look at what is there. */
static bool
has_routes(const fr_index *index)
{
	return !index->routes || are_heads(index->section[FR_SECTION_HEADS], index->subgoals,
									   room_of(index, FR_SECTION_STEPS, 2));
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
	c.index = fr_index_view(bytes, size);
	if (!has_sizes(&c.index))
		return corrupt(error, "size");
	if (c.index.form == FR_INDEX_BORDERS)
		return fr_borders_check(&c.index, poll) ? FR_OK : corrupt(error, "borders");
	if (!check_blocks(&c))
		return corrupt(error, "blocks");
	if (!has_vertices(&c.index))
		return corrupt(error, "vertices");
	if (!has_routes(&c.index))
		return corrupt(error, "labels");
	return FR_OK;
}
