/*
 * avoid.c - cells that a single query avoids
 *
 * The query runs on a copy of the map that has these cells blocked. The copy is decoded
 * like any map, so queries that avoid the same cells share it. It is made by changing a
 * few bytes of the map where that gives what packing it anew would.
 */
#include "pg/functions/query.h"

#include "miscadmin.h"
#include "utils/array.h"

static uint8
blocking_code(fr_model *model, const fr_map *map)
{
	uint8 code = fr_model_block(model, map);

	if (code == 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot avoid cells"),
				 errdetail("The map has all terrain codes, and the model blocks "
						   "none.")));
	return code;
}

/* The indexes of cells, which are on the map. */
static uint32 *
cell_indexes(const fr_map *map, const int64 *list, int count)
{
	uint32 *indexes = fringe_alloc_huge((Size) count * sizeof(uint32));

	for (int i = 0; i < count; i++)
	{
		fr_cell cell = DatumGetCell(Int64GetDatum(list[i]));

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, map->width, map->height);
		indexes[i] = (uint32) cell.y * map->width + (uint32) cell.x;
	}
	return indexes;
}

/* The position of a code among the map's, or -1. */
static int
position_of(const fr_map *map, uint8 code)
{
	const uint8 *at = memchr(map->codes, code, map->code_count);

	return at ? at - map->codes : -1;
}

/* Does the copy still have all codes of the map? A map lists no others. */
static bool
has_all_codes(const fr_map *map)
{
	bool occurs[256] = {false};
	int found = 0;

	for (uint32 y = 0; y < map->height && found < map->code_count; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map->width; x++)
		{
			uint8 code = fr_map_code(map, x, y);

			found += !occurs[code];
			occurs[code] = true;
		}
	}
	return found == map->code_count;
}

static Gridmap *
packed_anew(const fr_map *map, const uint32 *indexes, int count, uint8 code)
{
	uint8 *codes = gridmap_codes_of(map);
	Gridmap *copy;

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		codes[indexes[i]] = code;
	}
	copy = gridmap_from_codes(codes, map->width, map->height);
	pfree(codes);
	return gridmap_keep_links(copy, map, fringe_same_cells);
}

/* A copy with one code at these cells: mostly its bytes are those of the map but a few. */
static Gridmap *
copy_with(const Gridmap *map, const fr_map *opened, const uint32 *indexes, int count,
		  uint8 code)
{
	int position = position_of(opened, code);

	if (position >= 0 && opened->code_count > 1)
	{
		Gridmap *copy = gridmap_patched(map, indexes, count, position);
		fr_map patched = gridmap_open(copy);

		if (has_all_codes(&patched))
			return copy;
	}
	return packed_anew(opened, indexes, count, code);
}

/*
 * Replaces a map and its model by the copy with the cells of a list blocked, argument n; keeps them
 * if the list has none.
 */
void
fringe_avoid_cells(Datum *map, Datum *model, FunctionCallInfo fcinfo, int n)
{
	int count;
	const int64 *cells = gridcell_list(fcinfo, n, &count);
	Gridmap *whole;
	fr_map opened;
	fr_model parsed;
	uint8 code;
	uint32 *indexes;

	if (count == 0)
		return;
	whole = (Gridmap *) PG_DETOAST_DATUM(*map);
	opened = gridmap_open(whole);
	parsed = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(*model));
	code = blocking_code(&parsed, &opened);
	indexes = cell_indexes(&opened, cells, count);
	*map = PointerGetDatum(copy_with(whole, &opened, indexes, count, code));
	*model = PointerGetDatum(gridmodel_make(&parsed));
	pfree(indexes);
}
