/*
 * dijkstra.c - Dijkstra's algorithm from some cells to all reachable cells
 *
 * A search leaves distances and parents in the nodes of the workspace. Cells must be
 * settled in exact order of distance. If all cells have the same weight, two queues
 * suffice. Otherwise the open list is a radix heap.
 */
#include "core/search/dijkstra.h"

#include "core/base/base.h"
#include "core/grid/moves.h"
#include "core/search/bucket_queue.h"
#include "core/search/radix_heap.h"
#include "core/search/search.h"
#include "core/search/turn_search.h"

/* The cost from the last search's nearest source to a cell, or FR_UNREACHED. */
uint64_t
fr_distance(const fr_workspace *workspace, uint32_t cell)
{
	uint64_t key = workspace->nodes[cell].key;

	if (key >> FR_KEY_GENERATION_SHIFT != workspace->generation)
		return FR_UNREACHED;
	return fr_key_g(key);
}

/* ---- moves and sources ------------------------------------------------------------- */

/* The moves to try from a cell with this key; from a source, all moves. */
FR_INLINE unsigned
moves_left(const fr_dijkstra *s, fr_steps steps, uint32_t n, uint64_t key)
{
	fr_moves_table table = s->successors;

	if (fr_key_g(key) == 0)
		return s->grid.moves[n];
	if (steps != FR_STEPS_EVEN && s->even && fr_is_even(s->even, n))
		table = s->even_successors;
	return fr_moves_after(&s->grid, table, n,
						  n - (uint32_t) s->grid.offset[key & FR_KEY_PARENT],
						  key & FR_KEY_PARENT);
}

/* Gives a source its key; false if it is blocked, or has it already. */
bool
fr_dijkstra_add_source(fr_dijkstra *s, uint32_t n)
{
	if (fr_grid_component(&s->grid, n) == 0 || fr_distance(s->workspace, n) == 0)
		return false;
	fr_dijkstra_set(s, n, fr_key(s->workspace, 0, 0));
	return true;
}

/* A cell with this key is settled: was it the last awaited one? */
FR_INLINE bool
is_last(fr_dijkstra *s, uint64_t key)
{
	return key & FR_KEY_AWAITED && --s->awaited == 0;
}

/* ---- where all cells weigh the same ------------------------------------------------ */

/*
 * There are only two step costs. Cells are settled in order of distance, so straight
 * steps generate non-decreasing distances, and so do diagonal steps. One queue per kind
 * is therefore sorted, and the nearer of the two first cells is next.
 *
 * A cell enters each queue at most once, because a later step of the same kind is not
 * cheaper. A queue thus never outgrows the map, and slot i is stored in a link of node
 * i. If the other kind of step then reaches the cell more cheaply, the old entry stays;
 * the kind of the cell's parent step shows that it is obsolete.
 */
typedef struct queue
{
	fr_node *nodes;
	bool diagonal; /* the kind of step; a compile-time constant */
	uint32_t head;
	uint32_t tail;
} queue;

FR_INLINE uint32_t *
queue_slot(const queue *q, uint32_t i)
{
	return q->diagonal ? &q->nodes[i].prev : &q->nodes[i].next;
}

FR_INLINE void
enqueue(queue *q, uint32_t n)
{
	*queue_slot(q, q->tail++) = n;
}

FR_INLINE uint32_t
dequeue(queue *q)
{
	return *queue_slot(q, q->head++);
}

/* The key of the first valid cell; UINT64_MAX if the queue is empty. */
FR_INLINE uint64_t
first_key(queue *q)
{
	for (; q->head < q->tail; q->head++)
	{
		uint64_t key = q->nodes[*queue_slot(q, q->head)].key;

		if (fr_is_diagonal((int) (key & FR_KEY_PARENT)) == q->diagonal)
			return key;
	}
	return UINT64_MAX;
}

/* The two queues, what a step in each direction adds to a key, and the most that a key may be. */
typedef struct queues
{
	queue straight;
	queue diagonal;
	uint64_t key_step[FR_DIRECTIONS];
	uint64_t most;
} queues;

FR_INLINE queues
open_queues(const fr_dijkstra *s)
{
	queues q = {.straight = {.nodes = s->workspace->nodes, .diagonal = false},
				.diagonal = {.nodes = s->workspace->nodes, .diagonal = true},
				.most = fr_key(s->workspace, s->cap, 0) | FR_KEY_FLAGS};

	for (int d = 0; d < FR_DIRECTIONS; d++)
		q.key_step[d] = (s->grid.costs.step[d] << FR_KEY_G_SHIFT) + (uint64_t) d;
	return q;
}

FR_INLINE void
expand_uniform(fr_dijkstra *s, queues *q, uint32_t n, uint64_t key)
{
	for (unsigned moves = moves_left(s, FR_STEPS_EVEN, n, key); moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) s->grid.offset[d];
		uint64_t child = (key & ~FR_KEY_FLAGS) + q->key_step[d];

		if (!fr_key_improves(child, q->straight.nodes[m].key) || child > q->most)
			continue;
		fr_dijkstra_set(s, m, child);
		if (fr_is_diagonal(d))
			enqueue(&q->diagonal, m);
		else
			enqueue(&q->straight, m);
	}
}

static uint64_t
run_uniform(fr_dijkstra *s)
{
	queues q = open_queues(s);

	for (size_t i = 0; i < s->count; i++)
		if (fr_dijkstra_add_source(s, s->sources[i]))
			enqueue(&q.straight, s->sources[i]);
	for (uint64_t steps = 1;; steps++)
	{
		uint64_t key = first_key(&q.straight);
		uint64_t other = first_key(&q.diagonal);
		bool by_diagonal = other >> FR_KEY_G_SHIFT < key >> FR_KEY_G_SHIFT;
		uint32_t n;

		fr_poll_at(s->poll, steps);
		key = by_diagonal ? other : key;
		if (key == UINT64_MAX)
			return s->cap;
		if (is_last(s, key))
			return fr_key_g(key);
		if (by_diagonal)
			n = dequeue(&q.diagonal);
		else
			n = dequeue(&q.straight);
		expand_uniform(s, &q, n, key);
	}
}

/* ---- where weights differ ---------------------------------------------------------- */

/* The radix heap settles cells in exact order of distance, for any range of weights. */
FR_INLINE uint64_t
distance_of(const void *context, uint32_t n)
{
	const fr_dijkstra *s = context;

	return fr_key_g(s->workspace->nodes[n].key);
}

/*
 * The cost of a move from n to m. In a backward search, the step leads from m to n. Steps by layers are
 * rounded down to the search's unit here, all others in fr_dijkstra_prepare.
 */
FR_INLINE uint64_t
cost_of_move(const fr_dijkstra *s, fr_steps steps, bool backward, uint32_t n, uint32_t m,
			 int d)
{
	int ahead = steps >= FR_STEPS_LAYERED && backward ? fr_opposite(d) : d;
	uint64_t cost = backward ? fr_move_cost(&s->grid, steps, m, n, ahead)
							 : fr_move_cost(&s->grid, steps, n, m, ahead);

	return steps >= FR_STEPS_LAYERED && s->unit > 1 ? cost / s->unit : cost;
}

/* Gives a cell a key in place of its old one, if it is better. */
FR_INLINE void
relax_weighted(fr_dijkstra *s, fr_radix *open, uint32_t m, uint64_t old, uint64_t key)
{
	if (!fr_key_improves(key, old))
		return;
	if (fr_distance(s->workspace, m) != FR_UNREACHED)
		fr_radix_remove(open, m, fr_key_g(old));
	fr_dijkstra_set(s, m, key);
	fr_radix_push(open, m, fr_key_g(key));
}

/*
 * Expands n; backward, a move from n to m has the cost of the step from m to n. Cells are settled in order, so a
 * path to a settled cell is no better, whatever the step costs.
 */
FR_INLINE void
expand_weighted(fr_dijkstra *s, fr_radix *open, uint32_t n, uint64_t key, fr_steps steps,
				bool backward)
{
	const fr_grid *grid = &s->grid;
	const fr_node *nodes = s->workspace->nodes;

	for (unsigned moves = moves_left(s, steps, n, key); moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) grid->offset[d];
		uint64_t old = nodes[m].key;
		uint64_t distance;

		if (!fr_key_improves(key, old))
			continue;
		distance = fr_key_g(key) + cost_of_move(s, steps, backward, n, m, d);
		if (distance <= s->cap)
			relax_weighted(s, open, m, old, fr_key(s->workspace, distance, d));
	}
}

/* Settles all cells at the distance of n, the last awaited cell: steps of cost 0 may lead to some. */
__attribute__((noinline)) static uint64_t
settle_equals(fr_dijkstra *s, fr_radix *open, uint32_t n, fr_steps steps, bool backward)
{
	uint64_t turns = 1;

	s->cap = fr_distance(s->workspace, n);
	do
	{
		fr_poll_at(s->poll, turns++);
		expand_weighted(s, open, n, s->workspace->nodes[n].key, steps, backward);
		n = fr_radix_pop(open, distance_of, s, s->poll);
	} while (n != FR_NONE && fr_distance(s->workspace, n) <= s->cap);
	return s->cap;
}

/* Begins to load what the expansion of a cell reads: on large maps most time is spent waiting for it. */
FR_INLINE void
prefetch_cell(const fr_dijkstra *s, uint32_t n)
{
	const fr_node *nodes = s->workspace->nodes;
	uint32_t north = n + (uint32_t) s->grid.offset[FR_N];
	uint32_t south = n + (uint32_t) s->grid.offset[FR_S];

	if (n == FR_NONE)
		return;
	for (int side = -1; side <= 1; side += 2) /* a row of three may be in two lines */
	{
		__builtin_prefetch(&nodes[north + (uint32_t) side]);
		__builtin_prefetch(&nodes[n + (uint32_t) side]);
		__builtin_prefetch(&nodes[south + (uint32_t) side]);
	}
	__builtin_prefetch(&s->grid.moves[n]);
	if (s->grid.prices && s->grid.prices->factors)
	{
		const uint32_t *cell = s->grid.prices->factors->cell;

		__builtin_prefetch(&cell[north]);
		__builtin_prefetch(&cell[n]);
		__builtin_prefetch(&cell[south]);
	}
}

FR_INLINE uint64_t
run_weighted(fr_dijkstra *s, fr_steps steps, bool backward)
{
	fr_radix open = {s->workspace, 0};
	uint64_t turns = 1;
	uint32_t n;

	for (size_t i = 0; i < s->count; i++)
		if (fr_dijkstra_add_source(s, s->sources[i]))
			fr_radix_push(&open, s->sources[i], 0);
	while ((n = fr_radix_pop(&open, distance_of, s, s->poll)) != FR_NONE)
	{
		uint64_t key = s->workspace->nodes[n].key;

		prefetch_cell(s, fr_radix_ahead(&open));
		fr_poll_at(s->poll, turns++);
		if (is_last(s, key))
			return s->grid.costs.free ? settle_equals(s, &open, n, steps, backward)
									  : fr_key_g(key);
		expand_weighted(s, &open, n, key, steps, backward);
	}
	return s->cap;
}

/* ---- where weights differ, without parents ----------------------------------------- */

/*
 * The order of cells does not matter here, so the open list is a bucket queue, where its
 * buckets are narrower than the cheapest step. Wider ones would still give the right
 * distances, but cells would be expanded many times.
 */
static bool
buckets_suffice(const fr_costs *costs)
{
	int shift = fr_stacks_shift(costs);

	/* half of the cheapest step: rounding to units loses less */
	return shift == 0 || costs->h.straight / 2 >> shift > 0;
}

/* Gives cell m a better key, and opens it, or moves it within the open list. */
FR_INLINE void
reach_cell(fr_dijkstra *s, fr_stacks *open, uint32_t m, uint64_t key)
{
	uint64_t old = s->workspace->nodes[m].key;
	uint64_t g = fr_key_g(key);
	bool waits = fr_key_flags(s->workspace, old) & FR_KEY_OPEN;

	s->workspace->nodes[m].key = key | FR_KEY_OPEN;
	if (waits && fr_key_g(old) >> open->shift == g >> open->shift)
		return;
	if (waits)
		fr_stacks_remove(open, m, fr_key_g(old));
	fr_stacks_push(open, m, g);
}

FR_INLINE void
expand_cell(fr_dijkstra *s, fr_stacks *open, uint32_t n, fr_steps steps, bool backward)
{
	const fr_grid *grid = &s->grid;
	fr_node *nodes = s->workspace->nodes;
	uint64_t key = nodes[n].key;
	uint64_t most = fr_key(s->workspace, s->cap, 0) | FR_KEY_FLAGS;

	nodes[n].key = key & ~FR_KEY_OPEN;
	for (unsigned moves = moves_left(s, steps, n, key); moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) grid->offset[d];
		uint64_t cost = cost_of_move(s, steps, backward, n, m, d);
		uint64_t child = (key & ~FR_KEY_FLAGS) + (cost << FR_KEY_G_SHIFT) + (uint64_t) d;

		if (fr_key_improves(child, nodes[m].key) && child <= most)
			reach_cell(s, open, m, child);
	}
}

FR_INLINE uint64_t
run_distances(fr_dijkstra *s, fr_steps steps, bool backward)
{
	fr_stacks open = fr_stacks_open(fr_nodes_open(s->workspace, NULL),
									fr_stacks_shift(&s->grid.costs), 0);
	uint64_t turns = 1;
	uint64_t key;
	uint64_t f;
	uint32_t n;

	for (size_t i = 0; i < s->count; i++)
		if (fr_dijkstra_add_source(s, s->sources[i]))
			reach_cell(s, &open, s->sources[i], fr_key(s->workspace, 0, 0));
	while ((n = fr_stacks_pop(&open, &f, &key)) != FR_NONE)
	{
		fr_poll_at(s->poll, turns++);
		expand_cell(s, &open, n, steps, backward);
	}
	return s->cap;
}

/* ---- searches ---------------------------------------------------------------------- */

/* The moves worth trying where costs are rounded. */
static void
round_successors(fr_dijkstra *s)
{
	if (s->grid.prices)
	{
		/* no detour is known to cost no more when rounded */
		s->successors = fr_moves_all;
		s->even = NULL;
		return;
	}
	fr_moves_tabulate(&s->grid.costs, s->rounded);
	s->successors = (fr_moves_table) s->rounded;
	fr_moves_tabulate_even(&s->grid.costs, s->rounded_even);
	s->even_successors = (fr_moves_table) s->rounded_even;
}

/*
 * Prepares searches up to the cap. Costs of steps and links are divided by `unit`,
 * rounded down.
 */
void
fr_dijkstra_prepare(fr_dijkstra *s, const fr_grid *grid, uint64_t unit, uint64_t cap,
					fr_sweep_workspace sweep, const fr_poll *poll)
{
	s->grid = *grid;
	for (int d = 0; d < FR_DIRECTIONS && !grid->prices; d++)
		s->grid.costs.step[d] /= unit;
	s->grid.costs.step_max /= unit;
	s->grid.costs.h.straight /= unit;
	s->grid.costs.h.east /= unit;
	s->grid.costs.h.north /= unit;
	s->workspace = sweep.workspace;
	s->poll = poll;
	s->unit = unit;
	s->cap = cap;
	s->distances_alone = s->flood = s->ties = false;
	s->advance = NULL;
	s->even = grid->even;
	s->successors = grid->tables->canonical;
	if (unit > 1)
		round_successors(s);
	else if (s->even)
		s->even_successors = s->even->canonical;
}

/* The number of a search's nodes: one per cell, and one per link. With prices of turns more. */
static uint32_t
dijkstra_nodes(const fr_grid *grid)
{
	uint32_t nodes = grid->cells + (grid->links ? grid->links->count : 0);
	uint32_t states = fr_has_turns(grid) ? fr_turn_nodes(grid) : 0;

	return states > nodes ? states : nodes;
}

/* Begins a search: no cell is reached or awaited. */
void
fr_dijkstra_begin(fr_dijkstra *s)
{
	fr_workspace_begin(s->workspace, dijkstra_nodes(&s->grid), s->poll);
	s->awaited = 0;
}

/* Lets the search end early, once this and all other awaited cells are settled. */
void
fr_dijkstra_await(fr_dijkstra *s, uint32_t n)
{
	uint64_t *key = &s->workspace->nodes[n].key;

	if (fr_key_flags(s->workspace, *key) & FR_KEY_AWAITED)
		return;
	*key = fr_key(s->workspace, FR_UNREACHED, 0) | FR_KEY_AWAITED;
	s->awaited++;
}

__attribute__((noinline)) static uint64_t
run_layered(fr_dijkstra *s, bool backward)
{
	if (s->distances_alone && buckets_suffice(&s->grid.costs))
		return run_distances(s, FR_STEPS_LAYERED, backward);
	if (fr_prices_are_friction(s->grid.prices))
		return run_weighted(s, FR_STEPS_FRICTION, backward);
	return run_weighted(s, FR_STEPS_LAYERED, backward);
}

/* Do steps have two costs at most, as run_uniform expects? */
static bool
has_two_steps(const fr_grid *grid)
{
	return grid->costs.step[FR_E] == grid->costs.step[FR_N];
}

/*
 * Searches from the sources (backward: towards them) and leaves the distances in the
 * nodes. Returns the distance up to which they are final.
 */
uint64_t
fr_dijkstra_run(fr_dijkstra *s, const uint32_t *sources, size_t count, bool backward)
{
	s->sources = sources;
	s->count = count;
	if (s->grid.oneway)
		s->grid.moves = backward ? s->grid.oneway->back : s->grid.oneway->moves;
	if (fr_has_turns(&s->grid))
		return fr_turn_sweep(s, backward);
	if (s->grid.links || s->advance || s->grid.costs.wraps || s->grid.costs.points > 0)
		return fr_dijkstra_linked(s, backward, &(fr_dijkstra_watch){NULL, NULL});
	if (s->grid.prices)
		return run_layered(s, backward);
	if (!s->grid.terrain && has_two_steps(&s->grid))
		return run_uniform(s);
	if (!s->grid.terrain)
		return fr_dijkstra_linked(s, backward, &(fr_dijkstra_watch){NULL, NULL});
	if (s->distances_alone && buckets_suffice(&s->grid.costs))
		return backward ? run_distances(s, FR_STEPS_WEIGHTED, true)
						: run_distances(s, FR_STEPS_WEIGHTED, false);
	return backward ? run_weighted(s, FR_STEPS_WEIGHTED, true)
					: run_weighted(s, FR_STEPS_WEIGHTED, false);
}

/* ---- where cells have links -------------------------------------------------------- */

/*
 * Links lead anywhere at any cost, also at none, so the open list is a radix heap, and from
 * each cell all moves are tried: Dijkstra's algorithm as it is. This search serves as well
 * where sources cost something beforehand.
 */

/*
 * The node whose parent says by which link a cell was reached. The links that end at cells have consecutive
 * numbers, cell by cell; a cell uses the node with the number of its first one.
 */
uint32_t
fr_dijkstra_arc_node(const fr_grid *grid, const fr_arcs *arrivals, uint32_t n)
{
	return grid->cells + fr_arcs_first(grid->links, arrivals, n);
}

/* A running search on a grid with links. */
typedef struct linked
{
	fr_dijkstra *s;
	fr_radix open;
	const fr_arcs *arcs;	 /* to take */
	const fr_arcs *arrivals; /* the same, in reverse */
	bool backward;
	fr_steps steps; /* what their costs depend on */
	int64_t waiting;
	uint64_t farthest; /* the largest distance that was visited */
	fr_result *counters;
} linked;

/* Counts a cell that is opened; first: it was not reached before. */
static void
count_open(linked *l, bool first)
{
	fr_result *r = l->counters;

	if (r == NULL)
		return;
	r->opened++;
	l->waiting += first;
	r->open_peak = l->waiting > r->open_peak ? l->waiting : r->open_peak;
}

/* Opens a cell at a distance, if that is better. `how`: the step's direction, or FR_KEY_LINKED. */
static bool
relax_linked(linked *l, uint32_t m, uint64_t distance, uint64_t how)
{
	fr_workspace *workspace = l->s->workspace;
	uint64_t old = workspace->nodes[m].key;
	bool first = fr_distance(workspace, m) == FR_UNREACHED;
	uint64_t key;

	if (distance > l->s->cap)
		return false;
	key = fr_key(workspace, distance, 0) | how;
	if (!fr_key_improves(key, old))
		return false;
	if (!first)
		fr_radix_remove(&l->open, m, fr_key_g(old));
	fr_dijkstra_set(l->s, m, key);
	fr_radix_push(&l->open, m, distance);
	count_open(l, first);
	return true;
}

FR_INLINE void
take_moves_by(linked *l, fr_steps steps, bool wraps, bool points, uint32_t n, uint64_t g)
{
	const fr_grid *grid = &l->s->grid;
	const fr_node *nodes = l->s->workspace->nodes;
	uint64_t key = nodes[n].key;

	for (unsigned moves = grid->moves[n]; moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m =
			wraps ? fr_grid_step_around(grid, n, d) : n + (uint32_t) grid->offset[d];
		uint64_t cost;

		if (!fr_key_improves(key, nodes[m].key))
			continue;
		cost = cost_of_move(l->s, steps, l->backward, n, m, d);
		relax_linked(l, m, points ? fr_after_step(grid, g, m, cost) : g + cost,
					 (uint64_t) d);
	}
}

static void
take_moves(linked *l, uint32_t n, uint64_t g)
{
	if (l->s->grid.costs.points > 0)
		take_moves_by(l, l->steps, l->s->grid.costs.wraps, true, n, g);
	else if (l->s->grid.costs.wraps)
		take_moves_by(l, l->steps, true, false, n, g);
	else if (l->steps == FR_STEPS_EVEN)
		take_moves_by(l, FR_STEPS_EVEN, false, false, n, g);
	else if (l->steps == FR_STEPS_WEIGHTED)
		take_moves_by(l, FR_STEPS_WEIGHTED, false, false, n, g);
	else
		take_moves_by(l, FR_STEPS_LAYERED, false, false, n, g);
}

static void
take_arcs(linked *l, uint32_t n, uint64_t g)
{
	const fr_grid *grid = &l->s->grid;

	for (uint32_t i = fr_arcs_first(grid->links, l->arcs, n);
		 i < grid->links->count && l->arcs->at[i].from == n; i++)
	{
		const fr_arc *arc = &l->arcs->at[i];
		uint64_t cost = l->s->flood ? 1 : arc->cost / l->s->unit;
		uint64_t after =
			grid->costs.points > 0 ? fr_after_step(grid, g, arc->to, cost) : g + cost;

		fr_poll_at(l->s->poll, i);
		if (relax_linked(l, arc->to, after, FR_KEY_LINKED))
			l->s->workspace->nodes[fr_dijkstra_arc_node(grid, l->arrivals, arc->to)]
				.next = i;
	}
}

/* Counts a visit. As in A*, a distance above all earlier ones starts an iteration. */
static void
count_visit(linked *l, const fr_dijkstra_watch *watch, uint32_t n, uint64_t g,
			bool expanded)
{
	fr_result *r = l->counters;

	if (r == NULL)
		return;
	if (r->iterations == 0 || g > l->farthest)
	{
		r->iterations++;
		r->visited_last = r->expanded_last = 0;
		l->farthest = g;
	}
	l->waiting--;
	r->visited++;
	r->visited_last++;
	r->expanded += expanded;
	r->expanded_last += expanded;
	if (watch->trace)
		watch->trace->visit(watch->trace->context, (int) r->iterations, n, g, g,
							expanded);
}

/*
 * When the last awaited cell is settled, lowers the cap to its distance: links that cost
 * nothing may lead to more cells at that distance, and no other cells are wanted.
 */
static void
settle_awaited(linked *l, uint64_t key)
{
	fr_dijkstra *s = l->s;

	if (key & FR_KEY_AWAITED && s->awaited > 0 && --s->awaited == 0)
		s->cap = fr_key_g(key);
}

/* The search of fr_dijkstra_run for grids with links; `sweep` uses it for all grids. */
uint64_t
fr_dijkstra_linked(fr_dijkstra *s, bool backward, const fr_dijkstra_watch *watch)
{
	const fr_links *links = s->grid.links;
	linked l = {.s = s,
				.open = {s->workspace, 0},
				.backward = backward,
				.steps = fr_steps_of(&s->grid),
				.counters = watch->counters};
	uint64_t steps = 1;
	bool at_goal;
	uint32_t n;

	if (links)
	{
		l.arcs = backward ? &links->back : &links->ahead;
		l.arrivals = backward ? &links->ahead : &links->back;
	}
	for (size_t i = 0; i < s->count; i++)
	{
		fr_poll_at(s->poll, i);
		if (fr_grid_component(&s->grid, s->sources[i]) != 0)
			relax_linked(&l, s->sources[i], s->advance ? s->advance[i] : 0, 0);
	}
	while ((n = fr_radix_pop(&l.open, distance_of, s, s->poll)) != FR_NONE)
	{
		uint64_t key = s->workspace->nodes[n].key;

		fr_poll_at(s->poll, steps++);
		if (fr_key_g(key) > s->cap)
			break;
		settle_awaited(&l, key);
		at_goal = watch->counters && key & FR_KEY_AWAITED;
		count_visit(&l, watch, n, fr_key_g(key), !at_goal);
		if (at_goal)
			break;
		take_moves(&l, n, fr_key_g(key));
		if (links && fr_arcs_begin(l.arcs, n))
			take_arcs(&l, n, fr_key_g(key));
	}
	return s->cap;
}

/* ---- the method -------------------------------------------------------------------- */

static void
run_to_goal(const fr_run *run)
{
	fr_dijkstra s;
	fr_dijkstra_watch watch = {run->result, run->trace};

	/* the search has the nodes of a sweep */
	fr_dijkstra_prepare(&s, run->grid, 1, run->grid->costs.limit,
						(fr_sweep_workspace){run->workspace}, run->poll);
	s.awaited = 0;
	s.sources = &run->start;
	s.count = 1;
	fr_dijkstra_await(&s, run->goal);
	fr_dijkstra_linked(&s, false, &watch);
	run->result->found = s.awaited == 0;
	run->result->cost = run->result->found ? fr_distance(run->workspace, run->goal) : 0;
}

const fr_search_row fr_search_dijkstra = {
	.name = "sweep",
	.rules = FR_SWEEP_RULES & ~FR_RULE(TURNS),
	.nodes = dijkstra_nodes,
	.reads = FR_READS_MOVES,
	.run = run_to_goal,
};
