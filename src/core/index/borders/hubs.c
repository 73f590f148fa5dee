/*
 * hubs.c - the order of hubs, and labels of the gates of the largest tiles
 *
 * First hubs are the most important border cells on the lines of small tiles.  They are
 * found by labelling the graph of these lines, which ends when there are enough.  Then
 * come the cells on the lines of the largest tiles, and ends of links, in an order that
 * samples tell: these are the gates of the largest tiles.  All other hubs follow tile by
 * tile: descent.c.
 */
#include "core/index/borders/hubs.h"

#include <string.h>

/* ---- tiles of the size that first hubs are chosen from --------------------------------- */

fr_tile_store
fr_tile_store_take(const fr_border_build *b)
{
	uint32_t size = (uint32_t) b->sizes.first;
	fr_tile_store s = {.across = (b->grid->width + size - 1) / size};

	s.count = s.across * ((b->grid->height + size - 1) / size);
	s.tiles = fr_take(b->arena, s.count * sizeof(fr_tile *));
	memset(s.tiles, 0, s.count * sizeof(fr_tile *));
	return s;
}

void
fr_tile_store_release(const fr_border_build *b, fr_tile_store *store)
{
	for (uint32_t i = 0; i < store->count; i++)
		fr_tile_free(b, store->tiles[i]);
	fr_release(b->arena, store->tiles, store->count * sizeof(fr_tile *));
}

/* ---- vertices --------------------------------------------------------------------------- */

static bool
is_on_line(fr_cell at, int32_t size)
{
	return at.x % size == 0 || at.y % size == 0;
}

static bool
is_on_first_line(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->sizes.first) || fr_frame_is_end(b, at);
}

static bool
is_second_on_first_line(const fr_border_build *b, fr_cell at)
{
	return (is_on_line(at, b->sizes.first) && (at.x + at.y) % 2 == 0) ||
		   fr_frame_is_end(b, at);
}

static bool
is_gate_of_top(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->sizes.top) || fr_frame_has(b, b->firsts, at.x, at.y) ||
		   fr_frame_is_end(b, at);
}

static fr_vertices
list_vertices(const fr_border_build *b,
			  bool (*is_vertex)(const fr_border_build *b, fr_cell at))
{
	fr_vertices v = fr_vertices_take(b, b->count);

	for (uint32_t block = 0; block < b->across * b->down; block++)
		for (uint64_t set = b->borders[block]; set; set &= set - 1)
		{
			fr_cell at = fr_cell_at(b->across, block, (uint32_t) __builtin_ctzll(set));

			if (is_vertex(b, at))
				fr_vertices_add(&v, fr_grid_index(b->grid, at));
		}
	return v;
}

/* ---- labels of a graph ------------------------------------------------------------------- */

typedef struct graphs
{
	fr_own_graph there;
	fr_own_graph back; /* without a direction it is empty */
} graphs;

/* The edges are given back. */
static graphs
make_graphs(const fr_border_build *b, fr_edges *edges, uint32_t vertices)
{
	graphs g = {.there = fr_edges_graph(b, edges, vertices, false)};

	if (b->directed)
		g.back = fr_edges_graph(b, edges, vertices, true);
	fr_edges_release(b, edges);
	return g;
}

static void
release_graphs(const fr_border_build *b, graphs *g)
{
	fr_own_graph_release(b, &g->there);
	if (b->directed)
		fr_own_graph_release(b, &g->back);
}

static void
make_labels(const fr_border_build *b, const graphs *g, fr_label_plan plan,
			fr_labels labels[2])
{
	plan.graph = &g->there.graph;
	plan.reverse = b->directed ? &g->back.graph : plan.graph;
	plan.limit = UINT64_MAX;
	fr_labels_make(&plan, b->arena, b->poll, &labels[0],
				   b->directed ? &labels[1] : &labels[0]);
}

static void
release_labels(const fr_border_build *b, fr_labels labels[2])
{
	fr_labels_release(&labels[0], b->arena);
	if (b->directed)
		fr_labels_release(&labels[1], b->arena);
}

/* ---- first hubs ----------------------------------------------------------------------------- */

/*
 * The share of vertices that become first hubs is 1 / FIRST_SHARE. With fewer, or with
 * fewer samples, labels are longer: on open maps by some percent, on noise by a third.
 */
#define FIRST_SHARE 32

/*
 * Edges of a vertex, on average, from which on every second cell of the lines does to find
 * out which are important: on open ground neighbours are as good.  In rooms and narrow ways
 * they are not, and there labels of all cells take little time.
 */
#define DENSE 16

static const fr_label_effort first_effort = {48, 2400};

/* Tiles on whose lines first hubs are go to the store, row by row. */
void
fr_hubs_fill_store(fr_border_build *b, fr_tile_store *store)
{
	int32_t size = b->sizes.first;

	fr_border_stage(b, "small tiles", 0.03);
	for (uint32_t i = 0; i < store->count; i++)
		store->tiles[i] =
			fr_tile_make(b, (int32_t) (i % store->across) * size,
						 (int32_t) (i / store->across) * size, size, false, NULL);
}

static fr_edges
edges_of_store(fr_border_build *b, const fr_tile_store *store, const fr_vertices *v)
{
	fr_edges edges = {0};

	for (uint32_t i = 0; i < store->count; i++)
		fr_edges_of_tile(b, store->tiles[i], v, &edges);
	fr_edges_of_links(b, v, &edges);
	return edges;
}

/* Makes the `count` most important vertices first hubs. */
static void
choose_among(fr_border_build *b, const fr_vertices *v, fr_edges *edges, uint32_t count)
{
	fr_label_plan plan = {.effort = first_effort, .hubs = count};
	graphs g = make_graphs(b, edges, v->count);
	fr_labels labels[2];

	make_labels(b, &g, plan, labels);
	b->first = fr_take_numbers(b->arena, count);
	for (uint32_t rank = 0; rank < count; rank++)
		fr_frame_add_first(b, v->cell[labels[0].order[rank]]);
	release_labels(b, labels);
	release_graphs(b, &g);
}

/* The store is full. */
void
fr_hubs_choose_first(fr_border_build *b, const fr_tile_store *store)
{
	fr_vertices v = list_vertices(b, is_on_first_line);
	fr_edges edges = edges_of_store(b, store, &v);
	uint32_t count = v.count / FIRST_SHARE;

	fr_border_stage(b, "first hubs", 0.1);
	if (edges.count > (size_t) DENSE * v.count)
	{
		fr_edges_release(b, &edges);
		fr_vertices_release(b, &v);
		v = list_vertices(b, is_second_on_first_line);
		edges = edges_of_store(b, store, &v);
	}
	choose_among(b, &v, &edges, count < v.count ? count : v.count);
	fr_vertices_release(b, &v);
}

/* ---- the largest tiles ------------------------------------------------------------------------ */

static const fr_label_effort top_effort = {64, 600};

/* Edges between the gates of all largest tiles, which use the store up. */
static fr_edges
list_edges(fr_border_build *b, fr_tile_store *store, const fr_vertices *v)
{
	int32_t size = b->sizes.top;
	fr_edges edges = {0};

	for (int32_t y = 0; y < (int32_t) b->grid->height; y += size)
		for (int32_t x = 0; x < (int32_t) b->grid->width; x += size)
		{
			fr_tile *tile = fr_tile_make(b, x, y, size, false, store);

			fr_edges_of_tile(b, tile, v, &edges);
			fr_tile_free(b, tile);
		}
	fr_edges_of_links(b, v, &edges);
	return edges;
}

static void
label_gates(fr_border_build *b, fr_tile_store *store, fr_top_labels *top,
			fr_label_plan plan)
{
	fr_edges edges;
	graphs g;

	fr_border_stage(b, "large tiles", 0.5);
	edges = list_edges(b, store, &top->vertices);
	fr_border_stage(b, "hubs of large tiles", 0.55);
	g = make_graphs(b, &edges, top->vertices.count);
	make_labels(b, &g, plan, top->labels);
	release_graphs(b, &g);
}

/* First hubs first; samples tell the order of the others. */
void
fr_hubs_label_top(fr_border_build *b, fr_tile_store *store, fr_top_labels *top)
{
	uint32_t *first = fr_take_numbers(b->arena, b->first_count);
	fr_label_plan plan = {.effort = top_effort, .first = first};

	top->vertices = list_vertices(b, is_gate_of_top);
	plan.hubs = top->vertices.count;
	plan.first_count = b->first_count;
	for (uint32_t i = 0; i < b->first_count; i++)
		first[i] = top->vertices.number[b->first[i]];
	label_gates(b, store, top, plan);
	fr_release_numbers(b->arena, first, b->first_count);
}

void
fr_top_labels_release(const fr_border_build *b, fr_top_labels *top)
{
	release_labels(b, top->labels);
	fr_vertices_release(b, &top->vertices);
}
