/*
 * astar.c - A*, with any of four open lists
 *
 * 2005 section 3.1.1 and 2006 sections III and IV.B.  With a consistent
 * heuristic and exact order a node is expanded once.  Where a stack holds a
 * range of f (exact root-2 costs have too many values of f), a node may be
 * reached more cheaply after its expansion, and is opened again; and the goal
 * is final only when nothing with a smaller f is left in its stack.
 */
#include "open_list.h"
#include "open_stacks.h"
#include "open_tree.h"
#include "search.h"

typedef struct astar
{
	const fr_run *run;
	fr_stacks stacks; /* one of these four; a list is laid out as a heap is */
	fr_heap heap;
	fr_tree tree;
	int tie;
	int64_t count;	/* open nodes */
	int64_t coming; /* nodes opened so far */
	uint64_t f_max; /* largest f expanded: the bound of 2005 section 4 */
	uint64_t best;	/* g of the goal once it was taken, else beyond the limit */
} astar;

/* ---- the open list ----------------------------------------------------- */

/* `which` is constant in each loop, so each has only its own open list. */
FR_INLINE void
open_push(astar *a, int which, uint32_t n, uint64_t f, uint64_t g)
{
	fr_rank rank = fr_rank_of(a->tie, f, g, a->coming++);

	a->count++;
	if (which == FR_STACKS)
		fr_stacks_push(&a->stacks, n, f);
	else if (which == FR_TREE)
		fr_tree_push(&a->tree, n, rank);
	else if (which == FR_HEAP)
		fr_heap_push(&a->heap, n, rank);
	else
		fr_list_push(&a->heap, n, rank);
}

/* Open node n, whose f was old_f, is reached more cheaply. */
FR_INLINE void
open_improve(astar *a, int which, uint32_t n, uint64_t old_f, uint64_t f, uint64_t g)
{
	fr_rank rank = fr_rank_of(a->tie, f, g, a->coming++);

	if (which == FR_STACKS)
	{
		fr_stacks_remove(&a->stacks, n, old_f);
		fr_stacks_push(&a->stacks, n, f);
	}
	else if (which == FR_TREE)
	{
		fr_tree_remove(&a->tree, n);
		fr_tree_push(&a->tree, n, rank);
	}
	else if (which == FR_HEAP)
		fr_heap_improve(&a->heap, n, rank);
	else
		fr_list_improve(&a->heap, n, rank);
}

FR_INLINE uint32_t
open_pop(astar *a, int which)
{
	a->count--;
	if (which == FR_STACKS)
		return fr_stacks_pop(&a->stacks);
	if (which == FR_TREE)
		return fr_tree_pop(&a->tree);
	if (which == FR_HEAP)
		return fr_heap_pop(&a->heap);
	return fr_list_pop(&a->heap);
}

/* ---- the search -------------------------------------------------------- */

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
FR_INLINE void
count_expansion(astar *a, uint64_t f, uint64_t key)
{
	fr_result *result = a->run->result;

	if (f > a->f_max || result->iterations == 0)
	{
		a->f_max = f;
		result->iterations++;
		result->expanded_last = 0;
	}
	result->expanded_last++;
	result->expanded++;
	result->reopened += (key & FR_KEY_EXPANDED) != 0;
}

/* The best path so far to node m, at (x, y), was found. */
FR_INLINE void
relax(astar *a, fr_kind kind, int which, uint32_t m, int32_t x, int32_t y, uint64_t key)
{
	fr_workspace *ws = a->run->workspace;
	uint64_t old = ws->nodes[m].key;
	uint64_t g = fr_key_g(key);
	uint64_t flags;
	uint64_t h = fr_h(&a->run->heuristic, kind.alt, m, x, y);

	if (g + h >= a->best)
		return;
	flags = fr_key_flags(ws, old);
	ws->nodes[m].key = key | FR_KEY_OPEN | (flags & FR_KEY_EXPANDED);
	if (flags & FR_KEY_OPEN)
		open_improve(a, which, m, fr_key_g(old) + h, g + h, g);
	else
		open_push(a, which, m, g + h, g);
}

FR_INLINE void
expand(astar *a, fr_kind kind, int which, uint32_t n, fr_cell at)
{
	const fr_run *run = a->run;
	const fr_node *nodes = run->workspace->nodes;
	uint64_t key = nodes[n].key;
	uint64_t bare = key & ~FR_KEY_FLAGS;

	for (unsigned moves = fr_moves_onward(run, n, key); moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + run->offset[d];
		uint64_t child = fr_child_key(run, kind, bare, n, m, d);

		if (fr_key_improves(child, nodes[m].key))
			relax(a, kind, which, m, at.x + fr_dx[d], at.y + fr_dy[d], child);
	}
	if (a->count > run->result->open_peak)
		run->result->open_peak = a->count;
}

/*
 * Takes a node off the open list.  The goal is only noted: with exact order
 * the search is over, else its stack may hold a cheaper way to it.
 */
FR_INLINE void
take(astar *a, fr_kind kind, int which)
{
	const fr_run *run = a->run;
	uint32_t n = open_pop(a, which);
	uint64_t *key = &run->workspace->nodes[n].key;
	fr_cell at = fr_grid_cell(run->grid, n);
	uint64_t g = fr_key_g(*key);
	uint64_t f = g + fr_h(&run->heuristic, kind.alt, n, at.x, at.y);

	*key &= ~FR_KEY_OPEN;
	if (n == run->goal)
		a->best = f;
	if (f >= a->best)
		return;
	count_expansion(a, f, *key);
	fr_trace_visit(run, kind, n, g, f, true);
	*key |= FR_KEY_EXPANDED;
	expand(a, kind, which, n, at);
}

FR_INLINE bool
is_found(const astar *a)
{
	return a->best <= a->run->grid->costs.limit;
}

/* No open node can lead to a cheaper path: none is left, at least in the goal's stack. */
FR_INLINE bool
is_proven(const astar *a, int which)
{
	if (a->count == 0)
		return true;
	return is_found(a) &&
		   (which != FR_STACKS || a->stacks.shift == 0 || !fr_stacks_current(&a->stacks));
}

/* Every expansion was a visit, and so was the goal, last of all. */
FR_INLINE void
finish(astar *a, fr_kind kind, int which)
{
	fr_result *result = a->run->result;

	result->complete = result->optimal = is_proven(a, which);
	result->found = is_found(a);
	result->cost = result->found ? a->best : 0;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	if (result->found)
		fr_trace_visit(a->run, kind, a->run->goal, a->best, a->best, false);
}

FR_INLINE void
run_astar(astar *a, fr_kind kind, int which)
{
	const fr_run *run = a->run;
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint64_t steps = 0;

	relax(a, kind, which, run->start, start.x, start.y, fr_key(run->workspace, 0, 0));
	while (!is_proven(a, which) && run->result->expanded < run->max_expanded)
	{
		fr_poll_at(run->poll, steps++);
		take(a, kind, which);
	}
	finish(a, kind, which);
}

/* ---- a loop for each open list ----------------------------------------- */

FR_INLINE void
with_stacks(astar *a, fr_kind kind)
{
	run_astar(a, kind, FR_STACKS);
}

FR_INLINE void
with_heap(astar *a, fr_kind kind)
{
	run_astar(a, kind, FR_HEAP);
}

FR_INLINE void
with_tree(astar *a, fr_kind kind)
{
	run_astar(a, kind, FR_TREE);
}

FR_INLINE void
with_list(astar *a, fr_kind kind)
{
	run_astar(a, kind, FR_OPEN_LIST);
}

void
fr_run_astar(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint64_t f =
		fr_h(&run->heuristic, run->heuristic.count > 0, run->start, start.x, start.y);
	astar a = {
		.run = run,
		.stacks = fr_stacks_open(run->workspace, &run->grid->costs, f),
		.heap = fr_heap_open(run->workspace),
		.tree = fr_tree_open(run->workspace),
		.tie = fr_method_word(run->method, FR_TIE),
		.f_max = f,
		.best = run->grid->costs.limit + 1,
	};

	switch (fr_method_word(run->method, FR_OPEN))
	{
		case FR_HEAP:
			FR_SPECIALISE(with_heap, &a, run);
			break;
		case FR_TREE:
			FR_SPECIALISE(with_tree, &a, run);
			break;
		case FR_OPEN_LIST:
			FR_SPECIALISE(with_list, &a, run);
			break;
		default:
			FR_SPECIALISE(with_stacks, &a, run);
	}
}
