/*
 * open_list.h - an open list in any order of f and g: a binary heap (internal)
 *
 * Nodes are ordered by f, then by `second`, which the tie rule makes g, the order of insertion,
 * or 0 if the heap leaves ties. papers_list.h has the other open lists of this order.
 */
#ifndef FRINGE_OPEN_LIST_H
#define FRINGE_OPEN_LIST_H

#include "core/search/workspace.h"

typedef struct fr_rank
{
	uint64_t f;
	uint64_t second;
} fr_rank;

/* `coming` is the number of nodes inserted before. */
FR_INLINE fr_rank
fr_rank_of(int tie, uint64_t f, uint64_t g, int64_t coming)
{
	if (__builtin_expect(tie == FR_TIE_HIGH_G, true))
		return (fr_rank){f, ~g};
	if (tie == FR_TIE_NONE)
		return (fr_rank){f, 0};
	return (fr_rank){f, tie == FR_TIE_LIFO ? ~(uint64_t) coming : g};
}

/* Branch-free: a branch between a heap node's children would be unpredictable. */
FR_INLINE bool
fr_rank_less(fr_rank a, fr_rank b)
{
	__extension__ typedef unsigned __int128 wide;

	return ((wide) a.f << 64 | a.second) < ((wide) b.f << 64 | b.second);
}

/* ---- binary heap ------------------------------------------------------------------- */

/*
 * The heap is an array in the workspace's extra memory. A node's `next` is its position
 * in the array, so that its rank can be decreased in place.
 */

typedef struct fr_heap_entry
{
	fr_rank rank;
	uint32_t node;
} fr_heap_entry;

typedef struct fr_heap
{
	fr_heap_entry *entries;
	fr_node *nodes;
	uint32_t count;
	bool to_bottom; /* how nodes are popped: for tie=none */
} fr_heap;

FR_INLINE fr_heap
fr_heap_open(fr_workspace *workspace)
{
	return (fr_heap){.entries = workspace->extra, .nodes = workspace->nodes};
}

FR_INLINE void
fr_heap_set(fr_heap *heap, uint32_t at, fr_heap_entry entry)
{
	heap->entries[at] = entry;
	heap->nodes[entry.node].next = at;
}

/* Moves the hole at position `at` towards the root and puts the entry into it. */
FR_INLINE void
fr_heap_sift_up(fr_heap *heap, uint32_t at, fr_heap_entry entry)
{
	while (at > 0)
	{
		uint32_t parent = (at - 1) / 2;

		if (!fr_rank_less(entry.rank, heap->entries[parent].rank))
			break;
		fr_heap_set(heap, at, heap->entries[parent]);
		at = parent;
	}
	fr_heap_set(heap, at, entry);
}

/* Moves the hole at the root down and puts the entry into it. */
FR_INLINE void
fr_heap_sift_down(fr_heap *heap, fr_heap_entry entry)
{
	uint32_t at = 0;
	uint32_t child;

	while ((child = 2 * at + 1) < heap->count)
	{
		if (child + 1 < heap->count)
			child +=
				fr_rank_less(heap->entries[child + 1].rank, heap->entries[child].rank);
		if (!fr_rank_less(heap->entries[child].rank, entry.rank))
			break;
		fr_heap_set(heap, at, heap->entries[child]);
		at = child;
	}
	fr_heap_set(heap, at, entry);
}

/*
 * fr_heap_sift_down in the order of GNU's C++ library: the hole moves down to a leaf, of equal
 * children to the second, and the entry rises from there. The order differs only between equal
 * ranks.
 */
FR_INLINE void
fr_heap_sift_to_bottom(fr_heap *heap, fr_heap_entry entry)
{
	uint32_t at = 0;
	uint32_t child;

	while ((child = 2 * at + 2) < heap->count)
	{
		child -= fr_rank_less(heap->entries[child - 1].rank, heap->entries[child].rank);
		fr_heap_set(heap, at, heap->entries[child]);
		at = child;
	}
	if (child == heap->count)
	{
		fr_heap_set(heap, at, heap->entries[child - 1]);
		at = child - 1;
	}
	fr_heap_sift_up(heap, at, entry);
}

FR_INLINE void
fr_heap_push(fr_heap *heap, uint32_t n, fr_rank rank)
{
	fr_heap_sift_up(heap, heap->count++, (fr_heap_entry){rank, n});
}

/* Decreases the rank of node n, which is in the heap. */
FR_INLINE void
fr_heap_improve(fr_heap *heap, uint32_t n, fr_rank rank)
{
	fr_heap_sift_up(heap, heap->nodes[n].next, (fr_heap_entry){rank, n});
}

/* Removes the first node and returns it and its f; FR_NONE if the heap is empty. */
FR_INLINE uint32_t
fr_heap_pop(fr_heap *heap, uint64_t *f)
{
	uint32_t n;

	if (heap->count == 0)
		return FR_NONE;
	n = heap->entries[0].node;
	*f = heap->entries[0].rank.f;
	if (--heap->count == 0)
		return n;
	if (heap->to_bottom)
		fr_heap_sift_to_bottom(heap, heap->entries[heap->count]);
	else
		fr_heap_sift_down(heap, heap->entries[heap->count]);
	return n;
}

#endif /* FRINGE_OPEN_LIST_H */
