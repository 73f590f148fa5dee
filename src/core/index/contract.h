/*
 * contract.h - contraction of a graph down to a core (internal)
 *
 * Vertices are taken out one at a time, the cheapest first; where a shortest path
 * between two neighbours led over one, an edge between them replaces it.  Distances
 * among those that are left remain, and from every vertex edges lead up, to vertices
 * that outlived it, as far as the core: Geisberger, Sanders, Schultes and Delling 2008
 * (contraction hierarchies), stopped early.
 *
 * As with labels, any undirected graph with positive weights will do.
 */
#ifndef FRINGE_CONTRACT_H
#define FRINGE_CONTRACT_H

#include "core/index/labels.h"

#define FR_NO_MIDDLE UINT32_MAX

/* An edge, and the vertex that it leads over if it replaces two others. */
typedef struct fr_arc
{
	uint32_t to;
	uint32_t weight;
	uint32_t middle; /* FR_NO_MIDDLE: it is an edge of the graph */
} fr_arc;

typedef struct fr_arcs
{
	uint32_t count;
	uint32_t room;
	fr_arc *arcs;
} fr_arcs;

typedef struct fr_hierarchy
{
	uint32_t count;
	uint32_t core;	 /* vertices that are left */
	uint32_t *order; /* those first, then the others, the one taken out last first */
	fr_arcs *of;	 /* by vertex: its edges up, or within the core */
} fr_hierarchy;

bool fr_contract(const fr_graph *graph, uint64_t most_entries, const fr_arena *arena,
				 const fr_poll *poll, fr_hierarchy *h);
uint64_t fr_core_entries(uint32_t vertices);

#endif /* FRINGE_CONTRACT_H */
