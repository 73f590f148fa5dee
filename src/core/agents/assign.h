/*
 * assign.h - who goes where: distinct goals of least cost
 */
#ifndef FRINGE_ASSIGN_H
#define FRINGE_ASSIGN_H

#include "core/api.h"

#define FR_NO_GOAL UINT32_MAX

/* Costs from starts to goals, a row per start. FR_UNREACHED: there is no path. */
typedef struct fr_assignment
{
	const uint64_t *costs; /* starts * goals */
	uint32_t starts;
	uint32_t goals;
	uint64_t limit;	   /* sums above it do not compare exactly; at most FR_ASSIGN_LIMIT */
	bool longest;	   /* the longest cost counts first, then the sum */
	uint32_t *goal_of; /* result: by start, or FR_NO_GOAL */
} fr_assignment;

#define FR_ASSIGN_LIMIT ((UINT64_C(1) << 60) - 1)

/*
 * As many starts as possible get a goal each, which no other one gets; of all such assignments it
 * finds one of the least sum of costs, or of the least longest cost, and of these the least sum. FR_COST_RANGE: the
 * largest cost, as often as goals are assigned, exceeds the limit.
 */
fr_status fr_assign(fr_assignment *a, const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_ASSIGN_H */
