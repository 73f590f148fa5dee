/*
 * godot.c - tile maps of Godot
 */
#include "formats/formats.h"

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

#define TILE_RECORD_BYTES 12
#define TILE_WORDS (TILE_RECORD_BYTES / 2)
#define ALTERNATIVE_BITS 0x0fff /* the upper bits say how a tile is turned */
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
	uint32 *places; /* per cell: the place of its tile, from 1; 0: none */
	CellGrid grid;
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
	fringe_limit_memory("tile map", count * sizeof(Tile));
	map->tiles = fringe_alloc_huge(Max(1, count) * sizeof(Tile));
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

/* ---- the text of a scene ------------------------------------------------ */

/* A line: a section [name attributes], or name = value. */
typedef struct Line
{
	const char *begin;
	bool section;
	fr_span name;
	fr_span value;
} Line;

/* A section, and the text of its lines. The first one may have no head: its kind is empty. */
typedef struct Section
{
	fr_span kind;
	fr_span attributes;
	FileText lines;
} Section;

static bool
starts_with(const char *at, const char *end, const char *word)
{
	size_t length = strlen(word);

	return (size_t) (end - at) >= length && memcmp(at, word, length) == 0;
}

static fr_span
span_of(const char *begin, const char *end)
{
	while (begin < end && isspace((unsigned char) *begin))
		poll_at(begin++);
	while (end > begin && isspace((unsigned char) end[-1]))
		poll_at(end--);
	return (fr_span){begin, (int) (end - begin)};
}

static bool
span_ends(fr_span span, const char *word)
{
	int length = (int) strlen(word);

	return span.length >= length &&
		   memcmp(span.at + span.length - length, word, length) == 0;
}

/* The end of a value: a line's end, or in a section's head a blank or "]", outside of quotes and brackets. */
static const char *
value_end(const char *at, const char *end, bool in_head)
{
	int64 depth = 0;
	bool quoted = false;

	for (; at < end; at++)
	{
		poll_at(at);
		if (quoted && *at == '\\' && at + 1 < end)
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (quoted)
			continue;
		else if (*at == '(' || *at == '[' || *at == '{')
			depth++;
		else if ((*at == ')' || *at == ']' || *at == '}') && depth > 0)
			depth--;
		else if (depth == 0 &&
				 (in_head ? *at == ']' || isspace((unsigned char) *at) : *at == '\n'))
			break;
	}
	return at;
}

/* Takes the next line that is a section or has a value. */
static bool
take_line(FileText *scene, Line *line)
{
	while (scene->next < scene->end)
	{
		const char *begin = scene->next;
		const char *stop = memchr(begin, '\n', scene->end - begin);
		const char *end = stop ? stop : scene->end;
		const char *at = begin;

		CHECK_FOR_INTERRUPTS();
		line->begin = begin;
		line->section = *begin == '[';
		if (line->section)
		{
			for (at = ++begin; at < scene->end && *at != ']';)
				at = Max(at + 1, value_end(at, scene->end, true));
			scene->next = at < scene->end ? at + 1 : at;
			line->value = (fr_span){begin, (int) (at - begin)};
			end = value_end(begin, at, true);
			line->name = (fr_span){begin, (int) (end - begin)};
			return true;
		}
		at = memchr(begin, '=', end - begin);
		scene->next = stop ? stop + 1 : scene->end;
		if (!at)
			continue;
		line->name = span_of(begin, at);
		end = value_end(at + 1, scene->end, false);
		line->value = span_of(at + 1, end);
		scene->next = end;
		return true;
	}
	return false;
}

static bool
take_section(FileText *scene, Section *section)
{
	Line line;

	memset(section, 0, sizeof *section);
	if (scene->next == scene->end)
		return false;
	if (*scene->next == '[')
	{
		take_line(scene, &line);
		section->kind = line.name;
		section->attributes = line.value;
	}
	section->lines = (FileText){scene->next, scene->end};
	while (take_line(scene, &line))
		if (line.section)
		{
			section->lines.end = scene->next = line.begin;
			break;
		}
	return true;
}

/* The value of a line; its length is 0 if there is none. */
static fr_span
line_value(FileText lines, const char *name)
{
	Line line;

	while (take_line(&lines, &line))
		if (fr_span_is(line.name, name))
			return line.value;
	return (fr_span){NULL, 0};
}

/* The text between quotes, which may follow & or ^. Any other value stays as it is. */
static fr_span
unquoted(fr_span value)
{
	int begin = value.length > 0 && (*value.at == '&' || *value.at == '^');

	if (value.length - begin >= 2 && value.at[begin] == '"' &&
		value.at[value.length - 1] == '"')
		return (fr_span){value.at + begin + 1, value.length - begin - 2};
	return value;
}

/* An attribute in the head of a section; at is NULL if there is none. */
static fr_span
attribute(const Section *section, const char *name)
{
	const char *at = section->attributes.length > 0 ? section->attributes.at : "";
	const char *end = at + section->attributes.length;

	while (at < end)
	{
		const char *stop = value_end(at, end, true);
		const char *equals = memchr(at, '=', stop - at);

		poll_at(at);
		if (equals && fr_span_is((fr_span){at, (int) (equals - at)}, name))
			return unquoted((fr_span){equals + 1, (int) (stop - equals) - 1});
		at = stop + 1;
	}
	return (fr_span){NULL, 0};
}

/* The identifier in SubResource("2") or ExtResource( 1 ). */
static bool
is_reference(fr_span value, const char *kind, fr_span *id)
{
	const char *end = value.at + value.length;
	const char *open = memchr(value.at, '(', value.length);

	if (!open || end[-1] != ')' || !starts_with(value.at, end, kind))
		return false;
	*id = unquoted(span_of(open + 1, end - 1));
	return true;
}

/* The section of a kind with an identifier. */
static bool
find_resource(FileText file, const char *kind, fr_span id, Section *section)
{
	while (take_section(&file, section))
		if (fr_span_is(section->kind, kind) && span_equal(attribute(section, "id"), id))
			return true;
	return false;
}

/* ---- layers ---------------------------------------------------------------- */

/* A layer of tiles: a node, or one of several layers of a node. */
typedef struct TileLayer
{
	Section node;
	fr_span name;  /* of the node */
	fr_span path;  /* of the node above, "." for the topmost one */
	fr_span key;   /* layer_1; length 0: the node itself */
	fr_span label; /* of the layer */
	fr_span data;
} TileLayer;

/* Does a path such as Level/Walls end in the names that are wanted? */
static bool
path_ends(fr_span path, fr_span name, fr_span wanted)
{
	int before = (int) wanted.length - (int) name.length - 1;
	fr_span rest = {wanted.at, before};

	if (name.length == 0)
		return false;
	if (span_equal(name, wanted))
		return true;
	if (before <= 0 || wanted.at[before] != '/' ||
		memcmp(wanted.at + before + 1, name.at, name.length) != 0)
		return false;
	return span_equal(path, rest) ||
		   (path.length > before && path.at[path.length - before - 1] == '/' &&
			memcmp(path.at + path.length - before, rest.at, before) == 0);
}

/* Is this name that of the node, of the layer, or both, as in Level/Ground? */
static bool
layer_is(const TileLayer *layer, fr_span wanted)
{
	const fr_span names[] = {layer->key, layer->label};

	if (path_ends(layer->path, layer->name, wanted))
		return true;
	for (int i = 0; i < (int) lengthof(names); i++)
	{
		int before = (int) wanted.length - (int) names[i].length - 1;

		if (names[i].length == 0)
			continue;
		if (span_equal(names[i], wanted))
			return true;
		if (before > 0 && wanted.at[before] == '/' &&
			memcmp(wanted.at + before + 1, names[i].at, names[i].length) == 0 &&
			path_ends(layer->path, layer->name, (fr_span){wanted.at, before}))
			return true;
	}
	return false;
}

/* Takes a line of a node; true if it has the tiles of a layer. */
static bool
take_layer_line(const Line *line, TileLayer *layer)
{
	const char *slash = memchr(line->name.at, '/', line->name.length);
	fr_span key = {line->name.at, slash ? (int) (slash - line->name.at) : 0};

	/* "layer_1/name" comes before the tiles */
	if (!span_equal(key, layer->key))
		layer->label = (fr_span){NULL, 0};
	layer->key = key;
	if (span_ends(line->name, "/name"))
		layer->label = unquoted(line->value);
	layer->data = line->value;
	return fr_span_is(line->name, "tile_map_data") ||
		   fr_span_is(line->name, "tile_data") || span_ends(line->name, "/tile_data");
}

/* Takes the next layer of a scene. `lines` are those that its node has left. */
static bool
take_layer(FileText *scene, FileText *lines, TileLayer *layer)
{
	Line line;

	while (true)
	{
		while (take_line(lines, &line))
			if (take_layer_line(&line, layer))
				return true;
		if (!take_section(scene, &layer->node))
			return false;
		if (layer->node.kind.length > 0 && !fr_span_is(layer->node.kind, "node"))
			continue;
		layer->name = attribute(&layer->node, "name");
		layer->path = attribute(&layer->node, "parent");
		layer->key = layer->label = (fr_span){NULL, 0};
		*lines = layer->node.lines;
	}
}

/* Finds the layer of this name, or the first one. */
static bool
find_layer(FileText scene, fr_span wanted, TileLayer *layer)
{
	FileText lines = {0};

	memset(layer, 0, sizeof *layer);
	while (take_layer(&scene, &lines, layer))
		if (wanted.at == NULL || layer_is(layer, wanted))
			return true;
	return false;
}

/* The name of a layer, such as Ground, or Level/layer_1 if its node has several. */
static fr_span
layer_name(const TileLayer *layer)
{
	fr_span own = layer->label.length > 0 ? layer->label : layer->key;
	char *name;

	if (own.length == 0)
		return layer->name;
	name = psprintf("%.*s/%.*s", (int) layer->name.length, layer->name.at,
					(int) own.length, own.at);
	return (fr_span){name, strlen(name)};
}

static void
tell_other_layers(FileText scene)
{
	TileLayer layer = {0};
	FileText lines = {0};
	fr_span read = {NULL, 0};
	StringInfoData others;
	bool more = false;

	initStringInfo(&others);
	for (; take_layer(&scene, &lines, &layer); more = true)
		if (!more)
			read = layer_name(&layer);
		else if (others.len < LISTED_BYTES + 5)
			list_name(&others, layer_name(&layer));
	if (others.len > 0)
		tell_left_out("layer", read, others.data, LAYER_HINT);
	pfree(others.data);
}

/* ---- tile sets --------------------------------------------------------------- */

typedef struct TileSet
{
	FileText file; /* with the sources of its tiles */
	FileText lines;
	bool known;
	fr_span missing; /* what names a tile set that is not there */
} TileSet;

/* The text of a file that a path such as res://maps/cave.tres names, by the longest end of it. */
static bool
find_file(Jsonb *files, fr_span path, FileText *file)
{
	JsonbIterator *next = JsonbIteratorInit(&files->root);
	JsonbValue key;
	JsonbValue value;
	int longest = -1;

	JsonbIteratorNext(&next, &key, true);
	while (JsonbIteratorNext(&next, &key, true) == WJB_KEY)
	{
		int length = key.val.string.len;

		CHECK_FOR_INTERRUPTS();
		JsonbIteratorNext(&next, &value, true);
		if (length > longest && length <= path.length &&
			memcmp(path.at + path.length - length, key.val.string.val, length) == 0 &&
			(length == path.length || path.at[path.length - length - 1] == '/'))
		{
			if (value.type != jbvString)
				ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
								errmsg("file %s is no text",
									   fringe_quote(key.val.string.val, length)),
								errhint("Pass the texts of files: "
										"jsonb_build_object('cave.tres', text).")));
			longest = length;
			*file = file_text_of(value.val.string.val, value.val.string.len);
		}
	}
	return longest >= 0;
}

static Jsonb *
files_argument(FunctionCallInfo fcinfo, int n)
{
	Jsonb *files = PG_ARGISNULL(n) ? NULL : PG_GETARG_JSONB_P(n);

	if (files && !JB_ROOT_IS_OBJECT(files))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("files must be a JSON object"),
						errhint("Pass the texts of files: "
								"jsonb_build_object('cave.tres', text).")));
	return files;
}

/* The tile set of the layer's node, which has the shape of its cells. */
static TileSet
find_tile_set(FileText scene, const TileLayer *layer, Jsonb *files)
{
	TileSet set = {scene};
	fr_span value = line_value(layer->node.lines, "tile_set");
	fr_span id;
	fr_span path;
	Section section;

	if (value.length == 0)
		return set;
	if (is_reference(value, "SubResource", &id) &&
		find_resource(scene, "sub_resource", id, &section))
		return (TileSet){scene, section.lines, true};
	set.missing = value;
	if (!is_reference(value, "ExtResource", &id) ||
		!find_resource(scene, "ext_resource", id, &section))
		return set;
	path = attribute(&section, "path");
	set.missing = path;
	if (files && path.length > 0 && find_file(files, path, &set.file))
		for (FileText rest = set.file; take_section(&rest, &section);)
			if (fr_span_is(section.kind, "resource"))
				return (TileSet){set.file, section.lines, true};
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
	int shape = number_of(line_value(set->lines, "tile_shape"), shapes, "tile_shape",
						  "Its tiles are of an unknown shape.");
	Arrangement arrangement =
		number_of(line_value(set->lines, "tile_layout"), layouts, "tile_layout",
				  "Its cells have an unknown order.");
	int vertical = number_of(line_value(set->lines, "tile_offset_axis"), axes,
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
	FileText lines = set->lines;
	Line line;

	while (take_line(&lines, &line))
		if (starts_with(line.name.at, line.name.at + line.name.length, "tile_proxies/") &&
			line.value.length > 0 && !fr_span_is(line.value, "[]"))
			refuse_godot("tile_proxies", line.value,
						 "Proxies replace tiles by other ones.",
						 "In Godot, replace the tiles by their proxies, and save the "
						 "scene again.");
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
	int offset = number_of(line_value(layer->node.lines, "cell_half_offset"), offsets,
						   "cell_half_offset", "It is none of 0 to 4.");

	number_of(line_value(layer->node.lines, "mode"), modes, "mode",
			  "It is none of 0 to 2.");
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

#define DATA_LAYERS 256 /* of custom data that a rule can name */

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
	FileText lines = set->lines;
	Line line;

	memset(names, 0, DATA_LAYERS * sizeof *names);
	while (take_line(&lines, &line))
	{
		const char *at = line.name.at + strlen(key);
		const char *end = line.name.at + line.name.length;
		uint32 number;

		if (starts_with(line.name.at, end, key) && take_number(&at, end, '/', &number) &&
			number < DATA_LAYERS && fr_span_is((fr_span){at, (int) (end - at)}, "name"))
			names[number] = unquoted(line.value);
	}
}

/* Is a tile of this kind named in "physics_layer_0/polygon_0/points"? Then it is "physics_layer_0". */
static fr_span
property_name(fr_span name, const fr_span names[DATA_LAYERS])
{
	static const char data[] = "custom_data_";
	const char *end = name.at + name.length;
	const char *at = name.at + strlen(data);
	const char *slash = memchr(name.at, '/', name.length);
	uint32 number = 0;

	if (starts_with(name.at, end, data))
	{
		for (; at < end && isdigit((unsigned char) *at) && number < DATA_LAYERS; at++)
		{
			poll_at(at);
			number = number * 10 + (*at - '0');
		}
		return at == end && number < DATA_LAYERS ? names[number] : (fr_span){NULL, 0};
	}
	if (starts_with(name.at, end, "physics_layer_") && span_ends(name, "/points"))
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
end_rule(Rule *rule)
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
	rule_end(rule);
}

/* Tells a rule the properties of the tiles of a source: COLUMN:ROW/ALTERNATIVE/NAME = VALUE */
static void
read_tile_properties(FileText lines, uint32 source, const fr_span names[DATA_LAYERS],
					 Rule *rule)
{
	Line line;

	while (take_line(&lines, &line))
	{
		const char *at = line.name.at;
		const char *end = at + line.name.length;
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
						 unquoted(line.value));
	}
}

/* Reads the sources of a tile set: sources/0 = SubResource("3") */
static void
read_properties(const TileSet *set, Rule *rule)
{
	static const char key[] = "sources/";
	FileText lines = set->lines;
	fr_span names[DATA_LAYERS];
	Line line;

	if (rule->word_count == 0)
		return;
	read_data_names(set, names);
	while (take_line(&lines, &line))
	{
		const char *end = line.name.at + line.name.length;
		const char *at = line.name.at + strlen(key);
		uint32 source = 0;
		fr_span id;
		Section section;

		if (!starts_with(line.name.at, end, key))
			continue;
		for (; at < end && isdigit((unsigned char) *at) && source <= PG_UINT16_MAX; at++)
		{
			poll_at(at);
			source = source * 10 + (*at - '0');
		}
		if (at == end && source <= PG_UINT16_MAX &&
			is_reference(line.value, "SubResource", &id) &&
			find_resource(set->file, "sub_resource", id, &section))
			read_tile_properties(section.lines, source, names, rule);
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
	const char *end = value.at + value.length;
	const char *stop;

	for (int i = 0; i < (int) lengthof(forms); i++)
	{
		if (!starts_with(value.at, end, forms[i].begin))
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
	fr_span format = line_value(layer->node.lines, "format");

	if (data->form == GODOT_3 && fr_span_is(format, "0"))
		data->form = GODOT_2;
	if (data->form == GODOT_4 && !is_one_of(format, packed))
		refuse_godot("format", format, "Integers of Godot 4.0 to 4.2 have the format 2.",
					 "Open the scene in Godot, and save it again.");
}

/* The integers of an array as text. */
static int64 *
read_integers(const GodotData *data, Size *count)
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
	fringe_limit_memory("tile map", (*count + 1) * sizeof(int64));
	numbers = fringe_alloc_huge((*count + 1) * sizeof(int64));
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
	int64 *numbers = read_integers(data, &count);
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

	fringe_limit_memory("tile map", space);
	bytes = fringe_alloc_huge(space);
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
	numbers = read_integers(&data, &count);
	bytes = fringe_alloc_huge(Max(1, count));
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

	if (take_data(span_of(file.next, file.end), &data) && data.form != GODOT_BYTES)
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
	if (map->count == 0)
		report_godot("It has no tiles.", NULL);
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

/* If a cell has two tiles, the later one counts, as in Godot. */
static void
place_tiles(GodotMap *map)
{
	Size cells = (Size) map->width * map->height;
	Size size = cells * sizeof(uint32);

	/* a code per cell, too */
	fringe_limit_memory("tile map", size + cells + map->count * sizeof(Tile));
	map->places = fringe_alloc_huge(size);
	memset(map->places, 0, size);
	for (uint32 i = 0; i < map->count; i++)
	{
		const Tile *tile = &map->tiles[i];

		poll_over(tile, tile + 1);
		map->places[(Size) (tile->y - map->top) * map->width + (tile->x - map->left)] =
			i + 1;
	}
}

static void
next_tile(void *source, fr_cell cell, CellValue *value)
{
	const GodotMap *map = source;
	uint32 place = map->places[(Size) cell.y * map->width + cell.x];
	const Tile *tile = &map->tiles[place - 1];
	uint64 id;

	if (place == 0)
		return;
	value->number = tile->source;
	value->unit = "source";
	if (tile->source > PG_UINT16_MAX)
		return;
	id = cell_id(tile->source, tile->column, tile->row, tile->alternative);
	value->names[value->count++] = (CellName){CELL_ALTERNATIVE, id};
	value->names[value->count++] = (CellName){CELL_TILE, id & ~(uint64) PG_UINT16_MAX};
	value->names[value->count++] = (CellName){CELL_PROPERTY, id};
}

static void
free_tiles(GodotMap *map)
{
	pfree(map->tiles);
	if (map->places)
		pfree(map->places);
	*map = (GodotMap){0};
}

/* ---- scenes ----------------------------------------------------------------- */

/* A layer of the scene that a rule reads. */
typedef struct SceneLayer
{
	TileLayer layer;
	TileSet set;
	CellGrid grid;
	Rule *rule;
} SceneLayer;

/* What the caller adds to the text of a scene. */
typedef struct SceneHelp
{
	Jsonb *files;  /* NULL: none */
	bool has_grid; /* the argument `layout` is not NULL */
	CellGrid grid; /* of that argument */
} SceneHelp;

static SceneHelp
help_arguments(FunctionCallInfo fcinfo, int files, int layout)
{
	SceneHelp help = {files_argument(fcinfo, files)};

	help.has_grid = layout_argument(fcinfo, layout, &help.grid);
	return help;
}

/* The grid of a layer: Godot 4 has it in the tile set, Godot 2 and 3 in the node. */
static CellGrid
grid_of_layer(const SceneLayer *layer, const SceneHelp *help)
{
	CellGrid grid = grid_of_node(&layer->layer);
	GodotData data;
	bool godot3 = take_data(layer->layer.data, &data) && data.form <= GODOT_3;

	if (layer->set.known)
		refuse_proxies(&layer->set);
	if (help->has_grid)
		return help->grid;
	if (godot3 || grid.offset)
		return grid;
	if (layer->set.missing.length > 0 && !layer->set.known)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("the tile set %s is not known", span_quote(layer->set.missing)),
				 errdetail("It has the shape of the cells of the tile map."),
				 errhint("Pass its text: files => jsonb_build_object('cave.tres', text). "
						 "Or pass the layout: layout => 'square'.")));
	return layer->set.known ? grid_of_set(&layer->set) : squares;
}

/* Finds a layer and its grid. False: the text is no scene. */
static bool
open_layer(FileText scene, fr_span name, const SceneHelp *help, SceneLayer *found)
{
	if (!find_layer(scene, name, &found->layer))
	{
		if (name.at)
			report_no_layer(name);
		return false;
	}
	found->set = find_tile_set(scene, &found->layer, help->files);
	found->grid = grid_of_layer(found, help);
	return true;
}

static int
compare_layers(const void *a, const void *b, void *arg)
{
	const char *x = ((const SceneLayer *) a)->layer.data.at;
	const char *y = ((const SceneLayer *) b)->layer.data.at;

	return x < y ? -1 : x > y;
}

/* Does a node have properties that move it? */
static bool
is_moved(const Section *node)
{
	static const char *const moves[] = {"position", "rotation",	 "scale",
										"skew",		"transform", NULL};
	FileText lines = node->lines;
	Line line;

	while (take_line(&lines, &line))
		if (is_one_of(line.name, moves) && line.name.length > 0)
			return true;
	return false;
}

/* Is a node on the path to another one? Its own path is that of the node above it, and its name. */
static bool
is_above(const Section *node, fr_span path)
{
	fr_span above = attribute(node, "parent");
	fr_span name = attribute(node, "name");
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
	fr_span name = layer->layer.name;

	ereport(
		ERROR,
		(errcode(ERRCODE_FEATURE_NOT_SUPPORTED),
		 errmsg("layer %s of the scene is moved", fringe_quote(name.at, name.length)),
		 errdetail("It, or a node above it, has a position, rotation, scale or skew, so "
				   "its cells may not lie on those of the other layers."),
		 errhint("In Godot, set the transforms of the layers back, and save the scene "
				 "again.")));
}

static bool
equal_in_nodes(const SceneLayer *a, const SceneLayer *b, const char *property)
{
	return span_equal(line_value(a->layer.node.lines, property),
					  line_value(b->layer.node.lines, property));
}

/* Layers lie on each other if none is moved, and their cells have the same size. */
static void
check_places(FileText scene, const SceneLayer *layers, int count)
{
	static const char *const sizes[] = {"Vector2i(16, 16)", NULL};
	bool same_path = true;

	for (int i = 1; i < count; i++)
	{
		const SceneLayer *a = &layers[0];
		const SceneLayer *b = &layers[i];
		fr_span size = line_value(a->set.lines, "tile_size");
		fr_span other = line_value(b->set.lines, "tile_size");

		same_path &= span_equal(a->layer.path, b->layer.path);
		if ((a->set.known && b->set.known && !span_equal(size, other) &&
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
	for (int i = 0; i < count; i++)
	{
		const SceneLayer *layer = &layers[i];
		FileText rest = scene;
		Section section;

		if (count == 1 ||
			(layer->layer.node.lines.next == layers[0].layer.node.lines.next &&
			 layers[count - 1].layer.node.lines.next == layers[0].layer.node.lines.next))
			return;
		if (is_moved(&layer->layer.node))
			report_moved(layer);
		while (!same_path && take_section(&rest, &section))
			if (fr_span_is(section.kind, "node") &&
				is_above(&section, layer->layer.path) && is_moved(&section))
				report_moved(layer);
	}
}

/* Finds the layers of a rule of layers; the upper ones come later, as in the scene. */
static SceneLayer *
open_layers(FileText scene, const RuleLayers *layers, const SceneHelp *help)
{
	Size size = layers->count * sizeof(SceneLayer);
	SceneLayer *found;

	fringe_limit_memory("tile map", size);
	found = fringe_alloc_huge(size);
	for (int i = 0; i < layers->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		found[i].rule = &layers->items[i].rule;
		open_layer(scene, layers->items[i].name, help, &found[i]);
	}
	qsort_interruptible(found, layers->count, sizeof *found, compare_layers, NULL);
	for (int i = 1; i < layers->count; i++)
		if (found[i].layer.data.at == found[i - 1].layer.data.at)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("rule of layers names a layer twice"),
							errdetail("The layer is of the node %s.",
									  fringe_quote(found[i].layer.name.at,
												   found[i].layer.name.length))));
	check_places(scene, found, layers->count);
	return found;
}

/* The rectangle around the tiles of all layers. Reads them one after the other, to save memory. */
static GodotMap
measure_layers(const SceneLayer *layers, int count)
{
	GodotMap all = {.left = PG_INT32_MAX, .top = PG_INT32_MAX, .grid = layers[0].grid};
	int64 right = PG_INT32_MIN;
	int64 bottom = PG_INT32_MIN;

	for (int i = 0; i < count; i++)
	{
		GodotMap map = {.grid = all.grid};

		read_layer(&map, &layers[i].layer);
		if (map.count > 0)
		{
			measure_tiles(&map);
			right = Max(right, (int64) map.left + map.width);
			bottom = Max(bottom, (int64) map.top + map.height);
			all.left = Min(all.left, map.left);
			all.top = Min(all.top, map.top);
		}
		free_tiles(&map);
	}
	if (right == PG_INT32_MIN)
		report_godot("It has no tiles.", NULL);
	gridmap_check_size(right - all.left, bottom - all.top);
	all.width = (uint32) (right - all.left);
	all.height = (uint32) (bottom - all.top);
	return all;
}

/* Lays a layer over the codes of those below. Cells without a tile show them, unless the rule has "null". */
static void
lay_tiles(GodotMap *map, const Rule *rule, uint8 *codes)
{
	for (uint32 i = 0; i < map->width * map->height; i++)
	{
		fr_cell cell = {(int32) (i % map->width), (int32) (i / map->width)};
		CellValue value = {.number = get_float8_nan()};
		uint8 code;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (map->places[i] == 0 && rule->null_code < 0)
			continue;
		next_tile(map, cell, &value);
		code = rule_code(rule, &value, cell);
		if (code != RULE_BELOW)
			codes[i] = code;
	}
}

static Gridmap *
map_of_codes(const GodotMap *map, const uint8 *codes)
{
	fr_offset_map grid;

	if (!map->grid.offset)
		return gridmap_from_codes(codes, map->width, map->height);
	grid = fr_offset_map_of(map->grid.layout, map->width, map->height);
	gridmap_check_size(grid.width, grid.height);
	fringe_limit_memory("tile map", (Size) grid.width * grid.height);
	return gridmap_from_layout(codes, map->width, map->height, map->grid.layout);
}

/* A map by one rule. */
static Gridmap *
map_of_tiles(GodotMap *map, Rule *rule)
{
	place_tiles(map);
	return map_of_codes(map, rule_codes(rule, map->width, map->height, next_tile, map));
}

static Gridmap *
map_of_layers(FileText scene, const RuleLayers *rules, const SceneHelp *help)
{
	SceneLayer *layers = open_layers(scene, rules, help);
	GodotMap all = measure_layers(layers, rules->count);
	Size cells = (Size) all.width * all.height;
	uint8 *codes;

	fringe_limit_memory("tile map", cells);
	codes = fringe_alloc_huge(cells);
	memset(codes, 0, cells);
	for (int i = 0; i < rules->count; i++)
	{
		GodotMap map = {.grid = all.grid};

		read_properties(&layers[i].set, layers[i].rule);
		end_rule(layers[i].rule);
		read_layer(&map, &layers[i].layer);
		if (map.count > 0)
			measure_tiles(&map);
		map.left = all.left;
		map.top = all.top;
		map.width = all.width;
		map.height = all.height;
		place_tiles(&map);
		lay_tiles(&map, layers[i].rule, codes);
		free_tiles(&map);
	}
	rule_layers_end(rules, codes, all.width, all.height);
	return map_of_codes(&all, codes);
}

/* The tiles of one layer, the first one if it has no name, or those of a text without a scene. */
static void
read_scene(GodotMap *map, FileText scene, RuleLayer *wanted, const SceneHelp *help)
{
	SceneLayer found = {0};

	map->grid = help->grid;
	if (!open_layer(scene, wanted->name, help, &found))
		read_value(map, scene);
	else
	{
		map->grid = found.grid;
		read_properties(&found.set, &wanted->rule);
		read_layer(map, &found.layer);
		if (!wanted->name.at)
			tell_other_layers(scene);
	}
	end_rule(&wanted->rule);
	measure_tiles(map);
}

/* The rules of the call, in memory of its own. */
static RuleLayers
layers_argument(FunctionCallInfo fcinfo, int rule, int layer)
{
	Reading *reading = palloc(sizeof(Reading));

	MemoryContextSwitchTo(reading_begin(reading, "rule"));
	return rule_layers(reading, PG_ARGISNULL(rule) ? NULL : PG_GETARG_JSONB_P(rule),
					   span_argument(fcinfo, layer), RULE_COLOURS | RULE_WORDS);
}

/* gridmap_from_godot(scene, rule, layer, files, layout) */
FRINGE_FUNCTION(gridmap_from_godot)
{
	RuleLayers layers;
	FileText scene;
	SceneHelp help;
	GodotMap map = {0};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	layers = layers_argument(fcinfo, 1, 2);
	help = help_arguments(fcinfo, 3, 4);
	scene = file_text(PG_GETARG_TEXT_PP(0));
	if (layers.layered)
		PG_RETURN_POINTER(map_of_layers(scene, &layers, &help));
	read_scene(&map, scene, layers.items, &help);
	PG_RETURN_POINTER(map_of_tiles(&map, &layers.items->rule));
}

/* gridmap_from_godot(tile_map_data, rule, layout) */
FRINGE_FUNCTION(gridmap_from_godot_bytes)
{
	Rule rule;
	GodotMap map = {0};
	bytea *bytes;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	rule = rule_argument(fcinfo, 1, RULE_COLOURS);
	layout_argument(fcinfo, 2, &map.grid);
	bytes = PG_GETARG_BYTEA_PP(0);
	read_tile_bytes(&map, (const uint8 *) VARDATA_ANY(bytes), VARSIZE_ANY_EXHDR(bytes));
	measure_tiles(&map);
	PG_RETURN_POINTER(map_of_tiles(&map, &rule));
}

/* gridmap_godot_origin(scene, rule, layer, files, layout): the cell of Godot that is column 0 of row 0 of the map */
FRINGE_FUNCTION(gridmap_godot_origin)
{
	RuleLayers layers;
	FileText scene;
	SceneHelp help;
	SceneLayer found = {0};
	GodotMap map = {0};

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	layers = layers_argument(fcinfo, 1, 2);
	help = help_arguments(fcinfo, 3, 4);
	scene = file_text(PG_GETARG_TEXT_PP(0));
	if (layers.layered)
		map = measure_layers(open_layers(scene, &layers, &help), layers.count);
	else
	{
		map.grid = help.grid;
		if (open_layer(scene, layers.items->name, &help, &found))
		{
			map.grid = found.grid;
			read_layer(&map, &found.layer);
		}
		else
			read_value(&map, scene);
		measure_tiles(&map);
	}
	PG_RETURN_CELL(cell_of_offset(map.grid, (fr_cell){map.left, map.top}));
}

/* gridmap_godot_layout(scene, rule, layer, files): NULL for squares */
FRINGE_FUNCTION(gridmap_godot_layout)
{
	RuleLayers layers;
	FileText scene;
	SceneHelp help;
	SceneLayer found = {0};
	GodotMap map = {0};
	CellGrid grid = squares;

	if (PG_ARGISNULL(0))
		PG_RETURN_NULL();
	layers = layers_argument(fcinfo, 1, 2);
	help = (SceneHelp){files_argument(fcinfo, 3)};
	scene = file_text(PG_GETARG_TEXT_PP(0));
	if (layers.layered)
		grid = open_layers(scene, &layers, &help)->grid;
	else if (open_layer(scene, layers.items->name, &help, &found))
		grid = found.grid;
	else
		read_value(&map, scene);
	if (!grid.offset)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(fringe_layout_name(grid.layout));
}
