/*
 * field.c - the type gridfield: input and output
 *
 * The packed form is drawn in core/field/field.c. The digest, width and height are
 * stored where a gridmap has them, so the functions that compare and hash maps serve
 * fields too.
 */
#include "pg/types/types.h"

#include "libpq/pqformat.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"

/* A field whose packed form is yet to be written. */
Gridfield *
gridfield_allocate(Size size)
{
	Gridfield *field;

	fringe_check_memory(offsetof(Gridfield, packed) + size);
	field = palloc(offsetof(Gridfield, packed) + size);
	SET_VARSIZE(field, offsetof(Gridfield, packed) + size);
	return field;
}

/* Sets the digest of a field whose packed form is complete. */
void
gridfield_seal(Gridfield *field)
{
	fringe_digest(field->packed, GRIDFIELD_PACKED_SIZE(field), &field->digest);
}

/* Memory for the costs of all cells of a field that was opened. */
uint64 *
gridfield_alloc_costs(const Gridfield *field, const fr_field *opened)
{
	Size size = (Size) opened->terrain.width * opened->terrain.height * sizeof(uint64);

	fringe_check_memory(VARSIZE(field) + size);
	return fringe_alloc_huge(size);
}

/* Are the packed bytes, which are untrusted, those of a field? Then it is complete. */
static bool
accept_field(Gridfield *field, fr_error *error)
{
	fr_field opened;
	uint64 *costs;

	if (fr_field_open(field->packed, GRIDFIELD_PACKED_SIZE(field), &opened, &fringe_poll,
					  error))
		return false;
	costs = gridfield_alloc_costs(field, &opened);
	if (fr_field_costs(&opened, costs, &fringe_poll, error))
		return false;
	pfree(costs);
	gridfield_seal(field);
	return true;
}

/* ---- in and out -------------------------------------------------------- */

PG_FUNCTION_INFO_V1(gridfield_in);
Datum
gridfield_in(PG_FUNCTION_ARGS)
{
	const char *text = PG_GETARG_CSTRING(0);
	Gridfield *field = gridfield_allocate(fringe_hex_size(text));
	fr_error error;

	if (!fringe_hex_decode(text, "gridfield", field->packed, fcinfo->context))
		PG_RETURN_NULL();
	if (!accept_field(field, &error))
	{
		fringe_report(&error, "gridfield", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_POINTER(field);
}

/* The packed form as a bytea. */
PG_FUNCTION_INFO_V1(gridfield_send);
Datum
gridfield_send(PG_FUNCTION_ARGS)
{
	Gridfield *field = PG_GETARG_GRIDFIELD(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) field->packed, GRIDFIELD_PACKED_SIZE(field));
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(gridfield_out);
Datum
gridfield_out(PG_FUNCTION_ARGS)
{
	Gridfield *field = PG_GETARG_GRIDFIELD(0);

	PG_RETURN_CSTRING(fringe_hex_encode(field->packed, GRIDFIELD_PACKED_SIZE(field)));
}

PG_FUNCTION_INFO_V1(gridfield_recv);
Datum
gridfield_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int size = buf->len - buf->cursor;
	fr_error error;
	Gridfield *field = gridfield_allocate(size);

	pq_copymsgbytes(buf, (char *) field->packed, size);
	if (!accept_field(field, &error))
		fringe_report_binary(&error, "gridfield");
	PG_RETURN_POINTER(field);
}
