/*
 * index_format.h - the bytes of an index (internal)
 *
 *   header    fields at the places below, then where each section begins, u32 each
 *   sections  in the order of the list below, each at a multiple of 8 bytes; some may
 *             be empty; a section ends where the next one begins
 *
 * All numbers are little-endian.  The checksum is of all that comes behind it.
 *
 *   model      the canonical text of the model
 *   rows       bit x of line y: cell (x, y) is free
 *   directory  u32 by block of 8 x 8 cells, row by row: where its run begins among
 *              the blocks, in units of 4 bytes
 *   blocks     runs of bytes, see subgoals/label_block.h
 *   vertices   u16 x and u16 y by hub
 *   heads      u32 by hub, and one more: where its steps begin, in units of 2 bytes
 *   steps      of each hub, once for each hub that is next on the ways from there:
 *              u16 that hub, u16 to how many it leads, u16 each of these; those of the
 *              form lines are in lines/line_index.h
 *
 * The borders form (borders/borders.h) has rows, a directory, blocks, and these:
 *
 *   weights    u32 by terrain
 *   terrain    u8 by cell, row by row; empty where all cells weigh the same
 *   tables     of costs inside blocks
 *   reliefs    entries of groups of the runs
 *   links      u32 cell where it begins, u32 cell where it ends, u32 cost in the labels'
 *              unit, by link and direction: ascending by begin and end, then all again with
 *              the cells exchanged
 */
#ifndef FRINGE_INDEX_FORMAT_H
#define FRINGE_INDEX_FORMAT_H

#include "core/base/bytes.h"

#define FR_INDEX_VERSION 2

/* Where the fields of the header are, in bytes. */
enum
{
	FR_AT_VERSION = 0,	  /* u32 */
	FR_AT_ZERO = 4,		  /* u32, 0 */
	FR_AT_CHECKSUM = 8,	  /* u64 */
	FR_AT_WIDTH = 16,	  /* u32 */
	FR_AT_HEIGHT = 20,	  /* u32 */
	FR_AT_DIGEST = 24,	  /* FR_INDEX_DIGEST bytes */
	FR_AT_STRAIGHT = 40,  /* u64: in the grid's unit a part of a straight step, */
	FR_AT_DIAGONAL = 48,  /* and a diagonal one */
	FR_AT_NUMERATOR = 56, /* the unit: the bits of two doubles */
	FR_AT_DENOMINATOR = 64,
	FR_AT_LABEL_STRAIGHT = 72, /* u32: the same in the labels' unit */
	FR_AT_LABEL_DIAGONAL = 76,
	FR_AT_TOP = 80,		 /* u32: above every cost in the labels' unit */
	FR_AT_FLAGS = 84,	 /* u32 */
	FR_AT_HUBS = 88,	 /* u32; in the subgoals form: these */
	FR_AT_FORM = 92,	 /* u32 */
	FR_AT_MODEL = 96,	 /* u32: length of its text */
	FR_AT_BORDERS = 100, /* u32: border cells, in the borders form */
	FR_AT_PARTS = 104,	 /* u32: of a straight step, that costs count */
	FR_AT_SECTIONS = 108 /* u32 by section */
};

/* Flags. */
enum
{
	FR_FLAG_ROOT2 = 1,
	FR_FLAG_TILE = 2,	/* no diagonal steps: a route has two straight ones */
	FR_FLAG_WIDE = 4,	/* in the subgoals form: distances of 32 bits, not 24 */
	FR_FLAG_ROUTES = 8, /* there are heads and steps */
	FR_FLAG_AVERAGE =
		64, /* a step's weight is that of both cells, not of the one entered */
	FR_FLAG_PAIRS = 128,   /* narrow costs are pairs of counts */
	FR_FLAG_SHIFTED = 256, /* and an answer is half of that, and of goal less start */
	FR_FLAG_MANY = 512,	   /* in the borders form: hubs of 32 bits, not 16 */
	FR_FLAG_ONEWAY =
		1024,			 /* links may lead there and not back, or cost other than back */
	FR_FLAG_CORNERS = 4, /* from this bit on, two: corners, 0 to 2 */
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
	X(RELIEFS, reliefs)                                                                  \
	X(LINKS, links)

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

#define FR_INDEX_HEADER_SIZE ((FR_AT_SECTIONS + 4 * FR_SECTION_COUNT + 7) / 8 * 8)
#define FR_BLOCK_SIDE 8 /* cells */
#define FR_BLOCK_CELLS (FR_BLOCK_SIDE * FR_BLOCK_SIDE)
#define FR_BLOCK_SLACK 64		   /* bytes behind the last run, which readers may read */
#define FR_INDEX_TOP 0x0fffffffu   /* tops are at most this */
#define FR_INDEX_NARROW (1u << 24) /* narrow distances are less than this */

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

/* Four sums side by side, so that they do not wait for each other. */
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
