/*
 * index.h - answers of indexes
 */
#ifndef FRINGE_FUNCTIONS_INDEX_H
#define FRINGE_FUNCTIONS_INDEX_H

#include "pg/fringe.h"

extern Datum fringe_index_answer(FunctionCallInfo fcinfo, const fr_index *index);
extern uint64 fringe_index_route(const fr_index *index, fr_cell start, fr_cell goal,
								 fr_route *route);

#endif /* FRINGE_FUNCTIONS_INDEX_H */
