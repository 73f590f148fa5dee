/*
 * walk.c - how far a tick takes a hunter, or the prey
 *
 * A tick pays for steps of `speed` in all. Where that does not suffice for a step, it
 * is saved: after n ticks a walker has made steps of up to n * speed. It makes
 * whole steps, as many as it can pay for. Savings end with the route.
 *
 * Hunters that keep apart may pass each other, but end a tick on cells of their own: one
 * goes as far as it can pay for, to a cell that is not taken. One that cannot go on
 * at all saves until it can pass those before it; if all cells up to its goal are taken,
 * it is stuck, and saves nothing.
 */
#include "core/pursuit/walk.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/grow.h"

/* ---- routes ---------------------------------------------------------------- */

/* Copies a route, of this cost, from the walker's cell on. */
void
fr_walk_take(fr_walker *walker, const fr_route *route, uint64_t cost,
			 const fr_arena *arena)
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

/* Without a route there is nothing to save for. */
void
fr_walk_drop(fr_walker *walker)
{
	walker->routed = false;
	walker->moves = 0;
	walker->left = 0;
	stop_saving(walker);
}

/* ---- a stretch of a route --------------------------------------------------- */

/* The first steps of what is left of a route. */
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
void
fr_walk_save(fr_walker *walker, const fr_costs *costs)
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

/* After a walk: is there anything left to save for? */
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
	return !chase->rules.apart || !fr_chase_taken(chase, cell);
}

/* Is a cell where the hunter may end, at the end of a stretch or after it? */
static bool
has_free_cell(const fr_chase *chase, const fr_walker *walker, stretch s,
			  const fr_poll *poll)
{
	while (!may_end(chase, s.cell))
		if (!extend(&s, walker, chase->query.grid, poll))
			return false;
	return true;
}

/* Where the hunter gets in this tick; the prey stops it. Sets whether it is stuck. */
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
bool
fr_walk_hunter(fr_chase *chase, fr_hunter *hunter, const fr_poll *poll)
{
	fr_walker *walker = &hunter->walker;
	const fr_costs *costs = &chase->query.grid->costs;
	stretch s;

	hunter->stuck = false;
	if (walker->cell == chase->prey)
		return true;
	fr_walk_save(walker, costs);
	s = hunter_stretch(chase, hunter, poll);
	if (chase->rules.apart && s.steps > 0)
	{
		fr_chase_leave(chase, walker->cell);
		fr_chase_take(chase, s.cell);
	}
	walk_along(walker, &s);
	settle(walker, costs, chase->rules.speed);
	if (hunter->stuck)
		stop_saving(walker);
	return walker->cell == chase->prey;
}

/* Moves the prey, not onto a hunter. */
void
fr_walk_runner(fr_chase *chase, const fr_poll *poll)
{
	fr_walker *walker = &chase->runner;
	const fr_grid *grid = chase->query.grid;
	stretch ahead = begin_stretch(walker);
	stretch best = ahead;

	fr_walk_save(walker, &grid->costs);
	while (extend(&ahead, walker, grid, poll) &&
		   can_pay(walker, &grid->costs, chase->rules.flight, ahead.cost) &&
		   !fr_chase_taken(chase, ahead.cell))
		best = ahead;
	walk_along(walker, &best);
	settle(walker, &grid->costs, chase->rules.flight);
}
