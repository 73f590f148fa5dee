/*
 * ports.h - links between straight lines: what they cost, and what that bounds (internal)
 */
#ifndef FRINGE_PORTS_H
#define FRINGE_PORTS_H

#include "core/anyangle/length.h"
#include "core/anyangle/sights.h"

/* A cell where links begin, and how far it is from there to the goal at least, by one. */
typedef struct fr_exit
{
	double rest;
	fr_cell at;
} fr_exit;

/* An island is a component where some link begins or ends. */
struct fr_ports
{
	uint32_t islands;
	const uint32_t *island;		 /* by component: its island, or as many as there are */
	const uint32_t *of;			 /* by subgoal: that of its component */
	const fr_cell *begins;		 /* the cells where links begin, by island */
	const uint32_t *begin_first; /* by island: the first of these; and the count */
	const fr_cell *ends;		 /* the same of cells where links end */
	const uint32_t *end_first;
	const double *least;   /* by end: the cheapest link there */
	const double *between; /* by begin and end: at least from the one, by links, to the
							   other; NULL: there are too many */
	/* of the last search that had a goal */
	fr_exit *exits;		  /* by island, in ascending order: those that count */
	uint32_t *exit_count; /* by island */
	uint32_t *listed;	  /* by island: the search that asked for them */
	uint32_t search;
	fr_cell goal;
	uint32_t goal_island;
	double nearest; /* by the last link, whatever comes before it */
};

fr_ports *fr_ports_make(const fr_sights *sights, const fr_poll *poll);
bool fr_ports_aim(fr_ports *ports, const fr_grid *grid, fr_cell goal);
double fr_ports_by_link(fr_ports *ports, uint32_t island, fr_cell at);
double fr_ports_bound(fr_ports *ports, uint32_t island, fr_cell at);

#endif /* FRINGE_PORTS_H */
