/*
 * tiled.c - maps of Tiled: layers of tiles as maps
 *
 * Reads a tree in the shape of Tiled's JSON map format; tiled_xml.c brings TMX into this shape.
 */
#include "formats/tiled.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/builtins.h"

void
tiled_report(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed Tiled map: %s", what), errhint(TILED_HINT)));
}

double
tiled_float(const TreeNode *object, const char *key, double otherwise)
{
	const TreeNode *value = tree_member(object, key);
	double number = otherwise;

	if (value->kind != TREE_NULL && !tree_decimal(value, &number))
		tiled_report(psprintf("%s is no value of \"%s\"", tree_quote(value), key));
	return number;
}

/* ---- layers ----------------------------------------------------------- */

static void
add_layers(TiledMap *map, const TreeNode *array, const TiledGroup *parent)
{
	check_stack_depth();
	tree_each(layer, array)
	{
		fr_span name = tree_text(tree_member(layer, "name"));

		if (!tree_is_object(layer))
			continue;
		if (!name.at)
			name = (fr_span){"", 0};
		if (tree_is(tree_member(layer, "type"), "group"))
		{
			TiledGroup *group = reading_small(map->reading, sizeof(TiledGroup));

			*group = (TiledGroup){name, layer, parent};
			add_layers(map, tree_member(layer, "layers"), group);
			continue;
		}
		map->layers =
			reading_grow(map->reading, map->layers, map->layer_count, sizeof(TiledLayer));
		map->layers[map->layer_count++] = (TiledLayer){
			name, parent, layer, tree_is(tree_member(layer, "type"), "tilelayer"),
			tree_is_array(tree_member(layer, "objects"))};
	}
}

static void
append_group(StringInfo path, const TiledGroup *group)
{
	if (!group)
		return;
	append_group(path, group->parent);
	appendBinaryStringInfo(path, group->name.at, (int) group->name.length);
	appendStringInfoChar(path, '/');
}

char *
tiled_path(const TiledLayer *layer)
{
	StringInfoData path;

	initStringInfo(&path);
	append_group(&path, layer->group);
	appendBinaryStringInfo(&path, layer->name.at, (int) layer->name.length);
	return path.data;
}

/* Is this the layer's path, or (if not whole) its end from some name on? */
static bool
path_is(const TiledLayer *layer, fr_span name, bool whole)
{
	const TiledGroup *group = layer->group;
	fr_span part = layer->name;

	while (true)
	{
		Size length = Min(part.length, name.length);

		if (memcmp(part.at + part.length - length, name.at + name.length - length,
				   length) != 0)
			return false;
		if (length < part.length)
			return !whole && part.at[part.length - length - 1] == '/';
		name.length -= length;
		if (!group)
			return whole && name.length == 0;
		if (name.length == 0)
			return !whole;
		if (name.at[--name.length] != '/')
			return false;
		part = group->name;
		group = group->parent;
	}
}

static void
list_path(StringInfo list, const TiledLayer *layer)
{
	char *path = tiled_path(layer);

	list_name(list, (fr_span){path, strlen(path)});
	pfree(path);
}

/* The names of all layers that have tiles or objects, for a message. */
static char *
list_layers(const TiledMap *map)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int64 i = 0; i < map->layer_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (map->layers[i].tiles || map->layers[i].objects)
			list_path(&list, &map->layers[i]);
	}
	return list.data;
}

/* The layer of a path, or (if not whole) of the end of a path; -1: there is none. */
static int64
find_path(const TiledMap *map, fr_span name, bool tiles, bool whole)
{
	int64 found = -1;

	for (int64 i = 0; i < map->layer_count; i++)
	{
		const TiledLayer *layer = &map->layers[i];

		CHECK_FOR_INTERRUPTS();
		if (!(tiles ? layer->tiles : layer->objects) || !path_is(layer, name, whole))
			continue;
		if (found >= 0)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("Tiled map has several layers %s", span_quote(name)),
					 errdetail("Its layers are %s.", list_layers(map)),
					 errhint("Write the groups before the name, as in 'indoors/walls'; "
							 "in Tiled, give each layer its own name.")));
		found = i;
	}
	return found;
}

/* The number of the first layer of tiles; -1: there is none. */
static int64
first_layer(const TiledMap *map)
{
	int64 first = -1;
	StringInfoData others;

	initStringInfo(&others);
	for (int64 i = 0; i < map->layer_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!map->layers[i].tiles)
			continue;
		if (first < 0)
			first = i;
		else if (others.len < LISTED_BYTES + 5)
			list_path(&others, &map->layers[i]);
	}
	if (others.len > 0)
	{
		char *read = tiled_path(&map->layers[first]);

		tell_left_out("layer", (fr_span){read, strlen(read)}, others.data, LAYER_HINT);
	}
	return first;
}

/* The number of the layer that has a path or name, or of the first layer of tiles. */
static int64
find_layer(const TiledMap *map, fr_span name)
{
	int64 found = name.at ? -1 : first_layer(map);

	if (!name.at && found < 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("Tiled map has no layer of tiles"),
						errhint("Name a layer of objects, or read its objects with "
								"gridmap_tiled_objects.")));
	for (int pass = 0; pass < 4 && found < 0; pass++)
		found = find_path(map, name, pass < 2, pass % 2 == 0);
	if (found < 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("Tiled map has no layer %s", span_quote(name)),
				 *list_layers(map) ? errdetail("Its layers are %s.", list_layers(map))
								   : errdetail("It has no layers.")));
	return found;
}

Point
tiled_unit(const TiledMap *map)
{
	Point unit = {tiled_float(map->root, "tilewidth", 0),
				  tiled_float(map->root, "tileheight", 0)};

	if (!(unit.x > 0) || !(unit.y > 0))
		tiled_report("it has no \"tilewidth\" and \"tileheight\"");
	if (!map->offset)
		return unit;
	/* Tiled draws such maps with tiles of even sizes */
	unit.x = Max(1, floor(unit.x / 2));
	unit.y = Max(1, floor(unit.y / 2));
	if (fr_layout_shifts_rows(map->layout))
		unit.y += Min(map->side / 2, unit.y);
	else
		unit.x += Min(map->side / 2, unit.x);
	return unit;
}

fr_offset_map
tiled_grid(const TiledMap *map)
{
	return fr_offset_map_of(map->layout, Max(1, map->width), Max(1, map->height));
}

Point
tiled_shift(const TiledMap *map, const TiledLayer *layer)
{
	Point unit;
	double x = tiled_float(layer->json, "offsetx", 0);
	double y = tiled_float(layer->json, "offsety", 0);

	for (const TiledGroup *group = layer->group; group; group = group->parent)
	{
		x += tiled_float(group->json, "offsetx", 0);
		y += tiled_float(group->json, "offsety", 0);
	}
	if (x == 0 && y == 0)
		return (Point){0, 0};
	unit = tiled_unit(map);
	x /= unit.x;
	y /= unit.y;
	/* offsets are on the screen, where an isometric map is turned */
	return map->isometric ? (Point){y + x, y - x} : (Point){x, y};
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
open_chunk(const TreeNode *json)
{
	Chunk chunk = {tree_need_int(json, "x", "a chunk", tiled_report),
				   tree_need_int(json, "y", "a chunk", tiled_report),
				   tree_need_int(json, "width", "a chunk", tiled_report),
				   tree_need_int(json, "height", "a chunk", tiled_report)};

	gridmap_check_size(chunk.width, chunk.height);
	return chunk;
}

/*
 * An infinite map is the rectangle around the chunks of all layers of tiles. An offset map begins with
 * an even row or column, so that its layout is that of the file.
 */
static void
measure_chunks(TiledMap *map)
{
	int64 right = PG_INT64_MIN;
	int64 bottom = PG_INT64_MIN;
	int64 left = PG_INT64_MAX;
	int64 top = PG_INT64_MAX;

	for (int64 i = 0; i < map->layer_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!map->layers[i].tiles)
			continue;
		tree_each(json, tree_member(map->layers[i].json, "chunks"))
		{
			Chunk chunk;

			if (!tree_is_object(json))
				continue;
			chunk = open_chunk(json);
			left = Min(left, chunk.x);
			top = Min(top, chunk.y);
			right = Max(right, chunk.x + chunk.width);
			bottom = Max(bottom, chunk.y + chunk.height);
		}
	}
	if (right > left)
	{
		if (map->offset && fr_layout_shifts_rows(map->layout))
			top -= top & 1;
		else if (map->offset)
			left -= left & 1;
		map->left = left;
		map->top = top;
		map->width = right - left;
		map->height = bottom - top;
	}
}

/* ---- tilesets --------------------------------------------------------- */

/* "tiles/desert.tsx" is desert. */
static fr_span
name_of_source(fr_span source)
{
	const char *end = source.at + source.length;
	const char *name = end;
	const char *dot = NULL;

	while (name > source.at && name[-1] != '/')
	{
		name--;
		if (*name == '.' && !dot)
			dot = name;
	}
	return (fr_span){name, (dot ? dot : end) - name};
}

static int
compare_sets(const void *a, const void *b, void *arg)
{
	int64 x = ((const TiledSet *) a)->first;
	int64 y = ((const TiledSet *) b)->first;

	return x < y ? -1 : x > y;
}

TiledSet
tiled_open_set(TiledMap *map, const TreeNode *json)
{
	TiledSet set = {tree_need_int(json, "firstgid", "a tileset", tiled_report)};

	set.source = tree_text(tree_member(json, "source"));
	set.json = set.source.at ? tree_file(map->files, set.source) : json;
	set.name = tree_text(tree_member(set.json, "name"));
	return set;
}

static void
open_sets(TiledMap *map)
{
	tree_each(json, tree_member(map->root, "tilesets"))
	{
		if (!tree_is_object(json))
			continue;
		map->sets =
			reading_grow(map->reading, map->sets, map->set_count, sizeof(TiledSet));
		map->sets[map->set_count++] = tiled_open_set(map, json);
	}
	if (map->set_count > 1)
		qsort_interruptible(map->sets, map->set_count, sizeof(TiledSet), compare_sets,
							NULL);
	for (int64 i = 0; i < map->set_count; i++)
		map->sets[i].last =
			i + 1 < map->set_count ? map->sets[i + 1].first - 1 : PG_INT32_MAX;
}

/* The name that its file gives, or else the name of the file. */
static fr_span
name_of_set(const TiledSet *set)
{
	return set->name.at		? set->name
		   : set->source.at ? name_of_source(set->source)
							: (fr_span){"", 0};
}

/* A set in a file has two names: the same keys work with and without the file. */
static bool
is_set(const TiledSet *set, fr_span name)
{
	return span_equal(name_of_set(set), name) ||
		   (set->source.at && span_equal(name_of_source(set->source), name));
}

bool
tiled_same_set(const TiledSet *a, const TiledSet *b)
{
	return a->source.at && b->source.at
			   ? span_equal(name_of_source(a->source), name_of_source(b->source))
			   : span_equal(name_of_set(a), name_of_set(b));
}

const TreeNode *
tiled_find_tile(Reading *reading, TiledSet *set, int64 id)
{
	if (!set->indexed)
	{
		set->tiles = tree_index(reading, tree_member(set->json, "tiles"), "id");
		set->indexed = true;
	}
	return tree_numbered(&set->tiles, id);
}

TiledSet *
tiled_find_set(const TiledMap *map, int64 tile)
{
	int64 first = 0;
	int64 beyond = map->set_count;

	while (first < beyond)
	{
		int64 middle = first + (beyond - first) / 2;

		if (map->sets[middle].first <= tile)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first > 0 ? &map->sets[first - 1] : NULL;
}

/* ---- a map ------------------------------------------------------------ */

/* One of two words, false for the first one, which is the default. */
static bool
is_second(const TreeNode *root, const char *key, const char *first, const char *second)
{
	const TreeNode *value = tree_member(root, key);

	if (value->kind != TREE_NULL && !tree_is(value, first) && !tree_is(value, second))
		tiled_report(psprintf("\"%s\" is neither %s nor %s", key, first, second));
	return tree_is(value, second);
}

/* Oblique maps (Tiled 1.12) have squares that are only drawn askew. */
static void
open_orientation(TiledMap *map)
{
	static const char *const squares[] = {"orthogonal", "isometric", "oblique", NULL};
	const TreeNode *orientation = tree_member(map->root, "orientation");
	fr_span name = tree_text(orientation);
	bool hexagonal = tree_is(orientation, "hexagonal");

	map->isometric = tree_is(orientation, "isometric");
	map->offset = hexagonal || tree_is(orientation, "staggered");
	if (!map->offset && name.at && fr_span_word(name, squares) < 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("cannot read a Tiled map of orientation %s", span_quote(name)),
				 errhint("Orthogonal, isometric, oblique, hexagonal and staggered "
						 "maps can be read.")));
	if (!map->offset)
		return;
	map->layout = hexagonal ? FR_ODD_R : FR_STAGGERED_Y_ODD;
	if (is_second(map->root, "staggeraxis", "y", "x"))
		map->layout += FR_ODD_Q - FR_ODD_R;
	if (is_second(map->root, "staggerindex", "odd", "even"))
		map->layout += FR_EVEN_R - FR_ODD_R;
	if (hexagonal)
		map->side = Max(0, tiled_float(map->root, "hexsidelength", 0));
}

TiledMap
tiled_open(Reading *reading, const TreeNode *root, TreeFiles *files)
{
	TiledMap map = {.reading = reading, .root = root, .files = files};
	const TreeNode *layers = tree_member(root, "layers");

	if (!tree_is_array(layers))
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed Tiled map: it has no array \"layers\""),
						tree_is_array(tree_member(root, "levels"))
							? errhint("gridmap_from_ldtk reads projects of LDtk.")
							: errhint("Pass a map, not a tileset or a template.")));
	open_orientation(&map);
	map.infinite = tree_true(tree_member(root, "infinite"));
	add_layers(&map, layers, NULL);
	for (int64 i = 0; i < map.layer_count && !map.infinite; i++)
		map.infinite = map.layers[i].tiles &&
					   tree_is_array(tree_member(map.layers[i].json, "chunks"));
	if (map.infinite)
		measure_chunks(&map);
	else if (map.offset)
	{
		map.width = tree_need_int(root, "width", "the map", tiled_report);
		map.height = tree_need_int(root, "height", "the map", tiled_report);
		gridmap_check_size(map.width, map.height);
	}
	open_sets(&map);
	return map;
}

/* ---- names in rules ----------------------------------------------------- */

/* Does the value of a property match a word? */
static bool
value_matches(const TreeNode *value, const RuleWord *word)
{
	double number;

	if (value->kind == TREE_BOOL)
		return rule_word_matches(
			word, NULL, value->truth ? (fr_span){"true", 4} : (fr_span){"false", 5});
	return rule_word_matches(word, tree_decimal(value, &number) ? &number : NULL,
							 tree_text(value));
}

fr_span
tiled_class(const TreeNode *object)
{
	fr_span class = tree_text(tree_member(object, "class"));

	if (class.length == 0)
		class = tree_text(tree_member(object, "type"));
	return class.length > 0 ? class : (fr_span)
	{
		NULL, 0
	};
}

/* The value of a property, NULL if there is none; an old file has an object of them. */
static const TreeNode *
find_property(const TreeNode *object, fr_span name)
{
	const TreeNode *properties = tree_member(object, "properties");
	const TreeNode *found = NULL;

	tree_each(property, properties)
	{
		if (tree_is_object(properties))
		{
			if (span_equal(tree_key(property), name) && property->kind != TREE_NULL)
				found = property;
		}
		else
		{
			const TreeNode *own = tree_member(property, "name");

			if (own->kind == TREE_STRING && span_equal(tree_text(own), name))
				return tree_member(property, "value");
		}
	}
	return found;
}

/* Is there a shape in the collision editor of a tile? */
static bool
has_shape(const TreeNode *tile)
{
	return tree_first(tree_member(tree_member(tile, "objectgroup"), "objects")) != NULL;
}

/*
 * Keys are "property", "property=value", "class=name", "name=name" and "shape". Properties take
 * precedence.
 */
bool
tiled_matches(const TreeNode *const *nodes, int count, const RuleWord *word)
{
	bool equal = word->value.at != NULL;

	for (int i = 0; i < count; i++)
	{
		const TreeNode *value = find_property(nodes[i], word->name);

		if (value)
			return value_matches(value, word);
	}
	for (int i = 0; i < count; i++)
	{
		fr_span text = {NULL, 0};

		if (!equal && fr_span_is(word->name, "shape") && has_shape(nodes[i]))
			return true;
		if (equal && fr_span_is(word->name, "class"))
			text = tiled_class(nodes[i]);
		else if (equal && fr_span_is(word->name, "name"))
			text = tree_text(tree_member(nodes[i], "name"));
		if (text.at)
			return span_equal(text, word->value);
	}
	return false;
}

/* Keys such as "desert:7" and "desert:0-12" count from the first tile of a tileset. */
static bool
resolve_numbers(const TiledMap *map, Rule *rule, RuleWord *word)
{
	const char *colon = word->key.at + word->key.length;
	const TiledSet *found = NULL;
	fr_span set_name;
	RuleRange wanted;

	while (colon > word->key.at && *--colon != ':')
		;
	set_name = (fr_span){word->key.at, colon - word->key.at};
	if (*colon != ':' ||
		!rule_parse_numbers((fr_span){colon + 1, word->key.length - set_name.length - 1},
							&wanted) ||
		wanted.low < 0)
		return false;
	for (int64 i = 0; i < map->set_count; i++)
	{
		const TiledSet *set = &map->sets[i];

		CHECK_FOR_INTERRUPTS();
		if (!is_set(set, set_name))
			continue;
		if (found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule means two tilesets", span_quote(word->key)),
				 errdetail("Their first tiles are %lld and %lld.",
						   (long long) found->first, (long long) set->first),
				 errhint("Write numbers of tiles, which count from the first tile "
						 "of each set, or rename a tileset or its file.")));
		found = set;
		word->found = true;
		if (wanted.low <= set->last - set->first)
			rule_add_number(rule, word, set->first + wanted.low,
							Min(set->first + wanted.high, set->last));
	}
	return true;
}

/* Finds the tiles that the names of a rule mean. */
static void
resolve_names(TiledMap *map, const TiledLayer *layer, Rule *rule)
{
	bool properties = false;

	if (!layer->tiles)
		tiled_resolve_objects(map, layer, rule);
	for (int64 i = 0; layer->tiles && i < rule->word_count; i++)
		properties |= !resolve_numbers(map, rule, &rule->words[i]);
	for (int64 i = 0; properties && i < map->set_count; i++)
	{
		const TiledSet *set = &map->sets[i];

		if (set->json->kind == TREE_NULL)
			tree_report_missing("tileset", set->source);
		tree_each(tile, tree_member(set->json, "tiles"))
		{
			int64 number;

			if (!tree_is_object(tile))
				continue;
			number = set->first + tree_need_int(tile, "id", "a tile", tiled_report);
			for (int64 j = 0; j < rule->word_count; j++)
			{
				CHECK_FOR_INTERRUPTS();
				if (tiled_matches(&tile, 1, &rule->words[j]))
					rule_add_name(rule, &rule->words[j],
								  (CellName){CELL_NAMED, (uint64) number});
			}
		}
	}
	for (int64 i = 0; i < rule->word_count; i++)
		if (!rule->words[i].found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg(layer->tiles ? "no tile matches the key %s of the rule"
									 : "no object matches the key %s of the rule",
						span_quote(rule->words[i].key)),
				 errhint(
					 layer->tiles
						 ? "Keys are numbers, ranges, names of properties, "
						   "property=value, class=name, shape, tileset:number, and else. "
						   "With a question mark at its end, a key may match nothing."
						 : "Keys are ids, ranges, names of properties, property=value, "
						   "class=name, name=name, and else. With a question mark at "
						   "its end, a key may match nothing.")));
}

/* ---- tiles ------------------------------------------------------------ */

/* Reads the chunks of a layer; cells without a chunk have the tile 0. */
static void
read_chunks(const TiledMap *map, const TiledLayer *layer, const char *place, int32 *tiles)
{
	fr_span encoding = tree_text(tree_member(layer->json, "encoding"));
	fr_span compression = tree_text(tree_member(layer->json, "compression"));
	int32 *buffer = NULL;
	int64 capacity = 0;

	tree_each(json, tree_member(layer->json, "chunks"))
	{
		Chunk chunk;
		int64 count;
		char *chunk_place;

		if (!tree_is_object(json))
			continue;
		chunk = open_chunk(json);
		count = chunk.width * chunk.height;
		chunk_place = psprintf("chunk (%lld,%lld) of %s", (long long) chunk.x,
							   (long long) chunk.y, place);
		if (count > capacity)
		{
			if (buffer)
				pfree(buffer);
			buffer = reading_alloc(map->reading, count * sizeof(int32));
			capacity = count;
		}
		tile_data_read(map->reading, tree_member(json, "data"), encoding, compression,
					   chunk_place, (uint32) count, buffer);
		for (int64 y = 0; y < chunk.height; y++)
			memcpy(tiles + (chunk.y - map->top + y) * map->width + chunk.x - map->left,
				   buffer + y * chunk.width, chunk.width * sizeof(int32));
		pfree(chunk_place);
	}
	if (buffer)
		pfree(buffer);
}

static void
read_tiles(TiledMap *map, const TiledLayer *layer, int32 *tiles)
{
	char *path;
	char *place;

	if (!layer->tiles)
	{
		tiled_draw_objects(map, layer, tiles);
		return;
	}
	path = tiled_path(layer);
	place = psprintf("layer %s", fringe_quote(path, strlen(path)));
	if (map->infinite)
		read_chunks(map, layer, place, tiles);
	else
		tile_data_read(map->reading, tree_member(layer->json, "data"),
					   tree_text(tree_member(layer->json, "encoding")),
					   tree_text(tree_member(layer->json, "compression")), place,
					   (uint32) (map->width * map->height), tiles);
	pfree(path);
}

/* The map has the size of its layers, which all have the same. */
static void
measure_layer(TiledMap *map, const TiledLayer *layer)
{
	const TreeNode *sized = layer->tiles ? layer->json : map->root;
	const char *what = layer->tiles ? "a layer" : "the map";
	int64 width = tree_need_int(sized, "width", what, tiled_report);
	int64 height = tree_need_int(sized, "height", what, tiled_report);

	if (map->width > 0 && (map->width != width || map->height != height))
		tiled_report("its layers have different sizes");
	map->width = width;
	map->height = height;
	gridmap_check_size(width, height);
}

typedef struct PlacedRule
{
	int64 layer;
	Rule *rule;
} PlacedRule;

static int
compare_places(const void *a, const void *b, void *arg)
{
	int64 x = ((const PlacedRule *) a)->layer;
	int64 y = ((const PlacedRule *) b)->layer;

	return x < y ? -1 : x > y;
}

/* Finds the layers of all rules, in the order of the map: upper ones come last. */
static PlacedRule *
place_rules(TiledMap *map, RuleLayers *rules)
{
	PlacedRule *placed =
		reading_alloc(map->reading, Max(1, rules->count) * sizeof(PlacedRule));

	for (int64 i = 0; i < rules->count; i++)
	{
		RuleLayer *rule = &rules->items[i];

		placed[i] = (PlacedRule){find_layer(map, rule->name), &rule->rule};
		if (!map->infinite)
			measure_layer(map, &map->layers[placed[i].layer]);
		resolve_names(map, &map->layers[placed[i].layer], &rule->rule);
		rule_end(&rule->rule);
	}
	if (rules->count > 1)
		qsort_interruptible(placed, rules->count, sizeof(PlacedRule), compare_places,
							NULL);
	return placed;
}

/* Moves the tiles of an offset map; rows that change places with shifted ones move differently. */
static void
shift_offset(const TiledMap *map, int32 *tiles, int64 right, int64 down)
{
	fr_offset_map grid = tiled_grid(map);
	Size cells = (Size) map->width * map->height;
	int32 *old = reading_alloc(map->reading, cells * sizeof(int32));
	fr_cell origin = fr_cell_from_doubled(&grid, 0, 0);
	fr_cell moved = fr_cell_from_doubled(&grid, right, down);

	memcpy(old, tiles, cells * sizeof(int32));
	memset(tiles, 0, cells * sizeof(int32));
	for (int64 y = 0; y < grid.height; y++)
	{
		CHECK_FOR_INTERRUPTS();
		for (int64 x = 0; x < grid.width; x++)
		{
			fr_cell to = {(int32) x, (int32) y};
			fr_cell from = {to.x - moved.x + origin.x, to.y - moved.y + origin.y};
			fr_cell a;
			fr_cell b;

			if (fr_cell_to_offset(&grid, from, &a) && fr_cell_to_offset(&grid, to, &b))
				tiles[b.y * map->width + b.x] = old[a.y * map->width + a.x];
		}
	}
	pfree(old);
}

/* Moves the tiles of a layer that is shifted against the other layers of a rule. */
static void
shift_layer(const TiledMap *map, const TiledLayer *layer, int32 *tiles)
{
	Point shift = tiled_shift(map, layer);

	if (shift.x != rint(shift.x) || shift.y != rint(shift.y) ||
		(map->offset && fmod(shift.x + shift.y, 2) != 0))
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("Tiled layer %s is shifted by a part of a cell",
						span_quote(layer->name)),
				 errdetail("It is shifted by %g and %g %s.", shift.x, shift.y,
						   map->offset ? "columns and rows of centres" : "cells"),
				 errhint("Make a map of only this layer, or shift it by whole cells in "
						 "Tiled.")));
	if (fabs(shift.x) > 2 * map->width || fabs(shift.y) > 2 * map->height)
		shift = (Point){2 * map->width, 0}; /* beyond the map */
	if (!map->offset)
		tile_shift(tiles, map->width, map->height, (int64) shift.x, (int64) shift.y, 0);
	else if (shift.x != 0 || shift.y != 0)
		shift_offset(map, tiles, (int64) shift.x, (int64) shift.y);
}

/* The codes of all cells, by one rule or by rules of layers. */
static uint8 *
read_codes(TiledMap *map, RuleLayers *rules)
{
	PlacedRule *placed = place_rules(map, rules);
	Size cells = (Size) map->width * map->height;
	int32 *tiles;
	uint8 *codes;

	if (map->infinite && map->width == 0)
		tiled_report("it is infinite, and has no chunks");
	gridmap_check_size(map->width, map->height);
	reading_check(map->reading, cells * (sizeof(int32) + 1));
	tiles = reading_alloc(map->reading, cells * sizeof(int32));
	codes = reading_alloc(map->reading, cells);
	memset(codes, 0, cells);
	for (int64 i = 0; i < rules->count; i++)
	{
		const TiledLayer *layer = &map->layers[placed[i].layer];

		memset(tiles, 0, cells * sizeof(int32));
		read_tiles(map, layer, tiles);
		if (rules->layered && layer->tiles)
			shift_layer(map, layer, tiles);
		tile_lay(placed[i].rule, 0, tiles, map->width, map->height, codes);
	}
	pfree(tiles);
	rule_layers_end(rules, codes, map->width, map->height);
	return codes;
}

/* The grid of an offset map is larger than the map. */
static void
check_grid(const TiledMap *map)
{
	fr_offset_map grid = tiled_grid(map);

	gridmap_check_size(grid.width, grid.height);
	reading_check(map->reading, (Size) grid.width * grid.height);
}

const TreeNode *
tiled_tree(Reading *reading, struct varlena *file, bool json)
{
	return json ? tree_of_jsonb(reading, &((Jsonb *) file)->root)
				: tree_of_file(reading, VARDATA(file), VARSIZE(file) - VARHDRSZ);
}

static Datum
map_from_tiled(FunctionCallInfo fcinfo, bool json)
{
	Jsonb *rule = PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1);
	fr_span layer = span_argument(fcinfo, 2);
	Jsonb *files = PG_ARGISNULL(3) ? NULL : PG_GETARG_JSONB_P(3);
	struct varlena *file;
	MemoryContext outer;
	Reading reading;
	RuleLayers rules;
	TiledMap map;
	uint8 *codes;
	Gridmap *result;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	file = PG_GETARG_VARLENA_P(0);
	outer = reading_begin(&reading, "Tiled map");
	rules = rule_layers(&reading, rule, layer, RULE_WORDS);
	map = tiled_open(&reading, tiled_tree(&reading, file, json),
					 tree_files(&reading, files));
	codes = read_codes(&map, &rules);
	if (map.offset)
		check_grid(&map);
	MemoryContextSwitchTo(outer);
	result = map.offset ? gridmap_from_layout(codes, map.width, map.height, map.layout)
						: gridmap_from_codes(codes, map.width, map.height);
	MemoryContextDelete(reading.context);
	PG_RETURN_POINTER(result);
}

/* gridmap_from_tiled(tiled jsonb, rule, layer, files) */
FRINGE_FUNCTION(gridmap_from_tiled)
{
	return map_from_tiled(fcinfo, true);
}

/* gridmap_from_tiled(tiled text or xml, rule, layer, files) */
FRINGE_FUNCTION(gridmap_from_tiled_text)
{
	return map_from_tiled(fcinfo, false);
}

static Datum
layout_of_tiled(FunctionCallInfo fcinfo, bool json)
{
	struct varlena *file;
	MemoryContext outer;
	Reading reading;
	TiledMap map;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	file = PG_GETARG_VARLENA_P(0);
	outer = reading_begin(&reading, "Tiled map");
	map = tiled_open(&reading, tiled_tree(&reading, file, json),
					 tree_files(&reading, NULL));
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	if (!map.offset)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(fringe_layout_name(map.layout));
}

/* gridmap_tiled_layout(tiled jsonb): NULL for squares */
FRINGE_FUNCTION(gridmap_tiled_layout)
{
	return layout_of_tiled(fcinfo, true);
}

/* gridmap_tiled_layout(tiled text or xml) */
FRINGE_FUNCTION(gridmap_tiled_layout_text)
{
	return layout_of_tiled(fcinfo, false);
}
