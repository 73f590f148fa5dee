/*
 * steps.c - the cells of a path as rows
 */
#include "pg/functions/steps.h"

#include "core/anyangle/length.h"
#include "miscadmin.h"

typedef struct PathRow
{
	int32 seq;
	int32 x;
	int32 y;
	float8 step_cost;
	float8 total_cost;
} PathRow;

/* Makes the function return what fringe_put_path puts, or no rows. */
void
fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer)
{
	writer->row = fringe_begin_rows(fcinfo, &writer->rows, sizeof(PathRow));
}

static void
put_path_row(PathWriter *writer, uint64 step)
{
	PathRow *row = writer->row;

	CHECK_FOR_INTERRUPTS();
	row->seq++;
	row->x = writer->cell.x;
	row->y = writer->cell.y;
	row->step_cost = fr_cost_value(writer->costs, step);
	row->total_cost = fr_cost_value(writer->costs, writer->total);
	fringe_put_row(&writer->rows);
}

static uint64
step_from(const PathWriter *writer, int direction)
{
	if (writer->index)
		return fr_index_step(writer->index, writer->cell, direction);
	return fr_step_cost(writer->grid, fr_grid_index(writer->grid, writer->cell),
						direction);
}

static void
put_step(PathWriter *writer, fr_cell to, uint64 step)
{
	writer->cell = to;
	writer->total += step;
	put_path_row(writer, step);
}

/* The cost of the link that the path takes to a cell. */
static uint64
link_to(const PathWriter *writer, fr_cell to)
{
	if (writer->index)
		return fr_index_link(writer->index, writer->cell, to);
	return fr_links_cost(writer->grid, fr_grid_index(writer->grid, writer->cell),
						 fr_grid_index(writer->grid, to));
}

static void
put_run_rows(PathWriter *writer, uint32 run)
{
	int direction = fr_run_direction(run);

	for (uint32 i = fr_run_moves(run); i > 0; i--)
		put_step(writer,
				 (fr_cell){writer->cell.x + fr_dx[direction],
						   writer->cell.y + fr_dy[direction]},
				 step_from(writer, direction));
}

/* Runs, with a row for each cell, and links, with one for the cell where they end. */
static void
put_runs(PathWriter *writer, const fr_route *route)
{
	for (size_t i = 0; i < route->count;)
	{
		size_t at = i;
		fr_leg leg = fr_route_leg(route, &i, writer->cell);
		fr_cell to = fr_leg_cell(writer->cell, &leg, leg.moves);

		if (leg.direction == FR_BY_LINK)
			put_step(writer, to, link_to(writer, to));
		else
			put_run_rows(writer, route->runs[at]);
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
		put_path_row(writer, fr_length_bits(step));
	}
}

static void
put_route(PathWriter *writer, const fr_costs *costs, const fr_route *route)
{
	writer->costs = costs;
	writer->cell = route->start;
	writer->total = 0;
	put_path_row(writer, 0);
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
