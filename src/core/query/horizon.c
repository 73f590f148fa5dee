/*
 * horizon.c - which cells of a view heights hide: see horizon.h
 *
 * The view has eight octants. In each, columns lead away from the eye, and rows aside, so that a line of sight rises
 * by at most one row per column. All heights count from the eye. The slope of a line is its rise per column.
 */
#include "core/query/horizon.h"

#include <float.h>

#include "core/base/base.h"

/* Bounds are floats; by this part, they are further apart than they would have to be if floats were exact. */
#define MARGIN 1e-6

/* A table has rows of numbers for this many neighbouring cells: one, two, and three. */
#define SPANS 3

/* Bounds of earlier columns are kept: those of the latest column that is a multiple of each of these. */
#define KEPT 3
static const int32_t kept_at[KEPT] = {8, 32, 128};

/* Of the slopes that lines in each bin need. */
typedef struct bounds
{
	float *least; /* a line with less is hidden */
	float *most;  /* a line with as much is not */
} bounds;

typedef struct octant
{
	const fr_sight_rules *sight;
	const fr_view *view;
	const fr_poll *poll;
	fr_cell ahead;	 /* to the next column */
	fr_cell aside;	 /* to the next row */
	uint8_t *mark;	 /* of the eye */
	ptrdiff_t mark_ahead;
	ptrdiff_t mark_aside;
	int64_t level;	 /* the height of the eye */
	int64_t other;	 /* what the other end of the line is above its ground */
	int32_t columns; /* that cells of the view are in */
	int32_t rows;	 /* and so many rows, without the row of the eye */

	int bits;	   /* there are 2^bits bins, */
	int32_t first; /* and lines can still pass in these */
	int32_t last;
	bounds now;				/* of all columns so far */
	float *kept[KEPT];		/* of earlier columns, as bounds.most */
	int32_t column[KEPT];	/* these columns */
	size_t room;			/* for cells of a column in the following arrays */
	int64_t *ground;		/* heights of a column, */
	int64_t *before;		/* and of the one before */
	float *most[SPANS];		/* slopes that pass one, two, and three cells */
	float *least[SPANS];	/* and slopes that do not pass one of them */
	float *crossing[SPANS]; /* slopes that pass where a line crosses centre lines of rows */
} octant;

static inline fr_cell
cell_of(const octant *o, int32_t column, int32_t row)
{
	return (fr_cell){o->view->at.x + column * o->ahead.x + row * o->aside.x,
					 o->view->at.y + column * o->ahead.y + row * o->aside.y};
}

/* ---- bins -------------------------------------------------------------------------- */

static void
double_bins(octant *o)
{
	int32_t count = INT32_C(1) << o->bits;
	float *lists[2 + KEPT] = {o->now.least, o->now.most, o->kept[0], o->kept[1],
							  o->kept[2]};

	for (int k = 0; k < 2 + KEPT; k++)
		for (int32_t i = count - 1; i >= 0; i--)
			lists[k][2 * i] = lists[k][2 * i + 1] = lists[k][i];
	o->bits++;
	o->first *= 2;
	o->last = 2 * o->last + 1;
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

/* ---- what a column adds ------------------------------------------------------------- */

/* From a table's numbers for single cells those for several neighbours: the greatest or the smallest ones. */
static void
fill_spans(float *const table[SPANS], int32_t count, bool most)
{
	for (int span = 1; span < SPANS; span++)
		for (int32_t v = 0; v < count; v++)
			table[span][v] = most ? greater(table[span - 1][v], table[0][v + span])
								  : smaller(table[span - 1][v], table[0][v + span]);
}

static void
add_to_bin(octant *o, int32_t i, float least, float most)
{
	o->now.least[i] = greater(o->now.least[i], least);
	o->now.most[i] = greater(o->now.most[i], most);
}

/*
 * The lines of a bin enter column k between the rows r and s, at k - 1/2, and leave it at k + 1/2. They pass the blocks of
 * these rows. In the middle of the column they are in the blocks of one or two rows, one of which they have to pass.
 */
static void
add_blocks(octant *o, int32_t k)
{
	uint64_t count = UINT64_C(1) << o->bits;
	int shift = o->bits + 1;
	uint64_t step = 2 * (uint64_t) k;
	uint64_t middle = step * (uint64_t) o->first + count;
	uint64_t in = (step - 1) * (uint64_t) o->first + count;
	uint64_t out = (step + 1) * (uint64_t) (o->first + 1) + count;

	for (int32_t i = o->first; i <= o->last; i++)
	{
		size_t r = (size_t) (in >> shift);
		size_t s = (size_t) (out >> shift);
		size_t p = (size_t) (middle >> shift);
		size_t q = (size_t) ((middle + step) >> shift);

		add_to_bin(o, i, o->least[q - p][p], o->most[s - r][r]);
		middle += step;
		in += step - 1;
		out += step + 1;
	}
}

/*
 * In the middle of column k, the lines of a bin pass between the centres of the rows r and s. On the way from the column
 * before, they cross the centre lines of the rows from p to q, if there are any.
 */
static void
add_slopes(octant *o, int32_t k)
{
	uint64_t mask = (UINT64_C(1) << o->bits) - 1;
	uint64_t at = (uint64_t) k * (uint64_t) o->first;
	uint64_t before = (uint64_t) (k - 1) * (uint64_t) o->first;

	for (int32_t i = o->first; i <= o->last; i++)
	{
		size_t r = (size_t) (at >> o->bits);
		size_t s = (size_t) ((at + (uint64_t) k + mask) >> o->bits);
		size_t p = (size_t) ((before + mask) >> o->bits);
		size_t q = (size_t) ((at + (uint64_t) k) >> o->bits);
		float most = o->most[s - r][r];

		if (k > 1 && q >= p)
			most = greater(most, o->crossing[q - p][p]);
		add_to_bin(o, i, o->least[s - r][r], most);
		at += (uint64_t) k;
		before += (uint64_t) (k - 1);
	}
}

/* Cells behind `count` rows are nothing that lines of the view pass. */
static void
pad(float *const table[SPANS], int32_t count, float with)
{
	for (int32_t v = count; v < count + 4; v++)
		table[0][v] = with;
}

static void
fill_tables(octant *o, int32_t k, int32_t count)
{
	bool slopes = o->sight->slopes;
	double near = slopes ? k : k - 0.5;
	double far = slopes ? k : k + 0.5;
	float up = (float) ((1 + MARGIN) / near);
	float down = (float) ((1 - MARGIN) / far);
	float least_up = (float) ((1 - MARGIN) / k);
	float least_down = (float) ((1 + MARGIN) / k);

	for (int32_t v = 0; v < count; v++)
	{
		float h = (float) o->ground[v];

		o->most[0][v] = h * (h > 0 ? up : down);
		o->least[0][v] = h * (h > 0 ? least_up : least_down);
	}
	pad(o->most, count, -FLT_MAX);
	pad(o->least, count, FLT_MAX);
}

/* The centre line of each row between two columns: as high as the higher one of two cells. */
static void
fill_crossings(octant *o, int32_t k, int32_t count)
{
	float up = k > 1 ? (float) ((1 + MARGIN) / (k - 1)) : 0;
	float down = (float) ((1 - MARGIN) / k);

	for (int32_t v = 0; v < count; v++)
	{
		int64_t highest = v < k && o->before[v] > o->ground[v] ? o->before[v] : o->ground[v];
		float h = (float) highest;

		o->crossing[0][v] = h * (h > 0 ? up : down);
	}
	pad(o->crossing, count, -FLT_MAX);
	fill_spans(o->crossing, count + 2, true);
}

/* ---- cells in sight ----------------------------------------------------------------- */

/* Follows a line back from a cell, until bounds tell whether the eye sees the cell. */
static bool
is_seen(const octant *o, int32_t k, int32_t v, int32_t bin, float slope)
{
	int32_t end = k;

	for (int i = 0; i < KEPT; i++)
	{
		int32_t begin = o->column[i];

		if (begin == end)
			continue;
		if (!fr_line_clears(o->sight, o->view->at, cell_of(o, k, v), o->level, o->other, begin,
							end, o->poll))
			return false;
		if (slope >= o->kept[i][bin])
			return true;
		end = begin;
	}
	return fr_line_clears(o->sight, o->view->at, cell_of(o, k, v), o->level, o->other, 0, end,
						  o->poll);
}

/* Looks at the marked cells of column k. */
static void
look_at_column(octant *o, int32_t k, int32_t last)
{
	uint8_t *mark = o->mark + k * o->mark_ahead;
	float each = 1 / (float) k;
	uint32_t count = UINT32_C(1) << o->bits;
	uint32_t step = count / (uint32_t) k;
	uint32_t more = count % (uint32_t) k;
	uint32_t bin = 0;
	uint32_t rest = 0;

	for (int32_t v = 0; v <= last; v++)
	{
		if (*mark)
		{
			float slope = (float) (o->ground[v] + o->other) * each;
			int32_t i = (int32_t) (bin < count ? bin : count - 1);

			if (i < o->first || i > o->last || slope < o->now.least[i] ||
				(slope < o->now.most[i] && !is_seen(o, k, v, i, slope)))
				*mark = 0;
		}
		mark += o->mark_aside;
		bin += step;
		rest += more;
		if (rest >= (uint32_t) k)
		{
			rest -= (uint32_t) k;
			bin++;
		}
	}
}

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

static void
read_column(octant *o, int32_t k, int32_t last)
{
	const fr_sight_rules *s = o->sight;
	uint32_t n = fr_grid_index(s->grid, cell_of(o, k, 0));
	uint32_t step = (uint32_t) o->aside.y * s->grid->width + (uint32_t) o->aside.x;
	int64_t *other = o->before;

	o->before = o->ground;
	o->ground = other;
	for (int32_t v = 0; v <= last; v++)
	{
		o->ground[v] = s->step * s->height[n] - o->level;
		n += step;
	}
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
			o->least[span][v] = FLT_MAX;
		n -= step;
	}
}

/* Leaves out bins at both ends where no line passes. */
static void
narrow(octant *o)
{
	while (o->first <= o->last && o->now.least[o->first] == FLT_MAX)
		o->first++;
	while (o->first <= o->last && o->now.least[o->last] == FLT_MAX)
		o->last--;
}

/* Adds the ground of column k up to a row. */
static void
add_column(octant *o, int32_t k, int32_t last)
{
	int64_t bins;

	while (INT64_C(1) << o->bits < 2 * (int64_t) k)
		double_bins(o);
	bins = INT64_C(1) << o->bits;
	if (((2 * (int64_t) last + 1) * bins + 2 * k - 1) / (2 * k) - 1 < o->last)
		o->last = (int32_t) (((2 * (int64_t) last + 1) * bins + 2 * k - 1) / (2 * k) - 1);
	fill_tables(o, k, last + 1);
	fill_spans(o->most, last + 3, true);
	fill_spans(o->least, last + 3, false);
	end_at_blocked(o, k, last);
	if (o->sight->slopes)
	{
		fill_crossings(o, k, last + 1);
		add_slopes(o, k);
	}
	else
		add_blocks(o, k);
	narrow(o);
	for (int i = 0; i < KEPT; i++)
		if (k % kept_at[i] == 0)
		{
			memcpy(o->kept[i], o->now.most, (size_t) bins * sizeof *o->now.most);
			o->column[i] = k;
		}
}

static void
begin_octant(octant *o)
{
	float *lists[1 + KEPT] = {o->now.most, o->kept[0], o->kept[1], o->kept[2]};

	o->bits = 1;
	o->first = 0;
	o->last = 1;
	for (int i = 0; i < 2; i++)
	{
		o->now.least[i] = -FLT_MAX;
		for (int k = 0; k < 1 + KEPT; k++)
			lists[k][i] = -FLT_MAX;
	}
	for (int k = 0; k < KEPT; k++)
		o->column[k] = 0;
}

static void
scan_octant(octant *o)
{
	int32_t rows = o->rows;

	begin_octant(o);
	for (int32_t k = 1; k <= o->columns && o->first <= o->last; k++)
	{
		int32_t last;

		fr_poll_now(o->poll);
		rows = rows_of(o, k, rows);
		if (rows < 0)
			return;
		last = rows < k ? rows : k;
		read_column(o, k, last);
		look_at_column(o, k, last);
		if (k < o->columns)
			add_column(o, k, last);
	}
}

/* How many cells lead from a coordinate in a direction to the border. */
static int32_t
cells_to_border(int32_t at, int32_t count, int sign)
{
	return sign > 0 ? count - 1 - at : at;
}

void
fr_horizon_hide(const fr_sight_rules *sight, const fr_view *view, bool back,
				const fr_marks *marks, const fr_arena *arena, const fr_poll *poll)
{
	const fr_grid *grid = sight->grid;
	int32_t longest = (int32_t) (grid->width > grid->height ? grid->width : grid->height);
	size_t bins = 4 * (size_t) longest;
	size_t room = (size_t) longest + 4;
	size_t floats = (2 + KEPT) * bins + 3 * SPANS * room;
	float *numbers = fr_arena_alloc(arena, floats * sizeof *numbers);
	int64_t *heights = fr_arena_alloc(arena, 2 * room * sizeof *heights);
	float *next = numbers;
	octant o = {.sight = sight,
				.view = view,
				.poll = poll,
				.mark = marks->at + (size_t) (view->at.y - marks->top) * marks->width +
						(view->at.x - marks->left),
				.level = sight->step * sight->height[fr_grid_index(grid, view->at)] +
						 (back ? sight->target : sight->eye),
				.other = back ? sight->eye : sight->target,
				.ground = heights,
				.before = heights + room};
	float **lists[2 + KEPT] = {&o.now.least, &o.now.most, &o.kept[0], &o.kept[1],
							   &o.kept[2]};

	for (int i = 0; i < 2 + KEPT; i++, next += bins)
		*lists[i] = next;
	for (int i = 0; i < SPANS; i++, next += 3 * room)
	{
		o.most[i] = next;
		o.least[i] = next + room;
		o.crossing[i] = next + 2 * room;
	}
	for (int i = 0; i < 8; i++)
	{
		int x = i & 1 ? 1 : -1;
		int y = i & 2 ? 1 : -1;
		int32_t right = cells_to_border(view->at.x, (int32_t) grid->width, x);
		int32_t down = cells_to_border(view->at.y, (int32_t) grid->height, y);
		bool upright = i & 4;

		o.ahead = upright ? (fr_cell){0, y} : (fr_cell){x, 0};
		o.aside = upright ? (fr_cell){x, 0} : (fr_cell){0, y};
		o.columns = upright ? down : right;
		o.rows = upright ? right : down;
		o.mark_ahead = o.ahead.y * (ptrdiff_t) marks->width + o.ahead.x;
		o.mark_aside = o.aside.y * (ptrdiff_t) marks->width + o.aside.x;
		scan_octant(&o);
	}
	fr_arena_free(arena, heights, 2 * room * sizeof *heights);
	fr_arena_free(arena, numbers, floats * sizeof *numbers);
}
