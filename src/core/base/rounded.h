/*
 * rounded.h - the double nearest to a number of many bits (internal)
 */
#ifndef FRINGE_ROUNDED_H
#define FRINGE_ROUNDED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 fr_wide;

static inline double
fr_power_of_two(int exponent)
{
	uint64_t bits = (uint64_t) (1023 + exponent) << 52;
	double power;

	memcpy(&power, &bits, sizeof power);
	return power;
}

/* The double nearest to (word + something below 1 if `more`) * 2^exponent. */
static inline double
fr_rounded(uint64_t word, bool more, int exponent)
{
	int shift = word ? __builtin_clzll(word) : 0;

	/* below the 53 bits that count there is room for the mark of `more` */
	return (double) (word << shift | more) * fr_power_of_two(exponent - shift);
}

/* The same of a wide number, which has 65 bits at least if there is `more`. */
static inline double
fr_rounded_wide(fr_wide number, bool more, int exponent)
{
	uint64_t high = (uint64_t) (number >> 64);
	int shift = high ? __builtin_clzll(high) : 64;

	if (shift == 64)
		return fr_rounded((uint64_t) number, more, exponent);
	number <<= shift;
	return fr_rounded((uint64_t) (number >> 64), more || (uint64_t) number != 0,
					  64 - shift + exponent);
}

#endif /* FRINGE_ROUNDED_H */
