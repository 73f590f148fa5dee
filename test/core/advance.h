/*
 * advance.h - random costs of starts and goals beforehand, in a finer unit of the grid
 */
#ifndef FRINGE_TEST_ADVANCE_H
#define FRINGE_TEST_ADVANCE_H

#include "core/grid/grid_links.h"
#include "support.h"

#define MOST_ADVANCES 8

typedef struct advances
{
	const fr_grid *grid; /* the finer one */
	uint32_t parts;		 /* of the unit */
	bool any;
	uint64_t cost[MOST_ADVANCES];
} advances;

/* In half of all cases, and of those that the range does not allow, there are none. */
static inline advances
draw_advances(const fr_grid *grid, chance *c, const fr_arena *arena, const fr_poll *poll)
{
	static const uint32_t parts[] = {1, 2, 5, 10, 1000};
	advances a = {.grid = grid, .parts = 1};
	uint64_t unit = grid->costs.root2 ? FR_ROOT2_STRAIGHT : 1;
	uint32_t most;

	if (chance_below(c, 2))
		return a;
	a.parts = parts[chance_below(c, 5)];
	a.grid = a.parts == 1 ? grid : fr_grid_refined(grid, a.parts, arena, poll);
	if (a.grid == NULL || a.grid->costs.limit / 16 < a.grid->costs.step_max)
		return (advances){.grid = grid, .parts = 1};
	a.any = true;
	for (int i = 0; i < MOST_ADVANCES; i++)
	{
		uint64_t steps = 12 * a.grid->costs.step_max / unit;

		most = steps < UINT32_MAX ? (uint32_t) steps : UINT32_MAX;
		a.cost[i] = chance_below(c, 4) ? unit * chance_below(c, most + 1) : 0;
	}
	return a;
}

/* The cost of a path of the grid with the i-th advance, in finer units; larger ones than any limit are alike. */
static inline uint64_t
advanced(const advances *a, uint64_t cost, size_t i)
{
	uint64_t more = a->any ? a->cost[i] : 0;

	if (cost == FR_UNREACHED)
		return FR_UNREACHED;
	if (!a->any)
		return cost;
	if (cost > (FR_UNREACHED - 1 - more) / a->parts)
		return FR_UNREACHED - 1;
	return cost * a->parts + more;
}

#endif /* FRINGE_TEST_ADVANCE_H */
