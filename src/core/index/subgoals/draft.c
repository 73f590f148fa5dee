/*
 * draft.c - putting the words of a block in order, and writing it
 */
#include "core/index/subgoals/draft.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"

/* ---- filling in --------------------------------------------------------------- */

void
fr_draft_init(fr_draft *d, uint32_t subgoals, const fr_arena *arena)
{
	const size_t pairs = (size_t) FR_BLOCK_ITEMS * FR_BLOCK_ITEMS;

	memset(d, 0, sizeof *d);
	d->arena = arena;
	d->items = fr_take(arena, subgoals * sizeof *d->items);
	d->gains.of = fr_take(arena, pairs * sizeof *d->gains.of);
	d->gains.queue.entries = fr_take(arena, pairs * sizeof *d->gains.queue.entries);
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
