/*
 * vertex_heap.h - a priority queue of vertices by distance (internal)
 *
 * A 4-ary heap of distance << 32 | vertex.  A vertex may be in it many times: who
 * takes one that has been reached by less in the meantime passes it by.
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
fr_vertex_heap_push(fr_vertex_heap *queue, uint32_t distance, uint32_t vertex)
{
	uint64_t entry = (uint64_t) distance << 32 | vertex;
	uint32_t i = queue->count++;

	while (i > 0 && queue->entries[(i - 1) / 4] > entry)
	{
		queue->entries[i] = queue->entries[(i - 1) / 4];
		i = (i - 1) / 4;
	}
	queue->entries[i] = entry;
}

/* The least of the children of entry i; count: it has none. */
static inline uint32_t
fr_vertex_heap_child(const fr_vertex_heap *queue, uint32_t i)
{
	uint32_t first = 4 * i + 1;
	uint32_t end = first + 4 < queue->count ? first + 4 : queue->count;
	uint32_t least = first;

	if (first >= queue->count)
		return queue->count;
	for (uint32_t child = first + 1; child < end; child++)
		if (queue->entries[child] < queue->entries[least])
			least = child;
	return least;
}

static inline uint64_t
fr_vertex_heap_pop(fr_vertex_heap *queue)
{
	uint64_t top = queue->entries[0];
	uint64_t last = queue->entries[--queue->count];
	uint32_t i = 0;
	uint32_t child;

	while ((child = fr_vertex_heap_child(queue, i)) < queue->count &&
		   queue->entries[child] < last)
	{
		queue->entries[i] = queue->entries[child];
		i = child;
	}
	queue->entries[i] = last;
	return top;
}

#endif /* FRINGE_VERTEX_HEAP_H */
