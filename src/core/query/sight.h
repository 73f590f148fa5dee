/*
 * sight.h - sight over heights, between hexagons, and past closed sides
 *
 * line_of_sight.h has sight between squares where nothing else matters; it is faster. Here, too, the
 * line of sight leads from centre to centre, blocked cells in between block it at any height, and answers are
 * exact. Besides:
 *
 *     heights   The eye is so far above the ground of the first cell, the target so far above the ground of the
 *               second one. If cells are blocks, the line must not be lower than the block of any cell in
 *               between, over the whole stretch inside this cell. On slopes, a height belongs to the centre of its
 *               cell, with straight lines between neighbours. The line must not be lower than the ground where it
 *               crosses the centre line of a row or a column. Hexagons have centre lines of a third direction.
 *     sides     A line crosses no side that both of its cells close (sides.h). At a corner it passes as a diagonal
 *               step does.
 *     hexagons  A line along the edge between two hexagons is blocked only if both block it. At a corner it
 *               touches a hexagon, and does not enter it.
 *
 * Sight is symmetric if eye and target have the same height.
 */
#ifndef FRINGE_SIGHT_H
#define FRINGE_SIGHT_H

#include "core/query/line_of_sight.h"

typedef struct fr_sight_rules
{
	const fr_grid *grid;	/* its blocked cells block sight */
	const uint32_t *height; /* stored numbers by cell; NULL: heights do not matter */
	uint32_t highest;		/* of these numbers */
	bool slopes;			/* heights belong to centres, not to blocks */
	int64_t step;			/* what a stored number counts, in the unit of the next two */
	int64_t eye;			/* above the ground, 0 or more */
	int64_t target;
	const uint8_t
		*sides; /* numbers of the layer `sides` by cell; NULL: sides do not matter */
} fr_sight_rules;

/* The greatest sum of the height of a cell and the height of an eye above it. */
#define FR_SIGHT_MOST (INT64_C(1) << 44)

/* Does an eye at cell a see a target at cell b? */
bool fr_eye_sees(const fr_sight_rules *sight, fr_cell a, fr_cell b, const fr_poll *poll);

/*
 * Of a line that begins at height `from` at cell a, and ends `other` above the ground of cell b: is it above the
 * ground, or as high, behind the column `begin` and up to the column `end`, counted from a? If the line is
 * steep, these are rows. The cells are squares.
 */
bool fr_line_clears(const fr_sight_rules *sight, fr_cell a, fr_cell b, int64_t from,
					int64_t other, int64_t begin, int64_t end, const fr_poll *poll);

/*
 * As fr_view_scan: the targets that an eye at the cell of the view sees, or if `back` the cells from
 * which an eye sees a target at this cell. The view and the sight have the same grid.
 */
void fr_sight_scan(const fr_sight_rules *sight, const fr_view *view, bool back,
				   const fr_arena *arena, const fr_poll *poll);

#endif /* FRINGE_SIGHT_H */
