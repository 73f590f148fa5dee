/*
 * scan.c - the subgoals, or all cells, that a cell sees: in quadrants, and along rows and
 * columns as far as cells are free
 */
#include "core/anyangle/quadrant.h"

#define ANY_SLOPE                                                                        \
	(fr_slopes)                                                                          \
	{                                                                                    \
		0, 1, FR_MAX_SIDE, 1                                                             \
	}

/* ---- axes ------------------------------------------------------------------ */

/* Returns how many cells are free; so does scan_column. */
static int32_t
scan_row(fr_sights *s, fr_cell at, int right)
{
	const uint64_t *line = fr_bits_line(&s->grid->rows, (uint32_t) at.y);
	int32_t end = right > 0 ? fr_bits_next(line, at.x) : fr_bits_previous(line, at.x);

	if (right > 0)
		fr_find_in_row(s, at.y, at.x + 1, end - 1, fr_corners_for(-1, 0));
	else
		fr_find_in_row(s, at.y, end + 1, at.x - 1, fr_corners_for(1, 0));
	return (end - at.x) * right - 1;
}

static int32_t
scan_column(fr_sights *s, fr_cell at, int down)
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
			fr_find_in_word(s, word, bit, fr_corners_for(0, -down));
	}
	return count;
}

/* ---- a cell ---------------------------------------------------------------- */

/* What the cell sees to one side: so many columns and rows. */
static void
put_view(fr_sights *s, fr_cell at, const fr_quadrant *w, int32_t columns, int32_t rows)
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
 * Finds the subgoals that a free cell sees, in the directions that matter for its corners,
 * for which the direction back matters. They are in `found`, and what is seen in `views`.
 */
void
fr_scan_subgoals(fr_sights *sights, fr_cell at, unsigned corners, const fr_poll *poll)
{
	int32_t columns[2] = {0, 0};
	int32_t rows[2] = {0, 0};

	sights->found_count = 0;
	for (int i = 0; i < 2; i++)
	{
		int side = i ? 1 : -1;

		if (corners & fr_corners_for(side, 0))
			columns[i] = scan_row(sights, at, side);
		if (corners & fr_corners_for(0, side))
			rows[i] = scan_column(sights, at, side);
	}
	for (int i = 0; i < 4; i++)
	{
		fr_quadrant w = {
			.sights = sights, .at = at, .right = i & 1 ? 1 : -1, .down = i & 2 ? 1 : -1};

		w.corners = fr_corners_for(-w.right, -w.down);
		if (corners & w.corners)
			fr_scan_quadrant(&w, &ANY_SLOPE, poll);
		put_view(sights, at, &w, columns[i & 1], rows[i >> 1]);
	}
}

/* ---- all cells ------------------------------------------------------------- */

static void
see_row(const fr_sights *s, fr_cell at, int right, const fr_seer *seer)
{
	const uint64_t *line = fr_bits_line(&s->grid->rows, (uint32_t) at.y);
	int32_t first = right > 0 ? at.x + 1 : fr_bits_previous(line, at.x) + 1;
	int32_t last = right > 0 ? fr_bits_next(line, at.x) - 1 : at.x - 1;

	if (first <= last)
		seer->see(seer->context, at.y, first, last);
}

static void
see_column(const fr_sights *s, fr_cell at, int down, const fr_seer *seer)
{
	const uint64_t *line = fr_bits_line(&s->planes.columns, (uint32_t) at.x);

	for (int32_t i = 1; i <= seer->within && !fr_bits_has(line, at.y + i * down); i++)
		seer->see(seer->context, at.y + i * down, at.x, at.x);
}

/* All cells that a free cell sees in these directions. */
void
fr_scan_cone(fr_sights *sights, fr_cell at, const fr_cone *cone, const fr_seer *seer,
			 const fr_poll *poll)
{
	if (cone->along_row)
		see_row(sights, at, cone->right, seer);
	else
		see_column(sights, at, cone->down, seer);
	fr_scan_quadrant(&(fr_quadrant){.sights = sights,
									.at = at,
									.right = cone->right,
									.down = cone->down,
									.seer = seer},
					 &cone->slopes, poll);
}

/* In all directions. */
void
fr_scan_around(fr_sights *sights, fr_cell at, const fr_seer *seer, const fr_poll *poll)
{
	for (int i = 0; i < 4; i++)
	{
		int side = i & 1 ? 1 : -1;

		fr_scan_cone(sights, at,
					 &(fr_cone){side, i & 2 ? side : -side, (i & 2) != 0, ANY_SLOPE},
					 seer, poll);
	}
}
