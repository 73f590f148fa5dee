/*
 * number.h - decimals, whole-number arithmetic, and rounding to the nearest double
 */
#ifndef FRINGE_NUMBER_H
#define FRINGE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* ---- decimals ---------------------------------------------------------------- */

/* A decimal of a text: digits / 10^scale. */
typedef struct fr_decimal
{
	uint64_t digits;
	uint32_t scale;
} fr_decimal;

#define FR_DECIMAL_DIGITS 9 /* on each side of the point */
#define FR_DECIMAL_TEXT_MAX (2 * FR_DECIMAL_DIGITS + 1)

static const fr_decimal fr_decimal_one = {1, 0};
static const fr_decimal fr_decimal_zero = {0, 0};

/* ---- whole numbers ----------------------------------------------------------- */

static inline uint32_t
fr_min32(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static inline size_t
fr_min_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The greatest common divisor; fr_gcd(0, b) is b. */
static inline uint64_t
fr_gcd(uint64_t a, uint64_t b)
{
	while (b > 0)
	{
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* 10^exponent, for exponents below 20. */
static inline uint64_t
fr_power10(uint32_t exponent)
{
	uint64_t power = 1;

	while (exponent-- > 0)
		power *= 10;
	return power;
}

/* The decimal in units of 10^-scale; it has no more digits after the point, and is below 10^18. */
static inline uint64_t
fr_decimal_scaled(fr_decimal decimal, uint32_t scale)
{
	return decimal.digits * fr_power10(scale - decimal.scale);
}

/* ---- correct rounding -------------------------------------------------------- */

__extension__ typedef unsigned __int128 fr_wide;

static inline double
fr_power_of_two(int exponent)
{
	uint64_t bits = (uint64_t) (1023 + exponent) << 52;
	double power;

	memcpy(&power, &bits, sizeof power);
	return power;
}

/*
 * The double nearest to (word + e) * 2^exponent, where 0 < e < 1 if `more`, else e = 0.
 */
static inline double
fr_rounded(uint64_t word, bool more, int exponent)
{
	int shift = word ? __builtin_clzll(word) : 0;

	/* `more` is a sticky bit below the 53 bits of a double */
	return (double) (word << shift | more) * fr_power_of_two(exponent - shift);
}

/* As fr_rounded, for 128 bits. With `more` the number needs 65 bits or more. */
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

#endif /* FRINGE_NUMBER_H */
