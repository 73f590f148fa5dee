/*
 * ways.h - what it costs to go about inside a block of 8 x 8 cells (internal)
 *
 * Cells of a block are numbered 0 .. 63, row by row; a set of them is a word, a bit
 * each.  Only steps inside the block count.
 */
#ifndef FRINGE_INDEX_WAYS_H
#define FRINGE_INDEX_WAYS_H

#include "core/index/subgoals/block.h"

#define FR_BLOCK_CELLS (FR_INDEX_BLOCK * FR_INDEX_BLOCK)
#define FR_NO_WAY (UINT64_MAX / 4) /* above all costs; two of them can be added */

/* The steps of a block: by direction and cell, FR_NO_WAY where there is none. */
typedef struct fr_steps
{
	uint64_t cost[FR_DIRECTIONS][FR_BLOCK_CELLS];
} fr_steps;

/* The cell one step away; it is in the block only if fr_is_within says so. */
static inline uint32_t
fr_place_after(uint32_t place, int direction)
{
	return (uint32_t) ((int) place + fr_dy[direction] * FR_INDEX_BLOCK +
					   fr_dx[direction]);
}

#define FR_NORTH UINT64_C(0xff) /* outer cells of a block */
#define FR_EAST UINT64_C(0x8080808080808080)
#define FR_SOUTH (FR_NORTH << 56)
#define FR_WEST (FR_EAST >> 7)

static inline bool
fr_is_within(uint32_t place, int direction)
{
	static const uint64_t leaving[FR_DIRECTIONS] = {
		FR_NORTH, FR_NORTH | FR_EAST, FR_EAST, FR_SOUTH | FR_EAST,
		FR_SOUTH, FR_SOUTH | FR_WEST, FR_WEST, FR_NORTH | FR_WEST};

	return !(leaving[direction] >> place & 1);
}

static inline uint32_t
fr_block_of(uint32_t across, fr_cell at)
{
	return (uint32_t) at.y / FR_INDEX_BLOCK * across + (uint32_t) at.x / FR_INDEX_BLOCK;
}

static inline uint32_t
fr_place_of(fr_cell at)
{
	return (uint32_t) at.y % FR_INDEX_BLOCK * FR_INDEX_BLOCK +
		   (uint32_t) at.x % FR_INDEX_BLOCK;
}

static inline fr_cell
fr_cell_at(uint32_t across, uint32_t block, uint32_t place)
{
	return (fr_cell){
		(int32_t) (block % across * FR_INDEX_BLOCK + place % FR_INDEX_BLOCK),
		(int32_t) (block / across * FR_INDEX_BLOCK + place / FR_INDEX_BLOCK)};
}

/* Costs from a cell to those of its block, or backward to it from them. */
void fr_ways(const fr_steps *steps, uint32_t from, bool backward,
			 uint64_t cost[FR_BLOCK_CELLS]);

#endif /* FRINGE_INDEX_WAYS_H */
