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

struct fr_label_encoder;

/* What all of them read. */
typedef struct fr_label_encoding
{
	const fr_index_builder *builder;
	const fr_subgoals *subgoals;
	const fr_labels *labels;
	fr_index_units units;
	int corners;
	fr_block_kind kind;
	/* Finds the candidates of the block whose first cell is (x, y), by costs or by lengths. */
	void (*find_candidates)(struct fr_label_encoder *e, uint32_t x, uint32_t y);
	void *context; /* what it reads besides */
} fr_label_encoding;

void fr_encode_vertices(const fr_label_encoding *encoding);
void fr_encode_routes(const fr_label_encoding *encoding);
fr_status fr_encode_blocks(const fr_label_encoding *encoding);

#define FR_NO_CANDIDATE UINT32_MAX
#define FR_NO_LENGTH_NEAR 0x1p60 /* cells; two of them can be added */

/* A way for cells of the block to reach a hub as cheaply as any: an entry of a label. */
typedef struct fr_label_candidate
{
	uint32_t rank; /* of the hub */
	uint32_t subgoal;
	uint32_t entry; /* of the subgoal's label */
	uint64_t cells; /* that may take it, a bit each */
	uint64_t taken; /* that do */
} fr_label_candidate;

/* Rows of costs or lengths, one for each cell of the block, by what they lead to. */
typedef struct fr_cell_rows
{
	uint8_t *bytes;
	size_t size;   /* of a row */
	uint64_t none; /* what a new row is full of */
	uint32_t count;
	size_t capacity;
	uint32_t *of;	/* by rank or subgoal, the row; FR_NO_CANDIDATE for none */
	uint32_t *what; /* by row, the rank or the subgoal */
} fr_cell_rows;

typedef struct fr_label_encoder
{
	const fr_label_encoding *encoding;
	const fr_minplus *minplus;
	uint32_t *found; /* by the last scan */
	/* of the block */
	fr_cell_rows to_subgoals; /* costs from the cells to a subgoal that some see */
	fr_cell_rows
		to_hubs;	 /* the least to a hub; none where a hub of higher rank implies it */
	uint64_t *met;	 /* ranks with a row or, for the form lines, a length; a bit each */
	uint32_t *ranks; /* the same as a list */
	uint32_t rank_count;
	fr_label_candidate *candidates;
	uint32_t candidate_count;
	size_t candidate_capacity;
	fr_byte_buffer order; /* of candidates, by rank: keys */
	uint64_t *keys;		  /* of its entries, see key_of */
	uint32_t key_count;
	size_t key_capacity;
	fr_block_encoder block;
	fr_sight_bitmap sight; /* unless the form is lines */
	/* by subgoal, or by entry of all labels; 0 or FR_NO_CANDIDATE between blocks */
	uint32_t *first; /* entry of a subgoal */
	uint32_t *candidate_of;
	uint32_t *popularity;
	uint32_t *access_of;
	bool *seen; /* by subgoal of the block: all free cells see it; of the form lines */
	fr_byte_buffer blocks; /* the section */
} fr_label_encoder;

void fr_find_candidates(fr_label_encoder *e, uint32_t x, uint32_t y);
void fr_cell_rows_init(fr_cell_rows *rows, size_t most, const fr_arena *arena);
void fr_cell_rows_clear(fr_cell_rows *rows);
uint32_t fr_cell_rows_get(fr_label_encoder *e, fr_cell_rows *rows, uint32_t what);
void fr_label_encoder_add(fr_label_encoder *e, fr_label_candidate o);

static inline void *
fr_cell_row(const fr_cell_rows *rows, uint32_t row)
{
	return rows->bytes + row * rows->size;
}

#endif /* FRINGE_LABEL_ENCODER_H */
