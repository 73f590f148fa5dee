/*
 * index_functions.h - answers of indexes
 */
#ifndef FRINGE_INDEX_FUNCTIONS_H
#define FRINGE_INDEX_FUNCTIONS_H

#include "pg/module.h"

extern uint64 fringe_index_route(const fr_index *index, fr_cell start, fr_cell goal,
								 fr_route *route);

#endif /* FRINGE_INDEX_FUNCTIONS_H */
