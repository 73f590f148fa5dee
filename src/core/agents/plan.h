/*
 * plan.h - plans for many agents: no two of them share a cell or exchange cells
 *
 *     fr_plan_make: starts and goals --> the cells of all agents in each tick
 *
 * In each tick an agent takes one edge (edges.h) or waits, whatever the edge costs. No diagonal step
 * crosses another one. The search is LaCAM* (plan.c).
 */
#ifndef FRINGE_PLAN_H
#define FRINGE_PLAN_H

#include "core/query/grid_query.h"

/*
 * The rules of grids that plans support: those that only say which steps are legal. The costs of
 * links are the caller's to check.
 */
#define FR_PLAN_RULES                                                                    \
	(FR_RULE(HEXAGONS) | FR_RULE(WRAP) | FR_RULE(ONEWAY) | FR_RULE(SIDES) |              \
	 FR_RULE(BLOCKED) | FR_RULE(LIMITS) | FR_RULE(LINKS))

/* Why there is no search. */
typedef enum fr_plan_fault
{
	FR_PLAN_SOUND,
	FR_PLAN_EQUAL_STARTS, /* of both agents */
	FR_PLAN_EQUAL_GOALS,
	FR_PLAN_START_BLOCKED, /* of `agent` */
	FR_PLAN_GOAL_BLOCKED,
	FR_PLAN_UNREACHABLE /* no path leads from the start of `agent` to its goal */
} fr_plan_fault;

#define FR_PLAN_ANY_TICKS UINT32_MAX

/* What is asked for, and when the search ends. */
typedef struct fr_plan_request
{
	const fr_grid *grid; /* it has moves */
	const uint32_t *starts;
	const uint32_t *goals;
	size_t count;	/* of agents */
	uint32_t ticks; /* at most; if not FR_PLAN_ANY_TICKS, the fewest are sought */
	uint64_t seed;
	uint64_t configurations; /* tried, at most; UINT64_MAX: any number */
	bool in_order;			 /* each agent among those before it; nothing is improved */
	bool improve;			 /* after the first plan */
	bool (*has_time)(void *context); /* to improve; NULL: always */
	void *context;
	size_t memory; /* bytes of the arena: no improvement takes more */
	const fr_arena *arena;
} fr_plan_request;

typedef struct fr_plan
{
	fr_plan_fault fault;
	size_t agent; /* of the fault, from 0 */
	size_t other;
	bool found;
	bool optimal;	/* no plan has less `loss`, or, if ticks were limited, fewer ticks */
	bool exhausted; /* if not found: there is no plan */
	size_t count;	/* of agents */
	uint32_t ticks; /* until the last agent arrives for good */
	uint64_t cost;	/* the sum of the ticks until each one does */
	uint64_t
		loss; /* the sum of the ticks in which agents are not at rest at their goals */
	uint32_t least_ticks;	 /* no plan has fewer: the longest of all shortest paths */
	uint64_t least_cost;	 /* likewise: their sum */
	uint64_t configurations; /* tried */
	const uint32_t
		*cells; /* of all agents in tick 0, in tick 1, ...: (ticks + 1) * count */
} fr_plan;

/* Polls. If the plan has a fault, nothing else of it is set. */
void fr_plan_make(const fr_plan_request *request, const fr_poll *poll, fr_plan *plan);

#endif /* FRINGE_PLAN_H */
