/*
 * anyangle_scene.h - small maps, and what shortest paths in straight lines on them are
 *
 * The oracle shares no code with the search: lines square by square, Dijkstra's search over
 * all cells in long doubles, and the length of the path that it finds in 113 bits.
 */
#ifndef FRINGE_ANYANGLE_SCENE_H
#define FRINGE_ANYANGLE_SCENE_H

#include "straight.h"
#include "support.h"

/* ---- the oracle ---------------------------------------------------------- */

#define MOST 1600 /* cells */

typedef struct scene
{
	int width;
	int height;
	int size;
	int tall; /* the height of an agent that is `size` cells wide */
	uint8_t codes[MOST];
	bool free[MOST]; /* for an agent of the size */
	bool sees[MOST]; /* from the start */
	long double length[MOST];
	int parent[MOST];
	bool done[MOST];
} scene;

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

static inline straight_map
map_of(const scene *s)
{
	return (straight_map){s->width, s->height, s->free};
}

static inline bool
sees(const scene *s, int a, int b)
{
	straight_map map = map_of(s);

	return straight_sees(&map, a, b);
}

static inline int
square_between(const scene *s, int a, int b)
{
	straight_map map = map_of(s);

	return straight_square(&map, a, b);
}

/* All least lengths from a free cell. */
static inline void
spread(scene *s, int start)
{
	int count = s->width * s->height;

	for (int i = 0; i < count; i++)
	{
		s->length[i] = HUGE_VALL;
		s->done[i] = false;
	}
	s->length[start] = 0;
	s->parent[start] = -1;
	for (;;)
	{
		int best = -1;

		for (int i = 0; i < count; i++)
			if (!s->done[i] && s->length[i] < HUGE_VALL &&
				(best < 0 || s->length[i] < s->length[best]))
				best = i;
		if (best < 0)
			return;
		s->done[best] = true;
		for (int i = 0; i < count; i++)
		{
			long double length;

			if (s->done[i] || !s->free[i])
				continue;
			length = s->length[best] + sqrtl(square_between(s, best, i));
			if (length < s->length[i] && sees(s, best, i))
			{
				s->length[i] = length;
				s->parent[i] = best;
			}
		}
	}
}

/* The nearest double to the least length to a cell. */
static inline double
nearest_length(const scene *s, int goal)
{
	quad sum = 0;

	for (int i = goal; s->parent[i] >= 0; i = s->parent[i])
		sum += straight_root(square_between(s, i, s->parent[i]));
	return (double) sum;
}

#endif /* FRINGE_ANYANGLE_SCENE_H */
