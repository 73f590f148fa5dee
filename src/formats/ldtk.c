/*
 * ldtk.c - projects of LDtk: layers of levels as maps, levels and entities as rows
 */
#include "formats/formats.h"

#include <math.h>

#include "catalog/pg_type.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/array.h"
#include "utils/builtins.h"
#include "utils/lsyscache.h"
#include "utils/tuplestore.h"

typedef struct LdtkLevel
{
	fr_span world; /* `at` is NULL: the project has one world */
	fr_span name;
	fr_span iid;
	const TreeNode *json; /* in the project */
	const TreeNode
		*layers;	/* an array, of a file if levels have files; null: it is not there */
	fr_span source; /* this file */
	bool placed;	/* its position in the world is known */
} LdtkLevel;

typedef struct LdtkProject
{
	Reading *reading;
	const TreeNode *root;
	TreeFiles *files;
	LdtkLevel *levels;
	int64 level_count;
} LdtkProject;

static void
report_ldtk(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed LDtk project: %s", what),
					errhint("Save the project again in LDtk.")));
}

static fr_span
text_of(const TreeNode *object, const char *key)
{
	return tree_text(tree_member(object, key));
}

/* The two numbers of an array [x, y]; false if there is none. */
static bool
take_pair(const TreeNode *object, const char *key, double pair[2])
{
	const TreeNode *array = tree_member(object, key);

	return tree_is_array(array) && array->count >= 2 &&
		   tree_decimal(tree_first(array), &pair[0]) &&
		   tree_decimal(tree_next(array, tree_first(array)), &pair[1]);
}

/* ---- a project -------------------------------------------------------- */

static void
add_level(LdtkProject *project, const TreeNode *json, fr_span world, bool placed)
{
	LdtkLevel level = {world,
					   text_of(json, "identifier"),
					   .iid = text_of(json, "iid"),
					   .json = json,
					   .layers = tree_member(json, "layerInstances"),
					   .source = text_of(json, "externalRelPath"),
					   .placed = placed};

	if (!level.name.at)
		report_ldtk("a level has no \"identifier\"");
	if (!tree_is_array(level.layers) && level.source.at)
		level.layers =
			tree_member(tree_file(project->files, level.source), "layerInstances");
	project->levels = reading_grow(project->reading, project->levels,
								   project->level_count, sizeof(LdtkLevel));
	project->levels[project->level_count++] = level;
}

/* Levels in a row or column have no positions: those in the file are -1. */
static void
add_levels(LdtkProject *project, const TreeNode *world, fr_span name)
{
	static const char *const linear[] = {"LinearHorizontal", "LinearVertical", NULL};
	fr_span layout = text_of(world, "worldLayout");
	bool placed = !layout.at || fr_span_word(layout, linear) < 0;

	tree_each(level, tree_member(world, "levels")) if (tree_is_object(level))
		add_level(project, level, name, placed);
}

/* The project and the files are arguments of a function. */
static LdtkProject
open_project(Reading *reading, Jsonb *json, Jsonb *files)
{
	LdtkProject project = {.reading = reading};

	project.files = tree_files(reading, files, &file_of_editor);
	project.root = tree_of_jsonb(reading, &json->root);
	if (!tree_is_array(tree_member(project.root, "levels")))
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed LDtk project: it has no array \"levels\""),
						tree_is_array(tree_member(project.root, "layers"))
							? errhint("gridmap_from_tiled reads maps of Tiled.")
							: errhint("Pass the content of a .ldtk file as jsonb.")));
	add_levels(&project, project.root, (fr_span){NULL, 0});
	tree_each(world, tree_member(project.root, "worlds")) if (tree_is_object(world))
		add_levels(&project, world, text_of(world, "identifier"));
	return project;
}

/* ---- levels ----------------------------------------------------------- */

/* "world/level", or "level" if the project has one world. */
static char *
path_of(const LdtkLevel *level)
{
	return level->world.at
			   ? psprintf("%.*s/%.*s", (int) level->world.length, level->world.at,
						  (int) level->name.length, level->name.at)
			   : pnstrdup(level->name.at, level->name.length);
}

static char *
quote_level(const LdtkLevel *level)
{
	char *path = path_of(level);
	char *quoted = fringe_quote(path, strlen(path));

	pfree(path);
	return quoted;
}

/* The levels from a number on. */
static char *
list_levels(const LdtkProject *project, int64 first)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int64 i = first; i < project->level_count; i++)
	{
		char *path = path_of(&project->levels[i]);

		if (!list_name(&list, (fr_span){path, strlen(path)}))
			break;
		pfree(path);
	}
	return list.data;
}

/* Is this the level's name, its name with its world, or its iid? */
static bool
is_level(const LdtkLevel *level, fr_span name)
{
	fr_span world = level->world;

	if (span_equal(level->name, name) || (level->iid.at && span_equal(level->iid, name)))
		return true;
	return world.at && name.length == world.length + 1 + level->name.length &&
		   memcmp(name.at, world.at, world.length) == 0 && name.at[world.length] == '/' &&
		   memcmp(name.at + world.length + 1, level->name.at, level->name.length) == 0;
}

static void
tell_other_levels(const LdtkProject *project)
{
	char *read = path_of(&project->levels[0]);

	if (project->level_count > 1)
		tell_left_out("level", (fr_span){read, strlen(read)}, list_levels(project, 1),
					  "Name a level; gridmap_ldtk_levels lists them.");
}

/* The level of a name, or the first one. */
static const LdtkLevel *
find_level(const LdtkProject *project, fr_span name)
{
	const LdtkLevel *found = NULL;

	if (!name.at && project->level_count > 0)
	{
		tell_other_levels(project);
		return project->levels;
	}
	for (int64 i = 0; i < project->level_count; i++)
	{
		const LdtkLevel *level = &project->levels[i];

		CHECK_FOR_INTERRUPTS();
		if (!is_level(level, name))
			continue;
		if (found)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("LDtk project has several levels %s", span_quote(name)),
					 errdetail("Its levels are %s.", list_levels(project, 0)),
					 errhint("Write the world before the name, or the level's iid.")));
		found = level;
	}
	if (!found && project->level_count == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk project has no level"),
						errhint("Save the project again in LDtk.")));
	if (!found)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk project has no level %s", span_quote(name)),
						errdetail("Its levels are %s.", list_levels(project, 0))));
	return found;
}

static const TreeNode *
layers_of(const LdtkLevel *level)
{
	if (!tree_is_array(level->layers) && level->source.at)
		tree_report_missing("level file", level->source);
	if (!tree_is_array(level->layers))
		report_ldtk("a level has no array \"layerInstances\"");
	return level->layers;
}

/* ---- layers ----------------------------------------------------------- */

static bool
is_int_grid(const TreeNode *layer)
{
	return tree_is(tree_member(layer, "__type"), "IntGrid");
}

static bool
has_tiles(const TreeNode *layer)
{
	static const char *const types[] = {"IntGrid", "Tiles", "AutoLayer", NULL};
	fr_span type = text_of(layer, "__type");

	return type.at && fr_span_word(type, types) >= 0;
}

static char *
list_layers(const TreeNode *layers)
{
	StringInfoData list;

	initStringInfo(&list);
	tree_each(layer, layers) if (has_tiles(layer) && text_of(layer, "__identifier").at)
		list_name(&list, text_of(layer, "__identifier"));
	return list.data;
}

/*
 * The layer of a name and its number, 0 being the uppermost; without a name the first IntGrid layer,
 * or else the first layer of tiles. NULL: there is none.
 */
static const TreeNode *
find_layer(const TreeNode *layers, fr_span name, int64 *number)
{
	const TreeNode *first = NULL;
	int64 i = 0;

	tree_each(layer, layers)
	{
		fr_span own = text_of(layer, "__identifier");
		bool found = name.at ? has_tiles(layer) && own.at && span_equal(own, name)
							 : is_int_grid(layer);

		if (found || (!name.at && !first && has_tiles(layer)))
		{
			first = layer;
			*number = i;
		}
		if (found)
			break;
		i += tree_is_object(layer);
	}
	return first;
}

static const TreeNode *
need_layer(const LdtkLevel *level, fr_span name, int64 *number)
{
	const TreeNode *layers = layers_of(level);
	const TreeNode *layer = find_layer(layers, name, number);

	if (!layer && name.at && *list_layers(layers) != '\0')
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk level %s has no layer of tiles %s",
							   quote_level(level), span_quote(name)),
						errdetail("Its layers of tiles are %s.", list_layers(layers))));
	if (!layer)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk level %s has no layer of tiles", quote_level(level)),
						errhint("Read another level.")));
	return layer;
}

static void
tell_other_layers(const LdtkLevel *level, const TreeNode *read)
{
	StringInfoData others;

	initStringInfo(&others);
	tree_each(layer, layers_of(level)) if (layer != read && has_tiles(layer) &&
										   text_of(layer, "__identifier").at)
		list_name(&others, text_of(layer, "__identifier"));
	if (others.len > 0)
		tell_left_out("layer", text_of(read, "__identifier"), others.data, LAYER_HINT);
}

/* Positions in pixels become cells of this grid, whose layer may be shifted. */
typedef struct Grid
{
	int64 size;
	int64 x;
	int64 y;
} Grid;

/* A whole number, or 0 if there is none. */
static int64
optional_int(const TreeNode *object, const char *key)
{
	return tree_member(object, key)->kind == TREE_NULL
			   ? 0
			   : tree_need_int(object, key, "a layer or level", report_ldtk);
}

/* Before LDtk 0.5, a layer has one offset instead of a total. */
static int64
offset_of(const TreeNode *layer, const char *total, const char *old)
{
	return optional_int(layer,
						tree_member(layer, total)->kind == TREE_NULL ? old : total);
}

static Grid
grid_of(const TreeNode *layer)
{
	Grid grid = {tree_need_int(layer, "__gridSize", "a layer", report_ldtk),
				 offset_of(layer, "__pxTotalOffsetX", "pxOffsetX"),
				 offset_of(layer, "__pxTotalOffsetY", "pxOffsetY")};

	if (grid.size < 1)
		report_ldtk("the size of a grid is not positive");
	return grid;
}

/* ---- names in rules --------------------------------------------------- */

/* Gives values the codes of the keys that are this name. */
static bool
resolve_name(Rule *rule, fr_span name, int64 value)
{
	bool found = false;

	for (int64 i = 0; name.at && i < rule->word_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!span_equal(rule->words[i].key, name))
			continue;
		rule_add_name(rule, &rule->words[i], (CellName){CELL_NAMED, (uint64) value});
		found = true;
	}
	return found;
}

/* Resolves the names of a rule for an IntGrid layer: names of values, and names of their groups. */
static void
resolve_values(Reading *reading, const TreeNode *definition, Rule *rule, StringInfo known)
{
	TreeIndex groups =
		tree_index(reading, tree_member(definition, "intGridValuesGroups"), "uid");

	tree_each(json, tree_member(definition, "intGridValues"))
	{
		fr_span name = text_of(json, "identifier");
		int64 value;
		int64 group;

		if (!tree_is_object(json))
			continue;
		value = tree_need_int(json, "value", "a value of a layer", report_ldtk);
		if (name.at)
			list_name(known, name);
		resolve_name(rule, name, value);
		if (tree_whole(tree_member(json, "groupUid"), &group))
			resolve_name(rule, text_of(tree_numbered(&groups, group), "identifier"),
						 value);
	}
}

/* Tiles, by the tags that a tileset gives them. */
static void
resolve_tags(const TreeNode *tileset, Rule *rule, StringInfo known)
{
	tree_each(json, tree_member(tileset, "enumTags"))
	{
		fr_span name = text_of(json, "enumValueId");

		if (!name.at)
			continue;
		list_name(known, name);
		for (int64 i = 0; i < rule->word_count; i++)
		{
			CHECK_FOR_INTERRUPTS();
			if (!span_equal(rule->words[i].key, name))
				continue;
			rule->words[i].found = true;
			tree_each(element, tree_member(json, "tileIds"))
			{
				int64 id;

				if (tree_whole(element, &id))
					rule_add_name(rule, &rule->words[i],
								  (CellName){CELL_NAMED, (uint64) id});
			}
		}
	}
}

/* Finds the definition of this number in a project. */
static const TreeNode *
find_definition(const LdtkProject *project, const char *kind, int64 uid)
{
	tree_each(definition, tree_member(tree_member(project->root, "defs"), kind))
	{
		int64 own;

		if (tree_whole(tree_member(definition, "uid"), &own) && own == uid)
			return definition;
	}
	return &tree_none;
}

/* The uid of the tileset of a layer of tiles. */
static bool
tileset_of(const TreeNode *layer, int64 *uid)
{
	return tree_whole(tree_member(layer, "overrideTilesetUid"), uid) ||
		   tree_whole(tree_member(layer, "__tilesetDefUid"), uid);
}

static void
resolve_names(const LdtkProject *project, const TreeNode *layer, Rule *rule)
{
	StringInfoData known;
	int64 uid;

	if (rule->word_count == 0)
		return;
	initStringInfo(&known);
	if (is_int_grid(layer) && tree_whole(tree_member(layer, "layerDefUid"), &uid))
		resolve_values(project->reading, find_definition(project, "layers", uid), rule,
					   &known);
	else if (!is_int_grid(layer) && tileset_of(layer, &uid))
		resolve_tags(find_definition(project, "tilesets", uid), rule, &known);
	for (int64 i = 0; i < rule->word_count; i++)
		if (!rule->words[i].found)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("LDtk layer %s has no value or tag %s",
							span_quote(text_of(layer, "__identifier")),
							span_quote(rule->words[i].key)),
					 known.len > 0
						 ? errdetail("Its values or tags are %s.", known.data)
						 : errdetail("It has no values or tags that have names.")));
	pfree(known.data);
}

/* ---- tiles ------------------------------------------------------------ */

#define NO_TILE (-1) /* tiles count from 0, values from 1 */

static void
read_values(const TreeNode *array, uint32 cells, int32 *tiles)
{
	uint32 i = 0;

	if (array->count != cells)
		report_ldtk(psprintf("a layer has %u values and %u cells", array->count, cells));
	tree_each(element, array)
	{
		int64 value;

		if (!tree_whole(element, &value) || value < 0 || value > PG_INT32_MAX)
			report_ldtk(
				psprintf("%s is no value of an IntGrid layer", tree_quote(element)));
		tiles[i++] = (int32) value;
	}
}

/* Before LDtk 0.8: only cells that are not empty, whose values count from 0. */
static void
read_old_values(const TreeNode *array, uint32 cells, int32 *tiles)
{
	fr_fill(tiles, 0, (Size) cells * sizeof(int32), &fringe_poll);
	tree_each(json, array)
	{
		int64 cell;
		int64 value;

		if (!tree_is_object(json))
			continue;
		cell = tree_need_int(json, "coordId", "a value of a layer", report_ldtk);
		value = tree_need_int(json, "v", "a value of a layer", report_ldtk);
		if (cell < 0 || cell >= cells || value < NO_TILE || value >= PG_INT32_MAX)
			report_ldtk("a value of a layer is outside its range");
		tiles[cell] = (int32) value + 1;
	}
}

/* Tiles lie above each other in their order. Those of rules may lie outside the level. */
static void
read_grid_tiles(const TreeNode *array, int64 grid, uint32 width, uint32 height,
				int32 *tiles)
{
	for (uint32 i = 0; i < width * height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		tiles[i] = NO_TILE;
	}
	tree_each(json, array)
	{
		int64 tile;
		double at[2];

		if (!tree_is_object(json))
			continue;
		tile = tree_need_int(json, "t", "a tile", report_ldtk);
		if (tile < 0 || !take_pair(json, "px", at))
			report_ldtk("a tile has no number or no position");
		at[0] = floor(at[0] / grid);
		at[1] = floor(at[1] / grid);
		if (at[0] >= 0 && at[0] < width && at[1] >= 0 && at[1] < height)
			tiles[(Size) at[1] * width + (Size) at[0]] = (int32) tile;
	}
}

/* A tile of another size would cover several cells, or a part of one. */
static void
check_tile_size(const LdtkProject *project, const TreeNode *layer, int64 size)
{
	int64 uid;
	int64 pixels;

	if (tileset_of(layer, &uid) &&
		tree_whole(tree_member(find_definition(project, "tilesets", uid), "tileGridSize"),
				   &pixels) &&
		pixels != size)
		ereport(
			ERROR,
			(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
			 errmsg("tiles of LDtk layer %s have another size than its cells",
					span_quote(text_of(layer, "__identifier"))),
			 errdetail("The tiles have %lld pixels per side, the cells %lld.",
					   (long long) pixels, (long long) size),
			 errhint("Read a layer of values, or give the layer a grid of the size of "
					 "its tiles in LDtk.")));
}

static void
read_tiles(const LdtkProject *project, const TreeNode *layer, uint32 width, uint32 height,
		   int32 *tiles)
{
	bool automatic = tree_is(tree_member(layer, "__type"), "AutoLayer");
	const TreeNode *values = tree_member(layer, "intGridCsv");
	const TreeNode *old_values = tree_member(layer, "intGrid");
	const TreeNode *list = tree_member(layer, automatic ? "autoLayerTiles" : "gridTiles");

	if (is_int_grid(layer) && tree_is_array(values))
		read_values(values, width * height, tiles);
	else if (is_int_grid(layer) && tree_is_array(old_values))
		read_old_values(old_values, width * height, tiles);
	else if (!is_int_grid(layer) && tree_is_array(list))
	{
		int64 size = grid_of(layer).size;

		check_tile_size(project, layer, size);
		read_grid_tiles(list, size, width, height, tiles);
	}
	else
		report_ldtk("a layer has no tiles");
}

/* The grid of the layer that gridmap_from_ldtk reads; without one, of another layer. */
static Grid
grid_of_level(const LdtkLevel *level, fr_span name, const TreeNode *otherwise)
{
	int64 number;
	const TreeNode *layer = name.at ? need_layer(level, name, &number)
									: find_layer(layers_of(level), name, &number);

	if (!layer)
		layer = otherwise;
	return layer ? grid_of(layer) : (Grid){1, 0, 0};
}

/* ---- maps --------------------------------------------------------------- */

/* A level that is read. */
typedef struct LdtkSource
{
	LdtkProject project;
	const LdtkLevel *level;
	bool shifted; /* layers lie at their places in this grid */
	Grid grid;
} LdtkSource;

/* The first layer in the file is the uppermost one. */
static void
find_rule(void *source, PlacedLayer *layer)
{
	const LdtkLevel *level = ((LdtkSource *) source)->level;
	int64 number;

	layer->layer = need_layer(level, layer->name, &number);
	layer->place = -number;
	layer->empty = is_int_grid(layer->layer) ? 0 : NO_TILE;
	if (!layer->name.at)
		tell_other_layers(level, layer->layer);
}

static void
resolve_rule(void *source, PlacedLayer *layer)
{
	resolve_names(&((LdtkSource *) source)->project, layer->layer, layer->rule);
}

/* A cell at the edge may lie partly outside the level, so cells of two sizes can make as many columns and rows. */
static void
check_same_size(const TreeNode *layer, const TreeNode *lowest, LayerSize size)
{
	if (tree_need_int(layer, "__cWid", "a layer", report_ldtk) != size.width ||
		tree_need_int(layer, "__cHei", "a layer", report_ldtk) != size.height ||
		grid_of(layer).size != grid_of(lowest).size)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("layers of a rule have different grids"),
						errhint("Make a map of each layer.")));
}

/* Returns the shift of a layer against the grid of the map, in cells. */
static int64
shift_of(const TreeNode *layer, int64 pixels, int64 size)
{
	if (pixels % size != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("LDtk layer %s is shifted by a part of a cell",
						span_quote(text_of(layer, "__identifier"))),
				 errdetail("It is shifted by %lld pixels against the grid of the map, "
						   "whose cells have %lld pixels.",
						   (long long) pixels, (long long) size),
				 errhint("Make a map of only this layer, or shift it by whole cells in "
						 "LDtk.")));
	return pixels / size;
}

static LayerSize
measure(void *source, const PlacedLayer *layers, int64 count)
{
	LdtkSource *ldtk = source;
	LayerSize size = {tree_need_int(layers[0].layer, "__cWid", "a layer", report_ldtk),
					  tree_need_int(layers[0].layer, "__cHei", "a layer", report_ldtk)};

	gridmap_check_size(size.width, size.height);
	for (int64 i = 1; i < count; i++)
		check_same_size(layers[i].layer, layers[0].layer, size);
	ldtk->shifted = count > 1;
	if (ldtk->shifted)
		ldtk->grid = grid_of_level(ldtk->level, (fr_span){NULL, 0}, NULL);
	return size;
}

static void
read_layer(void *source, const PlacedLayer *layer, const LayerSize *size, int32 *tiles)
{
	const LdtkSource *ldtk = source;
	const TreeNode *json = layer->layer;
	Grid grid = ldtk->grid;
	Grid own;

	read_tiles(&ldtk->project, json, size->width, size->height, tiles);
	if (!ldtk->shifted)
		return;
	own = grid_of(json);
	tile_shift(tiles, size->width, size->height, shift_of(json, own.x - grid.x, own.size),
			   shift_of(json, own.y - grid.y, own.size), layer->empty);
}

/* gridmap_from_ldtk(ldtk, rule, level, layer, files) */
FRINGE_FUNCTION(gridmap_from_ldtk)
{
	Jsonb *rule = PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1);
	fr_span level = span_argument(fcinfo, 2);
	fr_span layer = span_argument(fcinfo, 3);
	Jsonb *files = PG_ARGISNULL(4) ? NULL : PG_GETARG_JSONB_P(4);
	MemoryContext outer;
	LdtkSource source = {0};
	RuleLayers rules;
	Reading reading;
	LayerReader reader = {&reading,		&source, find_rule,
						  resolve_rule, measure, read_layer};
	Jsonb *json;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	json = PG_GETARG_JSONB_P(0);
	outer = reading_begin(&reading, "LDtk project");
	rules = rule_layers(&reading, rule, layer, &rule_of_words);
	source.project = open_project(&reading, json, files);
	source.level = find_level(&source.project, level);
	PG_RETURN_POINTER(layers_map(&reader, &rules, outer));
}

/* ==== rows ================================================================ */

static void
set_text(Datum *values, bool *nulls, int column, fr_span text)
{
	nulls[column] = !text.at;
	if (text.at)
		values[column] =
			PointerGetDatum(cstring_to_text_with_len(text.at, (int) text.length));
}

/* {"name": value} of all fields */
static Datum
fields_of(Reading *reading, const TreeNode *object)
{
	JsonbInState state = {0};

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	tree_each(field, tree_member(object, "fieldInstances"))
	{
		JsonbValue key = {.type = jbvString};
		fr_span name = text_of(field, "__identifier");

		if (!tree_is_object(field))
			continue;
		if (!name.at)
			report_ldtk("a field has no \"__identifier\"");
		key.val.string.val = (char *) name.at;
		key.val.string.len = (int) name.length;
		pushJsonbValue(&state, WJB_KEY, &key);
		tree_push(reading, &state, tree_member(field, "__value"));
	}
	pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	return JsonbPGetDatum(JsonbValueToJsonb(state.result));
}

/* An array of texts that grows; their bytes count before the array has them, too. */
typedef struct TextList
{
	Reading *reading;
	Datum *texts;
	int64 count;
	Size bytes;
} TextList;

static void
add_text(TextList *list, fr_span text)
{
	list->bytes += text.length + sizeof(int32);
	reading_check(list->reading, list->bytes + text.length);
	list->texts = reading_grow(list->reading, list->texts, list->count, sizeof(Datum));
	list->texts[list->count++] =
		PointerGetDatum(cstring_to_text_with_len(text.at, (int) text.length));
}

static Datum
text_array(const TextList *list)
{
	Datum array = PointerGetDatum(construct_array(list->texts, (int) list->count, TEXTOID,
												  -1, false, TYPALIGN_INT));

	if (list->texts)
		pfree(list->texts);
	return array;
}

/* ---- levels ----------------------------------------------------------- */

enum
{
	LEVEL_WORLD,
	LEVEL_NAME,
	LEVEL_IID,
	LEVEL_CELL,
	LEVEL_WIDTH,
	LEVEL_HEIGHT,
	LEVEL_DEPTH,
	LEVEL_X,
	LEVEL_Y,
	LEVEL_NEIGHBOURS,
	LEVEL_PROPERTIES,
	LEVEL_COLUMNS
};

/* The levels that have an iid, by these. */
static NameIndex
index_levels(const LdtkProject *project)
{
	NameIndex index = {0};

	for (int64 i = 0; i < project->level_count; i++)
		if (project->levels[i].iid.at)
			names_add(project->reading, &index, project->levels[i].iid,
					  &project->levels[i]);
	names_sort(&index);
	return index;
}

/* The names of levels that touch this one. */
static Datum
neighbours_of(const LdtkProject *project, const NameIndex *index, const TreeNode *level)
{
	TextList names = {.reading = project->reading};

	tree_each(json, tree_member(level, "__neighbours"))
	{
		fr_span iid = text_of(json, "levelIid");
		const LdtkLevel *other = iid.at ? names_find(index, iid) : NULL;

		if (other)
			add_text(&names, other->name);
	}
	return text_array(&names);
}

static void
put_level(ReturnSetInfo *rsinfo, const LdtkProject *project, const NameIndex *index,
		  const LdtkLevel *level, fr_span layer)
{
	Datum values[LEVEL_COLUMNS];
	bool nulls[LEVEL_COLUMNS] = {false};
	Grid grid = grid_of_level(level, layer, NULL);
	int64 x = optional_int(level->json, "worldX");
	int64 y = optional_int(level->json, "worldY");
	int64 width = tree_need_int(level->json, "pxWid", "a level", report_ldtk);
	int64 height = tree_need_int(level->json, "pxHei", "a level", report_ldtk);

	set_text(values, nulls, LEVEL_WORLD, level->world);
	set_text(values, nulls, LEVEL_NAME, level->name);
	set_text(values, nulls, LEVEL_IID, level->iid);
	nulls[LEVEL_CELL] = nulls[LEVEL_X] = nulls[LEVEL_Y] = !level->placed;
	values[LEVEL_CELL] = CellGetDatum(
		tile_cell((double) (x + grid.x) / grid.size, (double) (y + grid.y) / grid.size));
	values[LEVEL_WIDTH] = Int32GetDatum((int32) ((width + grid.size - 1) / grid.size));
	values[LEVEL_HEIGHT] = Int32GetDatum((int32) ((height + grid.size - 1) / grid.size));
	nulls[LEVEL_DEPTH] = tree_member(level->json, "worldDepth")->kind == TREE_NULL;
	values[LEVEL_DEPTH] = Int32GetDatum((int32) optional_int(level->json, "worldDepth"));
	values[LEVEL_X] = Int32GetDatum((int32) x);
	values[LEVEL_Y] = Int32GetDatum((int32) y);
	values[LEVEL_NEIGHBOURS] = neighbours_of(project, index, level->json);
	values[LEVEL_PROPERTIES] = fields_of(project->reading, level->json);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* gridmap_ldtk_levels(ldtk, map_layer, files) */
FRINGE_FUNCTION(gridmap_ldtk_levels)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	fr_span layer = span_argument(fcinfo, 1);
	Jsonb *files = PG_ARGISNULL(2) ? NULL : PG_GETARG_JSONB_P(2);
	MemoryContext outer;
	MemoryContext row;
	LdtkProject project;
	NameIndex index;
	Reading reading;
	Jsonb *json;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	json = PG_GETARG_JSONB_P(0);
	outer = reading_begin(&reading, "LDtk project");
	project = open_project(&reading, json, files);
	index = index_levels(&project);
	row = AllocSetContextCreate(reading.context, "level", ALLOCSET_DEFAULT_SIZES);
	MemoryContextSwitchTo(row);
	for (int64 i = 0; i < project.level_count; i++)
	{
		put_level(rsinfo, &project, &index, &project.levels[i], layer);
		MemoryContextReset(row);
	}
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return (Datum) 0;
}

/* ---- entities --------------------------------------------------------- */

enum
{
	ENTITY_WORLD,
	ENTITY_LEVEL,
	ENTITY_LAYER,
	ENTITY_IID,
	ENTITY_NAME,
	ENTITY_CELL,
	ENTITY_WIDTH,
	ENTITY_HEIGHT,
	ENTITY_X,
	ENTITY_Y,
	ENTITY_TAGS,
	ENTITY_PROPERTIES,
	ENTITY_COLUMNS
};

/* Data that all entities share. */
typedef struct EntityReader
{
	LdtkProject project;
	ReturnSetInfo *rows;
	TreeIndex definitions;
	fr_span map_layer;
	MemoryContext row;
} EntityReader;

static Datum
tags_of(Reading *reading, const TreeNode *entity)
{
	TextList tags = {.reading = reading};

	tree_each(tag, tree_member(entity, "__tags")) if (tree_text(tag).at)
		add_text(&tags, tree_text(tag));
	return text_array(&tags);
}

/*
 * The position of an entity's pivot in its layer, where the pivot is in the entity, from 0 to 1, and
 * its size, in pixels. Before LDtk 0.8, only the definition has the size and the pivot, and the
 * first versions write x and y instead of px.
 */
static void
place_entity(const EntityReader *reader, const TreeNode *entity, double at[2],
			 double pivot[2], double size[2])
{
	int64 uid;
	const TreeNode *definition = tree_whole(tree_member(entity, "defUid"), &uid)
									 ? tree_numbered(&reader->definitions, uid)
									 : entity;

	if (!take_pair(entity, "px", at) &&
		(!tree_decimal(tree_member(entity, "x"), &at[0]) ||
		 !tree_decimal(tree_member(entity, "y"), &at[1])))
		report_ldtk("an entity has no position");
	if (!take_pair(entity, "__pivot", pivot))
	{
		tree_decimal(tree_member(definition, "pivotX"), &pivot[0]);
		tree_decimal(tree_member(definition, "pivotY"), &pivot[1]);
	}
	if (!tree_decimal(tree_member(entity, "width"), &size[0]))
		tree_decimal(tree_member(definition, "width"), &size[0]);
	if (!tree_decimal(tree_member(entity, "height"), &size[1]))
		tree_decimal(tree_member(definition, "height"), &size[1]);
}

/*
 * The coordinate of the cell of a pivot, as LDtk computes it. A pivot at the far edge of an entity
 * belongs to the pixel before it. A pivot less than a cell outside the layer belongs to the first
 * cell.
 */
static double
pivot_place(double at, double pivot, double offset, int64 size)
{
	double place = (at - (pivot == 1)) / (double) size;

	return (place < 0 ? trunc(place) : place) + offset / (double) size;
}

static void
put_entity(EntityReader *reader, const LdtkLevel *level, const TreeNode *layer,
		   const TreeNode *entity, Grid grid)
{
	Reading *reading = reader->project.reading;
	Datum values[ENTITY_COLUMNS];
	bool nulls[ENTITY_COLUMNS] = {false};
	double at[2];
	double offset[2];
	double pivot[2] = {0, 0};
	double size[2] = {0, 0};
	fr_cell cell;
	CellSpan span;

	place_entity(reader, entity, at, pivot, size);
	offset[0] = offset_of(layer, "__pxTotalOffsetX", "pxOffsetX") - grid.x;
	offset[1] = offset_of(layer, "__pxTotalOffsetY", "pxOffsetY") - grid.y;
	cell = tile_cell(pivot_place(at[0], pivot[0], offset[0], grid.size),
					 pivot_place(at[1], pivot[1], offset[1], grid.size));
	at[0] += offset[0] - pivot[0] * size[0];
	at[1] += offset[1] - pivot[1] * size[1];
	span = tile_span(at[0] / grid.size, at[1] / grid.size, (at[0] + size[0]) / grid.size,
					 (at[1] + size[1]) / grid.size);
	set_text(values, nulls, ENTITY_WORLD, level->world);
	set_text(values, nulls, ENTITY_LEVEL, level->name);
	set_text(values, nulls, ENTITY_LAYER, text_of(layer, "__identifier"));
	set_text(values, nulls, ENTITY_IID, text_of(entity, "iid"));
	set_text(values, nulls, ENTITY_NAME, text_of(entity, "__identifier"));
	values[ENTITY_CELL] = CellGetDatum(cell);
	values[ENTITY_WIDTH] = Int32GetDatum(span.width);
	values[ENTITY_HEIGHT] = Int32GetDatum(span.height);
	values[ENTITY_X] = Float8GetDatum(at[0]);
	values[ENTITY_Y] = Float8GetDatum(at[1]);
	values[ENTITY_TAGS] = tags_of(reading, entity);
	values[ENTITY_PROPERTIES] = fields_of(reading, entity);
	tuplestore_putvalues(reader->rows->setResult, reader->rows->setDesc, values, nulls);
}

static void
put_entities(EntityReader *reader, const LdtkLevel *level)
{
	tree_each(layer, layers_of(level))
	{
		const TreeNode *entities = tree_member(layer, "entityInstances");
		Grid grid;

		if (!tree_first(entities))
			continue;
		grid = grid_of_level(level, reader->map_layer, layer);
		tree_each(entity, entities)
		{
			MemoryContext outer;

			if (!tree_is_object(entity))
				continue;
			outer = MemoryContextSwitchTo(reader->row);
			put_entity(reader, level, layer, entity, grid);
			MemoryContextSwitchTo(outer);
			MemoryContextReset(reader->row);
		}
	}
}

/* gridmap_ldtk_entities(ldtk, in_level, map_layer, files) */
FRINGE_FUNCTION(gridmap_ldtk_entities)
{
	EntityReader reader = {.rows = (ReturnSetInfo *) fcinfo->resultinfo};
	fr_span in_level = span_argument(fcinfo, 1);
	Jsonb *files = PG_ARGISNULL(3) ? NULL : PG_GETARG_JSONB_P(3);
	MemoryContext outer;
	Reading reading;
	Jsonb *json;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	json = PG_GETARG_JSONB_P(0);
	reader.map_layer = span_argument(fcinfo, 2);
	outer = reading_begin(&reading, "LDtk project");
	reader.project = open_project(&reading, json, files);
	reader.definitions = tree_index(
		&reading, tree_member(tree_member(reader.project.root, "defs"), "entities"),
		"uid");
	reader.row = AllocSetContextCreate(reading.context, "entity", ALLOCSET_DEFAULT_SIZES);
	if (in_level.at)
		put_entities(&reader, find_level(&reader.project, in_level));
	else
		for (int64 i = 0; i < reader.project.level_count; i++)
			put_entities(&reader, &reader.project.levels[i]);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return (Datum) 0;
}
