/*
 * border_labels.c - labels of border cells, from the largest tiles down to blocks
 *
 * Distances to a tile's boundary are known.  Those to its inner nodes follow, these become
 * hubs, and so the boundary of the four tiles that it is made of are known.  A block is
 * written when it is reached, and forgotten.
 *
 * A best sampled_path from an inner node to a hub that is not inside leads over a gate; the least
 * sum over the boundary is its length.  A hub that is inner itself reaches no farther than
 * the boundary, for these are more important.  So nothing is searched, and labels are those
 * that searches from the same hubs in the same order would make.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/random.h"

/* ---- memory ------------------------------------------------------------------------ */

/* Runs are copied by whole lanes, which may go beyond the last row. */
static size_t
cost_size(const fr_hub_rows *r)
{
	return ((size_t) r->capacity * fr_hub_row_length(r) + FR_LANE) * sizeof *r->cost;
}

static fr_hub_rows
new_rows(const fr_border_build *b, const fr_tile *tile, uint32_t hubs)
{
	fr_hub_rows r = {.capacity = hubs + tile->inner,
					 .boundary_lanes = fr_lanes(tile->boundary),
					 .inner_lanes = tile->lanes};

	r.hub = fr_arena_alloc_numbers(b->arena, r.capacity);
	r.cost = fr_arena_alloc(b->arena, cost_size(&r));
	return r;
}

static void
free_rows(const fr_border_build *b, fr_hub_rows *r)
{
	fr_arena_free_numbers(b->arena, r->hub, r->capacity);
	fr_arena_free(b->arena, r->cost, cost_size(r));
}

/* ---- rows of a largest tile ----------------------------------------------------------- */

static const fr_label *
label_of_boundary(const fr_boundary_labels *top, const fr_tile *tile, uint32_t gate,
				  int side)
{
	return &top->labels[side].of[top->vertices.number[tile->cell[gate]]];
}

/* Notes by rank the row of each hub that a gate has; how many they are. */
static uint32_t
number_hubs(const fr_boundary_labels *top, const fr_tile *tile, int side,
			uint32_t *row_by_hub)
{
	uint32_t ranks = top->vertices.count;
	uint32_t count = 0;

	for (uint32_t gate = 0; gate < tile->boundary; gate++)
	{
		const fr_label *label = label_of_boundary(top, tile, gate, side);

		for (uint32_t i = 0; i < label->count; i++)
			row_by_hub[label->hubs[i].rank] = 0;
	}
	for (uint32_t rank = 0; rank < ranks; rank++)
		if (row_by_hub[rank] != FR_NO_ROW)
			row_by_hub[rank] = count++;
	return count;
}

static void
copy_labels(fr_hub_rows *r, const fr_boundary_labels *top, const fr_tile *tile, int side,
			const uint32_t *row_by_hub)
{
	fr_no_costs(r->cost, r->count * fr_hub_row_length(r));
	for (uint32_t gate = 0; gate < tile->boundary; gate++)
	{
		const fr_label *label = label_of_boundary(top, tile, gate, side);

		for (uint32_t i = 0; i < label->count; i++)
			fr_hub_row(r, row_by_hub[label->hubs[i].rank])[gate] =
				(int32_t) label->hubs[i].distance * 2 + 1;
	}
}

/*
 * Lowers the costs to boundary that do not have the hub, by sampled_path of more important hubs of
 * its label.
 */
static void
lower_by_label(const fr_border_build *b, const fr_hub_rows *r, uint32_t row,
			   const fr_label *label, const uint32_t *row_by_hub)
{
	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t over = row_by_hub[label->hubs[i].rank];

		if (over != FR_NO_ROW && over != row)
			b->minplus->lower(fr_hub_row(r, row), fr_hub_row(r, over), r->boundary_lanes,
							  (int32_t) label->hubs[i].distance * 2);
	}
}

/* row_by_hub: a scratch number by rank, FR_NO_ROW before and after. */
static fr_hub_rows
rows_of_large_tile(fr_border_build *b, const fr_tile *tile, const fr_boundary_labels *top,
				   int side, uint32_t *row_by_hub)
{
	uint32_t count = number_hubs(top, tile, side, row_by_hub);
	const fr_labels *other = fr_boundary_labels_reverse(b, top, side);
	fr_hub_rows r = new_rows(b, tile, count);

	r.count = count;
	copy_labels(&r, top, tile, side, row_by_hub);
	for (uint32_t rank = 0; rank < top->vertices.count; rank++)
	{
		if (row_by_hub[rank] == FR_NO_ROW)
			continue;
		fr_border_poll(b);
		r.hub[row_by_hub[rank]] = rank;
		lower_by_label(b, &r, row_by_hub[rank], &other->of[other->order[rank]],
					   row_by_hub);
	}
	memset(row_by_hub, 0xff, top->vertices.count * sizeof *row_by_hub);
	return r;
}

/* ---- inner nodes --------------------------------------------------------------------------- */

/* From the costs of boundary those of inner nodes. */
static void
extend_to_inner(fr_border_build *b, fr_hub_rows *r, const fr_tile *tile, int side)
{
	if (tile->lanes == 0)
		return;
	for (uint32_t row = 0; row < r->count; row++)
	{
		fr_border_poll(b);
		b->minplus->combine(fr_hub_row(r, row), fr_tile_inner_costs(tile, side, 0),
							tile->boundary, tile->lanes, fr_hub_row_inner(r, row));
	}
}

/*
 * Costs inside the tile to an inner node, which is a hub of every gate that reaches it.
 */
static void
start_hub_row(fr_hub_rows *r, const fr_tile *tile, int side, uint32_t inner)
{
	const int32_t *inside = fr_tile_inner_costs(tile, side, tile->boundary + inner);
	int32_t *costs = fr_hub_row_inner(r, r->count);

	fr_no_costs(fr_hub_row(r, r->count), (size_t) r->boundary_lanes * FR_LANE);
	for (uint32_t i = 0; i < tile->lanes * FR_LANE; i++)
		costs[i] = inside[i] < FR_NO_COST_32 ? inside[i] + 1 : FR_NO_COST_32;
}

/*
 * Lowers these costs by sampled_path of the node's own hubs, of which `other` has the rows; row_by_hub:
 * the row of a hub among `r`.
 */
static void
lower_hub_row(fr_border_build *b, fr_hub_rows *r, const fr_hub_rows *other,
			  uint32_t others, uint32_t inner, const uint32_t *row_by_hub)
{
	for (uint32_t row = 0; row < others; row++)
	{
		int32_t cost = fr_hub_row_inner(other, row)[inner];
		uint32_t over = row_by_hub[other->hub[row]];

		if (cost & 1 && over != FR_NO_ROW)
			b->minplus->lower(fr_hub_row(r, r->count), fr_hub_row(r, over),
							  r->boundary_lanes + r->inner_lanes, cost - 1);
	}
	fr_border_poll(b);
}

static void
set_rows(const fr_hub_rows *r, uint32_t *row_by_hub, bool on)
{
	for (uint32_t row = 0; row < r->count; row++)
		row_by_hub[r->hub[row]] = on ? row : FR_NO_ROW;
}

/* The next row of both directions. */
static void
add_hub_rows(fr_border_build *b, fr_hub_rows sides[2], const fr_tile *tile,
			 uint32_t inner, uint32_t hub, uint32_t *rows_by_hub[2])
{
	for (int side = 0; side <= b->directed; side++)
	{
		const fr_hub_rows *other = &sides[b->directed ? !side : 0];

		start_hub_row(&sides[side], tile, side, inner);
		lower_hub_row(b, &sides[side], other, other->count, inner, rows_by_hub[side]);
	}
	for (int side = 0; side <= b->directed; side++)
	{
		rows_by_hub[side][hub] = sides[side].count;
		sides[side].hub[sides[side].count++] = hub;
	}
}

/*
 * The inner nodes become hubs, in the order given; `hubs` are their numbers.  rows_by_hub: by
 * direction a scratch number by hub, FR_NO_ROW before and after.
 */
static void
add_inner_hubs(fr_border_build *b, fr_hub_rows sides[2], const fr_tile *tile,
			   const uint32_t *order, const uint32_t *hubs, uint32_t *rows_by_hub[2])
{
	for (int side = 0; side <= b->directed; side++)
		set_rows(&sides[side], rows_by_hub[side], true);
	for (uint32_t i = 0; i < tile->inner; i++)
		add_hub_rows(b, sides, tile, order[i], hubs[order[i]], rows_by_hub);
	for (int side = 0; side <= b->directed; side++)
		set_rows(&sides[side], rows_by_hub[side], false);
}

/* ---- rows of a smaller tile ------------------------------------------------------------------ */

/* Nodes of the child that follow each other in the tile's rows, too. */
typedef struct span
{
	uint32_t from;
	uint32_t to;
	uint32_t count;
} span;

static uint32_t
list_spans(const fr_border_build *b, const fr_hub_rows *r, const fr_tile *tile,
		   const fr_tile *child, span *spans)
{
	uint32_t count = 0;

	for (uint32_t node = 0; node < tile->boundary + tile->inner; node++)
		b->node_of[tile->cell[node]] = fr_hub_row_position(r, tile, node);
	for (uint32_t gate = 0; gate < child->boundary; gate++)
	{
		uint32_t from = b->node_of[child->cell[gate]];

		if (count > 0 && from == spans[count - 1].from + spans[count - 1].count)
			spans[count - 1].count++;
		else
			spans[count++] = (span){from, gate, 1};
	}
	return count;
}

/* Copies whole lanes: bytes beyond a span are overwritten by the next span. */
static void
copy_spans(const span *spans, uint32_t count, const int32_t *from, int32_t *to)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < spans[i].count; k += FR_LANE)
			memcpy(to + spans[i].to + k, from + spans[i].from + k,
				   FR_LANE * sizeof(int32_t));
}

/* Rows of hubs that a gate of the child has. */
static fr_hub_rows
rows_of_child(fr_border_build *b, const fr_hub_rows *r, const fr_tile *tile,
			  const fr_tile *child)
{
	fr_hub_rows to = new_rows(b, child, r->count);
	size_t spans_size = ((size_t) child->boundary + 1) * sizeof(span);
	span *spans = fr_arena_alloc(b->arena, spans_size);
	uint32_t count = list_spans(b, r, tile, child, spans);

	for (uint32_t row = 0; row < r->count; row++)
	{
		int32_t *costs = fr_hub_row(&to, to.count);

		fr_border_poll(b);
		copy_spans(spans, count, fr_hub_row(r, row), costs);
		fr_no_costs(costs + child->boundary,
					to.boundary_lanes * FR_LANE - child->boundary);
		to.hub[to.count] = r->hub[row];
		to.count += b->minplus->has_odd(costs, to.boundary_lanes);
	}
	fr_arena_free(b->arena, spans, spans_size);
	return to;
}

/* ---- in which order the inner nodes of a tile become hubs ------------------------ */

/*
 * First the one coverage which most paths inside the tile lead that lead over the sampler, of
 * some random ones; then the one coverage which most of those lead that do not lead coverage
 * it; and so on.
 */

#define SAMPLED_PATHS 512
#define SAMPLE_TRIES (3 * SAMPLED_PATHS)

/* Two nodes, and what the paths from one to the other over inner nodes cost. */
typedef struct sampled_path
{
	uint32_t from;
	uint32_t to;
	int32_t cost;
} sampled_path;

typedef struct sampler
{
	const fr_minplus *minplus;
	const fr_tile *tile;
	sampled_path paths[SAMPLED_PATHS];
	uint32_t path_count;
	int32_t *coverage; /* by inner node: the number of paths coverage it */
} sampler;

static void
sample_path(sampler *c, uint32_t from, uint32_t to)
{
	int32_t cost =
		c->minplus->least_sum(fr_tile_inner_costs(c->tile, true, from),
							  fr_tile_inner_costs(c->tile, false, to), c->tile->lanes);

	if (from != to && cost < FR_NO_COST_32)
		c->paths[c->path_count++] = (sampled_path){from, to, cost};
}

static void
sample_paths(sampler *c)
{
	uint32_t nodes = c->tile->boundary + c->tile->inner;
	uint64_t random = nodes;

	for (int i = 0; i < SAMPLE_TRIES && c->path_count < SAMPLED_PATHS; i++)
	{
		uint32_t from = fr_random_below(&random, nodes);

		sample_path(c, from, fr_random_below(&random, nodes));
	}
}

static void
count_coverage(const sampler *c, const sampled_path *w, int32_t by)
{
	c->minplus->count_equal(fr_tile_inner_costs(c->tile, true, w->from),
							fr_tile_inner_costs(c->tile, false, w->to), c->tile->lanes,
							w->cost, by, c->coverage);
}

static bool
passes(const sampler *c, const sampled_path *w, uint32_t inner)
{
	return fr_tile_inner_costs(c->tile, true, w->from)[inner] +
			   fr_tile_inner_costs(c->tile, false, w->to)[inner] ==
		   w->cost;
}

/* Ways coverage the node count no more. */
static void
drop_covered(sampler *c, uint32_t inner)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->path_count; i++)
		if (passes(c, &c->paths[i], inner))
			count_coverage(c, &c->paths[i], -1);
		else
			c->paths[kept++] = c->paths[i];
	c->path_count = kept;
}

/* The position, from the first on, of the node that most paths lead coverage. */
static uint32_t
most_covering(const sampler *c, const uint32_t *order, uint32_t first)
{
	uint32_t best = first;

	for (uint32_t i = first + 1; i < c->tile->inner; i++)
		if (c->coverage[order[i]] > c->coverage[order[best]])
			best = i;
	return best;
}

static void
order_inner_nodes(fr_border_build *b, const fr_tile *tile, uint32_t *order)
{
	size_t size = (size_t) tile->lanes * FR_LANE * sizeof(int32_t);
	sampler c = {.minplus = b->minplus, .tile = tile};

	c.coverage = fr_arena_alloc(b->arena, size);
	memset(c.coverage, 0, size);
	sample_paths(&c);
	for (uint32_t i = 0; i < c.path_count; i++)
		count_coverage(&c, &c.paths[i], 1);
	for (uint32_t i = 0; i < tile->inner; i++)
		order[i] = i;
	for (uint32_t i = 0; i < tile->inner; i++)
	{
		uint32_t best = most_covering(&c, order, i);
		uint32_t hub = order[best];

		order[best] = order[i];
		order[i] = hub;
		fr_border_poll(b);
		drop_covered(&c, hub);
	}
	fr_arena_free(b->arena, c.coverage, size);
}

/* ---- tile by tile ---------------------------------------------------------------- */

#define BLOCKS_BEGIN 0.65 /* of the work */

static void
free_both_rows(const fr_labeling *d, fr_hub_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		free_rows(d->b, &sides[side]);
}

/* The inner nodes of a tile that is larger than a block become hubs. */
static void
add_tile_hubs(fr_labeling *d, const fr_tile *tile, fr_hub_rows sides[2])
{
	uint32_t *order = fr_arena_alloc_numbers(d->b->arena, tile->inner);
	uint32_t *hubs = fr_arena_alloc_numbers(d->b->arena, tile->inner);

	order_inner_nodes(d->b, tile, order);
	for (uint32_t i = 0; i < tile->inner; i++)
		hubs[order[i]] = d->next_hub++;
	add_inner_hubs(d->b, sides, tile, order, hubs, d->rows_by_hub);
	fr_arena_free_numbers(d->b->arena, hubs, tile->inner);
	fr_arena_free_numbers(d->b->arena, order, tile->inner);
}

static bool
write_block(fr_labeling *d, const fr_tile *tile, const fr_hub_rows sides[2])
{
	fr_poll_now(d->b->poll);
	fr_border_encode_block(d->b, d->writer, tile, sides);
	return fr_border_encoder_size(d->writer) <= d->max_size &&
		   (d->writer->many || d->writer->reliefs.bytes.size <= FR_OFFSETS_MAX);
}

static bool label_tile(fr_labeling *d, const fr_tile *tile, fr_hub_rows sides[2]);

static bool
label_child(fr_labeling *d, const fr_tile *tile, const fr_hub_rows sides[2],
			const fr_tile *child)
{
	fr_hub_rows below[2];
	bool within;

	for (int side = 0; side <= d->b->directed; side++)
		below[side] = rows_of_child(d->b, &sides[side], tile, child);
	within = label_tile(d, child, below);
	free_both_rows(d, below);
	return within;
}

/* Rows have the boundary; false: more bytes are written than may be. */
static bool
label_tile(fr_labeling *d, const fr_tile *tile, fr_hub_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		extend_to_inner(d->b, &sides[side], tile, side);
	if (tile->size == FR_BLOCK_SIDE)
		return write_block(d, tile, sides);
	add_tile_hubs(d, tile, sides);
	for (int i = 0; i < 4; i++)
		if (tile->child[i] && !label_child(d, tile, sides, tile->child[i]))
			return false;
	return true;
}

/* The rows of a largest tile are taken from labels, for its boundary alone. */
static void
rows_of_both(fr_labeling *d, const fr_tile *tile, fr_hub_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		sides[side] = rows_of_large_tile(d->b, tile, d->top, side, d->rows_by_hub[side]);
}

static bool
label_large_tile(fr_labeling *d, int32_t x, int32_t y)
{
	fr_tile *tile = fr_tile_make(d->b, x, y, d->b->tile_sizes.large, true, NULL);
	fr_hub_rows sides[2];
	bool within;

	fr_tile_drop_clique(d->b, tile);
	rows_of_both(d, tile, sides);
	within = label_tile(d, tile, sides);
	free_both_rows(d, sides);
	fr_tile_free(d->b, tile);
	return within;
}

static void
new_row_tables(fr_labeling *d)
{
	for (int side = 0; side <= d->b->directed; side++)
	{
		d->rows_by_hub[side] = fr_arena_alloc_numbers(d->b->arena, d->b->hub_count);
		memset(d->rows_by_hub[side], 0xff, d->b->hub_count * sizeof(uint32_t));
	}
}

static void
free_row_tables(fr_labeling *d)
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_arena_free_numbers(d->b->arena, d->rows_by_hub[side], d->b->hub_count);
}

/* Writes the spans of all blocks; false: more bytes than may be. */
bool
fr_label_blocks(fr_labeling *d)
{
	int32_t size = d->b->tile_sizes.large;
	int32_t height = (int32_t) d->b->grid->height;
	bool within = true;

	fr_border_begin_stage(d->b, "blocks", BLOCKS_BEGIN);
	d->next_hub = d->top->vertices.count; /* those of the top are numbered by rank */
	new_row_tables(d);
	for (int32_t y = 0; within && y < height; y += size)
		for (int32_t x = 0; within && x < (int32_t) d->b->grid->width; x += size)
		{
			fr_progress_put(d->b->progress, "blocks",
							BLOCKS_BEGIN + (1 - BLOCKS_BEGIN) * (double) y / height);
			within = label_large_tile(d, x, y);
		}
	free_row_tables(d);
	return within;
}
