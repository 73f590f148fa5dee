/*
 * test_wrap.c - worlds whose opposite edges are joined, against an oracle that counts modulo
 *
 *     test_wrap [CASES [SEED]]
 *
 * Random worlds with and without links: weights, one-way codes, rules of corners, agents of
 * several cells, oblong cells, and rings of one or two cells.
 */
#include "checks.h"
#include "linked.h"
#include "open_ground.h"

#define CASES 3000
#define SMALL_SIDE 7
#define LARGE_SIDE 40
#define GOALS 8

enum
{
	COSTS,
	ROUTES,
	PRICES,
	SWEEPS,
	SWEPT_ROUTES,
	BACKWARD,
	NEAREST,
	REACHED,
	BOUNDS,
	CLOSEST,
	REFUSED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "a search has the oracle's cost"},
	{.name = "the oracle walks the route at this cost"},
	{.name = "the stored route has this price"},
	{.name = "a sweep has the oracle's costs"},
	{.name = "the oracle walks the routes of a sweep"},
	{.name = "a sweep towards a cell has the oracle's costs"},
	{.name = "costs of many goals are the oracle's"},
	{.name = "what is reachable is what the oracle reaches"},
	{.name = "the distance without obstacles bounds costs, the shorter way round"},
	{.name = "no reachable cell is closer to the goal than the closest one"},
	{.name = "no search jumps, and straight lines are refused"},
};

static const char *const methods[] = {
	"auto",
	"astar",
	"astar(open=heap,moves=all)",
	"astar(heuristic=alt,landmarks=3)",
	"astar(heuristic=zero)",
	"jump",
	"fringe",
	"fringe(moves=all)",
	"fringe(heuristic=altbest,best=1,landmarks=2)",
	"idastar",
	"sweep",
};

#define METHODS ((int) (sizeof methods / sizeof *methods))

static oracle_cost from_start[MAX_CELLS];

static bool
equals(const linked_world *l, uint64_t cost, oracle_cost wanted)
{
	return cost == units(l, wanted);
}

static bool
walks(const linked_world *l, const fr_route *route, uint32_t goal, oracle_cost wanted,
	  uint64_t cost)
{
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(route, &poll));
	size_t size = fr_path_pack(route, packed, &poll);
	oracle_cost walked;
	uint64_t price;
	bool right =
		walk_route(l, packed, size, goal, &walked) && oracle_compare(walked, wanted) == 0;

	expect(PRICES, fr_path_price(l->w.grid, packed, size, &price, &poll) && price == cost,
		   &l->w, l->text);
	free(packed);
	return right;
}

static void
check_search(const linked_world *l, const char *text, uint32_t start, uint32_t goal)
{
	const fr_grid *grid = l->w.grid;
	fr_method asked = method_of(text);
	fr_method method = fr_method_resolve(&asked, grid);
	fr_workspace *workspace;
	fr_poll poll = no_poll();
	fr_result r = {0};
	fr_query query = {.grid = grid, .method = &method, .start = start, .goal = goal};
	fr_landmarks *landmarks = NULL;

	if (fr_method_fits(&asked, grid))
		return;
	expect(REFUSED, method.search != FR_JUMP, &l->w, text);
	workspace = new_workspace(fr_search_nodes(grid, &method), &method);
	if (fr_method_needs_landmarks(&method))
	{
		fr_method sweep = method_of("auto");
		fr_workspace *nodes = new_workspace(fr_sweep_nodes(grid), &sweep);

		query.landmarks = landmarks = build_landmarks(grid, &method, nodes, &poll);
		free(nodes);
	}
	if (search_with(query, workspace, &poll, &r) == FR_OK &&
		expect(COSTS,
			   r.found == (from_start[goal].a >= 0) &&
				   (!r.found || equals(l, r.cost, from_start[goal])),
			   &l->w, text) &&
		r.found)
		expect(ROUTES, walks(l, &r.route, goal, from_start[goal], r.cost), &l->w, text);
	free(landmarks);
	free(workspace);
}

static bool
same_costs(const linked_world *l, const fr_workspace *workspace)
{
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		if (!equals(l, fr_distance(workspace, n), from_start[n]))
			return false;
	return true;
}

static void
check_sweeps(const linked_world *l, chance *c, uint32_t start)
{
	const fr_grid *grid = l->w.grid;
	fr_method method = resolved(l);
	fr_workspace *workspace = new_workspace(fr_sweep_nodes(grid), &method);
	fr_sweep_workspace sweep = fr_sweep_workspace_on(grid, workspace);
	fr_query query = {
		.grid = grid, .method = &method, .start = start, .arena = &taken.core};
	fr_poll poll = no_poll();
	uint32_t goals[GOALS];
	uint64_t costs[GOALS];

	malloc_arena_clear(&taken);
	for (int i = 0; i < GOALS; i++)
		goals[i] = chance_below(c, grid->cells);
	if (fr_reach(&query, l->w.costs.limit, sweep, &poll) == FR_OK)
	{
		expect(SWEEPS, same_costs(l, workspace), &l->w, l->text);
		for (int i = 0; i < GOALS; i++)
			if (from_start[goals[i]].a >= 0)
			{
				fr_route route = fr_distance_route(&query, goals[i], workspace, &poll);

				expect(SWEPT_ROUTES,
					   walks(l, &route, goals[i], from_start[goals[i]],
							 units(l, from_start[goals[i]])),
					   &l->w, l->text);
			}
	}
	if (fr_costs_to(&query, (fr_cells){goals, GOALS}, sweep, &poll, costs) == FR_OK)
		for (int i = 0; i < GOALS; i++)
			expect(NEAREST, equals(l, costs[i], from_start[goals[i]]), &l->w, l->text);
	for (int i = 0; i < 2; i++)
		if (fr_reach_from(&query, (fr_cells){&goals[i], 1}, l->w.costs.limit, true, sweep,
						  &poll) == FR_OK)
			expect(BACKWARD,
				   equals(l, fr_distance(workspace, start), from_start[goals[i]]), &l->w,
				   l->text);
	for (int i = 0; i < GOALS; i++)
	{
		query.goal = goals[i];
		expect(REACHED,
			   fr_is_reachable(&query, sweep, &poll) == (from_start[goals[i]].a >= 0),
			   &l->w, l->text);
	}
	free(workspace);
}

/* The distance by the norm of steps, of all ways round that are shorter than the map. */
static uint64_t
distance_around(const linked_world *l, const fr_heuristic *h, fr_cell a, fr_cell b)
{
	const oracle *o = &l->w.oracle;
	fr_metric plain = h->metric;
	uint64_t least = UINT64_MAX;

	plain.wrap_x = plain.wrap_y = 0;
	for (int y = -1; y <= 1; y++)
		for (int x = -1; x <= 1; x++)
		{
			fr_cell other = {a.x + x * o->width, a.y + y * o->height};
			uint64_t distance = fr_obstacle_free(FR_OTHER_SHAPES, &plain, other, b);

			if ((x == 0 || o->wrap_x) && (y == 0 || o->wrap_y) && distance < least)
				least = distance;
		}
	return least;
}

static void
check_bounds(const linked_world *l, chance *c, uint32_t start)
{
	const fr_grid *grid = l->w.grid;
	fr_method method = resolved(l);
	fr_cell at = fr_grid_cell(grid, start);

	for (int i = 0; i < GOALS && l->way_count == 0; i++)
	{
		uint32_t goal = chance_below(c, grid->cells);
		fr_heuristic h = make_heuristic(grid, NULL, &method, start, goal);
		uint64_t bound = fr_h_distance(&h, h.shape, at.x, at.y);

		expect(BOUNDS,
			   bound == distance_around(l, &h, at, fr_grid_cell(grid, goal)) &&
				   (from_start[goal].a < 0 || bound <= units(l, from_start[goal])),
			   &l->w, l->text);
	}
}

static void
check_closest(const linked_world *l, chance *c, uint32_t start)
{
	const fr_grid *grid = l->w.grid;
	fr_method method = resolved(l);
	uint32_t goal = chance_below(c, grid->cells);
	fr_workspace *workspace = new_workspace(fr_sweep_nodes(grid), &method);
	fr_query query = {.grid = grid,
					  .method = &method,
					  .start = start,
					  .goal = goal,
					  .arena = &taken.core};
	uint64_t least = UINT64_MAX;
	fr_poll poll = no_poll();
	fr_closest closest;

	malloc_arena_clear(&taken);
	for (uint32_t n = 0; n < grid->cells; n++)
		if (from_start[n].a >= 0)
		{
			uint64_t distance = open_ground_cost(&l->w, goal, n);

			least = distance < least ? distance : least;
		}
	if (fr_closest_to(&query, fr_sweep_workspace_on(grid, workspace), &poll, &closest) ==
		FR_OK)
		expect(CLOSEST,
			   closest.found == (least != UINT64_MAX) &&
				   (!closest.found ||
					(closest.remaining == least &&
					 open_ground_cost(&l->w, goal, closest.cell) == least &&
					 equals(l, closest.cost, from_start[closest.cell]))),
			   &l->w, l->text);
	free(workspace);
}

static void
check_linked(const linked_world *l, chance *c, bool small)
{
	uint32_t start = chance_below(c, l->w.grid->cells);

	ask_oracle(l, start, from_start);
	check_sweeps(l, c, start);
	check_bounds(l, c, start);
	if (!(l->w.costs.rules &
		  FR_FACTOR_RULES)) /* which change the distance on open ground */
		check_closest(l, c, start);
	for (int m = 0; m < METHODS; m++)
		if (small || strcmp(methods[m], "idastar") != 0)
			check_search(l, methods[m], start, chance_below(c, l->w.grid->cells));
}

static void
check_world(uint64_t seed)
{
	bool small = seed % 4 != 0;
	chance c = {~seed};
	linked_world l = {0};
	world w;

	world_make(&w, seed, small ? SMALL_SIDE : LARGE_SIDE);
	if (w.status == FR_OK && w.costs.wraps)
	{
		l.w = w;
		if (add_links(&l))
			check_linked(&l, &c, small);
		free_grid(l.w.grid);
		if (add_random_links(&l, &w, &c))
			check_linked(&l, &c, small);
		if (l.w.grid)
			free_grid(l.w.grid);
	}
	world_free(&w);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_wraps = 100;
	world_multiplied = true;
	world_layered = world_blocked = world_sided = 25;
	for (long i = 0; i < cases; i++)
		check_world(seed + (uint64_t) i);
	report_checks(CHECKS, cases >= CASES);
	malloc_arena_clear(&taken);
	return tap_done();
}
