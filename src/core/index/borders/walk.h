/*
 * walk.h - a walk to a hub, from block to block: what routes.c makes of it (internal)
 */
#ifndef FRINGE_INDEX_WALK_H
#define FRINGE_INDEX_WALK_H

#include "core/index/borders/borders.h"
#include "core/index/map_links.h"

/* A block with the group of the hub that a walk goes to. */
typedef struct fr_station
{
	uint32_t number; /* of the block; FR_NO_VERTEX: none yet */
	uint32_t base;
	fr_relief relief; /* of no entries: the block does not have the hub */
	fr_border_block block;
} fr_station;

/*
 * Cells in the order in which links that cost nothing reach them: the start, and then where
 * each of these links leads.
 */
typedef struct fr_free_links
{
	fr_cell start;
	uint32_t count;	  /* of cells */
	bool *taken;	  /* by link of the index; none outside a spread */
	uint32_t *link;	  /* by cell, from 1 on */
	uint32_t *before; /* by cell: where its link begins */
	uint32_t *way;	  /* scratch */
} fr_free_links;

#define FR_STATIONS 4 /* blocks that meet in a corner */

/* One half of a path: from a cell to a hub, or backward from a cell to where it comes from. */
typedef struct fr_walk
{
	const fr_index *index;
	const fr_poll *poll;
	bool backward;
	uint32_t hub;
	uint32_t group; /* where the last block had the hub, or would */
	fr_cell at;
	fr_route_builder *builder;
	int last;		/* direction of the last step, which the next one mostly has too */
	uint32_t moves; /* in that direction, not yet added */
	uint64_t steps; /* and turns that are left, or the bytes were made up */
	fr_station stations[FR_STATIONS];
	fr_free_links *free_links; /* or NULL, until they are needed */
} fr_walk;

/* A way inside a block to a border cell, and how far that is from the hub. */
typedef struct fr_walk_leg
{
	uint32_t border;
	uint32_t inside;
	uint32_t rest;
} fr_walk_leg;

/* How a walk leaves a border cell: by a step out of its block, or by a link. */
typedef struct fr_walk_exit
{
	int direction; /* FR_DIRECTIONS: by link */
	fr_cell to;
} fr_walk_exit;

bool fr_walk_step(fr_walk *w, int d);
bool fr_walk_link(fr_walk *w, fr_cell to);
void fr_walk_add_run(fr_walk *w);
void fr_walk_begin(fr_walk *w);
bool fr_walk_find_leg(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_leg *l);
bool fr_walk_inside(fr_walk *w, fr_walk_leg *l);
bool fr_walk_find_step(fr_walk *w, fr_cell at, uint32_t distance, fr_walk_exit *e,
					   fr_walk_leg *l);
bool fr_walk_leave(fr_walk *w, fr_walk_leg *l);
bool fr_walk_leave_by_link(fr_walk *w, fr_walk_leg *l);
bool fr_walk_free_links(fr_walk *w, fr_cell goal);

static inline fr_cell
fr_walk_neighbour(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

/* The i-th direction to try: the last one, then those that turn off it least. */
static inline int
fr_walk_direction(const fr_walk *w, int i)
{
	int turn = (i + 1) / 2;

	return (w->last + (i & 1 ? turn : -turn)) & (FR_DIRECTIONS - 1);
}

#endif /* FRINGE_INDEX_WALK_H */
