/*
 * weight_levels.c - how far cells are from cells of less weight
 */
#include "core/grid/weight_levels.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/grid/bits.h"

/* ---- which levels ------------------------------------------------------------------ */

/*
 * A level counts if at most one passable cell in so many weighs less: else cells are near
 * cheaper ones everywhere, and the level bounds nothing.
 */
#define FEW_CELLS 8

/* A weight as a bound of steps has it, and how many passable cells weigh less. */
typedef struct candidate
{
	uint64_t weight;
	uint64_t below;
} candidate;

static void
count_positions(const fr_grid *grid, uint32_t *counts, const fr_poll *poll)
{
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *blocked = fr_bits_line(&grid->rows, y);
		const uint8_t *terrain = grid->terrain + (size_t) y * grid->width;

		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x++)
			counts[terrain[x]] += !fr_bits_has(blocked, (int32_t) x);
	}
}

/* The cost of a step of length 1 between two cells of this position. */
static uint64_t
weight_at(const fr_costs *costs, int position)
{
	return fr_step_weight(costs->weigh, costs->weight[position], costs->weight[position]);
}

/* The weights that occur, in ascending order; returns how many. */
static int
sort_weights(const fr_grid *grid, const uint32_t *counts, candidate *sorted)
{
	uint64_t below = 0;
	int count = 0;

	for (int p = 0; p < FR_CODES; p++)
	{
		uint64_t weight = weight_at(&grid->costs, p);
		int at = count;

		if (counts[p] == 0)
			continue;
		while (at > 0 && sorted[at - 1].weight > weight)
			at--;
		if (at > 0 && sorted[at - 1].weight == weight)
		{
			sorted[at - 1].below += counts[p];
			continue;
		}
		memmove(sorted + at + 1, sorted + at, (size_t) (count - at) * sizeof *sorted);
		sorted[at] = (candidate){weight, counts[p]};
		count++;
	}
	for (int i = 0; i < count; i++)
	{
		uint64_t own = sorted[i].below;

		sorted[i].below = below;
		below += own;
	}
	return count;
}

/*
 * Leaves out the level whose loss is least: its price is then paid by the distance to the
 * next level's cells, which are more.
 */
static void
leave_out_one(candidate *levels, int count)
{
	double least = 0;
	int out = 0;

	for (int i = 1; i + 1 < count; i++)
	{
		double price = (double) (levels[i].weight - levels[i - 1].weight);
		double loss =
			price * (1.0 / (double) levels[i].below - 1.0 / (double) levels[i + 1].below);

		if (out == 0 || loss < least)
		{
			least = loss;
			out = i;
		}
	}
	memmove(levels + out, levels + out + 1, (size_t) (count - out - 1) * sizeof *levels);
}

/*
 * The heuristic of a map takes the least weight of its codes. A larger agent pays the
 * heaviest of its cells, so no position may have that weight.
 */
static void
raise_bound(fr_grid *grid, uint64_t least)
{
	fr_norm norm = fr_costs_norm(&grid->costs, grid->octile);

	grid->costs.h = fr_norm_times(norm, least);
}

void
fr_weigh_positions(fr_grid *grid, const fr_poll *poll)
{
	uint32_t counts[FR_CODES] = {0};
	candidate sorted[FR_CODES];
	uint64_t passable = 0;
	int weights;
	int few = 0;

	count_positions(grid, counts, poll);
	for (int p = 0; p < FR_CODES; p++)
		passable += counts[p];
	weights = sort_weights(grid, counts, sorted);
	if (weights > 0)
		raise_bound(grid, sorted[0].weight);
	while (few < weights && sorted[few].below <= passable / FEW_CELLS)
		few++;
	for (; few > FR_LEVELS_MAX + 1; few--)
		leave_out_one(sorted, few);
	/* distances to cheap cells are not measured over joined edges */
	grid->cheap.levels = few > 1 && !grid->costs.wraps ? few - 1 : 0;
	for (int i = 0; i < few; i++)
		grid->cheap.weight[i] = sorted[i].weight;
}

/* ---- lengths ----------------------------------------------------------------------- */

/* Parts of a straight step: 65,535 of them are enough for 1,000 cells. */
#define MOST_STEP_PARTS 64

/* Lengths of steps, as whole numbers of units. */
typedef struct lengths
{
	uint64_t unit;
	uint32_t east;
	uint32_t north;
	uint32_t diagonal;
} lengths;

/* Which part of a length is lost if it is rounded down to units. */
static double
loss_of(uint64_t length, uint64_t unit)
{
	return (double) (length % unit) / (double) length;
}

static double
larger(double a, double b)
{
	return a > b ? a : b;
}

/* The unit that loses least of all steps, if they are rounded down to units. */
static lengths
choose_unit(fr_norm norm)
{
	double least = 1;
	lengths best = {norm.straight, 1, 1, 1};

	for (uint64_t parts = 1; parts <= MOST_STEP_PARTS && parts <= norm.straight; parts++)
	{
		uint64_t unit = norm.straight / parts;
		double lost = larger(loss_of(norm.diagonal, unit),
							 larger(loss_of(norm.east, unit), loss_of(norm.north, unit)));

		if (lost < least)
		{
			uint64_t e = norm.east / unit;
			uint64_t n = norm.north / unit;
			uint64_t d = norm.diagonal / unit;

			least = lost;
			best = (lengths){unit, (uint32_t) e, (uint32_t) n,
							 (uint32_t) (d < e + n ? d : e + n)};
		}
	}
	return best;
}

/* ---- distances --------------------------------------------------------------------- */

/* The distances of one level, which are `stride` entries apart. */
typedef struct transform
{
	const fr_grid *grid;
	uint16_t *near;
	size_t stride;
	lengths step;
	uint16_t cap;
} transform;

static uint16_t *
row_of(const transform *t, uint32_t y)
{
	return t->near + (size_t) y * t->grid->width * t->stride;
}

/*
 * Cells below a weight and the eight around them are at no distance, and others as far as can
 * be.  More cells without a distance lower the bound, and keep it consistent.
 */
static void
mark_sources(transform *t, uint64_t weight, const fr_poll *poll)
{
	const fr_grid *grid = t->grid;
	bool below[FR_CODES];

	for (int p = 0; p < FR_CODES; p++)
		below[p] = weight_at(&grid->costs, p) < weight;
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		t->near[n * t->stride] = t->cap;
	}
	for (uint32_t y = 0; y < grid->height; y++)
	{
		const uint64_t *blocked = fr_bits_line(&grid->rows, y);
		const uint8_t *terrain = grid->terrain + (size_t) y * grid->width;

		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x++)
		{
			if (!below[terrain[x]] || fr_bits_has(blocked, (int32_t) x))
				continue;
			for (uint32_t v = y > 0 ? y - 1 : 0; v <= y + 1 && v < grid->height; v++)
				for (uint32_t u = x > 0 ? x - 1 : 0; u <= x + 1 && u < grid->width; u++)
					row_of(t, v)[u * t->stride] = 0;
		}
	}
}

/* Lowers distances in a row by way of the row before it and of earlier cells in the row. */
static void
pass_row(const transform *t, uint16_t *row, const uint16_t *before, ptrdiff_t step)
{
	uint32_t east = t->step.east;
	uint32_t north = t->step.north;
	uint32_t diagonal = t->step.diagonal;
	uint32_t last = t->cap;
	bool hex = t->grid->costs.hex;

	for (uint32_t x = 0; x < t->grid->width; x++, row += step)
	{
		uint32_t best = fr_min32(*row, last + east);

		if (before)
		{
			best = fr_min32(best, before[0] + north);
			if (x > 0 && !hex) /* of hexagons only NE, and on the way back SW */
				best = fr_min32(best, before[-step] + diagonal);
			if (x + 1 < t->grid->width)
				best = fr_min32(best, before[step] + diagonal);
			before += step;
		}
		*row = (uint16_t) best;
		last = best;
	}
}

/*
 * A chamfer distance transform (Borgefors 1986): two passes, exact for lengths of straight
 * and diagonal steps that are a norm.
 */
static void
find_distances(transform *t, const fr_poll *poll)
{
	ptrdiff_t step = (ptrdiff_t) t->stride;
	ptrdiff_t end = step * (ptrdiff_t) (t->grid->width - 1);

	for (uint32_t y = 0; y < t->grid->height; y++)
	{
		fr_poll_now(poll);
		pass_row(t, row_of(t, y), y > 0 ? row_of(t, y - 1) : NULL, step);
	}
	for (uint32_t y = t->grid->height; y-- > 0;)
	{
		fr_poll_now(poll);
		pass_row(t, row_of(t, y) + end,
				 y + 1 < t->grid->height ? row_of(t, y + 1) + end : NULL, -step);
	}
}

/*
 * The largest distance that is stored: straight steps along two sides, which no distance
 * exceeds, or the largest number of 16 bits, at which longer distances are cut. A cut
 * distance is still a lower bound.
 */
static uint16_t
cap_of(const fr_grid *grid, const lengths *step)
{
	uint64_t most =
		(uint64_t) grid->width * step->east + (uint64_t) grid->height * step->north;

	return (uint16_t) (most < UINT16_MAX ? most : UINT16_MAX);
}

const fr_levels *
fr_grid_levels(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	const fr_cheap_weights *cheap = &grid->cheap;
	size_t entries = (size_t) grid->cells * (size_t) cheap->levels;
	fr_norm norm = fr_costs_norm(&grid->costs, grid->octile);
	transform t = {.grid = grid, .stride = (size_t) cheap->levels};
	fr_levels *levels;

	if (cheap->levels == 0)
		return NULL;
	levels = fr_arena_alloc(arena, sizeof *levels + entries * sizeof *levels->near);
	t.step = choose_unit(norm);
	t.cap = cap_of(grid, &t.step);
	levels->metric = fr_metric_of(grid, norm);
	levels->least = cheap->weight[0];
	levels->unit = t.step.unit;
	levels->count = cheap->levels;
	for (int i = 0; i < levels->count; i++)
	{
		levels->price[i] = cheap->weight[i + 1] - cheap->weight[i];
		t.near = levels->near + i;
		mark_sources(&t, cheap->weight[i + 1], poll);
		find_distances(&t, poll);
	}
	return levels;
}
