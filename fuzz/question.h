/*
 * question.h - a question on a map, what the oracle says to it, and the grid it is asked on
 */
#ifndef FRINGE_FUZZ_QUESTION_H
#define FRINGE_FUZZ_QUESTION_H

#include "core/grid/moves.h"
#include "grammar.h"

#define MAX_GOALS 6

/* What a search or sweep calls back for, and may be left by. */
typedef struct callbacks
{
	leaver leaver;
	fr_poll poll;
	malloc_arena memory; /* of the last route, and of its nodes=malloc */
	fr_arena arena;		 /* the same, from which a search may be left */
	int64_t visited;
	int64_t expanded;
	int iteration;
	bool sound; /* iterations come in order, and g is at most f */
} callbacks;

typedef struct question
{
	const world *w;
	fr_grid bare; /* the grid without its legal moves */
	uint32_t start;
	uint32_t goal;
	fr_method method; /* resolved */
	char text[FR_METHOD_TEXT_MAX];
	const fr_landmarks *landmarks;
	oracle_cost costs[MAX_CELLS]; /* from the start, by the oracle */
	uint64_t truth[MAX_CELLS];	  /* the same in units; FR_UNREACHED: no path */
	callbacks calls;
	/* of sweeps alone */
	uint32_t goals[MAX_GOALS];
	size_t count;
	size_t k;
	uint64_t bound;
} question;

static fr_workspace *workspace; /* of all inputs */

/* Prints all that there is to know before the process ends. */
static inline void
holds(const question *q, bool condition, const char *what)
{
	if (condition)
		return;
	printf("# %s from %u to %u, least %llu, limit %llu\n", q->text, q->start, q->goal,
		   (unsigned long long) q->truth[q->goal],
		   (unsigned long long) q->w->costs.limit);
	world_print(q->w);
	must(false, what);
}

static inline void
find_truth(question *q)
{
	const world *w = q->w;

	oracle_dijkstra(&w->oracle, world_point(w, q->start), q->costs);
	for (uint32_t i = 0; i < w->grid->cells; i++)
		q->truth[i] = q->costs[i].a < 0 ? FR_UNREACHED : world_units(w, q->costs[i]);
}

static inline bool
is_in_range(const question *q, uint64_t cost)
{
	return cost == FR_UNREACHED || cost <= q->w->costs.limit;
}

/* ---- the grid ---------------------------------------------------------- */

static inline void
check_moves_from(const question *q, uint32_t i)
{
	const fr_grid *grid = q->w->grid;
	oracle_cost cost;

	holds(q, world_reaches(q->w, q->start, i) == (q->truth[i] != FR_UNREACHED),
		  "cells are connected where the oracle finds a path");
	holds(q, fr_legal_moves(grid, fr_grid_cell(grid, i)) == grid->moves[i],
		  "moves read off the blocked cells are those in the array");
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		bool legal =
			oracle_step(&q->w->oracle, world_point(q->w, i), fr_dx[d], fr_dy[d], &cost);

		holds(q, legal == (grid->moves[i] >> d & 1), "moves are the oracle's");
		holds(q, !legal || fr_step_cost(grid, i, d) == world_units(q->w, cost),
			  "steps cost what the oracle says");
	}
}

/*
 * A cost is worth the oracle's value to the bit, where doubles hold the unit; and a
 * bound of that value is no less than the cost, and close.
 */
static inline void
check_value(const question *q, uint32_t cell)
{
	const fr_costs *costs = &q->w->costs;
	const oracle *o = &q->w->oracle;
	uint64_t cost = q->truth[cell];
	double value = fr_cost_value(costs, cost);
	uint64_t bound = fr_cost_bound(costs, value);

	if (o->number < INT64_C(1) << 53 && o->denominator < INT64_C(1) << 53)
		holds(q, value == oracle_value(o, q->costs[cell]),
			  "a cost has the oracle's value");
	holds(q, bound >= cost && bound - cost <= (cost >> 47) + 2,
		  "a bound is close to the cost that it allows");
}

#endif /* FRINGE_FUZZ_QUESTION_H */
