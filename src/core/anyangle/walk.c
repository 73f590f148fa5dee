/*
 * walk.c - stored paths under anyangle: legal or not, their length
 *
 * A run of moves is a straight line, too. Links are taken between lines.
 */
#include "core/anyangle/anyangle.h"

#include "core/anyangle/length.h"
#include "core/anyangle/sights.h"
#include "core/base/error.h"

static uint64_t
square_of(const fr_leg *leg)
{
	return (uint64_t) (leg->dx * leg->dx) + (uint64_t) (leg->dy * leg->dy);
}

static bool
is_legal_start(const fr_grid *grid, fr_cell start)
{
	return fr_grid_has(grid, start) && !fr_grid_blocked(grid, fr_grid_index(grid, start));
}

/* The lengths at both ends of a leg. */
typedef struct stretch
{
	double begin;
	double end;
} stretch;

/* The last cell of a leg that costs at most the distance. */
static void
walk_leg(const fr_costs *costs, fr_cell at, const fr_leg *leg, stretch s,
		 fr_way_point *point)
{
	for (uint64_t i = 1; i <= leg->moves; i++)
	{
		double length = i == leg->moves ? s.end
										: s.begin + (s.end - s.begin) * (double) i /
														(double) leg->moves;

		if (fr_cost_value(costs, fr_length_bits(length)) > point->distance)
			return;
		point->cell = fr_leg_cell(at, leg, i);
	}
}

/* The cost of the link of a leg; FR_UNREACHED: there is none. */
static uint64_t
link_of(const fr_grid *grid, fr_cell from, const fr_leg *leg)
{
	fr_cell to = fr_leg_cell(from, leg, 1);

	return fr_grid_has(grid, to)
			   ? fr_links_cost(grid, fr_grid_index(grid, from), fr_grid_index(grid, to))
			   : FR_UNREACHED;
}

/* Adds a leg to a length; false if it is not legal. */
static bool
add_leg(const fr_grid *grid, fr_cell from, const fr_leg *leg, fr_length *sum)
{
	fr_cell to = fr_leg_cell(from, leg, leg->moves);

	if (leg->direction == FR_BY_LINK)
	{
		uint64_t cost = link_of(grid, from, leg);

		*sum = fr_length_linked(*sum, &grid->costs, cost);
		return cost != FR_UNREACHED;
	}
	if (!fr_grid_has(grid, to) || !fr_sees(&grid->sights->planes, from, to))
		return false;
	*sum += fr_length_of(square_of(leg));
	return true;
}

/* Of a legal path. */
static double
exact_length(const fr_grid *grid, const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	fr_exact sum = {{0}};
	fr_length parts = 0;
	fr_leg leg;

	for (; fr_path_next(&reader, &leg); at = fr_leg_cell(at, &leg, leg.moves))
		if (leg.direction == FR_BY_LINK)
			parts += link_of(grid, at, &leg);
		else
			fr_exact_add(&sum, square_of(&leg));
	fr_exact_add_parts(&sum, parts, grid->costs.step[FR_N]);
	return fr_exact_round(&sum);
}

/*
 * Is a packed path legal: does each leg go along a free line, or by a link? If so *cost is its
 * length, or FR_NO_COST, if it is FR_MOST_LENGTH or more. The point may be NULL.
 */
bool
fr_anyangle_walk(const fr_grid *grid, const uint8_t *packed, size_t size,
				 fr_way_point *point, uint64_t *cost, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	fr_length sum = 0;
	double length = 0;
	fr_leg leg;

	if (!is_legal_start(grid, at))
		return false;
	while (fr_path_next(&reader, &leg))
	{
		fr_cell from = at;
		stretch s = {.begin = length};

		if (!add_leg(grid, from, &leg, &sum))
			return false;
		at = fr_leg_cell(at, &leg, leg.moves);
		fr_length_round(sum, 0, &length);
		s.end = length;
		if (point)
			walk_leg(&grid->costs, from, &leg, s, point);
	}
	if (sum < FR_TOO_LONG && !fr_length_round(sum, reader.legs, &length))
		length = exact_length(grid, packed, size, poll);
	*cost = sum < FR_TOO_LONG ? fr_length_bits(length) : FR_NO_COST;
	return true;
}
