/*
 * alternatives.h - other routes, which pass obstacles on their other sides
 *
 * A route is another one if it goes around something else. Obstacles are connected sets of
 * blocked cells, away from the map's edge, of at least `pillar` cells. Two routes between the
 * same cells are of one class if they pass each obstacle on the same side, and take the same
 * links. Each class has one candidate: the cheapest route that consists of a best path from
 * the start to some cell, and a best path from there to the goal.
 */
#ifndef FRINGE_ALTERNATIVES_H
#define FRINGE_ALTERNATIVES_H

#include "core/search/workspace.h"

/* Which routes are wanted. */
typedef struct fr_alternatives_wanted
{
	uint32_t most;	/* routes; at least 1 */
	double stretch; /* times the least cost; at least 1 */
	double
		overlap; /* the share of a route's cells that may be near cheaper ones of these */
	uint32_t pillar; /* cells of an obstacle */
} fr_alternatives_wanted;

typedef struct fr_alternative
{
	uint64_t cost;
	double shared; /* the share of its cells that are near routes before it */
	fr_route route;
} fr_alternative;

/* Routes in order of cost, the best one first. None: there is no path. */
typedef struct fr_alternatives
{
	fr_alternative *at;
	size_t count;
	size_t room;
} fr_alternatives;

#define FR_ALTERNATIVES_RULES (FR_STEP_RULES | FR_LINK_RULES)

/* The memory is in the query's arena. FR_COST_RANGE. */
fr_status fr_find_alternatives(const fr_query *query,
							   const fr_alternatives_wanted *wanted,
							   fr_sweep_workspace sweep, const fr_poll *poll,
							   fr_alternatives *found);

#endif /* FRINGE_ALTERNATIVES_H */
