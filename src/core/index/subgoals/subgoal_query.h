/*
 * subgoal_query.h - what costs and routes share (internal)
 */
#ifndef FRINGE_SUBGOAL_QUERY_H
#define FRINGE_SUBGOAL_QUERY_H

#include "core/index/index_form.h"
#include "core/index/subgoals/label_block.h"

#define FR_NEVER FR_INDEX_TOP /* to an access that the cell does not use */
#define FR_GOALS_AHEAD 2	  /* their blocks are fetched while one is answered */
#define FR_LANES 8			  /* accesses at a time */

/* A block as one of its cells reads it: the distances to its accesses and hubs. */
typedef struct fr_endpoint
{
	fr_block block;
	fr_cell at; /* of a route alone, as the base */
	uint32_t base;
	uint32_t distance[FR_BLOCK_ACCESSES + FR_LANES];
	uint32_t best[FR_BLOCK_SEVERAL + FR_LANES]; /* by hub that has several entries */
} fr_endpoint;

#define FR_NO_HUB UINT32_MAX

/* Where a subgoal is. */
static inline fr_cell
fr_vertex_cell(const fr_index *index, uint32_t vertex)
{
	const uint8_t *at = index->section[FR_SECTION_VERTICES];

	return (fr_cell){fr_get16(at, 2 * (size_t) vertex),
					 fr_get16(at, 2 * (size_t) vertex + 1)};
}

/*
 * Measures eight accesses at a time: plain loops of 16 bits, which compilers turn into
 * vectors. Sides of maps have 15 bits, units 16.
 */
static inline void
fr_eight_distances(const fr_index *index, fr_endpoint *s, uint32_t first,
				   const uint8_t *row, fr_cell at, uint32_t base)
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

/*
 * How a cell comes to an access whose label has the hub: over accesses that are linked, of
 * which the last is listed first.
 */
typedef struct fr_access_path
{
	uint32_t access; /* as a hub; FR_NO_HUB: there is none */
	uint32_t edges;
	fr_cell over[FR_BLOCK_EDGES];
} fr_access_path;

/* From the cell by the entry's access to its hub. */
static inline uint32_t
fr_entry_distance(const fr_endpoint *s, uint32_t i, bool wide)
{
	uint32_t entry = fr_get32(s->block.entry, i);

	if (wide)
		return entry + s->distance[s->block.access[i]];
	return (entry >> 8) + s->distance[entry & 0xff];
}

/* Where a best path meets: its hub, and the accesses it passes at either end. */
typedef struct fr_meeting_hub
{
	bool found;
	uint32_t hub;
	uint32_t cost; /* in the labels' unit */
	fr_access_path start;
	fr_access_path goal;
} fr_meeting_hub;

uint64_t fr_subgoals_cost(const fr_index *index, const fr_index_ends *ends,
						  fr_index_scratch *scratch, const fr_poll *poll);
void fr_subgoals_costs_to(const fr_index *index, const fr_index_pairs *pairs,
						  fr_index_scratch *scratch, const fr_poll *poll);
void fr_endpoint_open(const fr_index *index, fr_endpoint *s, fr_cell at, uint32_t base);
void fr_endpoint_reach_hubs(const fr_index *index, fr_endpoint *s);
void fr_endpoint_fill_table(const fr_index *index, const fr_endpoint *s, uint32_t *table);
uint32_t fr_endpoint_least_sum(const fr_index *index, const fr_endpoint *s,
							   const uint32_t *table);
uint64_t fr_subgoals_trace(fr_tracer *t, fr_cell goal);
bool fr_subgoals_has_sides(const uint8_t *header);
bool fr_subgoals_has_header(const uint8_t *header);
const char *fr_subgoals_check(const fr_index *index, const fr_poll *poll);
const char *fr_blocks_check(const fr_index *index, fr_block_kind kind,
							const fr_poll *poll);
bool fr_has_heads(const fr_index *index, size_t most, size_t slack);
uint64_t fr_subgoals_entries(const fr_index *index);

bool fr_vectors_usable(void);
void fr_vectors_open(const fr_index *index, fr_endpoint *s, const uint8_t *row,
					 fr_cell at, uint32_t base);
void fr_vectors_open_lines(const fr_index *index, fr_endpoint *s, const uint8_t *row);
void fr_vectors_reach(fr_endpoint *s);
uint32_t fr_vectors_meet(const fr_endpoint *s, const uint32_t *table);

/* ---- accesses and hubs of a block, and the steps from hub to hub ------------------- */

static inline fr_cell
fr_access_cell(const fr_block *b, uint32_t access)
{
	return (fr_cell){fr_get16(b->x, access), fr_get16(b->y, access)};
}

static inline uint32_t
fr_entry_access(const fr_block *b, uint32_t entry, bool wide)
{
	return wide ? b->access[entry] : fr_get32(b->entry, entry) & 0xff;
}

/* The access as a hub: alone, or that of its entry at distance 0.  FR_NO_HUB: made-up bytes. */
static inline uint32_t
fr_hub_of_access(const fr_block *b, uint32_t access, bool wide)
{
	uint32_t entry = 0;

	if (access < b->count.alone)
		return fr_get16(b->hub, b->count.hubs + access);
	for (uint32_t r = 0; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++, entry++)
			if (fr_get32(b->entry, entry) >> (wide ? 0 : 8) == 0 &&
				fr_entry_access(b, entry, wide) == access)
				return fr_get16(b->hub, i);
	}
	return FR_NO_HUB;
}

static inline uint32_t
fr_endpoint_hub_distance(const fr_endpoint *s, uint32_t i, bool wide)
{
	uint32_t hubs = s->block.count.hubs;

	if (i < s->block.count.several)
		return s->best[i];
	return i < hubs ? fr_entry_distance(s, i, wide) : s->distance[i - hubs];
}

/* Hubs of the endpoint's block: those of entries, and accesses that are alone. */
static inline uint32_t
fr_endpoint_hubs(const fr_endpoint *s)
{
	return s->block.count.hubs + s->block.count.alone;
}

/* Which of the endpoint's hubs has that number; or how many they are. */
static inline uint32_t
fr_endpoint_place_of_hub(const fr_endpoint *s, uint32_t hub)
{
	uint32_t count = fr_endpoint_hubs(s);
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

#endif /* FRINGE_SUBGOAL_QUERY_H */
