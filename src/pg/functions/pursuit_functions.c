/*
 * pursuit_functions.c - fringe_pursuit and fringe_chase
 */
#include "pg/functions/single_pair.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* ==== fringe_pursuit: one hunter, which searches again on every tick ==== */

typedef struct Pursuit
{
	PathQuery query;
	MemoryContext tick_context;
	fr_cell hunter;
	int32 steps; /* per tick */
} Pursuit;

/* Searches from the hunter to the prey; returns the time in microseconds. */
static double
search_for(Pursuit *pursuit, fr_cell prey)
{
	PathQuery *query = &pursuit->query;

	MemoryContextReset(pursuit->tick_context);
	fringe_arena_init(&query->arena, pursuit->tick_context, query->context->bytes);
	query->core.start = fringe_cell_index(query->core.grid, pursuit->hunter);
	query->core.goal = fringe_cell_index(query->core.grid, prey);
	return path_query_timed(query);
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
FRINGE_FUNCTION(fringe_pursuit)
{
	Pursuit pursuit = {.hunter = PG_GETARG_CELL(1), .steps = PG_GETARG_INT32(5)};
	int count;
	const int64 *prey = gridcell_elements(PG_GETARG_ARRAYTYPE_P(2), &count);
	bool caught = false;

	if (pursuit.steps < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("steps per tick must be positive")));
	InitMaterializedSRF(fcinfo, 0);
	path_query_begin(fringe_call_site(fcinfo), CONSUMER_PURSUIT, PG_GETARG_DATUM(0),
					 PG_GETARG_DATUM(3), PG_GETARG_DATUM(4), QUESTION_ROUTE,
					 &pursuit.query);
	pursuit.query.core.wants_route = true;
	pursuit.tick_context = AllocSetContextCreate(CurrentMemoryContext, "fringe pursuit",
												 ALLOCSET_DEFAULT_SIZES);
	for (int tick = 0; tick < count && !caught; tick++)
		caught = run_tick(&pursuit, (ReturnSetInfo *) fcinfo->resultinfo, tick,
						  DatumGetCell(Int64GetDatum(prey[tick])));
	return (Datum) 0;
}

/* ==== fringe_chase: several hunters, tick by tick ====================== */

enum
{
	MAP,
	HUNTERS,
	PREY,
	MODEL,
	METHOD,
	SPEED,
	TICKS,
	SIGHT_RADIUS,
	BEATS,
	SEARCH_TICKS,
	FLEE,
	FEAR,
	REPLAN,
	IF_UNREACHABLE,
	APART,
	MAPS,
	FROM_TICKS,
	SEED
};

/* The route that a hunter follows in this tick, as it was before the hunter moves. */
typedef struct PlannedRoute
{
	bool routed;
	double cost;
	int64 moves;
	double microseconds;
} PlannedRoute;

typedef struct ChaseCall
{
	FunctionCallInfo fcinfo;
	fr_method method;		   /* as given */
	MemoryContext map_context; /* what the cache does not keep of the current map */
	MemoryContext search_context;
	SearchContext context;
	Arena arena;
	Arena scratch;
	fr_chase *chase;
	uint32 *prey; /* cells by tick */
	int prey_count;
	ArrayIterator maps; /* the maps of the call; the next one is number next_map */
	const int32 *from_ticks;
	int map_count;
	int next_map;
	PlannedRoute *plans;
} ChaseCall;

/* ---- arguments -------------------------------------------------------- */

/* A number that is finite, and positive, or at least 0. */
static double
checked_number(double value, const char *name, bool positive)
{
	if (!isfinite(value) || value < 0 || (positive && value == 0))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %g", name, value),
						errdetail("It must be finite and %s.",
								  positive ? "positive" : "not negative")));
	return value;
}

static int32
checked_count(int32 value, const char *name, int32 least)
{
	if (value < least)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %d", name, value),
						errdetail("It must be %d or more.", least)));
	return value;
}

static bool
takes_closest(const text *if_unreachable)
{
	static const char *const words[] = {"stay", "closest", NULL};
	int word = fringe_text_word(if_unreachable, words);

	if (word < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid value %s of if_unreachable",
							   fringe_quote_text(if_unreachable)),
						errhint("Valid values are closest and stay.")));
	return word == 1;
}

/* Arguments that may be NULL, which is an empty list. */
#define LISTS (1 << BEATS | 1 << MAPS | 1 << FROM_TICKS)

/* The cells of an array as indexes; fails if one is outside the map. */
static uint32 *
cells_of_array(ChaseCall *call, int argument, int *count)
{
	const int64 *cells = gridcell_list(call->fcinfo, argument, count);
	uint32 *indexes = call->arena.core.allocate(call->arena.core.context,
												((Size) *count + 1) * sizeof(uint32));

	for (int i = 0; i < *count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		indexes[i] =
			fringe_cell_index(call->context.grid, DatumGetCell(Int64GetDatum(cells[i])));
	}
	return indexes;
}

/* The rules of the chase, except for the beats. */
static fr_chase_rules
read_rules(FunctionCallInfo fcinfo)
{
	return (fr_chase_rules){
		.speed = checked_number(PG_GETARG_FLOAT8(SPEED), "speed", true),
		.sight = checked_number(PG_GETARG_FLOAT8(SIGHT_RADIUS), "sight_radius", false),
		.flight = checked_number(PG_GETARG_FLOAT8(FLEE), "flee", false),
		.fear = checked_number(PG_GETARG_FLOAT8(FEAR), "fear", false),
		.interval = checked_count(PG_GETARG_INT32(REPLAN), "replan", 1),
		.patience = checked_count(PG_GETARG_INT32(SEARCH_TICKS), "search_ticks", 0),
		.closest = takes_closest(PG_GETARG_TEXT_PP(IF_UNREACHABLE)),
		.apart = PG_GETARG_BOOL(APART),
		.seed = (uint64) PG_GETARG_INT64(SEED),
	};
}

/* Fails if two hunters that keep apart start in one cell. */
static void
check_apart(ChaseCall *call, const uint32 *starts, int count)
{
	uint32 *sorted = call->arena.core.allocate(call->arena.core.context,
											   ((Size) count + 1) * sizeof(uint32));

	memcpy(sorted, starts, count * sizeof(uint32));
	fringe_sort_indexes(sorted, count);
	for (int i = 1; i < count; i++)
		if (sorted[i] == sorted[i - 1])
		{
			fr_cell cell = fr_grid_cell(call->context.grid, sorted[i]);

			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("two hunters start at (%d,%d)", cell.x, cell.y),
							errhint("With apart => false, hunters may share cells.")));
		}
}

/* ---- maps ------------------------------------------------------------- */

static ArrayType *
array_argument(FunctionCallInfo fcinfo, int n)
{
	return PG_ARGISNULL(n) ? construct_empty_array(INT4OID) : PG_GETARG_ARRAYTYPE_P(n);
}

/* Reads the maps that replace the first one, and the ticks at which they do. */
static void
read_maps(ChaseCall *call)
{
	ArrayType *maps = array_argument(call->fcinfo, MAPS);
	ArrayType *ticks = array_argument(call->fcinfo, FROM_TICKS);
	int count = ArrayGetNItems(ARR_NDIM(ticks), ARR_DIMS(ticks));

	call->map_count = ArrayGetNItems(ARR_NDIM(maps), ARR_DIMS(maps));
	if (array_contains_nulls(maps) || array_contains_nulls(ticks))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("maps and from_ticks must not contain NULL")));
	if (count != call->map_count)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("maps and from_ticks must have the same number of elements"),
				 errdetail("Maps: %d; ticks: %d.", call->map_count, count)));
	call->maps = array_create_iterator(maps, 0, NULL);
	call->from_ticks = (const int32 *) ARR_DATA_PTR(ticks);
	for (int i = 1; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (call->from_ticks[i] <= call->from_ticks[i - 1])
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("values of from_ticks must increase")));
	}
}

static void
check_same_size(const ChaseCall *call, Datum map)
{
	GridmapPeek peek = gridmap_peek(map);
	const fr_grid *grid = call->context.grid;

	if (peek.width != grid->width || peek.height != grid->height)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("maps of a chase must have the same size"),
						errdetail("One map has %u x %u cells, another has %u x %u.",
								  grid->width, grid->height, peek.width, peek.height)));
}

/* Prepares searches on a map, and frees the data of the map before. */
static fr_query
prepare_map(ChaseCall *call, Datum map)
{
	struct varlena *model = PG_DETOAST_DATUM_PACKED(call->fcinfo->args[MODEL].value);
	MemoryContext old = MemoryContextSwitchTo(call->map_context);

	MemoryContextReset(call->map_context);
	call->context =
		search_context_sweep_and_search(CONSUMER_CHASE, map, model, &call->method);
	MemoryContextSwitchTo(old);
	return (fr_query){
		.grid = call->context.grid,
		.landmarks = call->context.landmarks,
		.method = &call->context.plan->method,
		.arena = &call->scratch.core,
	};
}

static void
change_map(ChaseCall *call, int32 tick)
{
	Datum map = (Datum) 0;
	bool is_null;
	fr_query query;

	while (call->next_map < call->map_count && call->from_ticks[call->next_map] <= tick)
	{
		CHECK_FOR_INTERRUPTS();
		array_iterate(call->maps, &map, &is_null);
		call->next_map++;
	}
	if (map == (Datum) 0)
		return;
	check_same_size(call, map);
	query = prepare_map(call, map);
	fr_chase_map(call->chase, &query);
}

/* ---- ticks ------------------------------------------------------------ */

static void
begin_search(ChaseCall *call)
{
	MemoryContextReset(call->search_context);
	fringe_arena_init(&call->scratch, call->search_context, call->arena.bytes);
}

static void
plan_hunter(ChaseCall *call, int number)
{
	const fr_hunter *hunter = &call->chase->hunters[number];
	PlannedRoute *plan = &call->plans[number];
	Stopwatch watch;
	fr_status status;

	begin_search(call);
	watch = fringe_watch_begin();
	status = fr_chase_plan(call->chase, number, call->context.sweep, &fringe_poll);
	if (status != FR_OK)
		fringe_report_search(status);
	plan->microseconds = hunter->searched ? fringe_watch_us(&watch) : 0;
	plan->routed = hunter->walker.routed;
	plan->moves = hunter->walker.moves;
	plan->cost = fr_cost_value(&call->context.grid->costs, hunter->walker.left);
}

/* The cell of the prey in the next tick. */
static uint32
move_prey(ChaseCall *call, int32 tick)
{
	fr_chase *chase = call->chase;
	fr_status status;

	if (tick + 1 < call->prey_count)
		return call->prey[tick + 1];
	if (chase->rules.flight == 0)
		return chase->prey;
	begin_search(call);
	status = fr_chase_fear(chase, call->context.sweep, &fringe_poll);
	if (status != FR_OK)
		fringe_report_search(status);
	fr_chase_flee(chase, &fringe_poll);
	return chase->runner.cell;
}

static void
put_rows(ChaseCall *call, int32 tick, const Datum *states)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) call->fcinfo->resultinfo;
	const fr_chase *chase = call->chase;
	const fr_grid *grid = chase->query.grid;

	for (size_t i = 0; i < chase->count; i++)
	{
		const fr_hunter *h = &chase->hunters[i];
		const PlannedRoute *plan = &call->plans[i];
		double remaining = fr_cost_value(&grid->costs, h->remaining);
		bool nulls[15] = {[7] = !plan->routed, [8] = !plan->routed, [9] = !plan->routed};
		Datum values[15] = {Int32GetDatum(tick),
							Int32GetDatum((int32) i + 1),
							states[h->state],
							CellGetDatum(fr_grid_cell(grid, h->from)),
							CellGetDatum(fr_grid_cell(grid, chase->prey)),
							BoolGetDatum(chase->flees),
							CellGetDatum(fr_grid_cell(grid, h->goal)),
							Float8GetDatum(plan->cost),
							Int64GetDatum(plan->moves),
							Float8GetDatum(remaining),
							BoolGetDatum(h->complete),
							Int64GetDatum(h->searched ? h->visited : 0),
							Int64GetDatum(h->searched ? h->expanded : 0),
							Float8GetDatum(plan->microseconds),
							BoolGetDatum(h->caught)};

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
}

/* Runs the chase until the prey is caught. */
static void
run_ticks(ChaseCall *call, int32 ticks)
{
	uint32 prey = call->prey[0];
	Datum states[FR_HUNTER_STATES];
	bool caught = false;

	for (int i = 0; i < FR_HUNTER_STATES; i++)
		states[i] = CStringGetTextDatum(fr_hunter_state_name[i]);
	for (int32 tick = 0; tick < ticks && !caught; tick++)
	{
		CHECK_FOR_INTERRUPTS();
		change_map(call, tick);
		fr_chase_look(call->chase, prey, &fringe_poll);
		for (size_t i = 0; i < call->chase->count; i++)
			plan_hunter(call, i);
		caught = fr_chase_move(call->chase, &fringe_poll);
		if (!caught)
			prey = move_prey(call, tick);
		search_context_count_sweep(&call->context);
		put_rows(call, tick, states);
	}
}

/* Reads all arguments except `ticks`. */
static void
begin_call(ChaseCall *call)
{
	FunctionCallInfo fcinfo = call->fcinfo;
	fr_chase_rules rules = read_rules(fcinfo);
	fr_query query;
	uint32 *starts;
	int count;
	int beats;

	call->method = gridmethod_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(METHOD)));
	call->map_context = AllocSetContextCreate(CurrentMemoryContext, "fringe chase map",
											  ALLOCSET_DEFAULT_SIZES);
	call->search_context = AllocSetContextCreate(CurrentMemoryContext, "fringe chase",
												 ALLOCSET_DEFAULT_SIZES);
	read_maps(call);
	query = prepare_map(call, PG_GETARG_DATUM(MAP));
	if (rules.sight > 0)
		consumer_check(CONSUMER_CHASE_SIGHT, query.grid->costs.rules);
	fringe_arena_init(&call->arena, CurrentMemoryContext, call->context.bytes);
	starts = cells_of_array(call, HUNTERS, &count);
	call->prey = cells_of_array(call, PREY, &call->prey_count);
	rules.beats = cells_of_array(call, BEATS, &beats);
	if (count > 0)
		rules.beat = beats / count;
	if (rules.beat * count != beats)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("number of cells in beats must be a multiple of the number of "
						"hunters"),
				 errdetail("Cells in beats: %d; hunters: %d.", beats, count)));
	if (rules.apart)
		check_apart(call, starts, count);
	call->plans = call->arena.core.allocate(call->arena.core.context,
											((Size) count + 1) * sizeof(PlannedRoute));
	call->chase = fr_chase_begin(&rules, &query, starts, count, &call->arena.core);
}

FRINGE_FUNCTION(fringe_chase)
{
	ChaseCall call = {.fcinfo = fcinfo};
	int32 ticks;

	InitMaterializedSRF(fcinfo, 0);
	if (fringe_null_except_lists(fcinfo, LISTS))
		return (Datum) 0;
	ticks = checked_count(PG_GETARG_INT32(TICKS), "ticks", 0);
	begin_call(&call);
	if (call.prey_count > 0 && call.chase->count > 0)
		run_ticks(&call, ticks > 0 ? ticks : call.prey_count);
	return (Datum) 0;
}
