/*
 * astar.c - A*, with any of four open lists
 *
 * 2005 section 3.1.1 and 2006 sections III and IV.B.  The heuristic is consistent,
 * so an open list in exact order of f expands every node once, and keys need no
 * flags.  Exact root-2 costs have too many values of f for one stack each: there a
 * stack holds a range of f.  Then a node may be reached more cheaply after its
 * expansion, which opens it again, and the goal is final only when its stack has
 * no node of smaller f.
 */
#include "core/search/workspace.h"
#include "core/search/papers_list.h"
#include "core/search/bucket_queue.h"
#include "core/search/search.h"

/* Stacks that each hold a range of f. The option `open` has no word for this open list. */
#define COARSE_STACKS (FR_OPEN_LIST + 1)

/*
 * The state of a search. The state is local to the loop, so that it stays in registers.
 */
typedef struct astar
{
	const fr_run *run;
	fr_nodes nodes;
	fr_moves_table successors; /* a copy of the run's */
	fr_stacks stacks;		   /* only one of these three is used; a list uses `heap` */
	fr_heap heap;
	fr_tree tree;
	int tie;		   /* the option */
	int64_t coming;	   /* pushes so far, for tie=lifo */
	uint32_t *reached; /* with lookup=scan: all cells of the list, open or closed */
	uint32_t reached_count;
	bool immediate;	   /* n is expanded next without being pushed */
	uint32_t n;		   /* the node to expand, */
	uint64_t key;	   /* its key, */
	uint64_t f;		   /* and its f, on coarse stacks only where it is read */
	uint64_t f_max;	   /* largest f expanded: the bound of 2005 section 4 */
	bool found;		   /* the goal was taken */
	uint64_t best;	   /* its g, or more than the limit on costs: only smaller f matter */
	int64_t pause;	   /* expansions after which to poll and to check max_expanded */
	bool gave_up;	   /* max_expanded ended the search */
	int64_t open;	   /* open nodes, the immediate one included; only where counted */
	int64_t open_peak; /* and the rest as in fr_result */
	int64_t opened;
	int64_t expanded;
	int64_t expanded_before; /* the last iteration */
	int64_t reopened;
} astar;

/* ---- the open list ----------------------------------------------------------------- */

/* `which` is a constant in each loop, so that a loop has only its own open list. */
FR_INLINE bool
is_stacks(int which)
{
	return which == FR_OPEN_STACKS || which == COARSE_STACKS;
}

FR_INLINE void
open_push(astar *a, int which, uint32_t n, uint64_t f, uint64_t g)
{
	fr_rank rank = fr_rank_of(a->tie, f, g, a->coming++);

	if (is_stacks(which))
		fr_stacks_push(&a->stacks, n, f);
	else if (which == FR_OPEN_TREE)
		fr_tree_push(&a->tree, n, rank);
	else if (which == FR_OPEN_HEAP)
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
	else if (which == FR_OPEN_TREE)
	{
		fr_tree_remove(&a->tree, n);
		fr_tree_push(&a->tree, n, rank);
	}
	else if (which == FR_OPEN_HEAP && a->tie == FR_TIE_NONE)
		fr_heap_push(&a->heap, n, rank);
	else if (which == FR_OPEN_HEAP)
		fr_heap_improve(&a->heap, n, rank);
	else
		fr_list_improve(&a->heap, n, rank);
}

/*
 * Removes the next node and returns it, or FR_NONE. Sets its key, and its f except for
 * coarse stacks.
 */
FR_INLINE uint32_t
open_pop(astar *a, int which, uint64_t *f, uint64_t *key)
{
	uint32_t n;

	if (is_stacks(which))
		return fr_stacks_pop(&a->stacks, f, key);
	if (which == FR_OPEN_TREE)
		n = fr_tree_pop(&a->tree, f);
	else if (which == FR_OPEN_HEAP)
		n = fr_heap_pop(&a->heap, f);
	else
		n = fr_list_pop(&a->heap, f);
	if (n != FR_NONE)
		*key = fr_node_at(&a->nodes, n)->key;
	return n;
}

/* ---- the open and closed nodes ------------------------------------------------------ */

/*
 * Is cell n in the list of all open and closed nodes? This is what 2006 section IV.A has as
 * the simple method: it goes through the list, from the newest node on.
 */
static bool
is_listed(const astar *a, uint32_t n)
{
	for (uint32_t i = a->reached_count; i > 0; i--)
	{
		fr_poll_at(a->run->poll, i);
		if (a->reached[i - 1] == n)
			return true;
	}
	return false;
}

/* The key of cell n's node; larger than any valid key if the cell is not reached. */
FR_INLINE uint64_t
astar_key(const astar *a, uint32_t n)
{
	if (a->reached && !is_listed(a, n))
		return UINT64_MAX;
	return fr_node_key(&a->nodes, n);
}

/* The node of cell n. If the cell was not `seen` before, adds it to the list of lookup=scan. */
FR_INLINE fr_node *
astar_reach(astar *a, uint32_t n, bool seen)
{
	if (a->reached && !seen)
		a->reached[a->reached_count++] = n;
	return fr_node_reach(&a->nodes, n);
}

/* ---- the search -------------------------------------------------------------------- */

/* Counts an expansion. An f above all earlier ones starts an iteration. */
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
 * Opens a node. If the node is its parent's only child and has the least f, a stack would
 * return it at once. So it is expanded without being pushed (immediate expansion), which
 * does not wait for memory.
 */
FR_INLINE void
astar_enter(astar *a, fr_kind kind, int which, fr_child m, uint64_t f)
{
	if (kind.counted && ++a->open > a->open_peak)
		a->open_peak = a->open;
	if (m.single && is_stacks(which) && fr_stacks_is_next(&a->stacks, f))
	{
		a->immediate = true;
		a->n = m.n;
		a->key = m.key;
		a->f = f;
	}
	else
		open_push(a, which, m.n, f, fr_key_g(m.key));
}

/* Opens node m, or moves it within the open list: this is the best path to it so far. */
FR_INLINE void
astar_relax(astar *a, fr_kind kind, int which, fr_child m)
{
	uint64_t old = astar_key(a, m.n);
	bool seen = fr_node_seen(&a->nodes, old);
	bool exact = which != COARSE_STACKS;
	bool open = seen && (exact || old & FR_KEY_OPEN);
	uint64_t g = fr_key_g(m.key);
	uint64_t h = fr_run_h(a->run, kind, m.n);

	if (g + h >= a->best)
		return;
	if (!exact)
		m.key |= FR_KEY_OPEN | (seen ? old & FR_KEY_EXPANDED : 0);
	astar_reach(a, m.n, seen)->key = m.key;
	if (kind.counted)
		a->opened++;
	if (open)
		open_improve(a, which, m.n, fr_key_g(old) + h, g + h, g);
	else
		astar_enter(a, kind, which, m, g + h);
}

/* Relaxes the edge to the child in direction d. */
FR_INLINE void
astar_follow(astar *a, fr_kind kind, int which, fr_parent n, unsigned d)
{
	const fr_run *run = a->run;
	fr_child m = fr_child_of(run, kind, n, d);

	if (kind.alt)
		fr_h_prefetch(&run->heuristic, m.n, run->offset[d]);
	if (fr_key_improves(m.key, astar_key(a, m.n)))
		astar_relax(a, kind, which, m);
}

/*
 * Mostly the only move is straight on.  This case is a branch of its own: the
 * processor predicts it, and knows the next node before it has read the tables.
 */
FR_INLINE void
astar_expand(astar *a, fr_kind kind, int which)
{
	const fr_run *run = a->run;
	uint32_t n = a->n;
	uint64_t key = a->key;
	unsigned straight = key & FR_KEY_PARENT;
	unsigned moves = fr_moves_worth(run, kind, a->successors, n, straight);

	if (moves == run->bit[straight])
		astar_follow(a, kind, which,
					 fr_parent_of(run, kind, n, key & ~FR_KEY_FLAGS, true), straight);
	else
	{
		fr_parent parent = fr_parent_of(run, kind, n, key & ~FR_KEY_FLAGS, false);

		while (moves)
			astar_follow(a, kind, which, parent, fr_take_move(run, &moves));
	}
}

/*
 * Has the popped node been expanded at a smaller f? With tie=none the heap is used as the
 * priority queue of the C++ library, whose entries cannot be changed: a node that is reached
 * more cheaply is pushed again.
 */
FR_INLINE bool
is_outdated(const astar *a, fr_kind kind, int which)
{
	return which == FR_OPEN_HEAP && a->tie == FR_TIE_NONE && a->n != FR_NONE &&
		   a->f > fr_key_g(a->key) + fr_run_h(a->run, kind, a->n);
}

/*
 * Takes the next node; false if no open node can lead to a cheaper path. Coarse stacks keep
 * no f, and the bound takes time: f is found again only for counters, for the goal, and
 * once a cheaper way to the goal is looked for.
 */
FR_INLINE bool
astar_take(astar *a, fr_kind kind, int which)
{
	if (a->found && (which != COARSE_STACKS || !fr_stacks_current(&a->stacks)))
		return false;
	a->n = open_pop(a, which, &a->f, &a->key);
	while (is_outdated(a, kind, which))
		a->n = open_pop(a, which, &a->f, &a->key);
	if (a->n == FR_NONE)
		return false;
	if (which == COARSE_STACKS && (kind.counted || a->found || a->n == a->run->goal))
		a->f = fr_key_g(a->key) + fr_run_h(a->run, kind, a->n);
	return true;
}

/*
 * Visits node n.  If it is the goal, only its cost is noted: in exact order the
 * search is over, and a coarse stack may still hold a cheaper way to it.
 */
FR_INLINE void
astar_visit(astar *a, fr_kind kind, int which)
{
	if (kind.counted)
		a->open--;
	a->immediate = false;
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

/* Writes the result. Each expansion is a visit, and the goal is the last visit. */
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

/* Copies the keys of allocated nodes on the path to the workspace, where it is read. */
static void
copy_path(const astar *a)
{
	const fr_run *run = a->run;
	fr_node *nodes = run->workspace->nodes;

	for (uint32_t n = run->goal; n != run->start;)
	{
		nodes[n].key = fr_node_at(&a->nodes, n)->key;
		n = fr_grid_step_back(run->grid, n, (int) (nodes[n].key & FR_KEY_PARENT));
	}
}

/* May another node be expanded?  Polls, and sets the next pause. */
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
astar_loop(fr_kind kind, const fr_run *run, int which, const fr_arena *arena,
		   uint32_t *reached)
{
	int shift = which == COARSE_STACKS ? fr_stacks_shift(&run->grid->costs) : 0;
	fr_nodes nodes = fr_nodes_open(run->workspace, arena);
	uint64_t f = fr_run_h(run, kind, run->start);
	astar a = {
		.run = run,
		.nodes = nodes,
		.successors = run->successors,
		.heap = fr_heap_open(run->workspace),
		.tree = fr_tree_open(run->workspace),
		.tie = fr_method_value(run->method, FR_TIE),
		.reached = reached,
		.immediate = true,
		.n = run->start,
		.key = fr_key(run->workspace, 0, 0),
		.f = f,
		.f_max = f,
		.best = run->grid->costs.limit + 1,
		.open = 1,
		.open_peak = 1,
		.opened = 1,
	};

	a.heap.to_bottom = a.tie == FR_TIE_NONE;
	if (is_stacks(which))
		a.stacks = fr_stacks_open(nodes, shift, f);
	run->result->iterations = 1;
	astar_reach(&a, run->start, false)->key = a.key;
	while (a.immediate || astar_take(&a, kind, which))
	{
		if (a.expanded == a.pause && !astar_may_go_on(&a))
			break;
		astar_visit(&a, kind, which);
	}
	astar_finish(&a, kind);
	if (arena && a.found)
		copy_path(&a);
}

/* ---- a loop for each open list ----------------------------------------------------- */

/* Bytes per cell of the open list. */
static size_t
open_extra(const fr_method *method)
{
	int which = fr_method_value(method, FR_OPEN);

	if (which == FR_OPEN_TREE)
		return sizeof(fr_tree_entry);
	if (fr_method_value(method, FR_TIE) == FR_TIE_NONE)
		return FR_DIRECTIONS *
			   FR_OPEN_EXTRA; /* a node is pushed once for each move to it */
	return which == FR_OPEN_STACKS ? 0 : FR_OPEN_EXTRA;
}

/* The list of lookup=scan, after the open list; NULL without it. */
static uint32_t *
reached_of(const fr_run *run)
{
	size_t before = open_extra(run->method) * run->grid->cells;

	return fr_method_value(run->method, FR_LOOKUP) == FR_LOOKUP_SCAN
			   ? (uint32_t *) ((char *) run->workspace->extra + before)
			   : NULL;
}

static int
open_of(const fr_run *run)
{
	int which = fr_method_value(run->method, FR_OPEN);

	return which == FR_OPEN_STACKS && fr_stacks_shift(&run->grid->costs) > 0
			   ? COARSE_STACKS
			   : which;
}

/* For comparison with the papers only: open=list and lookup=scan, next to traces; and nodes=malloc. */
FR_DEFINE_ONE_LOOP(any, const fr_run, context, astar_loop, open_of(context), NULL,
				   reached_of(context))
FR_DEFINE_ONE_LOOP(allocating, const fr_run, context, astar_loop,
				   open_of(context) == COARSE_STACKS ? COARSE_STACKS : FR_OPEN_STACKS,
				   context->arena, NULL)
FR_DEFINE_ALL_LOOPS(by_stacks, any, const fr_run, context, astar_loop, FR_OPEN_STACKS,
					NULL, NULL)
FR_DEFINE_ALL_LOOPS(by_coarse_stacks, any, const fr_run, context, astar_loop,
					COARSE_STACKS, NULL, NULL)
FR_DEFINE_FEW_LOOPS(by_heap, any, const fr_run, context, astar_loop, FR_OPEN_HEAP, NULL,
					NULL)
FR_DEFINE_FEW_LOOPS(by_tree, any, const fr_run, context, astar_loop, FR_OPEN_TREE, NULL,
					NULL)

/*
 * Movement points. Searches that want only a cost have a loop for each usual open list and shape of cells; all
 * other searches share one loop.
 */
FR_DEFINE_POINTS_COST_LOOP(points_squares, const fr_run, FR_SQUARES, astar_loop,
						   FR_OPEN_STACKS, NULL, NULL)
FR_DEFINE_POINTS_COST_LOOP(points_hex, const fr_run, FR_HEXAGONS, astar_loop,
						   FR_OPEN_STACKS, NULL, NULL)
FR_DEFINE_POINTS_COST_LOOP(points_coarse_squares, const fr_run, FR_SQUARES, astar_loop,
						   COARSE_STACKS, NULL, NULL)
FR_DEFINE_POINTS_COST_LOOP(points_coarse_hex, const fr_run, FR_HEXAGONS, astar_loop,
						   COARSE_STACKS, NULL, NULL)
FR_DEFINE_POINTS_LOOP(points_any, const fr_run, context, astar_loop,
					  context->arena &&open_of(context) != COARSE_STACKS
						  ? FR_OPEN_STACKS
						  : open_of(context),
					  context->arena, context->arena ? NULL : reached_of(context))

static void
by_points(const fr_run *run)
{
	bool plain = fr_run_wants_cost(run) && !reached_of(run);
	bool hex = run->heuristic.shape == FR_HEXAGONS;
	int which = open_of(run);

	if (!plain || run->heuristic.shape == FR_OTHER_SHAPES ||
		(which != FR_OPEN_STACKS && which != COARSE_STACKS))
		points_any(run);
	else if (which == FR_OPEN_STACKS)
		(hex ? points_hex : points_squares)(run);
	else
		(hex ? points_coarse_hex : points_coarse_squares)(run);
}

static void
run_astar(const fr_run *run)
{
	static void (*const loops[])(const fr_run *run) = {
		[FR_OPEN_STACKS] = by_stacks,		[FR_OPEN_HEAP] = by_heap,
		[FR_OPEN_TREE] = by_tree,			[FR_OPEN_LIST] = any,
		[COARSE_STACKS] = by_coarse_stacks,
	};

	if (run->grid->costs.points > 0)
		by_points(run);
	else if (run->arena)
		allocating(run);
	else if (reached_of(run))
		any(run);
	else
		loops[open_of(run)](run);
}

static size_t
astar_extra(const fr_method *method)
{
	bool scans = fr_method_value(method, FR_LOOKUP) == FR_LOOKUP_SCAN;

	return open_extra(method) + (scans ? sizeof(uint32_t) : 0);
}

static size_t
astar_allocated(const fr_method *method, uint32_t nodes)
{
	return fr_method_value(method, FR_NODES) == FR_NODES_MALLOC
			   ? (size_t) nodes * FR_ALLOCATED_SIZE
			   : 0;
}

const fr_search_row fr_search_astar = {
	.name = "astar",
	.rules = FR_CELL_SEARCH_RULES | FR_POINT_RULES,
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_OPEN) | FR_OPTION_BIT(FR_TIE) |
			   FR_OPTION_BIT(FR_NODES) | FR_OPTION_BIT(FR_LOOKUP) |
			   FR_OPTION_BIT(FR_FROM) | FR_OPTION_BIT(FR_MOVES),
	.extra = astar_extra,
	.allocated = astar_allocated,
	.from_goal = true,
	.run = run_astar,
};
