/*
 * tile_rule.c - rules from the tiles of layers to terrain codes
 *
 *     {"0": ".", "7-12": "@", "solid": "#", "else": "."}           a rule of one layer
 *     {"ground": {"else": "."}, "walls": {"else": "@"}}            rules of several layers
 */
#include "pg/tiles/tiles.h"

#include "miscadmin.h"
#include "utils/builtins.h"

#define RULE_HINT                                                                        \
	"Write {\"0\": \".\", \"7-12\": \"@\", \"solid\": \"#\", \"else\": \".\"}."

/* ---- reading ---------------------------------------------------------- */

/* Digits, perhaps with a sign. */
static bool
take_digits(const char **at, int64 *number)
{
	const char *digits = *at + (**at == '-');
	char *end;

	if (!isdigit((unsigned char) *digits))
		return false;
	*number = strtoll(*at, &end, 10);
	*at = end;
	return true;
}

bool
tile_range_parse(const char *text, int64 *low, int64 *high)
{
	bool dots;

	if (strncmp(text, "..", 2) == 0)
		*low = PG_INT64_MIN;
	else if (!take_digits(&text, low))
		return false;
	*high = *low;
	dots = strncmp(text, "..", 2) == 0;
	if (dots && text[2] == '\0' && *low != PG_INT64_MIN)
	{
		*high = PG_INT64_MAX;
		return true;
	}
	if (dots || *text == '-')
	{
		text += dots ? 2 : 1;
		if (!take_digits(&text, high))
			return false;
	}
	return *text == '\0' && *low <= *high;
}

static void
add_range(TileRanges *ranges, TileRange range)
{
	if (ranges->count == ranges->capacity)
	{
		int capacity = Max(16, ranges->capacity * 2);

		fringe_limit_memory("rule", capacity * sizeof(TileRange));
		ranges->items = ranges->items
							? repalloc_huge(ranges->items, capacity * sizeof(TileRange))
							: fringe_alloc_huge(capacity * sizeof(TileRange));
		ranges->capacity = capacity;
	}
	ranges->items[ranges->count++] = range;
}

void
tile_rule_number(TileRule *rule, int64 low, int64 high, int code, const char *key)
{
	add_range(&rule->numbers, (TileRange){low, high, code, key});
}

void
tile_rule_name(TileRule *rule, TileName *name, int64 low, int64 high)
{
	name->found = true;
	add_range(&rule->named, (TileRange){low, high, name->code, name->key});
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

#define LONGEST_KEY 1000 /* bytes */

static TileRule
read_rule(JsonbContainer *object, bool layered)
{
	TileRule rule = {.layered = layered, .fallback = TILE_NONE, .empty = TILE_NONE};
	JsonbIterator *next = tree_begin(object);
	JsonbValue key;
	JsonbValue value;

	fringe_limit_memory("rule", JsonContainerSize(object) * sizeof(TileName));
	rule.names = fringe_alloc_huge(Max(1, JsonContainerSize(object)) * sizeof(TileName));
	while (tree_next_member(&next, &key, &value))
	{
		char *name = pnstrdup(key.val.string.val, Min(key.val.string.len, LONGEST_KEY));
		int code = code_of(&value, layered);
		int64 low;
		int64 high;

		if (strcmp(name, "else") == 0)
			rule.fallback = code;
		else if (strcmp(name, "null") == 0)
			rule.empty = code;
		else if (tile_range_parse(name, &low, &high))
			tile_rule_number(&rule, low, high, code, name);
		else
		{
			/* "water?": it may match nothing */
			bool optional = *name && name[strlen(name) - 1] == '?';

			if (optional)
				name[strlen(name) - 1] = '\0';
			rule.names[rule.name_count++] = (TileName){name, code, optional};
		}
	}
	return rule;
}

/* Does an object have objects in it? */
static bool
has_objects(JsonbContainer *object)
{
	JsonbIterator *next = tree_begin(object);
	JsonbValue key;
	JsonbValue value;

	while (tree_next_member(&next, &key, &value))
		if (tree_of(&value))
			return true;
	return false;
}

static LayerRules
read_layers(JsonbContainer *object)
{
	LayerRules rules = {.base = TILE_NONE, .layered = true};
	JsonbIterator *next = tree_begin(object);
	JsonbValue key;
	JsonbValue value;

	fringe_limit_memory("rule", JsonContainerSize(object) * sizeof(LayerRule));
	rules.items =
		fringe_alloc_huge(Max(1, JsonContainerSize(object)) * sizeof(LayerRule));
	while (tree_next_member(&next, &key, &value))
	{
		char *name = pnstrdup(key.val.string.val, key.val.string.len);

		if (tree_of(&value))
			rules.items[rules.count++] =
				(LayerRule){name, read_rule(tree_of(&value), true)};
		else if (strcmp(name, "else") == 0)
			rules.base = code_of(&value, false);
		else
			ereport(
				ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("rule of layers has a key %s that has no rule",
						fringe_quote(name, strlen(name))),
				 errhint(
					 "Write {\"ground\": {\"else\": \".\"}, \"walls\": {\"else\": \"@\"}}.")));
	}
	return rules;
}

LayerRules
tile_rules_read(FunctionCallInfo fcinfo, int rule, int layer)
{
	LayerRules rules = {.count = 1, .base = TILE_NONE};
	Jsonb *json = PG_ARGISNULL(rule) ? NULL : PG_GETARG_JSONB_P(rule);
	char *name = PG_ARGISNULL(layer) ? NULL : text_to_cstring(PG_GETARG_TEXT_PP(layer));

	if (json && !JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_HINT)));
	if (json && has_objects(&json->root))
	{
		if (name)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("rule of layers and a layer exclude each other"),
							errhint("Leave out the argument \"layer\".")));
		return read_layers(&json->root);
	}
	rules.items = palloc(sizeof(LayerRule));
	rules.items[0] = (LayerRule){name, json ? read_rule(&json->root, false)
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
	int first = 0;
	int beyond = ranges->count;

	while (first < beyond)
	{
		int middle = first + (beyond - first) / 2;

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
	int kept = 0;

	for (int i = 0; i < named->count; i++)
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
				 errdetail("They are %s and %s.",
						   fringe_quote(last->key, strlen(last->key)),
						   fringe_quote(range.key, strlen(range.key))),
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
	for (int i = 1; i < numbers->count; i++)
		if (numbers->items[i].low <= numbers->items[i - 1].high)
			ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
							errmsg("two keys of a rule have a value in common"),
							errdetail("They are %s and %s.",
									  fringe_quote(numbers->items[i - 1].key,
												   strlen(numbers->items[i - 1].key)),
									  fringe_quote(numbers->items[i].key,
												   strlen(numbers->items[i].key)))));
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

Gridmap *
tile_map(const LayerRules *rules, uint8 *codes, uint32 width, uint32 height)
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
	return gridmap_from_codes(codes, width, height);
}

/* ---- the reverse ------------------------------------------------------ */

/* The least number that is not negative and that no key has. */
static int64
free_number(const TileRule *rule)
{
	int64 number = rule->empty == TILE_NONE ? 0 : 1;

	for (int i = 0; i < rule->numbers.count; i++)
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
	TileRule rule;
	int64 largest = 0;

	if (!JB_ROOT_IS_OBJECT(json))
		ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
						errmsg("rule must be a JSON object"), errhint(RULE_HINT)));
	rule = read_rule(&json->root, false);
	if (rule.name_count > 0)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("key %s of the rule is no number",
						fringe_quote(rule.names[0].key, strlen(rule.names[0].key))),
				 errhint("A rule that writes tiles has only keys that are numbers, "
						 "ranges, null and else.")));
	tile_rule_end(&rule);
	for (int i = 0; i < 256; i++)
		numbers[i] = -1;
	for (int i = 0; i < rule.numbers.count; i++)
		if (rule.numbers.items[i].high >= 0)
			set_number(numbers, rule.numbers.items[i].code,
					   Max(0, rule.numbers.items[i].low));
	if (rule.empty >= 0 && !find_range(&rule.numbers, 0))
		set_number(numbers, rule.empty, 0);
	if (rule.fallback >= 0 && numbers[rule.fallback] < 0)
		set_number(numbers, rule.fallback, free_number(&rule));
	for (int i = 0; i < 256; i++)
		largest = Max(largest, numbers[i]);
	return largest;
}
