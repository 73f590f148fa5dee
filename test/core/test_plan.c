/*
 * test_plan.c - plans for many agents, against the oracle's steps and an exhaustive joint search
 *
 *     test_plan [CASES [SEED]]
 *
 * The checker takes legal steps from the oracle. On maps of up to 16 cells, a search over all
 * configurations says whether a plan exists, what the best one costs and how many ticks it takes.
 */
#include "checks.h"
#include "core/agents/plan.h"

enum
{
	SMALL_AGENTS = 4,
	MANY = 40, /* agents of a large case */
	SMALL_CELLS = 16,
	STATES = SMALL_CELLS * SMALL_CELLS * SMALL_CELLS * SMALL_CELLS
};

enum
{
	LEGAL,
	APART,
	SUMS,
	SOLVED,
	BEST,
	FEWEST,
	LIMITED,
	REPEATED,
	THROWN,
	STARVED,
	BOUNDED,
	IN_ORDER,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "each tick of an agent is a legal step, an open link, or a wait"},
	{.name = "no two agents share a cell, exchange cells or cross"},
	{.name = "ticks, sums and lower bounds are those of the rows"},
	{.name = "on small maps there is a plan exactly where the joint search finds one"},
	{.name = "an improved plan has the least loss"},
	{.name = "with a limit of ticks, a plan has the fewest"},
	{.name = "with one tick less there is none"},
	{.name = "the same seed gives the same plan"},
	{.name = "after a poll has left, the plan is the same"},
	{.name = "after an allocation has failed, the plan is the same"},
	{.name = "an improvement stops before it takes more memory than it may"},
	{.name =
		 "in order, the first agent takes a shortest path, and no plan is better than the best"},
};

static const world *present; /* for reports */

static bool
hold(int which, bool holds)
{
	return expect(which, holds, present, NULL);
}

static malloc_arena arena = {.core = {.allocate = malloc_arena_take,
									  .context = &arena,
									  .release = malloc_arena_release}};

/* ---- legal steps --------------------------------------------------------------- */

/*
 * Does a step lead from one cell to another, in *direction? The maps are so small that joined edges
 * may give two.
 */
static bool
is_step(const world *w, uint32_t from, uint32_t to, int skip, int *direction)
{
	oracle_point at = world_point(w, from);

	for (int d = skip; d < FR_DIRECTIONS; d++)
	{
		oracle_cost cost;
		oracle_point end;

		if (!oracle_step(&w->oracle, at, fr_dx[d], fr_dy[d], &cost))
			continue;
		end = oracle_place(&w->oracle, at.x + fr_dx[d], at.y + fr_dy[d]);
		if ((uint32_t) (end.y * w->width + end.x) == to)
		{
			*direction = d;
			return true;
		}
	}
	return false;
}

/* The four cells around the corner that a diagonal step passes, as a number; -1: none. */
static int
corner_of(const world *w, uint32_t from, int d)
{
	oracle_point at = world_point(w, from);

	if (d % 2 == 0 || w->oracle.hex)
		return -1;
	at = oracle_place(&w->oracle, at.x - (fr_dx[d] < 0), at.y - (fr_dy[d] < 0));
	return at.y * w->width + at.x;
}

/* May two agents make these moves in one tick? */
static bool
are_apart(const world *w, uint32_t a, uint32_t a_to, uint32_t b, uint32_t b_to)
{
	int da;
	int db;

	if (a_to == b_to || (a_to == b && b_to == a))
		return false;
	if (a_to == a || b_to == b)
		return true;
	/* Some pair of steps between these cells does not cross. */
	for (int i = 0; is_step(w, a, a_to, i, &da); i = da + 1)
		for (int j = 0; is_step(w, b, b_to, j, &db); j = db + 1)
			if (corner_of(w, a, da) < 0 || corner_of(w, a, da) != corner_of(w, b, db))
				return true;
	return false;
}

/* ---- the checker ------------------------------------------------------------------- */

static void
check_plan(const world *w, const fr_plan_request *r, const fr_plan *plan)
{
	size_t n = r->count;
	uint64_t cost = 0;
	uint64_t loss = 0;
	uint32_t ticks = 0;

	for (uint32_t t = 0; t < plan->ticks; t++)
	{
		const uint32_t *now = plan->cells + t * n;
		const uint32_t *next = now + n;

		for (size_t i = 0; i < n; i++)
		{
			int d;

			hold(LEGAL, now[i] == next[i] || is_step(w, now[i], next[i], 0, &d));
			loss += now[i] != r->goals[i] || next[i] != r->goals[i];
			for (size_t j = 0; j < i; j++)
				hold(APART, are_apart(w, now[i], next[i], now[j], next[j]));
		}
	}
	for (size_t i = 0; i < n; i++)
	{
		uint32_t last = 0;

		hold(LEGAL, plan->cells[i] == r->starts[i] &&
						plan->cells[plan->ticks * n + i] == r->goals[i]);
		for (uint32_t t = 0; t <= plan->ticks; t++)
			if (plan->cells[t * n + i] != r->goals[i])
				last = t + 1;
		cost += last;
		ticks = last > ticks ? last : ticks;
	}
	hold(SUMS, cost == plan->cost && loss == plan->loss && ticks == plan->ticks &&
				   plan->least_ticks <= ticks && plan->least_cost <= loss);
}

/* ---- the joint search --------------------------------------------------------------- */

typedef struct joint
{
	const world *w;
	const fr_plan_request *r;
	uint32_t cells;
	int32_t distance[STATES];
	uint32_t queue[STATES];
	uint32_t to[SMALL_CELLS]
			   [FR_DIRECTIONS + 1]; /* by cell: itself, and where steps lead */
	int ways[SMALL_CELLS];
	bool apart[SMALL_CELLS][SMALL_CELLS][SMALL_CELLS][SMALL_CELLS];
	bool by_ticks;
	bool changed;
} joint;

static uint32_t
state_of(const joint *j, const uint32_t *cells)
{
	uint32_t state = 0;

	for (size_t i = j->r->count; i-- > 0;)
		state = state * j->cells + cells[i];
	return state;
}

/* All next configurations, agent by agent. */
static void
spread(joint *j, const uint32_t *now, uint32_t *next, size_t agent, int32_t distance,
	   size_t *end)
{
	if (agent == j->r->count)
	{
		uint32_t state = state_of(j, next);
		int32_t cost = 1;

		if (!j->by_ticks)
		{
			cost = 0;
			for (size_t i = 0; i < agent; i++)
				cost += now[i] != j->r->goals[i] || next[i] != j->r->goals[i];
		}
		if (j->distance[state] < 0)
			j->queue[(*end)++] = state;
		if (j->distance[state] < 0 || distance + cost < j->distance[state])
		{
			j->distance[state] = distance + cost;
			j->changed = true;
		}
		return;
	}
	for (int k = 0; k < j->ways[now[agent]]; k++)
	{
		bool apart = true;

		next[agent] = j->to[now[agent]][k];
		for (size_t i = 0; i < agent && apart; i++)
			apart = j->apart[now[i]][next[i]][now[agent]][next[agent]];
		if (apart)
			spread(j, now, next, agent + 1, distance, end);
	}
}

/* The least cost, or the fewest ticks, of a plan; -1: there is none. By relaxing until nothing changes. */
static int32_t
joint_best(joint *j, bool by_ticks)
{
	uint32_t now[SMALL_AGENTS];
	uint32_t next[SMALL_AGENTS];
	size_t end = 0;
	int32_t least = -1;

	j->by_ticks = by_ticks;
	memset(j->distance, 0xff, sizeof j->distance);
	j->queue[end++] = state_of(j, j->r->starts);
	j->distance[j->queue[0]] = 0;
	do
	{
		j->changed = false;
		for (size_t begin = 0; begin < end; begin++)
		{
			uint32_t state = j->queue[begin];
			int32_t distance = j->distance[state];
			int32_t best = j->distance[state_of(j, j->r->goals)];

			if (best >= 0 && distance >= best)
				continue;
			for (size_t i = 0; i < j->r->count; i++, state /= j->cells)
				now[i] = state % j->cells;
			spread(j, now, next, 0, distance, &end);
		}
	} while (j->changed && !by_ticks);
	least = j->distance[state_of(j, j->r->goals)];
	return least;
}

static void
joint_prepare(joint *j, const world *w, const fr_plan_request *r)
{
	j->w = w;
	j->r = r;
	j->cells = (uint32_t) (w->width * w->height);
	memset(j->apart, 0, sizeof j->apart);
	for (uint32_t cell = 0; cell < j->cells; cell++)
	{
		int d;

		j->ways[cell] = 0;
		j->to[cell][j->ways[cell]++] = cell;
		for (uint32_t to = 0; to < j->cells; to++)
			if (to != cell && is_step(w, cell, to, 0, &d))
				j->to[cell][j->ways[cell]++] = to;
	}
	for (uint32_t a = 0; a < j->cells; a++)
		for (uint32_t b = 0; b < j->cells; b++)
			for (int k = 0; a != b && k < j->ways[a]; k++)
				for (int l = 0; l < j->ways[b]; l++)
					j->apart[a][j->to[a][k]][b][j->to[b][l]] =
						are_apart(w, a, j->to[a][k], b, j->to[b][l]);
}

/* ---- cases -------------------------------------------------------------------------- */

/* A world of these sides under a model that plans take. */
static bool
draw_world(world *w, uint64_t seed, int side)
{
	for (int tries = 0; tries < 1000; tries++)
	{
		world_make(w, seed * 1000 + (uint64_t) tries, side);
		if (w->status == FR_OK && w->grid && !(w->costs.rules & ~FR_PLAN_RULES) &&
			w->costs.uniform && w->grid->links == NULL)
			return true;
		world_free(w);
	}
	return false;
}

/* Distinct starts and goals, which have paths by the library; false: there are too few. */
static bool
draw_agents(const world *w, chance *c, size_t count, uint32_t *starts, uint32_t *goals)
{
	uint32_t cells = (uint32_t) (w->width * w->height);

	for (size_t i = 0, tries = 0; i < count; tries++)
	{
		bool good;

		if (tries > 200 * count)
			return false;
		starts[i] = chance_below(c, cells);
		goals[i] = chance_below(c, cells);
		good = world_reaches(w, starts[i], goals[i]);
		for (size_t k = 0; k < i && good; k++)
			good = starts[k] != starts[i] && goals[k] != goals[i];
		i += good;
	}
	return true;
}

static fr_plan
make_plan(const fr_plan_request *request)
{
	fr_poll poll = no_poll();
	fr_plan plan;

	fr_plan_make(request, &poll, &plan);
	return plan;
}

/* A plan, unless a poll or an allocation leaves after so many others; -1: none does. */
static bool
attempt(const fr_plan_request *request, int polls, int allocations, fr_plan *plan)
{
	leaver l = {.polls_left = polls};
	fr_poll poll = {leave, &l};

	malloc_arena_clear(&arena);
	arena.out = allocations < 0 ? NULL : &l.out;
	arena.left = allocations;
	if (setjmp(l.out) != 0)
	{
		arena.out = NULL;
		return false;
	}
	fr_plan_make(request, &poll, plan);
	arena.out = NULL;
	return true;
}

static bool
same_plan(const fr_plan *a, const uint32_t *cells, const fr_plan *b)
{
	return a->found == b->found && a->configurations == b->configurations &&
		   (!a->found ||
			(a->ticks == b->ticks &&
			 memcmp(cells, b->cells, (b->ticks + 1) * b->count * sizeof *cells) == 0));
}

/* The same plan after polls that leave, and after allocations that fail. */
static void
check_interruptions(const fr_plan_request *request, const fr_plan *plan, uint32_t seed)
{
	uint32_t *cells = NULL;
	int left = (int) (seed % 3);
	fr_plan again;

	if (plan->found)
		cells = exact_copy(plan->cells,
						   (plan->ticks + 1) * request->count * sizeof *plan->cells);
	attempt(request, -1, -1, &again);
	hold(REPEATED, same_plan(plan, cells, &again));
	while (!attempt(request, left, -1, &again))
		left = left * 2 + 1;
	hold(THROWN, same_plan(plan, cells, &again));
	for (left = 0; !attempt(request, -1, left, &again);)
		left++;
	hold(STARVED, same_plan(plan, cells, &again));
	free(cells);
}

/* Agents one after another: `least` is the least loss of a plan, 0 if that is not known; -1: there is no plan. */
static void
check_in_order(fr_plan_request request, int32_t least)
{
	uint32_t last = 0;
	fr_plan plan;
	fr_plan alone;

	request.in_order = true;
	request.improve = false;
	malloc_arena_clear(&arena);
	plan = make_plan(&request);
	hold(IN_ORDER, !plan.found || (least >= 0 && plan.loss >= (uint64_t) least));
	if (!plan.found)
		return;
	check_plan(present, &request, &plan);
	for (uint32_t tick = 0; tick <= plan.ticks; tick++)
		if (plan.cells[tick * request.count] != request.goals[0])
			last = tick + 1;
	request.count = 1;
	alone = make_plan(&request);
	hold(IN_ORDER, alone.found && alone.optimal && last == alone.least_ticks);
}

static void
check_small(uint64_t seed)
{
	static joint j;
	chance c = {seed};
	world w;
	uint32_t starts[SMALL_AGENTS];
	uint32_t goals[SMALL_AGENTS];
	fr_plan_request request;
	int32_t least;
	int32_t fewest;
	fr_plan plan;

	if (!draw_world(&w, seed, 4))
		return;
	present = &w;
	request = (fr_plan_request){.grid = w.grid,
								.starts = starts,
								.goals = goals,
								.count = 1 + chance_below(&c, SMALL_AGENTS),
								.ticks = FR_PLAN_ANY_TICKS,
								.seed = seed,
								.configurations = UINT64_MAX,
								.improve = true,
								.memory = SIZE_MAX,
								.arena = &arena.core};
	if (w.width * w.height <= SMALL_CELLS &&
		draw_agents(&w, &c, request.count, starts, goals))
	{
		joint_prepare(&j, &w, &request);
		least = joint_best(&j, false);
		fewest = joint_best(&j, true);
		plan = make_plan(&request);
		hold(SOLVED, plan.fault == FR_PLAN_SOUND && plan.found == (least >= 0) &&
						 plan.exhausted == (least < 0));
		if (plan.found)
		{
			check_plan(&w, &request, &plan);
			if (!hold(BEST, plan.optimal && plan.loss == (uint64_t) least))
				printf("# seed %llu: loss %llu instead of %d\n",
					   (unsigned long long) seed, (unsigned long long) plan.loss, least);
			request.ticks = (uint32_t) fewest + chance_below(&c, 3);
			malloc_arena_clear(&arena);
			plan = make_plan(&request);
			check_plan(&w, &request, &plan);
			hold(FEWEST, plan.found && plan.optimal && plan.ticks == (uint32_t) fewest);
			if (fewest > 0)
			{
				request.ticks = (uint32_t) fewest - 1;
				malloc_arena_clear(&arena);
				plan = make_plan(&request);
				hold(LIMITED, !plan.found && plan.exhausted);
			}
			request.ticks = FR_PLAN_ANY_TICKS;
			request.improve = false;
			malloc_arena_clear(&arena);
			plan = make_plan(&request);
			check_plan(&w, &request, &plan);
			if (seed % 4 == 0)
				check_interruptions(&request, &plan, (uint32_t) seed);
		}
		request.ticks = FR_PLAN_ANY_TICKS;
		check_in_order(request, least);
	}
	malloc_arena_clear(&arena);
	world_free(&w);
}

/* An improvement may take a number of times what the first plan takes, and the plan itself. */
static void
check_memory(fr_plan_request request)
{
	fr_plan plan;
	size_t first;

	request.improve = false;
	malloc_arena_clear(&arena);
	arena.most = 0;
	make_plan(&request);
	first = arena.most;
	request.improve = true;
	for (request.memory = first; request.memory < first * 300; request.memory *= 3)
	{
		malloc_arena_clear(&arena);
		arena.most = 0;
		plan = make_plan(&request);
		hold(BOUNDED, plan.found && arena.most <= request.memory);
	}
}

/* More agents, on a map of up to 20 x 20 cells. */
static void
check_large(uint64_t seed)
{
	chance c = {seed};
	uint32_t starts[MANY];
	uint32_t goals[MANY];
	fr_plan_request request;
	world w;
	fr_plan plan;

	if (!draw_world(&w, seed, 20))
		return;
	present = &w;
	request =
		(fr_plan_request){.grid = w.grid,
						  .starts = starts,
						  .goals = goals,
						  .count = 1 + chance_below(&c, MANY),
						  .ticks = chance_below(&c, 4) == 0 ? 200 : FR_PLAN_ANY_TICKS,
						  .seed = seed,
						  .configurations = 1000,
						  .improve = chance_below(&c, 2) == 0,
						  .memory = SIZE_MAX,
						  .arena = &arena.core};
	if (w.width * w.height >= (int) request.count * 4 &&
		draw_agents(&w, &c, request.count, starts, goals))
	{
		plan = make_plan(&request);
		if (plan.found)
			check_plan(&w, &request, &plan);
		if (seed % 8 == 0)
			check_interruptions(&request, &plan, (uint32_t) seed);
		if (plan.found)
			check_memory(request);
		check_in_order(request, 0);
	}
	malloc_arena_clear(&arena);
	world_free(&w);
}

/* ---- faults ------------------------------------------------------------------------- */

static void
check_faults(void)
{
	static const struct
	{
		uint32_t starts[3];
		uint32_t goals[3];
		fr_plan_fault fault;
		size_t agent;
		size_t other;
	} cases[] = {
		{{0, 1, 2}, {2, 1, 0}, FR_PLAN_SOUND, 0, 0},
		{{0, 1, 0}, {2, 1, 0}, FR_PLAN_EQUAL_STARTS, 0, 2},
		{{0, 1, 2}, {2, 1, 1}, FR_PLAN_EQUAL_GOALS, 1, 2},
		{{0, 3, 2}, {2, 1, 0}, FR_PLAN_START_BLOCKED, 1, 0},
		{{0, 1, 2}, {2, 1, 3}, FR_PLAN_GOAL_BLOCKED, 2, 0},
		{{0, 1, 2}, {2, 4, 0}, FR_PLAN_UNREACHABLE, 1, 0},
	};
	fr_grid *grid = make_grid("tile", (const uint8_t *) "...@.", 5, 1);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
	{
		fr_plan_request request = {.grid = grid,
								   .starts = cases[i].starts,
								   .goals = cases[i].goals,
								   .count = 3,
								   .ticks = FR_PLAN_ANY_TICKS,
								   .configurations = UINT64_MAX,
								   .arena = &arena.core};
		fr_plan plan = make_plan(&request);

		ok(plan.fault == cases[i].fault &&
			   (plan.fault == FR_PLAN_SOUND || plan.agent == cases[i].agent) &&
			   (cases[i].other == 0 || plan.other == cases[i].other),
		   "case %zu: the fault and its agents", i);
		malloc_arena_clear(&arena);
	}
	free_grid(grid);
}

int
main(int argc, char **argv)
{
	uint64_t cases = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	check_faults();
	for (uint64_t i = 0; i < cases; i++)
	{
		check_small(seed + i);
		check_large(seed + i);
	}
	report_checks(CHECKS, cases >= 300 ? 10 : 0);
	return tap_done();
}
