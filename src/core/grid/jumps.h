/*
 * jumps.h - bit planes that tell a search how far to jump (internal)
 */
#ifndef FRINGE_JUMPS_H
#define FRINGE_JUMPS_H

#include "core/base/inline.h"
#include "core/grid/bits.h"

/* The stops of a spine: of a diagonal by y, of a row by x. */
typedef struct fr_spine
{
	const uint64_t *stops;
} fr_spine;

/*
 * The spine in direction d that a cell is in.  Diagonals lie side by side: cells
 * with the same x - y, or x + y, modulo the number of lines share one.  No two of
 * them have the same y, since there are at least as many lines as columns.
 */
FR_INLINE fr_spine
fr_spine_of(const fr_jumps *jumps, fr_cell at, int d)
{
	uint32_t line = (uint32_t) at.y;

	if (fr_is_diagonal(d))
		line = (uint32_t) (fr_dx[d] == fr_dy[d] ? at.x - at.y : at.x + at.y) &
			   jumps->last_line;
	return (fr_spine){fr_bits_line(&jumps->stops[d], line)};
}

/* Steps from a cell to the next stop; the first one has to be legal. */
FR_INLINE int32_t
fr_spine_steps(const fr_spine *spine, fr_cell at, int d)
{
	int32_t here = fr_is_diagonal(d) ? at.y : at.x;
	bool forward = fr_is_diagonal(d) ? fr_dy[d] > 0 : fr_dx[d] > 0;

	return forward ? fr_bits_next(spine->stops, here) - here
				   : here - fr_bits_previous(spine->stops, here);
}

/* Does a branch from a cell, in straight direction d, lead to a jump point? */
FR_INLINE bool
fr_branch_leads(const fr_jumps *jumps, fr_cell at, int d)
{
	const fr_bits *leads = &jumps->leads[d / 2];
	bool vertical = d == FR_N || d == FR_S;

	return fr_bits_has(fr_bits_line(leads, (uint32_t) (vertical ? at.x : at.y)),
					   vertical ? at.y : at.x);
}

/* The number of a jump point among all; of other cells, point_count. */
FR_INLINE uint32_t
fr_point_number(const fr_jumps *jumps, fr_cell at)
{
	size_t i = (size_t) at.y * jumps->point_words + (size_t) (at.x >> 6);
	uint64_t bits = jumps->points[i];
	uint64_t bit = UINT64_C(1) << (at.x & 63);

	if (!(bits & bit))
		return jumps->point_count;
	return jumps->points_before[i] + fr_bits_count(bits & (bit - 1));
}

static inline bool
fr_is_point(const fr_jumps *jumps, fr_cell at)
{
	size_t i = (size_t) at.y * jumps->point_words + (size_t) (at.x >> 6);

	return jumps->points[i] >> (at.x & 63) & 1;
}

/* May a spine in direction d be followed one step more? */
FR_INLINE bool
fr_spine_goes_on(const fr_grid *grid, fr_cell at, int d)
{
	const fr_bits *bits = fr_is_diagonal(d) ? &grid->jumps->squares : &grid->rows;
	int32_t y = at.y - (fr_dy[d] < 0);
	int32_t x = fr_is_diagonal(d) ? at.x - (fr_dx[d] < 0) : at.x + fr_dx[d];

	return !fr_bits_has(bits->lines + y * bits->words, x);
}

#endif /* FRINGE_JUMPS_H */
