/*
 * tiled_map.c - a map of Tiled, opened: its layers, tilesets and properties
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

TiledChunk
tiled_open_chunk(const TreeNode *json)
{
	TiledChunk chunk = {tree_need_int(json, "x", "a chunk", tiled_report),
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
			TiledChunk chunk;

			if (!tree_is_object(json))
				continue;
			chunk = tiled_open_chunk(json);
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
	const char *end = fr_span_end(source);
	const char *name = end;
	const char *dot = NULL;

	while (name > source.at && name[-1] != '/')
	{
		poll_at(--name);
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
	if (set.source.at)
		set.file = name_of_source(set.source);
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
	return set->name.at ? set->name : set->file;
}

bool
tiled_is_set(const TiledSet *set, fr_span name)
{
	return span_equal(name_of_set(set), name) ||
		   (set->source.at && span_equal(set->file, name));
}

bool
tiled_same_set(const TiledSet *a, const TiledSet *b)
{
	return a->source.at && b->source.at ? span_equal(a->file, b->file)
										: span_equal(name_of_set(a), name_of_set(b));
}

/* The tiles that a tileset describes. Tilesets of the map and of templates can have the same file. */
typedef struct SetTiles
{
	const TreeNode *json; /* the key */
	TreeIndex tiles;
} SetTiles;

const TreeNode *
tiled_find_tile(TiledMap *map, const TiledSet *set, int64 id)
{
	HASHCTL control = {.keysize = sizeof(void *),
					   .entrysize = sizeof(SetTiles),
					   .hcxt = map->reading->context};
	SetTiles *own;
	bool found;

	if (!map->tiles)
		map->tiles =
			hash_create("tiles", 16, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
	own = hash_search(map->tiles, &set->json, HASH_ENTER, &found);
	if (!found)
		own->tiles = tree_index(map->reading, tree_member(set->json, "tiles"), "id");
	return tree_numbered(&own->tiles, id);
}

const TiledSet *
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
tiled_open(Reading *reading, struct varlena *file, bool json, Jsonb *files)
{
	TiledMap map = {.reading = reading,
					.files = tree_files(reading, files, &file_of_editor)};
	const TreeNode *root =
		json ? tree_of_jsonb(reading, &((Jsonb *) file)->root)
			 : tree_of_file(reading, VARDATA(file), VARSIZE(file) - VARHDRSZ);
	const TreeNode *layers = tree_member(root, "layers");

	map.root = root;
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

/* ---- properties --------------------------------------------------------- */

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
