/*
 * map_text.c - maps as text
 *
 * The text is the Moving AI map file (Sturtevant 2012):
 *
 *     type octile
 *     height H
 *     width W
 *     map
 *     ...H rows of W codes...
 *
 * The four lines of the header may be missing: then the lines before the first empty line, a
 * link or the end are the rows.
 *
 * Lines end in LF or CRLF. The last line may lack its end, and empty lines may follow
 * it. No other deviation is accepted. Lines of links may follow the rows, a link each,
 * where whoever reads the map takes links.
 */
#include <string.h>

#include "core/base/scan.h"
#include "core/map/map.h"

/* ---- text in ----------------------------------------------------------- */

/* The line at *next, without its end; *next moves past the end. */
static fr_span
take_line(const char **next, const char *end)
{
	const char *at = *next;
	const char *stop = memchr(at, '\n', (size_t) (end - at));
	size_t length;

	*next = stop ? stop + 1 : end;
	length = (size_t) ((stop ? stop : end) - at);
	if (length > 0 && at[length - 1] == '\r')
		length--;
	return (fr_span){at, length};
}

/* Parses "WORD n". A number that overflows becomes another that is out of range. */
static bool
line_number(fr_span l, const char *word, fr_span *digits, int64_t *number)
{
	size_t skip = strlen(word);

	if (l.length < skip + 2 || memcmp(l.at, word, skip) != 0 || l.at[skip] != ' ')
		return false;
	*digits = (fr_span){l.at + skip + 1, l.length - skip - 1};
	*number = 0;
	for (size_t i = 0; i < digits->length; i++)
	{
		if (digits->at[i] < '0' || digits->at[i] > '9')
		{
			*number = -1;
			return true;
		}
		if (*number <= FR_MAX_CELLS)
			*number = *number * 10 + (digits->at[i] - '0');
	}
	return true;
}

static fr_status
parse_side(fr_span l, const char *word, int64_t row, uint32_t *side, fr_error *error)
{
	fr_span digits;
	int64_t number;

	if (!line_number(l, word, &digits, &number))
		return fr_fail(error, FR_MAP_HEADER, .row = row, .what = word, .at = l.at,
					   .length = l.length);
	if (fr_map_side(number, word, error))
	{
		error->at = digits.at;
		error->length = digits.length;
		return error->status;
	}
	*side = (uint32_t) number;
	return FR_OK;
}

/* ---- rows without a header ---------------------------------------------- */

/*
 * Rows have no blank, and every line of a header has one, except "map". A text that is
 * probably no map is refused, so that nobody searches it by mistake.
 */

static bool
is_link(fr_span l)
{
	fr_link link;
	fr_error error;

	return l.length > 0 && *l.at == '(' &&
		   fr_link_parse(l.at, l.length, &link, &error) == FR_OK;
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* One code, or a number. */
static bool
is_value(fr_span value)
{
	bool digit = false;

	for (size_t i = 0; i < value.length; i++)
		if (is_digit(value.at[i]))
			digit = true;
		else if (value.length > 1 && !memchr("+-.", value.at[i], 3))
			return false;
	return value.length == 1 || digit;
}

/* Is it a line of CSV: values with commas or semicolons between? */
static bool
is_separated(fr_span l)
{
	size_t begin = 0;
	int values = 0;

	for (size_t i = 0; i <= l.length; i++)
		if (i == l.length || l.at[i] == ',' || l.at[i] == ';')
		{
			if (!is_value((fr_span){l.at + begin, i - begin}))
				return false;
			begin = i + 1;
			values++;
		}
	return values > 1;
}

/* A single row could be a name, a number, a model, a path or a list that was meant otherwise. */
static bool
is_single_row(fr_span l)
{
	for (size_t i = 0; i < l.length; i++)
	{
		char c = l.at[i];

		if (is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			memchr("()[]{}\"',\\", c, 10))
			return false;
	}
	return true;
}

/*
 * The number of rows. The first one of another length counts, so that reading the rows
 * reports it; counting ends once there are too many.
 */
static size_t
count_rows(fr_span first, const char *next, const char *end)
{
	size_t height = 1;
	fr_span l = first;

	while (next < end && l.length == first.length && height <= FR_MAX_SIDE &&
		   height * first.length <= FR_MAX_CELLS)
	{
		l = take_line(&next, end);
		if (l.length == 0 || is_link(l))
			break;
		height++;
	}
	return height;
}

/* ---- header and rows ----------------------------------------------------- */

static fr_status
take_size(const char *rows, size_t width, size_t height, fr_map_text *header,
		  fr_error *error)
{
	if (fr_map_size((int64_t) width, (int64_t) height, error))
		return error->status;
	*header = (fr_map_text){(uint32_t) width, (uint32_t) height, .rows = rows};
	return FR_OK;
}

/*
 * Parses the four header lines or, without them, counts the rows, so that the size is known
 * and checked before any row is read.
 */
fr_status
fr_map_parse_header(const char *text, size_t length, fr_map_text *header, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	fr_span l = take_line(&next, end);

	if (l.length > 0 && !memchr(l.at, ' ', l.length) && !fr_span_is(l, "map") &&
		!is_link(l))
	{
		size_t height = count_rows(l, next, end);

		if (l.length > FR_MAX_SIDE ||
			(!is_separated(l) && (height > 1 || is_single_row(l))))
			return take_size(text, l.length, height, header, error);
	}
	if (!fr_span_is(l, "type octile"))
		return fr_fail(error, FR_MAP_HEADER, .row = 1, .what = "type octile", .at = l.at,
					   .length = l.length);
	if (parse_side(take_line(&next, end), "height", 2, &header->height, error) ||
		parse_side(take_line(&next, end), "width", 3, &header->width, error))
		return error->status;
	l = take_line(&next, end);
	if (!fr_span_is(l, "map"))
		return fr_fail(error, FR_MAP_HEADER, .row = 4, .what = "map", .at = l.at,
					   .length = l.length);
	header->rows = next;
	header->takes_links = false;
	return fr_map_size(header->width, header->height, error);
}

static fr_status
check_codes(const char *row, size_t count, uint32_t y, fr_error *error)
{
	for (size_t x = 0; x < count; x++)
		if (!fr_is_code((uint8_t) row[x]))
			return fr_fail(error, FR_MAP_CODE, .row = y, .column = (int64_t) x,
						   .found = (uint8_t) row[x]);
	return FR_OK;
}

/*
 * Checks row y and copies it to codes[width]. Invalid bytes are reported before a wrong
 * length, because they cause it.
 */
fr_status
fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
				uint8_t *codes, fr_error *error)
{
	if (check_codes(row, length < width ? length : width, y, error))
		return error->status;
	if (length != width)
		return fr_fail(error, FR_MAP_ROW, .row = y, .found = (int64_t) length,
					   .wanted = width);
	memcpy(codes, row, width);
	return FR_OK;
}

/* Any number of empty lines may follow the last row. */
static fr_status
check_trailing(const char *next, const char *end, uint32_t height, const fr_poll *poll,
			   fr_error *error)
{
	for (uint64_t lines = 0; next < end; lines++)
	{
		fr_span l = take_line(&next, end);

		fr_poll_at(poll, lines);
		if (l.length > 0)
			return fr_fail(error, FR_MAP_TRAILING, .wanted = height, .at = l.at,
						   .length = l.length);
	}
	return FR_OK;
}

/*
 * Bytes that are enough for the codes of a text of this length, whose header may claim a size
 * that no rows fill.
 */
size_t
fr_map_parse_room(const fr_map_text *header, size_t length)
{
	size_t cells = (size_t) header->width * header->height;

	return cells < length ? cells : length;
}

/* Parses the rows into fr_map_parse_room bytes; codes[height][width] if all are there. */
fr_status
fr_map_parse_rows(const char *text, size_t length, fr_map_text *header, uint8_t *codes,
				  const fr_poll *poll, fr_error *error)
{
	const char *next = header->rows;
	const char *end = text + length;
	fr_span l;

	for (uint32_t y = 0; y < header->height; y++)
	{
		if (next == end)
			return fr_fail(error, FR_MAP_ROWS, .found = y, .wanted = header->height);
		fr_poll_now(poll);
		l = take_line(&next, end);
		if (fr_map_copy_row(l.at, l.length, header->width, y,
							codes + (size_t) y * header->width, error))
			return error->status;
	}
	header->links = next;
	return header->takes_links ? FR_OK
							   : check_trailing(next, end, header->height, poll, error);
}

/* Is a line that of a link? What else follows the rows is an error. */
static bool
is_link_line(fr_span l)
{
	return l.length > 0 && *l.at == '(';
}

/*
 * Takes the next link after the rows. False after the last one, where *error is FR_OK, or
 * on a fault.
 */
bool
fr_map_next_link(const char *text, size_t length, fr_map_text *header, fr_link *link,
				 fr_error *error)
{
	const char *end = text + length;
	const fr_cell *ends[] = {&link->from, &link->to};

	error->status = FR_OK;
	while (header->links < end)
	{
		fr_span l = take_line(&header->links, end);

		if (l.length == 0)
			continue;
		if (!is_link_line(l))
			return fr_fail(error, FR_MAP_TRAILING, .wanted = header->height, .at = l.at,
						   .length = l.length) == FR_OK;
		if (fr_link_parse(l.at, l.length, link, error))
			return false;
		for (int i = 0; i < 2; i++)
			if ((uint32_t) ends[i]->x >= header->width ||
				(uint32_t) ends[i]->y >= header->height)
				return fr_fail(error, FR_OUTSIDE, .column = ends[i]->x, .row = ends[i]->y,
							   .found = header->width, .wanted = header->height) == FR_OK;
		return true;
	}
	return false;
}

/* ---- text out ---------------------------------------------------------- */

static char *
put_header(char *to, uint32_t width, uint32_t height)
{
	to = fr_put_number(fr_put_text(to, "type octile\nheight "), height);
	to = fr_put_number(fr_put_text(to, "\nwidth "), width);
	return fr_put_text(to, "\nmap\n");
}

/* The size of the map's text in bytes, which has no terminating NUL. */
size_t
fr_map_text_size(const fr_map *map)
{
	char header[64];

	return (size_t) (put_header(header, map->width, map->height) - header) +
		   ((size_t) map->width + 1) * map->height;
}

/* Writes the map's text; every line ends in LF. */
void
fr_map_write(const fr_map *map, char *text, const fr_poll *poll)
{
	text = put_header(text, map->width, map->height);
	for (uint32_t y = 0; y < map->height; y++)
	{
		fr_poll_now(poll);
		fr_map_unpack_codes(map, (size_t) y * map->width, map->width, (uint8_t *) text);
		text += map->width;
		*text++ = '\n';
	}
}
