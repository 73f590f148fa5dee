/*
 * transform.c - maps resized, turned, mirrored and combined; differences of two maps
 */
#include "pg/fringe.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/tuplestore.h"

/* ---- gridmap_resize ---------------------------------------------------- */

static uint8 *
new_codes(int32 width, int32 height)
{
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
	return fringe_alloc_huge((Size) width * height);
}

/* gridmap_resize(map, width, height, code of new cells) */
PG_FUNCTION_INFO_V1(gridmap_resize);
Datum
gridmap_resize(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	int32 width = PG_GETARG_INT32(1);
	int32 height = PG_GETARG_INT32(2);
	char code = fringe_text_code(PG_GETARG_TEXT_PP(3));
	uint8 *codes = new_codes(width, height);
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
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* ---- gridmap_rotate, gridmap_flip -------------------------------------- */

/* Where the copy's cell (x, y) comes from: first + x * right + y * down. */
typedef struct Turn
{
	uint32 width; /* of the copy */
	uint32 height;
	int64 first;
	int64 right;
	int64 down;
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
	return gridmap_from_codes(codes, turn.width, turn.height);
}

/* gridmap_rotate(map, clockwise quarter turns) */
PG_FUNCTION_INFO_V1(gridmap_rotate);
Datum
gridmap_rotate(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	uint32 w = map.width;
	uint32 h = map.height;
	int64 last = (int64) w * h - 1;
	const Turn turns[4] = {
		{w, h, 0, 1, w},
		{h, w, last + 1 - w, -(int64) w, 1},
		{w, h, last, -1, -(int64) w},
		{h, w, w - 1, w, -1},
	};

	PG_RETURN_POINTER(turned_copy(&map, turns[PG_GETARG_INT32(1) & 3]));
}

static bool
is_axis(const text *axis, char name)
{
	return VARSIZE_ANY_EXHDR(axis) == 1 && *VARDATA_ANY(axis) == name;
}

/* gridmap_flip(map, axis): 'x' reverses rows, 'y' their order */
PG_FUNCTION_INFO_V1(gridmap_flip);
Datum
gridmap_flip(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	const text *axis = PG_GETARG_TEXT_PP(1);
	int64 w = map.width;
	Turn turn = {map.width, map.height, w - 1, -1, w};

	if (is_axis(axis, 'y'))
		turn = (Turn){map.width, map.height, w * (map.height - 1), 1, -w};
	else if (!is_axis(axis, 'x'))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid axis \"%s\"", text_to_cstring(axis)),
						errhint("Valid axes are x and y.")));
	PG_RETURN_POINTER(turned_copy(&map, turn));
}

/* ---- gridmap_overlay --------------------------------------------------- */

/* Copies a row of the patch, except for the clear code (0: none). */
static void
lay_row(const fr_map *patch, uint32 y, uint8 clear, uint8 *scratch, uint8 *to)
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

/* gridmap_overlay(map, patch, at [, code of the patch's transparent cells]) */
PG_FUNCTION_INFO_V1(gridmap_overlay);
Datum
gridmap_overlay(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	fr_map patch = gridmap_open(PG_GETARG_GRIDMAP(1));
	fr_cell at = PG_GETARG_CELL(2);
	char clear = PG_NARGS() > 3 ? fringe_text_code(PG_GETARG_TEXT_PP(3)) : 0;
	uint8 *scratch = palloc(patch.width);
	uint8 *codes;

	if (PG_NARGS() > 3)
		fringe_check_code(clear);
	check_patch(&map, &patch, at);
	codes = gridmap_codes_of(&map);
	for (uint32 y = 0; y < patch.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		lay_row(&patch, y, clear, scratch,
				codes + ((size_t) at.y + y) * map.width + at.x);
	}
	PG_RETURN_POINTER(gridmap_from_codes(codes, map.width, map.height));
}

/* ---- gridmap_diff ------------------------------------------------------ */

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
	{
		Datum values[4] = {Int32GetDatum(x), Int32GetDatum(y), CharGetDatum(a[x]),
						   CharGetDatum(b[x])};
		bool nulls[4] = {false, false, a[x] == 0, b[x] == 0};

		if (a[x] != b[x])
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

/* ---- gridmap_random_cells ---------------------------------------------- */

/* gridmap_random_cells(map, n, seed, model) */
PG_FUNCTION_INFO_V1(gridmap_random_cells);
Datum
gridmap_random_cells(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int32 n = PG_GETARG_INT32(1);
	uint64 seed = PG_GETARG_INT64(2);
	const fr_grid *grid = fringe_prepare_map(PG_GETARG_DATUM(0),
											 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
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
