/*
 * chase_hunt.h - the slow state machine of test_chase.c: routes, moves and flight
 */
#ifndef CHASE_HUNT_H
#define CHASE_HUNT_H

#include "chase_truth.h"
#include "open_ground.h"

/* ---- routes -------------------------------------------------------------------------- */

static uint32_t
way_end(const walker *w)
{
	return w->ahead > 0 ? w->way[w->ahead - 1] : w->cell;
}

static uint64_t
least_distance(const truth *t, const oracle_cost *costs, uint32_t goal)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t n = 0; n < t->w->grid->cells; n++)
		if (costs[n].a >= 0 && open_ground_cost(t->w, goal, n) < least)
			least = open_ground_cost(t->w, goal, n);
	return least;
}

/* After a search by the library: is its route what it is to be? */
static void
check_route(const truth *t, hunter *h, const fr_hunter *from)
{
	static oracle_cost costs[MAX_CELLS];
	walker *w = &h->walker;
	bool legal = copy_way(t, w, &from->walker);
	uint32_t end = way_end(w);

	oracle_dijkstra(&t->w->oracle, world_point(t->w, w->cell), costs);
	if (!from->complete)
		expect(LIMIT, t->limited && legal, t->w, NULL);
	else if (costs[h->goal].a >= 0)
		expect(ROUTE,
			   w->routed && legal && end == h->goal && from->remaining == 0 &&
				   oracle_compare(w->left, costs[end]) == 0,
			   t->w, NULL);
	else if (t->rules.closest && costs[w->cell].a >= 0)
		expect(CLOSEST,
			   w->routed && legal && oracle_compare(w->left, costs[end]) == 0 &&
				   from->remaining == open_ground_cost(t->w, h->goal, end) &&
				   from->remaining == least_distance(t, costs, h->goal),
			   t->w, NULL);
	else
		expect(NO_ROUTE, !w->routed && steps_left(w) == 0, t->w, NULL);
}

/* ---- moves ----------------------------------------------------------------------------- */

static bool
goes_first(const hunter *a, const hunter *b)
{
	int order = oracle_compare(a->walker.left, b->walker.left);

	return order < 0 || (order == 0 && a < b);
}

static void
move_hunter(const truth *t, hunter *h)
{
	walker *w = &h->walker;
	int paid;
	int best = 0;

	h->stuck = false;
	if (w->cell == t->prey)
		return;
	w->ticks++;
	paid = steps_paid(t, w, t->rules.speed);
	for (int i = 1; i <= paid; i++)
		if (may_end(t, w->way[w->at + i - 1]))
		{
			best = i;
			if (w->way[w->at + i - 1] == t->prey)
				break;
		}
	if (best == 0 && paid > 0)
	{
		h->stuck = true;
		for (int i = w->at; i < w->ahead; i++)
			if (may_end(t, w->way[i]))
				h->stuck = false;
	}
	make_steps(t, w, best, t->rules.speed);
	if (h->stuck)
		save_nothing(w);
}

static void
move_hunters(truth *t)
{
	bool moved[MAX_HUNTERS] = {false};

	/* those that are left are compared as they were: a move changes nobody else's way */
	for (int n = 0; n < t->count; n++)
	{
		hunter *first = NULL;

		for (int i = 0; i < t->count; i++)
			if (!moved[i] && (!first || goes_first(&t->hunters[i], first)))
				first = &t->hunters[i];
		moved[first - t->hunters] = true;
		move_hunter(t, first);
	}
}

/* ---- flight ------------------------------------------------------------------------------ */

static bool
within_fear(const truth *t, oracle_cost cost)
{
	return cost.a >= 0 && value(t, cost) <= t->rules.fear;
}

/* Of two costs, of which -1 is unreached. */
static oracle_cost
lesser(oracle_cost a, oracle_cost b)
{
	if (a.a < 0 || b.a < 0)
		return a.a < 0 ? b : a;
	return oracle_compare(a, b) < 0 ? a : b;
}

/* By hand: the cell to flee to; false if there is nothing to fear. */
static bool
find_refuge(const truth *t, uint32_t *refuge)
{
	static oracle_cost threat[MAX_CELLS];
	static oracle_cost costs[MAX_CELLS];
	uint32_t cells = t->w->grid->cells;
	bool safe = false;

	for (uint32_t n = 0; n < cells; n++)
		threat[n].a = -1;
	for (int i = 0; i < t->count; i++)
	{
		oracle_dijkstra(&t->w->oracle, world_point(t->w, t->hunters[i].walker.cell),
						costs);
		for (uint32_t n = 0; n < cells; n++)
			threat[n] = lesser(threat[n], costs[n]);
	}
	if (!within_fear(t, threat[t->prey]))
		return false;
	oracle_dijkstra(&t->w->oracle, world_point(t->w, t->prey), costs);
	*refuge = t->prey;
	safe = false;
	for (uint32_t n = 0; n < cells; n++)
	{
		uint32_t r = *refuge;
		bool far = !within_fear(t, threat[n]);
		int order = far || safe ? far - safe : oracle_compare(threat[n], threat[r]);

		if (!within_fear(t, costs[n]) ||
			(!far && value(t, costs[n]) * t->rules.speed >=
						 value(t, threat[n]) * t->rules.flight) ||
			order < 0 || (order == 0 && oracle_compare(costs[n], costs[r]) >= 0))
			continue;
		*refuge = n;
		safe = far;
	}
	return true;
}

/* After the library's fr_chase_fear; false if the prey has to rest. */
static bool
check_fear(truth *t, const fr_chase *chase)
{
	walker *w = &t->runner;
	static oracle_cost costs[MAX_CELLS];
	uint32_t refuge;
	bool legal;

	if (steps_left(w) > 0 && t->tick - t->fled < (int) t->rules.interval)
		return expect(FLIGHT, chase->flees, t->w, "goes on");
	t->fled = t->tick;
	if (!find_refuge(t, &refuge))
	{
		lose_way(w);
		save_nothing(w);
		expect(REST, !chase->flees, t->w, NULL);
		return false;
	}
	legal = copy_way(t, w, &chase->runner);
	oracle_dijkstra(&t->w->oracle, world_point(t->w, t->prey), costs);
	return expect(FLIGHT,
				  chase->flees && legal && way_end(w) == refuge &&
					  oracle_compare(w->left, costs[refuge]) == 0,
				  t->w, NULL);
}

static void
flee(truth *t)
{
	walker *w = &t->runner;
	int steps = 0;
	int paid;

	w->ticks++;
	paid = steps_paid(t, w, t->rules.flight);
	while (steps < paid && !is_taken(t, w->way[w->at + steps]))
		steps++;
	make_steps(t, w, steps, t->rules.flight);
}

#endif /* CHASE_HUNT_H */
