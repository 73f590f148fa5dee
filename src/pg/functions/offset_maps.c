/*
 * offset_maps.c - hexagonal and staggered maps in offset coordinates: gridmap_from_offset,
 * gridcell_from_offset and gridcell_to_offset
 */
#include "postgres.h"

#include "pg/module.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"

fr_layout
fringe_layout_named(const text *name)
{
	StringInfoData names;

	for (int i = 0; i < FR_LAYOUTS; i++)
		if (strlen(fr_layout_name[i]) == VARSIZE_ANY_EXHDR(name) &&
			memcmp(fr_layout_name[i], VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name)) == 0)
			return (fr_layout) i;
	initStringInfo(&names);
	for (int i = 0; i < FR_LAYOUTS; i++)
		appendStringInfo(&names, "%s%s",
						 i == 0 ? "" : (i + 1 < FR_LAYOUTS ? ", " : " and "),
						 fr_layout_name[i]);
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("unknown layout %s", fringe_quote_text(name)),
					errhint("Valid layouts are %s.", names.data)));
}

text *
fringe_layout_name(fr_layout layout)
{
	return cstring_to_text(fr_layout_name[layout]);
}

/* ---- maps ------------------------------------------------------------------------ */

/* Refuses the code of padding, by which a grid shows what its map is. */
static void
refuse_padding(const uint8 *codes, const fr_offset_map *map)
{
	for (int64 row = 0; row < map->rows; row++)
	{
		const uint8 *first = codes + row * map->columns;
		const uint8 *at = memchr(first, FR_PADDING, map->columns);

		CHECK_FOR_INTERRUPTS();
		if (at)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("code \"%c\" is reserved", FR_PADDING),
				 errdetail(
					 "It marks cells outside the map. Row %lld has it in column %lld; both count from 0.",
					 (long long) row, (long long) (at - first)),
				 errhint("Replace it by another code.")));
	}
}

/* Puts the cells of a map where they are on its grid. */
Gridmap *
gridmap_from_layout(const uint8 *codes, uint32 columns, uint32 rows, fr_layout layout)
{
	fr_offset_map map = fr_offset_map_of(layout, columns, rows);
	uint8 *grid;
	Gridmap *made;

	refuse_padding(codes, &map);
	grid = gridmap_alloc_codes(map.width, map.height);
	fr_fill(grid, FR_PADDING, (Size) map.width * map.height, &fringe_poll);
	for (int32 row = 0; row < map.rows; row++)
	{
		CHECK_FOR_INTERRUPTS();
		for (int32 column = 0; column < map.columns; column++)
		{
			fr_cell cell = fr_cell_from_offset(&map, (fr_cell){column, row});

			grid[cell.y * map.width + cell.x] = codes[row * map.columns + column];
		}
	}
	made = gridmap_from_codes(grid, map.width, map.height);
	pfree(grid);
	return made;
}

/* gridmap_from_offset(rows, layout) */
FRINGE_FUNCTION(gridmap_from_offset)
{
	fr_layout layout = fringe_layout_named(PG_GETARG_TEXT_PP(1));
	uint32 columns;
	uint32 rows;
	uint8 *codes = gridmap_codes_of_rows(PG_GETARG_ARRAYTYPE_P(0), &columns, &rows);

	PG_RETURN_POINTER(gridmap_from_layout(codes, columns, rows, layout));
}

/* ---- cells ----------------------------------------------------------------------- */

/* A layout that the padding of a map has; FR_LAYOUTS: none, or the map has no padding. */
static fr_layout
layout_by_padding(const fr_map *grid)
{
	fr_offset_map map;
	int layout = 0;

	if (!memchr(grid->codes, FR_PADDING, grid->code_count))
		return FR_LAYOUTS;
	while (layout < FR_LAYOUTS && !fr_offset_map_find(layout, grid, &map))
		layout++;
	return layout;
}

static void
refuse_layout(const fr_map *grid, fr_layout layout)
{
	fr_layout other = layout_by_padding(grid);

	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("map does not have the layout %s", fr_layout_name[layout]),
		 other < FR_LAYOUTS
			 ? errdetail("It has the layout %s.", fr_layout_name[other])
			 : errdetail("Its grid of %u x %u cells is not padded like that.",
						 grid->width, grid->height),
		 other < FR_LAYOUTS
			 ? errhint("Pass the layout \"%s\".", fr_layout_name[other])
			 : errhint("gridmap_from_offset makes maps of a layout. Maps that are made "
					   "otherwise, or cropped, have none.")));
}

void
fringe_check_drawn_layout(const fr_map *grid, fr_layout layout)
{
	fr_offset_map map;

	if (!fr_offset_map_find(layout, grid, &map) && layout_by_padding(grid) < FR_LAYOUTS)
		refuse_layout(grid, layout);
}

/*
 * Maps that were found lately, by the digest of their ground. A statement asks once per row, mostly
 * about one map, which may be too large to read for each row. The digest says all about the cells,
 * so no entry is ever wrong.
 */
#define FOUND_MAPS 8

static struct
{
	Digest ground;
	fr_offset_map map; /* of no columns: the entry is free */
} found_maps[FOUND_MAPS];

/* The map in offset coordinates of argument 0, whose layout is argument n. */
static fr_offset_map
offset_map_of(FunctionCallInfo fcinfo, int n)
{
	static int next = 0;
	fr_layout layout = fringe_layout_named(PG_GETARG_TEXT_PP(n));
	Digest ground = gridmap_peek(PG_GETARG_DATUM(0)).ground;
	fr_offset_map map;
	fr_map grid;

	for (int i = 0; i < FOUND_MAPS; i++)
		if (found_maps[i].map.columns > 0 && found_maps[i].map.layout == layout &&
			memcmp(&found_maps[i].ground, &ground, DIGEST_SIZE) == 0)
			return found_maps[i].map;
	grid = gridmap_open(PG_GETARG_GRIDMAP(0));
	if (!fr_offset_map_find(layout, &grid, &map))
		refuse_layout(&grid, layout);
	found_maps[next].ground = ground;
	found_maps[next].map = map;
	next = (next + 1) % FOUND_MAPS;
	return map;
}

/* gridcell_from_offset(map, column, row, layout) */
FRINGE_FUNCTION(gridcell_from_offset)
{
	fr_offset_map map = offset_map_of(fcinfo, 3);
	fr_cell offset = {PG_GETARG_INT32(1), PG_GETARG_INT32(2)};

	if (offset.x < 0 || offset.x >= map.columns || offset.y < 0 || offset.y >= map.rows)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("column %d, row %d is outside the map", offset.x, offset.y),
				 errdetail("The map has %lld columns and %lld rows.",
						   (long long) map.columns, (long long) map.rows)));
	PG_RETURN_CELL(fr_cell_from_offset(&map, offset));
}

/* gridcell_to_offset(map, cell, layout): two NULLs for padding */
FRINGE_FUNCTION(gridcell_to_offset)
{
	fr_offset_map map = offset_map_of(fcinfo, 2);
	fr_cell cell = PG_GETARG_CELL(1);
	TupleDesc desc;
	fr_cell offset;
	Datum values[2];
	bool nulls[2] = {false, false};

	fringe_check_inside(cell, map.width, map.height);
	if (!fr_cell_to_offset(&map, cell, &offset))
		nulls[0] = nulls[1] = true;
	values[0] = Int32GetDatum(offset.x);
	values[1] = Int32GetDatum(offset.y);
	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls)));
}
