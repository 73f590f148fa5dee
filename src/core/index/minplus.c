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

/* Differences of costs fit into 32 bits: their sign is a mask. */
#define KIND(name) name##_portable
#define TARGET
#define LEAST(a, b) ((b) + (((a) - (b)) & (((a) - (b)) >> 31)))
#include "core/index/minplus_loops.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define KIND(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define LEAST(a, b) ((lane) _mm256_min_epi32((__m256i) (a), (__m256i) (b)))
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
