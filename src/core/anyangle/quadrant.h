/*
 * quadrant.h - what a cell sees in a quadrant (internal)
 */
#ifndef FRINGE_QUADRANT_H
#define FRINGE_QUADRANT_H

#include "core/anyangle/sights.h"

/* A sweep of the quadrant (right, down): x and y are counted in this direction. */
typedef struct fr_quadrant
{
	fr_sights *sights;
	fr_cell at;
	int right; /* 1 or -1 */
	int down;
	int32_t width;		  /* squares from the cell to the border */
	unsigned corners;	  /* of subgoals that are to be found */
	const fr_seer *seer;  /* NULL: subgoals alone are looked for */
	const uint64_t *line; /* of the row's squares */
	int32_t row;		  /* how many rows are between it and the cell */
	size_t count;		  /* of ranges that are to go on */
	int32_t columns;	  /* to the farthest one that is seen */
	int32_t rows;
} fr_quadrant;

void fr_scan_quadrant(fr_quadrant *w, const fr_slopes *slopes, const fr_poll *poll);
void fr_find_in_word(fr_sights *s, size_t word, uint64_t bits, unsigned corners);
void fr_find_in_row(fr_sights *s, int32_t y, int32_t a, int32_t b, unsigned corners);

#endif /* FRINGE_QUADRANT_H */
