/*
 * cell.h - directions as offsets, and sets of them
 */
#ifndef FRINGE_CELL_H
#define FRINGE_CELL_H

#include "core/api.h"

#define FR_MASKS 256   /* sets of directions, a bit each */
#define FR_AROUNDS 512 /* sets of cells in a 3 x 3 neighbourhood, a bit each */

/*
 * The step of each direction, clockwise from north. Static, so that the compiler folds
 * constant directions.
 */
static const int8_t fr_dx[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t fr_dy[FR_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};

/* "N", "NE", ... */
extern const char *const fr_direction_name[FR_DIRECTIONS];

static inline bool
fr_is_diagonal(int direction)
{
	return direction & 1;
}

static inline int
fr_opposite(int direction)
{
	return direction ^ 4;
}

/* The first direction that leads as many columns and rows away. */
static inline int
fr_first_alike(int direction)
{
	return direction % 2 ? 1 : direction % 4;
}

/* Stands for the direction of a step at the start of a path, which may have a heading. */
#define FR_AT_START (FR_DIRECTIONS + 2)

/* The angles of turns: in steps of 45 degrees, between hexagons of 60; the last one is back. */
#define FR_TURN_ANGLES 5

static inline int
fr_turn_angle(bool hex, int from, int to)
{
	int around = hex ? 6 : 8;
	int apart = hex ? (to - (to > FR_SE)) - (from - (from > FR_SE)) : to - from;

	apart = apart < 0 ? -apart : apart;
	return apart > around / 2 ? around - apart : apart;
}

/* ---- hexagons ---------------------------------------------------------------------- */

#define FR_HEX_SIDES 6

/* The directions of hexagons, 60 degrees apart, and the place of each direction. */
static const uint8_t fr_hex_ring[FR_HEX_SIDES] = {0, 1, 2, 4, 5, 6}; /* N, NE, E, ... */
static const uint8_t fr_hex_place[FR_DIRECTIONS] = {0, 1, 2, 0, 3, 4, 5, 0};

/* The direction that turns clockwise from one by so many times 60 degrees, from -2 on. */
static inline int
fr_hex_turn(int direction, int by)
{
	return fr_hex_ring[(fr_hex_place[direction] + FR_HEX_SIDES + by) % FR_HEX_SIDES];
}

/* N, E and SW come first in canonical paths, NE, S and W last. */
static inline bool
fr_hex_comes_first(int direction)
{
	return fr_hex_place[direction] % 2 == 0;
}

#endif /* FRINGE_CELL_H */
