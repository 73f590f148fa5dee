/*
 * json_values.c - cells, paths and maps as json and jsonb, and from jsonb
 *
 * A cell is [x, y]. A path is the array of its cells. A map is the array of its rows, followed by
 * the array of its links if it has any, and an array of lines of text for each layer.
 */
#include "pg/functions/paths.h"
#include "pg/types/jsonb_writer.h"
#include "pg/types/types.h"

#include "catalog/pg_type.h"
#include "lib/stringinfo.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

/* The server's functions that make JSON find this by the cast. */
FRINGE_FUNCTION(gridcell_to_json)
{
	char text[FR_CELL_TEXT_MAX];
	size_t length = fr_cell_write(PG_GETARG_CELL(0), text);

	text[0] = '[';
	text[length - 1] = ']';
	PG_RETURN_TEXT_P(cstring_to_text_with_len(text, (int) length));
}

FRINGE_FUNCTION(gridcell_to_jsonb)
{
	StringInfoData bytes;

	jsonb_begin(&bytes);
	jsonb_put_cell(&bytes, PG_GETARG_CELL(0));
	return jsonb_end(&bytes);
}

static void
put_path_cell(void *context, uint64_t i, fr_cell cell)
{
	JsonbWriter *array = context;
	int begin = array->bytes->len;

	jsonb_put_cell(array->bytes, cell);
	jsonb_end_part(array, begin, JENTRY_ISCONTAINER);
}

#define LEAST_CELL 26 /* bytes of [0, 0] */

FRINGE_FUNCTION(gridpath_to_jsonb)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	const uint8 *packed = PATH_BYTES(path);
	Size size = PATH_SIZE(path);
	uint64 cells = fr_path_length(packed, size, &fringe_poll);
	StringInfoData bytes;
	JsonbWriter array;

	if (cells > JENTRY_OFFLENMASK / LEAST_CELL)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("path is too long for jsonb"),
				 errdetail("The path has %llu cells.", (unsigned long long) cells)));
	jsonb_begin(&bytes);
	array = jsonb_begin_container(&bytes, JB_FARRAY, (uint32) cells);
	fr_path_each_cell(packed, size, put_path_cell, &array, &fringe_poll);
	return jsonb_end(&bytes);
}

#define BUILT_LINK 600 /* bytes of a link's text, while the server builds an array */

/* Texts of links, which follow the rows. */
static void
put_links(JsonbWriter *array, const fr_map *map)
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
	jsonb_pad(array->bytes);
	appendBinaryStringInfo(array->bytes, (const char *) &list->root,
						   (int) (VARSIZE(list) - VARHDRSZ));
	jsonb_end_part(array, begin, JENTRY_ISCONTAINER);
}

/* The lines of a layer's text: its name, scale and offset, and its rows. */
static void
put_layer(JsonbWriter *array, const fr_map *map, int i)
{
	StringInfo bytes = array->bytes;
	int begin;
	int line;
	fr_layer layer;
	JsonbWriter lines;

	fr_map_layer(map, i, &layer);
	begin = bytes->len;
	jsonb_pad(bytes);
	lines = jsonb_begin_container(bytes, JB_FARRAY, map->height + 1);
	for (uint32 y = 0; y <= map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		line = bytes->len;
		enlargeStringInfo(
			bytes, (int) (y ? fr_layer_row_room(&layer, map->width) : FR_LAYER_LINE_MAX));
		bytes->len +=
			(int) (y ? fr_layer_write_row(&layer, map->width, y - 1, bytes->data + line)
					 : fr_layer_write_line(&layer, bytes->data + line));
		jsonb_end_part(&lines, line, JENTRY_ISSTRING);
	}
	jsonb_end_part(array, begin, JENTRY_ISCONTAINER);
}

FRINGE_FUNCTION(gridmap_to_jsonb)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	StringInfoData bytes;
	JsonbWriter array;

	jsonb_begin(&bytes);
	array = jsonb_begin_container(&bytes, JB_FARRAY,
								  map.height + (map.link_count > 0) + map.layer_count);
	enlargeStringInfo(&bytes, (int) (map.width * map.height));
	for (uint32 y = 0; y < map.height; y++)
	{
		int begin = bytes.len;

		CHECK_FOR_INTERRUPTS();
		fr_map_unpack_codes(&map, (size_t) y * map.width, map.width,
							(uint8 *) bytes.data + begin);
		bytes.len += (int) map.width;
		jsonb_end_part(&array, begin, JENTRY_ISSTRING);
	}
	if (map.link_count > 0)
		put_links(&array, &map);
	for (int i = 0; i < map.layer_count; i++)
		put_layer(&array, &map, i);
	return jsonb_end(&bytes);
}

/* ==== from jsonb ======================================================= */

/*
 * A string is read as the text of the value: to_jsonb makes one of a path and of a map.
 */

static void
report_shape(const char *type, const char *expected, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("invalid jsonb for type %s", type),
					errdetail("Expected %s.", expected), hint ? errhint("%s", hint) : 0));
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

/* The text that a jsonb is, if it is a string; otherwise NULL. */
static char *
text_of(Jsonb *json)
{
	const JsonbValue *value =
		JB_ROOT_IS_SCALAR(json) ? getIthJsonbValueFromContainer(&json->root, 0) : NULL;

	return value && value->type == jbvString
			   ? pnstrdup(value->val.string.val, value->val.string.len)
			   : NULL;
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
	if (DatumGetInt32(DirectFunctionCall1(numeric_min_scale, numeric)) > 0)
		return false;
	*number = DatumGetInt32(DirectFunctionCall1(numeric_int4, numeric));
	return true;
}

/* The next cell; false if it is null. */
static bool
take_cell_or_null(JsonbIterator **next, fr_cell *cell)
{
	JsonbValue value;
	JsonbIteratorToken token = JsonbIteratorNext(next, &value, false);
	fr_error error;

	if (token == WJB_ELEM && value.type == jbvNull)
		return false;
	if (token == WJB_ELEM && value.type == jbvString)
	{
		if (fr_cell_parse(value.val.string.val, value.val.string.len, cell, &error))
			fringe_report(&error, "gridcell", NULL);
		return true;
	}
	if (token != WJB_BEGIN_ARRAY || value.val.array.rawScalar ||
		value.val.array.nElems != 2 || !take_int(next, &cell->x) ||
		!take_int(next, &cell->y))
		report_shape("gridcell", "a cell [x, y] of two whole numbers", NULL);
	JsonbIteratorNext(next, &value, false);
	return true;
}

static fr_cell
take_cell(JsonbIterator **next)
{
	fr_cell cell = {0, 0};

	if (!take_cell_or_null(next, &cell))
		report_shape("gridcell", "a cell [x, y] of two whole numbers", NULL);
	return cell;
}

FRINGE_FUNCTION(gridcell_from_jsonb)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbIterator *next = JsonbIteratorInit(&json->root);
	char *text = text_of(json);

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridcell_in, CStringGetDatum(text)));
	PG_RETURN_CELL(take_cell(&next));
}

FRINGE_FUNCTION(gridcell_array_from_jsonb)
{
	JsonbIterator *next = JsonbIteratorInit(&PG_GETARG_JSONB_P(0)->root);
	int count = take_array(&next);
	Datum *cells;
	bool *nulls;

	if (count < 0)
		report_shape("gridcell[]", "an array of cells [x, y]", NULL);
	cells = palloc(count * sizeof(Datum));
	nulls = palloc(count * sizeof(bool));
	for (int i = 0; i < count; i++)
	{
		fr_cell cell = {0, 0};

		CHECK_FOR_INTERRUPTS();
		nulls[i] = !take_cell_or_null(&next, &cell);
		cells[i] = CellGetDatum(cell);
	}
	PG_RETURN_ARRAYTYPE_P(
		construct_md_array(cells, nulls, count > 0, &count, &(int){1},
						   get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid)),
						   sizeof(int64), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

FRINGE_FUNCTION(gridpath_from_jsonb)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbIterator *next = JsonbIteratorInit(&json->root);
	int count = take_array(&next);
	char *text = text_of(json);
	PathBuilder path;

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridpath_in, CStringGetDatum(text)));
	if (count < 0)
		report_shape("gridpath", "an array of cells [x, y]", NULL);
	fringe_path_begin(&path, count);
	for (int i = 0; i < count; i++)
		fringe_path_add(&path, take_cell(&next));
	PG_RETURN_POINTER(fringe_path_end(&path));
}

/* Advice for a row that is not a string, or NULL. */
static const char *
row_hint(const JsonbValue *row)
{
	JsonbContainer *array = row->type == jbvBinary ? row->val.binary.data : NULL;
	JsonbValue *first;

	if (row->type == jbvNumeric)
		return "gridmap_from_json(value, rule, width => 8) of the extension fringe_formats reads numbers without rows.";
	if (!array || !JsonContainerIsArray(array) || JsonContainerSize(array) == 0)
		return NULL;
	first = getIthJsonbValueFromContainer(array, 0);
	if (first->type == jbvNumeric)
		return "gridmap_from_json(value, rule) of the extension fringe_formats reads rows of numbers.";
	return first->type == jbvString && first->val.string.len == 1 ? JSON_CODES : NULL;
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
		report_shape("gridmap", "an array of strings, the rows", row_hint(&row));
	return row;
}

/* Adds the link that a string is. */
static void
take_link(const JsonbValue *value, const fr_map *map, LinkList *links)
{
	uint8 bytes[FR_LINK_BYTES];
	fr_link link;
	fr_error error;

	if (value->type != jbvString)
		report_shape("gridmap", "an array of strings, the links, after the rows", NULL);
	if (fr_link_parse(value->val.string.val, value->val.string.len, &link, &error))
		fringe_report(&error, "gridlink", NULL);
	fringe_check_inside(link.from, map->width, map->height);
	fringe_check_inside(link.to, map->width, map->height);
	fr_link_pack(&link, bytes);
	gridlink_add(links, bytes);
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

/* The array at place i, or NULL. */
static JsonbContainer *
array_at(JsonbContainer *root, uint32 i)
{
	const JsonbValue *value = getIthJsonbValueFromContainer(root, i);

	return value->type == jbvBinary && JsonContainerIsArray(value->val.binary.data)
			   ? value->val.binary.data
			   : NULL;
}

/* Is it an array whose first string begins a layer? */
static bool
is_layer(JsonbContainer *array)
{
	const JsonbValue *first =
		JsonContainerSize(array) > 0 ? getIthJsonbValueFromContainer(array, 0) : NULL;

	return first && first->type == jbvString &&
		   fr_layer_is_line(first->val.string.val, first->val.string.len);
}

/* The string of an element of a layer's array. */
static fr_span
layer_line(JsonbContainer *array, uint32 i)
{
	const JsonbValue *line = getIthJsonbValueFromContainer(array, i);

	if (line->type != jbvString)
		report_shape("gridmap", "an array of strings, the lines of a layer", NULL);
	return (fr_span){line->val.string.val, (size_t) line->val.string.len};
}

/* Adds the layer of which an array has the lines: see put_layer. */
static void
take_layer(JsonbContainer *array, const fr_map *map, LayerList *list)
{
	Size cells = (Size) map->width * map->height;
	fr_span line = layer_line(array, 0);
	int before = list->count;
	uint32 *stored;
	fr_layer layer;
	fr_error error;

	if (fr_layer_parse_line(line.at, line.length, &layer, &error))
		fringe_report(&error, "gridmap", NULL);
	if (JsonContainerSize(array) != map->height + 1)
		fringe_report(&(fr_error){.status = FR_LAYER_ROWS,
								  .found = (int64) JsonContainerSize(array) - 1,
								  .wanted = map->height},
					  "gridmap", NULL);
	stored = layer_list_alloc(list, cells * sizeof(uint32));
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		line = layer_line(array, y + 1);
		if (fr_layer_parse_row(line.at, line.length, map->width, y, &layer,
							   stored + (Size) y * map->width, &error))
			fringe_report(&error, "gridmap", NULL);
	}
	layer_list_put(list, layer, stored, cells);
	if (list->count == before)
		fringe_report(&(fr_error){.status = FR_LAYER_TWICE,
								  .at = layer.name,
								  .length = (size_t) layer.name_length},
					  "gridmap", NULL);
	layer_list_free(list, stored, cells * sizeof(uint32));
}

/* The map with the links and layers of the last `count` elements of an array. */
static Gridmap *
with_arrays(Gridmap *map, JsonbContainer *root, uint32 count)
{
	fr_map opened = gridmap_open(map);
	uint32 size = JsonContainerSize(root);
	LayerList layers = {0};

	for (uint32 i = size - count; i < size; i++)
	{
		JsonbContainer *array = array_at(root, i);

		if (is_layer(array))
			take_layer(array, &opened, &layers);
		else if (i > size - count)
			report_shape("gridmap", "links before layers", NULL);
		else
			map = linked_by(map, array);
	}
	return layers.count > 0 ? gridmap_layered(map, &layers) : map;
}

/* The number of arrays behind the rows: links, and layers. */
static uint32
count_arrays(JsonbContainer *root)
{
	uint32 size;
	uint32 count = 0;

	if (!JsonContainerIsArray(root) || JsonContainerIsScalar(root))
		return 0;
	size = JsonContainerSize(root);
	while (count + 1 < size && count <= FR_MAX_LAYERS && array_at(root, size - count - 1))
		count++;
	return count;
}

FRINGE_FUNCTION(gridmap_from_jsonb)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbContainer *root = &json->root;
	JsonbIterator *next = JsonbIteratorInit(root);
	uint32 arrays = count_arrays(root);
	int height = take_array(&next);
	char *text = text_of(json);
	fr_span *rows;
	uint32 width;
	uint8 *codes;
	Gridmap *map;

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridmap_in, CStringGetDatum(text)));
	if (height < 0)
		report_shape("gridmap", "an array of strings, the rows", NULL);
	height -= (int) arrays;
	gridmap_check_size(1, height);
	rows = palloc(height * sizeof *rows);
	for (int y = 0; y < height; y++)
	{
		JsonbValue row = take_row(&next);

		CHECK_FOR_INTERRUPTS();
		rows[y] = (fr_span){row.val.string.val, row.val.string.len};
	}
	codes = gridmap_codes_of_lines(rows, height, "json", &width);
	map = gridmap_from_codes(codes, width, height);
	PG_RETURN_POINTER(arrays > 0 ? with_arrays(map, root, arrays) : map);
}
