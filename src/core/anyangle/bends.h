/*
 * bends.h - how a path comes to a subgoal, and where it goes on (internal)
 *
 * A shortest path bends at a subgoal around one of its blocked corners: coming from one side
 * of the corner, it turns to the other.
 */
#ifndef FRINGE_BENDS_H
#define FRINGE_BENDS_H

#include "core/anyangle/sights.h"

#define FR_MOST_CONES 4

/* A way into a subgoal, as a corner has it that the path may bend around. */
typedef struct fr_bend
{
	fr_flank side;
	int32_t u; /* where the path comes from */
	int32_t v;
} fr_bend;

/* All ways in, from one cell. */
typedef struct fr_arrival
{
	int count;
	fr_bend bends[FR_MOST_CONES];
} fr_arrival;

static inline fr_arrival
fr_arrival_from(const fr_sights *s, fr_cell from, uint32_t n)
{
	fr_cell at = s->at[n];
	int32_t x = from.x - at.x;
	int32_t y = from.y - at.y;
	unsigned corners = s->corners[n] & fr_corners_for(x, y);
	fr_arrival a = {0};

	for (; corners; corners &= corners - 1)
	{
		int corner = __builtin_ctz(corners);
		fr_bend *b = &a.bends[a.count++];

		b->side = fr_flank_of(corner, x * (corner & 1 ? 1 : -1) <= 0);
		b->u = fr_flank_u(&b->side, x, y);
		b->v = fr_flank_v(&b->side, x, y);
	}
	return a;
}

/* Where a path goes on that bends around the corner: from straight on to the corner's side. */
static inline fr_cone
fr_cone_of(const fr_bend *b)
{
	const fr_flank *side = &b->side;

	if (side->v_of_x == 0)
		return (fr_cone){-side->u_of_x, side->v_of_y, false,
						 b->v < 0 ? (fr_slopes){0, 1, b->u, -b->v}
								  : (fr_slopes){0, 1, FR_MAX_SIDE, 1}};
	return (fr_cone){side->v_of_x, -side->u_of_y, true, {-b->v, b->u, FR_MAX_SIDE, 1}};
}

/* To which side a path bends, numbered as corners. */
static inline int
fr_side_of(const fr_bend *b)
{
	fr_cone cone = fr_cone_of(b);

	return fr_corner_at(cone.right, cone.down);
}

/* Makes a box larger, so that it has another one in it. */
static inline void
fr_box_unite(fr_box *box, const fr_box *other)
{
	if (other->left < box->left)
		box->left = other->left;
	if (other->top < box->top)
		box->top = other->top;
	if (other->right > box->right)
		box->right = other->right;
	if (other->bottom > box->bottom)
		box->bottom = other->bottom;
}

#endif /* FRINGE_BENDS_H */
