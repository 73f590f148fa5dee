/*
 * workspace.h - the memory that a search writes to (internal)
 *
 * One node of 16 bytes per cell that can wait; a node lies within one cache line:
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
 * The generation counts down with each search, so keys of earlier searches are larger
 * than those of this one. An unseen node thus has an infinite g, and "unseen, or seen
 * at a higher cost" is a single comparison. The nodes are cleared only when the
 * generations are used up (the papers' lazy clearing, 2005 section 3.1.1 and 2006
 * section IV.B).
 */
#ifndef FRINGE_WORKSPACE_H
#define FRINGE_WORKSPACE_H

#include <string.h>

#include "core/base/base.h"
#include "core/grid/grid.h"
#include "core/search/method.h"

#define FR_OPEN_EXTRA 24 /* bytes per cell of open_list.h */

#define FR_NONE UINT32_MAX /* no node */
#define FR_HEADS 1024	   /* heads of lists that a search may use */

#define FR_KEY_PARENT UINT64_C(7)
#define FR_KEY_OPEN UINT64_C(8)
#define FR_KEY_EXPANDED UINT64_C(16)
#define FR_KEY_LINKED FR_KEY_EXPANDED /* of dijkstra.c and jump: a link reached it */
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
	void *extra;	   /* after the nodes: memory that only some methods need */
	size_t extra_size;
	uint64_t used; /* nodes that are initialized */
	uint64_t generation;
	uint64_t occupied[FR_HEADS / 64]; /* a bit per bucket that is not empty */
	uint32_t head[FR_HEADS];
	fr_node nodes[];
};

void fr_workspace_forget(fr_workspace *workspace);
void fr_workspace_begin(fr_workspace *workspace, uint32_t nodes, const fr_poll *poll);
void fr_workspace_reach(fr_workspace *workspace, uint32_t nodes, const fr_poll *poll);

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

/* The smallest key of earlier searches. */
static inline uint64_t
fr_key_unseen(const fr_workspace *workspace)
{
	return (workspace->generation + 1) << FR_KEY_GENERATION_SHIFT;
}

/*
 * Treats the heads as a ring: the distance from slot `from` to the next slot, itself
 * included, with a bit in `occupied`; FR_HEADS if there is none.
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

/* The flags of a key; none if it is of an earlier search. */
static inline uint64_t
fr_key_flags(const fr_workspace *workspace, uint64_t key)
{
	return fr_key_seen(workspace, key) ? key & FR_KEY_FLAGS : 0;
}

#endif /* FRINGE_WORKSPACE_H */
