/*
 * walks.c - what telemetry tells: positions as walks, and the time lost in each cell
 *
 * A walk is a list of legs: single moves, and best paths over gaps. Each position is in one walk.
 */
#include "pg/cache/cache.h"
#include "pg/functions/paths.h"
#include "pg/functions/single_pair.h"

#include <math.h>

#include "common/int.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/float.h"
#include "utils/memutils.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"

/* ---- fringe_walks ------------------------------------------------------ */

#define WALK_COLUMNS 6

/* How the agent came to a position from the one before. */
typedef enum Following
{
	APART,	 /* not by one move: a walk ends here, unless a best path fills the gap */
	STAYING, /* in the same cell */
	BY_STEP,
	BY_LINK
} Following;

typedef struct Walks
{
	Consumer consumer;
	FunctionCallInfo fcinfo; /* map, positions, model, gap */
	CallSite route_site;	 /* of all searches */
	CallSite cost_site;
	const int64 *cells;
	int count;
	uint8 *following; /* per position: Following */
	int32 gap;
	uint32 width;
	uint32 height;
	bool linked;		   /* one move may go far */
	MemoryContext scratch; /* of a search */
	struct varlena **legs; /* of the current walk */
	int leg_count;
	Size bytes; /* of the legs, and of the arrays */
	int32 number;
	int first; /* position of the current walk, from 0 */
} Walks;

static fr_cell
cell_at(const Walks *walks, int position)
{
	return DatumGetCell(Int64GetDatum(walks->cells[position]));
}

/* ---- one move ---------------------------------------------------------- */

#define ONE_MOVE_BYTES (FR_START_BYTES + FR_LEG_BYTES)

static Size
pack_move(uint8 *bytes, fr_cell from, const fr_leg *leg)
{
	fr_leg_writer writer = fr_legs_begin(
		bytes, leg->direction == FR_BY_LINK ? FR_PATH_LINES : FR_PATH_RUNS, from);

	fr_legs_put(&writer, leg);
	return fr_legs_end(&writer) - bytes;
}

static bool
legal_move(const fr_grid *grid, fr_cell from, const fr_leg *leg, uint64 *cost)
{
	uint8 bytes[ONE_MOVE_BYTES];
	Size size = pack_move(bytes, from, leg);

	return fr_path_price(grid, bytes, size, cost, &fringe_poll);
}

static Following
how_following(const fr_grid *grid, fr_cell from, fr_cell to)
{
	fr_leg step = fr_leg_between(from, to);
	fr_leg link = fr_leg_linking(from, to);
	uint64 step_cost;
	uint64 link_cost;
	bool by_step = step.moves == 1 && legal_move(grid, from, &step, &step_cost);
	bool by_link =
		(grid->links || grid->costs.wraps) && legal_move(grid, from, &link, &link_cost);

	if (by_step && by_link)
		return link_cost < step_cost ? BY_LINK : BY_STEP;
	return by_step ? BY_STEP : by_link ? BY_LINK : APART;
}

/* The searches of walks may evict the grid, so all positions are compared before. */
static void
find_following(Walks *walks, const fr_grid *grid)
{
	walks->following = fringe_alloc_huge((Size) walks->count + 1);
	walks->following[0] = APART;
	for (int i = 1; i < walks->count; i++)
	{
		fr_cell from = cell_at(walks, i - 1);
		fr_cell to = cell_at(walks, i);

		CHECK_FOR_INTERRUPTS();
		if (walks->cells[i - 1] == walks->cells[i])
			walks->following[i] = STAYING;
		else if (fr_grid_has(grid, from) && fr_grid_has(grid, to))
			walks->following[i] = how_following(grid, from, to);
		else
			walks->following[i] = APART;
	}
}

/* ---- legs and rows ----------------------------------------------------- */

/* Keeps a leg, which is in the scratch context or on the stack, in the current walk. */
static void
keep_leg(Walks *walks, const struct varlena *leg)
{
	struct varlena *copy = fringe_alloc_huge(VARSIZE(leg));

	memcpy(copy, leg, VARSIZE(leg));
	walks->legs[walks->leg_count++] = copy;
	walks->bytes += GetMemoryChunkSpace(copy);
	fringe_limit_memory(consumer_name(walks->consumer), walks->bytes);
}

static void
keep_move(Walks *walks, int to)
{
	fr_cell from = cell_at(walks, to - 1);
	fr_leg leg = walks->following[to] == BY_LINK
					 ? fr_leg_linking(from, cell_at(walks, to))
					 : fr_leg_between(from, cell_at(walks, to));
	union
	{
		struct varlena path;
		uint8 bytes[VARHDRSZ + ONE_MOVE_BYTES];
	} move;

	SET_VARSIZE(&move.path,
				VARHDRSZ + pack_move((uint8 *) VARDATA(&move.path), from, &leg));
	keep_leg(walks, &move.path);
}

/* What a search between two positions is given. */
static CellPair
pair_of(const Walks *walks, int from, int to)
{
	return (CellPair){.consumer = walks->consumer,
					  .map = walks->fcinfo->args[0].value,
					  .from = cell_at(walks, from),
					  .to = cell_at(walks, to),
					  .model = walks->fcinfo->args[2].value};
}

static bool
is_outside(const Walks *walks, int position)
{
	return !fringe_is_inside(cell_at(walks, position), walks->width, walks->height);
}

/* The best path from one position to another, in the scratch context; NULL if there is none. */
static struct varlena *
best_path(Walks *walks, int from, int to)
{
	CellPair pair = pair_of(walks, from, to);
	MemoryContext context;
	struct varlena *leg;

	if (walks->consumer == CONSUMER_TRY_WALKS &&
		(is_outside(walks, from) || is_outside(walks, to)))
		return NULL;
	MemoryContextReset(walks->scratch);
	context = MemoryContextSwitchTo(walks->scratch);
	leg = fringe_route_between(&pair, &walks->route_site);
	MemoryContextSwitchTo(context);
	return leg;
}

/* Without links a move goes to a neighbour, so there are at least this many. */
static int64
least_moves(fr_cell from, fr_cell to)
{
	return Max(llabs((long long) from.x - to.x), llabs((long long) from.y - to.y));
}

/* May several moves bridge the gap before this position? */
static bool
may_bridge(const Walks *walks, int to)
{
	return walks->leg_count > 0 && walks->gap > 1 &&
		   (walks->linked ||
			least_moves(cell_at(walks, to - 1), cell_at(walks, to)) <= walks->gap);
}

/* Does the current walk go on to this position? If so, it gets the leg. */
static bool
goes_on(Walks *walks, int to)
{
	struct varlena *leg;

	if (walks->following[to] == STAYING)
		return true;
	if (walks->following[to] != APART && walks->gap > 0)
	{
		keep_move(walks, to);
		return true;
	}
	if (!may_bridge(walks, to))
		return false;
	leg = best_path(walks, to - 1, to);
	if (leg == NULL || fr_path_length(PATH_BYTES(leg), PATH_SIZE(leg), &fringe_poll) - 1 >
						   (uint64) walks->gap)
		return false;
	keep_leg(walks, leg);
	return true;
}

static void
begin_walk(Walks *walks, int at)
{
	struct varlena *leg = best_path(walks, at, at);

	for (int i = 0; i < walks->leg_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		walks->bytes -= GetMemoryChunkSpace(walks->legs[i]);
		pfree(walks->legs[i]);
	}
	walks->leg_count = 0;
	walks->number++;
	walks->first = at;
	if (leg != NULL)
		keep_leg(walks, leg);
}

/*
 * A walk on a blocked cell has no route, nor has one outside the map. A route that leads back has no cost if turns have prices.
 */
static void
put_walk(Walks *walks, int last)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) walks->fcinfo->resultinfo;
	Datum values[WALK_COLUMNS] = {Int32GetDatum(walks->number),
								  Int32GetDatum(walks->first + 1),
								  Int32GetDatum(last + 1)};
	bool nulls[WALK_COLUMNS] = {false, false, false, true, true, true};
	MemoryContext context;

	MemoryContextReset(walks->scratch);
	context = MemoryContextSwitchTo(walks->scratch);
	if (walks->leg_count > 0)
	{
		struct varlena *route = gridpath_join(walks->legs, walks->leg_count);
		CellPair pair = pair_of(walks, walks->first, last);
		float8 cost;

		values[3] = PointerGetDatum(route);
		nulls[3] = false;
		nulls[4] = !fringe_path_cost(walks->consumer, route, pair.map, pair.model, &cost);
		if (!nulls[4])
			values[4] = Float8GetDatum(cost);
		nulls[5] = !fringe_cost_between(&pair, &walks->cost_site, &cost);
		if (!nulls[5])
			values[5] = Float8GetDatum(cost);
	}
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	MemoryContextSwitchTo(context);
}

static Datum
put_walks(FunctionCallInfo fcinfo, Consumer consumer)
{
	Walks walks = {.consumer = consumer, .fcinfo = fcinfo, .gap = PG_GETARG_INT32(3)};
	const fr_grid *grid;

	InitMaterializedSRF(fcinfo, 0);
	if (walks.gap < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("gap must not be negative")));
	walks.cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &walks.count);
	grid = cache_get_grid(consumer, PG_GETARG_DATUM(0),
						  PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
	walks.width = grid->width;
	walks.height = grid->height;
	walks.linked = grid->links != NULL || grid->costs.wraps;
	walks.bytes = (Size) walks.count * (sizeof(*walks.legs) + sizeof(*walks.following));
	fringe_limit_memory(consumer_name(consumer), walks.bytes);
	walks.legs = fringe_alloc_huge(((Size) walks.count + 1) * sizeof(*walks.legs));
	find_following(&walks, grid);
	walks.scratch = AllocSetContextCreate(CurrentMemoryContext, "fringe_walks",
										  ALLOCSET_DEFAULT_SIZES);
	for (int at = 0; at < walks.count; at++)
	{
		CHECK_FOR_INTERRUPTS();
		if (at > 0 && goes_on(&walks, at))
			continue;
		if (at > 0)
			put_walk(&walks, at - 1);
		begin_walk(&walks, at);
	}
	if (walks.count > 0)
		put_walk(&walks, walks.count - 1);
	return (Datum) 0;
}

/* fringe_walks(map, positions, model, gap) */
FRINGE_FUNCTION(fringe_walks)
{
	return put_walks(fcinfo, CONSUMER_WALKS);
}

/* fringe_try_walks(map, positions, model, gap) */
FRINGE_FUNCTION(fringe_try_walks)
{
	return put_walks(fcinfo, CONSUMER_TRY_WALKS);
}

/* ---- gridpath_delay ---------------------------------------------------- */

/* A stay in a cell; then a result row: the sum of all stays there. */
typedef struct Stay
{
	int64 cell;
	int32 stays;
	float8 delay;
} Stay;

/* The same as a result row with an interval. */
typedef struct IntervalRow
{
	int64 cell;
	int32 stays;
	Interval delay;
} IntervalRow;

static int
compare_stays(const void *a, const void *b)
{
	int64 x = ((const Stay *) a)->cell;
	int64 y = ((const Stay *) b)->cell;

	CHECK_FOR_INTERRUPTS();
	return (x > y) - (x < y);
}

static void
check_times(ArrayType *array, int count)
{
	if (ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array)) != count)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("times must have one element per position")));
	if (array_contains_nulls(array))
		ereport(ERROR, (errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
						errmsg("times must not be null")));
}

static void
refuse_time(void)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("times must be finite and must not decrease")));
}

/* The times of `count` positions, in place. */
static const float8 *
read_numbers(ArrayType *array, int count)
{
	const float8 *times = (const float8 *) ARR_DATA_PTR(array);

	check_times(array, count);
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!isfinite(times[i]) || (i > 0 && times[i] < times[i - 1]))
			refuse_time();
	}
	return times;
}

#define MOST_MICROSECONDS (INT64CONST(1) << 53) /* a float8 has all below */

/* The times of `count` positions, in microseconds from the first one on. */
static const float8 *
read_timestamps(ArrayType *array, int count)
{
	const TimestampTz *at = (const TimestampTz *) ARR_DATA_PTR(array);
	float8 *times;
	int64 since;

	check_times(array, count);
	fringe_limit_memory("gridpath_delay", (Size) count * (sizeof(Stay) + sizeof(*times)));
	times = fringe_alloc_huge(((Size) count + 1) * sizeof(*times));
	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (TIMESTAMP_NOT_FINITE(at[i]) || (i > 0 && at[i] < at[i - 1]))
			refuse_time();
		if (pg_sub_s64_overflow(at[i], at[0], &since) || since > MOST_MICROSECONDS)
			ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
							errmsg("times must lie within 285 years")));
		times[i] = (float8) since;
	}
	return times;
}

/* A stay ends when the agent is first seen elsewhere; the last one, at its last position. */
static Size
find_stays(const int64 *cells, const float8 *times, int count, float8 step_time,
		   Stay *stays)
{
	Size found = 0;

	for (int first = 0, next; first < count; first = next)
	{
		float8 lost;

		CHECK_FOR_INTERRUPTS();
		for (next = first + 1; next < count && cells[next] == cells[first]; next++)
			CHECK_FOR_INTERRUPTS();
		lost = float8_mi(times[Min(next, count - 1)], times[first]);
		if (next < count)
			lost = Max(0.0, lost - step_time);
		stays[found++] = (Stay){cells[first], 1, lost};
	}
	return found;
}

/* Makes one of all stays in a cell; returns the number of cells. */
static Size
sum_stays(Stay *stays, Size count)
{
	Size cells = 0;

	qsort(stays, count, sizeof(Stay), compare_stays);
	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (cells > 0 && stays[cells - 1].cell == stays[i].cell)
		{
			stays[cells - 1].stays++;
			stays[cells - 1].delay = float8_pl(stays[cells - 1].delay, stays[i].delay);
		}
		else
			stays[cells++] = stays[i];
	}
	return cells;
}

/* Makes the result rows of *count positions. Stores the number of rows in *count. */
static const Stay *
find_delays(const int64 *cells, const float8 *times, Size *count, float8 step_time)
{
	Stay *stays;

	if (!isfinite(step_time) || step_time < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("step_time must be finite and must not be negative")));
	fringe_limit_memory("gridpath_delay", *count * sizeof(Stay));
	stays = fringe_alloc_huge((*count + 1) * sizeof(Stay));
	*count = sum_stays(stays, find_stays(cells, times, (int) *count, step_time, stays));
	return stays;
}

/* gridpath_delay(positions, times float8[], step_time) */
FRINGE_FUNCTION(gridpath_delay)
{
	Rows rows;
	Stay *row = fringe_begin_rows(fcinfo, &rows, sizeof(Stay));
	int positions;
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(0), &positions);
	const float8 *times = read_numbers(PG_GETARG_ARRAYTYPE_P(1), positions);
	Size count = positions;
	const Stay *delays = find_delays(cells, times, &count, PG_GETARG_FLOAT8(2));

	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		*row = delays[i];
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}

/* A day has 24 hours and a month 30 days, as where the server compares intervals. */
static float8
microseconds_of(const Interval *interval)
{
	if (INTERVAL_NOT_FINITE(interval))
		return get_float8_infinity();
	return (float8) interval->time +
		   (interval->day + (float8) DAYS_PER_MONTH * interval->month) * USECS_PER_DAY;
}

/* Whole days apart, as the difference of two times has them. */
static Interval
interval_of(float8 microseconds)
{
	int64 whole = llrint(microseconds);

	return (Interval){whole % USECS_PER_DAY, (int32) (whole / USECS_PER_DAY), 0};
}

/* gridpath_delay(positions, times timestamptz[], step_time) */
FRINGE_FUNCTION(gridpath_delay_timestamps)
{
	Rows rows;
	IntervalRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(IntervalRow));
	int positions;
	const int64 *cells = gridcell_elements(PG_GETARG_ARRAYTYPE_P(0), &positions);
	const float8 *times = read_timestamps(PG_GETARG_ARRAYTYPE_P(1), positions);
	Size count = positions;
	const Stay *delays =
		find_delays(cells, times, &count, microseconds_of(PG_GETARG_INTERVAL_P(2)));

	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		*row =
			(IntervalRow){delays[i].cell, delays[i].stays, interval_of(delays[i].delay)};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}
