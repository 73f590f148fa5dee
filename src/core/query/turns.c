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
 *
 * Among paths of equal turns, the shortest as the crow flies from cell to cell is wanted.
 * Where diagonal steps cost as much as straight ones, others run past the goal and back. So
 * each cell on best paths also has, for each first step, the least length of paths to the goal:
 *
 *     length(n, d) = that of the step + length(m, d) if d is in ahead(m), else the least
 *                    length(m, e), where e is in ahead(m), or is d if it needs one turn more
 *
 * Where steps may cost nothing, steps on best paths do form cycles. There a search from the goal
 * finds the same numbers, sets and lengths, for 0 turns, 1 turn and so on, and for each number of
 * turns in order of length.
 */
#include "core/base/heap.h"
#include "core/grid/edges.h"
#include "core/grid/route.h"
#include "core/query/grid_query.h"
#include "core/search/dijkstra.h"

#define KEY_COUNTED FR_KEY_EXPANDED /* turns and ahead are known */

typedef struct turn_count
{
	const fr_grid *grid;
	const fr_workspace *workspace;
	fr_node *nodes;
	const fr_poll *poll;
	uint64_t (
		*length)[FR_DIRECTIONS]; /* by cell and first step; NULL: all paths are as long */
} turn_count;

/*
 * May paths of one cost differ in length? They do not if all steps of a kind cost the same and the
 * cost tells the number of straight and of diagonal steps.
 */
static bool
lengths_differ(const fr_costs *costs, bool octile)
{
	return costs->free || !costs->uniform || costs->layered ||
		   (octile && !costs->hex && !costs->root2);
}

/* Sets `turns` and `ahead` of a cell. straight: the steps that need at most one turn more. */
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
	fr_edges e = fr_edges_from(t->grid, n);
	unsigned best = 0;

	while (fr_edges_next(&e, t->poll))
		if (fr_is_best(t->workspace, e.to, fr_edge_cost(&e), n))
			best |= 1u << e.direction;
	return best;
}

/*
 * The step to take from cell n after direction d, on a path with the fewest turns: straight on
 * where that needs no more turns, or else the first of those of least length.
 */
static int
next_step(const turn_count *t, uint32_t n, int d)
{
	const fr_node *node = &t->nodes[n];
	int next = d;

	if (has_ahead(node, d) || (t->length == NULL && has_straight(node, d)))
		return d;
	if (!has_straight(node, d))
		next = __builtin_ctz(node->next);
	if (t->length == NULL)
		return next;
	for (unsigned steps = node->next & (FR_MASKS - 1); steps; steps &= steps - 1)
		if (t->length[n][__builtin_ctz(steps)] < t->length[n][next])
			next = __builtin_ctz(steps);
	return next;
}

static uint64_t
step_length(const turn_count *t, int d)
{
	return fr_is_diagonal(d) && !t->grid->costs.hex ? FR_ROOT2_DIAGONAL
													: FR_ROOT2_STRAIGHT;
}

/* Sets the lengths of paths from cell n by these steps, if the lengths of all next cells are known. */
static void
set_lengths(const turn_count *t, uint32_t n, unsigned steps, uint32_t goal)
{
	for (; t->length && steps; steps &= steps - 1)
	{
		int d = __builtin_ctz(steps);
		uint32_t m = fr_grid_step(t->grid, n, d);

		t->length[n][d] =
			step_length(t, d) + (m == goal ? 0 : t->length[m][next_step(t, m, d)]);
	}
}

/*
 * Counts the turns from a cell on, if those from all next cells are known; otherwise
 * returns the step to one that is not. FR_DIRECTIONS if they were counted.
 */
static int
count_turns(const turn_count *t, uint32_t n, uint32_t goal)
{
	uint32_t least = UINT32_MAX;
	unsigned ahead = 0;
	unsigned straight = 0;

	for (unsigned steps = best_steps(t, n); steps; steps &= steps - 1)
	{
		int d = __builtin_ctz(steps);
		const fr_node *next = &t->nodes[fr_grid_step(t->grid, n, d)];
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
	set_lengths(t, n, ahead | straight, goal);
	return FR_DIRECTIONS;
}

/* Counts the turns of all cells on best paths from the start, depth first. Keys hold the stack. */
static void
count_from(const turn_count *t, uint32_t start, uint32_t goal, const fr_poll *poll)
{
	uint32_t n = start;

	for (uint64_t steps = 1;; steps++)
	{
		int d = count_turns(t, n, goal);

		fr_poll_at(poll, steps);
		if (d < FR_DIRECTIONS)
		{
			n = fr_grid_step(t->grid, n, d);
			t->nodes[n].key = (t->nodes[n].key & ~FR_KEY_PARENT) | (uint64_t) d;
		}
		else if (n == start)
			return;
		else
			n = fr_grid_step_back(t->grid, n, (int) (t->nodes[n].key & FR_KEY_PARENT));
	}
}

/* ---- where steps may cost nothing -------------------------------------------------- */

/* A first step from a cell, and the length of a path that it begins. */
typedef struct first_step
{
	uint64_t length;
	uint32_t cell;
	uint32_t direction;
} first_step;

typedef struct levels
{
	const turn_count *t;
	const fr_arena *arena;
	uint64_t most;	   /* the start's distance: no cell farther away is on a best path */
	uint32_t turns;	   /* of the level */
	uint32_t *counted; /* cells, by turns */
	size_t count;
	size_t room;
	first_step *pending; /* of this level: a heap, the shortest one first */
	size_t pending_count;
	size_t pending_room;
} levels;

static void
add_counted(levels *l, uint32_t n)
{
	if (l->count == l->room)
		l->counted = fr_grow(l->arena, l->counted, sizeof *l->counted, l->count,
							 l->count + 1, &l->room);
	l->counted[l->count++] = n;
}

static bool
is_shorter(const void *a, const void *b)
{
	return ((const first_step *) a)->length < ((const first_step *) b)->length;
}

static void
add_pending(levels *l, first_step step)
{
	if (l->pending_count == l->pending_room)
		l->pending = fr_grow(l->arena, l->pending, sizeof step, l->pending_count,
							 l->pending_count + 1, &l->pending_room);
	fr_heap_push(l->pending, sizeof step, l->pending_count++, &step, is_shorter);
}

static first_step
take_shortest(levels *l)
{
	first_step shortest;

	fr_heap_pop(l->pending, sizeof shortest, --l->pending_count, &shortest, is_shorter);
	return shortest;
}

/* Are the turns of paths from a cell by step d known, or two more than the fewest? */
static bool
is_settled(const levels *l, const fr_node *node, int d)
{
	return node->key & KEY_COUNTED &&
		   (has_straight(node, d) || l->turns - node->prev > 1);
}

/*
 * Adds step d, or FR_DIRECTIONS: every step, that leads to cell m on a best path. The rest of
 * the path has this length.
 */
static void
add_steps_to(levels *l, uint32_t m, int d, uint64_t length)
{
	const turn_count *t = l->t;
	fr_edges e = fr_edges_into(t->grid, m);

	while (fr_edges_next(&e, t->poll))
		if ((d == FR_DIRECTIONS || d == e.direction) &&
			fr_distance(t->workspace, e.to) <= l->most &&
			!is_settled(l, &t->nodes[e.to], e.direction) &&
			fr_is_best(t->workspace, m, fr_edge_cost(&e), e.to))
			add_pending(l, (first_step){length + step_length(t, e.direction), e.to,
										(uint32_t) e.direction});
}

/* The least length of paths from a counted cell with its fewest turns; of the goal, 0. */
static uint64_t
least_length(const turn_count *t, uint32_t n, uint32_t goal)
{
	uint64_t least = UINT64_MAX;

	if (n == goal)
		return 0;
	for (unsigned ahead = t->nodes[n].next & (FR_MASKS - 1); ahead; ahead &= ahead - 1)
		if (t->length[n][__builtin_ctz(ahead)] < least)
			least = t->length[n][__builtin_ctz(ahead)];
	return least;
}

/* Paths by this step have the turns of this level. Adds the steps that lead straight on to it. */
static void
settle_step(levels *l, first_step step)
{
	uint32_t n = step.cell;
	int d = (int) step.direction;
	fr_node *node = &l->t->nodes[n];

	if (is_settled(l, node, d))
		return;
	if (!(node->key & KEY_COUNTED))
	{
		set_turns(l->t, n, l->turns, 0, 0);
		add_counted(l, n);
	}
	node->next |= 1u << FR_DIRECTIONS << d | (l->turns == node->prev ? 1u << d : 0);
	l->t->length[n][d] = step.length;
	add_steps_to(l, n, d, step.length);
}

/* Counts the turns of all cells with no more turns than the start, level by level. */
static void
count_by_levels(const turn_count *t, const fr_query *query, const fr_poll *poll)
{
	const fr_node *start = &t->nodes[query->start];
	levels l = {
		.t = t, .arena = query->arena, .most = fr_distance(t->workspace, query->start)};
	size_t next = 0;
	uint64_t steps = 1;

	add_counted(&l, query->goal);
	add_steps_to(&l, query->goal, FR_DIRECTIONS, 0);
	for (size_t end = 0; next < l.count; l.turns++)
	{
		for (; next < end; next++, fr_poll_at(poll, steps++))
			add_steps_to(&l, l.counted[next], FR_DIRECTIONS,
						 least_length(t, l.counted[next], query->goal));
		for (; l.pending_count > 0; fr_poll_at(poll, steps++))
			settle_step(&l, take_shortest(&l));
		if (start->key & KEY_COUNTED && l.turns > start->prev)
			return;
		end = l.count;
	}
}

/* ---- the route --------------------------------------------------------------------- */

/* The first of the steps of least length from the start with the fewest turns. */
static int
first_step_of(const turn_count *t, uint32_t start)
{
	unsigned ahead = t->nodes[start].next & (FR_MASKS - 1);
	int first = __builtin_ctz(ahead);

	for (; t->length && ahead; ahead &= ahead - 1)
		if (t->length[start][__builtin_ctz(ahead)] < t->length[start][first])
			first = __builtin_ctz(ahead);
	return first;
}

/* Follows the path: of equally short ones, straight on where that needs no more turns. */
static fr_route
follow_turns(const turn_count *t, const fr_query *query, const fr_poll *poll)
{
	fr_route_builder builder = {.arena = query->arena};
	int d = first_step_of(t, query->start);

	for (uint32_t n = query->start; n != query->goal; d = next_step(t, n, d))
	{
		fr_poll_at(poll, (uint64_t) builder.moves);
		fr_route_append_edge(&builder, t->grid, n, d, fr_grid_step(t->grid, n, d));
		n = fr_grid_step(t->grid, n, d);
	}
	return fr_route_finish(&builder, fr_grid_cell(query->grid, query->start), false);
}

/*
 * Finds, of all best paths from the query's start to its goal, the one with the fewest
 * turns. If there are several, the shortest from cell to cell wins, then the one that goes
 * straight on longer. Where paths start or turn together, the one whose direction is first clockwise from north wins.
 * Landmarks, method and trace are ignored. The route is in the query's arena; false:
 * there is none. FR_COST_RANGE if the paths cost more than exact arithmetic allows.
 */
fr_status
fr_fewest_turns(const fr_query *query, fr_sweep_workspace sweep, const fr_poll *poll,
				bool *found, fr_route *route)
{
	const fr_grid *grid = query->grid;
	turn_count t = {.grid = grid,
					.workspace = sweep.workspace,
					.nodes = sweep.workspace->nodes,
					.poll = poll};
	fr_dijkstra s;

	*found = false;
	if (!fr_grid_connected(grid, query->start, query->goal))
		return FR_OK;
	fr_dijkstra_prepare(&s, grid, 1, grid->costs.limit, sweep, poll);
	fr_dijkstra_begin(&s);
	fr_dijkstra_await(&s, query->start);
	fr_dijkstra_run(&s, &query->goal, 1, true);
	if (fr_distance(sweep.workspace, query->start) == FR_UNREACHED)
		return fr_why_unreached(query, sweep, poll);
	set_turns(&t, query->goal, 0, FR_MASKS - 1, FR_MASKS - 1);
	if (query->start != query->goal)
	{
		if (lengths_differ(&grid->costs, grid->octile))
			t.length = fr_arena_alloc(query->arena, grid->cells * sizeof *t.length);
		if (grid->costs.free)
			count_by_levels(&t, query, poll);
		else
			count_from(&t, query->start, query->goal, poll);
	}
	*found = true;
	*route = follow_turns(&t, query, poll);
	return FR_OK;
}
