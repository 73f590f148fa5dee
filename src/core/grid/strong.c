/*
 * strong.c - which components reach each other both ways, through links that lead one way
 *
 * The components of a grid are the vertices of a graph, and links its edges; with one-way
 * cells, whose strong components are meant then, so are the steps from one to another.
 * Its strong components are found by Tarjan's algorithm (1972), as those of cells are in
 * oneway.c: here a vertex has any number of edges, and there are few vertices.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/grid/links.h"

/* The edges of vertex n, from 1: to[end[n - 1]] to to[end[n] - 1]. */
typedef struct graph
{
	const fr_grid *grid;
	const fr_poll *poll;
	uint32_t count; /* of vertices */
	uint32_t *end;
	uint32_t *to; /* NULL while edges are counted */
} graph;

/* The component of a cell: on a one-way grid, the strong one; 0 if the cell is blocked. */
uint32_t
fr_grid_strong(const fr_grid *grid, uint32_t cell)
{
	return grid->oneway ? grid->oneway->component[cell] : fr_grid_component(grid, cell);
}

/* ---- edges --------------------------------------------------------------- */

static void
add_edge(graph *g, uint32_t from, uint32_t to)
{
	uint32_t a = fr_grid_strong(g->grid, from);
	uint32_t b = fr_grid_strong(g->grid, to);

	if (a == b)
		return;
	if (g->to)
		g->to[g->end[a]] = b;
	g->end[a]++;
}

static void
add_steps(graph *g)
{
	const uint8_t *moves = g->grid->oneway->moves;

	for (uint32_t n = 0; n < g->grid->cells; n++)
	{
		fr_poll_at(g->poll, n);
		for (unsigned left = moves[n]; left; left &= left - 1)
			add_edge(g, n, n + (uint32_t) g->grid->offset[__builtin_ctz(left)]);
	}
}

/* Adds all edges, or counts them. */
static void
add_edges(graph *g)
{
	const fr_links *links = g->grid->links;

	if (g->grid->oneway)
		add_steps(g);
	for (uint32_t i = 0; i < links->count; i++)
	{
		fr_poll_at(g->poll, i);
		add_edge(g, links->ahead.at[i].from, links->ahead.at[i].to);
	}
}

/* Turns the number of each vertex's edges into the place of the first; returns their sum. */
static uint32_t
place_edges(graph *g)
{
	uint32_t sum = 0;

	for (uint32_t n = 1; n <= g->count; n++)
	{
		uint32_t edges = g->end[n];

		fr_poll_at(g->poll, n);
		g->end[n] = sum;
		sum += edges;
	}
	return sum;
}

static void
build_graph(graph *g, const fr_arena *arena)
{
	g->end = fr_take_numbers(arena, g->count);
	memset(g->end, 0, (g->count + 1) * sizeof *g->end);
	add_edges(g);
	g->to = fr_take_numbers(arena, place_edges(g));
	add_edges(g);
}

/* ---- groups -------------------------------------------------------------- */

/* A depth-first search; the path to its current vertex is in `from`. */
typedef struct walk
{
	const graph *g;
	uint32_t *group; /* the least number of those that reach each other; 0: not known */
	uint32_t *next;	 /* edge to try */
	uint32_t *order; /* in which vertices were met, from 1; 0: not yet */
	uint32_t *least; /* order that the vertices behind a vertex lead to */
	uint32_t *stack; /* vertices without a group */
	uint32_t *from;
	uint32_t met;
	uint32_t height; /* of the stack */
} walk;

static uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void
meet(walk *w, uint32_t n)
{
	fr_poll_at(w->g->poll, w->met);
	w->order[n] = w->least[n] = ++w->met;
	w->stack[w->height++] = n;
	w->next[n] = w->g->end[n - 1];
}

/* The vertices on the stack from n on are a group. */
static void
close_group(walk *w, uint32_t n)
{
	uint32_t bottom = w->height;
	uint32_t group = n;

	do
		group = lesser(group, w->stack[--bottom]);
	while (w->stack[bottom] != n);
	for (uint32_t i = bottom; i < w->height; i++)
		w->group[w->stack[i]] = group;
	w->height = bottom;
}

/* Tries the next edge of vertex n; returns the vertex to go on with. */
static uint32_t
try_edge(walk *w, uint32_t n)
{
	uint32_t m = w->g->to[w->next[n]++];

	if (w->order[m] == 0)
	{
		w->from[m] = n;
		meet(w, m);
		return m;
	}
	if (w->group[m] == 0)
		w->least[n] = lesser(w->least[n], w->order[m]);
	return n;
}

/* Meets all vertices that a vertex leads to and that were not met. */
static void
walk_from(walk *w, uint32_t root)
{
	uint32_t n = root;

	meet(w, n);
	for (uint32_t step = 0;; step++)
	{
		uint32_t behind = n;

		fr_poll_at(w->g->poll, step);
		if (w->next[n] < w->g->end[n])
		{
			n = try_edge(w, n);
			continue;
		}
		if (w->least[n] == w->order[n])
			close_group(w, n);
		if (n == root)
			return;
		n = w->from[n];
		w->least[n] = lesser(w->least[n], w->least[behind]);
	}
}

static const uint32_t *
find_groups(const graph *g, const fr_arena *arena)
{
	walk w = {.g = g};
	size_t bytes = (g->count + (size_t) 1) * sizeof(uint32_t);

	w.group = fr_take(arena, bytes);
	w.next = fr_take(arena, bytes);
	w.order = fr_take(arena, bytes);
	w.least = fr_take(arena, bytes);
	w.stack = fr_take(arena, bytes);
	w.from = fr_take(arena, bytes);
	memset(w.group, 0, bytes);
	memset(w.order, 0, bytes);
	for (uint32_t n = 1; n <= g->count; n++)
		if (w.order[n] == 0)
			walk_from(&w, n);
	return w.group;
}

/*
 * Groups of components that reach each other both ways, by number: each has the least
 * number of its group. NULL if every component is alone. The arena gives memory.
 */
const uint32_t *
fr_component_groups(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	graph g = {.grid = grid, .poll = poll, .count = fr_component_count(grid)};

	if (grid->links == NULL)
		return NULL;
	if (!fr_grid_is_oneway(grid))
		return grid->links->groups;
	build_graph(&g, arena);
	return find_groups(&g, arena);
}
