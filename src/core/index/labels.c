/*
 * labels.c - hub labels by pruned searches, the most important hubs first
 *
 * Akiba, Iwata and Yoshida 2013 (pruned landmark labelling): hub after hub, in the
 * order of rank, a Dijkstra search from the hub labels what it reaches, and does not
 * go on from a vertex whose distance the labels of earlier hubs already tell.  The
 * order decides how long labels get; Delling, Goldberg, Pajor and Werneck 2014
 * (robust distance queries) find one by sampled trees: samples.h.
 *
 * Invariant: after r hubs the labels tell the distance of every pair that has one of
 * the first r hubs on a shortest path.
 */
#include "core/index/labels.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/index/queue.h"
#include "core/index/samples.h"

#define UNREACHED UINT32_MAX
#define NO_VERTEX UINT32_MAX

/* ---- searches ---------------------------------------------------------------- */

typedef struct builder
{
	const fr_graph *graph;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_labels *labels; /* of what searches reach */
	fr_labels *roots;  /* of roots: the same where the graph is undirected */
	fr_queue queue;
	uint32_t *distance; /* by vertex, UNREACHED between searches */
	uint32_t *parent;	/* by vertex; the root's own: itself */
	uint32_t *touched;	/* vertices that the search has reached */
	uint32_t touched_count;
	uint32_t *order; /* vertices that it has settled and not pruned */
	uint32_t settled;
	uint32_t *to_root; /* by rank, the root's distance to the hub; FR_FAR elsewhere */
	uint64_t steps;	   /* of all searches */
	uint64_t random;
	fr_samples samples;
} builder;

static void
search_reach(builder *b, uint32_t vertex, uint32_t from, uint32_t distance)
{
	if (distance >= b->distance[vertex])
		return;
	if (b->distance[vertex] == UNREACHED)
	{
		b->touched[b->touched_count++] = vertex;
		__builtin_prefetch(&b->labels->of[vertex]);
	}
	b->distance[vertex] = distance;
	b->parent[vertex] = from;
	fr_queue_push(&b->queue, distance, vertex);
}

static void
reach_neighbours(builder *b, uint32_t vertex, uint32_t distance)
{
	const fr_graph *graph = b->graph;

	for (uint32_t e = graph->first[vertex]; e < graph->first[vertex + 1]; e++)
		search_reach(b, graph->to[e], vertex, distance + graph->weight[e]);
}

/* Do the labels tell of a way from the root to the vertex that is as short? */
static bool
is_covered(const builder *b, uint32_t vertex, uint32_t distance)
{
	const fr_label *label = &b->labels->of[vertex];

	for (uint32_t i = 0; i < label->count; i++)
		if (b->to_root[label->hubs[i].rank] + label->hubs[i].distance <= distance)
			return true;
	return false;
}

/* Notes the root's label by rank, or clears that. */
static void
note_root(builder *b, uint32_t root, bool on)
{
	const fr_label *label = &b->roots->of[root];

	for (uint32_t i = 0; i < label->count; i++)
		b->to_root[label->hubs[i].rank] = on ? label->hubs[i].distance : FR_FAR;
}

static void
forget_search(builder *b)
{
	for (uint32_t i = 0; i < b->touched_count; i++)
		b->distance[b->touched[i]] = UNREACHED;
	b->touched_count = 0;
}

#define LABEL_PREFETCH 24 /* hubs: three lines of a cache */

/* Loads what the vertex that the queue has next will need. */
static void
prefetch_next(const builder *b)
{
	uint32_t vertex = (uint32_t) b->queue.entries[0];
	uint32_t edge = b->graph->first[vertex];
	const fr_hub *hubs = b->labels->of[vertex].hubs;

	for (uint32_t i = 0; hubs && i < LABEL_PREFETCH; i += 8)
		__builtin_prefetch(hubs + i);
	__builtin_prefetch(b->graph->to + edge);
	__builtin_prefetch(b->graph->weight + edge);
}

/* Fills order with what the labels do not tell of yet, nearest first. */
static void
search_pruned(builder *b, uint32_t root)
{
	note_root(b, root, true);
	b->settled = 0;
	search_reach(b, root, root, 0);
	while (b->queue.count > 0)
	{
		uint64_t top = fr_queue_pop(&b->queue);
		uint32_t vertex = (uint32_t) top;
		uint32_t distance = (uint32_t) (top >> 32);

		fr_poll_at(b->poll, b->steps++);
		if (b->queue.count > 0)
			prefetch_next(b);
		if (distance != b->distance[vertex] || is_covered(b, vertex, distance))
			continue;
		b->order[b->settled++] = vertex;
		reach_neighbours(b, vertex, distance);
	}
	note_root(b, root, false);
}

/* ---- labels ------------------------------------------------------------------ */

#define FIRST_ROOM 8

static void
release_label(const fr_label *label, const fr_arena *arena)
{
	if (label->room == 0)
		return;
	fr_release(arena, label->hubs, label->room * sizeof *label->hubs);
	fr_release_numbers(arena, label->next, label->room);
}

static void
grow_label(builder *b, fr_label *label)
{
	fr_label old = *label;

	label->room = old.room ? 2 * old.room : FIRST_ROOM;
	label->hubs = fr_take(b->arena, label->room * sizeof *old.hubs);
	label->next = fr_take_numbers(b->arena, label->room);
	if (old.count > 0)
	{
		memcpy(label->hubs, old.hubs, old.count * sizeof *old.hubs);
		memcpy(label->next, old.next, old.count * sizeof *old.next);
	}
	release_label(&old, b->arena);
}

static void
add_hub(builder *b, uint32_t rank, uint32_t root)
{
	search_pruned(b, root);
	for (uint32_t i = 0; i < b->settled; i++)
	{
		uint32_t vertex = b->order[i];
		fr_label *label = &b->labels->of[vertex];

		if (label->count == label->room)
			grow_label(b, label);
		label->hubs[label->count] = (fr_hub){rank, b->distance[vertex]};
		label->next[label->count++] = b->parent[vertex];
	}
	b->labels->entries += b->settled;
	b->labels->order[rank] = root;
	b->labels->rank[root] = rank;
	forget_search(b);
}

/* ---- the order of hubs ---------------------------------------------------------- */

/*
 * Nodes of samples that are kept live, per vertex: fewer make labels longer, by as
 * much as twice on maps of rooms.  Large mazes do with less.  While steps of all
 * searches for samples last, samples are renewed.
 */
static fr_label_effort
usual_effort(uint32_t vertices)
{
	if (vertices < 6000)
		return (fr_label_effort){24, 300};
	if (vertices > 20000)
		return (fr_label_effort){24, 150};
	return (fr_label_effort){48, 800};
}

#define TRIES 200 /* roots that add nothing, before the next hub is taken */

/* Adds trees until there are as many live nodes as wanted, or no steps are left. */
static void
add_samples(builder *b, uint64_t allowed, uint64_t *spent)
{
	fr_samples *s = &b->samples;
	int tries = TRIES;

	while (s->live < s->target && *spent < allowed && tries > 0)
	{
		uint32_t root = fr_random_below(&b->random, s->count);
		uint64_t before = b->steps;

		if (s->taken[root])
		{
			tries--;
			continue;
		}
		search_pruned(b, root);
		if (b->settled > 0)
			fr_samples_add(s, b->order, b->parent, b->settled);
		tries -= b->settled <= 1;
		*spent += b->steps - before;
		forget_search(b);
	}
}

/* ---- all of it ------------------------------------------------------------------- */

void
fr_labels_take(fr_labels *labels, size_t n, const fr_arena *arena)
{
	*labels = (fr_labels){.count = (uint32_t) n};
	labels->of = fr_take(arena, (n + 1) * sizeof *labels->of);
	memset(labels->of, 0, (n + 1) * sizeof *labels->of);
	labels->order = fr_take_numbers(arena, n);
	labels->rank = fr_take_numbers(arena, n);
}

static void
take_search(builder *b, const fr_graph *graph)
{
	size_t n = graph->count;

	b->queue.entries = fr_take(b->arena, (graph->first[n] + 1) * sizeof(uint64_t));
	b->distance = fr_take_numbers(b->arena, n);
	b->parent = fr_take_numbers(b->arena, n);
	b->touched = fr_take_numbers(b->arena, n);
	b->order = fr_take_numbers(b->arena, n);
	b->to_root = fr_take_numbers(b->arena, n);
	memset(b->distance, 0xff, n * sizeof *b->distance);
	for (size_t i = 0; i < n; i++)
		b->to_root[i] = FR_FAR;
}

/*
 * The labels, the same for the same graph everywhere.  False as soon as they have
 * more entries than the limit.  Without an effort wanted it is the usual one.
 */
bool
fr_labels_build(const fr_graph *graph, const fr_label_effort *wanted, uint64_t limit,
				const fr_arena *arena, const fr_poll *poll, fr_labels *labels)
{
	fr_label_effort effort = wanted ? *wanted : usual_effort(graph->count);
	builder b = {
		.graph = graph, .arena = arena, .poll = poll, .labels = labels, .roots = labels};
	uint64_t spent = 0;

	fr_labels_take(labels, graph->count, arena);
	take_search(&b, graph);
	fr_samples_init(&b.samples, graph->count, effort.nodes * graph->count, arena);
	for (uint32_t rank = 0; rank < graph->count; rank++)
	{
		add_samples(&b, (uint64_t) effort.steps * graph->count, &spent);
		add_hub(&b, rank, fr_samples_take(&b.samples));
		if (labels->entries > limit)
			return false;
	}
	return true;
}

/* ---- a given order --------------------------------------------------------------- */

/* The root becomes a hub of what it reaches by the graph. */
static void
add_hub_along(builder *b, const fr_graph *graph, fr_labels *roots, fr_labels *labels,
			  uint32_t rank, uint32_t root)
{
	b->graph = graph;
	b->roots = roots;
	b->labels = labels;
	add_hub(b, rank, root);
}

/*
 * Distances from each vertex to hubs, and from hubs to each: of a graph and of the same
 * with its edges reversed.  Labels have the hubs of lower ranks than `rank` already; those
 * of the given order up to `end` are added.  False as soon as both labels have more entries
 * than the limit.  For an undirected graph `reverse` is the graph, and `to` is `from`.
 */
bool
fr_labels_add(const fr_graph *graph, const fr_graph *reverse, const uint32_t *order,
			  uint32_t rank, uint32_t end, uint64_t limit, const fr_arena *arena,
			  const fr_poll *poll, fr_labels *from, fr_labels *to)
{
	builder b = {.arena = arena, .poll = poll};

	take_search(&b, graph);
	for (; rank < end && from->entries + to->entries <= limit; rank++)
	{
		add_hub_along(&b, graph, from, to, rank, order[rank]);
		if (to != from)
			add_hub_along(&b, reverse, to, from, rank, order[rank]);
	}
	return from->entries + to->entries <= limit;
}

/* ---- how far apart vertices are ------------------------------------------------ */

/* The last vertex that a search from the root settles: none is farther. */
static uint32_t
search_farthest(builder *b, uint32_t root, bool *met)
{
	search_pruned(b, root);
	for (uint32_t i = 0; i < b->settled; i++)
		met[b->order[i]] = true;
	return b->order[b->settled - 1];
}

/* The vertex about half way back to the root of the last search. */
static uint32_t
half_way(const builder *b, uint32_t vertex)
{
	uint32_t half = b->distance[vertex] / 2;

	while (b->distance[vertex] > half)
		vertex = b->parent[vertex];
	return vertex;
}

/* Twice the distance to the farthest from the middle of a component. */
static uint32_t
component_extent(builder *b, uint32_t root, bool *met)
{
	uint32_t end = search_farthest(b, root, met);
	uint32_t extent;

	forget_search(b);
	end = half_way(b, search_farthest(b, end, met));
	forget_search(b);
	end = search_farthest(b, end, met);
	extent = 2 * b->distance[end];
	forget_search(b);
	return extent;
}

/* No two connected vertices are farther apart, nor much less the farthest two. */
uint32_t
fr_graph_extent(const fr_graph *graph, const fr_arena *arena, const fr_poll *poll)
{
	fr_labels none;
	builder b = {
		.graph = graph, .arena = arena, .poll = poll, .labels = &none, .roots = &none};
	bool *met = fr_take(arena, graph->count + 1);
	uint32_t most = 0;

	fr_labels_take(&none, graph->count, arena);
	take_search(&b, graph);
	memset(met, 0, graph->count + 1);
	for (uint32_t v = 0; v < graph->count; v++)
		if (!met[v])
		{
			uint32_t extent = component_extent(&b, v, met);

			most = extent > most ? extent : most;
		}
	return most;
}
