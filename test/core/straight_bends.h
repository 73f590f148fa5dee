/*
 * straight_bends.h - an oracle of shortest paths in straight lines on whole maps
 *
 * It shares no code with the library: it finds the free cells around which paths can bend by a
 * rule of its own, looks from each to each square by square, and searches all these lines by
 * Dijkstra's in long doubles; of the path that it finds the length is added up in 113 bits.
 */
#ifndef FRINGE_STRAIGHT_BENDS_H
#define FRINGE_STRAIGHT_BENDS_H

#include "../../bench/bench.h"
#include "straight.h"

/* Cells where paths can bend, and which of them each sees. */
typedef struct oracle
{
	straight_map map;
	int count;
	int *at;	/* cells */
	int **seen; /* numbers of these, and -1 */
	/* from a start */
	int start;
	long double *length;
	int *parent; /* number, or -1: the start */
	bool *done;
} oracle;

static inline bool
is_blocked(const oracle *o, int x, int y)
{
	return !straight_free(&o->map, x, y);
}

/* Is there an obstacle to bend around: diagonally beside the cell, with both between free? */
static inline bool
can_bend(const oracle *o, int x, int y)
{
	if (is_blocked(o, x, y))
		return false;
	for (int dx = -1; dx <= 1; dx += 2)
		for (int dy = -1; dy <= 1; dy += 2)
			if (is_blocked(o, x + dx, y + dy) && !is_blocked(o, x + dx, y) &&
				!is_blocked(o, x, y + dy))
				return true;
	return false;
}

/* Which of all an entry sees. */
static inline int *
look_from(const oracle *o, int n)
{
	int *seen = new_block(((size_t) o->count + 1) * sizeof *seen);
	int count = 0;

	for (int k = 0; k < o->count; k++)
		if (k != n && straight_sees(&o->map, o->at[n], o->at[k]))
			seen[count++] = k;
	seen[count++] = -1;
	return realloc(seen, (size_t) count * sizeof *seen);
}

static inline oracle
new_oracle(const uint8_t *codes, const fr_map *map)
{
	size_t cells = (size_t) map->width * map->height;
	bool *open = new_block(cells * sizeof *open);
	oracle o = {.map = {(int) map->width, (int) map->height, open}};

	for (size_t i = 0; i < cells; i++)
		open[i] = codes[i] && strchr(".GS", codes[i]);
	o.at = new_block(cells * sizeof *o.at);
	for (int i = 0; i < (int) cells; i++)
		if (can_bend(&o, i % o.map.width, i / o.map.width))
			o.at[o.count++] = i;
	o.seen = new_block(((size_t) o.count + 1) * sizeof *o.seen);
	for (int n = 0; n < o.count; n++)
		o.seen[n] = look_from(&o, n);
	o.length = new_block(((size_t) o.count + 1) * sizeof *o.length);
	o.parent = new_block(((size_t) o.count + 1) * sizeof *o.parent);
	o.done = new_block((size_t) o.count + 1);
	return o;
}

static inline void
free_oracle(oracle *o)
{
	for (int n = 0; n < o->count; n++)
		free(o->seen[n]);
	free(o->seen);
	free(o->at);
	free(o->length);
	free(o->parent);
	free(o->done);
	free((void *) o->map.free);
}

static inline long double
line_between(const oracle *o, int a, int b)
{
	return sqrtl(straight_square(&o->map, a, b));
}

static inline void
begin(oracle *o, int start)
{
	o->start = start;
	for (int n = 0; n < o->count; n++)
	{
		o->done[n] = false;
		o->parent[n] = -1;
		o->length[n] = straight_sees(&o->map, start, o->at[n])
						   ? line_between(o, start, o->at[n])
						   : HUGE_VALL;
	}
}

static inline int
nearest_left(const oracle *o)
{
	int best = -1;

	for (int n = 0; n < o->count; n++)
		if (!o->done[n] && o->length[n] < (best < 0 ? HUGE_VALL : o->length[best]))
			best = n;
	return best;
}

/* All least lengths from a free cell to those where paths can bend. */
static inline void
spread(oracle *o, int start)
{
	begin(o, start);
	for (int n; (n = nearest_left(o)) >= 0;)
	{
		o->done[n] = true;
		for (const int *k = o->seen[n]; *k >= 0; k++)
		{
			long double length = o->length[n] + line_between(o, o->at[n], o->at[*k]);

			if (length < o->length[*k])
			{
				o->length[*k] = length;
				o->parent[*k] = n;
			}
		}
	}
}

/* The nearest double to the least length to a free cell; infinity: there is no path. */
static inline double
length_to(const oracle *o, int goal)
{
	long double least = HUGE_VALL;
	int last = -1;
	quad sum = 0;

	if (straight_sees(&o->map, o->start, goal))
		return (double) straight_root(straight_square(&o->map, o->start, goal));
	for (int n = 0; n < o->count; n++)
	{
		long double length = o->length[n] + line_between(o, o->at[n], goal);

		if (length < least && straight_sees(&o->map, o->at[n], goal))
		{
			least = length;
			last = n;
		}
	}
	if (last < 0)
		return HUGE_VAL;
	sum = straight_root(straight_square(&o->map, o->at[last], goal));
	for (int n = last; n >= 0; n = o->parent[n])
		sum += straight_root(straight_square(
			&o->map, o->at[n], o->parent[n] >= 0 ? o->at[o->parent[n]] : o->start));
	return (double) sum;
}

#endif /* FRINGE_STRAIGHT_BENDS_H */
