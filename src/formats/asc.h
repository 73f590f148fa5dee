/*
 * asc.h - what the reader and the writer of ESRI ASCII grids share
 */
#ifndef FRINGE_ASC_H
#define FRINGE_ASC_H

#include "formats/formats.h"

#include <math.h>

#define ASC "ASCII grid"
#define ASC_USUAL_NODATA (-9999)
#define ASC_HUGE 1e15 /* no layer has such a number */

/* Is it a whole number that float4 may round? GDAL reads a grid of such numbers as int4. */
static inline bool
asc_is_int4(double number)
{
	return number == rint(number) && fabs(number) <= PG_INT32_MAX;
}

/*
 * GDAL compares decimals as float4: programs write NODATA_value and the cells with different
 * numbers of digits. Of a huge value such as the least float4, some write only six digits.
 */
static inline bool
asc_is_nodata(double number, double nodata)
{
	return number == nodata ||
		   (!(asc_is_int4(number) && asc_is_int4(nodata)) &&
			(float) number == (float) nodata) ||
		   (fabs(nodata) >= ASC_HUGE && fabs(number - nodata) <= fabs(nodata) * 1e-5);
}

#endif /* FRINGE_ASC_H */
