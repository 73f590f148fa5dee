/*
 * top.c - the graph of gates of many tiles
 *
 * An edge joins two gates of a tile, unless a third one is on a way inside the tile that is
 * as short; and the ends of a link.
 */
#include "core/index/borders/top.h"

#include <string.h>

#include "core/base/grow.h"

/* ---- vertices ---------------------------------------------------------------------- */

fr_vertices
fr_vertices_take(const fr_border_build *b, uint32_t room)
{
	fr_vertices v = {.room = room};

	v.number = fr_take_numbers(b->arena, b->grid->cells);
	v.cell = fr_take_numbers(b->arena, room);
	memset(v.number, 0xff, b->grid->cells * sizeof *v.number);
	return v;
}

void
fr_vertices_add(fr_vertices *v, uint32_t cell)
{
	v->number[cell] = v->count;
	v->cell[v->count++] = cell;
}

void
fr_vertices_release(const fr_border_build *b, fr_vertices *v)
{
	fr_release_numbers(b->arena, v->number, b->grid->cells);
	fr_release_numbers(b->arena, v->cell, v->room);
}

/* ---- edges --------------------------------------------------------------------------- */

static void
add_edge(const fr_border_build *b, fr_edges *e, fr_edge edge)
{
	if (e->count == e->room)
		e->list =
			fr_grow(b->arena, e->list, sizeof *e->list, e->count, e->count + 1, &e->room);
	e->list[e->count++] = edge;
}

void
fr_edges_release(const fr_border_build *b, fr_edges *edges)
{
	fr_release(b->arena, edges->list, edges->room * sizeof *edges->list);
}

/* The vertices among a tile's gates, and costs between them: by start, and by end. */
typedef struct between
{
	uint32_t *gate;
	uint32_t count;
	uint32_t lanes;
	int32_t *from; /* a row for each start, with no cost to itself: it is no third */
	int32_t *to;
} between;

static size_t
rows_size(const between *w)
{
	return ((size_t) w->count * w->lanes * FR_LANE + 1) * sizeof(int32_t);
}

static void
fill_row(const between *w, const fr_tile *t, uint32_t i, int32_t *from, int32_t *to)
{
	fr_no_costs(from, w->lanes * FR_LANE);
	fr_no_costs(to, w->lanes * FR_LANE);
	for (uint32_t k = 0; k < w->count; k++)
	{
		if (k == i)
			continue;
		from[k] = t->between[(size_t) w->gate[i] * t->gates + w->gate[k]];
		to[k] = t->between[(size_t) w->gate[k] * t->gates + w->gate[i]];
	}
}

static between
take_between(const fr_border_build *b, const fr_tile *t, const fr_vertices *v)
{
	between w = {.gate = fr_take_numbers(b->arena, t->gates)};

	for (uint32_t gate = 0; gate < t->gates; gate++)
		if (v->number[t->cell[gate]] != FR_NO_CELL)
			w.gate[w.count++] = gate;
	w.lanes = fr_lanes(w.count);
	w.from = fr_take(b->arena, rows_size(&w));
	w.to = fr_take(b->arena, rows_size(&w));
	for (uint32_t i = 0; i < w.count; i++)
		fill_row(&w, t, i, w.from + (size_t) i * w.lanes * FR_LANE,
				 w.to + (size_t) i * w.lanes * FR_LANE);
	return w;
}

static void
release_between(const fr_border_build *b, const fr_tile *t, between *w)
{
	fr_release(b->arena, w->to, rows_size(w));
	fr_release(b->arena, w->from, rows_size(w));
	fr_release_numbers(b->arena, w->gate, t->gates);
}

/* The edges of a tile between vertices that are its gates. */
void
fr_edges_of_tile(fr_border_build *b, const fr_tile *tile, const fr_vertices *v,
				 fr_edges *edges)
{
	between w = take_between(b, tile, v);

	for (uint32_t i = 0; i < w.count; i++)
	{
		const int32_t *from = w.from + (size_t) i * w.lanes * FR_LANE;

		fr_border_poll(b);
		for (uint32_t k = 0; k < w.count; k++)
			if (from[k] < (int32_t) b->top &&
				!b->minplus->is_over_third(from, w.to + (size_t) k * w.lanes * FR_LANE,
										   w.lanes, from[k]))
				add_edge(b, edges,
						 (fr_edge){v->number[tile->cell[w.gate[i]]],
								   v->number[tile->cell[w.gate[k]]], (uint32_t) from[k]});
	}
	release_between(b, tile, &w);
}

/* Links between vertices, which all their ends are. */
void
fr_edges_of_links(const fr_border_build *b, const fr_vertices *v, fr_edges *edges)
{
	const fr_links *links = b->grid->links;
	fr_hop_prices prices = fr_frame_prices(b);

	for (uint32_t i = 0; links && i < links->count; i++)
	{
		const fr_hop *hop = &links->ahead.at[i];
		uint32_t cost = fr_hop_price(&prices, hop->cost);

		fr_poll_at(b->poll, i);
		if (cost != FR_NO_HOP)
			add_edge(b, edges, (fr_edge){v->number[hop->from], v->number[hop->to], cost});
	}
}

/* ---- the graph -------------------------------------------------------------------------- */

static fr_edge
reversed(fr_edge edge, bool reverse)
{
	return reverse ? (fr_edge){edge.to, edge.from, edge.weight} : edge;
}

/* first[v + 1] becomes where those of v begin. */
static void
count_edges(const fr_edges *edges, uint32_t vertices, bool reverse, uint32_t *first)
{
	memset(first, 0, ((size_t) vertices + 2) * sizeof *first);
	for (size_t i = 0; i < edges->count; i++)
		first[reversed(edges->list[i], reverse).from + 2]++;
	for (uint32_t v = 0; v < vertices; v++)
		first[v + 2] += first[v + 1];
}

/* Of edges that are there more than once, the shortest is kept. */
static void
drop_doubles(const fr_border_build *b, fr_own_graph *g, uint32_t vertices)
{
	uint32_t *at =
		fr_take_numbers(b->arena, vertices); /* of the edge to it, and one more */
	uint32_t begin = 0;
	uint32_t kept = 0;

	memset(at, 0, vertices * sizeof *at);
	for (uint32_t v = 0; v < vertices; v++)
	{
		uint32_t end = g->first[v + 1];
		uint32_t own = kept;

		for (uint32_t e = begin; e < end; e++)
		{
			uint32_t *same = &at[g->to[e]];

			if (*same <= own)
			{
				g->to[kept] = g->to[e];
				g->weight[kept++] = g->weight[e];
				*same = kept;
			}
			else if (g->weight[e] < g->weight[*same - 1])
				g->weight[*same - 1] = g->weight[e];
		}
		g->first[v] = own;
		begin = end;
	}
	g->first[vertices] = kept;
	fr_release_numbers(b->arena, at, vertices);
}

/* The graph of the edges, or with all of them reversed. */
fr_own_graph
fr_edges_graph(const fr_border_build *b, const fr_edges *edges, uint32_t vertices,
			   bool reverse)
{
	fr_own_graph g = {.room = edges->count};

	g.first = fr_take_numbers(b->arena, (size_t) vertices + 1);
	g.to = fr_take_numbers(b->arena, g.room);
	g.weight = fr_take_numbers(b->arena, g.room);
	count_edges(edges, vertices, reverse, g.first);
	for (size_t i = 0; i < edges->count; i++)
	{
		fr_edge edge = reversed(edges->list[i], reverse);
		uint32_t at = g.first[edge.from + 1]++;

		g.to[at] = edge.to;
		g.weight[at] = edge.weight;
	}
	drop_doubles(b, &g, vertices);
	g.graph = (fr_graph){vertices, g.first, g.to, g.weight};
	return g;
}

void
fr_own_graph_release(const fr_border_build *b, fr_own_graph *g)
{
	fr_release_numbers(b->arena, g->first, (size_t) g->graph.count + 1);
	fr_release_numbers(b->arena, g->to, g->room);
	fr_release_numbers(b->arena, g->weight, g->room);
}
