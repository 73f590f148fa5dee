/*
 * radix.h - nodes in exact order of a number, however far numbers are apart
 *
 * For searches where the number, a cost, never falls below that of the node
 * taken last.  It is written in base 64, and a node waits at the level of the
 * highest digit that differs from the last number's, in that digit's stack.
 * When the levels below are empty, the first stack spreads over them; a node
 * never moves up.  Among equals the one that came last to its stack is next.
 */
#ifndef FRINGE_OPEN_RADIX_H
#define FRINGE_OPEN_RADIX_H

#include "core/base/error.h"
#include "core/search/workspace.h"

#define FR_RADIX_BITS 6
#define FR_RADIX (1u << FR_RADIX_BITS)
#define FR_RADIX_LEVELS ((FR_COST_BITS + FR_RADIX_BITS - 1) / FR_RADIX_BITS)

_Static_assert(FR_RADIX *FR_RADIX_LEVELS <= FR_HEADS, "a head for each stack");

typedef struct fr_radix
{
	fr_workspace *workspace;
	uint64_t last; /* the number of the node taken last, or 0 */
} fr_radix;

/* The number of node n, for the search that `context` is. */
typedef uint64_t (*fr_radix_key)(const void *context, uint32_t n);

FR_INLINE uint32_t
fr_radix_bucket(const fr_radix *digits, uint64_t number)
{
	uint64_t differs = (number ^ digits->last) | 1;
	uint32_t level = (63 - (uint32_t) __builtin_clzll(differs)) / FR_RADIX_BITS;

	return level * FR_RADIX + (uint32_t) (number >> FR_RADIX_BITS * level) % FR_RADIX;
}

FR_INLINE void
fr_radix_push(fr_radix *digits, uint32_t n, uint64_t number)
{
	fr_workspace *ws = digits->workspace;
	uint32_t stack = fr_radix_bucket(digits, number);
	uint64_t bit = UINT64_C(1) << stack % FR_RADIX;
	uint32_t top = ws->occupied[stack / FR_RADIX] & bit ? ws->head[stack] : FR_NONE;

	ws->nodes[n].next = top;
	ws->nodes[n].prev = FR_NONE;
	if (top != FR_NONE)
		ws->nodes[top].prev = n;
	ws->head[stack] = n;
	ws->occupied[stack / FR_RADIX] |= bit;
}

/* Takes out node n, which was pushed with this number. */
FR_INLINE void
fr_radix_remove(fr_radix *digits, uint32_t n, uint64_t number)
{
	fr_workspace *ws = digits->workspace;
	uint32_t next = ws->nodes[n].next;
	uint32_t prev = ws->nodes[n].prev;
	uint32_t stack = fr_radix_bucket(digits, number);

	if (next != FR_NONE)
		ws->nodes[next].prev = prev;
	if (prev != FR_NONE)
		ws->nodes[prev].next = next;
	else if (next != FR_NONE)
		ws->head[stack] = next;
	else
		ws->occupied[stack / FR_RADIX] &= ~(UINT64_C(1) << stack % FR_RADIX);
}

/* Makes the least number of a stack the last one, which sends its nodes down. */
FR_INLINE void
fr_radix_spread(fr_radix *digits, uint32_t stack, fr_radix_key number,
				const void *context, const fr_poll *poll)
{
	fr_workspace *ws = digits->workspace;
	uint32_t first = ws->head[stack];
	uint64_t least = UINT64_MAX;
	uint64_t steps = 1;
	uint32_t next;

	ws->occupied[stack / FR_RADIX] &= ~(UINT64_C(1) << stack % FR_RADIX);
	for (uint32_t n = first; n != FR_NONE; n = ws->nodes[n].next)
	{
		uint64_t one = number(context, n);

		fr_poll_at(poll, steps++);
		least = one < least ? one : least;
	}
	digits->last = least;
	for (uint32_t n = first; n != FR_NONE; n = next)
	{
		fr_poll_at(poll, steps++);
		next = ws->nodes[n].next;
		fr_radix_push(digits, n, number(context, n));
	}
}

/* Makes the least number of all the last one; false: no node waits. */
FR_INLINE bool
fr_radix_advance(fr_radix *digits, fr_radix_key number, const void *context,
				 const fr_poll *poll)
{
	const fr_workspace *ws = digits->workspace;
	uint32_t level = 0;

	while (level < FR_RADIX_LEVELS && ws->occupied[level] == 0)
		level++;
	if (level == FR_RADIX_LEVELS)
		return false;
	if (level > 0)
		fr_radix_spread(
			digits, level * FR_RADIX + (uint32_t) __builtin_ctzll(ws->occupied[level]),
			number, context, poll);
	return true;
}

/* Takes a node of the least number: after fr_radix_advance there is one at level 0. */
FR_INLINE uint32_t
fr_radix_pop(fr_radix *digits)
{
	fr_workspace *ws = digits->workspace;
	uint32_t stack = (uint32_t) __builtin_ctzll(ws->occupied[0]);
	uint32_t n = ws->head[stack];
	uint32_t next = ws->nodes[n].next;

	digits->last = digits->last / FR_RADIX * FR_RADIX + stack;
	if (next != FR_NONE)
	{
		ws->nodes[next].prev = FR_NONE;
		ws->head[stack] = next;
	}
	else
		ws->occupied[0] &= ~(UINT64_C(1) << stack);
	return n;
}

#endif /* FRINGE_OPEN_RADIX_H */
