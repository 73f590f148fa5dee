/*
 * components.h - which cells paths lead to from which (internal)
 */
#ifndef FRINGE_COMPONENTS_H
#define FRINGE_COMPONENTS_H

#include "core/core.h"

void fr_components_build(uint32_t *component, const fr_grid *grid, bool touching,
						 const fr_poll *poll);

#endif /* FRINGE_COMPONENTS_H */
