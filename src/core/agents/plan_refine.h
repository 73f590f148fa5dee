/*
 * plan_refine.h - improves a plan by planning a few agents anew among all others (internal)
 *
 *     fr_plan_refine_make
 *     fr_plan_refine_load     takes over a plan
 *     fr_plan_refine_step     as often as wanted
 */
#ifndef FRINGE_PLAN_REFINE_H
#define FRINGE_PLAN_REFINE_H

#include "core/agents/plan_space.h"

#define FR_PLAN_GROUP 16 /* most agents of a step */

/* The places of an agent in the ticks 0 to `length`, when it arrives for good. */
typedef struct fr_plan_path
{
	uint32_t *at;
	size_t room;
	uint32_t length;
	uint32_t loss; /* ticks in which it is not at rest at its goal */
} fr_plan_path;

/* Who is at a place in a tick, before that agent arrives for good. */
typedef struct fr_plan_stay
{
	uint64_t key; /* 0: free */
	uint32_t agent;
} fr_plan_stay;

/* The ticks in which an agent is at a place before it arrives for good, a bit each. */
typedef struct fr_plan_ticks
{
	uint64_t *bits;
	uint32_t words;
} fr_plan_ticks;

/*
 * An agent that comes to a place in a tick, in a search for its path. It may stay there until `end`, when
 * somebody else comes.
 */
typedef struct fr_plan_state
{
	uint32_t place;
	uint32_t tick;
	uint32_t end; /* FR_NOWHERE: nobody comes any more */
	uint32_t loss;
	uint32_t distance; /* to the goal */
	uint32_t parent;   /* its number */
	uint32_t next;	   /* in the bucket */
} fr_plan_state;

/* The best known state by place and `end`. */
typedef struct fr_plan_mark
{
	uint64_t key;
	uint32_t search; /* that made the mark */
	uint32_t state;
} fr_plan_mark;

typedef struct fr_plan_refine
{
	fr_plan_space *space;
	size_t agents;
	const uint32_t *starts;
	const uint32_t *goals;
	const uint32_t *distances; /* from the starts */
	uint64_t random;
	fr_plan_path *paths; /* by agent */
	fr_plan_path spare[FR_PLAN_GROUP];
	uint64_t loss;	  /* of all agents */
	uint32_t horizon; /* no path is longer */
	uint32_t *parked; /* by place: the agent whose goal it is, while its path is there */
	fr_plan_ticks *busy; /* by place */
	fr_plan_stay *stays;
	size_t stay_slots;
	size_t stay_count;
	fr_plan_state *states;
	size_t state_count;
	size_t state_room;
	fr_plan_mark *marks;
	size_t mark_slots;
	uint32_t search;
	uint32_t *buckets; /* heads of stacks of states by their cost */
	size_t bucket_room;
} fr_plan_refine;

void fr_plan_refine_make(fr_plan_refine *r, fr_plan_space *space, size_t agents,
						 const uint32_t *starts, const uint32_t *goals,
						 const uint32_t *distances, uint64_t seed);

/* Takes over a plan: the places of all agents in tick 0, in tick 1, ... up to tick `last`. */
void fr_plan_refine_load(fr_plan_refine *r, const uint32_t *places, uint32_t last);

/* Plans some agents anew; true if the plan has become better. */
bool fr_plan_refine_step(fr_plan_refine *r);

static inline uint32_t
fr_plan_refine_place(const fr_plan_refine *r, uint32_t agent, uint32_t tick)
{
	const fr_plan_path *path = &r->paths[agent];

	return tick < path->length ? path->at[tick] : r->goals[agent];
}

/* Bytes that tables may grow by in a step. */
size_t fr_plan_refine_growth(const fr_plan_refine *r);

#endif /* FRINGE_PLAN_REFINE_H */
