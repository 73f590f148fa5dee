/*
 * border_query.c - what it costs from one cell to another, in the borders form
 *
 * A best path stays in its block, or leaves the start's block by a border cell, enters
 * the goal's by another, and between them passes a hub of both labels.  For each hub the
 * start's run has a base, and the goal's run too: no path over this hub costs less than
 * the two bases and the least that leads out of the start's block and into the goal's.
 * So the entries of few hubs are looked at: first those of the least such bound, then
 * those whose bound is below the best cost that is known.
 */
#include "core/index/borders/border_block.h"

#include "core/base/error.h"

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
fr_ground_way(const fr_index *index, fr_cell start, fr_cell goal, uint32_t cost)
{
	uint64_t way = fr_index_grid_cost(index, cost);
	uint64_t step = index->costs.step[FR_N];

	if (!index->shifted || !index->weighted)
		return way;
	return (way + step * fr_ground_weight(index, goal.x, goal.y) -
			step * fr_ground_weight(index, start.x, start.y)) /
		   2;
}

/* The cost of a step from a free cell; UINT32_MAX also if it is illegal. */
uint32_t
fr_ground_step(const fr_index *index, fr_cell at, int direction)
{
	return is_legal(index, at, direction) ? fr_ground_cost(index, at, direction)
										  : UINT32_MAX;
}

/* The cost of a step of a route, in the grid's unit. */
uint64_t
fr_ground_price(const fr_index *index, fr_cell from, int direction)
{
	uint64_t weight = 1;

	if (index->weighted)
		weight =
			fr_ground_weight(index, from.x + fr_dx[direction],
							 from.y + fr_dy[direction]) +
			(index->average && !index->shifted ? fr_ground_weight(index, from.x, from.y)
											   : 0);
	return index->costs.step[direction] * weight;
}

/* The steps inside a block. */
void
fr_ground_steps(const fr_index *index, uint32_t block, fr_steps *steps)
{
	uint64_t cells = fr_get64(fr_index_run_of(index, block) + FR_RUN_CELLS, 0);

	for (uint32_t place = 0; place < FR_BLOCK_CELLS; place++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			uint32_t cost = UINT32_MAX;

			if (cells >> place & 1 && fr_ground_legal_within(index, cells, place, d))
				cost = fr_ground_cost(index,
									  fr_cell_at(index->blocks_across, block, place), d);
			steps->cost[d][place] = cost < UINT32_MAX ? cost : FR_NO_WAY;
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
relax(const fr_steps *steps, uint32_t at, bool backward, uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t changed = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint32_t to = fr_place_after(at, d);
		uint64_t sum;

		if (!fr_is_within(at, d))
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
fr_ways(const fr_steps *steps, uint32_t from, bool backward,
		uint64_t cost[FR_BLOCK_CELLS])
{
	uint64_t waiting = UINT64_C(1) << from;

	for (uint32_t i = 0; i < FR_BLOCK_CELLS; i++)
		cost[i] = FR_NO_WAY;
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
fr_border_open(const fr_index *index, const uint8_t *run, bool backward)
{
	size_t table = fr_get32(run + FR_RUN_TABLE, backward && index->directed);
	uint64_t borders = fr_get64(run + FR_RUN_BORDERS, 0);

	return (fr_border_block){.cells = fr_get64(run + FR_RUN_CELLS, 0),
							 .borders = borders,
							 .border_count = fr_bits_count(borders),
							 .wide = fr_get16(run + FR_RUN_FLAGS, 0) & FR_WIDE_TABLE,
							 .narrow =
								 fr_narrow_of(index->pairs, fr_index_units_of(index)),
							 .table = index->section[FR_SECTION_TABLES] + table * 4,
							 .side = fr_border_side_of(index, run, backward)};
}

/* ---- one end --------------------------------------------------------------------- */

/* A cell of a block, and what it costs to the block's border cells, or from them. */
typedef struct end
{
	fr_border_block block;
	uint32_t least;
	uint32_t to[FR_BLOCK_CELLS];
} end;

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The cell has to be free. */
static void
open_end(const fr_index *index, const uint8_t *run, fr_cell at, bool backward, end *e)
{
	const uint8_t *row;

	e->block = fr_border_open(index, run, backward);
	row = fr_border_row(&e->block, fr_place_of(at));
	e->least = FR_NO_INSIDE;
	for (uint32_t i = 0; i < e->block.border_count; i++)
	{
		e->to[i] = fr_border_cost(&e->block, row, i);
		e->least = lesser(e->least, e->to[i]);
	}
}

/* The least that it costs beyond the base by an entry of the group. */
static uint32_t
group_cost(const fr_index *index, const end *e, uint32_t group)
{
	fr_relief p = fr_border_relief(index, &e->block.side, group);
	uint32_t least = FR_NO_INSIDE;

	for (uint32_t i = 0; i < p.count; i++)
		least =
			lesser(least, fr_border_above(e->block.narrow, &p, i) + e->to[p.border[i]]);
	return least;
}

/* ---- both ends ----------------------------------------------------------------------- */

typedef struct meeting
{
	const fr_index *index;
	const fr_index_scratch *scratch;
	const fr_poll *poll;
	uint32_t looked; /* groups whose entries were looked at */
	uint32_t base;	 /* of the scratch's table */
	end start;
	end goal;
	fr_border_meeting best;
} meeting;

/* The sum of both bases of a group; at least the top if only one side has the hub. */
static inline uint32_t
both_bases(const meeting *m, uint32_t group)
{
	return m->scratch->table[fr_border_hub(&m->goal.block.side, group)] - m->base +
		   fr_get32(m->goal.block.side.base, group);
}

/* The least cost from the start to a hub that both sides have. */
static uint32_t
start_distance(const meeting *m, uint32_t hub)
{
	uint32_t k = m->scratch->chain[hub];

	return fr_get32(m->start.block.side.base, k) + group_cost(m->index, &m->start, k);
}

/* Looks at the entries of a group of the goal's, if they may make a better path. */
static inline void
look_at(meeting *m, uint32_t group, uint32_t bound)
{
	uint32_t hub = fr_border_hub(&m->goal.block.side, group);
	uint32_t in = group_cost(m->index, &m->goal, group);
	uint32_t to_hub;
	uint32_t cost;

	fr_poll_at(m->poll, ++m->looked);
	if (bound + in + m->start.least >= m->best.cost)
		return;
	to_hub = start_distance(m, hub);
	cost = to_hub + fr_get32(m->goal.block.side.base, group) + in;
	if (cost < m->best.cost)
		m->best = (fr_border_meeting){cost, hub, to_hub};
}

static uint32_t
most_promising(const meeting *m)
{
	uint32_t least = UINT32_MAX;
	uint32_t best = 0;

	for (uint32_t k = 0; k < m->goal.block.side.groups; k++)
	{
		uint32_t bound = both_bases(m, k);

		if (bound < least)
		{
			least = bound;
			best = k;
		}
	}
	return best;
}

/* Bounds stay below 2^30: tops are 2^28 at most, and what is looked at is below that. */
static void
meet(meeting *m)
{
	uint32_t ends = m->start.least + m->goal.least;
	uint32_t first;

	if (m->goal.block.side.groups == 0 || ends >= m->best.cost)
		return;
	first = most_promising(m);
	if (both_bases(m, first) >= m->best.cost - ends)
		return;
	look_at(m, first, both_bases(m, first));
	for (uint32_t k = 0; k < m->goal.block.side.groups && ends < m->best.cost; k++)
	{
		uint32_t bound = both_bases(m, k);

		if (bound < m->best.cost - ends && k != first)
			look_at(m, k, bound);
	}
}

/* The least cost of a way that stays in the block of both cells. */
static uint32_t
cost_inside(const fr_index *index, fr_cell start, fr_cell goal)
{
	uint64_t cost[FR_BLOCK_CELLS];
	fr_steps steps;

	fr_ground_steps(index, fr_block_of(index->blocks_across, start), &steps);
	fr_ways(&steps, fr_place_of(start), false, cost);
	return cost[fr_place_of(goal)] < index->top ? (uint32_t) cost[fr_place_of(goal)]
												: index->top;
}

static inline bool
is_free(const uint8_t *run, fr_cell at)
{
	return fr_get64(run + FR_RUN_CELLS, 0) >> fr_place_of(at) & 1;
}

/* The start's side: puts bases and groups by hub into the scratch; the table's base. */
uint32_t
fr_borders_begin(const fr_index *index, const uint8_t *run, fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_border_side s = fr_border_side_of(index, run, false);

	for (uint32_t k = 0; k < s.groups; k++)
	{
		uint32_t hub = fr_border_hub(&s, k);

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
fr_border_meeting
fr_borders_end(const fr_index *index, const fr_index_ends *ends, uint32_t base,
			   const fr_index_scratch *scratch, const fr_poll *poll)
{
	meeting m;

	m.best = (fr_border_meeting){.cost = index->top, .hub = FR_NO_VERTEX};
	if (!is_free(ends->from, ends->start) || !is_free(ends->to, ends->goal))
		return m.best;
	m.index = index;
	m.scratch = scratch;
	m.poll = poll;
	m.looked = 0;
	m.base = base;
	if (is_same_block(ends))
		m.best.cost = cost_inside(index, ends->start, ends->goal);
	open_end(index, ends->from, ends->start, false, &m.start);
	open_end(index, ends->to, ends->goal, true, &m.goal);
	meet(&m);
	return m.best;
}

/* ---- costs ------------------------------------------------------------------------------ */

static uint64_t
finish_cost(const fr_index *index, const fr_index_ends *ends, uint32_t base,
			const fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_border_meeting m = fr_borders_end(index, ends, base, scratch, poll);

	return m.cost < index->top ? fr_ground_way(index, ends->start, ends->goal, m.cost)
							   : FR_UNREACHED;
}

uint64_t
fr_borders_cost(const fr_index *index, const fr_index_ends *ends,
				fr_index_scratch *scratch, const fr_poll *poll)
{
	return finish_cost(index, ends, fr_borders_begin(index, ends->from, scratch), scratch,
					   poll);
}

void
fr_borders_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_index_ends ends = {.start = *pairs->starts,
						  .from = fr_index_run(index, *pairs->starts)};
	uint32_t base = fr_borders_begin(index, ends.from, scratch);

	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		ends.goal = pairs->goals[i];
		ends.to = fr_index_run(index, ends.goal);
		pairs->costs[i] = finish_cost(index, &ends, base, scratch, poll);
	}
}
