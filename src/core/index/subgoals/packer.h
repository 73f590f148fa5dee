/*
 * packer.h - packing labels by block: the block in hand (internal)
 */
#ifndef FRINGE_INDEX_PACKER_H
#define FRINGE_INDEX_PACKER_H

#include "core/index/subgoals/draft.h"

#define FR_NO_OFFER UINT32_MAX
#define FR_PACKED_CELLS (FR_INDEX_BLOCK * FR_INDEX_BLOCK)

/* A way for a cell of the block to reach a hub as cheaply as any. */
typedef struct fr_offer
{
	uint32_t cell; /* 0 .. 63 */
	uint32_t rank; /* of the hub */
	uint32_t subgoal;
	uint32_t entry; /* of the subgoal's label */
} fr_offer;

typedef struct fr_packer
{
	const fr_index_parts *parts;
	uint32_t *found; /* by the last scan */
	uint32_t found_count;
	uint32_t *best;	 /* by rank, the least distance from the cell; FR_FAR elsewhere */
	uint64_t *met;	 /* ranks with a best, a bit each */
	uint32_t *ranks; /* the same as a list */
	uint32_t rank_count;
	/* of the block */
	fr_offer *offers; /* cell by cell */
	size_t offer_count;
	size_t offer_room;
	uint64_t *keys; /* of its entries, see key_of */
	uint32_t key_count;
	size_t key_room;
	fr_draft draft;
	fr_index boards;
	/* by subgoal, or by entry of all labels; 0 or FR_NO_OFFER between blocks */
	uint32_t *first; /* entry of a subgoal */
	uint8_t *votes;	 /* for an entry, at most 64 */
	bool *used;		 /* is an entry of the block */
	uint32_t *popularity;
	uint32_t *item_of;
	uint32_t *choice;  /* by rank, an offer of the cell */
	fr_growing blocks; /* the section */
} fr_packer;

void fr_packer_gather(fr_packer *p, uint32_t x, uint32_t y);
void fr_packer_list_ranks(fr_packer *p);
void fr_packer_offer(fr_packer *p, fr_offer o);

#endif /* FRINGE_INDEX_PACKER_H */
