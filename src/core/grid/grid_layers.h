/*
 * grid_layers.h - a grid bound to layers of its map
 *
 *     map, model without layers --> fr_grid_build --> grid
 *     grid, map, model --> fr_grid_bind --> bound grid
 *
 * A bound grid is a copy of a grid with other costs and pointers to the prices of its layers.
 * It shares the arrays of the grid. So maps with the same codes and links and different layers
 * share a decoded grid, and binding takes much less than decoding.
 *
 * For an agent of several cells, the extra cost of a position is the greatest of the cells that
 * it covers, as its weight is, and so is its height.
 */
#ifndef FRINGE_GRID_LAYERS_H
#define FRINGE_GRID_LAYERS_H

#include "core/grid/grid.h"
#include "core/model/prices.h"

/*
 * Binds a grid to the layers of the map that the model names. The grid has moves. It was built
 * for the model without layers. NULL: *error is FR_LAYER_MISSING, FR_LAYER_NEGATIVE or FR_LAYER_FINE.
 */
fr_grid *fr_grid_bind(const fr_grid *grid, const fr_map *map, const fr_model *model,
					  const fr_arena *arena, const fr_arena *scratch, const fr_poll *poll,
					  fr_error *error);

/*
 * A copy of a grid with the headings of a model. The grid is of the model without headings. They only change
 * costs, so all arrays are shared. NULL: *error is FR_COST_TURN.
 */
fr_grid *fr_grid_head(const fr_grid *grid, const fr_model *model, const fr_arena *arena,
					  const fr_poll *poll, fr_error *error);

#endif /* FRINGE_GRID_LAYERS_H */
