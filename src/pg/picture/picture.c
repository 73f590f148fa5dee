/*
 * picture.c - the arguments that all pictures have
 */
#include "pg/picture/picture.h"
#include "pg/types/types.h"

#include <math.h>

#include "access/detoast.h"
#include "miscadmin.h"
#include "utils/array.h"

static double
optional_number(FunctionCallInfo fcinfo, int n)
{
	if (PG_ARGISNULL(n))
		return NAN;
	if (!isfinite(PG_GETARG_FLOAT8(n)))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("low and high must be finite")));
	return PG_GETARG_FLOAT8(n);
}

static void
read_heat(FunctionCallInfo fcinfo, int levels, Picture *picture)
{
	picture->heat = (Heat){.levels = levels,
						   .low = optional_number(fcinfo, PICTURE_LOW),
						   .high = optional_number(fcinfo, PICTURE_HIGH)};
	if (!PG_ARGISNULL(PICTURE_SCALE))
		picture->heat.scale = heat_scale_named(PG_GETARG_TEXT_PP(PICTURE_SCALE));
	heat_check_ends(&picture->heat); /* also where there are no values */
	if (!PG_ARGISNULL(PICTURE_HEAT))
		heat_read(&picture->heat, PG_GETARG_ARRAYTYPE_P(PICTURE_HEAT), &picture->map);
}

/* NULL among the routes is none. */
static void
read_routes(FunctionCallInfo fcinfo, Picture *picture)
{
	ArrayType *array;
	ArrayIterator next;
	Datum value;
	bool is_null;
	Size bytes;

	picture->route =
		PG_ARGISNULL(PICTURE_ROUTE) ? NULL : PG_GETARG_VARLENA_PP(PICTURE_ROUTE);
	picture->route_count = 0;
	if (PG_ARGISNULL(PICTURE_ROUTES))
		return;
	array = PG_GETARG_ARRAYTYPE_P(PICTURE_ROUTES);
	bytes = fringe_count_known(array) * sizeof(struct varlena *);
	fringe_limit_memory("picture", bytes);
	picture->routes = fringe_alloc_huge(bytes + 1);
	next = array_create_iterator(array, 0, NULL);
	while (array_iterate(next, &value, &is_null))
	{
		CHECK_FOR_INTERRUPTS();
		if (is_null)
			continue;
		if (VARATT_IS_EXTENDED(DatumGetPointer(value)))
			bytes += toast_raw_datum_size(value);
		fringe_limit_memory("picture", bytes);
		picture->routes[picture->route_count++] = PG_DETOAST_DATUM_PACKED(value);
	}
	array_free_iterator(next);
}

/*
 * Reads the arguments of a picture; the map is not NULL. `levels`: the levels of a heat
 * without classes.
 */
void
picture_read(FunctionCallInfo fcinfo, int levels, Picture *picture)
{
	picture->map = gridmap_open(PG_GETARG_GRIDMAP(PICTURE_MAP));
	colours_of_terrain(picture->terrain, PG_ARGISNULL(PICTURE_PALETTE)
											 ? NULL
											 : PG_GETARG_JSONB_P(PICTURE_PALETTE));
	read_heat(fcinfo, levels, picture);
	read_routes(fcinfo, picture);
	picture->codes = gridmap_codes_of(&picture->map);
}

/* ---- routes, from corner to corner -------------------------------------- */

fr_path_reader
picture_open_route(const Picture *picture, const struct varlena *route)
{
	fr_path_reader reader = fr_path_open((const uint8 *) VARDATA_ANY(route),
										 VARSIZE_ANY_EXHDR(route), &fringe_poll);

	fringe_check_inside(reader.start, picture->map.width, picture->map.height);
	return reader;
}

/* Moves the cell to the end of the next leg; what lies between is inside, too. */
bool
picture_next_leg(const Picture *picture, fr_path_reader *reader, fr_cell *cell,
				 bool *by_link)
{
	fr_leg leg;

	if (!fr_path_next(reader, &leg))
		return false;
	*by_link = leg.direction == FR_BY_LINK;
	*cell = fr_leg_cell(*cell, &leg, leg.moves);
	fringe_check_inside(*cell, picture->map.width, picture->map.height);
	return true;
}

/*
 * Widths and radii are in cells: large enough to be seen where the whole map has a few
 * hundred pixels, and within a cell where cells are large.
 */
double
picture_route_width(const Picture *picture)
{
	return Max(0.3, Max(picture->map.width, picture->map.height) / 180.0);
}

double
picture_link_width(const Picture *picture)
{
	return Max(0.1, Max(picture->map.width, picture->map.height) / 360.0);
}

double
picture_mark_radius(const Picture *picture)
{
	return Max(0.34, Max(picture->map.width, picture->map.height) / 120.0);
}

/* ---- links --------------------------------------------------------------- */

/*
 * A quadratic Bezier curve. Its middle stays within the map, so that the arc does.
 */
Arc
picture_arc(const Picture *picture, const fr_link *link)
{
	Arc arc = {.from = {link->from.x + 0.5, link->from.y + 0.5},
			   .to = {link->to.x + 0.5, link->to.y + 0.5}};
	double over_x = (arc.from[0] + arc.to[0]) / 2 + (arc.to[1] - arc.from[1]) / 8;
	double over_y = (arc.from[1] + arc.to[1]) / 2 - (arc.to[0] - arc.from[0]) / 8;

	arc.over[0] = Max(0, Min(over_x, picture->map.width));
	arc.over[1] = Max(0, Min(over_y, picture->map.height));
	return arc;
}

/* Points to where the arc ends, or back to where it begins. */
Arrow
picture_arrow(const Picture *picture, const Arc *arc, bool back)
{
	const double *tip = back ? arc->from : arc->to;
	double x = arc->over[0] - tip[0];
	double y = arc->over[1] - tip[1];
	double length = hypot(x, y);
	double arm = Min(picture_mark_radius(picture), 0.8 * length);
	Arrow arrow = {.tip = {tip[0], tip[1]}};

	/* 30 degrees to either side of the arc */
	for (int i = 0; length > 0 && i < 2; i++)
	{
		double sine = i == 0 ? 0.5 : -0.5;

		arrow.arms[i][0] = tip[0] + (0.866 * x - sine * y) * arm / length;
		arrow.arms[i][1] = tip[1] + (0.866 * y + sine * x) * arm / length;
	}
	return arrow;
}
