/*
 * fringe_run.h - the shared parts of Fringe Search's forms (internal)
 *
 * 2005 section 4 describes a family of searches. An open node whose f is at most the
 * limit is a candidate, and any candidate may be expanded next. The forms differ in how
 * they store open nodes, which decides the next candidate. Each form is a file:
 *
 *     fringe.c          list=linked: one linked list, the paper's own form (Figure 2)
 *     fringe_buckets.c  buckets=N: several later lists (section 2.3)
 *     fringe_heap.c     pick=min_f, pick=min_g: a heap of candidates
 *     fringe_layers.c   list=array: an array, where each limit is the least f
 *     fringe_array.c    list=array: an array, where a limit may exceed the least f
 *
 * Why the goal is final. Open nodes whose f exceeds the limit wait, others are replaced by
 * their children. When all open nodes wait, the next limit is the least f of them. Such a
 * limit never exceeds the least cost, so the goal is final when it is first taken.
 *
 * Then no node is expanded twice, for any order of candidates, and with moves=canonical
 * too. No open node has an f below the limit, so every candidate's f is the limit.
 * Suppose that candidate n has more than its least g. By the claim in moves.c some open
 * cell on a best path to n has its least g. As the heuristic is consistent, the f of that
 * cell is at most the f of n at its least g, which is below the limit: a contradiction.
 *
 * step=D, which is not in the paper, makes the limit D more than the least f. Then the limit
 * may exceed the least cost. A node may be reached more cheaply after it was expanded, and
 * is opened again. The goal is final when all open nodes have an f of at least its g: by the
 * claim in moves.c a cheaper path would have an open node of smaller f.
 */
#ifndef FRINGE_FRINGE_RUN_H
#define FRINGE_FRINGE_RUN_H

#include "core/search/search.h"

#define FR_FRINGE_ARRAY_EXTRA 16 /* bytes per cell of an array: two entries */

/* The state that all forms share; a form's own state has it as its first member. */
typedef struct fr_fringe
{
	const fr_run *run;
	fr_node *nodes;
	uint64_t limit; /* nodes of a larger f have to wait */
	uint64_t least; /* the least f of open nodes when the iteration began */
	uint64_t f_min; /* the least f among those that wait for a later iteration */
	uint64_t step;	/* how much a limit exceeds the least f */
	bool found;		/* the goal was reached */
	uint64_t best;	/* its g, or more than the limit on costs: only smaller f matter */
	int64_t open;
	int64_t open_peak;
	int64_t opened;
	int64_t visited;
	int64_t visited_before; /* the last iteration */
	int64_t expanded;
	int64_t expanded_before; /* the last iteration */
	int64_t reopened;
	int64_t pause; /* expansions after which to check max_expanded; arrays poll, too */
	bool gave_up;  /* max_expanded ended the search */
} fr_fringe;

/*
 * The step in units of cost, at most FR_STEP_MOST of the cheapest step.  A larger range
 * of f in one iteration gains nothing, and may expand nodes more often.
 */
#define FR_STEP_MOST 16

static inline uint64_t
fr_fringe_step(const fr_run *run)
{
	const fr_costs *costs = &run->grid->costs;
	uint64_t step = fr_cost_units(costs, run->method->option[FR_STEP]);
	uint64_t most = FR_STEP_MOST * costs->h.straight;

	return step < most ? step : most;
}

/* A search before its first iteration, in which the start is the only open node. */
FR_INLINE fr_fringe
fr_fringe_open(const fr_run *run, fr_kind kind)
{
	return (fr_fringe){.run = run,
					   .nodes = run->workspace->nodes,
					   .least = fr_run_h(run, kind, run->start),
					   .step = fr_fringe_step(run),
					   .best = run->grid->costs.limit + 1,
					   .open = 1,
					   .open_peak = 1,
					   .opened = 1};
}

/* ---- iterations -------------------------------------------------------------------- */

/* Can no open node lead to a cheaper path? */
FR_INLINE bool
fr_fringe_is_proven(const fr_fringe *f)
{
	return f->best <= f->least;
}

/* Sets the next limit and begins an iteration; false if the search is over. */
FR_INLINE bool
fr_fringe_next_limit(fr_fringe *f)
{
	uint64_t most = f->run->grid->costs.limit;

	if (fr_fringe_is_proven(f) || f->gave_up)
		return false;
	f->limit = most - f->least > f->step ? f->least + f->step : most;
	f->f_min = UINT64_MAX;
	f->visited_before = f->visited;
	f->expanded_before = f->expanded;
	f->run->result->iterations++;
	return true;
}

/* Counts and reports a visit; expanded: it generates children, unless max_expanded forbids. */
FR_INLINE void
fr_fringe_look(fr_fringe *f, fr_kind kind, uint32_t n, uint64_t g, uint64_t f_n,
			   bool expanded)
{
	fr_poll_at(f->run->poll, (uint64_t) f->visited++);
	fr_trace_visit(f->run, kind, n, g, f_n,
				   expanded && f->expanded < f->run->max_expanded);
}

/* Counts and reports a visit of candidate n, without a poll: arrays poll elsewhere. */
FR_INLINE void
fr_fringe_count(fr_fringe *f, fr_kind kind, uint32_t n, uint64_t key)
{
	uint64_t g = fr_key_g(key);

	if (!kind.counted)
		return;
	f->visited++;
	if (kind.traced)
		fr_trace_visit(f->run, kind, n, g, g + fr_run_h(f->run, kind, n),
					   n != f->run->goal && f->expanded < f->run->max_expanded);
}

/*
 * Notes the f of a node that waits for a later iteration. If the node is reached more cheaply
 * in the same iteration, the note is outdated. Then the next limit may be too low, which is
 * safe: that iteration expands nothing.
 */
FR_INLINE void
fr_fringe_leave(fr_fringe *f, uint64_t f_n)
{
	f->f_min = f_n < f->f_min ? f_n : f->f_min;
}

/* Notes a path to the goal; from now on only cheaper ones matter. */
FR_INLINE void
fr_fringe_reach_goal(fr_fringe *f)
{
	uint64_t *key = &f->nodes[f->run->goal].key;

	*key &= ~FR_KEY_OPEN;
	f->open--;
	f->found = true;
	f->best = fr_key_g(*key);
	f->limit = f->best - 1;
}

/* May another node be expanded?  If not, the search ends. */
FR_INLINE bool
fr_fringe_may_expand(fr_fringe *f)
{
	if (f->expanded < f->pause)
		return true;
	f->pause = f->run->max_expanded;
	f->gave_up = f->expanded == f->pause;
	return !f->gave_up;
}

/*
 * May another node be expanded, of an array with room for `room` expansions?  Polls, and sets
 * the pause, after which the array asks again.
 */
FR_INLINE bool
fr_fringe_set_pause(fr_fringe *f, int64_t room)
{
	int64_t left = f->run->max_expanded - f->expanded;
	int64_t most = room < FR_POLL_STEPS ? room : FR_POLL_STEPS;

	fr_poll_now(f->run->poll);
	f->pause = f->expanded + (most < left ? most : left);
	f->gave_up = left == 0;
	return !f->gave_up;
}

FR_INLINE void
fr_fringe_finish(const fr_fringe *f)
{
	fr_result *result = f->run->result;

	result->found = f->found;
	if (result->found)
		result->cost = f->best;
	result->complete = result->optimal = !f->gave_up;
	result->visited = f->visited;
	result->visited_last = f->visited - f->visited_before;
	result->expanded = f->expanded;
	result->expanded_last = f->expanded - f->expanded_before;
	result->reopened = f->reopened;
	result->open_peak = f->open_peak;
	result->opened = f->opened;
}

/* ---- successors -------------------------------------------------------------------- */

/* Closes node n, whose key is `key`, to expand it; reopens: nodes may be opened again. */
FR_INLINE void
fr_fringe_close(fr_fringe *f, fr_kind kind, uint32_t n, uint64_t key, bool reopens)
{
	f->expanded++;
	if (kind.counted)
		f->open--;
	if (!reopens)
		return;
	if (kind.counted)
		f->reopened += (key & FR_KEY_EXPANDED) != 0;
	f->nodes[n].key = (key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
}

/* Removes and returns a move of a set: the first one, or from the right the last one. */
FR_INLINE unsigned
fr_fringe_take_move(const fr_run *run, bool from_right, unsigned *moves)
{
	unsigned d;

	if (!from_right)
		return fr_take_move(run, moves);
	d = run->grid->tables->last[*moves];
	*moves ^= run->bit[d];
	return d;
}

/*
 * Defines name(f, kind, n, key), which closes node n and looks at all its successors.
 * reach(f, kind, n, m) opens successor m, which has its best path so far. It is a macro
 * because compilers optimize calls by a pointer too late. As in A*, the only move straight
 * on is a branch of its own, which processors predict.
 */
#define FR_FRINGE_DEFINE_EXPAND(name, reach, from_right, reopens)                        \
	FR_INLINE void name##_to(fr_fringe *f, fr_kind kind, fr_parent n, unsigned d)        \
	{                                                                                    \
		fr_child m = fr_child_of(f->run, kind, n, d);                                    \
                                                                                         \
		if (kind.alt)                                                                    \
			fr_h_prefetch(&f->run->heuristic, m.n, f->run->offset[d]);                   \
		if (fr_key_improves(m.key, f->nodes[m.n].key))                                   \
			reach(f, kind, n.n, m);                                                      \
	}                                                                                    \
                                                                                         \
	FR_INLINE void name(fr_fringe *f, fr_kind kind, uint32_t n, uint64_t key)            \
	{                                                                                    \
		const fr_run *run = f->run;                                                      \
		unsigned straight = key & FR_KEY_PARENT;                                         \
		unsigned moves = fr_moves_worth(run, kind, run->successors, n, straight);        \
		uint64_t bare = key & ~FR_KEY_FLAGS;                                             \
                                                                                         \
		fr_fringe_close(f, kind, n, key, reopens);                                       \
		if (moves == run->bit[straight])                                                 \
			name##_to(f, kind, fr_parent_of(run, kind, n, bare, true), straight);        \
		else                                                                             \
			while (moves)                                                                \
				name##_to(f, kind, fr_parent_of(run, kind, n, bare, false),              \
						  fr_fringe_take_move(run, from_right, &moves));                 \
		if (kind.counted && f->open > f->open_peak)                                      \
			f->open_peak = f->open;                                                      \
	}

/* Opens node m, where nodes may be opened again; returns whether it was open. */
FR_INLINE bool
fr_fringe_open_node(fr_fringe *f, fr_kind kind, fr_child m)
{
	uint64_t flags = fr_key_flags(f->run->workspace, f->nodes[m.n].key);
	bool open = (flags & FR_KEY_OPEN) != 0;

	if (kind.counted)
	{
		f->open += !open;
		f->opened++;
	}
	f->nodes[m.n].key = m.key | (flags & FR_KEY_EXPANDED) | FR_KEY_OPEN;
	return open;
}

/* ---- doubly linked lists ----------------------------------------------------------- */

/*
 * A form has one list or several, whose first nodes are in `head`.  `prev` of a first node
 * tells its list: FR_NONE is list 0, FR_NONE - 1 list 1, and so on.  These numbers are
 * larger than any cell.
 */
FR_INLINE void
fr_fringe_link_first(uint32_t *head, fr_node *nodes, uint32_t list, uint32_t n)
{
	uint32_t next = head[list];

	nodes[n].prev = FR_NONE - list;
	nodes[n].next = next;
	head[list] = n;
	if (next != FR_NONE)
		nodes[next].prev = n;
}

FR_INLINE void
fr_fringe_link_after(fr_node *nodes, uint32_t prev, uint32_t n)
{
	uint32_t next = nodes[prev].next;

	nodes[n].prev = prev;
	nodes[n].next = next;
	nodes[prev].next = n;
	if (next != FR_NONE)
		nodes[next].prev = n;
}

FR_INLINE void
fr_fringe_unlink(uint32_t *head, fr_node *nodes, uint32_t n)
{
	uint32_t next = nodes[n].next;
	uint32_t prev = nodes[n].prev;

	if (next != FR_NONE)
		nodes[next].prev = prev;
	if (prev > FR_NONE - FR_HEADS)
		head[FR_NONE - prev] = next;
	else
		nodes[prev].next = next;
}

/* Node s was reached from n by its best path so far: inserts it past n. */
FR_INLINE void
fr_fringe_insert(fr_fringe *f, fr_kind kind, uint32_t n, fr_child s)
{
	if (fr_fringe_open_node(f, kind, s))
		fr_fringe_unlink(f->run->workspace->head, f->nodes, s.n);
	fr_fringe_link_after(f->nodes, n, s.n);
}

/* ---- the other forms --------------------------------------------------------------- */

void fr_fringe_by_buckets(const fr_run *run);
void fr_fringe_by_heap(const fr_run *run);
void fr_fringe_by_layers(const fr_run *run);
void fr_fringe_by_array(const fr_run *run);
bool fr_fringe_takes_layers(const fr_run *run);

#endif /* FRINGE_FRINGE_RUN_H */
