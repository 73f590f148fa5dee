/*
 * base.h - what every file of the core uses: errors, polls, memory, forced inlining
 */
#ifndef FRINGE_BASE_H
#define FRINGE_BASE_H

#include <string.h>

#include "core/api.h"

/* ---- errors, polls, memory --------------------------------------------------- */

/* Fills in *error and evaluates to its status; callers pass designated initialisers. */
#define fr_fail(error, ...)                                                              \
	(*(error) = (fr_error){.status = __VA_ARGS__}, (error)->status)

static inline void
fr_poll_now(const fr_poll *poll)
{
	poll->call(poll->context);
}

/* For loops that count their steps. */
static inline void
fr_poll_at(const fr_poll *poll, uint64_t step)
{
	if (step % FR_POLL_STEPS == 0)
		fr_poll_now(poll);
}

static inline void *
fr_take(const fr_arena *arena, size_t size)
{
	return arena->allocate(arena->context, size);
}

/* A block of this size is no longer needed; NULL will do. */
static inline void
fr_release(const fr_arena *arena, void *block, size_t size)
{
	if (block != NULL && arena->release != NULL)
		arena->release(arena->context, block, size);
}

/* Memory for `count` numbers and one more. */
static inline uint32_t *
fr_take_numbers(const fr_arena *arena, size_t count)
{
	return fr_take(arena, (count + 1) * sizeof(uint32_t));
}

static inline void
fr_release_numbers(const fr_arena *arena, uint32_t *numbers, size_t count)
{
	fr_release(arena, numbers, (count + 1) * sizeof(uint32_t));
}

/* ---- arrays that grow at their end ------------------------------------------- */

/*
 * An array of elements of `size` bytes that has room for `wanted` of them or more, with the first
 * `count` of the old one, which is released. *room is what the old one has room for, 0 if it is
 * NULL, and then what the new one has.  It grows by half at least.
 */
void *fr_grow(const fr_arena *arena, void *old, size_t size, size_t count, size_t wanted,
			  size_t *room);

/* ---- functions that are always inlined --------------------------------------- */

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

#endif /* FRINGE_BASE_H */
