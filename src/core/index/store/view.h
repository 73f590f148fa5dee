/*
 * view.h - what all readers of an opened index share (internal)
 */
#ifndef FRINGE_INDEX_VIEW_H
#define FRINGE_INDEX_VIEW_H

#include "core/index/store/format.h"
#include "core/index/rule.h"

fr_index fr_index_view(const uint8_t *bytes, size_t size);

static inline double
fr_get_double(const uint8_t *from)
{
	uint64_t bits = fr_get64(from, 0);
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline size_t
fr_section_begin(const uint8_t *bytes, size_t size, int i)
{
	return i < FR_SECTION_COUNT ? fr_get32(bytes + FR_AT_SECTIONS, (size_t) i) : size;
}

static inline size_t
fr_section_size(const fr_index *index, int i)
{
	return fr_section_begin(index->bytes, index->size, i + 1) -
		   fr_section_begin(index->bytes, index->size, i);
}

#define FR_NO_VERTEX UINT32_MAX

#define FR_HIGHEST UINT32_C(0xbfffffff) /* base */

/*
 * Where queries put the distances from their start, by hub.  The table is not cleared
 * after a query: each writes above a base that is lower than the last one's by more
 * than any answer, so what is left of earlier queries is never the least.
 */
struct fr_index_scratch
{
	uint32_t room; /* subgoals */
	uint32_t base;
	uint32_t *table;
	uint32_t *chain; /* hubs or vertices of a route */
};

/* In the blocks form: where a subgoal is. */
static inline fr_cell
fr_vertex_cell(const fr_index *index, uint32_t vertex)
{
	const uint8_t *at = index->section[FR_SECTION_VERTICES];

	return (fr_cell){fr_get16(at, 2 * (size_t) vertex),
					 fr_get16(at, 2 * (size_t) vertex + 1)};
}

uint32_t fr_index_lower_base(fr_index_scratch *scratch, uint32_t top);

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
