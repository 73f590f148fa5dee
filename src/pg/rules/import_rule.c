/*
 * import_rule.c - rules, which turn values into terrain codes, and what all readers share
 */
#include "pg/rules/imports.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/builtins.h"
#include "utils/float.h"
#include "utils/jsonb.h"

/* ==== rules ============================================================ */

/*
 * A rule is a JSON object that maps values to terrain codes:
 *
 *     {"0-99": "@", "100": "T", "100.5..200": "W", "#00ff00": "S", "null": "@", "else": "."}
 *
 * A key is one of these:
 *
 *     7, -0.5, 1e3       a number
 *     0-99               whole numbers from 0 to 99
 *     0..0.5, 1.., ..0   a range of numbers, which includes its ends
 *     #rrggbb            a colour; also #rrggbbaa with alpha, and both with 16 bits per channel
 *     fg#rrggbb          a colour of the foreground, of REXPaint
 *     2:3,1              a tile of Godot: source, column and row; 2:3,1:4 with an alternative
 *     solid, cost=4      tiles of Godot by a property; with "?" at its end it may match none
 *     null               cells without a value
 *     else               all other values
 *
 * A number precedes a range. If two ranges with ".." meet, the common end belongs to the upper one.
 *
 * A rule of layers maps names of layers to rules: {"floor": {"0": "."}, "walls": {"else": "@"}}.
 */

#define LONGEST_KEY 64 /* bytes */
#define RULE_EXAMPLE "Write {\"0..0.5\": \".\", \"1-8\": \"T\", \"else\": \"@\"}."

static void
report_rule_key(const char *key, int length)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("invalid key %s of a rule", fringe_quote(key, length)),
		 errhint("Keys are numbers such as 7, ranges such as 0-99 and 0..0.5, colours "
				 "such as #00ff00 and fg#00ff00, tiles of Godot such as 0:3,1, null, and "
				 "else.")));
}

/* ---- keys ------------------------------------------------------------- */

/* Hexadecimal digits; a channel of 8 bits becomes one of 16. */
static bool
parse_channels(const char *digits, int channels, int size, uint16 channel[4])
{
	for (int i = 0; i < channels; i++)
	{
		uint32 value = 0;

		for (int j = 0; j < size; j++)
		{
			char c = *digits++;

			if (!isxdigit((unsigned char) c))
				return false;
			value = value * 16 +
					(isdigit((unsigned char) c) ? c - '0' : (c | 0x20) - 'a' + 10);
		}
		channel[i] = (uint16) (size == 2 ? value * 257 : value);
	}
	return true;
}

static bool
parse_colour(const char *key, ImportName *name)
{
	uint16 channel[4] = {0, 0, 0, 0xffff};
	bool foreground = key[0] == 'f' && key[1] == 'g';
	int length;

	key += foreground ? 2 : 0;
	length = (int) strlen(key) - 1;

	if (*key != '#' || (length != 6 && length != 8 && length != 12 && length != 16) ||
		!parse_channels(key + 1, length % 6 == 0 ? 3 : 4, length < 12 ? 2 : 4, channel))
		return false;
	*name = (ImportName){foreground ? IMPORT_FOREGROUND : IMPORT_COLOUR,
						 import_id(channel[0], channel[1], channel[2], channel[3])};
	return true;
}

/* SOURCE:COLUMN,ROW or SOURCE:COLUMN,ROW:ALTERNATIVE */
static bool
parse_tile(const char *key, ImportName *name)
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
	*name = (ImportName){rest > 0 ? IMPORT_ALTERNATIVE : IMPORT_TILE,
						 import_id(part[0], part[1], part[2], part[3])};
	return true;
}

/* LOW-HIGH, or LOW..HIGH, whose ends may be missing */
static bool
parse_range(const char *key, RuleRange *range)
{
	const char *dots = strstr(key, "..");
	int low;
	int high;
	int end = 0;

	range->whole = !dots;
	if (!dots)
	{
		if (sscanf(key, "%9d-%9d%n", &low, &high, &end) != 2 || key[end] != '\0')
			return false;
		range->low = low;
		range->high = high;
		return low <= high;
	}
	range->low = -get_float8_infinity();
	range->high = get_float8_infinity();
	return (dots == key || import_number(key, (int) (dots - key), &range->low)) &&
		   (dots[2] == '\0' ||
			import_number(dots + 2, (int) strlen(dots + 2), &range->high)) &&
		   key[2] != '\0' && range->low <= range->high;
}

/* NAME, NAME=VALUE, with "?" at the end if it may match no tile */
static bool
parse_word(ImportSpan key, RuleWord *word)
{
	const char *equals = memchr(key.at, '=', key.length);
	char value[LONGEST_KEY + 1];

	word->key = key;
	word->found = key.length > 0 && key.at[key.length - 1] == '?';
	key.length -= word->found;
	word->name = (ImportSpan){key.at, equals ? (int) (equals - key.at) : key.length};
	if (equals)
	{
		word->value = (ImportSpan){equals + 1, (int) (key.at + key.length - equals) - 1};
		memcpy(value, word->value.at, word->value.length);
		value[word->value.length] = '\0';
		word->number = parse_range(value, &word->range);
		if (!word->number && import_number(value, word->value.length, &word->range.low) &&
			!isnan(word->range.low))
		{
			word->number = true;
			word->range.high = word->range.low;
		}
	}
	return word->name.length > 0;
}

/* ---- reading ---------------------------------------------------------- */

/* What a rule may have: properties of tiles, and null as a code, which shows the layer below. */
typedef struct RuleForm
{
	bool words;
	bool below;
} RuleForm;

static uint8
code_of_json(const JsonbValue *value, RuleForm form)
{
	text *letter;
	char code;

	if (value->type == jbvNull && form.below)
		return IMPORT_BELOW;
	if (value->type != jbvString)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("values of a rule must be terrain codes"),
						errhint(RULE_EXAMPLE)));
	letter = cstring_to_text_with_len(value->val.string.val, value->val.string.len);
	code = fringe_text_code(letter);
	fringe_check_code(code);
	pfree(letter);
	return (uint8) code;
}

static void
add_key(ImportRule *rule, ImportSpan span, uint8 code, RuleForm form)
{
	char key[LONGEST_KEY + 1];
	RuleRange range = {.code = code};
	RuleName name = {.code = code};
	RuleWord word = {.code = code};
	double number;

	if (span.length > LONGEST_KEY)
		report_rule_key(span.at, span.length);
	memcpy(key, span.at, span.length);
	key[span.length] = '\0';
	if (strcmp(key, "else") == 0)
		rule->fallback = code;
	else if (strcmp(key, "null") == 0)
		rule->null_code = code;
	else if (parse_colour(key, &name.name) || parse_tile(key, &name.name))
		rule->names[rule->name_count++] = name;
	else if (parse_range(key, &range))
		rule->ranges[rule->range_count++] = range;
	else if (import_number(key, span.length, &number) && !isnan(number))
		rule->points[rule->point_count++] = (RulePoint){number, code};
	else if (form.words && parse_word(span, &word))
		rule->words[rule->word_count++] = word;
	else
		report_rule_key(key, span.length);
}

/* How many elements of a sorted array are not above `key`. */
static int
count_below(const void *array, int count, Size size, const void *key,
			int (*compare)(const void *a, const void *b, void *arg))
{
	int first = 0;
	int beyond = count;

	while (first < beyond)
	{
		int middle = (first + beyond) / 2;

		if (compare((const char *) array + middle * size, key, NULL) <= 0)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first;
}

static int
compare_points(const void *a, const void *b, void *arg)
{
	double x = ((const RulePoint *) a)->number;
	double y = ((const RulePoint *) b)->number;

	return x < y ? -1 : x > y;
}

static int
compare_ranges(const void *a, const void *b, void *arg)
{
	double x = ((const RuleRange *) a)->low;
	double y = ((const RuleRange *) b)->low;

	return x < y ? -1 : x > y;
}

static int
compare_names(const void *a, const void *b, void *arg)
{
	const ImportName *x = &((const RuleName *) a)->name;
	const ImportName *y = &((const RuleName *) b)->name;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void
report_twice(const char *what)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("two keys of a rule have a value in common"),
					errdetail("The value is %s.", what)));
}

/* Reports that two keys of a rule match one tile. */
static void
report_property(uint64 id)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("two keys of a rule match tile %u:%u,%u", (unsigned) (id >> 48),
					(unsigned) (id >> 32 & 0xffff), (unsigned) (id >> 16 & 0xffff)),
			 errhint("A key with the tile itself takes precedence over both.")));
}

/* The code of a name among sorted ones; -1: there is none. */
static int
code_of_name(const RuleName *names, int count, ImportName name)
{
	RuleName key = {.name = name};
	int n = count_below(names, count, sizeof(RuleName), &key, compare_names);

	return n > 0 && compare_names(&names[n - 1], &key, NULL) == 0 ? names[n - 1].code
																  : -1;
}

/* Does the rule name the tile itself, by one of its sorted names? */
static bool
names_tile(const RuleName *names, int count, uint64 tile)
{
	return code_of_name(names, count, (ImportName){IMPORT_ALTERNATIVE, tile}) >= 0 ||
		   code_of_name(names, count,
						(ImportName){IMPORT_TILE, tile & ~(uint64) PG_UINT16_MAX}) >= 0;
}

static void
sort_names(ImportRule *rule)
{
	int kept = 0;

	qsort_interruptible(rule->names, rule->name_count, sizeof(RuleName), compare_names,
						NULL);
	for (int i = 0; i < rule->name_count; i++)
	{
		const RuleName *name = &rule->names[i];
		const RuleName *last = kept > 0 ? &rule->names[kept - 1] : NULL;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (!last || compare_names(last, name, NULL) != 0)
			rule->names[kept++] = *name;
		else if (name->name.kind != IMPORT_PROPERTY)
			report_twice("a colour or a tile");
		else if (name->code != last->code &&
				 !names_tile(rule->names, kept, name->name.id))
			report_property(name->name.id);
	}
	rule->name_count = kept;
}

static void
sort_rule(ImportRule *rule)
{
	qsort_interruptible(rule->points, rule->point_count, sizeof(RulePoint),
						compare_points, NULL);
	qsort_interruptible(rule->ranges, rule->range_count, sizeof(RuleRange),
						compare_ranges, NULL);
	for (int i = 1; i < rule->point_count; i++)
		if (rule->points[i].number == rule->points[i - 1].number)
			report_twice(import_number_text(rule->points[i].number));
	for (int i = 1; i < rule->range_count; i++)
	{
		const RuleRange *a = &rule->ranges[i - 1];
		const RuleRange *b = &rule->ranges[i];

		if (b->low < a->high || b->low == a->low ||
			(b->low == a->high && (a->whole || b->whole)))
			report_twice(import_number_text(b->low));
	}
	sort_names(rule);
}

/* Counts memory of all rules of a call. */
static void
take_memory(Size *bytes, Size more)
{
	*bytes += more;
	fringe_limit_memory("rule", *bytes);
}

static ImportRule
read_rule(JsonbContainer *object, RuleForm form, Size *bytes)
{
	ImportRule rule = {.fallback = -1, .null_code = -1, .bytes = bytes};
	JsonbIterator *next = JsonbIteratorInit(object);
	JsonbValue key;
	JsonbValue value;
	Size keys = Max(1, JsonContainerSize(object));

	take_memory(bytes, keys * (sizeof(RulePoint) + sizeof(RuleRange) + sizeof(RuleName) +
							   (form.words ? sizeof(RuleWord) : 0)));
	rule.points = fringe_alloc_huge(keys * sizeof(RulePoint));
	rule.ranges = fringe_alloc_huge(keys * sizeof(RuleRange));
	rule.names = fringe_alloc_huge(keys * sizeof(RuleName));
	rule.name_room = keys;
	rule.words = form.words ? fringe_alloc_huge(keys * sizeof(RuleWord)) : NULL;
	JsonbIteratorNext(&next, &key, true);
	while (JsonbIteratorNext(&next, &key, true) == WJB_KEY)
	{
		CHECK_FOR_INTERRUPTS();
		JsonbIteratorNext(&next, &value, true);
		add_key(&rule, (ImportSpan){key.val.string.val, key.val.string.len},
				code_of_json(&value, form), form);
	}
	sort_rule(&rule);
	return rule;
}

/* No rule. */
static const ImportRule ascii_rule = {.ascii = true, .fallback = -1, .null_code = -1};

/* The rule in argument n, which is not NULL. */
static JsonbContainer *
rule_object(FunctionCallInfo fcinfo, int n)
{
	Jsonb *json = PG_GETARG_JSONB_P(n);

	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_EXAMPLE)));
	return &json->root;
}

ImportRule
import_rule(FunctionCallInfo fcinfo, int n)
{
	Size bytes = 0;
	ImportRule rule = ascii_rule;

	if (!PG_ARGISNULL(n))
		rule = read_rule(rule_object(fcinfo, n), (RuleForm){0}, &bytes);
	rule.bytes = NULL;
	return rule;
}

/* ---- layers ------------------------------------------------------------- */

static JsonbContainer *
object_of(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data)
			   ? value->val.binary.data
			   : NULL;
}

/* The rules of an object of rules by layer; none if no value of it is an object. */
static ImportLayers
read_layers(JsonbContainer *object, Size *bytes)
{
	ImportLayers layers = {.base = -1, .layered = true};
	JsonbIterator *next = JsonbIteratorInit(object);
	ImportSpan other = {NULL, 0};
	JsonbValue key;
	JsonbValue value;

	take_memory(bytes, JsonContainerSize(object) * sizeof(ImportLayer));
	layers.items =
		fringe_alloc_huge(Max(1, JsonContainerSize(object)) * sizeof(ImportLayer));
	JsonbIteratorNext(&next, &key, true);
	while (JsonbIteratorNext(&next, &key, true) == WJB_KEY)
	{
		ImportSpan name = {key.val.string.val, key.val.string.len};

		CHECK_FOR_INTERRUPTS();
		JsonbIteratorNext(&next, &value, true);
		if (object_of(&value))
			layers.items[layers.count++] = (ImportLayer){
				name, read_rule(object_of(&value), (RuleForm){true, true}, bytes)};
		else if (name.length == 4 && memcmp(name.at, "else", 4) == 0)
			layers.base =
				value.type == jbvString ? code_of_json(&value, (RuleForm){0}) : -1;
		else
			other = name;
	}
	if (layers.count > 0 && other.at)
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("rule of layers has a key %s that has no rule",
					fringe_quote(other.at, other.length)),
			 errhint(
				 "Write {\"ground\": {\"else\": \".\"}, \"walls\": {\"else\": \"@\"}}.")));
	return layers;
}

ImportLayers
import_layers(FunctionCallInfo fcinfo, int rule, int layer)
{
	JsonbContainer *object = PG_ARGISNULL(rule) ? NULL : rule_object(fcinfo, rule);
	ImportLayers layers = {.base = -1};
	Size *bytes = palloc0(sizeof *bytes);

	if (object)
		layers = read_layers(object, bytes);
	if (layers.count > 0 && !PG_ARGISNULL(layer))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule of layers and a layer exclude each other"),
						errhint("Leave out the argument \"layer\".")));
	if (layers.count > 0)
		return layers;
	layers =
		(ImportLayers){.base = -1, .count = 1, .items = palloc0(sizeof(ImportLayer))};
	if (!PG_ARGISNULL(layer))
		layers.items->name = (ImportSpan){VARDATA_ANY(PG_GETARG_TEXT_PP(layer)),
										  VARSIZE_ANY_EXHDR(PG_GETARG_TEXT_PP(layer))};
	layers.items->rule =
		object ? read_rule(object, (RuleForm){.words = true}, bytes) : ascii_rule;
	return layers;
}

/* ---- properties of tiles -------------------------------------------------- */

static bool
spans_equal(ImportSpan a, ImportSpan b)
{
	/* memcmp takes no NULL */
	return a.length == b.length && (a.length == 0 || memcmp(a.at, b.at, a.length) == 0);
}

static bool
span_is(ImportSpan span, const char *word)
{
	return spans_equal(span, (ImportSpan){word, (int) strlen(word)});
}

/* Does the value of a property match a key? Texts have no quotes here. */
static bool
word_matches(const RuleWord *word, ImportSpan value)
{
	double number = 0;
	bool is_number = value.length <= LONGEST_KEY && value.length > 0 &&
					 import_number(value.at, value.length, &number) && !isnan(number);

	if (word->number)
		return is_number && number >= word->range.low && number <= word->range.high;
	if (word->value.at)
		return spans_equal(word->value, value);
	return is_number ? number != 0 : value.length > 0 && !span_is(value, "false");
}

void
import_rule_property(ImportRule *rule, uint64 tile, ImportSpan name, ImportSpan value)
{
	for (int i = 0; i < rule->word_count; i++)
	{
		RuleWord *word = &rule->words[i];

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (!spans_equal(word->name, name) || !word_matches(word, value))
			continue;
		word->found = true;
		if (rule->name_count == rule->name_room)
		{
			Size room = rule->name_room * 2;

			take_memory(rule->bytes, rule->name_room * sizeof(RuleName));
			rule->names = repalloc_huge(rule->names, room * sizeof(RuleName));
			rule->name_room = room;
		}
		rule->names[rule->name_count++] = (RuleName){{IMPORT_PROPERTY, tile}, word->code};
	}
}

void
import_rule_end(ImportRule *rule)
{
	for (int i = 0; i < rule->word_count; i++)
		if (!rule->words[i].found)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule matches no tile",
						fringe_quote(rule->words[i].key.at, rule->words[i].key.length)),
				 errdetail("No tile of the tile set has such a property."),
				 errhint(
					 "If the tile set is a file of its own, pass its text in \"files\". A key with \"?\" at its end may match no tile.")));
	sort_names(rule);
}

/* ---- looking up ------------------------------------------------------- */

static int
code_of_number(const ImportRule *rule, double number)
{
	int n;

	if (isnan(number))
		return rule->null_code;
	if (rule->ascii)
		return number >= FR_FIRST_CODE && number <= FR_LAST_CODE && number == (int) number
				   ? (int) number
				   : -1;
	n = count_below(rule->points, rule->point_count, sizeof(RulePoint),
					&(RulePoint){.number = number}, compare_points);
	if (n > 0 && rule->points[n - 1].number == number)
		return rule->points[n - 1].code;
	n = count_below(rule->ranges, rule->range_count, sizeof(RuleRange),
					&(RuleRange){.low = number}, compare_ranges);
	return n > 0 && number <= rule->ranges[n - 1].high ? rule->ranges[n - 1].code : -1;
}

/* ---- errors ----------------------------------------------------------- */

static const char *
colour_name(uint64 id)
{
	unsigned channel[4] = {id >> 48, id >> 32 & 0xffff, id >> 16 & 0xffff, id & 0xffff};
	bool wide = false;

	for (int i = 0; i < 4; i++)
		wide |= channel[i] % 257 != 0;
	if (wide)
		return psprintf("#%04x%04x%04x%04x", channel[0], channel[1], channel[2],
						channel[3]);
	if (channel[3] == 0xffff)
		return psprintf("#%02x%02x%02x", channel[0] / 257, channel[1] / 257,
						channel[2] / 257);
	return psprintf("#%02x%02x%02x%02x", channel[0] / 257, channel[1] / 257,
					channel[2] / 257, channel[3] / 257);
}

static const char *
value_name(const ImportValue *value)
{
	uint64 id = value->names[0].id;
	const char *number =
		isnan(value->number) ? "NULL" : import_number_text(value->number);

	if (value->count == 0)
		return isnan(value->number) ? number : psprintf("value %s", number);
	if (value->names[0].kind == IMPORT_FOREGROUND)
		return psprintf("foreground %s, background %s, %s %s,", colour_name(id),
						colour_name(value->names[1].id), value->unit, number);
	if (value->names[0].kind == IMPORT_COLOUR)
		return psprintf("colour %s, %s %s,", colour_name(id), value->unit, number);
	return psprintf("tile %u:%u,%u", (unsigned) (id >> 48),
					(unsigned) (id >> 32 & 0xffff), (unsigned) (id >> 16 & 0xffff));
}

static void
report_value(const ImportRule *rule, const ImportValue *value, fr_cell cell)
{
	bool fraction = !isnan(value->number) && value->number != rint(value->number);

	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("no terrain code for the %s of cell (%d,%d)", value_name(value), cell.x,
				cell.y),
		 rule->ascii
			 ? errdetail(
				   "Without a rule, a value is the ASCII code of a terrain code, 33 to 126.")
			 : 0,
		 !rule->ascii
			 ? (isnan(value->number)
					? errhint("Add the key \"null\" or \"else\" to the rule.")
					: errhint(
						  "Add a key for this value, or the key \"else\", to the rule."))
		 : fraction
			 ? errhint(
				   "Write a rule with ranges, such as {\"0..0.5\": \".\", \"else\": \"@\"}. A map has at most 94 different codes, so put close numbers into one range.")
			 : errhint("Write a rule, such as {\"0\": \".\", \"else\": \"@\"}.")));
}

/* ---- maps ------------------------------------------------------------- */

uint8
import_code(const ImportRule *rule, const ImportValue *value, fr_cell cell)
{
	int code = -1;

	for (int i = 0; i < value->count && code < 0; i++)
		code = code_of_name(rule->names, rule->name_count, value->names[i]);
	if (code < 0)
		code = code_of_number(rule, value->number);
	if (code < 0)
		code = rule->fallback;
	if (code < 0)
		report_value(rule, value, cell);
	return (uint8) code;
}

Gridmap *
import_layer_codes(const ImportLayers *layers, uint8 *codes, uint32 width, uint32 height)
{
	for (uint32 i = 0; i < width * height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (codes[i] == IMPORT_BELOW && layers->base < 0)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no layer has a terrain code for cell (%u,%u)", i % width,
						i / width),
				 errhint("Add the key \"else\", with a code, to the rule of layers.")));
		if (codes[i] == IMPORT_BELOW)
			codes[i] = (uint8) layers->base;
	}
	return gridmap_from_codes(codes, width, height);
}

Gridmap *
import_values(const ImportRule *rule, uint32 width, uint32 height, ImportNext next,
			  void *source)
{
	uint8 *codes = fringe_alloc_huge((Size) width * height);

	for (uint32 i = 0; i < width * height; i++)
	{
		fr_cell cell = {(int32) (i % width), (int32) (i / width)};
		ImportValue value = {.number = get_float8_nan()};

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		next(source, cell, &value);
		codes[i] = import_code(rule, &value, cell);
	}
	return gridmap_from_codes(codes, width, height);
}

/* ==== text ============================================================= */

ImportText
import_text_of(const char *file, int length)
{
	bool mark = length >= 3 && memcmp(file, "\xef\xbb\xbf", 3) == 0;

	return (ImportText){file + (mark ? 3 : 0), file + length};
}

ImportText
import_text(const text *file)
{
	return import_text_of(VARDATA_ANY(file), VARSIZE_ANY_EXHDR(file));
}

/* Removes blanks, and then a pair of quotes. */
static void
trim(const char **at, int *length)
{
	while (*length > 0 && isspace((unsigned char) **at))
	{
		import_poll_at((*at)++);
		--*length;
	}
	while (*length > 0 && isspace((unsigned char) (*at)[*length - 1]))
		import_poll_at(*at + --*length);
	if (*length > 1 && **at == '"' && (*at)[*length - 1] == '"')
	{
		++*at;
		*length -= 2;
	}
}

static int
digits_at(const char *at)
{
	int count = 0;

	while (isdigit((unsigned char) at[count]))
		count++;
	return count;
}

/* Is it a decimal number? strtod accepts other forms, too. */
static bool
is_decimal(const char *at)
{
	int digits;

	at += *at == '+' || *at == '-';
	digits = digits_at(at);
	at += digits;
	if (*at == '.')
	{
		int fraction = digits_at(at + 1);

		digits += fraction;
		at += 1 + fraction;
	}
	if (digits > 0 && (*at == 'e' || *at == 'E'))
	{
		int exponent;

		at++;
		at += *at == '+' || *at == '-';
		exponent = digits_at(at);
		if (exponent == 0)
			return false;
		at += exponent;
	}
	return digits > 0 && *at == '\0';
}

static bool
is_any(const char *word, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (pg_strcasecmp(word, words[i]) == 0)
			return true;
	return false;
}

#define NUMBER_BYTES 400 /* more than a double written in full has */

bool
import_number(const char *at, int length, double *number)
{
	static const char *const nulls[] = {"", "null", "na", "nan", NULL};
	static const char *const above[] = {"inf", "+inf", "infinity", "+infinity", NULL};
	static const char *const below[] = {"-inf", "-infinity", NULL};
	char digits[NUMBER_BYTES + 1];

	trim(&at, &length);
	if (length > NUMBER_BYTES)
		return false;
	memcpy(digits, at, length);
	digits[length] = '\0';
	if (is_decimal(digits))
	{
		*number = strtod(digits, NULL);
		return !isinf(*number);
	}
	if (is_any(digits, nulls))
		*number = get_float8_nan();
	else if (is_any(digits, above))
		*number = get_float8_infinity();
	else if (is_any(digits, below))
		*number = -get_float8_infinity();
	else
		return false;
	return strlen(digits) == (size_t) length;
}

const char *
import_number_text(double number)
{
	return float8out_internal(number);
}

Datum
import_world(FunctionCallInfo fcinfo, double x, double y, double size)
{
	bool nulls[3] = {false};
	Datum values[3] = {Float8GetDatum(x), Float8GetDatum(y), Float8GetDatum(size)};
	TupleDesc row;

	if (get_call_result_type(fcinfo, NULL, &row) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "the function must return a row");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row), values, nulls));
}

/* ==== kinds of files =================================================== */

typedef struct FileKind
{
	const char *begin;
	int length;
	const char *name;
	const char *reader; /* NULL: none */
} FileKind;

static const FileKind kinds[] = {
	{"\x89PNG", 4, "PNG", "gridmap_from_png"},
	{"P2", 2, "PGM", "gridmap_from_pgm"},
	{"P5", 2, "PGM", "gridmap_from_pgm"},
	{"P1", 2, "PBM", NULL},
	{"P4", 2, "PBM", NULL},
	{"P3", 2, "PPM", NULL},
	{"P6", 2, "PPM", NULL},
	{"P7", 2, "PAM", NULL},
	{"\xff\xd8\xff", 3, "JPEG", NULL},
	{"GIF8", 4, "GIF", NULL},
	{"BM", 2, "BMP", NULL},
	{"II*", 4, "TIFF", NULL},
	{"MM\0*", 4, "TIFF", NULL},
	{"RIFF", 4, "WebP", NULL},
	{"\x1f\x8b", 2, "file compressed by gzip", NULL},
};

void
import_check_kind(const char *wanted, const bytea *file)
{
	for (int i = 0; i < (int) lengthof(kinds); i++)
	{
		const FileKind *kind = &kinds[i];

		if (VARSIZE_ANY_EXHDR(file) < kind->length ||
			memcmp(VARDATA_ANY(file), kind->begin, kind->length) != 0 ||
			strcmp(kind->name, wanted) == 0)
			continue;
		ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
						errmsg("invalid %s", wanted),
						errdetail("The bytes are a %s.", kind->name),
						kind->reader ? errhint("Read it with %s.", kind->reader)
									 : errhint("Convert it to a %s first.", wanted)));
	}
}
