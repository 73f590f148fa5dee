/*
 * routes.c - stored paths as agents use them: cost on a map, turning points, straight lines,
 * times
 */
#include "pg/result_rows.h"
#include "pg/cache/search_context.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/lsyscache.h"

#define PATH_BYTES(path) ((const uint8 *) VARDATA_ANY(path))
#define PATH_SIZE(path) VARSIZE_ANY_EXHDR(path)

static struct varlena *
path_of(FunctionCallInfo fcinfo, int n)
{
	return PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n));
}

static fr_path_reader
open_path(const struct varlena *path)
{
	return fr_path_open(PATH_BYTES(path), PATH_SIZE(path), &fringe_poll);
}

/* ---- gridpath_cost, gridpath_valid --------------------------------------- */

/*
 * Arguments (path, map, model): is the path legal? If so, *cost is its cost in units of
 * *costs, or FR_NO_COST.
 */
static bool
price(FunctionCallInfo fcinfo, const fr_costs **costs, uint64 *cost)
{
	struct varlena *path = path_of(fcinfo, 0);
	const fr_grid *grid = cache_get_grid_for_path(
		PG_GETARG_DATUM(1), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));

	*costs = &grid->costs;
	return fr_path_price(grid, PATH_BYTES(path), PATH_SIZE(path), cost, &fringe_poll);
}

PG_FUNCTION_INFO_V1(gridpath_cost);
Datum
gridpath_cost(PG_FUNCTION_ARGS)
{
	const fr_costs *costs;
	uint64 cost;

	if (!price(fcinfo, &costs, &cost))
		PG_RETURN_NULL();
	if (cost == FR_NO_COST)
		fringe_report_search(FR_COST_RANGE);
	PG_RETURN_FLOAT8(fr_cost_value(costs, cost));
}

PG_FUNCTION_INFO_V1(gridpath_valid);
Datum
gridpath_valid(PG_FUNCTION_ARGS)
{
	const fr_costs *costs;
	uint64 cost;

	PG_RETURN_BOOL(price(fcinfo, &costs, &cost));
}

/* ---- gridpath_waypoints ------------------------------------------------ */

static uint64
count_legs(const struct varlena *path)
{
	fr_path_reader reader = open_path(path);
	uint64 legs = 0;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		legs++;
	return legs;
}

/* The start and the end of each leg; directions differ between legs. */
PG_FUNCTION_INFO_V1(gridpath_waypoints);
Datum
gridpath_waypoints(PG_FUNCTION_ARGS)
{
	struct varlena *path = path_of(fcinfo, 0);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	fr_path_reader reader = open_path(path);
	fr_cell at = reader.start;
	fr_leg leg;
	int64 *corners;
	ArrayType *array = gridcell_array(count_legs(path) + 1, type, &corners);

	*corners++ = DatumGetInt64(CellGetDatum(at));
	while (fr_path_next(&reader, &leg))
	{
		at = fr_leg_cell(at, &leg, leg.moves);
		*corners++ = DatumGetInt64(CellGetDatum(at));
	}
	PG_RETURN_ARRAYTYPE_P(array);
}

/* ---- gridpath_at ------------------------------------------------------- */

static const fr_grid *
grid_of(FunctionCallInfo fcinfo, int map)
{
	return cache_get_grid_for_path(PG_GETARG_DATUM(map), path_of(fcinfo, map + 1));
}

/* gridpath_at(path, distance, map, model) */
PG_FUNCTION_INFO_V1(gridpath_at);
Datum
gridpath_at(PG_FUNCTION_ARGS)
{
	struct varlena *path = path_of(fcinfo, 0);
	fr_way_point point = {.distance = PG_GETARG_FLOAT8(1)};
	uint64 cost;

	if (isnan(point.distance))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("distance must not be NaN")));
	if (!fr_path_at(grid_of(fcinfo, 2), PATH_BYTES(path), PATH_SIZE(path), &point, &cost,
					&fringe_poll) ||
		point.distance < 0)
		PG_RETURN_NULL();
	if (cost == FR_NO_COST)
		fringe_report_search(FR_COST_RANGE);
	PG_RETURN_CELL(point.cell);
}

/* ---- gridpath_smooth --------------------------------------------------- */

typedef struct SmoothRow
{
	int32 seq;
	Datum cell;
	float8 step_cost;
	float8 total_cost;
} SmoothRow;

typedef struct SmoothWriter
{
	Rows rows;
	SmoothRow *row; /* the last one written */
	const fr_grid *grid;
} SmoothWriter;

static void
put_corner(void *context, fr_cell corner)
{
	SmoothWriter *writer = context;
	SmoothRow *row = writer->row;
	fr_cell last = row->seq > 0 ? DatumGetCell(row->cell) : corner;
	double length = hypot((double) corner.x - last.x, (double) corner.y - last.y);

	CHECK_FOR_INTERRUPTS();
	row->seq++;
	row->cell = CellGetDatum(corner);
	row->step_cost = fr_line_cost(writer->grid, last, corner, length);
	row->total_cost += row->step_cost;
	fringe_put_row(&writer->rows);
}

/* gridpath_smooth(path, map, model) */
PG_FUNCTION_INFO_V1(gridpath_smooth);
Datum
gridpath_smooth(PG_FUNCTION_ARGS)
{
	struct varlena *path = path_of(fcinfo, 0);
	SmoothWriter writer;
	uint64 cost;

	writer.row = fringe_begin_rows(fcinfo, &writer.rows, sizeof(SmoothRow));
	writer.grid = grid_of(fcinfo, 1);
	fringe_refuse_links(writer.grid);
	if (fr_path_price(writer.grid, PATH_BYTES(path), PATH_SIZE(path), &cost,
					  &fringe_poll))
		fr_path_smooth(writer.grid, PATH_BYTES(path), PATH_SIZE(path), put_corner,
					   &writer, &fringe_poll);
	return (Datum) 0;
}

/* ---- gridpath_conflicts ------------------------------------------------ */

/* An agent that makes one move of its path at a time, and then waits at the goal. */
typedef struct Agent
{
	fr_path_reader reader;
	fr_cell at;
	fr_cell before;
	fr_cell corner; /* where the leg begins */
	fr_leg leg;
	uint64 moves; /* made of it */
} Agent;

static Agent
new_agent(const struct varlena *path)
{
	Agent agent = {.reader = open_path(path)};

	agent.at = agent.before = agent.reader.start;
	return agent;
}

/* False if the agent waits. */
static bool
move_agent(Agent *agent)
{
	agent->before = agent->at;
	if (agent->moves == agent->leg.moves)
	{
		if (!fr_path_next(&agent->reader, &agent->leg))
			return false;
		agent->corner = agent->at;
		agent->moves = 0;
	}
	agent->at = fr_leg_cell(agent->corner, &agent->leg, ++agent->moves);
	return true;
}

static bool
same_cell(fr_cell a, fr_cell b)
{
	return a.x == b.x && a.y == b.y;
}

typedef struct ConflictRow
{
	int32 tick;
	Datum a;
	Datum b;
	bool swapped;
} ConflictRow;

PG_FUNCTION_INFO_V1(gridpath_conflicts);
Datum
gridpath_conflicts(PG_FUNCTION_ARGS)
{
	Rows rows;
	ConflictRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ConflictRow));
	Agent a = new_agent(path_of(fcinfo, 0));
	Agent b = new_agent(path_of(fcinfo, 1));
	bool moving = true;

	for (int32 tick = 0; moving; tick++)
	{
		bool swapped = same_cell(a.at, b.before) && same_cell(b.at, a.before);
		bool a_moves;

		CHECK_FOR_INTERRUPTS();
		if (swapped || same_cell(a.at, b.at))
		{
			*row = (ConflictRow){tick, CellGetDatum(a.at), CellGetDatum(b.at),
								 swapped && !same_cell(a.at, b.at)};
			fringe_put_row(&rows);
		}
		a_moves = move_agent(&a);
		moving = move_agent(&b) || a_moves;
	}
	return (Datum) 0;
}
