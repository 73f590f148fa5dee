/*
 * map_link.c - links between cells of a map, as text and as bytes
 *
 *     FROM > TO   or   FROM <> TO   both ways
 *     FROM > TO = COST : CODE       cost 1 and code none are left out
 *
 * COST is a decimal, sqrt2, or a decimal times sqrt2. Examples are (3,4)>(40,4)=2:k and
 * (3,4)>(4,5)=1.5*sqrt2.
 */
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/cell.h"
#include "core/base/text.h"
#include "core/map/map.h"

#define COST_DIGITS UINT64_C(1000000000000000000) /* more than any cost has */

/* ---- text in ----------------------------------------------------------- */

/* Takes the cell at one end of a link. Its map may be of any size. */
static fr_status
take_end(const char **next, const char *end, fr_cell *cell, fr_error *error)
{
	const char *at = *next;

	if (!fr_cell_take(next, end, cell) || (uint32_t) cell->x >= FR_MAX_SIDE ||
		(uint32_t) cell->y >= FR_MAX_SIDE)
		return fr_fail_syntax("a cell, from (0,0) to (65534,65534)", at, end, error);
	return FR_OK;
}

fr_status
fr_link_cost(const char *text, size_t length, fr_decimal *cost, fr_error *error)
{
	return fr_span_amount((fr_span){text, length}, cost, error);
}

static fr_span
without_end(fr_span span, size_t bytes)
{
	span.length -= bytes;
	while (span.length > 0 && fr_is_blank(span.at[span.length - 1]))
		span.length--;
	return span;
}

/* If a cost is sqrt2, F*sqrt2 or F sqrt2, makes it its factor F, which may be empty. */
static bool
take_factor(fr_span *span)
{
	const size_t length = sizeof "sqrt2" - 1;

	if (span->length < length ||
		memcmp(fr_span_end(*span) - length, "sqrt2", length) != 0)
		return false;
	*span = without_end(*span, length);
	if (span->length > 1 && span->at[span->length - 1] == '*')
		*span = without_end(*span, 1);
	return true;
}

/* Takes the cost: the text up to `:CODE`, or to the end, without the blanks around it. */
static fr_status
take_cost(const char **next, const char *end, fr_link *link, fr_error *error)
{
	const char *at = fr_skip_blanks(*next, end);
	const char *colon = memchr(at, ':', (size_t) (end - at));
	fr_span whole;
	fr_span factor;

	*next = colon ? colon : end;
	factor = whole = without_end((fr_span){at, (size_t) (*next - at)}, 0);
	link->root2 = take_factor(&factor);
	if (link->root2 && factor.length == 0)
		return FR_OK;
	if (fr_link_cost(factor.at, factor.length, &link->cost, error))
		return fr_fail_span(error->status, error->what, whole, error);
	link->root2 &= link->cost.digits > 0;
	return FR_OK;
}

static fr_status
take_code(const char **next, const char *end, uint8_t *code, fr_error *error)
{
	const char *at = *next;

	if (at == end || !fr_is_code((uint8_t) *at))
		return fr_fail_syntax("a code, one printable ASCII character", at, end, error);
	*code = (uint8_t) *at;
	*next = at + 1;
	return FR_OK;
}

fr_status
fr_link_set(fr_link *link, fr_cell from, fr_cell to, fr_error *error)
{
	bool swap = link->both && (from.y > to.y || (from.y == to.y && from.x > to.x));

	link->from = swap ? to : from;
	link->to = swap ? from : to;
	if (from.x == to.x && from.y == to.y)
		return fr_fail(error, FR_LINK_ENDS, .row = from.y, .column = from.x);
	return FR_OK;
}

fr_status
fr_link_parse(const char *text, size_t length, fr_link *link, fr_error *error)
{
	const char *next = text;
	const char *end = text + length;
	fr_cell from;
	fr_cell to;

	*link = (fr_link){.cost = fr_decimal_one};
	if (take_end(&next, end, &from, error))
		return error->status;
	link->both = fr_take_char(&next, end, '<');
	if (!fr_take_char(&next, end, '>'))
		return fr_fail_syntax(link->both ? ">" : "> or <>", fr_skip_blanks(next, end),
							  end, error);
	if (take_end(&next, end, &to, error) ||
		(fr_take_char(&next, end, '=') && take_cost(&next, end, link, error)) ||
		(fr_take_char(&next, end, ':') && take_code(&next, end, &link->code, error)))
		return error->status;
	next = fr_skip_blanks(next, end);
	if (next != end)
		return fr_fail_syntax("the end", next, end, error);
	return fr_link_set(link, from, to, error);
}

/* ---- text out ---------------------------------------------------------- */

size_t
fr_link_write(const fr_link *link, char *text)
{
	char *to = text + fr_cell_write(link->from, text);

	to = fr_put_text(to, link->both ? "<>" : ">");
	to += fr_cell_write(link->to, to);
	if (link->root2 || !fr_decimal_equal(link->cost, fr_decimal_one))
		*to++ = '=';
	if (!fr_decimal_equal(link->cost, fr_decimal_one))
		to = fr_put_decimal(to, link->cost);
	if (link->root2)
		to = fr_put_text(to, fr_decimal_equal(link->cost, fr_decimal_one) ? "sqrt2"
																		  : "*sqrt2");
	if (link->code)
	{
		*to++ = ':';
		*to++ = (char) link->code;
	}
	return (size_t) (to - text);
}

/* ---- bytes -------------------------------------------------------------- */

void
fr_link_pack(const fr_link *link, uint8_t *bytes)
{
	fr_put16(bytes, 0, (uint16_t) link->from.x);
	fr_put16(bytes, 1, (uint16_t) link->from.y);
	fr_put16(bytes, 2, (uint16_t) link->to.x);
	fr_put16(bytes, 3, (uint16_t) link->to.y);
	fr_put64(bytes, 1, link->cost.digits);
	bytes[16] = (uint8_t) link->cost.scale;
	bytes[17] = link->code;
	bytes[18] = link->both;
	bytes[19] = link->root2;
}

fr_link
fr_link_unpack(const uint8_t *bytes)
{
	return (fr_link){
		.from = {fr_get16(bytes, 0), fr_get16(bytes, 1)},
		.to = {fr_get16(bytes, 2), fr_get16(bytes, 3)},
		.cost = {fr_get64(bytes, 1) % COST_DIGITS, bytes[16] % (FR_DECIMAL_DIGITS + 1)},
		.code = bytes[17],
		.both = bytes[18] != 0,
		.root2 = bytes[19] != 0,
	};
}

/* Valid bytes stay the same if they are unpacked, written, parsed and packed. */
bool
fr_link_check(const uint8_t *bytes)
{
	fr_link link = fr_link_unpack(bytes);
	char text[FR_LINK_TEXT_MAX];
	uint8_t again[FR_LINK_BYTES];
	fr_error error;

	if ((link.code && !fr_is_code(link.code)) ||
		fr_link_parse(text, fr_link_write(&link, text), &link, &error))
		return false;
	fr_link_pack(&link, again);
	return memcmp(bytes, again, FR_LINK_BYTES) == 0;
}

/* ---- order -------------------------------------------------------------- */

static int
compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Cells are ordered by row, then by column. */
static uint64_t
cell_order(const uint8_t *cell)
{
	return (uint64_t) fr_get16(cell, 1) << 16 | fr_get16(cell, 0);
}

int
fr_link_compare(const uint8_t *a, const uint8_t *b)
{
	int order = compare_numbers(cell_order(a), cell_order(b));

	if (order == 0)
		order = compare_numbers(cell_order(a + 4), cell_order(b + 4));
	return order ? order : memcmp(a + 8, b + 8, FR_LINK_BYTES - 8);
}
