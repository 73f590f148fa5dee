/*
 * blocks.c - packing labels by block: what the cells of each 8 x 8 need of them
 *
 * Often several entries offer the same.  Then the cells of a block vote: each takes
 * of its offers one that most of them could take, so that the block has few.
 *
 * Block after block: gather the offers, vote, choose; then links spare
 * words, and what is left is written.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"
#include "core/grid/bits.h"
#include "core/index/lines/lines.h"
#include "core/index/subgoals/board.h"
#include "core/index/subgoals/packer.h"

/* ---- voting and choosing -------------------------------------------------- */

static uint32_t
entry_number(const fr_packer *p, const fr_offer *o)
{
	return p->first[o->subgoal] + o->entry;
}

static void
count_votes(fr_packer *p)
{
	for (uint32_t i = 0; i < p->offer_count; i++)
		p->popularity[p->offers[i].subgoal] += fr_bits_count(p->offers[i].cells);
}

static void
forget_votes(fr_packer *p)
{
	for (uint32_t i = 0; i < p->offer_count; i++)
	{
		p->offer_of[entry_number(p, &p->offers[i])] = FR_NO_OFFER;
		p->popularity[p->offers[i].subgoal] = 0;
	}
}

static uint32_t
item_number(fr_packer *p, uint32_t subgoal)
{
	const fr_subgoals *s = p->parts->subgoals;
	fr_draft *d = &p->draft;

	if (p->item_of[subgoal] == FR_NO_OFFER)
	{
		p->item_of[subgoal] = d->item_count;
		d->items[d->item_count++] =
			(fr_draft_item){.subgoal = subgoal,
							.rank = p->parts->labels->rank[subgoal],
							.at = fr_padded_cell(s, s->cell[subgoal]),
							.newest = FR_NO_WORD};
	}
	return p->item_of[subgoal];
}

/* Keys put words into their order: by hub, then by item; below is the entry of the label. */
static uint64_t
key_of(uint32_t rank, uint32_t item, uint32_t entry)
{
	return (uint64_t) rank << 32 | (uint64_t) item << 16 | entry;
}

static void
add_key(fr_packer *p, uint64_t key)
{
	if (p->key_count == p->key_room)
		p->keys = fr_grow(p->parts->m->arena, p->keys, sizeof *p->keys, p->key_count,
						  p->key_count + 1, &p->key_room);
	p->keys[p->key_count++] = key;
}

/* Cells take the offer: the item, and the entry. */
static void
take_offer(fr_packer *p, fr_offer *o, uint64_t cells)
{
	uint32_t number = item_number(p, o->subgoal);

	p->draft.items[number].cells |= cells;
	o->taken = cells;
	add_key(p, key_of(o->rank, number, o->entry));
}

/* The entry with more votes first; of two alike that of the item with more. */
static uint64_t
preference(const fr_packer *p, uint32_t offer)
{
	const fr_offer *o = &p->offers[offer];
	uint64_t votes = fr_bits_count(o->cells);

	return ~(votes << 56 | (uint64_t) p->popularity[o->subgoal] << 32 | ~offer);
}

/* Each cell takes one of the offers for a hub, the one that it prefers. */
static void
choose_of_hub(fr_packer *p, uint64_t *offers, uint32_t count)
{
	uint64_t served = 0;

	for (uint32_t i = 0; i < count; i++)
		offers[i] = preference(p, (uint32_t) offers[i]);
	fr_sort_keys(offers, count);
	for (uint32_t i = 0; i < count; i++)
	{
		fr_offer *o = &p->offers[(uint32_t) offers[i]];

		if (o->cells & ~served)
			take_offer(p, o, o->cells & ~served);
		served |= o->cells;
	}
}

/* The offers, by the rank of their hubs. */
static uint64_t *
order_offers(fr_packer *p)
{
	uint64_t *order;

	p->order.size = 0;
	order = (uint64_t *) fr_growing_add(&p->order, p->offer_count * sizeof *order);
	for (uint32_t i = 0; i < p->offer_count; i++)
		order[i] = (uint64_t) p->offers[i].rank << 32 | i;
	fr_sort_keys(order, p->offer_count);
	return order;
}

static void
choose_offers(fr_packer *p)
{
	fr_draft *d = &p->draft;
	uint64_t *order;

	d->item_count = d->word_count = d->link_count = 0;
	p->key_count = 0;
	order = order_offers(p);
	for (uint32_t i = 0, end; i < p->offer_count; i = end)
	{
		for (end = i + 1; end < p->offer_count && order[end] >> 32 == order[i] >> 32;)
			end++;
		choose_of_hub(p, order + i, end - i);
	}
	for (uint32_t i = 0; i < d->item_count; i++)
		p->item_of[d->items[i].subgoal] = FR_NO_OFFER;
}

/* An item is a hub itself, also where no cell needs it as one. */
static void
add_own_words(fr_packer *p)
{
	const fr_label *labels = p->parts->labels->of;

	for (uint32_t i = 0; i < p->draft.item_count; i++)
	{
		const fr_draft_item *item = &p->draft.items[i];
		uint32_t own = labels[item->subgoal].count - 1;

		uint32_t offer = p->offer_of[p->first[item->subgoal] + own];

		if (offer == FR_NO_OFFER || p->offers[offer].taken == 0)
			add_key(p, key_of(item->rank, i, own));
	}
}

static void
add_words(fr_packer *p)
{
	fr_draft *d = &p->draft;

	fr_sort_keys(p->keys, p->key_count);
	for (uint32_t i = 0; i < p->key_count; i++)
	{
		uint32_t item = (uint32_t) (p->keys[i] >> 16) & 0xffff;
		const fr_label *label = &p->parts->labels->of[d->items[item].subgoal];

		fr_draft_add(d, (uint32_t) (p->keys[i] >> 32), item,
					 label->hubs[p->keys[i] & 0xffff].distance);
	}
}

/* ---- all blocks ------------------------------------------------------------------ */

static void *
take_zero_bytes(const fr_arena *arena, size_t size)
{
	return memset(fr_take(arena, size), 0, size);
}

static void *
take_one_bytes(const fr_arena *arena, size_t size)
{
	return memset(fr_take(arena, size), 0xff, size);
}

static void
take_entries(fr_packer *p, const fr_labels *labels, const fr_arena *arena)
{
	uint32_t first = 0;

	p->first = fr_take(arena, ((size_t) labels->count + 1) * sizeof *p->first);
	for (uint32_t v = 0; v < labels->count; v++)
	{
		p->first[v] = first;
		first += labels->of[v].count;
	}
	p->offer_of = take_one_bytes(arena, labels->entries * sizeof *p->offer_of);
}

/* Rows of costs, or of lengths. */
static void
take_rows(fr_packer_rows *rows, const fr_index_parts *parts)
{
	const int32_t costs[2] = {FR_NO_COST_32, FR_NO_COST_32};
	const double length = FR_NO_LENGTH_NEAR;

	fr_packer_take_rows(rows, parts->labels->count, parts->m->arena);
	memcpy(&rows->none, parts->lines ? (const void *) &length : costs, sizeof rows->none);
	rows->size = FR_PACKED_CELLS * (parts->lines ? sizeof length : sizeof costs[0]);
}

static void
take_packer(fr_packer *p, const fr_index_parts *parts)
{
	const fr_arena *arena = parts->m->arena;
	size_t n = parts->labels->count;

	*p = (fr_packer){.parts = parts,
					 .minplus = fr_minplus_pick(),
					 .order = {.arena = arena},
					 .blocks = {.arena = arena}};
	if (parts->lines == NULL)
		p->found = fr_take_numbers(arena, fr_subgoals_most(parts->subgoals));
	take_rows(&p->sights, parts);
	take_rows(&p->hubs, parts);
	p->met = take_zero_bytes(arena, (n + 63) / 64 * sizeof *p->met);
	p->ranks = fr_take(arena, n * sizeof *p->ranks);
	p->popularity = take_zero_bytes(arena, n * sizeof *p->popularity);
	p->item_of = take_one_bytes(arena, n * sizeof *p->item_of);
	fr_draft_init(&p->draft, parts->labels->count, arena);
	if (parts->lines == NULL)
		p->boards =
			fr_boards_of(parts->m->plan->section[FR_SECTION_ROWS].bytes,
						 parts->m->request->grid->width, parts->m->request->grid->height,
						 parts->corners, arena, parts->m->poll);
	take_entries(p, parts->labels, arena);
}

/* The block's run; where it begins, in units of four bytes. */
static uint32_t
write_block(fr_packer *p, fr_block_counts counts)
{
	uint32_t at = (uint32_t) (p->blocks.size / 4);
	uint8_t *run =
		fr_growing_add(&p->blocks, fr_block_lay_out(counts, p->parts->kind).end);

	fr_draft_write(&p->draft, counts, p->parts->kind, run);
	return at;
}

/* The offers of one block that are taken, as words. */
static void
draft_block(fr_packer *p, uint32_t x, uint32_t y)
{
	fr_packer_gather(p, x, y);
	count_votes(p);
	choose_offers(p);
	add_own_words(p);
	add_words(p);
	forget_votes(p);
}

/* One block, whose first cell is (x, y); false: it has more than a run can hold. */
static bool
pack_block(fr_packer *p, uint32_t x, uint32_t y, uint32_t *at)
{
	fr_block_counts counts;

	*at = 0;
	draft_block(p, x, y);
	if (p->parts->lines)
		fr_line_note_seen(p);
	if (p->draft.item_count == 0)
		return true;
	if (p->draft.item_count > FR_BLOCK_ITEMS)
		return false;
	if (p->parts->lines == NULL)
		fr_draft_link_items(&p->draft, &p->boards, p->parts->units);
	if (!fr_draft_order(&p->draft, &counts))
		return false;
	*at = write_block(p, counts);
	return true;
}

#define BLOCKS_BEGIN 0.15 /* the share of the work that is done before */

/* Directory and blocks.  FR_INDEX_LIMIT where a block has more than it may. */
fr_status
fr_pack_blocks(const fr_index_parts *parts)
{
	uint32_t across = fr_blocks_across(parts->m->request->grid->width);
	uint32_t count = across * fr_blocks_across(parts->m->request->grid->height);
	uint8_t *directory =
		fr_plan_section(parts->m, FR_SECTION_DIRECTORY, (size_t) count * 4);
	fr_packer p;

	take_packer(&p, parts);
	write_block(&p, (fr_block_counts){0}); /* the run of all that have no items */
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t at;

		fr_progress_put(parts->m->request->progress, "blocks",
						BLOCKS_BEGIN + (1 - BLOCKS_BEGIN) * (double) i / count);
		fr_poll_now(parts->m->poll);
		if (!pack_block(&p, i % across * FR_INDEX_BLOCK, i / across * FR_INDEX_BLOCK,
						&at))
			return fr_fail(parts->m->error, FR_INDEX_LIMIT, .what = "subgoals of a block",
						   .found = p.draft.item_count, .wanted = FR_BLOCK_ITEMS);
		fr_put32(directory, i, at);
	}
	fr_growing_add(&p.blocks, FR_BLOCK_SLACK);
	parts->m->plan->section[FR_SECTION_BLOCKS] =
		(fr_index_section){p.blocks.bytes, p.blocks.size};
	return FR_OK;
}
