/*
 * connectivity.c - the connected components of a map, and why there is no path
 */
#include "pg/cache/search_context.h"
#include "pg/module.h"
#include "pg/result_rows.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"

/* The connected components of a grid, in order of their numbers, and the groups that links join. */
typedef struct ComponentList
{
	uint32 count;
	const uint32 *groups; /* see fr_component_groups */
	fr_component *at;
} ComponentList;

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

PG_FUNCTION_INFO_V1(fringe_components);
Datum
fringe_components(PG_FUNCTION_ARGS)
{
	Rows rows;
	ComponentRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ComponentRow));
	const fr_grid *grid =
		cache_get_grid(PG_GETARG_DATUM(0), PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(1)));
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

/* ==== fringe_diagnose ================================================== */

/* A question about a start and a goal. */
typedef struct Diagnosis
{
	fr_map map;
	fr_model asked; /* the model as given */
	fr_model model; /* octile in place of anyangle */
	SearchContext context;
	const fr_grid *grid;
	ComponentList components;
	fr_query core;
	Arena arena;
	fr_closest closest;
	fr_status status; /* of the search for the closest cell */
} Diagnosis;

/* One end: its code and its component. */
typedef struct DiagnosedEnd
{
	uint8 code;
	uint32 component; /* 0: blocked */
} DiagnosedEnd;

/*
 * Straight lines connect what steps connect, so the model "anyangle" is diagnosed as
 * "octile" with its other options.
 */
static struct varlena *
model_of_steps(fr_model *model)
{
	model->anyangle = false;
	return gridmodel_make(model);
}

/* Arguments are the map, start, goal and model. */
static void
prepare_diagnosis(FunctionCallInfo fcinfo, Diagnosis *d)
{
	Gridmap *map = PG_GETARG_GRIDMAP(0);

	d->map = gridmap_open(map);
	d->asked = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	d->model = d->asked;
	d->context = search_context_sweep(PointerGetDatum(map), model_of_steps(&d->model));
	d->grid = d->context.grid;
	d->components = list_components(d->grid);
	fringe_arena_init(&d->arena, CurrentMemoryContext, d->context.bytes);
	d->core = (fr_query){.grid = d->grid,
						 .method = d->context.method,
						 .start = fringe_cell_index(d->grid, PG_GETARG_CELL(1)),
						 .goal = fringe_cell_index(d->grid, PG_GETARG_CELL(2)),
						 .arena = &d->arena.core};
	d->status = fr_closest_to(&d->core, d->context.workspace, &fringe_poll, &d->closest);
	search_context_count_sweep(&d->context);
}

/* The weakly connected component of a cell: directions of steps and links are ignored. */
static uint32
region_of(const fr_grid *grid, uint32 cell)
{
	return fr_grid_group(grid, fr_grid_component(grid, cell));
}

static DiagnosedEnd
diagnosed_end(const Diagnosis *d, uint32 cell)
{
	fr_cell at = fr_grid_cell(d->grid, cell);

	return (DiagnosedEnd){
		.code = fr_map_code(&d->map, at.x, at.y),
		.component = component_of_cell(d->grid, &d->components, cell),
	};
}

/* Codes of walls in game maps, and what gridmap_floors puts between floors: these need no weight. */
static bool
is_wall(uint8 code)
{
	return strchr("@OTW#|", code) != NULL;
}

/* Is an end blocked because the model gives no weight to its code, which is not a wall? */
static bool
is_without_weight(const Diagnosis *d, const DiagnosedEnd *end)
{
	return end->component == 0 && !is_wall(end->code) &&
		   fr_model_unnamed(&d->model, end->code) &&
		   fr_weight_blocks(d->model.weight[end->code - FR_FIRST_CODE]);
}

/* Why an end is in no component: by its own code, or by other cells that the agent covers. */
static const char *
reason_of_end(const Diagnosis *d, const DiagnosedEnd *end, const char *name)
{
	bool blocked = fr_weight_blocks(d->model.weight[end->code - FR_FIRST_CODE]);

	return psprintf("%s %s", name,
					is_without_weight(d, end) ? "without weight"
					: blocked				  ? "blocked"
											  : "too narrow");
}

/* The first of the reasons against a path. */
static const char *
reason_of(Diagnosis *d, const DiagnosedEnd *start, const DiagnosedEnd *goal)
{
	if (start->component == 0)
		return reason_of_end(d, start, "start");
	if (goal->component == 0)
		return reason_of_end(d, goal, "goal");
	if (region_of(d->grid, d->core.start) != region_of(d->grid, d->core.goal))
		return "apart";
	if (d->status == FR_OK)
		return d->closest.cell == d->core.goal ? "path" : "one-way";
	return fr_is_reachable(&d->core, d->context.workspace, &fringe_poll)
			   ? "cost out of range"
			   : "one-way";
}

/* The model with weights for the codes of both ends; NULL if none is missing. */
static struct varlena *
model_with_weights(const Diagnosis *d, const DiagnosedEnd *start,
				   const DiagnosedEnd *goal)
{
	const DiagnosedEnd *ends[] = {start, goal};
	fr_model model = d->asked;
	bool missing = false;

	for (int i = 0; i < lengthof(ends); i++)
		if (is_without_weight(d, ends[i]))
		{
			model.weight[ends[i]->code - FR_FIRST_CODE] = (fr_decimal){.digits = 1};
			missing = true;
		}
	return missing ? gridmodel_make(&model) : NULL;
}

/* The codes of the map that the model's text does not name, except ground. */
static text *
unnamed_codes(const Diagnosis *d)
{
	char codes[FR_CODES];
	int count = 0;

	for (int i = 0; i < d->map.code_count; i++)
		if (fr_model_unnamed(&d->model, d->map.codes[i]))
			codes[count++] = (char) d->map.codes[i];
	return cstring_to_text_with_len(codes, count);
}

/* ---- what a path would have to open ------------------------------------------ */

/* What the model closes, kept while grids of other models replace its grid in the cache. */
typedef struct Closed
{
	uint64 *blocked; /* a bit per cell */
	uint8 *moves;	 /* legal moves */
	uint8 codes[FR_CODES];
	int code_count; /* of the map and its links that the model blocks */
} Closed;

static void
add_blocked_code(const Diagnosis *d, Closed *closed, uint8 code)
{
	if (fr_weight_blocks(d->model.weight[code - FR_FIRST_CODE]) &&
		memchr(closed->codes, code, closed->code_count) == NULL)
		closed->codes[closed->code_count++] = code;
}

static fr_link
link_at(const Diagnosis *d, uint32 number)
{
	return fr_link_unpack(d->map.links + (size_t) number * FR_LINK_BYTES);
}

static Closed
closed_by_model(Diagnosis *d)
{
	const fr_grid *grid = d->grid;
	size_t bytes = grid->cells / 64 * 8 + 8;
	Closed closed = {.blocked = fr_arena_alloc(&d->arena.core, bytes),
					 .moves = fr_arena_alloc(&d->arena.core, grid->cells)};

	memset(closed.blocked, 0, bytes);
	for (uint32 cell = 0; cell < grid->cells; cell++)
	{
		bool blocked = fr_grid_blocked(grid, cell);

		fr_poll_at(&fringe_poll, cell);
		closed.blocked[cell / 64] |= (uint64) blocked << cell % 64;
		closed.moves[cell] =
			blocked ? 0 : (uint8) fr_legal_moves(grid, fr_grid_cell(grid, cell));
	}
	for (int i = 0; i < d->map.code_count; i++)
		add_blocked_code(d, &closed, d->map.codes[i]);
	for (uint32 i = 0; i < d->map.link_count; i++)
	{
		uint8 code = link_at(d, i).code;

		fr_poll_at(&fringe_poll, i);
		if (code != 0)
			add_blocked_code(d, &closed, code);
	}
	return closed;
}

/* The model without directions. */
static fr_model
model_without_directions(fr_model model)
{
	memset(model.enter, FR_ANY_WAY, sizeof model.enter);
	memset(model.leave, FR_ANY_WAY, sizeof model.leave);
	return model;
}

/*
 * The model with all blocked codes of the map passable, or all except walls. They cost nothing, which
 * fits every other cost, except in straight lines, which have no weights.
 */
static fr_model
model_with_codes(fr_model model, const Closed *closed, bool walls)
{
	fr_decimal weight = {.digits = model.anyangle};

	for (int i = 0; i < closed->code_count; i++)
		if (walls || !is_wall(closed->codes[i]))
			model.weight[closed->codes[i] - FR_FIRST_CODE] = weight;
	if (walls && model.option[FR_LINK].digits == 0)
		model.option[FR_LINK] = (fr_decimal){.digits = 1};
	return model;
}

typedef struct Obstructions
{
	fr_obstruction *at;
	size_t count;
} Obstructions;

/*
 * What is closed on the best way under a more open model; nothing if there is no way, or if the
 * costs of links that it opens do not fit the model. `any_way`: it has no directions.
 */
static Obstructions
obstructions_under(Diagnosis *d, Datum map, const Closed *closed, fr_model open,
				   bool any_way)
{
	Obstructions found = {0};
	fr_obstructed asked = {.model = &d->model,
						   .blocked = closed->blocked,
						   .moves = any_way ? closed->moves : NULL,
						   .start = d->core.start,
						   .goal = d->core.goal};
	fr_costs costs;
	fr_error error;

	if (fr_costs_resolve(&open, &d->map, &costs, &error))
		return found;
	asked.grid = cache_get_grid(map, gridmodel_make(&open));
	if (!fr_fewest_obstructions(&asked, &d->arena.core, &fringe_poll, &found.at,
								&found.count))
		found.count = 0;
	return found;
}

/* The fewest: doors first, then directions or walls, and both only if nothing else opens a way. */
static Obstructions
find_obstructions(Diagnosis *d, Datum map, bool oneway)
{
	Closed closed = closed_by_model(d);
	fr_model doors = model_with_codes(d->model, &closed, false);
	fr_model walls = model_with_codes(d->model, &closed, true);
	Obstructions found = obstructions_under(d, map, &closed, doors, false);

	if (found.count == 0 && oneway)
		found =
			obstructions_under(d, map, &closed, model_without_directions(d->model), true);
	if (found.count == 0)
		found = obstructions_under(d, map, &closed, walls, false);
	if (found.count == 0)
		found =
			obstructions_under(d, map, &closed, model_without_directions(walls), true);
	return found;
}

/* A closed cell on the way, with its code; 0: a link without a code. */
typedef struct ClosedCell
{
	fr_cell cell;
	uint8 code;
} ClosedCell;

typedef struct ClosedCells
{
	ClosedCell *at;
	size_t count;
	size_t room;
} ClosedCells;

static void
add_closed_cell(Diagnosis *d, ClosedCells *cells, fr_cell cell, uint8 code)
{
	if (cells->count == cells->room)
		cells->at = fr_grow(&d->arena.core, cells->at, sizeof *cells->at, cells->count,
							cells->count + 1, &cells->room);
	cells->at[cells->count++] = (ClosedCell){cell, code};
}

/* The blocked cells that the agent covers; were there any? */
static bool
add_blocked_cells(Diagnosis *d, ClosedCells *cells, fr_cell at)
{
	int32 size = fr_model_value(&d->model, FR_SIZE);
	size_t before = cells->count;

	for (int32 y = at.y; y < at.y + size; y++)
		for (int32 x = at.x; x < at.x + size; x++)
		{
			uint8 code = fr_map_code(&d->map, x, y);

			if (fr_weight_blocks(d->model.weight[code - FR_FIRST_CODE]))
				add_closed_cell(d, cells, (fr_cell){x, y}, code);
		}
	return cells->count > before;
}

/* The one-way cell that forbids a step: the one that it enters, or else the one that it leaves. */
static void
add_oneway_cell(Diagnosis *d, ClosedCells *cells, fr_cell from, fr_cell to)
{
	uint8 code = fr_map_code(&d->map, to.x, to.y);
	int direction = 0;

	while (fr_dx[direction] != to.x - from.x || fr_dy[direction] != to.y - from.y)
		direction++;
	if (d->model.enter[code - FR_FIRST_CODE] >> direction & 1)
	{
		to = from;
		code = fr_map_code(&d->map, from.x, from.y);
	}
	add_closed_cell(d, cells, to, code);
}

static void
add_obstruction(Diagnosis *d, ClosedCells *cells, const fr_obstruction *obstruction)
{
	fr_cell from = {obstruction->from % d->map.width, obstruction->from / d->map.width};
	fr_cell to = {obstruction->to % d->map.width, obstruction->to / d->map.width};

	if (obstruction->link != 0)
	{
		fr_link link = link_at(d, obstruction->link - 1);

		if (!fr_link_open(&d->model, &link))
			add_closed_cell(d, cells, from, link.code);
		if (!add_blocked_cells(d, cells, to) && fr_link_open(&d->model, &link))
			add_closed_cell(d, cells, from, link.code);
	}
	else if (!add_blocked_cells(d, cells, to))
		add_oneway_cell(d, cells, from, to);
}

static int
compare_closed_cells(const void *a, const void *b)
{
	fr_cell x = ((const ClosedCell *) a)->cell;
	fr_cell y = ((const ClosedCell *) b)->cell;

	return x.y != y.y ? (x.y > y.y) - (x.y < y.y) : (x.x > y.x) - (x.x < y.x);
}

/* The number of different cells, which sorts them. */
static int64
count_closed_cells(ClosedCells *cells)
{
	int64 count = cells->count > 0;

	qsort(cells->at, cells->count, sizeof *cells->at, compare_closed_cells);
	for (size_t i = 1; i < cells->count; i++)
		count += compare_closed_cells(&cells->at[i - 1], &cells->at[i]) != 0;
	return count;
}

/* The codes of the cells, in the order of the way. */
static text *
codes_of_cells(const ClosedCells *cells)
{
	char codes[FR_CODES];
	int count = 0;

	for (size_t i = 0; i < cells->count; i++)
		if (cells->at[i].code != 0 && memchr(codes, cells->at[i].code, count) == NULL)
			codes[count++] = (char) cells->at[i].code;
	return cstring_to_text_with_len(codes, count);
}

#define DIAGNOSIS_COLUMNS 13

typedef struct DiagnosisRow
{
	Datum values[DIAGNOSIS_COLUMNS];
	bool nulls[DIAGNOSIS_COLUMNS];
} DiagnosisRow;

/* The two columns of an end: the rank of its component, and the number of cells. */
static void
put_component(const Diagnosis *d, uint32 number, DiagnosisRow *row, int column)
{
	row->nulls[column] = row->nulls[column + 1] = number == 0;
	if (number == 0)
		return;
	row->values[column] = Int32GetDatum((int32) component_rank(&d->components, number));
	row->values[column + 1] = Int64GetDatum(d->components.at[number - 1].cells);
}

/* Three columns: codes, number and first one of the closed cells on the way. */
static void
put_obstructions(Diagnosis *d, Datum map, bool oneway, DiagnosisRow *row, int column)
{
	Obstructions found = find_obstructions(d, map, oneway);
	ClosedCells cells = {0};

	for (size_t i = 0; i < found.count; i++)
		add_obstruction(d, &cells, &found.at[i]);
	for (int i = 0; i < 3; i++)
		row->nulls[column + i] = cells.count == 0;
	if (cells.count == 0)
		return;
	row->values[column] = PointerGetDatum(codes_of_cells(&cells));
	row->values[column + 2] = CellGetDatum(cells.at[0].cell);
	row->values[column + 1] = Int64GetDatum(count_closed_cells(&cells));
}

PG_FUNCTION_INFO_V1(fringe_diagnose);
Datum
fringe_diagnose(PG_FUNCTION_ARGS)
{
	CallSite *site = fringe_call_site(fcinfo);
	DiagnosisRow row = {{0}};
	DiagnosedEnd start;
	DiagnosedEnd goal;
	struct varlena *weighed;
	CodeText codes[2];
	Diagnosis d;
	const char *reason;

	prepare_diagnosis(fcinfo, &d);
	start = diagnosed_end(&d, d.core.start);
	goal = diagnosed_end(&d, d.core.goal);
	reason = reason_of(&d, &start, &goal);
	row.values[0] = CStringGetTextDatum(reason);
	put_component(&d, start.component, &row, 1);
	put_component(&d, goal.component, &row, 3);
	row.values[5] = CodeTextGetDatum(&codes[0], start.code);
	row.values[6] = CodeTextGetDatum(&codes[1], goal.code);
	row.values[7] = PointerGetDatum(unnamed_codes(&d));
	row.nulls[8] = d.status != FR_OK || !d.closest.found;
	if (!row.nulls[8])
		row.values[8] = CellGetDatum(fr_grid_cell(d.grid, d.closest.cell));
	weighed = model_with_weights(&d, &start, &goal);
	row.nulls[9] = weighed == NULL;
	row.values[9] = PointerGetDatum(weighed);
	row.nulls[10] = row.nulls[11] = row.nulls[12] = true;
	if (strcmp(reason, "path") != 0 && strcmp(reason, "cost out of range") != 0)
		put_obstructions(&d, PG_GETARG_DATUM(0), strcmp(reason, "one-way") == 0, &row,
						 10);
	PG_RETURN_DATUM(HeapTupleGetDatum(
		heap_form_tuple(fringe_row_at(fcinfo, site), row.values, row.nulls)));
}
