/*
 * minplus.c - min-plus arithmetic on rows of costs, by SIMD
 */
#include "core/index/minplus.h"

/* Eight numbers, at any address. */
typedef int32_t lane __attribute__((vector_size(32), aligned(4), may_alias));

/* Four lengths, and a mask of them. */
typedef double length_lane __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t length_mask __attribute__((vector_size(32), aligned(8), may_alias));

#define ALL(n) ((lane){n, n, n, n, n, n, n, n})

/* All ones if all numbers of a mask are: the AND of its four 64-bit words. */
typedef uint64_t words __attribute__((vector_size(32), aligned(4), may_alias));
#define HALVES(mask)                                                                     \
	(((words) (mask))[0] & ((words) (mask))[1] & ((words) (mask))[2] &                   \
	 ((words) (mask))[3])

/* A bit for each number of a mask. */
#define BIT(mask, i) ((unsigned) (mask)[i] & 1u << (i))
#define FOUR_BITS(mask) (BIT(mask, 0) | BIT(mask, 1) | BIT(mask, 2) | BIT(mask, 3))
#define EIGHT_BITS(mask)                                                                 \
	(FOUR_BITS(mask) | BIT(mask, 4) | BIT(mask, 5) | BIT(mask, 6) | BIT(mask, 7))

/*
 * The compiler's vectors.  Differences of costs fit into 32 bits, so their sign is a
 * mask.
 */
#define KIND(name) name##_portable
#define TARGET
#define LEAST(a, b) ((b) + (((a) - (b)) & (((a) - (b)) >> 31)))
#define BITS(mask) EIGHT_BITS(mask)
#define LEAST_LENGTH(a, b)                                                               \
	((length_lane) (((length_mask) (a) & ((a) < (b))) |                                  \
					((length_mask) (b) & ~((a) < (b)))))
#define LENGTH_BITS(mask) FOUR_BITS(mask)
#include "core/index/minplus_loops.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define KIND(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#define LEAST(a, b) ((lane) _mm256_min_epi32((__m256i) (a), (__m256i) (b)))
#define BITS(mask) ((unsigned) _mm256_movemask_ps((__m256) (mask)))
#define LEAST_LENGTH(a, b) ((length_lane) _mm256_min_pd((__m256d) (a), (__m256d) (b)))
#define LENGTH_BITS(mask) ((unsigned) _mm256_movemask_pd((__m256d) (mask)))
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
