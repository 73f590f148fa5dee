/*
 * path_text.c - paths as text
 *
 * The text of a path is its start and its legs: runs such as E5, the cells where straight
 * lines end, and those where links end, after a >: (3,4) E5 (10,7) S2 >(40,4).
 */
#include "core/path/legs.h"

#include <string.h>

#include "core/base/scan.h"

static fr_status
fail_expecting(const char *what, const char *at, const char *end, fr_error *error)
{
	return fr_fail_span(FR_SYNTAX, what, (fr_span){at, (size_t) (end - at)}, error);
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

/* ---- reading a path ---------------------------------------------------- */

/*
 * The most bytes that fr_path_parse writes for a text of this length. A line is at least
 * "(1,2)" after a blank, and a run two characters of which a byte or two are stored.
 */
size_t
fr_path_parse_size(size_t text_length)
{
	return FR_START_BYTES + FR_LEG_BYTES + 2 * text_length;
}

/* Parses the cell where a straight line or a link ends, which is not where it begins. */
static bool
take_line(const char **next, const char *end, fr_cell from, fr_leg *leg)
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

	if (take_line(next, end, from, leg))
		return true;
	if (!take_text_run(next, end, &direction, &count))
		return false;
	*leg = fr_leg_of_run(direction, count);
	return true;
}

/* Parses the legs from `at`, where the path has come to. */
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
			return fail_expecting("a run such as E5, or another cell (x,y) or >(x,y)",
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

/* Parses a path's text into a packed path; consecutive legs of one direction are merged. */
fr_status
fr_path_parse(const char *text, size_t length, uint8_t *packed, size_t *size,
			  const fr_poll *poll, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	fr_leg_writer writer = {.lines = true};
	fr_cell start;

	if (!fr_cell_take(&next, end, &start) || (next < end && !fr_is_blank(*next)))
		return fail_expecting("a cell (x,y) of two 32-bit integers", text, end, error);
	for (int version = FR_PATH_RUNS; writer.lines && version <= FR_PATH_LINES; version++)
	{
		writer = fr_legs_begin(packed, version, start);
		if (parse_legs(next, end, start, &writer, poll, error))
			return error->status;
	}
	*size = (size_t) (writer.to - packed);
	return fr_path_check(packed, *size, poll, error);
}

/* ---- writing a path ---------------------------------------------------- */

/* The size of the path's text in bytes, which has no terminating NUL. */
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

/* Writes the path's text of fr_path_text_size bytes. */
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
