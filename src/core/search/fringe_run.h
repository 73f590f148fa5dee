/*
 * fringe_run.h - what the forms of Fringe Search share (internal)
 *
 * 2005 section 4 describes a family of searches: open nodes whose f is at most the
 * limit are candidates, and any of them may be expanded next.  fringe.c has the
 * loop.  How open nodes are stored, which decides the next candidate, is a file
 * each: fringe_list.h, fringe_heap.h, fringe_layers.h and fringe_array.h.
 */
#ifndef FRINGE_FRINGE_RUN_H
#define FRINGE_FRINGE_RUN_H

#include "core/search/search.h"

#define FR_FRINGE_ARRAY_EXTRA 16 /* bytes a cell of an array: see fringe_array.h */

typedef struct fr_fringe
{
	const fr_run *run;
	fr_node *nodes;
	uint64_t limit; /* nodes of a larger f have to wait */
	uint64_t least; /* the least f of open nodes when the iteration began */
	uint64_t f_min; /* the least f among those that wait for a later iteration */
	bool found;		/* the goal was reached */
	uint64_t best;	/* its g, or more than the limit on costs: only smaller f matter */
	int64_t open;
	int64_t open_peak;
	int64_t opened;
	int64_t visited;
	int64_t expanded;
	int64_t reopened;
	bool gave_up; /* max_expanded ended the search */
} fr_fringe;

/* Counts and reports a visit; expanded: it generates children, unless max_expanded forbids. */
FR_INLINE void
fr_fringe_look(fr_fringe *f, fr_kind kind, uint32_t n, uint64_t g, uint64_t f_n,
			   bool expanded)
{
	fr_poll_at(f->run->poll, (uint64_t) f->visited++);
	fr_trace_visit(f->run, kind, n, g, f_n,
				   expanded && f->expanded < f->run->max_expanded);
}

/* Notes the f of a node that waits for a later iteration. */
FR_INLINE void
fr_fringe_leave(fr_fringe *f, uint64_t f_n)
{
	f->f_min = f_n < f->f_min ? f_n : f->f_min;
}

#endif /* FRINGE_FRINGE_RUN_H */
