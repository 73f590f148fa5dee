/*
 * tile_rule.c - rules from the tiles of layers to terrain codes
 *
 *     {"0": ".", "7-12": "@", "solid": "#", "else": "."}           a rule of one layer
 *     {"ground": {"else": "."}, "walls": {"else": "@"}}            rules of several layers
 */
#include "formats/formats.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define RULE_HINT                                                                        \
	"Write {\"0\": \".\", \"7-12\": \"@\", \"solid\": \"#\", \"else\": \".\"}."

/* ---- reading ---------------------------------------------------------- */

/* Digits, perhaps with a sign. A number beyond the range becomes the end of the range. */
static bool
take_digits(fr_span *text, int64 *number)
{
	bool negative = text->length > 0 && *text->at == '-';
	const char *at = text->at + negative;
	const char *end = text->at + text->length;
	uint64 value = 0;

	if (at == end || !isdigit((unsigned char) *at))
		return false;
	for (; at < end && isdigit((unsigned char) *at); at++)
		value = value > PG_INT64_MAX / 10 ? PG_INT64_MAX
										  : Min(value * 10 + (*at - '0'), PG_INT64_MAX);
	*number = negative ? -(int64) value : (int64) value;
	*text = (fr_span){at, end - at};
	return true;
}

static bool
take_dots(fr_span *text)
{
	if (text->length < 2 || memcmp(text->at, "..", 2) != 0)
		return false;
	*text = (fr_span){text->at + 2, text->length - 2};
	return true;
}

bool
tile_range_parse(fr_span text, int64 *low, int64 *high)
{
	*low = PG_INT64_MIN;
	*high = PG_INT64_MAX;
	if (!take_dots(&text))
	{
		if (!take_digits(&text, low))
			return false;
		if (text.length == 0)
		{
			*high = *low;
			return true;
		}
		if (take_dots(&text))
		{
			if (text.length == 0)
				return true;
		}
		else if (*text.at == '-')
			text = (fr_span){text.at + 1, text.length - 1};
		else
			return false;
	}
	return take_digits(&text, high) && text.length == 0 && *low <= *high;
}

static void
add_range(Reading *reading, TileRanges *ranges, TileRange range)
{
	ranges->items =
		reading_grow(reading, ranges->items, ranges->count, sizeof(TileRange));
	ranges->items[ranges->count++] = range;
}

void
tile_rule_number(Reading *reading, TileRule *rule, int64 low, int64 high, int code,
				 fr_span key)
{
	add_range(reading, &rule->numbers, (TileRange){low, high, code, key});
}

void
tile_rule_name(Reading *reading, TileRule *rule, TileName *name, int64 low, int64 high)
{
	name->found = true;
	add_range(reading, &rule->named, (TileRange){low, high, name->code, name->key});
}

/* A terrain code; null shows the layer below. */
static int
code_of(const JsonbValue *value, bool layered)
{
	text *letter;
	char code;

	if (value->type == jbvNull && layered)
		return TILE_BELOW;
	if (value->type != jbvString)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("values of a rule must be terrain codes"), errhint(RULE_HINT)));
	letter = cstring_to_text_with_len(value->val.string.val, value->val.string.len);
	code = fringe_text_code(letter);
	fringe_check_code(code);
	pfree(letter);
	return (uint8) code;
}

static void
add_key(Reading *reading, TileRule *rule, fr_span key, int code)
{
	int64 low;
	int64 high;

	if (fr_span_is(key, "else"))
		rule->fallback = code;
	else if (fr_span_is(key, "null"))
		rule->empty = code;
	else if (tile_range_parse(key, &low, &high))
		tile_rule_number(reading, rule, low, high, code, key);
	else
	{
		/* "water?": it may match nothing */
		bool optional = key.length > 0 && key.at[key.length - 1] == '?';

		key.length -= optional;
		rule->names =
			reading_grow(reading, rule->names, rule->name_count, sizeof(TileName));
		rule->names[rule->name_count++] = (TileName){key, code, optional};
	}
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

static bool
is_object(const JsonbValue *value)
{
	return value->type == jbvBinary && JsonContainerIsObject(value->val.binary.data);
}

static TileRule
read_rule(Reading *reading, JsonbContainer *object, bool layered)
{
	TileRule rule = {.layered = layered, .fallback = TILE_NONE, .empty = TILE_NONE};
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
		add_key(reading, &rule, key, code_of(&value, layered));
	return rule;
}

/* Does an object have objects in it? */
static bool
has_objects(JsonbContainer *object)
{
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
		if (is_object(&value))
			return true;
	return false;
}

static LayerRules
read_layers(Reading *reading, JsonbContainer *object)
{
	LayerRules rules = {.base = TILE_NONE, .layered = true};
	JsonbIterator *next = open_object(object);
	JsonbValue value;
	fr_span key;

	while (next_member(&next, &key, &value))
	{
		if (is_object(&value))
		{
			rules.items =
				reading_grow(reading, rules.items, rules.count, sizeof(LayerRule));
			rules.items[rules.count++] =
				(LayerRule){key, read_rule(reading, value.val.binary.data, true)};
		}
		else if (fr_span_is(key, "else"))
			rules.base = code_of(&value, false);
		else
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("rule of layers has a key %s that has no rule", span_quote(key)),
				 errhint(
					 "Write {\"ground\": {\"else\": \".\"}, \"walls\": {\"else\": \"@\"}}.")));
	}
	return rules;
}

LayerRules
tile_rules_read(Reading *reading, Jsonb *rule, fr_span layer)
{
	LayerRules rules = {.count = 1, .base = TILE_NONE};

	if (rule && !JB_ROOT_IS_OBJECT(rule))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_HINT)));
	if (rule && has_objects(&rule->root))
	{
		if (layer.at)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("rule of layers and a layer exclude each other"),
							errhint("Leave out the argument \"layer\".")));
		return read_layers(reading, &rule->root);
	}
	rules.items = reading_alloc(reading, sizeof(LayerRule));
	rules.items[0] = (LayerRule){layer, rule ? read_rule(reading, &rule->root, false)
											 : (TileRule){.ascii = true}};
	return rules;
}

/* ---- order ------------------------------------------------------------ */

static int
compare_ranges(const void *a, const void *b, void *arg)
{
	const TileRange *x = a;
	const TileRange *y = b;

	return x->low != y->low ? (x->low < y->low ? -1 : 1)
							: (x->high > y->high) - (x->high < y->high);
}

static void
sort_ranges(TileRanges *ranges)
{
	if (ranges->count > 1)
		qsort_interruptible(ranges->items, ranges->count, sizeof(TileRange),
							compare_ranges, NULL);
}

/* The range that a number is in, or NULL. */
static const TileRange *
find_range(const TileRanges *ranges, int64 number)
{
	int64 first = 0;
	int64 beyond = ranges->count;

	while (first < beyond)
	{
		int64 middle = first + (beyond - first) / 2;

		if (number > ranges->items[middle].high)
			first = middle + 1;
		else
			beyond = middle;
	}
	return first < ranges->count && number >= ranges->items[first].low
			   ? &ranges->items[first]
			   : NULL;
}

/* Keeps one of several names that give a tile the same code. */
static void
merge_names(TileRule *rule)
{
	TileRanges *named = &rule->named;
	int64 kept = 0;

	for (int64 i = 0; i < named->count; i++)
	{
		TileRange range = named->items[i];
		TileRange *last = kept > 0 ? &named->items[kept - 1] : NULL;

		CHECK_FOR_INTERRUPTS();
		if (!last || range.low > last->high)
			named->items[kept++] = range;
		else if (last->code != range.code && !find_range(&rule->numbers, range.low))
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("two keys of a rule match tile %lld", (long long) range.low),
				 errdetail("They are %s and %s.", span_quote(last->key),
						   span_quote(range.key)),
				 errhint(
					 "A key with the number of the tile takes precedence over both.")));
	}
	named->count = kept;
}

void
tile_rule_end(TileRule *rule)
{
	const TileRanges *numbers = &rule->numbers;

	sort_ranges(&rule->numbers);
	for (int64 i = 1; i < numbers->count; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (numbers->items[i].low <= numbers->items[i - 1].high)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("two keys of a rule have a value in common"),
							errdetail("They are %s and %s.",
									  span_quote(numbers->items[i - 1].key),
									  span_quote(numbers->items[i].key))));
	}
	sort_ranges(&rule->named);
	merge_names(rule);
}

/* ---- codes ------------------------------------------------------------ */

static int
find_code(const TileRule *rule, int64 empty, int32 tile)
{
	const TileRange *range;

	if (rule->ascii)
		return tile >= 0 && tile <= 255 && fr_is_code((uint8) tile) ? tile : TILE_NONE;
	range = find_range(&rule->numbers, tile);
	if (!range && tile == empty && rule->empty != TILE_NONE)
		return rule->empty;
	if (!range && rule->layered && tile == empty)
		return TILE_BELOW;
	if (!range)
		range = find_range(&rule->named, tile);
	return range ? range->code : rule->fallback;
}

static void
report_value(const TileRule *rule, int32 tile, uint32 x, uint32 y)
{
	ereport(
		ERROR,
		(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
		 errmsg("no terrain code for the value %d of cell (%u,%u)", tile, x, y),
		 rule->ascii
			 ? errdetail(
				   "Without a rule, a value is the ASCII code of a terrain code, 33 to 126.")
			 : 0,
		 errhint("%s",
				 rule->ascii
					 ? "Write a rule, such as {\"0\": \".\", \"else\": \"@\"}."
					 : "Add a key for this value, or the key \"else\", to the rule.")));
}

void
tile_rule_apply(const TileRule *rule, int64 empty, const int32 *tiles, uint32 width,
				uint32 height, uint8 *codes)
{
	int32 last = 0;
	int code = TILE_NONE;

	for (uint32 i = 0; i < width * height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (i == 0 || tiles[i] != last)
			code = find_code(rule, empty, last = tiles[i]);
		if (code == TILE_NONE)
			report_value(rule, tiles[i], i % width, i / width);
		if (code != TILE_BELOW)
			codes[i] = (uint8) code;
	}
}

void
tile_rules_end(const LayerRules *rules, uint8 *codes, uint32 width, uint32 height)
{
	for (uint32 i = 0; rules->layered && i < width * height; i++)
	{
		if (i % FR_POLL_STEPS == 0)
			CHECK_FOR_INTERRUPTS();
		if (codes[i] == 0 && rules->base == TILE_NONE)
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("no layer has a terrain code for cell (%u,%u)", i % width,
						i / width),
				 errhint("Add the key \"else\", with a code, to the rule of layers.")));
		if (codes[i] == 0)
			codes[i] = (uint8) rules->base;
	}
}

/* ---- the reverse ------------------------------------------------------ */

/* The least number that is not negative and that no key has. */
static int64
free_number(const TileRule *rule)
{
	int64 number = rule->empty == TILE_NONE ? 0 : 1;

	for (int64 i = 0; i < rule->numbers.count; i++)
		if (rule->numbers.items[i].low <= number && rule->numbers.items[i].high >= number)
			number = rule->numbers.items[i].high + 1;
	return number;
}

static void
set_number(int32 numbers[256], int code, int64 number)
{
	if (number >= 0 && number <= TILE_NUMBER_MAX &&
		(numbers[code] < 0 || number < numbers[code]))
		numbers[code] = (int32) number;
}

int64
tile_rule_numbers(Jsonb *json, int32 numbers[256])
{
	Reading reading;
	MemoryContext outer = reading_begin(&reading, "rule");
	TileRule rule;
	int64 largest = 0;

	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_HINT)));
	rule = read_rule(&reading, &json->root, false);
	if (rule.name_count > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule is no number", span_quote(rule.names[0].key)),
				 errhint("A rule that writes tiles has only keys that are numbers, "
						 "ranges, null and else.")));
	tile_rule_end(&rule);
	for (int i = 0; i < 256; i++)
		numbers[i] = -1;
	for (int64 i = 0; i < rule.numbers.count; i++)
		if (rule.numbers.items[i].high >= 0)
			set_number(numbers, rule.numbers.items[i].code,
					   Max(0, rule.numbers.items[i].low));
	if (rule.empty >= 0 && !find_range(&rule.numbers, 0))
		set_number(numbers, rule.empty, 0);
	if (rule.fallback >= 0 && numbers[rule.fallback] < 0)
		set_number(numbers, rule.fallback, free_number(&rule));
	for (int i = 0; i < 256; i++)
		largest = Max(largest, numbers[i]);
	MemoryContextSwitchTo(outer);
	MemoryContextDelete(reading.context);
	return largest;
}
