/*
 * test_closest.c - the reachable cell nearest to a goal, against the oracle
 *
 *     test_closest [CASES [SEED]]
 */
#include "checks.h"
#include "open_ground.h"

#define MAX_SIDE 40
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define PAIRS 6

enum
{
	BLOCKED,
	REACHABLE,
	NEAREST,
	REMAINING,
	ZIGZAG,
	ROUTE,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "from a blocked start there is no closest cell"},
	{.name = "a reachable goal is the closest cell"},
	{.name = "the cell is the nearest one, then the cheapest, then the first"},
	{.name = "what remains is the obstacle-free distance"},
	{.name = "it exceeds the bound of searches only where paths zigzag"},
	{.name = "the route is legal and has the oracle's cost"},
	{.name = "costs out of range are said to be"},
};

static fr_method method;

typedef struct question
{
	const world *w;
	fr_query query;
	uint64_t truth[MAX_CELLS]; /* costs from the start; FR_UNREACHED: no path */
} question;

/* All cells, one by one; FR_UNREACHED as a cost does not occur among them. */
static uint32_t
closest_by_hand(const question *q)
{
	uint32_t best = 0;
	uint64_t distance = UINT64_MAX;

	for (uint32_t n = 0; n < q->w->grid->cells; n++)
	{
		uint64_t d = open_ground_cost(q->w, q->query.goal, n);

		if (q->truth[n] == FR_UNREACHED || d > distance ||
			(d == distance && q->truth[n] >= q->truth[best]))
			continue;
		best = n;
		distance = d;
	}
	return best;
}

static bool
route_holds(const question *q, const fr_closest *closest)
{
	static uint8_t moves[MAX_CELLS];
	const world *w = q->w;
	oracle_cost sum;

	if (closest->route.moves >= w->grid->cells)
		return false;
	list_moves(&closest->route, moves);
	return world_path(w, q->query.start, closest->cell, moves, closest->route.moves + 1,
					  &sum) &&
		   world_units(w, sum) == closest->cost;
}

static void
check_pair(question *q, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	fr_closest closest;
	fr_status status;
	uint32_t best;
	uint64_t bound;
	uint64_t remaining;

	malloc_arena_clear(&taken);
	q->query.arena = &taken.core;
	status = fr_closest_to(&q->query, fr_sweep_workspace_on(q->query.grid, workspace),
						   &poll, &closest);
	if (q->truth[q->query.start] == FR_UNREACHED)
	{
		expect(BLOCKED, status == FR_OK && !closest.found, w, NULL);
		return;
	}
	best = closest_by_hand(q);
	if (status == FR_COST_RANGE || q->truth[best] > w->costs.limit)
	{
		expect(RANGE, status == FR_COST_RANGE && q->truth[best] > w->costs.limit, w,
			   NULL);
		return;
	}
	if (q->truth[q->query.goal] != FR_UNREACHED)
		expect(REACHABLE, closest.cell == q->query.goal, w, NULL);
	expect(NEAREST, closest.found && closest.cell == best, w, NULL);
	bound = fr_obstacle_free_distance(w->grid, best, q->query.goal);
	remaining = open_ground_cost(q->w, q->query.goal, best);
	expect(REMAINING, closest.remaining == remaining && remaining >= bound, w, NULL);
	if (remaining > bound)
		expect(ZIGZAG, fr_costs_zigzag(&w->costs, w->grid->octile), w, NULL);
	expect(ROUTE, closest.cost == q->truth[best] && route_holds(q, &closest), w, NULL);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);

	q.w = w;
	q.query = (fr_query){
		.grid = w->grid, .method = &resolved, .start = chance_below(c, w->grid->cells)};
	world_costs(q.w, q.query.start, q.truth);
	for (int i = 0; i < PAIRS; i++)
	{
		q.query.goal = chance_below(c, w->grid->cells);
		check_pair(&q, workspace);
	}
}

int
main(int argc, char **argv)
{
	method = method_of("auto");
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 10000, MAX_SIDE, check_world, CHECKS);
}
