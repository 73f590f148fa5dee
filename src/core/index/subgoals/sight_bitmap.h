/*
 * sight_bitmap.h - is the straight or diagonal way between two cells free? (internal)
 *
 * Bit boards, of which a way is a run of bits of a line:
 *
 *   rows     bit x of line y: cell (x, y) is free
 *   columns  bit y of line x: the same
 *   falling  bit x of line y - x: from (x, y) a step south-east is legal
 *   rising   bit x of line x + y: the same north-east
 *
 * Diagonals are numbered modulo the height of the map, rounded up to a multiple of 64:
 * those that share a line then have no column in common.
 */
#ifndef FRINGE_SIGHT_BITMAP_H
#define FRINGE_SIGHT_BITMAP_H

#include "core/index/index.h"
#include "core/index/index_format.h"

void fr_boards_derive(fr_index *index, const fr_arena *arena, const fr_poll *poll);
fr_index fr_boards_of(const uint8_t *rows, uint32_t width, uint32_t height, int corners,
					  const fr_arena *arena, const fr_poll *poll);

/* Are `count` bits from bit `first` on all set? */
static inline bool
fr_board_run(const uint8_t *line, uint32_t first, uint32_t count)
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
fr_board_straight(const fr_index *index, fr_cell a, fr_cell b)
{
	int32_t x = a.x < b.x ? a.x : b.x;
	int32_t y = a.y < b.y ? a.y : b.y;

	if (a.y == b.y)
		return fr_board_run(index->section[FR_SECTION_ROWS] +
								(size_t) y * index->row_words * 8,
							(uint32_t) x, (uint32_t) (a.x + b.x - 2 * x + 1));
	return fr_board_run(index->columns + (size_t) x * index->column_words * 8,
						(uint32_t) y, (uint32_t) (a.y + b.y - 2 * y + 1));
}

/* Are all steps from a to b legal, on the same diagonal? */
static inline bool
fr_board_diagonal(const fr_index *index, fr_cell a, fr_cell b)
{
	bool falling = (b.x > a.x) == (b.y > a.y);
	fr_cell first = a.x < b.x ? a : b;
	uint32_t count = (uint32_t) (a.x < b.x ? b.x - a.x : a.x - b.x);
	uint32_t line = (uint32_t) (falling ? first.y - first.x + (int32_t) index->turns
										: first.x + first.y) %
					index->diagonals;

	return fr_board_run((falling ? index->falling : index->rising) +
							(size_t) line * index->row_words * 8,
						(uint32_t) first.x, count);
}

/* Where a way from a to b turns that begins with its diagonal part. */
static inline fr_cell
fr_board_turn(fr_cell a, fr_cell b)
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
fr_board_way(const fr_index *index, fr_cell a, fr_cell turn, fr_cell b)
{
	return fr_board_straight(index, turn, b) && fr_board_diagonal(index, a, turn);
}

/* Is one of the two ways free that have one turn at most? */
static inline bool
fr_board_direct(const fr_index *index, fr_cell a, fr_cell b)
{
	return fr_board_way(index, a, fr_board_turn(a, b), b) ||
		   fr_board_way(index, b, fr_board_turn(b, a), a);
}

#endif /* FRINGE_SIGHT_BITMAP_H */
