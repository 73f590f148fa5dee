/*
 * bits.c - a map's blocked cells as bits, by rows, and transposing them
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

/* ---- rows -------------------------------------------------------------- */

/* How a packed map is read: the cells of one byte at a time. */
typedef struct reader
{
	const uint8_t *cells;
	size_t size;	   /* bytes */
	unsigned per_byte; /* cells */
	uint8_t passable[256];
} reader;

static reader
reader_of(const fr_map *map, const fr_costs *costs)
{
	size_t cells = (size_t) map->width * map->height;
	unsigned bits = (unsigned) map->bits;
	reader r = {.cells = map->cells, .per_byte = 8 / bits};

	r.size = (cells + r.per_byte - 1) / r.per_byte;
	for (unsigned byte = 0; byte < 256; byte++)
		for (unsigned i = 0; i < r.per_byte; i++)
		{
			unsigned position = byte >> i * bits & ((1u << bits) - 1);

			if (position < (unsigned) map->code_count && costs->weight[position] > 0)
				r.passable[byte] |= (uint8_t) (1u << i);
		}
	return r;
}

/* Which of the 64 cells from a byte on are passable; there are none behind the last. */
static uint64_t
read_passable(const reader *r, size_t byte)
{
	size_t bytes = 64 / r->per_byte;
	size_t end = r->size - byte < bytes ? r->size : byte + bytes;
	uint64_t passable = 0;

	for (unsigned shift = 0; byte < end; byte++, shift += r->per_byte)
		passable |= (uint64_t) r->passable[r->cells[byte]] << shift;
	return passable;
}

/* A row may begin within a byte. */
static void
read_row(const reader *r, size_t first, uint32_t width, uint64_t *row)
{
	size_t byte = first / r->per_byte;
	unsigned skip = first % r->per_byte;
	uint64_t next = read_passable(r, byte);

	for (uint32_t i = 0; i * 64 < width; i++)
	{
		uint64_t passable = next >> skip;

		byte += 64 / r->per_byte;
		next = byte < r->size ? read_passable(r, byte) : 0;
		if (skip > 0)
			passable |= next << (64 - skip);
		row[i] = ~(passable & fr_bits_within(width, i));
	}
}

/* All cells are of one kind. */
static void
fill_row(bool passable, uint32_t width, uint64_t *row)
{
	for (uint32_t i = 0; passable && i * 64 < width; i++)
		row[i] = ~fr_bits_within(width, i);
}

/* The cells of a map that are blocked at these costs; returns the rows to write to. */
uint64_t *
fr_bits_of_map(fr_bits *rows, const fr_map *map, const fr_costs *costs,
			   const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *first = fr_bits_lay_out(rows, map->height, map->width, arena);
	uint64_t *row = first;
	reader r;

	if (map->bits > 0)
		r = reader_of(map, costs);
	for (uint32_t y = 0; y < map->height; y++, row += rows->words)
	{
		fr_poll_now(poll);
		if (map->bits > 0)
			read_row(&r, (size_t) y * map->width, map->width, row);
		else
			fill_row(costs->weight[0] > 0, map->width, row);
	}
	return first;
}

/* ---- columns ----------------------------------------------------------- */

/* In each square of two sides, the upper right quarter and the lower left one swap. */
FR_INLINE void
swap_quarters(uint64_t square[64], int side, uint64_t mask)
{
	for (int first = 0; first < 64; first += 2 * side)
		for (int i = first; i < first + side; i++)
			fr_bits_swap(&square[i], &square[i + side], side, mask);
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
	swap_quarters(square, 1, UINT64_C(0x5555555555555555));
}

/* Transposes word `word` of the 64 lines from `first`, or of those that there are. */
static void
transpose_square(const fr_bits *from, uint32_t lines, uint32_t first, uint32_t length,
				 uint32_t word, uint64_t *to, ptrdiff_t words)
{
	uint64_t square[64];

	memset(square, 0xff, sizeof square);
	for (uint32_t i = 0; i < 64 && first + i < lines; i++)
		square[i] = fr_bits_line(from, first + i)[word];
	fr_bits_turn(square);
	for (uint32_t i = 0; i < 64 && word * 64 + i < length; i++)
		to[(word * 64 + i) * words + first / 64] = square[i];
}

/* Bits by lines of a length become bits by what was the place in a line. */
void
fr_bits_transpose(const fr_bits *from, uint32_t lines, uint32_t length, fr_bits *to,
				  const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *first = fr_bits_lay_out(to, length, lines, arena);

	for (uint32_t line = 0; line < lines; line += 64)
	{
		fr_poll_now(poll);
		for (uint32_t i = 0; i * 64 < length; i++)
			transpose_square(from, lines, line, length, i, first, to->words);
	}
}
