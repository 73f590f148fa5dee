/*
 * hub_labels.h - hub labels: distances between any two vertices of a graph (internal)
 *
 * A vertex has a label, a list of hubs with its distances to them, such that on a
 * shortest path between any two connected vertices lies a hub of both labels.  So
 * their distance is the least sum over the hubs that the two labels share.
 *
 * Nothing here knows of grids: any undirected graph will do; edges may weigh nothing.
 * Where there and back differ a vertex has two labels, one of distances from it to
 * hubs and one of distances from hubs to it.
 */
#ifndef FRINGE_HUB_LABELS_H
#define FRINGE_HUB_LABELS_H

#include "core/api.h"

/* Neighbours of vertex v are to[first[v]] .. to[first[v + 1] - 1]. */
typedef struct fr_graph
{
	uint32_t count;
	const uint32_t *first;
	const uint32_t *to;
	const uint32_t *weight;
} fr_graph;

#define FR_LONGEST UINT32_C(0x0fffffff) /* that distances may be */
#define FR_FAR UINT32_C(0x7fffffff) /* above all distances; two of them can be added */

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
	uint32_t
		*next; /* by hub, the vertex after this one on a shortest path to it; or NULL */
} fr_label;

typedef struct fr_labels
{
	uint32_t count;
	fr_label *of;	 /* by vertex */
	uint32_t *order; /* vertices by rank, the most important first */
	uint32_t *rank;	 /* by vertex */
	uint64_t entries;
} fr_labels;

/* For the order of hubs, per vertex: live nodes of sampled trees, and steps to find them. */
typedef struct fr_label_effort
{
	uint32_t nodes;
	uint32_t steps;
} fr_label_effort;

/* Which labels are wanted, of what. */
typedef struct fr_label_request
{
	const fr_graph *graph;
	const fr_graph *reverse; /* its edges reversed; the same one: there is no direction */
	fr_label_effort effort;	 /* of no nodes: the usual one */
	const uint32_t *first;	 /* vertices that are the first hubs, in this order */
	uint32_t first_count;
	uint32_t hubs;	/* number of hubs to take, the most important first */
	uint64_t limit; /* entries of all labels */
	bool next;		/* labels tell what is next on the way to a hub */
} fr_label_request;

bool fr_labels_build(const fr_label_request *plan, const fr_arena *arena,
					 const fr_poll *poll, fr_labels *from, fr_labels *to);
void fr_labels_free(fr_labels *labels, const fr_arena *arena);
void fr_label_grow(fr_label *label, bool next, const fr_arena *arena);
void fr_labels_init(fr_labels *labels, size_t n, const fr_arena *arena);
uint32_t fr_graph_extent(const fr_graph *graph, const fr_arena *arena,
						 const fr_poll *poll);

#endif /* FRINGE_HUB_LABELS_H */
