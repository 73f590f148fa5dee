/*
 * inside.c - the costs of all ways inside a block
 */
#include "core/index/borders/tiles.h"

static void
note_steps(const fr_border_build *b, uint32_t block, uint32_t place, int32_t cost[])
{
	uint32_t cell = fr_grid_index(b->grid, fr_cell_at(b->across, block, place));

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t step;

		if (!fr_is_within(place, d))
			continue;
		step = fr_frame_step(b, cell, d);
		if (step != FR_NO_STEP)
			cost[fr_place_after(place, d)] = (int32_t) step;
	}
}

/* Floyd and Warshall's way, over the free cells in turn. */
void
fr_inside_measure(const fr_border_build *b, uint32_t block, fr_inside *inside)
{
	fr_no_costs(inside->cost[0], FR_BLOCK_CELLS * FR_BLOCK_CELLS);
	for (uint64_t cells = b->free[block]; cells; cells &= cells - 1)
	{
		uint32_t place = (uint32_t) __builtin_ctzll(cells);

		inside->cost[place][place] = 0;
		note_steps(b, block, place, inside->cost[place]);
	}
	for (uint64_t cells = b->free[block]; cells; cells &= cells - 1)
		b->minplus->eliminate(inside->cost[0], FR_BLOCK_CELLS, FR_BLOCK_CELLS / FR_LANE,
							  (uint32_t) __builtin_ctzll(cells));
}
