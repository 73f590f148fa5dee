/*
 * heuristic.c - the heuristic of one search
 */
#include "core/search/heuristic.h"

#include <string.h>

static void
use_landmark(fr_heuristic *heuristic, int k, int i, uint32_t goal)
{
	const fr_landmarks *landmarks = heuristic->landmarks;

	heuristic->used[k] = (uint8_t) i;
	heuristic->column[k] =
		(const uint16_t *) landmarks->to + fr_landmark_index(landmarks, 0, i);
	heuristic->goal_to[k] = fr_landmark_entry(landmarks, landmarks->to, goal, i);
	heuristic->goal_from[k] = fr_landmark_entry(landmarks, landmarks->from, goal, i);
}

/* The bound that landmark i gives at the start, in the landmarks' unit. */
static uint32_t
bound_by(const fr_landmarks *landmarks, int i, uint32_t start, uint32_t goal)
{
	uint32_t start_to = fr_landmark_entry(landmarks, landmarks->to, start, i);
	uint32_t goal_to = fr_landmark_entry(landmarks, landmarks->to, goal, i);
	uint32_t start_from = fr_landmark_entry(landmarks, landmarks->from, start, i);
	uint32_t goal_from = fr_landmark_entry(landmarks, landmarks->from, goal, i);
	uint32_t to = start_to > goal_to ? start_to - goal_to : 0;
	uint32_t from = goal_from > start_from ? goal_from - start_from : 0;

	return to > from ? to : from;
}

/* Orders the landmarks by their bounds at the start, the best first. */
static void
rank(const fr_landmarks *landmarks, uint32_t start, uint32_t goal, uint8_t *ranked)
{
	uint32_t bounds[FR_LANDMARKS_MAX];

	for (int i = 0; i < landmarks->count; i++)
	{
		uint32_t bound = bound_by(landmarks, i, start, goal);
		int k = i;

		for (; k > 0 && bounds[k - 1] < bound; k--)
		{
			bounds[k] = bounds[k - 1];
			ranked[k] = ranked[k - 1];
		}
		bounds[k] = bound;
		ranked[k] = (uint8_t) i;
	}
}

/* All landmarks, the best at the start first: a search that uses all needs no other order. */
static void
rank_first(const fr_landmarks *landmarks, uint32_t start, uint32_t goal, uint8_t *ranked)
{
	uint32_t most = 0;
	uint8_t first = 0;

	for (int i = 0; i < landmarks->count; i++)
	{
		uint32_t bound = bound_by(landmarks, i, start, goal);

		ranked[i] = (uint8_t) i;
		if (bound > most)
		{
			most = bound;
			first = (uint8_t) i;
		}
	}
	ranked[first] = 0;
	ranked[0] = first;
}

/* Is landmark i beyond the goal rather than behind the start? */
static bool
is_beyond(const fr_landmarks *landmarks, int i, uint32_t start, uint32_t goal)
{
	return fr_landmark_entry(landmarks, landmarks->to, start, i) >
		   fr_landmark_entry(landmarks, landmarks->to, goal, i);
}

/*
 * Puts the best landmark of the other side in the second place.  Two landmarks on
 * the same side (both behind the start, or both beyond the goal) mostly give
 * similar bounds; one of either side gives better ones.
 */
static void
mix_sides(const fr_landmarks *landmarks, uint32_t start, uint32_t goal, uint8_t *ranked)
{
	for (int k = 1; k < landmarks->count; k++)
		if (is_beyond(landmarks, ranked[k], start, goal) !=
			is_beyond(landmarks, ranked[0], start, goal))
		{
			uint8_t other = ranked[k];

			memmove(ranked + 2, ranked + 1, (size_t) k - 1);
			ranked[1] = other;
			return;
		}
}

/* The number of landmarks that a method uses: all, or the best ones at the start. */
static int
count_used(const fr_landmarks *landmarks, const fr_method *method)
{
	int best = (int) method->option[FR_BEST].digits;

	if (fr_method_uses_all_landmarks(method) || best > landmarks->count)
		return landmarks->count;
	return best;
}

/*
 * The bound is 0 everywhere if the least weight is 0. This heuristic measures how far cells
 * are apart instead, by the least weight above 0.
 */
void
fr_heuristic_by_least(fr_heuristic *heuristic, const fr_grid *grid)
{
	heuristic->metric = fr_metric_of(grid, grid->costs.near);
}

uint64_t
fr_obstacle_free_distance(const fr_grid *grid, uint32_t start, uint32_t goal)
{
	fr_metric metric = fr_metric_of(grid, grid->costs.near);

	return fr_obstacle_free(grid->costs.shape, &metric, fr_grid_cell(grid, start),
							fr_grid_cell(grid, goal));
}

uint64_t
fr_start_bound(const fr_grid *grid, uint32_t start, uint32_t goal)
{
	fr_heuristic heuristic = {.levels = grid->levels};
	fr_cell at = fr_grid_cell(grid, start);

	if (grid->levels == NULL)
		return fr_obstacle_free_distance(grid, start, goal);
	fr_heuristic_aim(&heuristic, grid, goal);
	return fr_h_levels(&heuristic, grid->costs.shape, start, at.x, at.y);
}

/*
 * What steps add to the cost of a path at least. With movement points, a step of cost c adds
 * min(c, P) at least (fr_after_points), and so costs of a norm that are capped at P are a bound, and
 * consistent. They are a norm again, as fr_norm says: min(d, P) <= min(a, P) + min(b, P) where d <= a + b.
 * Under over=spend a step may add next to nothing, so the bound is 0.
 */
static fr_norm
least_rise(const fr_costs *costs)
{
	fr_norm h = costs->h;
	uint64_t most = costs->spends ? 0 : costs->points;

	if (fr_rise_by_cost(costs))
		return h;
	return (fr_norm){h.straight < most ? h.straight : most,
					 h.diagonal < most ? h.diagonal : most, h.east < most ? h.east : most,
					 h.north < most ? h.north : most};
}

/*
 * Writes only the parts in use: there is room for many landmarks, and most searches use
 * none.
 */
void
fr_heuristic_init(fr_heuristic *heuristic, const fr_grid *grid,
				  const fr_landmarks *landmarks, const fr_method *method, uint32_t start,
				  uint32_t goal)
{
	int which = fr_method_value(method, FR_HEURISTIC);
	bool zero = which == FR_HEURISTIC_ZERO;

	bool rises =
		fr_rise_by_cost(&grid->costs); /* or landmarks and levels are no bounds */

	heuristic->metric =
		zero ? (fr_metric){0} : fr_metric_of(grid, least_rise(&grid->costs));
	heuristic->shape = grid->costs.shape;
	heuristic->levels = which == FR_HEURISTIC_LEVELS && rises ? grid->levels : NULL;
	heuristic->landmarks = landmarks;
	heuristic->uneven = (uint32_t) method->option[FR_UNEVEN].digits;
	heuristic->count = 0;
	heuristic->by_cell = false;
	if (fr_method_needs_landmarks(method) && rises)
	{
		heuristic->count = count_used(landmarks, method);
		if (heuristic->count == landmarks->count)
			rank_first(landmarks, start, goal, heuristic->used);
		else
		{
			rank(landmarks, start, goal, heuristic->used);
			mix_sides(landmarks, start, goal, heuristic->used);
		}
		heuristic->by_cell = landmarks->by_cell && !landmarks->wide &&
							 heuristic->count == landmarks->count &&
							 heuristic->count >= FR_ENTRIES;
	}
	fr_heuristic_aim(heuristic, grid, goal);
}

/*
 * Changes the goal, but not which landmarks are used: those for a path from start to goal
 * also serve a search from the goal to the start.
 */
void
fr_heuristic_aim(fr_heuristic *heuristic, const fr_grid *grid, uint32_t goal)
{
	const fr_levels *levels = heuristic->levels;

	heuristic->goal = fr_grid_cell(grid, goal);
	heuristic->goal_index = goal;
	for (int i = 0; levels && i < levels->count; i++)
		heuristic->goal_near[i] =
			levels->near[(size_t) goal * (size_t) levels->count + (size_t) i];
	for (int k = 0; k < heuristic->count && !heuristic->by_cell; k++)
		use_landmark(heuristic, k, heuristic->used[k], goal);
}

/*
 * Is a search from the goal likely to be faster?  A landmark beyond the goal gives
 * different bounds to different ways there.  One behind the start does not: for all
 * cells on best ways away from it, g plus the bound is the same.  In a search from
 * the goal it lies beyond that search's goal.
 */
bool
fr_heuristic_prefers_reverse(const fr_heuristic *heuristic, uint32_t start, uint32_t goal)
{
	const fr_landmarks *landmarks = heuristic->landmarks;

	return heuristic->count > 0 && landmarks->symmetric &&
		   is_beyond(landmarks, heuristic->used[0], goal, start);
}

bool
fr_method_uses_all_landmarks(const fr_method *method)
{
	return fr_method_value(method, FR_HEURISTIC) == FR_HEURISTIC_ALT;
}

bool
fr_method_needs_landmarks(const fr_method *method)
{
	int heuristic = fr_method_value(method, FR_HEURISTIC);

	return heuristic == FR_HEURISTIC_ALT || heuristic == FR_HEURISTIC_ALTBEST;
}
