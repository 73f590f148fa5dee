/*
 * numbers.h - two-dimensional arrays of float8, as functions return them: a row per row of a map
 */
#ifndef FRINGE_NUMBERS_H
#define FRINGE_NUMBERS_H

#include "pg/module.h"

#include "utils/array.h"

/* An array while its elements are written, row by row. */
typedef struct NumberArray
{
	ArrayType *array;
	double *next;
	uint8 *nulls; /* NULL: all elements are numbers */
	Size count;	  /* of elements so far */
} NumberArray;

/*
 * Begins an array of which `known` elements are not NULL. The call has taken `taken` bytes before,
 * which count against fringe.max_memory as well.
 */
extern NumberArray number_array_begin(uint32 width, uint32 height, Size known,
									  Size taken);

static inline void
number_array_put(NumberArray *numbers, double number)
{
	if (numbers->nulls)
		numbers->nulls[numbers->count / 8] |= 1 << numbers->count % 8;
	numbers->count++;
	*numbers->next++ = number;
}

static inline void
number_array_put_null(NumberArray *numbers)
{
	numbers->count++;
}

#endif /* FRINGE_NUMBERS_H */
