/*
 * jumps.c - bit planes that tell a search how far to jump
 *
 * jump.c says what spines, branches and jump points are.  A branch that meets no
 * jump point before it is blocked is of no use, and most branches are of that
 * kind.  So the planes `leads` say for each cell and straight direction whether a
 * branch from there meets one.  A spine has to stop only where such a branch
 * leaves it, or where it is blocked: the planes `stops` have a bit there.  Their
 * lines run along the spines, so that a search looks through 64 cells of a spine
 * at once.
 *
 * Nothing here depends on a goal.  A search stops in the row and in the column of
 * its goal as well.
 */
#include "core/grid/jumps.h"

#include <string.h>

#include "core/base/error.h"
#include "core/grid/components.h"
#include "core/grid/moves.h"

/* What building has in hand. */
typedef struct builder
{
	const fr_grid *grid;
	fr_jumps *jumps;
	const fr_arena *arena;
	const fr_arena *scratch; /* for what only building needs */
	const fr_poll *poll;
} builder;

/* ---- squares ----------------------------------------------------------- */

/*
 * A bit for each square of 2 x 2 cells, that of its first cell: is one of them
 * blocked?  Diagonal steps that need both side cells cross free squares.
 */
static void
build_squares(const builder *b)
{
	const fr_grid *grid = b->grid;
	ptrdiff_t words = grid->rows.words;
	uint64_t *squares =
		fr_bits_lay_out(&b->jumps->squares, grid->height, grid->width, b->arena);

	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < words; i++)
		{
			uint64_t either = row[i] | row[i + words];
			uint64_t next = row[i + 1] | row[i + 1 + words];

			*squares++ = either | either >> 1 | next << 63;
		}
	}
}

/* ---- leads ------------------------------------------------------------- */

/* Copies set bits upwards, as far as `open` bits go. */
static uint64_t
fill_up(uint64_t bits, uint64_t open)
{
	for (int step = 1; bits != 0 && step < 64; step *= 2)
	{
		bits |= bits << step & open;
		open &= open << step;
	}
	return bits;
}

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

/* From which cells of a line does a run to larger numbers lead to a jump point? */
static void
find_leads_forward(const uint64_t *line, ptrdiff_t words, uint64_t *leads)
{
	const uint64_t *left = line - words;
	const uint64_t *right = line + words;
	uint64_t carry = 0; /* is the first stop behind this word a jump point? */

	for (ptrdiff_t i = words - 1; i >= 0; i--)
	{
		uint64_t points = ((left[i] << 1 | left[i - 1] >> 63) & ~left[i]) |
						  ((right[i] << 1 | right[i - 1] >> 63) & ~right[i]);
		uint64_t open = ~(line[i] | points);
		uint64_t reached = fill_down((points & ~line[i]) | (carry << 63 & open), open);

		leads[i] = reached >> 1 | carry << 63;
		carry = reached & 1;
	}
}

/* The same to smaller numbers. */
static void
find_leads_backward(const uint64_t *line, ptrdiff_t words, uint64_t *leads)
{
	const uint64_t *left = line - words;
	const uint64_t *right = line + words;
	uint64_t carry = 0;

	for (ptrdiff_t i = 0; i < words; i++)
	{
		uint64_t points = ((left[i] >> 1 | left[i + 1] << 63) & ~left[i]) |
						  ((right[i] >> 1 | right[i + 1] << 63) & ~right[i]);
		uint64_t open = ~(line[i] | points);
		uint64_t reached = fill_up((points & ~line[i]) | (carry & open), open);

		leads[i] = reached << 1 | carry;
		carry = reached >> 63;
	}
}

/* Both ways along all lines of blocked cells. */
static void
build_leads(const builder *b, const fr_bits *blocked, uint32_t lines, uint32_t length,
			int forward)
{
	fr_bits *leads = b->jumps->leads;
	uint64_t *ahead = fr_bits_lay_out(&leads[forward / 2], lines, length, b->arena);
	uint64_t *behind =
		fr_bits_lay_out(&leads[fr_opposite(forward) / 2], lines, length, b->arena);

	for (uint32_t i = 0; i < lines; i++)
	{
		const uint64_t *line = fr_bits_line(blocked, i);

		fr_poll_now(b->poll);
		find_leads_forward(line, blocked->words, ahead + i * blocked->words);
		find_leads_backward(line, blocked->words, behind + i * blocked->words);
	}
}

/* ---- stops ------------------------------------------------------------- */

/* Cells of a word of a row from which a step in direction d is blocked. */
static uint64_t
find_ends(const fr_grid *grid, const uint64_t *row, int d)
{
	const uint64_t *beside = row + fr_dy[d] * grid->rows.words;
	uint64_t either = row[0] | beside[0];

	if (fr_dx[d] > 0)
		return either | either >> 1 | (row[1] | beside[1]) << 63;
	return either | either << 1 | (row[-1] | beside[-1]) >> 63;
}

/* Where spines in direction d stop, by rows; vertical: the vertical leads, by rows. */
static void
find_stops(const builder *b, uint32_t y, int d, const fr_bits vertical[2],
		   uint64_t *stops)
{
	const fr_grid *grid = b->grid;
	const uint64_t *row = fr_bits_line(&grid->rows, y);
	const uint64_t *north = fr_bits_line(&vertical[0], y);
	const uint64_t *south = fr_bits_line(&vertical[1], y);
	const uint64_t *across =
		fr_bits_line(&b->jumps->leads[fr_dx[d] > 0 ? FR_E / 2 : FR_W / 2], y);

	for (ptrdiff_t i = 0; i < grid->rows.words; i++)
	{
		stops[i] = find_ends(grid, row + i, d);
		if (!fr_is_diagonal(d))
			stops[i] |= north[i] | south[i];
		else
			stops[i] |= (fr_dy[d] < 0 ? north : south)[i] | across[i];
	}
}

/* Spines along rows. */
static void
build_row_stops(const builder *b, int d, const fr_bits vertical[2])
{
	fr_bits *stops = &b->jumps->stops[d];
	uint64_t *line = fr_bits_lay_out(stops, b->grid->height, b->grid->width, b->arena);

	for (uint32_t y = 0; y < b->grid->height; y++, line += stops->words)
	{
		fr_poll_now(b->poll);
		find_stops(b, y, d, vertical, line);
	}
}

/* Bit i of `to` becomes bit i + by of `from`, which goes round after so many words. */
static void
rotate(const uint64_t *from, uint32_t words, uint32_t by, uint64_t *to)
{
	uint32_t word = by / 64;
	unsigned bit = by % 64;

	for (uint32_t i = 0; i < words; i++)
	{
		uint64_t low = from[(i + word) & (words - 1)];
		uint64_t high = from[(i + word + 1) & (words - 1)];

		to[i] = bit ? low >> bit | high << (64 - bit) : low;
	}
}

/*
 * Spines along diagonals.  Row y rotated by y has the cells of a diagonal one
 * above the other, in columns, which transposing makes lines.
 */
static void
build_diagonal_stops(const builder *b, int d, const fr_bits vertical[2])
{
	const fr_grid *grid = b->grid;
	uint32_t lines = b->jumps->last_line + 1;
	uint64_t *row = fr_take(b->scratch, (lines / 64 + 1) * sizeof *row);
	fr_bits rotated;
	uint64_t *to = fr_bits_lay_out(&rotated, grid->height, lines, b->scratch);

	memset(row, 0xff, (lines / 64 + 1) * sizeof *row);
	for (uint32_t y = 0; y < grid->height; y++, to += rotated.words)
	{
		uint32_t by = fr_dx[d] == fr_dy[d] ? y : 0 - y;

		fr_poll_now(b->poll);
		find_stops(b, y, d, vertical, row);
		rotate(row, lines / 64, by & b->jumps->last_line, to);
	}
	fr_bits_transpose(&rotated, grid->height, lines, &b->jumps->stops[d], b->arena,
					  b->poll);
}

static void
build_stops(const builder *b)
{
	const fr_grid *grid = b->grid;
	const fr_bits *leads = b->jumps->leads;
	fr_bits vertical[2];

	for (int i = 0; i < 2; i++)
		fr_bits_transpose(&leads[i ? FR_S / 2 : FR_N / 2], grid->width, grid->height,
						  &vertical[i], b->scratch, b->poll);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (grid->costs.jumps == FR_OCTILE_JUMPS && fr_is_diagonal(d))
			build_diagonal_stops(b, d, vertical);
		else if (grid->costs.jumps == FR_TILE_JUMPS && (d == FR_E || d == FR_W))
			build_row_stops(b, d, vertical);
}

/* ---- points ------------------------------------------------------------ */

/* Free cells with a blocked one diagonally beside them, and both between free. */
static uint64_t
find_points(const fr_grid *grid, const uint64_t *word)
{
	fr_strip north = fr_strip_of(word - grid->rows.words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + grid->rows.words);

	return own.cells &
		   ((north.cells & ((own.west & ~north.west) | (own.east & ~north.east))) |
			(south.cells & ((own.west & ~south.west) | (own.east & ~south.east))));
}

/* Numbers the cells where branches may stop. */
static void
number_points(const builder *b)
{
	const fr_grid *grid = b->grid;
	uint32_t words = fr_row_words(grid);
	size_t all = (size_t) grid->height * words;
	uint64_t *points = fr_take(b->arena, all * sizeof *points);
	uint32_t *before = fr_take(b->arena, all * sizeof *before);

	b->jumps->point_words = words;
	b->jumps->points = points;
	b->jumps->points_before = before;
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < words; i++)
		{
			*points = find_points(grid, row + i);
			*before++ = b->jumps->point_count;
			b->jumps->point_count += fr_bits_count(*points++);
		}
	}
}

/* ---- all of it --------------------------------------------------------- */

/* A power of two, and whole words: no two cells of a row are in one line. */
static uint32_t
count_diagonals(uint32_t width)
{
	uint32_t lines = 64;

	while (lines < width)
		lines *= 2;
	return lines;
}

/* For grids where searches may jump. */
const fr_jumps *
fr_grid_jumps(const fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
			  const fr_poll *poll)
{
	fr_jumps *jumps = fr_take(arena, sizeof *jumps);
	builder b = {grid, jumps, arena, scratch, poll};

	memset(jumps, 0, sizeof *jumps);
	jumps->last_line = count_diagonals(grid->width) - 1;
	fr_moves_tabulate_after(grid, jumps->after);
	fr_bits_transpose(&grid->rows, grid->height, grid->width, &jumps->columns, arena,
					  poll);
	if (grid->costs.jumps == FR_OCTILE_JUMPS)
		build_squares(&b);
	build_leads(&b, &grid->rows, grid->height, grid->width, FR_E);
	build_leads(&b, &jumps->columns, grid->width, grid->height, FR_S);
	build_stops(&b);
	number_points(&b);
	return jumps;
}
