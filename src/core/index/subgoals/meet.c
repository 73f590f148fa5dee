/*
 * meet.c - where a best path meets, and how its ends come there
 */
#include "core/index/subgoals/hops.h"

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
			return fr_word_item(b, word + i, wide);
		word += fr_get16(b->round, r);
	}
	return fr_word_item(b, i, wide);
}

/* Does the cell reach the item by itself, not over a link? */
static bool
is_used(const fr_index *index, const fr_side *s, uint32_t item)
{
	const fr_block *b = &s->block;
	const uint8_t *row = b->row + (uint32_t) s->at.y % FR_INDEX_BLOCK * b->count.items;
	fr_cell to = fr_item_cell(b, item);

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

	a->item = fr_hub_of_item(&s->block, item, index->wide);
	a->links = 0;
	while (!is_used(index, s, item) && a->links < s->block.count.links)
	{
		item = linked_from(s, item);
		if (item == FR_BLOCK_ITEMS)
		{
			a->item = FR_NO_HUB;
			return;
		}
		a->over[a->links++] = fr_item_cell(&s->block, item);
	}
}

/* The first of the goal's hubs whose sum is the least; or how many they are. */
static uint32_t
place_of_least(const fr_side *s, const uint32_t *table, uint32_t least, bool wide)
{
	uint32_t count = fr_side_hubs(s);
	uint32_t i = 0;

	while (i < count &&
		   table[fr_get16(s->block.hub, i)] + fr_side_distance(s, i, wide) != least)
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
	fr_side_fill(index, &from, scratch->table);
	least = fr_side_meet(index, &to, scratch->table);
	m->cost = least - base;
	m->found = m->cost < index->top;
	if (!m->found)
		return;
	m->start.item = m->goal.item = FR_NO_HUB;
	m->start.links = m->goal.links = 0;
	place = place_of_least(&to, scratch->table, least, index->wide);
	if (place == fr_side_hubs(&to))
		return;
	m->hub = fr_get16(to.block.hub, place);
	find_approach(index, &to, place, fr_side_distance(&to, place, index->wide), &m->goal);
	place = fr_place_of_hub(&from, m->hub);
	if (place < fr_side_hubs(&from))
		find_approach(index, &from, place, scratch->table[m->hub], &m->start);
}
