/*
 * formats.h - files of other programs: what their readers share
 *
 *     json_numbers.c csv.c asc.c   tables of numbers; asc_export.c writes those of asc.c
 *     png_reader.c pgm.c ros.c     PNG, PGM, maps of ROS
 *     tiled_map.c                  maps of Tiled are opened, tiled_objects.c reads their objects, and
 *                                  tiled.c makes gridmaps of them; tiled_export.c writes maps of Tiled
 *     ldtk.c godot.c rexpaint.c    LDtk, Godot, REXPaint
 *     library.c                    the library itself, and what it calls of fringe
 *
 * All readers take rules of pg/rules/rules.h. The maps of Tiled, LDtk and Godot:
 *
 *     JSON text or jsonb -------> TreeNode tree -------> tiles of a layer ------> codes -------> gridmap
 *               document.c        ^      tiled.c, ldtk.c        layer_rules.c
 *     XML of Tiled ---------------|      godot.c
 *               tiled_xml.c       |
 *     scene of Godot -------------'
 *               godot_scene.c
 *
 * Memory: one Reading holds all memory of a read, and counts it. Strings of a file are not copied:
 * spans point into the text, the jsonb or the tree, and have no NUL at their end.
 */
#ifndef FRINGE_FORMATS_H
#define FRINGE_FORMATS_H

#include "pg/rules/rules.h"
#include "pg/types/types.h"

#include "core/base/text.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/* ---- a document: document.c --------------------------------------------- */

typedef enum TreeKind
{
	TREE_NULL,
	TREE_BOOL,
	TREE_NUMBER,  /* as text */
	TREE_NUMERIC, /* of a jsonb */
	TREE_STRING,
	TREE_ARRAY,
	TREE_OBJECT
} TreeKind;

/*
 * A value. The children of an array or object are a ring: `last` is the last one, and the `next` of
 * that is the first one.
 */
typedef struct TreeNode
{
	struct TreeNode *next;
	uint8 kind;
	bool truth;
	uint32 count; /* bytes of text, or children */
	union
	{
		const char *text;
		Numeric numeric;
		struct TreeNode *last;
	};
} TreeNode;

/*
 * The tree of a text that begins with { or [, or of a jsonb. The query can be cancelled meanwhile,
 * which the server's own parser does not allow. The tree refers to the text or the jsonb.
 */
extern const TreeNode *tree_of_json(Reading *reading, const char *text, Size length);
extern const TreeNode *tree_of_jsonb(Reading *reading, JsonbContainer *json);

/* Build a tree: an empty value, or a new last child of an array, or of an object under a key. */
extern TreeNode *tree_new(Reading *reading, TreeKind kind);
extern TreeNode *tree_append(Reading *reading, TreeNode *array, TreeKind kind);
extern TreeNode *tree_put(Reading *reading, TreeNode *object, fr_span key, TreeKind kind);
extern void tree_set_text(TreeNode *node, const char *text, Size length);

/* Stands for a value that is missing. */
extern const TreeNode tree_none;

/* The member of an object, or null if there is none. Of equal keys the last one counts. */
extern const TreeNode *tree_member(const TreeNode *object, const char *key);
extern fr_span tree_key(const TreeNode *member);

/* The children of an array or object, whose loop polls: NULL at the end, or if it is neither. */
extern const TreeNode *tree_first(const TreeNode *parent);
extern const TreeNode *tree_next(const TreeNode *parent, const TreeNode *child);

#define tree_each(child, parent)                                                         \
	for (const TreeNode *child = tree_first(parent); child;                              \
		 child = tree_next(parent, child))

static inline bool
tree_is_array(const TreeNode *node)
{
	return node->kind == TREE_ARRAY;
}

static inline bool
tree_is_object(const TreeNode *node)
{
	return node->kind == TREE_OBJECT;
}

extern fr_span tree_text(const TreeNode *node); /* `at` is NULL: it is no string */
extern bool tree_is(const TreeNode *node, const char *text);
extern bool tree_true(const TreeNode *node);

/* Numbers, or strings of digits, as XML has them; false if it is none. */
extern bool tree_whole(const TreeNode *node, int64 *number);
extern bool tree_decimal(const TreeNode *node, double *number);

/* A whole number that a file has to have; `report` raises the error that it has none. */
extern int64 tree_need_int(const TreeNode *object, const char *key, const char *what,
						   void (*report)(const char *what));

/* The text of a number in full. */
extern fr_span tree_digits(const TreeNode *number);

/* The beginning of a value, for a message. */
extern char *tree_quote(const TreeNode *node);

/* Adds a value to a jsonb that is built. */
extern void tree_push(Reading *reading, JsonbInState *state, const TreeNode *node);

/* The objects of an array by a number of each. Of equal numbers, the first object counts. */
typedef struct TreeNumbered
{
	int64 number;
	int64 place; /* in the array */
	const TreeNode *node;
} TreeNumbered;

typedef struct TreeIndex
{
	TreeNumbered *items;
	int64 count;
} TreeIndex;

extern TreeIndex tree_index(Reading *reading, const TreeNode *array, const char *key);
extern const TreeNode *tree_numbered(const TreeIndex *index,
									 int64 number); /* null: none */

/* Values by their names, once they are sorted. Of equal names, the first value counts. */
typedef struct NamedValue
{
	fr_span name;
	int64 place; /* in the order in which they were added */
	const void *value;
} NamedValue;

typedef struct NameIndex
{
	NamedValue *items;
	int64 count;
} NameIndex;

extern void names_add(Reading *reading, NameIndex *index, fr_span name,
					  const void *value);
extern void names_sort(NameIndex *index);
extern const void *names_find(const NameIndex *index, fr_span name); /* NULL: none */

/* ---- files: files.c -------------------------------------------------------- */

/* A text argument; `at` is NULL if it is NULL. */
extern fr_span span_argument(FunctionCallInfo fcinfo, int argument);

/* A file of Tiled or LDtk: XML or JSON. */
extern const TreeNode *tree_of_file(Reading *reading, const char *text, Size length);

/* XML of Tiled: tiled_xml.c. */
extern const TreeNode *tree_of_xml(Reading *reading, const char *text, Size length);

/*
 * A scene or a resource of Godot: godot_scene.c. It is an array of sections, each of them
 * {"kind": "node", "head": {"name": "Walls"}, "lines": {"tile_set": "SubResource(\"2\")"}}.
 */
extern const TreeNode *tree_of_scene(Reading *reading, const char *text, Size length);

/* What the files of a format are. */
typedef struct FileForm
{
	const TreeNode *(*read)(Reading *reading, const char *text, Size length);
	bool json;		  /* a file may be a JSON object in place of a text */
	const char *hint; /* how to write the argument */
} FileForm;

extern const FileForm file_of_editor; /* Tiled and LDtk */

/* The argument `files`, which may be NULL: documents by their names. Each of them is parsed once. */
typedef struct TreeFiles TreeFiles;

extern TreeFiles *tree_files(Reading *reading, Jsonb *files, const FileForm *form);

/* The document whose name is the longest end of a path, such as maps/cave.tres; null: there is none. */
extern const TreeNode *tree_file(TreeFiles *files, fr_span path);

/* Raises the error that a file is missing; `what` it is, such as tileset. */
extern void tree_report_missing(const char *what, fr_span path) pg_attribute_noreturn();

#define TILED_HINT "Save the map again in Tiled."

/* ---- rules of layers: layer_rules.c ------------------------------------------ */

/* A layer that a rule reads. */
typedef struct PlacedLayer
{
	fr_span name; /* in the call; `at` is NULL: the first one */
	Rule *rule;
	int64 place;	   /* in the file; layers with larger places cover others */
	const void *layer; /* of the format */
	int32 empty;	   /* the tile of a cell without one */
} PlacedLayer;

typedef struct LayerSize
{
	int64 width;
	int64 height;
	bool offset; /* cells are in columns and rows of this layout */
	fr_layout layout;
} LayerSize;

/* A format whose layers have a tile in each cell. The first argument of all functions is `source`. */
typedef struct LayerReader
{
	Reading *reading;
	void *source;

	/* Sets place, layer and empty of the layer of a name, or raises the error that there is none. */
	void (*find)(void *source, PlacedLayer *layer);

	/* Gives the words of its rule their values, or raises the error that one has none. */
	void (*resolve)(void *source, PlacedLayer *layer);

	/* The size of the map that shows these layers, the lowest one first. */
	LayerSize (*measure)(void *source, const PlacedLayer *layers, int64 count);

	/* Sets the tiles of all cells; they are 0 before. */
	void (*read)(void *source, const PlacedLayer *layer, const LayerSize *size,
				 int32 *tiles);

	/* The value of a tile; NULL: its number. */
	CellValue (*value)(void *source, int32 tile);
} LayerReader;

/* Finds the layers of all rules; upper ones come last. Ends the rules if words are resolved. */
extern PlacedLayer *layers_place(const LayerReader *reader, RuleLayers *rules,
								 bool resolve);

/* The map by the rules, in the memory context `outer`. Ends the reading. */
extern Gridmap *layers_map(const LayerReader *reader, RuleLayers *rules,
						   MemoryContext outer);

#define LISTED_BYTES 1000 /* of names of layers or levels that a message lists */

/* Adds a name to a list for a message. False if the list is full, which ends in dots then. */
extern bool list_name(StringInfo list, fr_span name);

/* Says that one of several layers or levels is read, because the call names none. */
extern void tell_left_out(const char *kind, fr_span read, const char *others,
						  const char *hint);

#define LAYER_HINT                                                                       \
	"Name a layer, or write a rule for each layer, such as {\"ground\": {\"else\": "     \
	"\".\"}, \"walls\": {\"else\": \"@\"}}."

/* ---- tile numbers: tile_data.c -------------------------------------------- */

/*
 * Reads the numbers of `count` tiles: an array, CSV, or base64 that may be compressed. Flips are
 * left out. `place` is for messages, such as: layer "walls".
 */
extern void tile_data_read(Reading *reading, const TreeNode *data, fr_span encoding,
						   fr_span compression, const char *place, uint32 count,
						   int32 *tiles);

/* ---- grids of tiles: tile_grid.c ------------------------------------------------ */

/* The cells that a rectangle covers by their centres; if none, the cell of its own centre. */
typedef struct CellSpan
{
	fr_cell cell;
	int32 width;
	int32 height;
} CellSpan;

extern CellSpan tile_span(double left, double top, double right, double bottom);
extern fr_cell tile_cell(double x, double y);

/* Moves the tiles of a layer by whole cells. Those that leave the map are lost. */
extern void tile_shift(int32 *tiles, int64 width, int64 height, int64 right, int64 down,
					   int32 empty);

/* The row (origin_x, origin_y, cell_size): the upper-left corner of cell (0,0) in the world. */
extern Datum world_row(FunctionCallInfo fcinfo, double x, double y, double size);

/* ---- base64.c ------------------------------------------------------------------ */

/* Base64 that is decoded piece by piece. Blanks may be anywhere. */
typedef struct Base64
{
	const char *at;
	const char *end;
	uint32 bits;
	int64 digits;
	int padding;
	bool wrong; /* a character came that base64 has no meaning for */
	bool cut;	/* it has ended, and digits are missing */
} Base64;

/* Decodes the next bytes, at most `size`; fewer come only at the end, or before what is wrong. */
extern Size base64_read(Base64 *base64, uint8 *bytes, Size size);

/* ---- inflate.c ------------------------------------------------------------------ */

/* The next compressed bytes, at most 64 kB; 0 at their end. */
typedef Size (*InflateNext)(void *source, const uint8 **piece);

/* Bytes of zlib or gzip that are decompressed piece by piece. */
typedef struct Inflater
{
	InflateNext next;
	void *source;
	struct z_stream_s *stream;
	bool ended;	  /* all bytes are there, and their checksum is right */
	bool cut;	  /* the compressed bytes end too early */
	bool damaged; /* they are no zlib or gzip, or have a wrong checksum */
} Inflater;

extern Inflater inflate_begin(InflateNext next, void *source);

/* Decompresses the next bytes, at most `size`; fewer come only at the end, or before what is wrong. */
extern Size inflate_read(Inflater *inflater, uint8 *bytes, Size size);

/* Frees it. Do other bytes follow the compressed ones? */
extern bool inflate_end(Inflater *inflater);

/* ---- tables of numbers: table.c ------------------------------------------------ */

/* Raise the errors of a format, such as CSV. */
extern void table_report_row(const char *format, int64 row, int64 values, int64 width);
extern void table_report_number(const char *format, const char *text, int length,
								fr_cell cell, const char *hint);
extern void table_report_empty(const char *format);

/* ---- kinds of files: file_kind.c ------------------------------------------------- */

/* Raises an error for a file that begins like one of another format, which the error names. */
extern void file_check_kind(const char *wanted, const bytea *file);

/* ---- PNG: png_reader.c ----------------------------------------------------------- */

/* The pixels of a PNG: red, green, blue and alpha of each, row by row, big-endian. */
typedef struct PngImage
{
	uint32 width;
	uint32 height;
	int depth;	/* bytes of a channel: 1 or 2 */
	bool alpha; /* the file has transparent pixels, or may have some */
	const uint8 *pixels;
} PngImage;

extern PngImage png_decode(const bytea *bytes);

/* One pixel: 16 bits per channel, and its grey as the file counts it. */
typedef struct Pixel
{
	uint16 channel[4]; /* red, green, blue, alpha */
	uint32 grey;
} PngPixel;

extern PngPixel png_pixel(const PngImage *image, fr_cell cell);

/* A key of a rule that is a colour, "#rrggbb", and the text of such a colour. */
extern bool colour_key_parse(const char *key, CellName *name);
extern const char *colour_key_text(uint64 id);

/* ---- PGM: pgm.c ------------------------------------------------------------------- */

/* The rest of a PGM. */
typedef struct Pgm
{
	const uint8 *next;
	const uint8 *end;
	bool text; /* P2: numbers, not bytes */
	uint32 largest;
	uint32 width;
	uint32 height;
} Pgm;

/* Reads the header, and checks the number of values as far as it can. */
extern Pgm pgm_open(const bytea *bytes);

/* The value of the next cell, row by row. */
extern uint32 pgm_take(Pgm *pgm, fr_cell cell);

/* Raises an error if something else than blanks and comments follows. */
extern void pgm_close(Pgm *pgm);

#endif /* FRINGE_FORMATS_H */
