/*
 * workspace.h - what a search writes while it runs (internal)
 *
 * One node of 16 bytes a cell; everything of a node is in one cache line:
 *
 *     63      56 55                             5 4 3 2    0
 *     +---------+--------------------------------+-+-+------+  +------+------+
 *     |generation              g                 |X|O|parent|  | next | prev |
 *     +---------+--------------------------------+-+-+------+  +------+------+
 *
 *     g       cost of the best path found so far, FR_COST_BITS bits
 *     X       the node has been expanded
 *     O       the node is in the open list, next and prev being its links
 *     parent  the direction of the step that reached the node
 *
 * The generation counts down, search by search, so a key of an earlier search
 * is larger than any of this one: an unseen node is one with an infinite g,
 * and "unseen, or seen at a higher cost" is a single comparison.  Only when
 * the generations are used up are the nodes cleared (the papers' lazy
 * clearing, 2005 section 3.1.1 and 2006 section IV.B).
 */
#ifndef FRINGE_WORKSPACE_H
#define FRINGE_WORKSPACE_H

#include <string.h>

#include "core/core.h"

/*
 * For the pieces of a search's inner loop: they are written once and become
 * a loop of their own for each set of constant arguments (weighted or not).
 */
#define FR_INLINE static inline __attribute__((always_inline))

#define FR_OPEN_EXTRA 24 /* bytes a cell of an open list: see open/heap.h, open/tree.h */

#define FR_NONE UINT32_MAX /* no node */
#define FR_HEADS 1024	   /* heads of lists that a search may use */

#define FR_KEY_PARENT UINT64_C(7)
#define FR_KEY_OPEN UINT64_C(8)
#define FR_KEY_EXPANDED UINT64_C(16)
#define FR_KEY_FLAGS UINT64_C(31)
#define FR_KEY_G_SHIFT 5
#define FR_KEY_GENERATION_SHIFT 56
#define FR_FIRST_GENERATION 254

typedef struct fr_node
{
	uint64_t key;
	uint32_t next;
	uint32_t prev;
} fr_node;

struct fr_workspace
{
	uint64_t capacity; /* nodes in the block */
	void *extra;	   /* behind the nodes: what the method alone needs */
	size_t extra_size;
	uint64_t used; /* nodes that are not all ones */
	uint64_t generation;
	uint64_t occupied[FR_HEADS / 64]; /* a bit a bucket that has a head */
	uint32_t head[FR_HEADS];
	fr_node nodes[];
};

void fr_workspace_begin(fr_workspace *workspace, uint32_t cells, const fr_poll *poll);

static inline uint64_t
fr_key(const fr_workspace *workspace, uint64_t g, int parent)
{
	return workspace->generation << FR_KEY_GENERATION_SHIFT | g << FR_KEY_G_SHIFT |
		   (uint64_t) parent;
}

static inline uint64_t
fr_key_g(uint64_t key)
{
	return key >> FR_KEY_G_SHIFT & ((UINT64_C(1) << FR_COST_BITS) - 1);
}

/* Would a path with this key be cheaper than the one a node has? */
static inline bool
fr_key_improves(uint64_t key, uint64_t old)
{
	return (key | FR_KEY_FLAGS) < old;
}

/* The least key of earlier searches. */
static inline uint64_t
fr_key_unseen(const fr_workspace *workspace)
{
	return (workspace->generation + 1) << FR_KEY_GENERATION_SHIFT;
}

/*
 * Heads may be a ring, with a bit in `occupied` for each place that is: how far
 * ahead of a place is the next of these?  FR_HEADS: there is none.
 */
FR_INLINE uint32_t
fr_ring_ahead(const uint64_t *occupied, uint32_t from)
{
	uint32_t word = from / 64;
	uint64_t bits = occupied[word] >> from % 64 << from % 64;

	for (uint32_t words = 0; bits == 0; words++)
	{
		if (words == FR_HEADS / 64)
			return FR_HEADS;
		word = (word + 1) % (FR_HEADS / 64);
		bits = occupied[word];
	}
	return (word * 64 + (uint32_t) __builtin_ctzll(bits) - from) % FR_HEADS;
}

/* Is a key of this search? */
static inline bool
fr_key_seen(const fr_workspace *workspace, uint64_t key)
{
	return key < fr_key_unseen(workspace);
}

/* The flags of a key, none where it is of an earlier search. */
static inline uint64_t
fr_key_flags(const fr_workspace *workspace, uint64_t key)
{
	return fr_key_seen(workspace, key) ? key & FR_KEY_FLAGS : 0;
}

#endif /* FRINGE_WORKSPACE_H */
