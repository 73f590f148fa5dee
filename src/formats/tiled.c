/*
 * tiled.c - maps of Tiled: layers of tiles and objects as maps
 */
#include "formats/tiled.h"

#include <math.h>

#include "miscadmin.h"
#include "utils/builtins.h"

/* ---- names of layers ------------------------------------------------------ */

/* Is this the layer's path, or (if not whole) its end from some name on? */
static bool
path_is(const TiledLayer *layer, fr_span name, bool whole)
{
	const TiledGroup *group = layer->group;
	fr_span part = layer->name;

	while (true)
	{
		Size length = Min(part.length, name.length);

		if (memcmp(fr_span_end(part) - length, fr_span_end(name) - length, length) != 0)
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

/* Adds the path of a layer to a list. False: the list is full. */
static bool
list_path(StringInfo list, const TiledLayer *layer)
{
	char *path = tiled_path(layer);
	bool added = list_name(list, (fr_span){path, strlen(path)});

	pfree(path);
	return added;
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
		if ((map->layers[i].tiles || map->layers[i].objects) &&
			!list_path(&list, &map->layers[i]))
			break;
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
		else if (!list_path(&others, &map->layers[i]))
			break;
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

/* ---- names in rules ----------------------------------------------------- */

/* Keys such as "desert:7" and "desert:0-12" count from the first tile of a tileset. */
static bool
resolve_numbers(const TiledMap *map, Rule *rule, RuleWord *word)
{
	const char *colon = fr_span_end(word->key);
	const TiledSet *found = NULL;
	fr_span set_name;
	RuleRange wanted;

	while (colon > word->key.at && *--colon != ':')
		poll_at(colon);
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
		if (!tiled_is_set(set, set_name))
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
		TiledChunk chunk;
		int64 count;
		char *chunk_place;

		if (!tree_is_object(json))
			continue;
		chunk = tiled_open_chunk(json);
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

/* ---- a map by rules of layers --------------------------------------------- */

/* A map that is read, and whether its layers lie at their places in it. */
typedef struct TiledSource
{
	TiledMap map;
	bool shifted;
} TiledSource;

static void
find_rule(void *source, PlacedLayer *layer)
{
	TiledMap *map = &((TiledSource *) source)->map;

	layer->place = find_layer(map, layer->name);
	layer->layer = &map->layers[layer->place];
	layer->rule->of_objects = !map->layers[layer->place].tiles;
	if (!map->infinite)
		measure_layer(map, layer->layer);
}

static void
resolve_rule(void *source, PlacedLayer *layer)
{
	resolve_names(&((TiledSource *) source)->map, layer->layer, layer->rule);
}

static LayerSize
measure(void *source, const PlacedLayer *layers, int64 count)
{
	const TiledMap *map = &((TiledSource *) source)->map;

	if (map->infinite && map->width == 0)
		tiled_report("it is infinite, and has no chunks");
	return (LayerSize){map->width, map->height, map->offset, map->layout};
}

/*
 * Moves the tiles of a hexagonal or staggered map, by doubled coordinates. Every second row is shifted by
 * half a cell. So if tiles move by an odd number of rows, those of even rows move by other columns than those
 * of odd rows.
 */
static void
shift_offset(const TiledMap *map, int32 *tiles, int64 right, int64 down)
{
	fr_offset_map grid = tiled_grid(map);
	Size cells = (Size) map->width * map->height;
	int32 *old = reading_alloc(map->reading, cells * sizeof(int32));
	fr_cell origin = fr_cell_from_doubled(&grid, 0, 0);
	fr_cell moved = fr_cell_from_doubled(&grid, right, down);

	fr_copy(old, tiles, cells * sizeof(int32), &fringe_poll);
	fr_fill(tiles, 0, cells * sizeof(int32), &fringe_poll);
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

static void
read_layer(void *source, const PlacedLayer *layer, const LayerSize *size, int32 *tiles)
{
	TiledSource *tiled = source;
	const TiledLayer *own = layer->layer;

	read_tiles(&tiled->map, own, tiles);
	if (tiled->shifted && own->tiles)
		shift_layer(&tiled->map, own, tiles);
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
	TiledSource source;
	LayerReader reader = {&reading,		&source, find_rule,
						  resolve_rule, measure, read_layer};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	file = PG_GETARG_VARLENA_P(0);
	outer = reading_begin(&reading, "Tiled map");
	rules = rule_layers(&reading, rule, layer, &rule_of_words);
	source = (TiledSource){tiled_open(&reading, file, json, files), rules.layered};
	PG_RETURN_POINTER(layers_map(&reader, &rules, outer));
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
	map = tiled_open(&reading, file, json, NULL);
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
