/*
 * offers.c - what the cells of a block could take of labels
 *
 * A cell sees some subgoals; by any of them it may reach a hub.  For each hub it
 * needs the least of those distances, and only if no hub of higher rank offers as
 * little: so a cell is treated as a vertex of lowest rank with edges to what it sees.
 */
#include "core/index/subgoals/packer.h"

#include <string.h>

#include "core/base/error.h"
#include "core/index/lines/lines.h"

static void
offer_label(fr_packer *p, const fr_label *label, uint32_t distance)
{
	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t rank = label->hubs[i].rank;
		uint32_t sum = distance + label->hubs[i].distance;

		if (p->best[rank] == FR_FAR)
			p->met[rank / 64] |= UINT64_C(1) << rank % 64;
		if (sum < p->best[rank])
			p->best[rank] = sum;
	}
}

/* Lists the ranks that were met, from the highest on, and clears their bits. */
void
fr_packer_list_ranks(fr_packer *p)
{
	uint32_t words = (p->parts->labels->count + 63) / 64;

	p->rank_count = 0;
	for (uint32_t i = 0; i < words; i++)
		for (; p->met[i]; p->met[i] &= p->met[i] - 1)
			p->ranks[p->rank_count++] = i * 64 + (uint32_t) __builtin_ctzll(p->met[i]);
}

/* Does a hub of higher rank offer as short a way to this one? */
static bool
is_implied(const fr_packer *p, uint32_t rank)
{
	const fr_labels *labels = p->parts->labels;
	const fr_label *label = &labels->of[labels->order[rank]];

	for (uint32_t i = 0; i + 1 < label->count; i++)
		if (p->best[label->hubs[i].rank] + label->hubs[i].distance <= p->best[rank])
			return true;
	return false;
}

/* Least important hubs first: whether one is implied depends on more important ones. */
static void
drop_implied(fr_packer *p)
{
	for (uint32_t i = p->rank_count; i-- > 0;)
		if (is_implied(p, p->ranks[i]))
			p->best[p->ranks[i]] = FR_FAR;
}

void
fr_packer_offer(fr_packer *p, fr_offer o)
{
	if (p->offer_count == p->offer_room)
	{
		fr_offer *old = p->offers;

		p->offer_room = 2 * p->offer_room + 1024;
		p->offers = fr_take(p->parts->m->arena, p->offer_room * sizeof *p->offers);
		if (old)
			memcpy(p->offers, old, p->offer_count * sizeof *old);
	}
	p->offers[p->offer_count++] = o;
}

static void
add_offers(fr_packer *p, uint32_t cell, uint32_t subgoal, uint32_t distance)
{
	const fr_label *label = &p->parts->labels->of[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
		if (distance + label->hubs[i].distance == p->best[label->hubs[i].rank])
			fr_packer_offer(p, (fr_offer){cell, label->hubs[i].rank, subgoal, i});
}

/* The distance from a cell to a subgoal that it sees. */
static uint32_t
distance_to(const fr_packer *p, fr_cell from, uint32_t subgoal)
{
	const fr_subgoals *s = p->parts->subgoals;
	fr_cell to = fr_padded_cell(s, s->cell[subgoal]);

	return fr_octile(p->parts->units, to.x - from.x, to.y - from.y);
}

static void
see_subgoals(fr_packer *p, fr_cell at)
{
	const fr_subgoals *s = p->parts->subgoals;

	p->found_count =
		fr_subgoals_scan(s, fr_padded(s, (uint32_t) at.x, (uint32_t) at.y), p->found);
	for (uint32_t i = 0; i < p->found_count; i++)
		p->found[i] = s->number[p->found[i]];
}

/* The offers of one cell of the block. */
static void
gather_cell(fr_packer *p, uint32_t cell, fr_cell at)
{
	const fr_label *labels = p->parts->labels->of;

	see_subgoals(p, at);
	for (uint32_t i = 0; i < p->found_count; i++)
		offer_label(p, &labels[p->found[i]], distance_to(p, at, p->found[i]));
	fr_packer_list_ranks(p);
	drop_implied(p);
	for (uint32_t i = 0; i < p->found_count; i++)
		add_offers(p, cell, p->found[i], distance_to(p, at, p->found[i]));
	for (uint32_t i = 0; i < p->rank_count; i++)
		p->best[p->ranks[i]] = FR_FAR;
}

void
fr_packer_gather(fr_packer *p, uint32_t x, uint32_t y)
{
	const fr_subgoals *s = p->parts->subgoals;

	if (p->parts->lines)
	{
		fr_line_gather(p, p->parts->lines, x, y);
		return;
	}
	p->offer_count = 0;
	for (uint32_t cell = 0; cell < FR_PACKED_CELLS; cell++)
	{
		fr_cell at = {(int32_t) (x + cell % FR_INDEX_BLOCK),
					  (int32_t) (y + cell / FR_INDEX_BLOCK)};

		if ((uint32_t) at.x < s->width && (uint32_t) at.y < s->height)
			gather_cell(p, cell, at);
	}
}
