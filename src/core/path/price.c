/*
 * price.c - what a path is worth on a grid
 */
#include "core/base/error.h"

/*
 * Is a packed path legal on the grid: does it start on a cell that may be
 * entered, and is every move of it legal?  Then *cost is its cost, FR_NO_COST
 * where that has outgrown exact arithmetic.
 */
bool
fr_path_price(const fr_grid *grid, const uint8_t *packed, size_t size, uint64_t *cost,
			  const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell start = reader.start;
	uint64_t steps = 0;
	uint64_t count;
	uint32_t cell;
	int direction;

	if (!fr_grid_has(grid, start))
		return false;
	cell = fr_grid_index(grid, start);
	if (grid->component[cell] == 0)
		return false;
	*cost = 0;
	while (fr_path_next(&reader, &direction, &count))
		for (; count > 0; count--)
		{
			fr_poll_at(poll, steps++);
			if (!(grid->moves[cell] >> direction & 1))
				return false;
			*cost = *cost <= grid->costs.limit
						? *cost + fr_step_cost(grid, cell, direction)
						: FR_NO_COST;
			cell += (uint32_t) grid->offset[direction];
		}
	return true;
}
