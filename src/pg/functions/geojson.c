/*
 * geojson.c - a path as a GeoJSON geometry
 */
#include "pg/fringe.h"

#include <math.h>

#include "lib/stringinfo.h"
#include "utils/fmgrprotos.h"
#include "utils/geo_decls.h"

/* Where the upper-left corner of cell (0,0) is, and the length of a cell's side. */
typedef struct Ground
{
	Point origin;
	double size;
} Ground;

static void
append_centre(StringInfo json, const Ground *ground, fr_cell cell)
{
	double x = ground->origin.x + (cell.x + 0.5) * ground->size;
	double y = ground->origin.y - (cell.y + 0.5) * ground->size;

	if (!isfinite(x) || !isfinite(y))
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("coordinates of cell (%d,%d) are out of range", cell.x, cell.y)));
	appendStringInfo(json, "[%.15g,%.15g]", x, y);
}

/* A line has two positions at least: those of a path of one cell are equal. */
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

/* gridpath_to_geojson(path, origin, cell_size): y grows upwards, as on the ground */
PG_FUNCTION_INFO_V1(gridpath_to_geojson);
Datum
gridpath_to_geojson(PG_FUNCTION_ARGS)
{
	Ground ground = {*PG_GETARG_POINT_P(1), PG_GETARG_FLOAT8(2)};
	StringInfoData json;

	if (!isfinite(ground.origin.x) || !isfinite(ground.origin.y) ||
		!isfinite(ground.size) || ground.size <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("origin must be finite and cell_size must be positive")));
	fringe_limit_memory("gridpath_to_geojson",
						count_corners(PG_GETARG_VARLENA_PP(0)) * CORNER_BYTES);
	initStringInfo(&json);
	appendStringInfoString(&json, "{\"type\":\"LineString\",\"coordinates\":[");
	append_corners(&json, &ground, PG_GETARG_VARLENA_PP(0));
	appendStringInfoString(&json, "]}");
	PG_RETURN_DATUM(DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data)));
}
