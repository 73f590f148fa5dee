/*
 * block_encoder.c - putting the words of a block in order, and writing it
 *
 * Where one item sees another, and the way from it to some hubs is no longer over the
 * other one, a link to that does instead of its own words of these hubs.  The link that
 * spares most words is taken first; the words that it relies on have to stay.
 *
 * Invariant: for a word that is gone there is a link from its item to another, whose word
 * of the same hub stays, and the sum of both is the distance that the word had.
 */
#include "core/index/subgoals/block_encoder.h"

#include <string.h>

#include "core/base/base.h"
#include "core/index/subgoals/sight_bitmap.h"

/* ---- filling in --------------------------------------------------------------- */

void
fr_draft_init(fr_draft *d, uint32_t subgoals, const fr_arena *arena)
{
	const size_t pairs = (size_t) FR_BLOCK_ITEMS * FR_BLOCK_ITEMS;

	memset(d, 0, sizeof *d);
	d->arena = arena;
	d->items = fr_arena_alloc(arena, subgoals * sizeof *d->items);
	d->gains.of = fr_arena_alloc(arena, pairs * sizeof *d->gains.of);
	d->gains.queue.entries =
		fr_arena_alloc(arena, pairs * sizeof *d->gains.queue.entries);
}

static void
grow_words(fr_draft *d)
{
	size_t room = d->word_room;

	d->groups =
		fr_grow(d->arena, d->groups, sizeof *d->groups, 0, d->word_count + 1, &room);
	d->words = fr_grow(d->arena, d->words, sizeof *d->words, d->word_count,
					   d->word_count + 1, &d->word_room);
}

/* A word; those of one hub follow one another. */
void
fr_draft_add(fr_draft *d, uint32_t rank, uint32_t item, uint32_t distance)
{
	uint32_t last = d->word_count - 1;
	uint32_t group = d->word_count;

	if (d->word_count == d->word_room)
		grow_words(d);
	if (group > 0 && d->words[last].rank == rank)
		group = d->words[last].group;
	d->words[d->word_count] =
		(fr_draft_word){rank, distance, item, d->items[item].newest, group, FR_WORD_FREE};
	d->items[item].newest = d->word_count++;
}

/* ---- links ---------------------------------------------------------------------- */

#define MANY_WORDS 32 /* of one hub: looking for links would take too long */
#define FEWEST 2	  /* words that a link has to spare: it takes more bytes than one */
#define NO_LINK UINT16_MAX

typedef struct linker
{
	fr_draft *draft;
	const fr_sight_bitmap *sight;
	fr_index_units units;
} linker;

static uint32_t
group_end(const fr_draft *d, uint32_t first)
{
	uint32_t end = first;

	while (end < d->word_count && d->words[end].rank == d->words[first].rank)
		end++;
	return end;
}

static uint32_t
item_distance(const linker *l, uint32_t a, uint32_t b)
{
	fr_cell from = l->draft->items[a].at;
	fr_cell to = l->draft->items[b].at;

	return fr_octile(l->units, to.x - from.x, to.y - from.y);
}

/* Would a link between the two words' items do instead of the first word? */
static bool
can_replace(const linker *l, const fr_draft_word *word, const fr_draft_word *by)
{
	return word->state == FR_WORD_FREE && by->state != FR_WORD_GONE &&
		   by->distance < word->distance &&
		   item_distance(l, word->item, by->item) + by->distance == word->distance;
}

/* ---- what links would spare ------------------------------------------------------- */

static uint16_t *
gain_of(const linker *l, uint32_t from, uint32_t to)
{
	return &l->draft->gains.of[from * l->draft->item_count + to];
}

static bool
is_visible(const linker *l, uint32_t from, uint32_t to)
{
	const fr_draft_item *items = l->draft->items;

	return item_distance(l, from, to) < FR_INDEX_NARROW &&
		   fr_sight_direct(l->sight, items[from].at, items[to].at);
}

static void
count_pair(const linker *l, const fr_draft_word *word, const fr_draft_word *by)
{
	uint16_t *gain = gain_of(l, word->item, by->item);

	if (*gain == NO_LINK || !can_replace(l, word, by))
		return;
	if (*gain == 0 && !is_visible(l, word->item, by->item))
		*gain = NO_LINK;
	else
		++*gain;
}

static void
count_gains(const linker *l)
{
	const fr_draft *d = l->draft;

	memset(d->gains.of, 0, (size_t) d->item_count * d->item_count * sizeof *d->gains.of);
	for (uint32_t first = 0, end; first < d->word_count; first = end)
	{
		end = group_end(d, first);
		for (uint32_t i = first; i < end && end - first <= MANY_WORDS; i++)
			for (uint32_t k = first; k < end; k++)
				count_pair(l, &d->words[i], &d->words[k]);
	}
}

static void
push_gain(fr_queue *queue, uint32_t gain, uint32_t from, uint32_t to)
{
	fr_queue_push(queue, UINT16_MAX - gain, from << 16 | to);
}

static void
queue_gains(const linker *l)
{
	fr_draft *d = l->draft;

	d->gains.queue.count = 0;
	for (uint32_t from = 0; from < d->item_count; from++)
		for (uint32_t to = 0; to < d->item_count; to++)
		{
			uint16_t gain = *gain_of(l, from, to);

			if (gain >= FEWEST && gain != NO_LINK)
				push_gain(&d->gains.queue, gain, from, to);
		}
}

/* ---- taking links ------------------------------------------------------------------ */

/* The item's word of the same hub; NULL: it has none. */
static fr_draft_word *
word_of_item(const fr_draft *d, uint32_t group, uint32_t item)
{
	uint32_t rank = d->words[group].rank;

	for (uint32_t i = group; i < d->word_count && d->words[i].rank == rank; i++)
		if (d->words[i].item == item)
			return &d->words[i];
	return NULL;
}

/* How many words a link would spare now; spares them if it is taken. */
static uint32_t
spare_words(const linker *l, uint32_t from, uint32_t to, bool take)
{
	const fr_draft *d = l->draft;
	uint32_t count = 0;

	for (uint32_t i = d->items[from].newest; i != FR_NO_WORD; i = d->words[i].next)
	{
		fr_draft_word *word = &d->words[i];
		fr_draft_word *by = word_of_item(d, word->group, to);

		if (by == NULL || !can_replace(l, word, by))
			continue;
		count++;
		if (!take)
			continue;
		word->state = FR_WORD_GONE;
		by->state = FR_WORD_NEEDED;
	}
	return count;
}

static void
take_link(const linker *l, uint32_t from, uint32_t to)
{
	fr_draft *d = l->draft;

	spare_words(l, from, to, true);
	d->link[d->link_count++] = (fr_draft_link){from, to, item_distance(l, from, to)};
}

/* Gains only fall as links are taken: one that still has its own is the best. */
void
fr_draft_link_items(fr_draft *d, const fr_sight_bitmap *sight, fr_index_units units)
{
	linker l = {d, sight, units};

	count_gains(&l);
	queue_gains(&l);
	while (d->gains.queue.count > 0 && d->link_count < FR_BLOCK_LINKS)
	{
		uint64_t top = fr_queue_pop(&d->gains.queue);
		uint32_t from = (uint32_t) top >> 16;
		uint32_t to = top & UINT16_MAX;
		uint32_t gain = spare_words(&l, from, to, false);

		if (gain == UINT16_MAX - (top >> 32))
			take_link(&l, from, to);
		else if (gain >= FEWEST)
			push_gain(&d->gains.queue, gain, from, to);
	}
}

/* ---- order ---------------------------------------------------------------------- */

static bool
is_gone(const fr_draft *d, uint32_t word)
{
	return d->words[word].state == FR_WORD_GONE;
}

/* Is the only word of a hub that of its item? */
static bool
is_alone(const fr_draft *d, uint32_t word, uint32_t kept)
{
	return kept == 1 && d->words[word].distance == 0;
}

/* The first word from there on, of a hub, that is not gone; there is one. */
static uint32_t
kept_word(const fr_draft *d, uint32_t word)
{
	while (is_gone(d, word))
		word++;
	return word;
}

/* A hub's words: a group, or its item is alone.  Where the next hub's begin. */
static uint32_t
order_hub(fr_draft *d, uint32_t first)
{
	uint32_t kept = 0;
	uint32_t end = first;

	for (; end < d->word_count && d->words[end].rank == d->words[first].rank; end++)
		kept += !is_gone(d, end);
	first = kept_word(d, first);
	if (is_alone(d, first, kept))
		d->items[d->words[first].item].number = d->alone++;
	else
		d->groups[d->group_count++] = (uint64_t) (UINT32_MAX - kept) << 32 | first;
	return end;
}

static void
number_items(fr_draft *d)
{
	uint32_t next = d->alone;

	for (uint32_t i = 0; i < d->item_count; i++)
		if (d->items[i].number == UINT32_MAX)
			d->items[i].number = next++;
}

/* Of those alone the first ones become those that are seen. How many. */
static uint32_t
number_seen_first(fr_draft *d)
{
	uint32_t seen = 0;
	uint32_t next;

	for (uint32_t i = 0; i < d->item_count; i++)
	{
		fr_draft_item *item = &d->items[i];

		item->seen = item->seen && item->number < d->alone && seen < FR_BLOCK_SEEN;
		seen += item->seen;
	}
	if (seen == 0)
		return 0;
	next = seen;
	seen = 0;
	for (uint32_t i = 0; i < d->item_count; i++)
		if (d->items[i].number < d->alone)
			d->items[i].number = d->items[i].seen ? seen++ : next++;
	return seen;
}

/* How many words a group has. */
static uint32_t
group_size(uint64_t group)
{
	return UINT32_MAX - (uint32_t) (group >> 32);
}

static uint32_t
kept_words(const fr_draft *d)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < d->group_count; i++)
		count += group_size(d->groups[i]);
	return count;
}

/* How many groups have more than one word. */
static uint32_t
several_words(const fr_draft *d)
{
	uint32_t count = 0;

	while (count < d->group_count && group_size(d->groups[count]) > 1)
		count++;
	return count;
}

/* Puts all in order; false: a run cannot hold as much. */
bool
fr_draft_order(fr_draft *d, fr_block_counts *counts)
{
	d->group_count = 0;
	d->alone = 0;
	for (uint32_t i = 0; i < d->item_count; i++)
		d->items[i].number = UINT32_MAX;
	for (uint32_t i = 0; i < d->word_count;)
		i = order_hub(d, i);
	number_items(d);
	fr_sort_keys(d->groups, d->group_count);
	*counts =
		(fr_block_counts){.items = d->item_count,
						  .alone = d->alone,
						  .words = kept_words(d),
						  .rounds = d->group_count > 0 ? group_size(d->groups[0]) : 0,
						  .links = d->link_count,
						  .hubs = d->group_count,
						  .several = several_words(d),
						  .seen = number_seen_first(d)};
	return counts->rounds <= FR_BLOCK_ROUNDS && counts->several <= FR_BLOCK_SEVERAL &&
		   counts->words <= FR_BLOCK_WORDS;
}

/* ---- writing ---------------------------------------------------------------------- */

/* A block that is being written. */
typedef struct writer
{
	const fr_draft *draft;
	fr_block_counts counts;
	fr_block_kind kind;
	fr_block_layout layout;
	uint8_t *run;
	uint32_t written; /* words */
} writer;

static void
write_item(const writer *w, const fr_draft_item *item)
{
	const fr_block_layout *l = &w->layout;
	uint32_t number = item->number;

	if (w->kind != FR_BLOCK_LINES)
	{
		fr_put16(w->run + l->x, number, (uint16_t) item->at.x);
		fr_put16(w->run + l->y, number, (uint16_t) item->at.y);
	}
	if (w->kind == FR_BLOCK_LINES || number < w->counts.alone)
		fr_put16(w->run + l->hub, w->counts.hubs + number, (uint16_t) item->rank);
	for (uint32_t y = 0; y < FR_INDEX_BLOCK && number >= w->counts.seen; y++)
		w->run[l->row + y * (w->counts.items - w->counts.seen) + number -
			   w->counts.seen] = (uint8_t) (item->cells >> (FR_INDEX_BLOCK * y));
}

static void
write_word(writer *w, const fr_draft_word *word)
{
	bool wide = w->kind == FR_BLOCK_WIDE;
	uint32_t item = w->draft->items[word->item].number;

	fr_put32(w->run + w->layout.word, w->written,
			 wide ? word->distance : word->distance << 8 | item);
	if (wide)
		w->run[w->layout.item + w->written] = (uint8_t) item;
	w->written++;
}

/* The words of a round; the groups then begin at their next words.  How many. */
static uint32_t
write_round(writer *w, uint32_t round)
{
	const fr_draft *d = w->draft;
	uint32_t i = 0;

	for (; i < d->group_count && group_size(d->groups[i]) > round; i++)
	{
		uint32_t word = kept_word(d, (uint32_t) d->groups[i]);

		write_word(w, &d->words[word]);
		d->groups[i] += word + 1 - (uint32_t) d->groups[i];
	}
	return i;
}

static void
write_links(const writer *w)
{
	const fr_draft *d = w->draft;

	for (uint32_t i = 0; i < d->link_count; i++)
	{
		const fr_draft_link *link = &d->link[i];

		fr_put32(w->run + w->layout.link, i,
				 link->length << 8 | d->items[link->from].number);
		w->run[w->layout.to + i] = (uint8_t) d->items[link->to].number;
	}
}

/* The run, whose bytes are 0 before. */
void
fr_draft_write(const fr_draft *d, fr_block_counts counts, fr_block_kind kind,
			   uint8_t *run)
{
	writer w = {d, counts, kind, fr_block_lay_out(counts, kind), run, 0};

	fr_put16(run, 0, (uint16_t) counts.items);
	fr_put16(run, 1, (uint16_t) counts.alone);
	fr_put16(run, 2, (uint16_t) counts.words);
	run[6] = (uint8_t) counts.rounds;
	run[7] = (uint8_t) (kind == FR_BLOCK_LINES ? counts.seen : counts.links);
	for (uint32_t i = 0; i < d->item_count; i++)
		write_item(&w, &d->items[i]);
	for (uint32_t i = 0; i < d->group_count; i++)
		fr_put16(run + w.layout.hub, i,
				 (uint16_t) d->words[(uint32_t) d->groups[i]].rank);
	for (uint32_t r = 0; r < counts.rounds; r++)
		fr_put16(run + FR_BLOCK_HEAD, r, (uint16_t) write_round(&w, r));
	write_links(&w);
}
