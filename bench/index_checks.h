/*
 * index_checks.h - are the answers of index.c right?
 */
#ifndef FRINGE_BENCH_INDEX_CHECKS_H
#define FRINGE_BENCH_INDEX_CHECKS_H

#include <math.h>

#include "core/anyangle/anyangle.h"
#include "index_board.h"

static inline uint64_t
cost_of(const board *a, fr_cell start, fr_cell goal)
{
	return index_cost(&a->built, start, goal);
}

/* Lengths in scenario files are rounded: see native.c. */
static inline bool
is_near(const board *a, uint64_t cost, double optimal, bool moves)
{
	if (optimal == 0 && moves)
		return cost == FR_UNREACHED;
	return cost != FR_UNREACHED &&
		   fabs(fr_cost_value(&a->built.index.costs, cost) - optimal) <= 1e-5 * optimal;
}

static inline void
check_scenarios(const board *a, figures *f)
{
	const pairs *p = &a->scenarios;

	for (long i = 0; i < p->count; i++)
		f->wrong +=
			!is_near(a, cost_of(a, p->starts[i], p->goals[i]), p->optimal[i],
					 p->starts[i].x != p->goals[i].x || p->starts[i].y != p->goals[i].y);
	f->asked += (double) p->count;
}

/* Every cell from some: the lengths of a search of all cells, to the bit. */
static inline void
check_lengths(const board *a, long sources, figures *f)
{
	fr_method method = fr_method_auto();
	fr_method resolved = fr_method_resolve(&method, a->grid);
	uint32_t nodes = fr_search_nodes(a->grid, &resolved);
	size_t size = fr_workspace_size(nodes, &resolved);
	fr_workspace *workspace = fr_workspace_init(new_block(size), size, nodes);
	uint64_t *costs = new_block(a->grid->cells * sizeof *costs);
	uint64_t random = 3;

	for (long i = 0; i < sources; i++)
	{
		malloc_arena memory = malloc_arena_make(&memory);
		fr_cell start = random_cell(a->grid, &random);
		uint32_t from = fr_grid_index(a->grid, start);
		fr_query query = {.grid = a->grid, .method = &resolved, .arena = &memory.core};

		fr_anyangle_reach(&(fr_reaching){&query, &from, 1, INFINITY, costs, NULL},
						  fr_sweep_workspace_on(query.grid, workspace), &no_poll);
		for (uint32_t n = 0; n < a->grid->cells; n++)
			f->wrong += cost_of(a, start, fr_grid_cell(a->grid, n)) != costs[n];
		f->asked += a->grid->cells;
		malloc_arena_clear(&memory);
	}
	free(costs);
	free(workspace);
}

/* Every cell from some: the costs of a sweep, to the bit. */
static inline void
check_costs(const board *a, long sources, figures *f)
{
	fr_method method = fr_method_auto();
	fr_method resolved = fr_method_resolve(&method, a->grid);
	size_t size = fr_workspace_size(a->grid->cells, &resolved);
	fr_workspace *workspace = fr_workspace_init(new_block(size), size, a->grid->cells);
	uint64_t random = 3;

	for (long i = 0; i < sources; i++)
	{
		fr_cell start = random_cell(a->grid, &random);
		fr_query query = {
			.grid = a->grid, .method = &resolved, .start = fr_grid_index(a->grid, start)};

		fr_reach(&query, a->grid->costs.limit,
				 fr_sweep_workspace_on(query.grid, workspace), &no_poll);
		for (uint32_t n = 0; n < a->grid->cells; n++)
			f->wrong +=
				cost_of(a, start, fr_grid_cell(a->grid, n)) != fr_distance(workspace, n);
		f->asked += a->grid->cells;
	}
	free(workspace);
}

static inline void
check_sources(const board *a, long sources, figures *f)
{
	if (a->grid->costs.lengths)
		check_lengths(a, sources, f);
	else
		check_costs(a, sources, f);
}

static inline void
check_routes(const board *a, const pairs *p, figures *f)
{
	for (long i = 0; i < p->count && i < MAX_ROUTES; i++)
	{
		uint64_t cost = cost_of(a, p->starts[i], p->goals[i]);

		f->asked++;
		f->wrong += !is_priced(&a->built, a->grid, p->starts[i], p->goals[i], cost);
	}
}

#endif /* FRINGE_BENCH_INDEX_CHECKS_H */
