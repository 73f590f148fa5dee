/*
 * plan_order.c - a plan that takes agents one after another: see plan_order.h
 */
#include "core/agents/plan_order.h"

#include <string.h>

#include "core/agents/timed.h"

/* A place where an agent stays from a tick on, until its next one. */
typedef struct stay
{
	uint32_t place;
	uint32_t from;
} stay;

typedef struct itinerary
{
	const stay *stays;
	size_t count;
} itinerary;

/* Distances to a goal, from a breadth-first search backward that ends at the start. */
typedef struct distances
{
	const fr_plan_space *space;
	uint32_t *of; /* by place; FR_NOWHERE: not reached */
	uint32_t *queue;
	uint32_t least; /* of places that were not reached */
} distances;

static void
measure(distances *d, uint32_t goal, uint32_t start)
{
	const fr_plan_space *space = d->space;
	uint32_t head = 0;
	uint32_t tail = 0;

	fr_fill(d->of, 0xff, (size_t) space->places * sizeof *d->of, space->poll);
	d->of[goal] = 0;
	d->queue[tail++] = goal;
	while (head < tail && d->of[start] == FR_NOWHERE)
	{
		uint32_t place = d->queue[head++];

		fr_poll_at(space->poll, head);
		for (uint32_t e = space->back.first[place]; e < space->back.first[place + 1]; e++)
		{
			uint32_t to = space->back.edges[e].to;

			if (d->of[to] != FR_NOWHERE)
				continue;
			d->of[to] = d->of[place] + 1;
			d->queue[tail++] = to;
		}
	}
	d->least = d->of[start];
}

static uint64_t
ticks_left(const void *context, uint32_t cell)
{
	const distances *d = context;
	uint32_t ticks = d->of[d->space->place_of[cell]];

	return ticks < d->least ? ticks : d->least;
}

/* Keeps a route; the table needs its memory for the next one. */
static itinerary
keep(const fr_plan_space *space, const fr_timed_route *route)
{
	stay *stays = fr_arena_alloc(space->arena, route->count * sizeof *stays);

	for (size_t i = 0; i < route->count; i++)
	{
		fr_poll_at(space->poll, i + 1);
		stays[i] = (stay){space->place_of[route->stops[i].cell],
						  (uint32_t) route->stops[i].from};
	}
	return (itinerary){stays, route->count};
}

static const uint32_t *
unroll(const fr_plan_space *space, const itinerary *ways, size_t agents, uint32_t ticks)
{
	uint32_t *places = fr_arena_alloc(space->arena, (((size_t) ticks + 1) * agents + 1) *
														sizeof *places);

	for (size_t i = 0; i < agents; i++)
	{
		size_t at = 0;

		for (uint32_t tick = 0; tick <= ticks; tick++)
		{
			fr_poll_at(space->poll, tick + 1);
			while (at + 1 < ways[i].count && ways[i].stays[at + 1].from <= tick)
				at++;
			places[tick * agents + i] = ways[i].stays[at].place;
		}
	}
	return places;
}

const uint32_t *
fr_plan_in_order(fr_plan_space *space, const uint32_t *starts, const uint32_t *goals,
				 size_t agents, uint32_t most_ticks, uint32_t *ticks, size_t *agent)
{
	const fr_grid *grid = space->grid;
	fr_timetable *table = fr_timetable_make(grid->cells, space->arena, space->poll);
	itinerary *ways = fr_arena_alloc(space->arena, (agents + 1) * sizeof *ways);
	distances d = {.space = space,
				   .of = fr_arena_alloc_numbers(space->arena, space->places),
				   .queue = fr_arena_alloc_numbers(space->arena, space->places)};

	*ticks = 0;
	for (*agent = 0; *agent < agents; ++*agent)
	{
		fr_timed_query query = {.grid = grid,
								.table = table,
								.ticks = fr_one_tick,
								.start = space->cell_of[starts[*agent]],
								.goal = space->cell_of[goals[*agent]],
								.stays = true,
								.left = ticks_left,
								.context = &d};
		fr_timed_route route;
		int64_t arrival;

		measure(&d, goals[*agent], starts[*agent]);
		fr_timed_search(&query, space->poll, &route);
		if (!route.found)
			return NULL;
		arrival = route.stops[route.count - 1].from;
		if (arrival > most_ticks)
			return NULL;
		if (arrival > *ticks)
			*ticks = (uint32_t) arrival;
		ways[*agent] = keep(space, &route);
		if (!fr_timetable_take_route(table, &route, space->poll))
			return NULL;
	}
	return unroll(space, ways, agents, *ticks);
}
