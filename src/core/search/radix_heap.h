/*
 * radix_heap.h - a radix heap: nodes in exact order of a number of any range
 *
 * The number, a cost, must never fall below the number of the last popped node (Ahuja,
 * Mehlhorn, Orlin and Tarjan 1990). Numbers are in base 64. A node is at the level of the
 * highest digit that differs from the last number, in the bucket of that digit. When all
 * lower levels are empty, the first bucket is redistributed over them, so a node only
 * moves down. Equal numbers are popped last in, first out.
 */
#ifndef FRINGE_RADIX_HEAP_H
#define FRINGE_RADIX_HEAP_H

#include "core/base/base.h"
#include "core/search/workspace.h"

#define FR_RADIX_BITS 6
#define FR_RADIX (1u << FR_RADIX_BITS)
#define FR_RADIX_LEVELS ((FR_COST_BITS + FR_RADIX_BITS - 1) / FR_RADIX_BITS)

_Static_assert(FR_RADIX *FR_RADIX_LEVELS <= FR_HEADS, "a head for each bucket");

typedef struct fr_radix
{
	fr_workspace *workspace;
	uint64_t last; /* the number of the last popped node, or 0 */
} fr_radix;

/* Returns the number of node n; `context` is the search. */
typedef uint64_t (*fr_radix_key)(const void *context, uint32_t n);

FR_INLINE uint32_t
fr_radix_bucket(const fr_radix *heap, uint64_t number)
{
	uint64_t differs = (number ^ heap->last) | 1;
	uint32_t level = (63 - (uint32_t) __builtin_clzll(differs)) / FR_RADIX_BITS;

	return level * FR_RADIX + (uint32_t) (number >> FR_RADIX_BITS * level) % FR_RADIX;
}

FR_INLINE void
fr_radix_push(fr_radix *heap, uint32_t n, uint64_t number)
{
	fr_workspace *ws = heap->workspace;
	uint32_t bucket = fr_radix_bucket(heap, number);
	uint64_t bit = UINT64_C(1) << bucket % FR_RADIX;
	uint32_t top = ws->occupied[bucket / FR_RADIX] & bit ? ws->head[bucket] : FR_NONE;

	ws->nodes[n].next = top;
	ws->nodes[n].prev = FR_NONE;
	if (top != FR_NONE)
		ws->nodes[top].prev = n;
	ws->head[bucket] = n;
	ws->occupied[bucket / FR_RADIX] |= bit;
}

/* Removes node n, which was pushed with this number. */
FR_INLINE void
fr_radix_remove(fr_radix *heap, uint32_t n, uint64_t number)
{
	fr_workspace *ws = heap->workspace;
	uint32_t next = ws->nodes[n].next;
	uint32_t prev = ws->nodes[n].prev;
	uint32_t bucket = fr_radix_bucket(heap, number);

	if (next != FR_NONE)
		ws->nodes[next].prev = prev;
	if (prev != FR_NONE)
		ws->nodes[prev].next = next;
	else if (next != FR_NONE)
		ws->head[bucket] = next;
	else
		ws->occupied[bucket / FR_RADIX] &= ~(UINT64_C(1) << bucket % FR_RADIX);
}

/* The node of the least number in a list, the last of equals, and that number. */
FR_INLINE uint32_t
fr_radix_least(const fr_radix *heap, uint32_t first, fr_radix_key number,
			   const void *context, const fr_poll *poll, uint64_t *least)
{
	const fr_node *nodes = heap->workspace->nodes;
	uint64_t steps = 1;
	uint32_t node = first;

	*least = number(context, first);
	for (uint32_t n = nodes[first].next; n != FR_NONE; n = nodes[n].next)
	{
		uint64_t one = number(context, n);

		fr_poll_at(poll, steps++);
		if (one <= *least)
		{
			*least = one;
			node = n;
		}
	}
	return node;
}

/* Pops the least node of a bucket; the others move to the levels below. */
FR_INLINE uint32_t
fr_radix_spread(fr_radix *heap, uint32_t bucket, fr_radix_key number, const void *context,
				const fr_poll *poll)
{
	fr_workspace *ws = heap->workspace;
	uint32_t first = ws->head[bucket];
	uint32_t least = fr_radix_least(heap, first, number, context, poll, &heap->last);
	uint64_t steps = 1;
	uint32_t next;

	ws->occupied[bucket / FR_RADIX] &= ~(UINT64_C(1) << bucket % FR_RADIX);
	for (uint32_t n = first; n != FR_NONE; n = next)
	{
		fr_poll_at(poll, steps++);
		next = ws->nodes[n].next;
		if (n != least)
			fr_radix_push(heap, n, number(context, n));
	}
	return least;
}

/* Pops a node of level 0, which is not empty: all of a bucket there are equal. */
FR_INLINE uint32_t
fr_radix_pop_equal(fr_radix *heap)
{
	fr_workspace *ws = heap->workspace;
	uint32_t bucket = (uint32_t) __builtin_ctzll(ws->occupied[0]);
	uint32_t n = ws->head[bucket];
	uint32_t next = ws->nodes[n].next;

	heap->last = heap->last / FR_RADIX * FR_RADIX + bucket;
	if (next != FR_NONE)
	{
		ws->nodes[next].prev = FR_NONE;
		ws->head[bucket] = next;
	}
	else
		ws->occupied[0] &= ~(UINT64_C(1) << bucket);
	return n;
}

/* A node that may be popped next; FR_NONE if the heap is empty. */
FR_INLINE uint32_t
fr_radix_ahead(const fr_radix *heap)
{
	const fr_workspace *ws = heap->workspace;
	uint32_t level = 0;

	while (level < FR_RADIX_LEVELS && ws->occupied[level] == 0)
		level++;
	return level < FR_RADIX_LEVELS
			   ? ws->head[level * FR_RADIX +
						  (uint32_t) __builtin_ctzll(ws->occupied[level])]
			   : FR_NONE;
}

/* Pops a node of the least number; FR_NONE if there is none. */
FR_INLINE uint32_t
fr_radix_pop(fr_radix *heap, fr_radix_key number, const void *context,
			 const fr_poll *poll)
{
	const fr_workspace *ws = heap->workspace;
	uint32_t level = 0;

	while (level < FR_RADIX_LEVELS && ws->occupied[level] == 0)
		level++;
	if (level == FR_RADIX_LEVELS)
		return FR_NONE;
	if (level == 0)
		return fr_radix_pop_equal(heap);
	return fr_radix_spread(
		heap, level * FR_RADIX + (uint32_t) __builtin_ctzll(ws->occupied[level]), number,
		context, poll);
}

#endif /* FRINGE_RADIX_HEAP_H */
