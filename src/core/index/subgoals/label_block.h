/*
 * label_block.h - a block of the index: what its 8 x 8 cells read (internal)
 *
 * The cells of a block see a few subgoals, its items, and need a few entries of their
 * labels, its words.  A cell that uses an item reaches the hub of each of the item's
 * words at its own distance to the item plus the word's.  An item is a hub itself, at
 * distance 0.  A link from one item to another, which sees it, says that the second may
 * be reached over the first: so words that the first would repeat are left out.
 *
 * Several items may have words of one hub.  Hubs are in the order of how many words
 * they have, the most first; a round has the next word of each hub that has one more.
 * So the i-th word of every round is of the i-th hub.  The hubs of items 0 .. a - 1 have
 * no words: they are alone, and come last.  The run of bytes of a block:
 *
 *   u16 k, u16 a, u16 m   items, those that are alone, words
 *   u8 r, u8 l            rounds, links (of the form lines: items that all cells see)
 *   u16 round[r]          words in each round; n in the first, never more in the next
 *   u16 x[k], u16 y[k]    of the items
 *   u16 hub[n + a]        of words, then of items that are alone
 *   (u16 0, to a multiple of 4)
 *   u32 word[m]           narrow: distance << 8 | item; wide: distance
 *   u32 link[l]           length << 8 | item from
 *   u8 row[8][k]          bit x of row[y][i]: the cell at (x, y) uses item i
 *   u8 to[l]              items to which links lead
 *   u8 item[m]            wide alone
 *
 * Blocks of the form lines have no links. An item that all free cells of the block see
 * is used by all of them, and has no bits. It is alone: the straight line is the best way
 * to it. Such items come first, s of them. Coordinates are those of vertices:
 *
 *   u16 hub[n + k]        of words, then of all items, in place of x, y and hub
 *   u8 row[8][k - s]      of the items from the s-th on
 *
 * Readers take items, words and hubs eight at a time: behind the last run are
 * FR_BLOCK_SLACK bytes.
 */
#ifndef FRINGE_LABEL_BLOCK_H
#define FRINGE_LABEL_BLOCK_H

#include "core/index/index_view.h"

#define FR_BLOCK_HEAD 8
#define FR_BLOCK_ITEMS 256
#define FR_BLOCK_SEVERAL 1024 /* hubs that have several words */
#define FR_BLOCK_WORDS 65535
#define FR_BLOCK_ROUNDS 255
#define FR_BLOCK_LINKS 255
#define FR_BLOCK_SEEN 255

typedef enum fr_block_kind
{
	FR_BLOCK_NARROW,
	FR_BLOCK_WIDE,
	FR_BLOCK_LINES /* of the form lines */
} fr_block_kind;

typedef struct fr_block_counts
{
	uint32_t items;
	uint32_t alone;
	uint32_t words;
	uint32_t rounds;
	uint32_t links;
	uint32_t hubs;	  /* that have words */
	uint32_t several; /* of these, that have more than one */
	uint32_t seen;	  /* items that have no bits: all free cells see them */
} fr_block_counts;

/* Where the parts of a run are, in bytes. */
typedef struct fr_block_layout
{
	size_t x;
	size_t y;
	size_t hub;
	size_t word;
	size_t link;
	size_t row;
	size_t to;
	size_t item;
	size_t end; /* a multiple of four */
} fr_block_layout;

static inline fr_block_layout
fr_block_lay_out(fr_block_counts n, fr_block_kind kind)
{
	bool lines = kind == FR_BLOCK_LINES;
	size_t coordinates = lines ? 0 : 2 * (size_t) n.items;
	fr_block_layout l;

	l.x = FR_BLOCK_HEAD + 2 * (size_t) n.rounds;
	l.y = l.x + coordinates;
	l.hub = l.y + coordinates;
	l.word =
		(l.hub + 2 * ((size_t) n.hubs + (lines ? n.items : n.alone)) + 3) & ~(size_t) 3;
	l.link = l.word + 4 * (size_t) n.words;
	l.row = l.link + 4 * (size_t) n.links;
	l.to = l.row + FR_INDEX_BLOCK * ((size_t) n.items - n.seen);
	l.item = l.to + n.links;
	l.end = (l.item + (kind == FR_BLOCK_WIDE ? n.words : 0) + 3) & ~(size_t) 3;
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
	const uint8_t *word;
	const uint8_t *link;
	const uint8_t *row; /* the first */
	const uint8_t *to;
	const uint8_t *item;
} fr_block;

/* The parts of narrow blocks and of wide ones are in the same places, up to the last. */
static inline fr_block
fr_block_open(const uint8_t *run, fr_block_kind kind)
{
	bool lines = kind == FR_BLOCK_LINES;
	fr_block_counts n = {.items = fr_get16(run, 0),
						 .alone = fr_get16(run, 1),
						 .words = fr_get16(run, 2),
						 .rounds = run[6],
						 .links = lines ? 0 : run[7],
						 .seen = lines ? run[7] : 0};
	fr_block_layout l;

	n.hubs = n.rounds > 0 ? fr_get16(run + FR_BLOCK_HEAD, 0) : 0;
	n.several = n.rounds > 1 ? fr_get16(run + FR_BLOCK_HEAD, 1) : 0;
	l = fr_block_lay_out(n, kind);
	return (fr_block){.count = n,
					  .round = run + FR_BLOCK_HEAD,
					  .x = run + l.x,
					  .y = run + l.y,
					  .hub = run + l.hub,
					  .word = run + l.word,
					  .link = run + l.link,
					  .row = run + l.row,
					  .to = run + l.to,
					  .item = run + l.item};
}

#endif /* FRINGE_LABEL_BLOCK_H */
