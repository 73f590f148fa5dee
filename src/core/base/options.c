/*
 * options.c - read and write the options of a table: see options.h
 */
#include "core/base/options.h"

static bool
is_taken(const fr_option_set *set, int i)
{
	return set->taken >> i & 1;
}

void
fr_options_reset(const fr_option_set *set, fr_decimal *values)
{
	for (int i = 0; i < set->count; i++)
		values[i] = (fr_decimal){set->rows[i].default_value, 0};
}

/* ---- reading ------------------------------------------------------------- */

static int
find_option(const fr_option_set *set, fr_span key)
{
	for (int i = 0; i < set->count; i++)
		if (is_taken(set, i) && fr_span_is(key, set->rows[i].name))
			return i;
	return -1;
}

static fr_status
refuse_key(const fr_option_set *set, fr_span key, fr_error *error)
{
	const char *names[FR_CHOICES] = {NULL};
	int count = 0;

	for (int i = 0; i < set->count && count < FR_CHOICES - 1; i++)
		if (is_taken(set, i))
			names[count++] = set->rows[i].name;
	return fr_fail_words(FR_UNKNOWN_KEY, set->name, key, names, error);
}

static fr_status
parse_word(const fr_option_row *row, fr_span text, fr_decimal *value, fr_error *error)
{
	int word = fr_span_word(text, row->words);

	if (word < 0)
		return fr_fail_words(FR_BAD_VALUE, row->name, text, row->words, error);
	*value = (fr_decimal){(uint64_t) word, 0};
	return FR_OK;
}

/* A cost above 0, or the word for 0. */
static fr_status
parse_cost(const fr_option_row *row, fr_span text, fr_decimal *value, fr_error *error)
{
	*value = (fr_decimal){0, 0};
	if ((row->zero && fr_span_is(text, row->zero)) ||
		fr_span_decimal(text, value, error) == FR_OK)
		return FR_OK;
	error->choices[0] = row->zero;
	return error->status;
}

static bool
is_number(const fr_option_row *row, fr_span text, fr_decimal *value)
{
	fr_error ignored;

	*value = (fr_decimal){0, 0};
	if (row->max == 0)
		return fr_span_is(text, "0") || fr_span_decimal(text, value, &ignored) == FR_OK;
	return fr_span_number(text, &value->digits) && value->digits >= row->min &&
		   value->digits <= row->max;
}

static fr_status
parse_value(const fr_option_row *row, fr_span text, fr_decimal *value, fr_error *error)
{
	if (row->words)
		return parse_word(row, text, value, error);
	if (row->max == 0 && row->min > 0)
		return parse_cost(row, text, value, error);
	if (!is_number(row, text, value))
		return fr_fail(error, FR_BAD_NUMBER, .what = row->name, .at = text.at,
					   .length = text.length, .found = (int64_t) row->min,
					   .wanted = (int64_t) row->max);
	return FR_OK;
}

/* Parses one key=value. `given` has a bit for each option that was given before. */
fr_status
fr_option_parse(const fr_option_set *set, const fr_pair *pair, fr_decimal *values,
				uint64_t *given, fr_error *error)
{
	int i = find_option(set, pair->key);

	if (i < 0)
		return refuse_key(set, pair->key, error);
	if (*given & FR_OPTION_BIT(i))
		return fr_fail_span(FR_DUPLICATE_KEY, NULL, pair->key, error);
	*given |= FR_OPTION_BIT(i);
	return parse_value(&set->rows[i], pair->value, &values[i], error);
}

/* ---- writing ------------------------------------------------------------- */

static char *
put_value(char *to, const fr_option_row *row, fr_decimal value)
{
	if (row->words)
		return fr_put_text(to, row->words[value.digits]);
	if (row->zero && value.digits == 0)
		return fr_put_text(to, row->zero);
	return fr_put_decimal(to, value);
}

/*
 * Writes the options that differ from their defaults. *any: was an option written
 * before?
 */
char *
fr_options_write(const fr_option_set *set, const fr_decimal *values, char *to, bool *any)
{
	for (int i = 0; i < set->count; i++)
	{
		const fr_option_row *row = &set->rows[i];

		if (!is_taken(set, i) ||
			(values[i].digits == row->default_value && values[i].scale == 0))
			continue;
		to = fr_put_text(fr_put_separator(to, any), row->name);
		*to++ = '=';
		to = put_value(to, row, values[i]);
	}
	return to;
}
