/*
 * oneway.h - cells that may be entered or left in some directions only (internal)
 */
#ifndef FRINGE_ONEWAY_H
#define FRINGE_ONEWAY_H

#include "core/grid/grid.h"

uint8_t *fr_moves_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll);
void fr_oneway_build(fr_grid *grid, const fr_map *map, const fr_model *model,
					 const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll);

#endif /* FRINGE_ONEWAY_H */
