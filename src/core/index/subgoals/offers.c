/*
 * offers.c - what the cells of a block could take of labels
 *
 * A cell sees some subgoals; by any of them it may reach a hub.  For each hub it
 * needs the least of those distances, and only if no hub of higher rank offers as
 * little: so a cell is treated as a vertex of lowest rank with edges to what it sees.
 * All cells of a block are looked at at once: a row has a cost for each.
 */
#include "core/index/subgoals/packer.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"
#include "core/index/lines/lines.h"

#define LANES (FR_PACKED_CELLS / FR_LANE)

/* ---- rows -------------------------------------------------------------------- */

/* Rows by ranks or subgoals, of which there are at most so many. */
void
fr_packer_take_rows(fr_packer_rows *rows, size_t most, const fr_arena *arena)
{
	*rows = (fr_packer_rows){.of = fr_take(arena, most * sizeof *rows->of),
							 .what = fr_take(arena, most * sizeof *rows->what)};
	memset(rows->of, 0xff, most * sizeof *rows->of);
}

static void
add_row(fr_packer_rows *rows, uint32_t what)
{
	uint8_t *row = fr_packer_row(rows, rows->count);

	for (size_t i = 0; i < rows->size; i += sizeof rows->none)
		memcpy(row + i, &rows->none, sizeof rows->none);
	rows->what[rows->count] = what;
	rows->of[what] = rows->count++;
}

/* The number of the row of a rank or of a subgoal, a new one if there is none. */
uint32_t
fr_packer_row_for(fr_packer *p, fr_packer_rows *rows, uint32_t what)
{
	if (rows->of[what] == FR_NO_OFFER)
	{
		if (rows->count == rows->room)
			rows->bytes = fr_grow(p->parts->m->arena, rows->bytes, rows->size,
								  rows->count, rows->count + 1, &rows->room);
		add_row(rows, what);
	}
	return rows->of[what];
}

void
fr_packer_forget(fr_packer_rows *rows)
{
	for (uint32_t i = 0; i < rows->count; i++)
		rows->of[rows->what[i]] = FR_NO_OFFER;
	rows->count = 0;
}

/* ---- what cells see ------------------------------------------------------------- */

/* The distance from a cell to a subgoal that it sees. */
static int32_t
distance_to(const fr_packer *p, fr_cell from, uint32_t cell)
{
	fr_cell to = fr_padded_cell(p->parts->subgoals, cell);

	return (int32_t) fr_octile(p->parts->units, to.x - from.x, to.y - from.y);
}

/* An end of a link also sees itself: a best path may begin with the link. */
static void
see_from(fr_packer *p, uint32_t cell, fr_cell at)
{
	const fr_subgoals *s = p->parts->subgoals;
	uint32_t from = fr_padded(s, (uint32_t) at.x, (uint32_t) at.y);
	uint32_t count = fr_subgoals_scan(s, from, p->found);

	if (fr_subgoals_is_end(s, at))
		p->found[count++] = from;
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t row = fr_packer_row_for(p, &p->sights, s->number[p->found[i]]);

		((int32_t *) fr_packer_row(&p->sights, row))[cell] =
			distance_to(p, at, p->found[i]);
	}
}

static void
see_from_all(fr_packer *p, uint32_t x, uint32_t y)
{
	const fr_subgoals *s = p->parts->subgoals;

	for (uint32_t cell = 0; cell < FR_PACKED_CELLS; cell++)
	{
		fr_cell at = {(int32_t) (x + cell % FR_INDEX_BLOCK),
					  (int32_t) (y + cell / FR_INDEX_BLOCK)};

		if ((uint32_t) at.x < s->width && (uint32_t) at.y < s->height)
			see_from(p, cell, at);
	}
}

/* ---- hubs ----------------------------------------------------------------------- */

/* The row of a hub that is met. */
static uint32_t
meet_hub(fr_packer *p, uint32_t rank)
{
	p->met[rank / 64] |= UINT64_C(1) << rank % 64;
	return fr_packer_row_for(p, &p->hubs, rank);
}

/* The least costs to the hubs of the subgoal of a row. */
static void
reach_hubs(fr_packer *p, uint32_t row)
{
	const fr_label *label = &p->parts->labels->of[p->sights.what[row]];

	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t hub = meet_hub(p, label->hubs[i].rank);

		p->minplus->lower_by(fr_packer_row(&p->hubs, hub), fr_packer_row(&p->sights, row),
							 LANES, (int32_t) label->hubs[i].distance);
	}
}

/* Lists the ranks that were met, from the highest on, and clears their bits. */
static void
list_ranks(fr_packer *p)
{
	uint32_t words = (p->parts->labels->count + 63) / 64;

	p->rank_count = 0;
	for (uint32_t i = 0; i < words; i++)
		for (; p->met[i]; p->met[i] &= p->met[i] - 1)
			p->ranks[p->rank_count++] = i * 64 + (uint32_t) __builtin_ctzll(p->met[i]);
}

/* Costs to a hub that some hub of higher rank offers, too, are none. */
static void
drop_implied(fr_packer *p, uint32_t rank)
{
	const fr_labels *labels = p->parts->labels;
	const fr_label *label = &labels->of[labels->order[rank]];
	int32_t *costs = fr_packer_row(&p->hubs, p->hubs.of[rank]);
	bool left = true;

	for (uint32_t i = 0; i + 1 < label->count && left; i++)
	{
		uint32_t over = p->hubs.of[label->hubs[i].rank];

		if (over != FR_NO_OFFER)
			left = p->minplus->drop(costs, fr_packer_row(&p->hubs, over), LANES,
									(int32_t) label->hubs[i].distance);
	}
}

/* ---- offers --------------------------------------------------------------------- */

/* More cells may take an entry. */
void
fr_packer_offer(fr_packer *p, fr_offer o)
{
	uint32_t *number = &p->offer_of[p->first[o.subgoal] + o.entry];

	if (*number != FR_NO_OFFER)
	{
		p->offers[*number].cells |= o.cells;
		return;
	}
	if (p->offer_count == p->offer_room)
		p->offers = fr_grow(p->parts->m->arena, p->offers, sizeof *p->offers,
							p->offer_count, p->offer_count + 1, &p->offer_room);
	*number = p->offer_count;
	p->offers[p->offer_count++] = o;
}

static uint64_t
cells_with_a_cost(const int32_t *costs)
{
	uint64_t cells = 0;

	for (int i = 0; i < FR_PACKED_CELLS; i++)
		cells |= (uint64_t) (costs[i] < FR_NO_COST_32) << i;
	return cells;
}

static void
add_offers(fr_packer *p, uint32_t row)
{
	const int32_t *costs = fr_packer_row(&p->sights, row);
	uint64_t seeing = cells_with_a_cost(costs);
	uint32_t subgoal = p->sights.what[row];
	const fr_label *label = &p->parts->labels->of[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
	{
		fr_offer o = {.rank = label->hubs[i].rank, .subgoal = subgoal, .entry = i};

		o.cells =
			seeing & p->minplus->equal(costs, fr_packer_row(&p->hubs, p->hubs.of[o.rank]),
									   LANES, (int32_t) label->hubs[i].distance);
		if (o.cells != 0)
			fr_packer_offer(p, o);
	}
}

/* Least important hubs first: whether one is implied depends on more important ones. */
static void
gather(fr_packer *p, uint32_t x, uint32_t y)
{
	see_from_all(p, x, y);
	for (uint32_t row = 0; row < p->sights.count; row++)
		reach_hubs(p, row);
	list_ranks(p);
	for (uint32_t i = p->rank_count; i-- > 0;)
		drop_implied(p, p->ranks[i]);
	for (uint32_t row = 0; row < p->sights.count; row++)
		add_offers(p, row);
}

/* The offers of the block whose first cell is (x, y). */
void
fr_packer_gather(fr_packer *p, uint32_t x, uint32_t y)
{
	p->offer_count = 0;
	if (p->parts->lines)
		fr_line_gather(p, p->parts->lines, x, y);
	else
		gather(p, x, y);
	fr_packer_forget(&p->sights);
	fr_packer_forget(&p->hubs);
}
