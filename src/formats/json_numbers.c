/*
 * json_numbers.c - maps from arrays of numbers in JSON
 */
#include "formats/formats.h"

#include "utils/builtins.h"
#include "utils/float.h"

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
			table_report_row("JSON", count, row->count, width);
		count++;
	}
	return width;
}

/* Advice for a string in place of a number, or NULL. */
static const char *
string_hint(const TreeNode *string)
{
	double number;

	if (number_parse(string->text, (int) string->count, &number))
		return "Write numbers without quotes, or read "
			   "gridmap_from_json(replace(value::text, '\"', ''), rule).";
	return string->count == 1 ? JSON_CODES : NULL;
}

static void
next_json_value(void *source, fr_cell cell, CellValue *value)
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

		if (!number_parse(digits.at, (int) digits.length, &value->number))
			table_report_number("JSON", digits.at, (int) digits.length, cell, NULL);
		if (element->kind == TREE_NUMERIC)
			pfree((char *) digits.at);
	}
	else if (element->kind == TREE_STRING)
		table_report_number("JSON", element->text, (int) element->count, cell,
							string_hint(element));
	else
	{
		const char *text = tree_quote(element);

		table_report_number("JSON", text, (int) strlen(text), cell, NULL);
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
	Rule rule;
	Gridmap *map;
	int64 width;
	int64 height = root->count;

	MemoryContextSwitchTo(outer);
	rule = rule_argument(fcinfo, 1, &rule_of_numbers);
	if (!tree_is_array(root))
		report_no_rows();
	if (root->count == 0)
		table_report_empty("JSON");
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
	map = rule_map(&rule, width, height, next_json_value, &numbers);
	MemoryContextDelete(reading->context);
	return map;
}

/* gridmap_from_json(numbers, rule, width) */
FRINGE_FUNCTION(gridmap_from_json)
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
FRINGE_FUNCTION(gridmap_from_json_text)
{
	MemoryContext outer;
	Reading reading;
	FileText file;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	file = file_text(PG_GETARG_TEXT_PP(0));
	while (file.next < file.end && isspace((unsigned char) *file.next))
		poll_at(file.next++);
	if (file.next == file.end || *file.next != '[')
		report_no_rows();
	outer = reading_begin(&reading, "JSON");
	PG_RETURN_POINTER(
		map_of_json(fcinfo, &reading, outer,
					tree_of_json(&reading, file.next, file.end - file.next)));
}
