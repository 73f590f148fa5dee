/*
 * links.c - what links cost under a model, in units of a grid
 */
#include "core/base/error.h"
#include "core/model/costs.h"
#include "core/model/model_text.h"
#include "core/model/numbers.h"

#define FINEST UINT64_C(1000000000) /* parts of a step */

/* *ratio *= numerator / denominator, in lowest terms; false if it is out of range. */
static bool
multiply(fr_ratio *ratio, uint64_t numerator, uint64_t denominator)
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
	return multiply(ratio, factor.digits, fr_power10(factor.scale));
}

/* A code that the model does not name leaves the link at its cost. */
static fr_decimal
weight_of(const fr_model *model, const fr_link *link)
{
	int i = link->code - FR_FIRST_CODE;

	return link->code && model->named[i] ? model->weight[i] : fr_decimal_one;
}

/* May an agent take the link, if its ends are passable? */
bool
fr_link_open(const fr_model *model, const fr_link *link)
{
	return model->option[FR_LINK].digits > 0 && weight_of(model, link).digits > 0;
}

/* The cost of an open link, in straight steps into cells of weight 1 in `costs`. */
static bool
steps_of(const fr_costs *costs, const fr_model *model, const fr_link *link,
		 fr_ratio *steps)
{
	*steps = (fr_ratio){1, 1};
	return multiply_decimal(steps, link->cost) &&
		   multiply_decimal(steps, model->option[FR_LINK]) &&
		   multiply_decimal(steps, weight_of(model, link)) &&
		   multiply(steps, costs->cell.denominator, costs->cell.numerator);
}

/* Makes *finer a multiple of what this link needs. */
static bool
refine_for(const fr_costs *costs, const fr_model *model, const fr_link *link,
		   uint64_t *finer)
{
	fr_ratio steps;
	uint64_t parts;

	if (!fr_link_open(model, link) || link->cost.digits == 0)
		return true;
	if (!steps_of(costs, model, link, &steps))
		return false;
	parts = steps.denominator;
	if (!costs->root2)
		parts /= fr_gcd(parts, costs->step[FR_N]);
	if (parts > FINEST)
		return false;
	*finer *= parts / fr_gcd(parts, *finer);
	return *finer <= FINEST;
}

/*
 * Divides steps into so many parts that the costs of all open links are whole numbers.
 * Under root2 they become multiples of a straight step's part, which keeps the proofs.
 * FR_COST_FINE.
 */
fr_status
fr_costs_refine(const fr_model *model, const fr_map *map, fr_costs *costs,
				uint64_t *finer, fr_error *error)
{
	*finer = 1;
	for (uint32_t i = 0; i < map->link_count; i++)
	{
		fr_link link = fr_link_unpack(map->links + (size_t) i * FR_LINK_BYTES);

		if (!refine_for(costs, model, &link, finer))
			return fr_fail(error, FR_COST_FINE);
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (__builtin_mul_overflow(costs->step[d], *finer, &costs->step[d]))
			return fr_fail(error, FR_COST_FINE);
	return FR_OK;
}

/* The cost of an open link in the grid's unit; more than the limit where that is less. */
uint64_t
fr_link_units(const fr_costs *costs, const fr_model *model, const fr_link *link)
{
	fr_ratio steps;
	uint64_t units;

	if (link->cost.digits == 0)
		return 0;
	if (!steps_of(costs, model, link, &steps) ||
		__builtin_mul_overflow(costs->step[FR_N] / steps.denominator, steps.numerator,
							   &units) ||
		units > costs->limit)
		return costs->limit + 1;
	return units;
}
