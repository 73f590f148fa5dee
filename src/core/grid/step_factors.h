/*
 * step_factors.h - costs of steps on a grid, by friction, grades and degrees (factors.h)
 *
 * A grid with factors has no terrain. Its costs.step is the least cost of a step by direction.
 * fr_prices_between adds the rest, so searches need no loops of their own.
 */
#ifndef FRINGE_STEP_FACTORS_H
#define FRINGE_STEP_FACTORS_H

#include "core/model/factors.h"

/* Grades of steps whose ground differs by row, and that no table holds. */
typedef struct fr_steep
{
	const fr_slope_point *slope;
	int points;
	double gain;						 /* the height that a stored number 1 adds */
	double units[FR_DIRECTIONS];		 /* the multipliers of metres */
	const double *metres[FR_DIRECTIONS]; /* by the upper row */
} fr_steep;

typedef struct fr_factors
{
	const uint32_t *cell; /* weight times friction */
	int weigh;			  /* FR_WEIGH_ENTER, ... */
	bool graded;		  /* multipliers depend on gains of height */
	int shift;			  /* multipliers have so many bits more than they count */
	uint64_t half;		  /* of a unit, in these */
	uint64_t length[FR_DIRECTIONS]; /* the multipliers, on level ground */
	const uint64_t *
		gain[FR_DIRECTIONS]; /* or by gain; it points at that of level ground; or NULL: */
	const fr_steep *steep;	 /* under degrees */
	const uint64_t
		*row[FR_DIRECTIONS]; /* or by the upper row, if these are degrees; or NULL */
	uint64_t reciprocal;	 /* as in fr_grid */
	const uint16_t *height;	 /* by cell, */
	const uint32_t *tall;	 /* or this; neither: steps gain no height */
	uint64_t times;			 /* parts that a unit was divided into later */
	uint64_t least[FR_DIRECTIONS]; /* costs.step */

	/* prices of layers, as in fr_prices */
	const uint32_t *enter;
	uint64_t each;
	int64_t per_height[2];
} fr_factors;

/* As in fr_grid_cell. */
static inline uint32_t
fr_factors_row(const fr_factors *f, uint32_t cell)
{
	return (uint32_t) (((cell + UINT64_C(1)) * (fr_wide) f->reciprocal) >> 64);
}

/* The multiplier of a step that gains `up` under degrees. */
uint64_t fr_factors_steep(const fr_factors *f, int d, int64_t up, uint32_t row);

/*
 * The cost of a legal step in direction d without costs.step.
 */
static inline uint64_t
fr_factors_between(const fr_factors *f, uint32_t from, uint32_t to, int d)
{
	uint64_t number = fr_step_weight(f->weigh, f->cell[from], f->cell[to]);
	int64_t up = f->height ? (int64_t) f->height[to] - f->height[from]
				 : f->tall ? (int64_t) f->tall[to] - f->tall[from]
						   : 0;
	uint32_t upper = from < to ? from : to;
	uint64_t multiplier =
		f->graded	? f->steep ? fr_factors_steep(f, d, up, fr_factors_row(f, upper))
							   : f->gain[d][up]
		  : f->row[d] ? f->row[d][fr_factors_row(f, upper)]
					: f->length[d];
	uint64_t cost = (uint64_t) (((fr_wide) multiplier * number + f->half) >> f->shift);

	cost = cost * f->times - f->least[d] + (uint64_t) (up * f->per_height[up < 0]);
	return f->enter ? cost + f->enter[to] * f->each : cost;
}

/* Do costs depend on nothing but friction and the direction? Then they are products. */
static inline bool
fr_factors_are_friction(const fr_factors *f)
{
	bool alike = !f->graded && !f->height && !f->tall && !f->enter && f->times == 1;

	for (int d = 0; d < FR_DIRECTIONS; d++)
		alike = alike && !f->row[d];
	return alike;
}

/* The cost of a legal step where that is so. */
static inline uint64_t
fr_friction_between(const fr_factors *f, uint32_t from, uint32_t to, int d)
{
	uint64_t number = fr_step_weight(f->weigh, f->cell[from], f->cell[to]);

	return (uint64_t) (((fr_wide) f->length[d] * number + f->half) >> f->shift);
}

/* ---- binding, in two steps ----------------------------------------------------- */

struct fr_grid;
struct fr_prices;

/*
 * Gives a copy of a grid the steps of a model with factors, whose layers the map has. NULL: *error is
 * FR_FRICTION_NEGATIVE, FR_LATITUDE_RANGE or FR_LAYER_FINE.
 */
fr_factors *fr_factors_begin(struct fr_grid *bound, const fr_map *map,
							 const fr_model *model, fr_factor_plan *plan,
							 const fr_arena *arena, const fr_arena *scratch,
							 const fr_poll *poll, fr_error *error);

/*
 * Moves the prices of layers to the factors. `steepest` is the greatest gain of a step, in stored
 * heights. FR_LAYER_FINE: there are too many different gains.
 */
fr_status fr_factors_finish(fr_factors *factors, struct fr_grid *bound,
							struct fr_prices *prices, const fr_model *model,
							const fr_factor_plan *plan, uint32_t parts, uint32_t steepest,
							const fr_arena *arena, const fr_poll *poll, fr_error *error);

/* A copy for costs whose unit is divided into parts. */
const fr_factors *fr_factors_in_parts(const fr_factors *factors, uint32_t parts,
									  const fr_arena *arena);

#endif /* FRINGE_STEP_FACTORS_H */
