/*
 * top.h - the graph of gates of many tiles (internal)
 */
#ifndef FRINGE_INDEX_TOP_H
#define FRINGE_INDEX_TOP_H

#include "core/index/borders/tiles.h"

/* Some border cells, numbered. */
typedef struct fr_vertices
{
	uint32_t *number; /* by cell; FR_NO_CELL */
	uint32_t *cell;	  /* by number */
	uint32_t count;
	uint32_t room;
} fr_vertices;

/* Edges in any order, some of them twice. */
typedef struct fr_edge
{
	uint32_t from;
	uint32_t to;
	uint32_t weight;
} fr_edge;

typedef struct fr_edges
{
	fr_edge *list;
	size_t count;
	size_t room;
} fr_edges;

/* A graph whose arrays are given back when it is no longer needed. */
typedef struct fr_own_graph
{
	fr_graph graph;
	uint32_t *first;
	uint32_t *to;
	uint32_t *weight;
	size_t room; /* edges */
} fr_own_graph;

fr_vertices fr_vertices_take(const fr_border_build *b, uint32_t room);
void fr_vertices_add(fr_vertices *v, uint32_t cell);
void fr_vertices_release(const fr_border_build *b, fr_vertices *v);

void fr_edges_of_tile(fr_border_build *b, const fr_tile *tile, const fr_vertices *v,
					  fr_edges *edges);
void fr_edges_of_links(const fr_border_build *b, const fr_vertices *v, fr_edges *edges);
void fr_edges_release(const fr_border_build *b, fr_edges *edges);
fr_own_graph fr_edges_graph(const fr_border_build *b, const fr_edges *edges,
							uint32_t vertices, bool reverse);
void fr_own_graph_release(const fr_border_build *b, fr_own_graph *g);

#endif /* FRINGE_INDEX_TOP_H */
