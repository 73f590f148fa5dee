/*
 * path_format.c - paths as packed bytes, and as text
 *
 * A path is its start and its legs: runs of equal moves, straight lines in other
 * directions, and links between two cells.
 *
 *     +--------+---------+---------+--------+- - -+--------+
 *     | version| start x | start y |  leg   |     |  leg   |
 *     +--------+---------+---------+--------+- - -+--------+
 *
 *     start   two varints of 7 bits per byte, low first, sign in the lowest bit
 *
 * A path that has only runs is version 1:
 *
 *     run     one byte: direction in bits 0-2, length in bits 3-7; where the
 *             length is 32 or more these are 0 and a varint of length - 32
 *             follows
 *
 * A path with other legs is version 2. The first varint of a leg has its kind in the
 * lowest two bits:
 *
 *     0 run   direction in bits 2-4, length - 1 above
 *     1 line  dx from bit 2 on, sign lowest; then dy in a second varint, sign lowest
 *     2 link  as a line, to any other cell
 *
 * Consecutive runs and lines differ in direction, no line has one of the eight of runs,
 * and every varint has minimal length, so a path has exactly one packed form. A path has
 * fewer than 2^31 moves and stays within 32-bit coordinates; a line has as many as its
 * longer side, a link has one. Links do not merge.
 */
#include "core/path/path.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"

#define SHORT_RUN 31
#define RUN_BITS 32	 /* of the largest number of a leg in version 1 */
#define HEAD_BITS 37 /* and in version 2 */
#define KIND_BITS 2
#define KIND_RUN 0
#define KIND_LINE 1
#define KIND_LINK 2

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

/* False if the bytes end early, or the varint has more bits or bytes than it may. */
static bool
take_varint(const uint8_t **next, const uint8_t *end, int bits, uint64_t *value)
{
	*value = 0;
	for (int shift = 0; *next < end && shift < bits; shift += 7)
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
fold_sign(int64_t value)
{
	return value < 0 ? ~(uint64_t) value << 1 | 1 : (uint64_t) value << 1;
}

static int64_t
unfold_sign(uint64_t folded)
{
	return folded & 1 ? ~(int64_t) (folded >> 1) : (int64_t) (folded >> 1);
}

static bool
take_coordinate(const uint8_t **next, const uint8_t *end, int32_t *value)
{
	uint64_t folded;

	if (!take_varint(next, end, RUN_BITS, &folded) || folded > UINT32_MAX)
		return false;
	*value = (int32_t) unfold_sign(folded);
	return true;
}

/* ---- legs ---------------------------------------------------------------- */

static int64_t
magnitude(int64_t value)
{
	return value < 0 ? -value : value;
}

/* The direction of moves by (dx, dy), of which not both are 0; FR_LINE if none is. */
static int
direction_of(int64_t dx, int64_t dy)
{
	if (dx != 0 && dy != 0 && magnitude(dx) != magnitude(dy))
		return FR_LINE;
	for (int d = 0;; d++)
		if (fr_dx[d] == (dx > 0) - (dx < 0) && fr_dy[d] == (dy > 0) - (dy < 0))
			return d;
}

fr_leg
fr_leg_between(fr_cell from, fr_cell to)
{
	int64_t dx = (int64_t) to.x - from.x;
	int64_t dy = (int64_t) to.y - from.y;
	int64_t moves = magnitude(dx) > magnitude(dy) ? magnitude(dx) : magnitude(dy);

	return (fr_leg){direction_of(dx, dy), (uint64_t) moves, dx, dy};
}

fr_leg
fr_leg_linking(fr_cell from, fr_cell to)
{
	return (fr_leg){FR_BY_LINK, 1, (int64_t) to.x - from.x, (int64_t) to.y - from.y};
}

/* Are the legs one? Two links never are. */
static bool
same_direction(const fr_leg *a, const fr_leg *b)
{
	return a->direction == b->direction && a->direction != FR_BY_LINK &&
		   (a->direction != FR_LINE ||
			(a->dx * b->dy == a->dy * b->dx && (a->dx > 0) == (b->dx > 0)));
}

/* The integer nearest to whole * part / parts; of two, the larger one. */
static int64_t
rounded_part(int64_t whole, int64_t part, int64_t parts)
{
	int64_t twice = 2 * whole * part + parts;
	int64_t down = twice / (2 * parts);

	return down - (twice % (2 * parts) < 0);
}

fr_cell
fr_leg_cell(fr_cell start, const fr_leg *leg, uint64_t moves)
{
	int64_t n = (int64_t) moves;

	if (leg->direction < FR_LINE)
		return (fr_cell){(int32_t) (start.x + fr_dx[leg->direction] * n),
						 (int32_t) (start.y + fr_dy[leg->direction] * n)};
	return (fr_cell){
		(int32_t) (start.x + rounded_part(leg->dx, n, (int64_t) leg->moves)),
		(int32_t) (start.y + rounded_part(leg->dy, n, (int64_t) leg->moves))};
}

/* ---- writing packed paths -------------------------------------------------- */

static uint8_t *
put_run(uint8_t *to, int direction, uint64_t count)
{
	*to++ = (uint8_t) (direction | (count <= SHORT_RUN ? (int) count << 3 : 0));
	return count <= SHORT_RUN ? to : put_varint(to, count - SHORT_RUN - 1);
}

static uint8_t *
put_leg(uint8_t *to, int version, const fr_leg *leg)
{
	if (version == FR_PATH_RUNS)
		return put_run(to, leg->direction, leg->moves);
	if (leg->direction < FR_LINE)
		return put_varint(to, KIND_RUN | (uint64_t) leg->direction << KIND_BITS |
								  (leg->moves - 1) << (KIND_BITS + 3));
	to = put_varint(to, (leg->direction == FR_LINE ? KIND_LINE : KIND_LINK) |
							fold_sign(leg->dx) << KIND_BITS);
	return put_varint(to, fold_sign(leg->dy));
}

/* `to` has room for FR_START_BYTES. */
fr_leg_writer
fr_legs_begin(uint8_t *to, int version, fr_cell start)
{
	*to++ = (uint8_t) version;
	to = put_varint(to, fold_sign(start.x));
	return (fr_leg_writer){.to = put_varint(to, fold_sign(start.y)), .version = version};
}

/* Writes the pending leg; returns where the next one goes. */
uint8_t *
fr_legs_end(fr_leg_writer *writer)
{
	const fr_leg *leg = &writer->pending;

	writer->lines |= leg->moves > 0 && leg->direction >= FR_LINE;
	if (leg->moves > 0 && (writer->version == FR_PATH_LINES || !writer->lines))
		writer->to = put_leg(writer->to, writer->version, leg);
	return writer->to;
}

/* Adds a leg; each one takes FR_LEG_BYTES at most. */
void
fr_legs_put(fr_leg_writer *writer, const fr_leg *leg)
{
	fr_leg *pending = &writer->pending;

	if (pending->moves > 0 && same_direction(pending, leg))
	{
		pending->moves += leg->moves;
		pending->dx += leg->dx;
		pending->dy += leg->dy;
		return;
	}
	fr_legs_end(writer);
	*pending = *leg;
}

size_t
fr_path_packed_size(const fr_route *route, const fr_poll *poll)
{
	uint8_t bytes[FR_START_BYTES];
	size_t size = (size_t) (fr_legs_begin(bytes, FR_PATH_RUNS, route->start).to - bytes);

	if (route->corners || route->links)
		return FR_START_BYTES + route->count * FR_LEG_BYTES;
	for (size_t i = 0; i < route->count; i++)
	{
		uint32_t run = route->runs[i];

		fr_poll_at(poll, i);
		size +=
			(size_t) (put_run(bytes, fr_run_direction(run), fr_run_moves(run)) - bytes);
	}
	return size;
}

fr_leg
fr_route_leg(const fr_route *route, size_t *i, fr_cell from)
{
	uint32_t run;

	if (route->corners)
	{
		size_t k = (*i)++;

		return route->linked && route->linked[k]
				   ? fr_leg_linking(from, route->corners[k])
				   : fr_leg_between(from, route->corners[k]);
	}
	run = route->runs[(*i)++];
	if (run != FR_LINK_RUN)
		return fr_leg_of_run(fr_run_direction(run), fr_run_moves(run));
	*i += 2;
	return fr_leg_linking(
		from, (fr_cell){(int32_t) route->runs[*i - 2], (int32_t) route->runs[*i - 1]});
}

/* Packs a route leg by leg, as version 2 if some leg is a line or a link. */
static size_t
pack_legs(const fr_route *route, int version, uint8_t *packed, const fr_poll *poll)
{
	fr_leg_writer writer = fr_legs_begin(packed, version, route->start);
	fr_cell at = route->start;

	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);

		fr_poll_at(poll, i);
		fr_legs_put(&writer, &leg);
		at = fr_leg_cell(at, &leg, leg.moves);
	}
	fr_legs_end(&writer);
	if (writer.lines && version == FR_PATH_RUNS)
		return pack_legs(route, FR_PATH_LINES, packed, poll);
	return (size_t) (writer.to - packed);
}

size_t
fr_path_pack(const fr_route *route, uint8_t *packed, const fr_poll *poll)
{
	uint8_t *to = packed;

	if (route->corners || route->links)
		return pack_legs(route, FR_PATH_RUNS, packed, poll);
	to = fr_legs_begin(packed, FR_PATH_RUNS, route->start).to;
	for (size_t i = 0; i < route->count; i++)
	{
		uint32_t run = route->runs[i];

		fr_poll_at(poll, i);
		to = put_run(to, fr_run_direction(run), fr_run_moves(run));
	}
	return (size_t) (to - packed);
}

/* ---- reading packed paths -------------------------------------------------- */

static bool
take_run(fr_path_reader *reader, fr_leg *leg)
{
	uint8_t byte = *reader->next++;
	uint64_t count = byte >> 3;

	if (count == 0)
	{
		if (!take_varint(&reader->next, reader->end, RUN_BITS, &count))
			return false;
		count += SHORT_RUN + 1;
	}
	*leg = fr_leg_of_run(byte & 7, count);
	return true;
}

/* A line, or a link, to another cell. */
static bool
take_line(fr_path_reader *reader, uint64_t head, fr_leg *leg)
{
	bool link = head % (1 << KIND_BITS) == KIND_LINK;
	int64_t dx = unfold_sign(head >> KIND_BITS);
	int64_t dy;
	uint64_t folded;

	if (!take_varint(&reader->next, reader->end, RUN_BITS, &folded))
		return false;
	dy = unfold_sign(folded);
	if (link)
	{
		*leg = (fr_leg){FR_BY_LINK, 1, dx, dy};
		return dx != 0 || dy != 0;
	}
	*leg = (fr_leg){
		FR_LINE,
		(uint64_t) (magnitude(dx) > magnitude(dy) ? magnitude(dx) : magnitude(dy)), dx,
		dy};
	return dx != 0 && dy != 0 && magnitude(dx) != magnitude(dy) &&
		   leg->moves <= INT32_MAX;
}

static bool
take_leg(fr_path_reader *reader, fr_leg *leg)
{
	uint64_t head;

	if (reader->version == FR_PATH_RUNS)
		return take_run(reader, leg);
	if (!take_varint(&reader->next, reader->end, HEAD_BITS, &head))
		return false;
	if (head % (1 << KIND_BITS) == KIND_LINE || head % (1 << KIND_BITS) == KIND_LINK)
		return take_line(reader, head, leg);
	*leg = fr_leg_of_run((int) (head >> KIND_BITS & 7), (head >> (KIND_BITS + 3)) + 1);
	return head % (1 << KIND_BITS) == KIND_RUN;
}

static fr_status
corrupt_path(const char *what, fr_error *error)
{
	return fr_fail(error, FR_PACKED_CORRUPT, .what = what);
}

static fr_status
check_legs(fr_path_reader *reader, fr_error *error)
{
	const char *what = reader->version == FR_PATH_RUNS ? "runs" : "legs";
	fr_cell cell = reader->start;
	uint64_t total = 0;
	size_t text = FR_CELL_TEXT_MAX;
	bool lines = false;
	fr_leg last = {.direction = -1};
	fr_leg leg;

	while (reader->next < reader->end)
	{
		fr_poll_at(reader->poll, reader->legs++);
		if (!take_leg(reader, &leg) || same_direction(&leg, &last))
			return corrupt_path(what, error);
		total += leg.moves;
		if (!fr_leg_advance(&cell, &leg) || total > INT32_MAX - 1)
			return fr_fail(error, FR_PATH_RANGE, .what = "path");
		text += fr_leg_text_size(&leg, cell);
		lines |= leg.direction >= FR_LINE;
		last = leg;
	}
	if (lines != (reader->version == FR_PATH_LINES))
		return corrupt_path(what, error);
	if (text > FR_PATH_TEXT_MAX)
		return fr_fail(error, FR_PATH_TEXT, .what = "path", .wanted = FR_PATH_TEXT_MAX);
	return FR_OK;
}

fr_status
fr_path_check(const uint8_t *packed, size_t size, const fr_poll *poll, fr_error *error)
{
	fr_path_reader reader = {.next = packed + 1, .end = packed + size, .poll = poll};

	if (size < 1)
		return corrupt_path("header", error);
	reader.version = packed[0];
	if (reader.version != FR_PATH_RUNS && reader.version != FR_PATH_LINES)
		return fr_fail(error, FR_PACKED_VERSION, .found = packed[0],
					   .wanted = FR_PATH_LINES);
	if (!take_coordinate(&reader.next, reader.end, &reader.start.x) ||
		!take_coordinate(&reader.next, reader.end, &reader.start.y))
		return corrupt_path("start", error);
	return check_legs(&reader, error);
}

fr_path_reader
fr_path_open(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = {
		.version = packed[0], .next = packed + 1, .end = packed + size, .poll = poll};

	take_coordinate(&reader.next, reader.end, &reader.start.x);
	take_coordinate(&reader.next, reader.end, &reader.start.y);
	return reader;
}

bool
fr_path_next(fr_path_reader *reader, fr_leg *leg)
{
	fr_poll_at(reader->poll, reader->legs++);
	return reader->next < reader->end && take_leg(reader, leg);
}

/* ---- cells ------------------------------------------------------------------- */

uint64_t
fr_path_length(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint64_t length = 1;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		length += leg.moves;
	return length;
}

fr_cell
fr_path_goal(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		fr_leg_advance(&cell, &leg);
	return cell;
}

void
fr_path_each_cell(const uint8_t *packed, size_t size,
				  void (*visit)(void *context, uint64_t number, fr_cell cell),
				  void *context, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell cell = reader.start;
	uint64_t number = 0;
	fr_leg leg;

	visit(context, number++, cell);
	while (fr_path_next(&reader, &leg))
	{
		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_poll_at(poll, number);
			visit(context, number++, fr_leg_cell(cell, &leg, i));
		}
		fr_leg_advance(&cell, &leg);
	}
}

/* ---- the other way round ----------------------------------------------------- */

static fr_leg
reversed_leg(const fr_leg *leg)
{
	int direction =
		leg->direction < FR_LINE ? fr_opposite(leg->direction) : leg->direction;

	return (fr_leg){direction, leg->moves, -leg->dx, -leg->dy};
}

size_t
fr_path_reversed_size(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint8_t bytes[FR_START_BYTES];
	size_t legs = 0;
	fr_cell at = reader.start;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
	{
		fr_leg back = reversed_leg(&leg);

		legs += (size_t) (put_leg(bytes, reader.version, &back) - bytes);
		fr_leg_advance(&at, &leg);
	}
	return legs + (size_t) (fr_legs_begin(bytes, reader.version, at).to - bytes);
}

/*
 * The last leg comes first, so legs are written from the end of the bytes on. Legs that
 * differ in direction do so from either end, so no two become one.
 */
fr_status
fr_path_reverse(const uint8_t *packed, size_t size, uint8_t *to, const fr_poll *poll,
				fr_error *error)
{
	size_t reversed = fr_path_reversed_size(packed, size, poll);
	fr_path_reader reader = fr_path_open(packed, size, poll);
	uint8_t *next = to + reversed;
	fr_cell at = reader.start;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
	{
		fr_leg back = reversed_leg(&leg);
		uint8_t bytes[FR_LEG_BYTES];
		size_t length = (size_t) (put_leg(bytes, reader.version, &back) - bytes);

		next -= length;
		memcpy(next, bytes, length);
		fr_leg_advance(&at, &leg);
	}
	fr_legs_begin(to, reader.version, at);
	return reader.version == FR_PATH_LINES ? fr_path_check(to, reversed, poll, error)
										   : FR_OK;
}

/* ---- legs as text ------------------------------------------------------------ */

/*
 * The text of a path is its start and its legs, as in (3,4) E5 (10,7) S2 >(40,4). E5 is a
 * run, (10,7) the end of a straight line, >(40,4) the end of a link.
 */

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
		!fr_take_integer(&at, end, &number) || number < 1)
		return false;
	if (at < end && !fr_is_blank(*at))
		return false;
	*count = (uint64_t) number;
	*next = at;
	return true;
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

/* The size in bytes of the text of a leg that ends there, and the blank before it. */
size_t
fr_leg_text_size(const fr_leg *leg, fr_cell end)
{
	char cell[FR_CELL_TEXT_MAX];

	if (leg->direction >= FR_LINE)
		return 1 + (leg->direction == FR_BY_LINK) + fr_cell_write(end, cell);
	return 1 + (fr_is_diagonal(leg->direction) ? 2 : 1) + decimal_digits(leg->moves);
}

/* ---- reading text ------------------------------------------------------------ */

size_t
fr_path_parse_size(size_t text_length)
{
	return FR_START_BYTES + FR_LEG_BYTES + 2 * text_length;
}

/* Parses the cell where a straight line or a link ends, which is not where it begins. */
static bool
take_text_line(const char **next, const char *end, fr_cell from, fr_leg *leg)
{
	bool link = **next == '>';
	const char *at = *next + link;
	fr_cell to;

	if (at == end || *at != '(' || !fr_cell_take(&at, end, &to) ||
		(at < end && !fr_is_blank(*at)) || (to.x == from.x && to.y == from.y))
		return false;
	*leg = link ? fr_leg_linking(from, to) : fr_leg_between(from, to);
	*next = at;
	return true;
}

static bool
take_text_leg(const char **next, const char *end, fr_cell from, fr_leg *leg)
{
	int direction;
	uint64_t count;

	if (take_text_line(next, end, from, leg))
		return true;
	if (!take_text_run(next, end, &direction, &count))
		return false;
	*leg = fr_leg_of_run(direction, count);
	return true;
}

/* Parses the legs from `at` on, which the path has reached. */
static fr_status
parse_legs(const char *next, const char *end, fr_cell at, fr_leg_writer *writer,
		   const fr_poll *poll, fr_error *error)
{
	uint64_t steps = 0;

	while (next < end)
	{
		fr_leg leg;

		fr_poll_at(poll, steps++);
		if (fr_is_blank(*next))
		{
			next++;
			continue;
		}
		if (!take_text_leg(&next, end, at, &leg))
			return fr_fail_syntax("a run such as E5, or another cell (x,y) or >(x,y)",
								  next, end, error);
		if (!fr_leg_advance(&at, &leg))
			return fr_fail(error, FR_PATH_RANGE, .what = "path");
		fr_legs_put(writer, &leg);
		if (writer->pending.moves > INT32_MAX)
			return fr_fail(error, FR_PATH_RANGE, .what = "path");
	}
	fr_legs_end(writer);
	return FR_OK;
}

fr_status
fr_path_parse(const char *text, size_t length, uint8_t *packed, size_t *size,
			  const fr_poll *poll, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	fr_leg_writer writer = {.lines = true};
	fr_cell start;

	if (!fr_cell_take(&next, end, &start) || (next < end && !fr_is_blank(*next)))
		return fr_fail_syntax("a cell (x,y) of two 32-bit integers", text, end, error);
	/* a path with a line or a link is written again, as version 2 */
	for (int version = FR_PATH_RUNS; writer.lines && version <= FR_PATH_LINES; version++)
	{
		writer = fr_legs_begin(packed, version, start);
		if (parse_legs(next, end, start, &writer, poll, error))
			return error->status;
	}
	*size = (size_t) (writer.to - packed);
	return fr_path_check(packed, *size, poll, error);
}

/* ---- writing text ------------------------------------------------------------ */

size_t
fr_path_text_size(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	char start[FR_CELL_TEXT_MAX];
	size_t bytes = fr_cell_write(reader.start, start);
	fr_cell at = reader.start;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
	{
		fr_leg_advance(&at, &leg);
		bytes += fr_leg_text_size(&leg, at);
	}
	return bytes;
}

void
fr_path_write(const uint8_t *packed, size_t size, char *text, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	fr_leg leg;

	text += fr_cell_write(at, text);
	while (fr_path_next(&reader, &leg))
	{
		*text++ = ' ';
		fr_leg_advance(&at, &leg);
		if (leg.direction == FR_BY_LINK)
			*text++ = '>';
		if (leg.direction >= FR_LINE)
			text += fr_cell_write(at, text);
		else
			text = fr_put_number(fr_put_text(text, fr_direction_name[leg.direction]),
								 leg.moves);
	}
}
