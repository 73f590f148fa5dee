/*
 * label_block.c - checks of the sections that subgoals and lines have in common
 *
 * index_bytes.c lists the bounds that queries rely on.
 */
#include "core/base/base.h"
#include "core/index/index_links.h"
#include "core/index/subgoals/label_block.h"

typedef struct checker
{
	fr_index index;
	fr_block_kind kind;
	const fr_poll *poll;
	size_t unread; /* bytes of blocks that further records may have */
} checker;

/* Have sections the sizes that the header gives? */
static bool
has_sizes(const fr_index *index)
{
	size_t n = index->hubs;

	return fr_has_section(index, FR_SECTION_VERTICES, n * 4) &&
		   fr_has_section(index, FR_SECTION_HEADS, index->routes ? (n + 1) * 4 : 0) &&
		   (index->routes || fr_section_size(index, FR_SECTION_STEPS) == 0);
}

/* The largest of some numbers, in loops of sixteen lanes that compilers vectorize. */
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

/* The access subgoal of a narrow entry or of an edge. */
static inline uint32_t
get_narrow_access(const uint8_t *from, size_t i)
{
	return fr_get32(from, i) & 0xff;
}

DEFINE_LARGEST(largest8, uint8_t, get8)
DEFINE_LARGEST(largest16, uint16_t, fr_get16)
DEFINE_LARGEST(largest32, uint32_t, fr_get32)
DEFINE_LARGEST(largest_narrow_access, uint32_t, get_narrow_access)

/* Are all of these 16-bit numbers below the limit? */
static bool
are_below(const uint8_t *numbers, size_t count, uint32_t limit)
{
	return count == 0 || largest16(numbers, count) < limit;
}

/* Do narrow entries, or edges, refer to access subgoals of the block? */
static bool
has_narrow_accesses(const uint8_t *entries, uint32_t count, uint32_t accesses)
{
	return count == 0 || largest_narrow_access(entries, count) < accesses;
}

static bool
are_accesses(const uint8_t *numbers, uint32_t count, uint32_t accesses)
{
	return count == 0 || largest8(numbers, count) < accesses;
}

static bool
has_sound_entries(fr_block_kind kind, const fr_block *b)
{
	if (kind == FR_BLOCK_WIDE)
		return are_accesses(b->access, b->count.entries, b->count.accesses) &&
			   largest32(b->entry, b->count.entries) <= FR_INDEX_TOP;
	return has_narrow_accesses(b->entry, b->count.entries, b->count.accesses);
}

/* Is no round longer than the one before, and is their sum the number of entries? */
static bool
has_sound_rounds(const fr_block *b)
{
	uint32_t last = FR_BLOCK_ENTRIES;
	uint32_t entries = 0;

	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		if (count > last)
			return false;
		last = count;
		entries += count;
	}
	return entries == b->count.entries && b->count.several <= FR_BLOCK_SEVERAL;
}

/* Are access subgoals on the map? */
static bool
has_sound_accesses(const checker *c, const fr_block *b)
{
	const fr_index *index = &c->index;
	uint32_t accesses = b->count.accesses;

	if (c->kind == FR_BLOCK_LINES)
		return are_below(b->hub, b->count.hubs + accesses, index->hubs);
	return are_below(b->x, accesses, index->width) &&
		   are_below(b->y, accesses, index->height) &&
		   are_below(b->hub, b->count.hubs + b->count.lone, index->hubs);
}

/* Are the numbers of a block in range? */
static bool
is_sound(const checker *c, const fr_block *b)
{
	uint32_t accesses = b->count.accesses;

	return b->count.lone <= accesses && b->count.hubs + b->count.lone <= c->index.hubs &&
		   has_sound_rounds(b) && has_sound_accesses(c, b) &&
		   has_sound_entries(c->kind, b) &&
		   has_narrow_accesses(b->edge, b->count.edges, accesses) &&
		   are_accesses(b->to, b->count.edges, accesses);
}

/* Checks the record at this place.  Records with access subgoals may not overlap. */
static bool
check_block(checker *c, size_t at)
{
	const fr_index *index = &c->index;
	const uint8_t *record = index->section[FR_SECTION_BLOCKS] + at;
	size_t size = fr_section_size(index, FR_SECTION_BLOCKS) - FR_BLOCK_SLACK;
	size_t length;
	fr_block b;

	if (at + FR_BLOCK_HEADER > size)
		return false;
	if (c->kind == FR_BLOCK_LINES && record[7] > fr_get16(record, 0))
		return false; /* more than all are seen */
	b = fr_block_open(record, c->kind);
	if (b.count.accesses > FR_BLOCK_ACCESSES)
		return false;
	length = fr_block_lay_out(b.count, c->kind).end;
	if (at + length > size || length > c->unread)
		return false;
	c->unread -= length;
	return is_sound(c, &b);
}

static bool
check_blocks(checker *c)
{
	const fr_index *index = &c->index;
	size_t blocks = (size_t) index->blocks_across * fr_blocks_across(index->height);

	c->unread = fr_section_size(index, FR_SECTION_BLOCKS) + blocks * FR_BLOCK_HEADER;
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

	for (uint32_t i = 0; i < index->hubs; i++)
		if (fr_get16(at, 2 * i) >= index->width ||
			fr_get16(at, 2 * i + 1) >= index->height)
			return false;
	return true;
}

/* Do count + 1 heads ascend by at most `most`, and end within the capacity? */
static bool
are_heads(const uint8_t *heads, size_t count, size_t most, size_t capacity)
{
	uint32_t last = 0;

	for (size_t i = 0; i <= count; i++)
	{
		uint32_t head = fr_get32(heads, i);

		if (head < last || head > capacity || (i > 0 && head - last > most))
			return false;
		last = head;
	}
	return true;
}

bool
fr_blocks_has_heads(const fr_index *index, size_t most, size_t slack)
{
	size_t size = fr_section_size(index, FR_SECTION_STEPS);

	return size >= slack && are_heads(index->section[FR_SECTION_HEADS], index->hubs, most,
									  (size - slack) / 2);
}

bool
fr_blocks_has_sides(const uint8_t *header)
{
	return fr_get32(header + FR_AT_WIDTH, 0) <= INT16_MAX &&
		   fr_get32(header + FR_AT_HEIGHT, 0) <= INT16_MAX &&
		   fr_get32(header + FR_AT_BORDERS, 0) == 0 &&
		   fr_get32(header + FR_AT_PARTS, 0) == 1 &&
		   fr_get32(header + FR_AT_HUBS, 0) <= UINT16_MAX;
}

const char *
fr_blocks_check(const fr_index *index, fr_block_kind kind, const fr_poll *poll)
{
	checker c = {.index = *index, .kind = kind, .poll = poll};

	if (!has_sizes(index))
		return "size";
	if (!check_blocks(&c))
		return "blocks";
	return has_vertices(index) ? NULL : "vertices";
}

uint64_t
fr_blocks_entries(const fr_index *index)
{
	uint32_t blocks = index->blocks_across * fr_blocks_across(index->height);
	uint64_t entries = 0;

	for (uint32_t i = 0; i < blocks; i++)
		entries += fr_get16(fr_index_record_of(index, i), 2);
	return entries;
}
