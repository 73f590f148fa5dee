/*
 * fringe_array.c - Fringe Search on an array, the newest candidate first
 *
 * This form takes limits that may exceed the least f, and values of f too many for the
 * ring of fringe_layers.c. *later*, the nodes that wait, grows from one end of the array,
 * and *now*, a stack of candidates, from the other. An entry of 8 bytes has its node's f.
 * So an iteration begins with one pass over a dense array, which reads no node and
 * computes no h:
 *
 *     63            32 31             0
 *     +---------------+---------------+
 *     | f >> shift    | node          |
 *     +---------------+---------------+
 *
 * f is at most twice the most expensive path without a cycle, and mostly shift is 0.
 * Otherwise (exact root-2 costs, large weights) a limit is rounded up to the next multiple
 * of 2^shift: a small step, which is exact for the same reason as step=D.
 *
 * A node that is reached again more cheaply gets another entry. The first entry of a node
 * that is popped counts. Outdated entries wait and count as visits, and may set a limit
 * under which nothing is expanded. Two entries per cell make clearing cheap as well: except
 * on tiny maps, more entries were pushed since the array was last cleared than the map has
 * cells.
 */
#include "core/search/fringe_run.h"

typedef struct array
{
	uint64_t *first;
	uint64_t *later; /* behind the last that waits */
	uint64_t *now;	 /* the top of the stack, which grows downwards */
	uint64_t *last;	 /* behind the stack's bottom */
	uint64_t limit;	 /* entries within the limit are smaller */
	uint64_t beyond; /* the least difference of a waiting entry to the limit */
	int shift;
} array;

/* The shift by which every f fits into an entry. */
FR_INLINE int
array_shift(const fr_grid *grid)
{
	const fr_costs *costs = &grid->costs;
	uint64_t most = grid->cells < costs->limit / costs->step_max
						? grid->cells * costs->step_max
						: costs->limit;
	int shift = 0;

	while (2 * most >> shift >= INT32_MAX)
		shift++;
	return shift;
}

FR_INLINE array
array_open(const fr_run *run)
{
	uint64_t *first = run->workspace->extra;
	uint64_t *last = first + 2 * (size_t) run->grid->cells;

	return (array){.first = first,
				   .later = first,
				   .now = last,
				   .last = last,
				   .shift = array_shift(run->grid)};
}

/*
 * The part of f that an entry holds. Only landmarks bound costs by more than a path can cost:
 * then no path leads on, and the largest level is as good.
 */
FR_INLINE uint64_t
array_level(const array *a, fr_kind kind, uint64_t f)
{
	uint64_t level = f >> a->shift;

	return kind.alt && level > INT32_MAX ? INT32_MAX : level;
}

FR_INLINE void
array_set_limit(array *a, uint64_t limit)
{
	uint64_t most = limit >> a->shift < INT32_MAX ? limit >> a->shift : INT32_MAX;

	a->limit = (most + 1) << 32;
}

/* The two ends of the array while entries are divided by a new limit. */
typedef struct sifted
{
	uint64_t *later;
	uint64_t *now;
	uint64_t beyond;
} sifted;

/* Divides entries by the limit without a branch, which would often be mispredicted. */
static __attribute__((noinline)) sifted
array_sift(sifted to, const uint64_t *at, const uint64_t *end, uint64_t limit)
{
	for (; at != end; at++)
	{
		uint64_t entry = *at;
		uint64_t beyond = entry - limit; /* wraps around for one within */
		uint64_t within = beyond >> 63;

		to.now[-1] = entry;
		*to.later = entry;
		to.now -= within;
		to.later += within ^ 1;
		to.beyond = beyond < to.beyond ? beyond : to.beyond;
	}
	return to;
}

/* Counts and reports visits of the entries that still wait. */
FR_INLINE void
array_look(array *a, fr_fringe *fringe, fr_kind kind)
{
	fringe->visited += a->later - a->first;
	for (const uint64_t *at = a->first; kind.traced && at != a->later; at++)
	{
		uint32_t n = (uint32_t) *at;
		uint64_t g = fr_key_g(fringe->nodes[n].key);

		fr_trace_visit(fringe->run, kind, n, g, g + fr_run_h(fringe->run, kind, n),
					   false);
	}
}

/* Ends an iteration: notes the least f of the entries that wait. */
FR_INLINE void
array_end(const array *a, fr_fringe *fringe)
{
	if (a->later != a->first)
		fr_fringe_leave(fringe, (a->limit + a->beyond) >> 32 << a->shift);
}

/* Is a node open and, once the goal is reached, of a smaller f than the goal? */
FR_INLINE bool
array_wants(const fr_fringe *fringe, fr_kind kind, uint32_t n, uint64_t key)
{
	if (!(key & FR_KEY_OPEN))
		return false;
	return !fringe->found ||
		   fr_key_g(key) + fr_run_h(fringe->run, kind, n) < fringe->best;
}

/* The newest candidate that is still wanted; FR_NONE where none is left. */
FR_INLINE uint32_t
array_choose(array *a, fr_fringe *fringe, fr_kind kind)
{
	const fr_run *run = fringe->run;

	while (a->now != a->last)
	{
		uint32_t n = (uint32_t) *a->now++;
		uint64_t key = fringe->nodes[n].key;
		bool wanted = array_wants(fringe, kind, n, key);

		fr_fringe_look(fringe, kind, n, fr_key_g(key),
					   fr_key_g(key) + fr_run_h(run, kind, n), wanted && n != run->goal);
		if (wanted)
			return n;
	}
	return FR_NONE;
}

/* Is the node open, with this f, and is this its first such entry? */
FR_INLINE bool
array_keeps(const array *a, const fr_fringe *fringe, fr_kind kind, uint64_t entry)
{
	uint32_t n = (uint32_t) entry;
	uint64_t *key = &fringe->nodes[n].key;
	uint64_t f = fr_key_g(*key) + fr_run_h(fringe->run, kind, n);

	if (!(*key & FR_KEY_OPEN) || array_level(a, kind, f) != entry >> 32)
		return false;
	*key &= ~FR_KEY_OPEN;
	return true;
}

/* Opens the nodes of kept entries again, which array_keeps has closed. */
FR_INLINE void
array_reopen(const fr_fringe *fringe, const uint64_t *at, const uint64_t *end)
{
	for (; at != end; at++)
	{
		fr_poll_at(fringe->run->poll, (uint64_t) (end - at));
		fringe->nodes[(uint32_t) *at].key |= FR_KEY_OPEN;
	}
}

/* Keeps one entry for each open node, the first that would be popped, and drops the others. */
FR_INLINE void
array_clear(array *a, const fr_fringe *fringe, fr_kind kind)
{
	const fr_poll *poll = fringe->run->poll;
	uint64_t *later = a->first;
	uint64_t *now = a->last;

	for (const uint64_t *at = a->last; at != a->now; at--)
	{
		fr_poll_at(poll, (uint64_t) (at - a->now));
		if (array_keeps(a, fringe, kind, at[-1]))
			*--now = at[-1];
	}
	for (const uint64_t *at = a->first; at != a->later; at++)
	{
		fr_poll_at(poll, (uint64_t) (a->later - at));
		if (array_keeps(a, fringe, kind, *at))
			*later++ = *at;
	}
	a->later = later;
	a->now = now;
	array_reopen(fringe, a->first, later);
	array_reopen(fringe, now, a->last);
}

/* Makes room; returns how many nodes may be expanded before the next call. */
FR_INLINE int64_t
array_make_room(array *a, const fr_fringe *fringe, fr_kind kind)
{
	if (a->now - a->later < FR_DIRECTIONS)
		array_clear(a, fringe, kind);
	return (a->now - a->later) / FR_DIRECTIONS;
}

/*
 * Begins an iteration: divides the waiting entries in place, so that each has to be
 * read before it is overwritten.  Entries that still wait move towards the first
 * one, behind the reader.  The stack grows towards the reader, and does not reach it
 * if at most half the array waited: else the array is cleared first.
 */
FR_INLINE void
array_begin(array *a, fr_fringe *fringe, fr_kind kind)
{
	const uint64_t *at = a->first;
	const uint64_t *end;
	sifted to;

	if (a->later - a->first > (a->last - a->first) / 2)
		array_clear(a, fringe, kind);
	array_set_limit(a, fringe->limit);
	end = a->later;
	to = (sifted){a->first, a->now, UINT64_MAX};
	for (const uint64_t *stop; at != end; at = stop)
	{
		stop = end - at > FR_POLL_STEPS ? at + FR_POLL_STEPS : end;
		to = array_sift(to, at, stop, a->limit);
		if (stop != end)
			fr_poll_now(fringe->run->poll);
	}
	a->later = to.later;
	a->now = to.now;
	a->beyond = to.beyond;
	array_look(a, fringe, kind);
}

/* Is an f within the limit? */
FR_INLINE bool
array_within(const array *a, fr_kind kind, uint64_t f)
{
	return array_level(a, kind, f) << 32 < a->limit;
}

/* Adds an entry for node n, which is open and has a new f. */
FR_INLINE void
array_add(array *a, fr_kind kind, uint32_t n, uint64_t f)
{
	uint64_t entry = array_level(a, kind, f) << 32 | n;

	if (entry < a->limit)
	{
		*--a->now = entry;
		return;
	}
	*a->later++ = entry;
	a->beyond = entry - a->limit < a->beyond ? entry - a->limit : a->beyond;
}

/* ---- the search -------------------------------------------------------------------- */

typedef struct array_fringe
{
	fr_fringe base;
	array array;
	bool immediate; /* the next candidate is n: it was not added */
	uint32_t n;		/* the next candidate, or the one chosen last, */
	uint64_t key;	/* and its key */
} array_fringe;

/* Chooses the next candidate and its key; false if none is left. */
FR_INLINE bool
choose(array_fringe *a, fr_kind kind)
{
	if (a->immediate)
	{
		a->immediate = false;
		fr_fringe_count(&a->base, kind, a->n, a->key);
		return true;
	}
	a->n = array_choose(&a->array, &a->base, kind);
	if (a->n == FR_NONE)
		return false;
	a->key = a->base.nodes[a->n].key;
	return true;
}

/*
 * Node m was reached by its best path so far.  Once the goal is reached, only nodes of
 * smaller f matter.  An only child within the limit is the newest candidate, so it is next.
 */
FR_INLINE void
append_or_take(fr_fringe *f, fr_kind kind, uint32_t n, fr_child m)
{
	array_fringe *a = (array_fringe *) f;
	uint64_t f_m = fr_key_g(m.key) + fr_run_h(f->run, kind, m.n);

	(void) n;
	if (f_m >= f->best)
		return;
	fr_fringe_open_node(f, kind, m);
	if (!m.single || !array_within(&a->array, kind, f_m))
	{
		array_add(&a->array, kind, m.n, f_m);
		return;
	}
	a->base.nodes[m.n].key &= ~FR_KEY_OPEN;
	a->immediate = true;
	a->n = m.n;
	a->key = a->base.nodes[m.n].key;
}

FR_FRINGE_DEFINE_EXPAND(expand, append_or_take, false, true)

FR_INLINE void
iterate(array_fringe *a, fr_kind kind)
{
	fr_fringe *f = &a->base;

	array_begin(&a->array, f, kind);
	while (choose(a, kind))
	{
		if (a->n == f->run->goal)
		{
			fr_fringe_reach_goal(f);
			if (fr_fringe_is_proven(f))
				return;
		}
		else if (f->expanded < f->pause ||
				 fr_fringe_set_pause(f, array_make_room(&a->array, f, kind)))
			expand(f, kind, a->n, a->key);
		else
			return;
	}
	array_end(&a->array, f);
	f->least = f->f_min;
}

FR_INLINE void
search(fr_kind kind, const fr_run *run)
{
	array_fringe a = {.base = fr_fringe_open(run, kind), .array = array_open(run)};

	a.base.nodes[run->start].key = fr_key(run->workspace, 0, 0) | FR_KEY_OPEN;
	array_add(&a.array, kind, run->start, a.base.least);
	while (fr_fringe_next_limit(&a.base))
		iterate(&a, kind);
	fr_fringe_finish(&a.base);
}

FR_DEFINE_ONE_LOOP(by_array_any, const fr_run, context, search)
FR_DEFINE_FEW_LOOPS(by_array, by_array_any, const fr_run, context, search)

void
fr_fringe_by_array(const fr_run *run)
{
	by_array(run);
}
