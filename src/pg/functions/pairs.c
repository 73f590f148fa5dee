/*
 * pairs.c - functions that sweep from a start to a goal: one that may be out of reach, or
 * with the fewest turns
 */
#include "pg/cache/search_context.h"

#include "access/htup_details.h"
#include "funcapi.h"

/* A prepared sweep for a pair of cells. */
typedef struct PairQuery
{
	SearchContext context;
	fr_query core;
	Arena arena;
} PairQuery;

/* Arguments are the map, start, goal and model. */
static void
prepare_pair(FunctionCallInfo fcinfo, PairQuery *query)
{
	const fr_grid *grid;

	query->context = search_context_sweep(PG_GETARG_DATUM(0),
										  PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	grid = query->context.grid;
	fringe_arena_init(&query->arena, CurrentMemoryContext, query->context.bytes);
	query->core = (fr_query){.grid = grid,
							 .method = query->context.method,
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
	status = fr_closest_to(&query.core, query.context.workspace, &fringe_poll, &closest);
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

PG_FUNCTION_INFO_V1(fringe_fewest_turns);
Datum
fringe_fewest_turns(PG_FUNCTION_ARGS)
{
	PairQuery query;
	fr_route route;
	fr_status status;
	bool found;

	prepare_pair(fcinfo, &query);
	fringe_refuse_links(query.core.grid);
	status = fr_fewest_turns(&query.core, query.context.workspace, &fringe_poll, &found,
							 &route);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&route));
}
