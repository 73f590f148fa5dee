/*
 * borders.h - the borders form of an index, for any model whose paths consist of steps
 *
 * An overlay graph with hub labels.  The map is cut into blocks of 8 x 8 cells.  A border cell
 * is a cell from which a step leaves its block, or where a link begins or ends.  Border cells
 * are the vertices of the overlay graph; each has a hub label, which lists hubs and the
 * distances to them.  Hubs are the border cells on the first row and the first column of a
 * block, and the ends of links.  border_block.h draws the bytes.
 *
 *   border_build.c     expected size, the stages of a build, border cells, the form's row.
 *   border_diameter.c  a bound on the cost of every best path, from which units follow.
 *   border_tiles.c     costs inside nested tiles, from blocks upward.
 *   border_hubs.c      the order of hubs, and labels of the boundary nodes of large tiles.
 *   border_labels.c    labels of all other border cells, from large tiles down to blocks.
 *   border_encode.c    the record of a block.
 *   border_check.c     checks an index of this form.
 *   border_query.c     answers costs.
 *   border_routes.c    answers routes.
 *
 * All calls go through the form's row, fr_index_borders_row (index_form.h), except the one below.
 */
#ifndef FRINGE_INDEX_BORDERS_H
#define FRINGE_INDEX_BORDERS_H

#include "core/index/index_form.h"

/*
 * The number of hubs that an index of the grid would have.  Reads the cells on the first rows
 * and columns of blocks and the ends of links; allocates nothing.
 */
uint32_t fr_border_count_hubs(const fr_grid *grid, const fr_poll *poll);

#endif /* FRINGE_INDEX_BORDERS_H */
