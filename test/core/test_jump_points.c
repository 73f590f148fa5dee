/*
 * test_jump_points.c - the planes that jump reads, bit by bit, on random maps; outlines
 *
 *     test_jump_points [WORLDS [SEED]]
 */
#include "core/jump/jump_planes.h"
#include "jump_maps.h"
#include "tap.h"

typedef struct outline
{
	int width;
	const char *cells;
	uint32_t sides;
	uint32_t corners;
} outline;

static const outline outlines[] = {
	{3,
	 "..."
	 "..."
	 "...",
	 0, 0},
	{3,
	 "..."
	 ".@."
	 "...",
	 4, 4},
	{4,
	 "...."
	 ".@@."
	 ".@@."
	 "....",
	 8, 4},
	{3,
	 ".@."
	 "..."
	 "...",
	 3, 2},
	{3,
	 "@.."
	 "..."
	 "...",
	 2, 1},
	{3,
	 "@.@"
	 "..."
	 "@.@",
	 8, 4},
	{3,
	 "@.."
	 ".@."
	 "..@",
	 8, 2},
	{3,
	 "@@@"
	 "@@@"
	 "@@@",
	 0, 0},
};

static void
test_outlines(void)
{
	for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++)
	{
		const outline *o = &outlines[i];
		size_t cells = strlen(o->cells);
		world w;

		build(&w, &models[0], o->width, (int) cells / o->width,
			  exact_copy(o->cells, cells));
		ok(w.grid->shape.obstacle_edges == o->sides &&
			   w.grid->shape.convex_corners == o->corners,
		   "%s has %u sides and %u corners", o->cells, w.grid->shape.obstacle_edges,
		   w.grid->shape.convex_corners);
		world_free(&w);
	}
}

static bool
is_blocked(const world *w, int x, int y)
{
	return !oracle_passable(&w->oracle, x, y);
}

/* Where a run stops, cell by cell: how many steps from (x, y). */
static int
naive_stop(const world *w, int x, int y, int dx, int dy)
{
	int steps = 0;

	for (;;)
	{
		bool left = is_blocked(w, x + dy, y + dx);
		bool right = is_blocked(w, x - dy, y - dx);

		x += dx;
		y += dy;
		steps++;
		if (is_blocked(w, x, y) || (left && !is_blocked(w, x + dy, y + dx)) ||
			(right && !is_blocked(w, x - dy, y - dx)))
			return steps;
	}
}

/* Does a run from there stop before it is blocked? */
static bool
naive_leads(const world *w, int x, int y, int d)
{
	int steps = naive_stop(w, x, y, fr_dx[d], fr_dy[d]);

	return !is_blocked(w, x + steps * fr_dx[d], y + steps * fr_dy[d]);
}

/* May a step be made from there, by the rule that needs both cells beside a diagonal? */
static bool
naive_step(const world *w, int x, int y, int d)
{
	return !is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
		   !is_blocked(w, x + fr_dx[d], y) && !is_blocked(w, x, y + fr_dy[d]);
}

/* A diagonal ray stops where one of its straight rays leads somewhere, or where it ends. */
static int
naive_diagonal_ray(const world *w, int x, int y, int d)
{
	int turn = fr_is_diagonal(d) ? 1 : 2;
	int steps = 0;

	do
	{
		x += fr_dx[d];
		y += fr_dy[d];
		steps++;
	} while (naive_step(w, x, y, d) &&
			 !naive_leads(w, x, y, (d + turn) % FR_DIRECTIONS) &&
			 !naive_leads(w, x, y, (d + FR_DIRECTIONS - turn) % FR_DIRECTIONS));
	return steps;
}

static bool
is_diagonal_ray(const fr_grid *grid, int d)
{
	return grid->octile ? fr_is_diagonal(d) : d == FR_E || d == FR_W;
}

/* How far a straight ray goes from there. */
static int
straight_ray_steps(const fr_jumps *jumps, fr_cell at, int d)
{
	const fr_straight_ray_word *line = fr_straight_ray_line(jumps, at, d);
	int32_t along = d == FR_N || d == FR_S ? at.y : at.x;

	return d == FR_S || d == FR_E ? fr_straight_ray_end_forward(line, along) - along
								  : along - fr_straight_ray_end_backward(line, along);
}

static bool
right_straight_ray(const world *w, fr_cell at, int d)
{
	const fr_jumps *jumps = w->grid->jumps;
	int32_t along = d == FR_N || d == FR_S ? at.y : at.x;

	return straight_ray_steps(jumps, at, d) ==
			   naive_stop(w, at.x, at.y, fr_dx[d], fr_dy[d]) &&
		   fr_straight_ray_reaches(fr_straight_ray_line(jumps, at, d), along) ==
			   naive_leads(w, at.x, at.y, d);
}

/* ---- hexagons ---------------------------------------------------------------- */

/* The six neighbours, clockwise from NE: straight rays go to even ones, others to odd. */
static const int hex_direction[6] = {FR_NE, FR_E, FR_S, FR_SW, FR_W, FR_N};
static const int hex_x[6] = {1, 1, 0, -1, -1, 0};
static const int hex_y[6] = {-1, 0, 1, 1, 0, -1};

static bool
hex_is_blocked(const world *w, int x, int y, int side)
{
	return is_blocked(w, x + hex_x[side % 6], y + hex_y[side % 6]);
}

static int
naive_hex_stop(const world *w, int x, int y, int side)
{
	int steps = 0;

	for (;;)
	{
		bool left = hex_is_blocked(w, x, y, side + 5);
		bool right = hex_is_blocked(w, x, y, side + 1);

		x += hex_x[side];
		y += hex_y[side];
		steps++;
		if (is_blocked(w, x, y) || (left && !hex_is_blocked(w, x, y, side + 5)) ||
			(right && !hex_is_blocked(w, x, y, side + 1)))
			return steps;
	}
}

static bool
naive_hex_leads(const world *w, int x, int y, int side)
{
	int steps = naive_hex_stop(w, x, y, side);

	return !is_blocked(w, x + steps * hex_x[side], y + steps * hex_y[side]);
}

static int
naive_hex_ray(const world *w, int x, int y, int side)
{
	int steps = 0;

	do
	{
		x += hex_x[side];
		y += hex_y[side];
		steps++;
	} while (!hex_is_blocked(w, x, y, side) &&
			 !naive_hex_leads(w, x, y, (side + 1) % 6) &&
			 !naive_hex_leads(w, x, y, (side + 5) % 6));
	return steps;
}

/* As right_straight_ray; the ray to NE has positions in descending order. */
static bool
right_hex_straight_ray(const world *w, fr_cell at, int side)
{
	const fr_straight_ray_word *line =
		fr_straight_ray_line(w->grid->jumps, at, hex_direction[side]);
	int32_t along = hex_y[side] == 0 ? at.x : at.y;
	int steps = hex_x[side] + hex_y[side] == 1
					? fr_straight_ray_end_forward(line, along) - along
					: along - fr_straight_ray_end_backward(line, along);

	return steps == naive_hex_stop(w, at.x, at.y, side) &&
		   fr_straight_ray_reaches(line, along) == naive_hex_leads(w, at.x, at.y, side);
}

static bool
right_hex_planes(const world *w, fr_cell at)
{
	const fr_grid *grid = w->grid;
	bool right = true;

	for (int side = 0; side < 6; side += 2)
		right &= right_hex_straight_ray(w, at, side);
	for (int side = 1; side < 6; side += 2)
	{
		int d = hex_direction[side];
		bool goes_on = !hex_is_blocked(w, at.x, at.y, side);
		fr_diagonal_ray ray = fr_diagonal_ray_of(grid->jumps, at, d);

		right &= fr_diagonal_ray_continues(grid, true, at, d) == goes_on;
		right &= !goes_on ||
				 fr_diagonal_ray_steps(&ray, at, d) == naive_hex_ray(w, at.x, at.y, side);
	}
	return right;
}

/* The planes at a passable cell. */
static bool
right_planes(const world *w, int x, int y)
{
	const fr_grid *grid = w->grid;
	fr_cell at = {x, y};
	bool right = true;

	if (grid->costs.hex)
		return right_hex_planes(w, at);
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		fr_diagonal_ray diagonal_ray;

		if (!fr_is_diagonal(d) && (grid->octile || !is_diagonal_ray(grid, d)))
			right &= right_straight_ray(w, at, d);
		if (!is_diagonal_ray(grid, d))
			continue;
		right &= fr_diagonal_ray_continues(grid, false, at, d) == naive_step(w, x, y, d);
		if (!naive_step(w, x, y, d))
			continue;
		diagonal_ray = fr_diagonal_ray_of(grid->jumps, at, d);
		right &=
			fr_diagonal_ray_steps(&diagonal_ray, at, d) == naive_diagonal_ray(w, x, y, d);
	}
	return right;
}

/* The cells where some straight ray may stop are numbered by rows. */
static bool
right_points(const world *w)
{
	const fr_jumps *jumps = w->grid->jumps;
	uint32_t count = 0;
	bool right = true;

	for (int y = 0; y < w->height; y++)
		for (int x = 0; x < w->width; x++)
		{
			bool point = false;

			for (int side = 0; w->rules.hex && side < 6; side++)
				for (int turn = 1; turn < 6; turn += 4)
					point |= side % 2 == 0 && !is_blocked(w, x, y) &&
							 !hex_is_blocked(w, x, y, side + 3) &&
							 hex_is_blocked(w, x - hex_x[side], y - hex_y[side],
											side + turn) &&
							 !hex_is_blocked(w, x, y, side + turn);
			for (int d = 1; d < FR_DIRECTIONS && !w->rules.hex; d += 2)
				point |= is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
						 !is_blocked(w, x, y) && !is_blocked(w, x + fr_dx[d], y) &&
						 !is_blocked(w, x, y + fr_dy[d]);
			right &= fr_jump_point_number(jumps, (fr_cell){x, y}) ==
					 (point ? count++ : jumps->point_count);
		}
	return right && count == jumps->point_count;
}

static bool
right_outline(const world *w)
{
	uint32_t sides = 0;
	uint32_t corners = 0;

	for (int y = 0; y < w->height; y++)
		for (int x = 0; x < w->width; x++)
			for (int d = 0; d < FR_DIRECTIONS && is_blocked(w, x, y); d += 2)
			{
				int next = (d + 2) % FR_DIRECTIONS;

				sides += !is_blocked(w, x + fr_dx[d], y + fr_dy[d]);
				corners += !is_blocked(w, x + fr_dx[d], y + fr_dy[d]) &&
						   !is_blocked(w, x + fr_dx[d + 1], y + fr_dy[d + 1]) &&
						   !is_blocked(w, x + fr_dx[next], y + fr_dy[next]);
			}
	return w->grid->shape.obstacle_edges == sides &&
		   w->grid->shape.convex_corners == corners;
}

/* ---- random maps ----------------------------------------------------------- */

typedef struct tally
{
	long surveyed;
	long wrong_planes;
	long wrong_points;
	long wrong_outlines;
} tally;

static void
run_world(uint64_t seed, tally *t)
{
	chance c = {seed};
	world w;

	build_random(&w, &c);
	t->wrong_outlines += !right_outline(&w);
	t->wrong_points += !right_points(&w);
	for (int i = 0; i < GOALS; i++)
	{
		oracle_point at = world_point(&w, chance_below(&c, w.grid->cells));

		if (is_blocked(&w, at.x, at.y))
			continue;
		t->surveyed++;
		t->wrong_planes += !right_planes(&w, at.x, at.y);
	}
	world_free(&w);
}

int
main(int argc, char **argv)
{
	long worlds = argc > 1 ? atol(argv[1]) : 5000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	tally t = {0};

	test_outlines();
	for (long i = 0; i < worlds; i++)
		run_world(seed + (uint64_t) i, &t);
	ok(t.wrong_planes == 0 && t.surveyed > 0,
	   "planes say what straight rays and diagonal rays come to: %ld cells", t.surveyed);
	ok(t.wrong_points == 0 && worlds > 0, "jump points are numbered");
	ok(t.wrong_outlines == 0 && worlds > 0,
	   "sides and corners are as many as counted one by one");
	return tap_done();
}
