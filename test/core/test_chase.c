/*
 * test_chase.c - chases against a slow state machine of its own, tick by tick
 *
 *     test_chase [CASES [SEED]]
 *
 * The machine has its own states, goals, savings, order of moves and flight. It takes
 * from the library only what is free: which of several best routes a hunter takes, which
 * is checked to be one, and where it looks around, which is checked to be allowed.
 */
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
	CHECKS
};

check checks[CHECKS] = {
	{.name = "states and goals"},
	{.name = "cells to look at are near, and reachable"},
	{.name = "searches are made when they are due"},
	{.name = "routes are legal and best"},
	{.name = "out of reach, routes lead as near as they can"},
	{.name = "no route where there is none"},
	{.name = "a search that a limit stops says so"},
	{.name = "hunters move as far as they can pay for"},
	{.name = "hunters that keep apart end ticks on cells of their own"},
	{.name = "hunters that are stuck"},
	{.name = "the prey is caught"},
	{.name = "the prey flees to the right cell"},
	{.name = "the prey rests"},
	{.name = "costs out of range are said to be"},
	{.name = "a chase that a poll left can be had again"},
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

/* The next state and goal; a cell to look at is `choice`. */
static void
look(truth *t, int i, uint32_t choice)
{
	hunter *h = &t->hunters[i];

	if (sees_prey(t, h))
	{
		if (h->state == FR_STATE_PATROL)
			h->post = h->walker.cell;
		h->state = FR_STATE_CHASE;
		h->goal = h->last = t->prey;
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
			if (h->patience > 0)
			{
				h->patience--;
				if (is_there(h))
				{
					expect(LOOK, may_look(t, h, choice), t->w, NULL);
					h->goal = choice;
				}
				return;
			}
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

/* ---- routes -------------------------------------------------------------------------- */

static uint32_t
way_end(const walker *w)
{
	return w->ahead > 0 ? w->way[w->ahead - 1] : w->cell;
}

static uint64_t
free_distance(const truth *t, uint32_t from, uint32_t to)
{
	const fr_costs *costs = &t->w->costs;
	oracle_point a = world_point(t->w, from);
	oracle_point b = world_point(t->w, to);
	uint64_t dx = (uint64_t) abs(a.x - b.x);
	uint64_t dy = (uint64_t) abs(a.y - b.y);
	uint64_t both = dx < dy ? dx : dy;

	return both * costs->h_diagonal + (dx + dy - 2 * both) * costs->h_straight;
}

static uint64_t
least_distance(const truth *t, const oracle_cost *costs, uint32_t goal)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t n = 0; n < t->w->grid->cells; n++)
		if (costs[n].a >= 0 && free_distance(t, n, goal) < least)
			least = free_distance(t, n, goal);
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
				   from->remaining == free_distance(t, end, h->goal) &&
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

/* ---- chases --------------------------------------------------------------------------------- */

static const char *const methods[] = {"auto", "astar", "fringe", "astar(open=heap)",
									  "astar(max_expanded=4)"};

/* A speed of less than a step a tick, of one, or of some. */
static double
random_speed(const world *w, chance *c)
{
	static const double steps[] = {0.3, 1, 1, 1.5, 4};

	return fr_cost_value(&w->costs, w->costs.step[FR_E]) * steps[chance_below(c, 5)];
}

static void
random_rules(truth *t, chance *c)
{
	const world *w = t->w;

	t->count = 1 + (int) chance_below(c, MAX_HUNTERS);
	t->rules = (fr_chase_rules){.speed = random_speed(w, c),
								.sight = chance_below(c, 3) ? chance_below(c, 12) : 1000,
								.flight = random_speed(w, c),
								.fear = random_speed(w, c) * (1 + chance_below(c, 8)),
								.interval = 1 + chance_below(c, 2) * chance_below(c, 6),
								.patience = chance_below(c, 13),
								.closest = chance_below(c, 2),
								.apart = chance_below(c, 4) > 0,
								.seed = chance_next(c),
								.beats = t->beats,
								.beat = chance_below(c, MAX_BEAT + 1)};
	for (int i = 0; i < t->count * (int) t->rules.beat; i++)
		t->beats[i] = chance_below(c, w->grid->cells);
}

/* Starts of their own, so far as there are cells. */
static void
random_starts(truth *t, chance *c, uint32_t *starts)
{
	uint32_t cells = t->w->grid->cells;
	uint32_t first = chance_below(c, cells);
	uint32_t stride = cells / (uint32_t) t->count;

	if (stride == 0)
	{
		t->count = (int) cells;
		stride = 1;
	}
	for (int i = 0; i < t->count; i++)
	{
		uint32_t cell = (first + (uint32_t) i * stride) % cells;

		starts[i] = cell;
		t->hunters[i] =
			(hunter){.walker = {.cell = cell}, .start = cell, .goal = cell, .post = cell};
	}
}

static void
forget_ways(truth *t)
{
	lose_way(&t->runner);
	save_nothing(&t->runner);
	for (int i = 0; i < t->count; i++)
	{
		lose_way(&t->hunters[i].walker);
		save_nothing(&t->hunters[i].walker);
		t->hunters[i].planned = false;
	}
}

/* Looks and searches of a tick; false if the chase ends, for costs out of range. */
static bool
check_plans(truth *t, fr_chase *chase, fr_workspace *workspace)
{
	fr_poll poll = no_poll();

	for (int i = 0; i < t->count; i++)
	{
		hunter *h = &t->hunters[i];
		const fr_hunter *got = &chase->hunters[i];
		fr_status status;
		bool due;

		look(t, i, got->goal);
		expect(STATE, got->state == h->state && got->goal == h->goal, t->w, NULL);
		due = is_due(t, h);
		status = fr_chase_plan(chase, (size_t) i, workspace, &poll);
		if (status)
		{
			expect(RANGE, status == FR_COST_RANGE && t->w->width == SNAKE_SIDE, t->w,
				   NULL);
			return false;
		}
		expect(SEARCHED, got->searched == due, t->w, NULL);
		if (!due)
			continue;
		check_route(t, h, got);
		h->planned = true;
		h->planned_goal = h->goal;
		h->planned_state = h->state;
		h->planned_tick = t->tick;
	}
	return true;
}

static bool
all_apart(const truth *t)
{
	for (int i = 0; i < t->count; i++)
		for (int k = 0; k < i; k++)
			if (t->hunters[i].walker.cell == t->hunters[k].walker.cell)
				return false;
	return true;
}

/* The moves of a tick; true if the prey is caught. */
static bool
check_moves(truth *t, fr_chase *chase)
{
	fr_poll poll = no_poll();
	bool caught = fr_chase_move(chase, &poll);
	bool any = false;

	move_hunters(t);
	for (int i = 0; i < t->count; i++)
	{
		const hunter *h = &t->hunters[i];
		const fr_hunter *got = &chase->hunters[i];
		bool here = h->walker.cell == t->prey;

		expect(MOVE,
			   got->walker.cell == h->walker.cell &&
				   got->walker.moves == steps_left(&h->walker),
			   t->w, NULL);
		if (h->stuck || got->stuck)
			expect(STUCK, got->stuck == h->stuck, t->w, NULL);
		if (here || got->caught)
			expect(CAUGHT, got->caught == here, t->w, NULL);
		any |= here;
	}
	if (t->rules.apart)
		expect(APART, all_apart(t), t->w, NULL);
	expect(CAUGHT, caught == any, t->w, NULL);
	return caught;
}

/* Where the prey is next: it flees, or jumps, or stays; -1 ends the chase. */
static int64_t
next_prey(truth *t, fr_chase *chase, chance *c, bool flees, fr_workspace *workspace)
{
	fr_poll poll = no_poll();

	if (!flees)
		return chance_below(c, 3) ? t->prey : chance_below(c, t->w->grid->cells);
	if (fr_chase_fear(chase, workspace, &poll) != FR_OK)
		return -1;
	if (check_fear(t, chase))
		flee(t);
	fr_chase_flee(chase, &poll);
	expect(FLIGHT, chase->runner.cell == t->runner.cell, t->w, "moves");
	return chase->runner.cell;
}

/* Ticks on one map. Returns false if the chase is over. */
static bool
run_ticks(truth *t, fr_chase *chase, chance *c, int ticks, bool flees,
		  fr_workspace *workspace)
{
	fr_poll poll = no_poll();

	for (int i = 0; i < ticks; i++)
	{
		int64_t next;

		t->tick++;
		if (t->runner.cell != t->prey)
		{
			lose_way(&t->runner);
			save_nothing(&t->runner);
		}
		t->runner.cell = t->prey;
		malloc_arena_clear(&taken);
		fr_chase_look(chase, t->prey, &poll);
		if (!check_plans(t, chase, workspace) || check_moves(t, chase))
			return false;
		next = next_prey(t, chase, c, flees, workspace);
		if (next < 0)
			return false;
		t->prey = (uint32_t) next;
	}
	return true;
}

/* The same map with other codes in some cells; false if that does not fit the model. */
static bool
change_map(const world *w, world *changed, chance *c)
{
	size_t cells = (size_t) w->width * (size_t) w->height;

	*changed = *w;
	changed->codes = exact_copy(w->codes, cells);
	for (int i = 0; i < 5; i++)
		changed->codes[chance_below(c, (uint32_t) cells)] =
			w->codes[chance_below(c, (uint32_t) cells)];
	world_build(changed);
	return changed->status == FR_OK;
}

/* Leaves a chase at some poll, and has it again in the same workspace. */
static void
check_leaving(const truth *t, const fr_query *query, const uint32_t *starts,
			  uint32_t prey, chance *c, fr_workspace *workspace)
{
	fr_chase *chase =
		fr_chase_begin(&t->rules, query, starts, (size_t) t->count, query->arena);
	leaver l = {.polls_left = (int) chance_below(c, 20)};
	fr_poll poll = {leave, &l};

	if (setjmp(l.out) == 0)
		for (int i = 0; i < 3; i++)
		{
			fr_chase_look(chase, prey, &poll);
			for (size_t k = 0; k < chase->count; k++)
				if (fr_chase_plan(chase, k, workspace, &poll) != FR_OK)
					return;
			fr_chase_move(chase, &poll);
			if (fr_chase_fear(chase, workspace, &poll) != FR_OK)
				return;
			fr_chase_flee(chase, &poll);
		}
	else
		expect(AFTER, true, t->w, NULL);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static truth t;
	malloc_arena own = malloc_arena_make(&own);
	const char *text = methods[chance_below(c, 5)];
	fr_method method = method_of(text);
	fr_method resolved = fr_method_resolve(&method, w->grid);
	fr_query query = {.grid = w->grid, .method = &resolved, .arena = &taken.core};
	bool flees = chance_below(c, 2);
	uint32_t starts[MAX_HUNTERS];
	fr_chase *chase;
	world changed;

	t = (truth){.w = w, .limited = strstr(text, "max_expanded") != NULL};
	random_rules(&t, c);
	random_starts(&t, c, starts);
	t.prey = t.runner.cell = chance_below(c, w->grid->cells);
	check_leaving(&t, &query, starts, t.prey, c, workspace);
	chase = fr_chase_begin(&t.rules, &query, starts, (size_t) t.count, &own.core);
	if (!run_ticks(&t, chase, c, TICKS, flees, workspace))
	{
		malloc_arena_clear(&own);
		return;
	}
	if (change_map(w, &changed, c))
	{
		fr_method other = fr_method_resolve(&method, changed.grid);

		t.w = &changed;
		query.grid = changed.grid;
		query.method = &other;
		fr_chase_map(chase, &query);
		forget_ways(&t);
		run_ticks(&t, chase, c, TICKS, flees, workspace);
	}
	world_free(&changed);
	malloc_arena_clear(&own);
}

int
main(int argc, char **argv)
{
	return check_worlds(argc, argv, 2000, MAX_SIDE, check_world, CHECKS);
}
