/*
 * floors.c - the floors of a building side by side in one map
 *
 * A column of the code '|' alone stands between two floors, and rows below a lower floor have
 * this code.  So where a floor begins can be read from the map, after any edit that leaves
 * these columns, and its text shows it.
 */
#include "pg/cache/search_context.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"

/* ---- where they are ---------------------------------------------------- */

/* The floors of a map: a statement that asks for many cells reads them once. */
struct Floors
{
	Digest digest; /* of the map */
	uint32 width;
	uint32 height;
	int count;
	uint32 ends[FLEXIBLE_ARRAY_MEMBER];
};

static Floors *
read_floors(MemoryContext context, Gridmap *stored)
{
	fr_map map = gridmap_open(stored);
	Floors *floors = MemoryContextAlloc(
		context, offsetof(Floors, ends) + ((Size) map.width + 1) * sizeof(uint32));

	*floors = (Floors){.digest = gridmap_peek(PointerGetDatum(stored)).digest,
					   .width = map.width,
					   .height = map.height};
	floors->count = gridmap_floor_ends(&map, floors->ends);
	return floors;
}

/* Those of the map in argument 0. */
static const Floors *
floors_of_call(FunctionCallInfo fcinfo)
{
	CallSite *site = fringe_call_site(fcinfo);
	Digest digest = gridmap_peek(PG_GETARG_DATUM(0)).digest;

	if (site->floors && memcmp(&site->floors->digest, &digest, sizeof digest) == 0)
		return site->floors;
	if (site->floors)
		pfree(site->floors);
	site->floors = NULL;
	site->floors = read_floors(fcinfo->flinfo->fn_mcxt, PG_GETARG_GRIDMAP(0));
	return site->floors;
}

static int32
begin_of(const Floors *floors, int i)
{
	return i > 0 ? (int32) floors->ends[i - 1] + 1 : 0;
}

/* ---- gridmap_floors ---------------------------------------------------- */

/* Maps side by side, and their sums. */
typedef struct Building
{
	fr_map *maps;
	int count;
	int64 width;
	int64 height;
	int64 links;
} Building;

/*
 * Adds a map. Each may be compressed, so the building's limits are checked before the
 * next one is read.
 */
static void
add_map(Building *building, Gridmap *stored)
{
	fr_map map = gridmap_open(stored);
	fr_error error;

	building->width += (building->count > 0) + (int64) map.width;
	building->height = Max(building->height, map.height);
	building->links += map.link_count;
	if (fr_map_size(building->width, building->height, &error))
		fringe_report(&error, "gridmap", NULL);
	fringe_check_link_count(building->links);
	building->maps[building->count++] = map;
}

/* The maps of an array, opened. */
static Building
open_maps(ArrayType *array)
{
	int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	Building building = {0};
	ArrayIterator next;
	Datum value;
	bool is_null;

	if (array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("maps of an array must not be null")));
	if (count == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("array of maps must not be empty")));
	building.maps = palloc(Min(count, FR_MAX_SIDE) * sizeof(fr_map));
	next = array_create_iterator(array, 0, NULL);
	while (array_iterate(next, &value, &is_null))
	{
		CHECK_FOR_INTERRUPTS();
		add_map(&building, (Gridmap *) PG_DETOAST_DATUM(value));
	}
	array_free_iterator(next);
	return building;
}

static void
check_floor(const fr_map *map, int number)
{
	uint32 between = gridmap_next_border(map, 0);

	if (between < map->width)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("map %d of the array has more than one floor", number),
			 errdetail("Column %u has the code \"|\" alone, which stands between floors.",
					   between)));
}

/* The codes of a building without its floors. */
static uint8 *
new_building(const Building *building)
{
	Size cells = (Size) building->width * building->height;
	uint8 *codes;

	for (int i = 0; i < building->count; i++)
		check_floor(&building->maps[i], i + 1);
	codes = fringe_alloc_huge(cells);
	memset(codes, FLOOR_BORDER, cells);
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
	Building building = open_maps(PG_GETARG_ARRAYTYPE_P(0));
	const fr_map *maps = building.maps;
	uint8 *codes = new_building(&building);
	CellMove move = fringe_same_cells;
	LinkList links = {0};
	Gridmap *whole;
	fr_map opened;

	for (int i = 0, x = 0; i < building.count; x += (int) maps[i++].width + 1)
		put_floor(&maps[i], codes + x, building.width);
	whole = gridmap_from_codes(codes, (uint32) building.width, (uint32) building.height);
	opened = gridmap_open(whole);
	for (int i = 0; i < building.count; move.x += maps[i++].width + 1)
		fringe_add_moved(&links, &maps[i], &move, &opened);
	PG_RETURN_POINTER(gridmap_linked(whole, &links));
}

/* ---- gridmap_floor_cell, gridmap_cell_floor ---------------------------- */

/* gridmap_floor_cell(map, floor, cell): the cell of the building */
PG_FUNCTION_INFO_V1(gridmap_floor_cell);
Datum
gridmap_floor_cell(PG_FUNCTION_ARGS)
{
	const Floors *floors = floors_of_call(fcinfo);
	int32 floor = PG_GETARG_INT32(1);
	fr_cell cell = PG_GETARG_CELL(2);
	int32 begin;
	int32 width;

	if (floor < 1 || floor > floors->count)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("map has no floor %d", floor),
						errdetail("Its floors are 1 to %d.", floors->count)));
	begin = begin_of(floors, floor - 1);
	width = (int32) floors->ends[floor - 1] - begin;
	if (cell.x < 0 || cell.y < 0 || cell.x >= width || cell.y >= (int32) floors->height)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("cell (%d,%d) is outside floor %d", cell.x, cell.y, floor),
						errdetail("The floor is %d cells wide and %u high.", width,
								  floors->height)));
	return CellGetDatum(((fr_cell){cell.x + begin, cell.y}));
}

/* gridmap_cell_floor(map, cell): its floor, and the cell there; NULLs between floors */
PG_FUNCTION_INFO_V1(gridmap_cell_floor);
Datum
gridmap_cell_floor(PG_FUNCTION_ARGS)
{
	const Floors *floors = floors_of_call(fcinfo);
	fr_cell cell = PG_GETARG_CELL(1);
	TupleDesc row = fringe_row_at(fcinfo, fringe_call_site(fcinfo));
	Datum values[2] = {0};
	bool nulls[2] = {true, true};
	int i = 0;

	fringe_check_inside(cell, floors->width, floors->height);
	while (floors->ends[i] < (uint32) cell.x)
		i++;
	if ((uint32) cell.x < floors->ends[i])
	{
		nulls[0] = nulls[1] = false;
		values[0] = Int32GetDatum(i + 1);
		values[1] = CellGetDatum(((fr_cell){cell.x - begin_of(floors, i), cell.y}));
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
}
