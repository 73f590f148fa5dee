/*
 * test_path_smooth.c - lines of sight, compared with a test of every cell near the line; and
 * paths pulled tight along them
 *
 *     test_path_smooth [CASES [SEED]]
 */
#include <math.h>

#include "checks.h"

enum
{
	SIGHT,
	BLOCKED_SIGHT,
	VISIBLE,
	HIDDEN,
	SYMMETRIC,
	ENDS,
	LINES,
	NO_LONGER,
	FEWER,
	DEFINED,
	CHECKS
};

check checks[CHECKS] = {
	{"clear lines", 0, 0},
	{"blocked lines", 0, 0},
	{"cells to be seen", 0, 0},
	{"cells behind obstacles", 0, 0},
	{"sight in both directions", 0, 0},
	{"a smooth path has the path's ends", 0, 0},
	{"its lines are clear, or single legal steps", 0, 0},
	{"it is no longer", 0, 0},
	{"it has no more corners", 0, 0},
	{"a long path is smoothed as defined", 0, 0},
};

static fr_cell
random_cell(const world *w, chance *c)
{
	return (fr_cell){(int32_t) chance_below(c, (uint32_t) w->width),
					 (int32_t) chance_below(c, (uint32_t) w->height)};
}

static void
check_sight(const world *w, chance *c)
{
	fr_poll poll = no_poll();
	fr_cell a = random_cell(w, c);
	fr_cell b = random_cell(w, c);
	bool clear = world_sight(w, a, b);
	bool visible = world_visible(w, a, b);
	char detail[80];

	sprintf(detail, "(%d,%d) to (%d,%d)", a.x, a.y, b.x, b.y);
	expect(clear ? SIGHT : BLOCKED_SIGHT, fr_sight(w->grid, a, b, &poll) == clear, w,
		   detail);
	expect(visible ? VISIBLE : HIDDEN, fr_visible(w->grid, a, b, &poll) == visible, w,
		   detail);
	if (!w->grid->oneway)
		expect(SYMMETRIC, fr_sight(w->grid, b, a, &poll) == clear, w, detail);
}

/* ---- smooth paths ------------------------------------------------------ */

typedef struct corners
{
	fr_cell cells[4096];
	int count;
} corners;

static void
put_corner(void *context, fr_cell corner)
{
	corners *list = context;

	list->cells[list->count++] = corner;
}

static double
distance(fr_cell a, fr_cell b)
{
	return hypot(a.x - b.x, a.y - b.y);
}

static bool
is_step(const world *w, fr_cell a, fr_cell b)
{
	oracle_cost cost;

	return abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1 &&
		   oracle_step(&w->oracle, (oracle_point){a.x, a.y}, b.x - a.x, b.y - a.y, &cost);
}

static bool
has_clear_lines(const world *w, const corners *list, double *length)
{
	*length = 0;
	for (int i = 1; i < list->count; i++)
	{
		fr_cell a = list->cells[i - 1];
		fr_cell b = list->cells[i];

		*length += distance(a, b);
		if (!is_step(w, a, b) && !world_sight(w, a, b))
			return false;
	}
	return true;
}

/* The length of a route whose diagonal steps are square roots of 2. */
static double
route_length(const fr_route *route)
{
	double length = 0;

	for (size_t i = 0; i < route->count; i++)
		length += fr_run_moves(route->runs[i]) *
				  (fr_is_diagonal(fr_run_direction(route->runs[i])) ? sqrt(2) : 1);
	return length;
}

static void
check_route(const world *w, const fr_route *route, fr_cell goal, bool level)
{
	static corners list;
	fr_poll poll = no_poll();
	size_t size = fr_path_packed_size(route, &poll);
	uint8_t *packed = new_block(size);
	fr_cell last;
	double length;

	list.count = 0;
	fr_path_pack(route, packed, &poll);
	fr_path_smooth(w->grid, packed, size, put_corner, &list, &poll);
	last = list.cells[list.count - 1];
	expect(ENDS,
		   list.cells[0].x == route->start.x && list.cells[0].y == route->start.y &&
			   last.x == goal.x && last.y == goal.y,
		   w, NULL);
	expect(LINES, has_clear_lines(w, &list, &length), w, NULL);
	expect(NO_LONGER, length <= route_length(route) * (1 + 1e-12), w, NULL);
	if (level)
		expect(FEWER, list.count <= (int) route->count + 1, w, NULL);
	free(packed);
}

static void
check_smooth(const world *w, chance *c)
{
	fr_cell a = random_cell(w, c);
	fr_cell b = random_cell(w, c);
	fr_result result = search_alone(w->grid, "astar", fr_grid_index(w->grid, a),
									fr_grid_index(w->grid, b));

	if (result.found)
		check_route(w, &result.route, b, w->grid->terrain == NULL);
}

/* ---- long paths ---------------------------------------------------------- */

#define LONG 700 /* cells in a row: lines are longer than what a piece remembers */

static const char *const long_models[] = {"octile", "octile(corners=any)",
										  "octile(corners=both, T=2)", "tile(T=2)"};

/* A map with few obstacles and a few cells that weigh more. */
static uint8_t *
few_obstacles(chance *c)
{
	uint8_t *codes = new_block(LONG * LONG);
	uint32_t apart = 200 << chance_below(c, 6);

	memset(codes, '.', LONG * LONG);
	for (uint32_t i = 0; i < LONG * LONG / apart; i++)
		codes[chance_below(c, LONG * LONG)] = "@@@T"[chance_below(c, 4)];
	return codes;
}

/* The corners by definition: the whole line is tried to each cell that follows. */
static void
smooth_as_defined(const fr_grid *grid, const fr_cell *cells, int count, corners *list)
{
	fr_poll poll = no_poll();
	int corner = 0;

	list->count = 0;
	put_corner(list, cells[0]);
	while (corner < count - 1)
	{
		int last = corner + 1;
		bool level = fr_line_cost(grid, cells[corner], cells[corner], 1) ==
					 fr_line_cost(grid, cells[last], cells[last], 1);

		while (level && last + 1 < count &&
			   fr_sight(grid, cells[corner], cells[last + 1], &poll))
			last++;
		if (cells[last].x != cells[corner].x || cells[last].y != cells[corner].y)
			put_corner(list, cells[last]);
		corner = last; /* a path that comes back to its corner goes on from there */
	}
}

/* The direction of the step that keeps closest to a line through the start. */
static int
step_along(fr_cell start, fr_cell at, int dx, int dy, bool octile)
{
	int best = -1;
	int64_t least = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int64_t x = at.x + fr_dx[d] - start.x;
		int64_t y = at.y + fr_dy[d] - start.y;
		int64_t off = llabs(x * dy - y * dx);

		if (fr_dx[d] * dx + fr_dy[d] * dy <= 0 || (!octile && fr_is_diagonal(d)))
			continue;
		if (best < 0 || off < least)
		{
			best = d;
			least = off;
		}
	}
	return best;
}

/* A walk along random lines until it would leave the map; now and then it strays. */
static int
walk(const uint8_t *codes, chance *c, bool octile, fr_cell *cells, uint8_t *moves)
{
	fr_cell start = {(int) chance_below(c, LONG / 4), (int) chance_below(c, LONG)};
	int stray = 1 << chance_below(c, 10);
	int dx = 0;
	int dy = 0;
	int count = 0;

	for (cells[0] = start; count < 3 * LONG; count++)
	{
		fr_cell at = cells[count];
		int d;

		if (count % LONG == 0)
		{
			start = at;
			dx = (int) chance_below(c, 2 * LONG) - LONG / (count ? 1 : 2);
			dy = (int) chance_below(c, LONG) - LONG / 2;
		}
		d = chance_below(c, stray + 1) ? step_along(start, at, dx, dy, octile)
									   : 2 * (int) chance_below(c, 4);
		if (d < 0)
			break;
		at = (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
		if (at.x < 0 || at.x >= LONG || at.y < 0 || at.y >= LONG ||
			codes[at.y * LONG + at.x] == '@')
			break;
		moves[count] = (uint8_t) d;
		cells[count + 1] = at;
	}
	return count;
}

static bool
same_corners(const corners *a, const corners *b)
{
	return a->count == b->count &&
		   memcmp(a->cells, b->cells, (size_t) a->count * sizeof(fr_cell)) == 0;
}

static void
check_walk(const fr_grid *grid, const uint8_t *codes, chance *c)
{
	static corners defined;
	static corners list;
	static fr_cell cells[3 * LONG + 1];
	static uint8_t moves[3 * LONG];
	static uint32_t runs[3 * LONG];
	fr_poll poll = no_poll();
	int count = walk(codes, c, grid->octile, cells, moves);
	fr_route route = route_of_moves(cells[0], moves, count, runs);
	size_t size = fr_path_packed_size(&route, &poll);
	uint8_t *packed = new_block(size);
	uint64_t cost;

	fr_path_pack(&route, packed, &poll);
	list.count = 0;
	if (fr_path_price(grid, packed, size, &cost, &poll))
	{
		fr_path_smooth(grid, packed, size, put_corner, &list, &poll);
		smooth_as_defined(grid, cells, count + 1, &defined);
		*(same_corners(&list, &defined) ? &checks[DEFINED].held
										: &checks[DEFINED].broken) += 1;
	}
	free(packed);
}

static void
test_long_paths(long cases, uint64_t seed)
{
	for (long i = 0; i < cases; i++)
	{
		chance c = {seed + (uint64_t) i};
		uint8_t *codes = few_obstacles(&c);
		fr_grid *grid = make_grid(long_models[i % 4], codes, LONG, LONG);

		for (int j = 0; j < 20; j++)
			check_walk(grid, codes, &c);
		free_grid(grid);
		free(codes);
	}
}

static void
test_worlds(long cases, uint64_t seed)
{
	world w;

	for (long i = 0; i < cases; i++)
	{
		chance c = {seed + (uint64_t) i};

		world_make(&w, seed + (uint64_t) i, 24);
		for (int j = 0; w.status == FR_OK && j < 60; j++)
			check_sight(&w, &c);
		for (int j = 0; w.status == FR_OK && j < 4; j++)
			check_smooth(&w, &c);
		world_free(&w);
	}
	report_checks(CHECKS, cases / 4);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : 2000;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	test_long_paths(cases / 20, seed);
	test_worlds(cases, seed);
	return tap_done();
}
