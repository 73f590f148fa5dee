/*
 * error.h - fill in an fr_error, poll, allocate (internal)
 */
#ifndef FRINGE_ERROR_H
#define FRINGE_ERROR_H

#include "core/api.h"

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

#endif /* FRINGE_ERROR_H */
