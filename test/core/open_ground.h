/*
 * open_ground.h - what a path costs without obstacles, for the tests of cells that are near a goal
 */
#ifndef OPEN_GROUND_H
#define OPEN_GROUND_H

#include "checks.h"

/* The least weight above 0 of the map's codes, which both cells of a step have. */
static uint64_t
least_weight(const world *w)
{
	const fr_costs *costs = &w->costs;
	uint64_t least = FR_BLOCKED;

	for (int i = 0; i < w->map.code_count; i++)
		if (costs->weight[i] > 0 && costs->weight[i] < least)
			least = costs->weight[i];
	least = least == FR_BLOCKED || costs->uniform ? 1 : least;
	return costs->weigh == FR_WEIGH_AVERAGE ? 2 * least : least;
}

/* The straight steps that remain of a side if `diagonals` steps go along it, back and forth. */
static uint64_t
rest_of(uint64_t side, uint64_t diagonals)
{
	static uint64_t rest[2 * SNAKE_SIDE][4 * SNAKE_SIDE];
	static bool known;

	for (int64_t n = 0; !known && n < 2 * SNAKE_SIDE; n++)
		for (int64_t k = 0; k < 4 * SNAKE_SIDE; k++)
		{
			rest[n][k] = UINT64_MAX;
			for (int64_t back = 0; back <= k; back++)
				if ((uint64_t) llabs(n + 2 * back - k) < rest[n][k])
					rest[n][k] = (uint64_t) llabs(n + 2 * back - k);
		}
	known = true;
	return rest[side][diagonals];
}

/* Of all numbers of diagonal steps, if a diagonal step costs less than a straight one. */
static uint64_t
open_ground_steps(const world *w, uint64_t dx, uint64_t dy, bool diagonal)
{
	const fr_costs *costs = &w->costs;
	bool dear = costs->step[FR_NE] >= costs->step[FR_E] &&
				costs->step[FR_NE] >= costs->step[FR_N];
	uint64_t both = dx < dy ? dx : dy;
	uint64_t least = UINT64_MAX;

	for (uint64_t k = 0; k <= (diagonal ? dx + dy : 0); k += dear && both > 0 ? both : 1)
	{
		uint64_t cost = k * costs->step[FR_NE] + rest_of(dx, k) * costs->step[FR_E] +
						rest_of(dy, k) * costs->step[FR_N];

		least = cost < least ? cost : least;
	}
	return least;
}

/*
 * The cost on an empty map whose cells all have the least weight above 0, and without turns. Where
 * edges are joined, of all ways around.
 */
static uint64_t
open_ground_cost(const world *w, uint32_t goal, uint32_t cell)
{
	const oracle_model *rules = &w->rules;
	const oracle *o = &w->oracle;
	oracle_point a = world_point(w, cell);
	oracle_point b = world_point(w, goal);
	uint64_t least = UINT64_MAX;

	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
		{
			int east = a.x + x * o->width - b.x;
			int south = a.y + y * o->height - b.y;
			uint64_t dx = (uint64_t) abs(east);
			uint64_t dy = (uint64_t) abs(south);
			bool diagonal = rules->eight && !(rules->hex && (east < 0) == (south < 0));
			uint64_t cost;

			if ((x != 0 && !o->wrap_x) || (y != 0 && !o->wrap_y))
				continue;
			if (dx > (uint64_t) o->width || dy > (uint64_t) o->height)
				continue;
			cost = open_ground_steps(w, dx, dy, diagonal);
			least = cost < least ? cost : least;
		}
	return least * least_weight(w);
}

#endif /* OPEN_GROUND_H */
