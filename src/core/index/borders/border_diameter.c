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
#include "core/grid/edges.h"
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

/* ---- edges ------------------------------------------------------------------ */

/* The edges out of a cell; `into`: those into it. */
static fr_edges
edges_of(const fr_border_build *b, uint32_t cell, bool into)
{
	return fr_edges_by(b->grid, cell, into ? b->back[cell] : b->moves[cell], true, into);
}

/* The cost of an edge. Links cost at least 1, so that costs fall along the path to the root. */
FR_INLINE uint64_t
cost_of(const fr_border_build *b, const fr_edges *e)
{
	if (e->arc)
		return e->arc->cost > 0 ? e->arc->cost : 1;
	return fr_border_grid_step(b, fr_edge_begin(e), e->direction);
}

/* The larger cost of an edge there or back; UNREACHED: a link that does not lead back. */
FR_INLINE uint64_t
dearer_cost(const fr_border_build *b, const fr_edges *e)
{
	uint64_t there = cost_of(b, e);
	uint64_t back = there;

	if (e->arc)
		back = fr_links_cost(b->grid, fr_edge_end(e), fr_edge_begin(e));
	else if (b->directed)
		back = fr_border_grid_step(b, fr_edge_end(e), fr_opposite(e->direction));
	if (back == FR_UNREACHED)
		return UNREACHED;
	return there > back ? there : back;
}

/* Takes the next edge inside a component. */
FR_INLINE bool
next_inside(const dijkstra *s, fr_edges *e, uint64_t *cost)
{
	while (fr_edges_next(e, s->b->poll))
	{
		*cost = s->strong ? cost_of(s->b, e) : dearer_cost(s->b, e);
		if (s->strong ? s->strong[e->to] == s->strong[e->cell] : *cost != UNREACHED)
			return true;
	}
	return false;
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
		fr_edges e;
		uint64_t cost;

		fr_poll_at(b->poll, s->steps++);
		cell = heap_pop(s);
		s->linked |= fr_border_is_link_end(b, fr_grid_cell(b->grid, cell));
		e = edges_of(b, cell, s->backward);
		while (next_inside(s, &e, &cost))
			relax_cell(s, e.to, s->cost[cell] + cost);
	}
	return cell;
}

/* ---- the bound ------------------------------------------------------------- */

/* The cell at half of the way from the root of a search to the farthest cell. */
static uint32_t
middle_of(dijkstra *s, uint32_t root)
{
	uint32_t cell = search_from(s, root);
	uint64_t half = s->cost[cell] / 2;

	while (s->cost[cell] > half)
	{
		fr_edges e = edges_of(s->b, cell, true);
		uint64_t cost;

		while (next_inside(s, &e, &cost) && s->cost[e.to] + cost != s->cost[cell])
			;
		cell = e.to;
	}
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
		for (fr_edges e = edges_of(s->b, cell, false); fr_edges_next(&e, s->b->poll);)
			if (e.arc == NULL || dearer_cost(s->b, &e) != UNREACHED)
				reset_cell(s, e.to);
	}
}

/* Costs of cells of the component stay, so that they are not taken as roots again. */
static uint64_t
bound_of_component(dijkstra *s, uint32_t root)
{
	uint32_t middle = middle_of(s, root);

	reset_component(s, root);
	s->linked = false;
	return 2 * s->cost[search_from(s, middle)];
}

#define SUM_MAX (UINT64_C(1) << 62) /* exceeds all costs */

/* ---- the bound with one-way steps ------------------------------------------ */

static inline bool
next_of_build(const void *graph, uint32_t cell, uint32_t *cursor, uint32_t *to)
{
	const fr_border_build *b = graph;
	fr_edges e = edges_of(b, cell, false);

	if (!fr_edges_resume(&e, cursor, b->poll))
		return false;
	*to = e.to;
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

/* The largest cost of a best path inside a strong component, or more. */
static uint64_t
bound_of_strong(dijkstra *s, const strong_cells *list, uint32_t component)
{
	uint32_t middle = middle_of(s, list->cell[list->first[component]]);
	uint64_t from;
	uint64_t to;

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
		fr_edges e = edges_of(s->b, list->cell[i], false);

		while (fr_edges_next(&e, s->b->poll))
			if (s->strong[e.to] != component &&
				cost_of(s->b, &e) + bound[s->strong[e.to]] > most)
				most = cost_of(s->b, &e) + bound[s->strong[e.to]];
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
