/*
 * other_routes.c - all best paths, and routes that are nearly as good: fringe_best_cells,
 * fringe_best_count, fringe_random_route and fringe_alternatives
 */
#include "pg/cache/search_context.h"
#include "pg/result_rows.h"

#include <math.h>

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/tuplestore.h"

/* ---- cells of best paths ---------------------------------------------------------- */

typedef struct BestCellRow
{
	Datum cell;
	float8 cost;
	float8 detour;
} BestCellRow;

/* The cells whose detour is at most `slack`. */
static void
put_best_cells(const fr_through *through, uint64 least, double slack, const Rows *rows,
			   BestCellRow *row)
{
	const fr_costs *costs = &through->grid->costs;

	for (uint32 n = 0; n < through->grid->cells; n++)
	{
		uint64 cost = fr_cost_through(through, n);

		CHECK_FOR_INTERRUPTS();
		if (cost == FR_UNREACHED)
			continue;
		row->detour = fr_cost_excess(costs, cost, least);
		if (row->detour > slack)
			continue;
		row->cell = CellGetDatum(fr_grid_cell(through->grid, n));
		row->cost = fr_cost_value(costs, fr_key_g(through->from_start[n]));
		fringe_put_row(rows);
	}
}

/* fringe_best_cells(map, start, goal, model, slack) */
FRINGE_FUNCTION(fringe_best_cells)
{
	Rows rows;
	BestCellRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(BestCellRow));
	double slack = PG_GETARG_FLOAT8(4);
	PairQuery query;
	const fr_costs *costs;
	fr_through through;
	fr_status status;
	uint64 least;
	uint64 bound;
	bool found;

	if (isnan(slack))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("slack must not be NaN")));
	search_context_pair(fcinfo, CONSUMER_BEST_CELLS, &query);
	costs = &query.context.grid->costs;
	status =
		fr_least_cost(&query.core, query.context.sweep, &fringe_poll, &found, &least);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	if (!found || slack < 0)
		return (Datum) 0;
	bound = fr_cost_bound(costs, fr_cost_value(costs, least) + slack);
	status = fr_sweep_through(&query.core, slack > 0 ? bound : least, query.context.sweep,
							  &fringe_poll, &through);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	put_best_cells(&through, least, slack, &rows, row);
	return (Datum) 0;
}

/* ---- their number, and a random one ------------------------------------------------ */

/* The digits of a number, which numeric_in reads: there is no other way to a large numeric. */
static Datum
numeric_from_count(const fr_count *count)
{
	char *text;
	char *to;

	if (count->groups == 0)
		return DirectFunctionCall1(int8_numeric, Int64GetDatum(0));
	text = fringe_alloc_huge(count->groups * FR_GROUP_DIGITS + 1);
	to = text + pg_ulltoa_n(count->group[count->groups - 1], text);
	for (Size i = count->groups - 1; i-- > 0; to += FR_GROUP_DIGITS)
	{
		uint64 group = count->group[i];

		for (int digit = FR_GROUP_DIGITS; digit-- > 0; group /= 10)
			to[digit] = '0' + (char) (group % 10);
	}
	*to = '\0';
	return DirectFunctionCall3(numeric_in, CStringGetDatum(text),
							   ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1));
}

FRINGE_FUNCTION(fringe_best_count)
{
	PairQuery query;
	fr_status status;
	fr_count count;

	search_context_pair(fcinfo, CONSUMER_BEST_COUNT, &query);
	status = fr_count_best_paths(&query.core, query.context.sweep, &fringe_poll, &count);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	PG_RETURN_DATUM(numeric_from_count(&count));
}

/* fringe_random_route(map, start, goal, model, seed) */
FRINGE_FUNCTION(fringe_random_route)
{
	PairQuery query;
	fr_status status;
	fr_route route;
	bool found;

	search_context_pair(fcinfo, CONSUMER_RANDOM_ROUTE, &query);
	status = fr_random_best_path(&query.core, (uint64) PG_GETARG_INT64(4),
								 query.context.sweep, &fringe_poll, &found, &route);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	if (!found)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&route));
}

/* ---- routes that go around something else ------------------------------------------ */

typedef struct AlternativeArguments
{
	int32 most;
	fr_alternatives_wanted wanted;
} AlternativeArguments;

/* Arguments 4 to 7: k, stretch, overlap, pillar. */
static AlternativeArguments
read_alternatives(FunctionCallInfo fcinfo)
{
	AlternativeArguments a = {.most = PG_GETARG_INT32(4)};
	int32 pillar = PG_GETARG_INT32(7);

	a.wanted.stretch = PG_GETARG_FLOAT8(5);
	a.wanted.overlap = PG_GETARG_FLOAT8(6);
	if (a.most < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of routes must not be negative")));
	if (!(a.wanted.stretch >= 1))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("stretch must be at least 1")));
	if (!(a.wanted.overlap >= 0 && a.wanted.overlap <= 1))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("overlap must be from 0 to 1")));
	if (pillar < 1)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("pillar must be positive"),
				 errdetail("Routes count as different if they pass an obstacle of at "
						   "least this many cells on different sides."),
				 errhint("pillar => 1 counts every obstacle.")));
	a.wanted.most = (uint32) a.most;
	a.wanted.pillar = (uint32) pillar;
	return a;
}

/* fringe_alternatives(map, start, goal, model, k, stretch, overlap, pillar) */
FRINGE_FUNCTION(fringe_alternatives)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	AlternativeArguments a = read_alternatives(fcinfo);
	fr_alternatives found;
	PairQuery query;
	fr_status status;
	double least;

	InitMaterializedSRF(fcinfo, 0);
	search_context_pair(fcinfo, CONSUMER_ALTERNATIVES, &query);
	if (a.most == 0)
		return (Datum) 0;
	status = fr_find_alternatives(&query.core, &a.wanted, query.context.sweep,
								  &fringe_poll, &found);
	search_context_count_sweep(&query.context);
	if (status != FR_OK)
		fringe_report_pair(status, &query.core);
	least =
		found.count > 0 ? fr_cost_value(&query.core.grid->costs, found.at[0].cost) : 0;
	for (Size i = 0; i < found.count; i++)
	{
		double cost = fr_cost_value(&query.core.grid->costs, found.at[i].cost);
		struct varlena *route = gridpath_from_route(&found.at[i].route);
		bool nulls[5] = {false};
		Datum values[5] = {Int32GetDatum((int32) i + 1), Float8GetDatum(cost),
						   Float8GetDatum(least > 0 ? cost / least : 1),
						   Float8GetDatum(found.at[i].shared), PointerGetDatum(route)};

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
		pfree(route);
	}
	return (Datum) 0;
}
