/*
 * order.h - the order of nodes in heap, tree and list
 *
 * Nodes are ordered by f, then by `second`, which depends on the tie rule: g, or the
 * order of insertion; or 0, if the heap is to leave ties. The tree breaks remaining
 * ties by index.
 */
#ifndef FRINGE_OPEN_ORDER_H
#define FRINGE_OPEN_ORDER_H

#include "core/search/workspace.h"

typedef struct fr_rank
{
	uint64_t f;
	uint64_t second;
} fr_rank;

/* `coming` is the number of nodes inserted before. */
FR_INLINE fr_rank
fr_rank_of(int tie, uint64_t f, uint64_t g, int64_t coming)
{
	if (tie == FR_NO_TIE)
		return (fr_rank){f, 0};
	return (fr_rank){f, tie == FR_LIFO ? ~(uint64_t) coming : tie == FR_LOW_G ? g : ~g};
}

/* Branch-free: a branch between a heap node's children would be unpredictable. */
FR_INLINE bool
fr_rank_less(fr_rank a, fr_rank b)
{
	__extension__ typedef unsigned __int128 wide;

	return ((wide) a.f << 64 | a.second) < ((wide) b.f << 64 | b.second);
}

#endif /* FRINGE_OPEN_ORDER_H */
