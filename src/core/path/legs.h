/*
 * legs.h - the legs of packed paths: read, write, measure (internal)
 */
#ifndef FRINGE_LEGS_H
#define FRINGE_LEGS_H

#include "core/path/path.h"

#define FR_PATH_RUNS 1	/* the version of paths of runs alone */
#define FR_PATH_LINES 2 /* and of paths with straight lines or links */

#define FR_START_BYTES 11 /* the most that a version and a start take */
#define FR_LEG_BYTES 10	  /* and a leg */

/* Writes legs one by one; those of one direction become one. */
typedef struct fr_leg_writer
{
	uint8_t *to;
	int version;
	bool lines;		/* some leg is a line or a link, which version 1 leaves out */
	fr_leg pending; /* not yet written; no moves: none */
} fr_leg_writer;

fr_leg_writer fr_legs_begin(uint8_t *to, int version, fr_cell start);
void fr_legs_put(fr_leg_writer *writer, const fr_leg *leg);
uint8_t *fr_legs_end(fr_leg_writer *writer);

size_t fr_leg_text_size(const fr_leg *leg, fr_cell end);

static inline fr_leg
fr_leg_of_run(int direction, uint64_t moves)
{
	return (fr_leg){direction, moves, fr_dx[direction] * (int64_t) moves,
					fr_dy[direction] * (int64_t) moves};
}

/* Moves a cell along a leg; false if it leaves the range of coordinates. */
static inline bool
fr_leg_advance(fr_cell *cell, const fr_leg *leg)
{
	int64_t x = cell->x + leg->dx;
	int64_t y = cell->y + leg->dy;

	if (leg->moves > INT32_MAX || leg->dx != (int32_t) leg->dx ||
		leg->dy != (int32_t) leg->dy || x != (int32_t) x || y != (int32_t) y)
		return false;
	*cell = (fr_cell){(int32_t) x, (int32_t) y};
	return true;
}

#endif /* FRINGE_LEGS_H */
