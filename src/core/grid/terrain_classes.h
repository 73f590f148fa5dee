/*
 * terrain_classes.h - classes of terrain, and cells that differ from their neighbours
 */
#ifndef FRINGE_TERRAIN_CLASSES_H
#define FRINGE_TERRAIN_CLASSES_H

#include "core/grid/grid_components.h"

#define FR_CLASSES 128

/*
 * Classes of terrain: cells of a class have the same weight and directions. Class 0 is
 * blocked cells; classes without cells have the weight FR_BLOCKED, too.
 */
typedef struct fr_classes
{
	uint8_t of[FR_CODES]; /* by position in costs.weight */
	uint64_t weight[FR_CLASSES];
} fr_classes;

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
 * directions. Between hexagons, these are 7 cells.
 */
uint64_t fr_terrain_irregular(const fr_terrain_classes *terrain, uint32_t word);

/* The same, even if no cell were blocked: cells next to passable ones of another class. */
uint64_t fr_terrain_rough(const fr_terrain_classes *terrain, uint32_t word);

#endif /* FRINGE_TERRAIN_CLASSES_H */
