/*
 * model.c - reads and writes the text of a movement model
 *
 * The canonical text has keys in a fixed order, no key at its default, and numbers
 * without redundant zeros. Two models have equal text if they have the same legal moves
 * and costs on every map, also where a layer blocks cells.
 */
#include "core/model/model.h"

#include <string.h>

#include "core/base/text.h"
#include "core/map/offset_layout.h"
#include "core/model/factors.h"

/* Codes with a default weight of 1 (Sturtevant 2012). */
static inline bool
is_ground(uint8_t code)
{
	return code == '.' || code == 'G' || code == 'S';
}

/* By fr_direction + 1. */
static const char *const headings[] = {"none", "N",	 "NE", "E",	 "SE",
									   "S",	   "SW", "W",  "NW", NULL};

static const fr_option_row rows[FR_MODEL_OPTIONS] = {
	[FR_STRAIGHT] = {.name = "straight", .default_value = 1, .min = 1},
	[FR_DX] = {.name = "dx", .default_value = 1, .min = 1, .brings = FR_RULE(OBLONG)},
	[FR_DY] = {.name = "dy", .default_value = 1, .min = 1, .brings = FR_RULE(OBLONG)},
	[FR_DIAGONAL] = {.name = "diagonal", .zero = "sqrt2", .min = 1},
	[FR_CORNERS] = {.name = "corners",
					.words = (const char *const[]){"any", "one", "both", NULL},
					.default_value = 2},
	[FR_OBSTACLE] = {.name = "obstacle", .zero = "blocked", .min = 1},
	[FR_WEIGH] = {.name = "weigh",
				  .words = (const char *const[]){[FR_WEIGH_ENTER] = "enter",
												 [FR_WEIGH_AVERAGE] = "average",
												 [FR_WEIGH_LEAVE] = "leave",
												 [FR_WEIGH_MAX] = "max",
												 NULL},
				  .brings = FR_RULE(WEIGH)},
	[FR_SIZE] = {.name = "size",
				 .default_value = 1,
				 .min = 1,
				 .max = FR_SIZE_MAX,
				 .sides = true,
				 .brings = FR_RULE(SIZE)},
	[FR_WRAP] = {.name = "wrap",
				 .words = (const char *const[]){[FR_WRAP_NONE] = "none",
												[FR_WRAP_X] = "x",
												[FR_WRAP_Y] = "y",
												[FR_WRAP_XY] = "xy",
												NULL},
				 .brings = FR_RULE(WRAP)},
	[FR_LINK] = {.name = "link", .zero = "blocked", .default_value = 1, .min = 1},
	[FR_TURN] = {.name = "turn", .brings = FR_RULE(TURNS)},
	[FR_TURN_45] = {.name = "turn45", .brings = FR_RULE(TURNS)},
	[FR_TURN_90] = {.name = "turn90", .brings = FR_RULE(TURNS)},
	[FR_TURN_135] = {.name = "turn135", .brings = FR_RULE(TURNS)},
	[FR_TURN_60] = {.name = "turn60", .brings = FR_RULE(TURNS)},
	[FR_TURN_120] = {.name = "turn120", .brings = FR_RULE(TURNS)},
	[FR_TURN_180] = {.name = "turn180",
					 .default_value = FR_NO_LIMIT,
					 .brings = FR_RULE(TURNS)},
	[FR_HEADING] = {.name = "heading", .words = headings, .brings = FR_RULE(HEADINGS)},
	[FR_ARRIVE] = {.name = "arrive", .words = headings, .brings = FR_RULE(HEADINGS)},
	[FR_RISE] = {.name = "rise", .brings = FR_RULE(SLOPES)},
	[FR_DROP] = {.name = "drop", .brings = FR_RULE(SLOPES)},
	[FR_CLIMB] = {.name = "climb",
				  .default_value = FR_NO_LIMIT,
				  .brings = FR_RULE(LIMITS)},
	[FR_FALL] = {.name = "fall", .default_value = FR_NO_LIMIT, .brings = FR_RULE(LIMITS)},
	[FR_CELL] = {.name = "cell", .default_value = 1, .min = 1},
	[FR_POINTS] = {.name = "points", .zero = "none", .min = 1, .brings = FR_RULE(POINTS)},
	[FR_OVER] = {.name = "over",
				 .words = (const char *const[]){[FR_OVER_TURN] = "turn",
												[FR_OVER_BLOCK] = "block",
												[FR_OVER_SPEND] = "spend",
												NULL}},
};

#define TURNS_OF_OCTILE                                                                  \
	(FR_OPTION_BIT(FR_TURN_45) | FR_OPTION_BIT(FR_TURN_90) | FR_OPTION_BIT(FR_TURN_135))
#define TURNS_OF_HEX (FR_OPTION_BIT(FR_TURN_60) | FR_OPTION_BIT(FR_TURN_120))
#define OF_OCTILE                                                                        \
	(FR_OPTION_BIT(FR_DIAGONAL) | FR_OPTION_BIT(FR_CORNERS) | TURNS_OF_OCTILE)
#define OF_LAYERS                                                                        \
	(FR_OPTION_BIT(FR_RISE) | FR_OPTION_BIT(FR_DROP) | FR_OPTION_BIT(FR_CLIMB) |         \
	 FR_OPTION_BIT(FR_FALL) | FR_OPTION_BIT(FR_CELL))

/* The keys of layers that are no rows. */
#define HEIGHT_KEY "height"
#define FRICTION_KEY "friction"
#define SLOPE_KEY "slope"
#define LATITUDE_KEY "latitude"
#define LAYER_KEY "layer"
#define ROAD_KEY "road"
#define SIDE_KEY "side"
#define STOP_KEY "stop."
static const char *const layer_keys[] = {
	HEIGHT_KEY,		  FRICTION_KEY,		SLOPE_KEY,		 LATITUDE_KEY, LAYER_KEY ".NAME",
	ROAD_KEY ".NAME", SIDE_KEY ".NAME", STOP_KEY "NAME", NULL};
const char *const fr_price_prefix[FR_PRICE_KINDS] = {LAYER_KEY, ROAD_KEY, SIDE_KEY};
static const int most_prices[FR_PRICE_KINDS] = {FR_MAX_LAYERS, FR_MAX_LAYERS,
												FR_MAX_SIDE_LAYERS};
#define OF_SQUARES (FR_OPTION_BIT(FR_DX) | FR_OPTION_BIT(FR_DY) | FR_OPTION_BIT(FR_WRAP))

enum
{
	TILE,
	OCTILE,
	HEX,
	ANYANGLE
};

static const char *const model_names[] = {"tile", "octile", "hex", "anyangle", NULL};

static fr_option_set
model_options(const fr_model *model)
{
	static const uint64_t left_out[] = {
		[TILE] = OF_OCTILE | TURNS_OF_HEX,
		[OCTILE] = TURNS_OF_HEX,
		[HEX] = OF_OCTILE | (OF_SQUARES & ~FR_OPTION_BIT(FR_WRAP)),
		[ANYANGLE] = OF_OCTILE | OF_SQUARES | OF_LAYERS | TURNS_OF_HEX |
					 FR_OPTION_BIT(FR_TURN) | FR_OPTION_BIT(FR_TURN_180) |
					 FR_OPTION_BIT(FR_HEADING) | FR_OPTION_BIT(FR_ARRIVE) |
					 FR_OPTION_BIT(FR_POINTS) | FR_OPTION_BIT(FR_OVER) |
					 FR_OPTION_BIT(FR_WEIGH),
	};
	int which = model->anyangle ? ANYANGLE
				: model->hex	? HEX
				: model->octile ? OCTILE
								: TILE;

	return (fr_option_set){
		model_names[which], rows,		   FR_MODEL_OPTIONS,
		~left_out[which],	.codes = true, .others = model->anyangle ? NULL : layer_keys};
}

/* ---- reading ------------------------------------------------------------- */

/* The code that a key names, or 0. Any single character names itself. */
static uint8_t
key_code(const fr_pair *pair)
{
	uint8_t code = pair->quoted;

	if (!code && pair->key.length == 1)
		code = (uint8_t) pair->key.at[0];
	return code >= FR_FIRST_CODE && code <= FR_LAST_CODE ? code : 0;
}

/* The value of a code, in parts, and which parts were given. */
typedef struct terrain
{
	fr_decimal weight;
	uint8_t enter;
	uint8_t leave;
	bool weighed;
	bool enters;
	bool leaves;
	uint8_t directions; /* of the model */
	bool anyangle;
} terrain;

static bool
starts_with(fr_span span, const char *prefix)
{
	size_t length = strlen(prefix);

	return span.length >= length && memcmp(span.at, prefix, length) == 0;
}

/* The direction of this name, or -1. */
static int
direction_named(fr_span name)
{
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (fr_span_is(name, fr_direction_name[d]))
			return d;
	return -1;
}

static fr_status
refuse_direction(fr_span name, uint8_t directions, fr_error *error)
{
	int count = 0;

	fr_fail_span(FR_BAD_DIRECTION, NULL, name, error);
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (directions >> d & 1)
			error->choices[count++] = fr_direction_name[d];
	error->choices[count] = "none";
	return error->status;
}

/* A heading is a direction of the model. */
static fr_status
check_headings(const fr_model *model, fr_error *error)
{
	for (fr_model_option o = FR_HEADING; o <= FR_ARRIVE; o++)
	{
		int d = fr_model_value(model, o) - 1;
		int count = 1;

		if (d < 0 || fr_model_directions(model) >> d & 1)
			continue;
		fr_fail_span(FR_BAD_VALUE, rows[o].name,
					 (fr_span){headings[d + 1], strlen(headings[d + 1])}, error);
		error->choices[0] = headings[0];
		for (d = 0; d < FR_DIRECTIONS; d++)
			if (fr_model_directions(model) >> d & 1)
				error->choices[count++] = headings[d + 1];
		return error->status;
	}
	return FR_OK;
}

/* Agents of hexagons have shapes of their own: fr_model_size. Seven do not go over joined edges. */
static fr_status
check_hex_size(const fr_model *model, fr_span given, fr_error *error)
{
	int64_t size = (int64_t) model->option[FR_SIZE].digits;
	bool wraps = fr_model_value(model, FR_WRAP) != FR_WRAP_NONE;

	if (!model->hex || size <= 2 || (size == 7 && !wraps))
		return FR_OK;
	fr_fail_span(FR_BAD_VALUE, rows[FR_SIZE].name, given, error);
	error->choices[0] = "1";
	error->choices[1] = "2";
	if (!wraps)
		error->choices[2] = "7";
	return error->status;
}

/* The rows below the south pole do not lead to the north pole. */
static fr_status
check_wrap(const fr_model *model, fr_error *error)
{
	int wrap = fr_model_value(model, FR_WRAP);
	const char *const *words = rows[FR_WRAP].words;

	if (!model->degrees || wrap == FR_WRAP_NONE || wrap == FR_WRAP_X)
		return FR_OK;
	fr_fail_span(FR_BAD_VALUE, rows[FR_WRAP].name,
				 (fr_span){words[wrap], strlen(words[wrap])}, error);
	error->choices[0] = words[FR_WRAP_NONE];
	error->choices[1] = words[FR_WRAP_X];
	return error->status;
}

/* Parses directions joined by "+", or "none". */
static fr_status
parse_directions(fr_span text, uint8_t directions, uint8_t *set, fr_error *error)
{
	bool none = fr_span_is(text, "none");

	*set = 0;
	for (bool more = !none; more;)
	{
		size_t length = text.length;
		fr_span name = fr_span_take(&text, '+');
		int d = direction_named(name);

		if (d < 0 || !(directions >> d & 1))
			return refuse_direction(name, directions, error);
		*set |= (uint8_t) (1u << d);
		more = name.length < length;
	}
	return FR_OK;
}

/* Does a part without a prefix begin with a direction? Else it is a weight. */
static bool
has_directions(fr_span part)
{
	fr_span first = fr_span_take(&part, '+');

	return direction_named(first) >= 0 || fr_span_is(first, "none");
}

static fr_status
refuse_part(fr_span part, fr_error *error)
{
	return fr_fail_span(FR_SYNTAX, "one weight, and directions once each way", part,
						error);
}

/* Parses the directions of steps that may enter the cell, leave it, or both. */
static fr_status
parse_ways(fr_span part, fr_span text, bool enter, bool leave, terrain *t,
		   fr_error *error)
{
	uint8_t set;

	if ((enter && t->enters) || (leave && t->leaves))
		return refuse_part(part, error);
	if (parse_directions(text, t->directions, &set, error))
		return error->status;
	t->enters |= enter;
	t->leaves |= leave;
	t->enter = enter ? set : t->enter;
	t->leave = leave ? set : t->leave;
	return FR_OK;
}

/* Parses a number, which may be 0, or "blocked". */
static fr_status
parse_weight(fr_span part, terrain *t, fr_error *error)
{
	if (t->weighed)
		return refuse_part(part, error);
	t->weighed = true;
	t->weight = fr_weight_blocked;
	if (fr_span_is(part, "blocked") || fr_span_amount(part, &t->weight, error) == FR_OK)
		return FR_OK;
	error->what = t->anyangle ? NULL : "terrain"; /* the hint names directions, too */
	error->choices[0] = "blocked";
	return error->status;
}

static fr_status
parse_part(fr_span part, terrain *t, fr_error *error)
{
	const size_t prefix = strlen("enter:");
	bool enter = starts_with(part, "enter:");
	bool leave = starts_with(part, "leave:");

	if (enter || leave)
		return parse_ways(part, (fr_span){part.at + prefix, part.length - prefix}, enter,
						  leave, t, error);
	if (has_directions(part))
		return parse_ways(part, part, true, true, t, error);
	return parse_weight(part, t, error);
}

/*
 * Parses the value of a code: a weight, directions, or several of them, with "/" in
 * between. Without a weight it is 1.
 */
static fr_status
parse_terrain(const fr_pair *pair, uint8_t code, fr_model *model, fr_error *error)
{
	int i = code - FR_FIRST_CODE;
	terrain t = {fr_decimal_one, FR_ANY_WAY, FR_ANY_WAY,
				 .directions = fr_model_directions(model), .anyangle = model->anyangle};
	fr_span rest = pair->value;

	if (model->named[i])
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	model->named[i] = true;
	for (bool more = true; more;)
	{
		size_t length = rest.length;
		fr_span part = fr_span_take(&rest, '/');

		if (parse_part(part, &t, error))
			return error->status;
		more = part.length < length;
	}
	model->weight[i] = t.weight;
	model->enter[i] = t.enter;
	model->leave[i] = t.leave;
	return FR_OK;
}

/* ---- layers ---------------------------------------------------------------- */

static fr_status
parse_layer_name(fr_span text, fr_layer_name *name, fr_error *error)
{
	if (!fr_layer_is_name(text.at, text.length))
		return fr_fail_span(FR_MODEL_LAYER, NULL, text, error);
	name->length = (uint8_t) text.length;
	memcpy(name->text, text.at, text.length);
	return FR_OK;
}

static int
compare_names(const fr_layer_name *a, const fr_layer_name *b)
{
	int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);

	return order ? order : a->length - b->length;
}

/* The place of a name among the prices, or of the first one after it. */
static int
place_of(const fr_layer_prices *prices, const fr_layer_name *name)
{
	int at = 0;

	while (at < prices->count && compare_names(&prices->at[at].name, name) < 0)
		at++;
	return at;
}

/* The kind of a key such as layer.NAME; FR_PRICE_KINDS: it is none. */
static fr_price_kind
price_kind_of(fr_span key)
{
	fr_price_kind kind = FR_PRICE_LAYER;

	while (kind < FR_PRICE_KINDS && !(starts_with(key, fr_price_prefix[kind]) &&
									  key.length > strlen(fr_price_prefix[kind]) &&
									  key.at[strlen(fr_price_prefix[kind])] == '.'))
		kind++;
	return kind;
}

/* Parses KIND.NAME=COST. A cost of 0 keeps its place until normalize_layers. */
static fr_status
parse_price(const fr_pair *pair, fr_price_kind kind, fr_model *model, fr_error *error)
{
	static const char *const names[FR_PRICE_KINDS] = {LAYER_KEY ".NAME", ROAD_KEY ".NAME",
													  SIDE_KEY ".NAME"};
	const size_t prefix = strlen(fr_price_prefix[kind]) + 1;
	fr_layer_prices *prices = &model->price[kind];
	fr_span text = {pair->key.at + prefix, pair->key.length - prefix};
	fr_layer_price price = {0};
	int at;

	if (parse_layer_name(text, &price.name, error))
		return error->status;
	if (fr_span_amount(pair->value, &price.cost, error))
	{
		if (error->status == FR_BAD_COST)
			return fr_fail(error, FR_BAD_NUMBER, .what = names[kind],
						   .at = pair->value.at, .length = pair->value.length);
		return error->status;
	}
	at = place_of(prices, &price.name);
	if (at < prices->count && compare_names(&prices->at[at].name, &price.name) == 0)
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	if (prices->count == most_prices[kind])
		return fr_fail(error, FR_MODEL_LAYERS, .at = pair->key.at,
					   .length = pair->key.length, .what = names[kind],
					   .wanted = most_prices[kind]);
	memmove(&prices->at[at + 1], &prices->at[at],
			(size_t) (prices->count - at) * sizeof price);
	prices->at[at] = price;
	prices->count++;
	return FR_OK;
}

/* Parses stop.NAME=end|never, in the order of names. */
static fr_status
parse_stop(const fr_pair *pair, fr_model *model, fr_error *error)
{
	static const char *const words[] = {"end", "never", NULL};
	const size_t prefix = strlen(STOP_KEY);
	int word = fr_span_word(pair->value, words);
	fr_layer_stop stop = {.never = word == 1};
	int at = 0;
	int order = 1;

	if (parse_layer_name((fr_span){pair->key.at + prefix, pair->key.length - prefix},
						 &stop.name, error))
		return error->status;
	if (word < 0)
		return fr_fail_words(FR_BAD_VALUE, STOP_KEY "NAME", pair->value, words, error);
	while (at < model->stop_count &&
		   (order = compare_names(&model->stop[at].name, &stop.name)) < 0)
		at++;
	if (at < model->stop_count && order == 0)
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	if (model->stop_count == FR_MAX_LAYERS)
		return fr_fail(error, FR_MODEL_LAYERS, .at = pair->key.at,
					   .length = pair->key.length, .what = STOP_KEY "NAME",
					   .wanted = FR_MAX_LAYERS);
	memmove(&model->stop[at + 1], &model->stop[at],
			(size_t) (model->stop_count - at) * sizeof stop);
	model->stop[at] = stop;
	model->stop_count++;
	return FR_OK;
}

/* Parses the name of a layer, which is given once. */
static fr_status
parse_named_layer(const fr_pair *pair, fr_layer_name *name, fr_error *error)
{
	if (name->length > 0)
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	return parse_layer_name(pair->value, name, error);
}

/* Parses a key of layers that is no row; *taken: it is one. */
static fr_status
parse_layer_key(const fr_pair *pair, fr_model *model, bool *taken, fr_error *error)
{
	*taken = true;
	if (model->anyangle)
		*taken = false;
	else if (fr_span_is(pair->key, HEIGHT_KEY))
		return parse_named_layer(pair, &model->height, error);
	else if (fr_span_is(pair->key, FRICTION_KEY))
		return parse_named_layer(pair, &model->friction, error);
	else if (fr_span_is(pair->key, SLOPE_KEY))
		return fr_slope_parse(pair, model, error);
	else if (fr_span_is(pair->key, LATITUDE_KEY))
		return fr_latitude_parse(pair, model, error);
	else if (price_kind_of(pair->key) < FR_PRICE_KINDS)
		return parse_price(pair, price_kind_of(pair->key), model, error);
	else if (starts_with(pair->key, STOP_KEY))
		return parse_stop(pair, model, error);
	else
		*taken = false;
	return FR_OK;
}

/* The rules that weights and directions of codes bring. */
static fr_rules
rules_of_codes(const fr_model *model)
{
	fr_decimal first = fr_weight_blocked;
	fr_rules rules = 0;

	for (int i = 0; i < FR_CODES; i++)
	{
		fr_decimal weight = model->weight[i];

		if ((model->enter[i] & model->leave[i]) != FR_ANY_WAY)
			rules |= FR_RULE(ONEWAY);
		if (fr_weight_blocks(weight))
			continue;
		if (weight.digits == 0)
			rules |= FR_RULE(FREE);
		if (fr_weight_blocks(first))
			first = weight;
		if (!fr_decimal_equal(weight, first))
			rules |= FR_RULE(WEIGHTS);
	}
	return rules;
}

/* The rules that keys with a row bring. */
static fr_rules
rules_of_options(const fr_model *model)
{
	fr_rules rules = 0;

	for (int i = 0; i < FR_MODEL_OPTIONS; i++)
		if (model->option[i].digits != rows[i].default_value ||
			model->option[i].scale != 0)
			rules |= rows[i].brings;
	return rules;
}

bool
fr_model_limits_heights(const fr_model *model)
{
	return model->slope_points > 0 || rules_of_options(model) & FR_RULE(LIMITS);
}

bool
fr_model_reads_height(const fr_model *model)
{
	return model->slope_points > 0 ||
		   rules_of_options(model) & (FR_RULE(SLOPES) | FR_RULE(LIMITS));
}

bool
fr_model_reads_layers(const fr_model *model)
{
	for (int kind = 0; kind < FR_PRICE_KINDS; kind++)
		if (model->price[kind].count > 0)
			return true;
	return model->stop_count > 0 || model->friction.length > 0 || model->degrees ||
		   fr_model_value(model, FR_OVER) == FR_OVER_BLOCK ||
		   fr_model_reads_height(model);
}

/* Does the text begin with a key for which grids of all maps are bound? */
static bool
begins_with_binding(fr_span text)
{
	return starts_with(text, LATITUDE_KEY "=") || starts_with(text, "over=block");
}

/* Does the text begin with a key that reads a layer? */
static bool
begins_with_layer(fr_span text)
{
	if (price_kind_of(text) < FR_PRICE_KINDS || starts_with(text, STOP_KEY) ||
		starts_with(text, FRICTION_KEY "=") || starts_with(text, SLOPE_KEY "=") ||
		begins_with_binding(text))
		return true;
	for (int i = 0; i < FR_MODEL_OPTIONS; i++)
		if (rows[i].brings & FR_LAYER_RULES && starts_with(text, rows[i].name) &&
			text.length > strlen(rows[i].name) && text.at[strlen(rows[i].name)] == '=')
			return true;
	return false;
}

/* Keys follow "(" or a blank, and no value of a canonical text has either. */
bool
fr_model_text_reads_layers(const char *text, size_t length)
{
	for (size_t at = 1; at < length; at++)
		if ((text[at - 1] == '(' || text[at - 1] == ' ') &&
			begins_with_layer((fr_span){text + at, length - at}))
			return true;
	return false;
}

bool
fr_model_text_binds_all(const char *text, size_t length)
{
	for (size_t at = 1; at < length; at++)
		if ((text[at - 1] == '(' || text[at - 1] == ' ') &&
			begins_with_binding((fr_span){text + at, length - at}))
			return true;
	return false;
}

/* Without friction, `weigh` has no effect if all passable codes weigh the same. */
static void
drop_friction(fr_model *model)
{
	if (model->friction.length > 0 && !(rules_of_codes(model) & FR_RULE(WEIGHTS)))
		model->option[FR_WEIGH] = fr_decimal_zero;
	model->friction = (fr_layer_name){0};
}

void
fr_model_drop_prices(fr_model *model)
{
	drop_friction(model);
	model->degrees = false;
	for (int i = 0; i < model->slope_points; i++)
		model->slope[i].factor = fr_decimal_scaled(fr_decimal_one, FR_DECIMAL_DIGITS);
	model->option[FR_RISE] = model->option[FR_DROP] = fr_decimal_zero;
	memset(model->price, 0, sizeof model->price);
	if (!fr_model_reads_height(model))
		*model = fr_model_without_layers(model);
}

fr_model
fr_model_without_layers(const fr_model *model)
{
	fr_model base = *model;

	for (int i = 0; i < FR_MODEL_OPTIONS; i++)
		if (rows[i].brings & FR_LAYER_RULES)
			base.option[i] = (fr_decimal){rows[i].default_value, 0};
	base.height = (fr_layer_name){0};
	memset(base.price, 0, sizeof base.price);
	base.slope_points = base.stop_count = 0;
	if (fr_model_value(model, FR_OVER) == FR_OVER_BLOCK)
		base.option[FR_OVER] = fr_decimal_zero;
	base.degrees = false;
	base.latitude = 0;
	base.option[FR_CELL] = fr_decimal_one;
	drop_friction(&base);
	return base;
}

static bool
is_default_height(const fr_layer_name *name)
{
	return fr_span_is((fr_span){name->text, name->length}, FR_LAYER_HEIGHT);
}

/* Drops prices of 0, which change nothing except on roads, and what nothing reads, and sets the layer of heights. */
static void
normalize_layers(fr_model *model)
{
	for (int kind = 0; kind < FR_PRICE_KINDS; kind++)
	{
		fr_layer_prices *prices = &model->price[kind];
		int kept = 0;

		for (int i = 0; i < prices->count; i++)
			if (kind == FR_PRICE_ROAD || prices->at[i].cost.digits > 0)
				prices->at[kept++] = prices->at[i];
		prices->count = kept;
	}
	if (model->slope_points == 0 && !model->degrees)
		model->option[FR_CELL] = fr_decimal_one;
	if (model->option[FR_POINTS].digits == 0)
		model->option[FR_OVER] = fr_decimal_zero;
	/* a name is kept for lines of sight, which have heights without any of these keys */
	if (fr_model_reads_height(model) && model->height.length == 0)
	{
		model->height.length = (uint8_t) strlen(FR_LAYER_HEIGHT);
		memcpy(model->height.text, FR_LAYER_HEIGHT, model->height.length);
	}
	else if (!fr_model_reads_height(model) && is_default_height(&model->height))
		model->height.length = 0;
}

/* Cells outside a hexagonal map are no obstacles, so `obstacle` does not open them. */
static bool
is_padding(const fr_model *model, uint8_t code)
{
	return model->hex && code == FR_PADDING;
}

/* The weight of a code that no key names. */
static fr_decimal
default_weight(const fr_model *model, int i)
{
	uint8_t code = (uint8_t) (FR_FIRST_CODE + i);

	if (is_ground(code))
		return fr_decimal_one;
	if (is_padding(model, code))
		return fr_weight_blocked;
	return model->option[FR_OBSTACLE].digits ? model->option[FR_OBSTACLE]
											 : fr_weight_blocked;
}

/*
 * Gives codes that no key named the weight of ground or of obstacles. Links of such a
 * code weigh 1, so a key that only says this is dropped.
 */
static void
fill_weights(fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		fr_decimal weight = default_weight(model, i);

		if (!model->named[i])
			model->weight[i] = weight;
		else if (fr_decimal_equal(weight, fr_decimal_one) &&
				 fr_decimal_equal(model->weight[i], weight) &&
				 (model->enter[i] & model->leave[i]) == FR_ANY_WAY)
			model->named[i] = false;
	}
}

/* Does some code have the weight of obstacles because no key named it? */
static bool
has_obstacles(const fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		uint8_t code = (uint8_t) (FR_FIRST_CODE + i);

		if (!model->named[i] && !is_ground(code) && !is_padding(model, code))
			return true;
	}
	return false;
}

/* Resets a set of directions that keeps no step of the model from a passable code. */
static uint8_t
normal_ways(const fr_model *model, int i, uint8_t ways)
{
	uint8_t all = fr_model_directions(model);

	return fr_weight_blocks(model->weight[i]) || (ways & all) == all ? FR_ANY_WAY : ways;
}

/*
 * Resets options that have no effect, so that equivalent models have equal text. `weigh`
 * has none if all passable codes weigh the same without friction, `obstacle` if each code is named,
 * directions if none is missing. `corners` stays even if no code is blocked, because a
 * layer may block cells.
 */
static void
normalize(fr_model *model)
{
	fr_decimal first = fr_weight_blocked;
	bool differ = false;

	for (int i = 0; i < FR_CODES; i++)
	{
		fr_decimal weight = model->weight[i];

		if (fr_weight_blocks(first))
			first = weight;
		differ |= !fr_weight_blocks(weight) && !fr_decimal_equal(first, weight);
		model->enter[i] = normal_ways(model, i, model->enter[i]);
		model->leave[i] = normal_ways(model, i, model->leave[i]);
	}
	if (!differ && model->friction.length == 0)
		model->option[FR_WEIGH].digits = FR_WEIGH_ENTER;
	if (!has_obstacles(model))
		model->option[FR_OBSTACLE] = fr_decimal_one;
	fill_weights(model);
}

/* ---- prices of turns -------------------------------------------------------- */

/* The sum of the cheapest turns by 180 degrees. */
static fr_decimal
sum_of_turns(const fr_model *model)
{
	int half = model->hex ? 3 : 4; /* in turns by the least angle */
	int by = model->hex || model->octile ? 1 : 2;
	uint64_t least[9] = {0};
	uint32_t scale = 0;
	fr_decimal sum;

	for (int angle = by; angle < half; angle += by)
		if (fr_model_turn(model, angle).scale > scale)
			scale = fr_model_turn(model, angle).scale;
	/* a turn by more than half of the circle is one by less than that to the other side */
	for (int to = by; to <= 2 * half; to += by)
		least[to] = FR_NO_LIMIT;
	for (int round = 0; round < 2 * half; round += by)
		for (int at = 0; at < 2 * half; at += by)
			for (int angle = by; angle < half && least[at] < FR_NO_LIMIT; angle += by)
			{
				uint64_t price =
					least[at] + fr_decimal_scaled(fr_model_turn(model, angle), scale);
				int ahead = (at + angle) % (2 * half);
				int back = (at - angle + 2 * half) % (2 * half);

				least[ahead] = price < least[ahead] ? price : least[ahead];
				least[back] = price < least[back] ? price : least[back];
			}
	sum = (fr_decimal){least[half], scale};
	for (; sum.scale > 0 && sum.digits % 10 == 0; sum.scale--)
		sum.digits /= 10;
	return sum;
}

bool
fr_model_has_headings(const fr_model *model)
{
	return model->option[FR_HEADING].digits > 0 || model->option[FR_ARRIVE].digits > 0;
}

fr_model
fr_model_without_headings(const fr_model *model)
{
	fr_model base = *model;

	base.option[FR_HEADING] = base.option[FR_ARRIVE] = fr_decimal_zero;
	base.option[FR_TURN_180] = (fr_decimal){FR_NO_LIMIT, 0};
	return base;
}

/* Drops headings where no turn has a price, and turn180 where there are none, or where it has its default. */
static void
set_headings(fr_model *model)
{
	fr_decimal *back = &model->option[FR_TURN_180];

	if (!fr_model_has_headings(model) || fr_decimal_equal(*back, sum_of_turns(model)))
		*back = (fr_decimal){FR_NO_LIMIT, 0};
	if (!fr_model_turns(model))
		fr_model_drop_turns(model);
}

/*
 * `turn` is the price of each angle that has none of its own. Equal prices are written as
 * `turn`, others as those of the angles.
 */
static void
set_turns(fr_model *model, uint64_t given)
{
	uint64_t angles = model_options(model).taken & (TURNS_OF_OCTILE | TURNS_OF_HEX);
	fr_decimal *option = model->option;
	bool equal = true;
	int first;

	if (angles == 0)
	{
		set_headings(model);
		return;
	}
	first = __builtin_ctzll(angles);
	for (int i = first; i <= FR_TURN_120; i++)
		if (angles >> i & 1)
		{
			if (!(given >> i & 1))
				option[i] = option[FR_TURN];
			equal &= fr_decimal_equal(option[i], option[first]);
		}
	option[FR_TURN] = equal ? option[first] : fr_decimal_zero;
	for (int i = first; equal && i <= FR_TURN_120; i++)
		option[i] = fr_decimal_zero;
	set_headings(model);
}

fr_decimal
fr_model_turn(const fr_model *model, int angle)
{
	int first = model->hex ? FR_TURN_60 : FR_TURN_45;
	int angles = model->hex ? 2 : model->octile ? 3 : 0;
	fr_decimal back = model->option[FR_TURN_180];

	if (angle == (model->hex ? 3 : 4))
		return back.digits == FR_NO_LIMIT ? sum_of_turns(model) : back;
	if (model->option[FR_TURN].digits > 0)
		return model->option[FR_TURN];
	return angle >= 1 && angle <= angles ? model->option[first + angle - 1]
										 : fr_decimal_zero;
}

bool
fr_model_turns(const fr_model *model)
{
	for (int i = FR_TURN; i <= FR_TURN_120; i++)
		if (model->option[i].digits > 0)
			return true;
	return model->option[FR_TURN_180].digits != FR_NO_LIMIT;
}

void
fr_model_drop_turns(fr_model *model)
{
	for (int i = FR_TURN; i <= FR_TURN_120; i++)
		model->option[i] = fr_decimal_zero;
	model->option[FR_TURN_180] = (fr_decimal){FR_NO_LIMIT, 0};
	model->option[FR_HEADING] = model->option[FR_ARRIVE] = fr_decimal_zero;
}

/*
 * A straight line costs its length, so anyangle has no weights and no directions. `from` is the
 * text that they are from; empty: they are arguments.
 */
static fr_status
refuse_terrain(const fr_model *model, fr_span from, fr_error *error)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		fr_decimal weight = model->weight[i];

		if (!fr_weight_blocks(weight) && !fr_decimal_equal(weight, fr_decimal_one))
			return fr_fail(error, FR_ANYANGLE_TERRAIN, .what = "weights", .at = from.at,
						   .length = from.length);
		if (model->enter[i] != FR_ANY_WAY || model->leave[i] != FR_ANY_WAY)
			return fr_fail(error, FR_ANYANGLE_TERRAIN, .what = "one-way cells",
						   .at = from.at, .length = from.length);
	}
	return FR_OK;
}

/* All steps between hexagons cost the same, and none passes between two side cells. */
static void
set_hex_steps(fr_model *model)
{
	model->option[FR_DIAGONAL] = model->option[FR_STRAIGHT];
	model->option[FR_CORNERS].digits = 0;
}

/* ---- oblong cells ------------------------------------------------------------ */

static bool
is_oblong(const fr_model *model)
{
	return !fr_decimal_equal(model->option[FR_DX], fr_decimal_one) ||
		   !fr_decimal_equal(model->option[FR_DY], fr_decimal_one);
}

/* The product as a decimal; false if it has too many digits. */
static bool
multiply(fr_decimal a, fr_decimal b, fr_decimal *product)
{
	fr_wide digits = (fr_wide) a.digits * b.digits;
	uint32_t scale = a.scale + b.scale;

	for (; scale > 0 && digits % 10 == 0; scale--)
		digits /= 10;
	if (scale > FR_DECIMAL_DIGITS ||
		digits >= (fr_wide) fr_power10(FR_DECIMAL_DIGITS) * fr_power10(scale))
		return false;
	*product = (fr_decimal){(uint64_t) digits, scale};
	return true;
}

/* The whole root of a number of at most 122 bits, rounded down. */
static uint64_t
whole_root(fr_wide number)
{
	uint64_t root = 0;

	for (uint64_t bit = UINT64_C(1) << 61; bit > 0; bit >>= 1)
		if ((fr_wide) (root | bit) * (root | bit) <= number)
			root |= bit;
	return root;
}

/* Sets the diagonal step of cells with these sides; false if it is neither a number nor sqrt2 times one. */
static bool
find_diagonal(fr_step_costs *steps)
{
	fr_wide square =
		(fr_wide) steps->east * steps->east + (fr_wide) steps->north * steps->north;

	if (steps->east == steps->north)
	{
		steps->root2 = true;
		steps->diagonal = steps->north;
		return true;
	}
	steps->root2 = square % 2 == 0;
	steps->diagonal = whole_root(steps->root2 ? square / 2 : square);
	if (steps->root2 && (fr_wide) steps->diagonal * steps->diagonal == square / 2)
		return true;
	steps->root2 = false;
	steps->diagonal = whole_root(square);
	return (fr_wide) steps->diagonal * steps->diagonal == square;
}

fr_step_costs
fr_model_steps(const fr_model *model)
{
	fr_decimal given = model->option[FR_DIAGONAL];
	fr_step_costs steps = {0};
	fr_decimal east = fr_decimal_zero; /* parsing refused products with too many digits */
	fr_decimal north = fr_decimal_zero;

	multiply(model->option[FR_STRAIGHT], model->option[FR_DX], &east);
	multiply(model->option[FR_STRAIGHT], model->option[FR_DY], &north);
	steps.scale = east.scale > north.scale ? east.scale : north.scale;
	if (model->octile && given.scale > steps.scale)
		steps.scale = given.scale;
	steps.east = fr_decimal_scaled(east, steps.scale);
	steps.north = fr_decimal_scaled(north, steps.scale);
	steps.diagonal = steps.north;
	if (model->octile && given.digits > 0)
		steps.diagonal = fr_decimal_scaled(given, steps.scale);
	else if (model->octile)
		find_diagonal(&steps);
	return steps;
}

/* Rounds the root of a sum of squares to 9 digits after the point, in units of 10^-9. */
static int64_t
rounded_diagonal(const fr_step_costs *steps)
{
	double east = (double) steps->east;
	double north = (double) steps->north;

	return (int64_t) (__builtin_sqrt(east * east + north * north) /
						  (double) fr_power10(steps->scale) * 1e9 +
					  0.5);
}

/*
 * FR_COST_DIGITS if a step would have too many digits, FR_DIAGONAL_LACKS if the diagonal step
 * has no exact cost. A diagonal that is given as its exact length is dropped.
 */
static fr_status
check_sides(fr_model *model, fr_error *error)
{
	fr_decimal straight = model->option[FR_STRAIGHT];
	fr_decimal given = model->option[FR_DIAGONAL];
	fr_step_costs steps;
	fr_decimal side;
	bool exact;

	if (!is_oblong(model))
		return FR_OK;
	for (fr_model_option o = FR_DX; o <= FR_DY; o++)
		if (!multiply(straight, model->option[o], &side))
			return fr_fail(error, FR_COST_DIGITS, .what = rows[o].name);
	if (!model->octile)
		return FR_OK;
	model->option[FR_DIAGONAL].digits = 0;
	model->option[FR_DIAGONAL].scale = 0;
	steps = fr_model_steps(model);
	exact = find_diagonal(&steps);
	if (given.digits == 0)
		return exact ? FR_OK
					 : fr_fail(error, FR_DIAGONAL_LACKS, .what = "diagonal",
							   .found = rounded_diagonal(&steps));
	if (!exact || steps.root2 || given.scale > steps.scale ||
		fr_decimal_scaled(given, steps.scale) != steps.diagonal)
		model->option[FR_DIAGONAL] = given;
	return FR_OK;
}

/* ---- rules ------------------------------------------------------------------- */

fr_rules
fr_model_rules(const fr_model *model)
{
	return rules_of_codes(model) | rules_of_options(model) |
		   (model->anyangle ? FR_RULE(LINES) : 0) | (model->hex ? FR_RULE(HEXAGONS) : 0) |
		   (model->price[FR_PRICE_LAYER].count > 0 ? FR_RULE(EXTRA) : 0) |
		   (model->price[FR_PRICE_ROAD].count > 0 ? FR_RULE(ROADS) : 0) |
		   (model->price[FR_PRICE_SIDE].count > 0 ? FR_RULE(CROSSINGS) : 0) |
		   (model->stop_count > 0 ? FR_RULE(STOPS) : 0) |
		   (fr_model_value(model, FR_OVER) == FR_OVER_BLOCK ? FR_RULE(OVER) : 0) |
		   (model->friction.length > 0 ? FR_RULE(FRICTION) : 0) |
		   (model->slope_points > 0 ? FR_RULE(GRADES) : 0) |
		   (model->degrees ? FR_RULE(DEGREES) : 0);
}

fr_status
fr_model_parse(const char *text, size_t length, fr_model *model, fr_error *error)
{
	return fr_model_parse_weighted(text, length, NULL, 0, model, error);
}

fr_status
fr_model_parse_weighted(const char *text, size_t length, const fr_code_weight *weights,
						size_t count, fr_model *model, fr_error *error)
{
	uint64_t given = 0;
	fr_option_set set;
	fr_scan scan;
	fr_span size = {0};
	fr_span name;
	fr_pair pair;
	int which;

	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	which = fr_span_word(name, model_names);
	if (which < 0)
		return fr_fail_words(FR_UNKNOWN_NAME, "model", name, model_names, error);
	memset(model, 0, sizeof *model);
	memset(model->enter, FR_ANY_WAY, sizeof model->enter);
	memset(model->leave, FR_ANY_WAY, sizeof model->leave);
	model->octile = which != TILE;
	model->hex = which == HEX;
	model->anyangle = which == ANYANGLE;
	set = model_options(model);
	fr_options_reset(&set, model->option);
	while (fr_scan_pair(&scan, &set, &pair, error))
	{
		uint8_t code = key_code(&pair);
		bool layer = false;

		if (code ? parse_terrain(&pair, code, model, error)
				 : parse_layer_key(&pair, model, &layer, error))
			return error->status;
		if (!code && !layer && fr_option_parse(&set, &pair, model->option, &given, error))
			return error->status;
		if (fr_span_is(pair.key, rows[FR_SIZE].name))
			size = pair.value;
	}
	if (error->status != FR_OK)
		return error->status;
	for (size_t i = 0; i < count; i++)
	{
		model->named[weights[i].code - FR_FIRST_CODE] = true;
		model->weight[weights[i].code - FR_FIRST_CODE] = weights[i].weight;
	}
	if (check_sides(model, error) || check_headings(model, error) ||
		check_wrap(model, error) || check_hex_size(model, size, error))
		return error->status;
	if (model->hex)
		set_hex_steps(model);
	set_turns(model, given);
	fill_weights(model);
	normalize(model);
	normalize_layers(model);
	if (model->stop_count > 0 && model->option[FR_POINTS].digits == 0)
		return fr_fail(error, FR_CONFLICT, .what = STOP_KEY "NAME",
					   .choices = {rows[FR_POINTS].name});
	if (fr_rules_check(fr_model_rules(model), FR_RULE_CONFLICT, error))
		return error->status;
	return model->anyangle
			   ? refuse_terrain(model, count > 0 ? (fr_span){0} : (fr_span){text, length},
								error)
			   : FR_OK;
}

/* ---- writing ----------------------------------------------------------------- */

static char *
put_code_key(char *to, char code)
{
	if (code == '\'')
		return fr_put_text(to, "''''");
	if (strchr("(),=", code))
	{
		*to++ = '\'';
		*to++ = code;
		*to++ = '\'';
		return to;
	}
	*to++ = code;
	return to;
}

/* Writes a set of directions, unless it has all of them. */
static char *
put_ways(char *to, bool *any, const char *prefix, uint8_t ways)
{
	const char *separator = prefix;

	if (ways == FR_ANY_WAY)
		return to;
	if (*any)
		*to++ = '/';
	*any = true;
	for (int d = 0; d < FR_DIRECTIONS; d++)
		if (ways >> d & 1)
		{
			to = fr_put_text(fr_put_text(to, separator), fr_direction_name[d]);
			separator = "+";
		}
	return ways ? to : fr_put_text(fr_put_text(to, prefix), "none");
}

/* Writes the value of code i; next to directions, a weight of 1 is left out. */
static char *
put_terrain(char *to, const fr_model *model, int i)
{
	uint8_t enter = model->enter[i];
	uint8_t leave = model->leave[i];
	bool any = (enter & leave) == FR_ANY_WAY ||
			   !fr_decimal_equal(model->weight[i], fr_decimal_one);

	if (any)
		to = fr_weight_blocks(model->weight[i]) ? fr_put_text(to, "blocked")
												: fr_put_decimal(to, model->weight[i]);
	if (enter == leave)
		return put_ways(to, &any, "", enter);
	to = put_ways(to, &any, "enter:", enter);
	return put_ways(to, &any, "leave:", leave);
}

/*
 * Does code i need no key? A named code needs one, because its weight also applies to
 * links.
 */
static bool
is_default(const fr_model *model, int i)
{
	return !model->named[i] && (model->enter[i] & model->leave[i]) == FR_ANY_WAY &&
		   fr_decimal_equal(model->weight[i], default_weight(model, i));
}

bool
fr_model_unnamed(const fr_model *model, uint8_t code)
{
	return !is_ground(code) && is_default(model, code - FR_FIRST_CODE);
}

bool
fr_is_wall(uint8_t code)
{
	return memchr("@OTW#|", code, 6) != NULL;
}

bool
fr_model_lacks(const fr_model *model, uint8_t code)
{
	return fr_weight_blocks(model->weight[code - FR_FIRST_CODE]) && !fr_is_wall(code) &&
		   fr_model_unnamed(model, code);
}

static char *
put_codes(char *to, bool *any, const fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		if (is_default(model, i))
			continue;
		to = put_code_key(fr_put_separator(to, any), (char) (FR_FIRST_CODE + i));
		*to++ = '=';
		to = put_terrain(to, model, i);
	}
	return to;
}

static char *
put_layer_name(char *to, const fr_layer_name *name)
{
	memcpy(to, name->text, name->length);
	return to + name->length;
}

static char *
put_layers(char *to, bool *any, const fr_model *model)
{
	const fr_layer_name *height = &model->height;

	if (height->length > 0 && !is_default_height(height))
		to = put_layer_name(fr_put_text(fr_put_separator(to, any), HEIGHT_KEY "="),
							height);
	if (model->friction.length > 0)
		to = put_layer_name(fr_put_text(fr_put_separator(to, any), FRICTION_KEY "="),
							&model->friction);
	if (model->slope_points > 0)
		to = fr_slope_write(model, fr_put_text(fr_put_separator(to, any), SLOPE_KEY "="));
	if (model->degrees)
		to = fr_latitude_write(model,
							   fr_put_text(fr_put_separator(to, any), LATITUDE_KEY "="));
	for (int kind = 0; kind < FR_PRICE_KINDS; kind++)
		for (int i = 0; i < model->price[kind].count; i++)
		{
			const fr_layer_price *price = &model->price[kind].at[i];

			to = fr_put_text(fr_put_separator(to, any), fr_price_prefix[kind]);
			*to++ = '.';
			to = put_layer_name(to, &price->name);
			*to++ = '=';
			to = fr_put_decimal(to, price->cost);
		}
	for (int i = 0; i < model->stop_count; i++)
	{
		to = fr_put_text(fr_put_separator(to, any), STOP_KEY);
		to = put_layer_name(to, &model->stop[i].name);
		to = fr_put_text(to, model->stop[i].never ? "=never" : "=end");
	}
	return to;
}

#define MOST_DECIMAL 19	   /* 999999999.999999999 */
#define MOST_DIRECTIONS 22 /* N+NE+E+SE+S+SW+W+NW */
#define MOST_OF_CODE (3 + MOST_DECIMAL + 2 * (sizeof "/enter:" + MOST_DIRECTIONS))
#define MOST_OF_OPTION (12 + MOST_DECIMAL) /* no name or word is longer */
#define MOST_OF_LAYER (sizeof "friction." + FR_LAYER_NAME + MOST_DECIMAL)
#define MOST_LAYERS (FR_PRICE_KINDS * FR_MAX_LAYERS + FR_MAX_LAYERS + 2)
#define MOST_OF_SLOPE (sizeof "slope=" + FR_SLOPE_POINTS * (2 * MOST_DECIMAL + 3))

/* Each key has a separator of two characters, and "=". */
_Static_assert(sizeof "anyangle(latitude=-90.000000000)" + FR_CODES * (MOST_OF_CODE + 3) +
					   FR_MODEL_OPTIONS * (MOST_OF_OPTION + 3) +
					   MOST_LAYERS * (MOST_OF_LAYER + 3) + MOST_OF_SLOPE + 2 <=
				   FR_MODEL_TEXT_MAX,
			   "every model has room");

size_t
fr_model_write(const fr_model *model, char *text)
{
	fr_option_set set = model_options(model);
	bool any = false;
	char *to = fr_put_text(text, set.name);

	to = fr_options_write(&set, model->option, to, &any);
	to = put_layers(to, &any, model);
	to = put_codes(to, &any, model);
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}
