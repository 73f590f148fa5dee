/*
 * tile_grid.c - grids of tiles: positions in pixels and in the world, layers that are shifted
 */
#include "formats/formats.h"

#include <math.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"

#define FARTHEST 1e9 /* cells */

static int32
cell_coordinate(double value)
{
	if (!(fabs(value) <= FARTHEST))
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
						errmsg("an object is too far from its map"),
						errdetail("Its coordinate would be %g cells.", value)));
	return (int32) floor(value);
}

fr_cell
tile_cell(double x, double y)
{
	return (fr_cell){cell_coordinate(x), cell_coordinate(y)};
}

/* The cells whose centres are between two coordinates: a first one and how many. */
static void
covered(double low, double high, int32 *first, int32 *count)
{
	*first = cell_coordinate(low + 0.5);
	*count = cell_coordinate(high + 0.5) - *first;
	if (*count < 1)
	{
		*first = cell_coordinate((low + high) / 2);
		*count = 1;
	}
}

CellSpan
tile_span(double left, double top, double right, double bottom)
{
	CellSpan span;

	covered(left, right, &span.cell.x, &span.width);
	covered(top, bottom, &span.cell.y, &span.height);
	return span;
}

void
tile_shift(int32 *tiles, int64 width, int64 height, int64 right, int64 down, int32 empty)
{
	for (int64 i = 0; i < height && (right != 0 || down != 0); i++)
	{
		int64 y = down > 0 ? height - 1 - i : i; /* from rows that are still in place */
		int32 *row = tiles + y * width;
		bool inside = y - down >= 0 && y - down < height;
		int64 kept = inside ? Max(0, width - (right < 0 ? -right : right)) : 0;
		int64 from = Max(0, -right);
		int64 to = Max(0, right);

		CHECK_FOR_INTERRUPTS();
		if (kept > 0)
			memmove(row + to, row - down * width + from, kept * sizeof(int32));
		for (int64 x = 0; x < width; x++)
			if (kept == 0 || x < to || x >= to + kept)
				row[x] = empty;
	}
}

Datum
world_row(FunctionCallInfo fcinfo, double x, double y, double size)
{
	bool nulls[3] = {false};
	Datum values[3] = {Float8GetDatum(x), Float8GetDatum(y), Float8GetDatum(size)};
	TupleDesc row;

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "the function must return a row");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls));
}
