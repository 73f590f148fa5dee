/*
 * paths.c - the functions of stored paths, and the cells of a path as rows
 */
#include "core/anyangle/line_length.h"
#include "pg/cache/search_context.h"
#include "pg/functions/paths.h"
#include "pg/result_rows.h"
#include "pg/types/jsonb_writer.h"
#include "pg/types/types.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/fmgrprotos.h"
#include "utils/geo_decls.h"
#include "utils/lsyscache.h"

/* A row of gridpath_smooth and gridpath_steps. */
typedef struct StepRow
{
	int32 seq;
	Datum cell;
	float8 step_cost;
	float8 total_cost;
} StepRow;

/* ---- gridpath_cost, gridpath_valid ------------------------------------ */

/* Is the path legal? If so, *cost is its cost in units of *costs, or FR_NO_COST. */
static bool
price(Consumer consumer, const struct varlena *path, Datum map, Datum model,
	  const fr_costs **costs, uint64 *cost)
{
	const fr_grid *grid =
		cache_get_grid_for_path(consumer, map, PG_DETOAST_DATUM_PACKED(model));

	*costs = &grid->costs;
	return fr_path_price(grid, PATH_BYTES(path), PATH_SIZE(path), cost, &fringe_poll);
}

bool
fringe_path_cost(Consumer consumer, const struct varlena *path, Datum map, Datum model,
				 float8 *cost)
{
	const fr_costs *costs;
	uint64 units;

	if (!price(consumer, path, map, model, &costs, &units))
		return false;
	if (units == FR_NO_COST)
		fringe_report_search(FR_COST_RANGE);
	*cost = fr_cost_value(costs, units);
	return true;
}

FRINGE_FUNCTION(gridpath_cost)
{
	float8 cost;

	if (!fringe_path_cost(CONSUMER_PATH_COST, PG_GETARG_GRIDPATH(0), PG_GETARG_DATUM(1),
						  PG_GETARG_DATUM(2), &cost))
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(cost);
}

FRINGE_FUNCTION(gridpath_valid)
{
	const fr_costs *costs;
	uint64 cost;

	PG_RETURN_BOOL(price(CONSUMER_PATH_VALID, PG_GETARG_GRIDPATH(0), PG_GETARG_DATUM(1),
						 PG_GETARG_DATUM(2), &costs, &cost));
}

/* ---- gridpath_waypoints ----------------------------------------------- */

static uint64
count_legs(const struct varlena *path)
{
	fr_path_reader reader = gridpath_open(path);
	uint64 legs = 0;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		legs++;
	return legs;
}

/* The start and the end of each leg; directions differ between legs. */
FRINGE_FUNCTION(gridpath_waypoints)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	fr_path_reader reader = gridpath_open(path);
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

/* ---- gridpath_at ------------------------------------------------------ */

static const fr_grid *
grid_of(FunctionCallInfo fcinfo, Consumer consumer, int map)
{
	return cache_get_grid_for_path(consumer, PG_GETARG_DATUM(map),
								   PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(map + 1)));
}

/* gridpath_at(path, distance, map, model) */
FRINGE_FUNCTION(gridpath_at)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	fr_way_point point = {.distance = PG_GETARG_FLOAT8(1)};
	uint64 cost;

	if (isnan(point.distance))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("distance must not be NaN")));
	if (!fr_path_at(grid_of(fcinfo, CONSUMER_PATH_AT, 2), PATH_BYTES(path),
					PATH_SIZE(path), &point, &cost, &fringe_poll) ||
		point.distance < 0)
		PG_RETURN_NULL();
	if (cost == FR_NO_COST)
		fringe_report_search(FR_COST_RANGE);
	PG_RETURN_CELL(point.cell);
}

/* ---- gridpath_smooth -------------------------------------------------- */

typedef struct SmoothWriter
{
	Rows rows;
	StepRow *row; /* the last one written */
	const fr_grid *grid;
} SmoothWriter;

static void
put_corner(void *context, fr_cell corner)
{
	SmoothWriter *writer = context;
	StepRow *row = writer->row;
	fr_cell last = row->seq > 0 ? DatumGetCell(row->cell) : corner;

	CHECK_FOR_INTERRUPTS();
	row->seq++;
	row->cell = CellGetDatum(corner);
	row->step_cost = fr_line_cost(writer->grid, last, corner, &fringe_poll);
	row->total_cost += row->step_cost;
	fringe_put_row(&writer->rows);
}

/* gridpath_smooth(path, map, model) */
FRINGE_FUNCTION(gridpath_smooth)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	SmoothWriter writer;
	Arena arena;
	uint64 cost;

	writer.row = fringe_begin_rows(fcinfo, &writer.rows, sizeof(StepRow));
	writer.grid = grid_of(fcinfo, CONSUMER_PATH_SMOOTH, 1);
	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	if (fr_path_price(writer.grid, PATH_BYTES(path), PATH_SIZE(path), &cost,
					  &fringe_poll))
		fr_path_smooth(writer.grid, PATH_BYTES(path), PATH_SIZE(path), &arena.core,
					   put_corner, &writer, &fringe_poll);
	return (Datum) 0;
}

/* ---- gridpath_conflicts ----------------------------------------------- */

/* An agent that makes one move of its path at a time, and then waits at the goal. */
typedef struct Agent
{
	fr_path_reader reader;
	fr_cell at;
	fr_cell before;
	fr_cell corner; /* where the leg begins */
	fr_leg leg;
	uint64 moves; /* of the leg that the agent has made */
} Agent;

static Agent
new_agent(const struct varlena *path)
{
	Agent agent = {.reader = gridpath_open(path)};

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

FRINGE_FUNCTION(gridpath_conflicts)
{
	Rows rows;
	ConflictRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ConflictRow));
	Agent a = new_agent(PG_GETARG_GRIDPATH(0));
	Agent b = new_agent(PG_GETARG_GRIDPATH(1));
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

/* ---- gridpath_to_geojson ---------------------------------------------- */

/* Rounds to 15 significant digits, so that the origin 0.1 shows as 0.1: every double has as many. */
static uint32
put_coordinate(StringInfo bytes, double value)
{
	char *text = psprintf("%.15g", value);
	Numeric number = DatumGetNumeric(
		DirectFunctionCall3(numeric_in, CStringGetDatum(text),
							ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));

	pfree(text);
	return jsonb_put_numeric(bytes, number);
}

static void
put_centre(JsonbWriter *corners, const Geotransform *geo, fr_cell cell)
{
	Point centre = geotransform_centre(geo, cell);
	StringInfo bytes = corners->bytes;
	int begin = bytes->len;
	JsonbWriter pair = jsonb_begin_container(bytes, JB_FARRAY, 2);
	int x = bytes->len;
	int y;

	CHECK_FOR_INTERRUPTS();
	put_coordinate(bytes, centre.x);
	jsonb_end_part(&pair, x, JENTRY_ISNUMERIC);
	y = bytes->len;
	put_coordinate(bytes, centre.y);
	jsonb_end_part(&pair, y, JENTRY_ISNUMERIC);
	jsonb_end_part(corners, begin, JENTRY_ISCONTAINER);
}

static uint32
legs_to_link(fr_path_reader reader)
{
	uint32 legs = 0;
	fr_leg leg;

	while (fr_path_next(&reader, &leg) && leg.direction != FR_BY_LINK)
		legs++;
	return legs;
}

/*
 * Writes the coordinates of a line of GeoJSON, which leads from a cell to the next link or to the end
 * of the path. Then goes over the link; false if the path has ended. GeoJSON wants two positions, so
 * the line of one cell has its position twice.
 */
static bool
put_line(StringInfo bytes, const Geotransform *geo, fr_path_reader *reader, fr_cell *cell)
{
	uint32 legs = legs_to_link(*reader);
	JsonbWriter corners = jsonb_begin_container(bytes, JB_FARRAY, 1 + Max(1, legs));
	fr_leg leg;

	put_centre(&corners, geo, *cell);
	for (uint32 i = 0; i < legs && fr_path_next(reader, &leg); i++)
	{
		*cell = fr_leg_cell(*cell, &leg, leg.moves);
		put_centre(&corners, geo, *cell);
	}
	if (legs == 0)
		put_centre(&corners, geo, *cell);
	if (!fr_path_next(reader, &leg))
		return false;
	*cell = fr_leg_cell(*cell, &leg, leg.moves);
	return true;
}

/* Links leave gaps between lines; steps over joined edges are links of a path. */
static void
put_lines(StringInfo bytes, const Geotransform *geo, const struct varlena *path,
		  uint32 count)
{
	fr_path_reader reader = gridpath_open(path);
	fr_cell cell = reader.start;
	JsonbWriter lines;
	bool more = true;

	if (count == 1)
	{
		put_line(bytes, geo, &reader, &cell);
		return;
	}
	lines = jsonb_begin_container(bytes, JB_FARRAY, count);
	while (more)
	{
		int begin = bytes->len;

		more = put_line(bytes, geo, &reader, &cell);
		jsonb_end_part(&lines, begin, JENTRY_ISCONTAINER);
	}
}

static uint64
count_links(const struct varlena *path)
{
	fr_path_reader reader = gridpath_open(path);
	uint64 links = 0;
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		links += leg.direction == FR_BY_LINK;
	return links;
}

#define CORNER_BYTES 100 /* of a corner, in a buffer that doubles */

/* {"type": "LineString", "coordinates": [...]}, with links "MultiLineString" */
FRINGE_FUNCTION(gridpath_to_geojson)
{
	const struct varlena *path = PG_GETARG_GRIDPATH(0);
	uint64 lines = 1 + count_links(path);
	const char *const texts[] = {"type", "coordinates",
								 lines > 1 ? "MultiLineString" : "LineString"};
	Geotransform geo = geotransform_arguments(fcinfo, 1);
	uint64 corners = count_legs(path) + 2 * lines; /* or more than there are */
	StringInfoData bytes;
	JsonbWriter object;
	int begin;

	fringe_limit_memory("gridpath_to_geojson", corners * CORNER_BYTES);
	jsonb_begin(&bytes);
	object = jsonb_begin_container(&bytes, JB_FOBJECT, 2);
	for (int i = 0; i < lengthof(texts); i++)
	{
		begin = bytes.len;
		appendStringInfoString(&bytes, texts[i]);
		jsonb_end_part(&object, begin, JENTRY_ISSTRING);
	}
	begin = bytes.len;
	put_lines(&bytes, &geo, path, (uint32) lines);
	jsonb_end_part(&object, begin, JENTRY_ISCONTAINER);
	return jsonb_end(&bytes);
}

/* ==== the cells of a path as rows ====================================== */

typedef struct PathRow
{
	int32 seq;
	int32 x;
	int32 y;
	float8 step_cost;
	float8 total_cost;
} PathRow;

/* Begins the rows of a function. fringe_put_path adds a path; a function that adds none returns no rows. */
void
fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer)
{
	writer->row = fringe_begin_rows(fcinfo, &writer->rows, sizeof(PathRow));
	writer->step_row = NULL;
}

/* Writes a row of fringe_path, or of gridpath_steps, whose cell is one value. */
static void
put_row(PathWriter *writer, uint64 step)
{
	double step_cost = fr_cost_value(writer->costs, step);
	double total_cost = fr_cost_value(writer->costs, writer->total);

	CHECK_FOR_INTERRUPTS();
	if (writer->step_row)
		*writer->step_row = (StepRow){writer->step_row->seq + 1,
									  CellGetDatum(writer->cell), step_cost, total_cost};
	else
		*writer->row = (PathRow){writer->row->seq + 1, writer->cell.x, writer->cell.y,
								 step_cost, total_cost};
	fringe_put_row(&writer->rows);
}

/* The cost of the first move of a leg. */
static uint64
step_along(const PathWriter *writer, const fr_leg *leg)
{
	if (!writer->index)
		return fr_leg_step_cost(writer->grid, writer->cell, writer->before, leg);
	if (leg->direction == FR_BY_LINK)
		return fr_index_link(writer->index, writer->cell,
							 fr_leg_cell(writer->cell, leg, 1));
	return fr_index_step(writer->index, writer->cell, leg->direction);
}

/* A row for each move of a leg. The last move of a path costs what the turn after it costs, too. */
static void
put_leg(PathWriter *writer, const fr_leg *leg, bool last)
{
	for (uint64 i = leg->moves; i > 0; i--)
	{
		uint64 step = step_along(writer, leg);
		uint64 before;

		writer->cell = fr_leg_cell(writer->cell, leg, 1);
		writer->before = leg->direction;
		before = writer->total;
		if (writer->index)
			writer->total += step;
		else
			writer->total = fr_path_after(writer->grid, before, writer->cell, step);
		if (last && i == 1)
			writer->total = fr_after_cost(writer->costs, writer->total,
										  fr_arrival_cost(writer->costs, writer->before));
		put_row(writer, writer->total - before);
	}
}

/* Runs, with a row for each cell, and links, with one for the cell where they end. */
static void
put_runs(PathWriter *writer, const fr_route *route)
{
	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, writer->cell);

		put_leg(writer, &leg, i == route->count);
	}
}

/* The corners of a path of straight lines, and ends of links; costs are lengths, each the nearest double. */
static void
put_corner_rows(PathWriter *writer, const fr_route *route)
{
	fr_lines lines = {route->start, route->corners, 0, 0, route->linked, writer->grid};

	for (size_t i = 0; i < route->count; i++)
	{
		fr_lines one = {writer->cell, &route->corners[i], 0, 0, NULL, writer->grid};
		double step;

		one.linked = route->linked ? &route->linked[i] : NULL;
		step = fr_lines_next(&one);
		writer->total = fr_length_bits(fr_lines_next(&lines));
		writer->cell = route->corners[i];
		put_row(writer, fr_length_bits(step));
	}
}

/* alone: the path has no moves. */
static void
put_start(PathWriter *writer, const fr_costs *costs, fr_cell start, bool alone)
{
	writer->costs = costs;
	writer->cell = start;
	writer->before = FR_AT_START;
	writer->total =
		alone ? fr_after_cost(costs, 0, fr_arrival_cost(costs, FR_AT_START)) : 0;
	put_row(writer, writer->total);
}

static void
put_route(PathWriter *writer, const fr_costs *costs, const fr_route *route)
{
	put_start(writer, costs, route->start, route->count == 0);
	if (route->corners)
		put_corner_rows(writer, route);
	else
		put_runs(writer, route);
}

void
fringe_put_path(PathWriter *writer, const fr_grid *grid, const fr_route *route)
{
	writer->grid = grid;
	writer->index = NULL;
	put_route(writer, &grid->costs, route);
}

void
fringe_put_path_indexed(PathWriter *writer, const fr_index *index, const fr_route *route)
{
	writer->index = index;
	put_route(writer, &index->costs, route);
}

/* ---- gridpath_steps ---------------------------------------------------- */

/* The ends of the legs of a path, as the route of a search in straight lines has them. */
static fr_route
corners_of(const struct varlena *path)
{
	fr_path_reader reader = gridpath_open(path);
	fr_cell at = reader.start;
	uint64 legs = count_legs(path);
	fr_cell *corners;
	bool *linked;
	fr_route route = {.start = at};
	fr_leg leg;

	fringe_limit_memory("gridpath_steps", legs * (sizeof *corners + sizeof *linked));
	route.corners = corners = fringe_alloc_huge(legs * sizeof *corners);
	route.linked = linked = fringe_alloc_huge(legs * sizeof *linked);
	while (fr_path_next(&reader, &leg))
	{
		at = fr_leg_cell(at, &leg, leg.moves);
		corners[route.count] = at;
		linked[route.count++] = leg.direction == FR_BY_LINK;
	}
	return route;
}

/* A row for each move of a legal path. */
static void
put_moves(PathWriter *writer, const struct varlena *path)
{
	fr_path_reader reader = gridpath_open(path);
	fr_leg leg;
	fr_leg next;

	for (bool more = fr_path_next(&reader, &leg); more; leg = next)
	{
		more = fr_path_next(&reader, &next);
		put_leg(writer, &leg, !more);
	}
}

/* gridpath_steps(path, map, model) returns for a stored path what fringe_path returns. */
FRINGE_FUNCTION(gridpath_steps)
{
	struct varlena *path = PG_GETARG_GRIDPATH(0);
	PathWriter writer;
	const fr_costs *costs;
	uint64 cost;

	writer.step_row = fringe_begin_rows(fcinfo, &writer.rows, sizeof(StepRow));
	writer.grid = grid_of(fcinfo, CONSUMER_PATH_STEPS, 1);
	writer.index = NULL;
	costs = &writer.grid->costs;
	if (!fr_path_price(writer.grid, PATH_BYTES(path), PATH_SIZE(path), &cost,
					   &fringe_poll))
		return (Datum) 0;
	if (cost == FR_NO_COST)
		fringe_report_search(FR_COST_RANGE);
	put_start(&writer, costs, gridpath_open(path).start, count_legs(path) == 0);
	if (costs->lengths)
	{
		fr_route route = corners_of(path);

		put_corner_rows(&writer, &route);
	}
	else
		put_moves(&writer, path);
	return (Datum) 0;
}
