/*
 * route.h - build a route run by run (internal)
 *
 * Searches store each cell's parent, so most routes are traced back from the goal. Runs
 * are stored in the order they are added, in an array in an arena that doubles when
 * full, and are reversed once at the end if necessary.
 */
#ifndef FRINGE_ROUTE_H
#define FRINGE_ROUTE_H

#include "core/path/path.h"

typedef struct fr_route_builder
{
	const fr_arena *arena;
	uint32_t *runs;
	size_t count;
	size_t room;
	int64_t moves;
	bool links;
	bool after_link; /* the last words are a link, the cell last */
} fr_route_builder;

void fr_route_add(fr_route_builder *builder, int direction, uint32_t moves);
void fr_route_add_link(fr_route_builder *builder, fr_cell end);
void fr_route_take_link(fr_route_builder *builder, fr_cell end);
fr_route fr_route_finish(fr_route_builder *builder, fr_cell start, bool reverse);

#endif /* FRINGE_ROUTE_H */
