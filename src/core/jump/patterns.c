/*
 * patterns.c - which moves are worth trying in a 3 x 3 neighbourhood of terrain
 *
 * Jump point search on weighted terrain rests on an order of paths. Weights may be 0.
 * The model is tile, hex, or octile with a diagonal step of at least one straight step,
 * with any rule of corners. Of two paths between the same cells, the better one has the
 * smaller
 *
 *     1. cost,
 *     2. where a weight may be 0: cost if all weights were 1,
 *     3. number of steps,
 *     4. number of diagonal steps,
 *     5. sequence of steps, compared from the front: diagonal steps come first, then
 *        horizontal, then vertical ones; under hex first N, E and SW, then the others. Rule 4
 *        does not apply to hex.
 *
 * If the same steps are put before and behind both, the better one stays better. So the
 * best path between two cells is unique, and each piece of it is the best path between
 * its own ends. A search need not make a step, or two steps in a row, if it knows a
 * better path between the same ends. After step d to cell n, step e is worth trying only
 * if d, e, and d followed by e are the best known paths. Here all paths of one and two
 * steps within the 3 x 3 cells around n are known. Knowing fewer paths prunes less, which
 * is never wrong.
 *
 * The order has to compare whole paths.  "Diagonal steps first if costs are equal" is
 * wrong if a diagonal step costs as much as one straight step or as two. Without 2., smooth
 * ground of weight 0 would be crossed by diagonal steps that cost more than two straight ones.
 *
 * The proof does not need reverse steps. With one-way cells, forbidden steps are in no
 * path.
 *
 * A cell is irregular if its 3 x 3 cells differ in weight or have directions. At other
 * cells, a step along a straight ray leaves only its own direction. A step along a
 * diagonal ray leaves its own direction and the straight rays to both sides:
 *
 *     diagonal rays go   straight rays go   a diagonal step costs
 *     diagonally         straight           1 to 2 straight steps
 *     horizontally       vertically         more, or the model is tile
 *     to N, E and SW     to NE, S and W     as much as a straight one: the model is hex
 *
 * At irregular cells the moves depend only on the pattern of the nine classes. Few
 * patterns occur on a map, so each one is analysed once. Under hex, the cells to NW and SE
 * are no neighbours of the cell, and count as blocked. Paths past them are not known here.
 */
#include "core/jump/patterns.h"

#include <string.h>

#include "core/base/base.h"
#include "core/grid/moves.h"

#define PATTERN_CELLS 9 /* of 3 x 3 cells, by rows */
#define CENTRE 4
#define NORTHWEST 0
#define SOUTHEAST 8
#define CLASS_BITS 7
#define NO_STEP UINT64_MAX

_Static_assert(FR_CLASSES <= 1 << CLASS_BITS, "a key has room for nine classes");

/* ---- the moves that a pattern leaves ------------------------------------- */

/* The 3 x 3 cells around one, and the costs of steps among them, or NO_STEP. */
typedef struct neighbourhood
{
	bool hex;
	uint64_t weight[PATTERN_CELLS];
	uint8_t enter[PATTERN_CELLS];
	uint8_t leave[PATTERN_CELLS];
	uint64_t step[PATTERN_CELLS][FR_DIRECTIONS];
	uint64_t length[FR_DIRECTIONS]; /* of a step, as in way */
} neighbourhood;

/* The place one step from another, or -1. */
static int
place_after(int place, int d)
{
	int x = place % 3 + fr_dx[d];
	int y = place / 3 + fr_dy[d];

	return x >= 0 && x < 3 && y >= 0 && y < 3 ? 3 * y + x : -1;
}

/* Does the rule of corners allow a diagonal step? */
static bool
passes_corners(const fr_grid *grid, const neighbourhood *n, int place, int d)
{
	bool across = n->weight[place + fr_dx[d]] != FR_BLOCKED;
	bool along = n->weight[place + 3 * fr_dy[d]] != FR_BLOCKED;

	return grid->octile && fr_diagonal_passes(grid->corners, across, along);
}

static void
find_steps(const fr_grid *grid, neighbourhood *n)
{
	const fr_costs *costs = &grid->costs;

	memset(n->step, 0xff, sizeof n->step);
	n->hex = costs->hex;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		n->length[d] = costs->free ? costs->step[d] : 0;
	for (int place = 0; place < PATTERN_CELLS; place++)
		for (int d = 0; d < FR_DIRECTIONS; d++)
		{
			int to = place_after(place, d);

			if (to < 0 || n->weight[place] == FR_BLOCKED || n->weight[to] == FR_BLOCKED ||
				!(n->leave[place] & n->enter[to] & 1u << d) ||
				(fr_is_diagonal(d) && !passes_corners(grid, n, place, d)) ||
				(n->hex && (d == FR_SE || d == FR_NW)))
				continue;
			n->step[place][d] =
				costs->step[d] *
				fr_step_weight(costs->weigh, n->weight[place], n->weight[to]);
		}
}

/* A way of one or two steps, and where it lies in the order of paths. */
typedef struct way
{
	uint64_t cost;	 /* UINT64_MAX: there is none */
	uint64_t length; /* cost if all weights were 1; 0 unless a weight may be 0 */
	unsigned tie;	 /* steps, diagonal steps, rank of the first */
	int between;	 /* the place after the first step, which may be the end */
} way;

static way
way_of(bool hex, uint64_t cost, uint64_t length, int steps, int diagonals, int first,
	   int between)
{
	static const uint8_t ranks[][FR_DIRECTIONS] = {{6, 0, 4, 1, 7, 2, 5, 3},
												   {0, 3, 1, 6, 4, 2, 5, 6}};
	int tie = steps << 8 | (hex ? 0 : diagonals << 4) | ranks[hex][first];

	return (way){cost, length, (unsigned) tie, between};
}

static way
better_way(way a, way b)
{
	if (a.cost != b.cost)
		return a.cost < b.cost ? a : b;
	if (a.length != b.length)
		return a.length < b.length ? a : b;
	return a.tie < b.tie ? a : b;
}

/* The direction of a step between two places; -1 if they are no neighbours. */
static int
direction_between(int from, int to)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (place_after(from, d) == to)
			return d;
	return -1;
}

/* The best way of one or two steps from a place to another. */
static way
best_way(const neighbourhood *n, int from, int to)
{
	way best = {.cost = UINT64_MAX};

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int between = place_after(from, d);
		int e;

		if (n->step[from][d] == NO_STEP)
			continue;
		if (between == to)
		{
			best = better_way(way_of(n->hex, n->step[from][d], n->length[d], 1,
									 fr_is_diagonal(d), d, between),
							  best);
			continue;
		}
		e = direction_between(between, to);
		if (e >= 0 && n->step[between][e] != NO_STEP)
			best = better_way(way_of(n->hex, n->step[from][d] + n->step[between][e],
									 n->length[d] + n->length[e], 2,
									 fr_is_diagonal(d) + fr_is_diagonal(e), d, between),
							  best);
	}
	return best;
}

/* The steps from the centre that are the best path to their end. */
static uint8_t
find_moves(const neighbourhood *n)
{
	unsigned moves = 0;

	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		int to = place_after(CENTRE, d);

		if (n->step[CENTRE][d] != NO_STEP && best_way(n, CENTRE, to).between == to)
			moves |= 1u << d;
	}
	return (uint8_t) moves;
}

/* The moves worth trying after a step to the centre in direction d. */
static uint8_t
find_after(const neighbourhood *n, int d, unsigned moves)
{
	int from = place_after(CENTRE, fr_opposite(d));
	unsigned after = 0;

	if (n->step[from][d] == NO_STEP || best_way(n, from, CENTRE).between != CENTRE)
		return 0;
	moves &= ~(1u << fr_opposite(d));
	for (; moves; moves &= moves - 1)
	{
		int e = __builtin_ctz(moves);

		if (best_way(n, from, place_after(CENTRE, e)).between == CENTRE)
			after |= 1u << e;
	}
	return (uint8_t) after;
}

/* May a straight ray in direction d pass the centre: as the only move, at the same cost? */
static bool
passes_centre(const neighbourhood *n, int d, unsigned after)
{
	return after == 1u << d && n->weight[place_after(CENTRE, d)] == n->weight[CENTRE];
}

/* The class of one of the nine cells around a cell of the terrain's middle row. */
static uint8_t
class_at(const fr_terrain_classes *terrain, uint32_t x, int place)
{
	if (terrain->grid->costs.hex && (place == NORTHWEST || place == SOUTHEAST))
		return 0;
	return terrain->row[place / 3][x + (uint32_t) place % 3];
}

static fr_pattern
make_pattern(const fr_terrain_classes *terrain, uint32_t x)
{
	neighbourhood n;
	fr_pattern pattern = {.class = class_at(terrain, x, CENTRE)};

	for (int i = 0; i < PATTERN_CELLS; i++)
	{
		int class = class_at(terrain, x, i);

		n.weight[i] = terrain->classes.weight[class];
		n.enter[i] = terrain->enter[class];
		n.leave[i] = terrain->leave[class];
	}
	find_steps(terrain->grid, &n);
	pattern.moves = find_moves(&n);
	for (int d = 0; d < FR_DIRECTIONS; d++)
	{
		pattern.after[d] = find_after(&n, d, pattern.moves);
		if (!passes_centre(&n, d, pattern.after[d]))
			pattern.ends |= (uint8_t) (1u << d);
		pattern.around[d] = class_at(terrain, x, place_after(CENTRE, d));
	}
	return pattern;
}

/* ---- each pattern once ----------------------------------------------------- */

static void
lay_out_slots(fr_pattern_table *table, uint32_t slots)
{
	table->slots = slots;
	table->keys = fr_arena_alloc(table->scratch, slots * sizeof *table->keys);
	table->numbers = fr_arena_alloc(table->scratch, slots * sizeof *table->numbers);
	memset(table->keys, 0, slots * sizeof *table->keys);
}

void
fr_pattern_table_begin(fr_pattern_table *table, const fr_arena *scratch)
{
	*table = (fr_pattern_table){.scratch = scratch};
	lay_out_slots(table, 1024);
	table->patterns = fr_arena_alloc(scratch, table->slots / 2 * sizeof *table->patterns);
}

/* The slot of a key, or the free one where it belongs. */
static uint32_t
slot_of(const fr_pattern_table *table, uint64_t key)
{
	uint32_t slot = (uint32_t) (key * UINT64_C(0x9e3779b97f4a7c15) >> 32);

	for (slot &= table->slots - 1; table->keys[slot] && table->keys[slot] != key;)
		slot = (slot + 1) & (table->slots - 1);
	return slot;
}

static void
grow_table(fr_pattern_table *table)
{
	fr_pattern_table old = *table;

	lay_out_slots(table, 2 * old.slots);
	table->patterns = fr_arena_alloc(table->scratch, old.slots * sizeof *table->patterns);
	memcpy(table->patterns, old.patterns, old.count * sizeof *old.patterns);
	for (uint32_t i = 0; i < old.slots; i++)
		if (old.keys[i])
		{
			uint32_t slot = slot_of(table, old.keys[i]);

			table->keys[slot] = old.keys[i];
			table->numbers[slot] = old.numbers[i];
		}
}

/* The nine classes around a cell, as the key of its pattern. */
static uint64_t
key_at(const fr_terrain_classes *terrain, uint32_t x)
{
	uint64_t key = 0;

	for (int i = 0; i < PATTERN_CELLS; i++)
		key = key << CLASS_BITS | class_at(terrain, x, i);
	return key;
}

uint32_t
fr_pattern_number(fr_pattern_table *table, const fr_terrain_classes *terrain, uint32_t x)
{
	uint64_t key = key_at(terrain, x);
	uint32_t slot = slot_of(table, key);

	if (table->keys[slot])
		return table->numbers[slot];
	if (2 * table->count == table->slots)
	{
		grow_table(table);
		slot = slot_of(table, key);
	}
	table->keys[slot] = key;
	table->numbers[slot] = table->count;
	table->patterns[table->count] = make_pattern(terrain, x);
	return table->count++;
}
