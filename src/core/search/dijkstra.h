/*
 * dijkstra.h - Dijkstra's algorithm from some cells to all reachable cells (internal)
 *
 *     fr_dijkstra_prepare      once for a grid
 *     fr_dijkstra_begin, fr_dijkstra_await ..., fr_dijkstra_run, fr_distance ...
 *                           for each source
 */
#ifndef FRINGE_DIJKSTRA_H
#define FRINGE_DIJKSTRA_H

#include "core/grid/grid_links.h"
#include "core/grid/moves.h"
#include "core/search/workspace.h"

typedef struct fr_dijkstra
{
	fr_grid grid;			   /* a copy, with the costs of the searches */
	fr_moves_table successors; /* the moves worth trying at these costs */
	const fr_even *even;	   /* where other moves suffice; or NULL */
	fr_moves_table even_successors;
	uint8_t rounded[FR_DIRECTIONS][FR_MASKS]; /* `successors`, if costs are rounded */
	uint8_t rounded_even[FR_DIRECTIONS][FR_MASKS];
	fr_workspace *workspace;
	const fr_poll *poll;
	uint64_t unit; /* what costs are divided by */
	uint64_t cap;  /* distances above it are not searched; at most costs.limit */
	const uint32_t *sources; /* they may repeat; blocked ones do not count */
	size_t count;			 /* of sources */
	const uint64_t *advance; /* what each source costs beforehand; NULL: nothing */
	bool distances_alone;	 /* no parents are wanted, and no cell is awaited */
	bool flood;				 /* a link costs 1, like a step */
	bool ties;				 /* all best paths are wanted, not one per cell */
	uint32_t awaited;		 /* awaited cells left to settle; 0: settle all cells */
} fr_dijkstra;

/*
 * Key flag: the caller waits for this cell to be settled. Until it is reached, its g is
 * FR_UNREACHED.
 */
#define FR_KEY_AWAITED FR_KEY_OPEN

/* After fr_reach_from, which awaits no cell: a start. Others may be as near as starts. */
#define FR_KEY_SOURCE FR_KEY_OPEN

/*
 * A cell with FR_KEY_LINKED was reached by a link. The number of its arc in `ahead` of
 * the links, or in `back` of a backward search, is `next` of the node that
 * fr_dijkstra_arc_node returns. Such nodes follow the nodes of cells.
 */

/* Replaces a cell's key by a better one; keeps FR_KEY_AWAITED. */
FR_INLINE void
fr_dijkstra_set(fr_dijkstra *s, uint32_t n, uint64_t key)
{
	uint64_t *old = &s->workspace->nodes[n].key;

	*old = key | (fr_key_flags(s->workspace, *old) & FR_KEY_AWAITED);
}

uint32_t fr_dijkstra_arc_node(const fr_grid *grid, const fr_arcs *arrivals, uint32_t n);

void fr_dijkstra_prepare(fr_dijkstra *s, const fr_grid *grid, uint64_t unit, uint64_t cap,
						 fr_sweep_workspace sweep, const fr_poll *poll);
void fr_dijkstra_begin(fr_dijkstra *s);
void fr_dijkstra_await(fr_dijkstra *s, uint32_t n);
bool fr_dijkstra_add_source(fr_dijkstra *s, uint32_t n);
uint64_t fr_dijkstra_run(fr_dijkstra *s, const uint32_t *sources, size_t count,
						 bool backward);

/*
 * Is an edge of this cost between two cells on a best path of the last search? `near` is its end
 * where the search came from.
 */
static inline bool
fr_is_best(const fr_workspace *workspace, uint32_t near, uint64_t cost, uint32_t far)
{
	uint64_t distance = fr_distance(workspace, far);

	return distance < FR_UNREACHED && fr_distance(workspace, near) + cost == distance;
}

/* ---- cells with links -------------------------------------------------------------- */

/* Reports the progress of a search; any may be NULL. */
typedef struct fr_dijkstra_watch
{
	fr_result *counters;
	const fr_trace *trace;
} fr_dijkstra_watch;

uint64_t fr_dijkstra_linked(fr_dijkstra *s, bool backward,
							const fr_dijkstra_watch *watch);

#endif /* FRINGE_DIJKSTRA_H */
