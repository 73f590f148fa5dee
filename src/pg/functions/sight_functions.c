/*
 * sight_functions.c - which cells see each other, and cells near another one: fringe_sees,
 * fringe_view, fringe_exposure, fringe_approach and fringe_nearest_free
 */
#include "core/base/base.h"
#include "core/query/sight.h"
#include "pg/cache/search_context.h"
#include "pg/functions/paths.h"
#include "pg/result_rows.h"

#include <math.h>

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"

/* ---- arguments ------------------------------------------------------------------- */

/* Is one of the first arguments NULL? Those about sight, behind them, have meanings for NULL. */
static bool
lacks_argument(FunctionCallInfo fcinfo, int count)
{
	for (int i = 0; i < count; i++)
		if (PG_ARGISNULL(i))
			return true;
	return false;
}

/* The arguments about sight, from argument `first` on. */
enum
{
	EYE,
	TARGET,
	GROUND,
	SIDES,
	THROUGH,
	SIGHT_ARGUMENTS
};

static bool
is_given(FunctionCallInfo fcinfo, int argument)
{
	return !PG_ARGISNULL(argument);
}

/* The model with a weight of 1 for codes that steps do not pass, but lines of sight do. */
static struct varlena *
see_through(struct varlena *stored, const text *codes)
{
	fr_model model = gridmodel_parsed(stored);

	for (Size i = 0; i < VARSIZE_ANY_EXHDR(codes); i++)
	{
		uint8 code = (uint8) VARDATA_ANY(codes)[i];

		fr_poll_at(&fringe_poll, i);
		if (code < FR_FIRST_CODE || code >= FR_FIRST_CODE + FR_CODES)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("\"through\" has a character that is no terrain code")));
		if (!fr_weight_blocks(model.weight[code - FR_FIRST_CODE]))
			continue;
		model.weight[code - FR_FIRST_CODE] = fr_decimal_one;
		model.named[code - FR_FIRST_CODE] = true;
	}
	return gridmodel_make(&model);
}

/* A height above the ground, in units of 10^-decimals, which it raises to have them all. */
static fr_decimal
height_argument(FunctionCallInfo fcinfo, int argument, const char *name, uint32 *decimals)
{
	fr_decimal height = fringe_decimal(PG_GETARG_FLOAT8(argument), name);

	*decimals = Max(*decimals, height.scale);
	return height;
}

static void
add_heights(FunctionCallInfo fcinfo, int first, const SightGround *ground,
			fr_sight_rules *sight)
{
	uint32 decimals = ground->scale.decimals;
	fr_decimal eye = height_argument(fcinfo, first + EYE, "eye", &decimals);
	fr_decimal target = is_given(fcinfo, first + TARGET)
							? height_argument(fcinfo, first + TARGET, "target", &decimals)
							: eye;
	fr_wide step =
		(fr_wide) ground->scale.step * fr_power10(decimals - ground->scale.decimals);

	sight->eye = (int64_t) fr_decimal_scaled(eye, decimals);
	sight->target = (int64_t) fr_decimal_scaled(target, decimals);
	sight->step = (int64_t) step;
	if (step * ground->highest + Max(sight->eye, sight->target) > FR_SIGHT_MOST)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("heights of eyes and cells are too far apart in size"),
				 errdetail("Together they need more than 13 digits."),
				 errhint("Give \"eye\" and \"target\" fewer digits after the point.")));
	sight->height = ground->height;
	sight->highest = ground->highest;
}

/*
 * What lines of sight read, by the arguments from `first` on, in a call that got the grid of the model, which
 * may be replaced by that of another model. True if that is more than blocked cells between squares.
 */
static bool
read_sight(FunctionCallInfo fcinfo, struct varlena *model, int first,
		   fr_sight_rules *sight)
{
	bool over_heights = is_given(fcinfo, first + EYE);
	bool past_sides = is_given(fcinfo, first + SIDES) && PG_GETARG_BOOL(first + SIDES);
	static const char *const ground_words[] = {"blocks", "slopes", NULL};
	const fr_layer_name named_height = {strlen(FR_LAYER_HEIGHT), FR_LAYER_HEIGHT};
	const SightGround *ground;
	fr_model parsed;

	if (is_given(fcinfo, first + THROUGH))
		sight->grid = ((CachedMap *) cache_get_map(
						   PG_GETARG_DATUM(0),
						   see_through(model, PG_GETARG_TEXT_PP(first + THROUGH)), false)
						   ->value)
						  ->grid;
	if (is_given(fcinfo, first + GROUND))
		sight->slopes =
			fringe_check_word(PG_GETARG_TEXT_PP(first + GROUND), "ground", ground_words,
							  "The ground is \"blocks\" or \"slopes\".") == 1;
	if (!over_heights && (is_given(fcinfo, first + TARGET) || sight->slopes))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						sight->slopes
							? errmsg("slopes need a height of the eye")
							: errmsg("a height of the target needs a height of the eye"),
						errhint("Pass \"eye\", too.")));
	if (over_heights || past_sides)
	{
		parsed = gridmodel_parsed(model);
		if (parsed.height.length == 0) /* the model reads no heights */
			parsed.height = named_height;
		ground = cache_get_sight(PG_GETARG_DATUM(0), model,
								 over_heights ? &parsed.height : NULL, past_sides);
		if (over_heights)
			add_heights(fcinfo, first, ground, sight);
		sight->sides = ground->sides;
	}
	return sight->height || sight->sides || sight->grid->costs.hex;
}

/* Refuses arguments about sight, from argument `first` on, in a call that looks at no line of sight. */
static void
refuse_sight(FunctionCallInfo fcinfo, int first)
{
	bool sides = is_given(fcinfo, first + SIDES) && PG_GETARG_BOOL(first + SIDES);
	const char *name = is_given(fcinfo, first + EYE)	   ? "eye"
					   : sides							   ? "sides"
					   : is_given(fcinfo, first + THROUGH) ? "through"
														   : NULL;

	if (name)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("\"%s\" needs \"sight\"", name),
						errdetail("The target does not have to be in sight."),
						errhint("Pass sight => true.")));
}

/* Argument 0 is the map, argument `model` the model, and those about sight are behind `before` others. */
static fr_sight_rules
sight_of(FunctionCallInfo fcinfo, Consumer consumer, int model, int before)
{
	struct varlena *text = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(model));
	fr_sight_rules sight = {.grid = cache_get_grid(consumer, PG_GETARG_DATUM(0), text)};

	(void) read_sight(fcinfo, text, before, &sight);
	return sight;
}

static bool
is_plain(const fr_sight_rules *sight)
{
	return !sight->height && !sight->sides && !sight->grid->costs.hex;
}

/* Squares the distance in argument n. Returns false if it is negative: no cell is near. */
static bool
get_distance(FunctionCallInfo fcinfo, int n, const char *name, uint64 *square)
{
	double distance = PG_GETARG_FLOAT8(n);

	if (isnan(distance))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("%s must not be NaN", name)));
	if (distance < 0)
		return false;
	*square = fr_square_within(distance);
	return true;
}

/* ---- what sees what -------------------------------------------------------------- */

FRINGE_FUNCTION(fringe_sees)
{
	fr_sight_rules sight;
	fr_cell a;
	fr_cell b;

	if (lacks_argument(fcinfo, 4))
		PG_RETURN_NULL();
	sight = sight_of(fcinfo, CONSUMER_SEES, 3, 4);
	a = PG_GETARG_CELL(1);
	b = PG_GETARG_CELL(2);
	fringe_check_inside(a, sight.grid->width, sight.grid->height);
	fringe_check_inside(b, sight.grid->width, sight.grid->height);
	PG_RETURN_BOOL(is_plain(&sight) ? fr_in_sight(sight.grid, a, b, &fringe_poll)
									: fr_eye_sees(&sight, a, b, &fringe_poll));
}

/* The cells that some viewers may see: a rectangle, and a mark or a number for each cell. */
typedef struct SeenCells
{
	int32 left;
	int32 top;
	int32 right;
	int32 bottom;
	Size width;
	uint8 *marks;	 /* of fringe_view */
	uint32 *numbers; /* of fringe_exposure: how many viewers see the cell */
} SeenCells;

/* Extends the rectangle by the cells around a viewer, as far as it may see. */
static void
extend_to(SeenCells *seen, const fr_grid *grid, fr_cell at, uint64 within)
{
	int32 reach = within < FR_ANY_DISTANCE ? (int32) sqrt((double) within) : FR_MAX_SIDE;

	fringe_check_inside(at, grid->width, grid->height);
	seen->left = Min(seen->left, Max(at.x - reach, 0));
	seen->top = Min(seen->top, Max(at.y - reach, 0));
	seen->right = Max(seen->right, Min(at.x + reach, (int32) grid->width - 1));
	seen->bottom = Max(seen->bottom, Min(at.y + reach, (int32) grid->height - 1));
}

static Size
position_of(const SeenCells *seen, int32 x, int32 y)
{
	return (y - seen->top) * seen->width + (x - seen->left);
}

static void
mark_seen(void *context, int32 y, int32 first, int32 last)
{
	SeenCells *seen = context;

	memset(seen->marks + position_of(seen, first, y), 1, last - first + 1);
}

static void
count_seen(void *context, int32 y, int32 first, int32 last)
{
	SeenCells *seen = context;
	uint32 *row = seen->numbers + position_of(seen, first, y);

	for (int32 x = first; x <= last; x++)
		(*row++)++;
}

/* Scans what the viewers see. There is at least one. */
static SeenCells
scan_views(const fr_sight_rules *sight, const int64 *viewers, int count, uint64 within,
		   bool numbers)
{
	const fr_grid *grid = sight->grid;
	SeenCells seen = {.left = (int32) grid->width, .top = (int32) grid->height};
	Size bytes;
	void *block;
	Arena arena;

	for (int i = 0; i < count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		extend_to(&seen, grid, DatumGetCell(Int64GetDatum(viewers[i])), within);
	}
	seen.width = seen.right - seen.left + 1;
	bytes = seen.width * (seen.bottom - seen.top + 1) *
			(numbers ? sizeof(uint32) : sizeof(uint8));
	fringe_arena_init(&arena, CurrentMemoryContext, cache_charged());
	block = arena.core.allocate(&arena, bytes);
	fr_fill(block, 0, bytes, &fringe_poll);
	if (numbers)
		seen.numbers = block;
	else
		seen.marks = block;
	for (int i = 0; i < count; i++)
	{
		fr_view view = {.grid = grid,
						.at = DatumGetCell(Int64GetDatum(viewers[i])),
						.within = within,
						.see = numbers ? count_seen : mark_seen,
						.context = &seen};

		CHECK_FOR_INTERRUPTS();
		fr_sight_scan(sight, &view, false, &arena.core, &fringe_poll);
	}
	return seen;
}

FRINGE_FUNCTION(fringe_view)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	int64 viewer;
	fr_sight_rules sight;
	Datum value = (Datum) 0;
	bool null = false;
	uint64 within;
	SeenCells seen;
	Rows rows;
	int64 *row;

	InitMaterializedSRF(fcinfo, MAT_SRF_USE_EXPECTED_DESC);
	if (lacks_argument(fcinfo, 4))
		return (Datum) 0;
	viewer = PG_GETARG_INT64(1);
	sight = sight_of(fcinfo, CONSUMER_VIEW, 3, 4);
	fringe_check_inside(PG_GETARG_CELL(1), sight.grid->width, sight.grid->height);
	if (!get_distance(fcinfo, 2, "radius", &within))
		return (Datum) 0;
	seen = scan_views(&sight, &viewer, 1, within, false);
	rows.store = rsinfo->setResult;
	rows.tuple = heap_form_tuple(rsinfo->setDesc, &value, &null);
	row = (int64 *) GETSTRUCT(rows.tuple);
	for (int32 y = seen.top; y <= seen.bottom; y++)
	{
		const uint8 *marks = seen.marks + position_of(&seen, seen.left, y);

		CHECK_FOR_INTERRUPTS();
		for (int32 x = seen.left; x <= seen.right; x++)
			if (*marks++)
			{
				*row = DatumGetInt64(CellGetDatum((fr_cell){x, y}));
				fringe_put_row(&rows);
			}
	}
	return (Datum) 0;
}

typedef struct ExposureRow
{
	Datum cell;
	int32 viewers;
} ExposureRow;

FRINGE_FUNCTION(fringe_exposure)
{
	Rows rows;
	ExposureRow *row = fringe_begin_rows(fcinfo, &rows, sizeof(ExposureRow));
	const int64 *viewers;
	fr_sight_rules sight;
	int count;
	uint64 within;
	SeenCells seen;

	if (lacks_argument(fcinfo, 4))
		return (Datum) 0;
	sight = sight_of(fcinfo, CONSUMER_EXPOSURE, 3, 4);
	viewers = gridcell_elements(PG_GETARG_ARRAYTYPE_P(1), &count);
	if (!get_distance(fcinfo, 2, "radius", &within) || count == 0)
		return (Datum) 0;
	seen = scan_views(&sight, viewers, count, within, true);
	for (int32 y = seen.top; y <= seen.bottom; y++)
	{
		const uint32 *numbers = seen.numbers + position_of(&seen, seen.left, y);

		CHECK_FOR_INTERRUPTS();
		for (int32 x = seen.left; x <= seen.right; x++)
		{
			row->viewers = (int32) *numbers++;
			if (row->viewers > 0)
			{
				row->cell = CellGetDatum((fr_cell){x, y});
				fringe_put_row(&rows);
			}
		}
	}
	return (Datum) 0;
}

/* ---- cells near another one ------------------------------------------------------ */

FRINGE_FUNCTION(fringe_nearest_free)
{
	const fr_grid *grid = cache_get_grid(CONSUMER_NEAREST_FREE, PG_GETARG_DATUM(0),
										 PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(2)));
	fr_cell at = PG_GETARG_CELL(1);
	uint32 nearest;

	fringe_check_inside(at, grid->width, grid->height);
	nearest = fr_nearest_passable(grid, at, &fringe_poll);
	if (nearest == UINT32_MAX)
		PG_RETURN_NULL();
	PG_RETURN_CELL(fr_grid_cell(grid, nearest));
}

/* fringe_approach(map, start, target, model, range, sight, eye, target_height, ground, sides, through) */
FRINGE_FUNCTION(fringe_approach)
{
	CallSite *site = fringe_call_site(fcinfo);
	struct varlena *model;
	fr_approach approach;
	fr_sight_rules sight;
	Size before;
	bool nulls[3] = {true, true, true};
	Datum values[3] = {0};
	SearchContext context;
	fr_query query;
	fr_closest found;
	fr_status status;
	Arena arena;

	if (lacks_argument(fcinfo, 6))
		PG_RETURN_NULL();
	model = PG_DETOAST_DATUM_PACKED(PG_GETARG_DATUM(3));
	approach = (fr_approach){.target = PG_GETARG_CELL(2), .in_sight = PG_GETARG_BOOL(5)};
	if (!approach.in_sight)
		refuse_sight(fcinfo, 6);
	context = search_context_sweep(approach.in_sight ? CONSUMER_APPROACH_SIGHT
													 : CONSUMER_APPROACH,
								   PG_GETARG_DATUM(0), model);
	sight = (fr_sight_rules){.grid = context.grid};
	before = cache_charged();
	if (read_sight(fcinfo, model, 6, &sight) || sight.grid != context.grid)
		approach.sight = &sight;
	fringe_arena_init(&arena, CurrentMemoryContext,
					  context.bytes + (cache_charged() - before));
	query = (fr_query){.grid = context.grid,
					   .method = &context.plan->method,
					   .start = fringe_cell_index(context.grid, PG_GETARG_CELL(1)),
					   .arena = &arena.core};
	fringe_check_inside(approach.target, context.grid->width, context.grid->height);
	if (get_distance(fcinfo, 4, "range", &approach.within))
	{
		status = fr_approach_to(&query, &approach, context.sweep, &fringe_poll, &found);
		search_context_count_sweep(&context);
		if (status != FR_OK)
			fringe_report_from(status, &query);
		if (found.found)
		{
			memset(nulls, false, sizeof nulls);
			values[0] = CellGetDatum(fr_grid_cell(context.grid, found.cell));
			values[1] = Float8GetDatum(fr_cost_value(&context.grid->costs, found.cost));
			values[2] = PointerGetDatum(gridpath_from_route(&found.route));
		}
	}
	PG_RETURN_DATUM(
		HeapTupleGetDatum(heap_form_tuple(fringe_row_at(fcinfo, site), values, nulls)));
}
