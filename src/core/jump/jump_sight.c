/*
 * jump_sight.c - does a path of an empty map answer a question?
 *
 * Many paths are short. Two rays may join start and goal: a diagonal ray from one of them,
 * and a straight ray from its end to the other. Such a path costs what it costs on an empty
 * map, so it needs no search. Between hexagons, jump_corners.c says which rays these are.
 */
#include "core/grid/route.h"
#include "core/jump/jump_points.h"

/* Are all cells of a row from a to b free, both ends included? */
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

		if (!fr_diagonal_ray_continues(grid, false, at, d))
			return false;
		free = fr_diagonal_ray_steps(&ray, at, d);
		at = (fr_cell){at.x + free * fr_dx[d], at.y + free * fr_dy[d]};
		steps -= free;
	}
	return true;
}

/*
 * The two rays from a to b: the diagonal one, or under tile the horizontal one, and then the
 * straight one.
 */
typedef struct two_rays
{
	int direction[2];
	int32_t steps[2];
	fr_cell turn; /* where the first one ends */
} two_rays;

FR_INLINE two_rays
rays_between(const fr_grid *grid, fr_cell a, fr_cell b)
{
	int32_t dx = b.x < a.x ? a.x - b.x : b.x - a.x;
	int32_t dy = b.y < a.y ? a.y - b.y : b.y - a.y;
	int32_t steps = !grid->octile ? dx : dx < dy ? dx : dy;
	int d = jump_direction_to(grid, a, b);
	two_rays rays = {{d}, {steps}, a};

	if (steps > 0)
		rays.turn = (fr_cell){a.x + steps * fr_dx[d], a.y + steps * fr_dy[d]};
	rays.direction[1] = jump_direction_to(grid, rays.turn, b);
	rays.steps[1] = dx + dy - (grid->octile ? 2 : 1) * steps;
	return rays;
}

/* Do both rays from a to b pass free cells only? */
FR_INLINE bool
are_free(const fr_grid *grid, fr_cell a, fr_cell b, const two_rays *rays)
{
	if (!grid->octile)
		return row_is_free(grid, a.y, a.x, b.x) && column_is_free(grid, b.x, a.y, b.y);
	return (rays->turn.y == b.y ? row_is_free(grid, b.y, rays->turn.x, b.x)
								: column_is_free(grid, b.x, rays->turn.y, b.y)) &&
		   (rays->steps[0] == 0 ||
			diagonal_is_free(grid, a, rays->direction[0], rays->steps[0]));
}

/* ---- the same between hexagons ----------------------------------------------------- */

FR_INLINE int32_t
lesser(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* The steps of the ray from a that begins a shortest path to b, in direction d. */
static int32_t
hex_steps(fr_cell a, fr_cell b, int d)
{
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;

	switch (d)
	{
		case FR_N:
			return dx > 0 ? -dx - dy : -dy;
		case FR_E:
			return dy < 0 ? dx + dy : dx;
		case FR_SW:
			return lesser(-dx, dy);
		case FR_NE:
			return dx;
		case FR_S:
			return dy;
		default:
			return -dx;
	}
}

static two_rays
hex_rays_between(fr_cell a, fr_cell b)
{
	int d = jump_hex_direction_to(a, b);
	int32_t steps = hex_steps(a, b, d);
	fr_cell turn = {a.x + steps * fr_dx[d], a.y + steps * fr_dy[d]};
	int next = jump_hex_direction_to(turn, b);

	return (two_rays){{d, next}, {steps, hex_steps(turn, b, next)}, turn};
}

/* Are all cells between two of a row, a column or a diagonal free, both included? */
static bool
hex_line_is_free(const fr_grid *grid, fr_cell a, fr_cell b)
{
	int32_t sum = a.x + a.y;
	int32_t y = a.y < b.y ? b.y : a.y;
	const fr_straight_ray_word *line;

	if (a.y == b.y)
		return row_is_free(grid, a.y, a.x, b.x);
	if (a.x == b.x)
		return column_is_free(grid, a.x, a.y, b.y);
	line = fr_straight_ray_line(grid->jumps, a, FR_NE);
	for (; y >= lesser(a.y, b.y); y = fr_straight_ray_end_backward(line, y))
		if (fr_bits_has(fr_bits_line(&grid->rows, (uint32_t) y), sum - y))
			return false;
	return true;
}

/* ---- the answer -------------------------------------------------------------------- */

/* Finds the rays from a to b; false if they do not pass free cells only. */
FR_INLINE bool
find_rays(const fr_grid *grid, fr_cell a, fr_cell b, two_rays *rays)
{
	if (grid->costs.hex)
	{
		*rays = hex_rays_between(a, b);
		return hex_line_is_free(grid, a, rays->turn) &&
			   hex_line_is_free(grid, rays->turn, b);
	}
	*rays = rays_between(grid, a, b);
	return are_free(grid, a, b, rays);
}

static void
add_ray(fr_route_builder *builder, int direction, int32_t steps)
{
	if (steps > 0)
		fr_route_add(builder, direction, (uint32_t) steps);
}

bool
fr_jump_sees(const fr_grid *grid, fr_cell start, fr_cell goal, fr_route_builder *builder)
{
	two_rays rays;
	bool back; /* the rays come from the goal */

	if (fr_jumps_by_pattern(grid->costs.jumps))
		return false;
	back = !find_rays(grid, start, goal, &rays);
	if (back && !find_rays(grid, goal, start, &rays))
		return false;
	if (builder == NULL)
		return true;
	if (back)
		add_ray(builder, fr_opposite(rays.direction[1]), rays.steps[1]);
	add_ray(builder, back ? fr_opposite(rays.direction[0]) : rays.direction[0],
			rays.steps[0]);
	if (!back)
		add_ray(builder, rays.direction[1], rays.steps[1]);
	return true;
}
