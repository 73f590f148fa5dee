/*
 * subgoal_query.c - what it costs from one cell to another, out of the blocks
 *
 * Where neither of the two ways with one turn is free, a best path passes a hub: the
 * start's block gives distances from it to hubs, the goal's block those to the goal.
 * The table holds the first by hub, the least sum with the second is the answer.
 *
 * Sums stay below 2^32: a table's base is at most FR_HIGHEST, and four distances below
 * 2^28 come on top of it.
 *
 * Loads of eight numbers at a time; those of the table are gathered.  Distances are
 * narrow here.
 */
#include "core/index/subgoals/subgoal_query.h"

#include "core/base/base.h"
#include "core/index/subgoals/sight_bitmap.h"

/* ---- the inner loops by AVX2 ---------------------------------------------------- */

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))
#define AVX2_PART AVX2 FR_INLINE

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

/* Of eight items, those that the cell uses get their distance from the base. */
AVX2_PART void
set_used(fr_side *s, uint32_t first, const uint8_t *row, fr_cell at, uint32_t base,
		 __m256i distance)
{
	__m256i bit = _mm256_set1_epi32(1 << at.x % FR_INDEX_BLOCK);
	__m256i never = _mm256_set1_epi32((int) (base + FR_NEVER));
	__m256i bits = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *) (row + first)));
	__m256i used = _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);

	distance = _mm256_add_epi32(_mm256_set1_epi32((int) base), distance);
	_mm256_storeu_si256((__m256i *) (s->distance + first),
						_mm256_blendv_epi8(never, distance, used));
}

/* The distances to all items, from the base; FR_NEVER above it to those not used. */
AVX2 void
fr_vectors_open(const fr_index *index, fr_side *s, const uint8_t *row, fr_cell at,
				uint32_t base)
{
	__m256i straight = _mm256_set1_epi32((int) index->straight);
	__m256i aside = _mm256_set1_epi32((int) (index->diagonal - index->straight));

	for (uint32_t i = 0; i < s->block.count.items; i += FR_LANES)
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

/* All ones in the first `count` of the eight lanes. */
AVX2 static inline __m256i
first_lanes(uint32_t count)
{
	const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);

	return _mm256_cmpgt_epi32(_mm256_set1_epi32((int) count), lanes);
}

/* From the side's cell to the cells of as many vertices, eight at most: x and y behind it. */
AVX2_PART __m256i
line_units(const fr_index *index, const fr_side *s, const uint8_t *vertices,
		   uint32_t count)
{
	const int *cells = (const void *) index->section[FR_SECTION_VERTICES];
	__m256i number = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *) vertices));
	__m256i cell =
		_mm256_i32gather_epi32(cells, _mm256_and_si256(number, first_lanes(count)), 4);
	__m256i apart =
		_mm256_sub_epi16(cell, _mm256_set1_epi32(s->at.y << 16 | (s->at.x & 0xffff)));
	__m256 square = _mm256_cvtepi32_ps(_mm256_madd_epi16(apart, apart));

	return _mm256_cvttps_epi32(
		_mm256_mul_ps(_mm256_sqrt_ps(square), _mm256_set1_ps((float) index->straight)));
}

/*
 * As fr_vectors_open, of lengths of straight lines; the side has its cell. What is
 * written behind the items that all cells see is written again.
 */
AVX2 void
fr_vectors_open_lines(const fr_index *index, fr_side *s, const uint8_t *row)
{
	fr_block_counts n = s->block.count;
	const uint8_t *vertices = s->block.hub + 2 * n.hubs;

	for (uint32_t i = 0; i < n.seen; i += FR_LANES)
		_mm256_storeu_si256((__m256i *) (s->distance + i),
							line_units(index, s, vertices + 2 * i, n.seen - i));
	for (uint32_t i = n.seen; i < n.items; i += FR_LANES)
		set_used(s, i, row - n.seen, s->at, 0,
				 line_units(index, s, vertices + 2 * i, n.items - i));
}

/* From the cell by each of eight words to its hub. */
AVX2 static inline __m256i
word_distances(const fr_side *s, uint32_t first)
{
	__m256i word = _mm256_loadu_si256((const __m256i *) (s->block.word + 4 * first));
	__m256i item = _mm256_and_si256(word, _mm256_set1_epi32(0xff));

	return _mm256_add_epi32(_mm256_srli_epi32(word, 8),
							_mm256_i32gather_epi32((const int *) s->distance, item, 4));
}

/* One round more, of the words from the first on. */
AVX2 static inline void
reach_round(fr_side *s, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i += FR_LANES)
	{
		__m256i *best = (__m256i *) (s->best + i);
		__m256i old = _mm256_loadu_si256(best);
		__m256i least = _mm256_min_epu32(old, word_distances(s, first + i));

		/* the words behind a round are of other hubs */
		if (count - i < FR_LANES)
			least = _mm256_blendv_epi8(old, least, first_lanes(count - i));
		_mm256_storeu_si256(best, least);
	}
}

/* Distances to the hubs that have several words. */
AVX2 void
fr_vectors_reach(fr_side *s)
{
	const fr_block *b = &s->block;
	uint32_t first = b->count.hubs;

	for (uint32_t i = 0; i < b->count.several; i += FR_LANES)
		_mm256_storeu_si256((__m256i *) (s->best + i), word_distances(s, i));
	for (uint32_t r = 1; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		reach_round(s, first, count);
		first += count;
	}
}

/* The sums of the table and distances to as many hubs; all ones behind the last. */
AVX2 static inline __m256i
sums_over(const uint32_t *table, const uint8_t *hubs, __m256i distance, uint32_t count)
{
	__m256i lanes = first_lanes(count);
	__m256i hub = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *) hubs));
	__m256i there =
		_mm256_i32gather_epi32((const int *) table, _mm256_and_si256(hub, lanes), 4);
	__m256i sum = _mm256_add_epi32(there, distance);

	/* what is behind the last is no hub */
	return _mm256_or_si256(sum, _mm256_xor_si256(lanes, _mm256_set1_epi32(-1)));
}

/* The lesser of the sums and others, by lane. */
AVX2 static inline __m256i
lesser_sums(__m256i least, const uint32_t *table, const uint8_t *hubs, __m256i distance,
			uint32_t count)
{
	return _mm256_min_epu32(least, sums_over(table, hubs, distance, count));
}

/* Eight distances in memory. */
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

/* The least sum over the hubs of the goal's side, which are in three parts. */
AVX2 uint32_t
fr_vectors_meet(const fr_side *s, const uint32_t *table)
{
	const fr_block *b = &s->block;
	const uint8_t *hubs = b->hub;
	uint32_t several = b->count.several;
	uint32_t words = b->count.hubs;
	uint32_t all = words + b->count.alone;
	__m256i least = _mm256_set1_epi32(-1);

	for (uint32_t i = 0; i < several; i += FR_LANES)
		least =
			lesser_sums(least, table, hubs + 2 * i, eight_of(s->best + i), several - i);
	for (uint32_t i = several; i < words; i += FR_LANES)
		least = lesser_sums(least, table, hubs + 2 * i, word_distances(s, i), words - i);
	for (uint32_t i = words; i < all; i += FR_LANES)
		least = lesser_sums(least, table, hubs + 2 * i, eight_of(s->distance + i - words),
							all - i);
	return least_of(least);
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

void
fr_vectors_open_lines(const fr_index *index, fr_side *s, const uint8_t *row)
{
	(void) index, (void) s, (void) row;
}

void
fr_vectors_reach(fr_side *s)
{
	(void) s;
}

uint32_t
fr_vectors_meet(const fr_side *s, const uint32_t *table)
{
	(void) s, (void) table;
	return UINT32_MAX;
}

#endif

/* ---- one cell's side ------------------------------------------------------------ */

static inline uint32_t
lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The items that the cell uses reach others. */
static inline void
follow_links(fr_side *s)
{
	const fr_block *b = &s->block;

	for (uint32_t i = 0; i < b->count.links; i++)
	{
		uint32_t link = fr_get32(b->link, i);
		uint32_t *to = &s->distance[b->to[i]];

		*to = lesser(*to, s->distance[link & 0xff] + (link >> 8));
	}
}

/* Distances to items count from the base. */
static inline void
reach_items(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
			uint32_t base)
{
	const uint8_t *row;

	s->block = fr_block_open(run, FR_BLOCK_NARROW);
	row = s->block.row + (uint32_t) at.y % FR_INDEX_BLOCK * s->block.count.items;
	if (index->vectors)
		fr_vectors_open(index, s, row, at, base);
	else
		for (uint32_t i = 0; i < s->block.count.items; i += FR_LANES)
			fr_eight_distances(index, s, i, row, at, base);
	follow_links(s);
}

/* Distances to the hubs that have several words, round after round. */
static inline void
reach_hubs_as(fr_side *s, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t word = b->count.hubs;

	for (uint32_t i = 0; i < b->count.several; i++)
		s->best[i] = fr_word_distance(s, i, wide);
	for (uint32_t r = 1; r < b->count.rounds; r++)
	{
		uint32_t count = fr_get16(b->round, r);

		for (uint32_t i = 0; i < count; i++)
			s->best[i] = lesser(s->best[i], fr_word_distance(s, word + i, wide));
		word += count;
	}
}

static inline void
reach_hubs(const fr_index *index, fr_side *s)
{
	if (index->wide)
		reach_hubs_as(s, true);
	else if (index->vectors)
		fr_vectors_reach(s);
	else
		reach_hubs_as(s, false);
}

static inline void
open_side(const fr_index *index, fr_side *s, const uint8_t *run, fr_cell at,
		  uint32_t base)
{
	reach_items(index, s, run, at, base);
	reach_hubs(index, s);
}

/* ---- the table ------------------------------------------------------------------ */

/* Writes the start's distances to hubs, of which no two are equal. */
static inline void
fill_table(const fr_side *s, uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *alone = b->hub + 2 * b->count.hubs;
	uint32_t i;

	for (i = 0; i < b->count.several; i++)
		table[fr_get16(b->hub, i)] = s->best[i];
	for (; i < b->count.hubs; i++)
		table[fr_get16(b->hub, i)] = fr_word_distance(s, i, wide);
	for (i = 0; i < b->count.alone; i++)
		table[fr_get16(alone, i)] = s->distance[i];
}

/* The sum over the i-th of some hubs. */
static inline uint32_t
sum_over(const uint32_t *restrict table, const uint8_t *hubs, uint32_t i,
		 uint32_t distance)
{
	return table[fr_get16(hubs, i)] + distance;
}

/* The least sum over hubs that have one word; two at a time, which do not wait. */
static inline uint32_t
meet_single(const fr_side *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	uint32_t least = UINT32_MAX;
	uint32_t other = UINT32_MAX;
	uint32_t i = b->count.several;

	for (; i + 1 < b->count.hubs; i += 2)
	{
		least = lesser(least, sum_over(table, b->hub, i, fr_word_distance(s, i, wide)));
		other = lesser(other,
					   sum_over(table, b->hub, i + 1, fr_word_distance(s, i + 1, wide)));
	}
	if (i < b->count.hubs)
		least = lesser(least, sum_over(table, b->hub, i, fr_word_distance(s, i, wide)));
	return lesser(least, other);
}

/* The least sum over the hubs of the goal's side. */
static inline uint32_t
meet_table(const fr_side *s, const uint32_t *restrict table, bool wide)
{
	const fr_block *b = &s->block;
	const uint8_t *alone = b->hub + 2 * b->count.hubs;
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 0; i < b->count.several; i++)
		least = lesser(least, sum_over(table, b->hub, i, s->best[i]));
	for (uint32_t i = 0; i < b->count.alone; i++)
		least = lesser(least, sum_over(table, alone, i, s->distance[i]));
	return lesser(least, meet_single(s, table, wide));
}

/* The same; the table has the start's distances. */
uint32_t
fr_side_meet(const fr_index *index, const fr_side *s, const uint32_t *table)
{
	if (index->wide)
		return meet_table(s, table, true);
	return index->vectors ? fr_vectors_meet(s, table) : meet_table(s, table, false);
}

/* Writes the distances of the start's side. */
void
fr_side_fill(const fr_index *index, const fr_side *s, uint32_t *table)
{
	if (index->wide)
		fill_table(s, table, true);
	else
		fill_table(s, table, false);
}

/* ---- costs ------------------------------------------------------------------------ */

static uint64_t
cost_of_way(const fr_index *index, fr_cell a, fr_cell b)
{
	return fr_index_grid_cost(index,
							  fr_octile(fr_index_units_of(index), b.x - a.x, b.y - a.y));
}

static uint64_t
cost_above(const fr_index *index, uint32_t least, uint32_t base)
{
	return least - base < index->top ? fr_index_grid_cost(index, least - base)
									 : FR_UNREACHED;
}

/* The start's side: what it takes but once for many goals. */
static uint32_t
begin_query(const fr_index *index, const uint8_t *run, fr_cell start,
			fr_index_scratch *scratch)
{
	uint32_t base = fr_index_lower_base(scratch, index->top);
	fr_side s;

	open_side(index, &s, run, start, base);
	fr_side_fill(index, &s, scratch->table);
	return base;
}

static uint64_t
end_query(const fr_index *index, const uint8_t *run, fr_cell goal, uint32_t base,
		  const fr_index_scratch *scratch)
{
	fr_side s;

	open_side(index, &s, run, goal, 0);
	return cost_above(index, fr_side_meet(index, &s, scratch->table), base);
}

/* The least by hubs, and by a free way with one turn, which links may undercut. */
__attribute__((noinline)) static uint64_t
cost_with_links(const fr_index *index, const fr_index_ends *ends, uint32_t base,
				const fr_index_scratch *scratch)
{
	uint64_t way = cost_of_way(index, ends->start, ends->goal);
	uint64_t by_hubs = end_query(index, ends->to, ends->goal, base, scratch);

	return by_hubs != FR_UNREACHED && by_hubs < way ? by_hubs : way;
}

uint64_t
fr_subgoals_cost(const fr_index *index, const fr_index_ends *ends,
				 fr_index_scratch *scratch, const fr_poll *poll)
{
	(void) poll;
	if (fr_board_direct(index, ends->start, ends->goal))
		return !index->linked
				   ? cost_of_way(index, ends->start, ends->goal)
				   : cost_with_links(index, ends,
									 begin_query(index, ends->from, ends->start, scratch),
									 scratch);
	return end_query(index, ends->to, ends->goal,
					 begin_query(index, ends->from, ends->start, scratch), scratch);
}

/* The cost of a goal; the start's side is ready. */
static inline uint64_t
cost_to(const fr_index *index, fr_cell start, fr_cell goal, uint32_t base,
		const fr_index_scratch *scratch)
{
	const uint8_t *run = fr_index_run(index, goal);

	if (!fr_board_direct(index, start, goal))
		return end_query(index, run, goal, base, scratch);
	return !index->linked
			   ? cost_of_way(index, start, goal)
			   : cost_with_links(index, &(fr_index_ends){start, goal, NULL, run}, base,
								 scratch);
}

void
fr_subgoals_costs_to(const fr_index *index, const fr_index_pairs *pairs,
					 fr_index_scratch *scratch, const fr_poll *poll)
{
	fr_cell start = *pairs->starts;
	uint32_t base = begin_query(index, fr_index_run(index, start), start, scratch);

	for (size_t i = 0; i < pairs->count; i++)
	{
		fr_poll_at(poll, i);
		if (i + FR_GOALS_AHEAD < pairs->count)
			fr_index_prefetch(fr_index_run(index, pairs->goals[i + FR_GOALS_AHEAD]));
		pairs->costs[i] = cost_to(index, start, pairs->goals[i], base, scratch);
	}
}

/* ---- for routes ------------------------------------------------------------------- */

void
fr_side_open(const fr_index *index, fr_side *s, fr_cell at, uint32_t base)
{
	open_side(index, s, fr_index_run(index, at), at, base);
	s->at = at;
	s->base = base;
}

/* Distances to hubs, when those to items are known. */
void
fr_side_reach_hubs(const fr_index *index, fr_side *s)
{
	reach_hubs(index, s);
}
