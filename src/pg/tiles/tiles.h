/*
 * tiles.h - maps of tile editors: Tiled and LDtk
 *
 *     TMX, TSX, TX -------> jsonb -------> tile numbers ---------> codes -------> gridmap
 *               tiled_xml.c   ^  tiled.c,               tile_rule.c
 *     TMJ, TSJ, TJ -----------'  ldtk.c, tile_data.c
 *               json_text.c
 *
 * Both JSON and XML of Tiled become one jsonb in the shape of Tiled's JSON, and tiled.c reads that.
 * Memory: all results are allocated in the current memory context.
 */
#ifndef FRINGE_TILES_H
#define FRINGE_TILES_H

#include "pg/types/types.h"

#include "utils/jsonb.h"

/* ---- text: json_text.c -------------------------------------------------- */

/*
 * Returns the jsonb of a text that begins with { or [. The query can be cancelled meanwhile, which
 * the server's own function does not allow. More memory than fringe.max_memory is an error. `what` is
 * a noun for errors, such as Tiled map.
 */
extern Jsonb *json_parse(const char *what, const char *text, Size length);

/* The same for an object or an array in memory. Members need no order; of equal keys the last one counts. */
extern Jsonb *json_of_value(const char *what, const JsonbValue *value);

/* ---- a document: json_tree.c -------------------------------------------- */

/* All of these take NULL for an object that is absent. A key that is absent has the value null. */
extern JsonbValue tree_value(JsonbContainer *object, const char *key);
extern JsonbContainer *tree_array(JsonbContainer *object, const char *key);
extern JsonbContainer *tree_object(JsonbContainer *object, const char *key);
extern char *tree_text(JsonbContainer *object, const char *key); /* NULL: no string */
extern bool tree_is(JsonbContainer *object, const char *key, const char *text);
extern bool tree_true(JsonbContainer *object, const char *key);

/* Numbers, or strings of digits, as XML has them; false if it is none. */
extern bool tree_whole(const JsonbValue *value, int64 *number);
extern bool tree_decimal(const JsonbValue *value, double *number);
extern bool tree_int(JsonbContainer *object, const char *key, int64 *number);
extern bool tree_float(JsonbContainer *object, const char *key, double *number);

/* The beginning of a value, for a message. */
extern char *tree_quote(JsonbValue *value);

/* The elements of an array, which may be NULL. */
extern JsonbIterator *tree_begin(JsonbContainer *array);
extern bool tree_next(JsonbIterator **next, JsonbValue *element);
extern JsonbContainer *tree_next_object(JsonbIterator **next); /* skips all others */
extern bool tree_next_member(JsonbIterator **next, JsonbValue *key, JsonbValue *value);

extern JsonbContainer *tree_of(const JsonbValue *value); /* NULL: no object */

/* The argument `files`: documents by their names. Each text is parsed once. */
typedef struct TreeFiles TreeFiles;

extern TreeFiles *tree_files(FunctionCallInfo fcinfo, int argument);

/* The document that a path names; NULL: there is none. */
extern JsonbContainer *tree_file(TreeFiles *files, const char *path);

/* Is this the path, such as indoors/walls, or (if not whole) its end from some name on? */
extern bool tree_path_is(const char *path, const char *name, bool whole);

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
	const char *key;
} TileRange;

typedef struct TileRanges
{
	TileRange *items;
	int count;
	int capacity;
} TileRanges;

typedef struct TileName
{
	const char *key;
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
	int name_count;
} TileRule;

/* One layer of a map, and the rule for its tiles. */
typedef struct LayerRule
{
	const char *layer; /* NULL: the first one */
	TileRule rule;
} LayerRule;

/* The rules of a call: of one layer, or a JSON object of layers. */
typedef struct LayerRules
{
	LayerRule *items;
	int count;
	int base; /* the code of cells that no layer has one for, or TILE_NONE */
	bool layered;
} LayerRules;

/* Arguments of a function, which may be NULL. */
extern LayerRules tile_rules_read(FunctionCallInfo fcinfo, int rule, int layer);

/* "7", "0-99", "0..99", "7.." or "..7" */
extern bool tile_range_parse(const char *text, int64 *low, int64 *high);

extern void tile_rule_number(TileRule *rule, int64 low, int64 high, int code,
							 const char *key);
extern void tile_rule_name(TileRule *rule, TileName *name, int64 low, int64 high);
extern void tile_rule_end(TileRule *rule);

/* Sets the codes of cells: codes[i] of the tile tiles[i]; 0 stands for none yet. */
extern void tile_rule_apply(const TileRule *rule, int64 empty, const int32 *tiles,
							uint32 width, uint32 height, uint8 *codes);

/* Gives cells without a code that of `base`, and makes the map. */
extern Gridmap *tile_map(const LayerRules *rules, uint8 *codes, uint32 width,
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
extern void tile_data_read(JsonbValue *data, const char *encoding,
						   const char *compression, const char *place, uint32 count,
						   int32 *tiles);

/* ---- objects: tile_objects.c ------------------------------------------------ */

/* The cells that a rectangle covers by their centres; if none, the cell of its own centre. */
typedef struct CellSpan
{
	fr_cell cell;
	int32 width;
	int32 height;
} CellSpan;

extern CellSpan tile_span(double left, double top, double right, double bottom);
extern fr_cell tile_cell(double x, double y);

/* ---- XML: tiled_xml.c ------------------------------------------------------- */

/* Text that is XML or JSON. */
extern Jsonb *tiled_parse(const char *text, Size length);

#endif /* FRINGE_TILES_H */
