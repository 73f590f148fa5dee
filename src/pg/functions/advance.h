/*
 * advance.h - what cells cost beforehand: delays of starts, prices of goals
 */
#ifndef FRINGE_ADVANCE_H
#define FRINGE_ADVANCE_H

#include "pg/types/types.h"

#include "utils/array.h"

/*
 * The elements of an array in units of *grid, one for each of `count` cells; those of cells
 * that are NULL (`nulls` may be NULL: none is) are left out. If the unit of the grid is too
 * coarse, *grid becomes a copy with a finer one. An empty array is NULL: nothing costs.
 */
extern const uint64 *fringe_read_advance(ArrayType *costs, int count, const bool *nulls,
										 Arena *arena, const fr_grid **grid);

#endif /* FRINGE_ADVANCE_H */
