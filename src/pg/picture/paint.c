/*
 * paint.c - what a picture shows besides its cells, in order: each painter draws the same
 */
#include "pg/picture/picture.h"

#include <math.h>

#include "miscadmin.h"

typedef void (*PaintPart)(const Picture *picture, const Painter *painter, void *to);

static void
paint_part(const Picture *picture, const Painter *painter, void *to, PicturePart part,
		   PaintPart paint)
{
	if (painter->part)
		painter->part(to, part, true);
	paint(picture, painter, to);
	if (painter->part)
		painter->part(to, part, false);
}

/* ---- links ------------------------------------------------------------ */

/* A quadratic Bezier curve. Its control point is within the map, and so is the curve. */
static LinkCurve
curve_of(const Picture *picture, const fr_link *link)
{
	LinkCurve curve;
	double over_x;
	double over_y;

	picture_project(picture, link->from.x, link->from.y, curve.from);
	picture_project(picture, link->to.x, link->to.y, curve.to);
	over_x = (curve.from[0] + curve.to[0]) / 2 + (curve.to[1] - curve.from[1]) / 8;
	over_y = (curve.from[1] + curve.to[1]) / 2 - (curve.to[0] - curve.from[0]) / 8;
	curve.over[0] = Max(0, Min(over_x, picture->width));
	curve.over[1] = Max(0, Min(over_y, picture->height));
	return curve;
}

/* An arrow at the end of the curve or, back, at its beginning. */
static Arrow
arrow_of(const Picture *picture, const LinkCurve *curve, bool back)
{
	const double *tip = back ? curve->from : curve->to;
	double x = curve->over[0] - tip[0];
	double y = curve->over[1] - tip[1];
	double length = hypot(x, y);
	double arm = Min(picture->mark_radius, 0.8 * length);
	Arrow arrow = {.tip = {tip[0], tip[1]}};

	/* 30 degrees to either side of the curve */
	for (int i = 0; length > 0 && i < 2; i++)
	{
		double sine = i == 0 ? 0.5 : -0.5;

		arrow.arms[i][0] = tip[0] + (0.866 * x - sine * y) * arm / length;
		arrow.arms[i][1] = tip[1] + (0.866 * y + sine * x) * arm / length;
	}
	return arrow;
}

static void
paint_links(const Picture *picture, const Painter *painter, void *to)
{
	for (uint32 i = 0; i < picture->map.link_count; i++)
	{
		fr_link link = fr_link_unpack(picture->map.links + (size_t) i * FR_LINK_BYTES);
		LinkCurve curve = curve_of(picture, &link);
		Arrow arrows[2] = {arrow_of(picture, &curve, false),
						   arrow_of(picture, &curve, true)};

		CHECK_FOR_INTERRUPTS();
		painter->link(to, &curve, arrows, link.both ? 2 : 1, link.code);
	}
}

/* ---- layers ------------------------------------------------------------ */

/* Each pair of neighbours once: those of tile, those of hex, and those of octile are the first so many. */
static const int ahead[] = {FR_E, FR_S, FR_SW, FR_SE};

static void
paint_cell(const Picture *picture, const Painter *painter, void *to, uint32 at,
		   bool casing)
{
	fr_cell cell = {(int32) (at % picture->map.width), (int32) (at / picture->map.width)};
	int around = picture->model->hex ? 3 : picture->model->octile ? 4 : 2;
	SideLine line[2];

	for (int bit = 0; picture->crossings && bit < FR_SIDES; bit++)
		if (picture_side(picture, picture->crossings, cell, bit, line))
			painter->mark(to, line, MARK_RIVER, casing);
	for (int i = 0; picture->roads && i < around; i++)
		if (picture_road(picture, cell, ahead[i], line))
			painter->mark(to, line, MARK_ROAD, casing);
	if (picture->blocked && picture->blocked[at])
	{
		picture_cross(picture, cell, line);
		for (int k = 0; k < 2; k++)
			painter->mark(to, &line[k], MARK_CROSS, casing);
	}
	for (int bit = 0; picture->sides && bit < FR_SIDES; bit++)
		if (picture_side(picture, picture->sides, cell, bit, line))
			painter->mark(to, line, line->ledge ? MARK_LEDGE : MARK_WALL, casing);
}

static bool
has_marks(const Picture *picture, uint32 at)
{
	return (picture->sides && picture->sides[at]) ||
		   (picture->blocked && picture->blocked[at]) ||
		   (picture->roads && picture->roads[at]) ||
		   (picture->crossings && picture->crossings[at]);
}

/* What layers mark: the casings of all, then all. */
static void
paint_marks(const Picture *picture, const Painter *painter, void *to)
{
	uint32 cells = picture->map.width * picture->map.height;

	for (uint32 i = 0; i < 2 * cells; i++)
	{
		uint32 at = i < cells ? i : i - cells;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (has_marks(picture, at))
			paint_cell(picture, painter, to, at, i < cells);
	}
}

const MarkStyle mark_styles[MARK_KINDS] = {[MARK_RIVER] = {RIVER_COLOUR, 1.4},
										   [MARK_ROAD] = {ROAD_COLOUR, 1.2},
										   [MARK_CROSS] = {BLOCKED_COLOUR, 1},
										   [MARK_WALL] = {WALL_COLOUR, 1},
										   [MARK_LEDGE] = {WALL_COLOUR, 0.5}};

/* ---- routes ------------------------------------------------------------- */

/* A line with a casing, so that it is seen on every terrain. */
static void
paint_wide(const Picture *picture, const Painter *painter, void *to,
		   const struct varlena *route, Colour colour)
{
	double width = picture->route_width;

	painter->route(to, route, CASING_COLOUR, width * CASING, true);
	painter->route(to, route, colour, width, false);
}

static void
paint_main_route(const Picture *picture, const Painter *painter, void *to)
{
	paint_wide(picture, painter, to, picture->route, ROUTE_COLOUR);
}

/* The goal comes first: the start is seen on it if both are in one cell. */
static void
paint_ends(const Picture *picture, const Painter *painter, void *to)
{
	const struct varlena *route = picture->ends;
	fr_cell start = picture_open_route(picture, route).cell;
	fr_cell goal = fr_path_goal(PATH_BYTES(route), PATH_SIZE(route), &fringe_poll);
	double place[2];

	if (picture_place(picture, goal, place))
		painter->end(to, goal, place, true);
	if (picture_place(picture, start, place))
		painter->end(to, start, place, false);
}

/* A thin line, or a dot for a route of one cell. */
static void
paint_other(const Picture *picture, const Painter *painter, void *to,
			const struct varlena *route)
{
	double place[2];

	if (fr_path_length(PATH_BYTES(route), PATH_SIZE(route), &fringe_poll) > 1)
		painter->route(to, route, ROUTES_COLOUR, picture->route_width / 2, false);
	else if (picture_place(picture, picture_open_route(picture, route).cell, place))
		painter->spot(to, place, ROUTES_COLOUR);
}

/* Better routes cover others. */
static void
paint_routes(const Picture *picture, const Painter *painter, void *to)
{
	for (int rank = picture->ranks; rank > 0; rank--)
		paint_wide(picture, painter, to, picture->routes[rank - 1], colour_of_rank(rank));
	for (int i = picture->ranks; i < picture->route_count; i++)
		paint_other(picture, painter, to, picture->routes[i]);
	if (picture->route)
		paint_part(picture, painter, to, PART_MAIN_ROUTE, paint_main_route);
	if (picture->ends)
		paint_ends(picture, painter, to);
}

/* ---- exits ---------------------------------------------------------------- */

/* The exits of a cell are drawn together. */
static void
paint_exits(const Picture *picture, const Painter *painter, void *to)
{
	uint32 next;

	for (uint32 i = 0; i < picture->exit_count; i = next)
	{
		const FloorExit *first = &picture->exits[i];
		double place[2];

		for (next = i + 1;
			 next < picture->exit_count && picture->exits[next].at.x == first->at.x &&
			 picture->exits[next].at.y == first->at.y;
			 next++)
			;
		CHECK_FOR_INTERRUPTS();
		picture_project(picture, first->at.x, first->at.y, place);
		painter->exits(to, first, next - i, place);
	}
}

void
picture_paint(const Picture *picture, const Painter *painter, void *to)
{
	if (painter->mark &&
		(picture->sides || picture->blocked || picture->roads || picture->crossings))
		paint_part(picture, painter, to, PART_MARKS, paint_marks);
	if (painter->link && picture->map.link_count > 0)
		paint_part(picture, painter, to, PART_LINKS, paint_links);
	if (picture->route_count > 0 || picture->route)
		paint_part(picture, painter, to, PART_ROUTES, paint_routes);
	if (painter->exits && picture->exit_count > 0)
		paint_part(picture, painter, to, PART_EXITS, paint_exits);
}
