/*
 * patches.h - planes of 64 x 64 cells each, made where a search comes by (internal)
 *
 * What jumps.h has of a whole map, a first question reads of few parts of it. A patch
 * has what searching needs of 64 x 64 cells; columns of patches are numbered from the
 * west, rows of them from the north. A search asks for patches as it goes, and they are
 * kept for the next one. Only where diagonal steps need both side cells and all cells
 * weigh the same (FR_OCTILE_JUMPS).
 */
#ifndef FRINGE_PATCHES_H
#define FRINGE_PATCHES_H

#include "core/grid/meeting.h"

#define FR_PATCH 64 /* cells, a side */

typedef struct fr_patch
{
	/* by straight direction / 2, where branches end: by rows for E and W, else by columns */
	uint64_t ends[4][FR_PATCH];
	uint64_t steps[4][FR_PATCH]; /* by diagonal direction / 2, by rows: it is legal */
	uint64_t points[FR_PATCH];	 /* jump points, by rows */
	uint32_t before[FR_PATCH];	 /* points of the map numbered before those of a row */
} fr_patch;

struct fr_patches
{
	const fr_grid *grid;
	const fr_arena *arena; /* of the patches; it lives as long as they do */
	ptrdiff_t stride;
	uint32_t point_count; /* of the map */
	uint32_t numbered;	  /* points of the patches that there are */
	fr_meeting meeting;	  /* do start and goal of the search belong together? */
	const fr_patch **at;  /* NULL: not there yet; around the map all branches end */
};

const fr_patch *fr_patch_make(fr_patches *patches, int32_t column, int32_t row);

/*
 * The patch of a column and row, each of which may be one beyond the map; NULL: none yet.
 */
static inline const fr_patch *
fr_patch_at(const fr_patches *patches, int32_t column, int32_t row)
{
	return patches->at[row * patches->stride + column];
}

/* May a spine in direction d be followed one step more? */
static inline bool
fr_patch_steps(const fr_patch *patch, fr_cell at, int d)
{
	return patch->steps[d / 2][at.y & 63] >> (at.x & 63) & 1;
}

/* The number of a jump point among those of the patches that there are. */
static inline uint32_t
fr_patch_number(const fr_patch *patch, fr_cell at)
{
	uint64_t below = (UINT64_C(1) << (at.x & 63)) - 1;

	return patch->before[at.y & 63] + fr_bits_count(patch->points[at.y & 63] & below);
}

#endif /* FRINGE_PATCHES_H */
