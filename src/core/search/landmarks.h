/*
 * landmarks.h - distances between all cells and a few landmarks
 */
#ifndef FRINGE_LANDMARKS_H
#define FRINGE_LANDMARKS_H

#include "core/grid/grid.h"
#include "core/search/method.h"

#define FR_LANDMARKS_MAX 64

/*
 * Distances between all cells and a few landmarks, for the ALT heuristic (2006 section
 * V). They are integers, in `unit` grid units, rounded so that unit * |to[a] - to[b]|
 * never exceeds the cost from a to b. fr_landmark_index tells the entry of a cell and a
 * landmark. If costs are symmetric, `from` equals `to`. A cell that cannot reach a landmark
 * has the largest value of the type.
 */
struct fr_landmarks
{
	int count;
	uint32_t cells;
	uint32_t by_cell; /* 0: entries lie by landmark; else by cell, so many per cell */
	bool wide;		  /* entries are uint32_t instead of uint16_t */
	bool symmetric;	  /* from equals to */
	int placement;	  /* how they were chosen: FR_PLACE_RANDOM and its like */
	int asked;		  /* how many the method wants */
	uint64_t seed;
	uint64_t unit;
	uint64_t farthest; /* no distance on the map is larger, in the grid's unit */
	const void *to;
	const void *from;
	uint32_t cell[FR_LANDMARKS_MAX];
};

/*
 * Building has two steps: a plan chooses the landmarks, and a build fills their tables.
 * Between them, fr_landmarks_fit may cut the plan to a size, but leaves one landmark.
 * With `by_cell`, entries lie by cell, for searches that use all landmarks.
 */
fr_landmarks fr_landmarks_plan(const fr_grid *grid, int count, int placement,
							   uint64_t seed, fr_sweep_workspace sweep,
							   const fr_poll *poll);
size_t fr_landmarks_size(const fr_grid *grid, const fr_landmarks *plan);
void fr_landmarks_fit(fr_landmarks *plan, const fr_grid *grid, size_t bytes);
fr_landmarks *fr_landmarks_build(void *block, const fr_grid *grid,
								 const fr_landmarks *plan, bool by_cell,
								 fr_sweep_workspace sweep, const fr_poll *poll);

#endif /* FRINGE_LANDMARKS_H */
