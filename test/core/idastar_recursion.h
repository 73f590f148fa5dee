/*
 * idastar_recursion.h - IDA* as a recursion, written down as the papers have it
 */
#ifndef FRINGE_TEST_IDASTAR_RECURSION_H
#define FRINGE_TEST_IDASTAR_RECURSION_H

#include "core/search/heuristic.h"
#include "idastar.h"

typedef struct naive
{
	const fr_grid *grid;
	fr_heuristic heuristic;
	uint32_t start;
	uint32_t goal;
	int memory;
	int deadends;
	int uneven;
	bool any_g;
	bool left;
	uint64_t limit;
	int64_t max_expanded;
	int64_t depth;
	uint32_t stack[MAX_CELLS + 1];	 /* the cells of the calls, */
	uint64_t stack_g[MAX_CELLS + 1]; /* and their g */
	int64_t seen_in[MAX_CELLS];		 /* iteration; 0: never */
	uint64_t g[MAX_CELLS];
	uint64_t f[MAX_CELLS];	  /* 0: not known */
	int64_t waits[MAX_CELLS]; /* of a dead end: since which iteration; 0: it does not */
	uint64_t delta;
	bool expanded[MAX_CELLS];
	fr_result result;
} naive;

static inline bool
naive_seen(naive *n, uint32_t cell, uint64_t g)
{
	if (n->seen_in[cell] == 0)
		n->f[cell] = 0;
	else if (g < n->g[cell] && n->deadends == FR_DEADENDS_SAFE &&
			 n->f[cell] == UINT64_MAX)
		n->waits[cell] = n->result.iterations;
	else if (g < n->g[cell])
	{
		n->waits[cell] = 0;
		if (!n->any_g || n->f[cell] != UINT64_MAX)
			n->f[cell] = 0;
	}
	else if (g > n->g[cell] || n->seen_in[cell] == n->result.iterations)
		return true;
	n->g[cell] = g;
	n->seen_in[cell] = n->result.iterations;
	return false;
}

/* What uneven=N leaves of a bound. */
static inline uint64_t
naive_part(const naive *n, uint64_t h, int x)
{
	return n->uneven > 1 ? h * (uint64_t) (x % n->uneven) / (uint64_t) (n->uneven - 1)
						 : h;
}

static inline uint64_t
naive_h(const naive *n, uint32_t cell)
{
	fr_cell at = fr_grid_cell(n->grid, cell);

	return naive_part(n, fr_h(&n->heuristic, n->heuristic.shape, false, cell, at.x, at.y),
					  at.x);
}

static inline bool
naive_stops(const naive *n)
{
	return n->result.found || n->result.expanded >= n->max_expanded;
}

static uint64_t naive_ida(naive *n, uint32_t cell, uint64_t g, int from);

/* Does the move close a cycle that costs nothing? */
static inline bool
naive_free_cycle(const naive *n, uint32_t to, uint64_t g)
{
	bool closes = false;

	for (int64_t i = n->depth; i > 0 && n->stack_g[i] == g; i--)
		closes |= n->stack[i] == to;
	return closes;
}

/* One move; what it backs up.  The moves before it backed up `before`. */
static inline uint64_t
naive_move(naive *n, uint32_t cell, uint64_t g, int d, uint64_t before)
{
	uint32_t to = cell + (uint32_t) n->grid->offset[d];
	uint64_t left = g;
	uint64_t f;

	n->result.tried++;
	n->result.tried_last++;
	g += fr_step_cost(n->grid, cell, d);
	if (n->memory == FR_MEMORY_NONE)
		return n->depth < n->grid->cells && !naive_free_cycle(n, to, g)
				   ? naive_ida(n, to, g, d)
				   : UINT64_MAX;
	if (naive_seen(n, to, n->left ? left : g))
		return UINT64_MAX;
	if (n->memory != FR_MEMORY_FULL)
		return naive_ida(n, to, g, d);
	if (n->f[to] == UINT64_MAX && n->waits[to] > 0)
	{
		f = g + naive_h(n, to);
		if (n->waits[to] == n->result.iterations &&
			f + n->delta > n->limit + n->delta / 3)
			return f;
		n->waits[to] = 0;
	}
	else if (n->f[to] == UINT64_MAX && n->deadends != FR_DEADENDS_OFF)
		return UINT64_MAX;
	else if (n->f[to] != UINT64_MAX && n->f[to] > n->limit &&
			 n->deadends != FR_DEADENDS_INFINITE && n->deadends != FR_DEADENDS_OWN)
		return n->f[to];
	f = naive_ida(n, to, g, d);
	n->f[to] = n->deadends == FR_DEADENDS_INFINITE && before < f ? before : f;
	return f;
}

static inline uint64_t
naive_expand(naive *n, uint32_t cell, uint64_t g, int from)
{
	uint64_t least = UINT64_MAX;

	n->result.expanded++;
	n->result.expanded_last++;
	n->result.reopened += n->expanded[cell];
	n->expanded[cell] = true;
	for (unsigned moves = n->grid->moves[cell]; moves;)
	{
		int d = n->grid->tables->first[moves];
		bool back = cell != n->start && d == fr_opposite(from);
		uint64_t f;

		moves ^= 1u << d;
		if (back || naive_stops(n))
			continue;
		f = naive_move(n, cell, g, d, least);
		least = f < least ? f : least;
	}
	return least;
}

static inline uint64_t
naive_ida(naive *n, uint32_t cell, uint64_t g, int from)
{
	uint64_t f = g + naive_h(n, cell);

	n->result.visited++;
	n->result.visited_last++;
	if (++n->depth > n->result.open_peak)
		n->result.open_peak = n->depth;
	n->stack[n->depth] = cell;
	n->stack_g[n->depth] = g;
	if (f <= n->limit && cell == n->goal)
	{
		n->result.found = true;
		n->result.cost = g;
	}
	else if (f <= n->limit)
		f = naive_expand(n, cell, g, from);
	n->depth--;
	return f;
}

static inline void
naive_run(naive *n, uint64_t delta)
{
	uint64_t most = n->grid->costs.limit;

	n->limit = naive_h(n, n->start);
	while (n->limit <= most && !naive_stops(n))
	{
		uint64_t f;

		n->result.iterations++;
		n->result.visited_last = n->result.expanded_last = n->result.tried_last = 0;
		naive_seen(n, n->start, 0);
		f = naive_ida(n, n->start, 0, 0);
		n->limit = f > most ? f : f + delta < most ? f + delta : most;
	}
}

static inline fr_result
naive_search(const fr_grid *grid, const fr_method *method, uint32_t start, uint32_t goal)
{
	static naive n;
	uint64_t delta = fr_cost_units(&grid->costs, method->option[FR_DELTA]);
	int64_t max = (int64_t) method->option[FR_MAX_EXPANDED].digits;

	memset(&n, 0, sizeof n);
	n.grid = grid;
	n.heuristic = make_heuristic(grid, NULL, method, start, goal);
	n.start = start;
	n.goal = goal;
	n.memory = fr_method_value(method, FR_MEMORY);
	n.deadends = fr_method_value(method, FR_DEADENDS);
	n.left = fr_method_value(method, FR_SEEN) == FR_SEEN_LEFT;
	n.delta = delta;
	n.uneven = fr_method_value(method, FR_UNEVEN);
	n.any_g = n.memory == FR_MEMORY_FULL && n.deadends != FR_DEADENDS_OFF &&
			  n.deadends != FR_DEADENDS_SAFE && (delta > 0 || n.left);
	n.max_expanded = max ? max : INT64_MAX;
	naive_run(&n, delta);
	if (naive_stops(&n) || (!n.any_g && !n.left) ||
		fr_method_value(method, FR_REPAIR) == FR_REPAIR_OFF)
		return n.result;
	memset(n.seen_in, 0, sizeof n.seen_in);
	n.deadends = FR_DEADENDS_OFF;
	n.any_g = n.left = false;
	naive_run(&n, delta);
	return n.result;
}

#endif /* FRINGE_TEST_IDASTAR_RECURSION_H */
