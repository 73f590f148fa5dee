/*
 * aggregate.c - gridmap_agg: build a map from rows of cells
 *
 * The map is the smallest one from (0,0) that contains all given cells; the others
 * become '@', out of bounds. The order of rows, and the worker that reads them, do not
 * matter: a cell that occurs twice must have the same code.
 */
#include "pg/types/types.h"

#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/memutils.h"

#define NO_CODE 0 /* no row has set the cell yet */
#define HOLE '@'

typedef struct CodeRow
{
	uint8 *codes;
	uint32 room;
} CodeRow;

/*
 * The transition state. Each row grows separately, to the map's width or to twice its
 * size, so the state needs at most two bytes per cell, plus what palloc adds.
 */
typedef struct MapState
{
	MemoryContext context;
	uint32 width;
	uint32 height;
	uint32 room; /* allocated elements of rows */
	CodeRow *rows;
} MapState;

static MapState *
new_state(MemoryContext context)
{
	MapState *state = MemoryContextAllocZero(context, sizeof(MapState));

	state->context = context;
	return state;
}

/* Grows a block of `old` bytes (or NULL) to `size` bytes, zeroing the new ones. */
static void *
lengthen(MemoryContext context, void *block, Size old, Size size)
{
	block = block ? repalloc(block, size) : MemoryContextAlloc(context, size);
	memset((char *) block + old, 0, size - old);
	return block;
}

static uint32
more_room(uint32 room, uint32 wanted)
{
	return Max(wanted, Min(2 * room, FR_MAX_SIDE));
}

/* Extends the map to contain column x and row y; fails above the largest size. */
static void
include_cell(MapState *state, uint32 x, uint32 y)
{
	uint32 width = Max(state->width, x + 1);
	uint32 height = Max(state->height, y + 1);
	fr_error error;

	if (fr_map_size(width, height, &error))
		fringe_report(&error, "gridmap", NULL);
	state->width = width;
	state->height = height;
}

/* The address of a cell's code, allocated if necessary. */
static uint8 *
code_at(MapState *state, uint32 x, uint32 y)
{
	CodeRow *row;
	uint32 room;

	if (x >= state->width || y >= state->height)
		include_cell(state, x, y);
	if (y >= state->room)
	{
		room = more_room(state->room, state->height);
		state->rows = lengthen(state->context, state->rows, state->room * sizeof(CodeRow),
							   room * sizeof(CodeRow));
		state->room = room;
	}
	row = &state->rows[y];
	if (x >= row->room)
	{
		room = more_room(row->room, state->width);
		row->codes = lengthen(state->context, row->codes, row->room, room);
		row->room = room;
	}
	return &row->codes[x];
}

static void
add_code(MapState *state, uint32 x, uint32 y, uint8 code)
{
	uint8 *at = code_at(state, x, y);

	if (*at != NO_CODE && *at != code)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("conflicting terrain codes for cell (%u,%u)", x, y),
						errdetail("The codes are \"%c\" and \"%c\".", *at, code)));
	*at = code;
}

/* Adds row y of another state. */
static void
put_codes(MapState *state, uint32 y, const uint8 *codes, uint32 count)
{
	CHECK_FOR_INTERRUPTS();
	for (uint32 x = 0; x < count; x++)
		if (codes[x] != NO_CODE)
			add_code(state, x, y, codes[x]);
}

/* ---- what CREATE AGGREGATE names ---------------------------------------- */

MemoryContext
fringe_aggregate_context(FunctionCallInfo fcinfo)
{
	MemoryContext context;

	if (!AggCheckCallContext(fcinfo, &context))
		elog(ERROR, "aggregate function called in non-aggregate context");
	return context;
}

/* The state in argument n, or NULL before the first row. */
static MapState *
state_of(FunctionCallInfo fcinfo, int n)
{
	return PG_ARGISNULL(n) ? NULL : (MapState *) PG_GETARG_POINTER(n);
}

static Datum
return_state(FunctionCallInfo fcinfo, MapState *state)
{
	if (state == NULL)
		PG_RETURN_NULL();
	PG_RETURN_POINTER(state);
}

/* Adds the cell of argument 1 to the state, which is created if necessary. */
static MapState *
add_cell(FunctionCallInfo fcinfo, char code)
{
	MemoryContext context = fringe_aggregate_context(fcinfo);
	MapState *state = state_of(fcinfo, 0);
	fr_cell cell = PG_GETARG_CELL(1);

	fringe_check_inside_any(cell);
	fringe_check_code(code);
	if (state == NULL)
		state = new_state(context);
	add_code(state, cell.x, cell.y, code);
	return state;
}

/* Ignores rows that contain a null, as most aggregates do. */
PG_FUNCTION_INFO_V1(gridmap_agg_step);
Datum
gridmap_agg_step(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return return_state(fcinfo, state_of(fcinfo, 0));
	PG_RETURN_POINTER(add_cell(fcinfo, PG_GETARG_CHAR(2)));
}

PG_FUNCTION_INFO_V1(gridmap_agg_step_text);
Datum
gridmap_agg_step_text(PG_FUNCTION_ARGS)
{
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return return_state(fcinfo, state_of(fcinfo, 0));
	PG_RETURN_POINTER(add_cell(fcinfo, fringe_text_code(PG_GETARG_TEXT_PP(2))));
}

PG_FUNCTION_INFO_V1(gridmap_agg_combine);
Datum
gridmap_agg_combine(PG_FUNCTION_ARGS)
{
	MemoryContext context = fringe_aggregate_context(fcinfo);
	MapState *state = state_of(fcinfo, 0);
	const MapState *other = state_of(fcinfo, 1);

	if (other == NULL)
		return return_state(fcinfo, state);
	if (state == NULL)
		state = new_state(context);
	for (uint32 y = 0; y < other->height; y++)
		put_codes(state, y, other->rows[y].codes, other->rows[y].room);
	PG_RETURN_POINTER(state);
}

/* Format: the number of rows, then each row's length and codes. */
PG_FUNCTION_INFO_V1(gridmap_agg_serialize);
Datum
gridmap_agg_serialize(PG_FUNCTION_ARGS)
{
	const MapState *state = (MapState *) PG_GETARG_POINTER(0);
	StringInfoData buf;

	fringe_aggregate_context(fcinfo);
	pq_begintypsend(&buf);
	pq_sendint32(&buf, state->height);
	for (uint32 y = 0; y < state->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint32(&buf, state->rows[y].room);
		pq_sendbytes(&buf, (const char *) state->rows[y].codes, state->rows[y].room);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

PG_FUNCTION_INFO_V1(gridmap_agg_deserialize);
Datum
gridmap_agg_deserialize(PG_FUNCTION_ARGS)
{
	bytea *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfoData buf = {.data = VARDATA_ANY(bytes), .len = VARSIZE_ANY_EXHDR(bytes)};
	MapState *state = new_state(CurrentMemoryContext);
	uint32 height;

	fringe_aggregate_context(fcinfo);
	height = pq_getmsgint(&buf, 4);
	for (uint32 y = 0; y < height; y++)
	{
		uint32 count = pq_getmsgint(&buf, 4);

		put_codes(state, y, (const uint8 *) pq_getmsgbytes(&buf, count), count);
	}
	pq_getmsgend(&buf);
	PG_RETURN_POINTER(state);
}

PG_FUNCTION_INFO_V1(gridmap_agg_final);
Datum
gridmap_agg_final(PG_FUNCTION_ARGS)
{
	const MapState *state = state_of(fcinfo, 0);
	uint8 *codes;

	if (state == NULL)
		PG_RETURN_NULL();
	codes = fringe_alloc_huge((Size) state->width * state->height);
	for (uint32 y = 0; y < state->height; y++)
	{
		const CodeRow *row = &state->rows[y];
		uint8 *to = codes + (size_t) y * state->width;

		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < state->width; x++)
			to[x] = x < row->room && row->codes[x] != NO_CODE ? row->codes[x] : HOLE;
	}
	PG_RETURN_POINTER(gridmap_from_codes(codes, state->width, state->height));
}
