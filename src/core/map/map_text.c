/*
 * map_text.c - maps as text: the Moving AI map file (Sturtevant 2012)
 *
 *     type octile
 *     height H
 *     width W
 *     map
 *     ...H rows of W codes...
 *     ...a link per line, and layers (map_layers.h), if the caller takes links...
 *
 * The four lines of the header may be missing. Then the rows end at the first empty line,
 * at a link, or at the end. Lines end in LF or CRLF. The last line may lack its end, and
 * empty lines may precede the first line. As other readers do, this one accepts a
 * width before the height, and in the header tabs, more blanks, empty lines and upper case. It
 * also accepts blanks and empty lines at ends. A byte-order mark is skipped. No other
 * deviation is accepted.
 *
 * A map of "type octile-corner" has H rows of W heights of corners, which are skipped, and
 * then H rows of W codes. The last row and column belong to no cell. A small letter
 * marks a slope, and is read as its capital letter.
 */
#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/map/map_layers.h"

#include <string.h>

/* ---- lines ------------------------------------------------------------- */

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

/* The most blanks that are skipped at the end of a line, and empty lines in a header. */
#define MOST_BLANKS 1000

/* The length of a line without the blanks at its end, but at least `least`. */
static size_t
trimmed_length(const char *at, size_t length, size_t least)
{
	for (int i = 0; i < MOST_BLANKS && length > least && fr_is_blank(at[length - 1]); i++)
		length--;
	return length;
}

size_t
fr_map_row_length(const char *row, size_t length)
{
	return trimmed_length(row, length, length > 0);
}

static bool
is_blank_line(fr_span l)
{
	if (l.length > MOST_BLANKS)
		return false;
	for (size_t i = 0; i < l.length; i++)
		if (!fr_is_blank(l.at[i]))
			return false;
	return true;
}

/* The next line of a header that is not empty, without blanks around it. */
static fr_span
take_header_line(const char **next, const char *end)
{
	fr_span l = take_line(next, end);
	const char *first;

	for (int i = 0; i < MOST_BLANKS && is_blank_line(l) && *next < end; i++)
		l = take_line(next, end);
	first = fr_skip_blanks(l.at, fr_span_end(l));
	l = (fr_span){first, l.length - (size_t) (first - l.at)};
	l.length = trimmed_length(l.at, l.length, 0);
	return l;
}

/* Splits "WORD value", where blanks or tabs separate the two. */
static bool
split_header(fr_span l, const char *word, fr_span *value)
{
	size_t skip = strlen(word);

	if (l.length < skip + 2 || !fr_is_blank(l.at[skip]) ||
		!fr_span_is_any_case((fr_span){l.at, skip}, word))
		return false;
	while (skip < l.length && fr_is_blank(l.at[skip]))
		skip++;
	*value = (fr_span){l.at + skip, l.length - skip};
	return true;
}

/* Parses "WORD n". A number that overflows becomes another that is out of range. */
static bool
line_number(fr_span l, const char *word, fr_span *digits, int64_t *number)
{
	if (!split_header(l, word, digits))
		return false;
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

/* ---- what somebody may have meant -------------------------------------------- */

void
fr_map_note_blanks(fr_map_blanks *blanks, const char *row, size_t length)
{
	size_t front = 0;

	length = trimmed_length(row, length, 0);
	if (length == 0)
		return;
	while (front < length && fr_is_blank(row[front]))
		front++;
	if (front < blanks->indent)
		blanks->indent = front;
	if (front > blanks->deepest)
		blanks->deepest = front;
	for (size_t i = front; i < length; i++)
		blanks->inside |= fr_is_blank(row[i]);
}

void
fr_map_tell_blanks(const fr_map_blanks *blanks, fr_error *error)
{
	bool any = blanks->indent != SIZE_MAX;

	error->wanted = any ? (int64_t) blanks->indent : 0;
	error->choices[0] =
		any && (blanks->inside || blanks->deepest > blanks->indent || blanks->indent == 0)
			? "blanks"
			: NULL;
}

bool
fr_map_has_escape(const char *row, size_t length, bool at_end)
{
	length = trimmed_length(row, length, 0);
	for (size_t i = at_end && length > 2 ? length - 2 : 0; i + 1 < length; i++)
		if (row[i] == '\\' && row[i + 1] == 'n')
			return true;
	return false;
}

/* As many rows, and as many bytes of each, tell how a text is indented. */
#define NOTED_ROWS 1000

/* Notes the blanks of the first rows from here on, which end at an empty line. */
static void
tell_blanks_from(const char *next, const char *end, fr_error *error)
{
	fr_map_blanks blanks = FR_NO_BLANKS;

	for (int i = 0; i < NOTED_ROWS && next < end; i++)
	{
		fr_span l = take_line(&next, end);

		fr_map_note_blanks(&blanks, l.at, l.length < NOTED_ROWS ? l.length : NOTED_ROWS);
	}
	fr_map_tell_blanks(&blanks, error);
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

/*
 * Is a single row a map? It may be a name, a number, a model, a path or a list by
 * mistake.
 */
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
		l.length = trimmed_length(l.at, l.length, first.length);
		if (is_blank_line(l) || is_link(l) || fr_layer_is_line(l.at, l.length))
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

/* The width and the height, in either order. */
static fr_status
parse_sides(const char **next, const char *end, fr_map_text *header, fr_error *error)
{
	fr_span first = take_header_line(next, end);
	fr_span value;
	bool width = split_header(first, "width", &value);
	fr_span second;

	if (parse_side(first, width ? "width" : "height", 2,
				   width ? &header->width : &header->height, error))
		return error->status;
	second = take_header_line(next, end);
	return parse_side(second, width ? "height" : "width", 3,
					  width ? &header->height : &header->width, error);
}

/*
 * Skips a height by width table of the heights of corners. The map has the cells between
 * corners, one fewer in each direction.
 */
static fr_status
skip_corners(const char **next, const char *end, fr_map_text *header, fr_error *error)
{
	for (uint32_t y = 0; y < header->height; y++)
	{
		if (*next == end)
			return fr_fail(error, FR_MAP_ROWS, .found = y, .wanted = header->height);
		take_line(next, end);
	}
	header->width--;
	header->height--;
	return FR_OK;
}

fr_status
fr_map_parse_header(const char *text, size_t length, fr_map_text *header, fr_error *error)
{
	const char *next = fr_skip_mark(text, length);
	const char *begin = next;
	const char *end = text + length;
	fr_span l = take_line(&next, end);
	fr_span first;
	fr_span type;

	for (int i = 0; i < MOST_BLANKS && is_blank_line(l) && next < end; i++)
	{
		begin = next;
		l = take_line(&next, end);
	}
	l.length = fr_map_row_length(l.at, l.length);

	if (l.length > 0 && !memchr(l.at, ' ', l.length) && !memchr(l.at, '\t', l.length) &&
		!fr_span_is(l, "map") && !is_link(l))
	{
		size_t height = count_rows(l, next, end);

		if (l.length > FR_MAX_SIDE ||
			(!is_separated(l) && (height > 1 || is_single_row(l))))
			return take_size(begin, l.length, height, header, error);
	}
	first = l;
	if (fr_map_has_escape(first.at, first.length, false))
		return fr_fail(error, FR_MAP_ESCAPE, .row = 0);
	next = begin;
	l = take_header_line(&next, end);
	if (!split_header(l, "type", &type) ||
		(!fr_span_is_any_case(type, "octile") && !fr_span_is_any_case(type, "tile") &&
		 !fr_span_is_any_case(type, "octile-corner")))
	{
		fr_status status = fr_fail(error, FR_MAP_HEADER, .row = 1, .what = "type octile",
								   .at = first.at, .length = first.length);

		tell_blanks_from(begin, end, error);
		return status;
	}
	*header = (fr_map_text){.corners = fr_span_is_any_case(type, "octile-corner"),
							.headed = true};
	if (parse_sides(&next, end, header, error))
		return error->status;
	l = take_header_line(&next, end);
	if (!fr_span_is_any_case(l, "map"))
		return fr_fail(error, FR_MAP_HEADER, .row = 4, .what = "map", .at = l.at,
					   .length = l.length);
	if (fr_map_size(header->width, header->height, error) ||
		(header->corners && skip_corners(&next, end, header, error)))
		return error->status;
	header->rows = next;
	return fr_map_size(header->width, header->height, error);
}

static void
raise_letters(uint8_t *codes, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (codes[i] >= 'a' && codes[i] <= 'z')
			codes[i] -= 'a' - 'A';
}

/*
 * Are all bytes codes?  Without carries between bytes, adding 1 sets the highest bit of
 * 127, and subtracting 33 that of smaller bytes.  The lowest byte that is no code gets no
 * carry.
 */
static bool
are_codes(const char *row, size_t count)
{
	fr_words strange = {0};
	size_t i = 0;

	for (; i + 16 <= count; i += 16)
	{
		fr_words here = (fr_words) fr_bytes_at((const uint8_t *) row + i);

		strange |= here | (here + UINT64_C(0x0101010101010101)) |
				   (here - UINT64_C(0x2121212121212121));
	}
	if ((strange[0] | strange[1]) & UINT64_C(0x8080808080808080))
		return false;
	for (; i < count; i++)
		if (!fr_is_code((uint8_t) row[i]))
			return false;
	return true;
}

static fr_status
check_codes(const char *row, size_t count, uint32_t y, fr_error *error)
{
	if (are_codes(row, count))
		return FR_OK;
	for (size_t x = 0; x < count; x++)
		if (!fr_is_code((uint8_t) row[x]))
			return fr_fail(error, FR_MAP_CODE, .row = y, .column = (int64_t) x,
						   .found = (uint8_t) row[x]);
	return FR_OK;
}

fr_status
fr_map_copy_row(const char *row, size_t length, uint32_t width, uint32_t y,
				uint8_t *codes, fr_error *error)
{
	if (check_codes(row, length < width ? length : width, y, error))
		return error->status;
	length = trimmed_length(row, length, width);
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
		if (!is_blank_line(l))
			return fr_fail(error, FR_MAP_TRAILING, .wanted = height, .at = l.at,
						   .length = l.length);
	}
	return FR_OK;
}

size_t
fr_map_parse_room(const fr_map_text *header, size_t length)
{
	size_t cells = (size_t) header->width * header->height;

	return cells < length ? cells : length;
}

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
		if (header->corners)
		{
			l.length = trimmed_length(l.at, l.length, header->width + 1);
			if (l.length != header->width + 1)
				return fr_fail(error, FR_MAP_ROW, .row = y, .found = (int64_t) l.length,
							   .wanted = header->width + 1, .what = "corners");
			l.length--;
		}
		if (fr_map_copy_row(l.at, l.length, header->width, y,
							codes + (size_t) y * header->width, error))
		{
			error->what = header->corners ? "corners" : header->headed ? "file" : "text";
			if (error->status == FR_MAP_CODE)
				tell_blanks_from(header->rows, end, error);
			return error->status;
		}
		if (header->corners)
			raise_letters(codes + (size_t) y * header->width, header->width);
	}
	if (header->corners)
		take_line(&next, end);
	header->links = next;
	return header->takes_links ? FR_OK
							   : check_trailing(next, end, header->height, poll, error);
}

bool
fr_map_next_link(const char *text, size_t length, fr_map_text *header, fr_link *link,
				 fr_error *error)
{
	const char *end = text + length;
	const fr_cell *ends[] = {&link->from, &link->to};

	error->status = FR_OK;
	while (header->links < end)
	{
		const char *begin = header->links;
		fr_span l = take_line(&header->links, end);

		if (is_blank_line(l))
			continue;
		if (fr_layer_is_line(l.at, l.length))
		{
			header->links = begin;
			return false;
		}
		if (*l.at != '(') /* only links and layers may follow the rows */
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

/* ---- layers ------------------------------------------------------------- */

bool
fr_map_next_layer(const char *text, size_t length, fr_map_text *header, fr_layer *layer,
				  fr_error *error)
{
	const char *end = text + length;

	error->status = FR_OK;
	while (header->links < end)
	{
		fr_span l = take_line(&header->links, end);

		if (!is_blank_line(l))
			return fr_layer_is_line(l.at, l.length)
					   ? fr_layer_parse_line(l.at, l.length, layer, error) == FR_OK
					   : fr_fail(error, FR_MAP_TRAILING, .wanted = header->height,
								 .at = l.at, .length = l.length) == FR_OK;
	}
	return false;
}

/* Each number takes at least two bytes, the last one of a text one. */
size_t
fr_layer_parse_room(const fr_map_text *header, const char *text, size_t length)
{
	size_t left = (size_t) (text + length - header->links);

	return fr_min_size((size_t) header->width * header->height, left / 2 + 1);
}

fr_status
fr_map_parse_layer(const char *text, size_t length, fr_map_text *header,
				   const fr_layer *layer, uint32_t *stored, const fr_poll *poll,
				   fr_error *error)
{
	const char *end = text + length;

	for (uint32_t y = 0; y < header->height; y++)
	{
		fr_span l;

		if (header->links == end)
			return fr_fail(error, FR_LAYER_ROWS, .found = y, .wanted = header->height);
		fr_poll_now(poll);
		l = take_line(&header->links, end);
		if (fr_layer_parse_row(l.at, l.length, header->width, y, layer,
							   stored + (size_t) y * header->width, error))
			return error->status;
	}
	return FR_OK;
}

/* ---- writing ----------------------------------------------------------- */

static char *
put_header(char *to, uint32_t width, uint32_t height)
{
	to = fr_put_number(fr_put_text(to, "type octile\nheight "), height);
	to = fr_put_number(fr_put_text(to, "\nwidth "), width);
	return fr_put_text(to, "\nmap\n");
}

size_t
fr_map_text_size(const fr_map *map)
{
	char header[64];

	return (size_t) (put_header(header, map->width, map->height) - header) +
		   ((size_t) map->width + 1) * map->height;
}

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
