/*
 * offset_layout.c - between offset coordinates and cells of a grid
 *
 * shift(i) is 0 for even i. For odd i it is 1 if odd rows or columns are shifted, and -1 if
 * even ones are. Only the difference between neighbours matters.
 *
 * Hexagons in rows: a column leans to the left by half a cell per row, so
 *
 *     x = column - (row - shift(row)) / 2 + base,     y = row
 *
 * Hexagons in columns exchange x and y. A staggered map has centres at (u, v), in half
 * diagonals: with shifted rows u = 2 * column + shift(row) and v = row, with shifted columns
 * u = column and v = 2 * row + shift(column). The sides of the squares are the axes
 *
 *     x = (u + v) / 2,     y = (v - u) / 2 + base
 */
#include "core/map/offset_layout.h"

const char *const fr_layout_name[FR_LAYOUTS + 1] = {
	"odd-r",		   "even-r",		   "odd-q",
	"even-q",		   "staggered-y-odd",  "staggered-y-even",
	"staggered-x-odd", "staggered-x-even", NULL,
};

static int64_t
shift(fr_layout layout, int64_t i)
{
	return layout % 2 == 0 ? i & 1 : -(i & 1);
}

/*
 * The shift of row or column i from the first one, in cells, towards smaller or towards larger
 * coordinates. The two add up to i.
 */
static int64_t
lean_back(fr_layout layout, int64_t i)
{
	return (i - shift(layout, i)) / 2;
}

static int64_t
lean_ahead(fr_layout layout, int64_t i)
{
	return (i + shift(layout, i)) / 2;
}

fr_offset_map
fr_offset_map_of(fr_layout layout, int64_t columns, int64_t rows)
{
	bool by_rows = fr_layout_shifts_rows(layout);
	int64_t last = (by_rows ? rows : columns) - 1;
	int64_t back = lean_back(layout, last);
	fr_offset_map map = {layout, columns, rows, .base = back};

	if (fr_layout_is_staggered(layout))
	{
		map.width = (by_rows ? columns : rows) + lean_ahead(layout, last);
		map.height = (by_rows ? columns : rows) + back;
		map.base = by_rows ? columns - 1 : back;
	}
	else
	{
		map.width = columns + (by_rows ? back : 0);
		map.height = rows + (by_rows ? 0 : back);
	}
	return map;
}

fr_cell
fr_cell_from_offset(const fr_offset_map *map, fr_cell offset)
{
	fr_layout layout = map->layout;
	bool by_rows = fr_layout_shifts_rows(layout);
	int64_t column = offset.x;
	int64_t row = offset.y;
	int64_t x = column;
	int64_t y = row;

	if (fr_layout_is_staggered(layout))
	{
		int64_t u = by_rows ? 2 * column + shift(layout, row) : column;
		int64_t v = by_rows ? row : 2 * row + shift(layout, column);

		x = (u + v) / 2;
		y = (v - u) / 2 + map->base;
	}
	else if (by_rows)
		x += map->base - lean_back(layout, row);
	else
		y += map->base - lean_back(layout, column);
	return (fr_cell){(int32_t) x, (int32_t) y};
}

bool
fr_cell_to_offset(const fr_offset_map *map, fr_cell cell, fr_cell *offset)
{
	fr_layout layout = map->layout;
	bool by_rows = fr_layout_shifts_rows(layout);
	int64_t column = cell.x;
	int64_t row = cell.y;

	if (fr_layout_is_staggered(layout))
	{
		int64_t u = cell.x - (cell.y - map->base);
		int64_t v = cell.x + (cell.y - map->base);

		column = by_rows ? (u - shift(layout, v)) / 2 : u;
		row = by_rows ? v : (v - shift(layout, u)) / 2;
	}
	else if (by_rows)
		column -= map->base - lean_back(layout, row);
	else
		row -= map->base - lean_back(layout, column);
	*offset = (fr_cell){(int32_t) column, (int32_t) row};
	return column >= 0 && column < map->columns && row >= 0 && row < map->rows;
}

/* ---- which map a grid has ---------------------------------------------------- */

static bool
is_padding(const fr_map *grid, uint32_t y)
{
	return fr_map_code(grid, 0, y) == FR_PADDING;
}

/*
 * The first column has the cell of column 0 and row 0. With it, it may have that of row 1,
 * below, or that of column 1, above.
 */
static uint32_t
find_first(const fr_map *grid, bool by_rows)
{
	uint32_t y = by_rows ? 0 : grid->height - 1;

	if (by_rows)
		while (y + 1 < grid->height && is_padding(grid, y))
			y++;
	else
		while (y > 0 && is_padding(grid, y))
			y--;
	return y;
}

/* Is the cell at a column and row, on or around the map, on the grid and no padding? */
static bool
is_bare(const fr_offset_map *map, const fr_map *grid, int64_t column, int64_t row)
{
	fr_cell cell = fr_cell_from_offset(map, (fr_cell){(int32_t) column, (int32_t) row});

	return cell.x >= 0 && (uint32_t) cell.x < grid->width && cell.y >= 0 &&
		   (uint32_t) cell.y < grid->height &&
		   fr_map_code(grid, (uint32_t) cell.x, (uint32_t) cell.y) != FR_PADDING;
}

/*
 * Does the padding begin at this row of the map, its first or last one, or at this column? Only cells
 * of the side are bare, not those beyond it.
 */
static bool
is_side(const fr_offset_map *map, const fr_map *grid, bool row, int64_t side,
		int64_t beyond)
{
	int64_t length = row ? map->columns : map->rows;

	for (int64_t i = 0; i < length; i++)
		if (!is_bare(map, grid, row ? i : side, row ? side : i) ||
			is_bare(map, grid, row ? i : beyond, row ? beyond : i))
			return false;
	return true;
}

/* Has the grid the padding of the map? Cells within the map do not count. */
static bool
is_padded(const fr_offset_map *map, const fr_map *grid)
{
	return is_side(map, grid, true, 0, -1) &&
		   is_side(map, grid, true, map->rows - 1, map->rows) &&
		   is_side(map, grid, false, 0, -1) &&
		   is_side(map, grid, false, map->columns - 1, map->columns);
}

bool
fr_offset_map_find(fr_layout layout, const fr_map *grid, fr_offset_map *found)
{
	bool by_rows = fr_layout_shifts_rows(layout);
	int64_t width = grid->width;
	int64_t height = grid->height;
	int64_t columns = width;
	int64_t rows = height;
	int64_t first = 0; /* row of the first cell */

	if (fr_layout_is_staggered(layout))
	{
		first = find_first(grid, by_rows);
		columns = by_rows ? first + 1 : width - height + 2 * first + 1;
		rows = by_rows ? width + height - 2 * columns + 1 : height - first;
	}
	else if (by_rows)
		columns -= lean_back(layout, rows - 1);
	else
		rows -= lean_back(layout, columns - 1);
	if (columns < 1 || rows < 1)
		return false;
	*found = fr_offset_map_of(layout, columns, rows);
	return found->width == width && found->height == height && is_padded(found, grid);
}

/* ---- doubled coordinates ------------------------------------------------------ */

fr_cell
fr_cell_from_doubled(const fr_offset_map *map, int64_t u, int64_t v)
{
	int64_t x = u;
	int64_t y = v;

	if (fr_layout_is_staggered(map->layout))
	{
		x = (u + v) / 2;
		y = (v - u) / 2 + map->base;
	}
	else if (fr_layout_shifts_rows(map->layout))
		x = (u - v) / 2 + map->base;
	else
		y = (v - u) / 2 + map->base;
	return (fr_cell){(int32_t) x, (int32_t) y};
}
