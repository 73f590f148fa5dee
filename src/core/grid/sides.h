/*
 * sides.h - closed sides of cells, which the layer `sides` of a map has
 *
 * A cell's closed side bans the step out of the cell across it. A wall that nobody crosses is a
 * closed side of both cells; a ledge is one of only one cell. Square cells have the sides N, E,
 * S and W, hexagons also NE and SW.
 *
 * A diagonal step goes between two ways around: each has two straight steps and a side cell.
 * A way is open if the cell is passable and no side bans a step. The rule for corners counts
 * open ways as it counts passable side cells. If a side bans some of these steps, at least one
 * way has to be open.
 */
#ifndef FRINGE_SIDES_H
#define FRINGE_SIDES_H

#include "core/grid/grid.h"

/*
 * Clears the moves that closed sides ban. `plain` are all moves, as if no cell were one-way. An
 * agent of several cells makes a straight step if each of its cells may.
 */
void fr_sides_clear(const fr_grid *grid, const fr_map *map, fr_size size,
					const uint8_t *plain, uint8_t *moves, const fr_arena *scratch,
					const fr_poll *poll);

/*
 * Sets a bit for each cell whose side in this direction, FR_E or FR_S, is a wall, and clears
 * all others. `lines` has the shape of the grid's rows.
 */
void fr_sides_walls(const fr_grid *grid, const fr_map *map, int direction,
					uint64_t *lines, const fr_poll *poll);

#endif /* FRINGE_SIDES_H */
