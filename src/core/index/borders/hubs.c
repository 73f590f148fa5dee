/*
 * hubs.c - the order of hubs, and labels of the gates of the largest tiles
 *
 * First hubs are the most important border cells on the lines of small tiles.  They are
 * found by labelling the graph of these lines, which ends when there are enough.  Then
 * come the cells on the lines of the largest tiles, in an order that samples tell: both
 * are the gates of the largest tiles.  All other hubs follow tile by tile: descent.c.
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

/* Every second one does to find out which are important. */
static bool
may_be_first(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->sizes.first) && (at.x + at.y) % 2 == 0;
}

static bool
is_gate_of_top(const fr_border_build *b, fr_cell at)
{
	return is_on_line(at, b->sizes.top) || fr_frame_has(b, b->firsts, at.x, at.y);
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
 * One of so many becomes a first hub.  With fewer, or with fewer samples, labels are longer:
 * on open maps by some percent, on noise by a third.  With all cells of the lines, not every
 * second one, they are 1 % shorter, and building takes half as long again.
 */
#define FIRST_SHARE 16

static const fr_label_effort first_effort = {48, 2400};

static void
add_first_hub(fr_border_build *b, uint32_t cell)
{
	fr_cell at = fr_frame_cell(b, cell);

	b->firsts[fr_block_of(b->across, at)] |= UINT64_C(1) << fr_place_of(at);
	b->first[b->first_count++] = cell;
}

/* Tiles of their size go to the store. */
void
fr_hubs_choose_first(fr_border_build *b, fr_tile_store *store)
{
	int32_t size = b->sizes.first;
	fr_vertices v = list_vertices(b, may_be_first);
	fr_label_plan plan = {.effort = first_effort, .hubs = v.count / FIRST_SHARE};
	fr_edges edges = {0};
	fr_labels labels[2];
	graphs g;

	fr_border_stage(b, "small tiles", 0.03);
	for (uint32_t i = 0; i < store->count; i++)
	{
		store->tiles[i] = fr_tile_make(b, (int32_t) (i % store->across) * size,
									   (int32_t) (i / store->across) * size, size, false,
									   NULL);
		fr_edges_of_tile(b, store->tiles[i], &v, &edges);
	}
	fr_border_stage(b, "first hubs", 0.1);
	g = make_graphs(b, &edges, v.count);
	make_labels(b, &g, plan, labels);
	b->first = fr_take_numbers(b->arena, plan.hubs);
	for (uint32_t rank = 0; rank < plan.hubs; rank++)
		add_first_hub(b, v.cell[labels[0].order[rank]]);
	release_labels(b, labels);
	release_graphs(b, &g);
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
	return edges;
}

void
fr_hubs_label_top(fr_border_build *b, fr_tile_store *store, fr_top_labels *top)
{
	fr_vertices v = list_vertices(b, is_gate_of_top);
	fr_edges edges;
	graphs g;
	uint32_t *first = fr_take_numbers(b->arena, b->first_count);
	fr_label_plan plan = {.effort = top_effort,
						  .hubs = v.count,
						  .first = first,
						  .first_count = b->first_count};

	fr_border_stage(b, "large tiles", 0.5);
	edges = list_edges(b, store, &v);
	fr_border_stage(b, "hubs of large tiles", 0.55);
	g = make_graphs(b, &edges, v.count);
	for (uint32_t i = 0; i < b->first_count; i++)
		first[i] = v.number[b->first[i]];
	top->vertices = v;
	make_labels(b, &g, plan, top->labels);
	fr_release_numbers(b->arena, first, b->first_count);
	release_graphs(b, &g);
}

void
fr_top_labels_release(const fr_border_build *b, fr_top_labels *top)
{
	release_labels(b, top->labels);
	fr_vertices_release(b, &top->vertices);
}
