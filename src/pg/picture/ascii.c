/*
 * ascii.c - draw a map and a path as text
 */
#include "pg/types/types.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define PATH_MARK '*'
#define START_MARK 's'
#define GOAL_MARK 'g'

/* The text that is drawn on. */
typedef struct Sheet
{
	fr_map whole; /* the map as given */
	fr_map map;	  /* what is drawn: all of it, or a floor */
	uint32 x;	  /* the floor's first column */
	uint8 *codes;
} Sheet;

static void
mark_cell(Sheet *sheet, fr_cell cell, uint8 code)
{
	const fr_map *map = &sheet->map;
	uint32 x;

	fringe_check_inside(cell, sheet->whole.width, sheet->whole.height);
	x = (uint32) cell.x - sheet->x; /* wraps around left of the floor */
	if (x < map->width && (uint32) cell.y < map->height)
		sheet->codes[(size_t) cell.y * map->width + x] = code;
}

static void
mark_next(void *sheet, uint64_t number, fr_cell cell)
{
	mark_cell(sheet, cell, PATH_MARK);
}

static void
mark_path(Sheet *sheet, const struct varlena *route)
{
	const uint8 *packed = PATH_BYTES(route);
	Size size = PATH_SIZE(route);

	fr_path_each_cell(packed, size, mark_next, sheet, &fringe_poll);
	mark_cell(sheet, fr_path_goal(packed, size, &fringe_poll), GOAL_MARK);
	mark_cell(sheet, fr_path_open(packed, size, &fringe_poll).start, START_MARK);
}

/* The rows of codes, separated by newlines. */
static text *
codes_to_text(const uint8 *codes, uint32 width, uint32 height)
{
	Size size = (Size) height * (width + 1) - 1;
	text *result = palloc(VARHDRSZ + size);
	char *to = VARDATA(result);

	SET_VARSIZE(result, VARHDRSZ + size);
	for (uint32 y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		if (y > 0)
			*to++ = '\n';
		memcpy(to, codes + (size_t) y * width, width);
		to += width;
	}
	return result;
}

/* fringe_ascii(map, route or NULL), or with a floor or NULL */
FRINGE_FUNCTION(fringe_ascii)
{
	Sheet sheet = {.x = 0};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	sheet.whole = sheet.map = gridmap_open(PG_GETARG_GRIDMAP(0));
	if (PG_NARGS() > 2 && !PG_ARGISNULL(2))
	{
		MapFloors *floors = map_floors_read(&sheet.whole);
		int32 number = PG_GETARG_INT32(2);

		sheet.map = gridmap_open(map_floors_cut(&sheet.whole, floors, number));
		sheet.x = floors->floor[number - 1].x;
	}
	sheet.codes = gridmap_codes_of(&sheet.map);
	if (!PG_ARGISNULL(1))
		mark_path(&sheet, PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
	PG_RETURN_TEXT_P(codes_to_text(sheet.codes, sheet.map.width, sheet.map.height));
}
