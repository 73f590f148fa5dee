/*
 * test_path_smooth.c - lines of sight, compared with a test of every cell near the line;
 * what lines cost over different weights; and paths pulled tight along them
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
	PRICES,
	LEVEL_PRICES,
	NO_DEARER,
	CHEAPEST,
	LONG_NO_DEARER,
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
	{"a line over different weights costs what its parts cost", 0, 0},
	{"and so does a line over one weight", 0, 0},
	{"a smooth path costs no more than its path", 0, 0},
	{"over different weights it is the cheapest chain of lines", 0, 0},
	{"a long path over different weights costs no more than its path", 0, 0},
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

/* ---- what lines cost ---------------------------------------------------- */

static bool
is_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

static void
check_price(const world *w, chance *c)
{
	fr_poll poll = no_poll();
	fr_cell a = random_cell(w, c);
	fr_cell b = random_cell(w, c);
	double cost = world_line_cost(w, a, b);
	char detail[80];

	if (cost < 0)
		return;
	sprintf(detail, "(%d,%d) to (%d,%d): %g", a.x, a.y, b.x, b.y, cost);
	expect(world_sight(w, a, b) ? LEVEL_PRICES : PRICES,
		   is_near(fr_line_cost(w->grid, a, b, &poll), cost), w, detail);
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
	bool level = w->grid->terrain == NULL;

	*length = 0;
	for (int i = 1; i < list->count; i++)
	{
		fr_cell a = list->cells[i - 1];
		fr_cell b = list->cells[i];

		*length += distance(a, b);
		if (!is_step(w, a, b) &&
			(level ? !world_sight(w, a, b) : world_line_cost(w, a, b) < 0))
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

static double
cost_of_corners(const fr_grid *grid, const corners *list)
{
	fr_poll poll = no_poll();
	double cost = 0;

	for (int i = 1; i < list->count; i++)
		cost += fr_line_cost(grid, list->cells[i - 1], list->cells[i], &poll);
	return cost;
}

/* Smoothing needs memory where weights differ. */
static void
smooth(const fr_grid *grid, const uint8_t *packed, size_t size, corners *list)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_poll poll = no_poll();

	list->count = 0;
	fr_path_smooth(grid, packed, size, &memory.core, put_corner, list, &poll);
	malloc_arena_clear(&memory);
}

#define FEW_MOVES 20

static void
put_cell(void *context, uint64_t number, fr_cell cell)
{
	(void) number;
	put_corner(context, cell);
}

/* The least cost of a chain of lines between cells of the path: all chains count. */
static double
cheapest_chain(const world *w, const corners *path)
{
	double least[FEW_MOVES + 1] = {0};

	for (int i = 1; i < path->count; i++)
	{
		least[i] = INFINITY;
		for (int j = 0; j < i; j++)
		{
			double line = world_line_cost(w, path->cells[j], path->cells[i]);

			if (line >= 0 && least[j] + line < least[i])
				least[i] = least[j] + line;
		}
	}
	return least[path->count - 1];
}

static void
check_costs(const world *w, const uint8_t *packed, size_t size, const corners *list)
{
	static corners path;
	fr_poll poll = no_poll();
	double cost = cost_of_corners(w->grid, list);
	double least;
	uint64_t price;
	char detail[80];

	fr_path_price(w->grid, packed, size, &price, &poll);
	if (!w->rules.eight || w->rules.root2)
		expect(NO_DEARER, cost <= fr_cost_value(&w->grid->costs, price) * (1 + 1e-12), w,
			   NULL);
	if (!w->grid->terrain || fr_path_length(packed, size, &poll) > FEW_MOVES + 1)
		return;
	path.count = 0;
	fr_path_each_cell(packed, size, put_cell, &path, &poll);
	least = cheapest_chain(w, &path);
	sprintf(detail, "%.15g, not %.15g", cost, least);
	expect(CHEAPEST, is_near(cost, least), w, detail);
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

	fr_path_pack(route, packed, &poll);
	smooth(w->grid, packed, size, &list);
	last = list.cells[list.count - 1];
	expect(ENDS,
		   list.cells[0].x == route->start.x && list.cells[0].y == route->start.y &&
			   last.x == goal.x && last.y == goal.y,
		   w, NULL);
	expect(LINES, has_clear_lines(w, &list, &length), w, NULL);
	if (level)
	{
		expect(NO_LONGER, length <= route_length(route) * (1 + 1e-12), w, NULL);
		expect(FEWER, list.count <= (int) route->count + 1, w, NULL);
	}
	check_costs(w, packed, size, &list);
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

		while (last + 1 < count && fr_sight(grid, cells[corner], cells[last + 1], &poll))
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
count_check(int which, bool holds)
{
	*(holds ? &checks[which].held : &checks[which].broken) += 1;
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
	if (fr_path_price(grid, packed, size, &cost, &poll))
	{
		smooth(grid, packed, size, &list);
		if (grid->terrain)
		{
			count_check(LONG_NO_DEARER,
						cost_of_corners(grid, &list) <=
							fr_cost_value(&grid->costs, cost) * (1 + 1e-12));
			free(packed);
			return;
		}
		smooth_as_defined(grid, cells, count + 1, &defined);
		count_check(DEFINED, same_corners(&list, &defined));
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
		{
			check_sight(&w, &c);
			check_price(&w, &c);
		}
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

	world_blocked = world_sided = 25;
	test_long_paths(cases / 20, seed);
	test_worlds(cases, seed);
	return tap_done();
}
