/*
 * random_maps.c - random maps, random cells of a map, and random pairs of them, from a seed
 */
#include "core/base/random.h"
#include "pg/cache/search_context.h"
#include "pg/result_rows.h"
#include "pg/types/types.h"

#include "funcapi.h"
#include "miscadmin.h"
#include "utils/tuplestore.h"

/* Checks that an integer argument is `least` or more. */
static uint32
at_least(int32 value, int32 least, const char *name)
{
	if (value < least || value > FR_MAX_CELLS)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %d", name, value),
						errdetail("The value must be a whole number from %d to %d.",
								  least, FR_MAX_CELLS)));
	return value;
}

FRINGE_FUNCTION(gridmap_walls)
{
	uint32 walls = at_least(PG_GETARG_INT32(2), 0, "number of walls");
	uint32 length = at_least(PG_GETARG_INT32(3), 1, "wall length");
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_walls((fr_canvas){codes, width, height, PG_GETARG_INT64(4)}, walls,
					  length, &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

FRINGE_FUNCTION(gridmap_rooms)
{
	uint32 room = at_least(PG_GETARG_INT32(2), 1, "room size");
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_rooms((fr_canvas){codes, width, height, PG_GETARG_INT64(3)}, room,
					  &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* Fails unless a number is from 0 to 1. */
static double
share(double value, const char *name, const char *meaning)
{
	if (!(value >= 0 && value <= 1))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid %s %g", name, value), errdetail("%s", meaning)));
	return value;
}

/* Arguments (width, height, corridor, seed, ...). */
static Gridmap *
make_maze(FunctionCallInfo fcinfo, double loops)
{
	uint32 corridor = at_least(PG_GETARG_INT32(2), 1, "corridor width");
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_maze((fr_canvas){codes, width, height, PG_GETARG_INT64(3)}, corridor,
					 loops, &fringe_poll);
	return gridmap_from_codes(codes, width, height);
}

FRINGE_FUNCTION(gridmap_maze)
{
	PG_RETURN_POINTER(make_maze(fcinfo, 0));
}

FRINGE_FUNCTION(gridmap_maze_loops)
{
	PG_RETURN_POINTER(make_maze(
		fcinfo, share(PG_GETARG_FLOAT8(4), "loops",
					  "The value is the share, from 0 to 1, of the remaining walls "
					  "between blocks that are opened.")));
}

FRINGE_FUNCTION(gridmap_caves)
{
	float8 fill =
		share(PG_GETARG_FLOAT8(2), "fill",
			  "The fill is the probability, from 0 to 1, that a cell starts blocked.");
	int32 width = PG_GETARG_INT32(0);
	int32 height = PG_GETARG_INT32(1);
	uint8 *codes = gridmap_alloc_codes(width, height);

	fr_generate_caves((fr_canvas){codes, width, height, PG_GETARG_INT64(3)},
					  fringe_alloc_huge((Size) width * height), fill, &fringe_poll);
	PG_RETURN_POINTER(gridmap_from_codes(codes, width, height));
}

/* ==== gridmap_random_cells ============================================= */

/* gridmap_random_cells(map, n, seed, model) */
FRINGE_FUNCTION(gridmap_random_cells)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int32 n = PG_GETARG_INT32(1);
	uint64 seed = PG_GETARG_INT64(2);
	const fr_grid *grid = cache_get_grid(CONSUMER_RANDOM_CELLS, PG_GETARG_DATUM(0),
										 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	uint32 *before = palloc((grid->height + 1) * sizeof(uint32));

	if (n < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("number of cells must not be negative")));
	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	fr_rank_rows(grid, before, &fringe_poll);
	for (uint32 i = 0; i < Min((uint32) n, before[grid->height]); i++)
	{
		uint32 index = fr_random_cell(grid, before, i, seed);
		Datum cell = CellGetDatum(fr_grid_cell(grid, index));
		bool null = false;

		CHECK_FOR_INTERRUPTS();
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, &cell, &null);
	}
	return (Datum) 0;
}

/* ==== fringe_random_pairs ============================================== */

/*
 * The passable cells by groups: components that links join are one group. Cells of two groups
 * have no path. Cells of one group have one, unless the map is one-way. Groups of a single cell
 * are left out.
 */
typedef struct Groups
{
	uint32 *size;  /* cells, by group */
	uint32 *first; /* by group, its first position in `cells` */
	uint32 *cells; /* ascending in each group */
	uint32 count;  /* in `cells` */
} Groups;

typedef struct PairSource
{
	SearchContext context;
	fr_query query;
	Arena arena;
	uint32 *before; /* see fr_rank_rows */
	uint32 passable;
	Groups groups;
	bool connected; /* only pairs with a path */
	uint64 seed;
	uint64 random; /* the state of the generator of goals */
} PairSource;

static uint32 *
allocate_numbers(PairSource *source, Size count)
{
	return source->arena.core.allocate(&source->arena, count * sizeof(uint32));
}

static uint32
group_of(const fr_grid *grid, uint32 cell)
{
	return fr_grid_group(grid, fr_grid_component(grid, cell));
}

/* Sorts the cells by group, in a counting sort. Groups of one cell have no pairs and are left out. */
static void
sort_by_group(PairSource *source)
{
	const fr_grid *grid = source->query.grid;
	uint32 count = grid->components.count + 1;
	Groups *groups = &source->groups;

	groups->size = allocate_numbers(source, count);
	groups->first = allocate_numbers(source, count);
	memset(groups->size, 0, count * sizeof(uint32));
	for (uint32 cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(&fringe_poll, cell);
		if (!fr_grid_blocked(grid, cell))
			groups->size[group_of(grid, cell)]++;
	}
	groups->count = 0;
	for (uint32 group = 0; group < count; group++)
	{
		fr_poll_at(&fringe_poll, group);
		if (groups->size[group] > 1)
			groups->count += groups->size[group];
		groups->first[group] = groups->count;
	}
	groups->cells = allocate_numbers(source, groups->count);
	for (uint32 cell = grid->cells; cell-- > 0;)
	{
		uint32 group;

		fr_poll_at(&fringe_poll, cell);
		if (fr_grid_blocked(grid, cell))
			continue;
		group = group_of(grid, cell);
		if (groups->size[group] > 1)
			groups->cells[--groups->first[group]] = cell;
	}
}

/* Arguments are the map, n, seed, model and connected. */
static void
prepare_pairs(FunctionCallInfo fcinfo, PairSource *source)
{
	fr_model model = gridmodel_parsed(PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3)));
	const fr_grid *grid;

	source->connected = PG_GETARG_BOOL(4);
	source->seed = PG_GETARG_INT64(2);
	source->random = fr_random_mix(source->seed);
	model.anyangle = false;		 /* straight lines connect what steps connect */
	fr_model_drop_turns(&model); /* and prices of turns cut off no cell */
	source->context = search_context_sweep(CONSUMER_RANDOM_PAIRS, PG_GETARG_DATUM(0),
										   gridmodel_make(&model));
	grid = source->context.grid;
	source->query = (fr_query){.grid = grid, .method = &source->context.plan->method};
	fringe_arena_init(&source->arena, CurrentMemoryContext, source->context.bytes);
	source->before =
		source->arena.core.allocate(&source->arena, (grid->height + 1) * sizeof(uint32));
	fr_rank_rows(grid, source->before, &fringe_poll);
	source->passable = source->before[grid->height];
	if (source->connected)
		sort_by_group(source);
}

/* A random cell that a flood has found, except its start; UINT32_MAX if there is none. */
static uint32
random_reached(PairSource *source)
{
	const fr_grid *grid = source->query.grid;
	const fr_workspace *workspace = source->context.workspace;
	uint32 start = source->query.start;
	uint32 reached = 0;
	uint32 left;

	for (uint32 cell = 0; cell < grid->cells; cell++)
	{
		fr_poll_at(&fringe_poll, cell);
		reached += cell != start && fr_distance(workspace, cell) != FR_UNREACHED;
	}
	if (reached == 0)
		return UINT32_MAX;
	left = fr_random_below(&source->random, reached);
	for (uint32 cell = 0;; cell++)
	{
		fr_poll_at(&fringe_poll, cell);
		if (cell != start && fr_distance(workspace, cell) != FR_UNREACHED && left-- == 0)
			return cell;
	}
}

/*
 * A random cell that the query's start has a path to; UINT32_MAX: there is none. Rejection sampling:
 * draws cells of the start's group (cells that are connected, whichever way steps lead) until one can
 * be reached, so all are equally likely. On a one-way map, most of the group may be out of reach, so
 * after some attempts a flood from the start finds the cells to draw from.
 */
#define ATTEMPTS 16

static uint32
random_goal(PairSource *source)
{
	const Groups *groups = &source->groups;
	fr_query *query = &source->query;
	uint32 group = group_of(query->grid, query->start);
	const uint32 *cells = groups->cells + groups->first[group];

	for (int i = 0; i < ATTEMPTS; i++)
	{
		uint32 other = fr_random_below(&source->random, groups->size[group] - 1);

		query->goal = cells[other] < query->start ? cells[other] : cells[other + 1];
		if (fr_is_reachable(query, source->context.sweep, &fringe_poll))
			return query->goal;
	}
	fr_flood(query, source->context.sweep, &fringe_poll);
	return random_reached(source);
}

/* A random passable cell, except the query's start. The map has at least two passable cells. */
static uint32
random_other(PairSource *source)
{
	const fr_query *query = &source->query;
	uint32 cell = query->start;

	while (cell == query->start)
		cell = fr_random_cell(query->grid, source->before,
							  fr_random_below(&source->random, source->passable),
							  source->seed);
	return cell;
}

typedef struct RandomPairRow
{
	Datum start;
	Datum goal;
} RandomPairRow;

/* Writes n pairs. All cells are starts once, in a random order, before one is a start again. */
static void
put_pairs(PairSource *source, int32 n, RandomPairRow *row, const Rows *rows)
{
	fr_query *query = &source->query;
	const Groups *groups = &source->groups;
	bool grouped = source->connected && groups->count > 0;
	uint32 starts = grouped ? groups->count : source->passable;
	bool alone =
		source->connected ? !grouped : starts < 2; /* each cell is its own goal */
	int32 put = 0;

	for (uint32 i = 0; put < n && starts > 0; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i == starts)
		{
			alone |= put == 0;
			i = 0;
		}
		query->start = grouped
						   ? groups->cells[fr_random_order(i, starts, source->seed)]
						   : fr_random_cell(query->grid, source->before, i, source->seed);
		query->goal = alone		? query->start
					  : grouped ? random_goal(source)
								: random_other(source);
		if (query->goal == UINT32_MAX)
			continue;
		row->start = CellGetDatum(fr_grid_cell(query->grid, query->start));
		row->goal = CellGetDatum(fr_grid_cell(query->grid, query->goal));
		fringe_put_row(rows);
		put++;
	}
}

#define PAIRS_MAX 10000000 /* rows go to disk */

FRINGE_FUNCTION(fringe_random_pairs)
{
	int32 n = PG_GETARG_INT32(1);
	PairSource source;
	Rows rows;
	RandomPairRow *row;

	if (n < 0 || n > PAIRS_MAX)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid number of pairs %d", n),
						errdetail("The number must be from 0 to %d.", PAIRS_MAX)));
	prepare_pairs(fcinfo, &source);
	row = fringe_begin_rows(fcinfo, &rows, sizeof(RandomPairRow));
	put_pairs(&source, n, row, &rows);
	return (Datum) 0;
}
