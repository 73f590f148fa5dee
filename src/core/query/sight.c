/*
 * sight.c - sight over heights, between hexagons, and past closed sides: see sight.h
 *
 * A line is cut where it leaves a cell, at fractions of its length whose denominators are below 2^19. Heights are
 * at most 2^44, so 64 bits hold their products.
 */
#include "core/query/horizon.h"

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/grid/moves.h"
#include "core/map/map_layers.h"

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
	int64_t from; /* the height of the eye */
	int64_t to;	  /* and of the target */
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

static int64_t
ground_at(const sight_line *l, fr_cell at)
{
	const fr_sight_rules *s = l->sight;

	return s->step * s->height[fr_grid_index(s->grid, at)];
}

/* Is the line above this height there, or as high? */
static bool
clears(const sight_line *l, int64_t height, part p)
{
	return l->from * (p.of - p.number) + l->to * p.number >= height * p.of;
}

static bool
is_open(const sight_line *l, fr_cell at)
{
	const fr_grid *grid = l->sight->grid;

	return fr_grid_has(grid, at) && !fr_grid_blocked(grid, fr_grid_index(grid, at));
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
	int64_t i = 0;
	int64_t j = 0;

	while (i < w || j < h)
	{
		bool first = (2 * i + 1) * h <= (2 * j + 1) * w;
		bool second = (2 * i + 1) * h >= (2 * j + 1) * w;

		fr_poll_at(poll, (uint64_t) (i + j + 1));
		if (!is_end(l, at) && !is_open(l, at))
			return false;
		if (first && second ? !passes_corner(l, at, column, row)
							: has_wall(l, at, first ? column : row))
			return false;
		i += first;
		j += second;
		at.x += first ? fr_dx[column] : 0;
		at.y += second ? fr_dy[row] : 0;
	}
	return true;
}

/*
 * Is the line above the blocks? A line that rises is lowest where it enters a cell, and one that falls where it leaves
 * it. Its height there counts 2w times where a column ends, and 2h times where a row ends. Columns are counted from a,
 * or rows if the line is steep: those from `begin` to `end`.
 */
static bool
clears_blocks(const sight_line *l, int64_t begin, int64_t end, const fr_poll *poll)
{
	const fr_sight_rules *s = l->sight;
	int64_t w = l->b.x > l->a.x ? l->b.x - l->a.x : l->a.x - l->b.x;
	int64_t h = l->b.y > l->a.y ? l->b.y - l->a.y : l->a.y - l->b.y;
	uint32_t right = l->b.x > l->a.x ? 1 : UINT32_MAX;
	uint32_t down = l->b.y > l->a.y ? s->grid->width : -s->grid->width;
	bool steep = h > w;
	/* so many columns and rows end before the one that begins */
	int64_t i = steep ? ((2 * begin + 1) * w + h - 1) / (2 * h) : begin;
	int64_t j = steep || w == 0 ? begin : ((2 * begin + 1) * h + w - 1) / (2 * w);
	int64_t up = l->to - l->from;
	int64_t beside = l->from * 2 * w + up * (2 * i + 1);
	int64_t below = l->from * 2 * h + up * (2 * j + 1);
	/* how much later the column ends than the row */
	int64_t later = (2 * i + 1) * h - (2 * j + 1) * w;
	int64_t left = end - begin + 1;
	uint32_t start = fr_grid_index(s->grid, l->a);
	uint32_t last = fr_grid_index(s->grid, l->b);
	uint32_t n = start + (uint32_t) i * right + (uint32_t) j * down;

	for (uint64_t steps = 1; n != last && left > 0; steps++)
	{
		bool first = later <= 0;
		bool second = later >= 0;
		uint32_t next = n + (first ? right : 0) + (second ? down : 0);
		uint32_t lowest = up >= 0 ? next : n;
		int64_t ground = s->step * s->height[lowest];

		fr_poll_at(poll, steps);
		if (lowest != start && lowest != last &&
			(first ? beside < ground * 2 * w : below < ground * 2 * h))
			return false;
		beside += first ? 2 * up : 0;
		below += second ? 2 * up : 0;
		later += (first ? 2 * h : 0) - (second ? 2 * w : 0);
		left -= steep ? second : first;
		n = next;
	}
	return true;
}

/* ---- hexagons ---------------------------------------------------------------------- */

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

/*
 * Cube coordinates (x, y, z) have the sum 0; x is the column of a cell, and z the row. A point is in a hexagon
 * if x - y, y - z and z - x differ by at most 1 between the point and the centre.
 */
#define AXES 3

/* The neighbours whose coordinate of an axis is larger by 2; the two others are smaller by 1. */
static const int ahead[AXES] = {FR_E, FR_N, FR_SW};

typedef struct hexagon_walk
{
	const sight_line *line;
	fr_cell at;
	int64_t length[AXES]; /* of the line, with a sign */
	int64_t centre[AXES]; /* of the present hexagon, from the line's start */
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

		passes |= !has_wall(l, walk->at, ways[i]) && !has_wall(l, beside, ways[1 - i]) &&
				  fr_grid_has(l->sight->grid, beside) && lets_pass(l, beside, in, out);
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

/* Lines through centres that a line of sight crosses. */
typedef struct centre_lines
{
	int64_t count;	/* the last one passes through the end of the line of sight */
	fr_cell across; /* from one to the next */
	int64_t along;	/* and in all so many steps, */
	int d;			/* in this direction */
} centre_lines;

/* Is the line above the ground where it crosses lines through centres, behind `begin` and up to `end`? */
static bool
clears_lines(const sight_line *l, centre_lines c, int64_t begin, int64_t end,
			 const fr_poll *poll)
{
	const fr_sight_rules *s = l->sight;
	int64_t count = c.count;
	int64_t each = count > 0 ? floor_of(c.along, count) : 0;
	int64_t more = c.along - each * count;
	int64_t passed = count > 0 ? more * begin / count : 0;
	int64_t rest =
		more * begin - passed * count; /* behind the cell n, of `count` parts of a step */
	int64_t height = l->from * count + (l->to - l->from) * begin;
	uint32_t side = (uint32_t) s->grid->offset[c.d];
	uint32_t ahead_by = (uint32_t) (c.across.y * (int32_t) s->grid->width + c.across.x) +
						(uint32_t) each * side;
	uint32_t n = fr_grid_index(s->grid, l->a) + (uint32_t) begin * ahead_by +
				 (uint32_t) passed * side;

	for (int64_t i = begin + 1; i < count && i <= end; i++)
	{
		int64_t ground;

		fr_poll_at(poll, (uint64_t) i);
		n += ahead_by;
		rest += more;
		if (rest >= count)
		{
			rest -= count;
			n += side;
		}
		height += l->to - l->from;
		ground =
			s->height[n] * (count - rest) + (rest > 0 ? s->height[n + side] * rest : 0);
		if (height < s->step * ground)
			return false;
	}
	return true;
}

/* Of the columns counted from a, behind `begin` and up to `end`, or of these rows if the line is steep. */
static bool
clears_slopes(const sight_line *l, int64_t begin, int64_t end, const fr_poll *poll)
{
	int64_t x = (int64_t) l->b.x - l->a.x;
	int64_t y = (int64_t) l->b.y - l->a.y;
	int64_t third = x + y; /* between hexagons, lines of equal x + y lead north-east */
	centre_lines columns = {x < 0 ? -x : x, {sign_of(x), 0}, y, FR_S};
	centre_lines rows = {y < 0 ? -y : y, {0, sign_of(y)}, x, FR_E};
	bool steep = rows.count > columns.count;
	centre_lines most = steep ? rows : columns;
	centre_lines fewer = steep ? columns : rows;

	if (most.count == 0)
		return true;
	if (end > most.count)
		end = most.count;
	if (!clears_lines(l, most, begin, end, poll) ||
		!clears_lines(l, fewer, begin * fewer.count / most.count,
					  end * fewer.count / most.count, poll))
		return false;
	return !l->sight->grid->costs.hex ||
		   clears_lines(
			   l,
			   (centre_lines){third < 0 ? -third : third, {0, sign_of(third)}, x, FR_NE},
			   0, 2 * FR_MAX_SIDE, poll);
}

/* ---- sight ------------------------------------------------------------------------- */

static sight_line
line_between(const fr_sight_rules *sight, fr_cell a, fr_cell b)
{
	sight_line l = {.sight = sight, .a = a, .b = b};

	if (sight->height)
	{
		l.from = ground_at(&l, a) + sight->eye;
		l.to = ground_at(&l, b) + sight->target;
	}
	return l;
}

/* Crossing hexagons, lines know already that they are above blocks. */
static bool
is_above_ground(const sight_line *l, const fr_poll *poll)
{
	if (l->sight->height == NULL)
		return true;
	return l->sight->slopes
			   ? clears_slopes(l, 0, FR_MAX_SIDE, poll)
			   : l->sight->grid->costs.hex || clears_blocks(l, 0, FR_MAX_SIDE, poll);
}

bool
fr_line_clears(const fr_sight_rules *sight, fr_cell a, fr_cell b, int64_t from,
			   int64_t other, int64_t begin, int64_t end, const fr_poll *poll)
{
	sight_line l = {sight, a, b, from, 0};

	l.to = ground_at(&l, b) + other;
	return sight->slopes ? clears_slopes(&l, begin, end, poll)
						 : clears_blocks(&l, begin, end, poll);
}

bool
fr_eye_sees(const fr_sight_rules *sight, fr_cell a, fr_cell b, const fr_poll *poll)
{
	sight_line l = line_between(sight, a, b);

	return (sight->grid->costs.hex ? crosses_hexagons(&l, poll)
								   : crosses_squares(&l, poll)) &&
		   is_above_ground(&l, poll);
}

/* ---- views -------------------------------------------------------------------------- */

typedef struct sight_scan
{
	const fr_sight_rules *sight;
	const fr_view *view;
	bool back;
	const fr_poll *poll;
	fr_marks marks;
	int32_t left; /* around the marked cells */
	int32_t right;
	int32_t top;
	int32_t bottom;
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

static inline uint8_t *
marks_of(const fr_marks *marks, int32_t y, int32_t x)
{
	return marks->at + (size_t) (y - marks->top) * marks->width + (x - marks->left);
}

static void
mark(void *context, int32_t y, int32_t first, int32_t last)
{
	sight_scan *s = context;

	memset(marks_of(&s->marks, y, first), FR_SEEN_FLAT, (size_t) (last - first + 1));
	s->left = first < s->left ? first : s->left;
	s->right = last > s->right ? last : s->right;
	s->top = y < s->top ? y : s->top;
	s->bottom = y > s->bottom ? y : s->bottom;
}

/* Sees a part of a row, and past sides those of its cells to which a line leads. */
static void
see_part(const sight_scan *s, int32_t y, int32_t first, int32_t last)
{
	const fr_view *view = s->view;

	if (!s->sight->sides)
		view->see(view->context, y, first, last);
	for (int32_t x = first; x <= last && s->sight->sides; x++)
	{
		sight_line l = {.sight = s->sight, .a = view->at, .b = {x, y}};

		fr_poll_now(s->poll);
		if (crosses_squares(&l, s->poll))
			view->see(view->context, y, x, x);
	}
}

/* Sees the cells that are marked as in sight. */
static void
see_marked(const sight_scan *s)
{
	const fr_marks *m = &s->marks;

	for (int32_t y = m->top; y <= m->bottom; y++)
	{
		const uint8_t *row = marks_of(m, y, m->left);
		int32_t x = m->left;

		fr_poll_now(s->poll);
		while (x <= m->right)
		{
			int32_t first = x;
			bool seen = row[x - m->left] & FR_SEEN;

			while (x <= m->right && (row[x - m->left] & FR_SEEN) / FR_SEEN == seen)
				x++;
			if (seen)
				see_part(s, y, first, x - 1);
		}
	}
}

/* The rectangle around the cells within the distance. */
static fr_marks
marks_around(const fr_view *view, const fr_arena *arena, const fr_poll *poll)
{
	int32_t reach =
		view->within < FR_ANY_DISTANCE ? fr_root_of(view->within) : FR_MAX_SIDE;
	int32_t right = (int32_t) view->grid->width - 1;
	int32_t bottom = (int32_t) view->grid->height - 1;
	fr_marks marks = {
		.left = view->at.x > reach ? view->at.x - reach : 0,
		.top = view->at.y > reach ? view->at.y - reach : 0,
		.right = right - view->at.x > reach ? view->at.x + reach : right,
		.bottom = bottom - view->at.y > reach ? view->at.y + reach : bottom,
	};
	size_t size;

	marks.width = (size_t) (marks.right - marks.left + 1);
	size = marks.width * (size_t) (marks.bottom - marks.top + 1);
	marks.at = fr_arena_alloc(arena, size);
	fr_fill(marks.at, 0, size, poll);
	return marks;
}

static void
scan_heights(sight_scan *s, const fr_arena *arena)
{
	fr_view flat = *s->view;
	fr_marks all = marks_around(s->view, arena, s->poll);
	fr_marks *m = &s->marks;

	*m = all;
	s->left = s->right = s->view->at.x;
	s->top = s->bottom = s->view->at.y;
	flat.see = mark;
	flat.context = s;
	fr_view_scan(&flat, arena, s->poll);
	*m = (fr_marks){
		marks_of(&all, s->top, s->left), s->left, s->top, s->right, s->bottom, all.width};
	fr_horizon_show(s->sight, s->view, s->back, m, arena, s->poll);
	see_marked(s);
	fr_arena_free(arena, all.at, all.width * (size_t) (all.bottom - all.top + 1));
}

void
fr_sight_scan(const fr_sight_rules *sight, const fr_view *view, bool back,
			  const fr_arena *arena, const fr_poll *poll)
{
	sight_scan s = {.sight = sight, .view = view, .back = back, .poll = poll};
	fr_view flat = *view;

	if (view->grid->costs.hex)
		fr_cells_within(view->grid, view->at, view->within, look_at, &s, poll);
	else if (sight->height)
		scan_heights(&s, arena);
	else
	{
		/* what is out of sight if sides do not matter stays so */
		if (sight->sides)
		{
			flat.see = look_at;
			flat.context = &s;
		}
		fr_view_scan(&flat, arena, poll);
	}
}
