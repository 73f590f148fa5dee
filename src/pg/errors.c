/*
 * errors.c - report errors of the core with ereport; see module.h
 */
#include "pg/module.h"

#include "mb/pg_wchar.h"

#include "core/base/text.h"

#define QUOTED_BYTES 40 /* the most bytes of input that a message quotes */

/* The length of a piece of input as quoted. It ends between two characters. */
static int
clipped_length(const char *text, size_t length)
{
	int seen = Min(length, QUOTED_BYTES + MAX_MULTIBYTE_CHAR_LEN);

	return seen > 0 ? pg_mbcliplen(text, seen, QUOTED_BYTES) : 0;
}

char *
fringe_quote(const char *input, size_t length)
{
	int clipped = clipped_length(input, length);

	return psprintf(clipped == length ? "\"%s\"" : "\"%s...\"", pnstrdup(input, clipped));
}

char *
fringe_quote_text(const text *input)
{
	return fringe_quote(VARDATA_ANY(input), VARSIZE_ANY_EXHDR(input));
}

int
fringe_text_word(const text *input, const char *const *words)
{
	return fr_span_word((fr_span){VARDATA_ANY(input), VARSIZE_ANY_EXHDR(input)}, words);
}

int
fringe_check_word(const text *input, const char *name, const char *const *words,
				  const char *hint)
{
	int word = fringe_text_word(input, words);

	if (word < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s: %s", name, fringe_quote_text(input)),
						errhint("%s", hint)));
	return word;
}

/* The SQLSTATE of a status. */
static int
sqlstate_of(const fr_error *error)
{
	switch (error->status)
	{
		case FR_MAP_CELLS:
		case FR_LAYER_COUNT:
		case FR_PATH_TEXT:
		case FR_INDEX_MAX_SIZE:
		case FR_INDEX_LIMIT:
			return ERRCODE_PROGRAM_LIMIT_EXCEEDED;
		case FR_MAP_SIDE:
		case FR_ANYANGLE_TERRAIN:
			return error->at ? ERRCODE_INVALID_TEXT_REPRESENTATION
							 : ERRCODE_INVALID_PARAMETER_VALUE;
		case FR_BAD_COST:
		case FR_INDEX_ROUTES:
		case FR_OUTSIDE:
		case FR_LINK_ENDS:
		case FR_LAYER_NEGATIVE:
		case FR_LAYER_NO_SIDES:
		case FR_FRICTION_NEGATIVE:
		case FR_LATITUDE_RANGE:
			return ERRCODE_INVALID_PARAMETER_VALUE;
		case FR_LAYER_MISSING:
			return ERRCODE_UNDEFINED_OBJECT;
		case FR_PACKED_VERSION:
		case FR_PACKED_CORRUPT:
			return ERRCODE_INVALID_BINARY_REPRESENTATION;
		case FR_COST_DIGITS:
		case FR_COST_SPREAD:
		case FR_COST_TURN:
		case FR_COST_POINTS:
		case FR_COST_FINE:
		case FR_LAYER_FINE:
		case FR_COST_RANGE:
		case FR_PATH_RANGE:
			return ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
		case FR_RULE_REFUSED:
		case FR_MAP_CONFLICT:
		case FR_HEX_WRAP:
		case FR_METHOD_FIT:
		case FR_ENDLESS:
		case FR_INDEX_MODEL:
			return ERRCODE_FEATURE_NOT_SUPPORTED;
		case FR_OK:
			return ERRCODE_INTERNAL_ERROR;
		default:
			return ERRCODE_INVALID_TEXT_REPRESENTATION;
	}
}

/* ---- advice that names SQL functions ----------------------------------- */

/* Advice to add to the hint of the core, which knows no SQL function; or NULL. */
static const char *
sql_advice(const fr_error *error)
{
	fr_decimal number;
	fr_error ignored;

	switch (error->status)
	{
		case FR_MAP_HEADER:
		case FR_MAP_ESCAPE:
		case FR_MAP_CODE:
		case FR_MAP_ROW:
			return fringe_map_advice(error);
		case FR_UNKNOWN_NAME:
			return fr_span_decimal((fr_span){error->at, error->length}, &number,
								   &ignored) == FR_OK
					   ? "In fringe_nearest, k => 3 is a number of goals; fringe_nearest_within takes a cost."
					   : NULL;
		case FR_OUTSIDE:
			return error->row < 0
					   ? "Row 0 is the top row. The origin of gridcell_at is the upper-left corner of the map."
					   : "gridmap_contains tells whether a map has a cell.";
		case FR_RULE_REFUSED:
			return "fringe_combinations() lists what each function supports.";
		case FR_INDEX_ROUTES:
			return "fringe_index builds an index with routes.";
		default:
			return NULL;
	}
}

void
fringe_errsave(const fr_error *error, const char *type, Node *escontext)
{
	fr_text text;
	const char *advice = sql_advice(error);

	fr_error_text(error, type, clipped_length(error->at, error->length), &text);
	if (error->status == FR_MAP_HEADER && advice)
		text.hint[0] = '\0'; /* somebody meant something else than a map file */
	errsave(escontext,
			(errcode(sqlstate_of(error)), errmsg_internal("%s", text.message),
			 text.detail[0] ? errdetail_internal("%s", text.detail) : 0,
			 text.hint[0] || advice
				 ? errhint("%s%s%s", text.hint, text.hint[0] && advice ? " " : "",
						   advice ? advice : "")
				 : 0));
}

/* Most errors mean that the bytes are corrupt. */
void
fringe_report_binary(fr_error *error, const char *type)
{
	if (error->status != FR_PACKED_VERSION && error->status != FR_PATH_RANGE &&
		error->status != FR_PATH_TEXT)
		*error = (fr_error){.status = FR_PACKED_CORRUPT,
							.what = error->what ? error->what : "size"};
	fringe_report(error, type, NULL);
}

void
fringe_report_search(fr_status status)
{
	if (status != FR_OK)
		fringe_report(&(fr_error){.status = status}, "gridmodel", NULL);
}

/* The context of an error names the cells: in a batch, they tell which row failed. */
static void
name_pair(void *argument)
{
	const fr_query *query = argument;
	fr_cell start = fr_grid_cell(query->grid, query->start);
	fr_cell goal = fr_grid_cell(query->grid, query->goal);

	errcontext("search from cell (%d,%d) to cell (%d,%d)", start.x, start.y, goal.x,
			   goal.y);
}

static void
name_start(void *argument)
{
	const fr_query *query = argument;
	fr_cell start = fr_grid_cell(query->grid, query->start);

	errcontext("search from cell (%d,%d)", start.x, start.y);
}

static void
report_in_context(fr_status status, void (*name)(void *argument), const fr_query *query)
{
	ErrorContextCallback context = {.previous = error_context_stack,
									.callback = name,
									.arg = unconstify(fr_query *, query)};

	error_context_stack = &context;
	fringe_report_search(status);
	error_context_stack = context.previous;
}

void
fringe_report_pair(fr_status status, const fr_query *query)
{
	report_in_context(status, name_pair, query);
}

void
fringe_report_from(fr_status status, const fr_query *query)
{
	report_in_context(status, name_start, query);
}

/* The expected size, memory and time of an index, for a hint. */
static const char *
index_expectation_text(const fr_index_expectation *expected)
{
	return psprintf(
		"By counts of the map the index would take about %.0f kB, and building "
		"it %.0f kB of memory and %.1f s.",
		expected->bytes / 1024, expected->memory / 1024, expected->seconds);
}

void
fringe_report_index(const fr_error *error, bool memory,
					const fr_index_expectation *expected)
{
	fr_text text;

	if (memory && error->status != FR_RULE_REFUSED)
		ereport(ERROR, (errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
						errmsg("building the index would need too much memory"),
						errdetail("It needs more than fringe.max_memory, %d kB.",
								  fringe_max_memory),
						errhint("%s Search the map itself. A superuser can increase "
								"fringe.max_memory, also for a single role.",
								index_expectation_text(expected))));
	if (error->status != FR_INDEX_MAX_SIZE)
		fringe_report(error, "gridindex", NULL);
	fr_error_text(error, "gridindex", 0, &text);
	ereport(ERROR, (errcode(sqlstate_of(error)), errmsg_internal("%s", text.message),
					errdetail_internal("%s", text.detail),
					errhint("%s %s", index_expectation_text(expected), text.hint)));
}

void
fringe_limit_memory(const char *what, Size bytes)
{
	if (bytes > fringe_memory_limit())
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
fringe_report_outside(fr_cell cell, uint32 width, uint32 height)
{
	fringe_report(&(fr_error){.status = FR_OUTSIDE,
							  .column = cell.x,
							  .row = cell.y,
							  .found = width,
							  .wanted = height},
				  "cell", NULL);
}

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

char
fringe_text_code(const text *code)
{
	int length = VARSIZE_ANY_EXHDR(code);

	if (length != 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid terrain code %s", fringe_quote_text(code)),
				 errdetail("A terrain code must be one printable ASCII character.")));
	return *VARDATA_ANY(code);
}
