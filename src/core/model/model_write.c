/*
 * model_write.c - writes the text of a movement model
 *
 * The text written is canonical: keys in a fixed order, no key at its default, numbers
 * without redundant zeros. Models with the same legal moves and costs on every map have
 * equal text, if they still are the same where a search avoids cells.
 */
#include <string.h>

#include "core/model/model_text.h"

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

/* Writes a set of directions, unless it is that of all. */
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

/* Writes the value of code i; a weight of 1 goes without saying beside directions. */
static char *
put_terrain(char *to, const fr_model *model, int i)
{
	uint8_t enter = model->enter[i];
	uint8_t leave = model->leave[i];
	bool any = (enter & leave) == FR_ANY_WAY ||
			   !fr_decimal_equal(model->weight[i], fr_decimal_one);

	if (any)
		to = put_weight(to, model->weight[i]);
	if (enter == leave)
		return put_ways(to, &any, "", enter);
	to = put_ways(to, &any, "enter:", enter);
	return put_ways(to, &any, "leave:", leave);
}

/* Does code i need no key? The weight of a named one is that of its links, too. */
static bool
is_default(const fr_model *model, int i)
{
	bool ground = fr_is_ground((uint8_t) (FR_FIRST_CODE + i));

	return !model->named[i] && (model->enter[i] & model->leave[i]) == FR_ANY_WAY &&
		   fr_decimal_equal(model->weight[i],
							ground ? fr_decimal_one : model->option[FR_OBSTACLE]);
}

bool
fr_model_unnamed(const fr_model *model, uint8_t code)
{
	return !fr_is_ground(code) && is_default(model, code - FR_FIRST_CODE);
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

/*
 * Writes the canonical text, at most FR_MODEL_TEXT_MAX bytes without NUL; returns its
 * length.
 */
size_t
fr_model_write(const fr_model *model, char *text)
{
	fr_option_set set = fr_model_options(model);
	bool any = false;
	char *to = fr_put_text(text, set.name);

	to = fr_options_write(&set, model->option, to, &any);
	to = put_codes(to, &any, model);
	if (any)
		*to++ = ')';
	return (size_t) (to - text);
}
