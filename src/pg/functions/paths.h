/*
 * paths.h - routes, written as rows of cells
 *
 *     cells --PathBuilder--> fr_route --gridpath_from_route--> gridpath (types.h)
 *                            fr_route --PathWriter--> rows
 */
#ifndef FRINGE_PATHS_H
#define FRINGE_PATHS_H

#include "pg/consumers.h"
#include "pg/result_rows.h"
#include "pg/types/types.h"

/* Writes a path as rows, and keeps the cell and the cost reached so far. */
typedef struct PathWriter
{
	Rows rows;
	struct PathRow *row;
	struct StepRow *step_row; /* in place of `row`, or NULL */
	const fr_costs *costs;
	const fr_grid *grid;   /* prices the steps */
	const fr_index *index; /* in place of the grid, or NULL */
	fr_cell cell;
	int before; /* direction of the step to the cell; see fr_turn_cost */
	uint64 total;
} PathWriter;

/* The function returns the rows that follow; none if fringe_put_path is not called. */
extern void fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer);
extern void fringe_put_path(PathWriter *writer, const fr_grid *grid,
							const fr_route *route);
extern void fringe_put_path_indexed(PathWriter *writer, const fr_index *index,
									const fr_route *route);

/* The cost of a path on a map under a model; false: the path is not legal there. */
extern bool fringe_path_cost(Consumer consumer, const struct varlena *path, Datum map,
							 Datum model, float8 *cost);

#endif /* FRINGE_PATHS_H */
