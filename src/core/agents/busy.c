/*
 * busy.c - cells that are taken for some ticks, as text and as bytes
 */
#include "core/agents/busy.h"

#include "core/base/bytes.h"
#include "core/base/text.h"

/* Takes a tick. It has to be at least this one. */
static fr_status
take_tick(const char **next, const char *end, int64_t least, const char *expected,
		  int32_t *tick, fr_error *error)
{
	const char *at = fr_skip_blanks(*next, end);
	int64_t number;

	if (!fr_take_integer(next, end, &number) || number < least || number > FR_LAST_TICK)
		return fr_fail_syntax(expected, at, end, error);
	*tick = (int32_t) number;
	return FR_OK;
}

fr_status
fr_busy_parse(const char *text, size_t length, fr_busy *busy, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;

	if (!fr_cell_take(&next, end, &busy->cell))
		return fr_fail_syntax("a cell", fr_skip_blanks(next, end), end, error);
	if (!fr_take_char(&next, end, '@'))
		return fr_fail_syntax("@", fr_skip_blanks(next, end), end, error);
	if (take_tick(&next, end, INT32_MIN, "a tick, from -2147483648 to 2147483646",
				  &busy->first, error))
		return error->status;
	next = fr_skip_blanks(next, end);
	if (end - next < 2 || memcmp(next, "..", 2) != 0)
		return fr_fail_syntax("..", next, end, error);
	next = fr_skip_blanks(next + 2, end);
	busy->until = FR_FOR_EVER;
	if (next == end)
		return FR_OK;
	if (take_tick(&next, end, (int64_t) busy->first + 1,
				  "a tick after the first one, up to 2147483646, or nothing",
				  &busy->until, error))
		return error->status;
	next = fr_skip_blanks(next, end);
	return next == end ? FR_OK : fr_fail_syntax("the end", next, end, error);
}

static char *
put_tick(char *to, int32_t tick)
{
	if (tick < 0)
		*to++ = '-';
	return fr_put_number(to, (uint64_t) (tick < 0 ? -(int64_t) tick : tick));
}

size_t
fr_busy_write(const fr_busy *busy, char *text)
{
	char *to = text + fr_cell_write(busy->cell, text);

	*to++ = '@';
	to = put_tick(to, busy->first);
	to = fr_put_text(to, "..");
	if (busy->until != FR_FOR_EVER)
		to = put_tick(to, busy->until);
	return (size_t) (to - text);
}

void
fr_busy_pack(const fr_busy *busy, uint8_t *bytes)
{
	fr_put32(bytes, 0, (uint32_t) busy->cell.x);
	fr_put32(bytes, 1, (uint32_t) busy->cell.y);
	fr_put32(bytes, 2, (uint32_t) busy->first);
	fr_put32(bytes, 3, (uint32_t) busy->until);
}

fr_busy
fr_busy_unpack(const uint8_t *bytes)
{
	return (fr_busy){
		.cell = {(int32_t) fr_get32(bytes, 0), (int32_t) fr_get32(bytes, 1)},
		.first = (int32_t) fr_get32(bytes, 2),
		.until = (int32_t) fr_get32(bytes, 3),
	};
}

bool
fr_busy_check(const uint8_t *bytes)
{
	fr_busy busy = fr_busy_unpack(bytes);

	return busy.first < busy.until;
}

static int
compare_numbers(int32_t a, int32_t b)
{
	return a < b ? -1 : a > b;
}

int
fr_busy_compare(const fr_busy *a, const fr_busy *b)
{
	int order = compare_numbers(a->cell.y, b->cell.y);

	if (order == 0)
		order = compare_numbers(a->cell.x, b->cell.x);
	if (order == 0)
		order = compare_numbers(a->first, b->first);
	return order ? order : compare_numbers(a->until, b->until);
}

/* ---- into a timetable ----------------------------------------------------------- */

#define RADIX_BITS 11
#define RADIX (1u << RADIX_BITS)

/* An interval, ordered by cell and first tick: then each one is the last one of its cell so far. */
typedef struct sorted_busy
{
	uint64_t key;
	uint32_t cell;
	int32_t first;
	int32_t until;
} sorted_busy;

/* The bits of a number. */
static uint32_t
bits_of(uint64_t number)
{
	return number == 0 ? 0 : 64 - (uint32_t) __builtin_clzll(number);
}

/* Reads all intervals, and makes their keys: as few bits as ticks and cells have. Returns the number of bits. */
static uint32_t
read_list(const uint8_t *bytes, size_t count, uint32_t width, sorted_busy *list,
		  const fr_poll *poll)
{
	int32_t least = INT32_MAX;
	int32_t most = INT32_MIN;
	uint64_t last = 0;
	uint32_t shift;

	for (size_t i = 0; i < count; i++)
	{
		fr_busy busy = fr_busy_unpack(bytes + i * FR_BUSY_BYTES);
		uint64_t cell = (uint64_t) busy.cell.y * width + (uint64_t) busy.cell.x;

		fr_poll_at(poll, i);
		list[i] = (sorted_busy){cell, (uint32_t) cell, busy.first, busy.until};
		least = busy.first < least ? busy.first : least;
		most = busy.first > most ? busy.first : most;
		last = cell > last ? cell : last;
	}
	shift = count > 0 ? bits_of((uint64_t) ((int64_t) most - least)) : 0;
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		list[i].key = list[i].key << shift | (uint64_t) ((int64_t) list[i].first - least);
	}
	return shift + bits_of(last);
}

static inline uint32_t
digit_of(uint64_t key, uint32_t digit)
{
	return key >> digit * RADIX_BITS & (RADIX - 1);
}

/* Sorts by one digit; equal ones stay in order. */
static void
sort_by_digit(const sorted_busy *from, sorted_busy *to, size_t count, uint32_t digit,
			  const fr_poll *poll)
{
	uint32_t at[RADIX + 1] = {0};

	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		at[digit_of(from[i].key, digit) + 1]++;
	}
	for (uint32_t d = 0; d < RADIX; d++)
		at[d + 1] += at[d];
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		to[at[digit_of(from[i].key, digit)]++] = from[i];
	}
}

void
fr_busy_take_all(const uint8_t *bytes, size_t count, uint32_t width, fr_timetable *table,
				 const fr_arena *arena, const fr_poll *poll)
{
	size_t size = (count + 1) * sizeof(sorted_busy);
	sorted_busy *list = fr_arena_alloc(arena, size);
	sorted_busy *spare = fr_arena_alloc(arena, size);
	uint32_t bits;

	bits = read_list(bytes, count, width, list, poll);
	for (uint32_t digit = 0; digit * RADIX_BITS < bits; digit++)
	{
		sorted_busy *sorted = spare;

		sort_by_digit(list, sorted, count, digit, poll);
		spare = list;
		list = sorted;
	}
	fr_timetable_reserve(table, 2 * count);
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		fr_timetable_take(table, list[i].cell, list[i].first, list[i].until,
						  FR_TO_UNKNOWN);
	}
	fr_arena_free(arena, list, size);
	fr_arena_free(arena, spare, size);
}
