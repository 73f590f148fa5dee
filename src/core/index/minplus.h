/*
 * minplus.h - min-plus arithmetic on rows of costs, by SIMD (internal)
 *
 * Rows are padded to lanes of eight numbers.  FR_NO_COST_32 marks no path.  It
 * exceeds all costs, and the sum of two still fits.  fr_minplus_pick chooses AVX2
 * if the processor has it, and otherwise the compiler's vectors.
 */
#ifndef FRINGE_INDEX_MINPLUS_H
#define FRINGE_INDEX_MINPLUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FR_LANE 8						  /* numbers */
#define FR_LENGTH_LANE 4				  /* lengths */
#define FR_NO_COST_32 INT32_C(0x20000000) /* more than twice every cost */

static inline uint32_t
fr_lanes(uint32_t count)
{
	return (count + FR_LANE - 1) / FR_LANE;
}

typedef struct fr_minplus
{
	/*
	 * Floyd-Warshall step of n rows: rows[i][j] = min(rows[i][j], rows[i][over] +
	 * rows[over][j])
	 */
	void (*eliminate)(int32_t *rows, uint32_t n, uint32_t lanes, uint32_t over);
	/* to[j] = min over k of at[k] + rows[k][j] */
	void (*combine)(const int32_t *at, const int32_t *rows, uint32_t n, uint32_t lanes,
					int32_t *to);
	/* to[j] = min(to[j], (from[j] & ~1) + more) */
	void (*lower)(int32_t *to, const int32_t *from, uint32_t lanes, int32_t more);
	/* to[j] = min(to[j], from[j] + more) */
	void (*lower_by)(int32_t *to, const int32_t *from, uint32_t lanes, int32_t more);
	/* to[j] = none if over[j] + more <= to[j]; true if a cost is left */
	bool (*drop)(int32_t *to, const int32_t *over, uint32_t lanes, int32_t more);
	/* bit j: a[j] + more == b[j]; for at most eight lanes */
	uint64_t (*equal)(const int32_t *a, const int32_t *b, uint32_t lanes, int32_t more);
	/*
	 * lower_by for lengths, four to a lane; a number above all lengths marks no path
	 */
	void (*lower_lengths)(double *to, const double *from, uint32_t lanes, double more);
	/* bit j: a[j] + more <= b[j]; for at most sixteen lanes */
	uint64_t (*at_most)(const double *a, const double *b, uint32_t lanes, double more);
	/* is there a j such that a[j] + b[j] <= most? */
	bool (*is_over_third)(const int32_t *a, const int32_t *b, uint32_t lanes,
						  int32_t most);
	/* is a cost odd? */
	bool (*has_odd)(const int32_t *costs, uint32_t lanes);
	/* the least of a[j] + b[j] */
	int32_t (*least_sum)(const int32_t *a, const int32_t *b, uint32_t lanes);
	/* counts[j] += by where a[j] + b[j] == sum */
	void (*count_equal)(const int32_t *a, const int32_t *b, uint32_t lanes, int32_t sum,
						int32_t by, int32_t *counts);
} fr_minplus;

const fr_minplus *fr_minplus_pick(void);

/* Sets all costs to none. */
static inline void
fr_no_costs(int32_t *costs, size_t count)
{
	for (size_t i = 0; i < count; i++)
		costs[i] = FR_NO_COST_32;
}

#endif /* FRINGE_INDEX_MINPLUS_H */
