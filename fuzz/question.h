/*
 * question.h - a question on a map, what the oracle says to it, and the grid it is asked on
 */
#ifndef FRINGE_FUZZ_QUESTION_H
#define FRINGE_FUZZ_QUESTION_H

#include "core/grid/edges.h"
#include "core/grid/moves.h"
#include "grammar.h"
#include "ruled.h"

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
	linked_world *l; /* without links unless it has all rules */
	const world *w;	 /* of l */
	bool ruled;		 /* the world has all rules */
	truth turned;	 /* where turns have prices */
	fr_grid bare;	 /* the grid without its legal moves */
	uint32_t start;
	uint32_t goal;
	fr_method method; /* resolved */
	bool fits;		  /* the world has no rule that the method refuses */
	char text[FR_METHOD_TEXT_MAX];
	const fr_landmarks *landmarks;
	oracle_cost costs[WORLD_CELLS]; /* from the start, by the oracle */
	uint64_t truth[WORLD_CELLS];	/* the same in units; FR_UNREACHED: no path */
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
	if (q->ruled)
		printf("# %s\n", q->l->text);
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
	uint32_t cells = w->grid->cells;

	if (q->ruled)
		memcpy(q->costs, ask_ruled(q->l, q->start, &q->turned), cells * sizeof *q->costs);
	else
		oracle_dijkstra(&w->oracle, world_point(w, q->start), q->costs);
	for (uint32_t i = 0; i < cells; i++)
		q->truth[i] = q->costs[i].a < 0 ? FR_UNREACHED
					  : q->ruled		? units(q->l, q->costs[i])
										: world_units(w, q->costs[i]);
}

static inline bool
is_in_range(const question *q, uint64_t cost)
{
	return cost == FR_UNREACHED || cost <= q->w->costs.limit;
}

/* ---- the grid ---------------------------------------------------------- */

static inline bool
reaches(const question *q, uint32_t i)
{
	fr_query query = {.grid = q->w->grid, .start = q->start, .goal = i};

	return fr_is_reachable(&query, fr_sweep_workspace_on(query.grid, workspace),
						   &q->calls.poll);
}

/* Is an arc one direction of an open link? Its cost may be another one above the limit. */
static inline bool
is_arc_known(const question *q, oracle_point from, uint32_t to, uint64_t cost)
{
	const linked_world *l = q->l;

	for (int i = 0; i < l->way_count; i++)
	{
		const way *v = &l->ways[i];
		uint64_t known = units(l, v->cost);

		if (v->from.x == from.x && v->from.y == from.y &&
			(uint32_t) (v->to.y * l->w.width + v->to.x) == to &&
			(cost == known || (!is_in_range(q, cost) && !is_in_range(q, known))))
			return true;
	}
	return false;
}

/* All edges, over joined edges of the map and by links, too. */
static inline void
check_edges_from(const question *q, uint32_t i)
{
	const linked_world *l = q->l;
	oracle_point from = world_point(q->w, i);
	fr_edges e = fr_edges_from(q->w->grid, i);
	unsigned seen = 0;
	int arcs = 0;
	oracle_cost cost;

	for (; fr_edges_next(&e, &q->calls.poll); arcs += e.arc != NULL)
	{
		int dx = e.arc ? 0 : fr_dx[e.direction];
		int dy = e.arc ? 0 : fr_dy[e.direction];
		oracle_point to = oracle_place(&l->w.oracle, from.x + dx, from.y + dy);

		if (e.arc)
		{
			holds(q, is_arc_known(q, from, e.to, fr_edge_cost(&e)),
				  "an arc is that of a link");
			continue;
		}
		seen |= 1u << e.direction;
		holds(q,
			  oracle_step(&l->w.oracle, from, dx, dy, &cost) &&
				  e.to == (uint32_t) (to.y * l->w.width + to.x) &&
				  fr_edge_cost(&e) == units(l, scaled(l, cost)),
			  "a step is legal, and costs what the oracle says");
	}
	for (int d = 0; d < FR_DIRECTIONS; d++)
		holds(q,
			  oracle_step(&l->w.oracle, from, fr_dx[d], fr_dy[d], &cost) ==
				  (seen >> d & 1),
			  "all legal steps are there");
	for (int k = 0; k < l->way_count; k++)
		arcs -= l->ways[k].from.x == from.x && l->ways[k].from.y == from.y;
	holds(q, arcs == 0, "each open link is there");
}

static inline void
check_moves_from(const question *q, uint32_t i)
{
	const fr_grid *grid = q->w->grid;
	oracle_cost cost;

	holds(q, reaches(q, i) == (q->truth[i] != FR_UNREACHED),
		  "cells are connected where the oracle finds a path");
	if (q->ruled)
	{
		check_edges_from(q, i);
		return;
	}
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
 * A cost is worth the oracle's value to the bit, where doubles hold the unit of both. If prices
 * divide the steps of root2, it is correct to 15 digits (doc/models.md). A bound of that value is no
 * less than the cost, and close.
 */
static inline void
check_value(const question *q, uint32_t cell)
{
	const fr_costs *costs = &q->w->costs;
	const oracle *o = &q->w->oracle;
	uint64_t cost = q->truth[cell];
	double value = fr_cost_value(costs, cost);
	double wanted = oracle_value(o, q->costs[cell]);
	double digits = q->ruled && o->root2 ? 1e-15 : 0;
	uint64_t bound = fr_cost_bound(costs, value);

	if (q->l->scale == 1 && o->number < INT64_C(1) << 53 &&
		o->denominator < INT64_C(1) << 53)
		holds(q, value - wanted <= digits * value && wanted - value <= digits * value,
			  "a cost has the oracle's value");
	holds(q, bound >= cost && bound - cost <= (cost >> 47) + 2,
		  "a bound is close to the cost that it allows");
}

#endif /* FRINGE_FUZZ_QUESTION_H */
