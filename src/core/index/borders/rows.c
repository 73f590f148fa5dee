/*
 * rows.c - from distances to a tile's gates those to all that is inside
 *
 * A best way from an inner node to a hub that is not inside leads over a gate; the least
 * sum over the gates is its length.  A hub that is inner itself reaches no farther than
 * the gates, for these are more important.  So nothing is searched, and labels are those
 * that searches from the same hubs in the same order would make.
 */
#include "core/index/borders/rows.h"

#include <string.h>

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

void
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
fr_rows
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
void
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
void
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
fr_rows
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
