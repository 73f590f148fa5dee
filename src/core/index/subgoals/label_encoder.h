/*
 * label_encoder.h - encodes hub labels by block of cells (internal)
 *
 * The forms of subgoals and of lines share this encoder.  They differ by the kind of
 * their records and by the function that finds candidates, which compares costs or
 * lengths.
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

/* Input of the encoder. */
typedef struct fr_label_encoding
{
	const fr_index_builder *builder;
	const fr_subgoals *subgoals;
	const fr_labels *labels;
	fr_index_units units;
	int corners;
	fr_block_kind kind;
	/* Finds the candidates of the block whose first cell is (x, y). */
	void (*find_candidates)(struct fr_label_encoder *e, uint32_t x, uint32_t y);
	void *context; /* for find_candidates */
} fr_label_encoding;

/* The section vertices; the sections heads and steps of the subgoals form. */
void fr_encode_vertices(const fr_label_encoding *encoding);
void fr_encode_routes(const fr_label_encoding *encoding);

/* Sections directory and blocks.  FR_INDEX_LIMIT: a block has more than a record can hold. */
fr_status fr_encode_blocks(const fr_label_encoding *encoding);

#define FR_NO_CANDIDATE UINT32_MAX
#define FR_NO_LENGTH_NEAR 0x1p60 /* cells; the sum of two fits */

/* An entry of a label by which cells of the block reach a hub at the least cost. */
typedef struct fr_label_candidate
{
	uint32_t rank; /* of the hub */
	uint32_t subgoal;
	uint32_t entry; /* its index in the subgoal's label */
	uint64_t cells; /* that may use it, a bit each */
	uint64_t taken; /* that do */
} fr_label_candidate;

/* Rows of costs or lengths from the cells of a block, by target: a hub or a subgoal. */
typedef struct fr_cell_rows
{
	uint8_t *bytes;
	size_t size;   /* of a row, in bytes */
	uint64_t none; /* the pattern of a new row */
	uint32_t count;
	size_t capacity;
	uint32_t *of;	/* by target, its row; FR_NO_CANDIDATE for none */
	uint32_t *what; /* by row, its target */
} fr_cell_rows;

typedef struct fr_label_encoder
{
	const fr_label_encoding *encoding;
	const fr_minplus *minplus;
	uint32_t *found; /* by the last scan */
	/* of the block in hand */
	fr_cell_rows to_subgoals; /* costs to subgoals that cells see */
	fr_cell_rows
		to_hubs; /* least costs to hubs; none if a hub of higher rank implies the cost */
	uint64_t *met;	 /* ranks of hubs with a row, a bit each; not in lines */
	uint32_t *ranks; /* these ranks as a list */
	uint32_t rank_count;
	fr_label_candidate *candidates;
	uint32_t candidate_count;
	size_t candidate_capacity;
	fr_byte_buffer order; /* keys of candidates, by rank */
	uint64_t *keys;		  /* of entries: entry_key */
	uint32_t key_count;
	size_t key_capacity;
	fr_block_encoder block;
	fr_sight_bitmap sight; /* not in lines */
	/* by subgoal, or by entry of all labels; 0 or FR_NO_CANDIDATE between blocks */
	uint32_t *first; /* of a subgoal's entries */
	uint32_t *candidate_of;
	uint32_t *popularity;
	uint32_t *access_of;
	bool *seen; /* by subgoal of the block: all free cells see it; only in lines */
	fr_byte_buffer blocks; /* the section of records */
} fr_label_encoder;

/* The function find_candidates of subgoals: candidates by costs of steps. */
void fr_find_candidates(fr_label_encoder *e, uint32_t x, uint32_t y);

/* Rows for at most `most` targets. */
void fr_cell_rows_init(fr_cell_rows *rows, size_t most, const fr_arena *arena);

/* Removes all rows. */
void fr_cell_rows_clear(fr_cell_rows *rows);

/* The row of a target, a new one if it has none. */
uint32_t fr_cell_rows_get(fr_label_encoder *e, fr_cell_rows *rows, uint32_t what);

/* Adds a candidate, or cells to an existing one. */
void fr_label_encoder_add(fr_label_encoder *e, fr_label_candidate o);

static inline void *
fr_cell_row(const fr_cell_rows *rows, uint32_t row)
{
	return rows->bytes + row * rows->size;
}

#endif /* FRINGE_LABEL_ENCODER_H */
