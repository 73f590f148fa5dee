/*
 * jump_sight.c - does the distance on an empty map answer a question?
 *
 * Many paths are short. Two rays may join start and goal: a diagonal ray from one of them,
 * and a straight ray from its end to the other. Such a path costs what it costs on an empty
 * map, so its cost needs no search.
 */
#include "core/jump/jump_points.h"

/* Are all cells of a row between two free, both included? */
static inline bool
row_is_free(const fr_grid *grid, int32_t y, int32_t a, int32_t b)
{
	return fr_bits_are_clear(fr_bits_line(&grid->rows, (uint32_t) y), a < b ? a : b,
							 a < b ? b : a);
}

/*
 * The same for a column. Straight rays end at blocked cells and at others, so only the ends
 * are tested.
 */
static inline bool
column_is_free(const fr_grid *grid, int32_t x, int32_t a, int32_t b)
{
	fr_cell at = {x, a < b ? a : b};
	int32_t last = a < b ? b : a;
	const fr_straight_ray_word *line = fr_straight_ray_line(grid->jumps, at, FR_S);

	for (; at.y <= last; at.y = fr_straight_ray_end_forward(line, at.y))
		if (fr_bits_has(fr_bits_line(&grid->rows, (uint32_t) at.y), x))
			return false;
	return true;
}

/*
 * May so many diagonal steps be made from a cell? If the first step to a stop of the ray is
 * legal, all steps up to this stop are.
 */
static inline bool
diagonal_is_free(const fr_grid *grid, fr_cell at, int d, int32_t steps)
{
	fr_diagonal_ray ray = fr_diagonal_ray_of(grid->jumps, at, d);

	while (steps > 0)
	{
		int32_t free;

		if (!fr_diagonal_ray_continues(grid, at, d))
			return false;
		free = fr_diagonal_ray_steps(&ray, at, d);
		at = (fr_cell){at.x + free * fr_dx[d], at.y + free * fr_dy[d]};
		steps -= free;
	}
	return true;
}

/*
 * Does a diagonal ray from a lead to a cell from which a straight ray leads to b? Under
 * tile, a horizontal ray takes the place of the diagonal one.
 */
static bool
leads_to(const fr_grid *grid, fr_cell a, fr_cell b)
{
	int32_t dx = b.x < a.x ? a.x - b.x : b.x - a.x;
	int32_t dy = b.y < a.y ? a.y - b.y : b.y - a.y;
	int32_t steps = dx < dy ? dx : dy;
	int d = jump_direction_to(grid, a, b);
	fr_cell turn = {a.x + steps * fr_dx[d], a.y + steps * fr_dy[d]};

	if (!grid->octile)
		return row_is_free(grid, a.y, a.x, b.x) && column_is_free(grid, b.x, a.y, b.y);
	return (turn.y == b.y ? row_is_free(grid, b.y, turn.x, b.x)
						  : column_is_free(grid, b.x, turn.y, b.y)) &&
		   (steps == 0 || diagonal_is_free(grid, a, d, steps));
}

bool
fr_jump_sees(const fr_grid *grid, fr_cell start, fr_cell goal)
{
	return !fr_jumps_by_pattern(grid->costs.jumps) &&
		   (leads_to(grid, start, goal) || leads_to(grid, goal, start));
}
