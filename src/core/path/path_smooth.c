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

/* ---- prices of lines ----------------------------------------------------- */

static int64_t
distance_along(int32_t a, int32_t b)
{
	return a < b ? (int64_t) b - a : (int64_t) a - b;
}

static bool
is_same(fr_cell a, fr_cell b)
{
	return a.x == b.x && a.y == b.y;
}

/* In cells of a square, or of the height of an oblong one. */
static double
length_between(const fr_grid *grid, fr_cell a, fr_cell b)
{
	const uint64_t *step = grid->costs.step;
	double x = (double) distance_along(a.x, b.x);
	double y = (double) distance_along(a.y, b.y);

	if (step[FR_E] != step[FR_N])
		x = x * (double) step[FR_E] / (double) step[FR_N];
	return __builtin_sqrt(x * x + y * y);
}

/*
 * A line that is priced from cell to cell: path.h has the definition. A line of width w and
 * height h crosses all borders at whole multiples of 1 / 2wh of itself. Counted in these
 * multiples, prices are whole numbers.
 */
typedef struct priced_line
{
	line line;
	fr_cell start;
	int64_t width; /* as in `line`, but at least 1 */
	int64_t height;
	int64_t end;	  /* of the line */
	int64_t crossed;  /* where it crossed the last border; 0 in the first cell */
	uint64_t weight;  /* of the present cell */
	uint64_t entered; /* what the half piece behind the last border costs */
	double twice;	  /* the price up to the last border, doubled */
} priced_line;

/* Where the line crosses its next border. The first cell and the last one have equal parts. */
static int64_t
next_border(const priced_line *p)
{
	if (p->line.ahead <= 0)
		return (2 * distance_along(p->start.x, p->line.at.x) + 1) * p->height;
	return (2 * distance_along(p->start.y, p->line.at.y) + 1) * p->width;
}

static priced_line
begin_price(const fr_grid *grid, fr_cell a, fr_cell b)
{
	priced_line p = {
		.line = line_between(a, b), .start = a, .weight = weight_of(grid, a)};
	double more = (double) weight_of(grid, b) - (double) p.weight;

	p.width = p.line.width > 0 ? p.line.width : 1;
	p.height = p.line.height > 0 ? p.line.height : 1;
	p.end = 2 * p.width * p.height;
	p.entered = p.weight;
	if (grid->costs.weigh == FR_WEIGH_ENTER)
		p.twice = 2 * more * (double) next_border(&p);
	else if (grid->costs.weigh == FR_WEIGH_LEAVE)
		p.twice = -2 * more * (double) next_border(&p);
	return p;
}

/* Goes on to the next cell; false if the line is not clear. */
static bool
advance_price(const fr_grid *grid, priced_line *p)
{
	int64_t border = next_border(p);
	bool is_max = grid->costs.weigh == FR_WEIGH_MAX;
	uint64_t left = p->weight;
	uint64_t next;

	if (!advance_oneway(grid, &p->line) || !is_free(grid, p->line.at.x, p->line.at.y))
		return false;
	next = weight_of(grid, p->line.at);
	if (is_max)
		left = next > left ? next : left;
	if (p->crossed == 0)
		p->entered = left;
	p->twice += (double) (border - p->crossed) * ((double) p->entered + (double) left);
	p->entered = is_max ? left : next;
	p->weight = next;
	p->crossed = border;
	return true;
}

#define NO_PRICE __builtin_inf()

/*
 * What a line costs per length: the mean weight along it; or NO_PRICE if it is not clear or
 * the mean is more than `most`.
 */
static double
mean_weight(const fr_grid *grid, fr_cell a, fr_cell b, double most, const fr_poll *poll)
{
	priced_line p = begin_price(grid, a, b);
	double whole = 2 * (double) p.end;

	for (uint64_t steps = 1; !is_same(p.line.at, b); steps++)
	{
		fr_poll_at(poll, steps);
		if (p.twice > most * whole || !advance_price(grid, &p))
			return NO_PRICE;
	}
	p.twice += 2 * (double) (p.end - p.crossed) * (double) p.entered;
	return p.twice / whole;
}

/* What a straight step costs over cells of a weight, in the model's unit. */
static double
straight_value(const fr_costs *costs, uint64_t weight)
{
	return fr_cost_value(costs, costs->step[FR_N] *
									(costs->weigh == FR_WEIGH_AVERAGE ? 2 : 1) * weight);
}

double
fr_line_cost(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll)
{
	double length = length_between(grid, a, b);
	double mean;

	if (grid->costs.lengths)
		return length * grid->costs.numerator / grid->costs.denominator;
	if (!grid->terrain || length == 0)
		return length * fr_cost_value(&grid->costs, grid->costs.step[FR_N]);
	mean = mean_weight(grid, a, b, NO_PRICE, poll);
	if (mean == (double) weight_of(grid, a)) /* mostly, and has fewer roundings then */
		return length * straight_value(&grid->costs, weight_of(grid, a));
	return length * mean * straight_value(&grid->costs, 1);
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

/*
 * Adds the next cell of the path. If this returns true, the cell before it is a corner, where
 * the piece now starts.
 */
static bool
pull(const fr_grid *grid, piece *p, fr_cell cell, const fr_poll *poll)
{
	fr_cell before = p->last;
	bool is_corner;

	if (extends(grid, p, cell, poll))
	{
		p->last = cell;
		return false;
	}
	is_corner = !is_same(before, p->corner); /* else the path came back to its corner */
	begin_piece(p, grid, before, cell);
	return is_corner;
}

/* On ground of equal weight: no memory is needed, since a corner is never moved again. */
static void
pull_level(const fr_grid *grid, fr_path_reader *reader, fr_put_corner put, void *context,
		   const fr_poll *poll)
{
	fr_cell from = reader->start;
	piece p;
	uint64_t steps = 0;
	fr_leg leg;

	begin_piece(&p, grid, from, from);
	put(context, from);
	for (; fr_path_next(reader, &leg); from = fr_leg_cell(from, &leg, leg.moves))
		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_poll_at(poll, steps++);
			if (pull(grid, &p, fr_leg_cell(from, &leg, i), poll))
				put(context, p.corner);
		}
	if (!is_same(p.last, p.corner))
		put(context, p.last);
}

/* ---- string pulling over weights ----------------------------------------- */

/*
 * The cheapest chain of lines, by dynamic programming along the path. A line leads over at
 * most SPAN moves of the path, or is a line over cells of one weight as pull_level finds it.
 * The path's own steps are such lines, so that the chain is never dearer than they are.
 */
#define SPAN 64

/* Prices that differ by less count as equal; then the chain with fewer corners is better. */
#define ROUNDING 0x1p-44

/* A cell of the path, at the end of the cheapest chain to it. */
typedef struct chain_end
{
	fr_cell cell;
	uint32_t lines;
	size_t from; /* the cell where the last line begins */
	double price;
} chain_end;

static void
improve(chain_end *ends, size_t from, size_t to, double line)
{
	chain_end *end = &ends[to];
	double price = ends[from].price + line;
	double margin = price * ROUNDING;

	if (line == NO_PRICE)
		return;
	if (price < end->price - margin ||
		(price <= end->price + margin && ends[from].lines + 1 < end->lines))
	{
		end->price = price;
		end->lines = ends[from].lines + 1;
		end->from = from;
	}
}

/*
 * Tries the lines that lead over few moves. The step is the first one, because its price
 * bounds the others. A path that comes back to a cell may leave out the loop.
 */
static void
try_lines(const fr_grid *grid, chain_end *ends, size_t to, const fr_poll *poll)
{
	fr_cell cell = ends[to].cell;

	for (size_t from = to; from > 0 && to - from < SPAN;)
	{
		double most = ends[to].price * (1 + ROUNDING) - ends[--from].price;
		double length = length_between(grid, ends[from].cell, cell);

		if (length == 0)
			improve(ends, from, to, 0);
		else if (most >= 0)
			improve(ends, from, to,
					length *
						mean_weight(grid, ends[from].cell, cell, most / length, poll));
	}
}

/* Finds the cheapest chains to all cells of a path; returns the last cell. */
static size_t
find_chains(const fr_grid *grid, fr_path_reader *reader, chain_end *ends,
			const fr_poll *poll)
{
	fr_cell from = reader->start;
	piece p;
	size_t corner = 0;
	size_t last = 0;
	fr_leg leg;

	ends[0] = (chain_end){.cell = from};
	begin_piece(&p, grid, from, from);
	for (; fr_path_next(reader, &leg); from = fr_leg_cell(from, &leg, leg.moves))
		for (uint64_t i = 1; i <= leg.moves; i++)
		{
			fr_cell cell = fr_leg_cell(from, &leg, i);

			fr_poll_now(poll);
			if (pull(grid, &p, cell, poll))
				corner = last;
			ends[++last] =
				(chain_end){.cell = cell, .lines = UINT32_MAX, .price = NO_PRICE};
			try_lines(grid, ends, last, poll);
			if (p.seen > 0)
				improve(ends, corner, last,
						length_between(grid, p.corner, cell) *
							(double) weight_of(grid, p.corner));
		}
	return last;
}

/* Do two lines in a row make one straight line? */
static bool
goes_straight_on(fr_cell a, fr_cell b, fr_cell c)
{
	return side_of(a, b, c) == 0 && ((int64_t) b.x - a.x) * ((int64_t) c.x - b.x) >= 0 &&
		   ((int64_t) b.y - a.y) * ((int64_t) c.y - b.y) >= 0;
}

/* Puts the corners of the chain to a cell. */
static void
put_chain(chain_end *ends, size_t last, fr_put_corner put, void *context,
		  const fr_poll *poll)
{
	size_t next = last;
	fr_cell before;
	fr_cell corner;

	for (size_t i = last, from; i > 0; i = from) /* turns the chain around */
	{
		fr_poll_at(poll, i);
		from = ends[i].from;
		ends[i].from = next;
		next = i;
	}
	before = corner = ends[0].cell;
	put(context, corner);
	for (size_t i = last > 0 ? next : 0; i > 0; i = i < last ? ends[i].from : 0)
	{
		fr_cell cell = ends[i].cell;

		fr_poll_at(poll, i);
		if (is_same(cell, corner))
			continue;
		if (!is_same(before, corner) && !goes_straight_on(before, corner, cell))
		{
			put(context, corner);
			before = corner;
		}
		corner = cell;
	}
	if (!is_same(before, corner))
		put(context, corner);
}

void
fr_path_smooth(const fr_grid *grid, const uint8_t *packed, size_t size,
			   const fr_arena *arena, fr_put_corner put, void *context,
			   const fr_poll *poll)
{
	fr_path_reader reader = fr_path_open(packed, size, poll);
	chain_end *ends;
	size_t bytes;

	if (!grid->terrain)
	{
		pull_level(grid, &reader, put, context, poll);
		return;
	}
	bytes = fr_path_length(packed, size, poll) * sizeof *ends;
	ends = fr_arena_alloc(arena, bytes);
	put_chain(ends, find_chains(grid, &reader, ends, poll), put, context, poll);
	fr_arena_free(arena, ends, bytes);
}
