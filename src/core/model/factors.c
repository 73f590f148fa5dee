/*
 * factors.c - friction, grades and degrees, which multiply the costs of steps: see factors.h
 *
 * Multipliers are doubles times a power of two, with 43 bits or more.
 */
#include "core/model/factors.h"

#include <string.h>

#include "core/base/base.h"

/* ---- the key `slope` --------------------------------------------------------- */

static fr_status
refuse_slope(fr_span text, const char *why, fr_error *error)
{
	return fr_fail_span(FR_MODEL_SLOPE, why, text, error);
}

static bool
parse_parts(fr_span text, uint64_t *parts)
{
	fr_decimal number;
	fr_error ignored;

	if (fr_span_amount(text, &number, &ignored))
		return false;
	*parts = fr_decimal_scaled(number, FR_DECIMAL_DIGITS);
	return true;
}

/* The same with a sign. */
static bool
parse_signed(fr_span text, int64_t *parts)
{
	bool below = text.length > 0 && *text.at == '-';
	uint64_t amount;

	if (below)
		text.at++, text.length--;
	if (!parse_parts(text, &amount))
		return false;
	*parts = below ? -(int64_t) amount : (int64_t) amount;
	return true;
}

static bool
parse_point(fr_span text, fr_slope_point *point)
{
	fr_span grade = fr_span_take(&text, ':');

	return parse_signed(grade, &point->grade) && parse_parts(text, &point->factor);
}

fr_status
fr_slope_parse(const fr_pair *pair, fr_model *model, fr_error *error)
{
	fr_span rest = pair->value;

	if (model->slope_points > 0)
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	for (bool more = true; more;)
	{
		size_t length = rest.length;
		fr_span part = fr_span_take(&rest, '|');
		fr_slope_point *point = &model->slope[model->slope_points];

		if (model->slope_points == FR_SLOPE_POINTS)
			return refuse_slope(part, "A table has at most 128 grades.", error);
		if (!parse_point(part, point))
			return refuse_slope(
				part,
				"A grade and its factor are numbers with at most 9 digits "
				"before and after the point. Only grades may be negative.",
				error);
		if (model->slope_points > 0 && point->grade <= point[-1].grade)
			return refuse_slope(part, "Each grade exceeds the one before.", error);
		model->slope_points++;
		more = part.length < length;
	}
	if (model->slope_points < 2)
		return refuse_slope(pair->value, "A table has at least two grades.", error);
	return FR_OK;
}

static char *
put_parts(char *to, uint64_t parts)
{
	fr_decimal decimal = {parts, FR_DECIMAL_DIGITS};

	for (; decimal.scale > 0 && decimal.digits % 10 == 0; decimal.scale--)
		decimal.digits /= 10;
	return fr_put_decimal(to, decimal);
}

static char *
put_signed(char *to, int64_t parts)
{
	if (parts < 0)
		*to++ = '-';
	return put_parts(to, (uint64_t) (parts < 0 ? -parts : parts));
}

char *
fr_slope_write(const fr_model *model, char *to)
{
	for (int i = 0; i < model->slope_points; i++)
	{
		if (i > 0)
			*to++ = '|';
		to = put_signed(to, model->slope[i].grade);
		*to++ = ':';
		to = put_parts(to, model->slope[i].factor);
	}
	return to;
}

double
fr_slope_factor(const fr_slope_point *point, int points, double grade)
{
	double parts = grade * FR_SLOPE_PARTS;
	double along;
	int i = 1;

	while (i < points - 1 && parts > (double) point[i].grade)
		i++;
	along = (parts - (double) point[i - 1].grade) /
			(double) (point[i].grade - point[i - 1].grade);
	along = along < 0 ? 0 : along > 1 ? 1 : along;
	return ((double) point[i - 1].factor * (1 - along) +
			(double) point[i].factor * along) /
		   FR_SLOPE_PARTS;
}

/*
 * The greatest gain whose grade is at most `grade`. The quotient is rounded a few times, so a
 * whole number within the slack is meant: grades have 9 digits after the point.
 */
static int64_t
gain_at(double grade, double per)
{
	const double slack = 1e-11;
	double gain = grade / per;
	double most = gain + slack * (gain < 0 ? -gain : gain);
	int64_t whole;

	if (most > FR_LAYER_MOST)
		return FR_LAYER_MOST;
	if (most < -(double) FR_LAYER_MOST)
		return -(int64_t) FR_LAYER_MOST - 1;
	whole = (int64_t) most;
	return (double) whole > most ? whole - 1 : whole;
}

fr_gain_range
fr_slope_gains(const fr_model *model, double per)
{
	double lowest = (double) model->slope[0].grade / FR_SLOPE_PARTS;
	double highest =
		(double) model->slope[model->slope_points - 1].grade / FR_SLOPE_PARTS;

	return (fr_gain_range){-gain_at(-lowest, per), gain_at(highest, per)};
}

/* ---- the key `latitude` -------------------------------------------------------- */

#define RADIUS 6371008.8 /* of the earth, as a sphere: the mean of its three half axes */
#define PI 3.14159265358979323846

fr_status
fr_latitude_parse(const fr_pair *pair, fr_model *model, fr_error *error)
{
	if (model->degrees)
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	model->degrees = true;
	if (!parse_signed(pair->value, &model->latitude) ||
		model->latitude > 90 * (int64_t) FR_SLOPE_PARTS ||
		model->latitude < -90 * (int64_t) FR_SLOPE_PARTS)
		return fr_fail_span(FR_MODEL_LATITUDE, NULL, pair->value, error);
	return FR_OK;
}

char *
fr_latitude_write(const fr_model *model, char *to)
{
	return put_signed(to, model->latitude);
}

/* The sine of an angle from -pi to pi, by its series. The core calls no library of mathematics. */
static double
sine(double angle)
{
	double term = angle;
	double sum = 0;

	for (int i = 1; sum + term != sum; i += 2)
	{
		sum += term;
		term *= -angle * angle / ((i + 1) * (i + 2));
	}
	return sum;
}

static double
cosine(double angle)
{
	return sine(PI / 2 - angle);
}

#define NEWTON_STEPS 50 /* of angles near pi / 2; others take two or three */

/* The angle from 0 to pi / 2 with this sine, by Newton's method, which approaches it from below. */
static double
arc_of_sine(double value)
{
	double angle = value;

	if (value >= 1)
		return PI / 2;
	for (int i = 0; i < NEWTON_STEPS; i++)
	{
		double next = angle + (value - sine(angle)) / cosine(angle);

		if (!(next > angle))
			break;
		angle = next;
	}
	return angle;
}

/* ---- lengths ----------------------------------------------------------------- */

static double
value_of(fr_decimal decimal)
{
	return (double) decimal.digits / (double) fr_power10(decimal.scale);
}

double
fr_slope_gain(const fr_layer *height)
{
	fr_layer_scale scale = {0, 1, 0, FR_LAYER_MOST};

	(void) fr_layer_scale_of(height, &scale);
	return (double) scale.step / (double) fr_power10(scale.decimals);
}

/* Between the centres of two cells, in the unit of heights. */
static double
ground_of(const fr_model *model, int d)
{
	double cell = value_of(model->option[FR_CELL]);
	double east = cell * value_of(model->option[FR_DX]);
	double north = cell * value_of(model->option[FR_DY]);

	return model->hex || fr_dx[d] == 0 ? north
		   : fr_dy[d] == 0			   ? east
									   : __builtin_sqrt(east * east + north * north);
}

#define STEEP 1e300 /* the grade of a step of no length, as at a pole */

static double
grade_of(double gain, double ground)
{
	return ground > gain / STEEP ? gain / ground : STEEP;
}

void
fr_slope_grades(const fr_model *model, const fr_layer *height, uint32_t row,
				double *grade)
{
	double gain = fr_slope_gain(height);

	for (int d = 0; d < FR_DIRECTIONS; d++)
		grade[d] = grade_of(
			gain, model->degrees
					  ? fr_latitude_metres(model, row - (fr_dy[d] < 0 && row > 0), d)
					  : ground_of(model, d));
}

#define POLE_ROUNDING 1e-9 /* of degrees */

/* The latitude of a row, in degrees. */
static double
degrees_of(const fr_model *model, uint32_t row)
{
	double height = value_of(model->option[FR_CELL]) * value_of(model->option[FR_DY]);

	return (double) model->latitude / FR_SLOPE_PARTS - (double) row * height;
}

/* In radians. A row beyond the pole is behind the last one, where no step leads. */
static double
latitude_of(const fr_model *model, uint32_t row)
{
	double degrees = degrees_of(model, row);

	return (degrees < -90 ? -90 : degrees) * PI / 180;
}

/* The width of a column in degrees, without whole turns around the earth. */
static double
degrees_of_column(const fr_model *model)
{
	fr_decimal cell = model->option[FR_CELL];
	fr_decimal dx = model->option[FR_DX];
	uint64_t unit = fr_power10(cell.scale + dx.scale);
	fr_wide parts = (fr_wide) cell.digits * dx.digits % ((fr_wide) 360 * unit);

	return (double) (uint64_t) (parts / unit) +
		   (double) (uint64_t) (parts % unit) / (double) unit;
}

/* By the haversine of the angle between both. */
double
fr_latitude_metres(const fr_model *model, uint32_t row, int direction)
{
	double width = degrees_of_column(model);
	double a = latitude_of(model, row);
	double b = fr_dy[direction] == 0 ? a : latitude_of(model, row + 1);
	double north = sine((a > b ? a - b : b - a) / 2);
	double east = fr_dx[direction] != 0 ? sine(width * PI / 360) : 0;

	return 2 * RADIUS *
		   arc_of_sine(
			   __builtin_sqrt(north * north + cosine(a) * cosine(b) * east * east));
}

/* The least and the greatest factor of steps in a direction. */
typedef struct factor_range
{
	double least;
	double greatest;
} factor_range;

static void
widen(factor_range *range, double factor)
{
	range->least = factor < range->least ? factor : range->least;
	range->greatest = factor > range->greatest ? factor : range->greatest;
}

/* Straight lines have their extremes at the ends and at the points of the table. */
static factor_range
factors_of_grades(const fr_model *model, const fr_layer *height, double grade)
{
	factor_range range = {__builtin_inf(), 0};
	double steepest = grade * (double) (height->greatest - height->least);

	widen(&range, fr_slope_factor(model->slope, model->slope_points, -steepest));
	widen(&range, fr_slope_factor(model->slope, model->slope_points, steepest));
	for (int i = 0; i < model->slope_points; i++)
	{
		double at = (double) model->slope[i].grade / FR_SLOPE_PARTS;

		if (at >= -steepest && at <= steepest)
			widen(&range, (double) model->slope[i].factor / FR_SLOPE_PARTS);
	}
	return range;
}

static factor_range
metres_of_rows(const fr_model *model, uint32_t rows, int direction,
			   const fr_layer *height, const fr_poll *poll)
{
	factor_range range = {__builtin_inf(), 0};

	for (uint32_t row = 0; row < rows; row++)
	{
		fr_poll_now(poll);
		widen(&range, fr_latitude_metres(model, row, direction));
	}
	if (height)
	{
		factor_range factors = factors_of_grades(
			model, height, grade_of(fr_slope_gain(height), range.least));

		range.least *= factors.least;
		range.greatest *= factors.greatest;
	}
	return range;
}

static void
find_factors(const fr_model *model, const fr_map *map, const fr_layer *height,
			 const fr_factor_plan *plan, const fr_poll *poll, factor_range *factors)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int first = fr_first_alike(d);

		factors[d] = first < d ? factors[first]
					 : model->degrees
						 ? metres_of_rows(model, map->height, d, height, poll)
					 : height ? factors_of_grades(model, height, plan->grade[d])
							  : (factor_range){1, 1};
	}
}

/* Do all steps have the factor 1? */
static bool
have_no_effect(const factor_range *factors)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (factors[d].least != 1 || factors[d].greatest != 1)
			return false;
	return true;
}

/* ---- units ------------------------------------------------------------------- */

/* The number of cells that a step weighs together. */
static uint64_t
cells_of(const fr_factor_plan *plan)
{
	return plan->averaged ? 2 : 1;
}

/* Does the model divide its costs by two already, because a step weighs two cells? */
static bool
is_halved(const fr_costs *costs, const fr_factor_plan *plan)
{
	return !plan->averaged || costs->weigh == FR_WEIGH_AVERAGE;
}

/* What steps cost in units: at least by direction, and at most. */
typedef struct step_range
{
	uint64_t least[FR_DIRECTIONS];
	uint64_t most;
} step_range;

/*
 * Whole numbers: the unit is divided by what friction is divided by. False if costs do not fit.
 */
static bool
resolve_whole(const fr_model *model, const fr_friction *friction, uint64_t sides,
			  fr_costs *costs, fr_factor_plan *plan)
{
	uint64_t parts = fr_power10(friction->decimals) * (is_halved(costs, plan) ? 1 : 2);
	fr_costs divided = *costs;
	step_range steps = {.most = 0};

	if (friction->greatest > UINT32_MAX || parts > FR_MOST_PARTS)
		return false;
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint64_t most;

		if (__builtin_mul_overflow(costs->step[d], friction->greatest * cells_of(plan),
								   &most))
			return false;
		steps.least[d] = costs->step[d] * friction->least * cells_of(plan);
		steps.most = most > steps.most ? most : steps.most;
		plan->units[d] = (double) costs->step[d];
	}
	divided.step_max = 0;
	if (!fr_costs_refine(&divided, (uint32_t) parts, sides) ||
		!fr_costs_replace_steps(&divided, steps.least, steps.most, model->octile, sides))
		return false;
	*costs = divided;
	plan->scale = 1;
	return true;
}

#define MULTIPLIER_BITS 61
#define MOST_SHIFT 63
/* The unit's numerator is a whole number of 64 bits, and its denominator is below 2^53, where doubles are exact. */
#define MOST_EXPONENT 18
#define LEAST_EXPONENT (-15)

/* A value in units of 10^exponent of its own. */
static double
in_powers(double value, int exponent)
{
	double power = (double) fr_power10((uint32_t) (exponent < 0 ? -exponent : exponent));

	return exponent < 0 ? value * power : value / power;
}

/* How many steps as expensive as the most expensive one a path may have, by width plus height. */
#define MOST_STEPS 8

/* The smallest unit, 10^exponent, in which a path may have so many steps that cost `most`; 1 if that is 0. Above MOST_EXPONENT: there is none. */
static int
exponent_for(double most, uint64_t sides)
{
	double units = (double) (UINT64_C(1) << FR_COST_BITS) / (double) (MOST_STEPS * sides);
	int exponent = most > 0 ? LEAST_EXPONENT : 0;

	while (exponent <= MOST_EXPONENT && in_powers(most, exponent) > units)
		exponent++;
	return exponent;
}

uint64_t
fr_factor_multiplier(const fr_factor_plan *plan, int direction, double factor)
{
	return (uint64_t) (plan->units[direction] * factor + 0.5);
}

/* The units of a step: rounded to the nearest, as in step_factors.h. */
static uint64_t
units_of_step(const fr_factor_plan *plan, int direction, double factor, uint64_t number)
{
	fr_wide product = (fr_wide) fr_factor_multiplier(plan, direction, factor) *
					  (uint64_t) ((double) number * plan->scale + 0.5);

	return (uint64_t) ((product + ((UINT64_C(1) << plan->shift) >> 1)) >> plan->shift);
}

/* Steps rounded to the nearest unit, which is a power of ten. False if these are out of range. */
static bool
resolve_rounded(const fr_model *model, const fr_friction *friction,
				const factor_range *factors, uint64_t sides, fr_costs *costs,
				fr_factor_plan *plan)
{
	uint64_t least = friction->least * cells_of(plan);
	uint64_t greatest = friction->greatest * cells_of(plan);
	double whole =
		(double) fr_power10(friction->decimals) * (is_halved(costs, plan) ? 1 : 2);
	/* what a metre costs, which is halved where the costs of steps are */
	double metre = value_of(model->option[FR_STRAIGHT]) * (double) costs->cell.numerator /
				   (double) costs->cell.denominator;
	double longest = 0;
	step_range steps = {.most = 1};
	int exponent;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		double most;

		plan->units[d] =
			(model->degrees ? metre : fr_cost_value(costs, costs->step[d])) / whole;
		most = plan->units[d] * factors[d].greatest;
		longest = most > longest ? most : longest;
	}
	plan->rounded = true;
	plan->scale =
		friction->greatest > UINT32_MAX ? UINT32_MAX / (double) friction->greatest : 1;
	exponent = exponent_for(longest * (double) greatest, sides);
	if (exponent > MOST_EXPONENT)
		return false;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		plan->units[d] = in_powers(plan->units[d], exponent) / plan->scale;
	longest = in_powers(longest, exponent) / plan->scale;
	for (; longest > 0 && plan->shift < MOST_SHIFT &&
		   longest < (double) (UINT64_C(1) << (MULTIPLIER_BITS - 1));
		 plan->shift++, longest *= 2)
		for (int d = 0; d < FR_DIRECTIONS; d++)
			plan->units[d] *= 2;
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint64_t cost = units_of_step(plan, d, factors[d].greatest, greatest);

		steps.most = cost + 1 > steps.most ? cost + 1 : steps.most;
		/* interpolated factors may be rounded below the least one */
		cost = units_of_step(plan, d, factors[d].least, least);
		steps.least[d] = cost > 0 ? cost - 1 : 0;
	}
	fr_costs_round(costs, exponent);
	return fr_costs_replace_steps(costs, steps.least, steps.most, model->octile, sides);
}

fr_status
fr_factors_resolve(const fr_model *model, const fr_map *map, const fr_friction *friction,
				   const fr_layer *height, fr_costs *costs, fr_factor_plan *plan,
				   const fr_poll *poll, fr_error *error)
{
	uint64_t sides = (uint64_t) map->width + map->height;
	fr_friction range = *friction;
	factor_range factors[FR_DIRECTIONS];
	bool found;

	*plan =
		(fr_factor_plan){.averaged = fr_model_value(model, FR_WEIGH) == FR_WEIGH_AVERAGE};
	if (model->degrees && degrees_of(model, map->height - 1) < -90 - POLE_ROUNDING)
		return fr_fail(error, FR_LATITUDE_RANGE);
	if (range.least > range.greatest) /* no cell is passable */
		range.least = range.greatest = 1;
	if (height)
		fr_slope_grades(model, height, 0, plan->grade);
	if (model->degrees)
		costs->shape = FR_OTHER_SHAPES;
	find_factors(model, map, height, plan, poll, factors);
	/* two gentle steps may cost less than a steep one, as may short diagonal steps than a long one */
	costs->detours = height || model->degrees || costs->step[FR_NE] < costs->step[FR_E] ||
					 costs->step[FR_NE] < costs->step[FR_N];
	found = have_no_effect(factors) && resolve_whole(model, &range, sides, costs, plan);
	if (!found)
		found = resolve_rounded(model, &range, factors, sides, costs, plan);
	if (!found)
		return fr_fail(error, FR_LAYER_FINE,
					   .what = model->friction.length > 0 ? "friction"
							   : height					  ? "slope"
														  : "latitude",
					   .at = model->friction.length > 0 ? model->friction.text
														: model->height.text,
					   .length = model->friction.length > 0 ? model->friction.length
															: model->height.length);
	costs->rules |= (fr_model_rules(model) & (FR_FACTOR_RULES | FR_RULE(WEIGH))) |
					(costs->free ? FR_RULE(FREE) : 0);
	return FR_OK;
}
