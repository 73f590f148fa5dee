/*
 * from_json.c - cells, lists of cells, paths and maps that jsonb is read as: see json.c
 *
 * A string is read as the text of the value: to_jsonb makes one of a path and of a map.
 */
#include "pg/types/types.h"

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"
#include "utils/jsonb.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"

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
		report_shape("gridcell", "a cell [x, y] of two whole numbers");
	JsonbIteratorNext(next, &value, false);
	return true;
}

static fr_cell
take_cell(JsonbIterator **next)
{
	fr_cell cell = {0, 0};

	if (!take_cell_or_null(next, &cell))
		report_shape("gridcell", "a cell [x, y] of two whole numbers");
	return cell;
}

PG_FUNCTION_INFO_V1(gridcell_from_jsonb);
Datum
gridcell_from_jsonb(PG_FUNCTION_ARGS)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbIterator *next = JsonbIteratorInit(&json->root);
	char *text = text_of(json);

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridcell_in, CStringGetDatum(text)));
	PG_RETURN_CELL(take_cell(&next));
}

PG_FUNCTION_INFO_V1(gridcell_array_from_jsonb);
Datum
gridcell_array_from_jsonb(PG_FUNCTION_ARGS)
{
	JsonbIterator *next = JsonbIteratorInit(&PG_GETARG_JSONB_P(0)->root);
	int count = take_array(&next);
	Datum *cells;
	bool *nulls;

	if (count < 0)
		report_shape("gridcell[]", "an array of cells [x, y]");
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

PG_FUNCTION_INFO_V1(gridpath_from_jsonb);
Datum
gridpath_from_jsonb(PG_FUNCTION_ARGS)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbIterator *next = JsonbIteratorInit(&json->root);
	int count = take_array(&next);
	char *text = text_of(json);
	PathBuilder path;

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridpath_in, CStringGetDatum(text)));
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
	Jsonb *json = PG_GETARG_JSONB_P(0);
	JsonbContainer *root = &json->root;
	JsonbIterator *next = JsonbIteratorInit(root);
	JsonbContainer *links = links_of(root);
	int height = take_array(&next);
	char *text = text_of(json);
	JsonbValue row = {0};
	uint32 width;
	uint8 *codes;
	Gridmap *map;

	if (text)
		PG_RETURN_DATUM(DirectFunctionCall1(gridmap_in, CStringGetDatum(text)));
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
