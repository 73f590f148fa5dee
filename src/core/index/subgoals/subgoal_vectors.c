/*
 * subgoal_vectors.c - the inner loops of queries by AVX2
 *
 * The loops of subgoal_query.c and line_query.c for processors with AVX2.  An opened
 * index notes whether this processor has it.  Loads take eight numbers, and table
 * entries are gathered.
 */
#include "core/index/subgoals/subgoal_query.h"

#include "core/base/base.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_PART AVX2 FR_INLINE

bool
fr_vectors_usable(void)
{
	return __builtin_cpu_supports("avx2");
}

/* Absolute differences from a number, eight at once. */
AVX2 static inline __m128i
apart(const uint8_t *numbers, int16_t from)
{
	__m128i n = _mm_loadu_si128((const __m128i *) numbers);

	return _mm_abs_epi16(_mm_sub_epi16(n, _mm_set1_epi16(from)));
}

/*
 * Stores the distances of eight access subgoals, FR_NEVER for those that the cell does
 * not use.
 */
AVX2_PART void
set_used(fr_endpoint *s, uint32_t first, const uint8_t *row, fr_cell at, uint32_t base,
		 __m256i distance)
{
	__m256i bit = _mm256_set1_epi32(1 << at.x % FR_BLOCK_SIDE);
	__m256i never = _mm256_set1_epi32((int) (base + FR_NEVER));
	__m256i bits = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (row + first)));
	__m256i used = _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);

	distance = _mm256_add_epi32(_mm256_set1_epi32((int) base), distance);
	_mm256_storeu_si256((__m256i *) (s->distance + first),
						_mm256_blendv_epi8(never, distance, used));
}

AVX2 void
fr_vectors_open(const fr_index *index, fr_endpoint *s, const uint8_t *row, fr_cell at,
				uint32_t base)
{
	__m256i straight = _mm256_set1_epi32((int) index->units.straight);
	__m256i aside =
		_mm256_set1_epi32((int) (index->units.diagonal - index->units.straight));

	for (uint32_t i = 0; i < s->block.count.accesses; i += FR_LANES)
	{
		__m128i x = apart(s->block.x + 2 * i, (int16_t) at.x);
		__m128i y = apart(s->block.y + 2 * i, (int16_t) at.y);
		__m256i less = _mm256_cvtepu16_epi32(_mm_min_epi16(x, y));
		__m256i more = _mm256_cvtepu16_epi32(_mm_max_epi16(x, y));

		set_used(s, i, row, at, base,
				 _mm256_add_epi32(_mm256_mullo_epi32(less, aside),
								  _mm256_mullo_epi32(more, straight)));
	}
}

/* All ones in the first `count` lanes. */
AVX2 static inline __m256i
first_lanes(uint32_t count)
{
	const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);

	return _mm256_cmpgt_epi32(_mm256_set1_epi32((int) count), lanes);
}

/* Lengths from the endpoint's cell to up to eight vertices, in units of labels. */
AVX2_PART __m256i
line_units(const fr_index *index, const fr_endpoint *s, const uint8_t *vertices,
		   uint32_t count)
{
	const int *cells = (const void *) index->section[FR_SECTION_VERTICES];
	__m256i number = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *) vertices));
	__m256i cell =
		_mm256_i32gather_epi32(cells, _mm256_and_si256(number, first_lanes(count)), 4);
	__m256i apart =
		_mm256_sub_epi16(cell, _mm256_set1_epi32(s->at.y << 16 | (s->at.x & 0xffff)));
	__m256 square = _mm256_cvtepi32_ps(_mm256_madd_epi16(apart, apart));

	return _mm256_cvttps_epi32(_mm256_mul_ps(
		_mm256_sqrt_ps(square), _mm256_set1_ps((float) index->units.straight)));
}

/*
 * The first loop may write behind the access subgoals that all cells see; the second
 * loop writes the right values there.
 */
AVX2 void
fr_vectors_open_lines(const fr_index *index, fr_endpoint *s, const uint8_t *row)
{
	fr_block_counts n = s->block.count;
	const uint8_t *vertices = s->block.hub + 2 * n.hubs;

	for (uint32_t i = 0; i < n.seen; i += FR_LANES)
		_mm256_storeu_si256((__m256i *) (s->distance + i),
							line_units(index, s, vertices + 2 * i, n.seen - i));
	for (uint32_t i = n.seen; i < n.accesses; i += FR_LANES)
		set_used(s, i, row - n.seen, s->at, 0,
				 line_units(index, s, vertices + 2 * i, n.accesses - i));
}

/* Distances to the hubs of eight entries. */
AVX2 static inline __m256i
entry_distances(const fr_endpoint *s, uint32_t first)
{
	__m256i entry = _mm256_loadu_si256((const __m256i *) (s->block.entry + 4 * first));
	__m256i access = _mm256_and_si256(entry, _mm256_set1_epi32(0xff));

	return _mm256_add_epi32(_mm256_srli_epi32(entry, 8),
							_mm256_i32gather_epi32((const int *) s->distance, access, 4));
}

/* Lowers distances by the entries of a round. */
AVX2 static inline void
reach_round(fr_endpoint *s, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i += FR_LANES)
	{
		__m256i *best = (__m256i *) (s->best + i);
		__m256i old = _mm256_loadu_si256(best);
		__m256i least = _mm256_min_epu32(old, entry_distances(s, first + i));

		/* entries behind the round belong to other hubs */
		if (count - i < FR_LANES)
			least = _mm256_blendv_epi8(old, least, first_lanes(count - i));
		_mm256_storeu_si256(best, least);
	}
}

AVX2 void
fr_vectors_reach(fr_endpoint *s)
{
	const fr_block *b = &s->block;
	uint32_t first = b->count.hubs;

	for (uint32_t i = 0; i < b->count.several; i += FR_LANES)
		_mm256_storeu_si256((__m256i *) (s->best + i), entry_distances(s, i));
	for (uint32_t r = 1; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		reach_round(s, first, count);
		first += count;
	}
}

/* Sums of table and distances for `count` hubs; all ones behind them. */
AVX2 static inline __m256i
sums_over(const uint32_t *table, const uint8_t *hubs, __m256i distance, uint32_t count)
{
	__m256i lanes = first_lanes(count);
	__m256i hub = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *) hubs));
	__m256i there =
		_mm256_i32gather_epi32((const int *) table, _mm256_and_si256(hub, lanes), 4);
	__m256i sum = _mm256_add_epi32(there, distance);

	/* lanes behind the last hub get the largest number, which is never the least sum */
	return _mm256_or_si256(sum, _mm256_xor_si256(lanes, _mm256_set1_epi32(-1)));
}

AVX2 static inline __m256i
lesser_sums(__m256i least, const uint32_t *table, const uint8_t *hubs, __m256i distance,
			uint32_t count)
{
	return _mm256_min_epu32(least, sums_over(table, hubs, distance, count));
}

AVX2 static inline __m256i
eight_of(const uint32_t *distance)
{
	return _mm256_loadu_si256((const __m256i *) distance);
}

AVX2 static uint32_t
least_of(__m256i numbers)
{
	__m128i least = _mm_min_epu32(_mm256_castsi256_si128(numbers),
								  _mm256_extracti128_si256(numbers, 1));

	least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0x4e));
	least = _mm_min_epu32(least, _mm_shuffle_epi32(least, 0xb1));
	return (uint32_t) _mm_cvtsi128_si32(least);
}

/* Hubs with several entries, with one, and hubs that are lone. */
AVX2 uint32_t
fr_vectors_meet(const fr_endpoint *s, const uint32_t *table)
{
	const fr_block *b = &s->block;
	const uint8_t *hubs = b->hub;
	uint32_t several = b->count.several;
	uint32_t entries = b->count.hubs;
	uint32_t all = entries + b->count.lone;
	__m256i least = _mm256_set1_epi32(-1);

	for (uint32_t i = 0; i < several; i += FR_LANES)
		least =
			lesser_sums(least, table, hubs + 2 * i, eight_of(s->best + i), several - i);
	for (uint32_t i = several; i < entries; i += FR_LANES)
		least =
			lesser_sums(least, table, hubs + 2 * i, entry_distances(s, i), entries - i);
	for (uint32_t i = entries; i < all; i += FR_LANES)
		least = lesser_sums(least, table, hubs + 2 * i,
							eight_of(s->distance + i - entries), all - i);
	return least_of(least);
}

#else

bool
fr_vectors_usable(void)
{
	return false;
}

void
fr_vectors_open(const fr_index *index, fr_endpoint *s, const uint8_t *row, fr_cell at,
				uint32_t base)
{
	(void) index, (void) s, (void) row, (void) at, (void) base;
}

void
fr_vectors_open_lines(const fr_index *index, fr_endpoint *s, const uint8_t *row)
{
	(void) index, (void) s, (void) row;
}

void
fr_vectors_reach(fr_endpoint *s)
{
	(void) s;
}

uint32_t
fr_vectors_meet(const fr_endpoint *s, const uint32_t *table)
{
	(void) s, (void) table;
	return UINT32_MAX;
}

#endif
