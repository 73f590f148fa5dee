/*
 * test_anyangle.c - shortest paths in straight lines, against all cells that see each other
 *
 *     test_anyangle [EVERY [CASES [SEED]]]
 *
 * EVERY: one in so many of all maps of 4 x 4 cells, and in 64 times as many of 5 x 4, is
 * searched from each cell to each; 1: all of both.  CASES: random maps up to 16 x 16; up to 40 x 40 there are a hundredth of them.
 */
#include "anyangle_index.h"

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
	fr_costs_to(&query, (fr_cells){goals, (size_t) count},
				fr_sweep_workspace_on(query.grid, m->workspace), &poll, costs);
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
	fr_anyangle_reach(&reach, fr_sweep_workspace_on(reach.query->grid, m->workspace),
					  &poll);
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
	snprintf(model, sizeof model, "anyangle(size=%dx%d)", s->size, s->tall);
	snprintf(octile, sizeof octile, "octile(size=%dx%d)", s->size, s->tall);
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
	s.size = s.tall = 1;
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
		s.tall = chance_below(c, 6) ? s.size : 1 + (int) chance_below(c, 3);
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
		s.size = s.tall = kind == 7 ? 3 : 1;
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

/* ---- sums of lengths -------------------------------------------------------- */

#define CORNERS 30
#define NO_TRUST (UINT64_C(1) << 63) /* an error that leaves every sum in doubt */

/* Is the length to each corner the same, line by line and from the start? */
static bool
is_followed(fr_cell start, const fr_cell *corners, size_t count)
{
	fr_lines lines = {.start = start, .corners = corners};

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
	return tap_done();
}
