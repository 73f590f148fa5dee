/*
 * cell.c - cells as text, and the names of directions
 */
#include "core/base/cell.h"

#include "core/base/scan.h"

const char *const fr_direction_name[FR_DIRECTIONS] = {"N", "NE", "E", "SE",
													  "S", "SW", "W", "NW"};

/* The bracket that closes a cell which begins with this character; NUL: it has no brackets. */
static char
closing(char first, bool json)
{
	return first == '(' ? ')' : json && first == '[' ? ']' : '\0';
}

static bool
take_cell(const char **next, const char *end, bool json, fr_cell *cell)
{
	const char *at = fr_skip_blanks(*next, end);
	char close = at < end ? closing(*at, json) : '\0';
	int64_t x;
	int64_t y;

	at += close != '\0';
	if (!fr_take_integer(&at, end, &x))
		return false;
	at = fr_skip_blanks(at, end);
	if (at == end || *at++ != ',' || !fr_take_integer(&at, end, &y))
		return false;
	if (close != '\0')
	{
		at = fr_skip_blanks(at, end);
		if (at == end || *at++ != close)
			return false;
	}
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	*next = at;
	return true;
}

/* Parses "(x,y)" or "x,y" at *next; on failure *next does not move. */
bool
fr_cell_take(const char **next, const char *end, fr_cell *cell)
{
	return take_cell(next, end, false, cell);
}

/* Parses a text that is one cell, also as JSON has it: "[x,y]". */
fr_status
fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;

	if (!take_cell(&next, end, true, cell) || fr_skip_blanks(next, end) != end)
		return fr_fail_span(FR_SYNTAX, "a cell (x,y) of two 32-bit integers",
							(fr_span){text, length}, error);
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
