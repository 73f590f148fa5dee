/*
 * routes.c - a best path in the borders form
 *
 * Distances to a hub tell the way there.  From a cell, its block has border cells over
 * which the distance is what it is.  The path goes to the one that is nearest to the hub,
 * step by step as the table falls.  It goes to no other one of the block from there, which
 * would be as good and nearer.  So one of the steps out of the block leads to where the
 * distance is less by just that step.  The goal's half is found the same way, backward
 * from the goal.
 */
#include "core/base/error.h"
#include "core/index/borders/borders.h"

/* A block with the group of the hub that a walk goes to. */
typedef struct station
{
	uint32_t number; /* of the block; FR_NO_VERTEX: none yet */
	uint32_t base;
	fr_relief relief; /* of no entries: the block does not have the hub */
	fr_border_block block;
} station;

#define STATIONS 4 /* blocks that meet in a corner */

/* One half of a path: from a cell to a hub, or backward from a cell to where it comes from. */
typedef struct walk
{
	const fr_index *index;
	const fr_poll *poll;
	bool backward;
	uint32_t hub;
	uint32_t group; /* where the last block had the hub, or would */
	fr_cell at;
	fr_route_builder *builder;
	int last;		/* direction of the last step, which the next one mostly has too */
	uint32_t moves; /* in that direction, not yet added */
	uint64_t steps; /* and turns that are left, or the bytes were made up */
	station stations[STATIONS];
} walk;

static fr_cell
neighbour(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

/*
 * The cost of the step to the neighbour, or back from the neighbour; UINT32_MAX: illegal.
 */
static uint32_t
step_cost(const walk *w, int d)
{
	return w->backward ? fr_ground_step(w->index, neighbour(w->at, d), fr_opposite(d))
					   : fr_ground_step(w->index, w->at, d);
}

/* The cost of a step that is known to be legal. */
static uint32_t
legal_cost(const walk *w, int d)
{
	return w->backward ? fr_ground_cost(w->index, neighbour(w->at, d), fr_opposite(d))
					   : fr_ground_cost(w->index, w->at, d);
}

/* The i-th direction to try: the last one, then those that turn off it least. */
static int
direction_to_try(const walk *w, int i)
{
	int turn = (i + 1) / 2;

	return (w->last + (i & 1 ? turn : -turn)) & (FR_DIRECTIONS - 1);
}

/* Adds the steps since the last turn to the route. */
static void
add_run(walk *w)
{
	if (w->moves > 0)
		fr_route_add(w->builder, w->backward ? fr_opposite(w->last) : w->last, w->moves);
	w->moves = 0;
}

static bool
take_step(walk *w, int d)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	if (d != w->last)
		add_run(w);
	w->at = neighbour(w->at, d);
	w->last = d;
	w->moves++;
	return true;
}

/* ---- blocks on the way ----------------------------------------------------------- */

/* The first group from `low` to `high` of this hub, or of one behind it. */
static uint32_t
find_between(const fr_border_side *s, uint32_t hub, uint32_t low, uint32_t high)
{
	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (fr_border_hub(s, middle) < hub)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * The first group of the hub, or where it would be: blocks beside each other have much the
 * same hubs, so it is near where it was, and is looked for there by steps that double.
 */
static uint32_t
find_group(const fr_border_side *s, uint32_t hub, uint32_t near)
{
	uint32_t low = near < s->groups ? near : s->groups;
	uint32_t high = low;
	uint32_t reach = 1;

	if (low < s->groups && fr_border_hub(s, low) < hub)
		for (high = ++low; high < s->groups && fr_border_hub(s, high) < hub; reach *= 2)
		{
			low = high + 1;
			high = reach < s->groups - high ? high + reach : s->groups;
		}
	else
		for (; low > 0 && fr_border_hub(s, low - 1) >= hub; reach *= 2)
		{
			high = low - 1;
			low = reach < high ? high - reach : 0;
		}
	return find_between(s, hub, low, high);
}

static void
open_station(walk *w, uint32_t number, station *s)
{
	const fr_border_side *side = &s->block.side;
	uint32_t group;

	s->number = number;
	s->block = fr_border_open(w->index, fr_index_run_of(w->index, number), w->backward);
	s->relief.count = 0;
	group = find_group(side, w->hub, w->group);
	w->group = group;
	if (group == side->groups || fr_border_hub(side, group) != w->hub)
		return;
	s->base = fr_get32(side->base, group);
	s->relief = fr_border_relief(w->index, side, group);
}

/* The block of a cell.  It stays open until a block is that lies two blocks away. */
static const station *
station_of(walk *w, fr_cell at)
{
	uint32_t column = (uint32_t) at.x / FR_INDEX_BLOCK;
	uint32_t row = (uint32_t) at.y / FR_INDEX_BLOCK;
	uint32_t number = row * w->index->blocks_across + column;
	station *s = &w->stations[row % 2 * 2 + column % 2];

	if (s->number != number)
		open_station(w, number, s);
	return s;
}

static bool
has_place(uint64_t set, uint32_t place)
{
	return set >> place & 1;
}

/* A way inside a block to a border cell, and how far that is from the hub. */
typedef struct leg
{
	uint32_t border;
	uint32_t inside;
	uint32_t rest;
} leg;

/*
 * Is a cell so far from the hub?  Then also the leg to where it leaves its block, by the
 * first entry, and so the nearest to the hub, that makes it so far.
 */
static bool
find_leg(walk *w, fr_cell at, uint32_t distance, leg *l)
{
	const station *s = station_of(w, at);
	const fr_border_block *b = &s->block;
	uint32_t place = fr_place_of(at);
	const uint8_t *row;

	if (!has_place(b->cells, place))
		return false;
	row = fr_border_row(b, place);
	for (uint32_t i = 0; i < s->relief.count; i++)
	{
		uint32_t border = s->relief.border[i];
		uint32_t rest = s->base + fr_border_above(b->narrow, &s->relief, i);

		if (rest + fr_border_cost(b, row, border) != distance)
			continue;
		*l = (leg){border, distance - rest, rest};
		return true;
	}
	return false;
}

/* ---- inside a block ------------------------------------------------------------- */

/*
 * The cost that is left after a step inside the block, on the way to a border cell at this
 * cost; UINT32_MAX: no best way begins so.
 */
static inline uint32_t
rest_after(const walk *w, const fr_border_block *b, const leg *l, int d)
{
	uint32_t place = fr_place_of(w->at);
	uint32_t after = fr_place_after(place, d);
	uint32_t rest;

	if (!fr_is_within(place, d) || !has_place(b->cells, after))
		return UINT32_MAX;
	rest = fr_border_cost(b, fr_border_row(b, after), l->border);
	if (rest >= l->inside || legal_cost(w, d) != l->inside - rest ||
		!fr_ground_legal_within(w->index, b->cells, place, d))
		return UINT32_MAX;
	return rest;
}

/* Takes as many steps in the last direction as the table falls by what they cost. */
static void
go_straight(walk *w, const fr_border_block *b, leg *l)
{
	uint32_t rest;

	while (l->inside > 0 && (rest = rest_after(w, b, l, w->last)) < l->inside)
	{
		l->inside = rest;
		w->at = neighbour(w->at, w->last);
		w->moves++;
	}
}

/* One step in another direction. False: the table does not fall on the way. */
static bool
turn(walk *w, const fr_border_block *b, leg *l)
{
	for (int i = 1; i < FR_DIRECTIONS; i++)
	{
		int d = direction_to_try(w, i);
		uint32_t rest = rest_after(w, b, l, d);

		if (rest == UINT32_MAX)
			continue;
		l->inside = rest;
		return take_step(w, d);
	}
	return false;
}

/* False: the table does not fall on the way. */
static bool
go_inside(walk *w, leg *l)
{
	const fr_border_block *b = &station_of(w, w->at)->block;

	if (l->inside >= FR_NO_INSIDE)
		return false;
	for (go_straight(w, b, l); l->inside > 0; go_straight(w, b, l))
		if (!turn(w, b, l))
			return false;
	return true;
}

/* ---- from block to block ------------------------------------------------------------ */

/* Steps out of the block to where the hub is nearer by that step; the leg from there. */
static bool
step_out(walk *w, leg *l)
{
	uint32_t distance = l->rest;

	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = direction_to_try(w, i);
		fr_cell to = neighbour(w->at, d);
		uint32_t step;

		if (fr_is_within(fr_place_of(w->at), d) || !fr_ground_free(w->index, to.x, to.y))
			continue;
		step = step_cost(w, d);
		if (step <= distance && find_leg(w, to, distance - step, l))
			return take_step(w, d);
	}
	return false;
}

/* Walks to the hub at this distance; false if the index is corrupt. */
static bool
go_to_hub(walk *w, uint32_t distance)
{
	leg l;

	for (int i = 0; i < STATIONS; i++)
		w->stations[i].number = FR_NO_VERTEX;
	if (!find_leg(w, w->at, distance, &l) || !go_inside(w, &l))
		return false;
	while (l.rest > 0)
		if (!step_out(w, &l) || !go_inside(w, &l))
			return false;
	add_run(w);
	return true;
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
	add_run(w);
	return true;
}

/* ---- the route ------------------------------------------------------------------------- */

/* Adds the half that was found backward from the goal. */
static void
add_backward(fr_route_builder *to, const fr_route_builder *half)
{
	for (size_t i = half->count; i-- > 0;)
		fr_route_add(to, fr_run_direction(half->runs[i]), fr_run_moves(half->runs[i]));
}

static bool
walk_by_hub(walk *w, fr_cell goal, const fr_border_meeting *m)
{
	fr_route_builder half = {.arena = w->builder->arena};
	walk back = *w;

	back.backward = true;
	back.at = goal;
	back.builder = &half;
	if (!go_to_hub(w, m->to_hub) || !go_to_hub(&back, m->cost - m->to_hub) ||
		w->at.x != back.at.x || w->at.y != back.at.y)
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
	fr_border_meeting m = fr_borders_end(t->index, &ends, base, t->scratch);
	walk w = {.index = t->index,
			  .poll = t->poll,
			  .hub = m.hub,
			  .at = start,
			  .builder = &t->builder,
			  .steps = (uint64_t) t->index->width * t->index->height};

	if (m.cost >= t->index->top)
		return FR_UNREACHED;
	if (!(m.hub == FR_NO_VERTEX ? walk_inside(&w, goal) : walk_by_hub(&w, goal, &m)))
		return FR_NO_COST;
	t->at = goal;
	return fr_ground_way(t->index, start, goal, m.cost);
}
