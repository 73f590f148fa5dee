/*
 * heap.h - a binary heap of entries of any type, for loops that are not hot
 *
 * The caller owns the array. `before` is a constant, so that the compiler inlines it. Entries that are
 * not before each other come in any order, which depends only on the calls.
 */
#ifndef FRINGE_HEAP_H
#define FRINGE_HEAP_H

#include "core/base/base.h"

typedef bool (*fr_is_before)(const void *a, const void *b);

#define FR_HEAP_ENTRY 32 /* bytes, at most */

/* Moves entry i of `count` down to its place. */
FR_INLINE void
fr_heap_sink(void *heap, size_t size, size_t count, size_t i, fr_is_before before)
{
	char *at = heap;
	char moved[FR_HEAP_ENTRY];

	memcpy(moved, at + i * size, size);
	for (size_t child; (child = 2 * i + 1) < count; i = child)
	{
		if (child + 1 < count && before(at + (child + 1) * size, at + child * size))
			child++;
		if (!before(at + child * size, moved))
			break;
		memcpy(at + i * size, at + child * size, size);
	}
	memcpy(at + i * size, moved, size);
}

/* Adds an entry to `count` entries; there is room for it. */
FR_INLINE void
fr_heap_push(void *heap, size_t size, size_t count, const void *entry,
			 fr_is_before before)
{
	char *at = heap;
	size_t i = count;

	for (; i > 0 && before(entry, at + (i - 1) / 2 * size); i = (i - 1) / 2)
		memcpy(at + i * size, at + (i - 1) / 2 * size, size);
	memcpy(at + i * size, entry, size);
}

/* Takes the first entry of a heap that is then one of `count` entries. */
FR_INLINE void
fr_heap_pop(void *heap, size_t size, size_t count, void *entry, fr_is_before before)
{
	char *at = heap;

	memcpy(entry, at, size);
	memmove(at, at + count * size, size);
	if (count > 0)
		fr_heap_sink(heap, size, count, 0, before);
}

#endif /* FRINGE_HEAP_H */
