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
expand(fringe *f, uint32_t n, bool weighted)
{
	const fr_run *run = f->run;
	fr_workspace *ws = run->workspace;
	uint64_t key = ws->nodes[n].key;
	uint64_t g = fr_key_g(key);
	unsigned moves = fr_moves_onward(run, n, key);

	run->result->expanded++;
	run->result->expanded_last++;
	run->result->reopened += (key & FR_KEY_EXPANDED) != 0;
	while (moves)
	{
		int d = 31 - __builtin_clz(moves);
		uint32_t m = n + (uint32_t) run->grid->offset[d];

		moves &= ~(1u << d);
		relax(f, n, m, fr_key(ws, g + fr_move_cost(run->grid, weighted, n, m, d), d));
	}
	if (f->count - 1 > run->result->open_peak)
		run->result->open_peak = f->count - 1;
	ws->nodes[n].key = (key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
}

/* One pass over the list under a limit; true where the goal was within it. */
FR_INLINE bool
iterate(fringe *f, uint64_t limit, bool weighted)
{
	const fr_run *run = f->run;
	fr_result *result = run->result;
	fr_node *nodes = run->workspace->nodes;

	f->f_min = UINT64_MAX;
	for (uint32_t n = f->head, next; n != FR_NONE; n = next)
	{
		fr_cell at = fr_grid_cell(run->grid, n);
		uint64_t f_n = fr_key_g(nodes[n].key) + fr_h(&run->heuristic, at.x, at.y);

		fr_poll_at(run->poll, (uint64_t) result->visited);
		result->visited++;
		result->visited_last++;
		next = nodes[n].next;
		if (f_n > limit)
		{
			f->f_min = f_n < f->f_min ? f_n : f->f_min;
			continue;
		}
		if (n == run->goal)
			return true;
		expand(f, n, weighted);
		next = nodes[n].next;
		unlink_node(f, n);
	}
	return false;
}

FR_INLINE fr_status
run_fringe(fringe *f, uint64_t limit, bool weighted)
{
	const fr_run *run = f->run;
	fr_result *result = run->result;

	while (f->head != FR_NONE && limit <= run->grid->costs.limit)
	{
		result->iterations++;
		result->visited_last = result->expanded_last = 0;
		if (iterate(f, limit, weighted))
		{
			result->found = true;
			result->cost = fr_key_g(run->workspace->nodes[run->goal].key);
			return FR_OK;
		}
		limit = f->f_min;
	}
	return FR_OK;
}

fr_status
fr_run_fringe(const fr_run *run)
{
	fr_cell at = fr_grid_cell(run->grid, run->start);
	fringe f = {.run = run, .head = run->start, .count = 1};

	run->workspace->nodes[run->start] =
		(fr_node){fr_key(run->workspace, 0, 0) | FR_KEY_OPEN, FR_NONE, FR_NONE};
	run->result->open_peak = 1;
	if (run->grid->terrain)
		return run_fringe(&f, fr_h(&run->heuristic, at.x, at.y), true);
	return run_fringe(&f, fr_h(&run->heuristic, at.x, at.y), false);
}
