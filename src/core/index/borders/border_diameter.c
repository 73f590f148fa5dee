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
 *
 * If some steps lead one way, the components are strong ones of steps and links.  A best path
 * inside one costs at most as much as a path over the component's middle: the largest cost to the
 * middle plus the largest cost from it.  A path from one component to others follows an acyclic
 * graph.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/number.h"
#include "core/grid/strong_components.h"

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

	/* on a map with one-way steps: */
	bool backward;	  /* search for costs to the root */
	uint32_t *strong; /* components by cell */
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

/* The edges out of a cell, or backward those into it; steps come before links. */
typedef struct edge_iterator
{
	unsigned moves;
	const fr_arc *arc;
	uint32_t to; /* the cell at the other end, and the cost, of the edge that was found */
	uint64_t cost;
} edge_iterator;

static edge_iterator
edges_of(const fr_border_build *b, uint32_t cell, bool backward)
{
	return (edge_iterator){.moves = backward ? b->back[cell] : b->moves[cell]};
}

/* Links cost at least 1, so that costs fall along the path to the root. */
static bool
next_edge(const fr_border_build *b, uint32_t cell, bool backward, edge_iterator *e)
{
	const fr_links *links = b->grid->links;
	const fr_arcs *arcs;

	if (e->moves)
	{
		int d = __builtin_ctz(e->moves);

		e->moves &= e->moves - 1;
		e->to = cell + (uint32_t) b->grid->offset[d];
		e->cost = backward ? fr_border_grid_step(b, e->to, fr_opposite(d))
						   : fr_border_grid_step(b, cell, d);
		return true;
	}
	if (links == NULL)
		return false;
	arcs = backward ? &links->back : &links->ahead;
	if (!fr_arcs_begin(arcs, cell))
		return false;
	e->arc = e->arc ? e->arc + 1 : arcs->at + fr_arcs_first(links, arcs, cell);
	if (e->arc == arcs->at + links->count || e->arc->from != cell)
		return false;
	e->to = e->arc->to;
	e->cost = e->arc->cost > 0 ? e->arc->cost : 1;
	return true;
}

static void
relax_strong(dijkstra *s, uint32_t cell)
{
	edge_iterator e = edges_of(s->b, cell, s->backward);

	while (next_edge(s->b, cell, s->backward, &e))
		if (s->strong[e.to] == s->strong[cell])
			relax_cell(s, e.to, s->cost[cell] + e.cost);
}

/* Computes the costs from the root to all cells of its component; returns the farthest cell. */
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
		if (b->oneway)
		{
			relax_strong(s, cell);
			continue;
		}
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

/* ---- the bound with one-way steps ------------------------------------------ */

/* An edge of a build: steps come before links, and the cursor is the direction of a step. */
static inline bool
next_of_build(const void *graph, uint32_t cell, uint32_t *cursor, uint32_t *to)
{
	const fr_border_build *b = graph;
	const fr_links *links = b->grid->links;
	unsigned left = *cursor < FR_DIRECTIONS ? (unsigned) b->moves[cell] >> *cursor : 0;
	uint32_t arc;

	if (left)
	{
		int d = (int) *cursor + __builtin_ctz(left);

		*cursor = (uint32_t) d + 1;
		*to = cell + (uint32_t) b->grid->offset[d];
		return true;
	}
	if (links == NULL || !fr_arcs_begin(&links->ahead, cell))
		return false;
	if (*cursor < FR_DIRECTIONS)
		*cursor = FR_DIRECTIONS;
	arc = fr_arcs_first(links, &links->ahead, cell) + (*cursor - FR_DIRECTIONS);
	if (arc == links->count || links->ahead.at[arc].from != cell)
		return false;
	++*cursor;
	*to = links->ahead.at[arc].to;
	return true;
}

/* Sets s->strong; the number of components. Each one comes after all that it leads to. */
static uint32_t
number_strong(dijkstra *s)
{
	const fr_border_build *b = s->b;
	size_t cells = b->grid->cells;
	fr_strong strong = fr_strong_begin(s->strong, cells, b->arena, b->poll);

	for (uint32_t cell = 0; cell < cells; cell++)
		fr_strong_visit(&strong, cell, next_of_build, NULL, (void *) b);
	fr_strong_end(&strong, cells, b->arena);
	return strong.count;
}

/* Cells by strong component: those of component c begin at first[c]. */
typedef struct strong_cells
{
	uint32_t count; /* of components */
	uint32_t *first;
	uint32_t *cell;
} strong_cells;

static strong_cells
list_strong(dijkstra *s)
{
	const fr_border_build *b = s->b;
	strong_cells list = {.count = number_strong(s)};

	list.first = fr_arena_alloc_numbers(b->arena, (size_t) list.count + 3);
	list.cell = fr_arena_alloc_numbers(b->arena, b->grid->cells);
	memset(list.first, 0, ((size_t) list.count + 3) * sizeof *list.first);
	for (uint32_t cell = 0; cell < b->grid->cells; cell++)
		list.first[s->strong[cell] + 2]++;
	for (uint32_t c = 0; c <= list.count; c++)
		list.first[c + 2] += list.first[c + 1];
	for (uint32_t cell = 0; cell < b->grid->cells; cell++)
		list.cell[list.first[s->strong[cell] + 1]++] = cell;
	fr_poll_now(b->poll);
	return list;
}

static void
free_strong(const fr_border_build *b, strong_cells *list)
{
	fr_arena_free_numbers(b->arena, list->first, (size_t) list->count + 3);
	fr_arena_free_numbers(b->arena, list->cell, b->grid->cells);
}

static void
forget_costs(dijkstra *s, const strong_cells *list, uint32_t component)
{
	for (uint32_t i = list->first[component]; i < list->first[component + 1]; i++)
		s->cost[list->cell[i]] = UNREACHED;
}

/* The cell before this one on a best path from the root of a search forward. */
static uint32_t
strong_predecessor(const dijkstra *s, uint32_t cell)
{
	edge_iterator e = edges_of(s->b, cell, true);

	while (next_edge(s->b, cell, true, &e))
		if (s->strong[e.to] == s->strong[cell] && s->cost[e.to] + e.cost == s->cost[cell])
			return e.to;
	return cell;
}

/* The largest cost of a best path inside a strong component, or more. */
static uint64_t
bound_of_strong(dijkstra *s, const strong_cells *list, uint32_t component)
{
	uint32_t middle = search_from(s, list->cell[list->first[component]]);
	uint64_t half = s->cost[middle] / 2;
	uint64_t from;
	uint64_t to;

	while (s->cost[middle] > half)
		middle = strong_predecessor(s, middle);
	forget_costs(s, list, component);
	from = s->cost[search_from(s, middle)];
	forget_costs(s, list, component);
	s->backward = true;
	to = s->cost[search_from(s, middle)];
	s->backward = false;
	return from + to;
}

/* The largest cost of an edge out of the component and a path from there, or more. */
static uint64_t
bound_beyond(const dijkstra *s, const strong_cells *list, uint32_t component,
			 const uint64_t *bound)
{
	uint64_t most = 0;

	for (uint32_t i = list->first[component]; i < list->first[component + 1]; i++)
	{
		uint32_t cell = list->cell[i];
		edge_iterator e = edges_of(s->b, cell, false);

		while (next_edge(s->b, cell, false, &e))
			if (s->strong[e.to] != component && e.cost + bound[s->strong[e.to]] > most)
				most = e.cost + bound[s->strong[e.to]];
	}
	return most;
}

static uint64_t
bound_with_oneway_steps(dijkstra *s)
{
	const fr_border_build *b = s->b;
	size_t cells = b->grid->cells;
	strong_cells list;
	uint64_t *bound;
	uint64_t most = 0;
	size_t size;

	s->strong = fr_arena_alloc_numbers(b->arena, cells);
	list = list_strong(s);
	size = ((size_t) list.count + 1) * sizeof *bound;
	bound = fr_arena_alloc(b->arena, size);
	for (uint32_t c = 1; c <= list.count; c++)
	{
		fr_poll_at(b->poll, c);
		bound[c] = bound_of_strong(s, &list, c) + bound_beyond(s, &list, c, bound);
		bound[c] = bound[c] < SUM_MAX ? bound[c] : SUM_MAX;
		most = bound[c] > most ? bound[c] : most;
	}
	free_strong(b, &list);
	fr_arena_free(b->arena, bound, size);
	fr_arena_free_numbers(b->arena, s->strong, cells);
	return most;
}

/* ---- all of it ------------------------------------------------------------- */

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
	if (b->oneway)
		most = bound_with_oneway_steps(&s);
	for (uint32_t cell = 0; !b->oneway && cell < cells; cell++)
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
