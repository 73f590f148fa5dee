/*
 * starts.c - functions that sweep: from several starts, to goals that may be out of
 * reach, or for the fewest turns
 */
#include "pg/fringe.h"

#include <math.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"

/* A prepared sweep from the cells of an array. */
typedef struct StartsQuery
{
	PreparedSearch prepared;
	fr_query core;
	uint32 *starts;
	int count;
} StartsQuery;

/* Argument 0 is the map, 1 the array, `model` the model's number. */
static void
prepare_starts(FunctionCallInfo fcinfo, int model, StartsQuery *query)
{
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query->count);
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

/* Sweeps up to a bound; backward: to the cells of the array. */
static void
sweep_starts(const StartsQuery *query, uint64 bound, bool backward)
{
	fr_status status = fr_reach_from(&query->core, query->starts, query->count, bound,
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

/* Is cell n within the budget? Bounds of sweeps are rounded, so we compare its cost. */
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

/* fringe_reach from several starts. */
PG_FUNCTION_INFO_V1(fringe_reach_starts);
Datum
fringe_reach_starts(PG_FUNCTION_ARGS)
{
	Rows rows;
	ReachedRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ReachedRow));
	double budget = PG_GETARG_FLOAT8(2);
	StartsQuery query;

	check_budget(budget);
	prepare_starts(fcinfo, 3, &query);
	if (budget < 0)
		return (Datum) 0;
	sweep_starts(&query, fr_cost_bound(&query.core.grid->costs, budget), false);
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
	prepare_starts(fcinfo, 2, &query);
	if (budget < 0)
		return (Datum) 0;
	sweep_starts(&query, fr_cost_bound(&query.core.grid->costs, budget), false);
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

/* ---- fringe_field --------------------------------------------------------- */

static int
compare_cells(const void *a, const void *b, void *arg)
{
	uint32 x = *(const uint32 *) a;
	uint32 y = *(const uint32 *) b;

	return x < y ? -1 : x > y;
}

void
fringe_sort_indexes(uint32 *cells, int count)
{
	qsort_interruptible(cells, count, sizeof(uint32), compare_cells, NULL);
}

/* Goals are sorted, because among equally good steps their order decides. */
PG_FUNCTION_INFO_V1(fringe_field);
Datum
fringe_field(PG_FUNCTION_ARGS)
{
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2));
	Size length = VARSIZE_ANY_EXHDR(model);
	StartsQuery query;
	const fr_grid *grid;
	Gridfield *field;

	prepare_starts(fcinfo, 2, &query);
	grid = query.core.grid;
	fringe_sort_indexes(query.starts, query.count);
	sweep_starts(&query, grid->costs.limit, true);
	field = gridfield_allocate(fr_field_size(grid, length));
	fr_field_pack(grid, VARDATA_ANY(model), length, query.prepared.workspace,
				  field->packed, &fringe_poll);
	gridfield_seal(field);
	PG_RETURN_POINTER(field);
}

/* ---- a start and a goal ------------------------------------------------------ */

/* A prepared sweep for a pair of cells. */
typedef struct PairQuery
{
	PreparedSearch prepared;
	fr_query core;
	Arena arena;
} PairQuery;

/* Arguments are the map, start, goal and model. */
static void
prepare_pair(FunctionCallInfo fcinfo, PairQuery *query)
{
	const fr_grid *grid;

	query->prepared = fringe_prepare_sweep(PG_GETARG_DATUM(0),
										   PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	grid = query->prepared.grid;
	fringe_arena_init(&query->arena, CurrentMemoryContext, query->prepared.bytes);
	query->core = (fr_query){.grid = grid,
							 .method = &query->prepared.method,
							 .start = fringe_cell_index(grid, PG_GETARG_CELL(1)),
							 .goal = fringe_cell_index(grid, PG_GETARG_CELL(2)),
							 .arena = &query->arena.core};
}

PG_FUNCTION_INFO_V1(fringe_closest);
Datum
fringe_closest(PG_FUNCTION_ARGS)
{
	CallSite *site = fringe_call_site(fcinfo);
	bool nulls[4] = {true, true, true, true};
	Datum values[4] = {0};
	fr_closest closest;
	PairQuery query;
	const fr_grid *grid;
	fr_status status;

	prepare_pair(fcinfo, &query);
	grid = query.core.grid;
	status = fr_closest_to(&query.core, query.prepared.workspace, &fringe_poll, &closest);
	if (status != FR_OK)
		fringe_report_search(status);
	if (closest.found)
	{
		memset(nulls, false, sizeof nulls);
		values[0] = CellGetDatum(fr_grid_cell(grid, closest.cell));
		values[1] = Float8GetDatum(fr_cost_value(&grid->costs, closest.cost));
		values[2] = Float8GetDatum(fr_cost_value(&grid->costs, closest.remaining));
		values[3] = PointerGetDatum(gridpath_from_route(&closest.route));
	}
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(fringe_row_at(fcinfo, site), values, nulls)));
}

PG_FUNCTION_INFO_V1(fringe_fewest_turns);
Datum
fringe_fewest_turns(PG_FUNCTION_ARGS)
{
	PairQuery query;
	fr_route route;
	fr_status status;
	bool found;

	prepare_pair(fcinfo, &query);
	status = fr_fewest_turns(&query.core, query.prepared.workspace, &fringe_poll, &found,
							 &route);
	if (status != FR_OK)
		fringe_report_search(status);
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&route));
}
