/*
 * factors.h - friction, grades and degrees, which multiply the costs of steps
 *
 * A step from u to v in direction d costs
 *
 *     length(d) * weigh(f(u) * w(u), f(v) * w(v)) * slope((height(v) - height(u)) / ground(d))
 *
 * before layers add their prices (prices.h). f is the number of the layer `friction`, w the weight
 * of a cell, and weigh follows the key of this name. slope is a table of grades and factors,
 * with straight lines in between; a step whose grade is outside the table is not legal. ground is
 * the distance between the centres of two cells: the key `cell`, times dx or dy or the root of the
 * sum of their squares; between hexagons it is `cell`. Under the key `latitude`, `cell` is in degrees, and
 * length and ground are metres between the centres of both cells.
 *
 *     fr_factors_resolve --> fr_factor_plan --> fr_factors_begin (step_factors.h)
 *
 * Costs are exact if whole numbers of units fit, like the costs of other models. Otherwise the unit
 * is a power of ten, and each step is rounded to the nearest unit. If 32 bits do not hold the product of
 * weight and friction, that is rounded, too. Together a step differs by less than 2 * 10^-9 of the most
 * expensive one.
 */
#ifndef FRINGE_FACTORS_H
#define FRINGE_FACTORS_H

#include "core/base/text.h"
#include "core/model/costs.h"

/* ---- the key `slope` --------------------------------------------------------- */

/* Parses GRADE:FACTOR|GRADE:FACTOR|... FR_MODEL_SLOPE, FR_DUPLICATE_KEY. */
fr_status fr_slope_parse(const fr_pair *pair, fr_model *model, fr_error *error);

/* Writes it. */
char *fr_slope_write(const fr_model *model, char *to);

/* The key `latitude`, in degrees. FR_MODEL_LATITUDE, FR_DUPLICATE_KEY. */
fr_status fr_latitude_parse(const fr_pair *pair, fr_model *model, fr_error *error);
char *fr_latitude_write(const fr_model *model, char *to);

/*
 * The metres of a step under a model with `latitude`, along a row, or between it and the next one: the
 * great circle between both centres on a sphere of radius 6,371,008.8.
 */
double fr_latitude_metres(const fr_model *model, uint32_t row, int direction);

/* The factor of a grade. Beyond an end of the table, the factor is the last one there. */
double fr_slope_factor(const fr_slope_point *table, int points, double grade);

/* The height that a stored number 1 of the layer adds. */
double fr_slope_gain(const fr_layer *height);

/*
 * By direction, the grade of a step from this row that gains 1 in stored numbers of the layer of heights. Only
 * under degrees do rows differ.
 */
void fr_slope_grades(const fr_model *model, const fr_layer *height, uint32_t row,
					 double *grade);

/* Whole numbers of heights that a step may gain, at least and at most. */
typedef struct fr_gain_range
{
	int64_t least;
	int64_t most;
} fr_gain_range;

/* Those whose grades are in the table, where `per` is the grade of a gain of 1. */
fr_gain_range fr_slope_gains(const fr_model *model, double per);

/* ---- on a map ---------------------------------------------------------------- */

/* Weights times friction of the passable cells, as whole numbers. */
typedef struct fr_friction
{
	uint64_t least; /* UINT64_MAX: no cell is passable */
	uint64_t greatest;
	uint32_t decimals; /* friction is a whole number / 10^decimals */
} fr_friction;

typedef struct fr_factor_plan
{
	bool rounded;
	bool averaged; /* a step weighs the sum of both cells */
	double scale;  /* multiplies the numbers of cells, so that 32 bits hold them */
	int shift;	   /* multipliers have so many bits more than they count */
	double units
		[FR_DIRECTIONS]; /* multipliers of level steps, and of metres under degrees */
	double grade[FR_DIRECTIONS]; /* of a stored number of height, with its sign */
} fr_factor_plan;

/* The multiplier of a step with a factor, which is metres under degrees. */
uint64_t fr_factor_multiplier(const fr_factor_plan *plan, int direction, double factor);

/*
 * Resolves the factors of a model on a map. `costs` come from the model without layers; their steps
 * and their unit are replaced. `height` is the layer that grades read, or NULL. FR_LAYER_FINE,
 * FR_LATITUDE_RANGE.
 */
fr_status fr_factors_resolve(const fr_model *model, const fr_map *map,
							 const fr_friction *friction, const fr_layer *height,
							 fr_costs *costs, fr_factor_plan *plan, const fr_poll *poll,
							 fr_error *error);

#endif /* FRINGE_FACTORS_H */
