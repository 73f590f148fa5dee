/*
 * route.c - build a route run by run: see route.h
 */
#include "core/grid/route.h"

#include "core/base/base.h"

#define FIRST_ROOM 64 /* runs; most paths have fewer */

static void
make_room(fr_route_builder *builder)
{
	size_t wanted = builder->room ? builder->room + 1 : FIRST_ROOM;

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
