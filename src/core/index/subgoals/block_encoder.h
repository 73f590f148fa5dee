/*
 * block_encoder.h - a block before it is written (internal)
 *
 * The packer fills in items and words; links are chosen then, and what is
 * left is put in order and written.
 */
#ifndef FRINGE_BLOCK_ENCODER_H
#define FRINGE_BLOCK_ENCODER_H

#include "core/index/byte_buffer.h"
#include "core/index/subgoals/label_block.h"
#include "core/index/vertex_heap.h"

/* A subgoal that cells of the block use. */
typedef struct fr_draft_item
{
	uint32_t subgoal;
	uint32_t rank;
	fr_cell at;
	uint64_t cells;	 /* that use it, a bit each */
	bool seen;		 /* by all free cells: of the form lines */
	uint32_t newest; /* its word that was added last; FR_NO_WORD */
	uint32_t number; /* in the block: those that are seen come first, then those alone */
} fr_draft_item;

typedef enum fr_word_state
{
	FR_WORD_FREE,
	FR_WORD_NEEDED, /* by items that are linked to its item, in place of their own */
	FR_WORD_GONE	/* a link does instead */
} fr_word_state;

#define FR_NO_WORD UINT32_MAX

typedef struct fr_draft_word
{
	uint32_t rank; /* of the hub */
	uint32_t distance;
	uint32_t item;
	uint32_t next;	/* of the same item */
	uint32_t group; /* the first word of the same hub */
	fr_word_state state;
} fr_draft_word;

typedef struct fr_draft_link
{
	uint32_t from;
	uint32_t to;
	uint32_t length;
} fr_draft_link;

/* Words that each possible link would spare, by pair of items. */
typedef struct fr_gains
{
	uint16_t *of;
	fr_queue queue;
} fr_gains;

typedef struct fr_draft
{
	const fr_arena *arena;
	fr_draft_item *items;
	uint32_t item_count;
	fr_draft_word *words; /* by hub, then by item; each item has one of itself */
	uint32_t word_count;
	size_t word_room;
	fr_draft_link link[FR_BLOCK_LINKS];
	uint32_t link_count;
	fr_gains gains;
	/* the order of hubs */
	uint64_t
		*groups; /* by hub that has words: UINT32_MAX - their count, its first word */
	uint32_t group_count;
	uint32_t alone;
} fr_draft;

void fr_draft_init(fr_draft *d, uint32_t subgoals, const fr_arena *arena);
void fr_draft_add(fr_draft *d, uint32_t rank, uint32_t item, uint32_t distance);
void fr_draft_link_items(fr_draft *d, const fr_sight_bitmap *sight, fr_index_units units);
bool fr_draft_order(fr_draft *d, fr_block_counts *counts);
void fr_draft_write(const fr_draft *d, fr_block_counts counts, fr_block_kind kind,
					uint8_t *run);

#endif /* FRINGE_BLOCK_ENCODER_H */
