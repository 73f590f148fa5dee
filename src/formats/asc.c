/*
 * asc.c - maps from ESRI ASCII grids, and such grids from layers and arrays of numbers
 *
 * Texts are read in passes: the first ones count rows and columns, the last one reads the values one
 * by one, so that a file of any size needs no more memory than its map. Rows and columns count from
 * 0, as in maps.
 */
#include "formats/formats.h"

#include <math.h>

#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"

/*
 *     ncols 4
 *     nrows 2
 *     xllcorner 350000       or xllcenter
 *     yllcorner 5800000      or yllcenter
 *     cellsize 0.5           GDAL also writes dx and dy, which must be equal
 *     NODATA_value -9999     may be missing: then it is -9999, as the format's owner says
 *     0 1 1 0                ...the values, the northern row first
 *
 * Lines have no meaning: values are separated by blanks.
 */

#define ASC "ASCII grid"

typedef enum AscKey
{
	ASC_NCOLS,
	ASC_NROWS,
	ASC_X_CORNER,
	ASC_Y_CORNER,
	ASC_X_CENTER,
	ASC_Y_CENTER,
	ASC_CELLSIZE,
	ASC_DX,
	ASC_DY,
	ASC_NODATA,
	ASC_KEYS
} AscKey;

static const char *const asc_keys[] = {
	"ncols",	 "nrows",	 "xllcorner", "yllcorner", "xllcenter",
	"yllcenter", "cellsize", "dx",		  "dy",		   "nodata_value"};

typedef struct AscGrid
{
	FileText text;
	double header[ASC_KEYS]; /* NaN: not given */
	bool nodata_given;
	int64 assumed; /* values that are NODATA_value, which was not given */
} AscGrid;

#define ASC_USUAL_NODATA (-9999)

/* Takes the next word; its length is 0 at the end. */
static int
take_word(FileText *text, const char **word)
{
	while (text->next < text->end && isspace((unsigned char) *text->next))
		poll_at(text->next++);
	*word = text->next;
	while (text->next < text->end && !isspace((unsigned char) *text->next))
		poll_at(text->next++);
	return (int) (text->next - *word);
}

static int
asc_key(const char *word, int length)
{
	for (int i = 0; i < ASC_KEYS; i++)
		if (length == (int) strlen(asc_keys[i]) &&
			pg_strncasecmp(word, asc_keys[i], length) == 0)
			return i;
	return -1;
}

#define ASC_COMMA_BYTES 64 /* of a word that advice depends on */
#define ASC_HEADER                                                                       \
	"A grid begins with lines such as \"ncols 4\", \"nrows 2\", \"xllcorner 0\", \"yllcorner 0\" and \"cellsize 1\"."

/* Raises the error that a line of the header is invalid. A NULL hint shows what a header looks like. */
static void
report_asc(const char *key, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed ASCII grid: invalid %s", key),
					errdetail("%s", detail), errhint("%s", hint ? hint : ASC_HEADER)));
}

/* Would the word be a number if its comma were a point? Only the beginning of the word counts. */
static const char *
asc_hint(const char *word, int length)
{
	char point[ASC_COMMA_BYTES + 1];
	int some = Min(length, ASC_COMMA_BYTES);
	char *comma;
	double number;

	memcpy(point, word, some);
	point[some] = '\0';
	comma = strchr(point, ',');
	if (!comma)
		return NULL;
	*comma = '.';
	return number_parse(point, some, &number)
			   ? "Write points, not commas, before decimals: replace(grid, ',', '.')."
			   : NULL;
}

/* A number with a decimal comma is the first value, not a key. */
static bool
is_asc_value(const char *word, int length)
{
	double number;

	return length == 0 || number_parse(word, length, &number) ||
		   asc_hint(word, length) != NULL;
}

static void
read_asc_header(AscGrid *grid)
{
	const char *word;
	int length;

	for (int i = 0; i < ASC_KEYS; i++)
		grid->header[i] = get_float8_nan();
	for (;;)
	{
		const char *begin = grid->text.next;
		int key;

		length = take_word(&grid->text, &word);
		if (is_asc_value(word, length))
		{
			grid->text.next = begin;
			break;
		}
		key = asc_key(word, length);
		if (key < 0)
			report_asc("header", psprintf("No key is %s.", fringe_quote(word, length)),
					   NULL);
		grid->nodata_given |= key == ASC_NODATA;
		length = take_word(&grid->text, &word);
		if (!number_parse(word, length, &grid->header[key]) ||
			(isnan(grid->header[key]) && (key != ASC_NODATA || length == 0)))
			report_asc(asc_keys[key],
					   psprintf("Expected a number, found %s.",
								length > 0 ? fringe_quote(word, length) : "the end"),
					   asc_hint(word, length));
	}
}

/*
 * The side of a cell; NaN if the header has none. A map has no sizes of cells, so cells must be
 * squares, unless the caller gives the sides to the model.
 */
static double
asc_cell_size(const AscGrid *grid)
{
	double size = grid->header[ASC_CELLSIZE];
	double dx = isnan(grid->header[ASC_DX]) ? size : grid->header[ASC_DX];
	double dy = isnan(grid->header[ASC_DY]) ? size : grid->header[ASC_DY];

	if (isnan(dx) && isnan(dy))
		return size;
	if (!(dx > 0) || !(dy > 0) || isinf(dx) || isinf(dy))
		report_asc(isnan(size) ? "dx or dy" : "cellsize", "It must be above 0.", NULL);
	if (dx != dy || (!isnan(size) && dx != size))
		ereport(
			ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("cells of the ASCII grid are not squares"),
			 errdetail("A cell is %s wide and %s high%s%s.", number_text(dx),
					   number_text(dy), isnan(size) ? "" : ", and cellsize is ",
					   isnan(size) ? "" : number_text(size)),
			 errhint(
				 "Resample the grid to square cells, for example with gdalwarp -tr. Or leave out the lines dx and dy, and give the sides to the model: octile(dx=..., dy=..., diagonal=...).")));
	return dx;
}

/* A side of the grid, by its key. */
static int64
asc_side(const AscGrid *grid, AscKey key)
{
	double side = grid->header[key];

	if (isnan(side))
		report_asc(asc_keys[key], "The key is missing.", NULL);
	if (side != rint(side) || side < 1 || side > FR_MAX_SIDE)
		report_asc(asc_keys[key],
				   psprintf("It is %s, but must be a whole number from 1 to %d.",
							number_text(side), FR_MAX_SIDE),
				   NULL);
	return (int64) side;
}

/* `word` is the first value that is too many; its length is 0 if values are missing. */
static void
report_asc_count(const AscGrid *grid, const char *word, int length)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					length > 0 ? errmsg("malformed ASCII grid: text after the last value")
							   : errmsg("malformed ASCII grid: it has too few values"),
					errdetail("By its header, it has %.0f rows of %.0f values%s%s.",
							  grid->header[ASC_NROWS], grid->header[ASC_NCOLS],
							  length > 0 ? ". Text that follows: " : "",
							  length > 0 ? fringe_quote(word, length) : ""),
					errhint("Correct ncols and nrows, or the values.")));
}

/* Is it a whole number that float4 may round? GDAL reads a grid of such numbers as int4. */
static bool
is_int4(double number)
{
	return number == rint(number) && fabs(number) <= PG_INT32_MAX;
}

/*
 * GDAL compares decimals as float4: programs write NODATA_value and the cells with different
 * numbers of digits.
 */
static bool
is_nodata(double number, double nodata)
{
	return number == nodata ||
		   (!(is_int4(number) && is_int4(nodata)) && (float) number == (float) nodata);
}

static void
next_asc_value(void *source, fr_cell cell, CellValue *value)
{
	AscGrid *grid = source;
	const char *word;
	int length = take_word(&grid->text, &word);

	if (length == 0)
		report_asc_count(grid, word, 0);
	if (!number_parse(word, length, &value->number))
		table_report_number(ASC, word, length, cell, asc_hint(word, length));
	if (!grid->nodata_given && value->number == ASC_USUAL_NODATA)
	{
		grid->assumed++;
		value->number = get_float8_nan();
	}
	if (is_nodata(value->number, grid->header[ASC_NODATA]))
		value->number = get_float8_nan();
}

/* gridmap_from_asc(grid, rule) */
FRINGE_FUNCTION(gridmap_from_asc)
{
	AscGrid grid = {0};
	Rule rule;
	Gridmap *map;
	int64 width;
	int64 height;
	const char *word;
	int length;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	grid.text = file_text(PG_GETARG_TEXT_PP(0));
	rule = rule_argument(fcinfo, 1, &rule_of_numbers);
	read_asc_header(&grid);
	width = asc_side(&grid, ASC_NCOLS);
	height = asc_side(&grid, ASC_NROWS);
	gridmap_check_size(width, height);
	asc_cell_size(&grid);
	if (grid.text.end - grid.text.next < width * height) /* before the map is allocated */
		report_asc_count(&grid, NULL, 0);
	map = rule_map(&rule, width, height, next_asc_value, &grid);
	length = take_word(&grid.text, &word);
	if (length > 0)
		report_asc_count(&grid, word, length);
	if (grid.assumed > 0 && fringe_may_notice())
		ereport(NOTICE,
				(errmsg("the value %d of the ASCII grid means that a number is missing",
						ASC_USUAL_NODATA),
				 errdetail_plural(
					 "The grid has no line \"NODATA_value\", and %lld such value.",
					 "The grid has no line \"NODATA_value\", and %lld such values.",
					 (unsigned long) grid.assumed, (long long) grid.assumed),
				 errhint("If it is a number, add the line \"NODATA_value nan\".")));
	PG_RETURN_POINTER(map);
}

/* The corner of the grid in the world, by the keys of its corner and of its centre. */
static double
asc_corner(const AscGrid *grid, AscKey corner, AscKey center, double cell_size)
{
	if (isnan(grid->header[corner]) && isnan(grid->header[center]))
		report_asc(asc_keys[corner], "The key is missing.", NULL);
	return isnan(grid->header[corner]) ? grid->header[center] - cell_size / 2
									   : grid->header[corner];
}

/* gridmap_asc_origin(grid): where cell (0,0) is in the world, for gridcell_at with y_up */
FRINGE_FUNCTION(gridmap_asc_origin)
{
	AscGrid grid = {.text = file_text(PG_GETARG_TEXT_PP(0))};
	double size;
	int64 height;

	read_asc_header(&grid);
	height = asc_side(&grid, ASC_NROWS);
	size = asc_cell_size(&grid);
	if (isnan(size))
		report_asc("cellsize", "The key is missing.", NULL);
	return world_row(fcinfo, asc_corner(&grid, ASC_X_CORNER, ASC_X_CENTER, size),
					 asc_corner(&grid, ASC_Y_CORNER, ASC_Y_CENTER, size) + height * size,
					 size);
}

/* ==== writing ============================================================ */

/* Numbers that are written row by row. */
typedef struct AscSource
{
	uint32 width;
	uint32 height;
	double *row; /* the row that was read last; NaN: the number is missing */
	uint32 next; /* the row to read next */
	fr_map map;	 /* of a layer: */
	fr_layer layer;
	fr_layer_scale scale;
	uint32 *stored;
	uint8 *codes;
	bool missing[256];	   /* by code: its cells have no number */
	const double *element; /* of an array: the next number; NULL: it is a layer */
	const uint8 *nulls;
	Size count; /* of elements so far */
} AscSource;

static void
read_layer_row(AscSource *source)
{
	Size first = (Size) source->next * source->width;

	fr_layer_unpack(&source->layer, first, source->width, source->stored);
	fr_map_unpack_codes(&source->map, first, source->width, source->codes);
	for (uint32 x = 0; x < source->width; x++)
		source->row[x] = source->missing[source->codes[x]]
							 ? get_float8_nan()
							 : fr_layer_number(&source->scale, source->stored[x]);
}

static void
read_array_row(AscSource *source)
{
	for (uint32 x = 0; x < source->width; x++, source->count++)
	{
		poll_at(source->row + x);
		if (source->nulls && !(source->nulls[source->count / 8] >> source->count % 8 & 1))
			source->row[x] = get_float8_nan();
		else
			source->row[x] = *source->element++;
		if (isinf(source->row[x]))
			ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
							errmsg("number of cell (%u,%u) is %s", x, source->next,
								   number_text(source->row[x])),
							errdetail("An ASCII grid has finite numbers.")));
	}
}

/* Reads the next row; false after the last one. */
static bool
next_asc_row(AscSource *source)
{
	CHECK_FOR_INTERRUPTS();
	if (source->next == source->height)
		return false;
	if (source->element)
		read_array_row(source);
	else
		read_layer_row(source);
	source->next++;
	return true;
}

#define NODATA_CHOICES 10

/* NODATA_value: -9999, or the first of -99999, -999999, ... that no number equals; NaN if all occur. */
static double
choose_nodata(AscSource source)
{
	double choices[NODATA_CHOICES] = {ASC_USUAL_NODATA};
	bool occurs[NODATA_CHOICES] = {false};

	for (int i = 1; i < NODATA_CHOICES; i++)
		choices[i] = choices[i - 1] * 10 - 9;
	while (next_asc_row(&source))
		for (uint32 x = 0; x < source.width; x++)
			if (unlikely(source.row[x] < ASC_USUAL_NODATA + 1))
				for (int i = 0; i < NODATA_CHOICES; i++)
					occurs[i] |= is_nodata(source.row[x], choices[i]);
	for (int i = 0; i < NODATA_CHOICES; i++)
		if (!occurs[i])
			return choices[i];
	return get_float8_nan();
}

#define ASC_NUMBER_BYTES                                                                 \
	32 /* more than the shortest form of a double, a blank and a NUL have */

/* The fewest digits that are this number. */
static void
put_asc_number(StringInfo text, double number)
{
	if (text->len + ASC_NUMBER_BYTES > text->maxlen)
	{
		fringe_limit_memory(ASC, Min(2 * (Size) text->maxlen, MaxAllocSize));
		enlargeStringInfo(text, ASC_NUMBER_BYTES);
	}
	if (isnan(number))
		appendStringInfoString(text, "nan");
	else
		text->len += double_to_shortest_decimal_bufn(number, text->data + text->len);
}

/* The grid whose cell (0,0) has its upper-left corner at the origin. */
static Datum
asc_text(AscSource *source, double origin_x, double origin_y, double cell_size)
{
	Geotransform corner = {
		{origin_x, origin_y - source->height * cell_size}, cell_size, cell_size, -1};
	double nodata;
	StringInfoData text;

	geotransform_check(&corner);
	source->row = palloc(source->width * sizeof(double));
	nodata = choose_nodata(*source);
	initStringInfo(&text);
	appendStringInfoSpaces(&text, VARHDRSZ);
	appendStringInfo(&text, "ncols %u\nnrows %u\nxllcorner ", source->width,
					 source->height);
	put_asc_number(&text, corner.origin.x);
	appendStringInfoString(&text, "\nyllcorner ");
	put_asc_number(&text, corner.origin.y);
	appendStringInfoString(&text, "\ncellsize ");
	put_asc_number(&text, cell_size);
	appendStringInfoString(&text, "\nNODATA_value ");
	put_asc_number(&text, nodata);
	appendStringInfoChar(&text, '\n');
	while (next_asc_row(source))
		for (uint32 x = 0; x < source->width; x++)
		{
			put_asc_number(&text, isnan(source->row[x]) ? nodata : source->row[x]);
			appendStringInfoCharMacro(&text, x + 1 < source->width ? ' ' : '\n');
		}
	SET_VARSIZE(text.data, text.len);
	return PointerGetDatum(text.data);
}

/* fringe_asc(numbers, origin_x, origin_y, cell_size) */
FRINGE_FUNCTION(fringe_asc)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	AscSource source = {0};

	if (ARR_NDIM(array) != 2)
		ereport(ERROR, (errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						errmsg("numbers must be a two-dimensional array")));
	source.width = (uint32) ARR_DIMS(array)[1];
	source.height = (uint32) ARR_DIMS(array)[0];
	source.element = (const double *) ARR_DATA_PTR(array);
	source.nulls = ARR_NULLBITMAP(array);
	return asc_text(&source, PG_GETARG_FLOAT8(1), PG_GETARG_FLOAT8(2),
					PG_GETARG_FLOAT8(3));
}

/* gridmap_to_asc(map, layer, origin_x, origin_y, cell_size, missing) */
FRINGE_FUNCTION(gridmap_to_asc)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	const text *name = PG_GETARG_TEXT_PP(1);
	const text *missing = PG_GETARG_TEXT_PP(5);
	AscSource source = {.width = map.width, .height = map.height, .map = map};

	for (Size i = 0; i < VARSIZE_ANY_EXHDR(missing); i++)
	{
		fringe_check_code(VARDATA_ANY(missing)[i]);
		source.missing[(uint8) VARDATA_ANY(missing)[i]] = true;
	}
	if (!fr_map_find_layer(&map, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name),
						   &source.layer))
		PG_RETURN_NULL();
	fr_layer_scale_of(&source.layer, &source.scale);
	source.stored = palloc(map.width * sizeof(uint32));
	source.codes = palloc(map.width);
	return asc_text(&source, PG_GETARG_FLOAT8(2), PG_GETARG_FLOAT8(3),
					PG_GETARG_FLOAT8(4));
}
