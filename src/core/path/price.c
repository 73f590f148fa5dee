/*
 * price.c - the cost of a path on a grid
 */
#include "core/anyangle/anyangle.h"
#include "core/base/error.h"
#include "core/grid/links.h"
#include "core/grid/moves.h"
#include "core/path/path.h"

/* The cost of a leg's move from a cell; false if it is not legal. */
static bool
find_step(const fr_grid *grid, fr_cell at, const fr_leg *leg, uint64_t *step)
{
	fr_cell to = fr_leg_cell(at, leg, 1);

	if (leg->direction == FR_BY_LINK)
	{
		*step = fr_grid_has(grid, to) ? fr_links_cost(grid, fr_grid_index(grid, at),
													  fr_grid_index(grid, to))
									  : FR_UNREACHED;
		return *step != FR_UNREACHED;
	}
	if (leg->direction == FR_LINE || !(fr_legal_moves(grid, at) >> leg->direction & 1))
		return false;
	*step = fr_step_cost(grid, fr_grid_index(grid, at), leg->direction);
	return true;
}

/*
 * Walks along a path. Is it legal on the grid: does it start on a passable cell, and is
 * every move legal? A straight line is not: it has none of the eight directions. *cost is
 * its cost in the grid's unit, or FR_NO_COST above the limit.
 * The point may be NULL.
 */
static bool
walk(const fr_grid *grid, const uint8_t *packed, size_t size, uint64_t *cost,
	 fr_way_point *point, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	uint64_t steps = 0;
	uint64_t step;
	fr_leg leg;

	*cost = 0;
	if (!fr_grid_has(grid, at) || fr_grid_component(grid, fr_grid_index(grid, at)) == 0)
		return false;
	while (fr_path_next(&reader, &leg))
		for (; leg.moves > 0; leg.moves--)
		{
			fr_poll_at(poll, steps++);
			if (!find_step(grid, at, &leg, &step))
				return false;
			*cost = *cost <= grid->costs.limit && step <= grid->costs.limit ? *cost + step
																			: FR_NO_COST;
			at = fr_leg_cell(at, &leg, 1);
			if (point && fr_cost_value(&grid->costs, *cost) <= point->distance)
				point->cell = at;
		}
	if (*cost > grid->costs.limit + grid->costs.step_max)
		*cost = FR_NO_COST;
	return true;
}

/*
 * Is a packed path legal on the grid? If so *cost is its cost in the grid's unit, or
 * FR_NO_COST above the limit.
 */
bool
fr_path_price(const fr_grid *grid, const uint8_t *packed, size_t size, uint64_t *cost,
			  const fr_poll *poll)
{
	if (grid->costs.lengths)
		return fr_anyangle_walk(grid, packed, size, NULL, cost, poll);
	return walk(grid, packed, size, cost, NULL, poll);
}

/*
 * Checks and prices the path, and finds the point's cell; the start if its distance is 0.
 */
bool
fr_path_at(const fr_grid *grid, const uint8_t *packed, size_t size, fr_way_point *point,
		   uint64_t *cost, const fr_poll *poll)
{
	point->cell = fr_path_open(packed, size, poll).start;
	if (grid->costs.lengths)
		return fr_anyangle_walk(grid, packed, size, point, cost, poll);
	return walk(grid, packed, size, cost, point, poll);
}
