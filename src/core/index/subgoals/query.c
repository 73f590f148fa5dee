/*
 * query.c - what it costs from one cell to another, out of the blocks
 *
 * Where neither of the two ways with one turn is free, a best path passes a hub: the
 * start's block gives distances from it to hubs, the goal's block those to the goal.
 * The table holds the first by hub, the least sum with the second is the answer.
 *
 * Sums stay below 2^32: a table's base is at most FR_HIGHEST, and four distances below
 * 2^28 come on top of it.
 */
#include "core/index/subgoals/query.h"

#include "core/base/error.h"
#include "core/index/subgoals/board.h"
#include "core/index/borders/borders.h"
#include "core/index/subgoals/vectors.h"

/* ---- one cell's side ------------------------------------------------------------ */

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The items that the cell uses reach others. */
static inline void
follow_links(fr_side *s)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.links; i++)
	{
		uint32_t link = fr_get32(b->link, i);
		uint32_t *to = &s->distance[b->to[i]];

		*to = lesser(*to, s->distance[link & 0xff] + (link >> 8));
	}
}

/* Distances to items count from the base. */
static inline void
reach_items(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
			uint32_t base)
{
	const uint8_t *row;

	s->block = fr_block_open(run);
	row = s->block.row + (uint32_t) at.y % FR_INDEX_BLOCK * s->block.count.items;
	if (index->vectors)
		fr_vectors_open(index, s, row, at, base);
	else
		for (uint32_t i = 0; i < s->block.count.items; i += FR_LANES)
			fr_eight_distances(index, s->block.x + 2 * i, s->block.y + 2 * i, row + i, at,
							   base, s->distance + i);
	follow_links(s);
}

/* From the cell by the word's item to its hub. */
static inline uint32_t
word_distance(const fr_side *s, uint32_t i, bool wide)
{
	uint32_t word = fr_get32(s->block.word, i);

	if (wide)
		return word + s->distance[s->block.item[i]];
	return (word >> 8) + s->distance[word & 0xff];
}

/* Distances to the hubs that have several words, round after round. */
static inline void
reach_hubs_as(fr_side *s, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t word = b->count.hubs;

	for (uint32_t i = 0; i < b->count.several; i++)
		s->best[i] = word_distance(s, i, wide);
	for (uint32_t r = 1; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++)
			s->best[i] = lesser(s->best[i], word_distance(s, word + i, wide));
		word += count;
	}
}

static inline void
open_side(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
		  uint32_t base)
{
	reach_items(index, s, run, at, base);
	if (index->wide)
		reach_hubs_as(s, true);
	else if (index->vectors)
		fr_vectors_reach(s);
	else
		reach_hubs_as(s, false);
}

/* ---- the table ------------------------------------------------------------------ */

/* Writes the start's distances to hubs, of which no two are equal. */
static inline void
fill_table(const fr_side *s, uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *alone = b->hub + 2 * b->count.hubs;
	uint32_t i;

	for (i = 0; i < b->count.several; i++)
		table[fr_get16(b->hub, i)] = s->best[i];
	for (; i < b->count.hubs; i++)
		table[fr_get16(b->hub, i)] = word_distance(s, i, wide);
	for (i = 0; i < b->count.alone; i++)
		table[fr_get16(alone, i)] = s->distance[i];
}

/* The sum over the i-th of some hubs. */
static inline uint32_t
sum_over(const uint32_t *restrict table, const uint8_t *hubs, uint32_t i,
		 uint32_t distance)
{
	return table[fr_get16(hubs, i)] + distance;
}

/* The least sum over hubs that have one word; two at a time, which do not wait. */
static inline uint32_t
meet_single(const fr_side *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t least = UINT32_MAX;
	uint32_t other = UINT32_MAX;
	uint32_t i = b->count.several;

	for (; i + 1 < b->count.hubs; i += 2)
	{
		least = lesser(least, sum_over(table, b->hub, i, word_distance(s, i, wide)));
		other =
			lesser(other, sum_over(table, b->hub, i + 1, word_distance(s, i + 1, wide)));
	}
	if (i < b->count.hubs)
		least = lesser(least, sum_over(table, b->hub, i, word_distance(s, i, wide)));
	return lesser(least, other);
}

/* The least sum over the hubs of the goal's side. */
static inline uint32_t
meet_table(const fr_side *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *alone = b->hub + 2 * b->count.hubs;
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < b->count.several; i++)
		least = lesser(least, sum_over(table, b->hub, i, s->best[i]));
	for (uint32_t i = 0; i < b->count.alone; i++)
		least = lesser(least, sum_over(table, alone, i, s->distance[i]));
	return lesser(least, meet_single(s, table, wide));
}

/* ---- costs ------------------------------------------------------------------------ */

static uint64_t
cost_of_way(const fr_index *index, fr_cell a, fr_cell b)
{
	return fr_index_grid_cost(index,
							  fr_octile(fr_index_units_of(index), b.x - a.x, b.y - a.y));
}

static uint64_t
cost_above(const fr_index *index, uint32_t least, uint32_t base)
{
	return least - base < index->top ? fr_index_grid_cost(index, least - base)
									 : FR_UNREACHED;
}

static inline void
prefetch_run(const uint8_t *run)
{
	for (int line = 0; line < 8; line++)
		__builtin_prefetch(run + 64 * line);
}

/* The start's side: what it takes but once for many goals. */
static uint32_t
begin_query(const fr_index *index, const uint8_t *run, fr_cell start,
			fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_side s;

	open_side(index, &s, run, start, base);
	if (index->wide)
		fill_table(&s, scratch->table, true);
	else
		fill_table(&s, scratch->table, false);
	return base;
}

static uint64_t
end_query(const fr_index *index, const uint8_t *run, fr_cell goal, uint32_t base,
		  const fr_index_scratch *scratch)
{
	uint32_t least;
	fr_side s;

	open_side(index, &s, run, goal, 0);
	if (index->wide)
		least = meet_table(&s, scratch->table, true);
	else if (index->vectors)
		least = fr_vectors_meet(&s, scratch->table);
	else
		least = meet_table(&s, scratch->table, false);
	return cost_above(index, least, base);
}

static uint64_t
cost_between(const fr_index *index, const uint8_t *from, const uint8_t *to, fr_cell start,
			 fr_cell goal, fr_index_scratch *scratch)
{
	if (index->form == FR_INDEX_BORDERS)
		return fr_borders_cost(index, start, goal, scratch);
	if (fr_board_direct(index, start, goal))
		return cost_of_way(index, start, goal);
	return end_query(index, to, goal, begin_query(index, from, start, scratch), scratch);
}

uint64_t
fr_index_cost(const fr_index *index, fr_cell start, fr_cell goal,
			  fr_index_scratch *scratch)
{
	const uint8_t *from = fr_block_run(index, start);
	const uint8_t *to = fr_block_run(index, goal);

	prefetch_run(from);
	prefetch_run(to);
	return cost_between(index, from, to, start, goal, scratch);
}

/* ---- where a best path meets ------------------------------------------------------------ */

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
		if (word_distance(s, word + i, wide) == distance)
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
is_used(const fr_index *index, const fr_side *s, fr_cell at, uint32_t base, uint32_t item)
{
	const fr_block *b = &s->block;
	const uint8_t *row = b->row + (uint32_t) at.y % FR_INDEX_BLOCK * b->count.items;
	fr_cell to = item_cell(b, item);

	return row[item] >> at.x % FR_INDEX_BLOCK & 1 &&
		   base + fr_octile(fr_index_units_of(index), to.x - at.x, to.y - at.y) ==
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
find_approach(const fr_index *index, const fr_side *s, fr_cell at, uint32_t base,
			  uint32_t i, uint32_t distance, fr_approach *a)
{
	uint32_t item = item_towards(s, i, distance, index->wide);

	a->item = hub_of_item(&s->block, item, index->wide);
	a->links = 0;
	while (!is_used(index, s, at, base, item) && a->links < s->block.count.links)
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
	return i < hubs ? word_distance(s, i, wide) : s->distance[i - hubs];
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
fr_index_meet(const fr_index *index, fr_cell start, fr_cell goal,
			  fr_index_scratch *scratch, fr_meeting *m)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	uint32_t least;
	uint32_t place;
	fr_side from;
	fr_side to;

	open_side(index, &from, fr_block_run(index, start), start, base);
	open_side(index, &to, fr_block_run(index, goal), goal, 0);
	fill_table(&from, scratch->table, index->wide);
	least = meet_table(&to, scratch->table, index->wide);
	m->cost = least - base;
	m->found = m->cost < index->top;
	if (!m->found)
		return;
	place = place_of_least(&to, scratch->table, least, index->wide);
	m->hub = fr_get16(to.block.hub, place);
	find_approach(index, &to, goal, 0, place, distance_to_hub(&to, place, index->wide),
				  &m->goal);
	place = place_of_hub(&from, m->hub);
	find_approach(index, &from, start, base, place, scratch->table[m->hub], &m->start);
}

/* ---- many costs ---------------------------------------------------------------------- */

#define AHEAD 2 /* pairs whose blocks are fetched while one is answered */

static void
prefetch_pair(const fr_index *index, fr_cell start, fr_cell goal)
{
	prefetch_run(fr_block_run(index, start));
	prefetch_run(fr_block_run(index, goal));
}

void
fr_index_costs(const fr_index *index, const fr_cell *starts, const fr_cell *goals,
			   size_t count, fr_index_scratch *scratch, const fr_poll *poll,
			   uint64_t *costs)
{
	for (size_t i = 0; i < count && i < AHEAD; i++)
		prefetch_pair(index, starts[i], goals[i]);
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		if (i + AHEAD < count)
			prefetch_pair(index, starts[i + AHEAD], goals[i + AHEAD]);
		costs[i] =
			cost_between(index, fr_block_run(index, starts[i]),
						 fr_block_run(index, goals[i]), starts[i], goals[i], scratch);
	}
}

void
fr_index_costs_to(const fr_index *index, fr_cell start, const fr_cell *goals,
				  size_t count, fr_index_scratch *scratch, const fr_poll *poll,
				  uint64_t *costs)
{
	uint32_t base;

	if (index->form == FR_INDEX_BORDERS)
	{
		fr_borders_costs_to(index, start, goals, count, scratch, poll, costs);
		return;
	}
	base = begin_query(index, fr_block_run(index, start), start, scratch);
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		if (i + AHEAD < count)
			prefetch_run(fr_block_run(index, goals[i + AHEAD]));
		if (fr_board_direct(index, start, goals[i]))
			costs[i] = cost_of_way(index, start, goals[i]);
		else
			costs[i] =
				end_query(index, fr_block_run(index, goals[i]), goals[i], base, scratch);
	}
}
