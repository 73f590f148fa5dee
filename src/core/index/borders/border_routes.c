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

#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/index_links.h"

/* ---- a walk to a hub, from block to block ---------------------------------------- */

/* A block with the group of the hub that a walk goes to. */
typedef struct hub_block
{
	uint32_t number; /* of the block; FR_NO_VERTEX: none yet */
	uint32_t base;
	fr_offset_list offsets; /* of no entries: the block does not have the hub */
	fr_border_block block;
} hub_block;

/*
 * Cells in the order in which links that cost nothing reach them: the start, and then where
 * each of these links leads.
 */
typedef struct zero_links
{
	fr_cell start;
	uint32_t count;	  /* of cells */
	bool *taken;	  /* by link of the index; none outside a spread */
	uint32_t *link;	  /* by cell, from 1 on */
	uint32_t *before; /* by cell: where its link begins */
	uint32_t *way;	  /* scratch */
} zero_links;

#define HUB_BLOCKS 4 /* blocks that meet in a corner */

/* One half of a path: from a cell to a hub, or backward from a cell to where it comes from. */
typedef struct half_path
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
	hub_block blocks[HUB_BLOCKS];
	zero_links *free_links; /* or NULL, until they are needed */
} half_path;

/* A way inside a block to a border cell, and how far that is from the hub. */
typedef struct segment
{
	uint32_t border;
	uint32_t inside;
	uint32_t rest;
} segment;

/* How a walk leaves a border cell: by a step out of its block, or by a link. */
typedef struct out_edge
{
	int direction; /* FR_DIRECTIONS: by link */
	fr_cell to;
} out_edge;

static inline fr_cell
neighbour_of(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

/* The i-th direction to try: the last one, then those that turn off it least. */
static inline int
nth_direction(const half_path *w, int i)
{
	int turn = (i + 1) / 2;

	return (w->last + (i & 1 ? turn : -turn)) & (FR_DIRECTIONS - 1);
}

/* The cost of a step that is known to be legal. */
static uint32_t
legal_cost(const half_path *w, int d)
{
	return w->backward
			   ? fr_index_step_cost(w->index, neighbour_of(w->at, d), fr_opposite(d))
			   : fr_index_step_cost(w->index, w->at, d);
}

/* Adds the steps since the last turn to the route. */
static void
flush_run(half_path *w)
{
	if (w->moves > 0)
		fr_route_add(w->builder, w->backward ? fr_opposite(w->last) : w->last, w->moves);
	w->moves = 0;
}

static bool
take_step(half_path *w, int d)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	if (d != w->last)
		flush_run(w);
	w->at = neighbour_of(w->at, d);
	w->last = d;
	w->moves++;
	return true;
}

/* Takes a link; backward it leads from there to where the walk is. */
static bool
take_link(half_path *w, fr_cell to)
{
	fr_poll_at(w->poll, w->steps);
	if (w->steps-- == 0)
		return false;
	flush_run(w);
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
find_between(const fr_block_labels *s, uint32_t hub, uint32_t low, uint32_t high)
{
	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (fr_block_labels_hub(s, middle) < hub)
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
find_group(const fr_block_labels *s, uint32_t hub, uint32_t near)
{
	uint32_t low = near < s->groups ? near : s->groups;
	uint32_t high = low;
	uint32_t reach = 1;

	if (low < s->groups && fr_block_labels_hub(s, low) < hub)
		for (high = ++low; high < s->groups && fr_block_labels_hub(s, high) < hub;
			 reach *= 2)
		{
			low = high + 1;
			high = reach < s->groups - high ? high + reach : s->groups;
		}
	else
		for (; low > 0 && fr_block_labels_hub(s, low - 1) >= hub; reach *= 2)
		{
			high = low - 1;
			low = reach < high ? high - reach : 0;
		}
	return find_between(s, hub, low, high);
}

/* No block is open yet. */
static void
begin_half_path(half_path *w)
{
	for (int i = 0; i < HUB_BLOCKS; i++)
		w->blocks[i].number = FR_NO_VERTEX;
}

static void
open_hub_block(half_path *w, uint32_t number, hub_block *s)
{
	const fr_block_labels *labels = &s->block.labels;
	uint32_t group;

	s->number = number;
	s->block =
		fr_border_block_open(w->index, fr_index_run_of(w->index, number), w->backward);
	s->offsets.count = 0;
	group = find_group(labels, w->hub, w->group);
	w->group = group;
	if (group == labels->groups || fr_block_labels_hub(labels, group) != w->hub)
		return;
	s->base = fr_get32(labels->base, group);
	s->offsets = fr_block_labels_offsets(w->index, labels, group);
}

/* The block of a cell.  It stays open until a block is that lies two blocks away. */
static const hub_block *
block_at(half_path *w, fr_cell at)
{
	uint32_t column = (uint32_t) at.x / FR_INDEX_BLOCK;
	uint32_t row = (uint32_t) at.y / FR_INDEX_BLOCK;
	uint32_t number = row * w->index->blocks_across + column;
	hub_block *s = &w->blocks[row % 2 * 2 + column % 2];

	if (s->number != number)
		open_hub_block(w, number, s);
	return s;
}

static bool
has_place(uint64_t set, uint32_t local)
{
	return set >> local & 1;
}

/*
 * Is a cell so far from the hub?  Then also the leg to where it leaves its block, by the
 * first entry, and so the nearest to the hub, that makes it so far.
 */
static bool
find_segment(half_path *w, fr_cell at, uint32_t distance, segment *l)
{
	const hub_block *s = block_at(w, at);
	const fr_border_block *b = &s->block;
	uint32_t local = fr_local_of(at);
	const uint8_t *row;

	if (!has_place(b->cells, local))
		return false;
	row = fr_border_block_row(b, local);
	for (uint32_t i = 0; i < s->offsets.count; i++)
	{
		uint32_t border = s->offsets.border[i];
		uint32_t rest = s->base + fr_offset_list_get(b->byte_units, &s->offsets, i);

		if (rest + fr_border_block_cost(b, row, border) != distance)
			continue;
		*l = (segment){border, distance - rest, rest};
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
rest_after(const half_path *w, const fr_border_block *b, const segment *l, int d)
{
	uint32_t local = fr_local_of(w->at);
	uint32_t after = fr_local_after(local, d);
	uint32_t rest;

	if (!fr_stays_in_block(local, d) || !has_place(b->cells, after))
		return UINT32_MAX;
	rest = fr_border_block_cost(b, fr_border_block_row(b, after), l->border);
	if (rest >= l->inside || legal_cost(w, d) != l->inside - rest ||
		!fr_block_step_is_legal(w->index, b->cells, local, d))
		return UINT32_MAX;
	return rest;
}

/* Takes as many steps in the last direction as the table falls by what they cost. */
static void
go_straight(half_path *w, const fr_border_block *b, segment *l)
{
	uint32_t rest;

	while (l->inside > 0 && (rest = rest_after(w, b, l, w->last)) < l->inside)
	{
		l->inside = rest;
		w->at = neighbour_of(w->at, w->last);
		w->moves++;
	}
}

/* One step in another direction. False: the table does not fall on the way. */
static bool
turn(half_path *w, const fr_border_block *b, segment *l)
{
	for (int i = 1; i < FR_DIRECTIONS; i++)
	{
		int d = nth_direction(w, i);
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
follow_segment(half_path *w, segment *l)
{
	const fr_border_block *b = &block_at(w, w->at)->block;

	if (l->inside >= FR_TABLE_INFINITY)
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
step_cost(const half_path *w, fr_cell at, int d)
{
	return w->backward
			   ? fr_index_legal_step_cost(w->index, neighbour_of(at, d), fr_opposite(d))
			   : fr_index_legal_step_cost(w->index, at, d);
}

/* A step out of the block to where the hub is nearer by that step; the leg from there. */
static bool
find_step(half_path *w, fr_cell at, uint32_t distance, out_edge *e, segment *l)
{
	for (int i = 0; i < FR_DIRECTIONS; i++)
	{
		int d = nth_direction(w, i);
		fr_cell to = neighbour_of(at, d);
		uint32_t step;

		if (fr_stays_in_block(fr_local_of(at), d) ||
			!fr_index_is_free(w->index, to.x, to.y))
			continue;
		step = step_cost(w, at, d);
		if (step > distance || !find_segment(w, to, distance - step, l))
			continue;
		*e = (out_edge){d, to};
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
first_hop(const half_path *w, fr_cell at, uint32_t *end)
{
	uint32_t cell = fr_index_cell_number(w->index, at);

	*end = fr_index_first_hop(w->index, w->backward, cell + 1, 0);
	return fr_index_first_hop(w->index, w->backward, cell, 0);
}

/* A link that costs something to where the hub is nearer by that; the leg from there. */
static bool
find_link(half_path *w, fr_cell at, uint32_t distance, out_edge *e, segment *l)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, at, &end); i < end; i++)
	{
		fr_index_hop hop = fr_index_hop_at(w->index, w->backward, i);

		fr_poll_at(w->poll, i);
		*e = (out_edge){FR_DIRECTIONS, fr_index_cell_of(w->index, hop.to)};
		if (hop.cost > 0 && hop.cost <= distance &&
			find_segment(w, e->to, distance - hop.cost, l))
			return true;
	}
	return false;
}

static bool
find_out_edge(half_path *w, fr_cell at, uint32_t distance, out_edge *e, segment *l)
{
	return find_step(w, at, distance, e, l) || find_link(w, at, distance, e, l);
}

static bool
take_out_edge(half_path *w, const out_edge *e)
{
	return e->direction == FR_DIRECTIONS ? take_link(w, e->to)
										 : take_step(w, e->direction);
}

/* ---- links that cost nothing ------------------------------------------------------ */

/* From where the walk is; memory is taken once a walk, for routes may take many such links. */
static zero_links *
begin_search(half_path *w)
{
	const fr_arena *arena = w->builder->arena;
	size_t links = fr_index_hop_count(w->index);

	if (w->free_links == NULL)
	{
		w->free_links = fr_take(arena, sizeof *w->free_links);
		*w->free_links = (zero_links){.taken = fr_take(arena, links + 1),
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
end_search(zero_links *s)
{
	for (uint32_t n = 1; n < s->count; n++)
		s->taken[s->link[n]] = false;
}

static fr_cell
cell_of(const half_path *w, const zero_links *s, uint32_t n)
{
	if (n == 0)
		return s->start;
	return fr_index_cell_of(w->index,
							fr_index_hop_at(w->index, w->backward, s->link[n]).to);
}

static void
expand(const half_path *w, zero_links *s, uint32_t number)
{
	uint32_t end;

	for (uint32_t i = first_hop(w, cell_of(w, s, number), &end); i < end; i++)
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
follow_links(half_path *w, zero_links *s, uint32_t number)
{
	uint32_t count = 0;
	bool gone = true;

	for (uint32_t n = number; n > 0; n = s->before[n])
		s->way[count++] = n;
	while (gone && count > 0)
		gone = take_link(w, cell_of(w, s, s->way[--count]));
	return gone;
}

/* Takes links to where a leg leads nearer, or to an exit, and takes that. */
static bool
leave_by_zero_links(half_path *w, uint32_t distance, segment *l)
{
	zero_links *s = begin_search(w);
	bool left = false;

	for (uint32_t n = 0; !left && n < s->count; n++)
	{
		fr_cell at = cell_of(w, s, n);
		out_edge e;

		expand(w, s, n);
		if (n == 0)
			continue;
		if (find_segment(w, at, distance, l) && l->inside > 0)
			left = follow_links(w, s, n);
		else if (find_out_edge(w, at, distance, &e, l))
			left = follow_links(w, s, n) && take_out_edge(w, &e);
	}
	end_search(s);
	return left;
}

/* Takes links that cost nothing to a cell; false if they do not lead there. */
static bool
join_by_zero_links(half_path *w, fr_cell goal)
{
	bool there = w->at.x == goal.x && w->at.y == goal.y;
	zero_links *s;

	if (there || fr_index_hop_count(w->index) == 0)
		return there;
	s = begin_search(w);
	for (uint32_t n = 0; !there && n < s->count; n++)
	{
		fr_cell at = cell_of(w, s, n);

		expand(w, s, n);
		there = at.x == goal.x && at.y == goal.y && follow_links(w, s, n);
	}
	end_search(s);
	return there;
}

/* From a border cell by a link to where the hub is nearer; the leg from there.  False: corrupt. */
static bool
leave_by_link(half_path *w, segment *l)
{
	uint32_t distance = l->rest;
	out_edge e;

	if (find_link(w, w->at, distance, &e, l))
		return take_link(w, e.to);
	return leave_by_zero_links(w, distance, l);
}

/* From a border cell to where the hub is nearer; the leg from there.  False: corrupt. */
static bool
leave_block(half_path *w, segment *l)
{
	out_edge e;

	return find_step(w, w->at, l->rest, &e, l) ? take_step(w, e.direction)
											   : leave_by_link(w, l);
}

/* Walks to the hub at this distance; false if the index is corrupt. */
static bool
go_to_hub(half_path *w, uint32_t distance)
{
	segment l;

	begin_half_path(w);
	if (!find_segment(w, w->at, distance, &l) || !follow_segment(w, &l))
		return false;
	while (l.rest > 0)
		if (!leave_block(w, &l) || !follow_segment(w, &l))
			return false;
	flush_run(w);
	return true;
}

/* ---- a way that stays in its block ------------------------------------------------------ */

static bool
trace_in_block(half_path *w, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_block_steps steps;

	fr_block_read_steps(w->index, fr_block_of(w->index->blocks_across, goal), &steps);
	fr_block_distances(&steps, fr_local_of(goal), true, cost);
	while (w->at.x != goal.x || w->at.y != goal.y)
	{
		uint32_t local = fr_local_of(w->at);
		int d = 0;

		while (d < FR_DIRECTIONS &&
			   !(fr_stays_in_block(local, d) &&
				 steps.cost[d][local] < FR_BLOCK_INFINITY &&
				 cost[local] == steps.cost[d][local] + cost[fr_local_after(local, d)]))
			d++;
		if (d == FR_DIRECTIONS || !take_step(w, d))
			return false;
	}
	flush_run(w);
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
trace_by_hub(half_path *w, fr_cell goal, const fr_border_answer *m)
{
	fr_route_builder half = {.arena = w->builder->arena};
	half_path back = *w;

	back.backward = true;
	back.at = goal;
	back.builder = &half;
	if (!go_to_hub(w, m->to_hub) || !go_to_hub(&back, m->cost - m->to_hub) ||
		!join_by_zero_links(w, back.at))
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
	uint32_t base = fr_borders_load_start(t->index, ends.from, t->scratch);
	fr_border_answer m = fr_borders_query(t->index, &ends, base, t->scratch, t->poll);
	half_path w = {.index = t->index,
				   .poll = t->poll,
				   .hub = m.hub,
				   .at = start,
				   .builder = &t->builder,
				   .steps = (uint64_t) t->index->width * t->index->height};

	if (m.cost >= t->index->top)
		return FR_UNREACHED;
	if (!(m.hub == FR_NO_VERTEX ? trace_in_block(&w, goal) : trace_by_hub(&w, goal, &m)))
		return FR_NO_COST;
	t->at = goal;
	return fr_borders_grid_cost(t->index, start, goal, m.cost);
}
