/*
 * horizon.h - which cells of a view heights hide
 *
 * From the eye outwards, column by column, each of many narrow bins of directions keeps two bounds of how steeply a
 * line of sight must rise to pass all ground so far. They tell for most cells whether they are in sight. For the
 * others, lines are followed, from the cell back to a place where the bounds then suffice. So the view is exact.
 */
#ifndef FRINGE_HORIZON_H
#define FRINGE_HORIZON_H

#include "core/query/sight.h"

/* A rectangle of cells with marks. It has the cell of the view, and all cells with a mark. */
enum
{
	FR_SEEN_FLAT = 1, /* in sight if heights do not matter */
	FR_SEEN = 2		  /* in sight */
};

typedef struct fr_marks
{
	uint8_t *at; /* of the upper left cell */
	int32_t left;
	int32_t top;
	int32_t right; /* the last column */
	int32_t bottom;
	size_t width;
} fr_marks;

/*
 * Of the cells with the mark FR_SEEN_FLAT, the others being 0, those in sight get FR_SEEN. `back` is as in
 * fr_sight_scan. The cells are squares, and sides do not matter.
 */
void fr_horizon_show(const fr_sight_rules *sight, const fr_view *view, bool back,
					 const fr_marks *marks, const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_HORIZON_H */
