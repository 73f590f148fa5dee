/*
 * blocks.c - packing labels by block: what the cells of each 8 x 8 need of them
 *
 * A cell sees some subgoals; by any of them it may reach a hub.  For each hub it
 * needs the least of those distances, and only if no hub of higher rank offers as
 * little: so a cell is treated as a vertex of lowest rank with edges to what it sees.
 * Often several entries offer the same.  Then the cells of a block vote: each takes
 * of its offers one that most of them could take, so that the block has few.
 *
 * Block after block: gather (cell by cell: the offers), vote, choose, write.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/index/block.h"
#include "core/index/pack.h"

#define NONE UINT32_MAX
#define CELLS (FR_INDEX_BLOCK * FR_INDEX_BLOCK)

/* A way for a cell of the block to reach a hub as cheaply as any. */
typedef struct offer
{
	uint32_t cell; /* 0 .. 63 */
	uint32_t rank; /* of the hub */
	uint32_t subgoal;
	uint32_t entry; /* of the subgoal's label */
} offer;

/* A subgoal that cells of the block use. */
typedef struct item
{
	uint32_t subgoal;
	uint64_t cells; /* that use it, a bit each */
} item;

typedef struct packer
{
	const fr_index_parts *parts;
	uint32_t *found; /* by the last scan */
	uint32_t found_count;
	uint32_t *best;	 /* by rank, the least distance from the cell; FR_FAR elsewhere */
	uint64_t *met;	 /* ranks with a best, a bit each */
	uint32_t *ranks; /* the same as a list */
	uint32_t rank_count;
	/* of the block */
	offer *offers; /* cell by cell */
	size_t offer_count;
	size_t offer_room;
	item *items;
	uint32_t item_count;
	uint64_t *keys; /* of its entries, see key_of */
	uint32_t key_count;
	size_t key_room;
	/* by subgoal, or by entry of all labels; 0 or NONE between blocks */
	uint32_t *first; /* entry of a subgoal */
	uint8_t *votes;	 /* for an entry, at most 64 */
	bool *used;		 /* is an entry of the block */
	uint32_t *popularity;
	uint32_t *item_of;
	uint32_t *choice;  /* by rank, an offer of the cell */
	uint16_t *seen;	   /* by rank, entries and items of the block that came before */
	fr_growing blocks; /* the section */
} packer;

/* ---- gathering ----------------------------------------------------------- */

static void
offer_label(packer *p, const fr_label *label, uint32_t distance)
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
static void
list_ranks(packer *p)
{
	uint32_t words = (p->parts->labels->count + 63) / 64;

	p->rank_count = 0;
	for (uint32_t i = 0; i < words; i++)
		for (; p->met[i]; p->met[i] &= p->met[i] - 1)
			p->ranks[p->rank_count++] = i * 64 + (uint32_t) __builtin_ctzll(p->met[i]);
}

/* Does a hub of higher rank offer as short a way to this one? */
static bool
is_implied(const packer *p, uint32_t rank)
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
drop_implied(packer *p)
{
	for (uint32_t i = p->rank_count; i-- > 0;)
		if (is_implied(p, p->ranks[i]))
			p->best[p->ranks[i]] = FR_FAR;
}

static void
add_offer(packer *p, offer o)
{
	if (p->offer_count == p->offer_room)
	{
		offer *old = p->offers;

		p->offer_room = 2 * p->offer_room + 1024;
		p->offers = fr_take(p->parts->arena, p->offer_room * sizeof *p->offers);
		if (old)
			memcpy(p->offers, old, p->offer_count * sizeof *old);
	}
	p->offers[p->offer_count++] = o;
}

static void
add_offers(packer *p, uint32_t cell, uint32_t subgoal, uint32_t distance)
{
	const fr_label *label = &p->parts->labels->of[subgoal];

	for (uint32_t i = 0; i < label->count; i++)
		if (distance + label->hubs[i].distance == p->best[label->hubs[i].rank])
			add_offer(p, (offer){cell, label->hubs[i].rank, subgoal, i});
}

/* The distance from a cell to a subgoal that it sees. */
static uint32_t
distance_to(const packer *p, fr_cell from, uint32_t subgoal)
{
	const fr_subgoals *s = p->parts->subgoals;
	fr_cell to = fr_padded_cell(s, s->cell[subgoal]);

	return fr_octile(p->parts->units, to.x - from.x, to.y - from.y);
}

static void
see_subgoals(packer *p, fr_cell at)
{
	const fr_subgoals *s = p->parts->subgoals;

	p->found_count =
		fr_subgoals_scan(s, fr_padded(s, (uint32_t) at.x, (uint32_t) at.y), p->found);
	for (uint32_t i = 0; i < p->found_count; i++)
		p->found[i] = s->number[p->found[i]];
}

/* The offers of one cell of the block. */
static void
gather_cell(packer *p, uint32_t cell, fr_cell at)
{
	const fr_label *labels = p->parts->labels->of;

	see_subgoals(p, at);
	for (uint32_t i = 0; i < p->found_count; i++)
		offer_label(p, &labels[p->found[i]], distance_to(p, at, p->found[i]));
	list_ranks(p);
	drop_implied(p);
	for (uint32_t i = 0; i < p->found_count; i++)
		add_offers(p, cell, p->found[i], distance_to(p, at, p->found[i]));
	for (uint32_t i = 0; i < p->rank_count; i++)
		p->best[p->ranks[i]] = FR_FAR;
}

static void
gather_offers(packer *p, uint32_t x, uint32_t y)
{
	const fr_subgoals *s = p->parts->subgoals;

	p->offer_count = 0;
	for (uint32_t cell = 0; cell < CELLS; cell++)
	{
		fr_cell at = {(int32_t) (x + cell % FR_INDEX_BLOCK),
					  (int32_t) (y + cell / FR_INDEX_BLOCK)};

		if ((uint32_t) at.x < s->width && (uint32_t) at.y < s->height)
			gather_cell(p, cell, at);
	}
}

/* ---- voting and choosing -------------------------------------------------- */

static uint32_t
entry_number(const packer *p, const offer *o)
{
	return p->first[o->subgoal] + o->entry;
}

static void
count_votes(packer *p)
{
	for (size_t i = 0; i < p->offer_count; i++)
	{
		p->votes[entry_number(p, &p->offers[i])]++;
		p->popularity[p->offers[i].subgoal]++;
	}
}

static void
forget_votes(packer *p)
{
	for (size_t i = 0; i < p->offer_count; i++)
	{
		p->votes[entry_number(p, &p->offers[i])] = 0;
		p->used[entry_number(p, &p->offers[i])] = false;
		p->popularity[p->offers[i].subgoal] = 0;
	}
}

/* The entry with more votes; of two alike that of the item with more. */
static bool
is_preferred(const packer *p, const offer *a, const offer *b)
{
	uint8_t votes_a = p->votes[entry_number(p, a)];
	uint8_t votes_b = p->votes[entry_number(p, b)];

	if (votes_a != votes_b)
		return votes_a > votes_b;
	return p->popularity[a->subgoal] > p->popularity[b->subgoal];
}

static uint32_t
item_number(packer *p, uint32_t subgoal)
{
	if (p->item_of[subgoal] == NONE)
	{
		p->item_of[subgoal] = p->item_count;
		p->items[p->item_count++] = (item){subgoal, 0};
	}
	return p->item_of[subgoal];
}

/*
 * Keys put entries into their order: by how many of the same hub come before, then
 * by hub; below that are the item and the entry of its label.
 */
static uint64_t
key_of(uint32_t round, uint32_t rank, uint32_t item, uint32_t entry)
{
	return (uint64_t) round << 48 | (uint64_t) rank << 32 | (uint64_t) item << 16 | entry;
}

static void
add_key(packer *p, uint64_t key)
{
	if (p->key_count == p->key_room)
	{
		uint64_t *old = p->keys;

		p->key_room = 2 * p->key_room + 256;
		p->keys = fr_take(p->parts->arena, p->key_room * sizeof *p->keys);
		if (old)
			memcpy(p->keys, old, p->key_count * sizeof *old);
	}
	p->keys[p->key_count++] = key;
}

/* The cell takes the offer: the item, and the entry unless it is the item itself. */
static void
take_offer(packer *p, const offer *o)
{
	uint32_t number = item_number(p, o->subgoal);
	bool *used = &p->used[entry_number(p, o)];

	p->items[number].cells |= UINT64_C(1) << o->cell;
	if (!*used && o->rank != p->parts->labels->rank[o->subgoal])
		add_key(p, key_of(0, o->rank, number, o->entry));
	*used = true;
}

/* Of the offers from `first` on, all of one cell, one for each hub; where they end. */
static size_t
choose_of_cell(packer *p, size_t first)
{
	size_t end = first;

	for (; end < p->offer_count && p->offers[end].cell == p->offers[first].cell; end++)
	{
		uint32_t *choice = &p->choice[p->offers[end].rank];

		if (*choice == NONE || is_preferred(p, &p->offers[end], &p->offers[*choice]))
			*choice = (uint32_t) end;
	}
	for (size_t i = first; i < end; i++)
	{
		uint32_t *choice = &p->choice[p->offers[i].rank];

		if (*choice != NONE)
			take_offer(p, &p->offers[*choice]);
		*choice = NONE;
	}
	return end;
}

static void
choose_offers(packer *p)
{
	p->item_count = 0;
	p->key_count = 0;
	for (size_t i = 0; i < p->offer_count;)
		i = choose_of_cell(p, i);
	for (uint32_t i = 0; i < p->item_count; i++)
		p->item_of[p->items[i].subgoal] = NONE;
}

/* ---- the order of entries --------------------------------------------------- */

static void
sort_keys(uint64_t *keys, uint32_t count)
{
	static const uint32_t gaps[] = {8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1};

	for (size_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
		for (uint32_t i = gaps[g]; i < count; i++)
		{
			uint64_t key = keys[i];
			uint32_t k = i;

			for (; k >= gaps[g] && keys[k - gaps[g]] > key; k -= gaps[g])
				keys[k] = keys[k - gaps[g]];
			keys[k] = key;
		}
}

static uint32_t
key_rank(uint64_t key)
{
	return (uint32_t) (key >> 32) & 0xffff;
}

static uint32_t
item_rank(const packer *p, uint32_t i)
{
	return p->parts->labels->rank[p->items[i].subgoal];
}

/* Sorts them; returns how many are alone: of no item's hub, and the first of theirs. */
static uint32_t
order_entries(packer *p)
{
	uint32_t alone = 0;

	for (uint32_t i = 0; i < p->item_count; i++)
		p->seen[item_rank(p, i)] = 1;
	for (uint32_t i = 0; i < p->key_count; i++)
	{
		uint16_t before = p->seen[key_rank(p->keys[i])]++;

		alone += before == 0;
		p->keys[i] |= (uint64_t) before << 48;
	}
	for (uint32_t i = 0; i < p->key_count; i++)
		p->seen[key_rank(p->keys[i])] = 0;
	for (uint32_t i = 0; i < p->item_count; i++)
		p->seen[item_rank(p, i)] = 0;
	sort_keys(p->keys, p->key_count);
	return alone;
}

/* ---- writing ------------------------------------------------------------------- */

static void
write_items(const packer *p, const fr_block_layout *l, uint8_t *run)
{
	const fr_subgoals *s = p->parts->subgoals;

	for (uint32_t i = 0; i < p->item_count; i++)
	{
		fr_cell at = fr_padded_cell(s, s->cell[p->items[i].subgoal]);

		fr_put16(run + FR_BLOCK_HEAD, i, (uint16_t) at.x);
		fr_put16(run + l->y, i, (uint16_t) at.y);
		fr_put16(run + l->hub, i, (uint16_t) item_rank(p, i));
		for (uint32_t y = 0; y < FR_INDEX_BLOCK; y++)
			run[l->row + y * p->item_count + i] =
				(uint8_t) (p->items[i].cells >> (FR_INDEX_BLOCK * y));
	}
}

static void
write_entries(const packer *p, const fr_block_layout *l, uint8_t *run)
{
	bool wide = p->parts->wide;

	for (uint32_t i = 0; i < p->key_count; i++)
	{
		uint32_t number = (uint32_t) (p->keys[i] >> 16) & 0xffff;
		const fr_label *label = &p->parts->labels->of[p->items[number].subgoal];
		uint32_t distance = label->hubs[p->keys[i] & 0xffff].distance;

		fr_put16(run + l->entry_hub, i, (uint16_t) key_rank(p->keys[i]));
		fr_put32(run + l->word, i, wide ? distance : distance << 8 | number);
		if (wide)
			run[l->item + i] = (uint8_t) number;
	}
}

/* The block's run; where it begins, in units of four bytes. */
static uint32_t
write_block(packer *p)
{
	fr_block_layout l = fr_block_lay_out(p->item_count, p->key_count, p->parts->wide);
	uint32_t at = (uint32_t) (p->blocks.size / 4);
	uint8_t *run = fr_growing_add(&p->blocks, l.end);

	fr_put16(run, 0, (uint16_t) p->item_count);
	fr_put16(run, 1, (uint16_t) order_entries(p));
	fr_put16(run, 2, (uint16_t) p->key_count);
	write_items(p, &l, run);
	write_entries(p, &l, run);
	return at;
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
take_entries(packer *p, const fr_labels *labels, const fr_arena *arena)
{
	uint32_t first = 0;

	p->first = fr_take(arena, ((size_t) labels->count + 1) * sizeof *p->first);
	for (uint32_t v = 0; v < labels->count; v++)
	{
		p->first[v] = first;
		first += labels->of[v].count;
	}
	p->votes = take_zero_bytes(arena, labels->entries * sizeof *p->votes);
	p->used = take_zero_bytes(arena, labels->entries * sizeof *p->used);
}

static void
take_packer(packer *p, const fr_index_parts *parts)
{
	const fr_arena *arena = parts->arena;
	size_t n = parts->labels->count;

	*p = (packer){.parts = parts, .blocks = {.arena = arena}};
	p->found = fr_take(arena, fr_subgoals_most(parts->subgoals) * sizeof *p->found);
	p->best = fr_take(arena, n * sizeof *p->best);
	for (size_t i = 0; i < n; i++)
		p->best[i] = FR_FAR;
	p->met = take_zero_bytes(arena, (n + 63) / 64 * sizeof *p->met);
	p->ranks = fr_take(arena, n * sizeof *p->ranks);
	p->items = fr_take(arena, n * sizeof *p->items);
	p->popularity = take_zero_bytes(arena, n * sizeof *p->popularity);
	p->item_of = take_one_bytes(arena, n * sizeof *p->item_of);
	p->choice = take_one_bytes(arena, n * sizeof *p->choice);
	p->seen = take_zero_bytes(arena, n * sizeof *p->seen);
	take_entries(p, parts->labels, arena);
}

/* One block, whose first cell is (x, y); false: it has more than a run can hold. */
static bool
pack_block(packer *p, uint32_t x, uint32_t y, uint32_t *at)
{
	gather_offers(p, x, y);
	count_votes(p);
	choose_offers(p);
	forget_votes(p);
	if (p->item_count > FR_BLOCK_ITEMS || p->key_count > FR_BLOCK_ENTRIES)
		return false;
	*at = p->item_count > 0 ? write_block(p) : 0;
	return true;
}

/* Directory and blocks.  FR_INDEX_LIMIT where a block has more items than it may. */
fr_status
fr_pack_blocks(const fr_index_parts *parts, fr_error *error)
{
	uint32_t across = fr_blocks_across(parts->grid->width);
	uint32_t count = across * fr_blocks_across(parts->grid->height);
	uint8_t *directory = fr_pack_section(parts, FR_SECTION_DIRECTORY, (size_t) count * 4);
	packer p;

	take_packer(&p, parts);
	write_block(&p); /* the run of all blocks that have no items */
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t at;

		fr_poll_now(parts->poll);
		if (!pack_block(&p, i % across * FR_INDEX_BLOCK, i / across * FR_INDEX_BLOCK,
						&at))
			return fr_fail(error, FR_INDEX_LIMIT, .what = "subgoals of a block",
						   .found = p.item_count, .wanted = FR_BLOCK_ITEMS);
		fr_put32(directory, i, at);
	}
	fr_growing_add(&p.blocks, FR_BLOCK_SLACK);
	parts->section[FR_SECTION_BLOCKS] = (fr_index_section){p.blocks.bytes, p.blocks.size};
	return FR_OK;
}
