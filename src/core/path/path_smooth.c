/*
 * path_smooth.c - lines of sight, and string pulling
 *
 * A line of sight joins the centres of two cells. It is clear if all cells whose inside
 * it crosses are passable. At a corner between four cells it obeys the rule for diagonal
 * steps; without diagonal steps, both side cells must be passable. With one-way cells, a
 * line may be clear in one direction only, because it goes from cell to cell as steps do.
 */
#include "core/path/path.h"

#include "core/anyangle/visibility_graph.h"
#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/grid/moves.h"

/* ---- lines of sight ---------------------------------------------------------- */

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
	return fr_diagonal_passes(grid->octile ? grid->corners : 2,
							  is_free(grid, at.x + dx, at.y),
							  is_free(grid, at.x, at.y + dy));
}

/* A line between the centres of two cells, which is followed from cell to cell. */
typedef struct line
{
	fr_cell at;
	int dx; /* 1 or -1 */
	int dy;
	int64_t width; /* of the whole line, in cells */
	int64_t height;
	int64_t ahead; /* what it crosses next; < 0: a vertical border; 0: a corner */
} line;

static line
line_between(fr_cell a, fr_cell b)
{
	line l = {.at = a,
			  .dx = b.x > a.x ? 1 : -1,
			  .dy = b.y > a.y ? 1 : -1,
			  .width = b.x > a.x ? b.x - a.x : a.x - b.x,
			  .height = b.y > a.y ? b.y - a.y : a.y - b.y};

	/* it crosses the i-th vertical border at (2i + 1) / 2width, others at (2j + 1) / 2height */
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
 * May a line leave a cell of a one-way grid in this direction? It may if the step is legal.
 * A model without diagonal steps lets it cross a corner if both ways around it are legal.
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

/* Advances a line to its next cell; false if a corner is in the way. */
static bool
advance(const fr_grid *grid, line *l)
{
	int64_t ahead = l->ahead;

	if (ahead == 0 && !passes_corner(grid, l->at, l->dx, l->dy))
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

/* As advance; also false if one-way cells forbid it. */
static bool
advance_oneway(const fr_grid *grid, line *l)
{
	int64_t ahead = l->ahead;

	if (grid->oneway &&
		!may_cross(grid, l->at, ahead <= 0 ? l->dx : 0, ahead >= 0 ? l->dy : 0))
		return false;
	return advance(grid, l);
}

bool
fr_visible(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll)
{
	line l = line_between(a, b);

	if (!is_free(grid, a.x, a.y))
		return false;
	for (uint64_t steps = 1; l.at.x != b.x || l.at.y != b.y; steps++)
	{
		fr_poll_at(poll, steps);
		if (!advance(grid, &l) || !is_free(grid, l.at.x, l.at.y))
			return false;
	}
	return true;
}

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
		if (!advance_oneway(grid, &l) || !is_free(grid, l.at.x, l.at.y) ||
			weight_of(grid, l.at) != weight)
			return false;
	}
	return true;
}

/* ---- string pulling ----------------------------------------------------- */

/*
 * Testing the whole line from a corner to each of the following cells would take
 * quadratic time. Mostly a test of the end of the line is enough. Suppose the line to a
 * cell runs between the lines to two recent cells, and these two lines are clear. Then it
 * is clear up to the point where it meets the path between the two cells.
 *
 * Proof: the lines from a corner to a cell and to the next cell make a triangle with a
 * step as its base. The triangle contains no whole cell: parallel to the step its width
 * is below 1, or below sqrt(2) if the step is diagonal, which is the width of a cell. So
 * a side of the triangle passes through the inside of each cell that is partly in the
 * triangle. Each side is a clear line or the step, so this cell is passable.
 */
#define RECENT 64 /* cells that a piece remembers, a power of two */

/* A path's piece that one line may replace: it starts at a corner of the result. */
typedef struct piece
{
	fr_cell corner;
	fr_cell last;
	bool level;	   /* all its cells have one weight */
	uint64_t seen; /* consecutive cells to which lines from the corner are clear */
	fr_cell recent[RECENT]; /* a ring of the last of these cells */
} piece;

static void
begin_piece(piece *p, const fr_grid *grid, fr_cell corner, fr_cell next)
{
	p->corner = corner;
	p->last = next;
	p->level = weight_of(grid, corner) == weight_of(grid, next);
	p->seen = 0;
}

static int64_t
distance_along(int32_t a, int32_t b)
{
	return a < b ? (int64_t) b - a : (int64_t) a - b;
}

/* Is the larger of the distances along x and y above a limit? */
static bool
is_far(fr_cell a, fr_cell b, int64_t limit)
{
	return distance_along(a.x, b.x) > limit || distance_along(a.y, b.y) > limit;
}

/* On which side of the line from o to a does b lie: < 0, > 0, or 0 on the line? */
static int64_t
side_of(fr_cell o, fr_cell a, fr_cell b)
{
	return ((int64_t) a.x - o.x) * ((int64_t) b.y - o.y) -
		   ((int64_t) a.y - o.y) * ((int64_t) b.x - o.x);
}

/*
 * Does the line to a cell run between the lines to two recent cells? If the corner is
 * near, the recent cells may lie all around it, and the answer is no.
 */
static bool
is_between(const piece *p, fr_cell cell)
{
	uint64_t known = p->seen < RECENT ? p->seen : RECENT;
	bool left = false;
	bool right = false;

	if (!is_far(p->corner, cell, 2 * RECENT))
		return false;
	for (uint64_t i = 0; i < known && !(left && right); i++)
	{
		int64_t side = side_of(p->corner, p->recent[i], cell);

		left |= side <= 0;
		right |= side >= 0;
	}
	return left && right;
}

/*
 * Is the end of the line from the corner clear, as far as recent cells lie from its last
 * cell? It is tested backward, which makes no difference without one-way cells.
 */
static bool
is_end_clear(const fr_grid *grid, const piece *p, fr_cell cell)
{
	line l = line_between(cell, p->corner);
	uint64_t weight = weight_of(grid, p->corner);

	while (!is_far(l.at, cell, RECENT + 1))
	{
		if (!is_free(grid, l.at.x, l.at.y) || weight_of(grid, l.at) != weight ||
			!advance_oneway(grid, &l))
			return false;
	}
	return true;
}

/* Is the line from the piece's corner to a cell clear? */
static bool
is_clear(const fr_grid *grid, const piece *p, fr_cell cell, const fr_poll *poll)
{
	if (grid->costs.lengths)
		return fr_sees(&grid->visibility->planes, p->corner, cell);
	return p->level &&
		   (!grid->oneway && is_between(p, cell) ? is_end_clear(grid, p, cell)
												 : fr_sight(grid, p->corner, cell, poll));
}

/* Can the piece go on to this cell? If so, the cell counts as seen. */
static bool
extends(const fr_grid *grid, piece *p, fr_cell cell, const fr_poll *poll)
{
	bool clear = is_clear(grid, p, cell, poll);

	if (clear)
		p->recent[p->seen++ % RECENT] = cell;
	return clear;
}

void
fr_path_smooth(const fr_grid *grid, const uint8_t *packed, size_t size,
			   void (*put)(void *context, fr_cell corner), void *context,
			   const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	fr_cell from = reader.start;
	piece p;
	uint64_t steps = 0;
	fr_leg leg;

	begin_piece(&p, grid, from, from);
	put(context, from);
	for (; fr_path_next(&reader, &leg); from = fr_leg_cell(from, &leg, leg.moves))
		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_cell at = fr_leg_cell(from, &leg, i);

			fr_poll_at(poll, steps++);
			if (extends(grid, &p, at, poll))
				p.last = at;
			else if (p.last.x == p.corner.x && p.last.y == p.corner.y)
				begin_piece(&p, grid, p.corner, at);
			else
			{
				put(context, p.last);
				begin_piece(&p, grid, p.last, at);
			}
		}
	if (p.last.x != p.corner.x || p.last.y != p.corner.y)
		put(context, p.last);
}

double
fr_line_cost(const fr_grid *grid, fr_cell a, fr_cell b, double length)
{
	uint64_t weight = 1;

	if (grid->costs.lengths)
		return length * grid->costs.numerator / grid->costs.denominator;
	if (grid->terrain)
		weight =
			fr_step_weight(grid->costs.weigh, weight_of(grid, a), weight_of(grid, b));
	return length * fr_cost_value(&grid->costs, grid->costs.step[FR_E] * weight);
}
