/*
 * moves.h - the moves worth trying from a cell, by how it was reached (internal)
 */
#ifndef FRINGE_MOVES_H
#define FRINGE_MOVES_H

#include "core/grid/bits.h"

/* By the direction of the step to a cell, and the moves of where it came from. */
typedef const uint8_t (*fr_moves_table)[FR_MASKS];

/* All moves but the one back. */
extern const uint8_t fr_moves_all[FR_DIRECTIONS][FR_MASKS];

/* The moves that a table leaves from cell n, which was reached from p in direction d. */
static inline unsigned
fr_moves_after(const fr_grid *grid, fr_moves_table table, uint32_t n, uint32_t p,
			   unsigned d)
{
	return grid->moves[n] & table[d][grid->moves[p]];
}

/* The bit of a neighbour, or of the cell itself, among the 3 x 3 cells around one. */
#define FR_AROUND(dx, dy) (1u << (3 * ((dy) + 1) + (dx) + 1))

/* The free cells among the 3 x 3 around one: three bits of a word, mostly, or of two. */
static inline unsigned
fr_free_around(const fr_grid *grid, fr_cell at)
{
	ptrdiff_t words = grid->rows.words;
	int32_t first = at.x - 1;
	int shift = first & 63;
	const uint64_t *word = fr_bits_line(&grid->rows, (uint32_t) at.y) + (first >> 6);
	uint64_t north = word[-words] >> shift;
	uint64_t own = word[0] >> shift;
	uint64_t south = word[words] >> shift;

	if (shift > 61)
	{
		north |= word[1 - words] << (64 - shift);
		own |= word[1] << (64 - shift);
		south |= word[1 + words] << (64 - shift);
	}
	return (unsigned) ((~north & 7) | (~own & 7) << 3 | (~south & 7) << 6);
}

/* The legal moves of a cell, out of the bits of the rows around it. */
static inline unsigned
fr_moves_at(const fr_grid *grid, fr_cell at)
{
	return grid->tables->legal[fr_free_around(grid, at)];
}

/* The legal moves of a cell of any grid, one with one-way cells too. */
static inline unsigned
fr_legal_moves(const fr_grid *grid, fr_cell at)
{
	return grid->oneway ? grid->oneway->moves[fr_grid_index(grid, at)]
						: fr_moves_at(grid, at);
}

void fr_moves_tabulate(const fr_costs *costs, uint8_t onward[FR_DIRECTIONS][FR_MASKS]);

#endif /* FRINGE_MOVES_H */
