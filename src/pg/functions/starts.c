/*
 * starts.c - sweeps from some cells, and the functions that return what is within a budget
 */
#include "pg/functions/starts.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/array.h"

#include "core/anyangle/anyangle.h"
#include "pg/result_rows.h"

/* The starts as indexes of cells, of a prepared sweep. */
static void
take_starts(const int64 *cells, StartsQuery *query)
{
	Size size = (Size) query->count * sizeof(uint32);

	query->costs = NULL;
	query->owners = NULL;
	query->core =
		(fr_query){.grid = query->context.grid, .method = query->context.method};
	fringe_check_memory(query->context.bytes + size);
	query->starts = fringe_alloc_huge(size);
	for (int i = 0; i < query->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		query->starts[i] =
			fringe_cell_index(query->core.grid, DatumGetCell(Int64GetDatum(cells[i])));
	}
}

/* Argument 0 is the map, `model` the model's number; `query` has the number of cells. */
void
starts_prepare(FunctionCallInfo fcinfo, int model, PrepareSweep prepare,
			   const int64 *cells, StartsQuery *query)
{
	query->context =
		prepare(PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model)));
	take_starts(cells, query);
}

/* Fails if the status is no success; says from where, if there is one start. */
static void
check_status(const StartsQuery *query, fr_status status)
{
	fr_query from = query->core;

	if (status == FR_OK)
		return;
	if (query->count != 1)
		fringe_report_search(status);
	from.start = query->starts[0];
	fringe_report_from(status, &from);
}

/* Sweeps up to a bound; backward: to the cells. */
void
starts_sweep(StartsQuery *query, uint64 bound, bool backward)
{
	check_status(query,
				 fr_reach_from(&query->core, (fr_cells){query->starts, query->count},
							   bound, backward, query->context.workspace, &fringe_poll));
	search_context_count_sweep(&query->context);
}

/* ---- a budget ------------------------------------------------------------ */

static void
check_budget(double budget)
{
	if (isnan(budget))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("budget must not be NaN")));
}

/* By straight lines, which take room of their own. */
static void
sweep_lines(StartsQuery *query, double budget)
{
	Size cells = query->core.grid->cells;
	Arena arena;
	fr_reaching reaching;

	fringe_arena_init(&arena, CurrentMemoryContext, query->context.bytes);
	query->core.arena = &arena.core;
	query->costs = arena.core.allocate(&arena, cells * sizeof(uint64));
	query->owners = arena.core.allocate(&arena, cells * sizeof(uint32));
	reaching = (fr_reaching){&query->core, query->starts, query->count,
							 budget,	   query->costs,  query->owners};
	check_status(query,
				 fr_anyangle_reach(&reaching, query->context.workspace, &fringe_poll));
	query->core.arena = NULL;
	search_context_count_sweep(&query->context);
}

/* Sweeps to the budget or slightly beyond, because the bound is rounded. */
static void
sweep_budget(StartsQuery *query, double budget)
{
	if (query->core.grid->costs.lengths)
		sweep_lines(query, budget);
	else
		starts_sweep(query, fr_cost_bound(&query->core.grid->costs, budget), false);
}

/* Is cell n within the budget? */
static bool
is_within(const StartsQuery *query, uint32 n, double budget, double *value)
{
	uint64 cost =
		query->costs ? query->costs[n] : fr_distance(query->context.workspace, n);

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

/* The cells within the budget of `count` starts. */
static Datum
put_reached(FunctionCallInfo fcinfo, const int64 *starts, int count)
{
	Rows rows;
	ReachedRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ReachedRow));
	double budget = PG_GETARG_FLOAT8(2);
	StartsQuery query = {.count = count};

	check_budget(budget);
	starts_prepare(fcinfo, 3, search_context_goals, starts, &query);
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
	int64 start = PG_GETARG_INT64(1);

	return put_reached(fcinfo, &start, 1);
}

PG_FUNCTION_INFO_V1(fringe_reach_starts);
Datum
fringe_reach_starts(PG_FUNCTION_ARGS)
{
	int count;
	const int64 *starts = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);

	return put_reached(fcinfo, starts, count);
}

typedef struct TerritoryRow
{
	Datum cell;
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
	const int64 *starts = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query.count);

	check_budget(budget);
	starts_prepare(fcinfo, 2, search_context_goals, starts, &query);
	if (budget < 0)
		return (Datum) 0;
	sweep_budget(&query, budget);
	if (query.costs == NULL)
	{
		fr_territory(&query.core, query.starts, query.count, query.context.workspace,
					 &fringe_poll);
		search_context_count_sweep(&query.context);
	}
	for (uint32 n = 0; n < query.core.grid->cells; n++)
		if (is_within(&query, n, budget, &row->cost))
		{
			row->cell = CellGetDatum(fr_grid_cell(query.core.grid, n));
			row->owner = (int32) (query.owners ? query.owners[n]
											   : fr_owner(query.context.workspace, n));
			fringe_put_row(&rows);
		}
	return (Datum) 0;
}
