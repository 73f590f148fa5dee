/*
 * fringe_forms.h - the open nodes of Fringe Search in each form: what is next, and what waits
 */
#ifndef FRINGE_FRINGE_FORMS_H
#define FRINGE_FRINGE_FORMS_H

#include "core/search/fringe_array.h"
#include "core/search/fringe_heap.h"
#include "core/search/fringe_layers.h"
#include "core/search/fringe_list.h"

/* Which candidate is next, and how open nodes are stored; a constant in each loop. */
typedef enum form
{
	LIST,	/* the newest, from a linked list */
	SORTED, /* the same, with several lists for those that wait */
	HEAP,	/* the least f, or the least g */
	LAYERS, /* the newest, from an array, where each limit is the least f */
	ARRAY	/* the same, where a limit may exceed it */
} form;

typedef struct fringe
{
	fr_fringe base;
	fr_buckets list; /* only one of these four is used */
	fr_candidates heap;
	fr_layers layers;
	fr_array array;
	bool in_hand;  /* the next candidate is n: it was not added */
	uint32_t n;	   /* the next candidate, or the one chosen last, */
	uint64_t key;  /* and its key */
	int64_t pause; /* expansions after which to poll, make room and check max_expanded */
	uint64_t step;
} fringe;

FR_INLINE bool
is_linked(form which)
{
	return which == LIST || which == SORTED;
}

FR_INLINE bool
is_array(form which)
{
	return which == LAYERS || which == ARRAY;
}

FR_INLINE void
begin(fringe *f, fr_kind kind, form which)
{
	if (which == HEAP)
		fr_candidates_begin(&f->heap, &f->base, kind);
	else if (which == ARRAY)
		fr_array_begin(&f->array, &f->base, kind);
	else if (is_linked(which))
		fr_buckets_begin(&f->list, &f->base, which == SORTED);
}

/* Counts the visit of candidate n. */
FR_INLINE void
look(fringe *f, fr_kind kind)
{
	const fr_run *run = f->base.run;
	uint64_t g = fr_key_g(f->key);

	if (!kind.counted)
		return;
	f->base.visited++;
	if (kind.traced)
		fr_trace_visit(run, kind, f->n, g, g + fr_run_h(run, kind, f->n),
					   f->n != run->goal && f->base.expanded < run->max_expanded);
}

/* Takes the next candidate and its key; false if none is left. */
FR_INLINE bool
choose(fringe *f, fr_kind kind, form which)
{
	if (is_array(which) && f->in_hand)
	{
		f->in_hand = false;
		look(f, kind);
		return true;
	}
	if (which == LAYERS)
	{
		if (!fr_layers_take(&f->layers, &f->n, &f->key))
			return false;
		look(f, kind);
		return true;
	}
	if (which == HEAP)
		f->n = fr_candidates_choose(&f->heap, &f->base, kind);
	else if (which == ARRAY)
		f->n = fr_array_choose(&f->array, &f->base, kind);
	else
		f->n = fr_buckets_choose(&f->list, &f->base, kind, which == SORTED);
	if (f->n == FR_NONE)
		return false;
	f->key = f->base.nodes[f->n].key;
	return true;
}

/* No candidate is left: the least f of the others becomes known. */
FR_INLINE void
end(fringe *f, form which)
{
	if (which == SORTED)
		fr_buckets_end(&f->list, &f->base);
	else if (which == LIST && fr_buckets_is_empty(&f->list))
		f->base.f_min = UINT64_MAX;
	else if (which == LAYERS)
		f->base.f_min = fr_layers_advance(&f->layers);
	else if (which == ARRAY)
		fr_array_end(&f->array, &f->base);
	f->base.least = f->base.f_min;
}

/* Node m is the newest candidate, so it is next. */
FR_INLINE void
keep_in_hand(fringe *f, uint32_t m, uint64_t key)
{
	f->base.nodes[m].key = key;
	f->in_hand = true;
	f->n = m;
	f->key = key;
}

/* Expansions until an array needs room again; other forms never do. */
FR_INLINE int64_t
room(fringe *f, fr_kind kind, form which)
{
	if (which == LAYERS)
		return fr_layers_make_room(&f->layers, f->base.run, kind);
	if (which == ARRAY)
		return fr_array_make_room(&f->array, &f->base, kind);
	return INT64_MAX;
}

/*
 * The step in units of cost, at most so many of the cheapest step.  A larger range
 * of f in one iteration gains nothing, and may expand nodes more often.
 */
#define STEP_MOST 16

static inline uint64_t
step_of(const fr_run *run)
{
	const fr_costs *costs = &run->grid->costs;
	uint64_t step = fr_cost_units(costs, run->method->option[FR_STEP]);
	uint64_t most = STEP_MOST * costs->h_straight;

	return step < most ? step : most;
}

/* A search before its first node; each form has its own store of open nodes. */
FR_INLINE fringe
open_fringe(fr_kind kind, const fr_run *run, form which, uint64_t least[FR_HEADS])
{
	uint64_t h = fr_run_h(run, kind, run->start);
	uint32_t buckets = (uint32_t) run->method->option[FR_BUCKETS].digits;
	fringe f = {.base = {.run = run,
						 .nodes = run->workspace->nodes,
						 .least = h,
						 .best = run->grid->costs.limit + 1},
				.step = step_of(run)};

	if (is_linked(which))
		f.list = fr_buckets_open(run, buckets, least, h);
	else if (which == HEAP)
		f.heap = fr_candidates_open(run, h);
	else if (which == LAYERS)
		f.layers = fr_layers_open(run, h);
	else
		f.array = fr_array_open(run);
	return f;
}

#endif /* FRINGE_FRINGE_FORMS_H */
