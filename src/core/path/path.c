/*
 * path.c - cells and paths as values: text and packed bytes
 *
 * The text of a path is its start and its runs: (3,4) E5 SE3 S2.
 *
 * The packed form, version 1:
 *
 *     +--------+---------+---------+--------+- - -+--------+
 *     | version| start x | start y |  run   |     |  run   |
 *     +--------+---------+---------+--------+- - -+--------+
 *
 *     start   two varints of 7 bits a byte, low first, sign in the lowest bit
 *     run     one byte: direction in bits 0-2, length in bits 3-7; where the
 *             length is 32 or more these are 0 and a varint of length - 32
 *             follows
 *
 * Consecutive runs differ in direction and every varint has minimal length, so a path
 * has exactly one packed form. A path has fewer than 2^31 moves and stays within 32-bit
 * coordinates.
 */
#include <string.h>

#include "core/base/scan.h"

#define PACKED_VERSION 1
#define SHORT_RUN 31
#define VARINT_MAX 10

/* ---- varints ----------------------------------------------------------- */

static uint8_t *
put_varint(uint8_t *to, uint64_t value)
{
	while (value > 0x7f)
	{
		*to++ = (uint8_t) (value | 0x80);
		value >>= 7;
	}
	*to++ = (uint8_t) value;
	return to;
}

/* False if the bytes end early or the varint is longer than necessary. */
static bool
take_varint(const uint8_t **next, const uint8_t *end, uint64_t *value)
{
	*value = 0;
	for (int shift = 0; *next < end && shift < 35; shift += 7)
	{
		uint8_t byte = *(*next)++;

		*value |= (uint64_t) (byte & 0x7f) << shift;
		if (byte < 0x80)
			return byte > 0 || shift == 0;
	}
	return false;
}

/* Zigzag encoding: 0, -1, 1, -2, ... become 0, 1, 2, 3, ... */
static uint64_t
fold_sign(int32_t value)
{
	return value < 0 ? ~(uint64_t) value << 1 | 1 : (uint64_t) value << 1;
}

static bool
take_coordinate(const uint8_t **next, const uint8_t *end, int32_t *value)
{
	uint64_t folded;

	if (!take_varint(next, end, &folded) || folded > UINT32_MAX)
		return false;
	*value = folded & 1 ? (int32_t) ~(int64_t) (folded >> 1) : (int32_t) (folded >> 1);
	return true;
}

/* ---- writing runs ------------------------------------------------------ */

static uint8_t *
put_packed_start(uint8_t *to, fr_cell start)
{
	*to++ = PACKED_VERSION;
	to = put_varint(to, fold_sign(start.x));
	return put_varint(to, fold_sign(start.y));
}

static uint8_t *
put_packed_run(uint8_t *to, int direction, uint64_t count)
{
	*to++ = (uint8_t) (direction | (count <= SHORT_RUN ? (int) count << 3 : 0));
	return count <= SHORT_RUN ? to : put_varint(to, count - SHORT_RUN - 1);
}

/* The size in bytes of what fr_path_pack writes. */
size_t
fr_path_packed_size(const fr_route *route, const fr_poll *poll)
{
	uint8_t bytes[1 + 2 * VARINT_MAX];
	size_t size = (size_t) (put_packed_start(bytes, route->start) - bytes);

	for (size_t i = 0; i < route->count; i++)
	{
		uint32_t run = route->runs[i];

		fr_poll_at(poll, i);
		size +=
			(size_t) (put_packed_run(bytes, fr_run_direction(run), fr_run_moves(run)) -
					  bytes);
	}
	return size;
}

void
fr_path_pack(const fr_route *route, uint8_t *packed, const fr_poll *poll)
{
	packed = put_packed_start(packed, route->start);
	for (size_t i = 0; i < route->count; i++)
	{
		uint32_t run = route->runs[i];

		fr_poll_at(poll, i);
		packed = put_packed_run(packed, fr_run_direction(run), fr_run_moves(run));
	}
}

/* ---- reading runs ------------------------------------------------------ */

static bool
take_run(const uint8_t **next, const uint8_t *end, int *direction, uint64_t *count)
{
	uint8_t byte = *(*next)++;

	*direction = byte & 7;
	*count = byte >> 3;
	if (*count > 0)
		return true;
	if (!take_varint(next, end, count))
		return false;
	*count += SHORT_RUN + 1;
	return true;
}

/* Moves a cell along a run; false if it leaves the range of coordinates. */
static bool
advance(fr_cell *cell, int direction, uint64_t count)
{
	int64_t x = cell->x + fr_dx[direction] * (int64_t) count;
	int64_t y = cell->y + fr_dy[direction] * (int64_t) count;

	if (count > INT32_MAX || x != (int32_t) x || y != (int32_t) y)
		return false;
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	return true;
}

static fr_status
corrupt_path(const char *what, fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

static size_t
decimal_digits(uint64_t number)
{
	size_t digits = 1;

	while (number >= 10)
	{
		number /= 10;
		digits++;
	}
	return digits;
}

/* The size in bytes of a run's text and the blank before it. */
static size_t
run_text_size(int direction, uint64_t count)
{
	return 1 + (fr_is_diagonal(direction) ? 2 : 1) + decimal_digits(count);
}

static fr_status
check_runs(fr_path_reader *reader, fr_error *error)
{
	fr_cell cell = reader->start;
	uint64_t total = 0;
	size_t text = FR_CELL_TEXT_MAX;
	int last = -1;
	int direction;
	uint64_t count;

	while (reader->next < reader->end)
	{
		fr_poll_at(reader->poll, reader->runs++);
		if (!take_run(&reader->next, reader->end, &direction, &count) ||
			direction == last)
			return corrupt_path("runs", error);
		total += count;
		if (!advance(&cell, direction, count) || total > INT32_MAX - 1)
			return fr_fail(error, FR_PATH_RANGE, .what = "path");
		text += run_text_size(direction, count);
		last = direction;
	}
	if (text > FR_PATH_TEXT_MAX)
		return fr_fail(error, FR_PATH_TEXT, .what = "path", .wanted = FR_PATH_TEXT_MAX);
	return FR_OK;
}

/* Checks that untrusted bytes are the one packed form of a path. */
fr_status
fr_path_check(const uint8_t *packed, size_t size, const fr_poll *poll, fr_error *error)
{
	fr_path_reader reader = {.next = packed + 1, .end = packed + size, .poll = poll};

	if (size < 1)
		return corrupt_path("header", error);
	if (packed[0] != PACKED_VERSION)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = PACKED_VERSION);
	if (!take_coordinate(&reader.next, reader.end, &reader.start.x) ||
		!take_coordinate(&reader.next, reader.end, &reader.start.y))
		return corrupt_path("start", error);
	return check_runs(&reader, error);
}

fr_path_reader
fr_path_open(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = {.next = packed + 1, .end = packed + size, .poll = poll};

	take_coordinate(&reader.next, reader.end, &reader.start.x);
	take_coordinate(&reader.next, reader.end, &reader.start.y);
	return reader;
}

/* The next run of equal moves; false at the end. */
bool
fr_path_next(fr_path_reader *reader, int *direction, uint64_t *count)
{
	fr_poll_at(reader->poll, reader->runs++);
	return reader->next < reader->end &&
		   take_run(&reader->next, reader->end, direction, count);
}

/* The number of cells on the path, both ends included. */
uint64_t
fr_path_length(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint64_t length = 1;
	uint64_t count;
	int direction;

	while (fr_path_next(&reader, &direction, &count))
		length += count;
	return length;
}

fr_cell
fr_path_goal(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	uint64_t count;
	int direction;

	while (fr_path_next(&reader, &direction, &count))
		advance(&cell, direction, count);
	return cell;
}

/* Visits the cells in order, both ends included; they are numbered from 0. */
void
fr_path_each_cell(const uint8_t *packed, size_t size,
				  void (*visit)(void *context, uint64_t number, fr_cell cell),
				  void *context, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	uint64_t number = 0;
	uint64_t count;
	int direction;

	visit(context, number++, cell);
	while (fr_path_next(&reader, &direction, &count))
		for (; count > 0; count--)
		{
			fr_poll_at(poll, number);
			advance(&cell, direction, 1);
			visit(context, number++, cell);
		}
}

/* ---- text -------------------------------------------------------------- */

static fr_status
fail_expecting(const char *what, const char *at, const char *end, fr_error *error)
{
	return fr_fail_span(FR_SYNTAX, what, (fr_span){at, (size_t) (end - at)}, error);
}

/* Parses a 32-bit integer; on failure *next does not move. */
static bool
take_number(const char **next, const char *end, int64_t *number)
{
	const char *at = fr_skip_blanks(*next, end);
	bool negative = at < end && *at == '-';
	const char *digits = at += negative;
	const char *latest = fr_latest_end(digits, end);

	*number = 0;
	while (at < latest && *at >= '0' && *at <= '9' && *number <= INT32_MAX)
		*number = *number * 10 + (*at++ - '0');
	if (at == digits || (at < end && *at >= '0' && *at <= '9'))
		return false;
	if (negative)
		*number = -*number;
	if (*number != (int32_t) *number)
		return false;
	*next = at;
	return true;
}

/* Parses "(x,y)" or "x,y" at *next; on failure *next does not move. */
static bool
take_cell(const char **next, const char *end, fr_cell *cell)
{
	const char *at = fr_skip_blanks(*next, end);
	bool parenthesis = at < end && *at == '(';
	int64_t x;
	int64_t y;

	at += parenthesis;
	if (!take_number(&at, end, &x))
		return false;
	at = fr_skip_blanks(at, end);
	if (at == end || *at++ != ',' || !take_number(&at, end, &y))
		return false;
	if (parenthesis)
	{
		at = fr_skip_blanks(at, end);
		if (at == end || *at++ != ')')
			return false;
	}
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	*next = at;
	return true;
}

/* Parses a text that is one cell. */
fr_status
fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;

	if (!take_cell(&next, end, cell) || fr_skip_blanks(next, end) != end)
		return fail_expecting("a cell (x,y)", text, end, error);
	return FR_OK;
}

static char *
put_coordinate(char *to, int32_t value)
{
	if (value < 0)
		*to++ = '-';
	return fr_put_number(to, (uint64_t) (value < 0 ? -(int64_t) value : value));
}

/* Writes (x,y), at most FR_CELL_TEXT_MAX bytes without NUL; returns their number. */
size_t
fr_cell_write(fr_cell cell, char *text)
{
	char *to = text;

	*to++ = '(';
	to = put_coordinate(to, cell.x);
	*to++ = ',';
	to = put_coordinate(to, cell.y);
	*to++ = ')';
	return (size_t) (to - text);
}

/* The direction at *next, by the longest matching name; -1 if there is none. */
static int
take_direction(const char **next, const char *end)
{
	int best = -1;
	size_t length = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		size_t n = strlen(fr_direction_name[d]);

		if (n > length && (size_t) (end - *next) >= n &&
			memcmp(*next, fr_direction_name[d], n) == 0)
		{
			best = d;
			length = n;
		}
	}
	*next += length;
	return best;
}

/* Parses a direction and its count, without a blank between them. */
static bool
take_text_run(const char **next, const char *end, int *direction, uint64_t *count)
{
	const char *at = *next;
	int64_t number;

	*direction = take_direction(&at, end);
	if (*direction < 0 || at == end || *at < '0' || *at > '9' ||
		!take_number(&at, end, &number) || number < 1)
		return false;
	if (at < end && !fr_is_blank(*at))
		return false;
	*count = (uint64_t) number;
	*next = at;
	return true;
}

/* The most bytes that fr_path_parse writes for a text of this length. */
size_t
fr_path_parse_size(size_t text_length)
{
	return 1 + 2 * VARINT_MAX + text_length;
}

/*
 * Parses a path's text into a packed path; consecutive runs of one direction are
 * merged.
 */
fr_status
fr_path_parse(const char *text, size_t length, uint8_t *packed, size_t *size,
			  const fr_poll *poll, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	uint8_t *to;
	fr_cell start;
	int last = -1;
	uint64_t pending = 0;
	uint64_t steps = 0;

	if (!take_cell(&next, end, &start) || (next < end && !fr_is_blank(*next)))
		return fail_expecting("a cell (x,y)", text, end, error);
	to = put_packed_start(packed, start);
	while (next < end)
	{
		int direction;
		uint64_t count;

		fr_poll_at(poll, steps++);
		if (fr_is_blank(*next))
		{
			next++;
			continue;
		}
		if (!take_text_run(&next, end, &direction, &count))
			return fail_expecting("a run such as E5", next, end, error);
		if (direction != last && pending > 0)
			to = put_packed_run(to, last, pending);
		pending = direction == last ? pending + count : count;
		if (pending > INT32_MAX)
			return fr_fail(error, FR_PATH_RANGE, .what = "path");
		last = direction;
	}
	if (pending > 0)
		to = put_packed_run(to, last, pending);
	*size = (size_t) (to - packed);
	return fr_path_check(packed, *size, poll, error);
}

/* The size of the path's text in bytes, which has no terminating NUL. */
size_t
fr_path_text_size(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	char start[FR_CELL_TEXT_MAX];
	size_t bytes = fr_cell_write(reader.start, start);
	uint64_t count;
	int direction;

	while (fr_path_next(&reader, &direction, &count))
		bytes += run_text_size(direction, count);
	return bytes;
}

/* Writes the path's text of fr_path_text_size bytes. */
void
fr_path_write(const uint8_t *packed, size_t size, char *text, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint64_t count;
	int direction;

	text += fr_cell_write(reader.start, text);
	while (fr_path_next(&reader, &direction, &count))
	{
		*text++ = ' ';
		text = fr_put_number(fr_put_text(text, fr_direction_name[direction]), count);
	}
}
