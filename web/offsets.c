/*
 * offsets.c - maps in offset coordinates for JavaScript: see exports.h
 */
#include "exports.h"

#include "core/map/offset_layout.h"

/* The name of a layout; NULL after the last. */
const char *
EXPORT(web_layout)(int layout)
{
	return layout < FR_LAYOUTS ? fr_layout_name[layout] : NULL;
}

/* `answer` has the size of the grid of a map. */
void
EXPORT(web_offset_grid)(int layout, double columns, double rows)
{
	fr_offset_map map = fr_offset_map_of(layout, (int64_t) columns, (int64_t) rows);

	web_answers[0] = (double) map.width;
	web_answers[1] = (double) map.height;
}

/*
 * `answer` has the columns and rows of the map whose grid has these codes. False: no map of the
 * layout has such a grid, or web_failure.
 */
bool
EXPORT(web_offset_find)(int layout, const uint8_t *codes, uint32_t width, uint32_t height)
{
	fr_offset_map found;
	fr_map grid;

	if (web_map_open(codes, width, height, 0, 0, &grid) ||
		!fr_offset_map_find(layout, &grid, &found))
		return false;
	web_answers[0] = (double) found.columns;
	web_answers[1] = (double) found.rows;
	return true;
}

/* `answer` has the cell at a column and row of a map. */
void
EXPORT(web_offset_cell)(int layout, int32_t columns, int32_t rows, int32_t column,
						int32_t row)
{
	fr_offset_map map = fr_offset_map_of(layout, columns, rows);
	fr_cell cell = fr_cell_from_offset(&map, (fr_cell){column, row});

	web_answers[0] = cell.x;
	web_answers[1] = cell.y;
}

/* `answer` has the column and row of a cell; false: it is padding. */
bool
EXPORT(web_offset_of)(int layout, int32_t columns, int32_t rows, int32_t x, int32_t y)
{
	fr_offset_map map = fr_offset_map_of(layout, columns, rows);
	fr_cell offset;
	bool inside = fr_cell_to_offset(&map, (fr_cell){x, y}, &offset);

	web_answers[0] = offset.x;
	web_answers[1] = offset.y;
	return inside;
}
