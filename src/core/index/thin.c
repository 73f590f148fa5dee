/*
 * thin.c - a graph of some vertices of another, and labels of all by labels of these
 *
 * A search from each kept vertex finds to which others a best way leads over no third.  It
 * stays in the root's region, the vertices that it reaches without passing a kept one: a
 * way that leaves the region and comes back does so over kept vertices, and what is found
 * to be farther than it is by such a way does no harm beside that way's own edges.
 * Those that are kept are its neighbours in the thin graph.  Of those that are not it is a
 * gate.  Every way that leads far from a vertex goes through one of its gates, so its
 * distance to a hub is the least sum over these.
 */
#include "core/index/thin.h"

#include <string.h>

#include "core/base/error.h"
#include "core/index/queue.h"

#define UNREACHED UINT32_MAX

typedef struct thinner
{
	const fr_graph *graph;
	const fr_kept *kept;
	const fr_poll *poll;
	uint64_t steps;
	fr_queue queue;
	uint32_t *region; /* by vertex, the number of the last root whose region it is in */
	uint32_t roots;
	uint32_t *distance; /* by vertex, UNREACHED between searches */
	bool *over;			/* by vertex: a best way to it leads over a kept one */
	uint32_t *touched;
	uint32_t touched_count;
	uint32_t bare;	 /* vertices that are to be settled, and are not over another */
	uint32_t *found; /* those that are settled; distances stay until it is forgotten */
	uint32_t found_count;
} thinner;

static thinner
make_thinner(const fr_graph *graph, const fr_kept *kept, const fr_arena *arena,
			 const fr_poll *poll)
{
	size_t n = graph->count;
	thinner t = {.graph = graph, .kept = kept, .poll = poll};

	t.queue.entries = fr_take(arena, ((size_t) graph->first[n] + 1) * sizeof(uint64_t));
	t.region = fr_take_numbers(arena, n);
	memset(t.region, 0, n * sizeof *t.region);
	t.distance = fr_take_numbers(arena, n);
	t.over = fr_take(arena, n + 1);
	t.touched = fr_take_numbers(arena, n);
	t.found = fr_take_numbers(arena, n);
	memset(t.distance, 0xff, n * sizeof *t.distance);
	return t;
}

/* ---- a search --------------------------------------------------------------- */

static bool
is_kept(const thinner *t, uint32_t vertex)
{
	return t->kept->number[vertex] != FR_NOT_KEPT;
}

static void
enter_region(thinner *t, uint32_t vertex)
{
	if (t->region[vertex] != t->roots)
		t->found[t->found_count++] = vertex;
	t->region[vertex] = t->roots;
}

static void
mark_region(thinner *t, uint32_t root)
{
	const fr_graph *g = t->graph;

	t->roots++;
	t->found_count = 0;
	enter_region(t, root);
	for (uint32_t i = 0; i < t->found_count; i++)
	{
		uint32_t vertex = t->found[i];

		if (i > 0 && is_kept(t, vertex))
			continue;
		for (uint32_t e = g->first[vertex]; e < g->first[vertex + 1]; e++)
			enter_region(t, g->to[e]);
	}
}

static void
reach(thinner *t, uint32_t vertex, uint32_t distance, bool over)
{
	if (distance > t->distance[vertex] || t->region[vertex] != t->roots)
		return;
	if (distance == t->distance[vertex])
	{
		t->bare -= over && !t->over[vertex];
		t->over[vertex] |= over;
		return;
	}
	if (t->distance[vertex] == UNREACHED)
		t->touched[t->touched_count++] = vertex;
	else
		t->bare -= !t->over[vertex];
	t->bare += !over;
	t->distance[vertex] = distance;
	t->over[vertex] = over;
	fr_queue_push(&t->queue, distance, vertex);
}

static void
settle(thinner *t, uint32_t vertex, uint32_t distance)
{
	const fr_graph *g = t->graph;
	bool over = t->over[vertex] || (is_kept(t, vertex) && distance > 0);

	if (!t->over[vertex])
	{
		t->bare--;
		t->found[t->found_count++] = vertex;
	}
	for (uint32_t e = g->first[vertex]; e < g->first[vertex + 1]; e++)
		reach(t, g->to[e], distance + g->weight[e], over);
}

static void
search(thinner *t, uint32_t root)
{
	mark_region(t, root);
	t->queue.count = t->bare = t->found_count = 0;
	reach(t, root, 0, false);
	while (t->bare > 0)
	{
		uint64_t top = fr_queue_pop(&t->queue);
		uint32_t vertex = (uint32_t) top;
		uint32_t distance = (uint32_t) (top >> 32);

		fr_poll_at(t->poll, t->steps++);
		if (distance == t->distance[vertex])
			settle(t, vertex, distance);
	}
}

static void
forget_search(thinner *t)
{
	while (t->touched_count > 0)
		t->distance[t->touched[--t->touched_count]] = UNREACHED;
}

/* ---- the thin graph -------------------------------------------------------------- */

/* From each kept vertex in turn to what its search finds. */
typedef struct edges
{
	const fr_arena *arena;
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	uint32_t used;
	uint32_t room;
} edges;

static edges
make_edges(const fr_kept *kept, const fr_arena *arena)
{
	return (edges){.arena = arena, .first = fr_take_numbers(arena, kept->count)};
}

static void
make_room(edges *e)
{
	edges old = *e;

	e->room = 2 * old.room + 1024;
	e->to = fr_take_numbers(e->arena, e->room);
	e->weight = fr_take_numbers(e->arena, e->room);
	if (old.used > 0)
	{
		memcpy(e->to, old.to, old.used * sizeof *old.to);
		memcpy(e->weight, old.weight, old.used * sizeof *old.weight);
	}
}

static void
add_edge(edges *e, uint32_t to, uint32_t weight)
{
	if (e->used == e->room)
		make_room(e);
	e->to[e->used] = to;
	e->weight[e->used++] = weight;
}

/* What a search has found: neighbours, and vertices that the root is a gate of. */
static void
add_found(const thinner *t, uint32_t root, edges *kept, edges *others)
{
	for (uint32_t i = 0; i < t->found_count; i++)
	{
		uint32_t vertex = t->found[i];
		uint32_t number = t->kept->number[vertex];

		if (number == FR_NOT_KEPT)
			add_edge(others, vertex, t->distance[vertex]);
		else if (vertex != root)
			add_edge(kept, number, t->distance[vertex]);
	}
}

/* Turned around: by vertex its gates. */
static void
sort_gates(const edges *e, const fr_kept *kept, uint32_t vertices, fr_thin *thin)
{
	uint32_t *first = fr_take_numbers(e->arena, (size_t) vertices + 1);

	thin->first = first;
	thin->gate = fr_take_numbers(e->arena, e->used);
	thin->distance = fr_take_numbers(e->arena, e->used);
	memset(first, 0, ((size_t) vertices + 2) * sizeof *first);
	for (uint32_t i = 0; i < e->used; i++)
		first[e->to[i] + 2]++;
	for (uint32_t v = 0; v < vertices; v++)
		first[v + 2] += first[v + 1];
	for (uint32_t number = 0; number < kept->count; number++)
		for (uint32_t i = e->first[number]; i < e->first[number + 1]; i++)
		{
			uint32_t at = first[e->to[i] + 1]++;

			thin->gate[at] = number;
			thin->distance[at] = e->weight[i];
		}
}

fr_thin
fr_graph_thin(const fr_graph *graph, const fr_kept *kept, const fr_arena *arena,
			  const fr_poll *poll)
{
	thinner t = make_thinner(graph, kept, arena, poll);
	edges between = make_edges(kept, arena);
	edges others = make_edges(kept, arena);
	fr_thin thin;

	for (uint32_t i = 0; i < kept->count; i++)
	{
		between.first[i] = between.used;
		others.first[i] = others.used;
		search(&t, kept->vertex[i]);
		add_found(&t, kept->vertex[i], &between, &others);
		forget_search(&t);
	}
	between.first[kept->count] = between.used;
	others.first[kept->count] = others.used;
	thin.graph = (fr_graph){kept->count, between.first, between.to, between.weight};
	sort_gates(&others, kept, graph->count, &thin);
	return thin;
}

/* ---- labels of all vertices -------------------------------------------------------- */

#define SPARE_HUBS 32 /* that later searches may add to a label */

typedef struct spreader
{
	const fr_labels *thin; /* of kept vertices */
	const fr_labels *back; /* the same, the other way */
	uint32_t *distance;	   /* by rank: to the hub over a gate; FR_FAR: no gate has it */
	uint64_t *ranks;	   /* hubs of gates */
	fr_hub *found;		   /* the label, as it is made */
} spreader;

/* Hubs of a gate's label, over the gate. */
static void
note_gate(spreader *s, uint32_t gate, uint32_t to_gate)
{
	const fr_label *label = &s->thin->of[gate];

	for (uint32_t i = 0; i < label->count; i++)
	{
		uint32_t rank = label->hubs[i].rank;
		uint32_t sum = to_gate + label->hubs[i].distance;

		s->ranks[rank / 64] |= UINT64_C(1) << rank % 64;
		if (sum < s->distance[rank])
			s->distance[rank] = sum;
	}
}

/* Is a more important hub on a way to this one that is as short? */
static bool
is_behind(const spreader *s, uint32_t rank)
{
	const fr_label *label = &s->back->of[s->back->order[rank]];

	for (uint32_t i = 0; i + 1 < label->count; i++)
		if (s->distance[label->hubs[i].rank] + label->hubs[i].distance <=
			s->distance[rank])
			return true;
	return false;
}

/* Hubs of gates that are behind no other; how many. */
static uint32_t
find_hubs(spreader *s)
{
	uint32_t count = 0;

	for (uint32_t word = 0; word <= s->thin->count / 64; word++)
		for (uint64_t set = s->ranks[word]; set; set &= set - 1)
		{
			uint32_t rank = word * 64 + (uint32_t) __builtin_ctzll(set);

			if (!is_behind(s, rank))
				s->found[count++] = (fr_hub){rank, s->distance[rank]};
		}
	return count;
}

static void
forget_hubs(spreader *s)
{
	for (uint32_t word = 0; word <= s->thin->count / 64; word++)
	{
		for (uint64_t set = s->ranks[word]; set; set &= set - 1)
			s->distance[word * 64 + (uint32_t) __builtin_ctzll(set)] = FR_FAR;
		s->ranks[word] = 0;
	}
}

static fr_label
label_of(spreader *s, const fr_thin *reverse, uint32_t vertex, const fr_arena *arena)
{
	fr_label label = {0};

	for (uint32_t i = reverse->first[vertex]; i < reverse->first[vertex + 1]; i++)
		note_gate(s, reverse->gate[i], reverse->distance[i]);
	label.count = find_hubs(s);
	forget_hubs(s);
	label.room = label.count + SPARE_HUBS;
	label.hubs = fr_take(arena, label.room * sizeof *label.hubs);
	label.next = fr_take_numbers(arena, label.room);
	memcpy(label.hubs, s->found, label.count * sizeof *label.hubs);
	return label;
}

/*
 * Labels of all vertices of a graph to the hubs of its thin graph's labels, of which `back`
 * are the other way.  `reverse` is of the same graph with its edges reversed: its gates are
 * those on the ways from a vertex.  What is next on the way to a hub is not known.
 */
void
fr_labels_spread(const fr_thin *reverse, const fr_kept *kept, const fr_labels *thin,
				 const fr_labels *back, const fr_arena *arena, const fr_poll *poll,
				 fr_labels *labels)
{
	spreader s = {.thin = thin, .back = back};
	size_t words = (size_t) kept->count / 64 + 1;
	uint32_t vertices = kept->vertices;

	s.distance = fr_take_numbers(arena, kept->count);
	s.ranks = fr_take(arena, words * sizeof *s.ranks);
	s.found = fr_take(arena, ((size_t) kept->count + 1) * sizeof *s.found);
	memset(s.ranks, 0, words * sizeof *s.ranks);
	for (uint32_t rank = 0; rank < kept->count; rank++)
		s.distance[rank] = FR_FAR;
	fr_labels_take(labels, vertices, arena);
	for (uint32_t v = 0; v < vertices; v++)
	{
		uint32_t number = kept->number[v];

		fr_poll_at(poll, v);
		labels->of[v] =
			number == FR_NOT_KEPT ? label_of(&s, reverse, v, arena) : thin->of[number];
		labels->entries += labels->of[v].count;
	}
}
