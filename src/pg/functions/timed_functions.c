/*
 * timed_functions.c - who is where in which tick: stored paths, one agent among things that move, and cells
 * that moving things take
 */
#include "pg/cache/search_context.h"
#include "pg/functions/row_list.h"
#include "pg/result_rows.h"

#include "funcapi.h"
#include "utils/array.h"
#include "utils/memutils.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/lsyscache.h"

/* A row of a timed path. */
typedef struct TickRow
{
	int32 tick;
	int64 cell;
} TickRow;

static void
put_tick(const Rows *rows, TickRow *row, int64 tick, fr_cell cell)
{
	CHECK_FOR_INTERRUPTS();
	if (tick > PG_INT32_MAX)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("tick out of range"),
				 errdetail(
					 "The agent would be in cell (%d,%d) in tick %lld; the limit is %d.",
					 cell.x, cell.y, (long long) tick, PG_INT32_MAX)));
	row->tick = (int32) tick;
	row->cell = DatumGetInt64(CellGetDatum(cell));
	fringe_put_row(rows);
}

static void
refuse_step(const fr_odd_step *odd)
{
	char *cost = float8out_internal(odd->cost);

	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("step takes no whole number of ticks"),
		 odd->placed ? errdetail("The step from cell (%d,%d) to cell (%d,%d) costs %s.",
								 odd->from.x, odd->from.y, odd->to.x, odd->to.y, cost)
					 : errdetail("Such a step costs %s.", cost),
		 errhint(
			 "A step takes as many ticks as it costs, at least 1. Use a model such as tile, hex or "
			 "octile(straight=2, diagonal=3).")));
}

/* ---- gridpath_ticks ---------------------------------------------------- */

/* gridpath_ticks(path, map, model, start_tick) */
FRINGE_FUNCTION(gridpath_ticks)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	int64 tick = PG_GETARG_INT32(3);
	Rows rows;
	TickRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TickRow));
	const fr_grid *grid =
		cache_get_grid_for_path(CONSUMER_PATH_TICKS, PG_GETARG_DATUM(1),
								PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
	fr_path_reader reader = gridpath_open(path);
	fr_cell at = reader.start;
	int before = FR_AT_START;
	uint64 cost;
	fr_leg leg;

	if (!fr_path_price(grid, PATH_BYTES(path), PATH_SIZE(path), &cost, &fringe_poll))
		return (Datum) 0;
	put_tick(&rows, row, tick, at);
	while (fr_path_next(&reader, &leg))
		for (; leg.moves > 0; leg.moves--)
		{
			uint64 step = fr_leg_step_cost(grid, at, before, &leg);
			fr_cell to = fr_leg_cell(at, &leg, 1);
			uint64 ticks = fr_ticks_of(&grid->costs, step);

			if (ticks == 0)
				refuse_step(
					&(fr_odd_step){true, at, to, fr_cost_value(&grid->costs, step)});
			before = leg.direction;
			at = to;
			tick += ticks;
			put_tick(&rows, row, tick, at);
		}
	return (Datum) 0;
}

/* ---- fringe_timed_route ------------------------------------------------ */

#define BUSY_ARGUMENT 4

/* The table of what is taken: argument BUSY_ARGUMENT. */
static fr_timetable *
read_timetable(FunctionCallInfo fcinfo, const fr_grid *grid, const fr_arena *arena)
{
	int count;
	const uint8 *busy = gridbusy_list(fcinfo, BUSY_ARGUMENT, &count);
	fr_timetable *table = fr_timetable_make(grid->cells, arena, &fringe_poll);

	for (int i = 0; i < count; i++)
	{
		fr_cell cell = fr_busy_unpack(busy + (Size) i * FR_BUSY_BYTES).cell;

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, grid->width, grid->height);
	}
	fr_busy_take_all(busy, count, grid->width, table, arena, &fringe_poll);
	return table;
}

/* A row for each arrival in a cell, and one for the tick in which a wait there ends. */
static void
put_stops(FunctionCallInfo fcinfo, const fr_grid *grid, const fr_timed_route *route)
{
	Rows rows;
	TickRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TickRow));

	for (size_t i = 0; i < route->count; i++)
	{
		const fr_timed_stop *stop = &route->stops[i];
		fr_cell cell = fr_grid_cell(grid, stop->cell);

		put_tick(&rows, row, stop->from, cell);
		if (stop->until > stop->from)
			put_tick(&rows, row, stop->until, cell);
	}
}

/* fringe_timed_route(map, start, goal, model, busy, start_tick) */
FRINGE_FUNCTION(fringe_timed_route)
{
	PairQuery pair;
	fr_timed_query query;
	fr_timed_route route = {0};
	fr_odd_step odd;
	fr_status status;

	if (fringe_null_except_lists(fcinfo, 1 << BUSY_ARGUMENT))
	{
		InitMaterializedSRF(fcinfo, 0);
		return (Datum) 0;
	}
	search_context_pair(fcinfo, CONSUMER_TIMED_ROUTE, &pair);
	query = (fr_timed_query){.grid = pair.context.grid,
							 .start = pair.core.start,
							 .goal = pair.core.goal,
							 .start_tick = PG_GETARG_INT32(5)};
	if (!fr_ticks_resolve(query.grid, &query.ticks, &odd, &fringe_poll))
		refuse_step(&odd);
	query.table = read_timetable(fcinfo, query.grid, &pair.arena.core);
	status = fr_timed_find(&query, &pair.core, pair.context.sweep, &fringe_poll, &route);
	if (status != FR_OK)
		fringe_report_pair(status, &pair.core);
	search_context_count_sweep(&pair.context);
	put_stops(fcinfo, query.grid, &route);
	return (Datum) 0;
}

/* ==== gridbusy_agg ====================================================== */

/*
 * Rows say from which tick on an agent is in a cell: until its next row, and for ever after the last
 * one. A row without a cell says that it has left.
 */
typedef struct AgentRow
{
	int64 agent;
	int64 cell;
	int32 tick;
	int32 gone;
} AgentRow;

/* Its rows are AgentRows. */
static const RowListKind agent_rows = {.function = "gridbusy_agg"};

/* gridbusy_agg(tick, cell) and (tick, cell, agent). Rows without a tick or an agent do not count. */
FRINGE_FUNCTION(gridbusy_agg_step)
{
	StringInfo rows = row_list_state(fcinfo);
	bool numbered = PG_NARGS() > 3;
	AgentRow row = {0};

	if (PG_ARGISNULL(1) || (numbered && PG_ARGISNULL(3)))
		PG_RETURN_POINTER(rows);
	row.tick = PG_GETARG_INT32(1);
	row.gone = PG_ARGISNULL(2);
	row.cell = row.gone ? 0 : DatumGetInt64(PG_GETARG_DATUM(2));
	row.agent = numbered ? PG_GETARG_INT64(3) : 0;
	if (row.tick > FR_LAST_TICK)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("tick out of range"),
				 errdetail("The last tick is %d.", FR_LAST_TICK)));
	row_list_add(&agent_rows, rows, &row, sizeof row);
	PG_RETURN_POINTER(rows);
}

FRINGE_FUNCTION(gridbusy_agg_combine)
{
	return row_list_combine(fcinfo, &agent_rows);
}

FRINGE_FUNCTION(gridbusy_agg_serialize)
{
	return row_list_serialize(fcinfo);
}

FRINGE_FUNCTION(gridbusy_agg_deserialize)
{
	return row_list_deserialize(fcinfo, &agent_rows);
}

static int
compare_rows(const void *a, const void *b, void *arg)
{
	const AgentRow *x = a;
	const AgentRow *y = b;

	if (x->agent != y->agent)
		return x->agent < y->agent ? -1 : 1;
	return x->tick < y->tick ? -1 : x->tick > y->tick;
}

static bool
same_place(const AgentRow *a, const AgentRow *b)
{
	return a->gone == b->gone && a->cell == b->cell;
}

static void
refuse_two_cells(const AgentRow *row)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("agent is in two cells in tick %d", row->tick),
					row->agent != 0 ? errdetail("The number of the agent is %lld.",
												(long long) row->agent)
									: 0,
					errhint("An agent has one row per tick. If there are several agents, "
							"number them and write gridbusy_agg(tick, cell, agent).")));
}

/* Makes intervals of sorted rows; returns their number. */
static Size
make_intervals(const AgentRow *rows, Size count, fr_busy *busy)
{
	Size made = 0;

	for (Size i = 0; i < count; i++)
	{
		const AgentRow *next = i + 1 < count ? &rows[i + 1] : NULL;
		fr_busy one = {.first = rows[i].tick, .until = FR_FOR_EVER};

		CHECK_FOR_INTERRUPTS();
		if (next && next->agent == rows[i].agent)
		{
			if (next->tick == rows[i].tick && !same_place(&rows[i], next))
				refuse_two_cells(next);
			one.until = next->tick;
		}
		one.cell = DatumGetCell(Int64GetDatum(rows[i].cell));
		if (!rows[i].gone && one.first < one.until)
			busy[made++] = one;
	}
	return made;
}

static int
compare_busy(const void *a, const void *b, void *arg)
{
	return fr_busy_compare(a, b);
}

/* Intervals of a cell that overlap or touch become one; returns their number. */
static Size
join_intervals(fr_busy *busy, Size count)
{
	Size joined = 0;

	qsort_interruptible(busy, count, sizeof(fr_busy), compare_busy, NULL);
	for (Size i = 0; i < count; i++)
	{
		fr_busy *last = joined > 0 ? &busy[joined - 1] : NULL;

		CHECK_FOR_INTERRUPTS();
		if (last && last->cell.x == busy[i].cell.x && last->cell.y == busy[i].cell.y &&
			last->until >= busy[i].first)
			last->until = Max(last->until, busy[i].until);
		else
			busy[joined++] = busy[i];
	}
	return joined;
}

FRINGE_FUNCTION(gridbusy_agg_final)
{
	StringInfo rows = PG_ARGISNULL(0) ? NULL : (StringInfo) PG_GETARG_POINTER(0);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	Size count = rows ? rows->len / sizeof(AgentRow) : 0;
	AgentRow *sorted;
	fr_busy *busy;
	ArrayType *array;
	uint8 *bytes;

	aggregate_context(fcinfo);
	if (count == 0)
		PG_RETURN_NULL();
	fringe_limit_memory("gridbusy_agg",
						rows->maxlen + count * (sizeof(AgentRow) + 2 * sizeof(fr_busy)));
	sorted = fringe_alloc_huge(count * sizeof(AgentRow));
	fr_copy(sorted, rows->data, count * sizeof(AgentRow), &fringe_poll);
	qsort_interruptible(sorted, count, sizeof(AgentRow), compare_rows, NULL);
	busy = fringe_alloc_huge(count * sizeof(fr_busy));
	count = join_intervals(busy, make_intervals(sorted, count, busy));
	array = fringe_array(count, type, FR_BUSY_BYTES);
	bytes = (uint8 *) ARR_DATA_PTR(array);
	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_busy_pack(&busy[i], bytes + i * FR_BUSY_BYTES);
	}
	PG_RETURN_ARRAYTYPE_P(array);
}
