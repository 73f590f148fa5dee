/*
 * line_of_sight.c - lines of sight, field of view, and the best cell near a target
 *
 * Field of view is by symmetric shadow casting with exact slopes, row by row in each
 * quadrant. A row cuts the range of slopes that came through the row before it into parts,
 * one per run of passable cells at most. Ends of ranges are slopes to corners of cells.
 * Coordinates of corners are odd multiples of one half, so all coordinates are doubled.
 */
#include "core/query/sight.h"

#include <math.h>

#include "core/base/base.h"
#include "core/grid/bits.h"
#include "core/grid/moves.h"

/* ---- distances --------------------------------------------------------------------- */

/*
 * The root of an integer is rounded to the nearest double, and so compares with the radius
 * as users compare it; the square of a radius does not.
 */
uint64_t
fr_square_within(double radius)
{
	uint64_t square;

	if (radius * radius >= (double) FR_ANY_DISTANCE)
		return FR_ANY_DISTANCE;
	square = (uint64_t) (radius * radius);
	while (sqrt((double) (square + 1)) <= radius)
		square++;
	while (square > 0 && sqrt((double) square) > radius)
		square--;
	return square;
}

static uint64_t
square_of(int64_t dx, int64_t dy)
{
	return (uint64_t) (dx * dx + dy * dy);
}

static int64_t
absolute(int64_t number)
{
	return number < 0 ? -number : number;
}

/* The square of the distance between cells that are so far apart along x and y. */
static uint64_t
square_apart(const fr_grid *grid, int64_t dx, int64_t dy)
{
	int64_t steps;

	if (!grid->costs.hex)
		return square_of(dx, dy);
	steps = (absolute(dx) + absolute(dy) + absolute(dx + dy)) / 2;
	return square_of(steps, 0);
}

int32_t
fr_root_of(uint64_t square)
{
	int32_t root = (int32_t) sqrt((double) square);

	while (square_of(root, 0) > square)
		root--;
	while (square_of(root + 1, 0) <= square)
		root++;
	return root;
}

/* The columns of row y within a distance of a cell, which is at most so many rows away. */
static void
columns_within(const fr_grid *grid, fr_cell at, uint64_t within, int32_t y,
			   int32_t *first, int32_t *last)
{
	int32_t down = y - at.y;
	int32_t left;
	int32_t right;

	if (grid->costs.hex)
	{
		int32_t reach = fr_root_of(within);

		left = reach + (down < 0 ? down : 0);
		right = reach - (down > 0 ? down : 0);
	}
	else
		left = right = fr_root_of(within - square_of(0, down));
	*first = at.x > left ? at.x - left : 0;
	*last = (int32_t) grid->width - 1 - at.x > right ? at.x + right
													 : (int32_t) grid->width - 1;
}

/* The rows within a distance of a cell. */
static void
rows_within(const fr_grid *grid, fr_cell at, uint64_t within, int32_t *first,
			int32_t *last)
{
	int32_t reach = fr_root_of(within);

	*first = at.y > reach ? at.y - reach : 0;
	*last = (int32_t) grid->height - 1 - at.y > reach ? at.y + reach
													  : (int32_t) grid->height - 1;
}

void
fr_cells_within(const fr_grid *grid, fr_cell at, uint64_t within,
				void (*use)(void *context, int32_t y, int32_t first, int32_t last),
				void *context, const fr_poll *poll)
{
	int32_t top;
	int32_t bottom;

	rows_within(grid, at, within, &top, &bottom);
	for (int32_t y = top; y <= bottom; y++)
	{
		int32_t first;
		int32_t last;

		fr_poll_now(poll);
		columns_within(grid, at, within, y, &first, &last);
		if (first <= last)
			use(context, y, first, last);
	}
}

/* ---- two cells --------------------------------------------------------------------- */

static bool
is_blocked(const fr_grid *grid, int32_t x, int32_t y)
{
	return fr_bits_has(fr_bits_line(&grid->rows, (uint32_t) y), x);
}

/* How many of the two cells on either side of a corner have to be passable. */
static int
corners_of(const fr_grid *grid)
{
	return grid->octile ? grid->corners : 2;
}

/*
 * Row by row: the line crosses row j, counted from a, from x = w(2j - 1) / 2h to
 * x = w(2j + 1) / 2h. It enters the cell w(2j - 1) / 2h + 1/2, rounded down, and leaves
 * the cell w(2j + 1) / 2h - 1/2, rounded up. If the latter is a whole number, the line
 * leaves the row at a corner.
 */
bool
fr_in_sight(const fr_grid *grid, fr_cell a, fr_cell b, const fr_poll *poll)
{
	int64_t w = b.x > a.x ? (int64_t) b.x - a.x : (int64_t) a.x - b.x;
	int64_t h = b.y > a.y ? (int64_t) b.y - a.y : (int64_t) a.y - b.y;
	int right = b.x > a.x ? 1 : -1;
	int down = b.y > a.y ? 1 : -1;
	int corners = corners_of(grid);

	for (int64_t j = 0; j <= h; j++)
	{
		int32_t y = (int32_t) (a.y + down * j);
		const uint64_t *line = fr_bits_line(&grid->rows, (uint32_t) y);
		int64_t first = j == 0 ? 1 : (w * (2 * j - 1) + h) / (2 * h);
		int64_t after = j == h ? w : (w * (2 * j + 1) + h - 1) / (2 * h) + 1;
		int32_t corner = (int32_t) (a.x + right * after);

		fr_poll_at(poll, (uint64_t) j + 1);
		if (first < after)
		{
			int32_t from = (int32_t) (a.x + right * first);
			int32_t to = (int32_t) (a.x + right * (after - 1));

			if (!fr_bits_are_clear(line, right > 0 ? from : to, right > 0 ? to : from))
				return false;
		}
		if (j < h && (w * (2 * j + 1) + h) % (2 * h) == 0 &&
			!fr_diagonal_passes(corners, !fr_bits_has(line, corner),
								!is_blocked(grid, corner - right, y + down)))
			return false;
	}
	return true;
}

/* ---- field of view ----------------------------------------------------------------- */

/*
 * The directions x / y between two slopes to corners. A line that touches a corner passes, so
 * the two slopes belong to the range. If both cells next to a corner must be passable, the line
 * does not pass, because one of the cells is blocked. Then the slopes do not belong to the range.
 */
typedef struct slope_range
{
	uint32_t low_x;
	uint32_t low_y;
	uint32_t high_x;
	uint32_t high_y;
} slope_range;

/* Ranges in ascending order. */
typedef struct slope_ranges
{
	slope_range *at;
	size_t count;
	size_t room;
} slope_ranges;

/* A scan of the quadrant (right, down): x and y are counted in this direction. */
typedef struct shadow_scan
{
	const fr_view *view;
	const fr_arena *arena;
	const fr_poll *poll;
	uint64_t steps; /* of ranges and runs, for polls */
	int right;		/* 1 or -1 */
	int down;
	int corners;
	int32_t width;		   /* cells from the cell to the border */
	int32_t row;		   /* 1 or more */
	int32_t last;		   /* the farthest column of the row within the distance */
	const uint64_t *line;  /* of the row */
	const uint64_t *above; /* of the row before */
	slope_ranges ranges;   /* that enter the row */
	slope_ranges passed;   /* that leave it */
} shadow_scan;

static inline int32_t
column_of(const shadow_scan *s, int32_t x)
{
	return s->view->at.x + s->right * x;
}

static inline bool
is_blocked_at(const shadow_scan *s, const uint64_t *line, int32_t x)
{
	return fr_bits_has(line, column_of(s, x));
}

/* The first blocked cell of the row after x; at most the width + 1. */
static inline int32_t
blocked_after(const shadow_scan *s, int32_t x)
{
	int32_t at = s->right > 0 ? fr_bits_next(s->line, column_of(s, x))
							  : fr_bits_previous(s->line, column_of(s, x));

	return (at - s->view->at.x) * s->right;
}

/* The first passable cell of the row from x on; the width + 1 if there is none. */
static int32_t
passable_from(const shadow_scan *s, int32_t x)
{
	while (x <= s->width)
	{
		int32_t at = column_of(s, x);
		uint64_t word = ~s->line[at >> 6];

		word = s->right > 0 ? word >> (at & 63) : word << (63 - (at & 63));
		if (word)
		{
			x += s->right > 0 ? __builtin_ctzll(word) : __builtin_clzll(word);
			break;
		}
		x += s->right > 0 ? 64 - (at & 63) : (at & 63) + 1;
	}
	return x <= s->width ? x : s->width + 1;
}

/* Is the slope ax / ay less than bx / by? */
static inline bool
is_less(uint32_t ax, uint32_t ay, uint32_t bx, uint32_t by)
{
	return (uint64_t) ax * by < (uint64_t) bx * ay;
}

/* Has a range no directions? */
static inline bool
is_empty(const shadow_scan *s, const slope_range *range)
{
	if (s->corners == 2)
		return !is_less(range->low_x, range->low_y, range->high_x, range->high_y);
	return is_less(range->high_x, range->high_y, range->low_x, range->low_y);
}

/* The first column whose centre, in the row, is not below the range. */
static inline int32_t
first_centre(const shadow_scan *s, const slope_range *range)
{
	uint64_t x = (uint64_t) range->low_x * (uint32_t) s->row;

	return (int32_t) (s->corners == 2 ? x / range->low_y + 1
									  : (x + range->low_y - 1) / range->low_y);
}

/* The last column whose centre, in the row, is not above the range. */
static inline int32_t
last_centre(const shadow_scan *s, const slope_range *range)
{
	uint64_t x = (uint64_t) range->high_x * (uint32_t) s->row;

	return (int32_t) (s->corners == 2 ? (x - 1) / range->high_y : x / range->high_y);
}

/* The cell where the low end of a range enters the row; at a corner the cell behind it. */
static inline int32_t
entered_by(const shadow_scan *s, const slope_range *range)
{
	uint64_t near = 2 * (uint32_t) s->row - 1;

	return (int32_t) ((range->low_x * near + range->low_y) / (2 * range->low_y));
}

/* Sees the cells of the row from column a to column b, but no axis and none too far. */
static inline void
see_part(const shadow_scan *s, int32_t a, int32_t b)
{
	int32_t y = s->view->at.y + s->down * s->row;

	if (a < 1)
		a = 1;
	if (b > s->last)
		b = s->last;
	if (a > b)
		return;
	if (s->right > 0)
		s->view->see(s->view->context, y, column_of(s, a), column_of(s, b));
	else
		s->view->see(s->view->context, y, column_of(s, b), column_of(s, a));
}

static inline void
add_range(shadow_scan *s, const slope_range *range)
{
	slope_ranges *list = &s->passed;

	if (list->count == list->room)
		list->at = fr_grow(s->arena, list->at, sizeof *list->at, list->count,
						   list->count + 1, &list->room);
	list->at[list->count++] = *range;
}

/*
 * Cuts a range at the near corner of a run of passable cells from a on, whose cell before
 * a is blocked. Returns false if nothing is left: the line through the corner also touches
 * a blocked cell of the row before, which already cut off what is above this line.
 */
static inline bool
cut_low(const shadow_scan *s, slope_range *range, int32_t a)
{
	uint32_t x = 2 * (uint32_t) a - 1;
	uint32_t y = 2 * (uint32_t) s->row - 1;

	if (is_less(x, y, range->low_x, range->low_y))
		return true;
	range->low_x = x;
	range->low_y = y;
	return !is_empty(s, range) && (s->corners != 1 || !is_blocked_at(s, s->above, a));
}

/*
 * Adds the part of a range that a run of passable cells from a to b lets pass. Sees, from the
 * diagonal on, the cells of the run and the blocked cell behind it.
 */
static inline void
pass_run(shadow_scan *s, const slope_range *entering, int32_t a, int32_t b)
{
	slope_range range = *entering;
	int32_t last = last_centre(s, entering);

	if (a > 0 && is_blocked_at(s, s->line, a - 1) && !cut_low(s, &range, a))
		return;
	if (last >= s->row)
	{
		int32_t first = first_centre(s, &range);
		int32_t end = b + 1 > s->row ? b + 1 : b;

		see_part(s, first < s->row ? s->row : first, last < end ? last : end);
	}
	if (is_less(2 * (uint32_t) b + 1, 2 * (uint32_t) s->row + 1, range.high_x,
				range.high_y))
	{
		range.high_x = 2 * (uint32_t) b + 1;
		range.high_y = 2 * (uint32_t) s->row + 1;
	}
	if (!is_empty(s, &range))
		add_range(s, &range);
}

/* Sees the cell of the diagonal if it is blocked and a line may enter it at its corner. */
static inline void
see_diagonal(const shadow_scan *s, int32_t first, int32_t last)
{
	int32_t x = s->row;

	if (first <= x && x <= last && x <= s->width && is_blocked_at(s, s->line, x) &&
		fr_diagonal_passes(s->corners, !is_blocked_at(s, s->above, x),
						   !is_blocked_at(s, s->line, x - 1)))
		see_part(s, x, x);
}

/*
 * Adds the parts of a range that the row lets pass. Before the diagonal a line enters a cell
 * from the row before, so that no other cell of the row is between.
 */
static inline void
pass_row(shadow_scan *s, const slope_range *range)
{
	int32_t first = first_centre(s, range);
	int32_t last = last_centre(s, range);
	int32_t run = entered_by(s, range);

	see_part(s, first, last < s->row ? last : s->row - 1);
	see_diagonal(s, first, last);
	if (run > s->width)
		return;
	run = passable_from(s, run);
	while (run <= s->width && run <= s->last + 1)
	{
		int32_t end = blocked_after(s, run);

		fr_poll_at(s->poll, ++s->steps);
		pass_run(s, range, run, end - 1);
		run = passable_from(s, end);
		if (is_less(range->high_x, range->high_y, 2 * (uint32_t) run - 1,
					2 * (uint32_t) s->row - 1))
			break;
	}
}

static void
begin_quadrant(shadow_scan *s)
{
	const fr_view *view = s->view;
	int32_t end;

	s->width = s->right > 0 ? (int32_t) view->grid->width - 1 - view->at.x : view->at.x;
	s->line = fr_bits_line(&view->grid->rows, (uint32_t) view->at.y);
	end = blocked_after(s, 0);
	s->passed.count = 0;
	add_range(s, &(slope_range){0, 1, 2 * (uint32_t) end - 1, 1});
}

/* Sees all cells of a quadrant, without its axes. */
static void
scan_quadrant(shadow_scan *s)
{
	const fr_view *view = s->view;
	int32_t height =
		s->down > 0 ? (int32_t) view->grid->height - 1 - view->at.y : view->at.y;
	ptrdiff_t step = s->down * view->grid->rows.words;

	begin_quadrant(s);
	if (s->width == 0)
		return;
	for (s->row = 1; s->row <= height && square_of(0, s->row) <= view->within; s->row++)
	{
		slope_ranges entering = s->passed;

		fr_poll_at(s->poll, ++s->steps);
		s->passed = s->ranges;
		s->passed.count = 0;
		s->ranges = entering;
		s->above = s->line;
		s->line += step;
		s->last = fr_root_of(view->within - square_of(0, s->row));
		if (s->last > s->width)
			s->last = s->width;
		for (size_t i = 0; i < entering.count; i++)
		{
			fr_poll_at(s->poll, ++s->steps);
			if (first_centre(s, &entering.at[i]) > s->last + 1)
				break;
			pass_row(s, &entering.at[i]);
		}
		if (s->passed.count == 0)
			return;
	}
}

/* Sees the cell's own row, up to the first blocked cell on either side. */
static void
see_row(const fr_view *view)
{
	const uint64_t *line = fr_bits_line(&view->grid->rows, (uint32_t) view->at.y);
	int32_t first = fr_bits_previous(line, view->at.x);
	int32_t last = fr_bits_next(line, view->at.x);
	int32_t nearest;
	int32_t farthest;

	columns_within(view->grid, view->at, view->within, view->at.y, &nearest, &farthest);
	view->see(view->context, view->at.y, first > nearest ? first : nearest,
			  last < farthest ? last : farthest);
}

static void
see_column(const fr_view *view, int down, const fr_poll *poll)
{
	const fr_grid *grid = view->grid;
	int32_t y = view->at.y;

	for (int64_t i = 1;; i++)
	{
		y += down;
		fr_poll_at(poll, (uint64_t) i);
		if (y < 0 || y >= (int32_t) grid->height || square_of(0, i) > view->within)
			return;
		view->see(view->context, y, view->at.x, view->at.x);
		if (is_blocked(grid, view->at.x, y))
			return;
	}
}

static void
free_ranges(const fr_arena *arena, const slope_ranges *ranges)
{
	fr_arena_free(arena, ranges->at, ranges->room * sizeof *ranges->at);
}

void
fr_view_scan(const fr_view *view, const fr_arena *arena, const fr_poll *poll)
{
	shadow_scan s = {
		.view = view, .arena = arena, .poll = poll, .corners = corners_of(view->grid)};

	see_row(view);
	for (int i = 0; i < 2; i++)
		see_column(view, i ? 1 : -1, poll);
	for (int i = 0; i < 4; i++)
	{
		s.right = i & 1 ? 1 : -1;
		s.down = i & 2 ? 1 : -1;
		scan_quadrant(&s);
	}
	free_ranges(arena, &s.ranges);
	free_ranges(arena, &s.passed);
}

/* ---- the nearest passable cell ----------------------------------------------------- */

/* The passable cells of a row that are nearest to column x: on the left, and from x on. */
static void
passable_around(const fr_grid *grid, int32_t x, int32_t y, int64_t *left, int64_t *right)
{
	const uint64_t *row = fr_bits_line(&grid->rows, (uint32_t) y);
	int32_t last = (int32_t) (grid->width - 1) >> 6;
	int32_t i = x >> 6;
	uint64_t before = ~row[i] & ((UINT64_C(1) << (x & 63)) - 1);
	uint64_t after = ~row[i] & ~UINT64_C(0) << (x & 63);

	for (int32_t k = i; before == 0 && --k >= 0;)
		if ((before = ~row[k]) != 0)
			i = k;
	*left = before ? (int64_t) i * 64 + 63 - __builtin_clzll(before) : -1;
	for (i = x >> 6; after == 0 && i < last;)
		after = ~row[++i];
	*right = after ? (int64_t) i * 64 + __builtin_ctzll(after) : -1;
}

/* Makes the nearest cell of a row the best one, if it is nearer, or as near and before it. */
static void
improve_by_row(const fr_grid *grid, fr_cell at, int64_t y, uint64_t *distance,
			   uint32_t *best)
{
	int64_t near[2];
	int64_t middle = at.x;

	/* hexagons: several cells of row y are equally near; begin with the leftmost one */
	if (grid->costs.hex && y > at.y)
		middle = at.x > y - at.y ? at.x - (y - at.y) : 0;
	if (y < 0 || y >= grid->height || square_of(0, y - at.y) > *distance)
		return;
	passable_around(grid, (int32_t) middle, (int32_t) y, &near[0], &near[1]);
	for (int i = 0; i < 2; i++)
	{
		uint64_t square = square_apart(grid, near[i] - at.x, y - at.y);
		uint32_t cell = fr_grid_index(grid, (fr_cell){(int32_t) near[i], (int32_t) y});

		if (near[i] >= 0 && (square < *distance || (square == *distance && cell < *best)))
		{
			*distance = square;
			*best = cell;
		}
	}
}

uint32_t
fr_nearest_passable(const fr_grid *grid, fr_cell at, const fr_poll *poll)
{
	uint64_t distance = UINT64_MAX;
	uint32_t best = UINT32_MAX;

	for (int64_t i = 0; i < grid->height && square_of(0, i) <= distance; i++)
	{
		fr_poll_now(poll);
		improve_by_row(grid, at, at.y - i, &distance, &best);
		improve_by_row(grid, at, at.y + i, &distance, &best);
	}
	return best;
}

/* ---- near a target ----------------------------------------------------------------- */

/* Cells of the start's component with the target within the distance, and in sight. */
typedef struct candidates
{
	const fr_query *query;
	const fr_poll *poll;
	uint32_t *cells;
	size_t count;
	size_t room;
} candidates;

/* Adds the passable cells of a part of a row. */
static void
add_candidates(void *context, int32_t y, int32_t first, int32_t last)
{
	candidates *c = context;
	const fr_grid *grid = c->query->grid;

	for (int32_t x = first; x <= last; x++)
	{
		uint32_t cell = fr_grid_index(grid, (fr_cell){x, y});

		fr_poll_at(c->poll, (uint64_t) x);
		if (is_blocked(grid, x, y) || !fr_grid_connected(grid, c->query->start, cell))
			continue;
		if (c->count == c->room)
			c->cells = fr_grow(c->query->arena, c->cells, sizeof *c->cells, c->count,
							   c->count + 1, &c->room);
		c->cells[c->count++] = cell;
	}
}

static void
find_candidates(candidates *c, const fr_approach *approach, const fr_poll *poll)
{
	const fr_grid *grid = c->query->grid;
	fr_cell target = approach->target;

	if (approach->in_sight && approach->sight)
		fr_sight_scan(approach->sight,
					  &(fr_view){approach->sight->grid, target, approach->within,
								 add_candidates, c},
					  true, c->query->arena, poll);
	else if (approach->in_sight)
		fr_view_scan(&(fr_view){grid, target, approach->within, add_candidates, c},
					 c->query->arena, poll);
	else
		fr_cells_within(grid, target, approach->within, add_candidates, c, poll);
}

static uint64_t
distance_from(const fr_grid *grid, uint32_t cell, fr_cell target)
{
	fr_cell at = fr_grid_cell(grid, cell);

	return square_apart(grid, at.x - target.x, at.y - target.y);
}

/* Is the target near enough from a cell, and in sight if that is wanted? */
static bool
is_near(const fr_grid *grid, uint32_t cell, const fr_approach *approach,
		const fr_poll *poll)
{
	return distance_from(grid, cell, approach->target) <= approach->within &&
		   (!approach->in_sight ||
			(approach->sight
				 ? fr_eye_sees(approach->sight, fr_grid_cell(grid, cell),
							   approach->target, poll)
				 : fr_in_sight(grid, fr_grid_cell(grid, cell), approach->target, poll)));
}

fr_status
fr_approach_to(const fr_query *query, const fr_approach *approach,
			   fr_sweep_workspace sweep, const fr_poll *poll, fr_closest *found)
{
	const fr_grid *grid = query->grid;
	candidates c = {.query = query, .poll = poll};
	uint64_t distance = UINT64_MAX;
	uint64_t *costs;
	fr_status status;

	*found = (fr_closest){.found = false};
	if (fr_grid_blocked(grid, query->start))
		return FR_OK;
	if (is_near(grid, query->start, approach, poll))
		add_candidates(&c, fr_grid_cell(grid, query->start).y,
					   fr_grid_cell(grid, query->start).x,
					   fr_grid_cell(grid, query->start).x);
	else
		find_candidates(&c, approach, poll);
	if (c.count == 0)
		return FR_OK;
	costs = fr_arena_alloc(query->arena, c.count * sizeof *costs);
	status = fr_nearest(query, (fr_cells){c.cells, c.count}, 1, sweep, poll, costs);
	for (size_t i = 0; status == FR_OK && i < c.count; i++)
	{
		uint64_t d = distance_from(grid, c.cells[i], approach->target);

		fr_poll_at(poll, i);
		if (costs[i] == FR_UNREACHED || (found->found && costs[i] > found->cost))
			continue;
		if (!found->found || costs[i] < found->cost || d < distance ||
			(d == distance && c.cells[i] < found->cell))
		{
			found->found = true;
			found->cell = c.cells[i];
			found->cost = costs[i];
			distance = d;
		}
	}
	if (found->found)
		found->route = fr_distance_route(query, found->cell, sweep.workspace, poll);
	return status;
}
