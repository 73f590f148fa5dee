/*
 * test_tour.c - orders of stops, against all permutations, and whether there is any order
 *
 *     test_tour [CASES [SEED]]
 */
#include "core/query/tour.h"
#include "support.h"
#include "tap.h"

#define MOST_STOPS 40
#define PERMUTED 7
#define MOST_TRIED 15 /* stops whose sets are all tried */
#define NO_ORDER UINT64_MAX

static uint64_t costs[MOST_STOPS * MOST_STOPS];

static bool
leads(uint32_t count, uint32_t from, uint32_t to)
{
	return costs[from * count + to] < FR_UNREACHED;
}

/* Small costs, so that many orders are equal, or large ones, or some that are nearly out of range. */
static uint64_t
draw_cost(chance *c, uint32_t scale)
{
	if (scale == 0)
		return chance_below(c, 9);
	if (scale == 1 || chance_below(c, 2))
		return chance_below(c, 1000000);
	return FR_UNREACHED - 1 - chance_below(c, 1000000);
}

/* Some legs have no path. */
static void
draw_costs(chance *c, uint32_t count)
{
	uint32_t scale = chance_below(c, 3);

	for (uint32_t i = 0; i < count * count; i++)
		costs[i] = chance_below(c, 12) == 0 ? FR_UNREACHED : draw_cost(c, scale);
}

static void
draw_edge(chance *c, uint32_t count, uint32_t from, uint32_t to, uint32_t scale)
{
	if (from != to)
		costs[from * count + to] = draw_cost(c, scale);
}

/*
 * The costs of best paths along one-way edges between the stops: from each stop in a random order
 * to the next one, with few gaps, or no such edges, and random ones.
 */
static void
draw_paths(chance *c, uint32_t count)
{
	uint32_t scale = chance_below(c, 3);
	uint32_t gaps = chance_below(c, 4) ? 8 * count : 1;
	uint32_t edges = chance_below(c, gaps == 1 ? 5 * count : count);
	bool first = chance_below(c, 4) > 0; /* does the first stop begin the order? */
	uint32_t order[MOST_STOPS];

	for (uint32_t i = 0; i < count * count; i++)
		costs[i] = i % (count + 1) == 0 ? 0 : FR_UNREACHED;
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t other = chance_below(c, i + 1);

		order[i] = order[other];
		order[other] = i;
	}
	for (uint32_t i = 1; i < count && first; i++)
		if (order[i] == 0)
		{
			order[i] = order[0];
			order[0] = 0;
		}
	for (uint32_t i = 0; i + 1 < count; i++)
		if (chance_below(c, gaps) > 0)
			draw_edge(c, count, order[i], order[i + 1], scale);
	for (uint32_t i = 0; i < edges; i++)
		draw_edge(c, count, chance_below(c, count), chance_below(c, count), scale);
	for (uint32_t by = 0; by < count; by++)
		for (uint32_t from = 0; from < count; from++)
			for (uint32_t to = 0; to < count; to++)
			{
				uint64_t *cost = &costs[from * count + to];
				uint64_t sum = costs[from * count + by] + costs[by * count + to];

				if (!leads(count, from, by) || !leads(count, by, to))
					continue;
				sum = sum < FR_UNREACHED ? sum : FR_UNREACHED - 1;
				*cost = sum < *cost ? sum : *cost;
			}
}

/* Is there an order of all stops? Tries all sets of stops. */
static bool
has_order(uint32_t count, bool closed)
{
	static uint32_t ends[1 << (MOST_TRIED - 1)]; /* of ways through a set of stops */
	uint32_t sets = UINT32_C(1) << (count - 1);
	uint32_t last;

	for (uint32_t set = 1; set < sets; set++)
	{
		ends[set] = 0;
		for (uint32_t to = 0; to + 1 < count; to++)
		{
			uint32_t before = set & ~(UINT32_C(1) << to);
			bool found = before == 0 && leads(count, 0, to + 1);

			for (uint32_t from = 0; from + 1 < count && before != set && !found; from++)
				found = before > 0 && ends[before] >> from & 1 &&
						leads(count, from + 1, to + 1);
			ends[set] |= before != set && found ? UINT32_C(1) << to : 0;
		}
	}
	last = ends[sets - 1];
	for (uint32_t from = 0; closed && from + 1 < count; from++)
		last &= ~(leads(count, from + 1, 0) ? 0 : UINT32_C(1) << from);
	return last != 0;
}

/* Groups of stops that lead to each other: the most in a row, from a stop's group on. */
static uint32_t
longest_row(uint32_t count, uint32_t from, uint32_t *known)
{
	uint32_t most = 0;

	if (known[from] > 0)
		return known[from];
	for (uint32_t to = 0; to < count; to++)
		if (leads(count, from, to) && !leads(count, to, from))
		{
			uint32_t row = longest_row(count, to, known);

			most = row > most ? row : most;
		}
	return known[from] = most + 1;
}

/* The same for any number of stops: do all groups lie in a row that begins with the first stop? */
static bool
is_row(uint32_t count, bool closed)
{
	uint32_t known[MOST_STOPS] = {0};
	uint32_t groups = 0;

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t first = 0;

		while (first < i && !(leads(count, i, first) && leads(count, first, i)))
			first++;
		groups += first == i;
	}
	return (groups == 1 || !closed) && longest_row(count, 0, known) == groups;
}

/* The cost of an order; NO_ORDER if a leg has no path. */
static uint64_t
cost_of(const uint32_t *order, uint32_t count, bool closed)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i + 1 < count + closed && count > 1; i++)
	{
		uint64_t cost = costs[order[i] * count + order[(i + 1) % count]];

		if (cost == FR_UNREACHED)
			return NO_ORDER;
		sum += cost;
	}
	return sum;
}

/* The least cost of all orders that begin with the first stops. */
static uint64_t
least_cost(uint32_t *order, uint32_t begun, uint32_t count, bool closed)
{
	uint64_t least = NO_ORDER;

	if (begun == count)
		return cost_of(order, count, closed);
	for (uint32_t i = begun; i < count; i++)
	{
		uint32_t stop = order[i];
		uint64_t cost;

		order[i] = order[begun];
		order[begun] = stop;
		cost = least_cost(order, begun + 1, count, closed);
		least = cost < least ? cost : least;
		order[begun] = order[i];
		order[i] = stop;
	}
	return least;
}

static bool
is_permutation(const uint32_t *order, uint32_t count)
{
	uint64_t seen = 0;

	for (uint32_t i = 0; i < count; i++)
		seen |= order[i] < count ? UINT64_C(1) << order[i] : 0;
	return order[0] == 0 && seen == (UINT64_C(1) << count) - 1;
}

/* Is the order as cheap as each one in which up to three stops in a row are elsewhere? */
static bool
is_settled(const uint32_t *order, uint32_t count, bool closed)
{
	uint64_t cost = cost_of(order, count, closed);
	uint32_t other[MOST_STOPS];

	for (uint32_t length = 1; length <= 3; length++)
		for (uint32_t from = 1; from + length <= count; from++)
			for (uint32_t to = 1; to + length <= count; to++)
			{
				uint32_t n = 0;

				for (uint32_t i = 0; i < count; i++)
				{
					if (i == from)
						i += length;
					while (n >= to && n < to + length)
					{
						other[n] = order[from + n - to];
						n++;
					}
					if (i < count)
						other[n++] = order[i];
				}
				while (n < count)
				{
					other[n] = order[from + n - to];
					n++;
				}
				if (cost_of(other, count, closed) < cost)
					return false;
			}
	return true;
}

/* Counts of many stops: orders found, no order, and wrong answers. */
typedef struct tally
{
	long orders;
	long none;
	long wrong;
	long tried; /* by has_order, too */
} tally;

static void
find_order_of_many(chance *c, malloc_arena *memory, tally *t)
{
	uint32_t order[MOST_STOPS];
	uint32_t again[MOST_STOPS];
	uint32_t most = chance_below(c, 2) ? MOST_TRIED : MOST_STOPS;
	uint32_t count = FR_EXACT_STOPS + 1 + chance_below(c, most - FR_EXACT_STOPS);
	bool closed = chance_below(c, 4) == 0;
	fr_tour tour = {costs, count, closed, order};
	fr_tour second = {costs, count, closed, again};
	fr_poll poll = no_poll();
	bool right;
	bool found;

	draw_paths(c, count);
	right = is_row(count, closed);
	found = fr_tour_find(&tour, &memory->core, &poll);
	t->orders += found;
	t->none += !found;
	if (found != right || !is_permutation(order, count) ||
		(found && !is_settled(order, count, closed)) ||
		(found && cost_of(order, count, closed) == NO_ORDER) ||
		fr_tour_find(&second, &memory->core, &poll) != found ||
		memcmp(order, again, count * sizeof *order) != 0)
		t->wrong++;
	if (count <= MOST_TRIED && t->tried < 1000)
	{
		t->tried++;
		t->wrong += has_order(count, closed) != right;
	}
	malloc_arena_clear(memory);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 4000;
	chance c = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	long best = 0;
	long none = 0;
	tally many = {0};

	for (long i = 0; i < cases; i++)
	{
		uint32_t order[MOST_STOPS];
		uint32_t all[PERMUTED] = {0, 1, 2, 3, 4, 5, 6};
		fr_tour tour = {costs, 1 + chance_below(&c, PERMUTED), chance_below(&c, 2),
						order};
		uint64_t least;
		bool found;

		draw_costs(&c, tour.count);
		least = least_cost(all, 1, tour.count, tour.closed);
		found = fr_tour_find(&tour, &memory.core, &poll);
		none += !found;
		best += is_permutation(order, tour.count) && found == (least != NO_ORDER) &&
				cost_of(order, tour.count, tour.closed) == least;
		malloc_arena_clear(&memory);
		find_order_of_many(&c, &memory, &many);
	}
	ok(best == cases && none > 0,
	   "orders of few stops are the best of all: %ld of %ld, %ld without a path", best,
	   cases, none);
	ok(many.wrong == 0 && many.orders > 0 && many.none > 0,
	   "orders of many stops exist, and no move improves them: %ld wrong, %ld orders, "
	   "%ld without",
	   many.wrong, many.orders, many.none);
	return tap_done();
}
