/*
 * borders.h - the borders form of an index, for any model of steps
 *
 * The map is cut into blocks of 8 x 8 cells.  The cells from which a step, or a link, leaves
 * the block are its border cells: the vertices of an overlay graph.  They have hub labels.
 *
 * The form is a row of form.h, fr_index_borders_row, behind which all of it is:
 *
 *   border_build.c   what a build is expected to take, its stages, border cells
 *   border_diameter.c  how much a path may cost: the units of labels follow
 *   border_tiles.c   costs inside nested tiles, from blocks up
 *   border_hubs.c    the order of hubs, and labels of the boundary of the largest tiles
 *   border_labels.c  labels of all other border cells, tile by tile down to blocks
 *   border_encode.c  the bytes of a block
 *   border_check.c   are these the sections of the form?
 *   border_query.c   costs
 *   border_routes.c  routes
 */
#ifndef FRINGE_INDEX_BORDERS_H
#define FRINGE_INDEX_BORDERS_H

#include "core/index/index_form.h"

/* How many hubs an index of the grid would have. */
uint32_t fr_border_count_hubs(const fr_grid *grid, const fr_poll *poll);

#endif /* FRINGE_INDEX_BORDERS_H */
