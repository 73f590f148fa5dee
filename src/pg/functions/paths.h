/*
 * paths.h - stored paths: made from a route or cell by cell, and written as rows
 */
#ifndef FRINGE_PATHS_H
#define FRINGE_PATHS_H

#include "pg/result_rows.h"
#include "pg/types/types.h"

extern Datum gridpath_in(PG_FUNCTION_ARGS);
extern struct varlena *gridpath_from_route(const fr_route *route);

/* A path through cells that come one by one. */
typedef struct PathBuilder
{
	fr_route route;
	uint32 *runs; /* the route's */
	fr_cell last;
	bool begun;
} PathBuilder;

extern void fringe_path_begin(PathBuilder *path, int most);
extern void fringe_path_add(PathBuilder *path, fr_cell cell);
extern struct varlena *fringe_path_end(PathBuilder *path);

/* ---- rows ------------------------------------------------------------ */

/* Writes a path as rows; remembers the cell and the cost reached so far. */
typedef struct PathWriter
{
	Rows rows;
	struct PathRow *row;
	const fr_costs *costs;
	const fr_grid *grid;   /* prices the steps */
	const fr_index *index; /* in place of the grid, or NULL */
	fr_cell cell;
	uint64 total;
} PathWriter;

extern void fringe_begin_path(FunctionCallInfo fcinfo, PathWriter *writer);
extern void fringe_put_path(PathWriter *writer, const fr_grid *grid,
							const fr_route *route);
extern void fringe_put_path_indexed(PathWriter *writer, const fr_index *index,
									const fr_route *route);

#endif /* FRINGE_PATHS_H */
