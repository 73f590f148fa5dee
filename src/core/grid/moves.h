/*
 * moves.h - legal moves, and the moves worth trying from a cell
 *
 * A move is a direction; a set of moves has a bit for each. Tables of a grid's rules give
 * the legal moves by the 3 x 3 cells around. Others give the moves worth trying by the
 * move that reached the cell (moves.c).
 */
#ifndef FRINGE_MOVES_H
#define FRINGE_MOVES_H

#include "core/grid/bits.h"
#include "core/grid/grid_components.h"

#define FR_DIAGONALS 0xaau /* the diagonal directions, a bit each */

/*
 * The rule of corners: a diagonal step needs `corners` passable cells of its two side cells. a
 * and b tell whether these are passable.
 */
static inline bool
fr_diagonal_passes(int corners, bool a, bool b)
{
	return a + b >= corners;
}

/* Which of 64 diagonal steps are allowed, a bit each. */
static inline uint64_t
fr_diagonals_pass(int corners, uint64_t a, uint64_t b)
{
	return corners == 0 ? ~UINT64_C(0) : corners == 1 ? a | b : a & b;
}

/*
 * The moves that a model allows, and the moves worth trying. Grids of one key share
 * tables.
 */
struct fr_tables
{
	uint32_t key;
	uint8_t legal[FR_AROUNDS];					/* by the free cells around: FR_AROUND */
	uint8_t canonical[FR_DIRECTIONS][FR_MASKS]; /* by the direction of arrival */
	uint8_t after[FR_DIRECTIONS][FR_AROUNDS];	/* the same, by the cells around */
	uint8_t first[FR_MASKS]; /* of several moves, the one to try first */
	uint8_t last[FR_MASKS];	 /* and the one to try last */
};

#define FR_TABLES_KEYS 256 /* more than any key */

/* The key has everything that the tables depend on. */
uint32_t fr_tables_key(const fr_model *model, const fr_costs *costs);
void fr_tables_fill(const fr_model *model, const fr_costs *costs, fr_tables *tables);

/*
 * Even ground of a grid whose steps differ in cost: a bit for each cell. The passable ones of
 * the 3 x 3 cells around have one weight above 0 and allow the same moves, and layers make them
 * no different. There the rules of maps of one weight hold (moves.c).
 */
struct fr_even
{
	const uint64_t *cells; /* a bit per cell, in the order of cells */
	uint8_t canonical[FR_DIRECTIONS][FR_MASKS];
};

static inline bool
fr_is_even(const fr_even *even, uint32_t n)
{
	return even->cells[n / 64] >> n % 64 & 1;
}

/* By the direction of the step to a cell, and the legal moves where it began. */
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

/* The free cells among the 3 x 3 around one. The three of a row may be in two words. */
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

/* The legal moves of a cell of a grid without one-way cells. */
static inline unsigned
fr_moves_at(const fr_grid *grid, fr_cell at)
{
	return grid->tables->legal[fr_free_around(grid, at)];
}

/* The legal moves of a cell of any grid. */
static inline unsigned
fr_legal_moves(const fr_grid *grid, fr_cell at)
{
	return grid->oneway ? grid->oneway->moves[fr_grid_index(grid, at)]
						: fr_moves_at(grid, at);
}

/* The legal moves, as if no cell were one-way. */
uint8_t *fr_moves_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll);
/*
 * Fills table[d][moves]: the moves to try after direction d from a cell with those moves.
 */
void fr_moves_tabulate(const fr_costs *costs, uint8_t canonical[FR_DIRECTIONS][FR_MASKS]);
/* The same for even ground. */
void fr_moves_tabulate_even(const fr_costs *costs,
							uint8_t canonical[FR_DIRECTIONS][FR_MASKS]);

#endif /* FRINGE_MOVES_H */
