/*
 * visibility_links.h - links between straight lines: what they cost, and what that bounds (internal)
 */
#ifndef FRINGE_VISIBILITY_LINKS_H
#define FRINGE_VISIBILITY_LINKS_H

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_graph.h"
#include "core/grid/grid_links.h"

/* A cell where links begin, and how far it is from there to the goal at least, by one. */
typedef struct fr_portal
{
	double rest;
	fr_cell at;
} fr_portal;

struct fr_visibility_links
{
	fr_linked_components linked;
	const uint32_t *of;	   /* by subgoal: the number of its linked component */
	const fr_cell *begins; /* the cells where links begin, by linked component */
	const uint32_t
		*begin_first;	 /* by linked component: the first of these; and the count */
	const fr_cell *ends; /* the cells where links end, in the same order */
	const uint32_t *end_first;
	const double *least;   /* by end: the cheapest link there */
	const double *between; /* by begin and end: at least from the one, by links, to the
							   other; NULL: there are too many */
	/* of the last search that had a goal */
	fr_portal *portals; /* by linked component, in ascending order: those that count */
	uint32_t *portal_count; /* by linked component */
	uint32_t *listed;		/* by linked component: the search that asked for them */
	uint32_t search;
	fr_cell goal;
	uint32_t goal_linked;
	double nearest; /* the least length of a last link and a line to the goal */
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
