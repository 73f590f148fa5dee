/*
 * test_paper_figures.c - 2005, Figure 1: what IDA* and Fringe Search do on one tree
 *
 * The picture is not in the paper's text, so the tree is a reconstruction, by
 * an exhaustive search for one that agrees with all of section 2.2: depth 4,
 * branches that cost 1 or 2, h the moves left to the bottom.
 *
 * What the text says fixes every iteration.  IDA* and Fringe Search stop at
 * the same leaves in each, so "27 visited" against 19 differ by as much as 17
 * expanded against 9 because the totals count an expanded node as visited too.
 * The first limit, 4, expands 2 nodes and stops at 2; the second stops at 3.
 * Fringe Search expands no node of a tree twice, and IDA*'s last of three
 * iterations visits them all: so that one expands 9, and the second 17 - 2 - 9
 * = 6.  The goal, found last, is visited and not expanded, as in Figure 2; the
 * tree has 9 + (27 - 17) - 2 - 3 = 14 nodes.  With all branches going down to
 * the bottom 21 trees agree with this; here is one without threefold branching,
 * a number a cell and a branch's cost beside it:
 *
 *     0 -1- 1 -2- 2 -2- 3 -2- 4
 *      `-2- 5 -1- 6 -2- 7 -2- 8
 *            |           `-2- 9
 *             `-1- 10 -2- 11 -2- 12
 *                           `-1- 13, the goal
 */
#include "support.h"
#include "tap.h"

#define NODES 14
#define GOAL (NODES - 1)
#define DEPTH 4
#define ITERATIONS 3

/* Node by node, a parent before its children: the lines above. */
static const int depth[NODES] = {0, 1, 2, 3, 4, 1, 2, 3, 4, 4, 2, 3, 4, 4};
static const uint8_t branch[NODES] = {0, 1, 2, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 1};

/*
 * A direction is how many cells on a child is; the leftmost child is the next
 * cell.  No two are opposite, so no child is left out for the way back.
 */
static const int32_t offset[FR_DIRECTIONS] = {1, 2, 5};

static uint8_t
direction_of(int distance)
{
	uint8_t d = 0;

	while (offset[d] != distance)
		d++;
	return d;
}

static void
find_moves(uint8_t *moves)
{
	memset(moves, 0, NODES);
	for (int n = 1; n < NODES; n++)
	{
		int parent = n - 1;

		while (depth[parent] >= depth[n])
			parent--;
		moves[parent] |= (uint8_t) (1 << direction_of(n - parent));
	}
}

/* A step costs the weight of the cell it enters, and the distance bounds nothing. */
static fr_grid
make_tree(const uint8_t *moves)
{
	/* one row of free cells: one component */
	static const uint64_t rows[] = {~UINT64_C(0), ~UINT64_C(0) << NODES, ~UINT64_C(0)};
	static const uint32_t before[] = {0};
	static const uint16_t number[] = {1};
	static fr_tables tables;

	fr_grid grid = {
		.costs = {.weight = {0, 1, 2},
				  .step_max = 2,
				  .limit = UINT64_C(1) << (FR_COST_BITS - 1),
				  .numerator = 1,
				  .denominator = 1},
		.width = NODES,
		.height = 1,
		.cells = NODES,
		.reciprocal = UINT64_MAX / NODES,
		.moves = moves,
		.rows = {.lines = rows + 1, .words = 1},
		.components = {.count = 1, .runs = 1, .before = before, .number = number},
		.terrain = branch,
		.tables = &tables,
	};

	memcpy(grid.offset, offset, sizeof offset);
	for (unsigned set = 1; set < FR_MASKS; set++) /* from left to right */
	{
		tables.first[set] = (uint8_t) __builtin_ctz(set);
		tables.last[set] = (uint8_t) (31 - __builtin_clz(set));
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
		grid.costs.step[d] = 1;
	return grid;
}

/* By iteration, from 1 on. */
typedef struct tally
{
	int64_t visited[ITERATIONS + 1];
	int64_t expanded[ITERATIONS + 1];
	bool right_f; /* every f was what the tree says */
} tally;

/* The cost of the way down to a node. */
static uint64_t
cost_to(uint32_t node)
{
	uint64_t cost = branch[node];
	int above = depth[node];

	while (node-- > 0)
		if (depth[node] < above)
		{
			cost += branch[node];
			above = depth[node];
		}
	return cost;
}

static void
note_visit(void *context, int iteration, uint32_t node, uint64_t g, uint64_t f,
		   bool expanded)
{
	tally *t = context;

	t->right_f &= g == cost_to(node) && f == g + (uint64_t) (DEPTH - depth[node]);
	if (iteration > ITERATIONS)
		return;
	t->visited[iteration]++;
	t->expanded[iteration] += expanded;
}

/* A search of the tree; the moves left are the distances to a landmark. */
static fr_result
search_tree(const char *name, const fr_trace *trace)
{
	uint8_t moves[NODES];
	uint16_t moves_left[NODES];
	fr_grid grid = make_tree(moves);
	fr_landmarks landmarks = {
		.count = 1, .symmetric = true, .unit = 1, .to = moves_left, .from = moves_left};
	fr_poll poll = no_poll();
	malloc_arena arena = malloc_arena_make(&arena);
	fr_query query = {.grid = &grid,
					  .landmarks = &landmarks,
					  .goal = GOAL,
					  .arena = &arena.core,
					  .trace = trace};
	fr_workspace *workspace;
	fr_method method = method_of(name);
	fr_result result;

	find_moves(moves);
	for (int n = 0; n < NODES; n++)
		moves_left[n] = (uint16_t) (DEPTH - depth[n]);
	query.method = &method;
	workspace = new_workspace(NODES, &method);
	if (fr_search(&query, workspace, &poll, &result))
		exit(2);
	malloc_arena_clear(&arena);
	free(workspace);
	return result;
}

typedef struct column
{
	const char *what;
	const char *method;
	int64_t visited[ITERATIONS];
	int64_t expanded[ITERATIONS];
	int64_t all_visited;
	int64_t all_expanded;
} column;

static const column columns[] = {
	{"IDA*",
	 "idastar(memory=none, heuristic=alt, landmarks=1)",
	 {2 + 2, 6 + 3, NODES},
	 {2, 6, 9},
	 27,
	 17},
	{"Fringe Search",
	 "fringe(heuristic=alt, landmarks=1, moves=all)",
	 {2 + 2, 4 + 3, 3 + 5},
	 {2, 4, 3},
	 19,
	 9},
};

/* Traced and untraced loops are not the same code: both are asked. */
static void
check_totals(const column *c, const char *how, const fr_result *r)
{
	if (!ok(r->found && r->optimal && r->cost == 6 && r->iterations == ITERATIONS &&
				r->expanded == c->all_expanded && r->visited == c->all_visited,
			"2005, Figure 1, %s%s: %d expanded, %d visited", c->what, how,
			(int) c->all_expanded, (int) c->all_visited))
		printf("# cost %d, %d iterations, %d expanded, %d visited\n", (int) r->cost,
			   (int) r->iterations, (int) r->expanded, (int) r->visited);
}

static void
check_column(const column *c)
{
	tally t = {.right_f = true};
	fr_trace trace = {note_visit, &t};
	fr_result traced = search_tree(c->method, &trace);
	fr_result untraced = search_tree(c->method, NULL);

	check_totals(c, "", &untraced);
	check_totals(c, ", traced", &traced);
	ok(t.right_f, "2005, Figure 1, %s: h is the moves left", c->what);
	for (int i = 1; i <= ITERATIONS; i++)
		ok(t.expanded[i] == c->expanded[i - 1] && t.visited[i] == c->visited[i - 1],
		   "2005, Figure 1, %s: iteration %d expands %d and visits %d", c->what, i,
		   (int) c->expanded[i - 1], (int) c->visited[i - 1]);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		check_column(&columns[i]);
	return tap_done();
}
