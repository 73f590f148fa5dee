/*
 * patterns.h - patterns of terrain in 3 x 3 cells (internal: the building of jump planes)
 *
 * Each pattern of nine classes (terrain_classes.h) gets a number, and its moves are found
 * once (patterns.c).
 */
#ifndef FRINGE_PATTERNS_H
#define FRINGE_PATTERNS_H

#include "core/grid/terrain_classes.h"
#include "core/jump/jump_planes.h"

/* A hash table of patterns, by their nine classes. */
typedef struct fr_pattern_table
{
	const fr_arena *scratch;
	fr_pattern *patterns;
	uint32_t count;
	uint32_t slots; /* a power of two, at least twice the count */
	uint64_t *keys; /* by slot; 0 is none */
	uint32_t *numbers;
} fr_pattern_table;

void fr_pattern_table_begin(fr_pattern_table *table, const fr_arena *scratch);

/* The number of the pattern around passable cell x of row y. */
uint32_t fr_pattern_number(fr_pattern_table *table, const fr_terrain_classes *terrain,
						   uint32_t x);

#endif /* FRINGE_PATTERNS_H */
