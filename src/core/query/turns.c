/*
 * turns.c - of all best paths the one with the fewest turns
 *
 * Dijkstra's algorithm from the goal gives the distances of cells. A step is on a best
 * path from its cell if its cost and the next cell's distance sum to the cell's own
 * distance. Such steps lead ever nearer to the goal, so they form no cycle.
 *
 * The number of turns that a path still needs depends on the direction in which it enters
 * a cell. It varies by one at most, because one turn leads into the best direction. So a
 * number and a set per cell suffice, instead of a number per direction:
 *
 *     turns(n)  the fewest turns that paths from n to the goal have
 *     ahead(n)  the first steps of such paths
 *
 *     through(n, d) = turns(m) + (d in ahead(m) ? 0 : 1)    m: the next cell by step d
 *     turns(n) = the least through(n, d); ahead(n) = each d that has it
 *
 * The goal has 0 turns, and all directions ahead. Only cells on best paths from the start
 * are looked at. After the search the links of nodes are unused: they store both.
 */
#include "core/base/base.h"
#include "core/grid/route.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"
#include "core/search/search.h"

#define KEY_COUNTED FR_KEY_EXPANDED /* turns and ahead are known */

typedef struct turn_count
{
	const fr_grid *grid;
	const fr_workspace *workspace;
	fr_node *nodes;
	bool weighted;
} turn_count;

/* Stores both of a cell; straight: the steps that need at most one turn more. */
static void
set_turns(const turn_count *t, uint32_t n, uint32_t turns, unsigned ahead,
		  unsigned straight)
{
	t->nodes[n].key |= KEY_COUNTED;
	t->nodes[n].prev = turns;
	t->nodes[n].next = ahead | straight << FR_DIRECTIONS;
}

static bool
has_ahead(const fr_node *node, int d)
{
	return node->next >> d & 1;
}

static bool
has_straight(const fr_node *node, int d)
{
	return node->next >> FR_DIRECTIONS >> d & 1;
}

/* The steps from cell n that are on best paths. */
static unsigned
best_steps(const turn_count *t, uint32_t n)
{
	uint64_t distance = fr_distance(t->workspace, n);
	unsigned best = 0;

	for (unsigned moves = t->grid->moves[n]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) t->grid->offset[d];
		uint64_t step = fr_move_cost(t->grid, t->weighted, n, m, d);

		if (step + fr_distance(t->workspace, m) == distance)
			best |= 1u << d;
	}
	return best;
}

/*
 * Counts the turns from a cell on, if those from all next cells are known; otherwise
 * returns the step to one that is not. FR_DIRECTIONS if they were counted.
 */
static int
count_turns(const turn_count *t, uint32_t n)
{
	uint32_t least = UINT32_MAX;
	unsigned ahead = 0;
	unsigned straight = 0;

	for (unsigned steps = best_steps(t, n); steps; steps &= steps - 1)
	{
		int d = __builtin_ctz(steps);
		const fr_node *next = &t->nodes[n + (uint32_t) t->grid->offset[d]];
		uint32_t through;

		if (!(next->key & KEY_COUNTED))
			return d;
		through = next->prev + !has_ahead(next, d);
		if (through < least)
		{
			straight = least - through == 1 ? ahead : 0;
			ahead = 0;
			least = through;
		}
		if (through == least)
			ahead |= 1u << d;
		else if (through - least == 1)
			straight |= 1u << d;
	}
	set_turns(t, n, least, ahead, ahead | straight);
	return FR_DIRECTIONS;
}

/* Counts the turns from the start on, depth first: keys hold the steps down. */
static void
count_from(const turn_count *t, uint32_t start, const fr_poll *poll)
{
	uint32_t n = start;

	for (uint64_t steps = 1;; steps++)
	{
		int d = count_turns(t, n);

		fr_poll_at(poll, steps);
		if (d < FR_DIRECTIONS)
		{
			n += (uint32_t) t->grid->offset[d];
			t->nodes[n].key = (t->nodes[n].key & ~FR_KEY_PARENT) | (uint64_t) d;
		}
		else if (n == start)
			return;
		else
			n -= (uint32_t) t->grid->offset[t->nodes[n].key & FR_KEY_PARENT];
	}
}

/* Goes straight on where that needs no more turns. */
static fr_route
follow_turns(const turn_count *t, const fr_query *query, const fr_poll *poll)
{
	fr_route_builder builder = {.arena = query->arena};
	int d = __builtin_ctz(t->nodes[query->start].next);

	for (uint32_t n = query->start; n != query->goal;)
	{
		if (!has_straight(&t->nodes[n], d))
			d = __builtin_ctz(t->nodes[n].next);
		fr_poll_at(poll, (uint64_t) builder.moves);
		fr_route_add(&builder, d, 1);
		n += (uint32_t) t->grid->offset[d];
	}
	return fr_route_finish(&builder, fr_grid_cell(query->grid, query->start), false);
}

/*
 * Finds, of all best paths from the query's start to its goal, the one with the fewest
 * turns. If there are several, the one that goes straight on longer wins. Where paths
 * start or turn together, the one whose direction is first clockwise from north wins.
 * Landmarks, method and trace are ignored. The route is in the query's arena; false:
 * there is none. FR_COST_RANGE if the paths cost more than exact arithmetic allows.
 */
fr_status
fr_fewest_turns(const fr_query *query, fr_workspace *workspace, const fr_poll *poll,
				bool *found, fr_route *route)
{
	const fr_grid *grid = query->grid;
	turn_count t = {.grid = grid,
					.workspace = workspace,
					.nodes = workspace->nodes,
					.weighted = grid->terrain != NULL};
	fr_dijkstra s;

	*found = false;
	if (!fr_grid_connected(grid, query->start, query->goal))
		return FR_OK;
	fr_dijkstra_prepare(&s, grid, 1, grid->costs.limit, workspace, poll);
	fr_dijkstra_begin(&s);
	fr_dijkstra_await(&s, query->start);
	fr_dijkstra_run(&s, &query->goal, 1, true);
	if (fr_distance(workspace, query->start) == FR_UNREACHED)
		return fr_why_unreached(query, workspace, poll);
	set_turns(&t, query->goal, 0, FR_MASKS - 1, FR_MASKS - 1);
	if (query->start != query->goal)
		count_from(&t, query->start, poll);
	*found = true;
	*route = follow_turns(&t, query, poll);
	return FR_OK;
}
