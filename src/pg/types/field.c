/*
 * field.c - the type gridfield: input and output
 *
 * Its text is that of a bytea with the packed form (drawn in core/field/field.c). The
 * digest, width and height are stored where a gridmap has them, so the functions that
 * compare and hash maps serve fields too.
 */
#include "pg/fringe.h"

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

/* Memory for the costs of all cells of an opened field. */
uint64 *
gridfield_alloc_costs(const fr_field *field)
{
	Size size = (Size) field->terrain.width * field->terrain.height * sizeof(uint64);

	fringe_check_memory(size);
	return fringe_alloc_huge(size);
}

/* A field of untrusted bytes: NULL, and *error is set, unless all of them are right. */
static Gridfield *
accept_field(const char *bytes, Size size, fr_error *error)
{
	Gridfield *field = gridfield_allocate(size);
	fr_field opened;
	uint64 *costs;

	memcpy(field->packed, bytes, size);
	if (fr_field_open(field->packed, size, &opened, error))
		return NULL;
	costs = gridfield_alloc_costs(&opened);
	if (fr_field_costs(&opened, costs, &fringe_poll, error))
		return NULL;
	pfree(costs);
	gridfield_seal(field);
	return field;
}

/* ---- in and out -------------------------------------------------------- */

PG_FUNCTION_INFO_V1(gridfield_in);
Datum
gridfield_in(PG_FUNCTION_ARGS)
{
	Datum decoded = byteain(fcinfo);
	bytea *bytes = (bytea *) DatumGetPointer(decoded);
	Gridfield *field;
	fr_error error;

	if (SOFT_ERROR_OCCURRED(fcinfo->context))
		PG_RETURN_NULL();
	field = accept_field(VARDATA(bytes), VARSIZE(bytes) - VARHDRSZ, &error);
	if (field == NULL)
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
	return DirectFunctionCall1(byteaout, gridfield_send(fcinfo));
}

PG_FUNCTION_INFO_V1(gridfield_recv);
Datum
gridfield_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int size = buf->len - buf->cursor;
	fr_error error;
	Gridfield *field = accept_field(pq_getmsgbytes(buf, size), size, &error);

	if (field == NULL)
		fringe_report_binary(&error, "gridfield");
	PG_RETURN_POINTER(field);
}
