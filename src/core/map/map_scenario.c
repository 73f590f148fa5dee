/*
 * map_scenario.c - the lines of a Moving AI .scen file (Sturtevant 2012)
 *
 *     version 1
 *     bucket  map  width  height  start x  start y  goal x  goal y  optimal
 *
 * Tabs separate the fields or, on a line without tabs, blanks.  The version line may be
 * absent.  Empty lines are skipped.
 */
#include <string.h>

#include "core/base/text.h"
#include "core/map/map.h"

#define FIELDS 9
#define LONGEST_LINE 10000 /* bytes, its end included */

fr_scenario_reader
fr_scenario_open(const char *text, size_t length)
{
	return (fr_scenario_reader){fr_skip_mark(text, length), text + length, 0};
}

/* The next line, without its end; it may be empty. FR_SCENARIO_LINE if it is too long. */
static fr_status
next_line(fr_scenario_reader *reader, fr_span *line, fr_error *error)
{
	size_t left = (size_t) (reader->end - reader->next);
	size_t most = left < LONGEST_LINE ? left : LONGEST_LINE;
	const char *stop = memchr(reader->next, '\n', most);
	const char *end = stop ? stop : reader->next + most;

	reader->line++;
	if (!stop && most < left)
		return fr_fail(error, FR_SCENARIO_LINE, .row = reader->line,
					   .wanted = LONGEST_LINE);
	line->at = reader->next;
	while (end > line->at && (end[-1] == '\r' || end[-1] == ' ' || end[-1] == '\t'))
		end--;
	line->length = (size_t) (end - line->at);
	reader->next = stop ? stop + 1 : reader->end;
	return FR_OK;
}

/*
 * The next line that is neither empty nor the version; false at the end or on an error.
 */
static bool
take_scenario(fr_scenario_reader *reader, fr_span *line, const fr_poll *poll,
			  fr_error *error)
{
	while (reader->next < reader->end)
	{
		fr_poll_at(poll, (uint64_t) reader->line);
		if (next_line(reader, line, error))
			return false;
		if (line->length > 0 && !(reader->line == 1 && line->length >= 7 &&
								  memcmp(line->at, "version", 7) == 0))
			return true;
	}
	return false;
}

/* Splits a line and returns its number of fields; at most FIELDS are stored. */
static int
split(fr_span line, fr_span fields[FIELDS])
{
	bool tabs = memchr(line.at, '\t', line.length) != NULL;
	const char *end = fr_span_end(line);
	const char *at = line.at;
	int n = 0;

	while (at < end)
	{
		const char *from = at;

		while (at < end && *at != '\t' && (tabs || *at != ' '))
			at++;
		if (n < FIELDS)
			fields[n] = (fr_span){from, (size_t) (at - from)};
		n++;
		while (at < end && (*at == '\t' || (!tabs && *at == ' ')))
			at++;
	}
	return n;
}

static bool
parse_int(fr_span span, int32_t *value)
{
	int64_t number = 0;

	for (size_t i = 0; i < span.length; i++)
	{
		if (span.at[i] < '0' || span.at[i] > '9')
			return false;
		number = number * 10 + (span.at[i] - '0');
		if (number > INT32_MAX)
			return false;
	}
	*value = (int32_t) number;
	return span.length > 0;
}

static size_t
digits_from(fr_span span, size_t from)
{
	size_t i = from;

	while (i < span.length && span.at[i] >= '0' && span.at[i] <= '9')
		i++;
	return i - from;
}

/* A decimal number: digits, a point and an exponent, the last two optional. */
static bool
is_length(fr_span span)
{
	size_t whole = digits_from(span, 0);
	size_t i = whole;
	size_t part = 0;

	if (i < span.length && span.at[i] == '.')
	{
		part = digits_from(span, i + 1);
		i += 1 + part;
	}
	if (i < span.length && span.at[i] == 'e')
	{
		i++;
		i += i < span.length && (span.at[i] == '+' || span.at[i] == '-');
		if (digits_from(span, i) == 0)
			return false;
		i += digits_from(span, i);
	}
	return whole + part > 0 && i == span.length;
}

static fr_status
parse_fields(const fr_span fields[FIELDS], int64_t line, fr_scenario *s, fr_error *error)
{
	static const char *const names[] = {"bucket",  "width",	 "height", "start x",
										"start y", "goal x", "goal y"};
	static const int places[] = {0, 2, 3, 4, 5, 6, 7};
	int32_t *const values[] = {&s->bucket,	&s->width,	&s->height, &s->start.x,
							   &s->start.y, &s->goal.x, &s->goal.y};

	for (int i = 0; i < 7; i++)
	{
		fr_span field = fields[places[i]];

		if (!parse_int(field, values[i]))
			return fr_fail(error, FR_SCENARIO_NUMBER, .row = line, .what = names[i],
						   .at = field.at, .length = field.length);
	}
	if (!is_length(fields[8]))
		return fr_fail(error, FR_SCENARIO_NUMBER, .row = line, .what = "optimal length",
					   .at = fields[8].at, .length = fields[8].length);
	s->map = fields[1].at;
	s->map_length = fields[1].length;
	s->optimal = fields[8].at;
	s->optimal_length = fields[8].length;
	return FR_OK;
}

bool
fr_scenario_next(fr_scenario_reader *reader, fr_scenario *scenario, const fr_poll *poll,
				 fr_error *error)
{
	fr_span line;
	fr_span fields[FIELDS];
	int n;

	error->status = FR_OK;
	if (!take_scenario(reader, &line, poll, error))
		return false;
	n = split(line, fields);
	if (n != FIELDS)
		return fr_fail(error, FR_SCENARIO_FIELDS, .row = reader->line, .found = n,
					   .wanted = FIELDS) == FR_OK;
	return parse_fields(fields, reader->line, scenario, error) == FR_OK;
}
