/*
 * cell.h - cells and directions
 */
#ifndef FRINGE_CELL_H
#define FRINGE_CELL_H

#include "core/base/error.h"

#define FR_MASKS 256   /* sets of directions */
#define FR_AROUNDS 512 /* sets of the 3 x 3 cells around one */

/* Defined in the header, so that the compiler can fold them. */
static const int8_t fr_dx[FR_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t fr_dy[FR_DIRECTIONS] = {-1, -1, 0, 1, 1, 1, 0, -1};

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

bool fr_cell_take(const char **next, const char *end, fr_cell *cell);
fr_status fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error);
size_t fr_cell_write(fr_cell cell, char *text);

#define FR_CELL_TEXT_MAX 26 /* (-2147483648,-2147483648) */

#endif /* FRINGE_CELL_H */
