/*
 * costs.c - a model's costs on one map, as integers
 *
 * The costs of the straight and the diagonal step are divided by their greatest common
 * divisor. The weights of the codes that occur are divided by theirs. The unit of a cost
 * is the product of the two divisors.  doc/dev/proofs.md has the proofs.
 */
#include "core/model/costs.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/map/offset_layout.h"
#include "core/model/prices.h"

/* ---- links ------------------------------------------------------------------- */

#define EXACT 0x1p53 /* whole numbers up to this are doubles */
#define WORD 0x1p63

bool
fr_ratio_multiply(fr_ratio *ratio, uint64_t numerator, uint64_t denominator)
{
	uint64_t a = fr_gcd(numerator, denominator);
	uint64_t b = fr_gcd(ratio->numerator, denominator / a);
	uint64_t c = fr_gcd(numerator / a, ratio->denominator);

	return !__builtin_mul_overflow(ratio->numerator / b, numerator / a / c,
								   &ratio->numerator) &&
		   !__builtin_mul_overflow(ratio->denominator / c, denominator / a / b,
								   &ratio->denominator);
}

static bool
multiply_decimal(fr_ratio *ratio, fr_decimal factor)
{
	return fr_ratio_multiply(ratio, factor.digits, fr_power10(factor.scale));
}

static fr_link
link_at(const fr_map *map, uint32_t i)
{
	return fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES);
}

/* A code that the model does not name has the weight 1. */
static fr_decimal
weight_of(const fr_model *model, const fr_link *link)
{
	int i = link->code - FR_FIRST_CODE;

	return link->code && model->named[i] ? model->weight[i] : fr_decimal_one;
}

bool
fr_link_open(const fr_model *model, const fr_link *link)
{
	return model->option[FR_LINK].digits > 0 && !fr_weight_blocks(weight_of(model, link));
}

/* Does an open link cost nothing? */
static bool
is_free(const fr_model *model, const fr_link *link)
{
	return link->cost.digits == 0 || weight_of(model, link).digits == 0;
}

/*
 * The cost of an open link in steps to the north, each into a cell whose weight in `costs`
 * is 1; false if it is out of range. A link's unit is `straight`, which is such a step
 * divided by `dy`.
 */
static bool
steps_of(const fr_costs *costs, const fr_model *model, const fr_link *link,
		 fr_ratio *steps)
{
	fr_decimal side = model->option[FR_DY];

	*steps = (fr_ratio){1, 1};
	return multiply_decimal(steps, link->cost) &&
		   multiply_decimal(steps, model->option[FR_LINK]) &&
		   multiply_decimal(steps, weight_of(model, link)) &&
		   fr_ratio_multiply(steps, fr_power10(side.scale), side.digits) &&
		   fr_ratio_multiply(steps, costs->cell.denominator, costs->cell.numerator);
}

/* Under anyangle all links cost whole numbers of parts. */
static bool
has_root2(const fr_costs *costs)
{
	return costs->root2 && !costs->lengths;
}

/* As fr_costs_parts, of the cost of a link. */
static bool
add_link_parts(const fr_costs *costs, const fr_model *model, const fr_link *link,
			   uint32_t *parts)
{
	uint64_t north = costs->step[FR_N];
	fr_ratio steps;

	if (!fr_link_open(model, link) || is_free(model, link))
		return true;
	if ((link->root2 && !has_root2(costs)) || !steps_of(costs, model, link, &steps))
		return false;
	steps.denominator /=
		fr_gcd(steps.denominator, costs->root2 ? north / costs->one : north);
	return fr_costs_add_parts(steps, parts);
}

/* The error names the link by its ends, and `sqrt2` if the model lacks it. */
static fr_status
fail_link(const fr_costs *costs, const fr_link *link, fr_error *error)
{
	return fr_fail(error, FR_COST_FINE, .column = link->from.x, .row = link->from.y,
				   .found = link->to.x, .wanted = link->to.y,
				   .what = link->root2 && !has_root2(costs) ? "sqrt2" : NULL);
}

uint64_t
fr_link_units(const fr_costs *costs, const fr_model *model, const fr_link *link)
{
	uint64_t north = costs->step[FR_N];
	fr_ratio steps;
	uint64_t units;

	if (is_free(model, link))
		return 0;
	if (link->root2)
		north = north / FR_ROOT2_STRAIGHT * FR_ROOT2_DIAGONAL;
	if (!steps_of(costs, model, link, &steps) ||
		__builtin_mul_overflow(north / steps.denominator, steps.numerator, &units) ||
		units > costs->limit)
		return costs->limit + 1;
	return units;
}

/* ---- steps and weights --------------------------------------------------------- */

static uint32_t
larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Steps or weights are divided by this factor, divisor / power, to become whole numbers. */
typedef struct factor
{
	uint64_t divisor;
	uint64_t power; /* 10^scale, or twice that for weigh=average */
} factor;

/*
 * The unit is the product of the two factors, in lowest terms so that simple costs have
 * simple units. Doubles may round it, once and equally for all searches.
 */
static void
resolve_unit(fr_costs *costs, factor a, factor b)
{
	uint64_t ab = fr_gcd(a.divisor, b.power);
	uint64_t ba = fr_gcd(b.divisor, a.power);
	uint64_t aa = fr_gcd(a.divisor / ab, a.power / ba);
	uint64_t bb = fr_gcd(b.divisor / ba, b.power / ab);

	costs->numerator = (double) (a.divisor / ab / aa) * (double) (b.divisor / ba / bb);
	costs->denominator = (double) (a.power / ba / aa) * (double) (b.power / ab / bb);
}

/* So many times a root2 step; of numbers that are out of range anyway, a part. */
static uint64_t
in_root2(uint64_t steps, uint64_t unit)
{
	return steps < UINT64_MAX / unit ? steps * unit : UINT64_MAX / unit * unit;
}

static factor
resolve_steps(const fr_model *model, fr_costs *costs)
{
	fr_step_costs steps = fr_model_steps(model);
	uint64_t divisor = fr_gcd(fr_gcd(steps.east, steps.north), steps.diagonal);
	uint64_t east = steps.east / divisor;
	uint64_t north = steps.north / divisor;
	uint64_t diagonal = steps.diagonal / divisor;

	costs->lengths = model->anyangle;
	costs->hex = model->hex;
	costs->root2 = steps.root2;
	costs->one = FR_ROOT2_STRAIGHT;
	if (costs->root2)
	{
		/* the roots are below 2^60, so larger steps are out of range by far */
		east = in_root2(east, FR_ROOT2_STRAIGHT);
		north = in_root2(north, FR_ROOT2_STRAIGHT);
		diagonal = in_root2(diagonal, FR_ROOT2_DIAGONAL);
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs->step[d] = fr_is_diagonal(d) ? diagonal : fr_dx[d] != 0 ? east : north;
	costs->shape = model->hex	   ? FR_HEXAGONS
				   : east != north ? FR_OTHER_SHAPES
								   : FR_SQUARES;
	return (factor){divisor, fr_power10(steps.scale)};
}

static fr_decimal
weight_at(const fr_model *model, const fr_map *map, int position)
{
	return model->weight[map->codes[position] - FR_FIRST_CODE];
}

/* Sets the weights of the codes that occur on the map. Returns the factor that divided them. */
static factor
resolve_weights(const fr_model *model, const fr_map *map, fr_costs *costs)
{
	uint32_t scale = 0;
	uint64_t divisor = 0;

	for (int i = 0; i < FR_CODES; i++)
		costs->weight[i] = FR_BLOCKED;
	for (int i = 0; i < map->code_count; i++)
		scale = larger(scale, weight_at(model, map, i).scale);
	for (int i = 0; i < map->code_count; i++)
	{
		if (fr_weight_blocks(weight_at(model, map, i)))
			continue;
		costs->weight[i] = fr_decimal_scaled(weight_at(model, map, i), scale);
		divisor = fr_gcd(divisor, costs->weight[i]);
	}
	if (divisor == 0)
		return (factor){1, 1};
	for (int i = 0; i < map->code_count; i++)
		if (costs->weight[i] != FR_BLOCKED)
			costs->weight[i] /= divisor;
	return (factor){divisor, fr_power10(scale)};
}

/* ---- heuristic, limit, and which searches may jump ------------------------------ */

/* Weights of the passable codes; 1 if there are none. */
typedef struct weight_range
{
	uint64_t min;
	uint64_t least; /* above 0 */
	uint64_t max;
} weight_range;

static weight_range
range_of_weights(const fr_costs *costs)
{
	weight_range range = {FR_BLOCKED, FR_BLOCKED, 0};

	for (int i = 0; i < FR_CODES; i++)
	{
		uint64_t weight = costs->weight[i];

		if (weight == FR_BLOCKED)
			continue;
		if (weight > range.max)
			range.max = weight;
		if (weight < range.min)
			range.min = weight;
		if (weight > 0 && weight < range.least)
			range.least = weight;
	}
	if (range.min == FR_BLOCKED)
		range.min = 1;
	if (range.max == 0)
		range.least = range.max = 1;
	return range;
}

fr_norm
fr_costs_norm(const fr_costs *costs, bool octile)
{
	fr_norm norm = {.east = costs->step[FR_E], .north = costs->step[FR_N]};
	uint64_t two = norm.east + norm.north;

	norm.diagonal = costs->step[FR_NE];
	if (!octile || norm.diagonal > two)
		norm.diagonal = two;
	if (norm.diagonal < norm.east)
		norm.east = norm.diagonal;
	if (norm.diagonal < norm.north)
		norm.north = norm.diagonal;
	norm.straight = norm.east < norm.north ? norm.east : norm.north;
	return norm;
}

fr_norm
fr_norm_times(fr_norm norm, uint64_t weight)
{
	return (fr_norm){norm.straight * weight, norm.diagonal * weight, norm.east * weight,
					 norm.north * weight};
}

/*
 * The heuristic is the distance on an empty map whose cells all have the minimum weight.
 * The distance is a norm, and so consistent for every ratio of the costs.
 */
static void
resolve_heuristic(const fr_model *model, fr_costs *costs, weight_range range)
{
	fr_norm norm = fr_costs_norm(costs, model->octile);

	costs->h = fr_norm_times(norm, range.min);
	costs->near = fr_norm_times(norm, range.least);
}

/*
 * The largest exact cost: FR_COST_BITS bits, with root2 the bound of doc/dev/proofs.md,
 * and for lengths FR_MOST_LENGTH cells.
 */
static uint64_t
range_of(const fr_costs *costs)
{
	uint64_t range = (UINT64_C(1) << FR_COST_BITS) - 1;

	if (costs->lengths && range / FR_MOST_LENGTH >= costs->step[FR_N])
		range = costs->step[FR_N] * FR_MOST_LENGTH - 1;
	if (costs->root2 && range >= FR_ROOT2_STRAIGHT * FR_ROOT2_DIAGONAL)
		range = FR_ROOT2_STRAIGHT * FR_ROOT2_DIAGONAL - 1;
	return range;
}

/* The greatest common divisor of the unit's numerator and the parts. */
static uint64_t
common_parts(const fr_costs *costs, uint32_t parts)
{
	return costs->numerator < WORD ? fr_gcd((uint64_t) costs->numerator, parts) : 1;
}

/*
 * Divides the unit, which stays in lowest terms; false if a path along two sides of the map
 * could come near the limit.
 */
static bool
divide_unit(fr_costs *costs, uint32_t parts, uint64_t sides)
{
	uint64_t most = fr_most_rise(costs);
	uint64_t range;

	if (most > UINT64_MAX / parts)
		return false;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		costs->step[d] *= parts;
	costs->step_max *= parts;
	costs->turn_max *= parts;
	costs->points *= parts;
	for (int angle = 0; angle < FR_TURN_ANGLES; angle++)
		costs->turn[angle] *= parts;
	costs->one *= parts;
	costs->h = fr_norm_times(costs->h, parts);
	costs->near = fr_norm_times(costs->near, parts);
	if (__builtin_mul_overflow(costs->links_sum, parts, &costs->links_sum))
		costs->links_sum = UINT64_MAX;
	costs->parts *= parts;
	if (!costs->root2 && !costs->lengths)
	{
		uint64_t common = common_parts(costs, parts);

		costs->numerator /= (double) common;
		costs->denominator *= (double) (parts / common);
	}
	range = range_of(costs);
	costs->limit = range - most * parts;
	return most * parts <= range / 2 / sides;
}

/*
 * The most expensive step and the limit. Fails if a path along two sides of the map could
 * come near the limit. It compares quotients, because products might overflow.
 */
static fr_status
resolve_limit(const fr_model *model, const fr_map *map, fr_costs *costs, uint64_t max,
			  fr_error *error)
{
	uint64_t range = range_of(costs);
	uint64_t step = costs->step[FR_N];
	uint64_t step_limit = range / 2 / ((uint64_t) map->width + map->height);

	if (model->octile && costs->step[FR_NE] > step)
		step = costs->step[FR_NE];
	if (costs->step[FR_E] > step)
		step = costs->step[FR_E];
	if (max > step_limit / step)
		return fr_fail(error, FR_COST_SPREAD,
					   .wanted = (int64_t) (step_limit / step /
											(costs->weigh == FR_WEIGH_AVERAGE ? 2 : 1)));
	costs->step_max = step * max;
	costs->limit = range - costs->step_max;
	return FR_OK;
}

/* May one of the codes that occur not be entered, or left, in all directions? */
static bool
has_oneway(const fr_model *model, const fr_map *map)
{
	for (int i = 0; i < map->code_count; i++)
	{
		int code = map->codes[i] - FR_FIRST_CODE;

		if ((model->enter[code] & model->leave[code]) != FR_ANY_WAY)
			return true;
	}
	return false;
}

/* A map of one column is a ring already: a step around it would end where it began. */
static fr_status
resolve_wrap(const fr_model *model, const fr_map *map, fr_costs *costs, fr_error *error)
{
	int wrap = fr_model_value(model, FR_WRAP);

	if ((wrap == FR_WRAP_X || wrap == FR_WRAP_XY) && map->width > 1)
		costs->wrap_x = map->width;
	if ((wrap == FR_WRAP_Y || wrap == FR_WRAP_XY) && map->height > 1)
		costs->wrap_y = map->height;
	costs->wraps = costs->wrap_x > 0 || costs->wrap_y > 0;
	if (costs->wraps)
		costs->shape = FR_OTHER_SHAPES;
	/* a ring of shifted rows or columns is shorter than the grid with its padding */
	if (costs->wraps && costs->hex &&
		memchr(map->codes, FR_PADDING, (size_t) map->code_count))
		return fr_fail(error, FR_HEX_WRAP);
	return FR_OK;
}

bool
fr_costs_fit(const fr_costs *costs, uint64_t cells)
{
	uint64_t step = fr_most_rise(costs);

	if (costs->points > 0 && costs->linked) /* links wait, too */
		return false;
	/* a path comes to a cell once from each direction, if its turns have prices */
	if (costs->turn_max > 0)
		cells *= FR_DIRECTIONS;
	return costs->links_sum <= costs->limit &&
		   cells <= (costs->limit - costs->links_sum) / step;
}

/*
 * The conditions of jump point search: see jump_corners.c and patterns.c. On one-way maps the
 * search has too few nodes to detect a cost out of range, so all costs must fit.
 */
static int
jumps_of(const fr_model *model, const fr_map *map, const fr_costs *costs)
{
	uint64_t straight = costs->step[FR_N];
	uint64_t diagonal = costs->step[FR_NE];
	bool plain = costs->uniform && !costs->oneway && !costs->linked;

	if (costs->lengths || costs->sided || costs->shape == FR_OTHER_SHAPES ||
		fr_model_turns(model) || costs->points > 0)
		return FR_NO_JUMPS;
	/* patterns of one-way cells serve agents of one cell, and use two classes per code */
	if (costs->oneway && (fr_model_is_large(model) || map->code_count > FR_ONEWAY_CODES))
		return FR_NO_JUMPS;
	if ((costs->oneway || costs->links_oneway) &&
		!fr_costs_fit(costs, (uint64_t) map->width * map->height))
		return FR_NO_JUMPS;
	if (costs->hex)
		return plain ? FR_HEX_JUMPS : FR_HEX_PATTERNS;
	if (!model->octile)
		return plain ? FR_TILE_JUMPS : FR_TILE_PATTERNS;
	if (diagonal < straight)
		return FR_NO_JUMPS;
	if (diagonal > 2 * straight)
		return FR_TILE_PATTERNS;
	if (!plain || diagonal == 2 * straight || fr_model_value(model, FR_CORNERS) < 2)
		return FR_OCTILE_PATTERNS;
	return FR_OCTILE_JUMPS;
}

/* Sets whether there are open links, and the sum of their costs. */
static void
add_up_links(const fr_model *model, const fr_map *map, fr_costs *costs)
{
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_link link = link_at(map, i);
		uint64_t cost;

		if (!fr_link_open(model, &link))
			continue;
		costs->linked = true;
		costs->links_oneway |= !link.both;
		cost = fr_link_units(costs, model, &link) * (link.both ? 2 : 1);
		if (__builtin_add_overflow(costs->links_sum, cost, &costs->links_sum))
			costs->links_sum = UINT64_MAX;
	}
}

/*
 * Divides the unit so that the costs of all open links are whole. These costs are multiples of
 * FR_ROOT2_STRAIGHT or of FR_ROOT2_DIAGONAL under root2, so the proofs hold. FR_COST_FINE.
 */
static fr_status
resolve_links(const fr_model *model, const fr_map *map, fr_costs *costs, fr_error *error)
{
	uint64_t sides = (uint64_t) map->width + map->height;
	uint32_t parts = 1;
	fr_link finest = {0}; /* the last one that made them more */

	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_link link = link_at(map, i);
		uint32_t before = parts;

		if (!add_link_parts(costs, model, &link, &parts))
			return fail_link(costs, &link, error);
		if (parts > before)
			finest = link;
	}
	if (parts > 1 && !divide_unit(costs, parts, sides))
		return fail_link(costs, &finest, error);
	add_up_links(model, map, costs);
	return FR_OK;
}

/* ---- turns --------------------------------------------------------------------- */

static fr_status
fail_turn(fr_error *error)
{
	return fr_fail(error, FR_COST_TURN);
}

/*
 * Divides the unit so that all prices of turns are whole, which are multiples of
 * FR_ROOT2_STRAIGHT under root2. FR_COST_TURN.
 */
static fr_status
resolve_turns(const fr_model *model, const fr_map *map, fr_costs *costs, fr_error *error)
{
	uint64_t sides = (uint64_t) map->width + map->height;
	uint32_t parts = 1;
	int angles; /* the last one is back, which only a heading makes an agent turn by */

	costs->heading = (uint8_t) fr_model_value(model, FR_HEADING);
	costs->arrive = (uint8_t) fr_model_value(model, FR_ARRIVE);
	angles = FR_TURN_ANGLES - (costs->hex ? 1 : 0) - !fr_has_headings(costs);
	for (int angle = 1; angle < angles; angle++)
		if (!fr_costs_parts(costs, fr_model_turn(model, angle), &parts))
			return fail_turn(error);
	if (!fr_costs_refine(costs, parts, sides))
		return fail_turn(error);
	for (int angle = 1; angle < angles; angle++)
	{
		costs->turn[angle] = fr_cost_whole(costs, fr_model_turn(model, angle));
		if (costs->turn[angle] > costs->turn_max)
			costs->turn_max = costs->turn[angle];
	}
	return divide_unit(costs, 1, sides) ? FR_OK : fail_turn(error);
}

/* ---- movement points -------------------------------------------------------------- */

/*
 * Divides the unit so that the points of a turn are whole, and under root2 a multiple of
 * FR_ROOT2_STRAIGHT. FR_COST_POINTS.
 */
static fr_status
resolve_points(const fr_model *model, const fr_map *map, fr_costs *costs, fr_error *error)
{
	uint64_t sides = (uint64_t) map->width + map->height;
	fr_decimal points = model->option[FR_POINTS];
	uint32_t parts = 1;

	if (!fr_costs_parts(costs, points, &parts) || !fr_costs_refine(costs, parts, sides))
		return fr_fail(error, FR_COST_POINTS);
	costs->points = fr_cost_whole(costs, points);
	costs->spends = fr_model_value(model, FR_OVER) == FR_OVER_SPEND;
	if (costs->points > costs->limit || !divide_unit(costs, 1, sides))
		return fr_fail(error, FR_COST_POINTS);
	return FR_OK;
}

/* ---- all of it ----------------------------------------------------------------- */

/* Whether links hold depends on their ends, too: fr_grid_complete. */
static fr_rules
rules_of(const fr_model *model, const fr_map *map, const fr_costs *costs)
{
	fr_rules rules = 0;
	fr_layer blocked;

	if (costs->lengths)
		rules |= FR_RULE(LINES);
	if (costs->hex)
		rules |= FR_RULE(HEXAGONS);
	if (costs->step[FR_E] != costs->step[FR_N])
		rules |= FR_RULE(OBLONG);
	if (costs->wraps)
		rules |= FR_RULE(WRAP);
	if (costs->turn_max > 0)
		rules |= FR_RULE(TURNS);
	if (fr_has_headings(costs))
		rules |= FR_RULE(HEADINGS);
	if (costs->points > 0)
		rules |= FR_RULE(POINTS);
	if (fr_model_is_large(model))
		rules |= FR_RULE(SIZE);
	if (has_oneway(model, map))
		rules |= FR_RULE(ONEWAY);
	if (costs->sided)
		rules |= FR_RULE(SIDES);
	if (fr_map_find_layer(map, FR_LAYER_BLOCKED, strlen(FR_LAYER_BLOCKED), &blocked) &&
		blocked.greatest > 0)
		rules |= FR_RULE(BLOCKED);
	if (costs->linked)
		rules |= FR_RULE(LINKS);
	if (!costs->uniform)
		rules |= FR_RULE(WEIGHTS);
	if (costs->weigh != FR_WEIGH_ENTER)
		rules |= FR_RULE(WEIGH);
	if (costs->free)
		rules |= FR_RULE(FREE);
	return rules;
}

fr_status
fr_costs_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
				 fr_error *error)
{
	factor steps;
	factor weights;
	weight_range range;
	fr_layer sides;

	if (fr_prices_find(model, map, error))
		return error->status;
	memset(costs, 0, sizeof *costs);
	steps = resolve_steps(model, costs);
	weights = resolve_weights(model, map, costs);
	range = range_of_weights(costs);
	costs->free = range.min == 0;
	costs->uniform = range.min == range.max;
	costs->sided = fr_map_sides(map, &sides);
	if (resolve_wrap(model, map, costs, error))
		return error->status;
	costs->oneway = costs->sided || costs->wraps || has_oneway(model, map);
	costs->weigh = costs->uniform ? FR_WEIGH_ENTER : fr_model_value(model, FR_WEIGH);
	if (costs->weigh == FR_WEIGH_AVERAGE)
	{
		weights.power *= 2;
		range.min *= 2;
		range.least *= 2;
		range.max *= 2;
	}
	costs->cell = (fr_ratio){weights.divisor, weights.power};
	resolve_unit(costs, steps, weights);
	if (resolve_limit(model, map, costs, range.max, error))
		return error->status;
	resolve_heuristic(model, costs, range);
	if (resolve_links(model, map, costs, error))
		return error->status;
	costs->parts = 1;
	if (fr_model_turns(model) && resolve_turns(model, map, costs, error))
		return error->status;
	if (model->option[FR_POINTS].digits > 0 && resolve_points(model, map, costs, error))
		return error->status;
	costs->jumps = jumps_of(model, map, costs);
	costs->rules = rules_of(model, map, costs);
	return fr_rules_check(costs->rules, FR_MAP_CONFLICT, error);
}

/* ---- between units and the model's unit ------------------------------------------ */

static const double root2 = 1.4142135623730950488;

/* Converts a value from the model's unit to internal units. */
static double
units_of(const fr_costs *costs, double value)
{
	double units = value * costs->denominator / costs->numerator;

	return costs->root2 ? units * (double) (int64_t) costs->one : units;
}

static uint64_t
within_limit(const fr_costs *costs, double units)
{
	return units < (double) costs->limit ? (uint64_t) units : costs->limit;
}

uint64_t
fr_cost_units(const fr_costs *costs, fr_decimal value)
{
	return within_limit(
		costs, units_of(costs, (double) value.digits / (double) fr_power10(value.scale)));
}

/* The slack covers the few roundings of 2^-53 in either direction. */
uint64_t
fr_cost_bound(const fr_costs *costs, double value)
{
	const double slack = 1 + 1.0 / (UINT64_C(1) << 48);

	return within_limit(costs, units_of(costs, value) * slack + 1);
}

/* ---- costs that callers add ----------------------------------------------------- */

bool
fr_ratio_in_units(const fr_costs *costs, fr_ratio *ratio)
{
	return costs->numerator <= EXACT && costs->denominator <= EXACT &&
		   fr_ratio_multiply(ratio, (uint64_t) costs->denominator,
							 (uint64_t) costs->numerator) &&
		   (!costs->root2 || fr_ratio_multiply(ratio, costs->one / FR_ROOT2_STRAIGHT, 1));
}

/* A value in units, or under root2 in multiples of FR_ROOT2_STRAIGHT units. */
static bool
ratio_of(const fr_costs *costs, fr_decimal value, fr_ratio *ratio)
{
	*ratio = (fr_ratio){1, 1};
	if (value.digits == 0)
	{
		ratio->numerator = 0;
		return true;
	}
	return multiply_decimal(ratio, value) && fr_ratio_in_units(costs, ratio);
}

bool
fr_costs_add_parts(fr_ratio in_units, uint32_t *parts)
{
	uint64_t finer;

	if (in_units.denominator > FR_MOST_PARTS)
		return false;
	finer = *parts * (in_units.denominator / fr_gcd(in_units.denominator, *parts));
	if (finer > FR_MOST_PARTS)
		return false;
	*parts = (uint32_t) finer;
	return true;
}

bool
fr_costs_parts(const fr_costs *costs, fr_decimal value, uint32_t *parts)
{
	fr_ratio ratio;

	return ratio_of(costs, value, &ratio) && fr_costs_add_parts(ratio, parts);
}

bool
fr_costs_refine(fr_costs *costs, uint32_t parts, uint64_t sides)
{
	/* a unit that links have divided already may be too small to be divided any further */
	return parts == 1 ||
		   (costs->denominator * (double) (parts / common_parts(costs, parts)) <= EXACT &&
			parts <= FR_MOST_PARTS / costs->parts && divide_unit(costs, parts, sides));
}

bool
fr_costs_raise(fr_costs *costs, uint64_t more, uint64_t sides)
{
	uint64_t range = range_of(costs);

	if (more == 0) /* prices of turns may be near the range, which nothing narrows here */
		return true;
	if (more > range || fr_most_rise(costs) + more > range / 2 / sides)
		return false;
	costs->step_max += more;
	costs->limit -= more;
	return true;
}

bool
fr_costs_replace_steps(fr_costs *costs, const uint64_t *least, uint64_t most, bool octile,
					   uint64_t sides)
{
	uint64_t range = range_of(costs);

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		costs->step[d] = least[d];
		costs->free |= least[d] == 0;
	}
	costs->detours |= costs->free;
	costs->uniform = false;
	costs->weigh = FR_WEIGH_ENTER;
	costs->jumps = FR_NO_JUMPS;
	costs->h = costs->near = fr_costs_norm(costs, octile);
	costs->step_max = most > 0 ? most : 1;
	if (most > range || fr_most_rise(costs) > range / 2 / sides)
		return false;
	costs->limit = range - fr_most_rise(costs);
	return true;
}

/* The nearest whole number of units; UINT64_MAX if it is out of range. */
static uint64_t
rounded_cost(const fr_costs *from, uint64_t cost, const fr_costs *to)
{
	double units = fr_cost_value(from, cost) * to->denominator / to->numerator + 0.5;

	return units < (double) (UINT64_C(1) << FR_COST_BITS) ? (uint64_t) units : UINT64_MAX;
}

uint64_t
fr_cost_rounded(const fr_costs *from, uint64_t cost, const fr_costs *to)
{
	uint64_t rounded = rounded_cost(from, cost, to);

	return cost > from->limit || rounded > to->limit ? to->limit + 1 : rounded;
}

void
fr_costs_round(fr_costs *costs, int exponent)
{
	const fr_costs old = *costs;

	costs->root2 = false;
	costs->rounded = true;
	costs->one = FR_ROOT2_STRAIGHT;
	costs->parts = 1;
	costs->numerator = exponent > 0 ? (double) fr_power10((uint32_t) exponent) : 1;
	costs->denominator = exponent < 0 ? (double) fr_power10((uint32_t) -exponent) : 1;
	if (old.points > 0) /* a turn keeps some points */
		costs->points = rounded_cost(&old, old.points, costs);
	if (old.points > 0 && costs->points == 0)
		costs->points = 1;
	costs->turn_max = 0;
	for (int angle = 0; angle < FR_TURN_ANGLES; angle++)
	{
		costs->turn[angle] = rounded_cost(&old, old.turn[angle], costs);
		if (old.turn[angle] > 0 && costs->turn[angle] == 0) /* turns keep some price */
			costs->turn[angle] = 1;
		if (costs->turn[angle] > costs->turn_max)
			costs->turn_max = costs->turn[angle];
	}
	if (costs->links_sum != UINT64_MAX)
		costs->links_sum = rounded_cost(&old, old.links_sum, costs);
}

uint64_t
fr_cost_whole(const fr_costs *costs, fr_decimal value)
{
	uint64_t unit = costs->root2 ? FR_ROOT2_STRAIGHT : 1;
	fr_ratio ratio;
	uint64_t units;

	if (!ratio_of(costs, value, &ratio) || ratio.denominator != 1 ||
		__builtin_mul_overflow(ratio.numerator, unit, &units) || units > costs->limit)
		return costs->limit + 1;
	return units;
}

/* By hexagons, the angle back is the third one. */
static int
angle_back(const fr_costs *costs)
{
	return FR_TURN_ANGLES - 1 - costs->hex;
}

uint32_t
fr_costs_head_parts(const fr_costs *costs, const fr_model *model)
{
	uint32_t parts = 1;

	if (!costs->rounded &&
		!fr_costs_parts(costs, fr_model_turn(model, angle_back(costs)), &parts))
		return 0;
	return parts;
}

/* A price of a turn in units, which are rounded to: turns keep some price. */
static uint64_t
rounded_turn(const fr_costs *costs, fr_decimal price)
{
	double units = (double) price.digits / (double) fr_power10(price.scale) *
					   costs->denominator / costs->numerator +
				   0.5;
	uint64_t whole = units < (double) costs->limit ? (uint64_t) units : costs->limit + 1;

	return whole > 0 || price.digits == 0 ? whole : 1;
}

bool
fr_costs_head(fr_costs *costs, const fr_model *model, uint64_t sides)
{
	fr_decimal price = fr_model_turn(model, angle_back(costs));
	uint64_t turn =
		costs->rounded ? rounded_turn(costs, price) : fr_cost_whole(costs, price);

	costs->heading = (uint8_t) fr_model_value(model, FR_HEADING);
	costs->arrive = (uint8_t) fr_model_value(model, FR_ARRIVE);
	costs->turn[angle_back(costs)] = turn;
	costs->turn_max = turn > costs->turn_max ? turn : costs->turn_max;
	costs->jumps = FR_NO_JUMPS;
	costs->rules |= FR_RULE(HEADINGS) | (costs->turn_max > 0 ? FR_RULE(TURNS) : 0);
	return turn <= costs->limit && divide_unit(costs, 1, sides);
}

/*
 * The inverse of FR_ROOT2_DIAGONAL modulo FR_ROOT2_STRAIGHT. The two are a convergent
 * of sqrt(2) with diagonal^2 - 2 * straight^2 = -1, so the diagonal times its negative
 * is 1.
 */
static const uint64_t root2_inverse =
	FR_ROOT2_STRAIGHT - FR_ROOT2_DIAGONAL % FR_ROOT2_STRAIGHT;

/*
 * Converts parts of a step to steps under root2, so that the value of a path does not
 * depend on the links that made steps finer.
 */
static double
in_steps(const fr_costs *costs, uint64_t parts)
{
	double steps = (double) (int64_t) parts;

	if (costs->one == FR_ROOT2_STRAIGHT)
		return steps;
	return steps / (double) (int64_t) (costs->one / FR_ROOT2_STRAIGHT);
}

static double
with_roots(double straight, double diagonal)
{
	return straight + diagonal * root2;
}

/* Steps under root2, or lengths, in the model's unit. */
static double
in_model_unit(const fr_costs *costs, double steps)
{
	if (costs->denominator == 1) /* mostly, and a division takes longer than the rest */
		return steps * costs->numerator;
	return steps * costs->numerator / costs->denominator;
}

/* The double nearest to cost * numerator / denominator; the product is not 0, and below 2^128. */
static double
quotient(fr_wide cost, uint64_t numerator, uint64_t denominator)
{
	fr_wide product = cost * numerator;
	uint64_t high = (uint64_t) (product >> 64);
	int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t) product);

	product <<= shift;
	return fr_rounded_wide(product / denominator, product % denominator != 0, -shift);
}

/* The parts of steps in a cost under root2. */
typedef struct step_parts
{
	uint64_t straight;
	uint64_t diagonal;
} step_parts;

static inline step_parts
parts_of(uint64_t cost)
{
	uint64_t diagonal = cost % FR_ROOT2_STRAIGHT * root2_inverse % FR_ROOT2_STRAIGHT;

	return (step_parts){(cost - diagonal * FR_ROOT2_DIAGONAL) / FR_ROOT2_STRAIGHT,
						diagonal};
}

double
fr_cost_value(const fr_costs *costs, uint64_t cost)
{
	double units = (double) (int64_t) cost; /* far below 2^63 */

	if (costs->lengths)
		memcpy(&units, &cost, sizeof units);
	else if (costs->root2)
	{
		step_parts parts = parts_of(cost);

		units =
			with_roots(in_steps(costs, parts.straight), in_steps(costs, parts.diagonal));
	}
	else if (costs->denominator != 1 && units * costs->numerator > EXACT &&
			 costs->numerator < WORD && costs->denominator < WORD)
		return quotient(cost, (uint64_t) costs->numerator, (uint64_t) costs->denominator);
	return in_model_unit(costs, units);
}

/* A bound is a sum of steps only if there are not too many diagonal ones in it. */
double
fr_bound_value(const fr_costs *costs, uint64_t bound)
{
	if (!costs->root2 || costs->lengths ||
		bound >= parts_of(bound).diagonal * FR_ROOT2_DIAGONAL)
		return fr_cost_value(costs, bound);
	return in_model_unit(costs, (double) (int64_t) bound / (double) (int64_t) costs->one);
}

/* The larger cost may have fewer steps of one kind, so a difference may be negative. */
double
fr_cost_excess(const fr_costs *costs, uint64_t cost, uint64_t over)
{
	step_parts more = parts_of(cost);
	step_parts less = parts_of(over);

	if (!costs->root2)
		return fr_cost_value(costs, cost - over);
	return in_model_unit(costs,
						 with_roots(in_steps(costs, more.straight - less.straight),
									in_steps(costs, more.diagonal - less.diagonal)));
}

/* ---- distances on open ground -------------------------------------------------- */

static uint64_t
apart(int32_t a, int32_t b)
{
	return a < b ? (uint64_t) ((int64_t) b - a) : (uint64_t) ((int64_t) a - b);
}

/* The sum of two squares of numbers below 2^32 may have 66 bits. */
static double
hypotenuse(uint64_t a, uint64_t b)
{
	return __builtin_sqrt(fr_rounded_wide((fr_wide) a * a + (fr_wide) b * b, false, 0));
}

/* Steps of a path on open ground. */
typedef struct open_steps
{
	uint64_t east; /* or west */
	uint64_t north;
	uint64_t diagonal;
} open_steps;

static fr_wide
cost_of_steps(const fr_costs *costs, const open_steps *steps)
{
	return (fr_wide) steps->east * costs->step[FR_E] +
		   (fr_wide) steps->north * costs->step[FR_N] +
		   (fr_wide) steps->diagonal * costs->step[FR_NE];
}

/*
 * Straight steps along a side beside so many diagonal ones, each of which changes both
 * coordinates by 1. More diagonal steps than the side is long zigzag along it.
 */
static uint64_t
steps_beside(uint64_t side, uint64_t diagonals)
{
	return diagonals < side ? side - diagonals : (diagonals - side) & 1;
}

/*
 * The cheapest path. Its cost is a linear function of the number of diagonal steps: up to the
 * shorter side, between both sides where it grows by 2, and beyond. So an end of one of these
 * parts is best. Under root2 a diagonal is at least as long as each side, and no path zigzags.
 */
static open_steps
steps_between(const fr_costs *costs, bool octile, uint64_t dx, uint64_t dy)
{
	uint64_t far = dx > dy ? dx : dy;
	uint64_t near = dx > dy ? dy : dx;
	const uint64_t diagonals[] = {near, near + 1, far > near ? far - 1 : near, far,
								  far + 1};
	open_steps best = {dx, dy, 0};

	if (!octile)
		return best;
	if (costs->root2)
		return (open_steps){dx - near, dy - near, near};
	for (size_t i = 0; i < sizeof diagonals / sizeof *diagonals; i++)
	{
		uint64_t k = diagonals[i];
		open_steps steps = {steps_beside(dx, k), steps_beside(dy, k), k};

		if (cost_of_steps(costs, &steps) < cost_of_steps(costs, &best))
			best = steps;
	}
	return best;
}

bool
fr_costs_zigzag(const fr_costs *costs, bool octile)
{
	if (costs->hex)
		return costs->wraps;
	return octile && (costs->step[FR_NE] < costs->step[FR_E] ||
					  costs->step[FR_NE] < costs->step[FR_N]);
}

/* The same way round a ring, in the other direction. */
static int64_t
other_way(int64_t distance, uint32_t around)
{
	return distance > 0 ? distance - around : around > 0 ? distance + around : distance;
}

uint64_t
fr_open_units(const fr_costs *costs, bool octile, int64_t dx, int64_t dy)
{
	const int64_t columns[] = {dx, costs->wrap_x > 0 ? other_way(dx, costs->wrap_x) : dx};
	const int64_t rows[] = {dy, costs->wrap_y > 0 ? other_way(dy, costs->wrap_y) : dy};
	uint64_t straight = fr_costs_norm(costs, octile).straight;
	uint64_t least = straight > 0 ? costs->near.straight / straight : 0;
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 4; i++)
	{
		int64_t east = columns[i & 1];
		int64_t south = rows[i >> 1];
		bool diagonals = octile && !(costs->hex && (east < 0) == (south < 0));
		open_steps steps =
			steps_between(costs, diagonals, (uint64_t) (east < 0 ? -east : east),
						  (uint64_t) (south < 0 ? -south : south));
		uint64_t cost = (uint64_t) cost_of_steps(costs, &steps);

		best = cost < best ? cost : best;
	}
	return best * least;
}

/* Between hexagons NE and SW replace two straight steps, and the other diagonals take two. */
static bool
has_diagonal_towards(const fr_model *model, fr_cell a, fr_cell b)
{
	return model->octile && !(model->hex && (a.x < b.x) == (a.y < b.y));
}

/* A straight step under root2. */
static double
in_ones(const fr_costs *costs, int direction)
{
	return (double) (costs->step[direction] / FR_ROOT2_STRAIGHT);
}

double
fr_open_distance(const fr_model *model, fr_cell a, fr_cell b)
{
	uint64_t dx = apart(a.x, b.x);
	uint64_t dy = apart(a.y, b.y);
	fr_costs costs = {0};
	open_steps steps;
	fr_wide cost;

	resolve_unit(&costs, resolve_steps(model, &costs), (factor){1, 1});
	if (costs.lengths)
		return in_model_unit(&costs, hypotenuse(dx, dy));
	steps = steps_between(&costs, has_diagonal_towards(model, a, b), dx, dy);
	if (costs.root2)
		return in_model_unit(
			&costs, with_roots((double) steps.east * in_ones(&costs, FR_E) +
								   (double) steps.north * in_ones(&costs, FR_N),
							   (double) steps.diagonal *
								   (double) (costs.step[FR_NE] / FR_ROOT2_DIAGONAL)));
	cost = cost_of_steps(&costs, &steps);
	if (cost >> FR_COST_BITS == 0)
		return fr_cost_value(&costs, (uint64_t) cost);
	return quotient(cost, (uint64_t) costs.numerator, (uint64_t) costs.denominator);
}
