/*
 * asc_export.c - ESRI ASCII grids from layers and arrays of numbers; asc.c reads them
 */
#include "formats/asc.h"

#include <math.h>

#include "common/shortest_dec.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/float.h"

/* Numbers that are written row by row. */
typedef struct AscSource
{
	uint32 width;
	uint32 height;
	double *row; /* the row that was read last; NaN: the number is missing */
	uint32 next; /* the row to read next */
	fr_map map;	 /* of a layer: */
	fr_layer layer;
	fr_layer_scale scale;
	uint32 *stored;
	uint8 *codes;
	bool missing[256];	   /* by code: its cells have no number */
	const double *element; /* of an array: the next number; NULL: it is a layer */
	const uint8 *nulls;
	Size count; /* of elements so far */
	StringInfoData text;
} AscSource;

static void
read_layer_row(AscSource *source)
{
	Size first = (Size) source->next * source->width;

	fr_layer_unpack(&source->layer, first, source->width, source->stored);
	fr_map_unpack_codes(&source->map, first, source->width, source->codes);
	for (uint32 x = 0; x < source->width; x++)
		source->row[x] = source->missing[source->codes[x]]
							 ? get_float8_nan()
							 : fr_layer_number(&source->scale, source->stored[x]);
}

static void
read_array_row(AscSource *source)
{
	for (uint32 x = 0; x < source->width; x++, source->count++)
	{
		poll_at(source->row + x);
		if (source->nulls && !(source->nulls[source->count / 8] >> source->count % 8 & 1))
			source->row[x] = get_float8_nan();
		else
			source->row[x] = *source->element++;
		if (isinf(source->row[x]))
			ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
							errmsg("number of cell (%u,%u) is %s", x, source->next,
								   number_text(source->row[x])),
							errdetail("An ASCII grid has finite numbers.")));
	}
}

/* Reads the next row; false after the last one. */
static bool
next_asc_row(AscSource *source)
{
	CHECK_FOR_INTERRUPTS();
	if (source->next == source->height)
		return false;
	if (source->element)
		read_array_row(source);
	else
		read_layer_row(source);
	source->next++;
	return true;
}

#define NODATA_CHOICES 10

/* NODATA_value: -9999, or the first of -99999, -999999, ... that no number equals; NaN if all occur. */
static double
choose_nodata(AscSource source)
{
	double choices[NODATA_CHOICES] = {ASC_USUAL_NODATA};
	bool occurs[NODATA_CHOICES] = {false};

	for (int i = 1; i < NODATA_CHOICES; i++)
		choices[i] = choices[i - 1] * 10 - 9;
	while (next_asc_row(&source))
		for (uint32 x = 0; x < source.width; x++)
		{
			poll_at(source.row + x);
			if (unlikely(source.row[x] < ASC_USUAL_NODATA + 1))
				for (int i = 0; i < NODATA_CHOICES; i++)
					occurs[i] |= asc_is_nodata(source.row[x], choices[i]);
		}
	for (int i = 0; i < NODATA_CHOICES; i++)
		if (!occurs[i])
			return choices[i];
	return get_float8_nan();
}

#define ASC_NUMBER_BYTES                                                                 \
	32 /* more than the shortest form of a double, a blank and a NUL have */

/* The fewest digits that are this number. */
static void
put_asc_number(AscSource *source, double number)
{
	StringInfo text = &source->text;

	CHECK_FOR_INTERRUPTS();
	if (text->len + ASC_NUMBER_BYTES > text->maxlen)
	{
		fringe_limit_memory(ASC, source->width * sizeof(double) +
									 Min(2 * (Size) text->maxlen, MaxAllocSize));
		enlargeStringInfo(text, ASC_NUMBER_BYTES);
	}
	if (isnan(number))
		appendStringInfoString(text, "nan");
	else
		text->len += double_to_shortest_decimal_bufn(number, text->data + text->len);
}

/* The grid whose cell (0,0) has its upper-left corner at the origin. */
static Datum
asc_text(AscSource *source, double origin_x, double origin_y, double cell_size)
{
	Geotransform corner = {
		{origin_x, origin_y - source->height * cell_size}, cell_size, cell_size, -1};
	StringInfo text = &source->text;
	double nodata;

	geotransform_check(&corner);
	fringe_limit_memory(ASC, source->width * sizeof(double));
	source->row = palloc(source->width * sizeof(double));
	nodata = choose_nodata(*source);
	initStringInfo(text);
	appendStringInfoSpaces(text, VARHDRSZ);
	appendStringInfo(text, "ncols %u\nnrows %u\nxllcorner ", source->width,
					 source->height);
	put_asc_number(source, corner.origin.x);
	appendStringInfoString(text, "\nyllcorner ");
	put_asc_number(source, corner.origin.y);
	appendStringInfoString(text, "\ncellsize ");
	put_asc_number(source, cell_size);
	appendStringInfoString(text, "\nNODATA_value ");
	put_asc_number(source, nodata);
	appendStringInfoChar(text, '\n');
	while (next_asc_row(source))
		for (uint32 x = 0; x < source->width; x++)
		{
			put_asc_number(source, isnan(source->row[x]) ? nodata : source->row[x]);
			appendStringInfoCharMacro(text, x + 1 < source->width ? ' ' : '\n');
		}
	SET_VARSIZE(text->data, text->len);
	return PointerGetDatum(text->data);
}

/* fringe_asc(numbers, origin_x, origin_y, cell_size) */
FRINGE_FUNCTION(fringe_asc)
{
	ArrayType *array = PG_GETARG_ARRAYTYPE_P(0);
	AscSource source = {0};

	if (ARR_NDIM(array) != 2)
		ereport(ERROR, (errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
						errmsg("numbers must be a two-dimensional array")));
	source.width = (uint32) ARR_DIMS(array)[1];
	source.height = (uint32) ARR_DIMS(array)[0];
	source.element = (const double *) ARR_DATA_PTR(array);
	source.nulls = ARR_NULLBITMAP(array);
	return asc_text(&source, PG_GETARG_FLOAT8(1), PG_GETARG_FLOAT8(2),
					PG_GETARG_FLOAT8(3));
}

/* gridmap_to_asc(map, layer, origin_x, origin_y, cell_size, missing) */
FRINGE_FUNCTION(gridmap_to_asc)
{
	fr_map map = gridmap_open(PG_GETARG_GRIDMAP(0));
	const text *name = PG_GETARG_TEXT_PP(1);
	const text *missing = PG_GETARG_TEXT_PP(5);
	AscSource source = {.width = map.width, .height = map.height, .map = map};

	for (Size i = 0; i < VARSIZE_ANY_EXHDR(missing); i++)
	{
		fringe_check_code(VARDATA_ANY(missing)[i]);
		source.missing[(uint8) VARDATA_ANY(missing)[i]] = true;
	}
	if (!fr_map_find_layer(&map, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name),
						   &source.layer))
		PG_RETURN_NULL();
	fr_layer_scale_of(&source.layer, &source.scale);
	source.stored = palloc(map.width * sizeof(uint32));
	source.codes = palloc(map.width);
	return asc_text(&source, PG_GETARG_FLOAT8(2), PG_GETARG_FLOAT8(3),
					PG_GETARG_FLOAT8(4));
}
