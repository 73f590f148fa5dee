/*
 * jump_patches.h - where branches lead on the patches of a map (internal)
 *
 * What jump.h has for the planes of a whole map. Patches that are not there yet are
 * made.
 */
#ifndef FRINGE_JUMP_PATCHES_H
#define FRINGE_JUMP_PATCHES_H

#include "core/grid/patches.h"
#include "core/search/jump.h"

#define JUMP_GOAL_NODE 0 /* then the start's, then those of the points of patches */
#define JUMP_START_NODE 1
#define JUMP_FIRST_POINT 2

/* Makes a patch, and the nodes of its points unseen. */
__attribute__((noinline)) static const fr_patch *
jump_make_patch(const jump *j, int32_t column, int32_t row)
{
	const fr_patch *patch = fr_patch_make(j->run->grid->patches, column, row);

	fr_workspace_reach(j->workspace, JUMP_FIRST_POINT + j->run->grid->patches->numbered,
					   j->run->poll);
	return patch;
}

FR_INLINE const fr_patch *
jump_patch_at(const jump *j, int32_t column, int32_t row)
{
	const fr_patch *patch = fr_patch_at(j->run->grid->patches, column, row);

	return patch ? patch : jump_make_patch(j, column, row);
}

FR_INLINE const fr_patch *
jump_patch_of(const jump *j, fr_cell at)
{
	return jump_patch_at(j, at.x >> 6, at.y >> 6);
}

/* Where a branch in direction d ends, as an x or y. */
FR_INLINE int32_t
jump_patched_end(const jump *j, fr_cell at, int d)
{
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	int32_t along = vertical ? at.y : at.x;
	int32_t line = (vertical ? at.x : at.y) & 63;
	int32_t column = at.x >> 6;
	int32_t row = at.y >> 6;
	uint64_t bits =
		forward ? ~UINT64_C(0) << (along & 63) << 1 : (UINT64_C(1) << (along & 63)) - 1;

	bits &= jump_patch_at(j, column, row)->ends[d / 2][line];
	while (bits == 0)
	{
		column += fr_dx[d];
		row += fr_dy[d];
		bits = jump_patch_at(j, column, row)->ends[d / 2][line];
	}
	return (vertical ? row : column) * FR_PATCH +
		   (forward ? __builtin_ctzll(bits) : 63 - __builtin_clzll(bits));
}

/* As jump_branch_steps. */
FR_INLINE int32_t
jump_patched_steps(const jump *j, fr_cell at, int d)
{
	const fr_bits *rows = &j->run->grid->rows;
	fr_cell goal = j->run->heuristic.goal;
	bool vertical = d == FR_N || d == FR_S;
	bool forward = d == FR_S || d == FR_E;
	bool in_line = vertical ? at.x == goal.x : at.y == goal.y;
	int32_t along = vertical ? at.y : at.x;
	int32_t end = vertical ? goal.y : goal.x;
	int32_t stop = jump_patched_end(j, at, d);
	fr_cell last = vertical ? (fr_cell){at.x, stop} : (fr_cell){stop, at.y};

	if (in_line && (forward ? along < end && end <= stop : stop <= end && end < along))
		stop = end;
	else if (fr_bits_has(rows->lines + last.y * rows->words, last.x))
		return 0;
	return forward ? stop - along : along - stop;
}

/* As jump_number. */
FR_INLINE uint32_t
jump_patched_number(const jump *j, fr_cell at)
{
	const fr_run *run = j->run;

	if (jump_is_goal(run, at))
		return JUMP_GOAL_NODE;
	if (fr_grid_index(run->grid, at) == run->start)
		return JUMP_START_NODE;
	return JUMP_FIRST_POINT + fr_patch_number(jump_patch_of(j, at), at);
}

void fr_jump_spread(const fr_run *run, uint64_t runs);

#endif /* FRINGE_JUMP_PATCHES_H */
