/*
 * error_text.c - the words for an error: a message, a detail and a hint
 *
 * A message says what is wrong and where, a detail gives the facts, a hint gives
 * advice. Texts are templates: %w is `what`, %q the quoted input, %e the same or "the
 * end", %r and %c row and column, %f found, %x the same as a byte in hex, %n wanted,
 * %k the key "X3" as X=3, %d FR_DECIMAL_DIGITS, %v the valid words, %t the type of the
 * value. A new status needs a row.
 */
#include <string.h>

#include "core/base/scan.h"
#include "core/search/method.h"

typedef struct template
{
	const char *message;
	const char *detail; /* NULL: none */
	const char *hint;
}
template;

#define SEARCH_THE_MAP "Search the map itself: the functions take a map and a model, too."
#define FEWER_DIGITS "Use costs with fewer significant digits."
#define MAP_FILE                                                                         \
	"A map is four lines, \"type octile\", \"height H\", \"width W\" and \"map\", then H rows of W codes."

static const template templates[] = {
	[FR_MAP_HEADER] = {"malformed map: invalid line %r", "Expected \"%w\", found %q.",
					   MAP_FILE},
	[FR_MAP_SIDE] = {"malformed map: invalid %w %q",
					 "The %w must be a whole number from 1 to %n.", NULL},
	[FR_MAP_CELLS] = {"map is too large", "The map would have %f cells; the limit is %n.",
					  NULL},
	[FR_MAP_CODE] = {"malformed map: invalid code at row %r, column %c",
					 "Byte 0x%x is not a printable ASCII character (0x21 to 0x7e).",
					 NULL},
	[FR_MAP_ROW] = {"malformed map: row %r has %f codes", "The map's width is %n.", NULL},
	[FR_MAP_ROWS] = {"malformed map: the text ends after row %l",
					 "The map's height is %n, but it has %f rows.", NULL},
	[FR_MAP_TRAILING] = {"malformed map: text after the last row",
						 "The map's height is %n, but row %m is followed by %q.", NULL},
	[FR_PACKED_VERSION] = {"unsupported format version %f of type %t",
						   "This version of fringe reads versions up to %n.", NULL},
	[FR_PACKED_CORRUPT] = {"invalid binary representation of type %t",
						   "The fault is in the %w.", NULL},
	[FR_LINK_ENDS] = {"link leads from cell (%c,%r) to itself", NULL, NULL},
	[FR_SYNTAX] = {"invalid input syntax for type %t", "Expected %w at %e.", NULL},
	[FR_UNKNOWN_NAME] = {"unknown %w %q", NULL, "Valid %ws are %v."},
	[FR_UNKNOWN_KEY] = {"unknown key %q of method \"%w\"", NULL, "Valid keys are %v."},
	[FR_DUPLICATE_KEY] = {"key %q is given twice", NULL, NULL},
	[FR_BAD_VALUE] = {"invalid value %q of key \"%w\"", NULL, "Valid values are %v."},
	[FR_BAD_NUMBER] = {"invalid value %q of key \"%w\"", NULL,
					   "The value must be a whole number from %f to %n."},
	[FR_BAD_COST] = {"invalid cost %q",
					 "A cost must be a positive decimal number such as 1, 1.5 or 100.",
					 "The word \"%v\" is also allowed."},
	[FR_COST_DIGITS] = {"cost %q has too many digits",
						"A cost has at most %d digits before the point and %d after it.",
						NULL},
	[FR_BAD_DIRECTION] = {"invalid direction %q", NULL,
						  "Directions are %v, with \"+\" in between."},
	[FR_ANYANGLE_TERRAIN] =
		{"model \"anyangle\" has no %w",
		 "A straight line costs its length, whatever cells it crosses.",
		 "A code is passable, 1, or blocked; octile has weights and one-way cells."},
	[FR_CONFLICT] = {"%w cannot be combined", NULL, NULL},
	[FR_COST_SPREAD] =
		{"the range of the model's costs is too large for this map",
		 "With these straight and diagonal costs, on a map of this size, weights can be at most %n times their greatest common divisor.",
		 FEWER_DIGITS},
	[FR_COST_FINE] =
		{"the costs of the map's links have too many digits for this model",
		 "Steps and links are counted in parts of a step, at most 1000000000.",
		 FEWER_DIGITS},
	[FR_COST_RANGE] =
		{"path cost is out of range",
		 "With the costs of this model, the cost of the path exceeds the range of exact arithmetic.",
		 FEWER_DIGITS},
	[FR_OUTSIDE] = {"cell (%c,%r) is outside the map",
					"The map is %f cells wide and %n high.", NULL},
	[FR_METHOD_FIT] =
		{"the method does not fit the model",
		 "Model anyangle has one method, visibility, which serves no other model.",
		 "The method \"auto\" takes any model."},
	[FR_NO_STEPS] = {"the model \"anyangle\" is not supported here",
					 "Its paths are straight lines, without steps from cell to cell.",
					 "Costs, routes and functions of stored paths take it."},
	[FR_LINKS_FIT] =
		{"map has links, which this method or model does not take",
		 "Under tile and octile the methods jump and sweep do, under anyangle visibility.",
		 "The method \"auto\" picks jump, or sweep where jump does not take the model; "
		 "gridmap_unlink(map) is the map without them."},
	[FR_INDEX_MODEL] = {"there is no index for this model on this map",
						"The map has one-way cells under this model.", SEARCH_THE_MAP},
	[FR_INDEX_LINKS] =
		{"there is no index for this model on this map",
		 "The map has links, which an index of straight lines does not take.",
		 "Search the map itself; gridmap_unlink(map) is the map without "
		 "them."},
	[FR_INDEX_ROUTES] = {"index has no routes", "It was built for costs only.",
						 "Build an index of the map by fringe_index, or search the map itself."},
	[FR_INDEX_BUDGET] = {"index would be larger than its budget",
						 "It would take %f bytes or more; the budget is %n.",
						 "Search the map itself, or give a larger budget."},
	[FR_INDEX_LIMIT] = {"map is not suitable for an index",
						"The index would have %f %w; the limit is %n.", SEARCH_THE_MAP},
	[FR_PATH_RANGE] =
		{"path is out of range",
		 "Coordinates are 32-bit integers, and a path has fewer than 2147483647 moves.",
		 NULL},
	[FR_PATH_TEXT] = {"path is too long",
					  "The text of the path would have more than %n bytes.", NULL},
	[FR_SCENARIO_LINE] = {"malformed scenario: line %r is too long",
						  "A line has at most %n bytes.", NULL},
	[FR_SCENARIO_FIELDS] =
		{"malformed scenario: line %r has %f fields",
		 "A line has %n fields: bucket, map, width, height, start x and y, goal x and y, optimal length.",
		 NULL},
	[FR_SCENARIO_NUMBER] = {"malformed scenario: invalid %w %q in line %r", NULL, NULL},
};

_Static_assert(sizeof templates / sizeof *templates == FR_SCENARIO_NUMBER + 1,
			   "each status has a template");

static const char *
hint_of_key(const fr_error *error, bool model)
{
	if (model)
		return "Valid keys are %a, and single characters (terrain codes).";
	return error->choices[0] ? "Valid keys are %v." : "This method takes no options.";
}

static bool
is(const char *text, const char *word)
{
	return text && fr_span_is((fr_span){text, strlen(text)}, word);
}

/* Is the unknown name of a model that of a method, or the reverse? */
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

/*
 * May the text be a part of an array's element, cut at a comma: the "(2" of
 * {(2,3)}, or the "octile(a=1" of {octile(a=1, b=2)}?
 */
static bool
is_cut_at_comma(const fr_error *error)
{
	if (error->length == 0)
		return is(error->what, "\",\" or \")\"");
	return error->at[0] == '(' && !memchr(error->at, ',', error->length) &&
		   !memchr(error->at, ')', error->length);
}

/* The template of an error in the text of a model or method. */
static void
vary_option(const fr_error *error, bool model, template *t)
{
	if (error->status == FR_UNKNOWN_NAME && is_other_name(error, model))
		t->detail = model ? "It is the name of a method; a model comes before a method."
						  : "It is the name of a model; a model comes before a method.";
	if (error->status == FR_UNKNOWN_KEY)
		t->hint = hint_of_key(error, model);
	if (error->status == FR_UNKNOWN_KEY && model && is(error->what, "anyangle"))
		t->detail = "Its agent goes straight in any direction, and pays the length.";
	if (error->status == FR_UNKNOWN_KEY && model)
		t->message = "unknown key %q of model \"%w\"";
	if (error->status == FR_BAD_NUMBER && error->wanted == 0)
		t->hint =
			"The value must be a decimal number, 0 or more, with at most %d digits before the point and %d after it.";
	if (error->status == FR_BAD_COST && error->choices[0] == NULL)
		t->hint = NULL;
	if (error->status == FR_BAD_COST && is(error->what, "terrain"))
		t->hint =
			"The word \"%v\" and directions, such as S or leave:E+W, are also allowed.";
	if (error->status == FR_SYNTAX && is(error->what, "\"=\""))
		t->hint = error->wanted > 0 ? "Did you mean %k?"
									: "An option is a key, \"=\" and a value.";
	if (error->status == FR_SYNTAX && is_cut_at_comma(error))
		t->hint =
			"In an array, an element with a comma needs double quotes: {\"(1,2)\",\"(3,4)\"}.";
}

/* The template of an error in the text of a link. */
static void
vary_link(const fr_error *error, template *t)
{
	if (error->status == FR_BAD_COST)
		t->detail =
			"The cost of a link must be 0 or a positive decimal number such as 1, 1.5 or 100.";
	if (error->status == FR_SYNTAX && !is_cut_at_comma(error))
		t->hint =
			"Write (3,4)>(40,4), or both ways (3,4)<>(40,4), with a cost and a code of one character (3,4)>(40,4)=2:k.";
}

/* The template of an error's status, or a variant for what it is about. */
static template template_of(const fr_error *error, const char *type)
{
	template t = templates[error->status];

	vary_option(error, is(type, "gridmodel"), &t);
	if (is(type, "gridlink"))
		vary_link(error, &t);
	if (error->status == FR_MAP_HEADER && error->row == 1)
		t.hint = MAP_FILE " The function gridmap(text[]) takes rows alone.";
	if (error->status == FR_MAP_SIDE && error->at == NULL)
		t.message = "invalid map %w %f";
	if (error->status == FR_COST_SPREAD && error->wanted == 0)
		t.detail =
			"The straight and diagonal costs have too many digits for a map of this size.";
	if (error->status == FR_INDEX_LIMIT && is(error->what, "cost"))
		t.detail =
			"Path costs on this map exceed 28 bits: they may reach %f; the limit is %n.";
	return t;
}

/* ---- filling in ------------------------------------------------------------ */

/* Where a text is written, and what it is about. */
typedef struct writer
{
	char *to;
	char *end; /* later bytes are left out */
	const fr_error *error;
	size_t quoted;
	const char *type;
} writer;

static void
put_bytes(writer *w, const char *bytes, size_t length)
{
	size_t room = (size_t) (w->end - w->to);

	if (length > room)
		length = room;
	memcpy(w->to, bytes, length);
	w->to += length;
}

static void
put(writer *w, const char *text)
{
	put_bytes(w, text, strlen(text));
}

static void
put_number(writer *w, int64_t number)
{
	char digits[24];
	char *end =
		fr_put_number(digits, number < 0 ? -(uint64_t) number : (uint64_t) number);

	if (number < 0)
		put(w, "-");
	put_bytes(w, digits, (size_t) (end - digits));
}

static void
put_byte(writer *w, unsigned byte)
{
	static const char digits[] = "0123456789abcdef";

	put_bytes(w, &digits[byte >> 4 & 15], 1);
	put_bytes(w, &digits[byte & 15], 1);
}

static void
put_quoted(writer *w, const char *nothing)
{
	if (w->error->length == 0 && nothing)
	{
		put(w, nothing);
		return;
	}
	put(w, "\"");
	put_bytes(w, w->error->at, w->quoted);
	put(w, w->quoted < w->error->length ? "...\"" : "\"");
}

/* "a, b and c", or "a, b, c" where another one follows. */
static void
put_choices(writer *w, bool more)
{
	const char *const *choice = w->error->choices;

	for (int i = 0; i < FR_CHOICES && choice[i]; i++)
	{
		bool ends = i + 1 == FR_CHOICES || choice[i + 1] == NULL;

		put(w, i == 0 ? "" : ends && !more ? " and " : ", ");
		put(w, choice[i]);
	}
}

/* The key `found` bytes before the fault, with "=" after its first `wanted` bytes. */
static void
put_split_key(writer *w)
{
	const fr_error *e = w->error;
	const char *key = e->at - e->found;
	size_t length = (size_t) e->wanted;

	put_bytes(w, key, length);
	put(w, "=");
	for (key += length; key < e->at && ((*key >= '0' && *key <= '9') || *key == '.');
		 key++)
		put_bytes(w, key, 1);
}

/* Is the field a number of the error? */
static bool
number_of(const fr_error *e, char field, int64_t *number)
{
	switch (field)
	{
		case 'r':
			*number = e->row;
			return true;
		case 'c':
			*number = e->column;
			return true;
		case 'f':
			*number = e->found;
			return true;
		case 'l':
			*number = e->found - 1;
			return true;
		case 'n':
			*number = e->wanted;
			return true;
		case 'm':
			*number = e->wanted - 1;
			return true;
		case 'd':
			*number = FR_DECIMAL_DIGITS;
			return true;
		default:
			return false;
	}
}

static void
put_field(writer *w, char field)
{
	const fr_error *e = w->error;
	int64_t number;

	if (number_of(e, field, &number))
		put_number(w, number);
	else if (field == 'w')
		put(w, e->what);
	else if (field == 'q')
		put_quoted(w, e->status == FR_MAP_HEADER ? "nothing" : NULL);
	else if (field == 'e')
		put_quoted(w, "the end");
	else if (field == 'x')
		put_byte(w, (unsigned) e->found);
	else if (field == 'k')
		put_split_key(w);
	else if (field == 't')
		put(w, w->type);
	else
		put_choices(w, field == 'a');
}

static void
fill_in(writer w, const char *text)
{
	for (; text && *text; text++)
		if (*text == '%')
			put_field(&w, *++text);
		else
			put_bytes(&w, text, 1);
	*w.to = '\0';
}

void
fr_error_text(const fr_error *error, const char *type, size_t quoted, fr_text *text)
{
	template t = template_of(error, type);
	writer w = {.error = error, .quoted = quoted, .type = type};

	w.to = text->message;
	w.end = w.to + sizeof text->message - 1;
	fill_in(w, t.message);
	w.to = text->detail;
	w.end = w.to + sizeof text->detail - 1;
	fill_in(w, t.detail);
	w.to = text->hint;
	w.end = w.to + sizeof text->hint - 1;
	fill_in(w, t.hint);
}
