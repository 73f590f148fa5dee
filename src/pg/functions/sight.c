/*
 * sight.c - which cells see each other, and cells near another one: fringe_sees,
 * fringe_view, fringe_exposure, fringe_approach and fringe_nearest_free
 */
#include "core/base/base.h"
#include "pg/cache/search_context.h"
#include "pg/functions/paths.h"
#include "pg/result_rows.h"

#include <math.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"

/* ---- arguments ------------------------------------------------------------------- */

/* Argument 0 is the map, argument `model` the model. */
static const fr_grid *
grid_of_sight(FunctionCallInfo fcinfo, Consumer consumer, int model)
{
	return cache_get_grid(consumer, PG_GETARG_DATUM(0),
						  PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model)));
}

/* Squares the distance in argument n. Returns false if it is negative: no cell is near. */
static bool
get_distance(FunctionCallInfo fcinfo, int n, const char *name, uint64 *square)
{
	double distance = PG_GETARG_FLOAT8(n);

	if (isnan(distance))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s must not be NaN", name)));
	if (distance < 0)
		return false;
	*square = fr_square_within(distance);
	return true;
}

/* ---- what sees what -------------------------------------------------------------- */

FRINGE_FUNCTION(fringe_sees)
{
	const fr_grid *grid = grid_of_sight(fcinfo, CONSUMER_SEES, 3);
	fr_cell a = PG_GETARG_CELL(1);
	fr_cell b = PG_GETARG_CELL(2);

	fringe_check_inside(a, grid->width, grid->height);
	fringe_check_inside(b, grid->width, grid->height);
	PG_RETURN_BOOL(fr_in_sight(grid, a, b, &fringe_poll));
}

/* The cells that some viewers may see: a rectangle, and a mark or a number for each cell. */
typedef struct SeenCells
{
	int32 left;
	int32 top;
	int32 right;
	int32 bottom;
	Size width;
	uint8 *marks;	 /* of fringe_view */
	uint32 *numbers; /* of fringe_exposure: how many viewers see the cell */
} SeenCells;

/* Extends the rectangle by the cells around a viewer, as far as it may see. */
static void
extend_to(SeenCells *seen, const fr_grid *grid, fr_cell at, uint64 within)
{
	int32 reach = within < FR_ANY_DISTANCE ? (int32) sqrt((double) within) : FR_MAX_SIDE;

	fringe_check_inside(at, grid->width, grid->height);
	seen->left = Min(seen->left, Max(at.x - reach, 0));
	seen->top = Min(seen->top, Max(at.y - reach, 0));
	seen->right = Max(seen->right, Min(at.x + reach, (int32) grid->width - 1));
	seen->bottom = Max(seen->bottom, Min(at.y + reach, (int32) grid->height - 1));
}

static Size
position_of(const SeenCells *seen, int32 x, int32 y)
{
	return (y - seen->top) * seen->width + (x - seen->left);
}

static void
mark_seen(void *context, int32 y, int32 first, int32 last)
{
	SeenCells *seen = context;

	memset(seen->marks + position_of(seen, first, y), 1, last - first + 1);
}

static void
count_seen(void *context, int32 y, int32 first, int32 last)
{
	SeenCells *seen = context;
	uint32 *row = seen->numbers + position_of(seen, first, y);

	for (int32 x = first; x <= last; x++)
		(*row++)++;
}

/* Scans what the viewers see. There is at least one. */
static SeenCells
scan_views(const fr_grid *grid, const int64 *viewers, int count, uint64 within,
		   bool numbers)
{
	SeenCells seen = {.left = (int32) grid->width, .top = (int32) grid->height};
	Size bytes;
	void *block;
	Arena arena;

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		extend_to(&seen, grid, DatumGetCell(Int64GetDatum(viewers[i])), within);
	}
	seen.width = seen.right - seen.left + 1;
	bytes = seen.width * (seen.bottom - seen.top + 1) *
			(numbers ? sizeof(uint32) : sizeof(uint8));
	fringe_arena_init(&arena, CurrentMemoryContext, cache_charged());
	block = arena.core.allocate(&arena, bytes);
	fr_fill(block, 0, bytes, &fringe_poll);
	if (numbers)
		seen.numbers = block;
	else
		seen.marks = block;
	for (int i = 0; i < count; i++)
	{
		fr_view view = {.grid = grid,
						.at = DatumGetCell(Int64GetDatum(viewers[i])),
						.within = within,
						.see = numbers ? count_seen : mark_seen,
						.context = &seen};

		CHECK_FOR_INTERRUPTS();
		fr_view_scan(&view, &arena.core, &fringe_poll);
	}
	return seen;
}

FRINGE_FUNCTION(fringe_view)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int64 viewer = PG_GETARG_INT64(1);
	const fr_grid *grid = grid_of_sight(fcinfo, CONSUMER_VIEW, 3);
	Datum value = (Datum) 0;
	bool null = false;
	uint64 within;
	SeenCells seen;
	Rows rows;
	int64 *row;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	fringe_check_inside(PG_GETARG_CELL(1), grid->width, grid->height);
	if (!get_distance(fcinfo, 2, "radius", &within))
		return (Datum) 0;
	seen = scan_views(grid, &viewer, 1, within, false);
	rows.store = rsinfo->setResult;
	rows.tuple = heap_form_tuple(rsinfo->setDesc, &value, &null);
	row = (int64 *) GETSTRUCT(rows.tuple);
	for (int32 y = seen.top; y <= seen.bottom; y++)
	{
		const uint8 *marks = seen.marks + position_of(&seen, seen.left, y);

		CHECK_FOR_INTERRUPTS();
		for (int32 x = seen.left; x <= seen.right; x++)
			if (*marks++)
			{
				*row = DatumGetInt64(CellGetDatum((fr_cell){x, y}));
				fringe_put_row(&rows);
			}
	}
	return (Datum) 0;
}

typedef struct ExposureRow
{
	Datum cell;
	int32 viewers;
} ExposureRow;

FRINGE_FUNCTION(fringe_exposure)
{
	Rows rows;
	ExposureRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ExposureRow));
	const fr_grid *grid = grid_of_sight(fcinfo, CONSUMER_EXPOSURE, 3);
	int count;
	const int64 *viewers = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);
	uint64 within;
	SeenCells seen;

	if (!get_distance(fcinfo, 2, "radius", &within) || count == 0)
		return (Datum) 0;
	seen = scan_views(grid, viewers, count, within, true);
	for (int32 y = seen.top; y <= seen.bottom; y++)
	{
		const uint32 *numbers = seen.numbers + position_of(&seen, seen.left, y);

		CHECK_FOR_INTERRUPTS();
		for (int32 x = seen.left; x <= seen.right; x++)
		{
			row->viewers = (int32) *numbers++;
			if (row->viewers > 0)
			{
				row->cell = CellGetDatum((fr_cell){x, y});
				fringe_put_row(&rows);
			}
		}
	}
	return (Datum) 0;
}

/* ---- cells near another one ------------------------------------------------------ */

FRINGE_FUNCTION(fringe_nearest_free)
{
	const fr_grid *grid = cache_get_grid(CONSUMER_NEAREST_FREE, PG_GETARG_DATUM(0),
										 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
	fr_cell at = PG_GETARG_CELL(1);
	uint32 nearest;

	fringe_check_inside(at, grid->width, grid->height);
	nearest = fr_nearest_passable(grid, at, &fringe_poll);
	if (nearest == UINT32_MAX)
		PG_RETURN_NULL();
	PG_RETURN_CELL(fr_grid_cell(grid, nearest));
}

/* fringe_approach(map, start, target, model, range, sight) */
FRINGE_FUNCTION(fringe_approach)
{
	CallSite *site = fringe_call_site(fcinfo);
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3));
	fr_approach approach = {.target = PG_GETARG_CELL(2), .in_sight = PG_GETARG_BOOL(5)};
	bool nulls[3] = {true, true, true};
	Datum values[3] = {0};
	SearchContext context;
	fr_query query;
	fr_closest found;
	fr_status status;
	Arena arena;

	context = search_context_sweep(approach.in_sight ? CONSUMER_APPROACH_SIGHT
													 : CONSUMER_APPROACH,
								   PG_GETARG_DATUM(0), model);
	fringe_arena_init(&arena, CurrentMemoryContext, context.bytes);
	query = (fr_query){.grid = context.grid,
					   .method = &context.plan->method,
					   .start = fringe_cell_index(context.grid, PG_GETARG_CELL(1)),
					   .arena = &arena.core};
	fringe_check_inside(approach.target, context.grid->width, context.grid->height);
	if (get_distance(fcinfo, 4, "range", &approach.within))
	{
		status = fr_approach_to(&query, &approach, context.sweep, &fringe_poll, &found);
		search_context_count_sweep(&context);
		if (status != FR_OK)
			fringe_report_from(status, &query);
		if (found.found)
		{
			memset(nulls, false, sizeof nulls);
			values[0] = CellGetDatum(fr_grid_cell(context.grid, found.cell));
			values[1] = Float8GetDatum(fr_cost_value(&context.grid->costs, found.cost));
			values[2] = PointerGetDatum(gridpath_from_route(&found.route));
		}
	}
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(fringe_row_at(fcinfo, site), values, nulls)));
}
