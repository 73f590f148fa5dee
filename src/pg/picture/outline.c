/*
 * outline.c - the outlines of areas of cells, as the data of an SVG path
 *
 * An outline is walked with its area on the right: east along the upper edges
 * of cells, west along lower ones.  Each has an upper edge, so whoever looks at
 * every cell of a class finds all its outlines; a bit of each cell keeps that
 * its upper edge has been walked.  Cells that touch at a corner only are apart.
 */
#include "pg/picture/picture.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define WALKED 0x80
#define TEXT_MAX (256 * 1024 * 1024) /* bytes of all outlines */

/* Clockwise: a turn to the right is the next heading. */
enum
{
	EAST,
	SOUTH,
	WEST,
	NORTH
};

static const int8 heading_x[4] = {1, 0, -1, 0};
static const int8 heading_y[4] = {0, 1, 0, -1};

/* A corner of cells on an outline, and where the walk goes from there. */
typedef struct Walker
{
	int32 x;
	int32 y;
	int heading;
} Walker;

static bool
has_class(const Outlines *all, int32 x, int32 y, uint8 class)
{
	return x >= 0 && y >= 0 && (uint32) x < all->width && (uint32) y < all->height &&
		   (all->classes[(size_t) y * all->width + x] & ~WALKED) == class;
}

/* Is the cell before the walker, to the right or left of its line, in the area? */
static bool
has_ahead(const Outlines *all, const Walker *at, bool right, uint8 class)
{
	int side = (at->heading + (right ? 1 : 3)) & 3;
	int32 x = at->x + (Min(heading_x[at->heading] + heading_x[side], 0));
	int32 y = at->y + (Min(heading_y[at->heading] + heading_y[side], 0));

	return has_class(all, x, y, class);
}

static void
append_number(Outline *to, int32 number)
{
	char text[12];

	appendBinaryStringInfo(&to->data, text, pg_ltoa(number, text));
}

static void
append_side(Outline *to, int heading, int32 length)
{
	bool forward = heading == EAST || heading == SOUTH;

	appendStringInfoChar(&to->data, heading & 1 ? 'v' : 'h');
	append_number(to, forward ? length : -length);
}

/* The first `m` of a path is absolute; later ones start where the last one went. */
static void
append_start(Outline *to, int32 x, int32 y)
{
	appendStringInfoChar(&to->data, 'm');
	append_number(to, x - to->x);
	if (y >= to->y)
		appendStringInfoChar(&to->data, ' ');
	append_number(to, y - to->y);
	to->x = x;
	to->y = y;
}

/* One cell on, marking its upper edge as walked; then the turn that follows. */
static void
walk_on(Outlines *all, Walker *at, uint8 class)
{
	if (at->heading == EAST)
		all->classes[(size_t) at->y * all->width + at->x] |= WALKED;
	at->x += heading_x[at->heading];
	at->y += heading_y[at->heading];
	if (!has_ahead(all, at, true, class))
		at->heading = (at->heading + 1) & 3;
	else if (has_ahead(all, at, false, class))
		at->heading = (at->heading + 3) & 3;
}

static void
check_bytes(Outlines *all, int before, int after)
{
	all->bytes += after - before;
	if (all->bytes > TEXT_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("picture would be too large"),
				 errdetail("Its outlines would take more than %d bytes.", TEXT_MAX),
				 errhint("Draw a part of the map, which gridmap_crop gives, or "
						 "draw it with fringe_png.")));
}

/* The outline from the upper-left corner of a cell on, whose upper edge is on it. */
static void
walk_outline(Outlines *all, Walker start, uint8 class, Outline *to)
{
	Walker at = start;
	uint64 steps = 0;
	int32 length = 0;
	int before = to->data.len;

	append_start(to, start.x, start.y);
	do
	{
		int heading = at.heading;

		if (steps++ % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		walk_on(all, &at, class);
		length++;
		if (at.heading == heading ||
			(at.x == start.x && at.y == start.y && at.heading == EAST))
			continue;
		append_side(to, heading, length);
		length = 0;
	} while (at.x != start.x || at.y != start.y || at.heading != EAST);
	appendStringInfoChar(&to->data, 'z'); /* is the last side */
	check_bytes(all, before, to->data.len);
}

/* The outline of the cell's area that its upper edge is on, if none has been there. */
void
outline_trace(Outlines *all, uint32 cell, Outline *to)
{
	int32 x = cell % all->width;
	int32 y = cell / all->width;
	uint8 class = all->classes[cell];

	if (!(class & WALKED) && !has_class(all, x, y - 1, class))
		walk_outline(all, (Walker){x, y, EAST}, class, to);
}

/* The cell has this class now, and none of its edges has been walked. */
void
outline_forget(Outlines *all, uint32 cell, uint8 class)
{
	all->classes[cell] = class;
}
