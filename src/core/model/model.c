/*
 * model.c - the text of a movement model <-> fr_model
 *
 * The text written is canonical: keys in a fixed order, those left out that
 * say what the default says, numbers without needless zeros.  Models that give
 * all maps the same legal moves and costs by the same numbers are written the
 * same.
 */
#include <string.h>

#include "core/base/scan.h"

typedef enum key
{
	KEY_STRAIGHT,
	KEY_DIAGONAL,
	KEY_CORNERS,
	KEY_OBSTACLE,
	KEY_WEIGH,
	KEYS
} key;

static const char *const key_names[] = {"straight", "diagonal", "corners",
										"obstacle", "weigh",	NULL};
static const char *const model_names[] = {"tile", "octile", NULL};
static const char *const corner_names[] = {"any", "one", "both", NULL};
static const char *const weigh_names[] = {"enter", "average", NULL};

static const fr_decimal one = {1, 0};
static const fr_decimal blocked = {0, 0};

/* Codes that weigh 1 unless the model says otherwise (Sturtevant 2012). */
static bool
is_ground(uint8_t code)
{
	return code == '.' || code == 'G' || code == 'S';
}

/* A cost, or else this word. */
static fr_status
parse_cost_or(const char *word, fr_span value, bool *is_word, fr_decimal *cost,
			  fr_error *error)
{
	*is_word = fr_span_is(value, word);
	if (*is_word || fr_span_decimal(value, cost, error) == FR_OK)
		return FR_OK;
	error->choices[0] = word;
	return error->status;
}

static fr_status
parse_weight(fr_span value, fr_decimal *weight, fr_error *error)
{
	bool is_blocked;
	fr_status status = parse_cost_or("blocked", value, &is_blocked, weight, error);

	if (is_blocked)
		*weight = blocked;
	return status;
}

static fr_status
parse_word(fr_span value, const char *const *words, key k, int *word, fr_error *error)
{
	*word = fr_span_word(value, words);
	return *word >= 0 ? FR_OK
					  : fr_fail_words(FR_BAD_VALUE, key_names[k], value, words, error);
}

static fr_status
parse_key(fr_model *model, key k, fr_span value, fr_error *error)
{
	int word = 0;

	switch (k)
	{
		case KEY_STRAIGHT:
			return fr_span_decimal(value, &model->straight, error);
		case KEY_DIAGONAL:
			return parse_cost_or("sqrt2", value, &model->root2, &model->diagonal, error);
		case KEY_OBSTACLE:
			return parse_weight(value, &model->obstacle, error);
		case KEY_CORNERS:
			if (parse_word(value, corner_names, k, &word, error) == FR_OK)
				model->corners = (uint8_t) word;
			return error->status;
		default:
			if (parse_word(value, weigh_names, k, &word, error) == FR_OK)
				model->average = word;
			return error->status;
	}
}

/* The code that a key names, or 0: any single character names itself. */
static uint8_t
key_code(const fr_pair *pair)
{
	uint8_t code = pair->quoted;

	if (!code && pair->key.length == 1)
		code = (uint8_t) pair->key.at[0];
	return code >= FR_FIRST_CODE && code <= FR_LAST_CODE ? code : 0;
}

static bool
key_applies(const fr_model *model, int k)
{
	return k >= 0 && (model->octile || (k != KEY_DIAGONAL && k != KEY_CORNERS));
}

static fr_status
refuse_key(const fr_model *model, fr_span key, fr_error *error)
{
	const char *keys[KEYS + 1] = {NULL};
	int count = 0;

	for (int k = 0; k < KEYS; k++)
		if (key_applies(model, k))
			keys[count++] = key_names[k];
	return fr_fail_words(FR_UNKNOWN_KEY, model_names[model->octile], key, keys, error);
}

/* One option; `seen` notes keys, and behind them codes, that were given. */
static fr_status
parse_pair(fr_model *model, const fr_pair *pair, bool *seen, fr_error *error)
{
	uint8_t code = key_code(pair);
	int k = fr_span_word(pair->key, key_names);
	int slot = code ? KEYS + code - FR_FIRST_CODE : k;

	if (!code && !key_applies(model, k))
		return refuse_key(model, pair->key, error);
	if (seen[slot])
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	seen[slot] = true;
	if (code)
		return parse_weight(pair->value, &model->weight[code - FR_FIRST_CODE], error);
	return parse_key(model, (key) k, pair->value, error);
}

/* Codes that no option named weigh what ground or obstacles weigh. */
static void
fill_weights(fr_model *model, const bool *seen)
{
	for (int i = 0; i < FR_CODES; i++)
		if (!seen[KEYS + i])
			model->weight[i] =
				is_ground((uint8_t) (FR_FIRST_CODE + i)) ? one : model->obstacle;
}

/* How many obstacle codes weigh what code i does? */
static int
count_alike(const fr_model *model, int i)
{
	int n = 0;

	for (int k = 0; k < FR_CODES; k++)
		n += !is_ground((uint8_t) (FR_FIRST_CODE + k)) &&
			 fr_decimal_equal(model->weight[k], model->weight[i]);
	return n;
}

/* The weight that most obstacle codes have, whether they were named or not. */
static fr_decimal
usual_obstacle(const fr_model *model)
{
	int best = 0;
	fr_decimal usual = blocked;

	for (int i = 0; i < FR_CODES; i++)
	{
		int n = is_ground((uint8_t) (FR_FIRST_CODE + i)) ? 0 : count_alike(model, i);

		if (n > best)
		{
			best = n;
			usual = model->weight[i];
		}
	}
	return usual;
}

/*
 * Settings that cannot matter go back to their defaults, so that models that
 * mean the same are the same: averaging where all passable codes weigh the
 * same, corners where none is blocked, and which codes were named.
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
	model->average &= differ;
	if (!blocks)
		model->corners = 2;
	model->obstacle = usual_obstacle(model);
}

static void
set_defaults(fr_model *model, bool octile)
{
	memset(model, 0, sizeof *model);
	model->octile = octile;
	model->root2 = octile;
	model->corners = 2;
	model->straight = one;
}

/* sql-api.md's grammar; the model is whole only where FR_OK comes back. */
fr_status
fr_model_parse(const char *text, size_t length, fr_model *model, fr_error *error)
{
	bool seen[KEYS + FR_CODES] = {false};
	fr_scan scan;
	fr_span name;
	fr_pair pair;
	int which;

	if (fr_scan_name(&scan, text, length, &name, error))
		return error->status;
	which = fr_span_word(name, model_names);
	if (which < 0)
		return fr_fail_words(FR_UNKNOWN_NAME, "model", name, model_names, error);
	set_defaults(model, which == 1);
	while (fr_scan_pair(&scan, &pair, error))
		if (parse_pair(model, &pair, seen, error))
			return error->status;
	if (error->status != FR_OK)
		return error->status;
	fill_weights(model, seen);
	normalize(model);
	return FR_OK;
}

static char *
put_weight(char *to, fr_decimal weight)
{
	return weight.digits ? fr_put_decimal(to, weight) : fr_put_text(to, "blocked");
}

static char *
put_code(char *to, char code)
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
put_key(char *to, bool *any, key k)
{
	to = fr_put_text(fr_put_separator(to, any), key_names[k]);
	*to++ = '=';
	return to;
}

static char *
put_weights(char *to, bool *any, const fr_model *model)
{
	for (int i = 0; i < FR_CODES; i++)
	{
		char code = (char) (FR_FIRST_CODE + i);
		fr_decimal usual = is_ground((uint8_t) code) ? one : model->obstacle;

		if (fr_decimal_equal(model->weight[i], usual))
			continue;
		to = put_code(fr_put_separator(to, any), code);
		*to++ = '=';
		to = put_weight(to, model->weight[i]);
	}
	return to;
}

/* The canonical text: at most FR_MODEL_TEXT_MAX bytes, no NUL; its length. */
size_t
fr_model_write(const fr_model *model, char *text)
{
	bool any = false;
	char *to = fr_put_text(text, model_names[model->octile]);

	if (!fr_decimal_equal(model->straight, one))
		to = fr_put_decimal(put_key(to, &any, KEY_STRAIGHT), model->straight);
	if (model->octile && !model->root2)
		to = fr_put_decimal(put_key(to, &any, KEY_DIAGONAL), model->diagonal);
	if (model->corners != 2)
		to = fr_put_text(put_key(to, &any, KEY_CORNERS), corner_names[model->corners]);
	if (model->obstacle.digits)
		to = fr_put_decimal(put_key(to, &any, KEY_OBSTACLE), model->obstacle);
	if (model->average)
		to = fr_put_text(put_key(to, &any, KEY_WEIGH), weigh_names[1]);
	to = put_weights(to, &any, model);
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}
