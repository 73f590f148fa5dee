/*
 * error.h - filling in an fr_error, polling, taking memory (internal)
 */
#ifndef FRINGE_ERROR_H
#define FRINGE_ERROR_H

#include "core/core.h"

/* Fields after status are set by designated initialisers at the call. */
#define fr_fail(error, ...)                                                              \
	(*(error) = (fr_error){.status = __VA_ARGS__}, (error)->status)

static inline void
fr_poll_now(const fr_poll *poll)
{
	poll->call(poll->context);
}

/* For loops that number their steps. */
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

#endif /* FRINGE_ERROR_H */
