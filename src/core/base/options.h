/*
 * options.h - tables of options, for models and methods (internal)
 *
 * A row describes an option: its name, and its words or the range of its number. Its
 * value is an fr_decimal: the position of a word, a whole number, or a decimal.
 */
#ifndef FRINGE_OPTIONS_H
#define FRINGE_OPTIONS_H

#include "core/base/scan.h"

typedef struct fr_option_row
{
	const char *name;
	const char *const *words; /* by value, NULL after the last; NULL for a number */
	const char *zero;		  /* the word for 0, if numbers are positive */
	uint64_t default_value;	  /* canonical texts omit it */
	uint64_t min;
	uint64_t max; /* of whole numbers; 0: a decimal, above 0 if min is 1 */
} fr_option_row;

#define FR_WORD_OPTION(name_, ...)                                                       \
	{                                                                                    \
		.name = name_, .words = (const char *const[])                                    \
		{                                                                                \
			__VA_ARGS__, NULL                                                            \
		}                                                                                \
	}
#define FR_NUMBER_OPTION(name_, default_, min_, max_)                                    \
	{                                                                                    \
		.name = name_, .default_value = default_, .min = min_, .max = max_               \
	}

/* The options of one model or method; `taken` has a bit for each row it accepts. */
typedef struct fr_option_set
{
	const char *name; /* of the model or method */
	const fr_option_row *rows;
	int count;
	uint64_t taken;
} fr_option_set;

#define FR_OPTION_BIT(option) (UINT64_C(1) << (option))

void fr_options_reset(const fr_option_set *set, fr_decimal *values);
fr_status fr_option_parse(const fr_option_set *set, const fr_pair *pair,
						  fr_decimal *values, uint64_t *given, fr_error *error);
char *fr_options_write(const fr_option_set *set, const fr_decimal *values, char *to,
					   bool *any);

#endif /* FRINGE_OPTIONS_H */
