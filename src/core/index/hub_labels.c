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
#include "core/index/index_plan.h"
#include "core/index/vertex_heap.h"

/* ---- samples: shortest-path trees ----------------------------------------------- */

/* A node of a tree.  Trees are stored in preorder, one after another. */
typedef struct sample_node
{
	uint32_t vertex;
	uint32_t parent; /* its position; a root is its own parent */
	uint32_t size;	 /* number of stored nodes of its subtree, itself included */
	uint32_t live;	 /* those that are not cut off; 0: the node is cut off */
	uint32_t next;	 /* position of the next node of the same vertex, or NO_NODE */
} sample_node;

typedef struct samples
{
	uint32_t count;	 /* of vertices */
	uint32_t target; /* trees are added until so many nodes are live */
	uint32_t live;	 /* number of live nodes */
	uint32_t used;	 /* number of nodes */
	uint32_t capacity;
	sample_node *nodes;
	uint32_t *newest; /* by vertex: its last node; `next` leads to the others */
	uint64_t *weight; /* by vertex: the sum of `live` over its nodes */
	bool *taken;	  /* by vertex: it is a hub */
	uint32_t *best;	  /* by group of vertices: the heaviest vertex that is not a hub */
	bool *stale;	  /* by group: `best` is outdated */
	uint32_t *size;	  /* while a tree is added, by vertex: nodes of its subtree, */
	uint32_t *place;  /* its position, */
	uint32_t *free;	  /* and the position of its next child */
	uint32_t *moved;  /* while nodes are compacted, by old position: the new one */
} samples;

#define NO_NODE UINT32_MAX
#define NO_VERTEX UINT32_MAX
#define GROUP 128 /* vertices per entry of `best` and `stale` */

static uint32_t
group_count(const samples *s)
{
	return (s->count + GROUP - 1) / GROUP;
}

/*
 * Nodes that are cut off stay until `compact`. So there is space for a quarter more nodes than
 * the target, and for two trees of all vertices: the last one may exceed the target.
 */
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

/* Writes the node of a vertex whose subtree is s->size[vertex] nodes, all of them live. */
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

/* Adds a tree of `count` vertices: `order` lists them, parents before children. */
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

/* ---- the order of hubs ------------------------------------------------------- */

/* Of two vertices, the heavier one that is not a hub; `best` may be NO_VERTEX. */
static uint32_t
heavier(const samples *s, uint32_t best, uint32_t v)
{
	if (v == NO_VERTEX || s->taken[v])
		return best;
	return best == NO_VERTEX || s->weight[v] > s->weight[best] ? v : best;
}

/* The heaviest vertex that is not a hub.  Looks at all vertices of stale groups only. */
static uint32_t
heaviest(samples *s)
{
	uint32_t best = NO_VERTEX;

	for (uint32_t group = 0; group < group_count(s); group++)
	{
		if (s->stale[group])
		{
			uint32_t first = group * GROUP;
			uint32_t end = first + GROUP < s->count ? first + GROUP : s->count;

			s->best[group] = NO_VERTEX;
			for (uint32_t v = first; v < end; v++)
				s->best[group] = heavier(s, s->best[group], v);
			s->stale[group] = false;
		}
		best = heavier(s, best, s->best[group]);
	}
	return best;
}

/* Cuts off the subtree of a live node, and takes it from the weights of nodes above. */
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

/* Makes the heaviest vertex a hub: its paths are covered, so its subtrees are cut off. */
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

/* ---- pruned searches ----------------------------------------------------------- */

#define NO_DISTANCE UINT32_MAX

typedef struct builder
{
	const fr_graph *graph;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_labels *labels; /* of the vertices that a search settles: it extends them */
	fr_labels *roots;  /* of its root: the same labels if the graph is undirected */
	bool next;		   /* labels store the next vertex on the way to the hub */
	fr_vertex_heap heap;
	uint32_t *distance; /* by vertex, NO_DISTANCE between searches */
	uint32_t *parent;	/* by vertex; the root is its own parent */
	uint32_t *touched;	/* the vertices that the search reached */
	uint32_t touched_count;
	uint32_t *order; /* the vertices that it settled and did not prune */
	uint32_t settled;
	uint32_t *to_root; /* by rank: the distance from the root to its hub, or FR_FAR */
	/* by vertex: of parents on equally short paths, the one with more of this wins; or NULL */
	const uint64_t *favoured;
	uint64_t steps;	 /* of all searches */
	uint64_t random; /* state of the random generator that picks the roots of samples */
	samples samples;
} builder;

/* Relaxes an edge.  The vertex has no smaller distance. */
static void
reach_vertex(builder *b, uint32_t vertex, uint32_t from, uint32_t distance)
{
	if (distance == b->distance[vertex])
	{
		if (b->favoured && b->favoured[from] > b->favoured[b->parent[vertex]] &&
			b->distance[from] < distance) /* so that parents come first in `order` */
			b->parent[vertex] = from;
		return;
	}
	if (b->distance[vertex] == NO_DISTANCE)
	{
		b->touched[b->touched_count++] = vertex;
		__builtin_prefetch(&b->labels->of[vertex]);
	}
	b->distance[vertex] = distance;
	b->parent[vertex] = from;
	fr_vertex_heap_push(&b->heap, distance, vertex);
}

/* Do labels give a distance from the root that is at most this one? */
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
		b->distance[b->touched[i]] = NO_DISTANCE;
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

/*
 * Dijkstra's algorithm from a root, pruned at vertices whose distance labels already give.
 * Fills `order` with the other vertices, nearest first.  Call forget_search before the next
 * search.
 */
static void
search_pruned(builder *b, uint32_t root)
{
	const fr_graph *graph = b->graph;

	note_root(b, root, true);
	b->settled = 0;
	reach_vertex(b, root, root, 0);
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
		for (uint32_t e = graph->first[vertex]; e < graph->first[vertex + 1]; e++)
		{
			uint32_t sum = distance + graph->weight[e];

			if (sum <= b->distance[graph->to[e]]) /* false for most edges */
				reach_vertex(b, graph->to[e], vertex, sum);
		}
	}
	note_root(b, root, false);
}

/* ---- labels ------------------------------------------------------------------ */

/* Makes space for one more hub in a label; next: and for the next vertex on the way to it. */
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

/* Adds a hub to the labels of all vertices that a search from it settles. */
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

/* ---- sampling ------------------------------------------------------------------- */

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

#define ROOT_TRIES 200 /* random roots that add no tree, before add_samples gives up */

/*
 * Sets up a search from the hub, which extends the labels `to` its vertices, or a reverse
 * search, which extends the labels `from` its vertices.
 */
static void
set_direction(builder *b, const fr_label_request *request, bool reverse, fr_labels *from,
			  fr_labels *to)
{
	b->graph = reverse ? request->reverse : request->graph;
	b->roots = reverse ? to : from;
	b->labels = reverse ? from : to;
}

/*
 * Adds shortest-path trees of random roots, without the vertices that labels cover. Stops
 * when enough nodes are live, or when the steps allowed for all samples are spent.
 */
static void
add_samples(builder *b, const fr_label_request *request, fr_labels *from, fr_labels *to,
			uint64_t allowed, uint64_t *spent)
{
	samples *s = &b->samples;
	int tries = ROOT_TRIES;

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
		b->favoured = s->weight;
		search_pruned(b, root);
		b->favoured = NULL;
		if (b->settled > 0)
			add_tree(s, b->order, b->parent, b->settled);
		forget_search(b);
		tries -= b->settled <= 1;
		*spent += b->steps - before;
	}
}

/* ---- labels of a graph ----------------------------------------------------------- */

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
		uint32_t hub;

		fr_progress_count(request->progress, rank, request->hubs);
		if (rank < request->first_count)
		{
			hub = request->first[rank];
			b.samples.taken[hub] = true;
		}
		else
		{
			add_samples(&b, request, from, to, (uint64_t) effort.steps * count, &spent);
			hub = take_heaviest(&b.samples);
		}
		set_direction(&b, request, false, from, to);
		add_hub(&b, rank, hub);
		if (to != from)
		{
			set_direction(&b, request, true, from, to);
			add_hub(&b, rank, hub);
		}
		within = from->entries + (to != from ? to->entries : 0) <= request->limit;
	}
	free_samples(&b.samples, arena);
	free_search(&b, request->graph);
	return within;
}

/* ---- double sweep: a bound of all distances -------------------------------------- */

/* One of the vertices that are farthest from the root: a search settles it last. */
static uint32_t
search_farthest(builder *b, uint32_t root, bool *met)
{
	search_pruned(b, root);
	for (uint32_t i = 0; i < b->settled; i++)
		met[b->order[i]] = true;
	return b->order[b->settled - 1];
}

/*
 * Twice the eccentricity of a vertex near the middle of a component, which no distance in
 * the component exceeds.  The middle of a long shortest path is such a vertex.
 */
static uint32_t
component_extent(builder *b, uint32_t root, bool *met)
{
	uint32_t end = search_farthest(b, root, met);
	uint32_t middle;
	uint32_t half;
	uint32_t extent;

	forget_search(b);
	middle = search_farthest(b, end, met);
	half = b->distance[middle] / 2;
	while (b->distance[middle] > half)
		middle = b->parent[middle];
	forget_search(b);
	end = search_farthest(b, middle, met);
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
	fr_fill(met, 0, graph->count + 1, poll);
	for (uint32_t v = 0; v < graph->count; v++)
		if (!met[v])
		{
			uint32_t extent = component_extent(&b, v, met);

			most = extent > most ? extent : most;
		}
	return most;
}
