/*
 * query.c - functions that search for one path
 */
#include "pg/fringe.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "portability/instr_time.h"
#include "utils/builtins.h"

/* One search. All functions here take the arguments (map, start, goal, model, method). */
typedef struct PathQuery
{
	CallSite *site;
	PreparedSearch prepared;
	fr_query core;
	Arena arena; /* for the search's route and nodes */
	fr_result result;
} PathQuery;

static void
run_search(PathQuery *query)
{
	fr_status status =
		fr_search(&query->core, query->prepared.workspace, &fringe_poll, &query->result);

	if (status != FR_OK)
		fringe_report_search(status);
	if (fr_method_word(query->core.method, FR_NODES) == FR_MALLOC)
		query->result.memory += query->arena.bytes;
}

/* Prepares the search of the function's arguments, without trace. */
static void
prepare_path_query(FunctionCallInfo fcinfo, PathQuery *query)
{
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3));
	struct varlena *method = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(4));
	const PreparedSearch *p = &query->prepared;

	query->site = fringe_call_site(fcinfo);
	query->prepared = fringe_prepare_search(query->site, PG_GETARG_DATUM(0), model,
											fringe_method_at(query->site, method));
	fringe_arena_init(&query->arena, CurrentMemoryContext);
	query->core = (fr_query){
		.grid = p->grid,
		.landmarks = p->landmarks,
		.method = &p->method,
		.start = fringe_cell_index(p->grid, PG_GETARG_CELL(1)),
		.goal = fringe_cell_index(p->grid, PG_GETARG_CELL(2)),
		.arena = &query->arena.core,
	};
}

/* Runs the search of a function that returns no counters. */
static void
run_query(FunctionCallInfo fcinfo, PathQuery *query, bool wants_route)
{
	prepare_path_query(fcinfo, query);
	query->core.uncounted = true;
	query->core.wants_route = wants_route;
	run_search(query);
}

static double
cost_of(const PathQuery *query)
{
	return fr_cost_value(&query->core.grid->costs, query->result.cost);
}

PG_FUNCTION_INFO_V1(fringe_cost);
Datum
fringe_cost(PG_FUNCTION_ARGS)
{
	PathQuery query;

	run_query(fcinfo, &query, false);
	if (!query.result.found)
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(cost_of(&query));
}

PG_FUNCTION_INFO_V1(fringe_route);
Datum
fringe_route(PG_FUNCTION_ARGS)
{
	PathQuery query;

	run_query(fcinfo, &query, true);
	if (!query.result.found)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&query.result.route));
}

/* ---- fringe_search ----------------------------------------------------- */

static TupleDesc
result_row(FunctionCallInfo fcinfo, CallSite *site)
{
	TupleDesc row;
	MemoryContext old;

	if (site->row)
		return site->row;
	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	old = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);
	site->row = BlessTupleDesc(CreateTupleDescCopy(row));
	MemoryContextSwitchTo(old);
	return site->row;
}

/* Processor time of this thread in microseconds, or 0 where no clock tells it. */
static double
processor_time(void)
{
#ifdef CLOCK_THREAD_CPUTIME_ID
	struct timespec now;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
		return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
#endif
	return 0;
}

#define LONG_SEARCH 200 /* microseconds */

/*
 * Searches, and returns how many microseconds it took.  Long searches are told in
 * processor time, which other processes do not add to.  To read that clock is a
 * system call, as long as a short search on some machines, so short ones are told by
 * the other clock.
 */
static double
timed_search(PathQuery *query)
{
	double begin = processor_time();
	instr_time before;
	instr_time after;
	double elapsed;

	INSTR_TIME_SET_CURRENT(before);
	run_search(query);
	INSTR_TIME_SET_CURRENT(after);
	INSTR_TIME_SUBTRACT(after, before);
	elapsed = INSTR_TIME_GET_DOUBLE(after) * 1e6;
	return begin > 0 && elapsed > LONG_SEARCH ? processor_time() - begin : elapsed;
}

PG_FUNCTION_INFO_V1(fringe_search);
Datum
fringe_search(PG_FUNCTION_ARGS)
{
	PathQuery query;
	const fr_result *r = &query.result;
	double microseconds;
	TupleDesc row;
	bool nulls[17] = {false};

	prepare_path_query(fcinfo, &query);
	query.core.wants_route = true;
	microseconds = timed_search(&query);
	row = result_row(fcinfo, query.site);
	nulls[1] = nulls[2] = nulls[15] = !r->found;

	{
		/* a row of version 1.0 ends before the last */
		Datum values[17] = {BoolGetDatum(r->found),
							r->found ? Float8GetDatum(cost_of(&query)) : (Datum) 0,
							Int32GetDatum((int32) r->length),
							Int32GetDatum((int32) r->iterations),
							Int64GetDatum(r->visited),
							Int64GetDatum(r->visited_last),
							Int64GetDatum(r->expanded),
							Int64GetDatum(r->expanded_last),
							Int64GetDatum(r->reopened),
							Int64GetDatum(r->open_peak),
							Int64GetDatum((int64) r->memory),
							Float8GetDatum(microseconds),
							BoolGetDatum(r->complete),
							BoolGetDatum(r->optimal),
							PointerGetDatum(gridmethod_make(query.core.method)),
							r->found ? PointerGetDatum(gridpath_from_route(&r->route))
									 : (Datum) 0,
							Int64GetDatum(r->opened)};

		PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
	}
}

/* ---- fringe_path ------------------------------------------------------- */

typedef struct PathRow
{
	int32 seq;
	int32 x;
	int32 y;
	float8 step_cost;
	float8 total_cost;
} PathRow;

/* The state of writing a path as rows: the cell and cost reached so far. */
typedef struct PathWriter
{
	Rows rows;
	PathRow *row;
	const fr_grid *grid;
	uint32 index;
	uint64 total;
} PathWriter;

static void
put_path_row(PathWriter *writer, uint64 step)
{
	PathRow *row = writer->row;
	fr_cell cell = fr_grid_cell(writer->grid, writer->index);

	CHECK_FOR_INTERRUPTS();
	writer->total += step;
	row->seq++;
	row->x = cell.x;
	row->y = cell.y;
	row->step_cost = fr_cost_value(&writer->grid->costs, step);
	row->total_cost = fr_cost_value(&writer->grid->costs, writer->total);
	fringe_put_row(&writer->rows);
}

static void
put_run_rows(PathWriter *writer, uint32 run)
{
	int direction = fr_run_direction(run);

	for (uint32 i = fr_run_moves(run); i > 0; i--)
	{
		uint64 step = fr_step_cost(writer->grid, writer->index, direction);

		writer->index += writer->grid->offset[direction];
		put_path_row(writer, step);
	}
}

PG_FUNCTION_INFO_V1(fringe_path);
Datum
fringe_path(PG_FUNCTION_ARGS)
{
	PathWriter writer;
	PathQuery query;
	const fr_route *route = &query.result.route;

	writer.row = fringe_begin_rows(fcinfo, &writer.rows, sizeof(PathRow));
	run_query(fcinfo, &query, true);
	if (!query.result.found)
		return (Datum) 0;
	writer.grid = query.core.grid;
	writer.index = query.core.start;
	writer.total = 0;
	put_path_row(&writer, 0);
	for (size_t i = 0; i < route->count; i++)
		put_run_rows(&writer, route->runs[i]);
	return (Datum) 0;
}

/* ---- fringe_trace ------------------------------------------------------ */

typedef struct TraceRow
{
	int64 seq;
	int32 iteration;
	int32 x;
	int32 y;
	float8 g;
	float8 f;
	bool expanded;
} TraceRow;

typedef struct Tracer
{
	Rows rows;
	TraceRow *row;
	const fr_grid *grid;
} Tracer;

static void
put_visit(void *context, int iteration, uint32 index, uint64 g, uint64 f, bool expanded)
{
	Tracer *tracer = context;
	TraceRow *row = tracer->row;
	fr_cell cell = fr_grid_cell(tracer->grid, index);

	CHECK_FOR_INTERRUPTS();
	row->seq++;
	row->iteration = iteration;
	row->x = cell.x;
	row->y = cell.y;
	row->g = fr_cost_value(&tracer->grid->costs, g);
	row->f = fr_cost_value(&tracer->grid->costs, f);
	row->expanded = expanded;
	fringe_put_row(&tracer->rows);
}

PG_FUNCTION_INFO_V1(fringe_trace);
Datum
fringe_trace(PG_FUNCTION_ARGS)
{
	PathQuery query;
	Tracer tracer;
	fr_trace trace = {put_visit, &tracer};

	tracer.row = fringe_begin_rows(fcinfo, &tracer.rows, sizeof(TraceRow));
	prepare_path_query(fcinfo, &query);
	tracer.grid = query.core.grid;
	query.core.trace = &trace;
	run_search(&query);
	return (Datum) 0;
}
