/*
 * test_anyangle.c - shortest paths in straight lines, against all cells that see each other
 *
 *     test_anyangle [EVERY [CASES [SEED]]]
 *
 * EVERY: one in so many of all maps of 4 x 4 cells, and in 64 times as many of 5 x 4, is
 * searched from each cell to each; 1: all of both.  CASES: random maps up to 16 x 16; up to 40 x 40 there are a hundredth of them.
 *
 * The oracle shares no code with the search: lines square by square, Dijkstra's search over
 * all cells in long doubles, and the length of the path that it finds in 113 bits.
 */
#include <float.h>
#include <math.h>

#include "core/anyangle/length.h"
#include "core/anyangle/sights.h"
#include "core/index/index.h"
#include "core/index/store/format.h"
#include "support.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad;
#endif

/* ---- the oracle ---------------------------------------------------------- */

#define MOST 1600 /* cells */

typedef struct scene
{
	int width;
	int height;
	int size;
	uint8_t codes[MOST];
	bool free[MOST]; /* for an agent of the size */
	bool sees[MOST]; /* from the start */
	long double length[MOST];
	int parent[MOST];
	bool done[MOST];
} scene;

static bool
is_free(const scene *s, int x, int y)
{
	return x >= 0 && y >= 0 && x < s->width && y < s->height && s->free[y * s->width + x];
}

static void
find_free(scene *s)
{
	for (int i = 0; i < s->width * s->height; i++)
	{
		int x = i % s->width;
		int y = i / s->width;

		s->free[i] = x + s->size <= s->width && y + s->size <= s->height;
		for (int j = 0; s->free[i] && j < s->size * s->size; j++)
			s->free[i] = s->codes[(y + j / s->size) * s->width + x + j % s->size] == '.';
	}
}

/* Square by square of those that the line crosses; along a row or column, by cells. */
static bool
sees(const scene *s, int a, int b)
{
	int x = a % s->width;
	int y = a / s->width;
	int dx = b % s->width - x;
	int dy = b / s->width - y;
	int right = dx > 0 ? 1 : -1;
	int down = dy > 0 ? 1 : -1;
	int across = abs(dx);
	int along = abs(dy);

	if (across == 0 || along == 0)
	{
		for (int i = 0; i <= across + along; i++)
			if (!is_free(s, x + (across ? i * right : 0), y + (along ? i * down : 0)))
				return false;
		return true;
	}
	for (int i = 0, j = 0; i < across && j < along;)
	{
		int turn = (i + 1) * along - (j + 1) * across;
		int cx = x + i * right;
		int cy = y + j * down;

		if (!is_free(s, cx, cy) || !is_free(s, cx + right, cy) ||
			!is_free(s, cx, cy + down) || !is_free(s, cx + right, cy + down))
			return false;
		i += turn <= 0;
		j += turn >= 0;
	}
	return true;
}

static int
square_between(const scene *s, int a, int b)
{
	int dx = a % s->width - b % s->width;
	int dy = a / s->width - b / s->width;

	return dx * dx + dy * dy;
}

/* All least lengths from a free cell. */
static void
spread(scene *s, int start)
{
	int count = s->width * s->height;

	for (int i = 0; i < count; i++)
	{
		s->length[i] = HUGE_VALL;
		s->done[i] = false;
	}
	s->length[start] = 0;
	s->parent[start] = -1;
	for (;;)
	{
		int best = -1;

		for (int i = 0; i < count; i++)
			if (!s->done[i] && s->length[i] < HUGE_VALL &&
				(best < 0 || s->length[i] < s->length[best]))
				best = i;
		if (best < 0)
			return;
		s->done[best] = true;
		for (int i = 0; i < count; i++)
		{
			long double length;

			if (s->done[i] || !s->free[i])
				continue;
			length = s->length[best] + sqrtl(square_between(s, best, i));
			if (length < s->length[i] && sees(s, best, i))
			{
				s->length[i] = length;
				s->parent[i] = best;
			}
		}
	}
}

static quad
root_of(int square)
{
	quad root = sqrtl(square);

	return square ? (root + square / root) / 2 : 0;
}

/* The nearest double to the least length to a cell. */
static double
nearest_length(const scene *s, int goal)
{
	quad sum = 0;

	for (int i = goal; s->parent[i] >= 0; i = s->parent[i])
		sum += root_of(square_between(s, i, s->parent[i]));
	return (double) sum;
}

/* ---- one map --------------------------------------------------------------- */

typedef struct tally
{
	long maps;
	long pairs;
	long paths;
	long found;	  /* wrongly, or not */
	long bits;	  /* other ones than the oracle's */
	long routes;  /* not legal, of another length, or other ones on a fresh grid */
	long bounds;  /* longer than an octile path, or than that pulled tight */
	long many;	  /* other bits from one cell to many */
	long reached; /* or to all */
	long indexed; /* by an index */
	long forged; /* bytes that were changed and accepted, or answers that leave the map */
} tally;

static bool
is_wrong(const tally *t)
{
	return t->found + t->bits + t->routes + t->bounds + t->many + t->reached +
			   t->indexed + t->forged >
		   0;
}

typedef struct tried
{
	scene *s;
	fr_grid *grid;
	fr_grid *octile;
	fr_method method;
	fr_method jump;
	fr_workspace *workspace;
	fr_workspace *jumps;
	uint8_t *bytes; /* of the index */
	size_t size;
	malloc_arena memory;
	fr_index index;
	fr_index_scratch *scratch;
	tally *t;
} tried;

static double
value_of(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

/* Does the route lead from start to goal by lines that the oracle sees? */
static bool
is_right_route(const tried *m, const fr_result *r, int start, int goal)
{
	int at = start;
	uint8_t packed[4096];
	uint64_t cost;
	size_t size;

	if (r->route.start.x != start % m->s->width ||
		r->route.start.y != start / m->s->width)
		return false;
	for (size_t i = 0; i < r->route.count; i++)
	{
		int to = r->route.corners[i].y * m->s->width + r->route.corners[i].x;

		if (to == at || !sees(m->s, at, to))
			return false;
		at = to;
	}
	size = fr_path_pack(&r->route, packed, &poll);
	return at == goal && fr_path_price(m->grid, packed, size, &cost, &poll) &&
		   cost == r->cost && fr_path_length(packed, size, &poll) == (uint64_t) r->length;
}

/* Is the route the same before searches have learnt which edges lead nowhere? */
static bool
is_fresh_route(const tried *m, const fr_result *r, uint32_t start, uint32_t goal)
{
	fr_sights *sights = m->grid->sights;
	fr_sights fresh = *sights;
	fr_grid grid = *m->grid;
	size_t size = r->route.count * sizeof *r->route.corners;
	fr_cell *corners = malloc(size + 1); /* the next search releases those of the route */
	fr_result other;
	bool same;

	if (size > 0)
		memcpy(corners, r->route.corners, size);
	fresh.neighbours = calloc((size_t) sights->count + 1, sizeof *fresh.neighbours);
	fresh.store = NULL;
	grid.sights = &fresh;
	search_pair(&grid, &m->method, start, goal, m->workspace, &poll, &other);
	same = other.cost == r->cost && other.route.count == r->route.count &&
		   (size == 0 || memcmp(other.route.corners, corners, size) == 0);
	free(corners);
	sights->ranges = fresh.ranges;
	sights->room = fresh.room;
	free(fresh.neighbours);
	return same;
}

static void
add_corner(void *context, fr_cell corner)
{
	double *sum = context;

	if (sum[0] >= 0)
		sum[0] += hypot(corner.x - sum[1], corner.y - sum[2]);
	else
		sum[0] = 0;
	sum[1] = corner.x;
	sum[2] = corner.y;
}

/* Not longer than the best path of eight directions, nor than that pulled tight. */
static bool
keeps_bounds(const tried *m, double length, uint32_t start, uint32_t goal)
{
	double straight = sqrt(square_between(m->s, (int) start, (int) goal));
	double smooth[3] = {-1, 0, 0};
	uint8_t packed[8192];
	fr_result octile;
	size_t size;

	search_pair(m->octile, &m->jump, start, goal, m->jumps, &poll, &octile);
	size = fr_path_pack(&octile.route, packed, &poll);
	fr_path_smooth(m->grid, packed, size, add_corner, smooth, &poll);
	return length >= straight && length <= smooth[0] * (1 + 1e-14) &&
		   smooth[0] <= fr_cost_value(&m->octile->costs, octile.cost) * (1 + 1e-14);
}

/* ---- its index -------------------------------------------------------------- */

static fr_cell
cell_of(const tried *m, int n)
{
	return (fr_cell){n % m->s->width, n / m->s->width};
}

static fr_index_scratch *
scratch_for(const fr_index *index)
{
	size_t size = fr_index_scratch_size(index);

	return fr_index_scratch_init(new_block(size), size);
}

static void
make_index(tried *m, const char *model)
{
	static const uint8_t digest[FR_INDEX_DIGEST] = {1};
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index_plan *plan;
	fr_error error;
	fr_model parsed;
	fr_index_request request = {
		.grid = m->grid, .model = &parsed, .digest = digest, .routes = true};

	fr_model_parse(model, strlen(model), &parsed, &error);
	if (fr_index_build(&request, &memory.core, &poll, &plan, &error))
	{
		ok(false, "an index is built: %s", error.what);
		exit(1);
	}
	m->size = fr_index_plan_size(plan);
	m->bytes = new_block(m->size);
	fr_index_write(plan, m->bytes, &poll);
	malloc_arena_clear(&memory);
	m->t->indexed += fr_index_check(m->bytes, m->size, &poll, &error) != FR_OK;
	m->memory = malloc_arena_make(&m->memory);
	m->index = fr_index_open(m->bytes, m->size, &m->memory.core, &poll);
	m->scratch = scratch_for(&m->index);
}

static void
free_index(tried *m)
{
	malloc_arena_clear(&m->memory);
	free(m->bytes);
	free(m->scratch);
}

/* Does an index say so, with vectors and without? */
static bool
costs_so(const tried *m, fr_cell start, fr_cell goal, uint64_t wanted)
{
	fr_index portable = m->index;

	portable.vectors = false;
	return fr_index_cost(&m->index, start, goal, m->scratch, &poll) == wanted &&
		   fr_index_cost(&portable, start, goal, m->scratch, &poll) == wanted;
}

/* The same bits either way, and a route of that cost. */
static void
try_index(const tried *m, int start, int goal, const fr_result *r)
{
	fr_index_query query = {&m->index, cell_of(m, start), cell_of(m, goal), m->scratch};
	malloc_arena memory = malloc_arena_make(&memory);
	uint64_t wanted = r->found ? r->cost : FR_UNREACHED;
	fr_result found = {.found = true};
	fr_error error;

	m->t->indexed += !costs_so(m, query.start, query.goal, wanted) ||
					 !costs_so(m, query.goal, query.start, wanted) ||
					 fr_index_route(&query, &memory.core, &poll, &found.cost,
									&found.route, &error) != FR_OK ||
					 found.cost != wanted;
	found.length = found.route.moves + 1;
	m->t->indexed +=
		r->found && found.cost == wanted && !is_right_route(m, &found, start, goal);
	malloc_arena_clear(&memory);
}

/* Costs from one cell to others. */
static void
try_index_to_many(const tried *m, int start, const uint64_t *wanted)
{
	static fr_cell goals[MOST];
	static uint64_t costs[MOST];
	size_t count = (size_t) (m->s->width * m->s->height);
	fr_cell from = cell_of(m, start);

	for (size_t i = 0; i < count; i++)
		goals[i] = cell_of(m, (int) i);
	fr_index_costs_to(&m->index, &(fr_index_pairs){&from, goals, count, costs},
					  m->scratch, &poll);
	m->t->indexed += memcmp(costs, wanted, count * sizeof *costs) != 0;
}

/* Asks what was made up and accepted: all answers stay on the map. */
static void
ask_forged(const tried *m, const uint8_t *bytes, chance *c)
{
	malloc_arena memory = malloc_arena_make(&memory);
	fr_index index = fr_index_open(bytes, m->size, &memory.core, &poll);
	fr_index_query query = {.index = &index, .scratch = scratch_for(&index)};
	fr_error error;

	for (int i = 0; i < 10; i++)
	{
		uint64_t cost;
		fr_route route = {.count = 0};

		query.start = (fr_cell){(int32_t) chance_below(c, index.width),
								(int32_t) chance_below(c, index.height)};
		query.goal = (fr_cell){(int32_t) chance_below(c, index.width),
							   (int32_t) chance_below(c, index.height)};
		fr_index_cost(&index, query.start, query.goal, query.scratch, &poll);
		if (fr_index_route(&query, &memory.core, &poll, &cost, &route, &error) ||
			cost == FR_UNREACHED || index.form != FR_INDEX_LINES)
			continue;
		for (size_t k = 0; k < route.count; k++)
			m->t->forged += (uint32_t) route.corners[k].x >= index.width ||
							(uint32_t) route.corners[k].y >= index.height;
	}
	free(query.scratch);
	malloc_arena_clear(&memory);
}

/* A byte is changed, and the checksum after it; or some bytes are missing. */
static void
try_forged(const tried *m, chance *c)
{
	size_t prefix = chance_below(c, (uint32_t) m->size);
	uint8_t *bytes = new_block(prefix + 1);
	fr_error error;

	memcpy(bytes, m->bytes, prefix);
	m->t->forged += fr_index_check(bytes, prefix, &poll, &error) == FR_OK;
	free(bytes);
	bytes = new_block(m->size);
	memcpy(bytes, m->bytes, m->size);
	bytes[chance_below(c, chance_below(c, 3) ? (uint32_t) m->size : 200)] ^=
		(uint8_t) (1 << chance_below(c, 8));
	m->t->forged += fr_index_check(bytes, m->size, &poll, &error) == FR_OK;
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	if (fr_index_check(bytes, m->size, &poll, &error) == FR_OK)
		ask_forged(m, bytes, c);
	free(bytes);
}

/* ---- pairs of it ------------------------------------------------------------- */

#define FRESH 7 /* one in so many paths is searched for on a fresh grid, too */

static void
try_pair(const tried *m, int start, int goal)
{
	fr_result r;
	fr_result back;
	bool reachable = m->s->free[start] && m->s->length[goal] < HUGE_VALL;

	m->t->pairs++;
	search_pair(m->grid, &m->method, (uint32_t) goal, (uint32_t) start, m->workspace,
				&poll, &back);
	search_pair(m->grid, &m->method, (uint32_t) start, (uint32_t) goal, m->workspace,
				&poll, &r);
	m->t->found += r.found != reachable || back.found != reachable;
	try_index(m, start, goal, &r);
	if (!r.found || !reachable)
		return;
	m->t->paths++;
	m->t->bits += value_of(r.cost) != nearest_length(m->s, goal) || back.cost != r.cost;
	m->t->routes += !is_right_route(m, &r, start, goal);
	if (m->t->paths % FRESH == 0)
		m->t->routes += !is_fresh_route(m, &r, (uint32_t) start, (uint32_t) goal);
	m->t->bounds += !keeps_bounds(m, value_of(r.cost), (uint32_t) start, (uint32_t) goal);
}

/* From one cell to all others at once. */
static void
try_many(const tried *m, int start)
{
	uint32_t goals[MOST] = {0};
	uint64_t costs[MOST];
	int count = m->s->width * m->s->height;
	fr_query query = {.grid = m->grid, .method = &m->method, .start = (uint32_t) start};

	for (int i = 0; i < count; i++)
		goals[i] = (uint32_t) i;
	fr_costs_to(&query, (fr_cells){goals, (size_t) count}, m->workspace, &poll, costs);
	for (int i = 0; i < count; i++)
	{
		bool reachable = m->s->free[start] && m->s->length[i] < HUGE_VALL;

		m->t->many += reachable ? value_of(costs[i]) != nearest_length(m->s, i)
								: costs[i] != FR_UNREACHED;
	}
	try_index_to_many(m, start, costs);
}

/* All cells within a budget: of any size, or none. */
static void
try_reach(const tried *m, int start, chance *c)
{
	static uint64_t costs[MOST];
	int count = m->s->width * m->s->height;
	uint32_t from = (uint32_t) start;
	malloc_arena memory = malloc_arena_make(&memory);
	fr_query query = {.grid = m->grid, .method = &m->method, .arena = &memory.core};
	fr_reaching reach = {&query, &from, 1, INFINITY, costs, NULL};

	if (chance_below(c, 2))
		reach.budget = chance_below(c, 100) / 4.0;
	fr_anyangle_reach(&reach, m->workspace, &poll);
	malloc_arena_clear(&memory);
	for (int i = 0; i < count; i++)
	{
		bool reachable = m->s->free[start] && m->s->length[i] < HUGE_VALL &&
						 nearest_length(m->s, i) <= reach.budget;

		m->t->reached +=
			reachable ? value_of(costs[i]) != nearest_length(m->s, i)
					  : costs[i] != FR_UNREACHED && value_of(costs[i]) <= reach.budget;
	}
}

static void
try_start(const tried *m, int start, int pairs, chance *c)
{
	int count = m->s->width * m->s->height;

	for (int i = 0; i < count; i++)
		m->s->length[i] = HUGE_VALL;
	if (m->s->free[start])
		spread(m->s, start);
	try_many(m, start);
	try_reach(m, start, c);
	for (int i = 0; i < (pairs ? pairs : count); i++)
		try_pair(m, start, pairs ? (int) chance_below(c, (uint32_t) count) : i);
}

#define FORGED 20 /* indexes of a map that are made up */

/* From `starts` random cells to `pairs` each; 0: from each to each. */
static void
try_map(scene *s, int starts, int pairs, chance *c, tally *t)
{
	char model[40];
	char octile[40];
	int count = s->width * s->height;
	bool wrong = is_wrong(t);
	tried m = {
		.s = s, .method = method_of("visibility"), .jump = method_of("astar"), .t = t};

	find_free(s);
	snprintf(model, sizeof model, "anyangle(size=%d)", s->size);
	snprintf(octile, sizeof octile, "octile(size=%d)", s->size);
	m.grid = make_grid(model, s->codes, (uint32_t) s->width, (uint32_t) s->height);
	m.octile = make_grid(octile, s->codes, (uint32_t) s->width, (uint32_t) s->height);
	m.workspace = new_workspace(fr_search_nodes(m.grid, &m.method), &m.method);
	m.jumps = new_workspace((uint32_t) count, &m.jump);
	make_index(&m, model);
	t->maps++;
	for (int i = 0; i < (starts ? starts : count); i++)
		try_start(&m, starts ? (int) chance_below(c, (uint32_t) count) : i, pairs, c);
	for (int i = 0; i < FORGED; i++)
		try_forged(&m, c);
	free_index(&m);
	if (!wrong && is_wrong(t))
		for (int y = 0; y < s->height; y++)
			printf("# %.*s\n", s->width, (const char *) s->codes + y * s->width);
	free(m.workspace);
	free(m.jumps);
	free_grid(m.grid);
	free_grid(m.octile);
}

static void
report(const char *what, const tally *t)
{
	ok(!is_wrong(t),
	   "%s: %ld maps, %ld pairs, %ld paths; wrong: found %ld, bits %ld, routes %ld, "
	   "bounds %ld, to many %ld, to all %ld, indexed %ld, forged %ld",
	   what, t->maps, t->pairs, t->paths, t->found, t->bits, t->routes, t->bounds,
	   t->many, t->reached, t->indexed, t->forged);
}

/* ---- maps ------------------------------------------------------------------ */

static void
test_all(int width, int height, long every, chance *c)
{
	static scene s;
	tally t = {0};
	char what[40];
	long first = (long) chance_below(c, (uint32_t) every);

	s.width = width;
	s.height = height;
	s.size = 1;
	for (long map = first; map < 1L << (width * height); map += every)
	{
		for (int i = 0; i < width * height; i++)
			s.codes[i] = map >> i & 1 ? '.' : '@';
		try_map(&s, 0, 0, c, &t);
	}
	snprintf(what, sizeof what, "all of %d x %d, one in %ld", width, height, every);
	report(what, &t);
}

static void
test_random(long cases, int least, int most, chance *c)
{
	static scene s;
	tally t = {0};
	char what[40];

	for (long i = 0; i < cases; i++)
	{
		uint32_t blocked = 3 + chance_below(c, 50);

		s.width = least + (int) chance_below(c, (uint32_t) (most - least + 1));
		s.height = least + (int) chance_below(c, (uint32_t) (most - least + 1));
		s.size = chance_below(c, 4) ? 1 : 2;
		for (int k = 0; k < s.width * s.height; k++)
			s.codes[k] = chance_below(c, 100) < blocked / (uint32_t) s.size ? '@' : '.';
		try_map(&s, 2, 6, c, &t);
	}
	snprintf(what, sizeof what, "random up to %d x %d", most, most);
	report(what, &t);
}

/* One row, one column, checkerboards, obstacles at regular distances. */
static void
test_special(chance *c)
{
	static scene s;
	tally t = {0};

	for (int kind = 0; kind < 8; kind++)
	{
		s.width = kind == 0 ? 40 : kind == 1 ? 1 : 23;
		s.height = kind == 0 ? 1 : kind == 1 ? 40 : 22;
		s.size = kind == 7 ? 3 : 1;
		for (int i = 0; i < s.width * s.height; i++)
		{
			int x = i % s.width;
			int y = i / s.width;
			bool blocked = kind < 2	   ? i == 25
						   : kind == 2 ? (x + y) % 2 == 0
						   : kind == 3 ? x % 2 && y % 2
						   : kind == 4 ? x % 3 == 1 && y % 3 == 1
						   : kind == 5 ? (x + 2 * y) % 5 == 0
						   : kind == 6 ? y % 2 && x % 7 != y % 7
									   : x % 9 == 4 && y % 7 == 3;

			s.codes[i] = blocked ? '@' : '.';
		}
		try_map(&s, 30, 30, c, &t);
	}
	report("special ones", &t);
}

/* ---- a long way before ------------------------------------------------------ */

#define WIDE 513 /* cells of a corridor */
#define CAVE 40	 /* rows of cells below the last one */
#define LONGEST (1 << 21)

/* Corridors of so many rows, one cell wide, which take turns, and a cave at their end. */
static uint8_t *
corridors_and_cave(int rows, chance *c)
{
	uint8_t *codes = new_block((size_t) (rows + CAVE) * WIDE);

	for (int y = 0; y < rows + CAVE; y++)
		for (int x = 0; x < WIDE; x++)
		{
			bool blocked = y >= rows ? chance_below(c, 4) == 0
						   : y % 2	 ? x != (y / 2 % 2 ? 0 : WIDE - 1)
									 : false;

			codes[y * WIDE + x] = blocked ? '@' : '.';
		}
	return codes;
}

/* Is it as far from the start as from the corridors' end and the way there? In all forms. */
static bool
is_as_far(const fr_grid *grid, fr_workspace *workspace, uint32_t end, uint32_t goal,
		  double before)
{
	const fr_method method = method_of("visibility");
	fr_query query = {.grid = grid, .method = &method};
	fr_result near;
	fr_result far;
	fr_result back;
	uint64_t cost;

	search_pair(grid, &method, end, goal, workspace, &poll, &near);
	search_pair(grid, &method, goal, 0, workspace, &poll, &back);
	fr_costs_to(&query, (fr_cells){&goal, 1}, workspace, &poll, &cost);
	search_pair(grid, &method, 0, goal, workspace, &poll, &far);
	return far.found == near.found &&
		   (!far.found || (far.cost == back.cost && far.cost == cost &&
						   fabs(value_of(far.cost) - before - value_of(near.cost)) <=
							   before * DBL_EPSILON));
}

/* Paths of a cave, which begin a little below each power of two. */
static void
test_long(chance *c)
{
	const fr_method method = method_of("visibility");
	long wrong = 0;
	long asked = 0;

	for (int length = 1 << 12; length <= LONGEST; length *= 2)
	{
		int corridors = length / (WIDE + 1);
		int rows = 2 * corridors;
		double before = (double) corridors * (WIDE + 1);
		uint32_t end = (uint32_t) (rows * WIDE + (corridors % 2 ? WIDE - 1 : 0));
		uint8_t *codes = corridors_and_cave(rows, c);
		fr_grid *grid;
		fr_workspace *workspace;

		codes[end] = '.';
		grid = make_grid("anyangle", codes, WIDE, (uint32_t) (rows + CAVE));
		workspace = new_workspace(fr_search_nodes(grid, &method), &method);
		for (int i = 0; i < 50; i++, asked++)
			wrong += !is_as_far(grid, workspace, end,
								end - end % WIDE + chance_below(c, WIDE * CAVE), before);
		free(workspace);
		free_grid(grid);
		free(codes);
	}
	ok(wrong == 0, "%ld paths of a cave behind up to %d cells of corridors: %ld wrong",
	   asked, LONGEST, wrong);
}

/* ---- long lines -------------------------------------------------------------- */

#define LONG 3000 /* cells of a row */
#define ROWS 40

/* Units so fine that lines of the map have too many of them for single precision. */
static bool
refuses_fine_units(const tried *m)
{
	uint8_t *bytes = new_block(m->size);
	fr_error error;
	bool refused;

	memcpy(bytes, m->bytes, m->size);
	fr_put32(bytes + FR_AT_LABEL_STRAIGHT, 0, 2 * m->index.straight);
	fr_put32(bytes + FR_AT_LABEL_DIAGONAL, 0, 2 * m->index.straight);
	fr_put64(bytes + FR_AT_CHECKSUM, 0,
			 fr_index_checksum(bytes + FR_AT_WIDTH, m->size - FR_AT_WIDTH));
	refused = fr_index_check(bytes, m->size, &poll, &error) == FR_PACKED_CORRUPT;
	free(bytes);
	return refused;
}

/* Few obstacles in a long field: the index beside the search. */
static void
test_far(int pairs, chance *c)
{
	const fr_method method = method_of("visibility");
	uint8_t *codes = new_block(LONG * ROWS);
	tally t = {0};
	tried m = {.t = &t};
	fr_workspace *workspace;

	memset(codes, '.', LONG * ROWS);
	for (int i = 0; i < 60; i++)
		codes[chance_below(c, LONG * ROWS)] = '@';
	m.grid = make_grid("anyangle", codes, LONG, ROWS);
	workspace = new_workspace(fr_search_nodes(m.grid, &method), &method);
	make_index(&m, "anyangle");
	for (int i = 0; i < pairs; i++)
	{
		uint32_t start = chance_below(c, LONG * ROWS);
		uint32_t goal = chance_below(c, LONG * ROWS);
		fr_result r;

		search_pair(m.grid, &method, start, goal, workspace, &poll, &r);
		t.indexed +=
			!costs_so(&m, (fr_cell){(int32_t) (start % LONG), (int32_t) (start / LONG)},
					  (fr_cell){(int32_t) (goal % LONG), (int32_t) (goal / LONG)},
					  r.found ? r.cost : FR_UNREACHED);
	}
	ok(t.indexed == 0, "%d paths of lines up to %d cells: %ld wrong", pairs, LONG,
	   t.indexed);
	ok(refuses_fine_units(&m), "units that are too fine for these are refused");
	free_index(&m);
	free(workspace);
	free_grid(m.grid);
	free(codes);
}

/* ---- sums of lengths -------------------------------------------------------- */

#define CORNERS 30
#define NO_TRUST (UINT64_C(1) << 63) /* an error that leaves every sum in doubt */

/* Is the length to each corner the same, line by line and from the start? */
static bool
is_followed(fr_cell start, const fr_cell *corners, size_t count)
{
	fr_lines lines = {start, corners, 0, 0};

	for (size_t k = 1; k <= count; k++)
		if (fr_lines_next(&lines) != fr_lines_length(start, corners, k, 0))
			return false;
	return true;
}

/* The quick sum, the exact one and one in 113 bits, of random lines; from either end. */
static void
test_lengths(long cases, chance *c)
{
	long wrong = 0;

	for (long i = 0; i < cases; i++)
	{
		fr_cell corners[CORNERS + 1];
		fr_cell back[CORNERS + 1];
		size_t count = 1 + chance_below(c, CORNERS);
		uint32_t side = 2 + chance_below(c, chance_below(c, 2) ? 30 : 65533);
		quad sum = 0;
		double length;

		for (size_t k = 0; k <= count; k++)
		{
			corners[k] = (fr_cell){(int32_t) chance_below(c, side),
								   (int32_t) chance_below(c, side)};
			back[count - k] = corners[k];
		}
		for (size_t k = 0; k < count; k++)
		{
			int64_t dx = corners[k].x - corners[k + 1].x;
			int64_t dy = corners[k].y - corners[k + 1].y;
			quad square = (quad) (dx * dx + dy * dy);
			quad root = sqrtl((long double) square);

			sum += square > 0 ? (root + square / root) / 2 : 0;
		}
		length = fr_lines_length(corners[0], corners + 1, count, 0);
		wrong += length != (double) sum ||
				 length != fr_lines_length(back[0], back + 1, count, 0) ||
				 length != fr_lines_length(corners[0], corners + 1, count, NO_TRUST) ||
				 !is_followed(corners[0], corners + 1, count);
	}
	ok(wrong == 0, "lengths of %ld paths, quick and exact: %ld wrong", cases, wrong);
}

int
main(int argc, char **argv)
{
	long every = argc > 1 ? atol(argv[1]) : 16;
	long cases = argc > 2 ? atol(argv[2]) : 2000;
	chance c = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};

	test_lengths(cases, &c);
	test_all(4, 4, every, &c);
	test_all(5, 4, every > 1 ? 64 * every : 1, &c);
	test_random(cases, 1, 16, &c);
	test_random(cases / 100, 17, 40, &c);
	test_special(&c);
	test_long(&c);
	test_far(cases, &c);
	return tap_done();
}
