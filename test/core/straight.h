/*
 * straight.h - straight lines as oracles see them: square by square, lengths in 113 bits
 */
#ifndef FRINGE_STRAIGHT_H
#define FRINGE_STRAIGHT_H

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "quad.h"

/* Cells are numbered by rows. */
typedef struct straight_map
{
	int width;
	int height;
	const bool *free;
} straight_map;

static inline bool
straight_free(const straight_map *m, int x, int y)
{
	return x >= 0 && y >= 0 && x < m->width && y < m->height && m->free[y * m->width + x];
}

/*
 * Does one cell see another? Square by square of those that the line crosses; along a row
 * or column, by cells.
 */
static inline bool
straight_sees(const straight_map *m, int a, int b)
{
	int x = a % m->width;
	int y = a / m->width;
	int dx = b % m->width - x;
	int dy = b / m->width - y;
	int right = dx > 0 ? 1 : -1;
	int down = dy > 0 ? 1 : -1;
	int across = abs(dx);
	int along = abs(dy);

	if (across == 0 || along == 0)
	{
		for (int i = 0; i <= across + along; i++)
			if (!straight_free(m, x + (across ? i * right : 0),
							   y + (along ? i * down : 0)))
				return false;
		return true;
	}
	for (int i = 0, j = 0; i < across && j < along;)
	{
		int turn = (i + 1) * along - (j + 1) * across;
		int cx = x + i * right;
		int cy = y + j * down;

		if (!straight_free(m, cx, cy) || !straight_free(m, cx + right, cy) ||
			!straight_free(m, cx, cy + down) || !straight_free(m, cx + right, cy + down))
			return false;
		i += turn <= 0;
		j += turn >= 0;
	}
	return true;
}

static inline int
straight_square(const straight_map *m, int a, int b)
{
	int dx = a % m->width - b % m->width;
	int dy = a / m->width - b / m->width;

	return dx * dx + dy * dy;
}

static inline quad
straight_root(int square)
{
	quad root = sqrtl(square);

	return square ? (root + square / root) / 2 : 0;
}

#endif /* FRINGE_STRAIGHT_H */
