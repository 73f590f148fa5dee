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
	fr_nodes nodes;
	uint32_t *head;
	uint64_t *occupied;
	int shift;
	uint32_t top;
	uint32_t below;
	uint64_t current; /* f >> shift of the current stack: no earlier one has nodes */
} fr_stacks;

/* What makes all f that wait at once fit into the ring. */
FR_INLINE int
fr_stacks_shift(const fr_costs *costs)
{
	int shift = 0;

	while ((2 * costs->step_max >> shift) + 2 > FR_HEADS)
		shift++;
	return shift;
}

FR_INLINE fr_stacks
fr_stacks_open(fr_nodes nodes, int shift, uint64_t first_f)
{
	fr_workspace *workspace = nodes.workspace;

	memset(workspace->head, 0xff, sizeof workspace->head);
	return (fr_stacks){.nodes = nodes,
					   .head = workspace->head,
					   .occupied = workspace->occupied,
					   .shift = shift,
					   .top = FR_NONE,
					   .current = first_f >> shift};
}

FR_INLINE uint32_t
fr_stacks_place(const fr_stacks *stacks, uint64_t f)
{
	return (f >> stacks->shift) % FR_HEADS;
}

/* Would a node of this f be the next that is taken? */
FR_INLINE bool
fr_stacks_is_next(const fr_stacks *stacks, uint64_t f)
{
	return f >> stacks->shift == stacks->current;
}

/* The top of a stack is gone; `top`, if any, is what was below. */
FR_INLINE void
fr_stacks_set_top(fr_stacks *stacks, uint32_t place, uint32_t top)
{
	stacks->head[place] = top;
	if (top == FR_NONE)
		stacks->occupied[place / 64] &= ~(UINT64_C(1) << place % 64);
}

/* A node's `prev` says what is above it, but says nothing at the top. */
FR_INLINE void
fr_stacks_push(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	uint32_t place = fr_stacks_place(stacks, f);
	uint32_t top;

	if (f >> stacks->shift == stacks->current)
	{
		if (stacks->top != FR_NONE)
			fr_node_at(&stacks->nodes, stacks->top)->prev = n;
		fr_node_at(&stacks->nodes, n)->next = stacks->top;
		stacks->below = stacks->top;
		stacks->top = n;
		return;
	}
	top = stacks->head[place];
	fr_node_at(&stacks->nodes, n)->next = top;
	stacks->head[place] = n;
	if (top != FR_NONE)
		fr_node_at(&stacks->nodes, top)->prev = n;
	else
		stacks->occupied[place / 64] |= UINT64_C(1) << place % 64;
}

/* Takes n out of the stack where f put it. */
FR_INLINE void
fr_stacks_remove(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	const fr_nodes *nodes = &stacks->nodes;
	uint32_t next = fr_node_at(nodes, n)->next;
	uint32_t prev = fr_node_at(nodes, n)->prev;
	uint32_t place = fr_stacks_place(stacks, f);

	if (stacks->top == n)
	{
		stacks->top = next;
		if (next != FR_NONE)
			stacks->below = fr_node_at(nodes, next)->next;
		return;
	}
	if (stacks->below == n)
		stacks->below = next;
	if (stacks->head[place] == n)
	{
		fr_stacks_set_top(stacks, place, next);
		return;
	}
	fr_node_at(nodes, prev)->next = next;
	if (next != FR_NONE)
		fr_node_at(nodes, next)->prev = prev;
}

/* Has the current stack nodes left? */
FR_INLINE bool
fr_stacks_current(const fr_stacks *stacks)
{
	return stacks->top != FR_NONE;
}

FR_INLINE bool
fr_stacks_is_empty(const fr_stacks *stacks)
{
	if (stacks->top != FR_NONE)
		return false;
	for (uint32_t i = 0; i < FR_HEADS / 64; i++)
		if (stacks->occupied[i])
			return false;
	return true;
}

/* Makes the first stack that is not empty the current one; there must be one. */
FR_INLINE void
fr_stacks_advance(fr_stacks *stacks)
{
	uint32_t place = stacks->current % FR_HEADS;
	uint32_t word = place / 64;
	uint64_t bits = stacks->occupied[word] >> place % 64 << place % 64;

	while (bits == 0)
	{
		word = (word + 1) % (FR_HEADS / 64);
		bits = stacks->occupied[word];
	}
	stacks->current += (word * 64 + (uint32_t) __builtin_ctzll(bits) - place) % FR_HEADS;
}

/* Takes the top of the first stack that is not empty, and the least f it may have. */
FR_INLINE uint32_t
fr_stacks_pop(fr_stacks *stacks, uint64_t *f)
{
	uint32_t n = stacks->top;

	if (n == FR_NONE)
	{
		fr_stacks_advance(stacks);
		n = stacks->head[stacks->current % FR_HEADS];
		fr_stacks_set_top(stacks, stacks->current % FR_HEADS, FR_NONE);
		stacks->below = fr_node_at(&stacks->nodes, n)->next;
	}
	stacks->top = stacks->below;
	if (stacks->top != FR_NONE)
		stacks->below = fr_node_at(&stacks->nodes, stacks->top)->next;
	*f = stacks->current << stacks->shift;
	return n;
}

#endif /* FRINGE_OPEN_STACKS_H */
