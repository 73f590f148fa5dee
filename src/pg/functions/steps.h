/*
 * steps.h - the cells of a path as rows
 */
#ifndef FRINGE_STEPS_H
#define FRINGE_STEPS_H

#include "pg/result_rows.h"

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

#endif /* FRINGE_STEPS_H */
