/*
 * generate.c - random maps from a seed
 */
#include "pg/fringe.h"

/* Allocates codes for a map of the size in arguments 0 and 1. */
static uint8 *
make_canvas(FunctionCallInfo fcinfo, uint32 *width, uint32 *height)
{
	fr_error error;

	if (fr_map_size(PG_GETARG_INT32(0), PG_GETARG_INT32(1), &error))
		fringe_report(&error, "gridmap", NULL);
	*width = PG_GETARG_INT32(0);
	*height = PG_GETARG_INT32(1);
	return fringe_alloc_huge((Size) *width * *height);
}

/* Checks that an integer argument is `least` or more. */
static uint32
at_least(int32 value, int32 least, const char *name)
{
	if (value < least || value > FR_MAX_CELLS)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %d", name, value),
						errdetail("The value must be a whole number from %d to %d.",
								  least, FR_MAX_CELLS)));
	return value;
}

PG_FUNCTION_INFO_V1(gridmap_walls);
Datum
gridmap_walls(PG_FUNCTION_ARGS)
{
	uint32 walls = at_least(PG_GETARG_INT32(2), 0, "number of walls");
	uint32 length = at_least(PG_GETARG_INT32(3), 1, "wall length");
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	fr_generate_walls(codes, width, height, walls, length, PG_GETARG_INT64(4),
					  &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

PG_FUNCTION_INFO_V1(gridmap_rooms);
Datum
gridmap_rooms(PG_FUNCTION_ARGS)
{
	uint32 room = at_least(PG_GETARG_INT32(2), 1, "room size");
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	fr_generate_rooms(codes, width, height, room, PG_GETARG_INT64(3), &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

PG_FUNCTION_INFO_V1(gridmap_maze);
Datum
gridmap_maze(PG_FUNCTION_ARGS)
{
	uint32 corridor = at_least(PG_GETARG_INT32(2), 1, "corridor width");
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	fr_generate_maze(codes, width, height, corridor, PG_GETARG_INT64(3), &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

PG_FUNCTION_INFO_V1(gridmap_caves);
Datum
gridmap_caves(PG_FUNCTION_ARGS)
{
	float8 fill = PG_GETARG_FLOAT8(2);
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	if (!(fill >= 0 && fill <= 1))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid fill %g", fill),
			 errdetail(
				 "The fill is the probability, from 0 to 1, that a cell starts blocked.")));
	fr_generate_caves(codes, fringe_alloc_huge((Size) width * height), width, height,
					  fill, PG_GETARG_INT64(3), &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}
