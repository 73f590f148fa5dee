/*
 * sight_oracle.c - lines of sight by definition: every cell near the line is looked at; and what
 * lines cost: each cell of the map is clipped
 */
#include <math.h>

#include "world.h"

/* The side of the line a-b on which the point (x, y) / 2 lies: its sign. */
static int
side(fr_cell a, fr_cell b, int64_t x, int64_t y)
{
	int64_t turn = (b.y - a.y) * (x - 2 * a.x) - (b.x - a.x) * (y - 2 * a.y);

	return (turn > 0) - (turn < 0);
}

/* Does the line cross the inside of a cell, which is in the rectangle of its ends? */
static bool
crosses(fr_cell a, fr_cell b, int x, int y)
{
	int sides = 0; /* bit 0: a corner of the cell is left of the line; bit 1: right */

	for (int corner = 0; corner < 4; corner++)
	{
		int s = side(a, b, 2 * x + (corner & 1 ? 1 : -1), 2 * y + (corner & 2 ? 1 : -1));

		sides |= s < 0 ? 1 : s > 0 ? 2 : 0;
	}
	return sides == 3;
}

static bool
same_weight(const world *w, fr_cell a, int x, int y)
{
	return oracle_weight(&w->oracle, a.x, a.y) == oracle_weight(&w->oracle, x, y);
}

/* The four cells at a corner: the line passes between two of them. */
static bool
corner_is_open(const world *w, fr_cell a, fr_cell b, int x, int y)
{
	bool falls = (b.x > a.x) == (b.y > a.y); /* the line, in y, with x */
	int free = oracle_passable(&w->oracle, falls ? x + 1 : x, y) +
			   oracle_passable(&w->oracle, falls ? x : x + 1, y + 1);

	return free >= (w->rules.eight ? w->rules.corners : 2);
}

static bool
may_step(const world *w, int x, int y, int dx, int dy)
{
	oracle_cost cost;

	return oracle_step(&w->oracle, (oracle_point){x, y}, dx, dy, &cost);
}

/* May the line cross the corner between (x, y) and (x + dx, y + dy), by its directions? */
static bool
corner_is_allowed(const world *w, int x, int y, int dx, int dy)
{
	if (w->rules.eight)
		return may_step(w, x, y, dx, dy);
	return may_step(w, x, y, dx, 0) && may_step(w, x + dx, y, 0, dy) &&
		   may_step(w, x, y, 0, dy) && may_step(w, x, y + dy, dx, 0);
}

/* Are all borders and corners crossed as steps may be? is_clear without directions. */
static bool
is_allowed(const world *w, fr_cell a, fr_cell b)
{
	int dx = b.x > a.x ? 1 : -1;
	int dy = b.y > a.y ? 1 : -1;

	for (int y = a.y; y != b.y + dy; y += dy)
		for (int x = a.x; x != b.x + dx; x += dx)
		{
			if (!crosses(a, b, x, y))
				continue;
			if (x != b.x && crosses(a, b, x + dx, y) && !may_step(w, x, y, dx, 0))
				return false;
			if (y != b.y && crosses(a, b, x, y + dy) && !may_step(w, x, y, 0, dy))
				return false;
			if (x != b.x && y != b.y && side(a, b, 2 * x + dx, 2 * y + dy) == 0 &&
				!corner_is_allowed(w, x, y, dx, dy))
				return false;
		}
	return true;
}

static bool
is_end(fr_cell a, fr_cell b, int x, int y)
{
	return (x == a.x && y == a.y) || (x == b.x && y == b.y);
}

/*
 * Is the line over passable cells and open corners; and, if asked for, of one weight? `open`:
 * its ends may be blocked.
 */
static bool
is_clear(const world *w, fr_cell a, fr_cell b, bool level, bool open)
{
	int left = a.x < b.x ? a.x : b.x;
	int right = a.x < b.x ? b.x : a.x;
	int top = a.y < b.y ? a.y : b.y;
	int bottom = a.y < b.y ? b.y : a.y;

	if (!open && !oracle_passable(&w->oracle, a.x, a.y))
		return false;
	for (int y = top; y <= bottom; y++)
		for (int x = left; x <= right; x++)
		{
			if (crosses(a, b, x, y) && !(open && is_end(a, b, x, y)) &&
				(!oracle_passable(&w->oracle, x, y) ||
				 (level && !same_weight(w, a, x, y))))
				return false;
			if (x < right && y < bottom && side(a, b, 2 * x + 1, 2 * y + 1) == 0 &&
				!corner_is_open(w, a, b, x, y))
				return false;
		}
	return true;
}

/* What fr_visible is to say. */
bool
world_visible(const world *w, fr_cell a, fr_cell b)
{
	return is_clear(w, a, b, false, false);
}

/* What fr_in_sight is to say. */
bool
world_in_sight(const world *w, fr_cell a, fr_cell b)
{
	return is_clear(w, a, b, false, true);
}

/* What fr_sight is to say. */
bool
world_sight(const world *w, fr_cell a, fr_cell b)
{
	return is_clear(w, a, b, true, false) && (!w->grid->oneway || is_allowed(w, a, b));
}

/* ---- what a line costs --------------------------------------------------- */

/* The part of a line that lies in a cell: from `begin` to `end` of the whole line, 0 to 1. */
typedef struct part
{
	double begin;
	double end;
	double weight;
} part;

/* Cuts off what lies outside of `low` to `high` along one axis. */
static void
clip(part *p, double start, double way, double low, double high)
{
	double first = (low - start) / way;
	double second = (high - start) / way;

	if (way == 0)
		return;
	p->begin = fmax(p->begin, fmin(first, second));
	p->end = fmin(p->end, fmax(first, second));
}

static int
compare_parts(const void *a, const void *b)
{
	const part *p = a;
	const part *q = b;

	return (p->begin > q->begin) - (p->begin < q->begin);
}

static int
parts_of(const world *w, fr_cell a, fr_cell b, part *parts)
{
	int count = 0;

	for (int y = 0; y < w->height; y++)
		for (int x = 0; x < w->width; x++)
		{
			part p = {0, 1, (double) oracle_weight(&w->oracle, x, y)};

			clip(&p, a.x, b.x - a.x, x - 0.5, x + 0.5);
			clip(&p, a.y, b.y - a.y, y - 0.5, y + 0.5);
			if ((a.x == b.x && x != a.x) || (a.y == b.y && y != a.y) ||
				p.end - p.begin < 1e-9)
				continue;
			parts[count++] = p;
		}
	qsort(parts, (size_t) count, sizeof *parts, compare_parts);
	return count;
}

/* What the part costs per length. */
static double
part_price(const world *w, const part *parts, int count, int i)
{
	double before = parts[i > 0 ? i - 1 : 1].weight;
	double after = parts[i < count - 1 ? i + 1 : count - 2].weight;
	double own = parts[i].weight;

	switch (w->oracle.weigh)
	{
		case ORACLE_ENTER:
			return i == 0 ? parts[count - 1].weight : own;
		case ORACLE_LEAVE:
			return i == count - 1 ? parts[0].weight : own;
		case ORACLE_MAX:
			return (fmax(own, before) + fmax(own, after)) / 2;
		default:
			return own;
	}
}

/* What fr_line_cost is to say of a line between two cells; < 0: it is not clear. */
double
world_line_cost(const world *w, fr_cell a, fr_cell b)
{
	int half = w->oracle.weigh == ORACLE_AVERAGE ? 2 : 1;
	double east = oracle_value(&w->oracle, (oracle_cost){w->oracle.east * half, 0});
	double north = oracle_value(&w->oracle, (oracle_cost){w->oracle.north * half, 0});
	part parts[256];
	double sum = 0;
	int count;

	if (!is_clear(w, a, b, false, false) || (w->grid->oneway && !is_allowed(w, a, b)))
		return -1;
	if (a.x == b.x && a.y == b.y)
		return 0;
	count = parts_of(w, a, b, parts);
	for (int i = 0; i < count; i++)
		sum += (parts[i].end - parts[i].begin) * part_price(w, parts, count, i);
	return sum * hypot((b.x - a.x) * east, (b.y - a.y) * north);
}
