/*
 * graph.h - the graph of subgoals that see each other (internal)
 */
#ifndef FRINGE_INDEX_GRAPH_H
#define FRINGE_INDEX_GRAPH_H

#include "core/index/hubs/labels.h"
#include "core/index/map_links.h"
#include "core/index/subgoals/subgoals.h"

fr_graph fr_subgoals_graph(const fr_subgoals *s, const fr_arena *arena,
						   const fr_poll *poll);
fr_graph fr_subgoals_weigh(const fr_subgoals *s, const fr_graph *graph,
						   fr_index_units units, const fr_arena *arena,
						   const fr_poll *poll);
fr_graph fr_subgoals_link(const fr_subgoals *s, const fr_graph *graph,
						  const fr_hop_prices *prices, const fr_arena *arena,
						  const fr_poll *poll);

#endif /* FRINGE_INDEX_GRAPH_H */
