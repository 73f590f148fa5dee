/*
 * meeting.h - does a search come near its goal? (internal)
 *
 * A first question does not wait for the components of the map. Once its search has
 * grown, a flood of runs of free cells goes out from the goal, a part at a time, while
 * the search goes on. Where it finds a cell that the search has seen, there is a path;
 * where it ends without one, there is none.
 */
#ifndef FRINGE_MEETING_H
#define FRINGE_MEETING_H

#include "core/grid/bits.h"

typedef enum fr_meeting_state
{
	FR_NOT_BEGUN,
	FR_SPREADING,
	FR_MET,
	FR_APART
} fr_meeting_state;

#define FR_QUEUE_RUNS 512

/* Some runs that wait, or did. */
typedef struct fr_run_queue
{
	struct fr_run_queue *next;
	struct
	{
		uint16_t y;
		uint16_t first;
		uint16_t last;
	} run[FR_QUEUE_RUNS];
} fr_run_queue;

typedef struct fr_meeting
{
	fr_meeting_state state;
	fr_bits taken;		 /* blocked cells, and those of runs that were taken */
	uint64_t *lines;	 /* the same, to be written */
	fr_run_queue *first; /* NULL: none so far */
	fr_run_queue *head;
	fr_run_queue *tail;
	uint32_t out; /* the next of the head's runs */
	uint32_t in;  /* runs of the tail */
} fr_meeting;

/* Has the search seen one of the cells from x = first to last of row y? */
typedef bool (*fr_seen)(const void *search, int32_t y, int32_t first, int32_t last);

void fr_meeting_spread(fr_patches *patches, fr_cell goal, uint64_t runs, fr_seen seen,
					   const void *search, const fr_poll *poll);

#endif /* FRINGE_MEETING_H */
