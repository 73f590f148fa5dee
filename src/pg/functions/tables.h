/*
 * tables.h - tables of numbers that maps are read from (internal)
 */
#ifndef FRINGE_TABLES_H
#define FRINGE_TABLES_H

#include "pg/functions/import.h"

/* A kind of table, and the range of its values. */
typedef struct Format
{
	const char *name;
	int64 smallest;
	int64 largest;
	const char *(*hint)(const char *text, int length); /* about no number, or NULL */
} Format;

int64 table_value(const Format *format, const char *text, int length, fr_cell cell);
void table_report_row(const Format *format, int64 row, int64 values, int64 width);

#endif /* FRINGE_TABLES_H */
