/*
 * csv.c - maps out of CSV, read as tables.c reads its tables
 */
#include "pg/functions/tables.h"

#include "miscadmin.h"
#include "utils/builtins.h"

/* ---- advice ------------------------------------------------------------ */

static bool
has_digits_only(const char *text, int length)
{
	while (length > 0 && strchr("+-. 0123456789", *text))
		text++, length--;
	return length == 0;
}

/* Does a number go before a character that may be the delimiter? NULL: no. */
static const char *
find_other_delimiter(const char *text, int length)
{
	const char *end = text + length;

	while (text < end && (isdigit((unsigned char) *text) || strchr("+- ", *text)))
		text++;
	return text < end && *text != '\0' && strchr(",;|:\t", *text) ? text : NULL;
}

#define LOOKED_AT 64 /* bytes of a field that advice depends on */

/* Advice for a CSV whose field is no number of the range; NULL: it is a number. */
static const char *
csv_hint(const char *text, int length)
{
	const char *delimiter;

	length = Min(length, LOOKED_AT);
	delimiter = find_other_delimiter(text, length);
	if (has_digits_only(text, length))
		return NULL;
	if (delimiter && *delimiter == '\t')
		return "If a tab is the delimiter, write gridmap_from_csv(csv, rule, E'\\t').";
	if (delimiter)
		return psprintf(
			"If \"%c\" is the delimiter, write gridmap_from_csv(csv, rule, '%c').",
			*delimiter, *delimiter);
	return "For lines of letters write gridmap(string_to_array(replace(csv, ',', ''), E'\\n')).";
}

static const Format csv_format = {"CSV", PG_INT32_MIN, PG_INT32_MAX, csv_hint};

/* ---- reading ----------------------------------------------------------- */

/* The lines that are still to be read, and the fields of the line at hand. */
typedef struct Csv
{
	const char *next;
	const char *end;
	const char *field;
	const char *line_end;
	const char *delimiter;
	int delimiter_length;
	uint32 width;
	fr_cell cell; /* the next one; its column is `width` where the next line is to come */
} Csv;

/* In loops from byte to byte: lines and fields may have hundreds of megabytes. */
static inline void
poll_at_byte(const char *at)
{
	if ((uintptr_t) at % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
}

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
		while (csv->line_end > csv->field && csv->line_end[-1] == '\r')
			poll_at_byte(csv->line_end--);
		if (csv->line_end > csv->field)
			return true;
	}
	return false;
}

/* The end of the field that begins there: a delimiter, or the end of the line. */
static const char *
csv_field_end(const Csv *csv, const char *field)
{
	for (; csv->line_end - field >= csv->delimiter_length; field++)
	{
		poll_at_byte(field);
		if (memcmp(field, csv->delimiter, csv->delimiter_length) == 0)
			return field;
	}
	return csv->line_end;
}

/* The fields of the line at hand. */
static int64
count_csv_fields(const Csv *csv)
{
	int64 count = 1;
	const char *end = csv->field;

	while ((end = csv_field_end(csv, end)) < csv->line_end)
	{
		if (count++ % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		end += csv->delimiter_length;
	}
	return count;
}

static int64
next_csv_value(void *source, int64 *colour)
{
	Csv *csv = source;
	const char *end;
	int64 value;

	if (csv->cell.x == (int32) csv->width)
	{
		take_csv_line(csv);
		csv->cell = (fr_cell){0, csv->cell.y + 1};
	}
	end = csv_field_end(csv, csv->field);
	value = table_value(&csv_format, csv->field, end - csv->field, csv->cell);
	csv->field = Min(end + csv->delimiter_length, csv->line_end);
	csv->cell.x++;
	return value;
}

/* Checks that all lines have as many fields; returns how many lines there are. */
static int64
measure_csv(Csv csv, uint32 *width)
{
	int64 rows = 0;

	for (; take_csv_line(&csv); rows++)
	{
		int64 fields = count_csv_fields(&csv);

		if (rows == 0)
		{
			import_check_size(fields, 1);
			*width = fields;
		}
		else if (fields != *width)
			table_report_row(&csv_format, rows, fields, *width);
	}
	return rows;
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
	const text *file;
	Rule rule;
	Csv csv = {0};
	int64 height;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	file = PG_GETARG_TEXT_PP(0);
	read_delimiter(PG_GETARG_TEXT_PP(2), &csv);
	csv.next = VARDATA_ANY(file);
	csv.end = csv.next + VARSIZE_ANY_EXHDR(file);
	rule = import_rule(fcinfo, 1);
	height = measure_csv(csv, &csv.width);
	import_check_size(csv.width, height);
	csv.cell = (fr_cell){(int32) csv.width, -1};
	PG_RETURN_POINTER(import_values(&rule, csv.width, height, next_csv_value, &csv));
}
