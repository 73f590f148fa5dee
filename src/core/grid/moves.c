/*
 * moves.c - the legal moves of a cell, and those worth trying, by how it was reached
 *
 * moves=all tries every move except the move back.  moves=canonical follows the canonical
 * ordering of paths (Sturtevant and Rabin 2016, Canonical Orderings on Grids). Cell n was
 * reached from cell p. A move from n to t is dropped if p reaches t without n at no
 * higher cost, by one step or by two steps past another cell m. On open ground this
 * leaves one move of seven after a straight step, and three after a diagonal step.
 *
 * A straight move between two passable cells is always legal. So p's legal moves show
 * which detours exist, and the rules read no other cell. One-way cells break this: with
 * them, only the rules of one step hold. Where weights differ, rules may be broken, too. But
 * all ways that the rules compare lead through the 3 x 3 cells around n. If these are even
 * ground (fr_even), n drops what it would drop on a map of one weight.
 *
 * The rules keep every search exact that expands cells at their least g. Claim: if all
 * cells before t on best paths to t were expanded at their least g, t was reached at its
 * least g. Let n be the last cell before t on such a path.
 *
 * If n tried t, the claim holds. Suppose n dropped t because of the step from p to t.
 * This step is on a best path, too. So repeat the argument with p, whose g is smaller
 * than n's.
 *
 * Suppose n dropped t because of two steps past m. The second step is straight under
 * `octile`, vertical under `tile`. The rules drop such steps only because of single
 * steps. So either m tried t, or the argument continues with a cell of smaller g.
 *
 * The start drops nothing.
 *
 * Among hexagons all steps have one length. Two steps that turn by 120 degrees lead to a
 * neighbour of p. Two that turn by 60 degrees have the same end in either order, and the rules
 * keep the order in which N, E or SW comes first. m is reached by one of these then, and the
 * second step is another of the six, which only rules of one step drop. So the same argument
 * holds.
 */
#include "core/grid/moves.h"

#include <string.h>

#include "core/base/base.h"
#include "core/base/bytes.h"
#include "core/grid/grid_components.h"

/*
 * Which of two ways between the same cells a search may leave out. n is the cell that was
 * reached, p the cell before it.
 */
typedef struct rules
{
	/* The way by n that is dropped: the way that costs no more, under `direct` less. */
	bool direct; /* to a straight neighbour of p: one step from p */
	bool across; /* to a diagonal neighbour of p: one step from p */
	bool octile; /* straight, then diagonal: in the other order */
	bool tile;	 /* vertical, then horizontal: in the other order */
	bool square; /* two diagonal steps to a cell in line: two straight steps */

	/* Rules of hexagons in place of these: drop_after_hex. */
	bool hex;
	bool turns; /* two steps that turn by 60 degrees: in the other order */
} rules;

/*
 * With movement points, the cost of a path depends on the order of its steps, and two steps may cost
 * less than one step of their sum. But the new cost never falls when the cost before the step or
 * the cost of the step rises (fr_after_points). So two ways of two steps are equally good if all these steps cost the
 * same, and one step is no worse than two if one of them costs no less. If weights differ, the steps of
 * one way cost what they cost by a single cell, except under weigh=average and with layers.
 */
static rules
rules_of_points(const fr_costs *costs, bool octile, bool even)
{
	uint64_t east = costs->step[FR_E];
	uint64_t diagonal = costs->step[FR_NE];
	bool square = east == costs->step[FR_N];

	if (!even && (costs->layered || costs->weigh == FR_WEIGH_AVERAGE))
		return (rules){0};
	if (costs->hex)
		return (rules){.hex = true, .turns = even};
	return (rules){.direct = square && east <= diagonal,
				   .across = even && square && diagonal <= east,
				   .octile = even && octile && square && diagonal == east,
				   .tile = even && !octile && square,
				   .square = even && octile && square && east <= diagonal};
}

/*
 * The rules where all cells around have one weight, or where weights may differ. even: steps in
 * one direction cost the same, too, and each is legal both ways.
 */
static rules
rules_where(const fr_costs *costs, bool one_weight, bool even)
{
	uint64_t east = costs->step[FR_E];
	uint64_t north = costs->step[FR_N];
	uint64_t shorter = east < north ? east : north;
	uint64_t longer = east < north ? north : east;
	uint64_t diagonal = costs->step[FR_NE];
	uint64_t two = east + north;
	bool octile = costs->h.diagonal < costs->h.east + costs->h.north && diagonal < two;

	if (costs->detours)
		return (rules){0};
	if (costs->points > 0)
		return rules_of_points(costs, octile, even);
	if (costs->hex)
		return (rules){.hex = true, .turns = even};
	/* of oblong cells the direct step may be the longer one, next to lighter cells */
	return (rules){.direct = one_weight ? longer < shorter + diagonal
										: east == north && east <= diagonal,
				   .across = one_weight && diagonal <= two,
				   .octile = even && octile,
				   .tile = even && !octile,
				   .square = even && octile && longer <= diagonal};
}

/* The rules that hold on the whole map. */
static rules
rules_of(const fr_costs *costs)
{
	return rules_where(costs, costs->uniform,
					   costs->uniform && !costs->oneway && !costs->layered);
}

static unsigned
direction_bit(int direction, int by)
{
	return 1u << ((direction + by) & (FR_DIRECTIONS - 1));
}

/* The moves to drop on one side (1 or -1) of direction d, if p has `moves`. */
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

static unsigned
drop_after_hex(const rules *r, int d, int side, unsigned moves)
{
	unsigned drop = 0;

	if (moves >> fr_hex_turn(d, side) & 1)
	{
		drop |= 1u << fr_hex_turn(d, 2 * side);
		if (r->turns && !fr_hex_comes_first(d))
			drop |= 1u << fr_hex_turn(d, side);
	}
	return drop;
}

/* The moves to try after direction d, if p has only this move, or none. */
static unsigned
canonical_after(const rules *r, int d, unsigned move)
{
	unsigned drop = 1u << fr_opposite(d);

	for (int side = -1; side <= 1; side += 2)
		drop |= r->hex				? drop_after_hex(r, d, side, move)
				: fr_is_diagonal(d) ? drop_after_diagonal(r, d, side, move)
									: drop_after_straight(r, d, side, move);
	return ~drop;
}

/* Tables are filled by eight entries at a time. */
#define EIGHT(byte) ((byte) *UINT64_C(0x0101010101010101))

/*
 * Each rule reads a single move of p. So a set drops the moves that its greatest move drops, and
 * the moves that the set without this move drops.
 */
static void
tabulate(const rules *r, uint8_t canonical[FR_DIRECTIONS][FR_MASKS])
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		uint8_t *row = canonical[d];

		row[0] = (uint8_t) canonical_after(r, d, 0);
		for (unsigned m = 1; m < FR_MASKS; m <<= 1)
		{
			uint8_t left = (uint8_t) canonical_after(r, d, m);

			for (unsigned set = 0; m < 8 && set < m; set++)
				row[m | set] = row[set] & left;
			for (unsigned set = 0; m >= 8 && set < m; set += 8)
				fr_put64(row, (m | set) / 8, fr_get64(row, set / 8) & EIGHT(left));
		}
	}
}

void
fr_moves_tabulate(const fr_costs *costs, uint8_t canonical[FR_DIRECTIONS][FR_MASKS])
{
	rules r = rules_of(costs);

	tabulate(&r, canonical);
}

void
fr_moves_tabulate_even(const fr_costs *costs, uint8_t canonical[FR_DIRECTIONS][FR_MASKS])
{
	rules r = rules_where(costs, true, true);

	tabulate(&r, canonical);
}

/* For moves=all, the same set for all legal moves of p. */
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

/*
 * after[d][around] are the moves that `canonical` leaves at a cell with these free cells
 * around it. The rules read only p's moves to n's neighbours, and the cells that make
 * these legal are around n, too. So p's legal moves are taken from n's surroundings, one
 * step before: those of the cells `near` that are around both p and n.
 */
static void
tabulate_after_direction(fr_tables *tables, int d)
{
	const uint8_t *canonical = tables->canonical[d];
	uint8_t *after = tables->after[d];
	int dx = fr_dx[d];
	int by = 3 * fr_dy[d] + dx;
	int up = by > 0 ? by : 0;
	int down = up - by;
	unsigned ahead = FR_AROUND(dx, -1) | FR_AROUND(dx, 0) | FR_AROUND(dx, 1);
	unsigned near = (FR_AROUNDS - 1) >> up & (FR_AROUNDS - 1) << down;

	if (dx != 0)
		near &= ~ahead;
	for (unsigned around = 0; around < FR_AROUNDS; around += 8)
		if (around & ~near)
			fr_put64(after, around / 8, fr_get64(after, (around & near) / 8));
		else if ((near & 7) == 0)
			fr_put64(after, around / 8,
					 EIGHT(canonical[tables->legal[around << up >> down]]));
		else
			for (unsigned row = 0; row < 8; row++)
				after[around | row] =
					canonical[tables->legal[(around | (row & near)) << up >> down]];
	for (unsigned around = 0; around < FR_AROUNDS; around += 8)
		fr_put64(after, around / 8,
				 fr_get64(after, around / 8) & fr_get64(tables->legal, around / 8));
}

static void
tabulate_after(fr_tables *tables)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		tabulate_after_direction(tables, d);
}

/*
 * first[moves] becomes the move to try first, last[moves] the one to try last. A stack
 * expands the child that was pushed last. So the moves with which canonical paths begin come
 * last: vertical moves, then horizontal ones, then diagonal ones; among hexagons N, E and SW.
 */
static void
tabulate_order(bool hex, uint8_t first[FR_MASKS], uint8_t last[FR_MASKS])
{
	static const uint8_t ranks[][FR_DIRECTIONS] = {
		{0, 4, 2, 5, 1, 6, 3, 7}, /* N, NE, ... */
		{3, 0, 4, 6, 1, 5, 2, 7}};
	const uint8_t *rank = ranks[hex];

	for (unsigned moves = 1; moves < FR_MASKS; moves++)
	{
		unsigned others = moves & (moves - 1);
		uint8_t d = (uint8_t) __builtin_ctz(moves);

		first[moves] = others && rank[first[others]] < rank[d] ? first[others] : d;
		last[moves] = others && rank[last[others]] > rank[d] ? last[others] : d;
	}
}

/* ---- all tables -------------------------------------------------------- */

/* The directions of the neighbours among the 3 x 3 cells around a cell. */
static unsigned
neighbours_in(unsigned around)
{
	return (around >> 1 & 0x23) | (around >> 3 & 0x14) | (around >> 5 & 0x08) |
		   (around << 3 & 0x40) | (around << 7 & 0x80);
}

/*
 * legal[around] are the legal moves of a passable cell with these free cells around it.
 */
static void
tabulate_legal(const fr_model *model, uint8_t legal[FR_AROUNDS])
{
	int corners = fr_model_value(model, FR_CORNERS);
	uint8_t directions = fr_model_directions(model);

	memset(legal, 0, FR_AROUNDS);
	for (unsigned around = 0; around < FR_AROUNDS; around++)
	{
		unsigned free;
		unsigned diagonal;

		if (!(around & FR_AROUND(0, 0)))
			continue;
		free = neighbours_in(around);
		diagonal = (unsigned) fr_diagonals_pass(corners, free << 1 | free >> 7,
												free >> 1 | free << 7);
		legal[around] =
			(uint8_t) (free & directions & (diagonal | (FR_DIAGONALS ^ 0xff)));
	}
}

#define HEX_KEY 3 /* hexagons have no corner rule; the rules of squares are 0 to 2 */

uint32_t
fr_tables_key(const fr_model *model, const fr_costs *costs)
{
	rules r = rules_of(costs);
	uint32_t last = model->hex ? HEX_KEY : (uint32_t) fr_model_value(model, FR_CORNERS);

	return (uint32_t) (r.direct | r.across << 1 | r.octile << 2 | r.tile << 3 |
					   r.square << 4 | model->octile << 5 | r.turns) |
		   last << 6;
}

void
fr_tables_fill(const fr_model *model, const fr_costs *costs, fr_tables *tables)
{
	tables->key = fr_tables_key(model, costs);
	tabulate_legal(model, tables->legal);
	fr_moves_tabulate(costs, tables->canonical);
	tabulate_after(tables);
	tabulate_order(model->hex, tables->first, tables->last);
}

/* ---- legal moves ------------------------------------------------------- */

/*
 * Legal diagonal steps, a bit each: bits of `both` tell where both ends are passable, bits of
 * a and b where the side cells are.
 */
static uint64_t
diagonal(const fr_grid *grid, uint64_t both, uint64_t a, uint64_t b)
{
	return grid->octile ? both & fr_diagonals_pass(grid->corners, a, b) : 0;
}

/*
 * Per direction, a bit for each of the 64 cells of a row's word from which it is legal.
 */
static void
find_legal(const fr_grid *grid, const uint64_t *word, uint64_t legal[FR_DIRECTIONS])
{
	fr_strip north = fr_strip_of(word - grid->rows.words);
	fr_strip own = fr_strip_of(word);
	fr_strip south = fr_strip_of(word + grid->rows.words);
	uint64_t here = own.cells;

	legal[FR_N] = here & north.cells;
	legal[FR_E] = here & own.east;
	legal[FR_S] = here & south.cells;
	legal[FR_W] = here & own.west;
	legal[FR_NE] = diagonal(grid, here & north.east, north.cells, own.east);
	legal[FR_SE] = diagonal(grid, here & south.east, south.cells, own.east);
	legal[FR_SW] = diagonal(grid, here & south.west, south.cells, own.west);
	legal[FR_NW] = diagonal(grid, here & north.west, north.cells, own.west);
	if (grid->costs.hex)
		legal[FR_SE] = legal[FR_NW] = 0;
}

/* Byte j of word d becomes byte d of word j. */
static void
transpose_bytes(uint64_t square[8])
{
	for (int i = 0; i < 4; i++)
		fr_bits_swap(&square[i], &square[i + 4], 32, UINT64_C(0x00000000ffffffff));
	for (int i = 0; i < 8; i = ((i | 2) + 1) & ~2)
		fr_bits_swap(&square[i], &square[i + 2], 16, UINT64_C(0x0000ffff0000ffff));
	for (int i = 0; i < 8; i += 2)
		fr_bits_swap(&square[i], &square[i + 1], 8, UINT64_C(0x00ff00ff00ff00ff));
}

/* Bit k of byte d becomes bit d of byte k. */
static uint64_t
transpose_bits(uint64_t bits)
{
	fr_bits_swap(&bits, &bits, 28, UINT64_C(0x00000000f0f0f0f0));
	fr_bits_swap(&bits, &bits, 14, UINT64_C(0x0000cccc0000cccc));
	fr_bits_swap(&bits, &bits, 7, UINT64_C(0x00aa00aa00aa00aa));
	return bits;
}

/* Compilers merge these into one store. */
static inline void
put_eight(uint8_t *to, uint64_t bytes)
{
	to[0] = (uint8_t) bytes;
	to[1] = (uint8_t) (bytes >> 8);
	to[2] = (uint8_t) (bytes >> 16);
	to[3] = (uint8_t) (bytes >> 24);
	to[4] = (uint8_t) (bytes >> 32);
	to[5] = (uint8_t) (bytes >> 40);
	to[6] = (uint8_t) (bytes >> 48);
	to[7] = (uint8_t) (bytes >> 56);
}

/* Converts a word per direction with a bit per cell into a byte per cell. */
static void
put_moves(uint64_t legal[FR_DIRECTIONS], uint8_t *moves, uint32_t cells)
{
	uint32_t x;

	transpose_bytes(legal);
	for (x = 0; x + 8 <= cells; x += 8)
		put_eight(moves + x, transpose_bits(legal[x / 8]));
	for (uint64_t rest = x < cells ? transpose_bits(legal[x / 8]) : 0; x < cells;
		 rest >>= 8)
		moves[x++] = (uint8_t) rest;
}

/* The legal moves of a cell whose neighbours may be beyond joined edges. */
static uint8_t
moves_around(const fr_grid *grid, fr_cell at)
{
	unsigned around = 0;

	for (int32_t dy = -1; dy <= 1; dy++)
		for (int32_t dx = -1; dx <= 1; dx++)
		{
			fr_cell near = fr_grid_around(grid, (fr_cell){at.x + dx, at.y + dy});

			if (fr_grid_has(grid, near) &&
				!fr_grid_blocked(grid, fr_grid_index(grid, near)))
				around |= FR_AROUND(dx, dy);
		}
	return grid->tables->legal[around];
}

/* Adds the moves over joined edges. */
static void
join_edges(const fr_grid *grid, uint8_t *moves, const fr_poll *poll)
{
	int32_t right = (int32_t) grid->width - 1;
	int32_t bottom = (int32_t) grid->height - 1;

	for (int32_t y = 0; y <= bottom && grid->costs.wrap_x > 0; y++)
	{
		fr_poll_at(poll, (uint64_t) y);
		for (int32_t x = 0; x <= right; x += right)
			moves[fr_grid_index(grid, (fr_cell){x, y})] =
				moves_around(grid, (fr_cell){x, y});
	}
	for (int32_t x = 0; x <= right && grid->costs.wrap_y > 0; x++)
	{
		fr_poll_at(poll, (uint64_t) x);
		for (int32_t y = 0; y <= bottom; y += bottom)
			moves[fr_grid_index(grid, (fr_cell){x, y})] =
				moves_around(grid, (fr_cell){x, y});
	}
}

uint8_t *
fr_moves_build(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	uint8_t *all = fr_arena_alloc(arena, grid->cells);
	uint8_t *moves = all;

	for (uint32_t y = 0; y < grid->height; y++, moves += grid->width)
	{
		const uint64_t *row = fr_bits_line(&grid->rows, y);

		fr_poll_now(poll);
		for (uint32_t x = 0; x < grid->width; x += 64)
		{
			uint64_t legal[FR_DIRECTIONS];

			find_legal(grid, row + x / 64, legal);
			put_moves(legal, moves + x, grid->width - x < 64 ? grid->width - x : 64);
		}
	}
	if (grid->costs.wraps)
		join_edges(grid, all, poll);
	return all;
}

const uint8_t *
fr_grid_moves(const fr_grid *grid, const fr_arena *arena, const fr_poll *poll)
{
	return grid->oneway ? grid->oneway->moves : fr_moves_build(grid, arena, poll);
}
