/*
 * aggregates.c - gridmap_agg, gridpath_heat and gridcell_heat
 */
#include "pg/functions/row_list.h"
#include "pg/types/types.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "libpq/pqformat.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/typcache.h"

/* ==== gridmap_agg: a map from rows of cells ============================ */

/*
 * The map is the smallest one from (0,0) that contains all given cells. Other cells become '@',
 * out of bounds. A cell that occurs twice must have the same code, so the order of rows and the
 * worker that reads them do not matter.
 */

#define NO_CODE 0 /* no row has set the cell yet */
#define OUT_OF_BOUNDS '@'

typedef struct CodeRow
{
	uint8 *codes;
	uint32 capacity;
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
	uint32 capacity; /* allocated elements of rows */
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
grow_zeroed(MemoryContext context, void *block, Size old, Size size)
{
	block = block ? repalloc(block, size) : MemoryContextAlloc(context, size);
	memset((char *) block + old, 0, size - old);
	return block;
}

static uint32
larger_capacity(uint32 capacity, uint32 wanted)
{
	return Max(wanted, Min(2 * capacity, FR_MAX_SIDE));
}

/* Extends the map to contain column x and row y; fails above the largest size. */
static void
include_cell(MapState *state, uint32 x, uint32 y)
{
	uint32 width = Max(state->width, x + 1);
	uint32 height = Max(state->height, y + 1);

	gridmap_check_size(width, height);
	state->width = width;
	state->height = height;
}

/* The address of a cell's code, allocated if necessary. */
static uint8 *
code_at(MapState *state, uint32 x, uint32 y)
{
	CodeRow *row;
	uint32 capacity;

	if (x >= state->width || y >= state->height)
		include_cell(state, x, y);
	if (y >= state->capacity)
	{
		capacity = larger_capacity(state->capacity, state->height);
		state->rows =
			grow_zeroed(state->context, state->rows, state->capacity * sizeof(CodeRow),
						capacity * sizeof(CodeRow));
		state->capacity = capacity;
	}
	row = &state->rows[y];
	if (x >= row->capacity)
	{
		capacity = larger_capacity(row->capacity, state->width);
		row->codes = grow_zeroed(state->context, row->codes, row->capacity, capacity);
		row->capacity = capacity;
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

/* ---- what CREATE AGGREGATE names -------------------------------------- */

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
	MemoryContext context = aggregate_context(fcinfo);
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
FRINGE_FUNCTION(gridmap_agg_step)
{
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return return_state(fcinfo, state_of(fcinfo, 0));
	PG_RETURN_POINTER(add_cell(fcinfo, PG_GETARG_CHAR(2)));
}

FRINGE_FUNCTION(gridmap_agg_step_text)
{
	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		return return_state(fcinfo, state_of(fcinfo, 0));
	PG_RETURN_POINTER(add_cell(fcinfo, fringe_text_code(PG_GETARG_TEXT_PP(2))));
}

FRINGE_FUNCTION(gridmap_agg_combine)
{
	MemoryContext context = aggregate_context(fcinfo);
	MapState *state = state_of(fcinfo, 0);
	const MapState *other = state_of(fcinfo, 1);

	if (other == NULL)
		return return_state(fcinfo, state);
	if (state == NULL)
		state = new_state(context);
	for (uint32 y = 0; y < other->height; y++)
		put_codes(state, y, other->rows[y].codes, other->rows[y].capacity);
	PG_RETURN_POINTER(state);
}

/* Format: the number of rows, then each row's length and codes. */
FRINGE_FUNCTION(gridmap_agg_serialize)
{
	const MapState *state = (MapState *) PG_GETARG_POINTER(0);
	StringInfoData buf;

	aggregate_context(fcinfo);
	pq_begintypsend(&buf);
	pq_sendint32(&buf, state->height);
	for (uint32 y = 0; y < state->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint32(&buf, state->rows[y].capacity);
		pq_sendbytes(&buf, (const char *) state->rows[y].codes, state->rows[y].capacity);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridmap_agg_deserialize)
{
	bytea *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfoData buf = {.data = VARDATA_ANY(bytes), .len = VARSIZE_ANY_EXHDR(bytes)};
	MapState *state = new_state(CurrentMemoryContext);
	uint32 height;

	aggregate_context(fcinfo);
	height = pq_getmsgint(&buf, 4);
	for (uint32 y = 0; y < height; y++)
	{
		uint32 count = pq_getmsgint(&buf, 4);

		put_codes(state, y, (const uint8 *) pq_getmsgbytes(&buf, count), count);
	}
	pq_getmsgend(&buf);
	PG_RETURN_POINTER(state);
}

FRINGE_FUNCTION(gridmap_agg_final)
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
			to[x] = x < row->capacity && row->codes[x] != NO_CODE ? row->codes[x]
																  : OUT_OF_BOUNDS;
	}
	PG_RETURN_POINTER(gridmap_from_codes(codes, state->width, state->height));
}

/* ==== gridpath_heat and gridcell_heat ================================== */

/*
 * The state of gridpath_heat is a hash table from cells to counts, so the order of rows and the
 * worker that reads them do not matter. The table, and the list that is sorted at the end, take at
 * most fringe.max_memory. The state of gridcell_heat is a buffer of its cells and values.
 */

#define MAX_HEAT_CELLS (1 << 24) /* their rows fit into one array value */

/* The data of a gridcell_value tuple, in the layout of a C struct. */
typedef struct HeatRow
{
	int64 cell; /* as gridcell */
	float8 value;
} HeatRow;

typedef struct HeatEntry
{
	int64 cell; /* as gridcell */
	int64 count;
	char status; /* of the hash table */
} HeatEntry;

#define SH_PREFIX heat
#define SH_ELEMENT_TYPE HeatEntry
#define SH_KEY_TYPE int64
#define SH_KEY cell
#define SH_HASH_KEY(table, key)                                                          \
	((uint32) ((uint64) (key) *UINT64CONST(0x9e3779b97f4a7c15) >> 32))
#define SH_EQUAL(table, a, b) ((a) == (b))
#define SH_SCOPE static inline
#define SH_USE_NONDEFAULT_ALLOCATOR
#define SH_DEFINE
#define SH_DECLARE
#include "lib/simplehash.h"

/*
 * A table is copied to one of twice the size, and at the end to a list, which is smaller
 * than the table.
 */
static inline void *
heat_allocate(heat_hash *table, Size size)
{
	fringe_limit_memory("gridpath_heat", 2 * size);
	return MemoryContextAllocExtended(table->ctx, size,
									  MCXT_ALLOC_HUGE | MCXT_ALLOC_ZERO);
}

static inline void
heat_free(heat_hash *table, void *entries)
{
	pfree(entries);
}

static void
add_visits(heat_hash *table, int64 cell, int64 visits)
{
	bool found;
	HeatEntry *entry = heat_insert(table, cell, &found);

	entry->count = (found ? entry->count : 0) + visits;
	if (table->members > MAX_HEAT_CELLS)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("paths visit too many cells"),
				 errdetail("At most %d different cells can be counted.", MAX_HEAT_CELLS),
				 errhint("Group the paths by their maps.")));
}

static void
add_visit(void *table, uint64_t i, fr_cell cell)
{
	add_visits(table, DatumGetInt64(CellGetDatum(cell)), 1);
}

/* The state of argument 0, or a new one. */
static heat_hash *
heat_state(FunctionCallInfo fcinfo)
{
	MemoryContext context = aggregate_context(fcinfo);

	if (!PG_ARGISNULL(0))
		return (heat_hash *) PG_GETARG_POINTER(0);
	return heat_create(context, 256, NULL);
}

/* Ignores nulls, as most aggregates do. */
FRINGE_FUNCTION(gridpath_heat_step)
{
	heat_hash *table = heat_state(fcinfo);

	if (!PG_ARGISNULL(1))
	{
		struct varlena *path = PG_GETARG_GRIDPATH(1);

		fr_path_each_cell(PATH_BYTES(path), PATH_SIZE(path), add_visit, table,
						  &fringe_poll);
	}
	PG_RETURN_POINTER(table);
}

FRINGE_FUNCTION(gridpath_heat_combine)
{
	heat_hash *table = heat_state(fcinfo);
	heat_iterator iterator;
	const HeatEntry *entry;

	if (PG_ARGISNULL(1))
		PG_RETURN_POINTER(table);
	heat_start_iterate((heat_hash *) PG_GETARG_POINTER(1), &iterator);
	while ((entry = heat_iterate((heat_hash *) PG_GETARG_POINTER(1), &iterator)))
	{
		CHECK_FOR_INTERRUPTS();
		add_visits(table, entry->cell, entry->count);
	}
	PG_RETURN_POINTER(table);
}

/* Format: each cell and its count. */
FRINGE_FUNCTION(gridpath_heat_serialize)
{
	heat_hash *table = (heat_hash *) PG_GETARG_POINTER(0);
	heat_iterator iterator;
	const HeatEntry *entry;
	StringInfoData buf;

	aggregate_context(fcinfo);
	pq_begintypsend(&buf);
	heat_start_iterate(table, &iterator);
	while ((entry = heat_iterate(table, &iterator)))
	{
		CHECK_FOR_INTERRUPTS();
		pq_sendint64(&buf, entry->cell);
		pq_sendint64(&buf, entry->count);
	}
	PG_RETURN_BYTEA_P(pq_endtypsend(&buf));
}

FRINGE_FUNCTION(gridpath_heat_deserialize)
{
	bytea *bytes = PG_GETARG_BYTEA_PP(0);
	StringInfoData buf = {.data = VARDATA_ANY(bytes), .len = VARSIZE_ANY_EXHDR(bytes)};
	heat_hash *table = heat_create(CurrentMemoryContext, 256, NULL);

	aggregate_context(fcinfo);
	while (buf.cursor < buf.len)
	{
		int64 cell = pq_getmsgint64(&buf);

		CHECK_FOR_INTERRUPTS();
		add_visits(table, cell, pq_getmsgint64(&buf));
	}
	PG_RETURN_POINTER(table);
}

/* ---- the array -------------------------------------------------------- */

static int
compare_heat(const void *a, const void *b, void *arg)
{
	int64 x = ((const HeatRow *) a)->cell;
	int64 y = ((const HeatRow *) b)->cell;

	return x < y ? -1 : x > y;
}

/* The entries in the order of gridcell. */
static HeatRow *
sorted_heat(heat_hash *table)
{
	HeatRow *list = fringe_alloc_huge((Size) table->members * sizeof(HeatRow));
	heat_iterator iterator;
	const HeatEntry *entry;
	uint32 count = 0;

	heat_start_iterate(table, &iterator);
	while ((entry = heat_iterate(table, &iterator)))
	{
		CHECK_FOR_INTERRUPTS();
		list[count++] = (HeatRow){entry->cell, (float8) entry->count};
	}
	qsort_interruptible(list, count, sizeof(HeatRow), compare_heat, NULL);
	return list;
}

/* A tuple without nulls. Every tuple of the array is a copy of it with other columns. */
static HeapTupleHeader
heat_tuple(Oid type)
{
	TupleDesc row = lookup_rowtype_tupdesc(type, -1);
	Datum values[2] = {0, 0};
	bool nulls[2] = {false, false};
	HeapTuple tuple = heap_form_tuple(row, values, nulls);

	ReleaseTupleDesc(row);
	return DatumGetHeapTupleHeader(HeapTupleHeaderGetDatum(tuple->t_data));
}

/*
 * The array that the function returns. Its tuples are of one size, so they are written where
 * they are to be.
 */
static Datum
heat_array(FunctionCallInfo fcinfo, const HeatRow *list, uint32 count)
{
	Oid type = get_element_type(get_func_rettype(fcinfo->flinfo->fn_oid));
	HeapTupleHeader tuple = heat_tuple(type);
	HeatRow *columns = (HeatRow *) ((char *) tuple + tuple->t_hoff);
	Size size = MAXALIGN(VARSIZE(tuple));
	ArrayType *array = palloc(ARR_OVERHEAD_NONULLS(1) + count * size);
	char *to;

	SET_VARSIZE(array, ARR_OVERHEAD_NONULLS(1) + count * size);
	array->ndim = 1;
	array->dataoffset = 0;
	array->elemtype = type;
	ARR_DIMS(array)[0] = (int) count;
	ARR_LBOUND(array)[0] = 1;
	to = ARR_DATA_PTR(array);
	for (uint32 i = 0; i < count; i++, to += size)
	{
		CHECK_FOR_INTERRUPTS();
		*columns = list[i];
		memcpy(to, tuple, size);
	}
	PG_RETURN_ARRAYTYPE_P(array);
}

FRINGE_FUNCTION(gridpath_heat_final)
{
	heat_hash *table;

	aggregate_context(fcinfo);
	if (PG_ARGISNULL(0) || ((heat_hash *) PG_GETARG_POINTER(0))->members == 0)
		PG_RETURN_NULL();
	table = (heat_hash *) PG_GETARG_POINTER(0);
	return heat_array(fcinfo, sorted_heat(table), table->members);
}

/* ---- cells with values ------------------------------------------------ */

static void
check_heat(Size bytes)
{
	if (bytes > MAX_HEAT_CELLS * sizeof(HeatRow))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("too many cells for one heat"),
						errdetail("At most %d cells can have a value.", MAX_HEAT_CELLS)));
}

/* Its rows are HeatRows. */
static const RowListKind heat_list = {"gridcell_heat", check_heat};

/* Ignores rows with a null, as most aggregates do. */
FRINGE_FUNCTION(gridcell_heat_step)
{
	StringInfo list = row_list_state(fcinfo);
	HeatRow row;

	if (PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_POINTER(list);
	row = (HeatRow){DatumGetInt64(PG_GETARG_DATUM(1)), PG_GETARG_FLOAT8(2)};
	row_list_add(&heat_list, list, &row, sizeof row);
	PG_RETURN_POINTER(list);
}

FRINGE_FUNCTION(gridcell_heat_combine)
{
	return row_list_combine(fcinfo, &heat_list);
}

FRINGE_FUNCTION(gridcell_heat_serialize)
{
	return row_list_serialize(fcinfo);
}

FRINGE_FUNCTION(gridcell_heat_deserialize)
{
	return row_list_deserialize(fcinfo, &heat_list);
}

FRINGE_FUNCTION(gridcell_heat_final)
{
	StringInfo list = PG_ARGISNULL(0) ? NULL : (StringInfo) PG_GETARG_POINTER(0);

	aggregate_context(fcinfo);
	if (!list || list->len == 0)
		PG_RETURN_NULL();
	return heat_array(fcinfo, (const HeatRow *) list->data, list->len / sizeof(HeatRow));
}
