/*
 * subgoal_index.h - builds the subgoals form in steps, so that index.c may change to
 * borders (internal)
 */
#ifndef FRINGE_SUBGOAL_INDEX_H
#define FRINGE_SUBGOAL_INDEX_H

#include "core/index/subgoals/label_encoder.h"
#include "core/index/subgoals/subgoal_graph.h"

#define FR_MOST_SUBGOALS 65535 /* numbers of hubs have 16 bits */

typedef struct fr_subgoals_build
{
	fr_index_builder *builder;
	fr_index_rule rule;
	fr_subgoals subgoals;
	fr_graph graph;
	fr_index_units units;
	uint64_t top;
	fr_labels labels;
} fr_subgoals_build;

/* Finds the subgoals.  FR_INDEX_MODEL, FR_INDEX_LIMIT. */
fr_status fr_subgoals_begin(fr_subgoals_build *b, fr_index_builder *builder);

/* Builds their graph, without weights. */
void fr_subgoals_join(fr_subgoals_build *b);

/* Chooses units, computes labels and writes the sections.  FR_INDEX_LIMIT, FR_INDEX_MAX_SIZE. */
fr_status fr_subgoals_finish(fr_subgoals_build *b);

/* The limit of the entries of all labels. */
uint64_t fr_subgoals_most_entries(const fr_grid *grid);

#endif /* FRINGE_SUBGOAL_INDEX_H */
