/*
 * components.h - the components of a map, by size
 */
#ifndef FRINGE_COMPONENTS_FUNCTIONS_H
#define FRINGE_COMPONENTS_FUNCTIONS_H

#include "pg/module.h"

/* The components of a grid that has any, in order of number, and what groups they form. */
typedef struct ComponentList
{
	uint32 count;
	const uint32 *groups; /* see fr_component_groups */
	fr_component *at;
} ComponentList;

extern ComponentList fringe_components_of(const fr_grid *grid);
extern uint32 fringe_component_at(const fr_grid *grid, const ComponentList *list,
								  uint32 cell);
extern uint32 fringe_component_rank(const ComponentList *list, uint32 number);

#endif /* FRINGE_COMPONENTS_FUNCTIONS_H */
