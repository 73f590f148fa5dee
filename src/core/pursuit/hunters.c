/*
 * hunters.c - hunters after a prey: their states and goals, their walks, and its flight
 *
 *              sees the prey (from any state)
 *     PATROL -----------------> CHASE
 *       ^                         | sees it no more
 *       | is back                 v
 *     RETURN <----- SEARCH <--- TRAIL
 *       patience ends   arrives where it saw it last
 *
 * A hunter has arrived at the end of its route. It has also arrived if no path leads to
 * its goal, or if other hunters occupy all cells up to the goal. It keeps its route until
 * the map or the goal changes: the rest of a best path is a best path.
 */
#include "core/pursuit/hunters.h"

#include <string.h>

#include "core/base/merge_sort.h"
#include "core/base/random.h"
#include "core/path/path.h"
#include "core/search/heuristic.h"

/* Is a hunter on this cell? */
static inline bool
is_occupied(const fr_chase *chase, uint32_t cell)
{
	return chase->occupied[cell / 64] >> cell % 64 & 1;
}

static inline void
occupy(fr_chase *chase, uint32_t cell)
{
	chase->occupied[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void
vacate(fr_chase *chase, uint32_t cell)
{
	chase->occupied[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

/* ---- walks ------------------------------------------------------------------- */

/*
 * Each tick adds `speed` to a walker's budget. The walker makes as many whole steps as
 * the budget pays for, and saves the rest. So after n ticks its steps cost up to n *
 * speed. The budget is lost at the end of the route.
 *
 * Hunters that keep apart may pass each other, but each one ends a tick on its own cell.
 * A hunter goes to the farthest free cell that it can pay for. If it cannot go on, it
 * saves until it can pass the hunters ahead. If other hunters occupy all cells up to its
 * goal, it is stuck, and saves nothing.
 */

/* Copies a route of this cost, which begins at the walker's cell. */
static void
set_route(fr_walker *walker, const fr_route *route, uint64_t cost, const fr_arena *arena)
{
	if (route->count > walker->room)
		walker->runs = fr_grow(arena, walker->runs, sizeof *walker->runs, 0, route->count,
							   &walker->room);
	if (route->count > 0)
		memcpy(walker->runs, route->runs, route->count * sizeof *route->runs);
	walker->routed = true;
	walker->moves = route->moves;
	walker->left = cost;
	walker->run = 0;
}

static void
stop_saving(fr_walker *walker)
{
	walker->ticks = 0;
	walker->spent = 0;
}

/* Drops the route and the budget. */
static void
drop_route(fr_walker *walker)
{
	walker->routed = false;
	walker->moves = 0;
	walker->left = 0;
	stop_saving(walker);
}

/* ---- a stretch of a route --------------------------------------------------- */

/* Some steps of a route, from where its walker is. */
typedef struct stretch
{
	size_t run;
	uint32_t used; /* moves of this run */
	int64_t steps;
	uint32_t cell; /* its end */
	uint64_t cost;
} stretch;

static stretch
begin_stretch(const fr_walker *walker)
{
	return (stretch){.run = walker->run, .cell = walker->cell};
}

/* Adds the next step; false at the route's end. */
static bool
extend(stretch *s, const fr_walker *walker, const fr_grid *grid, const fr_poll *poll)
{
	int direction;

	if (s->steps == walker->moves)
		return false;
	fr_poll_at(poll, (uint64_t) s->steps + 1);
	if (s->used == fr_run_moves(walker->runs[s->run]))
	{
		s->run++;
		s->used = 0;
	}
	direction = fr_run_direction(walker->runs[s->run]);
	s->cost += fr_step_cost(grid, s->cell, direction);
	s->cell += (uint32_t) grid->offset[direction];
	s->used++;
	s->steps++;
	return true;
}

static void
walk_along(fr_walker *walker, const stretch *s)
{
	if (s->steps == 0)
		return;
	walker->run = s->run;
	walker->runs[s->run] -= fr_run_make(0, s->used);
	walker->moves -= s->steps;
	walker->left -= s->cost;
	walker->cell = s->cell;
	walker->spent += s->cost;
}

/* ---- savings ---------------------------------------------------------------- */

/* Another tick; costs that are added up for long must not leave their range. */
static void
add_tick(fr_walker *walker, const fr_costs *costs)
{
	if (walker->spent > costs->limit / 2)
		stop_saving(walker);
	walker->ticks++;
}

static bool
can_pay(const fr_walker *walker, const fr_costs *costs, double speed, uint64_t cost)
{
	uint64_t sum = walker->spent + cost;

	return sum <= costs->limit && fr_cost_value(costs, sum) <= speed * walker->ticks;
}

/* Drops the budget at the end of the route, or if nothing is left. */
static void
settle(fr_walker *walker, const fr_costs *costs, double speed)
{
	if (walker->moves == 0 ||
		fr_cost_value(costs, walker->spent) == speed * walker->ticks)
		stop_saving(walker);
}

/* ---- hunters and the prey ------------------------------------------------------- */

static bool
may_end(const fr_chase *chase, uint32_t cell)
{
	return !chase->rules.apart || !is_occupied(chase, cell);
}

/* Does the route have a cell where the hunter may end a tick, from the end of a stretch on? */
static bool
has_free_cell(const fr_chase *chase, const fr_walker *walker, stretch s,
			  const fr_poll *poll)
{
	while (!may_end(chase, s.cell))
		if (!extend(&s, walker, chase->query.grid, poll))
			return false;
	return true;
}

/*
 * The steps of a hunter in this tick, up to the prey. Sets whether the hunter is stuck.
 */
static stretch
hunter_stretch(const fr_chase *chase, fr_hunter *hunter, const fr_poll *poll)
{
	const fr_walker *walker = &hunter->walker;
	const fr_grid *grid = chase->query.grid;
	stretch ahead = begin_stretch(walker);
	stretch best = ahead;
	stretch paid = ahead;

	while (extend(&ahead, walker, grid, poll) &&
		   can_pay(walker, &grid->costs, chase->rules.speed, ahead.cost))
	{
		paid = ahead;
		if (!may_end(chase, ahead.cell))
			continue;
		best = ahead;
		if (ahead.cell == chase->prey)
			break;
	}
	hunter->stuck =
		best.steps == 0 && paid.steps > 0 && !has_free_cell(chase, walker, paid, poll);
	return best;
}

/* Moves a hunter; true if it catches the prey. */
static bool
walk_hunter(fr_chase *chase, fr_hunter *hunter, const fr_poll *poll)
{
	fr_walker *walker = &hunter->walker;
	const fr_costs *costs = &chase->query.grid->costs;
	stretch s;

	hunter->stuck = false;
	if (walker->cell == chase->prey)
		return true;
	add_tick(walker, costs);
	s = hunter_stretch(chase, hunter, poll);
	if (chase->rules.apart && s.steps > 0)
	{
		vacate(chase, walker->cell);
		occupy(chase, s.cell);
	}
	walk_along(walker, &s);
	settle(walker, costs, chase->rules.speed);
	if (hunter->stuck)
		stop_saving(walker);
	return walker->cell == chase->prey;
}

/* Moves the prey, not onto a hunter. */
static void
walk_prey(fr_chase *chase, const fr_poll *poll)
{
	fr_walker *walker = &chase->runner;
	const fr_grid *grid = chase->query.grid;
	stretch ahead = begin_stretch(walker);
	stretch best = ahead;

	add_tick(walker, &grid->costs);
	while (extend(&ahead, walker, grid, poll) &&
		   can_pay(walker, &grid->costs, chase->rules.flight, ahead.cost) &&
		   !is_occupied(chase, ahead.cell))
		best = ahead;
	walk_along(walker, &best);
	settle(walker, &grid->costs, chase->rules.flight);
}

/* ---- the flight of the prey ------------------------------------------------------ */

/*
 * The prey fears hunters whose cost to reach it is at most `fear`. Its refuge is the cell
 * that hunters reach last, of all cells that it reaches for at most `fear` and before any
 * hunter. Of cells that no hunter reaches within `fear`, it takes the cheapest one. Two
 * runs of Dijkstra's algorithm give the costs: from the hunters, and from the prey.
 */

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
	uint64_t step = grid->costs.h.straight;
	int64_t reach = at_most(step ? (int64_t) (bound / step) : FR_MAX_SIDE, FR_MAX_SIDE);

	return (surroundings){bound, at_least(prey.x - reach, 0),
						  at_most(prey.x + reach, (int64_t) grid->width - 1),
						  at_least(prey.y - reach, 0),
						  at_most(prey.y + reach, (int64_t) grid->height - 1)};
}

/* Lists the hunters whose obstacle-free distance to the prey is within the bound. */
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
		if (fr_h_distance(&heuristic, grid->costs.shape, at.x, at.y) <= bound)
			chase->near[count++] = cell;
	}
	return count;
}

/* The cost of a cell in the last search; FR_UNREACHED if it exceeds the fear. */
static uint64_t
cost_within(const fr_chase *chase, const fr_workspace *workspace, uint32_t cell)
{
	uint64_t cost = fr_distance(workspace, cell);

	if (cost != FR_UNREACHED &&
		fr_cost_value(&chase->query.grid->costs, cost) > chase->rules.fear)
		return FR_UNREACHED;
	return cost;
}

/*
 * Copies the hunters' costs to the cells around the prey, because the next sweep overwrites
 * the workspace.
 */
static void
note_threat(fr_chase *chase, const surroundings *s, const fr_workspace *workspace,
			const fr_poll *poll)
{
	size_t cells = (size_t) (s->right - s->left + 1) * (size_t) (s->bottom - s->top + 1);
	uint64_t *threat;

	if (cells > chase->threat_room)
	{
		fr_arena_free(chase->arena, chase->threat,
					  chase->threat_room * sizeof *chase->threat);
		chase->threat = NULL;
		chase->threat_room = 0;
		chase->threat = fr_arena_alloc(chase->arena, cells * sizeof *chase->threat);
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

/*
 * The refuge, after the search from the prey. The prey stays if no cell is better than its own,
 * also where steps cost nothing.
 */
static uint32_t
find_refuge(const fr_chase *chase, const surroundings *s, const fr_workspace *workspace,
			const fr_poll *poll)
{
	const uint64_t *threat = chase->threat;
	fr_cell prey = fr_grid_cell(chase->query.grid, chase->prey);
	size_t width = (size_t) (s->right - s->left + 1);
	uint32_t best = chase->prey;
	uint64_t best_threat =
		threat[(size_t) (prey.y - s->top) * width + (size_t) (prey.x - s->left)];
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

/* Finds the route to the refuge; no route if there is no hunter to fear. */
static fr_status
plan_flight(fr_chase *chase, fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_query query = chase->query;
	surroundings s = around_prey(chase);
	size_t count = find_near(chase, 2 * s.bound, poll);
	fr_status status;
	uint32_t refuge;
	fr_route route;

	query.start = chase->prey;
	chase->fled = chase->tick;
	status = fr_reach_from(&query, (fr_cells){chase->near, count}, s.bound, false, sweep,
						   poll);
	if (status)
		return status;
	if (cost_within(chase, sweep.workspace, chase->prey) == FR_UNREACHED)
	{
		drop_route(&chase->runner);
		return FR_OK;
	}
	note_threat(chase, &s, sweep.workspace, poll);
	status = fr_reach(&query, s.bound, sweep, poll);
	if (status)
		return status;
	refuge = find_refuge(chase, &s, sweep.workspace, poll);
	route = fr_distance_route(&query, refuge, sweep.workspace, poll);
	set_route(&chase->runner, &route, fr_distance(sweep.workspace, refuge), chase->arena);
	return FR_OK;
}

fr_status
fr_chase_fear(fr_chase *chase, fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_status status = FR_OK;

	if (chase->runner.moves == 0 || chase->tick - chase->fled >= chase->rules.interval)
		status = plan_flight(chase, sweep, poll);
	chase->flees = chase->runner.routed;
	return status;
}

void
fr_chase_flee(fr_chase *chase, const fr_poll *poll)
{
	if (chase->flees)
		walk_prey(chase, poll);
}

/* ---- the chase ----------------------------------------------------------------- */

static void
begin_hunter(fr_chase *chase, uint32_t i, uint32_t start)
{
	fr_hunter *hunter = &chase->hunters[i];

	memset(hunter, 0, sizeof *hunter);
	hunter->walker.cell = hunter->start = hunter->goal = hunter->post = start;
	hunter->random = fr_random_mix(chase->rules.seed + fr_random_mix(i));
	hunter->complete = true;
	chase->order[i] = i;
	occupy(chase, start);
}

fr_chase *
fr_chase_begin(const fr_chase_rules *rules, const fr_query *query, const uint32_t *starts,
			   size_t count, const fr_arena *arena)
{
	fr_chase *chase = fr_arena_alloc(arena, sizeof *chase);
	size_t words = query->grid->cells / 64 + 1;

	memset(chase, 0, sizeof *chase);
	chase->rules = *rules;
	chase->arena = arena;
	chase->count = count;
	chase->hunters = fr_arena_alloc(arena, (count + 1) * sizeof *chase->hunters);
	chase->order = fr_arena_alloc_numbers(arena, count);
	chase->spare = fr_arena_alloc_numbers(arena, count);
	chase->near = fr_arena_alloc_numbers(arena, count);
	chase->occupied = fr_arena_alloc(arena, words * sizeof *chase->occupied);
	memset(chase->occupied, 0, words * sizeof *chase->occupied);
	for (uint32_t i = 0; i < count; i++)
		begin_hunter(chase, i, starts[i]);
	fr_chase_map(chase, query);
	return chase;
}

void
fr_chase_map(fr_chase *chase, const fr_query *query)
{
	chase->query = *query;
	chase->query.wants_route = true;
	drop_route(&chase->runner);
	for (size_t i = 0; i < chase->count; i++)
	{
		drop_route(&chase->hunters[i].walker);
		chase->hunters[i].planned = false;
	}
}

/* ---- states ------------------------------------------------------------------ */

const char *const fr_hunter_state_name[FR_HUNTER_STATES] = {"patrol", "chase", "trail",
															"search", "return"};

/* Is the prey within the radius of sight, with no obstacle between? */
static bool
sees_prey(const fr_chase *chase, const fr_hunter *hunter, const fr_poll *poll)
{
	const fr_grid *grid = chase->query.grid;
	fr_cell a = fr_grid_cell(grid, hunter->walker.cell);
	fr_cell b = fr_grid_cell(grid, chase->prey);
	double dx = a.x - b.x;
	double dy = a.y - b.y;
	double sight = chase->rules.sight;

	return sight == 0 ||
		   (dx * dx + dy * dy <= sight * sight && fr_visible(grid, a, b, poll));
}

static bool
has_arrived(const fr_hunter *hunter)
{
	if (hunter->walker.cell == hunter->goal)
		return true;
	return hunter->planned && hunter->planned_goal == hunter->goal &&
		   (hunter->walker.moves == 0 || hunter->stuck);
}

/* The cell of its beat that a hunter goes to. */
static uint32_t
beat_cell(const fr_chase *chase, const fr_hunter *hunter)
{
	size_t number = (size_t) (hunter - chase->hunters);

	return hunter->next == 0
			   ? hunter->start
			   : chase->rules.beats[number * chase->rules.beat + hunter->next - 1];
}

#define LOOK_TRIES 16

/*
 * A random cell near where the prey was last seen: in a square of patience / 4 cells to
 * each side. The hunter's own cell if some tries find none.
 */
static uint32_t
cell_to_look_at(const fr_chase *chase, fr_hunter *hunter)
{
	const fr_grid *grid = chase->query.grid;
	fr_cell middle = fr_grid_cell(grid, hunter->last);
	uint32_t reach = chase->rules.patience / 4;

	reach = reach < 1 ? 1 : reach > FR_MAX_SIDE ? FR_MAX_SIDE : reach;
	for (int i = 0; i < LOOK_TRIES; i++)
	{
		int32_t dx = (int32_t) fr_random_below(&hunter->random, 2 * reach + 1);
		int32_t dy = (int32_t) fr_random_below(&hunter->random, 2 * reach + 1);
		fr_cell cell = {middle.x + dx - (int32_t) reach, middle.y + dy - (int32_t) reach};

		if (fr_grid_has(grid, cell) &&
			fr_grid_connected(grid, hunter->walker.cell, fr_grid_index(grid, cell)))
			return fr_grid_index(grid, cell);
	}
	return hunter->walker.cell;
}

static void
begin_chase(const fr_chase *chase, fr_hunter *hunter)
{
	if (hunter->state == FR_STATE_PATROL)
		hunter->post = hunter->walker.cell;
	hunter->state = FR_STATE_CHASE;
	hunter->last = hunter->goal = chase->prey;
}

static void
enter_state(fr_hunter *hunter, fr_hunter_state state, uint32_t goal)
{
	hunter->state = state;
	hunter->goal = goal;
}

/*
 * Changes the state of a hunter that does not see the prey. In order: it stops chasing,
 * follows the trail to its end, searches there, returns to its post, and patrols.
 */
static void
change_state(const fr_chase *chase, fr_hunter *hunter)
{
	if (hunter->state == FR_STATE_CHASE)
		enter_state(hunter, FR_STATE_TRAIL, hunter->last);
	if (hunter->state == FR_STATE_TRAIL && has_arrived(hunter))
	{
		enter_state(hunter, FR_STATE_SEARCH, hunter->walker.cell);
		hunter->patience = chase->rules.patience;
	}
	if (hunter->state == FR_STATE_SEARCH && hunter->patience-- == 0)
		enter_state(hunter, FR_STATE_RETURN, hunter->post);
	if (hunter->state == FR_STATE_SEARCH && has_arrived(hunter))
		hunter->goal = cell_to_look_at(chase, hunter);
	if (hunter->state == FR_STATE_RETURN && has_arrived(hunter))
		enter_state(hunter, FR_STATE_PATROL, beat_cell(chase, hunter));
	if (hunter->state == FR_STATE_PATROL && has_arrived(hunter))
	{
		hunter->next = (hunter->next + 1) % (chase->rules.beat + 1);
		hunter->goal = beat_cell(chase, hunter);
	}
}

void
fr_chase_look(fr_chase *chase, uint32_t prey, const fr_poll *poll)
{
	chase->tick++;
	if (chase->runner.cell != prey)
		drop_route(&chase->runner);
	chase->runner.cell = chase->prey = prey;
	chase->flees = false;
	for (size_t i = 0; i < chase->count; i++)
	{
		fr_hunter *hunter = &chase->hunters[i];

		fr_poll_at(poll, i + 1);
		hunter->from = hunter->walker.cell;
		hunter->caught = hunter->searched = false;
		if (sees_prey(chase, hunter, poll))
			begin_chase(chase, hunter);
		else
			change_state(chase, hunter);
	}
}

/* ---- plans ------------------------------------------------------------------- */

/* Only a hunter that sees the prey may follow a route to where the prey was before. */
static bool
needs_route(const fr_chase *chase, const fr_hunter *hunter)
{
	if (!hunter->planned)
		return true;
	if (hunter->planned_goal == hunter->goal)
		return false;
	return hunter->state != FR_STATE_CHASE || hunter->planned_state != FR_STATE_CHASE ||
		   hunter->walker.moves == 0 ||
		   chase->tick - hunter->planned_tick >= chase->rules.interval;
}

/*
 * Plans towards a goal that is out of reach, by A*: other methods may lack the distances.
 */
static fr_status
plan_approach(fr_chase *chase, fr_hunter *hunter, fr_query query,
			  fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_method method = fr_method_auto();
	fr_closest closest;
	fr_status status;

	method.search = FR_ASTAR;
	query.method = &method;
	query.landmarks = NULL;
	status = fr_closest_to(&query, sweep, poll, &closest);
	if (status == FR_OK && closest.found)
	{
		hunter->remaining = closest.remaining;
		set_route(&hunter->walker, &closest.route, closest.cost, chase->arena);
	}
	return status;
}

fr_status
fr_chase_plan(fr_chase *chase, size_t number, fr_sweep_workspace sweep,
			  const fr_poll *poll)
{
	fr_hunter *hunter = &chase->hunters[number];
	fr_query query = chase->query;
	fr_result result;
	fr_status status;

	if (!needs_route(chase, hunter))
		return FR_OK;
	query.start = hunter->walker.cell;
	query.goal = hunter->goal;
	status = fr_search(&query, sweep.workspace, poll, &result);
	if (status)
		return status;
	hunter->walker.routed = false;
	hunter->walker.moves = 0;
	hunter->walker.left = hunter->remaining = 0;
	if (result.found)
		set_route(&hunter->walker, &result.route, result.cost, chase->arena);
	else if (result.complete && chase->rules.closest)
		status = plan_approach(chase, hunter, query, sweep, poll);
	hunter->planned = hunter->searched = true;
	hunter->planned_goal = hunter->goal;
	hunter->planned_state = hunter->state;
	hunter->planned_tick = chase->tick;
	hunter->complete = result.complete;
	hunter->visited = result.visited;
	hunter->expanded = result.expanded;
	return status;
}

/* ---- moves ------------------------------------------------------------------ */

/* Hunters move in order of the remaining cost of their routes, so that queues advance. */
static bool
moves_before(const void *context, const void *first, const void *second)
{
	const fr_chase *chase = context;
	uint32_t a = *(const uint32_t *) first;
	uint32_t b = *(const uint32_t *) second;
	uint64_t left_a = chase->hunters[a].walker.left;
	uint64_t left_b = chase->hunters[b].walker.left;

	return left_a != left_b ? left_a < left_b : a < b;
}

static void
sort_hunters(fr_chase *chase, const fr_poll *poll)
{
	uint32_t *sorted = fr_merge_sort(chase->order, chase->spare, chase->count,
									 sizeof *sorted, moves_before, chase, poll);

	if (sorted == chase->order)
		return;
	chase->spare = chase->order;
	chase->order = sorted;
}

bool
fr_chase_move(fr_chase *chase, const fr_poll *poll)
{
	bool caught = false;

	sort_hunters(chase, poll);
	for (size_t i = 0; i < chase->count; i++)
	{
		fr_hunter *hunter = &chase->hunters[chase->order[i]];

		fr_poll_at(poll, i + 1);
		hunter->caught = walk_hunter(chase, hunter, poll);
		caught |= hunter->caught;
	}
	for (size_t i = 0; i < chase->count; i++)
		vacate(chase, chase->hunters[i].from);
	for (size_t i = 0; i < chase->count; i++)
		occupy(chase, chase->hunters[i].walker.cell);
	return caught;
}
