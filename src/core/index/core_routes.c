/*
 * core_routes.c - a best path in the core form
 *
 * The climbs know of each vertex which one came before it, the labels of each hub which
 * vertex comes next.  The edges between may replace two others each, over a vertex that
 * was contracted earlier, and so has a larger number: they are taken apart until edges
 * of the subgoals' graph are left, of which each is a leg.
 */
#include "core/base/error.h"
#include "core/index/routes.h"

/* The middle of the edge between two vertices; FR_NO_VERTEX: it has none, or there is none. */
static uint32_t
middle_of(const fr_index *index, uint32_t a, uint32_t b)
{
	const uint8_t *heads = index->section[FR_SECTION_EDGE_HEADS];
	uint32_t low = a > b ? a : b;
	uint32_t end = fr_get32(heads, (size_t) low + 1);

	for (uint32_t e = fr_get32(heads, low); e < end; e++)
		if (fr_get32(index->section[FR_SECTION_EDGES], 2 * (size_t) e) == a + b - low)
			return fr_get32(index->section[FR_SECTION_MIDDLES], e);
	return FR_NO_VERTEX;
}

/* One leg more; false: more than any path has. */
static bool
add_leg(fr_tracer *t, uint32_t vertex)
{
	fr_poll_at(t->poll, t->legs + 1);
	fr_trace_to(t, fr_vertex_cell(t->index, vertex));
	return t->legs++ < t->index->subgoals;
}

/*
 * Goes along the edge from one vertex to another, taken apart.  The stack, the table of
 * the next climb to be, holds where the parts that are still to come end: numbers
 * rise with every part, so it is never deeper than there are vertices.
 */
static bool
go_along(fr_tracer *t, uint32_t from, uint32_t to)
{
	uint32_t *stack = t->scratch->climb[0].settled;
	uint32_t depth = 0;

	stack[depth++] = to;
	while (depth > 0)
	{
		uint32_t middle = middle_of(t->index, from, stack[depth - 1]);

		if (middle != FR_NO_VERTEX)
		{
			if (depth == t->index->subgoals)
				return false;
			stack[depth++] = middle;
			continue;
		}
		from = stack[--depth];
		if (!add_leg(t, from))
			return false;
	}
	return true;
}

/* The vertices from the cell's first to the climb's last, into the chain; how many. */
static uint32_t
climbed(const fr_tracer *t, int side, uint32_t vertex)
{
	const fr_climb *c = &t->scratch->climb[side];
	uint32_t *chain = t->scratch->chain;
	uint32_t count = 0;

	for (; vertex != FR_NO_VERTEX; vertex = c->from[vertex])
		chain[count++] = vertex;
	return count;
}

/* The core vertices from one to a hub, both included, into the chain; 0: no way. */
static uint32_t
followed(const fr_tracer *t, uint32_t vertex, uint32_t hub)
{
	const uint8_t *heads = t->index->section[FR_SECTION_HEADS];
	const uint8_t *hubs = t->index->section[FR_SECTION_HUBS];
	uint32_t count = 0;

	while (count < t->index->core)
	{
		uint32_t end = fr_get32(heads, (size_t) vertex + 1);
		uint32_t i = fr_get32(heads, vertex);

		t->scratch->chain[count++] = vertex;
		if (vertex == hub)
			return count;
		while (i < end && fr_get16(hubs, i) != hub)
			i++;
		if (i == end)
			return 0;
		vertex = fr_get16(t->index->section[FR_SECTION_STEPS], i);
	}
	return 0;
}

/* Goes on along the chain's vertices, of which the first is where the route has come. */
static bool
go_forward(fr_tracer *t, uint32_t count)
{
	const uint32_t *chain = t->scratch->chain;

	for (uint32_t i = 1; i < count; i++)
		if (!go_along(t, chain[i - 1], chain[i]))
			return false;
	return count > 0;
}

static bool
go_backward(fr_tracer *t, uint32_t count)
{
	const uint32_t *chain = t->scratch->chain;

	for (uint32_t i = count; i-- > 1;)
		if (!go_along(t, chain[i], chain[i - 1]))
			return false;
	return count > 0;
}

/* All of the route but for its last leg. */
bool
fr_trace_core(fr_tracer *t, const fr_core_meeting *m)
{
	uint32_t count;

	if (m->start == FR_NO_VERTEX)
		return false;
	count = climbed(t, 0, m->start);
	fr_trace_to(t, fr_vertex_cell(t->index, t->scratch->chain[count - 1]));
	if (!go_backward(t, count))
		return false;
	if (m->hub != FR_NO_VERTEX && (!go_forward(t, followed(t, m->start, m->hub)) ||
								   !go_backward(t, followed(t, m->goal, m->hub))))
		return false;
	return go_forward(t, climbed(t, 1, m->goal));
}
