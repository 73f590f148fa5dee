/*
 * single_pair.c - functions that search for one path (single-pair shortest paths)
 */
#include "pg/functions/single_pair.h"
#include "pg/functions/paths.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"

/* ---- one search ---------------------------------------------------------- */

void
path_query_begin(CallSite *site, Consumer consumer, Datum map, Datum model, Datum method,
				 SearchQuestion question, PathQuery *query)
{
	const SearchContext *context =
		search_context_get(site, consumer, map, model, method, question);

	query->context = context;
	fringe_arena_init(&query->arena, CurrentMemoryContext, context->bytes);
	query->core = (fr_query){
		.grid = context->grid,
		.landmarks = context->landmarks,
		.method = &context->plan->method,
		.arena = &query->arena.core,
	};
}

/* Begins the query of a function from argument 1 to argument 2. */
static void
begin(FunctionCallInfo fcinfo, Consumer consumer, SearchQuestion question,
	  PathQuery *query)
{
	path_query_begin(fringe_call_site(fcinfo), consumer, PG_GETARG_DATUM(0),
					 PG_GETARG_DATUM(3), PG_GETARG_DATUM(4), question, query);
	query->core.start = fringe_cell_index(query->core.grid, PG_GETARG_CELL(1));
	query->core.goal = fringe_cell_index(query->core.grid, PG_GETARG_CELL(2));
}

static void
run_search(PathQuery *query)
{
	fr_status status =
		fr_search(&query->core, query->context->workspace, &fringe_poll, &query->result);

	if (status != FR_OK)
		fringe_report_pair(status, &query->core);
	search_context_count(query->context, &query->core, &query->result);
	if (fr_method_value(query->core.method, FR_NODES) == FR_NODES_MALLOC)
		query->result.memory += query->arena.bytes - query->context->bytes;
}

/* Finds a path, for a function that returns no counters; false: there is none. */
static bool
find_path(FunctionCallInfo fcinfo, Consumer consumer, PathQuery *query)
{
	begin(fcinfo, consumer, QUESTION_ROUTE, query);
	query->core.uncounted = true;
	query->core.wants_route = true;
	run_search(query);
	return query->result.found;
}

/* ---- one search for a function of other arguments ------------------------ */

/* Searches between two cells by `auto`; false: there is no path. */
static bool
search_between(const CellPair *pair, CallSite *site, SearchQuestion question,
			   PathQuery *query)
{
	fr_method method = fr_method_auto();

	path_query_begin(site, pair->consumer, pair->map, pair->model,
					 PointerGetDatum(gridmethod_make(&method)), question, query);
	query->core.start = fringe_cell_index(query->core.grid, pair->from);
	query->core.goal = fringe_cell_index(query->core.grid, pair->to);
	query->core.uncounted = true;
	query->core.wants_route = question == QUESTION_ROUTE;
	run_search(query);
	return query->result.found;
}

struct varlena *
fringe_route_between(const CellPair *pair, CallSite *site)
{
	PathQuery query;

	return search_between(pair, site, QUESTION_ROUTE, &query)
			   ? gridpath_from_route(&query.result.route)
			   : NULL;
}

bool
fringe_cost_between(const CellPair *pair, CallSite *site, float8 *cost)
{
	PathQuery query;

	if (!search_between(pair, site, QUESTION_COST, &query))
		return false;
	*cost = fr_cost_value(&query.core.grid->costs, query.result.cost);
	return true;
}

/* ---- fringe_distance, fringe_cost, fringe_route --------------------------- */

/* fringe_distance(a, b, model): the cost on open ground, without a map */
FRINGE_FUNCTION(fringe_distance)
{
	fr_model model = gridmodel_parsed(PG_GETARG_VARLENA_PP(2));

	consumer_check(CONSUMER_DISTANCE, fr_model_rules(&model));
	PG_RETURN_FLOAT8(fr_open_distance(&model, PG_GETARG_CELL(0), PG_GETARG_CELL(1)));
}

FRINGE_FUNCTION(fringe_cost)
{
	PathQuery query;

	begin(fcinfo, CONSUMER_COST, QUESTION_COST, &query);
	query.core.uncounted = true;
	run_search(&query);
	if (!query.result.found)
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(fr_cost_value(&query.core.grid->costs, query.result.cost));
}

FRINGE_FUNCTION(fringe_route)
{
	PathQuery query;

	if (!find_path(fcinfo, CONSUMER_ROUTE, &query))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(gridpath_from_route(&query.result.route));
}

/* ---- fringe_search ----------------------------------------------------- */

#define LONG_SEARCH 200 /* microseconds */

Stopwatch
fringe_watch_begin(void)
{
	Stopwatch watch = {.processor = fringe_processor_us()};

	INSTR_TIME_SET_CURRENT(watch.begin);
	return watch;
}

/*
 * Microseconds since then. Reports CPU time for long searches, which other processes do not
 * distort. Reading that clock is a system call, which takes as long as a short search on some
 * machines, so short searches are measured by the other clock.
 */
double
fringe_watch_us(const Stopwatch *watch)
{
	double elapsed = fringe_us_since(watch->begin);

	return watch->processor > 0 && elapsed > LONG_SEARCH
			   ? fringe_processor_us() - watch->processor
			   : elapsed;
}

double
path_query_timed(PathQuery *query)
{
	Stopwatch watch = fringe_watch_begin();

	run_search(query);
	return fringe_watch_us(&watch);
}

FRINGE_FUNCTION(fringe_search)
{
	PathQuery query;
	const fr_result *r = &query.result;
	double microseconds;
	TupleDesc row;
	Datum values[RESULT_COLUMNS] = {0};
	bool nulls[RESULT_COLUMNS] = {false};

	begin(fcinfo, CONSUMER_SEARCH, QUESTION_ROUTE, &query);
	query.core.wants_route = true;
	microseconds = path_query_timed(&query);
	row = fringe_row_at(fcinfo, fringe_call_site(fcinfo));
	values[RESULT_FOUND] = BoolGetDatum(r->found);
	if (r->found)
	{
		values[RESULT_COST] =
			Float8GetDatum(fr_cost_value(&query.core.grid->costs, r->cost));
		values[RESULT_LENGTH] = Int32GetDatum((int32) r->length);
		values[RESULT_ROUTE] = PointerGetDatum(gridpath_from_route(&r->route));
	}
	else
		nulls[RESULT_COST] = nulls[RESULT_LENGTH] = nulls[RESULT_ROUTE] = true;
	values[RESULT_ITERATIONS] = Int32GetDatum((int32) r->iterations);
	values[RESULT_VISITED] = Int64GetDatum(r->visited);
	values[RESULT_VISITED_LAST] = Int64GetDatum(r->visited_last);
	values[RESULT_EXPANDED] = Int64GetDatum(r->expanded);
	values[RESULT_EXPANDED_LAST] = Int64GetDatum(r->expanded_last);
	values[RESULT_REOPENED] = Int64GetDatum(r->reopened);
	values[RESULT_OPEN_PEAK] = Int64GetDatum(r->open_peak);
	values[RESULT_MEMORY] = Int64GetDatum((int64) r->memory);
	values[RESULT_SEARCH_US] = Float8GetDatum(microseconds);
	values[RESULT_COMPLETE] = BoolGetDatum(r->complete);
	values[RESULT_OPTIMAL] = BoolGetDatum(r->optimal);
	values[RESULT_METHOD] = PointerGetDatum(gridmethod_make(query.core.method));
	values[RESULT_OPENED] = Int64GetDatum(r->opened);
	values[RESULT_TRIED] = Int64GetDatum(r->tried);
	values[RESULT_TRIED_LAST] = Int64GetDatum(r->tried_last);
	nulls[RESULT_TRIED] = nulls[RESULT_TRIED_LAST] =
		query.core.method->search != FR_IDASTAR;
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(row, values, nulls)));
}

/* ---- fringe_path ------------------------------------------------------- */

FRINGE_FUNCTION(fringe_path)
{
	PathWriter writer;
	PathQuery query;

	fringe_begin_path(fcinfo, &writer);
	if (find_path(fcinfo, CONSUMER_PATH, &query))
		fringe_put_path(&writer, query.core.grid, &query.result.route);
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
	row->f = fr_bound_value(&tracer->grid->costs, f);
	row->expanded = expanded;
	fringe_put_row(&tracer->rows);
}

FRINGE_FUNCTION(fringe_trace)
{
	PathQuery query;
	Tracer tracer;
	fr_trace trace = {put_visit, &tracer};

	tracer.row = fringe_begin_rows(fcinfo, &tracer.rows, sizeof(TraceRow));
	begin(fcinfo, CONSUMER_TRACE, QUESTION_ROUTE, &query);
	tracer.grid = query.core.grid;
	query.core.trace = &trace;
	run_search(&query);
	return (Datum) 0;
}
