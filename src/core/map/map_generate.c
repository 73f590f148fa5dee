/*
 * map_generate.c - random maps of codes '.' and '@', the same on every platform for a
 * seed
 */
#include <string.h>

#include "core/base/cell.h"
#include "core/base/base.h"
#include "core/base/random.h"
#include "core/api.h"

#define GROUND '.'
#define WALL '@'

/* ---- random walls: 2006 section VI.C ----------------------------------- */

static bool
is_inside(const fr_canvas *c, int64_t x, int64_t y)
{
	return x >= 0 && y >= 0 && x < c->width && y < c->height;
}

static bool
is_wall(const fr_canvas *c, uint32_t x, uint32_t y)
{
	return c->codes[(size_t) y * c->width + x] == WALL;
}

static void
put(const fr_canvas *c, int64_t x, int64_t y, uint8_t code)
{
	if (is_inside(c, x, y))
		c->codes[(size_t) y * c->width + (size_t) x] = code;
}

static void
fill(const fr_canvas *c, uint8_t code, const fr_poll *poll)
{
	for (uint32_t y = 0; y < c->height; y++)
	{
		fr_poll_now(poll);
		memset(c->codes + (size_t) y * c->width, code, c->width);
	}
}

/*
 * A straight line, or a diagonal one two cells thick, so that no path crosses it
 * diagonally. The line is clipped at the map's border.
 */
static void
draw_wall(const fr_canvas *c, int64_t x, int64_t y, int direction, uint32_t length)
{
	for (uint32_t i = 0; i < length && is_inside(c, x, y); i++)
	{
		put(c, x, y, WALL);
		if (fr_is_diagonal(direction))
			put(c, x + fr_dx[direction], y, WALL);
		x += fr_dx[direction];
		y += fr_dy[direction];
	}
}

/* A free cell, or any cell if 1,000 tries found none. */
static uint32_t
random_ground(fr_canvas *c)
{
	uint32_t cells = c->width * c->height;
	uint32_t cell = fr_random_below(&c->seed, cells);

	for (int tries = 0; tries < 1000 && c->codes[cell] == WALL; tries++)
		cell = fr_random_below(&c->seed, cells);
	return cell;
}

/*
 * Walls of wall_length cells that start at random free cells, in one of eight
 * directions.
 */
void
fr_generate_walls(fr_canvas c, uint32_t walls, uint32_t wall_length, const fr_poll *poll)
{
	fill(&c, GROUND, poll);
	for (uint32_t i = 0; i < walls; i++)
	{
		uint32_t cell = random_ground(&c);

		fr_poll_now(poll);
		draw_wall(&c, cell % c.width, cell / c.width,
				  (int) fr_random_below(&c.seed, FR_DIRECTIONS), wall_length);
	}
}

/* ---- rooms ------------------------------------------------------------- */

/*
 * Opens a door one cell wide, at a random position, in the wall to the west (vertical)
 * or north of the room whose first cell is (x, y).
 */
static void
open_door(fr_canvas *c, uint32_t x, uint32_t y, bool vertical, uint32_t room)
{
	uint32_t left = vertical ? c->height - y : c->width - x;
	uint32_t at = fr_random_below(&c->seed, room < left ? room : left);

	if (vertical)
		put(c, (int64_t) x - 1, y + at, GROUND);
	else
		put(c, x + at, (int64_t) y - 1, GROUND);
}

/* Draws the east and south wall of every room. */
static void
draw_rooms(const fr_canvas *c, uint32_t room, const fr_poll *poll)
{
	for (uint32_t y = 0; y < c->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t x = 0; x < c->width; x++)
			put(c, x, y,
				x % (room + 1) == room || y % (room + 1) == room ? WALL : GROUND);
	}
}

/*
 * Square rooms of side `room` (at least 1 cell), separated by walls one cell thick.
 * Each room has a door to the west or the north, or with probability 1/2 to both, so
 * all rooms are connected.
 */
void
fr_generate_rooms(fr_canvas c, uint32_t room, const fr_poll *poll)
{
	draw_rooms(&c, room, poll);
	for (uint32_t y = 0; y < c.height; y += room + 1)
		for (uint32_t x = 0; x < c.width; x += room + 1)
		{
			uint32_t choice = fr_random_below(&c.seed, 4);

			fr_poll_now(poll);
			if (x > 0 && (y == 0 || choice != 0))
				open_door(&c, x, y, true, room);
			if (y > 0 && (x == 0 || choice != 1))
				open_door(&c, x, y, false, room);
		}
}

/* ---- mazes ------------------------------------------------------------- */

/*
 * A maze is made of square blocks of side `corridor`, separated by walls one cell
 * thick.
 */
typedef struct maze
{
	fr_canvas c;
	uint32_t corridor;
	uint32_t columns;
	uint32_t rows;
} maze;

static void
fill_block(const maze *m, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
		   uint8_t code)
{
	for (uint32_t dy = 0; dy < height; dy++)
		for (uint32_t dx = 0; dx < width; dx++)
			put(&m->c, x + dx, y + dy, code);
}

/*
 * A block's first cell stores the direction back to the previous block, or WALL if
 * unvisited.
 */
static uint8_t *
block_mark(const maze *m, uint32_t column, uint32_t row)
{
	return &m->c.codes[(size_t) row * (m->corridor + 1) * m->c.width +
					   (size_t) column * (m->corridor + 1)];
}

static bool
block_open(const maze *m, int64_t column, int64_t row)
{
	return column >= 0 && row >= 0 && column < m->columns && row < m->rows &&
		   *block_mark(m, (uint32_t) column, (uint32_t) row) == WALL;
}

/* Moves to the next block in direction d: clears the wall and marks the way back. */
static void
dig(const maze *m, uint32_t *column, uint32_t *row, int d)
{
	uint32_t pitch = m->corridor + 1;
	uint32_t wall_x = *column * pitch + (fr_dx[d] > 0 ? m->corridor : 0);
	uint32_t wall_y = *row * pitch + (fr_dy[d] > 0 ? m->corridor : 0);

	*column += (uint32_t) fr_dx[d];
	*row += (uint32_t) fr_dy[d];
	if (fr_dx[d] != 0)
		fill_block(m, wall_x - (fr_dx[d] < 0), wall_y, 1, m->corridor, GROUND);
	else
		fill_block(m, wall_x, wall_y - (fr_dy[d] < 0), m->corridor, 1, GROUND);
	*block_mark(m, *column, *row) = (uint8_t) fr_opposite(d);
}

/* A random direction to an unvisited block, or -1. */
static int
random_way(maze *m, uint32_t column, uint32_t row)
{
	int ways[4];
	uint32_t n = 0;

	for (int d = FR_N; d < FR_DIRECTIONS; d += 2)
		if (block_open(m, (int64_t) column + fr_dx[d], (int64_t) row + fr_dy[d]))
			ways[n++] = d;
	return n > 0 ? ways[fr_random_below(&m->c.seed, n)] : -1;
}

/*
 * A depth-first walk through all blocks. The marks give the way back, so it needs no
 * stack. It ends at the first block, which is marked FR_DIRECTIONS.
 */
static void
walk_maze(maze *m, const fr_poll *poll)
{
	uint32_t column = 0;
	uint32_t row = 0;
	uint64_t steps = 0;

	*block_mark(m, 0, 0) = FR_DIRECTIONS;
	for (;;)
	{
		int d = random_way(m, column, row);
		uint8_t back = *block_mark(m, column, row);

		fr_poll_at(poll, steps++);
		if (d >= 0)
			dig(m, &column, &row, d);
		else if (back == FR_DIRECTIONS)
			return;
		else
		{
			column += (uint32_t) fr_dx[back];
			row += (uint32_t) fr_dy[back];
		}
	}
}

static void
clear_blocks(const maze *m, const fr_poll *poll)
{
	uint32_t pitch = m->corridor + 1;

	for (uint32_t row = 0; row < m->rows; row++)
		for (uint32_t column = 0; column < m->columns; column++)
		{
			fr_poll_now(poll);
			fill_block(m, column * pitch, row * pitch, m->corridor, m->corridor, GROUND);
		}
}

/* Opens each wall between two blocks that is still closed with probability `loops`. */
static void
open_walls(maze *m, double loops, const fr_poll *poll)
{
	uint32_t side = m->corridor;

	for (uint32_t row = 0; row < m->rows; row++)
		for (uint32_t column = 0; column < m->columns; column++)
		{
			uint32_t x = column * (side + 1);
			uint32_t y = row * (side + 1);

			fr_poll_now(poll);
			if (column + 1 < m->columns && is_wall(&m->c, x + side, y) &&
				fr_random_chance(&m->c.seed, loops))
				fill_block(m, x + side, y, 1, side, GROUND);
			if (row + 1 < m->rows && is_wall(&m->c, x, y + side) &&
				fr_random_chance(&m->c.seed, loops))
				fill_block(m, x, y + side, side, 1, GROUND);
		}
}

/*
 * A maze whose corridors are `corridor` (at least 1) cells wide. It is a tree of blocks,
 * except for the share `loops` of its other walls that is opened.
 */
void
fr_generate_maze(fr_canvas c, uint32_t corridor, double loops, const fr_poll *poll)
{
	maze m = {c, corridor, (c.width + 1) / (corridor + 1),
			  (c.height + 1) / (corridor + 1)};

	fill(&m.c, WALL, poll);
	if (m.columns == 0 || m.rows == 0)
		return;
	walk_maze(&m, poll);
	clear_blocks(&m, poll);
	open_walls(&m, loops, poll);
}

/* ---- caves ------------------------------------------------------------- */

/*
 * The number of blocked cells in the 3 x 3 around a cell; cells outside the map are
 * blocked.
 */
static int
walls_around(const fr_canvas *c, uint32_t x, uint32_t y)
{
	int n = 0;

	for (int64_t dy = -1; dy <= 1; dy++)
		for (int64_t dx = -1; dx <= 1; dx++)
			n += !is_inside(c, x + dx, y + dy) ||
				 c->codes[(size_t) (y + dy) * c->width + (size_t) (x + dx)] == WALL;
	return n;
}

static void
smooth(const fr_canvas *from, const fr_canvas *to, const fr_poll *poll)
{
	for (uint32_t y = 0; y < from->height; y++)
	{
		fr_poll_now(poll);
		for (uint32_t x = 0; x < from->width; x++)
			put(to, x, y, walls_around(from, x, y) >= 5 ? WALL : GROUND);
	}
}

/*
 * Caves from a cellular automaton: cells are blocked with probability `fill`. Then,
 * four times, each cell takes the majority of its 3 x 3 neighbourhood. The scratch has
 * width * height bytes.
 */
void
fr_generate_caves(fr_canvas c, uint8_t *scratch, double fill, const fr_poll *poll)
{
	fr_canvas other = {scratch, c.width, c.height, 0};
	size_t cells = (size_t) c.width * c.height;

	for (size_t i = 0; i < cells; i++)
	{
		fr_poll_at(poll, i);
		c.codes[i] = fr_random_chance(&c.seed, fill) ? WALL : GROUND;
	}
	for (int round = 0; round < 2; round++)
	{
		smooth(&c, &other, poll);
		smooth(&other, &c, poll);
	}
}
