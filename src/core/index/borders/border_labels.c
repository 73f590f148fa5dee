/*
 * border_labels.c - labels of border cells, from large tiles down to blocks
 *
 * The distances between the boundary nodes of a tile and their hubs are known.  A best path
 * from an inner node to a hub outside passes a boundary node, so its length is the least sum
 * over the boundary nodes.  Then the inner nodes become hubs themselves.  Their searches would
 * not pass the boundary, because boundary nodes are more important.  So no search is needed,
 * and the labels are those of pruned searches from the same hubs in the same order.  With the
 * inner nodes, the boundary nodes of all four child tiles have distances.  A tile of 8 is
 * encoded, and its distances are freed.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/random.h"

/* Arrays of two are for distances to hubs, and from hubs if the build is directed. */
typedef struct labeling
{
	fr_border_build *b;
	fr_border_encoder *encoder;
	const fr_boundary_labels *boundary;
	size_t max_size;
	uint32_t next_hub;
	uint32_t *row_of[2]; /* by hub; FR_NO_ROW between uses */
} labeling;

/* Copies take whole lanes, which may end behind the last row. */
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
free_rows(const fr_border_build *b, fr_hub_rows rows[2])
{
	for (int i = 0; i <= b->directed; i++)
	{
		fr_arena_free_numbers(b->arena, rows[i].hub, rows[i].capacity);
		fr_arena_free(b->arena, rows[i].cost, cost_size(&rows[i]));
	}
}

/* ---- rows of a large tile, from labels ------------------------------------- */

static const fr_label *
label_of(const fr_boundary_labels *boundary, const fr_tile *tile, uint32_t node,
		 int direction)
{
	return &boundary->labels[direction].of[boundary->vertices.number[tile->cell[node]]];
}

/* Sets row_of for the hubs of the tile's boundary nodes; the number of these hubs. */
static uint32_t
number_rows(const fr_boundary_labels *boundary, const fr_tile *tile, int direction,
			uint32_t *row_of)
{
	uint32_t count = 0;

	for (uint32_t node = 0; node < tile->boundary; node++)
	{
		const fr_label *label = label_of(boundary, tile, node, direction);

		for (uint32_t i = 0; i < label->count; i++)
			row_of[label->hubs[i].rank] = 0;
	}
	for (uint32_t rank = 0; rank < boundary->vertices.count; rank++)
		if (row_of[rank] != FR_NO_ROW)
			row_of[rank] = count++;
	return count;
}

/* Lowers the row of a hub by paths over the more important hubs in the hub's own label. */
static void
lower_by_label(const fr_border_build *b, const fr_hub_rows *r, uint32_t row,
			   const fr_label *label, const uint32_t *row_of)
{
	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t over = row_of[label->hubs[i].rank];

		if (over != FR_NO_ROW && over != row)
			b->minplus->lower(fr_hub_row(r, row), fr_hub_row(r, over), r->boundary_lanes,
							  (int32_t) label->hubs[i].distance * 2);
	}
}

/*
 * The rows of a large tile, from the labels of its boundary nodes.  A label has the distances
 * to its own hubs; those to the other hubs of the tile are sums over its own.
 */
static fr_hub_rows
rows_of_large_tile(fr_border_build *b, const fr_tile *tile,
				   const fr_boundary_labels *boundary, int direction, uint32_t *row_of)
{
	const fr_labels *reverse = &boundary->labels[b->directed ? !direction : 0];
	uint32_t count = number_rows(boundary, tile, direction, row_of);
	fr_hub_rows r = new_rows(b, tile, count);

	r.count = count;
	fr_no_costs(r.cost, r.count * fr_hub_row_length(&r));
	for (uint32_t node = 0; node < tile->boundary; node++)
	{
		const fr_label *label = label_of(boundary, tile, node, direction);

		for (uint32_t i = 0; i < label->count; i++)
			fr_hub_row(&r, row_of[label->hubs[i].rank])[node] =
				(int32_t) label->hubs[i].distance * 2 + 1;
	}
	for (uint32_t rank = 0; rank < boundary->vertices.count; rank++)
	{
		uint32_t row = row_of[rank];

		if (row == FR_NO_ROW)
			continue;
		fr_border_poll(b);
		r.hub[row] = rank;
		lower_by_label(b, &r, row, &reverse->of[reverse->order[rank]], row_of);
	}
	memset(row_of, 0xff, boundary->vertices.count * sizeof *row_of);
	return r;
}

/* ---- inner nodes ----------------------------------------------------------- */

static void
extend_to_inner(fr_border_build *b, fr_hub_rows *r, const fr_tile *tile, int direction)
{
	if (tile->lanes == 0)
		return;
	for (uint32_t row = 0; row < r->count; row++)
	{
		fr_border_poll(b);
		b->minplus->combine(fr_hub_row(r, row), fr_tile_inner_costs(tile, direction, 0),
							tile->boundary, tile->lanes, fr_hub_row_inner(r, row));
	}
}

/* The costs inside the tile to a new hub, an inner node. */
static void
start_hub_row(fr_hub_rows *r, const fr_tile *tile, int direction, uint32_t inner)
{
	const int32_t *inside = fr_tile_inner_costs(tile, direction, tile->boundary + inner);
	int32_t *costs = fr_hub_row_inner(r, r->count);

	fr_no_costs(fr_hub_row(r, r->count), (size_t) r->boundary_lanes * FR_LANE);
	for (uint32_t i = 0; i < tile->lanes * FR_LANE; i++)
		costs[i] = inside[i] < FR_NO_COST_32 ? inside[i] + 1 : FR_NO_COST_32;
}

/* Lowers these costs by paths over the hubs in the node's own label, which `reverse` has. */
static void
lower_hub_row(fr_border_build *b, fr_hub_rows *r, const fr_hub_rows *reverse,
			  uint32_t inner, const uint32_t *row_of)
{
	uint32_t count = reverse->count;

	for (uint32_t row = 0; row < count; row++)
	{
		int32_t cost = fr_hub_row_inner(reverse, row)[inner];
		uint32_t over = row_of[reverse->hub[row]];

		if (cost & 1 && over != FR_NO_ROW)
			b->minplus->lower(fr_hub_row(r, r->count), fr_hub_row(r, over),
							  r->boundary_lanes + r->inner_lanes, cost - 1);
	}
	fr_border_poll(b);
}

static void
set_row_of(const labeling *l, const fr_hub_rows rows[2], bool set)
{
	for (int i = 0; i <= l->b->directed; i++)
		for (uint32_t row = 0; row < rows[i].count; row++)
			l->row_of[i][rows[i].hub[row]] = set ? row : FR_NO_ROW;
}

/* ---- the order of inner nodes ---------------------------------------------- */

/*
 * Greedy path cover on samples: the next hub is the inner node on most of the sampled best
 * paths inside the tile that no hub before it covers.
 */
#define HUB_SAMPLES 512
#define HUB_TRIES (3 * HUB_SAMPLES)

/* Two nodes, and the cost of a best path between them over inner nodes. */
typedef struct sample
{
	uint32_t from;
	uint32_t to;
	int32_t cost;
} sample;

typedef struct sampler
{
	const fr_minplus *minplus;
	const fr_tile *tile;
	sample samples[HUB_SAMPLES]; /* those not covered yet */
	uint32_t count;
	int32_t *coverage; /* by inner node: the number of samples that it is on */
} sampler;

static void
draw_samples(sampler *s)
{
	const fr_tile *tile = s->tile;
	uint32_t nodes = tile->boundary + tile->inner;
	uint64_t random = nodes;

	for (int i = 0; i < HUB_TRIES && s->count < HUB_SAMPLES; i++)
	{
		uint32_t from = fr_random_below(&random, nodes);
		uint32_t to = fr_random_below(&random, nodes);
		int32_t cost =
			s->minplus->least_sum(fr_tile_inner_costs(tile, true, from),
								  fr_tile_inner_costs(tile, false, to), tile->lanes);

		if (from != to && cost < FR_NO_COST_32)
			s->samples[s->count++] = (sample){from, to, cost};
	}
}

static void
add_coverage(const sampler *s, const sample *path, int32_t by)
{
	s->minplus->count_equal(fr_tile_inner_costs(s->tile, true, path->from),
							fr_tile_inner_costs(s->tile, false, path->to), s->tile->lanes,
							path->cost, by, s->coverage);
}

/* Drops the samples that an inner node is on. */
static void
drop_covered(sampler *s, uint32_t inner)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->count; i++)
	{
		const sample *path = &s->samples[i];

		if (fr_tile_inner_costs(s->tile, true, path->from)[inner] +
				fr_tile_inner_costs(s->tile, false, path->to)[inner] ==
			path->cost)
			add_coverage(s, path, -1);
		else
			s->samples[kept++] = *path;
	}
	s->count = kept;
}

static void
order_inner_nodes(fr_border_build *b, const fr_tile *tile, uint32_t *order)
{
	size_t size = (size_t) tile->lanes * FR_LANE * sizeof(int32_t);
	sampler s = {.minplus = b->minplus, .tile = tile};

	s.coverage = fr_arena_alloc(b->arena, size);
	memset(s.coverage, 0, size);
	draw_samples(&s);
	for (uint32_t i = 0; i < s.count; i++)
		add_coverage(&s, &s.samples[i], 1);
	for (uint32_t i = 0; i < tile->inner; i++)
		order[i] = i;
	for (uint32_t i = 0; i < tile->inner; i++)
	{
		uint32_t best = i;
		uint32_t hub;

		for (uint32_t k = i + 1; k < tile->inner; k++)
			if (s.coverage[order[k]] > s.coverage[order[best]])
				best = k;
		hub = order[best];
		order[best] = order[i];
		order[i] = hub;
		fr_border_poll(b);
		drop_covered(&s, hub);
	}
	fr_arena_free(b->arena, s.coverage, size);
}

/* The inner nodes of a tile become hubs. */
static void
add_inner_hubs(labeling *l, const fr_tile *tile, fr_hub_rows rows[2])
{
	fr_border_build *b = l->b;
	uint32_t *order = fr_arena_alloc_numbers(b->arena, tile->inner);

	order_inner_nodes(b, tile, order);
	set_row_of(l, rows, true);
	for (uint32_t n = 0; n < tile->inner; n++, l->next_hub++)
	{
		for (int i = 0; i <= b->directed; i++)
		{
			start_hub_row(&rows[i], tile, i, order[n]);
			lower_hub_row(b, &rows[i], &rows[b->directed ? !i : 0], order[n],
						  l->row_of[i]);
		}
		for (int i = 0; i <= b->directed; i++)
		{
			l->row_of[i][l->next_hub] = rows[i].count;
			rows[i].hub[rows[i].count++] = l->next_hub;
		}
	}
	set_row_of(l, rows, false);
	fr_arena_free_numbers(b->arena, order, tile->inner);
}

/* ---- rows of a child tile -------------------------------------------------- */

/* Boundary nodes of the child whose costs are consecutive in the rows of its parent, too. */
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
	for (uint32_t node = 0; node < child->boundary; node++)
	{
		uint32_t from = b->node_of[child->cell[node]];

		if (count > 0 && from == spans[count - 1].from + spans[count - 1].count)
			spans[count - 1].count++;
		else
			spans[count++] = (span){from, node, 1};
	}
	return count;
}

/* Copies whole lanes: the next span overwrites what is behind a span. */
static void
copy_spans(const span *spans, uint32_t count, const int32_t *from, int32_t *to)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < spans[i].count; k += FR_LANE)
			memcpy(to + spans[i].to + k, from + spans[i].from + k,
				   FR_LANE * sizeof(int32_t));
}

/* The rows of a child: those of hubs that the label of one of its boundary nodes has. */
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

/* ---- tile by tile ---------------------------------------------------------- */

/*
 * Labels and encodes a tile, given its rows with distances of its boundary nodes.  False: the
 * sections become too large, as in fr_label_blocks.
 */
static bool
label_tile(labeling *l, const fr_tile *tile, fr_hub_rows rows[2])
{
	fr_border_build *b = l->b;
	bool done = true;

	for (int i = 0; i <= b->directed; i++)
		extend_to_inner(b, &rows[i], tile, i);
	if (tile->size == FR_BLOCK_SIDE)
	{
		fr_poll_now(b->poll);
		fr_border_encode_block(b, l->encoder, tile, rows);
		return fr_border_encoder_size(l->encoder) <= l->max_size &&
			   (l->encoder->many ||
				l->encoder->offset_lists.bytes.size <= FR_OFFSETS_MAX);
	}
	add_inner_hubs(l, tile, rows);
	for (int k = 0; k < 4 && done; k++)
		if (tile->child[k])
		{
			fr_hub_rows below[2];

			for (int i = 0; i <= b->directed; i++)
				below[i] = rows_of_child(b, &rows[i], tile, tile->child[k]);
			done = label_tile(l, tile->child[k], below);
			free_rows(b, below);
		}
	return done;
}

static bool
label_large_tile(labeling *l, int32_t x, int32_t y)
{
	fr_border_build *b = l->b;
	fr_tile *tile = fr_tile_make(b, x, y, b->large_tile, true, NULL);
	fr_hub_rows rows[2];
	bool done;

	fr_tile_drop_clique(b, tile);
	for (int i = 0; i <= b->directed; i++)
		rows[i] = rows_of_large_tile(b, tile, l->boundary, i, l->row_of[i]);
	done = label_tile(l, tile, rows);
	free_rows(b, rows);
	fr_tile_free(b, tile);
	return done;
}

bool
fr_label_blocks(fr_border_build *b, const fr_boundary_labels *boundary,
				fr_border_encoder *e, size_t max_size)
{
	labeling l = {b, e, boundary, max_size, boundary->vertices.count, {NULL, NULL}};
	int32_t size = b->large_tile;
	int32_t height = (int32_t) b->grid->height;
	bool done = true;

	fr_border_begin_stage(b, "blocks");
	for (int i = 0; i <= b->directed; i++)
	{
		l.row_of[i] = fr_arena_alloc_numbers(b->arena, b->hub_count);
		memset(l.row_of[i], 0xff, b->hub_count * sizeof(uint32_t));
	}
	for (int32_t y = 0; done && y < height; y += size)
		for (int32_t x = 0; done && x < (int32_t) b->grid->width; x += size)
		{
			fr_progress_count(b->progress, (uint64_t) y, b->grid->height);
			done = label_large_tile(&l, x, y);
		}
	for (int i = 0; i <= b->directed; i++)
		fr_arena_free_numbers(b->arena, l.row_of[i], b->hub_count);
	return done;
}
