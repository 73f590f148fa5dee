/*
 * neighbours.c - the neighbours of a subgoal, found once, and in order
 */
#include "core/anyangle/sights.h"

#include <string.h>

#include "core/base/base.h"

#define STORE 4096 /* edges for which memory is taken at a time */

/* Does a path that comes from the other side turn more sharply to a than to b? */
static bool
turns_more(const fr_sights *s, fr_cell at, const fr_flank *side, uint32_t a, uint32_t b)
{
	int32_t ax = s->at[a].x - at.x;
	int32_t ay = s->at[a].y - at.y;
	int32_t bx = s->at[b].x - at.x;
	int32_t by = s->at[b].y - at.y;

	return fr_flank_u(side, ax, ay) * (int64_t) fr_flank_v(side, bx, by) >
		   fr_flank_u(side, bx, by) * (int64_t) fr_flank_v(side, ax, ay);
}

/* Orders subgoals of one side of a corner: Shell's sort, as they are few. */
static void
order_side(const fr_sights *s, fr_cell at, fr_flank side, uint32_t *list, uint32_t count)
{
	for (uint32_t gap = count / 2; gap > 0; gap /= 2)
		for (uint32_t i = gap; i < count; i++)
		{
			uint32_t n = list[i];
			uint32_t k = i;

			for (; k >= gap && turns_more(s, at, &side, n, list[k - gap]); k -= gap)
				list[k] = list[k - gap];
			list[k] = n;
		}
}

/* Puts what was found in the order of fr_neighbours; returns where the sides part. */
static uint32_t
order_found(fr_sights *s, uint32_t subgoal)
{
	fr_cell at = s->at[subgoal];
	int corner = __builtin_ctz(s->corners[subgoal]);
	fr_flank side = fr_flank_of(corner, false);
	uint32_t split = 0;

	for (uint32_t i = 0; i < s->found_count; i++)
	{
		uint32_t n = s->found[i];

		if (fr_flank_u(&side, s->at[n].x - at.x, s->at[n].y - at.y) > 0)
		{
			s->found[i] = s->found[split];
			s->found[split++] = n;
		}
	}
	order_side(s, at, fr_flank_of(corner, true), s->found, split);
	order_side(s, at, side, s->found + split, s->found_count - split);
	return split;
}

/* Drops cells where links end alone: no path goes there by a line. */
static void
drop_ends(fr_sights *s)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->found_count; i++)
		if (fr_leads_on(s, s->found[i]))
			s->found[kept++] = s->found[i];
	s->found_count = kept;
}

/*
 * Takes space for so many edges; NULL if there is none. If the allocation
 * fails, the store is unchanged.
 */
static fr_edge *
take_edges(fr_sights *s, size_t count)
{
	fr_edge *edges;

	if (s->store == NULL || s->stored < count)
	{
		size_t left = s->taken < s->most ? s->most - s->taken : 0;
		size_t stored = count < STORE && STORE <= left ? STORE : count;

		if (stored > left)
			return NULL;
		s->store = fr_take(s->arena, stored * sizeof *s->store);
		s->stored = stored;
		s->taken += stored;
	}
	edges = s->store;
	s->store += count;
	s->stored -= count;
	return edges;
}

/*
 * The neighbours of a subgoal: those found before, or now. Those that are not kept are
 * good until the next call.
 */
fr_neighbours *
fr_neighbours_of(fr_sights *sights, uint32_t subgoal, const fr_poll *poll)
{
	fr_neighbours *neighbours = &sights->neighbours[subgoal];
	uint32_t split = 0;
	fr_edge *edges;

	if (neighbours->edges)
		return neighbours;
	fr_scan_subgoals(sights, sights->at[subgoal], sights->ways[subgoal], poll);
	if (sights->ports)
		drop_ends(sights);
	if (fr_is_single(sights->ways[subgoal]))
		split = order_found(sights, subgoal);
	edges = take_edges(sights, sights->found_count);
	if (edges == NULL)
	{
		neighbours = &sights->passing;
		edges = neighbours->edges;
	}
	for (uint32_t i = 0; i < sights->found_count; i++)
		edges[i] = (fr_edge){sights->found[i], FR_EVERYWHERE};
	memcpy(neighbours->views, sights->views, sizeof neighbours->views);
	neighbours->split = split;
	neighbours->count = sights->found_count;
	neighbours->edges = edges;
	return neighbours;
}
