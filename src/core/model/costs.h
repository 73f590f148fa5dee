/*
 * costs.h - the costs of a model on a map
 */
#ifndef FRINGE_COSTS_H
#define FRINGE_COSTS_H

#include "core/base/cell.h"
#include "core/model/model.h"

/*
 * The kind of jump point search that a grid allows: by corners of obstacles (jump.c), or
 * by the patterns of cells around cells (jump_patterns.c). Spines are diagonal or, under
 * tile, horizontal.
 */
enum
{
	FR_NO_JUMPS,
	FR_OCTILE_JUMPS,
	FR_TILE_JUMPS,
	FR_OCTILE_PATTERNS,
	FR_TILE_PATTERNS
};

static inline bool
fr_jumps_by_pattern(int jumps)
{
	return jumps >= FR_OCTILE_PATTERNS;
}

static inline bool
fr_jumps_diagonally(int jumps)
{
	return jumps == FR_OCTILE_JUMPS || jumps == FR_OCTILE_PATTERNS;
}

typedef struct fr_ratio
{
	uint64_t numerator;
	uint64_t denominator;
} fr_ratio;

/*
 * The costs of a model on one map, as integers. A step in direction d from a cell of
 * weight v into a cell of weight w costs
 *
 *     step[d] * w              where weigh=enter
 *     step[d] * (v + w)        where weigh=average; the unit is halved
 *
 * and n units are n * numerator / denominator of the model's cost. With root2 a
 * straight step is FR_ROOT2_STRAIGHT and a diagonal one FR_ROOT2_DIAGONAL, and where links
 * need parts of steps, so many times as much, which the ratio leaves out. doc/dev/proofs.md
 * proves that below `limit` these integers compare exactly as a + b * sqrt(2) do, and
 * determine a and b.
 */
typedef struct fr_costs
{
	bool root2;
	bool lengths; /* no integers: lengths of lines in cells, as the bits of doubles */
	bool average;
	bool uniform; /* all passable cells have the same weight: w = 1 */
	bool oneway;  /* some code may be entered or left in some directions only */
	uint64_t
		step[FR_DIRECTIONS];   /* one value if straight, one if diagonal; of lengths: the
									 parts of a cell that links cost */
	uint64_t weight[FR_CODES]; /* by position in fr_map.codes; 0: blocked */
	uint64_t h_diagonal;	   /* the heuristic: min(dx,dy) * h_diagonal ... */
	uint64_t h_straight;	   /* ... + |dx-dy| * h_straight */
	int jumps;				   /* FR_NO_JUMPS, FR_OCTILE_JUMPS, ... */
	uint64_t step_max;		   /* the most expensive step on the map */
	uint64_t limit;			   /* the largest cost a search may reach */
	fr_ratio cell;			   /* the weight that is 1 here, in the model */
	bool linked;			   /* some link is open, if its ends are passable */
	bool links_oneway;		   /* and some of these lead one way */
	uint64_t links_sum; /* of the costs of all these, in each direction; or UINT64_MAX */
	double numerator;
	double denominator;
} fr_costs;

#define FR_ROOT2_STRAIGHT UINT64_C(38613965)
#define FR_ROOT2_DIAGONAL UINT64_C(54608393)
#define FR_MOST_LENGTH (UINT64_C(1) << 46) /* cells of a path of lines and links */
#define FR_ONEWAY_CODES 63				   /* on maps with more, searches do not jump */

fr_status fr_costs_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
						   fr_error *error);
double fr_cost_value(const fr_costs *costs, uint64_t cost);
uint64_t fr_cost_units(const fr_costs *costs, fr_decimal value);
uint64_t fr_cost_bound(const fr_costs *costs, double value);
bool fr_costs_fit(const fr_costs *costs, uint64_t cells);
uint8_t fr_model_block(fr_model *model, const fr_map *map);

/* ---- links ------------------------------------------------------------- */

/*
 * A link costs its cost times the model's `link`, times the weight of its code if the model
 * names that, in straight steps into cells of weight 1. It is closed if one of these two is
 * blocked. For its cost to be a whole number, steps are counted in finer units.
 */
fr_status fr_costs_refine(const fr_model *model, const fr_map *map, fr_costs *costs,
						  uint64_t *finer, fr_error *error);
bool fr_link_open(const fr_model *model, const fr_link *link);
uint64_t fr_link_units(const fr_costs *costs, const fr_model *model, const fr_link *link);

#endif /* FRINGE_COSTS_H */
