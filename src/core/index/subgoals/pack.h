/*
 * pack.h - the stages of building that write sections (internal)
 */
#ifndef FRINGE_INDEX_PACK_H
#define FRINGE_INDEX_PACK_H

#include "core/index/store/growing.h"
#include "core/index/store/plan.h"
#include "core/index/hubs/labels.h"
#include "core/index/subgoals/block.h"
#include "core/index/subgoals/subgoals.h"

/* What all of them read. */
typedef struct fr_index_parts
{
	const fr_index_maker *m;
	const fr_subgoals *subgoals;
	const fr_labels *labels;
	fr_index_units units;
	int corners;
	fr_block_kind kind;
	struct fr_line_build *lines; /* of the form lines alone, else NULL */
} fr_index_parts;

void fr_pack_vertices(const fr_index_parts *parts);
void fr_pack_routes(const fr_index_parts *parts);
fr_status fr_pack_blocks(const fr_index_parts *parts);

#endif /* FRINGE_INDEX_PACK_H */
