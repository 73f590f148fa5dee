/*
 * fringe.c - Fringe Search (2005), in all its forms
 *
 * Nodes whose f exceeds the limit wait, others are replaced by their children
 * (Figure 2); when all that are left wait, the next limit is the least of
 * their f.  Such a limit never exceeds the least cost, so the goal is final
 * when it is first taken within it.
 *
 * Then no node is expanded twice, in whatever order candidates are taken and with
 * moves=canonical too.  No open node has an f below the limit, so every candidate's
 * f is the limit.  Suppose that candidate n has more than its least g.  By the claim
 * in moves.c some open cell on a best path to n has its least g.  As the heuristic is
 * consistent, the f of that cell is at most that of n at its least g, which is below
 * the limit: a contradiction.
 *
 * With step=D, which is not in the paper, the limit is D more than the least f.
 * Then it may exceed the least cost: a node may be reached more cheaply after it
 * was expanded, and is opened again; and the goal is final when all open nodes have
 * an f of at least its g.  By the same claim a cheaper path would have an open node
 * of smaller f.
 */
#include "core/search/fringe_forms.h"

/* ---- the search -------------------------------------------------------------------- */

/*
 * Reaches node m in a search that opens no node again: a node that was seen is open.
 * An only child within the limit is the newest candidate.
 */
FR_INLINE void
reach_once(fringe *f, fr_kind kind, fr_child m)
{
	const fr_run *run = f->base.run;
	uint64_t *old = &f->base.nodes[m.n].key;
	uint64_t f_m = fr_key_g(m.key) + fr_run_h(run, kind, m.n);

	if (kind.counted)
	{
		f->base.open += !fr_key_seen(run->workspace, *old);
		f->base.opened++;
	}
	if (m.single && f_m == f->base.limit)
	{
		keep_in_hand(f, m.n, m.key);
		return;
	}
	*old = m.key | FR_KEY_OPEN;
	if (m.single)
		fr_layers_wait(&f->layers, m.n, f_m);
	else
		fr_layers_add(&f->layers, m.n, f_m);
}

FR_INLINE void
reach_again(fringe *f, fr_kind kind, form which, uint32_t n, fr_child m)
{
	const fr_run *run = f->base.run;
	fr_node *nodes = f->base.nodes;
	uint64_t flags = fr_key_flags(run->workspace, nodes[m.n].key);
	bool open = (flags & FR_KEY_OPEN) != 0;
	uint64_t h = is_linked(which) ? 0 : fr_run_h(run, kind, m.n);

	if (which == ARRAY && fr_key_g(m.key) + h >= f->base.best)
		return;
	m.key |= flags & FR_KEY_EXPANDED;
	if (kind.counted)
	{
		f->base.open += !open;
		f->base.opened++;
	}
	if (which == ARRAY && m.single && fr_array_within(&f->array, fr_key_g(m.key) + h))
	{
		keep_in_hand(f, m.n, m.key);
		return;
	}
	nodes[m.n].key = m.key | FR_KEY_OPEN;
	if (is_linked(which))
		fr_buckets_add(&f->list, nodes, n, m.n, open);
	else if (which == HEAP)
		fr_candidates_add(&f->heap, &f->base, m.n, h, open);
	else
		fr_array_add(&f->array, m.n, fr_key_g(m.key) + h);
}

/* Node m was reached from node n by its best path so far; alone: it is the only child. */
FR_INLINE void
reach(fringe *f, fr_kind kind, form which, uint32_t n, fr_child m)
{
	if (which == LAYERS)
		reach_once(f, kind, m);
	else
		reach_again(f, kind, which, n, m);
}

/* The start waits for the first limit, which is its f. */
FR_INLINE void
open_start(fringe *f, fr_kind kind, form which)
{
	const fr_run *run = f->base.run;
	uint64_t key = fr_key(run->workspace, 0, 0);

	if (which == LAYERS)
		keep_in_hand(f, run->start, key);
	else if (is_linked(which))
	{
		f->base.nodes[run->start].key = key | FR_KEY_OPEN;
		fr_buckets_link_first(&f->list, f->base.nodes, 0, run->start);
	}
	else
		reach(f, kind, which, FR_NONE, (fr_child){run->start, key, false});
	f->base.open = f->base.open_peak = f->base.opened = 1;
}

/* Figure 2 adds children from right to left, so that the leftmost is the newest. */
FR_INLINE unsigned
take_move(const fr_run *run, form which, unsigned *moves)
{
	unsigned d;

	if (!is_linked(which))
		return fr_take_move(run, moves);
	d = run->grid->tables->last[*moves];
	*moves ^= run->bit[d];
	return d;
}

/* Closes node n, which is to be expanded. */
FR_INLINE void
close_node(fringe *f, fr_kind kind, form which, uint32_t n, uint64_t key)
{
	f->base.expanded++;
	if (kind.counted)
		f->base.open--;
	if (which == LAYERS)
		return;
	if (kind.counted)
		f->base.reopened += (key & FR_KEY_EXPANDED) != 0;
	f->base.nodes[n].key = (key & ~FR_KEY_OPEN) | FR_KEY_EXPANDED;
}

/* Looks at the child in direction d. */
FR_INLINE void
fringe_follow(fringe *f, fr_kind kind, form which, fr_parent n, unsigned d)
{
	const fr_run *run = f->base.run;
	fr_child m = fr_child_of(run, kind, n, d);

	if (kind.alt)
		fr_h_prefetch(&run->heuristic, m.n, run->offset[d]);
	if (fr_key_improves(m.key, f->base.nodes[m.n].key))
		reach(f, kind, which, n.n, m);
}

/* As in A*, the only move straight on is a branch of its own, which is predicted. */
FR_INLINE void
fringe_expand(fringe *f, fr_kind kind, form which)
{
	const fr_run *run = f->base.run;
	uint32_t n = f->n;
	uint64_t key = f->key;
	unsigned straight = key & FR_KEY_PARENT;
	unsigned moves = fr_moves_by(run, run->onward, n, straight);
	uint64_t bare = key & ~FR_KEY_FLAGS;

	close_node(f, kind, which, n, key);
	if (moves == run->bit[straight])
		fringe_follow(f, kind, which, (fr_parent){n, bare, true}, straight);
	else
		while (moves)
			fringe_follow(f, kind, which, (fr_parent){n, bare, false},
						  take_move(run, which, &moves));
	if (kind.counted && f->base.open > f->base.open_peak)
		f->base.open_peak = f->base.open;
}

/* Notes a path to the goal; from now on only cheaper ones matter. */
FR_INLINE void
reach_goal(fringe *f)
{
	uint64_t *key = &f->base.nodes[f->base.run->goal].key;

	*key &= ~FR_KEY_OPEN;
	f->base.open--;
	f->base.found = true;
	f->base.best = fr_key_g(*key);
	f->base.limit = f->base.best - 1;
}

/* No open node can lead to a cheaper path. */
FR_INLINE bool
is_proven(const fringe *f)
{
	return f->base.best <= f->base.least;
}

/* May another node be expanded?  Makes room, and sets the next pause. */
FR_INLINE bool
fringe_may_go_on(fringe *f, fr_kind kind, form which)
{
	const fr_run *run = f->base.run;
	int64_t left = run->max_expanded - f->base.expanded;
	int64_t most = room(f, kind, which);

	if (is_array(which))
	{
		fr_poll_now(run->poll);
		most = most < FR_POLL_STEPS ? most : FR_POLL_STEPS;
	}
	f->pause = f->base.expanded + (most < left ? most : left);
	f->base.gave_up = left == 0;
	return !f->base.gave_up;
}

/* Works through the candidates under one limit: the loop of Figure 2. */
FR_INLINE void
fringe_iterate(fringe *f, fr_kind kind, form which)
{
	begin(f, kind, which);
	while (choose(f, kind, which))
	{
		uint32_t n = f->n;

		if (n == f->base.run->goal)
		{
			reach_goal(f);
			if (is_proven(f))
				return;
		}
		else if (f->base.expanded < f->pause || fringe_may_go_on(f, kind, which))
			fringe_expand(f, kind, which);
		else
			return;
		if (is_linked(which))
			fr_buckets_discard(&f->list, f->base.nodes, n);
	}
	end(f, which);
}

/* Sets the next limit; false if the search is over. */
FR_INLINE bool
fringe_next_limit(fringe *f)
{
	uint64_t most = f->base.run->grid->costs.limit;

	if (is_proven(f) || f->base.gave_up)
		return false;
	f->base.limit = most - f->base.least > f->step ? f->base.least + f->step : most;
	f->base.f_min = UINT64_MAX;
	f->base.run->result->iterations++;
	return true;
}

static void
fringe_finish(const fringe *f, int64_t visited_before, int64_t expanded_before)
{
	fr_result *result = f->base.run->result;

	result->found = f->base.found;
	if (result->found)
		result->cost = f->base.best;
	result->complete = result->optimal = !f->base.gave_up;
	result->visited = f->base.visited;
	result->visited_last = f->base.visited - visited_before;
	result->expanded = f->base.expanded;
	result->expanded_last = f->base.expanded - expanded_before;
	result->reopened = f->base.reopened;
	result->open_peak = f->base.open_peak;
	result->opened = f->base.opened;
}

FR_INLINE void
fringe_loop(fr_kind kind, const fr_run *run, form which)
{
	uint64_t least[FR_HEADS];
	fringe f = open_fringe(kind, run, which, least);
	int64_t visited = 0;
	int64_t expanded = 0;

	open_start(&f, kind, which);
	while (fringe_next_limit(&f))
	{
		visited = f.base.visited;
		expanded = f.base.expanded;
		fringe_iterate(&f, kind, which);
	}
	fringe_finish(&f, visited, expanded);
}

/* ---- a loop for each form ---------------------------------------------------------- */

FR_DEFINE_LOOPS(by_list, const fr_run, context, fringe_loop, LIST)
FR_DEFINE_LOOPS(by_sorted_lists, const fr_run, context, fringe_loop, SORTED)
FR_DEFINE_LOOPS(by_heap, const fr_run, context, fringe_loop, HEAP)
FR_DEFINE_LOOPS(by_layers, const fr_run, context, fringe_loop, LAYERS)
FR_DEFINE_LOOPS(by_array, const fr_run, context, fringe_loop, ARRAY)

/* Layers need limits that are the least f: no step, and no rounding. */
static form
form_of(const fr_run *run)
{
	const fr_method *method = run->method;

	if (fr_method_value(method, FR_LIST) == FR_LIST_ARRAY)
		return step_of(run) == 0 && fr_layers_fit(&run->grid->costs) ? LAYERS : ARRAY;
	if (fr_method_value(method, FR_PICK) != FR_PICK_NEWEST)
		return HEAP;
	return method->option[FR_BUCKETS].digits > 1 ? SORTED : LIST;
}

static void
run_fringe(const fr_run *run)
{
	static void (*const loops[])(const fr_run *run) = {
		[LIST] = by_list,	  [SORTED] = by_sorted_lists, [HEAP] = by_heap,
		[LAYERS] = by_layers, [ARRAY] = by_array,
	};

	loops[form_of(run)](run);
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
	.options = FR_PAPERS_OPTIONS | FR_OPTION_BIT(FR_LIST) | FR_OPTION_BIT(FR_BUCKETS) |
			   FR_OPTION_BIT(FR_PICK) | FR_OPTION_BIT(FR_STEP) | FR_OPTION_BIT(FR_FROM) |
			   FR_OPTION_BIT(FR_MOVES),
	.extra = fringe_extra,
	.from_goal = true,
	.run = run_fringe,
};
