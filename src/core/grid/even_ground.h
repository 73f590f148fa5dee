/*
 * even_ground.h - finds even ground (fr_even in moves.h)
 */
#ifndef FRINGE_EVEN_GROUND_H
#define FRINGE_EVEN_GROUND_H

#include "core/grid/grid.h"

/*
 * Finds the even ground of a grid with terrain or one-way cells, and counts its rough cells:
 * `auto` decides by their number whether jumping pays.
 */
void fr_find_even_ground(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
						 const fr_poll *poll);

/*
 * Finds the even ground of a grid that was bound to layers. Ground that was even before stays so,
 * except next to cells of other prices or heights, and where a move is legal one way only.
 */
void fr_bind_even_ground(fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
						 const fr_poll *poll);

/* The same of a grid that gets prices of edges: except next to roads and marked sides. */
void fr_edges_even_ground(fr_grid *grid, const fr_edge_prices *edges,
						  const fr_arena *arena, const fr_arena *scratch,
						  const fr_poll *poll);

#endif /* FRINGE_EVEN_GROUND_H */
