/*
 * index_checks.h - an index of a world: every cost and route against the oracle
 *
 * The including test defines MAX_SIDE, of its worlds.
 */
#ifndef FRINGE_INDEX_CHECKS_H
#define FRINGE_INDEX_CHECKS_H

#include "index_bytes.h"

#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

/* ---- one pair ------------------------------------------------------------------------ */

static void
check_cost(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	char detail[120] = "";
	uint64_t cost = cost_of(w, m, start, goal);

	if (cost != wanted)
		snprintf(detail, sizeof detail, "from %u to %u: %llu, not %llu", start, goal,
				 (unsigned long long) cost, (unsigned long long) wanted);
	expect(COSTS, cost == wanted, w, detail);
}

/* Is the route legal, from start to goal, and does it cost so much? */
static bool
is_route(const world *w, const fr_route *route, uint32_t start, uint32_t goal,
		 uint64_t wanted)
{
	uint8_t moves[MAX_CELLS];
	oracle_cost cost;

	if (route->moves >= MAX_CELLS || fr_grid_index(w->grid, route->start) != start)
		return false;
	list_moves(route, moves);
	return world_path(w, start, goal, moves, route->moves + 1, &cost) &&
		   world_units(w, cost) == wanted;
}

/* By the index, each step alone. */
static void
check_steps(const world *w, const made *m, const fr_route *route)
{
	uint8_t moves[MAX_CELLS];
	fr_cell at = route->start;

	list_moves(route, moves);
	for (int64_t i = 0; i < route->moves; i++)
	{
		int d = moves[i];
		oracle_cost cost = {0};
		bool right = oracle_step(&w->oracle, (oracle_point){at.x, at.y}, fr_dx[d],
								 fr_dy[d], &cost) &&
					 fr_index_step(&m->index, at, d) == world_units(w, cost);

		expect(STEPS, right, w, NULL);
		at = (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
	}
}

static void
check_route(const world *w, const made *m, uint32_t start, uint32_t goal, uint64_t wanted)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();
	fr_index_query query = {&m->index, cell_at(w, start), cell_at(w, goal), m->scratch};
	fr_error error;
	uint64_t cost;
	fr_route route;
	bool right =
		fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) == FR_OK &&
		cost == wanted;

	if (right && wanted != FR_UNREACHED)
		right = is_route(w, &route, start, goal, wanted);
	if (expect(ROUTES, right, w, NULL) && wanted != FR_UNREACHED)
		check_steps(w, m, &route);
	malloc_arena_clear(&memory);
}

/* ---- all pairs from a start ---------------------------------------------------------------------- */

static void
check_start(const world *w, const made *m, chance *c, uint32_t start)
{
	static oracle_cost costs[MAX_CELLS];
	static fr_cell starts[MAX_CELLS];
	static fr_cell goals[MAX_CELLS];
	static uint64_t to[MAX_CELLS];
	static uint64_t between[MAX_CELLS];
	uint32_t cells = w->grid->cells;
	fr_index portable = m->index;
	fr_poll poll = no_poll();

	portable.vectors = false;
	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t n = 0; n < cells; n++)
	{
		starts[n] = cell_at(w, start);
		goals[n] = cell_at(w, n);
	}
	fr_index_costs_to(&portable, &(fr_index_pairs){starts, goals, cells, to}, m->scratch,
					  &poll);
	fr_index_costs(&m->index, &(fr_index_pairs){starts, goals, cells, between},
				   m->scratch, &poll);
	for (uint32_t goal = 0; goal < cells; goal++)
	{
		uint64_t wanted = costs[goal].a < 0 ? FR_UNREACHED : world_units(w, costs[goal]);

		check_cost(w, m, start, goal, wanted);
		expect(BATCH, to[goal] == wanted && between[goal] == wanted, w, NULL);
		if (chance_below(c, 8) == 0)
			check_route(w, m, start, goal, wanted);
	}
}

static void
check_index(const world *w, const made *m, chance *c)
{
	uint32_t cells = w->grid->cells;
	uint32_t starts = cells < 200 ? cells : 30;

	for (uint32_t i = 0; i < starts; i++)
		check_start(w, m, c, cells < 200 ? i : chance_below(c, cells));
	check_bytes(w, m, c);
}

#endif /* FRINGE_INDEX_CHECKS_H */
