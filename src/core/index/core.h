/*
 * core.h - the core form: what queries of it read (internal)
 *
 * Vertices are numbered from the core down: those of the core by rank as hubs, then
 * the others, the one that was contracted last first.  So an edge up leads to a
 * smaller number.  Runs of blocks are those of the items alone:
 *
 *   u16 k, u16 0, u16 0, u16 0
 *   u16 x[k], u16 y[k]     of the items
 *   u8 row[8][k]           bit x of row[y][i]: the cell at (x, y) sees item i
 *   (0, to a multiple of 4)
 *   u32 vertex[k]
 */
#ifndef FRINGE_INDEX_CORE_H
#define FRINGE_INDEX_CORE_H

#include "core/index/block.h"
#include "core/index/view.h"

#define FR_CORE_ITEMS 1024

typedef struct fr_access_layout
{
	size_t y;
	size_t row;
	size_t vertex;
	size_t end;
} fr_access_layout;

static inline fr_access_layout
fr_access_lay_out(size_t items)
{
	fr_access_layout l;

	l.y = FR_BLOCK_HEAD + 2 * items;
	l.row = l.y + 2 * items;
	l.vertex = (l.row + FR_INDEX_BLOCK * items + 3) & ~(size_t) 3;
	l.end = l.vertex + 4 * items;
	return l;
}

/* Where a best path goes in the core form: all vertices, FR_NO_VERTEX where there are none. */
typedef struct fr_core_meeting
{
	uint32_t cost;	/* in the labels' unit; UINT32_MAX: there is no path */
	uint32_t start; /* the last vertex of the climb from the start, */
	uint32_t goal;	/* from the goal, */
	uint32_t hub;	/* and the hub of both; or start is goal, and no hub is between */
} fr_core_meeting;

uint64_t fr_core_cost(const fr_index *index, fr_cell start, fr_cell goal,
					  fr_index_scratch *scratch);
fr_core_meeting fr_core_meet(const fr_index *index, fr_cell start, fr_cell goal,
							 fr_index_scratch *scratch);

static inline fr_cell
fr_vertex_cell(const fr_index *index, uint32_t vertex)
{
	const uint8_t *at = index->section[FR_SECTION_VERTICES];

	return (fr_cell){fr_get16(at, 2 * (size_t) vertex),
					 fr_get16(at, 2 * (size_t) vertex + 1)};
}

#endif /* FRINGE_INDEX_CORE_H */
