/*
 * horizon.c - which cells of a view heights hide: see horizon.h
 *
 * The view has eight octants. In each, columns lead away from the eye, and rows aside, so that a line of sight rises
 * by at most one row per column. All heights count from the eye. The slope of a line is its rise per column.
 */
#include "core/query/horizon.h"

#include <float.h>

#include "core/base/base.h"
#include "core/grid/bits.h"

/* Bounds are floats; by this part, they are further apart than they would have to be if floats were exact. */
#define MARGIN 1e-6

/* A table has rows of numbers for this many neighbouring cells: one, two, and three. */
#define SPANS 3

/* Columns form stretches, and each keeps the bounds of its own: 8 columns near the eye, and a fifth of all so far. */
#define STRETCHES 64
#define SHORTEST 8
#define PART 4

/* Of a stretch of columns, from the first one behind `begin` on. */
typedef struct stretch
{
	int32_t begin;
	int bits;	 /* the number of bins, as a power of two */
	float *most; /* slopes by bins: a line that rises as much passes the stretch */
} stretch;

/* What the loops read and raise. Each has a copy, so that compilers need not load it again and again. */
typedef struct bins
{
	int bits;	   /* there are 2^bits bins, */
	int32_t first; /* and lines can still pass in these */
	int32_t last;
	float *least; /* slopes by bins: a line that rises less is hidden */
	float *most;  /* a line that rises as much passes all columns so far, */
	float *here;  /* and one that rises as much passes those of the last stretch */
	/* slopes by the first of one cell in a column, and behind them of two and three cells, `room` numbers apart: */
	float *passing; /* lines that rise as much pass the cells */
	float *hidden;	/* lines that rise less do not pass one of the cells */
	size_t room;
} bins;

typedef struct octant
{
	const fr_sight_rules *sight;
	const fr_view *view;
	const fr_poll *poll;
	fr_cell ahead; /* to the next column */
	fr_cell aside; /* to the next row */
	uint8_t *mark; /* of the eye */
	ptrdiff_t mark_ahead;
	ptrdiff_t mark_aside;
	int64_t level;	 /* the height of the eye */
	int64_t highest; /* no ground is higher */
	int64_t other;	 /* what the other end of the line is above its ground */
	bool blocked;	 /* are there blocked cells in its rows? */
	int32_t columns; /* that cells of the view are in */
	int32_t rows;	 /* and so many rows, without the row of the eye */

	bins b;
	stretch stretches[STRETCHES];
	int count;			   /* of them */
	int64_t *ground;	   /* heights of a column */
	int32_t *small_ground; /* these heights, for loops by AVX2 */
	bool vectors;
} octant;

static inline fr_cell
cell_of(const octant *o, int32_t column, int32_t row)
{
	return (fr_cell){o->view->at.x + column * o->ahead.x + row * o->aside.x,
					 o->view->at.y + column * o->ahead.y + row * o->aside.y};
}

static inline float
greater(float a, float b)
{
	return a > b ? a : b;
}

static inline float
smaller(float a, float b)
{
	return a < b ? a : b;
}

/* ---- bins -------------------------------------------------------------------------- */

static int32_t
end_of(int32_t begin)
{
	return begin + (begin > SHORTEST * PART ? begin / PART : SHORTEST);
}

static void
double_bins(octant *o)
{
	float *lists[] = {o->b.least, o->b.most, o->b.here};

	for (int k = 0; k < 3; k++)
		for (int32_t i = o->b.last; i >= o->b.first; i--)
			lists[k][2 * i] = lists[k][2 * i + 1] = lists[k][i];
	o->b.bits++;
	o->stretches[o->count - 1].bits++;
	o->b.first *= 2;
	o->b.last = 2 * o->b.last + 1;
}

/* From a table's numbers for single cells those for several neighbours: the greatest or the smallest ones. */
static void
fill_spans(float *table, size_t room, int32_t count, bool most)
{
	for (int span = 1; span < SPANS; span++)
		for (int32_t v = 0; v < count; v++)
		{
			float fewer = table[(size_t) (span - 1) * room + (size_t) v];

			table[(size_t) span * room + (size_t) v] =
				most ? greater(fewer, table[v + span]) : smaller(fewer, table[v + span]);
		}
}

static inline void
raise(bins b, int32_t i, float hidden, float passing)
{
	b.least[i] = greater(b.least[i], hidden);
	b.most[i] = greater(b.most[i], passing);
	b.here[i] = greater(b.here[i], passing);
}

/* Begins a stretch of columns behind column k. */
static void
begin_stretch(octant *o, int32_t k)
{
	stretch *s = &o->stretches[o->count++];

	s->begin = k;
	s->bits = o->b.bits;
	o->b.here = s->most;
	for (int32_t i = o->b.first; i <= o->b.last; i++)
		s->most[i] = -FLT_MAX;
}

/*
 * The lines of a bin enter column k between the rows r and s, at k - 1/2, and leave it at k + 1/2. They pass the blocks of
 * these rows. In the middle of the column they are in the blocks of one or two rows, one of which they have to pass.
 */
static void
add_blocks(octant *o, int32_t k)
{
	uint64_t count = UINT64_C(1) << o->b.bits;
	int shift = o->b.bits + 1;
	bins b = o->b;
	uint64_t step = 2 * (uint64_t) k;
	uint64_t middle = step * (uint64_t) o->b.first + count;
	uint64_t in = (step - 1) * (uint64_t) o->b.first + count;
	uint64_t out = (step + 1) * (uint64_t) (o->b.first + 1) + count;

	for (int32_t i = b.first; i <= b.last; i++)
	{
		size_t r = (size_t) (in >> shift);
		size_t s = (size_t) (out >> shift);
		size_t p = (size_t) (middle >> shift);
		size_t q = (size_t) ((middle + step) >> shift);

		raise(b, i, b.hidden[(q - p) * b.room + p], b.passing[(s - r) * b.room + r]);
		middle += step;
		in += step - 1;
		out += step + 1;
	}
}

/*
 * In the middle of column k, the lines of a bin pass between the centres of the rows r and s. Before, they may have crossed
 * centre lines of rows. There, the needed slope is between that of two cells, which bounds of this column and of the one
 * before have.
 */
static void
add_slopes(octant *o, int32_t k)
{
	uint64_t mask = (UINT64_C(1) << o->b.bits) - 1;
	uint64_t at = (uint64_t) k * (uint64_t) o->b.first;
	bins b = o->b;

	for (int32_t i = b.first; i <= b.last; i++)
	{
		size_t r = (size_t) (at >> o->b.bits);
		size_t s = (size_t) ((at + (uint64_t) k + mask) >> o->b.bits);

		raise(b, i, b.hidden[(s - r) * b.room + r], b.passing[(s - r) * b.room + r]);
		at += (uint64_t) k;
	}
}

static void
read_column(octant *o, int32_t k, int32_t last)
{
	const fr_sight_rules *s = o->sight;
	uint32_t n = fr_grid_index(s->grid, cell_of(o, k, 0));
	uint32_t step = (uint32_t) o->aside.y * s->grid->width + (uint32_t) o->aside.x;

	for (int32_t v = 0; v <= last; v++)
	{
		o->ground[v] = s->step * s->height[n] - o->level;
		n += step;
	}
}

/* Cells behind `count` rows are nothing that lines of the view pass. */
static void
pad(float *table, int32_t count, float with)
{
	for (int32_t v = count; v < count + 4; v++)
		table[v] = with;
}

/* By these, heights become slopes: of a line that passes a cell in column k, and of one that does not. */
typedef struct factors
{
	float up; /* of ground above the eye, which is nearest where the line enters */
	float down;
	float hidden_up;
	float hidden_down;
} factors;

static factors
factors_of(const octant *o, int32_t k)
{
	bool slopes = o->sight->slopes;

	return (factors){.up = (float) ((1 + MARGIN) / (slopes ? k : k - 0.5)),
					 .down = (float) ((1 - MARGIN) / (slopes ? k : k + 0.5)),
					 .hidden_up = (float) ((1 - MARGIN) / k),
					 .hidden_down = (float) ((1 + MARGIN) / k)};
}

static void
fill_tables(octant *o, int32_t k, int32_t count)
{
	factors f = factors_of(o, k);

	for (int32_t v = 0; v < count; v++)
	{
		float h = (float) o->ground[v];

		o->b.passing[v] = h * (h > 0 ? f.up : f.down);
		o->b.hidden[v] = h * (h > 0 ? f.hidden_up : f.hidden_down);
	}
}

/* ---- cells in sight ----------------------------------------------------------------- */

/* Follows a line to a cell through the stretches that it may not pass. */
static bool
is_seen(const octant *o, int32_t k, int32_t v, int32_t bin, float slope)
{
	fr_cell cell = cell_of(o, k, v);

	for (int i = 0; i < o->count; i++)
	{
		const stretch *s = &o->stretches[i];
		/* between two stretches, bounds of both together tell whether a line passes */
		int32_t end = i + 1 < o->count && s[1].begin < k ? s[1].begin + 1 : k;

		if (slope < s->most[bin >> (o->b.bits - s->bits)] &&
			!fr_line_clears(o->sight, o->view->at, cell, o->level, o->other, s->begin,
							end, o->poll))
			return false;
	}
	return true;
}

/* Bins per row of column k, as a fraction of 2^32, rounded down. */
static uint64_t
bins_per_row(const octant *o, int32_t k)
{
	return (UINT64_C(1) << (o->b.bits + 32)) / (uint64_t) k;
}

/* A bin with the direction of a row. Of two bins that share this direction it may be either one. */
static int32_t
bin_of(const bins *b, int32_t v, uint64_t per_row)
{
	uint64_t bin = (uint64_t) v * per_row >> 32;
	uint64_t count = UINT64_C(1) << b->bits;

	return (int32_t) (bin < count ? bin : count - 1);
}

static inline void
show(uint8_t *mark)
{
	*mark |= (uint8_t) (*mark << 1);
}

/* Looks at the cells of column k. */
static void
look_at_column(octant *o, int32_t k, int32_t last)
{
	uint8_t *mark = o->mark + k * o->mark_ahead;
	bins b =
		o->b; /* and more that stores of marks might change, as far as compilers know */
	ptrdiff_t aside = o->mark_aside;
	const int64_t *ground = o->ground;
	int64_t other = o->other;
	uint64_t per_row = bins_per_row(o, k);
	float each = 1 / (float) k;

	for (int32_t v = 0; v <= last; v++, mark += aside)
	{
		float slope = (float) (ground[v] + other) * each;
		int32_t i = bin_of(&b, v, per_row);

		if (*mark && i >= b.first && i <= b.last && slope >= b.least[i] &&
			(slope >= b.most[i] || is_seen(o, k, v, i, slope)))
			show(mark);
	}
}

/* ---- by AVX2 ------------------------------------------------------------------------- */

/* Loops by AVX2 take heights and positions of bins of 32 bits, and this many at once. */
#define FLOATS 8
#define MOST_COLUMNS 16000
#define BIN_BITS 28 /* of a fraction of a bin */
#define MOST_HEIGHT (INT64_C(1) << 30)

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define BY_AVX2 __attribute__((target("avx2")))

static bool
has_vectors(void)
{
	return __builtin_cpu_supports("avx2");
}

/* first, first + 1, ... */
BY_AVX2 static inline __m256i
numbers_from(int32_t first)
{
	return _mm256_add_epi32(_mm256_set1_epi32(first),
							_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

BY_AVX2 static void
read_column_avx2(octant *o, int32_t k, int32_t last)
{
	const fr_sight_rules *s = o->sight;
	const int *from = (const int *) s->height + fr_grid_index(s->grid, cell_of(o, k, 0));
	int32_t aside = o->aside.y * (int32_t) s->grid->width + o->aside.x;
	__m256i apart = _mm256_mullo_epi32(numbers_from(0), _mm256_set1_epi32(aside));
	__m256i step = _mm256_set1_epi32((int32_t) s->step);
	__m256i level = _mm256_set1_epi32((int32_t) o->level);

	for (int32_t v = 0; v <= last; v += FLOATS)
	{
		__m256i inside = _mm256_cmpgt_epi32(_mm256_set1_epi32(last + 1), numbers_from(v));
		__m256i height = _mm256_mask_i32gather_epi32(
			_mm256_setzero_si256(), from + (ptrdiff_t) v * aside, apart, inside, 4);

		_mm256_storeu_si256((__m256i *) (o->small_ground + v),
							_mm256_sub_epi32(_mm256_mullo_epi32(height, step), level));
	}
}

/* Slopes of eight heights, by one factor if they are above the eye and by another one if not. */
BY_AVX2 static inline __m256
slopes_of(__m256i heights, float up, float down)
{
	__m256 h = _mm256_cvtepi32_ps(heights);
	__m256 above = _mm256_cmp_ps(h, _mm256_setzero_ps(), _CMP_GT_OQ);

	return _mm256_mul_ps(
		h, _mm256_blendv_ps(_mm256_set1_ps(down), _mm256_set1_ps(up), above));
}

BY_AVX2 static void
fill_spans_avx2(float *table, size_t room, int32_t count, bool most)
{
	for (int32_t v = 0; v < count; v += FLOATS)
	{
		__m256 first = _mm256_loadu_ps(table + v);
		__m256 second = _mm256_loadu_ps(table + v + 1);
		__m256 third = _mm256_loadu_ps(table + v + 2);
		__m256 two = most ? _mm256_max_ps(first, second) : _mm256_min_ps(first, second);

		_mm256_storeu_ps(table + room + v, two);
		_mm256_storeu_ps(table + 2 * room + v,
						 most ? _mm256_max_ps(two, third) : _mm256_min_ps(two, third));
	}
}

BY_AVX2 static void
fill_tables_avx2(octant *o, int32_t k, int32_t count)
{
	factors f = factors_of(o, k);

	for (int32_t v = 0; v < count; v += FLOATS)
	{
		__m256i ground = _mm256_loadu_si256((const __m256i *) (o->small_ground + v));

		_mm256_storeu_ps(o->b.passing + v, slopes_of(ground, f.up, f.down));
		_mm256_storeu_ps(o->b.hidden + v, slopes_of(ground, f.hidden_up, f.hidden_down));
	}
}

/* From a table, the numbers for the rows from r to s. */
BY_AVX2 static inline __m256
rows_between(const float *table, __m256i room, __m256i r, __m256i s)
{
	return _mm256_i32gather_ps(
		table, _mm256_add_epi32(_mm256_mullo_epi32(_mm256_sub_epi32(s, r), room), r), 4);
}

BY_AVX2 static inline void
raise_avx2(bins b, int32_t i, __m256 hidden, __m256 passing)
{
	_mm256_storeu_ps(b.least + i, _mm256_max_ps(_mm256_loadu_ps(b.least + i), hidden));
	_mm256_storeu_ps(b.most + i, _mm256_max_ps(_mm256_loadu_ps(b.most + i), passing));
	_mm256_storeu_ps(b.here + i, _mm256_max_ps(_mm256_loadu_ps(b.here + i), passing));
}

BY_AVX2 static void
add_blocks_avx2(octant *o, int32_t k)
{
	bins b = o->b;
	__m256i room = _mm256_set1_epi32((int32_t) b.room);
	__m128i shift = _mm_cvtsi32_si128(b.bits + 1);
	__m256i step = _mm256_set1_epi32(2 * k);
	__m256i across = _mm256_set1_epi32(2 * k + 1);

	for (int32_t i = b.first; i <= b.last; i += FLOATS)
	{
		/* bins behind the last one are as the last one */
		__m256i bin = _mm256_min_epi32(numbers_from(i), _mm256_set1_epi32(b.last));
		__m256i middle = _mm256_add_epi32(_mm256_mullo_epi32(bin, step),
										  _mm256_set1_epi32(1 << b.bits));
		__m256i in = _mm256_sub_epi32(middle, bin);
		__m256i out = _mm256_add_epi32(_mm256_add_epi32(middle, bin), across);
		__m256i r = _mm256_srl_epi32(in, shift);
		__m256i s = _mm256_srl_epi32(out, shift);
		__m256i p = _mm256_srl_epi32(middle, shift);
		__m256i q = _mm256_srl_epi32(_mm256_add_epi32(middle, step), shift);

		raise_avx2(b, i, rows_between(b.hidden, room, p, q),
				   rows_between(b.passing, room, r, s));
	}
}

BY_AVX2 static void
add_slopes_avx2(octant *o, int32_t k)
{
	bins b = o->b;
	__m256i room = _mm256_set1_epi32((int32_t) b.room);
	__m128i shift = _mm_cvtsi32_si128(b.bits);
	__m256i mask = _mm256_set1_epi32((1 << b.bits) - 1);
	__m256i step = _mm256_set1_epi32(k);

	for (int32_t i = b.first; i <= b.last; i += FLOATS)
	{
		__m256i bin = _mm256_min_epi32(numbers_from(i), _mm256_set1_epi32(b.last));
		__m256i at = _mm256_mullo_epi32(bin, step);
		__m256i after = _mm256_add_epi32(at, step);
		__m256i r = _mm256_srl_epi32(at, shift);
		__m256i s = _mm256_srl_epi32(_mm256_add_epi32(after, mask), shift);

		raise_avx2(b, i, rows_between(b.hidden, room, r, s),
				   rows_between(b.passing, room, r, s));
	}
}

/* A bit for each of eight cells that the bounds show, and for each that they neither show nor hide. */
BY_AVX2 static inline void
compare_avx2(bins b, __m256i heights, int32_t v, uint32_t per_row, float each,
			 unsigned *shown, unsigned *open)
{
	__m256i rows = numbers_from(v);
	__m256i by = _mm256_set1_epi32((int32_t) per_row);
	__m256i even = _mm256_srli_epi64(_mm256_mul_epu32(rows, by), BIN_BITS);
	__m256i odd =
		_mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(rows, 32), by), BIN_BITS);
	__m256i bin = _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xaa);
	__m256i held;
	__m256 inside;
	__m256 slope = _mm256_mul_ps(_mm256_cvtepi32_ps(heights), _mm256_set1_ps(each));
	__m256 shows;
	__m256 hides;

	bin = _mm256_min_epi32(bin, _mm256_set1_epi32((1 << b.bits) - 1));
	held = _mm256_max_epi32(_mm256_min_epi32(bin, _mm256_set1_epi32(b.last)),
							_mm256_set1_epi32(b.first));
	inside = _mm256_castsi256_ps(_mm256_cmpeq_epi32(held, bin));
	shows = _mm256_cmp_ps(slope, _mm256_i32gather_ps(b.most, held, 4), _CMP_GE_OQ);
	hides = _mm256_cmp_ps(slope, _mm256_i32gather_ps(b.least, held, 4), _CMP_LT_OQ);
	*shown = (unsigned) _mm256_movemask_ps(_mm256_and_ps(shows, inside));
	*open = (unsigned) _mm256_movemask_ps(_mm256_andnot_ps(hides, inside)) & ~*shown;
}

BY_AVX2 static void
look_at_column_avx2(octant *o, int32_t k, int32_t last)
{
	uint8_t *mark = o->mark + k * o->mark_ahead;
	bins b =
		o->b; /* and more that stores of marks might change, as far as compilers know */
	ptrdiff_t aside = o->mark_aside;
	const int32_t *ground = o->small_ground;
	int32_t other = (int32_t) o->other;
	float each = 1 / (float) k;
	uint64_t per_row = bins_per_row(o, k);

	for (int32_t v = 0; v <= last; v += FLOATS)
	{
		unsigned here = last - v >= FLOATS - 1 ? 0xff : (1u << (last - v + 1)) - 1;
		unsigned shown;
		unsigned open;

		__m256i heights = _mm256_add_epi32(
			_mm256_loadu_si256((const __m256i *) (ground + v)), _mm256_set1_epi32(other));

		compare_avx2(b, heights, v, (uint32_t) (per_row >> (32 - BIN_BITS)), each, &shown,
					 &open);
		for (shown &= here; shown; shown &= shown - 1)
			show(mark + (v + __builtin_ctz(shown)) * aside);
		for (open &= here; open; open &= open - 1)
		{
			int32_t u = v + __builtin_ctz(open);
			uint8_t *at = mark + u * aside;

			if (*at && is_seen(o, k, u, bin_of(&b, u, per_row),
							   (float) (ground[u] + other) * each))
				show(at);
		}
	}
}

#else

#define read_column_avx2 read_column
#define fill_tables_avx2 fill_tables
#define fill_spans_avx2 fill_spans
#define add_blocks_avx2 add_blocks
#define add_slopes_avx2 add_slopes
#define look_at_column_avx2 look_at_column

static bool
has_vectors(void)
{
	return false;
}

#endif

/* ---- octants ------------------------------------------------------------------------ */

/* The rows of column k within the distance. */
static int32_t
rows_of(const octant *o, int32_t k, int32_t rows)
{
	while (rows >= 0 && (uint64_t) k * (uint64_t) k + (uint64_t) rows * (uint64_t) rows >
							o->view->within)
		rows--;
	return rows;
}

/* Blocked cells hide what is behind them. The marks show that already, so bins that pass nothing else end. */
static void
end_at_blocked(octant *o, int32_t k, int32_t last)
{
	const fr_grid *grid = o->sight->grid;
	uint32_t n = fr_grid_index(grid, cell_of(o, k, last));
	uint32_t step = (uint32_t) o->aside.y * grid->width + (uint32_t) o->aside.x;
	int neighbours = 0; /* that are blocked, from row v on */

	for (int32_t v = last; v >= 0; v--)
	{
		neighbours = fr_grid_blocked(grid, n) ? neighbours + 1 : 0;
		for (int span = 0; span < SPANS && span < neighbours; span++)
			o->b.hidden[(size_t) span * o->b.room + (size_t) v] = FLT_MAX;
		n -= step;
	}
}

/* Behind column k, ends the bins in which not even the highest target would be in sight. */
static void
end_hidden(octant *o, int32_t k)
{
	bins b = o->b;
	float top = (float) (o->highest + o->other) / (float) (k + 1);

	for (int32_t i = b.first; i <= b.last && top > 0; i++)
		if (b.least[i] > top)
			b.least[i] = FLT_MAX;
}

/* Leaves out bins at both ends where no line passes. */
static void
narrow(octant *o)
{
	while (o->b.first <= o->b.last && o->b.least[o->b.first] == FLT_MAX)
		o->b.first++;
	while (o->b.first <= o->b.last && o->b.least[o->b.last] == FLT_MAX)
		o->b.last--;
}

static void
end_table(const octant *o, float *table, int32_t count, bool most)
{
	pad(table, count, most ? -FLT_MAX : FLT_MAX);
	(o->vectors ? fill_spans_avx2 : fill_spans)(table, o->b.room, count + 2, most);
}

/* Adds the ground of column k up to a row. */
static void
add_column(octant *o, int32_t k, int32_t last)
{
	int64_t bins;

	while (INT64_C(1) << o->b.bits < 2 * (int64_t) k)
		double_bins(o);
	bins = INT64_C(1) << o->b.bits;
	if (((2 * (int64_t) last + 1) * bins + 2 * k - 1) / (2 * k) - 1 < o->b.last)
		o->b.last =
			(int32_t) (((2 * (int64_t) last + 1) * bins + 2 * k - 1) / (2 * k) - 1);
	if (o->vectors)
		fill_tables_avx2(o, k, last + 1);
	else
		fill_tables(o, k, last + 1);
	end_table(o, o->b.passing, last + 1, true);
	end_table(o, o->b.hidden, last + 1, false);
	if (o->blocked)
		end_at_blocked(o, k, last);
	if (o->sight->slopes)
		(o->vectors ? add_slopes_avx2 : add_slopes)(o, k);
	else
		(o->vectors ? add_blocks_avx2 : add_blocks)(o, k);
	if (k == end_of(o->stretches[o->count - 1].begin))
	{
		end_hidden(o, k);
		begin_stretch(o, k);
	}
	narrow(o);
}

static void
begin_octant(octant *o)
{
	o->b.bits = 1;
	o->b.first = 0;
	o->b.last = 1;
	o->count = 0;
	for (int i = 0; i < 2; i++)
		o->b.least[i] = o->b.most[i] = -FLT_MAX;
	begin_stretch(o, 0);
}

static void
scan_octant(octant *o)
{
	int32_t rows = o->rows;

	begin_octant(o);
	for (int32_t k = 1; k <= o->columns && o->b.first <= o->b.last; k++)
	{
		int32_t last;

		fr_poll_now(o->poll);
		rows = rows_of(o, k, rows);
		if (rows < 0)
			return;
		last = rows < k ? rows : k;
		(o->vectors ? read_column_avx2 : read_column)(o, k, last);
		(o->vectors ? look_at_column_avx2 : look_at_column)(o, k, last);
		if (k < o->columns)
			add_column(o, k, last);
	}
}

/* How many stretches so many columns have. */
static int
stretches_of(int32_t columns)
{
	int count = 1;

	for (int32_t k = end_of(0); k < columns; k = end_of(k))
		count++;
	return count;
}

static bool
has_blocked(const fr_grid *grid, const fr_marks *marks, const fr_poll *poll)
{
	for (int32_t y = marks->top; y <= marks->bottom; y++)
	{
		fr_poll_now(poll);
		if (!fr_bits_are_clear(fr_bits_line(&grid->rows, (uint32_t) y), marks->left,
							   marks->right))
			return true;
	}
	return false;
}

void
fr_horizon_show(const fr_sight_rules *sight, const fr_view *view, bool back,
				const fr_marks *marks, const fr_arena *arena, const fr_poll *poll)
{
	const fr_grid *grid = sight->grid;
	int32_t wide = marks->right - marks->left + 1;
	int32_t high = marks->bottom - marks->top + 1;
	int32_t longest = wide > high ? wide : high;
	int32_t shortest = wide < high ? wide : high;
	size_t lanes =
		4 * (size_t) shortest + 4 * FLOATS; /* bins, and behind them for loops of lanes */
	size_t room = (size_t) longest + 4 * FLOATS;
	int count = stretches_of(longest);
	size_t floats = (2 + (size_t) count) * lanes + 2 * SPANS * room;
	float *numbers = fr_arena_alloc(arena, floats * sizeof *numbers);
	int64_t *heights = fr_arena_alloc(arena, room * sizeof *heights);
	int64_t highest = sight->step * sight->highest;
	float *next = numbers;
	octant o = {.sight = sight,
				.view = view,
				.poll = poll,
				.mark = marks->at + (size_t) (view->at.y - marks->top) * marks->width +
						(view->at.x - marks->left),
				.blocked = has_blocked(grid, marks, poll),
				.level = sight->step * sight->height[fr_grid_index(grid, view->at)] +
						 (back ? sight->target : sight->eye),
				.other = back ? sight->eye : sight->target,
				.ground = heights,
				.small_ground = (int32_t *) heights};

	o.b.least = next;
	o.b.most = next + lanes;
	next += 2 * lanes;
	for (int i = 0; i < count; i++, next += lanes)
		o.stretches[i].most = next;
	o.b.passing = next;
	o.b.hidden = next + SPANS * room;
	o.b.room = room;
	o.highest = highest - o.level;
	show(o.mark);
	for (int i = 0; i < 8; i++)
	{
		int x = i & 1 ? 1 : -1;
		int y = i & 2 ? 1 : -1;
		int32_t right = x > 0 ? marks->right - view->at.x : view->at.x - marks->left;
		int32_t down = y > 0 ? marks->bottom - view->at.y : view->at.y - marks->top;
		bool upright = i & 4;

		o.ahead = upright ? (fr_cell){0, y} : (fr_cell){x, 0};
		o.aside = upright ? (fr_cell){x, 0} : (fr_cell){0, y};
		o.columns = upright ? down : right;
		o.vectors = has_vectors() && o.columns <= MOST_COLUMNS &&
					highest + sight->eye + sight->target <= MOST_HEIGHT;
		o.rows = upright ? right : down;
		o.mark_ahead = o.ahead.y * (ptrdiff_t) marks->width + o.ahead.x;
		o.mark_aside = o.aside.y * (ptrdiff_t) marks->width + o.aside.x;
		scan_octant(&o);
	}
	fr_arena_free(arena, heights, room * sizeof *heights);
	fr_arena_free(arena, numbers, floats * sizeof *numbers);
}
