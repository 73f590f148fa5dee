/*
 * result_rows.c - fast result rows of fixed size
 *
 * FROM collects a function's rows in a tuplestore in any case, so we fill the
 * tuplestore ourselves and save a call per row. Forming tuples would then dominate. If
 * all columns have a fixed size and none is null, one tuple serves all rows: its data
 * has the layout of a C struct with the same types, which the system catalogs rely on
 * too. bench/rows measures it.
 */
#include "pg/result_rows.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

/* The initial value of columns by reference, whose only type is interval. */
static const Interval no_interval = {0};

/*
 * Starts the function's result. Returns the struct of `size` bytes that the caller
 * fills in before each fringe_put_row.
 */
void *
fringe_begin_rows(FunctionCallInfo fcinfo, Rows *rows, Size size)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	Datum values[FRINGE_MAX_COLUMNS] = {0};
	bool nulls[FRINGE_MAX_COLUMNS] = {false};

	InitMaterializedSRF(fcinfo, 0);
	Assert(rsinfo->setDesc->natts <= FRINGE_MAX_COLUMNS);
	for (int i = 0; i < rsinfo->setDesc->natts; i++)
		if (!TupleDescAttr(rsinfo->setDesc, i)->attbyval)
			values[i] = PointerGetDatum(&no_interval);
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
