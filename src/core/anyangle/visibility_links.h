/*
 * visibility_links.h - links between straight lines: a heuristic that counts them (internal)
 */
#ifndef FRINGE_VISIBILITY_LINKS_H
#define FRINGE_VISIBILITY_LINKS_H

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "core/grid/grid_links.h"

/* A cell where links begin, and a lower bound of the length from it by a link to the goal. */
typedef struct fr_portal
{
	double rest;
	fr_cell at;
} fr_portal;

struct fr_visibility_links
{
	fr_linked_components linked;
	const uint32_t *of; /* by subgoal: the number of its linked component */

	/*
	 * The cells where links begin, each once, sorted by linked component. Those of component
	 * c are begins[begin_first[c]] up to begins[begin_first[c + 1]]. The same for ends.
	 */
	const fr_cell *begins;
	const uint32_t *begin_first;
	const fr_cell *ends;
	const uint32_t *end_first;

	const double *least; /* by end: the cost of the cheapest link that ends there */
	/*
	 * A matrix with a row per begin and a column per end: a lower bound of the cost from the
	 * begin to the end by one or more links. NULL: the matrix would be too large.
	 */
	const double *between;

	/* of the last search with a goal */
	fr_cell goal;
	uint32_t goal_linked; /* its linked component */
	double nearest;	  /* the least sum of a link and the line from its end to the goal */
	uint32_t search;  /* its number */
	uint32_t *listed; /* by linked component: the last search that listed its portals, */
	fr_portal *portals;		/* the list, by ascending `rest`, without useless ones, */
	uint32_t *portal_count; /* and its length */
};

fr_visibility_links *fr_visibility_links_make(const fr_visibility_graph *graph,
											  const fr_poll *poll);
bool fr_visibility_links_aim(fr_visibility_links *links_bound, const fr_grid *grid,
							 fr_cell goal);
double fr_visibility_links_by_link(fr_visibility_links *links_bound, uint32_t linked,
								   fr_cell at);
double fr_visibility_links_bound(fr_visibility_links *links_bound, uint32_t linked,
								 fr_cell at);

#endif /* FRINGE_VISIBILITY_LINKS_H */
