/*
 * line_of_sight.h - which cells see each other, and the best cell near a target
 *
 * Two cells see each other if the straight line between their centres crosses only
 * passable cells in between. The two cells themselves may be blocked, and a cell sees
 * itself. At the corner between four cells a line passes as a diagonal step does: the rule
 * for corners says how many of the two cells on either side of the line have to be passable.
 * Without diagonal steps both have to be. Sight is symmetric and exact. Weights, one-way
 * cells and links do not matter. An agent has one cell's size.
 *
 * Distances are those between centres, in cells, and between hexagons the number of steps.
 * Functions take the square of a distance. Sight between hexagons is in sight.h.
 */
#ifndef FRINGE_LINE_OF_SIGHT_H
#define FRINGE_LINE_OF_SIGHT_H

#include "core/grid/grid.h"

/* The rules of grids that sight supports, most of them because they do not matter. */
#define FR_SIGHT_RULES (FR_EVERY_RULE & ~(FR_RULE(SIZE) | FR_RULE(WRAP)))

#define FR_ANY_DISTANCE (UINT64_C(1) << 40) /* the square of more than any distance */

/* The largest square of a distance that is at most the radius, which is not negative. */
uint64_t fr_square_within(double radius);

/* The integer part of a root. */
int32_t fr_root_of(uint64_t square);

/* Do the cells see each other? */
bool fr_in_sight(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll);

/* The cells that a cell sees, itself included, up to a distance. */
typedef struct fr_view
{
	const fr_grid *grid;
	fr_cell at;
	uint64_t within; /* the square of the distance */

	/* called for parts of rows; each cell is seen once, in no order */
	void (*see)(void *context, int32_t y, int32_t first, int32_t last);
	void *context;
} fr_view;

/* The memory is in the arena, which may release it. */
void fr_view_scan(const fr_view *view, const fr_arena *arena, const fr_poll *poll);

/* Calls `use` for the cells up to a distance from a cell, by parts of rows. */
void fr_cells_within(const fr_grid *grid, fr_cell at, uint64_t within,
					 void (*use)(void *context, int32_t y, int32_t first, int32_t last),
					 void *context, const fr_poll *poll);

/*
 * The passable cell nearest to a cell, which is the cell itself if it is passable. Of
 * equally near cells the first one, by index. UINT32_MAX: all cells are blocked.
 */
uint32_t fr_nearest_passable(const fr_grid *grid, fr_cell at, const fr_poll *poll);

/* A target that an agent wants to have near, or in sight. */
typedef struct fr_approach
{
	fr_cell target; /* may be blocked */
	uint64_t within;
	bool in_sight;						/* the target has to be seen, */
	const struct fr_sight_rules *sight; /* by this; NULL: on flat ground */
} fr_approach;

/*
 * Finds the cell of least cost from which the target is within the distance and, if wanted,
 * in sight. The start wins if it is such a cell. Of equally cheap cells the one nearest to
 * the target wins, then the first. The query's goal is ignored. The result's `remaining` is
 * not set. The query and the sweep's workspace are as fr_nearest requires. FR_COST_RANGE.
 */
fr_status fr_approach_to(const fr_query *query, const fr_approach *approach,
						 fr_sweep_workspace sweep, const fr_poll *poll,
						 fr_closest *found);

#endif /* FRINGE_LINE_OF_SIGHT_H */
