/*
 * plan_guide.h - a path for each agent, few of which collide, as hints for PIBT (internal)
 */
#ifndef FRINGE_PLAN_GUIDE_H
#define FRINGE_PLAN_GUIDE_H

#include "core/agents/plan_space.h"

/* A number by key, which is never 0; 0: a free slot. */
typedef struct fr_plan_number
{
	uint64_t key;
	uint32_t number;
} fr_plan_number;

typedef struct fr_plan_numbers
{
	fr_plan_number *at;
	size_t slots;
	size_t count;
} fr_plan_numbers;

/* The next place of an agent from a place of its path. */
typedef struct fr_plan_guide
{
	fr_plan_space *space;
	size_t agents;
	fr_plan_numbers next;
} fr_plan_guide;

/* The most bytes that it takes while it is made, if the shortest paths have so many steps in total. */
size_t fr_plan_guide_size(size_t agents, uint32_t places, uint64_t steps);

/* It ends early, with paths that collide more, if `goes_on` says so. */
void fr_plan_guide_make(fr_plan_guide *guide, fr_plan_space *space, size_t agents,
						const uint32_t *starts, const uint32_t *goals,
						const uint32_t *distances, uint64_t seed,
						bool (*goes_on)(const void *context), const void *context);

/* FR_NOWHERE: the place is not on the path. */
uint32_t fr_plan_guide_next(const fr_plan_guide *guide, uint32_t agent, uint32_t place);

#endif /* FRINGE_PLAN_GUIDE_H */
