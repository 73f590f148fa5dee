/*
 * inline.h - functions that are always inlined (internal)
 */
#ifndef FRINGE_INLINE_H
#define FRINGE_INLINE_H

#include <stddef.h>
#include <string.h>

/*
 * For the parts of a search's inner loop: written once, compiled for each set of
 * constant arguments (fr_kind).
 */
#define FR_INLINE static inline __attribute__((always_inline))

/*
 * Zeroes some hundred bytes. gcc makes one memset of that size a `rep stos`, which takes
 * several times as long.
 */
#define FR_CLEARED 64 /* bytes at a time */

FR_INLINE void
fr_clear(void *block, size_t size)
{
	size_t begin = 0;

	for (; begin + FR_CLEARED <= size; begin += FR_CLEARED)
		memset((char *) block + begin, 0, FR_CLEARED);
	memset((char *) block + begin, 0, size - begin);
}

#endif /* FRINGE_INLINE_H */
