/*
 * tour.c - the order of stops of least cost: see tour.h
 */
#include "core/query/tour.h"

#include "core/base/base.h"

/* The cost of a leg without a path: more than the sum of FR_EXACT_STOPS other legs. */
#define NO_LEG (UINT64_C(1) << 57)

static bool
leads(const fr_tour *tour, uint32_t from, uint32_t to)
{
	return tour->costs[(size_t) from * tour->count + to] < FR_UNREACHED;
}

/* The cost of a leg; an open tour ends anywhere, so its leg back costs nothing. */
static uint64_t
leg_cost(const fr_tour *tour, uint32_t from, uint32_t to)
{
	if (to == 0 && !tour->closed)
		return 0;
	return leads(tour, from, to) ? tour->costs[(size_t) from * tour->count + to] : NO_LEG;
}

/* ---- the best order ------------------------------------------------------------- */

/* Of the best way through a set of stops that ends at one of them. */
typedef struct partial
{
	uint64_t cost;
	uint32_t previous;
} partial;

/* Stop i + 1 is bit i of a set. */
static void
find_best(fr_tour *tour, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t others = tour->count - 1;
	uint32_t sets = UINT32_C(1) << others;
	partial *best = fr_arena_alloc(arena, (size_t) sets * others * sizeof *best);
	uint64_t least = UINT64_MAX;
	uint32_t last = 0;

	for (uint32_t set = 1; set < sets; set++)
		for (uint32_t i = 0; i < others; i++)
		{
			uint32_t before = set & ~(UINT32_C(1) << i);
			partial p = {UINT64_MAX, 0};

			fr_poll_at(poll, set * others + i);
			if (before == set)
				continue;
			if (before == 0)
				p.cost = leg_cost(tour, 0, i + 1);
			for (uint32_t k = 0; k < others; k++)
			{
				uint64_t cost;

				if (!(before >> k & 1))
					continue;
				cost = best[(size_t) before * others + k].cost +
					   leg_cost(tour, k + 1, i + 1);
				if (cost < p.cost)
					p = (partial){cost, k};
			}
			best[(size_t) set * others + i] = p;
		}
	for (uint32_t i = 0; i < others; i++)
	{
		uint64_t cost =
			best[(size_t) (sets - 1) * others + i].cost + leg_cost(tour, i + 1, 0);

		if (cost < least)
		{
			least = cost;
			last = i;
		}
	}
	for (uint32_t set = sets - 1, n = others; n > 0; n--)
	{
		uint32_t previous = best[(size_t) set * others + last].previous;

		tour->order[n] = last + 1;
		set &= ~(UINT32_C(1) << last);
		last = previous;
	}
	fr_arena_free(arena, best, (size_t) sets * others * sizeof *best);
}

/* ---- a good order --------------------------------------------------------------- */

/*
 * Stops that lead to each other form a group. Paths join to longer ones, so an order visits group
 * after group, and each group leads to all later ones. The groups have this order exactly if
 * they are sorted by the number of stops that a stop leads to, the largest number first.
 */
static uint32_t *
count_led_to(const fr_tour *tour, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t *led_to = fr_arena_alloc_numbers(arena, tour->count);
	uint64_t steps = 1;

	for (uint32_t from = 0; from < tour->count; from++)
	{
		led_to[from] = 0;
		for (uint32_t to = 0; to < tour->count; to++)
		{
			fr_poll_at(poll, steps++);
			led_to[from] += to != from && leads(tour, from, to);
		}
	}
	return led_to;
}

/* Does the tour go to this stop before the other one? */
static bool
is_next(const fr_tour *tour, const uint32_t *led_to, uint32_t at, uint32_t stop,
		uint32_t other)
{
	uint64_t cost = leg_cost(tour, at, stop);
	uint64_t other_cost = leg_cost(tour, at, other);

	if (led_to[stop] != led_to[other])
		return led_to[stop] > led_to[other];
	return cost < other_cost || (cost == other_cost && stop < other);
}

/*
 * Goes to the nearest stop that is left in the group, again and again; of equally near ones to
 * the first. The order has a leg without a path only if each order has one.
 */
static void
visit_nearest(fr_tour *tour, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t *led_to = count_led_to(tour, arena, poll);
	uint64_t steps = 1;

	for (uint32_t i = 0; i < tour->count; i++)
		tour->order[i] = i;
	for (uint32_t i = 1; i < tour->count; i++)
	{
		uint32_t at = tour->order[i - 1];
		uint32_t nearest = i;
		uint32_t stop;

		for (uint32_t k = i + 1; k < tour->count; k++)
		{
			fr_poll_at(poll, steps++);
			if (is_next(tour, led_to, at, tour->order[k], tour->order[nearest]))
				nearest = k;
		}
		stop = tour->order[nearest];
		tour->order[nearest] = tour->order[i];
		tour->order[i] = stop;
	}
	fr_arena_free_numbers(arena, led_to, tour->count);
}

/* The stop at a place, or behind the last one the first stop. */
static uint32_t
stop_at(const fr_tour *tour, uint32_t place)
{
	return place == tour->count ? 0 : tour->order[place];
}

/* Moves `length` stops from a place to behind another one, which is not among them. */
static void
move_stops(fr_tour *tour, uint32_t from, uint32_t length, uint32_t behind)
{
	uint32_t moved[3];

	for (uint32_t i = 0; i < length; i++)
		moved[i] = tour->order[from + i];
	if (behind < from)
		for (uint32_t i = from; i > behind + 1; i--)
			tour->order[i + length - 1] = tour->order[i - 1];
	else
		for (uint32_t i = from; i + length <= behind; i++)
			tour->order[i] = tour->order[i + length];
	from = behind < from ? behind + 1 : behind + 1 - length;
	for (uint32_t i = 0; i < length; i++)
		tour->order[from + i] = moved[i];
}

/* Does it cost less to have the stops behind another place? Then moves them. */
static bool
improve(fr_tour *tour, uint32_t from, uint32_t length, uint32_t behind)
{
	uint32_t first = tour->order[from];
	uint32_t last = tour->order[from + length - 1];
	uint32_t before = tour->order[from - 1];
	uint32_t after = stop_at(tour, from + length);
	uint32_t left = tour->order[behind];
	uint32_t right = stop_at(tour, behind + 1);
	uint64_t now = leg_cost(tour, before, first) + leg_cost(tour, last, after) +
				   leg_cost(tour, left, right);
	uint64_t then = leg_cost(tour, before, after) + leg_cost(tour, left, first) +
					leg_cost(tour, last, right);

	if (then >= now)
		return false;
	move_stops(tour, from, length, behind);
	return true;
}

/* Moves stops until no move makes the tour cheaper. All legs have paths before and after. */
static void
settle(fr_tour *tour, const fr_poll *poll)
{
	uint64_t steps = 1;
	bool improved = true;

	while (improved)
	{
		improved = false;
		for (uint32_t length = 1; length <= 3; length++)
			for (uint32_t from = 1; from + length <= tour->count; from++)
				for (uint32_t behind = 0; behind < tour->count; behind++)
				{
					fr_poll_at(poll, steps++);
					if (behind + 1 < from || behind >= from + length)
						improved |= improve(tour, from, length, behind);
				}
	}
}

bool
fr_tour_find(fr_tour *tour, const fr_arena *arena, const fr_poll *poll)
{
	bool is_large = tour->count > FR_EXACT_STOPS;

	if (tour->count == 0)
		return true;
	tour->order[0] = 0;
	if (is_large)
		visit_nearest(tour, arena, poll);
	else if (tour->count > 1)
		find_best(tour, arena, poll);
	for (uint32_t i = 1; i <= tour->count; i++)
		if (tour->count > 1 &&
			leg_cost(tour, tour->order[i - 1], stop_at(tour, i)) == NO_LEG)
			return false;
	if (is_large)
		settle(tour, poll);
	return true;
}
