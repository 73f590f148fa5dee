/*
 * view.h - what all readers of an opened index share (internal)
 */
#ifndef FRINGE_INDEX_VIEW_H
#define FRINGE_INDEX_VIEW_H

#include "core/index/format.h"
#include "core/index/rule.h"

/*
 * Where queries put the distances from their start, by hub.  It is not cleared after
 * a query: each writes above a base that is lower than the last one's by more than
 * any answer, so what is left of earlier queries is never the least.
 */
struct fr_index_scratch
{
	uint32_t room; /* hubs */
	uint32_t base;
	uint32_t *table;
	uint16_t *chain; /* hubs on the way to one, for routes */
};

static inline fr_index_units
fr_index_units_of(const fr_index *index)
{
	return (fr_index_units){index->straight, index->diagonal};
}

/*
 * A cost in the labels' unit -> the same in the grid's.  Where the two are not
 * proportional the diagonal steps are found by the remainder (rule.c).
 */
static inline uint64_t
fr_index_grid_cost(const fr_index *index, uint32_t cost)
{
	uint32_t diagonals;
	uint32_t straights;

	if (index->inverse == 0)
		return cost * (index->costs.step[FR_N] / index->straight);
	diagonals = (uint32_t) ((uint64_t) cost * index->inverse % index->straight);
	straights = (cost - diagonals * index->diagonal) / index->straight;
	return straights * index->costs.step[FR_N] + diagonals * index->costs.step[FR_NE];
}

#endif /* FRINGE_INDEX_VIEW_H */
