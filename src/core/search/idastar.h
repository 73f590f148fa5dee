/*
 * idastar.h - what iterative deepening A* remembers, and what it cuts by it (internal)
 */
#ifndef FRINGE_IDASTAR_H
#define FRINGE_IDASTAR_H

#include "core/search/search.h"

#define DEAD FR_KEY_OPEN /* flag of a cell: nothing is left behind it */

/* A call of the papers' recursion. */
typedef struct frame
{
	uint64_t key;	/* of the call's g, and the direction of the step to n */
	uint64_t f_min; /* least f backed up from below, so far */
	uint32_t n;
	uint16_t x;
	uint16_t y;
	uint32_t moves; /* not tried yet: see `order` */
} frame;

/*
 * A cell's node remembers the least g, in its key, and in `next` the iteration that
 * last saw the cell at that g.  (A search of 2^32 iterations would never end.)
 */
typedef struct idastar
{
	const fr_run *run;
	fr_node *nodes;
	uint64_t unseen;  /* see fr_key_unseen */
	uint64_t *backed; /* by cell: f backed up at that g, 0: not known */
	frame *frames;	  /* as many as cells: the calls, the last on top */
	frame *end;		  /* after the top */
	frame *deepest;	  /* of all ends where a call was made */
	uint32_t now;	  /* the iteration */
	uint64_t limit;
	uint64_t f_next;			  /* least f that exceeded the limit */
	uint64_t delta;				  /* what the next limit adds to that */
	uint64_t kept;				  /* flags that a cell keeps when its g falls */
	bool dead_ends;				  /* they are cut, */
	bool by_f;					  /* and so are cells of finite f beyond the limit */
	bool shared;				  /* siblings share their least f: deadends=infinite */
	bool left;					  /* seen=left */
	uint64_t rise[FR_DIRECTIONS]; /* by what Seen's g exceeds the left cell's, in keys */
	uint32_t order[FR_MASKS]; /* moves of a set, first to last: 8 + d in 4 bits each */
	int64_t pause;			/* expansions after which to poll and to check max_expanded */
	int64_t visited;		/* and the rest as in fr_result */
	int64_t visited_before; /* the last iteration */
	int64_t expanded;
	int64_t expanded_before;
	int64_t tried;
	int64_t tried_before;
	int64_t reopened;
} idastar;

/* ---- what is remembered ------------------------------------------------ */

/*
 * Seen of 2006 section IV.C: is a call for cell n needless at the g of this key, whose
 * flags are all set?  The paper has two markers, one for the search and one for the
 * iteration.  A smaller g makes the backed-up f invalid.
 */
FR_INLINE bool
is_seen(idastar *s, int memory, uint32_t n, uint64_t key)
{
	fr_node *node = &s->nodes[n];
	uint64_t old = node->key;

	if (key < old)
	{
		uint64_t flags = old < s->unseen ? old & s->kept : 0;

		node->key = (key ^ FR_KEY_FLAGS) | flags;
		node->next = s->now;
		if (memory == FR_FULL && s->by_f)
			s->backed[n] = 0;
		return false;
	}
	if (key != (old | FR_KEY_FLAGS) || node->next == s->now)
		return true;
	node->next = s->now;
	return false;
}

/* The end of a call for cell n: keeps f if it may cut the cell later. */
FR_INLINE void
remember(idastar *s, uint32_t n, uint64_t f)
{
	if (f == UINT64_MAX)
		s->nodes[n].key |= s->dead_ends ? DEAD : 0;
	else if (s->by_f)
		s->backed[n] = f;
}

/*
 * The end of a call for cell n out of the call `above`, to which f is backed up.  2006
 * reads what to store from the variable that all children of that call share.  Without
 * backed-up f the least f of the iteration is all that matters.
 */
FR_INLINE void
end_call(idastar *s, int memory, frame *above, uint32_t n, uint64_t f)
{
	uint64_t *least = memory == FR_FULL ? &above->f_min : &s->f_next;

	if (f < *least)
		*least = f;
	if (memory == FR_FULL)
		remember(s, n, s->shared ? above->f_min : f);
}

/*
 * Is a move to cell n cut?  Without memory only if the stack is full: a path with
 * more cells than the map has a cycle, so it is not a best path, and the same path
 * without the cycle has a leaf of no larger f.  A dead end backs up nothing, which is
 * infinity (2005, Figure 3).
 */
FR_INLINE bool
is_cut(idastar *s, int memory, frame *from, uint32_t n, uint64_t key)
{
	if (memory == FR_NO_MEMORY)
		return s->end == s->frames + s->run->grid->cells;
	if (is_seen(s, memory, n, key))
		return true;
	if (memory != FR_FULL)
		return false;
	if (s->nodes[n].key & DEAD)
		return true;
	if (!s->by_f || s->backed[n] <= s->limit)
		return false;
	if (s->backed[n] < from->f_min)
		from->f_min = s->backed[n];
	return true;
}

#endif /* FRINGE_IDASTAR_H */
