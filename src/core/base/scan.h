/*
 * scan.h - read NAME(key=value, ...), decimals and words (internal)
 *
 * Models and methods share one grammar: a name, then options in parentheses, separated
 * by commas. Blanks are allowed around every part. A key is a run of characters other
 * than ( ) , = ' and blanks, or one character in quotes; a quoted quote is doubled.
 */
#ifndef FRINGE_SCAN_H
#define FRINGE_SCAN_H

#include "core/base/decimal.h"
#include "core/base/error.h"

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

#endif /* FRINGE_SCAN_H */
