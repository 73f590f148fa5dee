/*
 * bits.c - planes of bits, and turning rows into columns
 */
#include "core/grid/bits.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/inline.h"

/* Room for the last bit, which is never a cell's. */
static size_t
words_of(uint32_t length)
{
	return length / 64 + 1;
}

/*
 * Lines with all bits set: those that there are, one more on either side, a word
 * before the first and one behind the last.  Returns where the first is written.
 */
uint64_t *
fr_bits_lay_out(fr_bits *bits, uint32_t lines, uint32_t length, const fr_arena *arena)
{
	size_t size = (((size_t) lines + 2) * words_of(length) + 2) * sizeof(uint64_t);
	uint64_t *block = fr_take(arena, size);

	memset(block, 0xff, size);
	bits->words = (ptrdiff_t) words_of(length);
	bits->lines = block + 1 + bits->words;
	return block + 1 + bits->words;
}

/* ---- columns ----------------------------------------------------------- */

/*
 * In each square of two sides, the upper right quarter and the lower left one swap. Of
 * two lines at once, so the side is even.
 */
FR_INLINE void
swap_quarters(uint64_t square[64], int side, uint64_t mask)
{
	for (int first = 0; first < 64; first += 2 * side)
		for (int i = first; i < first + side; i += 2)
		{
			fr_words above = fr_words_at(square + i);
			fr_words below = fr_words_at(square + i + side);
			fr_words swap = (above >> side ^ below) & mask;

			fr_put_words(square + i, above ^ swap << side);
			fr_put_words(square + i + side, below ^ swap);
		}
}

/* Bit i of word k becomes bit k of word i: quarters swap, then theirs, and so on. */
void
fr_bits_turn(uint64_t square[64])
{
	swap_quarters(square, 32, UINT64_C(0x00000000ffffffff));
	swap_quarters(square, 16, UINT64_C(0x0000ffff0000ffff));
	swap_quarters(square, 8, UINT64_C(0x00ff00ff00ff00ff));
	swap_quarters(square, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
	swap_quarters(square, 2, UINT64_C(0x3333333333333333));
	for (int i = 0; i < 64; i += 2)
		fr_bits_swap(&square[i], &square[i + 1], 1, UINT64_C(0x5555555555555555));
}

/* Lines that are turned into lines of their columns. */
typedef struct turning
{
	const fr_bits *from;
	uint32_t lines;
	uint32_t length; /* of each */
	uint64_t *to;
	ptrdiff_t words; /* of each line there */
} turning;

/* Transposes word `word` of the 64 lines from `first`, or of those that there are. */
static void
transpose_square(const turning *t, uint32_t first, uint32_t word)
{
	uint64_t square[64];

	memset(square, 0xff, sizeof square);
	for (uint32_t i = 0; i < 64 && first + i < t->lines; i++)
		square[i] = fr_bits_line(t->from, first + i)[word];
	fr_bits_turn(square);
	for (uint32_t i = 0; i < 64 && word * 64 + i < t->length; i++)
		t->to[(word * 64 + i) * t->words + first / 64] = square[i];
}

/* Bits by lines of a length become bits by what was the place in a line. */
void
fr_bits_transpose(const fr_bits *from, uint32_t lines, uint32_t length, fr_bits *to,
				  const fr_arena *arena, const fr_poll *poll)
{
	turning t = {from, lines, length, fr_bits_lay_out(to, length, lines, arena), 0};

	t.words = to->words;
	for (uint32_t line = 0; line < lines; line += 64)
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < length; i++)
			transpose_square(&t, line, i);
	}
}

/* ---- squares ----------------------------------------------------------- */

/*
 * A bit for each square of 2 x 2 cells, that of its first cell: is one of them
 * blocked?  Diagonal steps that need both side cells cross free squares.
 */
void
fr_bits_squares(const fr_grid *grid, fr_bits *squares, const fr_arena *arena,
				const fr_poll *poll)
{
	ptrdiff_t words = grid->rows.words;
	uint64_t *to = fr_bits_lay_out(squares, grid->height, grid->width, arena);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		for (ptrdiff_t i = 0; i < words; i++)
		{
			uint64_t either = row[i] | row[i + words];
			uint64_t next = row[i + 1] | row[i + 1 + words];

			*to++ = either | either >> 1 | next << 63;
		}
	}
}
