/*
 * subgoal_route.c - a best path, out of the hubs' labels
 *
 * Each hub knows, for every hub of its label, the next hub on the way there.  So from
 * the start a path goes to an access, from hub to hub to the one where the two endpoints
 * meet, and on the goal's endpoint the same backward.  Each segment has one turn at most.
 */
#include "core/index/subgoals/subgoal_query.h"

#include "core/base/base.h"
#include "core/index/index_links.h"
#include "core/index/subgoals/sight_bitmap.h"

/* ---- where a best path meets, and how its ends come there ----------------------- */

/* The access by which the endpoint has the distance to its i-th hub. */
static uint32_t
access_towards(const fr_endpoint *s, uint32_t i, uint32_t distance, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t entry = 0;

	if (i >= b->count.hubs)
		return i - b->count.hubs;
	for (uint32_t r = 0; r < b->count.rounds && i < fr_get16(b->round, r); r++)
	{
		if (fr_entry_distance(s, entry + i, wide) == distance)
			return fr_entry_access(b, entry + i, wide);
		entry += fr_get16(b->round, r);
	}
	return fr_entry_access(b, i, wide);
}

/* Does the cell reach the access by itself, not over a link? */
static bool
is_used(const fr_index *index, const fr_endpoint *s, uint32_t access)
{
	const fr_block *b = &s->block;
	const uint8_t *row = b->row + (uint32_t) s->at.y % FR_BLOCK_SIDE * b->count.accesses;
	fr_cell to = fr_access_cell(b, access);

	return row[access] >> s->at.x % FR_BLOCK_SIDE & 1 &&
		   s->base + fr_octile(index->units, to.x - s->at.x, to.y - s->at.y) ==
			   s->distance[access];
}

/* The access from which a link gives that one its distance; FR_BLOCK_ACCESSES: none does. */
static uint32_t
edge_into(const fr_endpoint *s, uint32_t access)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.edges; i++)
	{
		uint32_t edge = fr_get32(b->edge, i);

		if (b->to[i] == access &&
			s->distance[edge & 0xff] + (edge >> 8) == s->distance[access])
			return edge & 0xff;
	}
	return FR_BLOCK_ACCESSES;
}

/* How the cell comes to its endpoint's i-th hub. */
static void
find_approach(const fr_index *index, const fr_endpoint *s, uint32_t i, uint32_t distance,
			  fr_access_path *a)
{
	uint32_t access = access_towards(s, i, distance, index->subgoals.wide);

	a->access = fr_hub_of_access(&s->block, access, index->subgoals.wide);
	a->edges = 0;
	while (!is_used(index, s, access) && a->edges < s->block.count.edges)
	{
		access = edge_into(s, access);
		if (access == FR_BLOCK_ACCESSES)
		{
			a->access = FR_NO_HUB;
			return;
		}
		a->over[a->edges++] = fr_access_cell(&s->block, access);
	}
}

/* The first of the goal's hubs whose sum is the least; or how many they are. */
static uint32_t
place_of_least(const fr_endpoint *s, const uint32_t *table, uint32_t least, bool wide)
{
	uint32_t count = fr_endpoint_hubs(s);
	uint32_t i = 0;

	while (i < count &&
		   table[fr_get16(s->block.hub, i)] + fr_endpoint_hub_distance(s, i, wide) !=
			   least)
		i++;
	return i;
}

/*
 * Finds where a best path meets if no way with one turn at most is free; `not found`
 * means that there is no path.
 */
static void
find_meeting(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch, fr_meeting_hub *m)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	uint32_t least;
	uint32_t place;
	fr_endpoint from;
	fr_endpoint to;

	fr_endpoint_open(index, &from, start, base);
	fr_endpoint_open(index, &to, goal, 0);
	fr_endpoint_fill_table(index, &from, scratch->table);
	least = fr_endpoint_least_sum(index, &to, scratch->table);
	m->cost = least - base;
	m->found = m->cost < index->top;
	if (!m->found)
		return;
	m->start.access = m->goal.access = FR_NO_HUB;
	m->start.edges = m->goal.edges = 0;
	place = place_of_least(&to, scratch->table, least, index->subgoals.wide);
	if (place == fr_endpoint_hubs(&to))
		return;
	m->hub = fr_get16(to.block.hub, place);
	find_approach(index, &to, place,
				  fr_endpoint_hub_distance(&to, place, index->subgoals.wide), &m->goal);
	place = fr_endpoint_place_of_hub(&from, m->hub);
	if (place < fr_endpoint_hubs(&from))
		find_approach(index, &from, place, scratch->table[m->hub], &m->start);
}

/* ---- legs ----------------------------------------------------------------------- */

static int
direction_towards(fr_cell from, fr_cell to)
{
	int dx = (to.x > from.x) - (to.x < from.x);
	int dy = (to.y > from.y) - (to.y < from.y);

	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (fr_dx[d] == dx && fr_dy[d] == dy)
			return d;
	return -1;
}

static uint32_t
steps_between(fr_cell from, fr_cell to)
{
	int32_t dx = to.x > from.x ? to.x - from.x : from.x - to.x;
	int32_t dy = to.y > from.y ? to.y - from.y : from.y - to.y;

	return (uint32_t) (dx > dy ? dx : dy);
}

/* Under `tile` both cells beside a diagonal step are free: two straight steps do. */
static void
add_stairs(fr_tracer *t, int diagonal, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++)
	{
		fr_route_add(&t->builder, diagonal - 1, 1);
		fr_route_add(&t->builder, (diagonal + 1) & (FR_DIRECTIONS - 1), 1);
	}
}

/* Goes straight to a cell in the same row, column or diagonal. */
static void
go_straight(fr_tracer *t, fr_cell to)
{
	int d = direction_towards(t->at, to);

	if (d < 0)
		return;
	if (t->index->tile && fr_is_diagonal(d))
		add_stairs(t, d, steps_between(t->at, to));
	else
		fr_route_add(&t->builder, d, steps_between(t->at, to));
	t->at = to;
}

/* Takes a link to a cell, if one leads there and is no dearer than a free way. */
static bool
take_link(fr_tracer *t, fr_cell to)
{
	const fr_index *index = t->index;
	uint32_t link = fr_index_arc_cost(index, fr_index_cell_number(index, t->at),
									  fr_index_cell_number(index, to));

	if (link == UINT32_MAX ||
		(link > fr_octile(index->units, to.x - t->at.x, to.y - t->at.y) &&
		 fr_sight_direct(&index->subgoals.sight, t->at, to)))
		return false;
	fr_route_take_link(&t->builder, to);
	t->at = to;
	return true;
}

/* How to go to a cell from where the path is. */
typedef void segment(fr_tracer *t, fr_cell to);

/* By one of the two ways with one turn, whichever is free. */
static void
take_way(fr_tracer *t, fr_cell to)
{
	fr_cell turn = fr_sight_turn(t->at, to);

	if (!fr_sight_way(&t->index->subgoals.sight, t->at, turn, to))
		turn = fr_sight_turn(to, t->at);
	if (turn.x != t->at.x || turn.y != t->at.y)
		go_straight(t, turn);
	go_straight(t, to);
}

/* Where there are links: by one, or else by such a way. */
static void
take_link_or_way(fr_tracer *t, fr_cell to)
{
	if (!take_link(t, to))
		take_way(t, to);
}

/* ---- hubs ------------------------------------------------------------------------- */

/*
 * The hubs from one to another, both included, into the chain; how many.  0: they do
 * not get there, as only labels that were made up do not.
 */
static uint32_t
follow_hubs(const fr_tracer *t, uint32_t from, uint32_t to, uint32_t *chain)
{
	uint32_t count = 0;

	while (from != FR_NO_HUB && count < t->index->hubs)
	{
		fr_poll_at(t->poll, count + 1);
		chain[count++] = from;
		if (from == to)
			return count;
		from = fr_next_hub(t->index, from, to);
	}
	return 0;
}

/* ---- the route ---------------------------------------------------------------------- */

/* From the start to its access, and by hubs to where the two endpoints meet. */
static bool
go_to_hub(fr_tracer *t, const fr_access_path *a, uint32_t hub, segment *go)
{
	uint32_t *chain = t->scratch->chain;
	uint32_t count = follow_hubs(t, a->access, hub, chain);

	for (uint32_t i = a->edges; i-- > 0;)
		go(t, a->over[i]);
	for (uint32_t i = 0; i < count; i++)
	{
		fr_poll_at(t->poll, i + 1);
		go(t, fr_vertex_cell(t->index, chain[i]));
	}
	return count > 0;
}

/* Goes from the hub to the goal, by the goal's labels read backward. */
static bool
go_from_hub(fr_tracer *t, const fr_access_path *a, uint32_t hub, segment *go)
{
	uint32_t *chain = t->scratch->chain;
	uint32_t count = follow_hubs(t, a->access, hub, chain);

	for (uint32_t i = count; i-- > 0;)
	{
		fr_poll_at(t->poll, i + 1);
		go(t, fr_vertex_cell(t->index, chain[i]));
	}
	for (uint32_t i = 0; i < a->edges; i++)
		go(t, a->over[i]);
	return count > 0;
}

/* Goes to where only a way with one turn is left. */
static uint64_t
trace_hubs(fr_tracer *t, fr_cell goal, segment *go)
{
	fr_meeting_hub m;

	find_meeting(t->index, t->at, goal, t->scratch, &m);
	if (!m.found)
		return FR_UNREACHED;
	if (!go_to_hub(t, &m.start, m.hub, go) || !go_from_hub(t, &m.goal, m.hub, go))
		return FR_NO_COST;
	return fr_index_grid_cost(t->index, m.cost);
}

static uint64_t
direct_cost(const fr_index *index, fr_cell a, fr_cell b)
{
	return fr_index_grid_cost(index, fr_octile(index->units, b.x - a.x, b.y - a.y));
}

/* Does a way over links cost less than the free one with one turn? */
__attribute__((noinline)) static bool
is_undercut(const fr_tracer *t, fr_cell goal)
{
	fr_meeting_hub m;

	find_meeting(t->index, t->at, goal, t->scratch, &m);
	return m.found &&
		   fr_index_grid_cost(t->index, m.cost) < direct_cost(t->index, t->at, goal);
}

uint64_t
fr_subgoals_trace(fr_tracer *t, fr_cell goal)
{
	segment *go = t->index->linked ? take_link_or_way : take_way;
	bool direct = fr_sight_direct(&t->index->subgoals.sight, t->at, goal) &&
				  !(t->index->linked && is_undercut(t, goal));
	uint64_t cost = direct ? direct_cost(t->index, t->at, goal) : trace_hubs(t, goal, go);

	if (cost != FR_NO_COST && cost != FR_UNREACHED)
		go(t, goal);
	return cost;
}
