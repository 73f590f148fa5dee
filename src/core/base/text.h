/*
 * text.h - reads and writes the texts of models, methods, numbers and cells
 *
 * Models and methods share one grammar: a name, then options in parentheses, separated
 * by commas. Blanks are allowed around every part. A key is a run of characters other
 * than ( ) , = ' and blanks, or one character in quotes; a quoted quote is doubled.
 */
#ifndef FRINGE_TEXT_H
#define FRINGE_TEXT_H

#include "core/base/base.h"
#include "core/base/cell.h"
#include "core/base/number.h"

typedef struct fr_span
{
	const char *at;
	size_t length;
} fr_span;

typedef struct fr_scan
{
	const char *next;
	const char *end;
	bool inside; /* between the parentheses */
	bool first;	 /* before the first option */
} fr_scan;

typedef struct fr_pair
{
	fr_span key;
	fr_span value;
	uint8_t quoted; /* the character in quotes, or 0 */
} fr_pair;

fr_status fr_scan_name(fr_scan *scan, const char *text, size_t length, fr_span *name,
					   fr_error *error);
bool fr_scan_pair(fr_scan *scan, fr_pair *pair, fr_error *error);
bool fr_is_blank(char c);
const char *fr_latest_end(const char *at, const char *end);
const char *fr_skip_blanks(const char *at, const char *end);
bool fr_take_integer(const char **next, const char *end, int64_t *number);
bool fr_span_is(fr_span span, const char *word);
int fr_span_word(fr_span span, const char *const *words);
fr_status fr_span_decimal(fr_span span, fr_decimal *decimal, fr_error *error);
bool fr_span_number(fr_span span, uint64_t *number);
bool fr_decimal_equal(fr_decimal a, fr_decimal b);
fr_status fr_fail_span(fr_status status, const char *what, fr_span span, fr_error *error);
fr_status fr_fail_words(fr_status status, const char *what, fr_span span,
						const char *const *words, fr_error *error);

/* Writers: each writes a text at `to` and returns its end. */
char *fr_put_text(char *to, const char *text);
char *fr_put_number(char *to, uint64_t number);
char *fr_put_decimal(char *to, fr_decimal decimal);

/* Writes the separator before an option: ( before the first, else a comma. */
char *fr_put_separator(char *to, bool *any);

/* ---- cells ------------------------------------------------------------------- */

bool fr_cell_take(const char **next, const char *end, fr_cell *cell);
fr_status fr_cell_parse(const char *text, size_t length, fr_cell *cell, fr_error *error);
size_t fr_cell_write(fr_cell cell, char *text);

#define FR_CELL_TEXT_MAX 26 /* (-2147483648,-2147483648) */

/* ---- tables of options ------------------------------------------------------- */

/*
 * A row describes an option: its name, and its words or the range of its number. Its
 * value is an fr_decimal: the position of a word, a whole number, or a decimal.
 */

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

#endif /* FRINGE_TEXT_H */
