/*
 * draw.h - random cells of a grid (internal)
 */
#ifndef FRINGE_DRAW_H
#define FRINGE_DRAW_H

#include "core/grid/grid.h"

/* Random drawing of passable cells, without replacement. */
typedef struct fr_draw
{
	const fr_grid *grid;
	const fr_poll *poll;
	uint64_t random;
	uint32_t part; /* 0: any */
	uint32_t *drawn;
	int count;
} fr_draw;

uint32_t fr_draw_part(const fr_grid *grid, uint32_t cell);
bool fr_draw_cell(fr_draw *d);
bool fr_draw_origin(fr_draw *d, uint32_t *origin);

#endif /* FRINGE_DRAW_H */
