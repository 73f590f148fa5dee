/*
 * bridges.h - link tables: links by the components that they join (internal)
 *
 * A linked component is one where some link begins or ends.
 */
#ifndef FRINGE_BRIDGES_H
#define FRINGE_BRIDGES_H

#include "core/grid/links.h"

/* The numbers of linked components. */
typedef struct fr_linked
{
	uint32_t count;
	const uint32_t *of; /* by component: its number; `count`: it is not linked */
} fr_linked;

/* Hops by the linked component where they begin. */
typedef struct fr_link_table
{
	uint32_t *order; /* of the hops: as many as the grid has */
	uint32_t *first; /* by linked component: its first place in `order`; and the count */
} fr_link_table;

/* A link in one direction, as a search reads it. */
typedef struct fr_bridge
{
	uint16_t from_x;
	uint16_t from_y;
	uint16_t to_x;
	uint16_t to_y;
	uint32_t linked; /* where it begins */
	uint64_t cost;	 /* more than the limit: no path takes it */
} fr_bridge;

struct fr_bridges
{
	uint32_t count;
	fr_linked linked;
	const fr_bridge *at; /* by where they end */
	const uint32_t
		*first; /* by linked component: of those that end there; and the count */
	const uint32_t *leaving; /* alike: how many begin on those before */
};

fr_linked fr_linked_number(const fr_grid *grid, const fr_arena *arena,
						   const fr_poll *poll);
fr_link_table fr_link_table_build(const fr_linked *linked, const fr_grid *grid,
								  const fr_hops *hops, const fr_arena *arena,
								  const fr_poll *poll);
const fr_bridges *fr_bridges_build(const fr_grid *grid, const fr_arena *arena,
								   const fr_poll *poll);

/* The number of a cell's linked component. */
static inline uint32_t
fr_linked_at(const fr_linked *linked, const fr_grid *grid, uint32_t cell)
{
	return linked->of[fr_grid_component(grid, cell)];
}

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
