/*
 * borders.c - what it costs from one cell to another, in the borders form
 *
 * A best path stays in its block, or leaves the start's block by a border cell, enters
 * the goal's by another, and between them passes a hub of both labels.  For each hub the
 * start's run has a base, and the goal's run too: no path over this hub costs less than
 * the two bases and the least that leads out of the start's block and into the goal's.
 * So the entries of few hubs are looked at: first those of the least such bound, then
 * those whose bound is below the best cost that is known.
 */
#include "core/index/borders.h"

#include "core/base/error.h"

/* ---- one end -------------------------------------------------------------------- */

/* Where the costs of a cell begin in its table. */
static const uint8_t *
table_row(const fr_index *index, const uint8_t *run, uint32_t place, bool backward,
		  uint32_t borders)
{
	uint64_t before = fr_get64(run + FR_RUN_CELLS, 0) & ((UINT64_C(1) << place) - 1);
	size_t bytes = fr_get16(run + FR_RUN_FLAGS, 0) & FR_WIDE_TABLE ? 4 : 2;
	size_t table = fr_get32(run + FR_RUN_TABLE, backward && index->directed);

	return index->section[FR_SECTION_TABLES] + table * 4 +
		   fr_bits_count(before) * borders * bytes;
}

static inline fr_narrow
narrow_of(const fr_index *index)
{
	return fr_narrow_of(index->pairs, fr_index_units_of(index));
}

static inline uint32_t
narrow_cost(fr_narrow n, const uint8_t *row, uint32_t i)
{
	uint32_t cost = row[2 * i] * n.low + row[2 * i + 1] * n.high;

	return row[2 * i] == 255 && row[2 * i + 1] == 255 ? FR_NO_INSIDE : cost;
}

static inline uint32_t
wide_cost(const uint8_t *row, uint32_t i)
{
	uint32_t cost = fr_get32(row, i);

	return cost < FR_NO_INSIDE ? cost : FR_NO_INSIDE;
}

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The cell has to be free. */
void
fr_border_end_at(const fr_index *index, const uint8_t *run, uint32_t place, bool backward,
				 fr_border_end *end)
{
	bool wide = fr_get16(run + FR_RUN_FLAGS, 0) & FR_WIDE_TABLE;
	fr_narrow n = narrow_of(index);
	const uint8_t *row;

	end->side = fr_border_side_of(index, run, backward);
	end->borders = fr_bits_count(fr_get64(run + FR_RUN_BORDERS, 0));
	row = table_row(index, run, place, backward, end->borders);
	end->least = FR_NO_INSIDE;
	for (uint32_t i = 0; i < end->borders; i++)
	{
		end->to[i] = wide ? wide_cost(row, i) : narrow_cost(n, row, i);
		end->least = lesser(end->least, end->to[i]);
	}
}

/* What it costs inside the block from a cell to a border cell, or backward. */
uint32_t
fr_border_inside(const fr_index *index, const uint8_t *run, uint32_t place,
				 uint32_t border, bool backward)
{
	uint32_t borders = fr_bits_count(fr_get64(run + FR_RUN_BORDERS, 0));
	const uint8_t *row = table_row(index, run, place, backward, borders);

	if (fr_get16(run + FR_RUN_FLAGS, 0) & FR_WIDE_TABLE)
		return wide_cost(row, border);
	return narrow_cost(narrow_of(index), row, border);
}

/* ---- groups ------------------------------------------------------------------------- */

static inline uint32_t
above_base(fr_narrow n, const fr_border_side *s, uint32_t entry)
{
	if (s->wide)
		return fr_get32(s->above, entry);
	return (uint32_t) (int8_t) s->above[2 * entry] * n.low +
		   (uint32_t) (int8_t) s->above[2 * entry + 1] * n.high;
}

/* The least that it costs beyond the base by an entry of the group. */
uint32_t
fr_border_group(const fr_index *index, const fr_border_end *end, uint32_t group)
{
	const fr_border_side *s = &end->side;
	fr_narrow n = narrow_of(index);
	uint32_t last = fr_get16(s->first, (size_t) group + 1);
	uint32_t least = FR_NO_INSIDE;

	for (uint32_t e = fr_get16(s->first, group); e < last; e++)
		least = lesser(least, above_base(n, s, e) + end->to[s->border[e]]);
	return least;
}

/* The first group of the hub, or where it would be. */
static uint32_t
find_group(const fr_border_side *s, uint32_t hub)
{
	uint32_t low = 0;
	uint32_t high = s->groups;

	while (low < high)
	{
		uint32_t middle = (low + high) / 2;

		if (fr_border_hub(s, middle) < hub)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * The distance from the end's cell to a hub, and a border cell over which it is so much:
 * `but`, which may be none, only if no other is.  FR_NO_INSIDE: it is not known here.
 */
uint32_t
fr_border_distance(const fr_index *index, const fr_border_end *end, uint32_t hub,
				   uint32_t but, uint32_t *border)
{
	const fr_border_side *s = &end->side;
	fr_narrow n = narrow_of(index);
	uint32_t least = FR_NO_INSIDE;

	for (uint32_t k = find_group(s, hub); k < s->groups && fr_border_hub(s, k) == hub;
		 k++)
		for (uint32_t e = fr_get16(s->first, k); e < fr_get16(s->first, (size_t) k + 1);
			 e++)
		{
			uint32_t sum =
				fr_get32(s->base, k) + above_base(n, s, e) + end->to[s->border[e]];

			if (sum < least || (sum == least && *border == but))
			{
				least = sum;
				*border = s->border[e];
			}
		}
	return least;
}

/* ---- both ends ----------------------------------------------------------------------- */

typedef struct meeting
{
	const fr_index *index;
	const fr_index_scratch *scratch;
	uint32_t base; /* of the scratch's table */
	fr_border_end start;
	fr_border_end goal;
	fr_border_meeting best;
} meeting;

/* What both bases of a group of the goal's make: from the top on where they do not meet. */
static inline uint32_t
both_bases(const meeting *m, uint32_t group)
{
	return m->scratch->table[fr_border_hub(&m->goal.side, group)] - m->base +
		   fr_get32(m->goal.side.base, group);
}

/* The least of the start's groups of a hub, bases included; they lie before the last one. */
static uint32_t
start_distance(const meeting *m, uint32_t hub)
{
	const fr_border_side *s = &m->start.side;
	uint32_t k = m->scratch->chain[hub];
	uint32_t least;

	least = fr_get32(s->base, k) + fr_border_group(m->index, &m->start, k);
	for (; k > 0 && fr_border_hub(s, k - 1) == hub; k--)
		least = lesser(least, fr_get32(s->base, k - 1) +
								  fr_border_group(m->index, &m->start, k - 1));
	return least;
}

/* Looks at the entries of a group of the goal's, if they may make a better path. */
static inline void
look_at(meeting *m, uint32_t group, uint32_t bound)
{
	uint32_t hub = fr_border_hub(&m->goal.side, group);
	uint32_t in = fr_border_group(m->index, &m->goal, group);
	uint32_t cost;

	if (bound + in + m->start.least >= m->best.cost)
		return;
	cost = start_distance(m, hub) + fr_get32(m->goal.side.base, group) + in;
	if (cost < m->best.cost)
		m->best = (fr_border_meeting){cost, hub};
}

static uint32_t
most_promising(const meeting *m)
{
	uint32_t least = UINT32_MAX;
	uint32_t best = 0;

	for (uint32_t k = 0; k < m->goal.side.groups; k++)
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

	if (m->goal.side.groups == 0 || ends >= m->best.cost)
		return;
	first = most_promising(m);
	if (both_bases(m, first) >= m->best.cost - ends)
		return;
	look_at(m, first, both_bases(m, first));
	for (uint32_t k = 0; k < m->goal.side.groups && ends < m->best.cost; k++)
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
fr_borders_begin(const fr_index *index, fr_cell start, fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	const uint8_t *run = fr_border_run(index, fr_block_of(index->blocks_across, start));
	fr_border_side s = fr_border_side_of(index, run, false);

	for (uint32_t k = 0; k < s.groups; k++)
	{
		uint32_t hub = fr_border_hub(&s, k);

		scratch->table[hub] = base + fr_get32(s.base, k);
		scratch->chain[hub] = k;
	}
	return base;
}

/* The goal's side. */
fr_border_meeting
fr_borders_end(const fr_index *index, fr_cell start, fr_cell goal, uint32_t base,
			   const fr_index_scratch *scratch)
{
	uint32_t from = fr_block_of(index->blocks_across, start);
	uint32_t to = fr_block_of(index->blocks_across, goal);
	const uint8_t *run = fr_border_run(index, from);
	const uint8_t *goal_run = fr_border_run(index, to);
	meeting m;

	m.best = (fr_border_meeting){index->top, FR_NO_VERTEX};
	if (!is_free(run, start) || !is_free(goal_run, goal))
		return m.best;
	m.index = index;
	m.scratch = scratch;
	m.base = base;
	if (from == to)
		m.best.cost = cost_inside(index, start, goal);
	fr_border_end_at(index, run, fr_place_of(start), false, &m.start);
	fr_border_end_at(index, goal_run, fr_place_of(goal), true, &m.goal);
	meet(&m);
	return m.best;
}

/* ---- costs ------------------------------------------------------------------------------ */

static uint64_t
cost_of(const fr_index *index, fr_border_meeting m)
{
	return m.cost < index->top ? fr_index_grid_cost(index, m.cost) : FR_UNREACHED;
}

uint64_t
fr_borders_cost(const fr_index *index, fr_cell start, fr_cell goal,
				fr_index_scratch *scratch)
{
	uint32_t base = fr_borders_begin(index, start, scratch);

	return cost_of(index, fr_borders_end(index, start, goal, base, scratch));
}

void
fr_borders_costs_to(const fr_index *index, fr_cell start, const fr_cell *goals,
					size_t count, fr_index_scratch *scratch, const fr_poll *poll,
					uint64_t *costs)
{
	uint32_t base = fr_borders_begin(index, start, scratch);

	for (size_t i = 0; i < count; i++)
	{
		fr_poll_at(poll, i);
		costs[i] = cost_of(index, fr_borders_end(index, start, goals[i], base, scratch));
	}
}
