/*
 * random.h - random numbers, the same on every platform (internal)
 */
#ifndef FRINGE_RANDOM_H
#define FRINGE_RANDOM_H

#include <stdbool.h>
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

/* True with this probability, which is used to 53 bits. */
static inline bool
fr_random_chance(uint64_t *state, double probability)
{
	return (double) (fr_random64(state) >> 11) < probability * 9007199254740992.0;
}

/* A hash of 64 bits, by the output function of fr_random64. */
static inline uint64_t
fr_random_mix(uint64_t value)
{
	return fr_random64(&value);
}

/*
 * Element `i` of a pseudo-random order of 0 .. count - 1, one for each seed. A Feistel
 * network permutes the numbers of 2 * half bits, the fewest that contain count; numbers
 * from count on are permuted again.
 */
static inline uint32_t
fr_random_order(uint32_t i, uint32_t count, uint64_t seed)
{
	int half = 1;
	uint32_t mask;

	while (half < 16 && (count - 1) >> 2 * half)
		half++;
	mask = (UINT32_C(1) << half) - 1;
	do
		for (uint64_t round = 0; round < 8; round++)
		{
			uint64_t key = fr_random_mix(seed + round) + (i & mask);

			i = (i & mask) << half | ((i >> half) ^ (fr_random_mix(key) & mask));
		}
	while (i >= count);
	return i;
}

#endif /* FRINGE_RANDOM_H */
