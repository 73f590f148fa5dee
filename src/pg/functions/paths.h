/*
 * paths.h - stored paths: made from a route or cell by cell, and written as rows
 *
 *     cells --PathBuilder--> fr_route --gridpath_from_route--> gridpath (stored)
 *                            fr_route --PathWriter--> rows
 *
 * Back from a stored path: fr_path_open and fr_path_next (core/path/path.h) read its legs one by
 * one. To make an fr_route of them, call fr_route_add for each leg, or fr_route_append_link, and then
 * fr_route_finish (core/grid/route.h). A path of straight lines has corners in place of runs.
 *
 * Errors: a path that is too long for a value, or cells that are not neighbours, raise.
 */
#ifndef FRINGE_PATHS_H
#define FRINGE_PATHS_H

#include "pg/result_rows.h"
#include "pg/types/types.h"

extern Datum gridpath_in(PG_FUNCTION_ARGS);

/* The stored path of a route. */
extern struct varlena *gridpath_from_route(const fr_route *route);

/* A path through cells that come one by one. */
typedef struct PathBuilder
{
	fr_route route;
	uint32 *runs; /* the route's */
	fr_cell last;
	bool begun;
} PathBuilder;

/* Begins a path of at most `most` cells. */
extern void fringe_path_begin(PathBuilder *path, int most);

/* Adds the next cell, a neighbour of the last one. */
extern void fringe_path_add(PathBuilder *path, fr_cell cell);
extern struct varlena *fringe_path_end(PathBuilder *path);

/* ---- rows ------------------------------------------------------------ */

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
	uint64 total;
} PathWriter;

/* The function returns the rows that follow; none if fringe_put_path is not called. */
extern void fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer);
extern void fringe_put_path(PathWriter *writer, const fr_grid *grid,
							const fr_route *route);
extern void fringe_put_path_indexed(PathWriter *writer, const fr_index *index,
									const fr_route *route);

#endif /* FRINGE_PATHS_H */
