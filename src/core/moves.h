/*
 * moves.h - the moves worth trying from a cell, by how it was reached (internal)
 */
#ifndef FRINGE_MOVES_H
#define FRINGE_MOVES_H

#include "core.h"

void fr_moves_tabulate(const fr_costs *costs, uint8_t onward[FR_DIRECTIONS][FR_MASKS]);
void fr_moves_order(uint8_t first[FR_MASKS]);

#endif /* FRINGE_MOVES_H */
