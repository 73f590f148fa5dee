/*
 * jump_planes.h - bit planes that tell a search how far to jump
 *
 * jump_planes.c explains the planes, jump_corners.c the rays. The inline functions below are
 * the inner loops of searches.
 */
#ifndef FRINGE_JUMP_PLANES_H
#define FRINGE_JUMP_PLANES_H

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/grid/terrain_classes.h"

/* The moves worth trying at all cells with the same 3 x 3 neighbourhood: patterns.c. */
typedef struct fr_pattern
{
	uint8_t after[FR_DIRECTIONS];  /* worth trying, by the direction of arrival */
	uint8_t moves;				   /* worth trying from a start */
	uint8_t ends;				   /* directions of arrival that end a run here */
	uint8_t class;				   /* of the cell's weight */
	uint8_t around[FR_DIRECTIONS]; /* classes of its neighbours */
} fr_pattern;

/* Two planes of straight rays, which are read together: 64 cells of a line. */
typedef struct fr_straight_ray_word
{
	uint64_t ends;	  /* a straight ray ends there */
	uint64_t reaches; /* one from there meets a jump point */
} fr_straight_ray_word;

typedef struct fr_straight_rays
{
	const fr_straight_ray_word *lines;
	ptrdiff_t words; /* a line */
} fr_straight_rays;

/* 64 cells of a row: their jump points. */
typedef struct fr_jump_point_word
{
	uint64_t points; /* jump points */
	uint32_t before; /* how many there are in words before this one */
} fr_jump_point_word;

/*
 * The planes, jump points and patterns of a grid. Members that its kind of jumps does not
 * need are 0.
 */
struct fr_jumps
{
	fr_bits
		squares; /* squares of 2 x 2 cells with a blocked one, by their first; octile */
	fr_straight_rays straight_rays[4]; /* by the direction of the ray / 2 */
	fr_bits stops[FR_DIRECTIONS];	   /* by direction: a diagonal ray has to stop */
	uint32_t last_line;				   /* of the stops of diagonals; 2^k - 1 */
	const fr_jump_point_word *points;  /* by rows of point_words words */
	uint32_t point_words;
	uint32_t point_count;
	fr_bits columns;					  /* blocked cells; only for cold questions */
	const fr_classes *classes;			  /* for patterns */
	const fr_pattern *patterns;			  /* each that occurs */
	const uint32_t *pattern_of;			  /* of each jump point */
	const struct fr_link_arcs *link_arcs; /* grid_links.h; where the grid has links */
};

/* The bit planes of jump point search, for a grid whose costs allow jumps. */
const fr_jumps *fr_grid_jumps(const fr_grid *grid, const fr_arena *arena,
							  const fr_arena *scratch, const fr_poll *poll);

/*
 * For a cold question, a grid with FR_OCTILE_JUMPS needs only fr_grid_begin and
 * fr_grid_cold, which makes the columns and numbers the jump points. fr_cold_bytes is the
 * size of both, if each block begins at a multiple of 64.
 */
const fr_jumps *fr_grid_cold(const fr_grid *grid, const fr_arena *arena,
							 const fr_poll *poll);
size_t fr_cold_bytes(uint32_t width, uint32_t height);
uint32_t fr_grid_count_points(const fr_grid *grid, const fr_poll *poll);

/* The nodes of a search for a cold question, also of a grid that is completely decoded. */
uint32_t fr_online_nodes(const fr_grid *grid, const fr_poll *poll);

/*
 * The line of bits that a ray runs along: a bit is set where the ray stops. Bits of a diagonal
 * and of a column are numbered by y, bits of a row by x.
 */
typedef struct fr_diagonal_ray
{
	const uint64_t *stops;
} fr_diagonal_ray;

/*
 * The line of cells that a ray in direction d runs along.  Diagonals lie side by side: cells
 * with the same x - y, or x + y, modulo the number of lines share one.  No two of
 * them have the same y, since there are at least as many lines as columns.
 */
FR_INLINE uint32_t
fr_ray_line(const fr_jumps *jumps, fr_cell at, int d)
{
	if (fr_is_diagonal(d))
		return (uint32_t) (fr_dx[d] == fr_dy[d] ? at.x - at.y : at.x + at.y) &
			   jumps->last_line;
	return (uint32_t) (fr_dx[d] == 0 ? at.x : at.y);
}

FR_INLINE fr_diagonal_ray
fr_diagonal_ray_of(const fr_jumps *jumps, fr_cell at, int d)
{
	return (fr_diagonal_ray){fr_bits_line(&jumps->stops[d], fr_ray_line(jumps, at, d))};
}

/* Steps from a cell to the next stop; the first one has to be legal. */
FR_INLINE int32_t
fr_diagonal_ray_steps(const fr_diagonal_ray *ray, fr_cell at, int d)
{
	int32_t here = fr_dy[d] != 0 ? at.y : at.x;
	bool forward = fr_dy[d] != 0 ? fr_dy[d] > 0 : fr_dx[d] > 0;

	return forward ? fr_bits_next(ray->stops, here) - here
				   : here - fr_bits_previous(ray->stops, here);
}

/* The line that a straight ray from a cell in direction d goes along. */
FR_INLINE const fr_straight_ray_word *
fr_straight_ray_line(const fr_jumps *jumps, fr_cell at, int d)
{
	const fr_straight_rays *rays = &jumps->straight_rays[d / 2];

	if (fr_is_diagonal(d))
		return rays->lines + (ptrdiff_t) fr_ray_line(jumps, at, d) * rays->words;
	return rays->lines + (d == FR_N || d == FR_S ? at.x : at.y) * rays->words;
}

/* Does a straight ray from this cell reach a jump point? */
FR_INLINE bool
fr_straight_ray_reaches(const fr_straight_ray_word *line, int32_t at)
{
	return line[at >> 6].reaches >> (at & 63) & 1;
}

/* The end of a straight ray to larger numbers. */
FR_INLINE int32_t
fr_straight_ray_end_forward(const fr_straight_ray_word *line, int32_t at)
{
	int32_t i = at >> 6;
	uint64_t ends = line[i].ends & ~UINT64_C(0) << (at & 63) << 1;

	while (ends == 0)
		ends = line[++i].ends;
	return i * 64 + __builtin_ctzll(ends);
}

/* The end of a straight ray to smaller numbers; -1 may be in the line before. */
FR_INLINE int32_t
fr_straight_ray_end_backward(const fr_straight_ray_word *line, int32_t at)
{
	int32_t i = at >> 6;
	uint64_t ends = line[i].ends & ((UINT64_C(1) << (at & 63)) - 1);

	while (ends == 0)
		ends = line[--i].ends;
	return i * 64 + 63 - __builtin_clzll(ends);
}

/*
 * Where straight rays along a line end: at blocked cells, and where a cell next to the ray is
 * passable and follows a blocked one.
 */
FR_INLINE uint64_t
fr_straight_ray_ends(const uint64_t *line, ptrdiff_t words, bool forward)
{
	const uint64_t *left = line - words;
	const uint64_t *right = line + words;

	if (forward)
		return line[0] | ((left[0] << 1 | left[-1] >> 63) & ~left[0]) |
			   ((right[0] << 1 | right[-1] >> 63) & ~right[0]);
	return line[0] | ((left[0] >> 1 | left[1] << 63) & ~left[0]) |
		   ((right[0] >> 1 | right[1] << 63) & ~right[0]);
}

FR_INLINE const fr_jump_point_word *
fr_jump_point_word_of(const fr_jumps *jumps, fr_cell at)
{
	return jumps->points + (size_t) at.y * jumps->point_words + (size_t) (at.x >> 6);
}

/* The number of a jump point among all; of other cells, point_count. */
FR_INLINE uint32_t
fr_jump_point_number(const fr_jumps *jumps, fr_cell at)
{
	const fr_jump_point_word *word = fr_jump_point_word_of(jumps, at);
	uint64_t bit = UINT64_C(1) << (at.x & 63);

	if (!(word->points & bit))
		return jumps->point_count;
	return word->before + fr_bits_count(word->points & (bit - 1));
}

static inline bool
fr_is_jump_point(const fr_jumps *jumps, fr_cell at)
{
	return fr_jump_point_word_of(jumps, at)->points >> (at.x & 63) & 1;
}

/* May a diagonal ray in direction d be followed one step more? `hex`: between hexagons. */
FR_INLINE bool
fr_diagonal_ray_continues(const fr_grid *grid, bool hex, fr_cell at, int d)
{
	bool crosses = !hex && fr_is_diagonal(d); /* from corner to corner of a square */
	const fr_bits *bits = crosses ? &grid->jumps->squares : &grid->rows;
	int32_t y = hex ? at.y + fr_dy[d] : at.y - (fr_dy[d] < 0);
	int32_t x = crosses ? at.x - (fr_dx[d] < 0) : at.x + fr_dx[d];

	return !fr_bits_has(bits->lines + y * bits->words, x);
}

#endif /* FRINGE_JUMP_PLANES_H */
