/*
 * csv.c - maps from lines of numbers
 *
 * Texts are read in passes: the first ones count rows and columns, the last one reads the values one
 * by one, so that a file of any size needs no more memory than its map. Rows and columns count from
 * 0, as in maps.
 */
#include "formats/formats.h"

#include "utils/builtins.h"
#include "utils/float.h"

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
			poll_at(csv->line_end--);
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
		poll_at(field);
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
			table_report_row("CSV", rows, fields, *width);
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
		   number_parse(csv.field, csv_field_end(&csv, csv.field) - csv.field, &number) &&
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
		return "For lines of codes write replace(csv, ',', '')::gridmap.";
	return NULL;
}

/* ---- reading ---------------------------------------------------------- */

static void
next_csv_value(void *source, fr_cell cell, CellValue *value)
{
	Csv *csv = source;
	const char *end;

	if (cell.x == 0)
		take_csv_line(csv);
	end = csv_field_end(csv, csv->field);
	if (!number_parse(csv->field, end - csv->field, &value->number))
		table_report_number("CSV", csv->field, end - csv->field, cell,
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
FRINGE_FUNCTION(gridmap_from_csv)
{
	FileText file;
	Rule rule;
	Csv csv = {0};
	int64 width = 0;
	int64 height;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	file = file_text(PG_GETARG_TEXT_PP(0));
	read_delimiter(PG_GETARG_TEXT_PP(2), &csv);
	csv.next = file.next;
	csv.end = file.end;
	rule = rule_argument(fcinfo, 1, &rule_of_numbers);
	csv.drops_last = drops_last(csv);
	height = measure_csv(csv, &width);
	if (height == 0)
		table_report_empty("CSV");
	gridmap_check_size(width, height);
	PG_RETURN_POINTER(rule_map(&rule, width, height, next_csv_value, &csv));
}
