/*
 * godot.c - tile maps of Godot
 */
#include "formats/godot.h"

#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/jsonb.h"

/*
 * A scene of Godot is a text of sections:
 *
 *     [ext_resource type="TileSet" path="res://cave.tres" id="1"]
 *     [sub_resource type="TileSet" id="2"]      a tile set in the scene
 *     tile_shape = 0
 *     sources/0 = SubResource("3")
 *     [node name="Walls" type="TileMapLayer" parent="Level"]
 *     tile_map_data = PackedByteArray("AAAAAAAA...")
 *     tile_set = SubResource("2")               or ExtResource("1")
 *
 * The tiles of a layer have one of four forms:
 *
 *     tile_map_data = PackedByteArray("AAAAAAAA...")             4.3 and later, a node per layer
 *     layer_0/tile_data = PackedInt32Array(65537, 0, 0, ...)     4.0 to 4.2, "format = 2"
 *     tile_data = PoolIntArray( 0, 1, 0, ... )                   3, "format = 1"
 *     tile_data = IntArray( 0, 1, ... )                          2, no format
 *
 * Bytes of 4.3 are a version of 16 bits, 0, and 12 bytes per tile: x, y, source, column and row in
 * the atlas, and alternative, 16 bits each, little-endian. Integers of 4.0 are the same numbers,
 * two in each, the first in the low half. Integers of 3 are y and x, the number of the tile with
 * flags, and row and column; 2 has no row and column.
 *
 * Cells may be negative: the map is the smallest rectangle with all tiles. A cell without a tile is
 * NULL. Hexagons and shifted squares are read in offset coordinates (offset_layout.h).
 */

#define TILE_MAP "tile map" /* for errors about memory */
#define TILE_RECORD_BYTES 12
#define TILE_WORDS (TILE_RECORD_BYTES / 2)
#define ALTERNATIVE_BITS                                                                 \
	0x0fff /* of the word that also says, in upper bits, how a tile is turned */
#define GODOT3_BITS 0x1fffffff
#define ERASED 0xffff /* the source of no tile */

typedef struct Tile
{
	int32 x;
	int32 y;
	uint32 source;
	uint16 column;
	uint16 row;
	uint16 alternative;
} Tile;

/* How Godot numbers the cells of a grid that is no grid of squares: its tile_layout. */
typedef enum Arrangement
{
	STACKED,
	STACKED_OFFSET,
	STAIRS_RIGHT,
	STAIRS_DOWN,
	DIAMOND_RIGHT,
	DIAMOND_DOWN
} Arrangement;

/* The grid of a map. */
typedef struct CellGrid
{
	bool offset; /* has offset coordinates; otherwise its cells are squares */
	fr_layout layout;
	Arrangement arrangement;
} CellGrid;

typedef struct GodotMap
{
	Tile *tiles;
	uint32 count;
	int32 left;
	int32 top;
	uint32 width;
	uint32 height;
	CellGrid grid;
	Reading *reading;
} GodotMap;

static void
report_godot(const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
					errmsg("malformed tile map of Godot"), errdetail("%s", detail),
					hint ? errhint("%s", hint) : 0));
}

static void
alloc_tiles(GodotMap *map, Size count)
{
	map->tiles = reading_alloc(map->reading, Max(1, count) * sizeof(Tile));
	map->count = 0;
}

static inline uint16
word_at(const uint8 *bytes, int i)
{
	return (uint16) (bytes[2 * i] | bytes[2 * i + 1] << 8);
}

/* The bytes of 4.3. */
static void
read_tile_bytes(GodotMap *map, const uint8 *bytes, Size size)
{
	if (size == 0)
		report_godot("It has no tiles.", NULL);
	if (size < 2 || word_at(bytes, 0) != 0 || (size - 2) % TILE_RECORD_BYTES != 0)
		report_godot(
			psprintf("Its %zu bytes are not a version, 0, and %d bytes per tile.", size,
					 TILE_RECORD_BYTES),
			"Copy the whole value of tile_map_data.");
	alloc_tiles(map, (size - 2) / TILE_RECORD_BYTES);
	for (const uint8 *at = bytes + 2; at < bytes + size; at += TILE_RECORD_BYTES)
	{
		poll_over(at, at + TILE_RECORD_BYTES);
		if (word_at(at, 2) != ERASED)
			map->tiles[map->count++] = (Tile){
				(int16) word_at(at, 0), (int16) word_at(at, 1),
				word_at(at, 2),			word_at(at, 3),
				word_at(at, 4),			(uint16) (word_at(at, 5) & ALTERNATIVE_BITS)};
	}
}

/* ---- layers ---------------------------------------------------------------- */

/* A layer of tiles: a node, or one of several layers of a node. */
typedef struct TileLayer
{
	const TreeNode *node;
	fr_span name;  /* of the node */
	fr_span path;  /* of the node above, "." for the topmost one */
	fr_span key;   /* layer_1; length 0: the node itself */
	fr_span label; /* of the layer */
	fr_span data;
} TileLayer;

/* The arguments of a call, and the map that it reads. */
typedef struct GodotSource
{
	Reading *reading;
	FileText text;
	bytea *bytes;			  /* not NULL: the tiles, in place of a text */
	const TreeNode *scene;	  /* of that text */
	GodotResources resources; /* of the scene */
	TreeFiles *files;
	const TreeNode *file; /* of these, the one with a tile set that was read last */
	const struct TileSet *file_set;
	bool has_grid; /* the argument `layout` is not NULL */
	CellGrid grid; /* of that argument */
	TileLayer *layers;
	int64 layer_count; /* 0: the text is no scene, but the tiles of a layer */
	GodotMap map;	   /* the tiles that were read last */
	bool ready;		   /* they are those of the only layer */
	int32 left;		   /* of all layers */
	int32 top;
} GodotSource;

/* Is the node below another one than the topmost one? Paths leave out that one. */
static bool
has_parent(const TileLayer *layer)
{
	return layer->path.length > 0 && !fr_span_is(layer->path, ".");
}

/* Is this the path of the node, such as Level/Walls, or (if not whole) its end from some name on? */
static bool
node_is(const TileLayer *layer, fr_span wanted, bool whole)
{
	fr_span path = layer->path;
	fr_span name = layer->name;
	int before = (int) wanted.length - (int) name.length - 1;
	fr_span rest = {wanted.at, before};

	if (name.length == 0)
		return false;
	if (span_equal(name, wanted))
		return !whole || !has_parent(layer);
	if (before <= 0 || wanted.at[before] != '/' ||
		memcmp(wanted.at + before + 1, name.at, name.length) != 0)
		return false;
	return span_equal(path, rest) ||
		   (!whole && path.length > before && path.at[path.length - before - 1] == '/' &&
			memcmp(fr_span_end(path) - before, rest.at, before) == 0);
}

/*
 * Does this name mean the layer: by its node, by its own name, or by both, as in Level/Ground? If whole, it
 * has all names from the topmost node on.
 */
static bool
layer_is(const TileLayer *layer, fr_span wanted, bool whole)
{
	const fr_span names[] = {layer->key, layer->label};

	if (node_is(layer, wanted, whole))
		return true;
	for (int i = 0; i < (int) lengthof(names); i++)
	{
		int before = (int) wanted.length - (int) names[i].length - 1;

		if (names[i].length == 0)
			continue;
		if (!whole && span_equal(names[i], wanted))
			return true;
		if (before > 0 && wanted.at[before] == '/' &&
			memcmp(wanted.at + before + 1, names[i].at, names[i].length) == 0 &&
			node_is(layer, (fr_span){wanted.at, before}, whole))
			return true;
	}
	return false;
}

/* Adds the layers of a node; "layer_1/name" comes before the tiles. */
static void
add_layers(GodotSource *source, const TreeNode *node)
{
	TileLayer layer = {node, godot_head(node, "name"), godot_head(node, "parent")};

	tree_each(line, godot_lines(node))
	{
		fr_span name = tree_key(line);
		const char *slash = memchr(name.at, '/', name.length);
		fr_span key = {name.at, slash ? (int) (slash - name.at) : 0};

		if (!span_equal(key, layer.key))
			layer.label = (fr_span){NULL, 0};
		layer.key = key;
		layer.data = tree_text(line);
		if (span_ends(name, "/name"))
			layer.label = godot_unquoted(layer.data);
		if (!fr_span_is(name, "tile_map_data") && !fr_span_is(name, "tile_data") &&
			!span_ends(name, "/tile_data"))
			continue;
		source->layers = reading_grow(source->reading, source->layers,
									  source->layer_count, sizeof(TileLayer));
		source->layers[source->layer_count++] = layer;
	}
}

static void
append_name(StringInfo path, fr_span name)
{
	if (name.length == 0)
		return;
	if (path->len > 0)
		appendStringInfoChar(path, '/');
	appendBinaryStringInfo(path, name.at, (int) name.length);
}

/* The path of a layer, such as Hall/Ground, or Old/layer_1 if its node has several. */
static char *
layer_path(const TileLayer *layer)
{
	StringInfoData path;

	initStringInfo(&path);
	if (has_parent(layer))
		append_name(&path, layer->path);
	append_name(&path, layer->name);
	append_name(&path, layer->label.length > 0 ? layer->label : layer->key);
	return path.data;
}

/* The layers from a number on, for a message. */
static char *
list_layers(const GodotSource *source, int64 first)
{
	StringInfoData list;
	bool space = true;

	initStringInfo(&list);
	for (int64 i = first; i < source->layer_count && space; i++)
	{
		char *path = layer_path(&source->layers[i]);

		space = list_name(&list, (fr_span){path, strlen(path)});
		pfree(path);
	}
	return list.data;
}

static void
tell_other_layers(const GodotSource *source)
{
	char *read;

	if (source->layer_count < 2)
		return;
	read = layer_path(source->layers);
	tell_left_out("layer", (fr_span){read, strlen(read)}, list_layers(source, 1),
				  LAYER_HINT);
}

/* The layer of a path, or (if not whole) of the end of a path; NULL: there is none. */
static const TileLayer *
find_path(const GodotSource *source, fr_span wanted, bool whole)
{
	const TileLayer *found = NULL;

	for (int64 i = 0; i < source->layer_count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (!layer_is(&source->layers[i], wanted, whole))
			continue;
		if (found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("scene of Godot has several layers %s", span_quote(wanted)),
				 errdetail("Its layers are %s.", list_layers(source, 0)),
				 errhint("Write the nodes before the name, as in 'Level/Walls' or "
						 "'Level/layer_1'; in Godot, give each layer its own name.")));
		found = &source->layers[i];
	}
	return found;
}

/* The layer that has a path or name, or the first one; NULL: there is none. */
static const TileLayer *
find_layer(const GodotSource *source, fr_span wanted)
{
	const TileLayer *found;

	if (!wanted.at)
		return source->layer_count > 0 ? source->layers : NULL;
	found = find_path(source, wanted, true);
	return found ? found : find_path(source, wanted, false);
}

/* ---- tile sets --------------------------------------------------------------- */

/* A tile set: a section of a file, which has the sources of its tiles, too. */
typedef struct TileSet
{
	const GodotResources *resources; /* of the file */
	const TreeNode *section;		 /* null: it is not known */
	fr_span missing;				 /* then: what names a tile set that is not there */
} TileSet;

/* The tile set in a file of its own. Layers of a scene mostly share it, so the last one is kept. */
static const TileSet *
tile_set_of_file(GodotSource *source, const TreeNode *file)
{
	GodotResources *resources;
	TileSet *set;

	if (source->file_set && source->file == file)
		return source->file_set;
	resources = reading_small(source->reading, sizeof(GodotResources));
	*resources = godot_resources(source->reading, file);
	set = reading_small(source->reading, sizeof(TileSet));
	*set = (TileSet){resources, &tree_none};
	tree_each(section, file)
	{
		if (fr_span_is(godot_kind(section), "resource"))
		{
			set->section = section;
			break;
		}
	}
	source->file = file;
	source->file_set = set;
	return set;
}

/* The tile set of the layer's node, which has the shape of its cells. */
static TileSet
find_tile_set(GodotSource *source, const TreeNode *node)
{
	fr_span value = godot_line(node, "tile_set");
	TileSet set = {&source->resources, godot_resource(&source->resources, value, false),
				   value};
	const TreeNode *named;

	if (tree_is_object(set.section))
		return set;
	named = godot_resource(&source->resources, value, true);
	if (!tree_is_object(named))
		return set;
	set = *tile_set_of_file(source, tree_file(source->files, godot_head(named, "path")));
	set.missing = godot_head(named, "path");
	return set;
}

static void
refuse_godot(const char *property, fr_span value, const char *detail, const char *hint)
{
	ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
					errmsg("cannot read a tile map of Godot with %s = %s", property,
						   value.length <= 20 ? pnstrdup(value.at, value.length)
											  : fringe_quote(value.at, value.length)),
					errdetail("%s", detail), hint ? errhint("%s", hint) : 0));
}

/* The value is one of these words, which end in NULL, or there is none. */
static bool
is_one_of(fr_span value, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (fr_span_is(value, words[i]))
			return true;
	return value.length == 0;
}

/* ---- shapes of cells --------------------------------------------------------- */

static const CellGrid squares = {false};

/* The number of a word among these, which end in NULL; the first one if there is none. */
static int
number_of(fr_span value, const char *const *words, const char *property,
		  const char *detail)
{
	int number = value.length > 0 ? fr_span_word(value, words) : 0;

	if (number < 0)
		refuse_godot(property, value, detail, NULL);
	return number;
}

/*
 * The grid of a tile set of Godot 4. Isometric tiles in a diamond layout count along their sides, so
 * they are squares.
 */
static CellGrid
grid_of_set(const TileSet *set)
{
	enum
	{
		SQUARE,
		ISOMETRIC
	};
	static const char *const shapes[] = {"0", "1", "2", "3", NULL};
	static const char *const layouts[] = {"0", "1", "2", "3", "4", "5", NULL};
	static const char *const axes[] = {"0", "1", NULL};
	int shape = number_of(godot_line(set->section, "tile_shape"), shapes, "tile_shape",
						  "Its tiles are of an unknown shape.");
	Arrangement arrangement =
		number_of(godot_line(set->section, "tile_layout"), layouts, "tile_layout",
				  "Its cells have an unknown order.");
	int vertical = number_of(godot_line(set->section, "tile_offset_axis"), axes,
							 "tile_offset_axis", "It is neither 0 nor 1.");
	CellGrid grid = {true, shape == ISOMETRIC ? FR_STAGGERED_Y_ODD : FR_ODD_R,
					 arrangement};

	if (shape == SQUARE || (shape == ISOMETRIC && arrangement >= DIAMOND_RIGHT))
		return squares;
	grid.layout += vertical * (FR_ODD_Q - FR_ODD_R) +
				   (arrangement == STACKED_OFFSET) * (FR_EVEN_R - FR_ODD_R);
	return grid;
}

static void
refuse_proxies(const TileSet *set)
{
	tree_each(line, godot_lines(set->section))
	{
		if (span_begins(tree_key(line), "tile_proxies/") && line->count > 0 &&
			!tree_is(line, "[]"))
			refuse_godot("tile_proxies", tree_text(line),
						 "Proxies replace tiles by other ones.",
						 "In Godot, replace the tiles by their proxies, and save the "
						 "scene again.");
	}
}

/*
 * The grid of a node of Godot 2 and 3, which shifts every other row or column by half a cell. The mode
 * is squares, isometric, or a transform of the node's own. It says where a cell is on the screen, and
 * neighbours stay neighbours.
 */
static CellGrid
grid_of_node(const TileLayer *layer)
{
	static const char *const modes[] = {"0", "1", "2", NULL};
	static const char *const offsets[] = {"2", "0", "1", "3", "4", NULL};
	static const fr_layout layouts[] = {0, FR_ODD_R, FR_ODD_Q, FR_EVEN_R, FR_EVEN_Q};
	int offset = number_of(godot_line(layer->node, "cell_half_offset"), offsets,
						   "cell_half_offset", "It is none of 0 to 4.");

	number_of(godot_line(layer->node, "mode"), modes, "mode", "It is none of 0 to 2.");
	return offset > 0 ? (CellGrid){true, layouts[offset], STACKED} : squares;
}

/* The argument `layout`: NULL, square or a layout. */
static bool
layout_argument(FunctionCallInfo fcinfo, int n, CellGrid *grid)
{
	text *name;

	*grid = squares;
	if (PG_ARGISNULL(n))
		return false;
	name = PG_GETARG_TEXT_PP(n);
	if (fr_span_is((fr_span){VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name)}, "square"))
		return true;
	*grid = (CellGrid){true, fringe_layout_named(name), STACKED};
	return true;
}

static bool
grids_equal(CellGrid a, CellGrid b)
{
	return a.offset == b.offset && a.layout == b.layout && a.arrangement == b.arrangement;
}

/* The column and row of a cell of Godot. Stairs and diamonds go by doubled coordinates. */
static fr_cell
offset_of_cell(CellGrid grid, int32 x, int32 y)
{
	int32 u = 0;
	int32 v = 0;

	switch (grid.arrangement)
	{
		case STACKED:
		case STACKED_OFFSET:
			return (fr_cell){x, y};
		case STAIRS_RIGHT:
			u = 2 * x + y;
			v = y;
			break;
		case STAIRS_DOWN:
			u = x;
			v = 2 * y + x;
			break;
		case DIAMOND_RIGHT:
			u = x + y;
			v = y - x;
			break;
		case DIAMOND_DOWN:
			u = x - y;
			v = x + y;
	}
	return fr_layout_shifts_rows(grid.layout) ? (fr_cell){(u - (v & 1)) / 2, v}
											  : (fr_cell){u, (v - (u & 1)) / 2};
}

/* The reverse. */
static fr_cell
cell_of_offset(CellGrid grid, fr_cell offset)
{
	bool by_rows = fr_layout_shifts_rows(grid.layout);
	int32 u = by_rows ? 2 * offset.x + (offset.y & 1) : offset.x;
	int32 v = by_rows ? offset.y : 2 * offset.y + (offset.x & 1);

	switch (grid.arrangement)
	{
		case STACKED:
		case STACKED_OFFSET:
			break;
		case STAIRS_RIGHT:
			return (fr_cell){(u - v) / 2, v};
		case STAIRS_DOWN:
			return (fr_cell){u, (v - u) / 2};
		case DIAMOND_RIGHT:
			return (fr_cell){(u - v) / 2, (u + v) / 2};
		case DIAMOND_DOWN:
			return (fr_cell){(u + v) / 2, (v - u) / 2};
	}
	return offset;
}

/* ---- properties of tiles ------------------------------------------------------- */

#define DATA_LAYERS                                                                      \
	256 /* layers of custom data in a tile set; rules cannot name later ones */

/* The number at the beginning of a text, up to `stop`; advances behind it. */
static bool
take_number(const char **at, const char *end, char stop, uint32 *number)
{
	const char *begin = *at;

	for (*number = 0; *at < end && isdigit((unsigned char) **at) && *at < begin + 6;
		 ++*at)
		*number = *number * 10 + (**at - '0');
	if (*at == begin || *at == end || **at != stop)
		return false;
	++*at;
	return true;
}

/* The names of the layers of custom data: custom_data_layer_0/name = "solid" */
static void
read_data_names(const TileSet *set, fr_span names[DATA_LAYERS])
{
	static const char key[] = "custom_data_layer_";
	memset(names, 0, DATA_LAYERS * sizeof *names);
	tree_each(line, godot_lines(set->section))
	{
		fr_span name = tree_key(line);
		const char *at = name.at + strlen(key);
		const char *end = fr_span_end(name);
		uint32 number;

		if (span_begins(name, key) && take_number(&at, end, '/', &number) &&
			number < DATA_LAYERS && fr_span_is((fr_span){at, (int) (end - at)}, "name"))
			names[number] = godot_unquoted(tree_text(line));
	}
}

/* Is a tile of this kind named in "physics_layer_0/polygon_0/points"? Then it is "physics_layer_0". */
static fr_span
property_name(fr_span name, const fr_span names[DATA_LAYERS])
{
	static const char data[] = "custom_data_";
	const char *end = fr_span_end(name);
	const char *at = name.at + strlen(data);
	const char *slash = memchr(name.at, '/', name.length);
	uint32 number = 0;

	if (span_begins(name, data))
	{
		for (; at < end && isdigit((unsigned char) *at) && number < DATA_LAYERS; at++)
		{
			poll_at(at);
			number = number * 10 + (*at - '0');
		}
		return at == end && number < DATA_LAYERS ? names[number] : (fr_span){NULL, 0};
	}
	if (span_begins(name, "physics_layer_") && span_ends(name, "/points"))
		return (fr_span){name.at, (int) (slash - name.at)};
	return name;
}

/* The words of a rule that match a property mean its tile. */
static void
add_property(Rule *rule, uint64 tile, fr_span name, fr_span value)
{
	for (int64 i = 0; i < rule->word_count; i++)
	{
		RuleWord *word = &rule->words[i];
		double number;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (span_equal(word->name, name) &&
			rule_word_matches(word,
							  value.length > 0 &&
									  number_parse(value.at, value.length, &number) &&
									  !isnan(number)
								  ? &number
								  : NULL,
							  value))
			rule_add_name(rule, word, (CellName){CELL_PROPERTY, tile});
	}
}

static void
check_words(const Rule *rule)
{
	for (int64 i = 0; i < rule->word_count; i++)
		if (!rule->words[i].found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule matches no tile",
						span_quote(rule->words[i].key)),
				 errdetail("No tile of the tile set has such a property."),
				 errhint(
					 "If the tile set is a file of its own, pass its text in \"files\". A key with \"?\" at its end may match no tile.")));
}

/* Tells a rule the properties of the tiles of a source: COLUMN:ROW/ALTERNATIVE/NAME = VALUE */
static void
read_tile_properties(const TreeNode *lines, uint32 source,
					 const fr_span names[DATA_LAYERS], Rule *rule)
{
	tree_each(line, lines)
	{
		const char *at = tree_key(line).at;
		const char *end = at + tree_key(line).length;
		uint32 column;
		uint32 row;
		uint32 alternative;
		fr_span name;

		if (!take_number(&at, end, ':', &column) || !take_number(&at, end, '/', &row) ||
			!take_number(&at, end, '/', &alternative))
			continue;
		name = property_name((fr_span){at, (int) (end - at)}, names);
		if (name.length > 0)
			add_property(rule, cell_id(source, column, row, alternative), name,
						 godot_unquoted(tree_text(line)));
	}
}

/* Reads the sources of a tile set: sources/0 = SubResource("3") */
static void
read_properties(const TileSet *set, Rule *rule)
{
	static const char key[] = "sources/";
	fr_span names[DATA_LAYERS];

	if (rule->word_count == 0)
		return;
	read_data_names(set, names);
	tree_each(line, godot_lines(set->section))
	{
		fr_span name = tree_key(line);
		const char *end = fr_span_end(name);
		const char *at = name.at + strlen(key);
		uint32 source = 0;

		if (!span_begins(name, key))
			continue;
		for (; at < end && isdigit((unsigned char) *at) && source <= PG_UINT16_MAX; at++)
		{
			poll_at(at);
			source = source * 10 + (*at - '0');
		}
		if (at == end && source <= PG_UINT16_MAX)
			read_tile_properties(
				godot_lines(godot_resource(set->resources, tree_text(line), false)),
				source, names, rule);
	}
}

/* ---- tiles as text --------------------------------------------------------------- */

typedef enum GodotForm
{
	GODOT_2, /* IntArray */
	GODOT_3, /* PoolIntArray */
	GODOT_4, /* PackedInt32Array */
	GODOT_BYTES,
} GodotForm;

typedef struct GodotData
{
	const char *at; /* what is between the parentheses */
	int length;
	GodotForm form;
} GodotData;

/* Takes "PackedByteArray(...)" or the like. */
static bool
take_data(fr_span value, GodotData *data)
{
	static const struct
	{
		const char *begin;
		GodotForm form;
	} forms[] = {{"PackedByteArray(", GODOT_BYTES},
				 {"PoolByteArray(", GODOT_BYTES},
				 {"PackedInt32Array(", GODOT_4},
				 {"PoolIntArray(", GODOT_3},
				 {"IntArray(", GODOT_2}};
	const char *end = fr_span_end(value);
	const char *stop;

	for (int i = 0; i < (int) lengthof(forms); i++)
	{
		if (!span_begins(value, forms[i].begin))
			continue;
		data->form = forms[i].form;
		data->at = value.at + strlen(forms[i].begin);
		stop = memchr(data->at, ')', end - data->at);
		if (!stop)
			report_godot("The text ends within an array.", NULL);
		data->length = (int) (stop - data->at);
		return true;
	}
	return false;
}

/* The property "format" must be that of the array. Godot 3 reads what has no format as Godot 2. */
static void
check_format(const TileLayer *layer, GodotData *data)
{
	static const char *const packed[] = {"2", "3", NULL};
	fr_span format = godot_line(layer->node, "format");

	if (data->form == GODOT_3 && fr_span_is(format, "0"))
		data->form = GODOT_2;
	if (data->form == GODOT_4 && !is_one_of(format, packed))
		refuse_godot("format", format, "Integers of Godot 4.0 to 4.2 have the format 2.",
					 "Open the scene in Godot, and save it again.");
}

/* The integers of an array as text. */
static int64 *
read_integers(Reading *reading, const GodotData *data, Size *count)
{
	const char *at = data->at;
	const char *end = at + data->length;
	int64 *numbers;

	*count = 0;
	for (const char *c = at; c < end; c++)
	{
		poll_at(c);
		*count += *c == ',';
	}
	numbers = reading_alloc(reading, (*count + 1) * sizeof(int64));
	for (*count = 0; at < end;)
	{
		const char *stop = memchr(at, ',', end - at);
		double number;

		if (!stop)
			stop = end;
		poll_over(at, stop + 1);
		if (!number_parse(at, (int) (stop - at), &number) ||
			(isnan(number) && *count > 0) ||
			(!isnan(number) &&
			 (number != rint(number) || number < PG_INT32_MIN || number > PG_UINT32_MAX)))
			report_godot(psprintf("Element %zu of its array is %s, no integer.", *count,
								  fringe_quote(at, stop - at)),
						 NULL);
		if (!isnan(number))
			numbers[(*count)++] = (int64) number;
		at = stop + 1;
	}
	return numbers;
}

static uint16
low_half(int64 number)
{
	return (uint16) number;
}

static uint16
high_half(int64 number)
{
	return (uint16) ((uint32) number >> 16);
}

/* The integers of 4.0 to 4.2, of 3 and of 2. */
static void
read_tile_integers(GodotMap *map, const GodotData *data)
{
	Size count;
	int64 *numbers = read_integers(map->reading, data, &count);
	bool godot4 = data->form == GODOT_4;
	int each = data->form == GODOT_2 ? 2 : 3;

	if (count == 0)
		report_godot("It has no tiles.", NULL);
	if (count % each != 0)
		report_godot(psprintf("Its array has %zu integers, not %s per tile.", count,
							  each == 2 ? "two" : "three"),
					 "Copy the whole value of tile_data.");
	alloc_tiles(map, count / each);
	for (Size i = 0; i < count; i += each)
	{
		const int64 *n = numbers + i;
		Tile tile = {(int16) low_half(n[0]), (int16) high_half(n[0])};

		poll_over(n, n + each);
		tile.source = godot4 ? low_half(n[1]) : (uint32) n[1] & GODOT3_BITS;
		if (each == 3)
		{
			tile.column = godot4 ? high_half(n[1]) : low_half(n[2]);
			tile.row = godot4 ? low_half(n[2]) : high_half(n[2]);
		}
		if (godot4)
			tile.alternative = (uint16) (high_half(n[2]) & ALTERNATIVE_BITS);
		if (tile.source != (godot4 ? ERASED : GODOT3_BITS))
			map->tiles[map->count++] = tile;
	}
	pfree(numbers);
}

/* Bytes in base64, whose lines a program may have broken. */
static void
read_base64(GodotMap *map, const char *at, int length)
{
	Base64 base64 = {at, at + length};
	Size space = (Size) length / 4 * 3 + 3;
	uint8 *bytes;
	Size size;

	bytes = reading_alloc(map->reading, space);
	size = base64_read(&base64, bytes, space);
	if (base64.wrong || base64.cut)
		report_godot("Its bytes are not in base64.",
					 "Copy the whole value of tile_map_data, or pass the scene.");
	read_tile_bytes(map, bytes, size);
	pfree(bytes);
}

/* Base64, in quotes or not, or numbers. */
static void
read_byte_text(GodotMap *map, const char *at, int length)
{
	GodotData data = {at, length};
	Size count;
	int64 *numbers;
	uint8 *bytes;

	if (!memchr(at, ',', length))
	{
		const char *quote = memchr(at, '"', length);
		const char *end = quote ? memchr(quote + 1, '"', at + length - quote - 1) : NULL;

		if (end)
			read_base64(map, quote + 1, (int) (end - quote) - 1);
		else
			read_base64(map, at, length);
		return;
	}
	numbers = read_integers(map->reading, &data, &count);
	bytes = reading_alloc(map->reading, Max(1, count));
	for (Size i = 0; i < count; i++)
	{
		poll_over(numbers + i, numbers + i + 1);
		if (numbers[i] < 0 || numbers[i] > 255)
			report_godot(psprintf("Element %zu of its array is %lld, no byte.", i,
								  (long long) numbers[i]),
						 NULL);
		bytes[i] = (uint8) numbers[i];
	}
	pfree(numbers);
	read_tile_bytes(map, bytes, count);
	pfree(bytes);
}

/* The tiles of a layer. */
static void
read_layer(GodotMap *map, const TileLayer *layer)
{
	GodotData data;

	if (!take_data(layer->data, &data))
		report_godot("Its tiles are no array.", NULL);
	check_format(layer, &data);
	if (data.form == GODOT_BYTES)
		read_byte_text(map, data.at, data.length);
	else
		read_tile_integers(map, &data);
}

/* A text without a scene around it: the value of tile_map_data or tile_data. */
static void
read_value(GodotMap *map, FileText file)
{
	GodotData data;

	if (take_data(godot_trim(file.next, file.end), &data) && data.form != GODOT_BYTES)
	{
		read_tile_integers(map, &data);
		return;
	}
	if (file.next < file.end && *file.next == '[')
		report_godot("The scene has neither tile_map_data nor tile_data.", NULL);
	read_byte_text(map, file.next, (int) (file.end - file.next));
}

static void
report_no_layer(fr_span name)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("scene of Godot has no tile map %s", fringe_quote(name.at, name.length)),
		 errhint(
			 "Pass the name of a node with tile_map_data or tile_data, or of a layer of it.")));
}

/* ---- cells -------------------------------------------------------------- */

static void
measure_tiles(GodotMap *map)
{
	int32 right = PG_INT32_MIN;
	int32 bottom = PG_INT32_MIN;

	map->left = map->top = PG_INT32_MAX;
	for (uint32 i = 0; i < map->count; i++)
	{
		Tile *tile = &map->tiles[i];

		poll_over(tile, tile + 1);
		if (map->grid.offset)
		{
			fr_cell offset = offset_of_cell(map->grid, tile->x, tile->y);

			tile->x = offset.x;
			tile->y = offset.y;
		}
		map->left = Min(map->left, tile->x);
		map->top = Min(map->top, tile->y);
		right = Max(right, tile->x);
		bottom = Max(bottom, tile->y);
	}
	/* the first row or column is even, so that the layout is that of Godot */
	if (map->grid.offset && fr_layout_shifts_rows(map->grid.layout))
		map->top -= map->top & 1;
	else if (map->grid.offset)
		map->left -= map->left & 1;
	gridmap_check_size((int64) right - map->left + 1, (int64) bottom - map->top + 1);
	map->width = right - map->left + 1;
	map->height = bottom - map->top + 1;
}

/* ---- rules ---------------------------------------------------------------- */

/* SOURCE:COLUMN,ROW or SOURCE:COLUMN,ROW:ALTERNATIVE */
static bool
parse_tile(const char *key, CellName *name)
{
	unsigned part[4] = {0};
	int end = 0;
	int rest = 0;

	if (!isdigit((unsigned char) *key) ||
		sscanf(key, "%5u:%5u,%5u%n:%5u%n", &part[0], &part[1], &part[2], &end, &part[3],
			   &rest) < 3 ||
		key[Max(end, rest)] != '\0')
		return false;
	for (int i = 0; i < 4; i++)
		if (part[i] > PG_UINT16_MAX)
			return false;
	*name = (CellName){rest > 0 ? CELL_ALTERNATIVE : CELL_TILE,
					   cell_id(part[0], part[1], part[2], part[3])};
	return true;
}

/* The names of a tile: keys with the alternative come before those without, and words come last. */
static void
add_names(uint64 id, CellValue *value)
{
	value->names[value->count++] = (CellName){CELL_ALTERNATIVE, id};
	value->names[value->count++] = (CellName){CELL_TILE, id & ~(uint64) PG_UINT16_MAX};
	value->names[value->count++] = (CellName){CELL_PROPERTY, id};
}

/* The value of a cell is its tile; without a unit, a value is one alternative of a tile. */
static const char *
tile_text(const CellValue *value)
{
	uint64 id = value->names[0].id;
	unsigned alternative = value->unit ? 0 : id & PG_UINT16_MAX;

	return psprintf("%stile %u:%u,%u",
					alternative ? psprintf("alternative %u of ", alternative) : "",
					(unsigned) (id >> 48), (unsigned) (id >> 32 & 0xffff),
					(unsigned) (id >> 16 & 0xffff));
}

#define GODOT_KEYS                                                                       \
	"Keys are numbers such as 7, ranges such as 0-99 and 0..0.5, tiles of Godot such "   \
	"as 0:3,1, null, and else."

/* Only scenes have words: the names of properties are in tile sets. */
static const RuleFormat rule_of_tiles = {GODOT_KEYS, .parse = parse_tile,
										 .text = tile_text, .names = add_names};
static const RuleFormat rule_of_scene = {GODOT_KEYS, true, .parse = parse_tile,
										 .text = tile_text, .names = add_names};

/* The value of the tile of this number, from 1; 0: none. */
static CellValue
value_of_tile(void *source, int32 number)
{
	const GodotMap *map = &((GodotSource *) source)->map;
	CellValue value = {.number = get_float8_nan()};
	const Tile *tile;

	if (number == 0)
		return value;
	tile = &map->tiles[number - 1];
	value.number = tile->source;
	value.unit = "source";
	if (tile->source <= PG_UINT16_MAX)
		add_names(cell_id(tile->source, tile->column, tile->row, tile->alternative),
				  &value);
	return value;
}

/* ---- scenes ----------------------------------------------------------------- */

/* A layer of the scene that a rule reads. */
typedef struct SceneLayer
{
	TileLayer layer;
	TileSet set;
	CellGrid grid;
} SceneLayer;

/* The grid of a layer: Godot 4 has it in the tile set, Godot 2 and 3 in the node. */
static CellGrid
grid_of_layer(const GodotSource *source, const TileLayer *layer, const TileSet *set)
{
	CellGrid grid = grid_of_node(layer);
	bool known = tree_is_object(set->section);
	GodotData data;
	bool godot3 = take_data(layer->data, &data) && data.form <= GODOT_3;

	refuse_proxies(set);
	if (source->has_grid)
		return source->grid;
	if (godot3 || grid.offset)
		return grid;
	if (set->missing.length > 0 && !known)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the tile set %s is not known", span_quote(set->missing)),
				 errdetail("It has the shape of the cells of the tile map."),
				 errhint("Pass its text: files => jsonb_build_object('cave.tres', text). "
						 "Or pass the layout: layout => 'square'.")));
	return known ? grid_of_set(set) : squares;
}

/* Finds a layer and its grid. Without a name, a text that is no scene has no layer. */
static void
find_rule(void *from, PlacedLayer *layer)
{
	GodotSource *source = from;
	const TileLayer *found = find_layer(source, layer->name);
	SceneLayer *own;

	if (!found && layer->name.at)
		report_no_layer(layer->name);
	if (!found)
		return;
	own = reading_small(source->reading, sizeof(SceneLayer));
	*own = (SceneLayer){*found, find_tile_set(source, found->node)};
	own->grid = grid_of_layer(source, found, &own->set);
	layer->place = found - source->layers;
	layer->layer = own;
}

static void
resolve_rule(void *from, PlacedLayer *layer)
{
	const SceneLayer *own = layer->layer;

	if (own)
		read_properties(&own->set, layer->rule);
	check_words(layer->rule);
}

/* Does a node have properties that move it? */
static bool
is_moved(const TreeNode *node)
{
	static const char *const moves[] = {"position", "rotation",	 "scale",
										"skew",		"transform", NULL};
	tree_each(line, godot_lines(node))
	{
		if (tree_key(line).length > 0 && is_one_of(tree_key(line), moves))
			return true;
	}
	return false;
}

/* Is a node on the path to another one? Its own path is that of the node above it, and its name. */
static bool
is_above(const TreeNode *node, fr_span path)
{
	fr_span above = godot_head(node, "parent");
	fr_span name = godot_head(node, "name");
	int begin = fr_span_is(above, ".") ? 0 : above.length + 1;
	int end = begin + name.length;

	return above.at && name.length > 0 && path.length >= end &&
		   (path.length == end || path.at[end] == '/') &&
		   (begin == 0 || (memcmp(path.at, above.at, above.length) == 0 &&
						   path.at[begin - 1] == '/')) &&
		   memcmp(path.at + begin, name.at, name.length) == 0;
}

static void
report_moved(const SceneLayer *layer)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		 errmsg("layer %s of the scene is moved", span_quote(layer->layer.name)),
		 errdetail("It, or a node above it, has a position, rotation, scale or skew, so "
				   "its cells may not lie on those of the other layers."),
		 errhint("In Godot, set the transforms of the layers back, and save the scene "
				 "again.")));
}

static bool
equal_in_nodes(const SceneLayer *a, const SceneLayer *b, const char *property)
{
	return span_equal(godot_line(a->layer.node, property),
					  godot_line(b->layer.node, property));
}

/* Layers lie on each other if none is moved, and their cells have the same size. */
static void
check_places(const GodotSource *source, const PlacedLayer *layers, int64 count)
{
	static const char *const sizes[] = {"Vector2i(16, 16)", NULL};
	const SceneLayer *a = layers[0].layer;
	const SceneLayer *top = layers[count - 1].layer;
	bool same_path = true;

	for (int64 i = 1; i < count; i++)
	{
		const SceneLayer *b = layers[i].layer;
		fr_span size = godot_line(a->set.section, "tile_size");
		fr_span other = godot_line(b->set.section, "tile_size");

		same_path &= span_equal(a->layer.path, b->layer.path);
		if ((tree_is_object(a->set.section) && tree_is_object(b->set.section) &&
			 !span_equal(size, other) &&
			 !(is_one_of(size, sizes) && is_one_of(other, sizes))) ||
			!equal_in_nodes(a, b, "mode") || !equal_in_nodes(a, b, "cell_size") ||
			!equal_in_nodes(a, b, "cell_custom_transform"))
			ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							errmsg("layers of the scene have cells of different sizes"),
							errhint("Read each layer by itself.")));
		if (!grids_equal(a->grid, b->grid))
			ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
							errmsg("layers of the scene have cells of different shapes"),
							errhint("Read each layer by itself.")));
	}
	if (count == 1 || a->layer.node == top->layer.node)
		return;
	for (int64 i = 0; i < count; i++)
		if (is_moved(((const SceneLayer *) layers[i].layer)->layer.node))
			report_moved(layers[i].layer);
	if (same_path)
		return;
	tree_each(section, source->scene)
	{
		if (!fr_span_is(godot_kind(section), "node") || !is_moved(section))
			continue;
		for (int64 i = 0; i < count; i++)
			if (is_above(section, ((const SceneLayer *) layers[i].layer)->layer.path))
				report_moved(layers[i].layer);
	}
}

/* Reads the tiles of a layer in place of those that were read before. */
static void
read_map(GodotSource *source, const PlacedLayer *layer)
{
	const SceneLayer *own = layer->layer;
	GodotMap *map = &source->map;

	if (map->tiles)
		pfree(map->tiles);
	*map = (GodotMap){.reading = source->reading, .grid = own ? own->grid : source->grid};
	if (own)
		read_layer(map, &own->layer);
	else if (source->bytes)
		read_tile_bytes(map, (const uint8 *) VARDATA_ANY(source->bytes),
						VARSIZE_ANY_EXHDR(source->bytes));
	else
		read_value(map, source->text);
	if (map->count > 0)
		measure_tiles(map);
}

/* The rectangle around the tiles of all layers. Reads them one after the other, to save memory. */
static LayerSize
measure(void *from, const PlacedLayer *layers, int64 count)
{
	GodotSource *source = from;
	GodotMap *map = &source->map;
	int64 right = PG_INT32_MIN;
	int64 bottom = PG_INT32_MIN;

	check_places(source, layers, count);
	source->left = source->top = PG_INT32_MAX;
	for (int64 i = 0; i < count; i++)
	{
		read_map(source, &layers[i]);
		if (map->count == 0)
			continue;
		right = Max(right, (int64) map->left + map->width);
		bottom = Max(bottom, (int64) map->top + map->height);
		source->left = Min(source->left, map->left);
		source->top = Min(source->top, map->top);
	}
	if (right == PG_INT32_MIN)
		report_godot("It has no tiles.", NULL);
	source->ready = count == 1;
	return (LayerSize){right - source->left, bottom - source->top, map->grid.offset,
					   map->grid.layout};
}

/* If a cell has two tiles, the later one counts, as in Godot. */
static void
place_tiles(void *from, const PlacedLayer *layer, const LayerSize *size, int32 *tiles)
{
	GodotSource *source = from;
	const GodotMap *map = &source->map;

	if (!source->ready)
		read_map(source, layer);
	if (!layer->name.at)
		tell_other_layers(source);
	for (uint32 i = 0; i < map->count; i++)
	{
		const Tile *tile = &map->tiles[i];

		poll_over(tile, tile + 1);
		tiles[(Size) (tile->y - source->top) * size->width + (tile->x - source->left)] =
			(int32) i + 1;
	}
}

/* ---- functions ---------------------------------------------------------------- */

static LayerReader
reader_of(GodotSource *source)
{
	return (LayerReader){source->reading, source,	   find_rule,	 resolve_rule,
						 measure,		  place_tiles, value_of_tile};
}

/* Reads the arguments scene, rule, layer, files and, for some functions, layout. */
static MemoryContext
begin_scene(FunctionCallInfo fcinfo, bool layout, Reading *reading, GodotSource *source,
			RuleLayers *rules)
{
	static const FileForm form = {
		tree_of_scene, false,
		"Pass the texts of files: jsonb_build_object('cave.tres', text)."};
	text *scene = PG_GETARG_TEXT_PP(0);
	Jsonb *rule = PG_ARGISNULL(1) ? NULL : PG_GETARG_JSONB_P(1);
	fr_span layer = span_argument(fcinfo, 2);
	Jsonb *files = PG_ARGISNULL(3) ? NULL : PG_GETARG_JSONB_P(3);
	MemoryContext outer = reading_begin(reading, TILE_MAP);

	*source = (GodotSource){.reading = reading, .text = file_text(scene)};
	*rules = rule_layers(reading, rule, layer, &rule_of_scene);
	source->files = tree_files(reading, files, &form);
	source->has_grid = layout && layout_argument(fcinfo, 4, &source->grid);
	source->scene =
		tree_of_scene(reading, source->text.next, source->text.end - source->text.next);
	source->resources = godot_resources(reading, source->scene);
	tree_each(section, source->scene)
	{
		if (godot_kind(section).length == 0 || fr_span_is(godot_kind(section), "node"))
			add_layers(source, section);
	}
	return outer;
}

/* gridmap_from_godot(scene, rule, layer, files, layout) */
FRINGE_FUNCTION(gridmap_from_godot)
{
	MemoryContext outer;
	LayerReader reader;
	RuleLayers rules;
	GodotSource source;
	Reading reading;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	outer = begin_scene(fcinfo, true, &reading, &source, &rules);
	reader = reader_of(&source);
	PG_RETURN_POINTER(layers_map(&reader, &rules, outer));
}

/* gridmap_from_godot(tile_map_data, rule, layout) */
FRINGE_FUNCTION(gridmap_from_godot_bytes)
{
	RuleLayer only = {{NULL, 0}};
	RuleLayers rules = {&only, 1};
	Reading reading;
	GodotSource source = {.reading = &reading};
	LayerReader reader = reader_of(&source);

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	only.rule = rule_argument(fcinfo, 1, &rule_of_tiles);
	layout_argument(fcinfo, 2, &source.grid);
	source.bytes = PG_GETARG_BYTEA_PP(0);
	PG_RETURN_POINTER(layers_map(&reader, &rules, reading_begin(&reading, TILE_MAP)));
}

/* gridmap_godot_origin(scene, rule, layer, files, layout): the cell of Godot that is column 0 of row 0 of the map */
FRINGE_FUNCTION(gridmap_godot_origin)
{
	MemoryContext outer;
	LayerReader reader;
	RuleLayers rules;
	GodotSource source;
	Reading reading;
	fr_cell origin;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	outer = begin_scene(fcinfo, true, &reading, &source, &rules);
	reader = reader_of(&source);
	measure(&source, layers_place(&reader, &rules, false), rules.count);
	origin = cell_of_offset(source.map.grid, (fr_cell){source.left, source.top});
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	PG_RETURN_CELL(origin);
}

/* gridmap_godot_layout(scene, rule, layer, files): NULL for squares */
FRINGE_FUNCTION(gridmap_godot_layout)
{
	MemoryContext outer;
	LayerReader reader;
	RuleLayers rules;
	GodotSource source;
	Reading reading;
	PlacedLayer *layers;
	CellGrid grid = squares;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	outer = begin_scene(fcinfo, false, &reading, &source, &rules);
	reader = reader_of(&source);
	layers = layers_place(&reader, &rules, false);
	check_places(&source, layers, rules.count);
	if (layers->layer)
		grid = ((const SceneLayer *) layers->layer)->grid;
	else
		read_map(&source, layers);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	if (!grid.offset)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(fringe_layout_name(grid.layout));
}
