/*
 * floors.c - the floors of a building side by side in one map
 *
 * A column of the code '|' alone stands between two floors, and rows below a lower floor have
 * this code.  So where a floor begins can be read from the map, after any edit that leaves
 * these columns, and its text shows it.
 */
#include "pg/session/session.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

#define BETWEEN '|'

/* ---- where they are ---------------------------------------------------- */

static bool
is_between(const fr_map *map, uint32 x)
{
	for (uint32 y = 0; y < map->height; y++)
		if (fr_map_code(map, x, y) != BETWEEN)
			return false;
	return true;
}

/* The next column from x on that stands between floors; the width if there is none. */
static uint32
next_between(const fr_map *map, uint32 x)
{
	while (x < map->width && !is_between(map, x))
	{
		CHECK_FOR_INTERRUPTS();
		x++;
	}
	return x;
}

/* A floor: its number, from 1 on, and columns. */
typedef struct Floor
{
	int32 number;
	uint32 begin;
	uint32 end;
} Floor;

static Floor
first_floor(const fr_map *map)
{
	return (Floor){1, 0, next_between(map, 0)};
}

static bool
next_floor(const fr_map *map, Floor *floor)
{
	if (floor->end == map->width)
		return false;
	*floor =
		(Floor){floor->number + 1, floor->end + 1, next_between(map, floor->end + 1)};
	return true;
}

/* ---- gridmap_floors ---------------------------------------------------- */

/* The maps of an array, opened. */
static fr_map *
open_maps(ArrayType *array, int *count)
{
	int16 length;
	bool by_value;
	char align;
	Datum *values;
	fr_map *maps;

	if (array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("maps of an array must not be null")));
	get_typlenbyvalalign(ARR_ELEMTYPE(array), &length, &by_value, &align);
	deconstruct_array(array, ARR_ELEMTYPE(array), length, by_value, align, &values, NULL,
					  count);
	if (*count == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a building has at least one floor")));
	maps = palloc(*count * sizeof(fr_map));
	for (int i = 0; i < *count; i++)
		maps[i] = gridmap_open((Gridmap *) PG_DETOAST_DATUM(values[i]));
	return maps;
}

static void
check_floor(const fr_map *map, int number)
{
	uint32 between = next_between(map, 0);

	if (between < map->width)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("floor %d is several floors", number),
			 errdetail("Column %u has the code \"|\" alone, which stands between floors.",
					   between)));
}

/* The size of all, as a map of codes between floors. */
static uint8 *
new_building(const fr_map *maps, int count, int64 *width, int64 *height)
{
	fr_error error;
	uint8 *codes;

	*width = count - 1;
	*height = 0;
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		check_floor(&maps[i], i + 1);
		*width += maps[i].width;
		*height = Max(*height, maps[i].height);
	}
	if (fr_map_size(*width, *height, &error))
		fringe_report(&error, "gridmap", NULL);
	codes = fringe_alloc_huge((Size) *width * *height);
	memset(codes, BETWEEN, (Size) *width * *height);
	return codes;
}

static void
put_floor(const fr_map *map, uint8 *to, int64 width)
{
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(map, (Size) y * map->width, map->width, to + y * width);
	}
}

/* gridmap_floors(maps): side by side, with their links */
PG_FUNCTION_INFO_V1(gridmap_floors);
Datum
gridmap_floors(PG_FUNCTION_ARGS)
{
	int count;
	fr_map *maps = open_maps(PG_GETARG_ARRAYTYPE_P(0), &count);
	int64 width;
	int64 height;
	uint8 *codes = new_building(maps, count, &width, &height);
	CellMove move = fringe_same_cells;
	LinkList links = {0};
	Gridmap *building;
	fr_map opened;

	for (int i = 0, x = 0; i < count; x += (int) maps[i++].width + 1)
		put_floor(&maps[i], codes + x, width);
	building = gridmap_from_codes(codes, (int32) width, (int32) height);
	opened = gridmap_open(building);
	for (int i = 0; i < count; move.x += maps[i++].width + 1)
		fringe_add_moved(&links, &maps[i], &move, &opened);
	PG_RETURN_POINTER(gridmap_linked(building, &links));
}

/* ---- gridcell_on, gridcell_floor ---------------------------------------- */

/* gridcell_on(map, floor, cell): the cell of the building */
PG_FUNCTION_INFO_V1(gridcell_on);
Datum
gridcell_on(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	int32 wanted = PG_GETARG_INT32(1);
	fr_cell cell = PG_GETARG_CELL(2);
	Floor floor = first_floor(&map);

	while (floor.number < wanted && next_floor(&map, &floor))
		;
	if (floor.number != wanted)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("floor %d is not in the map", wanted),
						wanted < 1 ? errhint("Floors are numbered from 1 on.")
								   : errdetail("It has floors 1 to %d.", floor.number)));
	if (cell.x < 0 || cell.y < 0 || (uint32) cell.x >= floor.end - floor.begin ||
		(uint32) cell.y >= map.height)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cell (%d,%d) is outside floor %d", cell.x, cell.y, wanted),
				 errdetail("The floor is %u cells wide and %u high.",
						   floor.end - floor.begin, map.height)));
	return CellGetDatum(((fr_cell){cell.x + (int32) floor.begin, cell.y}));
}

/* gridcell_floor(map, cell): its floor, and the cell there; NULLs between floors */
PG_FUNCTION_INFO_V1(gridcell_floor);
Datum
gridcell_floor(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	fr_cell cell = PG_GETARG_CELL(1);
	TupleDesc row = fringe_row_at(fcinfo, fringe_call_site(fcinfo));
	Floor floor = first_floor(&map);
	Datum values[2] = {0};
	bool nulls[2] = {true, true};

	fringe_check_inside(cell, map.width, map.height);
	while (floor.end < (uint32) cell.x && next_floor(&map, &floor))
		;
	if ((uint32) cell.x < floor.end)
	{
		nulls[0] = nulls[1] = false;
		values[0] = Int32GetDatum(floor.number);
		values[1] = CellGetDatum(((fr_cell){cell.x - (int32) floor.begin, cell.y}));
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
}
