/*
 * sweep.h - Dijkstra's algorithm from some cells to all reachable cells (internal)
 *
 *     fr_sweep_prepare      once for a grid
 *     fr_sweep_begin, fr_sweep_await ..., fr_sweep_run, fr_distance ...
 *                           for each source
 */
#ifndef FRINGE_SWEEP_H
#define FRINGE_SWEEP_H

#include "core/grid/moves.h"
#include "core/search/workspace.h"

typedef struct fr_sweep
{
	fr_grid grid;							  /* a copy, with the costs of the sweep */
	fr_moves_table onward;					  /* the moves worth trying at these costs */
	uint8_t rounded[FR_DIRECTIONS][FR_MASKS]; /* where they are not the grid's */
	fr_workspace *workspace;
	const fr_poll *poll;
	uint64_t cap; /* distances above it are not searched; at most costs.limit */
	const uint32_t *sources; /* they may repeat; blocked ones do not count */
	size_t count;			 /* of sources */
	bool distances_alone;	 /* no parents are wanted, and no cell is awaited */
	uint32_t
		awaited; /* awaited cells left to settle before the sweep ends; 0: settle all */
} fr_sweep;

/*
 * Key flag: the caller waits for this cell to be settled. Until it is reached, its g is
 * FR_UNREACHED.
 */
#define FR_KEY_AWAITED FR_KEY_OPEN

void fr_sweep_prepare(fr_sweep *s, const fr_grid *grid, uint64_t unit, uint64_t cap,
					  fr_workspace *workspace, const fr_poll *poll);
void fr_sweep_begin(fr_sweep *s);
void fr_sweep_await(fr_sweep *s, uint32_t n);
uint64_t fr_sweep_run(fr_sweep *s, const uint32_t *sources, size_t count, bool backward);

/* ---- distance.c ---------------------------------------------------------- */

void fr_flood(const fr_query *query, fr_workspace *workspace, const fr_poll *poll);
fr_status fr_why_unreached(const fr_query *query, fr_workspace *workspace,
						   const fr_poll *poll);
bool fr_searches_pay(const fr_query *query, fr_cells goals, const fr_poll *poll);

/* Of a path that a search left in the nodes: search.c. */
struct fr_route_builder;
void fr_add_parents(struct fr_route_builder *builder, const fr_query *query,
					const fr_workspace *nodes, bool ahead, const fr_poll *poll);

#endif /* FRINGE_SWEEP_H */
