/*
 * route.h - routes as runs of moves
 *
 * A run is a number of equal moves. Searches store the parent of each cell, so most
 * routes are traced back from the goal, and fr_route_finish reverses them.  path.h packs
 * routes to store them, and reads the legs of stored paths.
 */
#ifndef FRINGE_ROUTE_H
#define FRINGE_ROUTE_H

#include "core/grid/grid.h"

/* A run in 32 bits: the direction in bits 0-2, the number of moves above. */
static inline uint32_t
fr_run_make(int direction, uint32_t moves)
{
	return (uint32_t) direction | moves << 3;
}

static inline int
fr_run_direction(uint32_t run)
{
	return (int) (run & 7);
}

static inline uint32_t
fr_run_moves(uint32_t run)
{
	return run >> 3;
}

/*
 * The moves of a straight line between two cells: the cells of its longer side, without
 * the first.
 */
static inline int64_t
fr_line_moves(fr_cell from, fr_cell to)
{
	int64_t dx = (int64_t) to.x - from.x;
	int64_t dy = (int64_t) to.y - from.y;

	dx = dx < 0 ? -dx : dx;
	dy = dy < 0 ? -dy : dy;
	return dx > dy ? dx : dy;
}

#define FR_LINK_RUN 0 /* a link, to the cell (x,y) in the next two words */

/* Adds runs to an array in an arena, from the start on or from the goal on. */
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

/* Adds one or more moves; equal moves extend the last run. */
void fr_route_add(fr_route_builder *builder, int direction, uint32_t moves);

/* Adds a link to this cell: to a route from its end on; to a route from its start on. */
void fr_route_prepend_link(fr_route_builder *builder, fr_cell end);
void fr_route_append_link(fr_route_builder *builder, fr_cell end);

/*
 * Adds the edge from a cell in direction d to another cell. fr_route_append_edge serves routes that are
 * built from the start on, fr_route_prepend_edge routes that are built from the end on. An arc, whose
 * d is FR_DIRECTIONS, and a step over joined edges become links.
 */
static inline void
fr_route_append_edge(fr_route_builder *builder, const fr_grid *grid, uint32_t from, int d,
					 uint32_t to)
{
	if (d == FR_DIRECTIONS || (grid->costs.wraps && fr_grid_crosses(grid, from, d)))
		fr_route_append_link(builder, fr_grid_cell(grid, to));
	else
		fr_route_add(builder, d, 1);
}

static inline void
fr_route_prepend_edge(fr_route_builder *builder, const fr_grid *grid, uint32_t from,
					  int d, uint32_t to)
{
	if (d == FR_DIRECTIONS || (grid->costs.wraps && fr_grid_crosses(grid, from, d)))
		fr_route_prepend_link(builder, fr_grid_cell(grid, to));
	else
		fr_route_add(builder, d, 1);
}

/*
 * Cuts what lies between two visits of a cell out of a route, which has no straight lines.
 * Best paths visit cells again where steps cost nothing.
 */
void fr_route_cut_cycles(fr_route *route, const fr_arena *arena, const fr_poll *poll);

/* Walks along a route, which has no straight lines, edge by edge. */
typedef struct fr_route_walk
{
	const fr_route *route;
	size_t next;	/* the run to begin */
	uint32_t moves; /* left of the run before it */

	/* the edge */
	fr_cell from;
	fr_cell to;
	int direction; /* FR_DIRECTIONS: a link */
} fr_route_walk;

static inline fr_route_walk
fr_route_begin(const fr_route *route)
{
	return (fr_route_walk){.route = route, .to = route->start};
}

/* Makes the next move; false: the walk is at its end. */
bool fr_route_next(fr_route_walk *walk, const fr_poll *poll);

/* The route from `start`; reverse: runs were added from the goal on. */
fr_route fr_route_finish(fr_route_builder *builder, fr_cell start, bool reverse);

#endif /* FRINGE_ROUTE_H */
