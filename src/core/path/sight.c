/*
 * sight.c - lines of sight, and paths pulled tight along them
 *
 * A line joins the centres of two cells. It is clear if every cell whose inside it
 * crosses is passable. Where it crosses a corner between four cells it obeys the rule
 * for diagonal steps; without diagonal steps both side cells must be passable. From cell
 * to cell it goes as steps may, so with one-way cells a line may be clear one way only.
 */
#include "core/base/error.h"
#include "core/grid/bits.h"

static bool
is_free(const fr_grid *grid, int32_t x, int32_t y)
{
	return !fr_bits_has(fr_bits_line(&grid->rows, (uint32_t) y), x);
}

static uint64_t
weight_of(const fr_grid *grid, fr_cell cell)
{
	if (!grid->terrain)
		return 1;
	return grid->costs.weight[grid->terrain[fr_grid_index(grid, cell)]];
}

/* May a line cross the corner between `at` and its diagonal neighbour? */
static bool
passes_corner(const fr_grid *grid, fr_cell at, int dx, int dy)
{
	int needed = grid->octile ? grid->corners : 2;

	return is_free(grid, at.x + dx, at.y) + is_free(grid, at.x, at.y + dy) >= needed;
}

/* A line from cell to cell: what is left of it, in steps of each kind. */
typedef struct line
{
	fr_cell at;
	int dx; /* signs */
	int dy;
	int64_t width; /* of the whole line, in cells */
	int64_t height;
	int64_t ahead; /* < 0: the next border crossed is vertical; 0: a corner */
} line;

static line
line_between(fr_cell a, fr_cell b)
{
	line l = {.at = a,
			  .dx = b.x > a.x ? 1 : -1,
			  .dy = b.y > a.y ? 1 : -1,
			  .width = b.x > a.x ? b.x - a.x : a.x - b.x,
			  .height = b.y > a.y ? b.y - a.y : a.y - b.y};

	/* the crossings come at (2i + 1) / 2width and (2j + 1) / 2height of the line */
	l.ahead = l.height - l.width;
	return l;
}

/* Is the step by (dx, dy) legal on a one-way grid? `at` may be a blocked cell. */
static bool
is_step(const fr_grid *grid, fr_cell at, int dx, int dy)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (fr_dx[d] == dx && fr_dy[d] == dy)
			return grid->oneway->moves[fr_grid_index(grid, at)] >> d & 1;
	return false;
}

/*
 * May a line leave a cell of a one-way grid like this? As a step may; where there are
 * no diagonal steps it crosses a corner if both ways round it may be taken.
 */
static bool
may_cross(const fr_grid *grid, fr_cell at, int dx, int dy)
{
	fr_cell beside = {at.x + dx, at.y};
	fr_cell below = {at.x, at.y + dy};

	if (grid->octile || dx == 0 || dy == 0)
		return is_step(grid, at, dx, dy);
	return is_step(grid, at, dx, 0) && is_step(grid, beside, 0, dy) &&
		   is_step(grid, at, 0, dy) && is_step(grid, below, dx, 0);
}

/* Goes on to the next cell; false if a corner, or a one-way cell, is in the way. */
static bool
cross_border(const fr_grid *grid, line *l)
{
	int64_t ahead = l->ahead;

	if (ahead == 0 && !passes_corner(grid, l->at, l->dx, l->dy))
		return false;
	if (grid->oneway &&
		!may_cross(grid, l->at, ahead <= 0 ? l->dx : 0, ahead >= 0 ? l->dy : 0))
		return false;
	if (ahead <= 0)
	{
		l->at.x += l->dx;
		l->ahead += 2 * l->height;
	}
	if (ahead >= 0)
	{
		l->at.y += l->dy;
		l->ahead -= 2 * l->width;
	}
	return true;
}

/* Is the line from a to b clear, over cells of one weight? Both are in the grid. */
bool
fr_sight(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll)
{
	line l = line_between(a, b);
	uint64_t weight = weight_of(grid, a);

	if (!is_free(grid, a.x, a.y))
		return false;
	for (uint64_t steps = 1; l.at.x != b.x || l.at.y != b.y; steps++)
	{
		fr_poll_at(poll, steps);
		if (!cross_border(grid, &l) || !is_free(grid, l.at.x, l.at.y) ||
			weight_of(grid, l.at) != weight)
			return false;
	}
	return true;
}

/* ---- pulling a path tight ---------------------------------------------- */

/* A path's piece that one line may replace: it starts at a corner of the result. */
typedef struct piece
{
	fr_cell corner;
	fr_cell last;
	bool level; /* all its cells have one weight */
} piece;

static piece
piece_from(const fr_grid *grid, fr_cell corner, fr_cell next)
{
	return (piece){corner, next, weight_of(grid, corner) == weight_of(grid, next)};
}

/* Can the piece go on to this cell? */
static bool
extends(const fr_grid *grid, const piece *p, fr_cell cell, const fr_poll *poll)
{
	return p->level && fr_sight(grid, p->corner, cell, poll);
}

/*
 * Calls `put` for the corners of a path that fr_path_price found legal, pulled tight:
 * from each corner a line goes to the last of the cells that follow which it sees
 * without a break. Where weights change the path keeps its steps.
 */
void
fr_path_smooth(const fr_grid *grid, const uint8_t *packed, size_t size,
			   void (*put)(void *context, fr_cell corner), void *context,
			   const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell at = reader.start;
	piece p = {at, at, true};
	uint64_t count;
	int direction;

	put(context, at);
	while (fr_path_next(&reader, &direction, &count))
		for (; count > 0; count--)
		{
			at.x += fr_dx[direction];
			at.y += fr_dy[direction];
			if (extends(grid, &p, at, poll))
				p.last = at;
			else if (p.last.x == p.corner.x && p.last.y == p.corner.y)
				p = piece_from(grid, p.corner, at);
			else
			{
				put(context, p.last);
				p = piece_from(grid, p.last, at);
			}
		}
	if (p.last.x != p.corner.x || p.last.y != p.corner.y)
		put(context, p.last);
}

/*
 * The price of a line that fr_path_smooth draws: its length in the unit of the model's
 * straight steps, times the weight that a step from a to b pays.
 */
double
fr_line_cost(const fr_grid *grid, fr_cell a, fr_cell b, double length)
{
	uint64_t weight = weight_of(grid, b);

	if (grid->terrain && grid->costs.average)
		weight += weight_of(grid, a);

	return length * fr_cost_value(&grid->costs, grid->costs.step[FR_E] * weight);
}
