/*
 * fringe.c - Fringe Search (2005 section 2, Figure 2)
 *
 * One doubly linked list: before the current node is *later*, from it on is
 * *now*.  An iteration walks the list once; nodes whose f exceeds the limit
 * stay where they are, others are replaced by their children, the leftmost of
 * them next in line: the order of IDA*.  The next limit is the least f that
 * was left.  The limit never exceeds the least cost, so the goal is final when
 * it is first visited within the limit.
 */
#include "search.h"

typedef struct fringe
{
	const fr_run *run;
	uint32_t head;	/* first node of the list */
	int64_t count;	/* nodes in the list */
	uint64_t f_min; /* least f that exceeded the limit */
} fringe;

FR_INLINE void
unlink_node(fringe *f, uint32_t n)
{
	fr_node *nodes = f->run->workspace->nodes;
	uint32_t next = nodes[n].next;
	uint32_t prev = nodes[n].prev;

	if (next != FR_NONE)
		nodes[next].prev = prev;
	if (prev != FR_NONE)
		nodes[prev].next = next;
	else
		f->head = next;
	f->count--;
}

FR_INLINE void
insert_after(fringe *f, uint32_t n, uint32_t m)
{
	fr_node *nodes = f->run->workspace->nodes;
	uint32_t next = nodes[n].next;

	nodes[m].prev = n;
	nodes[m].next = next;
	nodes[n].next = m;
	if (next != FR_NONE)
		nodes[next].prev = m;
	f->count++;
}

/* A path to child m of node n was found: keep it if it is the best so far. */
FR_INLINE void
relax(fringe *f, uint32_t n, uint32_t m, uint64_t key)
{
	fr_workspace *ws = f->run->workspace;
	uint64_t flags;

	if (!fr_key_improves(key, ws->nodes[m].key))
		return;
	flags = fr_key_flags(ws, ws->nodes[m].key);
	if (flags & FR_KEY_OPEN)
		unlink_node(f, m);
	ws->nodes[m].key = key | FR_KEY_OPEN | (flags & FR_KEY_EXPANDED);
	insert_after(f, n, m);
}

/* Children from right to left, so that the leftmost ends up next to n. */
FR_INLINE void
expand(fringe *f, fr_kind kind, uint32_t n)
{
	const fr_run *run = f->run;
	fr_workspace *ws = run->workspace;
	uint64_t key = ws->nodes[n].key;
	uint64_t bare = key & ~FR_KEY_FLAGS;
	unsigned moves = fr_moves_onward(run, n, key);

	run->result->expanded++;
	run->result->expanded_last++;
	run->result->reopened += (key & FR_KEY_EXPANDED) != 0;
	while (moves)
	{
		int d = 31 - __builtin_clz(moves);
		uint32_t m = n + run->offset[d];

		moves &= ~(1u << d);
		relax(f, n, m, fr_child_key(run, kind, bare, n, m, d));
	}
	if (f->count - 1 > run->result->open_peak)
		run->result->open_peak = f->count - 1;
	ws->nodes[n].key = (key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
}

/* One pass over the list under a limit; true where the goal was within it. */
FR_INLINE bool
iterate(fringe *f, fr_kind kind, uint64_t limit)
{
	const fr_run *run = f->run;
	fr_result *result = run->result;
	fr_node *nodes = run->workspace->nodes;

	f->f_min = UINT64_MAX;
	for (uint32_t n = f->head, next; n != FR_NONE; n = next)
	{
		fr_cell at = fr_grid_cell(run->grid, n);
		uint64_t g = fr_key_g(nodes[n].key);
		uint64_t f_n = g + fr_h(&run->heuristic, kind.alt, n, at.x, at.y);

		fr_poll_at(run->poll, (uint64_t) result->visited);
		result->visited++;
		result->visited_last++;
		fr_trace_visit(run, kind, n, g, f_n, f_n <= limit && n != run->goal);
		next = nodes[n].next;
		if (f_n > limit)
		{
			f->f_min = f_n < f->f_min ? f_n : f->f_min;
			continue;
		}
		if (n == run->goal)
			return true;
		if (result->expanded == run->max_expanded)
		{
			result->complete = result->optimal = false;
			return false;
		}
		expand(f, kind, n);
		next = nodes[n].next;
		unlink_node(f, n);
	}
	return false;
}

FR_INLINE void
run_fringe(fringe *f, fr_kind kind)
{
	const fr_run *run = f->run;
	fr_result *result = run->result;
	fr_cell at = fr_grid_cell(run->grid, run->start);
	uint64_t limit = fr_h(&run->heuristic, kind.alt, run->start, at.x, at.y);

	while (f->head != FR_NONE && limit <= run->grid->costs.limit && result->complete)
	{
		result->iterations++;
		result->visited_last = result->expanded_last = 0;
		if (iterate(f, kind, limit))
		{
			result->found = true;
			result->cost = fr_key_g(run->workspace->nodes[run->goal].key);
			return;
		}
		limit = f->f_min;
	}
}

void
fr_run_fringe(const fr_run *run)
{
	fringe f = {.run = run, .head = run->start, .count = 1};

	run->workspace->nodes[run->start] =
		(fr_node){fr_key(run->workspace, 0, 0) | FR_KEY_OPEN, FR_NONE, FR_NONE};
	run->result->open_peak = 1;
	FR_SPECIALISE(run_fringe, &f, run);
}
