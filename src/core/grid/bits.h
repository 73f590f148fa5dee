/*
 * bits.h - bit planes: 64 cells of a line at a time
 *
 * grid.h draws fr_bits. A set bit is a blocked cell, unless the plane says otherwise.
 * Planes are laid out in an arena, and never change after they are built.
 */
#ifndef FRINGE_BITS_H
#define FRINGE_BITS_H

#include "core/base/bytes.h"
#include "core/grid/grid.h"

/* The planes that decide whether a straight line between two cells is free. */
typedef struct fr_planes
{
	fr_bits rows;	 /* blocked cells */
	fr_bits columns; /* rows, by columns */
	fr_bits squares; /* squares of 2 x 2 cells with a blocked one, by their first cell */
	fr_bits tall_squares; /* squares, by columns */
} fr_planes;

/*
 * The cells of a map that are blocked at these costs. Returns the first line, to write
 * to.
 */
uint64_t *fr_bits_of_map(fr_bits *rows, const fr_map *map, const fr_costs *costs,
						 const fr_arena *arena, const fr_poll *poll);
/*
 * Allocates lines, and sets all bits around the map.  Returns the first line.  The caller
 * writes all words that have cells, and sets the bits behind the last cell.
 */
uint64_t *fr_bits_lay_out(fr_bits *bits, uint32_t lines, uint32_t length,
						  const fr_arena *arena);
/* Turns `lines` lines of `length` bits into `length` lines of `lines` bits. */
void fr_bits_transpose(const fr_bits *from, uint32_t lines, uint32_t length, fr_bits *to,
					   const fr_arena *arena, const fr_poll *poll);
/*
 * A bit for each square of 2 x 2 cells, at its first cell: is one of them blocked?
 * Diagonal steps that need both side cells cross free squares.
 */
void fr_bits_squares(const fr_grid *grid, fr_bits *squares, const fr_arena *arena,
					 const fr_poll *poll);
/* Bit i of word k becomes bit k of word i; in both lanes at once. */
void fr_bits_transpose_square(uint64_t square[64]);
void fr_bits_transpose_two(fr_words squares[64]);

/*
 * Stores a word in each of `count` lines: first all words of the first lane, then all words of
 * the second lane.
 */
void fr_bits_put_two(const fr_words squares[64], uint32_t count, uint64_t *to,
					 ptrdiff_t words);

static inline const uint64_t *
fr_bits_line(const fr_bits *bits, uint32_t line)
{
	return bits->lines + (ptrdiff_t) line * bits->words;
}

/* Is the cell there blocked?  `at` may be one beyond either end of the line. */
static inline bool
fr_bits_has(const uint64_t *line, int32_t at)
{
	return line[at >> 6] >> (at & 63) & 1;
}

/* Are all bits of a line from a to b clear? */
static inline bool
fr_bits_are_clear(const uint64_t *line, int32_t a, int32_t b)
{
	int32_t i = a >> 6;
	uint64_t bits = line[i] & ~UINT64_C(0) << (a & 63);

	for (; i < b >> 6; bits = line[++i])
		if (bits)
			return false;
	return (bits & ~UINT64_C(0) >> (63 - (b & 63))) == 0;
}

static inline uint32_t
fr_bits_count(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) +
		   (bits >> 2 & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t) (bits * UINT64_C(0x0101010101010101) >> 56);
}

/* The 64 cells of a word of a row, and the neighbours of each: ones are free. */
typedef struct fr_strip
{
	uint64_t west;
	uint64_t cells;
	uint64_t east;
} fr_strip;

static inline fr_strip
fr_strip_of(const uint64_t *word)
{
	return (fr_strip){~(word[0] << 1 | word[-1] >> 63), ~word[0],
					  ~(word[0] >> 1 | word[1] << 63)};
}

/*
 * The jump points of a word of a row: free cells with a blocked diagonal neighbour, where
 * both cells between are free.
 */
static inline uint64_t
fr_jump_points(const fr_bits *rows, const uint64_t *word)
{
	fr_strip north = fr_strip_of(word - rows->words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + rows->words);

	return own.cells &
		   ((north.cells & ((own.west & ~north.west) | (own.east & ~north.east))) |
			(south.cells & ((own.west & ~south.west) | (own.east & ~south.east))));
}

/* Swaps the bits of b in the mask with the bits of a that are `shift` higher. */
static inline void
fr_bits_swap(uint64_t *a, uint64_t *b, int shift, uint64_t mask)
{
	uint64_t swap = (*a >> shift ^ *b) & mask;

	*a ^= swap << shift;
	*b ^= swap;
}

/* Which of the 64 bits from word i on are cells of a line of this length. */
static inline uint64_t
fr_bits_within(uint32_t length, uint32_t i)
{
	uint32_t rest = length - i * 64;

	return rest < 64 ? (UINT64_C(1) << rest) - 1 : ~UINT64_C(0);
}

/* The first set bit of a line after `at`, which exists. */
static inline int32_t
fr_bits_next(const uint64_t *line, int32_t at)
{
	int32_t i = at >> 6;
	uint64_t bits = line[i] & ~UINT64_C(0) << (at & 63) << 1;

	while (bits == 0)
		bits = line[++i];
	return i * 64 + __builtin_ctzll(bits);
}

/* The last set bit before `at`; -1 if it is in the line before. */
static inline int32_t
fr_bits_previous(const uint64_t *line, int32_t at)
{
	int32_t i = at >> 6;
	uint64_t bits = line[i] & ((UINT64_C(1) << (at & 63)) - 1);

	while (bits == 0)
		bits = line[--i];
	return i * 64 + 63 - __builtin_clzll(bits);
}

#endif /* FRINGE_BITS_H */
