/*
 * heuristic.h - lower bounds on what the rest of a path costs (internal)
 *
 * The bound is the distance without obstacles (2005 section 3.2, 2006 section V.A), by
 * the costs that resolve_heuristic found for model and map. The bound is admissible and
 * consistent for every model. Landmarks add bounds by the triangle inequality (2006
 * sections V.B and V.C), and the largest bound counts. `alt` uses all landmarks,
 * `altbest` the ones that are best at the start. `levels` adds what a path pays where
 * cheap cells are far away (weight_levels.h).
 *
 * uneven=N takes a part of the bound, which depends on the column. Such a bound is still
 * admissible, but not consistent: algorithm C is for these (2005 section 4).
 */
#ifndef FRINGE_HEURISTIC_H
#define FRINGE_HEURISTIC_H

#include "core/base/bytes.h"
#include "core/grid/weight_levels.h"
#include "core/search/landmarks.h"
#include "core/search/workspace.h"

typedef struct fr_heuristic
{
	fr_cell goal;
	fr_metric metric;
	int shape;						   /* of cells: FR_SQUARES, ... */
	const fr_levels *levels;		   /* NULL: only the distance, or landmarks */
	uint16_t goal_near[FR_LEVELS_MAX]; /* the goal's distances of levels */
	const fr_landmarks *landmarks;
	uint32_t uneven;						  /* 1, or N: see fr_h_uneven */
	int count;								  /* landmarks in use; 0: only the distance */
	uint8_t used[FR_LANDMARKS_MAX];			  /* which of the landmarks */
	const uint16_t *column[FR_LANDMARKS_MAX]; /* their columns, of 2-byte entries */
	uint32_t goal_to[FR_LANDMARKS_MAX];		  /* the goal's distances, by place in used */
	uint32_t goal_from[FR_LANDMARKS_MAX];
	uint32_t goal_index; /* if by_cell */
	bool by_cell;		 /* does fr_h_landmarks_by_cell apply? */
} fr_heuristic;

void fr_heuristic_init(fr_heuristic *heuristic, const fr_grid *grid,
					   const fr_landmarks *landmarks, const fr_method *method,
					   uint32_t start, uint32_t goal);
bool fr_heuristic_prefers_reverse(const fr_heuristic *heuristic, uint32_t start,
								  uint32_t goal);
void fr_heuristic_by_least(fr_heuristic *heuristic, const fr_grid *grid);
void fr_heuristic_aim(fr_heuristic *heuristic, const fr_grid *grid, uint32_t goal);

/* Of a distance along an axis and the way around, if there is one, the shorter one. */
FR_INLINE uint32_t
fr_shorter_way(uint32_t distance, uint32_t around)
{
	return around > 0 && around - distance < distance ? around - distance : distance;
}

/*
 * min(dx, dy) * diagonal, plus a straight step for each cell that one side is longer, in fewer
 * instructions.  `bend` may be negative: unsigned arithmetic wraps around. Between hexagons,
 * where b is neither NE nor SW of a, all steps are straight.  The loops of searches pass a
 * constant `shape`, or test it at run time for other shapes than squares and hexagons.
 */
FR_INLINE uint64_t
fr_obstacle_free(int shape, const fr_metric *metric, fr_cell a, fr_cell b)
{
	uint64_t bend = metric->bend;
	int32_t east = a.x - b.x;
	int32_t south = a.y - b.y;
	uint32_t dx = (uint32_t) (east < 0 ? -east : east);
	uint32_t dy = (uint32_t) (south < 0 ? -south : south);

	if (shape == FR_OTHER_SHAPES)
	{
		dx = fr_shorter_way(dx, metric->wrap_x);
		dy = fr_shorter_way(dy, metric->wrap_y);
		return (uint64_t) dx * metric->straight + (uint64_t) dy * metric->north +
			   (uint64_t) (dx < dy ? dx : dy) * bend;
	}
	if (shape == FR_HEXAGONS)
		bend &= (uint64_t) ((int64_t) (east ^ south) >> 63);
	return (uint64_t) (dx + dy) * metric->straight +
		   (uint64_t) (dx < dy ? dx : dy) * bend;
}

/* The obstacle-free distance between two cells. */
FR_INLINE uint64_t
fr_h_between(const fr_heuristic *heuristic, bool hex, fr_cell a, fr_cell b)
{
	return fr_obstacle_free(hex ? FR_HEXAGONS : FR_SQUARES, &heuristic->metric, a, b);
}

/* The obstacle-free distance from a cell to the goal. */
FR_INLINE uint64_t
fr_h_distance(const fr_heuristic *heuristic, int shape, int32_t x, int32_t y)
{
	return fr_obstacle_free(shape, &heuristic->metric, (fr_cell){x, y}, heuristic->goal);
}

/* A lower bound of the cost from a cell to the goal, by levels of weight. */
FR_INLINE uint64_t
fr_h_levels(const fr_heuristic *heuristic, int shape, uint32_t n, int32_t x, int32_t y)
{
	const fr_levels *levels = heuristic->levels;
	const uint16_t *near = levels->near + (size_t) n * (size_t) levels->count;
	uint64_t length =
		fr_obstacle_free(shape, &levels->metric, (fr_cell){x, y}, heuristic->goal);
	uint64_t h = length * levels->least;

	for (int i = 0; i < levels->count; i++)
	{
		uint64_t dear = ((uint64_t) near[i] + heuristic->goal_near[i]) * levels->unit;

		h += levels->price[i] * (dear < length ? dear : length);
	}
	return h;
}

/*
 * Entries lie by landmark for a search that uses few landmarks, because it reads cells near each
 * other. They lie by cell for a search that uses all: then a line of the processor's cache has
 * all entries of a cell.
 */
FR_INLINE size_t
fr_landmark_index(const fr_landmarks *landmarks, uint32_t n, int i)
{
	return landmarks->by_cell ? (size_t) n * landmarks->by_cell + (size_t) i
							  : (size_t) i * landmarks->cells + n;
}

FR_INLINE uint32_t
fr_landmark_entry(const fr_landmarks *landmarks, const void *table, uint32_t n, int i)
{
	size_t at = fr_landmark_index(landmarks, n, i);

	return landmarks->wide ? ((const uint32_t *) table)[at]
						   : ((const uint16_t *) table)[at];
}

/* The bounds of fr_h_landmarks in the usual case: 2 bytes per entry, and one table. */
FR_INLINE uint32_t
fr_h_landmarks_narrow(const fr_heuristic *heuristic, uint32_t n)
{
	uint32_t best = 0;

	for (int k = 0; k < heuristic->count; k++)
	{
		uint32_t to = heuristic->column[k][n];
		uint32_t goal = heuristic->goal_to[k];
		uint32_t bound = to > goal ? to - goal : goal - to;

		best = bound > best ? bound : best;
	}
	return best;
}

/* Eight entries of 2 bytes. */
typedef uint16_t fr_entries __attribute__((vector_size(16), aligned(2), may_alias));

#define FR_ENTRIES ((int) (sizeof(fr_entries) / sizeof(uint16_t)))

/* The difference of each two entries a - b, or 0 where b is larger. */
FR_INLINE fr_entries
fr_entries_above(fr_entries a, fr_entries b)
{
#ifdef __SSE2__
	return (fr_entries) _mm_subs_epu16((__m128i) a, (__m128i) b);
#else
	return (a - b) & (fr_entries) (a > b);
#endif
}

FR_INLINE fr_entries
fr_entries_larger(fr_entries a, fr_entries b)
{
	return b + fr_entries_above(a, b);
}

/* The larger of each entry and the one that is `bits` further in its word, in a ring. */
FR_INLINE fr_entries
fr_entries_fold(fr_entries a, int bits)
{
	fr_words words = (fr_words) a;

	return fr_entries_larger(a, (fr_entries) (words >> bits | words << (64 - bits)));
}

FR_INLINE uint32_t
fr_entries_largest(fr_entries a)
{
	a = fr_entries_fold(fr_entries_fold(a, 32), 16);
	return a[0] > a[4] ? a[0] : a[4];
}

/*
 * The bounds of fr_h_landmarks by all landmarks, of which there are eight or more, if entries
 * of 2 bytes lie by cell. The last eight overlap those before.
 */
FR_INLINE uint32_t
fr_h_landmarks_by_cell(const fr_heuristic *heuristic, uint32_t n)
{
	const fr_landmarks *landmarks = heuristic->landmarks;
	const uint16_t *to = landmarks->to;
	const uint16_t *from = landmarks->from;
	size_t own = fr_landmark_index(landmarks, n, 0);
	size_t goal = fr_landmark_index(landmarks, heuristic->goal_index, 0);
	int last = heuristic->count - FR_ENTRIES;
	fr_entries best = {0};

	for (int i = 0;; i = i + FR_ENTRIES < last ? i + FR_ENTRIES : last)
	{
		fr_entries own_to = *(const fr_entries *) (to + own + i);
		fr_entries goal_to = *(const fr_entries *) (to + goal + i);
		fr_entries own_from = *(const fr_entries *) (from + own + i);
		fr_entries goal_from = *(const fr_entries *) (from + goal + i);

		best = fr_entries_larger(best, fr_entries_above(own_to, goal_to));
		best = fr_entries_larger(best, fr_entries_above(goal_from, own_from));
		if (i == last)
			return fr_entries_largest(best);
	}
}

/*
 * d(n, goal) >= d(n, L) - d(goal, L) and >= d(L, goal) - d(L, n); where costs
 * are the same both ways, the two make an absolute value (2006, equation 7).
 */
FR_INLINE uint64_t
fr_h_landmarks(const fr_heuristic *heuristic, uint32_t n)
{
	const fr_landmarks *landmarks = heuristic->landmarks;
	uint32_t best = 0;

	if (heuristic->by_cell)
		return fr_h_landmarks_by_cell(heuristic, n) * landmarks->unit;
	if (landmarks->symmetric && !landmarks->wide && !landmarks->by_cell)
		return fr_h_landmarks_narrow(heuristic, n) * landmarks->unit;
	for (int k = 0; k < heuristic->count; k++)
	{
		int i = heuristic->used[k];
		uint32_t to = fr_landmark_entry(landmarks, landmarks->to, n, i);
		uint32_t from = landmarks->symmetric
							? to
							: fr_landmark_entry(landmarks, landmarks->from, n, i);

		if (to > heuristic->goal_to[k] && to - heuristic->goal_to[k] > best)
			best = to - heuristic->goal_to[k];
		if (heuristic->goal_from[k] > from && heuristic->goal_from[k] - from > best)
			best = heuristic->goal_from[k] - from;
	}
	return best * landmarks->unit;
}

/*
 * Prefetches the entries of the cell three steps of `offset` ahead: a search with
 * landmarks expands few nodes, and would spend most of its time waiting for them.
 */
FR_INLINE void
fr_h_prefetch(const fr_heuristic *heuristic, uint32_t n, uint32_t offset)
{
	const fr_landmarks *landmarks = heuristic->landmarks;

	n += 3 * offset;
	if (heuristic->by_cell)
		__builtin_prefetch((const uint16_t *) landmarks->to +
						   fr_landmark_index(landmarks, n, 0));
	else
		for (int k = 0; k < heuristic->count; k++)
			__builtin_prefetch(heuristic->column[k] + n);
}

/* The bound for cell n at (x, y); `shape` and `alt` are constant in most loops. */
FR_INLINE uint64_t
fr_h(const fr_heuristic *heuristic, int shape, bool alt, uint32_t n, int32_t x, int32_t y)
{
	uint64_t h = fr_h_distance(heuristic, shape, x, y);

	if (alt)
	{
		uint64_t bound = fr_h_landmarks(heuristic, n);

		h = bound > h ? bound : h;
	}
	return h;
}

/*
 * The bound h of a cell in column x with uneven=N: of every N columns the first one gets
 * none of it, and the last one all. It stays admissible, and is not consistent.
 */
FR_INLINE uint64_t
fr_h_uneven(const fr_heuristic *heuristic, uint64_t h, int32_t x)
{
	return h * ((uint32_t) x % heuristic->uneven) / (heuristic->uneven - 1);
}

#endif /* FRINGE_HEURISTIC_H */
