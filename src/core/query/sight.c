/*
 * sight.c - sight over heights, between hexagons, and past closed sides: see sight.h
 *
 * A line is cut where it leaves a cell, at fractions of its length. Numbers have up to 31 bits of a side, 78 of a
 * height and a few more for both, so products fit into 128 bits.
 */
#include "core/query/sight.h"

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/grid/moves.h"
#include "core/map/map_layers.h"

__extension__ typedef __int128 wide;

/* ---- lines ------------------------------------------------------------------------- */

/* A part of the line's length: number / of. */
typedef struct part
{
	int64_t number;
	int64_t of;
} part;

typedef struct sight_line
{
	const fr_sight_rules *sight;
	fr_cell a;
	fr_cell b;
	wide from; /* the height of the eye */
	wide to;   /* and of the target */
} sight_line;

static bool
is_earlier(part a, part b)
{
	return a.number * b.of < b.number * a.of;
}

static bool
is_end(const sight_line *l, fr_cell at)
{
	return (at.x == l->a.x && at.y == l->a.y) || (at.x == l->b.x && at.y == l->b.y);
}

static wide
ground_at(const sight_line *l, fr_cell at)
{
	const fr_sight_rules *s = l->sight;

	return (wide) s->step * s->height[fr_grid_index(s->grid, at)];
}

/* Is the line above this height there, or as high? */
static bool
clears(const sight_line *l, wide height, part p)
{
	return l->from * (p.of - p.number) + l->to * p.number >= height * p.of;
}

static bool
is_open(const sight_line *l, fr_cell at)
{
	const fr_grid *grid = l->sight->grid;

	return fr_grid_has(grid, at) && !fr_grid_blocked(grid, fr_grid_index(grid, at));
}

/* Does a cell let the line pass from one part to another? Its ends do. */
static bool
lets_pass(const sight_line *l, fr_cell at, part in, part out)
{
	if (is_end(l, at))
		return true;
	if (!is_open(l, at))
		return false;
	if (l->sight->height == NULL || l->sight->slopes)
		return true;
	return clears(l, ground_at(l, at), in) && clears(l, ground_at(l, at), out);
}

/* Is there a wall between a cell and its neighbour in a direction? */
static bool
has_wall(const sight_line *l, fr_cell at, int d)
{
	const fr_sight_rules *s = l->sight;
	fr_cell next = {at.x + fr_dx[d], at.y + fr_dy[d]};
	unsigned side = 0;
	unsigned back = 0;

	if (s->sides == NULL || !fr_grid_has(s->grid, at) || !fr_grid_has(s->grid, next))
		return false;
	for (int i = 0; i < FR_SIDES; i++)
	{
		side |= (unsigned) (fr_side_direction[i] == d) << i;
		back |= (unsigned) (fr_side_direction[i] == fr_opposite(d)) << i;
	}
	return (s->sides[fr_grid_index(s->grid, at)] & side) &&
		   (s->sides[fr_grid_index(s->grid, next)] & back);
}

/* ---- squares ----------------------------------------------------------------------- */

/* May the line pass the corner between a cell and the next one, by a column and by a row? */
static bool
passes_corner(const sight_line *l, fr_cell at, int column, int row)
{
	const fr_grid *grid = l->sight->grid;
	fr_cell beside = {at.x + fr_dx[column], at.y};
	fr_cell below = {at.x, at.y + fr_dy[row]};
	bool walls[2] = {has_wall(l, at, column) || has_wall(l, beside, row),
					 has_wall(l, at, row) || has_wall(l, below, column)};
	int corners = grid->octile ? grid->corners : 2;

	if ((walls[0] || walls[1]) && corners == 0)
		corners = 1;
	return fr_diagonal_passes(corners, is_open(l, beside) && !walls[0],
							  is_open(l, below) && !walls[1]);
}

/* Columns end at odd multiples of 1 / 2w of the line, and rows at those of 1 / 2h. */
static bool
crosses_squares(const sight_line *l, const fr_poll *poll)
{
	int64_t w = l->b.x > l->a.x ? l->b.x - l->a.x : l->a.x - l->b.x;
	int64_t h = l->b.y > l->a.y ? l->b.y - l->a.y : l->a.y - l->b.y;
	int column = l->b.x > l->a.x ? FR_E : FR_W;
	int row = l->b.y > l->a.y ? FR_S : FR_N;
	fr_cell at = l->a;
	part in = {0, 1};
	int64_t i = 0;
	int64_t j = 0;

	while (i < w || j < h)
	{
		part beside = {2 * i + 1, 2 * w};
		part below = {2 * j + 1, 2 * h};
		bool first = i < w && (j == h || !is_earlier(below, beside));
		bool second = j < h && (i == w || !is_earlier(beside, below));
		part out = first ? beside : below;

		fr_poll_at(poll, (uint64_t) (i + j + 1));
		if (!lets_pass(l, at, in, out))
			return false;
		if (first && second ? !passes_corner(l, at, column, row)
							: has_wall(l, at, first ? column : row))
			return false;
		i += first;
		j += second;
		at.x += first ? fr_dx[column] : 0;
		at.y += second ? fr_dy[row] : 0;
		in = out;
	}
	return true;
}

/* ---- hexagons ---------------------------------------------------------------------- */

/*
 * In cube coordinates (x, y, z) with x + y + z = 0, a hexagon is where x - y, y - z and z - x differ
 * from those of its centre by at most 1. Column and row of a cell are x and z.
 */
#define AXES 3

/* The neighbours whose coordinate of an axis is larger by 2; the two others are smaller by 1. */
static const int ahead[AXES] = {FR_E, FR_N, FR_SW};

typedef struct hexagon_walk
{
	const sight_line *line;
	fr_cell at;
	int64_t length[AXES]; /* of the line, with a sign */
	int64_t centre[AXES]; /* of the hexagon at hand, from the line's start */
	part in;
} hexagon_walk;

static int
sign_of(int64_t number)
{
	return (number > 0) - (number < 0);
}

/* The direction in which the line leaves a hexagon along an axis. */
static int
way_out(const hexagon_walk *walk, int axis)
{
	return walk->length[axis] > 0 ? ahead[axis] : fr_opposite(ahead[axis]);
}

/* Where the line passes the edge of an axis, or a coordinate that is further by `more`. */
static part
edge_of(const hexagon_walk *walk, int axis, int64_t more)
{
	int sign = sign_of(walk->length[axis]);

	return (part){sign * walk->centre[axis] + 1 + more, sign * walk->length[axis]};
}

static fr_cell
next_in(fr_cell at, int d)
{
	return (fr_cell){at.x + fr_dx[d], at.y + fr_dy[d]};
}

static void
go(hexagon_walk *walk, int axis)
{
	int sign = sign_of(walk->length[axis]);

	for (int i = 0; i < AXES; i++)
		walk->centre[i] += i == axis ? 2 * sign : -sign;
	walk->at = next_in(walk->at, way_out(walk, axis));
}

/* Along the edge between the hexagons in two directions, to the one behind both. */
static bool
passes_between(hexagon_walk *walk, int axis, int other)
{
	const sight_line *l = walk->line;
	int ways[2] = {way_out(walk, axis), way_out(walk, other)};
	part in = edge_of(walk, axis, 0);
	part out = edge_of(walk, axis, 1);
	bool passes = false;

	for (int i = 0; i < 2; i++)
	{
		fr_cell beside = next_in(walk->at, ways[i]);

		passes |= !has_wall(l, walk->at, ways[i]) &&
				  !has_wall(l, beside, ways[1 - i]) && fr_grid_has(l->sight->grid, beside) &&
				  lets_pass(l, beside, in, out);
	}
	go(walk, axis);
	go(walk, other);
	walk->in = out;
	return passes;
}

/* Is there a way around the corner, from a hexagon by another one to a neighbour? */
static bool
has_walls(const hexagon_walk *walk, int to, int around)
{
	const sight_line *l = walk->line;
	fr_cell beside = next_in(walk->at, around);
	fr_cell next = next_in(walk->at, to);
	int d = 0;

	if (!has_wall(l, walk->at, to))
		return false;
	if (!fr_grid_has(l->sight->grid, beside) || has_wall(l, walk->at, around))
		return true;
	while (next_in(beside, d).x != next.x || next_in(beside, d).y != next.y)
		d++;
	return has_wall(l, beside, d);
}

/* Leaves a hexagon across the earliest edge, or at the corner of two. */
static bool
leave(hexagon_walk *walk)
{
	const sight_line *l = walk->line;
	int axis = -1;
	int other = -1;
	part out = {0, 1};
	int third;

	for (int i = 0; i < AXES; i++)
	{
		part edge = edge_of(walk, i, 0);

		if (walk->length[i] == 0 || (axis >= 0 && is_earlier(out, edge)))
			continue;
		other = axis >= 0 && !is_earlier(edge, out) ? axis : -1;
		axis = i;
		out = edge;
	}
	if (!lets_pass(l, walk->at, walk->in, out))
		return false;
	walk->in = out;
	if (other < 0)
	{
		bool wall = has_wall(l, walk->at, way_out(walk, axis));

		go(walk, axis);
		return !wall;
	}
	third = AXES - axis - other;
	if (walk->length[third] == 0)
		return passes_between(walk, axis, other);
	if (sign_of(walk->length[axis]) == sign_of(walk->length[third]))
	{
		int swap = axis;

		axis = other;
		other = swap;
	}
	if (has_walls(walk, way_out(walk, axis), way_out(walk, other)))
		return false;
	go(walk, axis);
	return true;
}

static bool
crosses_hexagons(const sight_line *l, const fr_poll *poll)
{
	int64_t x = (int64_t) l->b.x - l->a.x;
	int64_t z = (int64_t) l->b.y - l->a.y;
	hexagon_walk walk = {
		.line = l, .at = l->a, .length = {2 * x + z, -x - 2 * z, z - x}, .in = {0, 1}};

	for (uint64_t steps = 1; walk.at.x != l->b.x || walk.at.y != l->b.y; steps++)
	{
		fr_poll_at(poll, steps);
		if (!leave(&walk))
			return false;
	}
	return true;
}

/* ---- slopes ------------------------------------------------------------------------ */

static int64_t
floor_of(int64_t number, int64_t of)
{
	return number >= 0 ? number / of : -((of - 1 - number) / of);
}

/*
 * Is the line above the ground where it crosses lines through centres? They are `count` steps apart in
 * all; from one to the next it goes by `across`, and `along` many steps in direction d in all.
 */
static bool
clears_lines(const sight_line *l, int64_t count, fr_cell across, int64_t along, int d,
			 const fr_poll *poll)
{
	for (int64_t i = 1; i < count; i++)
	{
		int64_t whole = floor_of(along * i, count);
		int64_t rest = along * i - whole * count;
		fr_cell at = {(int32_t) (l->a.x + across.x * i + fr_dx[d] * whole),
					  (int32_t) (l->a.y + across.y * i + fr_dy[d] * whole)};
		wide ground = ground_at(l, at) * (count - rest);

		fr_poll_at(poll, (uint64_t) i);
		if (rest > 0)
			ground += ground_at(l, next_in(at, d)) * rest;
		if (l->from * (count - i) + l->to * i < ground)
			return false;
	}
	return true;
}

static bool
clears_slopes(const sight_line *l, const fr_poll *poll)
{
	int64_t x = (int64_t) l->b.x - l->a.x;
	int64_t y = (int64_t) l->b.y - l->a.y;
	int64_t third = x + y; /* between hexagons, lines of equal x + y lead north-east */
	fr_cell right = {sign_of(x), 0};
	fr_cell down = {0, sign_of(y)};

	if (!clears_lines(l, x < 0 ? -x : x, right, y, FR_S, poll) ||
		!clears_lines(l, y < 0 ? -y : y, down, x, FR_E, poll))
		return false;
	return !l->sight->grid->costs.hex ||
		   clears_lines(l, third < 0 ? -third : third, (fr_cell){0, sign_of(third)}, x,
						FR_NE, poll);
}

/* ---- sight ------------------------------------------------------------------------- */

bool
fr_eye_sees(const fr_sight_rules *sight, fr_cell a, fr_cell b, const fr_poll *poll)
{
	sight_line l = {.sight = sight, .a = a, .b = b};

	if (sight->height)
	{
		l.from = ground_at(&l, a) + sight->eye;
		l.to = ground_at(&l, b) + sight->target;
	}
	return (sight->grid->costs.hex ? crosses_hexagons(&l, poll)
								   : crosses_squares(&l, poll)) &&
		   (sight->height == NULL || !sight->slopes || clears_slopes(&l, poll));
}

typedef struct sight_scan
{
	const fr_sight_rules *sight;
	const fr_view *view;
	bool back;
	const fr_poll *poll;
} sight_scan;

/* Of a part of a row, the cells in sight. */
static void
look_at(void *context, int32_t y, int32_t first, int32_t last)
{
	const sight_scan *s = context;
	fr_cell eye = s->view->at;

	for (int32_t x = first; x <= last; x++)
	{
		fr_cell at = {x, y};

		fr_poll_now(s->poll);
		if (fr_eye_sees(s->sight, s->back ? at : eye, s->back ? eye : at, s->poll))
			s->view->see(s->view->context, y, x, x);
	}
}

void
fr_sight_scan(const fr_sight_rules *sight, const fr_view *view, bool back,
			  const fr_arena *arena, const fr_poll *poll)
{
	sight_scan s = {sight, view, back, poll};
	fr_view flat = *view;

	/* between squares, what is out of sight on flat ground stays so */
	if (!view->grid->costs.hex)
	{
		if (sight->height || sight->sides)
		{
			flat.see = look_at;
			flat.context = &s;
		}
		fr_view_scan(&flat, arena, poll);
		return;
	}
	fr_cells_within(view->grid, view->at, view->within, look_at, &s, poll);
}
