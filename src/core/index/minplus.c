/*
 * minplus.c - least sums of costs, many at a time
 */
#include "core/index/minplus.h"

/* Eight numbers, at any address. */
typedef int32_t lane __attribute__((vector_size(32), aligned(4), may_alias));

#define ALL(n) ((lane){n, n, n, n, n, n, n, n})

/* All ones if all numbers of a mask are: four words of two numbers each, and-ed. */
typedef uint64_t words __attribute__((vector_size(32), aligned(4), may_alias));
#define HALVES(mask)                                                                     \
	(((words) (mask))[0] & ((words) (mask))[1] & ((words) (mask))[2] &                   \
	 ((words) (mask))[3])

/* A bit for each number of a mask. */
static inline unsigned
bits_of(lane mask)
{
	unsigned bits = 0;

	for (int i = 0; i < FR_LANE; i++)
		bits |= (unsigned) mask[i] & 1u << i;
	return bits;
}

/* Differences of costs fit into 32 bits: their sign is a mask. */
#define KIND(name) name##_portable
#define TARGET
#define LEAST(a, b) ((b) + (((a) - (b)) & (((a) - (b)) >> 31)))
#define BITS(mask) bits_of(mask)
#include "core/index/minplus_loops.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define KIND(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define LEAST(a, b) ((lane) _mm256_min_epi32((__m256i) (a), (__m256i) (b)))
#define BITS(mask) ((unsigned) _mm256_movemask_ps((__m256) (mask)))
#include "core/index/minplus_loops.h"

const fr_minplus *
fr_minplus_pick(void)
{
	return __builtin_cpu_supports("avx2") ? &loops_avx2 : &loops_portable;
}

#else

const fr_minplus *
fr_minplus_pick(void)
{
	return &loops_portable;
}

#endif
