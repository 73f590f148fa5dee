/*
 * result_rows.h - result rows of fixed size
 */
#ifndef FRINGE_RESULT_ROWS_H
#define FRINGE_RESULT_ROWS_H

#include "pg/module.h"

#define FRINGE_MAX_COLUMNS 8

/* A set-returning function's result whose rows have the layout of one struct. */
typedef struct Rows
{
	struct Tuplestorestate *store;
	struct HeapTupleData *tuple;
} Rows;

extern void *fringe_begin_rows(FunctionCallInfo fcinfo, Rows *rows, Size size);
extern void fringe_put_row(const Rows *rows);

#endif /* FRINGE_RESULT_ROWS_H */
