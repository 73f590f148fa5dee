/*
 * reach.c - Dijkstra's algorithm from several cells: fringe_reach, fringe_territory,
 * fringe_surface and fields; from one cell: fringe_closest and fringe_fewest_turns
 */
#include "core/anyangle/anyangle.h"
#include "pg/functions/advance.h"
#include "pg/functions/numbers.h"
#include "pg/functions/paths.h"
#include "pg/cache/search_context.h"
#include "pg/result_rows.h"

#include <math.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"

/* Dijkstra's algorithm from the cells of an array, or to them. */
typedef struct SourcesQuery
{
	SearchContext context;
	fr_query core;
	uint32 *starts;
	int count;
	uint64 *costs; /* by cell, of straight lines; NULL: the workspace has them */
	uint32 *owners;
	Arena arena; /* of what the cells cost beforehand */
} SourcesQuery;

/* Reads the cells as indexes of the grid. */
static void
read_sources(const int64 *cells, SourcesQuery *query)
{
	Size size = (Size) query->count * sizeof(uint32);

	query->costs = NULL;
	query->owners = NULL;
	query->core =
		(fr_query){.grid = query->context.grid, .method = &query->context.plan->method};
	fringe_check_memory(query->context.bytes + size);
	query->starts = fringe_alloc_huge(size);
	for (int i = 0; i < query->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		query->starts[i] =
			fringe_cell_index(query->core.grid, DatumGetCell(Int64GetDatum(cells[i])));
	}
}

/* Argument 0 is the map, argument `model` the model. query->count is the number of cells. */
static void
prepare_sources(FunctionCallInfo fcinfo, Consumer consumer, int model, const int64 *cells,
				SourcesQuery *query)
{
	query->context = search_context_sweep(
		consumer, PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model)));
	read_sources(cells, query);
}

/* Reads what the cells cost beforehand from argument n. */
static void
read_advance(FunctionCallInfo fcinfo, int n, SourcesQuery *query)
{
	fringe_arena_init(&query->arena, CurrentMemoryContext,
					  query->context.bytes + (Size) query->count * sizeof(uint32));
	query->core.advance = fringe_read_advance(PG_GETARG_ARRAYTYPE_P(n), query->count,
											  NULL, &query->arena, &query->core.grid);
}

/* Fails unless the status is FR_OK. The error names the start if there is only one. */
static void
check_status(const SourcesQuery *query, fr_status status)
{
	fr_query from = query->core;

	if (status == FR_OK)
		return;
	if (query->count != 1)
		fringe_report_search(status);
	from.start = query->starts[0];
	fringe_report_from(status, &from);
}

/* Computes all costs up to a bound, from the cells or, backward, to them. */
static void
run_dijkstra(SourcesQuery *query, uint64 bound, bool backward)
{
	check_status(query,
				 fr_reach_from(&query->core, (fr_cells){query->starts, query->count},
							   bound, backward, query->context.sweep, &fringe_poll));
	search_context_count_sweep(&query->context);
}

/* ---- a budget --------------------------------------------------------- */

static void
check_budget(double budget)
{
	if (isnan(budget))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("budget must not be NaN")));
}

/* Computes costs and owners by straight lines, in memory besides the workspace: it has no place for them. */
static void
reach_by_lines(SourcesQuery *query, double budget)
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
	check_status(query, fr_anyangle_reach(&reaching, query->context.sweep, &fringe_poll));
	query->core.arena = NULL;
	search_context_count_sweep(&query->context);
}

/* Computes all costs up to the budget, or slightly above it because the bound is rounded. */
static void
reach_budget(SourcesQuery *query, double budget)
{
	if (query->core.grid->costs.lengths)
		reach_by_lines(query, budget);
	else
		run_dijkstra(query, fr_cost_bound(&query->core.grid->costs, budget), false);
}

/* Is cell n within the budget? */
static bool
is_within(const SourcesQuery *query, uint32 n, double budget, double *value)
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

/* The cells within the budget of `count` starts, which may have costs. */
static Datum
put_reached(FunctionCallInfo fcinfo, const int64 *starts, int count, bool costed)
{
	Rows rows;
	ReachedRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ReachedRow));
	double budget = PG_GETARG_FLOAT8(2);
	SourcesQuery query = {.count = count};

	check_budget(budget);
	prepare_sources(fcinfo, CONSUMER_REACH, 3, starts, &query);
	if (costed)
		read_advance(fcinfo, 4, &query);
	if (budget < 0)
		return (Datum) 0;
	reach_budget(&query, budget);
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

FRINGE_FUNCTION(fringe_reach)
{
	int64 start = PG_GETARG_INT64(1);

	return put_reached(fcinfo, &start, 1, false);
}

/* fringe_reach(map, starts, budget, model, costs) */
FRINGE_FUNCTION(fringe_reach_starts)
{
	int count;
	const int64 *starts = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);

	return put_reached(fcinfo, starts, count, true);
}

typedef struct TerritoryRow
{
	Datum cell;
	int32 owner;
	float8 cost;
} TerritoryRow;

/* fringe_territory(map, starts, model, budget, costs) */
FRINGE_FUNCTION(fringe_territory)
{
	Rows rows;
	TerritoryRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TerritoryRow));
	double budget = PG_GETARG_FLOAT8(3);
	SourcesQuery query;
	const int64 *starts = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query.count);

	check_budget(budget);
	prepare_sources(fcinfo, CONSUMER_TERRITORY, 2, starts, &query);
	query.core.owners = true;
	read_advance(fcinfo, 4, &query);
	if (budget < 0)
		return (Datum) 0;
	reach_budget(&query, budget);
	if (query.costs == NULL)
	{
		fr_voronoi_partition(&query.core, query.starts, query.count, query.context.sweep,
							 &fringe_poll);
		search_context_count_sweep(&query.context);
	}
	for (uint32 n = 0; n < query.core.grid->cells; n++)
		if (is_within(&query, n, budget, &row->cost))
		{
			row->cell = CellGetDatum(fr_grid_cell(query.core.grid, n));
			row->owner =
				(int32) (query.owners ? query.owners[n]
									  : fr_voronoi_owner(query.context.workspace, n));
			fringe_put_row(&rows);
		}
	return (Datum) 0;
}

/* ---- surfaces --------------------------------------------------------- */

/* fringe_surface(map, starts, model) */
FRINGE_FUNCTION(fringe_surface)
{
	SourcesQuery query;
	const int64 *starts = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query.count);
	const fr_grid *grid;
	NumberArray surface;
	Size reached = 0;
	double cost;

	prepare_sources(fcinfo, CONSUMER_SURFACE, 2, starts, &query);
	reach_budget(&query, INFINITY);
	grid = query.core.grid;
	for (uint32 n = 0; n < grid->cells; n++)
		reached += is_within(&query, n, INFINITY, &cost);
	surface =
		number_array_begin(grid->width, grid->height, reached,
						   query.context.bytes + (Size) query.count * sizeof(uint32));
	for (uint32 n = 0; n < grid->cells; n++)
		if (is_within(&query, n, INFINITY, &cost))
			number_array_put(&surface, cost);
		else
			number_array_put_null(&surface);
	PG_RETURN_ARRAYTYPE_P(surface.array);
}

/* ==== fields =========================================================== */

/*
 * The field of a query that has its sources. Without costs these are sorted, because among
 * equally good steps their order decides.
 */
static Datum
make_field(SourcesQuery *query, struct varlena *model)
{
	Size length = VARSIZE_ANY_EXHDR(model);
	const fr_grid *grid = query->core.grid;
	Gridfield *field;

	if (query->core.advance == NULL)
		fringe_sort_indexes(query->starts, query->count);
	run_dijkstra(query, grid->costs.limit, true);
	field = gridfield_allocate(
		fr_field_size(grid, length, query->context.workspace, &fringe_poll));
	fr_field_pack(grid, VARDATA_ANY(model), length, query->context.workspace,
				  field->packed, &fringe_poll);
	gridmap_seal(field);
	PG_RETURN_POINTER(field);
}

/* fringe_field(map, goals, model, costs) */
FRINGE_FUNCTION(fringe_field)
{
	SourcesQuery query;

	prepare_sources(fcinfo, CONSUMER_FIELD, 2,
					gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query.count), &query);
	read_advance(fcinfo, 3, &query);
	return make_field(&query, PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
}

/* fringe_field(map, goal, model) */
FRINGE_FUNCTION(fringe_field_goal)
{
	int64 goal = PG_GETARG_INT64(1);
	SourcesQuery query = {.count = 1};

	prepare_sources(fcinfo, CONSUMER_FIELD, 2, &goal, &query);
	return make_field(&query, PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
}

/* ---- reading ---------------------------------------------------------- */

/* The index of the cell in argument 1 of the field in argument 0. */
static uint32
open_at(FunctionCallInfo fcinfo, const OpenField **field)
{
	fr_cell cell = PG_GETARG_CELL(1);
	const fr_map *map;

	*field = cache_get_field(PG_GETARG_DATUM(0));
	map = &(*field)->view.terrain;
	fringe_check_inside(cell, map->width, map->height);
	return (uint32) cell.y * map->width + (uint32) cell.x;
}

static double
cost_at(const OpenField *field, uint32 n)
{
	return fr_cost_value(&field->view.costs, field->costs[n]);
}

/* The next cell from one that has a step; at a goal, the goal. */
static fr_cell
next_cell(const OpenField *field, uint32 n)
{
	uint32 width = field->view.terrain.width;
	uint32 next = fr_field_cell(&field->view, n);

	return (fr_cell){(int32_t) (next % width), (int32_t) (next / width)};
}

FRINGE_FUNCTION(gridfield_cost)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(cost_at(field, n));
}

FRINGE_FUNCTION(gridfield_step)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_CELL(next_cell(field, n));
}

FRINGE_FUNCTION(gridfield_route)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);
	Arena arena;
	fr_route route;

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	route = fr_field_route(&field->view, PG_GETARG_CELL(1), &arena.core, &fringe_poll);
	PG_RETURN_POINTER(gridpath_from_route(&route));
}

typedef struct FieldRow
{
	Datum cell;
	float8 cost;
	Datum next;
} FieldRow;

FRINGE_FUNCTION(gridfield_cells)
{
	Rows rows;
	FieldRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(FieldRow));
	const OpenField *field = cache_get_field(PG_GETARG_DATUM(0));
	const fr_map *map = &field->view.terrain;

	for (uint32 n = 0; n < map->width * map->height; n++)
	{
		fr_cell cell = {(int32) (n % map->width), (int32) (n / map->width)};

		CHECK_FOR_INTERRUPTS();
		if (field->costs[n] == FR_UNREACHED)
			continue;
		*row = (FieldRow){CellGetDatum(cell), cost_at(field, n),
						  CellGetDatum(next_cell(field, n))};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}

/* gridfield_numbers(field): the costs of all cells */
FRINGE_FUNCTION(gridfield_numbers)
{
	const OpenField *field = cache_get_field(PG_GETARG_DATUM(0));
	const fr_map *map = &field->view.terrain;
	uint32 cells = map->width * map->height;
	NumberArray numbers;
	Size reached = 0;

	for (uint32 n = 0; n < cells; n++)
	{
		CHECK_FOR_INTERRUPTS();
		reached += field->costs[n] != FR_UNREACHED;
	}
	numbers =
		number_array_begin(map->width, map->height, reached, cells * sizeof(uint64));
	for (uint32 n = 0; n < cells; n++)
	{
		CHECK_FOR_INTERRUPTS();
		if (field->costs[n] == FR_UNREACHED)
			number_array_put_null(&numbers);
		else
			number_array_put(&numbers, cost_at(field, n));
	}
	PG_RETURN_ARRAYTYPE_P(numbers.array);
}

/* ==== fringe_closest and fringe_fewest_turns: from a start to a goal ==== */

FRINGE_FUNCTION(fringe_closest)
{
	CallSite *site = fringe_call_site(fcinfo);
	bool nulls[4] = {true, true, true, true};
	Datum values[4] = {0};
	fr_closest closest;
	PairQuery query;
	const fr_grid *grid;
	fr_status status;

	search_context_pair(fcinfo, CONSUMER_CLOSEST, &query);
	grid = query.core.grid;
	status = fr_closest_to(&query.core, query.context.sweep, &fringe_poll, &closest);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
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

FRINGE_FUNCTION(fringe_fewest_turns)
{
	PairQuery query;
	fr_route route;
	fr_status status;
	bool found;

	search_context_pair(fcinfo, CONSUMER_FEWEST_TURNS, &query);
	status =
		fr_fewest_turns(&query.core, query.context.sweep, &fringe_poll, &found, &route);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&route));
}
