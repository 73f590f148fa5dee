/*
 * fringe.c - Fringe Search as its paper has it (2005, Figure 2)
 *
 *     fringe F <- (start); cache C[start] <- (0, null); flimit <- h(start); found <- false
 *     repeat until found or F is empty
 *         fmin <- infinity
 *         iterate over nodes n in F, from left to right
 *             (g, parent) <- C[n]; f <- g + h(n)
 *             if f > flimit
 *                 fmin <- min(f, fmin); continue
 *             if n is the goal
 *                 found <- true; break
 *             iterate over successors s of n, from right to left
 *                 g_s <- g + cost(n, s)
 *                 if C[s] has no greater g: continue
 *                 if s is in F: remove s from F
 *                 insert s into F past n; C[s] <- (g_s, n)
 *             remove n from F
 *         flimit <- fmin
 *
 * F is a doubly linked list.  Its nodes before n are the paper's later list, the others its
 * now list.  Nodes beyond the limit stay in place, and others are replaced by their
 * children: the order of IDA*.  The cache C is the workspace: a node's key has g and the
 * direction of the parent.  fringe_run.h lists the other forms, and proves all of them.
 */
#include "core/search/fringe_run.h"
#include "core/search/open_list.h"

/* The first node in F from n on whose f is within the limit, or FR_NONE. */
FR_INLINE uint32_t
next_within(fr_fringe *f, fr_kind kind, uint32_t n)
{
	for (; n != FR_NONE; n = f->nodes[n].next)
	{
		uint64_t g = fr_key_g(f->nodes[n].key); /* (g, parent) <- C[n] */
		uint64_t f_n = g + fr_run_h(f->run, kind, n);

		fr_fringe_look(f, kind, n, g, f_n, f_n <= f->limit && n != f->run->goal);
		if (f_n <= f->limit)
			return n;
		fr_fringe_leave(f, f_n); /* fmin <- min(f, fmin); continue */
	}
	return FR_NONE;
}

FR_FRINGE_DEFINE_EXPAND(expand, fr_fringe_insert, true, true)

/* Iterates over the nodes in F, from left to right. */
FR_INLINE void
iterate(fr_fringe *f, fr_kind kind)
{
	const fr_run *run = f->run;
	fr_node *nodes = f->nodes;
	uint32_t *head = run->workspace->head;

	for (uint32_t n = head[0], next; (n = next_within(f, kind, n)) != FR_NONE; n = next)
	{
		if (n == run->goal) /* found <- true */
		{
			fr_fringe_reach_goal(f);
			if (fr_fringe_is_proven(f))
				return;
		}
		else if (fr_fringe_may_expand(f)) /* successors, from right to left */
			expand(f, kind, n, nodes[n].key);
		else
			return;
		next = nodes[n].next; /* remove n from F */
		fr_fringe_unlink(head, nodes, n);
	}
	f->least = head[0] == FR_NONE ? UINT64_MAX : f->f_min; /* flimit <- fmin */
}

FR_INLINE void
search(fr_kind kind, const fr_run *run)
{
	fr_fringe f = fr_fringe_open(run, kind); /* flimit <- h(start); found <- false */
	uint32_t *head = run->workspace->head;

	f.nodes[run->start].key = fr_key(run->workspace, 0, 0) | FR_KEY_OPEN;
	head[0] = FR_NONE;
	fr_fringe_link_first(head, f.nodes, 0, run->start);
	while (fr_fringe_next_limit(&f)) /* fmin <- infinity */
		iterate(&f, kind);
	fr_fringe_finish(&f);
}

FR_DEFINE_ONE_LOOP(by_list_any, const fr_run, context, search)
FR_DEFINE_FEW_LOOPS(by_list, by_list_any, const fr_run, context, search)

/* ---- all forms --------------------------------------------------------------------- */

static void
run_fringe(const fr_run *run)
{
	const fr_method *method = run->method;

	if (fr_method_value(method, FR_LIST) == FR_LIST_ARRAY)
		(fr_fringe_takes_layers(run) ? fr_fringe_by_layers : fr_fringe_by_array)(run);
	else if (fr_method_value(method, FR_PICK) != FR_PICK_NEWEST)
		fr_fringe_by_heap(run);
	else if (method->option[FR_BUCKETS].digits > 1)
		fr_fringe_by_buckets(run);
	else
		by_list(run);
}

static size_t
fringe_extra(const fr_method *method)
{
	if (fr_method_value(method, FR_LIST) == FR_LIST_ARRAY)
		return FR_FRINGE_ARRAY_EXTRA;
	return fr_method_value(method, FR_PICK) == FR_PICK_NEWEST ? 0 : FR_OPEN_EXTRA;
}

const fr_search_row fr_search_fringe = {
	.name = "fringe",
	.rules = FR_CELL_SEARCH_RULES,
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_LIST) | FR_OPTION_BIT(FR_BUCKETS) |
			   FR_OPTION_BIT(FR_PICK) | FR_OPTION_BIT(FR_STEP) |
			   FR_OPTION_BIT(FR_UNEVEN) | FR_OPTION_BIT(FR_FROM) |
			   FR_OPTION_BIT(FR_MOVES),
	.extra = fringe_extra,
	.from_goal = true,
	.run = run_fringe,
};
