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
#include "core/index/query.h"

#include "core/base/error.h"
#include "core/index/board.h"
#include "core/index/core.h"
#include "core/index/vectors.h"

/* ---- one cell's side ------------------------------------------------------------ */

/* Distances count from the base. */
static inline void
open_side(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
		  uint32_t base)
{
	const uint8_t *row;

	s->block = fr_block_open(run);
	row = s->block.row + (uint32_t) at.y % FR_INDEX_BLOCK * s->block.items;
	if (index->vectors)
	{
		fr_vectors_open(index, s, row, at, base);
		return;
	}
	for (uint32_t i = 0; i < s->block.items; i += FR_LANES)
		fr_eight_distances(index, s->block.x + 2 * i, s->block.y + 2 * i, row + i, at,
						   base, s->distance + i);
}

/* From the cell by the entry's item to its hub. */
static inline uint32_t
entry_distance(const fr_side *s, uint32_t entry, bool wide)
{
	uint32_t word = fr_get32(s->block.word, entry);

	if (wide)
		return word + s->distance[s->block.item[entry]];
	return (word >> 8) + s->distance[word & 0xff];
}

/* ---- the table ------------------------------------------------------------------ */

/* Writes the start's distances to hubs. */
static inline void
fill_table(const fr_side *s, uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t i;

	for (i = 0; i < b->items; i++)
		table[fr_get16(b->hub, i)] = s->distance[i];
	for (i = 0; i < b->once; i++)
		table[fr_get16(b->entry_hub, i)] = entry_distance(s, i, wide);
	for (; i < b->entries; i++)
	{
		uint32_t *to = &table[fr_get16(b->entry_hub, i)];
		uint32_t distance = entry_distance(s, i, wide);

		*to = distance < *to ? distance : *to;
	}
}

static inline uint32_t
entry_sum(const fr_side *s, const uint32_t *table, uint32_t entry, bool wide)
{
	return table[fr_get16(s->block.entry_hub, entry)] + entry_distance(s, entry, wide);
}

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The least sum over the hubs of the goal's side; two at a time, which do not wait. */
static inline uint32_t
meet_table(const fr_side *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t least = UINT32_MAX;
	uint32_t other = UINT32_MAX;
	uint32_t i;

	for (i = 0; i < b->items; i++)
		least = lesser(least, table[fr_get16(b->hub, i)] + s->distance[i]);
	for (i = 0; i + 1 < b->entries; i += 2)
	{
		least = lesser(least, entry_sum(s, table, i, wide));
		other = lesser(other, entry_sum(s, table, i + 1, wide));
	}
	if (i < b->entries)
		least = lesser(least, entry_sum(s, table, i, wide));
	return lesser(least, other);
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
	if (fr_board_direct(index, start, goal))
		return cost_of_way(index, start, goal);
	if (index->form == FR_INDEX_CORE)
		return fr_core_cost(index, start, goal, scratch);
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

/* The item by which the side has the distance to the hub, as a hub; FR_NO_HUB: none. */
static uint32_t
item_towards(const fr_side *s, uint32_t hub, uint32_t distance, bool wide)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->items; i++)
		if (fr_get16(b->hub, i) == hub && s->distance[i] == distance)
			return hub;
	for (uint32_t i = 0; i < b->entries; i++)
		if (fr_get16(b->entry_hub, i) == hub && entry_distance(s, i, wide) == distance)
			return fr_get16(b->hub, wide ? b->item[i] : fr_get32(b->word, i) & 0xff);
	return FR_NO_HUB;
}

/* The first hub of the goal's side whose sum is the least. */
static uint32_t
hub_of_least(const fr_side *s, const uint32_t *table, uint32_t least, bool wide)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->items; i++)
		if (table[fr_get16(b->hub, i)] + s->distance[i] == least)
			return fr_get16(b->hub, i);
	for (uint32_t i = 0; i < b->entries; i++)
		if (table[fr_get16(b->entry_hub, i)] + entry_distance(s, i, wide) == least)
			return fr_get16(b->entry_hub, i);
	return FR_NO_HUB;
}

/* Where there is no way with one turn at most: not found means that there is no path. */
fr_meeting
fr_index_meet(const fr_index *index, fr_cell start, fr_cell goal,
			  fr_index_scratch *scratch)
{
	uint32_t base = begin_query(index, fr_block_run(index, start), start, scratch);
	fr_meeting m = {0};
	fr_side from;
	fr_side to;
	uint32_t least;

	open_side(index, &from, fr_block_run(index, start), start, base);
	open_side(index, &to, fr_block_run(index, goal), goal, 0);
	least = meet_table(&to, scratch->table, index->wide);
	m.cost = least - base;
	m.found = m.cost < index->top;
	if (!m.found)
		return m;
	m.hub = hub_of_least(&to, scratch->table, least, index->wide);
	m.goal_item = item_towards(&to, m.hub, least - scratch->table[m.hub], index->wide);
	m.start_item = item_towards(&from, m.hub, scratch->table[m.hub], index->wide);
	return m;
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

static void
core_costs_to(const fr_index *index, fr_cell start, const fr_cell *goals, size_t count,
			  fr_index_scratch *scratch, const fr_poll *poll, uint64_t *costs)
{
	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		costs[i] = fr_index_cost(index, start, goals[i], scratch);
	}
}

void
fr_index_costs_to(const fr_index *index, fr_cell start, const fr_cell *goals,
				  size_t count, fr_index_scratch *scratch, const fr_poll *poll,
				  uint64_t *costs)
{
	uint32_t base;

	if (index->form == FR_INDEX_CORE)
	{
		core_costs_to(index, start, goals, count, scratch, poll, costs);
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
