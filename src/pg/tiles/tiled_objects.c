/*
 * tiled_objects.c - objects of Tiled as rows
 */
#include "pg/tiles/tiled.h"

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

/* What is the same for all objects of a map. */
typedef struct ObjectReader
{
	TiledMap map;
	ReturnSetInfo *rows;
	double cell_width; /* pixels, as objects are measured */
	double cell_height;
	double tile_width; /* pixels on the screen */
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
	object.template_file = tree_file(reader->map.files, source);
	object.template = tree_member(object.template_file, "object");
	if (!tree_is_object(object.template))
		tree_report_missing("template", source);
	return object;
}

/* The object's own member, or that of its template. */
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
	TiledMap *map = &reader->map;
	TiledSet *set;
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
		tile.tile = tiled_find_tile(map->reading, set, number);
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

/* Degrees, clockwise; quarters are exact. */
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

/* Where in a tile the position of its object is: 0 to 1 from the left and from the top. */
static void
alignment_of(const ObjectReader *reader, const TreeNode *set, double *across,
			 double *down)
{
	/* by rows, then by columns */
	static const char *const alignments[] = {
		"topleft", "top",		 "topright", "left",		"center",
		"right",   "bottomleft", "bottom",	 "bottomright", NULL};
	const TreeNode *alignment = tree_member(set, "objectalignment");
	fr_span name = tree_text(alignment);
	int place = name.at ? fr_span_word(name, alignments) : -1;

	if (place < 0)
		place = reader->map.isometric ? 7 : 6;
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
		height = tiled_float(tile->set, "tileheight", reader->cell_height);
	alignment_of(reader, tile->set, &across, &down);
	if (reader->map.isometric)
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

#define NUMBER_BYTES 64 /* of a coordinate, and what follows it */

/* A number at the beginning of the rest. */
static bool
take_coordinate(Corners *corners, double *number)
{
	char text[NUMBER_BYTES + 1];
	Size length = Min(corners->rest.length, NUMBER_BYTES);
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

static fr_cell
cell_at(const ObjectReader *reader, double x, double y)
{
	return tile_cell(x / reader->cell_width - reader->map.left,
					 y / reader->cell_height - reader->map.top);
}

/* The cells of all corners, and the rectangle around them, relative to the position (x,y). */
static Datum
read_corners(const ObjectReader *reader, const TreeNode *polygon, double x, double y,
			 double rotation, Oid type, Box *box)
{
	Reading *reading = reader->map.reading;
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

static void
put_object(ObjectReader *reader, fr_span layer, const TreeNode *json)
{
	Datum values[OBJECT_COLUMNS];
	bool nulls[OBJECT_COLUMNS] = {false};
	TiledMap *map = &reader->map;
	TiledObject object = open_object(reader, json);
	ObjectTile tile = tile_of_object(reader, &object);
	const char *shape = shape_of(&object, &tile);
	double x = tiled_float(json, "x", 0);
	double y = tiled_float(json, "y", 0);
	double rotation = float_of(&object, "rotation");
	Box box = {0, 0, float_of(&object, "width"), float_of(&object, "height")};
	fr_span class = tiled_class(json);
	CellSpan span;
	int64 id;

	if (!class.at)
		class = tiled_class(object.template);
	if (!class.at)
		class = tiled_class(tile.tile);
	nulls[OBJECT_POINTS] = true;
	if (strncmp(shape, "poly", 4) == 0)
	{
		Oid type = get_element_type(
			TupleDescAttr(reader->rows->setDesc, OBJECT_POINTS)->atttypid);

		values[OBJECT_POINTS] = read_corners(reader, own_or_template(&object, shape), x,
											 y, rotation, type, &box);
		nulls[OBJECT_POINTS] = false;
	}
	else if (strcmp(shape, "tile") == 0)
		box = turned(box_of_tile(reader, &tile, box.right, box.bottom), rotation);
	else
		box = turned(box, rotation);
	span = tile_span((x + box.left) / reader->cell_width - map->left,
					 (y + box.top) / reader->cell_height - map->top,
					 (x + box.right) / reader->cell_width - map->left,
					 (y + box.bottom) / reader->cell_height - map->top);
	set_text(values, nulls, OBJECT_LAYER, layer);
	nulls[OBJECT_ID] = !tree_whole(tree_member(json, "id"), &id) || id != (int32) id;
	values[OBJECT_ID] = Int32GetDatum(nulls[OBJECT_ID] ? 0 : (int32) id);
	set_text(values, nulls, OBJECT_NAME, tree_text(own_or_template(&object, "name")));
	set_text(values, nulls, OBJECT_CLASS, class);
	values[OBJECT_CELL] = CellGetDatum(span.cell);
	values[OBJECT_WIDTH] = Int32GetDatum(span.width);
	values[OBJECT_HEIGHT] = Int32GetDatum(span.height);
	set_text(values, nulls, OBJECT_SHAPE, (fr_span){shape, strlen(shape)});
	values[OBJECT_X] = Float8GetDatum(x);
	values[OBJECT_Y] = Float8GetDatum(y);
	nulls[OBJECT_TILE] = tile.number == 0;
	values[OBJECT_TILE] = Int32GetDatum((int32) tile.number);
	values[OBJECT_PROPERTIES] = properties_of(map->reading, &object, &tile);
	tuplestore_putvalues(reader->rows->setResult, reader->rows->setDesc, values, nulls);
}

/* The size of a cell in the unit of objects. */
static void
measure_cells(ObjectReader *reader)
{
	reader->tile_width = tiled_float(reader->map.root, "tilewidth", 0);
	reader->cell_height = tiled_float(reader->map.root, "tileheight", 0);
	if (!(reader->tile_width > 0) || !(reader->cell_height > 0))
		tiled_report("it has no \"tilewidth\" and \"tileheight\"");
	reader->cell_width = reader->map.isometric ? reader->cell_height : reader->tile_width;
}

/* The objects of a layer as rows. What a row takes is released when it is stored. */
static void
put_layer(ObjectReader *reader, const TiledLayer *layer, MemoryContext row)
{
	char *path = tiled_path(layer);

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

static Datum
objects_of_tiled(FunctionCallInfo fcinfo, bool json)
{
	Jsonb *files = PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1);
	ObjectReader reader = {.rows = (ReturnSetInfo *) fcinfo->resultinfo};
	struct varlena *file;
	MemoryContext outer;
	MemoryContext row;
	Reading reading;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	file = PG_GETARG_VARLENA_P(0);
	outer = reading_begin(&reading, "Tiled map");
	reader.map = tiled_open(&reading, tiled_tree(&reading, file, json),
							tree_files(&reading, files));
	measure_cells(&reader);
	row = AllocSetContextCreate(reading.context, "object", ALLOCSET_DEFAULT_SIZES);
	for (int64 i = 0; i < reader.map.layer_count; i++)
		put_layer(&reader, &reader.map.layers[i], row);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return (Datum) 0;
}

/* gridmap_tiled_objects(tiled jsonb, files) */
PG_FUNCTION_INFO_V1(gridmap_tiled_objects);
Datum
gridmap_tiled_objects(PG_FUNCTION_ARGS)
{
	return objects_of_tiled(fcinfo, true);
}

/* gridmap_tiled_objects(tiled text or xml, files) */
PG_FUNCTION_INFO_V1(gridmap_tiled_objects_text);
Datum
gridmap_tiled_objects_text(PG_FUNCTION_ARGS)
{
	return objects_of_tiled(fcinfo, false);
}
