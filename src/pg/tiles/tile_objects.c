/*
 * tile_objects.c - from positions in pixels to cells
 */
#include "pg/tiles/tiles.h"

#include <math.h>

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
