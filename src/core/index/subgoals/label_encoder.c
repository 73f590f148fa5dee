/*
 * label_encoder.c - packing labels by block: what the cells of each 8 x 8 need of them
 *
 * Often several entries offer the same.  Then the cells of a block vote: each takes
 * of its offers one that most of them could take, so that the block has few.
 *
 * Block after block: gather the offers, vote, choose; then links spare
 * words, and what is left is written.
 *
 * A cell sees some subgoals; by any of them it may reach a hub.  For each hub it
 * needs the least of those distances, and only if no hub of higher rank offers as
 * little: so a cell is treated as a vertex of lowest rank with edges to what it sees.
 * All cells of a block are looked at at once: a row has a cost for each.
 */
#include "core/index/subgoals/label_encoder.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/index/subgoals/sight_bitmap.h"

#define LANES (FR_PACKED_CELLS / FR_LANE)

/* ---- rows -------------------------------------------------------------------- */

/* Rows by ranks or subgoals, of which there are at most so many. */
void
fr_packer_take_rows(fr_packer_rows *rows, size_t most, const fr_arena *arena)
{
	*rows = (fr_packer_rows){.of = fr_arena_alloc(arena, most * sizeof *rows->of),
							 .what = fr_arena_alloc(arena, most * sizeof *rows->what)};
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
void
fr_packer_gather_costs(fr_packer *p, uint32_t x, uint32_t y)
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
							.seen = p->seen && p->seen[subgoal],
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
	return memset(fr_arena_alloc(arena, size), 0, size);
}

static void *
take_one_bytes(const fr_arena *arena, size_t size)
{
	return memset(fr_arena_alloc(arena, size), 0xff, size);
}

static void
take_entries(fr_packer *p, const fr_labels *labels, const fr_arena *arena)
{
	uint32_t first = 0;

	p->first = fr_arena_alloc(arena, ((size_t) labels->count + 1) * sizeof *p->first);
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
	const bool lengths = parts->kind == FR_BLOCK_LINES;
	const int32_t costs[2] = {FR_NO_COST_32, FR_NO_COST_32};
	const double length = FR_NO_LENGTH_NEAR;

	fr_packer_take_rows(rows, parts->labels->count, parts->m->arena);
	memcpy(&rows->none, lengths ? (const void *) &length : costs, sizeof rows->none);
	rows->size = FR_PACKED_CELLS * (lengths ? sizeof length : sizeof costs[0]);
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
	take_rows(&p->sights, parts);
	take_rows(&p->hubs, parts);
	p->met = take_zero_bytes(arena, (n + 63) / 64 * sizeof *p->met);
	p->ranks = fr_arena_alloc(arena, n * sizeof *p->ranks);
	p->popularity = take_zero_bytes(arena, n * sizeof *p->popularity);
	p->item_of = take_one_bytes(arena, n * sizeof *p->item_of);
	fr_draft_init(&p->draft, parts->labels->count, arena);
	if (parts->kind == FR_BLOCK_LINES)
		p->seen = fr_arena_alloc(arena, (n + 1) * sizeof *p->seen);
	else
	{
		const fr_grid *grid = parts->m->request->grid;

		p->found = fr_arena_alloc_numbers(arena, fr_subgoals_most(parts->subgoals));
		p->sight = fr_sight_bitmap_build(parts->m->plan->section[FR_SECTION_ROWS].bytes,
										 grid->width, grid->height, parts->corners, arena,
										 parts->m->poll);
	}
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
	p->offer_count = 0;
	p->parts->gather(p, x, y);
	fr_packer_forget(&p->sights);
	fr_packer_forget(&p->hubs);
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
	if (p->draft.item_count == 0)
		return true;
	if (p->draft.item_count > FR_BLOCK_ITEMS)
		return false;
	if (p->parts->kind != FR_BLOCK_LINES)
		fr_draft_link_items(&p->draft, &p->sight, p->parts->units);
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

/* ---- vertices and routes --------------------------------------------------- */

void
fr_pack_vertices(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *at =
		fr_plan_section(parts->m, FR_SECTION_VERTICES, (size_t) labels->count * 4);

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		uint32_t subgoal = labels->order[rank];
		fr_cell cell = fr_padded_cell(parts->subgoals, parts->subgoals->cell[subgoal]);

		fr_poll_at(parts->m->poll, rank);
		fr_put16(at, 2 * rank, (uint16_t) cell.x);
		fr_put16(at, 2 * rank + 1, (uint16_t) cell.y);
	}
}

/* Hubs of a label by next hub: next << 32 | hub, in the order of these. */
static void
list_steps(const fr_labels *labels, const fr_label *label, uint64_t *steps)
{
	for (uint32_t i = 0; i + 1 < label->count; i++)
		steps[i] = (uint64_t) labels->rank[label->next[i]] << 32 | label->hubs[i].rank;
	fr_sort_keys(steps, label->count - 1);
}

/* A next hub, how many hubs it leads to, and these, once for each next hub. */
static void
put_steps(fr_growing *to, const uint64_t *steps, uint32_t count)
{
	for (uint32_t first = 0, end; first < count; first = end)
	{
		uint8_t *at;

		for (end = first; end < count && steps[end] >> 32 == steps[first] >> 32; end++)
			;
		at = fr_growing_add(to, 2 * (size_t) (end - first + 2));
		fr_put16(at, 0, (uint16_t) (steps[first] >> 32));
		fr_put16(at, 1, (uint16_t) (end - first));
		for (uint32_t i = first; i < end; i++)
			fr_put16(at, 2 + i - first, (uint16_t) steps[i]);
	}
}

static uint32_t
longest_label(const fr_labels *labels)
{
	uint32_t most = 0;

	for (uint32_t v = 0; v < labels->count; v++)
		most = labels->of[v].count > most ? labels->of[v].count : most;
	return most;
}

void
fr_pack_routes(const fr_index_parts *parts)
{
	const fr_labels *labels = parts->labels;
	uint8_t *heads =
		fr_plan_section(parts->m, FR_SECTION_HEADS, ((size_t) labels->count + 1) * 4);
	uint64_t *steps =
		fr_arena_alloc(parts->m->arena, (longest_label(labels) + 1) * sizeof *steps);
	fr_growing all = {.arena = parts->m->arena};

	for (uint32_t rank = 0; rank < labels->count; rank++)
	{
		const fr_label *label = &labels->of[labels->order[rank]];

		fr_poll_at(parts->m->poll, rank);
		fr_put32(heads, rank, (uint32_t) (all.size / 2));
		list_steps(labels, label, steps);
		put_steps(&all, steps, label->count - 1);
	}
	fr_put32(heads, labels->count, (uint32_t) (all.size / 2));
	parts->m->plan->section[FR_SECTION_STEPS] = (fr_index_section){all.bytes, all.size};
}
