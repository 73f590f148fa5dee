/*
 * border_diameter.c - a bound on the cost of every best path
 *
 * The double sweep.  Dijkstra's algorithm finds the cell farthest from any cell of a component.
 * The middle of the path there is near the component's center, and no best path costs more
 * than twice the eccentricity of a cell.  A step or a link counts with the larger of its costs
 * there and back, because the bound assumes symmetric costs.
 *
 * Links without a way back connect components in one direction.  A path that takes such a link
 * may never return to its component.  So it costs at most the sum of the bounds of all
 * components with links, plus the cost of the dearest link for each of them.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#define NOT_IN_HEAP UINT32_MAX
#define UNREACHED UINT64_MAX

typedef struct dijkstra
{
	const fr_border_build *b;
	uint64_t *cost;		  /* by cell */
	uint32_t *heap;		  /* of cells, with four children per node */
	uint32_t *heap_index; /* by cell */
	uint32_t count;		  /* in the heap */
	uint64_t steps;
	bool linked; /* the search has met the end of a link */
} dijkstra;

/* ---- Dijkstra's algorithm -------------------------------------------------- */

static void
heap_put(dijkstra *s, uint32_t i, uint32_t cell)
{
	s->heap[i] = cell;
	s->heap_index[cell] = i;
}

static uint32_t
heap_pop(dijkstra *s)
{
	uint32_t nearest = s->heap[0];
	uint32_t last = s->heap[--s->count];
	uint32_t i = 0;

	while (4 * i + 1 < s->count)
	{
		uint32_t end = 4 * i + 5 < s->count ? 4 * i + 5 : s->count;
		uint32_t least = 4 * i + 1;

		for (uint32_t child = least + 1; child < end; child++)
			if (s->cost[s->heap[child]] < s->cost[s->heap[least]])
				least = child;
		if (s->cost[s->heap[least]] >= s->cost[last])
			break;
		heap_put(s, i, s->heap[least]);
		i = least;
	}
	if (s->count > 0)
		heap_put(s, i, last);
	s->heap_index[nearest] = NOT_IN_HEAP;
	return nearest;
}

static void
relax_cell(dijkstra *s, uint32_t cell, uint64_t cost)
{
	uint32_t i;

	if (cost >= s->cost[cell])
		return;
	s->cost[cell] = cost;
	i = s->heap_index[cell] == NOT_IN_HEAP ? s->count++ : s->heap_index[cell];
	for (; i > 0 && s->cost[s->heap[(i - 1) / 4]] > cost; i = (i - 1) / 4)
		heap_put(s, i, s->heap[(i - 1) / 4]);
	heap_put(s, i, cell);
}

/* The larger cost of a step there or back, in the grid's unit. */
static uint64_t
dearer_step(const fr_border_build *b, uint32_t cell, int d)
{
	uint32_t to = cell + (uint32_t) b->grid->offset[d];
	uint64_t there = fr_border_grid_step(b, cell, d);
	uint64_t back = b->directed ? fr_border_grid_step(b, to, fr_opposite(d)) : there;

	return there > back ? there : back;
}

/*
 * The larger cost of a link there or back; UNREACHED: there is none back.  At least 1, so that
 * costs fall along the path to the root.
 */
static uint64_t
dearer_link(const fr_border_build *b, const fr_arc *arc)
{
	uint64_t back = fr_links_cost(b->grid, arc->to, arc->from);
	uint64_t dearer = back > arc->cost ? back : arc->cost;

	if (back == FR_UNREACHED)
		return UNREACHED;
	return dearer > 0 ? dearer : 1;
}

/* Iterates over the links of a cell; *arc is NULL before the first one. */
static bool
next_link(const fr_border_build *b, uint32_t cell, const fr_arc **arc)
{
	const fr_links *links = b->grid->links;

	if (links == NULL || !fr_arcs_begin(&links->ahead, cell))
		return false;
	*arc = *arc ? *arc + 1 : links->ahead.at + fr_arcs_first(links, &links->ahead, cell);
	return *arc < links->ahead.at + links->count && (*arc)->from == cell;
}

static void
relax_links(dijkstra *s, uint32_t cell)
{
	s->linked |= fr_border_is_link_end(s->b, fr_grid_cell(s->b->grid, cell));
	for (const fr_arc *arc = NULL; next_link(s->b, cell, &arc);)
	{
		uint64_t cost = dearer_link(s->b, arc);

		if (cost != UNREACHED)
			relax_cell(s, arc->to, s->cost[cell] + cost);
	}
}

/* Sets the costs of all cells of a component; the farthest of them. */
static uint32_t
search_from(dijkstra *s, uint32_t root)
{
	const fr_border_build *b = s->b;
	uint32_t cell = root;

	relax_cell(s, root, 0);
	while (s->count > 0)
	{
		fr_poll_at(b->poll, s->steps++);
		cell = heap_pop(s);
		for (unsigned moves = b->moves[cell]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);

			relax_cell(s, cell + (uint32_t) b->grid->offset[d],
					   s->cost[cell] + dearer_step(b, cell, d));
		}
		if (b->link_ends)
			relax_links(s, cell);
	}
	return cell;
}

/* ---- the bound ------------------------------------------------------------- */

/* The cell before this one on a best path from the root. */
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
	for (const fr_arc *arc = NULL; b->link_ends && next_link(b, cell, &arc);)
		if (s->cost[arc->to] < s->cost[cell] &&
			s->cost[arc->to] + dearer_link(b, arc) == s->cost[cell])
			return arc->to;
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

/* Makes all cells of a component unreached.  The heap is the stack of a depth-first search. */
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
		for (const fr_arc *arc = NULL; s->b->link_ends && next_link(s->b, cell, &arc);)
			if (dearer_link(s->b, arc) != UNREACHED)
				reset_cell(s, arc->to);
	}
}

/* Costs of cells of the component stay, so that they are not taken as roots again. */
static uint64_t
bound_of_component(dijkstra *s, uint32_t root)
{
	uint32_t middle = search_from(s, root);
	uint64_t half = s->cost[middle] / 2;

	while (s->cost[middle] > half)
		middle = predecessor(s, middle);
	reset_component(s, root);
	s->linked = false;
	return 2 * s->cost[search_from(s, middle)];
}

#define SUM_MAX (UINT64_C(1) << 62) /* exceeds all costs */

uint64_t
fr_border_diameter_bound(const fr_border_build *b)
{
	size_t cells = b->grid->cells;
	dijkstra s = {.b = b};
	uint64_t dearest = fr_arc_dearest(b->grid);
	uint64_t most = 0; /* of all components */
	uint64_t sum = 0;  /* of linked components, one after another */

	s.cost = fr_arena_alloc(b->arena, cells * sizeof *s.cost);
	s.heap = fr_arena_alloc_numbers(b->arena, cells);
	s.heap_index = fr_arena_alloc_numbers(b->arena, cells);
	fr_fill(s.cost, 0xff, cells * sizeof *s.cost, b->poll);
	fr_fill(s.heap_index, 0xff, cells * sizeof *s.heap_index, b->poll);
	for (uint32_t cell = 0; cell < cells; cell++)
		if ((b->moves[cell] || fr_border_is_link_end(b, fr_grid_cell(b->grid, cell))) &&
			s.cost[cell] == UNREACHED)
		{
			uint64_t bound = bound_of_component(&s, cell);

			most = bound > most ? bound : most;
			if (s.linked)
				sum = sum + bound + dearest < SUM_MAX ? sum + bound + dearest : SUM_MAX;
		}
	fr_arena_free(b->arena, s.cost, cells * sizeof *s.cost);
	fr_arena_free_numbers(b->arena, s.heap, cells);
	fr_arena_free_numbers(b->arena, s.heap_index, cells);
	return sum > most && b->grid->links->oneway ? sum : most;
}
