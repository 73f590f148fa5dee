/*
 * test_turns.c - the best path with the fewest turns, against all best paths
 *
 *     test_turns [CASES [SEED]]
 */
#include "checks.h"

#define MAX_SIDE 7
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define PAIRS 8

enum
{
	NO_PATH,
	BEST,
	FEWEST,
	SAME,
	FEWER,
	AGAIN,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "there is no route where there is no path"},
	{.name = "the route is legal and has the oracle's cost"},
	{.name = "of all best paths none has fewer turns"},
	{.name = "of several it is the one that the rule names"},
	{.name = "a search for any best path finds more turns"},
	{.name = "after a poll has left, the answer is the same"},
	{.name = "costs out of range are said to be"},
};

static fr_method method;

/* A question, and its best paths, told one by one, last step first. */
typedef struct question
{
	const world *w;
	fr_query query;
	oracle_cost truth[MAX_CELLS]; /* from the start; a < 0: no path */
	uint8_t backward[MAX_CELLS];  /* the steps so far, from the goal on */
	int length;
	int turns;
	int most;				   /* turns of paths that are looked at */
	uint8_t fewest[MAX_CELLS]; /* the best path so far, from the start on */
	int fewest_length;		   /* -1: none so far */
	int fewest_turns;
	int diagonals;		  /* of the steps so far */
	int fewest_diagonals; /* of the best path so far */
} question;

/* ---- all best paths, one by one ------------------------------------------- */

/* Is the path in hand before the best one so far, of equally few turns? */
static bool
comes_first(const question *q)
{
	for (int i = 0; i < q->length; i++)
	{
		int d = q->backward[q->length - 1 - i];
		int other = q->fewest[i];

		if (d == other)
			continue;
		if (i > 0 && (d == q->fewest[i - 1] || other == q->fewest[i - 1]))
			return d == q->fewest[i - 1];
		return d < other;
	}
	return false;
}

/* The length of a path from cell to cell less that of the best one so far. */
static double
excess_length(const question *q)
{
	int straight = (q->length - q->diagonals) - (q->fewest_length - q->fewest_diagonals);
	int diagonal = q->diagonals - q->fewest_diagonals;

	return q->w->costs.hex ? q->length - q->fewest_length
						   : straight + diagonal * 1.41421356237309505;
}

static void
tell_path(question *q)
{
	if (q->fewest_length >= 0 && q->turns > q->fewest_turns)
		return;
	if (q->fewest_length >= 0 && q->turns == q->fewest_turns)
	{
		double excess = excess_length(q);

		if (excess > 1e-9 || (excess > -1e-9 && !comes_first(q)))
			return;
	}
	q->fewest_turns = q->turns;
	q->fewest_diagonals = q->diagonals;
	q->fewest_length = q->length;
	for (int i = 0; i < q->length; i++)
		q->fewest[i] = q->backward[q->length - 1 - i];
}

static bool
is_best_step(const question *q, oracle_point from, int d, uint32_t to)
{
	const world *w = q->w;
	oracle_cost cost;

	if (from.x < 0 || from.y < 0 || from.x >= w->width || from.y >= w->height ||
		!oracle_step(&w->oracle, from, fr_dx[d], fr_dy[d], &cost))
		return false;
	cost.a += q->truth[from.y * w->width + from.x].a;
	cost.b += q->truth[from.y * w->width + from.x].b;
	return q->truth[from.y * w->width + from.x].a >= 0 &&
		   oracle_compare(cost, q->truth[to]) == 0;
}

/*
 * Goes on backward from a cell to the start, in all ways that turn no more often than the
 * route. Where steps cost nothing, others may go in circles.
 */
static void
tell_paths(question *q, uint32_t cell)
{
	oracle_point at = world_point(q->w, cell);

	if (cell == q->query.start)
	{
		tell_path(q);
		return;
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		oracle_point from = {at.x - fr_dx[d], at.y - fr_dy[d]};
		bool turns = q->length > 0 && d != q->backward[q->length - 1];

		if (q->turns + turns > q->most || !is_best_step(q, from, d, cell))
			continue;
		q->backward[q->length++] = (uint8_t) d;
		q->diagonals += d % 2;
		q->turns += turns;
		tell_paths(q, (uint32_t) (from.y * q->w->width + from.x));
		q->turns -= turns;
		q->diagonals -= d % 2;
		q->length--;
	}
}

/* ---- checks ---------------------------------------------------------------- */

static int
turns_of(const fr_route *route)
{
	return route->count > 0 ? (int) route->count - 1 : 0;
}

static void
check_route(question *q, const fr_route *route)
{
	static uint8_t moves[MAX_CELLS];
	const world *w = q->w;
	oracle_cost sum;
	bool right = route->moves < w->grid->cells;

	if (right)
	{
		list_moves(route, moves);
		right =
			world_path(w, q->query.start, q->query.goal, moves, route->moves + 1, &sum) &&
			oracle_compare(sum, q->truth[q->query.goal]) == 0;
	}
	if (!expect(BEST, right, w, NULL))
		return;
	q->fewest_length = -1;
	q->most = turns_of(route);
	tell_paths(q, q->query.goal);
	expect(FEWEST, turns_of(route) == q->fewest_turns, w, NULL);
	expect(SAME,
		   route->moves == q->fewest_length &&
			   memcmp(moves, q->fewest, (size_t) route->moves) == 0,
		   w, NULL);
}

/* That the question is worth asking: other searches do not count turns. */
static void
compare_search(const question *q, const fr_route *route, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_query query = q->query;
	fr_result r;

	query.wants_route = true;
	if (fr_search(&query, workspace, &poll, &r) == FR_OK && r.found)
		checks[FEWER].held += turns_of(&r.route) > turns_of(route);
}

/* Leaves the first poll or a later one. */
static void
leave_early(const question *q, fr_workspace *workspace, chance *c)
{
	leaver l = {.polls_left = (int) chance_below(c, 3)};
	fr_poll poll = {leave, &l};
	fr_route route;
	bool found;

	if (setjmp(l.out) == 0)
		fr_fewest_turns(&q->query, fr_sweep_workspace_on(q->query.grid, workspace), &poll,
						&found, &route);
}

static bool
answers_again(const question *q, fr_workspace *workspace, const fr_route *route)
{
	fr_poll poll = no_poll();
	fr_route again;
	bool found;

	return fr_fewest_turns(&q->query, fr_sweep_workspace_on(q->query.grid, workspace),
						   &poll, &found, &again) == FR_OK &&
		   found && again.count == route->count &&
		   memcmp(again.runs, route->runs, route->count * sizeof *route->runs) == 0;
}

static void
check_pair(question *q, fr_workspace *workspace, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	oracle_cost truth = q->truth[q->query.goal];
	fr_route route;
	fr_status status;
	bool found;

	malloc_arena_clear(&taken);
	q->query.arena = &taken.core;
	status = fr_fewest_turns(&q->query, fr_sweep_workspace_on(q->query.grid, workspace),
							 &poll, &found, &route);
	if (truth.a < 0)
		expect(NO_PATH, status == FR_OK && !found, w, NULL);
	else if (status == FR_COST_RANGE || world_units(w, truth) > w->costs.limit)
		expect(RANGE, status == FR_COST_RANGE && world_units(w, truth) > w->costs.limit,
			   w, NULL);
	else if (expect(BEST, status == FR_OK && found, w, NULL))
	{
		check_route(q, &route);
		compare_search(q, &route, workspace);
		leave_early(q, workspace, c);
		expect(AGAIN, answers_again(q, workspace, &route), w, NULL);
	}
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);

	q.w = w;
	q.query = (fr_query){
		.grid = w->grid, .method = &resolved, .start = chance_below(c, w->grid->cells)};
	oracle_dijkstra(&w->oracle, world_point(w, q.query.start), q.truth);
	for (int i = 0; i < PAIRS; i++)
	{
		q.query.goal = chance_below(c, w->grid->cells);
		check_pair(&q, workspace, c);
	}
}

int
main(int argc, char **argv)
{
	method = method_of("astar");
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 20000, MAX_SIDE, check_world, CHECKS);
}
