/*
 * jump_planes.c - bit planes that tell a search how far to jump
 *
 * jump.c explains jump points, diagonal rays, and the straight rays that leave them.
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
#include "core/grid/jump_planes.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_links.h"
#include "core/grid/patterns.h"

/* The state of building the planes. */
typedef struct planes_builder
{
	const fr_grid *grid;
	fr_jumps *jumps;
	const fr_arena *arena;
	const fr_arena *scratch; /* for temporary planes */
	const fr_poll *poll;
	fr_bits ends[4];	/* by straight direction / 2: where straight rays end */
	fr_bits dead[4];	/* where they end without a jump point */
	fr_bits reaches[4]; /* from where they reach a jump point */
	fr_bits halts;		/* with patterns: blocked and irregular cells, by rows */
} planes_builder;

static inline bool
is_vertical(int d)
{
	return d == FR_N || d == FR_S;
}

static inline bool
is_straight_ray(const fr_grid *grid, int d)
{
	return is_vertical(d) || fr_jumps_diagonally(grid->costs.jumps);
}

/* ---- where rays reach a jump point ------------------------------------------- */

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

/* The cells of a word from which a ray to smaller numbers reaches a jump point. */
static uint64_t
reaches_down(uint64_t points, uint64_t open, uint64_t *carry)
{
	uint64_t reached = fill_up(points | (*carry & open), open);
	uint64_t reaches = reached << 1 | *carry;

	*carry = reached >> 63;
	return reaches;
}

/*
 * Where straight rays along a line end: at blocked cells, and at jump points, those
 * beside which a cell is free and the one before it is not.
 */
static void
find_ends(const uint64_t *line, ptrdiff_t words, bool forward, uint64_t *ends)
{
	for (ptrdiff_t i = 0; i < words; i++)
		ends[i] = fr_straight_ray_ends(line + i, words, forward);
}

/* Lines of the map in direction d. */
static uint32_t
count_lines(const planes_builder *b, int d)
{
	return is_vertical(d) ? b->grid->width : b->grid->height;
}

/* A plane of them that only building needs. */
static uint64_t *
lay_out_lines(const planes_builder *b, int d, fr_bits *plane)
{
	uint32_t length = is_vertical(d) ? b->grid->height : b->grid->width;

	return fr_bits_lay_out(plane, count_lines(b, d), length, b->scratch);
}

/* Along the lines of blocked cells in direction d. */
static void
build_ends(planes_builder *b, const fr_bits *blocked, int d)
{
	uint64_t *ends = lay_out_lines(b, d, &b->ends[d / 2]);

	b->dead[d / 2] = *blocked;
	for (uint32_t i = 0; i < count_lines(b, d); i++, ends += blocked->words)
	{
		fr_poll_now(b->poll);
		find_ends(fr_bits_line(blocked, i), blocked->words, d == FR_S || d == FR_E, ends);
	}
}

/*
 * Finds a line of `reaches` from where rays end, and where they end without a jump point.
 */
static void
find_reaches(const uint64_t *ends, const uint64_t *dead, ptrdiff_t words, bool forward,
			 uint64_t *reaches)
{
	uint64_t carry = 0;

	for (ptrdiff_t k = 0; k < words; k++)
	{
		ptrdiff_t i = forward ? words - 1 - k : k;

		reaches[i] =
			(forward ? reaches_up : reaches_down)(ends[i] & ~dead[i], ~ends[i], &carry);
	}
}

static void
build_reaches(planes_builder *b, int d)
{
	const fr_bits *ends = &b->ends[d / 2];
	uint64_t *reaches = lay_out_lines(b, d, &b->reaches[d / 2]);

	for (uint32_t i = 0; i < count_lines(b, d); i++, reaches += ends->words)
	{
		fr_poll_now(b->poll);
		find_reaches(fr_bits_line(ends, i), fr_bits_line(&b->dead[d / 2], i), ends->words,
					 d == FR_S || d == FR_E, reaches);
	}
}

/*
 * Weaves what straight rays in direction d ask for; a word that ends them all comes
 * first.
 */
static void
interleave_straight_rays(const planes_builder *b, int d)
{
	const fr_bits *ends = &b->ends[d / 2];
	const fr_bits *reaches = &b->reaches[d / 2];
	ptrdiff_t words = ends->words;
	uint32_t lines = count_lines(b, d);
	fr_straight_ray_word *to =
		fr_arena_alloc(b->arena, (1 + (size_t) words * lines) * sizeof *to);

	*to++ = (fr_straight_ray_word){~UINT64_C(0), 0};
	b->jumps->straight_rays[d / 2] = (fr_straight_rays){to, words};
	for (uint32_t line = 0; line < lines; line++)
	{
		fr_poll_now(b->poll);
		for (ptrdiff_t i = 0; i < words; i++)
			*to++ = (fr_straight_ray_word){fr_bits_line(ends, line)[i],
										   fr_bits_line(reaches, line)[i]};
	}
}

/* ---- stops ------------------------------------------------------------- */

/* Cells of a word of a row from which a step in direction d is blocked. */
static uint64_t
find_diagonal_ray_ends(const fr_grid *grid, const uint64_t *row, int d)
{
	const uint64_t *beside = row + fr_dy[d] * grid->rows.words;
	uint64_t either = row[0] | beside[0];

	if (fr_dx[d] > 0)
		return either | either >> 1 | (row[1] | beside[1]) << 63;
	return either | either << 1 | (row[-1] | beside[-1]) >> 63;
}

/*
 * Where diagonal rays in direction d stop, by rows; vertical: the vertical `reaches`, by
 * rows.
 */
static void
find_stops(const planes_builder *b, uint32_t y, int d, const fr_bits vertical[2],
		   uint64_t *stops)
{
	const fr_grid *grid = b->grid;
	const uint64_t *row = fr_bits_line(&grid->rows, y);
	const uint64_t *north = fr_bits_line(&vertical[0], y);
	const uint64_t *south = fr_bits_line(&vertical[1], y);
	const fr_bits *across = &b->reaches[fr_dx[d] > 0 ? FR_E / 2 : FR_W / 2];

	for (ptrdiff_t i = 0; i < grid->rows.words; i++)
	{
		stops[i] = b->halts.lines ? fr_bits_line(&b->halts, y)[i]
								  : find_diagonal_ray_ends(grid, row + i, d);
		if (!fr_is_diagonal(d))
			stops[i] |= north[i] | south[i];
		else
			stops[i] |= (fr_dy[d] < 0 ? north : south)[i] | fr_bits_line(across, y)[i];
	}
}

/* Diagonal rays along rows. */
static void
build_row_stops(const planes_builder *b, int d, const fr_bits vertical[2])
{
	fr_bits *stops = &b->jumps->stops[d];
	uint64_t *line = fr_bits_lay_out(stops, b->grid->height, b->grid->width, b->arena);

	for (uint32_t y = 0; y < b->grid->height; y++, line += stops->words)
	{
		fr_poll_now(b->poll);
		find_stops(b, y, d, vertical, line);
	}
}

/* Bit i of `to` becomes bit i + by of `from`, a ring of `words` words. */
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
 * Diagonal rays along diagonals.  Row y rotated by y has the cells of a diagonal one
 * above the other, in columns, which transposing makes lines.
 */
static void
build_diagonal_stops(const planes_builder *b, int d, const fr_bits vertical[2])
{
	const fr_grid *grid = b->grid;
	uint32_t lines = b->jumps->last_line + 1;
	uint64_t *row = fr_arena_alloc(b->scratch, (lines / 64 + 1) * sizeof *row);
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
build_stops(const planes_builder *b)
{
	const fr_grid *grid = b->grid;
	const fr_bits *reaches = b->reaches;
	fr_bits vertical[2]; /* `reaches` to N and S */

	for (int i = 0; i < 2; i++)
		fr_bits_transpose(&reaches[i ? FR_S / 2 : FR_N / 2], grid->width, grid->height,
						  &vertical[i], b->scratch, b->poll);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (fr_jumps_diagonally(grid->costs.jumps) && fr_is_diagonal(d))
			build_diagonal_stops(b, d, vertical);
		else if (!fr_jumps_diagonally(grid->costs.jumps) && (d == FR_E || d == FR_W))
			build_row_stops(b, d, vertical);
}

/* ---- points ------------------------------------------------------------ */

/* The jump points of a word of row y. */
static uint64_t
points_of(const planes_builder *b, uint32_t y, uint32_t i)
{
	const uint64_t *row = fr_bits_line(&b->grid->rows, y);

	if (b->halts.lines)
		return fr_bits_line(&b->halts, y)[i] & ~row[i];
	return fr_jump_points(&b->grid->rows, row + i);
}

/* Numbers the cells where straight rays may stop. */
static void
number_points(const planes_builder *b)
{
	const fr_grid *grid = b->grid;
	uint32_t words = fr_row_words(grid);
	size_t all = (size_t) grid->height * words;
	fr_jump_point_word *word = fr_arena_alloc(b->arena, all * sizeof *word);

	b->jumps->point_words = words;
	b->jumps->points = word;
	for (uint32_t y = 0; y < grid->height; y++)
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < words; i++)
		{
			uint64_t points = points_of(b, y, i);

			*word++ = (fr_jump_point_word){points, b->jumps->point_count};
			b->jumps->point_count += fr_bits_count(points);
		}
	}
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
	uint64_t *halts = fr_bits_lay_out(&b->halts, grid->height, grid->width, b->scratch);

	fr_terrain_classes_begin(&terrain, grid, b->scratch);
	for (uint32_t y = 0; y < grid->height; y++, fr_terrain_classes_next(&terrain))
	{
		fr_poll_now(b->poll);
		for (uint32_t i = 0; i < grid->rows.words; i++)
			*halts++ = fr_terrain_irregular(&terrain, i) |
					   fr_bits_line(&grid->rows, y)[i] | linked_word(grid, y, i, true);
	}
}

/*
 * A word of a row: where straight rays end, also without a jump point, by direction / 2.
 */
typedef struct ray_word
{
	uint64_t ends[4];
	uint64_t dead[4];
} ray_word;

static void
add_pattern(const fr_pattern *pattern, uint64_t bit, ray_word *word)
{
	for (int k = 0; k < 4; k++)
	{
		if (pattern->ends >> 2 * k & 1)
			word->ends[k] |= bit;
		if (pattern->after[2 * k] == 0)
			word->dead[k] |= bit;
	}
}

/* What the search for patterns writes: each point's, and planes by rows. */
typedef struct pattern_writer
{
	fr_pattern_table table;
	fr_terrain_classes terrain;
	uint32_t *pattern_of; /* of the next point */
	fr_bits ends[4];
	fr_bits dead[4];
	uint64_t *end[4]; /* the next words */
	uint64_t *die[4];
} pattern_writer;

/* Of 64 cells from x on of the survey's row; `begins`: the points where links begin. */
static void
write_patterns(pattern_writer *w, uint64_t blocked, uint64_t points, uint64_t begins,
			   uint32_t x)
{
	ray_word word;

	for (int k = 0; k < 4; k++)
		word.ends[k] = word.dead[k] = blocked;
	for (; points; points &= points - 1)
	{
		uint32_t number = fr_pattern_number(&w->table, &w->terrain,
											x + (uint32_t) __builtin_ctzll(points));

		*w->pattern_of++ = number;
		add_pattern(&w->table.patterns[number], points & -points, &word);
	}
	for (int k = 0; k < 4; k++)
	{
		*w->end[k]++ = word.ends[k] | begins;
		*w->die[k]++ = word.dead[k] & ~begins;
	}
}

/* Keeps the planes in the direction of their straight rays. */
static void
turn_planes(planes_builder *b, const pattern_writer *w)
{
	const fr_grid *grid = b->grid;

	for (int k = 0; k < 4; k++)
	{
		if (!is_straight_ray(grid, 2 * k))
			continue;
		if (!is_vertical(2 * k))
		{
			b->ends[k] = w->ends[k];
			b->dead[k] = w->dead[k];
			continue;
		}
		fr_bits_transpose(&w->ends[k], grid->height, grid->width, &b->ends[k], b->scratch,
						  b->poll);
		fr_bits_transpose(&w->dead[k], grid->height, grid->width, &b->dead[k], b->scratch,
						  b->poll);
	}
}

/* Finds the patterns of all jump points, and where straight rays end by them. */
static void
find_patterns(planes_builder *b)
{
	const fr_grid *grid = b->grid;
	fr_pattern *patterns;
	fr_classes *classes;
	pattern_writer w;

	b->jumps->pattern_of = w.pattern_of =
		fr_arena_alloc(b->arena, (b->jumps->point_count + 1) * sizeof *w.pattern_of);
	fr_pattern_table_begin(&w.table, b->scratch);
	for (int k = 0; k < 4; k++)
	{
		w.end[k] = fr_bits_lay_out(&w.ends[k], grid->height, grid->width, b->scratch);
		w.die[k] = fr_bits_lay_out(&w.dead[k], grid->height, grid->width, b->scratch);
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
	turn_planes(b, &w);
	if (grid->links)
		b->jumps->link_arcs = fr_link_arcs_build(grid, b->arena, b->poll);
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

/* Makes the planes for jumps by corners of obstacles. */
static void
build_by_corners(planes_builder *b)
{
	const fr_grid *grid = b->grid;
	fr_bits columns;

	fr_bits_transpose(&grid->rows, grid->height, grid->width, &columns, b->scratch,
					  b->poll);
	if (grid->costs.jumps == FR_OCTILE_JUMPS)
		fr_bits_squares(b->grid, &b->jumps->squares, b->arena, b->poll);
	for (int d = FR_N; d < FR_DIRECTIONS; d += 2)
		if (is_straight_ray(grid, d))
			build_ends(b, is_vertical(d) ? &columns : &grid->rows, d);
	number_points(b);
}

/* Makes the planes for jumps by patterns; irregular cells are the jump points. */
static void
build_by_patterns(planes_builder *b)
{
	find_halts(b);
	number_points(b);
	find_patterns(b);
}

const fr_jumps *
fr_grid_jumps(const fr_grid *grid, const fr_arena *arena, const fr_arena *scratch,
			  const fr_poll *poll)
{
	fr_jumps *jumps = fr_arena_alloc(arena, sizeof *jumps);
	planes_builder b = {
		.grid = grid, .jumps = jumps, .arena = arena, .scratch = scratch, .poll = poll};

	memset(jumps, 0, sizeof *jumps);
	jumps->last_line = count_diagonals(grid->width) - 1;
	if (fr_jumps_by_pattern(grid->costs.jumps))
		build_by_patterns(&b);
	else
		build_by_corners(&b);
	for (int d = FR_N; d < FR_DIRECTIONS; d += 2)
		if (is_straight_ray(grid, d))
		{
			build_reaches(&b, d);
			interleave_straight_rays(&b, d);
		}
	build_stops(&b);
	return jumps;
}

/* ---- a first question -------------------------------------------------- */

/* Prepares a grid with FR_OCTILE_JUMPS for a first question. */
const fr_jumps *
fr_grid_first(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	fr_jumps *first = fr_arena_alloc(arena, sizeof *first);
	planes_builder b = {.grid = grid, .jumps = first, .arena = arena, .poll = poll};

	memset(first, 0, sizeof *first);
	fr_bits_transpose(&grid->rows, grid->height, grid->width, &first->columns, arena,
					  poll);
	number_points(&b);
	return first;
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

/* The bytes of a plane of bits. */
static size_t
plane_bytes(size_t lines, size_t length)
{
	return ((lines + 2) * (length / 64 + 1) + 2) * sizeof(uint64_t);
}

/*
 * The bytes that fr_grid_begin and fr_grid_first take, if each block begins at a multiple
 * of 64.
 */
size_t
fr_first_bytes(uint32_t width, uint32_t height)
{
	return sizeof(fr_grid) + sizeof(fr_jumps) + plane_bytes(height, width) +
		   plane_bytes(width, height) +
		   (size_t) height * ((width + 63) / 64) * sizeof(fr_jump_point_word) + 5 * 64;
}
