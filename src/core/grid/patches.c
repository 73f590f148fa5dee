/*
 * patches.c - planes of 64 x 64 cells each, made where a search comes by: see patches.h
 */
#include "core/grid/patches.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/inline.h"
#include "core/grid/components.h"

#define ALL_BITS ~UINT64_C(0)
#define EIGHT_LINES                                                                      \
	ALL_BITS, ALL_BITS, ALL_BITS, ALL_BITS, ALL_BITS, ALL_BITS, ALL_BITS, ALL_BITS
#define ALL_LINES                                                                        \
	{                                                                                    \
		EIGHT_LINES, EIGHT_LINES, EIGHT_LINES, EIGHT_LINES, EIGHT_LINES, EIGHT_LINES,    \
			EIGHT_LINES, EIGHT_LINES                                                     \
	}

/* Around the map: every branch ends at once. */
static const fr_patch wall = {.ends = {ALL_LINES, ALL_LINES, ALL_LINES, ALL_LINES}};

/* ---- one patch --------------------------------------------------------- */

/* The blocked cells of 64 cells of each row, and of their neighbours in the row. */
typedef struct strip
{
	uint64_t own[FR_PATCH + 2]; /* from the row above on */
	uint64_t west[FR_PATCH + 2];
	uint64_t east[FR_PATCH + 2];
} strip;

/* Rows behind the one below the map are blocked. */
static void
read_strip(const fr_grid *grid, uint32_t word, uint32_t y, strip *s)
{
	const uint64_t *row = fr_bits_line(&grid->rows, y) - grid->rows.words + word;
	uint32_t rows = grid->height - y < FR_PATCH ? grid->height - y + 2 : FR_PATCH + 2;

	for (uint32_t k = 0; k < rows; k++, row += grid->rows.words)
	{
		s->own[k] = row[0];
		s->west[k] = row[0] << 1 | row[-1] >> 63;
		s->east[k] = row[0] >> 1 | row[1] << 63;
	}
	for (uint32_t k = rows; k < FR_PATCH + 2; k++)
		s->own[k] = s->west[k] = s->east[k] = ~UINT64_C(0);
}

/* Where branches end: at blocked cells and, by direction, beyond a blocked one beside. */
static void
find_ends(const strip *s, uint64_t ends[4][FR_PATCH])
{
	for (int k = 0; k < FR_PATCH; k += 2)
	{
		fr_words north = ~fr_words_at(s->own + k);
		fr_words south = ~fr_words_at(s->own + k + 2);
		fr_words west = ~fr_words_at(s->west + k + 1);
		fr_words east = ~fr_words_at(s->east + k + 1);
		fr_words own = fr_words_at(s->own + k + 1);
		fr_words north_west = fr_words_at(s->west + k);
		fr_words north_east = fr_words_at(s->east + k);
		fr_words south_west = fr_words_at(s->west + k + 2);
		fr_words south_east = fr_words_at(s->east + k + 2);

		fr_put_words(ends[FR_N / 2] + k, own | (west & south_west) | (east & south_east));
		fr_put_words(ends[FR_E / 2] + k,
					 own | (north & north_west) | (south & south_west));
		fr_put_words(ends[FR_S / 2] + k, own | (west & north_west) | (east & north_east));
		fr_put_words(ends[FR_W / 2] + k,
					 own | (north & north_east) | (south & south_east));
	}
	fr_bits_turn(ends[FR_N / 2]);
	fr_bits_turn(ends[FR_S / 2]);
}

/* The legal diagonal steps: no cell of their square is blocked. */
static void
find_steps(const strip *s, uint64_t steps[4][FR_PATCH])
{
	for (int k = 0; k < FR_PATCH; k += 2)
	{
		fr_words own = fr_words_at(s->own + k + 1);
		fr_words west = own | fr_words_at(s->west + k + 1);
		fr_words east = own | fr_words_at(s->east + k + 1);
		fr_words north = fr_words_at(s->own + k);
		fr_words south = fr_words_at(s->own + k + 2);

		fr_put_words(steps[FR_NE / 2] + k, ~(east | north | fr_words_at(s->east + k)));
		fr_put_words(steps[FR_SE / 2] + k,
					 ~(east | south | fr_words_at(s->east + k + 2)));
		fr_put_words(steps[FR_SW / 2] + k,
					 ~(west | south | fr_words_at(s->west + k + 2)));
		fr_put_words(steps[FR_NW / 2] + k, ~(west | north | fr_words_at(s->west + k)));
	}
}

/* Free cells with a blocked one diagonally beside them, and both between free. */
static void
find_points(const strip *s, uint64_t points[FR_PATCH])
{
	for (int k = 0; k < FR_PATCH; k += 2)
	{
		fr_words west = ~fr_words_at(s->west + k + 1);
		fr_words east = ~fr_words_at(s->east + k + 1);
		fr_words north =
			(west & fr_words_at(s->west + k)) | (east & fr_words_at(s->east + k));
		fr_words south =
			(west & fr_words_at(s->west + k + 2)) | (east & fr_words_at(s->east + k + 2));

		fr_put_words(points + k, ~fr_words_at(s->own + k + 1) &
									 ((~fr_words_at(s->own + k) & north) |
									  (~fr_words_at(s->own + k + 2) & south)));
	}
}

/*
 * Makes the patch of a column and row of the map. A longjmp of the arena leaves nothing
 * behind but memory.
 */
const fr_patch *
fr_patch_make(fr_patches *patches, int32_t column, int32_t row)
{
	fr_patch *patch = fr_take(patches->arena, sizeof *patch);
	uint32_t numbered = patches->numbered;
	strip s;

	read_strip(patches->grid, (uint32_t) column, (uint32_t) row * FR_PATCH, &s);
	find_ends(&s, patch->ends);
	find_steps(&s, patch->steps);
	find_points(&s, patch->points);
	for (int k = 0; k < FR_PATCH; k++)
	{
		patch->before[k] = numbered;
		numbered += fr_bits_count(patch->points[k]);
	}
	patches->numbered = numbered;
	return patches->at[row * patches->stride + column] = patch;
}

/* ---- all of them ------------------------------------------------------- */

/* Two words of a row, and for each cell whether the one to the west or east is blocked. */
typedef struct pair_strip
{
	fr_words own;
	fr_words west;
	fr_words east;
} pair_strip;

static inline pair_strip
strip_of_pair(const uint64_t *word)
{
	fr_words own = fr_words_at(word);

	return (pair_strip){own, own << 1 | fr_words_at(word - 1) >> 63,
						own >> 1 | fr_words_at(word + 1) << 63};
}

/* fr_jump_points of two words. */
static inline fr_words
points_of_pair(pair_strip north, pair_strip own, pair_strip south)
{
	return ~own.own &
		   ((~north.own & ((~own.west & north.west) | (~own.east & north.east))) |
			(~south.own & ((~own.west & south.west) | (~own.east & south.east))));
}

#define MAX_SUMMANDS 31 /* multiples of eight that a byte holds */

/* How many bits each byte has. */
static inline fr_words
count_in_bytes(fr_words bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) +
		   (bits >> 2 & UINT64_C(0x3333333333333333));
	return (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

static inline uint32_t
sum_of_bytes(fr_words bytes)
{
	bytes = (bytes & UINT64_C(0x00ff00ff00ff00ff)) +
			(bytes >> 8 & UINT64_C(0x00ff00ff00ff00ff));
	return (uint32_t) ((bytes[0] + bytes[1]) * UINT64_C(0x0001000100010001) >> 48);
}

/* The number of jump points in two columns of words. */
static uint32_t
count_in_columns(const fr_grid *grid, uint32_t column, const fr_poll *poll)
{
	const uint64_t *word = grid->rows.lines + column;
	pair_strip north = strip_of_pair(word - grid->rows.words);
	pair_strip own = strip_of_pair(word);
	uint32_t count = 0;

	for (uint32_t y = 0; y < grid->height;)
	{
		fr_words bytes = {0, 0};

		fr_poll_now(poll);
		for (int k = 0; k < MAX_SUMMANDS && y < grid->height; k++, y++)
		{
			pair_strip south = strip_of_pair(word += grid->rows.words);

			bytes += count_in_bytes(points_of_pair(north, own, south));
			north = own;
			own = south;
		}
		count += sum_of_bytes(bytes);
	}
	return count;
}

/* Of the last one, without what is behind it. */
static uint32_t
count_in_column(const fr_grid *grid, uint32_t column, const fr_poll *poll)
{
	uint32_t count = 0;

	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_at(poll, y);
		count += fr_bits_count(
			fr_jump_points(&grid->rows, fr_bits_line(&grid->rows, y) + column));
	}
	return count;
}

/* How many jump points a grid with FR_OCTILE_JUMPS has. */
uint32_t
fr_grid_count_points(const fr_grid *grid, const fr_poll *poll)
{
	uint32_t words = fr_row_words(grid);
	uint32_t count = 0;

	for (uint32_t i = 0; i < words; i += 2)
		count += i + 1 < grid->rows.words ? count_in_columns(grid, i, poll)
										  : count_in_column(grid, i, poll);
	return count;
}

/* None is there yet, but those around the map. */
static void
lay_out(fr_patches *patches, uint32_t columns, uint32_t rows)
{
	const fr_patch **at = patches->at - patches->stride - 1;
	size_t all = (size_t) patches->stride * (rows + 2);

	for (size_t i = 0; i < all; i++)
	{
		size_t column = i % (size_t) patches->stride;
		size_t row = i / (size_t) patches->stride;
		bool inside = column > 0 && column <= columns && row > 0 && row <= rows;

		at[i] = inside ? NULL : &wall;
	}
}

/*
 * Prepares a grid with FR_OCTILE_JUMPS for a first search by `jump`. Both arenas stay in
 * use: the grid's, and this one, from which the search takes more.
 */
fr_patches *
fr_grid_patches(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	uint32_t columns = (grid->width + FR_PATCH - 1) / FR_PATCH;
	uint32_t rows = (grid->height + FR_PATCH - 1) / FR_PATCH;
	ptrdiff_t stride = (ptrdiff_t) columns + 2;
	fr_patches *patches = fr_take(arena, sizeof *patches);

	*patches = (fr_patches){.grid = grid, .arena = arena, .stride = stride};
	patches->at = fr_take(arena, (size_t) stride * (rows + 2) * sizeof *patches->at);
	patches->at += stride + 1;
	lay_out(patches, columns, rows);
	patches->point_count = fr_grid_count_points(grid, poll);
	return patches;
}

/*
 * The most bytes that such a search takes from the arenas, fr_grid_begin included, if each
 * block begins at a multiple of 64: the rows and where the flood has been, all patches, and
 * the runs of the flood.
 */
size_t
fr_first_bytes(uint32_t width, uint32_t height)
{
	size_t columns = (width + FR_PATCH - 1) / FR_PATCH;
	size_t rows = (height + FR_PATCH - 1) / FR_PATCH;
	size_t planes = ((size_t) height + 2) * (width / 64 + 1) + 2;
	size_t runs = (size_t) height * ((width + 1) / 2);
	size_t queues = runs / FR_QUEUE_RUNS + 2;

	return sizeof(fr_grid) + sizeof(fr_patches) + 5 * 64 + 2 * planes * sizeof(uint64_t) +
		   (columns + 2) * (rows + 2) * sizeof(const fr_patch *) +
		   columns * rows * (sizeof(fr_patch) + 64) +
		   queues * (sizeof(fr_run_queue) + 64);
}
