/*
 * ground.c - where cells and paths are in the coordinates of a world
 *
 * A world has its own origin, unit, and direction of y. All functions take them as the
 * same arguments: origin_x, origin_y, cell_size, y_up.
 */
#include "pg/types/types.h"

#include <math.h>

#include "lib/stringinfo.h"
#include "utils/float.h"
#include "utils/fmgrprotos.h"
#include "utils/geo_decls.h"

/* Where the upper-left corner of cell (0,0) is, and the length of a cell's side. */
typedef struct Ground
{
	Point origin;
	double size;
	double down; /* what y is multiplied by: 1, or -1 if it grows upwards */
} Ground;

/* The ground of arguments from `first` on: origin_x, origin_y, cell_size, y_up. */
static Ground
ground_arguments(FunctionCallInfo fcinfo, int first)
{
	Ground ground = {{PG_GETARG_FLOAT8(first), PG_GETARG_FLOAT8(first + 1)},
					 PG_GETARG_FLOAT8(first + 2),
					 PG_GETARG_BOOL(first + 3) ? -1 : 1};

	if (!isfinite(ground.origin.x) || !isfinite(ground.origin.y) ||
		!isfinite(ground.size) || ground.size <= 0)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid origin or cell_size"),
			 errdetail("The origin must be finite, and cell_size finite and above 0.")));
	return ground;
}

static Point
centre_of(const Ground *ground, fr_cell cell)
{
	Point centre = {ground->origin.x + (cell.x + 0.5) * ground->size,
					ground->origin.y + ground->down * (cell.y + 0.5) * ground->size};

	if (!isfinite(centre.x) || !isfinite(centre.y))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("coordinates of cell (%d,%d) are out of range", cell.x, cell.y)));
	return centre;
}

/* ---- cells ------------------------------------------------------------- */

/* The cell that a position is in, in units of cells: an edge belongs to the cell behind it. */
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
	Ground ground = ground_arguments(fcinfo, 2);

	PG_RETURN_CELL(
		cell_around((PG_GETARG_FLOAT8(0) - ground.origin.x) / ground.size,
					ground.down * (PG_GETARG_FLOAT8(1) - ground.origin.y) / ground.size));
}

PG_FUNCTION_INFO_V1(gridcell_position);
Datum
gridcell_position(PG_FUNCTION_ARGS)
{
	Ground ground = ground_arguments(fcinfo, 1);
	Point *centre = palloc(sizeof(Point));

	*centre = centre_of(&ground, PG_GETARG_CELL(0));
	PG_RETURN_POINT_P(centre);
}

/* ---- paths ------------------------------------------------------------- */

static void
append_centre(StringInfo json, const Ground *ground, fr_cell cell)
{
	Point centre = centre_of(ground, cell);

	appendStringInfo(json, "[%.15g,%.15g]", centre.x, centre.y);
}

/* A line has at least two positions. A path of one cell has its position twice. */
static void
append_corners(StringInfo json, const Ground *ground, const struct varlena *path)
{
	fr_path_reader reader = fr_path_open((const uint8 *) VARDATA_ANY(path),
										 VARSIZE_ANY_EXHDR(path), &fringe_poll);
	fr_cell cell = reader.start;
	fr_leg leg;
	bool more = fr_path_next(&reader, &leg);

	append_centre(json, ground, cell);
	do
	{
		if (more)
			cell = fr_leg_cell(cell, &leg, leg.moves);
		appendStringInfoChar(json, ',');
		append_centre(json, ground, cell);
	} while (more && (more = fr_path_next(&reader, &leg)));
}

#define CORNER_BYTES 500 /* that a corner takes while the server makes jsonb of text */

static uint64
count_corners(const struct varlena *path)
{
	fr_path_reader reader = fr_path_open((const uint8 *) VARDATA_ANY(path),
										 VARSIZE_ANY_EXHDR(path), &fringe_poll);
	fr_leg leg;
	uint64 corners = 2;

	while (fr_path_next(&reader, &leg))
		corners++;
	return corners;
}

PG_FUNCTION_INFO_V1(gridpath_to_geojson);
Datum
gridpath_to_geojson(PG_FUNCTION_ARGS)
{
	Ground ground = ground_arguments(fcinfo, 1);
	StringInfoData json;

	fringe_limit_memory("gridpath_to_geojson",
						count_corners(PG_GETARG_VARLENA_PP(0)) * CORNER_BYTES);
	initStringInfo(&json);
	appendStringInfoString(&json, "{\"type\":\"LineString\",\"coordinates\":[");
	append_corners(&json, &ground, PG_GETARG_VARLENA_PP(0));
	appendStringInfoString(&json, "]}");
	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data)));
}
