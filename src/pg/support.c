/*
 * support.c - planner support: COST and ROWS of the functions that search
 *
 * COST and ROWS in SQL assume a map of 512 x 512 cells and ten goals. If the planner
 * knows the map (a literal or a parameter's value), its first bytes give the real size.
 * An array gives its length. Arguments that the planner does not know count as the
 * default.
 */
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "catalog/pg_proc.h"
#include "nodes/primnodes.h"
#include "nodes/supportnodes.h"
#include "optimizer/optimizer.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

#define DEFAULT_SIDE 512.0
#define DEFAULT_CELLS 10.0 /* in an array */
#define MIN_COST 20.0	   /* in units of COST (cpu_operator_cost) */

/* Multipliers for COST and ROWS. */
typedef struct Factors
{
	double cost;
	double rows;
} Factors;

typedef Factors (*CallFactors)(PlannerInfo *root, List *args);

/* ---- arguments --------------------------------------------------------- */

/* The value of an argument, or NULL if it is unknown or NULL. */
static Const *
known_value(List *args, int n)
{
	Const *value = n < list_length(args) ? list_nth(args, n) : NULL;

	return value && IsA(value, Const) && !value->constisnull ? value : NULL;
}

/* Reading a toasted value takes a snapshot. */
static bool
is_readable(const Const *value)
{
	return !VARATT_IS_EXTERNAL(DatumGetPointer(value->constvalue)) ||
		   HaveRegisteredOrActiveSnapshot();
}

/* The size of the map in argument 0, or the default. */
static GridmapPeek
peek_at_map(List *args)
{
	GridmapPeek by_default = {.width = DEFAULT_SIDE, .height = DEFAULT_SIDE};
	Const *map = known_value(args, 0);

	return map && is_readable(map) ? gridmap_peek(map->constvalue) : by_default;
}

static double
area_ratio(GridmapPeek map)
{
	return map.width / DEFAULT_SIDE * map.height / DEFAULT_SIDE;
}

static double
side_ratio(GridmapPeek map)
{
	return (map.width / DEFAULT_SIDE + map.height / DEFAULT_SIDE) / 2;
}

static double
area_of(List *args)
{
	return area_ratio(peek_at_map(args));
}

/* The number of cells in the array of argument n, or the default. */
static double
cells_of(PlannerInfo *root, List *args, int n)
{
	if (n >= list_length(args))
		return DEFAULT_CELLS;
	return FRINGE_ARRAY_LENGTH(root, list_nth(args, n), DEFAULT_CELLS);
}

/* The size of the map of the index, argument 0. */
static GridmapPeek
peek_at_index(List *args)
{
	GridmapPeek by_default = {.width = DEFAULT_SIDE, .height = DEFAULT_SIDE};
	Const *index = known_value(args, 0);

	return index && is_readable(index) ? gridindex_peek(index->constvalue) : by_default;
}

/* ---- answers ----------------------------------------------------------- */

/* COST and ROWS as declared in SQL. */
static void
declared_estimates(Oid function, double *cost, double *rows)
{
	HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));

	if (!HeapTupleIsValid(tuple))
		elog(ERROR, "cache lookup failed for function %u", function);
	*cost = ((Form_pg_proc) GETSTRUCT(tuple))->procost;
	*rows = ((Form_pg_proc) GETSTRUCT(tuple))->prorows;
	ReleaseSysCache(tuple);
}

static bool
is_call(Node *node)
{
	return node != NULL && IsA(node, FuncExpr);
}

static bool
estimate_cost(SupportRequestCost *request, CallFactors factors)
{
	double cost;
	double rows;

	if (!is_call(request->node))
		return false;
	declared_estimates(request->funcid, &cost, &rows);
	cost *= factors(request->root, ((FuncExpr *) request->node)->args).cost;
	request->startup = 0;
	request->per_tuple = Max(MIN_COST, cost) * cpu_operator_cost;
	return true;
}

static bool
estimate_rows(SupportRequestRows *request, CallFactors factors)
{
	double cost;
	double rows;

	if (!is_call(request->node))
		return false;
	declared_estimates(request->funcid, &cost, &rows);
	rows *= factors(request->root, ((FuncExpr *) request->node)->args).rows;
	request->rows = Max(1, rows);
	return true;
}

static Datum
answer(Node *request, CallFactors factors)
{
	bool known = false;

	if (IsA(request, SupportRequestCost))
		known = estimate_cost((SupportRequestCost *) request, factors);
	else if (IsA(request, SupportRequestRows))
		known = estimate_rows((SupportRequestRows *) request, factors);
	PG_RETURN_POINTER(known ? request : NULL);
}

/* ---- functions --------------------------------------------------------- */

static Factors
area_factors(PlannerInfo *root, List *args)
{
	double area = area_of(args);

	return (Factors){area, area};
}

/* For functions whose cost and rows grow with the map's area. */
PG_FUNCTION_INFO_V1(fringe_area_support);
Datum
fringe_area_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), area_factors);
}

static Factors
path_factors(PlannerInfo *root, List *args)
{
	GridmapPeek map = peek_at_map(args);

	return (Factors){area_ratio(map), side_ratio(map)};
}

/* For functions that return a path: rows grow with the map's sides. */
PG_FUNCTION_INFO_V1(fringe_path_support);
Datum
fringe_path_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), path_factors);
}

static Factors
goals_factors(PlannerInfo *root, List *args)
{
	return (Factors){area_of(args), cells_of(root, args, 2) / DEFAULT_CELLS};
}

/* For fringe_costs: one sweep and a row per goal. */
PG_FUNCTION_INFO_V1(fringe_goals_support);
Datum
fringe_goals_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), goals_factors);
}

static Factors
matrix_factors(PlannerInfo *root, List *args)
{
	double cells = cells_of(root, args, 1) / DEFAULT_CELLS;

	return (Factors){area_of(args) * cells, cells * cells};
}

/* For matrices: a sweep per cell and a row per pair. */
PG_FUNCTION_INFO_V1(fringe_matrix_support);
Datum
fringe_matrix_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), matrix_factors);
}

static Factors
nearest_factors(PlannerInfo *root, List *args)
{
	double goals = cells_of(root, args, 2);
	Const *k = known_value(args, 4);

	return (Factors){area_of(args), k ? Min(goals, DatumGetInt32(k->constvalue)) : 1};
}

/* For fringe_nearest, which returns k goals; ROWS in SQL is for k = 1. */
PG_FUNCTION_INFO_V1(fringe_nearest_support);
Datum
fringe_nearest_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), nearest_factors);
}

/* ---- functions of indexes ------------------------------------------------ */

static Factors
index_path_factors(PlannerInfo *root, List *args)
{
	double side = side_ratio(peek_at_index(args));

	return (Factors){side, side};
}

/* For a path as rows: work and rows grow with the sides. */
PG_FUNCTION_INFO_V1(fringe_index_path_support);
Datum
fringe_index_path_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), index_path_factors);
}

static Factors
index_goals_factors(PlannerInfo *root, List *args)
{
	double goals = cells_of(root, args, 2) / DEFAULT_CELLS;

	return (Factors){goals, goals};
}

/* For fringe_costs: an answer and a row for each goal. */
PG_FUNCTION_INFO_V1(fringe_index_goals_support);
Datum
fringe_index_goals_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), index_goals_factors);
}

static Factors
index_matrix_factors(PlannerInfo *root, List *args)
{
	double cells = cells_of(root, args, 1) / DEFAULT_CELLS;

	return (Factors){cells * cells, cells * cells};
}

/* For fringe_matrix: an answer and a row for each pair. */
PG_FUNCTION_INFO_V1(fringe_index_matrix_support);
Datum
fringe_index_matrix_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), index_matrix_factors);
}

static Factors
index_nearest_factors(PlannerInfo *root, List *args)
{
	double goals = cells_of(root, args, 2);
	Const *k = known_value(args, 3);

	return (Factors){goals / DEFAULT_CELLS,
					 k ? Min(goals, DatumGetInt32(k->constvalue)) : 1};
}

/* For fringe_nearest: an answer for each goal, and k rows. */
PG_FUNCTION_INFO_V1(fringe_index_nearest_support);
Datum
fringe_index_nearest_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), index_nearest_factors);
}

/* For gridmap_random_cells: a row per cell asked for; ROWS in SQL is for 1,000. */
static Factors
random_cells_factors(PlannerInfo *root, List *args)
{
	Const *n = known_value(args, 1);

	return (Factors){area_of(args), n ? DatumGetInt32(n->constvalue) / 1000.0 : 1};
}

PG_FUNCTION_INFO_V1(gridmap_random_cells_support);
Datum
gridmap_random_cells_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), random_cells_factors);
}

static Factors
pursuit_factors(PlannerInfo *root, List *args)
{
	double ticks = cells_of(root, args, 2) / DEFAULT_CELLS;

	return (Factors){area_of(args) * ticks, ticks};
}

/* For fringe_pursuit: a search and a row per cell of the prey. */
PG_FUNCTION_INFO_V1(fringe_pursuit_support);
Datum
fringe_pursuit_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), pursuit_factors);
}

/* ROWS in SQL is for ten hunters and ten ticks, unless the number of ticks is given. */
static Factors
chase_factors(PlannerInfo *root, List *args)
{
	Const *given = known_value(args, 6);
	double ticks = cells_of(root, args, 2);
	double hunters = cells_of(root, args, 1);
	double rows;

	if (given && DatumGetInt32(given->constvalue) > 0)
		ticks = DatumGetInt32(given->constvalue);
	rows = hunters * ticks / (DEFAULT_CELLS * DEFAULT_CELLS);
	return (Factors){area_of(args) * rows, rows};
}

/* For fringe_chase: a search and a row per hunter and tick. */
PG_FUNCTION_INFO_V1(fringe_chase_support);
Datum
fringe_chase_support(PG_FUNCTION_ARGS)
{
	return answer((Node *) PG_GETARG_POINTER(0), chase_factors);
}
