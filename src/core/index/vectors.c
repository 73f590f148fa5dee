/*
 * vectors.c - the inner loops of a query by AVX2
 *
 * Loads of eight numbers at a time; those of the table are gathered.  Distances are
 * narrow here.
 */
#include "core/index/vectors.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

bool
fr_vectors_usable(void)
{
	return __builtin_cpu_supports("avx2");
}

/* Eight numbers of 16 bits, less a number, without signs. */
AVX2 static inline __m128i
apart(const uint8_t *numbers, int16_t from)
{
	__m128i n = _mm_loadu_si128((const __m128i *) numbers);

	return _mm_abs_epi16(_mm_sub_epi16(n, _mm_set1_epi16(from)));
}

/* The distances to all items, from the base; FR_NEVER above it to those not used. */
AVX2 void
fr_vectors_open(const fr_index *index, fr_side *s, const uint8_t *row, fr_cell at,
				uint32_t base)
{
	__m256i straight = _mm256_set1_epi32((int) index->straight);
	__m256i aside = _mm256_set1_epi32((int) (index->diagonal - index->straight));
	__m256i bit = _mm256_set1_epi32(1 << at.x % FR_INDEX_BLOCK);
	__m256i never = _mm256_set1_epi32((int) (base + FR_NEVER));
	__m256i bases = _mm256_set1_epi32((int) base);

	for (uint32_t i = 0; i < s->block.items; i += FR_LANES)
	{
		__m128i x = apart(s->block.x + 2 * i, (int16_t) at.x);
		__m128i y = apart(s->block.y + 2 * i, (int16_t) at.y);
		__m256i less = _mm256_cvtepu16_epi32(_mm_min_epi16(x, y));
		__m256i more = _mm256_cvtepu16_epi32(_mm_max_epi16(x, y));
		__m256i bits = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (row + i)));
		__m256i used = _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);
		__m256i distance = _mm256_add_epi32(_mm256_mullo_epi32(less, aside),
											_mm256_mullo_epi32(more, straight));

		distance = _mm256_blendv_epi8(never, _mm256_add_epi32(bases, distance), used);
		_mm256_storeu_si256((__m256i *) (s->distance + i), distance);
	}
}

/* What the table has for eight hubs. */
AVX2 static inline __m256i
gather_hubs(const uint32_t *table, const uint8_t *hubs)
{
	__m128i hub = _mm_loadu_si128((const __m128i *) hubs);

	return _mm256_i32gather_epi32((const int *) table, _mm256_cvtepu16_epi32(hub), 4);
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

/* The sums of the items from the i-th on and of the entries from the k-th on. */
static uint32_t
least_of_rest(const fr_side *s, const uint32_t *table, uint32_t i, uint32_t k)
{
	const fr_block *b = &s->block;
	uint32_t least = UINT32_MAX;

	for (; i < b->items; i++)
	{
		uint32_t sum = table[fr_get16(b->hub, i)] + s->distance[i];

		least = sum < least ? sum : least;
	}
	for (; k < b->entries; k++)
	{
		uint32_t word = fr_get32(b->word, k);
		uint32_t sum =
			table[fr_get16(b->entry_hub, k)] + (word >> 8) + s->distance[word & 0xff];

		least = sum < least ? sum : least;
	}
	return least;
}

/* The least sum over the hubs of the goal's side. */
AVX2 uint32_t
fr_vectors_meet(const fr_side *s, const uint32_t *table)
{
	const fr_block *b = &s->block;
	const __m256i low = _mm256_set1_epi32(0xff);
	__m256i least = _mm256_set1_epi32(-1);
	uint32_t i;
	uint32_t k;
	uint32_t rest;

	for (i = 0; i + FR_LANES <= b->items; i += FR_LANES)
	{
		__m256i distance = _mm256_loadu_si256((const __m256i *) (s->distance + i));

		least = _mm256_min_epu32(
			least, _mm256_add_epi32(distance, gather_hubs(table, b->hub + 2 * i)));
	}
	for (k = 0; k + FR_LANES <= b->entries; k += FR_LANES)
	{
		__m256i word = _mm256_loadu_si256((const __m256i *) (b->word + 4 * k));
		__m256i item = _mm256_i32gather_epi32((const int *) s->distance,
											  _mm256_and_si256(word, low), 4);
		__m256i distance = _mm256_add_epi32(_mm256_srli_epi32(word, 8), item);

		least = _mm256_min_epu32(
			least, _mm256_add_epi32(distance, gather_hubs(table, b->entry_hub + 2 * k)));
	}
	rest = least_of_rest(s, table, i, k);
	return least_of(least) < rest ? least_of(least) : rest;
}

#else

bool
fr_vectors_usable(void)
{
	return false;
}

void
fr_vectors_open(const fr_index *index, fr_side *s, const uint8_t *row, fr_cell at,
				uint32_t base)
{
	(void) index, (void) s, (void) row, (void) at, (void) base;
}

uint32_t
fr_vectors_meet(const fr_side *s, const uint32_t *table)
{
	(void) s, (void) table;
	return UINT32_MAX;
}

#endif
