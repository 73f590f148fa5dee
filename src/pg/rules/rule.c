/*
 * rule.c - rules, which turn the values of cells into terrain codes
 *
 * A rule is a JSON object that maps values to terrain codes:
 *
 *     {"0-99": "@", "100": "T", "100.5..200": "W", "#00ff00": "S", "null": "@", "else": "."}
 *
 * A key is one of these:
 *
 *     7, -0.5, 1e3       a number
 *     0-99               whole numbers from 0 to 99
 *     0..0.5, 1.., ..0   a range of numbers, which includes its ends
 *     null               cells without a value
 *     else               all other values
 *
 * A format may have keys that name values, such as colours, and words, which its reader resolves: RuleFormat.
 * A format of numbers has two more:
 *
 *     layer              the name of a layer that keeps the numbers: {"layer": "height"}
 *     scale              numbers of that layer are rounded to multiples of it
 *
 * A number precedes a range. If two ranges with ".." meet, the common end belongs to the upper one.
 *
 * A rule of layers maps names of layers to rules: {"floor": {"0": "."}, "walls": {"else": "@"}}.
 */
#include "pg/rules/rules.h"

#include "utils/builtins.h"
#include "utils/float.h"

#define LONGEST_KEY 64 /* bytes of a key that is no word */
const RuleFormat rule_of_numbers = {
	.hint =
		"Keys are numbers such as 7, ranges such as 0-99 and 0..0.5, null, else, layer, "
		"and scale.",
	.layer = true};
const RuleFormat rule_of_words = {
	.hint = "Keys are numbers such as 7, ranges such as 0-99, names, null, and else.",
	.words = true};

#define RULE_EXAMPLE "Write {\"0..0.5\": \".\", \"1-8\": \"T\", \"else\": \"@\"}."

/* ---- keys ------------------------------------------------------------- */

/* Digits, perhaps with a sign. */
static const char *
skip_whole(const char *at, const char *end)
{
	const char *digits = at + (at < end && *at == '-');

	at = digits;
	while (at < end && isdigit((unsigned char) *at))
		at++;
	return at > digits ? at : NULL;
}

bool
rule_parse_numbers(fr_span text, RuleRange *range)
{
	const char *end = fr_span_end(text);
	const char *dots = text.at;
	const char *dash;

	if (text.length == 0 || text.length > LONGEST_KEY)
		return false;
	while (dots + 1 < end && (dots[0] != '.' || dots[1] != '.'))
		dots++;
	range->low = -get_float8_infinity();
	range->high = get_float8_infinity();
	if (dots + 1 < end)
	{
		range->whole = false;
		return text.length > 2 &&
			   (dots == text.at || number_parse(text.at, dots - text.at, &range->low)) &&
			   (dots + 2 == end ||
				number_parse(dots + 2, end - dots - 2, &range->high)) &&
			   range->low <= range->high;
	}
	range->whole = true;
	dash = skip_whole(text.at, end);
	if (dash && dash < end && *dash == '-' && skip_whole(dash + 1, end) == end)
		return number_parse(text.at, dash - text.at, &range->low) &&
			   number_parse(dash + 1, end - dash - 1, &range->high) &&
			   range->low <= range->high;
	if (!number_parse(text.at, text.length, &range->low) || isnan(range->low))
		return false;
	range->high = range->low;
	return true;
}

/* NAME, NAME=VALUE, with "?" at the end if it may match nothing */
static bool
parse_word(fr_span key, RuleWord *word)
{
	const char *equals;

	word->found = key.length > 0 && key.at[key.length - 1] == '?';
	key.length -= word->found;
	equals = memchr(key.at, '=', key.length);
	word->key = key;
	word->name = (fr_span){key.at, equals ? equals - key.at : key.length};
	if (equals)
	{
		word->value = (fr_span){equals + 1, fr_span_end(key) - equals - 1};
		word->number = rule_parse_numbers(word->value, &word->range);
	}
	return word->name.length > 0;
}

/* ---- reading ---------------------------------------------------------- */

static uint8
code_of_json(const JsonbValue *value, bool layered)
{
	text *letter;
	char code;

	if (value->type == jbvNull && layered)
		return RULE_BELOW;
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
add_range(Rule *rule, RuleRange range)
{
	RuleRanges *list =
		range.whole && range.low == range.high ? &rule->points : &rule->ranges;

	list->items =
		reading_grow(rule->reading, list->items, list->count, sizeof(RuleRange));
	list->items[list->count++] = range;
}

static void
add_name(Rule *rule, RuleName name)
{
	rule->names =
		reading_grow(rule->reading, rule->names, rule->name_count, sizeof(RuleName));
	rule->names[rule->name_count++] = name;
}

void
rule_add_number(Rule *rule, const RuleWord *word, double low, double high)
{
	add_range(rule, (RuleRange){low, high, true, word->code, word->key});
}

void
rule_add_name(Rule *rule, RuleWord *word, CellName name)
{
	word->found = true;
	add_name(rule, (RuleName){name, word->code, word->key});
}

static void
add_key(Rule *rule, fr_span span, uint8 code)
{
	const RuleFormat *format = rule->format;
	char key[LONGEST_KEY + 1] = "";
	RuleRange range = {.code = code, .key = span};
	RuleName name = {.code = code, .key = span};
	RuleWord word = {.code = code};

	if (span.length <= LONGEST_KEY)
		memcpy(key, span.at, span.length);
	if (strcmp(key, "else") == 0)
		rule->fallback = code;
	else if (strcmp(key, "null") == 0)
		rule->null_code = code;
	else if (format->parse && format->parse(key, &name.name))
		add_name(rule, name);
	else if (rule_parse_numbers(span, &range))
		add_range(rule, range);
	else if (format->words && parse_word(span, &word))
	{
		rule->words =
			reading_grow(rule->reading, rule->words, rule->word_count, sizeof(RuleWord));
		rule->words[rule->word_count++] = word;
	}
	else
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("invalid key %s of a rule", span_quote(span)),
						errhint("%s", format->hint)));
}

/* The name of the layer that keeps the numbers. A rule with one needs no other keys. */
static void
add_layer(Rule *rule, const JsonbValue *value)
{
	if (value->type != jbvString)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("key \"layer\" of a rule must have the name of a layer"),
						errhint("Write {\"layer\": \"height\"}.")));
	rule->layer = (fr_span){value->val.string.val, value->val.string.len};
	fringe_check_layer_name(rule->layer);
	rule->fallback = rule->fallback == RULE_NONE ? RULE_GROUND : rule->fallback;
	rule->null_code = rule->null_code == RULE_NONE ? RULE_WALL : rule->null_code;
}

/* Reads the key `scale`: numbers of the layer are rounded to multiples of it. */
static void
add_scale(Rule *rule, const JsonbValue *value)
{
	const char *text = value->type == jbvNumeric
						   ? DatumGetCString(DirectFunctionCall1(
								 numeric_out, NumericGetDatum(value->val.numeric)))
						   : "";
	fr_error error;

	if (fr_span_decimal((fr_span){text, strlen(text)}, &rule->scale, &error))
		ereport(
			ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("key \"scale\" of a rule must have a number above 0"),
			 errdetail(
				 "The number has at most %d digits before the point, and %d after it.",
				 FR_DECIMAL_DIGITS, FR_DECIMAL_DIGITS),
			 errhint("Write {\"layer\": \"height\", \"scale\": 0.01}.")));
}

/* Begins to read an object, whose members next_member gives. */
static JsonbIterator *
open_object(JsonbContainer *object)
{
	JsonbIterator *next = JsonbIteratorInit(object);
	JsonbValue itself;

	JsonbIteratorNext(&next, &itself, true);
	return next;
}

static bool
next_member(JsonbIterator **next, fr_span *key, JsonbValue *value)
{
	CHECK_FOR_INTERRUPTS();
	if (JsonbIteratorNext(next, value, true) != WJB_KEY)
		return false;
	*key = (fr_span){value->val.string.val, value->val.string.len};
	JsonbIteratorNext(next, value, true);
	return true;
}

static Rule
read_rule(Reading *reading, JsonbContainer *object, const RuleFormat *format,
		  bool layered)
{
	Rule rule = {.format = format,
				 .layered = layered,
				 .fallback = RULE_NONE,
				 .null_code = RULE_NONE,
				 .reading = reading};
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
		if (format->layer && fr_span_is(key, "layer"))
			add_layer(&rule, &value);
		else if (format->layer && fr_span_is(key, "scale"))
			add_scale(&rule, &value);
		else
			add_key(&rule, key, code_of_json(&value, layered));
	if (rule.scale.digits > 0 && !rule.layer.at)
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("key \"scale\" of a rule needs the key \"layer\""),
						errhint("Write {\"layer\": \"height\", \"scale\": 0.01}.")));
	return rule;
}

/* The rule of a call without one. */
static Rule
rule_of_ascii(const RuleFormat *format)
{
	return (Rule){
		.format = format, .ascii = true, .fallback = RULE_NONE, .null_code = RULE_NONE};
}

static JsonbContainer *
rule_object(Jsonb *json)
{
	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_EXAMPLE)));
	return &json->root;
}

Rule
rule_read(Reading *reading, Jsonb *json, const RuleFormat *format)
{
	return read_rule(reading, rule_object(json), format, false);
}

Rule
rule_argument(FunctionCallInfo fcinfo, int n, const RuleFormat *format)
{
	Reading *reading;
	Rule rule;

	if (PG_ARGISNULL(n))
		return rule_of_ascii(format);
	reading = palloc(sizeof(Reading));
	MemoryContextSwitchTo(reading_begin(reading, "rule"));
	rule = rule_read(reading, PG_GETARG_JSONB_P(n), format);
	rule_end(&rule);
	return rule;
}

/* ---- order ------------------------------------------------------------ */

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
	const CellName *x = &((const RuleName *) a)->name;
	const CellName *y = &((const RuleName *) b)->name;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->id < y->id ? -1 : x->id > y->id;
}

/* How many elements of a sorted array are not above `key`. */
static int64
count_below(const void *array, int64 count, Size size, const void *key,
			int (*compare)(const void *a, const void *b, void *arg))
{
	int64 first = 0;
	int64 beyond = count;

	while (first < beyond)
	{
		int64 middle = first + (beyond - first) / 2;

		if (compare((const char *) array + middle * size, key, NULL) <= 0)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first;
}

/* The last range that does not begin above a number, or NULL. */
static const RuleRange *
range_from(const RuleRanges *ranges, double number)
{
	int64 n = count_below(ranges->items, ranges->count, sizeof(RuleRange),
						  &(RuleRange){.low = number}, compare_ranges);

	return n > 0 ? &ranges->items[n - 1] : NULL;
}

int
rule_number_code(const Rule *rule, double number)
{
	const RuleRange *found = range_from(&rule->points, number);

	if (!found || found->low != number)
		found = range_from(&rule->ranges, number);
	return found && number <= found->high ? found->code : RULE_NONE;
}

static const RuleName *
find_name(const RuleName *names, int64 count, CellName name)
{
	RuleName key = {.name = name};
	int64 n = count_below(names, count, sizeof(RuleName), &key, compare_names);

	return n > 0 && compare_names(&names[n - 1], &key, NULL) == 0 ? &names[n - 1] : NULL;
}

static void
report_common(fr_span a, fr_span b)
{
	ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					errmsg("two keys of a rule have a value in common"),
					errdetail("They are %s and %s.", span_quote(a), span_quote(b))));
}

static void
sort_ranges(RuleRanges *ranges)
{
	if (ranges->count > 1)
		qsort_interruptible(ranges->items, ranges->count, sizeof(RuleRange),
							compare_ranges, NULL);
	for (int64 i = 1; i < ranges->count; i++)
	{
		const RuleRange *a = &ranges->items[i - 1];
		const RuleRange *b = &ranges->items[i];

		CHECK_FOR_INTERRUPTS();
		if (b->low < a->high || b->low == a->low ||
			(b->low == a->high && (a->whole || b->whole)))
			report_common(a->key, b->key);
	}
}

/* Reports that two words mean one value, and have different codes for it. */
static void
report_words(const Rule *rule, const RuleName *a, const RuleName *b)
{
	CellValue value = {0};

	if (rule->format->names)
		rule->format->names(a->name.id, &value);
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("two keys of a rule match %s",
					value.count > 0 ? rule->format->text(&value)
									: psprintf("tile %lld", (long long) a->name.id)),
			 errdetail("They are %s and %s.", span_quote(a->key), span_quote(b->key)),
			 errhint("A key that is the tile itself takes precedence over both.")));
}

/* Does the rule have a key for the value itself that words mean? The names up to `count` are sorted. */
static bool
has_itself(const Rule *rule, int64 count, CellName name)
{
	CellValue value = {0};

	if (!rule->format->names)
		return rule_number_code(rule, (double) (int64) name.id) != RULE_NONE;
	rule->format->names(name.id, &value);
	for (int i = 0; i < value.count; i++)
		if (value.names[i].kind < CELL_PROPERTY &&
			find_name(rule->names, count, value.names[i]))
			return true;
	return false;
}

static void
sort_names(Rule *rule)
{
	int64 kept = 0;

	if (rule->name_count > 1)
		qsort_interruptible(rule->names, rule->name_count, sizeof(RuleName),
							compare_names, NULL);
	for (int64 i = 0; i < rule->name_count; i++)
	{
		const RuleName *name = &rule->names[i];
		const RuleName *last = kept > 0 ? &rule->names[kept - 1] : NULL;

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (!last || compare_names(last, name, NULL) != 0)
			rule->names[kept++] = *name;
		else if (name->name.kind < CELL_PROPERTY)
			report_common(last->key, name->key);
		else if (name->code != last->code && !has_itself(rule, kept, name->name))
			report_words(rule, last, name);
	}
	rule->name_count = kept;
}

void
rule_end(Rule *rule)
{
	sort_ranges(&rule->points);
	sort_ranges(&rule->ranges);
	sort_names(rule);
}

bool
rule_word_matches(const RuleWord *word, const double *number, fr_span text)
{
	if (number && word->number)
		return *number >= word->range.low && *number <= word->range.high;
	if (word->value.at)
		return span_equal(word->value, text);
	return number ? *number != 0 : text.length > 0 && !fr_span_is(text, "false");
}

/* ---- codes of values ---------------------------------------------------- */

static int
name_code(const Rule *rule, const CellValue *value)
{
	for (int i = 0; i < value->count; i++)
	{
		const RuleName *found = find_name(rule->names, rule->name_count, value->names[i]);

		if (found)
			return found->code;
	}
	return RULE_NONE;
}

static int
code_of(const Rule *rule, const CellValue *value)
{
	double number = value->number;
	bool empty = value->empty || isnan(number);
	int code = RULE_NONE;

	if (rule->ascii)
		return number >= FR_FIRST_CODE && number <= FR_LAST_CODE && number == (int) number
				   ? (int) number
				   : RULE_NONE;
	if (!value->exact)
		code = name_code(rule, value);
	if (code == RULE_NONE && !isnan(number))
		code = rule_number_code(rule, number);
	if (code == RULE_NONE && empty)
		code = rule->null_code;
	if (code == RULE_NONE && empty && rule->layered)
		return RULE_BELOW;
	if (code == RULE_NONE && value->exact)
		code = name_code(rule, value);
	return code == RULE_NONE ? rule->fallback : code;
}

static const char *
value_text(const Rule *rule, const CellValue *value)
{
	if (value->count > 0 && !value->exact)
		return rule->format->text(value);
	return isnan(value->number) ? "NULL"
								: psprintf("value %s", number_text(value->number));
}

/* Tells where a value comes from: other layers may have values in its cell, too. */
static int
tell_layer(const Rule *rule, const CellValue *value)
{
	char *layer = span_quote(rule->of);

	return rule->of_objects && !value->empty
			   ? errdetail("Object %s of layer %s matches no key.",
						   number_text(value->number), layer)
			   : errdetail("The rule of layer %s has no key for it.", layer);
}

static void
report_value(const Rule *rule, const CellValue *value, fr_cell cell)
{
	bool fraction = !isnan(value->number) && value->number != rint(value->number);
	const char *layer =
		rule->format->layer
			? " The rule {\"layer\": \"height\"} keeps all numbers in a layer."
			: "";

	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("no terrain code for the %s of cell (%d,%d)", value_text(rule, value),
				cell.x, cell.y),
		 rule->ascii
			 ? errdetail(
				   "Without a rule, a value is the ASCII code of a terrain code, 33 to 126.")
		 : rule->of.at ? tell_layer(rule, value)
					   : 0,
		 !rule->ascii
			 ? (isnan(value->number)
					? errhint("Add the key \"null\" or \"else\" to the rule.")
					: errhint(
						  "Add a key for this value, or the key \"else\", to the rule."))
		 : fraction
			 ? errhint(
				   "Write a rule with ranges, such as {\"0..0.5\": \".\", \"else\": \"@\"}. A map has at most 94 different codes, so put close numbers into one range.%s",
				   layer)
			 : errhint("Write a rule, such as {\"0\": \".\", \"else\": \"@\"}.%s",
					   layer)));
}

uint8
rule_code(const Rule *rule, const CellValue *value, fr_cell cell)
{
	int code = code_of(rule, value);

	if (code == RULE_NONE)
		report_value(rule, value, cell);
	return (uint8) code;
}

/* Reads the codes of all cells. Given `numbers`, stores their numbers there, and NaN for NULL. */
static uint8 *
read_cells(const Rule *rule, uint32 width, uint32 height, CellNext next, void *source,
		   double *numbers)
{
	uint8 *codes = fringe_alloc_huge((Size) width * height);

	for (uint32 i = 0; i < width * height; i++)
	{
		fr_cell cell = {(int32) (i % width), (int32) (i / width)};
		CellValue value = {.number = get_float8_nan()};

		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		next(source, cell, &value);
		if (numbers)
		{
			if (isinf(value.number))
				value.number = get_float8_nan();
			numbers[i] = value.number;
		}
		codes[i] = rule_code(rule, &value, cell);
	}
	return codes;
}

Gridmap *
rule_map(const Rule *rule, uint32 width, uint32 height, CellNext next, void *source)
{
	Size count = (Size) width * height;
	double *numbers = NULL;
	uint8 *codes;
	Gridmap *map;

	if (rule->layer.at)
	{
		Size bytes = count * sizeof(double);

		/* and the codes */
		fringe_limit_memory("layer of numbers", bytes + count);
		numbers = fringe_alloc_huge(bytes);
	}
	codes = read_cells(rule, width, height, next, source, numbers);
	map = gridmap_from_codes(codes, width, height);
	if (!numbers)
		return map;
	map = gridmap_add_layer(map, &(LayerNumbers){.name = rule->layer.at,
												 .name_length = rule->layer.length,
												 .numbers = numbers,
												 .width = width,
												 .height = height,
												 .scaled = rule->scale.digits > 0,
												 .scale = rule->scale,
												 .how = SCALE_OF_RULE,
												 .taken = count * sizeof(double)});
	pfree(numbers);
	return map;
}

/* ---- layers ------------------------------------------------------------- */

static JsonbContainer *
object_of(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data)
			   ? value->val.binary.data
			   : NULL;
}

/* Is it an object of rules, one per layer, and not a single rule? */
static bool
has_objects(JsonbContainer *object)
{
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
		if (object_of(&value))
			return true;
	return false;
}

static RuleLayers
read_layers(Reading *reading, JsonbContainer *object, const RuleFormat *format)
{
	RuleLayers layers = {.base = RULE_NONE, .layered = true};
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
	{
		if (object_of(&value))
		{
			layers.items =
				reading_grow(reading, layers.items, layers.count, sizeof(RuleLayer));
			layers.items[layers.count++] =
				(RuleLayer){key, read_rule(reading, object_of(&value), format, true)};
		}
		else if (fr_span_is(key, "else"))
			layers.base = code_of_json(&value, false);
		else
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("rule of layers has a key %s that has no rule", span_quote(key)),
				 errhint(
					 "Write {\"ground\": {\"else\": \".\"}, \"walls\": {\"else\": \"@\"}}.")));
	}
	return layers;
}

RuleLayers
rule_layers(Reading *reading, Jsonb *json, fr_span layer, const RuleFormat *format)
{
	JsonbContainer *object = json ? rule_object(json) : NULL;
	RuleLayers layers = {.base = RULE_NONE, .count = 1};

	if (object && has_objects(object))
	{
		if (layer.at)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("rule of layers and a layer exclude each other"),
							errhint("Leave out the argument \"layer\".")));
		return read_layers(reading, object, format);
	}
	layers.items = reading_alloc(reading, sizeof(RuleLayer));
	layers.items[0] =
		(RuleLayer){layer, object ? read_rule(reading, object, format, false)
								  : rule_of_ascii(format)};
	return layers;
}

void
rule_layers_end(const RuleLayers *layers, uint8 *codes, uint32 width, uint32 height)
{
	for (uint32 i = 0; layers->layered && i < width * height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (codes[i] == RULE_BELOW && layers->base == RULE_NONE)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no layer has a terrain code for cell (%u,%u)", i % width,
						i / width),
				 errhint("Add the key \"else\", with a code, to the rule of layers.")));
		if (codes[i] == RULE_BELOW)
			codes[i] = (uint8) layers->base;
	}
}
