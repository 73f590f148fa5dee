/*
 * asking.h - a question, and where paths meet that may be its shortest (internal)
 */
#ifndef FRINGE_INDEX_LINE_ASKING_H
#define FRINGE_INDEX_LINE_ASKING_H

#include "core/index/lines/steps.h"

/* A question, and both sides of it. */
typedef struct fr_asking
{
	const fr_index *index;
	const fr_poll *poll;
	uint64_t *walked; /* steps of all walks: for polls */
	fr_index_scratch
		*scratch; /* table: by hub, from the base on, its place for the start */
	fr_side from;
	fr_side to;
	uint32_t common; /* hubs that both blocks have: chain has their places */
	uint32_t least;	 /* of the sums */
} fr_asking;

/* Half of a path: over an item to a hub. */
typedef struct fr_line_approach
{
	uint32_t item; /* as a hub; FR_NO_HUB: there is none */
	fr_length length;
} fr_line_approach;

typedef struct fr_line_meeting
{
	uint32_t hub; /* FR_NO_HUB: none */
	fr_line_approach from;
	fr_line_approach to;
	fr_length length;
} fr_line_meeting;

void fr_line_ask(fr_asking *a, const fr_index_ends *ends);
bool fr_line_is_direct(const fr_index *index, fr_cell a, fr_cell b, uint64_t *cost);
fr_line_meeting fr_line_meet_by_walks(const fr_asking *a);
fr_length fr_line_walk(const fr_asking *a, const fr_side *s, uint32_t item, uint32_t hub);
uint64_t fr_line_walked(const fr_asking *a, const fr_line_meeting *m);

#endif /* FRINGE_INDEX_LINE_ASKING_H */
