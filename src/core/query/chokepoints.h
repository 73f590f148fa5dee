/*
 * chokepoints.h - cells and gates whose closing splits a region
 *
 * A gate is all cells between two blocked ones, or the map's edge, in a row or a column. A
 * region is a connected component, with what links join. Directions of one-way cells and
 * links do not matter. For a larger agent, cells are its positions.
 */
#ifndef FRINGE_CHOKEPOINTS_H
#define FRINGE_CHOKEPOINTS_H

#include "core/grid/grid.h"

#define FR_CHOKEPOINTS_RULES (FR_EVERY_RULE & ~(FR_RULE(SIDES) | FR_RULE(WRAP)))

/* A cell, or the cells of a gate, and what its region falls into without it. */
typedef struct fr_chokepoint
{
	uint32_t first;
	uint32_t cells;
	int direction;	  /* FR_E or FR_S: of the gate's cells */
	uint32_t parts;	  /* 2 or more */
	uint32_t larger;  /* cells of the largest part */
	uint32_t smaller; /* cells of all others */
} fr_chokepoint;

typedef struct fr_chokepoints
{
	fr_chokepoint *at;
	size_t count;
	size_t room;
} fr_chokepoints;

/*
 * All cells, then gates in rows and gates in columns, of 2 to `width` cells. A gate is left out
 * if one of its cells is a chokepoint. The memory is in the arena. The time is linear
 * in the cells of the map.
 */
void fr_find_chokepoints(const fr_grid *grid, uint32_t width, const fr_arena *arena,
						 const fr_poll *poll, fr_chokepoints *found);

#endif /* FRINGE_CHOKEPOINTS_H */
