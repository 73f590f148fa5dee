/*
 * idastar.h - an IDA* search in a workspace of just its size, watched while it runs
 */
#ifndef FRINGE_TEST_IDASTAR_H
#define FRINGE_TEST_IDASTAR_H

#include "support.h"

#define MAX_SIDE 24
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)
#define CANARY 64

typedef struct seen_trace
{
	int64_t visited;
	int64_t expanded;
	int iteration;
	uint64_t limit[64]; /* by iteration: the largest f within the limit */
} seen_trace;

/* In every iteration something has the limit as its f, at least under delta=0. */
static inline void
note_visit(void *context, int iteration, uint32_t cell, uint64_t g, uint64_t f,
		   bool expanded)
{
	seen_trace *t = context;

	(void) cell;
	(void) g;
	t->visited++;
	t->expanded += expanded;
	t->iteration = iteration;
	if (expanded && iteration < 64 && f > t->limit[iteration])
		t->limit[iteration] = f;
}

typedef struct answer
{
	fr_result result;
	fr_status status;
	bool room; /* the workspace was kept to */
	uint8_t moves[MAX_CELLS];
} answer;

/* Unwritten memory is noise here, and what is behind it is watched. */
static inline void
ask(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal,
	seen_trace *seen, answer *a)
{
	size_t size = fr_workspace_size(grid->cells, method);
	uint8_t *block = new_block(size + CANARY);
	fr_poll poll = no_poll();
	fr_trace trace = {note_visit, seen};
	fr_query query = {.grid = grid, .method = method, .start = start, .goal = goal};
	fr_workspace *workspace;

	memset(block, 0xa5, size + CANARY);
	workspace = fr_workspace_init(block, size, grid->cells);
	query.trace = seen ? &trace : NULL;
	a->status = search_with(query, workspace, &poll, &a->result);
	if (a->result.found && a->result.length <= grid->cells)
		list_moves(&a->result.route, a->moves);
	a->room = true;
	for (int i = 0; i < CANARY; i++)
		a->room &= block[size + (size_t) i] == 0xa5;
	free(block);
}

/* Without memory and with a delta the path may have had a detour, cut since. */
static inline bool
counts_like(const fr_result *a, const fr_result *b)
{
	return a->found == b->found && a->cost <= b->cost && a->iterations == b->iterations &&
		   a->visited == b->visited && a->visited_last == b->visited_last &&
		   a->expanded == b->expanded && a->expanded_last == b->expanded_last &&
		   a->reopened == b->reopened && a->open_peak == b->open_peak &&
		   a->tried == b->tried && a->tried_last == b->tried_last;
}

#endif /* FRINGE_TEST_IDASTAR_H */
