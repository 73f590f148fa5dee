/*
 * label_block.h - a block of the index: what its 8 x 8 cells read (internal)
 *
 * The cells of a block see a few subgoals, its accesses, and need a few entries of their
 * labels, its entries.  A cell that uses an access reaches the hub of each of the access's
 * entries at its own distance to the access plus the entry's.  An access is a hub itself, at
 * distance 0.  A edge from one access to another, which sees it, says that the second may
 * be reached over the first: so entries that the first would repeat are left out.
 *
 * Several accesses may have entries of one hub.  Hubs are in the order of how many entries
 * they have, the most first; a round has the next entry of each hub that has one more.
 * So the i-th entry of every round is of the i-th hub.  The hubs of accesses 0 .. a - 1 have
 * no entries: they are alone, and come last.  The record of bytes of a block:
 *
 *   u16 k, u16 a, u16 m   accesses, those that are alone, entries
 *   u8 r, u8 l            rounds, edges (of the form lines: accesses that all cells see)
 *   u16 round[r]          entries in each round; n in the first, never more in the next
 *   u16 x[k], u16 y[k]    of the accesses
 *   u16 hub[n + a]        of entries, then of accesses that are alone
 *   (u16 0, to a multiple of 4)
 *   u32 entry[m]           narrow: distance << 8 | access; wide: distance
 *   u32 edge[l]           length << 8 | access from
 *   u8 row[8][k]          bit x of row[y][i]: the cell at (x, y) uses access i
 *   u8 to[l]              accesses to which edges lead
 *   u8 access[m]            wide alone
 *
 * Blocks of the form lines have no edges. An access that all free cells of the block see
 * is used by all of them, and has no bits. It is alone: the straight line is the best way
 * to it. Such accesses come first, s of them. Coordinates are those of vertices:
 *
 *   u16 hub[n + k]        of entries, then of all accesses, in place of x, y and hub
 *   u8 row[8][k - s]      of the accesses from the s-th on
 *
 * Readers take accesses, entries and hubs eight at a time: behind the last record are
 * FR_BLOCK_SLACK bytes.
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
	FR_BLOCK_LINES /* of the form lines */
} fr_block_kind;

typedef struct fr_block_counts
{
	uint32_t accesses;
	uint32_t alone;
	uint32_t entries;
	uint32_t rounds;
	uint32_t edges;
	uint32_t hubs;	  /* that have entries */
	uint32_t several; /* of these, that have more than one */
	uint32_t seen;	  /* accesses that have no bits: all free cells see them */
} fr_block_counts;

/* Where the parts of a record are, in bytes. */
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
	size_t end; /* a multiple of four */
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
	l.entry = (l.hub + 2 * ((size_t) n.hubs + (lines ? n.accesses : n.alone)) + 3) &
			  ~(size_t) 3;
	l.edge = l.entry + 4 * (size_t) n.entries;
	l.row = l.edge + 4 * (size_t) n.edges;
	l.to = l.row + FR_BLOCK_SIDE * ((size_t) n.accesses - n.seen);
	l.access = l.to + n.edges;
	l.end = (l.access + (kind == FR_BLOCK_WIDE ? n.entries : 0) + 3) & ~(size_t) 3;
	return l;
}

/* A block, opened. */
typedef struct fr_block
{
	fr_block_counts count;
	const uint8_t *round;
	const uint8_t *x;
	const uint8_t *y;
	const uint8_t *hub;
	const uint8_t *entry;
	const uint8_t *edge;
	const uint8_t *row; /* the first */
	const uint8_t *to;
	const uint8_t *access;
} fr_block;

/* The parts of narrow blocks and of wide ones are in the same places, up to the last. */
static inline fr_block
fr_block_open(const uint8_t *record, fr_block_kind kind)
{
	bool lines = kind == FR_BLOCK_LINES;
	fr_block_counts n = {.accesses = fr_get16(record, 0),
						 .alone = fr_get16(record, 1),
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

#endif /* FRINGE_LABEL_BLOCK_H */
