/*
 * open_stacks.h - the open list as an array of stacks (2006 section III.C)
 *
 * A stack for each value of f, or for each range of 2^shift values where costs
 * are large.  Since f never falls along a path and rises by at most twice the
 * dearest step, the stacks in use lie close together: a ring of FR_HEADS
 * holds them, with a bit for each that is not empty.  Stacks are doubly
 * linked, because a node that is reached more cheaply changes its stack.
 *
 * Where shift is 0 nodes leave in the order of f.  Otherwise they leave in the
 * order of f >> shift: the search has to take that into account.
 */
#ifndef FRINGE_OPEN_STACKS_H
#define FRINGE_OPEN_STACKS_H

#include "workspace.h"

typedef struct fr_stacks
{
	fr_workspace *workspace;
	int shift;
	uint32_t current; /* no earlier bucket has nodes */
} fr_stacks;

FR_INLINE fr_stacks
fr_stacks_open(fr_workspace *workspace, const fr_costs *costs, uint64_t first_f)
{
	fr_stacks stacks = {.workspace = workspace};

	while ((2 * costs->step_max >> stacks.shift) + 2 > FR_HEADS)
		stacks.shift++;
	stacks.current = (first_f >> stacks.shift) % FR_HEADS;
	return stacks;
}

FR_INLINE uint32_t
fr_stacks_bucket(const fr_stacks *stacks, uint64_t f)
{
	return (f >> stacks->shift) % FR_HEADS;
}

FR_INLINE void
fr_stacks_push(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	fr_workspace *ws = stacks->workspace;
	uint32_t bucket = fr_stacks_bucket(stacks, f);
	uint64_t bit = UINT64_C(1) << bucket % 64;
	uint32_t top = ws->occupied[bucket / 64] & bit ? ws->head[bucket] : FR_NONE;

	ws->nodes[n].next = top;
	ws->nodes[n].prev = FR_NONE;
	if (top != FR_NONE)
		ws->nodes[top].prev = n;
	ws->head[bucket] = n;
	ws->occupied[bucket / 64] |= bit;
}

/* Takes n out of the stack where f put it. */
FR_INLINE void
fr_stacks_remove(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	fr_workspace *ws = stacks->workspace;
	uint32_t next = ws->nodes[n].next;
	uint32_t prev = ws->nodes[n].prev;
	uint32_t bucket = fr_stacks_bucket(stacks, f);

	if (next != FR_NONE)
		ws->nodes[next].prev = prev;
	if (prev != FR_NONE)
		ws->nodes[prev].next = next;
	else if (next != FR_NONE)
		ws->head[bucket] = next;
	else
		ws->occupied[bucket / 64] &= ~(UINT64_C(1) << bucket % 64);
}

/* Makes the first stack that is not empty the current one; there must be one. */
FR_INLINE void
fr_stacks_advance(fr_stacks *stacks)
{
	const fr_workspace *ws = stacks->workspace;
	uint32_t word = stacks->current / 64;
	uint64_t bits = ws->occupied[word] >> stacks->current % 64 << stacks->current % 64;

	while (bits == 0)
	{
		word = (word + 1) % (FR_HEADS / 64);
		bits = ws->occupied[word];
	}
	stacks->current = word * 64 + (uint32_t) __builtin_ctzll(bits);
}

/* Takes the top of the first stack that is not empty; there must be one. */
FR_INLINE uint32_t
fr_stacks_pop(fr_stacks *stacks)
{
	fr_workspace *ws = stacks->workspace;
	uint32_t n;
	uint32_t next;

	fr_stacks_advance(stacks);
	n = ws->head[stacks->current];
	next = ws->nodes[n].next;
	if (next != FR_NONE)
	{
		ws->nodes[next].prev = FR_NONE;
		ws->head[stacks->current] = next;
	}
	else
		ws->occupied[stacks->current / 64] &= ~(UINT64_C(1) << stacks->current % 64);
	return n;
}

/* Has the current stack nodes left? */
FR_INLINE bool
fr_stacks_current(const fr_stacks *stacks)
{
	return stacks->workspace->occupied[stacks->current / 64] >> stacks->current % 64 & 1;
}

#endif /* FRINGE_OPEN_STACKS_H */
