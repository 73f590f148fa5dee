/*
 * layer_functions.c - layers of maps: gridmap_set_layer, gridmap_layer, gridmap_layers,
 * gridmap_drop_layer, gridmap_block, gridmap_unblock, gridmap_set_sides
 */
#include "pg/functions/numbers.h"
#include "pg/types/types.h"

#include "core/base/text.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/tuplestore.h"

#include <math.h>

/* ---- arguments --------------------------------------------------------------------- */

/* The name of a layer, which need not be on a map. */
static fr_span
name_argument(FunctionCallInfo fcinfo, int n)
{
	const text *given = PG_GETARG_TEXT_PP(n);
	fr_span name = {VARDATA_ANY(given), VARSIZE_ANY_EXHDR(given)};

	fringe_check_layer_name(name);
	return name;
}

/* The number of a cell, which must be one. */
static double
checked_number(bool null, double number, fr_cell cell)
{
	if (null)
		ereport(
			ERROR,
			(errcode(ERRCODE_NULL_VALUE_NOT_ALLOWED),
			 errmsg("number of cell (%d,%d) must not be null", cell.x, cell.y),
			 errhint(
				 "coalesce(number, 0) replaces NULL by 0, which friction takes for free ground. If NULL means missing data, make these cells walls with gridmap_set, too.")));
	if (isnan(number) || isinf(number))
		ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
						errmsg("number of cell (%d,%d) is %s", cell.x, cell.y,
							   float8out_internal(number)),
						errdetail("A layer has a finite number for each cell."),
						errhint("gridmap_block blocks cells under every model.")));
	return number;
}

/* The elements of an array, which skips NULL. */
typedef struct Elements
{
	const double *next;
	const uint8 *nulls; /* NULL: there are none */
	Size count;			/* that were taken */
} Elements;

static Elements
elements_of(ArrayType *array)
{
	return (Elements){(const double *) ARR_DATA_PTR(array), ARR_NULLBITMAP(array), 0};
}

/* Takes the next element, that of this cell. */
static double
next_number(Elements *elements, fr_cell cell)
{
	Size at = elements->count++;
	bool null = elements->nulls && !(elements->nulls[at / 8] & 1 << at % 8);

	return checked_number(null, null ? 0 : *elements->next++, cell);
}

/* How many numbers are before the first one that is NaN or infinite? */
static Size
count_finite(const double *numbers, Size count)
{
	Size i = 0;

	/* a finite number minus itself is 0 */
	for (; i < count && numbers[i] - numbers[i] == 0; i++)
		fr_poll_at(&fringe_poll, i);
	return i;
}

/* Raises an error if a number of the array is NULL, NaN or infinite. */
static void
check_numbers(ArrayType *array, const fr_map *map)
{
	Elements elements = elements_of(array);
	Size cells = (Size) map->width * map->height;

	if (!elements.nulls && count_finite(elements.next, cells) == cells)
		return;
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map->width; x++)
			next_number(&elements, (fr_cell){(int32) x, (int32) y});
	}
}

/* The numbers of an array with a row per row of the map, which are in the array. */
static const double *
numbers_argument(ArrayType *array, const fr_map *map)
{
	if (ARR_NDIM(array) != 2 || ARR_DIMS(array)[0] != map->height ||
		ARR_DIMS(array)[1] != map->width)
		ereport(
			ERROR,
			(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
			 errmsg(
				 "numbers of a layer must be a two-dimensional array of the map's size"),
			 ARR_NDIM(array) == 2
				 ? errdetail(
					   "The array has %d rows of %d numbers, the map %u rows of %u cells.",
					   ARR_DIMS(array)[0], ARR_DIMS(array)[1], map->height, map->width)
				 : errdetail_plural("The array has %d dimension.",
									"The array has %d dimensions.",
									(unsigned long) ARR_NDIM(array), ARR_NDIM(array))));
	check_numbers(array, map);
	return (const double *) ARR_DATA_PTR(array);
}

/* The numbers of a layer of a map. */
static void
read_numbers(const fr_map *map, const fr_layer *layer, double *numbers)
{
	uint32 *row = palloc(map->width * sizeof(uint32));
	fr_layer_scale scale;

	fr_layer_scale_of(layer, &scale);
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(layer, (Size) y * map->width, map->width, row);
		for (uint32 x = 0; x < map->width; x++)
			*numbers++ = fr_layer_number(&scale, row[x]);
	}
	pfree(row);
}

/* ---- gridmap_set_layer -------------------------------------------------------------- */

/* gridmap_set_layer(map, name, numbers, scale, offset) */
FRINGE_FUNCTION(gridmap_set_layer)
{
	Gridmap *stored;
	fr_map map;
	fr_span name;
	LayerNumbers of = {0};
	fr_layer_scale scale;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1) || PG_ARGISNULL(2))
		PG_RETURN_NULL();
	stored = PG_GETARG_GRIDMAP(0);
	map = gridmap_open(stored);
	name = name_argument(fcinfo, 1);
	of = (LayerNumbers){.name = name.at,
						.name_length = (int) name.length,
						.numbers = numbers_argument(PG_GETARG_ARRAYTYPE_P(2), &map),
						.width = map.width,
						.height = map.height,
						.scaled = !PG_ARGISNULL(3),
						.offset_given = !PG_ARGISNULL(4)};
	if (of.scaled)
		of.scale = fringe_decimal(PG_GETARG_FLOAT8(3), "scale");
	if (of.offset_given)
	{
		of.below = PG_GETARG_FLOAT8(4) < 0;
		of.offset = fringe_decimal(fabs(PG_GETARG_FLOAT8(4)), "offset");
	}
	if (of.offset_given && !of.scaled)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("an offset needs a scale")));
	if (of.scaled &&
		(!fr_layer_scale_of(
			 &(fr_layer){.scale = of.scale, .offset = of.offset, .below = of.below},
			 &scale) ||
		 (fr_layer_most(name.at, name.length) < FR_LAYER_MOST &&
		  (scale.step != 1 || scale.decimals != 0 || scale.first != 0))))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("invalid scale or offset of layer %s",
					fringe_quote(name.at, name.length)),
			 fr_layer_most(name.at, name.length) < FR_LAYER_MOST
				 ? errdetail(
					   "This layer has whole numbers: its scale is 1, its offset 0.")
				 : errdetail(
					   "The scale must be above 0, and numbers have at most %d digits.",
					   FR_LAYER_DIGITS)));
	PG_RETURN_POINTER(gridmap_add_layer(stored, &of));
}

/* Some cells and their numbers. */
typedef struct CellNumbers
{
	const int64 *cells;
	int count;
	Elements values;
} CellNumbers;

static fr_cell
cell_at(const CellNumbers *given, int i)
{
	return DatumGetCell(Int64GetDatum(given->cells[i]));
}

static CellNumbers
cells_argument(FunctionCallInfo fcinfo, const fr_map *map)
{
	CellNumbers given = {0};
	ArrayType *values = PG_ARGISNULL(3) ? NULL : PG_GETARG_ARRAYTYPE_P(3);

	given.cells = gridcell_list(fcinfo, 2, &given.count);
	if ((values ? ArrayGetNItems(ARR_NDIM(values), ARR_DIMS(values)) : 0) != given.count)
		ereport(ERROR,
				(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
				 errmsg("cells and values must have the same number of elements")));
	if (values)
		given.values = elements_of(values);
	for (int i = 0; i < given.count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell_at(&given, i), map->width, map->height);
	}
	return given;
}

/*
 * A layer of zeros with the scale that fits these numbers. False if no scale does, or if a cell
 * is given twice or no other one is left: then not all of these numbers and 0 are on the layer.
 */
static bool
fit_cells(const fr_map *map, CellNumbers given, fr_layer *layer, LayerList *list)
{
	Size cells = (Size) map->width * map->height;
	Size size = ((Size) given.count + 1) * sizeof(double);
	double *numbers = layer_list_alloc(list, size);
	uint8 *seen = layer_list_alloc(list, cells / 8 + 1);
	fr_layer_scale scale;
	bool fits = given.count < cells;

	fr_fill(seen, 0, cells / 8 + 1, &fringe_poll);
	for (int i = 0; i < given.count && fits; i++)
	{
		fr_cell cell = cell_at(&given, i);
		Size at = (Size) cell.y * map->width + cell.x;

		CHECK_FOR_INTERRUPTS();
		fits = !(seen[at / 8] >> at % 8 & 1);
		seen[at / 8] |= 1 << at % 8;
		numbers[i] = next_number(&given.values, cell);
	}
	numbers[given.count] = 0;
	fits = fits &&
		   fr_layer_fit(numbers, (Size) given.count + 1, FR_LAYER_EXACT, layer,
						&fringe_poll) &&
		   fr_layer_scale_of(layer, &scale) &&
		   fr_layer_stored(&scale, 0, &layer->constant) &&
		   fr_layer_number(&scale, layer->constant) == 0;
	layer->least = layer->greatest = layer->constant;
	layer_list_free(list, seen, cells / 8 + 1);
	layer_list_free(list, numbers, size);
	return fits;
}

/* The stored numbers of all cells. */
static void
read_stored(const fr_map *map, const fr_layer *layer, uint32 *stored)
{
	for (uint32 y = 0; y < map->height; y++)
	{
		Size first = (Size) y * map->width;

		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(layer, first, map->width, stored + first);
	}
}

/* The layer with other numbers at some cells, if its scale has all of them exactly. */
static bool
set_stored(const fr_map *map, const fr_layer *layer, CellNumbers given, LayerList *list)
{
	Size cells = (Size) map->width * map->height;
	uint32 most = fr_layer_most(layer->name, layer->name_length);
	uint32 *stored = layer_list_alloc(list, cells * sizeof(uint32));
	fr_layer_scale scale;
	bool exact = true;

	fr_layer_scale_of(layer, &scale);
	read_stored(map, layer, stored);
	for (int i = 0; i < given.count && exact; i++)
	{
		fr_cell cell = cell_at(&given, i);
		double number = next_number(&given.values, cell);
		uint32 *at = &stored[(Size) cell.y * map->width + cell.x];

		CHECK_FOR_INTERRUPTS();
		exact = fr_layer_stored(&scale, number, at) && *at <= most &&
				fr_layer_number(&scale, *at) == number;
	}
	if (exact)
		layer_list_put(list, *layer, stored, cells);
	layer_list_free(list, stored, cells * sizeof(uint32));
	return exact;
}

/* gridmap_set_layer(map, name, cells, values): other cells keep their numbers, or get 0 */
FRINGE_FUNCTION(gridmap_set_layer_cells)
{
	Gridmap *stored;
	fr_map map;
	fr_span name;
	fr_layer layer;
	CellNumbers given;
	LayerList list;
	LayerNumbers of;
	double *numbers;
	Size size;
	bool found;

	if (PG_ARGISNULL(0) || PG_ARGISNULL(1))
		PG_RETURN_NULL();
	stored = PG_GETARG_GRIDMAP(0);
	map = gridmap_open(stored);
	name = name_argument(fcinfo, 1);
	given = cells_argument(fcinfo, &map);
	list = layer_list_of(&map);
	found = fr_map_find_layer(&map, name.at, name.length, &layer);
	if (!found)
		layer = (fr_layer){.name = name.at, .name_length = (int) name.length};
	if ((found || fit_cells(&map, given, &layer, &list)) &&
		set_stored(&map, &layer, given, &list))
		PG_RETURN_POINTER(gridmap_layered(stored, &list));
	size = (Size) map.width * map.height * sizeof(double);
	numbers = layer_list_alloc(&list, size);
	if (found)
		read_numbers(&map, &layer, numbers);
	else
		fr_fill(numbers, 0, size, &fringe_poll);
	for (int i = 0; i < given.count; i++)
	{
		fr_cell cell = cell_at(&given, i);

		CHECK_FOR_INTERRUPTS();
		numbers[(Size) cell.y * map.width + cell.x] = next_number(&given.values, cell);
	}
	of = (LayerNumbers){.name = name.at,
						.name_length = (int) name.length,
						.numbers = numbers,
						.width = map.width,
						.height = map.height,
						.how = SCALE_OF_ALL,
						.taken = list.taken};
	PG_RETURN_POINTER(gridmap_add_layer(stored, &of));
}

/* ---- gridmap_layer, gridmap_layers, gridmap_drop_layer -------------------------------- */

/* gridmap_layer(map, name): a row of the array is a row of the map; NULL without such a layer */
FRINGE_FUNCTION(gridmap_layer)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	const text *name = PG_GETARG_TEXT_PP(1);
	NumberArray numbers;
	fr_layer layer;

	if (!fr_map_find_layer(&map, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name), &layer))
		PG_RETURN_NULL();
	numbers = number_array_begin(map.width, map.height, (Size) map.width * map.height, 0);
	read_numbers(&map, &layer, numbers.next);
	PG_RETURN_ARRAYTYPE_P(numbers.array);
}

static double
decimal_number(fr_decimal decimal, bool below)
{
	double number = (double) decimal.digits / (double) fr_power10(decimal.scale);

	return below ? -number : number;
}

/* gridmap_layers(map): a row per layer */
FRINGE_FUNCTION(gridmap_layers)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	bool nulls[6] = {false};

	InitMaterializedSRF(fcinfo, 0);
	for (int i = 0; i < map.layer_count; i++)
	{
		fr_layer_scale scale;
		fr_layer layer;
		Datum values[6];

		fr_map_layer(&map, i, &layer);
		fr_layer_scale_of(&layer, &scale);
		values[0] =
			PointerGetDatum(cstring_to_text_with_len(layer.name, layer.name_length));
		values[1] = Float8GetDatum(fr_layer_number(&scale, layer.least));
		values[2] = Float8GetDatum(fr_layer_number(&scale, layer.greatest));
		values[3] = Float8GetDatum(decimal_number(layer.scale, false));
		values[4] = Float8GetDatum(decimal_number(layer.offset, layer.below));
		values[5] = Int64GetDatum(fr_layer_size(&layer, (Size) map.width * map.height));
		tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
	}
	return (Datum) 0;
}

/* gridmap_drop_layer(map, name): the same map without such a layer */
FRINGE_FUNCTION(gridmap_drop_layer)
{
	Gridmap *stored = PG_GETARG_GRIDMAP(0);
	fr_map map = gridmap_open(stored);
	const text *name = PG_GETARG_TEXT_PP(1);
	fr_layer layer;
	LayerList list = layer_list_of(&map);

	if (!fr_map_find_layer(&map, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name), &layer))
		PG_RETURN_POINTER(stored);
	layer_list_drop(&list, layer.name, layer.name_length);
	PG_RETURN_POINTER(gridmap_layered(stored, &list));
}

/* ---- gridmap_block, gridmap_unblock, gridmap_set_sides ---------------------------------- */

/* A layer of whole numbers while it is changed. */
typedef struct WholeLayer
{
	Gridmap *stored;
	fr_map map;
	Size cells;
	fr_layer layer;
	LayerList list;
	uint32 *numbers;
} WholeLayer;

/*
 * The layer of this name of the map in argument 0; zeros if the map has none. A layer without a
 * meaning of its own is read as a layer of sides.
 */
static WholeLayer
begin_whole(FunctionCallInfo fcinfo, fr_span name)
{
	WholeLayer whole = {.stored = PG_GETARG_GRIDMAP(0)};
	fr_error error;

	whole.map = gridmap_open(whole.stored);
	whole.cells = (Size) whole.map.width * whole.map.height;
	whole.list = layer_list_of(&whole.map);
	whole.numbers = layer_list_alloc(&whole.list, whole.cells * sizeof(uint32));
	if (fr_map_find_layer(&whole.map, name.at, name.length, &whole.layer))
	{
		if (!fr_layer_has_sides(&whole.layer))
		{
			(void) fr_fail(&error, FR_LAYER_NO_SIDES, .at = name.at,
						   .length = name.length);
			fringe_report(&error, "gridmap", NULL);
		}
		read_stored(&whole.map, &whole.layer, whole.numbers);
	}
	else
		fr_fill(whole.numbers, 0, whole.cells * sizeof(uint32), &fringe_poll);
	whole.layer = (fr_layer){
		.name = name.at, .name_length = (int) name.length, .scale = fr_decimal_one};
	return whole;
}

/* The map with the changed layer, or without it if all its numbers are 0. */
static Gridmap *
end_whole(WholeLayer *whole)
{
	fr_layer measured = whole->layer;

	fr_layer_measure(&measured, whole->numbers, whole->cells, &fringe_poll);
	if (measured.greatest > 0)
		layer_list_put(&whole->list, whole->layer, whole->numbers, whole->cells);
	else
		layer_list_drop(&whole->list, measured.name, measured.name_length);
	layer_list_free(&whole->list, whole->numbers, whole->cells * sizeof(uint32));
	return gridmap_layered(whole->stored, &whole->list);
}

/* Sets `blocked` of the cells in argument 1. */
static Gridmap *
set_blocked(FunctionCallInfo fcinfo, uint32 blocked)
{
	int count;
	const int64 *cells = gridcell_list(fcinfo, 1, &count);
	WholeLayer whole;

	if (count == 0)
		return PG_GETARG_GRIDMAP(0);
	whole = begin_whole(fcinfo, (fr_span){FR_LAYER_BLOCKED, strlen(FR_LAYER_BLOCKED)});
	for (int i = 0; i < count; i++)
	{
		fr_cell cell = DatumGetCell(Int64GetDatum(cells[i]));

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, whole.map.width, whole.map.height);
		whole.numbers[(Size) cell.y * whole.map.width + cell.x] = blocked;
	}
	return end_whole(&whole);
}

/* gridmap_block(map, cells) */
FRINGE_FUNCTION(gridmap_block)
{
	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(set_blocked(fcinfo, 1));
}

/* gridmap_unblock(map, cells) */
FRINGE_FUNCTION(gridmap_unblock)
{
	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	PG_RETURN_POINTER(set_blocked(fcinfo, 0));
}

/* The bits of sides such as N+E. */
static uint32
sides_argument(const text *given)
{
	const char *next = VARDATA_ANY(given);
	const char *end = next + VARSIZE_ANY_EXHDR(given);
	uint32 sides = 0;

	for (;;)
	{
		const char *stop = memchr(next, '+', end - next);
		fr_span word = {next, (stop ? stop : end) - next};
		int bit = 0;

		while (bit < FR_SIDES &&
			   !fr_span_is(word, fr_direction_name[fr_side_direction[bit]]))
			bit++;
		if (bit == FR_SIDES)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid side %s", fringe_quote(word.at, word.length)),
				 fr_span_is(word, "SE") || fr_span_is(word, "NW")
					 ? errhint(
						   "Of hexagons, the lower right side is S if rows are shifted, "
						   "and E if columns are; the upper left side is N or W.")
					 : errhint("Sides are N, E, S and W, and of hexagons also NE and SW, "
							   "with + in between.")));
		sides |= 1 << bit;
		if (!stop)
			return sides;
		next = stop + 1;
	}
}

/* The bit of the side across from each side. */
static int
opposite_bit(int bit)
{
	int other = 0;

	while (fr_side_direction[other] != fr_opposite(fr_side_direction[bit]))
		other++;
	return other;
}

/* Closes or opens a side of a cell, if the cell is on the map. */
static void
set_side(WholeLayer *whole, fr_cell cell, int bit, bool closed)
{
	uint32 *sides;

	if (!fringe_is_inside(cell, whole->map.width, whole->map.height))
		return;
	sides = &whole->numbers[(Size) cell.y * whole->map.width + cell.x];
	*sides = closed ? *sides | 1 << bit : *sides & ~(1 << bit);
}

/* gridmap_set_sides(map, cells, sides, closed, twoway, layer) */
FRINGE_FUNCTION(gridmap_set_sides)
{
	int count;
	const int64 *cells;
	uint32 sides;
	bool closed;
	bool twoway;
	fr_span layer;
	WholeLayer whole;

	if (fringe_null_except_lists(fcinfo, 1 << 1))
		PG_RETURN_NULL();
	cells = gridcell_list(fcinfo, 1, &count);
	sides = sides_argument(PG_GETARG_TEXT_PP(2));
	closed = PG_GETARG_BOOL(3);
	twoway = PG_GETARG_BOOL(4);
	layer = (fr_span){VARDATA_ANY(PG_GETARG_TEXT_PP(5)),
					  VARSIZE_ANY_EXHDR(PG_GETARG_TEXT_PP(5))};
	fringe_check_layer_name(layer);
	if (fr_layer_most(layer.at, layer.length) == 1)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("layer %s has no sides of cells",
							   fringe_quote(layer.at, layer.length)),
						errhint("gridmap_block blocks cells.")));
	if (count == 0)
		PG_RETURN_POINTER(PG_GETARG_GRIDMAP(0));
	whole = begin_whole(fcinfo, layer);
	for (int i = 0; i < count; i++)
	{
		fr_cell cell = DatumGetCell(Int64GetDatum(cells[i]));

		CHECK_FOR_INTERRUPTS();
		fringe_check_inside(cell, whole.map.width, whole.map.height);
		for (int bit = 0; bit < FR_SIDES; bit++)
			if (sides >> bit & 1)
			{
				int d = fr_side_direction[bit];
				fr_cell across = {cell.x + fr_dx[d], cell.y + fr_dy[d]};

				set_side(&whole, cell, bit, closed);
				if (twoway)
					set_side(&whole, across, opposite_bit(bit), closed);
			}
	}
	PG_RETURN_POINTER(end_whole(&whole));
}
