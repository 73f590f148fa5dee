/*
 * block.h - a block of the index: what its 8 x 8 cells read (internal)
 *
 * The cells of a block see a few subgoals, its items, and need a few entries of
 * their labels.  A cell that uses an item reaches each hub among the item's entries
 * at its own distance to the item plus the entry's; an item is a hub itself, at
 * distance 0, without an entry.  The run of bytes of a block:
 *
 *   u16 k, u16 once, u16 m, u16 0   items, entries that are alone, entries
 *   u16 x[k], u16 y[k]              of the items
 *   u16 hub[k + m]                  of the items themselves, then of the entries
 *   (u16 0, if k + m is odd)
 *   u32 word[m]                     narrow: distance << 8 | item; wide: distance
 *   u8 row[8][k]                    bit x of row[y][i]: the cell at (x, y) uses item i
 *   u8 item[m]                      wide alone
 *
 * The hubs of the first `once` entries are no item's, and no two are equal, so that
 * a query stores their distances without looking at what is there.  Readers take
 * items eight or sixteen at a time: behind the last run are FR_BLOCK_SLACK bytes.
 */
#ifndef FRINGE_INDEX_BLOCK_H
#define FRINGE_INDEX_BLOCK_H

#include "core/index/format.h"

#define FR_BLOCK_HEAD 8
#define FR_BLOCK_ITEMS 256
#define FR_BLOCK_ENTRIES 65535
#define FR_BLOCK_SLACK 64

/* Where the parts of a run are, in bytes. */
typedef struct fr_block_layout
{
	size_t y;
	size_t hub;
	size_t entry_hub;
	size_t word;
	size_t row;
	size_t item;
	size_t end; /* a multiple of four */
} fr_block_layout;

static inline fr_block_layout
fr_block_lay_out(size_t items, size_t entries, bool wide)
{
	fr_block_layout l;

	l.y = FR_BLOCK_HEAD + 2 * items;
	l.hub = l.y + 2 * items;
	l.entry_hub = l.hub + 2 * items;
	l.word = (l.entry_hub + 2 * entries + 3) & ~(size_t) 3;
	l.row = l.word + 4 * entries;
	l.item = l.row + FR_INDEX_BLOCK * items;
	l.end = (l.item + (wide ? entries : 0) + 3) & ~(size_t) 3;
	return l;
}

/* A block, opened. */
typedef struct fr_block
{
	uint32_t items;
	uint32_t once;
	uint32_t entries;
	const uint8_t *x;
	const uint8_t *y;
	const uint8_t *hub;		  /* of items */
	const uint8_t *entry_hub; /* of entries */
	const uint8_t *word;
	const uint8_t *row; /* the first */
	const uint8_t *item;
} fr_block;

static inline fr_block
fr_block_open(const uint8_t *run)
{
	uint32_t items = fr_get16(run, 0);
	uint32_t entries = fr_get16(run, 2);
	fr_block_layout l = fr_block_lay_out(items, entries, false);

	return (fr_block){.items = items,
					  .once = fr_get16(run, 1),
					  .entries = entries,
					  .x = run + FR_BLOCK_HEAD,
					  .y = run + l.y,
					  .hub = run + l.hub,
					  .entry_hub = run + l.entry_hub,
					  .word = run + l.word,
					  .row = run + l.row,
					  .item = run + l.item};
}

static inline uint32_t
fr_blocks_across(uint32_t cells)
{
	return (cells + FR_INDEX_BLOCK - 1) / FR_INDEX_BLOCK;
}

#endif /* FRINGE_INDEX_BLOCK_H */
