/*
 * tiled_export.c - maps as JSON for Tiled
 */
#include "formats/formats.h"
#include "pg/types/jsonb_writer.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/builtins.h"

#define TILE_SIDE_MAX 4096 /* so that a picture of 16 x 8 tiles has sides of 16 bits */
#define TILE_COLUMNS 16	   /* of that picture */
#define TILE_ROWS 8		   /* at least */
#define JSON_TILE_BYTES 24 /* of a number and its entry, in a buffer that doubles */

typedef struct Tiled
{
	fr_map map;
	const char *image;
	int32 pixels;		/* a side of a tile */
	int32 rows;			/* of tiles in the picture */
	int32 numbers[256]; /* of tiles, by terrain code; -1: none */
} Tiled;

/* A member of an object. Those of an object are sorted by the length of the key, then by its bytes. */
typedef struct Member
{
	const char *key;
	uint32 type; /* JENTRY_IS... */
	int32 number;
	const char *text;
	void (*write)(StringInfo bytes, const Tiled *tiled); /* writes a container */
} Member;

#define NUMBER(key, value)                                                               \
	{                                                                                    \
		key, JENTRY_ISNUMERIC, .number = (int32) (value)                                 \
	}
#define TEXT(key, value)                                                                 \
	{                                                                                    \
		key, JENTRY_ISSTRING, .text = (value)                                            \
	}
#define CONTAINER(key, function)                                                         \
	{                                                                                    \
		key, JENTRY_ISCONTAINER, .write = (function)                                     \
	}

static void
put_object(StringInfo bytes, const Tiled *tiled, const Member *members, uint32 count)
{
	JsonbWriter object = jsonb_begin_container(bytes, JB_FOBJECT, count);

	for (uint32 i = 0; i < count; i++)
	{
		int begin = bytes->len;

		appendStringInfoString(bytes, members[i].key);
		jsonb_end_part(&object, begin, JENTRY_ISSTRING);
	}
	for (uint32 i = 0; i < count; i++)
	{
		const Member *member = &members[i];
		int begin = bytes->len;

		if (member->type == JENTRY_ISNUMERIC)
			jsonb_put_int(bytes, member->number);
		else if (member->type == JENTRY_ISSTRING)
			appendStringInfoString(bytes, member->text);
		else if (member->type == JENTRY_ISCONTAINER)
			member->write(bytes, tiled);
		jsonb_end_part(&object, begin, member->type);
	}
}

#define NUMBER_MAX 65535

static void
report_no_tile(uint8 code, fr_cell cell)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("rule has no tile for the terrain code \"%c\" of cell (%d,%d)",
						   code, cell.x, cell.y),
					errhint("Add a key from 0 to %d for this code.", NUMBER_MAX)));
}

/* The numbers of all tiles, row by row. */
static void
put_tiles(StringInfo bytes, const Tiled *tiled)
{
	const fr_map *map = &tiled->map;
	uint32 cells = map->width * map->height;
	JsonbWriter array = jsonb_begin_container(bytes, JB_FARRAY, cells);
	uint8 *row = palloc(map->width);

	for (uint32 i = 0; i < cells; i++)
	{
		int begin = bytes->len;

		CHECK_FOR_INTERRUPTS();
		if (i % map->width == 0)
			fr_map_unpack_codes(map, i, map->width, row);
		if (tiled->numbers[row[i % map->width]] < 0)
			report_no_tile(row[i % map->width],
						   (fr_cell){(int32) (i % map->width), (int32) (i / map->width)});
		jsonb_put_int(bytes, tiled->numbers[row[i % map->width]]);
		jsonb_end_part(&array, begin, JENTRY_ISNUMERIC);
	}
	pfree(row);
}

/* [the layer of terrain] */
static void
put_layers(StringInfo bytes, const Tiled *tiled)
{
	const Member layer[] = {
		NUMBER("x", 0),
		NUMBER("y", 0),
		NUMBER("id", 1),
		CONTAINER("data", put_tiles),
		TEXT("name", "terrain"),
		TEXT("type", "tilelayer"),
		NUMBER("width", tiled->map.width),
		NUMBER("height", tiled->map.height),
		NUMBER("opacity", 1),
		{"visible", JENTRY_ISBOOL_TRUE},
	};
	JsonbWriter layers = jsonb_begin_container(bytes, JB_FARRAY, 1);
	int begin = bytes->len;

	put_object(bytes, tiled, layer, lengthof(layer));
	jsonb_end_part(&layers, begin, JENTRY_ISCONTAINER);
}

/* [the picture of the tiles] */
static void
put_tilesets(StringInfo bytes, const Tiled *tiled)
{
	const Member tileset[] = {
		TEXT("name", "terrain"),
		TEXT("image", tiled->image),
		NUMBER("margin", 0),
		NUMBER("columns", TILE_COLUMNS),
		NUMBER("spacing", 0),
		NUMBER("firstgid", 1),
		NUMBER("tilecount", TILE_COLUMNS * tiled->rows),
		NUMBER("tilewidth", tiled->pixels),
		NUMBER("imagewidth", TILE_COLUMNS * tiled->pixels),
		NUMBER("tileheight", tiled->pixels),
		NUMBER("imageheight", tiled->rows * tiled->pixels),
	};
	JsonbWriter tilesets = jsonb_begin_container(bytes, JB_FARRAY, 1);
	int begin = bytes->len;

	put_object(bytes, tiled, tileset, lengthof(tileset));
	jsonb_end_part(&tilesets, begin, JENTRY_ISCONTAINER);
}

static void
put_tiled(StringInfo bytes, const Tiled *tiled)
{
	const Member map[] = {
		TEXT("type", "map"),
		NUMBER("width", tiled->map.width),
		NUMBER("height", tiled->map.height),
		CONTAINER("layers", put_layers),
		TEXT("version", "1.10"),
		{"infinite", JENTRY_ISBOOL_FALSE},
		CONTAINER("tilesets", put_tilesets),
		NUMBER("tilewidth", tiled->pixels),
		NUMBER("tileheight", tiled->pixels),
		NUMBER("nextlayerid", 2),
		TEXT("orientation", "orthogonal"),
		TEXT("renderorder", "right-down"),
		NUMBER("nextobjectid", 1),
	};

	put_object(bytes, tiled, map, lengthof(map));
}

/* ---- the reverse of a rule --------------------------------------------------- */

/* The least whole number of a range whose keys give it this code, or RULE_NONE; -1: there is none. */
static int32
least_number(const Rule *rule, int code, double low, double high)
{
	double number = ceil(Max(low, 0));

	for (; number <= Min(high, NUMBER_MAX); number++)
	{
		CHECK_FOR_INTERRUPTS();
		if (rule_number_code(rule, number) == code)
			return (int32) number;
	}
	return -1;
}

static void
set_numbers(const Rule *rule, const RuleRanges *ranges, int32 numbers[256])
{
	for (int64 i = 0; i < ranges->count; i++)
	{
		const RuleRange *range = &ranges->items[i];
		int32 least = least_number(rule, range->code, range->low, range->high);

		if (least >= 0 && (numbers[range->code] < 0 || least < numbers[range->code]))
			numbers[range->code] = least;
	}
}

/*
 * For each terrain code the least number that the rule turns into it, -1 if there is none. Returns
 * the largest of these numbers.
 */
static int64
numbers_of_rule(Jsonb *json, int32 numbers[256])
{
	Reading reading;
	MemoryContext outer = reading_begin(&reading, "rule");
	Rule rule = rule_read(&reading, json, &rule_of_words);
	int64 largest = 0;

	if (rule.word_count > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule is no number", span_quote(rule.words[0].key)),
				 errhint("A rule that writes tiles has only keys that are numbers, "
						 "ranges, null and else.")));
	rule_end(&rule);
	for (int i = 0; i < 256; i++)
		numbers[i] = -1;
	set_numbers(&rule, &rule.points, numbers);
	set_numbers(&rule, &rule.ranges, numbers);
	/* a cell without a tile has the number 0 */
	if (rule.null_code >= 0 && rule_number_code(&rule, 0) == RULE_NONE)
		numbers[rule.null_code] = 0;
	if (rule.fallback >= 0 && numbers[rule.fallback] < 0)
		numbers[rule.fallback] =
			least_number(&rule, RULE_NONE, rule.null_code >= 0 ? 1 : 0, NUMBER_MAX);
	for (int i = 0; i < 256; i++)
		largest = Max(largest, numbers[i]);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return largest;
}

/* gridmap_to_tiled(map, image, tile_size, rule) */
FRINGE_FUNCTION(gridmap_to_tiled)
{
	Tiled tiled = {.rows = TILE_ROWS};
	StringInfoData bytes;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	tiled.map = gridmap_open(PG_GETARG_GRIDMAP(0));
	tiled.image = text_to_cstring(PG_GETARG_TEXT_PP(1));
	tiled.pixels = PG_GETARG_INT32(2);
	if (tiled.pixels < 1 || tiled.pixels > TILE_SIDE_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid tile size %d", tiled.pixels),
				 errdetail("A tile has from 1 to %d pixels per side.", TILE_SIDE_MAX)));
	fringe_limit_memory("gridmap_to_tiled",
						(Size) tiled.map.width * tiled.map.height * JSON_TILE_BYTES);
	for (int i = 0; i < 256; i++)
		tiled.numbers[i] = i;
	if (!PG_ARGISNULL(3))
	{
		int64 largest = numbers_of_rule(PG_GETARG_JSONB_P(3), tiled.numbers);

		/* numbers count from 1 in the picture */
		tiled.rows =
			Max(TILE_ROWS, (int32) ((largest + TILE_COLUMNS - 1) / TILE_COLUMNS));
	}
	jsonb_begin(&bytes);
	put_tiled(&bytes, &tiled);
	return jsonb_end(&bytes);
}
