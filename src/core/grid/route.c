/*
 * route.c - build a route run by run: see route.h
 */
#include "core/grid/route.h"

#include <string.h>

#include "core/base/base.h"

#define FIRST_RUNS 64 /* runs; most paths have fewer */

static void
make_room(fr_route_builder *builder)
{
	size_t wanted = builder->room ? builder->room + 1 : FIRST_RUNS;

	builder->runs = fr_grow(builder->arena, builder->runs, sizeof *builder->runs,
							builder->count, wanted, &builder->room);
}

static inline void
add_word(fr_route_builder *builder, uint32_t word)
{
	if (builder->count == builder->room)
		make_room(builder);
	builder->runs[builder->count++] = word;
}

void
fr_route_add(fr_route_builder *builder, int direction, uint32_t moves)
{
	builder->moves += moves;
	if (builder->count > 0 && !builder->after_link &&
		builder->runs[builder->count - 1] != FR_LINK_RUN &&
		fr_run_direction(builder->runs[builder->count - 1]) == direction)
	{
		builder->runs[builder->count - 1] += fr_run_make(0, moves);
		return;
	}
	add_word(builder, fr_run_make(direction, moves));
	builder->after_link = false;
}

void
fr_route_prepend_link(fr_route_builder *builder, fr_cell end)
{
	builder->moves++;
	add_word(builder, (uint32_t) end.y);
	add_word(builder, (uint32_t) end.x);
	add_word(builder, FR_LINK_RUN);
	builder->links = true;
}

void
fr_route_append_link(fr_route_builder *builder, fr_cell end)
{
	builder->moves++;
	add_word(builder, FR_LINK_RUN);
	add_word(builder, (uint32_t) end.x);
	add_word(builder, (uint32_t) end.y);
	builder->links = builder->after_link = true;
}

fr_route
fr_route_finish(fr_route_builder *builder, fr_cell start, bool reverse)
{
	uint32_t *runs = builder->runs;

	for (size_t i = 0, k = builder->count; reverse && i + 1 < k; i++)
	{
		uint32_t run = runs[i];

		runs[i] = runs[--k];
		runs[k] = run;
	}
	return (fr_route){.start = start,
					  .moves = builder->moves,
					  .count = builder->count,
					  .runs = runs,
					  .links = builder->links};
}

bool
fr_route_next(fr_route_walk *walk, const fr_poll *poll)
{
	const fr_route *route = walk->route;
	const uint32_t *run = route->runs + walk->next;

	fr_poll_at(poll, walk->next + walk->moves);
	if (walk->moves == 0 && walk->next == route->count)
		return false;
	walk->from = walk->to;
	if (walk->moves == 0 && route->links && run[0] == FR_LINK_RUN)
	{
		walk->to = (fr_cell){(int32_t) run[1], (int32_t) run[2]};
		walk->direction = FR_DIRECTIONS;
		walk->next += 3;
		return true;
	}
	if (walk->moves == 0)
	{
		walk->moves = fr_run_moves(run[0]);
		walk->direction = fr_run_direction(run[0]);
		walk->next++;
	}
	walk->moves--;
	walk->to.x += fr_dx[walk->direction];
	walk->to.y += fr_dy[walk->direction];
	return true;
}

/* ---- cycles ------------------------------------------------------------------ */

/* A cell of a route, and how the route leaves it. */
typedef struct place
{
	fr_cell cell;
	uint32_t leaves; /* a direction; FR_DIRECTIONS: by a link */
} place;

/* By cell, its last place in the route, from 1: a hash table. */
typedef struct last_places
{
	const place *places;
	uint32_t *slot;
	size_t mask;
} last_places;

static void
list_places(const fr_route *route, place *places, const fr_poll *poll)
{
	fr_route_walk walk = fr_route_begin(route);
	size_t count = 0;

	while (fr_route_next(&walk, poll))
		places[count++] = (place){walk.from, (uint32_t) walk.direction};
	places[count] = (place){walk.to, FR_DIRECTIONS};
}
/* The slot of a cell, or the free one where it belongs. */
static uint32_t *
last_place(const last_places *last, fr_cell cell)
{
	uint64_t key = (uint64_t) (uint32_t) cell.y << 32 | (uint32_t) cell.x;
	size_t i = (size_t) (key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & last->mask;

	while (last->slot[i] && (last->places[last->slot[i] - 1].cell.x != cell.x ||
							 last->places[last->slot[i] - 1].cell.y != cell.y))
		i = (i + 1) & last->mask;
	return &last->slot[i];
}

/* Goes on from the last place of each cell. */
static fr_route
route_by_last(const last_places *last, size_t count, const fr_arena *arena,
			  const fr_poll *poll)
{
	fr_route_builder builder = {.arena = arena};

	for (size_t i = 0;; i++)
	{
		const place *at;

		fr_poll_at(poll, i);
		i = *last_place(last, last->places[i].cell) - 1;
		at = &last->places[i];
		if (i + 1 == count)
			return fr_route_finish(&builder, last->places[0].cell, false);
		if (at->leaves == FR_DIRECTIONS)
			fr_route_append_link(&builder, at[1].cell);
		else
			fr_route_add(&builder, (int) at->leaves, 1);
	}
}

void
fr_route_cut_cycles(fr_route *route, const fr_arena *arena, const fr_poll *poll)
{
	size_t count = (size_t) route->moves + 1;
	size_t slots = 2;
	size_t cells = 0;
	place *places = fr_arena_alloc(arena, count * sizeof *places);
	last_places last = {.places = places};

	while (slots < 2 * count)
		slots *= 2;
	last.mask = slots - 1;
	last.slot = fr_arena_alloc(arena, slots * sizeof *last.slot);
	memset(last.slot, 0, slots * sizeof *last.slot);
	list_places(route, places, poll);
	for (size_t i = 0; i < count; i++)
	{
		uint32_t *slot = last_place(&last, places[i].cell);

		fr_poll_at(poll, i);
		cells += *slot == 0;
		*slot = (uint32_t) i + 1;
	}
	if (cells < count)
		*route = route_by_last(&last, count, arena, poll);
	fr_arena_free(arena, last.slot, slots * sizeof *last.slot);
	fr_arena_free(arena, places, count * sizeof *places);
}
