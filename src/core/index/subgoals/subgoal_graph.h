/*
 * subgoal_graph.h - the subgoal graph: where best paths bend, and which such cells see
 * each other (internal)
 *
 * Subgoals are the cells where a best path may bend around an obstacle, as in simple
 * subgoal graphs (Uras, Koenig and Hernandez 2013).  doc/dev/proofs.md has the proof.
 *
 * Cells are padded by a blocked border: cell (x, y) is (y + 1) * pitch + x + 1.
 * Straight direction k of 0..3 is direction 2k of the core.  Diagonal k is 2k + 1,
 * between straight k and k + 1; its axis is k & 1.  A subgoal is live on an axis if a
 * path that keeps to the axis' two quadrants can bend there.
 */
#ifndef FRINGE_SUBGOAL_GRAPH_H
#define FRINGE_SUBGOAL_GRAPH_H

#include "core/grid/grid_links.h"
#include "core/index/hub_labels.h"
#include "core/index/index_links.h"
#include "core/index/index_units.h"

#define FR_NO_SUBGOAL UINT32_MAX

/*
 * Clearance by direction: k > 0 if the k-th cell is the first stop; -k if k cells are
 * free and none is a stop.
 */
typedef struct fr_clearance
{
	int16_t open[4];	 /* straight; no stops */
	int16_t any[4];		 /* straight; all subgoals are stops */
	int16_t diagonal[4]; /* subgoals that are live on the diagonal's axis are stops */
} fr_clearance;

/*
 * A diagonal has a row on either side of each of its cells: the straight way from the cell,
 * up to a stop or a blocked cell.  Stops are subgoals that are live on the diagonal's axis.
 * A cell further back on the diagonal sees the stop of a row only if that row is shorter
 * than all rows between, and than the straight way from the cell itself.
 */
typedef struct fr_side_row
{
	int16_t clearance; /* of the row, as in fr_clearance */
	int16_t next;	   /* cells along the diagonal to the next visible stop; 0: none */
} fr_side_row;

typedef struct fr_subgoals
{
	uint32_t width;
	uint32_t height;
	uint32_t pitch;
	uint32_t cells; /* padded */
	int32_t step[FR_DIRECTIONS];
	uint8_t *
		moves; /* legal moves by cell, a bit for each direction; 0: blocked or enclosed */
	uint8_t *axes; /* by cell: bit a if it is a subgoal that is live on axis a */
	fr_clearance *clearance;
	/* by diagonal, left and right of it, by cell */
	fr_side_row *rows[4][2];
	int16_t
		*first[4][2]; /* cells along the diagonal to the first visible stop; 0: none */
	const fr_links *links;	/* of the map, or NULL; their ends are subgoals */
	int32_t straight_reach; /* the largest clearance in straight directions */
	int32_t diagonal_reach;
	uint32_t count;
	uint32_t *number; /* by cell; mostly FR_NO_SUBGOAL */
	uint32_t *cell;	  /* by subgoal, ascending */
} fr_subgoals;

/* Finds subgoals and clearances.  FR_INDEX_LIMIT: the map or the number of subgoals is too large. */
fr_status fr_subgoals_find(const fr_grid *grid, const fr_index_rule *rule,
						   const fr_arena *arena, const fr_poll *poll, fr_subgoals *s,
						   fr_error *error);

/* The most subgoals that a scan finds, the cell itself included. */
uint32_t fr_subgoals_most(const fr_subgoals *s);

/* Writes the cells of the subgoals that a cell sees.  Returns their number. */
uint32_t fr_subgoals_scan(const fr_subgoals *s, uint32_t cell, uint32_t *found);

/* May a best path continue from subgoal `from` straight to the visible subgoal `to`? */
bool fr_subgoals_leaves(const fr_subgoals *s, uint32_t from, uint32_t to);

/* Does a link begin or end in the cell?  Links lead both ways here. */
static inline bool
fr_subgoals_is_end(const fr_subgoals *s, fr_cell at)
{
	return s->links &&
		   fr_arcs_begin(&s->links->ahead, (uint32_t) at.y * s->width + (uint32_t) at.x);
}

static inline uint32_t
fr_padded(const fr_subgoals *s, uint32_t x, uint32_t y)
{
	return (y + 1) * s->pitch + x + 1;
}

static inline fr_cell
fr_padded_cell(const fr_subgoals *s, uint32_t cell)
{
	return (fr_cell){(int32_t) (cell % s->pitch) - 1, (int32_t) (cell / s->pitch) - 1};
}

/* The graph of subgoals that see each other, without weights. */
fr_graph fr_subgoals_graph(const fr_subgoals *s, const fr_arena *arena,
						   const fr_poll *poll);

/* The graph with costs as weights. */
fr_graph fr_subgoals_add_weights(const fr_subgoals *s, const fr_graph *graph,
								 fr_index_units units, const fr_arena *arena,
								 const fr_poll *poll);

/* The weighted graph with an edge for each link. */
fr_graph fr_subgoals_add_links(const fr_subgoals *s, const fr_graph *graph,
							   const fr_arc_scale *scale, const fr_arena *arena,
							   const fr_poll *poll);

#endif /* FRINGE_SUBGOAL_GRAPH_H */
