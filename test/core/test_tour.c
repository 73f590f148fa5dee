/*
 * test_tour.c - orders of stops, against all permutations
 *
 *     test_tour [CASES [SEED]]
 */
#include "core/query/tour.h"
#include "support.h"
#include "tap.h"

#define MOST_STOPS 40
#define PERMUTED 7

static uint64_t costs[MOST_STOPS * MOST_STOPS];

/* Some legs have no path; the other costs are small, so that many orders are equal, or large. */
static void
draw_costs(chance *c, uint32_t count)
{
	uint32_t most = chance_below(c, 2) ? 9 : 1000000;

	for (uint32_t i = 0; i < count * count; i++)
		costs[i] = chance_below(c, 12) == 0 ? FR_UNREACHED : chance_below(c, most);
}

/* The cost of an order; FR_UNREACHED if a leg has no path. */
static uint64_t
cost_of(const uint32_t *order, uint32_t count, bool closed)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i + 1 < count + closed && count > 1; i++)
	{
		uint64_t cost = costs[order[i] * count + order[(i + 1) % count]];

		if (cost == FR_UNREACHED)
			return FR_UNREACHED;
		sum += cost;
	}
	return sum;
}

/* The least cost of all orders that begin with the first stops. */
static uint64_t
least_cost(uint32_t *order, uint32_t begun, uint32_t count, bool closed)
{
	uint64_t least = FR_UNREACHED;

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

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 4000;
	chance c = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	long best = 0;
	long none = 0;
	long good = 0;
	long large = 0;

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
		best += is_permutation(order, tour.count) && found == (least != FR_UNREACHED) &&
				cost_of(order, tour.count, tour.closed) == least;
		tour.count = FR_EXACT_STOPS + 1 + chance_below(&c, MOST_STOPS - FR_EXACT_STOPS);
		if (i % 10 || tour.count > MOST_STOPS)
			continue;
		draw_costs(&c, tour.count);
		found = fr_tour_find(&tour, &memory.core, &poll);
		large++;
		good += is_permutation(order, tour.count) &&
				found == (cost_of(order, tour.count, tour.closed) != FR_UNREACHED) &&
				is_settled(order, tour.count, tour.closed);
		malloc_arena_clear(&memory);
	}
	ok(best == cases && none > 0,
	   "orders of few stops are the best of all: %ld of %ld, %ld without a path", best,
	   cases, none);
	ok(good == large && large > 0,
	   "orders of many stops that no move improves: %ld of %ld", good, large);
	malloc_arena_clear(&memory);
	return tap_done();
}
