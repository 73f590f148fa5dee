/*
 * label_block.h - the labels of a block of 8 x 8 cells (internal)
 *
 * Cells see subgoals.  The access subgoals of a block are those that its cells need, as
 * access nodes are in transit node routing.  The block has entries of their hub labels:
 * entry (hub, distance, access subgoal).  A cell reaches the hub at its own distance to
 * the access subgoal plus the entry's distance.  An access subgoal is a hub itself, at
 * distance 0.  An edge between two access subgoals replaces entries: its end may be
 * reached over its begin, so entries that the end would repeat are left out.
 *
 * Several access subgoals may have entries of one hub.  Hubs are sorted by their number
 * of entries, the largest first.  Round r has the r-th entry of each hub that has so
 * many.  So the i-th entry of every round belongs to the i-th hub.  The hubs of access
 * subgoals 0 .. a - 1 have no stored entry, only their own at distance 0.  These hubs are
 * lone, and follow the others.  The record of a block:
 *
 *   u16 k, u16 a, u16 m   access subgoals; how many of these are lone; entries
 *   u8 r, u8 l            rounds; edges
 *   u16 round[r]          entries of each round: n, and never more than the round before
 *   u16 x[k], u16 y[k]    of access subgoals
 *   u16 hub[n + a]        of entries, then of access subgoals that are lone
 *   (u16 0, to a multiple of 4)
 *   u32 entry[m]          narrow: distance << 8 | access subgoal; wide: distance
 *   u32 edge[l]           length << 8 | access subgoal where it begins
 *   u8 row[8][k]          bit x of row[y][i]: cell (x, y) uses access subgoal i
 *   u8 to[l]              access subgoal where an edge ends
 *   u8 access[m]          wide only: access subgoals of entries
 *
 * Blocks of the lines form have no edges.  All free cells use an access subgoal that all
 * of them see.  Such a subgoal is lone, because the straight line is the shortest path
 * to it.  The s access subgoals of this kind come first and have no bits.  Places of
 * vertices replace coordinates:
 *
 *   u8 r, u8 s            rounds; access subgoals that all free cells see
 *   u16 hub[n + k]        of entries, then of all access subgoals; replaces x, y and hub
 *   u8 row[8][k - s]      of access subgoals from s on
 *
 * Readers load eight numbers at once: FR_BLOCK_SLACK bytes follow the last record.
 */
#ifndef FRINGE_LABEL_BLOCK_H
#define FRINGE_LABEL_BLOCK_H

#include "core/index/index_view.h"

#define FR_BLOCK_HEADER 8
#define FR_BLOCK_ACCESSES 256
#define FR_BLOCK_SEVERAL 1024 /* hubs that have several entries */
#define FR_BLOCK_ENTRIES 65535
#define FR_BLOCK_ROUNDS 255
#define FR_BLOCK_EDGES 255
#define FR_BLOCK_SEEN 255

typedef enum fr_block_kind
{
	FR_BLOCK_NARROW,
	FR_BLOCK_WIDE,
	FR_BLOCK_LINES /* the lines form */
} fr_block_kind;

typedef struct fr_block_counts
{
	uint32_t accesses;
	uint32_t lone;
	uint32_t entries;
	uint32_t rounds;
	uint32_t edges;
	uint32_t hubs;	  /* with entries */
	uint32_t several; /* of these, those with more than one entry */
	uint32_t seen;	  /* access subgoals without bits, because all free cells see them */
} fr_block_counts;

/* Places of the parts of a record, in bytes. */
typedef struct fr_block_layout
{
	size_t x;
	size_t y;
	size_t hub;
	size_t entry;
	size_t edge;
	size_t row;
	size_t to;
	size_t access;
	size_t end; /* a multiple of 4 */
} fr_block_layout;

static inline fr_block_layout
fr_block_lay_out(fr_block_counts n, fr_block_kind kind)
{
	bool lines = kind == FR_BLOCK_LINES;
	size_t coordinates = lines ? 0 : 2 * (size_t) n.accesses;
	fr_block_layout l;

	l.x = FR_BLOCK_HEADER + 2 * (size_t) n.rounds;
	l.y = l.x + coordinates;
	l.hub = l.y + coordinates;
	l.entry =
		(l.hub + 2 * ((size_t) n.hubs + (lines ? n.accesses : n.lone)) + 3) & ~(size_t) 3;
	l.edge = l.entry + 4 * (size_t) n.entries;
	l.row = l.edge + 4 * (size_t) n.edges;
	l.to = l.row + FR_BLOCK_SIDE * ((size_t) n.accesses - n.seen);
	l.access = l.to + n.edges;
	l.end = (l.access + (kind == FR_BLOCK_WIDE ? n.entries : 0) + 3) & ~(size_t) 3;
	return l;
}

/* The parts of a record. */
typedef struct fr_block
{
	fr_block_counts count;
	const uint8_t *round;
	const uint8_t *x;
	const uint8_t *y;
	const uint8_t *hub;
	const uint8_t *entry;
	const uint8_t *edge;
	const uint8_t *row; /* of the first line of cells */
	const uint8_t *to;
	const uint8_t *access;
} fr_block;

/* Narrow and wide records differ only in the last part. */
static inline fr_block
fr_block_open(const uint8_t *record, fr_block_kind kind)
{
	bool lines = kind == FR_BLOCK_LINES;
	fr_block_counts n = {.accesses = fr_get16(record, 0),
						 .lone = fr_get16(record, 1),
						 .entries = fr_get16(record, 2),
						 .rounds = record[6],
						 .edges = lines ? 0 : record[7],
						 .seen = lines ? record[7] : 0};
	fr_block_layout l;

	n.hubs = n.rounds > 0 ? fr_get16(record + FR_BLOCK_HEADER, 0) : 0;
	n.several = n.rounds > 1 ? fr_get16(record + FR_BLOCK_HEADER, 1) : 0;
	l = fr_block_lay_out(n, kind);
	return (fr_block){.count = n,
					  .round = record + FR_BLOCK_HEADER,
					  .x = record + l.x,
					  .y = record + l.y,
					  .hub = record + l.hub,
					  .entry = record + l.entry,
					  .edge = record + l.edge,
					  .row = record + l.row,
					  .to = record + l.to,
					  .access = record + l.access};
}

/* ---- checks (label_block.c) ----------------------------------------------------- */

/* Are sides of 15 bits, hubs of 16, and is a straight step one part? */
bool fr_blocks_has_sides(const uint8_t *header);

/* The name of the corrupt part of directory, blocks or vertices, or NULL. */
const char *fr_blocks_check(const fr_index *index, fr_block_kind kind,
							const fr_poll *poll);

/*
 * Do heads give each hub at most `most` units of 2 bytes in the steps, with `slack` bytes
 * after the last unit?  Queries check the steps themselves.
 */
bool fr_blocks_has_heads(const fr_index *index, size_t most, size_t slack);

/* Entries of all blocks.  Blocks without access subgoals share a record without entries. */
uint64_t fr_blocks_entries(const fr_index *index);

#endif /* FRINGE_LABEL_BLOCK_H */
