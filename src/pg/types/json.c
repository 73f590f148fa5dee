/*
 * json.c - cells, paths and maps as jsonb, cells as json too; from_json.c reads it
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

/* An array that is written element by element. */
typedef struct JsonArray
{
	StringInfoData bytes;
	int entries; /* where they are */
	int data;	 /* where the elements begin */
	uint32 done; /* elements */
} JsonArray;

static void
begin_array(JsonArray *array, uint32 count)
{
	Size size = count * sizeof(JEntry);

	begin_json(&array->bytes);
	put_word(&array->bytes, JB_FARRAY | count);
	array->entries = array->bytes.len;
	enlargeStringInfo(&array->bytes, (int) size);
	array->bytes.len += (int) size;
	array->data = array->bytes.len;
	array->done = 0;
}

/* All bytes since `begin` are the next element. */
static void
end_element(JsonArray *array, int begin, uint32 type)
{
	uint32 end = (uint32) (array->bytes.len - array->data);
	uint32 length = (uint32) (array->bytes.len - begin);

	if (end > JENTRY_OFFLENMASK)
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("value is too large for jsonb"),
						errdetail("An array of jsonb has at most %u bytes.",
								  JENTRY_OFFLENMASK)));
	set_word(&array->bytes, array->entries + (int) (array->done * sizeof(JEntry)),
			 type |
				 (array->done % JB_OFFSET_STRIDE == 0 ? JENTRY_HAS_OFF | end : length));
	array->done++;
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
	JsonArray *array = context;
	int begin = array->bytes.len;

	put_cell(&array->bytes, cell);
	end_element(array, begin, JENTRY_ISCONTAINER);
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
	JsonArray array;

	if (cells > JENTRY_OFFLENMASK / LEAST_CELL)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("path is too long for jsonb"),
				 errdetail("The path has %llu cells.", (unsigned long long) cells)));
	begin_array(&array, (uint32) cells);
	fr_path_each_cell(packed, size, put_path_cell, &array, &fringe_poll);
	return end_json(&array.bytes);
}

#define BUILT_LINK 600 /* bytes of a link's text, while the server builds an array */

/* Texts of links, which follow the rows. */
static void
put_links(JsonArray *array, const fr_map *map)
{
	JsonbInState state = {0};
	int begin = array->bytes.len;
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
	pad_to_int(&array->bytes);
	appendBinaryStringInfo(&array->bytes, (const char *) &list->root,
						   (int) (VARSIZE(list) - VARHDRSZ));
	end_element(array, begin, JENTRY_ISCONTAINER);
}

PG_FUNCTION_INFO_V1(gridmap_to_jsonb);
Datum
gridmap_to_jsonb(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	JsonArray array;

	begin_array(&array, map.height + (map.link_count > 0));
	enlargeStringInfo(&array.bytes, (int) (map.width * map.height));
	for (uint32 y = 0; y < map.height; y++)
	{
		int begin = array.bytes.len;

		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(&map, (size_t) y * map.width, map.width,
							(uint8 *) array.bytes.data + begin);
		array.bytes.len += (int) map.width;
		end_element(&array, begin, JENTRY_ISSTRING);
	}
	if (map.link_count > 0)
		put_links(&array, &map);
	return end_json(&array.bytes);
}

/* Bytes of a number in a jsonb that the server builds around it. */
#define BUILT_NUMBER 200

#define TILE_SIDE_MAX 4096 /* so that a picture of 16 x 8 tiles has sides of 16 bits */

/* gridmap_tile_size(pixels): what gridmap_to_tiled calls to check its argument */
PG_FUNCTION_INFO_V1(gridmap_tile_size);
Datum
gridmap_tile_size(PG_FUNCTION_ARGS)
{
	int32 pixels = PG_GETARG_INT32(0);

	if (pixels < 1 || pixels > TILE_SIDE_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid tile size %d", pixels),
				 errdetail("A tile has from 1 to %d pixels a side.", TILE_SIDE_MAX)));
	PG_RETURN_INT32(pixels);
}

/* The tiles of gridmap_to_tiled: the ASCII codes of all cells, row by row. */
PG_FUNCTION_INFO_V1(gridmap_tiles);
Datum
gridmap_tiles(PG_FUNCTION_ARGS)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	uint32 cells = map.width * map.height;
	uint8 *row = palloc(map.width);
	JsonArray array;

	fringe_limit_memory("gridmap_to_tiled", (Size) cells * BUILT_NUMBER);
	begin_array(&array, cells);
	for (uint32 i = 0; i < cells; i++)
	{
		int begin = array.bytes.len;

		CHECK_FOR_INTERRUPTS();
		if (i % map.width == 0)
			fr_map_unpack_codes(&map, i, map.width, row);
		put_int(&array.bytes, row[i % map.width]);
		end_element(&array, begin, JENTRY_ISNUMERIC);
	}
	return end_json(&array.bytes);
}
