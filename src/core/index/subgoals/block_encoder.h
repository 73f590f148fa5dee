/*
 * block_encoder.h - a block before it is written (internal)
 *
 * The packer fills in accesses and entries; edges are chosen then, and what is
 * left is put in order and written.
 */
#ifndef FRINGE_BLOCK_ENCODER_H
#define FRINGE_BLOCK_ENCODER_H

#include "core/index/byte_buffer.h"
#include "core/index/subgoals/label_block.h"
#include "core/index/vertex_heap.h"

/* A subgoal that cells of the block use. */
typedef struct fr_access
{
	uint32_t subgoal;
	uint32_t rank;
	fr_cell at;
	uint64_t cells;	 /* that use it, a bit each */
	bool seen;		 /* by all free cells: of the form lines */
	uint32_t newest; /* its entry that was added last; FR_NO_ENTRY */
	uint32_t number; /* in the block: those that are seen come first, then those alone */
} fr_access;

typedef enum fr_entry_state
{
	FR_ENTRY_FREE,
	FR_ENTRY_NEEDED, /* by accesses that are linked to its access, in place of their own */
	FR_ENTRY_GONE	 /* a edge does instead */
} fr_entry_state;

#define FR_NO_ENTRY UINT32_MAX

typedef struct fr_block_entry
{
	uint32_t rank; /* of the hub */
	uint32_t distance;
	uint32_t access;
	uint32_t next;	/* of the same access */
	uint32_t group; /* the first entry of the same hub */
	fr_entry_state state;
} fr_block_entry;

typedef struct fr_block_edge
{
	uint32_t from;
	uint32_t to;
	uint32_t length;
} fr_block_edge;

/* Words that each possible edge would spare, by pair of accesses. */
typedef struct fr_gains
{
	uint16_t *of;
	fr_vertex_heap heap;
} fr_gains;

typedef struct fr_block_encoder
{
	const fr_arena *arena;
	fr_access *accesses;
	uint32_t access_count;
	fr_block_entry *entries; /* by hub, then by access; each access has one of itself */
	uint32_t entry_count;
	size_t entry_capacity;
	fr_block_edge edge[FR_BLOCK_EDGES];
	uint32_t edge_count;
	fr_gains gains;
	/* the order of hubs */
	uint64_t
		*groups; /* by hub that has entries: UINT32_MAX - their count, its first entry */
	uint32_t group_count;
	uint32_t alone;
} fr_block_encoder;

void fr_block_encoder_init(fr_block_encoder *b, uint32_t subgoals, const fr_arena *arena);
void fr_block_encoder_add(fr_block_encoder *b, uint32_t rank, uint32_t access,
						  uint32_t distance);
void fr_block_encoder_add_edges(fr_block_encoder *b, const fr_sight_bitmap *sight,
								fr_index_units units);
bool fr_block_encoder_order(fr_block_encoder *b, fr_block_counts *counts);
void fr_block_encoder_write(const fr_block_encoder *b, fr_block_counts counts,
							fr_block_kind kind, uint8_t *record);

#endif /* FRINGE_BLOCK_ENCODER_H */
