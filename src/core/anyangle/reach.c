/*
 * reach.c - how far all cells are
 *
 * After a search of all subgoals within a bound, each subgoal sees to the cells where a path
 * may go on that bends there, and the start and ends of links see to all around. So each cell is seen by the
 * last subgoal of a shortest path to it. Which one that is doubles tell where they differ
 * by more than they may be wrong, else the lengths do. Last of all each cell gets the
 * double nearest to its length.
 */
#include "core/anyangle/anyangle.h"
#include "core/anyangle/spread.h"
#include "core/base/base.h"

/* A way to each cell: the best so far. */
typedef struct ways
{
	fr_spread spread;
	double bound;
	double *near;	/* by cell; NO_WAY: none so far */
	uint32_t *last; /* the subgoal, or FR_FROM_START */
	uint32_t from;	/* the subgoal that sees, or FR_FROM_START */
	fr_cell at;
	double before; /* the length to it, nearly */
} ways;

#define SLACK FR_NEAR_SLACK
#define NO_WAY 0x1p1000
#define NO_BOUND 0x1p900

static fr_length
length_by(const ways *w, uint32_t last, fr_cell cell)
{
	const fr_spread *s = &w->spread;

	if (last == FR_FROM_START)
		return fr_length_of(fr_line_square(s->start, cell));
	return fr_reached_length(&s->reached[last]) +
		   fr_length_of(fr_line_square(s->sights->at[last], cell));
}

/* Is the way by the subgoal that sees the shorter one? Doubles do not tell. */
static bool
is_shorter(const ways *w, uint32_t n, fr_cell cell)
{
	return length_by(w, w->from, cell) < length_by(w, w->last[n], cell);
}

static void
see_cells(void *context, int32_t y, int32_t first, int32_t last)
{
	ways *w = context;
	const fr_grid *grid = w->spread.sights->grid;
	uint32_t n = fr_grid_index(grid, (fr_cell){first, y});

	for (int32_t x = first; x <= last; x++, n++)
	{
		double square = (double) fr_line_square(w->at, (fr_cell){x, y});
		double near = w->before + __builtin_sqrt(square);

		if (near * (1 - SLACK) > w->near[n])
			continue;
		if (near > w->near[n] * (1 - SLACK) && !is_shorter(w, n, (fr_cell){x, y}))
			continue;
		w->near[n] = near;
		w->last[n] = w->from;
	}
}

/* How many rows or columns away the bound is. */
static int32_t
rest_of(const ways *w)
{
	double rest = w->bound - w->before;

	return rest < FR_MAX_SIDE ? (int32_t) rest + 1 : FR_MAX_SIDE;
}

/* From the start, or the end of a link: the cell itself, and all around. */
static void
see_around(ways *w)
{
	fr_seer seer = {see_cells, w, rest_of(w)};

	see_cells(w, w->at.y, w->at.x, w->at.x);
	fr_scan_around(w->spread.sights, w->at, &seer, w->spread.poll);
}

static void
see_from(ways *w, uint32_t subgoal)
{
	const fr_spread *s = &w->spread;
	fr_cone cones[FR_MOST_CONES];
	int count;
	fr_seer seer;

	if (!fr_spread_has(s, subgoal) || s->reached[subgoal].near > w->bound ||
		fr_is_way_in(s, subgoal))
		return;
	w->from = subgoal;
	w->at = s->sights->at[subgoal];
	w->before = s->reached[subgoal].near;
	if (s->sights->ports && fr_is_linked(s, subgoal))
	{
		see_around(w);
		return;
	}
	seer = (fr_seer){see_cells, w, rest_of(w)};
	count = fr_spread_cones(s, subgoal, cones);
	for (int i = 0; i < count; i++)
		fr_scan_cone(s->sights, w->at, &cones[i], &seer, s->poll);
}

/* The ways from a start to all cells within the bound. */
static void
find_ways(ways *w, const fr_query *query, uint32_t start, fr_workspace *workspace,
		  const fr_poll *poll)
{
	const fr_grid *grid = query->grid;

	fr_workspace_begin(workspace, fr_sights_count(grid), poll);
	fr_spread_begin(&w->spread, grid, workspace, start, poll);
	w->spread.bound = w->bound;
	for (uint32_t n = 0; n < grid->cells; n++)
	{
		fr_poll_at(poll, n);
		w->near[n] = NO_WAY;
	}
	if (fr_grid_blocked(grid, start))
		return;
	fr_spread_run(&w->spread);
	w->from = FR_FROM_START;
	w->at = w->spread.start;
	w->before = 0;
	see_around(w);
	for (uint32_t n = 0; n < grid->sights->count; n++)
	{
		fr_poll_at(poll, n);
		see_from(w, n);
	}
}

/* The costs from this start where it is the nearest one so far. FR_COST_RANGE. */
static fr_status
lower_costs(const ways *w, const fr_reaching *r, uint32_t owner)
{
	const fr_grid *grid = r->query->grid;

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint64_t cost;

		fr_poll_at(w->spread.poll, n);
		if (w->near[n] > w->bound)
			continue;
		cost = fr_length_bits(
			fr_spread_length(&w->spread, w->last[n], fr_grid_cell(grid, n)));
		if (cost >= fr_length_bits((double) FR_MOST_LENGTH))
			return FR_COST_RANGE;
		if (r->costs[n] != FR_UNREACHED && r->costs[n] <= cost)
			continue;
		r->costs[n] = cost;
		if (r->owners)
			r->owners[n] = owner;
	}
	return FR_OK;
}

/* FR_COST_RANGE if a cell within the budget is too far from a start. */
fr_status
fr_anyangle_reach(const fr_reaching *r, fr_workspace *workspace, const fr_poll *poll)
{
	const fr_grid *grid = r->query->grid;
	size_t cells = grid->cells;
	double length = r->budget / fr_cost_value(&grid->costs, fr_length_bits(1));
	ways w = {.bound = length < NO_BOUND ? length * (1 + SLACK) : NO_BOUND,
			  .near = fr_take(r->query->arena, cells * sizeof *w.near),
			  .last = fr_take(r->query->arena, cells * sizeof *w.last)};
	fr_status status = FR_OK;

	for (size_t n = 0; n < cells; n++)
		r->costs[n] = FR_UNREACHED;
	for (size_t i = 0; i < r->count && status == FR_OK; i++)
	{
		find_ways(&w, r->query, r->starts[i], workspace, poll);
		status = lower_costs(&w, r, (uint32_t) i + 1);
	}
	fr_release(r->query->arena, w.near, cells * sizeof *w.near);
	fr_release(r->query->arena, w.last, cells * sizeof *w.last);
	return status;
}
