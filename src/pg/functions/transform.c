/*
 * transform.c - maps resized, turned, mirrored and combined
 */
#include "pg/types/types.h"

#include "miscadmin.h"
#include "utils/builtins.h"

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
	PG_RETURN_POINTER(gridmap_keep_links(gridmap_from_codes(codes, width, height), &map,
										 fringe_same_cells));
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
	CellMove move; /* where a cell of the map comes to */
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
	return gridmap_keep_links(gridmap_from_codes(codes, turn.width, turn.height), map,
							  turn.move);
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
		{w, h, 0, 1, w, {1, 0, 0, 1, 0, 0}},
		{h, w, last + 1 - w, -(int64) w, 1, {0, -1, 1, 0, (int64) h - 1, 0}},
		{w, h, last, -1, -(int64) w, {-1, 0, 0, -1, (int64) w - 1, (int64) h - 1}},
		{h, w, w - 1, w, -1, {0, 1, -1, 0, 0, (int64) w - 1}},
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

/* Links of the map stay, and those of the patch come along. */
static Gridmap *
overlaid_links(Gridmap *copy, const fr_map *map, const fr_map *patch, fr_cell at)
{
	CellMove shift = {1, 0, 0, 1, at.x, at.y};
	LinkList links = {0};

	fringe_add_moved(&links, map, &fringe_same_cells, map);
	fringe_add_moved(&links, patch, &shift, map);
	return gridmap_linked(copy, &links);
}

/* gridmap_overlay(map, patch, at, code of the patch's transparent cells or NULL) */
PG_FUNCTION_INFO_V1(gridmap_overlay);
Datum
gridmap_overlay(PG_FUNCTION_ARGS)
{
	fr_map map;
	fr_map patch;
	fr_cell at;
	char clear = 0;
	uint8 *scratch;
	uint8 *codes;

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
		lay_row(&patch, y, clear, scratch,
				codes + ((size_t) at.y + y) * map.width + at.x);
	}
	PG_RETURN_POINTER(overlaid_links(gridmap_from_codes(codes, map.width, map.height),
									 &map, &patch, at));
}
