/*
 * order.h - the order in which heap, tree and list let nodes go
 *
 * Least f first; among equals by `second`, which the tie rule makes of g or of
 * the order of coming; the index last, so that no two nodes are equal.
 */
#ifndef FRINGE_OPEN_ORDER_H
#define FRINGE_OPEN_ORDER_H

#include "core/search/workspace.h"

typedef struct fr_rank
{
	uint64_t f;
	uint64_t second;
} fr_rank;

/* `coming` is how many nodes came before. */
FR_INLINE fr_rank
fr_rank_of(int tie, uint64_t f, uint64_t g, int64_t coming)
{
	return (fr_rank){f, tie == FR_LIFO ? ~(uint64_t) coming : tie == FR_LOW_G ? g : ~g};
}

/* Without a branch: between the children of a heap's node it would go either way. */
FR_INLINE bool
fr_rank_less(fr_rank a, fr_rank b)
{
	__extension__ typedef unsigned __int128 wide;

	return ((wide) a.f << 64 | a.second) < ((wide) b.f << 64 | b.second);
}

#endif /* FRINGE_OPEN_ORDER_H */
