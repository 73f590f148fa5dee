/*
 * subgoal_query.c - the cost between two cells, from the labels of their blocks
 *
 * Two ways between the cells have at most one turn.  If one of them is free, it is a best
 * path.  Otherwise a best path passes a hub that both labels have.  A table by hub gets the
 * start's distances, and the answer is the least sum with the goal's distances.
 *
 * Sums stay below 2^32: a base is at most FR_HIGHEST, and up to four distances below
 * 2^28 are added to it.
 */
#include "core/index/subgoals/subgoal_query.h"

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/index/subgoals/sight_bitmap.h"

/* ---- one cell's endpoint ------------------------------------------------------------ */

/* The cell reaches access subgoals over edges, too. */
static inline void
follow_edges(fr_endpoint *s)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.edges; i++)
	{
		uint32_t edge = fr_get32(b->edge, i);
		uint32_t *to = &s->distance[b->to[i]];

		*to = fr_min32(*to, s->distance[edge & 0xff] + (edge >> 8));
	}
}

/*
 * Eight octile distances, in loops over numbers of 16 bits, which compilers vectorize. Sides
 * of maps with this index fit into 15 bits, and its units into 16.
 */
static inline void
eight_distances(const fr_index *index, fr_endpoint *s, uint32_t first, const uint8_t *row,
				fr_cell at, uint32_t base)
{
	const uint8_t *xs = s->block.x + 2 * first;
	const uint8_t *ys = s->block.y + 2 * first;
	uint32_t *restrict to = s->distance + first;
	uint8_t bit = (uint8_t) (1 << at.x % FR_BLOCK_SIDE);
	uint16_t straight = (uint16_t) index->units.straight;
	uint16_t aside = (uint16_t) (index->units.diagonal - index->units.straight);
	int16_t x = (int16_t) at.x;
	int16_t y = (int16_t) at.y;
	int16_t less[FR_LANES];
	int16_t more[FR_LANES];

	for (size_t i = 0; i < FR_LANES; i++)
	{
		int16_t dx = (int16_t) ((int16_t) fr_get16(xs, i) - x);
		int16_t dy = (int16_t) ((int16_t) fr_get16(ys, i) - y);
		int16_t ax = dx > (int16_t) -dx ? dx : (int16_t) -dx;
		int16_t ay = dy > (int16_t) -dy ? dy : (int16_t) -dy;

		less[i] = ax < ay ? ax : ay;
		more[i] = ax < ay ? ay : ax;
	}
	for (size_t i = 0; i < FR_LANES; i++)
		to[i] = (uint32_t) (uint16_t) less[i] * aside +
				(uint32_t) (uint16_t) more[i] * straight;
	for (size_t i = 0; i < FR_LANES; i++)
		to[i] = base + (row[first + i] & bit ? to[i] : FR_NEVER);
}

/* Opens the block, and sets the distances to its access subgoals, plus the base. */
static inline void
reach_accesses(const fr_index *index, fr_endpoint *s, const uint8_t *record, fr_cell at,
			   uint32_t base)
{
	const uint8_t *row;

	s->block = fr_block_open(record, FR_BLOCK_NARROW);
	row = s->block.row + (uint32_t) at.y % FR_BLOCK_SIDE * s->block.count.accesses;
	if (index->vectors)
		fr_vectors_open(index, s, row, at, base);
	else
		for (uint32_t i = 0; i < s->block.count.accesses; i += FR_LANES)
			eight_distances(index, s, i, row, at, base);
	follow_edges(s);
}

/* Distances to hubs with several entries, round by round. */
static inline void
reach_hubs_as(fr_endpoint *s, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t entry = b->count.hubs;

	for (uint32_t i = 0; i < b->count.several; i++)
		s->best[i] = fr_entry_distance(s, i, wide);
	for (uint32_t r = 1; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++)
			s->best[i] = fr_min32(s->best[i], fr_entry_distance(s, entry + i, wide));
		entry += count;
	}
}

static inline void
reach_hubs(const fr_index *index, fr_endpoint *s)
{
	if (index->subgoals.wide)
		reach_hubs_as(s, true);
	else if (index->vectors)
		fr_vectors_reach(s);
	else
		reach_hubs_as(s, false);
}

static inline void
open_endpoint(const fr_index *index, fr_endpoint *s, const uint8_t *record, fr_cell at,
			  uint32_t base)
{
	reach_accesses(index, s, record, at, base);
	reach_hubs(index, s);
}

/* ---- the table ------------------------------------------------------------------ */

/* Writes the start's distances to hubs, each hub once. */
static inline void
fill_table(const fr_endpoint *s, uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *lone = b->hub + 2 * b->count.hubs;
	uint32_t i;

	for (i = 0; i < b->count.several; i++)
		table[fr_get16(b->hub, i)] = s->best[i];
	for (; i < b->count.hubs; i++)
		table[fr_get16(b->hub, i)] = fr_entry_distance(s, i, wide);
	for (i = 0; i < b->count.lone; i++)
		table[fr_get16(lone, i)] = s->distance[i];
}

static inline uint32_t
sum_over(const uint32_t *restrict table, const uint8_t *hubs, uint32_t i,
		 uint32_t distance)
{
	return table[fr_get16(hubs, i)] + distance;
}

/*
 * The least sum over hubs with one entry; two independent minima, which the processor
 * computes in parallel.
 */
static inline uint32_t
meet_single(const fr_endpoint *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t least = UINT32_MAX;
	uint32_t other = UINT32_MAX;
	uint32_t i = b->count.several;

	for (; i + 1 < b->count.hubs; i += 2)
	{
		least =
			fr_min32(least, sum_over(table, b->hub, i, fr_entry_distance(s, i, wide)));
		other = fr_min32(
			other, sum_over(table, b->hub, i + 1, fr_entry_distance(s, i + 1, wide)));
	}
	if (i < b->count.hubs)
		least =
			fr_min32(least, sum_over(table, b->hub, i, fr_entry_distance(s, i, wide)));
	return fr_min32(least, other);
}

/* The least sum over all hubs of the goal. */
static inline uint32_t
meet_table(const fr_endpoint *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *lone = b->hub + 2 * b->count.hubs;
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < b->count.several; i++)
		least = fr_min32(least, sum_over(table, b->hub, i, s->best[i]));
	for (uint32_t i = 0; i < b->count.lone; i++)
		least = fr_min32(least, sum_over(table, lone, i, s->distance[i]));
	return fr_min32(least, meet_single(s, table, wide));
}

uint32_t
fr_endpoint_least_sum(const fr_index *index, const fr_endpoint *s, const uint32_t *table)
{
	if (index->subgoals.wide)
		return meet_table(s, table, true);
	return index->vectors ? fr_vectors_meet(s, table) : meet_table(s, table, false);
}

void
fr_endpoint_fill_table(const fr_index *index, const fr_endpoint *s, uint32_t *table)
{
	if (index->subgoals.wide)
		fill_table(s, table, true);
	else
		fill_table(s, table, false);
}

/* ---- costs ------------------------------------------------------------------------ */

/* Reads the start's labels, once for many goals.  Returns the base of the table. */
static uint32_t
begin_query(const fr_index *index, const uint8_t *record, fr_cell start,
			fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_endpoint s;

	open_endpoint(index, &s, record, start, base);
	fr_endpoint_fill_table(index, &s, scratch->table);
	return base;
}

/* The cost to a goal over hubs. */
static uint64_t
end_query(const fr_index *index, const uint8_t *record, fr_cell goal, uint32_t base,
		  const fr_index_scratch *scratch)
{
	fr_endpoint s;
	uint32_t cost;

	open_endpoint(index, &s, record, goal, 0);
	cost = fr_endpoint_least_sum(index, &s, scratch->table) - base;
	return cost < index->top ? fr_index_grid_cost(index, cost) : FR_UNREACHED;
}

/*
 * The lesser of the cost over hubs and the cost of a free way, which links may undercut.
 */
__attribute__((noinline)) static uint64_t
cost_with_links(const fr_index *index, const fr_index_ends *ends, uint32_t base,
				const fr_index_scratch *scratch)
{
	uint64_t way = fr_way_cost(index, ends->start, ends->goal);
	uint64_t by_hubs = end_query(index, ends->to, ends->goal, base, scratch);

	return by_hubs != FR_UNREACHED && by_hubs < way ? by_hubs : way;
}

uint64_t
fr_subgoals_cost(const fr_index *index, const fr_index_ends *ends,
				 fr_index_scratch *scratch, const fr_poll *poll)
{
	(void) poll;
	if (fr_sight_direct(&index->subgoals.sight, ends->start, ends->goal))
		return !index->linked
				   ? fr_way_cost(index, ends->start, ends->goal)
				   : cost_with_links(index, ends,
									 begin_query(index, ends->from, ends->start, scratch),
									 scratch);
	return end_query(index, ends->to, ends->goal,
					 begin_query(index, ends->from, ends->start, scratch), scratch);
}

/* The cost to a goal.  begin_query has read the start. */
static inline uint64_t
cost_to(const fr_index *index, fr_cell start, fr_cell goal, uint32_t base,
		const fr_index_scratch *scratch)
{
	const uint8_t *record = fr_index_record(index, goal);

	if (!fr_sight_direct(&index->subgoals.sight, start, goal))
		return end_query(index, record, goal, base, scratch);
	return !index->linked
			   ? fr_way_cost(index, start, goal)
			   : cost_with_links(index, &(fr_index_ends){start, goal, NULL, record}, base,
								 scratch);
}

void
fr_subgoals_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					 fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_cell start = *pairs->starts;
	uint32_t base = begin_query(index, fr_index_record(index, start), start, scratch);

	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		if (i + FR_GOALS_AHEAD < pairs->count)
			fr_index_prefetch(fr_index_record(index, pairs->goals[i + FR_GOALS_AHEAD]));
		pairs->costs[i] = cost_to(index, start, pairs->goals[i], base, scratch);
	}
}

/* ---- for routes ------------------------------------------------------------------- */

void
fr_endpoint_open(const fr_index *index, fr_endpoint *s, fr_cell at, uint32_t base)
{
	open_endpoint(index, s, fr_index_record(index, at), at, base);
	s->at = at;
	s->base = base;
}
