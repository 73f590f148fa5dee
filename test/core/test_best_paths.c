/*
 * test_best_paths.c - costs through cells, the number of best paths, and random ones, against
 * all best paths, told one by one
 *
 *     test_best_paths [CASES [SEED]]
 */
#include <math.h>

#include "checks.h"
#include "core/query/best_paths.h"

#define MAX_SIDE 7
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define SMALL (MAX_SIDE * MAX_SIDE)
#define PAIRS 4
#define MOST_PATHS 2000
#define DRAWS 24 /* per path */

enum
{
	NO_PATH,
	LEAST,
	THROUGH,
	EXCESS,
	COUNT,
	ENDLESS,
	ROUTE,
	AGAIN,
	EVEN,
	LEFT,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "there is no path"},
	{.name = "the least cost is the oracle's"},
	{.name = "costs through all cells up to a bound"},
	{.name = "a cost exceeds another one by the oracle's difference"},
	{.name = "the number of best paths"},
	{.name = "paths that go round in cells that cost nothing are endless"},
	{.name = "a random route is one of the best paths"},
	{.name = "the same seed draws the same route"},
	{.name = "every best path is drawn about as often"},
	{.name = "after a poll has left, the answer is the same"},
	{.name = "costs out of range are said to be"},
};

enum
{
	NEW,
	OPEN,
	DONE
};

static fr_method method;

/* A question, and the graph of its best steps. */
typedef struct question
{
	const world *w;
	fr_query query;
	fr_sweep_workspace sweep;
	oracle_cost truth[MAX_CELLS]; /* from the start; a < 0: no path */
	uint64_t from_start[SMALL];	  /* in units */
	uint64_t to_goal[SMALL];
	uint8_t moves[SMALL]; /* of the path in hand */
	int length;
	uint8_t state[SMALL]; /* NEW, OPEN or DONE */
	long paths;
	bool cycle;
	uint8_t told[MOST_PATHS][SMALL]; /* the moves of each path */
	int told_length[MOST_PATHS];
} question;

/* ---- all best paths, one by one --------------------------------------------- */

static bool
is_best_step(const question *q, uint32_t from, int d, uint32_t *to)
{
	const world *w = q->w;
	oracle_point at = world_point(w, from);
	oracle_cost cost;

	if (!oracle_step(&w->oracle, at, fr_dx[d], fr_dy[d], &cost))
		return false;
	*to = (uint32_t) ((at.y + fr_dy[d]) * w->width + at.x + fr_dx[d]);
	if (q->to_goal[*to] == FR_UNREACHED || *to == q->query.start)
		return false;
	return world_units(w, cost) + q->to_goal[*to] == q->to_goal[from];
}

/* Depth first: does a best step lead back to a cell that is being left? */
static void
find_cycle(question *q, uint32_t cell)
{
	q->state[cell] = OPEN;
	for (int d = 0; d < FR_DIRECTIONS && cell != q->query.goal; d++)
	{
		uint32_t to;

		if (!is_best_step(q, cell, d, &to))
			continue;
		q->cycle |= q->state[to] == OPEN;
		if (q->state[to] == NEW)
			find_cycle(q, to);
	}
	q->state[cell] = DONE;
}

/* Goes on from a cell to the goal in all ways. */
static void
tell_paths(question *q, uint32_t cell)
{
	if (q->paths > MOST_PATHS)
		return;
	if (cell == q->query.goal)
	{
		if (q->paths < MOST_PATHS)
		{
			memcpy(q->told[q->paths], q->moves, (size_t) q->length);
			q->told_length[q->paths] = q->length;
		}
		q->paths++;
		return;
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t to;

		if (!is_best_step(q, cell, d, &to))
			continue;
		q->moves[q->length++] = (uint8_t) d;
		tell_paths(q, to);
		q->length--;
	}
}

/* ---- cells ------------------------------------------------------------------- */

/* The bound: none but the best paths, or a few steps more, or the limit. */
static uint64_t
draw_bound(const question *q, uint64_t least, chance *c)
{
	const fr_costs *costs = &q->w->costs;

	switch (chance_below(c, 3))
	{
		case 0:
			return least;
		case 1:
			return costs->limit;
		default:
			least += chance_below(c, 6) * costs->step[FR_N] + chance_below(c, 3);
			return least < costs->limit ? least : costs->limit;
	}
}

/* Is a cell beyond the limit, so that a sweep without a bound fails? */
static bool
is_beyond(const question *q, uint32_t n)
{
	uint64_t limit = q->w->costs.limit;
	uint64_t from = q->from_start[n];
	uint64_t to = q->to_goal[n];

	return (from != FR_UNREACHED && from > limit) || (to != FR_UNREACHED && to > limit) ||
		   (from != FR_UNREACHED && to != FR_UNREACHED && from + to > limit);
}

static void
check_cells(question *q, uint64_t least, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	uint64_t bound = draw_bound(q, least, c);
	fr_through through;
	fr_status status;
	bool beyond = false;
	bool right = true;

	for (uint32_t n = 0; n < w->grid->cells; n++)
		beyond |= is_beyond(q, n);
	status = fr_sweep_through(&q->query, bound, q->sweep, &poll, &through);
	if (bound == w->costs.limit && beyond)
	{
		expect(RANGE, status == FR_COST_RANGE, w, "through");
		return;
	}
	if (!expect(THROUGH, status == FR_OK, w, "status"))
		return;
	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		uint64_t cost = q->from_start[n] == FR_UNREACHED || q->to_goal[n] == FR_UNREACHED
							? FR_UNREACHED
							: q->from_start[n] + q->to_goal[n];

		right &= fr_cost_through(&through, n) == (cost <= bound ? cost : FR_UNREACHED);
	}
	expect(THROUGH, right, w, NULL);
}

/* Differences of the costs of cells from the start. */
static void
check_excess(const question *q)
{
	const world *w = q->w;
	oracle_cost goal = q->truth[q->query.goal];
	uint64_t least = world_units(w, goal);

	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		oracle_cost cost = q->truth[n];
		oracle_cost more = {cost.a - goal.a, cost.b - goal.b};
		double wanted = oracle_value(&w->oracle, more);
		double excess;

		if (cost.a < 0 || oracle_compare(cost, goal) < 0 ||
			world_units(w, cost) > w->costs.limit)
			continue;
		excess = fr_cost_excess(&w->costs, world_units(w, cost), least);
		expect(EXCESS,
			   (excess > 0) == (oracle_compare(cost, goal) > 0) &&
				   fabs(excess - wanted) <= wanted * 0x1p-50,
			   w, NULL);
	}
}

/* ---- the number, and random paths ---------------------------------------------- */

/* The place of a route among the paths that were told; -1: it is none of them. */
static long
place_of(const question *q, const fr_route *route)
{
	static uint8_t moves[MAX_CELLS];

	if (route->moves > SMALL)
		return -1;
	list_moves(route, moves);
	for (long i = 0; i < q->paths; i++)
		if (q->told_length[i] == route->moves &&
			memcmp(q->told[i], moves, (size_t) route->moves) == 0)
			return i;
	return -1;
}

/*
 * Draws many times as often as there are paths. By the binomial distribution, a frequency as
 * far from its mean as eight times the square root is rarer than one in 10^10.
 */
static void
check_draws(question *q, chance *c)
{
	static long drawn[MOST_PATHS];
	fr_poll poll = no_poll();
	bool even = true;

	memset(drawn, 0, sizeof drawn);
	for (long i = 0; i < DRAWS * q->paths; i++)
	{
		uint64_t seed = chance_next(c);
		fr_route route;
		fr_route again;
		bool found;
		long place;

		if (!expect(ROUTE,
					fr_random_best_path(&q->query, seed, q->sweep, &poll, &found,
										&route) == FR_OK &&
						found && (place = place_of(q, &route)) >= 0,
					q->w, NULL))
			return;
		drawn[place]++;
		if (i < 2)
			expect(AGAIN,
				   fr_random_best_path(&q->query, seed, q->sweep, &poll, &found,
									   &again) == FR_OK &&
					   found && place_of(q, &again) == place,
				   q->w, NULL);
	}
	for (long i = 0; i < q->paths; i++)
		even &= fabs((double) (drawn[i] - DRAWS)) < 8 * sqrt((double) DRAWS);
	expect(EVEN, even, q->w, NULL);
}

static void
leave_early(const question *q, chance *c)
{
	leaver l = {.polls_left = (int) chance_below(c, 3)};
	fr_poll poll = {leave, &l};
	fr_count count;

	if (setjmp(l.out) == 0)
		fr_count_best_paths(&q->query, q->sweep, &poll, &count);
}

static void
check_paths(question *q, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	fr_count count;
	fr_status status;
	fr_route route;
	bool found;

	q->paths = q->length = 0;
	q->cycle = false;
	memset(q->state, NEW, sizeof q->state);
	find_cycle(q, q->query.start);
	if (!q->cycle)
		tell_paths(q, q->query.start);
	status = fr_count_best_paths(&q->query, q->sweep, &poll, &count);
	if (q->cycle)
	{
		expect(ENDLESS,
			   status == FR_ENDLESS && fr_random_best_path(&q->query, 1, q->sweep, &poll,
														   &found, &route) == FR_ENDLESS,
			   w, NULL);
		return;
	}
	if (q->paths > MOST_PATHS || !expect(COUNT,
										 status == FR_OK && count.groups == 1 &&
											 count.group[0] == (uint64_t) q->paths,
										 w, NULL))
		return;
	leave_early(q, c);
	status = fr_count_best_paths(&q->query, q->sweep, &poll, &count);
	expect(LEFT,
		   status == FR_OK && count.groups == 1 && count.group[0] == (uint64_t) q->paths,
		   w, NULL);
	if (q->paths <= 40)
		check_draws(q, c);
}

/* ---- worlds ---------------------------------------------------------------------- */

static void
check_pair(question *q, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	oracle_cost truth = q->truth[q->query.goal];
	bool small = w->grid->cells <= SMALL;
	uint64_t least;
	fr_count count;
	fr_route route;
	fr_status status;
	bool found;

	malloc_arena_clear(&taken);
	q->query.arena = &taken.core;
	status = fr_least_cost(&q->query, q->sweep, &poll, &found, &least);
	if (truth.a < 0)
	{
		expect(NO_PATH,
			   status == FR_OK && !found &&
				   fr_count_best_paths(&q->query, q->sweep, &poll, &count) == FR_OK &&
				   count.groups == 0 &&
				   fr_random_best_path(&q->query, 7, q->sweep, &poll, &found, &route) ==
					   FR_OK &&
				   !found,
			   w, NULL);
		return;
	}
	if (world_units(w, truth) > w->costs.limit)
	{
		expect(RANGE,
			   status == FR_COST_RANGE &&
				   fr_count_best_paths(&q->query, q->sweep, &poll, &count) ==
					   FR_COST_RANGE &&
				   fr_random_best_path(&q->query, 7, q->sweep, &poll, &found, &route) ==
					   FR_COST_RANGE,
			   w, "least");
		return;
	}
	if (!expect(LEAST, status == FR_OK && found && least == world_units(w, truth), w,
				NULL) ||
		!small)
		return;
	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		uint64_t costs[SMALL];

		world_costs(w, n, costs);
		q->to_goal[n] = costs[q->query.goal];
	}
	check_cells(q, least, c);
	check_excess(q);
	check_paths(q, c);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);

	q.w = w;
	q.sweep = fr_sweep_workspace_on(w->grid, workspace);
	q.query = (fr_query){
		.grid = w->grid, .method = &resolved, .start = chance_below(c, w->grid->cells)};
	oracle_dijkstra(&w->oracle, world_point(w, q.query.start), q.truth);
	if (w->grid->cells <= SMALL)
		world_costs(w, q.query.start, q.from_start);
	for (int i = 0; i < PAIRS; i++)
	{
		q.query.goal = chance_below(c, w->grid->cells);
		check_pair(&q, c);
	}
}

/* ---- large numbers ----------------------------------------------------------------- */

/*
 * On open ground, four directions: the binomial coefficients, by Pascal's triangle in the
 * same groups of digits.
 */
static void
check_binomials(void)
{
	enum
	{
		SIDE = 100,
		GROUPS = 8
	};
	static unsigned __int128 row[SIDE + 1][GROUPS];
	const unsigned __int128 group = 1000000000000000000u;
	const oracle_fraction one = {1, 1};
	world w = {.width = SIDE, .height = SIDE, .text = "tile"};
	fr_poll poll = no_poll();
	fr_method resolved;
	fr_workspace *workspace;
	long wrong = 0;

	w.rules = (oracle_model){.straight = one, .diagonal = one, .size = 1};
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	w.codes = new_block(SIDE * SIDE);
	memset(w.codes, '.', SIDE * SIDE);
	world_build(&w);
	resolved = fr_method_resolve(&method, w.grid);
	workspace = new_workspace(fr_sweep_nodes(w.grid), &resolved);
	for (int x = 0; x < SIDE; x++)
		row[x][0] = 1;
	for (int y = 1; y < SIDE; y++)
		for (int x = 1; x < SIDE; x++)
		{
			unsigned __int128 carry = 0;
			fr_query query = {.grid = w.grid,
							  .method = &resolved,
							  .goal = (uint32_t) (y * SIDE + x),
							  .arena = &taken.core};
			fr_count count;
			size_t groups = 0;

			for (int i = 0; i < GROUPS; i++)
			{
				carry += row[x][i] + row[x - 1][i];
				row[x][i] = carry % group;
				carry /= group;
				groups = row[x][i] ? (size_t) i + 1 : groups;
			}
			if (x != y && x < SIDE - 1)
				continue;
			malloc_arena_clear(&taken);
			wrong += fr_count_best_paths(&query, fr_sweep_workspace_on(w.grid, workspace),
										 &poll, &count) != FR_OK ||
					 count.groups != groups;
			for (size_t i = 0; i < groups; i++)
				wrong += count.group[i] != row[x][i];
		}
	ok(wrong == 0, "binomial coefficients of up to 59 digits: %ld wrong", wrong);
	free(workspace);
	malloc_arena_clear(&taken);
	world_free(&w);
}

int
main(int argc, char **argv)
{
	method = method_of("auto");
	check_binomials();
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 8000, MAX_SIDE, check_world, CHECKS);
}
