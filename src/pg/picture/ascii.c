/*
 * ascii.c - draw a map and a path as text
 */
#include "pg/picture/picture.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define PATH_MARK '*'
#define START_MARK 's'
#define GOAL_MARK 'g'

static void
mark_cell(const Picture *picture, fr_cell cell, uint8 code)
{
	double place[2];

	fringe_check_inside(cell, picture->whole.width, picture->whole.height);
	if (picture_place(picture, cell, place))
		picture->codes[(size_t) cell.y * picture->map.width + cell.x - picture->x] = code;
}

static void
mark_next(void *picture, uint64_t number, fr_cell cell)
{
	mark_cell(picture, cell, PATH_MARK);
}

static void
mark_route(void *to, const struct varlena *route, Colour colour, double width,
		   bool casing)
{
	if (!casing)
		fr_path_each_cell(PATH_BYTES(route), PATH_SIZE(route), mark_next, to,
						  &fringe_poll);
}

static void
mark_end(void *to, fr_cell cell, const double place[2], bool goal)
{
	mark_cell(to, cell, goal ? GOAL_MARK : START_MARK);
}

static const Painter painter = {.route = mark_route, .end = mark_end};

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
	Picture picture;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	picture_open(fcinfo, PG_NARGS() > 2 ? 2 : -1, &picture);
	if (!PG_ARGISNULL(1))
		picture.route = picture.ends = PG_GETARG_VARLENA_PP(1);
	picture_paint(&picture, &painter, &picture);
	PG_RETURN_TEXT_P(codes_to_text(picture.codes, picture.map.width, picture.map.height));
}
