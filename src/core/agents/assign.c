/*
 * assign.c - the Hungarian method by shortest augmenting paths (Jonker and Volgenant 1987)
 *
 * The smaller side has the rows. Each row has a column of its own besides the real ones, in which it stays
 * without a partner, at a price above the sum of all costs. So there is always a path, and most rows get a
 * partner. The least longest cost comes from matchings below a threshold (Hopcroft and Karp 1973, in
 * one forest per round), which bisection finds.
 */
#include "core/agents/assign.h"

#include "core/base/base.h"
#include "core/base/number.h"

#define NOBODY FR_NO_GOAL
#define FORBIDDEN (INT64_C(1) << 61) /* the cost of a pair that must not be */

typedef struct matrix
{
	const int64_t *costs; /* rows * columns */
	uint32_t rows;
	uint32_t columns;
	uint32_t *column_of; /* by row, or NOBODY */
	uint32_t *row_of;	 /* by column */
	const fr_arena *arena;
	const fr_poll *poll;
} matrix;

static inline const int64_t *
costs_of(const matrix *m, uint32_t row)
{
	return m->costs + (size_t) row * m->columns;
}

static void
forget_pairs(matrix *m)
{
	memset(m->column_of, 0xff, m->rows * sizeof *m->column_of);
	memset(m->row_of, 0xff, m->columns * sizeof *m->row_of);
}

/* Pairs columns along a path back to a row that had none: path[column] is the row before it. */
static void
augment(matrix *m, const uint32_t *path, uint32_t column)
{
	while (column != NOBODY)
	{
		uint32_t row = path[column];
		uint32_t before = m->column_of[row];

		m->row_of[column] = row;
		m->column_of[row] = column;
		column = before;
	}
}

/* ---- the most pairs below a threshold ------------------------------------------- */

typedef struct forest
{
	uint32_t *queue; /* rows */
	uint32_t *root;	 /* of each row in the forest */
	bool *grown;	 /* has the tree of this root found a column? */
	uint32_t *path;
	uint32_t *columns; /* not in the forest yet */
} forest;

/* Grows a tree from each row without a partner; returns how many of them found one. */
static uint32_t
grow_forest(matrix *m, int64_t most, const forest *f)
{
	uint32_t count = 0;
	uint32_t left = m->columns;
	uint32_t found = 0;

	for (uint32_t column = 0; column < left; column++)
		f->columns[column] = column;
	for (uint32_t row = 0; row < m->rows; row++)
		if (m->column_of[row] == NOBODY)
		{
			f->queue[count++] = row;
			f->root[row] = row;
			f->grown[row] = false;
		}
	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t row = f->queue[i];
		const int64_t *costs = costs_of(m, row);

		for (uint32_t j = 0; j < left && !f->grown[f->root[row]];)
		{
			uint32_t column = f->columns[j];

			fr_poll_at(m->poll, j);
			if (costs[column] > most)
			{
				j++;
				continue;
			}
			f->columns[j] = f->columns[--left];
			f->path[column] = row;
			if (m->row_of[column] == NOBODY)
			{
				f->grown[f->root[row]] = true;
				augment(m, f->path, column);
				found++;
				break;
			}
			f->root[m->row_of[column]] = f->root[row];
			f->queue[count++] = m->row_of[column];
		}
	}
	return found;
}

/* Removes the pairs above a threshold, then finds as many as possible; returns their number. */
static uint32_t
match_below(matrix *m, int64_t most, const forest *f)
{
	uint32_t pairs = 0;
	uint32_t found;

	for (uint32_t row = 0; row < m->rows; row++)
	{
		uint32_t column = m->column_of[row];

		if (column == NOBODY)
			continue;
		if (costs_of(m, row)[column] <= most)
			pairs++;
		else
			m->column_of[row] = m->row_of[column] = NOBODY;
	}
	while (pairs < m->rows && (found = grow_forest(m, most, f)) > 0)
		pairs += found;
	return pairs;
}

/* The least cost above a threshold; FORBIDDEN: there is none. */
static int64_t
next_cost(const matrix *m, int64_t above)
{
	int64_t least = FORBIDDEN;

	for (uint32_t row = 0; row < m->rows; row++)
	{
		const int64_t *costs = costs_of(m, row);

		fr_poll_now(m->poll);
		for (uint32_t column = 0; column < m->columns; column++)
			if (costs[column] > above && costs[column] < least)
				least = costs[column];
	}
	return least;
}

static int64_t
longest_pair(const matrix *m)
{
	int64_t longest = -1;

	for (uint32_t row = 0; row < m->rows; row++)
		if (m->column_of[row] != NOBODY && costs_of(m, row)[m->column_of[row]] > longest)
			longest = costs_of(m, row)[m->column_of[row]];
	return longest;
}

/* The least threshold below which there are as many pairs as without one; -1: there is no pair. */
static int64_t
least_longest(matrix *m)
{
	forest f = {.queue = fr_arena_alloc_numbers(m->arena, m->rows),
				.root = fr_arena_alloc_numbers(m->arena, m->rows),
				.grown = fr_arena_alloc(m->arena, m->rows + 1),
				.path = fr_arena_alloc_numbers(m->arena, m->columns),
				.columns = fr_arena_alloc_numbers(m->arena, m->columns)};
	uint32_t most;
	int64_t low; /* all smaller thresholds are too low */
	int64_t high;

	forget_pairs(m);
	most = match_below(m, FORBIDDEN - 1, &f);
	high = longest_pair(m);
	low = most > 0 ? next_cost(m, -1) : high;
	while (low < high)
	{
		int64_t middle = low + (high - low) / 2;

		if (match_below(m, middle, &f) == most)
			high = longest_pair(m);
		else
			low = next_cost(m, middle);
	}
	return high;
}

/* ---- the least sum --------------------------------------------------------------- */

typedef struct duals
{
	int64_t alone; /* the price of a row without a partner */
	int64_t *of_row;
	int64_t *of_column;
	int64_t *shortest; /* by column, of the present search */
	uint32_t *path;	   /* the row before each column */
	uint32_t *open;	   /* columns that are not settled */
	uint32_t *settled; /* columns, in order */
} duals;

/* A search for the shortest path from a row to a column without a partner, or to a row that gives its own away. */
static void
pair_row(matrix *m, const duals *d, uint32_t start)
{
	uint32_t open = m->columns;
	uint32_t settled = 0;
	uint32_t row = start;
	uint32_t leaves = start; /* the row that stays alone, if that is the best */
	uint32_t end;
	int64_t length = 0;
	int64_t best = d->alone - d->of_row[start];

	for (uint32_t column = 0; column < open; column++)
	{
		d->open[column] = column;
		d->shortest[column] = INT64_MAX;
	}
	for (;;)
	{
		const int64_t *costs = costs_of(m, row);
		int64_t base = length - d->of_row[row];
		int64_t least = INT64_MAX;
		uint32_t at = 0;

		fr_poll_now(m->poll);
		for (uint32_t i = 0; i < open; i++)
		{
			uint32_t column = d->open[i];
			int64_t reached = base + costs[column] - d->of_column[column];

			if (reached < d->shortest[column])
			{
				d->shortest[column] = reached;
				d->path[column] = row;
			}
			if (d->shortest[column] < least ||
				(d->shortest[column] == least && m->row_of[column] == NOBODY))
			{
				least = d->shortest[column];
				at = i;
			}
		}
		if (open == 0 || least >= best)
		{
			length = best;
			end = NOBODY;
			break;
		}
		length = least;
		end = d->open[at];
		if (m->row_of[end] == NOBODY)
			break;
		d->open[at] = d->open[--open];
		d->settled[settled++] = end;
		row = m->row_of[end];
		if (length + d->alone - d->of_row[row] < best)
		{
			best = length + d->alone - d->of_row[row];
			leaves = row;
		}
	}
	d->of_row[start] += length;
	for (uint32_t i = 0; i < settled; i++)
	{
		uint32_t column = d->settled[i];

		d->of_row[m->row_of[column]] += length - d->shortest[column];
		d->of_column[column] -= length - d->shortest[column];
	}
	if (end == NOBODY && leaves != start)
	{
		end = m->column_of[leaves];
		m->column_of[leaves] = NOBODY;
	}
	augment(m, d->path, end);
}

static void
pair_all(matrix *m, int64_t alone)
{
	duals d = {.alone = alone,
			   .of_row = fr_arena_alloc(m->arena, (m->rows + 1) * sizeof(int64_t)),
			   .of_column = fr_arena_alloc(m->arena, (m->columns + 1) * sizeof(int64_t)),
			   .shortest = fr_arena_alloc(m->arena, (m->columns + 1) * sizeof(int64_t)),
			   .path = fr_arena_alloc_numbers(m->arena, m->columns),
			   .open = fr_arena_alloc_numbers(m->arena, m->columns),
			   .settled = fr_arena_alloc_numbers(m->arena, m->columns)};

	memset(d.of_row, 0, m->rows * sizeof *d.of_row);
	memset(d.of_column, 0, m->columns * sizeof *d.of_column);
	forget_pairs(m);
	for (uint32_t row = 0; row < m->rows; row++)
		pair_row(m, &d, row);
}

/* ---- the matrix ------------------------------------------------------------------ */

/* The costs with the smaller side in rows. *most is the largest one; 0: there is none. */
static int64_t *
copy_costs(const fr_assignment *a, const matrix *m, uint64_t *most)
{
	bool turned = a->starts > a->goals;
	int64_t *costs =
		fr_arena_alloc(m->arena, ((size_t) m->rows * m->columns + 1) * sizeof *costs);

	*most = 0;
	for (uint32_t row = 0; row < m->rows; row++)
		for (uint32_t column = 0; column < m->columns; column++)
		{
			uint64_t cost = turned ? a->costs[(size_t) column * a->goals + row]
								   : a->costs[(size_t) row * a->goals + column];

			fr_poll_at(m->poll, column);
			costs[(size_t) row * m->columns + column] =
				cost == FR_UNREACHED ? FORBIDDEN : (int64_t) cost;
			if (cost != FR_UNREACHED && cost > *most)
				*most = cost;
		}
	return costs;
}

fr_status
fr_assign(fr_assignment *a, const fr_arena *arena, const fr_poll *poll)
{
	bool turned = a->starts > a->goals;
	matrix m = {.rows = turned ? a->goals : a->starts,
				.columns = turned ? a->starts : a->goals,
				.arena = arena,
				.poll = poll};
	uint64_t most;
	uint64_t sum;
	int64_t *costs = copy_costs(a, &m, &most);

	if (__builtin_mul_overflow(most, (uint64_t) m.rows, &sum) || sum > a->limit)
		return FR_COST_RANGE;
	m.costs = costs;
	m.column_of = fr_arena_alloc_numbers(arena, m.rows);
	m.row_of = fr_arena_alloc_numbers(arena, m.columns);
	if (a->longest)
	{
		int64_t longest = least_longest(&m);

		for (size_t i = 0; i < (size_t) m.rows * m.columns; i++)
		{
			fr_poll_at(poll, i);
			if (costs[i] > longest)
				costs[i] = FORBIDDEN;
		}
	}
	pair_all(&m, (int64_t) sum + 1);
	memcpy(a->goal_of, turned ? m.row_of : m.column_of, a->starts * sizeof *a->goal_of);
	return FR_OK;
}
