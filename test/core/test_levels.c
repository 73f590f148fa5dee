/*
 * test_levels.c - the bound by levels of weight, on small maps with rare cheap cells
 *
 *     test_levels [CASES [SEED]]
 *
 * Consistency is checked on every step and for every goal, and costs by all methods that
 * use the bound, against the oracle.
 */
#include "checks.h"

#define MAX_SIDE 12
#define PAIRS 4

enum
{
	CONSISTENT,
	BACKWARD,
	AT_GOAL,
	ABOVE_LEAST,
	HIGHER,
	COST,
	PATH,
	ROUTE,
	LEAST,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "no step lowers the bound by more than it costs"},
	{.name = "nor a step in reverse, from the goal"},
	{.name = "the bound is 0 at the goal"},
	{.name = "it is at least the distance times the least weight"},
	{.name = "and mostly above it"},
	{.name = "costs are the oracle's"},
	{.name = "paths are legal and cost so much"},
	{.name = "auto has the bound wherever cheap cells are rare"},
	{.name = "distances are weighed by the least weight of a position"},
};

static const char *const methods[] = {
	"auto",
	"astar(heuristic=levels)",
	"astar(open=heap, heuristic=levels)",
	"astar(open=tree, tie=lifo, heuristic=levels)",
	"astar(open=list, moves=all, heuristic=levels)",
	"fringe(heuristic=levels)",
	"fringe(buckets=3, heuristic=levels)",
	"fringe(pick=min_g, heuristic=levels)",
	"fringe(list=array, heuristic=levels)",
	"fringe(list=array, step=2, heuristic=levels)",
	"idastar(memory=g, heuristic=levels)",
	"jump(heuristic=levels)",
};

static uint64_t
bound_at(const fr_heuristic *h, const fr_grid *grid, uint32_t n)
{
	fr_cell at = fr_grid_cell(grid, n);

	return fr_h_levels(h, h->shape, n, at.x, at.y);
}

static void
check_goal(const world *w, uint32_t goal)
{
	const fr_grid *grid = w->grid;
	fr_heuristic h = {.levels = grid->levels, .shape = grid->costs.shape};
	bool consistent = true;
	bool backward = true;
	bool least = true;
	bool higher = false;

	fr_heuristic_aim(&h, grid, goal);
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint64_t bound = bound_at(&h, grid, n);
		uint64_t plain = grid->costs.free ? 0 : fr_obstacle_free_distance(grid, n, goal);

		if (fr_grid_blocked(grid, n))
			continue;
		least &= bound >= plain;
		higher |= bound > plain;
		for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
		{
			int d = __builtin_ctz(moves);
			uint64_t next = bound_at(&h, grid, n + (uint32_t) grid->offset[d]);
			uint64_t cost = fr_step_cost(grid, n, d);

			consistent &= bound <= cost + next;
			backward &= next <= cost + bound;
		}
	}
	expect(CONSISTENT, consistent, w, NULL);
	expect(BACKWARD, backward, w, NULL);
	expect(AT_GOAL, bound_at(&h, grid, goal) == 0, w, NULL);
	expect(ABOVE_LEAST, least, w, NULL);
	checks[HIGHER].held += higher;
}

static void
check_pair(const world *w, uint32_t start, uint32_t goal, oracle_cost cost,
		   fr_workspace *workspace)
{
	for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
	{
		fr_method asked = method_of(methods[m]);
		fr_method method = fr_method_resolve(&asked, w->grid);
		fr_poll poll = no_poll();
		fr_query query = {
			.grid = w->grid, .method = &method, .start = start, .goal = goal};
		bool reached = cost.a >= 0;
		fr_result r;
		fr_status status = search_with(query, workspace, &poll, &r);

		if (m == 0)
			expect(ROUTE, fr_method_needs_levels(&method) == (w->grid->levels != NULL), w,
				   methods[m]);
		if (reached && world_units(w, cost) > w->costs.limit)
			continue;
		if (expect(COST,
				   status == FR_OK && r.found == reached &&
					   (!reached || r.cost == world_units(w, cost)),
				   w, methods[m]) &&
			reached)
			expect(PATH, world_right_path(w, start, goal, &r, cost), w, methods[m]);
	}
}

/* The least weight that an agent has anywhere, which may be more than that of a cell. */
static void
check_least(const world *w)
{
	const fr_grid *grid = w->grid;
	uint64_t least = UINT64_MAX;
	fr_norm norm = fr_costs_norm(&grid->costs, grid->octile);

	for (uint32_t n = 0; grid->terrain && n < grid->cells; n++)
	{
		uint64_t weight = grid->costs.weight[grid->terrain[n]];

		weight = fr_step_weight(grid->costs.weigh, weight, weight);
		if (!fr_grid_blocked(grid, n) && weight < least)
			least = weight;
	}
	if (least < UINT64_MAX)
		expect(LEAST,
			   grid->costs.h.straight == norm.straight * least &&
				   grid->costs.h.diagonal == norm.diagonal * least,
			   w, NULL);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	uint32_t cells = w->grid->cells;
	oracle_cost *costs;

	check_least(w);
	if (w->grid->levels == NULL)
		return;
	costs = new_block(cells * sizeof *costs);
	for (uint32_t goal = 0; goal < cells; goal++)
		check_goal(w, goal);
	for (int i = 0; i < PAIRS; i++)
	{
		uint32_t start = chance_below(c, cells);
		uint32_t goal = chance_below(c, cells);

		oracle_dijkstra(&w->oracle, world_point(w, start), costs);
		check_pair(w, start, goal, costs[goal], workspace);
	}
	free(costs);
}

int
main(int argc, char **argv)
{
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 40000, MAX_SIDE, check_world, CHECKS);
}
