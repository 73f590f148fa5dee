/*
 * flight.c - where the prey flees
 *
 * It fears hunters that pay at most `fear` to get to it. Among the cells that it reaches
 * for as much, and before any hunter, it goes to the one that hunters reach last;
 * those that they do not reach within `fear` are equally good, and the cheapest is taken.
 * Two sweeps tell the costs: from the hunters, and from the prey.
 */
#include "core/base/error.h"
#include "core/pursuit/walk.h"
#include "core/search/heuristic.h"

/* The cells around the prey that it may reach within its fear. */
typedef struct surroundings
{
	uint64_t bound; /* in the grid's unit */
	int32_t left;
	int32_t right;
	int32_t top;
	int32_t bottom;
} surroundings;

static int32_t
at_least(int64_t a, int64_t least)
{
	return (int32_t) (a < least ? least : a);
}

static int32_t
at_most(int64_t a, int64_t most)
{
	return (int32_t) (a > most ? most : a);
}

static surroundings
around_prey(const fr_chase *chase)
{
	const fr_grid *grid = chase->query.grid;
	fr_cell prey = fr_grid_cell(grid, chase->prey);
	uint64_t bound = fr_cost_bound(&grid->costs, chase->rules.fear);
	int64_t reach = at_most((int64_t) (bound / grid->costs.h_straight), FR_MAX_SIDE);

	return (surroundings){bound, at_least(prey.x - reach, 0),
						  at_most(prey.x + reach, (int64_t) grid->width - 1),
						  at_least(prey.y - reach, 0),
						  at_most(prey.y + reach, (int64_t) grid->height - 1)};
}

/* Hunters that may count: the obstacle-free distance to the prey is within the bound. */
static size_t
find_near(fr_chase *chase, uint64_t bound, const fr_poll *poll)
{
	const fr_grid *grid = chase->query.grid;
	fr_heuristic heuristic;
	fr_method method = fr_method_auto();
	size_t count = 0;

	fr_heuristic_init(&heuristic, grid, NULL, &method, chase->prey, chase->prey);
	for (size_t i = 0; i < chase->count; i++)
	{
		uint32_t cell = chase->hunters[i].walker.cell;
		fr_cell at = fr_grid_cell(grid, cell);

		fr_poll_at(poll, i + 1);
		if (fr_h_distance(&heuristic, at.x, at.y) <= bound)
			chase->near[count++] = cell;
	}
	return count;
}

/* The cost of a cell in the last sweep; FR_UNREACHED if it is above the fear. */
static uint64_t
cost_within(const fr_chase *chase, const fr_workspace *workspace, uint32_t cell)
{
	uint64_t cost = fr_distance(workspace, cell);

	if (cost != FR_UNREACHED &&
		fr_cost_value(&chase->query.grid->costs, cost) > chase->rules.fear)
		return FR_UNREACHED;
	return cost;
}

/* Keeps what hunters pay to the cells around the prey. */
static void
note_threat(fr_chase *chase, const surroundings *s, const fr_workspace *workspace,
			const fr_poll *poll)
{
	size_t cells = (size_t) (s->right - s->left + 1) * (size_t) (s->bottom - s->top + 1);
	uint64_t *threat;

	if (cells > chase->threat_room)
	{
		fr_release(chase->arena, chase->threat,
				   chase->threat_room * sizeof *chase->threat);
		chase->threat = NULL;
		chase->threat_room = 0;
		chase->threat = fr_take(chase->arena, cells * sizeof *chase->threat);
		chase->threat_room = cells;
	}
	threat = chase->threat;
	for (int32_t y = s->top; y <= s->bottom; y++)
	{
		fr_poll_now(poll);
		for (int32_t x = s->left; x <= s->right; x++)
			*threat++ = cost_within(chase, workspace,
									fr_grid_index(chase->query.grid, (fr_cell){x, y}));
	}
}

/* Does the prey, which pays `cost`, reach a cell before hunters, which pay `threat`? */
static bool
is_first(const fr_chase *chase, uint64_t cost, uint64_t threat)
{
	const fr_costs *costs = &chase->query.grid->costs;

	return threat == FR_UNREACHED ||
		   fr_cost_value(costs, cost) * chase->rules.speed <
			   fr_cost_value(costs, threat) * chase->rules.flight;
}

/* The cell to flee to, after the sweep from the prey; its own may be the best. */
static uint32_t
find_refuge(const fr_chase *chase, const surroundings *s, const fr_workspace *workspace,
			const fr_poll *poll)
{
	const uint64_t *threat = chase->threat;
	uint32_t best = chase->prey;
	uint64_t best_threat = 0;
	uint64_t best_cost = 0;

	for (int32_t y = s->top; y <= s->bottom; y++)
	{
		fr_poll_now(poll);
		for (int32_t x = s->left; x <= s->right; x++, threat++)
		{
			uint32_t cell = fr_grid_index(chase->query.grid, (fr_cell){x, y});
			uint64_t cost = cost_within(chase, workspace, cell);

			if (cost == FR_UNREACHED || !is_first(chase, cost, *threat) ||
				*threat < best_threat || (*threat == best_threat && cost >= best_cost))
				continue;
			best = cell;
			best_threat = *threat;
			best_cost = cost;
		}
	}
	return best;
}

/* Finds the route to flee; no route if there is nothing to fear. */
static fr_status
plan_flight(fr_chase *chase, fr_workspace *workspace, const fr_poll *poll)
{
	fr_query query = chase->query;
	surroundings s = around_prey(chase);
	size_t count = find_near(chase, 2 * s.bound, poll);
	fr_status status;
	uint32_t refuge;
	fr_route route;

	query.start = chase->prey;
	chase->fled = chase->tick;
	status = fr_reach_from(&query, (fr_cells){chase->near, count}, s.bound, false,
						   workspace, poll);
	if (status)
		return status;
	if (cost_within(chase, workspace, chase->prey) == FR_UNREACHED)
	{
		fr_walk_drop(&chase->runner);
		return FR_OK;
	}
	note_threat(chase, &s, workspace, poll);
	status = fr_reach(&query, s.bound, workspace, poll);
	if (status)
		return status;
	refuge = find_refuge(chase, &s, workspace, poll);
	route = fr_distance_route(&query, refuge, workspace, poll);
	fr_walk_take(&chase->runner, &route, fr_distance(workspace, refuge), chase->arena);
	return FR_OK;
}

/*
 * Where does the prey flee? It looks about as often as hunters search, and at the end of
 * its way. FR_COST_RANGE as in fr_reach_from.
 */
fr_status
fr_chase_fear(fr_chase *chase, fr_workspace *workspace, const fr_poll *poll)
{
	fr_status status = FR_OK;

	if (chase->runner.moves == 0 || chase->tick - chase->fled >= chase->rules.interval)
		status = plan_flight(chase, workspace, poll);
	chase->flees = chase->runner.routed;
	return status;
}

/* Moves the prey along its way. */
void
fr_chase_flee(fr_chase *chase, const fr_poll *poll)
{
	if (chase->flees)
		fr_walk_runner(chase, poll);
}
