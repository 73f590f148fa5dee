/*
 * error.h - fill in an fr_error, poll, allocate (internal)
 */
#ifndef FRINGE_ERROR_H
#define FRINGE_ERROR_H

#include "core/core.h"

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

/* Room for so many numbers, and one more. */
static inline uint32_t *
fr_take_numbers(const fr_arena *arena, size_t count)
{
	return fr_take(arena, (count + 1) * sizeof(uint32_t));
}

#endif /* FRINGE_ERROR_H */
