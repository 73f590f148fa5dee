/*
 * plan_order.h - a plan that takes agents one after another, as games do (internal)
 */
#ifndef FRINGE_PLAN_ORDER_H
#define FRINGE_PLAN_ORDER_H

#include "core/agents/plan_space.h"

/*
 * Plans each agent among those before it, by safe intervals (timed.h), so each one arrives as early as they
 * let it. Returns the places of all agents in tick 0, in tick 1, ..., and sets *ticks; NULL: *agent finds no
 * way that arrives by tick `most_ticks`. Starts and goals are places.
 */
const uint32_t *fr_plan_in_order(fr_plan_space *space, const uint32_t *starts,
								 const uint32_t *goals, size_t agents,
								 uint32_t most_ticks, uint32_t *ticks, size_t *agent);

#endif /* FRINGE_PLAN_ORDER_H */
