/*
 * test_oneway.c - one-way cells: all small maps of a few models, by brute force
 */
#include "checks.h"

#define MAX_CELLS 9
#define MAX_CODES 4

enum
{
	MOVES,
	REACHABLE,
	PROMISE,
	STRONG,
	COST,
	ROUTE,
	SWEEP,
	CLOSEST,
	CHECKS
};

check checks[CHECKS] = {
	{"moves are the oracle's, and those back their reverse", 0, 0},
	{"a cell is reachable where the oracle finds a path", 0, 0},
	{"the quick answer is never wrong about no path", 0, 0},
	{"strong components are sets of cells that reach each other", 0, 0},
	{"every method finds the oracle's cost", 0, 0},
	{"by a legal route", 0, 0},
	{"sweeps from a cell and to it have the oracle's costs", 0, 0},
	{"the closest cell is the nearest that the start leads to", 0, 0},
};

static const char *const methods[] = {
	"auto",
	"jump",
	"jump(heuristic=levels)",
	"astar(heuristic=levels)",
	"fringe(heuristic=levels)",
	"fringe(list=array)",
	"fringe(moves=all)",
	"idastar",
	"astar(open=tree, moves=all)",
	"astar(components=ignore)",
	"astar(heuristic=alt, landmarks=2, place=farthest)",
	"astar(heuristic=alt, landmarks=4, place=anywhere)",
	"fringe(list=array, heuristic=altbest, landmarks=2, best=2, from=start)",
};

#define METHODS (sizeof methods / sizeof *methods)

/* A model as text; its codes, and which steps they forbid: bit 3 (dy + 1) + dx + 1. */
typedef struct family
{
	const char *text;
	const char *codes;
	bool eight;
	int corners;
	int size;
	int weight[MAX_CODES];
	uint16_t no_enter[MAX_CODES];
	uint16_t no_leave[MAX_CODES];
	int width;
	int height;
} family;

#define N (1 << 1)
#define W (1 << 3)
#define E (1 << 5)
#define S (1 << 7)
#define DIAGONALS (1 << 0 | 1 << 2 | 1 << 6 | 1 << 8)
#define ALL (N | W | E | S | DIAGONALS)

static const family families[] = {
	{"tile(>=E, v=S)",
	 ".@>v",
	 false,
	 2,
	 1,
	 {1, 0, 1, 1},
	 {0, 0, ALL ^ E, ALL ^ S},
	 {0, 0, ALL ^ E, ALL ^ S},
	 3,
	 2},
	{"octile(>=leave:E+NE+SE, o=2/enter:none)",
	 ".@>o",
	 true,
	 2,
	 1,
	 {1, 0, 1, 2},
	 {0, 0, 0, ALL},
	 {0, 0, ALL ^ E ^ 1 << 2 ^ 1 << 8, 0},
	 3,
	 2},
	{"octile(diagonal=1, corners=any, ^=N, x=3/leave:none)",
	 ".^x",
	 true,
	 0,
	 1,
	 {1, 1, 3},
	 {0, ALL ^ N, 0},
	 {0, ALL ^ N, ALL},
	 2,
	 4},
	{"octile(diagonal=3, corners=one, l=enter:W/leave:N+S)",
	 ".l@",
	 true,
	 1,
	 1,
	 {1, 1, 0},
	 {0, ALL ^ W, 0},
	 {0, ALL ^ N ^ S, 0},
	 4,
	 2},
	{"octile(size=2, v=S+SE, >=4/enter:E)",
	 ".v>",
	 true,
	 2,
	 2,
	 {1, 1, 4},
	 {0, ALL ^ S ^ 1 << 8, ALL ^ E},
	 {0, ALL ^ S ^ 1 << 8, 0},
	 3,
	 3},
	{"tile(straight=3, >=leave:E, <=5/W)",
	 ".><",
	 false,
	 2,
	 1,
	 {1, 1, 5},
	 {0, 0, ALL ^ W},
	 {0, ALL ^ E, ALL ^ W},
	 3,
	 3},
};

/* A world with all that is known of it. */
typedef struct known
{
	world w;
	fr_method method[METHODS];
	fr_landmarks *landmarks[METHODS]; /* of methods that need them, of this map */
	fr_workspace *workspace;
	oracle_cost costs[MAX_CELLS][MAX_CELLS];
} known;

static uint64_t
truth(const known *k, uint32_t a, uint32_t b)
{
	return k->costs[a][b].a < 0 ? FR_UNREACHED : world_units(&k->w, k->costs[a][b]);
}

static bool
reaches(const known *k, uint32_t a, uint32_t b)
{
	return truth(k, a, b) != FR_UNREACHED;
}

static void
check_moves(const known *k)
{
	const fr_grid *grid = k->w.grid;
	bool right = true;

	for (uint32_t n = 0; n < grid->cells; n++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			oracle_cost cost;
			bool legal = oracle_step(&k->w.oracle, world_point(&k->w, n), fr_dx[d],
									 fr_dy[d], &cost);
			uint32_t m = n + (uint32_t) grid->offset[d];

			right &= legal == (grid->moves[n] >> d & 1);
			if (legal)
				right &= fr_grid_back(grid)[m] >> fr_opposite(d) & 1;
			else if (m < grid->cells && fr_grid_back(grid)[m] >> fr_opposite(d) & 1)
				right &= abs((int) (n % grid->width) - (int) (m % grid->width)) > 1;
		}
	expect(MOVES, right, &k->w, NULL);
}

static void
check_pair(const known *k, uint32_t a, uint32_t b)
{
	const fr_grid *grid = k->w.grid;
	bool passable = fr_grid_component(grid, a) > 0 && fr_grid_component(grid, b) > 0;

	expect(REACHABLE, world_reaches(&k->w, a, b) == reaches(k, a, b), &k->w, NULL);
	expect(PROMISE, fr_grid_connected(grid, a, b) || !reaches(k, a, b), &k->w, NULL);
	if (grid->oneway && passable)
		expect(STRONG,
			   (grid->oneway->component[a] == grid->oneway->component[b]) ==
				   (reaches(k, a, b) && reaches(k, b, a)),
			   &k->w, NULL);
}

static void
check_search(known *k, size_t m, uint32_t a, uint32_t b)
{
	const fr_grid *grid = k->w.grid;
	fr_method method = fr_method_resolve(&k->method[m], grid);
	fr_poll poll = no_poll();
	fr_query query = {.grid = grid, .method = &method, .start = a, .goal = b};
	uint8_t moves[MAX_CELLS];
	oracle_cost cost;
	fr_result r;

	query.landmarks = k->landmarks[m];
	search_with(query, k->workspace, &poll, &r);
	expect(COST, r.found == reaches(k, a, b) && (!r.found || r.cost == truth(k, a, b)),
		   &k->w, methods[m]);
	if (!r.found || r.length > MAX_CELLS)
		return;
	list_moves(&r.route, moves);
	expect(ROUTE,
		   world_path(&k->w, a, b, moves, r.length, &cost) &&
			   world_units(&k->w, cost) == r.cost,
		   &k->w, methods[m]);
}

static void
check_sweeps(known *k, uint32_t a)
{
	const fr_grid *grid = k->w.grid;
	fr_method method = fr_method_resolve(&k->method[0], grid);
	fr_query query = {.grid = grid, .method = &method};
	fr_poll poll = no_poll();
	bool right = true;

	for (int backward = 0; backward < 2; backward++)
	{
		fr_reach_from(&query, (fr_cells){&a, 1}, grid->costs.limit, backward,
					  fr_sweep_workspace_on(query.grid, k->workspace), &poll);
		for (uint32_t n = 0; n < grid->cells; n++)
			right &= fr_distance(k->workspace, n) ==
					 (backward ? truth(k, n, a) : truth(k, a, n));
	}
	expect(SWEEP, right, &k->w, NULL);
}

/* By obstacle-free distance, then cost, then index. */
static void
check_closest(known *k, uint32_t a, uint32_t b)
{
	const fr_grid *grid = k->w.grid;
	malloc_arena arena = malloc_arena_make(&arena);
	fr_method method = fr_method_resolve(&k->method[0], grid);
	fr_query query = {
		.grid = grid, .method = &method, .start = a, .goal = b, .arena = &arena.core};
	fr_heuristic h = make_heuristic(grid, NULL, &method, a, b);
	fr_poll poll = no_poll();
	fr_closest closest;
	uint32_t best = UINT32_MAX;
	uint64_t least = UINT64_MAX;

	fr_heuristic_by_least(&h, grid); /* by the least weight of a cell */
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_cell at = fr_grid_cell(grid, n);
		uint64_t distance = fr_h_distance(&h, h.shape, at.x, at.y);

		if (!reaches(k, a, n) || distance > least ||
			(distance == least && truth(k, a, n) >= truth(k, a, best)))
			continue;
		least = distance;
		best = n;
	}
	fr_closest_to(&query, fr_sweep_workspace_on(query.grid, k->workspace), &poll,
				  &closest);
	expect(CLOSEST,
		   closest.found == (best != UINT32_MAX) &&
			   (!closest.found || (closest.cell == best && closest.remaining == least &&
								   closest.cost == truth(k, a, best))),
		   &k->w, NULL);
	malloc_arena_clear(&arena);
}

static void
place_landmarks(known *k)
{
	fr_poll poll = no_poll();

	for (size_t m = 0; m < METHODS; m++)
	{
		fr_method method = fr_method_resolve(&k->method[m], k->w.grid);

		k->landmarks[m] = fr_method_needs_landmarks(&method)
							  ? build_landmarks(k->w.grid, &method, k->workspace, &poll)
							  : NULL;
	}
}

static void
check_world(known *k, bool searches)
{
	uint32_t cells = k->w.grid->cells;

	if (searches)
		place_landmarks(k);
	for (uint32_t a = 0; a < cells; a++)
		oracle_bellman_ford(&k->w.oracle, world_point(&k->w, a), k->costs[a]);
	check_moves(k);
	for (uint32_t a = 0; a < cells; a++)
	{
		check_sweeps(k, a);
		for (uint32_t b = 0; b < cells; b++)
		{
			check_pair(k, a, b);
			check_closest(k, a, b);
			for (size_t m = 0; searches && m < METHODS; m++)
				check_search(k, m, a, b);
		}
	}
	for (size_t m = 0; searches && m < METHODS; m++)
		free(k->landmarks[m]);
}

/* Map number i of a family: its codes are the digits of i. */
static void
run_map(const family *f, long i, known *k, bool searches)
{
	int count = (int) strlen(f->codes);

	k->w = (world){.seed = (uint64_t) i, .width = f->width, .height = f->height};
	k->w.codes = new_block((size_t) (f->width * f->height));
	k->w.rules = (oracle_model){.eight = f->eight,
								.root2 = f->eight && !strstr(f->text, "diagonal"),
								.corners = f->corners,
								.size = f->size,
								.straight = {strstr(f->text, "straight=3") ? 3 : 1, 1},
								.diagonal = {strstr(f->text, "diagonal=3") ? 3 : 1, 1}};
	for (int code = 0; code < 256; code++)
		k->w.rules.weight[code] = oracle_blocked;
	for (int c = 0; c < count; c++)
	{
		uint8_t code = (uint8_t) f->codes[c];

		k->w.rules.weight[code] =
			f->weight[c] ? (oracle_fraction){f->weight[c], 1} : oracle_blocked;
		k->w.rules.no_enter[code] = f->no_enter[c];
		k->w.rules.no_leave[code] = f->no_leave[c];
	}
	for (int n = 0; n < f->width * f->height; n++, i /= count)
		k->w.codes[n] = (uint8_t) f->codes[i % count];
	strcpy(k->w.text, f->text);
	world_build(&k->w);
	if (k->w.grid)
		check_world(k, searches);
	world_free(&k->w);
}

static long
maps_of(const family *f)
{
	long maps = 1;

	for (int n = 0; n < f->width * f->height; n++)
		maps *= (long) strlen(f->codes);
	return maps;
}

int
main(int argc, char **argv)
{
	long every = argc > 1 ? atol(argv[1]) : 7; /* of the maps, one is searched */
	static known k;
	fr_method largest = method_of("idastar");

	k.workspace = new_workspace(MAX_CELLS, &largest);
	for (size_t m = 0; m < METHODS; m++)
		k.method[m] = method_of(methods[m]);
	for (const family *f = families; f < families + sizeof families / sizeof *families;
		 f++)
		for (long i = 0; i < maps_of(f); i++)
			run_map(f, i, &k, every > 0 && i % every == 0);
	free(k.workspace);
	report_checks(CHECKS, 1000);
	return tap_done();
}
