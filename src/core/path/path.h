/*
 * path.h - paths as they are stored, as text, and on a grid
 *
 *     fr_route (a search's) --fr_path_pack--> packed path --fr_path_next--> legs
 *     text --fr_path_parse--> packed path --fr_path_write--> text
 *     packed path + grid --fr_path_price--> cost
 *
 * Except fr_path_check, functions take packed paths that fr_path_check accepted.
 */
#ifndef FRINGE_PATH_H
#define FRINGE_PATH_H

#include "core/grid/route.h"

/* ---- as values -------------------------------------------------- */

/* The direction of a straight line that is none of the eight; and of a link. */
#define FR_LINE FR_DIRECTIONS
#define FR_BY_LINK (FR_DIRECTIONS + 1)

/*
 * A leg of a path: moves in one direction, a straight line, or a link, which is one move.
 */
typedef struct fr_leg
{
	int direction;
	uint64_t moves; /* of a line: the cells of its longer side, without the first */
	int64_t dx;		/* from its first cell to its last */
	int64_t dy;
} fr_leg;

/* The straight leg between two different cells, and the leg by a link. */
fr_leg fr_leg_between(fr_cell from, fr_cell to);
fr_leg fr_leg_linking(fr_cell from, fr_cell to);

/* The next leg of a route that has reached `from`; *i is its place, and advances. */
fr_leg fr_route_leg(const fr_route *route, size_t *i, fr_cell from);

/*
 * The cell after this number of moves of a leg. On a line it is the nearest cell in the
 * column or row of the longer side; of two, the one with the larger coordinate, from
 * either end.
 */
fr_cell fr_leg_cell(fr_cell start, const fr_leg *leg, uint64_t moves);

/*
 * Reads the legs of a packed path that fr_path_check accepted; path_format.c draws the
 * format.
 */
typedef struct fr_path_reader
{
	int version;
	fr_cell start;
	const uint8_t *next;
	const uint8_t *end;
	uint64_t legs; /* read so far */
	const fr_poll *poll;
} fr_path_reader;

#define FR_PATH_TEXT_MAX 600000000 /* bytes; every accepted path can be printed */

/*
 * Packs a route, which a search found, into at most fr_path_packed_size bytes; returns
 * their number.
 */
size_t fr_path_packed_size(const fr_route *route, const fr_poll *poll);
size_t fr_path_pack(const fr_route *route, uint8_t *packed, const fr_poll *poll);

/* Checks that untrusted bytes are the one packed form of a path. */
fr_status fr_path_check(const uint8_t *packed, size_t size, const fr_poll *poll,
						fr_error *error);

/* Reads the legs of a path one by one; fr_path_next is false at the end. */
fr_path_reader fr_path_open(const uint8_t *packed, size_t size, const fr_poll *poll);
bool fr_path_next(fr_path_reader *reader, fr_leg *leg);

/* The number of cells, both ends included. */
uint64_t fr_path_length(const uint8_t *packed, size_t size, const fr_poll *poll);
fr_cell fr_path_goal(const uint8_t *packed, size_t size, const fr_poll *poll);

/* Calls `visit` for all cells in order, both ends included, numbered from 0. */
void fr_path_each_cell(const uint8_t *packed, size_t size,
					   void (*visit)(void *context, uint64_t number, fr_cell cell),
					   void *context, const fr_poll *poll);

/*
 * Writes the same cells from goal to start, into fr_path_reversed_size bytes. The text of a
 * path with lines or links may then be longer than a text may be: FR_PATH_TEXT.
 */
size_t fr_path_reversed_size(const uint8_t *packed, size_t size, const fr_poll *poll);
fr_status fr_path_reverse(const uint8_t *packed, size_t size, uint8_t *to,
						  const fr_poll *poll, fr_error *error);

/*
 * Parses a text into a packed path of at most fr_path_parse_size bytes. Consecutive legs
 * of one direction become one. FR_SYNTAX, FR_PATH_....
 */
size_t fr_path_parse_size(size_t text_length);
fr_status fr_path_parse(const char *text, size_t length, uint8_t *packed, size_t *size,
						const fr_poll *poll, fr_error *error);

/* Writes fr_path_text_size bytes, without a NUL. */
size_t fr_path_text_size(const uint8_t *packed, size_t size, const fr_poll *poll);
void fr_path_write(const uint8_t *packed, size_t size, char *text, const fr_poll *poll);

/* ---- on a grid ------------------------------------------------- */

#define FR_NO_COST UINT64_MAX /* larger than any limit */

/*
 * Is a packed path legal on the grid? If so, *cost is its cost in the grid's unit, or
 * FR_NO_COST above the limit. Under anyangle the grid has a visibility graph.
 */
bool fr_path_price(const fr_grid *grid, const uint8_t *packed, size_t size,
				   uint64_t *cost, const fr_poll *poll);

/*
 * The cost of the first move of a leg from a cell, after a move in direction `before`, FR_BY_LINK:
 * after a link, FR_AT_START: after none. FR_UNREACHED: the move is not legal. Not under anyangle.
 */
uint64_t fr_leg_step_cost(const fr_grid *grid, fr_cell from, int before,
						  const fr_leg *leg);

/*
 * The cost of a path that costs `total` after a move of cost `step` to a cell; FR_NO_COST above the
 * limit.
 */
uint64_t fr_path_after(const fr_grid *grid, uint64_t total, fr_cell to, uint64_t step);

/* How far along a path: the last cell that costs at most the distance. */
typedef struct fr_way_point
{
	double distance; /* in the unit of the model */
	fr_cell cell;
} fr_way_point;

/*
 * As fr_path_price; also finds the point's cell, which is the start if its distance is 0.
 */
bool fr_path_at(const fr_grid *grid, const uint8_t *packed, size_t size,
				fr_way_point *point, uint64_t *cost, const fr_poll *poll);

/* ---- lines of sight -------------------------------------------- */

/* Is the line from a to b clear, over cells of equal weight? The grid has both cells. */
bool fr_sight(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll);

/* As fr_sight, over cells of any weight, and without regard to one-way cells. */
bool fr_visible(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll);

typedef void (*fr_put_corner)(void *context, fr_cell corner);

#define FR_SMOOTH_RULES                                                                  \
	(FR_RULE(LINES) | FR_RULE(OBLONG) | FR_RULE(SIZE) | FR_RULE(ONEWAY) |                \
	 FR_RULE(SIDES) | FR_RULE(BLOCKED) | FR_RULE(WEIGHTS) | FR_RULE(WEIGH) |             \
	 FR_RULE(FREE))

/*
 * String pulling: calls `put` for the corners of a path that fr_path_price found legal.
 *
 * On ground of one weight, a line goes from each corner to the farthest following cell in
 * unbroken line of sight. If weights differ, the lines are the cheapest ones between cells of
 * the path, each over at most 64 of its moves or over cells of one weight. Only
 * then memory is taken from the arena, for each cell of the path.
 */
void fr_path_smooth(const fr_grid *grid, const uint8_t *packed, size_t size,
					const fr_arena *arena, fr_put_corner put, void *context,
					const fr_poll *poll);

/*
 * The cost of such a line, in the model's unit: the sum, over all cells that it crosses, of
 * the length within the cell, times its weight, times the cost of a straight step. At a corner
 * the line has no length in the cells on either side, and it never runs along a border. This is the
 * price under weigh=average. Otherwise
 *
 *     enter    the part in the first cell costs what it costs in the last one
 *     leave    the part in the last cell costs what it costs in the first one
 *     max      the half of a part that is next to a border costs what the heavier of the
 *              two cells costs; the first part and the last one are such halves
 *
 * So a line in one of the eight directions costs what its steps cost, if a diagonal step
 * costs sqrt(2) straight ones; and two lines in a row that make one straight line cost what
 * this line costs.
 */
double fr_line_cost(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll);

/* ---- legs one by one --------------------------------------------------------- */

#define FR_PATH_RUNS 1	/* the version of paths that have only runs */
#define FR_PATH_LINES 2 /* and of paths with straight lines or links */

#define FR_START_BYTES 11 /* the most that a version and a start take */
#define FR_LEG_BYTES 10	  /* and a leg */

/* Writes legs one by one; those of one direction become one. */
typedef struct fr_leg_writer
{
	uint8_t *to;
	int version;
	bool lines;		/* a leg is a line or a link, which version 1 cannot have */
	fr_leg pending; /* not yet written; no moves: none */
} fr_leg_writer;

fr_leg_writer fr_legs_begin(uint8_t *to, int version, fr_cell start);
void fr_legs_put(fr_leg_writer *writer, const fr_leg *leg);
uint8_t *fr_legs_end(fr_leg_writer *writer);

size_t fr_leg_text_size(const fr_leg *leg, fr_cell end);

static inline fr_leg
fr_leg_of_run(int direction, uint64_t moves)
{
	return (fr_leg){direction, moves, fr_dx[direction] * (int64_t) moves,
					fr_dy[direction] * (int64_t) moves};
}

/* Moves a cell along a leg; false if it leaves the range of coordinates. */
static inline bool
fr_leg_advance(fr_cell *cell, const fr_leg *leg)
{
	int64_t x = cell->x + leg->dx;
	int64_t y = cell->y + leg->dy;

	if (leg->moves > INT32_MAX || x != (int32_t) x || y != (int32_t) y)
		return false;
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	return true;
}

#endif /* FRINGE_PATH_H */
