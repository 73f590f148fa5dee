/*
 * picture.c - draw a map and a path as text
 */
#include "pg/fringe.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define PATH_MARK '*'
#define START_MARK 's'
#define GOAL_MARK 'g'

static void
mark(uint8 *codes, const fr_map *map, fr_cell cell, uint8 code)
{
	fringe_check_inside(cell, map->width, map->height);
	codes[(size_t) cell.y * map->width + cell.x] = code;
}

static void
mark_path(uint8 *codes, const fr_map *map, const struct varlena *route)
{
	fr_path_reader reader = fr_path_open((const uint8 *) VARDATA_ANY(route),
										 VARSIZE_ANY_EXHDR(route), &fringe_poll);
	fr_cell cell = reader.start;
	uint64 cells = 0;
	uint64 count;
	int direction;

	mark(codes, map, cell, PATH_MARK);
	while (fr_path_next(&reader, &direction, &count))
		while (count-- > 0)
		{
			if (cells++ % FR_POLL_STEPS == 0)
				CHECK_FOR_INTERRUPTS();
			cell.x += fr_dx[direction];
			cell.y += fr_dy[direction];
			mark(codes, map, cell, PATH_MARK);
		}
	mark(codes, map, cell, GOAL_MARK);
	mark(codes, map, reader.start, START_MARK);
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

/* fringe_ascii(map, route or NULL) */
PG_FUNCTION_INFO_V1(fringe_ascii);
Datum
fringe_ascii(PG_FUNCTION_ARGS)
{
	fr_map map;
	uint8 *codes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	map = gridmap_open(PG_GETARG_GRIDMAP(0));
	codes = gridmap_codes_of(&map);
	if (!PG_ARGISNULL(1))
		mark_path(codes, &map, PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
	PG_RETURN_TEXT_P(codes_to_text(codes, map.width, map.height));
}
