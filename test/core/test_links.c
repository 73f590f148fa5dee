/*
 * test_links.c - searches and sweeps on maps with links, against the oracle of linked.h
 *
 *     test_links [CASES [SEED]]
 */
#include "linked_checks.h"

#define MAX_SIDE 12

enum
{
	AHEAD,
	BACK,
	SEARCHED,
	JUMPED,
	STOPPED,
	WALKED,
	PRICED,
	READ,
	COSTS,
	NEAREST,
	REACHABLE,
	GROUPED,
	CLOSEST,
	OWNED,
	UNLINKED,
	RANGE,
	REFUSED,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs of a sweep are the oracle's"},
	{.name = "costs of a sweep backward are the oracle's"},
	{.name = "the methods sweep and jump find the oracle's cost"},
	{.name = "jump finds it for every goal, and its route"},
	{.name = "jump stops at a limit, and says so"},
	{.name = "routes take steps and links that there are, and cost as much"},
	{.name = "the price of a route is its cost"},
	{.name = "a route is the same by its text and by its bytes"},
	{.name = "costs to many cells are the oracle's"},
	{.name = "the nearest of many are the oracle's"},
	{.name = "what is reachable is what the oracle reaches"},
	{.name = "groups of components are of cells that reach each other"},
	{.name = "the closest cell is the goal where that is reachable, else one that is"},
	{.name = "owners are the first of the nearest starts"},
	{.name = "without an open link the grid is one without links, and sweep serves it"},
	{.name = "costs that are out of range are said to be"},
	{.name = "other methods do not fit"},
};

/* ---- checks ------------------------------------------------------------------ */

static bool
in_range(const linked_world *l, int which)
{
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		uint64_t cost = units(l, l->costs[which][n]);

		if (cost != FR_UNREACHED && cost > l->w.costs.limit)
			return false;
	}
	return true;
}

static void
check_sweep(linked_world *l, int which)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method, .start = l->starts[which]};
	fr_poll poll = no_poll();
	fr_status status = fr_reach(&query, l->w.costs.limit,
								fr_sweep_workspace_on(query.grid, nodes), &poll);
	bool right = true;

	if (!in_range(l, which))
	{
		expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
		return;
	}
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
		right &= fr_distance(nodes, n) == units(l, l->costs[which][n]);
	expect(AHEAD, right && status == FR_OK, &l->w, l->text);
}

/* Towards each of the starts, for the other starts. */
static void
check_back(linked_world *l, int which)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method};
	fr_poll poll = no_poll();
	fr_status status =
		fr_reach_from(&query, (fr_cells){&l->starts[which], 1}, l->w.costs.limit, true,
					  fr_sweep_workspace_on(query.grid, nodes), &poll);

	for (int i = 0; i < MAX_STARTS; i++)
	{
		uint64_t cost = units(l, l->costs[i][l->starts[which]]);

		if (status == FR_OK)
			expect(BACK, fr_distance(nodes, l->starts[i]) == cost, &l->w, l->text);
		else
			expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
	}
}

static bool
read_again(const uint8_t *packed, size_t size)
{
	fr_poll poll = no_poll();
	size_t length = fr_path_text_size(packed, size, &poll);
	char *text = new_block(length);
	uint8_t *again = new_block(fr_path_parse_size(length));
	fr_error error;
	size_t taken_size;
	bool same;

	fr_path_write(packed, size, text, &poll);
	same = fr_path_check(packed, size, &poll, &error) == FR_OK &&
		   fr_path_parse(text, length, again, &taken_size, &poll, &error) == FR_OK &&
		   taken_size == size && memcmp(again, packed, size) == 0;
	free(text);
	free(again);
	return same;
}

static void
check_route(linked_world *l, const fr_result *r, uint32_t goal, oracle_cost wanted)
{
	fr_poll poll = no_poll();
	uint8_t *packed = new_block(fr_path_packed_size(&r->route, &poll));
	size_t size = fr_path_pack(&r->route, packed, &poll);
	oracle_cost cost;
	uint64_t price;

	expect(WALKED,
		   walk_route(l, packed, size, goal, &cost) &&
			   oracle_compare(cost, wanted) == 0 &&
			   (uint64_t) r->length == fr_path_length(packed, size, &poll),
		   &l->w, l->text);
	expect(PRICED,
		   fr_path_price(l->w.grid, packed, size, &price, &poll) && price == r->cost,
		   &l->w, l->text);
	expect(READ, read_again(packed, size), &l->w, l->text);
	free(packed);
}

static void
check_search(linked_world *l, const char *text, int which, uint32_t goal)
{
	fr_method method = method_of(text);
	fr_poll poll = no_poll();
	oracle_cost wanted = l->costs[which][goal];
	uint64_t cost = units(l, wanted);
	fr_result r = {0};
	fr_status status;

	if (fr_method_fits(&method, l->w.grid))
		return;
	status = search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);

	if (cost != FR_UNREACHED && cost > l->w.costs.limit)
		expect(RANGE, status == FR_COST_RANGE, &l->w, l->text);
	else if (cost == FR_UNREACHED)
		expect(SEARCHED, status == FR_OK && !r.found, &l->w, l->text);
	else if (expect(SEARCHED, status == FR_OK && r.found && r.cost == cost, &l->w,
					l->text))
		check_route(l, &r, goal, wanted);
}

/* By jump to each cell, where it serves the map. */
static void
check_jumps(linked_world *l, int which, const char *text)
{
	fr_method method = method_of(text);
	fr_poll poll = no_poll();
	fr_result r = {0};

	if (fr_method_fits(&method, l->w.grid) || !in_range(l, which))
		return;
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		oracle_cost wanted = l->costs[which][n];
		fr_status status =
			search_pair(l->w.grid, &method, l->starts[which], n, nodes, &poll, &r);
		bool right = status == FR_OK && r.found == (wanted.a >= 0);

		if (!expect(JUMPED, right && (!r.found || r.cost == units(l, wanted)), &l->w,
					l->text) ||
			!r.found)
			continue;
		check_route(l, &r, n, wanted);
	}
}

/* With a limit of expansions below those that it takes, and at them. */
static void
check_limit(linked_world *l, int which, uint32_t goal)
{
	fr_method method = method_of("jump");
	fr_poll poll = no_poll();
	fr_result free = {0};
	fr_result r = {0};
	bool right;

	if (fr_method_fits(&method, l->w.grid) ||
		search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &free) ||
		free.expanded < 2)
		return;
	method.option[FR_MAX_EXPANDED].digits = (uint64_t) free.expanded - 1;
	search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);
	right = r.expanded <= free.expanded - 1 &&
			(!r.complete ? !r.found : r.found && r.cost == free.cost);
	method.option[FR_MAX_EXPANDED].digits = (uint64_t) free.expanded + 1;
	search_pair(l->w.grid, &method, l->starts[which], goal, nodes, &poll, &r);
	expect(STOPPED, right && same_counters(&r, &free), &l->w, l->text);
}

static void
check_reachable(linked_world *l, int which, uint32_t goal)
{
	fr_query query = {.grid = l->w.grid, .start = l->starts[which], .goal = goal};
	fr_poll poll = no_poll();
	bool reached =
		fr_is_reachable(&query, fr_sweep_workspace_on(query.grid, nodes), &poll);
	bool wanted = l->costs[which][goal].a >= 0;

	expect(REACHABLE,
		   reached == wanted &&
			   (!wanted || fr_grid_connected(l->w.grid, query.start, query.goal)),
		   &l->w, l->text);
}

static void
check_groups(linked_world *l)
{
	fr_poll poll = no_poll();
	const uint32_t *groups = fr_component_groups(l->w.grid, &taken.core, &poll);

	for (int i = 0; i < MAX_STARTS; i++)
		for (int k = 0; k < MAX_STARTS; k++)
		{
			uint32_t a = fr_grid_strong(l->w.grid, l->starts[i]);
			uint32_t b = fr_grid_strong(l->w.grid, l->starts[k]);
			bool mutual =
				l->costs[i][l->starts[k]].a >= 0 && l->costs[k][l->starts[i]].a >= 0;

			if (a > 0 && b > 0)
				expect(GROUPED, (groups[a] == groups[b]) == mutual, &l->w, l->text);
		}
}

static void
check_closest(linked_world *l, int which, uint32_t goal)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid,
					  .method = &method,
					  .start = l->starts[which],
					  .goal = goal,
					  .arena = &taken.core};
	fr_poll poll = no_poll();
	fr_closest closest;
	fr_status status =
		fr_closest_to(&query, fr_sweep_workspace_on(query.grid, nodes), &poll, &closest);
	bool free_start = l->costs[which][l->starts[which]].a >= 0;

	if (!in_range(l, which))
		return;
	expect(CLOSEST,
		   status == FR_OK && closest.found == free_start &&
			   (!free_start || (closest.cost == units(l, l->costs[which][closest.cell]) &&
								(closest.cell == goal || l->costs[which][goal].a < 0))),
		   &l->w, l->text);
}

static void
check_many(linked_world *l, int which, chance *c)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method, .start = l->starts[which]};
	fr_poll poll = no_poll();
	uint32_t goals[8];
	uint64_t costs[8];
	uint64_t nearest[8];
	bool right = true;
	bool near = true;

	for (int i = 0; i < 8; i++)
		goals[i] = chance_below(c, l->w.grid->cells);
	if (!in_range(l, which) ||
		fr_costs_to(&query, (fr_cells){goals, 8},
					fr_sweep_workspace_on(query.grid, nodes), &poll, costs) ||
		fr_nearest(&query, (fr_cells){goals, 8}, 2,
				   fr_sweep_workspace_on(query.grid, nodes), &poll, nearest))
	{
		expect(RANGE, !in_range(l, which), &l->w, l->text);
		return;
	}
	for (int i = 0; i < 8; i++)
	{
		int nearer = 0;

		right &= costs[i] == units(l, l->costs[which][goals[i]]);
		for (int k = 0; k < 8; k++)
		{
			bool repeated = false;

			for (int j = 0; j < k; j++)
				repeated |= goals[j] == goals[k];
			nearer += !repeated && costs[k] < costs[i];
		}
		near &= nearest[i] == (nearer < 2 ? costs[i] : FR_UNREACHED);
	}
	expect(COSTS, right, &l->w, l->text);
	expect(NEAREST, near, &l->w, l->text);
}

static void
check_owners(linked_world *l)
{
	fr_method method = resolved(l);
	fr_query query = {.grid = l->w.grid, .method = &method};
	fr_poll poll = no_poll();
	bool right = true;

	for (int i = 0; i < MAX_STARTS; i++)
		if (!in_range(l, i))
			return;
	fr_reach_from(&query, (fr_cells){l->starts, MAX_STARTS}, l->w.costs.limit, false,
				  fr_sweep_workspace_on(query.grid, nodes), &poll);
	fr_voronoi_partition(&query, l->starts, MAX_STARTS,
						 fr_sweep_workspace_on(query.grid, nodes), &poll);
	for (uint32_t n = 0; n < l->w.grid->cells; n++)
	{
		uint64_t least = FR_UNREACHED;
		uint32_t owner = 0;

		for (uint32_t i = 0; i < MAX_STARTS; i++)
			if (units(l, l->costs[i][n]) < least)
			{
				least = units(l, l->costs[i][n]);
				owner = i + 1;
			}
		right &= fr_voronoi_owner(nodes, n) == owner && fr_distance(nodes, n) == least;
	}
	expect(OWNED, right, &l->w, l->text);
}

static void
check_methods(linked_world *l)
{
	static const char *const texts[] = {"astar", "fringe", "idastar", "visibility",
										"astar(heuristic=alt)"};
	fr_method jump = method_of("jump");
	bool jumps = l->w.costs.jumps != FR_NO_JUMPS;
	bool refused = (fr_method_fits(&jump, l->w.grid) == FR_OK) == jumps;

	for (int i = 0; i < 5; i++)
	{
		fr_method method = method_of(texts[i]);

		refused &= fr_method_fits(&method, l->w.grid) != FR_OK;
	}
	expect(REFUSED, refused && resolved(l).search == (jumps ? FR_JUMP : FR_DIJKSTRA),
		   &l->w, l->text);
}

/* Without open links the method is compared by itself. */
static void
check_unlinked(linked_world *l, uint32_t goal)
{
	fr_method method = method_of("sweep");
	fr_poll poll = no_poll();
	uint64_t cost = units(l, l->costs[0][goal]);
	fr_result r = {0};

	if (!in_range(l, 0))
		return;
	search_pair(l->w.grid, &method, l->starts[0], goal, nodes, &poll, &r);
	expect(UNLINKED,
		   l->w.grid->links == NULL && r.found == (cost != FR_UNREACHED) &&
			   (!r.found || r.cost == cost),
		   &l->w, l->text);
}

static void
check_each(linked_world *l, chance *c)
{
	if (l->way_count == 0)
	{
		check_unlinked(l, chance_below(c, l->w.grid->cells));
		return;
	}
	check_methods(l);
	check_owners(l);
	check_groups(l);
	for (int i = 0; i < MAX_STARTS; i++)
	{
		uint32_t goal = chance_below(c, l->w.grid->cells);

		check_sweep(l, i);
		check_back(l, i);
		check_search(l, "sweep", i, goal);
		check_search(l, "jump", i, goal);
		check_jumps(l, i, "jump");
		if (l->w.grid->levels)
			check_jumps(l, i, "jump(heuristic=levels)");
		check_limit(l, i, goal);
		check_reachable(l, i, goal);
		check_closest(l, i, goal);
		check_many(l, i, c);
	}
}

int
main(int argc, char **argv)
{
	world_blocked = world_sided = 25;
	return check_linked_worlds(argc, argv, 10000, MAX_SIDE, check_each, CHECKS);
}
