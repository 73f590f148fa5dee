/*
 * test_links_anyangle.c - straight lines and links, against all cells that see each other
 *
 *     test_links_anyangle [EVERY [CASES [SEED]]]
 *
 * EVERY: one in so many of all maps of 3 x 3 cells, each with every link between two of its
 * cells, of one direction and of both and of several costs, is searched from each cell to
 * each; 1: all.  CASES: random maps up to 16 x 16 with up to 12 links; a twentieth of them
 * have up to 60.
 */
#include "core/anyangle/anyangle.h"
#include "core/anyangle/visibility_graph.h"
#include "core/grid/grid_links.h"
#include "linked_lines_grid.h"
#include "tap.h"

static const fr_poll poll = {count_poll, NULL};

typedef struct tally
{
	long maps;
	long pairs;
	long linked; /* paths that take a link */
	long found;	 /* wrongly, or not */
	long bits;	 /* other ones than the oracle's */
	long routes; /* not legal, or of another length */
	long fresh;	 /* another path before searches have learnt */
	long many;	 /* other bits from one cell to many, or other routes */
	long all;	 /* or to all within a budget */
	long joined; /* connected, wrongly or not */
} tally;

static bool
is_wrong(const tally *t)
{
	return t->found + t->bits + t->routes + t->fresh + t->many + t->all + t->joined > 0;
}

typedef struct tried
{
	scene *s;
	fr_grid *grid;
	fr_method method;
	fr_workspace *workspace;
	tally *t;
} tried;

/* Is it the same path before searches have learnt which edges lead nowhere? */
static bool
is_fresh(const tried *m, int start, int goal, const fr_result *wanted)
{
	uint8_t packed[8192];
	uint8_t other[8192];
	fr_visibility_graph *graph = m->grid->visibility;
	fr_visibility_graph fresh = *graph;
	fr_grid grid = *m->grid;
	fr_result r;
	bool found = wanted->found; /* the next search releases the route */
	uint64_t cost = wanted->cost;
	size_t size = found ? fr_path_pack(&wanted->route, packed, &poll) : 0;

	fresh.neighbours = calloc((size_t) graph->count + 1, sizeof *fresh.neighbours);
	fresh.free_edges = NULL;
	if ((start + goal) % 2)
		fr_visibility_graph_limit(&fresh, 0); /* nothing is kept */
	grid.visibility = &fresh;
	search_pair(&grid, &m->method, (uint32_t) start, (uint32_t) goal, m->workspace, &poll,
				&r);
	graph->ranges = fresh.ranges;
	graph->range_capacity = fresh.range_capacity;
	free(fresh.neighbours);
	if (!found || !r.found)
		return found == r.found;
	return r.cost == cost && fr_path_pack(&r.route, other, &poll) == size &&
		   memcmp(packed, other, size) == 0;
}

/* ---- pairs ------------------------------------------------------------------- */

#define FRESH 5 /* one in so many pairs is searched for on a fresh grid, too */

static void
try_pair(const tried *m, int start, int goal)
{
	tally *t = m->t;
	double wanted = nearest_length(m->s, goal);
	fr_result r;

	t->pairs++;
	search_pair(m->grid, &m->method, (uint32_t) start, (uint32_t) goal, m->workspace,
				&poll, &r);
	t->found += r.found != (wanted < HUGE_VAL);
	if (r.found && wanted < HUGE_VAL)
	{
		t->bits += value_of(r.cost) != wanted;
		t->routes += !is_right_route(m->s, m->grid, &r.route, start, goal, r.cost);
		t->linked += has_link(&r.route);
	}
	if (t->pairs % FRESH == 0)
		t->fresh += !is_fresh(m, start, goal, &r);
}

/* From one cell to all others at once, and the routes there. */
static void
try_many(const tried *m, int start, chance *c)
{
	uint32_t goals[MOST_CELLS];
	uint64_t costs[MOST_CELLS];
	int count = m->s->width * m->s->height;
	malloc_arena memory = malloc_arena_make(&memory);
	fr_query query = {.grid = m->grid,
					  .method = &m->method,
					  .start = (uint32_t) start,
					  .arena = &memory.core};
	int one = (int) chance_below(c, (uint32_t) count);

	for (int i = 0; i < count; i++)
		goals[i] = (uint32_t) i;
	m->t->many += fr_costs_to(&query, (fr_cells){goals, (size_t) count},
							  fr_sweep_workspace_on(query.grid, m->workspace), &poll,
							  costs) != FR_OK;
	for (int i = 0; i < count; i++)
	{
		double wanted = nearest_length(m->s, i);

		m->t->many +=
			wanted < HUGE_VAL ? value_of(costs[i]) != wanted : costs[i] != FR_UNREACHED;
	}
	if (costs[one] != FR_UNREACHED)
	{
		fr_route route = fr_distance_route(&query, (uint32_t) one, m->workspace, &poll);

		m->t->many += !is_right_route(m->s, m->grid, &route, start, one, costs[one]);
	}
	query.goal = (uint32_t) one;
	m->t->joined +=
		fr_is_reachable(&query, fr_sweep_workspace_on(query.grid, m->workspace), &poll) !=
		(nearest_length(m->s, one) < HUGE_VAL);
	malloc_arena_clear(&memory);
}

/* All cells within a budget: of any size, or none. */
static void
try_all_cells(const tried *m, int start, chance *c)
{
	static uint64_t costs[MOST_CELLS];
	uint32_t from = (uint32_t) start;
	malloc_arena memory = malloc_arena_make(&memory);
	fr_query query = {.grid = m->grid, .method = &m->method, .arena = &memory.core};
	fr_reaching reach = {&query, &from, 1, INFINITY, costs, NULL};

	if (chance_below(c, 2))
		reach.budget = chance_below(c, 100) / 4.0;
	m->t->all +=
		fr_anyangle_reach(&reach, fr_sweep_workspace_on(reach.query->grid, m->workspace),
						  &poll) != FR_OK;
	for (int i = 0; i < m->s->width * m->s->height; i++)
	{
		double wanted = nearest_length(m->s, i);

		m->t->all += wanted <= reach.budget && wanted < HUGE_VAL
						 ? value_of(costs[i]) != wanted
						 : costs[i] != FR_UNREACHED && value_of(costs[i]) <= reach.budget;
	}
	malloc_arena_clear(&memory);
}

static void
try_start(const tried *m, int start, int pairs, chance *c)
{
	int count = m->s->width * m->s->height;

	spread(m->s, start);
	try_many(m, start, c);
	try_all_cells(m, start, c);
	for (int i = 0; i < (pairs ? pairs : count); i++)
		try_pair(m, start, pairs ? (int) chance_below(c, (uint32_t) count) : i);
}

/* From `starts` random cells to `pairs` each; 0: from each to each. */
static void
try_map(scene *s, int starts, int pairs, chance *c, tally *t)
{
	int count = s->width * s->height;
	bool wrong = is_wrong(t);
	tried m = {.s = s, .method = method_of("auto"), .t = t};

	find_free(s);
	open_ways(s);
	m.grid = grid_of(s);
	t->maps++;
	t->found += (s->way_count > 0) != (m.grid->links != NULL) ||
				fr_method_fits(&m.method, m.grid) != FR_OK;
	m.method = fr_method_resolve(&m.method, m.grid);
	m.workspace = new_workspace(fr_search_nodes(m.grid, &m.method), &m.method);
	for (int i = 0; i < (starts ? starts : count); i++)
		try_start(&m, starts ? (int) chance_below(c, (uint32_t) count) : i, pairs, c);
	if (!wrong && is_wrong(t))
		print_scene(s);
	free(m.workspace);
	free_grid(m.grid);
}

static void
report(const char *what, const tally *t)
{
	ok(!is_wrong(t) && t->linked > 0,
	   "%s: %ld maps, %ld pairs, %ld paths by links; wrong: found %ld, bits %ld, "
	   "routes %ld, fresh %ld, to many %ld, to all %ld, connected %ld",
	   what, t->maps, t->pairs, t->linked, t->found, t->bits, t->routes, t->fresh,
	   t->many, t->all, t->joined);
}

/* ---- all small maps ----------------------------------------------------------- */

#define SIDE 3
#define SMALL (SIDE * SIDE)

static const fr_decimal small_costs[] = {{0, 0}, {5, 1}, {1, 0}, {14, 1}, {25, 1}};

enum
{
	PRICES = sizeof small_costs / sizeof *small_costs
};

static fr_cell
small_cell(int i)
{
	return (fr_cell){i % SIDE, i / SIDE};
}

static void
try_small(scene *s, int map, int ends, chance *c, tally *t)
{
	fr_error error;

	*s = (scene){.width = SIDE, .height = SIDE, .size = 1, .tall = 1, .factor = {1, 0}};
	for (int i = 0; i < SMALL; i++)
		s->codes[i] = map >> i & 1 ? '.' : '@';
	for (int kind = 0; kind < 2 * PRICES; kind++)
	{
		s->links[0] = (fr_link){.cost = small_costs[kind / 2], .both = kind % 2};
		s->link_count = fr_link_set(&s->links[0], small_cell(ends / SMALL),
									small_cell(ends % SMALL), &error) == FR_OK;
		if (s->link_count > 0)
			try_map(s, 0, 0, c, t);
	}
}

static void
test_small(long every, chance *c)
{
	static scene s;
	tally t = {0};
	long cases = (1L << SMALL) * SMALL * SMALL;
	char what[60];

	for (long i = (long) chance_below(c, (uint32_t) every); i < cases; i += every)
		try_small(&s, (int) (i % (1L << SMALL)), (int) (i >> SMALL), c, &t);
	sprintf(what, "all of 3 x 3 with a link, one in %ld", every);
	report(what, &t);
}

/* ---- random maps ---------------------------------------------------------------- */

static const fr_decimal costs[] = {{1, 0}, {2, 0}, {7, 0}, {12, 0},
								   {0, 0}, {5, 1}, {3, 1}, {125, 2}};
static const fr_decimal factors[] = {{1, 0}, {1, 0}, {1, 0}, {3, 0}, {5, 1}, {0, 0}};

/* Ends anywhere, on earlier ends so that links chain, and often on free cells. */
static fr_cell
choose_end(const scene *s, chance *c)
{
	uint32_t cells = (uint32_t) (s->width * s->height);
	int n = (int) chance_below(c, cells);

	if (s->link_count > 0 && chance_below(c, 4) == 0)
		return chance_below(c, 2)
				   ? s->links[chance_below(c, (uint32_t) s->link_count)].to
				   : s->links[chance_below(c, (uint32_t) s->link_count)].from;
	for (int i = 0; i < 5 && s->codes[n] != '.' && chance_below(c, 5); i++)
		n = (int) chance_below(c, cells);
	return (fr_cell){n % s->width, n / s->width};
}

static void
choose_links(scene *s, int most, chance *c)
{
	int count = (int) chance_below(c, (uint32_t) most + 1);
	fr_error error;

	s->link_count = 0;
	for (int i = 0; i < count; i++)
	{
		fr_link link = {.cost = costs[chance_below(c, 8)], .both = chance_below(c, 2)};

		if (chance_below(c, 4) == 0)
			link.code = chance_below(c, 2) ? 'k' : 'm';
		if (fr_link_set(&link, choose_end(s, c), choose_end(s, c), &error) == FR_OK)
			s->links[s->link_count++] = link;
	}
}

/* Blocked cells anywhere; or floors, side by side, with columns of walls between them. */
static void
choose_codes(scene *s, chance *c)
{
	uint32_t blocked = chance_below(c, 45) / (uint32_t) s->size;
	int floor = chance_below(c, 3) ? 0 : 3 + (int) chance_below(c, 4);

	for (int k = 0; k < s->width * s->height; k++)
		s->codes[k] =
			(floor && k % s->width % floor == floor - 1) || chance_below(c, 100) < blocked
				? '@'
				: '.';
}

static void
test_random(const char *what, long cases, int most, chance *c)
{
	static scene s;
	tally t = {0};

	for (long i = 0; i < cases; i++)
	{
		s.width = 1 + (int) chance_below(c, 16);
		s.height = 1 + (int) chance_below(c, 16);
		s.size = chance_below(c, 4) ? 1 : 2;
		s.tall = chance_below(c, 6) ? s.size : 1 + (int) chance_below(c, 3);
		s.factor = factors[chance_below(c, 6)];
		s.closed = chance_below(c, 3) ? 0 : 'k';
		choose_codes(&s, c);
		choose_links(&s, most, c);
		try_map(&s, 2, 8, c, &t);
	}
	report(what, &t);
}

/* ---- costs out of range ------------------------------------------------------------ */

/* A cell that only a link this dear leads to. */
static void
try_dear(uint64_t cost)
{
	static scene s = {.width = 7, .height = 2, .size = 1, .tall = 1, .factor = {1, 0}};
	fr_method method = method_of("visibility");
	fr_query query = {.method = &method, .uncounted = true};
	uint32_t goals[] = {2, 4};
	uint64_t costs_to[2];
	fr_workspace *workspace;
	fr_result r;

	memcpy(s.codes, "...@......@...", 14);
	s.link_count = 1;
	s.links[0] = (fr_link){.from = {1, 0}, .to = {5, 1}, .cost = {cost, 0}};
	query.grid = grid_of(&s);
	workspace = new_workspace(fr_search_nodes(query.grid, &method), &method);
	query.goal = 2;
	ok(fr_search(&query, workspace, &poll, &r) == FR_OK && r.found &&
		   value_of(r.cost) == 2,
	   "a link too dear, beside another way");
	query.goal = 4;
	ok(fr_search(&query, workspace, &poll, &r) == FR_COST_RANGE,
	   "alone: the cost is out of range");
	ok(fr_is_reachable(&query, fr_sweep_workspace_on(query.grid, workspace), &poll),
	   "there is a path");
	ok(fr_costs_to(&query, (fr_cells){goals, 1},
				   fr_sweep_workspace_on(query.grid, workspace), &poll,
				   costs_to) == FR_OK,
	   "one of many costs is in range");
	ok(fr_costs_to(&query, (fr_cells){goals, 2},
				   fr_sweep_workspace_on(query.grid, workspace), &poll,
				   costs_to) == FR_COST_RANGE,
	   "another one is not");
	free(workspace);
	free_grid((fr_grid *) query.grid);
}

int
main(int argc, char **argv)
{
	long every = argc > 1 ? atol(argv[1]) : 41;
	long cases = argc > 2 ? atol(argv[2]) : 4000;
	chance c = {argc > 3 ? strtoull(argv[3], NULL, 10) : 1};

	test_small(every, &c);
	test_random("random with up to 12 links", cases, 12, &c);
	test_random("random with up to 60 links", cases / 20, 60, &c);
	try_dear(FR_MOST_LENGTH);
	try_dear(UINT64_C(100000000000000000));
	return tap_done();
}
