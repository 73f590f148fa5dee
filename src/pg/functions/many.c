/*
 * many.c - functions that compute costs to many cells at once
 */
#include "pg/functions/many.h"
#include "pg/result_rows.h"

#include <math.h>

#include "access/tupmacs.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

/* ---- arguments --------------------------------------------------------- */

/* The model of argument n. */
static struct varlena *
model_of(FunctionCallInfo fcinfo, int n)
{
	return PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(n));
}

/* Prepares a query; argument 0 is the map, `model` the model's number. */
void
many_prepare(FunctionCallInfo fcinfo, int model, ManyQuery *query)
{
	const fr_grid *grid;

	query->context = search_context_goals(PG_GETARG_DATUM(0), model_of(fcinfo, model));
	query->bytes = query->context.bytes;
	grid = query->context.grid;
	query->core = (fr_query){.grid = grid, .method = query->context.method};
	query->index = NULL;
	query->costs = &grid->costs;
	query->width = grid->width;
	query->height = grid->height;
}

/* Argument 0 is an index in place of the map. */
void
many_prepare_indexed(FunctionCallInfo fcinfo, ManyQuery *query)
{
	const fr_index *index = cache_get_index(PG_GETARG_DATUM(0));

	query->bytes = index->size;
	query->index = index;
	query->costs = &index->costs;
	query->width = index->width;
	query->height = index->height;
}

static uint32
index_at(const ManyQuery *query, fr_cell cell)
{
	return (uint32) cell.y * query->width + (uint32) cell.x;
}

void
many_start_at(ManyQuery *query, fr_cell start)
{
	fringe_check_inside(start, query->width, query->height);
	query->start = start;
	query->core.start = index_at(query, start);
}

static void
add_known_cell(const ManyQuery *query, CellList *list, fr_cell cell)
{
	fringe_check_inside(cell, query->width, query->height);
	list->at[list->known] = cell;
	list->index[list->known++] = index_at(query, cell);
}

static Size
number_of(const ArrayType *array)
{
	return ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
}

/* Bytes per cell in a CellList. */
#define CELL_LIST_BYTES                                                                  \
	(sizeof(Datum) + sizeof(bool) + sizeof(fr_cell) + sizeof(uint32) + sizeof(uint64))

/* The caller takes `more` bytes a cell beside it. */
CellList
many_read_cells(ArrayType *array, const ManyQuery *query, Size more)
{
	const int64 *next = (const int64 *) ARR_DATA_PTR(array);
	const bits8 *known = ARR_NULLBITMAP(array);
	Size count = number_of(array);
	CellList list = {.count = (int) count};

	fringe_check_memory(query->bytes + (CELL_LIST_BYTES + more) * count);
	list.cells = fringe_alloc_huge(count * sizeof(Datum));
	list.nulls = fringe_alloc_huge(count * sizeof(bool));
	list.at = fringe_alloc_huge(count * sizeof(fr_cell));
	list.index = fringe_alloc_huge(count * sizeof(uint32));
	list.costs = fringe_alloc_huge(count * sizeof(uint64));
	for (Size i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		list.nulls[i] = known && att_isnull(i, known);
		list.cells[i] = list.nulls[i] ? (Datum) 0 : Int64GetDatum(*next++);
		if (!list.nulls[i])
			add_known_cell(query, &list, DatumGetCell(list.cells[i]));
	}
	return list;
}

/* ---- rows -------------------------------------------------------------- */

void
many_put_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;

	CHECK_FOR_INTERRUPTS();
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static double
cost_value(const ManyQuery *query, uint64 cost)
{
	return fr_cost_value(query->costs, cost);
}

Datum
many_cost_datum(const ManyQuery *query, uint64 cost)
{
	return cost == FR_UNREACHED ? (Datum) 0 : Float8GetDatum(cost_value(query, cost));
}

/* ---- fringe_costs, fringe_matrix --------------------------------------- */

void
many_check_status(const ManyQuery *query, fr_status status)
{
	if (status != FR_OK)
		fringe_report_from(status, &query->core);
}

/* The costs of the cells that are known. */
void
many_find_known(ManyQuery *query, const CellList *goals)
{
	fr_index_pairs pairs = {.starts = &query->start,
							.goals = goals->at,
							.count = goals->known,
							.costs = goals->costs};

	if (query->index)
		fr_index_costs_to(query->index, &pairs, fringe_index_scratch(query->index),
						  &fringe_poll);
	else
	{
		many_check_status(query, fr_costs_to(&query->core, many_cells(goals),
											 query->context.workspace, &fringe_poll,
											 goals->costs));
		search_context_count_sweep(&query->context);
	}
}

/* Fills in the costs by position in the array; a NULL goal is FR_UNREACHED. */
static void
find_costs(ManyQuery *query, const CellList *goals)
{
	size_t known = goals->known;

	many_find_known(query, goals);
	for (int i = goals->count - 1; i >= 0; i--)
		goals->costs[i] = goals->nulls[i] ? FR_UNREACHED : goals->costs[--known];
}

/* From argument 1 to each of argument 2. */
static Datum
put_costs(FunctionCallInfo fcinfo, ManyQuery *query)
{
	CellList goals;

	many_start_at(query, PG_GETARG_CELL(1));
	goals = many_read_cells(PG_GETARG_ARRAYTYPE_P(2), query, 0);
	find_costs(query, &goals);
	for (int i = 0; i < goals.count; i++)
	{
		bool nulls[2] = {goals.nulls[i], goals.costs[i] == FR_UNREACHED};
		Datum values[2] = {goals.cells[i], many_cost_datum(query, goals.costs[i])};

		many_put_row(fcinfo, values, nulls);
	}
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_costs);
Datum
fringe_costs(PG_FUNCTION_ARGS)
{
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	many_prepare(fcinfo, 3, &query);
	return put_costs(fcinfo, &query);
}

PG_FUNCTION_INFO_V1(fringe_costs_indexed);
Datum
fringe_costs_indexed(PG_FUNCTION_ARGS)
{
	ManyQuery query;

	InitMaterializedSRF(fcinfo, 0);
	many_prepare_indexed(fcinfo, &query);
	return put_costs(fcinfo, &query);
}

/* The costs from element `start` of the list to all elements. */
static void
find_row(ManyQuery *query, const CellList *list, int start)
{
	if (list->nulls[start])
	{
		for (int i = 0; i < list->count; i++)
			list->costs[i] = FR_UNREACHED;
		return;
	}
	many_start_at(query, DatumGetCell(list->cells[start]));
	find_costs(query, list);
}

/* A pair of cells with a path, which most are. */
typedef struct PairRow
{
	int64 start;
	int64 goal;
	float8 cost;
} PairRow;

/* The row that ends in NULLs: there is no path, or a cell is NULL. */
static void
put_no_path(FunctionCallInfo fcinfo, const CellList *list, int start, int goal)
{
	bool nulls[3] = {list->nulls[start], list->nulls[goal], true};
	Datum values[3] = {list->cells[start], list->cells[goal], (Datum) 0};

	many_put_row(fcinfo, values, nulls);
}

/* Argument 1 has the starts, which are the goals as well. */
static Datum
put_matrix(FunctionCallInfo fcinfo, ManyQuery *query, const Rows *rows, PairRow *row)
{
	CellList list = many_read_cells(PG_GETARG_ARRAYTYPE_P(1), query, 0);

	for (int start = 0; start < list.count; start++)
	{
		find_row(query, &list, start);
		for (int i = 0; i < list.count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (list.costs[i] == FR_UNREACHED)
			{
				put_no_path(fcinfo, &list, start, i);
				continue;
			}
			*row =
				(PairRow){DatumGetInt64(list.cells[start]), DatumGetInt64(list.cells[i]),
						  cost_value(query, list.costs[i])};
			fringe_put_row(rows);
		}
	}
	return (Datum) 0;
}

PG_FUNCTION_INFO_V1(fringe_matrix);
Datum
fringe_matrix(PG_FUNCTION_ARGS)
{
	Rows rows;
	PairRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(PairRow));
	ManyQuery query;

	many_prepare(fcinfo, 2, &query);
	return put_matrix(fcinfo, &query, &rows, row);
}

PG_FUNCTION_INFO_V1(fringe_matrix_indexed);
Datum
fringe_matrix_indexed(PG_FUNCTION_ARGS)
{
	Rows rows;
	PairRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(PairRow));
	ManyQuery query;

	many_prepare_indexed(fcinfo, &query);
	return put_matrix(fcinfo, &query, &rows, row);
}

typedef struct TspRow
{
	int64 start_vid;
	int64 end_vid;
	float8 agg_cost;
} TspRow;

/* The matrix with array subscripts as pgRouting's vertex numbers. */
PG_FUNCTION_INFO_V1(fringe_matrix_tsp);
Datum
fringe_matrix_tsp(PG_FUNCTION_ARGS)
{
	Rows rows;
	TspRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(TspRow));
	ManyQuery query;
	CellList list;

	many_prepare(fcinfo, 2, &query);
	list = many_read_cells(PG_GETARG_ARRAYTYPE_P(1), &query, 0);
	for (int start = 0; start < list.count; start++)
	{
		find_row(&query, &list, start);
		for (int i = 0; i < list.count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (list.costs[i] == FR_UNREACHED)
				continue;
			*row = (TspRow){start + 1, i + 1, cost_value(&query, list.costs[i])};
			fringe_put_row(&rows);
		}
	}
	return (Datum) 0;
}
