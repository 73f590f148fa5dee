/*
 * bridges.h - links as a search bounds them: by the islands that they join (internal)
 *
 * An island is a component where some link begins or ends.
 */
#ifndef FRINGE_BRIDGES_H
#define FRINGE_BRIDGES_H

#include "core/grid/links.h"

/* A link in one direction that costs no more than the limit. */
typedef struct fr_bridge
{
	uint16_t from_x;
	uint16_t from_y;
	uint16_t to_x;
	uint16_t to_y;
	uint32_t island; /* where it begins */
	uint64_t cost;
} fr_bridge;

/* From where a bridge begins, by it and perhaps others, to the end of the last: chains.c. */
typedef struct fr_chain
{
	uint64_t cost;
	uint16_t from_x;
	uint16_t from_y;
	uint16_t to_x;
	uint16_t to_y;
} fr_chain;

struct fr_bridges
{
	uint32_t count;
	uint32_t islands;
	const uint32_t *island; /* by component: its island, or as many as there are */
	const fr_bridge *at;	/* by where they end */
	const uint32_t *first;	/* by island: of those that end there; and the count */
	const uint32_t
		*leaving;			/* by island: how many begin on those before; and the count */
	const fr_chain *chains; /* by where they end, and where they begin */
	const uint32_t *chains_first; /* by both, the end's first; NULL: bridges are many */
};

#define FR_MOST_CHAINED 256 /* bridges that have chains */

/* The distance without obstacles, as fr_h_between has it. */
static inline uint64_t
fr_bridge_distance(const fr_costs *costs, fr_cell a, fr_cell b)
{
	uint64_t dx = (uint64_t) (a.x > b.x ? a.x - b.x : b.x - a.x);
	uint64_t dy = (uint64_t) (a.y > b.y ? a.y - b.y : b.y - a.y);
	uint64_t less = dx < dy ? dx : dy;

	return less * costs->h_diagonal + (dx + dy - 2 * less) * costs->h_straight;
}

const fr_bridges *fr_bridges_build(const fr_grid *grid, const fr_arena *arena,
								   const fr_poll *poll);

static inline fr_cell
fr_bridge_from(const fr_bridge *bridge)
{
	return (fr_cell){bridge->from_x, bridge->from_y};
}

static inline fr_cell
fr_bridge_to(const fr_bridge *bridge)
{
	return (fr_cell){bridge->to_x, bridge->to_y};
}

#endif /* FRINGE_BRIDGES_H */
