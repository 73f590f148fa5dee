/*
 * visibility_scan.c - field of view: the subgoals, or all cells, that a cell sees
 *
 * Shadow casting, with exact slopes. Rows and columns are followed as far as cells are
 * free. A quadrant is scanned row by row of squares. A range of slopes goes through free
 * squares, from the cell to a row. There the row's runs of free squares cut it into
 * smaller ranges, and each of these goes on. Ends of ranges are slopes to corners of
 * squares, and belong to them; a range may be one slope.
 */
#include "core/anyangle/visibility_graph.h"
#include "core/base/base.h"

/* A scan of the quadrant (right, down): x and y are counted in this direction. */
typedef struct shadow_cast
{
	fr_visibility_graph *graph;
	fr_cell at;
	int right; /* 1 or -1 */
	int down;
	int32_t width;					/* squares from the cell to the border */
	unsigned corners;				/* of subgoals that are to be found */
	const fr_cell_visitor *visitor; /* NULL: the scan looks only for subgoals */
	const uint64_t *line;			/* of the row's squares */
	int32_t row;					/* how many rows are between it and the cell */
	size_t count;					/* of ranges that are to go on */
	int32_t columns;				/* to the farthest one that is seen */
	int32_t rows;
} shadow_cast;

/* ---- what is found ----------------------------------------------------------------- */

/* The subgoals of a word of points that have one of these corners. */
static void
find_in_word(fr_visibility_graph *s, size_t word, uint64_t bits, unsigned corners)
{
	uint64_t points = s->points[word];

	for (bits &= points; bits; bits &= bits - 1)
	{
		uint64_t below = (bits & -bits) - 1;
		uint32_t n = s->before[word] + fr_bits_count(points & below);

		if (s->scan_corners[n] & corners)
			s->found[s->found_count++] = n;
	}
}

/* The subgoals in a row of cells, from column a to column b. */
static void
find_in_row(fr_visibility_graph *s, int32_t y, int32_t a, int32_t b, unsigned corners)
{
	size_t row = (size_t) y * s->words;

	if (a > b)
		return;
	for (int32_t i = a >> 6; i <= b >> 6; i++)
	{
		uint64_t bits = s->points[row + (size_t) i];

		if (bits == 0)
			continue;
		if (i == a >> 6)
			bits &= ~UINT64_C(0) << (a & 63);
		if (i == b >> 6)
			bits &= ~UINT64_C(0) >> (63 - (b & 63));
		find_in_word(s, row + (size_t) i, bits, corners);
	}
}

/* May there be subgoals in a row of cells, from column a to column b? */
static inline bool
has_points(const fr_visibility_graph *s, int32_t y, int32_t a, int32_t b)
{
	const uint64_t *points = s->points + (size_t) y * s->words;

	for (int32_t i = a >> 6; i <= b >> 6; i++)
		if (points[i])
			return true;
	return false;
}

/* ---- a quadrant -------------------------------------------------------------------- */

static inline int32_t
column_of(const shadow_cast *w, int32_t x)
{
	return w->right > 0 ? w->at.x + x : w->at.x - 1 - x;
}

/* The first free square from x on; the width if there is none. */
static int32_t
free_from(const shadow_cast *w, int32_t x)
{
	while (x < w->width)
	{
		int32_t at = column_of(w, x);
		uint64_t word = ~w->line[at >> 6];

		if (w->right > 0)
			word >>= at & 63;
		else
			word <<= 63 - (at & 63);
		if (word)
			return x + (w->right > 0 ? __builtin_ctzll(word) : __builtin_clzll(word));
		x += w->right > 0 ? 64 - (at & 63) : (at & 63) + 1;
	}
	return w->width;
}

/* The first blocked square after x, which is free. */
static inline int32_t
blocked_after(const shadow_cast *w, int32_t x)
{
	if (w->right > 0)
		return fr_bits_next(w->line, w->at.x + x) - w->at.x;
	return w->at.x - 1 - fr_bits_previous(w->line, w->at.x - 1 - x);
}

/* The column of a slope after so many rows, rounded down. Sides have 16 bits: no overflow. */
static inline int32_t
reached_by(int32_t x, int32_t y, uint32_t rows)
{
	return (int32_t) ((uint32_t) x * rows / (uint32_t) y);
}

/*
 * Finds the subgoals, or cells, on the far side of the row, from the lower slope to
 * `last`, but none before x.
 */
static inline void
find_between(const shadow_cast *w, const fr_slopes *slopes, int32_t x, int32_t last)
{
	uint32_t rows = (uint32_t) w->row + 1;
	int32_t y = w->at.y + w->down * (int32_t) rows;
	int32_t a = w->right > 0 ? w->at.x + x : w->at.x - last;
	int32_t b = w->right > 0 ? w->at.x + last : w->at.x - x;
	int32_t first;

	if (w->visitor == NULL && !has_points(w->graph, y, a, b))
		return;
	first = reached_by(slopes->low_x, slopes->low_y, rows);
	first += first == 0 || (uint32_t) first * (uint32_t) slopes->low_y <
							   (uint32_t) slopes->low_x * rows;
	if (w->right > 0)
		a = w->at.x + first;
	else
		b = w->at.x - first;
	if (w->visitor == NULL)
		find_in_row(w->graph, y, a, b, w->corners);
	else if (a <= b)
		w->visitor->visit(w->visitor->context, y, a, b);
}

/*
 * Adds the slopes that a run of free squares from x to end lets pass. entered: the low slope
 * enters the row in this run.
 */
static inline void
pass_run(shadow_cast *w, const fr_slopes *slopes, int32_t x, int32_t end, bool entered)
{
	fr_slopes passed = *slopes;
	uint32_t row = (uint32_t) w->row;
	int32_t last = end;

	if (!entered &&
		(uint32_t) x * (uint32_t) slopes->low_y > (uint32_t) slopes->low_x * row)
	{
		passed.low_x = x;
		passed.low_y = w->row;
	}
	if ((uint32_t) end * (uint32_t) slopes->high_y <
		(uint32_t) slopes->high_x * (row + 1))
	{
		passed.high_x = end;
		passed.high_y = w->row + 1;
	}
	else
		last = reached_by(slopes->high_x, slopes->high_y, row + 1);
	if ((uint32_t) passed.low_x * (uint32_t) passed.high_y >
		(uint32_t) passed.high_x * (uint32_t) passed.low_y)
		return;
	w->graph->ranges[w->count++] = (fr_range){passed, w->row + 1};
	if (last > w->columns)
		w->columns = last;
	find_between(w, &passed, x, last);
}

/* Adds the parts of a range of slopes that the row lets pass. */
static inline void
pass_row(shadow_cast *w, const fr_slopes *slopes)
{
	int32_t x = reached_by(slopes->low_x, slopes->low_y, (uint32_t) w->row);
	uint32_t last = (uint32_t) slopes->high_x * (uint32_t) w->row;
	bool entered = x < w->width && !fr_bits_has(w->line, column_of(w, x));
	int32_t run = entered ? x : free_from(w, x);

	while (run < w->width &&
		   (entered || (uint32_t) run * (uint32_t) slopes->high_y <= last))
	{
		int32_t end = blocked_after(w, run);

		pass_run(w, slopes, run, end, entered);
		entered = false;
		if ((uint32_t) end * (uint32_t) slopes->high_y > last)
			break;
		run = free_from(w, end);
	}
}

/* Makes room for the ranges that a row may let pass. */
static void
reserve_ranges(const shadow_cast *w)
{
	fr_visibility_graph *s = w->graph;
	size_t wanted = w->count + s->grid->width / 2 + 1;

	if (wanted > s->range_capacity)
		s->ranges = fr_grow(s->arena, s->ranges, sizeof *s->ranges, w->count, wanted,
							&s->range_capacity);
}

/* The first busy square from x on. */
static inline int32_t
busy_from(const shadow_cast *w, const uint64_t *busy, int32_t x)
{
	if (w->right > 0)
		return fr_bits_next(busy, w->at.x + x - 1) - w->at.x;
	return w->at.x - 1 - fr_bits_previous(busy, w->at.x - x);
}

/* Does a range go beyond x, after so many rows? */
static inline bool
is_cut(const fr_slopes *slopes, int32_t x, uint32_t rows)
{
	return (uint32_t) x * (uint32_t) slopes->high_y < (uint32_t) slopes->high_x * rows;
}

/* Is all of a range beyond x, after so many rows? */
static inline bool
is_above(const fr_slopes *slopes, int32_t x, uint32_t rows)
{
	return (uint32_t) x * (uint32_t) slopes->low_y < (uint32_t) slopes->low_x * rows;
}

/* Notes how far a range goes at the near side of the row. */
static inline void
note_column(shadow_cast *w, const fr_slopes *slopes)
{
	int32_t x = slopes->high_y == w->row
					? slopes->high_x
					: reached_by(slopes->high_x, slopes->high_y, (uint32_t) w->row);

	if (x > w->columns)
		w->columns = x;
}

/*
 * Continues a range through rows where it enters a single run of free squares. A run
 * without busy squares before its end has no subgoal.
 */
static void
skip_rows(shadow_cast *w, fr_slopes *slopes, int32_t height)
{
	const fr_bits *squares = &w->graph->planes.squares;
	const uint64_t *busy = w->graph->busy.lines + (w->line - squares->lines);
	ptrdiff_t step = w->down * squares->words;

	for (; w->row < height; w->row++, w->line += step, busy += step)
	{
		uint32_t rows = (uint32_t) w->row + 1;
		int32_t x = reached_by(slopes->low_x, slopes->low_y, rows - 1);
		int32_t end = busy_from(w, busy, x);
		bool marked = !fr_bits_has(w->line, column_of(w, end));

		if (marked)
			end = blocked_after(w, end);
		else if (end == x)
			return;
		if (is_cut(slopes, end, rows))
		{
			if (is_cut(slopes, end, rows - 1) || is_above(slopes, end, rows))
				return;
			note_column(w, slopes);
			slopes->high_x = end;
			slopes->high_y = (int32_t) rows;
		}
		if (marked)
			find_between(w, slopes, x, reached_by(slopes->high_x, slopes->high_y, rows));
	}
}

/* Takes the last range, and follows it until a row cuts it or ends it. */
static void
follow_range(shadow_cast *w, int32_t height)
{
	const fr_bits *squares = &w->graph->planes.squares;
	fr_range range = w->graph->ranges[--w->count];
	int32_t first = w->down > 0 ? w->at.y : w->at.y - 1;

	w->row = range.row;
	w->line = fr_bits_line(squares, (uint32_t) (first + w->down * w->row));
	if (w->visitor == NULL)
	{
		skip_rows(w, &range.slopes, height);
		note_column(w, &range.slopes);
	}
	if (w->row > w->rows)
		w->rows = w->row;
	if (w->row == height)
		return;
	reserve_ranges(w);
	pass_row(w, &range.slopes);
}

/* Scans the quadrant of w, between two slopes. */
static void
cast_quadrant(shadow_cast *w, const fr_slopes *slopes, const fr_poll *poll)
{
	fr_visibility_graph *s = w->graph;
	fr_cell at = w->at;
	int32_t height = w->down > 0 ? (int32_t) s->grid->height - 1 - at.y : at.y;

	w->width = w->right > 0 ? (int32_t) s->grid->width - 1 - at.x : at.x;
	if (w->width == 0 || height == 0)
		return;
	if (w->visitor && height > w->visitor->within)
		height = w->visitor->within;
	reserve_ranges(w);
	s->ranges[w->count++] = (fr_range){*slopes, 0};
	while (w->count > 0)
	{
		uint32_t found = s->found_count;
		int32_t row = s->ranges[w->count - 1].row;

		follow_range(w, height);
		s->steps += 1 + (uint32_t) (w->row - row) + (s->found_count - found);
		if (s->steps >= FR_POLL_STEPS)
		{
			s->steps = 0;
			fr_poll_now(poll);
		}
	}
}

#define ANY_SLOPE                                                                        \
	(fr_slopes)                                                                          \
	{                                                                                    \
		0, 1, FR_MAX_SIDE, 1                                                             \
	}

/* ---- axes -------------------------------------------------------------------------- */

/* Finds the subgoals on an axis, up to a blocked cell. Returns the number of free cells. */
static int32_t
find_along_row(fr_visibility_graph *s, fr_cell at, int right)
{
	const uint64_t *line = fr_bits_line(&s->grid->rows, (uint32_t) at.y);
	int32_t end = right > 0 ? fr_bits_next(line, at.x) : fr_bits_previous(line, at.x);

	if (right > 0)
		find_in_row(s, at.y, at.x + 1, end - 1, fr_corners_for(-1, 0));
	else
		find_in_row(s, at.y, end + 1, at.x - 1, fr_corners_for(1, 0));
	return (end - at.x) * right - 1;
}

static int32_t
find_along_column(fr_visibility_graph *s, fr_cell at, int down)
{
	const uint64_t *line = fr_bits_line(&s->planes.columns, (uint32_t) at.x);
	int32_t end = down > 0 ? fr_bits_next(line, at.y) : fr_bits_previous(line, at.y);
	size_t word = (size_t) at.y * s->words + (size_t) (at.x >> 6);
	uint64_t bit = UINT64_C(1) << (at.x & 63);
	int32_t count = (end - at.y) * down - 1;

	for (int32_t i = 0; i < count; i++)
	{
		word += (size_t) down * s->words;
		if (s->points[word] & bit)
			find_in_word(s, word, bit, fr_corners_for(0, -down));
	}
	return count;
}

/* ---- a cell ------------------------------------------------------------------------ */

/* Notes the box of all that the cell sees in a quadrant, given what it sees on the axes. */
static void
put_view(fr_visibility_graph *s, fr_cell at, const shadow_cast *w, int32_t columns,
		 int32_t rows)
{
	if (columns < w->columns)
		columns = w->columns;
	if (rows < w->rows)
		rows = w->rows;
	s->views[fr_corner_at(w->right, w->down)] = (fr_box){
		(uint16_t) (w->right > 0 ? at.x : at.x - columns),
		(uint16_t) (w->down > 0 ? at.y : at.y - rows),
		(uint16_t) (w->right > 0 ? at.x + columns : at.x),
		(uint16_t) (w->down > 0 ? at.y + rows : at.y),
	};
}

/*
 * Finds the subgoals that a free cell sees, in the directions that matter for its
 * corners, for which the direction back matters. The subgoals are in `found`, and the
 * boxes of seen cells in `views`.
 */
void
fr_scan_subgoals(fr_visibility_graph *graph, fr_cell at, unsigned corners,
				 const fr_poll *poll)
{
	int32_t columns[2] = {0, 0};
	int32_t rows[2] = {0, 0};

	graph->found_count = 0;
	for (int i = 0; i < 2; i++)
	{
		int side = i ? 1 : -1;

		if (corners & fr_corners_for(side, 0))
			columns[i] = find_along_row(graph, at, side);
		if (corners & fr_corners_for(0, side))
			rows[i] = find_along_column(graph, at, side);
	}
	for (int i = 0; i < 4; i++)
	{
		shadow_cast w = {
			.graph = graph, .at = at, .right = i & 1 ? 1 : -1, .down = i & 2 ? 1 : -1};

		w.corners = fr_corners_for(-w.right, -w.down);
		if (corners & w.corners)
			cast_quadrant(&w, &ANY_SLOPE, poll);
		put_view(graph, at, &w, columns[i & 1], rows[i >> 1]);
	}
}

/* ---- all cells --------------------------------------------------------------------- */

/* Visits the cells of an axis, up to a blocked one. */
static void
visit_row(const fr_visibility_graph *s, fr_cell at, int right,
		  const fr_cell_visitor *visitor)
{
	const uint64_t *line = fr_bits_line(&s->grid->rows, (uint32_t) at.y);
	int32_t first = right > 0 ? at.x + 1 : fr_bits_previous(line, at.x) + 1;
	int32_t last = right > 0 ? fr_bits_next(line, at.x) - 1 : at.x - 1;

	if (first <= last)
		visitor->visit(visitor->context, at.y, first, last);
}

static void
visit_column(const fr_visibility_graph *s, fr_cell at, int down,
			 const fr_cell_visitor *visitor)
{
	const uint64_t *line = fr_bits_line(&s->planes.columns, (uint32_t) at.x);

	for (int32_t i = 1; i <= visitor->within && !fr_bits_has(line, at.y + i * down); i++)
		visitor->visit(visitor->context, at.y + i * down, at.x, at.x);
}

/* All cells that a free cell sees in these directions. */
void
fr_scan_cone(fr_visibility_graph *graph, fr_cell at, const fr_cone *cone,
			 const fr_cell_visitor *visitor, const fr_poll *poll)
{
	if (cone->along_row)
		visit_row(graph, at, cone->right, visitor);
	else
		visit_column(graph, at, cone->down, visitor);
	cast_quadrant(&(shadow_cast){.graph = graph,
								 .at = at,
								 .right = cone->right,
								 .down = cone->down,
								 .visitor = visitor},
				  &cone->slopes, poll);
}

/* All cells that a free cell sees, except itself. */
void
fr_scan_around(fr_visibility_graph *graph, fr_cell at, const fr_cell_visitor *visitor,
			   const fr_poll *poll)
{
	for (int i = 0; i < 4; i++)
	{
		int side = i & 1 ? 1 : -1;

		fr_scan_cone(graph, at,
					 &(fr_cone){side, i & 2 ? side : -side, (i & 2) != 0, ANY_SLOPE},
					 visitor, poll);
	}
}
