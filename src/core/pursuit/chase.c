/*
 * chase.c - hunters: their states, their goals, and when they search
 *
 *              sees the prey (from any state)
 *     PATROL -----------------> CHASE
 *       ^                         | sees it no more
 *       | is back                 v
 *     RETURN <----- SEARCH <--- TRAIL
 *       patience ends   arrives where it saw it last
 *
 * A hunter has arrived at the end of its route; so it has where no path leads to its
 * goal, and where others stand on all cells up to there. It keeps its route while
 * map and goal stay the same, which loses nothing: the rest of a best path is one.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/pursuit/walk.h"

const char *const fr_hunter_state_name[FR_HUNTER_STATES] = {"patrol", "chase", "trail",
															"search", "return"};

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
	fr_chase_take(chase, start);
}

/*
 * A chase by `count` hunters, in the arena. `rules.beats` has to stay where it is.
 * The query's start and goal are ignored.
 */
fr_chase *
fr_chase_begin(const fr_chase_rules *rules, const fr_query *query, const uint32_t *starts,
			   size_t count, const fr_arena *arena)
{
	fr_chase *chase = fr_take(arena, sizeof *chase);
	size_t words = query->grid->cells / 64 + 1;

	memset(chase, 0, sizeof *chase);
	chase->rules = *rules;
	chase->arena = arena;
	chase->count = count;
	chase->hunters = fr_take(arena, (count + 1) * sizeof *chase->hunters);
	chase->order = fr_take_numbers(arena, count);
	chase->spare = fr_take_numbers(arena, count);
	chase->near = fr_take_numbers(arena, count);
	chase->taken = fr_take(arena, words * sizeof *chase->taken);
	memset(chase->taken, 0, words * sizeof *chase->taken);
	for (uint32_t i = 0; i < count; i++)
		begin_hunter(chase, i, starts[i]);
	fr_chase_map(chase, query);
	return chase;
}

/*
 * From now on the chase goes on here: another map of the same size, under the same model.
 * Routes and savings end.
 */
void
fr_chase_map(fr_chase *chase, const fr_query *query)
{
	chase->query = *query;
	chase->query.wants_route = true;
	fr_walk_drop(&chase->runner);
	for (size_t i = 0; i < chase->count; i++)
	{
		fr_walk_drop(&chase->hunters[i].walker);
		chase->hunters[i].planned = false;
	}
}

/* ---- states ---------------------------------------------------------------------- */

/* Within sight: in a circle, with no obstacle between. */
static bool
sees(const fr_chase *chase, const fr_hunter *hunter, const fr_poll *poll)
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

#define TRIES 16

/*
 * A random cell near where the prey was last seen, in a square that reaches a quarter
 * as many cells as there are ticks to look around; the hunter's own if there is none.
 */
static uint32_t
cell_to_look_at(const fr_chase *chase, fr_hunter *hunter)
{
	const fr_grid *grid = chase->query.grid;
	fr_cell middle = fr_grid_cell(grid, hunter->last);
	uint32_t reach = chase->rules.patience / 4;

	reach = reach < 1 ? 1 : reach > FR_MAX_SIDE ? FR_MAX_SIDE : reach;
	for (int i = 0; i < TRIES; i++)
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
see_prey(const fr_chase *chase, fr_hunter *hunter)
{
	if (hunter->state == FR_STATE_PATROL)
		hunter->post = hunter->walker.cell;
	hunter->state = FR_STATE_CHASE;
	hunter->last = hunter->goal = chase->prey;
}

static void
enter(fr_hunter *hunter, fr_hunter_state state, uint32_t goal)
{
	hunter->state = state;
	hunter->goal = goal;
}

/* The states of a hunter that does not see the prey, in their order. */
static void
go_on(const fr_chase *chase, fr_hunter *hunter)
{
	if (hunter->state == FR_STATE_CHASE)
		enter(hunter, FR_STATE_TRAIL, hunter->last);
	if (hunter->state == FR_STATE_TRAIL && has_arrived(hunter))
	{
		enter(hunter, FR_STATE_SEARCH, hunter->walker.cell);
		hunter->patience = chase->rules.patience;
	}
	if (hunter->state == FR_STATE_SEARCH && hunter->patience-- == 0)
		enter(hunter, FR_STATE_RETURN, hunter->post);
	if (hunter->state == FR_STATE_SEARCH && has_arrived(hunter))
		hunter->goal = cell_to_look_at(chase, hunter);
	if (hunter->state == FR_STATE_RETURN && has_arrived(hunter))
		enter(hunter, FR_STATE_PATROL, beat_cell(chase, hunter));
	if (hunter->state == FR_STATE_PATROL && has_arrived(hunter))
	{
		hunter->next = (hunter->next + 1) % (chase->rules.beat + 1);
		hunter->goal = beat_cell(chase, hunter);
	}
}

/* Begins a tick: the prey is here; hunters look, and choose where to go. */
void
fr_chase_look(fr_chase *chase, uint32_t prey, const fr_poll *poll)
{
	chase->tick++;
	if (chase->runner.cell != prey)
		fr_walk_drop(&chase->runner);
	chase->runner.cell = chase->prey = prey;
	chase->flees = false;
	for (size_t i = 0; i < chase->count; i++)
	{
		fr_hunter *hunter = &chase->hunters[i];

		fr_poll_at(poll, i + 1);
		hunter->from = hunter->walker.cell;
		hunter->caught = hunter->searched = false;
		if (sees(chase, hunter, poll))
			see_prey(chase, hunter);
		else
			go_on(chase, hunter);
	}
}

/* ---- routes ------------------------------------------------------------------------ */

/* Only after a prey that it sees a hunter may follow a route to where that was before. */
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

/* Towards a goal that is out of reach, by A*: methods may have no distances for that. */
static fr_status
approach(fr_chase *chase, fr_hunter *hunter, fr_query query, fr_workspace *workspace,
		 const fr_poll *poll)
{
	fr_method method = fr_method_auto();
	fr_closest closest;
	fr_status status;

	method.search = FR_ASTAR;
	query.method = &method;
	query.landmarks = NULL;
	status = fr_closest_to(&query, workspace, poll, &closest);
	if (status == FR_OK && closest.found)
	{
		hunter->remaining = closest.remaining;
		fr_walk_take(&hunter->walker, &closest.route, closest.cost, chase->arena);
	}
	return status;
}

/*
 * Searches for a hunter's route, if it needs one. The workspace has a node a cell and
 * fits the query's method. FR_COST_RANGE as in fr_search.
 */
fr_status
fr_chase_plan(fr_chase *chase, size_t number, fr_workspace *workspace,
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
	status = fr_search(&query, workspace, poll, &result);
	if (status)
		return status;
	hunter->walker.routed = false;
	hunter->walker.moves = 0;
	hunter->walker.left = hunter->remaining = 0;
	if (result.found)
		fr_walk_take(&hunter->walker, &result.route, result.cost, chase->arena);
	else if (result.complete && chase->rules.closest)
		status = approach(chase, hunter, query, workspace, poll);
	hunter->planned = hunter->searched = true;
	hunter->planned_goal = hunter->goal;
	hunter->planned_state = hunter->state;
	hunter->planned_tick = chase->tick;
	hunter->complete = result.complete;
	hunter->visited = result.visited;
	hunter->expanded = result.expanded;
	return status;
}

/* ---- moves ----------------------------------------------------------------------------- */

/* Hunters move in the order of what is left of their routes, so that queues move up. */
static bool
moves_before(const fr_chase *chase, uint32_t a, uint32_t b)
{
	uint64_t left_a = chase->hunters[a].walker.left;
	uint64_t left_b = chase->hunters[b].walker.left;

	return left_a != left_b ? left_a < left_b : a < b;
}

/* Merges two neighbouring sorted parts of an order: up to `middle`, and up to `end`. */
static void
merge(const fr_chase *chase, const uint32_t *from, size_t middle, size_t end,
	  uint32_t *to, const fr_poll *poll)
{
	size_t a = 0;
	size_t b = middle;

	for (size_t i = 0; i < end; i++)
	{
		fr_poll_at(poll, i + 1);
		to[i] = b == end || (a < middle && !moves_before(chase, from[b], from[a]))
					? from[a++]
					: from[b++];
	}
}

static size_t
lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Merge sort. The keys differ, so the order is unique. */
static void
sort_hunters(fr_chase *chase, const fr_poll *poll)
{
	for (size_t run = 1; run < chase->count; run *= 2)
	{
		uint32_t *sorted = chase->spare;

		for (size_t i = 0; i < chase->count; i += 2 * run)
			merge(chase, chase->order + i, lesser(run, chase->count - i),
				  lesser(2 * run, chase->count - i), sorted + i, poll);
		chase->spare = chase->order;
		chase->order = sorted;
	}
}

/* Moves all hunters; true if one of them catches the prey. */
bool
fr_chase_move(fr_chase *chase, const fr_poll *poll)
{
	bool caught = false;

	sort_hunters(chase, poll);
	for (size_t i = 0; i < chase->count; i++)
	{
		fr_hunter *hunter = &chase->hunters[chase->order[i]];

		fr_poll_at(poll, i + 1);
		hunter->caught = fr_walk_hunter(chase, hunter, poll);
		caught |= hunter->caught;
	}
	for (size_t i = 0; i < chase->count; i++)
		fr_chase_leave(chase, chase->hunters[i].from);
	for (size_t i = 0; i < chase->count; i++)
		fr_chase_take(chase, chase->hunters[i].walker.cell);
	return caught;
}
