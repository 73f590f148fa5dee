/*
 * fringe_buckets.c - Fringe Search with several later lists (2005, section 2.3)
 *
 * Each of N buckets has the open nodes of a range of f. All ranges have the same width.
 * The bucket being walked has the first range, and the last bucket also has all larger f.
 * N widths cover all f that wait at once, which lie within twice the most expensive step.
 * A node that has to wait moves to its bucket. One bucket is the list of fringe.c. One
 * bucket per value of f gives the order of A*.
 */
#include "core/search/fringe_run.h"

typedef struct fringe_buckets
{
	fr_fringe base;
	uint32_t *head;		/* of each bucket's list */
	uint64_t *occupied; /* a bit per bucket: its `head` and `least` are set */
	uint64_t *least;	/* of each bucket: no f in it is smaller */
	uint32_t count;
	uint32_t current; /* the bucket being walked */
	uint64_t width;	  /* of a range: how many values of f */
	uint64_t slice;	  /* f / width, for the current bucket */
} fringe_buckets;

FR_INLINE bool
is_occupied(const fringe_buckets *b, uint32_t bucket)
{
	return b->occupied[bucket / 64] >> bucket % 64 & 1;
}

/* Node n, whose f is beyond the limit, moves to its bucket. */
FR_INLINE void
sort(fringe_buckets *b, uint32_t n, uint64_t f)
{
	fr_node *nodes = b->base.nodes;
	uint64_t ahead = f / b->width - b->slice;
	uint32_t bucket;

	if (ahead == 0)
	{
		fr_fringe_leave(&b->base, f);
		return;
	}
	ahead = ahead < b->count ? ahead : b->count - 1;
	bucket = (uint32_t) (b->current + ahead) % b->count;
	if (!is_occupied(b, bucket))
	{
		b->occupied[bucket / 64] |= UINT64_C(1) << bucket % 64;
		b->head[bucket] = FR_NONE;
		b->least[bucket] = f;
	}
	fr_fringe_unlink(b->head, nodes, n);
	fr_fringe_link_first(b->head, nodes, bucket, n);
	b->least[bucket] = f < b->least[bucket] ? f : b->least[bucket];
}

/*
 * Begins a walk.  The limit stays within the bucket's range: nodes of larger f are in
 * other buckets, or were put into the last one.
 */
FR_INLINE void
begin_walk(fringe_buckets *b)
{
	fr_fringe *f = &b->base;
	uint64_t end = (b->slice + 1) * b->width - 1;

	f->least = f->least < end ? f->least : end;
	f->limit = f->limit < end ? f->limit : end;
}

/*
 * Ends a walk. If the bucket is empty, f_min is outdated: its node was reached again more
 * cheaply, and expanded since. Then the next bucket that is not empty becomes current.
 */
FR_INLINE void
end_walk(fringe_buckets *b)
{
	fr_fringe *f = &b->base;

	if (b->head[b->current] == FR_NONE)
		f->f_min = UINT64_MAX;
	for (uint32_t ahead = 1; b->head[b->current] == FR_NONE && ahead < b->count; ahead++)
	{
		uint32_t bucket = (b->current + ahead) % b->count;

		if (!is_occupied(b, bucket))
			continue;
		b->occupied[bucket / 64] &= ~(UINT64_C(1) << bucket % 64);
		if (b->head[bucket] == FR_NONE)
			continue;
		b->current = bucket;
		b->slice += ahead;
		f->f_min = b->least[bucket];
		break;
	}
	f->least = f->f_min;
}

FR_FRINGE_DEFINE_EXPAND(expand, fr_fringe_insert, true, true)

/* As in fringe.c, but a node beyond the limit moves to its bucket. */
FR_INLINE void
iterate(fringe_buckets *b, fr_kind kind)
{
	fr_fringe *f = &b->base;
	const fr_run *run = f->run;
	fr_node *nodes = f->nodes;

	begin_walk(b);
	for (uint32_t n = b->head[b->current], next; n != FR_NONE; n = next)
	{
		uint64_t key = nodes[n].key;
		uint64_t g = fr_key_g(key);
		uint64_t f_n = g + fr_run_h(run, kind, n);

		fr_fringe_look(f, kind, n, g, f_n, f_n <= f->limit && n != run->goal);
		if (f_n > f->limit)
		{
			next = nodes[n].next;
			sort(b, n, f_n);
			continue;
		}
		if (n == run->goal)
		{
			fr_fringe_reach_goal(f);
			if (fr_fringe_is_proven(f))
				return;
		}
		else if (fr_fringe_may_expand(f))
			expand(f, kind, n, key);
		else
			return;
		next = nodes[n].next;
		fr_fringe_unlink(b->head, nodes, n);
	}
	end_walk(b);
}

FR_INLINE void
search(fr_kind kind, const fr_run *run)
{
	uint64_t least[FR_HEADS];
	uint32_t count = (uint32_t) run->method->option[FR_BUCKETS].digits;
	fringe_buckets b = {.base = fr_fringe_open(run, kind),
						.head = run->workspace->head,
						.occupied = run->workspace->occupied,
						.least = least,
						.count = count,
						.width = 2 * run->grid->costs.step_max / count + 1};

	b.slice = b.base.least / b.width;
	b.base.nodes[run->start].key = fr_key(run->workspace, 0, 0) | FR_KEY_OPEN;
	b.head[0] = FR_NONE;
	fr_fringe_link_first(b.head, b.base.nodes, 0, run->start);
	while (fr_fringe_next_limit(&b.base))
		iterate(&b, kind);
	fr_fringe_finish(&b.base);
}

FR_DEFINE_ONE_LOOP(by_buckets_any, const fr_run, context, search)
FR_DEFINE_FEW_LOOPS(by_buckets, by_buckets_any, const fr_run, context, search)

void
fr_fringe_by_buckets(const fr_run *run)
{
	by_buckets(run);
}
