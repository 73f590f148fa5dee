/*
 * table.c - errors of tables of numbers: JSON, CSV, ESRI ASCII grids
 */
#include "formats/formats.h"

void
table_report_row(const char *format, int64 row, int64 values, int64 width)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: row %lld has %lld values", format,
						   (long long) row, (long long) values),
					errdetail("The first row has %lld.", (long long) width)));
}

void
table_report_number(const char *format, const char *text, int length, fr_cell cell,
					const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: %s at row %d, column %d is not a number",
						   format, fringe_quote(text, length), cell.y, cell.x),
					errdetail("A value must be a number such as 7, 0.5 or 1e3, or null."),
					hint ? errhint("%s", hint) : 0));
}

void
table_report_empty(const char *format)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed %s: it has no rows", format),
					errhint("A map has at least one cell.")));
}
