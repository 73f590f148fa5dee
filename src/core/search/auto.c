/*
 * auto.c - the search that `auto` becomes on a grid: a model of what searches cost
 */
#include "core/search/open/stacks.h"
#include "core/search/search.h"

const fr_search_row fr_search_auto = {.name = "auto"};

/* ---- what obstacles are like ----------------------------------------------- */

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
 * How narrow the ways are, in sides of obstacles per cell, and how little obstacles are
 * hollow: along a narrow way a jump passes few cells, and what is not hollow does not
 * mislead A*. Whatever its shape, a way of one cell has two sides a cell, one of two cells
 * has one.
 */
static double
narrowness(const fr_grid *grid)
{
	double bulge = (double) grid->blunt / (grid->hollow > 0 ? grid->hollow : 1);

	return bulge * grid->sides / grid->passable;
}

/* ---- what searches cost on them --------------------------------------------- */

/*
 * Kinds of models: what `jump` stops at, and what A* expands, take more or less time. A*
 * takes half as long again where a stack holds several values of f, and has fewer moves to
 * try under `tile`; by patterns each stop of `jump` takes longer.
 */
typedef enum kind
{
	MIXED_STACKS,
	PURE_STACKS,
	STRAIGHT,
	PATTERNS
} kind;

static bool
stacks_mix(const fr_grid *grid)
{
	return fr_stacks_shift(&grid->costs) > 0;
}

static kind
kind_of(const fr_grid *grid)
{
	if (fr_jumps_by_pattern(grid->costs.jumps))
		return PATTERNS;
	if (!grid->octile)
		return STRAIGHT;
	return stacks_mix(grid) ? MIXED_STACKS : PURE_STACKS;
}

/* Where obstacles stand apart as much, or ways are as narrow, A* is faster. */
typedef struct limits
{
	double apart;
	double narrow;
} limits;

/* Without landmarks, and with them; fitted to measurements (doc/measured.md). */
static const limits fitted[][2] = {
	[MIXED_STACKS] = {{0.2, 2.5}, {0.2, 2.5}},
	[PURE_STACKS] = {{0.18, 2.5}, {0.2, 1.2}},
	[STRAIGHT] = {{0.15, 2.5}, {0.2, 1.05}},
	[PATTERNS] = {{0.2, 0.85}, {0.2, 0.7}},
};

/* Blunt corners per cell below which `jump` has next to nothing to stop at. */
#define FEW_CORNERS 0.0015

/*
 * Is `jump` faster than A* on this grid, where all cells weigh the same? Its cost depends
 * on the corners of obstacles, that of A* on cells, and on how far the heuristic misleads
 * it. A* passes small obstacles almost straight, and fills the bays of large and hollow
 * ones.
 */
static bool
corners_pay(const fr_grid *grid, bool landmarks)
{
	const limits *least = &fitted[kind_of(grid)][landmarks];

	return grid->blunt <= FEW_CORNERS * grid->passable ||
		   (apartness(grid) < least->apart && narrowness(grid) < least->narrow);
}

/*
 * The same where weights differ or cells are one-way, so that `jump` stops at rough cells:
 * is at most one passable cell in so many of them?
 */
static bool
smooth_cells_pay(const fr_grid *grid)
{
	int one_in = !grid->octile ? 5 : stacks_mix(grid) ? 3 : 4;

	return grid->passable > one_in * (uint64_t) grid->rough;
}

static bool
jumping_pays(const fr_method *method, const fr_grid *grid)
{
	bool landmarks = fr_method_needs_landmarks(method);

	if (grid->costs.jumps == FR_NO_JUMPS)
		return false;
	return grid->costs.uniform && !grid->oneway ? corners_pay(grid, landmarks)
												: smooth_cells_pay(grid);
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

	if (costs->lengths)
		resolved.search = method->search == FR_AUTO ? FR_VISIBILITY : method->search;
	else if (grid->links && method->search == FR_AUTO)
		resolved.search = costs->jumps ? FR_JUMP : FR_SWEEP;
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
	return method->search == FR_AUTO || method->search == FR_SWEEP ||
		   method->search == FR_VISIBILITY;
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
