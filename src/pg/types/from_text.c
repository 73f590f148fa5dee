/*
 * from_text.c - casts from arrays of text to lists of cells and links
 *
 * The casts have their own functions, because the input function of arrays is only STABLE.
 * The planner cannot compute a STABLE call in advance, and no index can have one.
 */
#include "pg/types/types.h"

#include "access/tupmacs.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

/* Reads a text into the bytes of an element; fails if it is none. */
typedef void read_element(const char *text, size_t length, char *to);

static void
read_cell(const char *text, size_t length, char *to)
{
	fr_cell cell;
	fr_error error;
	int64 value;

	if (fr_cell_parse(text, length, &cell, &error))
		fringe_report(&error, "gridcell", NULL);
	value = DatumGetInt64(CellGetDatum(cell));
	memcpy(to, &value, sizeof value);
}

static void
read_link(const char *text, size_t length, char *to)
{
	fr_link link;
	fr_error error;

	if (fr_link_parse(text, length, &link, &error))
		fringe_report(&error, "gridlink", NULL);
	fr_link_pack(&link, (uint8 *) to);
}

/* An array for `known` elements of `width` bytes, with the dimensions and NULLs of another. */
static ArrayType *
array_like(ArrayType *other, Oid type, Size known, int width)
{
	int dimensions = ARR_NDIM(other);
	Size count = ArrayGetNItems(dimensions, ARR_DIMS(other));
	Size begin = ARR_HASNULL(other) ? ARR_OVERHEAD_WITHNULLS(dimensions, count)
									: ARR_OVERHEAD_NONULLS(dimensions);
	ArrayType *array;

	if (begin + known * width > MaxAllocSize)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("array is too large for one value"),
						errdetail("The array has %zu elements.", known)));
	array = palloc(begin + known * width);
	memcpy(array, other, begin);
	SET_VARSIZE(array, begin + known * width);
	array->dataoffset = ARR_HASNULL(other) ? (int32) begin : 0;
	array->elemtype = type;
	return array;
}

static Datum
read_elements(FunctionCallInfo fcinfo, int width, read_element *read)
{
	ArrayType *texts = PG_GETARG_ARRAYTYPE_P(0);
	Size known = fringe_count_known(texts);
	ArrayType *array = array_like(
		texts, get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid)), known, width);
	char *from = ARR_DATA_PTR(texts);
	char *to = ARR_DATA_PTR(array);

	for (Size i = 0; i < known; i++, to += width)
	{
		CHECK_FOR_INTERRUPTS();
		read(VARDATA_ANY(from), VARSIZE_ANY_EXHDR(from), to);
		from = att_addlength_pointer(from, -1, from);
		from = (char *) att_align_nominal(from, TYPALIGN_INT);
	}
	PG_RETURN_ARRAYTYPE_P(array);
}

PG_FUNCTION_INFO_V1(gridcell_array_from_text);
Datum
gridcell_array_from_text(PG_FUNCTION_ARGS)
{
	return read_elements(fcinfo, sizeof(int64), read_cell);
}

PG_FUNCTION_INFO_V1(gridlink_array_from_text);
Datum
gridlink_array_from_text(PG_FUNCTION_ARGS)
{
	return read_elements(fcinfo, FR_LINK_BYTES, read_link);
}
