/*
 * weight_levels.h - how far cells are from cells of less weight (internal)
 *
 * The octile distance times the least weight of a map bounds what a path costs. If cells
 * of the least weight are rare, such as roads and bridges, that bound is far too small.
 * This one adds what a path has to pay until it can reach them. Let w0 < w1 < ... < wk be
 * weights, o(v) the distance without obstacles from cell v to the goal t, and d_i(v) the
 * one to the nearest cell that weighs less than w_i or is a neighbour of such a cell. Then
 *
 *     h(v) = w0 * o(v) + sum over levels i of (w_i - w_(i-1)) * min(o(v), d_i(v) + d_i(t))
 *
 * Consistency. Distances are a norm, and a step of length l costs at least w_i * l unless
 * it enters or leaves a cell that weighs less than w_i. Write its cost as w0 * l, plus
 * (w_i - w_(i-1)) * l for each level i whose cheaper cells it does not touch. Such a step
 * changes o and d_i by l at most, and so term i by its price. A step that touches a
 * cheaper cell has d_i = 0 at both ends. There o is at least d_i(t), since the cell at the
 * distance o from the goal counts for d_i(t), so term i is d_i(t) at both ends. This holds
 * whether a step pays for the cell that it enters or leaves, their average or their
 * maximum, and from the goal backward. Corners and directions only forbid steps.
 */
#ifndef FRINGE_WEIGHT_LEVELS_H
#define FRINGE_WEIGHT_LEVELS_H

#include "core/grid/grid.h"

/* Costs of distances on open ground, for fr_obstacle_free (heuristic.h). */
typedef struct fr_metric
{
	uint64_t straight; /* of a step along a row */
	uint64_t bend;	   /* of a diagonal step less those of two straight ones */
	uint64_t north;	 /* of a step along a column; squares and hexagons: as along a row */
	uint32_t wrap_x; /* as in fr_costs */
	uint32_t wrap_y;
} fr_metric;

static inline fr_metric
fr_metric_of(const fr_grid *grid, fr_norm norm)
{
	return (fr_metric){norm.east, norm.diagonal - norm.east - norm.north, norm.north,
					   grid->costs.wrap_x, grid->costs.wrap_y};
}

/*
 * Distances are counted in `unit` cost units of weight 1, for which the lengths of steps are
 * rounded down, not whole distances: so they remain a norm. They end at a cap, which
 * keeps differences at most what they were. A cell's entries lie side by side.
 */
struct fr_levels
{
	fr_metric metric; /* of steps of weight 1 */
	uint64_t least;	  /* w0 */
	uint64_t unit;
	int count;
	uint64_t price[FR_LEVELS_MAX]; /* w_i - w_(i-1), from i = 1 on */
	uint16_t near[];			   /* d_i of a cell: near[cell * count + i - 1] */
};

/* The least cost of a straight step that neither enters nor leaves a rare, cheaper cell. */
static inline uint64_t
fr_common_step(const fr_grid *grid)
{
	const fr_cheap_weights *cheap = &grid->cheap;

	if (cheap->levels == 0)
		return grid->costs.h.straight;
	return fr_costs_norm(&grid->costs, grid->octile).straight *
		   cheap->weight[cheap->levels];
}

/*
 * Counts the positions of each weight on a grid that has its terrain: chooses the levels,
 * grid->cheap, and takes the least weight for the heuristic.
 */
void fr_weigh_positions(fr_grid *grid, const fr_poll *poll);

#endif /* FRINGE_WEIGHT_LEVELS_H */
