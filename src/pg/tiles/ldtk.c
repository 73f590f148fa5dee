/*
 * ldtk.c - projects of LDtk: layers of levels as maps, levels and entities as rows
 */
#include "pg/tiles/tiles.h"

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
	const char *world; /* NULL: the project has one world */
	const char *name;
	const char *path; /* with the world */
	const char *iid;
	JsonbContainer *json; /* in the project */
	JsonbContainer
		*layers; /* an array, of a file if levels have files; NULL: it is not there */
	const char *source; /* this file */
	bool placed;		/* its position in the world is known */
} LdtkLevel;

typedef struct LdtkProject
{
	JsonbContainer *root;
	TreeFiles *files;
	LdtkLevel *levels;
	int level_count;
} LdtkProject;

static void
report_ldtk(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed LDtk project: %s", what),
					errhint("Save the project again in LDtk.")));
}

static int64
take_int(JsonbContainer *object, const char *key, const char *what)
{
	int64 number;

	if (!tree_int(object, key, &number) || number < PG_INT32_MIN || number > PG_INT32_MAX)
		report_ldtk(psprintf("%s has no whole number \"%s\"", what, key));
	return number;
}

/* The two numbers of an array [x, y]; false if there is none. */
static bool
take_pair(JsonbContainer *object, const char *key, double pair[2])
{
	JsonbIterator *next = tree_begin(tree_array(object, key));
	JsonbValue x;
	JsonbValue y;

	return tree_next(&next, &x) && tree_next(&next, &y) && tree_decimal(&x, &pair[0]) &&
		   tree_decimal(&y, &pair[1]);
}

/* ---- a project -------------------------------------------------------- */

static void
add_level(LdtkProject *project, JsonbContainer *json, const char *world, bool placed)
{
	LdtkLevel level = {world,
					   tree_text(json, "identifier"),
					   .iid = tree_text(json, "iid"),
					   .json = json,
					   .layers = tree_array(json, "layerInstances"),
					   .source = tree_text(json, "externalRelPath"),
					   .placed = placed};

	if (!level.name)
		report_ldtk("a level has no \"identifier\"");
	level.path = world ? psprintf("%s/%s", world, level.name) : level.name;
	if (!level.layers && level.source)
		level.layers =
			tree_array(tree_file(project->files, level.source), "layerInstances");
	/* a power of two: full */
	if ((project->level_count & (project->level_count - 1)) == 0)
	{
		Size size = Max(1, (Size) project->level_count * 2) * sizeof(LdtkLevel);

		project->levels =
			project->levels ? repalloc_huge(project->levels, size) : palloc(size);
	}
	project->levels[project->level_count++] = level;
}

/* Levels in a row or column have no positions: those in the file are -1. */
static void
add_levels(LdtkProject *project, JsonbContainer *world, const char *name)
{
	JsonbIterator *next = tree_begin(tree_array(world, "levels"));
	char *layout = tree_text(world, "worldLayout");
	bool placed = !layout || strncmp(layout, "Linear", 6) != 0;
	JsonbContainer *level;

	while ((level = tree_next_object(&next)) != NULL)
		add_level(project, level, name, placed);
}

static LdtkProject
open_project(FunctionCallInfo fcinfo, int files)
{
	Jsonb *json = PG_GETARG_JSONB_P(0);
	LdtkProject project = {.root = JB_ROOT_IS_OBJECT(json) ? &json->root : NULL};
	JsonbIterator *next = tree_begin(tree_array(project.root, "worlds"));
	JsonbContainer *world;

	project.files = tree_files(fcinfo, files);
	if (!tree_array(project.root, "levels"))
		ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
						errmsg("malformed LDtk project: it has no array \"levels\""),
						tree_array(project.root, "layers")
							? errhint("gridmap_from_tiled reads maps of Tiled.")
							: errhint("Pass the content of a .ldtk file as jsonb.")));
	add_levels(&project, project.root, NULL);
	while ((world = tree_next_object(&next)) != NULL)
		add_levels(&project, world, tree_text(world, "identifier"));
	return project;
}

/* ---- levels ----------------------------------------------------------- */

#define LISTED_BYTES 1000

static void
list_name(StringInfo list, const char *name)
{
	if (list->len < LISTED_BYTES)
		appendStringInfo(list, "%s%s", list->len > 0 ? ", " : "",
						 fringe_quote(name, strlen(name)));
	else if (list->data[list->len - 1] != '.')
		appendStringInfoString(list, ", ...");
}

static char *
list_levels(const LdtkProject *project)
{
	StringInfoData list;

	initStringInfo(&list);
	for (int i = 0; i < project->level_count; i++)
		list_name(&list, project->levels[i].path);
	return list.data;
}

/* Is this the level's name, its name with its world, or its iid? */
static bool
is_level(const LdtkLevel *level, const char *name)
{
	return tree_path_is(level->path, name, true) ||
		   tree_path_is(level->path, name, false) ||
		   (level->iid && strcmp(level->iid, name) == 0);
}

/* The level of a name, or the first one. */
static const LdtkLevel *
find_level(const LdtkProject *project, const char *name)
{
	const LdtkLevel *found = NULL;

	for (int i = 0; i < project->level_count; i++)
	{
		const LdtkLevel *level = &project->levels[i];

		CHECK_FOR_INTERRUPTS();
		if (!name)
			return level;
		if (!is_level(level, name))
			continue;
		if (found)
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("LDtk project has several levels %s",
							fringe_quote(name, strlen(name))),
					 errdetail("Its levels are %s.", list_levels(project)),
					 errhint("Write the world before the name, or the level's iid.")));
		found = level;
	}
	if (!found && project->level_count == 0)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk project has no level"),
						errhint("Save the project again in LDtk.")));
	if (!found)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("LDtk project has no level %s", fringe_quote(name, strlen(name))),
				 errdetail("Its levels are %s.", list_levels(project))));
	return found;
}

static JsonbContainer *
layers_of(const LdtkLevel *level)
{
	if (!level->layers && level->source)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("level file %s is not among the files",
					fringe_quote(level->source, strlen(level->source))),
			 errhint("Pass it as files => jsonb_build_object(name, text of the file).")));
	if (!level->layers)
		report_ldtk("a level has no array \"layerInstances\"");
	return level->layers;
}

/* ---- layers ----------------------------------------------------------- */

static bool
is_int_grid(JsonbContainer *layer)
{
	return tree_is(layer, "__type", "IntGrid");
}

static bool
has_tiles(JsonbContainer *layer)
{
	return is_int_grid(layer) || tree_is(layer, "__type", "Tiles") ||
		   tree_is(layer, "__type", "AutoLayer");
}

static JsonbContainer *
first_layer(JsonbContainer *layers, bool (*accept)(JsonbContainer *layer), int *number)
{
	JsonbIterator *next = tree_begin(layers);
	JsonbContainer *layer;

	for (*number = 0; (layer = tree_next_object(&next)) != NULL; (*number)++)
		if (accept(layer))
			return layer;
	return NULL;
}

static char *
list_layers(JsonbContainer *layers)
{
	JsonbIterator *next = tree_begin(layers);
	JsonbContainer *layer;
	StringInfoData list;

	initStringInfo(&list);
	while ((layer = tree_next_object(&next)) != NULL)
		if (has_tiles(layer) && tree_text(layer, "__identifier"))
			list_name(&list, tree_text(layer, "__identifier"));
	return list.data;
}

/*
 * The layer of a name and its number, 0 being the uppermost; without a name the first IntGrid layer,
 * or else the first layer of tiles. NULL: there is none.
 */
static JsonbContainer *
find_layer(JsonbContainer *layers, const char *name, int *number)
{
	JsonbIterator *next = tree_begin(layers);
	JsonbContainer *layer;

	if (!name)
	{
		layer = first_layer(layers, is_int_grid, number);
		return layer ? layer : first_layer(layers, has_tiles, number);
	}
	for (*number = 0; (layer = tree_next_object(&next)) != NULL; (*number)++)
		if (has_tiles(layer) && tree_is(layer, "__identifier", name))
			return layer;
	return NULL;
}

static JsonbContainer *
need_layer(const LdtkLevel *level, const char *name, int *number)
{
	JsonbContainer *layers = layers_of(level);
	JsonbContainer *layer = find_layer(layers, name, number);

	if (!layer && name && *list_layers(layers) != '\0')
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk level %s has no layer of tiles %s",
							   fringe_quote(level->path, strlen(level->path)),
							   fringe_quote(name, strlen(name))),
						errdetail("Its layers of tiles are %s.", list_layers(layers))));
	if (!layer)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("LDtk level %s has no layer of tiles",
							   fringe_quote(level->path, strlen(level->path))),
						errhint("Read another level.")));
	return layer;
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
optional_int(JsonbContainer *object, const char *key)
{
	return tree_value(object, key).type == jbvNull
			   ? 0
			   : take_int(object, key, "a layer or level");
}

/* Before LDtk 0.5, a layer has one offset instead of a total. */
static int64
offset_of(JsonbContainer *layer, const char *total, const char *old)
{
	return optional_int(layer,
						tree_value(layer, total).type == jbvNull ? old : total);
}

static Grid
grid_of(JsonbContainer *layer)
{
	Grid grid = {take_int(layer, "__gridSize", "a layer"),
				 offset_of(layer, "__pxTotalOffsetX", "pxOffsetX"),
				 offset_of(layer, "__pxTotalOffsetY", "pxOffsetY")};

	if (grid.size < 1)
		report_ldtk("the size of a grid is not positive");
	return grid;
}

/* The object of an array that has this number. */
static JsonbContainer *
find_numbered(JsonbContainer *array, const char *key, int64 number)
{
	JsonbIterator *next = tree_begin(array);
	JsonbContainer *object;
	int64 found;

	while ((object = tree_next_object(&next)) != NULL)
		if (tree_int(object, key, &found) && found == number)
			return object;
	return NULL;
}

/* ---- names in rules --------------------------------------------------- */

/* Values of an IntGrid layer, by their names and by those of their groups. */
static void
resolve_values(JsonbContainer *definition, TileRule *rule, StringInfo known)
{
	JsonbIterator *next = tree_begin(tree_array(definition, "intGridValues"));
	JsonbContainer *groups = tree_array(definition, "intGridValuesGroups");
	JsonbContainer *json;

	while ((json = tree_next_object(&next)) != NULL)
	{
		int64 value = take_int(json, "value", "a value of a layer");
		char *name = tree_text(json, "identifier");
		int64 group;
		char *group_name =
			tree_int(json, "groupUid", &group)
				? tree_text(find_numbered(groups, "uid", group), "identifier")
				: NULL;

		if (name)
			list_name(known, name);
		for (int i = 0; i < rule->name_count; i++)
			if ((name && strcmp(rule->names[i].key, name) == 0) ||
				(group_name && strcmp(rule->names[i].key, group_name) == 0))
				tile_rule_name(rule, &rule->names[i], value, value);
	}
}

/* Tiles, by the tags that a tileset gives them. */
static void
resolve_tags(JsonbContainer *tileset, TileRule *rule, StringInfo known)
{
	JsonbIterator *next = tree_begin(tree_array(tileset, "enumTags"));
	JsonbContainer *json;

	while ((json = tree_next_object(&next)) != NULL)
	{
		char *name = tree_text(json, "enumValueId");

		if (!name)
			continue;
		list_name(known, name);
		for (int i = 0; i < rule->name_count; i++)
		{
			JsonbIterator *ids;
			JsonbValue element;
			int64 id;

			if (strcmp(rule->names[i].key, name) != 0)
				continue;
			rule->names[i].found = true;
			ids = tree_begin(tree_array(json, "tileIds"));
			while (tree_next(&ids, &element))
				if (tree_whole(&element, &id))
					tile_rule_name(rule, &rule->names[i], id, id);
		}
	}
}

static void
resolve_names(const LdtkProject *project, JsonbContainer *layer, TileRule *rule)
{
	JsonbContainer *definitions = tree_object(project->root, "defs");
	StringInfoData known;
	int64 uid;

	if (rule->name_count == 0)
		return;
	initStringInfo(&known);
	if (is_int_grid(layer) && tree_int(layer, "layerDefUid", &uid))
		resolve_values(find_numbered(tree_array(definitions, "layers"), "uid", uid), rule,
					   &known);
	else if (!is_int_grid(layer) && (tree_int(layer, "overrideTilesetUid", &uid) ||
									 tree_int(layer, "__tilesetDefUid", &uid)))
		resolve_tags(find_numbered(tree_array(definitions, "tilesets"), "uid", uid), rule,
					 &known);
	for (int i = 0; i < rule->name_count; i++)
		if (!rule->names[i].found)
		{
			char *name = tree_text(layer, "__identifier");

			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("LDtk layer %s has no value or tag %s",
							fringe_quote(name ? name : "", name ? strlen(name) : 0),
							fringe_quote(rule->names[i].key, strlen(rule->names[i].key))),
					 known.len > 0
						 ? errdetail("Its values or tags are %s.", known.data)
						 : errdetail("It has no values or tags that have names.")));
		}
}

/* ---- tiles ------------------------------------------------------------ */

#define NO_TILE (-1) /* tiles count from 0, values from 1 */

static void
read_values(JsonbContainer *array, uint32 cells, int32 *tiles)
{
	JsonbIterator *next = tree_begin(array);
	JsonbValue element;

	if (JsonContainerSize(array) != cells)
		report_ldtk(psprintf("a layer has %u values and %u cells",
							 JsonContainerSize(array), cells));
	for (uint32 i = 0; tree_next(&next, &element); i++)
	{
		int64 value;

		if (!tree_whole(&element, &value) || value < 0 || value > PG_INT32_MAX)
			report_ldtk(
				psprintf("%s is no value of an IntGrid layer", tree_quote(&element)));
		tiles[i] = (int32) value;
	}
}

/* Before LDtk 0.8: only cells that are not empty, whose values count from 0. */
static void
read_old_values(JsonbContainer *array, uint32 cells, int32 *tiles)
{
	JsonbIterator *next = tree_begin(array);
	JsonbContainer *json;

	memset(tiles, 0, (Size) cells * sizeof(int32));
	while ((json = tree_next_object(&next)) != NULL)
	{
		int64 cell = take_int(json, "coordId", "a value of a layer");
		int64 value = take_int(json, "v", "a value of a layer");

		if (cell < 0 || cell >= cells || value < NO_TILE || value >= PG_INT32_MAX)
			report_ldtk("a value of a layer is outside its range");
		tiles[cell] = (int32) value + 1;
	}
}

/* Tiles lie above each other in their order. Those of rules may lie outside the level. */
static void
read_grid_tiles(JsonbContainer *array, int64 grid, uint32 width, uint32 height,
				int32 *tiles)
{
	JsonbIterator *next = tree_begin(array);
	JsonbContainer *json;

	for (uint32 i = 0; i < width * height; i++)
		tiles[i] = NO_TILE;
	while ((json = tree_next_object(&next)) != NULL)
	{
		int64 tile = take_int(json, "t", "a tile");
		double at[2];

		if (tile < 0 || !take_pair(json, "px", at))
			report_ldtk("a tile has no number or no position");
		at[0] = floor(at[0] / grid);
		at[1] = floor(at[1] / grid);
		if (at[0] >= 0 && at[0] < width && at[1] >= 0 && at[1] < height)
			tiles[(Size) at[1] * width + (Size) at[0]] = (int32) tile;
	}
}

static void
read_tiles(JsonbContainer *layer, uint32 width, uint32 height, int32 *tiles)
{
	JsonbContainer *values = tree_array(layer, "intGridCsv");
	bool automatic = tree_is(layer, "__type", "AutoLayer");
	JsonbContainer *list = tree_array(layer, automatic ? "autoLayerTiles" : "gridTiles");

	if (is_int_grid(layer) && values)
		read_values(values, width * height, tiles);
	else if (is_int_grid(layer) && tree_array(layer, "intGrid"))
		read_old_values(tree_array(layer, "intGrid"), width * height, tiles);
	else if (!is_int_grid(layer) && list)
		read_grid_tiles(list, grid_of(layer).size, width, height, tiles);
	else
		report_ldtk("a layer has no tiles");
}

/* The grid of the layer that gridmap_from_ldtk reads; without one, of another layer. */
static Grid
grid_of_level(const LdtkLevel *level, const char *name, JsonbContainer *otherwise)
{
	int number;
	JsonbContainer *layer = name ? need_layer(level, name, &number)
								 : find_layer(layers_of(level), NULL, &number);

	if (!layer)
		layer = otherwise;
	return layer ? grid_of(layer) : (Grid){1, 0, 0};
}

/* ---- maps --------------------------------------------------------------- */

typedef struct PlacedLayer
{
	int number;
	JsonbContainer *json;
	TileRule *rule;
} PlacedLayer;

/* The lowest layer first. */
static int
compare_layers(const void *a, const void *b)
{
	return ((const PlacedLayer *) b)->number - ((const PlacedLayer *) a)->number;
}

static PlacedLayer *
place_rules(const LdtkProject *project, const LdtkLevel *level, LayerRules *rules)
{
	PlacedLayer *placed = palloc(Max(1, rules->count) * sizeof(PlacedLayer));

	for (int i = 0; i < rules->count; i++)
	{
		LayerRule *rule = &rules->items[i];

		placed[i].rule = &rule->rule;
		placed[i].json = need_layer(level, rule->layer, &placed[i].number);
		resolve_names(project, placed[i].json, &rule->rule);
		tile_rule_end(&rule->rule);
	}
	qsort(placed, rules->count, sizeof(PlacedLayer), compare_layers);
	return placed;
}

static void
check_same_size(JsonbContainer *layer, int64 width, int64 height)
{
	if (take_int(layer, "__cWid", "a layer") != width ||
		take_int(layer, "__cHei", "a layer") != height)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("layers of a rule have different grids"),
						errhint("Make a map of each layer.")));
}

/* Returns the shift of a layer against the grid of the map, in cells. */
static int64
shift_of(JsonbContainer *layer, int64 pixels, int64 size)
{
	char *name = tree_text(layer, "__identifier");

	if (pixels % size != 0)
		ereport(ERROR,
				(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
				 errmsg("LDtk layer %s is shifted by a part of a cell",
						fringe_quote(name ? name : "", name ? strlen(name) : 0)),
				 errdetail("It is shifted by %lld pixels against the grid of the map, "
						   "whose cells have %lld pixels.",
						   (long long) pixels, (long long) size),
				 errhint("Make a map of only this layer, or shift it by whole cells in "
						 "LDtk.")));
	return pixels / size;
}

/* Moves the tiles of a layer; those that leave the map are lost. */
static void
shift_tiles(int32 *tiles, int64 width, int64 height, int64 right, int64 down, int32 empty)
{
	for (int64 i = 0; i < height && (right != 0 || down != 0); i++)
	{
		int64 y = down > 0 ? height - 1 - i : i; /* from rows that are still in place */
		int32 *row = tiles + y * width;
		bool inside = y - down >= 0 && y - down < height;
		int64 kept = inside ? Max(0, width - (right < 0 ? -right : right)) : 0;
		int64 from = Max(0, -right);
		int64 to = Max(0, right);

		if (kept > 0)
			memmove(row + to, row - down * width + from, kept * sizeof(int32));
		for (int64 x = 0; x < width; x++)
			if (kept == 0 || x < to || x >= to + kept)
				row[x] = empty;
	}
}

/* gridmap_from_ldtk(ldtk, level, layer, rule, files) */
PG_FUNCTION_INFO_V1(gridmap_from_ldtk);
Datum
gridmap_from_ldtk(PG_FUNCTION_ARGS)
{
	LayerRules rules;
	LdtkProject project;
	const LdtkLevel *level;
	PlacedLayer *placed;
	Grid grid = {1, 0, 0};
	int64 width;
	int64 height;
	Size cells;
	int32 *tiles;
	uint8 *codes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rules = tile_rules_read(fcinfo, 3, 2);
	project = open_project(fcinfo, 4);
	level = find_level(&project,
					   PG_ARGISNULL(1) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(1)));
	placed = place_rules(&project, level, &rules);
	width = take_int(placed[0].json, "__cWid", "a layer");
	height = take_int(placed[0].json, "__cHei", "a layer");
	gridmap_check_size(width, height);
	cells = (Size) width * height;
	fringe_limit_memory("LDtk level", cells * (sizeof(int32) + 1));
	tiles = fringe_alloc_huge(cells * sizeof(int32));
	codes = fringe_alloc_huge(cells);
	memset(codes, 0, cells);
	for (int i = 1; i < rules.count; i++)
		check_same_size(placed[i].json, width, height);
	if (rules.count > 1)
		grid = grid_of_level(level, NULL, NULL);
	for (int i = 0; i < rules.count; i++)
	{
		JsonbContainer *layer = placed[i].json;
		int32 empty = is_int_grid(layer) ? 0 : NO_TILE;

		read_tiles(layer, width, height, tiles);
		if (rules.count > 1)
		{
			Grid own = grid_of(layer);

			shift_tiles(tiles, width, height, shift_of(layer, own.x - grid.x, grid.size),
						shift_of(layer, own.y - grid.y, grid.size), empty);
		}
		tile_rule_apply(placed[i].rule, empty, tiles, width, height, codes);
	}
	pfree(tiles);
	PG_RETURN_POINTER(tile_map(&rules, codes, width, height));
}

/* ==== rows ================================================================ */

static void
set_text(Datum *values, bool *nulls, int column, const char *text)
{
	nulls[column] = !text;
	if (text)
		values[column] = CStringGetTextDatum(text);
}

/* {"name": value} of all fields */
static Datum
fields_of(JsonbContainer *object)
{
	JsonbIterator *next = tree_begin(tree_array(object, "fieldInstances"));
	JsonbContainer *field;
	JsonbInState state = {0};

	pushJsonbValue(&state, WJB_BEGIN_OBJECT, NULL);
	while ((field = tree_next_object(&next)) != NULL)
	{
		JsonbValue key = tree_value(field, "__identifier");
		JsonbValue value = tree_value(field, "__value");

		if (key.type != jbvString)
			report_ldtk("a field has no \"__identifier\"");
		pushJsonbValue(&state, WJB_KEY, &key);
		pushJsonbValue(&state, WJB_VALUE, &value);
	}
	pushJsonbValue(&state, WJB_END_OBJECT, NULL);
	return JsonbPGetDatum(JsonbValueToJsonb(state.result));
}

static Datum
text_array(Datum *texts, int count)
{
	return PointerGetDatum(
		construct_array(texts, count, TEXTOID, -1, false, TYPALIGN_INT));
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

static const LdtkLevel *
level_of_iid(const LdtkProject *project, const char *iid)
{
	for (int i = 0; iid && i < project->level_count; i++)
		if (project->levels[i].iid && strcmp(project->levels[i].iid, iid) == 0)
			return &project->levels[i];
	return NULL;
}

/* The names of levels that touch this one. */
static Datum
neighbours_of(const LdtkProject *project, JsonbContainer *level)
{
	JsonbContainer *array = tree_array(level, "__neighbours");
	JsonbIterator *next = tree_begin(array);
	Datum *names = palloc(Max(1, array ? JsonContainerSize(array) : 0) * sizeof(Datum));
	JsonbContainer *json;
	int count = 0;

	while ((json = tree_next_object(&next)) != NULL)
	{
		const LdtkLevel *other = level_of_iid(project, tree_text(json, "levelIid"));

		if (other)
			names[count++] = CStringGetTextDatum(other->name);
	}
	return text_array(names, count);
}

static void
put_level(ReturnSetInfo *rsinfo, const LdtkProject *project, const LdtkLevel *level,
		  const char *layer)
{
	Datum values[LEVEL_COLUMNS];
	bool nulls[LEVEL_COLUMNS] = {false};
	Grid grid = grid_of_level(level, layer, NULL);
	int64 depth;
	int64 x = optional_int(level->json, "worldX");
	int64 y = optional_int(level->json, "worldY");
	int64 width = take_int(level->json, "pxWid", "a level");
	int64 height = take_int(level->json, "pxHei", "a level");

	set_text(values, nulls, LEVEL_WORLD, level->world);
	set_text(values, nulls, LEVEL_NAME, level->name);
	set_text(values, nulls, LEVEL_IID, level->iid);
	nulls[LEVEL_CELL] = nulls[LEVEL_X] = nulls[LEVEL_Y] = !level->placed;
	values[LEVEL_CELL] = CellGetDatum(tile_cell((double) (x + grid.x) / grid.size,
												(double) (y + grid.y) / grid.size));
	values[LEVEL_WIDTH] = Int32GetDatum((int32) ((width + grid.size - 1) / grid.size));
	values[LEVEL_HEIGHT] = Int32GetDatum((int32) ((height + grid.size - 1) / grid.size));
	nulls[LEVEL_DEPTH] = !tree_int(level->json, "worldDepth", &depth);
	values[LEVEL_DEPTH] = Int32GetDatum(nulls[LEVEL_DEPTH] ? 0 : (int32) depth);
	values[LEVEL_X] = Int32GetDatum((int32) x);
	values[LEVEL_Y] = Int32GetDatum((int32) y);
	values[LEVEL_NEIGHBOURS] = neighbours_of(project, level->json);
	values[LEVEL_PROPERTIES] = fields_of(level->json);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

/* gridmap_ldtk_levels(ldtk, map_layer, files) */
PG_FUNCTION_INFO_V1(gridmap_ldtk_levels);
Datum
gridmap_ldtk_levels(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	LdtkProject project;
	char *layer;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	project = open_project(fcinfo, 2);
	layer = PG_ARGISNULL(1) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(1));
	for (int i = 0; i < project.level_count; i++)
		put_level(rsinfo, &project, &project.levels[i], layer);
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

static Datum
tags_of(JsonbContainer *entity)
{
	JsonbContainer *array = tree_array(entity, "__tags");
	JsonbIterator *next = tree_begin(array);
	Datum *tags = palloc(Max(1, array ? JsonContainerSize(array) : 0) * sizeof(Datum));
	JsonbValue tag;
	int count = 0;

	while (tree_next(&next, &tag))
		if (tag.type == jbvString)
			tags[count++] = PointerGetDatum(
				cstring_to_text_with_len(tag.val.string.val, tag.val.string.len));
	return text_array(tags, count);
}

/*
 * The upper left corner of an entity in its layer, and its size, in pixels. px is the position of an
 * entity's pivot. Before LDtk 0.8, only the definition has the size and the pivot, and the first
 * versions write x and y instead of px.
 */
static void
place_entity(const LdtkProject *project, JsonbContainer *entity, double at[2],
			 double size[2])
{
	JsonbContainer *definition = NULL;
	double pivot[2] = {0, 0};
	int64 uid;

	if (tree_int(entity, "defUid", &uid))
		definition = find_numbered(
			tree_array(tree_object(project->root, "defs"), "entities"), "uid", uid);
	if (!take_pair(entity, "px", at) &&
		(!tree_float(entity, "x", &at[0]) || !tree_float(entity, "y", &at[1])))
		report_ldtk("an entity has no position");
	if (!take_pair(entity, "__pivot", pivot))
	{
		tree_float(definition, "pivotX", &pivot[0]);
		tree_float(definition, "pivotY", &pivot[1]);
	}
	if (!tree_float(entity, "width", &size[0]))
		tree_float(definition, "width", &size[0]);
	if (!tree_float(entity, "height", &size[1]))
		tree_float(definition, "height", &size[1]);
	at[0] -= pivot[0] * size[0];
	at[1] -= pivot[1] * size[1];
}

static void
put_entity(ReturnSetInfo *rsinfo, const LdtkProject *project, const LdtkLevel *level,
		   JsonbContainer *layer, JsonbContainer *entity, Grid grid)
{
	Datum values[ENTITY_COLUMNS];
	bool nulls[ENTITY_COLUMNS] = {false};
	double at[2];
	double size[2] = {0, 0};
	CellSpan span;

	place_entity(project, entity, at, size);
	at[0] += offset_of(layer, "__pxTotalOffsetX", "pxOffsetX") - grid.x;
	at[1] += offset_of(layer, "__pxTotalOffsetY", "pxOffsetY") - grid.y;
	span = tile_span(at[0] / grid.size, at[1] / grid.size, (at[0] + size[0]) / grid.size,
					 (at[1] + size[1]) / grid.size);
	set_text(values, nulls, ENTITY_WORLD, level->world);
	set_text(values, nulls, ENTITY_LEVEL, level->name);
	set_text(values, nulls, ENTITY_LAYER, tree_text(layer, "__identifier"));
	set_text(values, nulls, ENTITY_IID, tree_text(entity, "iid"));
	set_text(values, nulls, ENTITY_NAME, tree_text(entity, "__identifier"));
	values[ENTITY_CELL] = CellGetDatum(span.cell);
	values[ENTITY_WIDTH] = Int32GetDatum(span.width);
	values[ENTITY_HEIGHT] = Int32GetDatum(span.height);
	values[ENTITY_X] = Float8GetDatum(at[0]);
	values[ENTITY_Y] = Float8GetDatum(at[1]);
	values[ENTITY_TAGS] = tags_of(entity);
	values[ENTITY_PROPERTIES] = fields_of(entity);
	tuplestore_putvalues(rsinfo->setResult, rsinfo->setDesc, values, nulls);
}

static void
put_entities(ReturnSetInfo *rsinfo, const LdtkProject *project, const LdtkLevel *level,
			 const char *map_layer)
{
	JsonbIterator *next = tree_begin(layers_of(level));
	MemoryContext row =
		AllocSetContextCreate(CurrentMemoryContext, "entity", ALLOCSET_DEFAULT_SIZES);
	JsonbContainer *layer;

	while ((layer = tree_next_object(&next)) != NULL)
	{
		JsonbIterator *entities = tree_begin(tree_array(layer, "entityInstances"));
		JsonbContainer *entity;
		Grid grid;

		while ((entity = tree_next_object(&entities)) != NULL)
		{
			MemoryContext outer = MemoryContextSwitchTo(row);

			grid = grid_of_level(level, map_layer, layer);
			put_entity(rsinfo, project, level, layer, entity, grid);
			MemoryContextSwitchTo(outer);
			MemoryContextReset(row);
		}
	}
	MemoryContextDelete(row);
}

/* gridmap_ldtk_entities(ldtk, in_level, map_layer, files) */
PG_FUNCTION_INFO_V1(gridmap_ldtk_entities);
Datum
gridmap_ldtk_entities(PG_FUNCTION_ARGS)
{
	ReturnSetInfo *rsinfo = (ReturnSetInfo *) fcinfo->resultinfo;
	LdtkProject project;
	char *layer;

	InitMaterializedSRF(fcinfo, 0);
	if (PG_ARGISNULL(0))
		return (Datum) 0;
	project = open_project(fcinfo, 3);
	layer = PG_ARGISNULL(2) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(2));
	if (!PG_ARGISNULL(1))
		put_entities(rsinfo, &project,
					 find_level(&project, text_to_cstring(PG_GETARG_TEXT_PP(1))), layer);
	else
		for (int i = 0; i < project.level_count; i++)
			put_entities(rsinfo, &project, &project.levels[i], layer);
	return (Datum) 0;
}
