/*
 * thin.c - a graph of some vertices of another, and labels of all by labels of these
 *
 * A search from a vertex finds its gates: the kept vertices to which a best way leads over
 * no third.  Between kept vertices these are the edges of the thin graph.  From any other
 * vertex every best way that leads far goes through a gate, so its distance to a hub is the
 * least sum over its gates.
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
	const fr_arena *arena;
	const fr_poll *poll;
	uint64_t steps;
	fr_queue queue;
	uint32_t *distance; /* by vertex, UNREACHED between searches */
	bool *over;			/* by vertex: a best way to it leads over a kept one */
	uint32_t *touched;
	uint32_t touched_count;
	uint32_t bare;	/* vertices that are to be settled, and are not over another */
	uint32_t *gate; /* vertices; their distances stay until the search is forgotten */
	uint32_t gates;
} thinner;

static uint32_t *
take_numbers(const fr_arena *arena, size_t count)
{
	return fr_take(arena, (count + 1) * sizeof(uint32_t));
}

static thinner
make_thinner(const fr_graph *graph, const fr_kept *kept, const fr_arena *arena,
			 const fr_poll *poll)
{
	size_t n = graph->count;
	thinner t = {.graph = graph, .kept = kept, .arena = arena, .poll = poll};

	t.queue.entries = fr_take(arena, ((size_t) graph->first[n] + 1) * sizeof(uint64_t));
	t.distance = take_numbers(arena, n);
	t.over = fr_take(arena, n + 1);
	t.touched = take_numbers(arena, n);
	t.gate = take_numbers(arena, n);
	memset(t.distance, 0xff, n * sizeof *t.distance);
	return t;
}

/* ---- a search for gates ------------------------------------------------------- */

static void
reach(thinner *t, uint32_t vertex, uint32_t distance, bool over)
{
	if (distance > t->distance[vertex])
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
	bool is_kept = t->kept->number[vertex] != FR_NOT_KEPT && distance > 0;

	if (!t->over[vertex])
	{
		t->bare--;
		if (is_kept)
			t->gate[t->gates++] = vertex;
	}
	for (uint32_t e = g->first[vertex]; e < g->first[vertex + 1]; e++)
		reach(t, g->to[e], distance + g->weight[e], is_kept || t->over[vertex]);
}

static void
find_gates(thinner *t, uint32_t root)
{
	t->queue.count = t->bare = t->gates = 0;
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

typedef struct edges
{
	uint32_t *to;
	uint32_t *weight;
	uint32_t used;
	uint32_t room;
} edges;

static void
make_room(edges *e, uint32_t count, const fr_arena *arena)
{
	edges old = *e;

	if (e->used + count <= e->room)
		return;
	e->room = 2 * (e->used + count) + 1024;
	e->to = take_numbers(arena, e->room);
	e->weight = take_numbers(arena, e->room);
	if (old.used > 0)
	{
		memcpy(e->to, old.to, old.used * sizeof *old.to);
		memcpy(e->weight, old.weight, old.used * sizeof *old.weight);
	}
}

fr_graph
fr_graph_thin(const fr_graph *graph, const fr_kept *kept, const fr_arena *arena,
			  const fr_poll *poll)
{
	thinner t = make_thinner(graph, kept, arena, poll);
	uint32_t *first = take_numbers(arena, kept->count);
	edges e = {0};

	for (uint32_t i = 0; i < kept->count; i++)
	{
		first[i] = e.used;
		find_gates(&t, kept->vertex[i]);
		make_room(&e, t.gates, arena);
		for (uint32_t k = 0; k < t.gates; k++)
		{
			e.to[e.used] = kept->number[t.gate[k]];
			e.weight[e.used++] = t.distance[t.gate[k]];
		}
		forget_search(&t);
	}
	first[kept->count] = e.used;
	return (fr_graph){kept->count, first, e.to, e.weight};
}

/* ---- labels of all vertices -------------------------------------------------------- */

#define SPARE_HUBS 32 /* that later searches may add to a label */

typedef struct spreader
{
	thinner search;
	const fr_labels *thin; /* of kept vertices */
	const fr_labels *back; /* the same, the other way */
	uint32_t *distance;	   /* by rank: to the hub over a gate; FR_FAR: no gate has it */
	uint64_t *ranks;	   /* hubs of gates */
	fr_hub *found;		   /* the label, as it is made */
} spreader;

/* Hubs of a gate's label, over the gate. */
static void
note_gate(spreader *s, uint32_t gate)
{
	const fr_label *label = &s->thin->of[s->search.kept->number[gate]];
	uint32_t to_gate = s->search.distance[gate];

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
label_of(spreader *s, uint32_t vertex)
{
	thinner *t = &s->search;
	fr_label label = {0};

	find_gates(t, vertex);
	for (uint32_t i = 0; i < t->gates; i++)
		note_gate(s, t->gate[i]);
	forget_search(t);
	label.count = find_hubs(s);
	forget_hubs(s);
	label.room = label.count + SPARE_HUBS;
	label.hubs = fr_take(t->arena, label.room * sizeof *label.hubs);
	label.next = take_numbers(t->arena, label.room);
	memcpy(label.hubs, s->found, label.count * sizeof *label.hubs);
	return label;
}

/*
 * Labels of all vertices to the hubs of the thin graph's labels.  `back` has what these
 * labels have for the graph with its edges reversed.  What is next on the way to a hub is
 * not known.
 */
void
fr_labels_spread(const fr_graph *graph, const fr_kept *kept, const fr_labels *thin,
				 const fr_labels *back, const fr_arena *arena, const fr_poll *poll,
				 fr_labels *labels)
{
	spreader s = {make_thinner(graph, kept, arena, poll), thin, back, NULL, NULL, NULL};

	s.distance = take_numbers(arena, kept->count);
	s.ranks = fr_take(arena, ((size_t) kept->count / 64 + 1) * sizeof *s.ranks);
	s.found = fr_take(arena, ((size_t) kept->count + 1) * sizeof *s.found);
	memset(s.ranks, 0, ((size_t) kept->count / 64 + 1) * sizeof *s.ranks);
	for (uint32_t rank = 0; rank < kept->count; rank++)
		s.distance[rank] = FR_FAR;
	fr_labels_take(labels, graph->count, arena);
	for (uint32_t v = 0; v < graph->count; v++)
	{
		uint32_t number = kept->number[v];

		labels->of[v] = number == FR_NOT_KEPT ? label_of(&s, v) : thin->of[number];
		labels->entries += labels->of[v].count;
	}
}
