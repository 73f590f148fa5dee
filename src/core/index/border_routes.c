/*
 * border_routes.c - a best path in the borders form
 *
 * Distances to a hub tell the way there.  From a cell, its block has a border cell over
 * which the distance is what it is: the path goes there inside the block, step by step as
 * the table falls, and again from there, if it can, to another one of the block.  If it
 * cannot, one of the steps out of the block leads to where the distance is less by just
 * that step.  The goal's half is found the same way, backward from the goal.
 */
#include "core/base/error.h"
#include "core/index/borders.h"
#include "core/index/routes.h"

#define NO_BORDER UINT32_MAX

/* One half of a path: from a cell to a hub, or backward from a cell to where it comes from. */
typedef struct walk
{
	const fr_index *index;
	const fr_poll *poll;
	bool backward;
	uint32_t hub;
	fr_cell at;
	fr_route_builder *builder;
	int last;		/* direction of the last step, which the next one mostly has too */
	uint64_t steps; /* that are left, or the bytes were made up */
} walk;

/* The cost of the step to the neighbour, or backward from there; UINT32_MAX: illegal. */
static uint32_t
step_cost(const walk *w, int d, fr_cell to)
{
	return w->backward ? fr_ground_step(w->index, to, fr_opposite(d))
					   : fr_ground_step(w->index, w->at, d);
}

static fr_cell
neighbour(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

static bool
take_step(walk *w, int d)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	fr_route_add(w->builder, w->backward ? fr_opposite(d) : d, 1);
	w->at = neighbour(w->at, d);
	w->last = d;
	return true;
}

/* ---- inside a block ------------------------------------------------------------- */

/* One step towards a border cell that costs so much from here; what it costs then. */
static uint32_t
step_inside(walk *w, const uint8_t *run, uint32_t border, uint32_t cost)
{
	uint64_t cells = fr_get64(run + FR_RUN_CELLS, 0);

	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = (w->last + i) & (FR_DIRECTIONS - 1);
		uint32_t place = fr_place_of(w->at);
		fr_cell to = neighbour(w->at, d);
		uint32_t step;
		uint32_t rest;

		if (!fr_is_within(place, d) || !(cells >> fr_place_after(place, d) & 1))
			continue;
		rest = fr_border_inside(w->index, run, fr_place_after(place, d), border,
								w->backward);
		if (rest >= cost)
			continue;
		step = step_cost(w, d, to);
		if (step == cost - rest)
			return take_step(w, d) ? rest : UINT32_MAX;
	}
	return UINT32_MAX;
}

static bool
go_inside(walk *w, const uint8_t *run, uint32_t border, uint32_t cost)
{
	while (cost > 0 && cost < FR_NO_INSIDE)
		cost = step_inside(w, run, border, cost);
	return cost == 0;
}

/* ---- from block to block ------------------------------------------------------------ */

/* The number of a cell among its block's border cells; NO_BORDER: it is none. */
static uint32_t
border_number(const uint8_t *run, uint32_t place)
{
	uint64_t borders = fr_get64(run + FR_RUN_BORDERS, 0);

	if (!(borders >> place & 1))
		return NO_BORDER;
	return fr_bits_count(borders & ((UINT64_C(1) << place) - 1));
}

/* How far the cell is from the hub, and the border cell to go to first. */
static uint32_t
distance_at(const walk *w, fr_cell at, uint32_t *border)
{
	const uint8_t *run =
		fr_border_run(w->index, fr_block_of(w->index->blocks_across, at));
	uint32_t place = fr_place_of(at);
	fr_border_end end;

	*border = NO_BORDER;
	if (!(fr_get64(run + FR_RUN_CELLS, 0) >> place & 1))
		return FR_NO_INSIDE;
	fr_border_end_at(w->index, run, place, w->backward, &end);
	return fr_border_distance(w->index, &end, w->hub, border_number(run, place), border);
}

/* Steps out of the block to where the hub is nearer by that step; the rest. */
static uint32_t
step_out(walk *w, uint32_t distance, uint32_t *border)
{
	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = (w->last + i) & (FR_DIRECTIONS - 1);
		fr_cell to = neighbour(w->at, d);
		uint32_t step;

		if (fr_is_within(fr_place_of(w->at), d) || !fr_ground_free(w->index, to.x, to.y))
			continue;
		step = step_cost(w, d, to);
		if (step <= distance && distance_at(w, to, border) == distance - step)
			return take_step(w, d) ? distance - step : FR_NO_INSIDE;
	}
	return FR_NO_INSIDE;
}

/* To the hub; false: what the index says leads nowhere. */
static bool
go_to_hub(walk *w)
{
	uint32_t border;
	uint32_t distance = distance_at(w, w->at, &border);

	while (distance > 0 && distance < FR_NO_INSIDE)
	{
		const uint8_t *run =
			fr_border_run(w->index, fr_block_of(w->index->blocks_across, w->at));
		uint32_t place = fr_place_of(w->at);
		uint32_t inside;

		if (border == border_number(run, place))
		{
			distance = step_out(w, distance, &border);
			continue;
		}
		inside = fr_border_inside(w->index, run, place, border, w->backward);
		if (inside == 0 || inside > distance || !go_inside(w, run, border, inside))
			return false;
		distance -= inside;
		if (distance > 0 && distance_at(w, w->at, &border) != distance)
			return false;
	}
	return distance == 0;
}

/* ---- a way that stays in its block ------------------------------------------------------ */

static bool
walk_inside(walk *w, fr_cell goal)
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
		if (d == FR_DIRECTIONS || !take_step(w, d))
			return false;
	}
	return true;
}

/* ---- the route ------------------------------------------------------------------------- */

/* Adds what was found backward from the goal. */
static void
add_backward(fr_route_builder *to, const fr_route_builder *half)
{
	for (size_t i = half->count; i-- > 0;)
		fr_route_add(to, fr_run_direction(half->runs[i]), fr_run_moves(half->runs[i]));
}

static bool
walk_by_hub(walk *w, fr_cell goal)
{
	fr_route_builder half = {.arena = w->builder->arena};
	walk back = *w;

	back.backward = true;
	back.at = goal;
	back.builder = &half;
	if (!go_to_hub(w) || !go_to_hub(&back) || w->at.x != back.at.x ||
		w->at.y != back.at.y)
		return false;
	add_backward(w->builder, &half);
	return true;
}

/* All of it; the cost, FR_NO_COST: made-up bytes. */
uint64_t
fr_trace_borders(fr_tracer *t, fr_cell goal)
{
	uint32_t base = fr_borders_begin(t->index, t->at, t->scratch);
	fr_border_meeting m = fr_borders_end(t->index, t->at, goal, base, t->scratch);
	walk w = {.index = t->index,
			  .poll = t->poll,
			  .hub = m.hub,
			  .at = t->at,
			  .builder = &t->builder,
			  .steps = (uint64_t) t->index->width * t->index->height};

	if (m.cost >= t->index->top)
		return FR_UNREACHED;
	if (!(m.hub == FR_NO_VERTEX ? walk_inside(&w, goal) : walk_by_hub(&w, goal)))
		return FR_NO_COST;
	t->at = goal;
	return fr_index_grid_cost(t->index, m.cost);
}
