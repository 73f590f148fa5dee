/*
 * descent.h - from the largest tiles down to blocks (internal)
 */
#ifndef FRINGE_INDEX_DESCENT_H
#define FRINGE_INDEX_DESCENT_H

#include "core/index/borders/runs.h"

typedef struct fr_descent
{
	fr_border_build *b;
	fr_run_writer *writer;
	const fr_top_labels *top;
	size_t max_size;	/* bytes that may be written */
	uint32_t next_hub;	/* its number */
	uint32_t *slots[2]; /* by hub: scratch */
} fr_descent;

bool fr_descend(fr_descent *d);
void fr_cross_order(fr_border_build *b, const fr_tile *tile, uint32_t *order);

#endif /* FRINGE_INDEX_DESCENT_H */
