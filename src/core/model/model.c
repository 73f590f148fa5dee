/*
 * model.c - read and write the text of a movement model
 *
 * The text written is canonical: keys in a fixed order, no key at its default, numbers
 * without redundant zeros. Models with the same legal moves and costs on every map have
 * equal text.
 */
#include <string.h>

#include "core/base/options.h"

static const fr_option_row rows[FR_MODEL_OPTIONS] = {
	[FR_STRAIGHT] = {.name = "straight", .default_value = 1, .min = 1},
	[FR_DIAGONAL] = {.name = "diagonal", .zero = "sqrt2", .min = 1},
	[FR_CORNERS] = {.name = "corners",
					.words = (const char *const[]){"any", "one", "both", NULL},
					.default_value = 2},
	[FR_OBSTACLE] = {.name = "obstacle", .zero = "blocked", .min = 1},
	[FR_WEIGH] = FR_WORD_OPTION("weigh", [FR_ENTER] = "enter", [FR_AVERAGE] = "average"),
	[FR_SIZE] = FR_NUMBER_OPTION("size", 1, 1, FR_SIZE_MAX),
};

#define OF_OCTILE (FR_OPTION_BIT(FR_DIAGONAL) | FR_OPTION_BIT(FR_CORNERS))

static const char *const model_names[] = {"tile", "octile", NULL};

static fr_option_set
model_options(bool octile)
{
	return (fr_option_set){model_names[octile], rows, FR_MODEL_OPTIONS,
						   ~(octile ? UINT64_C(0) : OF_OCTILE)};
}

static const fr_decimal one = {1, 0};
static const fr_decimal blocked = {0, 0};

/* Codes with a default weight of 1 (Sturtevant 2012). */
static bool
is_ground(uint8_t code)
{
	return code == '.' || code == 'G' || code == 'S';
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

/* Parses a code's weight: a number or "blocked". */
static fr_status
parse_weight(const fr_pair *pair, uint8_t code, fr_model *model, bool *named,
			 fr_error *error)
{
	fr_decimal *weight = &model->weight[code - FR_FIRST_CODE];

	if (named[code - FR_FIRST_CODE])
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	named[code - FR_FIRST_CODE] = true;
	*weight = blocked;
	if (fr_span_is(pair->value, "blocked") ||
		fr_span_decimal(pair->value, weight, error) == FR_OK)
		return FR_OK;
	error->choices[0] = "blocked";
	return error->status;
}

/* Gives codes that no key named the weight of ground or of obstacles. */
static void
fill_weights(fr_model *model, const bool *named)
{
	for (int i = 0; i < FR_CODES; i++)
		if (!named[i])
			model->weight[i] = is_ground((uint8_t) (FR_FIRST_CODE + i))
								   ? one
								   : model->option[FR_OBSTACLE];
}

/* The number of obstacle codes with the weight of code i. */
static int
count_alike(const fr_model *model, int i)
{
	int n = 0;

	for (int k = 0; k < FR_CODES; k++)
		n += !is_ground((uint8_t) (FR_FIRST_CODE + k)) &&
			 fr_decimal_equal(model->weight[k], model->weight[i]);
	return n;
}

/* The most common weight among obstacle codes, named or not. */
static fr_decimal
common_obstacle(const fr_model *model)
{
	int best = 0;
	fr_decimal common = blocked;

	for (int i = 0; i < FR_CODES; i++)
	{
		int n = is_ground((uint8_t) (FR_FIRST_CODE + i)) ? 0 : count_alike(model, i);

		if (n > best)
		{
			best = n;
			common = model->weight[i];
		}
	}
	return common;
}

/*
 * Resets options that have no effect, so that equivalent models have equal text:
 * `weigh` if all passable codes have the same weight, `corners` if no code is blocked,
 * and `obstacle` to the most common weight.
 */
static void
normalize(fr_model *model)
{
	fr_decimal first = blocked;
	bool differ = false;
	bool blocks = false;

	for (int i = 0; i < FR_CODES; i++)
	{
		fr_decimal weight = model->weight[i];

		if (first.digits == 0)
			first = weight;
		differ |= weight.digits && !fr_decimal_equal(first, weight);
		blocks |= weight.digits == 0;
	}
	if (!differ)
		model->option[FR_WEIGH].digits = FR_ENTER;
	if (!blocks)
		model->option[FR_CORNERS].digits = rows[FR_CORNERS].default_value;
	model->option[FR_OBSTACLE] = common_obstacle(model);
}

/* Parses NAME or NAME(key=value, ...). *model is valid only if the result is FR_OK. */
fr_status
fr_model_parse(const char *text, size_t length, fr_model *model, fr_error *error)
{
	bool named[FR_CODES] = {false};
	uint64_t given = 0;
	fr_option_set set;
	fr_scan scan;
	fr_span name;
	fr_pair pair;
	int which;

	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	which = fr_span_word(name, model_names);
	if (which < 0)
		return fr_fail_words(FR_UNKNOWN_NAME, "model", name, model_names, error);
	memset(model, 0, sizeof *model);
	model->octile = which == 1;
	set = model_options(model->octile);
	fr_options_reset(&set, model->option);
	while (fr_scan_pair(&scan, &pair, error))
	{
		uint8_t code = key_code(&pair);

		if (code ? parse_weight(&pair, code, model, named, error)
				 : fr_option_parse(&set, &pair, model->option, &given, error))
			return error->status;
	}
	if (error->status != FR_OK)
		return error->status;
	fill_weights(model, named);
	normalize(model);
	return FR_OK;
}

/* ---- writing ------------------------------------------------------------- */

static char *
put_weight(char *to, fr_decimal weight)
{
	return weight.digits ? fr_put_decimal(to, weight) : fr_put_text(to, "blocked");
}

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

static char *
put_weights(char *to, bool *any, const fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		char code = (char) (FR_FIRST_CODE + i);
		fr_decimal default_weight =
			is_ground((uint8_t) code) ? one : model->option[FR_OBSTACLE];

		if (fr_decimal_equal(model->weight[i], default_weight))
			continue;
		to = put_code_key(fr_put_separator(to, any), code);
		*to++ = '=';
		to = put_weight(to, model->weight[i]);
	}
	return to;
}

/*
 * Writes the canonical text, at most FR_MODEL_TEXT_MAX bytes without NUL; returns its
 * length.
 */
size_t
fr_model_write(const fr_model *model, char *text)
{
	fr_option_set set = model_options(model->octile);
	bool any = false;
	char *to = fr_put_text(text, set.name);

	to = fr_options_write(&set, model->option, to, &any);
	to = put_weights(to, &any, model);
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}
