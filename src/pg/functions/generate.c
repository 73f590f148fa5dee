/*
 * generate.c - random maps from a seed
 */
#include "pg/types/types.h"

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

	fr_generate_walls((fr_canvas){codes, width, height, PG_GETARG_INT64(4)}, walls,
					  length, &fringe_poll);
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

	fr_generate_rooms((fr_canvas){codes, width, height, PG_GETARG_INT64(3)}, room,
					  &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* Fails unless a number is from 0 to 1. */
static double
share(double value, const char *name, const char *meaning)
{
	if (!(value >= 0 && value <= 1))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %g", name, value), errdetail("%s", meaning)));
	return value;
}

/* Arguments (width, height, corridor, seed, ...). */
static Gridmap *
make_maze(FunctionCallInfo fcinfo, double loops)
{
	uint32 corridor = at_least(PG_GETARG_INT32(2), 1, "corridor width");
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	fr_generate_maze((fr_canvas){codes, width, height, PG_GETARG_INT64(3)}, corridor,
					 loops, &fringe_poll);
	return gridmap_from_codes(codes, width, height);
}

PG_FUNCTION_INFO_V1(gridmap_maze);
Datum
gridmap_maze(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(make_maze(fcinfo, 0));
}

PG_FUNCTION_INFO_V1(gridmap_maze_loops);
Datum
gridmap_maze_loops(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(make_maze(
		fcinfo, share(PG_GETARG_FLOAT8(4), "loops",
					  "The value is the share, from 0 to 1, of the remaining walls "
					  "between blocks that are opened.")));
}

PG_FUNCTION_INFO_V1(gridmap_caves);
Datum
gridmap_caves(PG_FUNCTION_ARGS)
{
	float8 fill =
		share(PG_GETARG_FLOAT8(2), "fill",
			  "The fill is the probability, from 0 to 1, that a cell starts blocked.");
	uint32 width;
	uint32 height;
	uint8 *codes = make_canvas(fcinfo, &width, &height);

	fr_generate_caves((fr_canvas){codes, width, height, PG_GETARG_INT64(3)},
					  fringe_alloc_huge((Size) width * height), fill, &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}
