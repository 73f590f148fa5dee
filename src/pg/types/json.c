/*
 * json.c - cells, paths and maps as jsonb, cells as json, maps for Tiled
 *
 * A cell is [x, y], a path the array of its cells, a map the array of its rows, which the
 * array of its links follows if it has any. A path
 * has millions of cells, so jsonb is written as it is stored (utils/jsonb.h draws it):
 * the server's own builder takes some 500 bytes a cell, and cannot be cancelled.
 */
#include "pg/types/types.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

static void
pad_to_int(StringInfo bytes)
{
	while (bytes->len % sizeof(uint32) != 0)
		appendStringInfoChar(bytes, 0);
}

/* Appends a word; returns where it is. */
static int
put_word(StringInfo bytes, uint32 word)
{
	appendBinaryStringInfo(bytes, (const char *) &word, sizeof word);
	return bytes->len - (int) sizeof word;
}

static void
set_word(StringInfo bytes, int at, uint32 word)
{
	memcpy(bytes->data + at, &word, sizeof word);
}

/* A value whose length is set when it is complete. */
static void
begin_json(StringInfo bytes)
{
	initStringInfo(bytes);
	put_word(bytes, 0);
}

static Datum
end_json(StringInfo bytes)
{
	SET_VARSIZE(bytes->data, bytes->len);
	return PointerGetDatum(bytes->data);
}

/* Returns the bytes that were appended. */
static uint32
put_int(StringInfo bytes, int32 value)
{
	Numeric number = int64_to_numeric(value);
	int begin = bytes->len;

	pad_to_int(bytes);
	appendBinaryStringInfo(bytes, (const char *) number, (int) VARSIZE_ANY(number));
	pfree(number);
	return (uint32) (bytes->len - begin);
}

/* [x, y] */
static void
put_cell(StringInfo bytes, fr_cell cell)
{
	int x;
	int y;

	pad_to_int(bytes);
	put_word(bytes, JB_FARRAY | 2);
	x = put_word(bytes, 0);
	y = put_word(bytes, 0);
	set_word(bytes, x, JENTRY_ISNUMERIC | JENTRY_HAS_OFF | put_int(bytes, cell.x));
	set_word(bytes, y, JENTRY_ISNUMERIC | put_int(bytes, cell.y));
}

/* An array or an object that is written part by part: elements, or all keys, then their values. */
typedef struct Container
{
	StringInfo bytes;
	int entries; /* where they are */
	int data;	 /* where the parts begin */
	uint32 done; /* parts */
} Container;

/* `kind` is JB_FARRAY or JB_FOBJECT, `count` its elements or members. */
static Container
begin_container(StringInfo bytes, uint32 kind, uint32 count)
{
	Size size = (kind == JB_FOBJECT ? 2 : 1) * count * sizeof(JEntry);
	Container container = {.bytes = bytes};

	pad_to_int(bytes);
	put_word(bytes, kind | count);
	container.entries = bytes->len;
	enlargeStringInfo(bytes, (int) size);
	bytes->len += (int) size;
	container.data = bytes->len;
	return container;
}

/* All bytes since `begin` are the next part. */
static void
end_part(Container *container, int begin, uint32 type)
{
	StringInfo bytes = container->bytes;
	uint32 end = (uint32) (bytes->len - container->data);
	uint32 length = (uint32) (bytes->len - begin);

	if (end > JENTRY_OFFLENMASK)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("value is too large for jsonb"),
						errdetail("An array of jsonb has at most %u bytes.",
								  JENTRY_OFFLENMASK)));
	set_word(
		bytes, container->entries + (int) (container->done * sizeof(JEntry)),
		type | (container->done % JB_OFFSET_STRIDE == 0 ? JENTRY_HAS_OFF | end : length));
	container->done++;
}

/* The server's functions that make JSON find this by the cast. */
PG_FUNCTION_INFO_V1(gridcell_to_json);
Datum
gridcell_to_json(PG_FUNCTION_ARGS)
{
	char text[FR_CELL_TEXT_MAX];
	size_t length = fr_cell_write(PG_GETARG_CELL(0), text);

	text[0] = '[';
	text[length - 1] = ']';
	PG_RETURN_TEXT_P(cstring_to_text_with_len(text, (int) length));
}

PG_FUNCTION_INFO_V1(gridcell_to_jsonb);
Datum
gridcell_to_jsonb(PG_FUNCTION_ARGS)
{
	StringInfoData bytes;

	begin_json(&bytes);
	put_cell(&bytes, PG_GETARG_CELL(0));
	return end_json(&bytes);
}

static void
put_path_cell(void *context, uint64_t i, fr_cell cell)
{
	Container *array = context;
	int begin = array->bytes->len;

	put_cell(array->bytes, cell);
	end_part(array, begin, JENTRY_ISCONTAINER);
}

#define LEAST_CELL 26 /* bytes of [0, 0] */

PG_FUNCTION_INFO_V1(gridpath_to_jsonb);
Datum
gridpath_to_jsonb(PG_FUNCTION_ARGS)
{
	struct varlena *path = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(0));
	const uint8 *packed = (const uint8 *) VARDATA_ANY(path);
	Size size = VARSIZE_ANY_EXHDR(path);
	uint64 cells = fr_path_length(packed, size, &fringe_poll);
	StringInfoData bytes;
	Container array;

	if (cells > JENTRY_OFFLENMASK / LEAST_CELL)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("path is too long for jsonb"),
				 errdetail("The path has %llu cells.", (unsigned long long) cells)));
	begin_json(&bytes);
	array = begin_container(&bytes, JB_FARRAY, (uint32) cells);
	fr_path_each_cell(packed, size, put_path_cell, &array, &fringe_poll);
	return end_json(&bytes);
}

#define BUILT_LINK 600 /* bytes of a link's text, while the server builds an array */

/* Texts of links, which follow the rows. */
static void
put_links(Container *array, const fr_map *map)
{
	JsonbInState state = {0};
	int begin = array->bytes->len;
	Jsonb *list;

	fringe_limit_memory("jsonb", (Size) map->link_count * BUILT_LINK);
	pushJsonbValue(&state, WJB_BEGIN_ARRAY, NULL);
	for (uint32 i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (Size) i * FR_LINK_BYTES);
		JsonbValue text = {.type = jbvString};

		CHECK_FOR_INTERRUPTS();
		text.val.string.val = palloc(FR_LINK_TEXT_MAX);
		text.val.string.len = (int) fr_link_write(&link, text.val.string.val);
		pushJsonbValue(&state, WJB_ELEM, &text);
	}
	pushJsonbValue(&state, WJB_END_ARRAY, NULL);
	list = JsonbValueToJsonb(state.result);
	pad_to_int(array->bytes);
	appendBinaryStringInfo(array->bytes, (const char *) &list->root,
						   (int) (VARSIZE(list) - VARHDRSZ));
	end_part(array, begin, JENTRY_ISCONTAINER);
}

PG_FUNCTION_INFO_V1(gridmap_to_jsonb);
Datum
gridmap_to_jsonb(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	StringInfoData bytes;
	Container array;

	begin_json(&bytes);
	array = begin_container(&bytes, JB_FARRAY, map.height + (map.link_count > 0));
	enlargeStringInfo(&bytes, (int) (map.width * map.height));
	for (uint32 y = 0; y < map.height; y++)
	{
		int begin = bytes.len;

		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(&map, (size_t) y * map.width, map.width,
							(uint8 *) bytes.data + begin);
		bytes.len += (int) map.width;
		end_part(&array, begin, JENTRY_ISSTRING);
	}
	if (map.link_count > 0)
		put_links(&array, &map);
	return end_json(&bytes);
}

/* ---- gridmap_to_tiled ---------------------------------------------------- */

#define TILE_SIDE_MAX 4096 /* so that a picture of 16 x 8 tiles has sides of 16 bits */
#define TILE_COLUMNS 16	   /* of that picture */
#define TILE_ROWS 8
#define TILE_BYTES 24 /* of a number and its entry, in a buffer that doubles */

typedef struct Tiled
{
	fr_map map;
	const char *image;
	int32 pixels; /* a side of a tile */
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
	Container object = begin_container(bytes, JB_FOBJECT, count);

	for (uint32 i = 0; i < count; i++)
	{
		int begin = bytes->len;

		appendStringInfoString(bytes, members[i].key);
		end_part(&object, begin, JENTRY_ISSTRING);
	}
	for (uint32 i = 0; i < count; i++)
	{
		const Member *member = &members[i];
		int begin = bytes->len;

		if (member->type == JENTRY_ISNUMERIC)
			put_int(bytes, member->number);
		else if (member->type == JENTRY_ISSTRING)
			appendStringInfoString(bytes, member->text);
		else if (member->type == JENTRY_ISCONTAINER)
			member->write(bytes, tiled);
		end_part(&object, begin, member->type);
	}
}

/* The ASCII codes of all cells, row by row. */
static void
put_tiles(StringInfo bytes, const Tiled *tiled)
{
	const fr_map *map = &tiled->map;
	uint32 cells = map->width * map->height;
	Container array = begin_container(bytes, JB_FARRAY, cells);
	uint8 *row = palloc(map->width);

	for (uint32 i = 0; i < cells; i++)
	{
		int begin = bytes->len;

		CHECK_FOR_INTERRUPTS();
		if (i % map->width == 0)
			fr_map_unpack_codes(map, i, map->width, row);
		put_int(bytes, row[i % map->width]);
		end_part(&array, begin, JENTRY_ISNUMERIC);
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
	Container layers = begin_container(bytes, JB_FARRAY, 1);
	int begin = bytes->len;

	put_object(bytes, tiled, layer, lengthof(layer));
	end_part(&layers, begin, JENTRY_ISCONTAINER);
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
		NUMBER("tilecount", TILE_COLUMNS * TILE_ROWS),
		NUMBER("tilewidth", tiled->pixels),
		NUMBER("imagewidth", TILE_COLUMNS * tiled->pixels),
		NUMBER("tileheight", tiled->pixels),
		NUMBER("imageheight", TILE_ROWS * tiled->pixels),
	};
	Container tilesets = begin_container(bytes, JB_FARRAY, 1);
	int begin = bytes->len;

	put_object(bytes, tiled, tileset, lengthof(tileset));
	end_part(&tilesets, begin, JENTRY_ISCONTAINER);
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

/* gridmap_to_tiled(map, image, tile_size) */
PG_FUNCTION_INFO_V1(gridmap_to_tiled);
Datum
gridmap_to_tiled(PG_FUNCTION_ARGS)
{
	Tiled tiled = {gridmap_open(PG_GETARG_GRIDMAP(0)),
				   text_to_cstring(PG_GETARG_TEXT_PP(1)), PG_GETARG_INT32(2)};
	StringInfoData bytes;

	if (tiled.pixels < 1 || tiled.pixels > TILE_SIDE_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid tile size %d", tiled.pixels),
				 errdetail("A tile has from 1 to %d pixels a side.", TILE_SIDE_MAX)));
	fringe_limit_memory("gridmap_to_tiled",
						(Size) tiled.map.width * tiled.map.height * TILE_BYTES);
	begin_json(&bytes);
	put_tiled(&bytes, &tiled);
	return end_json(&bytes);
}
