/*
 * random.h - random numbers, the same on every platform (internal)
 */
#ifndef FRINGE_RANDOM_H
#define FRINGE_RANDOM_H

#include <stdint.h>

/* SplitMix64 (Steele, Lea and Flood 2014): any seed is a good one. */
static inline uint64_t
fr_random64(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* 0 .. bound - 1, with a bias below bound / 2^32, which maps tolerate. */
static inline uint32_t
fr_random_below(uint64_t *state, uint32_t bound)
{
	return (uint32_t) ((fr_random64(state) >> 32) * bound >> 32);
}

#endif /* FRINGE_RANDOM_H */
