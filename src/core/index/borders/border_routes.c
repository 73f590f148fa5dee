/*
 * border_routes.c - answers routes from an index in the borders form
 *
 * Path unpacking.  The index stores distances, and the query says which hub is on a best path.
 * The half from the start to the hub goes from block to block.  In each block a segment leads
 * to a border cell; along it the costs in the block's table fall by the cost of each step.  Of
 * the border cells on a best path, the segment ends at the nearest to the hub.  So an edge out
 * of the block, a step or a link, leads to a cell that is nearer to the hub by exactly the cost
 * of the edge.  The other half is unpacked backward from the goal.  If links cost 0, the halves
 * may end at two cells at distance 0 from the hub, and such links connect them.
 */
#include <string.h>

#include "core/base/base.h"
#include "core/index/borders/border_block.h"
#include "core/index/index_links.h"

/* ---- half of a path -------------------------------------------------------- */

/* A block, opened, with the group of the path's hub. */
typedef struct hub_block
{
	uint32_t number; /* of the block; FR_NO_VERTEX: none is open */
	uint32_t base;
	fr_offset_list offsets; /* empty: the block does not have the hub */
	fr_border_block block;
} hub_block;

/* Breadth-first search over links of cost 0.  Node 0 is the start, the others are links' ends. */
typedef struct link_search
{
	fr_cell start;
	uint32_t count;	  /* of nodes */
	bool *seen;		  /* by link of the index; all false between searches */
	uint32_t *link;	  /* by node: the link that leads there */
	uint32_t *parent; /* by node */
	uint32_t *stack;  /* scratch */
} link_search;

/* Half of a path: from the start to the hub, or backward from the goal to the hub. */
typedef struct half_path
{
	const fr_index *index;
	const fr_poll *poll;
	bool backward;
	uint32_t hub;
	uint32_t group; /* where the last block has the hub in its labels, or would have it */
	fr_cell at;
	fr_route_builder *builder;
	int last;		/* direction of the last step */
	uint32_t moves; /* in this direction, not yet in the builder */
	uint64_t steps; /* steps and links that are left until the index counts as corrupt */
	hub_block open[4]; /* by parity of column and row: the blocks around a corner */
	link_search *link_search; /* NULL until the path meets links of cost 0 */
} half_path;

/* A path inside a block to a border cell. */
typedef struct segment
{
	uint32_t border;
	uint32_t cost;
	uint32_t rest; /* the distance from the border cell to the hub */
} segment;

/* An edge that leaves a block. */
typedef struct out_edge
{
	int direction; /* FR_DIRECTIONS: a link */
	fr_cell to;
} out_edge;

static inline fr_cell
neighbour_of(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

/* Directions in the order to try: the last one first, then those that turn least. */
static inline int
nth_direction(const half_path *p, int n)
{
	int turn = (n + 1) / 2;

	return (p->last + (n & 1 ? turn : -turn)) & (FR_DIRECTIONS - 1);
}

/* Adds the steps since the last turn to the route. */
static void
flush_steps(half_path *p)
{
	if (p->moves > 0)
		fr_route_add(p->builder, p->backward ? fr_opposite(p->last) : p->last, p->moves);
	p->moves = 0;
}

/* False, as the functions below: the index is corrupt. */
static bool
take_step(half_path *p, int d)
{
	fr_poll_at(p->poll, p->steps);
	if (p->steps-- == 0)
		return false;
	if (d != p->last)
		flush_steps(p);
	p->at = neighbour_of(p->at, d);
	p->last = d;
	p->moves++;
	return true;
}

static bool
take_link(half_path *p, fr_cell to)
{
	fr_poll_at(p->poll, p->steps);
	if (p->steps-- == 0)
		return false;
	flush_steps(p);
	if (p->backward)
		fr_route_prepend_link(p->builder, p->at);
	else
		fr_route_append_link(p->builder, to);
	p->at = to;
	return true;
}

/* ---- segments inside blocks ------------------------------------------------ */

/*
 * The first group whose hub is not below the given one.  Exponential search from the group in
 * the last block: neighbouring blocks have nearly the same hubs.
 */
static uint32_t
find_group(const fr_block_labels *labels, uint32_t hub, uint32_t near)
{
	uint32_t low = near < labels->groups ? near : labels->groups;
	uint32_t high = low;
	uint32_t reach = 1;

	if (low < labels->groups && fr_block_labels_hub(labels, low) < hub)
		for (high = ++low;
			 high < labels->groups && fr_block_labels_hub(labels, high) < hub; reach *= 2)
		{
			low = high + 1;
			high = reach < labels->groups - high ? high + reach : labels->groups;
		}
	else
		for (; low > 0 && fr_block_labels_hub(labels, low - 1) >= hub; reach *= 2)
		{
			high = low - 1;
			low = reach < high ? high - reach : 0;
		}
	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (fr_block_labels_hub(labels, middle) < hub)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The block of a cell, opened, if it is not open yet. */
static const hub_block *
block_of(half_path *p, fr_cell at)
{
	uint32_t column = (uint32_t) at.x / FR_BLOCK_SIDE;
	uint32_t row = (uint32_t) at.y / FR_BLOCK_SIDE;
	uint32_t number = row * p->index->blocks_across + column;
	hub_block *h = &p->open[row % 2 * 2 + column % 2];
	const fr_block_labels *labels = &h->block.labels;

	if (h->number == number)
		return h;
	h->number = number;
	h->block =
		fr_border_block_open(p->index, fr_index_record_of(p->index, number), p->backward);
	h->offsets.count = 0;
	p->group = find_group(labels, p->hub, p->group);
	if (p->group < labels->groups && fr_block_labels_hub(labels, p->group) == p->hub)
	{
		h->base = fr_get32(labels->base, p->group);
		h->offsets = fr_block_labels_offsets(p->index, labels, p->group);
	}
	return h;
}

/*
 * Finds the segment from a cell at this distance to the hub.  Entries are sorted, so the first
 * border cell that fits is the nearest to the hub.  False: the cell is not at this distance.
 */
static bool
find_segment(half_path *p, fr_cell at, uint32_t distance, segment *s)
{
	const hub_block *h = block_of(p, at);
	const fr_border_block *b = &h->block;
	uint32_t local = fr_local_of(at);
	const uint8_t *row;

	if (!(b->cells >> local & 1))
		return false;
	row = fr_border_block_row(b, local);
	for (uint32_t i = 0; i < h->offsets.count; i++)
	{
		uint32_t border = h->offsets.border[i];
		uint32_t rest = h->base + fr_offset_list_get(&h->offsets, i, b->byte_units);

		if (rest + fr_border_block_cost(b, row, border) != distance)
			continue;
		*s = (segment){border, distance - rest, rest};
		return true;
	}
	return false;
}

/*
 * The cost of a segment after a step; UINT32_MAX: no best path begins with this step.  Extended
 * indexes have loops of their own, so that others do not ask for layers and moves.
 */
static inline __attribute__((always_inline)) uint32_t
cost_after(const half_path *p, bool extended, const fr_border_block *b, const segment *s,
		   int d)
{
	fr_border_steps kind =
		extended ? FR_EXTENDED_STEPS : (fr_border_steps) p->index->borders.weighted;
	uint32_t local = fr_local_of(p->at);
	uint32_t after = fr_local_after(local, d);
	uint32_t step;
	uint32_t cost;

	if (!fr_stays_in_block(local, d) || !(b->cells >> after & 1))
		return UINT32_MAX;
	cost = fr_border_block_cost(b, fr_border_block_row(b, after), s->border);
	if (cost >= s->cost)
		return UINT32_MAX;
	step = p->backward ? fr_index_step_cost_as(p->index, kind, neighbour_of(p->at, d),
											   fr_opposite(d))
					   : fr_index_step_cost_as(p->index, kind, p->at, d);
	if (step != s->cost - cost || !fr_block_step_is_legal(p->index, b->cells, local, d))
		return UINT32_MAX;
	return cost;
}

/* Takes steps in the direction of the last one as long as they lower the cost that is left. */
static inline __attribute__((always_inline)) void
go_straight(half_path *p, bool extended, const fr_border_block *b, segment *s)
{
	uint32_t cost;

	while (s->cost > 0 && (cost = cost_after(p, extended, b, s, p->last)) < s->cost)
	{
		s->cost = cost;
		p->at = neighbour_of(p->at, p->last);
		p->moves++;
	}
}

/* A step in another direction. */
static inline __attribute__((always_inline)) bool
turn(half_path *p, bool extended, const fr_border_block *b, segment *s)
{
	for (int n = 1; n < FR_DIRECTIONS; n++)
	{
		int d = nth_direction(p, n);
		uint32_t cost = cost_after(p, extended, b, s, d);

		if (cost == UINT32_MAX)
			continue;
		s->cost = cost;
		return take_step(p, d);
	}
	return false;
}

static inline __attribute__((always_inline)) bool
follow_steps(half_path *p, bool extended, const fr_border_block *b, segment *s)
{
	for (go_straight(p, extended, b, s); s->cost > 0; go_straight(p, extended, b, s))
		if (!turn(p, extended, b, s))
			return false;
	return true;
}

static bool
follow_segment(half_path *p, segment *s)
{
	const fr_border_block *b = &block_of(p, p->at)->block;

	if (s->cost >= FR_TABLE_INFINITY)
		return false;
	return p->index->borders.kind == FR_EXTENDED_STEPS ? follow_steps(p, true, b, s)
													   : follow_steps(p, false, b, s);
}

/* ---- edges from block to block --------------------------------------------- */

/*
 * These find an edge from a border cell at this distance to the hub, and the segment that
 * continues at its end.
 */

static bool
find_step(half_path *p, fr_cell at, uint32_t distance, out_edge *e, segment *s)
{
	for (int n = 0; n < FR_DIRECTIONS; n++)
	{
		int d = nth_direction(p, n);
		fr_cell to = neighbour_of(at, d);
		uint32_t step;

		if (fr_stays_in_block(fr_local_of(at), d) ||
			!fr_index_is_free(p->index, to.x, to.y))
			continue;
		step = p->backward ? fr_index_legal_step_cost(p->index, to, fr_opposite(d))
						   : fr_index_legal_step_cost(p->index, at, d);
		if (step > distance || !find_segment(p, to, distance - step, s))
			continue;
		*e = (out_edge){d, to};
		return true;
	}
	return false;
}

/* The links from a cell, or backward those to it: the first one, and the end. */
static uint32_t
first_link(const half_path *p, fr_cell at, uint32_t *end)
{
	uint32_t cell = fr_index_cell_number(p->index, at);

	*end = fr_index_first_arc(p->index, p->backward, cell + 1, 0);
	return fr_index_first_arc(p->index, p->backward, cell, 0);
}

/* Only links that cost more than 0. */
static bool
find_link(half_path *p, fr_cell at, uint32_t distance, out_edge *e, segment *s)
{
	uint32_t end;

	for (uint32_t i = first_link(p, at, &end); i < end; i++)
	{
		fr_index_arc arc = fr_index_arc_at(p->index, p->backward, i);

		fr_poll_at(p->poll, i);
		*e = (out_edge){FR_DIRECTIONS, fr_index_cell_of(p->index, arc.to)};
		if (arc.cost > 0 && arc.cost <= distance &&
			find_segment(p, e->to, distance - arc.cost, s))
			return true;
	}
	return false;
}

static bool
take_edge(half_path *p, const out_edge *e)
{
	return e->direction == FR_DIRECTIONS ? take_link(p, e->to)
										 : take_step(p, e->direction);
}

/* ---- links that cost 0 ----------------------------------------------------- */

/* Routes may contain many such links, so a half path allocates the memory only once. */
static link_search *
begin_link_search(half_path *p)
{
	const fr_arena *arena = p->builder->arena;
	size_t links = fr_index_arc_count(p->index);

	if (p->link_search == NULL)
	{
		p->link_search = fr_arena_alloc(arena, sizeof *p->link_search);
		*p->link_search = (link_search){.seen = fr_arena_alloc(arena, links + 1),
										.link = fr_arena_alloc_numbers(arena, links),
										.parent = fr_arena_alloc_numbers(arena, links),
										.stack = fr_arena_alloc_numbers(arena, links)};
		memset(p->link_search->seen, 0, links + 1);
	}
	p->link_search->start = p->at;
	p->link_search->count = 1;
	return p->link_search;
}

static void
end_link_search(link_search *l)
{
	for (uint32_t node = 1; node < l->count; node++)
		l->seen[l->link[node]] = false;
}

static fr_cell
cell_of_node(const half_path *p, const link_search *l, uint32_t node)
{
	if (node == 0)
		return l->start;
	return fr_index_cell_of(p->index,
							fr_index_arc_at(p->index, p->backward, l->link[node]).to);
}

static void
expand_free_links(const half_path *p, link_search *l, uint32_t node)
{
	uint32_t end;

	for (uint32_t i = first_link(p, cell_of_node(p, l, node), &end); i < end; i++)
	{
		fr_poll_at(p->poll, i);
		if (l->seen[i] || fr_index_arc_at(p->index, p->backward, i).cost > 0)
			continue;
		l->seen[i] = true;
		l->parent[l->count] = node;
		l->link[l->count++] = i;
	}
}

/* Takes the links from the start of the search to a node. */
static bool
take_links_to(half_path *p, link_search *l, uint32_t node)
{
	uint32_t count = 0;
	bool taken = true;

	for (; node > 0; node = l->parent[node])
		l->stack[count++] = node;
	while (taken && count > 0)
		taken = take_link(p, cell_of_node(p, l, l->stack[--count]));
	return taken;
}

/*
 * A link of cost 0 leads to a cell at the same distance to the hub.  So search for the first
 * cell from which a segment, or an edge that costs something, leads nearer.
 */
static bool
leave_by_free_links(half_path *p, uint32_t distance, segment *s)
{
	link_search *l = begin_link_search(p);
	bool left = false;

	for (uint32_t node = 0; !left && node < l->count; node++)
	{
		fr_cell at = cell_of_node(p, l, node);
		out_edge e;

		expand_free_links(p, l, node);
		if (node == 0)
			continue;
		if (find_segment(p, at, distance, s) && s->cost > 0)
			left = take_links_to(p, l, node);
		else if (find_step(p, at, distance, &e, s) || find_link(p, at, distance, &e, s))
			left = take_links_to(p, l, node) && take_edge(p, &e);
	}
	end_link_search(l);
	return left;
}

/* Takes links of cost 0 to the end of the other half. */
static bool
join_by_free_links(half_path *p, fr_cell end)
{
	bool there = p->at.x == end.x && p->at.y == end.y;
	link_search *l;

	if (there || fr_index_arc_count(p->index) == 0)
		return there;
	l = begin_link_search(p);
	for (uint32_t node = 0; !there && node < l->count; node++)
	{
		fr_cell at = cell_of_node(p, l, node);

		expand_free_links(p, l, node);
		there = at.x == end.x && at.y == end.y && take_links_to(p, l, node);
	}
	end_link_search(l);
	return there;
}

/* ---- the route ------------------------------------------------------------- */

/* Takes an edge out of a border cell; `s` becomes the segment from there. */
static bool
leave_block(half_path *p, segment *s)
{
	uint32_t distance = s->rest;
	out_edge e;

	if (find_step(p, p->at, distance, &e, s) || find_link(p, p->at, distance, &e, s))
		return take_edge(p, &e);
	return leave_by_free_links(p, distance, s);
}

static bool
go_to_hub(half_path *p, uint32_t distance)
{
	segment s;

	for (int i = 0; i < 4; i++)
		p->open[i].number = FR_NO_VERTEX;
	if (!find_segment(p, p->at, distance, &s) || !follow_segment(p, &s))
		return false;
	while (s.rest > 0)
		if (!leave_block(p, &s) || !follow_segment(p, &s))
			return false;
	flush_steps(p);
	return true;
}

/* Appends the half that was unpacked backward from the goal. */
static void
append_reversed(fr_route_builder *to, const fr_route_builder *half)
{
	for (size_t i = half->count; i-- > 0;)
		if (half->runs[i] == FR_LINK_RUN)
		{
			fr_route_append_link(
				to, (fr_cell){(int32_t) half->runs[i - 1], (int32_t) half->runs[i - 2]});
			i -= 2;
		}
		else
			fr_route_add(to, fr_run_direction(half->runs[i]),
						 fr_run_moves(half->runs[i]));
}

static bool
trace_over_hub(half_path *p, fr_cell goal, const fr_border_answer *best)
{
	fr_route_builder half = {.arena = p->builder->arena};
	half_path back = *p;

	back.backward = true;
	back.at = goal;
	back.builder = &half;
	if (!go_to_hub(p, best->to_hub) || !go_to_hub(&back, best->cost - best->to_hub) ||
		!join_by_free_links(p, back.at))
		return false;
	append_reversed(p->builder, &half);
	return true;
}

/* A best path that does not leave its block: costs to the goal fall by the cost of each step. */
static bool
trace_in_block(half_path *p, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_block_steps steps;

	fr_block_read_steps(p->index, fr_block_of(p->index->blocks_across, goal), &steps);
	fr_block_distances(&steps, fr_local_of(goal), true, cost);
	while (p->at.x != goal.x || p->at.y != goal.y)
	{
		uint32_t local = fr_local_of(p->at);
		int d = 0;

		while (d < FR_DIRECTIONS &&
			   !(fr_stays_in_block(local, d) &&
				 steps.cost[d][local] < FR_BLOCK_INFINITY &&
				 cost[local] == steps.cost[d][local] + cost[fr_local_after(local, d)]))
			d++;
		if (d == FR_DIRECTIONS || !take_step(p, d))
			return false;
	}
	flush_steps(p);
	return true;
}

uint64_t
fr_borders_trace(fr_tracer *t, fr_cell goal)
{
	fr_cell start = t->at;
	fr_index_ends ends = {start, goal, fr_index_record(t->index, start),
						  fr_index_record(t->index, goal)};
	uint32_t base = fr_borders_load_start(t->index, ends.from, t->scratch);
	fr_border_answer best = fr_borders_query(t->index, &ends, base, t->scratch, t->poll);
	half_path p = {.index = t->index,
				   .poll = t->poll,
				   .hub = best.hub,
				   .at = start,
				   .builder = &t->builder,
				   .steps = (uint64_t) t->index->width * t->index->height};

	if (best.cost >= t->index->top)
		return FR_UNREACHED;
	if (!(best.hub == FR_NO_VERTEX ? trace_in_block(&p, goal)
								   : trace_over_hub(&p, goal, &best)))
		return FR_NO_COST;
	t->at = goal;
	return fr_borders_grid_cost(t->index, start, goal, best.cost);
}
