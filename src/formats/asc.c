/*
 * asc.c - maps from ESRI ASCII grids; asc_export.c writes them
 *
 * Texts are read in passes: the first ones count rows and columns, the last one reads the values one
 * by one, so that a file of any size needs no more memory than its map. Rows and columns count from
 * 0, as in maps.
 */
#include "formats/asc.h"

#include <math.h>

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

/* A word that begins like a number is the first value, which may be out of range, and not a key. */
static bool
is_asc_value(const char *word, int length)
{
	double number;
	int digit = length > 0 && (*word == '-' || *word == '+');

	digit += digit < length && word[digit] == '.';
	return length == 0 || number_parse(word, length, &number) ||
		   (digit < length && isdigit((unsigned char) word[digit])) ||
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
	if (asc_is_nodata(value->number, grid->header[ASC_NODATA]))
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
