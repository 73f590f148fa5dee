/*
 * prices.c - what layers of a map add to the costs of steps, as integers: see prices.h
 */
#include "core/model/prices.h"

#include <string.h>

#include "core/base/base.h"

__extension__ typedef unsigned __int128 wide;

/* ---- errors ------------------------------------------------------------------ */

#define PRICE_KEY "layer" /* in errors: the key layer.NAME */

/* The first key that reads heights. */
static const char *
height_key(const fr_model *model)
{
	return model->slope_points > 0						   ? "slope"
		   : model->option[FR_RISE].digits > 0			   ? "rise"
		   : model->option[FR_DROP].digits > 0			   ? "drop"
		   : model->option[FR_CLIMB].digits != FR_NO_LIMIT ? "climb"
														   : "fall";
}

static fr_status
fail(fr_status status, const char *key, const char *name, size_t length, fr_error *error)
{
	return fr_fail(error, status, .what = key, .at = name, .length = length);
}

fr_status
fr_prices_fail(const fr_price_plan *plan, fr_error *error)
{
	return fail(FR_LAYER_FINE, plan->finest_key, plan->finest.name,
				(size_t) plan->finest.name_length, error);
}

/* ---- finding layers ---------------------------------------------------------- */

static fr_status
find_layer(const fr_map *map, const fr_layer_name *name, const char *key, fr_layer *layer,
		   fr_error *error)
{
	if (fr_map_find_layer(map, name->text, name->length, layer))
		return FR_OK;
	return fail(FR_LAYER_MISSING, key, name->text, name->length, error);
}

fr_status
fr_prices_find(const fr_model *model, const fr_map *map, fr_error *error)
{
	fr_layer layer;

	for (int kind = 0; kind < FR_PRICE_KINDS; kind++)
		for (int i = 0; i < model->price[kind].count; i++)
			if (find_layer(map, &model->price[kind].at[i].name, fr_price_prefix[kind],
						   &layer, error))
				return error->status;
	for (int i = 0; i < model->stop_count; i++)
		if (find_layer(map, &model->stop[i].name, "stop", &layer, error))
			return error->status;
	if (model->friction.length > 0 &&
		find_layer(map, &model->friction, "friction", &layer, error))
		return error->status;
	if (fr_model_reads_height(model))
		return find_layer(map, &model->height, height_key(model), &layer, error);
	return FR_OK;
}

/* ---- costs ------------------------------------------------------------------- */

/*
 * Before the unit is divided, costs are ratios; 0 is 0 / 1. `key` and `layer` are what an error
 * names.
 */
typedef struct resolution
{
	const fr_costs *costs;
	fr_price_plan *plan;
	uint32_t parts;
	const char *key;
	const fr_layer *layer;
	fr_error *error;
} resolution;

/* A cost times a number / 10^decimals, in units. Divides the unit further if necessary. */
static fr_status
add_cost(resolution *r, fr_decimal cost, uint64_t number, uint32_t decimals,
		 fr_ratio *ratio)
{
	uint32_t before = r->parts;

	*ratio = (fr_ratio){0, 1};
	if (cost.digits == 0 || number == 0)
		return FR_OK;
	*ratio = (fr_ratio){1, 1};
	if (!fr_ratio_multiply(ratio, cost.digits, fr_power10(cost.scale)) ||
		!fr_ratio_multiply(ratio, number, fr_power10(decimals)) ||
		!fr_ratio_in_units(r->costs, ratio) || !fr_costs_add_parts(*ratio, &r->parts))
		return fail(FR_LAYER_FINE, r->key, r->layer->name, (size_t) r->layer->name_length,
					r->error);
	if (r->plan->finest_key == NULL || r->parts > before)
	{
		r->plan->finest_key = r->key;
		r->plan->finest = *r->layer;
	}
	return FR_OK;
}

/* A ratio that the divided unit makes whole; UINT64_MAX if it is out of range. */
static uint64_t
whole(fr_ratio ratio, uint32_t parts)
{
	uint64_t units;

	return __builtin_mul_overflow(ratio.numerator, parts / ratio.denominator, &units)
			   ? UINT64_MAX
			   : units;
}

/* The scale of a layer that the checks of the map accept. */
static fr_layer_scale
scale_of(const fr_layer *layer)
{
	fr_layer_scale scale = {0, 1, 0, FR_LAYER_MOST};

	(void) fr_layer_scale_of(layer, &scale);
	return scale;
}

/* The costs of the first and of each next number of layer i, as ratios. */
static fr_status
add_term(resolution *r, const fr_layer_price *price, const fr_layer *layer,
		 fr_ratio *first, fr_ratio *each)
{
	fr_layer_scale scale = scale_of(layer);
	int64_t least = scale.first + scale.step * layer->least;
	bool varies = layer->greatest > layer->least;

	r->key = PRICE_KEY;
	r->layer = layer;
	if (least < 0)
		return fail(FR_LAYER_NEGATIVE, r->key, layer->name, (size_t) layer->name_length,
					r->error);
	if (add_cost(r, price->cost, (uint64_t) least, scale.decimals, first))
		return r->error->status;
	return add_cost(r, price->cost, varies ? (uint64_t) scale.step : 0, scale.decimals,
					each);
}

/* A limit of heights in stored numbers, rounded down. */
static uint32_t
limit_of(fr_decimal limit, const fr_layer_scale *scale)
{
	wide numbers;

	if (limit.digits == FR_NO_LIMIT)
		return FR_LAYER_MOST;
	numbers = (wide) limit.digits * fr_power10(scale->decimals) /
			  fr_power10(limit.scale) / (uint64_t) scale->step;
	return numbers > FR_LAYER_MOST ? FR_LAYER_MOST : (uint32_t) numbers;
}

void
fr_prices_gains(const fr_model *model, const fr_layer *height, uint32_t row,
				fr_gain_range *gains)
{
	fr_layer_scale scale = scale_of(height);
	fr_gain_range limits = {-(int64_t) limit_of(model->option[FR_FALL], &scale),
							limit_of(model->option[FR_CLIMB], &scale)};
	double grade[FR_DIRECTIONS];

	if (model->slope_points > 0)
		fr_slope_grades(model, height, row, grade);
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		gains[d] = limits;
		if (model->slope_points > 0)
		{
			fr_gain_range slope = fr_slope_gains(model, grade[d]);

			gains[d].least = slope.least > limits.least ? slope.least : limits.least;
			gains[d].most = slope.most < limits.most ? slope.most : limits.most;
		}
	}
}

/* The costs of rising and dropping by a stored number, as ratios, and the limits. */
static fr_status
add_heights(resolution *r, const fr_model *model, const fr_layer *layer, fr_ratio *rise,
			fr_ratio *drop)
{
	fr_layer_scale scale = scale_of(layer);
	bool varies = layer->greatest > layer->least;

	r->layer = layer;
	r->key = "rise";
	if (varies &&
		add_cost(r, model->option[FR_RISE], (uint64_t) scale.step, scale.decimals, rise))
		return r->error->status;
	r->key = "drop";
	if (varies &&
		add_cost(r, model->option[FR_DROP], (uint64_t) scale.step, scale.decimals, drop))
		return r->error->status;
	r->plan->height = *layer;
	r->plan->limited = fr_model_limits_heights(model);
	fr_prices_gains(model, layer, 0, r->plan->gains);
	/* slopes may forbid steps on level ground, too */
	r->plan->heights =
		varies || r->plan->gains[FR_N].least > 0 || r->plan->gains[FR_N].most < 0;
	return FR_OK;
}

/* Divides the terms by their greatest common divisor. */
static void
divide_terms(fr_price_plan *plan)
{
	uint64_t divisor = 0;

	for (int i = 0; i < plan->count; i++)
		divisor = fr_gcd(fr_gcd(divisor, plan->term[i].first), plan->term[i].each);
	plan->unit = divisor > 0 ? divisor : 1;
	for (int i = 0; i < plan->count; i++)
	{
		plan->term[i].first /= plan->unit;
		plan->term[i].each /= plan->unit;
	}
}

/* The most that the terms of a cell may add up to; UINT64_MAX if that is out of range. */
static uint64_t
most_of_terms(const fr_price_plan *plan)
{
	wide sum = 0;

	for (int i = 0; i < plan->count; i++)
	{
		const fr_price_term *term = &plan->term[i];

		sum += term->first +
			   (wide) term->each * (uint64_t) (term->layer.greatest - term->layer.least);
	}
	return sum > UINT64_MAX ? UINT64_MAX : (uint64_t) sum;
}

fr_status
fr_prices_resolve(const fr_model *model, const fr_map *map, fr_costs *costs,
				  fr_price_plan *plan, uint32_t *parts, fr_error *error)
{
	const fr_layer_prices *entering = &model->price[FR_PRICE_LAYER];
	fr_ratio first[FR_MAX_LAYERS];
	fr_ratio each[FR_MAX_LAYERS];
	fr_ratio rise = {0, 1};
	fr_ratio drop = {0, 1};
	resolution r = {.costs = costs, .plan = plan, .parts = 1, .error = error};

	memset(plan, 0, sizeof *plan);
	plan->count = entering->count;
	for (int i = 0; i < plan->count; i++)
		if (find_layer(map, &entering->at[i].name, PRICE_KEY, &plan->term[i].layer,
					   error) ||
			add_term(&r, &entering->at[i], &plan->term[i].layer, &first[i], &each[i]))
			return error->status;
	if (fr_model_reads_height(model))
	{
		fr_layer height;

		if (find_layer(map, &model->height, height_key(model), &height, error) ||
			add_heights(&r, model, &height, &rise, &drop))
			return error->status;
	}
	*parts = r.parts;
	if (!fr_costs_refine(costs, r.parts, (uint64_t) map->width + map->height))
		return fr_prices_fail(plan, error);
	for (int i = 0; i < plan->count; i++)
	{
		plan->term[i].first = whole(first[i], r.parts);
		plan->term[i].each = whole(each[i], r.parts);
	}
	plan->rise = whole(rise, r.parts);
	plan->drop = whole(drop, r.parts);
	divide_terms(plan);
	if (costs->root2 &&
		(__builtin_mul_overflow(plan->unit, FR_ROOT2_STRAIGHT, &plan->unit) ||
		 __builtin_mul_overflow(plan->rise, FR_ROOT2_STRAIGHT, &plan->rise) ||
		 __builtin_mul_overflow(plan->drop, FR_ROOT2_STRAIGHT, &plan->drop)))
		return fr_prices_fail(plan, error);
	if (most_of_terms(plan) > UINT32_MAX || plan->rise > costs->limit ||
		plan->drop > costs->limit)
		return fr_prices_fail(plan, error);
	costs->layered = true;
	costs->rules |= fr_model_rules(model) & FR_LAYER_RULES;
	costs->jumps = FR_NO_JUMPS;
	return FR_OK;
}
