/*
 * list.h - the open list as a plain list (2006 section III.A)
 *
 * Nodes are in an unsorted array, and each pop scans all of it for the least rank. A
 * node's `next` is its position.
 */
#ifndef FRINGE_OPEN_LIST_H
#define FRINGE_OPEN_LIST_H

#include "core/search/open/heap.h"

FR_INLINE void
fr_list_push(fr_heap *list, uint32_t n, fr_rank rank)
{
	fr_heap_set(list, list->count++, (fr_heap_entry){rank, n});
}

FR_INLINE void
fr_list_improve(fr_heap *list, uint32_t n, fr_rank rank)
{
	list->entries[list->nodes[n].next].rank = rank;
}

FR_INLINE uint32_t
fr_list_pop(fr_heap *list, uint64_t *f)
{
	uint32_t least = 0;
	uint32_t n;

	if (list->count == 0)
		return FR_NONE;
	for (uint32_t i = 1; i < list->count; i++)
		if (fr_rank_less(list->entries[i].rank, list->entries[least].rank))
			least = i;
	n = list->entries[least].node;
	*f = list->entries[least].rank.f;
	if (least < --list->count)
		fr_heap_set(list, least, list->entries[list->count]);
	return n;
}

#endif /* FRINGE_OPEN_LIST_H */
