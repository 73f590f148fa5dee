/*
 * chase_truth.h - the slow state machine of test_chase.c: walkers and states
 */
#ifndef CHASE_TRUTH_H
#define CHASE_TRUTH_H

#include "checks.h"

#define MAX_SIDE 18
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define MAX_HUNTERS 6
#define MAX_BEAT 3
#define TICKS 40

enum
{
	STATE,
	LOOK,
	SEARCHED,
	ROUTE,
	CLOSEST,
	NO_ROUTE,
	LIMIT,
	MOVE,
	APART,
	STUCK,
	CAUGHT,
	FLIGHT,
	REST,
	RANGE,
	AFTER,
	ORDER,
	CHECKS
};

/* ---- walkers ------------------------------------------------------------------ */

typedef struct walker
{
	uint32_t cell;
	uint32_t way[MAX_CELLS + 1]; /* cells of the route ahead */
	int ahead;
	int at;
	bool routed;
	oracle_cost left;
	oracle_cost spent;
	int ticks;
} walker;

typedef struct hunter
{
	walker walker;
	fr_hunter_state state;
	uint32_t start;
	uint32_t goal;
	uint32_t last;
	uint32_t post;
	int next;
	int patience;
	bool planned;
	uint32_t planned_goal;
	fr_hunter_state planned_state;
	int planned_tick;
	bool stuck;
} hunter;

typedef struct truth
{
	const world *w;
	fr_chase_rules rules;
	uint32_t beats[MAX_HUNTERS * MAX_BEAT];
	bool limited; /* the method may end without an answer */
	int tick;
	int count;
	uint32_t prey;
	hunter hunters[MAX_HUNTERS];
	walker runner;
	int fled;
	bool flees;
} truth;

static const oracle_cost nothing = {0, 0};

static oracle_cost
sum(oracle_cost a, oracle_cost b)
{
	return (oracle_cost){a.a + b.a, a.b + b.b};
}

static double
value(const truth *t, oracle_cost cost)
{
	return fr_cost_value(&t->w->costs, world_units(t->w, cost));
}

static oracle_cost
step_cost(const truth *t, uint32_t from, uint32_t to)
{
	oracle_point a = world_point(t->w, from);
	oracle_point b = world_point(t->w, to);
	oracle_cost cost;

	if (!oracle_step(&t->w->oracle, a, b.x - a.x, b.y - a.y, &cost))
		cost.a = -1;
	return cost;
}

static void
save_nothing(walker *w)
{
	w->ticks = 0;
	w->spent = nothing;
}

static void
lose_way(walker *w)
{
	w->routed = false;
	w->at = w->ahead = 0;
	w->left = nothing;
}

/* The library's route, cell by cell; false if it is not legal. */
static bool
copy_way(const truth *t, walker *w, const fr_walker *from)
{
	uint32_t cell = w->cell;

	lose_way(w);
	w->routed = from->routed;
	if (from->moves > MAX_CELLS)
		return false;
	for (size_t i = from->run; w->ahead < from->moves; i++)
		for (uint32_t n = fr_run_moves(from->runs[i]); n > 0; n--)
		{
			int d = fr_run_direction(from->runs[i]);
			uint32_t to = cell + (uint32_t) (fr_dy[d] * t->w->width + fr_dx[d]);
			oracle_cost cost = step_cost(t, cell, to);

			if (cost.a < 0)
				return false;
			w->left = sum(w->left, cost);
			w->way[w->ahead++] = cell = to;
		}
	return w->ahead == from->moves && world_units(t->w, w->left) == from->left;
}

static bool
is_taken(const truth *t, uint32_t cell)
{
	for (int i = 0; i < t->count; i++)
		if (t->hunters[i].walker.cell == cell)
			return true;
	return false;
}

static bool
may_end(const truth *t, uint32_t cell)
{
	return !t->rules.apart || !is_taken(t, cell);
}

/* Cost of the next `steps` steps. */
static oracle_cost
way_cost(const truth *t, const walker *w, int steps)
{
	uint32_t cell = w->cell;
	oracle_cost cost = nothing;

	for (int i = 0; i < steps; i++)
	{
		cost = sum(cost, step_cost(t, cell, w->way[w->at + i]));
		cell = w->way[w->at + i];
	}
	return cost;
}

static int
steps_left(const walker *w)
{
	return w->ahead - w->at;
}

/* How many steps can it pay for? */
static int
steps_paid(const truth *t, const walker *w, double speed)
{
	int steps = 0;

	while (steps < steps_left(w) &&
		   value(t, sum(w->spent, way_cost(t, w, steps + 1))) <= speed * w->ticks)
		steps++;
	return steps;
}

static void
make_steps(const truth *t, walker *w, int steps, double speed)
{
	oracle_cost cost = way_cost(t, w, steps);

	w->spent = sum(w->spent, cost);
	w->left.a -= cost.a;
	w->left.b -= cost.b;
	if (steps > 0)
		w->cell = w->way[w->at + steps - 1];
	w->at += steps;
	if (steps_left(w) == 0 || value(t, w->spent) == speed * w->ticks)
		save_nothing(w);
}

/* ---- states ------------------------------------------------------------------------ */

static bool
sees_prey(const truth *t, const hunter *h)
{
	oracle_point a = world_point(t->w, h->walker.cell);
	oracle_point b = world_point(t->w, t->prey);

	return t->rules.sight == 0 ||
		   ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) <=
				t->rules.sight * t->rules.sight &&
			world_visible(t->w, (fr_cell){a.x, a.y}, (fr_cell){b.x, b.y}));
}

static bool
is_there(const hunter *h)
{
	return h->walker.cell == h->goal || (h->planned && h->planned_goal == h->goal &&
										 (steps_left(&h->walker) == 0 || h->stuck));
}

static uint32_t
beat_of(const truth *t, int i)
{
	const hunter *h = &t->hunters[i];

	return h->next == 0 ? h->start : t->beats[i * (int) t->rules.beat + h->next - 1];
}

/* Is the library's choice of a cell to look at a right one? */
static bool
may_look(const truth *t, const hunter *h, uint32_t cell)
{
	oracle_point a = world_point(t->w, h->last);
	oracle_point b = world_point(t->w, cell);
	int reach = t->rules.patience < 8 ? 1 : (int) t->rules.patience / 4;

	return cell == h->walker.cell ||
		   (abs(a.x - b.x) <= reach && abs(a.y - b.y) <= reach &&
			fr_grid_connected(t->w->grid, h->walker.cell, cell));
}

static inline void
gives_chase(const truth *t, hunter *h)
{
	if (h->state == FR_STATE_PATROL)
		h->post = h->walker.cell;
	h->state = FR_STATE_CHASE;
	h->goal = h->last = t->prey;
}

/* Is there patience left? Then it looks around, from one chosen cell to the next. */
static inline bool
searches_on(truth *t, hunter *h, uint32_t choice)
{
	if (h->patience == 0)
		return false;
	h->patience--;
	if (is_there(h))
	{
		expect(LOOK, may_look(t, h, choice), t->w, NULL);
		h->goal = choice;
	}
	return true;
}

/* The next state and goal; a cell to look at is `choice`. */
static void
look(truth *t, int i, uint32_t choice)
{
	hunter *h = &t->hunters[i];

	if (sees_prey(t, h))
	{
		gives_chase(t, h);
		return;
	}
	switch (h->state)
	{
		case FR_STATE_CHASE:
			h->state = FR_STATE_TRAIL;
			h->goal = h->last; /* fallthrough */
		case FR_STATE_TRAIL:
			if (!is_there(h))
				return;
			h->state = FR_STATE_SEARCH;
			h->goal = h->walker.cell;
			h->patience = (int) t->rules.patience; /* fallthrough */
		case FR_STATE_SEARCH:
			if (searches_on(t, h, choice))
				return;
			h->state = FR_STATE_RETURN;
			h->goal = h->post; /* fallthrough */
		case FR_STATE_RETURN:
			if (!is_there(h))
				return;
			h->state = FR_STATE_PATROL;
			h->goal = beat_of(t, i); /* fallthrough */
		default:
			if (!is_there(h))
				return;
			h->next = h->next == (int) t->rules.beat ? 0 : h->next + 1;
			h->goal = beat_of(t, i);
	}
}

static bool
is_due(const truth *t, const hunter *h)
{
	if (!h->planned)
		return true;
	if (h->planned_goal == h->goal)
		return false;
	if (h->state == FR_STATE_CHASE && h->planned_state == FR_STATE_CHASE)
		return steps_left(&h->walker) == 0 ||
			   t->tick - h->planned_tick >= (int) t->rules.interval;
	return true;
}

#endif /* CHASE_TRUTH_H */
