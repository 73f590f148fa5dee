/*
 * path_on_grid.c - the cost of stored paths
 *
 * Under anyangle, paths are straight lines, and the visibility graph decides what is
 * clear.
 */
#include "core/path/path.h"

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "core/base/base.h"
#include "core/grid/edges.h"
#include "core/grid/grid_links.h"
#include "core/grid/moves.h"

/* ---- prices of paths in straight lines --------------------------------------- */

static uint64_t
square_of(const fr_leg *leg)
{
	return (uint64_t) (leg->dx * leg->dx) + (uint64_t) (leg->dy * leg->dy);
}

/* The lengths of a path up to the begin and the end of a leg. */
typedef struct stretch
{
	double begin;
	double end;
} stretch;

/* Moves the point to the last cell of a leg up to which the path costs at most point->distance. */
static void
find_point(const fr_costs *costs, fr_cell at, const fr_leg *leg, stretch s,
		   fr_way_point *point)
{
	for (uint64_t i = 1; i <= leg->moves; i++)
	{
		double length = i == leg->moves ? s.end
										: s.begin + (s.end - s.begin) * (double) i /
														(double) leg->moves;

		if (fr_cost_value(costs, fr_length_bits(length)) > point->distance)
			return;
		point->cell = fr_leg_cell(at, leg, i);
	}
}

/* The cost of a leg that is a link; FR_UNREACHED: the grid has no such link. */
static uint64_t
link_cost(const fr_grid *grid, fr_cell from, const fr_leg *leg)
{
	fr_cell to = fr_leg_cell(from, leg, 1);

	return fr_grid_has(grid, to)
			   ? fr_links_cost(grid, fr_grid_index(grid, from), fr_grid_index(grid, to))
			   : FR_UNREACHED;
}

/* Adds the length of a leg to a sum; false if the leg is not legal. */
static bool
add_leg(const fr_grid *grid, fr_cell from, const fr_leg *leg, fr_length *sum)
{
	fr_cell to = fr_leg_cell(from, leg, leg->moves);

	if (leg->direction == FR_BY_LINK)
	{
		uint64_t cost = link_cost(grid, from, leg);

		*sum = fr_length_linked(*sum, &grid->costs, cost);
		return cost != FR_UNREACHED;
	}
	if (!fr_grid_has(grid, to) || !fr_sees(&grid->visibility->planes, from, to))
		return false;
	*sum += fr_length_of(square_of(leg));
	return true;
}

/* The length of a legal path, from exact parts that are rounded once, at the end. */
static double
exact_length(const fr_grid *grid, const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	fr_exact sum = {{0}};
	fr_length parts = 0;
	fr_leg leg;

	for (; fr_path_next(&reader, &leg); at = fr_leg_cell(at, &leg, leg.moves))
		if (leg.direction == FR_BY_LINK)
			parts += link_cost(grid, at, &leg);
		else
			fr_exact_add(&sum, square_of(&leg));
	fr_exact_add_parts(&sum, parts, grid->costs.step[FR_N]);
	return fr_exact_round(&sum);
}

/*
 * Under anyangle: each leg has to be a link or a clear straight line; a run of moves is such
 * a line. *cost is the length, or FR_NO_COST from FR_MOST_LENGTH on. The point may be NULL.
 */
static bool
price_lines(const fr_grid *grid, const uint8_t *packed, size_t size, fr_way_point *point,
			uint64_t *cost, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	fr_length sum = 0;
	double length = 0;
	fr_leg leg;

	if (!fr_grid_has(grid, at) || fr_grid_blocked(grid, fr_grid_index(grid, at)))
		return false;
	while (fr_path_next(&reader, &leg))
	{
		fr_cell from = at;
		stretch s = {.begin = length};

		if (!add_leg(grid, from, &leg, &sum))
			return false;
		at = fr_leg_cell(at, &leg, leg.moves);
		fr_length_round(sum, 0, &length);
		s.end = length;
		if (point)
			find_point(&grid->costs, from, &leg, s, point);
	}
	if (sum < FR_TOO_LONG && !fr_length_round(sum, reader.legs, &length))
		length = exact_length(grid, packed, size, poll);
	*cost = sum < FR_TOO_LONG ? fr_length_bits(length) : FR_NO_COST;
	return true;
}

/* ---- prices of paths of moves ------------------------------------------------ */

uint64_t
fr_leg_step_cost(const fr_grid *grid, fr_cell from, int before, const fr_leg *leg)
{
	uint32_t n = fr_grid_index(grid, from);
	int d = leg->direction;

	if (d == FR_BY_LINK)
		return link_cost(grid, from, leg);
	if (d == FR_LINE || !(fr_legal_moves(grid, from) >> d & 1) ||
		(grid->costs.wraps && fr_grid_crosses(grid, n, d)) ||
		fr_turns_back(&grid->costs, before, d))
		return FR_UNREACHED;
	return fr_step_cost(grid, n, d) + fr_turn_cost(&grid->costs, before, d);
}

uint64_t
fr_path_after(const fr_grid *grid, uint64_t total, fr_cell to, uint64_t step)
{
	uint64_t limit = grid->costs.limit;

	if (total > limit)
		return FR_NO_COST;
	/* a link of any cost takes a turn of movement points */
	if (grid->costs.points > 0)
		return fr_after_step(grid, total, fr_grid_index(grid, to), step);
	return step <= limit ? total + step : FR_NO_COST;
}

/*
 * The cost of a path under any model except anyangle; false if a move is not legal or the
 * start is blocked. A straight line in none of the eight directions is not legal.  *cost is in the grid's unit, or
 * FR_NO_COST above the limit. The point may be NULL.
 */
static bool
price_moves(const fr_grid *grid, const uint8_t *packed, size_t size, uint64_t *cost,
			fr_way_point *point, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	uint64_t steps = 0;
	uint64_t step;
	int before = FR_AT_START;
	fr_leg leg;

	*cost = 0;
	if (!fr_grid_has(grid, at) || fr_grid_component(grid, fr_grid_index(grid, at)) == 0)
		return false;
	while (fr_path_next(&reader, &leg))
		for (; leg.moves > 0; leg.moves--)
		{
			fr_poll_at(poll, steps++);
			step = fr_leg_step_cost(grid, at, before, &leg);
			if (step == FR_UNREACHED)
				return false;
			before = leg.direction;
			at = fr_leg_cell(at, &leg, 1);
			*cost = fr_path_after(grid, *cost, at, step);
			if (point && fr_cost_value(&grid->costs, *cost) <= point->distance)
				point->cell = at;
		}
	if (*cost != FR_NO_COST)
		*cost = fr_after_cost(&grid->costs, *cost, fr_arrival_cost(&grid->costs, before));
	if (*cost > grid->costs.limit + fr_most_rise(&grid->costs))
		*cost = FR_NO_COST;
	return true;
}

bool
fr_path_price(const fr_grid *grid, const uint8_t *packed, size_t size, uint64_t *cost,
			  const fr_poll *poll)
{
	if (grid->costs.lengths)
		return price_lines(grid, packed, size, NULL, cost, poll);
	return price_moves(grid, packed, size, cost, NULL, poll);
}

bool
fr_path_at(const fr_grid *grid, const uint8_t *packed, size_t size, fr_way_point *point,
		   uint64_t *cost, const fr_poll *poll)
{
	point->cell = fr_path_open(packed, size, poll).start;
	if (grid->costs.lengths)
		return price_lines(grid, packed, size, point, cost, poll);
	return price_moves(grid, packed, size, cost, point, poll);
}
