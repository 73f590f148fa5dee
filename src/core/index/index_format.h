/*
 * index_format.h - the layout of an index in bytes (internal)
 *
 *   header    fields at the places below, then the place of each section, u32 each
 *   sections  in the order of the list below, each at a multiple of 8 bytes; some may
 *             be empty; a section ends where the next one begins
 *
 * All numbers are little-endian.  The checksum covers all bytes after it.
 *
 *   model      the canonical text of the model
 *   rows       bit x of line y: cell (x, y) is free
 *   directory  u32 by block of 8 x 8 cells, row by row: the place of its record among
 *              the blocks, in units of 4 bytes
 *   blocks     a record for each block: subgoals/label_block.h draws it
 *   vertices   u16 x and u16 y by hub
 *   heads      u32 by hub, and one more: the place of its steps, in units of 2 bytes
 *   steps      by hub, its label as next hops: for each hub that is the next one on a
 *              shortest path, u16 that hub, u16 n, and u16 for each of the n hubs that it
 *              leads to; lines/line_index.h draws the steps of the lines form
 *
 * The borders form has model, rows, directory, blocks (borders/border_block.h draws
 * their records), and these:
 *
 *   weights    u32 by terrain
 *   terrain    u8 by cell, row by row; empty if all cells weigh the same
 *   tables     costs inside blocks
 *   offsets    offset lists of the records
 *   links      arcs: u32 cell where it begins, u32 cell where it ends, u32 cost in the
 *              labels' unit; ascending by begin and end, then all again with the cells
 *              exchanged
 *
 * An extended index has another version, a longer header, and these sections, each of which may
 * be empty.  Indexes are extended if the model reads layers of the map, or if moves are banned
 * that the rule of corners allows:
 *
 *   prices     u32 by cell: what entering it costs by layers, in parts of a straight step
 *   heights    u16 by cell, or u32 if heights are tall
 *   moves      u8 by cell: the legal moves, a bit per direction
 */
#ifndef FRINGE_INDEX_FORMAT_H
#define FRINGE_INDEX_FORMAT_H

#include "core/base/bytes.h"

#define FR_INDEX_VERSION 2
#define FR_INDEX_EXTENDED 3 /* the version of an extended index */

/* Places of the header's fields, in bytes. */
enum
{
	FR_AT_VERSION = 0,	  /* u32 */
	FR_AT_ZERO = 4,		  /* u32, 0 */
	FR_AT_CHECKSUM = 8,	  /* u64 */
	FR_AT_WIDTH = 16,	  /* u32 */
	FR_AT_HEIGHT = 20,	  /* u32 */
	FR_AT_DIGEST = 24,	  /* FR_INDEX_DIGEST bytes */
	FR_AT_STRAIGHT = 40,  /* u64: the grid's cost of a part of a straight step, */
	FR_AT_DIAGONAL = 48,  /* u64: and of a diagonal step */
	FR_AT_NUMERATOR = 56, /* the unit: two doubles */
	FR_AT_DENOMINATOR = 64,
	FR_AT_LABEL_STRAIGHT =
		72, /* u32: the labels' cost of a part of a straight step, and of a diagonal step */
	FR_AT_LABEL_DIAGONAL = 76,
	FR_AT_TOP = 80,		  /* u32: above every cost in the labels' unit */
	FR_AT_FLAGS = 84,	  /* u32 */
	FR_AT_HUBS = 88,	  /* u32 */
	FR_AT_FORM = 92,	  /* u32 */
	FR_AT_MODEL = 96,	  /* u32: length of the text */
	FR_AT_BORDERS = 100,  /* u32: number of border cells; borders only */
	FR_AT_PARTS = 104,	  /* u32: parts of a straight step */
	FR_AT_SECTIONS = 108, /* u32 each */

	/* behind the places of all sections, only of an extended index: */
	FR_AT_RISE = 168, /* u32: what a step costs per unit of height gained, in parts, */
	FR_AT_DROP = 172  /* u32: and per unit lost */
};

/* Flags. */
enum
{
	FR_FLAG_ROOT2 = 1,
	FR_FLAG_TILE = 2,	  /* no diagonal steps */
	FR_FLAG_WIDE = 4,	  /* subgoals: distances have 32 bits, not 24 */
	FR_FLAG_ROUTES = 8,	  /* there are heads and steps */
	FR_FLAG_AVERAGE = 64, /* a step weighs both of its cells */
	FR_FLAG_PAIRS = 128,  /* borders: narrow costs are pairs of counts */
	FR_FLAG_SHIFTED =
		256, /* borders: labels count both cells of a step, and the weights of the ends correct an answer */
	FR_FLAG_MANY = 512, /* borders: numbers of hubs have 32 bits, not 16 */
	FR_FLAG_ONEWAY =
		1024, /* steps or links may lead one way, or cost different amounts there and back */
	FR_FLAG_LEAVE = 2048, /* a step weighs the cell that it leaves, or before the shift */
	FR_FLAG_MAX = 4096,	  /* a step weighs the heavier one of its cells */
	FR_FLAG_DOUBLED = 8192, /* borders: straight and diagonal steps count twice */
	FR_FLAG_TALL = 16384,	/* borders: heights have 32 bits, not 16 */
	FR_FLAG_CORNERS = 4, /* the first of two bits: corners, 0 to 2, or 3 for hexagons */
	FR_FLAG_RULE = FR_FLAG_ROOT2 | FR_FLAG_TILE | FR_FLAG_ROUTES | 3 << FR_FLAG_CORNERS
};

#define FR_INDEX_SECTION_LIST(X)                                                         \
	X(MODEL, model)                                                                      \
	X(ROWS, rows)                                                                        \
	X(DIRECTORY, directory)                                                              \
	X(BLOCKS, blocks)                                                                    \
	X(VERTICES, vertices)                                                                \
	X(HEADS, heads)                                                                      \
	X(STEPS, steps)                                                                      \
	X(WEIGHTS, weights)                                                                  \
	X(TERRAIN, terrain)                                                                  \
	X(TABLES, tables)                                                                    \
	X(OFFSETS, offsets)                                                                  \
	X(LINKS, links)                                                                      \
	X(PRICES, prices)                                                                    \
	X(HEIGHTS, heights)                                                                  \
	X(MOVES, moves)

#define FR_SECTION_NUMBER(NAME, name) FR_SECTION_##NAME,

enum
{
	FR_INDEX_SECTION_LIST(FR_SECTION_NUMBER) FR_SECTION_COUNT
};

#define FR_SECTION_BIT(NAME) (1u << FR_SECTION_##NAME)

/* Sections of every form. */
#define FR_SECTIONS_ALWAYS                                                               \
	(FR_SECTION_BIT(MODEL) | FR_SECTION_BIT(ROWS) | FR_SECTION_BIT(DIRECTORY) |          \
	 FR_SECTION_BIT(BLOCKS))

/* Bytes of the header of an index without the sections from prices on, and with them. */
#define FR_INDEX_HEADER_SIZE ((FR_AT_SECTIONS + 4 * FR_SECTION_PRICES + 7) / 8 * 8)
#define FR_INDEX_EXTENDED_SIZE 176

_Static_assert(FR_AT_SECTIONS + 4 * FR_SECTION_COUNT <= FR_AT_RISE,
			   "places do not overlap");

static inline bool
fr_index_is_extended(const uint8_t *bytes)
{
	return fr_get32(bytes + FR_AT_VERSION, 0) == FR_INDEX_EXTENDED;
}

static inline size_t
fr_index_header_size(bool extended)
{
	return extended ? FR_INDEX_EXTENDED_SIZE : FR_INDEX_HEADER_SIZE;
}

/* The number of sections whose places a header has. */
static inline int
fr_index_sections(bool extended)
{
	return extended ? FR_SECTION_COUNT : FR_SECTION_PRICES;
}
#define FR_BLOCK_SIDE 8 /* cells */
#define FR_BLOCK_CELLS (FR_BLOCK_SIDE * FR_BLOCK_SIDE)
#define FR_BLOCK_SLACK 64		   /* readable bytes after the last record */
#define FR_INDEX_TOP 0x0fffffffu   /* the largest top */
#define FR_INDEX_NARROW (1u << 24) /* narrow distances are less */

typedef struct fr_index_section
{
	const uint8_t *bytes;
	size_t size;
} fr_index_section;

static inline size_t
fr_index_aligned(size_t size)
{
	return (size + 7) & ~(size_t) 7;
}

/* Four independent sums, which the processor computes in parallel. */
static inline uint64_t
fr_index_checksum(const uint8_t *bytes, size_t size)
{
	const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
	uint64_t sum[4] = {1, 2, 3, 4};
	size_t i = 0;

	for (; i + 4 <= size / 8; i += 4)
		for (int k = 0; k < 4; k++)
		{
			sum[k] = (sum[k] ^ fr_get64(bytes, i + (size_t) k)) * prime;
			sum[k] ^= sum[k] >> 29;
		}
	for (i *= 8; i < size; i++)
		sum[0] = (sum[0] ^ bytes[i]) * prime;
	for (int k = 1; k < 4; k++)
	{
		sum[0] = (sum[0] ^ sum[k]) * prime;
		sum[0] ^= sum[0] >> 32;
	}
	return sum[0];
}

#endif /* FRINGE_INDEX_FORMAT_H */
