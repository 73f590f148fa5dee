/*
 * jumps_build.h - what builds the planes of jumps (internal)
 */
#ifndef FRINGE_JUMPS_BUILD_H
#define FRINGE_JUMPS_BUILD_H

#include "core/grid/components.h"
#include "core/grid/jumps.h"

/* The state of building the planes. */
typedef struct fr_jumps_builder
{
	const fr_grid *grid;
	fr_jumps *jumps;
	const fr_arena *arena;
	const fr_arena *scratch; /* for what only building needs */
	const fr_poll *poll;
	fr_bits ends[4];  /* by straight direction / 2: where branches end */
	fr_bits dead[4];  /* and where they come to nothing */
	fr_bits leads[4]; /* and from where they meet a jump point */
	fr_bits halts;	  /* with patterns: blocked and rough cells, by rows */
} fr_jumps_builder;

void fr_jumps_find_halts(fr_jumps_builder *b);
void fr_jumps_find_patterns(fr_jumps_builder *b);

static inline bool
fr_is_vertical(int d)
{
	return d == FR_N || d == FR_S;
}

static inline bool
fr_is_branch(const fr_grid *grid, int d)
{
	return fr_is_vertical(d) || fr_jumps_diagonally(grid->costs.jumps);
}

#endif /* FRINGE_JUMPS_BUILD_H */
