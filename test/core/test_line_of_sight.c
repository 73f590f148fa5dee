/*
 * test_line_of_sight.c - which cells see each other, fields of view, the nearest passable
 * cell, and the best cell near a target, against the oracle
 *
 *     test_line_of_sight [CASES [SEED]]
 *
 * First all maps of up to 12 cells under each rule for corners, from each cell to each.
 */
#include <math.h>

#include "checks.h"
#include "core/query/line_of_sight.h"

#define MAX_SIDE 40
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define APPROACHES 4

enum
{
	SEEN,
	HIDDEN,
	VIEW,
	ONCE,
	STRAIGHT,
	FREE,
	NONE_FREE,
	STAYS,
	BEST,
	ROUTE,
	NO_CELL,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "cells that see each other"},
	{.name = "cells that do not"},
	{.name = "a view has the cells that are seen, up to the distance"},
	{.name = "it has each of them once"},
	{.name = "what anyangle reaches in one straight line is seen"},
	{.name = "the nearest passable cell, of equally near ones the first"},
	{.name = "a map without passable cells has none"},
	{.name = "a start near the target stays"},
	{.name = "the cheapest cell near a target, then the nearest, then the first"},
	{.name = "the route there is legal and has the oracle's cost"},
	{.name = "no cell near the target is reached"},
	{.name = "costs out of range are said to be"},
};

static fr_method method;

static int
larger(int a, int b)
{
	return a > b ? a : b;
}

/* The square of a distance; between hexagons the number of steps. */
static uint64_t
square(const world *w, fr_cell a, fr_cell b)
{
	int dx = a.x - b.x;
	int dy = a.y - b.y;
	int steps = larger(larger(abs(dx), abs(dy)), abs(dx + dy));

	return (uint64_t) (w->rules.hex ? steps * steps : dx * dx + dy * dy);
}

static fr_cell
cell_at(const world *w, uint32_t cell)
{
	return (fr_cell){(int32_t) cell % w->width, (int32_t) cell / w->width};
}

static bool
is_passable(const world *w, uint32_t cell)
{
	return oracle_passable(&w->oracle, cell_at(w, cell).x, cell_at(w, cell).y);
}

/* ---- views ----------------------------------------------------------------------- */

typedef struct seen_cells
{
	const world *w;
	uint8_t times[MAX_CELLS];
	bool outside;
} seen_cells;

static void
note_seen(void *context, int32_t y, int32_t first, int32_t last)
{
	seen_cells *seen = context;

	if (first < 0 || first > last || last >= seen->w->width || y < 0 ||
		y >= seen->w->height)
		seen->outside = true;
	else
		for (int32_t x = first; x <= last; x++)
			seen->times[y * seen->w->width + x]++;
}

/* All cells within a distance of a cell. */
static void
check_view(const world *w, fr_cell at, uint64_t within)
{
	fr_poll poll = no_poll();
	seen_cells seen = {.w = w};
	bool right = true;
	bool once = true;
	char detail[80];

	malloc_arena_clear(&taken);
	fr_view_scan(&(fr_view){w->grid, at, within, note_seen, &seen}, &taken.core, &poll);
	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		fr_cell to = cell_at(w, n);
		bool wanted = world_in_sight(w, at, to);

		sprintf(detail, "(%d,%d) to (%d,%d)", at.x, at.y, to.x, to.y);
		expect(wanted ? SEEN : HIDDEN,
			   fr_in_sight(w->grid, at, to, &poll) == wanted &&
				   fr_in_sight(w->grid, to, at, &poll) == wanted,
			   w, detail);
		right &= (seen.times[n] > 0) == (wanted && square(w, at, to) <= within);
		once &= seen.times[n] <= 1;
	}
	sprintf(detail, "from (%d,%d) within %llu", at.x, at.y, (unsigned long long) within);
	expect(VIEW, right && !seen.outside, w, detail);
	expect(ONCE, once, w, detail);
}

/* ---- the nearest passable cell ---------------------------------------------------- */

static void
check_nearest(const world *w, fr_cell at)
{
	fr_poll poll = no_poll();
	uint32_t best = UINT32_MAX;

	for (uint32_t n = 0; n < w->grid->cells; n++)
		if (is_passable(w, n) &&
			(best == UINT32_MAX ||
			 square(w, at, cell_at(w, n)) < square(w, at, cell_at(w, best))))
			best = n;
	expect(best == UINT32_MAX ? NONE_FREE : FREE,
		   fr_nearest_passable(w->grid, at, &poll) == best, w, NULL);
}

/* ---- near a target ---------------------------------------------------------------- */

typedef struct question
{
	const world *w;
	fr_query query;
	fr_approach approach;
	uint64_t truth[MAX_CELLS]; /* costs from the start; FR_UNREACHED: no path */
} question;

static bool
is_near(const question *q, uint32_t cell)
{
	fr_cell at = cell_at(q->w, cell);

	return square(q->w, at, q->approach.target) <= q->approach.within &&
		   (!q->approach.in_sight || world_in_sight(q->w, at, q->approach.target));
}

/* All cells, one by one; UINT32_MAX: none is reached. */
static uint32_t
best_by_hand(const question *q)
{
	uint32_t best = UINT32_MAX;

	for (uint32_t n = 0; n < q->w->grid->cells; n++)
	{
		if (q->truth[n] == FR_UNREACHED || !is_near(q, n))
			continue;
		if (best == UINT32_MAX || q->truth[n] < q->truth[best] ||
			(q->truth[n] == q->truth[best] &&
			 square(q->w, cell_at(q->w, n), q->approach.target) <
				 square(q->w, cell_at(q->w, best), q->approach.target)))
			best = n;
	}
	return best;
}

static bool
route_holds(const question *q, const fr_closest *found)
{
	static uint8_t moves[MAX_CELLS];
	oracle_cost sum;

	if (found->route.moves >= q->w->grid->cells)
		return false;
	list_moves(&found->route, moves);
	return world_path(q->w, q->query.start, found->cell, moves, found->route.moves + 1,
					  &sum) &&
		   world_units(q->w, sum) == found->cost;
}

static void
check_approach(question *q, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	uint32_t best = best_by_hand(q);
	uint32_t start = q->query.start;
	fr_closest found;
	fr_status status;

	malloc_arena_clear(&taken);
	q->query.arena = &taken.core;
	status =
		fr_approach_to(&q->query, &q->approach,
					   fr_sweep_workspace_on(q->query.grid, workspace), &poll, &found);
	if (is_passable(w, start) && is_near(q, start))
	{
		expect(STAYS,
			   status == FR_OK && found.found && found.cell == start && found.cost == 0,
			   w, NULL);
		return;
	}
	if (best == UINT32_MAX)
	{
		expect(NO_CELL, status == FR_OK && !found.found, w, NULL);
		return;
	}
	if (status == FR_COST_RANGE || q->truth[best] > w->costs.limit)
	{
		expect(RANGE, status == FR_COST_RANGE && q->truth[best] > w->costs.limit, w,
			   NULL);
		return;
	}
	if (expect(BEST, status == FR_OK && found.found && found.cell == best, w, NULL))
		expect(ROUTE, found.cost == q->truth[best] && route_holds(q, &found), w, NULL);
}

/* ---- worlds ------------------------------------------------------------------------ */

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);
	fr_cell at = cell_at(w, chance_below(c, w->grid->cells));

	if (!w->rules.hex)
		check_view(w, at, chance_below(c, 2) ? FR_ANY_DISTANCE : chance_below(c, 400));
	check_nearest(w, at);
	q.w = w;
	q.query = (fr_query){
		.grid = w->grid, .method = &resolved, .start = chance_below(c, w->grid->cells)};
	world_costs(q.w, q.query.start, q.truth);
	for (int i = 0; i < APPROACHES; i++)
	{
		q.approach = (fr_approach){.target = cell_at(w, chance_below(c, w->grid->cells)),
								   .within = chance_below(c, 2) ? chance_below(c, 5)
																: chance_below(c, 200),
								   .in_sight = !w->rules.hex && i % 2 == 0};
		check_approach(&q, workspace);
	}
}

#define RULES 5
#define HEX 4 /* the rule of hexagons, between which there is no sight */

/* The map whose blocked cells are the bits of a number. */
static void
check_small(int width, int height, uint32_t blocked, int rule)
{
	static const char *const texts[] = {"octile(corners=any)", "octile(corners=one)",
										"octile", "tile", "hex"};
	const oracle_fraction one = {1, 1};
	world w = {.width = width, .height = height};

	w.rules = (oracle_model){.straight = one,
							 .diagonal = one,
							 .eight = rule != 3,
							 .hex = rule == HEX,
							 .root2 = rule < 3,
							 .corners = rule < 3 ? rule : 0,
							 .size = 1};
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	strcpy(w.text, texts[rule]);
	w.codes = new_block((size_t) (width * height));
	for (int i = 0; i < width * height; i++)
		w.codes[i] = blocked >> i & 1 ? '@' : '.';
	world_build(&w);
	for (uint32_t n = 0; n < w.grid->cells; n++)
	{
		if (rule != HEX)
			check_view(&w, cell_at(&w, n), FR_ANY_DISTANCE);
		check_nearest(&w, cell_at(&w, n));
	}
	world_free(&w);
}

/* ---- straight lines ---------------------------------------------------------------- */

/* If the best path of anyangle is as long as the distance, the cells see each other. */
static void
check_straight(uint64_t seed)
{
	chance c = {seed};
	fr_poll poll = no_poll();
	world w = {.width = 30, .height = 20, .text = "anyangle"};
	fr_workspace *workspace;
	fr_method resolved;

	w.codes = new_block((size_t) (w.width * w.height));
	for (int i = 0; i < w.width * w.height; i++)
		w.codes[i] = chance_below(&c, 12) ? '.' : '@';
	w.rules = (oracle_model){
		.straight = {1, 1}, .eight = true, .root2 = true, .corners = 2, .size = 1};
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	world_build(&w);
	resolved = fr_method_resolve(&method, w.grid);
	workspace = new_workspace(fr_search_nodes(w.grid, &resolved), &resolved);
	for (int i = 0; i < 100; i++)
	{
		uint32_t start = chance_below(&c, w.grid->cells);
		uint32_t goal = chance_below(&c, w.grid->cells);
		fr_cell a = cell_at(&w, start);
		fr_cell b = cell_at(&w, goal);
		fr_result result;

		search_pair(w.grid, &resolved, start, goal, workspace, &poll, &result);
		if (result.found &&
			fr_cost_value(&w.grid->costs, result.cost) == sqrt((double) square(&w, a, b)))
			expect(STRAIGHT, fr_in_sight(w.grid, a, b, &poll), &w, NULL);
	}
	free(workspace);
	malloc_arena_clear(&taken);
	world_free(&w);
}

/* ---- distances --------------------------------------------------------------------- */

/* The root of a number, as users write it, is a radius that includes it. */
static void
check_radii(void)
{
	long wrong = 0;

	for (uint64_t i = 0; i < 1000000; i++)
	{
		uint64_t n = i < 500000 ? i : (i - 499999) * 8589;
		double root = sqrt((double) n);

		wrong += fr_square_within(root) != n;
		wrong += n > 0 && fr_square_within(nextafter(root, 0)) != n - 1;
	}
	ok(wrong == 0, "roots of whole numbers are radii that include them: %ld wrong",
	   wrong);
	ok(fr_square_within(INFINITY) == FR_ANY_DISTANCE &&
		   fr_square_within(1e300) == FR_ANY_DISTANCE && fr_square_within(0) == 0 &&
		   fr_square_within(0.99) == 0 && fr_square_within(4e-320) == 0,
	   "radii from none to any");
}

int
main(int argc, char **argv)
{
	static const int sides[][2] = {{12, 1}, {1, 12}, {6, 2}, {2, 6}, {4, 3}, {3, 4}};
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	method = method_of("auto");
	check_radii();
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		for (int rule = 0; rule < RULES; rule++)
			for (uint32_t blocked = 0; blocked < 1u << 12; blocked++)
				check_small(sides[i][0], sides[i][1], blocked, rule);
	for (uint64_t i = 0; i < 100; i++)
		check_straight(seed + i);
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, 3000, MAX_SIDE, check_world, CHECKS);
}
