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
#include "core/search/nodes.h"
#include "core/search/open/list.h"
#include "core/search/open/stacks.h"
#include "core/search/open/tree.h"
#include "core/search/search.h"

/* Beside the words of `open`: stacks that each hold a range of f. */
#define COARSE_STACKS (FR_OPEN_LIST + 1)

/* Of a loop, which keeps it in registers: nothing outside ever sees it. */
typedef struct astar
{
	const fr_run *run;
	fr_nodes nodes;
	fr_moves_table onward; /* the run's */
	fr_stacks stacks;	   /* one of these four; a list is laid out as a heap is */
	fr_heap heap;
	fr_tree tree;
	int tie;
	int64_t coming;	   /* nodes opened so far */
	bool in_hand;	   /* the next node is known: it was not worth pushing */
	uint32_t n;		   /* the node in hand, or taken last, */
	uint64_t key;	   /* its key, */
	uint64_t f;		   /* and its f */
	uint64_t f_max;	   /* largest f expanded: the bound of 2005 section 4 */
	bool found;		   /* the goal was taken */
	uint64_t best;	   /* its g, else beyond the limit: larger f are of no use */
	int64_t pause;	   /* expansions after which to look whether there may be more */
	bool gave_up;	   /* max_expanded ended the search */
	int64_t open;	   /* open nodes, the one in hand among them, where counted */
	int64_t open_peak; /* and the rest as in fr_result */
	int64_t opened;
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
open_push(astar *a, int which, uint32_t n, uint64_t f, uint64_t g)
{
	fr_rank rank = fr_rank_of(a->tie, f, g, a->coming++);

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

/* Takes a node, its f, which a coarse stack does not know, and its key; FR_NONE: none. */
FR_INLINE uint32_t
open_pop(astar *a, int which, uint64_t *f, uint64_t *key)
{
	uint32_t n;

	if (is_stacks(which))
		return fr_stacks_pop(&a->stacks, f, key);
	if (which == FR_TREE)
		n = fr_tree_pop(&a->tree, f);
	else if (which == FR_HEAP)
		n = fr_heap_pop(&a->heap, f);
	else
		n = fr_list_pop(&a->heap, f);
	if (n != FR_NONE)
		*key = fr_node_at(&a->nodes, n)->key;
	return n;
}

/* ---- the search -------------------------------------------------------- */

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
FR_INLINE void
astar_count(astar *a, fr_kind kind, uint64_t f)
{
	if (kind.counted && f > a->f_max)
	{
		a->f_max = f;
		a->run->result->iterations++;
		a->expanded_before = a->expanded;
	}
	a->expanded++;
}

/*
 * Node m was reached, and did not wait before; alone: it is its parent's one child.
 * A stack would give it back at once where it has the least f, so it is kept in
 * hand: it is expanded as fast as its key is known, without a look at memory.
 */
FR_INLINE void
astar_enter(astar *a, fr_kind kind, int which, uint32_t m, uint64_t key, uint64_t f,
			bool alone)
{
	if (kind.counted && ++a->open > a->open_peak)
		a->open_peak = a->open;
	if (alone && is_stacks(which) && fr_stacks_is_next(&a->stacks, f))
	{
		a->in_hand = true;
		a->n = m;
		a->key = key;
		a->f = f;
	}
	else
		open_push(a, which, m, f, fr_key_g(key));
}

/* The best path so far to node m was found. */
FR_INLINE void
astar_relax(astar *a, fr_kind kind, int which, uint32_t m, uint64_t key, bool alone)
{
	uint64_t old = fr_node_key(&a->nodes, m);
	bool seen = fr_node_seen(&a->nodes, old);
	bool exact = which != COARSE_STACKS;
	bool open = seen && (exact || old & FR_KEY_OPEN);
	uint64_t g = fr_key_g(key);
	uint64_t h = fr_run_h(a->run, kind, m);

	if (g + h >= a->best)
		return;
	if (!exact)
		key |= FR_KEY_OPEN | (seen ? old & FR_KEY_EXPANDED : 0);
	fr_node_reach(&a->nodes, m)->key = key;
	if (kind.counted)
		a->opened++;
	if (open)
		open_improve(a, which, m, fr_key_g(old) + h, g + h, g);
	else
		astar_enter(a, kind, which, m, key, g + h, alone);
}

/* Node n, with this key: its child in direction d. */
FR_INLINE void
astar_follow(astar *a, fr_kind kind, int which, uint32_t n, uint64_t key, unsigned d,
			 bool alone)
{
	const fr_run *run = a->run;
	uint32_t m = n + run->offset[d];
	uint64_t child = fr_child_key(run, kind, key & ~FR_KEY_FLAGS, n, m, d);

	if (kind.alt)
		fr_h_prefetch(&run->heuristic, m, run->offset[d]);
	if (fr_key_improves(child, fr_node_key(&a->nodes, m)))
		astar_relax(a, kind, which, m, child, alone);
}

/*
 * Mostly the way goes straight on: as a branch that is foreseen, and the next
 * node known before the tables are read.
 */
FR_INLINE void
astar_expand(astar *a, fr_kind kind, int which)
{
	const fr_run *run = a->run;
	uint32_t n = a->n;
	uint64_t key = a->key;
	unsigned straight = key & FR_KEY_PARENT;
	unsigned moves = fr_moves_by(run, a->onward, n, straight);

	if (moves == run->bit[straight])
		astar_follow(a, kind, which, n, key, straight, true);
	else
		while (moves)
			astar_follow(a, kind, which, n, key, fr_take_move(run, &moves), false);
}

/*
 * Takes a node off the open list; false: no open node can lead to a cheaper path,
 * for none is left, at least in the goal's stack.
 */
FR_INLINE bool
astar_take(astar *a, fr_kind kind, int which)
{
	if (a->found && (which != COARSE_STACKS || !fr_stacks_current(&a->stacks)))
		return false;
	a->n = open_pop(a, which, &a->f, &a->key);
	if (a->n == FR_NONE)
		return false;
	if (which == COARSE_STACKS)
		a->f = fr_key_g(a->key) + fr_run_h(a->run, kind, a->n);
	return true;
}

/*
 * The node in hand does not wait any more.  The goal is only noted: with exact
 * order the search is over, else its stack may hold a cheaper way to it.
 */
FR_INLINE void
visit(astar *a, fr_kind kind, int which)
{
	if (kind.counted)
		a->open--;
	a->in_hand = false;
	if (which == COARSE_STACKS)
		fr_node_at(&a->nodes, a->n)->key = (a->key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
	if (a->n == a->run->goal)
	{
		a->best = a->f;
		a->found = true;
		return;
	}
	if (which == COARSE_STACKS && a->f >= a->best)
		return;
	astar_count(a, kind, a->f);
	if (kind.counted && which == COARSE_STACKS)
		a->reopened += (a->key & FR_KEY_EXPANDED) != 0;
	fr_trace_visit(a->run, kind, a->n, fr_key_g(a->key), a->f, true);
	astar_expand(a, kind, which);
}

/* Every expansion was a visit, and so was the goal, last of all. */
FR_INLINE void
astar_finish(const astar *a, fr_kind kind)
{
	fr_result *result = a->run->result;

	result->complete = result->optimal = !a->gave_up;
	result->found = a->found;
	result->cost = result->found ? a->best : 0;
	result->expanded = a->expanded;
	result->expanded_last = a->expanded - a->expanded_before;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
	result->reopened = a->reopened;
	result->open_peak = a->open_peak;
	result->opened = a->opened;
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

/* At a pause: may another node be expanded?  Says when the next pause is. */
FR_INLINE bool
astar_may_go_on(astar *a)
{
	int64_t most = a->run->max_expanded;

	a->gave_up = a->expanded == most;
	if (a->gave_up)
		return false;
	fr_poll_now(a->run->poll);
	a->pause = most - a->expanded < FR_POLL_STEPS ? most : a->expanded + FR_POLL_STEPS;
	return true;
}

FR_INLINE void
astar_loop(fr_kind kind, const fr_run *run, int which, const fr_arena *arena)
{
	int shift = which == COARSE_STACKS ? fr_stacks_shift(&run->grid->costs) : 0;
	fr_nodes nodes = fr_nodes_open(run->workspace, arena);
	uint64_t f = fr_run_h(run, kind, run->start);
	astar a = {
		.run = run,
		.nodes = nodes,
		.onward = run->onward,
		.heap = fr_heap_open(run->workspace),
		.tree = fr_tree_open(run->workspace),
		.tie = fr_method_word(run->method, FR_TIE),
		.in_hand = true,
		.n = run->start,
		.key = fr_key(run->workspace, 0, 0),
		.f = f,
		.f_max = f,
		.best = run->grid->costs.limit + 1,
		.open = 1,
		.open_peak = 1,
		.opened = 1,
	};

	if (is_stacks(which))
		a.stacks = fr_stacks_open(nodes, shift, f);
	run->result->iterations = 1;
	fr_node_reach(&nodes, run->start)->key = a.key;
	while (a.in_hand || astar_take(&a, kind, which))
	{
		if (a.expanded == a.pause && !astar_may_go_on(&a))
			break;
		visit(&a, kind, which);
	}
	astar_finish(&a, kind);
	if (arena && a.found)
		copy_path(&a);
}

/* ---- a loop for each open list ------------------------------------------- */

FR_DEFINE_LOOPS(by_stacks, const fr_run, context, astar_loop, FR_STACKS, NULL)
FR_DEFINE_LOOPS(by_coarse_stacks, const fr_run, context, astar_loop, COARSE_STACKS, NULL)
FR_DEFINE_LOOPS(by_heap, const fr_run, context, astar_loop, FR_HEAP, NULL)
FR_DEFINE_LOOPS(by_tree, const fr_run, context, astar_loop, FR_TREE, NULL)

/* For comparison alone: the rest of the work hides what a loop of a kind saves. */
FR_DEFINE_ONE_LOOP(by_list, const fr_run, context, astar_loop, FR_OPEN_LIST, NULL)
FR_DEFINE_ONE_LOOP(allocating, const fr_run, context, astar_loop, FR_STACKS,
				   context->arena)
FR_DEFINE_ONE_LOOP(allocating_coarse, const fr_run, context, astar_loop, COARSE_STACKS,
				   context->arena)

static void
run_astar(const fr_run *run)
{
	static void (*const loops[])(const fr_run *run) = {
		[FR_STACKS] = by_stacks,
		[FR_HEAP] = by_heap,
		[FR_TREE] = by_tree,
		[FR_OPEN_LIST] = by_list,
		[COARSE_STACKS] = by_coarse_stacks,
	};
	int which = fr_method_word(run->method, FR_OPEN);
	bool coarse = which == FR_STACKS && fr_stacks_shift(&run->grid->costs) > 0;

	if (run->arena)
		(coarse ? allocating_coarse : allocating)(run);
	else
		loops[coarse ? COARSE_STACKS : which](run);
}

static size_t
astar_extra(const fr_method *method)
{
	return fr_method_word(method, FR_OPEN) == FR_STACKS ? 0 : FR_OPEN_EXTRA;
}

const fr_search_row fr_search_astar = {
	.name = "astar",
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_OPEN) | FR_OPTION_BIT(FR_TIE) |
			   FR_OPTION_BIT(FR_NODES) | FR_OPTION_BIT(FR_FROM) | FR_OPTION_BIT(FR_MOVES),
	.extra = astar_extra,
	.from_goal = true,
	.run = run_astar,
};
