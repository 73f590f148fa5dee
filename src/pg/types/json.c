/*
 * json.c - cells, paths and maps as jsonb, and back
 *
 * A cell is [x, y], a path the array of its cells, a map the array of its rows, which the
 * array of its links follows if it has any. A path
 * has millions of cells, so jsonb is written as it is stored (utils/jsonb.h draws it):
 * the server's own builder takes some 500 bytes a cell, and cannot be cancelled.
 */
#include "pg/types/types.h"

#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/numeric.h"

/* ---- writing ------------------------------------------------------------- */

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
	JsonbParseState *state = NULL;
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
	list = JsonbValueToJsonb(pushJsonbValue(&state, WJB_END_ARRAY, NULL));
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

/* ---- reading ------------------------------------------------------------- */

static void
report_shape(const char *type, const char *expected)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("invalid jsonb for type %s", type),
					errdetail("Expected %s.", expected)));
}

/* Begins an array that comes next; returns its number of elements, -1 if it is none. */
static int
take_array(JsonbIterator **next)
{
	JsonbValue value;

	if (JsonbIteratorNext(next, &value, false) != WJB_BEGIN_ARRAY ||
		value.val.array.rawScalar)
		return -1;
	return value.val.array.nElems;
}

/* A whole number, however it was written, in the range of coordinates. */
static bool
take_int(JsonbIterator **next, int32 *number)
{
	JsonbValue value;
	Datum numeric;

	if (JsonbIteratorNext(next, &value, false) != WJB_ELEM || value.type != jbvNumeric)
		return false;
	numeric = NumericGetDatum(value.val.numeric);
	if (DatumGetInt32(DirectFunctionCall1(numeric_scale, numeric)) > 0)
		return false;
	*number = DatumGetInt32(DirectFunctionCall1(numeric_int4, numeric));
	return true;
}

static fr_cell
take_cell(JsonbIterator **next)
{
	JsonbValue end;
	fr_cell cell = {0, 0};

	if (take_array(next) != 2 || !take_int(next, &cell.x) || !take_int(next, &cell.y))
		report_shape("gridcell", "a cell [x, y] of two whole numbers");
	JsonbIteratorNext(next, &end, false);
	return cell;
}

PG_FUNCTION_INFO_V1(gridcell_from_jsonb);
Datum
gridcell_from_jsonb(PG_FUNCTION_ARGS)
{
	JsonbIterator *next = JsonbIteratorInit(&PG_GETARG_JSONB_P(0)->root);

	PG_RETURN_CELL(take_cell(&next));
}

PG_FUNCTION_INFO_V1(gridpath_from_jsonb);
Datum
gridpath_from_jsonb(PG_FUNCTION_ARGS)
{
	JsonbIterator *next = JsonbIteratorInit(&PG_GETARG_JSONB_P(0)->root);
	int count = take_array(&next);
	PathBuilder path;

	if (count < 0)
		report_shape("gridpath", "an array of cells [x, y]");
	fringe_path_begin(&path, count);
	for (int i = 0; i < count; i++)
		fringe_path_add(&path, take_cell(&next));
	PG_RETURN_POINTER(fringe_path_end(&path));
}

/* A string, which is a row of a map. */
static JsonbValue
take_row(JsonbIterator **next)
{
	JsonbValue row;

	JsonbIteratorNext(next, &row, true);
	if (row.type == jbvNull)
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("rows of a map must not be null")));
	if (row.type != jbvString)
		report_shape("gridmap", "an array of strings, the rows");
	return row;
}

static void
copy_row(const JsonbValue *row, uint32 y, uint32 width, uint8 *codes)
{
	fr_error error;

	if (fr_map_copy_row(row->val.string.val, row->val.string.len, width, y, codes,
						&error))
		fringe_report(&error, "gridmap", NULL);
}

/* Memory for the codes of a map whose first row is that long. */
static uint8 *
alloc_codes(uint32 width, int height)
{
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
	return fringe_alloc_huge((Size) width * height);
}

/* Adds the link that a string is. */
static void
take_link(const JsonbValue *value, const fr_map *map, LinkList *links)
{
	uint8 bytes[FR_LINK_BYTES];
	fr_link link;
	fr_error error;

	if (value->type != jbvString)
		report_shape("gridmap", "an array of strings, the links, after the rows");
	if (fr_link_parse(value->val.string.val, value->val.string.len, &link, &error))
		fringe_report(&error, "gridlink", NULL);
	fringe_check_inside(link.from, map->width, map->height);
	fringe_check_inside(link.to, map->width, map->height);
	fr_link_pack(&link, bytes);
	fringe_add_link(links, bytes);
}

/* The map with the links of an array of texts. */
static Gridmap *
linked_by(Gridmap *map, JsonbContainer *array)
{
	fr_map opened = gridmap_open(map);
	LinkList links = {0};

	for (uint32 i = 0; i < JsonContainerSize(array); i++)
	{
		CHECK_FOR_INTERRUPTS();
		take_link(getIthJsonbValueFromContainer(array, i), &opened, &links);
	}
	return gridmap_linked(map, &links);
}

/* The array of links behind the rows, or NULL. */
static JsonbContainer *
links_of(JsonbContainer *rows)
{
	JsonbValue *last;

	if (!JsonContainerIsArray(rows) || JsonContainerIsScalar(rows) ||
		JsonContainerSize(rows) < 2)
		return NULL;
	last = getIthJsonbValueFromContainer(rows, JsonContainerSize(rows) - 1);
	return last->type == jbvBinary && JsonContainerIsArray(last->val.binary.data)
			   ? last->val.binary.data
			   : NULL;
}

PG_FUNCTION_INFO_V1(gridmap_from_jsonb);
Datum
gridmap_from_jsonb(PG_FUNCTION_ARGS)
{
	JsonbContainer *root = &PG_GETARG_JSONB_P(0)->root;
	JsonbIterator *next = JsonbIteratorInit(root);
	JsonbContainer *links = links_of(root);
	int height = take_array(&next);
	JsonbValue row = {0};
	uint32 width;
	uint8 *codes;
	Gridmap *map;

	if (height < 0)
		report_shape("gridmap", "an array of strings, the rows");
	height -= links != NULL;
	if (height > 0)
		row = take_row(&next);
	width = height > 0 ? row.val.string.len : 1;
	codes = alloc_codes(width, height);
	for (int y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		copy_row(&row, y, width, codes + (Size) y * width);
		if (y + 1 < height)
			row = take_row(&next);
	}
	map = gridmap_from_codes(codes, width, height);
	PG_RETURN_POINTER(links ? linked_by(map, links) : map);
}
