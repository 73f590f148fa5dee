/*
 * patterns.h - patterns of terrain in 3 x 3 cells (internal: the building of jump planes)
 *
 * Terrain classes are read row by row. Each pattern of nine classes gets a number, and
 * its moves once (patterns.c).
 */
#ifndef FRINGE_PATTERNS_H
#define FRINGE_PATTERNS_H

#include "core/grid/grid_components.h"
#include "core/jump/jump_planes.h"

/*
 * The classes of row y, and of the rows above and below it. Codes with directions have
 * classes from FR_CLASSES / 2 on.
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

/*
 * The position of each cell's code in `classes.of`. NULL: all passable cells are of class
 * 1.
 */
static inline const uint8_t *
fr_class_positions(const fr_grid *grid)
{
	return grid->oneway ? grid->oneway->position : grid->terrain;
}

/* Begins with row 0; fr_terrain_classes_next goes on to the next row. */
void fr_terrain_classes_begin(fr_terrain_classes *terrain, const fr_grid *grid,
							  const fr_arena *scratch);
void fr_terrain_classes_next(fr_terrain_classes *terrain);

/*
 * The irregular cells of a word of row y: their 3 x 3 cells differ in class, or have
 * directions.
 */
uint64_t fr_terrain_irregular(const fr_terrain_classes *terrain, uint32_t word);
void fr_count_rough_cells(fr_grid *grid, const fr_arena *scratch,
							  const fr_poll *poll);

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
