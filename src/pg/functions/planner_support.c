/*
 * planner_support.c - how many rows functions return, by lengths of arrays and sizes of maps
 *
 * ROWS in SQL assumes ten cells in an array, and a map of DEFAULT_AREA cells. The planner
 * knows the array or the map of a literal or a parameter. For a column it knows only the average
 * width, which tells the size of maps that are not toasted.
 */
#include "pg/types/types.h"

#include <math.h>

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "nodes/nodeFuncs.h"
#include "nodes/primnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/lsyscache.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#define DEFAULT_CELLS 10.0	  /* in an array */
#define DEFAULT_AREA 100000.0 /* cells of a map: ROWS in SQL are for this one */
#define DEFAULT_REACH 1000.0  /* cells within a budget */
#define BARE_WIDTH 32 /* bytes of a map without cells, and more than a toast pointer */
#define CELLS_PER_BYTE 4.0 /* of a stored map, in which a cell takes 1, 2 or 4 bits */

/* Estimates the rows of a call with these arguments. */
typedef double (*RowEstimate)(const SupportRequestRows *request, List *args);

static Datum
answer_request(FunctionCallInfo fcinfo, RowEstimate rows)
{
	SupportRequestRows *request = (SupportRequestRows *) PG_GETARG_POINTER(0);

	if (!IsA(request, SupportRequestRows) || request->node == NULL ||
		!IsA(request->node, FuncExpr))
		PG_RETURN_POINTER(NULL);
	request->rows = Max(1, rows(request, ((FuncExpr *) request->node)->args));
	PG_RETURN_POINTER(request);
}

/* Argument n if it is a constant, and not NULL; otherwise NULL. */
static Const *
constant_argument(List *args, int n)
{
	Const *value = n < list_length(args) ? list_nth(args, n) : NULL;

	return value && IsA(value, Const) && !value->constisnull ? value : NULL;
}

/* ---- arrays ------------------------------------------------------------ */

/* The number of cells in the array of argument n, or the default. */
static double
cells_of(PlannerInfo *root, List *args, int n)
{
	if (n >= list_length(args))
		return DEFAULT_CELLS;
	return FRINGE_ARRAY_LENGTH(root, list_nth(args, n), DEFAULT_CELLS);
}

static double
goals_rows(const SupportRequestRows *request, List *args)
{
	return cells_of(request->root, args, 2);
}

/* For fringe_costs and the like: a row for each cell of argument 2. */
FRINGE_FUNCTION(fringe_goals_support)
{
	return answer_request(fcinfo, goals_rows);
}

static double
tour_rows(const SupportRequestRows *request, List *args)
{
	return cells_of(request->root, args, 1);
}

/* For fringe_tour and fringe_network: a row for each cell of argument 1. */
FRINGE_FUNCTION(fringe_tour_support)
{
	return answer_request(fcinfo, tour_rows);
}

static double
matrix_rows(const SupportRequestRows *request, List *args)
{
	double cells = cells_of(request->root, args, 1);

	return cells * cells;
}

/* For matrices: a row for each pair of cells of argument 1. */
FRINGE_FUNCTION(fringe_matrix_support)
{
	return answer_request(fcinfo, matrix_rows);
}

static double
nearest_rows(const SupportRequestRows *request, List *args)
{
	Const *k = NULL;

	for (int n = 3; n < list_length(args) && k == NULL; n++)
		if (exprType(list_nth(args, n)) == INT4OID)
			k = constant_argument(args, n);

	return k ? Min(cells_of(request->root, args, 2), DatumGetInt32(k->constvalue)) : 1;
}

/* For fringe_nearest, which returns at most k goals of argument 2. */
FRINGE_FUNCTION(fringe_nearest_support)
{
	return answer_request(fcinfo, nearest_rows);
}

/* ---- maps -------------------------------------------------------------- */

/* The average width of a column's values, or 0 if it is unknown. */
static int32
average_width(PlannerInfo *root, Node *column)
{
	VariableStatData data;
	int32 width = 0;

	if (root == NULL)
		return 0;
	examine_variable(root, column, 0, &data);
	if (HeapTupleIsValid(data.statsTuple))
		width = ((Form_pg_statistic) GETSTRUCT(data.statsTuple))->stawidth;
	ReleaseVariableStats(data);
	return width;
}

/* The cells of a map or field, argument 0. Reading a toasted value takes a snapshot. */
static double
area_of(PlannerInfo *root, List *args)
{
	Const *map = constant_argument(args, 0);
	GridmapPeek peek;
	int32 width;

	if (map && (!VARATT_IS_EXTERNAL(DatumGetPointer(map->constvalue)) ||
				HaveRegisteredOrActiveSnapshot()))
	{
		peek = gridmap_peek(map->constvalue);
		return (double) peek.width * peek.height;
	}
	width = average_width(root, linitial(args));
	return width > BARE_WIDTH ? (width - BARE_WIDTH) * CELLS_PER_BYTE : DEFAULT_AREA;
}

/* The number of rows that CREATE FUNCTION declares: ROWS. */
static double
declared_rows(Oid function)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	double rows;

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	rows = ((Form_pg_proc) GETSTRUCT(tuple))->prorows;
	ReleaseSysCache(tuple);
	return rows;
}

static double
area_rows(const SupportRequestRows *request, List *args)
{
	return declared_rows(request->funcid) * area_of(request->root, args) / DEFAULT_AREA;
}

/* For functions whose rows grow with the area of the map. */
FRINGE_FUNCTION(fringe_area_support)
{
	return answer_request(fcinfo, area_rows);
}

/* Does nothing. Version 1.0 of the extension declares it, so databases that were made with 1.0 call it. */
FRINGE_FUNCTION(fringe_path_support)
{
	PG_RETURN_POINTER(NULL);
}

/* ---- budgets ------------------------------------------------------------ */

/* The cells within a budget from one start, on open ground. */
static double
cells_within(const Const *budget, const Const *model)
{
	double radius;
	double area = 1;

	if (budget == NULL)
		return DEFAULT_REACH;
	radius = DatumGetFloat8(budget->constvalue);
	if (model)
	{
		fr_model parsed = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(model->constvalue));
		fr_step_costs steps = fr_model_steps(&parsed);

		area = (double) steps.east * (double) steps.north / pow(100, steps.scale);
	}
	return radius >= 0 ? 1 + 2 * radius * radius / area : 0;
}

/* Arguments (map, starts, budget, model), or the last two the other way round. */
static double
reach_rows(const SupportRequestRows *request, List *args)
{
	Node *starts = lsecond(args);
	double count = OidIsValid(get_element_type(exprType(starts)))
					   ? cells_of(request->root, args, 1)
					   : 1;
	int budget = exprType(lthird(args)) == FLOAT8OID ? 2 : 3;
	double within = cells_within(constant_argument(args, budget),
								 constant_argument(args, 5 - budget));

	return Min(count * within, area_of(request->root, args));
}

/* Rows of fringe_reach: the cells that open ground has within the budget, at most those of the map. */
FRINGE_FUNCTION(fringe_reach_support)
{
	return answer_request(fcinfo, reach_rows);
}

/* ---- sight ------------------------------------------------------------ */

/* The share of cells within the radius that are seen, and of all cells of a map. */
#define SEEN_WITHIN 0.4
#define SEEN_OF_MAP 0.02

/* Arguments (map, viewer or viewers, radius, ...). */
static double
view_rows(const SupportRequestRows *request, List *args)
{
	double count = OidIsValid(get_element_type(exprType(lsecond(args))))
					   ? cells_of(request->root, args, 1)
					   : 1;
	Const *radius = constant_argument(args, 2);
	double reach = radius ? DatumGetFloat8(radius->constvalue) : INFINITY;
	double within = reach >= 0 ? 1 + M_PI * reach * reach * SEEN_WITHIN : 0;
	double area = area_of(request->root, args);

	return Min(count * Min(within, area * SEEN_OF_MAP), area);
}

/* For the cells that viewers see. */
FRINGE_FUNCTION(fringe_view_support)
{
	return answer_request(fcinfo, view_rows);
}
