/*
 * cell_arrays.c - arrays of cells as arguments and results, and arrays of cells or links from text
 */
#include "pg/types/types.h"

#include "access/tupmacs.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"

Size
fringe_count_nonnull(ArrayType *array)
{
	int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	const uint8 *known = ARR_NULLBITMAP(array);
	Size sum;

	if (!known)
		return count;
	sum = pg_popcount((const char *) known, count / 8);
	for (int i = count / 8 * 8; i < count; i++)
		sum += !att_isnull(i, known);
	return sum;
}

const int64 *
gridcell_elements(ArrayType *cells, int *count)
{
	if (array_contains_nulls(cells))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("cells of an array must not be null")));
	*count = ArrayGetNItems(ARR_NDIM(cells), ARR_DIMS(cells));
	return (const int64 *) ARR_DATA_PTR(cells);
}

const int64 *
gridcell_list(FunctionCallInfo fcinfo, int n, int *count)
{
	*count = 0;
	return PG_ARGISNULL(n) ? NULL : gridcell_elements(PG_GETARG_ARRAYTYPE_P(n), count);
}

bool
fringe_null_except_lists(FunctionCallInfo fcinfo, uint32 lists)
{
	for (int i = 0; i < PG_NARGS(); i++)
		if (PG_ARGISNULL(i) && !(lists >> i & 1))
			return true;
	return false;
}

static int
compare_cells(const void *a, const void *b, void *arg)
{
	uint32 x = *(const uint32 *) a;
	uint32 y = *(const uint32 *) b;

	return x < y ? -1 : x > y;
}

void
fringe_sort_indexes(uint32 *cells, int count)
{
	qsort_interruptible(cells, count, sizeof(uint32), compare_cells, NULL);
}

void
fringe_report_length(uint64 cells)
{
	ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
					errmsg("path is too long for one value"),
					errdetail("The path has %llu cells.", (unsigned long long) cells)));
}

static Size
array_bytes(uint64 count, Size each)
{
	return ARR_OVERHEAD_NONULLS(1) + count * each;
}

ArrayType *
fringe_array(uint64 count, Oid type, Size each)
{
	Size size = array_bytes(count, each);
	ArrayType *array = palloc(size);

	memset(array, 0, ARR_OVERHEAD_NONULLS(1));
	SET_VARSIZE(array, size);
	array->ndim = 1;
	array->elemtype = type;
	ARR_DIMS(array)[0] = (int) count;
	ARR_LBOUND(array)[0] = 1;
	return array;
}

ArrayType *
gridcell_array(uint64 count, Oid type, int64 **elements)
{
	ArrayType *array;

	if (array_bytes(count, sizeof(int64)) > MaxAllocSize)
		fringe_report_length(count);
	array = fringe_array(count, type, sizeof(int64));
	*elements = (int64 *) ARR_DATA_PTR(array);
	return array;
}

/* ---- lists from text -------------------------------------------------- */

/*
 * The casts have their own functions, because the input function of arrays is only STABLE.
 * The planner cannot compute a STABLE call in advance, and no index can have one.
 */

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

Datum
fringe_array_from_text(FunctionCallInfo fcinfo, int width, ReadElement *read)
{
	ArrayType *texts = PG_GETARG_ARRAYTYPE_P(0);
	Size known = fringe_count_nonnull(texts);
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

FRINGE_FUNCTION(gridcell_array_from_text)
{
	return fringe_array_from_text(fcinfo, sizeof(int64), read_cell);
}

/* ---- a literal that is one cell or an array of them --------------------- */

/* As the input function of arrays, which repeats all of a malformed literal in its message. */
static Datum
read_array(char *literal, Oid type)
{
	MemoryContext context = CurrentMemoryContext;
	Oid input;
	Oid element;
	Datum array;

	getTypeInputInfo(type, &input, &element);
	PG_TRY();
	{
		array = OidInputFunctionCall(input, literal, element, -1);
	}
	PG_CATCH();
	{
		ErrorData *error;

		MemoryContextSwitchTo(context);
		error = CopyErrorData();
		if (strstr(error->message, literal))
		{
			FlushErrorState();
			error->message = psprintf("malformed array of cells: %s",
									  fringe_quote(literal, strlen(literal)));
			ReThrowError(error);
		}
		PG_RE_THROW();
	}
	PG_END_TRY();
	return array;
}

FRINGE_FUNCTION(gridcell_array_from_literal)
{
	char *literal = text_to_cstring(PG_GETARG_TEXT_PP(0));
	Oid type = get_func_rettype(fcinfo->flinfo->fn_oid);
	ArrayType *array;
	int64 *cells;

	literal += strspn(literal, " \t\n\r\v\f");
	if (*literal == '{' || *literal == '[')
		return read_array(literal, type);
	array = gridcell_array(1, get_element_type(type), &cells);
	read_cell(literal, strlen(literal), (char *) cells);
	PG_RETURN_ARRAYTYPE_P(array);
}
