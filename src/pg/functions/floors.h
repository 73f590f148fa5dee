/*
 * floors.h - where the floors of a building are in its map
 */
#ifndef FRINGE_FLOORS_FUNCTIONS_H
#define FRINGE_FLOORS_FUNCTIONS_H

#include "pg/fringe.h"

extern int fringe_floor_ends(const fr_map *map, uint32 *ends);

#endif /* FRINGE_FLOORS_FUNCTIONS_H */
