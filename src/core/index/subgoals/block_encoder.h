/*
 * block_encoder.h - encodes the record of one block (internal)
 *
 *   fr_block_encoder_add --> entries
 *   fr_block_encoder_add_edges: edges replace entries
 *   fr_block_encoder_order: hubs, rounds, numbers of access subgoals
 *   fr_block_encoder_write --> record
 *
 * Callers add access subgoals to `accesses` themselves.
 */
#ifndef FRINGE_BLOCK_ENCODER_H
#define FRINGE_BLOCK_ENCODER_H

#include "core/index/byte_buffer.h"
#include "core/index/subgoals/label_block.h"
#include "core/index/vertex_heap.h"

/* An access subgoal of the block. */
typedef struct fr_access
{
	uint32_t subgoal;
	uint32_t rank;
	fr_cell at;
	uint64_t cells;	 /* that use it, a bit each */
	bool seen;		 /* all free cells see it; lines only */
	uint32_t newest; /* the last of its entries; FR_NO_ENTRY */
	uint32_t
		number; /* in the record: first those that all cells see, then the others that are lone */
} fr_access;

typedef enum fr_entry_state
{
	FR_ENTRY_FREE,
	FR_ENTRY_NEEDED, /* other access subgoals reach the hub over this entry and an edge */
	FR_ENTRY_GONE	 /* replaced by an edge */
} fr_entry_state;

#define FR_NO_ENTRY UINT32_MAX

typedef struct fr_block_entry
{
	uint32_t rank; /* of the hub */
	uint32_t distance;
	uint32_t access;
	uint32_t next;	/* of the same access subgoal */
	uint32_t group; /* the first entry of the same hub */
	fr_entry_state state;
} fr_block_entry;

typedef struct fr_block_edge
{
	uint32_t from;
	uint32_t to;
	uint32_t length;
} fr_block_edge;

/*
 * By pair of access subgoals, the number of entries that an edge between them would
 * replace.
 */
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
	fr_block_entry *
		entries; /* sorted by hub, then by access subgoal, each of which has an entry of itself */
	uint32_t entry_count;
	size_t entry_capacity;
	fr_block_edge edge[FR_BLOCK_EDGES];
	uint32_t edge_count;
	fr_gains gains;
	/* order of hubs */
	uint64_t
		*groups; /* by hub with entries: UINT32_MAX - their number, its first entry */
	uint32_t group_count;
	uint32_t lone;
} fr_block_encoder;

/* `subgoals` is the number of subgoals that may become access subgoals. */
void fr_block_encoder_init(fr_block_encoder *b, uint32_t subgoals, const fr_arena *arena);

/* Adds an entry.  Entries of one hub are added one after another. */
void fr_block_encoder_add(fr_block_encoder *b, uint32_t rank, uint32_t access,
						  uint32_t distance);

/* Replaces entries by edges between access subgoals in sight of each other. */
void fr_block_encoder_add_edges(fr_block_encoder *b, const fr_sight_bitmap *sight,
								fr_index_units units);

/* Orders hubs and access subgoals.  False: a record cannot hold so much. */
bool fr_block_encoder_order(fr_block_encoder *b, fr_block_counts *counts);

/* Writes the record to zero bytes. */
void fr_block_encoder_write(const fr_block_encoder *b, fr_block_counts counts,
							fr_block_kind kind, uint8_t *record);

#endif /* FRINGE_BLOCK_ENCODER_H */
