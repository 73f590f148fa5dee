/*
 * bucket_queue.h - the open list as an array of stacks, a bucket queue (2006 section III.C)
 *
 * Each value of f has a stack, or each range of 2^shift values if costs are large. f
 * never falls along a path and rises by at most twice the most expensive step, so the
 * stacks in use fit into a ring of FR_HEADS slots, with a bit for each stack that is not
 * empty. Stacks are doubly linked, because a node whose g decreases changes its stack.
 *
 * The top of the current stack is outside the ring: pop loads the next node's key and
 * link one pop early, which hides the cache miss.
 *
 * Nodes are popped in order of f >> shift. If shift is above 0, the search must allow
 * for nodes that leave too early.
 */
#ifndef FRINGE_BUCKET_QUEUE_H
#define FRINGE_BUCKET_QUEUE_H

#include "core/search/nodes.h"

typedef struct fr_stacks
{
	fr_nodes nodes;
	uint32_t *head;		/* the tops of all stacks except the current one */
	uint64_t *occupied; /* a bit per stack that is not empty */
	int shift;
	uint64_t current; /* f >> shift of the current stack, the least of all nodes */
	uint32_t top;	  /* top of the current stack */
	uint32_t below;	  /* the node below it, loaded early */
	uint64_t key;	  /* key of the top node, loaded early to hide the cache miss */
} fr_stacks;

/* The least shift with which all f in the list fit into the ring. */
FR_INLINE int
fr_stacks_shift(const fr_costs *costs)
{
	int shift = 0;

	while ((2 * costs->step_max + costs->points) >> shift > FR_HEADS - 2)
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
					   .current = first_f >> shift,
					   .top = FR_NONE};
}

/* Would a node with this f be popped next? */
FR_INLINE bool
fr_stacks_is_next(const fr_stacks *stacks, uint64_t f)
{
	return f >> stacks->shift == stacks->current;
}

/* Has the current stack any nodes? */
FR_INLINE bool
fr_stacks_current(const fr_stacks *stacks)
{
	return stacks->top != FR_NONE;
}

FR_INLINE void
fr_stacks_set_top(fr_stacks *stacks, uint32_t n)
{
	stacks->top = n;
	if (n != FR_NONE)
	{
		const fr_node *node = fr_node_at(&stacks->nodes, n);

		stacks->below = node->next;
		stacks->key = node->key;
	}
}

/* Sets the top of a stack other than the current one; FR_NONE: it is empty. */
FR_INLINE void
fr_stacks_set_head(fr_stacks *stacks, uint32_t slot, uint32_t n)
{
	uint64_t bit = UINT64_C(1) << slot % 64;
	uint64_t *occupied = &stacks->occupied[slot / 64];

	stacks->head[slot] = n;
	if (n == FR_NONE)
		*occupied &= ~bit;
	else
		*occupied |= bit;
}

/* Puts n on `below`. `prev` is the node above. The top node's `prev` is undefined. */
FR_INLINE void
fr_stacks_link(fr_stacks *stacks, uint32_t n, uint32_t below)
{
	fr_node_at(&stacks->nodes, n)->next = below;
	if (below != FR_NONE)
		fr_node_at(&stacks->nodes, below)->prev = n;
}

FR_INLINE void
fr_stacks_push(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	uint32_t slot = (f >> stacks->shift) % FR_HEADS;

	if (fr_stacks_is_next(stacks, f))
	{
		fr_stacks_link(stacks, n, stacks->top);
		fr_stacks_set_top(stacks, n);
	}
	else
	{
		uint32_t below = stacks->head[slot];

		fr_stacks_link(stacks, n, below);
		stacks->head[slot] = n;
		if (below == FR_NONE)
			stacks->occupied[slot / 64] |= UINT64_C(1) << slot % 64;
	}
}

/* Removes n, which was pushed with this f. */
FR_INLINE void
fr_stacks_remove(fr_stacks *stacks, uint32_t n, uint64_t f)
{
	const fr_nodes *nodes = &stacks->nodes;
	uint32_t next = fr_node_at(nodes, n)->next;
	uint32_t prev = fr_node_at(nodes, n)->prev;
	uint32_t slot = (f >> stacks->shift) % FR_HEADS;

	if (n == stacks->top)
		fr_stacks_set_top(stacks, next);
	else if (n == stacks->head[slot])
		fr_stacks_set_head(stacks, slot, next);
	else
	{
		fr_node_at(nodes, prev)->next = next;
		if (next != FR_NONE)
			fr_node_at(nodes, next)->prev = prev;
		if (n == stacks->below)
			stacks->below = next;
	}
}

/* Makes the first non-empty stack the current one; false if all are empty. */
FR_INLINE bool
fr_stacks_advance(fr_stacks *stacks)
{
	uint32_t ahead = fr_ring_ahead(stacks->occupied, stacks->current % FR_HEADS);
	uint32_t slot;

	if (ahead == FR_HEADS)
		return false;
	stacks->current += ahead;
	slot = stacks->current % FR_HEADS;
	fr_stacks_set_top(stacks, stacks->head[slot]);
	fr_stacks_set_head(stacks, slot, FR_NONE);
	return true;
}

/*
 * Pops the top of the first non-empty stack. Returns it, its key and the least f of its
 * stack; FR_NONE if the list is empty.
 */
FR_INLINE uint32_t
fr_stacks_pop(fr_stacks *stacks, uint64_t *f, uint64_t *key)
{
	uint32_t n;

	if (stacks->top == FR_NONE && !fr_stacks_advance(stacks))
		return FR_NONE;
	n = stacks->top;
	*f = stacks->current << stacks->shift;
	*key = stacks->key;
	fr_stacks_set_top(stacks, stacks->below);
	return n;
}

#endif /* FRINGE_BUCKET_QUEUE_H */
