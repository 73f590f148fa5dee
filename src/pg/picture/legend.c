/*
 * legend.c - what is written below an SVG: names of floors, a title, a scale, terrain,
 * links, routes, heat
 */
#include "pg/functions/floors.h"
#include "pg/picture/svg.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/xml.h"

#define TEXT_COLOUR "#6e7781" /* to be read on either paper */

/* In units of its own, so that text has a usual size whatever the map's is. */
#define LEGEND_WIDTH 800.0
#define FONT 20.0
#define HALF (FONT / 2)
#define CHARACTER_WIDTH (0.62 * FONT)

/* The width of an item of a symbol and a label. */
static double
item_width(double symbol, const char *label)
{
	return symbol + HALF + pg_mbstrlen(label) * CHARACTER_WIDTH;
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
append_swatch(Svg *svg, double x, double width, Paint paint, const char *stroke)
{
	appendStringInfoString(&svg->legend, "<path ");
	svg_append_fill(&svg->legend, paint);
	appendStringInfo(&svg->legend, " stroke=\"%s\" d=\"m%.6g %.6gh%.4gv%gh%.4gz\"/>",
					 stroke, x, svg->y - HALF, width, FONT, -width);
}

static void
add_swatch(Svg *svg, Paint paint, const char *label)
{
	place_item(svg, FONT, label);
	append_swatch(svg, svg->x, FONT, paint, TEXT_COLOUR);
	append_label(svg, FONT, label);
}

/* Rounds to the series 1, 2, 5, 10, ... */
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

/* A label without a symbol. */
static void
add_word(Svg *svg, const char *word)
{
	place_item(svg, 0, word);
	append_label(svg, -HALF, word);
}

static void
add_line(Svg *svg, Colour colour, double width, const char *label)
{
	char text[COLOUR_TEXT_MAX];

	place_item(svg, 2 * FONT, label);
	appendStringInfo(&svg->legend,
					 "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%g\" "
					 "stroke-linecap=\"round\" d=\"m%.6g %.6gh%g\"/>",
					 colour_text(colour, text), width, svg->x + width, svg->y,
					 2 * FONT - 2 * width);
	append_label(svg, 2 * FONT, label);
}

/* A link that leads to the right, or both ways, as on the map. */
static void
add_link(Svg *svg, const char *label, bool both)
{
	double radius = HALF / 2;
	double length = 2 * FONT - 2 * radius;
	char text[COLOUR_TEXT_MAX];

	place_item(svg, 2 * FONT, label);
	colour_text(ROUTES_COLOUR, text);
	appendStringInfo(
		&svg->legend,
		"<g fill=\"%s\" fill-opacity=\"0.7\"><path fill=\"none\" stroke=\"%s\" "
		"stroke-width=\"2\" stroke-dasharray=\"4\" d=\"m%.6g %.6gh%g\"/>",
		text, text, svg->x + radius, svg->y, length);
	for (int i = both ? 0 : 1; i < 2; i++)
		appendStringInfo(&svg->legend, "<circle cx=\"%.6g\" cy=\"%.6g\" r=\"%g\"/>",
						 svg->x + radius + i * length, svg->y, radius);
	appendStringInfoString(&svg->legend, "</g>");
	append_label(svg, 2 * FONT, label);
}

static void
add_links(Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	bool there[2] = {false, false};

	for (uint32 i = 0; i < map->link_count && !(there[0] && there[1]); i++)
	{
		CHECK_FOR_INTERRUPTS();
		there[fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES).both] = true;
	}
	if (there[false])
		add_link(svg, "link one way", false);
	if (there[true])
		add_link(svg, "link both ways", true);
}

static void
add_routes(Svg *svg)
{
	int count = svg->picture->route_count;

	if (svg->picture->route)
		add_line(svg, ROUTE_COLOUR, 6, "route");
	if (count > 0)
		add_line(svg, ROUTES_COLOUR, 3,
				 psprintf(svg->picture->route ? "%d other%s" : "%d route%s", count,
						  count == 1 ? "" : "s"));
}

static void
add_ends(Svg *svg)
{
	place_item(svg, FONT, "start");
	svg_append_dot(&svg->legend, svg->x + HALF, svg->y, HALF * 0.8);
	append_label(svg, FONT, "start");
	place_item(svg, FONT, "goal");
	svg_append_ring(&svg->legend, svg->x + HALF, svg->y, HALF * 0.7);
	append_label(svg, FONT, "goal");
}

static void
add_classes(Svg *svg)
{
	const Heat *heat = &svg->picture->heat;

	for (int i = 0; i < HEAT_CLASSES && floor(heat->low) + i <= heat->high; i++)
		add_swatch(svg, paint_of(colour_of_class(heat_class(heat->low + i))),
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
		append_swatch(svg, svg->x + i * step, step * 1.1, heat_paint(heat, i), "none");
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

/* A line of its own. */
static void
add_title(Svg *svg)
{
	appendStringInfo(&svg->legend,
					 "<text x=\"0\" y=\"%.6g\" font-weight=\"bold\">%s</text>\n",
					 svg->y + 0.35 * FONT, escape_xml(svg->title));
	svg->y += 1.6 * FONT;
}

/* In the middle of columns from one to before another; a long name is written smaller. */
static void
add_floor(Svg *svg, const char *name, uint32 from, uint32 to)
{
	double unit = LEGEND_WIDTH / svg->width;
	double room = (to - from) * unit;
	double width = pg_mbstrlen(name) * CHARACTER_WIDTH;

	appendStringInfo(&svg->legend, "<text x=\"%.6g\" y=\"%.6g\" text-anchor=\"middle\"",
					 from * unit + room / 2, svg->y + 0.35 * FONT);
	if (width > room)
		appendStringInfo(&svg->legend, " font-size=\"%.3g\"", FONT * room / width);
	appendStringInfo(&svg->legend, ">%s</text>\n", escape_xml(name));
}

/* A line of their names, each below its floor. */
static void
add_floors(Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	uint32 *ends = palloc(((Size) map->width + 1) * sizeof(uint32));
	int floors = fringe_floor_ends(map, ends);
	Datum *names;
	bool *nulls;
	int count;

	deconstruct_array(svg->floors, TEXTOID, -1, false, TYPALIGN_INT, &names, &nulls,
					  &count);
	if (count > floors)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("more names than floors"),
						errdetail("Names: %d; floors of the map: %d.", count, floors)));
	for (int i = 0; i < count; i++)
	{
		uint32 from = i > 0 ? ends[i - 1] + 1 : 0;

		CHECK_FOR_INTERRUPTS();
		if (!nulls[i] && ends[i] > from)
			add_floor(svg, TextDatumGetCString(names[i]), from, ends[i]);
	}
	svg->y += 1.6 * FONT;
	pfree(ends);
}

void
svg_add_legend(Svg *svg)
{
	const Picture *picture = svg->picture;

	svg->y = 1.4 * FONT;
	if (svg->floors)
		add_floors(svg);
	if (svg->title)
		add_title(svg);
	add_bar(svg);
	add_codes(svg);
	add_links(svg);
	if (picture->route)
		add_ends(svg);
	add_routes(svg);
	if (picture->heat.count == 0)
		return;
	if (svg->unit)
		add_word(svg, psprintf("%s:", svg->unit));
	if (picture->heat.scale == HEAT_CLASS)
		add_classes(svg);
	else
		add_ramp(svg);
}

/* In cells. */
double
svg_legend_height(const Svg *svg)
{
	return (svg->y + FONT) * svg->width / LEGEND_WIDTH;
}

/* Puts it so far below the map, in cells. */
void
svg_append_legend(StringInfo whole, const Svg *svg, double below)
{
	appendStringInfo(
		whole,
		"<g transform=\"translate(0 %.6g) scale(%.6g)\" font-family=\"monospace\" "
		"font-size=\"%g\" fill=\"" TEXT_COLOUR "\">\n%s</g>\n",
		svg->picture->map.height + below, svg->width / LEGEND_WIDTH, FONT,
		svg->legend.data);
}
