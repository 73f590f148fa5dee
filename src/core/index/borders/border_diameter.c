/*
 * border_diameter.c - how much a best path may cost
 *
 * From a cell about in the middle of what is connected no other is farther than half of
 * what this finds: twice the farthest.  A step, or a link, costs what the dearer way costs,
 * there or back.
 *
 * A path that takes links from where none leads back never returns there.  So it costs no
 * more than all such places one after another, with the dearest link between them.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#define NOT_IN_HEAP UINT32_MAX
#define UNREACHED UINT64_MAX

/* Dijkstra with a heap of cells that tells where each one is in it. */
typedef struct dijkstra
{
	const fr_border_build *b;
	uint64_t *cost; /* by cell */
	uint32_t *heap; /* cells that wait, the nearest first; each parent before its four */
	uint32_t *heap_index; /* by cell: its position in the heap */
	uint32_t count;
	uint64_t steps;
	bool joined; /* some link begins or ends at a cell that has been met */
} dijkstra;

static void
heap_put(dijkstra *s, uint32_t i, uint32_t cell)
{
	s->heap[i] = cell;
	s->heap_index[cell] = i;
}

static void
sift_up(dijkstra *s, uint32_t i, uint32_t cell)
{
	while (i > 0 && s->cost[s->heap[(i - 1) / 4]] > s->cost[cell])
	{
		heap_put(s, i, s->heap[(i - 1) / 4]);
		i = (i - 1) / 4;
	}
	heap_put(s, i, cell);
}

static uint32_t
least_child(const dijkstra *s, uint32_t i)
{
	uint32_t end = 4 * i + 5 < s->count ? 4 * i + 5 : s->count;
	uint32_t least = 4 * i + 1;

	for (uint32_t child = least + 1; child < end; child++)
		if (s->cost[s->heap[child]] < s->cost[s->heap[least]])
			least = child;
	return least;
}

static uint32_t
heap_pop(dijkstra *s)
{
	uint32_t nearest = s->heap[0];
	uint32_t last = s->heap[--s->count];
	uint32_t i = 0;

	while (4 * i + 1 < s->count)
	{
		uint32_t child = least_child(s, i);

		if (s->cost[s->heap[child]] >= s->cost[last])
			break;
		heap_put(s, i, s->heap[child]);
		i = child;
	}
	if (s->count > 0)
		heap_put(s, i, last);
	s->heap_index[nearest] = NOT_IN_HEAP;
	return nearest;
}

static void
relax(dijkstra *s, uint32_t cell, uint64_t cost)
{
	if (cost >= s->cost[cell])
		return;
	s->cost[cell] = cost;
	sift_up(s, s->heap_index[cell] == NOT_IN_HEAP ? s->count++ : s->heap_index[cell],
			cell);
}

/* The cost of a step in the grid's unit, in the more expensive direction. */
static uint64_t
dearer_step(const fr_border_build *b, uint32_t cell, int d)
{
	uint32_t to = cell + (uint32_t) b->grid->offset[d];
	uint64_t there = fr_step_cost(b->grid, cell, d);
	uint64_t back = b->directed ? fr_step_cost(b->grid, to, fr_opposite(d)) : there;

	return there > back ? there : back;
}

/*
 * What a link costs there or back, at least something: so costs fall on the way back to where
 * a dijkstra began.  UNREACHED: there is none back.
 */
static uint64_t
dearer_link(const fr_border_build *b, const fr_arc *hop)
{
	uint64_t back = fr_links_cost(b->grid, hop->to, hop->from);
	uint64_t dearer = back > hop->cost ? back : hop->cost;

	if (back == FR_UNREACHED)
		return UNREACHED;
	return dearer > 0 ? dearer : 1;
}

/* The links of a cell, one after another. */
static bool
next_link(const fr_border_build *b, uint32_t cell, const fr_arc **hop)
{
	const fr_links *links = b->grid->links;

	if (links == NULL || !fr_arcs_begin(&links->ahead, cell))
		return false;
	*hop = *hop ? *hop + 1 : links->ahead.at + fr_arcs_first(links, &links->ahead, cell);
	return *hop < links->ahead.at + links->count && (*hop)->from == cell;
}

static void
relax_links(dijkstra *s, uint32_t cell)
{
	s->joined |= fr_border_is_link_end(s->b, fr_border_cell(s->b, cell));
	for (const fr_arc *hop = NULL; next_link(s->b, cell, &hop);)
	{
		uint64_t cost = dearer_link(s->b, hop);

		if (cost != UNREACHED)
			relax(s, hop->to, s->cost[cell] + cost);
	}
}

static void
relax_neighbours(dijkstra *s, uint32_t cell)
{
	const fr_border_build *b = s->b;

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);

		relax(s, cell + (uint32_t) b->grid->offset[d],
			  s->cost[cell] + dearer_step(b, cell, d));
	}
	if (b->link_ends)
		relax_links(s, cell);
}

/* The farthest cell from one; costs of what it has reached stay. */
static uint32_t
search_from(dijkstra *s, uint32_t root)
{
	uint32_t last = root;

	relax(s, root, 0);
	while (s->count > 0)
	{
		fr_poll_at(s->b->poll, s->steps++);
		last = heap_pop(s);
		relax_neighbours(s, last);
	}
	return last;
}

/* The cell before one on a best path to it. */
static uint32_t
predecessor(const dijkstra *s, uint32_t cell)
{
	const fr_border_build *b = s->b;

	for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t before = cell + (uint32_t) b->grid->offset[d];

		if (s->cost[before] + dearer_step(b, cell, d) == s->cost[cell])
			return before;
	}
	for (const fr_arc *hop = NULL; b->link_ends && next_link(b, cell, &hop);)
		if (s->cost[hop->to] < s->cost[cell] &&
			s->cost[hop->to] + dearer_link(b, hop) == s->cost[cell])
			return hop->to;
	return cell;
}

static uint32_t
midpoint_of_path_to(const dijkstra *s, uint32_t cell)
{
	uint64_t half = s->cost[cell] / 2;

	while (s->cost[cell] > half)
		cell = predecessor(s, cell);
	return cell;
}

static void
reset_cell(dijkstra *s, uint32_t cell)
{
	if (s->cost[cell] == UNREACHED)
		return;
	s->cost[cell] = UNREACHED;
	s->heap[s->count++] = cell;
}

/* Costs of what is connected to a cell are forgotten. */
static void
reset_component(dijkstra *s, uint32_t root)
{
	reset_cell(s, root);
	while (s->count > 0)
	{
		uint32_t cell = s->heap[--s->count];

		fr_poll_at(s->b->poll, s->steps++);
		for (unsigned moves = s->b->moves[cell]; moves; moves &= moves - 1)
			reset_cell(s, cell + (uint32_t) s->b->grid->offset[__builtin_ctz(moves)]);
		for (const fr_arc *hop = NULL; s->b->link_ends && next_link(s->b, cell, &hop);)
			if (dearer_link(s->b, hop) != UNREACHED)
				reset_cell(s, hop->to);
	}
}

/* Places that links join, one after another. */
typedef struct component_chain
{
	uint64_t extent;
	uint64_t dearest; /* of the links between them */
} component_chain;

#define COST_CAP (UINT64_C(1) << 62) /* more than costs may be */

static void
append_component(component_chain *all, uint64_t extent)
{
	all->extent += extent + all->dearest;
	if (all->extent > COST_CAP)
		all->extent = COST_CAP;
}

static uint64_t
component_bound(dijkstra *s, uint32_t root)
{
	uint32_t middle = midpoint_of_path_to(s, search_from(s, root));

	reset_component(s, root);
	s->joined = false;
	return 2 * s->cost[search_from(s, middle)];
}

/* No best path costs more, in the grid's unit, nor does the longest cost less than half. */
uint64_t
fr_border_diameter_bound(const fr_border_build *b)
{
	size_t cells = b->grid->cells;
	dijkstra s = {.b = b};
	component_chain all = {.dearest = fr_arc_dearest(b->grid)};
	uint64_t most = 0;

	s.cost = fr_arena_alloc(b->arena, cells * sizeof *s.cost);
	s.heap = fr_arena_alloc_numbers(b->arena, cells);
	s.heap_index = fr_arena_alloc_numbers(b->arena, cells);
	memset(s.cost, 0xff, cells * sizeof *s.cost);
	memset(s.heap_index, 0xff, cells * sizeof *s.heap_index);
	for (uint32_t cell = 0; cell < cells; cell++)
		if ((b->moves[cell] || fr_border_is_link_end(b, fr_border_cell(b, cell))) &&
			s.cost[cell] == UNREACHED)
		{
			uint64_t here = component_bound(&s, cell);

			most = here > most ? here : most;
			if (s.joined)
				append_component(&all, here);
		}
	fr_arena_free(b->arena, s.cost, cells * sizeof *s.cost);
	fr_arena_free_numbers(b->arena, s.heap, cells);
	fr_arena_free_numbers(b->arena, s.heap_index, cells);
	return all.extent > most && b->grid->links->oneway ? all.extent : most;
}
