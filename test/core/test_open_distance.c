/*
 * test_open_distance.c - distances on open ground: the oracle's costs on open maps, and far cells
 *
 *     test_open_distance [CASES [SEED]]
 */
#include "checks.h"

#include "core/base/number.h"

#define CASES 4000
#define SIDE 15
#define CELLS (SIDE * SIDE)

enum
{
	COSTS,
	FAR,
	SYMMETRIC,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "distances are the oracle's costs on an open map, to the bit"},
	{.name = "distances of far cells are the doubles nearest to exact decimals"},
	{.name = "a distance is the same in both directions, and 0 from a cell to itself"},
};

/* How many models had a diagonal below, from 1 to 2, and above 2 straight steps. */
static long kinds[3];

/* ---- models ------------------------------------------------------------ */

/* A cost of a step: number / 10^digits. */
static oracle_fraction
random_cost(chance *c)
{
	uint32_t digits = chance_below(c, 8);
	uint32_t most = chance_below(c, 3) ? 30 : 100000000;

	return (oracle_fraction){1 + chance_below(c, most), (int64_t) fr_power10(digits)};
}

static char *
put_cost(char *to, const char *key, oracle_fraction cost)
{
	to += sprintf(to, "%s%lld", key, (long long) (cost.number / cost.denominator));
	if (cost.denominator > 1)
		*to++ = '.';
	for (int64_t unit = cost.denominator / 10; unit > 0; unit /= 10)
		*to++ = (char) ('0' + cost.number / unit % 10);
	*to = 0;
	return to;
}

static void
count_kind(const oracle_model *rules)
{
	oracle_wide diagonal =
		(oracle_wide) rules->diagonal.number * rules->straight.denominator;
	oracle_wide straight =
		(oracle_wide) rules->straight.number * rules->diagonal.denominator;

	kinds[diagonal < straight ? 0 : diagonal <= 2 * straight ? 1 : 2]++;
}

static void
random_rules(chance *c, char *text, oracle_model *rules)
{
	*rules = (oracle_model){.straight = random_cost(c), .corners = 2};
	rules->weight['.'] = oracle_ground(true);
	rules->eight = chance_below(c, 4) > 0;
	text += sprintf(text, rules->eight ? "octile(" : "tile(");
	text = put_cost(text, "straight=", rules->straight);
	rules->root2 = rules->eight && chance_below(c, 4) == 0;
	if (rules->eight && !rules->root2)
	{
		rules->diagonal = random_cost(c);
		if (chance_below(c,
						 2)) /* near the straight step, where each way is best in turn */
		{
			rules->diagonal = rules->straight;
			rules->diagonal.number = 1 + rules->straight.number * chance_below(c, 9) / 3;
		}
		text = put_cost(text, ",diagonal=", rules->diagonal);
		count_kind(rules);
	}
	strcpy(text, ")");
}

/* ---- near cells: the oracle -------------------------------------------- */

/* Paths along a row go a row aside, so cells at the border are left out. */
static bool
inside(const world *w, uint32_t cell)
{
	oracle_point at = world_point(w, cell);

	return at.x > 0 && at.y > 0 && at.x < SIDE - 1 && at.y < SIDE - 1;
}

static fr_cell
cell_at(const world *w, uint32_t cell)
{
	oracle_point at = world_point(w, cell);

	return (fr_cell){at.x, at.y};
}

static void
check_open_map(world *w, chance *c)
{
	uint64_t units[CELLS];
	uint32_t start =
		(1 + chance_below(c, SIDE - 2)) * SIDE + 1 + chance_below(c, SIDE - 2);

	world_costs(w, start, units);
	for (uint32_t cell = 0; cell < CELLS; cell++)
	{
		double distance =
			fr_open_distance(&w->model, cell_at(w, start), cell_at(w, cell));

		if (inside(w, cell))
			expect(COSTS, distance == fr_cost_value(&w->costs, units[cell]), w, NULL);
		expect(SYMMETRIC,
			   distance ==
					   fr_open_distance(&w->model, cell_at(w, cell), cell_at(w, start)) &&
				   (distance == 0) == (cell == start),
			   w, NULL);
	}
}

/* ---- far cells: exact decimals ----------------------------------------- */

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

static int
scale_of(int64_t power)
{
	int scale = 0;

	for (; power > 1; power /= 10)
		scale++;
	return scale;
}

static int32_t
random_coordinate(chance *c)
{
	switch (chance_below(c, 6))
	{
		case 0:
			return INT32_MIN;
		case 1:
			return INT32_MAX;
		default:
			return (int32_t) (uint32_t) chance_next(c);
	}
}

/* The least of the ways that can be best: steps of each kind, tried one by one. */
static oracle_wide
least_cost(oracle_wide far, oracle_wide near, bool eight, oracle_wide straight,
		   oracle_wide diagonal)
{
	oracle_wide least = (far + near) * straight;
	oracle_wide plain = near * diagonal + (far - near) * straight;
	oracle_wide odd = (far - near) % 2;
	oracle_wide zigzag = (far - odd) * diagonal + odd * straight;

	if (eight && plain < least)
		least = plain;
	return eight && zigzag < least ? zigzag : least;
}

static void
check_far(const world *w, chance *c)
{
	const oracle_model *rules = &w->rules;
	fr_cell a = {random_coordinate(c), random_coordinate(c)};
	fr_cell b = {random_coordinate(c), random_coordinate(c)};
	oracle_wide dx = a.x < b.x ? (oracle_wide) b.x - a.x : (oracle_wide) a.x - b.x;
	oracle_wide dy = a.y < b.y ? (oracle_wide) b.y - a.y : (oracle_wide) a.y - b.y;
	oracle_wide power = (oracle_wide) rules->straight.denominator;
	bool eight = rules->eight;
	double distance = fr_open_distance(&w->model, a, b);
	double straight;
	double diagonal;

	if (rules->root2)
	{
		straight = (double) (dx > dy ? dx - dy : dy - dx);
		diagonal = (double) (dx > dy ? dy : dx);
		straight = (straight + diagonal * 1.41421356237309504880) *
				   (double) rules->straight.number / (double) power;
		/* the unit may be in lowest terms, so one more rounding each */
		expect(FAR,
			   distance >= straight * (1 - 0x1p-51) &&
				   distance <= straight * (1 + 0x1p-51),
			   w, "root 2");
		return;
	}
	if (eight)
		power *= rules->diagonal.denominator;
	expect(FAR,
		   distance ==
			   read_decimal(least_cost(dx > dy ? dx : dy, dx > dy ? dy : dx, eight,
									   (oracle_wide) rules->straight.number * power /
										   rules->straight.denominator,
									   eight ? (oracle_wide) rules->diagonal.number *
												   power / rules->diagonal.denominator
											 : 0),
							scale_of(rules->straight.denominator) +
								(eight ? scale_of(rules->diagonal.denominator) : 0)),
		   w, NULL);
}

static void
run_case(uint64_t seed)
{
	world w = {.seed = seed, .width = SIDE, .height = SIDE};
	chance c = {seed};

	w.codes = new_block(CELLS);
	memset(w.codes, '.', CELLS);
	random_rules(&c, w.text, &w.rules);
	world_build(&w);
	if (w.status == FR_OK)
	{
		check_open_map(&w, &c);
		for (int i = 0; i < 20; i++)
			check_far(&w, &c);
	}
	world_free(&w);
}

/* ---- straight lines ---------------------------------------------------- */

static fr_model
model_of(const char *text)
{
	fr_model model;
	fr_error error;

	if (fr_model_parse(text, strlen(text), &model, &error))
		abort();
	return model;
}

/* Multiples of the triangles with sides 3, 4, 5 and 20, 21, 29. */
static void
test_lines(void)
{
	fr_model model = model_of("anyangle");
	fr_model half = model_of("anyangle(straight=2.5)");
	long wrong = 0;
	long tried = 0;

	for (int64_t k = 1; k <= INT64_C(1073741823); k = k * 3 / 2 + 1, tried++)
	{
		fr_cell a = {INT32_MIN, INT32_MAX};
		fr_cell b = {(int32_t) (INT32_MIN + 4 * k), (int32_t) (INT32_MAX - 3 * k)};

		wrong += fr_open_distance(&model, a, b) != 5.0 * (double) k;
		wrong += fr_open_distance(&half, b, a) != 12.5 * (double) k;
	}
	wrong += fr_open_distance(&model, (fr_cell){-10, 0}, (fr_cell){10, 21}) != 29;
	ok(wrong == 0 && tried > 40, "straight lines have the lengths of right triangles");
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i);
	report_checks(CHECKS, cases >= CASES);
	ok(cases < 1000 || (kinds[0] > 100 && kinds[1] > 100 && kinds[2] > 100),
	   "diagonals below, from 1 to 2, and above 2 straight steps: %ld, %ld and %ld models",
	   kinds[0], kinds[1], kinds[2]);
	test_lines();
	return tap_done();
}
