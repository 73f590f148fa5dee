/*
 * exchange.c - maps of other programs: numbers, JSON, CSV, Tiled, PNG, PGM; and Moving AI scenarios
 */
#include "pg/picture/picture.h"
#include "pg/types/types.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/tuplestore.h"

/* ---- rules ------------------------------------------------------------ */

/*
 * A rule is a JSON object that maps values to terrain codes:
 *
 *     {"0-99": "@", "100": "T", "#00ff00": "S", "else": "."}
 *
 * A key is a number, a range of numbers, a colour of a PNG, or "else" for all other values. Without
 * a rule, a number is the ASCII code of the terrain code.
 */

typedef struct RuleRange
{
	int64 low;
	int64 high;
	uint8 code;
} RuleRange;

typedef struct ImportRule
{
	bool ascii;
	int fallback; /* the code of all other values; -1: none */
	int count;
	RuleRange *ranges; /* ascending, apart */
} ImportRule;

/* Returns the next value, and sets *colour to the number of its colour if it has one. */
typedef int64 (*ImportNext)(void *source, int64 *colour);

#define COLOURS_FROM (INT64CONST(1) << 32) /* colours are numbers above all others */

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
sort_ranges(ImportRule *rule)
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
add_entry(ImportRule *rule, JsonbIterator **next, const JsonbValue *key)
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
		rule->fallback = code_of_json(&value);
	else
	{
		rule->ranges[rule->count].code = code_of_json(&value);
		if (!parse_key(text, &rule->ranges[rule->count++]))
			report_rule_key(key);
	}
}

/* The rule in argument n; NULL is the rule of ASCII codes. */
static ImportRule
import_rule(FunctionCallInfo fcinfo, int n)
{
	ImportRule rule = {.fallback = -1};
	Jsonb *json;
	JsonbIterator *next;
	JsonbValue value;

	if (PG_ARGISNULL(n))
		return (ImportRule){.ascii = true};
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

/* The code of a value, or -1 if the rule has none. */
static int
find_code(const ImportRule *rule, int64 value)
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
report_value(const ImportRule *rule, int64 value, int64 colour, fr_cell cell)
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

/* The code of a cell. Its colour takes precedence over its value if it has one. */
static uint8
code_of_value(const ImportRule *rule, int64 value, int64 colour, uint32 x, uint32 y)
{
	int code = colour > 0 ? find_code(rule, colour) : -1;

	if (code < 0)
		code = find_code(rule, value);
	if (code < 0 && !rule->ascii)
		code = rule->fallback;
	if (code < 0)
		report_value(rule, value, colour, (fr_cell){(int32) x, (int32) y});
	return (uint8) code;
}

static void
import_check_size(int64 width, int64 height)
{
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
}

/* Makes a map of values that come row by row. */
static Gridmap *
import_values(const ImportRule *rule, uint32 width, uint32 height, ImportNext next,
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

/* ---- numbers ---------------------------------------------------------- */

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
	ImportRule rule;

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

/* ---- PNG -------------------------------------------------------------- */

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
	ImportRule rule;
	const Colour *pixels;
	uint32 width;
	uint32 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	pixels = picture_decode(PG_GETARG_BYTEA_PP(0), &width, &height);
	PG_RETURN_POINTER(import_values(&rule, width, height, next_pixel, &pixels));
}

/* ---- PGM -------------------------------------------------------------- */

/* The rest of a PGM. */
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

/* Skips blanks, and comments from # to the end of a line. */
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
	ImportRule rule;
	Pgm pgm;
	uint32 width;
	uint32 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	pgm = open_pgm(PG_GETARG_BYTEA_PP(0), &width, &height);
	PG_RETURN_POINTER(import_values(&rule, width, height, next_pgm_value, &pgm));
}

/* gridmap_to_pgm(map): one byte per cell, its terrain code */
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

/* ==== tables of numbers: JSON, and layers of Tiled maps ================ */

/*
 * Two passes: the first counts rows and columns, the second reads the values one by one, so that a
 * file of any size needs no more memory than its map. Rows and columns count from 0, as in maps.
 */

/* A file format that is a table of numbers, and the range of the numbers. */
typedef struct TableFormat
{
	const char *name;
	int64 smallest;
	int64 largest;
	const char *(*hint)(const char *text, int length); /* about no number, or NULL */
} TableFormat;

#define NUMBER_BYTES 24 /* more digits than a number of 32 bits has */

static const TableFormat json_format = {"JSON", PG_INT32_MIN, PG_INT32_MAX, NULL};
static const TableFormat tiled_format = {"Tiled map", 0, PG_UINT32_MAX, NULL};

/* ---- numbers ---------------------------------------------------------- */

static void
table_report_row(const TableFormat *format, int64 row, int64 values, int64 width)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: row %lld has %lld values", format->name,
						   (long long) row, (long long) values),
					errdetail("The first row has %lld.", (long long) width)));
}

static void
report_number(const TableFormat *format, const char *text, int length, fr_cell cell)
{
	const char *hint = format->hint ? format->hint(text, length) : NULL;

	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: invalid number %s at row %d, column %d",
						   format->name, fringe_quote(text, length), cell.y, cell.x),
					errdetail("A value must be a whole number from %lld to %lld.",
							  (long long) format->smallest, (long long) format->largest),
					hint ? errhint("%s", hint) : 0));
}

static inline void
poll_every(int64 count)
{
	if (count % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
}

/* Blanks may surround the digits. A number that overflows is out of any range. */
static bool
parse_number(const char *text, int length, int64 *number)
{
	char digits[NUMBER_BYTES + 1];
	char *end;

	while (length > 0 && isspace((unsigned char) *text))
	{
		text++;
		poll_every(length--);
	}
	while (length > 0 && isspace((unsigned char) text[length - 1]))
		poll_every(length--);
	if (length == 0 || length > NUMBER_BYTES)
		return false;
	memcpy(digits, text, length);
	digits[length] = '\0';
	*number = strtoll(digits, &end, 10);
	return *end == '\0';
}

static int64
table_value(const TableFormat *format, const char *text, int length, fr_cell cell)
{
	int64 number;

	if (!parse_number(text, length, &number) || number < format->smallest ||
		number > format->largest)
		report_number(format, text, length, cell);
	return number;
}

/* ---- JSON ------------------------------------------------------------- */

/* The values of an array of rows, or of one array without rows. */
typedef struct JsonNumbers
{
	const TableFormat *format;
	JsonbIterator *rows; /* NULL: there are none */
	JsonbIterator *values;
	uint32 width;
	uint32 count; /* values taken */
} JsonNumbers;

/* Begins to read an array. Read its elements with skipNested. */
static JsonbIterator *
open_array(JsonbContainer *array)
{
	JsonbIterator *next = JsonbIteratorInit(array);
	JsonbValue itself;

	JsonbIteratorNext(&next, &itself, true);
	return next;
}

static bool
is_array(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data);
}

static void
report_json_row(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed JSON: %s is not an array", what),
					errhint("Write [[1, 2], [3, 4]], an array for each row.")));
}

/* Checks that all rows have as many values; returns how many rows there are. */
static int64
measure_json(Jsonb *json, uint32 *width)
{
	JsonbIterator *next = open_array(&json->root);
	JsonbValue row;
	int64 count = 0;

	for (; JsonbIteratorNext(&next, &row, true) == WJB_ELEM; count++)
	{
		int64 size = is_array(&row) ? (int64) JsonContainerSize(row.val.binary.data) : -1;

		if (size < 0)
			report_json_row(psprintf("row %lld", (long long) count));
		if (count == 0)
			*width = size;
		else if (size != *width)
			table_report_row(&json_format, count, size, *width);
		poll_every(count);
	}
	return count;
}

#define WRITTEN_BYTES 1000 /* of JSON that is no number */

/*
 * The text of a value: numbers are read from text, as in CSV. The text of any other value appears in
 * an error, which shows only its beginning.
 */
static char *
json_text(JsonbValue *value)
{
	if (value->type == jbvNumeric)
		return DatumGetCString(
			DirectFunctionCall1(numeric_out, NumericGetDatum(value->val.numeric)));
	if (value->type == jbvBinary && value->val.binary.len > WRITTEN_BYTES)
		return pstrdup(JsonContainerIsArray(value->val.binary.data) ? "[...]" : "{...}");
	if (value->type == jbvString && value->val.string.len > WRITTEN_BYTES)
		return pnstrdup(value->val.string.val, WRITTEN_BYTES);
	return JsonbToCString(NULL, &JsonbValueToJsonb(value)->root, 0);
}

static int64
next_json_value(void *source, int64 *colour)
{
	JsonNumbers *numbers = source;
	uint32 at = numbers->count++;
	JsonbValue element;
	char *text;
	int64 value;

	if (numbers->rows && at % numbers->width == 0)
	{
		JsonbIteratorNext(&numbers->rows, &element, true);
		numbers->values = open_array(element.val.binary.data);
	}
	JsonbIteratorNext(&numbers->values, &element, true);
	text = json_text(&element);
	value = table_value(
		numbers->format, text, strlen(text),
		(fr_cell){(int32) (at % numbers->width), (int32) (at / numbers->width)});
	pfree(text);
	return value;
}

/* gridmap_from_json(numbers, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_json);
Datum
gridmap_from_json(PG_FUNCTION_ARGS)
{
	JsonNumbers numbers = {.format = &json_format};
	Jsonb *json;
	ImportRule rule;
	int64 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	json = PG_GETARG_JSONB_P(0);
	if (!JB_ROOT_IS_ARRAY(json) || JB_ROOT_IS_SCALAR(json))
		report_json_row("it");
	rule = import_rule(fcinfo, 1);
	height = measure_json(json, &numbers.width);
	import_check_size(numbers.width, height);
	numbers.rows = open_array(&json->root);
	PG_RETURN_POINTER(
		import_values(&rule, numbers.width, height, next_json_value, &numbers));
}

/* ---- Tiled ------------------------------------------------------------ */

#define TILE_BITS 0x0fffffff /* the highest four say how a tile is turned */

/* The value of a key; jbvNull if the object has no such key. */
static JsonbValue
json_entry(JsonbContainer *object, const char *key)
{
	JsonbValue value = {.type = jbvNull};

	getKeyJsonValueFromContainer(object, key, strlen(key), &value);
	return value;
}

/* The width or height of a layer; 0 if it is not a whole number. */
static int64
json_dimension(JsonbContainer *layer, const char *key)
{
	JsonbValue value = json_entry(layer, key);
	char *text = json_text(&value);
	int64 side;

	return parse_number(text, strlen(text), &side) ? side : 0;
}

/* Is the value of a key this string? NULL allows any. */
static bool
json_entry_is(JsonbContainer *object, const char *key, const char *text, int length)
{
	JsonbValue value = json_entry(object, key);

	return !text || (value.type == jbvString && value.val.string.len == length &&
					 memcmp(value.val.string.val, text, length) == 0);
}

/* The first layer of tiles, of this name if it is not NULL. */
static JsonbContainer *
find_layer(Jsonb *tiled, const text *name)
{
	JsonbValue layers = {.type = jbvNull};
	JsonbValue layer;
	JsonbIterator *next;
	int64 passed = 0;

	if (JB_ROOT_IS_OBJECT(tiled))
		layers = json_entry(&tiled->root, "layers");
	if (!is_array(&layers))
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: it has no array \"layers\"")));
	next = open_array(layers.val.binary.data);
	while (JsonbIteratorNext(&next, &layer, true) == WJB_ELEM)
	{
		poll_every(++passed);
		if (layer.type == jbvBinary && JsonContainerIsObject(layer.val.binary.data) &&
			json_entry_is(layer.val.binary.data, "type", "tilelayer", 9) &&
			json_entry_is(layer.val.binary.data, "name", name ? VARDATA_ANY(name) : NULL,
						  name ? VARSIZE_ANY_EXHDR(name) : 0))
			return layer.val.binary.data;
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 name ? errmsg("Tiled map has no layer of tiles %s", fringe_quote_text(name))
				  : errmsg("Tiled map has no layer of tiles")));
}

/* The tiles of a layer, one number per tile. */
static JsonbContainer *
tiles_of_layer(JsonbContainer *layer, int64 width, int64 height)
{
	JsonbValue data = json_entry(layer, "data");

	if (!is_array(&data))
		ereport(
			ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cannot read the layer of a Tiled map"),
			 errdetail(
				 "Its tiles are not an array of numbers: they are compressed, encoded, or in chunks."),
			 errhint(
				 "In Tiled, set the map's tile layer format to CSV, clear \"Infinite\", and save it as JSON.")));
	if (JsonContainerSize(data.val.binary.data) != width * height)
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: the layer has %u tiles",
							   JsonContainerSize(data.val.binary.data)),
						errdetail("It is %lld tiles wide and %lld high.",
								  (long long) width, (long long) height)));
	return data.val.binary.data;
}

static int64
next_tile(void *source, int64 *colour)
{
	return next_json_value(source, colour) & TILE_BITS;
}

/* gridmap_from_tiled(tiled, rule, layer) */
PG_FUNCTION_INFO_V1(gridmap_from_tiled);
Datum
gridmap_from_tiled(PG_FUNCTION_ARGS)
{
	JsonNumbers numbers = {.format = &tiled_format};
	JsonbContainer *layer;
	ImportRule rule;
	int64 width;
	int64 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	layer =
		find_layer(PG_GETARG_JSONB_P(0), PG_ARGISNULL(2) ? NULL : PG_GETARG_TEXT_PP(2));
	width = json_dimension(layer, "width");
	height = json_dimension(layer, "height");
	import_check_size(width, height);
	numbers.width = width;
	numbers.values = open_array(tiles_of_layer(layer, width, height));
	PG_RETURN_POINTER(import_values(&rule, width, height, next_tile, &numbers));
}

/* ==== CSV ============================================================== */

/* ---- advice ----------------------------------------------------------- */

static bool
has_digits_only(const char *text, int length)
{
	while (length > 0 && strchr("+-. 0123456789", *text))
		text++, length--;
	return length == 0;
}

/* The character after a number, if it may be the delimiter; fallback NULL. */
static const char *
find_other_delimiter(const char *text, int length)
{
	const char *end = text + length;

	while (text < end && (isdigit((unsigned char) *text) || strchr("+- ", *text)))
		text++;
	return text < end && *text != '\0' && strchr(",;|:\t", *text) ? text : NULL;
}

#define HINT_BYTES 64 /* bytes of a field that advice depends on */

/* Advice for a field that is not a number in range, or NULL if it is one. */
static const char *
csv_hint(const char *text, int length)
{
	const char *delimiter;

	length = Min(length, HINT_BYTES);
	delimiter = find_other_delimiter(text, length);
	if (has_digits_only(text, length))
		return NULL;
	if (delimiter && *delimiter == '\t')
		return "If a tab is the delimiter, write gridmap_from_csv(csv, rule, E'\\t').";
	if (delimiter)
		return psprintf(
			"If \"%c\" is the delimiter, write gridmap_from_csv(csv, rule, '%c').",
			*delimiter, *delimiter);
	return "For lines of letters write gridmap(string_to_array(replace(csv, ',', ''), E'\\n')).";
}

static const TableFormat csv_format = {"CSV", PG_INT32_MIN, PG_INT32_MAX, csv_hint};

/* ---- reading ---------------------------------------------------------- */

/* The lines that are left, and the fields of the current line. */
typedef struct Csv
{
	const char *next;
	const char *end;
	const char *field;
	const char *line_end;
	const char *delimiter;
	int delimiter_length;
	uint32 width;
	fr_cell cell; /* the next one; its column is `width` at the end of a line */
} Csv;

/* Polls in loops over bytes: a line or a field may have hundreds of megabytes. */
static inline void
poll_at_byte(const char *at)
{
	if ((uintptr_t) at % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
}

/* Goes to the next line that is not empty. */
static bool
take_csv_line(Csv *csv)
{
	while (csv->next < csv->end)
	{
		const char *stop = memchr(csv->next, '\n', csv->end - csv->next);

		CHECK_FOR_INTERRUPTS();
		csv->field = csv->next;
		csv->line_end = stop ? stop : csv->end;
		csv->next = stop ? stop + 1 : csv->end;
		while (csv->line_end > csv->field && csv->line_end[-1] == '\r')
			poll_at_byte(csv->line_end--);
		if (csv->line_end > csv->field)
			return true;
	}
	return false;
}

/* The end of the field at this place: a delimiter, or the end of the line. */
static const char *
csv_field_end(const Csv *csv, const char *field)
{
	for (; csv->line_end - field >= csv->delimiter_length; field++)
	{
		poll_at_byte(field);
		if (memcmp(field, csv->delimiter, csv->delimiter_length) == 0)
			return field;
	}
	return csv->line_end;
}

/* The fields of the current line. */
static int64
count_csv_fields(const Csv *csv)
{
	int64 count = 1;
	const char *end = csv->field;

	while ((end = csv_field_end(csv, end)) < csv->line_end)
	{
		if (count++ % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		end += csv->delimiter_length;
	}
	return count;
}

static int64
next_csv_value(void *source, int64 *colour)
{
	Csv *csv = source;
	const char *end;
	int64 value;

	if (csv->cell.x == (int32) csv->width)
	{
		take_csv_line(csv);
		csv->cell = (fr_cell){0, csv->cell.y + 1};
	}
	end = csv_field_end(csv, csv->field);
	value = table_value(&csv_format, csv->field, end - csv->field, csv->cell);
	csv->field = Min(end + csv->delimiter_length, csv->line_end);
	csv->cell.x++;
	return value;
}

/* Checks that all lines have as many fields; returns how many lines there are. */
static int64
measure_csv(Csv csv, uint32 *width)
{
	int64 rows = 0;

	for (; take_csv_line(&csv); rows++)
	{
		int64 fields = count_csv_fields(&csv);

		if (rows == 0)
		{
			import_check_size(fields, 1);
			*width = fields;
		}
		else if (fields != *width)
			table_report_row(&csv_format, rows, fields, *width);
	}
	return rows;
}

#define LONGEST_DELIMITER 8 /* bytes, so that the time to find it does not count */

static void
read_delimiter(const text *delimiter, Csv *csv)
{
	csv->delimiter = VARDATA_ANY(delimiter);
	csv->delimiter_length = VARSIZE_ANY_EXHDR(delimiter);
	if (csv->delimiter_length == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("delimiter must not be empty")));
	if (csv->delimiter_length > LONGEST_DELIMITER)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("delimiter %s is too long", fringe_quote_text(delimiter)),
				 errdetail("A delimiter has at most %d bytes.", LONGEST_DELIMITER),
				 errhint("Delimiters are single characters, such as ; or a tab.")));
}

/* gridmap_from_csv(csv, rule, delimiter) */
PG_FUNCTION_INFO_V1(gridmap_from_csv);
Datum
gridmap_from_csv(PG_FUNCTION_ARGS)
{
	const text *file;
	ImportRule rule;
	Csv csv = {0};
	int64 height;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	file = PG_GETARG_TEXT_PP(0);
	read_delimiter(PG_GETARG_TEXT_PP(2), &csv);
	csv.next = VARDATA_ANY(file);
	csv.end = csv.next + VARSIZE_ANY_EXHDR(file);
	rule = import_rule(fcinfo, 1);
	height = measure_csv(csv, &csv.width);
	import_check_size(csv.width, height);
	csv.cell = (fr_cell){(int32) csv.width, -1};
	PG_RETURN_POINTER(import_values(&rule, csv.width, height, next_csv_value, &csv));
}

/* ==== fringe_scenarios ================================================= */

static double
parse_optimal(const fr_scenario *scenario)
{
	char *text = pnstrdup(scenario->optimal, scenario->optimal_length);
	double value = FRINGE_FLOAT8IN(text);

	pfree(text);
	return value;
}

static void
put_scenario(ReturnSetInfo *rsinfo, const fr_scenario *s)
{
	bool nulls[7] = {false};
	Datum values[7] = {Int32GetDatum(s->bucket),
					   PointerGetDatum(cstring_to_text_with_len(s->map, s->map_length)),
					   Int32GetDatum(s->width),
					   Int32GetDatum(s->height),
					   CellGetDatum(s->start),
					   CellGetDatum(s->goal),
					   Float8GetDatum(parse_optimal(s))};

	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	pfree(DatumGetPointer(values[1]));
}

PG_FUNCTION_INFO_V1(fringe_scenarios);
Datum
fringe_scenarios(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	text *scen = PG_GETARG_TEXT_PP(0);
	fr_scenario_reader reader =
		fr_scenario_open(VARDATA_ANY(scen), VARSIZE_ANY_EXHDR(scen));
	fr_scenario scenario;
	fr_error error;

	InitMaterializedSRF(fcinfo, 0);
	while (fr_scenario_next(&reader, &scenario, &fringe_poll, &error))
	{
		put_scenario(rsinfo, &scenario);
	}
	if (error.status != FR_OK)
		fringe_report(&error, "scenario", NULL);
	return (Datum) 0;
}
