/*
 * random_maps.c - random maps, and random cells of a map, from a seed
 */
#include "pg/cache/search_context.h"
#include "pg/types/types.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"

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
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_walls((fr_canvas){codes, width, height, PG_GETARG_INT64(4)}, walls,
					  length, &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

PG_FUNCTION_INFO_V1(gridmap_rooms);
Datum
gridmap_rooms(PG_FUNCTION_ARGS)
{
	uint32 room = at_least(PG_GETARG_INT32(2), 1, "room size");
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

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
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

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
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_caves((fr_canvas){codes, width, height, PG_GETARG_INT64(3)},
					  fringe_alloc_huge((Size) width * height), fill, &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* ==== gridmap_random_cells ============================================= */

/* gridmap_random_cells(map, n, seed, model) */
PG_FUNCTION_INFO_V1(gridmap_random_cells);
Datum
gridmap_random_cells(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int32 n = PG_GETARG_INT32(1);
	uint64 seed = PG_GETARG_INT64(2);
	const fr_grid *grid =
		cache_get_grid(PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	uint32 *before = palloc((grid->height + 1) * sizeof(uint32));

	if (n < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of cells must not be negative")));
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	fr_rank_rows(grid, before, &fringe_poll);
	for (uint32 i = 0; i < Min((uint32) n, before[grid->height]); i++)
	{
		uint32 index = fr_random_cell(grid, before, i, seed);
		Datum cell = CellGetDatum(fr_grid_cell(grid, index));
		bool null = false;

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &cell, &null);
	}
	return (Datum) 0;
}
