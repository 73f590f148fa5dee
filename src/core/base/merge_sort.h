/*
 * merge_sort.h - merge sort of arrays of any elements
 *
 * The function is inline, so that a constant size and a constant order give a loop of their
 * own. The sort is stable, polls, and needs a second array instead of a stack.
 */
#ifndef FRINGE_MERGE_SORT_H
#define FRINGE_MERGE_SORT_H

#include "core/base/base.h"
#include "core/base/number.h"

/* Does element a come before element b? */
typedef bool (*fr_before)(const void *context, const void *a, const void *b);

/*
 * Sorts `count` elements of `size` bytes. `spare` has room for as many. Returns the array that
 * has the sorted elements: `elements` or `spare`.
 */
FR_INLINE void *
fr_merge_sort(void *elements, void *spare, size_t count, size_t size, fr_before is_before,
			  const void *context, const fr_poll *poll)
{
	char *from = elements;
	char *to = spare;

	for (size_t run = 1; run < count; run *= 2)
	{
		char *sorted = to;

		for (size_t begin = 0; begin < count; begin += 2 * run)
		{
			size_t a = begin;
			size_t middle = fr_min_size(begin + run, count);
			size_t b = middle;
			size_t end = fr_min_size(begin + 2 * run, count);

			for (size_t i = begin; i < end; i++)
			{
				bool second =
					b < end &&
					(a == middle || is_before(context, from + b * size, from + a * size));
				size_t next = second ? b++ : a++;

				fr_poll_at(poll, i + 1);
				memcpy(sorted + i * size, from + next * size, size);
			}
		}
		to = from;
		from = sorted;
	}
	return from;
}

#endif /* FRINGE_MERGE_SORT_H */
