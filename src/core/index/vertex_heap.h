/*
 * vertex_heap.h - a priority queue of vertices by distance (internal)
 *
 * A 4-ary heap of distance << 32 | vertex, without decrease-key: a vertex may be in it
 * many times.  Callers skip a popped vertex whose distance is no longer current.
 */
#ifndef FRINGE_VERTEX_HEAP_H
#define FRINGE_VERTEX_HEAP_H

#include <stdint.h>

typedef struct fr_vertex_heap
{
	uint64_t *entries;
	uint32_t count;
} fr_vertex_heap;

static inline void
fr_vertex_heap_push(fr_vertex_heap *heap, uint32_t distance, uint32_t vertex)
{
	uint64_t entry = (uint64_t) distance << 32 | vertex;
	uint32_t i = heap->count++;

	while (i > 0 && heap->entries[(i - 1) / 4] > entry)
	{
		heap->entries[i] = heap->entries[(i - 1) / 4];
		i = (i - 1) / 4;
	}
	heap->entries[i] = entry;
}

/* The least child of entry i, or `count` if there is none. */
static inline uint32_t
fr_vertex_heap_child(const fr_vertex_heap *heap, uint32_t i)
{
	uint32_t first = 4 * i + 1;
	uint32_t end = first + 4 < heap->count ? first + 4 : heap->count;
	uint32_t least = first;

	if (first >= heap->count)
		return heap->count;
	for (uint32_t child = first + 1; child < end; child++)
		if (heap->entries[child] < heap->entries[least])
			least = child;
	return least;
}

static inline uint64_t
fr_vertex_heap_pop(fr_vertex_heap *heap)
{
	uint64_t top = heap->entries[0];
	uint64_t last = heap->entries[--heap->count];
	uint32_t i = 0;
	uint32_t child;

	while ((child = fr_vertex_heap_child(heap, i)) < heap->count &&
		   heap->entries[child] < last)
	{
		heap->entries[i] = heap->entries[child];
		i = child;
	}
	heap->entries[i] = last;
	return top;
}

#endif /* FRINGE_VERTEX_HEAP_H */
