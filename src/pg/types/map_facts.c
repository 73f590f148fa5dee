/*
 * map_facts.c - what a gridmap is asked for: its digest, size, cells, codes and floors
 */
#include "pg/result_rows.h"
#include "pg/types/types.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

bytea *
gridmap_digest_value(const Digest *digest)
{
	bytea *value = palloc(VARHDRSZ + DIGEST_SIZE);

	SET_VARSIZE(value, VARHDRSZ + DIGEST_SIZE);
	memcpy(VARDATA(value), digest->bytes, DIGEST_SIZE);
	return value;
}

PG_FUNCTION_INFO_V1(gridmap_digest);
Datum
gridmap_digest(PG_FUNCTION_ARGS)
{
	GridmapPeek peek = gridmap_peek(PG_GETARG_DATUM(0));

	PG_RETURN_BYTEA_P(gridmap_digest_value(&peek.digest));
}

PG_FUNCTION_INFO_V1(gridmap_width);
Datum
gridmap_width(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(gridmap_peek(PG_GETARG_DATUM(0)).width);
}

PG_FUNCTION_INFO_V1(gridmap_height);
Datum
gridmap_height(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(gridmap_peek(PG_GETARG_DATUM(0)).height);
}

/* gridmap_contains(map, cell): is the cell on the map? */
PG_FUNCTION_INFO_V1(gridmap_contains);
Datum
gridmap_contains(PG_FUNCTION_ARGS)
{
	GridmapPeek peek = gridmap_peek(PG_GETARG_DATUM(0));
	fr_cell cell = PG_GETARG_CELL(1);

	/* a negative coordinate is a large one without sign */
	PG_RETURN_BOOL((uint32) cell.x < (uint32) peek.width &&
				   (uint32) cell.y < (uint32) peek.height);
}

PG_FUNCTION_INFO_V1(gridmap_code);
Datum
gridmap_code(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	fr_cell cell = PG_GETARG_CELL(1);

	fringe_check_inside(cell, map.width, map.height);
	PG_RETURN_CHAR(fr_map_code(&map, cell.x, cell.y));
}

typedef struct CellRow
{
	int32 x;
	int32 y;
	char code;
} CellRow;

PG_FUNCTION_INFO_V1(gridmap_cells);
Datum
gridmap_cells(PG_FUNCTION_ARGS)
{
	Rows rows;
	CellRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(CellRow));
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));

	for (uint32 y = 0; y < map.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map.width; x++)
		{
			row->x = x;
			row->y = y;
			row->code = fr_map_code(&map, x, y);
			fringe_put_row(&rows);
		}
	}
	return (Datum) 0;
}

/* Counts the cells of each code, by its position in map->codes. */
static void
count_codes(const fr_map *map, int64 counts[256])
{
	uint8 *row = palloc(map->width);

	memset(counts, 0, 256 * sizeof(int64));
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_positions(map, (size_t) y * map->width, map->width, row);
		for (uint32 x = 0; x < map->width; x++)
			counts[row[x]]++;
	}
}

PG_FUNCTION_INFO_V1(gridmap_codes);
Datum
gridmap_codes(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	bool nulls[2] = {false, false};
	int64 counts[256];

	InitMaterializedSRF(fcinfo, 0);
	count_codes(&map, counts);
	for (int i = 0; i < map.code_count; i++)
	{
		Datum values[2] = {CharGetDatum(map.codes[i]), Int64GetDatum(counts[i])};

		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* ---- floors -------------------------------------------------------------- */

static bool
is_border(const fr_map *map, uint32 x)
{
	CHECK_FOR_INTERRUPTS();
	for (uint32 y = 0; y < map->height; y++)
		if (fr_map_code(map, x, y) != FLOOR_BORDER)
			return false;
	return true;
}

/* The next column from x on that stands between floors; the width if there is none. */
uint32
gridmap_next_border(const fr_map *map, uint32 x)
{
	while (x < map->width && !is_border(map, x))
		x++;
	return x;
}

/* By floor, the column behind it; there may be one more than columns. Returns how many. */
int
gridmap_floor_ends(const fr_map *map, uint32 *ends)
{
	int count = 0;

	for (uint32 x = 0; x <= map->width; x++)
		ends[count++] = x = gridmap_next_border(map, x);
	return count;
}
