/*
 * test_alternatives.c - other routes, which go around something else, against winding numbers
 * and all routes by one cell
 *
 *     test_alternatives [CASES [SEED]]
 *
 * The closed curve of two routes winds around an obstacle between them. Its winding number,
 * from angles, tells whether they pass it on the same side.
 */
#include <math.h>

#include "checks.h"
#include "core/query/alternatives.h"

#define MAX_SIDE 12
#define MAX_CELLS (SNAKE_SIDE * SNAKE_SIDE)
#define SMALL (MAX_SIDE * MAX_SIDE)
#define PAIRS 4
#define MOST 12
#define MOST_OBSTACLES 40

enum
{
	NO_PATH,
	FIRST,
	LEGAL,
	ORDER,
	ONCE,
	SHARED,
	OTHER,
	LIST,
	AGAIN,
	RANGE,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "there is no path"},
	{.name = "the first route is that of a search"},
	{.name = "routes are legal and have their costs"},
	{.name = "they come in order of cost and are not too long"},
	{.name = "they visit no cell twice"},
	{.name = "the share of their cells near routes before them"},
	{.name = "no two of them pass all obstacles on the same sides"},
	{.name = "where best paths are unique, the list is that of all routes by one cell"},
	{.name = "after a poll has left, the answer is the same"},
	{.name = "costs out of range are said to be"},
};

static fr_method method;

/* A route as cells, and how often its curve with the first route winds around obstacles. */
typedef struct told
{
	uint32_t cells[2 * SMALL];
	int count;
	uint64_t cost;
	double shared;
	int winds[MOST_OBSTACLES];
	uint32_t by;
} told;

typedef struct question
{
	const world *w;
	fr_query query;
	fr_alternatives_wanted wanted;
	fr_sweep_workspace sweep;
	oracle_point obstacles[MOST_OBSTACLES]; /* a cell of each */
	int obstacle_count;
	bool near[SMALL]
			 [SMALL]; /* do at most two moves lead from one cell to another, or back? */
	uint64_t from_start[SMALL];
	uint64_t to_goal[SMALL];
	told routes[MOST];
	int count;
} question;

/* ---- obstacles ------------------------------------------------------------------ */

/* Do blocked cells in this direction from each other touch, so that no step leads between? */
static bool
touch(const world *w, int d)
{
	if (d % 2 == 0)
		return true;
	if (w->oracle.hex)
		return d == FR_NE || d == FR_SW;
	return !w->oracle.eight || w->oracle.corners > 0;
}

/* Visits the blocked cells that touch one. Returns their number; 0: they touch the edge. */
static int
flood_blocked(const world *w, bool *seen, int x, int y, bool *edge)
{
	int count = 1;

	if (x < 0 || y < 0 || x >= w->width || y >= w->height)
	{
		*edge = true;
		return 0;
	}
	if (seen[y * w->width + x] || oracle_passable(&w->oracle, x, y))
		return 0;
	seen[y * w->width + x] = true;
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int nx = x + fr_dx[d];
		int ny = y + fr_dy[d];

		if (touch(w, d))
			count += flood_blocked(w, seen, nx, ny, edge);
		else
			*edge |= nx < 0 || ny < 0 || nx >= w->width || ny >= w->height;
	}
	return count;
}

static void
list_obstacles(question *q)
{
	bool seen[SMALL] = {false};

	q->obstacle_count = 0;
	for (int y = 0; y < q->w->height; y++)
		for (int x = 0; x < q->w->width; x++)
		{
			bool edge = false;
			int cells = flood_blocked(q->w, seen, x, y, &edge);

			if (cells >= (int) q->wanted.pillar && !edge &&
				q->obstacle_count < MOST_OBSTACLES)
				q->obstacles[q->obstacle_count++] = (oracle_point){x, y};
		}
}

/* ---- windings ---------------------------------------------------------------------- */

/* The angle at an obstacle's cell between the cells of a route, in all. */
static double
angle(const question *q, const told *route, oracle_point at)
{
	double sum = 0;

	for (int i = 1; i < route->count; i++)
	{
		oracle_point a = world_point(q->w, route->cells[i - 1]);
		oracle_point b = world_point(q->w, route->cells[i]);
		int ax = a.x - at.x;
		int ay = a.y - at.y;
		int bx = b.x - at.x;
		int by = b.y - at.y;

		sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
	}
	return sum;
}

static void
find_winds(const question *q, told *route)
{
	for (int i = 0; i < q->obstacle_count; i++)
		route->winds[i] = (int) lround((angle(q, route, q->obstacles[i]) -
										angle(q, &q->routes[0], q->obstacles[i])) /
									   (2 * 3.14159265358979323846));
}

static bool
same_class(const question *q, const told *a, const told *b)
{
	return memcmp(a->winds, b->winds, (size_t) q->obstacle_count * sizeof *a->winds) == 0;
}

/* ---- shares -------------------------------------------------------------------------- */

static bool
visits_twice(const told *route)
{
	for (int i = 0; i < route->count; i++)
		for (int k = 0; k < i; k++)
			if (route->cells[i] == route->cells[k])
				return true;
	return false;
}

static void
list_near(question *q)
{
	const world *w = q->w;
	static bool one[SMALL][SMALL];
	int cells = w->width * w->height;

	memset(one, 0, sizeof one);
	memset(q->near, 0, sizeof q->near);
	for (int n = 0; n < cells; n++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			oracle_point at = world_point(w, (uint32_t) n);
			int x = at.x + fr_dx[d];
			int y = at.y + fr_dy[d];
			oracle_cost cost;

			if (x >= 0 && y >= 0 && x < w->width && y < w->height &&
				oracle_step(&w->oracle, at, fr_dx[d], fr_dy[d], &cost))
				one[n][y * w->width + x] = one[y * w->width + x][n] = true;
		}
	for (int a = 0; a < cells; a++)
		for (int b = 0; b < cells; b++)
		{
			q->near[a][b] |= a == b || one[a][b];
			for (int c = 0; one[a][b] && c < cells; c++)
				q->near[a][c] |= one[b][c];
		}
}

static double
shared_by(const question *q, const told *route, const told *others, int count)
{
	int near = 0;

	for (int i = 0; i < route->count; i++)
	{
		bool found = false;

		for (int k = 0; k < count && !found; k++)
			for (int j = 0; j < others[k].count && !found; j++)
				found = q->near[route->cells[i]][others[k].cells[j]];
		near += found;
	}
	return (double) near / route->count;
}

/* ---- what the list has to be ---------------------------------------------------------- */

/*
 * The next cell of the only best path from a cell to the goal, or, ahead, the one before it on
 * that from the start; FR_NONE: there are several.
 */
static uint32_t
only_neighbour(const question *q, uint32_t n, bool ahead)
{
	const world *w = q->w;
	oracle_point at = world_point(w, n);
	uint32_t only = FR_NONE;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		oracle_point other = {at.x + fr_dx[d], at.y + fr_dy[d]};
		uint32_t m = (uint32_t) (other.y * w->width + other.x);
		oracle_cost cost;
		bool best;

		if (other.x < 0 || other.y < 0 || other.x >= w->width || other.y >= w->height ||
			!(ahead ? oracle_step(&w->oracle, other, -fr_dx[d], -fr_dy[d], &cost)
					: oracle_step(&w->oracle, at, fr_dx[d], fr_dy[d], &cost)))
			continue;
		best = ahead ? q->from_start[m] != FR_UNREACHED &&
						   q->from_start[m] + world_units(w, cost) == q->from_start[n]
					 : q->to_goal[m] != FR_UNREACHED &&
						   q->to_goal[m] + world_units(w, cost) == q->to_goal[n];
		if (best && only != FR_NONE)
			return FR_NONE;
		if (best)
			only = m;
	}
	return only;
}

/* The route by a cell; false: best paths are not unique. */
static bool
tell_route_by(const question *q, uint32_t by, told *route)
{
	uint32_t back[SMALL];
	int count = 0;

	*route = (told){.by = by, .cost = q->from_start[by] + q->to_goal[by], .cells = {by}};
	for (uint32_t n = by; n != q->query.start; back[count++] = n)
		if (count == SMALL || (n = only_neighbour(q, n, true)) == FR_NONE)
			return false;
	while (count > 0)
		route->cells[route->count++] = back[--count];
	route->cells[route->count++] = by;
	for (uint32_t n = by; n != q->query.goal; route->cells[route->count++] = n)
		if (route->count == 2 * SMALL - 1 || (n = only_neighbour(q, n, false)) == FR_NONE)
			return false;
	return true;
}

static bool
is_too_long(const question *q, uint64_t cost)
{
	const fr_costs *costs = &q->w->costs;

	return fr_cost_value(costs, cost) >
		   fr_cost_value(costs, q->routes[0].cost) * q->wanted.stretch;
}

/* Does a route, the cheapest of its class, belong to the list? */
static bool
is_expected(const question *q, const told *route, int count)
{
	return !visits_twice(route) &&
		   shared_by(q, route, q->routes, count) <= q->wanted.overlap;
}

static void
check_list(const question *q)
{
	static told all[SMALL];
	const world *w = q->w;
	int count = 0;
	int place = 1;
	bool right = true;

	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		uint64_t cost = q->from_start[n] + q->to_goal[n];

		if (q->from_start[n] == FR_UNREACHED || q->to_goal[n] == FR_UNREACHED ||
			is_too_long(q, cost))
			continue;
		if (!tell_route_by(q, n, &all[count]))
			return;
		find_winds(q, &all[count]);
		if (!same_class(q, &all[count], &q->routes[0]))
			count++;
	}
	/* from the cheapest on: the first cell of each class */
	for (;;)
	{
		int next = -1;

		for (int i = 0; i < count; i++)
			if (all[i].count > 0 && (next < 0 || all[i].cost < all[next].cost))
				next = i;
		if (next < 0 || place == (int) q->wanted.most)
			break;
		if (is_expected(q, &all[next], place))
		{
			right &= place < q->count && q->routes[place].count == all[next].count &&
					 memcmp(q->routes[place].cells, all[next].cells,
							(size_t) all[next].count * sizeof(uint32_t)) == 0;
			place++;
			if (!right)
				break;
		}
		for (int i = 0; i < count; i++)
			if (i != next && same_class(q, &all[i], &all[next]))
				all[i].count = 0;
		all[next].count = 0;
	}
	expect(LIST, right && place == q->count, w, NULL);
}

/* ---- the routes ------------------------------------------------------------------------- */

/* Reads a route; false: it is not legal, or has another cost. */
static bool
read_route(const question *q, const fr_alternative *from, told *to)
{
	static uint8_t moves[MAX_CELLS];
	uint32_t at = q->query.start;
	oracle_cost sum;

	if (from->route.moves >= 2 * SMALL)
		return false;
	list_moves(&from->route, moves);
	if (!world_path(q->w, q->query.start, q->query.goal, moves, from->route.moves + 1,
					&sum) ||
		world_units(q->w, sum) != from->cost)
		return false;
	*to = (told){.cost = from->cost, .shared = from->shared};
	to->cells[to->count++] = at;
	for (int64_t i = 0; i < from->route.moves; i++)
	{
		at += (uint32_t) q->w->grid->offset[moves[i]];
		to->cells[to->count++] = at;
	}
	return true;
}

static void
check_routes(question *q, const fr_alternatives *found)
{
	const world *w = q->w;

	q->count = (int) found->count;
	for (int i = 0; i < q->count; i++)
	{
		told *route = &q->routes[i];
		bool other = true;

		if (!expect(LEGAL, read_route(q, &found->at[i], route), w, NULL))
			return;
		find_winds(q, route);
		expect(ONCE, !visits_twice(route), w, NULL);
		expect(ORDER,
			   i == 0 ||
				   (route->cost >= q->routes[i - 1].cost && !is_too_long(q, route->cost)),
			   w, NULL);
		expect(SHARED,
			   route->shared == shared_by(q, route, q->routes, i) &&
				   (i == 0 || route->shared <= q->wanted.overlap),
			   w, NULL);
		for (int k = 0; k < i; k++)
			other &= !same_class(q, route, &q->routes[k]);
		if (i > 0)
			expect(OTHER, other, w, NULL);
	}
	check_list(q);
}

static void
leave_early(const question *q, chance *c)
{
	leaver l = {.polls_left = (int) chance_below(c, 12)};
	fr_poll poll = {leave, &l};
	fr_alternatives found;

	if (setjmp(l.out) == 0)
		fr_find_alternatives(&q->query, &q->wanted, q->sweep, &poll, &found);
}

static bool
answers_again(const question *q, const fr_alternatives *found)
{
	fr_poll poll = no_poll();
	fr_alternatives again;
	bool same =
		fr_find_alternatives(&q->query, &q->wanted, q->sweep, &poll, &again) == FR_OK &&
		again.count == found->count;

	for (size_t i = 0; same && i < found->count; i++)
	{
		const fr_route *a = &found->at[i].route;
		const fr_route *b = &again.at[i].route;

		same = a->count == b->count &&
			   memcmp(a->runs, b->runs, a->count * sizeof *a->runs) == 0;
	}
	return same;
}

static bool
is_search(const question *q, const fr_alternative *first)
{
	fr_poll poll = no_poll();
	fr_query query = q->query;
	fr_result r;

	query.wants_route = query.uncounted = true;
	return fr_search(&query, q->sweep.workspace, &poll, &r) == FR_OK && r.found &&
		   r.cost == first->cost && r.route.count == first->route.count &&
		   memcmp(r.route.runs, first->route.runs, r.route.count * sizeof(uint32_t)) == 0;
}

/* Without a stretch, is a cell beyond the limit? */
static bool
is_beyond(const question *q)
{
	uint64_t limit = q->w->costs.limit;

	for (uint32_t n = 0; n < q->w->grid->cells; n++)
	{
		uint64_t from = q->from_start[n] == FR_UNREACHED ? 0 : q->from_start[n];
		uint64_t to = q->to_goal[n] == FR_UNREACHED ? 0 : q->to_goal[n];

		if (from > limit || to > limit ||
			(q->from_start[n] != FR_UNREACHED && q->to_goal[n] != FR_UNREACHED &&
			 from + to > limit))
			return true;
	}
	return false;
}

static void
check_pair(question *q, chance *c)
{
	fr_poll poll = no_poll();
	const world *w = q->w;
	uint64_t truth = q->from_start[q->query.goal];
	fr_alternatives found;
	fr_status status;

	for (uint32_t n = 0; n < w->grid->cells; n++)
	{
		static uint64_t costs[SMALL];

		world_costs(w, n, costs);
		q->to_goal[n] = costs[q->query.goal];
	}
	q->wanted = (fr_alternatives_wanted){
		.most = chance_below(c, 4) ? MOST : 1 + chance_below(c, 3),
		.stretch = chance_below(c, 4) ? 1 + chance_below(c, 100) / 50.0 : INFINITY,
		.overlap = chance_below(c, 2) ? 1 : chance_below(c, 11) / 10.0,
		.pillar = 1 + chance_below(c, 3)};
	list_obstacles(q);
	list_near(q);
	malloc_arena_clear(&taken);
	q->query.arena = &taken.core;
	status = fr_find_alternatives(&q->query, &q->wanted, q->sweep, &poll, &found);
	if (truth == FR_UNREACHED)
		expect(NO_PATH, status == FR_OK && found.count == 0, w, NULL);
	else if (status == FR_COST_RANGE || truth > w->costs.limit)
		expect(RANGE, status == FR_COST_RANGE && is_beyond(q), w, NULL);
	else if (expect(FIRST,
					status == FR_OK && found.count > 0 && is_search(q, &found.at[0]), w,
					NULL))
	{
		check_routes(q, &found);
		leave_early(q, c);
		expect(AGAIN, answers_again(q, &found), w, NULL);
	}
}

static void
check_small(const world *w, chance *c, fr_workspace *workspace)
{
	static question q;
	fr_method resolved = fr_method_resolve(&method, w->grid);

	q.w = w;
	q.sweep = fr_sweep_workspace_on(w->grid, workspace);
	q.query = (fr_query){
		.grid = w->grid, .method = &resolved, .start = chance_below(c, w->grid->cells)};
	world_costs(w, q.query.start, q.from_start);
	for (int i = 0; i < PAIRS; i++)
	{
		q.query.goal = chance_below(c, w->grid->cells);
		check_pair(&q, c);
	}
}

/* Of a corridor that is too long for exact costs. */
static void
check_corridor(const world *w, chance *c, fr_workspace *workspace)
{
	fr_poll poll = no_poll();
	fr_method resolved = fr_method_resolve(&method, w->grid);
	fr_alternatives_wanted wanted = {.most = 3, .stretch = 2, .overlap = 1, .pillar = 1};
	static uint64_t costs[MAX_CELLS];
	fr_query query = {.grid = w->grid,
					  .method = &resolved,
					  .start = 0,
					  .goal = chance_below(c, w->grid->cells),
					  .arena = &taken.core};
	fr_alternatives found;

	world_costs(w, 0, costs);
	if (costs[query.goal] != FR_UNREACHED && costs[query.goal] > w->costs.limit)
		expect(RANGE,
			   fr_find_alternatives(&query, &wanted,
									fr_sweep_workspace_on(w->grid, workspace), &poll,
									&found) == FR_COST_RANGE,
			   w, NULL);
}

static void
check_world(const world *w, chance *c, fr_workspace *workspace)
{
	if (w->grid->cells <= SMALL)
		check_small(w, c, workspace);
	else
		check_corridor(w, c, workspace);
}

/* ---- weights of which no two paths have equal sums ------------------------------------ */

/* Pillars in a field of many weights. */
static void
check_uneven(uint64_t seed, fr_workspace *workspace)
{
	static const char *const texts[] = {
		"octile(a=1.01, b=1.13, c=1.27, d=1.43, e=1.77, f=2.11)",
		"octile(corners=any, a=1.01, b=1.13, c=1.27, d=1.43, e=1.77, f=2.11)",
		"octile(corners=one, a=1.01, b=1.13, c=1.27, d=1.43, e=1.77, f=2.11)",
		"tile(a=1.01, b=1.13, c=1.27, d=1.43, e=1.77, f=2.11)"};
	static const int64_t weights[] = {101, 113, 127, 143, 177, 211};
	int rule = (int) (seed % 4);
	chance c = {seed};
	world w = {.width = 5 + (int) chance_below(&c, 8),
			   .height = 5 + (int) chance_below(&c, 8)};
	const oracle_fraction one = {1, 1};
	uint32_t share = 3 + chance_below(&c, 8);

	w.rules = (oracle_model){.straight = one,
							 .diagonal = one,
							 .eight = rule < 3,
							 .root2 = rule < 3,
							 .corners = rule == 1	? 0
										: rule == 2 ? 1
													: 2,
							 .size = 1};
	for (int code = 0; code < 256; code++)
		w.rules.weight[code] = oracle_ground(code == '.');
	for (int i = 0; i < 6; i++)
		w.rules.weight['a' + i] = (oracle_fraction){weights[i], 100};
	strcpy(w.text, texts[rule]);
	w.codes = new_block((size_t) (w.width * w.height));
	for (int i = 0; i < w.width * w.height; i++)
		w.codes[i] =
			chance_below(&c, share) ? (uint8_t) ('a' + chance_below(&c, 6)) : '@';
	world_build(&w);
	if (w.status == FR_OK)
		check_small(&w, &c, workspace);
	world_free(&w);
}

int
main(int argc, char **argv)
{
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	long cases = argc > 1 ? atol(argv[1]) : 300;
	fr_method largest = method_of("astar(open=heap)");
	fr_workspace *workspace = new_workspace(SMALL, &largest);

	method = method_of("auto");
	for (long i = 0; i < cases; i++)
		check_uneven(seed + (uint64_t) i, workspace);
	free(workspace);
	world_blocked = world_sided = 25;
	return check_worlds(argc, argv, cases, MAX_SIDE, check_world, CHECKS);
}
