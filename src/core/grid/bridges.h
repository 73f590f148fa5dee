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

struct fr_bridges
{
	uint32_t count;
	uint32_t islands;
	const uint32_t *island; /* by component: its island, or as many as there are */
	const fr_bridge *at;	/* by where they end */
	const uint32_t *first;	/* by island: of those that end there; and the count */
	const uint32_t *leaving; /* by island: how many begin on those before; and the count */
};

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
