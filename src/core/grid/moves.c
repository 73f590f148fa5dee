/*
 * moves.c - the moves worth trying from a cell, by how it was reached
 *
 * moves=all tries every move but the one back.  moves=canonical also drops a move
 * from cell n, which was reached from cell p, to a cell t that p reaches without n
 * at no higher cost: by one step, or by two past another cell m.  On open ground
 * with equal weights this leaves one move of seven after a straight step and three
 * after a diagonal one: of many equally good paths the search follows only the
 * canonical one (Sturtevant and Rabin 2016, Canonical Orderings on Grids).  Between
 * two cells that may be entered a straight move is always legal, so p's moves tell
 * which detours exist; the rules need no other cell. One-way cells break this: with
 * them only the rules of one step hold.
 *
 * The rules keep every search exact that expands cells at their least g.  Claim: if
 * all cells before t on best paths to t were expanded at their least g, t was reached
 * at its least g.  Let n be the last cell before t on such a path.  If n tried t,
 * that is so.  Else t was dropped for a way of the same cost, a best one too.  If
 * that is the step from p to t, repeat the argument with p, whose g is smaller than
 * n's.  If it goes past m, it ends in a straight step under `octile`, in a vertical
 * one under `tile`; such steps are dropped for single steps alone, so either m tried
 * t, or the argument goes on with a cell of smaller g.  The start drops nothing.
 */
#include "core/grid/moves.h"

#include "core/grid/diagonal.h"

typedef struct rules
{
	bool direct; /* p's neighbour: straight there is cheaper than by n */
	bool across; /* p's neighbour: diagonally there costs no more than by n */
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
	bool two_steps = costs->uniform && !costs->oneway;

	return (rules){.direct = costs->uniform || straight <= diagonal,
				   .across = costs->uniform && diagonal <= 2 * straight,
				   .octile = two_steps && octile,
				   .tile = two_steps && !octile,
				   .square = two_steps && octile && straight <= diagonal};
}

static unsigned
direction_bit(int direction, int by)
{
	return 1u << ((direction + by) & (FR_DIRECTIONS - 1));
}

/* The moves to drop on one side, 1 or -1, after direction d from a cell with `moves`. */
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

/* The moves to try after direction d from a cell with at most one move. */
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

/* Fills the tables by all rules: moves=canonical. */
void
fr_moves_tabulate(const fr_costs *costs, uint8_t onward[FR_DIRECTIONS][FR_MASKS])
{
	rules r = rules_of(costs);

	tabulate(&r, onward);
}

/* moves=all: the same whatever moves p has. */
#define FOUR(x) x, x, x, x
#define FOR_EACH_SET(x) FOUR(FOUR(FOUR(FOUR(x))))
#define ALL_AFTER(d)                                                                     \
	{                                                                                    \
		FOR_EACH_SET((uint8_t) ~(1u << ((d) ^ 4)))                                       \
	}

const uint8_t fr_moves_all[FR_DIRECTIONS][FR_MASKS] = {
	ALL_AFTER(FR_N), ALL_AFTER(FR_NE), ALL_AFTER(FR_E), ALL_AFTER(FR_SE),
	ALL_AFTER(FR_S), ALL_AFTER(FR_SW), ALL_AFTER(FR_W), ALL_AFTER(FR_NW),
};

/* The cells around p, of which n's are known; p is one step before n, in direction d. */
static unsigned
around_before(unsigned around, int d)
{
	int dx = fr_dx[d];
	int by = 3 * fr_dy[d] + dx;
	unsigned too_far = FR_AROUND(dx, -1) | FR_AROUND(dx, 0) | FR_AROUND(dx, 1);

	if (dx != 0)
		around &= ~too_far;
	return (by > 0 ? around << by : around >> -by) & (FR_AROUNDS - 1);
}

/*
 * after[d][around] becomes what `onward` leaves from a cell with these free cells
 * around it.  The rules look at p's moves to n's neighbours alone, and what makes
 * those legal is around n as well.
 */
static void
tabulate_after(fr_tables *tables)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		for (unsigned around = 0; around < FR_AROUNDS; around++)
			tables->after[d][around] =
				tables->legal[around] &
				tables->onward[d][tables->legal[around_before(around, d)]];
}

/*
 * first[moves] becomes the move to try first, last[moves] the one to try last.
 * A stack goes on with the last child pushed, so the first step of canonical
 * paths comes last: with the rules above, diagonal before straight and horizontal
 * before vertical.
 */
static void
tabulate_order(uint8_t first[FR_MASKS], uint8_t last[FR_MASKS])
{
	static const uint8_t order[FR_DIRECTIONS] = {FR_N,	FR_S,  FR_E,  FR_W,
												 FR_NE, FR_SE, FR_SW, FR_NW};

	for (unsigned moves = 0; moves < FR_MASKS; moves++)
		for (int i = 0; i < FR_DIRECTIONS; i++)
		{
			int from_the_end = FR_DIRECTIONS - 1 - i;

			if (moves >> order[i] & 1)
				last[moves] = order[i];
			if (moves >> order[from_the_end] & 1)
				first[moves] = order[from_the_end];
		}
}

/* ---- all tables -------------------------------------------------------- */

/* The legal moves of a cell from the free ones of the 3 x 3 cells around it. */
static uint8_t
legal_in(const fr_model *model, unsigned around)
{
	int corners = fr_model_word(model, FR_CORNERS);
	unsigned moves = 0;

	for (int d = 0; d < FR_DIRECTIONS && around & FR_AROUND(0, 0); d++)
	{
		bool to = around & FR_AROUND(fr_dx[d], fr_dy[d]);

		if (fr_is_diagonal(d))
			to = to && model->octile &&
				 fr_diagonal_passes(corners, around & FR_AROUND(fr_dx[d], 0),
									around & FR_AROUND(0, fr_dy[d]));
		moves |= (unsigned) to << d;
	}
	return (uint8_t) moves;
}

/* The key of the tables: everything that they depend on. */
uint32_t
fr_tables_key(const fr_model *model, const fr_costs *costs)
{
	rules r = rules_of(costs);

	return (uint32_t) (r.direct | r.across << 1 | r.octile << 2 | r.tile << 3 |
					   r.square << 4 | model->octile << 5) |
		   (uint32_t) fr_model_word(model, FR_CORNERS) << 6;
}

void
fr_tables_fill(const fr_model *model, const fr_costs *costs, fr_tables *tables)
{
	tables->key = fr_tables_key(model, costs);
	for (unsigned around = 0; around < FR_AROUNDS; around++)
		tables->legal[around] = legal_in(model, around);
	fr_moves_tabulate(costs, tables->onward);
	tabulate_after(tables);
	tabulate_order(tables->first, tables->last);
}
