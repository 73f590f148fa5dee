/*
 * test_chase.c - chases against a slow state machine of its own, tick by tick
 *
 *     test_chase [CASES [SEED]]
 *
 * The machine has its own states, goals, savings, order of moves and flight. It takes
 * from the library only what is free: which of several best routes a hunter takes, which
 * is checked to be one, and where it looks around, which is checked to be allowed.
 */
#include "chase_hunt.h"

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
	{.name = "a crowd moves in its order, in time for a crowd"},
};

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
		status =
			fr_chase_plan(chase, (size_t) i,
						  fr_sweep_workspace_on(chase->query.grid, workspace), &poll);
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
	if (fr_chase_fear(chase, fr_sweep_workspace_on(chase->query.grid, workspace),
					  &poll) != FR_OK)
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
	changed->blocked = changed->sides = NULL;
	world_draw_ground(changed);
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
				if (fr_chase_plan(chase, k,
								  fr_sweep_workspace_on(chase->query.grid, workspace),
								  &poll) != FR_OK)
					return;
			fr_chase_move(chase, &poll);
			if (fr_chase_fear(chase, fr_sweep_workspace_on(chase->query.grid, workspace),
							  &poll) != FR_OK)
				return;
			fr_chase_flee(chase, &poll);
		}
	else
		expect(AFTER, true, t->w, NULL);
}

#define CROWD 4096

/* Are hunters in the order in which they move? */
static bool
is_in_order(const fr_chase *chase)
{
	for (size_t i = 1; i < chase->count; i++)
	{
		uint32_t a = chase->order[i - 1];
		uint32_t b = chase->order[i];
		uint64_t left_a = chase->hunters[a].walker.left;
		uint64_t left_b = chase->hunters[b].walker.left;

		if (left_a > left_b || (left_a == left_b && a >= b))
			return false;
	}
	return true;
}

/* The order of a crowd's moves turns round: that takes few polls, so few steps. */
static void
check_crowd(const truth *t, const fr_query *query, uint32_t prey)
{
	static uint32_t starts[CROWD];
	malloc_arena own = malloc_arena_make(&own);
	fr_chase_rules rules = t->rules;
	fr_poll quiet = no_poll();
	uint64_t polls = 0;
	fr_poll poll = {count_poll, &polls};
	fr_chase *chase;

	rules.apart = false;
	rules.beat = 0;
	chase = fr_chase_begin(&rules, query, starts, CROWD, &own.core);
	fr_chase_look(chase, prey, &quiet);
	for (size_t i = 0; i < CROWD; i++)
		chase->hunters[i].walker.left = (CROWD - i) / 2;
	fr_chase_move(chase, &poll);
	expect(ORDER, is_in_order(chase) && polls < CROWD / 16, t->w, NULL);
	malloc_arena_clear(&own);
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
	if (chance_below(c, 50) == 0)
		check_crowd(&t, &query, t.prey);
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
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 2000, MAX_SIDE, check_world, CHECKS);
}
