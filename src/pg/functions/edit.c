/*
 * edit.c - modified copies of maps
 */
#include "pg/types/types.h"

#include "miscadmin.h"
#include "utils/array.h"

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
	return gridmap_keep_links(gridmap_from_codes(codes, map.width, map.height), &map,
							  fringe_same_cells);
}

PG_FUNCTION_INFO_V1(gridmap_set);
Datum
gridmap_set(PG_FUNCTION_ARGS)
{
	if (fringe_null_beside(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(set_cells(fcinfo, PG_GETARG_CHAR(2)));
}

PG_FUNCTION_INFO_V1(gridmap_set_text);
Datum
gridmap_set_text(PG_FUNCTION_ARGS)
{
	if (fringe_null_beside(fcinfo, 1 << 1))
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
	return gridmap_keep_links(gridmap_from_codes(codes, map.width, map.height), &map,
							  fringe_same_cells);
}

PG_FUNCTION_INFO_V1(gridmap_fill);
Datum
gridmap_fill(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(fill_rectangle(fcinfo, PG_GETARG_CHAR(3)));
}

PG_FUNCTION_INFO_V1(gridmap_fill_text);
Datum
gridmap_fill_text(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(fill_rectangle(fcinfo, fringe_text_code(PG_GETARG_TEXT_PP(3))));
}

static CellMove
shift_to(int64 x, int64 y)
{
	return (CellMove){1, 0, 0, 1, x, y};
}

PG_FUNCTION_INFO_V1(gridmap_crop);
Datum
gridmap_crop(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	Rectangle r = rectangle_between(PG_GETARG_CELL(1), PG_GETARG_CELL(2), &map);
	uint8 *codes = fringe_alloc_huge((Size) r.width * r.height);

	for (uint32 y = 0; y < r.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(&map, (size_t) (r.y + y) * map.width + r.x, r.width,
							codes + (size_t) y * r.width);
	}
	PG_RETURN_POINTER(gridmap_keep_links(gridmap_from_codes(codes, r.width, r.height),
										 &map, shift_to(-(int64) r.x, -(int64) r.y)));
}
