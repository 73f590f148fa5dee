/*
 * error_text.c - the text of an error: a message, a detail and a hint
 *
 * The message names the fault and its place, the detail gives facts, the hint gives
 * advice. Each fr_status has a case. Callers add advice that names their own functions.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/map/map_layers.h"
#include "core/map/offset_layout.h"
#include "core/query/grid_query.h"

#define SEARCH_THE_MAP "Search the map itself: the functions also take a map and a model."
#define FEWER_DIGITS "Use costs with fewer significant digits."
#define MAP_FILE                                                                         \
	"A map is rows of codes, all of one length, or a file of four lines, \"type octile\", \"height H\", \"width W\" and \"map\", and H rows of W codes."

/*
 * snprintf, which cuts a text that is too long. No decimals: their point is the locale's.
 */
__attribute__((format(printf, 2, 3))) static void
say(char to[FR_TEXT_MAX], const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vsnprintf(to, FR_TEXT_MAX, format, values);
	va_end(values);
}

static bool
is(const char *text, const char *word)
{
	return text && fr_span_is((fr_span){text, strlen(text)}, word);
}

/* ---- what an error is about ------------------------------------------------ */

typedef struct about
{
	const fr_error *error;
	const char *type;
	bool model;				  /* it is in the text of a model */
	char quoted[FR_TEXT_MAX]; /* the input */
	char choices[FR_TEXT_MAX];
} about;

/* Appends bytes to a text, as many as fit. */
static void
append(char to[FR_TEXT_MAX], const char *bytes, size_t length)
{
	size_t at = strlen(to);
	size_t room = FR_TEXT_MAX - 1 - at;

	if (length > room)
		length = room;
	memcpy(to + at, bytes, length);
	to[at + length] = '\0';
}

static void
quote(char to[FR_TEXT_MAX], const fr_error *e, size_t quoted)
{
	say(to, "\"");
	if (quoted > 0)
		append(to, e->at, quoted);
	append(to, "...", quoted < e->length ? 3 : 0);
	append(to, "\"", 1);
}

/* "a, b and c", or with another word before the last. */
static void
list_choices(char to[FR_TEXT_MAX], const fr_error *e, const char *before_last)
{
	const char *const *choice = e->choices;

	to[0] = '\0';
	for (int i = 0; i < FR_CHOICES && choice[i]; i++)
	{
		bool last = i + 1 == FR_CHOICES || choice[i + 1] == NULL;
		const char *before = i == 0 ? "" : last ? before_last : ", ";

		append(to, before, strlen(before));
		append(to, choice[i], strlen(choice[i]));
	}
}

/* The input in quotes, or a word if there is none. */
static const char *
quoted_or(const about *a, const char *word)
{
	return a->error->length > 0 ? a->quoted : word;
}

/* Is the unknown name of a model the name of a method, or the reverse? */
static bool
is_other_name(const fr_error *error, bool model)
{
	fr_model other_model;
	fr_method other_method;
	fr_error ignored;

	return model ? fr_method_parse(error->at, error->length, &other_method, &ignored) ==
					   FR_OK
				 : fr_model_parse(error->at, error->length, &other_model, &ignored) ==
					   FR_OK;
}

/* Words of textbooks and other libraries, and what to write here. */
static const char *
other_word(const fr_error *error)
{
	static const char *const words[][2] = {
		{"dijkstra", " Dijkstra's algorithm is the method sweep."},
		{"bfs", " Breadth-first search is the method sweep under the model tile."},
		{"a*", " A* is the method astar."},
		{"jps", " Jump point search is the method jump."},
		{"manhattan",
		 " Four neighbours are the model tile; each model has its heuristic."},
		{"chebyshev", " A diagonal step that costs 1 is octile(diagonal=1)."},
		{"euclidean", " Straight lines in any direction are the model anyangle."},
		{"hexagon", " Six neighbours are the model hex."},
		{"hexagonal", " Six neighbours are the model hex."},
	};
	fr_span name = {error->at, error->length};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (fr_span_is_any_case(name, words[i][0]))
			return words[i][1];
	return "";
}

/*
 * May the text be a part of an array's element, cut at a comma: the "(2" of
 * {(2,3)}, or the "octile(a=1" of {octile(a=1, b=2)}?
 */
static bool
is_cut_at_comma(const fr_error *error)
{
	return error->length > 0 && error->at[0] == '(' &&
		   !memchr(error->at, ',', error->length) &&
		   !memchr(error->at, ')', error->length);
}

/* ---- options of models and methods, links ---------------------------------- */

/*
 * Has the text two whole numbers, and between and around them only signs that cells are
 * written with elsewhere?
 */
static bool
is_like_cell(const fr_error *e, long long number[2])
{
	const char *at = e->at;
	const char *end = at + e->length;
	int count = 0;

	if (e->length > FR_CELL_TEXT_MAX)
		return false;
	while (at < end)
	{
		int64_t next = 0;
		const char *before = at;

		if (*at == '-' || (*at >= '0' && *at <= '9'))
		{
			if (count == 2 || !fr_take_integer(&at, end, &next))
				return false;
			number[count++] = next;
		}
		else if (!memchr("()[]{}<> ,;:/|x", *at, 15))
			return false;
		at += at == before;
	}
	return count == 2;
}

/* The name of a layout of offset coordinates that is in the text, or NULL. */
static const char *
layout_in(const char *at, size_t length)
{
	for (int i = 0; fr_layout_name[i]; i++)
		if (fr_span_is((fr_span){at, length}, fr_layout_name[i]))
			return fr_layout_name[i];
	return NULL;
}

#define LAYOUTS                                                                          \
	"The model hex has axial coordinates, without a layout. gridmap_from_offset(rows, '%s') makes such a map of rows in a layout."

/* The hint of an error of syntax. */
static void
say_syntax_hint(const about *a, char hint[FR_TEXT_MAX])
{
	const fr_error *e = a->error;
	const char *key = e->at - e->found; /* of "X3", which should be X=3 */
	size_t value = 0;
	long long number[2];
	const char *layout =
		a->model && is(e->what, "\"=\"") ? layout_in(key, (size_t) e->found) : NULL;

	if (is(a->type, "gridcell") && is_like_cell(e, number))
		say(hint, "Did you mean (%lld,%lld)?", number[0], number[1]);
	else if (is_cut_at_comma(e))
		say(hint,
			"In an array, an element with a comma needs double quotes: {\"(1,2)\",\"(3,4)\"}.");
	else if (is(a->type, "gridpath"))
		say(hint,
			"Write a cell and runs, as in (0,0) E5 SE2. An array of cells makes a path, too: '{\"(0,0)\",\"(1,0)\"}'::gridcell[]::gridpath.");
	else if (layout)
		say(hint, LAYOUTS, layout);
	else if (e->length == 0 && is(e->what, "\",\" or \")\""))
		say(hint,
			"Add the closing parenthesis. In an array, an element with a comma needs double quotes: {\"octile(a=1, b=2)\"}.");
	else if (is(a->type, "gridlink"))
		say(hint,
			"Write (3,4)>(40,4), or (3,4)<>(40,4) for both ways. A cost and a code follow, as in (3,4)>(40,4)=2:k.");
	else if (is(a->type, "gridbusy"))
		say(hint,
			"Write (3,4)@5..8 for the ticks 5, 6 and 7, or (3,4)@5.. for all ticks from 5 on.");
	else if (is(a->type, "gridcell") && e->length > 0 && memchr(e->at, '.', e->length))
		say(hint, "gridcell(x, y) rounds positions with fractions down to a cell.");
	else if (is(e->what, "the end") && e->length > 0 && *e->at == '=')
		say(hint, "Write options in parentheses behind a name, such as %s.",
			a->model ? "octile(S=3)" : "astar(open=heap)");
	else if (is(e->what, "\"=\"") && e->choices[0] && e->choices[1])
		say(hint, "Did you mean %s=%s?", e->choices[0], e->choices[1]);
	else if (is(e->what, "\"=\"") && e->choices[0])
		say(hint, "Did you mean %s=%.*s?", e->choices[0], (int) e->wanted, key);
	else if (is(e->what, "\"=\"") && e->wanted == 0)
		say(hint, "An option is a key, \"=\" and a value. Decimals have a point.");
	else if (is(e->what, "a key") && a->model && e->length > 0 &&
			 memchr(",=(", *e->at, 3))
		say(hint, "The codes , = ( ) and ' need quotes: $$octile(','=2)$$.");
	else if (is(e->what, "\"=\""))
	{
		key += e->wanted;
		while (key + value < e->at &&
			   ((key[value] >= '0' && key[value] <= '9') || key[value] == '.'))
			value++;
		say(hint, "Did you mean %.*s=%.*s?", (int) e->wanted, key - e->wanted,
			(int) value, key);
	}
}

/* Is the unknown key of another model a key of the models of squares? */
static bool
is_key_of_squares(const fr_error *error)
{
	char text[FR_TEXT_MAX];
	fr_model model;
	fr_error asked;

	say(text, "octile(%.*s=?)", (int) (error->length < 40 ? error->length : 40),
		error->at);
	fr_model_parse(text, strlen(text), &model, &asked);
	return asked.status != FR_UNKNOWN_KEY && asked.status != FR_SYNTAX;
}

/* Is the unknown key one that other programs have for the layout of hexagons? */
static bool
is_layout_key(const fr_error *error)
{
	static const char *const words[] = {"layout",	   "offset",	  "orientation",
										"shape",	   "axial",		  "stagger",
										"staggeraxis", "staggerindex"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (fr_span_is_any_case((fr_span){error->at, error->length}, words[i]))
			return is(error->what, "hex");
	return false;
}

static void
say_unknown_key(const about *a, fr_text *t)
{
	const fr_error *e = a->error;

	if (!a->model)
	{
		say(t->message, "unknown key %s of method \"%s\"", a->quoted, e->what);
		say(t->hint,
			e->choices[0] ? "Valid keys are %s." : "This method takes no options.",
			a->choices);
		return;
	}
	say(t->message, "unknown key %s of model \"%s\"", a->quoted, e->what);
	if (is_layout_key(e))
	{
		say(t->hint, LAYOUTS, "odd-r");
		return;
	}
	if (is(e->what, "anyangle") && is_key_of_squares(e))
		say(t->detail,
			"An agent under this model goes straight in any direction, and pays the length.");
	if (is(e->what, "hex") && is_key_of_squares(e))
		say(t->detail,
			"Under this model, all steps to the six neighbours cost the same, and an agent covers one, two or seven hexagons.");
	say(t->hint, "Valid keys are %s, and single characters (terrain codes).", a->choices);
}

static void
say_bad_cost(const about *a, fr_text *t)
{
	const fr_error *e = a->error;

	say(t->message, "invalid %s %s", is(e->what, "terrain") ? "weight" : "cost",
		a->quoted);
	say(t->detail,
		is(a->type, "gridlink")
			? "The cost of a link must be 0 or a positive decimal number such as 1, 1.5 or 100, or sqrt2 times such a number, as in 2*sqrt2."
		: is(e->what, "terrain")
			? "The weight of a terrain code must be 0 or a positive decimal number such as 1, 1.5 or 100."
			: "A cost must be a positive decimal number such as 1, 1.5 or 100.");
	if (is(e->what, "terrain"))
		say(t->hint,
			"The word \"%s\" and directions, such as S or leave:E+W, are also allowed.",
			a->choices);
	else if (e->choices[0])
		say(t->hint, "The word \"%s\" is also allowed.", a->choices);
}

/* "Key layer.NAME of the model does something." */
static void
say_layer_key(const about *a, const char *does, char to[FR_TEXT_MAX])
{
	const fr_error *e = a->error;
	bool price = is(e->what, "layer") || is(e->what, "road") || is(e->what, "side");

	say(to, "Key %s%s%.*s of the model %s.", e->what, price ? "." : "",
		price ? (int) e->length : 0, e->at, does);
}

/* ---- all errors ------------------------------------------------------------ */

static void
say_error(const about *a, fr_text *t)
{
	const fr_error *e = a->error;
	const long long row = e->row;
	const long long column = e->column;
	const long long found = e->found;
	const long long wanted = e->wanted;
	const char *what = e->what;
	const char *quoted = a->quoted;

	switch (e->status)
	{
		case FR_OK:
			break;
		case FR_MAP_HEADER:
			say(t->message, "malformed map: invalid line %lld", row);
			say(t->detail,
				row == 1 ? "Expected \"%s\" or rows of codes, found %s."
						 : "Expected \"%s\", found %s.",
				what, quoted_or(a, "nothing"));
			say(t->hint, MAP_FILE);
			break;
		case FR_MAP_SIDE:
			if (e->at)
				say(t->message, "malformed map: invalid %s %s", what, quoted);
			else
				say(t->message, "invalid map %s %lld", what, found);
			say(t->detail, "The %s must be a whole number from 1 to %lld.", what, wanted);
			break;
		case FR_MAP_CELLS:
			say(t->message, "map is too large");
			say(t->detail, "The map would have %lld cells; the limit is %lld.", found,
				wanted);
			break;
		case FR_MAP_ESCAPE:
			say(t->message, "malformed map: row %lld has a backslash and an n", row);
			say(t->detail, "They are two characters, not the end of a line.");
			break;
		case FR_MAP_CODE:
			say(t->message, "malformed map: invalid code at row %lld, column %lld", row,
				column);
			say(t->detail,
				"Byte 0x%02x is not a printable ASCII character (0x21 to 0x7e).",
				(unsigned) found & 0xff);
			break;
		case FR_MAP_ROW:
			say(t->message, "malformed map: row %lld has %lld codes", row, found);
			say(t->detail, "The map's width is %lld.", wanted);
			break;
		case FR_MAP_ROWS:
			say(t->message, "malformed map: the text ends after row %lld", found - 1);
			say(t->detail, "The map's height is %lld, but it has %lld rows.", wanted,
				found);
			break;
		case FR_MAP_TRAILING:
			say(t->message, "malformed map: text after the last row");
			say(t->detail, "The map's height is %lld, but row %lld is followed by %s.",
				wanted, wanted - 1, quoted);
			break;
		case FR_LAYER_LINE:
			say(t->message, "malformed map: invalid layer %s", quoted);
			say(t->detail,
				"Expected \"layer NAME SCALE OFFSET\". A name has letters, digits and _, at most %d. Numbers are OFFSET + SCALE * n, of at most %d digits.",
				FR_LAYER_NAME, FR_LAYER_DIGITS);
			break;
		case FR_LAYER_TWICE:
			say(t->message, "malformed map: layer %s is given twice", quoted);
			break;
		case FR_LAYER_COUNT:
			say(t->message, "map would have too many layers");
			say(t->detail, "A map has at most %lld layers.", wanted);
			break;
		case FR_LAYER_ROW:
			say(t->message, "malformed map: row %lld of a layer has %lld numbers", row,
				found);
			say(t->detail, "The map's width is %lld.", wanted);
			break;
		case FR_LAYER_ROWS:
			say(t->message, "malformed map: a layer has %lld rows", found);
			say(t->detail, "The map's height is %lld.", wanted);
			break;
		case FR_LAYER_NUMBER:
			say(t->message,
				"malformed map: invalid number %s at row %lld, column %lld of a layer",
				quoted, row, column);
			say(t->detail,
				"Numbers of a layer are OFFSET + SCALE * n, where n is a whole number from 0 to %lld.",
				wanted);
			break;
		case FR_PACKED_VERSION:
			say(t->message, "unsupported format version %lld of type %s", found, a->type);
			say(t->detail, "This version of fringe reads versions up to %lld.", wanted);
			break;
		case FR_PACKED_CORRUPT:
			say(t->message, "invalid binary representation of type %s", a->type);
			say(t->detail, "The fault is in the %s.", what);
			break;
		case FR_LINK_ENDS:
			say(t->message, "link leads from cell (%lld,%lld) to itself", column, row);
			say(t->hint, "The ends of a link are different cells.");
			break;
		case FR_SYNTAX:
			say(t->message, "invalid input syntax for type %s", a->type);
			if (is(what, "the end"))
				say(t->detail, "Expected the end of the text instead of %s.", quoted);
			else
				say(t->detail, "Expected %s at %s.", what, quoted_or(a, "the end"));
			say_syntax_hint(a, t->hint);
			break;
		case FR_UNKNOWN_NAME:
			say(t->message, "unknown %s %s", what, quoted);
			if (is_other_name(e, a->model))
				say(t->detail,
					a->model
						? "It is the name of a method; a model comes before a method."
						: "It is the name of a model; a model comes before a method.");
			say(t->hint, "Valid %ss are %s.%s", what, a->choices, other_word(e));
			break;
		case FR_UNKNOWN_KEY:
			say_unknown_key(a, t);
			break;
		case FR_DUPLICATE_KEY:
			say(t->message, "key %s is given twice", quoted);
			break;
		case FR_BAD_VALUE:
			say(t->message, "invalid value %s of key \"%s\"", quoted, what);
			say(t->hint, "Valid values are %s.", a->choices);
			break;
		case FR_BAD_NUMBER:
			say(t->message, "invalid value %s of key \"%s\"", quoted, what);
			if (wanted == 0)
				say(t->hint,
					"The value must be a decimal number, 0 or more, with at most %d digits before the point and %d after it.",
					FR_DECIMAL_DIGITS, FR_DECIMAL_DIGITS);
			else
				say(t->hint, "The value must be a whole number from %lld to %lld%s%s.",
					found, wanted, a->choices[0] ? ", or two of them such as " : "",
					a->choices);
			break;
		case FR_BAD_COST:
			say_bad_cost(a, t);
			break;
		case FR_COST_DIGITS:
			if (a->error->length == 0)
				say(t->message, "straight times %s has too many digits", what);
			else
				say(t->message, "cost %s has too many digits", quoted);
			say(t->detail,
				"A cost has at most %d digits before the point and %d after it.",
				FR_DECIMAL_DIGITS, FR_DECIMAL_DIGITS);
			break;
		case FR_BAD_DIRECTION:
			say(t->message, "invalid direction %s", quoted);
			say(t->hint, "Directions are %s, with \"+\" in between.", a->choices);
			break;
		case FR_MODEL_LAYER:
			say(t->message, "invalid name %s of a layer", quoted_or(a, "\"\""));
			say(t->detail,
				"A name has letters, digits and _, begins with no digit, and has at most %d characters.",
				FR_LAYER_NAME);
			break;
		case FR_MODEL_LATITUDE:
			say(t->message, "invalid latitude %s", quoted);
			say(t->detail,
				"A latitude is a number from -90 to 90 with at most 9 digits after the point.");
			break;
		case FR_MODEL_SLOPE:
			say(t->message, "invalid slope %s", quoted);
			say(t->detail, "%s", what);
			say(t->hint,
				"Write each grade with its factor, as in slope=-0.5:2|0:1|0.5:3, or take a table from fringe_slope. The key height names the layer of heights.");
			break;
		case FR_MODEL_LAYERS:
			say(t->message, "model has more than %lld keys %s", wanted, what);
			say(t->detail,
				wanted == FR_MAX_LAYERS ? "A map has at most %lld layers."
										: "At most %lld layers mark sides for a model.",
				wanted);
			break;
		case FR_ANYANGLE_TERRAIN:
			say(t->message, "model \"anyangle\" has no %s", what);
			say(t->detail,
				"A straight line costs its length, whatever cells it crosses.");
			say(t->hint,
				"A code is passable, 1, or blocked. For weights and one-way cells, use octile, and pull its paths tight with gridpath_smooth.");
			break;
		case FR_DIAGONAL_LACKS:
			say(t->message, "a diagonal step of these cells has no exact cost");
			say(t->detail,
				"The length of the diagonal is neither a decimal number nor sqrt2 times a decimal number.");
			if (found < INT64_C(1000000000000000000))
				say(t->hint,
					"Give the cost of a diagonal step, such as diagonal=%lld.%09lld.",
					found / 1000000000, found % 1000000000);
			else
				say(t->hint, "Give the cost of a diagonal step as diagonal=NUMBER.");
			break;
		case FR_CONFLICT:
			if (e->choices[0])
			{
				say(t->message, "%s needs %s", what, a->choices);
				say(t->hint, "Set that option too, or leave out %s.", what);
				break;
			}
			say(t->message, "%s cannot be combined", what);
			say(t->hint, "Leave one of them out.");
			break;
		case FR_RULE_CONFLICT:
		case FR_MAP_CONFLICT:
			say(t->message, "%s cannot be combined with %s", fr_rule_rows[found].name,
				fr_rule_rows[wanted].name);
			say(t->detail, "%s %s", fr_rule_rows[found].what, fr_rule_rows[wanted].what);
			say(t->hint, "%s", fr_rule_rows[wanted].hint);
			break;
		case FR_COST_SPREAD:
			say(t->message, "the range of the model's costs is too large for this map");
			if (wanted == 0)
				say(t->detail,
					"The straight and diagonal costs have too many digits for a map of this size.");
			else
				say(t->detail,
					"With these straight and diagonal costs, on a map of this size, weights can be at most %lld times their greatest common divisor.",
					wanted);
			say(t->hint, FEWER_DIGITS);
			break;
		case FR_COST_TURN:
			say(t->message,
				"the prices of turns have too many digits for this model and map");
			say(t->detail,
				"Steps, links and turns are counted in equal parts of a step, at most 1000000000, and fewer on large maps.");
			say(t->hint, "Round the prices of turns.");
			break;
		case FR_COST_POINTS:
			say(t->message, "points are out of range for this model and map");
			say(t->detail,
				"Steps and points are counted in equal parts of a step, at most 1000000000, and fewer on large maps.");
			say(t->hint, "Round the points, or write fewer of them.");
			break;
		case FR_COST_FINE:
			if (is(what, "sqrt2"))
			{
				say(t->message,
					"the cost of the link from (%lld,%lld) to (%lld,%lld) does not fit this model",
					column, row, found, wanted);
				say(t->detail,
					"The link costs sqrt2 times a number, which is exact only under octile models with diagonal=sqrt2.");
				say(t->hint,
					"Search with such a model, or give the link a decimal cost.");
				break;
			}
			say(t->message,
				"the cost of the link from (%lld,%lld) to (%lld,%lld) has too many digits for this model and map",
				column, row, found, wanted);
			say(t->detail,
				"Steps and links are counted in equal parts of a step, at most 1000000000, and fewer on large maps.");
			say(t->hint, "Round the cost of the link.");
			break;
		case FR_LAYER_MISSING:
			say(t->message, "map has no layer %s", quoted);
			say_layer_key(a, "names it", t->detail);
			say(t->hint,
				"gridmap_layers lists the layers of a map, and gridmap_set_layer adds one.");
			break;
		case FR_LAYER_NEGATIVE:
			say(t->message, "layer %s has negative numbers", quoted);
			say_layer_key(a, "multiplies them by a cost", t->detail);
			say(t->hint, "Costs of steps must not be negative.");
			break;
		case FR_HEX_WRAP:
			say(t->message, "edges of a map with cells of code \"|\" do not meet");
			say(t->detail,
				"Cells of this code are outside the shifted rows or columns of a map of hexagons.");
			say(t->hint,
				"Store the hexagon (x,y) of a ring of n columns in the column x modulo n.");
			break;
		case FR_LAYER_NO_SIDES:
			say(t->message, "layer %s has numbers that are no sets of sides", quoted);
			say(t->detail, "A number from 0 to 63 is a set of sides of its cell.");
			say(t->hint,
				"gridmap_set_sides marks sides of cells in a layer that the map lacks, or that it made.");
			break;
		case FR_LATITUDE_RANGE:
			say(t->message, "rows of the map are beyond the south pole");
			say(t->detail,
				"The key latitude of the model is the latitude of row 0, and rows are \"cell\" degrees high.");
			say(t->hint, "Give the key cell of the model in degrees.");
			break;
		case FR_FRICTION_NEGATIVE:
			say(t->message, "friction of cell (%lld,%lld) is negative", column, row);
			say(t->detail, "Numbers of layer %s multiply costs of steps.", quoted);
			say(t->hint,
				"If the number means missing data, make the cell a wall: gridmap_set(map, cells, '@').");
			break;
		case FR_LAYER_FINE:
			say(t->message, "costs by layer %s are out of range for this model and map",
				quoted);
			say_layer_key(
				a, "adds costs that have too many digits, or are too large, to be exact",
				t->detail);
			say(t->hint,
				"Round the layer to fewer digits, or write fewer digits in the model. A diagonal such as 1.41 in place of sqrt2 leaves a larger range.");
			break;
		case FR_COST_RANGE:
			say(t->message, "path cost is out of range");
			say(t->detail,
				"With the costs of this model, the cost of the path exceeds the range of exact arithmetic.");
			say(t->hint, FEWER_DIGITS);
			break;
		case FR_OUTSIDE:
			say(t->message, "cell (%lld,%lld) is outside the map", column, row);
			say(t->detail, "The map has %lld x %lld cells.", found, wanted);
			if (row >= 0 && row < found && column >= 0 && column < wanted)
				say(t->hint,
					"A cell is (x,y), its column first: (%lld,%lld) is on the map.", row,
					column);
			break;
		case FR_RULE_REFUSED:
			say(t->message, "%s does not support %s", what, fr_rule_rows[found].name);
			say(t->detail, "%s", fr_rule_rows[found].what);
			say(t->hint, "%s", fr_rule_rows[found].hint);
			if (e->choices[0])
				say(t->hint,
					"%s To keep it, turn its numbers into terrain codes with %s.",
					fr_rule_rows[found].hint, e->choices[0]);
			break;
		case FR_METHOD_FIT:
			say(t->message, "method \"%s\" %s %s", what,
				wanted ? "requires" : "does not support", fr_rule_rows[found].name);
			if (wanted)
				say(t->detail, "Only models with %s have %s.", fr_rule_rows[found].keys,
					fr_rule_rows[found].name);
			else
				say(t->detail, "%s", fr_rule_rows[found].what);
			say(t->hint, "Use the method \"auto\", which supports every model.");
			break;
		case FR_ENDLESS:
			say(t->message, "there are infinitely many best paths");
			say(t->detail,
				"A path can pass through cells of weight 0 any number of times at no cost.");
			say(t->hint, "Give these cells a small weight in the model.");
			break;
		case FR_INDEX_MODEL: /* an index without a wanted form gets borders */
			say(t->message, "map is not suitable for an index");
			say(t->hint, SEARCH_THE_MAP);
			break;
		case FR_INDEX_ROUTES:
			say(t->message, "index has no routes");
			say(t->detail, "It was built for costs only.");
			say(t->hint, SEARCH_THE_MAP);
			break;
		case FR_INDEX_MAX_SIZE:
			say(t->message, "index would be larger than max_size");
			say(t->detail, "It would take %lld bytes or more; max_size is %lld.", found,
				wanted);
			say(t->hint, "Search the map itself, or raise max_size.");
			break;
		case FR_INDEX_LIMIT:
			say(t->message, "map is not suitable for an index");
			if (is(what, "cost"))
				say(t->detail,
					"Path costs on this map exceed 28 bits: they may reach %lld; the limit is %lld.",
					found, wanted);
			else
				say(t->detail, "The index would have %lld %s; the limit is %lld.", found,
					what, wanted);
			say(t->hint, SEARCH_THE_MAP);
			break;
		case FR_PATH_RANGE:
			say(t->message, "path is out of range");
			say(t->detail,
				"Coordinates are 32-bit integers, and a path has fewer than 2147483647 moves.");
			break;
		case FR_PATH_TEXT:
			say(t->message, "path is too long");
			say(t->detail, "The text of the path would have more than %lld bytes.",
				wanted);
			break;
		case FR_SCENARIO_LINE:
			say(t->message, "malformed scenario: line %lld is too long", row);
			say(t->detail, "A line has at most %lld bytes.", wanted);
			break;
		case FR_SCENARIO_FIELDS:
			say(t->message, "malformed scenario: line %lld has %lld fields", row, found);
			say(t->detail,
				"A line has %lld fields: bucket, map, width, height, start x and y, goal x and y, optimal length.",
				wanted);
			break;
		case FR_SCENARIO_NUMBER:
			say(t->message, "malformed scenario: invalid %s %s in line %lld", what,
				quoted, row);
			say(t->detail,
				"The numbers of a scenario are 0 or more, and whole except the "
				"optimal length.");
			break;
	}
}

void
fr_error_text(const fr_error *error, const char *type, size_t quoted, fr_text *text)
{
	about a = {.error = error, .type = type, .model = is(type, "gridmodel")};

	quote(a.quoted, error, quoted);
	list_choices(a.choices, error,
				 a.model && error->status == FR_UNKNOWN_KEY ? ", " : " and ");
	text->message[0] = text->detail[0] = text->hint[0] = '\0';
	say_error(&a, text);
}
