/*
 * turn_search.h - searches where turns have prices (internal)
 *
 * The cost of the rest of a path depends on the direction in which the path arrives at a cell. So
 * searches find the least costs of states. A state is a cell with a direction of arrival. The
 * method `turns` is A* over states. If the grid has prices of turns, fr_dijkstra_run is Dijkstra's
 * algorithm over states, and fr_distance returns the least cost of the states of a cell.
 *
 *     nodes[0 ... cells - 1]                    cells: the least cost of their states
 *     nodes[cells + n * states + slot]      states of cell n
 *
 * These are the nodes of a sweep. A* has others: see state_at in turn_search.c.
 */
#ifndef FRINGE_TURN_SEARCH_H
#define FRINGE_TURN_SEARCH_H

#include "core/search/dijkstra.h"

/* Do searches of this grid need states? */
static inline bool
fr_has_turns(const fr_grid *grid)
{
	return grid->costs.turn_max > 0;
}

/*
 * A state of a cell is of no use if it costs at least this much, where another one costs g: see
 * turn_search.c. With movement points, the other one may wait for the next turn first.
 */
static inline uint64_t
fr_turn_window(const fr_costs *costs, uint64_t g)
{
	return (costs->points > 0 && g < FR_UNREACHED ? fr_next_turn(costs, g) : g) +
		   costs->turn_max;
}

/* The number of nodes of a search over states: one per cell, and one per state. */
uint32_t fr_turn_nodes(const fr_grid *grid);

/* How many directions a step may have. */
static inline uint32_t
fr_turn_directions(const fr_grid *grid)
{
	return grid->costs.hex ? FR_HEX_SIDES : grid->octile ? FR_DIRECTIONS : 4;
}

/*
 * States per cell. With links, cells have a state without a direction, too. With headings, starts
 * have a state of their own.
 */
static inline uint32_t
fr_turn_states(const fr_grid *grid)
{
	return fr_turn_directions(grid) + (grid->links != NULL) +
		   fr_has_headings(&grid->costs);
}

/* The slot of a direction of arrival; FR_DIRECTIONS: there is none. Or FR_AT_START. */
static inline uint32_t
fr_turn_slot(const fr_grid *grid, uint32_t d)
{
	if (d == FR_DIRECTIONS)
		return fr_turn_directions(grid);
	if (d == FR_AT_START)
		return fr_turn_directions(grid) + (grid->links != NULL);
	return grid->costs.hex ? fr_hex_place[d] : grid->octile ? d : d / 2;
}

static inline uint32_t
fr_turn_direction(const fr_grid *grid, uint32_t slot)
{
	if (slot >= fr_turn_directions(grid))
		return grid->links && slot == fr_turn_directions(grid) ? FR_DIRECTIONS
															   : FR_AT_START;
	return grid->costs.hex ? fr_hex_ring[slot] : grid->octile ? slot : slot * 2;
}

/* As fr_dijkstra_run. */
uint64_t fr_turn_sweep(fr_dijkstra *s, bool backward);

/* Adds the path by which the last search came to a cell, its last run first. */
struct fr_route_builder;
void fr_turn_route(struct fr_route_builder *builder, const fr_grid *grid,
				   const fr_workspace *workspace, uint32_t cell, const fr_poll *poll);

#endif /* FRINGE_TURN_SEARCH_H */
