/*
 * nearest.c - the nearest of many goals
 */
#include "pg/functions/index_functions.h"
#include "pg/functions/many.h"

#include <math.h>

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/memutils.h"

/* A goal that was reached. */
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
	{
		CHECK_FOR_INTERRUPTS();
		if (goals->costs[i] != FR_UNREACHED)
			near[count++] = (Near){goals->costs[i], goals->index[i]};
	}
	qsort_interruptible(near, count, sizeof(Near), compare_near, NULL);
	return count;
}

/* How many of the sorted goals cost at most so much: as fringe_cost has it. */
static size_t
count_within(const ManyQuery *query, const Near *near, size_t count, double within)
{
	while (count > 0 && fr_cost_value(query->costs, near[count - 1].cost) > within)
		count--;
	return count;
}

/* The path to a cell: that of the last sweep, or the index's. */
static struct varlena *
route_to(ManyQuery *query, uint32 goal, fr_cell at)
{
	fr_query *core = &query->core;
	Arena arena;
	fr_route route;

	if (query->index)
		fringe_index_route(query->index, query->start, at, &route);
	else
	{
		fringe_arena_init(&arena, CurrentMemoryContext, query->bytes);
		core->arena = &arena.core;
		route = fr_distance_route(core, goal, query->context.workspace, &fringe_poll);
	}
	return gridpath_from_route(&route);
}

static void
put_near(FunctionCallInfo fcinfo, ManyQuery *query, int32 rank, const Near *near)
{
	fr_cell at = {(int32) (near->index % query->width),
				  (int32) (near->index / query->width)};
	bool nulls[4] = {false};
	Datum values[4] = {Int32GetDatum(rank), CellGetDatum(at),
					   many_cost_datum(query, near->cost),
					   PointerGetDatum(route_to(query, near->index, at))};

	many_put_row(fcinfo, values, nulls);
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

static void
check_number(int32 k)
{
	if (k < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of goals must not be negative")));
}

static void
find_nearest(ManyQuery *query, const CellList *goals, int32 k)
{
	if (query->index)
		many_find_known(query, goals);
	else
	{
		many_check_status(query, fr_nearest(&query->core, many_cells(goals), k,
											query->context.workspace, &fringe_poll,
											goals->costs));
		search_context_count_sweep(&query->context);
	}
}

/* What is nearest: at most k goals, none of which costs more than `within`. */
typedef struct NearestTerms
{
	int32 k;
	double within;
} NearestTerms;

/* `within` is argument n, the most goals are argument k. */
static NearestTerms
terms_within(FunctionCallInfo fcinfo, int n, int k)
{
	NearestTerms terms = {PG_GETARG_INT32(k), PG_GETARG_FLOAT8(n)};

	check_number(terms.k);
	if (isnan(terms.within))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("cost must not be NaN")));
	return terms;
}

/* From argument 1 to the nearest of argument 2. */
static Datum
put_near_goals(FunctionCallInfo fcinfo, ManyQuery *query, NearestTerms terms)
{
	CellList goals;
	Near *near;
	size_t count;

	many_start_at(query, PG_GETARG_CELL(1));
	goals = many_read_cells(PG_GETARG_ARRAYTYPE_P(2), query, sizeof(Near));
	if (!isinf(terms.within) && terms.within >= 0)
		query->core.within = fr_cost_bound(query->costs, terms.within);
	find_nearest(query, &goals, terms.k);
	near = fringe_alloc_huge(goals.known * sizeof(Near));
	count = count_within(query, near, sort_near(&goals, near), terms.within);
	put_nearest(fcinfo, query, near, count, terms.k);
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_nearest);
Datum
fringe_nearest(PG_FUNCTION_ARGS)
{
	NearestTerms terms = {PG_GETARG_INT32(4), INFINITY};
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	check_number(terms.k);
	many_prepare(fcinfo, 3, &query);
	return put_near_goals(fcinfo, &query, terms);
}

/* fringe_nearest(map, start, goals, within, model, k) */
PG_FUNCTION_INFO_V1(fringe_nearest_within);
Datum
fringe_nearest_within(PG_FUNCTION_ARGS)
{
	NearestTerms terms = terms_within(fcinfo, 3, 5);
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	many_prepare(fcinfo, 4, &query);
	return put_near_goals(fcinfo, &query, terms);
}

PG_FUNCTION_INFO_V1(fringe_nearest_indexed);
Datum
fringe_nearest_indexed(PG_FUNCTION_ARGS)
{
	NearestTerms terms = {PG_GETARG_INT32(3), INFINITY};
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	check_number(terms.k);
	many_prepare_indexed(fcinfo, &query);
	return put_near_goals(fcinfo, &query, terms);
}

/* fringe_nearest(index, start, goals, within, k) */
PG_FUNCTION_INFO_V1(fringe_nearest_within_indexed);
Datum
fringe_nearest_within_indexed(PG_FUNCTION_ARGS)
{
	NearestTerms terms = terms_within(fcinfo, 3, 4);
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	many_prepare_indexed(fcinfo, &query);
	return put_near_goals(fcinfo, &query, terms);
}
