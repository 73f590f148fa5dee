/*
 * walk.c - stored paths under anyangle: legal or not, their length
 *
 * A run of moves is a straight line, too.
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

static double
exact_length(const uint8_t *packed, size_t size, const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_exact sum = {{0}};
	fr_leg leg;

	while (fr_path_next(&reader, &leg))
		fr_exact_add(&sum, square_of(&leg));
	return fr_exact_round(&sum);
}

/*
 * Is a packed path legal: does each leg go along a free line? If so *cost is its length.
 * The point may be NULL.
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

		at = fr_leg_cell(at, &leg, leg.moves);
		if (leg.direction == FR_BY_LINK || !fr_grid_has(grid, at) ||
			!fr_sees(&grid->sights->planes, from, at))
			return false;
		sum += fr_length_of(square_of(&leg));
		fr_length_round(sum, 0, &length);
		s.end = length;
		if (point)
			walk_leg(&grid->costs, from, &leg, s, point);
	}
	if (!fr_length_round(sum, reader.legs, &length))
		length = exact_length(packed, size, poll);
	*cost = fr_length_bits(length);
	return true;
}
