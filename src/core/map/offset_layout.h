/*
 * offset_layout.h - maps in offset coordinates, as editors of hexagonal and staggered maps
 * store them
 *
 * Such a map has columns and rows, of which every other one is shifted by half a cell. The
 * neighbours of its cells have other offsets in odd rows than in even ones. On the grid of
 * the map they have the same offsets everywhere, and the corners of the grid are padding:
 *
 *     odd-r   A B C        grid   | A B C
 *              D E F              | D E F       D is at the lower right of A: S
 *             G H I               G H I |
 *
 * Hexagons get axial coordinates: the six neighbours are N, NE, E, S, SW and W. If rows are
 * shifted, N is the neighbour to the upper left. If columns are, E is the one to the lower
 * right. Staggered squares are turned by 45 degrees: x grows to the lower right, y to the
 * lower left.
 */
#ifndef FRINGE_OFFSET_LAYOUT_H
#define FRINGE_OFFSET_LAYOUT_H

#include "core/map/map.h"

/* In pairs: rows or columns with an odd number are shifted, or those with an even one. */
typedef enum fr_layout
{
	FR_ODD_R,
	FR_EVEN_R,
	FR_ODD_Q,
	FR_EVEN_Q,
	FR_STAGGERED_Y_ODD,
	FR_STAGGERED_Y_EVEN,
	FR_STAGGERED_X_ODD,
	FR_STAGGERED_X_EVEN,
	FR_LAYOUTS
} fr_layout;

/* "odd-r", ...; NULL after the last */
extern const char *const fr_layout_name[FR_LAYOUTS + 1];

static inline bool
fr_layout_is_staggered(fr_layout layout)
{
	return layout >= FR_STAGGERED_Y_ODD;
}

/* Are rows shifted, not columns? */
static inline bool
fr_layout_shifts_rows(fr_layout layout)
{
	return layout / 2 % 2 == 0;
}

#define FR_PADDING '|' /* the code of cells of a grid that are not on the map */

/* A map in offset coordinates, and the size of its grid. */
typedef struct fr_offset_map
{
	fr_layout layout;
	int64_t columns;
	int64_t rows;
	int64_t width;
	int64_t height;
	int64_t base; /* of x or y, so that none is negative */
} fr_offset_map;

/* A map of at most 2^31 columns and rows. Its grid may be larger than any gridmap. */
fr_offset_map fr_offset_map_of(fr_layout layout, int64_t columns, int64_t rows);

/*
 * Finds the offset map that has this grid; false if no map of the layout has it. The size of a
 * staggered map follows from the padding in the grid's first column. The cells along the four sides of
 * the map are no padding, and those beyond them are. This tells all layouts apart, so no other cells are
 * read, and changes of them keep the layout.
 */
bool fr_offset_map_find(fr_layout layout, const fr_map *grid, fr_offset_map *found);

/* The cell at a column (x) and row (y) of the map. */
fr_cell fr_cell_from_offset(const fr_offset_map *map, fr_cell offset);

/* The column and row of a cell of the grid; false: it is padding. */
bool fr_cell_to_offset(const fr_offset_map *map, fr_cell cell, fr_cell *offset);

/*
 * The cell whose centre has the doubled coordinates u, to the right, and v, downwards. If rows
 * are shifted, u counts half cells and v rows. If columns are shifted, u counts columns and v
 * half cells. u + v of a centre is even. Column 0 of row 0 is at (0,0).
 */
fr_cell fr_cell_from_doubled(const fr_offset_map *map, int64_t u, int64_t v);

#endif /* FRINGE_OFFSET_LAYOUT_H */
