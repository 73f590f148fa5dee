/*
 * png.c - fringe_png: a map with routes and values as a PNG, without a legend
 *
 * A cell is a square of as many pixels as fit. On a large map, a pixel is the mean of the cells that
 * it covers. Under a layout, a pixel is the mean of points in it.
 */
#include "pg/picture/picture.h"
#include "pg/types/types.h"

#include <math.h>
#include <png.h>

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/memutils.h"

/* ==== the bytes of a PNG =============================================== */

/*
 * libpng reports errors by elog and allocates in the current memory context, so nothing has to be
 * cleaned up.
 */

StaticAssertDecl(sizeof(Colour) == 3, "a row of colours is a row of a PNG");

static void
report_png(png_structp png, png_const_charp message)
{
	elog(ERROR, "could not write a PNG: %s", message);
}

static void
ignore_warning(png_structp png, png_const_charp message)
{
}

static png_voidp
allocate_png(png_structp png, png_alloc_size_t size)
{
	return palloc(size);
}

static void
free_png(png_structp png, png_voidp block)
{
	pfree(block);
}

static void
append_bytes(png_structp png, png_bytep bytes, size_t count)
{
	appendBinaryStringInfo(png_get_io_ptr(png), (const char *) bytes, (int) count);
}

static void
flush_nothing(png_structp png)
{
}

static bytea *
encode_png(const Colour *pixels, int width, int height)
{
	StringInfoData file;
	png_structp png =
		png_create_write_struct_2(PNG_LIBPNG_VER_STRING, NULL, report_png, ignore_warning,
								  NULL, allocate_png, free_png);
	png_infop info = png_create_info_struct(png);

	initStringInfo(&file);
	appendStringInfoSpaces(&file, VARHDRSZ);
	png_set_write_fn(png, &file, append_bytes, flush_nothing);
	png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
				 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
	png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE | PNG_FILTER_UP);
	png_write_info(png, info);
	for (int y = 0; y < height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		png_write_row(png, (png_const_bytep) (pixels + (size_t) y * width));
	}
	png_write_end(png, info);
	png_destroy_write_struct(&png, &info);
	SET_VARSIZE(file.data, file.len);
	return (bytea *) file.data;
}

/* ==== the picture ====================================================== */

#define PIXELS_MAX 8192 /* of the longer side: 192 MB in all */
#define PIXELS_DEFAULT 512
#define MARK_PIXELS 3.5 /* the smallest radius of a visible ring */
#define FIRST_LEVEL                                                                      \
	128 /* values from here on are levels of a heat, lower ones terrain codes */

typedef struct Canvas
{
	const Picture *picture;
	int width;
	int height;
	double scale; /* pixels of a cell's side */
	Colour *pixels;
} Canvas;

/* ---- cells ------------------------------------------------------------ */

static void
new_canvas(Canvas *canvas, const Picture *picture, int pixels)
{
	canvas->picture = picture;
	canvas->scale = pixels / Max(picture->width, picture->height);
	if (canvas->scale >= 1 && picture->shape == CELL_SQUARE)
		canvas->scale = floor(canvas->scale);
	canvas->width = Max(1, (int) (picture->width * canvas->scale + 0.5));
	canvas->height = Max(1, (int) (picture->height * canvas->scale + 0.5));
	canvas->pixels =
		fringe_alloc_huge((Size) canvas->width * canvas->height * sizeof(Colour));
}

/* Replaces the codes of cells by their levels of heat. */
static void
heat_codes(const Picture *picture)
{
	const Heat *heat = &picture->heat;

	for (int level = 0; heat->count > 0 && level < heat->levels; level++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 i = heat->first[level]; i < heat->first[level + 1]; i++)
			picture->codes[heat->cells[i]] = (uint8) (FIRST_LEVEL + level);
	}
}

/* The colours of codes and levels of heat, for each level of relief. */
typedef struct Colours
{
	Colour of[RELIEF_LEVELS][256];
} Colours;

static inline int
relief_of(const Picture *picture, size_t cell)
{
	return picture->relief ? picture->relief[cell] : 0;
}

/* The mean colour of the cells from first[0] to beyond[0] - 1 in columns, and likewise in rows. */
static Colour
mean_colour(const Picture *picture, const Colours *colours, const uint32 first[2],
			const uint32 beyond[2])
{
	uint64 red = 0;
	uint64 green = 0;
	uint64 blue = 0;
	uint64 cells = (uint64) (beyond[0] - first[0]) * (beyond[1] - first[1]);

	for (uint32 y = first[1]; y < beyond[1]; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (uint32 x = first[0]; x < beyond[0]; x++)
		{
			size_t cell = (size_t) y * picture->map.width + x;
			Colour colour = colours->of[relief_of(picture, cell)][picture->codes[cell]];

			red += colour.red;
			green += colour.green;
			blue += colour.blue;
		}
	}
	return (Colour){(uint8) (red / cells), (uint8) (green / cells),
					(uint8) (blue / cells)};
}

/* The columns or rows that a pixel covers: at least one. */
static void
cells_of_pixel(int pixel, int pixels, uint32 cells, uint32 *first, uint32 *beyond)
{
	*first = (uint32) ((uint64) pixel * cells / pixels);
	*beyond = Max(*first + 1, (uint32) ((uint64) (pixel + 1) * cells / pixels));
}

static void
paint_squares(const Canvas *canvas, const Picture *picture, const Colours *colours)
{
	uint32 first[2];
	uint32 beyond[2];

	for (int y = 0; y < canvas->height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		cells_of_pixel(y, canvas->height, picture->map.height, &first[1], &beyond[1]);
		for (int x = 0; x < canvas->width; x++)
		{
			cells_of_pixel(x, canvas->width, picture->map.width, &first[0], &beyond[0]);
			canvas->pixels[(size_t) y * canvas->width + x] =
				mean_colour(picture, colours, first, beyond);
		}
	}
}

/*
 * Under a layout, a pixel is the mean of points in a lattice. From point to point of a line, the
 * coordinates grow by constants, in fixed point. They are above 0, so a shift rounds them down.
 */
#define POINTS_MAX 8 /* along the side of a pixel */
#define FRACTION_BITS 40
#define ONE ((int64) 1 << FRACTION_BITS)
#define BIAS                                                                             \
	(8 * FR_MAX_SIDE) /* more than any coordinate, and than any difference of two */

static int64
fixed_point(double number)
{
	return (int64) (number * ONE);
}

/* A point of a line: what cell_of reads, and how much that grows to the next point. */
typedef struct LinePoint
{
	int64 at[3];
	int64 step[3];
} LinePoint;

/*
 * Squares have the coordinates of a cell, from corner to corner. With the third coordinate of
 * hexagons, z = -x - y, the differences x - y, y - z and z - x divide the plane into triangles, and
 * six of them are a hexagon.
 */
static void
forms_of(const double at[2], bool hexagons, double forms[3])
{
	double z = -at[0] - at[1];

	forms[0] = hexagons ? at[0] - at[1] : at[0] + 0.5;
	forms[1] = hexagons ? at[1] - z : at[1] + 0.5;
	forms[2] = hexagons ? z - at[0] : 0;
}

/* The first point of a line, of points that are `apart`. */
static LinePoint
first_point(const Picture *picture, double height, double apart)
{
	bool hexagons = cell_is_hexagon(picture->shape);
	double at[2];
	double here[3];
	double there[3];
	LinePoint point;

	picture_coordinates(picture, (double[2]){apart / 2, height}, at);
	forms_of(at, hexagons, here);
	picture_coordinates(picture, (double[2]){apart / 2 + 1, height}, at);
	forms_of(at, hexagons, there);
	for (int i = 0; i < 3; i++)
	{
		point.at[i] = fixed_point(here[i] + BIAS);
		point.step[i] = fixed_point((there[i] - here[i]) * apart);
	}
	return point;
}

/*
 * The cell of a point. In a hexagon, each difference rounded down is the difference of the centre, or
 * one less. So a third of the difference of two of them has the centre's coordinate as nearest number.
 */
static inline fr_cell
cell_of(const LinePoint *point, bool hexagons)
{
	int32 a = (int32) (point->at[0] >> FRACTION_BITS);
	int32 b = (int32) (point->at[1] >> FRACTION_BITS);
	int32 c = (int32) (point->at[2] >> FRACTION_BITS);

	if (!hexagons)
		return (fr_cell){a - BIAS, b - BIAS};
	return (fr_cell){(int32) ((uint32) (a - c + 1 + 3 * BIAS) / 3) - BIAS,
					 (int32) ((uint32) (b - a + 1 + 3 * BIAS) / 3) - BIAS};
}

/* Sums of red, green and blue in one number. */
#define SUM_BITS 20
#define SUM_MASK ((1 << SUM_BITS) - 1)

StaticAssertDecl(POINTS_MAX *POINTS_MAX * 255 <= SUM_MASK,
				 "a sum has room for all points");

static uint64
sum_of(Colour colour)
{
	return colour.red | (uint64) colour.green << SUM_BITS |
		   (uint64) colour.blue << 2 * SUM_BITS;
}

/* Adds the points of a line to the sums of `width` pixels; there is paper beside the map. */
static inline void
add_line(const Picture *picture, uint64 (*colours)[256], LinePoint point, int width,
		 int side, bool hexagons, uint64 *sums)
{
	const fr_map *map = &picture->map;

	for (int x = 0; x < width; x++)
		for (int i = 0; i < side; i++)
		{
			fr_cell cell = cell_of(&point, hexagons);
			uint8 code = FR_PADDING;
			int relief = 0;

			if ((uint32) cell.x < map->width && (uint32) cell.y < map->height)
			{
				size_t at = (size_t) cell.y * map->width + cell.x;

				code = picture->codes[at];
				relief = relief_of(picture, at);
			}
			sums[x] += colours[relief][code];
			for (int form = 0; form < 3; form++)
				point.at[form] += point.step[form];
		}
}

static void
paint_layout(const Canvas *canvas, const Picture *picture, const Colours *colours)
{
	int side = (int) Max(2, Min(POINTS_MAX, ceil(2 / canvas->scale)));
	uint32 points = side * side;
	double apart = 1 / (canvas->scale * side);
	Size bytes = canvas->width * sizeof(uint64);
	uint64 *sums = palloc(bytes);
	uint64(*colour)[256] = palloc(RELIEF_LEVELS * sizeof *colour);

	for (int level = 0; level < RELIEF_LEVELS; level++)
		for (int code = 0; code < 256; code++)
			colour[level][code] =
				sum_of(picture_leaves_out(picture, code) ? CASING_COLOUR
														 : colours->of[level][code]);
	for (int y = 0; y < canvas->height; y++)
	{
		Colour *row = canvas->pixels + (size_t) y * canvas->width;

		CHECK_FOR_INTERRUPTS();
		memset(sums, 0, bytes);
		for (int i = 0; i < side; i++)
		{
			LinePoint first = first_point(picture, (y * side + i + 0.5) * apart, apart);

			if (cell_is_hexagon(picture->shape))
				add_line(picture, colour, first, canvas->width, side, true, sums);
			else
				add_line(picture, colour, first, canvas->width, side, false, sums);
		}
		for (int x = 0; x < canvas->width; x++)
			row[x] = (Colour){(uint8) ((sums[x] & SUM_MASK) / points),
							  (uint8) ((sums[x] >> SUM_BITS & SUM_MASK) / points),
							  (uint8) ((sums[x] >> 2 * SUM_BITS) / points)};
	}
	pfree(sums);
	pfree(colour);
}

static void
paint_cells(const Canvas *canvas, const Picture *picture)
{
	Colours *colours = palloc(sizeof *colours);

	for (int code = 0; code < 256; code++)
		colours->of[0][code] = picture->terrain[code].light;
	for (int level = 0; level < picture->heat.levels; level++)
		colours->of[0][FIRST_LEVEL + level] = heat_paint(&picture->heat, level).light;
	for (int level = 1; level < RELIEF_LEVELS; level++)
		for (int code = 0; code < 256; code++)
			colours->of[level][code] = relief_colour(colours->of[0][code], level);
	if (picture->shape == CELL_SQUARE)
		paint_squares(canvas, picture, colours);
	else
		paint_layout(canvas, picture, colours);
	pfree(colours);
}

/* ---- lines ------------------------------------------------------------ */

typedef struct Dot
{
	double x;
	double y;
} Dot;

/* A line with round ends; radius is half its width, all in pixels. A hole makes a ring. */
typedef struct Stroke
{
	Dot from;
	Dot to;
	double radius;
	Colour colour;
	double hole;
} Stroke;

static double
distance_to_line(const Stroke *stroke, double x, double y)
{
	double dx = stroke->to.x - stroke->from.x;
	double dy = stroke->to.y - stroke->from.y;
	double square = dx * dx + dy * dy;
	double part =
		square > 0 ? ((x - stroke->from.x) * dx + (y - stroke->from.y) * dy) / square : 0;

	part = Max(0, Min(1, part));
	return hypot(x - stroke->from.x - part * dx, y - stroke->from.y - part * dy);
}

/* How much of a pixel a stroke covers. */
static double
coverage(const Stroke *stroke, double x, double y)
{
	double distance = distance_to_line(stroke, x, y);
	double outside = stroke->radius + 0.5 - distance;

	return stroke->hole > 0 ? Min(outside, distance - stroke->hole + 0.5) : outside;
}

static void
blend(Colour *pixel, Colour colour, double part)
{
	part = Max(0, Min(1, part));
	pixel->red += (int) (part * (colour.red - pixel->red));
	pixel->green += (int) (part * (colour.green - pixel->green));
	pixel->blue += (int) (part * (colour.blue - pixel->blue));
}

/* Paints the pixels of row y that the stroke reaches. */
static void
paint_row(const Canvas *canvas, const Stroke *stroke, int y)
{
	double reach = stroke->radius + 1;
	int first = Max(0, (int) (Min(stroke->from.x, stroke->to.x) - reach));
	int last = Min(canvas->width - 1, (int) (Max(stroke->from.x, stroke->to.x) + reach));

	for (int x = first; x <= last; x++)
		blend(&canvas->pixels[(size_t) y * canvas->width + x], stroke->colour,
			  coverage(stroke, x + 0.5, y + 0.5));
}

static void
paint_stroke(const Canvas *canvas, const Stroke *stroke)
{
	double reach = stroke->radius + 1;
	int first = Max(0, (int) (Min(stroke->from.y, stroke->to.y) - reach));
	int last = Min(canvas->height - 1, (int) (Max(stroke->from.y, stroke->to.y) + reach));

	for (int y = first; y <= last; y++)
	{
		CHECK_FOR_INTERRUPTS();
		paint_row(canvas, stroke, y);
	}
}

/* ---- dotted lines ----------------------------------------------------- */

/* A quadratic Bezier curve with control point `over`, of dots that are `apart` pixels apart. */
typedef struct Dotted
{
	Dot from;
	Dot over;
	Dot to;
	double apart;
} Dotted;

#define MOST_DOTS 400 /* of a curve */

static Dot
dot_between(Dot from, Dot to, double part)
{
	return (Dot){from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}

static void
paint_dotted(const Canvas *canvas, const Dotted *curve, double radius, Colour colour)
{
	double length = hypot(curve->to.x - curve->from.x, curve->to.y - curve->from.y);
	int count = (int) Max(1, Min(MOST_DOTS, length / curve->apart));

	for (int i = 0; i <= count; i++)
	{
		double part = (double) i / count;
		Dot dot = dot_between(dot_between(curve->from, curve->over, part),
							  dot_between(curve->over, curve->to, part), part);

		paint_stroke(canvas, &(Stroke){dot, dot, radius, colour});
	}
}

static Dot
dot_of(const Canvas *canvas, const double place[2])
{
	return (Dot){place[0] * canvas->scale, place[1] * canvas->scale};
}

/* ---- what is painted -------------------------------------------------- */

static void
paint_mark(void *to, const SideLine *line, MarkKind kind, bool casing)
{
	const Canvas *canvas = to;
	double width =
		mark_styles[kind].width * canvas->picture->wall_width * (casing ? CASING : 1);

	paint_stroke(canvas, &(Stroke){dot_of(canvas, line->from), dot_of(canvas, line->to),
								   Max(1, width * canvas->scale) / 2,
								   casing ? CASING_COLOUR : mark_styles[kind].colour});
}

static void
paint_link(void *to, const LinkCurve *curve, const Arrow *arrows, int arrow_count,
		   uint8 code)
{
	const Canvas *canvas = to;
	double width = Max(1.5, canvas->picture->link_width * canvas->scale);
	Dotted dotted = {dot_of(canvas, curve->from), dot_of(canvas, curve->over),
					 dot_of(canvas, curve->to), Max(2, 1.6 * width)};

	paint_dotted(canvas, &dotted, width / 2, LINK_COLOUR);
	for (int i = 0; i < 2 * arrow_count; i++)
		paint_stroke(canvas, &(Stroke){dot_of(canvas, arrows[i / 2].tip),
									   dot_of(canvas, arrows[i / 2].arms[i % 2]),
									   width / 2, LINK_COLOUR});
}

/* Paints the legs of a route as lines of a width in cells, and its links as dots. */
static void
paint_route(void *to, const struct varlena *route, Colour colour, double width,
			bool casing)
{
	const Canvas *canvas = to;
	RouteReader reader = picture_open_route(canvas->picture, route);
	Stroke stroke = {.radius = width / 2 * canvas->scale, .colour = colour};
	double apart = Max(2, canvas->picture->route_width * canvas->scale * 1.5);
	RouteLine line;

	while (picture_next_line(canvas->picture, &reader, &line))
	{
		stroke.from = dot_of(canvas, line.from);
		stroke.to = dot_of(canvas, line.to);
		if (line.by_link)
			paint_dotted(canvas,
						 &(Dotted){stroke.from, dot_between(stroke.from, stroke.to, 0.5),
								   stroke.to, apart},
						 stroke.radius * 0.7, colour);
		else
			paint_stroke(canvas, &stroke);
	}
}

/* Moves the middle of a mark so far that all of the mark is on the picture. */
static double
place_inside(double at, double reach, int pixels)
{
	return Max(Min(reach, pixels / 2.0), Min(pixels - reach, at));
}

static Dot
place_mark(const Canvas *canvas, const double place[2], double radius)
{
	Dot dot = dot_of(canvas, place);

	dot.x = place_inside(dot.x, radius * MARK_REACH, canvas->width);
	dot.y = place_inside(dot.y, radius * MARK_REACH, canvas->height);
	return dot;
}

static double
radius_of_marks(const Canvas *canvas)
{
	return Max(MARK_PIXELS, canvas->picture->mark_radius * canvas->scale);
}

/* A ring around a point: radius in pixels, width as a share of the radius. */
static void
paint_ring(const Canvas *canvas, Dot dot, double radius, double width, Colour colour)
{
	paint_stroke(canvas, &(Stroke){dot, dot, radius * (1 + width / 2), colour,
								   radius * (1 - width / 2)});
}

static void
paint_dot(const Canvas *canvas, Dot dot, double radius, Colour colour)
{
	paint_stroke(canvas, &(Stroke){dot, dot, radius * DOT_CASING, CASING_COLOUR});
	paint_stroke(canvas, &(Stroke){dot, dot, radius * DOT_RADIUS, colour});
}

static void
paint_spot(void *to, const double place[2], Colour colour)
{
	const Canvas *canvas = to;
	double radius = radius_of_marks(canvas);

	paint_dot(canvas, place_mark(canvas, place, radius), radius, colour);
}

static void
paint_end(void *to, fr_cell cell, const double place[2], bool goal)
{
	const Canvas *canvas = to;
	double radius = radius_of_marks(canvas);
	Dot dot = place_mark(canvas, place, radius);

	if (goal)
	{
		paint_ring(canvas, dot, radius, RING_CASING, CASING_COLOUR);
		paint_ring(canvas, dot, radius, RING_WIDTH, ROUTE_COLOUR);
	}
	else
		paint_dot(canvas, dot, radius, START_COLOUR);
}

/* A dot for each link. */
static void
paint_exits(void *to, const FloorExit *exits, uint32 count, const double place[2])
{
	const Canvas *canvas = to;
	double radius = radius_of_marks(canvas);

	for (uint32 i = 0; i < count; i++)
		paint_dot(canvas, place_mark(canvas, place, radius), radius, LINK_COLOUR);
}

static const Painter painter = {.mark = paint_mark,
								.link = paint_link,
								.route = paint_route,
								.spot = paint_spot,
								.end = paint_end,
								.exits = paint_exits};

/* ---- the SQL function ------------------------------------------------- */

static int
pixels_argument(FunctionCallInfo fcinfo, int n)
{
	int pixels = PG_ARGISNULL(n) ? PIXELS_DEFAULT : PG_GETARG_INT32(n);

	if (pixels < 1 || pixels > PIXELS_MAX)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid size of a picture: %d pixels", pixels),
						errdetail("Its longer side has 1 to %d pixels.", PIXELS_MAX)));
	return pixels;
}

/* fringe_png(the arguments of all pictures, pixels, floor, layout, layer, shade) */
FRINGE_FUNCTION(fringe_png)
{
	Picture picture;
	Canvas canvas;
	fr_model model;

	if (PG_ARGISNULL(PICTURE_MAP))
		PG_RETURN_NULL();
	model = gridmodel_parsed((struct varlena *) cstring_to_text("octile"));
	picture_read(fcinfo, HEAT_LEVELS, PICTURE_OWN + 1, &model, &picture);
	new_canvas(&canvas, &picture, pixels_argument(fcinfo, PICTURE_OWN));
	heat_codes(&picture);
	paint_cells(&canvas, &picture);
	picture_paint(&picture, &painter, &canvas);
	PG_RETURN_BYTEA_P(encode_png(canvas.pixels, canvas.width, canvas.height));
}
