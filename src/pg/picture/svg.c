/*
 * svg.c - fringe_svg: a map with routes and values on it as an SVG
 *
 * One cell is one unit.  The commonest terrain is the ground; of each other code
 * and of each level of heat there is one path, which has the outlines of its areas.
 * There are no ids and no style sheet, so pictures can be put into one page.
 */
#include "pg/picture/picture.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/xml.h"

#define FLASH_COLOUR "#00d0ff" /* like no level */
#define TEXT_COLOUR "#6e7781"

/* Times of an animation, as parts of it. */
#define SEARCH_PART 0.8 /* then the route is there */
#define FLASH_PART 0.03

typedef struct Svg
{
	const Picture *picture;
	double seconds; /* of an animation, else 0 */
	StringInfoData body;
	/* the legend, below the map */
	StringInfoData legend;
	double width; /* of the whole, in cells */
	double x;	  /* where the next item goes, in units of the legend */
	double y;	  /* ... its middle */
} Svg;

/* ---- terrain and heat --------------------------------------------------- */

/* Cells of each code; the code that has most. */
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
	for (int code = 1; code < 256; code++)
		if (count[code] > count[best])
			best = (uint8) code;
	return best;
}

static void
draw_ground(Svg *svg, uint8 code)
{
	char colour[COLOUR_TEXT_MAX];

	appendStringInfo(&svg->body, "<path fill=\"%s\" d=\"m0 0h%uv%uh-%uz\"/>\n",
					 colour_text(svg->picture->terrain[code], colour),
					 svg->picture->map.width, svg->picture->map.height,
					 svg->picture->map.width);
}

static void
draw_outline(Svg *svg, Colour colour, const Outline *outline, const char *within)
{
	char text[COLOUR_TEXT_MAX];

	if (outline->data.len == 0)
		return;
	appendStringInfo(&svg->body, "<path fill=\"%s\" d=\"", colour_text(colour, text));
	appendBinaryStringInfo(&svg->body, outline->data.data, outline->data.len);
	appendStringInfo(&svg->body, within ? "\">%s</path>\n" : "\"/>\n", within);
}

static void
draw_terrain(Svg *svg)
{
	const Picture *picture = svg->picture;
	Outlines all = {picture->codes, picture->map.width, picture->map.height, 0};
	uint8 ground = commonest_code(picture);
	Outline outline[128] = {0};

	draw_ground(svg, ground);
	for (int i = 0; i < picture->map.code_count; i++)
		initStringInfo(&outline[picture->map.codes[i]].data);
	for (uint32 cell = 0; cell < all.width * all.height; cell++)
	{
		if (cell % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if ((all.classes[cell] & 127) != ground)
			outline_trace(&all, cell, &outline[all.classes[cell] & 127]);
	}
	for (int i = 0; i < picture->map.code_count; i++)
		draw_outline(svg, picture->terrain[picture->map.codes[i]],
					 &outline[picture->map.codes[i]], NULL);
}

/* Hidden, then a flash, then the colour of the level. */
static const char *
appearance(const Svg *svg, int level)
{
	char colour[COLOUR_TEXT_MAX];
	double at = SEARCH_PART * (level + 1) / (svg->picture->heat.levels + 1);

	return psprintf(
		"<animate attributeName=\"fill\" dur=\"%gs\" repeatCount=\"indefinite\" "
		"calcMode=\"discrete\" values=\"transparent;" FLASH_COLOUR
		";%s\" keyTimes=\"0;%.4g;%.4g\"/>",
		svg->seconds, colour_text(heat_colour(&svg->picture->heat, level), colour), at,
		at + FLASH_PART);
}

static void
draw_level(Svg *svg, Outlines *all, int level)
{
	const Heat *heat = &svg->picture->heat;
	Outline outline = {0};

	initStringInfo(&outline.data);
	for (uint32 i = heat->first[level]; i < heat->first[level + 1]; i++)
		outline_forget(all, heat->cells[i], (uint8) (level + 1));
	for (uint32 i = heat->first[level]; i < heat->first[level + 1]; i++)
		outline_trace(all, heat->cells[i], &outline);
	draw_outline(svg, heat_colour(heat, level), &outline,
				 svg->seconds > 0 ? appearance(svg, level) : NULL);
}

static void
draw_heat(Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	size_t cells = (size_t) map->width * map->height;
	Outlines all = {NULL, map->width, map->height, 0};

	if (svg->picture->heat.count == 0)
		return;
	all.classes = fringe_alloc_huge(cells);
	memset(all.classes, 0, cells);
	/* crisp: no ground is seen between two levels */
	appendStringInfoString(&svg->body, "<g shape-rendering=\"crispEdges\">\n");
	for (int level = 0; level < svg->picture->heat.levels; level++)
		draw_level(svg, &all, level);
	appendStringInfoString(&svg->body, "</g>\n");
	pfree(all.classes);
}

/* ---- routes ------------------------------------------------------------ */

static void
append_line(Svg *svg, const struct varlena *route)
{
	fr_path_reader reader = picture_open_route(svg->picture, route);
	fr_cell last = reader.start;
	fr_cell cell = last;

	appendStringInfo(&svg->body, "m%d.5 %d.5", cell.x, cell.y);
	while (picture_next_corner(svg->picture, &reader, &cell))
	{
		if (cell.y == last.y)
			appendStringInfo(&svg->body, "h%d", cell.x - last.x);
		else if (cell.x == last.x)
			appendStringInfo(&svg->body, "v%d", cell.y - last.y);
		else
			appendStringInfo(&svg->body, "l%d %d", cell.x - last.x, cell.y - last.y);
		last = cell;
	}
}

static void
draw_line(Svg *svg, const struct varlena *route, Colour colour, double width)
{
	char text[COLOUR_TEXT_MAX];

	appendStringInfo(&svg->body, "<path stroke=\"%s\" stroke-width=\"%.3g\" d=\"",
					 colour_text(colour, text), width);
	append_line(svg, route);
	appendStringInfoString(&svg->body, "\"/>\n");
}

/* A dot for the start; a ring for the goal, around it where it is the same cell. */
static void
append_dot(StringInfo to, double x, double y, double radius)
{
	char colour[COLOUR_TEXT_MAX];

	appendStringInfo(
		to,
		"<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"%s\" stroke=\"#fff\" "
		"stroke-width=\"%.3g\"/>\n",
		x, y, radius, colour_text(START_COLOUR, colour), radius / 3);
}

static void
append_ring(StringInfo to, double x, double y, double radius)
{
	char colour[COLOUR_TEXT_MAX];

	colour_text(ROUTE_COLOUR, colour);
	appendStringInfo(
		to,
		"<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"#fff\" stroke=\"#fff\" "
		"stroke-width=\"%.3g\"/>"
		"<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%.3g\" fill=\"none\" stroke=\"%s\" "
		"stroke-width=\"%.3g\"/>\n",
		x, y, radius, radius * 0.9, x, y, radius, colour, radius * 0.5);
}

static void
draw_ends(Svg *svg, const struct varlena *route)
{
	fr_path_reader reader = picture_open_route(svg->picture, route);
	fr_cell start = reader.start;
	fr_cell goal = fr_path_goal((const uint8 *) VARDATA_ANY(route),
								VARSIZE_ANY_EXHDR(route), &fringe_poll);
	double radius = picture_mark_radius(svg->picture);

	append_ring(&svg->body, goal.x + 0.5, goal.y + 0.5, radius);
	append_dot(&svg->body, start.x + 0.5, start.y + 0.5, radius * 0.8);
}

static void
draw_main_route(Svg *svg, const struct varlena *route)
{
	double width = picture_route_width(svg->picture);

	appendStringInfoString(&svg->body, "<g>");
	if (svg->seconds > 0)
		appendStringInfo(
			&svg->body,
			"<animate attributeName=\"opacity\" dur=\"%gs\" repeatCount=\"indefinite\" "
			"calcMode=\"discrete\" values=\"0;1\" keyTimes=\"0;%g\"/>",
			svg->seconds, SEARCH_PART + FLASH_PART);
	draw_line(svg, route, CASING_COLOUR, width * CASING);
	draw_line(svg, route, ROUTE_COLOUR, width);
	appendStringInfoString(&svg->body, "</g>\n");
	draw_ends(svg, route);
}

static void
draw_routes(Svg *svg)
{
	const Picture *picture = svg->picture;

	if (picture->route_count == 0 && picture->route == NULL)
		return;
	appendStringInfoString(
		&svg->body,
		"<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
	for (int i = 0; i < picture->route_count; i++)
		draw_line(svg, picture->routes[i], ROUTES_COLOUR,
				  picture_route_width(picture) / 2);
	if (picture->route)
		draw_main_route(svg, picture->route);
	appendStringInfoString(&svg->body, "</g>\n");
}

/* ---- the legend --------------------------------------------------------- */

/* In units of its own, so that text has a usual size whatever the map's is. */
#define LEGEND_WIDTH 800.0
#define FONT 20.0
#define HALF (FONT / 2)
#define CHARACTER_WIDTH (0.62 * FONT)

/* The width of an item of a symbol and a label. */
static double
item_width(double symbol, const char *label)
{
	return symbol + HALF + strlen(label) * CHARACTER_WIDTH;
}

/* Goes on with a new line where the item has no room on this one. */
static void
place_item(Svg *svg, double symbol, const char *label)
{
	if (svg->x > 0 && svg->x + item_width(symbol, label) > LEGEND_WIDTH)
	{
		svg->x = 0;
		svg->y += 1.6 * FONT;
	}
}

static void
append_label(Svg *svg, double symbol, const char *label)
{
	appendStringInfo(&svg->legend, "<text x=\"%.6g\" y=\"%.6g\">%s</text>\n",
					 svg->x + symbol + HALF, svg->y + 0.35 * FONT, escape_xml(label));
	svg->x += item_width(symbol, label) + FONT;
}

static void
append_swatch(Svg *svg, double x, double width, Colour colour, const char *stroke)
{
	char text[COLOUR_TEXT_MAX];

	appendStringInfo(
		&svg->legend, "<path fill=\"%s\" stroke=\"%s\" d=\"m%.6g %.6gh%.4gv%gh%.4gz\"/>",
		colour_text(colour, text), stroke, x, svg->y - HALF, width, FONT, -width);
}

static void
add_swatch(Svg *svg, Colour colour, const char *label)
{
	place_item(svg, FONT, label);
	append_swatch(svg, svg->x, FONT, colour, TEXT_COLOUR);
	append_label(svg, FONT, label);
}

/* Of the series 1, 2, 5, 10, ... */
static int
bar_length(double wanted)
{
	int power = 1;

	while (power * 10 <= wanted)
		power *= 10;
	return power * (wanted >= 5 * power ? 5 : wanted >= 2 * power ? 2 : 1);
}

static void
add_bar(Svg *svg)
{
	int cells = bar_length(svg->width / 5);
	const char *label = psprintf("%d cell%s", cells, cells == 1 ? "" : "s");
	double length = cells * LEGEND_WIDTH / svg->width;

	place_item(svg, length, label);
	appendStringInfo(&svg->legend,
					 "<path fill=\"none\" stroke=\"" TEXT_COLOUR
					 "\" stroke-width=\"2\" d=\"m1 %.6gv%gh%.4gv%g\"/>",
					 svg->y - HALF / 2, HALF, length, -HALF);
	append_label(svg, length, label);
}

static void
add_ends(Svg *svg)
{
	place_item(svg, FONT, "start");
	append_dot(&svg->legend, svg->x + HALF, svg->y, HALF * 0.8);
	append_label(svg, FONT, "start");
	place_item(svg, FONT, "goal");
	append_ring(&svg->legend, svg->x + HALF, svg->y, HALF * 0.7);
	append_label(svg, FONT, "goal");
}

static void
add_classes(Svg *svg)
{
	const Heat *heat = &svg->picture->heat;

	for (int i = 0; i < HEAT_CLASSES && floor(heat->low) + i <= heat->high; i++)
		add_swatch(svg, colour_of_class(heat_class(heat->low + i)),
				   psprintf("%.15g", floor(heat->low) + i));
}

static void
add_ramp(Svg *svg)
{
	const Heat *heat = &svg->picture->heat;
	const char *label = psprintf("%.6g to %.6g", heat->low, heat->high);
	double step = 8 * FONT / heat->levels;

	place_item(svg, 8 * FONT, label);
	for (int i = 0; i < heat->levels; i++)
		append_swatch(svg, svg->x + i * step, step * 1.1, heat_colour(heat, i), "none");
	append_label(svg, 8 * FONT, label);
}

static void
add_codes(Svg *svg)
{
	const fr_map *map = &svg->picture->map;

	for (int i = 0; i < map->code_count; i++)
	{
		char label[2] = {(char) map->codes[i], '\0'};

		add_swatch(svg, svg->picture->terrain[map->codes[i]], label);
	}
}

static void
add_legend(Svg *svg)
{
	const Picture *picture = svg->picture;

	svg->y = 1.4 * FONT;
	add_bar(svg);
	add_codes(svg);
	if (picture->route)
		add_ends(svg);
	if (picture->heat.count > 0 && picture->heat.scale == HEAT_CLASS)
		add_classes(svg);
	else if (picture->heat.count > 0)
		add_ramp(svg);
}

/* ---- the whole --------------------------------------------------------- */

static void
append_legend(StringInfo whole, const Svg *svg)
{
	appendStringInfo(
		whole,
		"<g transform=\"translate(0 %u) scale(%.6g)\" font-family=\"monospace\" "
		"font-size=\"%g\" fill=\"" TEXT_COLOUR "\">\n%s</g>\n",
		svg->picture->map.height, svg->width / LEGEND_WIDTH, FONT, svg->legend.data);
}

static text *
put_together(const Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	double below = svg->legend.len > 0 ? (svg->y + FONT) * svg->width / LEGEND_WIDTH : 0;
	StringInfoData whole;

	initStringInfo(&whole);
	appendStringInfo(
		&whole,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.6g %.6g\">\n"
		"<title>map of %u x %u cells</title>\n",
		svg->width, map->height + below, map->width, map->height);
	appendBinaryStringInfo(&whole, svg->body.data, svg->body.len);
	if (svg->legend.len > 0)
		append_legend(&whole, svg);
	appendStringInfoString(&whole, "</svg>\n");
	return cstring_to_text_with_len(whole.data, whole.len);
}

static double
read_seconds(FunctionCallInfo fcinfo, int n)
{
	double seconds = PG_ARGISNULL(n) ? 0 : PG_GETARG_FLOAT8(n);

	if (!(seconds >= 0 && seconds <= 3600))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid duration of an animation"),
				 errdetail("It is from 0 to 3600 seconds; 0 is a still picture.")));
	return seconds;
}

/* fringe_svg(those of all pictures, legend, seconds) */
PG_FUNCTION_INFO_V1(fringe_svg);
Datum
fringe_svg(PG_FUNCTION_ARGS)
{
	Picture picture;
	Svg svg = {.picture = &picture};

	if (PG_ARGISNULL(PICTURE_MAP))
		PG_RETURN_NULL();
	svg.seconds = read_seconds(fcinfo, PICTURE_OWN + 1);
	picture_read(fcinfo, svg.seconds > 0 ? HEAT_MOMENTS : HEAT_LEVELS, &picture);
	svg.width = Max(picture.map.width, picture.map.height / 2.0); /* room for a legend */
	initStringInfo(&svg.body);
	initStringInfo(&svg.legend);
	draw_terrain(&svg);
	draw_heat(&svg);
	draw_routes(&svg);
	if (PG_ARGISNULL(PICTURE_OWN) || PG_GETARG_BOOL(PICTURE_OWN))
		add_legend(&svg);
	PG_RETURN_TEXT_P(put_together(&svg));
}
