/*
 * formats.h - files of other programs: what their readers share
 *
 *     json_numbers.c csv.c asc.c   tables of numbers
 *     images.c png_reader.c        PNG, PGM, maps of ROS
 *     tiled.c tiled_objects.c      maps of Tiled, and tiled_export.c writes them
 *     ldtk.c godot.c rexpaint.c    LDtk, Godot, REXPaint
 *
 * Tables, images, Godot and REXPaint take rules of pg/rules/imports.h. The maps of Tiled and LDtk:
 *
 *     JSON text or jsonb -------> TreeNode tree -------> tile numbers ---------> codes -------> gridmap
 *               document.c        ^      tiled.c,              tile_rule.c
 *     XML of Tiled ---------------'      ldtk.c, tile_data.c
 *               tiled_xml.c
 *
 * Memory: one Reading holds all memory of a read, and counts it. Strings of a file are not copied:
 * spans point into the text, the jsonb or the tree, and have no NUL at their end.
 */
#ifndef FRINGE_FORMATS_H
#define FRINGE_FORMATS_H

#include "pg/rules/imports.h"
#include "pg/types/types.h"

#include "core/base/text.h"
#include "utils/jsonb.h"
#include "utils/memutils.h"

/* ---- memory: document.c ------------------------------------------------- */

/* One call that reads files. What it allocates is in `context`, or in children of it. */
typedef struct Reading
{
	const char *what; /* a noun for errors, such as Tiled map */
	MemoryContext context;
	char *block; /* space for small pieces, such as nodes */
	Size block_left;
	Size block_size;
} Reading;

/* Makes the context, and makes it the current one; returns the one that was current. */
extern MemoryContext reading_begin(Reading *reading, const char *what);

/* Raises an error if so many bytes more would exceed fringe.max_memory. */
extern void reading_check(Reading *reading, Size more);

/* Memory of any size that lives until the end of the read. */
extern void *reading_alloc(Reading *reading, Size size);

/* The same of few bytes, without the overhead of an allocation. */
extern void *reading_small(Reading *reading, Size size);

/* A list of `count` items with space for one more. The list is NULL at first, and doubles. */
extern void *reading_grow(Reading *reading, void *list, Size count, Size item);

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

/* To build a tree: a child at the end of an array, or of an object with this key. */
extern TreeNode *tree_new(Reading *reading, TreeKind kind);
extern TreeNode *tree_append(Reading *reading, TreeNode *array, TreeKind kind);
extern TreeNode *tree_put(Reading *reading, TreeNode *object, fr_span key, TreeKind kind);
extern void tree_set_text(TreeNode *node, const char *text, Size length);

/* The value of what is not there. */
extern const TreeNode tree_none;

/* The member of an object. It is null if there is none; of equal keys the last one counts. */
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

/* ---- spans -------------------------------------------------------------- */

/* A span that is not there equals an empty one. */
static inline bool
span_equal(fr_span a, fr_span b)
{
	/* memcmp takes no NULL */
	return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

/* A text argument; `at` is NULL if it is NULL. */
extern fr_span span_argument(FunctionCallInfo fcinfo, int argument);

static inline char *
span_quote(fr_span span)
{
	return fringe_quote(span.at ? span.at : "", span.length);
}

/* ---- files -------------------------------------------------------------- */

/* The argument `files`: documents by their names. Each text is parsed once. */
typedef struct TreeFiles TreeFiles;

extern TreeFiles *tree_files(Reading *reading, Jsonb *files); /* may be NULL */

/* The document that a path names; null: there is none. */
extern const TreeNode *tree_file(TreeFiles *files, fr_span path);

/* Raises the error that a file is missing; `what` it is, such as tileset. */
extern void tree_report_missing(const char *what, fr_span path) pg_attribute_noreturn();

/* A file of Tiled or LDtk: XML or JSON. */
extern const TreeNode *tree_of_file(Reading *reading, const char *text, Size length);

/* XML of Tiled, by tiled_xml.c. */
extern const TreeNode *tree_of_xml(Reading *reading, const char *text, Size length);

/* ---- rules: tile_rule.c --------------------------------------------------- */

/*
 * A rule is a JSON object from keys to terrain codes. Keys are numbers, ranges of numbers, names
 * that the reader of a format turns into numbers, and "else". Numbers take precedence over names.
 */
#define TILE_NONE (-1)	/* no key matches */
#define TILE_BELOW (-2) /* the cell shows the layer below */

typedef struct TileRange
{
	int64 low;
	int64 high;
	int code;
	fr_span key;
} TileRange;

typedef struct TileRanges
{
	TileRange *items;
	int64 count;
} TileRanges;

typedef struct TileName
{
	fr_span key;
	int code;
	bool found; /* or it may match nothing */
} TileName;

typedef struct TileRule
{
	bool ascii; /* no rule: a number is the ASCII code of a terrain code */
	bool layered;
	int fallback;
	int empty;			/* the code of cells without a tile, if a key "null" gives one */
	TileRanges numbers; /* ascending, apart */
	TileRanges named;	/* likewise, once tile_rule_end has run */
	TileName *names;
	int64 name_count;
} TileRule;

/* One layer of a map, and the rule for its tiles. */
typedef struct LayerRule
{
	fr_span layer; /* `at` is NULL: the first one */
	TileRule rule;
} LayerRule;

/* The rules of a call: of one layer, or a JSON object of layers. */
typedef struct LayerRules
{
	LayerRule *items;
	int64 count;
	int base; /* the code of cells that no layer has one for, or TILE_NONE */
	bool layered;
} LayerRules;

/* The argument `rule`, which may be NULL, and the argument `layer`. */
extern LayerRules tile_rules_read(Reading *reading, Jsonb *rule, fr_span layer);

/* "7", "0-99", "0..99", "7.." or "..7" */
extern bool tile_range_parse(fr_span text, int64 *low, int64 *high);

extern void tile_rule_number(Reading *reading, TileRule *rule, int64 low, int64 high,
							 int code, fr_span key);
extern void tile_rule_name(Reading *reading, TileRule *rule, TileName *name, int64 low,
						   int64 high);
extern void tile_rule_end(TileRule *rule);

/* Sets the codes of cells: codes[i] of the tile tiles[i]; 0 stands for none yet. */
extern void tile_rule_apply(const TileRule *rule, int64 empty, const int32 *tiles,
							uint32 width, uint32 height, uint8 *codes);

/* Gives cells without a code that of `base`. */
extern void tile_rules_end(const LayerRules *rules, uint8 *codes, uint32 width,
						   uint32 height);

/*
 * The reverse of a rule: for each terrain code the least number that the rule turns into it, -1 if
 * there is none. Returns the largest of these numbers.
 */
#define TILE_NUMBER_MAX 65535

extern int64 tile_rule_numbers(Jsonb *json, int32 numbers[256]);

#define TILED_HINT "Save the map again in Tiled."

/* ---- tile numbers: tile_data.c -------------------------------------------- */

/*
 * Reads the numbers of `count` tiles: an array, CSV, or base64 that may be compressed. Flips are
 * left out. `place` is for messages, such as: layer "walls".
 */
extern void tile_data_read(Reading *reading, const TreeNode *data, fr_span encoding,
						   fr_span compression, const char *place, uint32 count,
						   int32 *tiles);

/* ---- positions: tile_grid.c --------------------------------------------------- */

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

/* ---- base64.c ------------------------------------------------------------------ */

/* Base64 that is decoded piece by piece. Blanks may be anywhere. */
typedef struct Base64
{
	const char *at;
	const char *end;
	uint32 bits;
	int64 digits;
	int padding;
	bool wrong; /* it has a character that is no digit */
	bool cut;	/* it has ended, and digits are missing */
} Base64;

/* Decodes the next bytes, at most `size`; fewer come only at the end, or before what is wrong. */
extern Size base64_read(Base64 *base64, uint8 *bytes, Size size);

/* ---- tables of numbers: table.c ------------------------------------------------ */

/* Raise the errors of a format, such as CSV. */
extern void table_report_row(const char *format, int64 row, int64 values, int64 width);
extern void table_report_number(const char *format, const char *text, int length,
								fr_cell cell, const char *hint);
extern void table_report_empty(const char *format);

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

#endif /* FRINGE_FORMATS_H */
