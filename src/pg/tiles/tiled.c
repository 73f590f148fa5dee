/*
 * tiled.c - maps of Tiled: layers of tiles as maps, objects as rows
 *
 * Reads a jsonb in the shape of Tiled's JSON map format; tiled_xml.c brings TMX into this shape.
 */
#include "pg/tiles/tiles.h"

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

/* A layer that is no group; its path has the names of the groups around it. */
typedef struct TiledLayer
{
	const char *path;
	JsonbContainer *json;
	bool tiles; /* or objects, or a picture */
} TiledLayer;

typedef struct TiledSet
{
	int64 first; /* the number of its first tile */
	int64 last;
	const char *name;
	const char *source;	  /* NULL: in the map itself */
	JsonbContainer *json; /* NULL: the file is not there */
} TiledSet;

typedef struct TiledMap
{
	JsonbContainer *root;
	TreeFiles *files;
	bool isometric;
	bool infinite;
	double cell_width; /* pixels, as objects are measured */
	double cell_height;
	double tile_width; /* pixels on the screen */
	TiledLayer *layers;
	int layer_count;
	TiledSet *sets;
	int set_count;
	int64 left; /* of an infinite map, in cells */
	int64 top;
	int64 width;
	int64 height;
} TiledMap;

static void
report_tiled(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed Tiled map: %s", what), errhint(TILED_HINT)));
}

static int64
take_int(JsonbContainer *object, const char *key, const char *what)
{
	int64 number;

	if (!tree_int(object, key, &number) || number < PG_INT32_MIN || number > PG_INT32_MAX)
		report_tiled(psprintf("%s has no whole number \"%s\"", what, key));
	return number;
}

static double
take_float(JsonbContainer *object, const char *key, double otherwise)
{
	JsonbValue value = tree_value(object, key);
	double number = otherwise;

	if (value.type != jbvNull && !tree_decimal(&value, &number))
		report_tiled(psprintf("%s is no value of \"%s\"", tree_quote(&value), key));
	return number;
}

/* ---- layers ----------------------------------------------------------- */

static void
add_layer(TiledMap *map, const char *path, JsonbContainer *json)
{
	/* a power of two: full */
	if ((map->layer_count & (map->layer_count - 1)) == 0)
	{
		Size size = Max(1, map->layer_count * 2) * sizeof(TiledLayer);

		map->layers = map->layers ? repalloc_huge(map->layers, size) : palloc(size);
	}
	map->layers[map->layer_count++] =
		(TiledLayer){path, json, tree_is(json, "type", "tilelayer")};
}

static void
add_layers(TiledMap *map, JsonbContainer *array, const char *prefix)
{
	JsonbIterator *next = tree_begin(array);
	JsonbContainer *layer;

	check_stack_depth();
	while ((layer = tree_next_object(&next)) != NULL)
	{
		const char *name = tree_text(layer, "name");
		const char *path = psprintf("%s%s", prefix, name ? name : "");

		if (tree_is(layer, "type", "group"))
			add_layers(map, tree_array(layer, "layers"), psprintf("%s/", path));
		else
			add_layer(map, path, layer);
	}
}

#define LISTED_BYTES 1000

/* The names of all layers of tiles, for a message. */
static char *
list_layers(const TiledMap *map)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < map->layer_count && list.len < LISTED_BYTES; i++)
		if (map->layers[i].tiles)
			appendStringInfo(
				&list, "%s%s", list.len > 0 ? ", " : "",
				fringe_quote(map->layers[i].path, strlen(map->layers[i].path)));
	if (list.len >= LISTED_BYTES)
		appendStringInfoString(&list, ", ...");
	return list.data;
}

/* The number of the layer of tiles that has a path or name, or of the first one. */
static int
find_layer(const TiledMap *map, const char *name)
{
	int found = -1;

	for (int pass = 0; pass < 2 && found < 0; pass++)
		for (int i = 0; i < map->layer_count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (!map->layers[i].tiles)
				continue;
			if (!name)
				return i;
			if (!tree_path_is(map->layers[i].path, name, pass == 0))
				continue;
			if (found >= 0)
				ereport(
					ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("Tiled map has several layers of tiles %s",
							fringe_quote(name, strlen(name))),
					 errdetail("Its layers of tiles are %s.", list_layers(map)),
					 errhint("Write the groups before the name, as in 'indoors/walls'; "
							 "in Tiled, give each layer its own name.")));
			found = i;
		}
	if (found < 0 && *list_layers(map) == '\0')
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("Tiled map has no layer of tiles"),
				 errhint("gridmap_tiled_objects reads maps that have only objects.")));
	if (found < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("Tiled map has no layer of tiles %s",
							   fringe_quote(name, strlen(name))),
						errdetail("Its layers of tiles are %s.", list_layers(map))));
	return found;
}

/* ---- chunks ----------------------------------------------------------- */

typedef struct Chunk
{
	int64 x;
	int64 y;
	int64 width;
	int64 height;
} Chunk;

static Chunk
open_chunk(JsonbContainer *json)
{
	Chunk chunk = {take_int(json, "x", "a chunk"), take_int(json, "y", "a chunk"),
				   take_int(json, "width", "a chunk"),
				   take_int(json, "height", "a chunk")};

	gridmap_check_size(chunk.width, chunk.height);
	return chunk;
}

/* An infinite map is the rectangle around the chunks of all layers of tiles. */
static void
measure_chunks(TiledMap *map)
{
	int64 right = PG_INT64_MIN;
	int64 bottom = PG_INT64_MIN;
	int64 left = PG_INT64_MAX;
	int64 top = PG_INT64_MAX;

	for (int i = 0; i < map->layer_count; i++)
	{
		JsonbIterator *next = tree_begin(tree_array(map->layers[i].json, "chunks"));
		JsonbContainer *json;

		while (map->layers[i].tiles && (json = tree_next_object(&next)) != NULL)
		{
			Chunk chunk = open_chunk(json);

			left = Min(left, chunk.x);
			top = Min(top, chunk.y);
			right = Max(right, chunk.x + chunk.width);
			bottom = Max(bottom, chunk.y + chunk.height);
		}
	}
	if (right > left)
	{
		map->left = left;
		map->top = top;
		map->width = right - left;
		map->height = bottom - top;
	}
}

/* ---- tilesets --------------------------------------------------------- */

/* "tiles/desert.tsx" is desert. */
static const char *
name_of_source(const char *source)
{
	const char *slash = strrchr(source, '/');
	const char *name = slash ? slash + 1 : source;
	const char *dot = strrchr(name, '.');

	return pnstrdup(name, dot ? dot - name : strlen(name));
}

static int
compare_sets(const void *a, const void *b, void *arg)
{
	int64 x = ((const TiledSet *) a)->first;
	int64 y = ((const TiledSet *) b)->first;

	return x < y ? -1 : x > y;
}

static TiledSet
open_set(TreeFiles *files, JsonbContainer *json)
{
	TiledSet set = {take_int(json, "firstgid", "a tileset")};

	set.source = tree_text(json, "source");
	set.json = set.source ? tree_file(files, set.source) : json;
	set.name = tree_text(set.json, "name");
	if (!set.name)
		set.name = set.source ? name_of_source(set.source) : "";
	return set;
}

static void
open_sets(TiledMap *map)
{
	JsonbContainer *array = tree_array(map->root, "tilesets");
	JsonbIterator *next = tree_begin(array);
	JsonbContainer *json;

	if (!array)
		return;
	map->sets = fringe_alloc_huge(Max(1, JsonContainerSize(array)) * sizeof(TiledSet));
	while ((json = tree_next_object(&next)) != NULL)
		map->sets[map->set_count++] = open_set(map->files, json);
	qsort_interruptible(map->sets, map->set_count, sizeof(TiledSet), compare_sets, NULL);
	for (int i = 0; i < map->set_count; i++)
		map->sets[i].last =
			i + 1 < map->set_count ? map->sets[i + 1].first - 1 : PG_INT32_MAX;
}

/* A set whose file is needed. */
static void
check_set(const TiledSet *set)
{
	if (!set->json)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("tileset %s is not among the files",
					fringe_quote(set->source, strlen(set->source))),
			 errhint("Pass it as files => jsonb_build_object(name, text of the file).")));
}

/* The description of a tile in its set; NULL: it has none. */
static JsonbContainer *
find_tile(JsonbContainer *set, int64 id)
{
	JsonbIterator *next = tree_begin(tree_array(set, "tiles"));
	JsonbContainer *tile;
	int64 found;

	while ((tile = tree_next_object(&next)) != NULL)
		if (tree_int(tile, "id", &found) && found == id)
			return tile;
	return NULL;
}

static const TiledSet *
find_set(const TiledMap *map, int64 tile)
{
	for (int i = map->set_count - 1; i >= 0; i--)
		if (map->sets[i].first <= tile)
			return &map->sets[i];
	return NULL;
}

/* ---- a map ------------------------------------------------------------ */

static void
check_orientation(JsonbContainer *root)
{
	char *orientation = tree_text(root, "orientation");

	if (orientation && strcmp(orientation, "orthogonal") != 0 &&
		strcmp(orientation, "isometric") != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot read a Tiled map of orientation %s",
						fringe_quote(orientation, strlen(orientation))),
				 errdetail("Its cells do not have the neighbours that squares have."),
				 errhint("Orthogonal and isometric maps can be read.")));
}

static TiledMap
open_map(Jsonb *json, TreeFiles *files)
{
	TiledMap map = {.root = JB_ROOT_IS_OBJECT(json) ? &json->root : NULL};
	JsonbContainer *layers = tree_array(map.root, "layers");

	if (!layers)
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: it has no array \"layers\""),
						tree_array(map.root, "levels")
							? errhint("gridmap_from_ldtk reads projects of LDtk.")
							: errhint("Pass a map, not a tileset or a template.")));
	check_orientation(map.root);
	map.files = files;
	map.isometric = tree_is(map.root, "orientation", "isometric");
	map.infinite = tree_true(map.root, "infinite");
	add_layers(&map, layers, "");
	for (int i = 0; i < map.layer_count && !map.infinite; i++)
		map.infinite = map.layers[i].tiles && tree_array(map.layers[i].json, "chunks");
	if (map.infinite)
		measure_chunks(&map);
	open_sets(&map);
	return map;
}

/* ==== tiles ============================================================== */

static bool
is_true(const JsonbValue *value)
{
	double number;

	if (value->type == jbvBool)
		return value->val.boolean;
	if (tree_decimal(value, &number))
		return number != 0;
	return value->type == jbvString && value->val.string.len > 0 &&
		   !(value->val.string.len == 5 &&
			 memcmp(value->val.string.val, "false", 5) == 0);
}

/* "2", "2-5" or a text */
static bool
equals(const JsonbValue *value, const char *wanted)
{
	double number;
	int64 low;
	int64 high;
	char *end;
	double exact = strtod(wanted, &end);

	if (value->type == jbvBool)
		return strcmp(wanted, value->val.boolean ? "true" : "false") == 0;
	if (tree_decimal(value, &number) && tile_range_parse(wanted, &low, &high))
		return number >= low && number <= high;
	if (tree_decimal(value, &number) && *wanted && *end == '\0')
		return number == exact;
	return value->type == jbvString && value->val.string.len == strlen(wanted) &&
		   memcmp(value->val.string.val, wanted, value->val.string.len) == 0;
}

static char *
class_of(JsonbContainer *object)
{
	char *class = tree_text(object, "class");

	if (!class || !*class)
		class = tree_text(object, "type");
	return class && *class ? class : NULL;
}

/* The value of a property; an old file has an object of them. */
static bool
find_property(JsonbContainer *object, const char *name, JsonbValue *value)
{
	JsonbContainer *old = tree_object(object, "properties");
	JsonbIterator *next = tree_begin(tree_array(object, "properties"));
	JsonbContainer *property;

	*value = tree_value(old, name);
	if (old)
		return value->type != jbvNull;
	while ((property = tree_next_object(&next)) != NULL)
		if (tree_is(property, "name", name))
		{
			*value = tree_value(property, "value");
			return true;
		}
	return false;
}

/* Keys are "property", "property=value" and "class=name". */
static bool
matches(JsonbContainer *tile, const char *key)
{
	const char *equal = strchr(key, '=');
	char *name = pnstrdup(key, equal ? equal - key : strlen(key));
	char *class = class_of(tile);
	JsonbValue value;

	if (find_property(tile, name, &value))
		return equal ? equals(&value, equal + 1) : is_true(&value);
	return equal && strcmp(name, "class") == 0 && class && strcmp(class, equal + 1) == 0;
}

/* Keys such as "desert:7" and "desert:0-12" count from the first tile of a tileset. */
static bool
resolve_numbers(const TiledMap *map, TileRule *rule, TileName *name)
{
	const char *colon = strrchr(name->key, ':');
	int64 low;
	int64 high;

	if (!colon || !tile_range_parse(colon + 1, &low, &high) || low < 0)
		return false;
	for (int i = 0; i < map->set_count; i++)
	{
		const TiledSet *set = &map->sets[i];

		if (strlen(set->name) != colon - name->key ||
			strncmp(set->name, name->key, colon - name->key) != 0)
			continue;
		name->found = true;
		/* not set->first + high, which may overflow */
		if (low <= set->last - set->first)
			tile_rule_number(rule, set->first + low,
							 set->first + Min(high, set->last - set->first), name->code,
							 name->key);
	}
	return true;
}

/* Gives a tile the codes of all names that match it. */
static void
resolve_tile(TileRule *rule, JsonbContainer *tile, int64 number, MemoryContext scratch)
{
	for (int i = 0; i < rule->name_count; i++)
	{
		MemoryContext outer = MemoryContextSwitchTo(scratch);
		bool found = matches(tile, rule->names[i].key);

		MemoryContextSwitchTo(outer);
		if (found)
			tile_rule_name(rule, &rule->names[i], number, number);
	}
	MemoryContextReset(scratch);
}

/* Finds the tiles that the names of a rule mean. */
static void
resolve_names(const TiledMap *map, TileRule *rule)
{
	MemoryContext scratch =
		AllocSetContextCreate(CurrentMemoryContext, "tile", ALLOCSET_DEFAULT_SIZES);
	bool properties = false;

	for (int i = 0; i < rule->name_count; i++)
		properties |= !resolve_numbers(map, rule, &rule->names[i]);
	for (int i = 0; properties && i < map->set_count; i++)
	{
		const TiledSet *set = &map->sets[i];
		JsonbIterator *next;
		JsonbContainer *tile;

		check_set(set);
		next = tree_begin(tree_array(set->json, "tiles"));
		while ((tile = tree_next_object(&next)) != NULL)
			resolve_tile(rule, tile, set->first + take_int(tile, "id", "a tile"),
						 scratch);
	}
	MemoryContextDelete(scratch);
	for (int i = 0; i < rule->name_count; i++)
		if (!rule->names[i].found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no tile matches the key %s of the rule",
						fringe_quote(rule->names[i].key, strlen(rule->names[i].key))),
				 errhint("Keys are numbers, ranges, names of properties, "
						 "property=value, class=name, tileset:number, and else. With a "
						 "question mark at its end, a key may match nothing.")));
}

/* ---- layers ----------------------------------------------------------- */

/* Reads the chunks of a layer; cells without a chunk have the tile 0. */
static void
read_chunks(const TiledMap *map, const TiledLayer *layer, const char *place, int32 *tiles)
{
	JsonbIterator *next = tree_begin(tree_array(layer->json, "chunks"));
	char *encoding = tree_text(layer->json, "encoding");
	char *compression = tree_text(layer->json, "compression");
	int32 *buffer = NULL;
	int64 capacity = 0;
	JsonbContainer *json;

	while ((json = tree_next_object(&next)) != NULL)
	{
		Chunk chunk = open_chunk(json);
		JsonbValue data = tree_value(json, "data");
		int64 count = chunk.width * chunk.height;
		char *chunk_place = psprintf("chunk (%lld,%lld) of %s", (long long) chunk.x,
									 (long long) chunk.y, place);

		if (count > capacity)
		{
			fringe_limit_memory("Tiled map",
								(map->width * map->height + count) * sizeof(int32));
			if (buffer)
				pfree(buffer);
			buffer = fringe_alloc_huge(count * sizeof(int32));
			capacity = count;
		}
		tile_data_read(&data, encoding, compression, chunk_place, (uint32) count, buffer);
		for (int64 y = 0; y < chunk.height; y++)
			memcpy(tiles + (chunk.y - map->top + y) * map->width + chunk.x - map->left,
				   buffer + y * chunk.width, chunk.width * sizeof(int32));
		pfree(chunk_place);
	}
}

static void
read_tiles(const TiledMap *map, const TiledLayer *layer, int32 *tiles)
{
	char *place = psprintf("layer %s", fringe_quote(layer->path, strlen(layer->path)));
	JsonbValue data = tree_value(layer->json, "data");

	if (map->infinite)
		read_chunks(map, layer, place, tiles);
	else
		tile_data_read(&data, tree_text(layer->json, "encoding"),
					   tree_text(layer->json, "compression"), place,
					   (uint32) (map->width * map->height), tiles);
}

/* The map has the size of its layers, which all have the same. */
static void
measure_layer(TiledMap *map, const TiledLayer *layer)
{
	int64 width = take_int(layer->json, "width", "a layer");
	int64 height = take_int(layer->json, "height", "a layer");

	if (map->width > 0 && (map->width != width || map->height != height))
		report_tiled("its layers have different sizes");
	map->width = width;
	map->height = height;
	gridmap_check_size(width, height);
}

typedef struct PlacedRule
{
	int layer;
	TileRule *rule;
} PlacedRule;

static int
compare_places(const void *a, const void *b)
{
	return ((const PlacedRule *) a)->layer - ((const PlacedRule *) b)->layer;
}

/* Finds the layers of all rules, in the order of the map: upper ones come last. */
static PlacedRule *
place_rules(TiledMap *map, LayerRules *rules)
{
	PlacedRule *placed = palloc(Max(1, rules->count) * sizeof(PlacedRule));

	for (int i = 0; i < rules->count; i++)
	{
		LayerRule *rule = &rules->items[i];

		placed[i] = (PlacedRule){find_layer(map, rule->layer), &rule->rule};
		if (!map->infinite)
			measure_layer(map, &map->layers[placed[i].layer]);
		resolve_names(map, &rule->rule);
		tile_rule_end(&rule->rule);
	}
	qsort(placed, rules->count, sizeof(PlacedRule), compare_places);
	return placed;
}

/* The argument that is the file: jsonb, xml or text. */
static Jsonb *
file_argument(FunctionCallInfo fcinfo, bool json)
{
	text *file;

	if (json)
		return PG_GETARG_JSONB_P(0);
	file = PG_GETARG_TEXT_PP(0);
	return tiled_parse(VARDATA_ANY(file), VARSIZE_ANY_EXHDR(file));
}

static Datum
map_from_tiled(FunctionCallInfo fcinfo, bool json)
{
	LayerRules rules;
	PlacedRule *placed;
	TreeFiles *files;
	TiledMap map;
	Size cells;
	int32 *tiles;
	uint8 *codes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rules = tile_rules_read(fcinfo, 1, 2);
	files = tree_files(fcinfo, 3);
	map = open_map(file_argument(fcinfo, json), files);
	placed = place_rules(&map, &rules);
	if (map.infinite && map.width == 0)
		report_tiled("it is infinite, and has no chunks");
	gridmap_check_size(map.width, map.height);
	cells = (Size) map.width * map.height;
	fringe_limit_memory("Tiled map", cells * (sizeof(int32) + 1));
	tiles = fringe_alloc_huge(cells * sizeof(int32));
	codes = fringe_alloc_huge(cells);
	memset(codes, 0, cells);
	for (int i = 0; i < rules.count; i++)
	{
		memset(tiles, 0, cells * sizeof(int32));
		read_tiles(&map, &map.layers[placed[i].layer], tiles);
		tile_rule_apply(placed[i].rule, 0, tiles, map.width, map.height, codes);
	}
	pfree(tiles);
	PG_RETURN_POINTER(tile_map(&rules, codes, map.width, map.height));
}

/* gridmap_from_tiled(tiled jsonb, rule, layer, files) */
PG_FUNCTION_INFO_V1(gridmap_from_tiled);
Datum
gridmap_from_tiled(PG_FUNCTION_ARGS)
{
	return map_from_tiled(fcinfo, true);
}

/* gridmap_from_tiled(tiled text or xml, rule, layer, files) */
PG_FUNCTION_INFO_V1(gridmap_from_tiled_text);
Datum
gridmap_from_tiled_text(PG_FUNCTION_ARGS)
{
	return map_from_tiled(fcinfo, false);
}

/* ==== objects ============================================================ */

/* An object, and its template if it has one. */
typedef struct TiledObject
{
	JsonbContainer *json;
	JsonbContainer *template;	   /* the object in it */
	JsonbContainer *template_file; /* NULL: there is none */
} TiledObject;

/* The tile that an object shows. */
typedef struct ObjectTile
{
	int64 number; /* 0: in no tileset of the map */
	JsonbContainer *set;
	JsonbContainer *tile;
} ObjectTile;

static TiledObject
open_object(const TiledMap *map, JsonbContainer *json)
{
	TiledObject object = {.json = json};
	char *source = tree_text(json, "template");

	if (!source)
		return object;
	object.template_file = tree_file(map->files, source);
	object.template = tree_object(object.template_file, "object");
	if (!object.template)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("template %s is not among the files",
					fringe_quote(source, strlen(source))),
			 errhint("Pass it as files => jsonb_build_object(name, text of the file).")));
	return object;
}

/* The object's own member, or that of its template. */
static JsonbContainer *
holder(const TiledObject *object, const char *key)
{
	return tree_value(object->json, key).type == jbvNull && object->template
			   ? object->template
			   : object->json;
}

/* The number in a template counts by the template's own tileset. */
static ObjectTile
tile_of_object(const TiledMap *map, const TiledObject *object)
{
	JsonbContainer *from = holder(object, "gid");
	const TiledSet *set;
	TiledSet local;
	ObjectTile tile = {0};
	int64 number;

	if (!tree_int(from, "gid", &number))
		return tile;
	number &= 0x0fffffff;
	tile.number = number;
	set = find_set(map, number);
	if (from == object->template && tree_object(object->template_file, "tileset"))
	{
		local = open_set(map->files, tree_object(object->template_file, "tileset"));
		number -= local.first;
		tile.number = 0;
		for (int i = 0; i < map->set_count; i++)
			if (strcmp(map->sets[i].name, local.name) == 0)
				tile.number = map->sets[i].first + number;
		set = &local;
	}
	else if (set)
		number -= set->first;
	if (set && set->json)
	{
		tile.set = set->json;
		tile.tile = find_tile(set->json, number);
	}
	return tile;
}

/* ---- properties ------------------------------------------------------- */

static void push_properties(JsonbInState *state, JsonbContainer *object);

/* Values that XML has as text are of the property's type. */
static void
push_value(JsonbInState *state, JsonbContainer *property)
{
	JsonbValue value = tree_value(property, "value");
	double number;

	if (tree_is(property, "type", "class") && tree_array(property, "properties"))
	{
		pushJsonbValue(state, WJB_BEGIN_OBJECT, NULL);
		push_properties(state, property);
		pushJsonbValue(state, WJB_END_OBJECT, NULL);
		return;
	}
	if (value.type == jbvString && tree_is(property, "type", "bool"))
		value =
			(JsonbValue){.type = jbvBool, .val.boolean = tree_true(property, "value")};
	else if (value.type == jbvString &&
			 (tree_is(property, "type", "int") || tree_is(property, "type", "float") ||
			  tree_is(property, "type", "object")) &&
			 tree_decimal(&value, &number))
	{
		char *text = pnstrdup(value.val.string.val, value.val.string.len);

		value.type = jbvNumeric;
		value.val.numeric = DatumGetNumeric(
			DirectFunctionCall3(numeric_in, CStringGetDatum(text),
								ObjectIdGetDatum(InvalidOid), Int32GetDatum(-1)));
	}
	pushJsonbValue(state, WJB_VALUE, &value);
}

static void
push_properties(JsonbInState *state, JsonbContainer *object)
{
	JsonbIterator *next = tree_begin(tree_array(object, "properties"));
	JsonbIterator *old = tree_begin(tree_object(object, "properties"));
	JsonbContainer *property;
	JsonbValue key;
	JsonbValue value;

	check_stack_depth();
	while (tree_next_member(&old, &key, &value))
	{
		pushJsonbValue(state, WJB_KEY, &key);
		pushJsonbValue(state, WJB_VALUE, &value);
	}
	while ((property = tree_next_object(&next)) != NULL)
	{
		key = tree_value(property, "name");
		if (key.type != jbvString)
			report_tiled("a property has no name");
		pushJsonbValue(state, WJB_KEY, &key);
		push_value(state, property);
	}
}

/* Those of the tile, the template and the object; of the same name, the last one counts. */
static Datum
properties_of(const TiledObject *object, const ObjectTile *tile)
{
	JsonbInState state = {0};

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	push_properties(&state, tile->tile);
	push_properties(&state, object->template);
	push_properties(&state, object->json);
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
alignment_of(const TiledMap *map, JsonbContainer *set, double *across, double *down)
{
	char *alignment = tree_text(set, "objectalignment");

	if (!alignment || strcmp(alignment, "unspecified") == 0)
		alignment = map->isometric ? "bottom" : "bottomleft";
	*across = strstr(alignment, "left") ? 0 : strstr(alignment, "right") ? 1 : 0.5;
	*down = strstr(alignment, "top") ? 0 : strstr(alignment, "bottom") ? 1 : 0.5;
}

/* Relative to the object's position. */
static Box
box_of_tile(const TiledMap *map, const ObjectTile *tile, double width, double height)
{
	double across;
	double down;

	if (width <= 0)
		width = take_float(tile->set, "tilewidth", map->tile_width);
	if (height <= 0)
		height = take_float(tile->set, "tileheight", map->cell_height);
	alignment_of(map, tile->set, &across, &down);
	if (map->isometric)
	{
		/* A tile stands on a rhombus, whose lower corner is the lower right one of its cells. */
		width = height = width / map->tile_width * map->cell_height;
		across = down;
	}
	return (Box){-across * width, -down * height, (1 - across) * width,
				 (1 - down) * height};
}

/* A corner of a polygon: {"x": 1, "y": 2} or "1,2" */
static bool
next_corner(JsonbIterator **next, const char **text, Point *corner)
{
	JsonbContainer *object;

	if (*text)
	{
		char *comma;
		char *end;

		/* not sscanf, which measures the rest of the text each time */
		corner->x = strtod(*text, &comma);
		corner->y = strtod(comma + (*comma == ','), &end);
		if (comma == *text || *comma != ',' || end == comma + 1)
		{
			if ((*text)[strspn(*text, " \t\r\n")] != '\0')
				report_tiled("a polygon has a corner that is no pair of numbers");
			return false;
		}
		*text = end;
		return true;
	}
	object = tree_next_object(next);
	if (!object)
		return false;
	corner->x = take_float(object, "x", 0);
	corner->y = take_float(object, "y", 0);
	return true;
}

static fr_cell
cell_at(const TiledMap *map, double x, double y)
{
	return tile_cell(x / map->cell_width - map->left, y / map->cell_height - map->top);
}

/* The cells of all corners, and the rectangle around them, relative to the position (x,y). */
static Datum
read_corners(const TiledMap *map, JsonbContainer *json, const char *key, double x,
			 double y, double rotation, Oid type, Box *box)
{
	JsonbContainer *array = tree_array(json, key);
	const char *text = tree_text(json, key);
	JsonbIterator *next = tree_begin(array);
	Size capacity = array ? JsonContainerSize(array) : text ? strlen(text) / 2 + 1 : 0;
	Datum *cells;
	Point corner;
	int count = 0;

	fringe_limit_memory("Tiled map", 2 * capacity * sizeof(Datum)); /* and the array */
	cells = fringe_alloc_huge(Max(1, capacity) * sizeof(Datum));
	*box = (Box){INFINITY, INFINITY, -INFINITY, -INFINITY};
	while (next_corner(&next, &text, &corner))
	{
		CHECK_FOR_INTERRUPTS();
		turn(rotation, &corner.x, &corner.y);
		*box = (Box){Min(box->left, corner.x), Min(box->top, corner.y),
					 Max(box->right, corner.x), Max(box->bottom, corner.y)};
		cells[count++] = CellGetDatum(cell_at(map, x + corner.x, y + corner.y));
	}
	if (count == 0)
		report_tiled("a polygon has no corners");
	return PointerGetDatum(construct_array(cells, count, type, sizeof(int64),
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

	if (tile->number > 0 || tile->set)
		return "tile";
	while (i < lengthof(shapes) - 1 &&
		   tree_value(holder(object, shapes[i]), shapes[i]).type == jbvNull)
		i++;
	return shapes[i];
}

static void
set_text(Datum *values, bool *nulls, int column, const char *text)
{
	nulls[column] = !text || !*text;
	if (!nulls[column])
		values[column] = CStringGetTextDatum(text);
}

static void
put_object(ReturnSetInfo *rsinfo, const TiledMap *map, const TiledLayer *layer,
		   JsonbContainer *json)
{
	Datum values[OBJECT_COLUMNS];
	bool nulls[OBJECT_COLUMNS] = {false};
	TiledObject object = open_object(map, json);
	ObjectTile tile = tile_of_object(map, &object);
	const char *shape = shape_of(&object, &tile);
	double x = take_float(json, "x", 0);
	double y = take_float(json, "y", 0);
	double rotation = take_float(holder(&object, "rotation"), "rotation", 0);
	Box box = {0, 0, take_float(holder(&object, "width"), "width", 0),
			   take_float(holder(&object, "height"), "height", 0)};
	char *class = class_of(json);
	CellSpan span;
	int64 id;

	if (!class && object.template)
		class = class_of(object.template);
	nulls[OBJECT_POINTS] = true;
	if (strncmp(shape, "poly", 4) == 0)
	{
		Oid type =
			get_element_type(TupleDescAttr(rsinfo->setDesc, OBJECT_POINTS)->atttypid);

		values[OBJECT_POINTS] =
			read_corners(map, holder(&object, shape), shape, x, y, rotation, type, &box);
		nulls[OBJECT_POINTS] = false;
	}
	else if (strcmp(shape, "tile") == 0)
		box = turned(box_of_tile(map, &tile, box.right, box.bottom), rotation);
	else
		box = turned(box, rotation);
	span = tile_span((x + box.left) / map->cell_width - map->left,
					 (y + box.top) / map->cell_height - map->top,
					 (x + box.right) / map->cell_width - map->left,
					 (y + box.bottom) / map->cell_height - map->top);
	set_text(values, nulls, OBJECT_LAYER, layer->path);
	nulls[OBJECT_ID] = !tree_int(json, "id", &id) || id != (int32) id;
	values[OBJECT_ID] = Int32GetDatum(nulls[OBJECT_ID] ? 0 : (int32) id);
	set_text(values, nulls, OBJECT_NAME, tree_text(holder(&object, "name"), "name"));
	set_text(values, nulls, OBJECT_CLASS, class ? class : class_of(tile.tile));
	values[OBJECT_CELL] = CellGetDatum(span.cell);
	values[OBJECT_WIDTH] = Int32GetDatum(span.width);
	values[OBJECT_HEIGHT] = Int32GetDatum(span.height);
	set_text(values, nulls, OBJECT_SHAPE, shape);
	values[OBJECT_X] = Float8GetDatum(x);
	values[OBJECT_Y] = Float8GetDatum(y);
	nulls[OBJECT_TILE] = tile.number == 0;
	values[OBJECT_TILE] = Int32GetDatum((int32) tile.number);
	values[OBJECT_PROPERTIES] = properties_of(&object, &tile);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* The size of a cell in the unit of objects. */
static void
measure_cells(TiledMap *map)
{
	map->tile_width = take_float(map->root, "tilewidth", 0);
	map->cell_height = take_float(map->root, "tileheight", 0);
	if (!(map->tile_width > 0) || !(map->cell_height > 0))
		report_tiled("it has no \"tilewidth\" and \"tileheight\"");
	map->cell_width = map->isometric ? map->cell_height : map->tile_width;
}

static Datum
objects_of_tiled(FunctionCallInfo fcinfo, bool json)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	MemoryContext row;
	TreeFiles *files;
	TiledMap map;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	files = tree_files(fcinfo, 1);
	map = open_map(file_argument(fcinfo, json), files);
	measure_cells(&map);
	row = AllocSetContextCreate(CurrentMemoryContext, "object", ALLOCSET_DEFAULT_SIZES);
	for (int i = 0; i < map.layer_count; i++)
	{
		JsonbIterator *next = tree_begin(tree_array(map.layers[i].json, "objects"));
		JsonbContainer *object;

		while ((object = tree_next_object(&next)) != NULL)
		{
			MemoryContext outer = MemoryContextSwitchTo(row);

			put_object(rsinfo, &map, &map.layers[i], object);
			MemoryContextSwitchTo(outer);
			MemoryContextReset(row);
		}
	}
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
