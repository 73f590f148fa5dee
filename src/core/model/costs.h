/*
 * costs.h - the costs of a model on a map, as integers
 *
 * Searches add up integers, so costs are exact and compare exactly.  fr_cost_value turns
 * a sum into the model's unit, and rounds once.
 */
#ifndef FRINGE_COSTS_H
#define FRINGE_COSTS_H

#include "core/base/cell.h"
#include "core/model/model.h"

/*
 * The kind of jump point search that a grid allows: by corners of obstacles, or
 * by patterns of weights in 3 x 3 cells (jump_patterns.c). OCTILE searches diagonal rays
 * first and straight rays from them, TILE horizontal rays first and vertical ones from
 * them, HEX rays to N, E and SW first and those to NE, S and W from them.
 */
enum
{
	FR_NO_JUMPS,
	FR_OCTILE_JUMPS,
	FR_TILE_JUMPS,
	FR_HEX_JUMPS,
	FR_OCTILE_PATTERNS,
	FR_TILE_PATTERNS,
	FR_HEX_PATTERNS
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

/* Shapes of cells: square ones, hexagons, and others, which searches ask at run time. */
enum
{
	FR_SQUARES,
	FR_HEXAGONS,
	FR_OTHER_SHAPES
};

/*
 * Lengths of steps as a norm: a diagonal counts at most the two straight steps it replaces,
 * and a straight step at most a diagonal one.
 */
typedef struct fr_norm
{
	uint64_t straight; /* the shorter of the two straight steps */
	uint64_t diagonal;
	uint64_t east;
	uint64_t north;
} fr_norm;

/*
 * A step in direction d from a cell of weight v into a cell of weight w costs
 *
 *     step[d] * w              with weigh=enter
 *     step[d] * (v + w)        with weigh=average; the unit is halved
 *     step[d] * v              with weigh=leave
 *     step[d] * max(v, w)      with weigh=max
 *
 * units.  n units are n * numerator / denominator in the model's unit.
 *
 * If a diagonal costs a multiple of sqrt2, `root2` is set. FR_ROOT2_STRAIGHT units are 1 then, and
 * FR_ROOT2_DIAGONAL units are sqrt(2). Any sums of multiples of these two are exact below
 * `limit`: they compare as the numbers a + b * sqrt(2) do, and determine a and b
 * (doc/dev/proofs.md). If links need parts of a step, step[] is that many times as large;
 * numerator and denominator do not include this factor.
 */
typedef struct fr_costs
{
	fr_rules rules; /* that hold on the map */
	bool root2;
	bool lengths;	 /* anyangle: costs are lengths in cells, as the bits of doubles */
	int weigh;		 /* FR_WEIGH_ENTER if all passable cells weigh the same */
	bool uniform;	 /* all passable cells have the same weight: w = 1 */
	bool free;		 /* some passable cell may have the weight 0, so not uniform */
	bool hex;		 /* of the diagonal directions only NE and SW, as for hexagons */
	int shape;		 /* FR_SQUARES, ...: how far cells are apart on open ground */
	bool oneway;	 /* some cell allows some directions only, or `sided`, or `wraps` */
	bool sided;		 /* the map has closed sides of cells */
	bool wraps;		 /* opposite edges of the map are joined: */
	uint32_t wrap_x; /* the map's width, if its left edge joins its right edge; else 0 */
	uint32_t wrap_y; /* its height, if its upper edge joins its lower edge; else 0 */

	/* The cost of a step along a row, along a column, and of a diagonal one. The first two
	 * are equal if cells are square. Under anyangle, all are the number of parts into which
	 * the costs of links divide a cell. */
	uint64_t step[FR_DIRECTIONS];
	uint64_t weight[FR_CODES]; /* by position in fr_map.codes, or FR_BLOCKED */
	fr_norm h;	  /* the heuristic: what steps cost at least; see heuristic.h */
	fr_norm near; /* what steps of the least weight above 0 cost; if a weight is 0, a path
					 may cost less */
	int jumps;	  /* FR_NO_JUMPS, FR_OCTILE_JUMPS, ... */
	uint64_t step_max;			   /* the most expensive step on the map */
	uint64_t turn_max;			   /* the most expensive turn; 0: turns cost nothing */
	uint64_t turn[FR_TURN_ANGLES]; /* by fr_turn_angle; a step back: only at a heading */
	uint8_t heading; /* of the agent before its first step: 1 + the direction; 0: none */
	uint8_t arrive;	 /* and after its last one */
	uint64_t limit;	 /* the largest cost a search may reach */
	uint64_t points; /* of a turn: fr_after_points; 0: there are no turns */
	bool spends;	 /* over=spend */
	fr_ratio cell;	 /* the weight of the model that counts as 1 here */
	bool linked;	 /* some link is open, if its ends are passable */
	bool links_oneway;	/* and some open link leads one way */
	uint64_t links_sum; /* of their costs, in each direction; UINT64_MAX: overflow */
	double numerator;	/* of the unit, in the model's unit */
	double denominator;
	uint64_t
		one; /* under root2, this many units are 1: FR_ROOT2_STRAIGHT times the parts */
	uint32_t parts; /* into which fr_costs_refine divided the unit; 1: it did not */
	bool layered;	/* steps cost more by layers of the map: prices.h */
	bool rounded;	/* costs are rounded to the unit, a power of ten: factors.h */
	bool detours;	/* two steps to a neighbour may cost less than the step there */
} fr_costs;

/* The weight of a step from a cell of one weight to a cell of another. */
static inline uint64_t
fr_step_weight(int weigh, uint64_t left, uint64_t entered)
{
	switch (weigh)
	{
		case FR_WEIGH_ENTER:
			return entered;
		case FR_WEIGH_AVERAGE:
			return left + entered;
		case FR_WEIGH_LEAVE:
			return left;
		default:
			return left > entered ? left : entered;
	}
}

/* Does a path begin or end with a turn, as if there were a step before it or after it? */
static inline bool
fr_has_headings(const fr_costs *costs)
{
	return costs->heading | costs->arrive;
}

/*
 * What a step in direction d costs more because the step before had another one, `before`. It is
 * FR_AT_START if there was none, and another one from FR_DIRECTIONS on after a link.
 */
static inline uint64_t
fr_turn_cost(const fr_costs *costs, int before, int d)
{
	if (before == FR_AT_START && costs->heading > 0)
		before = costs->heading - 1;
	return costs->turn_max > 0 && before < FR_DIRECTIONS
			   ? costs->turn[fr_turn_angle(costs->hex, before, d)]
			   : 0;
}

/* What the turn after the last step costs, which had direction `last`, as above. */
static inline uint64_t
fr_arrival_cost(const fr_costs *costs, int last)
{
	return costs->arrive > 0 ? fr_turn_cost(costs, last, costs->arrive - 1) : 0;
}

/* Does the step lead back, which is not allowed where turns have prices? */
static inline bool
fr_turns_back(const fr_costs *costs, int before, int d)
{
	return costs->turn_max > 0 && before < FR_DIRECTIONS && d == fr_opposite(before);
}

/*
 * Turns of movement points. A path that costs g has used up its turns at a multiple of `points`, P. A
 * step of cost c, which includes the price of its turn, adds
 *
 *     c                                   if it fits into the turn: g mod P + c <= P
 *     the rest of the turn, and min(c, P) if not: it waits for the next turn. A step with c > P
 *                                         takes all of it, and is legal only at its beginning
 *     the rest of the turn                if not, under over=spend
 *
 * Links are steps, too. If the step enters a cell that ends turns (fr_grid.stops), fr_next_turn
 * adds the rest of the turn. So turns used are cost / P, rounded up.
 *
 * The new cost g' never falls when g rises, so the cheapest path to a cell is the best one to go
 * on from, and forward searches stay exact. Proof: let N be the first multiple of P after g, and
 * g < h. If h < N and the step fits for h, it fits for g, too, and g + c < h + c. If it fits for g
 * only, g' <= N <= h'. If for none, h' is N + min(c, P), or N under over=spend, and g' is no more. If
 * h >= N, h' >= h + min(c, P) >= N + min(c, P) >= g', or under over=spend h' >= h >= N >= g'. Rounding
 * up to a multiple never falls, either.
 *
 * Under root2, g is a sum of straight and diagonal steps, and P is whole straight steps. As such sums
 * compare exactly, the remainder tells the turn exactly, and g' is such a sum, too.
 */
static inline uint64_t
fr_next_turn(const fr_costs *costs, uint64_t g)
{
	uint64_t used = g % costs->points;

	return used > 0 ? g + (costs->points - used) : g;
}

/* fr_after_points for a path that has used so many points of its turn. */
static inline uint64_t
fr_after_used(const fr_costs *costs, uint64_t g, uint64_t used, uint64_t cost)
{
	uint64_t points = costs->points;
	uint64_t left = points - used;

	if (cost <= left)
		return g + cost;
	if (costs->spends)
		return g + left;
	return (used > 0 ? g + left : g) + (cost < points ? cost : points);
}

static inline uint64_t
fr_after_points(const fr_costs *costs, uint64_t g, uint64_t cost)
{
	return fr_after_used(costs, g, g % costs->points, cost);
}

/* The same without points, too: a sum. */
static inline uint64_t
fr_after_cost(const fr_costs *costs, uint64_t g, uint64_t cost)
{
	return __builtin_expect(costs->points > 0, false) ? fr_after_points(costs, g, cost)
													  : g + cost;
}

/*
 * The most by which an edge that is no link raises the cost of a path. With points, an edge of cost c
 * waits for less than P, or it takes the rest of a turn.
 */
static inline uint64_t
fr_most_rise(const fr_costs *costs)
{
	return costs->step_max + costs->turn_max + costs->points;
}

/* Do all edges but links raise the cost of a path by at least what they cost without points? */
static inline bool
fr_rise_by_cost(const fr_costs *costs)
{
	return costs->points == 0 ||
		   (!costs->spends && costs->step_max + costs->turn_max <= costs->points);
}

/* Does a step cost as much as the step back? */
static inline bool
fr_weigh_is_symmetric(int weigh)
{
	return weigh == FR_WEIGH_AVERAGE || weigh == FR_WEIGH_MAX;
}

#define FR_BLOCKED UINT64_MAX /* the weight of codes that block, or that the map lacks */

#define FR_ROOT2_STRAIGHT UINT64_C(38613965)
#define FR_ROOT2_DIAGONAL UINT64_C(54608393)
#define FR_MOST_LENGTH (UINT64_C(1) << 46) /* cells of a path of lines and links */
#define FR_ONEWAY_CODES 63				   /* on maps with more, searches do not jump */

/*
 * The model's costs on this map, without those of layers (prices.h), which the map has to have:
 * FR_LAYER_MISSING. FR_MAP_CONFLICT. FR_COST_SPREAD, FR_COST_FINE, FR_COST_TURN: no exact
 * integers exist.
 */
fr_status fr_costs_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
						   fr_error *error);

/*
 * A cost in the model's unit.  Only this rounds: once, to the nearest double, if the
 * numerator is exact and the cost is no sum of roots.  Equal costs give equal doubles.
 */
double fr_cost_value(const fr_costs *costs, uint64_t cost);

/* The same of a lower bound of a cost, which may be no sum of steps. Rounds more than once. */
double fr_bound_value(const fr_costs *costs, uint64_t bound);

/* By how much a cost of steps exceeds another one, in the model's unit. */
double fr_cost_excess(const fr_costs *costs, uint64_t cost, uint64_t over);

/*
 * The least cost from a to b on endless open ground of weight 1, in the model's unit: the
 * double that fr_cost_value returns for this cost. Only the costs of steps count.
 */
double fr_open_distance(const fr_model *model, fr_cell a, fr_cell b);

/*
 * fr_open_units returns the least cost, in units, of a path to a cell so many columns and rows
 * away. All cells are passable and have the least weight above 0. If edges are joined, the path may
 * cross them. Costs of turns and layers do not count. `near` is a lower bound of this cost, and
 * equals it unless paths zigzag: two diagonal steps may cost less than the two straight steps that
 * they replace. Between hexagons with joined edges, it does not tell apart on which side of a ring
 * the cell is, so that also counts as zigzag.
 */
bool fr_costs_zigzag(const fr_costs *costs, bool octile);
uint64_t fr_open_units(const fr_costs *costs, bool octile, int64_t dx, int64_t dy);

/* Converts a value from the model's unit to units, rounded down. The result is at most the limit. */
uint64_t fr_cost_units(const fr_costs *costs, fr_decimal value);

/*
 * Costs that a caller adds to those of paths, such as delays of starts. fr_costs_parts makes
 * *parts the least multiple of itself into which the unit has to be divided, so that this
 * value is whole; false if that is out of range. fr_costs_refine divides it, for a map of
 * this width plus height; false if a path along two sides of the map could come near the
 * limit, or if the unit is divided into more than FR_MOST_PARTS in all. fr_cost_whole then returns the value in units; the limit + 1 if it exceeds that.
 */
#define FR_MOST_PARTS 1000000000

bool fr_costs_parts(const fr_costs *costs, fr_decimal value, uint32_t *parts);
bool fr_costs_refine(fr_costs *costs, uint32_t parts, uint64_t sides);
uint64_t fr_cost_whole(const fr_costs *costs, fr_decimal value);

/*
 * *ratio *= numerator / denominator, which is above 0, in lowest terms; false if it is out of
 * range. fr_ratio_in_units turns a ratio of the model's unit into one of units, or under root2
 * of FR_ROOT2_STRAIGHT units; fr_costs_add_parts is fr_costs_parts of such a ratio.
 */
bool fr_ratio_multiply(fr_ratio *ratio, uint64_t numerator, uint64_t denominator);
bool fr_ratio_in_units(const fr_costs *costs, fr_ratio *ratio);
bool fr_costs_add_parts(fr_ratio in_units, uint32_t *parts);

/* Steps may cost `more` units more. False if paths could come near the limit, as above. */
bool fr_costs_raise(fr_costs *costs, uint64_t more, uint64_t sides);

/*
 * For factors of steps (factors.h). fr_costs_replace_steps replaces the costs of steps: by direction
 * they are at least these, and none exceeds `most`. The caller has set `detours`. False if paths could
 * come near the limit, as above.
 *
 * fr_costs_round makes 10^exponent the unit, in the model's unit, and rounds prices of turns to it.
 * fr_cost_rounded converts a cost of old costs likewise. It returns the limit + 1 if the cost exceeds
 * the limit.
 */
bool fr_costs_replace_steps(fr_costs *costs, const uint64_t *least, uint64_t most,
							bool octile, uint64_t sides);
void fr_costs_round(fr_costs *costs, int exponent);
uint64_t fr_cost_rounded(const fr_costs *from, uint64_t cost, const fr_costs *to);

/*
 * The parts into which the unit has to be divided for the turn back of a model with headings; 0: that is out
 * of range. After that, fr_costs_head adds the headings. False if paths could come near the limit.
 */
uint32_t fr_costs_head_parts(const fr_costs *costs, const fr_model *model);
bool fr_costs_head(fr_costs *costs, const fr_model *model, uint64_t sides);

/*
 * An upper bound of the costs whose fr_cost_value is at most `value`; at most the limit.
 */
uint64_t fr_cost_bound(const fr_costs *costs, double value);

/* The lengths of steps of weight 1. */
fr_norm fr_costs_norm(const fr_costs *costs, bool octile);
fr_norm fr_norm_times(fr_norm norm, uint64_t weight);

/*
 * Returns whether every path on this number of cells costs at most the limit, if the path
 * has no cycle and takes each link at most once.
 */
bool fr_costs_fit(const fr_costs *costs, uint64_t cells);

/* ---- links ------------------------------------------------------------------- */

/*
 * A link costs its own cost times the model's `link`, times the weight of its code if the
 * model names the code.  The unit is a straight step into a cell of weight 1, or a diagonal
 * one of sqrt(2) straight steps.  A link is closed if `link` or that weight is blocked.
 */
bool fr_link_open(const fr_model *model, const fr_link *link);

/* The cost of an open link in units; limit + 1 if it exceeds the limit. */
uint64_t fr_link_units(const fr_costs *costs, const fr_model *model, const fr_link *link);

#endif /* FRINGE_COSTS_H */
