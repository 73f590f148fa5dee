/*
 * support.c - planner support: rows of the functions that take arrays of cells
 *
 * ROWS in SQL assumes ten cells in an array; if the planner knows an array, its length
 * counts. Sizes of maps do not: batches take their maps from tables.
 */
#include "pg/fringe.h"

#include "nodes/primnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/selfuncs.h"

#define DEFAULT_CELLS 10.0 /* in an array */

typedef double (*CallRows)(PlannerInfo *root, List *args);

/* The number of cells in the array of argument n, or the default. */
static double
cells_of(PlannerInfo *root, List *args, int n)
{
	if (n >= list_length(args))
		return DEFAULT_CELLS;
	return FRINGE_ARRAY_LENGTH(root, list_nth(args, n), DEFAULT_CELLS);
}

static Datum
answer(FunctionCallInfo fcinfo, CallRows rows)
{
	SupportRequestRows *request = (SupportRequestRows *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestRows) || request->node == NULL ||
		!IsA(request->node, FuncExpr))
		PG_RETURN_POINTER(NULL);
	request->rows = Max(1, rows(request->root, ((FuncExpr *) request->node)->args));
	PG_RETURN_POINTER(request);
}

static double
goals_rows(PlannerInfo *root, List *args)
{
	return cells_of(root, args, 2);
}

/* For fringe_costs and the like: a row for each cell of argument 2. */
PG_FUNCTION_INFO_V1(fringe_goals_support);
Datum
fringe_goals_support(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, goals_rows);
}

static double
matrix_rows(PlannerInfo *root, List *args)
{
	double cells = cells_of(root, args, 1);

	return cells * cells;
}

/* For matrices: a row for each pair of cells of argument 1. */
PG_FUNCTION_INFO_V1(fringe_matrix_support);
Datum
fringe_matrix_support(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, matrix_rows);
}

/* The last argument is k. */
static double
nearest_rows(PlannerInfo *root, List *args)
{
	Const *k = llast(args);

	if (!IsA(k, Const) || k->constisnull)
		return 1;
	return Min(cells_of(root, args, 2), DatumGetInt32(k->constvalue));
}

/* For fringe_nearest, which returns at most k goals of argument 2. */
PG_FUNCTION_INFO_V1(fringe_nearest_support);
Datum
fringe_nearest_support(PG_FUNCTION_ARGS)
{
	return answer(fcinfo, nearest_rows);
}

/* Version 1.0 of the extension names these two for functions that now have none. */
PG_FUNCTION_INFO_V1(fringe_area_support);
Datum
fringe_area_support(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(NULL);
}

PG_FUNCTION_INFO_V1(fringe_path_support);
Datum
fringe_path_support(PG_FUNCTION_ARGS)
{
	PG_RETURN_POINTER(NULL);
}
