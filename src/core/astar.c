/*
 * astar.c - A*, with any of four open lists
 *
 * 2005 section 3.1.1 and 2006 sections III and IV.B.  With a consistent
 * heuristic and exact order a node is expanded once: one that is reached more
 * cheaply still waits, and keys need no flags.  Where a stack holds a range of f
 * (exact root-2 costs have too many values of f), a node may be reached more
 * cheaply after its expansion, and is opened again; and the goal is final only
 * when nothing with a smaller f is left in its stack.
 */
#include "open_list.h"
#include "open_stacks.h"
#include "open_tree.h"
#include "search.h"

/* Beside the words of `open`: stacks that each hold a range of f. */
#define COARSE_STACKS (FR_OPEN_LIST + 1)

/* Of a loop, which keeps it in registers: nothing outside ever sees it. */
typedef struct astar
{
	const fr_run *run;
	fr_nodes nodes;
	fr_moves_table onward; /* the moves worth trying */
	fr_stacks stacks;	   /* one of these four; a list is laid out as a heap is */
	fr_heap heap;
	fr_tree tree;
	int tie;
	int64_t coming;	   /* nodes opened so far */
	uint64_t f_max;	   /* largest f expanded: the bound of 2005 section 4 */
	bool found;		   /* the goal was taken */
	uint64_t best;	   /* its g, else beyond the limit: larger f are of no use */
	int64_t open;	   /* open nodes */
	int64_t open_peak; /* and the rest as in fr_result */
	int64_t expanded;
	int64_t expanded_before; /* the last iteration */
	int64_t reopened;
} astar;

/* ---- the open list ----------------------------------------------------- */

/* `which` is constant in each loop, so each has only its own open list. */
FR_INLINE bool
is_stacks(int which)
{
	return which == FR_STACKS || which == COARSE_STACKS;
}

FR_INLINE void
open_push(astar *a, fr_kind kind, int which, uint32_t n, uint64_t f, uint64_t g)
{
	fr_rank rank = fr_rank_of(a->tie, f, g, a->coming++);

	a->open++;
	if (kind.counted)
		a->open_peak = a->open > a->open_peak ? a->open : a->open_peak;
	if (is_stacks(which))
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

	if (is_stacks(which))
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

/* Takes a node; its f, but out of a coarse stack, which does not know. */
FR_INLINE uint32_t
open_pop(astar *a, int which, uint64_t *f)
{
	a->open--;
	if (which == FR_TREE)
		return fr_tree_pop(&a->tree, f);
	if (which == FR_HEAP)
		return fr_heap_pop(&a->heap, f);
	if (which == FR_OPEN_LIST)
		return fr_list_pop(&a->heap, f);
	return fr_stacks_pop(&a->stacks, f);
}

/* ---- the search -------------------------------------------------------- */

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
FR_INLINE void
count_expansion(astar *a, fr_kind kind, uint64_t f)
{
	if (kind.counted && f > a->f_max)
	{
		a->f_max = f;
		a->run->result->iterations++;
		a->expanded_before = a->expanded;
	}
	a->expanded++;
}

/* The best path so far to node m, at (x, y), was found. */
FR_INLINE void
relax(astar *a, fr_kind kind, int which, uint32_t m, int32_t x, int32_t y, uint64_t key)
{
	uint64_t old = fr_node_key(&a->nodes, m);
	uint64_t flags = fr_key_flags(a->run->workspace, old);
	bool exact = which != COARSE_STACKS;
	bool open = exact ? fr_key_seen(a->run->workspace, old) : (flags & FR_KEY_OPEN) != 0;
	uint64_t g = fr_key_g(key);
	uint64_t h = fr_h(&a->run->heuristic, kind.alt, m, x, y);

	if (g + h >= a->best)
		return;
	fr_node_reach(&a->nodes, m)->key =
		exact ? key : key | FR_KEY_OPEN | (flags & FR_KEY_EXPANDED);
	if (open)
		open_improve(a, which, m, fr_key_g(old) + h, g + h, g);
	else
		open_push(a, kind, which, m, g + h, g);
}

/* Node n, at a cell, with this key: its child in direction d. */
FR_INLINE void
follow(astar *a, fr_kind kind, int which, uint32_t n, fr_cell at, uint64_t key, int d)
{
	const fr_run *run = a->run;
	uint32_t m = n + run->offset[d];
	uint64_t child = fr_child_key(run, kind, key & ~FR_KEY_FLAGS, n, m, d);

	if (kind.alt)
		fr_h_foresee(&run->heuristic, m, run->offset[d]);
	if (fr_key_improves(child, fr_node_key(&a->nodes, m)))
		relax(a, kind, which, m, at.x + fr_dx[d], at.y + fr_dy[d], child);
}

/*
 * Mostly the way goes straight on: as a branch that is foreseen, and the next
 * node known before the tables are read.
 */
FR_INLINE void
expand(astar *a, fr_kind kind, int which, uint32_t n, uint64_t key)
{
	const fr_run *run = a->run;
	fr_cell at = fr_grid_cell(run->grid, n);
	unsigned moves = fr_moves_by(run, a->onward, n, key);
	int straight = (int) (key & FR_KEY_PARENT);

	if (moves == 1u << straight)
		follow(a, kind, which, n, at, key, straight);
	else
		while (moves)
			follow(a, kind, which, n, at, key, fr_take_move(run, key, &moves));
}

/* A node of this key left a coarse stack: its f, and the flags that it has from now on. */
FR_INLINE uint64_t
leave_coarse(astar *a, fr_kind kind, uint32_t n, uint64_t key)
{
	fr_cell at = fr_grid_cell(a->run->grid, n);

	fr_node_at(&a->nodes, n)->key = (key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
	return fr_key_g(key) + fr_h(&a->run->heuristic, kind.alt, n, at.x, at.y);
}

/*
 * Takes a node off the open list.  The goal is only noted: with exact order
 * the search is over, else its stack may hold a cheaper way to it.
 */
FR_INLINE void
take(astar *a, fr_kind kind, int which)
{
	uint64_t f;
	uint32_t n = open_pop(a, which, &f);
	uint64_t key = fr_node_at(&a->nodes, n)->key;

	if (which == COARSE_STACKS)
		f = leave_coarse(a, kind, n, key);
	if (n == a->run->goal)
	{
		a->best = f;
		a->found = true;
		return;
	}
	if (which == COARSE_STACKS && f >= a->best)
		return;
	count_expansion(a, kind, f);
	if (kind.counted && which == COARSE_STACKS)
		a->reopened += (key & FR_KEY_EXPANDED) != 0;
	fr_trace_visit(a->run, kind, n, fr_key_g(key), f, true);
	expand(a, kind, which, n, key);
}

/* No open node can lead to a cheaper path: none is left, at least in the goal's stack. */
FR_INLINE bool
is_proven(const astar *a, int which)
{
	if (a->found)
		return which != COARSE_STACKS || !fr_stacks_current(&a->stacks);
	return a->open == 0;
}

/* Every expansion was a visit, and so was the goal, last of all. */
FR_INLINE void
finish(const astar *a, fr_kind kind, int which)
{
	fr_result *result = a->run->result;

	result->complete = result->optimal = is_proven(a, which);
	result->found = a->found;
	result->cost = result->found ? a->best : 0;
	result->expanded = a->expanded;
	result->expanded_last = a->expanded - a->expanded_before;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	result->reopened = a->reopened;
	result->open_peak = a->open_peak;
	if (result->found)
		fr_trace_visit(a->run, kind, a->run->goal, a->best, a->best, false);
}

/* The path is read off the workspace: gives it the keys of allocated nodes. */
static void
copy_path(const astar *a)
{
	const fr_run *run = a->run;
	fr_node *nodes = run->workspace->nodes;

	for (uint32_t n = run->goal; n != run->start;)
	{
		nodes[n].key = fr_node_at(&a->nodes, n)->key;
		n -= run->offset[nodes[n].key & FR_KEY_PARENT];
	}
}

/*
 * Under `tile` the canonical path has all its horizontal steps first.  Stacks go
 * on with these; other lists, of which among equals any may come first, would
 * lose their way to the goal in the last layer of f.
 */
FR_INLINE fr_moves_table
moves_worth_trying(const fr_grid *grid, int which)
{
	bool diagonals = grid->costs.h_diagonal < 2 * grid->costs.h_straight;

	return is_stacks(which) || diagonals ? grid->onward : grid->fresh;
}

FR_INLINE void
search(fr_kind kind, const fr_run *run, int which, const fr_allocator *allocator)
{
	int shift = which == COARSE_STACKS ? fr_stacks_shift(&run->grid->costs) : 0;
	fr_nodes nodes = {run->workspace, allocator};
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint64_t f = fr_h(&run->heuristic, kind.alt, run->start, start.x, start.y);
	astar a = {
		.run = run,
		.nodes = nodes,
		.onward = moves_worth_trying(run->grid, which),
		.heap = fr_heap_open(nodes),
		.tree = fr_tree_open(nodes),
		.tie = fr_method_word(run->method, FR_TIE),
		.f_max = f,
		.best = run->grid->costs.limit + 1,
		.open_peak = 1,
	};

	if (is_stacks(which))
		a.stacks = fr_stacks_open(nodes, shift, f);
	run->result->iterations = 1;
	relax(&a, kind, which, run->start, start.x, start.y, fr_key(run->workspace, 0, 0));
	while (!is_proven(&a, which) && a.expanded < run->max_expanded)
	{
		fr_poll_at(run->poll, (uint64_t) a.expanded);
		take(&a, kind, which);
	}
	finish(&a, kind, which);
	if (allocator && a.found)
		copy_path(&a);
}

/* ---- a loop for each open list, and where nodes are ---------------------- */

#define IN_PLACE(name, which)                                                            \
	FR_DEFINE_LOOPS(name, const fr_run, context, search, which, NULL)
#define ALLOCATING(name, which)                                                          \
	FR_DEFINE_LOOPS(name, const fr_run, context, search, which, context->allocator)

IN_PLACE(by_stacks, FR_STACKS)
IN_PLACE(by_coarse_stacks, COARSE_STACKS)
IN_PLACE(by_heap, FR_HEAP)
IN_PLACE(by_tree, FR_TREE)
IN_PLACE(by_list, FR_OPEN_LIST)
ALLOCATING(allocating_by_stacks, FR_STACKS)
ALLOCATING(allocating_by_coarse_stacks, COARSE_STACKS)
ALLOCATING(allocating_by_heap, FR_HEAP)
ALLOCATING(allocating_by_tree, FR_TREE)
ALLOCATING(allocating_by_list, FR_OPEN_LIST)

void
fr_run_astar(const fr_run *run)
{
	static void (*const loops[][2])(const fr_run *run) = {
		[FR_STACKS] = {by_stacks, allocating_by_stacks},
		[COARSE_STACKS] = {by_coarse_stacks, allocating_by_coarse_stacks},
		[FR_HEAP] = {by_heap, allocating_by_heap},
		[FR_TREE] = {by_tree, allocating_by_tree},
		[FR_OPEN_LIST] = {by_list, allocating_by_list},
	};
	int which = fr_method_word(run->method, FR_OPEN);

	if (which == FR_STACKS && fr_stacks_shift(&run->grid->costs) > 0)
		which = COARSE_STACKS;
	loops[which][run->allocator != NULL](run);
}
