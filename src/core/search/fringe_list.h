/*
 * fringe_list.h - open nodes in a linked list, the newest candidate first
 *
 * The paper's own way (2005 section 2.5): one doubly linked list, where the nodes
 * before the current one are *later* and the others *now*.  An iteration walks the
 * list once.  Nodes beyond the limit stay in place; others are replaced by their
 * children.  That is the order of IDA*.
 *
 * Section 2.3 proposes several *later* lists.  Here each of N buckets has the nodes
 * of a range of f; all ranges have the same width, the first one is that of the
 * bucket being walked, and the last bucket also has all larger f.  N widths cover
 * all f that wait at once, which lie within twice the most expensive step.  A node
 * that has to wait moves to its bucket.  One bucket is the list above; one bucket
 * for each value of f is the order of A*.
 *
 * `prev` of the first node tells the bucket: FR_NONE is bucket 0, FR_NONE - 1
 * bucket 1, and so on; these are larger than any cell.
 */
#ifndef FRINGE_FRINGE_LIST_H
#define FRINGE_FRINGE_LIST_H

#include "core/search/fringe_run.h"

typedef struct fr_buckets
{
	uint32_t *head;		/* of each bucket's list */
	uint64_t *occupied; /* a bit a bucket: its head means something */
	uint64_t *least;	/* of these buckets: no f in it is smaller */
	uint32_t count;
	uint32_t current; /* the bucket being walked */
	uint64_t width;	  /* how many values of f a bucket stands for */
	uint64_t slice;	  /* f / width, for the current bucket */
	uint32_t at;	  /* where the walk is */
} fr_buckets;

FR_INLINE fr_buckets
fr_buckets_open(const fr_run *run, uint32_t count, uint64_t *least, uint64_t first_f)
{
	fr_buckets b = {.head = run->workspace->head,
					.occupied = run->workspace->occupied,
					.least = least,
					.count = count,
					.width = 2 * run->grid->costs.step_max / count + 1,
					.at = FR_NONE};

	b.slice = first_f / b.width;
	b.head[0] = FR_NONE;
	return b;
}

FR_INLINE void
fr_buckets_link_first(fr_buckets *b, fr_node *nodes, uint32_t bucket, uint32_t n)
{
	uint32_t next = b->head[bucket];

	nodes[n].prev = FR_NONE - bucket;
	nodes[n].next = next;
	b->head[bucket] = n;
	if (next != FR_NONE)
		nodes[next].prev = n;
}

FR_INLINE void
fr_buckets_link_after(fr_node *nodes, uint32_t prev, uint32_t n)
{
	uint32_t next = nodes[prev].next;

	nodes[n].prev = prev;
	nodes[n].next = next;
	nodes[prev].next = n;
	if (next != FR_NONE)
		nodes[next].prev = n;
}

FR_INLINE void
fr_buckets_unlink(fr_buckets *b, fr_node *nodes, uint32_t n)
{
	uint32_t next = nodes[n].next;
	uint32_t prev = nodes[n].prev;

	if (next != FR_NONE)
		nodes[next].prev = prev;
	if (prev > FR_NONE - FR_HEADS)
		b->head[FR_NONE - prev] = next;
	else
		nodes[prev].next = next;
}

FR_INLINE bool
fr_buckets_occupied(const fr_buckets *b, uint32_t bucket)
{
	return b->occupied[bucket / 64] >> bucket % 64 & 1;
}

/* Node n, whose f is beyond the limit, moves to its bucket. */
FR_INLINE void
fr_buckets_sort(fr_buckets *b, fr_fringe *fringe, uint32_t n, uint64_t f)
{
	fr_node *nodes = fringe->nodes;
	uint64_t ahead = f / b->width - b->slice;
	uint32_t bucket;

	if (ahead == 0)
	{
		fr_fringe_leave(fringe, f);
		return;
	}
	ahead = ahead < b->count ? ahead : b->count - 1;
	bucket = (uint32_t) (b->current + ahead) % b->count;
	if (!fr_buckets_occupied(b, bucket))
	{
		b->occupied[bucket / 64] |= UINT64_C(1) << bucket % 64;
		b->head[bucket] = FR_NONE;
		b->least[bucket] = f;
	}
	fr_buckets_unlink(b, nodes, n);
	fr_buckets_link_first(b, nodes, bucket, n);
	b->least[bucket] = f < b->least[bucket] ? f : b->least[bucket];
}

/* Is the current bucket empty? f_min may be that of a node which moved to the front since. */
FR_INLINE bool
fr_buckets_is_empty(const fr_buckets *b)
{
	return b->head[b->current] == FR_NONE;
}

/* Ends a walk: if the bucket is empty, the next one that is not becomes current. */
FR_INLINE void
fr_buckets_end(fr_buckets *b, fr_fringe *fringe)
{
	if (!fr_buckets_is_empty(b))
		return;
	fringe->f_min = UINT64_MAX;
	for (uint32_t ahead = 1; ahead < b->count; ahead++)
	{
		uint32_t bucket = (b->current + ahead) % b->count;

		if (!fr_buckets_occupied(b, bucket))
			continue;
		b->occupied[bucket / 64] &= ~(UINT64_C(1) << bucket % 64);
		if (b->head[bucket] == FR_NONE)
			continue;
		b->current = bucket;
		b->slice += ahead;
		fringe->f_min = b->least[bucket];
		return;
	}
}

/*
 * Begins a walk.  The limit stays within the bucket's range: nodes of larger f are in
 * other buckets, or were put into the last one.
 */
FR_INLINE void
fr_buckets_begin(fr_buckets *b, fr_fringe *fringe, bool sorted)
{
	b->at = b->head[b->current];
	if (sorted)
	{
		uint64_t end = (b->slice + 1) * b->width - 1;

		fringe->least = fringe->least < end ? fringe->least : end;
		fringe->limit = fringe->limit < end ? fringe->limit : end;
	}
}

/* The next node within the limit; FR_NONE at the end of the list. */
FR_INLINE uint32_t
fr_buckets_choose(fr_buckets *b, fr_fringe *fringe, fr_kind kind, bool sorted)
{
	const fr_run *run = fringe->run;

	while (b->at != FR_NONE)
	{
		uint32_t n = b->at;
		uint64_t g = fr_key_g(fringe->nodes[n].key);
		uint64_t f = g + fr_run_h(fringe->run, kind, n);

		fr_fringe_look(fringe, kind, n, g, f, f <= fringe->limit && n != run->goal);
		if (f <= fringe->limit)
			return n;
		b->at = fringe->nodes[n].next;
		if (sorted)
			fr_buckets_sort(b, fringe, n, f);
		else
			fr_fringe_leave(fringe, f);
	}
	return FR_NONE;
}

/* Node m was reached from n, for the first time or more cheaply: it is next. */
FR_INLINE void
fr_buckets_add(fr_buckets *b, fr_node *nodes, uint32_t n, uint32_t m, bool open)
{
	if (open)
		fr_buckets_unlink(b, nodes, m);
	fr_buckets_link_after(nodes, n, m);
}

/* Removes node n, which was chosen and expanded. */
FR_INLINE void
fr_buckets_discard(fr_buckets *b, fr_node *nodes, uint32_t n)
{
	b->at = nodes[n].next;
	fr_buckets_unlink(b, nodes, n);
}

#endif /* FRINGE_FRINGE_LIST_H */
