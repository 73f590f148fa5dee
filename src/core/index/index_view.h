/*
 * index_view.h - what all readers of an opened index share (internal)
 */
#ifndef FRINGE_INDEX_VIEW_H
#define FRINGE_INDEX_VIEW_H

#include "core/index/index.h"
#include "core/index/index_format.h"
#include "core/index/index_units.h"

/* The index without the tables that fr_index_open derives. */
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
	return i < fr_index_sections(fr_index_is_extended(bytes))
			   ? fr_get32(bytes + FR_AT_SECTIONS, (size_t) i)
			   : size;
}

static inline size_t
fr_section_size(const fr_index *index, int i)
{
	return fr_section_begin(index->bytes, index->size, i + 1) -
		   fr_section_begin(index->bytes, index->size, i);
}

/* Does a section have this size, padding excluded? */
static inline bool
fr_has_section(const fr_index *index, int i, size_t size)
{
	return fr_section_size(index, i) == fr_index_aligned(size);
}

/* The record of a block, whose place the directory has in units of 4 bytes. */
static inline const uint8_t *
fr_index_record_of(const fr_index *index, uint32_t block)
{
	return index->section[FR_SECTION_BLOCKS] +
		   (size_t) fr_get32(index->section[FR_SECTION_DIRECTORY], block) * 4;
}

static inline const uint8_t *
fr_index_record(const fr_index *index, fr_cell at)
{
	return fr_index_record_of(index,
							  (uint32_t) at.y / FR_BLOCK_SIDE * index->blocks_across +
								  (uint32_t) at.x / FR_BLOCK_SIDE);
}

static inline void
fr_index_prefetch(const uint8_t *run)
{
#pragma GCC unroll 8
	for (int line = 0; line < 8; line++)
		__builtin_prefetch(run + 64 * line);
}

static inline uint32_t
fr_blocks_across(uint32_t cells)
{
	return (cells + FR_BLOCK_SIDE - 1) / FR_BLOCK_SIDE;
}

/* Is the cell on the map and free? */
static inline bool
fr_index_is_free(const fr_index *index, int32_t x, int32_t y)
{
	const uint8_t *row;

	if (x < 0 || y < 0 || (uint32_t) x >= index->width || (uint32_t) y >= index->height)
		return false;
	row = index->section[FR_SECTION_ROWS] + (size_t) y * index->row_words * 8;
	return row[x / 8] >> x % 8 & 1;
}

/* Is a diagonal step between two free cells legal, of whose side cells so many are free? */
static inline bool
fr_index_diagonal_passes(const fr_index *index, int sides, int direction)
{
	return sides >= index->corners || (index->corners == FR_CORNERS_OF_HEX &&
									   (direction == FR_NE || direction == FR_SW));
}

#define FR_NO_VERTEX UINT32_MAX

#define FR_HIGHEST UINT32_C(0xbfffffff) /* the first base */

/*
 * Scratch memory of queries.  The table has distances from the start by hub.  Clearing
 * it would cost more than a query.  So each query writes above a base that is below the
 * previous base by more than any answer: older entries are never the least.
 */
struct fr_index_scratch
{
	uint32_t capacity; /* of each array, in hubs */
	uint32_t base;
	uint32_t *table;
	uint32_t *chain; /* hubs of a route; in lines, hubs of both ends */
	uint32_t *sums;	 /* in lines, over these hubs */
};

/* Returns the base of the next query. */
uint32_t fr_index_lower_base(fr_index_scratch *scratch, uint32_t top);

/*
 * Converts a cost from the labels' unit to the grid's.  If the two are not proportional,
 * the number of diagonal steps is a remainder: index_units.c.
 */
static inline uint64_t
fr_index_grid_cost(const fr_index *index, uint32_t cost)
{
	uint32_t diagonals;
	uint32_t straights;

	if (index->inverse == 0)
		return cost * (index->part / index->units.straight);
	diagonals = (uint32_t) ((uint64_t) cost * index->inverse % index->units.straight);
	straights = (cost - diagonals * index->units.diagonal) / index->units.straight;
	return straights * index->part + diagonals * index->diagonal;
}

#endif /* FRINGE_INDEX_VIEW_H */
