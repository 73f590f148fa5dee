/*
 * sight_bitmap.h - is the straight or diagonal way between two cells free? (internal)
 *
 * There are four bitmaps of a map, like the rotated bitboards of chess programs.  In each of
 * them, a straight or diagonal way is a run of bits in one line.
 *
 *   rows     bit x of line y: cell (x, y) is free
 *   columns  bit y of line x: cell (x, y) is free
 *   falling  bit x of line y - x: the step south-east from (x, y) is legal
 *   rising   bit x of line x + y: the step north-east from (x, y) is legal
 *
 * Diagonals are numbered modulo the height of the map, rounded up to a multiple of 64.
 * Diagonals that share a line have no column in common.
 */
#ifndef FRINGE_SIGHT_BITMAP_H
#define FRINGE_SIGHT_BITMAP_H

#include "core/api.h"
#include "core/base/bytes.h"

typedef struct fr_sight_bitmap
{
	uint32_t width;
	uint32_t height;
	int corners;		   /* side cells that a diagonal step needs free */
	uint32_t row_words;	   /* of a line of rows, falling and rising: 64 bits each */
	uint32_t column_words; /* of a line of columns */
	uint32_t diagonals;	   /* lines of falling, and of rising */
	uint32_t turns;		   /* a multiple of `diagonals`, at least the width */
	const uint8_t *rows;
	const uint8_t *columns;
	const uint8_t *falling;
	const uint8_t *rising;
} fr_sight_bitmap;

/* The bitmaps of rows as an index stores them. `rows` must outlive them. */
fr_sight_bitmap fr_sight_bitmap_build(const uint8_t *rows, uint32_t width,
									  uint32_t height, int corners, const fr_arena *arena,
									  const fr_poll *poll);

/* Are `count` bits from bit `first` on all set? */
static inline bool
fr_sight_run(const uint8_t *line, uint32_t first, uint32_t count)
{
	uint32_t last = first + count - 1;
	uint64_t from = ~UINT64_C(0) << first % 64;
	uint64_t to = ~UINT64_C(0) >> (63 - last % 64);
	uint32_t i = first / 64;

	if (count == 0)
		return true;
	if (i == last / 64)
		return !(~fr_get64(line, i) & from & to);
	if (~fr_get64(line, i) & from)
		return false;
	while (++i < last / 64)
		if (~fr_get64(line, i))
			return false;
	return !(~fr_get64(line, i) & to);
}

/* Are all cells from a to b free, in the same row or column? */
static inline bool
fr_sight_straight(const fr_sight_bitmap *s, fr_cell a, fr_cell b)
{
	int32_t x = a.x < b.x ? a.x : b.x;
	int32_t y = a.y < b.y ? a.y : b.y;

	if (a.y == b.y)
		return fr_sight_run(s->rows + (size_t) y * s->row_words * 8, (uint32_t) x,
							(uint32_t) (a.x + b.x - 2 * x + 1));
	return fr_sight_run(s->columns + (size_t) x * s->column_words * 8, (uint32_t) y,
						(uint32_t) (a.y + b.y - 2 * y + 1));
}

/* Are all steps from a to b legal, on the same diagonal? */
static inline bool
fr_sight_diagonal(const fr_sight_bitmap *s, fr_cell a, fr_cell b)
{
	bool falling = (b.x > a.x) == (b.y > a.y);
	fr_cell first = a.x < b.x ? a : b;
	uint32_t count = (uint32_t) (a.x < b.x ? b.x - a.x : a.x - b.x);
	uint32_t line = (uint32_t) (falling ? first.y - first.x + (int32_t) s->turns
										: first.x + first.y) %
					s->diagonals;

	return fr_sight_run((falling ? s->falling : s->rising) +
							(size_t) line * s->row_words * 8,
						(uint32_t) first.x, count);
}

/* Where the way from a to b turns that begins with its diagonal part. */
static inline fr_cell
fr_sight_turn(fr_cell a, fr_cell b)
{
	int32_t dx = b.x - a.x;
	int32_t dy = b.y - a.y;
	int32_t x = dx < 0 ? -dx : dx;
	int32_t y = dy < 0 ? -dy : dy;
	int32_t steps = x < y ? x : y;

	return (fr_cell){a.x + (dx < 0 ? -steps : steps), a.y + (dy < 0 ? -steps : steps)};
}

/* Is the way from a to b free that turns at `turn`, diagonal before and straight after? */
static inline bool
fr_sight_way(const fr_sight_bitmap *s, fr_cell a, fr_cell turn, fr_cell b)
{
	return fr_sight_straight(s, turn, b) && fr_sight_diagonal(s, a, turn);
}

/* Is one of the two ways free that turn at most once? */
static inline bool
fr_sight_direct(const fr_sight_bitmap *s, fr_cell a, fr_cell b)
{
	return fr_sight_way(s, a, fr_sight_turn(a, b), b) ||
		   fr_sight_way(s, b, fr_sight_turn(b, a), a);
}

#endif /* FRINGE_SIGHT_BITMAP_H */
