/*
 * connectivity.c - the connected components of a map, what splits them, and why there is no
 * path
 */
#include "pg/cache/search_context.h"
#include "pg/module.h"
#include "pg/result_rows.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

/* The connected components of a grid, in order of their numbers, and the groups that links join. */
typedef struct ComponentList
{
	uint32 count;
	const uint32 *groups; /* see fr_component_groups */
	fr_component *at;
} ComponentList;

FRINGE_FUNCTION(fringe_connected)
{
	Datum map = PG_GETARG_DATUM(0);
	struct varlena *model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3));
	fr_query query = {.grid = cache_get_grid(CONSUMER_CONNECTED, map, model)};
	SearchContext context;
	bool reachable;

	query.start = fringe_cell_index(query.grid, PG_GETARG_CELL(1));
	query.goal = fringe_cell_index(query.grid, PG_GETARG_CELL(2));
	if (!fr_grid_is_oneway(query.grid) ||
		!fr_grid_connected(query.grid, query.start, query.goal))
		PG_RETURN_BOOL(fr_grid_connected(query.grid, query.start, query.goal));
	context = search_context_sweep(CONSUMER_CONNECTED, map, model);
	query.grid = context.grid;
	reachable = fr_is_reachable(&query, context.sweep, &fringe_poll);
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

static ComponentList
list_components(const fr_grid *grid)
{
	ComponentList list = {.count = fr_component_count(grid)};
	Arena arena;

	fringe_arena_init(&arena, CurrentMemoryContext, 0);
	list.at = fringe_alloc_huge(list.count * sizeof(fr_component));
	list.groups = fr_component_groups(grid, &arena.core, &fringe_poll);
	fr_component_list(grid, list.groups, list.at, &fringe_poll);
	return list;
}

/* The number of a cell's component in the list; 0 if the cell is blocked. */
static uint32
component_of_cell(const fr_grid *grid, const ComponentList *list, uint32 cell)
{
	uint32 number = fr_grid_strong(grid, cell);

	return number > 0 && list->groups ? list->groups[number] : number;
}

/* The rank of a component by size, which fringe_components returns as its number. */
static uint32
component_rank(const ComponentList *list, uint32 number)
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

FRINGE_FUNCTION(fringe_components)
{
	Rows rows;
	ComponentRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ComponentRow));
	const fr_grid *grid = cache_get_grid(CONSUMER_COMPONENTS, PG_GETARG_DATUM(0),
										 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
	ComponentList list = list_components(grid);

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

/* ---- chokepoints -------------------------------------------------------- */

/* Cells come first, then gates in rows, then gates in columns, each by their first cells. */
static int
compare_chokepoints(const void *a, const void *b, void *arg)
{
	const fr_chokepoint *x = a;
	const fr_chokepoint *y = b;
	int kind_of_x = x->cells == 1 ? -1 : x->direction;
	int kind_of_y = y->cells == 1 ? -1 : y->direction;

	if (kind_of_x != kind_of_y)
		return kind_of_x < kind_of_y ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static ArrayType *
cells_of_gate(const fr_grid *grid, const fr_chokepoint *point, Oid type)
{
	fr_cell at = fr_grid_cell(grid, point->first);
	int64 *cells;
	ArrayType *array = gridcell_array(point->cells, type, &cells);

	for (uint32 i = 0; i < point->cells; i++)
	{
		cells[i] = DatumGetInt64(CellGetDatum(at));
		at.x += fr_dx[point->direction];
		at.y += fr_dy[point->direction];
	}
	return array;
}

/* fringe_chokepoints(map, model, width) */
FRINGE_FUNCTION(fringe_chokepoints)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int32 width = PG_GETARG_INT32(2);
	fr_chokepoints found;
	const fr_grid *grid;
	Arena arena;
	Oid type;

	if (width < 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("width must be positive")));
	InitMaterializedSRF(fcinfo, 0);
	type = get_element_type(TupleDescAttr(rsinfo->setDesc, 0)->atttypid);
	grid = cache_get_grid(CONSUMER_CHOKEPOINTS, PG_GETARG_DATUM(0),
						  PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
	fringe_arena_init(&arena, CurrentMemoryContext, cache_charged());
	fr_find_chokepoints(grid, (uint32) width, &arena.core, &fringe_poll, &found);
	if (found.count > 0)
		qsort_interruptible(found.at, found.count, sizeof(fr_chokepoint),
							compare_chokepoints, NULL);
	for (Size i = 0; i < found.count; i++)
	{
		const fr_chokepoint *point = &found.at[i];
		ArrayType *cells = cells_of_gate(grid, point, type);
		bool nulls[4] = {false};
		Datum values[4] = {PointerGetDatum(cells), Int32GetDatum((int32) point->parts),
						   Int64GetDatum(point->larger), Int64GetDatum(point->smaller)};

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
		pfree(cells);
	}
	return (Datum) 0;
}

/* ==== fringe_diagnose ================================================== */

/* A question about a start and a goal. */
typedef struct Diagnosis
{
	Datum gridmap;
	fr_map map;
	fr_model asked; /* the model as given */
	fr_model model; /* octile in place of anyangle, without prices of turns */
	ComponentList components;
	uint32 start_component; /* 0: blocked */
	uint32 goal_component;
	uint8 start_code;
	uint8 goal_code;
	Arena arena;
	fr_diagnosis found;
} Diagnosis;

/*
 * Straight lines connect what steps connect, so the model "anyangle" is diagnosed as
 * "octile" with its other options. Prices of turns cut off no cell.
 */
static struct varlena *
model_of_steps(fr_model *model)
{
	model->anyangle = false;
	fr_model_drop_turns(model);
	return gridmodel_make(model);
}

static const fr_grid *
grid_under(void *context, const fr_model *model, const char *without)
{
	const Diagnosis *d = context;
	LayerList layers = layer_list_of(&d->map);
	Gridmap *map = (Gridmap *) DatumGetPointer(d->gridmap);

	layer_list_drop(&layers, without, (int) strlen(without));
	if (layers.count < d->map.layer_count)
		map = gridmap_layered(map, &layers);
	return cache_get_grid(CONSUMER_DIAGNOSE, PointerGetDatum(map), gridmodel_make(model));
}

/* Arguments are the map, start, goal and model. */
static void
diagnose(FunctionCallInfo fcinfo, Diagnosis *d)
{
	Gridmap *map = PG_GETARG_GRIDMAP(0);
	fr_diagnosed asked = {
		.map = &d->map, .model = &d->model, .grid = grid_under, .context = d};
	SearchContext context;
	fr_query query;
	fr_cell start = PG_GETARG_CELL(1);
	fr_cell goal = PG_GETARG_CELL(2);

	d->gridmap = PointerGetDatum(map);
	d->map = gridmap_open(map);
	d->asked = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	consumer_check(CONSUMER_DIAGNOSE, fr_model_rules(&d->asked));
	d->model = d->asked;
	context =
		search_context_sweep(CONSUMER_DIAGNOSE, d->gridmap, model_of_steps(&d->model));
	fringe_arena_init(&d->arena, CurrentMemoryContext, context.bytes);
	query = (fr_query){.grid = context.grid,
					   .method = &context.plan->method,
					   .start = fringe_cell_index(context.grid, start),
					   .goal = fringe_cell_index(context.grid, goal),
					   .arena = &d->arena.core};
	d->components = list_components(query.grid);
	d->start_component = component_of_cell(query.grid, &d->components, query.start);
	d->goal_component = component_of_cell(query.grid, &d->components, query.goal);
	d->start_code = fr_map_code(&d->map, start.x, start.y);
	d->goal_code = fr_map_code(&d->map, goal.x, goal.y);
	fr_find_reason(&query, &asked, context.sweep, &fringe_poll, &d->found);
	search_context_count_sweep(&context);
	fr_find_obstacles(&query, &asked, &fringe_poll, &d->found);
}

/* The model with weights for the codes of both ends; NULL if none is missing. */
static struct varlena *
model_with_weights(const Diagnosis *d)
{
	const uint8 codes[] = {d->start_code, d->goal_code};
	const uint32 components[] = {d->start_component, d->goal_component};
	fr_model model = d->asked;
	bool missing = false;

	for (int i = 0; i < lengthof(codes); i++)
		if (components[i] == 0 && fr_model_lacks(&d->model, codes[i]))
		{
			model.weight[codes[i] - FR_FIRST_CODE] = (fr_decimal){.digits = 1};
			missing = true;
		}
	return missing ? gridmodel_make(&model) : NULL;
}

/* The codes of the map that are blocked because the model's text does not name them. */
static text *
unnamed_codes(const Diagnosis *d)
{
	char codes[FR_CODES];
	int count = 0;

	for (int i = 0; i < d->map.code_count; i++)
		if (fr_model_unnamed(&d->model, d->map.codes[i]) &&
			fr_weight_blocks(d->model.weight[d->map.codes[i] - FR_FIRST_CODE]))
			codes[count++] = (char) d->map.codes[i];
	return cstring_to_text_with_len(codes, count);
}

/* The codes of the obstacles, in the order of the path. */
static text *
codes_of_obstacles(const fr_diagnosis *found)
{
	char codes[FR_CODES];
	int count = 0;

	for (size_t i = 0; i < found->count; i++)
	{
		uint8 code = found->obstacles[i].code;

		if (code != 0 && memchr(codes, code, count) == NULL)
			codes[count++] = (char) code;
	}
	return cstring_to_text_with_len(codes, count);
}

#define DIAGNOSIS_COLUMNS 13

typedef struct DiagnosisRow
{
	Datum values[DIAGNOSIS_COLUMNS];
	bool nulls[DIAGNOSIS_COLUMNS];
} DiagnosisRow;

/* Sets two columns from `column` on: the rank and the size of the component of the start or goal. */
static void
put_component(const Diagnosis *d, uint32 number, DiagnosisRow *row, int column)
{
	row->nulls[column] = row->nulls[column + 1] = number == 0;
	if (number == 0)
		return;
	row->values[column] = Int32GetDatum((int32) component_rank(&d->components, number));
	row->values[column + 1] = Int64GetDatum(d->components.at[number - 1].cells);
}

/* Sets three columns from `column` on: the codes of the obstacles, their number, the first one. */
static void
put_obstacles(const fr_diagnosis *found, DiagnosisRow *row, int column)
{
	for (int i = 0; i < 3; i++)
		row->nulls[column + i] = found->count == 0;
	if (found->count == 0)
		return;
	row->values[column] = PointerGetDatum(codes_of_obstacles(found));
	row->values[column + 1] = Int64GetDatum((int64) found->count);
	row->values[column + 2] = CellGetDatum(found->obstacles[0].cell);
}

FRINGE_FUNCTION(fringe_diagnose)
{
	CallSite *site = fringe_call_site(fcinfo);
	DiagnosisRow row = {{0}};
	struct varlena *weighed;
	CodeText codes[2];
	Diagnosis d;

	diagnose(fcinfo, &d);
	row.values[0] = CStringGetTextDatum(fr_reason_text[d.found.reason]);
	put_component(&d, d.start_component, &row, 1);
	put_component(&d, d.goal_component, &row, 3);
	row.values[5] = CodeTextGetDatum(&codes[0], d.start_code);
	row.values[6] = CodeTextGetDatum(&codes[1], d.goal_code);
	row.values[7] = PointerGetDatum(unnamed_codes(&d));
	row.nulls[8] = d.found.status != FR_OK || !d.found.closest.found;
	if (!row.nulls[8])
		row.values[8] =
			CellGetDatum((fr_cell){(int32) (d.found.closest.cell % d.map.width),
								   (int32) (d.found.closest.cell / d.map.width)});
	weighed = model_with_weights(&d);
	row.nulls[9] = weighed == NULL;
	row.values[9] = PointerGetDatum(weighed);
	put_obstacles(&d.found, &row, 10);
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(fringe_row_at(fcinfo, site), row.values, row.nulls)));
}
