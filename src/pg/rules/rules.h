/*
 * rules.h - values of cells, and rules that turn them into terrain codes
 *
 *     file --reader--> CellValue per cell --rule_map, by a rule--> gridmap
 *
 *     rule.c          rules: their keys, their layers, and looking up values
 *     number_text.c   numbers in text, and byte-order marks
 *     reading.c       memory of a call that reads
 *
 * The server's own numbers use a rule, and so does every reader of src/formats.
 */
#ifndef FRINGE_RULES_H
#define FRINGE_RULES_H

#include "pg/module.h"
#include "pg/types/types.h"

#include <math.h>

#include "core/base/text.h"
#include "miscadmin.h"
#include "utils/jsonb.h"

/* ---- memory: reading.c ------------------------------------------------- */

/* One call that reads files. All its memory is in `context`, or in children of it. */
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

/* ---- values ------------------------------------------------------------ */

/* What a value can be besides a number, as far as keys of rules name it. */
typedef enum CellKind
{
	CELL_COLOUR,	  /* 16 bits each of red, green, blue and alpha */
	CELL_FOREGROUND,  /* likewise */
	CELL_TILE,		  /* of Godot: 16 bits each of source, column, row, and 0 */
	CELL_ALTERNATIVE, /* the same, and the number of an alternative tile */
	CELL_PROPERTY,	  /* likewise, of a tile with a property that a key names */
	CELL_NAMED, /* of Tiled and LDtk: a number that a key names, such as a tile by a property */
} CellKind;

typedef struct CellName
{
	CellKind kind;
	uint64 id;
} CellName;

/*
 * The value of a cell. A rule looks up the names first, then the number: of Godot, the number is only that of a
 * source of tiles. Of Tiled and LDtk, the number is the tile itself (`exact`), and comes first.
 */
typedef struct CellValue
{
	double number;	  /* NaN is NULL */
	const char *unit; /* of the number, for errors about values with names */
	bool exact;
	bool empty; /* the number stands for no tile: the key "null" has its code, too */
	int count;
	CellName names[3];
} CellValue;

/* Sets the value of the next cell, row by row. *value is an unnamed NULL before. */
typedef void (*CellNext)(void *source, fr_cell cell, CellValue *value);

static inline uint64
cell_id(uint32 a, uint32 b, uint32 c, uint32 d)
{
	return (uint64) a << 48 | (uint64) b << 32 | (uint64) c << 16 | d;
}

/* ---- rules: rule.c ------------------------------------------------------- */

/* A number, or a range, which includes its ends. */
typedef struct RuleRange
{
	double low;
	double high;
	bool whole; /* it was written low-high, or is one number */
	uint8 code;
	fr_span key;
} RuleRange;

typedef struct RuleRanges
{
	RuleRange *items;
	int64 count;
} RuleRanges;

/* A key that is a name: solid, cost=4, cost=2-5, kind=lava, or water? */
typedef struct RuleWord
{
	fr_span key; /* without its question mark */
	fr_span name;
	fr_span value;	 /* `at` is NULL: any value except false, 0 and an empty text */
	RuleRange range; /* of numbers that the value is */
	bool number;	 /* the value is a number or a range */
	uint8 code;
	bool found; /* or it may match nothing */
} RuleWord;

typedef struct RuleName
{
	CellName name;
	uint8 code;
	fr_span key;
} RuleName;

/* What keys a format has besides numbers, ranges, null and else. */
typedef struct RuleFormat
{
	const char *hint; /* about an invalid key */
	bool words;		  /* names, which the reader resolves */
	bool layer;		  /* layer and scale: its values are numbers */

	/* Parses a key that names a value, such as a colour; NULL: there are none. */
	bool (*parse)(const char *key, CellName *name);

	/* The text of a value with names, for an error. */
	const char *(*text)(const CellValue *value);

	/* Adds the names of the value that a word means; NULL: it is a number. */
	void (*names)(uint64 id, CellValue *value);
} RuleFormat;

extern const RuleFormat rule_of_numbers;
extern const RuleFormat rule_of_words; /* Tiled and LDtk */

#define RULE_NONE (-1) /* no key has a code */
#define RULE_BELOW 0   /* the cell shows the layer below */

/* The codes of numbers and of NULL where a rule with a layer says nothing else. */
#define RULE_GROUND '.'
#define RULE_WALL '@'

/* Codes are RULE_NONE where the rule has none. Once rule_end has run, all but words ascend. */
typedef struct Rule
{
	const RuleFormat *format;
	bool ascii;	  /* there is no rule: a number is the ASCII code of a terrain code */
	bool layered; /* of a layer above others */
	int fallback;
	int null_code;
	RuleRanges points; /* single numbers, which precede ranges */
	RuleRanges ranges;
	RuleName *names;
	int64 name_count;
	RuleWord *words;
	int64 word_count;
	fr_span layer;	  /* of the map, which keeps the numbers; `at` is NULL: none */
	fr_decimal scale; /* of that layer; 0: it has the numbers exactly */
	fr_span of;		  /* the layer of the file, for errors; `at` is NULL: not known */
	bool of_objects;  /* numbers of that layer are ids of objects */
	Reading *reading;
} Rule;

/* The rule in argument n, for a format without words. NULL is the rule of ASCII codes. */
extern Rule rule_argument(FunctionCallInfo fcinfo, int n, const RuleFormat *format);

/* The rule of a call whose format has no layers. */
extern Rule rule_read(Reading *reading, Jsonb *json, const RuleFormat *format);

/* Gives the numbers from low to high, or the values of this name, the code of a word. */
extern void rule_add_number(Rule *rule, const RuleWord *word, double low, double high);
extern void rule_add_name(Rule *rule, RuleWord *word, CellName name);

/* "7", "0-99", "0..0.5", "7.." or "..7" */
extern bool rule_parse_numbers(fr_span text, RuleRange *range);

/* Does the value of a property match a word? `number` is NULL if it is none. */
extern bool rule_word_matches(const RuleWord *word, const double *number, fr_span text);

/* Sorts the keys, and raises an error if two of them have a value in common. */
extern void rule_end(Rule *rule);

/* The code of a number by a key that is a number or a range, or RULE_NONE. */
extern int rule_number_code(const Rule *rule, double number);

/* The code of a value, which may be RULE_BELOW, or an error that names the cell. */
extern uint8 rule_code(const Rule *rule, const CellValue *value, fr_cell cell);

/* A map of values that come row by row. */
extern Gridmap *rule_map(const Rule *rule, uint32 width, uint32 height, CellNext next,
						 void *source);

/* ---- rules of layers ------------------------------------------------------ */

/* One layer of a file, and the rule for its values. */
typedef struct RuleLayer
{
	fr_span name; /* `at` is NULL: the first one */
	Rule rule;
} RuleLayer;

/* The rules of a call: of one layer, or a JSON object of layers. */
typedef struct RuleLayers
{
	RuleLayer *items;
	int64 count;
	bool layered;
	int base; /* the code of cells that no layer has one for, or RULE_NONE */
} RuleLayers;

/* The rule, which may be NULL. A name of a layer excludes rules of layers. The reader ends each rule. */
extern RuleLayers rule_layers(Reading *reading, Jsonb *json, fr_span layer,
							  const RuleFormat *format);

/* Gives cells that show the layer below all others the code of `base`. */
extern void rule_layers_end(const RuleLayers *layers, uint8 *codes, uint32 width,
							uint32 height);

/* ---- text: number_text.c ---------------------------------------------------- */

/* The content of a text, without a byte-order mark. */
typedef struct FileText
{
	const char *next;
	const char *end;
} FileText;

extern FileText file_text(const text *file);
extern FileText file_text_of(const char *file, Size length);

/*
 * Parses a number with blanks or quotes around it: 7, 0.5, -1e3, inf. Empty text, null, na and nan
 * are NULL, which is NaN. False if it is none of these.
 */
extern bool number_parse(const char *at, Size length, double *number);

/* The shortest text of a number. */
extern const char *number_text(double number);

/*
 * Polls in loops over bytes: a line or a field may have hundreds of megabytes. Loops that take
 * several bytes at a time call poll_over, which polls at any first address.
 */
static inline void
poll_at(const void *at)
{
	if ((uintptr_t) at % FR_POLL_STEPS == 0)
		CHECK_FOR_INTERRUPTS();
}

static inline void
poll_over(const void *from, const void *to)
{
	if ((uintptr_t) from / FR_POLL_STEPS != (uintptr_t) to / FR_POLL_STEPS)
		CHECK_FOR_INTERRUPTS();
}

/* A span that is not there equals an empty one. */
static inline bool
span_equal(fr_span a, fr_span b)
{
	/* memcmp takes no NULL */
	return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static inline char *
span_quote(fr_span span)
{
	return fringe_quote(span.at ? span.at : "", span.length);
}

#endif /* FRINGE_RULES_H */
