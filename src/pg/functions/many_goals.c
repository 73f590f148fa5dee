/*
 * many_goals.c - costs to many cells at once: the nearest of them, the order of stops, and a
 * network that joins sites
 */
#include "pg/functions/advance.h"
#include "pg/functions/paths.h"
#include "pg/cache/search_context.h"
#include "pg/functions/index_functions.h"
#include "pg/functions/single_pair.h"
#include "pg/result_rows.h"

#include <math.h>

#include "access/tupmacs.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* A search from one start to many goals; fringe_matrix changes the start. */
typedef struct OneToManyQuery
{
	const fr_index *index; /* answers; NULL: the search does */
	SearchContext context;
	fr_query core;
	const fr_costs *costs;
	uint32 width;
	uint32 height;
	Size bytes; /* of the workspace and the grid, or of the index */
	fr_cell start;
} OneToManyQuery;

/* The cells of an array and the costs from a start to each of them. */
typedef struct CellList
{
	int count;
	Datum *cells;
	bool *nulls;
	size_t known;  /* number of cells that are not NULL */
	fr_cell *at;   /* of the known cells */
	uint32 *index; /* of the known cells, on the grid */
	uint64 *costs; /* per element; FR_UNREACHED if NULL or out of reach */
} CellList;

/* The cells that are not NULL, for the core. */
static inline fr_cells
known_cells(const CellList *list)
{
	return (fr_cells){list->index, list->known};
}

/* ---- arguments -------------------------------------------------------- */

/* Prepares a query: argument 0 is the map, argument `model` the model. */
static void
prepare(FunctionCallInfo fcinfo, Consumer consumer, int model, OneToManyQuery *query)
{
	const fr_grid *grid;

	query->context = search_context_sweep(
		consumer, PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model)));
	query->bytes = query->context.bytes;
	grid = query->context.grid;
	query->core = (fr_query){.grid = grid, .method = &query->context.plan->method};
	query->index = NULL;
	query->costs = &grid->costs;
	query->width = grid->width;
	query->height = grid->height;
}

/* Prepares a query whose argument 0 is an index. */
static void
prepare_indexed(FunctionCallInfo fcinfo, OneToManyQuery *query)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));

	query->bytes = index->size;
	query->index = index;
	query->costs = &index->costs;
	query->width = index->width;
	query->height = index->height;
}

static uint32
index_at(const OneToManyQuery *query, fr_cell cell)
{
	return (uint32) cell.y * query->width + (uint32) cell.x;
}

static void
start_at(OneToManyQuery *query, fr_cell start)
{
	fringe_check_inside(start, query->width, query->height);
	query->start = start;
	query->core.start = index_at(query, start);
}

#define CELL_LIST_BYTES                                                                  \
	(sizeof(Datum) + sizeof(bool) + sizeof(fr_cell) + sizeof(uint32) + sizeof(uint64))

/* Reads an array of cells. The caller will allocate `more` bytes per cell, which count as well. */
static CellList
read_cells(ArrayType *array, const OneToManyQuery *query, Size more)
{
	const int64 *next = (const int64 *) ARR_DATA_PTR(array);
	const uint8 *known = ARR_NULLBITMAP(array);
	Size count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
	CellList list = {.count = (int) count};

	fringe_check_memory(query->bytes + (CELL_LIST_BYTES + more) * count);
	list.cells = fringe_alloc_huge(count * sizeof(Datum));
	list.nulls = fringe_alloc_huge(count * sizeof(bool));
	list.at = fringe_alloc_huge(count * sizeof(fr_cell));
	list.index = fringe_alloc_huge(count * sizeof(uint32));
	list.costs = fringe_alloc_huge(count * sizeof(uint64));
	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		list.nulls[i] = known && att_isnull(i, known);
		list.cells[i] = list.nulls[i] ? (Datum) 0 : Int64GetDatum(*next++);
		if (!list.nulls[i])
		{
			fr_cell cell = DatumGetCell(list.cells[i]);

			fringe_check_inside(cell, query->width, query->height);
			list.at[list.known] = cell;
			list.index[list.known++] = index_at(query, cell);
		}
	}
	return list;
}

/* ---- rows ------------------------------------------------------------- */

static void
put_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static double
cost_value(const OneToManyQuery *query, uint64 cost)
{
	return fr_cost_value(query->costs, cost);
}

static Datum
cost_datum(const OneToManyQuery *query, uint64 cost)
{
	return cost == FR_UNREACHED ? (Datum) 0 : Float8GetDatum(cost_value(query, cost));
}

/* ---- fringe_costs, fringe_matrix -------------------------------------- */

static void
check_status(const OneToManyQuery *query, fr_status status)
{
	if (status != FR_OK)
		fringe_report_from(status, &query->core);
}

/* Finds the costs of the cells that are not NULL. */
static void
find_known(OneToManyQuery *query, const CellList *goals)
{
	fr_index_pairs pairs = {.starts = &query->start,
							.goals = goals->at,
							.count = goals->known,
							.costs = goals->costs};

	if (query->index)
		fr_index_costs_to(query->index, &pairs, cache_index_scratch(query->index),
						  &fringe_poll);
	else
	{
		check_status(query,
					 fr_costs_to(&query->core, known_cells(goals), query->context.sweep,
								 &fringe_poll, goals->costs));
		search_context_count_sweep(&query->context);
	}
}

/* Fills in the costs by position in the array; a NULL goal is FR_UNREACHED. */
static void
find_costs(OneToManyQuery *query, const CellList *goals)
{
	size_t known = goals->known;

	find_known(query, goals);
	for (int i = goals->count - 1; i >= 0; i--)
		goals->costs[i] = goals->nulls[i] ? FR_UNREACHED : goals->costs[--known];
}

/* Writes a row for each cell of argument 2, with the cost from the cell of argument 1. */
static Datum
put_costs(FunctionCallInfo fcinfo, OneToManyQuery *query)
{
	CellList goals;

	start_at(query, PG_GETARG_CELL(1));
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(2), query, 0);
	find_costs(query, &goals);
	for (int i = 0; i < goals.count; i++)
	{
		bool nulls[2] = {goals.nulls[i], goals.costs[i] == FR_UNREACHED};
		Datum values[2] = {goals.cells[i], cost_datum(query, goals.costs[i])};

		put_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

FRINGE_FUNCTION(fringe_costs)
{
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	prepare(fcinfo, CONSUMER_COSTS, 3, &query);
	return put_costs(fcinfo, &query);
}

FRINGE_FUNCTION(fringe_costs_indexed)
{
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	prepare_indexed(fcinfo, &query);
	return put_costs(fcinfo, &query);
}

/* The costs from element `start` of the list to all elements. */
static void
find_row(OneToManyQuery *query, const CellList *list, int start)
{
	if (list->nulls[start])
	{
		for (int i = 0; i < list->count; i++)
			list->costs[i] = FR_UNREACHED;
		return;
	}
	start_at(query, DatumGetCell(list->cells[start]));
	find_costs(query, list);
}

/* A row of fringe_matrix without NULLs. Most rows are such, and a struct is written faster. */
typedef struct PairRow
{
	int64 start;
	int64 goal;
	float8 cost;
} PairRow;

/* Writes a row with NULLs: there is no path, or a cell is NULL. */
static void
put_no_path(FunctionCallInfo fcinfo, const CellList *list, int start, int goal)
{
	bool nulls[3] = {list->nulls[start], list->nulls[goal], true};
	Datum values[3] = {list->cells[start], list->cells[goal], (Datum) 0};

	put_row(fcinfo, values, nulls);
}

/* Argument 1 has the starts, which are the goals as well. */
static Datum
put_matrix(FunctionCallInfo fcinfo, OneToManyQuery *query, const Rows *rows, PairRow *row)
{
	CellList list = read_cells(PG_GETARG_ARRAYTYPE_P(1), query, 0);

	for (int start = 0; start < list.count; start++)
	{
		find_row(query, &list, start);
		for (int i = 0; i < list.count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (list.costs[i] == FR_UNREACHED)
			{
				put_no_path(fcinfo, &list, start, i);
				continue;
			}
			*row =
				(PairRow){DatumGetInt64(list.cells[start]), DatumGetInt64(list.cells[i]),
						  cost_value(query, list.costs[i])};
			fringe_put_row(rows);
		}
	}
	return (Datum) 0;
}

FRINGE_FUNCTION(fringe_matrix)
{
	Rows rows;
	PairRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(PairRow));
	OneToManyQuery query;

	prepare(fcinfo, CONSUMER_MATRIX, 2, &query);
	return put_matrix(fcinfo, &query, &rows, row);
}

FRINGE_FUNCTION(fringe_matrix_indexed)
{
	Rows rows;
	PairRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(PairRow));
	OneToManyQuery query;

	prepare_indexed(fcinfo, &query);
	return put_matrix(fcinfo, &query, &rows, row);
}

typedef struct TspRow
{
	int64 start_vid;
	int64 end_vid;
	float8 agg_cost;
} TspRow;

/* The matrix with array subscripts as pgRouting's vertex numbers. */
FRINGE_FUNCTION(fringe_matrix_tsp)
{
	Rows rows;
	TspRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TspRow));
	OneToManyQuery query;
	CellList list;

	prepare(fcinfo, CONSUMER_MATRIX_TSP, 2, &query);
	list = read_cells(PG_GETARG_ARRAYTYPE_P(1), &query, 0);
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

/* ==== the nearest of many goals ======================================== */

/* A goal that was reached. */
typedef struct ReachedGoal
{
	uint64 cost;
	uint32 index;
} ReachedGoal;

/* Orders by cost, then as gridcell does. */
static int
compare_reached(const void *a, const void *b, void *arg)
{
	const ReachedGoal *x = a;
	const ReachedGoal *y = b;

	if (x->cost != y->cost)
		return x->cost < y->cost ? -1 : 1;
	return x->index < y->index ? -1 : x->index > y->index;
}

/* The reached goals by increasing cost; duplicates stay. */
static size_t
sort_reached(const CellList *goals, ReachedGoal *reached)
{
	size_t count = 0;

	for (size_t i = 0; i < goals->known; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (goals->costs[i] != FR_UNREACHED)
			reached[count++] = (ReachedGoal){goals->costs[i], goals->index[i]};
	}
	qsort_interruptible(reached, count, sizeof(ReachedGoal), compare_reached, NULL);
	return count;
}

/* How many of the sorted goals cost at most `within`, by the value that fringe_cost returns. */
static size_t
count_within(const OneToManyQuery *query, const ReachedGoal *reached, size_t count,
			 double within)
{
	while (count > 0 && fr_cost_value(query->costs, reached[count - 1].cost) > within)
	{
		CHECK_FOR_INTERRUPTS();
		count--;
	}
	return count;
}

/* The path from the query's start to a cell: of the index if the query has one, else of the search that ran last. */
static struct varlena *
route_to(OneToManyQuery *query, uint32 goal, fr_cell at)
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
put_reached_goal(FunctionCallInfo fcinfo, OneToManyQuery *query, int32 rank,
				 const ReachedGoal *reached)
{
	fr_cell at = {(int32) (reached->index % query->width),
				  (int32) (reached->index / query->width)};
	bool nulls[4] = {false};
	Datum values[4] = {Int32GetDatum(rank), CellGetDatum(at),
					   cost_datum(query, reached->cost),
					   PointerGetDatum(route_to(query, reached->index, at))};

	put_row(fcinfo, values, nulls);
}

/*
 * Returns the first k of the sorted goals without duplicates; frees the memory of each
 * row.
 */
static void
put_nearest(FunctionCallInfo fcinfo, OneToManyQuery *query, const ReachedGoal *reached,
			size_t count, int32 k)
{
	MemoryContext row_context =
		AllocSetContextCreate(CurrentMemoryContext, "fringe row", ALLOCSET_SMALL_SIZES);
	MemoryContext old = MemoryContextSwitchTo(row_context);
	int32 rank = 0;

	for (size_t i = 0; i < count && rank < k; i++)
	{
		if (i > 0 && reached[i].index == reached[i - 1].index)
			continue;
		put_reached_goal(fcinfo, query, ++rank, &reached[i]);
		MemoryContextReset(row_context);
	}
	MemoryContextSwitchTo(old);
	MemoryContextDelete(row_context);
}

static void
check_number(int32 k)
{
	if (k < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of goals must not be negative")));
}

static void
find_nearest(OneToManyQuery *query, const CellList *goals, int32 k)
{
	if (query->index)
		find_known(query, goals);
	else
	{
		check_status(query, fr_nearest(&query->core, known_cells(goals), k,
									   query->context.sweep, &fringe_poll, goals->costs));
		search_context_count_sweep(&query->context);
	}
}

/* At most k goals, none of which costs more than `within`. */
typedef struct NearestLimits
{
	int32 k;
	double within;
} NearestLimits;

/* `within` is argument n, the most goals are argument k. */
static NearestLimits
limits_within(FunctionCallInfo fcinfo, int n, int k)
{
	NearestLimits limits = {PG_GETARG_INT32(k), PG_GETARG_FLOAT8(n)};

	check_number(limits.k);
	if (isnan(limits.within))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("cost must not be NaN")));
	return limits;
}

/* Writes a row for each of the goals in argument 2 that are nearest to the cell of argument 1. */
static Datum
put_nearest_goals(FunctionCallInfo fcinfo, OneToManyQuery *query, NearestLimits limits)
{
	CellList goals;
	ReachedGoal *reached;
	size_t count;

	start_at(query, PG_GETARG_CELL(1));
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(2), query, sizeof(ReachedGoal));
	if (!isinf(limits.within) && limits.within >= 0)
		query->core.within = fr_cost_bound(query->costs, limits.within);
	find_nearest(query, &goals, limits.k);
	reached = fringe_alloc_huge(goals.known * sizeof(ReachedGoal));
	count = count_within(query, reached, sort_reached(&goals, reached), limits.within);
	put_nearest(fcinfo, query, reached, count, limits.k);
	return (Datum) 0;
}

/* ---- goals with costs of their own ------------------------------------ */

/* Orders by index, then by cost. */
static int
compare_index(const void *a, const void *b, void *arg)
{
	const ReachedGoal *x = a;
	const ReachedGoal *y = b;

	if (x->index != y->index)
		return x->index < y->index ? -1 : 1;
	return x->cost < y->cost ? -1 : x->cost > y->cost;
}

/* Keeps the cheapest one of goals that the array has several times. */
static size_t
leave_cheapest(ReachedGoal *reached, size_t count)
{
	size_t left = 0;

	qsort_interruptible(reached, count, sizeof(ReachedGoal), compare_index, NULL);
	for (size_t i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i == 0 || reached[i].index != reached[i - 1].index)
			reached[left++] = reached[i];
	}
	return left;
}

/* Adds what goals cost beforehand to the costs of the paths. */
static void
add_advance(const CellList *goals, const uint64 *advance, uint64 limit)
{
	for (size_t i = 0; i < goals->known; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (goals->costs[i] == FR_UNREACHED)
			continue;
		if (goals->costs[i] > limit - advance[i])
			fringe_report_search(FR_COST_RANGE);
		goals->costs[i] += advance[i];
	}
}

/* fringe_nearest(map, start, goals, model, k, costs): every path counts, however long. */
FRINGE_FUNCTION(fringe_nearest_costed)
{
	int32 k = PG_GETARG_INT32(4);
	OneToManyQuery query;
	CellList goals;
	const uint64 *advance;
	ReachedGoal *reached;
	size_t count;
	Arena arena;

	InitMaterializedSRF(fcinfo, 0);
	check_number(k);
	prepare(fcinfo, CONSUMER_NEAREST, 3, &query);
	start_at(&query, PG_GETARG_CELL(1));
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(2), &query, sizeof(ReachedGoal));
	fringe_arena_init(&arena, CurrentMemoryContext,
					  query.bytes +
						  goals.count * (CELL_LIST_BYTES + sizeof(ReachedGoal)));
	advance = fringe_read_advance(PG_GETARG_ARRAYTYPE_P(5), goals.count, goals.nulls,
								  &arena, &query.core.grid);
	query.costs = &query.core.grid->costs;
	find_nearest(&query, &goals, advance ? PG_INT32_MAX : k);
	if (advance)
		add_advance(&goals, advance, query.costs->limit);
	reached = fringe_alloc_huge(goals.known * sizeof(ReachedGoal));
	count = sort_reached(&goals, reached);
	if (advance)
	{
		count = leave_cheapest(reached, count);
		qsort_interruptible(reached, count, sizeof(ReachedGoal), compare_reached, NULL);
	}
	put_nearest(fcinfo, &query, reached, count, k);
	return (Datum) 0;
}

FRINGE_FUNCTION(fringe_nearest)
{
	NearestLimits limits = {PG_GETARG_INT32(4), INFINITY};
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	check_number(limits.k);
	prepare(fcinfo, CONSUMER_NEAREST, 3, &query);
	return put_nearest_goals(fcinfo, &query, limits);
}

/* fringe_nearest(map, start, goals, within, model, k) */
FRINGE_FUNCTION(fringe_nearest_within)
{
	NearestLimits limits = limits_within(fcinfo, 3, 5);
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	prepare(fcinfo, CONSUMER_NEAREST_WITHIN, 4, &query);
	return put_nearest_goals(fcinfo, &query, limits);
}

FRINGE_FUNCTION(fringe_nearest_indexed)
{
	NearestLimits limits = {PG_GETARG_INT32(3), INFINITY};
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	check_number(limits.k);
	prepare_indexed(fcinfo, &query);
	return put_nearest_goals(fcinfo, &query, limits);
}

/* fringe_nearest(index, start, goals, within, k) */
FRINGE_FUNCTION(fringe_nearest_within_indexed)
{
	NearestLimits limits = limits_within(fcinfo, 3, 4);
	OneToManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	prepare_indexed(fcinfo, &query);
	return put_nearest_goals(fcinfo, &query, limits);
}

/* ==== the order of stops ================================================ */

typedef struct TourRow
{
	int32 seq;
	int64 cell;
	float8 cost;
	float8 total_cost;
	bool best;
} TourRow;

/* Reads the cells of argument 1, none of which may be NULL; begins an arena for the costs between them. */
static CellList
read_stops(FunctionCallInfo fcinfo, const OneToManyQuery *query, Arena *arena)
{
	CellList stops = read_cells(PG_GETARG_ARRAYTYPE_P(1), query, 0);

	if (stops.known < stops.count)
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("cells of an array must not be null")));
	fringe_arena_init(arena, CurrentMemoryContext,
					  query->bytes + (Size) stops.count * CELL_LIST_BYTES);
	return stops;
}

/* The costs between all stops, a row per start. */
static uint64 *
costs_between(OneToManyQuery *query, const CellList *stops, Arena *arena)
{
	Size count = stops->count;
	uint64 *costs = arena->core.allocate(arena, count * count * sizeof(uint64));

	for (Size from = 0; from < count; from++)
	{
		find_row(query, stops, (int) from);
		for (Size to = 0; to < count; to++)
		{
			CHECK_FOR_INTERRUPTS();
			costs[from * count + to] = stops->costs[to];
		}
	}
	return costs;
}

/* Writes a row for each stop, and for the return to the first one. */
static void
put_tour(OneToManyQuery *query, const CellList *stops, const fr_tour *tour,
		 const Rows *rows, TourRow *row)
{
	uint32 last = tour->count + (tour->closed && tour->count > 1);
	uint64 total = 0;
	uint32 before = 0;

	for (uint32 i = 0; i < last; i++)
	{
		uint32 stop = tour->order[i % tour->count];
		uint64 cost = i == 0 ? 0 : tour->costs[(Size) before * tour->count + stop];

		CHECK_FOR_INTERRUPTS();
		total += cost;
		if (total > query->costs->limit)
			fringe_report_search(FR_COST_RANGE);
		*row = (TourRow){(int32) i + 1, DatumGetInt64(stops->cells[stop]),
						 cost_value(query, cost), cost_value(query, total),
						 tour->count <= FR_EXACT_STOPS};
		fringe_put_row(rows);
		before = stop;
	}
}

/* fringe_tour(map, stops, model, closed). Lengths of straight lines are doubles, whose sums round. */
FRINGE_FUNCTION(fringe_tour)
{
	Rows rows;
	TourRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TourRow));
	fr_tour tour = {.closed = PG_GETARG_BOOL(3)};
	OneToManyQuery query;
	CellList stops;
	Arena arena;

	prepare(fcinfo, CONSUMER_TOUR, 2, &query);
	stops = read_stops(fcinfo, &query, &arena);
	tour.count = stops.count;
	tour.order = arena.core.allocate(&arena, Max(1, stops.count) * sizeof(uint32));
	tour.costs = costs_between(&query, &stops, &arena);
	if (stops.count > 0 && fr_tour_find(&tour, &arena.core, &fringe_poll))
		put_tour(&query, &stops, &tour, &rows, row);
	return (Datum) 0;
}

/* ==== who goes where ===================================================== */

#define ASSIGN_STARTS 1
#define ASSIGN_GOALS 2

/* A start and its goal, by their positions in the arrays, from 1. */
typedef struct AssignRow
{
	int32 start;
	int32 goal;
	float8 cost;
} AssignRow;

static const char *const least_words[] = {"sum", "longest", NULL};

/* The costs from all starts to all goals, a row per start; FR_UNREACHED from or to a NULL. */
static uint64 *
costs_to_goals(OneToManyQuery *query, ArrayType *starts, const CellList *goals,
			   Size *count, Arena *arena)
{
	Size bytes = query->bytes;
	CellList from;
	uint64 *costs;

	query->bytes += (Size) goals->count * CELL_LIST_BYTES;
	from = read_cells(starts, query, 0);
	query->bytes = bytes;
	*count = from.count;
	fringe_arena_init(arena, CurrentMemoryContext,
					  bytes + ((Size) goals->count + from.count) * CELL_LIST_BYTES);
	costs = arena->core.allocate(arena, Max(1, *count * goals->count) * sizeof(uint64));
	for (Size i = 0; i < *count; i++)
	{
		uint64 *row = costs + i * goals->count;

		CHECK_FOR_INTERRUPTS();
		memset(goals->costs, 0xff, goals->count * sizeof(uint64));
		if (!from.nulls[i])
		{
			start_at(query, DatumGetCell(from.cells[i]));
			find_costs(query, goals);
		}
		for (Size j = 0; j < (Size) goals->count; j++)
			row[j] = Min(goals->costs[j], FR_UNREACHED);
	}
	return costs;
}

/* fringe_assign(map, starts, goals, model, least) */
FRINGE_FUNCTION(fringe_assign)
{
	Rows rows;
	AssignRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(AssignRow));
	fr_assignment assignment = {
		.longest = fringe_check_word(PG_GETARG_TEXT_PP(4), "least", least_words,
									 "It is sum or longest.") == 1};
	OneToManyQuery query;
	CellList goals;
	Size starts;
	Arena arena;

	prepare(fcinfo, CONSUMER_ASSIGN, 3, &query);
	goals = read_cells(PG_GETARG_ARRAYTYPE_P(ASSIGN_GOALS), &query, 0);
	assignment.costs = costs_to_goals(&query, PG_GETARG_ARRAYTYPE_P(ASSIGN_STARTS),
									  &goals, &starts, &arena);
	assignment.starts = (uint32) starts;
	assignment.goals = (uint32) goals.count;
	/* under root2, units compare exactly below the limit of a path */
	assignment.limit = query.costs->root2 ? query.costs->limit : FR_ASSIGN_LIMIT;
	assignment.goal_of = arena.core.allocate(&arena, Max(1, starts) * sizeof(uint32));
	if (fr_assign(&assignment, &arena.core, &fringe_poll) != FR_OK)
		fringe_report_search(FR_COST_RANGE);
	for (Size i = 0; i < starts; i++)
	{
		uint32 goal = assignment.goal_of[i];

		CHECK_FOR_INTERRUPTS();
		if (goal == FR_NO_GOAL)
			continue;
		*row = (AssignRow){(int32) i + 1, (int32) goal + 1,
						   cost_value(&query, assignment.costs[i * goals.count + goal])};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}

/* ==== a network of sites ================================================= */

/* A site while the tree grows. */
typedef struct Site
{
	uint64 cost;   /* of the cheapest path that joins it to the tree, either way */
	uint32 joined; /* the site of the tree at the other end */
	bool in_tree;
} Site;

/* A path of the network, from one site to another. */
typedef struct NetworkEdge
{
	uint32 from;
	uint32 to;
	float8 cost;
} NetworkEdge;

#define NO_WAY UINT64_MAX /* above lengths of straight lines, which FR_UNREACHED is not */

/* What the way from one site to another costs. */
static uint64
way_cost(const uint64 *costs, Size count, uint32 from, uint32 to)
{
	uint64 cost = costs[from * count + to];

	return cost == FR_UNREACHED ? NO_WAY : cost;
}

/* The way between two sites that costs less: forward from the first one if both cost the same. */
static NetworkEdge
cheaper_way(const OneToManyQuery *query, const uint64 *costs, Size count, uint32 first,
			uint32 second)
{
	uint64 forward = way_cost(costs, count, first, second);
	uint64 backward = way_cost(costs, count, second, first);

	if (backward < forward)
		return (NetworkEdge){second, first, cost_value(query, backward)};
	return (NetworkEdge){first, second, cost_value(query, forward)};
}

/*
 * A minimum spanning tree of the matrix (Prim 1957), where a pair costs what the cheaper of both
 * ways costs. It grows from the first site. If no other one can be joined, another tree begins at
 * the first site that is left. Returns the number of edges.
 */
static uint32
grow_trees(const OneToManyQuery *query, const uint64 *costs, uint32 count, Site *sites,
		   NetworkEdge *edges)
{
	uint32 joined = 0;
	uint32 next = 0;

	for (uint32 i = 0; i < count; i++)
		sites[i] = (Site){NO_WAY, 0, false};
	for (uint32 done = 0; done < count; done++)
	{
		uint32 at = next;
		bool found = false;

		CHECK_FOR_INTERRUPTS();
		sites[at].in_tree = true;
		if (sites[at].cost != NO_WAY)
			edges[joined++] = cheaper_way(query, costs, count, Min(at, sites[at].joined),
										  Max(at, sites[at].joined));
		for (uint32 i = 0; i < count; i++)
		{
			uint64 cost =
				Min(way_cost(costs, count, at, i), way_cost(costs, count, i, at));

			if (sites[i].in_tree)
				continue;
			if (cost < sites[i].cost)
				sites[i] = (Site){cost, at, false};
			if (!found || sites[i].cost < sites[next].cost)
				next = i;
			found = true;
		}
	}
	return joined;
}

/* fringe_network(map, sites, model) */
FRINGE_FUNCTION(fringe_network)
{
	OneToManyQuery query;
	CellList sites;
	Arena arena;
	uint64 *costs;
	Site *grown;
	NetworkEdge *edges;
	uint32 joined;
	CellPair pair = {.consumer = CONSUMER_NETWORK,
					 .map = PG_GETARG_DATUM(0),
					 .model = PG_GETARG_DATUM(2)};
	CallSite site = {0};
	MemoryContext row_context =
		AllocSetContextCreate(CurrentMemoryContext, "fringe row", ALLOCSET_SMALL_SIZES);

	InitMaterializedSRF(fcinfo, 0);
	prepare(fcinfo, CONSUMER_NETWORK, 2, &query);
	sites = read_stops(fcinfo, &query, &arena);
	costs = costs_between(&query, &sites, &arena);
	grown = arena.core.allocate(&arena, Max(1, sites.count) * sizeof(Site));
	edges = arena.core.allocate(&arena, Max(1, sites.count) * sizeof(NetworkEdge));
	joined = grow_trees(&query, costs, sites.count, grown, edges);
	pfree(costs);

	/* the searches for the paths take the place of the query */
	for (uint32 i = 0; i < joined; i++)
	{
		MemoryContext outer = MemoryContextSwitchTo(row_context);
		bool nulls[4] = {false};
		Datum values[4] = {Int32GetDatum(edges[i].from + 1),
						   Int32GetDatum(edges[i].to + 1), Float8GetDatum(edges[i].cost)};

		pair.from = DatumGetCell(sites.cells[edges[i].from]);
		pair.to = DatumGetCell(sites.cells[edges[i].to]);
		values[3] = PointerGetDatum(fringe_route_between(&pair, &site));
		put_row(fcinfo, values, nulls);
		MemoryContextSwitchTo(outer);
		MemoryContextReset(row_context);
	}
	return (Datum) 0;
}
