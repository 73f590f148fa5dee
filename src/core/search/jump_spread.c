/*
 * jump_spread.c - does a way lead to the goal of a search on patches?
 */
#include "core/search/jump_patches.h"

/* The points among the cells from x = first to last of a row of a patch. */
static uint64_t
points_between(const fr_patch *patch, int32_t y, int32_t first, int32_t last)
{
	return patch->points[y & 63] >> first << first &
		   ~UINT64_C(0) >> (FR_PATCH - 1 - last);
}

/* Has the search a node for one of these points of a row of a patch? */
static bool
has_seen_points(const fr_run *run, const fr_patch *patch, int32_t y, uint64_t points)
{
	const fr_workspace *workspace = run->workspace;

	for (; points; points &= points - 1)
	{
		fr_cell at = {__builtin_ctzll(points), y};
		uint32_t node = JUMP_FIRST_POINT + fr_patch_number(patch, at);

		if (fr_key_seen(workspace, workspace->nodes[node].key))
			return true;
	}
	return false;
}

/* Of cells that are no points a search has seen the start alone. */
static bool
has_seen(const void *search, int32_t y, int32_t first, int32_t last)
{
	const fr_run *run = search;
	fr_cell start = fr_grid_cell(run->grid, run->start);
	int32_t next;

	if (start.y == y && first <= start.x && start.x <= last)
		return true;
	for (int32_t x = first; x <= last; x = next)
	{
		const fr_patch *patch = fr_patch_at(run->grid->patches, x >> 6, y >> 6);
		int32_t end;

		next = ((x >> 6) + 1) * FR_PATCH;
		end = last < next ? last : next - 1;
		if (patch &&
			has_seen_points(run, patch, y, points_between(patch, y, x & 63, end & 63)))
			return true;
	}
	return false;
}

/* Continues the flood from the goal by up to `runs` runs of cells. */
void
fr_jump_spread(const fr_run *run, uint64_t runs)
{
	fr_meeting_spread(run->grid->patches, run->heuristic.goal, runs, has_seen, run,
					  run->poll);
}
