/*
 * linked_lines.h - small maps with links under anyangle, and an oracle for them
 *
 * The oracle shares no code with the search: which squares a line crosses is told by the
 * sides on which their corners lie, Dijkstra's search goes over all cells and links in long
 * doubles, and the length of the path that it finds is summed in 113 bits.
 */
#ifndef FRINGE_LINKED_LINES_H
#define FRINGE_LINKED_LINES_H

#include <math.h>

#include "core/map/map.h"
#include "core/path/path.h"
#include "support.h"
#include "quad.h"

#define MOST_CELLS 324
#define MOST_WAYS 120
#define PARTS 1000 /* of a cell, in which all links cost whole numbers */

/* A link in one direction. */
typedef struct way
{
	int from;
	int to;
	int64_t parts;
} way;

typedef struct scene
{
	int width;
	int height;
	int size; /* of the agent */
	int tall; /* its height */
	uint8_t codes[MOST_CELLS];
	bool free[MOST_CELLS]; /* for the agent */
	fr_link links[MOST_WAYS / 2];
	int link_count;
	fr_decimal factor; /* of the model; 0: links are closed */
	uint8_t closed;	   /* the code of links that the model closes; 0: none */
	way ways[MOST_WAYS];
	int way_count;
	long double length[MOST_CELLS];
	int parent[MOST_CELLS];
	bool linked[MOST_CELLS]; /* a link leads here from the parent */
} scene;

static inline bool
is_free(const scene *s, int x, int y)
{
	return x >= 0 && y >= 0 && x < s->width && y < s->height && s->free[y * s->width + x];
}

static inline void
find_free(scene *s)
{
	for (int i = 0; i < s->width * s->height; i++)
	{
		int x = i % s->width;
		int y = i / s->width;

		s->free[i] = x + s->size <= s->width && y + s->tall <= s->height;
		for (int j = 0; s->free[i] && j < s->size * s->tall; j++)
			s->free[i] = s->codes[(y + j / s->size) * s->width + x + j % s->size] == '.';
	}
}

/* ---- links --------------------------------------------------------------- */

static inline int64_t
ten_to(uint32_t scale)
{
	return scale == 0 ? 1 : 10 * ten_to(scale - 1);
}

static inline void
add_way(scene *s, fr_cell from, fr_cell to, int64_t parts)
{
	s->ways[s->way_count++] =
		(way){from.y * s->width + from.x, to.y * s->width + to.x, parts};
}

/* The links that are open, with what they cost. */
static inline void
open_ways(scene *s)
{
	s->way_count = 0;
	for (int i = 0; i < s->link_count; i++)
	{
		const fr_link *l = &s->links[i];
		int64_t price = (int64_t) (l->cost.digits * s->factor.digits) * PARTS;

		if (s->factor.digits == 0 || (l->code && l->code == s->closed) ||
			!is_free(s, l->from.x, l->from.y) || !is_free(s, l->to.x, l->to.y))
			continue;
		price /= ten_to(l->cost.scale) * ten_to(s->factor.scale);
		add_way(s, l->from, l->to, price);
		if (l->both)
			add_way(s, l->to, l->from, price);
	}
}

/* ---- sight --------------------------------------------------------------- */

/* Are corners of a square on both sides of the line that begins at 0 and goes by (dx, dy)? */
static inline bool
is_crossed(int dx, int dy, int x, int y)
{
	int left = 0;
	int right = 0;

	for (int i = 0; i < 4; i++)
	{
		int side = dx * (y + i / 2) - dy * (x + i % 2);

		left += side < 0;
		right += side > 0;
	}
	return left > 0 && right > 0;
}

/* Does a see b: are the squares between that the line crosses free, or, along an axis, cells? */
static inline bool
sees(const scene *s, int a, int b)
{
	int x = a % s->width;
	int y = a / s->width;
	int dx = b % s->width - x;
	int dy = b / s->width - y;
	int left = dx < 0 ? dx : 0;
	int top = dy < 0 ? dy : 0;

	for (int j = top; j <= top + abs(dy); j++)
		for (int i = left; i <= left + abs(dx); i++)
		{
			if (dx == 0 || dy == 0)
			{
				if (!is_free(s, x + i, y + j))
					return false;
			}
			else if (i < left + abs(dx) && j < top + abs(dy) &&
					 is_crossed(dx, dy, i, j) &&
					 !(is_free(s, x + i, y + j) && is_free(s, x + i + 1, y + j) &&
					   is_free(s, x + i, y + j + 1) && is_free(s, x + i + 1, y + j + 1)))
				return false;
		}
	return true;
}

static inline int
square_between(const scene *s, int a, int b)
{
	int dx = a % s->width - b % s->width;
	int dy = a / s->width - b / s->width;

	return dx * dx + dy * dy;
}

/* ---- lengths -------------------------------------------------------------- */

static inline void
lower(scene *s, int to, int from, long double length, bool linked)
{
	if (length >= s->length[to])
		return;
	s->length[to] = length;
	s->parent[to] = from;
	s->linked[to] = linked;
}

static inline void
try_all(scene *s, int from, const bool *done)
{
	for (int i = 0; i < s->width * s->height; i++)
	{
		long double length = s->length[from] + sqrtl(square_between(s, from, i));

		if (!done[i] && s->free[i] && length < s->length[i] && sees(s, from, i))
			lower(s, i, from, length, false);
	}
	for (int i = 0; i < s->way_count; i++)
		if (s->ways[i].from == from)
			lower(s, s->ways[i].to, from,
				  s->length[from] + (long double) s->ways[i].parts / PARTS, true);
}

/* All least lengths from a cell. */
static inline void
spread(scene *s, int start)
{
	int count = s->width * s->height;
	bool done[MOST_CELLS] = {false};

	for (int i = 0; i < count; i++)
		s->length[i] = HUGE_VALL;
	if (!s->free[start])
		return;
	s->length[start] = 0;
	s->parent[start] = -1;
	for (;;)
	{
		int best = -1;

		for (int i = 0; i < count; i++)
			if (!done[i] && s->length[i] < HUGE_VALL &&
				(best < 0 || s->length[i] < s->length[best]))
				best = i;
		if (best < 0)
			return;
		done[best] = true;
		try_all(s, best, done);
	}
}

static inline quad
root_of(int square)
{
	quad root = sqrtl(square);

	return square ? (root + square / root) / 2 : 0;
}

/* The cheapest link between two cells, or -1. */
static inline int64_t
parts_of(const scene *s, int from, int to)
{
	int64_t least = -1;

	for (int i = 0; i < s->way_count; i++)
		if (s->ways[i].from == from && s->ways[i].to == to &&
			(least < 0 || s->ways[i].parts < least))
			least = s->ways[i].parts;
	return least;
}

/* The nearest double to the least length to a cell; infinity: no path leads there. */
static inline double
nearest_length(const scene *s, int goal)
{
	quad sum = 0;
	int64_t parts = 0;

	if (s->length[goal] == HUGE_VALL)
		return HUGE_VAL;
	for (int i = goal; s->parent[i] >= 0; i = s->parent[i])
		if (s->linked[i])
			parts += parts_of(s, s->parent[i], i);
		else
			sum += root_of(square_between(s, i, s->parent[i]));
	return (double) (sum + (quad) parts / PARTS);
}

#endif /* FRINGE_LINKED_LINES_H */
