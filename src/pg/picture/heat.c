/*
 * heat.c - rows of (cell, value) as levels of colour
 *
 * A row without a cell, or whose value is no finite number, is passed over.
 */
#include "pg/picture/picture.h"
#include "pg/types/types.h"

#include <math.h>

#include "access/htup_details.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/typcache.h"

/* A row that counts. */
typedef struct HeatRow
{
	uint32 cell;
	double value;
} HeatRow;

static const char *const scale_names[] = {"linear", "log", "class", "band", NULL};

HeatScale
heat_scale_named(const text *name)
{
	int scale = fringe_text_word(name, scale_names);

	if (scale < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("unknown scale %s", fringe_quote_text(name)),
						errhint("Scales are linear, log, class and band.")));
	return (HeatScale) scale;
}

/* ---- rows -------------------------------------------------------------- */

/* The columns of a gridcell_value; false where the row is to be passed over. */
static bool
read_heat_row(HeapTupleHeader header, TupleDesc columns, const fr_map *map, HeatRow *row)
{
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header),
						   .t_data = header};
	Datum values[2];
	bool nulls[2];
	fr_cell cell;

	heap_deform_tuple(&tuple, columns, values, nulls);
	if (nulls[0] || nulls[1] || !isfinite(DatumGetFloat8(values[1])))
		return false;
	cell = DatumGetCell(values[0]);
	fringe_check_inside(cell, map->width, map->height);
	*row = (HeatRow){(uint32) cell.y * map->width + cell.x, DatumGetFloat8(values[1])};
	return true;
}

static HeatRow *
read_rows(ArrayType *array, const fr_map *map, uint32 *count)
{
	TupleDesc columns = lookup_rowtype_tupdesc(ARR_ELEMTYPE(array), -1);
	ArrayIterator next = array_create_iterator(array, 0, NULL);
	HeatRow *rows = fringe_alloc_huge(fringe_count_known(array) * sizeof(HeatRow) + 1);
	Datum value;
	bool is_null;

	*count = 0;
	while (array_iterate(next, &value, &is_null))
	{
		CHECK_FOR_INTERRUPTS();
		if (!is_null &&
			read_heat_row(DatumGetHeapTupleHeader(value), columns, map, &rows[*count]))
			(*count)++;
	}
	array_free_iterator(next);
	ReleaseTupleDesc(columns);
	return rows;
}

/* ---- levels ------------------------------------------------------------ */

/* Sets the ends of the scale, where they are not given, to those of the values. */
static void
fit_ends(Heat *heat, const HeatRow *rows)
{
	double low = INFINITY;
	double high = -INFINITY;

	for (uint32 i = 0; i < heat->count; i++)
	{
		low = Min(low, rows[i].value);
		high = Max(high, rows[i].value);
	}
	if (isnan(heat->low))
		heat->low = low;
	if (isnan(heat->high))
		heat->high = high;
}

/* Fails if the ends of the scale, as far as they are known, are no scale. */
void
heat_check_ends(const Heat *heat)
{
	if (heat->scale == HEAT_LOG && heat->low <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a logarithmic scale must begin above 0"),
						errdetail("It would begin at %g.", heat->low),
						errhint("Set the argument low.")));
	if (heat->low > heat->high)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("low must not exceed high"),
			 errdetail("The ends of the scale are %g and %g.", heat->low, heat->high)));
}

/* A number's place among classes, which take turns. */
int
heat_class(double value)
{
	double turn = fmod(floor(value), HEAT_CLASSES);

	return (int) (turn < 0 ? turn + HEAT_CLASSES : turn);
}

/* The whole numbers from one end of the scale to the other. */
double
heat_bands(const Heat *heat)
{
	return floor(heat->high) - floor(heat->low) + 1;
}

static int
level_of_value(const Heat *heat, double value)
{
	double low = heat->low;
	double high = heat->high;

	if (heat->scale == HEAT_CLASS)
		return heat_class(value);
	value = Max(low, Min(high, value));
	if (heat->scale == HEAT_BAND && heat_bands(heat) == heat->levels)
		return (int) (floor(value) - floor(low));
	if (heat->scale == HEAT_LOG)
	{
		low = log(low);
		high = log(high);
		value = log(value);
	}
	/* halves, as the difference of two numbers may not be finite */
	return high > low
			   ? Min((int) ((value / 2 - low / 2) / (high / 2 - low / 2) * heat->levels),
					 heat->levels - 1)
			   : 0;
}

/* A counting sort of the rows' cells by level. */
static void
sort_by_level(Heat *heat, const HeatRow *rows)
{
	uint32 next[HEAT_LEVELS_MAX + 1] = {0};

	for (uint32 i = 0; i < heat->count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		next[level_of_value(heat, rows[i].value) + 1]++;
	}
	for (int level = 0; level < heat->levels; level++)
		next[level + 1] += next[level];
	memcpy(heat->first, next, sizeof next);
	heat->cells = fringe_alloc_huge((Size) heat->count * sizeof(uint32) + 1);
	for (uint32 i = 0; i < heat->count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		heat->cells[next[level_of_value(heat, rows[i].value)]++] = rows[i].cell;
	}
}

/* Levels, scale and the given ends, or NaN, are set. */
void
heat_read(Heat *heat, ArrayType *array, const fr_map *map)
{
	HeatRow *rows = read_rows(array, map, &heat->count);

	if (heat->count == 0)
		return;
	fit_ends(heat, rows);
	heat_check_ends(heat);
	if (heat->scale == HEAT_CLASS)
		heat->levels = HEAT_CLASSES;
	if (heat->scale == HEAT_BAND)
		heat->levels = (int) Min(HEAT_LEVELS_MAX, heat_bands(heat));
	sort_by_level(heat, rows);
	pfree(rows);
}

/* On dark paper low values are dark. */
Paint
heat_paint(const Heat *heat, int level)
{
	if (heat->scale == HEAT_CLASS)
		return paint_of(colour_of_class(level));
	return (Paint){colour_of_ramp(level, heat->levels),
				   colour_of_ramp(heat->levels - 1 - level, heat->levels)};
}
