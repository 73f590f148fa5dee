/*
 * astar.c - A* with an array of stacks as its open list
 *
 * 2005 section 3.1.1 and 2006 sections III.C and IV.B.  With a consistent
 * heuristic and exact order a node is expanded once.  Where a stack holds a
 * range of f (exact root-2 costs have too many values of f), a node may be
 * reached more cheaply after its expansion, and is opened again; and the goal
 * is final only when nothing with a smaller f is left in its stack.
 */
#include "open_stacks.h"
#include "search.h"

typedef struct astar
{
	const fr_run *run;
	fr_stacks open;
	uint64_t f_max; /* largest f expanded: the bound of 2005 section 4 */
	uint64_t best;	/* g of the goal once it was taken, else the limit */
} astar;

/* Counts an expansion; f beyond that of all earlier ones starts an iteration. */
FR_INLINE void
count_expansion(astar *a, uint64_t f, uint64_t key)
{
	fr_result *result = a->run->result;

	if (f > a->f_max || result->iterations == 0)
	{
		a->f_max = f;
		result->iterations++;
		result->expanded_last = 0;
	}
	result->expanded_last++;
	result->expanded++;
	result->reopened += (key & FR_KEY_EXPANDED) != 0;
}

/* A path to node m, at (x, y), was found: keep it if it is the best so far. */
FR_INLINE void
relax(astar *a, uint32_t m, int32_t x, int32_t y, uint64_t key)
{
	fr_workspace *ws = a->open.workspace;
	uint64_t old = ws->nodes[m].key;
	uint64_t flags;
	uint64_t h;

	if (!fr_key_improves(key, old))
		return;
	h = fr_h(&a->run->heuristic, x, y);
	if (fr_key_g(key) + h >= a->best)
		return;
	flags = fr_key_flags(ws, old);
	if (flags & FR_KEY_OPEN)
		fr_stacks_remove(&a->open, m, fr_key_g(old) + h);
	ws->nodes[m].key = key | FR_KEY_OPEN | (flags & FR_KEY_EXPANDED);
	fr_stacks_push(&a->open, m, fr_key_g(key) + h);
}

FR_INLINE void
expand(astar *a, uint32_t n, fr_cell at, bool weighted)
{
	const fr_run *run = a->run;
	fr_workspace *ws = run->workspace;
	uint64_t key = ws->nodes[n].key;
	uint64_t g = fr_key_g(key);

	for (unsigned moves = fr_moves_onward(run, n, key); moves; moves &= moves - 1)
	{
		int d = __builtin_ctz(moves);
		uint32_t m = n + (uint32_t) run->grid->offset[d];

		relax(a, m, at.x + fr_dx[d], at.y + fr_dy[d],
			  fr_key(ws, g + fr_move_cost(run->grid, weighted, n, m, d), d));
	}
	if (a->open.count > run->result->open_peak)
		run->result->open_peak = a->open.count;
}

/*
 * Takes a node off the open list.  The goal is only noted: with exact order
 * the search is over, else its stack may hold a cheaper way to it.
 */
FR_INLINE void
take(astar *a, uint32_t n, bool weighted)
{
	const fr_run *run = a->run;
	uint64_t *key = &run->workspace->nodes[n].key;
	fr_cell at = fr_grid_cell(run->grid, n);
	uint64_t f = fr_key_g(*key) + fr_h(&run->heuristic, at.x, at.y);

	fr_stacks_remove(&a->open, n, f);
	*key &= ~FR_KEY_OPEN;
	if (n == run->goal)
		a->best = f;
	if (f >= a->best)
		return;
	count_expansion(a, f, *key);
	*key |= FR_KEY_EXPANDED;
	expand(a, n, at, weighted);
}

/* `found` tells whether best is the goal's; a search ends with its stack. */
FR_INLINE bool
is_over(const astar *a)
{
	if (a->open.count == 0)
		return true;
	return a->best <= a->run->grid->costs.limit &&
		   (a->open.shift == 0 || !fr_stacks_current(&a->open));
}

/* Every expansion was a visit, and so was the goal, last of all. */
static void
finish(astar *a)
{
	fr_result *result = a->run->result;

	result->found = a->best <= a->run->grid->costs.limit;
	result->cost = result->found ? a->best : 0;
	result->visited = result->expanded + result->found;
	result->visited_last = result->expanded_last + result->found;
}

FR_INLINE void
run_astar(astar *a, fr_cell start, bool weighted)
{
	uint64_t steps = 0;

	relax(a, a->run->start, start.x, start.y, fr_key(a->run->workspace, 0, 0));
	while (!is_over(a))
	{
		fr_poll_at(a->run->poll, steps++);
		take(a, fr_stacks_top(&a->open), weighted);
	}
	finish(a);
}

fr_status
fr_run_astar(const fr_run *run)
{
	fr_cell start = fr_grid_cell(run->grid, run->start);
	uint64_t f = fr_h(&run->heuristic, start.x, start.y);
	astar a = {
		.run = run,
		.open = fr_stacks_open(run->workspace, &run->grid->costs, f),
		.f_max = f,
		.best = run->grid->costs.limit + 1,
	};

	if (run->grid->terrain)
		run_astar(&a, start, true);
	else
		run_astar(&a, start, false);
	return FR_OK;
}
