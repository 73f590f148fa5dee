/*
 * subgoal_query.h - queries of the subgoals form, and endpoints, which lines share (internal)
 */
#ifndef FRINGE_SUBGOAL_QUERY_H
#define FRINGE_SUBGOAL_QUERY_H

#include "core/index/index_form.h"
#include "core/index/subgoals/label_block.h"

#define FR_NEVER                                                                         \
	FR_INDEX_TOP /* distance to an access subgoal that the cell does not use */
#define FR_NO_HUB UINT32_MAX
#define FR_GOALS_AHEAD 2 /* goals whose blocks are prefetched */
#define FR_LANES 8		 /* access subgoals at a time */

/* Start or goal of a query: its block, and its distances to the block's hubs. */
typedef struct fr_endpoint
{
	fr_block block;
	fr_cell at;	   /* set for routes, and in lines */
	uint32_t base; /* added to all distances; set for routes */
	uint32_t distance[FR_BLOCK_ACCESSES + FR_LANES]; /* to access subgoals */
	uint32_t best[FR_BLOCK_SEVERAL + FR_LANES];		 /* to hubs with several entries */
} fr_endpoint;

/* The cell of a subgoal. */
static inline fr_cell
fr_vertex_cell(const fr_index *index, uint32_t vertex)
{
	const uint8_t *at = index->section[FR_SECTION_VERTICES];

	return (fr_cell){fr_get16(at, 2 * (size_t) vertex),
					 fr_get16(at, 2 * (size_t) vertex + 1)};
}

/* The cost of a free way with at most one turn. */
static inline uint64_t
fr_way_cost(const fr_index *index, fr_cell a, fr_cell b)
{
	return fr_index_grid_cost(index, fr_octile(index->units, b.x - a.x, b.y - a.y));
}

/* The distance from the cell to the hub of an entry, over its access subgoal. */
static inline uint32_t
fr_entry_distance(const fr_endpoint *s, uint32_t i, bool wide)
{
	uint32_t entry = fr_get32(s->block.entry, i);

	if (wide)
		return entry + s->distance[s->block.access[i]];
	return (entry >> 8) + s->distance[entry & 0xff];
}

/* ---- functions of the form's row (subgoal_query.c, subgoal_route.c) ------------------ */

uint64_t fr_subgoals_cost(const fr_index *index, const fr_index_ends *ends,
						  fr_index_scratch *scratch, const fr_poll *poll);
void fr_subgoals_costs_to(const fr_index *index, const fr_index_pairs *pairs,
						  fr_index_scratch *scratch, const fr_poll *poll);
uint64_t fr_subgoals_trace(fr_tracer *t, fr_cell goal);

/* ---- endpoints of routes (subgoal_query.c) -------------------------------------------- */

/* Computes the distances of a cell, all of them plus a base. */
void fr_endpoint_open(const fr_index *index, fr_endpoint *s, fr_cell at, uint32_t base);

/* Writes the start's distances to the table, by hub. */
void fr_endpoint_fill_table(const fr_index *index, const fr_endpoint *s, uint32_t *table);

/* The least sum of the table's distances and the goal's. */
uint32_t fr_endpoint_least_sum(const fr_index *index, const fr_endpoint *s,
							   const uint32_t *table);

/* ---- AVX2 (subgoal_vectors.c); distances are narrow ----------------------------------- */

/* Does the processor have AVX2? */
bool fr_vectors_usable(void);

/* Distances to access subgoals, by the row of bits of the cell's line; of subgoals, of lines. */
void fr_vectors_open(const fr_index *index, fr_endpoint *s, const uint8_t *row,
					 fr_cell at, uint32_t base);
void fr_vectors_open_lines(const fr_index *index, fr_endpoint *s, const uint8_t *row);

/* Distances to hubs with several entries; fr_endpoint_least_sum. */
void fr_vectors_reach(fr_endpoint *s);
uint32_t fr_vectors_meet(const fr_endpoint *s, const uint32_t *table);

#endif /* FRINGE_SUBGOAL_QUERY_H */
