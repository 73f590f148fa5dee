/*
 * pack.h - the stages of building that write sections (internal)
 */
#ifndef FRINGE_INDEX_PACK_H
#define FRINGE_INDEX_PACK_H

#include "core/index/store/format.h"
#include "core/index/store/growing.h"
#include "core/index/hubs/labels.h"
#include "core/index/subgoals/subgoals.h"

/* The input of all packing functions. */
typedef struct fr_index_parts
{
	const fr_grid *grid;
	const fr_subgoals *subgoals;
	const fr_labels *labels;
	fr_index_units units;
	int corners;
	bool wide;
	bool routes;
	const fr_arena *arena;
	const fr_poll *poll;
	fr_index_section *section; /* by number */
} fr_index_parts;

void fr_pack_rows(const fr_index_parts *parts);
void fr_pack_vertices(const fr_index_parts *parts);
void fr_pack_routes(const fr_index_parts *parts);
fr_status fr_pack_blocks(const fr_index_parts *parts, fr_error *error);

/* Bytes of a section that are all 0. */
uint8_t *fr_pack_section(const fr_index_parts *parts, int number, size_t size);

#endif /* FRINGE_INDEX_PACK_H */
