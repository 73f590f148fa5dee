/*
 * legend.c - text in an SVG, and the legend below it: names of floors, a title, a scale, terrain,
 * links, routes, heat
 */
#include "pg/picture/svg.h"

#include <float.h>
#include <math.h>

#include "access/detoast.h"
#include "catalog/pg_type.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "utils/builtins.h"

#define TEXT_COLOUR "#6e7781" /* readable on light and dark paper */

/* Sizes are in pixels, so that text has the same size on every map. */
#define LEAST_WIDTH 240.0
#define FONT 14.0
#define HALF (FONT / 2)
#define COLUMN (0.62 * FONT) /* of a monospaced font */
#define LINE (1.6 * FONT)

#define TEXT_BYTES_MAX 1000
#define TITLE_LINES 3

/* ---- text ------------------------------------------------------------- */

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

/* XML 1.0 allows tab, LF and CR among control characters, and neither U+FFFE nor U+FFFF. */
static bool
is_xml_character(uint32 code)
{
	return code < ' ' ? code == '\t' || code == '\n' || code == '\r'
					  : code != 0xfffe && code != 0xffff;
}

/* Appends the character at this place; returns its length. */
static int
append_character(StringInfo to, const char *at, int length)
{
	const unsigned char *bytes = (const unsigned char *) at;
	int size = pg_encoding_mblen(PG_UTF8, at);
	uint32 code;

	if (size > length || !pg_utf8_islegal(bytes, size))
	{
		appendStringInfoString(to, REPLACEMENT);
		return 1;
	}
	code = utf8_to_unicode(bytes);
	if (!is_xml_character(code))
		appendStringInfoString(to, REPLACEMENT);
	else if (code < ' ')
		appendStringInfoChar(to, ' ');
	else
		appendBinaryStringInfo(to, at, size);
	return size;
}

static void
check_text_length(Size length)
{
	if (length > TEXT_BYTES_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("text in a picture is too long"),
				 errdetail("It has %zu bytes.", length),
				 errhint("A title, a unit, the name of a floor and a label have at "
						 "most %d bytes each.",
						 TEXT_BYTES_MAX)));
}

/*
 * Converts text from the encoding of the database to UTF-8 that XML allows. Other bytes, which a
 * database with encoding SQL_ASCII may contain, become U+FFFD.
 */
static const char *
utf8_text(const char *text, int length)
{
	StringInfoData utf8;
	const char *from;

	check_text_length(length);
	text = pnstrdup(text, length);
	from = GetDatabaseEncoding() == PG_SQL_ASCII
			   ? text
			   : pg_server_to_any(text, length, PG_UTF8);
	initStringInfo(&utf8);
	for (const char *end = from + strlen(from); from < end;)
		from += append_character(&utf8, from, (int) (end - from));
	return utf8.data;
}

/* Checks the length before the text is decompressed. */
const char *
svg_text(Datum value)
{
	text *given;

	check_text_length(toast_raw_datum_size(value) - VARHDRSZ);
	given = DatumGetTextPP(value);
	return utf8_text(VARDATA_ANY(given), VARSIZE_ANY_EXHDR(given));
}

/* Appends ASCII: other characters become numeric references. */
void
svg_append_escaped(StringInfo to, const char *text, int length)
{
	for (const char *end = text + length; text < end;
		 text += pg_encoding_mblen(PG_UTF8, text))
	{
		uint32 code = utf8_to_unicode((const unsigned char *) text);

		if (code == '&')
			appendStringInfoString(to, "&amp;");
		else if (code == '<')
			appendStringInfoString(to, "&lt;");
		else if (code == '>')
			appendStringInfoString(to, "&gt;");
		else if (code < 127)
			appendStringInfoChar(to, (char) code);
		else
			appendStringInfo(to, "&#x%X;", code);
	}
}

/* The number of bytes of the characters that fit into these columns. */
static int
bytes_in_columns(const char *text, int columns)
{
	int bytes = 0;

	while (text[bytes] != '\0')
	{
		columns -= Max(0, pg_encoding_dsplen(PG_UTF8, text + bytes));
		if (columns < 0)
			break;
		bytes += pg_encoding_mblen(PG_UTF8, text + bytes);
	}
	return bytes;
}

static int
text_columns(const char *text)
{
	int columns = 0;

	for (; *text != '\0'; text += pg_encoding_mblen(PG_UTF8, text))
		columns += Max(0, pg_encoding_dsplen(PG_UTF8, text));
	return columns;
}

/* Truncates a text that does not fit; a tooltip shows all of it. */
static void
append_truncated(StringInfo to, const char *text, int columns)
{
	int length = (int) strlen(text);

	if (text_columns(text) > columns)
	{
		appendStringInfoString(to, "<title>");
		svg_append_escaped(to, text, length);
		appendStringInfoString(to, "</title>");
		svg_append_escaped(to, text, bytes_in_columns(text, columns - 1));
		appendStringInfoString(to, "&#x2026;");
	}
	else
		svg_append_escaped(to, text, length);
}

static void
report_labels(void)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("labels must be a JSON object of strings"),
					errhint("Its keys are terrain codes: {\"D\": \"door\"}.")));
}

void
svg_read_labels(Svg *svg, const Jsonb *labels)
{
	JsonbIterator *next = JsonbIteratorInit((JsonbContainer *) &labels->root);
	JsonbValue value;

	if (JsonbIteratorNext(&next, &value, true) != WJB_BEGIN_OBJECT)
		report_labels();
	while (JsonbIteratorNext(&next, &value, true) == WJB_KEY)
	{
		char code = fringe_text_code(
			cstring_to_text_with_len(value.val.string.val, value.val.string.len));

		fringe_check_code(code);
		JsonbIteratorNext(&next, &value, true);
		if (value.type != jbvString)
			report_labels();
		svg->labels[(int) code] = utf8_text(value.val.string.val, value.val.string.len);
	}
}

void
svg_read_floor_names(Svg *svg, Picture *picture, ArrayType *names)
{
	Datum *values;
	bool *nulls;

	if (picture->floors == NULL)
		picture->floors = map_floors_read(&picture->whole);
	picture_refuse_floors(picture);
	svg->named_floors = ArrayGetNItems(ARR_NDIM(names), ARR_DIMS(names));
	if (svg->named_floors > picture->floors->count)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("more names than floors"),
						errdetail("Names: %d; floors of the map: %d.", svg->named_floors,
								  picture->floors->count)));
	deconstruct_array(names, TEXTOID, -1, false, TYPALIGN_INT, &values, &nulls,
					  &svg->named_floors);
	svg->floor_names = palloc(((Size) svg->named_floors + 1) * sizeof(char *));
	for (int i = 0; i < svg->named_floors; i++)
	{
		CHECK_FOR_INTERRUPTS();
		svg->floor_names[i] = nulls[i] ? NULL : svg_text(values[i]);
	}
}

/* ---- links to other floors ---------------------------------------------- */

#define EXIT_COLUMNS 16 /* of a label */

/* A diamond with a casing. */
static void
append_exit(StringInfo to, Paint paint, double x, double y, double radius)
{
	appendStringInfoString(to, "<path ");
	svg_append_fill(to, paint);
	appendStringInfo(to,
					 " stroke=\"#fff\" stroke-width=\"%.3g\" paint-order=\"stroke\" "
					 "d=\"m%.6g %.6gl%.4g %.4gl%.4g %.4gl%.4g %.4gz\"/>",
					 0.6 * radius, x, y - radius, radius, radius, -radius, radius,
					 -radius, -radius);
}

/* A sign for the direction of the link, and the floor that it leads to or comes from. */
static void
append_exit_label(StringInfo to, const Svg *svg, const FloorExit *exit)
{
	appendStringInfoString(to, exit->out && exit->in ? "\xe2\x86\x94"
							   : exit->out			 ? "\xe2\x86\x92"
													 : "\xe2\x86\x90");
	if (exit->floor > 0 && exit->floor <= svg->named_floors &&
		svg->floor_names[exit->floor - 1] != NULL)
		appendStringInfoString(to, svg->floor_names[exit->floor - 1]);
	else if (exit->floor > 0)
		appendStringInfo(to, "%d", exit->floor);
	else
		appendStringInfo(to, "(%d,%d)", exit->beyond.x, exit->beyond.y);
}

static void
append_exit_title(StringInfo to, const FloorExit *exit)
{
	appendStringInfo(to, "link %s cell (%d,%d)",
					 exit->out && exit->in ? "to and from"
					 : exit->out		   ? "to"
										   : "from",
					 exit->beyond.x, exit->beyond.y);
	if (exit->floor > 0)
		appendStringInfo(to, " of the map, on floor %d", exit->floor);
	if (exit->code)
	{
		char code[2] = {(char) exit->code, '\0'};

		appendStringInfoString(to, ", code ");
		svg_append_escaped(to, code, 1);
	}
}

/* The exits of a cell: one marker with one label; the tooltip tells each. */
void
svg_draw_exits(void *to, const FloorExit *exits, uint32 count, const double place[2])
{
	Svg *svg = to;
	const Picture *picture = svg->picture;
	double radius = picture->mark_radius;
	bool left = place[0] > picture->width / 2.0;
	StringInfoData label;

	initStringInfo(&label);
	appendStringInfoString(&svg->body, "<g><title>");
	for (uint32 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		svg_check_text(svg);
		if (i > 0)
			appendStringInfoString(&svg->body, "; ");
		append_exit_title(&svg->body, &exits[i]);
		/* only the columns that are drawn, and one more */
		if (text_columns(label.data) <= EXIT_COLUMNS)
		{
			appendStringInfoString(&label, i > 0 ? " " : "");
			append_exit_label(&label, svg, &exits[i]);
		}
	}
	appendStringInfoString(&svg->body, "</title>");
	append_exit(&svg->body,
				exits[0].code ? picture->terrain[exits[0].code] : paint_of(LINK_COLOUR),
				place[0], place[1], radius);
	appendStringInfo(&svg->body, "<text x=\"%.6g\" y=\"%.6g\"%s>",
					 place[0] + (left ? -1.4 : 1.4) * radius,
					 place[1] + 0.35 * FONT / svg->scale,
					 left ? " text-anchor=\"end\"" : "");
	append_truncated(&svg->body, label.data, EXIT_COLUMNS);
	appendStringInfoString(&svg->body, "</text></g>\n");
	pfree(label.data);
}

void
svg_begin_exits(Svg *svg)
{
	char colour[COLOUR_TEXT_MAX];

	appendStringInfo(&svg->body,
					 "<g font-family=\"monospace\" font-size=\"%.4g\" fill=\"%s\" "
					 "stroke=\"#fff\" stroke-width=\"%.3g\" paint-order=\"stroke\">\n",
					 FONT / svg->scale, colour_text(LINK_COLOUR, colour),
					 0.25 * FONT / svg->scale);
}

/* ---- items ------------------------------------------------------------- */

/* The number of columns of a label after its symbol: at most one line. */
static int
label_columns(const Svg *svg, double symbol, const char *label)
{
	return Min(text_columns(label), (int) ((svg->width - symbol - HALF) / COLUMN));
}

/* The width of a symbol with its label. */
static double
item_width(const Svg *svg, double symbol, const char *label)
{
	return symbol + HALF + label_columns(svg, symbol, label) * COLUMN;
}

static void
append_label(Svg *svg, double symbol, const char *label)
{
	appendStringInfo(&svg->legend, "<text x=\"%.6g\" y=\"%.6g\">", svg->x + symbol + HALF,
					 svg->y + 0.35 * FONT);
	append_truncated(&svg->legend, label, label_columns(svg, symbol, label));
	appendStringInfoString(&svg->legend, "</text>\n");
	svg->x += item_width(svg, symbol, label) + FONT;
}

/* Starts a new line if so much does not fit on this one. */
static void
make_room(Svg *svg, double width)
{
	if (svg->x > 0 && svg->x + width > svg->width)
	{
		svg->x = 0;
		svg->y += LINE;
	}
}

/* Goes where the item fits, with the heading before it unless both are longer than a line. */
static void
place_item(Svg *svg, double symbol, const char *label)
{
	const char *heading = svg->heading;
	double width = item_width(svg, symbol, label);

	svg->heading = NULL;
	if (heading)
	{
		double alone = item_width(svg, -HALF, heading);
		double both = alone + FONT + width;

		make_room(svg, both <= svg->width ? both : alone);
		append_label(svg, -HALF, heading);
	}
	make_room(svg, width);
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

/* A scale bar: at most a fifth of the width, and at most as long as the map. */
static void
add_bar(Svg *svg)
{
	double side = Max(svg->picture->width, svg->picture->height);
	int cells = bar_length(Min(side, svg->width / svg->scale / 5));
	const char *label = psprintf("%d cell%s", cells, cells == 1 ? "" : "s");
	double length = cells * svg->scale;

	place_item(svg, length, label);
	appendStringInfo(&svg->legend,
					 "<path fill=\"none\" stroke=\"" TEXT_COLOUR
					 "\" stroke-width=\"2\" d=\"m1 %.6gv%gh%.4gv%g\"/>",
					 svg->y - HALF / 2, HALF, length - 2, -HALF);
	append_label(svg, length, label);
}

/* A label without a symbol. */
static void
add_text(Svg *svg, const char *word)
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

/* The curve of a link, laid out straight. */
static void
open_link(Svg *svg, const char *label)
{
	char text[COLOUR_TEXT_MAX];

	place_item(svg, 2 * FONT, label);
	appendStringInfo(&svg->legend,
					 "<g fill=\"none\" stroke=\"%s\" stroke-width=\"2\">"
					 "<path stroke-dasharray=\"5 3\" d=\"m%.6g %.6gh%g\"/>",
					 colour_text(LINK_COLOUR, text), svg->x, svg->y, 2 * FONT);
}

static void
close_link(Svg *svg, const char *label)
{
	appendStringInfoString(&svg->legend, "</g>");
	append_label(svg, 2 * FONT, label);
}

/* A link as the map shows it, one-way to the right or two-way. */
static void
add_link(Svg *svg, const char *label, bool both)
{
	open_link(svg, label);
	appendStringInfo(&svg->legend, "<path d=\"m%.6g %.6gl-5-3m5 3l-5 3",
					 svg->x + 2 * FONT, svg->y);
	if (both)
		appendStringInfo(&svg->legend, "M%.6g %.6gl5-3m-5 3l5 3", svg->x, svg->y);
	appendStringInfoString(&svg->legend, "\"/>");
	close_link(svg, label);
}

/* Links of a code, which a model names. */
static void
add_door(Svg *svg, uint8 code)
{
	const char *label = svg->labels[code] ? psprintf("link %s", svg->labels[code])
										  : psprintf("link %c", code);

	open_link(svg, label);
	svg_append_door(&svg->legend, svg->picture->terrain[code], svg->x + FONT, svg->y,
					0.8 * FONT);
	close_link(svg, label);
}

static void
add_exit_item(Svg *svg)
{
	const char *label = "link to another floor";

	place_item(svg, FONT, label);
	append_exit(&svg->legend, paint_of(LINK_COLOUR), svg->x + HALF, svg->y, 0.8 * HALF);
	append_label(svg, FONT, label);
}

static void
add_links(Svg *svg)
{
	const fr_map *map = &svg->picture->map;
	bool there[2] = {false, false};
	bool codes[256] = {false};

	for (uint32 i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES);

		CHECK_FOR_INTERRUPTS();
		there[link.both] = true;
		codes[link.code] = true;
	}
	for (uint32 i = 0; i < svg->picture->exit_count; i++)
		codes[svg->picture->exits[i].code] = true;
	if (there[false])
		add_link(svg, "link one way", false);
	if (there[true])
		add_link(svg, "link both ways", true);
	for (int code = FR_FIRST_CODE; code <= FR_LAST_CODE; code++)
		if (codes[code])
			add_door(svg, (uint8) code);
	if (svg->picture->exit_count > 0)
		add_exit_item(svg);
}

static void
add_routes(Svg *svg)
{
	int count = svg->picture->route_count;

	if (svg->picture->route)
		add_line(svg, ROUTE_COLOUR, 4, "route");
	for (int rank = 1; rank <= svg->picture->ranks; rank++)
		add_line(svg, colour_of_rank(rank), 4, psprintf("route %d", rank));
	if (count > svg->picture->ranks)
		add_line(svg, ROUTES_COLOUR, 2,
				 psprintf(svg->picture->route ? "%d other%s" : "%d route%s", count,
						  count == 1 ? "" : "s"));
}

/* Explains the marks of the start and the goal, if they are on the picture. */
static void
add_ends(Svg *svg)
{
	if (svg->has_end[false])
	{
		place_item(svg, FONT, "start");
		svg_append_dot(&svg->legend, svg->x + HALF, svg->y, HALF, START_COLOUR);
		append_label(svg, FONT, "start");
	}
	if (svg->has_end[true])
	{
		place_item(svg, FONT, "goal");
		svg_append_ring(&svg->legend, svg->x + HALF, svg->y, HALF * 0.8);
		append_label(svg, FONT, "goal");
	}
}

/* Walls between cells, blocked cells and relief, where the picture has them. */
static void
add_marks(Svg *svg)
{
	if (svg->has_marks[MARK_ROAD])
		add_line(svg, ROAD_COLOUR, 4, "road");
	if (svg->has_marks[MARK_RIVER])
		add_line(svg, RIVER_COLOUR, 4, "side with a price");
	if (svg->has_marks[MARK_WALL])
		add_line(svg, WALL_COLOUR, 4, "wall between cells");
	if (svg->has_marks[MARK_LEDGE])
		add_line(svg, WALL_COLOUR, 2, "ledge, from this side");
	if (svg->has_marks[MARK_CROSS])
	{
		char text[COLOUR_TEXT_MAX];

		place_item(svg, FONT, "blocked");
		appendStringInfo(
			&svg->legend,
			"<path fill=\"none\" stroke=\"%s\" stroke-width=\"5\" stroke-linecap=\"round\" d=\"m%.6g %.6gl8 8m0-8l-8 8\"/>",
			"#fff", svg->x + HALF - 4, svg->y - 4);
		appendStringInfo(
			&svg->legend,
			"<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"m%.6g %.6gl8 8m0-8l-8 8\"/>",
			colour_text(BLOCKED_COLOUR, text), svg->x + HALF - 4, svg->y - 4);
		append_label(svg, FONT, "blocked");
	}
	if (svg->picture->relief)
		add_text(svg, psprintf("relief of %s", svg->picture->relief_layer));
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
add_bands(Svg *svg)
{
	const Heat *heat = &svg->picture->heat;

	for (int level = 0; level < heat->levels; level++)
		add_swatch(svg, heat_paint(heat, level),
				   psprintf("%.15g", floor(heat->low) + level));
}

/* An end of the scale, rounded to a whole number or, if that is finer, to three digits of the range. */
static const char *
rounded(const Heat *heat, double end)
{
	double range = heat->scale == HEAT_LOG ? end : heat->high - heat->low;
	double unit = Min(1, pow(10, floor(log10(range)) - 2));

	if (heat->scale == HEAT_BAND)
		end = floor(end);
	if (!(range > 0) || unit < DBL_MIN)
		return psprintf("%.3g", end);
	end = rint(end / unit) * unit;
	return psprintf("%.12g", end == 0 ? 0 : end); /* no -0 */
}

static void
add_ramp(Svg *svg)
{
	const Heat *heat = &svg->picture->heat;
	const char *label =
		psprintf("%s to %s", rounded(heat, heat->low), rounded(heat, heat->high));
	double step = 8 * FONT / heat->levels;

	if (heat->low == heat->high)
	{
		add_swatch(svg, heat_paint(heat, heat->levels - 1), rounded(heat, heat->low));
		return;
	}
	place_item(svg, 8 * FONT, label);
	for (int i = 0; i < heat->levels; i++)
		append_swatch(svg, svg->x + i * step, step * 1.1, heat_paint(heat, i), "none");
	append_label(svg, 8 * FONT, label);
}

/* Terrain by its label, or else by its code and whether it is a wall, which a code does not show. */
static void
add_codes(Svg *svg)
{
	const fr_map *map = &svg->picture->map;

	for (int i = 0; i < map->code_count; i++)
	{
		uint8 code = map->codes[i];
		bool wall = fr_weight_blocks(svg->model.weight[code - FR_FIRST_CODE]);

		if (picture_leaves_out(svg->picture, code))
			continue;
		add_swatch(svg, svg->picture->terrain[code],
				   svg->labels[code] ? svg->labels[code]
									 : psprintf(wall ? "%c (wall)" : "%c", code));
	}
}

/* The title takes lines of its own, broken between words where possible. */
static void
add_title(Svg *svg)
{
	const char *rest = svg->title;
	int columns = (int) (svg->width / COLUMN);

	for (int line = 1; *rest != '\0' && line <= TITLE_LINES; line++)
	{
		int length = bytes_in_columns(rest, columns);
		bool cut = rest[length] != '\0';

		if (cut && line < TITLE_LINES)
			for (int space = length; space > 0; space--)
				if (rest[space] == ' ')
				{
					length = space;
					break;
				}
		appendStringInfo(&svg->legend, "<text x=\"0\" y=\"%.6g\" font-weight=\"bold\">",
						 svg->y + 0.35 * FONT);
		if (line < TITLE_LINES)
			svg_append_escaped(&svg->legend, rest, length);
		else
			append_truncated(&svg->legend, rest, columns);
		appendStringInfoString(&svg->legend, "</text>\n");
		svg->y += LINE;
		rest += length;
		while (*rest == ' ')
			rest++;
	}
}

/*
 * Centres the name below its floor. A long name is written smaller, and cut if it would be less than
 * half as large.
 */
static void
add_floor(Svg *svg, const char *name, uint32 from, uint32 columns)
{
	double room = columns * svg->scale;
	double width = text_columns(name) * COLUMN;
	double size = width > room ? Max(0.5, room / width) : 1;

	appendStringInfo(&svg->legend, "<text x=\"%.6g\" y=\"%.6g\" text-anchor=\"middle\"",
					 from * svg->scale + room / 2, svg->y + 0.35 * FONT);
	if (size < 1)
		appendStringInfo(&svg->legend, " font-size=\"%.3g\"", FONT * size);
	appendStringInfoChar(&svg->legend, '>');
	append_truncated(&svg->legend, name, Max(1, (int) (room / COLUMN / size + 0.001)));
	appendStringInfoString(&svg->legend, "</text>\n");
}

/* One line with the names of the floors that are drawn, each below its floor. */
static void
add_floors(Svg *svg)
{
	const MapFloors *floors = svg->picture->floors;
	int drawn = svg->picture->floor;

	for (int i = 0; i < svg->named_floors; i++)
	{
		const MapFloor *floor = &floors->floor[i];

		CHECK_FOR_INTERRUPTS();
		if (svg->floor_names[i] == NULL || floor->width == 0)
			continue;
		if (drawn == 0)
			add_floor(svg, svg->floor_names[i], floor->x, floor->width);
		else if (drawn == i + 1)
			add_floor(svg, svg->floor_names[i], 0, floor->width);
	}
	svg->y += LINE;
}

void
svg_add_legend(Svg *svg)
{
	const Picture *picture = svg->picture;

	svg->width = Max(LEAST_WIDTH, picture->width * svg->scale);
	svg->y = FONT;
	if (svg->floor_names)
		add_floors(svg);
	if (svg->title)
		add_title(svg);
	add_bar(svg);
	add_codes(svg);
	add_links(svg);
	add_marks(svg);
	add_ends(svg);
	add_routes(svg);
	if (picture->heat.count == 0)
		return;
	if (svg->unit || picture->heat_layer)
		svg->heading = psprintf("%s:", svg->unit ? svg->unit : picture->heat_layer);
	if (picture->heat.scale == HEAT_CLASS)
		add_classes(svg);
	else if (picture->heat.scale == HEAT_BAND && picture->heat.levels <= HEAT_LEVELS)
		add_bands(svg);
	else
		add_ramp(svg);
}

double
svg_legend_height(const Svg *svg)
{
	return svg->y + FONT;
}

void
svg_append_legend(StringInfo whole, const Svg *svg)
{
	appendStringInfo(
		whole,
		"<g transform=\"translate(0 %.6g) scale(%.6g)\" font-family=\"monospace\" "
		"font-size=\"%g\" fill=\"" TEXT_COLOUR "\">\n%s</g>\n",
		svg->picture->height + SVG_MARGIN_PIXELS / svg->scale, 1 / svg->scale, FONT,
		svg->legend.data);
}
