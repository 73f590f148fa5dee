/*
 * gridcell.c - the type gridcell, and positions in a world
 */
#include "pg/types/types.h"

#include <math.h>

#include "access/htup_details.h"
#include "common/int.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/float.h"
#include "utils/geo_decls.h"
#include "utils/lsyscache.h"
#include "utils/typcache.h"

FRINGE_FUNCTION(gridcell_in)
{
	char *text = PG_GETARG_CSTRING(0);
	fr_cell cell;
	fr_error error;

	fringe_poll_element();
	if (fr_cell_parse(text, strlen(text), &cell, &error))
	{
		fringe_report(&error, "gridcell", fcinfo->context);
		PG_RETURN_NULL();
	}
	PG_RETURN_CELL(cell);
}

FRINGE_FUNCTION(gridcell_out)
{
	char *text = palloc(FR_CELL_TEXT_MAX + 1);

	fringe_poll_element();
	text[fr_cell_write(PG_GETARG_CELL(0), text)] = '\0';
	PG_RETURN_CSTRING(text);
}

FRINGE_FUNCTION(gridcell_recv)
{
	StringInfo buf = (StringInfo) PG_GETARG_POINTER(0);
	int32 x = (int32) pq_getmsgint(buf, 4);
	int32 y = (int32) pq_getmsgint(buf, 4);

	fringe_poll_element();
	PG_RETURN_CELL(((fr_cell){x, y}));
}

FRINGE_FUNCTION(gridcell_send)
{
	fr_cell cell = PG_GETARG_CELL(0);
	StringInfoData buf;

	fringe_poll_element();
	pq_begintypsend(&buf);
	pq_sendint32(&buf, (uint32) cell.x);
	pq_sendint32(&buf, (uint32) cell.y);
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridcell_make)
{
	PG_RETURN_CELL(((fr_cell){PG_GETARG_INT32(0), PG_GETARG_INT32(1)}));
}

FRINGE_FUNCTION(gridcell_x)
{
	PG_RETURN_INT32(PG_GETARG_CELL(0).x);
}

FRINGE_FUNCTION(gridcell_y)
{
	PG_RETURN_INT32(PG_GETARG_CELL(0).y);
}

FRINGE_FUNCTION(gridcell_to_point)
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

FRINGE_FUNCTION(gridcell_from_point)
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

FRINGE_FUNCTION(gridcell_add)
{
	fr_cell a = PG_GETARG_CELL(0);
	fr_cell b = PG_GETARG_CELL(1);
	bool overflows = pg_add_s32_overflow(a.x, b.x, &a.x);

	overflows |= pg_add_s32_overflow(a.y, b.y, &a.y);
	return cell_of_sums(overflows, a);
}

FRINGE_FUNCTION(gridcell_subtract)
{
	fr_cell a = PG_GETARG_CELL(0);
	fr_cell b = PG_GETARG_CELL(1);
	bool overflows = pg_sub_s32_overflow(a.x, b.x, &a.x);

	overflows |= pg_sub_s32_overflow(a.y, b.y, &a.y);
	return cell_of_sums(overflows, a);
}

/* Equals point <-> point in every bit. */
FRINGE_FUNCTION(gridcell_distance)
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
FRINGE_FUNCTION(gridcell_extent_step)
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

FRINGE_FUNCTION(gridcell_extent_final)
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

/* ---- positions in a world --------------------------------------------- */

Geotransform
geotransform_arguments(FunctionCallInfo fcinfo, int first)
{
	int last = PG_NARGS() - 1;
	bool origin = last - first >= 3; /* else the origin is (0,0) */
	int size = first + (origin ? 2 : 0);
	Geotransform geo = {.width = PG_GETARG_FLOAT8(size),
						.height = PG_GETARG_FLOAT8(last - 1), /* cell_size is both */
						.down = PG_GETARG_BOOL(last) ? -1 : 1};

	if (origin)
		geo.origin = (Point){PG_GETARG_FLOAT8(first), PG_GETARG_FLOAT8(first + 1)};
	geotransform_check(&geo);
	return geo;
}

void
geotransform_check(const Geotransform *geo)
{
	if (!isfinite(geo->origin.x) || !isfinite(geo->origin.y) || !isfinite(geo->width) ||
		!isfinite(geo->height) || geo->width <= 0 || geo->height <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid origin or size of cells"),
						errdetail("The origin must be finite, and the size of cells "
								  "finite and above 0.")));
}

Point
geotransform_centre(const Geotransform *geo, fr_cell cell)
{
	Point centre = {geo->origin.x + (cell.x + 0.5) * geo->width,
					geo->origin.y + geo->down * (cell.y + 0.5) * geo->height};

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

/* gridcell(x float8, y float8): the cell that contains the position */
FRINGE_FUNCTION(gridcell_from_position)
{
	PG_RETURN_CELL(cell_around(PG_GETARG_FLOAT8(0), PG_GETARG_FLOAT8(1)));
}

FRINGE_FUNCTION(gridcell_at)
{
	Geotransform geo = geotransform_arguments(fcinfo, 2);

	PG_RETURN_CELL(
		cell_around((PG_GETARG_FLOAT8(0) - geo.origin.x) / geo.width,
					geo.down * (PG_GETARG_FLOAT8(1) - geo.origin.y) / geo.height));
}

FRINGE_FUNCTION(gridcell_position)
{
	Geotransform geo = geotransform_arguments(fcinfo, 1);
	Point *centre = palloc(sizeof(Point));

	*centre = geotransform_centre(&geo, PG_GETARG_CELL(0));
	PG_RETURN_POINT_P(centre);
}
