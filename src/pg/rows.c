/*
 * rows.c - the rows of a function's result, made in place
 *
 * FROM puts a function's rows into a tuplestore whether they come one by one
 * or all at once, and one by one each costs a call more.  Most of the rest
 * would be forming tuples; so where columns have a fixed size and none is
 * null, one tuple serves for all: its data are laid out as a struct of the
 * same types is, which catalogs rely on too.  bench/rows measures it.
 */
#include "pg/fringe.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "utils/tuplestore.h"

/*
 * Makes the function return what fringe_put_row puts; the row is the struct of
 * `size` bytes to fill in before each.
 */
void *
fringe_begin_rows(FunctionCallInfo fcinfo, Rows *rows, Size size)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum values[FRINGE_MAX_COLUMNS] = {0};
	bool nulls[FRINGE_MAX_COLUMNS] = {false};

	InitMaterializedSRF(fcinfo, 0);
	Assert(rsinfo->setDesc->natts <= FRINGE_MAX_COLUMNS);
	rows->store = rsinfo->setResult;
	rows->tuple = heap_form_tuple(rsinfo->setDesc, values, nulls);
	Assert(MAXALIGN(rows->tuple->t_len) == rows->tuple->t_data->t_hoff + MAXALIGN(size));
	return GETSTRUCT(rows->tuple);
}

void
fringe_put_row(const Rows *rows)
{
	tuplestore_puttuple(rows->store, rows->tuple);
}
