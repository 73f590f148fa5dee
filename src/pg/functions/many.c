/*
 * many.c - functions that compute costs to many cells at once
 */
#include "pg/fringe.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* A prepared search with its query; matrices change the start. */
typedef struct ManyQuery
{
	PreparedSearch prepared;
	fr_query core;
} ManyQuery;

/* The cells of an array and the costs from a start to each of them. */
typedef struct CellList
{
	int count;
	Datum *cells;
	bool *nulls;
	size_t known;  /* number of cells that are not NULL */
	uint32 *index; /* their indexes */
	uint64 *costs; /* per element; FR_UNREACHED if NULL or out of reach */
} CellList;

/* ---- arguments --------------------------------------------------------- */

/* The model of argument n. */
static struct varlena *
model_of(FunctionCallInfo fcinfo, int n)
{
	return PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n));
}

/* Prepares a query; argument 0 is the map, `model` the model's number. */
static void
prepare_many_query(FunctionCallInfo fcinfo, int model, ManyQuery *query)
{
	query->prepared = fringe_prepare_sweep(fringe_call_site(fcinfo), PG_GETARG_DATUM(0),
										   model_of(fcinfo, model));
	query->core =
		(fr_query){.grid = query->prepared.grid, .method = &query->prepared.method};
}

/* The same with the start in argument 1. */
static void
prepare_from_start(FunctionCallInfo fcinfo, int model, ManyQuery *query)
{
	prepare_many_query(fcinfo, model, query);
	query->core.start = fringe_cell_index(query->core.grid, PG_GETARG_CELL(1));
}

static CellList
read_cells(ArrayType *array, const fr_grid *grid)
{
	CellList list = {0};

	deconstruct_array(array, ARR_ELEMTYPE(array), sizeof(int64), FLOAT8PASSBYVAL,
					  TYPALIGN_DOUBLE, &list.cells, &list.nulls, &list.count);
	list.index = fringe_alloc_huge((Size) list.count * sizeof(uint32));
	list.costs = fringe_alloc_huge((Size) list.count * sizeof(uint64));
	for (int i = 0; i < list.count; i++)
		if (!list.nulls[i])
			list.index[list.known++] =
				fringe_cell_index(grid, DatumGetCell(list.cells[i]));
	return list;
}

/* ---- rows -------------------------------------------------------------- */

static void
put_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static double
cost_value(const ManyQuery *query, uint64 cost)
{
	return fr_cost_value(&query->core.grid->costs, cost);
}

static Datum
cost_datum(const ManyQuery *query, uint64 cost)
{
	return cost == FR_UNREACHED ? (Datum) 0 : Float8GetDatum(cost_value(query, cost));
}

/* ---- fringe_costs, fringe_matrix --------------------------------------- */

/* Fills in the costs by position in the array; a NULL goal is FR_UNREACHED. */
static void
find_costs(const ManyQuery *query, const CellList *goals)
{
	size_t known = goals->known;
	fr_status status = fr_costs_to(&query->core, goals->index, known,
								   query->prepared.workspace, &fringe_poll, goals->costs);

	if (status != FR_OK)
		fringe_report_search(status);
	for (int i = goals->count - 1; i >= 0; i--)
		goals->costs[i] = goals->nulls[i] ? FR_UNREACHED : goals->costs[--known];
}

PG_FUNCTION_INFO_V1(fringe_costs);
Datum
fringe_costs(PG_FUNCTION_ARGS)
{
	ManyQuery query;
	CellList goals;

	InitMaterializedSRF(fcinfo, 0);
	prepare_from_start(fcinfo, 3, &query);
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(2), query.core.grid);
	find_costs(&query, &goals);
	for (int i = 0; i < goals.count; i++)
	{
		bool nulls[2] = {goals.nulls[i], goals.costs[i] == FR_UNREACHED};
		Datum values[2] = {goals.cells[i], cost_datum(&query, goals.costs[i])};

		put_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

/* The costs from element `start` of the list to all elements. */
static void
find_row(ManyQuery *query, const CellList *list, int start)
{
	if (list->nulls[start])
	{
		for (int i = 0; i < list->count; i++)
			list->costs[i] = FR_UNREACHED;
		return;
	}
	query->core.start =
		fringe_cell_index(query->core.grid, DatumGetCell(list->cells[start]));
	find_costs(query, list);
}

/* Argument 1 has the cells, which are starts and goals. */
static CellList
prepare_matrix(FunctionCallInfo fcinfo, ManyQuery *query)
{
	prepare_many_query(fcinfo, 2, query);
	return read_cells(PG_GETARG_ARRAYTYPE_P(1), query->core.grid);
}

PG_FUNCTION_INFO_V1(fringe_matrix);
Datum
fringe_matrix(PG_FUNCTION_ARGS)
{
	ManyQuery query;
	CellList list;

	InitMaterializedSRF(fcinfo, 0);
	list = prepare_matrix(fcinfo, &query);
	for (int start = 0; start < list.count; start++)
	{
		find_row(&query, &list, start);
		for (int i = 0; i < list.count; i++)
		{
			bool nulls[3] = {list.nulls[start], list.nulls[i],
							 list.costs[i] == FR_UNREACHED};
			Datum values[3] = {list.cells[start], list.cells[i],
							   cost_datum(&query, list.costs[i])};

			put_row(fcinfo, values, nulls);
		}
	}
	return (Datum) 0;
}

typedef struct TspRow
{
	int64 start_vid;
	int64 end_vid;
	float8 agg_cost;
} TspRow;

/* The same matrix with array subscripts as pgRouting's vertex numbers. */
PG_FUNCTION_INFO_V1(fringe_matrix_tsp);
Datum
fringe_matrix_tsp(PG_FUNCTION_ARGS)
{
	Rows rows;
	TspRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TspRow));
	ManyQuery query;
	CellList list = prepare_matrix(fcinfo, &query);

	for (int start = 0; start < list.count; start++)
	{
		find_row(&query, &list, start);
		for (int i = 0; i < list.count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (list.costs[i] == FR_UNREACHED)
				continue;
			*row = (TspRow){start + 1, i + 1, cost_value(&query, list.costs[i])};
			fringe_put_row(&rows);
		}
	}
	return (Datum) 0;
}

/* ---- fringe_nearest ---------------------------------------------------- */

typedef struct Near
{
	uint64 cost;
	uint32 index;
} Near;

/* Orders by cost, then as gridcell does. */
static int
compare_near(const void *a, const void *b, void *arg)
{
	const Near *x = a;
	const Near *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* The reached goals by increasing cost; duplicates stay. */
static size_t
sort_near(const CellList *goals, Near *near)
{
	size_t count = 0;

	for (size_t i = 0; i < goals->known; i++)
		if (goals->costs[i] != FR_UNREACHED)
			near[count++] = (Near){goals->costs[i], goals->index[i]};
	qsort_interruptible(near, count, sizeof(Near), compare_near, NULL);
	return count;
}

/* The path to a cell that the last sweep reached. */
static struct varlena *
route_to(ManyQuery *query, uint32_t goal)
{
	fr_query *core = &query->core;
	Arena arena;
	fr_route route;

	fringe_arena_init(&arena, CurrentMemoryContext);
	core->arena = &arena.core;
	route = fr_distance_route(core, goal, query->prepared.workspace, &fringe_poll);
	return gridpath_from_route(&route);
}

static void
put_near(FunctionCallInfo fcinfo, ManyQuery *query, int32 rank, const Near *near)
{
	bool nulls[4] = {false};
	Datum values[4] = {
		Int32GetDatum(rank), CellGetDatum(fr_grid_cell(query->core.grid, near->index)),
		cost_datum(query, near->cost), PointerGetDatum(route_to(query, near->index))};

	put_row(fcinfo, values, nulls);
}

/*
 * Returns the first k of the sorted goals without duplicates; frees the memory of each
 * row.
 */
static void
put_nearest(FunctionCallInfo fcinfo, ManyQuery *query, const Near *near, size_t count,
			int32 k)
{
	MemoryContext each =
		AllocSetContextCreate(CurrentMemoryContext, "fringe row", ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(each);
	int32 rank = 0;

	for (size_t i = 0; i < count && rank < k; i++)
	{
		if (i > 0 && near[i].index == near[i - 1].index)
			continue;
		put_near(fcinfo, query, ++rank, &near[i]);
		MemoryContextReset(each);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(each);
}

PG_FUNCTION_INFO_V1(fringe_nearest);
Datum
fringe_nearest(PG_FUNCTION_ARGS)
{
	int32 k = PG_GETARG_INT32(4);
	ManyQuery query;
	CellList goals;
	Near *near;
	size_t count;
	fr_status status;

	InitMaterializedSRF(fcinfo, 0);
	if (k < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of goals must not be negative")));
	prepare_from_start(fcinfo, 3, &query);
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(2), query.core.grid);
	status = fr_nearest(&query.core, goals.index, goals.known, k,
						query.prepared.workspace, &fringe_poll, goals.costs);
	if (status != FR_OK)
		fringe_report_search(status);
	near = fringe_alloc_huge(goals.known * sizeof(Near));
	count = sort_near(&goals, near);
	put_nearest(fcinfo, &query, near, count, k);
	return (Datum) 0;
}

/* ---- fringe_reach ------------------------------------------------------ */

/*
 * Sweeps to the budget or slightly beyond, because the bound is rounded; the caller
 * compares costs.
 */
static void
sweep_budget(const ManyQuery *query, double budget)
{
	fr_status status =
		fr_reach(&query->core, fr_cost_bound(&query->core.grid->costs, budget),
				 query->prepared.workspace, &fringe_poll);

	if (status != FR_OK)
		fringe_report_search(status);
}

typedef struct ReachRow
{
	int32 x;
	int32 y;
	float8 cost;
} ReachRow;

PG_FUNCTION_INFO_V1(fringe_reach);
Datum
fringe_reach(PG_FUNCTION_ARGS)
{
	Rows rows;
	ReachRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ReachRow));
	double budget = PG_GETARG_FLOAT8(2);
	ManyQuery query;
	const fr_grid *grid;

	if (isnan(budget))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("budget must not be NaN")));
	prepare_from_start(fcinfo, 3, &query);
	if (budget < 0)
		return (Datum) 0;
	grid = query.core.grid;
	sweep_budget(&query, budget);
	for (uint32 i = 0; i < grid->cells; i++)
	{
		uint64 cost = fr_distance(query.prepared.workspace, i);
		fr_cell cell = fr_grid_cell(grid, i);

		CHECK_FOR_INTERRUPTS();
		if (cost == FR_UNREACHED || cost_value(&query, cost) > budget)
			continue;
		*row = (ReachRow){cell.x, cell.y, cost_value(&query, cost)};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}

/* ---- components -------------------------------------------------------- */

PG_FUNCTION_INFO_V1(fringe_connected);
Datum
fringe_connected(PG_FUNCTION_ARGS)
{
	const fr_grid *grid = fringe_prepare_map(fringe_call_site(fcinfo), PG_GETARG_DATUM(0),
											 model_of(fcinfo, 3));
	uint32 a = fringe_cell_index(grid, PG_GETARG_CELL(1));
	uint32 b = fringe_cell_index(grid, PG_GETARG_CELL(2));

	PG_RETURN_BOOL(fr_grid_connected(grid, a, b));
}

/* Orders by decreasing size, then by first cell. */
static int
compare_components(const void *a, const void *b, void *arg)
{
	const fr_component *x = a;
	const fr_component *y = b;

	if (x->cells != y->cells)
		return x->cells > y->cells ? -1 : 1;
	return x->first < y->first ? -1 : 1;
}

typedef struct ComponentRow
{
	int32 component;
	int64 cells;
	Datum first;
} ComponentRow;

PG_FUNCTION_INFO_V1(fringe_components);
Datum
fringe_components(PG_FUNCTION_ARGS)
{
	Rows rows;
	ComponentRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ComponentRow));
	const fr_grid *grid = fringe_prepare_map(fringe_call_site(fcinfo), PG_GETARG_DATUM(0),
											 model_of(fcinfo, 1));
	uint32 count = grid->components.count;
	fr_component *list = fringe_alloc_huge(count * sizeof(fr_component));

	fr_component_list(grid, list, &fringe_poll);
	qsort_interruptible(list, count, sizeof(fr_component), compare_components, NULL);
	for (uint32 i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		*row = (ComponentRow){(int32) i + 1, list[i].cells,
							  CellGetDatum(fr_grid_cell(grid, list[i].first))};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}
