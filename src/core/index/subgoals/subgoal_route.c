/*
 * subgoal_route.c - a best path, from the labels of hubs
 *
 * The label of a hub has the next hub on the way to each of its hubs.  So a path leads
 * from the start to an access subgoal, on from hub to hub to the meeting hub, and to the
 * goal along the goal's path in reverse.  Each segment has one turn at most.
 */
#include "core/index/subgoals/subgoal_query.h"

#include "core/base/base.h"
#include "core/index/index_links.h"
#include "core/index/subgoals/sight_bitmap.h"

/*
 * A path from a cell to an access subgoal whose label has the meeting hub.  `over` lists the
 * access subgoals that are reached over edges, the last one first.
 */
typedef struct access_path
{
	uint32_t access; /* as a hub; FR_NO_HUB: none */
	uint32_t edges;
	fr_cell over[FR_BLOCK_EDGES];
} access_path;

/* The hub where the halves of a best path meet. */
typedef struct meeting_hub
{
	bool found;
	uint32_t hub;
	uint32_t cost; /* in the labels' unit */
	access_path start;
	access_path goal;
} meeting_hub;

/* ---- access subgoals and hubs of a block -------------------------------------------- */

static fr_cell
access_cell(const fr_block *b, uint32_t access)
{
	return (fr_cell){fr_get16(b->x, access), fr_get16(b->y, access)};
}

static uint32_t
access_of_entry(const fr_block *b, uint32_t entry, bool wide)
{
	return wide ? b->access[entry] : fr_get32(b->entry, entry) & 0xff;
}

/* The access subgoal's own hub.  FR_NO_HUB: the index is corrupt. */
static uint32_t
hub_of_access(const fr_block *b, uint32_t access, bool wide)
{
	uint32_t entry = 0;

	if (access < b->count.lone)
		return fr_get16(b->hub, b->count.hubs + access);
	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++, entry++)
			if (fr_get32(b->entry, entry) >> (wide ? 0 : 8) == 0 &&
				access_of_entry(b, entry, wide) == access)
				return fr_get16(b->hub, i);
	}
	return FR_NO_HUB;
}

/* The distance from the endpoint to the i-th hub of its block. */
static uint32_t
hub_distance(const fr_endpoint *s, uint32_t i, bool wide)
{
	uint32_t hubs = s->block.count.hubs;

	if (i < s->block.count.several)
		return s->best[i];
	return i < hubs ? fr_entry_distance(s, i, wide) : s->distance[i - hubs];
}

/* The number of hubs of the endpoint's block. */
static uint32_t
hub_count(const fr_endpoint *s)
{
	return s->block.count.hubs + s->block.count.lone;
}

/* The index of a hub among these, or their number. */
static uint32_t
place_of_hub(const fr_endpoint *s, uint32_t hub)
{
	uint32_t count = hub_count(s);
	uint32_t i = 0;

	while (i < count && fr_get16(s->block.hub, i) != hub)
		i++;
	return i;
}

/* The next hub on the way from one to another.  FR_NO_HUB: the steps do not have it. */
static uint32_t
next_hub(const fr_index *index, uint32_t from, uint32_t to)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];
	const uint8_t *steps = index->section[FR_SECTION_STEPS];
	uint32_t end = fr_get32(heads, (size_t) from + 1);

	for (uint32_t i = fr_get32(heads, from); i + 2 <= end;)
	{
		uint32_t next = fr_get16(steps, i);
		uint32_t count = fr_get16(steps, i + 1);

		i += 2;
		if (count > end - i || next >= index->hubs)
			return FR_NO_HUB;
		for (uint32_t last = i + count; i < last; i++)
			if (fr_get16(steps, i) == to)
				return next;
	}
	return FR_NO_HUB;
}

/* ---- the meeting hub, and the paths from both ends to it ------------------------- */

/* The access subgoal that gives the endpoint its distance to the i-th hub. */
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
			return access_of_entry(b, entry + i, wide);
		entry += fr_get16(b->round, r);
	}
	return access_of_entry(b, i, wide);
}

/* Does the cell reach the access subgoal directly, without an edge? */
static bool
is_used(const fr_index *index, const fr_endpoint *s, uint32_t access)
{
	const fr_block *b = &s->block;
	const uint8_t *row = b->row + (uint32_t) s->at.y % FR_BLOCK_SIDE * b->count.accesses;
	fr_cell to = access_cell(b, access);

	return row[access] >> s->at.x % FR_BLOCK_SIDE & 1 &&
		   s->base + fr_octile(index->units, to.x - s->at.x, to.y - s->at.y) ==
			   s->distance[access];
}

/*
 * The access subgoal from which an edge gives another one its distance, or
 * FR_BLOCK_ACCESSES.
 */
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

/* Finds the endpoint's path to its i-th hub. */
static void
find_access_path(const fr_index *index, const fr_endpoint *s, uint32_t i,
				 uint32_t distance, access_path *a)
{
	uint32_t access = access_towards(s, i, distance, index->subgoals.wide);

	a->access = hub_of_access(&s->block, access, index->subgoals.wide);
	a->edges = 0;
	while (!is_used(index, s, access) && a->edges < s->block.count.edges)
	{
		access = edge_into(s, access);
		if (access == FR_BLOCK_ACCESSES)
		{
			a->access = FR_NO_HUB;
			return;
		}
		a->over[a->edges++] = access_cell(&s->block, access);
	}
}

/* The first of the goal's hubs with the least sum, or their number. */
static uint32_t
place_of_least(const fr_endpoint *s, const uint32_t *table, uint32_t least, bool wide)
{
	uint32_t count = hub_count(s);
	uint32_t i = 0;

	while (i < count &&
		   table[fr_get16(s->block.hub, i)] + hub_distance(s, i, wide) != least)
		i++;
	return i;
}

/* Finds the meeting hub of two cells without a free way of at most one turn. */
static void
find_meeting(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch, meeting_hub *m)
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
	if (place == hub_count(&to))
		return;
	m->hub = fr_get16(to.block.hub, place);
	find_access_path(index, &to, place, hub_distance(&to, place, index->subgoals.wide),
					 &m->goal);
	place = place_of_hub(&from, m->hub);
	if (place < hub_count(&from))
		find_access_path(index, &from, place, scratch->table[m->hub], &m->start);
}

/* ---- segments ------------------------------------------------------------------- */

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

/* Two straight steps replace a diagonal one.  `tile` guarantees that both side cells are free. */
static void
add_stairs(fr_tracer *t, int diagonal, uint32_t steps)
{
	for (uint32_t i = 0; i < steps; i++)
	{
		fr_route_add(&t->builder, diagonal - 1, 1);
		fr_route_add(&t->builder, (diagonal + 1) & (FR_DIRECTIONS - 1), 1);
	}
}

/* Goes to a cell in the same row, column or diagonal. */
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

/* Takes the link to a cell if there is one, and no free way is cheaper. */
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
	fr_route_append_link(&t->builder, to);
	t->at = to;
	return true;
}

/* Goes from the end of the route to a cell. */
typedef void segment(fr_tracer *t, fr_cell to);

/* Takes a free way with at most one turn. */
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

/* Takes a link or a free way. */
static void
take_link_or_way(fr_tracer *t, fr_cell to)
{
	if (!take_link(t, to))
		take_way(t, to);
}

/* ---- hubs ------------------------------------------------------------------------- */

/*
 * Lists the hubs from one to another.  Returns their number, or 0 if the steps do not
 * lead there.
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
		from = next_hub(t->index, from, to);
	}
	return 0;
}

/* ---- the route ---------------------------------------------------------------------- */

/* Goes from the start to its access subgoal, and from hub to hub to the meeting hub. */
static bool
go_to_hub(fr_tracer *t, const access_path *a, uint32_t hub, segment *go)
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

/* Goes from the meeting hub to the goal's access subgoal: the goal's path in reverse. */
static bool
go_from_hub(fr_tracer *t, const access_path *a, uint32_t hub, segment *go)
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

/* Goes to a cell from which only a way with one turn is left to the goal. */
static uint64_t
trace_hubs(fr_tracer *t, fr_cell goal, segment *go)
{
	meeting_hub m;

	find_meeting(t->index, t->at, goal, t->scratch, &m);
	if (!m.found)
		return FR_UNREACHED;
	if (!go_to_hub(t, &m.start, m.hub, go) || !go_from_hub(t, &m.goal, m.hub, go))
		return FR_NO_COST;
	return fr_index_grid_cost(t->index, m.cost);
}

/* Is a path over a hub cheaper than the free way (fr_way_cost)? Links may make it so. */
__attribute__((noinline)) static bool
is_undercut(const fr_tracer *t, fr_cell goal)
{
	meeting_hub m;

	find_meeting(t->index, t->at, goal, t->scratch, &m);
	return m.found &&
		   fr_index_grid_cost(t->index, m.cost) < fr_way_cost(t->index, t->at, goal);
}

uint64_t
fr_subgoals_trace(fr_tracer *t, fr_cell goal)
{
	segment *go = t->index->linked ? take_link_or_way : take_way;
	bool direct = fr_sight_direct(&t->index->subgoals.sight, t->at, goal) &&
				  !(t->index->linked && is_undercut(t, goal));
	uint64_t cost = direct ? fr_way_cost(t->index, t->at, goal) : trace_hubs(t, goal, go);

	if (cost != FR_NO_COST && cost != FR_UNREACHED)
		go(t, goal);
	return cost;
}
