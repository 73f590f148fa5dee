/*
 * graph.c - the graph of subgoals that see each other
 *
 * An edge may be found from either end, from both, or from one more than once: each
 * is written down at both ends, and what is there twice is left out afterwards.
 */
#include "core/index/subgoals/graph.h"

#include <string.h>

#include "core/base/error.h"

typedef struct sight
{
	const fr_subgoals *subgoals;
	const fr_poll *poll;
	uint32_t *found; /* by the last scan, as numbers */
	uint32_t *first; /* by subgoal */
	uint32_t *to;	 /* NULL while edges are counted */
} sight;

/* The subgoals that one sees and to which paths go on from it; how many. */
static uint32_t
look_around(sight *g, uint32_t from)
{
	const fr_subgoals *s = g->subgoals;
	uint32_t count = fr_subgoals_scan(s, s->cell[from], g->found);
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++)
		if (fr_subgoals_leaves(s, s->cell[from], g->found[i]))
			g->found[kept++] = s->number[g->found[i]];
	return kept;
}

/* first[v] counts the ends at v, or where `to` is there goes on as they are written. */
static void
note_edges(sight *g)
{
	for (uint32_t from = 0; from < g->subgoals->count; from++)
	{
		uint32_t count = look_around(g, from);

		fr_poll_at(g->poll, from);
		for (uint32_t i = 0; i < count; i++)
		{
			uint32_t a = g->first[from]++;
			uint32_t b = g->first[g->found[i]]++;

			if (g->to == NULL)
				continue;
			g->to[a] = g->found[i];
			g->to[b] = from;
		}
	}
}

/* Counts become positions, each of the first of its ends. */
static uint32_t
sum_counts(uint32_t *counts, uint32_t count)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
	{
		uint32_t here = counts[i];

		counts[i] = sum;
		sum += here;
	}
	return sum;
}

/* Leaves doubles out; first[v] is where the ends at v end, before, and where they begin, after. */
static void
drop_doubles(sight *g, uint32_t *last)
{
	uint32_t count = g->subgoals->count;
	uint32_t begin = 0;
	uint32_t kept = 0;

	memset(last, 0xff, count * sizeof *last);
	for (uint32_t v = 0; v < count; v++)
	{
		uint32_t end = g->first[v];

		g->first[v] = kept;
		for (uint32_t e = begin; e < end; e++)
			if (last[g->to[e]] != v)
			{
				last[g->to[e]] = v;
				g->to[kept++] = g->to[e];
			}
		begin = end;
	}
	g->first[count] = kept;
}

/* The graph, still without weights. */
fr_graph
fr_subgoals_graph(const fr_subgoals *s, const fr_arena *arena, const fr_poll *poll)
{
	size_t count = s->count;
	sight g = {.subgoals = s, .poll = poll};
	uint32_t ends;

	g.found = fr_take(arena, fr_subgoals_most(s) * sizeof *g.found);
	g.first = fr_take(arena, (count + 1) * sizeof *g.first);
	memset(g.first, 0, (count + 1) * sizeof *g.first);
	note_edges(&g);
	ends = sum_counts(g.first, s->count);
	g.to = fr_take(arena, ends * sizeof *g.to);
	note_edges(&g);
	drop_doubles(&g, fr_take(arena, count * sizeof(uint32_t)));
	return (fr_graph){s->count, g.first, g.to, NULL};
}

/* The graph with the costs of its edges. */
fr_graph
fr_subgoals_weigh(const fr_subgoals *s, const fr_graph *graph, fr_index_units units,
				  const fr_arena *arena, const fr_poll *poll)
{
	uint32_t *weight = fr_take(arena, graph->first[graph->count] * sizeof *weight);

	for (uint32_t v = 0; v < graph->count; v++)
	{
		fr_cell from = fr_padded_cell(s, s->cell[v]);

		fr_poll_at(poll, v);
		for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
		{
			fr_cell to = fr_padded_cell(s, s->cell[graph->to[e]]);

			weight[e] = fr_octile(units, to.x - from.x, to.y - from.y);
		}
	}
	return (fr_graph){graph->count, graph->first, graph->to, weight};
}

/* ---- links of the map ---------------------------------------------------- */

/* The subgoal in a cell. */
static uint32_t
subgoal_in(const fr_subgoals *s, uint32_t cell)
{
	return s->number[fr_padded(s, cell % s->width, cell / s->width)];
}

/* A graph that is copied, with links. */
typedef struct joint
{
	const fr_subgoals *subgoals;
	const fr_hop_prices *prices;
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	uint32_t edges; /* so far */
	uint32_t hops;
} joint;

static void
add_edge(joint *j, uint32_t to, uint32_t weight)
{
	j->to[j->edges] = to;
	j->weight[j->edges++] = weight;
}

/* Those that begin at a subgoal: the next ones, since both are in the order of cells. */
static void
add_hops(joint *j, uint32_t v)
{
	const fr_links *links = j->subgoals->links;

	for (; j->hops < links->count; j->hops++)
	{
		const fr_hop *hop = &links->ahead.at[j->hops];
		uint32_t price = fr_hop_price(j->prices, hop->cost);

		if (subgoal_in(j->subgoals, hop->from) != v)
			return;
		if (price != FR_NO_HOP)
			add_edge(j, subgoal_in(j->subgoals, hop->to), price);
	}
}

/* The graph, which has weights, and an edge for each link. */
fr_graph
fr_subgoals_link(const fr_subgoals *s, const fr_graph *graph, const fr_hop_prices *prices,
				 const fr_arena *arena, const fr_poll *poll)
{
	size_t room = (size_t) graph->first[graph->count] + s->links->count;
	joint j = {.subgoals = s, .prices = prices};

	j.first = fr_take(arena, ((size_t) graph->count + 1) * sizeof *j.first);
	j.to = fr_take(arena, room * sizeof *j.to);
	j.weight = fr_take(arena, room * sizeof *j.weight);
	for (uint32_t v = 0; v < graph->count; v++)
	{
		fr_poll_at(poll, v);
		j.first[v] = j.edges;
		for (uint32_t e = graph->first[v]; e < graph->first[v + 1]; e++)
			add_edge(&j, graph->to[e], graph->weight[e]);
		add_hops(&j, v);
	}
	j.first[graph->count] = j.edges;
	return (fr_graph){graph->count, j.first, j.to, j.weight};
}
