/*
 * test_counters.c - the counters of a search, by naive searches
 *
 *     test_counters [CASES [SEED]]
 *
 * `fringe` is held to a literal transcript of the 2005 paper's Figure 2, and
 * `astar` to a search that scans an unsorted list for the newest least f.
 */
#include "checks.h"
#include "core/search/heuristic.h"

#define CASES 20000
#define MAX_SIDE 20
#define MAX_CELLS (MAX_SIDE * MAX_SIDE)

#define FIGURE2_METHOD "fringe(moves=all)"

static const fr_method plain; /* of no options: the distance is the heuristic */

/* ---- naive searches ------------------------------------------------------ */

typedef struct naive
{
	const fr_grid *grid;
	fr_heuristic heuristic;
	uint32_t start;
	uint32_t goal;
	uint64_t g[MAX_CELLS]; /* UINT64_MAX: not in the cache */
	int parent[MAX_CELLS]; /* a direction */
	bool expanded[MAX_CELLS];
	uint32_t list[MAX_CELLS];
	int count;
	fr_result result;
} naive;

static void
naive_start(naive *n, const fr_grid *grid, uint32_t start, uint32_t goal)
{
	memset(n, 0, sizeof *n);
	n->grid = grid;
	n->heuristic = make_heuristic(grid, NULL, &plain, goal, goal);
	n->start = start;
	n->goal = goal;
	memset(n->g, 0xff, sizeof n->g);
	n->g[start] = 0;
	n->list[n->count++] = start;
	n->result.open_peak = n->result.opened = 1;
}

static uint64_t
naive_f(const naive *n, uint32_t cell)
{
	fr_cell at = fr_grid_cell(n->grid, cell);

	return n->g[cell] + fr_h_distance(&n->heuristic, n->heuristic.shape, at.x, at.y);
}

static int
naive_find(const naive *n, uint32_t cell)
{
	for (int i = 0; i < n->count; i++)
		if (n->list[i] == cell)
			return i;
	return -1;
}

static void
naive_remove(naive *n, int i)
{
	memmove(n->list + i, n->list + i + 1, (size_t) (--n->count - i) * sizeof *n->list);
}

static void
naive_insert(naive *n, int i, uint32_t cell)
{
	memmove(n->list + i + 1, n->list + i, (size_t) (n->count++ - i) * sizeof *n->list);
	n->list[i] = cell;
}

static void
naive_finish(naive *n, uint32_t start)
{
	n->result.found = true;
	n->result.cost = n->g[n->goal];
	n->result.length = 1;
	for (uint32_t cell = n->goal; cell != start; n->result.length++)
		cell -= (uint32_t) n->grid->offset[n->parent[cell]];
}

/* Child s of cell, if it is new or cheaper than before: its g; else false. */
static bool
naive_relax(naive *n, uint32_t cell, int d, uint32_t *s)
{
	uint64_t g;

	if (!(n->grid->moves[cell] >> d & 1))
		return false;
	*s = cell + (uint32_t) n->grid->offset[d];
	g = n->g[cell] + fr_step_cost(n->grid, cell, d);
	if (g >= n->g[*s])
		return false;
	n->g[*s] = g;
	n->parent[*s] = d;
	n->result.opened++;
	return true;
}

static void
naive_count_expansion(naive *n, uint32_t cell)
{
	n->result.expanded++;
	n->result.expanded_last++;
	n->result.reopened += n->expanded[cell];
	n->expanded[cell] = true;
}

/* "The most nodes that waited at once": all in the list but the expanded one. */
static void
naive_count_open(naive *n, int expanding)
{
	if (n->count - expanding > n->result.open_peak)
		n->result.open_peak = n->count - expanding;
}

/* Figure 2, the inner half; *at is where the node is in the list. */
static void
figure2_expand(naive *n, int *at)
{
	uint32_t cell = n->list[*at];
	uint32_t s;

	naive_count_expansion(n, cell);
	for (unsigned moves = n->grid->moves[cell]; moves;)
	{
		int d = n->grid->tables->last[moves];
		int old;

		moves ^= 1u << d;
		if (!naive_relax(n, cell, d, &s))
			continue;
		old = naive_find(n, s);
		if (old >= 0)
			naive_remove(n, old);
		*at -= old >= 0 && old < *at;
		naive_insert(n, *at + 1, s);
	}
	naive_count_open(n, 1);
	naive_remove(n, *at);
}

/* Figure 2, one pass over the list; the next limit, 0 where the goal was found. */
static uint64_t
figure2_iterate(naive *n, uint64_t limit)
{
	uint64_t f_min = UINT64_MAX;

	n->result.iterations++;
	n->result.visited_last = n->result.expanded_last = 0;
	for (int at = 0; at < n->count;)
	{
		uint64_t f = naive_f(n, n->list[at]);

		n->result.visited++;
		n->result.visited_last++;
		if (f > limit)
		{
			f_min = f < f_min ? f : f_min;
			at++;
			continue;
		}
		if (n->list[at] == n->goal)
			return 0;
		figure2_expand(n, &at);
	}
	return f_min;
}

static void
figure2(naive *n, const fr_grid *grid, uint32_t start, uint32_t goal)
{
	naive_start(n, grid, start, goal);
	for (uint64_t limit = naive_f(n, start); n->count > 0;)
	{
		limit = figure2_iterate(n, limit);
		if (limit == 0)
		{
			naive_finish(n, start);
			return;
		}
	}
}

/* The newest of the least f. */
static int
best_first_pick(const naive *n)
{
	int best = n->count - 1;

	for (int i = best - 1; i >= 0; i--)
		if (naive_f(n, n->list[i]) < naive_f(n, n->list[best]))
			best = i;
	return best;
}

/* What moves.c leaves: that no path is lost by it is for test_search to tell. */
static unsigned
naive_moves(const naive *n, uint32_t cell)
{
	const fr_grid *grid = n->grid;
	int parent = n->parent[cell];
	fr_moves_table table = grid->tables->canonical;

	if (cell == n->start)
		return grid->moves[cell];
	if (grid->even && fr_is_even(grid->even, cell))
		table = grid->even->canonical;
	return fr_moves_after(grid, table, cell, cell - (uint32_t) grid->offset[parent],
						  (unsigned) parent);
}

static void
best_first_expand(naive *n, uint32_t cell, uint64_t *f_max)
{
	uint32_t s;

	if (n->result.expanded == 0 || naive_f(n, cell) > *f_max)
	{
		*f_max = naive_f(n, cell);
		n->result.iterations++;
		n->result.expanded_last = 0;
	}
	naive_count_expansion(n, cell);
	for (unsigned moves = naive_moves(n, cell); moves;)
	{
		int d = n->grid->tables->first[moves];
		int old;

		moves &= ~(1u << d);
		if (!naive_relax(n, cell, d, &s))
			continue;
		old = naive_find(n, s);
		if (old >= 0)
			naive_remove(n, old);
		naive_insert(n, n->count, s);
	}
	naive_count_open(n, 0);
}

static void
best_first(naive *n, const fr_grid *grid, uint32_t start, uint32_t goal)
{
	uint64_t f_max = 0;

	naive_start(n, grid, start, goal);
	while (n->count > 0)
	{
		int at = best_first_pick(n);
		uint32_t cell = n->list[at];

		naive_remove(n, at);
		if (cell == goal)
		{
			naive_finish(n, start);
			break;
		}
		best_first_expand(n, cell, &f_max);
	}
	n->result.visited = n->result.expanded + 1;
	n->result.visited_last = n->result.expanded_last + 1;
}

/* ---- naive against real -------------------------------------------------- */

enum
{
	FIGURE2,
	NEVER_REOPENED,
	BELOW_COST,
	ASTAR_ORDER,
	ASTAR_BELOW_COST,
	CHECKS
};

check checks[CHECKS] = {
	{.name = "fringe counts what Figure 2 counts"},
	{.name = "fringe expands no node twice"},
	{.name =
		 "fringe expands exactly the nodes with f below the cost before its last limit"},
	{.name = "astar counts what best-first search counts"},
	{.name = "astar expands all nodes with f below the cost"},
};

/* Prints the counters too. */
static void
compare(int which, bool holds, const world *w, const fr_result *wanted,
		const fr_result *got)
{
	if (expect(which, holds, w, NULL) || checks[which].broken > MAX_REPORTS)
		return;
	print_counters("wanted", wanted);
	print_counters("   got", got);
}

/* How many cells have a least f, by the oracle's distances, below the cost. */
static int64_t
count_below(const world *w, uint32_t start, uint32_t goal)
{
	static oracle_cost costs[MAX_CELLS];
	fr_heuristic heuristic = make_heuristic(w->grid, NULL, &plain, goal, goal);
	int64_t count = 0;

	oracle_dijkstra(&w->oracle, world_point(w, start), costs);
	for (uint32_t i = 0; i < w->grid->cells; i++)
	{
		fr_cell at = fr_grid_cell(w->grid, i);

		count += costs[i].a >= 0 &&
				 world_units(w, costs[i]) +
						 fr_h_distance(&heuristic, heuristic.shape, at.x, at.y) <
					 world_units(w, costs[goal]);
	}
	return count;
}

static void
compare_searches(const world *w, uint32_t start, uint32_t goal)
{
	static naive n;
	int64_t below = count_below(w, start, goal);
	fr_result fringe = search_alone(w->grid, FIGURE2_METHOD, start, goal);
	fr_result astar = search_alone(w->grid, "astar", start, goal);

	figure2(&n, w->grid, start, goal);
	compare(FIGURE2, same_counters(&fringe, &n.result), w, &n.result, &fringe);
	compare(NEVER_REOPENED, fringe.reopened == 0, w, &n.result, &fringe);
	compare(BELOW_COST, fringe.expanded - fringe.expanded_last == below, w, &n.result,
			&fringe);
	best_first(&n, w->grid, start, goal);
	compare(ASTAR_BELOW_COST, astar.expanded >= below, w, &n.result, &astar);
	if (2 * w->costs.step_max + 2 <= 1024)
		compare(ASTAR_ORDER, same_counters(&astar, &n.result), w, &n.result, &astar);
}

static void
run_case(uint64_t seed)
{
	chance c = {~seed};
	world w;

	world_make(&w, seed, MAX_SIDE);
	for (int i = 0; w.grid && i < 3; i++)
	{
		uint32_t start = chance_below(&c, w.grid->cells);
		uint32_t goal = chance_below(&c, w.grid->cells);

		if (start != goal && world_reaches(&w, start, goal))
			compare_searches(&w, start, goal);
	}
	world_free(&w);
}

int
main(int argc, char **argv)
{
	long cases = argc > 1 ? atol(argv[1]) : CASES;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	world_layered = world_blocked = world_sided = 25;
	for (long i = 0; i < cases; i++)
		run_case(seed + (uint64_t) i);
	report_checks(CHECKS, cases >= CASES);
	return tap_done();
}
