/*
 * edges.h - the edges that leave or enter a cell, and their costs
 *
 * An edge is a legal step or an arc (grid_links.h). Only the loops of searches have edges of their
 * own. All other code takes edges from here, so it learns a new rule of movement here:
 *
 *     fr_edges e = fr_edges_from(grid, cell);
 *
 *     while (fr_edges_next(&e, poll))
 *         use(e.to, fr_edge_cost(&e));
 *
 * Steps come first, by direction from north on, then arcs in the order of `to` and cost.
 */
#ifndef FRINGE_EDGES_H
#define FRINGE_EDGES_H

#include "core/base/base.h"
#include "core/grid/grid_components.h"
#include "core/grid/grid_links.h"

/* ---- the cost of a step -------------------------------------------------------- */

/* The weight of the step from a cell to the next one; the usual rules come first. */
FR_INLINE uint64_t
fr_weight_between(const fr_grid *grid, uint32_t from, uint32_t to)
{
	const fr_costs *costs = &grid->costs;
	uint64_t weight = costs->weight[grid->terrain[to]];

	if (costs->weigh == FR_WEIGH_ENTER)
		return weight;
	if (__builtin_expect(costs->weigh == FR_WEIGH_AVERAGE, true))
		return weight + costs->weight[grid->terrain[from]];
	return fr_step_weight(costs->weigh, costs->weight[grid->terrain[from]], weight);
}

/* What the costs of a grid's steps depend on. Loops take it as a constant. */
typedef enum fr_steps
{
	FR_STEPS_EVEN,	   /* the direction */
	FR_STEPS_WEIGHTED, /* and the weights of cells */
	FR_STEPS_LAYERED,  /* and layers; weights may be the same */
	FR_STEPS_FRICTION  /* and friction alone: a case of the one before */
} fr_steps;

FR_INLINE fr_steps
fr_steps_of(const fr_grid *grid)
{
	return grid->prices	   ? FR_STEPS_LAYERED
		   : grid->terrain ? FR_STEPS_WEIGHTED
						   : FR_STEPS_EVEN;
}

/*
 * The cost of a step in direction d from cell `from` to cell `to`. Swap the cells for
 * the cost of the reverse step.
 */
FR_INLINE uint64_t
fr_move_cost(const fr_grid *grid, fr_steps steps, uint32_t from, uint32_t to, int d)
{
	uint64_t step = grid->costs.step[d];

	if (steps == FR_STEPS_EVEN)
		return step;
	if (steps == FR_STEPS_FRICTION)
		return fr_friction_between(grid->prices->factors, from, to, d);
	if (steps == FR_STEPS_WEIGHTED || grid->terrain)
		step *= fr_weight_between(grid, from, to);
	return steps == FR_STEPS_LAYERED ? step + fr_prices_between(grid->prices, from, to, d)
									 : step;
}

/* The cost of a path of cost g, which has used so much of its turn, after a step or a link of this cost to a cell. */
FR_INLINE uint64_t
fr_after_step_used(const fr_grid *grid, uint64_t g, uint64_t used, uint32_t to,
				   uint64_t cost)
{
	g = fr_after_used(&grid->costs, g, used, cost);
	return grid->stops && grid->stops[to] ? fr_next_turn(&grid->costs, g) : g;
}

FR_INLINE uint64_t
fr_after_step(const fr_grid *grid, uint64_t g, uint32_t to, uint64_t cost)
{
	return fr_after_step_used(grid, g, g % grid->costs.points, to, cost);
}

/* ---- the edges of a cell ------------------------------------------------------- */

typedef struct fr_edges
{
	const fr_grid *grid;
	uint32_t cell;
	bool into;			 /* the edges enter the cell */
	unsigned moves;		 /* to the cells at the other ends, not yet taken */
	const fr_arcs *arcs; /* NULL: none is left */
	int before;			 /* the direction of the step before; FR_DIRECTIONS: none */

	/* the edge */
	uint32_t to;	   /* the cell at the other end */
	int direction;	   /* of the step; FR_DIRECTIONS: an arc */
	const fr_arc *arc; /* NULL: a step */
} fr_edges;

/* The edges of a cell by these moves, which a caller may restrict, and by these arcs, if any. */
static inline fr_edges
fr_edges_by(const fr_grid *grid, uint32_t cell, unsigned moves, bool arcs, bool into)
{
	fr_edges e = {.grid = grid,
				  .cell = cell,
				  .into = into,
				  .moves = moves,
				  .before = FR_DIRECTIONS};

	if (arcs && grid->links)
		e.arcs = into ? &grid->links->back : &grid->links->ahead;
	if (e.arcs && !fr_arcs_begin(e.arcs, cell))
		e.arcs = NULL;
	return e;
}

/* All edges that leave a cell. The grid has moves. */
static inline fr_edges
fr_edges_from(const fr_grid *grid, uint32_t cell)
{
	return fr_edges_by(grid, cell, grid->moves[cell], true, false);
}

/*
 * The same after a step in direction `before`, FR_DIRECTIONS: after none. Edges cost what their
 * turns cost, and the step back is none where turns have prices.
 */
static inline fr_edges
fr_edges_after(const fr_grid *grid, uint32_t cell, int before)
{
	fr_edges e = fr_edges_from(grid, cell);

	e.before = before;
	if (grid->costs.turn_max > 0 && before < FR_DIRECTIONS)
		e.moves &= ~(1u << fr_opposite(before));
	return e;
}

/* All edges that enter a cell. The grid has moves. */
static inline fr_edges
fr_edges_into(const fr_grid *grid, uint32_t cell)
{
	return fr_edges_by(grid, cell, fr_grid_back(grid)[cell], true, true);
}

/* Takes the next edge; false: none is left. */
static inline bool
fr_edges_next(fr_edges *e, const fr_poll *poll)
{
	if (e->moves)
	{
		int d = __builtin_ctz(e->moves);

		e->moves &= e->moves - 1;
		e->to = fr_grid_step(e->grid, e->cell, d);
		e->direction = e->into ? fr_opposite(d) : d;
		return true;
	}
	if (e->arcs == NULL)
		return false;
	e->arc = e->arc ? e->arc + 1
					: e->arcs->at + fr_arcs_first(e->grid->links, e->arcs, e->cell);
	fr_poll_at(poll, (uint64_t) (e->arc - e->arcs->at));
	if (e->arc == e->arcs->at + e->grid->links->count || e->arc->from != e->cell)
	{
		e->arcs = NULL;
		return false;
	}
	e->to = e->arc->to;
	e->direction = FR_DIRECTIONS;
	return true;
}

/*
 * The same for edges that leave a cell, without those that the cursor has passed. A cursor begins at
 * 0. So a depth-first search keeps one number per cell.
 */
static inline bool
fr_edges_resume(fr_edges *e, uint32_t *cursor, const fr_poll *poll)
{
	uint32_t arcs = *cursor > FR_DIRECTIONS ? *cursor - FR_DIRECTIONS : 0; /* taken */

	e->moves &= arcs ? 0 : ~0u << *cursor;
	if (arcs && e->arcs)
		e->arc =
			e->arcs->at + fr_arcs_first(e->grid->links, e->arcs, e->cell) + (arcs - 1);
	if (!fr_edges_next(e, poll))
		return false;
	*cursor = e->arc ? FR_DIRECTIONS + arcs + 1 : (uint32_t) e->direction + 1;
	return true;
}

/* The cell where the edge begins, and the one where it ends. */
static inline uint32_t
fr_edge_begin(const fr_edges *e)
{
	return e->into ? e->to : e->cell;
}

static inline uint32_t
fr_edge_end(const fr_edges *e)
{
	return e->into ? e->cell : e->to;
}

static inline uint64_t
fr_edge_cost(const fr_edges *e)
{
	if (e->arc)
		return e->arc->cost;
	return fr_move_cost(e->grid, fr_steps_of(e->grid), fr_edge_begin(e), fr_edge_end(e),
						e->direction) +
		   fr_turn_cost(&e->grid->costs, e->before, e->direction);
}

/* The cost of a path of cost g after the edge. Without points it is a sum. */
static inline uint64_t
fr_edge_after(const fr_edges *e, uint64_t g)
{
	uint64_t cost = fr_edge_cost(e);

	return e->grid->costs.points > 0 ? fr_after_step(e->grid, g, fr_edge_end(e), cost)
									 : g + cost;
}

#endif /* FRINGE_EDGES_H */
