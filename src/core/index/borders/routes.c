/*
 * routes.c - a best path in the borders form
 *
 * Distances to a hub tell the way there.  From a cell, its block has border cells over
 * which the distance is what it is.  The path goes to the one that is nearest to the hub,
 * step by step as the table falls.  It goes to no other one of the block from there, which
 * would be as good and nearer.  So one of the steps out of the block leads to where the
 * distance is less by just that step.  The goal's half is found the same way, backward
 * from the goal.  Links are ways out of a block like steps.  If some cost nothing, the halves
 * may end at two cells that are as near to the hub: links join them.
 */
#include "core/base/error.h"
#include "core/index/borders/walk.h"

/* Walks to the hub at this distance; false if the index is corrupt. */
static bool
go_to_hub(fr_walk *w, uint32_t distance)
{
	fr_walk_leg l;

	fr_walk_begin(w);
	if (!fr_walk_find_leg(w, w->at, distance, &l) || !fr_walk_inside(w, &l))
		return false;
	while (l.rest > 0)
		if (!fr_walk_leave(w, &l) || !fr_walk_inside(w, &l))
			return false;
	fr_walk_add_run(w);
	return true;
}

/* ---- a way that stays in its block ------------------------------------------------------ */

static bool
stay_inside(fr_walk *w, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_steps steps;

	fr_ground_steps(w->index, fr_block_of(w->index->blocks_across, goal), &steps);
	fr_ways(&steps, fr_place_of(goal), true, cost);
	while (w->at.x != goal.x || w->at.y != goal.y)
	{
		uint32_t place = fr_place_of(w->at);
		int d = 0;

		while (d < FR_DIRECTIONS &&
			   !(fr_is_within(place, d) && steps.cost[d][place] < FR_NO_WAY &&
				 cost[place] == steps.cost[d][place] + cost[fr_place_after(place, d)]))
			d++;
		if (d == FR_DIRECTIONS || !fr_walk_step(w, d))
			return false;
	}
	fr_walk_add_run(w);
	return true;
}

/* ---- the route ------------------------------------------------------------------------- */

/* Adds the half that was found backward from the goal. */
static void
add_backward(fr_route_builder *to, const fr_route_builder *half)
{
	for (size_t i = half->count; i-- > 0;)
		if (half->runs[i] == FR_LINK_RUN)
		{
			fr_route_take_link(
				to, (fr_cell){(int32_t) half->runs[i - 1], (int32_t) half->runs[i - 2]});
			i -= 2;
		}
		else
			fr_route_add(to, fr_run_direction(half->runs[i]),
						 fr_run_moves(half->runs[i]));
}

static bool
walk_by_hub(fr_walk *w, fr_cell goal, const fr_border_meeting *m)
{
	fr_route_builder half = {.arena = w->builder->arena};
	fr_walk back = *w;

	back.backward = true;
	back.at = goal;
	back.builder = &half;
	if (!go_to_hub(w, m->to_hub) || !go_to_hub(&back, m->cost - m->to_hub) ||
		!fr_walk_free_links(w, back.at))
		return false;
	add_backward(w->builder, &half);
	return true;
}

/* Traces the whole route. Returns its cost; FR_NO_COST if the index is corrupt. */
uint64_t
fr_borders_trace(fr_tracer *t, fr_cell goal)
{
	fr_cell start = t->at;
	fr_index_ends ends = {start, goal, fr_index_run(t->index, start),
						  fr_index_run(t->index, goal)};
	uint32_t base = fr_borders_begin(t->index, ends.from, t->scratch);
	fr_border_meeting m = fr_borders_end(t->index, &ends, base, t->scratch, t->poll);
	fr_walk w = {.index = t->index,
				 .poll = t->poll,
				 .hub = m.hub,
				 .at = start,
				 .builder = &t->builder,
				 .steps = (uint64_t) t->index->width * t->index->height};

	if (m.cost >= t->index->top)
		return FR_UNREACHED;
	if (!(m.hub == FR_NO_VERTEX ? stay_inside(&w, goal) : walk_by_hub(&w, goal, &m)))
		return FR_NO_COST;
	t->at = goal;
	return fr_ground_way(t->index, start, goal, m.cost);
}
