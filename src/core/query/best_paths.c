/*
 * best_paths.c - all best paths between two cells: their cells, their number, one at random
 *
 * Dijkstra's algorithm from the goal gives the distances of cells. A step or link is on a best
 * path from its cell if its cost and the distance of its end sum to the cell's own distance.
 * These edges, from the start on, are a directed graph that has exactly the best paths. Its
 * cells in topological order let each cell pass its number of paths on to the next cells.
 */
#include "core/query/best_paths.h"

#include "core/base/random.h"
#include "core/grid/edges.h"
#include "core/grid/route.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"

fr_status
fr_least_cost(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll,
			  bool *found, uint64_t *cost)
{
	fr_query single = *query;
	fr_result result;
	fr_status status;

	*found = false;
	single.uncounted = true;
	single.wants_route = false;
	status = fr_search(&single, sweep.workspace, poll, &result);
	*found = status == FR_OK && result.found;
	*cost = result.cost;
	return status;
}

/* ---- costs through cells ------------------------------------------------------------ */

/* Copies what the sweep from the start left in the nodes. */
static void
copy_sweep(const fr_query *query, const fr_workspace *workspace, const fr_poll *poll,
		   fr_through *through)
{
	const fr_grid *grid = query->grid;
	uint32_t links = grid->links ? grid->links->count : 0;
	uint32_t *arcs = fr_arena_alloc_numbers(query->arena, links);
	uint64_t kept = FR_UNREACHED << FR_KEY_G_SHIFT | FR_KEY_PARENT |
					(grid->links ? FR_KEY_LINKED : 0);
	uint64_t unseen = fr_key_unseen(workspace);

	through->from_start = fr_arena_alloc(query->arena, grid->cells * sizeof(uint64_t));
	for (uint32_t begin = 0, end; begin < grid->cells; begin = end)
	{
		fr_poll_now(poll);
		end = grid->cells - begin < FR_POLL_STEPS ? grid->cells : begin + FR_POLL_STEPS;
		for (uint32_t n = begin; n < end; n++)
		{
			uint64_t key = workspace->nodes[n].key;

			through->from_start[n] =
				key < unseen ? key & kept : FR_UNREACHED << FR_KEY_G_SHIFT;
		}
	}
	for (uint32_t i = 0; i < links; i++)
	{
		fr_poll_at(poll, i);
		arcs[i] = workspace->nodes[grid->cells + i].next;
	}
	through->arcs = arcs;
}

/* Fails if there is no bound and a path to some cell costs more than exact arithmetic allows. */
static fr_status
check_sums(const fr_through *through, const fr_poll *poll)
{
	for (uint32_t n = 0; n < through->grid->cells; n++)
	{
		uint64_t before = fr_key_g(through->from_start[n]);
		uint64_t after = fr_distance(through->to_goal, n);

		fr_poll_at(poll, n);
		if (before < FR_UNREACHED && after < FR_UNREACHED &&
			before + after > through->bound)
			return FR_COST_RANGE;
	}
	return FR_OK;
}

fr_status
fr_sweep_through(const fr_query *query, uint64_t bound, fr_sweep_workspace sweep,
				 const fr_poll *poll, fr_through *through)
{
	fr_status status;

	*through = (fr_through){query->grid, bound, .to_goal = sweep.workspace};
	status =
		fr_reach_from(query, (fr_cells){&query->start, 1}, bound, false, sweep, poll);
	if (status)
		return status;
	copy_sweep(query, sweep.workspace, poll, through);
	status = fr_reach_from(query, (fr_cells){&query->goal, 1}, bound, true, sweep, poll);
	if (status || bound < query->grid->costs.limit)
		return status;
	return check_sums(through, poll);
}

/* ---- the graph of best paths ---------------------------------------------------------- */

/*
 * After the search the links of all nodes are unused: `next` of a cell in the graph is its
 * place among the cells, and `prev` the number of its edges to it that are left to count. A
 * cell is in the graph if the place that it names is its own.
 */
typedef struct graph
{
	const fr_grid *grid;
	uint32_t start;
	uint32_t goal;
	const fr_workspace *workspace;
	fr_node *nodes;
	const fr_arena *arena;
	uint32_t *cells;
	size_t count;
	size_t room;
} graph;

/*
 * Takes the next edge on a best path. Paths do not return to their start or go on from their goal,
 * which might cost nothing.
 */
static bool
next_edge(const graph *g, fr_edges *e, const fr_poll *poll)
{
	const fr_arc *before;

	do
	{
		before = e->arc;
		if (e->cell == g->goal || !fr_edges_next(e, poll))
			return false;
		/* of arcs between two cells the first is the cheapest */
	} while ((before && before->to == e->to) || e->to == g->start ||
			 !fr_is_best(g->workspace, e->to, fr_edge_cost(e), e->cell));
	return true;
}

/* Counts one more edge to a cell, which is in the graph from then on. */
static void
add_edge_to(graph *g, uint32_t n)
{
	fr_node *node = &g->nodes[n];

	if (node->next >= g->count || g->cells[node->next] != n)
	{
		if (g->count == g->room)
			g->cells = fr_grow(g->arena, g->cells, sizeof *g->cells, g->count,
							   g->count + 1, &g->room);
		node->next = (uint32_t) g->count;
		node->prev = 0;
		g->cells[g->count++] = n;
	}
	node->prev++;
}

/* Kahn's algorithm: puts cells in topological order. false: some are on a cycle. */
static bool
sort_cells(graph *g, const fr_poll *poll)
{
	uint32_t *order = fr_arena_alloc_numbers(g->arena, g->count);
	size_t ready = 1;

	order[0] = g->cells[0];
	for (size_t i = 0; i < ready; i++)
	{
		fr_edges e = fr_edges_from(g->grid, order[i]);

		fr_poll_at(poll, i);
		while (next_edge(g, &e, poll))
			if (--g->nodes[e.to].prev == 0)
				order[ready++] = e.to;
	}
	fr_arena_free(g->arena, g->cells, g->room * sizeof *g->cells);
	g->cells = order;
	if (ready < g->count)
		return false;
	for (size_t i = 0; i < ready; i++)
	{
		fr_poll_at(poll, i);
		g->nodes[order[i]].next = (uint32_t) i;
	}
	return true;
}

/*
 * Finds the graph; the start is its first cell. No cells: no path. Where steps cost nothing,
 * cells from which all ways lead back to the start are in it too, though on no path.
 */
static fr_status
build_graph(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll,
			graph *g)
{
	const fr_grid *grid = query->grid;
	fr_dijkstra s;

	*g = (graph){.grid = grid,
				 .start = query->start,
				 .goal = query->goal,
				 .workspace = sweep.workspace,
				 .nodes = sweep.workspace->nodes,
				 .arena = query->arena};
	if (!fr_grid_connected(grid, query->start, query->goal))
		return FR_OK;
	fr_dijkstra_prepare(&s, grid, 1, grid->costs.limit, sweep, poll);
	fr_dijkstra_begin(&s);
	fr_dijkstra_await(&s, query->start);
	fr_dijkstra_run(&s, &query->goal, 1, true);
	if (fr_distance(sweep.workspace, query->start) == FR_UNREACHED)
		return fr_why_unreached(query, sweep, poll);
	add_edge_to(g, query->start); /* there is none */
	for (size_t i = 0; i < g->count; i++)
	{
		fr_edges e = fr_edges_from(g->grid, g->cells[i]);

		fr_poll_at(poll, i);
		while (next_edge(g, &e, poll))
			add_edge_to(g, e.to);
	}
	return sort_cells(g, poll) ? FR_OK : FR_ENDLESS;
}

/* ---- how many paths -------------------------------------------------------------------- */

#define GROUP_LIMIT UINT64_C(1000000000000000000) /* 10^FR_GROUP_DIGITS */
#define SIZES 32

/* A number that may grow. It has room for 2^size groups. */
typedef struct number
{
	struct number *next; /* unused numbers of the same size */
	uint32_t size;
	uint32_t groups;
	uint64_t group[];
} number;

/* Only cells between those that were counted and the next ones have numbers. */
typedef struct numbers
{
	const fr_arena *arena;
	number *unused[SIZES]; /* by size */
} numbers;

static number *
take_number(numbers *all, uint32_t size)
{
	number *taken = all->unused[size];

	if (taken)
		all->unused[size] = taken->next;
	else
		taken =
			fr_arena_alloc(all->arena, sizeof *taken + (sizeof *taken->group << size));
	taken->size = size;
	taken->groups = 0;
	return taken;
}

static void
give_back(numbers *all, number *unused)
{
	unused->next = all->unused[unused->size];
	all->unused[unused->size] = unused;
}

static number *
copy_number(numbers *all, const number *from, uint32_t size)
{
	number *copy = take_number(all, size);

	copy->groups = from->groups;
	memcpy(copy->group, from->group, from->groups * sizeof *from->group);
	return copy;
}

/* Adds a number to another one, which may move; NULL is 0. */
static number *
add_number(numbers *all, number *to, const number *from)
{
	uint64_t carry = 0;

	if (to == NULL)
		return copy_number(all, from, from->size);
	for (uint32_t i = 0; i < from->groups || carry; i++)
	{
		uint64_t sum = carry + (i < from->groups ? from->group[i] : 0) +
					   (i < to->groups ? to->group[i] : 0);

		carry = sum >= GROUP_LIMIT;
		if (i == to->groups)
		{
			if (i >> to->size)
			{
				number *larger = copy_number(all, to, to->size + 1);

				give_back(all, to);
				to = larger;
			}
			to->groups++;
		}
		to->group[i] = carry ? sum - GROUP_LIMIT : sum;
	}
	return to;
}

fr_status
fr_count_best_paths(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll,
					fr_count *count)
{
	numbers all = {.arena = query->arena};
	graph g;
	fr_status status = build_graph(query, sweep, poll, &g);
	number **paths;
	const number *goal;
	uint64_t work = 0;

	*count = (fr_count){0, NULL};
	if (status || g.count == 0)
		return status;
	paths = fr_arena_alloc(query->arena, g.count * sizeof *paths);
	fr_fill(paths, 0, g.count * sizeof *paths, poll);
	paths[0] = take_number(&all, 0);
	paths[0]->group[0] = paths[0]->groups = 1;
	for (size_t i = 0; i < g.count; i++)
	{
		fr_edges e = fr_edges_from(g.grid, g.cells[i]);

		if (g.cells[i] == g.goal)
			continue;
		while (next_edge(&g, &e, poll))
		{
			number **to = &paths[g.nodes[e.to].next];

			*to = add_number(&all, *to, paths[i]);
			work += paths[i]->groups + 1;
			if (work >= FR_POLL_STEPS)
			{
				fr_poll_now(poll);
				work = 0;
			}
		}
		give_back(&all, paths[i]);
	}
	goal = paths[g.nodes[g.goal].next];
	*count = (fr_count){goal->groups, goal->group};
	return FR_OK;
}

/* ---- a path at random ------------------------------------------------------------------- */

/* A number of paths, rounded down to 64 bits: digits * 2^shift. */
typedef struct amount
{
	uint64_t digits;
	uint32_t shift;
} amount;

/* The digits of an amount at a larger shift. */
static uint64_t
digits_at(amount a, uint32_t shift)
{
	return shift - a.shift < 64 ? a.digits >> (shift - a.shift) : 0;
}

static amount
add_amounts(amount a, amount b)
{
	amount sum = {.shift = a.shift > b.shift ? a.shift : b.shift};

	a.digits = digits_at(a, sum.shift);
	b.digits = digits_at(b, sum.shift);
	sum.digits = a.digits + b.digits;
	if (sum.digits < a.digits) /* overflow */
	{
		sum.digits = sum.digits >> 1 | UINT64_C(1) << 63;
		sum.shift++;
	}
	return sum;
}

/* A number from 0 to bound - 1, all with the same probability. */
static uint64_t
random_below(uint64_t *state, uint64_t bound)
{
	uint64_t unfair = -bound % bound; /* 2^64 modulo the bound: as many are left out */
	uint64_t drawn;

	do
		drawn = fr_random64(state);
	while (drawn < unfair);
	return drawn % bound;
}

/* An edge from a cell, drawn by the number of paths from its end to the goal. */
static fr_edges
draw_edge(const graph *g, const amount *paths, uint32_t n, uint64_t *state,
		  const fr_poll *poll)
{
	uint32_t shift = paths[g->nodes[n].next].shift;
	uint64_t sum = 0;
	uint64_t drawn;
	fr_edges e = fr_edges_from(g->grid, n);

	while (next_edge(g, &e, poll))
		sum += digits_at(paths[g->nodes[e.to].next], shift);
	drawn = random_below(state, sum);
	e = fr_edges_from(g->grid, n);
	while (next_edge(g, &e, poll))
	{
		uint64_t digits = digits_at(paths[g->nodes[e.to].next], shift);

		if (drawn < digits)
			break;
		drawn -= digits;
	}
	return e;
}

fr_status
fr_random_best_path(const fr_query *query, uint64_t seed, fr_sweep_workspace sweep,
					const fr_poll *poll, bool *found, fr_route *route)
{
	fr_route_builder builder = {.arena = query->arena};
	graph g;
	fr_status status = build_graph(query, sweep, poll, &g);
	amount *paths;

	*found = false;
	if (status || g.count == 0)
		return status;
	paths = fr_arena_alloc(query->arena, g.count * sizeof *paths);
	for (size_t i = g.count; i-- > 0;)
	{
		fr_edges e = fr_edges_from(g.grid, g.cells[i]);

		fr_poll_at(poll, i);
		paths[i] = (amount){.digits = g.cells[i] == g.goal};
		while (next_edge(&g, &e, poll))
			paths[i] = add_amounts(paths[i], paths[g.nodes[e.to].next]);
	}
	for (uint32_t n = query->start; n != query->goal;)
	{
		fr_edges e = draw_edge(&g, paths, n, &seed, poll);

		fr_poll_at(poll, (uint64_t) builder.moves);
		fr_route_append_edge(&builder, query->grid, n, e.direction, e.to);
		n = e.to;
	}
	*found = true;
	*route = fr_route_finish(&builder, fr_grid_cell(query->grid, query->start), false);
	return FR_OK;
}
