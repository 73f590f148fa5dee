/*
 * exchange.c - maps of Tiled, and Moving AI scenarios
 */
#include "pg/functions/imports.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/tuplestore.h"

/* ---- JSON ------------------------------------------------------------- */

#define WRITTEN_BYTES 1000 /* of JSON that an error quotes */

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

/* The text of a value. If it is long, only its beginning. */
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

/* The whole number that a value is, from 0 to 2^32 - 1. */
static bool
json_whole(JsonbValue *value, uint32 *number)
{
	char *text = json_text(value);
	double found;
	bool whole = value->type == jbvNumeric &&
				 import_number(text, (int) strlen(text), &found) && found >= 0 &&
				 found <= PG_UINT32_MAX && found == rint(found);

	pfree(text);
	*number = whole ? (uint32) found : 0;
	return whole;
}

static inline void
poll_every(int64 count)
{
	if (count % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
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
	uint32 side;

	return json_whole(&value, &side) ? side : 0;
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

static void
next_tile(void *source, fr_cell cell, ImportValue *value)
{
	JsonbValue element;
	uint32 tile;

	JsonbIteratorNext((JsonbIterator **) source, &element, true);
	if (!json_whole(&element, &tile))
	{
		char *text = json_text(&element);

		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: invalid tile %s at row %d, column %d",
							   fringe_quote(text, strlen(text)), cell.y, cell.x)));
	}
	value->number = tile & TILE_BITS;
}

/* gridmap_from_tiled(tiled, rule, layer) */
PG_FUNCTION_INFO_V1(gridmap_from_tiled);
Datum
gridmap_from_tiled(PG_FUNCTION_ARGS)
{
	JsonbIterator *tiles;
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
	tiles = open_array(tiles_of_layer(layer, width, height));
	PG_RETURN_POINTER(import_values(&rule, width, height, next_tile, &tiles));
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
