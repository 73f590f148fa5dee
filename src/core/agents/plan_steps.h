/*
 * plan_steps.h - the next cells of all agents: PIBT with the swap technique (internal)
 *
 *     fr_plan_steps_begin    where all agents are
 *     fr_plan_steps_next     where they go, as often as wanted
 *     fr_plan_steps_end
 */
#ifndef FRINGE_PLAN_STEPS_H
#define FRINGE_PLAN_STEPS_H

#include "core/agents/plan_guide.h"

/* Who is at a place, and who goes there; FR_NOWHERE: nobody. */
typedef struct fr_plan_holder
{
	uint32_t now;
	uint32_t next;
} fr_plan_holder;

/* Where an agent may go. */
typedef struct fr_plan_choice
{
	uint32_t key; /* the smallest is the best */
	uint32_t to;
	uint32_t square;
	int32_t farther; /* its goal is than from where it is */
} fr_plan_choice;

/* An agent that looks for its next place while others wait for it. */
typedef struct fr_plan_frame
{
	uint32_t agent;
	uint32_t choice;  /* the present one */
	uint32_t count;	  /* of choices */
	uint32_t partner; /* the agent to exchange places with; FR_NOWHERE: none */
} fr_plan_frame;

typedef struct fr_plan_steps
{
	fr_plan_space *space;
	size_t agents;
	const uint32_t *goals;
	const fr_plan_guide *guide; /* hints; NULL: none */
	const uint32_t *from;		/* by agent */
	uint32_t *to;				/* by agent; FR_NOWHERE: not yet known */
	int32_t *farther;			/* by agent: its goal is from `to` than from `from` */
	fr_plan_holder *holders;	/* by place */
	uint8_t *passed;			/* by square: somebody passes it; NULL: there are none */
	uint32_t *squares;			/* by agent: the one that it passes */
	fr_plan_frame *frames;
	fr_plan_choice *choices; /* by frame */
	uint64_t random;
} fr_plan_steps;

void fr_plan_steps_make(fr_plan_steps *steps, fr_plan_space *space, const uint32_t *goals,
						size_t agents, uint64_t seed);

void fr_plan_steps_begin(fr_plan_steps *steps, const uint32_t *from);
void fr_plan_steps_end(fr_plan_steps *steps);

/*
 * Where the first `count` agents of `order` go is given, and those before the others choose first.
 * False if there is a collision, or some agent finds no place. If so `to` has no meaning.
 */
bool fr_plan_steps_next(fr_plan_steps *steps, const uint32_t *order,
						const uint32_t *given, uint32_t count);

/* Clears `to` after a success. */
void fr_plan_steps_undo(fr_plan_steps *steps);

#endif /* FRINGE_PLAN_STEPS_H */
