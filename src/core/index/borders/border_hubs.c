/*
 * border_hubs.c - the order of hubs, and labels of the boundary nodes of large tiles
 *
 * Hub labels are short if the most important hubs come first.  The global hubs come first: the
 * most important border cells on the rims of small tiles, according to labels of the overlay
 * graph of these rims.  The other boundary nodes of large tiles follow, which are the border
 * cells on the rims of large tiles and the ends of links; hub_labels.c orders them by samples.
 * All other hubs come tile by tile: border_labels.c.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

/* ---- vertices -------------------------------------------------------------- */

static bool
is_on_rim(fr_cell at, int32_t size)
{
	return at.x % size == 0 || at.y % size == 0;
}

static bool
is_on_small_rim(const fr_border_build *b, fr_cell at)
{
	return is_on_rim(at, b->small_tile) || fr_border_is_link_end(b, at);
}

/* Every second cell of the rims, for dense graphs: DENSE. */
static bool
is_second_on_small_rim(const fr_border_build *b, fr_cell at)
{
	return (is_on_rim(at, b->small_tile) && (at.x + at.y) % 2 == 0) ||
		   fr_border_is_link_end(b, at);
}

static bool
is_large_boundary(const fr_border_build *b, fr_cell at)
{
	return is_on_rim(at, b->large_tile) ||
		   fr_border_set_has(b, b->global_hub_cells, at) || fr_border_is_link_end(b, at);
}

static fr_overlay_vertices
list_vertices(const fr_border_build *b,
			  bool (*is_vertex)(const fr_border_build *b, fr_cell at))
{
	fr_overlay_vertices v = {.capacity = b->border_count};

	v.number = fr_arena_alloc_numbers(b->arena, b->grid->cells);
	v.cell = fr_arena_alloc_numbers(b->arena, v.capacity);
	fr_fill(v.number, 0xff, b->grid->cells * sizeof *v.number, b->poll);
	for (uint32_t block = 0; block < b->blocks_across * b->blocks_down; block++)
		for (uint64_t set = b->border_cells[block]; set; set &= set - 1)
		{
			fr_cell at =
				fr_block_cell(b->blocks_across, block, (uint32_t) __builtin_ctzll(set));

			if (is_vertex(b, at))
			{
				uint32_t cell = fr_grid_index(b->grid, at);

				v.number[cell] = v.count;
				v.cell[v.count++] = cell;
			}
		}
	return v;
}

static void
free_vertices(const fr_border_build *b, fr_overlay_vertices *v)
{
	fr_arena_free_numbers(b->arena, v->number, b->grid->cells);
	fr_arena_free_numbers(b->arena, v->cell, v->capacity);
}

/* ---- edges of the overlay graph -------------------------------------------- */

typedef struct overlay_edge
{
	uint32_t from;
	uint32_t to;
	uint32_t weight;
} overlay_edge;

/* In any order; neighbouring tiles repeat edges. */
typedef struct edge_list
{
	overlay_edge *list;
	size_t count;
	size_t capacity;
} edge_list;

static void
add_edge(const fr_border_build *b, edge_list *e, overlay_edge edge)
{
	if (e->count == e->capacity)
		e->list = fr_grow(b->arena, e->list, sizeof *e->list, e->count, e->count + 1,
						  &e->capacity);
	e->list[e->count++] = edge;
}

static void
free_edges(const fr_border_build *b, edge_list *e)
{
	fr_arena_free(b->arena, e->list, e->capacity * sizeof *e->list);
}

/* The boundary nodes of a tile that are vertices, and the costs between them. */
typedef struct clique
{
	uint32_t *node;
	uint32_t count;
	uint32_t lanes;
	int32_t
		*from; /* a row per node; no cost to itself, so that it is no node in between */
	int32_t *to;
} clique;

static size_t
rows_size(const clique *c)
{
	return ((size_t) c->count * c->lanes * FR_LANE + 1) * sizeof(int32_t);
}

static clique
new_clique(const fr_border_build *b, const fr_tile *t, const fr_overlay_vertices *v)
{
	clique c = {.node = fr_arena_alloc_numbers(b->arena, t->boundary)};

	for (uint32_t node = 0; node < t->boundary; node++)
		if (v->number[t->cell[node]] != FR_NO_CELL)
			c.node[c.count++] = node;
	c.lanes = fr_lanes(c.count);
	c.from = fr_arena_alloc(b->arena, rows_size(&c));
	c.to = fr_arena_alloc(b->arena, rows_size(&c));
	fr_no_costs(c.from, (size_t) c.count * c.lanes * FR_LANE);
	fr_no_costs(c.to, (size_t) c.count * c.lanes * FR_LANE);
	for (uint32_t i = 0; i < c.count; i++)
		for (uint32_t k = 0; k < c.count; k++)
		{
			size_t at = (size_t) i * c.lanes * FR_LANE + k;

			if (k == i)
				continue;
			c.from[at] = t->clique[(size_t) c.node[i] * t->boundary + c.node[k]];
			c.to[at] = t->clique[(size_t) c.node[k] * t->boundary + c.node[i]];
		}
	return c;
}

static void
free_clique(const fr_border_build *b, const fr_tile *t, clique *c)
{
	fr_arena_free(b->arena, c->to, rows_size(c));
	fr_arena_free(b->arena, c->from, rows_size(c));
	fr_arena_free_numbers(b->arena, c->node, t->boundary);
}

/* Adds the edges of a clique except those that a path over a third node makes superfluous. */
static void
add_tile_edges(fr_border_build *b, const fr_tile *tile, const fr_overlay_vertices *v,
			   edge_list *edges)
{
	clique c = new_clique(b, tile, v);

	for (uint32_t i = 0; i < c.count; i++)
	{
		const int32_t *from = c.from + (size_t) i * c.lanes * FR_LANE;

		fr_border_poll(b);
		for (uint32_t k = 0; k < c.count; k++)
			if (from[k] < (int32_t) b->top &&
				!b->minplus->is_over_third(from, c.to + (size_t) k * c.lanes * FR_LANE,
										   c.lanes, from[k]))
				add_edge(b, edges,
						 (overlay_edge){v->number[tile->cell[c.node[i]]],
										v->number[tile->cell[c.node[k]]],
										(uint32_t) from[k]});
	}
	free_clique(b, tile, &c);
}

/* All ends of links are vertices. */
static void
add_link_edges(const fr_border_build *b, const fr_overlay_vertices *v, edge_list *edges)
{
	const fr_links *links = b->grid->links;
	fr_arc_scale scale = fr_border_link_scale(b);

	for (uint32_t i = 0; links && i < links->count; i++)
	{
		const fr_arc *arc = &links->ahead.at[i];
		uint32_t cost = fr_arc_label_cost(&scale, arc->cost);

		fr_poll_at(b->poll, i);
		if (cost != FR_NO_ARC)
			add_edge(b, edges,
					 (overlay_edge){v->number[arc->from], v->number[arc->to], cost});
	}
}

/* ---- the overlay graph ----------------------------------------------------- */

typedef struct overlay_graph
{
	fr_graph graph; /* its arrays are those below */
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	size_t capacity; /* edges */
} overlay_graph;

static overlay_edge
directed(overlay_edge edge, bool reverse)
{
	return reverse ? (overlay_edge){edge.to, edge.from, edge.weight} : edge;
}

/* Of parallel edges keeps the shortest.  On entry first[v + 1] is where the edges of v end. */
static void
drop_parallel_edges(const fr_border_build *b, overlay_graph *g, uint32_t vertices)
{
	/* by vertex: one more than the position of the last edge kept that leads there */
	uint32_t *last = fr_arena_alloc_numbers(b->arena, vertices);
	uint32_t begin = 0;
	uint32_t kept = 0;

	memset(last, 0, vertices * sizeof *last);
	for (uint32_t v = 0; v < vertices; v++)
	{
		uint32_t end = g->first[v + 1];
		uint32_t own = kept;

		for (uint32_t e = begin; e < end; e++)
		{
			uint32_t *same = &last[g->to[e]];

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
	fr_arena_free_numbers(b->arena, last, vertices);
}

/* The graph in compressed rows, by counting sort. */
static overlay_graph
graph_of_edges(const fr_border_build *b, const edge_list *edges, uint32_t vertices,
			   bool reverse)
{
	overlay_graph g = {.capacity = edges->count};

	g.first = fr_arena_alloc_numbers(b->arena, (size_t) vertices + 1);
	g.to = fr_arena_alloc_numbers(b->arena, g.capacity);
	g.weight = fr_arena_alloc_numbers(b->arena, g.capacity);
	memset(g.first, 0, ((size_t) vertices + 2) * sizeof *g.first);
	for (size_t i = 0; i < edges->count; i++)
		g.first[directed(edges->list[i], reverse).from + 2]++;
	for (uint32_t v = 0; v < vertices; v++)
		g.first[v + 2] += g.first[v + 1];
	for (size_t i = 0; i < edges->count; i++)
	{
		overlay_edge edge = directed(edges->list[i], reverse);
		uint32_t at = g.first[edge.from + 1]++;

		g.to[at] = edge.to;
		g.weight[at] = edge.weight;
	}
	drop_parallel_edges(b, &g, vertices);
	g.graph = (fr_graph){vertices, g.first, g.to, g.weight};
	return g;
}

static void
free_graph(const fr_border_build *b, overlay_graph *g)
{
	fr_arena_free_numbers(b->arena, g->first, (size_t) g->graph.count + 1);
	fr_arena_free_numbers(b->arena, g->to, g->capacity);
	fr_arena_free_numbers(b->arena, g->weight, g->capacity);
}

/* Labels the graph of the edges, which it frees. */
static void
label_graph(const fr_border_build *b, edge_list *edges, uint32_t vertices,
			fr_label_request plan, fr_labels labels[2])
{
	overlay_graph graph = graph_of_edges(b, edges, vertices, false);
	overlay_graph reverse = graph;

	if (b->directed)
		reverse = graph_of_edges(b, edges, vertices, true);
	free_edges(b, edges);
	plan.graph = &graph.graph;
	plan.reverse = b->directed ? &reverse.graph : plan.graph;
	plan.limit = UINT64_MAX;
	plan.progress = b->progress;
	fr_labels_build(&plan, b->arena, b->poll, &labels[0],
					b->directed ? &labels[1] : &labels[0]);
	free_graph(b, &graph);
	if (b->directed)
		free_graph(b, &reverse);
}

static void
free_labels(const fr_border_build *b, fr_labels labels[2])
{
	fr_labels_free(&labels[0], b->arena);
	if (b->directed)
		fr_labels_free(&labels[1], b->arena);
}

/* ---- small tiles and global hubs ------------------------------------------- */

static fr_tile_store
make_small_tiles(fr_border_build *b)
{
	int32_t size = b->small_tile;
	uint32_t across = (b->grid->width + (uint32_t) size - 1) / (uint32_t) size;
	uint32_t down = (b->grid->height + (uint32_t) size - 1) / (uint32_t) size;
	fr_tile_store store = {.across = across, .count = across * down};

	fr_border_begin_stage(b, "small tiles");
	store.tiles = fr_arena_alloc(b->arena, store.count * sizeof(fr_tile *));
	for (uint32_t i = 0; i < store.count; i++)
	{
		fr_progress_count(b->progress, i, store.count);
		store.tiles[i] = fr_tile_make(b, (int32_t) (i % across) * size,
									  (int32_t) (i / across) * size, size, false, NULL);
	}
	return store;
}

static void
free_small_tiles(const fr_border_build *b, fr_tile_store *store)
{
	for (uint32_t i = 0; i < store->count; i++)
		fr_tile_free(b, store->tiles[i]);
	fr_arena_free(b->arena, store->tiles, store->count * sizeof(fr_tile *));
}

static edge_list
edges_of_small_tiles(fr_border_build *b, const fr_tile_store *store,
					 const fr_overlay_vertices *v)
{
	edge_list edges = {0};

	for (uint32_t i = 0; i < store->count; i++)
		add_tile_edges(b, store->tiles[i], v, &edges);
	add_link_edges(b, v, &edges);
	return edges;
}

/*
 * One of so many vertices becomes a global hub.  With fewer of them, or with fewer samples,
 * labels grow: on open maps by some percent, on noise by a third.
 */
#define GLOBAL_HUB_SHARE 32

static const fr_label_effort global_hub_effort = {48, 2400};

/*
 * If the overlay graph has at least this average degree, hubs are chosen among every second vertex only.
 * On open ground, where the degree is large, a vertex lies on about as many best paths as its neighbours.
 * In rooms and corridors it does not, but there the degree is small.
 */
#define DENSE 16

static void
choose_global_hubs(fr_border_build *b, const fr_tile_store *store)
{
	fr_overlay_vertices v = list_vertices(b, is_on_small_rim);
	edge_list edges = edges_of_small_tiles(b, store, &v);
	uint32_t count = v.count / GLOBAL_HUB_SHARE;
	fr_labels labels[2];

	fr_border_begin_stage(b, "first hubs");
	if (edges.count > (size_t) DENSE * v.count)
	{
		free_edges(b, &edges);
		free_vertices(b, &v);
		v = list_vertices(b, is_second_on_small_rim);
		edges = edges_of_small_tiles(b, store, &v);
	}
	count = count < v.count ? count : v.count;
	label_graph(b, &edges, v.count,
				(fr_label_request){.effort = global_hub_effort, .hubs = count}, labels);
	b->global_hubs = fr_arena_alloc_numbers(b->arena, count);
	b->global_hub_count = count;
	for (uint32_t rank = 0; rank < count; rank++)
	{
		b->global_hubs[rank] = v.cell[labels[0].order[rank]];
		fr_border_set_add(b, b->global_hub_cells, b->global_hubs[rank]);
	}
	free_labels(b, labels);
	free_vertices(b, &v);
}

/* ---- large tiles ----------------------------------------------------------- */

static const fr_label_effort boundary_effort = {64, 600};

/* Uses the small tiles up. */
static edge_list
edges_of_large_tiles(fr_border_build *b, fr_tile_store *store,
					 const fr_overlay_vertices *v)
{
	int32_t size = b->large_tile;
	edge_list edges = {0};

	for (int32_t y = 0; y < (int32_t) b->grid->height; y += size)
		for (int32_t x = 0; x < (int32_t) b->grid->width; x += size)
		{
			fr_tile *tile;

			fr_progress_count(b->progress, (uint64_t) y, b->grid->height);
			tile = fr_tile_make(b, x, y, size, false, store);
			add_tile_edges(b, tile, v, &edges);
			fr_tile_free(b, tile);
		}
	add_link_edges(b, v, &edges);
	return edges;
}

void
fr_label_boundaries(fr_border_build *b, fr_boundary_labels *boundary)
{
	fr_tile_store store = make_small_tiles(b);
	fr_overlay_vertices *v = &boundary->vertices;
	edge_list edges;
	uint32_t *first;

	choose_global_hubs(b, &store);
	*v = list_vertices(b, is_large_boundary);
	first = fr_arena_alloc_numbers(b->arena, b->global_hub_count);
	for (uint32_t i = 0; i < b->global_hub_count; i++)
		first[i] = v->number[b->global_hubs[i]];
	fr_border_begin_stage(b, "large tiles");
	edges = edges_of_large_tiles(b, &store, v);
	fr_border_begin_stage(b, "hubs of large tiles");
	label_graph(b, &edges, v->count,
				(fr_label_request){.effort = boundary_effort,
								   .first = first,
								   .first_count = b->global_hub_count,
								   .hubs = v->count},
				boundary->labels);
	fr_arena_free_numbers(b->arena, first, b->global_hub_count);
	free_small_tiles(b, &store);
}

void
fr_boundary_labels_free(const fr_border_build *b, fr_boundary_labels *boundary)
{
	free_labels(b, boundary->labels);
	free_vertices(b, &boundary->vertices);
}
