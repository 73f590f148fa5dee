/*
 * visibility_graph.h - which cells see each other in straight lines (internal)
 *
 * An agent of one cell's size moves freely without overlapping a blocked cell. It goes
 * along rows and columns of free cells, and anywhere in the squares between four free
 * cells. So a cell sees another one if all squares that the line between their centres
 * crosses are free, or, along a row or column, the cells.
 *
 * A shortest path bends only at subgoals: free cells with a blocked diagonal neighbour,
 * where both cells between the two are free. That blocked corner is on the inner side of
 * the bend. So from a subgoal only some directions matter: with the corner at (1,1), the
 * open quadrants (1,-1) and (-1,1), and the axes (1,0) and (0,1).
 *
 * Two subgoals are neighbours if they see each other and the direction matters from both.
 * The first search that needs the neighbours of a subgoal finds them, and keeps them while
 * there is memory. Without memory each search finds them again, so memory never decides an
 * answer.
 *
 * Cells where links begin or end are listed as subgoals, too. A cell where a link begins
 * is a neighbour of all subgoals that see it. All directions matter from a cell where a
 * link ends.
 */
#ifndef FRINGE_VISIBILITY_GRAPH_H
#define FRINGE_VISIBILITY_GRAPH_H

#include "core/grid/bits.h"
#include "core/grid/grid_links.h"

/* A corner (x, y), each -1 or 1, is bit (x > 0) + 2 * (y > 0). */
#define FR_ALL_CORNERS 15u

/* A rectangle of cells. The cells of its sides belong to it. */
typedef struct fr_box
{
	uint16_t left;
	uint16_t top;
	uint16_t right;
	uint16_t bottom;
} fr_box;

#define FR_EVERYWHERE                                                                    \
	(fr_box)                                                                             \
	{                                                                                    \
		0, 0, UINT16_MAX, UINT16_MAX                                                     \
	}

/*
 * An edge to a neighbour. The box contains the ends of all shortest paths that take the edge
 * and go on behind it, bending around corners. It is FR_EVERYWHERE until a search narrows it.
 */
typedef struct fr_edge
{
	uint32_t to;
	fr_box box;
} fr_edge;

/*
 * If the subgoal has one blocked corner, the `split` edges on one side of it come first,
 * then the edges on the other side. The edges of a side are ordered by how sharply a path
 * from the other side turns into them, the sharpest first. So the edges into which a path
 * bends around the corner are the first ones, for every origin of the path.
 */
typedef struct fr_neighbours
{
	fr_edge *edges; /* NULL: not found yet */
	uint32_t count;
	uint32_t split;
	fr_box views
		[4]; /* by quadrant, numbered as corners are: a box of all cells seen in it */
} fr_neighbours;

/*
 * The two sides of a corner, as coordinates (u, v) around its subgoal in which the corner
 * is at (1, 1). A path that bends around the corner comes from u > 0, v <= 0, and goes on
 * to u <= 0, v > 0. If turned, u and v are exchanged, for paths in the other direction.
 */
typedef struct fr_corner_axes
{
	int32_t u_of_x; /* one of the two is 0, the other 1 or -1 */
	int32_t u_of_y;
	int32_t v_of_x;
	int32_t v_of_y;
} fr_corner_axes;

static inline fr_corner_axes
fr_corner_axes_of(int corner, bool turned)
{
	int32_t right = corner & 1 ? 1 : -1;
	int32_t down = corner & 2 ? 1 : -1;

	return turned ? (fr_corner_axes){0, down, right, 0}
				  : (fr_corner_axes){right, 0, 0, down};
}

static inline int32_t
fr_corner_u(const fr_corner_axes *side, int32_t x, int32_t y)
{
	return x * side->u_of_x + y * side->u_of_y;
}

static inline int32_t
fr_corner_v(const fr_corner_axes *side, int32_t x, int32_t y)
{
	return x * side->v_of_x + y * side->v_of_y;
}

static inline bool
fr_is_single(unsigned corners)
{
	return (corners & (corners - 1)) == 0;
}

/* The directions x / y between two slopes, both included; see visibility_scan.c. */
typedef struct fr_slopes
{
	int32_t low_x;
	int32_t low_y;
	int32_t high_x;
	int32_t high_y;
} fr_slopes;

/* A range of slopes that a scan has followed up to a row. The first row is 0. */
typedef struct fr_range
{
	fr_slopes slopes;
	int32_t row;
} fr_range;

/* Cells where links begin and end, for the heuristic of searches: visibility_links.h. */
typedef struct fr_visibility_links fr_visibility_links;

struct fr_visibility_graph
{
	const fr_grid *grid;
	const fr_arena *arena;
	fr_planes planes;
	uint32_t words;	  /* per row of `points` */
	uint64_t *points; /* a bit per cell: it is a subgoal */
	uint32_t *before; /* by word of `points`: the number of subgoals in earlier words */
	fr_bits
		busy; /* a bit per square: it is blocked, or one of its corners is a subgoal */
	uint32_t count;	  /* of subgoals */
	fr_cell *at;	  /* by subgoal: its cell, */
	uint8_t *corners; /* its blocked corners, */
	uint8_t
		*scan_corners; /* and the corners to scan from: all of them at an end of a link */
	fr_visibility_links *links_bound; /* NULL: there are no links */
	fr_neighbours *neighbours;
	uint32_t *found; /* subgoals that the last scan saw */
	uint32_t found_count;
	fr_box views[4];		/* of the last scan, as in fr_neighbours */
	fr_range *ranges;		/* a scan's stack: ranges that it has still to follow */
	size_t range_capacity;	/* of the stack */
	uint32_t steps;			/* of scans since the last poll; most scans are shorter */
	fr_edge *free_edges;	/* the free rest of the last block of edges, */
	size_t free_edge_count; /* and how many edges fit into it */
	size_t edges_taken;		/* edges in all blocks that were allocated, */
	size_t edges_limit;		/* and how many may be */
	fr_neighbours unkept;	/* without space: the neighbours of the last subgoal only */
};

/* The corners for which the direction (x, y) from a subgoal matters. */
static inline unsigned
fr_corners_for(int32_t x, int32_t y)
{
	if (x != 0 && y != 0)
		return (x > 0) == (y > 0) ? 6u : 9u;
	if (y == 0)
		return x > 0 ? 10u : 5u;
	return y > 0 ? 12u : 3u;
}

/* Are these neighbours stored? If not, the next fr_neighbours_of overwrites them. */
static inline bool
fr_are_kept(const fr_visibility_graph *s, const fr_neighbours *neighbours)
{
	return neighbours != &s->unkept;
}

/* The number of a cell that is a subgoal, or has an end of a link. */
static inline uint32_t
fr_visibility_graph_number(const fr_visibility_graph *s, fr_cell at)
{
	size_t word = (size_t) at.y * s->words + (size_t) (at.x >> 6);

	return s->before[word] +
		   fr_bits_count(s->points[word] & ((UINT64_C(1) << (at.x & 63)) - 1));
}

/* Does a link begin at a cell? The grid has links. */
static inline bool
fr_link_begins(const fr_grid *grid, fr_cell at)
{
	return fr_arcs_begin(&grid->links->ahead, fr_grid_index(grid, at));
}

/*
 * May a path that comes by a line bend at this subgoal, or take a link? The grid has
 * links.
 */
static inline bool
fr_leads_on(const fr_visibility_graph *s, uint32_t n)
{
	return s->corners[n] || fr_link_begins(s->grid, s->at[n]);
}

/* The number of a corner, or of the quadrant at that corner. */
static inline int
fr_corner_at(int right, int down)
{
	return (right > 0) + 2 * (down > 0);
}

static inline bool
fr_box_has(const fr_box *box, fr_cell cell)
{
	return cell.x >= box->left && cell.x <= box->right && cell.y >= box->top &&
		   cell.y <= box->bottom;
}

/* Has no search narrowed the box yet? */
static inline bool
fr_box_is_anywhere(const fr_box *box)
{
	return box->right == UINT16_MAX;
}

/*
 * Directions from a cell: a range of slopes in a quadrant, and one axis of the quadrant.
 */
typedef struct fr_cone
{
	int right; /* 1 or -1 */
	int down;
	bool along_row; /* the axis; or it is along the column */
	fr_slopes slopes;
} fr_cone;

/* A scan of all cells calls this function for each part of a row that it sees. */
typedef struct fr_cell_visitor
{
	void (*visit)(void *context, int32_t y, int32_t first, int32_t last);
	void *context;
	int32_t within; /* rows and columns; the scan may leave out cells beyond */
} fr_cell_visitor;

void fr_planes_make(const fr_grid *grid, fr_planes *planes, const fr_arena *arena,
					const fr_poll *poll);
bool fr_sees(const fr_planes *planes, fr_cell a, fr_cell b);
void fr_scan_subgoals(fr_visibility_graph *graph, fr_cell at, unsigned corners,
					  const fr_poll *poll);
void fr_scan_cone(fr_visibility_graph *graph, fr_cell at, const fr_cone *cone,
				  const fr_cell_visitor *visitor, const fr_poll *poll);
void fr_scan_around(fr_visibility_graph *graph, fr_cell at,
					const fr_cell_visitor *visitor, const fr_poll *poll);
fr_neighbours *fr_neighbours_of(fr_visibility_graph *graph, uint32_t subgoal,
								const fr_poll *poll);

#endif /* FRINGE_VISIBILITY_GRAPH_H */
