/*
 * test_territory.c - sweeps from several cells, and who owns what, against the oracle
 *
 *     test_territory [CASES [SEED]]
 */
#include "advance.h"
#include "checks.h"

#define MAX_SIDE 24
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define MAX_STARTS 6

enum
{
	REACHED,
	OWNED,
	BOUNDED,
	RANGE,
	DECIMAL,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "costs from the nearest start are the oracle's"},
	{.name = "owners are the nearest starts, the first of equally near ones"},
	{.name = "within a bound, costs and owners are the same; beyond it there are none"},
	{.name = "costs out of range are said to be"},
	{.name = "a decimal is whole in finer units, where costs have the same values"},
};

static fr_method method;

/* Several starts, and what the oracle says of each cell. */
typedef struct question
{
	const world *w;
	fr_workspace *workspace;
	fr_query query;
	advances advances;
	uint32_t starts[MAX_STARTS];
	size_t count;
	uint64_t cost[MAX_CELLS]; /* FR_UNREACHED: no path */
	uint32_t owner[MAX_CELLS];
} question;

static void
ask_oracle(question *q)
{
	static uint64_t costs[MAX_CELLS];
	uint32_t cells = q->w->grid->cells;

	for (uint32_t n = 0; n < cells; n++)
	{
		q->cost[n] = FR_UNREACHED;
		q->owner[n] = 0;
	}
	for (size_t i = 0; i < q->count; i++)
	{
		world_costs(q->w, q->starts[i], costs);
		for (uint32_t n = 0; n < cells; n++)
		{
			uint64_t cost = advanced(&q->advances, costs[n], i);

			if (cost < q->cost[n])
			{
				q->cost[n] = cost;
				q->owner[n] = (uint32_t) i + 1;
			}
		}
	}
}

/* Blocked, repeated and neighbouring starts too. */
static void
choose_starts(question *q, chance *c)
{
	uint32_t cells = q->w->grid->cells;

	q->count = chance_below(c, MAX_STARTS + 1);
	for (size_t i = 0; i < q->count; i++)
		if (i > 0 && chance_below(c, 3) == 0)
			q->starts[i] = (q->starts[i - 1] + chance_below(c, 3)) % cells;
		else
			q->starts[i] = chance_below(c, cells);
}

static bool
is_reachable(const question *q, uint32_t n)
{
	return q->cost[n] != FR_UNREACHED;
}

static bool
in_range(const question *q)
{
	for (uint32_t n = 0; n < q->w->grid->cells; n++)
		if (is_reachable(q, n) && q->cost[n] > q->query.grid->costs.limit)
			return false;
	return true;
}

static bool
costs_hold(const question *q, uint64_t bound)
{
	for (uint32_t n = 0; n < q->w->grid->cells; n++)
		if (fr_distance(q->workspace, n) !=
			(q->cost[n] <= bound ? q->cost[n] : FR_UNREACHED))
			return false;
	return true;
}

static bool
owners_hold(const question *q, uint64_t bound)
{
	for (uint32_t n = 0; n < q->w->grid->cells; n++)
		if (fr_voronoi_owner(q->workspace, n) != (q->cost[n] <= bound ? q->owner[n] : 0))
			return false;
	return true;
}

static void
check_bound(question *q, uint64_t bound)
{
	fr_poll poll = no_poll();
	fr_status status =
		fr_reach_from(&q->query, (fr_cells){q->starts, q->count}, bound, false,
					  fr_sweep_workspace_on(q->query.grid, q->workspace), &poll);
	bool all = bound == q->query.grid->costs.limit;

	if (all && !in_range(q))
	{
		expect(RANGE, status == FR_COST_RANGE, q->w, NULL);
		return;
	}
	expect(all ? REACHED : BOUNDED, status == FR_OK && costs_hold(q, bound), q->w, NULL);
	fr_voronoi_partition(&q->query, q->starts, q->count,
						 fr_sweep_workspace_on(q->query.grid, q->workspace), &poll);
	expect(all ? OWNED : BOUNDED, owners_hold(q, bound), q->w, NULL);
}

/* Equal but for two roundings, which a value under root2 may have more than one of. */
static bool
is_value(const fr_costs *costs, uint64_t cost, double value)
{
	double slack = costs->root2 ? value * 0x1p-51 : 0;
	double is = fr_cost_value(costs, cost);

	return is >= value - slack && is <= value + slack;
}

/* A decimal in the finer units that it needs has its own value; so have costs of paths. */
static void
check_decimal(const question *q, chance *c)
{
	fr_decimal decimal = {chance_below(c, 100000), chance_below(c, 5)};
	double value = (double) decimal.digits / (double) fr_power10(decimal.scale);
	fr_costs costs = q->w->costs;
	fr_costs finer = costs;
	uint32_t parts = 1;

	if (!fr_costs_parts(&costs, decimal, &parts) ||
		!fr_costs_refine(&finer, parts, (uint64_t) q->w->map.width + q->w->map.height) ||
		fr_cost_whole(&finer, decimal) > finer.limit)
		return;
	expect(DECIMAL,
		   is_value(&finer, fr_cost_whole(&finer, decimal), value) &&
			   (parts == 1 || fr_cost_whole(&costs, decimal) > costs.limit),
		   q->w, NULL);
	for (uint32_t n = 0; n < q->w->grid->cells; n++)
	{
		uint64_t cost = fr_distance(q->workspace, n);

		if (!q->advances.any && cost < finer.limit / parts)
			expect(DECIMAL,
				   fr_cost_value(&finer, cost * parts) == fr_cost_value(&costs, cost),
				   q->w, NULL);
	}
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);
	fr_poll poll = no_poll();

	q = (question){
		.w = w, .workspace = workspace, .query = {.grid = w->grid, .method = &resolved}};
	q.advances = draw_advances(w->grid, c, &taken.core, &poll);
	q.query.grid = q.advances.grid;
	q.query.advance = q.advances.any ? q.advances.cost : NULL;
	choose_starts(&q, c);
	ask_oracle(&q);
	check_bound(&q, q.query.grid->costs.limit);
	check_bound(&q, q.query.grid->costs.step_max * chance_below(c, 12));
	check_decimal(&q, c);
	malloc_arena_clear(&taken);
}

int
main(int argc, char **argv)
{
	method = method_of("auto");
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 10000, MAX_SIDE, check_world, CHECKS);
}
