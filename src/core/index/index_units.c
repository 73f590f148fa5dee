/*
 * index_units.c - the rule of steps and the units that labels count in
 *
 * Subgoals serve every straight cost s and diagonal cost d with s <= d <= 2s.  If
 * corners is `both` or `one`, two straight steps may replace a diagonal one.  Then every
 * larger d, and `tile`, are as good as d = 2s.
 *
 * The order of two path costs a s + b d and a' s + b' d depends only on which side of d
 * / s the fraction (a - a') / (b' - b) lies.  Let no path have more than N diagonal
 * steps.  Then p / q may replace d / s if no fraction with a denominator up to N lies
 * between them, and p / q is no such fraction itself, unless it equals d / s.  The
 * smallest choice is d / s itself if its denominator is at most N.  Otherwise it is the
 * mediant of the two neighbours of d / s in the Farey sequence of order N.  Its
 * denominator q exceeds N, so a cost c = a q + b p determines b as c / p modulo q.
 */
#include "core/index/index_units.h"

#include "core/base/base.h"
#include "core/grid/grid_links.h"
#include "core/index/index.h"
#include "core/index/index_format.h"
#include "core/base/number.h"

__extension__ typedef unsigned __int128 wide;

fr_status
fr_index_rule_of(const fr_grid *grid, fr_index_rule *rule, fr_error *error)
{
	const fr_costs *costs = &grid->costs;

	*rule = (fr_index_rule){grid->corners, !grid->octile, costs->step[FR_N],
							costs->step[FR_NE]};
	if (fr_rules_refuse(costs->rules, FR_SUBGOALS_RULES, "the form subgoals", error))
		return error->status;
	if (grid->links && !grid->links->whole_steps)
		return fr_fail(error, FR_INDEX_MODEL, .what = "links");
	if (grid->octile && rule->diagonal < rule->straight)
		return fr_fail(error, FR_INDEX_MODEL, .what = "diagonal");
	if (grid->octile && rule->diagonal > 2 * rule->straight)
	{
		if (rule->corners == 0)
			return fr_fail(error, FR_INDEX_MODEL, .what = "diagonal");
		rule->tile = true;
	}
	if (rule->tile)
	{
		rule->corners = 2;
		rule->diagonal = 2 * rule->straight;
	}
	return FR_OK;
}

bool
fr_index_has_subgoals(const fr_grid *grid)
{
	fr_index_rule rule;
	fr_error error;

	return fr_index_rule_of(grid, &rule, &error) == FR_OK;
}

bool
fr_index_is_directed(const fr_grid *grid)
{
	const fr_costs *costs = &grid->costs;

	return !costs->uniform && !fr_weigh_is_symmetric(costs->weigh) && grid->octile &&
		   costs->step[FR_N] != costs->step[FR_NE];
}

#define COARSE 64 /* units of a straight step */

fr_index_units
fr_index_units_above(const fr_index_rule *rule)
{
	uint64_t diagonal = (rule->diagonal * COARSE + rule->straight - 1) / rule->straight;

	return (fr_index_units){COARSE, (uint32_t) diagonal};
}

typedef struct fraction
{
	uint64_t number;
	uint64_t denominator;
} fraction;

/*
 * Descends the Stern-Brocot tree between two integers, to the first mediant with a
 * denominator above `most`.
 */
static fraction
separate(uint64_t number, uint64_t denominator, uint64_t most)
{
	fraction low = {number / denominator, 1};
	fraction high = {number / denominator + 1, 1};

	for (;;)
	{
		fraction middle = {low.number + high.number, low.denominator + high.denominator};

		if (middle.denominator > most)
			return middle;
		if ((wide) middle.number * denominator < (wide) number * middle.denominator)
			low = middle;
		else
			high = middle;
	}
}

static fr_status
fail_units(wide found, fr_error *error)
{
	return fr_fail(error, FR_INDEX_LIMIT, .what = "cost",
				   .found = found < INT64_MAX ? (int64_t) found : INT64_MAX,
				   .wanted = FR_INDEX_TOP);
}

#define MOST_DIAGONALS (1 << 20) /* so units have at most 22 bits */

fr_status
fr_index_units_within(const fr_index_rule *rule, uint64_t diagonals,
					  fr_index_units *units, fr_error *error)
{
	uint64_t divisor = fr_gcd(rule->straight, rule->diagonal);
	fraction f = {rule->diagonal / divisor, rule->straight / divisor};

	if (diagonals > MOST_DIAGONALS)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "steps of a path",
					   .found = (int64_t) diagonals, .wanted = MOST_DIAGONALS);
	if (f.denominator > diagonals)
		f = separate(f.number, f.denominator, diagonals);
	if (f.number > FR_INDEX_TOP)
		return fail_units(f.number, error);
	*units = (fr_index_units){(uint32_t) f.denominator, (uint32_t) f.number};
	return FR_OK;
}

/*
 * The modular inverse, by the extended Euclidean algorithm; number and modulus are
 * coprime.
 */
static uint64_t
inverse_of(uint64_t number, uint64_t modulus)
{
	int64_t a = (int64_t) modulus;
	int64_t b = (int64_t) (number % modulus);
	int64_t x = 0;
	int64_t y = 1;

	while (b > 1)
	{
		int64_t times = a / b;
		int64_t rest = a % b;
		int64_t next = x - times * y;

		a = b;
		b = rest;
		x = y;
		y = next;
	}
	return (uint64_t) (y < 0 ? y + (int64_t) modulus : y);
}

static bool
is_proportional(const fr_index_rule *rule, fr_index_units units)
{
	return (wide) rule->straight * units.diagonal ==
		   (wide) rule->diagonal * units.straight;
}

uint32_t
fr_index_inverse(const fr_index_rule *rule, fr_index_units units)
{
	if (is_proportional(rule, units))
		return 0;
	return (uint32_t) inverse_of(units.diagonal, units.straight);
}

#define LEAST_DENOMINATOR 64

/* A denominator K for which d K / s is at least 64.  Costs have 51 bits. */
static uint64_t
denominator_for(const fr_index_rule *rule)
{
	uint64_t denominator = LEAST_DENOMINATOR;

	while (denominator < MOST_DIAGONALS &&
		   (wide) denominator * rule->diagonal / rule->straight < LEAST_DENOMINATOR)
		denominator *= 2;
	return denominator;
}

/*
 * Units that order paths of cost up to `longest` as the rule does, for any ratio of its
 * steps, and a top above the costs of best paths in these units.  FR_INDEX_LIMIT.
 *
 * The rule's own costs in lowest terms serve if they are small enough.  Otherwise let L
 * / K <= d / s < (L + 1) / K, and let p / q lie in the same gap of the fractions with
 * denominators up to N, where N >= K.  A best path has at most M = longest / s straight
 * steps and N diagonal ones.  Suppose a path with more diagonal steps is better by p /
 * q, but not by d / s.  The fraction that tells the two apart lies between p / q and d /
 * s, so it exceeds L / K.  Then the path has at most M K / L more diagonal steps.  So N
 * must be at least that.
 */
fr_status
fr_index_units_for(const fr_index_rule *rule, uint64_t longest, fr_index_units *units,
				   uint32_t *top, fr_error *error)
{
	uint64_t divisor = fr_gcd(rule->straight, rule->diagonal);
	uint64_t straights = longest / rule->straight + 1;
	uint64_t k = denominator_for(rule);
	uint64_t l = (uint64_t) ((wide) k * rule->diagonal / rule->straight);
	wide most = (wide) straights * k / (l > 0 ? l : 1) + 1;
	wide above = (wide) longest / divisor + 1;

	if (above <= FR_INDEX_TOP && rule->straight / divisor <= FR_INDEX_TOP &&
		rule->diagonal / divisor <= FR_INDEX_TOP)
		*units = (fr_index_units){(uint32_t) (rule->straight / divisor),
								  (uint32_t) (rule->diagonal / divisor)};
	else
	{
		most = most > k ? most : k;
		if (fr_index_units_within(rule, most > INT64_MAX ? INT64_MAX : (uint64_t) most,
								  units, error))
			return error->status;
		above = (wide) straights * units->straight * (l + 1) / (l > 0 ? l : 1) + 1;
	}
	if (l == 0 || above > FR_INDEX_TOP)
		return fail_units(above, error);
	*top = (uint32_t) above;
	return FR_OK;
}
