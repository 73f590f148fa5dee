/*
 * import_godot.c - tile maps of Godot
 */
#include "pg/functions/imports.h"

#include "common/base64.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"

/*
 * A scene of Godot is a text, which has the tiles of a layer in one of three forms:
 *
 *     tile_map_data = PackedByteArray("AAAAAAAA...")             4.3 and later, a node per layer
 *     layer_0/tile_data = PackedInt32Array(65537, 0, 0, ...)     4.0 to 4.2, "format = 2"
 *     tile_data = PoolIntArray( 0, 1, 0, ... )                   3, "format = 1"
 *
 * Bytes of 4.3 are a version of 16 bits, 0, and 12 bytes per tile: x, y, source, column and row in
 * the atlas, and alternative, 16 bits each, little-endian. Integers of 4.0 are the same numbers,
 * two in each, the first in the low half. Integers of 3 are y and x, the number of the tile with
 * flags, and row and column.
 *
 * Cells may be negative: the map is the smallest rectangle with all tiles. A cell without a tile is
 * NULL.
 */

#define TILE_BYTES 12
#define TILE_WORDS (TILE_BYTES / 2)
#define ALTERNATIVE_BITS 0x0fff /* the upper bits say how a tile is turned */
#define GODOT3_BITS 0x1fffffff
#define ERASED 0xffff /* the source of no tile */

typedef struct Tile
{
	int32 x;
	int32 y;
	uint32 source;
	uint16 column;
	uint16 row;
	uint16 alternative;
} Tile;

typedef struct GodotMap
{
	Tile *tiles;
	uint32 count;
	int32 left;
	int32 top;
	uint32 width;
	uint32 height;
	uint32 *places; /* per cell: the place of its tile, from 1; 0: none */
} GodotMap;

static void
report_godot(const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed tile map of Godot"), errdetail("%s", detail),
					hint ? errhint("%s", hint) : 0));
}

static void
alloc_tiles(GodotMap *map, Size count)
{
	fringe_limit_memory("tile map", count * sizeof(Tile));
	map->tiles = fringe_alloc_huge(Max(1, count) * sizeof(Tile));
	map->count = 0;
}

static inline uint16
word_at(const uint8 *bytes, int i)
{
	return (uint16) (bytes[2 * i] | bytes[2 * i + 1] << 8);
}

/* The bytes of 4.3. */
static void
read_tile_bytes(GodotMap *map, const uint8 *bytes, Size size)
{
	if (size == 0)
		report_godot("It has no tiles.", NULL);
	if (size < 2 || word_at(bytes, 0) != 0 || (size - 2) % TILE_BYTES != 0)
		report_godot(
			psprintf("Its %zu bytes are not a version, 0, and %d bytes per tile.", size,
					 TILE_BYTES),
			"Copy the whole value of tile_map_data.");
	alloc_tiles(map, (size - 2) / TILE_BYTES);
	for (const uint8 *at = bytes + 2; at < bytes + size; at += TILE_BYTES)
	{
		import_poll_at(at);
		if (word_at(at, 2) != ERASED)
			map->tiles[map->count++] = (Tile){
				(int16) word_at(at, 0), (int16) word_at(at, 1),
				word_at(at, 2),			word_at(at, 3),
				word_at(at, 4),			(uint16) (word_at(at, 5) & ALTERNATIVE_BITS)};
	}
}

/* ---- the text of a scene ------------------------------------------------ */

typedef struct GodotData
{
	const char *at; /* what is between the parentheses */
	int length;
	bool bytes;	 /* PackedByteArray */
	bool godot3; /* PoolIntArray */
} GodotData;

static bool
starts_with(const char *at, const char *end, const char *word)
{
	size_t length = strlen(word);

	return (size_t) (end - at) >= length && memcmp(at, word, length) == 0;
}

/* Takes "PackedByteArray(...)" or the like. */
static bool
take_data(const char *at, const char *end, GodotData *data)
{
	const char *stop;

	while (at < end && isspace((unsigned char) *at))
		import_poll_at(at++);
	data->bytes = starts_with(at, end, "PackedByteArray(") ||
				  starts_with(at, end, "PoolByteArray(");
	data->godot3 =
		starts_with(at, end, "PoolIntArray(") || starts_with(at, end, "IntArray(");
	if (!data->bytes && !data->godot3 && !starts_with(at, end, "PackedInt32Array("))
		return false;
	data->at = (const char *) memchr(at, '(', end - at) + 1;
	stop = memchr(data->at, ')', end - data->at);
	if (!stop)
		report_godot("The text ends within an array.", NULL);
	data->length = (int) (stop - data->at);
	return true;
}

/* Whether these bytes are a name, which may be NULL. */
static bool
is_name(const char *at, Size length, const text *name)
{
	return name && length == VARSIZE_ANY_EXHDR(name) &&
		   memcmp(at, VARDATA_ANY(name), length) == 0;
}

/* The name in a line such as [node name="Walls" type="TileMapLayer" parent="."]. */
static bool
node_is(const char *line, const char *end, const text *name)
{
	static const char key[] = " name=\"";

	for (const char *at = line; at < end; at++)
	{
		import_poll_at(at);
		if (starts_with(at, end, key))
		{
			const char *begin = at + strlen(key);
			const char *stop = memchr(begin, '"', end - begin);

			return stop && is_name(begin, stop - begin, name);
		}
	}
	return false;
}

/* Whether the value after an equals sign is this name in quotes. */
static bool
value_is(const char *at, const char *end, const text *name)
{
	const char *begin = memchr(at, '"', end - at);
	const char *stop = begin ? memchr(begin + 1, '"', end - begin - 1) : NULL;

	return stop && is_name(begin + 1, stop - begin - 1, name);
}

/*
 * Finds the tiles of a node, or the first ones. The name may also name a layer of a node: by
 * "layer_1", or by the text of its line "layer_1/name", which comes before its tiles.
 */
static bool
find_data(ImportText scene, const text *name, GodotData *data)
{
	bool in_node = name == NULL;
	const char *layer = NULL; /* "layer_1", where it has the name */
	Size layer_length = 0;

	while (scene.next < scene.end)
	{
		const char *line = scene.next;
		const char *stop = memchr(line, '\n', scene.end - line);
		const char *end = stop ? stop : scene.end;
		const char *equals;
		const char *key;

		CHECK_FOR_INTERRUPTS();
		scene.next = stop ? stop + 1 : scene.end;
		if (starts_with(line, end, "[node"))
		{
			in_node = name == NULL || node_is(line, end, name);
			layer = NULL;
		}
		equals = memchr(line, '=', end - line);
		key = equals;
		while (key && key > line && isspace((unsigned char) key[-1]))
			import_poll_at(key--);
		if (key && key - line > 5 && memcmp(key - 5, "/name", 5) == 0 &&
			value_is(equals, end, name))
		{
			layer = line;
			layer_length = key - line - 5;
		}
		if (!key || key - line < 9 ||
			(memcmp(key - 9, "tile_data", 9) != 0 &&
			 (key - line < 13 || memcmp(key - 13, "tile_map_data", 13) != 0)))
			continue;
		if ((in_node || (key - line > 10 && is_name(line, key - line - 10, name)) ||
			 (layer && key - line == 10 + layer_length &&
			  memcmp(line, layer, layer_length) == 0)) &&
			take_data(equals + 1, scene.end, data))
			return true;
	}
	return false;
}

/* The integers of an array as text. */
static int64 *
read_integers(const GodotData *data, Size *count)
{
	const char *at = data->at;
	const char *end = at + data->length;
	int64 *numbers;

	*count = 0;
	for (const char *c = at; c < end; c++)
	{
		import_poll_at(c);
		*count += *c == ',';
	}
	fringe_limit_memory("tile map", (*count + 1) * sizeof(int64));
	numbers = fringe_alloc_huge((*count + 1) * sizeof(int64));
	for (*count = 0; at < end;)
	{
		const char *stop = memchr(at, ',', end - at);
		double number;

		if (!stop)
			stop = end;
		import_poll_at(at);
		if (!import_number(at, (int) (stop - at), &number) ||
			(isnan(number) && *count > 0) ||
			(!isnan(number) &&
			 (number != rint(number) || number < PG_INT32_MIN || number > PG_UINT32_MAX)))
			report_godot(psprintf("Element %zu of its array is %s, no integer.", *count,
								  fringe_quote(at, stop - at)),
						 NULL);
		if (!isnan(number))
			numbers[(*count)++] = (int64) number;
		at = stop + 1;
	}
	return numbers;
}

static uint16
low_half(int64 number)
{
	return (uint16) number;
}

static uint16
high_half(int64 number)
{
	return (uint16) ((uint32) number >> 16);
}

/* The integers of 4.0 to 4.2, and of 3. */
static void
read_tile_integers(GodotMap *map, const GodotData *data)
{
	Size count;
	int64 *numbers = read_integers(data, &count);

	if (count == 0)
		report_godot("It has no tiles.", NULL);
	if (count % 3 != 0)
		report_godot(psprintf("Its array has %zu integers, not three per tile.", count),
					 "Copy the whole value of tile_data.");
	alloc_tiles(map, count / 3);
	for (Size i = 0; i < count; i += 3)
	{
		const int64 *n = numbers + i;
		Tile tile = {(int16) low_half(n[0]), (int16) high_half(n[0])};

		import_poll_at(n);
		tile.source = data->godot3 ? (uint32) n[1] & GODOT3_BITS : low_half(n[1]);
		tile.column = data->godot3 ? low_half(n[2]) : high_half(n[1]);
		tile.row = data->godot3 ? high_half(n[2]) : low_half(n[2]);
		tile.alternative =
			data->godot3 ? 0 : (uint16) (high_half(n[2]) & ALTERNATIVE_BITS);
		if (tile.source != (data->godot3 ? GODOT3_BITS : ERASED))
			map->tiles[map->count++] = tile;
	}
	pfree(numbers);
}

/* Bytes in base64, whose lines a program may have broken. */
static void
read_base64(GodotMap *map, const char *at, int length)
{
	int space = length / 4 * 3 + 3; /* pg_b64_dec_len overflows */
	char *text;
	uint8 *bytes;
	int count = 0;
	int size;

	fringe_limit_memory("tile map", (Size) length + space);
	text = fringe_alloc_huge(Max(1, length));
	bytes = fringe_alloc_huge(space);
	for (int i = 0; i < length; i++)
	{
		import_poll_at(at + i);
		if (!isspace((unsigned char) at[i]))
			text[count++] = at[i];
	}
	size = pg_b64_decode(text, count, (void *) bytes, space);
	pfree(text);
	if (size < 0)
		report_godot("Its bytes are not in base64.",
					 "Copy the whole value of tile_map_data, or pass the scene.");
	read_tile_bytes(map, bytes, size);
}

/* Base64, in quotes or not, or numbers. */
static void
read_byte_text(GodotMap *map, const char *at, int length)
{
	GodotData data = {at, length};
	Size count;
	int64 *numbers;
	uint8 *bytes;

	if (!memchr(at, ',', length))
	{
		const char *quote = memchr(at, '"', length);
		const char *end = quote ? memchr(quote + 1, '"', at + length - quote - 1) : NULL;

		if (end)
			read_base64(map, quote + 1, (int) (end - quote) - 1);
		else
			read_base64(map, at, length);
		return;
	}
	numbers = read_integers(&data, &count);
	bytes = fringe_alloc_huge(Max(1, count));
	for (Size i = 0; i < count; i++)
	{
		import_poll_at(numbers + i);
		if (numbers[i] < 0 || numbers[i] > 255)
			report_godot(psprintf("Element %zu of its array is %lld, no byte.", i,
								  (long long) numbers[i]),
						 NULL);
		bytes[i] = (uint8) numbers[i];
	}
	pfree(numbers);
	read_tile_bytes(map, bytes, count);
}

static void
read_scene(GodotMap *map, const text *scene, const text *name)
{
	ImportText file = import_text(scene);
	GodotData data;

	if (find_data(file, name, &data) ||
		(name == NULL && take_data(file.next, file.end, &data)))
	{
		if (data.bytes)
			read_byte_text(map, data.at, data.length);
		else
			read_tile_integers(map, &data);
		return;
	}
	if (name)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("scene of Godot has no tile map %s", fringe_quote_text(name)),
			 errhint(
				 "Pass the name of a node with tile_map_data or tile_data, or of a layer of it.")));
	if (file.next < file.end && *file.next == '[')
		report_godot("The scene has neither tile_map_data nor tile_data.", NULL);
	read_byte_text(map, file.next, (int) (file.end - file.next));
}

/* ---- cells -------------------------------------------------------------- */

static void
measure_tiles(GodotMap *map)
{
	int32 right = PG_INT32_MIN;
	int32 bottom = PG_INT32_MIN;

	map->left = map->top = PG_INT32_MAX;
	if (map->count == 0)
		report_godot("It has no tiles.", NULL);
	for (uint32 i = 0; i < map->count; i++)
	{
		const Tile *tile = &map->tiles[i];

		import_poll_at(tile);
		map->left = Min(map->left, tile->x);
		map->top = Min(map->top, tile->y);
		right = Max(right, tile->x);
		bottom = Max(bottom, tile->y);
	}
	gridmap_check_size((int64) right - map->left + 1, (int64) bottom - map->top + 1);
	map->width = right - map->left + 1;
	map->height = bottom - map->top + 1;
}

/* If a cell has two tiles, the later one counts, as in Godot. */
static void
place_tiles(GodotMap *map)
{
	Size size = (Size) map->width * map->height * sizeof(uint32);

	fringe_limit_memory("tile map", size + map->count * sizeof(Tile));
	map->places = fringe_alloc_huge(size);
	memset(map->places, 0, size);
	for (uint32 i = 0; i < map->count; i++)
	{
		const Tile *tile = &map->tiles[i];

		import_poll_at(tile);
		map->places[(Size) (tile->y - map->top) * map->width + (tile->x - map->left)] =
			i + 1;
	}
}

static void
next_tile(void *source, fr_cell cell, ImportValue *value)
{
	const GodotMap *map = source;
	uint32 place = map->places[(Size) cell.y * map->width + cell.x];
	const Tile *tile = &map->tiles[place - 1];

	if (place == 0)
		return;
	value->number = tile->source;
	value->unit = "source";
	if (tile->source > PG_UINT16_MAX)
		return;
	value->names[value->count++] =
		(ImportName){IMPORT_ALTERNATIVE,
					 import_id(tile->source, tile->column, tile->row, tile->alternative)};
	value->names[value->count++] =
		(ImportName){IMPORT_TILE, import_id(tile->source, tile->column, tile->row, 0)};
}

/* gridmap_from_godot(scene, rule, layer) */
PG_FUNCTION_INFO_V1(gridmap_from_godot);
Datum
gridmap_from_godot(PG_FUNCTION_ARGS)
{
	ImportRule rule;
	GodotMap map;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	read_scene(&map, PG_GETARG_TEXT_PP(0), PG_ARGISNULL(2) ? NULL : PG_GETARG_TEXT_PP(2));
	measure_tiles(&map);
	place_tiles(&map);
	PG_RETURN_POINTER(import_values(&rule, map.width, map.height, next_tile, &map));
}

/* gridmap_from_godot(tile_map_data, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_godot_bytes);
Datum
gridmap_from_godot_bytes(PG_FUNCTION_ARGS)
{
	ImportRule rule;
	GodotMap map;
	bytea *bytes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = import_rule(fcinfo, 1);
	bytes = PG_GETARG_BYTEA_PP(0);
	read_tile_bytes(&map, (const uint8 *) VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	measure_tiles(&map);
	place_tiles(&map);
	PG_RETURN_POINTER(import_values(&rule, map.width, map.height, next_tile, &map));
}

/* gridcell_godot_origin(scene, layer): the cell of Godot that is cell (0,0) of the map */
PG_FUNCTION_INFO_V1(gridcell_godot_origin);
Datum
gridcell_godot_origin(PG_FUNCTION_ARGS)
{
	GodotMap map;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	read_scene(&map, PG_GETARG_TEXT_PP(0), PG_ARGISNULL(1) ? NULL : PG_GETARG_TEXT_PP(1));
	measure_tiles(&map);
	PG_RETURN_CELL(((fr_cell){map.left, map.top}));
}
