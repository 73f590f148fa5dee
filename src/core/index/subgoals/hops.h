/*
 * hops.h - items and hubs of a block, and the steps from hub to hub (internal)
 */
#ifndef FRINGE_INDEX_HOPS_H
#define FRINGE_INDEX_HOPS_H

#include "core/index/subgoals/query.h"

static inline fr_cell
fr_item_cell(const fr_block *b, uint32_t item)
{
	return (fr_cell){fr_get16(b->x, item), fr_get16(b->y, item)};
}

static inline uint32_t
fr_word_item(const fr_block *b, uint32_t word, bool wide)
{
	return wide ? b->item[word] : fr_get32(b->word, word) & 0xff;
}

/* The item as a hub: alone, or that of its word at distance 0.  FR_NO_HUB: made-up bytes. */
static inline uint32_t
fr_hub_of_item(const fr_block *b, uint32_t item, bool wide)
{
	uint32_t word = 0;

	if (item < b->count.alone)
		return fr_get16(b->hub, b->count.hubs + item);
	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++, word++)
			if (fr_get32(b->word, word) >> (wide ? 0 : 8) == 0 &&
				fr_word_item(b, word, wide) == item)
				return fr_get16(b->hub, i);
	}
	return FR_NO_HUB;
}

static inline uint32_t
fr_side_distance(const fr_side *s, uint32_t i, bool wide)
{
	uint32_t hubs = s->block.count.hubs;

	if (i < s->block.count.several)
		return s->best[i];
	return i < hubs ? fr_word_distance(s, i, wide) : s->distance[i - hubs];
}

/* Hubs of the side's block: those of words, and items that are alone. */
static inline uint32_t
fr_side_hubs(const fr_side *s)
{
	return s->block.count.hubs + s->block.count.alone;
}

/* Which of the side's hubs has that number; or how many they are. */
static inline uint32_t
fr_place_of_hub(const fr_side *s, uint32_t hub)
{
	uint32_t count = fr_side_hubs(s);
	uint32_t i = 0;

	while (i < count && fr_get16(s->block.hub, i) != hub)
		i++;
	return i;
}

/* Is the number among these? */
static inline bool
fr_is_among(const uint8_t *numbers, uint32_t count, uint32_t number)
{
	for (uint32_t i = 0; i < count; i++)
		if (fr_get16(numbers, i) == number)
			return true;
	return false;
}

/* The next hub after one on the way to another; FR_NO_HUB: its steps do not tell. */
static inline uint32_t
fr_next_hub(const fr_index *index, uint32_t from, uint32_t to)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];
	const uint8_t *steps = index->section[FR_SECTION_STEPS];
	uint32_t end = fr_get32(heads, (size_t) from + 1);

	for (uint32_t i = fr_get32(heads, from); i + 2 <= end;)
	{
		uint32_t next = fr_get16(steps, i);
		uint32_t count = fr_get16(steps, i + 1);

		i += 2;
		if (count > end - i || next >= index->hubs)
			return FR_NO_HUB;
		if (fr_is_among(steps + 2 * (size_t) i, count, to))
			return next;
		i += count;
	}
	return FR_NO_HUB;
}

#endif /* FRINGE_INDEX_HOPS_H */
