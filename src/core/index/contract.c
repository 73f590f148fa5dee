/*
 * contract.c - contraction of a graph down to a core
 *
 * Invariant: the distances between vertices that are left are those of the graph.
 * A search for another way (a witness) is given up after a few steps: then there is
 * an edge too many, which does no harm.
 */
#include "core/index/contract.h"

#include <string.h>

#include "core/base/error.h"
#include "core/index/queue.h"

#define CORE_PART 12	 /* of the vertices one in so many is left */
#define CORE_DEGREE 16	 /* or more, where they have more edges each */
#define WITNESS_STEPS 60 /* vertices that a search for another way settles */
#define QUEUE_ROOM 4096
#define DENSE_DEGREE 10 /* edges each, from which on labels are like those of a grid */
#define HOPELESS 3		/* times as many entries as there may be */

/* An edge that would replace two. */
typedef struct shortcut
{
	uint32_t from;
	uint32_t to;
	uint32_t weight;
} shortcut;

typedef struct contraction
{
	fr_hierarchy *h;
	const fr_arena *arena;
	const fr_poll *poll;
	uint64_t steps;
	uint32_t left;	 /* vertices, */
	uint64_t ends;	 /* and ends of edges at them */
	bool *gone;		 /* by vertex */
	uint32_t *depth; /* by vertex, of what was taken out below it */
	fr_queue next; /* vertices that are left, by the price they had when last looked at */
	/* the search for other ways */
	fr_queue queue;
	uint32_t *distance; /* by vertex, where stamp is now */
	uint32_t *stamp;
	uint32_t *target; /* by vertex, now: its distance is wanted */
	uint32_t now;
	shortcut *shortcuts; /* that taking out the last vertex would add */
	uint32_t shortcut_count;
	uint32_t shortcut_room;
} contraction;

/* ---- edges -------------------------------------------------------------------- */

static void
grow_arcs(const contraction *c, fr_arcs *arcs)
{
	fr_arc *old = arcs->arcs;

	arcs->room = arcs->room ? 2 * arcs->room : 8;
	arcs->arcs = fr_take(c->arena, arcs->room * sizeof *old);
	if (old)
		memcpy(arcs->arcs, old, arcs->count * sizeof *old);
}

/* Adds an edge, or shortens the one that is there. */
static void
put_arc(contraction *c, uint32_t from, fr_arc arc)
{
	fr_arcs *arcs = &c->h->of[from];

	for (uint32_t i = 0; i < arcs->count; i++)
		if (arcs->arcs[i].to == arc.to)
		{
			if (arc.weight < arcs->arcs[i].weight)
				arcs->arcs[i] = arc;
			return;
		}
	if (arcs->count == arcs->room)
		grow_arcs(c, arcs);
	arcs->arcs[arcs->count++] = arc;
	c->ends++;
}

static void
remove_arc(contraction *c, uint32_t from, uint32_t to)
{
	fr_arcs *arcs = &c->h->of[from];
	uint32_t i = 0;

	while (arcs->arcs[i].to != to)
		i++;
	arcs->arcs[i] = arcs->arcs[--arcs->count];
	c->ends--;
}

/* ---- searches for other ways ----------------------------------------------------- */

static void
witness_reach(contraction *c, uint32_t vertex, uint32_t distance)
{
	if (c->stamp[vertex] == c->now && c->distance[vertex] <= distance)
		return;
	if (c->queue.count == QUEUE_ROOM)
		return;
	c->stamp[vertex] = c->now;
	c->distance[vertex] = distance;
	fr_queue_push(&c->queue, distance, vertex);
}

/* From one vertex as far as `far`, but not over `without`, until `targets` are met. */
static void
witness_search(contraction *c, uint32_t from, uint32_t without, uint32_t far,
			   uint32_t targets)
{
	int settled = 0;

	c->queue.count = 0;
	witness_reach(c, from, 0);
	while (c->queue.count > 0 && settled < WITNESS_STEPS)
	{
		uint64_t top = fr_queue_pop(&c->queue);
		uint32_t vertex = (uint32_t) top;
		uint32_t distance = (uint32_t) (top >> 32);
		const fr_arcs *arcs = &c->h->of[vertex];

		if (distance != c->distance[vertex])
			continue;
		if (distance >= far || (c->target[vertex] == c->now && --targets == 0))
			return;
		settled++;
		for (uint32_t i = 0; i < arcs->count; i++)
			if (arcs->arcs[i].to != without && distance + arcs->arcs[i].weight <= far)
				witness_reach(c, arcs->arcs[i].to, distance + arcs->arcs[i].weight);
	}
}

static void
add_shortcut(contraction *c, shortcut s)
{
	if (c->shortcut_count == c->shortcut_room)
	{
		shortcut *old = c->shortcuts;

		c->shortcut_room = 2 * c->shortcut_room + 256;
		c->shortcuts = fr_take(c->arena, c->shortcut_room * sizeof *old);
		if (old)
			memcpy(c->shortcuts, old, c->shortcut_count * sizeof *old);
	}
	c->shortcuts[c->shortcut_count++] = s;
}

/* The shortcuts from the i-th neighbour of a vertex to those behind it. */
static void
find_shortcuts_from(contraction *c, uint32_t vertex, uint32_t i)
{
	const fr_arcs *arcs = &c->h->of[vertex];
	const fr_arc *from = &arcs->arcs[i];
	uint32_t far = 0;

	c->now++;
	for (uint32_t k = i + 1; k < arcs->count; k++)
	{
		far = arcs->arcs[k].weight > far ? arcs->arcs[k].weight : far;
		c->target[arcs->arcs[k].to] = c->now;
	}
	witness_search(c, from->to, vertex, far + from->weight, arcs->count - 1 - i);
	for (uint32_t k = i + 1; k < arcs->count; k++)
	{
		const fr_arc *to = &arcs->arcs[k];
		uint32_t weight = from->weight + to->weight;

		if (weight <= FR_LONGEST &&
			(c->stamp[to->to] != c->now || c->distance[to->to] > weight))
			add_shortcut(c, (shortcut){from->to, to->to, weight});
	}
}

/* ---- taking out ---------------------------------------------------------------------- */

/* How dear it is to take a vertex out; fills the shortcuts. */
static uint32_t
price_vertex(contraction *c, uint32_t vertex)
{
	uint32_t degree = c->h->of[vertex].count;

	fr_poll_at(c->poll, c->steps++ * 16);
	c->shortcut_count = 0;
	for (uint32_t i = 0; i + 1 < degree; i++)
		find_shortcuts_from(c, vertex, i);
	return 1000 * c->depth[vertex] + 1000 * c->shortcut_count / (degree + 1) + 4 * degree;
}

/* The next vertex to be taken out, with its shortcuts; prices rise as others go. */
static uint32_t
choose_vertex(contraction *c)
{
	for (;;)
	{
		uint64_t top = fr_queue_pop(&c->next);
		uint32_t vertex = (uint32_t) top;
		uint32_t price = price_vertex(c, vertex);

		if (c->next.count == 0 || price <= c->next.entries[0] >> 32)
			return vertex;
		fr_queue_push(&c->next, price, vertex);
	}
}

static void
take_out(contraction *c, uint32_t vertex)
{
	const fr_arcs *arcs = &c->h->of[vertex];

	for (uint32_t i = 0; i < c->shortcut_count; i++)
	{
		const shortcut *s = &c->shortcuts[i];

		put_arc(c, s->from, (fr_arc){s->to, s->weight, vertex});
		put_arc(c, s->to, (fr_arc){s->from, s->weight, vertex});
	}
	for (uint32_t i = 0; i < arcs->count; i++)
	{
		uint32_t *depth = &c->depth[arcs->arcs[i].to];

		remove_arc(c, arcs->arcs[i].to, vertex);
		if (*depth < c->depth[vertex] + 1)
			*depth = c->depth[vertex] + 1;
	}
	c->gone[vertex] = true;
	c->ends -= arcs->count;
	c->h->order[--c->left] = vertex;
}

/* ---- all of it ------------------------------------------------------------------------- */

static void
copy_graph(contraction *c, const fr_graph *graph)
{
	for (uint32_t v = 0; v < graph->count; v++)
		for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
			put_arc(c, v, (fr_arc){graph->to[e], graph->weight[e], FR_NO_MIDDLE});
}

static uint32_t *
take_zero_words(const fr_arena *arena, size_t count)
{
	return memset(fr_take(arena, (count + 1) * sizeof(uint32_t)), 0,
				  (count + 1) * sizeof(uint32_t));
}

static void
take_contraction(contraction *c, const fr_graph *graph)
{
	size_t n = graph->count;
	fr_hierarchy *h = c->h;

	*h = (fr_hierarchy){.count = graph->count};
	h->of = fr_take(c->arena, (n + 1) * sizeof *h->of);
	memset(h->of, 0, (n + 1) * sizeof *h->of);
	h->order = take_zero_words(c->arena, n);
	c->gone = fr_take(c->arena, n + 1);
	memset(c->gone, 0, n + 1);
	c->depth = take_zero_words(c->arena, n);
	c->distance = take_zero_words(c->arena, n);
	c->stamp = take_zero_words(c->arena, n);
	c->target = take_zero_words(c->arena, n);
	c->next.entries = fr_take(c->arena, (n + 1) * sizeof(uint64_t));
	c->queue.entries = fr_take(c->arena, QUEUE_ROOM * sizeof(uint64_t));
	c->left = graph->count;
	copy_graph(c, graph);
}

/* About as many entries have the labels of a dense core: twice the root for each vertex. */
uint64_t
fr_core_entries(uint32_t vertices)
{
	uint64_t root = 0;

	while (root * root < vertices)
		root++;
	return 2 * root * vertices;
}

/* Are vertices so dense, and so many, that no labels will do? */
static bool
is_hopeless(const contraction *c, uint64_t most_entries)
{
	return c->ends >= (uint64_t) c->left * DENSE_DEGREE &&
		   fr_core_entries(c->left) / HOPELESS > most_entries;
}

/* Takes vertices out until few are left, or those have many edges; false: hopeless. */
static bool
take_out_all(contraction *c, uint64_t most_entries)
{
	uint32_t few = c->h->count / CORE_PART;

	for (uint32_t v = 0; v < c->h->count; v++)
		fr_queue_push(&c->next, price_vertex(c, v), v);
	while (c->left > few && c->ends <= (uint64_t) c->left * CORE_DEGREE)
	{
		if (is_hopeless(c, most_entries))
			return false;
		take_out(c, choose_vertex(c));
	}
	return true;
}

/* False, early, where labels of the core would have many times the entries they may. */
bool
fr_contract(const fr_graph *graph, uint64_t most_entries, const fr_arena *arena,
			const fr_poll *poll, fr_hierarchy *h)
{
	contraction c = {.h = h, .arena = arena, .poll = poll};
	uint32_t count = 0;
	bool done;

	take_contraction(&c, graph);
	done = take_out_all(&c, most_entries);
	h->core = c.left;
	for (uint32_t v = 0; v < h->count; v++)
		if (!c.gone[v])
			h->order[count++] = v;
	return done;
}
