/*
 * edge_prices.h - prices of single edges: roads, and marked sides of cells
 *
 * A step from u to v in direction d costs
 *
 *     C * length(d)    if u and v have numbers above 0 in the layer of a key road.NAME=C; with several
 *                      such keys, the least C counts
 *     otherwise        what it costs without roads
 *
 * and C more for each marked side that it crosses, by the keys side.NAME=C. A number of that layer is
 * a set of sides of its cell, as in the layer `sides`. A straight step out of a cell crosses the side in
 * its direction. A diagonal step has two ways around, each of two straight steps, and pays for the cheaper
 * one, whether or not its cell is passable.
 *
 * An agent of several cells is on a road if all its cells are. A straight step of such an agent crosses
 * several sides, and costs the most expensive one.
 *
 *     grid, or grid bound to other layers --> fr_edges_bind --> grid with prices of edges
 *
 * The result has no terrain. Its costs.step is the least cost of a step by direction, and
 * fr_edge_price is the rest.
 */
#ifndef FRINGE_EDGE_PRICES_H
#define FRINGE_EDGE_PRICES_H

#include "core/model/costs.h"

struct fr_grid;

typedef struct fr_edge_prices
{
	const struct fr_grid *plain; /* without these prices, in the same unit */
	const uint8_t
		*road; /* by cell, a bit per key, the cheapest first; NULL: there are no roads */
	uint64_t along[FR_DIRECTIONS][FR_MAX_LAYERS]; /* what a step costs on each of them */
	const uint8_t *
		side[FR_DIRECTIONS]; /* by cell that is left, a position in `crossing`; NULL: 0 */
	const uint64_t *crossing;	   /* costs, ascending from 0, */
	int levels;					   /* so many */
	uint64_t least[FR_DIRECTIONS]; /* costs.step */
} fr_edge_prices;

/* The cost of a legal step in direction d without costs.step. */
uint64_t fr_edge_price(const fr_edge_prices *edges, uint32_t from, uint32_t to, int d);

/*
 * A copy of a grid that has moves, with the prices of edges of a model. The map has the layers. NULL:
 * *error is FR_LAYER_NO_SIDES or FR_LAYER_FINE.
 */
struct fr_grid *fr_edges_bind(const struct fr_grid *grid, const fr_map *map,
							  const fr_model *model, const fr_arena *arena,
							  const fr_arena *scratch, const fr_poll *poll,
							  fr_error *error);

/* A copy for costs whose unit is divided into parts. */
const fr_edge_prices *fr_edges_in_parts(const fr_edge_prices *edges, uint32_t parts,
										const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_EDGE_PRICES_H */
