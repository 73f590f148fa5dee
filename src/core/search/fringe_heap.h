/*
 * fringe_heap.h - open nodes, the least candidate first
 *
 * 2005 section 4: of the open nodes within the limit, A* takes the one of least f,
 * and algorithm C (Bagchi and Mahanti 1983) the one of least g.  Ties go to the
 * least h, so to the goal if it is among them.  Candidates are in a heap; the other
 * nodes are in a list, which is searched when an iteration begins.
 */
#ifndef FRINGE_FRINGE_HEAP_H
#define FRINGE_FRINGE_HEAP_H

#include "core/search/fringe_list.h"
#include "core/search/open_list.h"

typedef struct fr_candidates
{
	fr_heap heap;
	fr_buckets others; /* one bucket */
	bool min_g;
} fr_candidates;

FR_INLINE fr_candidates
fr_candidates_open(const fr_run *run, uint64_t first_f)
{
	return (fr_candidates){.heap = fr_heap_open(run->workspace),
						   .others = fr_buckets_open(run, 1, NULL, first_f),
						   .min_g =
							   fr_method_value(run->method, FR_PICK) == FR_PICK_MIN_G};
}

FR_INLINE fr_rank
fr_candidates_rank(const fr_candidates *c, uint64_t g, uint64_t h)
{
	return (fr_rank){c->min_g ? g : g + h, h};
}

/* Nodes in the heap store their slot; in other nodes the field may hold anything. */
FR_INLINE bool
fr_candidates_has(const fr_candidates *c, uint32_t n)
{
	uint32_t slot = c->heap.nodes[n].next;

	return slot < c->heap.count && c->heap.entries[slot].node == n;
}

/* Moves nodes that are now within the limit to the heap. */
FR_INLINE void
fr_candidates_begin(fr_candidates *c, fr_fringe *fringe, fr_kind kind)
{
	fr_node *nodes = fringe->nodes;
	uint64_t steps = 0;

	for (uint32_t n = c->others.head[0], next; n != FR_NONE; n = next)
	{
		uint64_t g = fr_key_g(nodes[n].key);
		uint64_t h = fr_run_h(fringe->run, kind, n);

		fr_poll_at(fringe->run->poll, steps++);
		next = nodes[n].next;
		if (g + h > fringe->limit)
		{
			fr_fringe_look(fringe, kind, n, g, g + h, false);
			fr_fringe_leave(fringe, g + h);
			continue;
		}
		fr_buckets_unlink(&c->others, nodes, n);
		fr_heap_push(&c->heap, n, fr_candidates_rank(c, g, h));
	}
}

/* Drops candidates that a lower limit has excluded since. */
FR_INLINE uint32_t
fr_candidates_choose(fr_candidates *c, fr_fringe *fringe, fr_kind kind)
{
	const fr_run *run = fringe->run;

	while (c->heap.count > 0)
	{
		uint64_t rank;
		uint32_t n = fr_heap_pop(&c->heap, &rank);
		uint64_t g = fr_key_g(fringe->nodes[n].key);
		uint64_t f = g + fr_run_h(fringe->run, kind, n);

		fr_fringe_look(fringe, kind, n, g, f, f <= fringe->limit && n != run->goal);
		if (f <= fringe->limit)
			return n;
		fringe->nodes[n].key &= ~FR_KEY_OPEN;
		fringe->open--;
	}
	return FR_NONE;
}

/* Node m, whose heuristic is h, has a better path; open: it was open before. */
FR_INLINE void
fr_candidates_add(fr_candidates *c, fr_fringe *fringe, uint32_t m, uint64_t h, bool open)
{
	fr_node *nodes = fringe->nodes;
	uint64_t g = fr_key_g(nodes[m].key);
	bool candidate = open && fr_candidates_has(c, m);

	if (candidate)
		fr_heap_improve(&c->heap, m, fr_candidates_rank(c, g, h));
	else if (g + h <= fringe->limit)
	{
		if (open)
			fr_buckets_unlink(&c->others, nodes, m);
		fr_heap_push(&c->heap, m, fr_candidates_rank(c, g, h));
	}
	else
	{
		fr_fringe_leave(fringe, g + h);
		if (!open)
			fr_buckets_link_first(&c->others, nodes, 0, m);
	}
}

#endif /* FRINGE_FRINGE_HEAP_H */
