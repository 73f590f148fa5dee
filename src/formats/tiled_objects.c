/*
 * tiled_objects.c - objects of Tiled as rows
 */
#include "formats/tiled.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/numeric.h"
#include "utils/tuplestore.h"

/* Data that all objects of a map share. */
typedef struct ObjectReader
{
	TiledMap *map;
	ReturnSetInfo *rows; /* NULL: cells are set, not rows */
	double
		cell_width; /* pixels, as objects are measured; of an offset map, per doubled coordinate */
	double cell_height;
	double tile_width; /* pixels on the screen */
	double tile_height;
	Point zero;			/* the position of pixel (0,0) of the layer, in cells */
	fr_offset_map grid; /* of an offset map */
} ObjectReader;

/* An object, and its template if it has one. */
typedef struct TiledObject
{
	const TreeNode *json;
	const TreeNode *template;	   /* the object in it; null: there is none */
	const TreeNode *template_file; /* likewise */
} TiledObject;

/* The tile that an object shows. */
typedef struct ObjectTile
{
	int64 number; /* 0: in no tileset of the map */
	const TreeNode *set;
	const TreeNode *tile;
} ObjectTile;

static TiledObject
open_object(const ObjectReader *reader, const TreeNode *json)
{
	TiledObject object = {json, &tree_none, &tree_none};
	fr_span source = tree_text(tree_member(json, "template"));

	if (!source.at)
		return object;
	object.template_file = tree_file(reader->map->files, source);
	object.template = tree_member(object.template_file, "object");
	if (!tree_is_object(object.template))
		tree_report_missing("template", source);
	return object;
}

/* The object's own member, or else the member of its template. */
static const TreeNode *
own_or_template(const TiledObject *object, const char *key)
{
	const TreeNode *own = tree_member(object->json, key);

	return own->kind == TREE_NULL ? tree_member(object->template, key) : own;
}

static double
float_of(const TiledObject *object, const char *key)
{
	bool own = tree_member(object->json, key)->kind != TREE_NULL;

	return tiled_float(own ? object->json : object->template, key, 0);
}

/* The number in a template counts by the template's own tileset. */
static ObjectTile
tile_of_object(ObjectReader *reader, const TiledObject *object)
{
	bool own = tree_member(object->json, "gid")->kind != TREE_NULL;
	const TreeNode *local_set = tree_member(object->template_file, "tileset");
	ObjectTile tile = {0, &tree_none, &tree_none};
	TiledMap *map = reader->map;
	const TiledSet *set;
	TiledSet local;
	int64 number;

	if (!tree_whole(own_or_template(object, "gid"), &number))
		return tile;
	number &= 0x0fffffff;
	tile.number = number;
	set = tiled_find_set(map, number);
	if (!own && tree_is_object(local_set))
	{
		local = tiled_open_set(map, local_set);
		number -= local.first;
		tile.number = 0;
		set = &local;
		for (int64 i = 0; i < map->set_count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (tiled_same_set(&map->sets[i], &local))
			{
				tile.number = map->sets[i].first + number;
				set = &map->sets[i];
			}
		}
	}
	else if (set)
		number -= set->first;
	if (set && set->json->kind != TREE_NULL)
	{
		tile.set = set->json;
		tile.tile = tiled_find_tile(map, set, number);
	}
	return tile;
}

/* ---- properties ------------------------------------------------------- */

static void push_properties(Reading *reading, JsonbInState *state,
							const TreeNode *object);

static void
push_key(JsonbInState *state, fr_span name)
{
	JsonbValue key = {.type = jbvString};

	key.val.string.val = (char *) name.at;
	key.val.string.len = (int) name.length;
	pushJsonbValue(state, WJB_KEY, &key);
}

/* Values that XML has as text are of the property's type. */
static void
push_value(Reading *reading, JsonbInState *state, const TreeNode *property)
{
	const TreeNode *value = tree_member(property, "value");
	const TreeNode *type = tree_member(property, "type");
	TreeNode typed = *value;
	double number;

	if (tree_is(type, "class") && tree_is_array(tree_member(property, "properties")))
	{
		pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
		push_properties(reading, state, property);
		pushJsonbValue(state, WJB_END_OBJECT, NULL);
		return;
	}
	if (value->kind == TREE_STRING && tree_is(type, "bool"))
	{
		typed.kind = TREE_BOOL;
		typed.truth = tree_true(value);
	}
	else if (value->kind == TREE_STRING &&
			 (tree_is(type, "int") || tree_is(type, "float") ||
			  tree_is(type, "object")) &&
			 tree_decimal(value, &number))
		typed.kind = TREE_NUMBER;
	tree_push(reading, state, &typed);
}

static void
push_properties(Reading *reading, JsonbInState *state, const TreeNode *object)
{
	const TreeNode *properties = tree_member(object, "properties");

	check_stack_depth();
	tree_each(property, properties)
	{
		fr_span name;

		/* an old file has an object of them */
		if (tree_is_object(properties))
		{
			push_key(state, tree_key(property));
			tree_push(reading, state, property);
			continue;
		}
		if (!tree_is_object(property))
			continue;
		name = tree_text(tree_member(property, "name"));
		if (!name.at)
			tiled_report("a property has no name");
		push_key(state, name);
		push_value(reading, state, property);
	}
}

/* Those of the tile, the template and the object; of the same name, the last one counts. */
static Datum
properties_of(Reading *reading, const TiledObject *object, const ObjectTile *tile)
{
	JsonbInState state = {0};

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	push_properties(reading, &state, tile->tile);
	push_properties(reading, &state, object->template);
	push_properties(reading, &state, object->json);
	pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	return JsonbPGetDatum(JsonbValueToJsonb(state.result));
}

/* ---- places ----------------------------------------------------------- */

/* A rectangle, in pixels. */
typedef struct Box
{
	double left;
	double top;
	double right;
	double bottom;
} Box;

/* Turns a vector clockwise by degrees. A multiple of 90 degrees has no rounding error. */
static void
turn(double degrees, double *x, double *y)
{
	double angle = fmod(degrees, 360) * M_PI / 180;
	double c = fmod(degrees, 90) == 0 ? rint(cos(angle)) : cos(angle);
	double s = fmod(degrees, 90) == 0 ? rint(sin(angle)) : sin(angle);
	double across = *x * c - *y * s;

	*y = *x * s + *y * c;
	*x = across;
}

static Box
turned(Box box, double degrees)
{
	Box around = {INFINITY, INFINITY, -INFINITY, -INFINITY};

	for (int i = 0; i < 4; i++)
	{
		double x = i & 1 ? box.right : box.left;
		double y = i & 2 ? box.bottom : box.top;

		turn(degrees, &x, &y);
		around = (Box){Min(around.left, x), Min(around.top, y), Max(around.right, x),
					   Max(around.bottom, y)};
	}
	return around;
}

/* The place in a tile that its object's position means: 0 to 1 from the left and from the top. */
static void
alignment_of(const ObjectReader *reader, const TreeNode *set, double *across,
			 double *down)
{
	/* alignment n is in row n / 3 and column n % 3 of the tile */
	static const char *const alignments[] = {
		"topleft", "top",		 "topright", "left",		"center",
		"right",   "bottomleft", "bottom",	 "bottomright", NULL};
	const TreeNode *alignment = tree_member(set, "objectalignment");
	fr_span name = tree_text(alignment);
	int place = name.at ? fr_span_word(name, alignments) : -1;

	if (place < 0)
		place = reader->map->isometric ? 7 : 6;
	*across = place % 3 / 2.0;
	*down = place / 3 / 2.0;
}

/* Relative to the object's position. */
static Box
box_of_tile(const ObjectReader *reader, const ObjectTile *tile, double width,
			double height)
{
	double across;
	double down;

	if (width <= 0)
		width = tiled_float(tile->set, "tilewidth", reader->tile_width);
	if (height <= 0)
		height = tiled_float(tile->set, "tileheight", reader->tile_height);
	alignment_of(reader, tile->set, &across, &down);
	if (reader->map->isometric)
	{
		/* A tile stands on a rhombus, whose lower corner is the lower right one of its cells. */
		width = height = width / reader->tile_width * reader->cell_height;
		across = down;
	}
	return (Box){-across * width, -down * height, (1 - across) * width,
				 (1 - down) * height};
}

/* ---- corners ------------------------------------------------------------ */

/* The corners of a polygon: [{"x": 1, "y": 2}, ...] or "1,2 ..." */
typedef struct Corners
{
	const TreeNode *array;
	const TreeNode *next; /* of an array */
	fr_span rest;		  /* of a text */
} Corners;

#define COORDINATE_BYTES 64 /* of the text that is parsed to read a coordinate */

/* Takes a number from the beginning of the text that is left; false if there is none. */
static bool
take_coordinate(Corners *corners, double *number)
{
	char text[COORDINATE_BYTES + 1];
	Size length = Min(corners->rest.length, COORDINATE_BYTES);
	char *end;

	memcpy(text, corners->rest.at, length);
	text[length] = '\0';
	*number = strtod(text, &end);
	corners->rest.at += end - text;
	corners->rest.length -= end - text;
	return end > text;
}

static bool
take_comma(Corners *corners)
{
	if (corners->rest.length == 0 || *corners->rest.at != ',')
		return false;
	corners->rest = (fr_span){corners->rest.at + 1, corners->rest.length - 1};
	return true;
}

static void
skip_space(Corners *corners)
{
	while (corners->rest.length > 0 && isspace((unsigned char) *corners->rest.at))
	{
		if (corners->rest.length % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		corners->rest = (fr_span){corners->rest.at + 1, corners->rest.length - 1};
	}
}

static bool
next_corner(Corners *corners, Point *corner)
{
	const TreeNode *object = corners->next;

	if (!corners->array)
	{
		skip_space(corners);
		if (corners->rest.length == 0)
			return false;
		if (!take_coordinate(corners, &corner->x) || !take_comma(corners) ||
			!take_coordinate(corners, &corner->y))
			tiled_report("a polygon has a corner that is no pair of numbers");
		return true;
	}
	while (object && !tree_is_object(object))
		object = tree_next(corners->array, object);
	if (!object)
		return false;
	corners->next = tree_next(corners->array, object);
	corner->x = tiled_float(object, "x", 0);
	corner->y = tiled_float(object, "y", 0);
	return true;
}

static Corners
open_corners(const TreeNode *polygon)
{
	return tree_is_array(polygon) ? (Corners){polygon, tree_first(polygon)}
								  : (Corners){.rest = tree_text(polygon)};
}

/* ---- cells ---------------------------------------------------------------- */

/*
 * On an offset map, positions are doubled coordinates plus one half: a cell has its centre at
 * (u + 0.5, v + 0.5), where u + v is even. If even rows or columns are shifted, u or v counts from
 * the pixel (0,0), so it is one more than that of the grid, and u + v is odd.
 */

/* A position in pixels as a position in cells. */
static Point
in_cells(const ObjectReader *reader, double x, double y)
{
	return (Point){x / reader->cell_width + reader->zero.x,
				   y / reader->cell_height + reader->zero.y};
}

/* The amounts by which u and v exceed the grid's u and v. */
static fr_cell
shifted_first(const ObjectReader *reader)
{
	bool even = reader->map->layout % 2 == 1;
	bool by_rows = fr_layout_shifts_rows(reader->map->layout);

	return (fr_cell){even && by_rows, even && !by_rows};
}

static bool
is_centre(const ObjectReader *reader, int64 u, int64 v)
{
	return ((u + v) & 1) == reader->map->layout % 2;
}

/* The cell of the grid at a centre. */
static fr_cell
cell_of_centre(const ObjectReader *reader, fr_cell centre)
{
	fr_cell first = shifted_first(reader);

	return fr_cell_from_doubled(&reader->grid, (int64) centre.x - first.x,
								(int64) centre.y - first.y);
}

/*
 * The shape of the cells of an offset map. Its corners to the left and right, or above and below, are
 * 1 away from the centre. `side` is the length of the sides between them, where the height is 1:
 *
 *     |along| <= 1,    (1 - side) * |along| + (1 + side) * |across| <= 1
 */
typedef struct CellShape
{
	bool by_rows; /* along is x */
	double side;
} CellShape;

static CellShape
shape_of_cells(const ObjectReader *reader)
{
	bool by_rows = fr_layout_shifts_rows(reader->map->layout);
	double across = by_rows ? reader->cell_height : reader->cell_width;
	double height = by_rows ? reader->tile_height : reader->tile_width;

	height = 2 * Max(1, floor(height / 2));
	return (CellShape){by_rows, 2 * across / height - 1};
}

/* The centre of the cell that contains a position: the shape grows to where it meets it. */
static fr_cell
centre_at(const ObjectReader *reader, Point at)
{
	CellShape shape = shape_of_cells(reader);
	fr_cell corner = tile_cell(at.x - 0.5, at.y - 0.5);
	double least = INFINITY;
	fr_cell best = corner;

	for (int i = 0; i < 4; i++)
	{
		fr_cell centre = {corner.x + (i & 1), corner.y + (i >> 1)};
		double x = fabs(at.x - 0.5 - centre.x);
		double y = fabs(at.y - 0.5 - centre.y);
		double along = shape.by_rows ? x : y;
		double across = shape.by_rows ? y : x;
		double size = (1 - shape.side) * along + (1 + shape.side) * across;

		if (!is_centre(reader, centre.x, centre.y) || size >= least)
			continue;
		least = size;
		best = centre;
	}
	return best;
}

/* The cell of the map that contains a position in pixels. */
static fr_cell
cell_at(const ObjectReader *reader, double x, double y)
{
	Point at = in_cells(reader, x, y);

	return reader->map->offset ? cell_of_centre(reader, centre_at(reader, at))
							   : tile_cell(at.x, at.y);
}

/* The cells of all corners, and the rectangle around them, relative to the position (x,y). */
static Datum
read_corners(const ObjectReader *reader, const TreeNode *polygon, double x, double y,
			 double rotation, Oid type, Box *box)
{
	Reading *reading = reader->map->reading;
	Corners corners = open_corners(polygon);
	Datum *cells = NULL;
	Point corner;
	int64 count = 0;

	*box = (Box){INFINITY, INFINITY, -INFINITY, -INFINITY};
	while (next_corner(&corners, &corner))
	{
		CHECK_FOR_INTERRUPTS();
		turn(rotation, &corner.x, &corner.y);
		*box = (Box){Min(box->left, corner.x), Min(box->top, corner.y),
					 Max(box->right, corner.x), Max(box->bottom, corner.y)};
		cells = reading_grow(reading, cells, count, sizeof(Datum));
		cells[count++] = CellGetDatum(cell_at(reader, x + corner.x, y + corner.y));
	}
	if (count == 0)
		tiled_report("a polygon has no corners");
	reading_check(reading, count * sizeof(int64));
	return PointerGetDatum(construct_array(cells, (int) count, type, sizeof(int64),
										   FLOAT8PASSBYVAL, TYPALIGN_DOUBLE));
}

/* ---- rows ------------------------------------------------------------- */

enum
{
	OBJECT_LAYER,
	OBJECT_ID,
	OBJECT_NAME,
	OBJECT_CLASS,
	OBJECT_CELL,
	OBJECT_WIDTH,
	OBJECT_HEIGHT,
	OBJECT_SHAPE,
	OBJECT_X,
	OBJECT_Y,
	OBJECT_TILE,
	OBJECT_POINTS,
	OBJECT_PROPERTIES,
	OBJECT_COLUMNS
};

static const char *const shapes[] = {"point",	 "ellipse", "capsule",	"polygon",
									 "polyline", "text",	"rectangle"};

static const char *
shape_of(const TiledObject *object, const ObjectTile *tile)
{
	int i = 0;

	if (tile->number > 0 || tile->set->kind != TREE_NULL)
		return "tile";
	while (i < lengthof(shapes) - 1 &&
		   own_or_template(object, shapes[i])->kind == TREE_NULL)
		i++;
	return shapes[i];
}

static void
set_text(Datum *values, bool *nulls, int column, fr_span text)
{
	nulls[column] = text.length == 0;
	if (!nulls[column])
		values[column] =
			PointerGetDatum(cstring_to_text_with_len(text.at, (int) text.length));
}

/* An object and its place, in pixels. */
typedef struct Placed
{
	TiledObject object;
	ObjectTile tile;
	const char *shape;
	double x;
	double y;
	double rotation;
	Box box; /* that is not turned, relative to (x,y) */
} Placed;

static Placed
place_object(ObjectReader *reader, const TreeNode *json)
{
	Placed placed = {.object = open_object(reader, json)};
	TiledObject *object = &placed.object;

	placed.tile = tile_of_object(reader, object);
	placed.shape = shape_of(object, &placed.tile);
	placed.x = tiled_float(json, "x", 0);
	placed.y = tiled_float(json, "y", 0);
	placed.rotation = float_of(object, "rotation");
	placed.box = (Box){0, 0, float_of(object, "width"), float_of(object, "height")};
	if (strcmp(placed.shape, "tile") == 0)
		placed.box =
			box_of_tile(reader, &placed.tile, placed.box.right, placed.box.bottom);
	return placed;
}

static bool
has_corners(const Placed *placed)
{
	return strncmp(placed->shape, "poly", 4) == 0;
}

/* The cells of a rectangle relative to the position of an object; on an offset map the one in its middle. */
static CellSpan
span_of(const ObjectReader *reader, const Placed *placed, Box box)
{
	Point low = in_cells(reader, placed->x + box.left, placed->y + box.top);
	Point high = in_cells(reader, placed->x + box.right, placed->y + box.bottom);

	if (reader->map->offset)
		return (CellSpan){cell_at(reader, placed->x + (box.left + box.right) / 2,
								  placed->y + (box.top + box.bottom) / 2),
						  1, 1};
	return tile_span(low.x, low.y, high.x, high.y);
}

static void
put_object(ObjectReader *reader, fr_span layer, const TreeNode *json)
{
	Datum values[OBJECT_COLUMNS];
	bool nulls[OBJECT_COLUMNS] = {false};
	Placed placed = place_object(reader, json);
	Box box = turned(placed.box, placed.rotation);
	fr_span class = tiled_class(json);
	CellSpan span;
	int64 id;

	if (!class.at)
		class = tiled_class(placed.object.template);
	if (!class.at)
		class = tiled_class(placed.tile.tile);
	nulls[OBJECT_POINTS] = !has_corners(&placed);
	if (has_corners(&placed))
		values[OBJECT_POINTS] = read_corners(
			reader, own_or_template(&placed.object, placed.shape), placed.x, placed.y,
			placed.rotation,
			get_element_type(
				TupleDescAttr(reader->rows->setDesc, OBJECT_POINTS)->atttypid),
			&box);
	span = span_of(reader, &placed, box);
	set_text(values, nulls, OBJECT_LAYER, layer);
	nulls[OBJECT_ID] = !tree_whole(tree_member(json, "id"), &id) || id != (int32) id;
	values[OBJECT_ID] = Int32GetDatum(nulls[OBJECT_ID] ? 0 : (int32) id);
	set_text(values, nulls, OBJECT_NAME,
			 tree_text(own_or_template(&placed.object, "name")));
	set_text(values, nulls, OBJECT_CLASS, class);
	values[OBJECT_CELL] = CellGetDatum(span.cell);
	/* hexagons form no rectangle */
	nulls[OBJECT_WIDTH] = nulls[OBJECT_HEIGHT] = reader->map->offset;
	values[OBJECT_WIDTH] = Int32GetDatum(span.width);
	values[OBJECT_HEIGHT] = Int32GetDatum(span.height);
	set_text(values, nulls, OBJECT_SHAPE, (fr_span){placed.shape, strlen(placed.shape)});
	values[OBJECT_X] = Float8GetDatum(placed.x);
	values[OBJECT_Y] = Float8GetDatum(placed.y);
	nulls[OBJECT_TILE] = placed.tile.number == 0;
	values[OBJECT_TILE] = Int32GetDatum((int32) placed.tile.number);
	values[OBJECT_PROPERTIES] =
		properties_of(reader->map->reading, &placed.object, &placed.tile);
	tuplestore_putvalues(reader->rows->setResult, reader->rows->setDesc, values, nulls);
}

/* Prepares a reader of objects: finds the size of a cell in the unit of objects. */
static ObjectReader
open_objects(TiledMap *map, ReturnSetInfo *rows)
{
	ObjectReader reader = {.map = map, .rows = rows};
	Point unit = tiled_unit(map);

	reader.tile_width = tiled_float(map->root, "tilewidth", 0);
	reader.tile_height = tiled_float(map->root, "tileheight", 0);
	reader.cell_width = map->isometric ? unit.y : unit.x;
	reader.cell_height = unit.y;
	if (map->offset)
		reader.grid = tiled_grid(map);
	return reader;
}

/* Objects are measured from the left and the top of their layer. */
static void
open_layer(ObjectReader *reader, const TiledLayer *layer)
{
	const TiledMap *map = reader->map;
	Point shift = tiled_shift(map, layer);
	bool by_rows = fr_layout_shifts_rows(map->layout);
	double left = (double) map->left;
	double top = (double) map->top;

	if (map->offset)
	{
		/* the first centre is half a tile from both */
		left = left * (by_rows ? 2 : 1) +
			   Max(1, floor(reader->tile_width / 2)) / reader->cell_width - 0.5;
		top = top * (by_rows ? 1 : 2) +
			  Max(1, floor(reader->tile_height / 2)) / reader->cell_height - 0.5;
	}
	reader->zero = (Point){shift.x - left, shift.y - top};
}

/* Stores a row per object of a layer. Releases the memory of each row once it is stored. */
static void
put_layer(ObjectReader *reader, const TiledLayer *layer, MemoryContext row)
{
	char *path = tiled_path(layer);

	open_layer(reader, layer);
	tree_each(object, tree_member(layer->json, "objects"))
	{
		MemoryContext outer;

		if (!tree_is_object(object))
			continue;
		outer = MemoryContextSwitchTo(row);
		put_object(reader, (fr_span){path, strlen(path)}, object);
		MemoryContextSwitchTo(outer);
		MemoryContextReset(row);
	}
	pfree(path);
}

/* ==== shapes as cells ==================================================== */

/* A layer whose objects are drawn into the cells of its map. */
typedef struct Canvas
{
	ObjectReader *reader;
	int64 width; /* of an offset map, in doubled coordinates */
	int64 height;
	int32 *tiles;
	uint8 *crossed; /* by an outline, an odd number of times: as large as the canvas */
	bool drawn;		/* the object has a cell */
} Canvas;

static void
draw_cell(Canvas *canvas, int64 x, int64 y, int32 id)
{
	const ObjectReader *reader = canvas->reader;
	const TiledMap *map = reader->map;
	fr_cell at = {(int32) x, (int32) y};

	if (map->offset)
	{
		if (!is_centre(reader, x, y) ||
			!fr_cell_to_offset(&reader->grid, cell_of_centre(reader, at), &at))
			return;
	}
	else if (x < 0 || x >= canvas->width || y < 0 || y >= canvas->height)
		return;
	canvas->drawn = true;
	canvas->tiles[at.y * map->width + at.x] = id;
}

/* The number of a coordinate that is rounded up, from 0 to `most`. */
static int64
clipped(double value, int64 most)
{
	return value > 0 ? (int64) Min(ceil(value), (double) most) : 0;
}

/* The cells whose centres are in a rectangle, an ellipse or a capsule that may be turned. */
static void
draw_box(Canvas *canvas, const Placed *placed, int32 id)
{
	const ObjectReader *reader = canvas->reader;
	Box box = placed->box;
	Box around = turned(box, placed->rotation);
	Point low = in_cells(reader, placed->x + around.left, placed->y + around.top);
	Point high = in_cells(reader, placed->x + around.right, placed->y + around.bottom);
	bool ellipse = strcmp(placed->shape, "ellipse") == 0;
	bool capsule = strcmp(placed->shape, "capsule") == 0;
	double width = box.right - box.left;
	double height = box.bottom - box.top;
	double round = ellipse	 ? Max(width, height) / 2
				   : capsule ? Min(width, height) / 2
							 : 0;
	int64 bottom = clipped(high.y - 0.5, canvas->height);
	int64 right = clipped(high.x - 0.5, canvas->width);

	for (int64 y = clipped(low.y - 0.5, canvas->height); y < bottom; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (int64 x = clipped(low.x - 0.5, canvas->width); x < right; x++)
		{
			double across = (x + 0.5 - reader->zero.x) * reader->cell_width - placed->x;
			double down = (y + 0.5 - reader->zero.y) * reader->cell_height - placed->y;

			turn(-placed->rotation, &across, &down);
			across -= box.left;
			down -= box.top;
			if (across < 0 || down < 0 || across >= width || down >= height)
				continue;
			if (ellipse)
			{
				across = 2 * across / width - 1;
				down = 2 * down / height - 1;
				if (across * across + down * down > 1)
					continue;
			}
			else if (round > 0)
			{
				/* beyond the middle of the nearest end */
				double beyond_x = Max(0, Max(round - across, across - (width - round)));
				double beyond_y = Max(0, Max(round - down, down - (height - round)));

				if (beyond_x * beyond_x + beyond_y * beyond_y > round * round)
					continue;
			}
			draw_cell(canvas, x, y, id);
		}
	}
}

/* ---- outlines ----------------------------------------------------------- */

/* Marks, in each row of cells that an edge crosses, the first cell whose centre is behind it. */
static void
cross_edge(Canvas *canvas, Point a, Point b)
{
	Point top = a.y < b.y ? a : b;
	Point end = a.y < b.y ? b : a;
	int64 beyond = clipped(end.y - 0.5, canvas->height);

	for (int64 y = clipped(top.y - 0.5, canvas->height); y < beyond; y++)
	{
		double at = top.x + (y + 0.5 - top.y) * (end.x - top.x) / (end.y - top.y);
		int64 x = clipped(at - 0.5, canvas->width);

		if (y % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (x < canvas->width)
			canvas->crossed[y * canvas->width + x] ^= 1;
	}
}

/* Draws the cells behind an odd number of edges, and removes the marks. */
static void
draw_inside(Canvas *canvas, double top, double bottom, int32 id)
{
	int64 beyond = clipped(bottom - 0.5, canvas->height);

	for (int64 y = clipped(top - 0.5, canvas->height); y < beyond; y++)
	{
		uint8 *row = canvas->crossed + y * canvas->width;
		bool inside = false;

		CHECK_FOR_INTERRUPTS();
		for (int64 x = 0; x < canvas->width; x++)
		{
			inside ^= row[x];
			row[x] = 0;
			if (inside)
				draw_cell(canvas, x, y, id);
		}
	}
}

/* Draws the cells that a line goes through. */
static void
draw_line(Canvas *canvas, Point a, Point b, int32 id)
{
	Point top = a.y < b.y ? a : b;
	Point end = a.y < b.y ? b : a;
	int64 beyond = clipped(floor(end.y) + 1, canvas->height);

	for (int64 y = clipped(floor(top.y), canvas->height); y < beyond; y++)
	{
		bool flat = end.y - top.y == 0;
		double slope = flat ? 0 : (end.x - top.x) / (end.y - top.y);
		double from = flat ? top.x : top.x + (Max(y, top.y) - top.y) * slope;
		double to = flat ? end.x : top.x + (Min(y + 1, end.y) - top.y) * slope;
		int64 right = clipped(floor(Max(from, to)) + 1, canvas->width);

		CHECK_FOR_INTERRUPTS();
		for (int64 x = clipped(floor(Min(from, to)), canvas->width); x < right; x++)
			draw_cell(canvas, x, y, id);
	}
}

/* Narrows the part from t[0] to t[1] of a line from `a` to `b` to where |x| <= 1. */
static void
clip(double a, double b, double t[2])
{
	double low = (-1 - a) / (b - a);
	double high = (1 - a) / (b - a);

	if (a == b)
	{
		if (fabs(a) > 1)
			t[1] = -1;
		return;
	}
	t[0] = Max(t[0], Min(low, high));
	t[1] = Min(t[1], Max(low, high));
}

/* Does a line between two positions along and across the middle of a cell meet its shape? */
static bool
meets(CellShape shape, Point a, Point b)
{
	double along = 1 - shape.side;
	double across = 1 + shape.side;
	double t[2] = {0, 1};

	clip(a.x, b.x, t);
	clip(along * a.x + across * a.y, along * b.x + across * b.y, t);
	clip(along * a.x - across * a.y, along * b.x - across * b.y, t);
	return t[0] <= t[1];
}

/* The same of an offset map: cells reach 1 along, and less than that across. */
static void
draw_offset_line(Canvas *canvas, Point a, Point b, int32 id)
{
	CellShape shape = shape_of_cells(canvas->reader);
	Point top = a.y < b.y ? a : b;
	Point end = a.y < b.y ? b : a;
	bool flat = end.y - top.y == 0;
	double slope = flat ? 0 : (end.x - top.x) / (end.y - top.y);
	int64 beyond = clipped(end.y + 0.5, canvas->height);

	for (int64 y = clipped(floor(top.y - 1.5), canvas->height); y < beyond; y++)
	{
		double from = flat ? top.x : top.x + (Max(y - 0.5, top.y) - top.y) * slope;
		double to = flat ? end.x : top.x + (Min(y + 1.5, end.y) - top.y) * slope;
		int64 right = clipped(Max(from, to) + 1, canvas->width);

		CHECK_FOR_INTERRUPTS();
		for (int64 x = clipped(floor(Min(from, to) - 1.5), canvas->width); x < right; x++)
		{
			Point p = {top.x - 0.5 - x, top.y - 0.5 - y};
			Point q = {end.x - 0.5 - x, end.y - 0.5 - y};

			if (!is_centre(canvas->reader, x, y))
				continue;
			if (!shape.by_rows)
			{
				p = (Point){p.y, p.x};
				q = (Point){q.y, q.x};
			}
			if (meets(shape, p, q))
				draw_cell(canvas, x, y, id);
		}
	}
}

static void
draw_corners(Canvas *canvas, const Placed *placed, int32 id)
{
	const ObjectReader *reader = canvas->reader;
	bool closed = strcmp(placed->shape, "polygon") == 0;
	Corners corners = open_corners(own_or_template(&placed->object, placed->shape));
	Box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
	Point first = {0, 0};
	Point last = {0, 0};
	Point corner;
	int64 count = 0;

	while (next_corner(&corners, &corner))
	{
		CHECK_FOR_INTERRUPTS();
		turn(placed->rotation, &corner.x, &corner.y);
		corner = in_cells(reader, placed->x + corner.x, placed->y + corner.y);
		box = (Box){Min(box.left, corner.x), Min(box.top, corner.y),
					Max(box.right, corner.x), Max(box.bottom, corner.y)};
		if (count == 0)
			first = corner;
		else if (closed)
			cross_edge(canvas, last, corner);
		else if (reader->map->offset)
			draw_offset_line(canvas, last, corner, id);
		else
			draw_line(canvas, last, corner, id);
		last = corner;
		count++;
	}
	if (count == 0)
		tiled_report("a polygon has no corners");
	if (closed)
	{
		cross_edge(canvas, last, first);
		draw_inside(canvas, box.top, box.bottom, id);
	}
	if (!canvas->drawn)
	{
		Point middle = {(box.left + box.right) / 2, (box.top + box.bottom) / 2};
		fr_cell cell = reader->map->offset ? centre_at(reader, middle)
										   : tile_cell(middle.x, middle.y);

		draw_cell(canvas, cell.x, cell.y, id);
	}
}

/* ---- objects as cells --------------------------------------------------- */

/* The id, which rules have as numbers. */
static int32
id_of(const TreeNode *json)
{
	int64 id;

	if (!tree_whole(tree_member(json, "id"), &id) || id < 1 || id > PG_INT32_MAX)
		tiled_report("an object has no \"id\"");
	return (int32) id;
}

static void
draw_object(Canvas *canvas, const TreeNode *json)
{
	Placed placed = place_object(canvas->reader, json);
	int32 id = id_of(json);
	fr_cell cell;
	Box box;

	canvas->drawn = false;
	if (strcmp(placed.shape, "text") == 0)
		return;
	if (has_corners(&placed))
	{
		draw_corners(canvas, &placed, id);
		return;
	}
	draw_box(canvas, &placed, id);
	if (canvas->drawn)
		return;
	/* it has no centre of a cell in it */
	box = turned(placed.box, placed.rotation);
	if (canvas->reader->map->offset)
		cell = centre_at(canvas->reader,
						 in_cells(canvas->reader, placed.x + (box.left + box.right) / 2,
								  placed.y + (box.top + box.bottom) / 2));
	else
		cell = span_of(canvas->reader, &placed, box).cell;
	draw_cell(canvas, cell.x, cell.y, id);
}

void
tiled_draw_objects(TiledMap *map, const TiledLayer *layer, int32 *tiles)
{
	ObjectReader reader = open_objects(map, NULL);
	bool by_rows = fr_layout_shifts_rows(map->layout);
	int64 width = map->offset && by_rows ? 2 * map->width + 1 : map->width;
	int64 height = map->offset && !by_rows ? 2 * map->height + 1 : map->height;
	Size cells = (Size) width * height;
	Canvas canvas = {&reader, width, height, tiles};

	open_layer(&reader, layer);
	canvas.crossed = reading_alloc(map->reading, cells);
	fr_fill(canvas.crossed, 0, cells, &fringe_poll);
	tree_each(object, tree_member(layer->json, "objects"))
	{
		if (tree_is_object(object))
			draw_object(&canvas, object);
	}
	pfree(canvas.crossed);
}

void
tiled_resolve_objects(TiledMap *map, const TiledLayer *layer, Rule *rule)
{
	ObjectReader reader = open_objects(map, NULL);

	tree_each(json, tree_member(layer->json, "objects"))
	{
		TiledObject object;
		const TreeNode *nodes[3];
		int32 id;

		if (!tree_is_object(json))
			continue;
		object = open_object(&reader, json);
		id = id_of(json);
		nodes[0] = json;
		nodes[1] = object.template;
		nodes[2] = tile_of_object(&reader, &object).tile;
		for (int64 i = 0; i < rule->word_count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (tiled_matches(nodes, lengthof(nodes), &rule->words[i]))
				rule_add_name(rule, &rule->words[i],
							  (CellName){CELL_NAMED, (uint64) (int64) id});
		}
	}
}

/* ==== functions ============================================================ */

static Datum
objects_of_tiled(FunctionCallInfo fcinfo, bool json)
{
	Jsonb *files = PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1);
	ReturnSetInfo *rows = (ReturnSetInfo *) fcinfo->resultinfo;
	ObjectReader reader;
	struct varlena *file;
	MemoryContext outer;
	MemoryContext row;
	Reading reading;
	TiledMap map;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	file = PG_GETARG_VARLENA_P(0);
	outer = reading_begin(&reading, "Tiled map");
	map = tiled_open(&reading, file, json, files);
	reader = open_objects(&map, rows);
	row = AllocSetContextCreate(reading.context, "object", ALLOCSET_DEFAULT_SIZES);
	for (int64 i = 0; i < map.layer_count; i++)
		put_layer(&reader, &map.layers[i], row);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return (Datum) 0;
}

/* gridmap_tiled_objects(tiled jsonb, files) */
FRINGE_FUNCTION(gridmap_tiled_objects)
{
	return objects_of_tiled(fcinfo, true);
}

/* gridmap_tiled_objects(tiled text or xml, files) */
FRINGE_FUNCTION(gridmap_tiled_objects_text)
{
	return objects_of_tiled(fcinfo, false);
}
