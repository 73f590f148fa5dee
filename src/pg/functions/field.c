/*
 * field.c - functions that make a field, and read it
 */
#include "pg/functions/starts.h"
#include "pg/result_rows.h"

#include "miscadmin.h"
#include "utils/array.h"

/* Goals are sorted, because among equally good steps their order decides. */
PG_FUNCTION_INFO_V1(fringe_field);
Datum
fringe_field(PG_FUNCTION_ARGS)
{
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2));
	Size length = VARSIZE_ANY_EXHDR(model);
	StartsQuery query;
	const fr_grid *grid;
	Gridfield *field;

	starts_prepare(fcinfo, 2, search_context_sweep,
				   gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &query.count), &query);
	grid = query.core.grid;
	fringe_sort_indexes(query.starts, query.count);
	starts_sweep(&query, grid->costs.limit, true);
	field = gridfield_allocate(
		fr_field_size(grid, length, query.context.workspace, &fringe_poll));
	fr_field_pack(grid, VARDATA_ANY(model), length, query.context.workspace,
				  field->packed, &fringe_poll);
	gridmap_seal(field);
	PG_RETURN_POINTER(field);
}

/* ---- reading -------------------------------------------------------------- */

/* The index of the cell in argument 1 of the field in argument 0. */
static uint32
open_at(FunctionCallInfo fcinfo, const OpenField **field)
{
	fr_cell cell = PG_GETARG_CELL(1);
	const fr_map *map;

	*field = cache_get_field(PG_GETARG_DATUM(0));
	map = &(*field)->view.terrain;
	fringe_check_inside(cell, map->width, map->height);
	return (uint32) cell.y * map->width + (uint32) cell.x;
}

static double
cost_at(const OpenField *field, uint32 n)
{
	return fr_cost_value(&field->view.costs, field->costs[n]);
}

/* The next cell from one that has a step; at a goal, the goal. */
static fr_cell
next_cell(const OpenField *field, uint32 n)
{
	uint32 width = field->view.terrain.width;
	uint32 next = fr_field_cell(&field->view, n);

	return (fr_cell){(int32_t) (next % width), (int32_t) (next / width)};
}

PG_FUNCTION_INFO_V1(gridfield_cost);
Datum
gridfield_cost(PG_FUNCTION_ARGS)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_FLOAT8(cost_at(field, n));
}

PG_FUNCTION_INFO_V1(gridfield_step);
Datum
gridfield_step(PG_FUNCTION_ARGS)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	PG_RETURN_CELL(next_cell(field, n));
}

PG_FUNCTION_INFO_V1(gridfield_route);
Datum
gridfield_route(PG_FUNCTION_ARGS)
{
	const OpenField *field;
	uint32 n = open_at(fcinfo, &field);
	Arena arena;
	fr_route route;

	if (field->costs[n] == FR_UNREACHED)
		PG_RETURN_NULL();
	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	route = fr_field_route(&field->view, PG_GETARG_CELL(1), &arena.core, &fringe_poll);
	PG_RETURN_POINTER(gridpath_from_route(&route));
}

typedef struct FieldRow
{
	Datum cell;
	float8 cost;
	Datum next;
} FieldRow;

PG_FUNCTION_INFO_V1(gridfield_cells);
Datum
gridfield_cells(PG_FUNCTION_ARGS)
{
	Rows rows;
	FieldRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(FieldRow));
	const OpenField *field = cache_get_field(PG_GETARG_DATUM(0));
	const fr_map *map = &field->view.terrain;

	for (uint32 n = 0; n < map->width * map->height; n++)
	{
		fr_cell cell = {(int32) (n % map->width), (int32) (n / map->width)};

		CHECK_FOR_INTERRUPTS();
		if (field->costs[n] == FR_UNREACHED)
			continue;
		*row = (FieldRow){CellGetDatum(cell), cost_at(field, n),
						  CellGetDatum(next_cell(field, n))};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}
