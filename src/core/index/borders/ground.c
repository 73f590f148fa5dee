/*
 * ground.c - the steps of the map that an index in the borders form is of
 *
 * The index has free cells and weights: what is legal follows from the model's rules,
 * and what a step costs is in the labels' unit.
 */
#include "core/index/borders/borders.h"

static bool
is_legal(const fr_index *index, fr_cell at, int d)
{
	int sides;

	if (!fr_ground_free(index, at.x + fr_dx[d], at.y + fr_dy[d]))
		return false;
	if (!fr_is_diagonal(d))
		return true;
	if (index->tile)
		return false;
	sides = fr_ground_free(index, at.x + fr_dx[d], at.y) +
			fr_ground_free(index, at.x, at.y + fr_dy[d]);
	return sides >= index->corners;
}

/*
 * The cost of a way in the grid's unit, from what it is in the labels'.  Where costs are
 * shifted, labels count for each step what both its cells weigh.  That is twice what the
 * cells entered weigh, plus the start's weight, less the goal's.
 */
uint64_t
fr_ground_way(const fr_index *index, fr_cell start, fr_cell goal, uint32_t cost)
{
	uint64_t way = fr_index_grid_cost(index, cost);
	uint64_t step = index->costs.step[FR_N];

	if (!index->shifted || !index->weighted)
		return way;
	return (way + step * fr_ground_weight(index, goal.x, goal.y) -
			step * fr_ground_weight(index, start.x, start.y)) /
		   2;
}

/* The cost of a step from a free cell; UINT32_MAX also if it is illegal. */
uint32_t
fr_ground_step(const fr_index *index, fr_cell at, int direction)
{
	return is_legal(index, at, direction) ? fr_ground_cost(index, at, direction)
										  : UINT32_MAX;
}

/* The cost of a step of a route, in the grid's unit. */
uint64_t
fr_ground_price(const fr_index *index, fr_cell from, int direction)
{
	uint64_t weight = 1;

	if (index->weighted)
		weight =
			fr_ground_weight(index, from.x + fr_dx[direction],
							 from.y + fr_dy[direction]) +
			(index->average && !index->shifted ? fr_ground_weight(index, from.x, from.y)
											   : 0);
	return index->costs.step[direction] * weight;
}

/* The steps inside a block. */
void
fr_ground_steps(const fr_index *index, uint32_t block, fr_steps *steps)
{
	uint64_t cells = fr_get64(fr_index_run_of(index, block) + FR_RUN_CELLS, 0);

	for (uint32_t place = 0; place < FR_BLOCK_CELLS; place++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t cost = UINT32_MAX;

			if (cells >> place & 1 && fr_ground_legal_within(index, cells, place, d))
				cost = fr_ground_cost(index,
									  fr_cell_at(index->blocks_across, block, place), d);
			steps->cost[d][place] = cost < UINT32_MAX ? cost : FR_NO_WAY;
		}
}
