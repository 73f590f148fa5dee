/*
 * diff.c - the cells in which two maps differ
 */
#include "pg/types/types.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"

/* Row y of a map, continued to `width` with zeros; all zeros below the map. */
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

PG_FUNCTION_INFO_V1(gridmap_diff);
Datum
gridmap_diff(PG_FUNCTION_ARGS)
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
