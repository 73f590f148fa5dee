/*
 * size.h - agents that cover a square of cells (internal)
 */
#ifndef FRINGE_SIZE_H
#define FRINGE_SIZE_H

#include "core/grid/grid.h"

void fr_size_block(const fr_grid *grid, uint64_t *rows, uint32_t size,
				   const fr_poll *poll);
void fr_size_meet(const fr_grid *grid, uint8_t *sets, uint32_t size, const fr_poll *poll);
void fr_size_weigh(const fr_grid *grid, uint8_t *terrain, uint32_t size,
				   const fr_poll *poll);

#endif /* FRINGE_SIZE_H */
