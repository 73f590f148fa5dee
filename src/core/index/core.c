/*
 * core.c - what it costs from one cell to another, in the core form
 *
 * From both cells a climb follows the edges up as far as the core: vertex numbers only
 * fall, so vertices are settled in the order of their numbers, each once.  Either the
 * two climbs meet outside the core, or a best path passes a core vertex of each, and
 * the labels of those have a hub in common.
 *
 * Nothing is followed as far as the top, which no best path reaches: so sums stay below
 * 2^32.  Most core vertices can be left out: where even the shortest way without obstacles
 * from there to the other cell costs more than a path that is known, or where another
 * vertex of the climb leads to the vertex for less.
 */
#include "core/index/core.h"

#include "core/base/error.h"
#include "core/index/query.h"

typedef struct core_query
{
	const fr_index *index;
	fr_index_scratch *scratch;
	fr_cell cell[2]; /* start and goal */
	fr_core_meeting best;
} core_query;

/* ---- climbs ------------------------------------------------------------------- */

static inline bool
is_reached(const core_query *q, const fr_climb *c, uint32_t vertex)
{
	return c->stamp[vertex] == q->scratch->now;
}

static inline void
climb_reach(core_query *q, fr_climb *c, uint32_t vertex, uint32_t distance, uint32_t from)
{
	if (distance >= q->index->top)
		return;
	if (!is_reached(q, c, vertex))
	{
		c->stamp[vertex] = q->scratch->now;
		if (vertex < q->index->core)
			c->core[c->core_count++] = vertex;
		else
			fr_queue_push(&q->scratch->queue, UINT32_MAX - vertex, vertex);
	}
	else if (distance >= c->distance[vertex])
		return;
	c->distance[vertex] = distance;
	c->from[vertex] = from;
}

/* To the vertices that the cell sees. */
static void
climb_begin(core_query *q, fr_climb *c, fr_cell at)
{
	const uint8_t *run = fr_block_run(q->index, at);
	uint32_t items = fr_get16(run, 0);
	fr_access_layout l = fr_access_lay_out(items);
	const uint8_t *row = run + l.row + (uint32_t) at.y % FR_INDEX_BLOCK * items;
	uint32_t distance[FR_LANES];

	c->core_count = c->settled_count = 0;
	for (uint32_t i = 0; i < items; i += FR_LANES)
	{
		fr_eight_distances(q->index, run + FR_BLOCK_HEAD + 2 * i, run + l.y + 2 * i,
						   row + i, at, 0, distance);
		for (uint32_t k = 0; k < FR_LANES && i + k < items; k++)
			if (distance[k] < FR_NEVER)
				climb_reach(q, c, fr_get32(run + l.vertex, i + k), distance[k],
							FR_NO_VERTEX);
	}
}

/* A view of a vertex's edges. */
typedef struct edges
{
	const uint8_t *at;
	uint32_t count;
} edges;

static inline edges
edges_of(const fr_index *index, uint32_t vertex)
{
	const uint8_t *heads = index->section[FR_SECTION_EDGE_HEADS];
	uint32_t first = fr_get32(heads, vertex);

	return (edges){index->section[FR_SECTION_EDGES] + (size_t) first * 8,
				   fr_get32(heads, (size_t) vertex + 1) - first};
}

/* Does the climb reach the vertex for less over another one, higher up? */
static inline bool
is_stalled(const core_query *q, const fr_climb *c, uint32_t vertex, const edges *e)
{
	for (uint32_t i = 0; i < e->count; i++)
	{
		uint32_t to = fr_get32(e->at, 2 * i);

		if (is_reached(q, c, to) &&
			c->distance[to] + fr_get32(e->at, 2 * i + 1) < c->distance[vertex])
			return true;
	}
	return false;
}

static void
climb(core_query *q, fr_climb *c, fr_cell at)
{
	fr_queue *queue = &q->scratch->queue;

	queue->count = 0;
	climb_begin(q, c, at);
	while (queue->count > 0)
	{
		uint32_t vertex = (uint32_t) fr_queue_pop(queue);
		edges e = edges_of(q->index, vertex);

		if (is_stalled(q, c, vertex, &e))
			continue;
		c->settled[c->settled_count++] = vertex;
		for (uint32_t i = 0; i < e.count; i++)
			climb_reach(q, c, fr_get32(e.at, 2 * i),
						c->distance[vertex] + fr_get32(e.at, 2 * i + 1), vertex);
	}
}

/* ---- meeting outside the core, and a first bound ----------------------------------- */

static void
improve(core_query *q, uint32_t cost, uint32_t start, uint32_t goal, uint32_t hub)
{
	if (cost < q->best.cost)
		q->best = (fr_core_meeting){cost, start, goal, hub};
}

static void
meet_below(core_query *q)
{
	const fr_climb *a = &q->scratch->climb[0];
	const fr_climb *b = &q->scratch->climb[1];

	for (uint32_t i = 0; i < a->settled_count; i++)
	{
		uint32_t vertex = a->settled[i];

		if (is_reached(q, b, vertex))
			improve(q, a->distance[vertex] + b->distance[vertex], vertex, vertex,
					FR_NO_VERTEX);
	}
}

/* No path from the cell over the vertex to the other cell costs less. */
static inline uint32_t
bound_over(const core_query *q, int side, uint32_t vertex)
{
	fr_cell at = fr_vertex_cell(q->index, vertex);
	fr_cell to = q->cell[!side];

	return q->scratch->climb[side].distance[vertex] +
		   fr_octile(fr_index_units_of(q->index), to.x - at.x, to.y - at.y);
}

static uint32_t
most_promising(const core_query *q, int side)
{
	const fr_climb *c = &q->scratch->climb[side];
	uint32_t least = UINT32_MAX;
	uint32_t best = c->core[0];

	for (uint32_t i = 0; i < c->core_count; i++)
	{
		uint32_t bound = bound_over(q, side, c->core[i]);

		if (bound < least)
		{
			least = bound;
			best = c->core[i];
		}
	}
	return best;
}

/* A view of a core vertex's label: hubs and distances. */
typedef struct label
{
	const uint8_t *hub;
	const uint8_t *distance;
	uint32_t count;
} label;

static inline label
label_of(const fr_index *index, uint32_t vertex)
{
	const uint8_t *heads = index->section[FR_SECTION_HEADS];
	size_t first = fr_get32(heads, vertex);

	return (label){index->section[FR_SECTION_HUBS] + first * 2,
				   index->section[FR_SECTION_DISTANCES] + first * 4,
				   fr_get32(heads, (size_t) vertex + 1) - (uint32_t) first};
}

/* The best over one core vertex of each side, by merging their labels. */
static void
merge_labels(core_query *q, uint32_t a, uint32_t b)
{
	label x = label_of(q->index, a);
	label y = label_of(q->index, b);
	uint32_t ends = q->scratch->climb[0].distance[a] + q->scratch->climb[1].distance[b];

	for (uint32_t i = 0, k = 0; i < x.count && k < y.count;)
	{
		uint16_t hub = fr_get16(x.hub, i);
		uint16_t other = fr_get16(y.hub, k);

		if (hub == other)
			improve(q, ends + fr_get32(x.distance, i) + fr_get32(y.distance, k), a, b,
					hub);
		i += hub <= other;
		k += other <= hub;
	}
}

/* ---- leaving core vertices out -------------------------------------------------------- */

static bool
is_worthwhile(const core_query *q, int side, uint32_t vertex)
{
	edges e;

	if (bound_over(q, side, vertex) >= q->best.cost)
		return false;
	e = edges_of(q->index, vertex);
	return !is_stalled(q, &q->scratch->climb[side], vertex, &e);
}

static void
thin_out(core_query *q, int side)
{
	fr_climb *c = &q->scratch->climb[side];
	uint32_t kept = 0;

	for (uint32_t i = 0; i < c->core_count; i++)
		if (is_worthwhile(q, side, c->core[i]))
			c->core[kept++] = c->core[i];
	c->core_count = kept;
}

/* ---- meeting in the core ---------------------------------------------------------------- */

static void
fill_by_labels(core_query *q, uint32_t base)
{
	const fr_climb *c = &q->scratch->climb[0];
	uint32_t *table = q->scratch->table;

	for (uint32_t i = 0; i < c->core_count; i++)
	{
		label l = label_of(q->index, c->core[i]);
		uint32_t distance = base + c->distance[c->core[i]];

		for (uint32_t k = 0; k < l.count; k++)
		{
			uint32_t *to = &table[fr_get16(l.hub, k)];
			uint32_t sum = distance + fr_get32(l.distance, k);

			*to = sum < *to ? sum : *to;
		}
	}
}

/* The least sum of a vertex' label with the table, and its hub. */
static uint32_t
meet_label(const core_query *q, const label *l, uint32_t *hub)
{
	const uint32_t *table = q->scratch->table;
	uint32_t least = UINT32_MAX;

	for (uint32_t k = 0; k < l->count; k++)
	{
		uint32_t sum = fr_get32(l->distance, k) + table[fr_get16(l->hub, k)];

		if (sum < least)
		{
			least = sum;
			*hub = fr_get16(l->hub, k);
		}
	}
	return least;
}

/* The core vertex by which the start has that distance to the hub. */
static uint32_t
start_towards(const core_query *q, uint32_t hub, uint32_t distance)
{
	const fr_climb *c = &q->scratch->climb[0];

	for (uint32_t i = 0; i < c->core_count; i++)
	{
		label l = label_of(q->index, c->core[i]);

		for (uint32_t k = 0; k < l.count; k++)
			if (fr_get16(l.hub, k) == hub &&
				c->distance[c->core[i]] + fr_get32(l.distance, k) == distance)
				return c->core[i];
	}
	return FR_NO_VERTEX;
}

static void
meet_in_core(core_query *q)
{
	uint32_t base = fr_index_lower_base(q->scratch, q->index->top);
	const fr_climb *c = &q->scratch->climb[1];

	fill_by_labels(q, base);
	for (uint32_t i = 0; i < c->core_count; i++)
	{
		label l = label_of(q->index, c->core[i]);
		uint32_t hub = 0;
		uint32_t sum = meet_label(q, &l, &hub) - base;

		if (l.count > 0 && sum < q->index->top)
			improve(q, sum + c->distance[c->core[i]], FR_NO_VERTEX, c->core[i], hub);
	}
	if (q->best.start == FR_NO_VERTEX && q->best.hub != FR_NO_VERTEX)
		q->best.start =
			start_towards(q, q->best.hub, q->scratch->table[q->best.hub] - base);
}

/* ---- the query ------------------------------------------------------------------------------ */

static void
begin_climbs(fr_index_scratch *scratch)
{
	if (++scratch->now > 0)
		return;
	scratch->now = 1;
	for (int i = 0; i < 2; i++)
		for (uint32_t v = 0; v < scratch->room; v++)
			scratch->climb[i].stamp[v] = 0;
}

/* Of two cells between which there is no way with one turn at most. */
fr_core_meeting
fr_core_meet(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch)
{
	fr_climb *climbs = scratch->climb;
	core_query q = {
		index,
		scratch,
		{start, goal},
		{UINT32_MAX, FR_NO_VERTEX, FR_NO_VERTEX, FR_NO_VERTEX},
	};

	begin_climbs(scratch);
	climb(&q, &climbs[0], start);
	climb(&q, &climbs[1], goal);
	meet_below(&q);
	if (climbs[0].core_count == 0 || climbs[1].core_count == 0)
		return q.best;
	merge_labels(&q, most_promising(&q, 0), most_promising(&q, 1));
	thin_out(&q, 0);
	thin_out(&q, 1);
	meet_in_core(&q);
	return q.best;
}

uint64_t
fr_core_cost(const fr_index *index, fr_cell start, fr_cell goal,
			 fr_index_scratch *scratch)
{
	uint32_t cost = fr_core_meet(index, start, goal, scratch).cost;

	return cost < index->top ? fr_index_grid_cost(index, cost) : FR_UNREACHED;
}
