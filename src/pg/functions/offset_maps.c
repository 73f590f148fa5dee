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
	memset(grid, FR_PADDING, map.width * map.height);
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

/* The map in offset coordinates of argument 0, whose layout is argument n. */
static fr_offset_map
offset_map_of(FunctionCallInfo fcinfo, int n)
{
	fr_layout layout = fringe_layout_named(PG_GETARG_TEXT_PP(n));
	fr_offset_map found;
	fr_map grid;

	if (fr_layout_is_staggered(layout))
		grid = gridmap_open(PG_GETARG_GRIDMAP(0));
	else
	{
		GridmapPeek peek = gridmap_peek(PG_GETARG_DATUM(0));

		grid = (fr_map){.width = peek.width, .height = peek.height};
	}
	if (!fr_offset_map_find(layout, &grid, &found))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("map does not have the layout %s", fr_layout_name[layout]),
			 errdetail("Its grid of %u x %u cells is not padded like that.", grid.width,
					   grid.height),
			 errhint(
				 "gridmap_from_offset makes maps of a layout. Other changes of their size lose it.")));
	return found;
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
