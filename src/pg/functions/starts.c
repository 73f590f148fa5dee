/*
 * starts.c - sweeps from some cells, and the functions that return what is within a budget
 */
#include "pg/functions/starts.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/array.h"

#include "pg/rows.h"

/* Argument 0 is the map, `model` the model's number; the starts are given. */
static void
prepare_from(FunctionCallInfo fcinfo, int model, const int64 *cells, StartsQuery *query)
{
	Size size = (Size) query->count * sizeof(uint32);

	query->prepared = fringe_prepare_sweep(
		PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model)));
	query->core =
		(fr_query){.grid = query->prepared.grid, .method = &query->prepared.method};
	fringe_check_memory(query->prepared.bytes + size);
	query->starts = fringe_alloc_huge(size);
	for (int i = 0; i < query->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		query->starts[i] =
			fringe_cell_index(query->core.grid, DatumGetCell(Int64GetDatum(cells[i])));
	}
}

/* Argument 1 is the array of starts. */
void
starts_prepare(FunctionCallInfo fcinfo, int model, StartsQuery *query)
{
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query->count);

	prepare_from(fcinfo, model, cells, query);
}

/* Argument 1 is the only start. */
static void
prepare_start(FunctionCallInfo fcinfo, int model, StartsQuery *query)
{
	int64 cell = PG_GETARG_INT64(1);

	query->count = 1;
	prepare_from(fcinfo, model, &cell, query);
}

/* Sweeps up to a bound; backward: to the cells. */
void
starts_sweep(const StartsQuery *query, uint64 bound, bool backward)
{
	fr_status status =
		fr_reach_from(&query->core, (fr_cells){query->starts, query->count}, bound,
					  backward, query->prepared.workspace, &fringe_poll);

	if (status != FR_OK)
		fringe_report_search(status);
}

/* ---- a budget ------------------------------------------------------------ */

static void
check_budget(double budget)
{
	if (isnan(budget))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("budget must not be NaN")));
}

/* Sweeps to the budget or slightly beyond, because the bound is rounded. */
static void
sweep_budget(const StartsQuery *query, double budget)
{
	starts_sweep(query, fr_cost_bound(&query->core.grid->costs, budget), false);
}

/* Is cell n within the budget? */
static bool
is_within(const StartsQuery *query, uint32 n, double budget, double *value)
{
	uint64 cost = fr_distance(query->prepared.workspace, n);

	CHECK_FOR_INTERRUPTS();
	if (cost == FR_UNREACHED)
		return false;
	*value = fr_cost_value(&query->core.grid->costs, cost);
	return *value <= budget;
}

typedef struct ReachedRow
{
	int32 x;
	int32 y;
	float8 cost;
} ReachedRow;

typedef void (*PrepareStarts)(FunctionCallInfo fcinfo, int model, StartsQuery *query);

/* The cells within the budget. */
static Datum
put_reached(FunctionCallInfo fcinfo, PrepareStarts prepare)
{
	Rows rows;
	ReachedRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ReachedRow));
	double budget = PG_GETARG_FLOAT8(2);
	StartsQuery query;

	check_budget(budget);
	prepare(fcinfo, 3, &query);
	if (budget < 0)
		return (Datum) 0;
	sweep_budget(&query, budget);
	for (uint32 n = 0; n < query.core.grid->cells; n++)
		if (is_within(&query, n, budget, &row->cost))
		{
			fr_cell cell = fr_grid_cell(query.core.grid, n);

			row->x = cell.x;
			row->y = cell.y;
			fringe_put_row(&rows);
		}
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_reach);
Datum
fringe_reach(PG_FUNCTION_ARGS)
{
	return put_reached(fcinfo, prepare_start);
}

PG_FUNCTION_INFO_V1(fringe_reach_starts);
Datum
fringe_reach_starts(PG_FUNCTION_ARGS)
{
	return put_reached(fcinfo, starts_prepare);
}

typedef struct TerritoryRow
{
	int32 x;
	int32 y;
	int32 owner;
	float8 cost;
} TerritoryRow;

PG_FUNCTION_INFO_V1(fringe_territory);
Datum
fringe_territory(PG_FUNCTION_ARGS)
{
	Rows rows;
	TerritoryRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TerritoryRow));
	double budget = PG_GETARG_FLOAT8(3);
	StartsQuery query;

	check_budget(budget);
	starts_prepare(fcinfo, 2, &query);
	if (budget < 0)
		return (Datum) 0;
	sweep_budget(&query, budget);
	fr_territory(&query.core, query.starts, query.count, query.prepared.workspace,
				 &fringe_poll);
	for (uint32 n = 0; n < query.core.grid->cells; n++)
		if (is_within(&query, n, budget, &row->cost))
		{
			fr_cell cell = fr_grid_cell(query.core.grid, n);

			row->x = cell.x;
			row->y = cell.y;
			row->owner = (int32) fr_owner(query.prepared.workspace, n);
			fringe_put_row(&rows);
		}
	return (Datum) 0;
}
