/*
 * imports.h - maps of other programs: values of cells, and rules that turn them into terrain codes
 *
 *     file --reader--> ImportValue per cell --import_values, by a rule--> gridmap
 *
 *     import_rule.c      rules, numbers in text, and byte-order marks
 *     numbers.c          arrays of numbers
 *     src/formats        files of other programs
 */
#ifndef FRINGE_IMPORTS_H
#define FRINGE_IMPORTS_H

#include "pg/module.h"
#include "pg/types/types.h"

#include <math.h>

#include "miscadmin.h"

/* ---- values ------------------------------------------------------------ */

/* Names that a rule can have as keys besides numbers. */
typedef enum ImportKind
{
	IMPORT_COLOUR,		/* 16 bits each of red, green, blue and alpha */
	IMPORT_FOREGROUND,	/* likewise */
	IMPORT_TILE,		/* 16 bits each of source, column, row, and 0 */
	IMPORT_ALTERNATIVE, /* the same, and the number of an alternative tile */
	IMPORT_PROPERTY,	/* likewise, of a tile with a property that the rule names */
} ImportKind;

typedef struct ImportName
{
	ImportKind kind;
	uint64 id;
} ImportName;

/*
 * The value of a cell. A rule looks up the names first, then the number. NaN is NULL.
 */
typedef struct ImportValue
{
	double number;
	const char *unit; /* of the number, for errors about values with names */
	int count;
	ImportName names[3];
} ImportValue;

/* Sets the value of the next cell, row by row. *value is an unnamed NULL before. */
typedef void (*ImportNext)(void *source, fr_cell cell, ImportValue *value);

/* A piece of a file. */
typedef struct ImportSpan
{
	const char *at;
	int length;
} ImportSpan;

static inline uint64
import_id(uint32 a, uint32 b, uint32 c, uint32 d)
{
	return (uint64) a << 48 | (uint64) b << 32 | (uint64) c << 16 | d;
}

/* ---- rules ------------------------------------------------------------- */

typedef struct RulePoint
{
	double number;
	uint8 code;
} RulePoint;

typedef struct RuleRange
{
	double low;
	double high;
	bool whole; /* it was written low-high */
	uint8 code;
} RuleRange;

typedef struct RuleName
{
	ImportName name;
	uint8 code;
} RuleName;

/* A key that names a property of tiles: solid, cost=4, cost=2-5, kind=lava, or water? */
typedef struct RuleWord
{
	ImportSpan key;
	ImportSpan name;
	ImportSpan value; /* at is NULL: any value but false, 0 and an empty text */
	RuleRange range;  /* of numbers that the value is */
	bool number;	  /* the value is a number or a range */
	uint8 code;
	bool found; /* or it may match nothing */
} RuleWord;

#define IMPORT_BELOW 0 /* a code of a rule of layers: the cell shows the layer below */

/* Points, ranges and names ascend. Codes are -1 where the rule has none. */
typedef struct ImportRule
{
	bool ascii; /* there is no rule: a number is the ASCII code of a terrain code */
	int fallback;
	int null_code;
	int point_count;
	int range_count;
	int name_count;
	int word_count;
	Size name_room;
	Size *bytes; /* of all rules of the call */
	RulePoint *points;
	RuleRange *ranges;
	RuleName *names;
	RuleWord *words;
} ImportRule;

/* One layer of a file, and the rule for its values. */
typedef struct ImportLayer
{
	ImportSpan name; /* at is NULL: the first one */
	ImportRule rule;
} ImportLayer;

typedef struct ImportLayers
{
	ImportLayer *items;
	int count;
	bool layered; /* the rule is an object of rules by layer */
	int base;	  /* the code of cells that no layer has one for, or -1 */
} ImportLayers;

/* The rule in argument n. NULL is the rule of ASCII codes. */
extern ImportRule import_rule(FunctionCallInfo fcinfo, int n);

/* The same for a format with properties and layers. The layer in an argument excludes rules of layers. */
extern ImportLayers import_layers(FunctionCallInfo fcinfo, int rule, int layer);

/* Tells a rule a property of a tile. import_rule_end follows, before values are looked up. */
extern void import_rule_property(ImportRule *rule, uint64 tile, ImportSpan name,
								 ImportSpan value);
extern void import_rule_end(ImportRule *rule);

/* The code of a value, or an error that names the cell. */
extern uint8 import_code(const ImportRule *rule, const ImportValue *value, fr_cell cell);

/* The map of the codes of all layers; IMPORT_BELOW becomes the rule's code for other cells. */
extern Gridmap *import_layer_codes(const ImportLayers *layers, uint8 *codes, uint32 width,
								   uint32 height);

/* Makes a map of values that come row by row. */
extern Gridmap *import_values(const ImportRule *rule, uint32 width, uint32 height,
							  ImportNext next, void *source);

/* ---- text -------------------------------------------------------------- */

/* The content of a text, without a byte-order mark. */
typedef struct ImportText
{
	const char *next;
	const char *end;
} ImportText;

extern ImportText import_text(const text *file);
extern ImportText import_text_of(const char *file, int length);

/*
 * Parses a number with blanks or quotes around it: 7, 0.5, -1e3, inf. Empty text, null, na and nan
 * are NULL, which is NaN. False if it is none of these.
 */
extern bool import_number(const char *at, int length, double *number);

/* The shortest text of a number. */
extern const char *import_number_text(double number);

/* The row (origin_x, origin_y, cell_size): the upper-left corner of cell (0,0) in the world. */
extern Datum import_world(FunctionCallInfo fcinfo, double x, double y, double size);

/*
 * Polls in loops over bytes: a line or a field may have hundreds of megabytes. Where a loop takes
 * several bytes at a time, import_poll_over polls whatever the first address is.
 */
static inline void
import_poll_at(const void *at)
{
	if ((uintptr_t) at % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
}

static inline void
import_poll_over(const void *from, const void *to)
{
	if ((uintptr_t) from / FR_POLL_STEPS != (uintptr_t) to / FR_POLL_STEPS)
		CHECK_FOR_INTERRUPTS();
}

/*
 * Raises an error for a file that begins like one of another format, which the error names.
 */
extern void import_check_kind(const char *wanted, const bytea *file);

#endif /* FRINGE_IMPORTS_H */
