/*
 * import_tables.c - maps from tables of numbers: arrays, JSON, CSV, ESRI ASCII grids
 *
 * Texts are read in passes: the first ones count rows and columns, the last one reads the values one
 * by one, so that a file of any size needs no more memory than its map. Rows and columns count from
 * 0, as in maps.
 */
#include "pg/functions/imports.h"
#include "pg/tiles/tiles.h"

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/fmgrprotos.h"

/* ---- errors of all tables ----------------------------------------------- */

static void
report_row(const char *format, int64 row, int64 values, int64 width)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: row %lld has %lld values", format,
						   (long long) row, (long long) values),
					errdetail("The first row has %lld.", (long long) width)));
}

static void
report_number(const char *format, const char *text, int length, fr_cell cell,
			  const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: %s at row %d, column %d is not a number",
						   format, fringe_quote(text, length), cell.y, cell.x),
					errdetail("A value must be a number such as 7, 0.5 or 1e3, or null."),
					hint ? errhint("%s", hint) : 0));
}

static void
report_empty(const char *format)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: it has no rows", format),
					errhint("A map has at least one cell.")));
}

/* ==== arrays =========================================================== */

typedef struct ArrayNumbers
{
	const char *next;
	const uint8 *nulls; /* NULL: there are none */
	int64 count;		/* values taken */
} ArrayNumbers;

static void
next_array_value(void *source, fr_cell cell, ImportValue *value)
{
	ArrayNumbers *numbers = source;
	int64 at = numbers->count++;

	if (numbers->nulls && !(numbers->nulls[at / 8] & 1 << at % 8))
		return;
	memcpy(&value->number, numbers->next, sizeof(float8));
	numbers->next += sizeof(float8);
}

/* gridmap_from_numbers(float8[][], rule): a row of the array is a row of the map */
PG_FUNCTION_INFO_V1(gridmap_from_numbers);
Datum
gridmap_from_numbers(PG_FUNCTION_ARGS)
{
	ArrayType *array;
	ArrayNumbers numbers = {0};
	ImportRule rule;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	array = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(array) != 2)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("numbers must be a two-dimensional array"),
				 errdetail_plural("The array has %d dimension.",
								  "The array has %d dimensions.",
								  (unsigned long) ARR_NDIM(array), ARR_NDIM(array)),
				 errhint("gridmap_from_json(to_jsonb(numbers), rule, width) takes rows "
						 "one after the other.")));
	gridmap_check_size(ARR_DIMS(array)[1], ARR_DIMS(array)[0]);
	numbers.next = ARR_DATA_PTR(array);
	numbers.nulls = ARR_NULLBITMAP(array);
	rule = import_rule(fcinfo, 1);
	PG_RETURN_POINTER(import_values(&rule, ARR_DIMS(array)[1], ARR_DIMS(array)[0],
									next_array_value, &numbers));
}

/* ==== JSON ============================================================= */

#define JSON_ROWS "Write [[1, 2], [3, 4]], an array for each row."

/* The next values of an array of rows, or of one array without rows. */
typedef struct JsonNumbers
{
	const TreeNode *root;
	const TreeNode *row;  /* NULL: there are no rows */
	const TreeNode *next; /* value */
} JsonNumbers;

static void
report_json_row(int64 row, const TreeNode *value)
{
	bool number = value->kind == TREE_NUMBER || value->kind == TREE_NUMERIC;

	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed JSON: row %lld is not an array", (long long) row),
			 errdetail("It is %s.", tree_quote(value)),
			 number && row == 0
				 ? errhint("For values without rows, pass the number of columns: "
						   "gridmap_from_json(value, rule, width => 8).")
			 : value->kind == TREE_STRING
				 ? errhint("gridmap(value) makes a map of an array of rows of codes.")
				 : errhint(JSON_ROWS)));
}

/* Checks that all rows have as many values; returns how many these are. */
static int64
measure_json(const TreeNode *root)
{
	int64 width = tree_first(root)->count;
	int64 count = 0;

	tree_each(row, root)
	{
		if (!tree_is_array(row))
			report_json_row(count, row);
		if (row->count != width)
			report_row("JSON", count, row->count, width);
		count++;
	}
	return width;
}

/* Advice for a string in place of a number, or NULL. */
static const char *
string_hint(const TreeNode *string)
{
	double number;

	if (import_number(string->text, (int) string->count, &number))
		return "Write numbers without quotes, or read "
			   "gridmap_from_json(replace(value::text, '\"', ''), rule).";
	return string->count == 1 ? JSON_CODES : NULL;
}

static void
next_json_value(void *source, fr_cell cell, ImportValue *value)
{
	JsonNumbers *numbers = source;
	const TreeNode *array = numbers->row ? numbers->row : numbers->root;
	const TreeNode *element;

	if (numbers->row && cell.x == 0)
	{
		if (cell.y > 0)
			numbers->row = tree_next(numbers->root, numbers->row);
		array = numbers->row;
		numbers->next = tree_first(array);
	}
	element = numbers->next;
	numbers->next = tree_next(array, element);
	if (element->kind == TREE_NULL)
		return;
	if (element->kind == TREE_NUMBER || element->kind == TREE_NUMERIC)
	{
		fr_span digits = tree_digits(element);

		if (!import_number(digits.at, (int) digits.length, &value->number))
			report_number("JSON", digits.at, (int) digits.length, cell, NULL);
		if (element->kind == TREE_NUMERIC)
			pfree((char *) digits.at);
	}
	else if (element->kind == TREE_STRING)
		report_number("JSON", element->text, (int) element->count, cell,
					  string_hint(element));
	else
	{
		const char *text = tree_quote(element);

		report_number("JSON", text, (int) strlen(text), cell, NULL);
	}
}

static void
report_no_rows(void)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("malformed JSON: it is not an array of rows"), errhint(JSON_ROWS)));
}

/* Makes the map of a tree, in the context `outer`, and ends the reading. */
static Gridmap *
map_of_json(FunctionCallInfo fcinfo, Reading *reading, MemoryContext outer,
			const TreeNode *root)
{
	bool flat = !PG_ARGISNULL(2) && tree_first(root) && !tree_is_array(tree_first(root));
	JsonNumbers numbers = {.root = root};
	ImportRule rule;
	Gridmap *map;
	int64 width;
	int64 height = root->count;

	MemoryContextSwitchTo(outer);
	rule = import_rule(fcinfo, 1);
	if (!tree_is_array(root))
		report_no_rows();
	if (root->count == 0)
		report_empty("JSON");
	if (flat)
	{
		width = PG_GETARG_INT32(2);
		gridmap_check_size(width, 1);
		height = root->count / width;
		if (height * width != root->count)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("the values of the JSON do not fill rows of %lld",
								   (long long) width),
							errdetail("It has %u values.", root->count)));
		numbers.next = tree_first(root);
	}
	else
	{
		width = measure_json(root);
		if (!PG_ARGISNULL(2) && PG_GETARG_INT32(2) != width)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("the rows of the JSON have %lld values, not %d",
								   (long long) width, PG_GETARG_INT32(2))));
		numbers.row = tree_first(root);
	}
	gridmap_check_size(width, height);
	reading_check(reading, width * height);
	map = import_values(&rule, width, height, next_json_value, &numbers);
	MemoryContextDelete(reading->context);
	return map;
}

/* gridmap_from_json(numbers, rule, width) */
PG_FUNCTION_INFO_V1(gridmap_from_json);
Datum
gridmap_from_json(PG_FUNCTION_ARGS)
{
	MemoryContext outer;
	Reading reading;
	Jsonb *json;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	json = PG_GETARG_JSONB_P(0);
	outer = reading_begin(&reading, "JSON");
	PG_RETURN_POINTER(
		map_of_json(fcinfo, &reading, outer, tree_of_jsonb(&reading, &json->root)));
}

/* The same for the text of a file, which may begin with a byte-order mark. */
PG_FUNCTION_INFO_V1(gridmap_from_json_text);
Datum
gridmap_from_json_text(PG_FUNCTION_ARGS)
{
	MemoryContext outer;
	Reading reading;
	ImportText file;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	file = import_text(PG_GETARG_TEXT_PP(0));
	while (file.next < file.end && isspace((unsigned char) *file.next))
		import_poll_at(file.next++);
	if (file.next == file.end || *file.next != '[')
		report_no_rows();
	outer = reading_begin(&reading, "JSON");
	PG_RETURN_POINTER(
		map_of_json(fcinfo, &reading, outer,
					tree_of_json(&reading, file.next, file.end - file.next)));
}

/* ==== CSV ============================================================== */

/* The lines that are left, and the fields of the current line. */
typedef struct Csv
{
	const char *next;
	const char *end;
	const char *field;
	const char *line_end;
	const char *delimiter;
	int delimiter_length;
	bool drops_last; /* each line ends with a delimiter, as in Tiled's CSV */
} Csv;

/* Goes to the next line that is not empty. */
static bool
take_csv_line(Csv *csv)
{
	while (csv->next < csv->end)
	{
		const char *stop = memchr(csv->next, '\n', csv->end - csv->next);

		CHECK_FOR_INTERRUPTS();
		csv->field = csv->next;
		csv->line_end = stop ? stop : csv->end;
		csv->next = stop ? stop + 1 : csv->end;
		while (csv->line_end > csv->field &&
			   (csv->line_end[-1] == '\r' ||
				(csv->line_end[-1] == ' ' && *csv->delimiter != ' ')))
			import_poll_at(csv->line_end--);
		if (csv->line_end > csv->field)
			return true;
	}
	return false;
}

/* The end of the field at this place: a delimiter, or the end of the line. */
static const char *
csv_field_end(const Csv *csv, const char *field)
{
	for (; csv->line_end - field >= csv->delimiter_length; field++)
	{
		import_poll_at(field);
		if (memcmp(field, csv->delimiter, csv->delimiter_length) == 0)
			return field;
	}
	return csv->line_end;
}

/* The fields of the current line; *open: is the last one empty? */
static int64
count_csv_fields(const Csv *csv, bool *open)
{
	int64 count = 1;
	const char *end = csv->field;

	*open = false;
	while ((end = csv_field_end(csv, end)) < csv->line_end)
	{
		if (count++ % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		end += csv->delimiter_length;
		*open = end == csv->line_end;
	}
	return count;
}

/*
 * Does each line end with a delimiter, the last one perhaps not? Then no field follows it.
 */
static bool
drops_last(Csv csv)
{
	int64 lines = 0;
	int64 open_lines = 0;
	int64 first = 0;
	int64 last = 0;
	bool open = false;

	for (; take_csv_line(&csv); lines++)
	{
		last = count_csv_fields(&csv, &open);
		if (lines == 0)
			first = last;
		open_lines += open;
	}
	return open_lines > 0 && (open_lines == lines ||
							  (open_lines == lines - 1 && !open && last == first - 1));
}

/* Checks that all lines have as many fields; returns how many lines there are. */
static int64
measure_csv(Csv csv, int64 *width)
{
	int64 rows = 0;

	for (; take_csv_line(&csv); rows++)
	{
		bool open;
		int64 fields = count_csv_fields(&csv, &open);

		fields -= open && csv.drops_last;
		if (rows == 0)
		{
			gridmap_check_size(fields, 1);
			*width = fields;
		}
		else if (fields != *width)
			report_row("CSV", rows, fields, *width);
	}
	return rows;
}

/* ---- advice ----------------------------------------------------------- */

/* The character after a number, if it may be the delimiter; fallback NULL. */
static const char *
find_other_delimiter(const char *text, int length)
{
	const char *end = text + length;

	while (text < end && (isdigit((unsigned char) *text) || strchr("+-. ", *text)))
		text++;
	return text < end && *text != '\0' && strchr(",;|:\t", *text) ? text : NULL;
}

#define HINT_BYTES 64 /* bytes of a field that advice depends on */

/* Does the next line begin with a number? Then the first one may be a header. */
static bool
is_header(Csv csv)
{
	double number;

	return take_csv_line(&csv) &&
		   import_number(csv.field, csv_field_end(&csv, csv.field) - csv.field,
						 &number) &&
		   !isnan(number);
}

/* Advice for a field that is no number, or NULL. */
static const char *
csv_hint(const Csv *csv, const char *text, int length, int32 row)
{
	const char *delimiter = find_other_delimiter(text, Min(length, HINT_BYTES));

	if (delimiter && *delimiter == ',' && text + length < csv->line_end)
		return "Write points, not commas, before decimals.";
	if (delimiter && *delimiter == '\t')
		return "If a tab is the delimiter, write gridmap_from_csv(csv, rule, E'\\t').";
	if (delimiter)
		return psprintf(
			"If \"%c\" is the delimiter, write gridmap_from_csv(csv, rule, '%c').",
			*delimiter, *delimiter);
	if (row == 0 && is_header(*csv))
		return "If the first line is a header, leave it out: "
			   "substr(csv, strpos(csv, E'\\n') + 1).";
	if (length == 1)
		return "For lines of codes write gridmap(string_to_array(replace(csv, ',', ''), E'\\n')).";
	return NULL;
}

/* ---- reading ---------------------------------------------------------- */

static void
next_csv_value(void *source, fr_cell cell, ImportValue *value)
{
	Csv *csv = source;
	const char *end;

	if (cell.x == 0)
		take_csv_line(csv);
	end = csv_field_end(csv, csv->field);
	if (!import_number(csv->field, end - csv->field, &value->number))
		report_number("CSV", csv->field, end - csv->field, cell,
					  csv_hint(csv, csv->field, end - csv->field, cell.y));
	csv->field = Min(end + csv->delimiter_length, csv->line_end);
}

#define LONGEST_DELIMITER 8 /* bytes, so that the time to find it does not count */

static void
read_delimiter(const text *delimiter, Csv *csv)
{
	csv->delimiter = VARDATA_ANY(delimiter);
	csv->delimiter_length = VARSIZE_ANY_EXHDR(delimiter);
	if (csv->delimiter_length == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("delimiter must not be empty")));
	if (csv->delimiter_length > LONGEST_DELIMITER)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("delimiter %s is too long", fringe_quote_text(delimiter)),
				 errdetail("A delimiter has at most %d bytes.", LONGEST_DELIMITER),
				 errhint("Delimiters are single characters, such as ; or a tab.")));
}

/* gridmap_from_csv(csv, rule, delimiter) */
PG_FUNCTION_INFO_V1(gridmap_from_csv);
Datum
gridmap_from_csv(PG_FUNCTION_ARGS)
{
	ImportText file;
	ImportRule rule;
	Csv csv = {0};
	int64 width = 0;
	int64 height;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	file = import_text(PG_GETARG_TEXT_PP(0));
	read_delimiter(PG_GETARG_TEXT_PP(2), &csv);
	csv.next = file.next;
	csv.end = file.end;
	rule = import_rule(fcinfo, 1);
	csv.drops_last = drops_last(csv);
	height = measure_csv(csv, &width);
	if (height == 0)
		report_empty("CSV");
	gridmap_check_size(width, height);
	PG_RETURN_POINTER(import_values(&rule, width, height, next_csv_value, &csv));
}

/* ==== ESRI ASCII grids ================================================= */

/*
 *     ncols 4
 *     nrows 2
 *     xllcorner 350000       or xllcenter
 *     yllcorner 5800000      or yllcenter
 *     cellsize 0.5           GDAL also writes dx and dy, which must be equal
 *     NODATA_value -9999     may be missing
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
	ImportText text;
	double header[ASC_KEYS]; /* NaN: not given */
} AscGrid;

/* Takes the next word; its length is 0 at the end. */
static int
take_word(ImportText *text, const char **word)
{
	while (text->next < text->end && isspace((unsigned char) *text->next))
		import_poll_at(text->next++);
	*word = text->next;
	while (text->next < text->end && !isspace((unsigned char) *text->next))
		import_poll_at(text->next++);
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

/* The hint may be NULL. */
static void
report_asc(const char *key, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed ASCII grid: invalid %s", key),
					errdetail("%s", detail), errhint("%s", hint ? hint : ASC_HEADER)));
}

/* Is it a number but for a comma before its decimals? Only the beginning of a word counts. */
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
	return import_number(point, some, &number)
			   ? "Write points, not commas, before decimals: replace(grid, ',', '.')."
			   : NULL;
}

/* A number with a decimal comma is the first value, not a key. */
static bool
is_asc_value(const char *word, int length)
{
	double number;

	return length == 0 || import_number(word, length, &number) ||
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
		length = take_word(&grid->text, &word);
		if (!import_number(word, length, &grid->header[key]) ||
			(isnan(grid->header[key]) && (key != ASC_NODATA || length == 0)))
			report_asc(asc_keys[key],
					   psprintf("Expected a number, found %s.",
								length > 0 ? fringe_quote(word, length) : "the end"),
					   asc_hint(word, length));
	}
}

/*
 * The side of a cell; NaN if the header has none. A step has one cost per direction, so cells must
 * be squares.
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
			 errdetail("A cell is %s wide and %s high%s%s.", import_number_text(dx),
					   import_number_text(dy), isnan(size) ? "" : ", and cellsize is ",
					   isnan(size) ? "" : import_number_text(size)),
			 errhint(
				 "Resample the grid to square cells, for example with gdalwarp -tr.")));
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
							import_number_text(side), FR_MAX_SIDE),
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
next_asc_value(void *source, fr_cell cell, ImportValue *value)
{
	AscGrid *grid = source;
	const char *word;
	int length = take_word(&grid->text, &word);

	if (length == 0)
		report_asc_count(grid, word, 0);
	if (!import_number(word, length, &value->number))
		report_number(ASC, word, length, cell, asc_hint(word, length));
	if (is_nodata(value->number, grid->header[ASC_NODATA]))
		value->number = get_float8_nan();
}

/* gridmap_from_asc(grid, rule) */
PG_FUNCTION_INFO_V1(gridmap_from_asc);
Datum
gridmap_from_asc(PG_FUNCTION_ARGS)
{
	AscGrid grid;
	ImportRule rule;
	Gridmap *map;
	int64 width;
	int64 height;
	const char *word;
	int length;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	grid.text = import_text(PG_GETARG_TEXT_PP(0));
	rule = import_rule(fcinfo, 1);
	read_asc_header(&grid);
	width = asc_side(&grid, ASC_NCOLS);
	height = asc_side(&grid, ASC_NROWS);
	gridmap_check_size(width, height);
	asc_cell_size(&grid);
	if (grid.text.end - grid.text.next < width * height) /* before the map is allocated */
		report_asc_count(&grid, NULL, 0);
	map = import_values(&rule, width, height, next_asc_value, &grid);
	length = take_word(&grid.text, &word);
	if (length > 0)
		report_asc_count(&grid, word, length);
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
PG_FUNCTION_INFO_V1(gridmap_asc_origin);
Datum
gridmap_asc_origin(PG_FUNCTION_ARGS)
{
	AscGrid grid = {.text = import_text(PG_GETARG_TEXT_PP(0))};
	double size;
	int64 height;

	read_asc_header(&grid);
	height = asc_side(&grid, ASC_NROWS);
	size = asc_cell_size(&grid);
	if (isnan(size))
		report_asc("cellsize", "The key is missing.", NULL);
	return import_world(
		fcinfo, asc_corner(&grid, ASC_X_CORNER, ASC_X_CENTER, size),
		asc_corner(&grid, ASC_Y_CORNER, ASC_Y_CENTER, size) + height * size, size);
}
