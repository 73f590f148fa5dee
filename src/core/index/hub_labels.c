/*
 * hub_labels.c - hub labels by pruned searches, the most important hubs first
 *
 * Pruned landmark labelling (Akiba, Iwata and Yoshida 2013).  In order of rank, each hub
 * runs a Dijkstra search that adds the hub to the labels of the vertices it settles.
 * The search prunes vertices whose distance the labels of earlier hubs already give.
 *
 * Invariant: after r hubs, labels give the distance of every pair of vertices that has
 * one of the first r hubs on a shortest path.
 *
 * The order of hubs decides how long labels get.  It comes from sampled shortest-path
 * trees (Delling, Goldberg, Pajor and Werneck 2014, "Robust distance queries").  The
 * next hub is the vertex with the most descendants in all trees.  Its paths are covered
 * from then on, so its subtrees are cut off.
 *
 * Invariants: a node that is cut off, and all nodes below it, have live = 0.  Any other
 * node has `live` live nodes in its subtree, itself included.  The weight of a vertex is
 * the sum of `live` over its nodes.
 */
#include "core/index/hub_labels.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/random.h"
#include "core/index/vertex_heap.h"

/* ---- the order of hubs: samples of shortest paths ------------------------------- */

/* A node of a tree.  Trees are stored in preorder, one after another. */
typedef struct sample_node
{
	uint32_t vertex;
	uint32_t parent; /* its position; a root is its own parent */
	uint32_t size;	 /* nodes of its subtree, as stored */
	uint32_t live;	 /* nodes of its subtree that are not cut off; 0: this one is */
	uint32_t next;	 /* the next node of the same vertex */
} sample_node;

typedef struct samples
{
	uint32_t count;	 /* vertices */
	uint32_t target; /* live nodes wanted */
	uint32_t live;
	uint32_t used;
	uint32_t capacity;
	sample_node *nodes;
	uint32_t *newest; /* by vertex, its latest node */
	uint64_t *weight; /* by vertex, the sum of `live` over its nodes */
	bool *taken;	  /* by vertex: it is a hub */
	uint32_t *best;	  /* by group of vertices, the heaviest vertex that is no hub */
	bool *stale;	  /* by group: `best` is outdated */
	uint32_t *size;	  /* while a tree is added, by vertex: nodes of its subtree, */
	uint32_t *place;  /* its position, */
	uint32_t *free;	  /* and the position of its next child */
	uint32_t *moved;  /* by old position, the new one */
} samples;

#define NO_NODE UINT32_MAX
#define GROUP 128 /* vertices */

static uint32_t
group_count(const samples *s)
{
	return (s->count + GROUP - 1) / GROUP;
}

/* Allocates a quarter more nodes than wanted, and space for two largest trees. */
static void
init_samples(samples *s, uint32_t vertices, uint32_t target, const fr_arena *arena)
{
	size_t n = vertices;

	*s = (samples){.count = vertices, .target = target};
	s->capacity = target + target / 4 + 2 * vertices;
	s->nodes = fr_arena_alloc(arena, s->capacity * sizeof *s->nodes);
	s->newest = fr_arena_alloc(arena, n * sizeof *s->newest);
	s->weight = fr_arena_alloc(arena, n * sizeof *s->weight);
	s->taken = fr_arena_alloc(arena, n * sizeof *s->taken);
	s->best = fr_arena_alloc(arena, group_count(s) * sizeof *s->best);
	s->stale = fr_arena_alloc(arena, group_count(s) * sizeof *s->stale);
	s->size = fr_arena_alloc(arena, n * sizeof *s->size);
	s->place = fr_arena_alloc(arena, n * sizeof *s->place);
	s->free = fr_arena_alloc(arena, n * sizeof *s->free);
	s->moved = fr_arena_alloc(arena, s->capacity * sizeof *s->moved);
	memset(s->newest, 0xff, n * sizeof *s->newest);
	memset(s->weight, 0, n * sizeof *s->weight);
	memset(s->taken, 0, n * sizeof *s->taken);
	memset(s->stale, 1, group_count(s) * sizeof *s->stale);
}

static void
free_samples(samples *s, const fr_arena *arena)
{
	size_t n = s->count;

	fr_arena_free(arena, s->nodes, s->capacity * sizeof *s->nodes);
	fr_arena_free(arena, s->newest, n * sizeof *s->newest);
	fr_arena_free(arena, s->weight, n * sizeof *s->weight);
	fr_arena_free(arena, s->taken, n * sizeof *s->taken);
	fr_arena_free(arena, s->best, group_count(s) * sizeof *s->best);
	fr_arena_free(arena, s->stale, group_count(s) * sizeof *s->stale);
	fr_arena_free(arena, s->size, n * sizeof *s->size);
	fr_arena_free(arena, s->place, n * sizeof *s->place);
	fr_arena_free(arena, s->free, n * sizeof *s->free);
	fr_arena_free(arena, s->moved, s->capacity * sizeof *s->moved);
}

static void
change_weight(samples *s, uint32_t vertex, uint64_t by)
{
	s->weight[vertex] += by;
	s->stale[vertex / GROUP] = true;
}

/* ---- adding a tree --------------------------------------------------------- */

/* Removes the nodes that are cut off; the rest stays in preorder. */
static void
compact(samples *s)
{
	uint32_t kept = 0;

	memset(s->newest, 0xff, s->count * sizeof *s->newest);
	for (uint32_t i = 0; i < s->used; i++)
		if (s->nodes[i].live > 0)
		{
			sample_node *node = &s->nodes[kept];

			*node = s->nodes[i];
			s->moved[i] = kept;
			node->parent = s->moved[node->parent];
			node->size = node->live;
			node->next = s->newest[node->vertex];
			s->newest[node->vertex] = kept++;
		}
	s->used = kept;
}

static void
add_node(samples *s, uint32_t vertex, uint32_t parent, uint32_t at)
{
	s->place[vertex] = at;
	s->free[vertex] = at + 1;
	s->nodes[at] = (sample_node){vertex, parent, s->size[vertex], s->size[vertex],
								 s->newest[vertex]};
	s->newest[vertex] = at;
	change_weight(s, vertex, s->size[vertex]);
}

/* Adds a tree: its vertices, parents before children, and the parent of each vertex. */
static void
add_tree(samples *s, const uint32_t *order, const uint32_t *parent, uint32_t count)
{
	if (s->used + count > s->capacity)
		compact(s);
	for (uint32_t i = 0; i < count; i++)
		s->size[order[i]] = 1;
	for (uint32_t i = count; i-- > 1;)
		s->size[parent[order[i]]] += s->size[order[i]];
	add_node(s, order[0], s->used, s->used);
	for (uint32_t i = 1; i < count; i++)
	{
		uint32_t above = parent[order[i]];
		uint32_t at = s->free[above];

		s->free[above] += s->size[order[i]];
		add_node(s, order[i], s->place[above], at);
	}
	s->used += count;
	s->live += count;
}

/* ---- the next hub ----------------------------------------------------------- */

/* Finds the heaviest vertex of a group that is no hub. */
static void
find_best(samples *s, uint32_t group)
{
	uint32_t end = group * GROUP + GROUP < s->count ? group * GROUP + GROUP : s->count;
	uint32_t best = NO_NODE;

	for (uint32_t v = group * GROUP; v < end; v++)
		if (!s->taken[v] && (best == NO_NODE || s->weight[v] > s->weight[best]))
			best = v;
	s->best[group] = best;
	s->stale[group] = false;
}

static uint32_t
heaviest(samples *s)
{
	uint32_t best = NO_NODE;

	for (uint32_t group = 0; group < group_count(s); group++)
	{
		uint32_t v;

		if (s->stale[group])
			find_best(s, group);
		v = s->best[group];
		if (v != NO_NODE && (best == NO_NODE || s->weight[v] > s->weight[best]))
			best = v;
	}
	return best;
}

/* Cuts the subtree of a live node off. */
static void
cut_off(samples *s, uint32_t at)
{
	uint32_t live = s->nodes[at].live;
	uint32_t end = at + s->nodes[at].size;

	for (uint32_t i = at; s->nodes[i].parent != i;)
	{
		i = s->nodes[i].parent;
		s->nodes[i].live -= live;
		change_weight(s, s->nodes[i].vertex, -(uint64_t) live);
	}
	for (uint32_t i = at; i < end; i++)
	{
		if (s->nodes[i].live > 0)
			change_weight(s, s->nodes[i].vertex, -(uint64_t) s->nodes[i].live);
		s->nodes[i].live = 0;
	}
	s->live -= live;
}

/* The next hub.  May be called once for each vertex. */
static uint32_t
take_heaviest(samples *s)
{
	uint32_t vertex = heaviest(s);

	s->taken[vertex] = true;
	s->stale[vertex / GROUP] = true;
	for (uint32_t at = s->newest[vertex]; at != NO_NODE; at = s->nodes[at].next)
		if (s->nodes[at].live > 0)
			cut_off(s, at);
	return vertex;
}

#define UNREACHED UINT32_MAX
#define NO_VERTEX UINT32_MAX

/* ---- searches ---------------------------------------------------------------- */

typedef struct builder
{
	const fr_graph *graph;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_labels *labels; /* that searches extend */
	fr_labels *roots;  /* of roots; the same labels if the graph is undirected */
	bool next;		   /* labels have the next vertex */
	fr_vertex_heap heap;
	uint32_t *distance; /* by vertex, UNREACHED between searches */
	uint32_t *parent;	/* by vertex; the root is its own parent */
	uint32_t *touched;	/* reached vertices */
	uint32_t touched_count;
	uint32_t *order; /* settled vertices that are not pruned */
	uint32_t settled;
	uint32_t *to_root; /* by rank, the root's distance to the hub; FR_FAR elsewhere */
	const uint64_t *
		favoured; /* by vertex: break ties between parents towards larger values; or NULL */
	uint64_t steps; /* of all searches */
	uint64_t random;
	samples samples;
} builder;

/* Relaxes an edge.  The vertex was reached by no less before. */
static void
search_reach(builder *b, uint32_t vertex, uint32_t from, uint32_t distance)
{
	if (distance == b->distance[vertex])
	{
		if (b->favoured && b->favoured[from] > b->favoured[b->parent[vertex]] &&
			b->distance[from] < distance) /* so that parents come first in `order` */
			b->parent[vertex] = from;
		return;
	}
	if (b->distance[vertex] == UNREACHED)
	{
		b->touched[b->touched_count++] = vertex;
		__builtin_prefetch(&b->labels->of[vertex]);
	}
	b->distance[vertex] = distance;
	b->parent[vertex] = from;
	fr_vertex_heap_push(&b->heap, distance, vertex);
}

/*
 * Tests the distance before the call: most edges lead to vertices that are already
 * nearer.
 */
static void
reach_neighbours(builder *b, uint32_t vertex, uint32_t distance)
{
	const fr_graph *graph = b->graph;
	const uint32_t *reached = b->distance;
	uint32_t end = graph->first[vertex + 1];

	for (uint32_t e = graph->first[vertex]; e < end; e++)
		if (distance + graph->weight[e] <= reached[graph->to[e]])
			search_reach(b, graph->to[e], vertex, distance + graph->weight[e]);
}

/* Do labels give a distance from the root that is no longer? */
static bool
is_covered(const builder *b, uint32_t vertex, uint32_t distance)
{
	const fr_label *label = &b->labels->of[vertex];

	for (uint32_t i = 0; i < label->count; i++)
		if (b->to_root[label->hubs[i].rank] + label->hubs[i].distance <= distance)
			return true;
	return false;
}

/* Writes the root's label to `to_root`, or clears it. */
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

#define LABEL_PREFETCH 24 /* hubs: three cache lines */

/* Prefetches data of the next vertex of the heap. */
static void
prefetch_next(const builder *b)
{
	uint32_t vertex = (uint32_t) b->heap.entries[0];
	uint32_t edge = b->graph->first[vertex];
	const fr_hub *hubs = b->labels->of[vertex].hubs;

	for (uint32_t i = 0; hubs && i < LABEL_PREFETCH; i += 8)
		__builtin_prefetch(hubs + i);
	__builtin_prefetch(b->graph->to + edge);
	__builtin_prefetch(b->graph->weight + edge);
}

/* Fills `order` with the vertices that labels do not cover yet, nearest first. */
static void
search_pruned(builder *b, uint32_t root)
{
	note_root(b, root, true);
	b->settled = 0;
	search_reach(b, root, root, 0);
	while (b->heap.count > 0)
	{
		uint64_t top = fr_vertex_heap_pop(&b->heap);
		uint32_t vertex = (uint32_t) top;
		uint32_t distance = (uint32_t) (top >> 32);

		fr_poll_at(b->poll, b->steps++);
		if (b->heap.count > 0)
			prefetch_next(b);
		if (distance != b->distance[vertex] || is_covered(b, vertex, distance))
			continue;
		b->order[b->settled++] = vertex;
		reach_neighbours(b, vertex, distance);
	}
	note_root(b, root, false);
}

/* ---- labels ------------------------------------------------------------------ */

/* Makes space for one more hub. */
void
fr_label_grow(fr_label *label, bool next, const fr_arena *arena)
{
	size_t capacity = label->capacity;
	size_t wanted = (size_t) label->count + 1;

	if (next)
		label->next = fr_grow(arena, label->next, sizeof *label->next, label->count,
							  wanted, &capacity);
	label->hubs = fr_grow(arena, label->hubs, sizeof *label->hubs, label->count, wanted,
						  &label->capacity);
}

static void
add_hub(builder *b, uint32_t rank, uint32_t root)
{
	search_pruned(b, root);
	for (uint32_t i = 0; i < b->settled; i++)
	{
		uint32_t vertex = b->order[i];
		fr_label *label = &b->labels->of[vertex];

		if (label->count == label->capacity)
			fr_label_grow(label, b->next, b->arena);
		if (b->next)
			label->next[label->count] = b->parent[vertex];
		label->hubs[label->count++] = (fr_hub){rank, b->distance[vertex]};
	}
	b->labels->entries += b->settled;
	b->labels->order[rank] = root;
	b->labels->rank[root] = rank;
	forget_search(b);
}

/* ---- the order of hubs ---------------------------------------------------------- */

/*
 * Fewer samples make labels longer, up to twice as long on maps of rooms.  Large mazes
 * need fewer.
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

#define TRIES 200 /* roots without uncovered vertices, before the next hub is taken */

/*
 * Searches go along the edges from the roots of one kind of labels, and extend the other
 * kind.
 */
static void
set_direction(builder *b, const fr_label_request *request, bool reverse, fr_labels *from,
			  fr_labels *to)
{
	b->graph = reverse ? request->reverse : request->graph;
	b->roots = reverse ? to : from;
	b->labels = reverse ? from : to;
}

/* Adds the shortest-path tree of a root, without the vertices that labels cover. */
static void
add_sample(builder *b, uint32_t root)
{
	b->favoured = b->samples.weight;
	search_pruned(b, root);
	b->favoured = NULL;
	if (b->settled > 0)
		add_tree(&b->samples, b->order, b->parent, b->settled);
	forget_search(b);
}

/* Adds trees until enough nodes are live, or until all steps for samples are spent. */
static void
add_samples(builder *b, const fr_label_request *request, fr_labels *from, fr_labels *to,
			uint64_t allowed, uint64_t *spent)
{
	samples *s = &b->samples;
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
		set_direction(b, request, to != from && fr_random_below(&b->random, 2), from, to);
		add_sample(b, root);
		tries -= b->settled <= 1;
		*spent += b->steps - before;
	}
}

/* ---- all of it ------------------------------------------------------------------- */

void
fr_labels_init(fr_labels *labels, size_t n, const fr_arena *arena)
{
	*labels = (fr_labels){.count = (uint32_t) n};
	labels->of = fr_arena_alloc(arena, (n + 1) * sizeof *labels->of);
	memset(labels->of, 0, (n + 1) * sizeof *labels->of);
	labels->order = fr_arena_alloc_numbers(arena, n);
	labels->rank = fr_arena_alloc_numbers(arena, n);
}

void
fr_labels_free(fr_labels *labels, const fr_arena *arena)
{
	for (uint32_t v = 0; v < labels->count; v++)
	{
		const fr_label *label = &labels->of[v];

		fr_arena_free(arena, label->hubs, label->capacity * sizeof *label->hubs);
		fr_arena_free(arena, label->next, label->capacity * sizeof *label->next);
	}
	fr_arena_free(arena, labels->of, ((size_t) labels->count + 1) * sizeof *labels->of);
	fr_arena_free_numbers(arena, labels->order, labels->count);
	fr_arena_free_numbers(arena, labels->rank, labels->count);
}

static size_t
heap_size(const fr_graph *graph)
{
	return ((size_t) graph->first[graph->count] + 1) * sizeof(uint64_t);
}

static void
init_search(builder *b, const fr_graph *graph)
{
	size_t n = graph->count;

	b->heap.entries = fr_arena_alloc(b->arena, heap_size(graph));
	b->distance = fr_arena_alloc_numbers(b->arena, n);
	b->parent = fr_arena_alloc_numbers(b->arena, n);
	b->touched = fr_arena_alloc_numbers(b->arena, n);
	b->order = fr_arena_alloc_numbers(b->arena, n);
	b->to_root = fr_arena_alloc_numbers(b->arena, n);
	memset(b->distance, 0xff, n * sizeof *b->distance);
	for (size_t i = 0; i < n; i++)
		b->to_root[i] = FR_FAR;
}

static void
free_search(builder *b, const fr_graph *graph)
{
	fr_arena_free(b->arena, b->heap.entries, heap_size(graph));
	fr_arena_free_numbers(b->arena, b->distance, graph->count);
	fr_arena_free_numbers(b->arena, b->parent, graph->count);
	fr_arena_free_numbers(b->arena, b->touched, graph->count);
	fr_arena_free_numbers(b->arena, b->order, graph->count);
	fr_arena_free_numbers(b->arena, b->to_root, graph->count);
}

/* The next hub: a requested first one, or the heaviest vertex of the samples. */
static uint32_t
choose_hub(builder *b, const fr_label_request *request, uint32_t rank)
{
	if (rank >= request->first_count)
		return take_heaviest(&b->samples);
	b->samples.taken[request->first[rank]] = true;
	return request->first[rank];
}

/*
 * Adds a hub to the labels of the vertices that reach it, and of those that it reaches.
 */
static void
add_hub_both_ways(builder *b, const fr_label_request *request, uint32_t rank,
				  uint32_t root, fr_labels *from, fr_labels *to)
{
	set_direction(b, request, false, from, to);
	add_hub(b, rank, root);
	if (to == from)
		return;
	set_direction(b, request, true, from, to);
	add_hub(b, rank, root);
}

bool
fr_labels_build(const fr_label_request *request, const fr_arena *arena,
				const fr_poll *poll, fr_labels *from, fr_labels *to)
{
	uint32_t count = request->graph->count;
	fr_label_effort effort =
		request->effort.nodes ? request->effort : usual_effort(count);
	builder b = {.arena = arena, .poll = poll, .next = request->next};
	uint64_t spent = 0;
	bool within = true;

	fr_labels_init(from, count, arena);
	if (to != from)
		fr_labels_init(to, count, arena);
	init_search(&b, request->graph);
	init_samples(&b.samples, count, effort.nodes * count, arena);
	for (uint32_t rank = 0; rank < request->hubs && within; rank++)
	{
		if (rank >= request->first_count)
			add_samples(&b, request, from, to, (uint64_t) effort.steps * count, &spent);
		add_hub_both_ways(&b, request, rank, choose_hub(&b, request, rank), from, to);
		within = from->entries + (to != from ? to->entries : 0) <= request->limit;
	}
	free_samples(&b.samples, arena);
	free_search(&b, request->graph);
	return within;
}

/* ---- how far apart vertices are ------------------------------------------------ */

/* The last vertex that a search from the root settles, which is one of the farthest. */
static uint32_t
search_farthest(builder *b, uint32_t root, bool *met)
{
	search_pruned(b, root);
	for (uint32_t i = 0; i < b->settled; i++)
		met[b->order[i]] = true;
	return b->order[b->settled - 1];
}

/* The vertex about half way from the last search's root. */
static uint32_t
half_way(const builder *b, uint32_t vertex)
{
	uint32_t half = b->distance[vertex] / 2;

	while (b->distance[vertex] > half)
		vertex = b->parent[vertex];
	return vertex;
}

/* Twice the distance to the vertex that is farthest from the middle of a component. */
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

uint32_t
fr_graph_extent(const fr_graph *graph, const fr_arena *arena, const fr_poll *poll)
{
	fr_labels none;
	builder b = {
		.graph = graph, .arena = arena, .poll = poll, .labels = &none, .roots = &none};
	bool *met = fr_arena_alloc(arena, graph->count + 1);
	uint32_t most = 0;

	fr_labels_init(&none, graph->count, arena);
	init_search(&b, graph);
	memset(met, 0, graph->count + 1);
	for (uint32_t v = 0; v < graph->count; v++)
		if (!met[v])
		{
			uint32_t extent = component_extent(&b, v, met);

			most = extent > most ? extent : most;
		}
	return most;
}
