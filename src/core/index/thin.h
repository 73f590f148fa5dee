/*
 * thin.h - a graph of some vertices of another, and labels of all by labels of these (internal)
 *
 * Some vertices of a graph are kept, such that a search from any vertex soon meets them on
 * all its ways.  The thin graph has only these, and distances between them are the same.
 * Where labels of the thin graph are known, those of every other vertex follow: they are
 * the labels that searches from the same hubs in the same order would give it.
 */
#ifndef FRINGE_THIN_H
#define FRINGE_THIN_H

#include "core/index/labels.h"

#define FR_NOT_KEPT UINT32_MAX

/* Which vertices are kept. */
typedef struct fr_kept
{
	uint32_t *number; /* by vertex: in the thin graph, ascending, or FR_NOT_KEPT */
	uint32_t *vertex; /* by number */
	uint32_t count;
	uint32_t vertices; /* of the graph */
} fr_kept;

/*
 * The thin graph.  And of each vertex that is not kept, its gates: kept vertices from which
 * a best way leads to it over no other.  Gates of v are first[v] to first[v + 1] - 1.
 */
typedef struct fr_thin
{
	fr_graph graph;
	uint32_t *first;
	uint32_t *gate; /* numbers */
	uint32_t *distance;
} fr_thin;

fr_thin fr_graph_thin(const fr_graph *graph, const fr_kept *kept, const fr_arena *arena,
					  const fr_poll *poll);
void fr_labels_spread(const fr_thin *reverse, const fr_kept *kept, const fr_labels *thin,
					  const fr_labels *back, const fr_arena *arena, const fr_poll *poll,
					  fr_labels *labels);

#endif /* FRINGE_THIN_H */
