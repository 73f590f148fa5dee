/*
 * visibility_search.h - shortest paths over subgoals (internal)
 */
#ifndef FRINGE_VISIBILITY_SEARCH_H
#define FRINGE_VISIBILITY_SEARCH_H

#include "core/anyangle/line_length.h"
#include "core/anyangle/visibility_links.h"
#include "core/search/open_list.h"

/* ---- bends ------------------------------------------------------------------------- */

/*
 * A shortest path bends at a subgoal around one of its blocked corners: coming from one side
 * of the corner, it turns to the other.
 */

#define FR_MOST_CONES 4

/* A blocked corner that a path may bend around, and the cell that the path comes from. */
typedef struct fr_taut_turn
{
	fr_corner_axes side;
	int32_t u; /* that cell */
	int32_t v;
} fr_taut_turn;

/* All such corners of a subgoal, for paths from one cell. */
typedef struct fr_taut_turns
{
	int count;
	fr_taut_turn turns[FR_MOST_CONES];
} fr_taut_turns;

static inline fr_taut_turns
fr_taut_turns_from(const fr_visibility_graph *s, fr_cell from, uint32_t n)
{
	fr_cell at = s->at[n];
	int32_t x = from.x - at.x;
	int32_t y = from.y - at.y;
	unsigned corners = s->corners[n] & fr_corners_for(x, y);
	fr_taut_turns a = {0};

	for (; corners; corners &= corners - 1)
	{
		int corner = __builtin_ctz(corners);
		fr_taut_turn *b = &a.turns[a.count++];

		b->side = fr_corner_axes_of(corner, x * (corner & 1 ? 1 : -1) <= 0);
		b->u = fr_corner_u(&b->side, x, y);
		b->v = fr_corner_v(&b->side, x, y);
	}
	return a;
}

/* The directions of a path after the bend: from straight on to the axis on the side of the corner. */
static inline fr_cone
fr_cone_of(const fr_taut_turn *b)
{
	const fr_corner_axes *side = &b->side;

	if (side->v_of_x == 0)
		return (fr_cone){-side->u_of_x, side->v_of_y, false,
						 b->v < 0 ? (fr_slopes){0, 1, b->u, -b->v}
								  : (fr_slopes){0, 1, FR_MAX_SIDE, 1}};
	return (fr_cone){side->v_of_x, -side->u_of_y, true, {-b->v, b->u, FR_MAX_SIDE, 1}};
}

/* The quadrant to which a path bends, numbered as corners are. */
static inline int
fr_side_of(const fr_taut_turn *b)
{
	fr_cone cone = fr_cone_of(b);

	return fr_corner_at(cone.right, cone.down);
}

/* Enlarges a box so that it contains another one. */
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

/* ---- searches ---------------------------------------------------------------------- */

/* A subgoal that a search has reached. `prev` of its node is the parent. */
typedef struct fr_reached
{
	uint64_t length[2]; /* of the best path so far: a fr_length, the lower half first */
	double near;		/* the length as a double */
	/* the last edge; NULL: a line from the start, a link, or an edge that is not kept */
	fr_edge *by;
} fr_reached;

/* Bytes per subgoal. */
#define FR_VISIBILITY_SEARCH_BYTES (sizeof(fr_reached) + FR_OPEN_EXTRA)

typedef enum fr_aim
{
	FR_NO_GOAL,
	FR_BY_LINES, /* no link leads nearer to the goal */
	FR_BY_LINKS
} fr_aim;

/*
 * A search from a start to a goal, or to all subgoals. The key of a subgoal that a link led
 * to has FR_KEY_LINKED.
 */
typedef struct fr_visibility_search
{
	fr_visibility_graph *graph;
	fr_workspace *workspace;
	fr_reached *reached; /* by subgoal */
	fr_heap open; /* by f, the bits of a double; nodes outside have FR_NONE as `next` */
	uint32_t peak;
	fr_cell start;
	fr_cell goal;
	fr_aim aims;
	fr_length length; /* of the best path to the goal so far */
	uint32_t last;	  /* the subgoal before the goal */
	double bound;	  /* subgoals of larger f are on no shorter path */
	int64_t expanded;
	int64_t opened;
	int64_t reopened;
	const fr_poll *poll;
} fr_visibility_search;

#define FR_NEAR_SLACK 0x1p-40	 /* exceeds the relative error of lengths as doubles */
#define FR_FROM_START UINT32_MAX /* the parent of subgoals that the start sees */

void fr_visibility_search_begin(fr_visibility_search *search, const fr_grid *grid,
								fr_workspace *workspace, uint32_t start,
								const fr_poll *poll);
void fr_visibility_search_run(fr_visibility_search *search);
void fr_visibility_search_linked(fr_visibility_search *search);
bool fr_visibility_search_aim(fr_visibility_search *search, fr_cell goal);
fr_route fr_visibility_search_route(const fr_visibility_search *search, uint32_t last,
									fr_cell goal, const fr_arena *arena);
double fr_visibility_search_length(const fr_visibility_search *search, uint32_t last,
								   fr_cell goal);
bool fr_visibility_search_has(const fr_visibility_search *search, uint32_t subgoal);
int fr_visibility_search_cones(const fr_visibility_search *search, uint32_t subgoal,
							   fr_cone *cones);
void fr_visibility_search_settle(fr_visibility_search *search, fr_cell goal);

static inline fr_length
fr_reached_length(const fr_reached *reached)
{
	return (fr_length) reached->length[1] << 64 | reached->length[0];
}

static inline bool
fr_is_linked(const fr_visibility_search *s, uint32_t n)
{
	return s->workspace->nodes[n].key & FR_KEY_LINKED;
}

/*
 * Can paths leave a reached cell only by its links? The cell has no corner, and no path
 * came to it by a link.
 */
static inline bool
fr_leaves_by_links_only(const fr_visibility_search *s, uint32_t n)
{
	return s->graph->links_bound && !fr_is_linked(s, n) &&
		   (s->graph->corners[n] == 0 ||
			(s->workspace->nodes[n].prev == FR_FROM_START &&
			 fr_line_square(s->start, s->graph->at[n]) == 0));
}

/* Keeps a path to the goal if it is the shortest so far. Its last bend is at subgoal `last`. */
static inline void
fr_visibility_search_meet(fr_visibility_search *s, uint32_t last, fr_length length)
{
	if (length >= s->length)
		return;
	s->length = length;
	s->last = last;
	s->bound = fr_length_near(length) * (1 + FR_NEAR_SLACK);
}

#endif /* FRINGE_VISIBILITY_SEARCH_H */
