/*
 * bits.c - planes of bits: rows into columns, and a packed map's blocked cells, 64 at a
 * time
 */
#include "core/grid/bits.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/map/map_layers.h"

/* Room for the last bit, which is never a cell's. */
static size_t
words_of(uint32_t length)
{
	return length / 64 + 1;
}

uint64_t *
fr_bits_lay_out(fr_bits *bits, uint32_t lines, uint32_t length, const fr_arena *arena)
{
	size_t words = words_of(length);
	size_t before = words + 1;
	size_t after = words + 2; /* reading two words at a time needs the last one */
	uint64_t *block =
		fr_arena_alloc(arena, (before + lines * words + after) * sizeof *block);
	uint64_t *first = block + before;
	uint64_t *end = first + lines * words;

	memset(block, 0xff, before * sizeof *block);
	memset(end, 0xff, after * sizeof *block);
	if (length % 64 == 0)
		for (uint64_t *line = first; line < end; line += words)
			line[words - 1] = ~UINT64_C(0);
	bits->words = (ptrdiff_t) words;
	bits->lines = first;
	return first;
}

/* ---- columns ----------------------------------------------------------- */

/*
 * Divides the square into smaller ones of 2 * side lines and columns. In each of these, swaps
 * the upper right and the lower left quarter. Two lines at once, so the side is even.
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

/* Transposes by halves: quarters swap, then the quarters of each quarter, and so on. */
void
fr_bits_transpose_square(uint64_t square[64])
{
	swap_quarters(square, 32, UINT64_C(0x00000000ffffffff));
	swap_quarters(square, 16, UINT64_C(0x0000ffff0000ffff));
	swap_quarters(square, 8, UINT64_C(0x00ff00ff00ff00ff));
	swap_quarters(square, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
	swap_quarters(square, 2, UINT64_C(0x3333333333333333));
	for (int i = 0; i < 64; i += 2)
		fr_bits_swap(&square[i], &square[i + 1], 1, UINT64_C(0x5555555555555555));
}

/* ---- two squares at once ------------------------------------------------ */

/* fr_bits_swap in both lanes. */
FR_INLINE void
swap_lanes(fr_words *a, fr_words *b, int shift, uint64_t mask)
{
	fr_words swap = (*a >> shift ^ *b) & mask;

	*a ^= swap << shift;
	*b ^= swap;
}

/*
 * Three steps of transposing by halves, in eight lines that lie `apart`: they hold so many
 * processor registers.
 */
FR_INLINE void
transpose_eight(fr_words *lines, int apart, uint64_t mask4, uint64_t mask2,
				uint64_t mask1)
{
	fr_words a = lines[0];
	fr_words b = lines[apart];
	fr_words c = lines[2 * apart];
	fr_words d = lines[3 * apart];
	fr_words e = lines[4 * apart];
	fr_words f = lines[5 * apart];
	fr_words g = lines[6 * apart];
	fr_words h = lines[7 * apart];

	swap_lanes(&a, &e, 4 * apart, mask4);
	swap_lanes(&b, &f, 4 * apart, mask4);
	swap_lanes(&c, &g, 4 * apart, mask4);
	swap_lanes(&d, &h, 4 * apart, mask4);
	swap_lanes(&a, &c, 2 * apart, mask2);
	swap_lanes(&b, &d, 2 * apart, mask2);
	swap_lanes(&e, &g, 2 * apart, mask2);
	swap_lanes(&f, &h, 2 * apart, mask2);
	swap_lanes(&a, &b, apart, mask1);
	swap_lanes(&c, &d, apart, mask1);
	swap_lanes(&e, &f, apart, mask1);
	swap_lanes(&g, &h, apart, mask1);
	lines[0] = a;
	lines[apart] = b;
	lines[2 * apart] = c;
	lines[3 * apart] = d;
	lines[4 * apart] = e;
	lines[5 * apart] = f;
	lines[6 * apart] = g;
	lines[7 * apart] = h;
}

void
fr_bits_transpose_two(fr_words squares[64])
{
	for (int i = 0; i < 8; i++)
		transpose_eight(squares + i, 8, UINT64_C(0x00000000ffffffff),
						UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00ff00ff00ff00ff));
	for (int i = 0; i < 64; i += 8)
		transpose_eight(squares + i, 1, UINT64_C(0x0f0f0f0f0f0f0f0f),
						UINT64_C(0x3333333333333333), UINT64_C(0x5555555555555555));
}

static void
put_lane(const fr_words squares[64], int lane, uint32_t count, uint64_t *to,
		 ptrdiff_t words)
{
	const uint64_t *from = (const uint64_t *) squares + lane;

	for (uint32_t i = 0; i < count; i++, to += words)
		*to = from[2 * i];
}

void
fr_bits_put_two(const fr_words squares[64], uint32_t count, uint64_t *to, ptrdiff_t words)
{
	put_lane(squares, 0, count < 64 ? count : 64, to, words);
	if (count > 64)
		put_lane(squares, 1, count < 128 ? count - 64 : 64, to + 64 * words, words);
}

void
fr_bits_transpose(const fr_bits *from, uint32_t lines, uint32_t length, fr_bits *to,
				  const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *first = fr_bits_lay_out(to, length, lines, arena);
	fr_words squares[64];

	for (uint32_t line = 0; line < lines; line += 64)
	{
		fr_poll_now(poll);
		for (uint32_t at = 0; at < length; at += 128)
		{
			const uint64_t *word = fr_bits_line(from, line) + at / 64;

			for (uint32_t i = 0; i < 64; i++, word += from->words)
				squares[i] = line + i < lines ? fr_words_at(word) : ~(fr_words){0};
			fr_bits_transpose_two(squares);
			fr_bits_put_two(squares, length - at, first + at * to->words + line / 64,
							to->words);
		}
	}
}

/* ---- squares ----------------------------------------------------------- */

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

/* ---- blocked cells of a packed map ------------------------------------------- */

/* Reads the blocked cells of a packed map. */
typedef struct reader
{
	const uint8_t *cells;
	size_t size; /* bytes */
	unsigned bits;
	uint64_t term[4]; /* for cells of 1 or 2 bits: see find_terms */
	uint8_t passable
		[256]; /* for cells of 4 or 8 bits: by byte, a bit for each of its cells */
} reader;

/* All bits if cells with this position in the codes are passable, else none. */
static uint64_t
passes(const fr_map *map, const fr_costs *costs, int position)
{
	return position < map->code_count && costs->weight[position] != FR_BLOCKED
			   ? ~UINT64_C(0)
			   : 0;
}

/*
 * Whether a position is passable, as a polynomial of its two bits a and b over the field
 * of two elements: term[0] + term[1] a + term[2] b + term[3] a b.
 */
static void
find_terms(const fr_map *map, const fr_costs *costs, reader *r)
{
	uint64_t at[4];

	for (int i = 0; i < 4; i++)
		at[i] = passes(map, costs, i);
	r->term[0] = at[0];
	r->term[1] = at[0] ^ at[1];
	r->term[2] = at[0] ^ at[2];
	r->term[3] = at[0] ^ at[1] ^ at[2] ^ at[3];
}

static void
tabulate_bytes(const fr_map *map, const fr_costs *costs, reader *r)
{
	int per_byte = 8 / map->bits;

	for (int byte = 0; byte < 256; byte++)
	{
		r->passable[byte] = 0;
		for (int i = 0; i < per_byte; i++)
			if (passes(map, costs, byte >> i * map->bits & ((1 << map->bits) - 1)))
				r->passable[byte] |= (uint8_t) (1u << i);
	}
}

static void
begin_reader(const fr_map *map, const fr_costs *costs, reader *r)
{
	size_t cells = (size_t) map->width * map->height;

	r->cells = map->cells;
	r->bits = (unsigned) map->bits;
	r->size = (cells * r->bits + 7) / 8;
	find_terms(map, costs, r);
	if (r->bits > 2)
		tabulate_bytes(map, costs, r);
}

/* Reads the last bytes, with zeros behind them. */
__attribute__((noinline)) static uint64_t
load_last(const reader *r, size_t bit)
{
	size_t first = bit / 8;
	size_t left = first < r->size ? r->size - first : 0;
	uint8_t bytes[9] = {0};

	memcpy(bytes, r->cells + r->size - left, left < 9 ? left : 9);
	return fr_get64(bytes, 0) >> bit % 8 | (uint64_t) bytes[8] << 1 << (63 - bit % 8);
}

/* 64 bits of the packed cells. */
static inline uint64_t
load(const reader *r, size_t bit)
{
	const uint8_t *from = r->cells + bit / 8;
	unsigned skip = bit % 8;

	if (bit / 8 + 9 > r->size)
		return load_last(r, bit);
	return fr_get64(from, 0) >> skip | (uint64_t) from[8] << 1 << (63 - skip);
}

/* Reads codes of two bits. The lower bit of each pair tells whether its position is passable. */
static inline fr_words
passable_pairs(const reader *r, fr_words pairs)
{
	return (r->term[0] ^ (r->term[1] & pairs) ^ (r->term[2] & pairs >> 1) ^
			(r->term[3] & pairs & pairs >> 1)) &
		   UINT64_C(0x5555555555555555);
}

/* Swaps the bits in the mask with the bits that are `shift` higher. */
static inline fr_words
swap_within(fr_words bits, int shift, uint64_t mask)
{
	fr_words swap = (bits >> shift ^ bits) & mask;

	return bits ^ swap ^ swap << shift;
}

/* Moves the even bits of each word into its lower half, the odd bits into its upper half. */
static inline fr_words
separate_even_bits(fr_words bits)
{
	bits = swap_within(bits, 1, UINT64_C(0x2222222222222222));
	bits = swap_within(bits, 2, UINT64_C(0x0c0c0c0c0c0c0c0c));
	bits = swap_within(bits, 4, UINT64_C(0x00f000f000f000f0));
	bits = swap_within(bits, 8, UINT64_C(0x0000ff000000ff00));
	return swap_within(bits, 16, UINT64_C(0x00000000ffff0000));
}

/* The passable ones of 128 cells of two bits each, from this cell on. */
static inline fr_words
passable_of_pairs(const reader *r, size_t cell)
{
	fr_words lower = {load(r, 2 * cell), load(r, 2 * cell + 128)};
	fr_words upper = {load(r, 2 * cell + 64), load(r, 2 * cell + 192)};

	return separate_even_bits(passable_pairs(r, lower) | passable_pairs(r, upper) << 1);
}

/* The passable ones of 64 cells of four or eight bits each, from this cell on. */
static uint64_t
look_up(const reader *r, size_t cell)
{
	uint64_t passable = 0;

	for (unsigned i = 0; i < 64; i += 64 / r->bits)
	{
		uint64_t bytes = load(r, (cell + i) * r->bits);

		for (unsigned k = 0; k < 8; k++)
			passable |= (uint64_t) r->passable[bytes >> 8 * k & 0xff]
						<< (i + 8 / r->bits * k);
	}
	return passable;
}

/* A row of cells of two bits each. */
static void
read_pairs(const reader *r, size_t cell, uint32_t width, uint64_t *row)
{
	uint32_t words = (width + 63) / 64;

	for (uint32_t i = 0; i < words; i += 2, cell += 128)
	{
		fr_words passable = passable_of_pairs(r, cell);

		row[i] = ~passable[0];
		if (i + 1 < words)
			row[i + 1] = ~passable[1];
	}
	row[words - 1] |= ~fr_bits_within(width, words - 1);
}

/* A row of cells of one bit each, or of four or more. */
static void
read_row(const reader *r, size_t cell, uint32_t width, uint64_t *row)
{
	uint32_t words = (width + 63) / 64;

	for (uint32_t i = 0; i < words; i++, cell += 64)
		row[i] = ~(r->bits == 1 ? r->term[0] ^ (r->term[1] & load(r, cell))
								: look_up(r, cell));
	row[words - 1] |= ~fr_bits_within(width, words - 1);
}

static void
read_rows(const fr_map *map, const fr_costs *costs, uint64_t *row, ptrdiff_t words,
		  const fr_poll *poll)
{
	reader r;

	begin_reader(map, costs, &r);
	for (uint32_t y = 0; y < map->height; y++, row += words)
	{
		size_t first = (size_t) y * map->width;

		fr_poll_at(poll, y);
		(r.bits == 2 ? read_pairs : read_row)(&r, first, map->width, row);
	}
}

/* All cells are blocked, or passable. */
static void
fill_rows(const fr_map *map, bool blocked, uint64_t *row, ptrdiff_t words,
		  const fr_poll *poll)
{
	for (uint32_t y = 0; y < map->height; y++, row += words)
	{
		fr_poll_at(poll, y);
		for (uint32_t i = 0; i * 64 < map->width; i++)
			row[i] = blocked ? ~UINT64_C(0) : ~fr_bits_within(map->width, i);
	}
}

/* Blocks the cells of the layer `blocked`, which is packed as a map of two codes is. */
static void
add_blocked_layer(const fr_map *map, uint64_t *row, ptrdiff_t words, const fr_poll *poll)
{
	size_t cells = (size_t) map->width * map->height;
	fr_layer layer;
	reader r;

	if (!fr_map_find_layer(map, FR_LAYER_BLOCKED, strlen(FR_LAYER_BLOCKED), &layer))
		return;
	if (layer.bits == 0)
	{
		if (layer.constant > 0)
			fill_rows(map, true, row, words, poll);
		return;
	}
	r = (reader){.cells = layer.cells, .size = (cells + 7) / 8, .bits = 1};
	for (uint32_t y = 0; y < map->height; y++, row += words)
	{
		size_t cell = (size_t) y * map->width;

		fr_poll_at(poll, y);
		for (uint32_t i = 0; i * 64 < map->width; i++, cell += 64)
			row[i] |= load(&r, cell) & fr_bits_within(map->width, i);
	}
}

uint64_t *
fr_bits_of_map(fr_bits *rows, const fr_map *map, const fr_costs *costs,
			   const fr_arena *arena, const fr_poll *poll)
{
	uint64_t *first = fr_bits_lay_out(rows, map->height, map->width, arena);

	if (map->bits > 0)
		read_rows(map, costs, first, rows->words, poll);
	else
		fill_rows(map, costs->weight[0] == FR_BLOCKED, first, rows->words, poll);
	add_blocked_layer(map, first, rows->words, poll);
	return first;
}
