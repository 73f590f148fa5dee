/*
 * moves.h - the moves worth trying from a cell, by how it was reached (internal)
 */
#ifndef FRINGE_MOVES_H
#define FRINGE_MOVES_H

#include "core/core.h"

/* By the direction of the step to a cell, and the moves of where it came from. */
typedef const uint8_t (*fr_moves_table)[FR_MASKS];

/* The moves that a table leaves from cell n, which was reached from p in direction d. */
static inline unsigned
fr_moves_after(const fr_grid *grid, fr_moves_table table, uint32_t n, uint32_t p,
			   unsigned d)
{
	return grid->moves[n] & table[d][grid->moves[p]];
}

void fr_moves_tabulate(const fr_costs *costs, uint8_t onward[FR_DIRECTIONS][FR_MASKS]);
void fr_moves_tabulate_fresh(const fr_costs *costs,
							 uint8_t fresh[FR_DIRECTIONS][FR_MASKS]);
void fr_moves_order(uint8_t first[FR_MASKS]);

#endif /* FRINGE_MOVES_H */
