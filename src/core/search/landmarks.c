/*
 * landmarks.c - distances between all cells and a few landmarks
 *
 * 2006 section V.B: distances computed beforehand bound others by the triangle
 * inequality. To keep entries small, they are in a unit of many cost units. Rounding each
 * distance would break the inequality, so the costs of steps and links are rounded
 * instead, down to whole units, before Dijkstra's algorithm runs. Then unit * |to[a] -
 * to[b]| is at most the cost from a to b, for every single step or link and thus for
 * every path. Clipping entries at the largest value preserves this. Where links cost less
 * one way, distances to landmarks and from them differ: to[a] - to[b] alone is a bound,
 * as from[b] - from[a] is.
 */
#include "core/base/base.h"
#include "core/base/random.h"
#include "core/grid/grid_links.h"
#include "core/search/dijkstra.h"
#include "core/search/heuristic.h"

__extension__ typedef unsigned __int128 product;

/* The largest distances in entries; the cap + 1 means another group of components. */
#define NARROW_CAP (UINT16_MAX - 1)
#define WIDE_CAP (UINT32_MAX - 1)

/* ---- random cells ------------------------------------------------------------------ */

/* Random drawing of passable cells, without replacement. */
typedef struct sampler
{
	const fr_grid *grid;
	const fr_poll *poll;
	uint64_t random;
	uint32_t group; /* from which cells are drawn; 0: any */
	uint32_t *drawn;
	int count;
} sampler;

/* The part of the map that a cell is in: what steps and links join. 0: the cell is blocked. */
static uint32_t
group_of(const fr_grid *grid, uint32_t cell)
{
	return fr_grid_group(grid, fr_grid_component(grid, cell));
}

#define LANDMARK_TRIES 1000
#define LANDMARK_SAMPLES 64

static bool
may_be_sampled(const sampler *d, uint32_t cell)
{
	uint32_t group = group_of(d->grid, cell);

	if (group == 0 || (d->group && group != d->group))
		return false;
	for (int i = 0; i < d->count; i++)
		if (d->drawn[i] == cell)
			return false;
	return true;
}

/* Draws a cell: at random, or after LANDMARK_TRIES the next valid one; false if there is none. */
static bool
sample_cell(sampler *d)
{
	uint32_t cells = d->grid->cells;
	uint32_t cell = fr_random_below(&d->random, cells);

	for (int tries = 1; tries < LANDMARK_TRIES && !may_be_sampled(d, cell); tries++)
		cell = fr_random_below(&d->random, cells);
	for (uint32_t i = 0; i < cells; i++)
	{
		fr_poll_at(d->poll, i);
		if (may_be_sampled(d, cell))
		{
			d->drawn[d->count++] = cell;
			return true;
		}
		cell = cell + 1 < cells ? cell + 1 : 0;
	}
	return false;
}

/* The first of LANDMARK_SAMPLES random cells that is in their most frequent group. */
static bool
sample_origin(sampler *d, uint32_t *origin)
{
	uint32_t samples[LANDMARK_SAMPLES];
	sampler sample = {d->grid, d->poll, d->random, 0, samples, 0};
	int most = 0;

	while (sample.count < LANDMARK_SAMPLES && sample_cell(&sample))
		;
	d->random = sample.random;
	for (int i = 0; i < sample.count; i++)
	{
		int same = 0;

		for (int k = 0; k < sample.count; k++)
			same += group_of(d->grid, samples[k]) == group_of(d->grid, samples[i]);
		if (same > most)
		{
			most = same;
			*origin = samples[i];
		}
	}
	return most > 0;
}

/* ---- searches ---------------------------------------------------------------------- */

/*
 * Prepares searches that ignore the directions of one-way cells. Their distances are no
 * larger than the true ones, so bounds hold. Movement points do not count, either. Neighbours' distances differ by a step at
 * most: open lists need that no step raises f by more than two steps.
 */
static void
prepare_searches(fr_dijkstra *s, const fr_grid *grid, uint64_t unit, uint64_t cap,
				 fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_dijkstra_prepare(s, grid, unit, cap, sweep, poll);
	s->distances_alone = true;
	s->grid.costs.points = 0;
	if (grid->oneway)
		s->grid.moves = grid->oneway->plain;
	s->grid.oneway = NULL;
}

/* The result of a search. */
typedef struct extent
{
	uint64_t cells;
	uint64_t distance; /* the largest */
	uint32_t farthest; /* the first cell at that distance */
} extent;

/* Searches from a source, or backward, and measures what the search reaches. */
static extent
measure(fr_dijkstra *s, uint32_t source, bool backward)
{
	extent e = {.farthest = source};

	fr_dijkstra_begin(s);
	fr_dijkstra_run(s, &source, 1, backward);
	for (uint32_t n = 0; n < s->grid.cells; n++)
	{
		uint64_t distance = fr_distance(s->workspace, n);

		fr_poll_at(s->poll, n);
		if (distance == FR_UNREACHED)
			continue;
		e.cells++;
		if (distance > e.distance)
		{
			e.distance = distance;
			e.farthest = n;
		}
	}
	return e;
}

/* ---- units ------------------------------------------------------------------------- */

/* The fraction lost / step that rounding a step loses. */
typedef struct loss
{
	uint64_t lost;
	uint64_t step;
} loss;

/* The most that units may lose: usually, and for entries of 2 bytes if memory is scarce. */
static const loss most_lost = {15, 1000};
static const loss most_lost_to_fit = {6, 100};

static bool
is_less(loss a, loss b)
{
	return (product) a.lost * b.step < (product) b.lost * a.step;
}

static loss
loss_of(const fr_costs *costs, uint64_t unit)
{
	loss straight = {costs->step[FR_N] % unit, costs->step[FR_N]};
	loss diagonal = {costs->step[FR_NE] % unit, costs->step[FR_NE]};
	loss east = {costs->step[FR_E] % unit, costs->step[FR_E]};
	loss most = is_less(straight, diagonal) ? diagonal : straight;

	return is_less(most, east) ? east : most;
}

/*
 * The unit, at least `least`, with the smallest loss, or 0 if all lose as much as `most`. The
 * best units divide one of the steps almost exactly into parts: for exact root-2 costs,
 * 29 and 41 parts lose 0.03 % of a diagonal. More than MOST_UNIT_PARTS would gain nothing.
 */
#define MOST_UNIT_PARTS 1024

static uint64_t
choose_unit(const fr_costs *costs, uint64_t least, loss most)
{
	loss best = most;
	uint64_t chosen = 0;

	for (int d = FR_N; d <= FR_E; d++)
	{
		uint64_t parts = costs->step[d] / least;

		for (parts = parts < MOST_UNIT_PARTS ? parts : MOST_UNIT_PARTS; parts > 0;
			 parts--)
		{
			uint64_t unit = costs->step[d] / parts;

			if (is_less(loss_of(costs, unit), best))
			{
				best = loss_of(costs, unit);
				chosen = unit;
			}
		}
	}
	return chosen;
}

/* A unit in which distances up to `farthest` fit below the cap, or 0 if none does. */
static uint64_t
fitting_unit(const fr_costs *costs, uint64_t farthest, uint64_t cap, loss most)
{
	return farthest <= cap ? 1 : choose_unit(costs, (farthest + cap - 1) / cap, most);
}

/*
 * Entries take two bytes if little is lost, else four. If even four bytes do not
 * suffice for the range of weights, entries are clipped.
 */
static void
set_unit(fr_landmarks *plan, const fr_costs *costs, uint64_t farthest)
{
	plan->farthest = farthest;
	plan->unit = fitting_unit(costs, farthest, NARROW_CAP, most_lost);
	plan->wide = plan->unit == 0;
	if (plan->wide)
		plan->unit = fitting_unit(costs, farthest, WIDE_CAP, most_lost);
	if (plan->unit == 0)
		plan->unit = 1;
}

static uint64_t
cap_of(const fr_landmarks *landmarks)
{
	return landmarks->wide ? WIDE_CAP : NARROW_CAP;
}

/* ---- plans ------------------------------------------------------------------------- */

/* Costs are symmetric unless a step weighs only one of its cells, or layers, factors or links differ. */
static bool
is_symmetric(const fr_grid *grid, const fr_poll *poll)
{
	const fr_prices *prices = grid->prices;

	return (grid->terrain == NULL || fr_weigh_is_symmetric(grid->costs.weigh)) &&
		   (prices == NULL || (!prices->enter && !prices->factors && !prices->edges &&
							   fr_prices_rise(prices) == fr_prices_drop(prices))) &&
		   !fr_arcs_asymmetric(grid, poll);
}

/*
 * Searches from a cell with exact costs and chooses the unit: no two cells that reach it
 * and are reached are farther apart than the path via this cell. Returns the cell
 * farthest from it.
 */
static uint32_t
survey(fr_landmarks *plan, const fr_grid *grid, uint32_t origin, fr_sweep_workspace sweep,
	   const fr_poll *poll)
{
	fr_dijkstra s;
	extent to;
	uint64_t from;

	prepare_searches(&s, grid, 1, grid->costs.limit, sweep, poll);
	to = measure(&s, origin, true);
	from = plan->symmetric ? to.distance : measure(&s, origin, false).distance;
	set_unit(plan, &grid->costs, to.distance + from);
	if ((uint64_t) plan->count > to.cells)
		plan->count = (int) to.cells;
	return to.farthest;
}

/* Draws landmarks after those that the plan has, as many as were asked for. */
static void
sample_landmarks(fr_landmarks *plan, sampler *d)
{
	while (d->count < plan->asked && sample_cell(d))
		;
	plan->count = d->count;
}

/*
 * Plans at most `count` landmarks, in what is probably the largest group. They are random
 * cells, or with FR_PLACE_FARTHEST only the first one, from which the build places each
 * as far as possible from those before (future work in 2006). FR_PLACE_ANYWHERE allows
 * random cells of any group. The plan fixes the unit and the size of entries. Without
 * passable cells there are no landmarks.
 */
fr_landmarks
fr_landmarks_plan(const fr_grid *grid, int count, int placement, uint64_t seed,
				  fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_landmarks plan = {.cells = grid->cells,
						 .asked = count,
						 .seed = seed,
						 .placement = placement,
						 .symmetric = is_symmetric(grid, poll),
						 .unit = 1};
	sampler d = {grid, poll, seed, 0, plan.cell, 0};
	uint32_t origin;
	uint32_t farthest;

	if (!sample_origin(&d, &origin))
		return plan;
	plan.count = count;
	farthest = survey(&plan, grid, origin, sweep, poll);
	plan.cell[0] = placement == FR_PLACE_FARTHEST ? farthest : origin;
	if (placement != FR_PLACE_ANYWHERE)
	{
		d.count = 1;
		d.group = group_of(grid, origin);
	}
	if (placement != FR_PLACE_FARTHEST)
		sample_landmarks(&plan, &d);
	return plan;
}

static size_t
table_size(const fr_grid *grid, const fr_landmarks *plan)
{
	return (size_t) grid->cells * (size_t) plan->count *
		   (plan->wide ? sizeof(uint32_t) : sizeof(uint16_t));
}

/* The size in bytes of the block for fr_landmarks_build. */
size_t
fr_landmarks_size(const fr_grid *grid, const fr_landmarks *plan)
{
	return sizeof(fr_landmarks) + table_size(grid, plan) * (plan->symmetric ? 1 : 2);
}

/* Entries of 2 bytes that lose some percent are better than fewer landmarks. */
void
fr_landmarks_fit(fr_landmarks *plan, const fr_grid *grid, size_t bytes)
{
	uint64_t unit = 0;

	if (plan->wide && fr_landmarks_size(grid, plan) > bytes)
		unit = fitting_unit(&grid->costs, plan->farthest, NARROW_CAP, most_lost_to_fit);
	if (unit > 0)
	{
		plan->unit = unit;
		plan->wide = false;
	}
	while (plan->count > 1 && fr_landmarks_size(grid, plan) > bytes)
		plan->count--;
}

/* ---- tables ------------------------------------------------------------------------ */

/* The landmarks under construction, with writable tables. */
typedef struct builder
{
	fr_dijkstra s;
	fr_landmarks *landmarks;
	void *to;
	void *from;
} builder;

static inline void
put_entry(const fr_landmarks *landmarks, void *table, uint32_t n, int i, uint32_t entry)
{
	size_t at = fr_landmark_index(landmarks, n, i);

	if (landmarks->wide)
		((uint32_t *) table)[at] = entry;
	else
		((uint16_t *) table)[at] = (uint16_t) entry;
}

/*
 * Searches from landmark i and writes its column. Other distances in its group become the
 * cap.
 */
static void
fill_column(builder *b, void *table, int i, bool backward)
{
	const fr_landmarks *landmarks = b->landmarks;
	const fr_dijkstra *s = &b->s;
	const fr_node *nodes = s->workspace->nodes;
	uint32_t cap = (uint32_t) s->cap;
	uint32_t group = group_of(&s->grid, landmarks->cell[i]);
	uint64_t unseen;

	fr_dijkstra_begin(&b->s);
	fr_dijkstra_run(&b->s, &landmarks->cell[i], 1, backward);
	unseen = fr_key_unseen(s->workspace);
	for (uint32_t n = 0; n < s->grid.cells; n++)
	{
		uint64_t key = nodes[n].key;
		uint32_t entry = key < unseen					  ? (uint32_t) fr_key_g(key)
						 : group_of(&s->grid, n) == group ? cap
														  : cap + 1;

		fr_poll_at(s->poll, n);
		put_entry(landmarks, table, n, i, entry);
	}
}

/*
 * The first cell with the largest distance to the nearest of landmarks 0 to i. The
 * column of the last landmark is filled last; until then it stores each cell's distance
 * to the nearest landmark. FR_NONE: no cell is any farther than a landmark.
 */
static uint32_t
farthest_cell(const builder *b, int i)
{
	const fr_landmarks *landmarks = b->landmarks;
	int last = landmarks->count - 1;
	uint32_t group = group_of(&b->s.grid, landmarks->cell[0]);
	uint32_t farthest = FR_NONE;
	uint32_t most = 0;

	for (uint32_t n = 0; n < b->s.grid.cells; n++)
	{
		uint32_t entry = fr_landmark_entry(landmarks, b->to, n, i);
		uint32_t least = i > 0 ? fr_landmark_entry(landmarks, b->to, n, last) : entry;

		fr_poll_at(b->s.poll, n);
		least = entry < least ? entry : least;
		put_entry(landmarks, b->to, n, last, least);
		if (least > most && group_of(&b->s.grid, n) == group)
		{
			most = least;
			farthest = n;
		}
	}
	return farthest;
}

/*
 * Fills all columns. With FR_PLACE_FARTHEST the next landmark is the cell farthest from those
 * before. There may be fewer such cells than landmarks, if links cost nothing or less than a
 * unit.
 */
static void
fill_tables(builder *b)
{
	fr_landmarks *landmarks = b->landmarks;
	int next = 0;

	for (; landmarks->placement == FR_PLACE_FARTHEST && next + 1 < landmarks->count;
		 next++)
	{
		fill_column(b, b->to, next, true);
		landmarks->cell[next + 1] = farthest_cell(b, next);
		if (landmarks->cell[next + 1] == FR_NONE)
			landmarks->count = next + 1;
	}
	for (int i = next; i < landmarks->count; i++)
		fill_column(b, b->to, i, true);
	for (int i = 0; i < landmarks->count && !landmarks->symmetric; i++)
		fill_column(b, b->from, i, false);
}

/*
 * Builds the planned landmarks in a block of fr_landmarks_size bytes, aligned for any
 * type.
 */
fr_landmarks *
fr_landmarks_build(void *block, const fr_grid *grid, const fr_landmarks *plan,
				   bool by_cell, fr_sweep_workspace sweep, const fr_poll *poll)
{
	fr_landmarks *landmarks = block;
	builder b = {.landmarks = landmarks, .to = landmarks + 1};

	*landmarks = *plan;
	landmarks->by_cell = by_cell ? (uint32_t) plan->count : 0;
	b.from = landmarks->symmetric ? b.to : (char *) b.to + table_size(grid, plan);
	landmarks->to = b.to;
	landmarks->from = b.from;
	if (landmarks->count == 0)
		return landmarks;
	prepare_searches(&b.s, grid, landmarks->unit, cap_of(landmarks), sweep, poll);
	fill_tables(&b);
	return landmarks;
}
