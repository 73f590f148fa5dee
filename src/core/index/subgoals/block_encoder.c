/*
 * block_encoder.c - encodes the record of one block
 *
 * An edge from one access subgoal to another replaces entries of the first for hubs that
 * it reaches over the second.  Edges are chosen greedily: the next one replaces the most
 * entries. The entries that it relies on have to stay.
 *
 * Invariant: for a replaced entry there is an edge from its access subgoal to another
 * one, whose entry of the same hub stays, and the two distances add up to the replaced
 * one.
 */
#include "core/index/subgoals/block_encoder.h"

#include <string.h>

#include "core/base/base.h"
#include "core/index/subgoals/sight_bitmap.h"

/* ---- filling in --------------------------------------------------------------- */

void
fr_block_encoder_init(fr_block_encoder *b, uint32_t subgoals, const fr_arena *arena)
{
	const size_t pairs = (size_t) FR_BLOCK_ACCESSES * FR_BLOCK_ACCESSES;

	memset(b, 0, sizeof *b);
	b->arena = arena;
	b->accesses = fr_arena_alloc(arena, subgoals * sizeof *b->accesses);
	b->gains.of = fr_arena_alloc(arena, pairs * sizeof *b->gains.of);
	b->gains.heap.entries = fr_arena_alloc(arena, pairs * sizeof *b->gains.heap.entries);
}

void
fr_block_encoder_add(fr_block_encoder *b, uint32_t rank, uint32_t access,
					 uint32_t distance)
{
	uint32_t last = b->entry_count - 1;
	uint32_t group = b->entry_count;

	if (b->entry_count == b->entry_capacity)
	{
		size_t capacity = b->entry_capacity;

		b->groups = fr_grow(b->arena, b->groups, sizeof *b->groups, 0, b->entry_count + 1,
							&capacity);
		b->entries = fr_grow(b->arena, b->entries, sizeof *b->entries, b->entry_count,
							 b->entry_count + 1, &b->entry_capacity);
	}
	if (group > 0 && b->entries[last].rank == rank)
		group = b->entries[last].group;
	b->entries[b->entry_count] = (fr_block_entry){
		rank, distance, access, b->accesses[access].newest, group, FR_ENTRY_FREE};
	b->accesses[access].newest = b->entry_count++;
}

/* ---- what edges replace ------------------------------------------------------------ */

#define MANY_ENTRIES 32 /* of one hub; the search for edges is slow with more */
#define FEWEST                                                                           \
	2 /* entries that an edge has to replace, because it takes more bytes than one entry */
#define NO_EDGE UINT16_MAX

typedef struct edge_finder
{
	fr_block_encoder *block;
	const fr_sight_bitmap *sight;
	fr_index_units units;
} edge_finder;

static uint32_t
group_end(const fr_block_encoder *b, uint32_t first)
{
	uint32_t end = first;

	while (end < b->entry_count && b->entries[end].rank == b->entries[first].rank)
		end++;
	return end;
}

static uint32_t
access_distance(const edge_finder *f, uint32_t a, uint32_t b)
{
	fr_cell from = f->block->accesses[a].at;
	fr_cell to = f->block->accesses[b].at;

	return fr_octile(f->units, to.x - from.x, to.y - from.y);
}

/* Would an edge between their access subgoals replace the first entry by the second? */
static bool
can_replace(const edge_finder *f, const fr_block_entry *entry, const fr_block_entry *by)
{
	return entry->state == FR_ENTRY_FREE && by->state != FR_ENTRY_GONE &&
		   by->distance < entry->distance &&
		   access_distance(f, entry->access, by->access) + by->distance ==
			   entry->distance;
}

/* ---- gains of edges ---------------------------------------------------------------- */

static uint16_t *
gain_of(const edge_finder *f, uint32_t from, uint32_t to)
{
	return &f->block->gains.of[from * f->block->access_count + to];
}

static bool
is_visible(const edge_finder *f, uint32_t from, uint32_t to)
{
	const fr_access *accesses = f->block->accesses;

	return access_distance(f, from, to) < FR_INDEX_NARROW &&
		   fr_sight_direct(f->sight, accesses[from].at, accesses[to].at);
}

static void
count_pair(const edge_finder *f, const fr_block_entry *entry, const fr_block_entry *by)
{
	uint16_t *gain = gain_of(f, entry->access, by->access);

	if (*gain == NO_EDGE || !can_replace(f, entry, by))
		return;
	if (*gain == 0 && !is_visible(f, entry->access, by->access))
		*gain = NO_EDGE;
	else
		++*gain;
}

static void
count_gains(const edge_finder *f)
{
	const fr_block_encoder *b = f->block;

	memset(b->gains.of, 0,
		   (size_t) b->access_count * b->access_count * sizeof *b->gains.of);
	for (uint32_t first = 0, end; first < b->entry_count; first = end)
	{
		end = group_end(b, first);
		for (uint32_t i = first; i < end && end - first <= MANY_ENTRIES; i++)
			for (uint32_t k = first; k < end; k++)
				count_pair(f, &b->entries[i], &b->entries[k]);
	}
}

static void
push_gain(fr_vertex_heap *heap, uint32_t gain, uint32_t from, uint32_t to)
{
	fr_vertex_heap_push(heap, UINT16_MAX - gain, from << 16 | to);
}

static void
push_gains(const edge_finder *f)
{
	fr_block_encoder *b = f->block;

	b->gains.heap.count = 0;
	for (uint32_t from = 0; from < b->access_count; from++)
		for (uint32_t to = 0; to < b->access_count; to++)
		{
			uint16_t gain = *gain_of(f, from, to);

			if (gain >= FEWEST && gain != NO_EDGE)
				push_gain(&b->gains.heap, gain, from, to);
		}
}

/* ---- taking edges ------------------------------------------------------------------ */

/* The access subgoal's entry of the same hub, or NULL. */
static fr_block_entry *
entry_of_access(const fr_block_encoder *b, uint32_t group, uint32_t access)
{
	uint32_t rank = b->entries[group].rank;

	for (uint32_t i = group; i < b->entry_count && b->entries[i].rank == rank; i++)
		if (b->entries[i].access == access)
			return &b->entries[i];
	return NULL;
}

/* How many entries an edge would replace now.  `take` replaces them. */
static uint32_t
spare_entries(const edge_finder *f, uint32_t from, uint32_t to, bool take)
{
	const fr_block_encoder *b = f->block;
	uint32_t count = 0;

	for (uint32_t i = b->accesses[from].newest; i != FR_NO_ENTRY; i = b->entries[i].next)
	{
		fr_block_entry *entry = &b->entries[i];
		fr_block_entry *by = entry_of_access(b, entry->group, to);

		if (by == NULL || !can_replace(f, entry, by))
			continue;
		count++;
		if (!take)
			continue;
		entry->state = FR_ENTRY_GONE;
		by->state = FR_ENTRY_NEEDED;
	}
	return count;
}

static void
take_edge(const edge_finder *f, uint32_t from, uint32_t to)
{
	fr_block_encoder *b = f->block;

	spare_entries(f, from, to, true);
	b->edge[b->edge_count++] = (fr_block_edge){from, to, access_distance(f, from, to)};
}

/*
 * Lazy greedy choice: gains only fall as edges are taken, so an edge that still has its
 * gain is the best.
 */
void
fr_block_encoder_add_edges(fr_block_encoder *b, const fr_sight_bitmap *sight,
						   fr_index_units units)
{
	edge_finder f = {b, sight, units};

	count_gains(&f);
	push_gains(&f);
	while (b->gains.heap.count > 0 && b->edge_count < FR_BLOCK_EDGES)
	{
		uint64_t top = fr_vertex_heap_pop(&b->gains.heap);
		uint32_t from = (uint32_t) top >> 16;
		uint32_t to = top & UINT16_MAX;
		uint32_t gain = spare_entries(&f, from, to, false);

		if (gain == UINT16_MAX - (top >> 32))
			take_edge(&f, from, to);
		else if (gain >= FEWEST)
			push_gain(&b->gains.heap, gain, from, to);
	}
}

/* ---- order ---------------------------------------------------------------------- */

/* The first entry from there on that is not replaced; there is one. */
static uint32_t
kept_entry(const fr_block_encoder *b, uint32_t entry)
{
	while (b->entries[entry].state == FR_ENTRY_GONE)
		entry++;
	return entry;
}

/*
 * Makes a group of the hub's entries.  If the only entry is the one of the access subgoal in the
 * hub itself, counts this as lone instead.  Returns the next hub's first entry.
 */
static uint32_t
order_hub(fr_block_encoder *b, uint32_t first)
{
	uint32_t kept = 0;
	uint32_t end = first;

	for (; end < b->entry_count && b->entries[end].rank == b->entries[first].rank; end++)
		kept += b->entries[end].state != FR_ENTRY_GONE;
	first = kept_entry(b, first);
	if (kept == 1 && b->entries[first].distance == 0)
		b->accesses[b->entries[first].access].number = b->lone++;
	else
		b->groups[b->group_count++] = (uint64_t) (UINT32_MAX - kept) << 32 | first;
	return end;
}

/*
 * Numbers access subgoals that all cells see before the others that are lone.  Returns
 * their number.
 */
static uint32_t
number_seen_first(fr_block_encoder *b)
{
	uint32_t seen = 0;
	uint32_t next;

	for (uint32_t i = 0; i < b->access_count; i++)
	{
		fr_access *access = &b->accesses[i];

		access->seen = access->seen && access->number < b->lone && seen < FR_BLOCK_SEEN;
		seen += access->seen;
	}
	if (seen == 0)
		return 0;
	next = seen;
	seen = 0;
	for (uint32_t i = 0; i < b->access_count; i++)
		if (b->accesses[i].number < b->lone)
			b->accesses[i].number = b->accesses[i].seen ? seen++ : next++;
	return seen;
}

static uint32_t
group_size(uint64_t group)
{
	return UINT32_MAX - (uint32_t) (group >> 32);
}

bool
fr_block_encoder_order(fr_block_encoder *b, fr_block_counts *counts)
{
	uint32_t next;

	b->group_count = 0;
	b->lone = 0;
	for (uint32_t i = 0; i < b->access_count; i++)
		b->accesses[i].number = UINT32_MAX;
	for (uint32_t i = 0; i < b->entry_count;)
		i = order_hub(b, i);
	next = b->lone;
	for (uint32_t i = 0; i < b->access_count; i++)
		if (b->accesses[i].number == UINT32_MAX)
			b->accesses[i].number = next++;
	fr_sort_keys(b->groups, b->group_count);
	*counts = (fr_block_counts){.accesses = b->access_count,
								.lone = b->lone,
								.edges = b->edge_count,
								.hubs = b->group_count,
								.seen = number_seen_first(b)};
	if (b->group_count > 0)
		counts->rounds = group_size(b->groups[0]);
	for (uint32_t i = 0; i < b->group_count; i++)
	{
		counts->entries += group_size(b->groups[i]);
		counts->several += group_size(b->groups[i]) > 1;
	}
	return counts->rounds <= FR_BLOCK_ROUNDS && counts->several <= FR_BLOCK_SEVERAL &&
		   counts->entries <= FR_BLOCK_ENTRIES;
}

/* ---- writing ---------------------------------------------------------------------- */

typedef struct writer
{
	const fr_block_encoder *block;
	fr_block_counts counts;
	fr_block_kind kind;
	fr_block_layout layout;
	uint8_t *record;
	uint32_t written; /* entries */
} writer;

static void
write_access(const writer *w, const fr_access *access)
{
	const fr_block_layout *l = &w->layout;
	uint32_t number = access->number;

	if (w->kind != FR_BLOCK_LINES)
	{
		fr_put16(w->record + l->x, number, (uint16_t) access->at.x);
		fr_put16(w->record + l->y, number, (uint16_t) access->at.y);
	}
	if (w->kind == FR_BLOCK_LINES || number < w->counts.lone)
		fr_put16(w->record + l->hub, w->counts.hubs + number, (uint16_t) access->rank);
	for (uint32_t y = 0; y < FR_BLOCK_SIDE && number >= w->counts.seen; y++)
		w->record[l->row + y * (w->counts.accesses - w->counts.seen) + number -
				  w->counts.seen] = (uint8_t) (access->cells >> (FR_BLOCK_SIDE * y));
}

static void
write_entry(writer *w, const fr_block_entry *entry)
{
	bool wide = w->kind == FR_BLOCK_WIDE;
	uint32_t access = w->block->accesses[entry->access].number;

	fr_put32(w->record + w->layout.entry, w->written,
			 wide ? entry->distance : entry->distance << 8 | access);
	if (wide)
		w->record[w->layout.access + w->written] = (uint8_t) access;
	w->written++;
}

/*
 * Writes the entries of a round, and moves groups on to their next entries.  Returns the
 * number of entries.
 */
static uint32_t
write_round(writer *w, uint32_t round)
{
	const fr_block_encoder *b = w->block;
	uint32_t i = 0;

	for (; i < b->group_count && group_size(b->groups[i]) > round; i++)
	{
		uint32_t entry = kept_entry(b, (uint32_t) b->groups[i]);

		write_entry(w, &b->entries[entry]);
		b->groups[i] += entry + 1 - (uint32_t) b->groups[i];
	}
	return i;
}

static void
write_edges(const writer *w)
{
	const fr_block_encoder *b = w->block;

	for (uint32_t i = 0; i < b->edge_count; i++)
	{
		const fr_block_edge *edge = &b->edge[i];

		fr_put32(w->record + w->layout.edge, i,
				 edge->length << 8 | b->accesses[edge->from].number);
		w->record[w->layout.to + i] = (uint8_t) b->accesses[edge->to].number;
	}
}

void
fr_block_encoder_write(const fr_block_encoder *b, fr_block_counts counts,
					   fr_block_kind kind, uint8_t *record)
{
	writer w = {b, counts, kind, fr_block_lay_out(counts, kind), record, 0};

	fr_put16(record, 0, (uint16_t) counts.accesses);
	fr_put16(record, 1, (uint16_t) counts.lone);
	fr_put16(record, 2, (uint16_t) counts.entries);
	record[6] = (uint8_t) counts.rounds;
	record[7] = (uint8_t) (kind == FR_BLOCK_LINES ? counts.seen : counts.edges);
	for (uint32_t i = 0; i < b->access_count; i++)
		write_access(&w, &b->accesses[i]);
	for (uint32_t i = 0; i < b->group_count; i++)
		fr_put16(record + w.layout.hub, i,
				 (uint16_t) b->entries[(uint32_t) b->groups[i]].rank);
	for (uint32_t r = 0; r < counts.rounds; r++)
		fr_put16(record + FR_BLOCK_HEADER, r, (uint16_t) write_round(&w, r));
	write_edges(&w);
}
