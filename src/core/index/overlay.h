/*
 * overlay.h - the border cells of a map's blocks, as a graph (internal)
 *
 * A border cell has a legal step out of its block of 8 x 8 cells.  Two of them are
 * joined by an edge if one step leads from one to the other, or if they are in one
 * block and a way inside it leads over no third.  So distances in this graph are those
 * of the map, whatever its steps cost.
 */
#ifndef FRINGE_INDEX_OVERLAY_H
#define FRINGE_INDEX_OVERLAY_H

#include "core/index/labels.h"
#include "core/index/ways.h"

#define FR_BORDERS_MOST 28 /* border cells of a block: its outer cells */

/* Edges of border cell v are those from first[v] to first[v + 1] - 1. */
typedef struct fr_overlay
{
	const fr_grid *grid;
	const uint8_t *moves; /* legal ones, by cell */
	uint32_t across;	  /* blocks */
	uint32_t blocks;
	uint64_t *borders;		/* by block: a set of its cells */
	uint32_t *first_border; /* by block, and one more */
	uint32_t count;			/* of border cells */
	bool directed;			/* there and back may cost different amounts */
	uint32_t *first;
	uint32_t *to;
	uint64_t *cost; /* of the edge from v, in the grid's unit */
	uint64_t longest_edge;
	uint64_t longest_inside; /* from or to a border cell of the same block */
	bool pockets;			 /* there are cells from which no border cell is reached */
} fr_overlay;

bool fr_overlay_build(const fr_grid *grid, uint32_t most, const fr_arena *arena,
					  const fr_poll *poll, fr_overlay *o);
uint64_t fr_overlay_free(const fr_overlay *o, uint32_t block);
void fr_overlay_steps(const fr_overlay *o, uint32_t block, fr_steps *steps);
uint32_t fr_overlay_number(const fr_overlay *o, fr_cell at);
uint64_t fr_overlay_back(const fr_overlay *o, uint32_t from, uint32_t edge);

#endif /* FRINGE_INDEX_OVERLAY_H */
