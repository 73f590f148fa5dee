/*
 * heuristic.h - lower bounds on what the rest of a path costs (internal)
 *
 * The obstacle-free distance of 2005 section 3.2 and 2006 section V.A, with
 * the costs that resolve_heuristic found for the model and map: admissible and
 * consistent for every model.
 */
#ifndef FRINGE_HEURISTIC_H
#define FRINGE_HEURISTIC_H

#include "core.h"

typedef struct fr_heuristic
{
	fr_cell goal;
	uint64_t diagonal;
	uint64_t straight;
} fr_heuristic;

static inline fr_heuristic
fr_heuristic_to(const fr_grid *grid, uint32_t goal)
{
	return (fr_heuristic){fr_grid_cell(grid, goal), grid->costs.h_diagonal,
						  grid->costs.h_straight};
}

static inline uint64_t
fr_h(const fr_heuristic *heuristic, int32_t x, int32_t y)
{
	int32_t dx = x < heuristic->goal.x ? heuristic->goal.x - x : x - heuristic->goal.x;
	int32_t dy = y < heuristic->goal.y ? heuristic->goal.y - y : y - heuristic->goal.y;
	int32_t less = dx < dy ? dx : dy;
	int32_t more = dx < dy ? dy : dx;

	return (uint64_t) less * heuristic->diagonal +
		   (uint64_t) (more - less) * heuristic->straight;
}

#endif /* FRINGE_HEURISTIC_H */
