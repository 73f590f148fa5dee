/*
 * query.h - what costs and routes share (internal)
 */
#ifndef FRINGE_INDEX_QUERY_H
#define FRINGE_INDEX_QUERY_H

#include "core/index/subgoals/block.h"
#include "core/index/store/view.h"

#define FR_NEVER FR_INDEX_TOP /* to an item that the cell does not use */
#define FR_LANES 8			  /* items at a time */

/* A block as one of its cells reads it: the distances to its items and hubs. */
typedef struct fr_side
{
	fr_block block;
	uint32_t distance[FR_BLOCK_ITEMS + FR_LANES];
	uint32_t best[FR_BLOCK_SEVERAL + FR_LANES]; /* by hub that has several words */
} fr_side;

#define FR_NO_HUB UINT32_MAX

static inline const uint8_t *
fr_block_run(const fr_index *index, fr_cell at)
{
	uint32_t block = (uint32_t) at.y / FR_INDEX_BLOCK * index->blocks_across +
					 (uint32_t) at.x / FR_INDEX_BLOCK;

	return index->section[FR_SECTION_BLOCKS] +
		   (size_t) fr_get32(index->section[FR_SECTION_DIRECTORY], block) * 4;
}

/*
 * Measures eight items at a time: plain loops of 16 bits, which compilers turn into
 * vectors. Sides of maps have 15 bits, units 16.
 */
static inline void
fr_eight_distances(const fr_index *index, const uint8_t *xs, const uint8_t *ys,
				   const uint8_t *row, fr_cell at, uint32_t base, uint32_t *restrict to)
{
	uint8_t bit = (uint8_t) (1 << at.x % FR_INDEX_BLOCK);
	uint16_t straight = (uint16_t) index->straight;
	uint16_t aside = (uint16_t) (index->diagonal - index->straight);
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
		to[i] = base + (row[i] & bit ? to[i] : FR_NEVER);
}

/*
 * How a cell comes to an item whose label has the hub: over items that are linked, of
 * which the last is listed first.
 */
typedef struct fr_approach
{
	uint32_t item; /* as a hub; FR_NO_HUB: there is none */
	uint32_t links;
	fr_cell over[FR_BLOCK_LINKS];
} fr_approach;

/* Where a best path meets: its hub, and the items it passes at either end. */
typedef struct fr_meeting
{
	bool found;
	uint32_t hub;
	uint32_t cost; /* in the labels' unit */
	fr_approach start;
	fr_approach goal;
} fr_meeting;

void fr_index_meet(const fr_index *index, fr_cell start, fr_cell goal,
				   fr_index_scratch *scratch, fr_meeting *m);

#endif /* FRINGE_INDEX_QUERY_H */
