/*
 * patterns.h - the 3 x 3 cells around cells, and the moves that they leave (internal)
 */
#ifndef FRINGE_PATTERNS_H
#define FRINGE_PATTERNS_H

#include "core/grid/grid_components.h"
#include "core/grid/jump_planes.h"

/*
 * Where codes have directions, those that do have classes from FR_CLASSES / 2 on. Three
 * rows of classes are in hand: a row and its neighbours.
 */
typedef struct fr_terrain_classes
{
	const fr_grid *grid;
	fr_classes classes;
	uint8_t enter[FR_CLASSES]; /* by class, as in fr_model */
	uint8_t leave[FR_CLASSES];
	uint64_t directed; /* a bit of each of eight bytes: of classes that have directions */
	uint8_t *row[3];   /* from x = -1 on; zeros beyond the map */
	uint32_t y;
} fr_terrain_classes;

/* The classes of cells; NULL: all passable cells are of class 1. */
static inline const uint8_t *
fr_class_positions(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->position : grid->terrain;
}

void fr_terrain_classes_begin(fr_terrain_classes *terrain, const fr_grid *grid,
							  const fr_arena *scratch);
uint64_t fr_terrain_irregular(const fr_terrain_classes *terrain, uint32_t word);
void fr_terrain_classes_next(fr_terrain_classes *terrain);
void fr_count_irregular_cells(fr_grid *grid, const fr_arena *scratch,
							  const fr_poll *poll);

/* Each pattern once, by what is around its cells. */
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
uint32_t fr_pattern_number(fr_pattern_table *table, const fr_terrain_classes *terrain,
						   uint32_t x);

#endif /* FRINGE_PATTERNS_H */
