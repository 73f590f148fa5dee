/*
 * map_edits.c - changed copies of maps, floors in one map, and the difference of two maps
 */
#include "pg/cache/search_context.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

typedef struct Rectangle
{
	uint32 x;
	uint32 y;
	uint32 width;
	uint32 height;
} Rectangle;

/* The rectangle with these two opposite corners, which must be inside the map. */
static Rectangle
rectangle_between(fr_cell a, fr_cell b, const fr_map *map)
{
	fringe_check_inside(a, map->width, map->height);
	fringe_check_inside(b, map->width, map->height);
	return (Rectangle){
		.x = Min(a.x, b.x),
		.y = Min(a.y, b.y),
		.width = abs(a.x - b.x) + 1,
		.height = abs(a.y - b.y) + 1,
	};
}

/* Arguments (map, cells, ...): a copy with this code in all given cells. */
static Gridmap *
set_cells(FunctionCallInfo fcinfo, char code)
{
	Gridmap *given = PG_GETARG_GRIDMAP(0);
	fr_map map = gridmap_open(given);
	int count;
	const int64 *cells = gridcell_list(fcinfo, 1, &count);
	uint8 *codes;

	fringe_check_code(code);
	if (count == 0)
		return given;
	codes = gridmap_codes_of(&map);
	for (int i = 0; i < count; i++)
	{
		fr_cell cell = DatumGetCell(Int64GetDatum(cells[i]));

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, map.width, map.height);
		codes[(size_t) cell.y * map.width + cell.x] = code;
	}
	return gridmap_keep(gridmap_from_codes(codes, map.width, map.height), &map,
						gridlink_identity);
}

FRINGE_FUNCTION(gridmap_set)
{
	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(set_cells(fcinfo, PG_GETARG_CHAR(2)));
}

FRINGE_FUNCTION(gridmap_set_text)
{
	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(set_cells(fcinfo, fringe_text_code(PG_GETARG_TEXT_PP(2))));
}

/* Arguments (map, a, b, ...): a copy with this code in the rectangle. */
static Gridmap *
fill_rectangle(FunctionCallInfo fcinfo, char code)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	Rectangle r = rectangle_between(PG_GETARG_CELL(1), PG_GETARG_CELL(2), &map);
	uint8 *codes;

	fringe_check_code(code);
	codes = gridmap_codes_of(&map);
	for (uint32 y = r.y; y < r.y + r.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		memset(codes + (size_t) y * map.width + r.x, code, r.width);
	}
	return gridmap_keep(gridmap_from_codes(codes, map.width, map.height), &map,
						gridlink_identity);
}

FRINGE_FUNCTION(gridmap_fill)
{
	PG_RETURN_POINTER(fill_rectangle(fcinfo, PG_GETARG_CHAR(3)));
}

FRINGE_FUNCTION(gridmap_fill_text)
{
	PG_RETURN_POINTER(fill_rectangle(fcinfo, fringe_text_code(PG_GETARG_TEXT_PP(3))));
}

FRINGE_FUNCTION(gridmap_crop)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	Rectangle r = rectangle_between(PG_GETARG_CELL(1), PG_GETARG_CELL(2), &map);

	PG_RETURN_POINTER(gridmap_cut(&map, r.x, r.y, r.width, r.height));
}

/* ---- gridmap_resize --------------------------------------------------- */

/* gridmap_resize(map, width, height, code of new cells) */
FRINGE_FUNCTION(gridmap_resize)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	int32 width = PG_GETARG_INT32(1);
	int32 height = PG_GETARG_INT32(2);
	char code = fringe_text_code(PG_GETARG_TEXT_PP(3));
	uint8 *codes = gridmap_alloc_codes(width, height);
	uint32 kept = Min((uint32) width, map.width);

	fringe_check_code(code);
	for (uint32 y = 0; y < (uint32) height; y++)
	{
		uint8 *row = codes + (size_t) y * width;

		CHECK_FOR_INTERRUPTS();
		memset(row, code, width);
		if (y < map.height)
			fr_map_unpack_codes(&map, (size_t) y * map.width, kept, row);
	}
	PG_RETURN_POINTER(
		gridmap_keep(gridmap_from_codes(codes, width, height), &map, gridlink_identity));
}

/* ---- gridmap_rotate, gridmap_flip ------------------------------------- */

/* The copy's cell (x, y) is the map's cell at index first + x * right + y * down. */
typedef struct Turn
{
	uint32 width; /* of the copy */
	uint32 height;
	int64 first;
	int64 right;
	int64 down;
	CellTransform move;
} Turn;

static Gridmap *
turned_copy(const fr_map *map, Turn turn)
{
	const uint8 *from = gridmap_codes_of(map);
	uint8 *codes = fringe_alloc_huge((Size) map->width * map->height);
	uint8 *to = codes;

	for (uint32 y = 0; y < turn.height; y++)
	{
		const uint8 *row = from + turn.first + y * turn.down;

		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < turn.width; x++)
			*to++ = row[(int64) x * turn.right];
	}
	return gridmap_keep(gridmap_from_codes(codes, turn.width, turn.height), map,
						turn.move);
}

/* gridmap_rotate(map, clockwise quarter turns) */
FRINGE_FUNCTION(gridmap_rotate)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	uint32 w = map.width;
	uint32 h = map.height;
	int64 last = (int64) w * h - 1;
	int32 quarters = PG_GETARG_INT32(1);
	const Turn turns[4] = {
		{w, h, 0, 1, w, {1, 0, 0, 1, 0, 0}},
		{h, w, last + 1 - w, -(int64) w, 1, {0, -1, 1, 0, (int64) h - 1, 0}},
		{w, h, last, -1, -(int64) w, {-1, 0, 0, -1, (int64) w - 1, (int64) h - 1}},
		{h, w, w - 1, w, -1, {0, 1, -1, 0, 0, (int64) w - 1}},
	};

	if (quarters < -3 || quarters > 3)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of quarter turns %d", quarters),
						errdetail("The number must be from -3 to 3."),
						quarters % 90 == 0 ? errhint("%d degrees are %d quarter turns.",
													 quarters, quarters / 90 % 4)
										   : 0));
	PG_RETURN_POINTER(turned_copy(&map, turns[quarters & 3]));
}

static bool
is_axis(const text *axis, char name)
{
	return VARSIZE_ANY_EXHDR(axis) == 1 && *VARDATA_ANY(axis) == name;
}

/* gridmap_flip(map, axis): 'x' reverses rows, 'y' their order */
FRINGE_FUNCTION(gridmap_flip)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	const text *axis = PG_GETARG_TEXT_PP(1);
	int64 w = map.width;
	Turn turn = {map.width, map.height, w - 1, -1, w, {-1, 0, 0, 1, w - 1, 0}};

	if (is_axis(axis, 'y'))
		turn = (Turn){map.width, map.height, w * (map.height - 1),
					  1,		 -w,		 {1, 0, 0, -1, 0, (int64) map.height - 1}};
	else if (!is_axis(axis, 'x'))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid axis %s", fringe_quote_text(axis)),
						errhint("Valid axes are x and y.")));
	PG_RETURN_POINTER(turned_copy(&map, turn));
}

/* ---- gridmap_overlay -------------------------------------------------- */

/* Copies a row of the patch, except for the transparent code (0: none). */
static void
overlay_row(const fr_map *patch, uint32 y, uint8 clear, uint8 *scratch, uint8 *to)
{
	fr_map_unpack_codes(patch, (size_t) y * patch->width, patch->width, scratch);
	for (uint32 x = 0; x < patch->width; x++)
		if (scratch[x] != clear)
			to[x] = scratch[x];
}

/* The patch must lie within the map. */
static void
check_patch(const fr_map *map, const fr_map *patch, fr_cell at)
{
	fringe_check_inside(at, map->width, map->height);
	if (patch->width > map->width - at.x || patch->height > map->height - at.y)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("patch at (%d,%d) extends beyond the map", at.x, at.y),
						errdetail("The patch is %u x %u cells, the map %u x %u.",
								  patch->width, patch->height, map->width, map->height),
						errhint("Cut the patch with gridmap_crop.")));
}

/* gridmap_overlay(map, patch, at, code of the patch's transparent cells or NULL) */
FRINGE_FUNCTION(gridmap_overlay)
{
	fr_map map;
	fr_map patch;
	fr_cell at;
	char clear = 0;
	uint8 *scratch;
	uint8 *codes;
	MapPiece pieces[2];

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	map = gridmap_open(PG_GETARG_GRIDMAP(0));
	patch = gridmap_open(PG_GETARG_GRIDMAP(1));
	at = PG_GETARG_CELL(2);
	if (!PG_ARGISNULL(3))
	{
		clear = fringe_text_code(PG_GETARG_TEXT_PP(3));
		fringe_check_code(clear);
	}
	check_patch(&map, &patch, at);
	scratch = palloc(patch.width);
	codes = gridmap_codes_of(&map);
	for (uint32 y = 0; y < patch.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		overlay_row(&patch, y, clear, scratch,
					codes + ((size_t) at.y + y) * map.width + at.x);
	}
	pieces[0] = (MapPiece){&map, gridlink_identity, 0};
	pieces[1] = (MapPiece){&patch, {1, 0, 0, 1, at.x, at.y}, (uint8) clear};
	PG_RETURN_POINTER(gridmap_of_pieces(gridmap_from_codes(codes, map.width, map.height),
										pieces, lengthof(pieces)));
}

/* ---- gridmap_clearance ------------------------------------------------ */

/* The codes of cells at one move from a blocked one, at two, and so on. */
static int
clearance_codes(const text *steps, const char **codes)
{
	int count = VARSIZE_ANY_EXHDR(steps);

	*codes = VARDATA_ANY(steps);
	if (count > FR_CODES)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("too many codes for distances from walls"),
				 errdetail("There may be at most %d codes, one per move.", FR_CODES)));
	for (int i = 0; i < count; i++)
		fringe_check_code((*codes)[i]);
	return count;
}

/* gridmap_clearance(map, codes, model) */
FRINGE_FUNCTION(gridmap_clearance)
{
	Gridmap *map = PG_GETARG_GRIDMAP(0);
	fr_map opened = gridmap_open(map);
	const char *steps;
	int count = clearance_codes(PG_GETARG_TEXT_PP(1), &steps);
	fr_model model = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
	fr_size size = fr_model_size(&model);
	const fr_grid *grid;
	uint8 *distance;
	uint8 *codes = gridmap_codes_of(&opened);

	consumer_check(CONSUMER_CLEARANCE, fr_model_rules(&model));
	model.option[FR_SIZE] = (fr_decimal){.digits = 1};
	grid =
		cache_get_grid(CONSUMER_CLEARANCE, PointerGetDatum(map), gridmodel_make(&model));
	distance = fringe_alloc_huge(grid->cells);
	fr_grid_clearance(grid, size, (uint8) (count + 1), distance, &fringe_poll);
	for (uint32 n = 0; n < grid->cells; n++)
	{
		CHECK_FOR_INTERRUPTS();
		if (distance[n] > 0 && distance[n] <= count)
			codes[n] = (uint8) steps[distance[n] - 1];
	}
	pfree(distance);
	PG_RETURN_POINTER(gridmap_keep(gridmap_from_codes(codes, opened.width, opened.height),
								   &opened, gridlink_identity));
}

/* ==== floors =========================================================== */

/* The floors of the map in argument 0: a statement that asks for many cells reads them once. */
static const MapFloors *
floors_of_call(FunctionCallInfo fcinfo)
{
	CallSite *site = fringe_call_site(fcinfo);
	Digest digest = gridmap_peek(PG_GETARG_DATUM(0)).digest;
	MemoryContext old;
	fr_map map;

	if (site->floors && memcmp(&site->floors_map, &digest, sizeof digest) == 0)
		return site->floors;
	if (site->floors)
		pfree(site->floors);
	site->floors = NULL;
	map = gridmap_open(PG_GETARG_GRIDMAP(0));
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site->floors = map_floors_read(&map);
	MemoryContextSwitchTo(old);
	site->floors_map = digest;
	return site->floors;
}

/* ---- gridmap_floors --------------------------------------------------- */

/* Maps side by side, and the size of the map that they make. */
typedef struct Building
{
	fr_map *maps;
	int count;
	int64 width;
	int64 height;
	int64 links;
} Building;

/*
 * Adds a map. Checks the limits of the building before the next map is read, because a map may be
 * compressed.
 */
static void
add_map(Building *building, Gridmap *stored)
{
	fr_map map = gridmap_open(stored);

	building->width += (building->count > 0) + (int64) map.width;
	building->height = Max(building->height, map.height);
	building->links += map.link_count;
	gridmap_check_size(building->width, building->height);
	gridlink_check_count(building->links);
	building->maps[building->count++] = map;
}

/* Opens the maps of an array. */
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
	uint32 between = map_floors_next_border(map, 0);

	if (between < map->width)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("map %d of the array has more than one floor", number),
				 errdetail("Column %u has only the code \"|\", which separates floors.",
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
	fr_fill(codes, FLOOR_BORDER, cells, &fringe_poll);
	return codes;
}

/* gridmap_floors(maps): the maps side by side, with their links and layers */
FRINGE_FUNCTION(gridmap_floors)
{
	Building building = open_maps(PG_GETARG_ARRAYTYPE_P(0));
	const fr_map *maps = building.maps;
	uint8 *codes = new_building(&building);
	MapPiece *pieces = palloc0(building.count * sizeof(MapPiece));

	for (int i = 0, x = 0; i < building.count; x += (int) maps[i++].width + 1)
	{
		pieces[i] = (MapPiece){&maps[i], gridlink_identity, 0};
		pieces[i].transform.x = x;
		for (uint32 y = 0; y < maps[i].height; y++)
		{
			CHECK_FOR_INTERRUPTS();
			fr_map_unpack_codes(&maps[i], (Size) y * maps[i].width, maps[i].width,
								codes + x + y * building.width);
		}
	}
	PG_RETURN_POINTER(gridmap_of_pieces(
		gridmap_from_codes(codes, (uint32) building.width, (uint32) building.height),
		pieces, building.count));
}

/* ---- gridmap_floor_cell, gridmap_floor_of ----------------------------- */

/* gridmap_floor_cell(map, floor, cell): the cell of the building */
FRINGE_FUNCTION(gridmap_floor_cell)
{
	int32 number = PG_GETARG_INT32(1);
	fr_cell cell = PG_GETARG_CELL(2);
	const MapFloor *floor = map_floors_get(floors_of_call(fcinfo), number);

	if (!fringe_is_inside(cell, floor->width, floor->height))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cell (%d,%d) is outside floor %d", cell.x, cell.y, number),
				 errdetail("The floor has %u x %u cells.", floor->width, floor->height)));
	PG_RETURN_CELL(((fr_cell){cell.x + (int32) floor->x, cell.y}));
}

/* gridmap_floor_of(map, cell): its floor, and the cell there; NULLs between floors */
FRINGE_FUNCTION(gridmap_floor_of)
{
	const MapFloors *floors = floors_of_call(fcinfo);
	fr_cell cell = PG_GETARG_CELL(1);
	TupleDesc row = fringe_row_at(fcinfo, fringe_call_site(fcinfo));
	Datum values[2] = {0};
	bool nulls[2] = {true, true};
	int number;

	fringe_check_inside(cell, floors->width, floors->height);
	number = map_floors_find(floors, cell);
	if (number > 0)
	{
		cell.x -= (int32) floors->floor[number - 1].x;
		values[0] = Int32GetDatum(number);
		values[1] = CellGetDatum(cell);
		nulls[0] = nulls[1] = false;
	}
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
}

/* ==== gridmap_diff ===================================================== */

/* Row y of a map, extended with zeros to `width`; only zeros below the map. */
static void
read_row(const fr_map *map, uint32 y, uint32 width, uint8 *row)
{
	memset(row, 0, width);
	if (y < map->height)
		fr_map_unpack_codes(map, (size_t) y * map->width, map->width, row);
}

static void
put_differences(ReturnSetInfo *rsinfo, uint32 y, uint32 width, const uint8 *a,
				const uint8 *b)
{
	for (uint32 x = 0; x < width; x++)
		if (a[x] != b[x])
		{
			fr_cell cell = {(int32) x, (int32) y};
			CodeText codes[2];
			Datum values[3] = {CellGetDatum(cell), CodeTextGetDatum(&codes[0], a[x]),
							   CodeTextGetDatum(&codes[1], b[x])};
			bool nulls[3] = {false, a[x] == 0, b[x] == 0};

			tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
		}
}

FRINGE_FUNCTION(gridmap_diff)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_map a = gridmap_open(PG_GETARG_GRIDMAP(0));
	fr_map b = gridmap_open(PG_GETARG_GRIDMAP(1));
	uint32 width = Max(a.width, b.width);
	uint32 height = Max(a.height, b.height);
	uint8 *row_a = palloc(width);
	uint8 *row_b = palloc(width);

	InitMaterializedSRF(fcinfo, 0);
	for (uint32 y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		read_row(&a, y, width, row_a);
		read_row(&b, y, width, row_b);
		if (memcmp(row_a, row_b, width) != 0)
			put_differences(rsinfo, y, width, row_a, row_b);
	}
	return (Datum) 0;
}
