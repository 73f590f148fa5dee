/*
 * paper_steps.h - moves and heuristics of the papers, for papers.c and its neighbours
 */
#ifndef FRINGE_PAPER_STEPS_H
#define FRINGE_PAPER_STEPS_H

#include <stdlib.h>
#include <string.h>

#include "papers.h"

#define MOVES 8

/* Straight moves come first, as in the library. */
static const int move_x[MOVES] = {0, 0, 1, -1, 1, 1, -1, -1};
static const int move_y[MOVES] = {-1, 1, 0, 0, -1, 1, 1, -1};

static inline bool
is_free(const paper_map *map, int x, int y)
{
	return x >= 0 && x < map->width && y >= 0 && y < map->height &&
		   map->weight[y * map->width + x] > 0;
}

/* The cell that a move leads to, or -1. */
static inline int
move(const paper_map *map, int n, int d)
{
	int x = n % map->width;
	int y = n / map->width;
	int sides = is_free(map, x + move_x[d], y) + is_free(map, x, y + move_y[d]);

	if (d >= 4 && (map->diagonal == 0 || sides < map->corners))
		return -1;
	if (!is_free(map, x + move_x[d], y + move_y[d]))
		return -1;
	return (y + move_y[d]) * map->width + x + move_x[d];
}

static inline int
cost_of(const paper_map *map, int to, int d)
{
	return (d < 4 ? map->straight : map->diagonal) * map->weight[to];
}

static inline int
least(int a, int b)
{
	return a < b ? a : b;
}

/* 2006, section V.A; weights are 1 or more. */
static inline int
manhattan(const paper_map *map, int a, int b)
{
	int dx = abs(a % map->width - b % map->width);
	int dy = abs(a / map->width - b / map->width);

	if (map->diagonal == 0)
		return (dx + dy) * map->straight;
	return least(dx, dy) * map->diagonal + abs(dx - dy) * map->straight;
}

/* ---- heuristics ------------------------------------------------------------ */

/* 2006, equation 7. */
static inline int
bound(const paper_problem *p, int landmark, int n)
{
	const int *distance = p->distance[landmark];

	if (distance[n] >= PAPER_INFINITY || distance[p->goal] >= PAPER_INFINITY)
		return 0;
	return abs(distance[p->goal] - distance[n]);
}

static inline int
best_landmark(const paper_problem *p)
{
	int best = 0;

	for (int i = 1; i < p->landmarks; i++)
		if (bound(p, i, p->start) > bound(p, best, p->start))
			best = i;
	return best;
}

/* The largest unit that all costs are multiples of; weights are 1 and 3. */
static inline int
unit_of(const paper_map *map)
{
	int a = map->straight;
	int b = map->diagonal;

	while (b > 0)
	{
		int rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* 2006, sections V.A to V.C; with `uneven` admissible, but not consistent. */
static inline int
h(const paper_problem *p, int n)
{
	int value = p->zero ? 0 : manhattan(p->map, n, p->goal);
	int first = p->best ? best_landmark(p) : 0;
	int last = p->best ? first + 1 : p->landmarks;

	for (int i = first; i < last; i++)
		value = bound(p, i, n) > value ? bound(p, i, n) : value;
	if (p->uneven > 1)
	{
		int unit = unit_of(p->map);
		int part = n % p->map->width % p->uneven;

		value = value / unit * part / (p->uneven - 1) * unit;
	}
	return value;
}

static inline int
count_path(const paper_problem *p, const int *parent)
{
	int length = 1;

	for (int n = p->goal; n != p->start; n = parent[n])
		length++;
	return length;
}

#endif /* FRINGE_PAPER_STEPS_H */
