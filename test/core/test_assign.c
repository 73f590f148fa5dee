/*
 * test_assign.c - assignments: small ones against all others, large ones by certificates
 *
 *     test_assign [CASES [SEED]]
 *     test_assign --print CASES [SEED]   matrices and what is found, for make check-assign
 */
#include "core/agents/assign.h"
#include "support.h"
#include "tap.h"

#define MOST 60
#define TRIED 8 /* the largest side whose assignments are all tried */

static uint64_t costs[MOST * MOST];

/* Few or many pairs have no path, and costs are small, so that many are equal, or large. */
static void
draw_costs(chance *c, uint32_t count)
{
	uint32_t most = chance_below(c, 2) ? 9 : 1000000;
	uint32_t none = chance_below(c, 3) == 0 ? 2 : 1 + chance_below(c, 40);

	for (uint32_t i = 0; i < count; i++)
		costs[i] =
			chance_below(c, none) == 0 && none > 1 ? FR_UNREACHED : chance_below(c, most);
}

/* What an assignment is worth: more pairs, then the longest cost if it counts, then the sum. */
typedef struct worth
{
	uint32_t pairs;
	uint64_t longest;
	uint64_t sum;
} worth;

static bool
is_better(worth a, worth b)
{
	if (a.pairs != b.pairs)
		return a.pairs > b.pairs;
	return a.longest != b.longest ? a.longest < b.longest : a.sum < b.sum;
}

static bool
is_worth(worth a, worth b)
{
	return !is_better(a, b) && !is_better(b, a);
}

static worth
with_pair(const fr_assignment *a, worth w, uint64_t cost)
{
	w.pairs++;
	w.sum += cost;
	if (a->longest && cost > w.longest)
		w.longest = cost;
	return w;
}

/* The best assignment of the starts from this one on; `given` has a bit for each goal that is. */
static worth
best_from(const fr_assignment *a, uint32_t start, unsigned given, worth so_far)
{
	worth best;

	if (start == a->starts)
		return so_far;
	best = best_from(a, start + 1, given, so_far);
	for (uint32_t goal = 0; goal < a->goals; goal++)
	{
		uint64_t cost = a->costs[start * a->goals + goal];
		worth other;

		if (given >> goal & 1 || cost == FR_UNREACHED)
			continue;
		other = best_from(a, start + 1, given | 1u << goal, with_pair(a, so_far, cost));
		if (is_better(other, best))
			best = other;
	}
	return best;
}

/* What was found is worth; false: it is no assignment. */
static bool
worth_of(const fr_assignment *a, worth *w)
{
	bool given[MOST] = {false};

	*w = (worth){0};
	for (uint32_t start = 0; start < a->starts; start++)
	{
		uint32_t goal = a->goal_of[start];

		if (goal == FR_NO_GOAL)
			continue;
		if (goal >= a->goals || given[goal] ||
			a->costs[start * a->goals + goal] == FR_UNREACHED)
			return false;
		given[goal] = true;
		*w = with_pair(a, *w, a->costs[start * a->goals + goal]);
	}
	return true;
}

/* Nodes of exchanges: starts, goals, and one for nobody, who is the partner of all that are alone. */
static int64_t distance[2 * MOST + 1];

/* Goes along an edge; true: that made a distance less. */
static bool
relax(uint32_t from, uint32_t to, int64_t cost)
{
	if (distance[from] + cost >= distance[to])
		return false;
	distance[to] = distance[from] + cost;
	return true;
}

/*
 * Is no other assignment better? The graph of exchanges has a node per start and per goal, and an edge
 * for each pair, backward if it is assigned. A better assignment is a path or a circle in it that gains. Costs are
 * pairs of numbers here, the price of being alone first, so Bellman and Ford find such a circle. This shares no code with the
 * Hungarian method, and a longest cost is a set of forbidden pairs.
 */
static bool
nothing_gains(const fr_assignment *a, uint64_t longest)
{
	const int64_t alone = INT64_C(1) << 40;
	uint32_t nodes = a->starts + a->goals + 1;
	uint32_t nobody = nodes - 1;

	memset(distance, 0, sizeof distance);
	for (uint32_t round = 0; round <= nodes; round++)
	{
		bool changed = false;

		for (uint32_t start = 0; start < a->starts; start++)
		{
			uint32_t has = a->goal_of[start];

			for (uint32_t goal = 0; goal < a->goals; goal++)
			{
				uint64_t cost = a->costs[start * a->goals + goal];

				if (cost == FR_UNREACHED || cost > longest)
					continue;
				if (goal == has)
					changed |= relax(a->starts + goal, start, -(int64_t) cost);
				else
					changed |= relax(start, a->starts + goal, (int64_t) cost);
			}
			if (has == FR_NO_GOAL)
				changed |= relax(nobody, start, -alone);
			else
				changed |= relax(start, nobody, alone);
		}
		for (uint32_t goal = 0; goal < a->goals; goal++)
		{
			bool given = false;

			for (uint32_t start = 0; start < a->starts; start++)
				given |= a->goal_of[start] == goal;
			if (given)
				changed |= relax(nobody, a->starts + goal, 0);
			else
				changed |= relax(a->starts + goal, nobody, 0);
		}
		if (!changed)
			return true;
	}
	return false;
}

static fr_assignment
assign(uint32_t starts, uint32_t goals, bool longest, uint32_t *goal_of)
{
	fr_assignment a = {.costs = costs,
					   .starts = starts,
					   .goals = goals,
					   .limit = FR_ASSIGN_LIMIT,
					   .longest = longest,
					   .goal_of = goal_of};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();

	if (fr_assign(&a, &memory.core, &poll))
		exit(2);
	malloc_arena_clear(&memory);
	return a;
}

/* A line of numbers: starts, goals, the costs with -1 for no path, and the goals from 0 on, -1: none. */
static void
print_cases(long cases, uint64_t seed)
{
	chance c = {seed};

	for (long i = 0; i < cases; i++)
	{
		uint32_t starts = 1 + chance_below(&c, i % 100 == 0 ? MOST : 12);
		uint32_t goals = 1 + chance_below(&c, i % 100 == 0 ? MOST : 12);
		uint32_t goal_of[MOST];

		draw_costs(&c, starts * goals);
		assign(starts, goals, false, goal_of);
		printf("%u %u", starts, goals);
		for (uint32_t n = 0; n < starts * goals; n++)
			printf(" %lld", costs[n] == FR_UNREACHED ? -1 : (long long) costs[n]);
		for (uint32_t n = 0; n < starts; n++)
			printf(" %d", (int) goal_of[n]);
		printf("\n");
	}
}

static void
test_range(void)
{
	uint32_t goal_of[2];
	fr_assignment a = {.costs = (uint64_t[]){FR_UNREACHED - 1, 5, 5, FR_UNREACHED - 1},
					   .starts = 2,
					   .goals = 2,
					   .limit = 2 * (FR_UNREACHED - 1) - 1,
					   .goal_of = goal_of};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();

	ok(fr_assign(&a, &memory.core, &poll) == FR_COST_RANGE,
	   "costs whose sum may exceed the limit are out of range");
	a.limit++;
	ok(fr_assign(&a, &memory.core, &poll) == FR_OK && goal_of[0] == 1 && goal_of[1] == 0,
	   "at the limit they are not");
	malloc_arena_clear(&memory);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 6000;
	chance c = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
	long wrong[2] = {0};
	long large[2] = {0};
	long partial = 0;

	if (argc > 2 && strcmp(argv[1], "--print") == 0)
	{
		print_cases(atol(argv[2]), argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
		return 0;
	}
	for (long i = 0; i < cases; i++)
	{
		bool longest = i % 2;
		uint32_t side = i % 50 < 2 ? TRIED : 6;
		uint32_t starts = chance_below(&c, side + 1);
		uint32_t goals = chance_below(&c, side + 1);
		uint32_t goal_of[MOST];
		fr_assignment a;
		worth found;

		draw_costs(&c, starts * goals);
		a = assign(starts, goals, longest, goal_of);
		if (!worth_of(&a, &found) || !is_worth(found, best_from(&a, 0, 0, (worth){0})))
		{
			wrong[longest]++;
			printf("# case %ld, %u starts, %u goals is wrong\n", i, starts, goals);
		}
		partial += found.pairs < starts && found.pairs < goals;
	}
	ok(wrong[0] == 0, "the least sum: %ld wrong of %ld", wrong[0], (cases + 1) / 2);
	ok(wrong[1] == 0, "the least longest cost, then the least sum: %ld wrong of %ld",
	   wrong[1], cases / 2);
	ok(cases < 1000 || partial > cases / 100, "%ld leave a start and a goal alone",
	   partial);
	for (long i = 0; i < cases / 10; i++)
	{
		bool longest = i % 2;
		uint32_t starts = 1 + chance_below(&c, MOST);
		uint32_t goals = 1 + chance_below(&c, MOST);
		uint32_t goal_of[MOST];
		fr_assignment a;
		worth found;

		draw_costs(&c, starts * goals);
		a = assign(starts, goals, longest, goal_of);
		if (!worth_of(&a, &found) ||
			!nothing_gains(&a, longest ? found.longest : UINT64_MAX))
			large[longest]++;
		else if (longest && found.pairs > 0)
		{
			uint32_t pairs = found.pairs;

			/* without the pairs that cost as much as the longest one, there are fewer */
			for (uint32_t n = 0; n < starts * goals; n++)
				if (costs[n] != FR_UNREACHED && costs[n] >= found.longest)
					costs[n] = FR_UNREACHED;
			a = assign(starts, goals, false, goal_of);
			large[1] += !worth_of(&a, &found) || found.pairs >= pairs ||
						!nothing_gains(&a, UINT64_MAX);
		}
	}
	ok(large[0] == 0, "of large sums, no exchange gains: %ld wrong of %ld", large[0],
	   cases / 20);
	ok(large[1] == 0, "nor of large longest costs: %ld wrong of %ld", large[1],
	   cases / 20);
	test_range();
	return tap_done();
}
