/*
 * numbers.h - whole numbers in fractions (internal)
 */
#ifndef FRINGE_NUMBERS_H
#define FRINGE_NUMBERS_H

#include <stdint.h>

/* The greatest common divisor; that of 0 and b is b. */
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

#endif /* FRINGE_NUMBERS_H */
