/*
 * gridcell.c - the type gridcell, lists of cells, and positions in a world
 */
#include "pg/types/types.h"

#include <math.h>

#include "access/htup_details.h"
#include "access/tupmacs.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "port/pg_bitutils.h"
#include "utils/array.h"
#include "utils/float.h"
#include "utils/geo_decls.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

PG_FUNCTION_INFO_V1(gridcell_in);
Datum
gridcell_in(PG_FUNCTION_ARGS)
{
	char *text = PG_GETARG_CSTRING(0);
	fr_cell cell;
	fr_error error;

	if (fr_cell_parse(text, strlen(text), &cell, &error))
	{
		fringe_report(&error, "gridcell", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_CELL(cell);
}

PG_FUNCTION_INFO_V1(gridcell_out);
Datum
gridcell_out(PG_FUNCTION_ARGS)
{
	char *text = palloc(FR_CELL_TEXT_MAX + 1);

	text[fr_cell_write(PG_GETARG_CELL(0), text)] = '\0';
	PG_RETURN_CSTRING(text);
}

PG_FUNCTION_INFO_V1(gridcell_recv);
Datum
gridcell_recv(PG_FUNCTION_ARGS)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int32 x = (int32) pq_getmsgint(buf, 4);
	int32 y = (int32) pq_getmsgint(buf, 4);

	PG_RETURN_CELL(((fr_cell){x, y}));
}

PG_FUNCTION_INFO_V1(gridcell_send);
Datum
gridcell_send(PG_FUNCTION_ARGS)
{
	fr_cell cell = PG_GETARG_CELL(0);
	StringInfoData buf;

	pq_begintypsend(&buf);
	pq_sendint32(&buf, (uint32) cell.x);
	pq_sendint32(&buf, (uint32) cell.y);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(gridcell_make);
Datum
gridcell_make(PG_FUNCTION_ARGS)
{
	PG_RETURN_CELL(((fr_cell){PG_GETARG_INT32(0), PG_GETARG_INT32(1)}));
}

PG_FUNCTION_INFO_V1(gridcell_x);
Datum
gridcell_x(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(PG_GETARG_CELL(0).x);
}

PG_FUNCTION_INFO_V1(gridcell_y);
Datum
gridcell_y(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(PG_GETARG_CELL(0).y);
}

PG_FUNCTION_INFO_V1(gridcell_to_point);
Datum
gridcell_to_point(PG_FUNCTION_ARGS)
{
	fr_cell cell = PG_GETARG_CELL(0);
	Point *point = palloc(sizeof(Point));

	point->x = cell.x;
	point->y = cell.y;
	PG_RETURN_POINT_P(point);
}

static bool
is_in_range(double value)
{
	return value >= PG_INT32_MIN && value <= PG_INT32_MAX;
}

static bool
is_coordinate(double value)
{
	return value == rint(value) && is_in_range(value);
}

static Datum
cell_of_point(const Point *point)
{
	if (!is_coordinate(point->x) || !is_coordinate(point->y))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("point (%g,%g) is not a cell", point->x, point->y),
			 errdetail("Both coordinates of a cell must be 32-bit integers."),
			 is_in_range(point->x) && is_in_range(point->y)
				 ? errhint(
					   "gridcell(x, y) rounds coordinates down: gridcell(p[0], p[1]) is the cell that point p is in.")
				 : 0));
	PG_RETURN_CELL(((fr_cell){(int32) point->x, (int32) point->y}));
}

PG_FUNCTION_INFO_V1(gridcell_from_point);
Datum
gridcell_from_point(PG_FUNCTION_ARGS)
{
	return cell_of_point(PG_GETARG_POINT_P(0));
}

/* ---- arithmetic ------------------------------------------------------- */

static Datum
cell_of_sums(bool overflows, fr_cell cell)
{
	if (overflows)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("gridcell out of range"),
				 errdetail("Both coordinates of a cell must be 32-bit integers.")));
	PG_RETURN_CELL(cell);
}

PG_FUNCTION_INFO_V1(gridcell_add);
Datum
gridcell_add(PG_FUNCTION_ARGS)
{
	fr_cell a = PG_GETARG_CELL(0);
	fr_cell b = PG_GETARG_CELL(1);
	bool overflows = pg_add_s32_overflow(a.x, b.x, &a.x);

	overflows |= pg_add_s32_overflow(a.y, b.y, &a.y);
	return cell_of_sums(overflows, a);
}

PG_FUNCTION_INFO_V1(gridcell_subtract);
Datum
gridcell_subtract(PG_FUNCTION_ARGS)
{
	fr_cell a = PG_GETARG_CELL(0);
	fr_cell b = PG_GETARG_CELL(1);
	bool overflows = pg_sub_s32_overflow(a.x, b.x, &a.x);

	overflows |= pg_sub_s32_overflow(a.y, b.y, &a.y);
	return cell_of_sums(overflows, a);
}

/* Equals point <-> point in every bit. */
PG_FUNCTION_INFO_V1(gridcell_distance);
Datum
gridcell_distance(PG_FUNCTION_ARGS)
{
	fr_cell a = PG_GETARG_CELL(0);
	fr_cell b = PG_GETARG_CELL(1);

	PG_RETURN_FLOAT8(FRINGE_HYPOT((double) a.x - b.x, (double) a.y - b.y));
}

/* ---- the aggregate gridcell_extent ------------------------------------ */

/*
 * The state is a box, because its coordinates hold 32-bit integers exactly and the server's
 * bound_box combines two boxes.
 */
PG_FUNCTION_INFO_V1(gridcell_extent_step);
Datum
gridcell_extent_step(PG_FUNCTION_ARGS)
{
	const BOX *state = PG_ARGISNULL(0) ? NULL : PG_GETARG_BOX_P(0);
	fr_cell cell;
	BOX *box;

	if (PG_ARGISNULL(1))
	{
		if (!state)
			PG_RETURN_NULL();
		PG_RETURN_DATUM(PG_GETARG_DATUM(0));
	}
	cell = PG_GETARG_CELL(1);
	box = palloc(sizeof(BOX));
	*box = state ? *state : (BOX){{cell.x, cell.y}, {cell.x, cell.y}};
	box->low = (Point){Min(box->low.x, cell.x), Min(box->low.y, cell.y)};
	box->high = (Point){Max(box->high.x, cell.x), Max(box->high.y, cell.y)};
	PG_RETURN_BOX_P(box);
}

PG_FUNCTION_INFO_V1(gridcell_extent_final);
Datum
gridcell_extent_final(PG_FUNCTION_ARGS)
{
	BOX *box = PG_GETARG_BOX_P(0);
	TupleDesc columns =
		lookup_rowtype_tupdesc(get_func_rettype(fcinfo->flinfo->fn_oid), -1);
	Datum corners[2] = {cell_of_point(&box->low), cell_of_point(&box->high)};
	bool nulls[2] = {false, false};
	HeapTuple row = heap_form_tuple(columns, corners, nulls);

	ReleaseTupleDesc(columns);
	PG_RETURN_DATUM(HeapTupleGetDatum(row));
}

/* ==== positions in a world ============================================= */

Geotransform
geotransform_arguments(FunctionCallInfo fcinfo, int first)
{
	bool origin = PG_NARGS() - first == 4; /* else the origin is (0,0) */
	int size = first + (origin ? 2 : 0);
	Geotransform geo = {.size = PG_GETARG_FLOAT8(size),
						.down = PG_GETARG_BOOL(size + 1) ? -1 : 1};

	if (origin)
		geo.origin = (Point){PG_GETARG_FLOAT8(first), PG_GETARG_FLOAT8(first + 1)};
	if (!isfinite(geo.origin.x) || !isfinite(geo.origin.y) || !isfinite(geo.size) ||
		geo.size <= 0)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid origin or cell_size"),
			 errdetail("The origin must be finite, and cell_size finite and above 0.")));
	return geo;
}

Point
geotransform_centre(const Geotransform *geo, fr_cell cell)
{
	Point centre = {geo->origin.x + (cell.x + 0.5) * geo->size,
					geo->origin.y + geo->down * (cell.y + 0.5) * geo->size};

	if (!isfinite(centre.x) || !isfinite(centre.y))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("coordinates of cell (%d,%d) are out of range", cell.x, cell.y)));
	return centre;
}

/* The cell that contains a position in units of cells. An edge belongs to the cell behind it. */
static fr_cell
cell_around(double x, double y)
{
	x = floor(x);
	y = floor(y);
	/* NaN is not in the range either */
	if (!(x >= PG_INT32_MIN && x <= PG_INT32_MAX && y >= PG_INT32_MIN &&
		  y <= PG_INT32_MAX))
		ereport(
			ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("position is out of range"),
			 errdetail(
				 "Its column is %s and its row %s; those of a cell are 32-bit integers.",
				 float8out_internal(x), float8out_internal(y))));
	return (fr_cell){(int32) x, (int32) y};
}

/* gridcell(x, y) */
PG_FUNCTION_INFO_V1(gridcell_from_position);
Datum
gridcell_from_position(PG_FUNCTION_ARGS)
{
	PG_RETURN_CELL(cell_around(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1)));
}

PG_FUNCTION_INFO_V1(gridcell_at);
Datum
gridcell_at(PG_FUNCTION_ARGS)
{
	Geotransform geo = geotransform_arguments(fcinfo, 2);

	PG_RETURN_CELL(
		cell_around((PG_GETARG_FLOAT8(0) - geo.origin.x) / geo.size,
					geo.down * (PG_GETARG_FLOAT8(1) - geo.origin.y) / geo.size));
}

PG_FUNCTION_INFO_V1(gridcell_position);
Datum
gridcell_position(PG_FUNCTION_ARGS)
{
	Geotransform geo = geotransform_arguments(fcinfo, 1);
	Point *centre = palloc(sizeof(Point));

	*centre = geotransform_centre(&geo, PG_GETARG_CELL(0));
	PG_RETURN_POINT_P(centre);
}

/* ---- arrays ----------------------------------------------------------- */

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

ArrayType *
gridcell_array(uint64 count, Oid type, int64 **elements)
{
	Size size = ARR_OVERHEAD_NONULLS(1) + count * sizeof(int64);
	ArrayType *array;

	if (size > MaxAllocSize)
		fringe_report_length(count);
	array = palloc(size);
	memset(array, 0, ARR_OVERHEAD_NONULLS(1));
	SET_VARSIZE(array, size);
	array->ndim = 1;
	array->elemtype = type;
	ARR_DIMS(array)[0] = (int) count;
	ARR_LBOUND(array)[0] = 1;
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

PG_FUNCTION_INFO_V1(gridcell_array_from_text);
Datum
gridcell_array_from_text(PG_FUNCTION_ARGS)
{
	return fringe_array_from_text(fcinfo, sizeof(int64), read_cell);
}
