/*
 * ways.c - what it costs to go about inside a block
 *
 * Cells whose cost has changed wait in a word; they are taken in the order of their
 * numbers, then in the reverse order, and so on, which follows most paths in one turn.
 */
#include "core/index/borders/ways.h"

static uint32_t
next_waiting(uint64_t waiting, bool upward)
{
	return (uint32_t) (upward ? __builtin_ctzll(waiting) : 63 - __builtin_clzll(waiting));
}

/* Goes on from one cell: which others have become cheaper. */
static uint64_t
relax(const fr_steps *steps, uint32_t at, bool backward, uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t changed = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t to = fr_place_after(at, d);
		uint64_t sum;

		if (!fr_is_within(at, d))
			continue;
		sum =
			cost[at] + (backward ? steps->cost[fr_opposite(d)][to] : steps->cost[d][at]);
		if (sum < cost[to])
		{
			cost[to] = sum;
			changed |= UINT64_C(1) << to;
		}
	}
	return changed;
}

void
fr_ways(const fr_steps *steps, uint32_t from, bool backward,
		uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t waiting = UINT64_C(1) << from;

	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		cost[i] = FR_NO_WAY;
	cost[from] = 0;
	for (bool upward = true; waiting; upward = !upward)
		for (uint64_t turn = waiting; turn;)
		{
			uint32_t at = next_waiting(turn, upward);
			uint64_t changed;

			waiting &= ~(UINT64_C(1) << at);
			changed = relax(steps, at, backward, cost);
			waiting |= changed;
			turn &= ~(UINT64_C(1) << at);
			turn |= changed & (upward ? ~UINT64_C(1) << at : (UINT64_C(1) << at) - 1);
		}
}
