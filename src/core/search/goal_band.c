/*
 * goal_band.c - A* over cells from the goal to the start, and on to all cells of a band
 *
 * The open list is a bucket queue, or a radix heap where costs vary so much that stacks would
 * hold too many values of f. The heuristic is consistent. So where a stack holds a single value
 * of f, a node is final when it leaves the list, and keys need no flags.
 */
#include "core/search/goal_band.h"

/* The kind of a loop: compile-time constants. */
typedef struct kind
{
	bool weighted; /* the grid has terrain, or prices of layers */
	int shape;	   /* of cells */
	bool stacks;   /* the open list; exact or not */
	bool exact;	   /* each stack holds one value of f */
} kind;

FR_INLINE uint64_t
bound_at(const fr_band *b, kind kind, uint32_t n)
{
	fr_cell at = fr_grid_cell(b->grid, n);

	return fr_obstacle_free(kind.shape, &b->metric, at, b->aim);
}

static uint64_t
number_of(const void *context, uint32_t n)
{
	const fr_band *b = context;
	kind kind = {.shape = b->shape};

	return fr_key_g(b->nodes[n].key) + bound_at(b, kind, n);
}

/* Is this the key of a node in the open list? Only such nodes are reached more cheaply. */
FR_INLINE bool
is_open(const fr_band *b, kind kind, uint64_t key)
{
	return key < b->unseen && (kind.exact || key & FR_KEY_OPEN);
}

/*
 * Opens cell m, if this is the best path to it so far. An only child is expanded next if a stack
 * would return it at once: returns true.
 */
FR_INLINE bool
reach(fr_band *b, kind kind, uint32_t m, uint64_t key, bool single)
{
	fr_node *node = &b->nodes[m];
	uint64_t old = node->key;
	uint64_t h;
	uint64_t f;

	if (!fr_key_improves(key, old))
		return false;
	h = bound_at(b, kind, m);
	f = fr_key_g(key) + h;
	if (f > b->most)
		return false;
	if (is_open(b, kind, old))
	{
		if (kind.stacks)
			fr_stacks_remove(&b->stacks, m, fr_key_g(old) + h);
		else
			fr_radix_remove(&b->radix, m, fr_key_g(old) + h);
	}
	if (kind.stacks && single && fr_stacks_is_next(&b->stacks, f))
	{
		node->key = key;
		return true;
	}
	node->key = kind.exact ? key : key | FR_KEY_OPEN;
	if (kind.stacks)
		fr_stacks_push(&b->stacks, m, f);
	else
		fr_radix_push(&b->radix, m, f);
	return false;
}

FR_INLINE uint64_t
step_cost(const fr_grid *grid, uint32_t from, uint32_t to, int d)
{
	if (__builtin_expect(grid->prices != NULL, false))
		return fr_move_cost(grid, FR_STEPS_LAYERED, from, to, fr_opposite(d));
	return fr_move_cost(grid, grid->terrain ? FR_STEPS_WEIGHTED : FR_STEPS_EVEN, from, to,
						d);
}

/* Reaches the cell from which a step in the direction against d leads to n. */
FR_INLINE bool
follow(fr_band *b, kind kind, uint32_t *n, uint64_t *key, unsigned d, bool single)
{
	uint32_t m = *n + b->offset[d];
	uint64_t child = *key & ~FR_KEY_FLAGS;

	if (kind.weighted)
		child += step_cost(b->grid, m, *n, (int) d) << FR_KEY_G_SHIFT | d;
	else
		child += b->key_step[d];
	if (!reach(b, kind, m, child, single))
		return false;
	*n = m;
	*key = child;
	return true;
}

/* The moves that are worth trying from cell n, which was reached in direction d. */
FR_INLINE unsigned
moves_worth(const fr_band *b, kind kind, uint32_t n, unsigned d)
{
	const fr_even *even = kind.weighted ? b->grid->even : NULL;
	fr_moves_table table = even && fr_is_even(even, n) ? even->canonical : b->canonical;

	if (n == b->goal)
		return b->moves[n];
	return b->moves[n] & table[d][b->moves[n - b->offset[d]]];
}

/*
 * Expands cell n, and children that are expanded next. As in astar.c, the usual case of one
 * move straight on is a branch of its own.
 */
FR_INLINE void
expand(fr_band *b, kind kind, uint32_t n, uint64_t key)
{
	bool next = true;

	while (next)
	{
		unsigned straight = key & FR_KEY_PARENT;
		unsigned moves = moves_worth(b, kind, n, straight);

		next = false;
		fr_poll_at(b->poll, b->steps++);
		if (moves == 1u << straight)
			next = follow(b, kind, &n, &key, straight, true);
		else
			for (bool single = (moves & (moves - 1)) == 0; moves && !next;
				 moves &= moves - 1)
				next = follow(b, kind, &n, &key, (unsigned) __builtin_ctz(moves), single);
	}
}

/* Is the distance of the start known, once no node of the current stack is left? */
FR_INLINE bool
has_start(const fr_band *b)
{
	uint64_t key = b->nodes[b->start].key;

	return key < b->unseen && fr_key_g(key) >> b->stacks.shift <= b->stacks.current;
}

/* Goes on until the distance of the start is known, or all distances in the band. */
FR_INLINE bool
by_stacks(fr_band *b, kind kind, bool widen)
{
	uint64_t f;
	uint64_t key;

	for (;;)
	{
		uint32_t n;

		if (!fr_stacks_current(&b->stacks) && !widen && has_start(b))
			return true;
		n = fr_stacks_pop(&b->stacks, &f, &key);
		if (n == FR_NONE || f > b->most)
			return false;
		if (!kind.exact)
			b->nodes[n].key = key & ~FR_KEY_OPEN;
		expand(b, kind, n, key);
	}
}

/*
 * The loops work on a copy of the state. No function gets its address, so that the compiler
 * knows that writing to nodes does not change it.
 */
#define DEFINE_LOOP(name, ...)                                                           \
	__attribute__((noinline, flatten)) static bool name(fr_band *b, bool widen)          \
	{                                                                                    \
		fr_band own = *b;                                                                \
		bool found = by_stacks(&own, (kind){__VA_ARGS__, .stacks = true}, widen);        \
                                                                                         \
		b->stacks = own.stacks;                                                          \
		return found;                                                                    \
	}

DEFINE_LOOP(plain_squares, .shape = FR_SQUARES, .exact = true)
DEFINE_LOOP(plain_root2, .shape = FR_SQUARES)
DEFINE_LOOP(plain_hexagons, .shape = FR_HEXAGONS, .exact = true)
DEFINE_LOOP(weighted_squares, .weighted = true, .shape = FR_SQUARES)
DEFINE_LOOP(others, .weighted = true, .shape = b->shape)

static bool
by_heap(fr_band *b, bool widen)
{
	kind kind = {.weighted = true, .shape = b->shape};

	for (;;)
	{
		uint32_t n = fr_radix_pop(&b->radix, number_of, b, b->poll);

		if (n == FR_NONE || b->radix.last > b->most)
			return false;
		b->nodes[n].key &= ~FR_KEY_OPEN;
		expand(b, kind, n, b->nodes[n].key);
		if (!widen && n == b->start)
			return true;
	}
}

static bool
run_loop(fr_band *b, bool widen)
{
	bool weighted = fr_steps_of(b->grid) != FR_STEPS_EVEN;
	bool exact = b->stacks.shift == 0;

	if (!b->by_stacks)
		return by_heap(b, widen);
	if (b->shape == FR_SQUARES && weighted)
		return weighted_squares(b, widen);
	if (b->shape == FR_SQUARES)
		return (exact ? plain_squares : plain_root2)(b, widen);
	if (b->shape == FR_HEXAGONS && !weighted && exact)
		return plain_hexagons(b, widen);
	return others(b, widen);
}

bool
fr_band_find(fr_band *b, const fr_run *run)
{
	const fr_grid *grid = run->grid;
	fr_workspace *workspace = run->workspace;
	int shift = fr_stacks_shift(&grid->costs);
	uint64_t key = fr_key(workspace, 0, 0);

	*b = (fr_band){
		.nodes = workspace->nodes,
		.unseen = fr_key_unseen(workspace),
		.goal = run->goal,
		.start = run->start,
		.most = grid->costs.limit,
		.moves = grid->oneway ? grid->oneway->back : grid->moves,
		.canonical = grid->tables->canonical,
		.by_stacks = shift == 0 || grid->costs.h.straight / 2 >> shift > 0,
		.radix = {workspace, 0},
		.metric = run->heuristic.metric,
		.shape = run->heuristic.shape,
		.aim = fr_grid_cell(grid, run->start),
		.grid = grid,
		.poll = run->poll,
		.steps = 1,
	};
	for (unsigned d = 0; d < FR_DIRECTIONS; d++)
	{
		b->offset[d] = (uint32_t) grid->offset[d];
		b->key_step[d] = (grid->costs.step[d] << FR_KEY_G_SHIFT) + d;
	}
	b->nodes[run->goal].key = b->by_stacks && shift == 0 ? key : key | FR_KEY_OPEN;
	if (b->by_stacks)
	{
		uint64_t f = number_of(b, run->goal);

		b->stacks = fr_stacks_open(fr_nodes_open(workspace, NULL), shift, f);
		fr_stacks_push(&b->stacks, run->goal, f);
	}
	else
		fr_radix_push(&b->radix, run->goal, number_of(b, run->goal));
	return run_loop(b, false);
}

/* Goes on to all cells on paths of at most this cost. */
void
fr_band_widen(fr_band *b, uint64_t most)
{
	b->most = most;
	run_loop(b, true);
}
