/*
 * pursuit.c - fringe_pursuit: a hunter that searches anew on every tick
 */
#include "pg/functions/single_pair.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

typedef struct Pursuit
{
	PathQuery query;
	MemoryContext each; /* for one tick */
	fr_cell hunter;
	int32 steps; /* per tick */
} Pursuit;

/* Searches from the hunter to the prey; returns the time in microseconds. */
static double
search_for(Pursuit *pursuit, fr_cell prey)
{
	PathQuery *query = &pursuit->query;

	MemoryContextReset(pursuit->each);
	fringe_arena_init(&query->arena, pursuit->each, query->context->bytes);
	query->core.start = fringe_cell_index(query->core.grid, pursuit->hunter);
	query->core.goal = fringe_cell_index(query->core.grid, prey);
	return fringe_timed_search(query);
}

/* Moves the hunter along the route that was found; true if it arrives. */
static bool
follow_route(Pursuit *pursuit)
{
	const fr_route *route = &pursuit->query.result.route;
	uint32 left = pursuit->steps;

	if (!pursuit->query.result.found)
		return false;
	for (size_t i = 0; i < route->count && left > 0; i++)
	{
		int direction = fr_run_direction(route->runs[i]);
		uint32 moves = Min(left, fr_run_moves(route->runs[i]));

		pursuit->hunter.x += fr_dx[direction] * (int32) moves;
		pursuit->hunter.y += fr_dy[direction] * (int32) moves;
		left -= moves;
	}
	return route->moves <= pursuit->steps;
}

/* Searches, moves and writes a row; true if the prey is caught. */
static bool
run_tick(Pursuit *pursuit, ReturnSetInfo *rsinfo, int32 tick, fr_cell prey)
{
	const fr_result *r = &pursuit->query.result;
	fr_cell from = pursuit->hunter;
	double microseconds = search_for(pursuit, prey);
	bool caught = follow_route(pursuit);
	double cost = fr_cost_value(&pursuit->query.core.grid->costs, r->cost);
	bool nulls[8] = {false, false, false, !r->found};
	Datum values[8] = {
		Int32GetDatum(tick),		  CellGetDatum(from),
		CellGetDatum(prey),			  r->found ? Float8GetDatum(cost) : (Datum) 0,
		Int64GetDatum(r->visited),	  Int64GetDatum(r->expanded),
		Float8GetDatum(microseconds), BoolGetDatum(caught)};

	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	return caught;
}

/* fringe_pursuit(map, hunter, prey cells, model, method, steps) */
PG_FUNCTION_INFO_V1(fringe_pursuit);
Datum
fringe_pursuit(PG_FUNCTION_ARGS)
{
	Pursuit pursuit = {.hunter = PG_GETARG_CELL(1), .steps = PG_GETARG_INT32(5)};
	int count;
	const int64 *prey = gridcell_elements(PG_GETARG_ARRAYTYPE_P(2), &count);
	bool caught = false;

	if (pursuit.steps < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("steps per tick must be positive")));
	InitMaterializedSRF(fcinfo, 0);
	fringe_prepare_query(fcinfo, &pursuit.query, false);
	fringe_refuse_lines(pursuit.query.core.grid);
	fringe_refuse_links(pursuit.query.core.grid);
	pursuit.query.core.wants_route = true;
	pursuit.each = AllocSetContextCreate(CurrentMemoryContext, "fringe pursuit",
										 ALLOCSET_DEFAULT_SIZES);
	for (int tick = 0; tick < count && !caught; tick++)
		caught = run_tick(&pursuit, (ReturnSetInfo *) fcinfo->resultinfo, tick,
						  DatumGetCell(Int64GetDatum(prey[tick])));
	return (Datum) 0;
}
