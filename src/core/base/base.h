/*
 * base.h - errors, polls, arenas and forced inlining, which every file of the core uses
 *
 * Errors: a function that can fail returns an fr_status. Unless it is FR_OK, the function
 * filled in its fr_error. Long loops call fr_poll_at with the number of the step. All
 * memory comes from an arena of the caller's, whose allocation never returns NULL.
 */
#ifndef FRINGE_BASE_H
#define FRINGE_BASE_H

#include <string.h>

#include "core/api.h"

/* ---- errors and polls ------------------------------------------------------- */

/* Fills in *error and returns its status; callers pass designated initialisers. */
#define fr_fail(error, ...)                                                              \
	(*(error) = (fr_error){.status = __VA_ARGS__}, (error)->status)

static inline void
fr_poll_now(const fr_poll *poll)
{
	poll->call(poll->context);
}

/* Polls at every FR_POLL_STEPS-th step of a loop. */
static inline void
fr_poll_at(const fr_poll *poll, uint64_t step)
{
	if (step % FR_POLL_STEPS == 0)
		fr_poll_now(poll);
}

/* ---- arenas ----------------------------------------------------------------- */

static inline void *
fr_arena_alloc(const fr_arena *arena, size_t size)
{
	return arena->allocate(arena->context, size);
}

/* Frees a block of this size early, if the arena can do so. The block may be NULL. */
static inline void
fr_arena_free(const fr_arena *arena, void *block, size_t size)
{
	if (block != NULL && arena->release != NULL)
		arena->release(arena->context, block, size);
}

/* Allocates `count` numbers and one more, as counting sorts need. */
static inline uint32_t *
fr_arena_alloc_numbers(const fr_arena *arena, size_t count)
{
	return fr_arena_alloc(arena, (count + 1) * sizeof(uint32_t));
}

static inline void
fr_arena_free_numbers(const fr_arena *arena, uint32_t *numbers, size_t count)
{
	fr_arena_free(arena, numbers, (count + 1) * sizeof(uint32_t));
}

/*
 * Enlarges an array of elements of `size` bytes until `wanted` elements fit, and at least
 * by half. Copies the first `count` elements, frees the old array, and returns the new
 * one. *room is the number of elements that fit, 0 if `old` is NULL.
 */
void *fr_grow(const fr_arena *arena, void *old, size_t size, size_t count, size_t wanted,
			  size_t *room);

/* memset and memcpy with polls, for arrays as large as a map. */
void fr_fill(void *block, int byte, size_t size, const fr_poll *poll);
void fr_copy(void *to, const void *from, size_t size, const fr_poll *poll);

/* ---- inlining --------------------------------------------------------------- */

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
