/*
 * test_cost_values.c - a cost in the model's unit: the nearest double to the exact decimal
 */
#include "model_costs.h"
#include "oracle.h"
#include "tap.h"

#include "core/base/number.h"

/* The double nearest to digits / 10^scale, by the C library's reading of its text. */
static double
read_decimal(oracle_wide digits, int scale)
{
	char text[64] = "";
	char *at = text + 50;

	sprintf(at, "e-%d", scale);
	do
		*--at = (char) ('0' + (int) (digits % 10));
	while ((digits /= 10) > 0);
	return strtod(at, NULL);
}

/* A decimal of up to so many digits. */
static fr_decimal
random_decimal(chance *c, uint32_t most)
{
	uint64_t below = fr_power10(1 + chance_below(c, most));

	return (fr_decimal){1 + chance_next(c) % (below - 1), chance_below(c, 10)};
}

static const char *
decimal_text(fr_decimal d, char *text)
{
	uint64_t one = fr_power10(d.scale);

	if (d.scale == 0)
		sprintf(text, "%llu", (unsigned long long) d.digits);
	else
		sprintf(text, "%llu.%0*llu", (unsigned long long) (d.digits / one), (int) d.scale,
				(unsigned long long) (d.digits % one));
	return text;
}

/*
 * What some steps into cells of weight 1 and some into others cost: the nearest double to
 * the exact decimal, as long as straight and weight have 15 digits together.
 */
static bool
is_nearest(chance *c, uint64_t *tried)
{
	uint32_t most = 1 + chance_below(c, 9);
	fr_decimal straight = random_decimal(c, most);
	fr_decimal weight = random_decimal(c, most < 6 ? 9 : 15 - most);
	uint64_t plain = chance_next(c) % 1000000;
	uint64_t heavy = chance_next(c) % 1000000;
	fr_costs costs;
	fr_error error;
	char straight_text[32];
	char weight_text[32];
	char text[128];
	uint64_t cost;

	sprintf(text, "tile(straight=%s,@=%s)", decimal_text(straight, straight_text),
			decimal_text(weight, weight_text));
	if (resolve(text, ".@", &costs, &error))
		return true;
	cost = costs.step[FR_N] * (plain * costs.weight[0] + heavy * costs.weight[1]);
	if (cost > costs.limit)
		return true;
	++*tried;
	return fr_cost_value(&costs, cost) ==
		   read_decimal((oracle_wide) straight.digits *
							(plain * (oracle_wide) fr_power10(weight.scale) +
							 heavy * (oracle_wide) weight.digits),
						(int) (straight.scale + weight.scale));
}

int
main(void)
{
	chance c = {4711};
	uint64_t tried = 0;
	uint64_t wrong = 0;

	for (int i = 0; i < 200000; i++)
		wrong += !is_nearest(&c, &tried);
	ok(wrong == 0 && tried > 100000, "values are the nearest doubles: %llu of %llu",
	   (unsigned long long) (tried - wrong), (unsigned long long) tried);
	return tap_done();
}
