/*
 * svg.c - fringe_svg: a map with routes and values on it as an SVG
 *
 * The text is ASCII, so it is well-formed in every encoding. A cell is one unit. The commonest
 * terrain is the ground. Each other code and each level of a heat is one path, the outlines of its
 * areas, whose coordinates are whole numbers: those of a layout are transformed. There are no ids and no style sheet, so one page can contain several pictures.
 */
#include "pg/picture/picture.h"
#include "pg/picture/svg.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"

/* ==== outlines of areas of cells, as the data of an SVG path =========== */

/*
 * Boundary tracing: an outline is followed with its area on the right, east along the upper edges of
 * cells and west along lower edges. Every outline has an upper edge, so a scan of all cells finds all
 * outlines. The bit WALKED of a cell says that its upper edge was followed. Areas that touch only at
 * a corner are separate.
 */

/* Cells by class, of which outlines are drawn; the highest bit is WALKED. */
typedef struct Outlines
{
	uint8 *classes;
	uint32 width;
	uint32 height;
	bool hexagons;
	Size bytes; /* written so far */
} Outlines;

/* The data of an SVG path, and the point that the last `m` went to. */
typedef struct Outline
{
	StringInfoData data;
	int32 x;
	int32 y;
} Outline;

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

/* A corner of an outline, and the direction in which the walk leaves it. */
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

/* Is the cell ahead of the walker, to the right or to the left, in the area? */
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

/* The first `m` of a path is absolute; later ones are relative to the last one. */
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

/* Walks along one cell, marks its upper edge as walked, and turns. */
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
check_size(Size bytes)
{
	if (bytes > TEXT_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("picture would be too large"),
				 errdetail("Its outlines would take more than %d bytes.", TEXT_MAX),
				 errhint("Draw a part of the map with gridmap_crop, or "
						 "draw the map with fringe_png.")));
}

static void
check_bytes(Outlines *all, int before, int after)
{
	all->bytes += after - before;
	check_size(all->bytes);
	fringe_limit_memory("picture", all->bytes);
}

/* Appends the outline that contains the upper edge of a cell, from its upper-left corner. */
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

/*
 * Hexagons: the centre of cell (x,y) is at (2 * x + y, 3 * y), in halves of a hexagon's width and of
 * its side. Sides are counted clockwise from the upper right one, and each is the edge to one
 * neighbour. An outline turns by 60 degrees at each corner, so it has sides of all six directions. The
 * upper left side takes the part of the upper edge.
 */
static const int8 neighbour_x[6] = {1, 1, 0, -1, -1, 0};
static const int8 neighbour_y[6] = {-1, 0, 1, 1, 0, -1};
static const char *const side_data[6] = {" 1 1", " 0 2", "-1 1", "-1-1", " 0-2", " 1-1"};

#define UPPER_LEFT 5

/* A cell of the area, and the side that the walk follows. */
typedef struct HexagonWalker
{
	int32 x;
	int32 y;
	int side;
} HexagonWalker;

/* Does the cell beyond a side have the class? */
static bool
has_class_beyond(const Outlines *all, const HexagonWalker *at, int side, uint8 class)
{
	return has_class(all, at->x + neighbour_x[side], at->y + neighbour_y[side], class);
}

/* Appends the outline that contains the upper left side of a cell, from its lower end. */
static void
walk_hexagons(Outlines *all, int32 x, int32 y, uint8 class, Outline *to)
{
	HexagonWalker at = {x, y, UPPER_LEFT};
	uint64 steps = 0;
	int before = to->data.len;

	append_start(to, 2 * x + y - 1, 3 * y - 1);
	do
	{
		int next = (at.side + 1) % 6;

		if (steps++ % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (at.side == UPPER_LEFT)
			all->classes[(size_t) at.y * all->width + at.x] |= WALKED;
		appendBinaryStringInfo(&to->data, side_data[at.side], 4);
		if (has_class_beyond(all, &at, next, class))
		{
			at.x += neighbour_x[next];
			at.y += neighbour_y[next];
			at.side = (at.side + 5) % 6;
		}
		else
			at.side = next;
	} while (at.x != x || at.y != y || at.side != UPPER_LEFT);
	appendStringInfoChar(&to->data, 'z');
	check_bytes(all, before, to->data.len);
}

/*
 * Appends the outline that contains the cell's upper edge, or upper left side, unless it was walked
 * before.
 */
static void
outline_trace(Outlines *all, uint32 cell, Outline *to)
{
	int32 x = cell % all->width;
	int32 y = cell / all->width;
	uint8 class = all->classes[cell];

	if ((class & WALKED) || has_class(all, x, y - 1, class))
		return;
	if (all->hexagons)
		walk_hexagons(all, x, y, class, to);
	else
		walk_outline(all, (Walker){x, y, EAST}, class, to);
}

/* ==== the picture ====================================================== */

#define FLASH_COLOUR "#00d0ff" /* unlike the colour of any level */
/* An animation shows the search in this part of its time; then the route appears. */
#define SEARCH_PART 0.8
#define FLASH_PART 0.03 /* how long a level flashes */

/* ---- terrain and heat ------------------------------------------------- */

static uint8
commonest_code(const Picture *picture)
{
	size_t cells = (size_t) picture->map.width * picture->map.height;
	size_t count[256] = {0};
	uint8 best = 0;

	for (size_t i = 0; i < cells; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		count[picture->codes[i]]++;
	}
	if (cell_has_layout(picture->shape))
		count[FR_PADDING] = 0;
	for (int code = 1; code < 256; code++)
		if (count[code] > count[best])
			best = (uint8) code;
	return best;
}

/*
 * The attributes of a fill. A viewer that does not know light-dark() ignores the style and uses the
 * attribute before it, the colour on light paper.
 */
void
svg_append_fill(StringInfo to, Paint paint)
{
	char light[COLOUR_TEXT_MAX];
	char dark[COLOUR_TEXT_MAX];

	colour_text(paint.light, light);
	colour_text(paint.dark, dark);
	appendStringInfo(to, "fill=\"%s\"", light);
	if (strcmp(light, dark) != 0)
		appendStringInfo(to, " style=\"fill:light-dark(%s,%s)\"", light, dark);
}

static void
draw_ground(Svg *svg, uint8 code)
{
	appendStringInfoString(&svg->body, "<path ");
	svg_append_fill(&svg->body, svg->picture->terrain[code]);
	appendStringInfo(&svg->body, " d=\"m0 0h%uv%uh-%uz\"/>\n", svg->picture->map.width,
					 svg->picture->map.height, svg->picture->map.width);
}

void
svg_check_text(const Svg *svg)
{
	fringe_limit_memory("picture", svg->body.len);
}

/* Appends the data of a path, which may be as long as the body. */
static void
append_data(Svg *svg, const StringInfoData *data)
{
	fringe_limit_memory("picture", (Size) svg->body.len + 2 * (Size) data->len);
	enlargeStringInfo(&svg->body, data->len);
	fr_copy(svg->body.data + svg->body.len, data->data, data->len + 1, &fringe_poll);
	svg->body.len += data->len;
}

/* Draws the area of an outline, which it frees. */
static void
draw_outline(Svg *svg, Paint paint, Outline *outline, const char *within)
{
	if (outline->data.len == 0)
		return;
	appendStringInfoString(&svg->body, "<path ");
	svg_append_fill(&svg->body, paint);
	appendStringInfoString(&svg->body, " d=\"");
	append_data(svg, &outline->data);
	pfree(outline->data.data);
	appendStringInfo(&svg->body, within ? "\">%s</path>\n" : "\"/>\n", within);
}

static Outlines
outlines_of(const Picture *picture, uint8 *classes)
{
	return (Outlines){classes, picture->map.width, picture->map.height,
					  cell_is_hexagon(picture->shape), 0};
}

/* The outlines of all cells except the padding. */
static void
draw_ground_of_layout(Svg *svg, uint8 code)
{
	const Picture *picture = svg->picture;
	size_t cells = (size_t) picture->map.width * picture->map.height;
	Outlines all = outlines_of(picture, fringe_alloc_huge(cells));
	Outline outline = {0};

	initStringInfo(&outline.data);
	for (size_t i = 0; i < cells; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		all.classes[i] = !picture_leaves_out(picture, picture->codes[i]);
		svg->cells += all.classes[i];
	}
	for (size_t i = 0; i < cells; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (all.classes[i] & ~WALKED)
			outline_trace(&all, i, &outline);
	}
	pfree(all.classes);
	draw_outline(svg, picture->terrain[code], &outline, NULL);
}

/* Opens a group for outlines of cells other than squares; end_plane closes it. */
static void
begin_plane(Svg *svg)
{
	const Projection *plane = &svg->picture->plane;
	bool hexagons = cell_is_hexagon(svg->picture->shape);
	double a[2];
	double b[2];
	double to[2];

	if (svg->picture->shape == CELL_SQUARE)
		return;
	for (int i = 0; i < 2; i++)
	{
		double across = plane->across[i];
		double down = plane->down[i];

		/* the units of outlines of hexagons, or the corner of a square */
		a[i] = hexagons ? across / 2 : across;
		b[i] = hexagons ? (down - across / 2) / 3 : down;
		to[i] = hexagons ? plane->origin[i] : plane->origin[i] - (across + down) / 2;
	}
	appendStringInfo(&svg->body,
					 "<g transform=\"matrix(%.7g %.7g %.7g %.7g %.7g %.7g)\">\n", a[0],
					 a[1], b[0], b[1], to[0], to[1]);
}

static void
end_plane(Svg *svg)
{
	if (svg->picture->shape != CELL_SQUARE)
		appendStringInfoString(&svg->body, "</g>\n");
}

static void
draw_terrain(Svg *svg)
{
	const Picture *picture = svg->picture;
	Outlines all = outlines_of(picture, picture->codes);
	uint8 ground = commonest_code(picture);
	Outline outline[128] = {0};

	if (cell_has_layout(picture->shape))
		draw_ground_of_layout(svg, ground);
	else
		draw_ground(svg, ground);
	for (int i = 0; i < picture->map.code_count; i++)
		initStringInfo(&outline[picture->map.codes[i]].data);
	for (uint32 cell = 0; cell < all.width * all.height; cell++)
	{
		if (cell % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if ((all.classes[cell] & 127) != ground &&
			!picture_leaves_out(picture, all.classes[cell] & 127))
			outline_trace(&all, cell, &outline[all.classes[cell] & 127]);
	}
	for (int i = 0; i < picture->map.code_count; i++)
		draw_outline(svg, picture->terrain[picture->map.codes[i]],
					 &outline[picture->map.codes[i]], NULL);
}

/* The animation of a level: hidden, then a flash, then the colour of the level. */
static const char *
appearance(const Svg *svg, int level)
{
	char colour[COLOUR_TEXT_MAX];
	double at = SEARCH_PART * (level + 1) / (svg->picture->heat.levels + 1);

	return psprintf(
		"<animate attributeName=\"fill\" dur=\"%gs\" repeatCount=\"indefinite\" "
		"calcMode=\"discrete\" values=\"transparent;" FLASH_COLOUR
		";%s\" keyTimes=\"0;%.4g;%.4g\"/>",
		svg->seconds, colour_text(heat_paint(&svg->picture->heat, level).light, colour),
		at, at + FLASH_PART);
}

static void
draw_level(Svg *svg, Outlines *all, int level)
{
	const Heat *heat = &svg->picture->heat;
	Outline outline = {0};

	initStringInfo(&outline.data);
	for (uint32 i = heat->first[level]; i < heat->first[level + 1]; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		all->classes[heat->cells[i]] = (uint8) (level + 1); /* not WALKED */
	}
	for (uint32 i = heat->first[level]; i < heat->first[level + 1]; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		outline_trace(all, heat->cells[i], &outline);
	}
	if (svg->seconds > 0)
		draw_outline(svg, paint_of(heat_paint(heat, level).light), &outline,
					 appearance(svg, level));
	else
		draw_outline(svg, heat_paint(heat, level), &outline, NULL);
}

static void
draw_heat(Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	size_t cells = (size_t) map->width * map->height;
	Outlines all = outlines_of(svg->picture, NULL);

	if (svg->picture->heat.count == 0)
		return;
	all.classes = fringe_alloc_huge(cells);
	fr_fill(all.classes, 0, cells, &fringe_poll);
	/* crisp: no ground is seen between two levels */
	appendStringInfoString(&svg->body, "<g shape-rendering=\"crispEdges\">\n");
	for (int level = 0; level < svg->picture->heat.levels; level++)
		draw_level(svg, &all, level);
	appendStringInfoString(&svg->body, "</g>\n");
	pfree(all.classes);
}

/* ---- edges of hexagons -------------------------------------------------- */

#define EDGES_CELL_PIXELS 10 /* edges of smaller hexagons would hide what they hold */
#define EDGES_COLOUR "#8c959f"

/* Is there a cell at (x,y), and is it drawn? */
static bool
is_drawn(const Picture *picture, int64 x, int64 y)
{
	const fr_map *map = &picture->map;

	return x >= 0 && x < map->width && y < map->height &&
		   !picture_leaves_out(picture, picture->codes[y * map->width + x] & ~WALKED);
}

/* Appends sides that begin at (x,y). */
static void
append_at(Outline *to, int32 x, int32 y, const char *sides, int32 end_x, int32 end_y)
{
	if (to->data.len == 0 || to->x != x || to->y != y)
		append_start(to, x, y);
	appendStringInfoString(&to->data, sides);
	to->x = end_x;
	to->y = end_y;
}

/*
 * Appends each edge of the cells of a row once, in the coordinates of outlines. A cell draws its two
 * upper sides and the right one. It draws another side if no neighbour does.
 */
static void
append_edges(const Picture *picture, int32 y, Outline *to)
{
	for (int32 x = 0; x < (int32) picture->map.width; x++)
	{
		int32 middle = 2 * x + y;
		bool next = is_drawn(picture, x + 1, y);

		if (!is_drawn(picture, x, y))
			continue;
		if (!is_drawn(picture, x - 1, y))
			append_at(to, middle - 1, 3 * y + 1, "v-2", 0, 0);
		appendStringInfoString(&to->data, next ? "l1-1 1 1v2-2" : "l1-1 1 1v2");
		to->x = middle + 1;
		to->y = next ? 3 * y - 1 : 3 * y + 1;
	}
	for (int32 x = 0; x < (int32) picture->map.width; x++)
	{
		int32 middle = 2 * x + y;

		if (!is_drawn(picture, x, y))
			continue;
		if (!is_drawn(picture, x - 1, y + 1))
			append_at(to, middle - 1, 3 * y + 1, "l1 1", middle, 3 * y + 2);
		if (!is_drawn(picture, x, y + 1))
			append_at(to, middle, 3 * y + 2, "l1-1", middle + 1, 3 * y + 1);
	}
}

/* Thin lines between hexagons, because those of one terrain or value make no pattern to count by. */
static void
draw_edges(Svg *svg)
{
	const Picture *picture = svg->picture;
	Outline edges = {0};

	if (!cell_is_hexagon(picture->shape) || svg->scale < EDGES_CELL_PIXELS)
		return;
	initStringInfo(&edges.data);
	for (uint32 y = 0; y < picture->map.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		append_edges(picture, (int32) y, &edges);
	}
	appendStringInfo(&svg->body,
					 "<path fill=\"none\" stroke=\"" EDGES_COLOUR
					 "\" stroke-width=\"0.08\" d=\"%s\"/>\n",
					 edges.data.data);
	pfree(edges.data.data);
}

/* ---- layers ------------------------------------------------------------ */

/* Black and white inks over the cells of each level of relief. */
static void
draw_relief(Svg *svg)
{
	const Picture *picture = svg->picture;
	size_t cells = (size_t) picture->map.width * picture->map.height;
	Outlines all = outlines_of(picture, picture->relief);
	Outline outline[RELIEF_LEVELS] = {0};

	if (!picture->relief)
		return;
	for (int level = 0; level < RELIEF_LEVELS; level++)
		initStringInfo(&outline[level].data);
	for (size_t i = 0; i < cells; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (picture_leaves_out(picture, picture->codes[i] & 127))
			all.classes[i] = 0;
		if ((all.classes[i] & ~WALKED) != 0)
			outline_trace(&all, (uint32) i, &outline[all.classes[i] & ~WALKED]);
	}
	appendStringInfoString(&svg->body, "<g shape-rendering=\"crispEdges\">\n");
	for (int level = 1; level < RELIEF_LEVELS; level++)
	{
		bool white;
		double opacity = relief_ink(level, &white);

		if (outline[level].data.len == 0)
			continue;
		appendStringInfo(&svg->body, "<path fill=\"%s\" fill-opacity=\"%.3g\" d=\"",
						 white ? "#fff" : "#000", opacity);
		append_data(svg, &outline[level].data);
		pfree(outline[level].data.data);
		appendStringInfoString(&svg->body, "\"/>\n");
	}
	appendStringInfoString(&svg->body, "</g>\n");
}

static void
append_side_line(StringInfo to, const SideLine *line)
{
	check_size(to->len);
	fringe_limit_memory("picture", to->len);
	appendStringInfo(to, "M%.6g %.6gL%.6g %.6g", line->from[0], line->from[1],
					 line->to[0], line->to[1]);
}

static void
draw_strokes(Svg *svg, const StringInfoData *data, Colour colour, double width,
			 const char *more)
{
	char text[COLOUR_TEXT_MAX];

	if (data->len == 0)
		return;
	appendStringInfo(&svg->body,
					 "<path fill=\"none\" stroke-linecap=\"round\" stroke=\"%s\" "
					 "stroke-width=\"%.3g\"%s d=\"",
					 colour_text(colour, text), width, more);
	append_data(svg, data);
	appendStringInfoString(&svg->body, "\"/>\n");
}

static void
draw_mark(void *to, const SideLine *line, MarkKind kind, bool casing)
{
	Svg *svg = to;

	if (!casing)
		append_side_line(&svg->marks[kind], line);
}

/* Draws all marks of a kind at once. */
static void
draw_marks(Svg *svg)
{
	for (int kind = 0; kind < MARK_KINDS; kind++)
	{
		double width = mark_styles[kind].width * svg->picture->wall_width;
		Colour colour = mark_styles[kind].colour;
		const StringInfoData *lines = &svg->marks[kind];

		svg->has_marks[kind] = lines->len > 0;
		draw_strokes(svg, lines, CASING_COLOUR, width * CASING,
					 " stroke-opacity=\"0.8\"");
		draw_strokes(svg, lines, colour, width, "");
	}
}

/* ---- links ------------------------------------------------------------ */

static void
append_arrow(Svg *svg, const Arrow *arrow)
{
	appendStringInfo(&svg->body, "M%.6g %.6gL%.6g %.6gL%.6g %.6g", arrow->arms[0][0],
					 arrow->arms[0][1], arrow->tip[0], arrow->tip[1], arrow->arms[1][0],
					 arrow->arms[1][1]);
}

/* A square of the terrain code's colour, in the stroke of links. */
void
svg_append_door(StringInfo to, Paint paint, double x, double y, double side)
{
	appendStringInfoString(to, "<path stroke-dasharray=\"none\" ");
	svg_append_fill(to, paint);
	appendStringInfo(to, " d=\"m%.6g %.6gh%.4gv%.4gh%.4gz\"/>", x - side / 2,
					 y - side / 2, side, side, -side);
}

/* A dashed curve between the ends, with arrows. A link with a code has a door in its middle. */
static void
draw_link(void *to, const LinkCurve *curve, const Arrow *arrows, int arrow_count,
		  uint8 code)
{
	Svg *svg = to;

	svg_check_text(svg);
	appendStringInfo(&svg->body, "<path d=\"M%.6g %.6gQ%.6g %.6g %.6g %.6g\"/>",
					 curve->from[0], curve->from[1], curve->over[0], curve->over[1],
					 curve->to[0], curve->to[1]);
	appendStringInfoString(&svg->body, "<path stroke-dasharray=\"none\" d=\"");
	for (int i = 0; i < arrow_count; i++)
		append_arrow(svg, &arrows[i]);
	appendStringInfoString(&svg->body, "\"/>");
	if (code)
		svg_append_door(&svg->body, svg->picture->terrain[code],
						(curve->from[0] + 2 * curve->over[0] + curve->to[0]) / 4,
						(curve->from[1] + 2 * curve->over[1] + curve->to[1]) / 4,
						1.4 * svg->picture->mark_radius);
	appendStringInfoChar(&svg->body, '\n');
}

static void
begin_links(Svg *svg)
{
	double width = svg->picture->link_width;
	char colour[COLOUR_TEXT_MAX];

	appendStringInfo(&svg->body,
					 "<g fill=\"none\" stroke=\"%s\" stroke-width=\"%.3g\" "
					 "stroke-dasharray=\"%.3g %.3g\">\n",
					 colour_text(LINK_COLOUR, colour), width, 2.5 * width, 1.5 * width);
}

/* ---- routes ----------------------------------------------------------- */

static void
append_move(Svg *svg, const char *command, const double from[2], const double to[2])
{
	appendStringInfo(&svg->body, "%s%.10g %.10g", command, to[0] - from[0],
					 to[1] - from[1]);
}

/* Appends the legs of a route, or only its links; returns whether it has legs of the other kind. */
static bool
append_line(Svg *svg, const struct varlena *route, bool links)
{
	RouteReader reader = picture_open_route(svg->picture, route);
	double pen[2] = {0, 0};
	double start[2];
	bool others = false;
	RouteLine line;

	if (picture_place(svg->picture, reader.cell, start))
	{
		append_move(svg, "m", pen, start);
		memcpy(pen, start, sizeof pen);
	}
	while (picture_next_line(svg->picture, &reader, &line))
	{
		svg_check_text(svg);
		others |= line.by_link != links;
		if (memcmp(pen, line.from, sizeof pen) != 0)
			append_move(svg, "m", pen, line.from);
		if (line.by_link != links)
			append_move(svg, "m", line.from, line.to);
		else if (line.from[1] == line.to[1])
			appendStringInfo(&svg->body, "h%.10g", line.to[0] - line.from[0]);
		else if (line.from[0] == line.to[0])
			appendStringInfo(&svg->body, "v%.10g", line.to[1] - line.from[1]);
		else
			append_move(svg, "l", line.from, line.to);
		memcpy(pen, line.to, sizeof pen);
	}
	return others;
}

/* The links of a route are dotted. */
static void
draw_route_links(Svg *svg, const struct varlena *route, Colour colour, double width)
{
	char text[COLOUR_TEXT_MAX];

	appendStringInfo(
		&svg->body,
		"<path stroke=\"%s\" stroke-width=\"%.3g\" stroke-dasharray=\"0 %.3g\" "
		"d=\"",
		colour_text(colour, text), width * 0.7, svg->picture->route_width * 1.5);
	append_line(svg, route, true);
	appendStringInfoString(&svg->body, "\"/>\n");
}

static void
draw_route(void *to, const struct varlena *route, Colour colour, double width,
		   bool casing)
{
	Svg *svg = to;
	char text[COLOUR_TEXT_MAX];
	bool links;

	appendStringInfo(&svg->body, "<path stroke=\"%s\" stroke-width=\"%.3g\" d=\"",
					 colour_text(colour, text), width);
	links = append_line(svg, route, false);
	appendStringInfoString(&svg->body, "\"/>\n");
	if (links)
		draw_route_links(svg, route, colour, width);
}

/* A dot marks the start and a ring the goal. The ring surrounds the dot if both are in one cell. */
void
svg_append_dot(StringInfo to, double x, double y, double radius, Colour colour)
{
	char text[COLOUR_TEXT_MAX];

	appendStringInfo(
		to,
		"<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"%s\" stroke=\"#fff\" "
		"stroke-width=\"%.3g\" paint-order=\"stroke\"/>\n",
		x, y, radius * DOT_RADIUS, colour_text(colour, text),
		2 * radius * (DOT_CASING - DOT_RADIUS));
}

void
svg_append_ring(StringInfo to, double x, double y, double radius)
{
	char colour[COLOUR_TEXT_MAX];

	colour_text(ROUTE_COLOUR, colour);
	for (int i = 0; i < 2; i++)
		appendStringInfo(to,
						 "<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"none\" "
						 "stroke=\"%s\" stroke-width=\"%.3g\"/>%s",
						 x, y, radius, i == 0 ? "#fff" : colour,
						 radius * (i == 0 ? RING_CASING : RING_WIDTH),
						 i == 0 ? "" : "\n");
}

static void
draw_end(void *to, fr_cell cell, const double place[2], bool goal)
{
	Svg *svg = to;

	svg->has_end[goal] = true;
	if (goal)
		svg_append_ring(&svg->body, place[0], place[1], svg->picture->mark_radius);
	else
		svg_append_dot(&svg->body, place[0], place[1], svg->picture->mark_radius,
					   START_COLOUR);
}

static void
draw_spot(void *to, const double place[2], Colour colour)
{
	Svg *svg = to;

	svg_append_dot(&svg->body, place[0], place[1], svg->picture->mark_radius, colour);
}

/* ---- routes with ranks ------------------------------------------------- */

#define SAMPLES 256 /* places of a route that are compared with those of others */

/* Some places of a route. */
typedef struct Samples
{
	int count;
	double at[SAMPLES][2];
} Samples;

/* Places along the lines of a route, as evenly spread as the length of its lines allows. */
static Samples *
sample_route(const Picture *picture, const struct varlena *route)
{
	uint64 cells = fr_path_length(PATH_BYTES(route), PATH_SIZE(route), &fringe_poll);
	double apart = Max(1, (double) cells / SAMPLES * 1.5);
	RouteReader reader = picture_open_route(picture, route);
	Samples *samples = palloc0(sizeof(Samples));
	double left = 0; /* to the next place */
	RouteLine line;

	while (picture_next_line(picture, &reader, &line))
	{
		double x = line.to[0] - line.from[0];
		double y = line.to[1] - line.from[1];
		double length = line.by_link ? 0 : hypot(x, y);

		for (; left < length && samples->count < SAMPLES; left += apart)
		{
			double *at = samples->at[samples->count++];

			at[0] = line.from[0] + x * left / length;
			at[1] = line.from[1] + y * left / length;
		}
		left = Max(0, left - length);
	}
	return samples;
}

/* The distance from a place to the nearest one of other routes. */
static double
distance_to_others(const Picture *picture, Samples *const *all, int own,
				   const double place[2])
{
	double least = INFINITY;

	for (int i = 0; i < picture->ranks; i++)
		for (int k = 0; i != own && k < all[i]->count; k++)
			least = Min(least,
						hypot(all[i]->at[k][0] - place[0], all[i]->at[k][1] - place[1]));
	return least;
}

/* Writes the rank of each route where the route is farthest from others. */
static void
draw_ranks(Svg *svg)
{
	const Picture *picture = svg->picture;
	double radius = picture->mark_radius;
	Samples *all[RANKS];

	for (int i = 0; i < picture->ranks; i++)
		all[i] = sample_route(picture, picture->routes[i]);
	for (int i = picture->ranks - 1; i >= 0; i--)
	{
		const double *best = NULL;
		double farthest = -1;
		char colour[COLOUR_TEXT_MAX];

		for (int k = 0; k < all[i]->count; k++)
		{
			double distance = distance_to_others(picture, all, i, all[i]->at[k]);

			CHECK_FOR_INTERRUPTS();
			if (distance > farthest)
			{
				farthest = distance;
				best = all[i]->at[k];
			}
		}
		if (best)
			appendStringInfo(
				&svg->body,
				"<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"%s\" stroke=\"#fff\" "
				"stroke-width=\"%.3g\"/><text x=\"%.6g\" y=\"%.6g\" "
				"font-family=\"sans-serif\" font-weight=\"bold\" font-size=\"%.3g\" "
				"text-anchor=\"middle\" fill=\"#fff\">%d</text>\n",
				best[0], best[1], radius * 1.3,
				colour_text(colour_of_rank(i + 1), colour), radius * 0.25, best[0],
				best[1] + radius * 0.6, radius * 1.7, i + 1);
	}
}

/* ---- parts ------------------------------------------------------------- */

/* In an animation, the main route appears after the search. */
static void
begin_main_route(Svg *svg)
{
	appendStringInfoString(&svg->body, "<g>");
	if (svg->seconds > 0)
		appendStringInfo(
			&svg->body,
			"<animate attributeName=\"opacity\" dur=\"%gs\" repeatCount=\"indefinite\" "
			"calcMode=\"discrete\" values=\"0;1\" keyTimes=\"0;%g\"/>",
			svg->seconds, SEARCH_PART + FLASH_PART);
}

/* A part is a group of the SVG, except marks, which are collected first. */
static void
draw_part(void *to, PicturePart part, bool begins)
{
	Svg *svg = to;

	if (part == PART_MARKS && !begins)
		draw_marks(svg);
	else if (!begins)
		appendStringInfoString(&svg->body, "</g>\n");
	else if (part == PART_MARKS)
		for (int kind = 0; kind < MARK_KINDS; kind++)
			initStringInfo(&svg->marks[kind]);
	else if (part == PART_LINKS)
		begin_links(svg);
	else if (part == PART_ROUTES)
		appendStringInfoString(
			&svg->body,
			"<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
	else if (part == PART_MAIN_ROUTE)
		begin_main_route(svg);
	else
		svg_begin_exits(svg);
	if (part == PART_ROUTES && !begins)
		draw_ranks(svg);
}

static const Painter painter = {draw_part, draw_mark, draw_link,	 draw_route,
								draw_spot, draw_end,  svg_draw_exits};

/* ---- the whole picture ------------------------------------------------ */

/* The pixels of a cell: a whole number if there are several. */
static double
scale_of(const Picture *picture)
{
	double scale =
		Min(SVG_CELL_PIXELS, SVG_PIXELS / Max(picture->width, picture->height));

	return scale >= 2 ? floor(scale) : scale;
}

/* The view is in cells, the size in pixels. */
static void
append_size(StringInfo whole, const Svg *svg)
{
	double margin = SVG_MARGIN_PIXELS;
	double width = svg->picture->width * svg->scale;
	double height = svg->picture->height * svg->scale;

	if (svg->legend.len > 0)
	{
		width = Max(width, svg->width);
		height += svg_legend_height(svg);
	}
	width += 2 * margin;
	height += 2 * margin;
	appendStringInfo(whole,
					 "width=\"%.6g\" height=\"%.6g\" viewBox=\"%.6g %.6g %.6g %.6g\"",
					 width, height, -margin / svg->scale, -margin / svg->scale,
					 width / svg->scale, height / svg->scale);
}

static void
append_title(StringInfo whole, const Svg *svg)
{
	const fr_map *map = &svg->picture->map;

	appendStringInfoString(whole, "<title>");
	if (svg->title)
	{
		svg_append_escaped(whole, svg->title, strlen(svg->title));
		appendStringInfoString(whole, ": ");
	}
	if (svg->picture->floor > 0)
		appendStringInfo(whole, "floor %d of %d,", svg->picture->floor,
						 svg->picture->floors->count);
	else
		appendStringInfoString(whole, "map of");
	if (cell_has_layout(svg->picture->shape))
		appendStringInfo(whole, " %zu cells</title>\n", svg->cells);
	else
		appendStringInfo(whole, " %u x %u cells</title>\n", map->width, map->height);
}

static text *
put_together(Svg *svg)
{
	StringInfo body = &svg->body;
	StringInfoData head;
	Size size;
	text *whole;

	initStringInfo(&head);
	appendStringInfoString(
		&head,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" style=\"color-scheme:light dark\" ");
	append_size(&head, svg);
	appendStringInfoString(&head, ">\n");
	append_title(&head, svg);
	if (svg->legend.len > 0)
		svg_append_legend(body, svg);
	appendStringInfoString(body, "</svg>\n");
	enlargeStringInfo(body, VARHDRSZ + head.len); /* is it too large for a value? */
	size = VARHDRSZ + (Size) head.len + body->len;
	fringe_limit_memory("picture", body->len + size);
	whole = palloc(size);
	SET_VARSIZE(whole, size);
	memcpy(VARDATA(whole), head.data, head.len);
	fr_copy(VARDATA(whole) + head.len, body->data, body->len, &fringe_poll);
	return whole;
}

static double
read_seconds(FunctionCallInfo fcinfo, int n)
{
	double seconds = PG_ARGISNULL(n) ? 0 : PG_GETARG_FLOAT8(n);

	if (!(seconds >= 0 && seconds <= 3600))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid duration of an animation"),
			 errdetail(
				 "The duration must be from 0 to 3600 seconds; 0 gives a still picture.")));
	return seconds;
}

/* The positions of the arguments that only an SVG has. */
enum
{
	SVG_LEGEND = PICTURE_OWN,
	SVG_SECONDS,
	SVG_TITLE,
	SVG_UNIT,
	SVG_FLOORS,
	SVG_LABELS,
	SVG_MODEL,
	SVG_FLOOR, /* picture_read reads this one and those after it: layout, layer, shade */
	SVG_LAYOUT,
	SVG_ARGUMENTS = SVG_LAYOUT + 3
};

static const char *
optional_text(FunctionCallInfo fcinfo, int n)
{
	return PG_ARGISNULL(n) ? NULL : svg_text(PG_GETARG_DATUM(n));
}

typedef void (*DrawAbove)(Svg *svg, void *context);

/* Draws the map of the arguments of fringe_svg, and what is above it; `draw` may be NULL. */
static text *
draw_svg(FunctionCallInfo fcinfo, DrawAbove draw, void *context)
{
	Picture picture;
	Svg svg = {.picture = &picture};

	svg.seconds = read_seconds(fcinfo, SVG_SECONDS);
	svg.title = optional_text(fcinfo, SVG_TITLE);
	svg.unit = optional_text(fcinfo, SVG_UNIT);
	if (!PG_ARGISNULL(SVG_LABELS))
		svg_read_labels(&svg, PG_GETARG_JSONB_P(SVG_LABELS));
	svg.model = gridmodel_parsed(
		PG_ARGISNULL(SVG_MODEL) ? (struct varlena *) cstring_to_text("octile")
								: PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(SVG_MODEL)));
	picture_read(fcinfo, svg.seconds > 0 ? HEAT_MOMENTS : HEAT_LEVELS, SVG_FLOOR,
				 &svg.model, &picture);
	if (!PG_ARGISNULL(SVG_FLOORS))
		svg_read_floor_names(&svg, &picture, PG_GETARG_ARRAYTYPE_P(SVG_FLOORS));
	svg.scale = scale_of(&picture);
	initStringInfo(&svg.body);
	initStringInfo(&svg.legend);
	begin_plane(&svg);
	draw_terrain(&svg);
	draw_heat(&svg);
	draw_relief(&svg);
	draw_edges(&svg);
	end_plane(&svg);
	picture_paint(&picture, &painter, &svg);
	if (draw)
		draw(&svg, context);
	if (PG_ARGISNULL(SVG_LEGEND) || PG_GETARG_BOOL(SVG_LEGEND))
		svg_add_legend(&svg);
	return put_together(&svg);
}

/*
 * fringe_svg(the arguments of all pictures, legend, seconds, title, unit, floors, labels,
 * model, floor, layout, layer, shade)
 */
FRINGE_FUNCTION(fringe_svg)
{
	if (PG_ARGISNULL(PICTURE_MAP))
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(draw_svg(fcinfo, NULL, NULL));
}

text *
svg_of_map(FunctionCallInfo fcinfo, Datum map, Datum title, Datum layout, DrawAbove draw,
		   void *context)
{
	LOCAL_FCINFO(inner, SVG_ARGUMENTS);

	InitFunctionCallInfoData(*inner, fcinfo->flinfo, SVG_ARGUMENTS, fcinfo->fncollation,
							 NULL, NULL);
	for (int i = 0; i < SVG_ARGUMENTS; i++)
		inner->args[i] = (NullableDatum){(Datum) 0, true};
	inner->args[PICTURE_MAP] = (NullableDatum){map, false};
	inner->args[SVG_LEGEND] = (NullableDatum){BoolGetDatum(false), false};
	inner->args[SVG_TITLE] = (NullableDatum){title, title == (Datum) 0};
	inner->args[SVG_LAYOUT] = (NullableDatum){layout, layout == (Datum) 0};
	return draw_svg(inner, draw, context);
}
