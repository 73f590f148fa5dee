/*
 * label_encoder.h - packing labels by block (internal)
 */
#ifndef FRINGE_LABEL_ENCODER_H
#define FRINGE_LABEL_ENCODER_H

#include "core/index/byte_buffer.h"
#include "core/index/hub_labels.h"
#include "core/index/index_plan.h"
#include "core/index/minplus.h"
#include "core/index/subgoals/block_encoder.h"
#include "core/index/subgoals/label_block.h"
#include "core/index/subgoals/subgoal_graph.h"

struct fr_packer;

/* What all of them read. */
typedef struct fr_index_parts
{
	const fr_index_maker *m;
	const fr_subgoals *subgoals;
	const fr_labels *labels;
	fr_index_units units;
	int corners;
	fr_block_kind kind;
	/* Finds the offers of the block whose first cell is (x, y), by costs or by lengths. */
	void (*gather)(struct fr_packer *p, uint32_t x, uint32_t y);
	void *context; /* what it reads besides */
} fr_index_parts;

void fr_pack_vertices(const fr_index_parts *parts);
void fr_pack_routes(const fr_index_parts *parts);
fr_status fr_pack_blocks(const fr_index_parts *parts);

#define FR_NO_OFFER UINT32_MAX
#define FR_NO_LENGTH_NEAR 0x1p60 /* cells; two of them can be added */
#define FR_PACKED_CELLS (FR_INDEX_BLOCK * FR_INDEX_BLOCK)

/* A way for cells of the block to reach a hub as cheaply as any: an entry of a label. */
typedef struct fr_offer
{
	uint32_t rank; /* of the hub */
	uint32_t subgoal;
	uint32_t entry; /* of the subgoal's label */
	uint64_t cells; /* that may take it, a bit each */
	uint64_t taken; /* that do */
} fr_offer;

/* Rows of costs or lengths, one for each cell of the block, by what they lead to. */
typedef struct fr_packer_rows
{
	uint8_t *bytes;
	size_t size;   /* of a row */
	uint64_t none; /* what a new row is full of */
	uint32_t count;
	size_t room;
	uint32_t *of;	/* by rank or subgoal, the row; FR_NO_OFFER for none */
	uint32_t *what; /* by row, the rank or the subgoal */
} fr_packer_rows;

typedef struct fr_packer
{
	const fr_index_parts *parts;
	const fr_minplus *minplus;
	uint32_t *found; /* by the last scan */
	/* of the block */
	fr_packer_rows sights; /* costs from the cells to a subgoal that some see */
	fr_packer_rows
		hubs;		 /* the least to a hub; none where a hub of higher rank implies it */
	uint64_t *met;	 /* ranks with a row or, for the form lines, a length; a bit each */
	uint32_t *ranks; /* the same as a list */
	uint32_t rank_count;
	fr_offer *offers;
	uint32_t offer_count;
	size_t offer_room;
	fr_growing order; /* of offers, by rank: keys */
	uint64_t *keys;	  /* of its entries, see key_of */
	uint32_t key_count;
	size_t key_room;
	fr_draft draft;
	fr_sight_bitmap sight; /* unless the form is lines */
	/* by subgoal, or by entry of all labels; 0 or FR_NO_OFFER between blocks */
	uint32_t *first; /* entry of a subgoal */
	uint32_t *offer_of;
	uint32_t *popularity;
	uint32_t *item_of;
	bool *seen; /* by subgoal of the block: all free cells see it; of the form lines */
	fr_growing blocks; /* the section */
} fr_packer;

void fr_packer_gather_costs(fr_packer *p, uint32_t x, uint32_t y);
void fr_packer_take_rows(fr_packer_rows *rows, size_t most, const fr_arena *arena);
void fr_packer_forget(fr_packer_rows *rows);
uint32_t fr_packer_row_for(fr_packer *p, fr_packer_rows *rows, uint32_t what);
void fr_packer_offer(fr_packer *p, fr_offer o);

static inline void *
fr_packer_row(const fr_packer_rows *rows, uint32_t row)
{
	return rows->bytes + row * rows->size;
}

#endif /* FRINGE_LABEL_ENCODER_H */
