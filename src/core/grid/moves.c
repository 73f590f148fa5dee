/*
 * moves.c - the moves worth trying from a cell, by how it was reached
 *
 * Of a cell n that was reached from p, moves to neighbours that p reaches as
 * cheaply without n need no trying.  On open ground with weights all equal this
 * leaves one move of seven after a straight step and three after a diagonal
 * one: of all paths that are equally good only the canonical one is followed
 * (Sturtevant and Rabin 2016, Canonical Orderings on Grids).  Between two cells
 * that may be entered a straight move is always legal, so p's moves tell which
 * detours there are; the rules need no other cell.
 *
 * Where a rule drops the equal of another path, not only what is dearer, that
 * path must not be dropped for the first: under `octile` it ends in a straight
 * step, under `tile` in a vertical one, and such steps are dropped only where
 * they are dearer.
 */
#include "core/grid/moves.h"

typedef struct rules
{
	bool direct; /* p's neighbour: straight there is cheaper than by n */
	bool across; /* p's neighbour: diagonally there is no dearer than by n */
	bool octile; /* straight then diagonal: the diagonal first does as well */
	bool tile;	 /* vertical then horizontal: horizontal first does as well */
	bool square; /* two diagonals: two straight steps do */
} rules;

static rules
rules_of(const fr_costs *costs)
{
	uint64_t straight = costs->step[FR_N];
	uint64_t diagonal = costs->step[FR_NE];
	bool octile = costs->h_diagonal < 2 * costs->h_straight && diagonal < 2 * straight;

	return (rules){.direct = costs->uniform || straight <= diagonal,
				   .across = costs->uniform && diagonal <= 2 * straight,
				   .octile = costs->uniform && octile,
				   .tile = costs->uniform && !octile,
				   .square = costs->uniform && octile && straight <= diagonal};
}

static unsigned
direction_bit(int direction, int by)
{
	return 1u << ((direction + by) & (FR_DIRECTIONS - 1));
}

/* What to drop on one side, 1 or -1, after direction d from a cell with moves. */
static unsigned
drop_after_straight(const rules *r, int d, int side, unsigned moves)
{
	unsigned drop = 0;

	if (r->across && moves & direction_bit(d, side))
		drop |= direction_bit(d, 2 * side);
	if (r->octile && moves & direction_bit(d, side))
		drop |= direction_bit(d, side);
	if (r->direct && moves & direction_bit(d, 2 * side))
		drop |= direction_bit(d, 3 * side);
	if (r->tile && (d == FR_N || d == FR_S) && moves & direction_bit(d, 2 * side))
		drop |= direction_bit(d, 2 * side);
	return drop;
}

static unsigned
drop_after_diagonal(const rules *r, int d, int side, unsigned moves)
{
	unsigned drop = 0;

	if (r->direct && moves & direction_bit(d, side))
		drop |= direction_bit(d, 3 * side);
	if (r->square && moves & direction_bit(d, side))
		drop |= direction_bit(d, 2 * side);
	return drop;
}

/* What to try after direction d from a cell with at most one move. */
static unsigned
onward_after(const rules *r, int d, unsigned move)
{
	unsigned drop = 1u << fr_opposite(d);

	for (int side = -1; side <= 1; side += 2)
		drop |= fr_is_diagonal(d) ? drop_after_diagonal(r, d, side, move)
								  : drop_after_straight(r, d, side, move);
	return ~drop;
}

/*
 * table[d][moves] becomes what to try after direction d from a cell with those
 * moves.  Each rule looks at a single move, so a set drops what its moves drop.
 */
static void
tabulate(const rules *r, uint8_t table[FR_DIRECTIONS][FR_MASKS])
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		for (unsigned moves = 0; moves < FR_MASKS; moves++)
		{
			unsigned others = moves & (moves - 1);

			table[d][moves] = others ? table[d][others] & table[d][moves ^ others]
									 : (uint8_t) onward_after(r, d, moves);
		}
}

/* By all rules: for searches that are free in the order of their nodes. */
void
fr_moves_tabulate(const fr_costs *costs, uint8_t onward[FR_DIRECTIONS][FR_MASKS])
{
	rules r = rules_of(costs);

	tabulate(&r, onward);
}

/*
 * By the rules that drop moves to neighbours of p alone.  Those were reached
 * when n was, so it makes no difference to a search but that it takes less time.
 */
void
fr_moves_tabulate_fresh(const fr_costs *costs, uint8_t fresh[FR_DIRECTIONS][FR_MASKS])
{
	rules all = rules_of(costs);
	rules r = {.direct = all.direct, .across = all.across};

	tabulate(&r, fresh);
}

/* The cells around p, of which n's are known; p is one step before n, in direction d. */
static unsigned
around_before(unsigned around, int d)
{
	unsigned before = 0;

	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++)
		{
			int x = dx - fr_dx[d];
			int y = dy - fr_dy[d];

			if (x >= -1 && x <= 1 && y >= -1 && y <= 1 && around & FR_AROUND(x, y))
				before |= FR_AROUND(dx, dy);
		}
	return before;
}

/*
 * after[d][around] becomes what `onward` leaves from a cell with these free cells
 * around it.  The rules look at p's moves to n's neighbours alone, and what makes
 * those legal is around n as well.
 */
void
fr_moves_tabulate_after(const fr_grid *grid, uint8_t after[FR_DIRECTIONS][FR_AROUNDS])
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		for (unsigned around = 0; around < FR_AROUNDS; around++)
			after[d][around] = grid->legal[around] &
							   grid->onward[d][grid->legal[around_before(around, d)]];
}

/*
 * first[moves] becomes the move to try first.  A stack goes on with the last
 * child pushed, so the first step of canonical paths comes last: with the rules
 * above, diagonal before straight and horizontal before vertical.
 */
void
fr_moves_order(uint8_t first[FR_MASKS])
{
	static const uint8_t order[FR_DIRECTIONS] = {FR_N,	FR_S,  FR_E,  FR_W,
												 FR_NE, FR_SE, FR_SW, FR_NW};

	for (unsigned moves = 0; moves < FR_MASKS; moves++)
		for (int i = FR_DIRECTIONS - 1; i >= 0; i--)
			if (moves >> order[i] & 1)
				first[moves] = order[i];
}
