/*
 * decimal.h - numbers as users write them
 */
#ifndef FRINGE_DECIMAL_H
#define FRINGE_DECIMAL_H

#include <stdint.h>

/* The value is digits / 10^scale; 0 digits stand for "blocked" or "not given". */
typedef struct fr_decimal
{
	uint64_t digits;
	uint32_t scale;
} fr_decimal;

#define FR_DECIMAL_DIGITS 9 /* on each side of the point */
#define FR_DECIMAL_TEXT_MAX (2 * FR_DECIMAL_DIGITS + 1)

#endif /* FRINGE_DECIMAL_H */
