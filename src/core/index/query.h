/*
 * query.h - what costs and routes share (internal)
 */
#ifndef FRINGE_INDEX_QUERY_H
#define FRINGE_INDEX_QUERY_H

#include "core/index/block.h"
#include "core/index/view.h"

#define FR_NEVER FR_INDEX_TOP /* to an item that the cell does not use */
#define FR_LANES 8			  /* items at a time */

/* A block as one of its cells reads it: the distances to its items. */
typedef struct fr_side
{
	fr_block block;
	uint32_t distance[FR_BLOCK_ITEMS + FR_LANES];
} fr_side;

#define FR_NO_HUB UINT32_MAX

/* Where a best path meets: its hub, and the items it passes at either end. */
typedef struct fr_meeting
{
	bool found;
	uint32_t hub;
	uint32_t start_item; /* as hubs */
	uint32_t goal_item;
	uint32_t cost; /* in the labels' unit */
} fr_meeting;

fr_meeting fr_index_meet(const fr_index *index, fr_cell start, fr_cell goal,
						 fr_index_scratch *scratch);

#endif /* FRINGE_INDEX_QUERY_H */
