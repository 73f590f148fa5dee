/*
 * links.c - which items of a block are linked, so that they need not repeat words
 *
 * Where one item sees another, and the way from it to some hubs is no longer over the
 * other one, a link to that does instead of its own words of these hubs.  The link that
 * spares most words is taken first; the words that it relies on have to stay.
 *
 * Invariant: for a word that is gone there is a link from its item to another, whose word
 * of the same hub stays, and the sum of both is the distance that the word had.
 */
#include <string.h>

#include "core/index/subgoals/board.h"
#include "core/index/subgoals/draft.h"

#define MANY_WORDS 32 /* of one hub: looking for links would take too long */
#define FEWEST 2	  /* words that a link has to spare: it takes more bytes than one */
#define NO_LINK UINT16_MAX

typedef struct linker
{
	fr_draft *draft;
	const fr_index *boards;
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
		   fr_board_direct(l->boards, items[from].at, items[to].at);
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
fr_draft_link_items(fr_draft *d, const fr_index *boards, fr_index_units units)
{
	linker l = {d, boards, units};

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
