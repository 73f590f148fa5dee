/*
 * components.c - the connected parts of a map, and whether two cells are in one
 */
#include "pg/functions/components.h"
#include "pg/result_rows.h"
#include "pg/cache/search_context.h"

#include "miscadmin.h"

PG_FUNCTION_INFO_V1(fringe_connected);
Datum
fringe_connected(PG_FUNCTION_ARGS)
{
	Datum map = PG_GETARG_DATUM(0);
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3));
	fr_query query = {.grid = cache_get_grid(map, model)};
	SearchContext context;
	bool reachable;

	query.start = fringe_cell_index(query.grid, PG_GETARG_CELL(1));
	query.goal = fringe_cell_index(query.grid, PG_GETARG_CELL(2));
	if (!fr_grid_is_oneway(query.grid) ||
		!fr_grid_connected(query.grid, query.start, query.goal))
		PG_RETURN_BOOL(fr_grid_connected(query.grid, query.start, query.goal));
	context = search_context_goals(map, model);
	query.grid = context.grid;
	reachable = fr_is_reachable(&query, context.workspace, &fringe_poll);
	search_context_count_sweep(&context);
	PG_RETURN_BOOL(reachable);
}

/* Orders by decreasing size, then by first cell. */
static int
compare_components(const void *a, const void *b, void *arg)
{
	const fr_component *x = a;
	const fr_component *y = b;

	if (x->cells != y->cells)
		return x->cells > y->cells ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

ComponentList
fringe_components_of(const fr_grid *grid)
{
	ComponentList list = {.count = fr_component_count(grid)};
	Arena arena;

	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	list.at = fringe_alloc_huge(list.count * sizeof(fr_component));
	list.groups = fr_component_groups(grid, &arena.core, &fringe_poll);
	fr_component_list(grid, list.groups, list.at, &fringe_poll);
	return list;
}

/* The number in such a list of a cell's component; 0 if the cell is blocked. */
uint32
fringe_component_at(const fr_grid *grid, const ComponentList *list, uint32 cell)
{
	uint32 number = fr_grid_strong(grid, cell);

	return number > 0 && list->groups ? list->groups[number] : number;
}

/* The number that fringe_components gives to a component of such a list. */
uint32
fringe_component_rank(const ComponentList *list, uint32 number)
{
	uint32 rank = 1;

	for (uint32 i = 0; i < list->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		rank += compare_components(&list->at[i], &list->at[number - 1], NULL) < 0;
	}
	return rank;
}

typedef struct ComponentRow
{
	int32 component;
	int64 cells;
	Datum first;
} ComponentRow;

PG_FUNCTION_INFO_V1(fringe_components);
Datum
fringe_components(PG_FUNCTION_ARGS)
{
	Rows rows;
	ComponentRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ComponentRow));
	const fr_grid *grid =
		cache_get_grid(PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
	ComponentList list = fringe_components_of(grid);

	qsort_interruptible(list.at, list.count, sizeof(fr_component), compare_components,
						NULL);
	for (uint32 i = 0; i < list.count && list.at[i].cells > 0; i++)
	{
		CHECK_FOR_INTERRUPTS();
		*row = (ComponentRow){(int32) i + 1, list.at[i].cells,
							  CellGetDatum(fr_grid_cell(grid, list.at[i].first))};
		fringe_put_row(&rows);
	}
	return (Datum) 0;
}
