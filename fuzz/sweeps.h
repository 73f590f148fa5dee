/*
 * sweeps.h - what sweeps answer to a question: costs, nearest goals, cells within a bound
 */
#ifndef FRINGE_FUZZ_SWEEPS_H
#define FRINGE_FUZZ_SWEEPS_H

#include "answers.h"

static inline void
check_goals(const question *q, fr_status status, const uint64_t *costs, uint64_t most)
{
	if (!is_in_range(q, most))
	{
		holds(q, status == FR_COST_RANGE, "costs out of range are said to be");
		return;
	}
	holds(q, status == FR_OK, "costs in range are told");
	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];

		/* beyond the k-th, a turn after the last step leaves more costs known */
		holds(q,
			  costs[i] == (truth <= most ? truth : FR_UNREACHED) ||
				  (fr_has_headings(&q->w->costs) && costs[i] == truth),
			  "goals cost what the oracle says");
	}
}

/*
 * How many different goals in reach cost less than this. A cost out of range may exceed
 * FR_UNREACHED, so goals out of reach are left out by name.
 */
static inline size_t
count_nearer(const question *q, uint64_t cost)
{
	bool counted[WORLD_CELLS] = {false};
	size_t nearer = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t truth = q->truth[q->goals[i]];

		nearer += !counted[q->goals[i]] && truth != FR_UNREACHED && truth < cost;
		counted[q->goals[i]] = true;
	}
	return nearer;
}

/* What it costs to the goal that is k-th, from 1, or to the last in reach. */
static inline uint64_t
cost_of_kth(const question *q, size_t k)
{
	uint64_t most = 0;

	for (size_t i = 0; i < q->count; i++)
	{
		uint64_t cost = q->truth[q->goals[i]];

		if (cost != FR_UNREACHED && cost > most && count_nearer(q, cost) < k)
			most = cost;
	}
	return most;
}

static inline void
check_way(question *q, const fr_query *query, uint32_t goal, uint64_t cost)
{
	fr_route route = fr_distance_route(query, goal, workspace, &q->calls.poll);

	check_route_to(q, goal, &route, cost);
	malloc_arena_clear(&q->calls.memory);
}

static inline void
check_nearest_goals(question *q, const fr_query *query)
{
	uint64_t most = cost_of_kth(q, q->k);
	uint64_t costs[MAX_GOALS];
	fr_status status =
		fr_nearest(query, (fr_cells){q->goals, q->count}, q->k,
				   fr_sweep_workspace_on(query->grid, workspace), &q->calls.poll, costs);

	check_goals(q, status, costs, most);
	for (size_t i = 0; status == FR_OK && i < q->count; i++)
		if (costs[i] != FR_UNREACHED)
			check_way(q, query, q->goals[i], costs[i]);
}

static inline void
check_cells_within(question *q, const fr_query *query)
{
	const world *w = q->w;
	fr_status status = fr_reach(
		query, q->bound, fr_sweep_workspace_on(query->grid, workspace), &q->calls.poll);
	bool ranges = true;

	for (uint32_t i = 0; i < w->grid->cells; i++)
		ranges &= is_in_range(q, q->truth[i]);
	if (q->bound == w->costs.limit && !ranges)
	{
		holds(q, status == FR_COST_RANGE, "cells out of range are said to be");
		return;
	}
	holds(q, status == FR_OK, "cells within a bound are told");
	for (uint32_t i = 0; i < w->grid->cells; i++)
		holds(q,
			  fr_distance(workspace, i) ==
				  (q->truth[i] <= q->bound ? q->truth[i] : FR_UNREACHED),
			  "cells within a bound cost what the oracle says, and no others are");
}

static inline void
sweep_and_leave_at(question *q, const fr_query *query, uint32_t polls)
{
	uint64_t ignored[MAX_GOALS];

	q->calls.leaver.polls_left = (int) polls;
	if (!setjmp(q->calls.leaver.out))
	{
		fr_reach(query, q->bound, fr_sweep_workspace_on(query->grid, workspace),
				 &q->calls.poll);
		fr_costs_to(query, (fr_cells){q->goals, q->count},
					fr_sweep_workspace_on(query->grid, workspace), &q->calls.poll,
					ignored);
	}
	q->calls.leaver.polls_left = INT_MAX;
}

static inline void
check_sweeps(question *q, uint32_t leaving)
{
	fr_query query = {.grid = q->w->grid,
					  .method = &q->method,
					  .start = q->start,
					  .arena = &q->calls.arena};
	uint64_t costs[MAX_GOALS];
	fr_status status;

	if (leaving > 0)
		sweep_and_leave_at(q, &query, leaving % 8);
	compared += 3;
	status =
		fr_costs_to(&query, (fr_cells){q->goals, q->count},
					fr_sweep_workspace_on(query.grid, workspace), &q->calls.poll, costs);
	check_goals(q, status, costs, cost_of_kth(q, MAX_GOALS));
	check_nearest_goals(q, &query);
	check_cells_within(q, &query);
}

#endif /* FRINGE_FUZZ_SWEEPS_H */
