/*
 * border_routes.c - a best path in the borders form
 *
 * Distances to a hub tell the way there.  From a cell, its block has border cells over
 * which the distance is what it is.  The path goes to the one that is nearest to the hub,
 * step by step as the table falls.  It goes to no other one of the block from there, which
 * would be as good and nearer.  So one of the steps out of the block leads to where the
 * distance is less by just that step.  The goal's half is found the same way, backward
 * from the goal.  Links are ways out of a block like steps.  If some cost nothing, the halves
 * may end at two cells that are as near to the hub: links join them.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/borders/border_block.h"
#include "core/index/map_links.h"

/* ---- a walk to a hub, from block to block ---------------------------------------- */

/* A block with the group of the hub that a walk goes to. */
typedef struct fr_station
{
	uint32_t number; /* of the block; FR_NO_VERTEX: none yet */
	uint32_t base;
	fr_relief relief; /* of no entries: the block does not have the hub */
	fr_border_block block;
} fr_station;

/*
 * Cells in the order in which links that cost nothing reach them: the start, and then where
 * each of these links leads.
 */
typedef struct fr_free_links
{
	fr_cell start;
	uint32_t count;	  /* of cells */
	bool *taken;	  /* by link of the index; none outside a spread */
	uint32_t *link;	  /* by cell, from 1 on */
	uint32_t *before; /* by cell: where its link begins */
	uint32_t *way;	  /* scratch */
} fr_free_links;

#define FR_STATIONS 4 /* blocks that meet in a corner */

/* One half of a path: from a cell to a hub, or backward from a cell to where it comes from. */
typedef struct fr_walk
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
	fr_station stations[FR_STATIONS];
	fr_free_links *free_links; /* or NULL, until they are needed */
} fr_walk;

/* A way inside a block to a border cell, and how far that is from the hub. */
typedef struct fr_walk_leg
{
	uint32_t border;
	uint32_t inside;
	uint32_t rest;
} fr_walk_leg;

/* How a walk leaves a border cell: by a step out of its block, or by a link. */
typedef struct fr_walk_exit
{
	int direction; /* FR_DIRECTIONS: by link */
	fr_cell to;
} fr_walk_exit;

static inline fr_cell
fr_walk_neighbour(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

/* The i-th direction to try: the last one, then those that turn off it least. */
static inline int
fr_walk_direction(const fr_walk *w, int i)
{
	int turn = (i + 1) / 2;

	return (w->last + (i & 1 ? turn : -turn)) & (FR_DIRECTIONS - 1);
}

/* The cost of a step that is known to be legal. */
static uint32_t
legal_cost(const fr_walk *w, int d)
{
	return w->backward
			   ? fr_ground_cost(w->index, fr_walk_neighbour(w->at, d), fr_opposite(d))
			   : fr_ground_cost(w->index, w->at, d);
}

/* Adds the steps since the last turn to the route. */
static void
fr_walk_add_run(fr_walk *w)
{
	if (w->moves > 0)
		fr_route_add(w->builder, w->backward ? fr_opposite(w->last) : w->last, w->moves);
	w->moves = 0;
}

static bool
fr_walk_step(fr_walk *w, int d)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	if (d != w->last)
		fr_walk_add_run(w);
	w->at = fr_walk_neighbour(w->at, d);
	w->last = d;
	w->moves++;
	return true;
}

/* Takes a link; backward it leads from there to where the walk is. */
static bool
fr_walk_link(fr_walk *w, fr_cell to)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	fr_walk_add_run(w);
	if (w->backward)
		fr_route_add_link(w->builder, w->at);
	else
		fr_route_take_link(w->builder, to);
	w->at = to;
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

/* No block is open yet. */
static void
fr_walk_begin(fr_walk *w)
{
	for (int i = 0; i < FR_STATIONS; i++)
		w->stations[i].number = FR_NO_VERTEX;
}

static void
open_station(fr_walk *w, uint32_t number, fr_station *s)
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
static const fr_station *
station_of(fr_walk *w, fr_cell at)
{
	uint32_t column = (uint32_t) at.x / FR_INDEX_BLOCK;
	uint32_t row = (uint32_t) at.y / FR_INDEX_BLOCK;
	uint32_t number = row * w->index->blocks_across + column;
	fr_station *s = &w->stations[row % 2 * 2 + column % 2];

	if (s->number != number)
		open_station(w, number, s);
	return s;
}

static bool
has_place(uint64_t set, uint32_t place)
{
	return set >> place & 1;
}

/*
 * Is a cell so far from the hub?  Then also the leg to where it leaves its block, by the
 * first entry, and so the nearest to the hub, that makes it so far.
 */
static bool
fr_walk_find_leg(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_leg *l)
{
	const fr_station *s = station_of(w, at);
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
		*l = (fr_walk_leg){border, distance - rest, rest};
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
rest_after(const fr_walk *w, const fr_border_block *b, const fr_walk_leg *l, int d)
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
go_straight(fr_walk *w, const fr_border_block *b, fr_walk_leg *l)
{
	uint32_t rest;

	while (l->inside > 0 && (rest = rest_after(w, b, l, w->last)) < l->inside)
	{
		l->inside = rest;
		w->at = fr_walk_neighbour(w->at, w->last);
		w->moves++;
	}
}

/* One step in another direction. False: the table does not fall on the way. */
static bool
turn(fr_walk *w, const fr_border_block *b, fr_walk_leg *l)
{
	for (int i = 1; i < FR_DIRECTIONS; i++)
	{
		int d = fr_walk_direction(w, i);
		uint32_t rest = rest_after(w, b, l, d);

		if (rest == UINT32_MAX)
			continue;
		l->inside = rest;
		return fr_walk_step(w, d);
	}
	return false;
}

/* False: the table does not fall on the way. */
static bool
fr_walk_inside(fr_walk *w, fr_walk_leg *l)
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

/*
 * The cost of the step to the neighbour, or back from the neighbour; UINT32_MAX: illegal.
 */
static uint32_t
step_cost(const fr_walk *w, fr_cell at, int d)
{
	return w->backward
			   ? fr_ground_step(w->index, fr_walk_neighbour(at, d), fr_opposite(d))
			   : fr_ground_step(w->index, at, d);
}

/* A step out of the block to where the hub is nearer by that step; the leg from there. */
static bool
fr_walk_find_step(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e,
				  fr_walk_leg *l)
{
	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = fr_walk_direction(w, i);
		fr_cell to = fr_walk_neighbour(at, d);
		uint32_t step;

		if (fr_is_within(fr_place_of(at), d) || !fr_index_is_free(w->index, to.x, to.y))
			continue;
		step = step_cost(w, at, d);
		if (step > distance || !fr_walk_find_leg(w, to, distance - step, l))
			continue;
		*e = (fr_walk_exit){d, to};
		return true;
	}
	return false;
}

/* ---- from block to block by a link ----------------------------------------------- */

/*
 * A link that costs nothing leads to where the hub is as far.  So such links are followed, each
 * once, until the hub is nearer by a step or by a link that costs something.
 */

/* The links from a cell, or backward to it: the first one, and the end. */
static uint32_t
first_hop(const fr_walk *w, fr_cell at, uint32_t *end)
{
	uint32_t cell = fr_index_cell_number(w->index, at);

	*end = fr_index_first_hop(w->index, w->backward, cell + 1, 0);
	return fr_index_first_hop(w->index, w->backward, cell, 0);
}

/* A link that costs something to where the hub is nearer by that; the leg from there. */
static bool
find_link(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e, fr_walk_leg *l)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, at, &end); i < end; i++)
	{
		fr_index_hop hop = fr_index_hop_at(w->index, w->backward, i);

		fr_poll_at(w->poll, i);
		*e = (fr_walk_exit){FR_DIRECTIONS, fr_index_cell_of(w->index, hop.to)};
		if (hop.cost > 0 && hop.cost <= distance &&
			fr_walk_find_leg(w, e->to, distance - hop.cost, l))
			return true;
	}
	return false;
}

static bool
find_exit(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e, fr_walk_leg *l)
{
	return fr_walk_find_step(w, at, distance, e, l) || find_link(w, at, distance, e, l);
}

static bool
take_exit(fr_walk *w, const fr_walk_exit *e)
{
	return e->direction == FR_DIRECTIONS ? fr_walk_link(w, e->to)
										 : fr_walk_step(w, e->direction);
}

/* ---- links that cost nothing ------------------------------------------------------ */

/* From where the walk is; memory is taken once a walk, for routes may take many such links. */
static fr_free_links *
begin_spread(fr_walk *w)
{
	const fr_arena *arena = w->builder->arena;
	size_t links = fr_index_hop_count(w->index);

	if (w->free_links == NULL)
	{
		w->free_links = fr_take(arena, sizeof *w->free_links);
		*w->free_links = (fr_free_links){.taken = fr_take(arena, links + 1),
										 .link = fr_take_numbers(arena, links),
										 .before = fr_take_numbers(arena, links),
										 .way = fr_take_numbers(arena, links)};
		memset(w->free_links->taken, 0, links + 1);
	}
	w->free_links->start = w->at;
	w->free_links->count = 1;
	return w->free_links;
}

static void
end_spread(fr_free_links *s)
{
	for (uint32_t n = 1; n < s->count; n++)
		s->taken[s->link[n]] = false;
}

static fr_cell
cell_of_spread(const fr_walk *w, const fr_free_links *s, uint32_t n)
{
	if (n == 0)
		return s->start;
	return fr_index_cell_of(w->index,
							fr_index_hop_at(w->index, w->backward, s->link[n]).to);
}

static void
spread_from(const fr_walk *w, fr_free_links *s, uint32_t number)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, cell_of_spread(w, s, number), &end); i < end; i++)
	{
		fr_poll_at(w->poll, i);
		if (s->taken[i] || fr_index_hop_at(w->index, w->backward, i).cost > 0)
			continue;
		s->taken[i] = true;
		s->before[s->count] = number;
		s->link[s->count++] = i;
	}
}

/* Takes the links to one of the cells. */
static bool
go_along(fr_walk *w, fr_free_links *s, uint32_t number)
{
	uint32_t count = 0;
	bool gone = true;

	for (uint32_t n = number; n > 0; n = s->before[n])
		s->way[count++] = n;
	while (gone && count > 0)
		gone = fr_walk_link(w, cell_of_spread(w, s, s->way[--count]));
	return gone;
}

/* Takes links to where a leg leads nearer, or to an exit, and takes that. */
static bool
leave_for_nothing(fr_walk *w, uint32_t distance, fr_walk_leg *l)
{
	fr_free_links *s = begin_spread(w);
	bool left = false;

	for (uint32_t n = 0; !left && n < s->count; n++)
	{
		fr_cell at = cell_of_spread(w, s, n);
		fr_walk_exit e;

		spread_from(w, s, n);
		if (n == 0)
			continue;
		if (fr_walk_find_leg(w, at, distance, l) && l->inside > 0)
			left = go_along(w, s, n);
		else if (find_exit(w, at, distance, &e, l))
			left = go_along(w, s, n) && take_exit(w, &e);
	}
	end_spread(s);
	return left;
}

/* Takes links that cost nothing to a cell; false if they do not lead there. */
static bool
fr_walk_free_links(fr_walk *w, fr_cell goal)
{
	bool there = w->at.x == goal.x && w->at.y == goal.y;
	fr_free_links *s;

	if (there || fr_index_hop_count(w->index) == 0)
		return there;
	s = begin_spread(w);
	for (uint32_t n = 0; !there && n < s->count; n++)
	{
		fr_cell at = cell_of_spread(w, s, n);

		spread_from(w, s, n);
		there = at.x == goal.x && at.y == goal.y && go_along(w, s, n);
	}
	end_spread(s);
	return there;
}

/* From a border cell by a link to where the hub is nearer; the leg from there.  False: corrupt. */
static bool
fr_walk_leave_by_link(fr_walk *w, fr_walk_leg *l)
{
	uint32_t distance = l->rest;
	fr_walk_exit e;

	if (find_link(w, w->at, distance, &e, l))
		return fr_walk_link(w, e.to);
	return leave_for_nothing(w, distance, l);
}

/* From a border cell to where the hub is nearer; the leg from there.  False: corrupt. */
static bool
fr_walk_leave(fr_walk *w, fr_walk_leg *l)
{
	fr_walk_exit e;

	return fr_walk_find_step(w, w->at, l->rest, &e, l) ? fr_walk_step(w, e.direction)
													   : fr_walk_leave_by_link(w, l);
}

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
