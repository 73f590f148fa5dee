/*
 * meet.c - where a best path meets, and how its ends come there
 */
#include "core/index/subgoals/query.h"

static fr_cell
item_cell(const fr_block *b, uint32_t item)
{
	return (fr_cell){fr_get16(b->x, item), fr_get16(b->y, item)};
}

static uint32_t
word_item(const fr_block *b, uint32_t word, bool wide)
{
	return wide ? b->item[word] : fr_get32(b->word, word) & 0xff;
}

/* The item by which the side has the distance to its i-th hub. */
static uint32_t
item_towards(const fr_side *s, uint32_t i, uint32_t distance, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t word = 0;

	if (i >= b->count.hubs)
		return i - b->count.hubs;
	for (uint32_t r = 0; r < b->count.rounds && i < fr_get16(b->round, r); r++)
	{
		if (fr_word_distance(s, word + i, wide) == distance)
			return word_item(b, word + i, wide);
		word += fr_get16(b->round, r);
	}
	return word_item(b, i, wide);
}

/* The item as a hub: alone, or that of its word at distance 0.  FR_NO_HUB: made-up bytes. */
static uint32_t
hub_of_item(const fr_block *b, uint32_t item, bool wide)
{
	uint32_t word = 0;

	if (item < b->count.alone)
		return fr_get16(b->hub, b->count.hubs + item);
	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++, word++)
			if (fr_get32(b->word, word) >> (wide ? 0 : 8) == 0 &&
				word_item(b, word, wide) == item)
				return fr_get16(b->hub, i);
	}
	return FR_NO_HUB;
}

/* Does the cell reach the item by itself, not over a link? */
static bool
is_used(const fr_index *index, const fr_side *s, uint32_t item)
{
	const fr_block *b = &s->block;
	const uint8_t *row = b->row + (uint32_t) s->at.y % FR_INDEX_BLOCK * b->count.items;
	fr_cell to = item_cell(b, item);

	return row[item] >> s->at.x % FR_INDEX_BLOCK & 1 &&
		   s->base +
				   fr_octile(fr_index_units_of(index), to.x - s->at.x, to.y - s->at.y) ==
			   s->distance[item];
}

/* The item from which a link gives that one its distance; FR_BLOCK_ITEMS: none does. */
static uint32_t
linked_from(const fr_side *s, uint32_t item)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.links; i++)
	{
		uint32_t link = fr_get32(b->link, i);

		if (b->to[i] == item &&
			s->distance[link & 0xff] + (link >> 8) == s->distance[item])
			return link & 0xff;
	}
	return FR_BLOCK_ITEMS;
}

/* How the cell comes to its side's i-th hub. */
static void
find_approach(const fr_index *index, const fr_side *s, uint32_t i, uint32_t distance,
			  fr_approach *a)
{
	uint32_t item = item_towards(s, i, distance, index->wide);

	a->item = hub_of_item(&s->block, item, index->wide);
	a->links = 0;
	while (!is_used(index, s, item) && a->links < s->block.count.links)
	{
		item = linked_from(s, item);
		if (item == FR_BLOCK_ITEMS)
		{
			a->item = FR_NO_HUB;
			return;
		}
		a->over[a->links++] = item_cell(&s->block, item);
	}
}

static uint32_t
distance_to_hub(const fr_side *s, uint32_t i, bool wide)
{
	uint32_t hubs = s->block.count.hubs;

	if (i < s->block.count.several)
		return s->best[i];
	return i < hubs ? fr_word_distance(s, i, wide) : s->distance[i - hubs];
}

/* Which of the side's hubs has that number. */
static uint32_t
place_of_hub(const fr_side *s, uint32_t hub)
{
	uint32_t i = 0;

	while (fr_get16(s->block.hub, i) != hub)
		i++;
	return i;
}

/* The first of the goal's hubs whose sum is the least. */
static uint32_t
place_of_least(const fr_side *s, const uint32_t *table, uint32_t least, bool wide)
{
	uint32_t i = 0;

	while (table[fr_get16(s->block.hub, i)] + distance_to_hub(s, i, wide) != least)
		i++;
	return i;
}

/*
 * Finds where a best path meets if no way with one turn at most is free; `not found`
 * means that there is no path.
 */
void
fr_subgoals_meet(const fr_index *index, fr_cell start, fr_cell goal,
				 fr_index_scratch *scratch, fr_meeting *m)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	uint32_t least;
	uint32_t place;
	fr_side from;
	fr_side to;

	fr_side_open(index, &from, start, base);
	fr_side_open(index, &to, goal, 0);
	least = fr_sides_meet(index, &from, &to, scratch->table);
	m->cost = least - base;
	m->found = m->cost < index->top;
	if (!m->found)
		return;
	place = place_of_least(&to, scratch->table, least, index->wide);
	m->hub = fr_get16(to.block.hub, place);
	find_approach(index, &to, place, distance_to_hub(&to, place, index->wide), &m->goal);
	place = place_of_hub(&from, m->hub);
	find_approach(index, &from, place, scratch->table[m->hub], &m->start);
}
