/*
 * turning.h - worlds where turns have prices, and an oracle for them
 *
 * The oracle relaxes states, which are a cell and the step that led there, until nothing changes.
 * The end of a link has no step, so that the next one costs no turn. A start has none either, unless
 * the agent has a heading.
 */
#ifndef FRINGE_TURNING_H
#define FRINGE_TURNING_H

#include "linked.h"

#define STATES 10 /* per cell: by 3 * (dy + 1) + dx + 1 of the step, NO_STEP, or FIRST */
#define NO_STEP 4
#define FIRST 9
#define WAITING (MAX_CELLS * STATES + 1)

typedef struct truth
{
	oracle_cost state[MAX_CELLS * STATES];
	oracle_cost cost[MAX_CELLS]; /* the least of a cell; a < 0: no path */
} truth;

typedef struct queue
{
	int at[WAITING];
	bool waits[MAX_CELLS * STATES];
	int head;
	int tail;
} queue;

static queue waiting;

static inline void
improve_state(truth *t, int state, oracle_cost cost)
{
	if (t->state[state].a >= 0 && oracle_compare(cost, t->state[state]) >= 0)
		return;
	t->state[state] = cost;
	if (waiting.waits[state])
		return;
	waiting.waits[state] = true;
	waiting.at[waiting.tail] = state;
	waiting.tail = (waiting.tail + 1) % WAITING;
}

/* What the turn to a step costs; -1: the step is not allowed. */
static inline oracle_wide
turn_to(const oracle *o, int before, int d)
{
	if (before == FIRST)
		return o->heading ? oracle_head(o, o->heading - 1, d) : 0;
	return before == NO_STEP || d == NO_STEP ? 0 : oracle_turn(o, before, d);
}

/* What the turn after the last step costs. */
static inline oracle_wide
turn_after(const oracle *o, int last)
{
	if (last == FIRST)
		last = o->heading ? o->heading - 1 : NO_STEP;
	return o->arrive == 0 || last == NO_STEP ? 0 : oracle_head(o, last, o->arrive - 1);
}

static inline void
relax_state(const linked_world *l, truth *t, int state)
{
	const oracle *o = &l->w.oracle;
	int n = state / STATES;
	int before = state % STATES;
	oracle_point at = {n % o->width, n / o->width};
	oracle_cost cost = t->state[state];
	oracle_cost step;

	for (int d = 0; d < FIRST; d++)
	{
		oracle_wide turn = d == NO_STEP ? 0 : turn_to(o, before, d);

		if (d == NO_STEP || !oracle_step(o, at, d % 3 - 1, d / 3 - 1, &step) || turn < 0)
			continue;
		step.a += turn;
		improve_state(t, (n + (d / 3 - 1) * o->width + d % 3 - 1) * STATES + d,
					  go_on(l, cost, (oracle_point){at.x + d % 3 - 1, at.y + d / 3 - 1},
							scaled(l, step)));
	}
	for (int i = 0; i < l->way_count; i++)
	{
		const way *v = &l->ways[i];

		if (v->from.x == at.x && v->from.y == at.y)
			improve_state(t, (v->to.y * o->width + v->to.x) * STATES + NO_STEP,
						  go_on(l, cost, v->to, v->cost));
	}
}

/* The cost of a path with that turn, which may wait for the next turn of movement points. */
static inline oracle_cost
turned_after(const linked_world *l, oracle_cost cost, int last)
{
	oracle plain = l->w.oracle;

	plain.layers = NULL; /* the agent enters no cell */
	return oracle_after(&plain, l->scale, cost, (oracle_point){0, 0},
						(oracle_cost){turn_after(&l->w.oracle, last) * l->scale, 0});
}

/* The costs from some cells, which cost something beforehand. */
static inline void
ask_turning(const linked_world *l, const uint32_t *starts, const oracle_cost *before,
			int count, truth *t)
{
	int cells = l->w.width * l->w.height;

	for (int i = 0; i < cells * STATES; i++)
		t->state[i] = (oracle_cost){-1, 0};
	for (int i = 0; i < count; i++)
		if (oracle_passable(&l->w.oracle, (int) starts[i] % l->w.width,
							(int) starts[i] / l->w.width))
			improve_state(t, (int) starts[i] * STATES + FIRST,
						  before ? before[i] : (oracle_cost){0, 0});
	while (waiting.head != waiting.tail)
	{
		int state = waiting.at[waiting.head];

		waiting.head = (waiting.head + 1) % WAITING;
		waiting.waits[state] = false;
		relax_state(l, t, state);
	}
	for (int n = 0; n < cells; n++)
	{
		t->cost[n] = (oracle_cost){-1, 0};
		for (int d = 0; d < STATES; d++)
		{
			oracle_cost cost = t->state[n * STATES + d];

			if (cost.a >= 0)
				cost = turned_after(l, cost, d);
			if (cost.a >= 0 && (t->cost[n].a < 0 || oracle_compare(cost, t->cost[n]) < 0))
				t->cost[n] = cost;
		}
	}
}

static inline bool
equals(const linked_world *l, uint64_t cost, oracle_cost wanted)
{
	return cost == units(l, wanted);
}

/* Walks a route as the oracle does: is it legal, and does it end at the goal? */
static inline bool
walks_to(const linked_world *l, const fr_route *route, uint32_t goal, oracle_cost *cost)
{
	fr_cell at = route->start;
	int before = FIRST;

	*cost = (oracle_cost){0, 0};
	for (size_t i = 0; i < route->count;)
	{
		fr_leg leg = fr_route_leg(route, &i, at);
		oracle_point from = {at.x, at.y};
		int d = (int) (3 * (leg.dy > 0	 ? 2
							: leg.dy < 0 ? 0
										 : 1) +
					   (leg.dx > 0	 ? 2
						: leg.dx < 0 ? 0
									 : 1));

		if (leg.direction == FR_BY_LINK)
		{
			oracle_point to = {at.x + (int) leg.dx, at.y + (int) leg.dy};
			oracle_cost known = known_link(l, from, to);

			if (known.a < 0)
				return false;
			*cost = go_on(l, *cost, to, known);
			at = (fr_cell){to.x, to.y};
			before = NO_STEP;
			continue;
		}
		for (uint64_t k = 0; k < leg.moves; k++, before = d)
		{
			oracle_wide turn = turn_to(&l->w.oracle, before, d);
			oracle_cost step;

			from = (oracle_point){at.x, at.y};
			if (turn < 0 || !oracle_step(&l->w.oracle, from, d % 3 - 1, d / 3 - 1, &step))
				return false;
			step.a += turn;
			at.x += d % 3 - 1;
			at.y += d / 3 - 1;
			*cost = go_on(l, *cost, (oracle_point){at.x, at.y}, scaled(l, step));
		}
	}
	*cost = turned_after(l, *cost, before);
	return (uint32_t) (at.y * l->w.width + at.x) == goal;
}

#endif /* FRINGE_TURNING_H */
