/*
 * gridbusy.c - the type gridbusy: a cell that is taken for some ticks
 */
#include "pg/types/types.h"

#include "catalog/pg_type.h"
#include "common/hashfn.h"
#include "libpq/pqformat.h"
#include "utils/array.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

static Datum
busy_value(const fr_busy *busy)
{
	uint8 *value = palloc(FR_BUSY_BYTES);

	fr_busy_pack(busy, value);
	PG_RETURN_POINTER(value);
}

FRINGE_FUNCTION(gridbusy_in)
{
	char *text = PG_GETARG_CSTRING(0);
	fr_busy busy;
	fr_error error;

	fringe_poll_element();
	if (fr_busy_parse(text, strlen(text), &busy, &error))
	{
		fringe_report(&error, "gridbusy", fcinfo->context);
		PG_RETURN_NULL();
	}
	return busy_value(&busy);
}

FRINGE_FUNCTION(gridbusy_out)
{
	fr_busy busy = PG_GETARG_BUSY(0);
	char *text = palloc(FR_BUSY_TEXT_MAX + 1);

	fringe_poll_element();
	text[fr_busy_write(&busy, text)] = '\0';
	PG_RETURN_CSTRING(text);
}

/* Sends the bytes as they are: their order is fixed. */
FRINGE_FUNCTION(gridbusy_send)
{
	StringInfoData buf;

	fringe_poll_element();
	pq_begintypsend(&buf);
	pq_sendbytes(&buf, (const char *) PG_GETARG_POINTER(0), FR_BUSY_BYTES);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridbusy_recv)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	uint8 *busy = palloc(FR_BUSY_BYTES);

	fringe_poll_element();
	pq_copymsgbytes(buf, (char *) busy, FR_BUSY_BYTES);
	if (!fr_busy_check(busy))
		fringe_report_binary(&(fr_error){.what = "ticks"}, "gridbusy");
	PG_RETURN_POINTER(busy);
}

/* gridbusy(cell, first, until): without `until`, for ever */
FRINGE_FUNCTION(gridbusy_make)
{
	fr_busy busy = {.until = FR_FOR_EVER};

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	busy.cell = PG_GETARG_CELL(0);
	busy.first = PG_GETARG_INT32(1);
	if (!PG_ARGISNULL(2))
		busy.until = PG_GETARG_INT32(2);
	if (busy.first > FR_LAST_TICK || (!PG_ARGISNULL(2) && busy.until > FR_LAST_TICK))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("tick out of range"),
				 errdetail("The last tick is %d.", FR_LAST_TICK)));
	if (busy.first >= busy.until)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("interval of ticks is empty"),
				 errdetail("It begins in tick %d and ends before tick %d.", busy.first,
						   busy.until),
				 errhint("The last argument is the first tick in which the cell is free "
						 "again. Leave it out if the cell is taken for ever.")));
	return busy_value(&busy);
}

/* ---- parts ------------------------------------------------------------- */

FRINGE_FUNCTION(gridbusy_cell)
{
	PG_RETURN_CELL(PG_GETARG_BUSY(0).cell);
}

FRINGE_FUNCTION(gridbusy_first)
{
	PG_RETURN_INT32(PG_GETARG_BUSY(0).first);
}

/* NULL: there is no last tick. */
FRINGE_FUNCTION(gridbusy_last)
{
	fr_busy busy = PG_GETARG_BUSY(0);

	if (busy.until == FR_FOR_EVER)
		PG_RETURN_NULL();
	PG_RETURN_INT32(busy.until - 1);
}

FRINGE_FUNCTION(gridbusy_ticks)
{
	fr_busy busy = PG_GETARG_BUSY(0);
	RangeBound first = {Int32GetDatum(busy.first), false, true, true};
	RangeBound until = {Int32GetDatum(busy.until), busy.until == FR_FOR_EVER, false,
						false};

	PG_RETURN_RANGE_P(FRINGE_MAKE_RANGE(
		lookup_type_cache(INT4RANGEOID, TYPECACHE_RANGE_INFO), &first, &until));
}

/* ---- comparing -------------------------------------------------------- */

static int
compare_args(FunctionCallInfo fcinfo)
{
	fr_busy a = PG_GETARG_BUSY(0);
	fr_busy b = PG_GETARG_BUSY(1);

	return fr_busy_compare(&a, &b);
}

FRINGE_FUNCTION(gridbusy_cmp)
{
	PG_RETURN_INT32(compare_args(fcinfo));
}

#define COMPARISON(name, relation)                                                       \
	FRINGE_FUNCTION(name)                                                                \
	{                                                                                    \
		PG_RETURN_BOOL(compare_args(fcinfo) relation 0);                                 \
	}

COMPARISON(gridbusy_eq, ==)
COMPARISON(gridbusy_ne, !=)
COMPARISON(gridbusy_lt, <)
COMPARISON(gridbusy_le, <=)
COMPARISON(gridbusy_gt, >)
COMPARISON(gridbusy_ge, >=)

FRINGE_FUNCTION(gridbusy_hash)
{
	return hash_any((const uint8 *) PG_GETARG_POINTER(0), FR_BUSY_BYTES);
}

FRINGE_FUNCTION(gridbusy_hash_extended)
{
	return hash_any_extended((const uint8 *) PG_GETARG_POINTER(0), FR_BUSY_BYTES,
							 PG_GETARG_INT64(1));
}

/* ---- lists ------------------------------------------------------------ */

const uint8 *
gridbusy_list(FunctionCallInfo fcinfo, int n, int *count)
{
	ArrayType *list;

	*count = 0;
	if (PG_ARGISNULL(n))
		return NULL;
	list = PG_GETARG_ARRAYTYPE_P(n);
	if (array_contains_nulls(list))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("intervals of an array must not be null")));
	*count = ArrayGetNItems(ARR_NDIM(list), ARR_DIMS(list));
	return (const uint8 *) ARR_DATA_PTR(list);
}

static void
read_busy(const char *text, size_t length, char *to)
{
	fr_busy busy;
	fr_error error;

	if (fr_busy_parse(text, length, &busy, &error))
		fringe_report(&error, "gridbusy", NULL);
	fr_busy_pack(&busy, (uint8 *) to);
}

FRINGE_FUNCTION(gridbusy_array_from_text)
{
	return fringe_array_from_text(fcinfo, FR_BUSY_BYTES, read_busy);
}
