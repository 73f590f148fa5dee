/*
 * picture.c - what all pictures share: routes, layouts, colours, the scale of a heat, and arguments
 */
#include "pg/picture/picture.h"

#include <math.h>

#include "access/detoast.h"
#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/typcache.h"

/* A NULL among the routes is skipped. */
static void
read_routes(FunctionCallInfo fcinfo, Picture *picture)
{
	ArrayType *array;
	ArrayIterator next;
	Datum value;
	bool is_null;
	Size bytes;

	picture->route =
		PG_ARGISNULL(PICTURE_ROUTE) ? NULL : PG_GETARG_VARLENA_PP(PICTURE_ROUTE);
	if (PG_ARGISNULL(PICTURE_ROUTES))
		return;
	array = PG_GETARG_ARRAYTYPE_P(PICTURE_ROUTES);
	bytes = fringe_count_nonnull(array) * sizeof(struct varlena *);
	fringe_limit_memory("picture", bytes);
	picture->routes = fringe_alloc_huge(bytes + 1);
	next = array_create_iterator(array, 0, NULL);
	while (array_iterate(next, &value, &is_null))
	{
		CHECK_FOR_INTERRUPTS();
		if (is_null)
			continue;
		if (VARATT_IS_EXTENDED(DatumGetPointer(value)))
			bytes += toast_raw_datum_size(value);
		fringe_limit_memory("picture", bytes);
		picture->routes[picture->route_count++] = PG_DETOAST_DATUM_PACKED(value);
	}
	array_free_iterator(next);
}

/*
 * Several routes from one start to one goal are alternatives, if there are few of them and no
 * other route.
 */
static int
count_ranks(const Picture *picture)
{
	const struct varlena *const *routes = picture->routes;
	fr_cell start;
	fr_cell goal;

	if (picture->route || picture->route_count < 2 || picture->route_count > RANKS)
		return 0;
	start = gridpath_open(routes[0]).start;
	goal = fr_path_goal(PATH_BYTES(routes[0]), PATH_SIZE(routes[0]), &fringe_poll);
	for (int i = 1; i < picture->route_count; i++)
	{
		fr_cell begin = gridpath_open(routes[i]).start;
		fr_cell end =
			fr_path_goal(PATH_BYTES(routes[i]), PATH_SIZE(routes[i]), &fringe_poll);

		if (begin.x != start.x || begin.y != start.y || end.x != goal.x ||
			end.y != goal.y)
			return 0;
	}
	return picture->route_count;
}

/* ---- layouts ---------------------------------------------------------- */

/*
 * Hexagons have axial coordinates: down is 60 degrees to the right of across. Hexagons on a side
 * are those on a corner, turned by 30 degrees.
 */
static const Projection planes[] = {
	[CELL_SQUARE] = {{1, 0}, {0, 1}, {0.5, 0.5}},
	[CELL_TURNED] = {{M_SQRT1_2, M_SQRT1_2}, {-M_SQRT1_2, M_SQRT1_2}, {0, 0}},
	[CELL_POINTY] = {{1, 0}, {0.5, HEXAGON_ROW}, {0, 0}},
	[CELL_FLAT] = {{HEXAGON_ROW, 0.5}, {0, 1}, {0, 0}},
};

/* From the centre of a cell to its outermost corner or side. */
static const double reach[][2] = {
	[CELL_SQUARE] = {0.5, 0.5},
	[CELL_TURNED] = {M_SQRT1_2, M_SQRT1_2},
	[CELL_POINTY] = {0.5, HEXAGON_SIDE},
	[CELL_FLAT] = {HEXAGON_SIDE, 0.5},
};

void
picture_project(const Picture *picture, double x, double y, double place[2])
{
	const Projection *plane = &picture->plane;

	for (int i = 0; i < 2; i++)
		place[i] = x * plane->across[i] + y * plane->down[i] + plane->origin[i];
}

/* Does a cell with this code only fill up the grid, so that the picture leaves it out? */
bool
picture_leaves_out(const Picture *picture, uint8 code)
{
	return cell_has_layout(picture->shape) && code == FR_PADDING;
}

static void
enclose(double low[2], double high[2], const double place[2])
{
	for (int i = 0; i < 2; i++)
	{
		low[i] = Min(low[i], place[i]);
		high[i] = Max(high[i], place[i]);
	}
}

/* Crops the picture to the cells that are drawn; without any, to all cells. */
static void
fit_plane(Picture *picture)
{
	const fr_map *map = &picture->map;
	double low[2] = {INFINITY, INFINITY};
	double high[2] = {-INFINITY, -INFINITY};
	double place[2];

	for (int all = 0; low[0] > high[0]; all++)
		for (uint32 y = 0; y < map->height; y++)
		{
			const uint8 *row = picture->codes + (size_t) y * map->width;
			uint32 first = 0;
			uint32 last = map->width;

			CHECK_FOR_INTERRUPTS();
			while (!all && first < last && row[first] == FR_PADDING)
				first++;
			while (!all && last > first && row[last - 1] == FR_PADDING)
				last--;
			if (first == last)
				continue;
			picture_project(picture, first, y, place);
			enclose(low, high, place);
			picture_project(picture, last - 1.0, y, place);
			enclose(low, high, place);
		}
	for (int i = 0; i < 2; i++)
		picture->plane.origin[i] = reach[picture->shape][i] - low[i];
	picture->width = high[0] - low[0] + 2 * reach[picture->shape][0];
	picture->height = high[1] - low[1] + 2 * reach[picture->shape][1];
}

/* Both floors and layouts use cells with the code of padding. */
void
picture_refuse_floors(const Picture *picture)
{
	if (cell_has_layout(picture->shape) && picture->floors)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a map with a layout has no floors"),
						errdetail("Its cells with code \"%c\" are padding.", FR_PADDING),
						errhint("Pass either a layout or floors.")));
}

static void
lay_out_squares(Picture *picture)
{
	picture->plane = planes[CELL_SQUARE];
	picture->width = picture->map.width;
	picture->height = picture->map.height;
}

static double
side_of(const fr_model *model, fr_model_option side)
{
	fr_decimal decimal = model->option[side];

	return (double) decimal.digits / (double) fr_power10(decimal.scale);
}

/* Under a model whose cells are not squares, the shorter side of a cell is 1 wide. */
static void
lay_out_oblongs(Picture *picture)
{
	double wide = side_of(picture->model, FR_DX);
	double high = side_of(picture->model, FR_DY);
	double least = Min(wide, high);

	if (wide == high)
		return;
	wide = Min(wide / least, OBLONG_MOST);
	high = Min(high / least, OBLONG_MOST);
	picture->shape = CELL_OBLONG;
	picture->plane = (Projection){{wide, 0}, {0, high}, {wide / 2, high / 2}};
	picture->width = picture->map.width * wide;
	picture->height = picture->map.height * high;
}

static void
lay_out(Picture *picture, const text *name)
{
	fr_layout layout = fringe_layout_named(name);

	fringe_check_drawn_layout(&picture->whole, layout);
	picture->shape = fr_layout_is_staggered(layout)	 ? CELL_TURNED
					 : fr_layout_shifts_rows(layout) ? CELL_POINTY
													 : CELL_FLAT;
	picture->plane = planes[picture->shape];
	fit_plane(picture);
}

/* The coordinates of a place under a layout; the centre of each cell has whole ones. */
void
picture_coordinates(const Picture *picture, const double place[2], double at[2])
{
	const Projection *plane = &picture->plane;
	double right = place[0] - plane->origin[0];
	double below = place[1] - plane->origin[1];
	double area = plane->across[0] * plane->down[1] - plane->across[1] * plane->down[0];

	at[0] = (right * plane->down[1] - below * plane->down[0]) / area;
	at[1] = (below * plane->across[0] - right * plane->across[1]) / area;
}

/* ---- routes, from corner to corner ------------------------------------ */

/* Sets the middle of a cell of the whole map; returns whether it is on the picture. */
bool
picture_place(const Picture *picture, fr_cell cell, double place[2])
{
	picture_project(picture, cell.x - (double) picture->x, cell.y, place);
	return place[0] > 0 && place[0] < picture->width && place[1] > 0 &&
		   place[1] < picture->height;
}

/* Cuts a line off at the border of the picture; returns false if nothing is left. */
static bool
clip_line(const Picture *picture, RouteLine *line)
{
	const double sides[2] = {picture->width, picture->height};
	const RouteLine whole = *line;
	double first = 0;
	double last = 1;

	for (int i = 0; i < 2; i++)
	{
		double length = line->to[i] - line->from[i];

		if (length == 0 && (line->from[i] < 0 || line->from[i] > sides[i]))
			return false;
		if (length == 0)
			continue;
		first = Max(first, ((length > 0 ? 0 : sides[i]) - line->from[i]) / length);
		last = Min(last, ((length > 0 ? sides[i] : 0) - line->from[i]) / length);
	}
	for (int i = 0; i < 2; i++)
	{
		double length = whole.to[i] - whole.from[i];

		if (first > 0)
			line->from[i] = whole.from[i] + first * length;
		if (last < 1)
			line->to[i] = whole.from[i] + last * length;
	}
	return first < last;
}

RouteReader
picture_open_route(const Picture *picture, const struct varlena *route)
{
	fr_path_reader path = gridpath_open(route);

	fringe_check_inside(path.start, picture->whole.width, picture->whole.height);
	return (RouteReader){.path = path, .cell = path.start};
}

static bool
is_same(fr_cell a, fr_cell b)
{
	return a.x == b.x && a.y == b.y;
}

/* Does the map have a link with these ends? Links are sorted by their ends, then by what follows. */
static bool
has_link_as_stored(const fr_map *map, fr_cell from, fr_cell to, bool both)
{
	uint8 first[FR_LINK_BYTES]; /* with zeros behind the ends: before all such links */
	uint32 low = 0;
	uint32 high = map->link_count;

	fr_link_pack(&(fr_link){.from = from, .to = to}, first);
	while (low < high)
	{
		uint32 middle = low + (high - low) / 2;

		if (fr_link_compare(map->links + (Size) middle * FR_LINK_BYTES, first) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < map->link_count; low++)
	{
		fr_link link = fr_link_unpack(map->links + (Size) low * FR_LINK_BYTES);

		if (!is_same(link.from, from) || !is_same(link.to, to))
			return false;
		if (link.both || !both)
			return true;
	}
	return false;
}

/* Does a link of the map lead from one cell to another? */
static bool
has_link(const fr_map *map, fr_cell from, fr_cell to)
{
	return has_link_as_stored(map, from, to, false) ||
		   has_link_as_stored(map, to, from, true);
}

/* How far a step over joined edges leads along a side of the map; 2 or more: it is none. */
static int64
step_around(int32 from, int32 to, uint32 side)
{
	int64 apart = (int64) to - from;

	return apart < -1 ? apart + side : apart > 1 ? apart - side : apart;
}

/*
 * Routes have a step over joined edges of the map as a link, which no link of the map is. It is
 * drawn as two lines: one to the edge where it leaves the map, and one from the edge where it
 * comes back.
 */
static void
part_at_edges(const Picture *picture, fr_cell from, RouteReader *reader, RouteLine *line)
{
	const fr_map *map = &picture->whole;
	fr_cell to = reader->cell;
	int64 step[2] = {step_around(from.x, to.x, map->width),
					 step_around(from.y, to.y, map->height)};

	if (picture->floor != 0 || cell_has_layout(picture->shape) || step[0] < -1 ||
		step[0] > 1 || step[1] < -1 || step[1] > 1 ||
		(step[0] == to.x - from.x && step[1] == to.y - from.y) || has_link(map, from, to))
		return;
	reader->entry = *line;
	reader->entering = true;
	line->by_link = reader->entry.by_link = false;
	for (int i = 0; i < 2; i++)
	{
		double half = (double) (step[0] * picture->plane.across[i] +
								step[1] * picture->plane.down[i]) /
					  2;

		reader->entry.from[i] = reader->entry.to[i] - half;
		line->to[i] = line->from[i] + half;
	}
}

/*
 * Reads the next leg that is on the picture. A leg is inside the map if both ends are. If one end
 * of a link is on another floor, the link is a marker instead of a line.
 */
bool
picture_next_line(const Picture *picture, RouteReader *reader, RouteLine *line)
{
	fr_leg leg;

	if (reader->entering)
	{
		*line = reader->entry;
		reader->entering = false;
		return true;
	}
	while (fr_path_next(&reader->path, &leg))
	{
		fr_cell from = reader->cell;
		bool there = picture_place(picture, from, line->from);

		CHECK_FOR_INTERRUPTS();
		line->by_link = leg.direction == FR_BY_LINK;
		reader->cell = fr_leg_cell(from, &leg, leg.moves);
		fringe_check_inside(reader->cell, picture->whole.width, picture->whole.height);
		if (picture_place(picture, reader->cell, line->to) && there)
		{
			if (line->by_link)
				part_at_edges(picture, from, reader, line);
			return true;
		}
		if (!line->by_link && clip_line(picture, line))
			return true;
	}
	return false;
}

/* Is a cell or a line of the route on the picture? */
static bool
is_on_picture(const Picture *picture, const struct varlena *route)
{
	RouteReader reader = picture_open_route(picture, route);
	RouteLine line;
	double place[2];
	bool found = picture_place(picture, reader.cell, place);

	while (picture_next_line(picture, &reader, &line))
		found = true;
	return found || picture_place(picture, reader.cell, place);
}

/* Drops the routes that have no part on the floor that is drawn. */
static void
drop_routes_elsewhere(Picture *picture)
{
	int kept = 0;

	for (int i = 0; i < picture->route_count; i++)
		if (is_on_picture(picture, picture->routes[i]))
			picture->routes[kept++] = picture->routes[i];
	picture->route_count = kept;
	if (picture->route && !is_on_picture(picture, picture->route))
		picture->route = NULL;
}

/* ---- one floor -------------------------------------------------------- */

static int
compare_exits(const void *a, const void *b, void *unused)
{
	const FloorExit *left = a;
	const FloorExit *right = b;

	if (left->at.y != right->at.y)
		return left->at.y < right->at.y ? -1 : 1;
	if (left->at.x != right->at.x)
		return left->at.x < right->at.x ? -1 : 1;
	if (left->beyond.x != right->beyond.x)
		return left->beyond.x < right->beyond.x ? -1 : 1;
	return left->beyond.y < right->beyond.y ? -1 : left->beyond.y > right->beyond.y;
}

/* Adds the link if one end is on the floor that is drawn, and the other is not. */
static void
add_exit(Picture *picture, const fr_link *link)
{
	double place[2];
	bool leaves = picture_place(picture, link->from, place);
	fr_cell here = leaves ? link->from : link->to;
	fr_cell beyond = leaves ? link->to : link->from;

	if (leaves == picture_place(picture, link->to, place))
		return;
	picture->exits[picture->exit_count++] =
		(FloorExit){.at = {here.x - (int32) picture->x, here.y},
					.beyond = beyond,
					.floor = map_floors_find(picture->floors, beyond),
					.out = leaves || link->both,
					.in = !leaves || link->both,
					.code = link->code};
}

static void
read_exits(Picture *picture)
{
	Size bytes = (Size) picture->whole.link_count * sizeof(FloorExit);

	fringe_limit_memory("picture", bytes);
	picture->exits = fringe_alloc_huge(bytes + 1);
	for (uint32 i = 0; i < picture->whole.link_count; i++)
	{
		fr_link link = fr_link_unpack(picture->whole.links + (size_t) i * FR_LINK_BYTES);

		CHECK_FOR_INTERRUPTS();
		add_exit(picture, &link);
	}
	qsort_interruptible(picture->exits, picture->exit_count, sizeof(FloorExit),
						compare_exits, NULL);
}

/* ==== colours of terrain and values ==================================== */

const char *
colour_text(Colour colour, char text[COLOUR_TEXT_MAX])
{
	snprintf(text, COLOUR_TEXT_MAX, "#%02x%02x%02x", colour.red, colour.green,
			 colour.blue);
	return text;
}

/*
 * The colours are calm: their chroma is at most 0.12 in Oklab. They are at least 0.12 apart from
 * each other, and from ground and walls on both papers. The first few are farthest apart.
 */
Colour
colour_of_class(int number)
{
	static const Colour classes[HEAT_CLASSES] = {
		{0xc4, 0x8c, 0xb9}, {0x89, 0x55, 0x25}, {0xdd, 0xc7, 0x69}, {0x32, 0xb0, 0x9c},
		{0x8e, 0xd5, 0xee}, {0x8c, 0x5e, 0xa4}, {0xfd, 0xa9, 0xa6}, {0x7e, 0x88, 0x5d},
		{0x47, 0x8b, 0xb5}, {0xd5, 0x7d, 0x5d}, {0xda, 0xb8, 0xfd}, {0xac, 0xaa, 0x8b}};

	return classes[number];
}

/* Dark enough for a white digit, and unlike the colours of terrain. */
Colour
colour_of_rank(int rank)
{
	static const Colour ranks[RANKS] = {
		ROUTE_COLOUR,		{0x09, 0x69, 0xda}, {0x8a, 0x3f, 0xfc},
		{0xb6, 0x4a, 0x00}, {0x00, 0x7d, 0x79}, {0xc0, 0x2b, 0x88},
		{0x5c, 0x4b, 0x00}, {0x00, 0x3a, 0x8c}, {0x4a, 0x4e, 0x57}};

	return ranks[rank - 1];
}

/* The ramp goes from pale yellow over orange to dark purple. In grey, later colours are darker. */
static Colour
colour_of_ramp(int level, int levels)
{
	static const Colour stops[] = {{0xff, 0xf3, 0xb0},
								   {0xfd, 0xb8, 0x4b},
								   {0xf0, 0x6a, 0x3c},
								   {0xb8, 0x2a, 0x66},
								   {0x5b, 0x16, 0x7c}};
	double place = (double) level / Max(levels - 1, 1) * (lengthof(stops) - 1);
	int stop = Min((int) place, (int) lengthof(stops) - 2);
	double part = place - stop;
	Colour a = stops[stop];
	Colour b = stops[stop + 1];

	return (Colour){(uint8) (a.red + part * (b.red - a.red)),
					(uint8) (a.green + part * (b.green - a.green)),
					(uint8) (a.blue + part * (b.blue - a.blue))};
}

/* One colour for light and for dark paper. */
Paint
paint_of(Colour colour)
{
	return (Paint){colour, colour};
}

/* ---- terrain ---------------------------------------------------------- */

/*
 * From code to code, the hue turns by the golden angle. Lightness and chroma change as well, because
 * 94 colours that differ only in hue would look alike.
 */
static Colour
pale_colour(uint8 code, bool dark)
{
	double hue = fmod(code * 0.618034, 1) * 2 * M_PI;
	double middle = (dark ? 0.23 : 0.675) + (dark ? 0.05 : 0.03) * (code * 3 % 5);
	double swing = 0.105 + 0.08 * (code % 2);

	return (Colour){
		(uint8) (255 * (middle + swing * cos(hue))),
		(uint8) (255 * (middle + swing * cos(hue - 2 * M_PI / 3))),
		(uint8) (255 * (middle + swing * cos(hue + 2 * M_PI / 3))),
	};
}

/*
 * The usual meanings of codes in the Moving AI benchmarks and in roguelikes. Digits are steps of one
 * ramp. doc/pictures.md and web/draw.js repeat this table.
 */
typedef struct Terrain
{
	const char *codes;
	uint32 light; /* 0xrrggbb */
	uint32 dark;
} Terrain;

static const Terrain terrains[] = {
	{".G", 0xf3f1ea, 0x1f242b},	 /* ground */
	{"@O", 0x2f353d, 0x59636f},	 /* wall or outside */
	{"#X", 0x4b5058, 0x737c87},	 /* wall */
	{"|-", 0x9aa1aa, 0xa3acb8},	 /* thin wall, between floors */
	{"T", 0x3c7a4b, 0x3f7d50},	 /* trees */
	{"S", 0xb9c08a, 0x59603a},	 /* swamp */
	{"W~", 0x5b9bd0, 0x34658f},	 /* water */
	{"\",", 0x9fcf86, 0x33592f}, /* grass */
	{"+D'", 0xb5763a, 0x9a6a3a}, /* door */
	{"<>", 0xd9a63f, 0xa67c26},	 /* stairs */
	{"=", 0xd4a468, 0x70502a},	 /* bridge */
	{":", 0xcbc8bd, 0x43443f},	 /* rubble */
	{"^", 0x958a80, 0x77706b},	 /* mountain, trap */
	{"0", 0xefe4cf, 0x2e2c2a},	 {"1", 0xe4d5be, 0x3c3630}, {"2", 0xd9c5ad, 0x4b4136},
	{"3", 0xcdb69d, 0x594b3d},	 {"4", 0xc2a78c, 0x685643}, {"5", 0xb7977b, 0x766049},
	{"6", 0xac886a, 0x856b4f},	 {"7", 0xa0795a, 0x937556}, {"8", 0x956949, 0xa2805c},
	{"9", 0x8a5a38, 0xb08a62},
};

static Colour
colour_of_number(uint32 number)
{
	return (Colour){(uint8) (number >> 16), (uint8) (number >> 8), (uint8) number};
}

/* Any other code has a pale hue of its own. */
static Paint
default_paint(uint8 code)
{
	for (int i = 0; code != 0 && i < (int) lengthof(terrains); i++)
		if (strchr(terrains[i].codes, code))
			return (Paint){colour_of_number(terrains[i].light),
						   colour_of_number(terrains[i].dark)};
	return (Paint){pale_colour(code, false), pale_colour(code, true)};
}

/* "#rrggbb" */
static bool
colour_parse(const char *text, int length, Colour *colour)
{
	char digits[7] = {0};
	unsigned long number;

	if (length != 7 || text[0] != '#')
		return false;
	for (int i = 1; i < 7; i++)
		if (!isxdigit((unsigned char) text[i]))
			return false;
	memcpy(digits, text + 1, 6);
	number = strtoul(digits, NULL, 16);
	*colour = colour_of_number((uint32) number);
	return true;
}

static Colour
colour_of_json(const JsonbValue *value)
{
	Colour colour;

	if (value->type != jbvString)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid colour in a palette"),
						errdetail("A colour is a string such as \"#3c7a4b\".")));
	if (!colour_parse(value->val.string.val, value->val.string.len, &colour))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid colour in a palette"),
				 errdetail("A colour is a string such as \"#3c7a4b\", not %s.",
						   fringe_quote(value->val.string.val, value->val.string.len))));
	return colour;
}

static void
read_palette(Paint terrain[256], const Jsonb *palette)
{
	JsonbIterator *next = JsonbIteratorInit((JsonbContainer *) &palette->root);
	JsonbValue value;

	if (JsonbIteratorNext(&next, &value, true) != WJB_BEGIN_OBJECT)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("palette must be a JSON object"),
						errhint("Its keys are terrain codes, its values colours: "
								"{\".\": \"#ffffff\", \"T\": \"#3c7a4b\"}.")));
	while (JsonbIteratorNext(&next, &value, true) == WJB_KEY)
	{
		char code = fringe_text_code(
			cstring_to_text_with_len(value.val.string.val, value.val.string.len));

		fringe_check_code(code);
		JsonbIteratorNext(&next, &value, true);
		terrain[(uint8) code] = paint_of(colour_of_json(&value));
	}
}

/* The colours by code; the palette, which may be NULL, overrides the defaults. */
static void
colours_of_terrain(Paint terrain[256], const Jsonb *palette)
{
	for (int code = 0; code < 256; code++)
		terrain[code] = default_paint((uint8) code);
	if (palette)
		read_palette(terrain, palette);
}

/* ==== heat: the scale of values ======================================== */

/*
 * A row of a heat. Rows without a cell or without a finite value, and of other
 * floors, are left out.
 */
typedef struct CellValue
{
	uint32 cell;
	double value;
} CellValue;

static const char *const scale_names[] = {"linear", "log", "class", "band", NULL};

static HeatScale
heat_scale_named(const text *name)
{
	int scale = fringe_text_word(name, scale_names);

	if (scale < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("unknown scale %s", fringe_quote_text(name)),
						errhint("Scales are linear, log, class and band.")));
	return (HeatScale) scale;
}

/* ---- rows ------------------------------------------------------------- */

/* Reads a gridcell_value; returns false if the row is skipped. */
static bool
read_heat_row(HeapTupleHeader header, TupleDesc columns, const Picture *picture,
			  CellValue *row)
{
	HeapTupleData tuple = {.t_len = HeapTupleHeaderGetDatumLength(header),
						   .t_data = header};
	const fr_map *map = &picture->map;
	Datum values[2];
	bool nulls[2];
	fr_cell cell;

	heap_deform_tuple(&tuple, columns, values, nulls);
	if (nulls[0] || nulls[1] || !isfinite(DatumGetFloat8(values[1])))
		return false;
	cell = DatumGetCell(values[0]);
	fringe_check_inside(cell, picture->whole.width, picture->whole.height);
	cell.x -= (int32) picture->x;
	*row = (CellValue){(uint32) cell.y * map->width + cell.x, DatumGetFloat8(values[1])};
	return cell.x >= 0 && (uint32) cell.x < map->width && (uint32) cell.y < map->height &&
		   !picture_leaves_out(picture, picture->codes[row->cell]);
}

static CellValue *
read_rows(ArrayType *array, const Picture *picture, uint32 *count)
{
	TupleDesc columns = lookup_rowtype_tupdesc(ARR_ELEMTYPE(array), -1);
	ArrayIterator next = array_create_iterator(array, 0, NULL);
	CellValue *rows =
		fringe_alloc_huge(fringe_count_nonnull(array) * sizeof(CellValue) + 1);
	Datum value;
	bool is_null;

	*count = 0;
	while (array_iterate(next, &value, &is_null))
	{
		CHECK_FOR_INTERRUPTS();
		if (!is_null && read_heat_row(DatumGetHeapTupleHeader(value), columns, picture,
									  &rows[*count]))
			(*count)++;
	}
	array_free_iterator(next);
	ReleaseTupleDesc(columns);
	return rows;
}

/* ---- levels ----------------------------------------------------------- */

/* Sets the ends of the scale that are not given to the least and the greatest value. */
static void
fit_ends(Heat *heat, const CellValue *rows)
{
	double low = INFINITY;
	double high = -INFINITY;

	for (uint32 i = 0; i < heat->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		low = Min(low, rows[i].value);
		high = Max(high, rows[i].value);
	}
	if (isnan(heat->low))
		heat->low = low;
	if (isnan(heat->high))
		heat->high = high;
}

/* Fails if the ends of the scale that are known contradict each other or the scale. */
static void
heat_check_ends(const Heat *heat)
{
	if (heat->scale == HEAT_LOG && heat->low <= 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a logarithmic scale must begin above 0"),
						errdetail("It would begin at %g.", heat->low),
						errhint("Set the argument low.")));
	if (heat->low > heat->high)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("low must not exceed high"),
			 errdetail("The ends of the scale are %g and %g.", heat->low, heat->high)));
}

/* The class of a number, 0 to HEAT_CLASSES - 1: as there are few colours, large numbers share them. */
int
heat_class(double value)
{
	double turn = fmod(floor(value), HEAT_CLASSES);

	return (int) (turn < 0 ? turn + HEAT_CLASSES : turn);
}

/* The number of bands: a band has all values with the same whole part. */
static double
heat_bands(const Heat *heat)
{
	return floor(heat->high) - floor(heat->low) + 1;
}

static int
level_of_value(const Heat *heat, double value)
{
	double low = heat->low;
	double high = heat->high;

	if (heat->scale == HEAT_CLASS)
		return heat_class(value);
	value = Max(low, Min(high, value));
	if (heat->scale == HEAT_BAND && heat_bands(heat) == heat->levels)
		return (int) (floor(value) - floor(low));
	if (heat->scale == HEAT_LOG)
	{
		low = log(low);
		high = log(high);
		value = log(value);
	}
	/* A single value is dark: the pale end of the ramp hardly shows on ground. */
	if (!(high > low))
		return heat->levels - 1;
	/* halves, because the difference of two large numbers may be infinite */
	return Min((int) ((value / 2 - low / 2) / (high / 2 - low / 2) * heat->levels),
			   heat->levels - 1);
}

/* A counting sort of the rows' cells by level. */
static void
sort_by_level(Heat *heat, const CellValue *rows)
{
	uint32 next[HEAT_LEVELS_MAX + 1] = {0};

	for (uint32 i = 0; i < heat->count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		next[level_of_value(heat, rows[i].value) + 1]++;
	}
	for (int level = 0; level < heat->levels; level++)
		next[level + 1] += next[level];
	memcpy(heat->first, next, sizeof next);
	heat->cells = fringe_alloc_huge((Size) heat->count * sizeof(uint32) + 1);
	for (uint32 i = 0; i < heat->count; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		heat->cells[next[level_of_value(heat, rows[i].value)]++] = rows[i].cell;
	}
}

/* Levels, scale and ends are set; an end that was not given is NaN. */
static void
read_levels(Heat *heat, CellValue *rows)
{
	if (heat->count == 0)
		return;
	fit_ends(heat, rows);
	heat_check_ends(heat);
	if (heat->scale == HEAT_CLASS)
		heat->levels = HEAT_CLASSES;
	if (heat->scale == HEAT_BAND)
		heat->levels = (int) Min(HEAT_LEVELS_MAX, heat_bands(heat));
	sort_by_level(heat, rows);
	pfree(rows);
}

static void
heat_read(Heat *heat, ArrayType *array, const Picture *picture)
{
	read_levels(heat, read_rows(array, picture, &heat->count));
}

/* The numbers of a layer, except 0, of the cells that the model does not block. */
static void
heat_read_layer(Heat *heat, const text *name, Picture *picture)
{
	const fr_map *map = &picture->map;
	fr_layer layer = picture_layer(picture, name);
	Size bytes = (Size) map->width * map->height * sizeof(CellValue);
	CellValue *rows;
	uint32 *stored = palloc(map->width * sizeof(uint32));
	fr_layer_scale scale;

	fringe_limit_memory("picture", bytes);
	rows = fringe_alloc_huge(bytes);
	fr_layer_scale_of(&layer, &scale);
	heat->count = 0;
	for (uint32 y = 0; y < map->height; y++)
	{
		uint32 first = y * map->width;

		CHECK_FOR_INTERRUPTS();
		fr_layer_unpack(&layer, first, map->width, stored);
		for (uint32 x = 0; x < map->width; x++)
		{
			uint8 code = picture->codes[first + x];
			double value = fr_layer_number(&scale, stored[x]);

			if (value != 0 && !picture_leaves_out(picture, code) &&
				!fr_weight_blocks(picture->model->weight[code - FR_FIRST_CODE]))
				rows[heat->count++] = (CellValue){first + x, value};
		}
	}
	pfree(stored);
	picture->heat_layer = text_to_cstring(name);
	read_levels(heat, rows);
}

/* On dark paper, low values are dark. A single band has the colour of the highest one. */
Paint
heat_paint(const Heat *heat, int level)
{
	if (heat->scale == HEAT_CLASS)
		return paint_of(colour_of_class(level));
	if (heat->levels == 1)
		return (Paint){colour_of_ramp(1, 2), colour_of_ramp(0, 2)};
	return (Paint){colour_of_ramp(level, heat->levels),
				   colour_of_ramp(heat->levels - 1 - level, heat->levels)};
}

/* ==== arguments ======================================================== */

static double
optional_number(FunctionCallInfo fcinfo, int n)
{
	if (PG_ARGISNULL(n))
		return NAN;
	if (!isfinite(PG_GETARG_FLOAT8(n)))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("low and high must be finite")));
	return PG_GETARG_FLOAT8(n);
}

/* Values of cells: the argument heat, or the layer that argument `layer` names. */
static void
read_heat(FunctionCallInfo fcinfo, int levels, int layer, Picture *picture)
{
	picture->heat = (Heat){.levels = levels,
						   .low = optional_number(fcinfo, PICTURE_LOW),
						   .high = optional_number(fcinfo, PICTURE_HIGH)};
	if (!PG_ARGISNULL(PICTURE_SCALE))
		picture->heat.scale = heat_scale_named(PG_GETARG_TEXT_PP(PICTURE_SCALE));
	heat_check_ends(&picture->heat); /* also where there are no values */
	if (!PG_ARGISNULL(layer) && !PG_ARGISNULL(PICTURE_HEAT))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("a picture has either a heat or a layer"),
						errhint("Draw the layer as relief, by the argument shade.")));
	if (!PG_ARGISNULL(PICTURE_HEAT))
		heat_read(&picture->heat, PG_GETARG_ARRAYTYPE_P(PICTURE_HEAT), picture);
	if (!PG_ARGISNULL(layer))
		heat_read_layer(&picture->heat, PG_GETARG_TEXT_PP(layer), picture);
}

/* Sizes stay visible if the map has a few hundred pixels, and stay within a cell if cells are large. */
static void
set_sizes(Picture *picture)
{
	double side = Max(picture->width, picture->height);

	picture->route_width = Max(0.3, side / 180.0);
	picture->link_width = Max(0.1, side / 360.0);
	picture->mark_radius = Max(0.34, side / 120.0);
	picture->wall_width = Max(0.14, side / 400.0);
}

/*
 * Opens the map in argument PICTURE_MAP. If the argument of this number is a floor, only its cells and
 * the links within it are drawn; -1: there is no such argument.
 */
void
picture_open(FunctionCallInfo fcinfo, int floor, Picture *picture)
{
	*picture = (Picture){.whole = gridmap_open(PG_GETARG_GRIDMAP(PICTURE_MAP))};
	picture->map = picture->whole;
	if (floor >= 0 && !PG_ARGISNULL(floor))
	{
		picture->floor = PG_GETARG_INT32(floor);
		picture->floors = map_floors_read(&picture->whole);
		picture->map = gridmap_open(
			map_floors_cut(&picture->whole, picture->floors, picture->floor));
		picture->x = picture->floors->floor[picture->floor - 1].x;
	}
	picture->codes = gridmap_codes_of(&picture->map);
	lay_out_squares(picture);
}

/*
 * Reads the arguments of a picture, whose map is not NULL. `levels` is the number of levels of a
 * heat without classes, and `floor` the place of the argument that chooses a floor. The layout, the
 * layer and the shade are the arguments after it.
 */
void
picture_read(FunctionCallInfo fcinfo, int levels, int floor, const fr_model *model,
			 Picture *picture)
{
	int layer = floor + 2;
	int shade = floor + 3;

	picture_open(fcinfo, floor, picture);
	if (picture->floor > 0)
		read_exits(picture);
	picture->model = model;
	if (PG_ARGISNULL(floor + 1))
		lay_out_oblongs(picture);
	else
		lay_out(picture, PG_GETARG_TEXT_PP(floor + 1));
	colours_of_terrain(picture->terrain, PG_ARGISNULL(PICTURE_PALETTE)
											 ? NULL
											 : PG_GETARG_JSONB_P(PICTURE_PALETTE));
	read_heat(fcinfo, levels, layer, picture);
	if (!PG_ARGISNULL(shade))
	{
		picture->relief_layer = text_to_cstring(PG_GETARG_TEXT_PP(shade));
		picture_read_relief(picture, PG_GETARG_TEXT_PP(shade));
	}
	picture_read_marks(picture);
	read_routes(fcinfo, picture);
	picture->ranks = count_ranks(picture);
	if (picture->floor > 0 && picture->ranks == 0)
		drop_routes_elsewhere(picture);
	picture_refuse_floors(picture);
	picture->ends = picture->ranks > 0 ? picture->routes[0] : picture->route;
	set_sizes(picture);
}
