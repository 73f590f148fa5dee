/*
 * fringe_heap.c - Fringe Search, the least candidate first (2005, section 4)
 *
 * Of the open nodes within the limit, A* takes the one of least f, and algorithm C (Bagchi
 * and Mahanti 1983) the one of least g. Ties go to the least h, so to the goal if it is
 * among them. Candidates are in a heap. The other open nodes are in a list, which is
 * searched when an iteration begins.
 */
#include "core/search/fringe_run.h"
#include "core/search/open_list.h"

typedef struct fringe_heap
{
	fr_fringe base;
	fr_heap heap;
	uint32_t *others; /* the head of the list */
	bool min_g;
} fringe_heap;

FR_INLINE fr_rank
rank_of(const fringe_heap *c, uint64_t g, uint64_t h)
{
	return (fr_rank){c->min_g ? g : g + h, h};
}

/* Is an open node in the heap?  Its slot is in `next`, which in other nodes may be anything. */
FR_INLINE bool
is_candidate(const fringe_heap *c, uint32_t n)
{
	uint32_t slot = c->heap.nodes[n].next;

	return slot < c->heap.count && c->heap.entries[slot].node == n;
}

/* Moves nodes that are now within the limit to the heap. */
FR_INLINE void
begin_iteration(fringe_heap *c, fr_kind kind)
{
	fr_fringe *f = &c->base;
	fr_node *nodes = f->nodes;
	uint64_t steps = 0;

	for (uint32_t n = c->others[0], next; n != FR_NONE; n = next)
	{
		uint64_t g = fr_key_g(nodes[n].key);
		uint64_t h = fr_run_h(f->run, kind, n);

		fr_poll_at(f->run->poll, steps++);
		next = nodes[n].next;
		if (g + h > f->limit)
		{
			fr_fringe_look(f, kind, n, g, g + h, false);
			fr_fringe_leave(f, g + h);
			continue;
		}
		fr_fringe_unlink(c->others, nodes, n);
		fr_heap_push(&c->heap, n, rank_of(c, g, h));
	}
}

/* The next candidate, or FR_NONE; drops candidates that a lower limit has excluded since. */
FR_INLINE uint32_t
choose(fringe_heap *c, fr_kind kind)
{
	fr_fringe *f = &c->base;
	const fr_run *run = f->run;

	while (c->heap.count > 0)
	{
		uint64_t rank;
		uint32_t n = fr_heap_pop(&c->heap, &rank);
		uint64_t g = fr_key_g(f->nodes[n].key);
		uint64_t f_n = g + fr_run_h(run, kind, n);

		fr_fringe_look(f, kind, n, g, f_n, f_n <= f->limit && n != run->goal);
		if (f_n <= f->limit)
			return n;
		f->nodes[n].key &= ~FR_KEY_OPEN;
		f->open--;
	}
	return FR_NONE;
}

/* Node m was reached by its best path so far: it becomes a candidate, or waits. */
FR_INLINE void
push_or_wait(fr_fringe *f, fr_kind kind, uint32_t n, fr_child m)
{
	fringe_heap *c = (fringe_heap *) f;
	uint64_t g = fr_key_g(m.key);
	uint64_t h = fr_run_h(f->run, kind, m.n);
	bool open = fr_fringe_open_node(f, kind, m);

	(void) n;
	if (open && is_candidate(c, m.n))
		fr_heap_improve(&c->heap, m.n, rank_of(c, g, h));
	else if (g + h <= f->limit)
	{
		if (open)
			fr_fringe_unlink(c->others, f->nodes, m.n);
		fr_heap_push(&c->heap, m.n, rank_of(c, g, h));
	}
	else
	{
		fr_fringe_leave(f, g + h);
		if (!open)
			fr_fringe_link_first(c->others, f->nodes, 0, m.n);
	}
}

FR_FRINGE_DEFINE_EXPAND(expand, push_or_wait, false, true)

FR_INLINE void
iterate(fringe_heap *c, fr_kind kind)
{
	fr_fringe *f = &c->base;
	uint32_t n;

	begin_iteration(c, kind);
	while ((n = choose(c, kind)) != FR_NONE)
	{
		uint64_t key = f->nodes[n].key;

		if (n == f->run->goal)
		{
			fr_fringe_reach_goal(f);
			if (fr_fringe_is_proven(f))
				return;
		}
		else if (fr_fringe_may_expand(f))
			expand(f, kind, n, key);
		else
			return;
	}
	f->least = f->f_min;
}

FR_INLINE void
search(fr_kind kind, const fr_run *run)
{
	fringe_heap c = {.base = fr_fringe_open(run, kind),
					 .heap = fr_heap_open(run->workspace),
					 .others = run->workspace->head,
					 .min_g = fr_method_value(run->method, FR_PICK) == FR_PICK_MIN_G};

	c.base.nodes[run->start].key = fr_key(run->workspace, 0, 0) | FR_KEY_OPEN;
	c.others[0] = FR_NONE;
	fr_fringe_link_first(c.others, c.base.nodes, 0, run->start);
	while (fr_fringe_next_limit(&c.base))
		iterate(&c, kind);
	fr_fringe_finish(&c.base);
}

FR_DEFINE_ONE_LOOP(by_heap_any, const fr_run, context, search)
FR_DEFINE_FEW_LOOPS(by_heap, by_heap_any, const fr_run, context, search)

void
fr_fringe_by_heap(const fr_run *run)
{
	by_heap(run);
}
