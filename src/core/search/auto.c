/*
 * auto.c - the search that `auto` becomes on a grid: a model of what searches cost
 */
#include "core/search/open/stacks.h"
#include "core/search/search.h"

const fr_search_row fr_search_auto = {.name = "auto"};

/* Of the corners of obstacles, seen from both sides, the share of blunt ones. */
static double
blunt_share(const fr_grid *grid)
{
	double corners = (double) grid->blunt + grid->hollow;

	return grid->blunt == 0 ? 0 : grid->blunt / corners;
}

/* Does a stack hold several values of f? A* takes half as long again then. */
static bool
stacks_mix(const fr_grid *grid)
{
	return fr_stacks_shift(&grid->costs) > 0;
}

/*
 * How small the obstacles are that stand apart: four over the mean length of an outline.
 * Whatever its shape, the outline of an obstacle has four blunt corners more than hollow
 * ones, and that of an area that it encloses four fewer.
 */
static double
apartness(const fr_grid *grid)
{
	return ((double) grid->blunt - grid->hollow) / grid->sides;
}

/*
 * Are obstacles so small that A* passes them almost straight? With landmarks larger ones
 * do not mislead it either, and where stacks mix, it has less to take in a wrong order.
 */
static bool
are_small(const fr_grid *grid, bool landmarks)
{
	if (stacks_mix(grid))
		return apartness(grid) >= (landmarks ? 0.18 : 0.225);
	return apartness(grid) >= (landmarks ? 0.11 : 0.13);
}

/*
 * Is `jump` faster than A* on this grid? Its cost depends on the corners of obstacles,
 * that of A* on cells, and on how far the heuristic misleads it. So `jump` wins if
 * there are few corners, or if outlines are long: obstacles have long sides, or are
 * hollow, so that A* fills them. Under `tile`, A* has fewer moves to try, so corners have
 * to be few per cell, too, unless landmarks keep it from filling anything.
 * doc/measured.md has the measurements.
 */
static bool
corners_pay(const fr_grid *grid, bool landmarks)
{
	double share = blunt_share(grid);
	double per_cell = (double) grid->blunt / grid->passable;
	double apart = (double) grid->blunt / grid->sides * share;

	if (grid->blunt == 0 || per_cell < 0.0015)
		return true;
	if (grid->octile || landmarks)
		return !are_small(grid, landmarks);
	per_cell *= share;
	share *= share;
	return apart < 0.27 && apart * per_cell * share * share * share < 0.00102;
}

/*
 * Is `jump` the faster one where it jumps by patterns, which takes longer at each stop?
 * Where all cells weigh the same, it stops near corners, else at rough cells.
 */
static bool
patterns_pay(const fr_grid *grid)
{
	double share = blunt_share(grid);
	int one_in = !grid->octile ? 5 : stacks_mix(grid) ? 3 : 4;

	if (grid->costs.uniform && !grid->oneway)
		return grid->blunt * share * share < 0.025 * grid->passable;
	return grid->passable > one_in * (uint64_t) grid->rough;
}

static bool
jumping_pays(const fr_method *method, const fr_grid *grid)
{
	bool landmarks = fr_method_needs_landmarks(method);

	if (grid->costs.jumps == FR_NO_JUMPS)
		return false;
	return fr_jumps_by_pattern(grid->costs.jumps) ? patterns_pay(grid)
												  : corners_pay(grid, landmarks);
}

/*
 * The method that runs on a grid. `auto` becomes the fastest exact search: `jump` if it
 * pays, else A* on stacks. If a stack would span more f values than the cheapest step
 * costs, nodes would be reopened repeatedly, so A* uses a heap. `jump` becomes A* in
 * the same way if the grid does not allow it.
 */
fr_method
fr_method_resolve(const fr_method *method, const fr_grid *grid)
{
	const fr_costs *costs = &grid->costs;
	fr_method resolved = *method;

	if (grid->links && method->search == FR_AUTO)
		resolved.search = costs->jumps ? FR_JUMP : FR_SWEEP;
	else if (costs->lengths)
		resolved.search = method->search == FR_AUTO ? FR_VISIBILITY : method->search;
	else if (method->search == FR_AUTO && jumping_pays(method, grid))
		resolved.search = FR_JUMP;
	else if (method->search == FR_AUTO || (method->search == FR_JUMP && !costs->jumps))
	{
		resolved.search = FR_ASTAR;
		if (2 * costs->step_max / FR_HEADS > costs->h_straight)
			resolved.option[FR_OPEN].digits = FR_HEAP;
	}
	return resolved;
}

static bool
takes_links(const fr_method *method, const fr_grid *grid)
{
	if (method->search == FR_JUMP)
		return grid->costs.jumps != FR_NO_JUMPS;
	return !grid->costs.lengths &&
		   (method->search == FR_AUTO || method->search == FR_SWEEP);
}

/*
 * Straight lines have a search of their own, which serves nothing else. FR_METHOD_FIT,
 * FR_LINKS_FIT.
 */
fr_status
fr_method_fits(const fr_method *method, const fr_grid *grid)
{
	bool lines = grid->costs.lengths;

	if (method->search != FR_AUTO && fr_method_needs_sights(method) != lines)
		return FR_METHOD_FIT;
	return grid->links && !takes_links(method, grid) ? FR_LINKS_FIT : FR_OK;
}
