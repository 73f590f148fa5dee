/*
 * tables.c - maps out of tables of numbers: JSON, and layers of Tiled maps
 *
 * Sizes are counted first. Then values are read one by one, so that a file of any
 * size takes no more memory than its map. Rows and columns count from 0, as in maps.
 */
#include "pg/functions/tables.h"

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"

#define NUMBER_BYTES 24 /* more digits than a number of 32 bits has */

static const Format json_format = {"JSON", PG_INT32_MIN, PG_INT32_MAX, NULL};
static const Format tiled_format = {"Tiled map", 0, PG_UINT32_MAX, NULL};

/* ---- numbers ----------------------------------------------------------- */

void
table_report_row(const Format *format, int64 row, int64 values, int64 width)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: row %lld has %lld values", format->name,
						   (long long) row, (long long) values),
					errdetail("The first row has %lld.", (long long) width)));
}

static void
report_number(const Format *format, const char *text, int length, fr_cell cell)
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
poll_at(int64 count)
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
		poll_at(length--);
	}
	while (length > 0 && isspace((unsigned char) text[length - 1]))
		poll_at(length--);
	if (length == 0 || length > NUMBER_BYTES)
		return false;
	memcpy(digits, text, length);
	digits[length] = '\0';
	*number = strtoll(digits, &end, 10);
	return *end == '\0';
}

int64
table_value(const Format *format, const char *text, int length, fr_cell cell)
{
	int64 number;

	if (!parse_number(text, length, &number) || number < format->smallest ||
		number > format->largest)
		report_number(format, text, length, cell);
	return number;
}

/* ---- JSON -------------------------------------------------------------- */

/* The values of an array of rows, or of one array without rows. */
typedef struct JsonNumbers
{
	const Format *format;
	JsonbIterator *rows; /* NULL: there are none */
	JsonbIterator *values;
	uint32 width;
	uint32 count; /* values taken */
} JsonNumbers;

/* Its next elements come with skipNested. */
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
		poll_at(count);
	}
	return count;
}

#define WRITTEN_BYTES 1000 /* of JSON that is no number */

/*
 * A number is read as text, as in CSV; anything else is quoted by the error, which shows
 * only the beginning.
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
	Rule rule;
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

/* ---- Tiled ------------------------------------------------------------- */

#define TILE_BITS 0x0fffffff /* the highest four say how a tile is turned */

/* An entry of an object; its type is jbvNull if it is not there. */
static JsonbValue
json_entry(JsonbContainer *object, const char *key)
{
	JsonbValue value = {.type = jbvNull};

	getKeyJsonValueFromContainer(object, key, strlen(key), &value);
	return value;
}

/* 0 if it is not a whole number. */
static int64
json_side(JsonbContainer *layer, const char *key)
{
	JsonbValue value = json_entry(layer, key);
	char *text = json_text(&value);
	int64 side;

	return parse_number(text, strlen(text), &side) ? side : 0;
}

/* Is the entry this string? NULL is any. */
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
		poll_at(++passed);
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

/* The tiles of a layer, a number each. */
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
	Rule rule;
	int64 width;
	int64 height;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	layer =
		find_layer(PG_GETARG_JSONB_P(0), PG_ARGISNULL(2) ? NULL : PG_GETARG_TEXT_PP(2));
	width = json_side(layer, "width");
	height = json_side(layer, "height");
	import_check_size(width, height);
	numbers.width = width;
	numbers.values = open_array(tiles_of_layer(layer, width, height));
	PG_RETURN_POINTER(import_values(&rule, width, height, next_tile, &numbers));
}
