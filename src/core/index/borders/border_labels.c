/*
 * border_labels.c - labels of border cells, from the largest tiles down to blocks
 *
 * Distances to a tile's gates are known.  Those to its inner nodes follow, these become
 * hubs, and so the gates of the four tiles that it is made of are known.  A block is
 * written when it is reached, and forgotten.
 *
 * A best way from an inner node to a hub that is not inside leads over a gate; the least
 * sum over the gates is its length.  A hub that is inner itself reaches no farther than
 * the gates, for these are more important.  So nothing is searched, and labels are those
 * that searches from the same hubs in the same order would make.
 */
#include "core/index/borders/border_build.h"

#include <string.h>

#include "core/base/random.h"

/* ---- memory ------------------------------------------------------------------------ */

/* Runs are copied by whole lanes, which may go beyond the last row. */
static size_t
cost_size(const fr_rows *r)
{
	return ((size_t) r->room * fr_rows_length(r) + FR_LANE) * sizeof *r->cost;
}

static fr_rows
take_rows(const fr_border_build *b, const fr_tile *tile, uint32_t hubs)
{
	fr_rows r = {.room = hubs + tile->inner,
				 .gate_lanes = fr_lanes(tile->gates),
				 .inner_lanes = tile->lanes};

	r.hub = fr_take_numbers(b->arena, r.room);
	r.cost = fr_take(b->arena, cost_size(&r));
	return r;
}

static void
fr_rows_release(const fr_border_build *b, fr_rows *r)
{
	fr_release_numbers(b->arena, r->hub, r->room);
	fr_release(b->arena, r->cost, cost_size(r));
}

/* ---- rows of a largest tile ----------------------------------------------------------- */

static const fr_label *
label_of_gate(const fr_top_labels *top, const fr_tile *tile, uint32_t gate, int side)
{
	return &top->labels[side].of[top->vertices.number[tile->cell[gate]]];
}

/* Notes by rank the row of each hub that a gate has; how many they are. */
static uint32_t
number_hubs(const fr_top_labels *top, const fr_tile *tile, int side, uint32_t *slot)
{
	uint32_t ranks = top->vertices.count;
	uint32_t count = 0;

	for (uint32_t gate = 0; gate < tile->gates; gate++)
	{
		const fr_label *label = label_of_gate(top, tile, gate, side);

		for (uint32_t i = 0; i < label->count; i++)
			slot[label->hubs[i].rank] = 0;
	}
	for (uint32_t rank = 0; rank < ranks; rank++)
		if (slot[rank] != FR_NO_SLOT)
			slot[rank] = count++;
	return count;
}

static void
note_labels(fr_rows *r, const fr_top_labels *top, const fr_tile *tile, int side,
			const uint32_t *slot)
{
	fr_no_costs(r->cost, r->count * fr_rows_length(r));
	for (uint32_t gate = 0; gate < tile->gates; gate++)
	{
		const fr_label *label = label_of_gate(top, tile, gate, side);

		for (uint32_t i = 0; i < label->count; i++)
			fr_rows_at(r, slot[label->hubs[i].rank])[gate] =
				(int32_t) label->hubs[i].distance * 2 + 1;
	}
}

/*
 * Lowers the costs to gates that do not have the hub, by way of more important hubs of
 * its label.
 */
static void
lower_by_label(const fr_border_build *b, const fr_rows *r, uint32_t row,
			   const fr_label *label, const uint32_t *slot)
{
	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t over = slot[label->hubs[i].rank];

		if (over != FR_NO_SLOT && over != row)
			b->minplus->lower(fr_rows_at(r, row), fr_rows_at(r, over), r->gate_lanes,
							  (int32_t) label->hubs[i].distance * 2);
	}
}

/* slot: a scratch number by rank, FR_NO_SLOT before and after. */
static fr_rows
fr_rows_of_top(fr_border_build *b, const fr_tile *tile, const fr_top_labels *top,
			   int side, uint32_t *slot)
{
	uint32_t count = number_hubs(top, tile, side, slot);
	const fr_labels *other = fr_top_other(b, top, side);
	fr_rows r = take_rows(b, tile, count);

	r.count = count;
	note_labels(&r, top, tile, side, slot);
	for (uint32_t rank = 0; rank < top->vertices.count; rank++)
	{
		if (slot[rank] == FR_NO_SLOT)
			continue;
		fr_border_poll(b);
		r.hub[slot[rank]] = rank;
		lower_by_label(b, &r, slot[rank], &other->of[other->order[rank]], slot);
	}
	memset(slot, 0xff, top->vertices.count * sizeof *slot);
	return r;
}

/* ---- inner nodes --------------------------------------------------------------------------- */

/* From the costs of gates those of inner nodes. */
static void
fr_rows_extend(fr_border_build *b, fr_rows *r, const fr_tile *tile, int side)
{
	if (tile->lanes == 0)
		return;
	for (uint32_t row = 0; row < r->count; row++)
	{
		fr_border_poll(b);
		b->minplus->combine(fr_rows_at(r, row), fr_tile_row(tile, side, 0), tile->gates,
							tile->lanes, fr_rows_inner(r, row));
	}
}

/*
 * Costs inside the tile to an inner node, which is a hub of every gate that reaches it.
 */
static void
start_own_row(fr_rows *r, const fr_tile *tile, int side, uint32_t inner)
{
	const int32_t *inside = fr_tile_row(tile, side, tile->gates + inner);
	int32_t *costs = fr_rows_inner(r, r->count);

	fr_no_costs(fr_rows_at(r, r->count), (size_t) r->gate_lanes * FR_LANE);
	for (uint32_t i = 0; i < tile->lanes * FR_LANE; i++)
		costs[i] = inside[i] < FR_NO_COST_32 ? inside[i] + 1 : FR_NO_COST_32;
}

/*
 * Lowers these costs by way of the node's own hubs, of which `other` has the rows; slot:
 * the row of a hub among `r`.
 */
static void
lower_own_row(fr_border_build *b, fr_rows *r, const fr_rows *other, uint32_t others,
			  uint32_t inner, const uint32_t *slot)
{
	for (uint32_t row = 0; row < others; row++)
	{
		int32_t cost = fr_rows_inner(other, row)[inner];
		uint32_t over = slot[other->hub[row]];

		if (cost & 1 && over != FR_NO_SLOT)
			b->minplus->lower(fr_rows_at(r, r->count), fr_rows_at(r, over),
							  r->gate_lanes + r->inner_lanes, cost - 1);
	}
	fr_border_poll(b);
}

static void
note_slots(const fr_rows *r, uint32_t *slot, bool on)
{
	for (uint32_t row = 0; row < r->count; row++)
		slot[r->hub[row]] = on ? row : FR_NO_SLOT;
}

/* The next row of both directions. */
static void
add_own_rows(fr_border_build *b, fr_rows sides[2], const fr_tile *tile, uint32_t inner,
			 uint32_t hub, uint32_t *slots[2])
{
	for (int side = 0; side <= b->directed; side++)
	{
		const fr_rows *other = &sides[b->directed ? !side : 0];

		start_own_row(&sides[side], tile, side, inner);
		lower_own_row(b, &sides[side], other, other->count, inner, slots[side]);
	}
	for (int side = 0; side <= b->directed; side++)
	{
		slots[side][hub] = sides[side].count;
		sides[side].hub[sides[side].count++] = hub;
	}
}

/*
 * The inner nodes become hubs, in the order given; `hubs` are their numbers.  slots: by
 * direction a scratch number by hub, FR_NO_SLOT before and after.
 */
static void
fr_rows_add_own(fr_border_build *b, fr_rows sides[2], const fr_tile *tile,
				const uint32_t *order, const uint32_t *hubs, uint32_t *slots[2])
{
	for (int side = 0; side <= b->directed; side++)
		note_slots(&sides[side], slots[side], true);
	for (uint32_t i = 0; i < tile->inner; i++)
		add_own_rows(b, sides, tile, order[i], hubs[order[i]], slots);
	for (int side = 0; side <= b->directed; side++)
		note_slots(&sides[side], slots[side], false);
}

/* ---- rows of a smaller tile ------------------------------------------------------------------ */

/* Nodes of the child that follow each other in the tile's rows, too. */
typedef struct run
{
	uint32_t from;
	uint32_t to;
	uint32_t count;
} run;

static uint32_t
list_runs(const fr_border_build *b, const fr_rows *r, const fr_tile *tile,
		  const fr_tile *child, run *runs)
{
	uint32_t count = 0;

	for (uint32_t node = 0; node < tile->gates + tile->inner; node++)
		b->place[tile->cell[node]] = fr_rows_slot(r, tile, node);
	for (uint32_t gate = 0; gate < child->gates; gate++)
	{
		uint32_t from = b->place[child->cell[gate]];

		if (count > 0 && from == runs[count - 1].from + runs[count - 1].count)
			runs[count - 1].count++;
		else
			runs[count++] = (run){from, gate, 1};
	}
	return count;
}

/* Copies whole lanes: bytes beyond a run are overwritten by the next run. */
static void
copy_runs(const run *runs, uint32_t count, const int32_t *from, int32_t *to)
{
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t k = 0; k < runs[i].count; k += FR_LANE)
			memcpy(to + runs[i].to + k, from + runs[i].from + k,
				   FR_LANE * sizeof(int32_t));
}

/* Rows of hubs that a gate of the child has. */
static fr_rows
fr_rows_of_child(fr_border_build *b, const fr_rows *r, const fr_tile *tile,
				 const fr_tile *child)
{
	fr_rows to = take_rows(b, child, r->count);
	size_t runs_size = ((size_t) child->gates + 1) * sizeof(run);
	run *runs = fr_take(b->arena, runs_size);
	uint32_t count = list_runs(b, r, tile, child, runs);

	for (uint32_t row = 0; row < r->count; row++)
	{
		int32_t *costs = fr_rows_at(&to, to.count);

		fr_border_poll(b);
		copy_runs(runs, count, fr_rows_at(r, row), costs);
		fr_no_costs(costs + child->gates, to.gate_lanes * FR_LANE - child->gates);
		to.hub[to.count] = r->hub[row];
		to.count += b->minplus->has_odd(costs, to.gate_lanes);
	}
	fr_release(b->arena, runs, runs_size);
	return to;
}

/* ---- in which order the inner nodes of a tile become hubs ------------------------ */

/*
 * First the one through which most ways inside the tile lead that lead over the cross, of
 * some random ones; then the one through which most of those lead that do not lead through
 * it; and so on.
 */

#define WAYS 512
#define TRIES (3 * WAYS)

/* Two nodes, and what the ways from one to the other over inner nodes cost. */
typedef struct way
{
	uint32_t from;
	uint32_t to;
	int32_t cost;
} way;

typedef struct cross
{
	const fr_minplus *minplus;
	const fr_tile *tile;
	way ways[WAYS];
	uint32_t way_count;
	int32_t *through; /* by inner node: the number of ways through it */
} cross;

static void
add_way(cross *c, uint32_t from, uint32_t to)
{
	int32_t cost = c->minplus->least_sum(fr_tile_row(c->tile, true, from),
										 fr_tile_row(c->tile, false, to), c->tile->lanes);

	if (from != to && cost < FR_NO_COST_32)
		c->ways[c->way_count++] = (way){from, to, cost};
}

static void
list_ways(cross *c)
{
	uint32_t nodes = c->tile->gates + c->tile->inner;
	uint64_t random = nodes;

	for (int i = 0; i < TRIES && c->way_count < WAYS; i++)
	{
		uint32_t from = fr_random_below(&random, nodes);

		add_way(c, from, fr_random_below(&random, nodes));
	}
}

static void
count_through(const cross *c, const way *w, int32_t by)
{
	c->minplus->count_equal(fr_tile_row(c->tile, true, w->from),
							fr_tile_row(c->tile, false, w->to), c->tile->lanes, w->cost,
							by, c->through);
}

static bool
leads_through(const cross *c, const way *w, uint32_t inner)
{
	return fr_tile_row(c->tile, true, w->from)[inner] +
			   fr_tile_row(c->tile, false, w->to)[inner] ==
		   w->cost;
}

/* Ways through the node count no more. */
static void
drop_ways(cross *c, uint32_t inner)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->way_count; i++)
		if (leads_through(c, &c->ways[i], inner))
			count_through(c, &c->ways[i], -1);
		else
			c->ways[kept++] = c->ways[i];
	c->way_count = kept;
}

/* The position, from the first on, of the node that most ways lead through. */
static uint32_t
find_busiest(const cross *c, const uint32_t *order, uint32_t first)
{
	uint32_t best = first;

	for (uint32_t i = first + 1; i < c->tile->inner; i++)
		if (c->through[order[i]] > c->through[order[best]])
			best = i;
	return best;
}

static void
fr_cross_order(fr_border_build *b, const fr_tile *tile, uint32_t *order)
{
	size_t size = (size_t) tile->lanes * FR_LANE * sizeof(int32_t);
	cross c = {.minplus = b->minplus, .tile = tile};

	c.through = fr_take(b->arena, size);
	memset(c.through, 0, size);
	list_ways(&c);
	for (uint32_t i = 0; i < c.way_count; i++)
		count_through(&c, &c.ways[i], 1);
	for (uint32_t i = 0; i < tile->inner; i++)
		order[i] = i;
	for (uint32_t i = 0; i < tile->inner; i++)
	{
		uint32_t best = find_busiest(&c, order, i);
		uint32_t hub = order[best];

		order[best] = order[i];
		order[i] = hub;
		fr_border_poll(b);
		drop_ways(&c, hub);
	}
	fr_release(b->arena, c.through, size);
}

/* ---- tile by tile ---------------------------------------------------------------- */

#define BLOCKS_BEGIN 0.65 /* of the work */

static void
release_sides(const fr_descent *d, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_rows_release(d->b, &sides[side]);
}

/* The inner nodes of a tile that is larger than a block become hubs. */
static void
add_hubs(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	uint32_t *order = fr_take_numbers(d->b->arena, tile->inner);
	uint32_t *hubs = fr_take_numbers(d->b->arena, tile->inner);

	fr_cross_order(d->b, tile, order);
	for (uint32_t i = 0; i < tile->inner; i++)
		hubs[order[i]] = d->next_hub++;
	fr_rows_add_own(d->b, sides, tile, order, hubs, d->slots);
	fr_release_numbers(d->b->arena, hubs, tile->inner);
	fr_release_numbers(d->b->arena, order, tile->inner);
}

static bool
write_block(fr_descent *d, const fr_tile *tile, const fr_rows sides[2])
{
	fr_poll_now(d->b->poll);
	fr_run_write(d->b, d->writer, tile, sides);
	return fr_run_writer_size(d->writer) <= d->max_size &&
		   (d->writer->many || d->writer->reliefs.bytes.size <= FR_MOST_RELIEFS);
}

static bool descend(fr_descent *d, const fr_tile *tile, fr_rows sides[2]);

static bool
descend_to_child(fr_descent *d, const fr_tile *tile, const fr_rows sides[2],
				 const fr_tile *child)
{
	fr_rows below[2];
	bool within;

	for (int side = 0; side <= d->b->directed; side++)
		below[side] = fr_rows_of_child(d->b, &sides[side], tile, child);
	within = descend(d, child, below);
	release_sides(d, below);
	return within;
}

/* Rows have the gates; false: more bytes are written than may be. */
static bool
descend(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_rows_extend(d->b, &sides[side], tile, side);
	if (tile->size == FR_INDEX_BLOCK)
		return write_block(d, tile, sides);
	add_hubs(d, tile, sides);
	for (int i = 0; i < 4; i++)
		if (tile->child[i] && !descend_to_child(d, tile, sides, tile->child[i]))
			return false;
	return true;
}

/* The rows of a largest tile are taken from labels, for its gates alone. */
static void
take_top_rows(fr_descent *d, const fr_tile *tile, fr_rows sides[2])
{
	for (int side = 0; side <= d->b->directed; side++)
		sides[side] = fr_rows_of_top(d->b, tile, d->top, side, d->slots[side]);
}

static bool
descend_from_top(fr_descent *d, int32_t x, int32_t y)
{
	fr_tile *tile = fr_tile_make(d->b, x, y, d->b->sizes.top, true, NULL);
	fr_rows sides[2];
	bool within;

	fr_tile_drop_between(d->b, tile);
	take_top_rows(d, tile, sides);
	within = descend(d, tile, sides);
	release_sides(d, sides);
	fr_tile_free(d->b, tile);
	return within;
}

static void
take_slots(fr_descent *d)
{
	for (int side = 0; side <= d->b->directed; side++)
	{
		d->slots[side] = fr_take_numbers(d->b->arena, d->b->hubs);
		memset(d->slots[side], 0xff, d->b->hubs * sizeof(uint32_t));
	}
}

static void
release_slots(fr_descent *d)
{
	for (int side = 0; side <= d->b->directed; side++)
		fr_release_numbers(d->b->arena, d->slots[side], d->b->hubs);
}

/* Writes the runs of all blocks; false: more bytes than may be. */
bool
fr_descend(fr_descent *d)
{
	int32_t size = d->b->sizes.top;
	int32_t height = (int32_t) d->b->grid->height;
	bool within = true;

	fr_border_stage(d->b, "blocks", BLOCKS_BEGIN);
	d->next_hub = d->top->vertices.count; /* those of the top are numbered by rank */
	take_slots(d);
	for (int32_t y = 0; within && y < height; y += size)
		for (int32_t x = 0; within && x < (int32_t) d->b->grid->width; x += size)
		{
			fr_progress_put(d->b->progress, "blocks",
							BLOCKS_BEGIN + (1 - BLOCKS_BEGIN) * (double) y / height);
			within = descend_from_top(d, x, y);
		}
	release_slots(d);
	return within;
}
