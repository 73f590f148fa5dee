/*
 * import.c - maps out of numbers and pictures, by a rule; and out as PGM
 *
 * A rule is a JSON object from values to terrain codes.  A key is a number, a
 * range of numbers, a colour of a PNG, or what all other values become:
 *
 *     {"0-99": "@", "100": "T", "#00ff00": "S", "else": "."}
 *
 * Without a rule a number is the ASCII code of the terrain code.
 */
#include "pg/functions/import.h"
#include "pg/picture/picture.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

#define COLOURS_FROM (INT64CONST(1) << 32) /* colours are numbers above all others */

/* ---- rules ------------------------------------------------------------- */

static int64
number_of_colour(Colour colour)
{
	return COLOURS_FROM + ((int64) colour.red << 16 | colour.green << 8 | colour.blue);
}

static void
report_rule_key(const JsonbValue *key)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("invalid key %s of a rule",
						   fringe_quote(key->val.string.val, key->val.string.len)),
					errhint("Keys are numbers such as 7, ranges such as 0-99, colours "
							"such as #00ff00, and else.")));
}

/* "7", "0-99" or "#00ff00" */
static bool
parse_key(const char *key, RuleRange *range)
{
	Colour colour;
	int low;
	int high;
	int end = 0;

	if (colour_parse(key, (int) strlen(key), &colour))
		range->low = range->high = number_of_colour(colour);
	else if (sscanf(key, "%9d-%9d%n", &low, &high, &end) == 2 && key[end] == '\0' &&
			 low <= high)
		*range = (RuleRange){low, high, range->code};
	else if (sscanf(key, "%9d%n", &low, &end) == 1 && key[end] == '\0')
		*range = (RuleRange){low, low, range->code};
	else
		return false;
	return true;
}

static int
compare_ranges(const void *a, const void *b, void *arg)
{
	int64 x = ((const RuleRange *) a)->low;
	int64 y = ((const RuleRange *) b)->low;

	return x < y ? -1 : x > y;
}

static void
sort_ranges(Rule *rule)
{
	qsort_interruptible(rule->ranges, rule->count, sizeof(RuleRange), compare_ranges,
						NULL);
	for (int i = 1; i < rule->count; i++)
		if (rule->ranges[i].low <= rule->ranges[i - 1].high)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("two keys of a rule have a value in common")));
}

static uint8
code_of_json(const JsonbValue *value)
{
	text *letter;
	char code;

	if (value->type != jbvString)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("values of a rule must be terrain codes"),
						errhint("Write {\"0-127\": \"@\", \"else\": \".\"}.")));
	letter = cstring_to_text_with_len(value->val.string.val, value->val.string.len);
	code = fringe_text_code(letter);
	fringe_check_code(code);
	pfree(letter);
	return (uint8) code;
}

#define LONGEST_KEY 64 /* bytes */

/* One key and its code. */
static void
add_entry(Rule *rule, JsonbIterator **next, const JsonbValue *key)
{
	char text[LONGEST_KEY + 1];
	JsonbValue value;

	CHECK_FOR_INTERRUPTS();
	if (key->val.string.len > LONGEST_KEY)
		report_rule_key(key);
	memcpy(text, key->val.string.val, key->val.string.len);
	text[key->val.string.len] = '\0';
	JsonbIteratorNext(next, &value, true);
	if (strcmp(text, "else") == 0)
		rule->otherwise = code_of_json(&value);
	else
	{
		rule->ranges[rule->count].code = code_of_json(&value);
		if (!parse_key(text, &rule->ranges[rule->count++]))
			report_rule_key(key);
	}
}

/* Argument n of the call; NULL is the rule of ASCII codes. */
Rule
import_rule(FunctionCallInfo fcinfo, int n)
{
	Rule rule = {.otherwise = -1};
	Jsonb *json;
	JsonbIterator *next;
	JsonbValue value;

	if (PG_ARGISNULL(n))
		return (Rule){.ascii = true};
	json = PG_GETARG_JSONB_P(n);
	next = JsonbIteratorInit(&json->root);
	if (JsonbIteratorNext(&next, &value, true) != WJB_BEGIN_OBJECT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"),
						errhint("Write {\"0-127\": \"@\", \"else\": \".\"}.")));
	fringe_limit_memory("rule", JB_ROOT_COUNT(json) * sizeof(RuleRange));
	rule.ranges = fringe_alloc_huge(Max(1, JB_ROOT_COUNT(json)) * sizeof(RuleRange));
	while (JsonbIteratorNext(&next, &value, true) == WJB_KEY)
		add_entry(&rule, &next, &value);
	sort_ranges(&rule);
	return rule;
}

/* -1: the rule does not know the value. */
static int
find_code(const Rule *rule, int64 value)
{
	int first = 0;
	int beyond = rule->count;

	if (rule->ascii)
		return value >= 0 && value <= 255 && fr_is_code((uint8) value) ? (int) value : -1;
	while (first < beyond)
	{
		int middle = (first + beyond) / 2;

		if (value > rule->ranges[middle].high)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first < rule->count && value >= rule->ranges[first].low
			   ? rule->ranges[first].code
			   : -1;
}

static void
report_value(const Rule *rule, int64 value, int64 colour, fr_cell cell)
{
	const char *found = colour > 0
							? psprintf("colour #%06x, grey %d,",
									   (unsigned) (colour - COLOURS_FROM), (int) value)
							: psprintf("value %d", (int) value);

	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("no terrain code for the %s of cell (%d,%d)", found, cell.x, cell.y),
		 rule->ascii
			 ? errdetail(
				   "Without a rule a value is the ASCII code of a terrain code, 33 to 126.")
			 : errhint("A rule may have a key \"else\".")));
}

/* The code of a cell; another value, the colour of the cell, goes before if it is not 0. */
static uint8
code_of_value(const Rule *rule, int64 value, int64 colour, uint32 x, uint32 y)
{
	int code = colour > 0 ? find_code(rule, colour) : -1;

	if (code < 0)
		code = find_code(rule, value);
	if (code < 0 && !rule->ascii)
		code = rule->otherwise;
	if (code < 0)
		report_value(rule, value, colour, (fr_cell){(int32) x, (int32) y});
	return (uint8) code;
}

void
import_check_size(int64 width, int64 height)
{
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
}

/* A map of values that come row by row. */
Gridmap *
import_values(const Rule *rule, uint32 width, uint32 height, ImportNext next,
			  void *source)
{
	uint8 *codes = fringe_alloc_huge((Size) width * height);

	for (uint32 i = 0; i < width * height; i++)
	{
		int64 colour = 0;
		int64 value = next(source, &colour);

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		codes[i] = code_of_value(rule, value, colour, i % width, i / width);
	}
	return gridmap_from_codes(codes, width, height);
}

/* ---- numbers ----------------------------------------------------------- */

static int64
next_number(void *source, int64 *colour)
{
	return *(*(const int32 **) source)++;
}

/* gridmap_from_numbers(int[][], rule): a row of the array is a row of the map */
PG_FUNCTION_INFO_V1(gridmap_from_numbers);
Datum
gridmap_from_numbers(PG_FUNCTION_ARGS)
{
	ArrayType *array;
	const int32 *values;
	Rule rule;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	array = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(array) != 2 || array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						errmsg("numbers must be a two-dimensional array without NULLs")));
	import_check_size(ARR_DIMS(array)[1], ARR_DIMS(array)[0]);
	values = (const int32 *) ARR_DATA_PTR(array);
	rule = import_rule(fcinfo, 1);
	PG_RETURN_POINTER(import_values(&rule, ARR_DIMS(array)[1], ARR_DIMS(array)[0],
									next_number, &values));
}

/* ---- PNG --------------------------------------------------------------- */

static int64
next_pixel(void *source, int64 *colour)
{
	Colour p = *(*(const Colour **) source)++;

	*colour = number_of_colour(p);
	return (299 * p.red + 587 * p.green + 114 * p.blue + 500) / 1000;
}

/* gridmap_from_png(png, rule): a pixel is a cell, and its value a colour or a grey */
PG_FUNCTION_INFO_V1(gridmap_from_png);
Datum
gridmap_from_png(PG_FUNCTION_ARGS)
{
	Rule rule;
	const Colour *pixels;
	uint32 width;
	uint32 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	pixels = picture_decode(PG_GETARG_BYTEA_PP(0), &width, &height);
	PG_RETURN_POINTER(import_values(&rule, width, height, next_pixel, &pixels));
}

/* ---- PGM --------------------------------------------------------------- */

/* The bytes of a PGM that are still to be read. */
typedef struct Pgm
{
	const uint8 *next;
	const uint8 *end;
	bool text; /* P2: numbers, not bytes */
	int largest;
} Pgm;

static void
report_pgm(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid PGM"),
					errdetail("Expected %s.", what)));
}

/* Passes blanks, and comments from # to the end of a line. */
static void
skip_pgm_blanks(Pgm *pgm)
{
	bool comment = false;

	for (; pgm->next < pgm->end; pgm->next++)
	{
		if ((uintptr_t) pgm->next % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (*pgm->next == '#')
			comment = true;
		else if (*pgm->next == '\n')
			comment = false;
		else if (!comment && !isspace(*pgm->next))
			return;
	}
}

/* A number of the header, or a value as text. */
static int
take_pgm_number(Pgm *pgm, const char *what)
{
	int number = 0;

	skip_pgm_blanks(pgm);
	if (pgm->next == pgm->end || !isdigit(*pgm->next))
		report_pgm(what);
	while (pgm->next < pgm->end && isdigit(*pgm->next) && number < 100000)
	{
		if ((uintptr_t) pgm->next % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		number = number * 10 + (*pgm->next++ - '0');
	}
	return number;
}

static int64
next_pgm_value(void *source, int64 *colour)
{
	Pgm *pgm = source;
	int value;

	if (pgm->text)
		value = take_pgm_number(pgm, "a value for each cell");
	else
	{
		if (pgm->end - pgm->next < (pgm->largest > 255 ? 2 : 1))
			report_pgm("a value for each cell");
		value = *pgm->next++;
		if (pgm->largest > 255)
			value = value << 8 | *pgm->next++;
	}
	if (value > pgm->largest)
		report_pgm("no value above the largest one of its header");
	return value;
}

static Pgm
open_pgm(const bytea *bytes, uint32 *width, uint32 *height)
{
	const uint8 *file = (const uint8 *) VARDATA_ANY(bytes);
	Pgm pgm = {file + 2, file + VARSIZE_ANY_EXHDR(bytes), false, 0};

	if (pgm.end < pgm.next || file[0] != 'P' || (file[1] != '2' && file[1] != '5'))
		report_pgm("P2 or P5");
	pgm.text = file[1] == '2';
	*width = take_pgm_number(&pgm, "a width");
	*height = take_pgm_number(&pgm, "a height");
	import_check_size(*width, *height);
	pgm.largest = take_pgm_number(&pgm, "the largest value");
	if (pgm.largest < 1 || pgm.largest > 65535)
		report_pgm("a largest value from 1 to 65535");
	if (!pgm.text && pgm.next < pgm.end)
		pgm.next++; /* the one blank before the bytes */
	return pgm;
}

/* gridmap_from_pgm(pgm, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_pgm);
Datum
gridmap_from_pgm(PG_FUNCTION_ARGS)
{
	Rule rule;
	Pgm pgm;
	uint32 width;
	uint32 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	pgm = open_pgm(PG_GETARG_BYTEA_PP(0), &width, &height);
	PG_RETURN_POINTER(import_values(&rule, width, height, next_pgm_value, &pgm));
}

/* gridmap_to_pgm(map): a byte a cell, its terrain code */
PG_FUNCTION_INFO_V1(gridmap_to_pgm);
Datum
gridmap_to_pgm(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	char header[64];
	int length =
		snprintf(header, sizeof header, "P5\n%u %u\n255\n", map.width, map.height);
	Size size = VARHDRSZ + length + (Size) map.width * map.height;
	bytea *pgm = palloc(size);

	SET_VARSIZE(pgm, size);
	memcpy(VARDATA(pgm), header, length);
	fr_map_unpack(&map, (uint8 *) VARDATA(pgm) + length, &fringe_poll);
	PG_RETURN_BYTEA_P(pgm);
}
