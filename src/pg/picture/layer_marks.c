/*
 * layer_marks.c - what layers add to a picture: relief of heights, walls between cells, crosses on
 * blocked cells, and the roads and marked sides of the model
 */
#include "pg/picture/picture.h"

#include <math.h>

#include "miscadmin.h"

/* ---- layers ----------------------------------------------------------- */

/* The layer of the drawn map that an argument names. */
fr_layer
picture_layer(const Picture *picture, const text *name)
{
	fr_layer layer;

	if (!fr_map_find_layer(&picture->map, VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name),
						   &layer))
		ereport(ERROR, (errcode(ERRCODE_UNDEFINED_OBJECT),
						errmsg("the map has no layer %s", fringe_quote_text(name)),
						errhint("gridmap_layers(map) lists the layers of a map.")));
	return layer;
}

/* Memory for a part of each cell, which counts against fringe.max_memory. */
static void *
alloc_cells(Picture *picture, Size size)
{
	Size bytes = (Size) picture->map.width * picture->map.height * size;

	picture->bytes += bytes;
	fringe_limit_memory("picture", picture->bytes);
	return fringe_alloc_huge(bytes);
}

/* The stored numbers of a layer. */
static uint32 *
numbers_of(Picture *picture, const fr_layer *layer)
{
	const fr_map *map = &picture->map;
	uint32 *numbers = alloc_cells(picture, sizeof(uint32));

	for (uint32 y = 0; y < map->height; y++)
	{
		Size first = (Size) y * map->width;

		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(layer, first, map->width, numbers + first);
	}
	return numbers;
}

/* ---- relief ----------------------------------------------------------- */

/*
 * Shaded relief: each cell is as bright as a plane with the slope of its neighbourhood (Horn 1981)
 * that the light from the upper left, 45 degrees above the map, falls on. Heights are stretched
 * until the mean slope is 30 degrees, so that low hills are visible, too.
 */
#define FLAT M_SQRT1_2	 /* the brightness of a level cell */
#define MEAN_SLOPE 0.577 /* the tangent of 30 degrees */
#define DARKEST 0.55	 /* the opacity of black at most */
#define LIGHTEST 0.6	 /* the opacity of white at most */

/* The height of a cell at (x, y). Outside the map, the height of the nearest cell. */
static double
height_at(const Picture *picture, const uint32 *heights, int64 x, int64 y)
{
	const fr_map *map = &picture->map;

	x = Max(0, Min(x, (int64) map->width - 1));
	y = Max(0, Min(y, (int64) map->height - 1));
	return heights[(Size) y * map->width + x];
}

/* How much the height grows per cell to the right and down. */
static void
slope_of(const Picture *picture, const uint32 *heights, int64 x, int64 y, double slope[2])
{
	slope[0] = slope[1] = 0;
	for (int i = -1; i <= 1; i++)
	{
		double weight = i == 0 ? 2 : 1;

		slope[0] += weight * (height_at(picture, heights, x + 1, y + i) -
							  height_at(picture, heights, x - 1, y + i));
		slope[1] += weight * (height_at(picture, heights, x + i, y + 1) -
							  height_at(picture, heights, x + i, y - 1));
	}
	slope[0] /= 8;
	slope[1] /= 8;
}

/* The square root of the mean square of all slopes. */
static double
mean_slope(const Picture *picture, const uint32 *heights)
{
	const fr_map *map = &picture->map;
	double sum = 0;

	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map->width; x++)
		{
			double slope[2];

			slope_of(picture, heights, x, y, slope);
			sum += slope[0] * slope[0] + slope[1] * slope[1];
		}
	}
	return sqrt(sum / ((double) map->width * map->height));
}

/* From -1, all in the shadow, to 1, opposite the light; 0 is a level cell. */
static double
light_on(const double slope[2])
{
	double length = sqrt(slope[0] * slope[0] + slope[1] * slope[1] + 1);
	double light = (0.5 * slope[0] + 0.5 * slope[1] + M_SQRT1_2) / length;

	light = Max(light, 0);
	return light < FLAT ? (light - FLAT) / FLAT : (light - FLAT) / (1 - FLAT);
}

void
picture_read_relief(Picture *picture, const text *name)
{
	const fr_map *map = &picture->map;
	fr_layer layer = picture_layer(picture, name);
	uint32 *heights = numbers_of(picture, &layer);
	double mean = mean_slope(picture, heights);

	picture->relief = alloc_cells(picture, 1);
	for (uint32 y = 0; y < map->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = 0; x < map->width; x++)
		{
			double slope[2];
			int level;

			slope_of(picture, heights, x, y, slope);
			for (int i = 0; i < 2; i++)
				slope[i] *= mean > 0 ? MEAN_SLOPE / mean : 0;
			level = (int) rint(light_on(slope) * RELIEF_STEPS);
			picture->relief[(Size) y * map->width + x] =
				(uint8) (level >= 0 ? level : RELIEF_STEPS - level);
		}
	}
	pfree(heights);
	picture->bytes -= (Size) map->width * map->height * sizeof(uint32);
}

/* The ink over cells of a level: its opacity, and whether it is white. */
double
relief_ink(int level, bool *white)
{
	*white = level <= RELIEF_STEPS;
	return *white ? LIGHTEST * level / RELIEF_STEPS
				  : DARKEST * (level - RELIEF_STEPS) / RELIEF_STEPS;
}

Colour
relief_colour(Colour colour, int level)
{
	bool white;
	double opacity = relief_ink(level, &white);
	double ink = white ? 255 : 0;

	return (Colour){(uint8) (colour.red + opacity * (ink - colour.red)),
					(uint8) (colour.green + opacity * (ink - colour.green)),
					(uint8) (colour.blue + opacity * (ink - colour.blue))};
}

/* ---- walls between cells, and blocked cells --------------------------- */

/* Adds a layer to the marks of cells: its sets of sides, or a bit of cells whose number is above 0. */
static uint8 *
add_marks(Picture *picture, const fr_layer *layer, bool sides, int bit, uint8 *marks)
{
	const fr_map *map = &picture->map;
	uint32 *row = palloc(map->width * sizeof(uint32));
	fr_layer_scale scale;

	fr_layer_scale_of(layer, &scale);
	if (!marks)
	{
		marks = alloc_cells(picture, 1);
		fr_fill(marks, 0, (Size) map->width * map->height, &fringe_poll);
	}
	for (uint32 y = 0; y < map->height; y++)
	{
		Size first = (Size) y * map->width;

		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(layer, first, map->width, row);
		for (uint32 x = 0; x < map->width; x++)
			marks[first + x] |=
				sides ? row[x] : (fr_layer_number(&scale, row[x]) > 0) << bit;
	}
	pfree(row);
	return marks;
}

/* The marks of a layer that all models read; NULL: the map has none. */
static uint8 *
read_marks(Picture *picture, const char *name, bool sides)
{
	fr_layer layer;

	return fr_map_find_layer(&picture->map, name, strlen(name), &layer)
			   ? add_marks(picture, &layer, sides, 0, NULL)
			   : NULL;
}

/*
 * By cell, what the layers of a kind of key say: of roads a bit each, of sides all that are marked;
 * NULL: none says anything. A layer that the map lacks has no marks.
 */
static uint8 *
read_priced(Picture *picture, fr_price_kind kind)
{
	const fr_layer_prices *prices = &picture->model->price[kind];
	uint8 *marks = NULL;

	for (int i = 0; i < prices->count; i++)
	{
		const fr_layer_name *name = &prices->at[i].name;
		fr_layer layer;
		fr_error error;

		if (!fr_map_find_layer(&picture->map, name->text, name->length, &layer))
			continue;
		if (kind == FR_PRICE_SIDE && !fr_layer_has_sides(&layer))
		{
			(void) fr_fail(&error, FR_LAYER_NO_SIDES, .at = name->text,
						   .length = name->length);
			fringe_report(&error, "gridmap", NULL);
		}
		marks = add_marks(picture, &layer, kind == FR_PRICE_SIDE, i, marks);
	}
	return marks;
}

void
picture_read_marks(Picture *picture)
{
	picture->sides = read_marks(picture, FR_LAYER_SIDES, true);
	picture->blocked = read_marks(picture, FR_LAYER_BLOCKED, false);
	picture->roads = read_priced(picture, FR_PRICE_ROAD);
	picture->crossings = read_priced(picture, FR_PRICE_SIDE);
}

static bool
is_inside(const Picture *picture, fr_cell cell)
{
	return cell.x >= 0 && cell.y >= 0 && (uint32) cell.x < picture->map.width &&
		   (uint32) cell.y < picture->map.height;
}

/* The number of a cell; 0 outside the map. */
static uint32
number_at(const Picture *picture, const uint8 *numbers, fr_cell cell)
{
	return is_inside(picture, cell) ? numbers[(Size) cell.y * picture->map.width + cell.x]
									: 0;
}

/* Is the side marked that two cells share, seen from this cell? */
static bool
is_marked(const Picture *picture, const uint8 *sides, fr_cell cell, int direction)
{
	for (int bit = 0; bit < FR_SIDES; bit++)
		if (fr_side_direction[bit] == direction)
			return number_at(picture, sides, cell) >> bit & 1;
	return false;
}

/* The side in a direction as a vector: between hexagons it is across their step, else an edge of a cell. */
static double
along_side(const Picture *picture, int direction, int i)
{
	const Projection *plane = &picture->plane;
	int dx = fr_dx[direction];
	int dy = fr_dy[direction];

	if (cell_is_hexagon(picture->shape))
		return i == 0 ? -(dx * plane->across[1] + dy * plane->down[1])
					  : dx * plane->across[0] + dy * plane->down[0];
	return dx * plane->down[i] - dy * plane->across[i];
}

bool
picture_side(const Picture *picture, const uint8 *sides, fr_cell cell, int bit,
			 SideLine *line)
{
	bool hexagons = cell_is_hexagon(picture->shape);
	int direction = fr_side_direction[bit];
	fr_cell across = {cell.x + fr_dx[direction], cell.y + fr_dy[direction]};
	bool beyond = is_marked(picture, sides, across, fr_opposite(direction));
	double half = hexagons ? HEXAGON_SIDE / 2 : 0.5;
	double here[2];
	double there[2];

	/* the pair of cells draws a wall once */
	if (!is_marked(picture, sides, cell, direction) ||
		(!hexagons && fr_dx[direction] != 0 && fr_dy[direction] != 0) ||
		(beyond &&
		 (fr_dy[direction] > 0 || (fr_dy[direction] == 0 && fr_dx[direction] > 0))))
		return false;
	picture_project(picture, cell.x, cell.y, here);
	picture_project(picture, across.x, across.y, there);
	line->ledge = !beyond;
	for (int i = 0; i < 2; i++)
	{
		double along = along_side(picture, direction, i);
		/* a ledge is drawn on the side of the cell that has it */
		double middle =
			here[i] + (there[i] - here[i]) * (beyond ? 0.5 : 0.5 - picture->wall_width);

		line->from[i] = middle - along * half;
		line->to[i] = middle + along * half;
	}
	return true;
}

bool
picture_road(const Picture *picture, fr_cell cell, int direction, SideLine *line)
{
	fr_cell end = {cell.x + fr_dx[direction], cell.y + fr_dy[direction]};
	uint32 roads = number_at(picture, picture->roads, cell) &
				   number_at(picture, picture->roads, end);
	bool diagonal = !picture->model->hex && fr_is_diagonal(direction);

	if (roads == 0)
		return false;
	/* two straight steps along the same road show it already */
	if (diagonal && ((number_at(picture, picture->roads, (fr_cell){end.x, cell.y}) |
					  number_at(picture, picture->roads, (fr_cell){cell.x, end.y})) &
					 roads))
		return false;
	*line = (SideLine){0};
	picture_project(picture, cell.x, cell.y, line->from);
	picture_project(picture, end.x, end.y, line->to);
	return true;
}

void
picture_cross(const Picture *picture, fr_cell cell, SideLine strokes[2])
{
	double place[2];

	picture_project(picture, cell.x, cell.y, place);
	for (int i = 0; i < 2; i++)
	{
		double turn = i == 0 ? 1 : -1;

		strokes[i] = (SideLine){{place[0] - 0.26, place[1] - turn * 0.26},
								{place[0] + 0.26, place[1] + turn * 0.26},
								false};
	}
}
