/*
 * rule.c - by which rule and in which units an index counts
 *
 * Subgoals serve every straight cost s and diagonal cost d with s <= d <= 2s, and
 * since a diagonal step past a free side cell may be replaced by two straight ones,
 * every larger d where corners is both or one: those, and `tile`, are d = 2s.
 *
 * Labels count in units of 24 or 28 bits.  Costs of the grid may be large numbers,
 * but the order of two path costs a s + b d and a' s + b' d depends only on which
 * side of d / s the fraction (a - a') / (b' - b) lies.  So where no path has more
 * than N diagonal steps, any p / q will do for d / s that no fraction with a
 * denominator up to N separates from it, and that is none of these fractions
 * unless d / s is the same.  The least is d / s itself where its denominator is
 * at most N; else the mediant of the two fractions of the Farey sequence of order
 * N that enclose it.  Then q is above N, so that b is c(a, b) / p modulo q.
 */
#include "core/index/rule.h"

#include "core/base/error.h"

__extension__ typedef unsigned __int128 wide;

static uint64_t
common_divisor(uint64_t a, uint64_t b)
{
	while (b > 0)
	{
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* FR_INDEX_MODEL where there is no index for the costs of the grid. */
fr_status
fr_index_rule_of(const fr_grid *grid, fr_index_rule *rule, fr_error *error)
{
	const fr_costs *costs = &grid->costs;

	*rule = (fr_index_rule){grid->corners, !grid->octile, costs->step[FR_N],
							costs->step[FR_NE]};
	if (!costs->uniform)
		return fr_fail(error, FR_INDEX_MODEL, .what = "weights");
	if (costs->oneway)
		return fr_fail(error, FR_INDEX_MODEL, .what = "directions");
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

#define COARSE 64 /* units of a straight step */

/* Coarse units by which no path costs less than by the rule; costs have 51 bits. */
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

/* The mediant that ends the walk down the Stern-Brocot tree from between 1 and 2. */
static fraction
separate(uint64_t number, uint64_t denominator, uint64_t most)
{
	fraction low = {1, 1};
	fraction high = {2, 1};

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

#define MOST_DIAGONALS (1 << 20) /* units are 22 bits at most */

/* The units for paths with at most so many diagonal steps. */
fr_status
fr_index_units_within(const fr_index_rule *rule, uint64_t diagonals,
					  fr_index_units *units, fr_error *error)
{
	uint64_t divisor = common_divisor(rule->straight, rule->diagonal);
	fraction f = {rule->diagonal / divisor, rule->straight / divisor};

	if (diagonals > MOST_DIAGONALS)
		return fr_fail(error, FR_INDEX_LIMIT, .what = "steps of a path",
					   .found = (int64_t) diagonals, .wanted = MOST_DIAGONALS);
	if (f.denominator > diagonals)
		f = separate(f.number, f.denominator, diagonals);
	*units = (fr_index_units){(uint32_t) f.denominator, (uint32_t) f.number};
	return FR_OK;
}

/*
 * The inverse of units.diagonal modulo units.straight, by the extended algorithm of
 * Euclid, or 0 where the units are proportional to the rule's costs.
 */
uint32_t
fr_index_inverse(const fr_index_rule *rule, fr_index_units units)
{
	int64_t a = units.straight;
	int64_t b = units.diagonal % units.straight;
	int64_t x = 0;
	int64_t y = 1;

	if ((wide) rule->straight * units.diagonal == (wide) rule->diagonal * units.straight)
		return 0;
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
	return (uint32_t) (y < 0 ? y + units.straight : y);
}
