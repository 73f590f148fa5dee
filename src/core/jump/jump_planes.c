/*
 * jump_planes.c - bit planes that tell a search how far to jump
 *
 * jump_corners.c explains jump points, diagonal rays, and the straight rays that leave them.
 * There is a plane of each kind for each direction, and its lines run in this direction:
 *
 *     ends     a straight ray ends at this cell: it is a jump point, or blocked
 *     reaches  a straight ray from this cell reaches a jump point; most rays do not
 *     stops    a diagonal ray stops at this cell: it is blocked, or a straight ray from here
 *              reaches a jump point
 *
 * So a search scans 64 cells at once (block-based scanning, Harabor and Grastien 2014).
 * It reads ends and reaches together, so their words are interleaved, which saves a cache
 * miss.
 *
 * The planes do not depend on a goal. A search also stops in the row and in the column of
 * its goal.
 */
#include "core/jump/jump_planes.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_links.h"
#include "core/jump/patterns.h"

/* The state of building the planes; temporary planes are by rows. */
typedef struct planes_builder
{
	const fr_grid *grid;
	fr_jumps *jumps;
	const fr_arena *arena;
	const fr_arena *scratch; /* for temporary planes */
	const fr_poll *poll;
	fr_bits ends[4];	 /* by the direction of a straight ray / 2: where it ends */
	fr_bits dead[4];	 /* where they end without a jump point */
	fr_bits vertical[2]; /* from where they reach one, to N, of hexagons NE, and to S */
	fr_bits halts;		 /* with patterns: blocked and irregular cells */
} planes_builder;

static inline bool
is_vertical(int d)
{
	return d == FR_N || d == FR_S;
}

static uint64_t *
lay_out_rows(const planes_builder *b, fr_bits *plane)
{
	return fr_bits_lay_out(plane, b->grid->height, b->grid->width, b->scratch);
}

/* ---- where straight rays end --------------------------------------------- */

/*
 * By corners, straight rays end at blocked cells and at jump points. At a jump point, a cell
 * at the side of the ray is free, and the cell before that one is blocked.
 */

/*
 * Two words of a row: where vertical rays end. `before` leads to the row that the rays come
 * from. West and east are the words' neighbours, whose bits enter at their ends.
 */
FR_INLINE fr_words
vertical_ends(const uint64_t *row, ptrdiff_t before)
{
	fr_words opening = fr_words_at(row + before) & ~fr_words_at(row);
	fr_words west = fr_words_at(row + before - 1) & ~fr_words_at(row - 1);
	fr_words east = fr_words_at(row + before + 1) & ~fr_words_at(row + 1);

	return fr_words_at(row) | opening << 1 | west >> 63 | opening >> 1 | east << 63;
}

/* Two words of a row: free cells whose neighbour to the west, or else east, is blocked. */
FR_INLINE fr_words
openings(const uint64_t *row, bool west)
{
	fr_words cells = fr_words_at(row);

	return ~cells & (west ? cells << 1 | fr_words_at(row - 1) >> 63
						  : cells >> 1 | fr_words_at(row + 1) << 63);
}

/* Two words of a row: where rays in direction d, which is E or W, end. */
FR_INLINE fr_words
horizontal_ends(const uint64_t *row, ptrdiff_t words, int d)
{
	return fr_words_at(row) | openings(row - words, d == FR_E) |
		   openings(row + words, d == FR_E);
}

/*
 * Finds where straight rays in direction d end. Writes two words at a time. A row of an odd
 * number of words so writes one word of the next row, which is then overwritten.
 */
FR_INLINE void
find_ends(planes_builder *b, int d)
{
	const fr_bits *rows = &b->grid->rows;
	uint64_t *ends = lay_out_rows(b, &b->ends[d / 2]);

	b->dead[d / 2] = *rows;
	for (uint32_t y = 0; y < b->grid->height; y++, ends += rows->words)
	{
		const uint64_t *row = fr_bits_line(rows, y);

		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < rows->words; i += 2)
			if (is_vertical(d))
				fr_put_words(ends + i, vertical_ends(row + i, d == FR_N ? rows->words
																		: -rows->words));
			else
				fr_put_words(ends + i, horizontal_ends(row + i, rows->words, d));
	}
}

/* ---- the same between hexagons ------------------------------------------------- */

/* The bits of the neighbours, in direction d, of the 64 cells of a row's word. */
FR_INLINE uint64_t
neighbours(const uint64_t *word, ptrdiff_t words, int d)
{
	word += fr_dy[d] * words;
	if (fr_dx[d] == 0)
		return word[0];
	return fr_dx[d] > 0 ? word[0] >> 1 | word[1] << 63 : word[0] << 1 | word[-1] >> 63;
}

/* A ray ends where a cell next to it is passable and follows a blocked one, as between squares. */
FR_INLINE void
find_hex_ends(planes_builder *b, int d)
{
	const fr_bits *rows = &b->grid->rows;
	uint64_t *ends = lay_out_rows(b, &b->ends[d / 2]);

	b->dead[d / 2] = *rows;
	for (uint32_t y = 0; y < b->grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(rows, y);

		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < rows->words; i++, row++)
			*ends++ = *row |
					  (neighbours(row, rows->words, fr_hex_turn(d, -2)) &
					   ~neighbours(row, rows->words, fr_hex_turn(d, -1))) |
					  (neighbours(row, rows->words, fr_hex_turn(d, 2)) &
					   ~neighbours(row, rows->words, fr_hex_turn(d, 1)));
	}
}

/* The jump points of a row's word: passable cells at a convex corner of an obstacle. */
static uint64_t
hex_jump_points(const uint64_t *row, ptrdiff_t words)
{
	uint64_t n = neighbours(row, words, FR_N);
	uint64_t e = neighbours(row, words, FR_E);
	uint64_t sw = neighbours(row, words, FR_SW);

	return ~*row & ((neighbours(row, words, FR_NE) & ~n & ~e) |
					(neighbours(row, words, FR_S) & ~e & ~sw) |
					(neighbours(row, words, FR_W) & ~sw & ~n));
}

/* ---- where rays reach a jump point ------------------------------------------- */

/*
 * From a cell, a ray that leaves its row reaches a jump point if the next cell is one, or if
 * it passes the next cell and reaches a jump point from there.  So each row follows from the
 * next one.  `by` is the distance to the next row. Between hexagons d may be NE, where the
 * next cell is one column further.
 */
FR_INLINE void
find_row_reaches(planes_builder *b, int d)
{
	const fr_bits *ends = &b->ends[d / 2];
	const fr_bits *dead = &b->dead[d / 2];
	uint32_t height = b->grid->height;
	uint64_t *first = lay_out_rows(b, &b->vertical[d == FR_S]);
	ptrdiff_t words = ends->words;
	ptrdiff_t by = d == FR_S ? words : -words;

	for (uint32_t i = 0; i < height; i++)
	{
		uint32_t y = d == FR_S ? height - 1 - i : i;
		uint64_t *reaches = first + (ptrdiff_t) y * words;
		const uint64_t *end = fr_bits_line(ends, y) + by;
		const uint64_t *die = fr_bits_line(dead, y) + by;

		fr_poll_now(b->poll);
		for (ptrdiff_t k = 0; k < words; k++)
			reaches[k] = i == 0 ? 0 : (end[k] & ~die[k]) | (reaches[by + k] & ~end[k]);
		for (ptrdiff_t k = 0; fr_dx[d] > 0 && k < words; k++)
			reaches[k] = reaches[k] >> 1 | (k + 1 < words ? reaches[k + 1] << 63 : 0);
	}
}

/* Copies each set bit to the open bits below it, up to the first that is not open. */
static uint64_t
fill_down(uint64_t bits, uint64_t open)
{
	for (int step = 1; bits != 0 && step < 64; step *= 2)
	{
		bits |= bits >> step & open;
		open &= open >> step;
	}
	return bits;
}

/*
 * The cells of a word from which a ray to larger numbers reaches a jump point.  Rays pass
 * `open` cells.  *carry: does a ray that leaves the word reach one?
 */
static uint64_t
reaches_up(uint64_t points, uint64_t open, uint64_t *carry)
{
	uint64_t reached = fill_down(points | (*carry << 63 & open), open);
	uint64_t reaches = reached >> 1 | *carry << 63;

	*carry = reached & 1;
	return reaches;
}

/*
 * The cells of a word from which a ray to smaller numbers reaches a jump point.  Points are
 * not open, so an open cell behind one is the first of its run: adding it clears the run.
 */
static uint64_t
reaches_down(uint64_t points, uint64_t open, uint64_t *carry)
{
	uint64_t first = (points << 1 | *carry) & open;
	uint64_t reached = points | (open & ~(open + first));
	uint64_t reaches = reached << 1 | *carry;

	*carry = reached >> 63;
	return reaches;
}

/* ---- straight rays ----------------------------------------------------------- */

/* A word that ends all rays comes first, and one last, for reading two at a time. */
static fr_straight_ray_word *
lay_out_straight_rays(const planes_builder *b, int d, uint32_t lines, uint32_t length)
{
	size_t words = length / 64 + 1;
	fr_straight_ray_word *to = fr_arena_alloc(b->arena, (2 + words * lines) * sizeof *to);

	*to++ = (fr_straight_ray_word){~UINT64_C(0), 0};
	to[words * lines] = (fr_straight_ray_word){~UINT64_C(0), 0};
	b->jumps->straight_rays[d / 2] = (fr_straight_rays){to, (ptrdiff_t) words};
	return to;
}

static void
build_horizontal_rays(const planes_builder *b, int d)
{
	const fr_grid *grid = b->grid;
	ptrdiff_t words = grid->rows.words;
	fr_straight_ray_word *to = lay_out_straight_rays(b, d, grid->height, grid->width);

	for (uint32_t y = 0; y < grid->height; y++, to += words)
	{
		const uint64_t *ends = fr_bits_line(&b->ends[d / 2], y);
		const uint64_t *dead = fr_bits_line(&b->dead[d / 2], y);
		uint64_t carry = 0;

		fr_poll_now(b->poll);
		if (d == FR_W)
			for (ptrdiff_t i = 0; i < words; i++)
				to[i] = (fr_straight_ray_word){
					ends[i], reaches_down(ends[i] & ~dead[i], ~ends[i], &carry)};
		else
			for (ptrdiff_t i = words; i-- > 0;)
				to[i] = (fr_straight_ray_word){
					ends[i], reaches_up(ends[i] & ~dead[i], ~ends[i], &carry)};
	}
}

/* Both planes of straight rays that leave their rows, which become lines. */
typedef struct row_planes
{
	const fr_bits *ends;
	const fr_bits *reaches;
	uint32_t length; /* of a row, so as many lines */
} row_planes;

/* Turns 64 rows, from row y on, of both planes at once. */
static void
turn_vertical_rays(const planes_builder *b, const row_planes *rows, uint32_t y,
				   uint32_t word, fr_straight_ray_word *to, ptrdiff_t words)
{
	const uint64_t *ends = fr_bits_line(rows->ends, y) + word;
	const uint64_t *reaches = fr_bits_line(rows->reaches, y) + word;
	uint32_t count = rows->length - 64 * word;
	fr_words squares[64];

	for (uint32_t i = 0; i < 64;
		 i++, ends += rows->ends->words, reaches += rows->reaches->words)
		squares[i] = y + i < b->grid->height ? (fr_words){*ends, *reaches}
											 : (fr_words){~UINT64_C(0), 0};
	fr_bits_transpose_two(squares);
	for (uint32_t i = 0; i < 64 && i < count; i++, to += words)
		*to = (fr_straight_ray_word){squares[i][0], squares[i][1]};
}

static void
build_vertical_rays(const planes_builder *b, int d, const row_planes *rows)
{
	uint32_t height = b->grid->height;
	fr_straight_ray_word *to = lay_out_straight_rays(b, d, rows->length, height);
	ptrdiff_t words = b->jumps->straight_rays[d / 2].words;

	for (uint32_t y = 0; y < height; y += 64)
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i * 64 < rows->length; i++)
			turn_vertical_rays(b, rows, y, i, to + (ptrdiff_t) (64 * i) * words + y / 64,
							   words);
	}
	if (height % 64 == 0)
		for (uint32_t line = 0; line < rows->length; line++)
			to[(ptrdiff_t) line * words + words - 1] =
				(fr_straight_ray_word){~UINT64_C(0), 0};
}

/*
 * Rotates row y by y, to larger numbers: then cells of a diagonal from SW to NE are one above
 * the other. A row is a ring of as many bits as there are diagonals, which are more than
 * columns. Between the last column and the first, bits are set.
 */
static void
shear(const planes_builder *b, const fr_bits *from, fr_bits *sheared)
{
	uint32_t ring = (b->jumps->last_line + 1) / 64;
	uint64_t *to =
		fr_bits_lay_out(sheared, b->grid->height, b->jumps->last_line + 1, b->scratch);

	for (uint32_t y = 0; y < b->grid->height; y++, to += sheared->words)
	{
		const uint64_t *row = fr_bits_line(from, y);
		uint64_t before = ring == from->words ? row[ring - 1] : ~UINT64_C(0);

		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < ring; i++)
		{
			uint64_t word = i < from->words ? row[i] : ~UINT64_C(0);

			to[(i + y / 64) & (ring - 1)] = word << y % 64 | before >> 1 >> (63 - y % 64);
			before = word;
		}
	}
}

/* Between hexagons, to S, W and NE. */
static void
build_hex_straight_rays(planes_builder *b)
{
	uint32_t lines = b->jumps->last_line + 1;
	fr_bits ends;
	fr_bits reaches;

	find_row_reaches(b, FR_S);
	find_row_reaches(b, FR_NE);
	shear(b, &b->ends[FR_NE / 2], &ends);
	shear(b, &b->vertical[0], &reaches);
	build_vertical_rays(
		b, FR_S, &(row_planes){&b->ends[FR_S / 2], &b->vertical[1], b->grid->width});
	build_vertical_rays(b, FR_NE, &(row_planes){&ends, &reaches, lines});
	build_horizontal_rays(b, FR_W);
}

static void
build_straight_rays(planes_builder *b)
{
	for (int d = FR_N; d < FR_DIRECTIONS; d += 2)
		if (is_vertical(d))
		{
			find_row_reaches(b, d);
			build_vertical_rays(
				b, d,
				&(row_planes){&b->ends[d / 2], &b->vertical[d == FR_S], b->grid->width});
		}
		else if (fr_jumps_diagonally(b->grid->costs.jumps))
			build_horizontal_rays(b, d);
}

/* ---- stops: diagonal rays along rows ------------------------------------- */

/*
 * A ray stops before a blocked cell; with patterns, at blocked and irregular cells. It also
 * stops where a vertical ray reaches a jump point.
 */
static void
build_row_stops(const planes_builder *b, int d)
{
	fr_bits *stops = &b->jumps->stops[d];
	uint64_t *line = fr_bits_lay_out(stops, b->grid->height, b->grid->width, b->arena);

	for (uint32_t y = 0; y < b->grid->height; y++, line += stops->words)
	{
		const uint64_t *north = fr_bits_line(&b->vertical[0], y);
		const uint64_t *south = fr_bits_line(&b->vertical[1], y);
		const uint64_t *row = fr_bits_line(&b->grid->rows, y);

		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < stops->words; i++)
		{
			uint64_t halts = row[i] | (d == FR_E ? row[i] >> 1 | row[i + 1] << 63
												 : row[i] << 1 | row[i - 1] >> 63);

			if (b->halts.lines)
				halts = fr_bits_line(&b->halts, y)[i];
			line[i] = halts | north[i] | south[i];
		}
	}
}

/* ---- stops: diagonal rays along diagonals ------------------------------------- */

/*
 * If row y is rotated by y, the cells of a diagonal are one above the other. Transposing
 * makes each of these columns a line. This is done for 64 rows at a time, which rotate by
 * the same number of words and by 0 to 63 bits.
 */

/*
 * The stops of 64 rows in one direction. A row is a ring of words, whose first words
 * follow again behind the last, so that any two neighbours can be read together.
 */
typedef struct stop_rows
{
	uint64_t *words;
	ptrdiff_t stride; /* words from one row to the next */
	uint32_t ring;	  /* words of a ring, a power of two */
} stop_rows;

#define RING_OVERLAP 2

/*
 * Two words of row y: cells that no diagonal step in direction d leaves; with patterns,
 * blocked and irregular cells.
 */
FR_INLINE fr_words
diagonal_halts(const planes_builder *b, uint32_t y, ptrdiff_t i, int d)
{
	const uint64_t *square;

	if (b->halts.lines)
		return fr_words_at(fr_bits_line(&b->halts, y) + i);
	square = fr_bits_line(&b->jumps->squares, y) + i;
	if (fr_dy[d] < 0)
		square -= b->jumps->squares.words;
	if (fr_dx[d] > 0)
		return fr_words_at(square);
	return fr_words_at(square) << 1 | fr_words_at(square - 1) >> 63;
}

/* Finds where diagonal rays in direction d stop in row y: bits of `to`, the row's ring buffer. */
FR_INLINE void
find_diagonal_stops(const planes_builder *b, uint32_t y, int d, const stop_rows *rows,
					uint64_t *to)
{
	const fr_straight_rays *rays =
		&b->jumps->straight_rays[fr_dx[d] > 0 ? FR_E / 2 : FR_W / 2];
	const fr_straight_ray_word *across = rays->lines + (ptrdiff_t) y * rays->words;
	const uint64_t *vertical = fr_bits_line(&b->vertical[fr_dy[d] > 0], y);
	ptrdiff_t words = fr_row_words(b->grid);

	for (ptrdiff_t i = 0; i < words; i += 2)
		fr_put_words(to + i, diagonal_halts(b, y, i, d) | fr_words_at(vertical + i) |
								 (fr_words){across[i].reaches, across[i + 1].reaches});
	if (words % 2)
		to[words] = ~UINT64_C(0);
	for (uint32_t i = 0; i < RING_OVERLAP; i++)
		to[rows->ring + i] = to[i & (rows->ring - 1)];
}

/* Rotates two words of each of 64 rows, from y on, and turns them into words of 128 lines. */
FR_INLINE void
turn_diagonal_stops(const stop_rows *rows, bool rising, uint32_t y, uint32_t word,
					uint32_t height, fr_words squares[64])
{
	uint32_t by = rising ? word - y / 64 - 1 : word + y / 64;
	const uint64_t *from = rows->words + (by & (rows->ring - 1));

	for (uint32_t i = 0; i < 64; i++, from += rows->stride)
	{
		fr_words low = fr_words_at(from);
		fr_words high = fr_words_at(from + 1);

		if (y + i >= height)
			squares[i] = ~(fr_words){0};
		else if (rising)
			squares[i] = high << i | low >> 1 >> (63 - i);
		else
			squares[i] = low >> i | high << 1 << (63 - i);
	}
	fr_bits_transpose_two(squares);
}

FR_INLINE void
build_diagonal_stops(const planes_builder *b, int d, const stop_rows *rows)
{
	const fr_grid *grid = b->grid;
	fr_bits *stops = &b->jumps->stops[d];
	uint32_t lines = b->jumps->last_line + 1;
	uint64_t *to = fr_bits_lay_out(stops, lines, grid->height, b->arena);
	fr_words squares[64];

	for (uint32_t y = 0; y < grid->height; y += 64, to++)
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < 64 && y + i < grid->height; i++)
			find_diagonal_stops(b, y + i, d, rows, rows->words + i * rows->stride);
		for (uint32_t line = 0; line < lines; line += 128)
		{
			turn_diagonal_stops(rows, fr_dx[d] != fr_dy[d], y, line / 64, grid->height,
								squares);
			fr_bits_put_two(squares, lines - line, to + (ptrdiff_t) line * stops->words,
							stops->words);
		}
	}
}

/* ---- stops: between hexagons ------------------------------------------------ */

/*
 * By rows: where a ray to N or SW stops, which straight rays to W and to another direction
 * leave. `reaches` are of the other direction.
 */
FR_INLINE void
find_hex_stops(const planes_builder *b, int d, const fr_bits *reaches, fr_bits *stops)
{
	const fr_straight_rays *west = &b->jumps->straight_rays[FR_W / 2];
	ptrdiff_t words = b->grid->rows.words;
	uint64_t *to = lay_out_rows(b, stops);

	for (uint32_t y = 0; y < b->grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&b->grid->rows, y);
		const uint64_t *halts = b->halts.lines ? fr_bits_line(&b->halts, y) : NULL;

		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < words; i++)
			*to++ = (halts ? halts[i] : row[i] | neighbours(row + i, words, d)) |
					west->lines[(ptrdiff_t) y * west->words + i].reaches |
					fr_bits_line(reaches, y)[i];
	}
}

/* Rays to E, N and SW; straight rays 60 degrees to the left and to the right leave them. */
static void
build_hex_stops(const planes_builder *b)
{
	uint32_t height = b->grid->height;
	fr_jumps *jumps = b->jumps;
	fr_bits stops;
	fr_bits sheared;

	build_row_stops(b, FR_E);
	find_hex_stops(b, FR_N, &b->vertical[0], &stops);
	fr_bits_transpose(&stops, height, b->grid->width, &jumps->stops[FR_N], b->arena,
					  b->poll);
	find_hex_stops(b, FR_SW, &b->vertical[1], &stops);
	shear(b, &stops, &sheared);
	fr_bits_transpose(&sheared, height, jumps->last_line + 1, &jumps->stops[FR_SW],
					  b->arena, b->poll);
}

/* ---- all stops -------------------------------------------------------------- */

static void
build_stops(const planes_builder *b)
{
	if (b->grid->costs.hex)
		build_hex_stops(b);
	else if (!fr_jumps_diagonally(b->grid->costs.jumps))
	{
		build_row_stops(b, FR_E);
		build_row_stops(b, FR_W);
	}
	else
	{
		uint32_t ring = (b->jumps->last_line + 1) / 64;
		stop_rows rows = {.stride = ring + RING_OVERLAP, .ring = ring};
		size_t size = 64 * (size_t) rows.stride * sizeof *rows.words;

		rows.words = fr_arena_alloc(b->scratch, size);
		memset(rows.words, 0xff, size);
		build_diagonal_stops(b, FR_NE, &rows);
		build_diagonal_stops(b, FR_SE, &rows);
		build_diagonal_stops(b, FR_SW, &rows);
		build_diagonal_stops(b, FR_NW, &rows);
	}
}

/* ---- jump points -------------------------------------------------------- */

/* Where jump points are. With patterns, each halt that is not blocked is a jump point. */
enum point_rule
{
	SQUARE_CORNERS,
	HEX_CORNERS,
	HALTS
};

/* Finds and numbers the jump points; a copy for each rule. */
FR_INLINE void
number_points_by(const planes_builder *b, enum point_rule rule)
{
	const fr_bits *rows = &b->grid->rows;
	uint32_t words = fr_row_words(b->grid);
	size_t all = (size_t) b->grid->height * words;
	fr_jump_point_word *word = fr_arena_alloc(b->arena, all * sizeof *word);
	uint32_t count = 0;

	b->jumps->point_words = words;
	b->jumps->points = word;
	for (uint32_t y = 0; y < b->grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(rows, y);
		const uint64_t *halts = rule == HALTS ? fr_bits_line(&b->halts, y) : NULL;

		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < words; i++)
		{
			uint64_t points = rule == HALTS ? halts[i] & ~row[i]
							  : rule == HEX_CORNERS
								  ? hex_jump_points(row + i, rows->words)
								  : fr_jump_points(rows, row + i);

			*word++ = (fr_jump_point_word){points, count};
			count += fr_bits_count(points);
		}
	}
	b->jumps->point_count = count;
}

static void
number_points(const planes_builder *b)
{
	if (b->halts.lines)
		number_points_by(b, HALTS);
	else if (b->grid->costs.hex)
		number_points_by(b, HEX_CORNERS);
	else
		number_points_by(b, SQUARE_CORNERS);
}

/* ---- by patterns ------------------------------------------------------------- */

/*
 * With patterns, the jump points are the irregular cells and the ends of links. The
 * pattern around a jump point decides whether a straight ray ends there.
 *
 * All rays stop where a link begins. Straight rays may pass a cell where links only end:
 * a search needs this cell only for its pattern, when it comes from the link.
 */

/* The cells of a word of a row where links begin; with `ends`, also where they end. */
static uint64_t
linked_word(const fr_grid *grid, uint32_t y, uint32_t word, bool ends)
{
	uint32_t n = y * grid->width + word * 64;
	uint64_t cells;

	if (!grid->links || word * 64 >= grid->width)
		return 0;
	cells = fr_arcs_word(&grid->links->ahead, n);
	if (ends)
		cells |= fr_arcs_word(&grid->links->back, n);
	return cells & fr_grid_free_word(grid, y, word);
}

/* Finds blocked and irregular cells, and the cells of links. */
static void
find_halts(planes_builder *b)
{
	const fr_grid *grid = b->grid;
	fr_terrain_classes terrain;
	uint64_t *halts = lay_out_rows(b, &b->halts);

	fr_terrain_classes_begin(&terrain, grid, b->scratch);
	for (uint32_t y = 0; y < grid->height; y++, fr_terrain_classes_next(&terrain))
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < grid->rows.words; i++)
			*halts++ = fr_terrain_irregular(&terrain, i) |
					   fr_bits_line(&grid->rows, y)[i] | linked_word(grid, y, i, true);
	}
}

/* Where find_patterns writes next: the number of a pattern, and words of the planes. */
typedef struct pattern_writer
{
	fr_pattern_table table;
	fr_terrain_classes terrain;
	uint32_t *pattern_of; /* of the next jump point */
	const uint8_t *rays;  /* the directions of straight rays */
	uint64_t *ends[4];	  /* by direction / 2 */
	uint64_t *dead[4];
} pattern_writer;

/*
 * Finds the patterns of the jump points among 64 cells of a row, from x on, and where
 * straight rays end there. `begins` are the jump points where links begin.
 */
static void
write_patterns(pattern_writer *w, uint64_t blocked, uint64_t points, uint64_t begins,
			   uint32_t x)
{
	uint64_t ends[4] = {blocked, blocked, blocked, blocked};
	uint64_t dead[4] = {blocked, blocked, blocked, blocked};

	for (; points; points &= points - 1)
	{
		uint32_t number = fr_pattern_number(&w->table, &w->terrain,
											x + (uint32_t) __builtin_ctzll(points));

		const fr_pattern *pattern = &w->table.patterns[number];
		uint64_t bit = points & -points;

		*w->pattern_of++ = number;
		for (int k = 0; k < 4; k++)
		{
			if (pattern->ends >> w->rays[k] & 1)
				ends[k] |= bit;
			if (pattern->after[w->rays[k]] == 0)
				dead[k] |= bit;
		}
	}
	for (int k = 0; k < 4; k++)
	{
		*w->ends[k]++ = ends[k] | begins;
		*w->dead[k]++ = dead[k] & ~begins;
	}
}

/* Finds the patterns of all jump points, and where straight rays end by them. */
static void
find_patterns(planes_builder *b)
{
	static const uint8_t rays[][4] = {{FR_N, FR_E, FR_S, FR_W},
									  {FR_NE, FR_E, FR_S, FR_W}}; /* no rays to E */
	const fr_grid *grid = b->grid;
	fr_pattern *patterns;
	fr_classes *classes;
	pattern_writer w;

	b->jumps->pattern_of = w.pattern_of =
		fr_arena_alloc(b->arena, (b->jumps->point_count + 1) * sizeof *w.pattern_of);
	fr_pattern_table_begin(&w.table, b->scratch);
	w.rays = rays[grid->costs.hex];
	for (int k = 0; k < 4; k++)
	{
		w.ends[k] = lay_out_rows(b, &b->ends[k]);
		w.dead[k] = lay_out_rows(b, &b->dead[k]);
	}
	fr_terrain_classes_begin(&w.terrain, grid, b->scratch);
	classes = fr_arena_alloc(b->arena, sizeof *classes);
	*classes = w.terrain.classes;
	b->jumps->classes = classes;
	for (uint32_t y = 0; y < grid->height; y++, fr_terrain_classes_next(&w.terrain))
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);
		const uint64_t *halts = fr_bits_line(&b->halts, y);

		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < grid->rows.words; i++)
			write_patterns(&w, row[i], halts[i] & ~row[i], linked_word(grid, y, i, false),
						   i * 64);
	}
	patterns = fr_arena_alloc(b->arena, (w.table.count + 1) * sizeof *patterns);
	memcpy(patterns, w.table.patterns, w.table.count * sizeof *patterns);
	b->jumps->patterns = patterns;
	if (grid->links)
		b->jumps->link_arcs = fr_link_arcs_build(grid, b->arena, b->poll);
}

/* ---- all of it --------------------------------------------------------- */

const fr_jumps *
fr_grid_jumps(const fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
			  const fr_poll *poll)
{
	fr_jumps *jumps = fr_arena_alloc(arena, sizeof *jumps);
	planes_builder b = {
		.grid = grid, .jumps = jumps, .arena = arena, .scratch = scratch, .poll = poll};

	memset(jumps, 0, sizeof *jumps);
	/* at least as many diagonals as columns, so that no two cells of a row share one; between
	 * hexagons more, so that the last column and the first are no neighbours */
	jumps->last_line = 63;
	while (jumps->last_line + 1 < grid->width + grid->costs.hex)
		jumps->last_line = 2 * jumps->last_line + 1;
	if (fr_jumps_by_pattern(grid->costs.jumps))
	{
		find_halts(&b);
		number_points(&b);
		find_patterns(&b);
	}
	else if (grid->costs.hex)
	{
		find_hex_ends(&b, FR_S);
		find_hex_ends(&b, FR_W);
		find_hex_ends(&b, FR_NE);
		number_points(&b);
	}
	else
	{
		find_ends(&b, FR_N);
		find_ends(&b, FR_S);
		if (grid->costs.jumps == FR_OCTILE_JUMPS)
		{
			find_ends(&b, FR_E);
			find_ends(&b, FR_W);
			fr_bits_squares(grid, &jumps->squares, arena, poll);
		}
		number_points(&b);
	}
	if (grid->costs.hex)
		build_hex_straight_rays(&b);
	else
		build_straight_rays(&b);
	build_stops(&b);
	return jumps;
}

/* ---- a cold question -------------------------------------------------- */

const fr_jumps *
fr_grid_cold(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_jumps *cold = fr_arena_alloc(arena, sizeof *cold);
	planes_builder b = {.grid = grid, .jumps = cold, .arena = arena, .poll = poll};

	memset(cold, 0, sizeof *cold);
	fr_bits_transpose(&grid->rows, grid->height, grid->width, &cold->columns, arena,
					  poll);
	number_points(&b);
	return cold;
}

uint32_t
fr_grid_count_points(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_at(poll, y);
		for (uint32_t i = 0; i < fr_row_words(grid); i++)
			count += fr_bits_count(fr_jump_points(&grid->rows, row + i));
	}
	return count;
}

/* The bytes of fr_bits_lay_out. */
static size_t
plane_bytes(size_t lines, size_t length)
{
	return ((lines + 2) * (length / 64 + 1) + 3) * sizeof(uint64_t);
}

/* As fr_grid_begin and fr_grid_cold allocate. */
size_t
fr_cold_bytes(uint32_t width, uint32_t height)
{
	return sizeof(fr_grid) + sizeof(fr_jumps) + plane_bytes(height, width) +
		   plane_bytes(width, height) +
		   (size_t) height * ((width + 63) / 64) * sizeof(fr_jump_point_word) + 5 * 64;
}
