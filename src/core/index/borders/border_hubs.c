/*
 * border_hubs.c - the order of hubs, and labels of the boundary of the largest tiles
 *
 * First hubs are the most important border cells on the lines of small tiles.  They are
 * found by labelling the graph of these lines, which ends when there are enough.  Then
 * come the cells on the lines of the largest tiles, and ends of links, in an order that
 * samples tell: these are the boundary of the largest tiles.  All other hubs follow tile by
 * tile: border_labels.c.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/base.h"

/* ---- vertices ---------------------------------------------------------------------- */

static fr_overlay_vertices
new_vertices(const fr_border_build *b, uint32_t capacity)
{
	fr_overlay_vertices v = {.capacity = capacity};

	v.number = fr_arena_alloc_numbers(b->arena, b->grid->cells);
	v.cell = fr_arena_alloc_numbers(b->arena, capacity);
	memset(v.number, 0xff, b->grid->cells * sizeof *v.number);
	return v;
}

static void
add_vertex(fr_overlay_vertices *v, uint32_t cell)
{
	v->number[cell] = v->count;
	v->cell[v->count++] = cell;
}

static void
free_vertices(const fr_border_build *b, fr_overlay_vertices *v)
{
	fr_arena_free_numbers(b->arena, v->number, b->grid->cells);
	fr_arena_free_numbers(b->arena, v->cell, v->capacity);
}

/* ---- edges --------------------------------------------------------------------------- */

/*
 * An edge joins two boundary of a tile, unless a third one is on a way inside the tile that is
 * as short; and the ends of a link.
 */

/* Edges in any order, some of them twice. */
typedef struct overlay_edge
{
	uint32_t from;
	uint32_t to;
	uint32_t weight;
} overlay_edge;

typedef struct edge_list
{
	overlay_edge *list;
	size_t count;
	size_t room;
} edge_list;

/* A graph whose arrays are given back when it is no longer needed. */
typedef struct owned_graph
{
	fr_graph graph;
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	size_t room; /* edges */
} owned_graph;

static void
add_edge(const fr_border_build *b, edge_list *e, overlay_edge edge)
{
	if (e->count == e->room)
		e->list =
			fr_grow(b->arena, e->list, sizeof *e->list, e->count, e->count + 1, &e->room);
	e->list[e->count++] = edge;
}

static void
free_edges(const fr_border_build *b, edge_list *edges)
{
	fr_arena_free(b->arena, edges->list, edges->room * sizeof *edges->list);
}

/* The vertices among a tile's boundary, and costs clique them: by start, and by end. */
typedef struct clique
{
	uint32_t *gate;
	uint32_t count;
	uint32_t lanes;
	int32_t *from; /* a row for each start, with no cost to itself: it is no third */
	int32_t *to;
} clique;

static size_t
rows_size(const clique *w)
{
	return ((size_t) w->count * w->lanes * FR_LANE + 1) * sizeof(int32_t);
}

static void
fill_row(const clique *w, const fr_tile *t, uint32_t i, int32_t *from, int32_t *to)
{
	fr_no_costs(from, w->lanes * FR_LANE);
	fr_no_costs(to, w->lanes * FR_LANE);
	for (uint32_t k = 0; k < w->count; k++)
	{
		if (k == i)
			continue;
		from[k] = t->clique[(size_t) w->gate[i] * t->boundary + w->gate[k]];
		to[k] = t->clique[(size_t) w->gate[k] * t->boundary + w->gate[i]];
	}
}

static clique
new_clique(const fr_border_build *b, const fr_tile *t, const fr_overlay_vertices *v)
{
	clique w = {.gate = fr_arena_alloc_numbers(b->arena, t->boundary)};

	for (uint32_t gate = 0; gate < t->boundary; gate++)
		if (v->number[t->cell[gate]] != FR_NO_CELL)
			w.gate[w.count++] = gate;
	w.lanes = fr_lanes(w.count);
	w.from = fr_arena_alloc(b->arena, rows_size(&w));
	w.to = fr_arena_alloc(b->arena, rows_size(&w));
	for (uint32_t i = 0; i < w.count; i++)
		fill_row(&w, t, i, w.from + (size_t) i * w.lanes * FR_LANE,
				 w.to + (size_t) i * w.lanes * FR_LANE);
	return w;
}

static void
free_clique(const fr_border_build *b, const fr_tile *t, clique *w)
{
	fr_arena_free(b->arena, w->to, rows_size(w));
	fr_arena_free(b->arena, w->from, rows_size(w));
	fr_arena_free_numbers(b->arena, w->gate, t->boundary);
}

/* The edges of a tile clique vertices that are its boundary. */
static void
add_tile_edges(fr_border_build *b, const fr_tile *tile, const fr_overlay_vertices *v,
			   edge_list *edges)
{
	clique w = new_clique(b, tile, v);

	for (uint32_t i = 0; i < w.count; i++)
	{
		const int32_t *from = w.from + (size_t) i * w.lanes * FR_LANE;

		fr_border_poll(b);
		for (uint32_t k = 0; k < w.count; k++)
			if (from[k] < (int32_t) b->top &&
				!b->minplus->is_over_third(from, w.to + (size_t) k * w.lanes * FR_LANE,
										   w.lanes, from[k]))
				add_edge(b, edges,
						 (overlay_edge){v->number[tile->cell[w.gate[i]]],
										v->number[tile->cell[w.gate[k]]],
										(uint32_t) from[k]});
	}
	free_clique(b, tile, &w);
}

/* Links clique vertices, which all their ends are. */
static void
add_link_edges(const fr_border_build *b, const fr_overlay_vertices *v, edge_list *edges)
{
	const fr_links *links = b->grid->links;
	fr_arc_scale prices = fr_border_link_prices(b);

	for (uint32_t i = 0; links && i < links->count; i++)
	{
		const fr_arc *hop = &links->ahead.at[i];
		uint32_t cost = fr_arc_label_cost(&prices, hop->cost);

		fr_poll_at(b->poll, i);
		if (cost != FR_NO_ARC)
			add_edge(b, edges,
					 (overlay_edge){v->number[hop->from], v->number[hop->to], cost});
	}
}

/* ---- the graph -------------------------------------------------------------------------- */

static overlay_edge
reversed(overlay_edge edge, bool reverse)
{
	return reverse ? (overlay_edge){edge.to, edge.from, edge.weight} : edge;
}

/* first[v + 1] becomes where those of v begin. */
static void
count_edges(const edge_list *edges, uint32_t vertices, bool reverse, uint32_t *first)
{
	memset(first, 0, ((size_t) vertices + 2) * sizeof *first);
	for (size_t i = 0; i < edges->count; i++)
		first[reversed(edges->list[i], reverse).from + 2]++;
	for (uint32_t v = 0; v < vertices; v++)
		first[v + 2] += first[v + 1];
}

/* Of edges that are there more than once, the shortest is kept. */
static void
drop_parallel_edges(const fr_border_build *b, owned_graph *g, uint32_t vertices)
{
	uint32_t *at =
		fr_arena_alloc_numbers(b->arena, vertices); /* of the edge to it, and one more */
	uint32_t begin = 0;
	uint32_t kept = 0;

	memset(at, 0, vertices * sizeof *at);
	for (uint32_t v = 0; v < vertices; v++)
	{
		uint32_t end = g->first[v + 1];
		uint32_t own = kept;

		for (uint32_t e = begin; e < end; e++)
		{
			uint32_t *same = &at[g->to[e]];

			if (*same <= own)
			{
				g->to[kept] = g->to[e];
				g->weight[kept++] = g->weight[e];
				*same = kept;
			}
			else if (g->weight[e] < g->weight[*same - 1])
				g->weight[*same - 1] = g->weight[e];
		}
		g->first[v] = own;
		begin = end;
	}
	g->first[vertices] = kept;
	fr_arena_free_numbers(b->arena, at, vertices);
}

/* The graph of the edges, or with all of them reversed. */
static owned_graph
graph_of_edges(const fr_border_build *b, const edge_list *edges, uint32_t vertices,
			   bool reverse)
{
	owned_graph g = {.room = edges->count};

	g.first = fr_arena_alloc_numbers(b->arena, (size_t) vertices + 1);
	g.to = fr_arena_alloc_numbers(b->arena, g.room);
	g.weight = fr_arena_alloc_numbers(b->arena, g.room);
	count_edges(edges, vertices, reverse, g.first);
	for (size_t i = 0; i < edges->count; i++)
	{
		overlay_edge edge = reversed(edges->list[i], reverse);
		uint32_t at = g.first[edge.from + 1]++;

		g.to[at] = edge.to;
		g.weight[at] = edge.weight;
	}
	drop_parallel_edges(b, &g, vertices);
	g.graph = (fr_graph){vertices, g.first, g.to, g.weight};
	return g;
}

static void
free_owned_graph(const fr_border_build *b, owned_graph *g)
{
	fr_arena_free_numbers(b->arena, g->first, (size_t) g->graph.count + 1);
	fr_arena_free_numbers(b->arena, g->to, g->room);
	fr_arena_free_numbers(b->arena, g->weight, g->room);
}

/* ---- tiles of the size that first hubs are chosen from --------------------------------- */

fr_tile_store
fr_tile_store_make(const fr_border_build *b)
{
	uint32_t size = (uint32_t) b->tile_sizes.small;
	fr_tile_store s = {.across = (b->grid->width + size - 1) / size};

	s.count = s.across * ((b->grid->height + size - 1) / size);
	s.tiles = fr_arena_alloc(b->arena, s.count * sizeof(fr_tile *));
	memset(s.tiles, 0, s.count * sizeof(fr_tile *));
	return s;
}

void
fr_tile_store_free(const fr_border_build *b, fr_tile_store *store)
{
	for (uint32_t i = 0; i < store->count; i++)
		fr_tile_free(b, store->tiles[i]);
	fr_arena_free(b->arena, store->tiles, store->count * sizeof(fr_tile *));
}

/* ---- vertices --------------------------------------------------------------------------- */

static bool
is_on_line(fr_cell at, int32_t size)
{
	return at.x % size == 0 || at.y % size == 0;
}

static bool
is_on_small_line(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->tile_sizes.small) || fr_border_is_link_end(b, at);
}

static bool
is_second_on_small_line(const fr_border_build *b, fr_cell at)
{
	return (is_on_line(at, b->tile_sizes.small) && (at.x + at.y) % 2 == 0) ||
		   fr_border_is_link_end(b, at);
}

static bool
is_large_boundary(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->tile_sizes.large) ||
		   fr_border_set_has(b, b->global_hub_cells, at.x, at.y) ||
		   fr_border_is_link_end(b, at);
}

static fr_overlay_vertices
list_vertices(const fr_border_build *b,
			  bool (*is_vertex)(const fr_border_build *b, fr_cell at))
{
	fr_overlay_vertices v = new_vertices(b, b->border_count);

	for (uint32_t block = 0; block < b->blocks_across * b->blocks_down; block++)
		for (uint64_t set = b->border_cells[block]; set; set &= set - 1)
		{
			fr_cell at =
				fr_block_cell(b->blocks_across, block, (uint32_t) __builtin_ctzll(set));

			if (is_vertex(b, at))
				add_vertex(&v, fr_grid_index(b->grid, at));
		}
	return v;
}

/* ---- labels of a graph ------------------------------------------------------------------- */

typedef struct graphs
{
	owned_graph there;
	owned_graph back; /* without a direction it is empty */
} graphs;

/* The edges are given back. */
static graphs
make_graphs(const fr_border_build *b, edge_list *edges, uint32_t vertices)
{
	graphs g = {.there = graph_of_edges(b, edges, vertices, false)};

	if (b->directed)
		g.back = graph_of_edges(b, edges, vertices, true);
	free_edges(b, edges);
	return g;
}

static void
free_graphs(const fr_border_build *b, graphs *g)
{
	free_owned_graph(b, &g->there);
	if (b->directed)
		free_owned_graph(b, &g->back);
}

static void
make_labels(const fr_border_build *b, const graphs *g, fr_label_request plan,
			fr_labels labels[2])
{
	plan.graph = &g->there.graph;
	plan.reverse = b->directed ? &g->back.graph : plan.graph;
	plan.limit = UINT64_MAX;
	fr_labels_build(&plan, b->arena, b->poll, &labels[0],
					b->directed ? &labels[1] : &labels[0]);
}

static void
free_labels(const fr_border_build *b, fr_labels labels[2])
{
	fr_labels_free(&labels[0], b->arena);
	if (b->directed)
		fr_labels_free(&labels[1], b->arena);
}

/* ---- first hubs ----------------------------------------------------------------------------- */

/*
 * The share of vertices that become first hubs is 1 / GLOBAL_HUB_SHARE. With fewer, or with
 * fewer samples, labels are longer: on open maps by some percent, on noise by a third.
 */
#define GLOBAL_HUB_SHARE 32

/*
 * Edges of a vertex, on average, from which on every second cell of the lines does to find
 * out which are important: on open ground neighbours are as good.  In rooms and narrow ways
 * they are not, and there labels of all cells take little time.
 */
#define DENSE 16

static const fr_label_effort global_hub_effort = {48, 2400};

/* Tiles on whose lines first hubs are go to the store, row by row. */
void
fr_tile_store_fill(fr_border_build *b, fr_tile_store *store)
{
	int32_t size = b->tile_sizes.small;

	fr_border_begin_stage(b, "small tiles", 0.03);
	for (uint32_t i = 0; i < store->count; i++)
		store->tiles[i] =
			fr_tile_make(b, (int32_t) (i % store->across) * size,
						 (int32_t) (i / store->across) * size, size, false, NULL);
}

static edge_list
edges_of_store(fr_border_build *b, const fr_tile_store *store,
			   const fr_overlay_vertices *v)
{
	edge_list edges = {0};

	for (uint32_t i = 0; i < store->count; i++)
		add_tile_edges(b, store->tiles[i], v, &edges);
	add_link_edges(b, v, &edges);
	return edges;
}

/* Makes the `count` most important vertices first hubs. */
static void
choose_among(fr_border_build *b, const fr_overlay_vertices *v, edge_list *edges,
			 uint32_t count)
{
	fr_label_request plan = {.effort = global_hub_effort, .hubs = count};
	graphs g = make_graphs(b, edges, v->count);
	fr_labels labels[2];

	make_labels(b, &g, plan, labels);
	b->global_hubs = fr_arena_alloc_numbers(b->arena, count);
	for (uint32_t rank = 0; rank < count; rank++)
		fr_border_add_global_hub(b, v->cell[labels[0].order[rank]]);
	free_labels(b, labels);
	free_graphs(b, &g);
}

/* The store is full. */
void
fr_choose_global_hubs(fr_border_build *b, const fr_tile_store *store)
{
	fr_overlay_vertices v = list_vertices(b, is_on_small_line);
	edge_list edges = edges_of_store(b, store, &v);
	uint32_t count = v.count / GLOBAL_HUB_SHARE;

	fr_border_begin_stage(b, "first hubs", 0.1);
	if (edges.count > (size_t) DENSE * v.count)
	{
		free_edges(b, &edges);
		free_vertices(b, &v);
		v = list_vertices(b, is_second_on_small_line);
		edges = edges_of_store(b, store, &v);
	}
	choose_among(b, &v, &edges, count < v.count ? count : v.count);
	free_vertices(b, &v);
}

/* ---- the largest tiles ------------------------------------------------------------------------ */

static const fr_label_effort boundary_effort = {64, 600};

/* Edges clique the boundary of all largest tiles, which use the store up. */
static edge_list
list_edges(fr_border_build *b, fr_tile_store *store, const fr_overlay_vertices *v)
{
	int32_t size = b->tile_sizes.large;
	edge_list edges = {0};

	for (int32_t y = 0; y < (int32_t) b->grid->height; y += size)
		for (int32_t x = 0; x < (int32_t) b->grid->width; x += size)
		{
			fr_tile *tile = fr_tile_make(b, x, y, size, false, store);

			add_tile_edges(b, tile, v, &edges);
			fr_tile_free(b, tile);
		}
	add_link_edges(b, v, &edges);
	return edges;
}

static void
label_vertices(fr_border_build *b, fr_tile_store *store, fr_boundary_labels *top,
			   fr_label_request plan)
{
	edge_list edges;
	graphs g;

	fr_border_begin_stage(b, "large tiles", 0.5);
	edges = list_edges(b, store, &top->vertices);
	fr_border_begin_stage(b, "hubs of large tiles", 0.55);
	g = make_graphs(b, &edges, top->vertices.count);
	make_labels(b, &g, plan, top->labels);
	free_graphs(b, &g);
}

/* First hubs first; samples tell the order of the others. */
void
fr_label_boundaries(fr_border_build *b, fr_tile_store *store, fr_boundary_labels *top)
{
	uint32_t *first = fr_arena_alloc_numbers(b->arena, b->global_hub_count);
	fr_label_request plan = {.effort = boundary_effort, .first = first};

	top->vertices = list_vertices(b, is_large_boundary);
	plan.hubs = top->vertices.count;
	plan.first_count = b->global_hub_count;
	for (uint32_t i = 0; i < b->global_hub_count; i++)
		first[i] = top->vertices.number[b->global_hubs[i]];
	label_vertices(b, store, top, plan);
	fr_arena_free_numbers(b->arena, first, b->global_hub_count);
}

void
fr_boundary_labels_free(const fr_border_build *b, fr_boundary_labels *top)
{
	free_labels(b, top->labels);
	free_vertices(b, &top->vertices);
}
