/*
 * support.c - what the planner is told about the functions that search
 *
 * Their COST and ROWS in SQL are those of a map of 512 x 512 cells.  A map that
 * the planner sees, a literal or the value of a parameter, tells its own size
 * in its first bytes; of any other it sees no more than that it is a map.
 */
#include "fringe.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "nodes/primnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#define USUAL_SIDE 512.0
#define LEAST_COST 20.0 /* of any call, in the unit of COST */

/* The size of the map of a call; false where nobody knows, or may look, yet. */
static bool
peek_at_call(Node *call, GridmapPeek *peek)
{
	Const *map;

	if (call == NULL || !IsA(call, FuncExpr))
		return false;
	map = linitial(((FuncExpr *) call)->args);
	if (!IsA(map, Const) || map->constisnull)
		return false;
	if (VARATT_IS_EXTERNAL(DatumGetPointer(map->constvalue)) &&
		!HaveRegisteredOrActiveSnapshot())
		return false;
	*peek = gridmap_peek(map->constvalue);
	return true;
}

static double
area_ratio(const GridmapPeek *peek)
{
	return peek->width / USUAL_SIDE * peek->height / USUAL_SIDE;
}

static double
side_ratio(const GridmapPeek *peek)
{
	return (peek->width / USUAL_SIDE + peek->height / USUAL_SIDE) / 2;
}

/* COST and ROWS as they stand in SQL. */
static void
usual_estimates(Oid function, double *cost, double *rows)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	*cost = ((Form_pg_proc) GETSTRUCT(tuple))->procost;
	*rows = ((Form_pg_proc) GETSTRUCT(tuple))->prorows;
	ReleaseSysCache(tuple);
}

static bool
estimate_cost(SupportRequestCost *request)
{
	GridmapPeek peek;
	double cost;
	double rows;

	if (!peek_at_call(request->node, &peek))
		return false;
	usual_estimates(request->funcid, &cost, &rows);
	request->startup = 0;
	request->per_tuple = Max(LEAST_COST, cost * area_ratio(&peek)) * cpu_operator_cost;
	return true;
}

static bool
estimate_rows(SupportRequestRows *request, double (*ratio)(const GridmapPeek *))
{
	GridmapPeek peek;
	double cost;
	double rows;

	if (!peek_at_call(request->node, &peek))
		return false;
	usual_estimates(request->funcid, &cost, &rows);
	request->rows = Max(1, rows * ratio(&peek));
	return true;
}

static Datum
answer(Node *request, double (*ratio)(const GridmapPeek *))
{
	bool known = false;

	if (IsA(request, SupportRequestCost))
		known = estimate_cost((SupportRequestCost *) request);
	else if (IsA(request, SupportRequestRows))
		known = estimate_rows((SupportRequestRows *) request, ratio);
	PG_RETURN_POINTER(known ? request : NULL);
}

/* For functions whose work and rows grow with the area of the map. */
PG_FUNCTION_INFO_V1(fringe_area_support);
Datum
fringe_area_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), area_ratio);
}

/* For those that give a path: its length grows with the sides. */
PG_FUNCTION_INFO_V1(fringe_path_support);
Datum
fringe_path_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), side_ratio);
}
