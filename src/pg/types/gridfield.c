/*
 * gridfield.c - the type gridfield
 *
 * A field is stored as a map is, so the functions that send, compare and hash maps serve it too.
 * Its text is \x and hexadecimal digits.
 */
#include "pg/types/types.h"

#include <ctype.h>

#include "miscadmin.h"
#include "utils/builtins.h"

Gridfield *
gridfield_allocate(Size size)
{
	fringe_check_memory(offsetof(Gridfield, packed) + size);
	return gridmap_allocate(size);
}

uint64 *
gridfield_alloc_costs(const Gridfield *field, const fr_field *opened)
{
	Size size = (Size) opened->terrain.width * opened->terrain.height * sizeof(uint64);

	fringe_check_memory(VARSIZE(field) + size);
	return fringe_alloc_huge(size);
}

/* Checks untrusted bytes and seals them if they are a field. */
static bool
accept_field(Gridfield *field, fr_error *error)
{
	fr_field opened;
	uint64 *costs;

	if (fr_field_open(field->packed, GRIDMAP_PACKED_SIZE(field), &opened, &fringe_poll,
					  error))
		return false;
	costs = gridfield_alloc_costs(field, &opened);
	if (fr_field_costs(&opened, costs, &fringe_poll, error))
		return false;
	pfree(costs);
	gridmap_seal(field);
	return true;
}

/* ---- in and out ------------------------------------------------------- */

#define HEX_PIECE ((Size) 0x40000) /* digits between two polls */

/* The end of the next piece, which has whole pairs of digits. hex_decode skips blanks between pairs. */
static Size
hex_piece_end(const char *digits, Size at, Size count)
{
	Size end = Min(at + HEX_PIECE, count);
	bool odd = false;

	for (; at < end; at++)
		odd ^= isxdigit((unsigned char) digits[at]) != 0;
	return odd && end < count ? end + 1 : end;
}

Gridmap *
gridfield_from_hex(const char *text, const char *type, Node *escontext)
{
	Size digits = strlen(text);
	Gridmap *value;
	Size size = 0;

	if (strncmp(text, "\\x", 2) != 0)
		errsave(escontext, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
							errmsg("invalid input syntax for type %s", type),
							errdetail("Expected \\x and hexadecimal digits.")));
	if (SOFT_ERROR_OCCURRED(escontext))
		return NULL;
	text += 2;
	digits -= 2;
	value = gridmap_allocate(digits / 2);
	for (Size at = 0, end; at < digits; at = end)
	{
		CHECK_FOR_INTERRUPTS();
		end = hex_piece_end(text, at, digits);
		size += FRINGE_HEX_DECODE(text + at, end - at, (char *) value->packed + size,
								  escontext);
		if (SOFT_ERROR_OCCURRED(escontext))
			return NULL;
	}
	SET_VARSIZE(value, offsetof(Gridmap, packed) + size);
	return value;
}

FRINGE_FUNCTION(gridfield_in)
{
	const char *text = PG_GETARG_CSTRING(0);
	Gridfield *field;
	fr_error error;

	fringe_check_memory(strlen(text) / 2);
	field = gridfield_from_hex(text, "gridfield", fcinfo->context);
	if (field == NULL)
		PG_RETURN_NULL();
	if (!accept_field(field, &error))
	{
		fringe_report(&error, "gridfield", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_POINTER(field);
}

/* Serves indexes too. The text does not depend on bytea_output, so a cast can be IMMUTABLE. */
FRINGE_FUNCTION(gridfield_out)
{
	Gridmap *value = PG_GETARG_GRIDMAP(0);
	Size size = GRIDMAP_PACKED_SIZE(value);
	char *text = palloc(2 + 2 * size + 1);
	char *end = text + 2;

	memcpy(text, "\\x", 2);
	for (Size at = 0; at < size; at += HEX_PIECE / 2)
	{
		CHECK_FOR_INTERRUPTS();
		end += hex_encode((const char *) value->packed + at,
						  Min(HEX_PIECE / 2, size - at), end);
	}
	*end = '\0';
	PG_RETURN_CSTRING(text);
}

FRINGE_FUNCTION(gridfield_recv)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	Gridfield *field;
	fr_error error;

	fringe_check_memory(buf->len - buf->cursor);
	field = gridmap_received(buf);
	if (!accept_field(field, &error))
		fringe_report_binary(&error, "gridfield");
	PG_RETURN_POINTER(field);
}
