/*
 * sweep_abreast.c - sweeps from several cells at once, where weights differ
 *
 * A cell has its distances to all sources side by side, in one vector. Rows are relaxed
 * downwards and upwards in turn, each from the rows next to it and then along itself,
 * until no row changes: the least fixpoint of the same steps, thus the same distances as
 * Dijkstra's algorithm finds. A relaxed cell costs a few instructions for all sources,
 * but how often it is relaxed depends on how the map winds: about 7 times on game maps, 12
 * among rooms, 40 in mazes. So the sweeps give up where one after the other is faster.
 *
 * The vectors lie in the nodes of the workspace, whose keys are lost.
 */
#include "core/search/search.h"
#include "core/search/sweep.h"

#define LANES 8

typedef uint16_t lanes __attribute__((vector_size(sizeof(fr_node))));
typedef lanes node_lanes __attribute__((aligned(_Alignof(fr_node)), may_alias));

_Static_assert(sizeof(fr_node) == LANES * sizeof(uint16_t), "lanes fill a node");

/* Which of the two cells of a step have a say in its cost. */
typedef enum payer
{
	LEFT,
	REACHED,
	BOTH
} payer;

/* Rows are marked by bits in the heads of the workspace. */
#define MOST_ROWS (FR_HEADS * 32)

/* How many times all rows may be relaxed. */
#define MOST_ROUNDS 16

typedef struct abreast
{
	const fr_sweep *s;
	node_lanes *at;			 /* distances of each cell */
	uint32_t *marked;		 /* the rows to relax, bits */
	uint16_t far;			 /* no cell is reached yet: above all distances */
	lanes cost[2][FR_CODES]; /* of a step by kind, and by the weight of one cell */
} abreast;

FR_INLINE lanes
least(lanes a, lanes b)
{
	lanes less = (lanes) (a < b);

	return (a & less) | (b & ~less);
}

FR_INLINE lanes
leaving(const abreast *a, uint32_t n, unsigned kind, payer payer)
{
	lanes left = a->at[n];

	if (payer != REACHED)
		left += a->cost[kind][a->s->grid.terrain[n]];
	return left;
}

FR_INLINE lanes
reaching(const abreast *a, uint32_t n, unsigned kind, lanes left, payer payer)
{
	if (payer != LEFT)
		left += a->cost[kind][a->s->grid.terrain[n]];
	return left;
}

/* The least distances of a cell by the neighbour in direction d. */
FR_INLINE lanes
by_neighbour(const abreast *a, uint32_t n, unsigned d, payer payer)
{
	uint32_t m = n + (uint32_t) a->s->grid.offset[d];

	return reaching(a, n, d % 2, leaving(a, m, d % 2, payer), payer);
}

/* The same by all neighbours in the rows above and below, of a cell with all moves. */
FR_INLINE lanes
by_rows_of_open(const abreast *a, uint32_t n, payer payer)
{
	uint32_t above = n - a->s->grid.width;
	uint32_t below = n + a->s->grid.width;
	lanes straight = least(leaving(a, above, 0, payer), leaving(a, below, 0, payer));
	lanes diagonal =
		least(least(leaving(a, above - 1, 1, payer), leaving(a, above + 1, 1, payer)),
			  least(leaving(a, below - 1, 1, payer), leaving(a, below + 1, 1, payer)));

	return least(reaching(a, n, 0, straight, payer), reaching(a, n, 1, diagonal, payer));
}

/* Relaxes a cell by the moves; returns the bits that change. */
FR_INLINE lanes
relax(abreast *a, uint32_t n, unsigned moves, payer payer)
{
	lanes old = a->at[n];
	lanes now = old;

	for (; moves; moves &= moves - 1)
		now = least(now, by_neighbour(a, n, (unsigned) __builtin_ctz(moves), payer));
	a->at[n] = now;
	return old ^ now;
}

FR_INLINE bool
is_any(lanes bits)
{
	uint64_t half[2];

	memcpy(half, &bits, sizeof half);
	return (half[0] | half[1]) != 0;
}

#define ALL_MOVES 0xffu
#define TO_EAST (1u << FR_E)
#define TO_WEST (1u << FR_W)

/* Relaxes a row; has a cell changed? */
FR_INLINE bool
relax_row(abreast *a, uint32_t y, payer payer)
{
	const fr_grid *grid = &a->s->grid;
	uint32_t first = y * grid->width;
	uint32_t end = first + grid->width;
	lanes changed = {0};

	for (uint32_t n = first; n < end; n++)
	{
		unsigned moves = grid->moves[n];

		if (moves == ALL_MOVES)
		{
			lanes old = a->at[n];

			a->at[n] = least(old, by_rows_of_open(a, n, payer));
			changed |= (old ^ a->at[n]) | relax(a, n, TO_WEST, payer);
		}
		else
			changed |= relax(a, n, moves & ~TO_EAST, payer);
	}
	for (uint32_t n = end; n-- > first;)
		changed |= relax(a, n, grid->moves[n] & TO_EAST, payer);
	return is_any(changed);
}

/* ---- rows ---------------------------------------------------------------- */

static void
mark(abreast *a, uint32_t y)
{
	if (y < a->s->grid.height)
		a->marked[y / 32] |= UINT32_C(1) << y % 32;
}

static void
mark_around(abreast *a, uint32_t y)
{
	mark(a, y - 1);
	mark(a, y + 1);
}

static bool
unmark(abreast *a, uint32_t y)
{
	uint32_t bit = UINT32_C(1) << y % 32;
	bool marked = a->marked[y / 32] & bit;

	a->marked[y / 32] &= ~bit;
	return marked;
}

/* Relaxes the marked rows until there are none; false if that takes too long. */
FR_INLINE bool
relax_rows(abreast *a, payer payer)
{
	uint32_t height = a->s->grid.height;
	uint64_t left = (uint64_t) height * MOST_ROUNDS;
	bool changed = true;

	for (bool upwards = false; changed; upwards = !upwards)
	{
		changed = false;
		for (uint32_t i = 0; i < height; i++)
		{
			uint32_t y = upwards ? height - 1 - i : i;

			if (!unmark(a, y))
				continue;
			if (left-- == 0)
				return false;
			fr_poll_now(a->s->poll);
			if (relax_row(a, y, payer))
			{
				mark_around(a, y);
				changed = true;
			}
		}
	}
	return true;
}

/* ---- sweeps -------------------------------------------------------------- */

/* The costs of steps, and what stands for an unreached cell: any step may be added to it. */
static void
set_costs(abreast *a)
{
	const fr_costs *costs = &a->s->grid.costs;

	a->far = (uint16_t) (UINT16_MAX - costs->step_max);
	for (int i = 0; i < a->s->grid.code_count; i++)
		for (int d = FR_N; d <= FR_NE; d++)
			a->cost[d % 2][i] =
				(lanes){0} + (uint16_t) (costs->step[d] * costs->weight[i]);
}

/* No cell is reached but the sources. */
static void
set_out(abreast *a)
{
	const fr_sweep *s = a->s;

	memset(a->marked, 0, sizeof s->workspace->head);
	for (uint32_t n = 0; n < s->grid.cells; n++)
	{
		fr_poll_at(s->poll, n);
		a->at[n] = (lanes){0} + a->far;
	}
	for (size_t i = 0; i < s->count; i++)
	{
		uint32_t y = s->sources[i] / s->grid.width;

		a->at[s->sources[i]][i] = 0;
		mark(a, y);
		mark_around(a, y);
	}
}

/* Sweeps from the sources; false if that cannot be, or takes too long. */
static bool
sweep(abreast *a, bool backward)
{
	const fr_sweep *s = a->s;

	if (s->grid.costs.average)
		return relax_rows(a, BOTH);
	return backward ? relax_rows(a, LEFT) : relax_rows(a, REACHED);
}

/* Writes the distances to a source; false if a cell of its component is too far. */
static bool
write_column(const abreast *a, size_t source, uint16_t *column)
{
	const fr_grid *grid = &a->s->grid;
	uint32_t component = fr_grid_component(grid, a->s->sources[source]);

	for (uint32_t n = 0; n < grid->cells; n++)
	{
		uint16_t distance = a->at[n][source];

		fr_poll_at(a->s->poll, n);
		if (distance == a->far && fr_grid_component(grid, n) == component)
			return false;
		column[n] = distance == a->far ? FR_ABREAST_FAR : distance;
	}
	return true;
}

/* Sweeps from s->sources and writes their columns; false if they cannot all be made. */
static bool
sweep_some(abreast *a, fr_sweep *s, bool backward, uint16_t *columns)
{
	fr_sweep_begin(s);
	s->workspace->used = 0;
	set_out(a);
	if (!sweep(a, backward))
		return false;
	for (size_t i = 0; i < s->count; i++)
		if (!write_column(a, i, columns + i * s->grid.cells))
			return false;
	return true;
}

/* Fewer sweeps than these are made faster one after the other. */
#define LEAST_ABREAST 4

/*
 * Makes the first of the sweeps, all of them, or none: as many as are made faster
 * abreast. Writes their distances, a column of all cells each, and returns how many. Every
 * step has to be legal in reverse.
 */
int
fr_sweep_abreast(fr_sweep *s, fr_abreast sources, uint16_t *columns)
{
	abreast a = {
		.s = s, .at = (node_lanes *) s->workspace->nodes, .marked = s->workspace->head};
	int made = 0;

	if (s->grid.terrain == NULL || s->grid.links || s->grid.height > MOST_ROWS ||
		s->grid.costs.step_max > UINT16_MAX / 2)
		return 0;
	set_costs(&a);
	while (sources.count - made >= LEAST_ABREAST)
	{
		int left = sources.count - made;

		s->sources = sources.sources + made;
		s->count = left < LANES ? (size_t) left : LANES;
		if (!sweep_some(&a, s, sources.backward, columns + (size_t) made * s->grid.cells))
			break;
		made += (int) s->count;
	}
	return made;
}
