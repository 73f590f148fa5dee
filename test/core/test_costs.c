/*
 * test_costs.c - a model's costs as integers: units, limits, exactness
 */
#include "model_costs.h"
#include "oracle.h"
#include "tap.h"

/* ---- units ------------------------------------------------------------------- */

typedef struct unit
{
	const char *model;
	const char *row;
	uint64_t straight;
	uint64_t diagonal;
	uint64_t weights[4]; /* by code, ascending */
	uint64_t h_straight;
	uint64_t h_diagonal;
	double worth; /* value of a cost of 1; with root2, of a straight step */
	bool uniform;
	bool average;
} unit;

#define Q FR_ROOT2_STRAIGHT
#define P FR_ROOT2_DIAGONAL

static const unit units[] = {
	{"octile", "..@", Q, P, {1, 0}, Q, P, 1, true, false},
	{"octile(straight=3)", "..@", Q, P, {1, 0}, Q, P, 3, true, false},
	{"tile(straight=100)", ".", 1, 1, {1}, 1, 2, 100, true, false},
	{"octile(straight=100,diagonal=150)", ".", 2, 3, {1}, 2, 3, 50, true, false},
	{"octile(straight=100,diagonal=150,obstacle=3)",
	 ".@",
	 2,
	 3,
	 {1, 3},
	 2,
	 3,
	 50,
	 false,
	 false},
	{"octile(straight=0.1,diagonal=0.15)", ".", 2, 3, {1}, 2, 3, 0.05, true, false},
	{"octile(diagonal=5)", ".", 1, 5, {1}, 1, 2, 1, true, false},
	{"octile(diagonal=2)", ".", 1, 2, {1}, 1, 2, 1, true, false},
	{"octile(diagonal=1)", ".", 1, 1, {1}, 1, 1, 1, true, false},
	{"octile(straight=3,diagonal=1)", ".", 3, 1, {1}, 1, 1, 1, true, false},
	{"octile(straight=5,diagonal=2,obstacle=3)",
	 ".@",
	 5,
	 2,
	 {1, 3},
	 2,
	 2,
	 1,
	 false,
	 false},
	{"tile(.=6,@=4)", ".@", 1, 1, {3, 2}, 2, 4, 2, false, false},
	{"tile(.=6,@=4,T=1)", ".@", 1, 1, {3, 2}, 2, 4, 2, false, false},
	{"tile(.=6,@=4,T=1)", ".@T", 1, 1, {6, 4, 1}, 1, 2, 1, false, false},
	{"tile(.=0.25,@=0.5)", ".@", 1, 1, {1, 2}, 1, 2, 0.25, false, false},
	{"tile(straight=4,.=0.25,@=0.5)", ".@", 1, 1, {1, 2}, 1, 2, 1, false, false},
	{"tile(.=7)", ".@", 1, 1, {1, 0}, 1, 2, 7, true, false},
	{"tile(.=7,weigh=average)", ".@", 1, 1, {1, 0}, 1, 2, 7, true, false},
	{"tile(@=3,weigh=average)", ".@", 1, 1, {1, 3}, 2, 4, 0.5, false, true},
	{"octile(@=3,weigh=average)", ".@", Q, P, {1, 3}, 2 * Q, 2 * P, 0.5, false, true},
	{"tile(.=blocked)", "..", 1, 1, {0}, 1, 2, 1, true, false},
	{"tile(straight=999999999.999999999)",
	 ".",
	 1,
	 1,
	 {1},
	 1,
	 2,
	 999999999.999999999,
	 true,
	 false},
	{"tile(straight=0.000000001)", ".", 1, 1, {1}, 1, 2, 1e-9, true, false},
};

static void
check_unit(const unit *u)
{
	fr_costs costs;
	fr_error error;
	bool right = resolve(u->model, u->row, &costs, &error) == FR_OK &&
				 costs.uniform == u->uniform &&
				 costs.weigh == (u->average ? FR_WEIGH_AVERAGE : FR_WEIGH_ENTER) &&
				 costs.h.straight == u->h_straight && costs.h.diagonal == u->h_diagonal &&
				 fr_cost_value(&costs, costs.root2 ? Q : 1) == u->worth;

	for (int d = 0; right && d < FR_DIRECTIONS; d++)
		right = costs.step[d] == (d % 2 ? u->diagonal : u->straight);
	for (int i = 0; right && i < 4; i++)
		right = costs.weight[i] == (u->weights[i] ? u->weights[i] : FR_BLOCKED);
	ok(right, "%s on %s", u->model, u->row);
}

/*
 * The value of a straight step into a cell of any weight is exactly the product of the
 * texts.
 */
static void
test_step_values(void)
{
	static const int64_t tens[] = {1, 10, 100, 1000, 10000};
	chance c = {5};
	bool right = true;

	for (int i = 0; i < 20000; i++)
	{
		int64_t step = 1 + chance_below(&c, 99999);
		int64_t weight = 1 + chance_below(&c, 99999);
		uint32_t s = chance_below(&c, 5);
		uint32_t w = chance_below(&c, 5);
		char text[128];
		fr_costs costs;
		fr_error error;

		sprintf(text, "tile(straight=%lld.%0*lld,@=%lld.%0*lld)",
				(long long) (step / tens[s]), (int) s + 1,
				(long long) (step % tens[s] * 10), (long long) (weight / tens[w]),
				(int) w + 1, (long long) (weight % tens[w] * 10));
		right &= resolve(text, ".@", &costs, &error) == FR_OK &&
				 fr_cost_value(&costs, costs.step[FR_N] * costs.weight[1]) ==
					 (double) (step * weight) / (double) (tens[s] * tens[w]);
	}
	ok(right, "20000 pairs of decimals: a step is worth their product, rounded once");
}

/* The unit is in lowest terms, so that equivalent models have equal units. */
static void
test_same_meaning(void)
{
	static const char *const pairs[][2] = {
		{"octile(straight=0.1,.=10)", "octile"},
		{"octile(straight=60,.=0.4)", "octile(straight=24)"},
		{"octile(straight=3,.=0.1)", "octile(straight=0.3)"},
		{"octile(straight=7,.=7)", "octile(straight=49)"},
	};
	fr_costs one;
	fr_costs two;
	fr_error error;

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
	{
		bool same = resolve(pairs[i][0], ".", &one, &error) == FR_OK &&
					resolve(pairs[i][1], ".", &two, &error) == FR_OK;

		for (uint64_t a = 0; same && a < 200; a++)
			for (uint64_t b = 0; same && b < 200; b++)
				same = fr_cost_value(&one, a * Q + b * P) ==
					   fr_cost_value(&two, a * Q + b * P);
		ok(same, "%s gives the very costs of %s", pairs[i][0], pairs[i][1]);
	}
}

/* ---- limits ------------------------------------------------------------------ */

/* With weights 1 and w: the largest w that is accepted, found by bisection. */
static uint64_t
largest_weight(const char *format, const char *row)
{
	uint64_t low = 1;
	uint64_t high = 1000000000;

	while (low + 1 < high)
	{
		uint64_t middle = (low + high) / 2;
		char text[128];
		fr_costs costs;
		fr_error error;

		sprintf(text, format, (unsigned long long) middle / 1000,
				(unsigned long long) middle % 1000);
		if (resolve(text, row, &costs, &error) == FR_OK)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Weights in thousandths: twice two sides of the map fit into the range. */
static void
test_limits(void)
{
	static char row[3001];
	oracle_wide range = (oracle_wide) Q * P - 1;
	uint64_t wanted = (uint64_t) (range / 2 / 3001 / P);
	fr_costs costs;
	fr_error error;

	memset(row, '.', 3000);
	row[7] = '@';
	row[8] = 'T';
	ok(largest_weight("octile(T=0.001,@=%llu.%03llu)", row) == wanted,
	   "octile: the largest weight is %llu times the least", (unsigned long long) wanted);
	ok(largest_weight("octile(weigh=average,T=0.001,@=%llu.%03llu)", row) == wanted / 2,
	   "octile(weigh=average): half as much");
	ok(resolve("tile(T=0.000000001,@=999999999)", row, &costs, &error) ==
			   FR_COST_SPREAD &&
		   error.status == FR_COST_SPREAD,
	   "the widest spread of all is refused");
	ok(resolve("octile(straight=999999999,diagonal=0.000000001)", ".", &costs, &error) ==
		   FR_COST_SPREAD,
	   "a straight step 10^18 times a diagonal is refused");
	ok(resolve("octile(diagonal=999999999,straight=0.000000001)", ".", &costs, &error) ==
		   FR_COST_SPREAD,
	   "a diagonal step 10^18 times a straight is refused");
	ok(resolve("octile(straight=999999999.999999999,diagonal=999999999.999999998,"
			   "@=999999999.999999999,.=999999999.999999998)",
			   ".@", &costs, &error) == FR_COST_SPREAD,
	   "numbers of 18 digits without a common divisor are refused");
	ok(resolve("octile(straight=999999999.999999999,diagonal=999999999.999999999)", ".@",
			   &costs, &error) == FR_OK,
	   "those with one are not");
}

/* The benchmark's weighted maps: 2048 x 2048, weights of 1 to 1000, averaged. */
static void
test_weighted_2048(void)
{
	enum
	{
		SIDE = 2048
	};
	uint8_t *codes = new_block(SIDE * SIDE);
	uint8_t *packed;
	fr_map map;
	fr_model model;
	fr_costs costs;
	fr_error error;
	static const char text[] = "octile(weigh=average,.=1,@=1000,T=999)";

	for (int i = 0; i < SIDE * SIDE; i++)
		codes[i] = (uint8_t) ".@T"[i % 3];
	map = make_map(codes, SIDE, SIDE, &packed);
	ok(fr_model_parse(text, sizeof text - 1, &model, &error) == FR_OK &&
		   fr_costs_resolve(&model, &map, &costs, &error) == FR_OK,
	   "2048 x 2048 cells of weight 1 to 1000 are within the limits");
	free(packed);
	free(codes);
}

/* ---- exactness under root 2 ----------------------------------------------------- */

static uint64_t
units_of(oracle_cost cost)
{
	return (uint64_t) (cost.a * (oracle_wide) Q + cost.b * (oracle_wide) P);
}

static bool
within(oracle_cost cost)
{
	return cost.a * (oracle_wide) Q + cost.b * (oracle_wide) P < (oracle_wide) Q * P;
}

/* Does the order of the integers agree with that of a + b * sqrt(2)? */
static bool
ordered(oracle_cost x, oracle_cost y)
{
	uint64_t one = units_of(x);
	uint64_t two = units_of(y);

	return oracle_compare(x, y) == (one > two) - (one < two);
}

static bool
valued(const fr_costs *costs, oracle_cost x)
{
	return fr_cost_value(costs, units_of(x)) ==
		   (double) x.a + (double) x.b * 1.41421356237309504880;
}

static void
test_constants(void)
{
	ok((oracle_wide) P * P - 2 * (oracle_wide) Q * Q == -1,
	   "the unit is a convergent of the root of 2, from below");
	ok((oracle_wide) P * P * Q * Q > 0 && (oracle_wide) Q * P < (oracle_wide) 1
																	<< FR_COST_BITS,
	   "its range fits in the bits of a cost");
}

/* Random costs, and pairs that differ only slightly. */
static void
test_random_pairs(const fr_costs *costs)
{
	chance c = {9};
	long pairs = 0;
	long right = 0;

	while (pairs < 1000000)
	{
		uint32_t most = pairs % 2 ? (uint32_t) Q : 1u << chance_below(&c, 25);
		oracle_cost x = {chance_below(&c, most), chance_below(&c, most)};
		oracle_wide moved = chance_below(&c, most);
		oracle_cost y = {x.a + moved * 577 / 408, x.b - moved};

		if (!within(x) || !within(y) || y.b < 0)
			continue;
		y.a += (oracle_wide) chance_below(&c, 3) - 1;
		if (y.a < 0 || !within(y))
			continue;
		pairs++;
		right += ordered(x, y) && valued(costs, x) && valued(costs, y);
	}
	ok(right == pairs, "%ld of %ld random pairs", right, pairs);
}

static void
step_convergents(oracle_wide terms[2])
{
	oracle_wide next = terms[0] + 2 * terms[1];

	terms[0] = terms[1];
	terms[1] = next;
}

/*
 * The closest pairs of straight and diagonal steps: convergents p / q of sqrt(2) and
 * the fractions between them, also with equal amounts added to both sides.
 */
static void
test_convergents(const fr_costs *costs)
{
	oracle_wide p[2] = {1, 1};
	oracle_wide q[2] = {0, 1};
	long pairs = 0;
	long right = 0;

	while (q[1] <= (oracle_wide) Q)
	{
		for (int m = 0; m <= 2; m++)
			for (int more = 0; more < 100; more++)
			{
				oracle_cost x = {p[0] + m * p[1] + more / 10, more % 10};
				oracle_cost y = {more / 10, q[0] + m * q[1] + more % 10};

				if (!within(x) || !within(y))
					continue;
				pairs++;
				right += ordered(x, y) && ordered(y, x) && valued(costs, x) &&
						 valued(costs, y);
			}
		step_convergents(p);
		step_convergents(q);
	}
	ok(right == pairs && pairs > 3000, "%ld of %ld pairs as close as can be", right,
	   pairs);
}

/* The end of exactness: P straight steps equal Q diagonal steps, the first collision. */
static void
test_end_of_range(const fr_costs *costs)
{
	oracle_cost straight = {P, 0};
	oracle_cost diagonal = {0, Q};
	oracle_cost less = {P - 1, 0};
	oracle_cost other = {0, Q - 1};

	ok(!ordered(straight, diagonal), "at the end of the range two costs are confused");
	ok(ordered(less, other) && valued(costs, less) && valued(costs, other),
	   "a step before it they are not");
	ok(costs->limit + costs->step_max < (oracle_wide) Q * P, "no search counts that far");
}

int
main(void)
{
	fr_costs costs;
	fr_error error;

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		check_unit(&units[i]);
	test_step_values();
	test_same_meaning();
	test_limits();
	test_weighted_2048();
	resolve("octile", ".", &costs, &error);
	test_constants();
	test_random_pairs(&costs);
	test_convergents(&costs);
	test_end_of_range(&costs);
	return tap_done();
}
