/*
 * components.h - the components of a map, by size
 */
#ifndef FRINGE_COMPONENTS_FUNCTIONS_H
#define FRINGE_COMPONENTS_FUNCTIONS_H

#include "pg/fringe.h"

extern fr_component *fringe_components_of(const fr_grid *grid, uint32 *count);
extern uint32 fringe_component_rank(const fr_component *list, uint32 count,
									uint32 number);

#endif /* FRINGE_COMPONENTS_FUNCTIONS_H */
