/*
 * hub_labels.h - hub labels: distances between any two vertices of a graph (internal)
 *
 * A label of a vertex is a list of hubs with their distances.  Any two connected
 * vertices share a hub that lies on a shortest path between them (the 2-hop cover
 * property).  So their distance is the least sum over the hubs that both labels have.
 *
 * This file knows nothing of grids.  Edges may weigh nothing.  In a directed graph a
 * vertex has two labels, one of distances to hubs and one of distances from hubs.
 */
#ifndef FRINGE_HUB_LABELS_H
#define FRINGE_HUB_LABELS_H

#include "core/index/index.h"

/* Neighbours of vertex v are to[first[v]] .. to[first[v + 1] - 1]. */
typedef struct fr_graph
{
	uint32_t count;
	const uint32_t *first;
	const uint32_t *to;
	const uint32_t *weight;
} fr_graph;

#define FR_LONGEST UINT32_C(0x0fffffff) /* the largest distance */
#define FR_FAR UINT32_C(0x7fffffff)		/* above all distances; the sum of two fits */

/* Ranks of hubs ascend; the last is the vertex itself, at distance 0. */
typedef struct fr_hub
{
	uint32_t rank;
	uint32_t distance;
} fr_hub;

typedef struct fr_label
{
	uint32_t count;
	size_t capacity;
	fr_hub *hubs;
	uint32_t *next; /* by hub, the next vertex on a shortest path to it; or NULL */
} fr_label;

typedef struct fr_labels
{
	uint32_t count;
	fr_label *of;	 /* by vertex */
	uint32_t *order; /* vertices by rank, the most important one first */
	uint32_t *rank;	 /* by vertex */
	uint64_t entries;
} fr_labels;

/*
 * Effort to order hubs, per vertex: live nodes of sampled trees, and search steps for
 * samples.
 */
typedef struct fr_label_effort
{
	uint32_t nodes;
	uint32_t steps;
} fr_label_effort;

/* Input of fr_labels_build. */
typedef struct fr_label_request
{
	const fr_graph *graph;
	const fr_graph
		*reverse; /* with reversed edges; the same pointer if the graph is undirected */
	fr_label_effort effort; /* 0 nodes: the default */
	const uint32_t *first;	/* vertices that become the first hubs, in this order */
	uint32_t first_count;
	uint32_t hubs;				 /* how many vertices become hubs */
	uint64_t limit;				 /* on the entries of all labels */
	bool next;					 /* labels have the next vertex on the way to a hub */
	fr_index_progress *progress; /* counts hubs; or NULL */
} fr_label_request;

/*
 * Builds labels of distances from each vertex to hubs, and from hubs to each vertex.  For an
 * undirected graph, pass one pointer as `from` and `to`.  The result depends only on the request.
 * False, and incomplete labels, as soon as they exceed the limit.
 */
bool fr_labels_build(const fr_label_request *request, const fr_arena *arena,
					 const fr_poll *poll, fr_labels *from, fr_labels *to);
void fr_labels_free(fr_labels *labels, const fr_arena *arena);

/*
 * For callers that fill in labels themselves: makes empty labels of n vertices, and makes space
 * for one more hub of a label.
 */
void fr_labels_init(fr_labels *labels, size_t n, const fr_arena *arena);
void fr_label_grow(fr_label *label, bool next, const fr_arena *arena);

/* An upper bound of the distance between any two connected vertices, at most twice the diameter. */
uint32_t fr_graph_extent(const fr_graph *graph, const fr_arena *arena,
						 const fr_poll *poll);

#endif /* FRINGE_HUB_LABELS_H */
