/*
 * border_query.c - answers costs from an index in the borders form
 *
 * A hub label query with lower bounds.  Unless a best path stays in its block, it leaves the
 * start's block over a border cell and enters the goal's block over another one.  In between it
 * passes a hub that both labels have.  A path over a hub costs at least the sum of the hub's
 * bases in both blocks, the least cost from the start to a border cell, and the least cost from
 * a border cell to the goal.  The query computes this bound for every hub of
 * the goal's block.  It computes the cost only if the bound is below the best cost so far, and
 * it begins with the hub of least bound.
 */
#include "core/index/borders/border_block.h"

#include "core/base/base.h"
#include "core/base/number.h"
#include "core/index/index_links.h"

/* ---- steps of the map ------------------------------------------------------ */

static bool
is_legal(const fr_index *index, fr_cell at, int d)
{
	int sides;

	if (!fr_index_is_free(index, at.x + fr_dx[d], at.y + fr_dy[d]))
		return false;
	if (!fr_is_diagonal(d))
		return true;
	if (index->tile)
		return false;
	sides = fr_index_is_free(index, at.x + fr_dx[d], at.y) +
			fr_index_is_free(index, at.x, at.y + fr_dy[d]);
	return fr_index_diagonal_passes(index, sides, d);
}

uint32_t
fr_index_extended_step_cost(const fr_index *index, fr_cell at, int direction)
{
	uint64_t step =
		fr_is_diagonal(direction) ? index->units.diagonal : index->straight_step;

	if (index->borders.moves && !fr_index_may_step(index, at, direction))
		return UINT32_MAX;
	if (index->borders.weighted)
		step *= fr_index_step_weight(index, index->borders.weigh, at, direction);
	if (index->borders.layered)
		step += fr_index_step_price(index, &index->borders.prices, at, direction) *
				index->units.straight;
	return step < index->top ? (uint32_t) step : UINT32_MAX;
}

uint32_t
fr_index_legal_step_cost(const fr_index *index, fr_cell at, int direction)
{
	return is_legal(index, at, direction) ? fr_index_step_cost(index, at, direction)
										  : UINT32_MAX;
}

/* The cost of a step of a route, in the grid's unit. */
uint64_t
fr_borders_step(const fr_index *index, fr_cell from, int direction)
{
	fr_border_prices prices = index->borders.prices;
	uint64_t weight = 1;
	uint64_t price = 0;

	if (index->borders.weighted)
		weight = fr_index_step_weight(index, index->borders.steps, from, direction);
	prices.both_ends = false;
	if (index->borders.layered)
		price = fr_index_step_price(index, &prices, from, direction) * index->part;
	return index->costs.step[direction] * weight + price;
}

/* The goal's potential by layers minus the start's potential, in the grid's unit. */
static uint64_t
potential_between(const fr_index *index, fr_cell start, fr_cell goal)
{
	const fr_border_prices *prices = &index->borders.prices;

	return (uint64_t) (fr_border_potential(prices, fr_index_cell_number(index, goal)) -
					   fr_border_potential(prices, fr_index_cell_number(index, start))) *
		   index->part;
}

/*
 * If costs are shifted, the weight of a step in the labels is the sum of the weights of both
 * its cells.  Along a path that sums up to twice the weights of the cells entered, plus the
 * weight of the start, minus the weight of the goal; or to twice the weights of the cells
 * left, plus the weight of the goal, minus the weight of the start.  Prices of layers that count
 * both ends of a step add up likewise: see fr_border_price.
 */
uint64_t
fr_borders_grid_cost(const fr_index *index, fr_cell start, fr_cell goal, uint32_t cost)
{
	uint64_t sum = fr_index_grid_cost(index, cost);
	uint64_t step = index->costs.step[FR_N];

	if (!index->borders.adjusted)
		return sum;
	if (index->borders.layered)
		sum += potential_between(index, start, goal);
	if (index->borders.doubled || !index->borders.weighted)
		return sum / 2;
	if (index->borders.steps == FR_WEIGH_LEAVE)
		return (sum + step * fr_index_cell_weight(index, start.x, start.y) -
				step * fr_index_cell_weight(index, goal.x, goal.y)) /
			   2;
	return (sum + step * fr_index_cell_weight(index, goal.x, goal.y) -
			step * fr_index_cell_weight(index, start.x, start.y)) /
		   2;
}

/* ---- best paths inside a block --------------------------------------------- */

static inline __attribute__((always_inline)) void
read_steps(const fr_index *index, fr_border_steps kind, uint32_t block,
		   fr_block_steps *steps)
{
	uint64_t cells = fr_get64(fr_index_record_of(index, block) + FR_RECORD_CELLS, 0);

	for (uint32_t local = 0; local < FR_BLOCK_CELLS; local++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t cost = UINT32_MAX;

			if (cells >> local & 1 && fr_block_step_is_legal(index, cells, local, d))
				cost = fr_index_step_cost_as(
					index, kind, fr_block_cell(index->blocks_across, block, local), d);
			steps->cost[d][local] = cost < UINT32_MAX ? cost : FR_BLOCK_INFINITY;
		}
}

void
fr_block_read_steps(const fr_index *index, uint32_t block, fr_block_steps *steps)
{
	if (index->borders.kind == FR_EVEN_STEPS)
		read_steps(index, FR_EVEN_STEPS, block, steps);
	else if (index->borders.kind == FR_WEIGHTED_STEPS)
		read_steps(index, FR_WEIGHTED_STEPS, block, steps);
	else
		read_steps(index, FR_EXTENDED_STEPS, block, steps);
}

/* Lowers the costs of a cell's neighbours; the set of those that changed. */
static uint64_t
relax_steps(const fr_block_steps *steps, uint32_t at, bool backward,
			uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t changed = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t to = fr_local_after(at, d);
		uint64_t sum;

		if (!fr_stays_in_block(at, d))
			continue;
		sum =
			cost[at] + (backward ? steps->cost[fr_opposite(d)][to] : steps->cost[d][at]);
		if (sum < cost[to])
		{
			cost[to] = sum;
			changed |= UINT64_C(1) << to;
		}
	}
	return changed;
}

/*
 * The algorithm of Bellman and Ford with a set of changed cells.  Passes relax them in
 * ascending and in descending order by turns, so most paths are complete after one pass.
 */
void
fr_block_distances(const fr_block_steps *steps, uint32_t from, bool backward,
				   uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t changed = UINT64_C(1) << from;

	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		cost[i] = FR_BLOCK_INFINITY;
	cost[from] = 0;
	for (bool upward = true; changed; upward = !upward)
		for (uint64_t pass = changed; pass;)
		{
			uint32_t at =
				(uint32_t) (upward ? __builtin_ctzll(pass) : 63 - __builtin_clzll(pass));
			uint64_t more;

			changed &= ~(UINT64_C(1) << at);
			more = relax_steps(steps, at, backward, cost);
			changed |= more;
			pass &= ~(UINT64_C(1) << at);
			pass |= more & (upward ? ~UINT64_C(1) << at : (UINT64_C(1) << at) - 1);
		}
}

/* The cost of a best path inside the block of both cells; index->top if there is none. */
static uint32_t
cost_in_block(const fr_index *index, fr_cell start, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_block_steps steps;

	fr_block_read_steps(index, fr_block_of(index->blocks_across, start), &steps);
	fr_block_distances(&steps, fr_local_of(start), false, cost);
	return cost[fr_local_of(goal)] < index->top ? (uint32_t) cost[fr_local_of(goal)]
												: index->top;
}

/* ---- start and goal -------------------------------------------------------- */

fr_border_block
fr_border_block_open(const fr_index *index, const uint8_t *record, bool backward)
{
	size_t table =
		fr_get32(record + FR_RECORD_TABLE, backward && index->borders.directed);
	uint64_t borders = fr_get64(record + FR_RECORD_BORDERS, 0);

	return (fr_border_block){
		.cells = fr_get64(record + FR_RECORD_CELLS, 0),
		.borders = borders,
		.border_count = fr_bits_count(borders),
		.wide = fr_get16(record + FR_RECORD_FLAGS, 0) & FR_WIDE_TABLE,
		.byte_units = fr_byte_units_of(index->borders.pairs, index->units),
		.table = index->section[FR_SECTION_TABLES] + table * 4,
		.labels = fr_block_labels_of(index, record, backward)};
}

/* The start or the goal, and the costs between it and the border cells of its block. */
typedef struct endpoint
{
	fr_border_block block;
	uint32_t least; /* of these costs */
	uint32_t cost[FR_BLOCK_CELLS];
} endpoint;

/* The cell has to be free. */
static void
open_endpoint(const fr_index *index, const uint8_t *record, fr_cell at, bool backward,
			  endpoint *e)
{
	const uint8_t *row;

	e->block = fr_border_block_open(index, record, backward);
	row = fr_border_block_row(&e->block, fr_local_of(at));
	e->least = FR_TABLE_INFINITY;
	for (uint32_t i = 0; i < e->block.border_count; i++)
	{
		e->cost[i] = fr_border_block_cost(&e->block, row, i);
		e->least = fr_min32(e->least, e->cost[i]);
	}
}

/* The least cost between an endpoint and the hub of a group, minus the group's base. */
static uint32_t
cost_above_base(const fr_index *index, const endpoint *e, size_t group)
{
	fr_offset_list list = fr_block_labels_offsets(index, &e->block.labels, group);
	uint32_t least = FR_TABLE_INFINITY;

	for (uint32_t i = 0; i < list.count; i++)
		least = fr_min32(least, fr_offset_list_get(&list, i, e->block.byte_units) +
									e->cost[list.border[i]]);
	return least;
}

/* ---- the best hub ---------------------------------------------------------- */

typedef struct query
{
	const fr_index *index;
	const fr_index_scratch
		*scratch; /* for each hub of the start: its base and its group */
	const fr_poll *poll;
	uint32_t evaluated; /* groups */
	uint32_t base;		/* of the scratch's table */
	endpoint start;
	endpoint goal;
	fr_border_answer best;
} query;

/* The sum of a hub's bases, by its group at the goal; index->top or more if the start lacks it. */
static inline uint32_t
sum_of_bases(const query *q, size_t group)
{
	return q->scratch->table[fr_block_labels_hub(&q->goal.block.labels, group)] -
		   q->base + fr_get32(q->goal.block.labels.base, group);
}

/* The distance from the start to a hub that both blocks have. */
static uint32_t
distance_to(const query *q, uint32_t hub)
{
	uint32_t k = q->scratch->chain[hub];

	return fr_get32(q->start.block.labels.base, k) +
		   cost_above_base(q->index, &q->start, k);
}

/* Computes the cost over a hub that both blocks have, unless its bound is too high. */
static inline void
evaluate(query *q, size_t group, uint32_t bases)
{
	uint32_t hub = fr_block_labels_hub(&q->goal.block.labels, group);
	uint32_t at_goal = cost_above_base(q->index, &q->goal, group);
	uint32_t to_hub;
	uint32_t cost;

	fr_poll_at(q->poll, ++q->evaluated);
	if (bases + at_goal + q->start.least >= q->best.cost)
		return;
	to_hub = distance_to(q, hub);
	cost = to_hub + fr_get32(q->goal.block.labels.base, group) + at_goal;
	if (cost < q->best.cost)
		q->best = (fr_border_answer){cost, hub, to_hub};
}

/* The group whose sum of bases is least. */
static size_t
most_promising(const query *q)
{
	uint32_t least = UINT32_MAX;
	size_t best = 0;

	for (size_t k = 0; k < q->goal.block.labels.groups; k++)
	{
		uint32_t bases = sum_of_bases(q, k);

		if (bases < least)
		{
			least = bases;
			best = k;
		}
	}
	return best;
}

/* Sums stay below 2^30: a top is at most 2^28, and evaluated bounds are below it. */
static void
find_best_hub(query *q)
{
	uint32_t ends = q->start.least + q->goal.least;
	size_t first;

	if (q->goal.block.labels.groups == 0 || ends >= q->best.cost)
		return;
	first = most_promising(q);
	if (sum_of_bases(q, first) >= q->best.cost - ends)
		return;
	evaluate(q, first, sum_of_bases(q, first));
	for (size_t k = 0; k < q->goal.block.labels.groups && ends < q->best.cost; k++)
	{
		uint32_t bases = sum_of_bases(q, k);

		if (bases < q->best.cost - ends && k != first)
			evaluate(q, k, bases);
	}
}

uint32_t
fr_borders_load_start(const fr_index *index, const uint8_t *record,
					  fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_block_labels labels = fr_block_labels_of(index, record, false);

	for (uint32_t k = 0; k < labels.groups; k++)
	{
		uint32_t hub = fr_block_labels_hub(&labels, k);

		scratch->table[hub] = base + fr_get32(labels.base, k);
		scratch->chain[hub] = k;
	}
	return base;
}

static inline bool
is_free(const uint8_t *record, fr_cell at)
{
	return fr_get64(record + FR_RECORD_CELLS, 0) >> fr_local_of(at) & 1;
}

fr_border_answer
fr_borders_query(const fr_index *index, const fr_index_ends *ends, uint32_t base,
				 const fr_index_scratch *scratch, const fr_poll *poll)
{
	query q;

	q.best = (fr_border_answer){.cost = index->top, .hub = FR_NO_VERTEX};
	if (!is_free(ends->from, ends->start) || !is_free(ends->to, ends->goal))
		return q.best;
	q.index = index;
	q.scratch = scratch;
	q.poll = poll;
	q.evaluated = 0;
	q.base = base;
	if (ends->start.x / FR_BLOCK_SIDE == ends->goal.x / FR_BLOCK_SIDE &&
		ends->start.y / FR_BLOCK_SIDE == ends->goal.y / FR_BLOCK_SIDE)
		q.best.cost = cost_in_block(index, ends->start, ends->goal);
	open_endpoint(index, ends->from, ends->start, false, &q.start);
	open_endpoint(index, ends->to, ends->goal, true, &q.goal);
	find_best_hub(&q);
	return q.best;
}

/* ---- costs ----------------------------------------------------------------- */

static uint64_t
query_cost(const fr_index *index, const fr_index_ends *ends, uint32_t base,
		   const fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_border_answer best = fr_borders_query(index, ends, base, scratch, poll);

	return best.cost < index->top
			   ? fr_borders_grid_cost(index, ends->start, ends->goal, best.cost)
			   : FR_UNREACHED;
}

uint64_t
fr_borders_cost(const fr_index *index, const fr_index_ends *ends,
				fr_index_scratch *scratch, const fr_poll *poll)
{
	return query_cost(index, ends, fr_borders_load_start(index, ends->from, scratch),
					  scratch, poll);
}

/* All pairs have the first start. */
void
fr_borders_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_index_ends ends = {.start = *pairs->starts,
						  .from = fr_index_record(index, *pairs->starts)};
	uint32_t base = fr_borders_load_start(index, ends.from, scratch);

	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		ends.goal = pairs->goals[i];
		ends.to = fr_index_record(index, ends.goal);
		pairs->costs[i] = query_cost(index, &ends, base, scratch, poll);
	}
}
