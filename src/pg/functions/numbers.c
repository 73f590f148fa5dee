/*
 * numbers.c - maps from arrays of numbers, and arrays of numbers
 */
#include "pg/functions/numbers.h"
#include "pg/rules/rules.h"

#include "catalog/pg_type.h"
#include "utils/memutils.h"

typedef struct ArrayNumbers
{
	const char *next;
	const uint8 *nulls; /* NULL: there are none */
	int64 count;		/* values taken */
} ArrayNumbers;

static void
next_array_value(void *source, fr_cell cell, CellValue *value)
{
	ArrayNumbers *numbers = source;
	int64 at = numbers->count++;

	if (numbers->nulls && !(numbers->nulls[at / 8] & 1 << at % 8))
		return;
	memcpy(&value->number, numbers->next, sizeof(float8));
	numbers->next += sizeof(float8);
}

/* The rule of a call without one: the map keeps the numbers as its layer `cost`. */
static const Rule rule_of_costs = {.format = &rule_of_numbers,
								   .fallback = RULE_GROUND,
								   .null_code = RULE_WALL,
								   .layer = {FR_LAYER_COST, sizeof FR_LAYER_COST - 1}};

/* gridmap_from_numbers(float8[][], rule): a row of the array is a row of the map */
FRINGE_FUNCTION(gridmap_from_numbers)
{
	ArrayType *array;
	ArrayNumbers numbers = {0};
	Rule rule;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	array = PG_GETARG_ARRAYTYPE_P(0);
	if (ARR_NDIM(array) != 2)
		ereport(
			ERROR,
			(errcode(ERRCODE_ARRAY_SUBSCRIPT_ERROR),
			 errmsg("numbers must be a two-dimensional array"),
			 errdetail_plural("The array has %d dimension.",
							  "The array has %d dimensions.",
							  (unsigned long) ARR_NDIM(array), ARR_NDIM(array)),
			 errhint("gridmap_from_json(to_jsonb(numbers), rule, width) of the extension "
					 "fringe_formats takes rows one after the other.")));
	gridmap_check_size(ARR_DIMS(array)[1], ARR_DIMS(array)[0]);
	numbers.next = ARR_DATA_PTR(array);
	numbers.nulls = ARR_NULLBITMAP(array);
	rule = PG_ARGISNULL(1) ? rule_of_costs : rule_argument(fcinfo, 1, &rule_of_numbers);
	PG_RETURN_POINTER(rule_map(&rule, ARR_DIMS(array)[1], ARR_DIMS(array)[0],
							   next_array_value, &numbers));
}

/* ---- arrays of numbers --------------------------------------------------------------- */

NumberArray
number_array_begin(uint32 width, uint32 height, Size known, Size taken)
{
	Size cells = (Size) width * height;
	Size header =
		known < cells ? ARR_OVERHEAD_WITHNULLS(2, cells) : ARR_OVERHEAD_NONULLS(2);
	Size size = header + known * sizeof(float8);
	ArrayType *array;

	if (!AllocSizeIsValid(size))
		ereport(ERROR, (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
						errmsg("array of numbers would be too large"),
						errdetail("It would have %zu numbers.", known)));
	fringe_limit_memory("array of numbers", taken + size);
	array = palloc(size);
	SET_VARSIZE(array, size);
	array->ndim = 2;
	array->dataoffset = known < cells ? (int32) header : 0;
	array->elemtype = FLOAT8OID;
	ARR_DIMS(array)[0] = (int) height;
	ARR_DIMS(array)[1] = (int) width;
	ARR_LBOUND(array)[0] = ARR_LBOUND(array)[1] = 1;
	if (known < cells) /* and the bytes between the bitmap and the numbers */
		fr_fill((uint8 *) ARR_NULLBITMAP(array), 0,
				header - ((char *) ARR_NULLBITMAP(array) - (char *) array), &fringe_poll);
	return (NumberArray){array, (double *) ARR_DATA_PTR(array),
						 (uint8 *) ARR_NULLBITMAP(array), 0};
}
