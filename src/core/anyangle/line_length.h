/*
 * line_length.h - lengths of straight lines, and their sums (internal)
 *
 * The length of a line is the square root of a whole number, its square. Sums of lengths
 * are whole numbers of 2^-80 cells, each length being rounded to the nearest: so a sum of
 * n lengths is wrong by less than n units. If such a sum does not tell the nearest
 * double, fr_exact has the sum to 2^-256. The cost of a link is a whole number of parts. A
 * cell has grid->costs.step[FR_N] parts.
 */
#ifndef FRINGE_LINE_LENGTH_H
#define FRINGE_LINE_LENGTH_H

#include "core/anyangle/anyangle.h"

__extension__ typedef unsigned __int128 fr_length;

#define FR_LENGTH_BITS 80
#define FR_NO_LENGTH (~(fr_length) 0)
#define FR_TOO_LONG ((fr_length) FR_MOST_LENGTH << FR_LENGTH_BITS)

#define FR_EXACT_WORDS                                                                   \
	6 /* of 64 bits: four behind the point, one before it, one to spare */

/* A sum of lengths; its words have 64 bits each, the lowest first. */
typedef struct fr_exact
{
	uint64_t word[FR_EXACT_WORDS];
} fr_exact;

/* A path of straight lines and links, measured from corner to corner. */
typedef struct fr_lines
{
	fr_cell start;
	const fr_cell *corners;
	size_t count;		 /* corners that are measured */
	fr_length sum;		 /* the length up to the last one */
	const bool *linked;	 /* does a link lead to a corner? NULL: to none */
	const fr_grid *grid; /* which has the links; or NULL */
} fr_lines;

fr_length fr_length_of(uint64_t square);
double fr_lines_next(fr_lines *lines);
double fr_lines_length(fr_cell start, const fr_cell *corners, size_t count,
					   uint64_t slack);
bool fr_length_round(fr_length sum, uint64_t error, double *value);
void fr_exact_add(fr_exact *sum, uint64_t square);
void fr_exact_add_parts(fr_exact *sum, fr_length parts, uint64_t of);
fr_length fr_length_linked(fr_length before, const fr_costs *costs, uint64_t cost);
double fr_exact_round(const fr_exact *sum);

static inline uint64_t
fr_line_square(fr_cell a, fr_cell b)
{
	int64_t dx = (int64_t) b.x - a.x;
	int64_t dy = (int64_t) b.y - a.y;

	return (uint64_t) (dx * dx + dy * dy);
}

/*
 * A length as a double, wrong by at most 2^-51 of it: enough for bounds. The processor converts
 * signed halves faster than unsigned ones.
 */
static inline double
fr_length_near(fr_length length)
{
	return (double) (int64_t) (length >> 64) * 0x1p-16 +
		   (double) (int64_t) ((uint64_t) length >> 1) * 0x1p-79;
}

#endif /* FRINGE_LINE_LENGTH_H */
