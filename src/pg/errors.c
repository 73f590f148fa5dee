/*
 * errors.c - report the core's errors with ereport
 *
 * The only place that turns an fr_error into an ereport. The message says what is wrong
 * and where, the detail gives the facts, the hint gives advice.
 */
#include "pg/fringe.h"

#include "lib/stringinfo.h"
#include "mb/pg_wchar.h"

#define QUOTED_BYTES 40 /* the most bytes of input that a message quotes */

/* A piece of input, quoted and clipped to QUOTED_BYTES. */
char *
fringe_quote(const char *text, size_t length)
{
	int seen = Min(length, QUOTED_BYTES + MAX_MULTIBYTE_CHAR_LEN);
	int clipped = pg_mbcliplen(text, seen, QUOTED_BYTES);

	return psprintf(clipped == length ? "\"%s\"" : "\"%s...\"", pnstrdup(text, clipped));
}

/* The input that the error is about. */
static char *
quoted(const fr_error *error)
{
	return fringe_quote(error->at, error->length);
}

static void
report_map_size(const fr_error *error, Node *escontext)
{
	if (error->status == FR_MAP_CELLS)
		errsave(escontext,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("map is too large"),
				 errdetail("The map would have %lld cells; the limit is %lld.",
						   (long long) error->found, (long long) error->wanted)));
	else if (error->at)
		errsave(escontext,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed map: invalid %s %s", error->what, quoted(error)),
				 errdetail("The %s must be a whole number from 1 to %lld.", error->what,
						   (long long) error->wanted)));
	else
		errsave(escontext,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid map %s %lld", error->what, (long long) error->found),
				 errdetail("The %s must be a whole number from 1 to %lld.", error->what,
						   (long long) error->wanted)));
}

static void
report_map_code(const fr_error *error, Node *escontext)
{
	errsave(escontext,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed map: invalid code at row %lld, column %lld",
					(long long) error->row, (long long) error->column),
			 errdetail("Byte 0x%02x is not a printable ASCII character (0x21 to 0x7e).",
					   (int) error->found)));
}

static void
report_map_rows(const fr_error *error, Node *escontext)
{
	if (error->status == FR_MAP_ROW)
		errsave(escontext,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed map: row %lld has %lld codes", (long long) error->row,
						(long long) error->found),
				 errdetail("The map's width is %lld.", (long long) error->wanted)));
	else if (error->status == FR_MAP_ROWS)
		errsave(escontext,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed map: the text ends after row %lld",
						(long long) error->found - 1),
				 errdetail("The map's height is %lld, but it has %lld rows.",
						   (long long) error->wanted, (long long) error->found)));
	else
		errsave(escontext,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("malformed map: text after the last row"),
				 errdetail("The map's height is %lld, but row %lld is followed by %s.",
						   (long long) error->wanted, (long long) error->wanted - 1,
						   quoted(error))));
}

static void
report_map_header(const fr_error *error, Node *escontext)
{
	errsave(
		escontext,
		(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
		 errmsg("malformed map: invalid line %lld", (long long) error->row),
		 error->length > 0
			 ? errdetail("Expected \"%s\", found %s.", error->what, quoted(error))
			 : errdetail("Expected \"%s\", found nothing.", error->what),
		 error->row == 1
			 ? errhint(
				   "A map is four lines, \"type octile\", \"height H\", \"width W\" and \"map\", then H rows of W codes. The function gridmap(text[]) takes rows alone.")
			 : errhint(
				   "A map is four lines, \"type octile\", \"height H\", \"width W\" and \"map\", then H rows of W codes.")));
}

static void
report_packed(const fr_error *error, const char *type, Node *escontext)
{
	if (error->status == FR_PACKED_VERSION)
		errsave(escontext, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
							errmsg("unsupported format version %lld of type %s",
								   (long long) error->found, type),
							errdetail("This version of fringe reads version %lld.",
									  (long long) error->wanted)));
	else
		errsave(escontext, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
							errmsg("invalid binary representation of type %s", type),
							errdetail("The fault is in the %s.", error->what)));
}

/* Lists the valid words as "a, b and c", or before `last` as "a, b, and last". */
static const char *
choices_of(const fr_error *error, const char *last)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; error->choices[i]; i++)
	{
		bool ends = error->choices[i + 1] == NULL;

		appendStringInfo(&list, "%s%s",
						 i == 0			 ? ""
						 : ends && !last ? " and "
										 : ", ",
						 error->choices[i]);
	}
	if (last)
		appendStringInfo(&list, ", and %s", last);
	return list.data;
}

static bool
is_model(const char *type)
{
	return strcmp(type, "gridmodel") == 0;
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

static void
report_name(const fr_error *error, const char *type, Node *escontext)
{
	bool model = is_model(type);

	errsave(escontext,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("unknown %s %s", error->what, quoted(error)),
			 is_other_name(error, model)
				 ? errdetail("It is the name of a %s; a model comes before a method.",
							 model ? "method" : "model")
				 : 0,
			 errhint("%s are %s.", model ? "Valid models" : "Valid methods",
					 choices_of(error, NULL))));
}

static void
report_key(const fr_error *error, const char *type, Node *escontext)
{
	errsave(escontext,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("unknown key %s of %s \"%s\"", quoted(error),
					is_model(type) ? "model" : "method", error->what),
			 error->choices[0] == NULL
				 ? errhint("This method takes no options.")
				 : errhint("Valid keys are %s.",
						   choices_of(error, is_model(type)
												 ? "single characters (terrain codes)"
												 : NULL))));
}

static void
report_value(const fr_error *error, Node *escontext)
{
	const char *hint =
		error->status == FR_BAD_VALUE
			? psprintf("Valid values are %s.", choices_of(error, NULL))
		: error->wanted > 0
			? psprintf("The value must be a whole number from %lld to %lld.",
					   (long long) error->found, (long long) error->wanted)
			: psprintf("The value must be a decimal number, 0 or more, with at most "
					   "%d digits before the point and %d after it.",
					   FR_DECIMAL_DIGITS, FR_DECIMAL_DIGITS);

	errsave(escontext,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid value %s of key \"%s\"", quoted(error), error->what),
			 errhint("%s", hint)));
}

static void
report_cost(const fr_error *error, Node *escontext)
{
	if (error->status == FR_BAD_COST)
		errsave(
			escontext,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid cost %s", quoted(error)),
			 errdetail("A cost must be a positive decimal number such as 1, 1.5 or 100."),
			 error->choices[0]
				 ? errhint("The word \"%s\" is also allowed.", error->choices[0])
				 : 0));
	else
		errsave(
			escontext,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("cost %s has too many digits", quoted(error)),
			 errdetail("A cost has at most %d digits before the point and %d after it.",
					   FR_DECIMAL_DIGITS, FR_DECIMAL_DIGITS)));
}

static void
report_direction(const fr_error *error, Node *escontext)
{
	errsave(escontext, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("invalid direction %s", quoted(error)),
						errhint("Directions are %s, with \"+\" in between.",
								choices_of(error, NULL))));
}

static void
report_spread(const fr_error *error, Node *escontext)
{
	errsave(
		escontext,
		(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
		 errmsg("the range of the model's costs is too large for this map"),
		 error->wanted > 0
			 ? errdetail(
				   "With these straight and diagonal costs, on a map of this size, weights can be at most %lld times their greatest common divisor.",
				   (long long) error->wanted)
			 : errdetail(
				   "The straight and diagonal costs have too many digits for a map of this size."),
		 errhint("Use costs with fewer significant digits.")));
}

/*
 * May the text be a part of an array's element, cut at a comma: the "(2" of
 * {(2,3)}, or the "octile(a=1" of {octile(a=1, b=2)}?
 */
static bool
is_cut_at_comma(const fr_error *error)
{
	if (error->length == 0)
		return strcmp(error->what, "\",\" or \")\"") == 0;
	return error->at[0] == '(' && !memchr(error->at, ',', error->length) &&
		   !memchr(error->at, ')', error->length);
}

static void
report_syntax(const fr_error *error, const char *type, Node *escontext)
{
	if (error->status == FR_DUPLICATE_KEY)
		errsave(escontext, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
							errmsg("key %s is given twice", quoted(error))));
	else if (error->status == FR_CONFLICT)
		errsave(escontext, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
							errmsg("%s cannot be combined", error->what)));
	else
		errsave(escontext,
				(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				 errmsg("invalid input syntax for type %s", type),
				 error->length > 0
					 ? errdetail("Expected %s at %s.", error->what, quoted(error))
					 : errdetail("Expected %s at the end.", error->what),
				 is_cut_at_comma(error)
					 ? errhint("In an array, an element with a comma needs double "
							   "quotes: {\"(1,2)\",\"(3,4)\"}.")
					 : 0));
}

static void
report_scenario(const fr_error *error)
{
	if (error->status == FR_SCENARIO_FIELDS)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed scenario: line %lld has %lld fields",
					(long long) error->row, (long long) error->found),
			 errdetail(
				 "A line has %lld fields: bucket, map, width, height, start x and y, goal x and y, optimal length.",
				 (long long) error->wanted)));
	else if (error->status == FR_SCENARIO_LINE)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed scenario: line %lld is too long", (long long) error->row),
			 errdetail("A line has at most %lld bytes.", (long long) error->wanted)));
	else
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed scenario: invalid %s %s in line %lld",
							   error->what, quoted(error), (long long) error->row)));
}

/* Reports an invalid value of a type; softly if escontext allows it. */
void
fringe_report(const fr_error *error, const char *type, Node *escontext)
{
	switch (error->status)
	{
		case FR_MAP_HEADER:
			report_map_header(error, escontext);
			break;
		case FR_MAP_SIDE:
		case FR_MAP_CELLS:
			report_map_size(error, escontext);
			break;
		case FR_MAP_CODE:
			report_map_code(error, escontext);
			break;
		case FR_MAP_ROW:
		case FR_MAP_ROWS:
		case FR_MAP_TRAILING:
			report_map_rows(error, escontext);
			break;
		case FR_PACKED_VERSION:
		case FR_PACKED_CORRUPT:
			report_packed(error, type, escontext);
			break;
		case FR_UNKNOWN_NAME:
			report_name(error, type, escontext);
			break;
		case FR_UNKNOWN_KEY:
			report_key(error, type, escontext);
			break;
		case FR_BAD_VALUE:
		case FR_BAD_NUMBER:
			report_value(error, escontext);
			break;
		case FR_BAD_COST:
		case FR_COST_DIGITS:
			report_cost(error, escontext);
			break;
		case FR_BAD_DIRECTION:
			report_direction(error, escontext);
			break;
		case FR_COST_SPREAD:
			report_spread(error, escontext);
			break;
		case FR_PATH_RANGE:
			errsave(
				escontext,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("path is out of range"),
				 errdetail(
					 "Coordinates are 32-bit integers, and a path has fewer than 2147483647 moves.")));
			break;
		case FR_PATH_TEXT:
			errsave(escontext,
					(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("path is too long"),
					 errdetail("The text of the path would have more than %lld bytes.",
							   (long long) error->wanted)));
			break;
		case FR_SCENARIO_LINE:
		case FR_SCENARIO_FIELDS:
		case FR_SCENARIO_NUMBER:
			report_scenario(error);
			break;
		case FR_SYNTAX:
		case FR_DUPLICATE_KEY:
		case FR_CONFLICT:
			report_syntax(error, type, escontext);
			break;
		case FR_OK:
		case FR_COST_RANGE:
		case FR_INDEX_MODEL:
		case FR_INDEX_BUDGET:
		case FR_INDEX_LIMIT:
			elog(ERROR, "status %d is not that of a value", (int) error->status);
	}
}

/* Reports an invalid binary value: most errors mean that the bytes are corrupt. */
void
fringe_report_binary(fr_error *error, const char *type)
{
	if (error->status != FR_PACKED_VERSION && error->status != FR_PATH_RANGE &&
		error->status != FR_PATH_TEXT)
		*error = (fr_error){.status = FR_PACKED_CORRUPT,
							.what = error->what ? error->what : "size"};
	fringe_report(error, type, NULL);
}

/* Reports the status that ended a search, unless it is FR_OK. */
void
fringe_report_search(fr_status status)
{
	if (status == FR_COST_RANGE)
		ereport(
			ERROR,
			(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
			 errmsg("path cost is out of range"),
			 errdetail(
				 "With the costs of this model, the cost of the path exceeds the range of exact arithmetic."),
			 errhint("Use costs with fewer significant digits.")));
}

/* Why there is no index; `memory`: it would have taken too much of that. */
void
fringe_report_index(const fr_error *error, bool memory)
{
	if (error->status == FR_INDEX_MODEL)
		ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
						errmsg("there is no index for this model on this map"),
						errdetail("It has one-way cells."),
						errhint("Search the map itself: the functions take a map and a "
								"model, too.")));
	if (memory)
		ereport(ERROR, (errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
						errmsg("building the index would need too much memory"),
						errdetail("It needs more than fringe.max_memory, %d kB.",
								  fringe_max_memory),
						errhint("Search the map itself. A superuser can increase "
								"fringe.max_memory, also for a single role.")));
	if (error->status == FR_INDEX_BUDGET)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("index would be larger than its budget"),
						errdetail("It would take %lld bytes or more; the budget is %lld.",
								  (long long) error->found, (long long) error->wanted),
						errhint("Search the map itself, or give a larger budget.")));
	ereport(
		ERROR,
		(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
		 errmsg("map is not suitable for an index"),
		 errdetail("The index would have %lld %s; the limit is %lld.",
				   (long long) error->found, error->what, (long long) error->wanted),
		 errhint("Search the map itself: the functions take a map and a model, too.")));
}

/* Fails if a search, or what else is named, would need more than fringe.max_memory. */
void
fringe_limit_memory(const char *what, Size bytes)
{
	if (bytes > (Size) fringe_max_memory * 1024)
		ereport(
			ERROR,
			(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
			 errmsg("%s would need too much memory", what),
			 errdetail("The %s needs %zu kB; fringe.max_memory is %d kB.", what,
					   (bytes + 1023) / 1024, fringe_max_memory),
			 errhint(
				 "A superuser can increase fringe.max_memory, also for a single role.")));
}

void
fringe_check_memory(Size bytes)
{
	fringe_limit_memory("search", bytes);
}

void
fringe_check_inside(fr_cell cell, uint32 width, uint32 height)
{
	/* a negative coordinate is a large one without sign */
	if ((uint32) cell.x >= width || (uint32) cell.y >= height)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cell (%d,%d) is outside the map", cell.x, cell.y),
				 errdetail("The map is %u cells wide and %u high.", width, height)));
}

/* Fails if the cell is outside even the largest map. */
void
fringe_check_inside_any(fr_cell cell)
{
	if (cell.x < 0 || cell.y < 0 || cell.x >= FR_MAX_SIDE || cell.y >= FR_MAX_SIDE)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("cell (%d,%d) is outside any map", cell.x, cell.y),
				 errdetail("Columns and rows of a map are numbered from 0 to at most %d.",
						   FR_MAX_SIDE - 1)));
}

void
fringe_check_code(char code)
{
	if (!fr_is_code((uint8) code))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid terrain code 0x%02x", (uint8) code),
			 errdetail(
				 "A terrain code must be a printable ASCII character, \"%c\" to \"%c\" (0x%02x to 0x%02x).",
				 FR_FIRST_CODE, FR_LAST_CODE, FR_FIRST_CODE, FR_LAST_CODE)));
}

/* The terrain code in a text of one character. */
char
fringe_text_code(const text *code)
{
	int length = VARSIZE_ANY_EXHDR(code);

	if (length != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid terrain code \"%s\"",
						pnstrdup(VARDATA_ANY(code),
								 pg_mbcliplen(VARDATA_ANY(code), length, QUOTED_BYTES))),
				 errdetail("A terrain code must be one printable ASCII character.")));
	return *VARDATA_ANY(code);
}
