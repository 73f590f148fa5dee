/*
 * border_query.c - what it costs from one cell to another, in the borders form
 *
 * A best path stays in its block, or leaves the start's block by a border cell, enters
 * the goal's by another, and between them passes a hub of both labels.  For each hub the
 * start's record has a base, and the goal's record too: no path over this hub costs less than
 * the two bases and the least that leads out of the start's block and into the goal's.
 * So the entries of few hubs are evaluated at: first those of the least such bound, then
 * those whose bound is below the best cost that is known.
 */
#include "core/index/borders/border_block.h"

#include "core/base/base.h"

/* ---- the steps of the map -------------------------------------------------------- */

/*
 * The index has free cells and weights: what is legal follows from the model's rules,
 * and what a step costs is in the labels' unit.
 */

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
	return sides >= index->corners;
}

/*
 * The cost of a way in the grid's unit, from what it is in the labels'.  Where costs are
 * shifted, labels count for each step what both its cells weigh.  That is twice what the
 * cells entered weigh, plus the start's weight, less the goal's.
 */
uint64_t
fr_borders_grid_cost(const fr_index *index, fr_cell start, fr_cell goal, uint32_t cost)
{
	uint64_t way = fr_index_grid_cost(index, cost);
	uint64_t step = index->costs.step[FR_N];

	if (!index->shifted || !index->weighted)
		return way;
	return (way + step * fr_index_cell_weight(index, goal.x, goal.y) -
			step * fr_index_cell_weight(index, start.x, start.y)) /
		   2;
}

/* The cost of a step from a free cell; UINT32_MAX also if it is illegal. */
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
	uint64_t weight = 1;

	if (index->weighted)
		weight = fr_index_cell_weight(index, from.x + fr_dx[direction],
									  from.y + fr_dy[direction]) +
				 (index->average && !index->shifted
					  ? fr_index_cell_weight(index, from.x, from.y)
					  : 0);
	return index->costs.step[direction] * weight;
}

/* The steps inside a block. */
void
fr_block_read_steps(const fr_index *index, uint32_t block, fr_block_steps *steps)
{
	uint64_t cells = fr_get64(fr_index_run_of(index, block) + FR_RECORD_CELLS, 0);

	for (uint32_t local = 0; local < FR_BLOCK_CELLS; local++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t cost = UINT32_MAX;

			if (cells >> local & 1 && fr_block_step_is_legal(index, cells, local, d))
				cost = fr_index_step_cost(
					index, fr_block_cell(index->blocks_across, block, local), d);
			steps->cost[d][local] = cost < UINT32_MAX ? cost : FR_BLOCK_INFINITY;
		}
}

/* ---- what it costs to go about inside a block ------------------------------------ */

/*
 * Cells whose cost has changed wait in a word; they are taken in the order of their
 * numbers, then in the reverse order, and so on, which follows most paths in one turn.
 */

static uint32_t
next_waiting(uint64_t waiting, bool upward)
{
	return (uint32_t) (upward ? __builtin_ctzll(waiting) : 63 - __builtin_clzll(waiting));
}

/* Goes on from one cell: which others have become cheaper. */
static uint64_t
relax(const fr_block_steps *steps, uint32_t at, bool backward,
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

void
fr_block_distances(const fr_block_steps *steps, uint32_t from, bool backward,
				   uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t waiting = UINT64_C(1) << from;

	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		cost[i] = FR_BLOCK_INFINITY;
	cost[from] = 0;
	for (bool upward = true; waiting; upward = !upward)
		for (uint64_t turn = waiting; turn;)
		{
			uint32_t at = next_waiting(turn, upward);
			uint64_t changed;

			waiting &= ~(UINT64_C(1) << at);
			changed = relax(steps, at, backward, cost);
			waiting |= changed;
			turn &= ~(UINT64_C(1) << at);
			turn |= changed & (upward ? ~UINT64_C(1) << at : (UINT64_C(1) << at) - 1);
		}
}

/* ---- a block --------------------------------------------------------------------- */

fr_border_block
fr_border_block_open(const fr_index *index, const uint8_t *record, bool backward)
{
	size_t table = fr_get32(record + FR_RECORD_TABLE, backward && index->directed);
	uint64_t borders = fr_get64(record + FR_RECORD_BORDERS, 0);

	return (fr_border_block){
		.cells = fr_get64(record + FR_RECORD_CELLS, 0),
		.borders = borders,
		.border_count = fr_bits_count(borders),
		.wide = fr_get16(record + FR_RECORD_FLAGS, 0) & FR_WIDE_TABLE,
		.byte_units = fr_byte_units_of(index->pairs, fr_index_units_of(index)),
		.table = index->section[FR_SECTION_TABLES] + table * 4,
		.labels = fr_block_labels_of(index, record, backward)};
}

/* ---- one endpoint --------------------------------------------------------------------- */

/* A cell of a block, and what it costs to the block's border cells, or from them. */
typedef struct endpoint
{
	fr_border_block block;
	uint32_t least;
	uint32_t to[FR_BLOCK_CELLS];
} endpoint;

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

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
		e->to[i] = fr_border_block_cost(&e->block, row, i);
		e->least = lesser(e->least, e->to[i]);
	}
}

/* The least that it costs beyond the base by an entry of the group. */
static uint32_t
group_cost(const fr_index *index, const endpoint *e, uint32_t group)
{
	fr_offset_list list = fr_block_labels_offsets(index, &e->block.labels, group);
	uint32_t least = FR_TABLE_INFINITY;

	for (uint32_t i = 0; i < list.count; i++)
		least = lesser(least, fr_offset_list_get(e->block.byte_units, &list, i) +
								  e->to[list.border[i]]);
	return least;
}

/* ---- both ends ----------------------------------------------------------------------- */

typedef struct query
{
	const fr_index *index;
	const fr_index_scratch *scratch;
	const fr_poll *poll;
	uint32_t evaluated; /* groups whose entries were evaluated at */
	uint32_t base;		/* of the scratch's table */
	endpoint start;
	endpoint goal;
	fr_border_answer best;
} query;

/* The sum of both bases of a group; at least the top if only one side has the hub. */
static inline uint32_t
bound_of(const query *m, uint32_t group)
{
	return m->scratch->table[fr_block_labels_hub(&m->goal.block.labels, group)] -
		   m->base + fr_get32(m->goal.block.labels.base, group);
}

/* The least cost from the start to a hub that both sides have. */
static uint32_t
start_distance(const query *m, uint32_t hub)
{
	uint32_t k = m->scratch->chain[hub];

	return fr_get32(m->start.block.labels.base, k) + group_cost(m->index, &m->start, k);
}

/* Looks at the entries of a group of the goal's, if they may make a better path. */
static inline void
evaluate(query *m, uint32_t group, uint32_t bound)
{
	uint32_t hub = fr_block_labels_hub(&m->goal.block.labels, group);
	uint32_t in = group_cost(m->index, &m->goal, group);
	uint32_t to_hub;
	uint32_t cost;

	fr_poll_at(m->poll, ++m->evaluated);
	if (bound + in + m->start.least >= m->best.cost)
		return;
	to_hub = start_distance(m, hub);
	cost = to_hub + fr_get32(m->goal.block.labels.base, group) + in;
	if (cost < m->best.cost)
		m->best = (fr_border_answer){cost, hub, to_hub};
}

static uint32_t
least_bound(const query *m)
{
	uint32_t least = UINT32_MAX;
	uint32_t best = 0;

	for (uint32_t k = 0; k < m->goal.block.labels.groups; k++)
	{
		uint32_t bound = bound_of(m, k);

		if (bound < least)
		{
			least = bound;
			best = k;
		}
	}
	return best;
}

/* Bounds stay below 2^30: tops are 2^28 at most, and what is evaluated at is below that. */
static void
find_best_hub(query *m)
{
	uint32_t ends = m->start.least + m->goal.least;
	uint32_t first;

	if (m->goal.block.labels.groups == 0 || ends >= m->best.cost)
		return;
	first = least_bound(m);
	if (bound_of(m, first) >= m->best.cost - ends)
		return;
	evaluate(m, first, bound_of(m, first));
	for (uint32_t k = 0; k < m->goal.block.labels.groups && ends < m->best.cost; k++)
	{
		uint32_t bound = bound_of(m, k);

		if (bound < m->best.cost - ends && k != first)
			evaluate(m, k, bound);
	}
}

/* The least cost of a way that stays in the block of both cells. */
static uint32_t
cost_inside(const fr_index *index, fr_cell start, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_block_steps steps;

	fr_block_read_steps(index, fr_block_of(index->blocks_across, start), &steps);
	fr_block_distances(&steps, fr_local_of(start), false, cost);
	return cost[fr_local_of(goal)] < index->top ? (uint32_t) cost[fr_local_of(goal)]
												: index->top;
}

static inline bool
is_free(const uint8_t *record, fr_cell at)
{
	return fr_get64(record + FR_RECORD_CELLS, 0) >> fr_local_of(at) & 1;
}

/* The start's side: puts bases and groups by hub into the scratch; the table's base. */
uint32_t
fr_borders_load_start(const fr_index *index, const uint8_t *record,
					  fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_block_labels s = fr_block_labels_of(index, record, false);

	for (uint32_t k = 0; k < s.groups; k++)
	{
		uint32_t hub = fr_block_labels_hub(&s, k);

		scratch->table[hub] = base + fr_get32(s.base, k);
		scratch->chain[hub] = k;
	}
	return base;
}

static bool
is_same_block(const fr_index_ends *ends)
{
	return ends->start.x / FR_INDEX_BLOCK == ends->goal.x / FR_INDEX_BLOCK &&
		   ends->start.y / FR_INDEX_BLOCK == ends->goal.y / FR_INDEX_BLOCK;
}

/* The goal's side. */
fr_border_answer
fr_borders_query(const fr_index *index, const fr_index_ends *ends, uint32_t base,
				 const fr_index_scratch *scratch, const fr_poll *poll)
{
	query m;

	m.best = (fr_border_answer){.cost = index->top, .hub = FR_NO_VERTEX};
	if (!is_free(ends->from, ends->start) || !is_free(ends->to, ends->goal))
		return m.best;
	m.index = index;
	m.scratch = scratch;
	m.poll = poll;
	m.evaluated = 0;
	m.base = base;
	if (is_same_block(ends))
		m.best.cost = cost_inside(index, ends->start, ends->goal);
	open_endpoint(index, ends->from, ends->start, false, &m.start);
	open_endpoint(index, ends->to, ends->goal, true, &m.goal);
	find_best_hub(&m);
	return m.best;
}

/* ---- costs ------------------------------------------------------------------------------ */

static uint64_t
finish_cost(const fr_index *index, const fr_index_ends *ends, uint32_t base,
			const fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_border_answer m = fr_borders_query(index, ends, base, scratch, poll);

	return m.cost < index->top
			   ? fr_borders_grid_cost(index, ends->start, ends->goal, m.cost)
			   : FR_UNREACHED;
}

uint64_t
fr_borders_cost(const fr_index *index, const fr_index_ends *ends,
				fr_index_scratch *scratch, const fr_poll *poll)
{
	return finish_cost(index, ends, fr_borders_load_start(index, ends->from, scratch),
					   scratch, poll);
}

void
fr_borders_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_index_ends ends = {.start = *pairs->starts,
						  .from = fr_index_run(index, *pairs->starts)};
	uint32_t base = fr_borders_load_start(index, ends.from, scratch);

	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		ends.goal = pairs->goals[i];
		ends.to = fr_index_run(index, ends.goal);
		pairs->costs[i] = finish_cost(index, &ends, base, scratch, poll);
	}
}
