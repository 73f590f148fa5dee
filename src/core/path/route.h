/*
 * route.h - putting a route together, run by run (internal)
 *
 * A search knows of each cell how it was reached, so a route is found from its
 * last cell on.  Runs are kept in the order in which they come, in memory of an
 * arena that grows, and are reversed once where that is the wrong one.
 */
#ifndef FRINGE_ROUTE_H
#define FRINGE_ROUTE_H

#include "core/core.h"

typedef struct fr_route_builder
{
	const fr_arena *arena;
	uint32_t *runs;
	size_t count;
	size_t room;
	int64_t moves;
} fr_route_builder;

void fr_route_add(fr_route_builder *builder, int direction, uint32_t moves);
fr_route fr_route_finish(fr_route_builder *builder, fr_cell start, bool reverse);

#endif /* FRINGE_ROUTE_H */
